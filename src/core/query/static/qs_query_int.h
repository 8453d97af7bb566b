/*
 * qs_query_int.h -- what builders ask of the query as a whole.
 */
#ifndef QS_QUERY_INT_H
#define QS_QUERY_INT_H

#include "qs_build.h"

/* qs_call.c: one more global variable. */
extern BxStatus qs_add_global(QsBuild *b, const RuGlobalPlan *plan);

/*
 * qs_call.c: the declared function with a name and a number of arguments, as the module that is built sees it; NULL:
 * there is none, *other says whether there is one with another number.
 */
extern BxStatus qs_find_function(QsBuild *b, const AtName *name, uint32_t arity, const RuFunction **function,
								 bool *other);

/* qs_build.c: is the variable, or one of the same name, mentioned in the expression? */
extern bool qs_mentions(const QExpr *e, const AtName *name);

/*
 * qs_collection.c: a call of fn:collection, bxml:sql or bxml:column where the caller has tables; *done false: it is
 * another function, or called elsewhere.
 */
extern BxStatus qs_table_call(QsBuild *b, const QExpr *e, RuOp **op, bool *done);
/* Is it the operator of a collection, which makes new documents? */
extern bool qs_reads_collection(const RuOp *op);
/* A call of fn:collection? */
static inline bool
qs_is_collection(const QExpr *e)
{
	return bx_str_is(e->name.uri, Q_URI_FN) && bx_str_is(e->name.local, "collection");
}

/*
 * qs_condition_table.c: conditions that documents of a collection (ru_collection.h) pass, those of predicates behind
 * it, of a path or filter and its operator; and those of "where", the last of n clauses, of which the first one is a
 * "for" with that operator for its source, and the others "for", "let" and "where", all without what counts tuples.
 * The table may select by those parts that are a path, or compare one with a value that does not depend on variables.
 * *found: there is such a part.
 */
extern BxStatus qs_collection_predicates(QsBuild *b, const QExpr *e, RuOp *op);
extern BxStatus qs_collection_where(QsBuild *b, const QExpr *const *clauses, uint32_t n, RuOp *op,
									bool *found);

/* qs_module.c: the module, and all that it and they import: by number, of which there are n.  XQST0059, XQST0093. */
typedef struct QsModules
{
	const QModule **list;
	RuModule *plans; /* as far as imports say it */
	uint32_t n;
} QsModules;

extern BxStatus qs_load_modules(QsBuild *b, const QModule *module, const QsLibraries *libraries,
								QsModules *modules);

/* qs_call.c: parameters and result of a function of the library, in the arena of the query. */
extern BxStatus qs_signature(QsBuild *b, const FnRow *row, QFunction *signature);

/* qs_function.c: a call by name with placeholders, which is a function; *is_partial false: it has none. */
extern BxStatus qs_partial_call(QsBuild *b, const QExpr *e, RuOp **op, bool *is_partial);

/* qs_updating.c: updating expressions of the module stand only where they may: XUST0001, XUST0002. */
extern BxStatus qs_check_updating(QsBuild *b);

#endif
