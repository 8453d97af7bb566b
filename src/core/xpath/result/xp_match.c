/*
 * xp_match.c -- what the steps of a path find in one value, and why one of them finds nothing.
 *
 * A path is cut behind each of its steps in a text of its own, and what is left is counted, without the predicates of
 * the last step and with them.  Reasons are looked for among the names of the value; since a table may have names that
 * an edit removed, the nodes are looked for as well.
 */
#include "../../base/bx_core_int.h"
#include "xp_match.h"

#include <stdarg.h>
#include <stdio.h>

#include "../syntax/xp_last_step.h"
#include "../syntax/xp_shape.h"
#include "xp_explain.h"
#include "../syntax/xp_hint.h"

/* Bytes of a namespace that are shown. */
#define URI_SHOWN 160

typedef struct Match
{
	XpCall *c;
	const XpBlock *path;
	const BxTable *table;
	BxBuf *out;
} Match;

static BxStatus __attribute__((format(printf, 2, 3))) say(Match *m, const char *fmt, ...)
{
	char buf[1024];

	BX_PUT_MESSAGE(buf, fmt);
	return bx_buf_append(m->out, buf, strlen(buf), m->c->err);
}

/* ---- counting ---- */

static void
match_open(Match *m, XpCall *c, const XpBlock *path, const BxTable *table, BxBuf *out)
{
	*m = (Match){.c = c, .path = path, .table = table, .out = out};
	c->cache = NULL;
}

/* Nodes that a location path selects up to a step; with or without the predicates of that step. */
static BxStatus
count_to(Match *m, uint32_t step, bool predicates, uint64_t *count)
{
	XpBlock *part;

	BX_TRY(xp_up_to(m->path, step, predicates, m->c->arena, &part, m->c->err));
	return xp_count(m->c, part, count);
}

/* Does the value have such a node anywhere? */
static BxStatus
occurs(Match *m, bool attribute, BxStr uri, BxStr local, bool *found)
{
	BxArena *arena = m->c->arena;
	size_t n = uri.n + local.n + 8;
	char *text = bx_arena_alloc(arena, n);
	XpBlock *path;

	if (text == NULL)
		return bx_fail_nomem(m->c->err, n);
	n = (size_t) snprintf(text, n, "//%sQ{%.*s}%.*s", attribute ? "@" : "", (int) uri.n, uri.s, (int) local.n,
						  local.s);
	if (xp_compile(text, n, 0, arena, &path, m->c->err) != BX_OK)
	{
		*found = true; /* a URI with braces */
		bx_error_clear(m->c->err);
		return BX_OK;
	}
	return xp_exists(m->c, path, found);
}

/* ---- reasons ---- */

typedef enum Near
{
	NEAR_NONE,
	NEAR_CASE,      /* the name in other letters */
	NEAR_OTHER,     /* an attribute instead of an element, or the other way round */
	NEAR_NAMESPACE, /* the name in another namespace */
	NEAR_SAME       /* elsewhere in the value */
} Near;

typedef struct Found
{
	Near near;
	BxStr uri;
	BxStr local;
} Found;

static bool
same_letters(BxStr a, BxStr b)
{
	for (uint32_t i = 0; i < a.n; i++)
	{
		uint8_t x = (uint8_t) a.s[i], y = (uint8_t) b.s[i];

		if (x != y && ((x | 32) != (y | 32) || (x | 32) < 'a' || (x | 32) > 'z'))
			return false;
	}
	return true;
}

/* How near a name of the value is to that of a step. */
static Near
compare(BxStr local, BxStr uri, bool attribute, BxStr its_local, BxStr its_uri, bool its_attribute,
		bool any_ns)
{
	if (local.n != its_local.n || !same_letters(local, its_local))
		return NEAR_NONE;
	if (memcmp(local.s, its_local.s, local.n) != 0)
		return attribute == its_attribute ? NEAR_CASE : NEAR_NONE;
	if (attribute != its_attribute)
		return NEAR_OTHER;
	if (any_ns || (uri.n == its_uri.n && (uri.n == 0 || memcmp(uri.s, its_uri.s, uri.n) == 0)))
		return NEAR_SAME;
	return NEAR_NAMESPACE;
}

