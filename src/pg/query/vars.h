/*
 * vars.h -- values of variables from a jsonb object, or of one from a text.
 */
#ifndef BXML_VARS_H
#define BXML_VARS_H

#include "../../core/xpath/syntax/xp_value.h"
#include "call.h"

struct JsonbIterator;
struct JsonbValue;

/* The members of an object, of which there are n, for build_next_member; raises an error for other values. */
extern struct JsonbIterator *vars_begin(Datum jsonb, uint32_t *n);
/* Raise that the value of a member cannot be bound: it cannot be `what`. */
extern _Noreturn void vars_refuse(const struct JsonbValue *key, const char *what);

/*
 * The members of the object as variables of the path, in the arena.  Names are as after "$": "x", "p:x" with a prefix
 * of the path, "Q{uri}x".  Strings, numbers and booleans are atomic values, an array of them is a sequence, null the
 * empty sequence; anything else raises an error.
 */
extern XpVar *vars_from_jsonb(Datum jsonb, const XpBlock *path, BxArena *arena, uint32_t *n_vars);

/* The same of one variable by its name, which is a string, or without a value the empty sequence; at most one. */
extern XpVar *vars_from_text(BxStr name, const BxStr *value, const XpBlock *path, BxArena *arena,
							 uint32_t *n_vars);

/* Argument argno, if the call has it and it is not null, as variables of the call; after call_xpath. */
extern void call_vars(PgCall *call, FunctionCallInfo fcinfo, int argno);

#endif
