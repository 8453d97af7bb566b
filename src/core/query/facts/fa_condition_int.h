/*
 * fa_condition_int.h -- how conditions of queries are read: what the files share.
 *
 * Every expression is read in three ways.  Its value: a path that, as index terms describe items, has all items that
 * the expression may give.  Its truth: a condition that holds wherever it is true, or false.  Its existence: one that
 * holds wherever it has an item.  A condition is never negated, since it holds of more documents than the
 * query asks for.
 */
#ifndef FA_CONDITION_INT_H
#define FA_CONDITION_INT_H

#include "../../base/bx_core_int.h"

#include "../../atomic/at_value.h"
#include "fa_condition.h"

/* What the items of a value are. */
typedef enum FaClass
{
	FA_OTHER,  /* not known */
	FA_NODES,  /* nodes of the document, or their values without a type */
	FA_STRING, /* strings, of literals or of the document */
	FA_NUMBER, /* likewise */
	FA_TYPED   /* dates, times of dates and durations, likewise */
} FaClass;

typedef struct FaValue
{
	const char *text; /* the path */
	uint8_t class;    /* FaClass */
	bool nodes;       /* of FA_NODES: nodes, from which steps lead on */
	bool always;      /* there may be an item where the document has none */
	bool primary;     /* a step may be written behind it */
} FaValue;

typedef struct FaVar
{
	AtName name;
	FaValue value;
} FaVar;

/* Where an expression stands. */
typedef struct FaContext
{
	const char *here; /* NULL: the item is not known; "": that of a predicate; "/" the document */
	FaValue item;     /* here as a value */
} FaContext;

#define FA_VARS 48        /* variables in scope; one for each local of a path, and some for context items */
#define FA_BYTES 65536    /* of texts that are made, before nothing is known */
#define FA_GLOBAL_DEPTH 8 /* global variables that refer to others */

typedef struct FaBuild
{
	const QModule *module;
	BxArena *arena;
	BxError *err;
	BxStatus status;
	bool over;     /* too much: nothing is known */
	bool collated; /* strings are not compared by code points */
	size_t bytes;
	uint32_t n_names; /* of variables given so far */
	uint32_t depth;   /* of global variables */
	FaVar vars[FA_VARS];
	uint32_t n_vars;
	uint32_t first_var; /* those before it are not in scope */
} FaBuild;

/* Texts joined, up to NULL; "" after a failure. */
extern const char *fa_join(FaBuild *b, ...);
/* A literal string of a path. */
extern const char *fa_quote(FaBuild *b, BxStr s);

/* A condition that says nothing. */
#define FA_TRUE "true()"
static inline bool
fa_is_true(const char *condition)
{
	return condition[0] == 't' && strcmp(condition, FA_TRUE) == 0;
}
extern const char *fa_and(FaBuild *b, const char *x, const char *y);
extern const char *fa_or(FaBuild *b, const char *x, const char *y);

extern FaValue fa_value(FaBuild *b, const QExpr *e, const FaContext *cx);

/* The same of two operands. */
static inline void
fa_operands(FaBuild *b, const QExpr *e, const FaContext *cx, FaValue *x, FaValue *y)
{
	*x = fa_value(b, e->args[0], cx);
	*y = fa_value(b, e->args[1], cx);
}
/* There is an item of a value. */
extern const char *fa_there(FaBuild *b, const FaValue *v);
extern const char *fa_exists(FaBuild *b, const QExpr *e, const FaContext *cx);
extern const char *fa_truth(FaBuild *b, const QExpr *e, const FaContext *cx, bool wanted);
/* fa_compare.c: a general or value comparison is true. */
extern const char *fa_comparison(FaBuild *b, const QExpr *e, const FaContext *cx);
/* A new name of a variable of paths, with "$". */
extern const char *fa_new_name(FaBuild *b);
extern void fa_bind(FaBuild *b, const AtName *name, const FaValue *value);
/* Bind the variables of a clause to values that may be anything. */
extern void fa_bind_unknown(FaBuild *b, const QExpr *clause);
/*
 * What is true of the document when tuples pass a clause that changes them (where, group by, count, order by), whose
 * variables are bound; first: the first variable of the FLWOR.  NULL: it is another clause.
 */
extern const char *fa_tuples(FaBuild *b, const QExpr *clause, uint32_t first, const FaContext *cx);
/* What is bound: for and let, and the context item where an expression is evaluated for each item of another. */
typedef struct FaBinding
{
	FaValue of;
	const char *name; /* of the path's variable */
	bool loose;       /* nothing is known: there is no such variable */
	FaContext inside; /* fa_each */
} FaBinding;

/* The variable of a clause, and of an expression e whose args[0] are the items. */
extern FaBinding fa_clause(FaBuild *b, const QExpr *clause, const FaContext *cx);
extern FaBinding fa_each(FaBuild *b, const QExpr *e, const FaContext *cx);
/* The document as the context item. */
extern const FaContext fa_document;
/* A variable for one item, or all, of a value: what it is bound to, in the clauses of a path. */
extern FaValue fa_of_value(const char *name, const FaValue *v);

/* A call of a function of the specification with that local name? */
extern bool fa_is_call(const QExpr *e, const char *uri, const char *local);

#endif
