/*
 * xp_construct.c -- constructors put around operands of a compiled path.
 *
 * x becomes xs:date(x); a node-set becomes x/xs:date(self::node()).  Nodes move up to make room, the order stays: a
 * parent comes after its children.
 */
#include "../../base/bx_core_int.h"
#include "xp_ast_int.h"
#include "xp_construct.h"

#define AROUND_NODES 4 /* step, path, call, map */

/* How many nodes come behind a node, around it. */
static uint32_t
extra(const XpExpr *e, uint8_t func)
{
	return func == 0 ? 0 : e->type == XP_T_NODESET ? AROUND_NODES : 1;
}

static uint32_t
ref(const uint32_t *to, uint32_t node)
{
	return node == 0 ? 0 : to[node];
}

/* The nodes around a node that lies at index at; the last one takes its place among its siblings. */
static void
put_around(XpExpr *nodes, uint32_t at, uint8_t func)
{
	XpExpr *e = &nodes[at];
	XpExpr call = {.op = XP_CALL, .func = func, .n_args = 1, .a = at, .type = XP_T_SEQUENCE, .pos = e->pos};
	uint32_t last = at + 1;

	if (e->type == XP_T_NODESET)
	{
		nodes[at + 1] = (XpExpr){
			.op = XP_STEP, .axis = XP_AX_SELF, .test = XP_TEST_NODE, .type = XP_T_NODESET, .pos = e->pos};
		nodes[at + 2] = (XpExpr){.op = XP_PATH, .a = at + 1, .type = XP_T_NODESET, .pos = e->pos};
		call.a = at + 2;
		nodes[at + 3] = call;
		last = at + AROUND_NODES;
		nodes[last] = (XpExpr){.op = XP_MAP, .a = at, .b = at + 3, .type = XP_T_SEQUENCE, .pos = e->pos};
	}
	else
		nodes[last] = call;
	nodes[last].next = e->next;
	e->next = 0;
}

static void
put_nodes(const XpBlock *from, const uint8_t *funcs, const uint32_t *to, XpExpr *nodes)
{
	uint32_t i;

	for (i = 1; i < from->n_nodes; i++)
	{
		uint32_t at = to[i] - extra(&xp_nodes(from)[i], funcs[i]);
		XpExpr e = xp_nodes(from)[i];

		e.next = ref(to, e.next);
		if (e.op != XP_NUMBER && e.op != XP_STRING)
		{
			e.a = ref(to, e.a);
			e.b = ref(to, e.b);
		}
		nodes[at] = e;
		if (funcs[i] != 0)
			put_around(nodes, at, funcs[i]);
	}
	/* what was a node-set may be a sequence now */
	for (i = 1; i <= to[from->n_nodes - 1]; i++)
		nodes[i].type = (uint8_t) xp_static_type(nodes, &nodes[i]);
}

static BxStatus
too_large(BxError *err)
{
	return bx_fail(err, BX_E_XPATH, -1, "expression too long or too deeply nested for typed comparisons");
}

/* Where each node goes: the index of what is around it. */
static uint32_t *
places(const XpBlock *block, const uint8_t *funcs, BxArena *arena, uint32_t *n)
{
	uint32_t *to = bx_arena_alloc(arena, block->n_nodes * sizeof(uint32_t));
	uint32_t i;

	for (*n = 1, i = 1; to != NULL && i < block->n_nodes; i++)
	{
		*n += 1 + extra(&xp_nodes(block)[i], funcs[i]);
		to[i] = *n - 1;
	}
	return to;
}

BxStatus
xp_construct(const XpBlock *block, const uint8_t *funcs, size_t reserve, BxArena *arena, XpBlock **made,
			 BxError *err)
{
	uint32_t n, *to = places(block, funcs, arena, &n);
	size_t rest = block->total - sizeof(XpBlock) - block->n_nodes * sizeof(XpExpr), total;
	char *memory;

	if (to == NULL)
		return bx_fail_nomem(err, block->n_nodes * sizeof(uint32_t));
	if (n > XP_MAX_NODES)
		return too_large(err);
	total = sizeof(XpBlock) + n * sizeof(XpExpr) + rest;
	memory = bx_arena_zalloc(arena, reserve + total);
	if (memory == NULL)
		return bx_fail_nomem(err, reserve + total);
	*made = (XpBlock *) (memory + reserve);
	**made = *block;
	(*made)->total = (uint32_t) total;
	(*made)->n_nodes = n;
	(*made)->root = to[block->root];
	put_nodes(block, funcs, to, (XpExpr *) (uintptr_t) xp_nodes(*made));
	memcpy((char *) (uintptr_t) xp_names(*made), xp_names(block), rest);
	return xp_block_check(*made, total) ? BX_OK : too_large(err);
}
