/*
 * xp_block.c -- collect nodes, names and pool text while parsing, then lay out the block.
 *
 * The arrays grow in the arena by doubling, the old copy stays there until the arena goes.  The pool is the
 * source, then text that does not occur in the source as it is needed (decoded literals, predefined URIs), then
 * the doubles: so the checker can separate text from numbers by counting XP_NUMBER nodes.
 */
#include "../../base/bx_core_int.h"
#include "xp_parse_int.h"

static bool
no_memory(XpParser *p, size_t n)
{
	p->status = bx_fail_nomem(p->err, n);
	return false;
}

/*
 * The array with room for more items behind the used ones, moved when it had to grow; NULL on failure.  Sizes stay
 * far below 2^32: nodes and text are bounded.
 */
void *
xp_room(XpParser *p, void *array, size_t item, uint32_t used, uint32_t more, uint32_t *cap)
{
	uint32_t want = *cap;
	void *bigger;

	if (BX_LIKELY(more <= *cap - used && array != NULL))
		return array;
	while (want == 0 || want - used < more)
		want = want == 0 ? 8 : want * 2;
	bigger = bx_arena_alloc(p->arena, want * item);
	if (bigger == NULL)
	{
		no_memory(p, want * item);
		return NULL;
	}
	if (used > 0)
		memcpy(bigger, array, used * item);
	*cap = want;
	return bigger;
}

/* Nodes for a short path without growing: a name makes two nodes, "//" one, an operator one. */
bool
xp_build_init(XpParser *p)
{
	uint32_t cap = p->lx.n < 64 ? p->lx.n + 4 : 64;

	p->nodes = bx_arena_zalloc(p->arena, cap * sizeof(XpExpr));
	p->heights = bx_arena_zalloc(p->arena, cap * sizeof(uint16_t));
	if (p->nodes == NULL || p->heights == NULL)
		return no_memory(p, cap * sizeof(XpExpr));
	p->cap_nodes = cap;
	p->n_nodes = 1;
	return true;
}

/* Levels below a node.  Each list is walked once, when its parent is made. */
static uint32_t
kids_height(const XpParser *p, const XpExpr *node)
{
	uint32_t height = 0;
	unsigned slot;

	for (slot = 0; slot < 2; slot++)
	{
		uint32_t kid = xp_kid(node, slot);

		for (; kid != 0; kid = p->nodes[kid].next)
			if (p->heights[kid] > height)
				height = p->heights[kid];
	}
	return height;
}

static bool
node_room(XpParser *p)
{
	uint32_t cap = p->cap_nodes;
	uint16_t *heights;
	XpExpr *nodes;

	if (p->n_nodes < cap)
		return true;
	heights = xp_room(p, p->heights, sizeof(uint16_t), p->n_nodes, 1, &cap);
	if (heights == NULL)
		return false;
	nodes = xp_room(p, p->nodes, sizeof(XpExpr), p->n_nodes, 1, &p->cap_nodes);
	if (nodes == NULL)
		return false;
	p->heights = heights;
	p->nodes = nodes;
	return true;
}

/* Add a node whose children are complete; its static type is filled in. */
uint32_t
xp_add_node(XpParser *p, const XpExpr *node)
{
	uint32_t height = kids_height(p, node) + 1;
	XpExpr *slot;

	_Static_assert(XP_MAX_NODES == 65536 && XP_TREE_DEPTH == 2048, "the messages say it");
	if (p->n_nodes == XP_MAX_NODES)
		return xp_error(p, node->pos, "At most 65535 steps, operators and values are allowed.",
						"expression too long");
	if (height > XP_TREE_DEPTH)
		return xp_error(p, node->pos,
						"At most 2048 levels are allowed; a chain of operators has one for each.",
						"expression too deeply nested");
	if (!node_room(p))
		return 0;
	slot = &p->nodes[p->n_nodes];
	*slot = *node;
	slot->type = (uint8_t) xp_static_type(p->nodes, node);
	p->heights[p->n_nodes] = (uint16_t) height;
	if (p->ends.nodes != NULL)
		p->ends.nodes[p->n_nodes] = p->ends.token;
	return p->n_nodes++;
}

