/*
 * q_block_put.c -- collect nodes, names and pool text of a path, then lay out the block.
 *
 * The pool is the source, then text that does not occur in the source as it is needed (decoded literals, predefined
 * URIs), then the doubles: so the checker can separate text from numbers by counting XP_NUMBER nodes.
 */
#include "q_block_int.h"

#include <stdarg.h>
#include <stdio.h>

BxStatus
q_block_fail(QBlock *b, uint32_t pos, const char *detail, const char *fmt, ...)
{
	char what[BX_MSG_MAX];

	if (b->err == NULL)
		return BX_E_XPATH;
	BX_PUT_MESSAGE(what, fmt);
	bx_fail(b->err, BX_E_XPATH, pos, XP_INVALID "%s", what);
	if (detail != NULL)
		snprintf(b->err->detail, sizeof(b->err->detail), "%s", detail);
	return BX_E_XPATH;
}

/* Sizes stay far below 2^32: nodes and text are bounded. */
static BxStatus
grow(QBlock *b, QArray *array, size_t size, uint32_t more)
{
	uint32_t want = array->cap == 0 ? 8 : array->cap;
	void *bigger;

	while (want - array->n < more)
		want *= 2;
	bigger = bx_arena_grow(b->arena, array->items, array->n * size, want * size);
	if (bigger == NULL)
		return bx_fail_nomem(b->err, want * size);
	array->items = bigger;
	array->cap = want;
	return BX_OK;
}

/* Room for more items behind those of an array. */
static inline BxStatus
room(QBlock *b, QArray *array, size_t size, uint32_t more)
{
	return BX_LIKELY(more <= array->cap - array->n) ? BX_OK : grow(b, array, size, more);
}

BxStatus
q_array_add(QBlock *b, QArray *array, const void *item, size_t size)
{
	BX_TRY(room(b, array, size, 1));
	memcpy((char *) array->items + array->n++ * size, item, size);
	return BX_OK;
}

BxStatus
q_block_begin(QBlock *b, const QModule *path, BxArena *arena, BxError *err)
{
	/* a name makes two nodes, "//" one, an operator one */
	uint32_t want = path->source.n < 64 ? ((uint32_t) path->source.n & ~3u) + 8 : 64;
	size_t bytes = want * (sizeof(XpExpr) + sizeof(uint16_t));
	/* the heights are first: as they grow, nobody takes the piece for one that is theirs alone */
	uint16_t *heights = bx_arena_alloc(arena, bytes);
	XpExpr *nodes = (XpExpr *) (void *) (heights + want);

	if (heights == NULL)
		return bx_fail_nomem(err, bytes);
	memset(b, 0, offsetof(QBlock, locals));
	b->path = path;
	b->arena = arena;
	b->err = err;
	memset(nodes, 0, sizeof(*nodes));
	heights[0] = 0;
	b->nodes = (QArray){nodes, 1, want};
	b->heights = (QArray){heights, 1, want};
	return BX_OK;
}

/* Levels below a node.  Each list is walked once, when its parent is made. */
static uint32_t
kids_height(const QBlock *b, const XpExpr *node)
{
	const uint16_t *heights = b->heights.items;
	uint32_t height = 0;
	unsigned slot;

	for (slot = 0; slot < 2; slot++)
	{
		uint32_t kid = xp_kid(node, slot);

		for (; kid != 0; kid = q_nodes(b)[kid].next)
			if (heights[kid] > height)
				height = heights[kid];
	}
	return height;
}

/* As the parser asks the host. */
#define NODES_PER_POLL 4096

