/*
 * xp_name.h -- names that are given apart from a path, and mean what they mean under its prolog.
 */
#ifndef XP_NAME_H
#define XP_NAME_H

#include "../../base/bx_str.h"
#include "xp_ast.h"

/* A name with its meaning. */
typedef struct XpGivenName
{
	BxStr prefix;
	BxStr uri;
	BxStr local;
} XpGivenName;

/*
 * xp_name: "x", "p:x", "Q{uri}x" or "{uri}x", under the prolog of a path (NULL: none); in the arena.  The default
 * namespace is for elements.  BX_E_XPATH when it is none or its prefix is not declared.
 */
extern BxStatus xp_name(const XpBlock *path, const char *s, size_t n, bool element, BxArena *arena,
						XpGivenName *name, BxError *err);

#endif