uint32_t
xp_add_name(XpParser *p, const XpName *name)
{
	XpName *names = xp_room(p, p->names, sizeof(XpName), p->n_names, 1, &p->cap_names);

	if (names == NULL)
		return 0;
	p->names = names;
	names[p->n_names] = *name;
	return ++p->n_names;
}

uint32_t
xp_add_number(XpParser *p, double number)
{
	double *numbers = xp_room(p, p->numbers, sizeof(double), p->n_numbers, 1, &p->cap_numbers);

	if (numbers == NULL)
		return 0;
	p->numbers = numbers;
	numbers[p->n_numbers] = number;
	return ++p->n_numbers;
}

static bool
extra_room(XpParser *p, uint32_t more)
{
	char *extra = xp_room(p, p->extra, 1, p->extra_len, more, &p->cap_extra);

	if (extra == NULL)
		return false;
	p->extra = extra;
	return true;
}

bool
xp_add_char(XpParser *p, char c)
{
	if (!extra_room(p, 1))
		return false;
	p->extra[p->extra_len++] = c;
	return true;
}

bool
xp_add_text(XpParser *p, const char *s, size_t n, XpSpan *span)
{
	uint32_t len = (uint32_t) n;

	if (!extra_room(p, len))
		return false;
	span->off = p->lx.n + p->extra_len;
	span->len = len;
	if (len > 0)
		memcpy(p->extra + p->extra_len, s, len);
	p->extra_len += len;
	return true;
}

/* Text of a span that is not empty: a piece of the source or of the extra text; valid until more is added. */
const char *
xp_span_text(const XpParser *p, XpSpan span)
{
	return span.off < p->lx.n ? p->lx.s + span.off : p->extra + (span.off - p->lx.n);
}

bool
xp_span_same(const XpParser *p, XpSpan a, XpSpan b)
{
	return a.len == b.len && (a.len == 0 || memcmp(xp_span_text(p, a), xp_span_text(p, b), a.len) == 0);
}

bool
xp_span_is(const XpParser *p, XpSpan span, const char *s)
{
	return span.len == strlen(s) && (span.len == 0 || memcmp(xp_span_text(p, span), s, span.len) == 0);
}

static void *
put(void *to, const void *from, size_t n)
{
	if (n > 0)
		memcpy(to, from, n);
	return (char *) to + n;
}

/* Give the numbers their places behind the text. */
static void
place_numbers(XpParser *p)
{
	uint32_t text_len = p->lx.n + p->extra_len;
	uint32_t i;

	for (i = 1; i < p->n_nodes; i++)
		if (p->nodes[i].op == XP_NUMBER)
			p->nodes[i].a = text_len + p->nodes[i].a * XP_DOUBLE_BYTES;
}

uint32_t
xp_add_item(XpParser *p, uint32_t pos)
{
	XpExpr node = {.op = XP_ITEM, .pos = pos};

	return xp_add_node(p, &node);
}

XpBlock *
xp_build_block(XpParser *p, uint32_t root, size_t reserve)
{
	size_t pool_len = (size_t) p->lx.n + p->extra_len + (size_t) p->n_numbers * XP_DOUBLE_BYTES;
	size_t total = sizeof(XpBlock) + p->n_nodes * sizeof(XpExpr) + p->n_names * sizeof(XpName) + pool_len;
	char *memory = bx_arena_alloc(p->arena, reserve + total);
	XpBlock *block;
	void *to;

	if (memory == NULL)
	{
		no_memory(p, reserve + total);
		return NULL;
	}
	memset(memory, 0, reserve + sizeof(XpBlock));
	block = (XpBlock *) (memory + reserve);
	block->version = XP_VERSION;
	block->total = (uint32_t) total;
	block->n_nodes = p->n_nodes;
	block->n_names = p->n_names;
	block->pool_len = (uint32_t) pool_len;
	block->source_len = p->lx.n;
	block->root = root;
	place_numbers(p);
	to = put(block + 1, p->nodes, p->n_nodes * sizeof(XpExpr));
	to = put(to, p->names, p->n_names * sizeof(XpName));
	to = put(to, p->lx.s, p->lx.n);
	to = put(to, p->extra, p->extra_len);
	put(to, p->numbers, (size_t) p->n_numbers * XP_DOUBLE_BYTES);
	return block;
}