BxStatus
q_emit_node(QBlock *b, const XpExpr *node, uint32_t *at)
{
	uint32_t height = kids_height(b, node) + 1;
	XpExpr *slot;

	_Static_assert(XP_MAX_NODES == 65536 && XP_TREE_DEPTH == 2048, "the messages say it");
	*at = b->nodes.n;
	if (b->nodes.n == XP_MAX_NODES)
		return q_block_fail(b, node->pos, "At most 65535 steps, operators and values are allowed.",
							"expression too long");
	if (height > XP_TREE_DEPTH)
		return q_block_fail(b, node->pos,
							"At most 2048 levels are allowed; a chain of operators has one for each.",
							"expression too deeply nested");
	bx_note(b->arena->host, BX_STEP_UNITS);
	if (BX_UNLIKELY(b->nodes.n % NODES_PER_POLL == 0))
		BX_TRY(bx_poll(b->arena->host));
	BX_TRY(room(b, &b->heights, sizeof(uint16_t), 1));
	BX_TRY(room(b, &b->nodes, sizeof(XpExpr), 1));
	((uint16_t *) b->heights.items)[b->heights.n++] = (uint16_t) height;
	slot = &q_nodes(b)[b->nodes.n++];
	*slot = *node;
	slot->type = (uint8_t) xp_static_type(q_nodes(b), node);
	return BX_OK;
}

BxStatus
q_emit_name(QBlock *b, const XpName *name, uint32_t *number)
{
	BX_TRY(room(b, &b->names, sizeof(XpName), 1));
	((XpName *) b->names.items)[b->names.n++] = *name;
	*number = b->names.n;
	return BX_OK;
}

BxStatus
q_emit_number(QBlock *b, double number, uint32_t *at)
{
	*at = b->numbers.n;
	return q_array_add(b, &b->numbers, &number, sizeof(number));
}

BxStatus
q_emit_text(QBlock *b, BxStr s, QSpan *span)
{
	uintptr_t from = (uintptr_t) b->path->source.s, at = (uintptr_t) s.s;

	span->len = (uint32_t) s.n;
	span->off = (uint32_t) (at - from);
	if (at >= from && at - from <= b->path->source.n)
		return BX_OK;
	span->off = (uint32_t) b->path->source.n + b->extra.n;
	BX_TRY(room(b, &b->extra, 1, span->len));
	if (span->len > 0)
		memcpy((char *) b->extra.items + b->extra.n, s.s, span->len);
	b->extra.n += span->len;
	return BX_OK;
}

BxStr
q_span_text(const QBlock *b, uint32_t off, uint32_t len)
{
	uint32_t n = (uint32_t) b->path->source.n;

	if (len == 0)
		return bx_str("", 0);
	return bx_str(off < n ? b->path->source.s + off : (const char *) b->extra.items + (off - n), len);
}

static void *
put(void *to, const void *from, size_t n)
{
	if (n > 0)
		memcpy(to, from, n);
	return (char *) to + n;
}

BxStatus
q_block_finish(QBlock *b, uint32_t root, size_t reserve, XpBlock **block)
{
	size_t n = b->path->source.n, numbers = (size_t) b->numbers.n * XP_DOUBLE_BYTES;
	size_t pool_len = n + b->extra.n + numbers;
	size_t total = sizeof(XpBlock) + b->nodes.n * sizeof(XpExpr) + b->names.n * sizeof(XpName) + pool_len;
	char *memory = bx_arena_alloc(b->arena, reserve + total);
	void *to;

	if (memory == NULL)
		return bx_fail_nomem(b->err, reserve + total);
	memset(memory, 0, reserve + sizeof(XpBlock));
	*block = (XpBlock *) (memory + reserve);
	(*block)->version = XP_VERSION;
	(*block)->total = (uint32_t) total;
	(*block)->n_nodes = b->nodes.n;
	(*block)->n_names = b->names.n;
	(*block)->pool_len = (uint32_t) pool_len;
	(*block)->source_len = (uint32_t) n;
	(*block)->root = root;
	for (uint32_t i = 1; numbers > 0 && i < b->nodes.n; i++)
		if (q_nodes(b)[i].op == XP_NUMBER)
			q_nodes(b)[i].a = (uint32_t) (n + b->extra.n) + q_nodes(b)[i].a * XP_DOUBLE_BYTES;
	to = put(*block + 1, b->nodes.items, b->nodes.n * sizeof(XpExpr));
	to = put(to, b->names.items, b->names.n * sizeof(XpName));
	to = put(to, b->path->source.s, n);
	to = put(to, b->extra.items, b->extra.n);
	put(to, b->numbers.items, numbers);
	return BX_OK;
}