static BxStatus
find_near(Match *m, const XpExpr *step, const XpName *name, Found *best)
{
	const BxTable *t = m->table;
	const char *pool = xp_pool(m->path);
	BxStr local = {pool + name->local, name->local_len}, uri = {pool + name->uri, name->uri_len};
	bool attribute = step->axis == XP_AX_ATTRIBUTE, any = (name->flags & XP_NAME_ANY_NS) != 0;

	*best = (Found){NEAR_NONE, {NULL, 0}, {NULL, 0}};
	for (uint32_t i = 0; i < t->n_shapes; i++)
	{
		const BxShape *shape = &t->shapes[i];
		bool is_attribute = shape->kind == BX_KIND_ATTRIBUTE, found;
		const BxNameInfo *x;
		const BxPair *pair;
		Near near;

		BX_TRY(bx_poll(m->c->host));
		if (!is_attribute && shape->kind != BX_KIND_ELEMENT && shape->kind != BX_KIND_LEAF)
			continue;
		x = &t->names[shape->name];
		pair = &t->pairs[x->pair];
		near = compare(local, uri, attribute, (BxStr){x->local, x->len}, (BxStr){pair->uri, pair->uri_len},
					   is_attribute, any);
		if (near <= best->near)
			continue;
		BX_TRY(occurs(m, is_attribute, (BxStr){pair->uri, pair->uri_len}, (BxStr){x->local, x->len}, &found));
		if (found)
			*best = (Found){near, {pair->uri, pair->uri_len}, {x->local, x->len}};
	}
	return BX_OK;
}

/* "in no namespace" or "in namespace ..." */
static const char *
where(BxStr uri, char *buf, size_t size)
{
	size_t n = uri.n;

	if (n > URI_SHOWN)
		for (n = URI_SHOWN; n > 0 && ((uint8_t) uri.s[n] & 0xC0) == 0x80; n--)
			;
	if (uri.n == 0)
		snprintf(buf, size, "in no namespace");
	else
		snprintf(buf, size, "in namespace \"%.*s%s\"", (int) n, uri.s, n < uri.n ? "..." : "");
	return buf;
}

static BxStatus
say_namespace(Match *m, const XpName *name, const Found *found, const char *sign, const char *local)
{
	const char *pool = xp_pool(m->path);
	char mine[URI_SHOWN + 40], its[URI_SHOWN + 40];
	BxStr uri = {pool + name->uri, name->uri_len};

	where(uri, mine, sizeof(mine));
	where(found->uri, its, sizeof(its));
	BX_TRY(say(m, "\"%s%s\" is %s here, but the value has it %s: write ", sign, local, mine, its));
	if (found->uri.n == 0)
		return say(m, "%sQ{}%s or %s*:%s.", sign, local, sign, local);
	if (*sign == '\0' && name->prefix_len == 0)
		BX_TRY(say(m, "declare default element %s; before the path, ", its + 3));
	else if (name->prefix_len == 0)
		BX_TRY(say(m, "declare namespace p = %s; before the path and %sp:%s, ", its + 13, sign, local));
	BX_TRY(say(m, "%sQ{", sign));
	BX_TRY(bx_buf_append(m->out, found->uri.s, found->uri.n, m->c->err));
	return say(m, "}%s or %s*:%s.", local, sign, local);
}

/* Why a step with a name selects nothing. */
static BxStatus
say_reason(Match *m, const XpExpr *step)
{
	const XpName *name = step->test == XP_TEST_NAME ? &xp_names(m->path)[step->name - 1] : NULL;
	const char *sign = step->axis == XP_AX_ATTRIBUTE ? "@" : "";
	const char *kind = step->axis == XP_AX_ATTRIBUTE ? "attribute" : "element";
	char local[XP_SHOWN_MAX], its[XP_SHOWN_MAX];
	Found found;

	if (name == NULL || (name->flags & XP_NAME_ANY_LOCAL) || step->axis == XP_AX_NAMESPACE)
		return BX_OK;
	xp_shown(xp_pool(m->path) + name->local, name->local_len, local);
	BX_TRY(find_near(m, step, name, &found));
	switch (found.near)
	{
		case NEAR_SAME:
			return say(m, "The value has \"%s%s\" in other places only: bxml_paths shows where.", sign,
					   local);
		case NEAR_NAMESPACE: return say_namespace(m, name, &found, sign, local);
		case NEAR_OTHER:
			return say(m, "The value has no %s \"%s\", but an %s of that name: write %s%s.", kind, local,
					   *sign ? "element" : "attribute", *sign ? "" : "@", local);
		case NEAR_CASE:
			return say(m, "The value has no %s \"%s\", but \"%s\": names are case-sensitive.", kind, local,
					   xp_shown(found.local.s, found.local.n, its));
		default: return say(m, "The value has no %s \"%s\".", kind, local);
	}
}

