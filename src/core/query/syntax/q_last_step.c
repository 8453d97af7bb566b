/*
 * q_last_step.c -- paths made from a path: where it would have found something, had its last step been there, and an
 * attribute of what it finds.
 *
 * "/a/b[2]/c" becomes "/a/b[2]/self::node()[not(c)]": the text before the last step stays as it is.  "/a|/b" becomes
 * "(/a|/b)/@Q{}x", behind its prolog.
 */
#include "q_parse_int.h"

#include "../../xpath/syntax/xp_hint.h"
#include "../../xpath/syntax/xp_last_step.h"
#include "../../xpath/syntax/xp_shape.h"

#define BEFORE "self::node()[not("
#define BEHIND ")]"

static BxStatus
refuse(const XpExpr *at, BxError *err)
{
	return bx_fail(err, BX_E_UNSUPPORTED, at->pos,
				   "path to be created must end in a child or attribute step with a name and no predicates");
}

/* The last step of the whole expression; NULL when it ends in something else. */
static const XpExpr *
last_step(const XpBlock *path)
{
	const XpExpr *nodes = xp_nodes(path);
	const XpExpr *root = &nodes[path->root];
	const XpExpr *step = &nodes[root->a];
	bool slashes = false;

	if (root->op != XP_PATH || root->a == 0)
		return NULL;
	for (; step->next != 0; step = &nodes[step->next])
		slashes = (step->flags & XP_FROM_SLASHES) != 0;
	if (slashes || step->a != 0 || step->test != XP_TEST_NAME ||
		(step->axis != XP_AX_CHILD && step->axis != XP_AX_ATTRIBUTE))
		return NULL;
	return (xp_names(path)[step->name - 1].flags & (XP_NAME_ANY_LOCAL | XP_NAME_ANY_NS)) ? NULL : step;
}

BxStatus
xp_missing(const XpBlock *path, BxArena *arena, XpBlock **parents, XpGivenName *name, bool *attribute,
		   BxError *err)
{
	const XpExpr *step = last_step(path);
	const char *pool = xp_pool(path);
	const XpName *n;
	size_t off, rest, len;
	BxStatus st;
	char *text;

	if (step == NULL)
		return refuse(&xp_nodes(path)[path->root], err);
	n = &xp_names(path)[step->name - 1];
	if (n->flags & XP_NAME_UNBOUND)
		return xp_undeclared(err, step->pos, "", pool + n->prefix, n->prefix_len);
	*attribute = step->axis == XP_AX_ATTRIBUTE;
	name->prefix = (BxStr){pool + n->prefix, n->prefix_len};
	name->uri = (BxStr){pool + n->uri, n->uri_len};
	name->local = (BxStr){pool + n->local, n->local_len};
	off = q_offset_of(path, step->pos);
	rest = path->source_len - off;
	len = path->source_len + strlen(BEFORE) + strlen(BEHIND);
	text = bx_arena_alloc(arena, len);
	if (text == NULL)
		return bx_fail_nomem(err, len);
	memcpy(text, pool, off);
	memcpy(text + off, BEFORE, strlen(BEFORE));
	memcpy(text + off + strlen(BEFORE), pool + off, rest);
	memcpy(text + len - strlen(BEHIND), BEHIND, strlen(BEHIND));
	st = xp_compile(text, len, 0, arena, parents, err);
	/* the last step may be in parentheses */
	return st == BX_E_XPATH ? refuse(step, err) : st;
}

/* The parts one behind the other, in the arena; without text when memory is short. */
static BxStr
join(const BxStr *parts, size_t n, BxArena *arena)
{
	BxStr all = {NULL, 0};
	char *end;

	for (size_t i = 0; i < n; i++)
		all.n += parts[i].n;
	all.s = end = bx_arena_alloc(arena, all.n);
	for (size_t i = 0; end != NULL && i < n; end += parts[i++].n)
		if (parts[i].n > 0)
			memcpy(end, parts[i].s, parts[i].n);
	return all;
}

BxStatus
xp_attribute_of(BxStr source, const XpGivenName *name, BxArena *arena, XpBlock **block, BxError *err)
{
	BxStr parts[] = {source, {"(", 1}, source, {")/@Q{", 5}, name->uri, {"}", 1}, name->local};
	uint32_t prolog;
	QParser p;
	BxStr text;

	if ((name->uri.n > 0) &&
		(memchr(name->uri.s, '{', name->uri.n) != NULL || memchr(name->uri.s, '}', name->uri.n) != NULL))
		return bx_fail(err, BX_E_UNSUPPORTED, -1, "paths cannot name a namespace with braces in its URI");
	BX_TRY(q_prolog_of(&p, source, arena, err));
	prolog = p.tok.off;
	parts[0].n = prolog;
	parts[2] = (BxStr){source.s + prolog, source.n - prolog};
	text = join(parts, sizeof(parts) / sizeof(parts[0]), arena);
	return text.s == NULL ? bx_fail_nomem(err, text.n) : xp_compile(text.s, text.n, 0, arena, block, err);
}
