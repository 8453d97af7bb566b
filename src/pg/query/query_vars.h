/*
 * query_vars.h -- values of the external variables of a query from a jsonb object.
 */
#ifndef BXML_QUERY_VARS_H
#define BXML_QUERY_VARS_H

#include "../../core/query/run/ru_query.h"

/*
 * The members of the object as variables of the query, in the arena.  Names are as after "$": "x", "p:x" with the
 * prefix that the declaration has, "Q{uri}x".  A string is an xs:string, a number an xs:integer or xs:decimal, an
 * array a sequence, null the empty sequence.  If the variable is declared with an atomic type, strings are cast to it,
 * and numbers to types of numbers.  Members that the query does not declare are left out; anything else raises an
 * error.
 */
extern RuVar *query_vars(Datum jsonb, const RuQuery *plan, BxArena *arena, uint32_t *n_vars);

/* The same of one member that is a string, or null. */
extern RuVar *query_var(BxStr name, const BxStr *value, const RuQuery *plan, BxArena *arena,
						uint32_t *n_vars);

#endif
