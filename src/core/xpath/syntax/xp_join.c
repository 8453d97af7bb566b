/*
 * xp_join.c -- several compiled expressions as one block.
 *
 * Blocks are arrays of nodes that refer to each other, to names and to the pool by index, so joining is copying with
 * the references moved.  The joined block has no source of its own and never leaves memory.
 */
#include "../../base/bx_core_int.h"
#include "xp_join.h"

#include "../../base/bx_str.h"
#include "xp_hint.h"

#include <stdio.h>

/* Where the parts of one block come to lie. */
typedef struct Shift
{
	uint32_t nodes;
	uint32_t pool;
	const uint32_t *names; /* per name of the block its number in the joined one */
} Shift;

/* A name and the pool it refers to. */
typedef struct Named
{
	const XpName *name;
	const char *pool;
} Named;

/* The names of all blocks, each once: columns have most of their steps in common, and binding asks for every name. */
typedef struct Names
{
	Named *distinct;
	uint32_t n;
	uint32_t *number; /* of the names as they come in the blocks, in distinct */
} Names;

/* Names that are looked through for one that comes again. */
#define NAMES_COMPARED 256

static uint32_t
moved(uint32_t ref, uint32_t by)
{
	return ref == 0 ? 0 : ref + by;
}

static XpExpr
move_node(XpExpr n, const Shift *by)
{
	n.next = moved(n.next, by->nodes);
	n.name = n.name == 0 ? 0 : by->names[n.name - 1] + 1;
	if (n.op == XP_NUMBER || n.op == XP_STRING)
		n.a += by->pool;
	else
	{
		n.a = moved(n.a, by->nodes);
		n.b = moved(n.b, by->nodes);
	}
	return n;
}

static bool
same_name(const Named *a, const Named *b)
{
	const XpName *x = a->name, *y = b->name;

	return x->flags == y->flags &&
		   bx_same_bytes(a->pool + x->local, x->local_len, b->pool + y->local, y->local_len) &&
		   bx_same_bytes(a->pool + x->uri, x->uri_len, b->pool + y->uri, y->uri_len) &&
		   bx_same_bytes(a->pool + x->prefix, x->prefix_len, b->pool + y->prefix, y->prefix_len);
}

static void
put_name(Names *names, const Named *one, uint32_t *number)
{
	uint32_t compared = names->n < NAMES_COMPARED ? names->n : NAMES_COMPARED;
	uint32_t i;

	for (i = 0; i < compared; i++)
		if (same_name(&names->distinct[i], one))
		{
			*number = i;
			return;
		}
	*number = names->n;
	names->distinct[names->n++] = *one;
}

static BxStatus
gather_names(const XpBlock *const *blocks, uint32_t n, uint32_t total, BxArena *arena, Names *names,
			 BxError *err)
{
	uint32_t i, k, at = 0;

	names->n = 0;
	names->distinct = bx_arena_alloc(arena, total * sizeof(Named));
	names->number = bx_arena_alloc(arena, total * sizeof(uint32_t));
	if (names->distinct == NULL || names->number == NULL)
		return bx_fail_nomem(err, total * sizeof(Named));
	for (i = 0; i < n; i++)
		for (k = 0; k < blocks[i]->n_names; k++)
			put_name(names, &(Named){&xp_names(blocks[i])[k], xp_pool(blocks[i])}, &names->number[at++]);
	return BX_OK;
}

/* A name that came before goes to the same place again. */
static void
copy_block(XpBlock *to, const XpBlock *from, const Shift *by)
{
	XpExpr *nodes = (XpExpr *) (uintptr_t) xp_nodes(to);
	XpName *names = (XpName *) (uintptr_t) xp_names(to);
	uint32_t i;

	for (i = 1; i < from->n_nodes; i++)
		nodes[by->nodes + i] = move_node(xp_nodes(from)[i], by);
	for (i = 0; i < from->n_names; i++)
	{
		XpName n = xp_names(from)[i];

		n.prefix += by->pool;
		n.uri += by->pool;
		n.local += by->pool;
		names[by->names[i]] = n;
	}
	memcpy((char *) (uintptr_t) xp_pool(to) + by->pool, xp_pool(from), from->pool_len);
}

/* A prefix of the path is not declared. */
static BxStatus
fail_unbound(const XpBlock *path, const XpName *name, BxError *err)
{
	BxStatus st = xp_undeclared(err, -1, "", xp_pool(path) + name->prefix, name->prefix_len);
	char source[XP_SHOWN_MAX];

	if (err == NULL)
		return st;
	xp_shown(xp_pool(path), path->source_len, source);
	snprintf(err->detail, sizeof(err->detail), "In the path \"%s\".", source);
	return st;
}

/* Add up the parts; the plan of a block that has unbound prefixes would be made from its source. */
static BxStatus
measure(const XpBlock *const *blocks, uint32_t n, XpBlock *sum, BxError *err)
{
	uint64_t pool = 0, nodes = 1, names = 0;
	uint32_t i, k;

	for (i = 0; i < n; i++)
	{
		nodes += blocks[i]->n_nodes - 1;
		names += blocks[i]->n_names;
		pool += blocks[i]->pool_len;
		for (k = 0; k < blocks[i]->n_names; k++)
		{
			const XpName *x = &xp_names(blocks[i])[k];

			if (x->flags & XP_NAME_UNBOUND)
				return fail_unbound(blocks[i], x, err);
		}
	}
	if (nodes > XP_MAX_NODES || pool > 4 * (uint64_t) XP_MAX_SOURCE)
		return bx_fail(err, BX_E_XPATH, -1, "paths of a rowset are too long together");
	sum->n_nodes = (uint32_t) nodes;
	sum->n_names = (uint32_t) names;
	sum->pool_len = (uint32_t) pool;
	return BX_OK;
}

BxStatus
xp_join(const XpBlock *const *blocks, uint32_t n, BxArena *arena, XpBlock **joined, uint32_t *roots,
		BxError *err)
{
	XpBlock sum = {.version = XP_VERSION};
	Shift by = {0, 0, NULL};
	Names names;
	size_t total;
	uint32_t i;

	BX_TRY(measure(blocks, n, &sum, err));
	BX_TRY(gather_names(blocks, n, sum.n_names, arena, &names, err));
	sum.n_names = names.n;
	by.names = names.number;
	total = sizeof(XpBlock) + sum.n_nodes * sizeof(XpExpr) + sum.n_names * sizeof(XpName) + sum.pool_len;
	*joined = bx_arena_zalloc(arena, total);
	if (*joined == NULL)
		return bx_fail_nomem(err, total);
	sum.total = (uint32_t) total;
	sum.root = blocks[0]->root;
	**joined = sum;
	for (i = 0; i < n; i++)
	{
		copy_block(*joined, blocks[i], &by);
		roots[i] = blocks[i]->root + by.nodes;
		by.nodes += blocks[i]->n_nodes - 1;
		by.names += blocks[i]->n_names;
		by.pool += blocks[i]->pool_len;
	}
	return BX_OK;
}
