/*
 * fn_deep_equal.c -- fn:deep-equal (F&O section 14.2.5): two sequences, item by item, nodes with all that is in them.
 */
#include "fn_function_int.h"

#include "../../base/bx_sort.h"

typedef struct Deep
{
	RuRun *run;
	const RuOp *op;
	AtCall at; /* its arena is scratch: what a comparison took is given back behind it */
	const AtCollation *collation;
} Deep;

static BxStatus nodes_equal(Deep *d, const XdItem *a, const XdItem *b, bool *equal);

static BxStatus
atoms_equal(Deep *d, const XdItem *a, const XdItem *b, bool *equal)
{
	return ru_at_op(d->run, d->op, at_same(&d->at, a, b, d->collation, equal));
}

/* Are the string values, or the typed values, the same? */
static BxStatus
values_equal(Deep *d, const XdItem *a, const XdItem *b, bool *equal)
{
	XdItem x, y;

	BX_TRY(xd_node_data(d->run->forest, d->at.arena, a, &x));
	BX_TRY(xd_node_data(d->run->forest, d->at.arena, b, &y));
	return atoms_equal(d, &x, &y, equal);
}

static BxStatus
names_equal(Deep *d, const XdItem *a, const XdItem *b, bool *equal)
{
	bool has_a, has_b;
	AtName x, y;

	BX_TRY(xd_node_name(d->run->forest, a, &x, &has_a));
	BX_TRY(xd_node_name(d->run->forest, b, &y, &has_b));
	*equal = has_a == has_b && (!has_a || (bx_str_equal(x.local, y.local) && bx_str_equal(x.uri, y.uri)));
	return BX_OK;
}

/* ---- attributes ---- */

typedef struct NamedNode
{
	AtName name;
	XdItem node;
} NamedNode;

static int
order_attributes(const void *a, const void *b)
{
	return at_name_order(&((const NamedNode *) a)->name, &((const NamedNode *) b)->name);
}

/* The attributes of an element in the order of their names. */
static BxStatus
attributes_of(Deep *d, const XdItem *element, NamedNode **list, uint32_t *n)
{
	uint32_t cap = 0;
	XdCursor *cursor;

	*list = NULL;
	*n = 0;
	BX_TRY(xd_cursor_open(d->run->forest, d->at.arena, XD_PATH_ATTRIBUTES, element, &cursor));
	for (;;)
	{
		XdItem node;
		bool found, has;

		BX_TRY(xd_cursor_next(cursor, &node, &found));
		if (!found)
			return bx_sort(d->run->host, *list, *n, sizeof(NamedNode), order_attributes, d->run->err);
		BX_TRY(bx_step(d->run->host));
		if (*n == cap)
		{
			cap = cap == 0 ? 8 : cap * 2;
			*list = bx_arena_grow(d->at.arena, *list, *n * sizeof(NamedNode), cap * sizeof(NamedNode));
			if (*list == NULL)
				return bx_fail_nomem(d->run->err, cap * sizeof(NamedNode));
		}
		(*list)[*n].node = node;
		BX_TRY(xd_node_name(d->run->forest, &node, &(*list)[*n].name, &has));
		++*n;
	}
}

static BxStatus
attributes_equal(Deep *d, const XdItem *a, const XdItem *b, bool *equal)
{
	NamedNode *x = NULL, *y = NULL;
	uint32_t n = 0, m = 0, i;

	BX_TRY(attributes_of(d, a, &x, &n));
	BX_TRY(attributes_of(d, b, &y, &m));
	*equal = n == m;
	for (i = 0; i < n && *equal; i++)
	{
		*equal = order_attributes(&x[i], &y[i]) == 0;
		if (*equal)
			BX_TRY(values_equal(d, &x[i].node, &y[i].node, equal));
	}
	return BX_OK;
}

/* ---- content ---- */

/* The next child that counts: comments and processing instructions do not. */
static BxStatus
next_child(Deep *d, XdCursor *cursor, XdItem *node, bool *found)
{
	do
	{
		BX_TRY(bx_step(d->run->host));
		BX_TRY(xd_cursor_next(cursor, node, found));
	} while (*found && (xd_kind(node) == XD_COMMENT || xd_kind(node) == XD_PI));
	return BX_OK;
}

static BxStatus
content_equal(Deep *d, const XdItem *a, const XdItem *b, bool *equal)
{
	XdCursor *x, *y;

	BX_TRY(ru_check_stack(d->run));
	BX_TRY(xd_cursor_open(d->run->forest, d->at.arena, XD_PATH_CHILDREN, a, &x));
	BX_TRY(xd_cursor_open(d->run->forest, d->at.arena, XD_PATH_CHILDREN, b, &y));
	for (;;)
	{
		XdItem c, e;
		bool more_a, more_b;

		BX_TRY(next_child(d, x, &c, &more_a));
		BX_TRY(next_child(d, y, &e, &more_b));
		*equal = more_a == more_b;
		if (*equal && more_a)
			BX_TRY(nodes_equal(d, &c, &e, equal));
		if (!*equal || !more_a)
			return BX_OK;
	}
}

