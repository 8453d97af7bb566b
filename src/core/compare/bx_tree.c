/*
 * bx_tree.c -- nodes of a value in memory.
 */
#include "../base/bx_core_int.h"
#include "bx_tree.h"

#define POLL_EVERY 4096

void
bx_tree_init(BxTree *t, const BxHost *host, BxError *err)
{
	memset(t, 0, sizeof(*t));
	bx_buf_init(&t->nodes, host);
	bx_buf_init(&t->attrs, host);
	bx_buf_init(&t->values, host);
	bx_buf_init(&t->open, host);
	bx_buf_init(&t->sort, host);
	/* a value of 1 GB may be all short items, and each takes a node */
	t->nodes.max = t->attrs.max = t->sort.max = (size_t) 64 << 30;
	t->host = host;
	t->err = err;
}

void
bx_tree_free(BxTree *t)
{
	bx_buf_free(&t->nodes);
	bx_buf_free(&t->attrs);
	bx_buf_free(&t->values);
	bx_buf_free(&t->open);
	bx_buf_free(&t->sort);
}

static inline BxStatus
tick(BxTree *t)
{
	return ++t->ticks % POLL_EVERY == 0 ? bx_poll(t->host) : BX_OK;
}

/*
 * ---- hashes ----
 *
 * Without seed: they decide the order of siblings whose order does not count, and so that of what is reported.  Equal
 * ones are no more than a hint, and there is no table of them: who makes them collide makes comparisons compare.
 */

static inline uint64_t
mix(uint64_t h, uint64_t x)
{
	h = (h ^ x) * UINT64_C(0x9E3779B97F4A7C15);
	return h ^ h >> 29;
}

static uint64_t
hash_bytes(const uint8_t *s, size_t n)
{
	uint64_t h = n, x;

	for (; n >= 8; s += 8, n -= 8)
	{
		memcpy(&x, s, 8);
		h = mix(h, x);
	}
	for (x = 0; n > 0; n--)
		x = x << 8 | s[n - 1];
	return mix(h, x);
}

static uint64_t
hash_own(const BxTree *t, const BxTreeNode *node)
{
	uint64_t h = mix(mix(node->kind, node->name), hash_bytes(t->values.data + node->value, node->n));
	const BxAttr *a = bx_tree_attrs(t, node);
	uint32_t i;

	for (i = 0; i < node->n_attrs; i++)
		h = mix(mix(h, a[i].name), hash_bytes(t->values.data + a[i].value, a[i].n));
	return h;
}

/* ---- order ---- */

static inline int
compare_numbers(uint32_t a, uint32_t b)
{
	return a < b ? -1 : a > b;
}

int
bx_attr_compare(const BxAttr *a, const uint8_t *a_values, const BxAttr *b, const uint8_t *b_values)
{
	return bx_str_order(bx_str(a_values + a->value, a->n), bx_str(b_values + b->value, b->n));
}

static int
compare_nodes(const BxTree *t, const BxTreeNode *a, const BxTree *u, const BxTreeNode *b)
{
	const BxAttr *x = bx_tree_attrs(t, a), *y = bx_tree_attrs(u, b);
	int order = compare_numbers(a->kind, b->kind);
	uint32_t i;

	if (order == 0)
		order = compare_numbers(a->name, b->name);
	if (order == 0)
		order = compare_numbers(a->size, b->size);
	if (order == 0)
		order = compare_numbers(a->n_attrs, b->n_attrs);
	if (order == 0)
		order =
			bx_str_order(bx_str(t->values.data + a->value, a->n), bx_str(u->values.data + b->value, b->n));
	for (i = 0; i < a->n_attrs && order == 0; i++)
	{
		order = compare_numbers(x[i].name, y[i].name);
		if (order == 0)
			order = bx_attr_compare(&x[i], t->values.data, &y[i], u->values.data);
	}
	return order;
}

BxStatus
bx_tree_compare(BxTree *a, uint32_t i, uint32_t n, const BxTree *b, uint32_t j, uint32_t m, int *order)
{
	const BxTreeNode *x = bx_tree_nodes(a) + i, *y = bx_tree_nodes(b) + j;

	for (*order = 0; n > 0 && m > 0 && *order == 0; n--, m--)
	{
		BX_TRY(tick(a));
		*order = compare_nodes(a, x++, b, y++);
	}
	if (*order == 0)
		*order = compare_numbers(n, m);
	return BX_OK;
}

/* ---- multisets ---- */

/* A child with its subtree. */
typedef struct Child
{
	uint64_t hash;
	uint32_t at;
	uint32_t size;
} Child;

static BxStatus
compare_children(BxTree *t, const Child *a, const Child *b, int *order)
{
	*order = a->hash < b->hash ? -1 : a->hash > b->hash;
	return *order != 0 ? BX_OK : bx_tree_compare(t, a->at, a->size, t, b->at, b->size, order);
}

