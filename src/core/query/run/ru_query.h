/*
 * ru_query.h -- a query as it is evaluated: plan, frame, declared functions, static context that evaluation asks for.
 */
#ifndef RU_QUERY_H
#define RU_QUERY_H

#include "ru_op.h"

/* A declared function. */
typedef struct RuFunction
{
	AtName name;
	uint32_t n_params;
	const XdSeqType *params; /* types */
	XdSeqType result;
	RuOp *body;       /* set when all functions are known; converts to the result type */
	uint32_t n_slots; /* of its frame; parameters are the first */
	bool updating;
	bool is_private;
	uint16_t module;
} RuFunction;

/* A module: what its expressions ask of it when they are evaluated (the static context). */
typedef struct RuModule
{
	BxStr text; /* for lines and columns of errors */
	const AtPrefix *prefixes;
	uint32_t n_prefixes;
	BxStr base_uri;
	BxStr default_collation;       /* empty: by code points */
	unsigned copy;                 /* XD_COPY_*: the copy-namespaces mode */
	const struct QModule *source;  /* decimal formats and options */
	const XdSeqType *context_type; /* of the initial context item; NULL: none is declared */
	bool *sees;                    /* by number of a module: is it this one, or imported by it? */
} RuModule;

#define RU_MODULES_MAX 1000

typedef struct RuGlobalPlan
{
	AtName name;
	XdSeqType type;
	uint16_t module;
	bool is_private;
	bool external;
	bool implicit; /* nothing declares it: the caller must give it */
	uint32_t pos;
	RuOp *value; /* NULL: external without a default; converts to the type */
	uint32_t n_slots;
} RuGlobalPlan;

typedef struct RuQuery
{
	RuOp *body;
	uint32_t n_slots;
	RuFunction **functions;
	uint32_t n_functions;
	RuGlobalPlan *globals;
	uint32_t n_globals;
	const XdPaths *paths;
	const RuModule *modules; /* the main one, then those that are imported */
	uint32_t n_modules;
	RuOp *context_value;    /* declare context item; NULL: none */
	uint32_t context_slots; /* of its frame */
	bool context_external;  /* the caller may give another one */
	uint8_t uses;           /* RU_* of all of it */
	bool lenient;           /* in the mode of paths */
	BxStr *columns;         /* that bxml:column asks for */
	uint32_t n_columns;
	bool needs_parents; /* functions go to the parents of nodes, or may: paths that do say it themselves */
	/* there: position of a comparison with a string that is not a number, always false; 0: none */
	uint32_t never;
	uint32_t n_memos;
} RuQuery;

/*
 * The module that an operator stands in; op NULL: the main one.  A run of operators without a query has an empty one.
 */
extern const RuModule *ru_module(const RuRun *run, const RuOp *op);

/* Do the rules of bxpath hold? */
static inline bool
ru_is_lenient(const RuRun *run)
{
	return run->query != NULL && run->query->lenient;
}

/* Is a name that is declared in one module seen in another? */
static inline bool
ru_sees(const RuModule *from, uint16_t module, uint16_t declared_in, bool is_private)
{
	return module == declared_in || (!is_private && from->sees[declared_in]);
}

/* A variable that the caller gives. */
typedef struct RuVar
{
	AtName name;
	XdSeq value;
} RuVar;

/* Begin a run; results go to the arena of the caller, and what else it takes from the host goes with ru_run_close. */
extern BxStatus ru_run_open(RuRun *run, const RuQuery *query, const BxHost *host, BxArena *arena,
							BxError *err, const RuExternal *external);
extern void ru_run_close(RuRun *run);
extern BxStatus ru_run_bind(RuRun *run, const RuVar *vars, uint32_t n_vars);

#endif
