/*
 * fc_vars.h -- external variables of a query by the names that callers write, and values as their types want them.
 */
#ifndef FC_VARS_H
#define FC_VARS_H

#include "../run/ru_query.h"

/*
 * The external variable with a name as after "$": "x", "p:x" with the prefix that the declaration has, "Q{uri}x".
 * NULL: there is none.
 */
extern const RuGlobalPlan *fc_var_find(const RuQuery *plan, BxStr name);

/*
 * A string or a number as the type of a variable wants it: if that is another atomic type, a string is cast to it,
 * and a number to a type of numbers.  Other items, and items for other types, stay as they are.  Errors of at_cast.
 */
extern BxStatus fc_var_convert(const AtCall *call, const XdSeqType *type, XdItem *item);

#endif
