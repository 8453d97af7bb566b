/*
 * xp_value.h -- what a path is given from outside: values of variables, and prefixes bound only at the call.
 *
 * A variable is named by (namespace, local name).  Its value is one atomic value or a sequence of them.  To add a
 * kind of value (dates, node-sets): let bind_var in xp_vars.c take its type, and give it a spelling in xp_prolog_vars.c
 * (parse_value and put_value).
 */
#ifndef XP_VALUE_H
#define XP_VALUE_H

#include "xp_item.h"

typedef struct XpVar
{
	const char *uri; /* namespace; with uri_len 0 none */
	size_t uri_len;
	const char *local;
	size_t local_len;
	XpItem value; /* string, number, boolean, or sequence of such; borrowed for the call */
} XpVar;

typedef struct XpPrefix
{
	const char *prefix;
	size_t prefix_len;
	const char *uri; /* with uri_len 0 the prefix is not bound */
	size_t uri_len;
} XpPrefix;

/* As xp_compile (xp_ast.h), with prefixes that hold where the prolog declares no others. */
extern BxStatus xp_compile_bound(const char *text, size_t n, const XpPrefix *prefixes, uint32_t n_prefixes,
								 size_t reserve, BxArena *arena, XpBlock **block, BxError *err);

/*
 * Fill in uri and local of *var from a name as it is written behind "$": "x", "p:x" with a prefix the path declares,
 * or "Q{uri}x".  They borrow from the arena.  BX_E_XPATH when it is not such a name.
 */
extern BxStatus xp_var_name(const XpBlock *path, const char *name, size_t n, BxArena *arena, XpVar *var,
							BxError *err);

/* The variables of a path, for looking up many names. */
typedef struct XpVarLocal
{
	const char *s;
	size_t n;
} XpVarLocal;

typedef struct XpVarNames
{
	const XpBlock *path;
	const XpVarLocal *locals; /* in order */
	uint32_t n;
} XpVarNames;

/* xp_var_names: the variables of a path that outlives *names; memory comes from the arena. */
extern BxStatus xp_var_names(const XpBlock *path, BxArena *arena, XpVarNames *names, BxError *err);

/*
 * xp_var_find: as xp_var_name, for a name that may be anything: *found is false, and no memory is kept, when it is
 * not a name or the path does not refer to it.  Names whose local part no variable has cost a binary search.  Polls.
 */
extern BxStatus xp_var_find(const XpVarNames *names, const char *name, size_t n, BxArena *arena, XpVar *var,
							bool *found, BxError *err);

/*
 * The path with values in place of its variables, compiled as by xp_compile; its source is a path again, where
 * "declare variable" gives the values.  A declaration of the same variable is replaced, external or not; values for
 * variables the path does not have are left out.  BX_E_XPATH when a string holds what XML does not allow.
 */
extern BxStatus xp_bind_vars(const XpBlock *path, const XpVar *vars, uint32_t n_vars, size_t reserve,
							 BxArena *arena, XpBlock **block, BxError *err);

#endif