/* ---- location paths ---- */

/* The steps of a location path, until one selects nothing; that one is *empty.  With lines for people, or without. */
static BxStatus
follow(Match *m, uint32_t root, bool lines, uint32_t *empty, bool *by_predicate)
{
	const XpExpr *nodes = xp_nodes(m->path);
	uint64_t all, count;

	*empty = 0;
	for (uint32_t step = nodes[root].a; step != 0 && *empty == 0; step = nodes[step].next)
	{
		const XpExpr *s = &nodes[step];

		if (s->flags & XP_FROM_SLASHES)
			continue;
		BX_TRY(count_to(m, step, false, &all));
		count = all;
		if (s->a != 0)
			BX_TRY(count_to(m, step, true, &count));
		*by_predicate = all > 0;
		if (count == 0)
			*empty = step;
		if (lines)
		{
			BX_TRY(say(m, "  "));
			BX_TRY(xp_put_step(s, xp_names(m->path), xp_pool(m->path), m->out, m->c->err));
			BX_TRY(say(m, ": %llu node%s", (unsigned long long) all, all == 1 ? "" : "s"));
			BX_TRY(s->a != 0 ? say(m, ", %llu with the predicates\n", (unsigned long long) count)
							 : say(m, "\n"));
		}
	}
	return BX_OK;
}

static BxStatus
explain_path(Match *m, uint32_t root)
{
	const XpExpr *nodes = xp_nodes(m->path);
	uint32_t empty;
	bool by_predicate;

	BX_TRY(say(m, "path at %u\n", nodes[root].pos));
	BX_TRY(follow(m, root, true, &empty, &by_predicate));
	if (empty == 0 || by_predicate)
		return BX_OK;
	BX_TRY(say(m, "    "));
	BX_TRY(say_reason(m, &nodes[empty]));
	return say(m, "\n");
}

static BxStatus explain_node(Match *m, uint32_t i);

static BxStatus
explain_chain(Match *m, uint32_t i)
{
	for (; i != 0; i = xp_nodes(m->path)[i].next)
		BX_TRY(explain_node(m, i));
	return BX_OK;
}

/* The paths of an expression that begin at the document.  Depth is bounded by the parser. */
static BxStatus
explain_node(Match *m, uint32_t i)
{
	const XpExpr *n = &xp_nodes(m->path)[i];

	switch (n->op)
	{
		case XP_PATH:
			if (n->b != 0)
				BX_TRY(explain_node(m, n->b));
			return explain_path(m, i);
		case XP_FILTER:
		case XP_SEQ_FILTER:
		case XP_NEG:
		case XP_MAP:
		case XP_FOR:
		case XP_LET:
		case XP_SOME:
		case XP_EVERY: return explain_node(m, n->a);
		case XP_CALL:
		case XP_SEQUENCE:
		case XP_IF: return explain_chain(m, n->a);
		case XP_NUMBER:
		case XP_STRING:
		case XP_VARIABLE:
		case XP_LOCAL:
		case XP_QUERY:
		case XP_ITEM: return BX_OK;
		default: BX_TRY(explain_node(m, n->a)); return explain_node(m, n->b);
	}
}

BxStatus
xp_match_explain(XpCall *c, const XpBlock *path, const BxTable *table, BxBuf *out)
{
	size_t before = out->len;
	Match m;

	match_open(&m, c, path, table, out);
	BX_TRY(explain_node(&m, path->root));
	return out->len > before ? BX_OK : say(&m, "no path\n");
}

BxStatus
xp_match_why(XpCall *c, const XpBlock *path, const BxTable *table, BxBuf *out)
{
	const XpExpr *nodes = xp_nodes(path);
	uint32_t empty;
	bool by_predicate;
	Match m;

	if (nodes[path->root].op != XP_PATH)
		return BX_OK;
	match_open(&m, c, path, table, out);
	BX_TRY(follow(&m, path->root, false, &empty, &by_predicate));
	return empty == 0 || by_predicate ? BX_OK : say_reason(&m, &nodes[empty]);
}