/* Merge the runs [lo, mid) and [mid, hi) of from into to. */
static BxStatus
merge(BxTree *t, const Child *from, Child *to, uint32_t lo, uint32_t mid, uint32_t hi)
{
	uint32_t i = lo, j = mid, k;
	int order;

	for (k = lo; k < hi; k++)
	{
		BX_TRY(tick(t));
		order = i == mid ? 1 : -1;
		if (i < mid && j < hi)
			BX_TRY(compare_children(t, &from[i], &from[j], &order));
		to[k] = order <= 0 ? from[i++] : from[j++];
	}
	return BX_OK;
}

/* Sort n children; *sorted is one of the two arrays. */
static BxStatus
sort_children(BxTree *t, Child *list, Child *other, uint32_t n, const Child **sorted)
{
	uint64_t run, lo;

	for (run = 1; run < n; run *= 2)
	{
		Child *swap = list;

		for (lo = 0; lo < n; lo += 2 * run)
			BX_TRY(merge(t, list, other, (uint32_t) lo, (uint32_t) (lo + run < n ? lo + run : n),
						 (uint32_t) (lo + 2 * run < n ? lo + 2 * run : n)));
		list = other;
		other = swap;
	}
	*sorted = list;
	return BX_OK;
}

/* The siblings from node `first` on, up to the last node there is, are a multiset: bring them into order. */
static BxStatus
order_children(BxTree *t, uint32_t first)
{
	uint32_t count = bx_tree_count(t), n = 0, i;
	BxTreeNode *nodes = bx_tree_nodes(t), *to;
	const Child *sorted = NULL;
	Child *list;

	for (i = first; i < count; i += nodes[i].size)
		n++;
	t->sort.len = 0;
	BX_TRY(bx_buf_reserve(&t->sort, 2 * (size_t) n * sizeof(Child) + (count - first) * sizeof(BxTreeNode),
						  t->err));
	list = (Child *) t->sort.data;
	for (i = first, n = 0; i < count; i += nodes[i].size)
		list[n++] = (Child){nodes[i].hash, i, nodes[i].size};
	BX_TRY(sort_children(t, list, list + n, n, &sorted));
	to = (BxTreeNode *) (list + 2 * (size_t) n);
	for (i = 0; i < n; i++)
	{
		memcpy(to, &nodes[sorted[i].at], sorted[i].size * sizeof(BxTreeNode));
		to += sorted[i].size;
	}
	if (count > first)
		memcpy(&nodes[first], list + 2 * (size_t) n, (count - first) * sizeof(BxTreeNode));
	return BX_OK;
}

/* ---- reading ---- */

static BxStatus
add_node(BxTree *t, const BxNode *from)
{
	BxTreeNode node = {.value = t->values.len,
					   .n = from->n,
					   .size = 1,
					   .name = from->name,
					   .source = from->source,
					   .attrs = (uint32_t) (t->attrs.len / sizeof(BxAttr)),
					   .n_attrs = from->n_attrs,
					   .off = from->off,
					   .kind = (uint8_t) from->kind,
					   .unordered = from->unordered,
					   .in_leaf = from->in_leaf};
	uint32_t i;

	BX_TRY(tick(t));
	BX_TRY(bx_buf_append(&t->values, from->s, from->n, t->err));
	for (i = 0; i < from->n_attrs; i++)
	{
		BxAttr a = from->attrs[i];

		a.value = t->values.len;
		BX_TRY(bx_buf_append(&t->values, from->values + from->attrs[i].value, a.n, t->err));
		BX_TRY(bx_buf_append(&t->attrs, &a, sizeof(a), t->err));
	}
	node.hash = hash_own(t, &node);
	return bx_buf_append(&t->nodes, &node, sizeof(node), t->err);
}

/* All children of a node are there. */
static BxStatus
end_element(BxTree *t, uint32_t at)
{
	uint32_t count = bx_tree_count(t), i;
	BxTreeNode *nodes = bx_tree_nodes(t);

	if (nodes[at].unordered)
		BX_TRY(order_children(t, at + 1));
	nodes[at].size = count - at;
	for (i = at + 1; i < count; i += nodes[i].size)
		nodes[at].hash = mix(nodes[at].hash, nodes[i].hash);
	nodes[at].hash = mix(nodes[at].hash, UINT64_C(0x5851F42D4C957F2D)); /* an end, lest ends could move */
	return BX_OK;
}

BxStatus
bx_tree_read(BxTree *t, BxCursor *c, bool unordered)
{
	uint32_t first = bx_tree_count(t), at;
	BxNode node;

	for (t->open.len = 0;;)
	{
		BX_TRY(bx_cursor_next(c, &node));
		if (node.kind == BX_NODE_DONE || (node.kind == BX_NODE_END && t->open.len == 0))
			return unordered ? order_children(t, first) : BX_OK;
		if (node.kind != BX_NODE_END)
		{
			at = bx_tree_count(t);
			if (at == UINT32_MAX)
				return bx_fail(t->err, BX_E_LIMIT, -1, "value has too many nodes to compare");
			BX_TRY(add_node(t, &node));
			if (node.kind == BX_NODE_ELEMENT)
				BX_TRY(bx_buf_append(&t->open, &at, sizeof(at), t->err));
			continue;
		}
		t->open.len -= sizeof(at);
		memcpy(&at, t->open.data + t->open.len, sizeof(at));
		BX_TRY(end_element(t, at));
	}
}