static BxStatus
nodes_equal(Deep *d, const XdItem *a, const XdItem *b, bool *equal)
{
	BxArenaMark mark = bx_arena_mark(d->at.arena);
	BxStatus st = BX_OK;

	*equal = xd_same_node(a, b);
	if (*equal)
		return BX_OK;
	if (xd_kind(a) != xd_kind(b))
		return BX_OK;
	BX_TRY(names_equal(d, a, b, equal));
	if (*equal && xd_kind(a) == XD_ELEMENT)
		BX_TRY(attributes_equal(d, a, b, equal));
	if (*equal)
		st = xd_kind(a) == XD_ELEMENT || xd_kind(a) == XD_DOCUMENT ? content_equal(d, a, b, equal)
																   : values_equal(d, a, b, equal);
	bx_arena_release(d->at.arena, &mark);
	return st;
}

/* ---- maps and arrays ---- */

static BxStatus items_equal(Deep *d, const XdItem *a, const XdItem *b, bool *equal);

static BxStatus
seqs_equal(Deep *d, const XdSeq *a, const XdSeq *b, bool *equal)
{
	uint64_t i;

	*equal = a->n == b->n;
	for (i = 0; i < a->n && *equal; i++)
	{
		XdItem x = xd_seq_at(a, i), y = xd_seq_at(b, i);

		BX_TRY(bx_step(d->run->host));
		BX_TRY(items_equal(d, &x, &y, equal));
	}
	return BX_OK;
}

static BxStatus
arrays_equal(Deep *d, const XdArray *a, const XdArray *b, bool *equal)
{
	uint64_t i;

	*equal = a->n == b->n;
	for (i = 0; i < a->n && *equal; i++)
		BX_TRY(seqs_equal(d, &a->members[i], &b->members[i], equal));
	return BX_OK;
}

/* The same keys, whatever their order. */
static BxStatus
maps_equal(Deep *d, const XdMap *a, const XdMap *b, bool *equal)
{
	const XdMapEntry *const *list;
	const XdMapEntry *other;
	uint64_t i;

	*equal = a->n == b->n;
	BX_TRY(xd_map_list(a, d->run->err, &list));
	for (i = 0; i < a->n && *equal; i++)
	{
		BX_TRY(ru_at_op(d->run, d->op, xd_map_find(&d->at, b, &list[i]->key, &other)));
		*equal = other != NULL;
		if (*equal)
			BX_TRY(seqs_equal(d, &list[i]->value, &other->value, equal));
	}
	return BX_OK;
}

static BxStatus
items_equal(Deep *d, const XdItem *a, const XdItem *b, bool *equal)
{
	*equal = false;
	if ((a->type == AT_FUNCTION && a->u.f->kind == XD_CODE) ||
		(b->type == AT_FUNCTION && b->u.f->kind == XD_CODE))
		return ru_fail(d->run, d->op, "FOTY0015", "functions cannot be compared");
	if (at_is_node(a) && at_is_node(b))
		return nodes_equal(d, a, b, equal);
	if (at_is_atomic(a) && at_is_atomic(b))
		return atoms_equal(d, a, b, equal);
	BX_TRY(ru_check_stack(d->run));
	if (xd_is_array(a) && xd_is_array(b))
		return arrays_equal(d, xd_array(a), xd_array(b), equal);
	return xd_is_map(a) && xd_is_map(b) ? maps_equal(d, xd_map(a), xd_map(b), equal) : BX_OK;
}

static BxStatus
sequences_equal(Deep *d, const RuCx *cx, bool *equal)
{
	RuIter x, y;

	BX_TRY(ru_open(d->run, d->op->args[0], cx, &x));
	BX_TRY(ru_open(d->run, d->op->args[1], cx, &y));
	for (;;)
	{
		bool more_a, more_b;
		XdItem a, b;

		BX_TRY(ru_next(d->run, &x, &a, &more_a));
		BX_TRY(ru_next(d->run, &y, &b, &more_b));
		*equal = more_a == more_b;
		if (*equal && more_a)
			BX_TRY(items_equal(d, &a, &b, equal));
		if (*equal && more_a)
			continue;
		if (more_a)
			ru_close(d->run, &x);
		if (more_b)
			ru_close(d->run, &y);
		return BX_OK;
	}
}

BxStatus
fn_deep_equal(RU_EBV_ARGS)
{
	Deep d = {.run = run, .op = op, .at = ru_at(run, cx)};
	RuArena *scratch;

	BX_TRY(fn_arg_collation(run, op, 2, cx, &d.collation));
	BX_TRY(ru_arena_take(run, &scratch));
	d.at.arena = &scratch->arena;
	BX_TRY(sequences_equal(&d, cx, value));
	ru_arena_give(run, scratch);
	return BX_OK;
}
