/*
 * bx_equal.c -- two values gone through in step.
 */
#include "../base/bx_core_int.h"

#include "../store/bx_window.h"
#include "bx_equal.h"
#include "bx_same.h"
#include "bx_tree.h"

/* One of the two values. */
typedef struct Side
{
	BxReadAll pass;
	BxTable table;
	BxCursor cursor;
	BxTree tree;
} Side;

typedef struct Equal
{
	Side side[2];
	const BxHost *host;
	BxSame same;
	BxError *err;
} Equal;

/* ---- equal bytes ---- */

/* Both sides come to elements next: if these are the same bytes, pass over them. */
static BxStatus
pass_alike(Equal *q, bool *passed)
{
	const BxEvent *a, *b;

	*passed = false;
	BX_TRY(bx_cursor_element(&q->side[0].cursor, &a));
	BX_TRY(bx_cursor_element(&q->side[1].cursor, &b));
	if (a != NULL && b != NULL)
		BX_TRY(bx_same_element(&q->same, a, b, passed));
	if (!*passed)
		return BX_OK;
	BX_TRY(bx_cursor_pass(&q->side[0].cursor));
	return bx_cursor_pass(&q->side[1].cursor);
}

/* ---- nodes ---- */

static bool
same_attributes(const BxNode *a, const BxNode *b)
{
	uint32_t i;

	if (a->n_attrs != b->n_attrs)
		return false;
	for (i = 0; i < a->n_attrs; i++)
		if (a->attrs[i].name != b->attrs[i].name ||
			bx_attr_compare(&a->attrs[i], a->values, &b->attrs[i], b->values) != 0)
			return false;
	return true;
}

static bool
same_node(const BxNode *a, const BxNode *b)
{
	return a->kind == b->kind && a->name == b->name && a->n == b->n && same_attributes(a, b) &&
		   (a->n == 0 || memcmp(a->s, b->s, a->n) == 0);
}

/* What is left of the innermost elements of both, as multisets. */
static BxStatus
same_multisets(Equal *q, bool *equal)
{
	BxTree *t[2] = {&q->side[0].tree, &q->side[1].tree};
	int i, order;

	for (i = 0; i < 2; i++)
	{
		t[i]->nodes.len = t[i]->attrs.len = t[i]->values.len = 0;
		BX_TRY(bx_tree_read(t[i], &q->side[i].cursor, true));
	}
	BX_TRY(bx_tree_compare(t[0], 0, bx_tree_count(t[0]), t[1], 0, bx_tree_count(t[1]), &order));
	*equal = order == 0;
	return BX_OK;
}

static BxStatus
compare(Equal *q, bool *equal)
{
	BxNode a, b;
	bool passed;

	*equal = true;
	if (bx_rule_top(&q->side[0].cursor.way))
		return same_multisets(q, equal);
	for (;;)
	{
		passed = false;
		if (q->same.alike)
			BX_TRY(pass_alike(q, &passed));
		if (passed)
			continue;
		BX_TRY(bx_cursor_next(&q->side[0].cursor, &a));
		BX_TRY(bx_cursor_next(&q->side[1].cursor, &b));
		*equal = same_node(&a, &b);
		if (*equal && a.unordered)
			BX_TRY(same_multisets(q, equal));
		if (!*equal || a.kind == BX_NODE_DONE)
			return BX_OK;
	}
}

/* ---- entry ---- */

static BxStatus
open_sides(Equal *q, BxStore *a, BxStore *b, BxArena *arena)
{
	BxStore *store[2] = {a, b};
	int i;

	for (i = 0; i < 2; i++)
		bx_tree_init(&q->side[i].tree, q->host, q->err);
	for (i = 0; i < 2; i++)
	{
		BX_TRY(bx_read_all_open(&q->side[i].pass, store[i], arena, q->err));
		BX_TRY(bx_read_all_table(&q->side[i].pass, &q->side[i].table, arena));
	}
	return BX_OK;
}

static BxStatus
run(Equal *q, const BxIgnore *ignore, BxArena *arena, bool *equal)
{
	BxNumbers numbers;
	int i;

	BX_TRY(bx_numbers_make(&numbers, &q->side[0].table, &q->side[1].table, arena, q->err));
	for (i = 0; i < 2; i++)
		BX_TRY(bx_cursor_open(&q->side[i].cursor, &q->side[i].table, &q->side[i].pass.items.source,
							  numbers.of[i], ignore, arena, q->err));
	bx_same_open(&q->same, &q->side[0].pass, &q->side[1].pass, q->host);
	return compare(q, equal);
}

BxStatus
bx_deep_equal(BxStore *a, BxStore *b, const BxIgnore *ignore, const BxHost *host, bool *equal, BxError *err)
{
	Equal q = {.host = host, .err = err};
	BxArena arena;
	BxStatus st;
	int i;

	bx_arena_init(&arena, host);
	st = open_sides(&q, a, b, &arena);
	if (st == BX_OK)
		st = run(&q, ignore, &arena, equal);
	for (i = 0; i < 2; i++)
	{
		if (q.side[i].cursor.host != NULL)
			bx_cursor_close(&q.side[i].cursor);
		bx_tree_free(&q.side[i].tree);
		if (q.side[i].pass.items.img != NULL)
			bx_read_all_close(&q.side[i].pass);
	}
	bx_arena_reset(&arena);
	return st;
}
