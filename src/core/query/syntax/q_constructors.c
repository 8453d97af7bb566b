/*
 * q_constructors.c -- constructors put around operands of a path, in its text.
 *
 * "x" becomes xs:date("x"), nodes a/b become a/b/xs:date(.), and a path @c to one node xs:date(@c).  The text is parsed
 * again to find out where operands end; parsing gives the same nodes as before.
 */
#include "q_block_int.h"

#include "../../base/bx_buf.h"
#include "../../base/bx_sort.h"
#include "../../base/bx_utf8.h"
#include "../../xpath/syntax/xp_construct.h"
#include "q_parse.h"

/* A piece of text to be put in before an offset of the source. */
typedef struct Insertion
{
	uint32_t off;
	uint8_t func; /* constructor; its name and "(" */
	bool close;   /* else: ")" */
	bool nodes;   /* "/", the name and "(.)" */
} Insertion;

typedef struct Construct
{
	const XpBlock *block;
	uint32_t *ends; /* where the text of each node ends */
	Insertion *list;
	uint32_t n;
	bool braced; /* the prefix xs means something else */
	BxBuf out;
} Construct;

bool
xp_constructible(const XpExpr *node)
{
	switch (node->op)
	{
		case XP_STRING:
		case XP_VARIABLE: return true;
		case XP_CALL: return node->func == XP_FN_TRUE || node->func == XP_FN_FALSE;
		case XP_PATH: return node->a != 0;
		default: return node->op == XP_FILTER;
	}
}

/* Where the text of each node ends, and whether the prefix xs has been used. */
static BxStatus
find_ends(Construct *c, BxArena *arena, BxError *err)
{
	const QKnown *known;
	QModule *path;
	QBlock b;

	BX_TRY(q_parse(bx_str(xp_pool(c->block), c->block->source_len), Q_MODE_PATH, NULL, 0, arena, arena->host,
				   &path, err));
	BX_TRY(q_emit_path_block(&b, path, &c->ends, c->block->n_nodes, arena, err));
	known = b.known.items;
	for (uint32_t i = 0; i < b.known.n; i++)
		c->braced = c->braced || bx_str_is(known[i].prefix, "xs");
	return BX_OK;
}

static int
order(const void *a, const void *b)
{
	const Insertion *x = a, *y = b;

	return x->off < y->off ? -1 : x->off > y->off;
}

static BxStatus
list_insertions(Construct *c, const uint8_t *funcs, BxArena *arena, BxError *err)
{
	const char *s = xp_pool(c->block);
	const uint8_t *at = (const uint8_t *) s, *end = at + c->block->source_len;
	uint32_t i;

	c->list = bx_arena_alloc(arena, c->block->n_nodes * 2 * sizeof(Insertion));
	if (c->list == NULL)
		return bx_fail_nomem(err, c->block->n_nodes * sizeof(Insertion));
	for (i = 1; i < c->block->n_nodes; i++)
	{
		const XpExpr *e = &xp_nodes(c->block)[i];
		uint32_t pos = e->pos;
		uint8_t func = funcs[i] & (XP_CONSTRUCT_WHOLE - 1);

		if (funcs[i] == 0)
			continue;
		/* the place of a path is its start, unless it starts with another expression */
		if (e->type == XP_T_NODESET && !((funcs[i] & XP_CONSTRUCT_WHOLE) && e->op == XP_PATH && e->b == 0))
		{
			c->list[c->n++] = (Insertion){.off = c->ends[i], .func = func, .nodes = true};
			continue;
		}
		for (at = (const uint8_t *) s; --pos > 0 && at < end && bx_utf8_next(&at, end) >= 0;)
			continue;
		c->list[c->n++] = (Insertion){.off = (uint32_t) (at - (const uint8_t *) s), .func = func};
		c->list[c->n++] = (Insertion){.off = c->ends[i], .close = true};
	}
	return bx_sort(arena->host, c->list, c->n, sizeof(Insertion), order, err);
}

static void
put(Construct *c, BxStr s, BxStatus *st, BxError *err)
{
	bx_buf_add(&c->out, s.s, s.n, st, err);
}

static void
put_insertion(Construct *c, const Insertion *in, BxStatus *st, BxError *err)
{
	const char *name = in->func != 0 ? xp_func_name((XpFunc) in->func) : "";

	put(c, bx_str("/", in->nodes), st, err);
	if (in->func != 0 && c->braced)
	{
		put(c, bx_str("Q{" XP_XS_URI "}", strlen("Q{" XP_XS_URI "}")), st, err);
		name += strlen("xs:");
	}
	put(c, bx_str(name, strlen(name)), st, err);
	put(c, in->nodes ? bx_str("(.)", 3) : in->close ? bx_str(")", 1) : bx_str("(", 1), st, err);
}

static BxStatus
put_text(Construct *c, BxError *err)
{
	const char *s = xp_pool(c->block);
	uint32_t i, from = 0;
	BxStatus st = BX_OK;

	for (i = 0; i < c->n; i++)
	{
		put(c, bx_str(s + from, c->list[i].off - from), &st, err);
		put_insertion(c, &c->list[i], &st, err);
		from = c->list[i].off;
	}
	put(c, bx_str(s + from, c->block->source_len - from), &st, err);
	return st;
}

BxStatus
xp_construct(const XpBlock *block, const uint8_t *funcs, size_t reserve, BxArena *arena, XpBlock **made,
			 BxError *err)
{
	Construct *c = bx_arena_zalloc(arena, sizeof(Construct));
	BxStatus st;

	if (c == NULL)
		return bx_fail_nomem(err, sizeof(Construct));
	c->block = block;
	bx_buf_init(&c->out, arena->host);
	BX_TRY(find_ends(c, arena, err));
	BX_TRY(list_insertions(c, funcs, arena, err));
	st = put_text(c, err);
	if (st == BX_OK)
		st = xp_compile((const char *) c->out.data, c->out.len, reserve, arena, made, err);
	bx_buf_free(&c->out);
	return st;
}
