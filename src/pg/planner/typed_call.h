/*
 * typed_call.h -- calls that give the value a path selects in a document as a value of SQL: ->>, bxml_int and so on.
 */
#ifndef BXML_TYPED_CALL_H
#define BXML_TYPED_CALL_H

#include "nodes/pg_list.h"
#include "nodes/primnodes.h"

/* A call with two or more arguments, as a function or an operator: its arguments and the function; else NIL. */
extern List *typed_call_args(Expr *expr, Oid *function);

/* Does the function give the value of a path, and is comparing it a condition on the document? */
extern bool typed_call_function(Oid function);

/* Is it such a call with a column and a constant path, not null? */
extern bool typed_call_parts(Node *expr, Var **doc, Const **path);

#endif
