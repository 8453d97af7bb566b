/*
 * bx_contains.c -- a pattern found in a value, in one pass over the value.
 *
 * A candidate is an element of the pattern and the open element of the value that may contain it: names and attributes
 * agree, some of its children are still to be found.  A child of the pattern is looked for by the candidate of its
 * parent alone, so there are never more candidates than nodes of the pattern.  The document node of the pattern is
 * candidate 0.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_long.h"
#include "../store/bx_window.h"
#include "bx_contains.h"
#include "bx_tree.h"

#define FOUND UINT32_MAX
/* Units of a look at a child that is looked for. */
#define LOOK_UNITS 16

typedef struct Candidate
{
	uint32_t left;  /* children to be found */
	uint32_t first; /* their places among the children looked for */
	uint32_t end;
	uint32_t frame; /* of the open element */
	uint32_t up;    /* candidate of the parent ... */
	uint32_t place; /* ... and where that looks for this element */
} Candidate;

/* An open element of the value. */
typedef struct OpenElement
{
	uint32_t first; /* of its candidates */
	uint32_t live;  /* those that are not complete */
} OpenElement;

typedef struct Contains
{
	BxTree pattern;
	BxCursor cursor; /* over the value */
	BxBuf frames, candidates;
	BxBuf wanted; /* uint32_t: nodes of the pattern looked for, or FOUND */
	const BxHost *host;
	BxError *err;
} Contains;

#define FRAMES(c) ((OpenElement *) (c)->frames.data)
#define CANDIDATES(c) ((Candidate *) (c)->candidates.data)
#define WANTED(c) ((uint32_t *) (c)->wanted.data)
#define COUNT(buf, type) ((uint32_t) ((buf).len / sizeof(type)))

/* ---- candidates ---- */

/* A candidate for the nodes from `from` to `to` of the pattern, which are siblings with their subtrees. */
static BxStatus
push(Contains *c, uint32_t from, uint32_t to, uint32_t up, uint32_t place)
{
	const BxTreeNode *nodes = bx_tree_nodes(&c->pattern);
	uint32_t frame = COUNT(c->frames, OpenElement) - 1;
	Candidate x = {0, COUNT(c->wanted, uint32_t), 0, frame, up, place};

	for (; from < to; from += nodes[from].size)
	{
		BX_TRY(bx_step(c->host));
		BX_TRY(bx_buf_append(&c->wanted, &from, sizeof(from), c->err));
		x.left++;
	}
	x.end = COUNT(c->wanted, uint32_t);
	FRAMES(c)[frame].live += x.left > 0;
	return bx_buf_append(&c->candidates, &x, sizeof(x), c->err);
}

static BxStatus
open_frame(Contains *c)
{
	OpenElement frame = {COUNT(c->candidates, Candidate), 0};

	return bx_buf_append(&c->frames, &frame, sizeof(frame), c->err);
}

static void
close_frame(Contains *c)
{
	uint32_t first;

	c->frames.len -= sizeof(OpenElement);
	first = ((const OpenElement *) (c->frames.data + c->frames.len))->first;
	if (first < COUNT(c->candidates, Candidate))
	{
		c->wanted.len = CANDIDATES(c)[first].first * sizeof(uint32_t);
		c->candidates.len = first * sizeof(Candidate);
	}
}

/* What is looked for at that place is found; if it was the last of its candidate, that is found as well. */
static void
found(Contains *c, uint32_t candidate, uint32_t place)
{
	for (;;)
	{
		Candidate *x = &CANDIDATES(c)[candidate];

		WANTED(c)[place] = FOUND;
		if (--x->left > 0)
			return;
		FRAMES(c)[x->frame].live--;
		if (candidate == 0)
			return;
		candidate = x->up;
		place = x->place;
	}
}

/* ---- nodes ---- */

/* Are all attributes of a node of the pattern there?  Both lists are sorted by name. */
static BxStatus
has_attributes(Contains *c, const BxTreeNode *p, const BxNode *node, bool *has)
{
	const BxAttr *want = bx_tree_attrs(&c->pattern, p);
	uint32_t i, k = 0;

	for (i = 0, *has = true; i < p->n_attrs && *has; i++)
	{
		while (k < node->n_attrs && node->attrs[k].name < want[i].name)
			k++;
		*has = k < node->n_attrs && node->attrs[k].name == want[i].name && node->attrs[k].n == want[i].n;
		if (*has)
			BX_TRY(bx_long_equal(c->host, node->values + node->attrs[k].value,
								 c->pattern.values.data + want[i].value, want[i].n, has));
	}
	return BX_OK;
}

/* Can the node be this one of the pattern, whatever its children are? */
static BxStatus
fits(Contains *c, const BxTreeNode *p, const BxNode *node, bool *fit)
{
	*fit = p->kind == node->kind && p->name == node->name;
	if (!*fit)
		return BX_OK;
	if (node->kind == BX_NODE_ELEMENT)
		return has_attributes(c, p, node, fit);
	*fit = p->n == node->n;
	return *fit ? bx_long_equal(c->host, node->s, c->pattern.values.data + p->value, p->n, fit) : BX_OK;
}

/* A child of an open element: what candidates of that element look for there.  Those are candidates `from` to `to`. */
static BxStatus
look_for(Contains *c, const BxNode *node, uint32_t from, uint32_t to)
{
	uint32_t i, k;
	bool fit;

	for (i = from; i < to; i++)
		for (k = CANDIDATES(c)[i].first; k < CANDIDATES(c)[i].end && CANDIDATES(c)[i].left > 0; k++)
		{
			uint32_t at = WANTED(c)[k];
			const BxTreeNode *p = bx_tree_nodes(&c->pattern) + at;

			BX_TRY(bx_charge(c->host, LOOK_UNITS));
			if (at == FOUND)
				continue;
			BX_TRY(fits(c, p, node, &fit));
			if (fit && p->size == 1)
				found(c, i, k);
			else if (fit)
				BX_TRY(push(c, at + 1, at + p->size, i, k));
		}
	return BX_OK;
}

/* The element begins; where nothing is looked for in it, it is passed over. */
static BxStatus
begin_element(Contains *c, const BxNode *node)
{
	uint32_t from = FRAMES(c)[COUNT(c->frames, OpenElement) - 1].first, to = COUNT(c->candidates, Candidate);

	BX_TRY(open_frame(c));
	BX_TRY(look_for(c, node, from, to));
	return BX_OK;
}

static BxStatus
search(Contains *c, bool *contains)
{
	BxNode node;

	BX_TRY(open_frame(c));
	BX_TRY(push(c, 0, bx_tree_count(&c->pattern), 0, 0));
	for (;;)
	{
		while (COUNT(c->frames, OpenElement) > 1 && FRAMES(c)[COUNT(c->frames, OpenElement) - 1].live == 0)
		{
			BX_TRY(bx_cursor_leave(&c->cursor));
			close_frame(c);
		}
		*contains = CANDIDATES(c)[0].left == 0;
		if (*contains)
			return BX_OK;
		BX_TRY(bx_cursor_next(&c->cursor, &node));
		if (node.kind == BX_NODE_DONE)
			return BX_OK;
		if (node.kind == BX_NODE_ELEMENT)
			BX_TRY(begin_element(c, &node));
		else if (node.kind == BX_NODE_TEXT)
			BX_TRY(look_for(c, &node, FRAMES(c)[COUNT(c->frames, OpenElement) - 1].first,
							COUNT(c->candidates, Candidate)));
		else
			close_frame(c);
	}
}

/* ---- entry ---- */

/* One of the two values. */
typedef struct Opened
{
	BxReadAll pass;
	BxTable table;
} Opened;

static BxStatus
open_value(Opened *o, BxStore *store, BxArena *arena, BxError *err)
{
	BX_TRY(bx_read_all_open(&o->pass, store, arena, err));
	return bx_read_all_table(&o->pass, &o->table, arena);
}

static BxStatus
read_pattern(Contains *c, Opened *pattern, const uint32_t *numbers, const BxIgnore *ignore, BxArena *arena)
{
	BxCursor cursor;
	BxStatus st =
		bx_cursor_open(&cursor, &pattern->table, &pattern->pass.items.source, numbers, ignore, arena, c->err);

	if (st == BX_OK)
		st = bx_tree_read(&c->pattern, &cursor, false);
	bx_cursor_close(&cursor);
	return st;
}

static BxStatus
run(Contains *c, Opened *value, Opened *pattern, BxArena *arena, bool *contains)
{
	static const BxIgnore ignore = {.comments = true, .pis = true, .whitespace = true};
	BxNumbers numbers;

	BX_TRY(bx_numbers_make(&numbers, &value->table, &pattern->table, arena, c->err));
	BX_TRY(read_pattern(c, pattern, numbers.of[1], &ignore, arena));
	BX_TRY(bx_cursor_open(&c->cursor, &value->table, &value->pass.items.source, numbers.of[0], &ignore, arena,
						  c->err));
	return search(c, contains);
}

BxStatus
bx_contains(BxStore *value, BxStore *pattern, const BxHost *host, bool *contains, BxError *err)
{
	Contains c = {.host = host, .err = err};
	Opened a = {.pass = {.items = {.img = NULL}}}, b = a;
	BxArena arena;
	BxStatus st;

	bx_arena_init(&arena, host);
	bx_tree_init(&c.pattern, host, err);
	bx_buf_init(&c.frames, host);
	bx_buf_init(&c.candidates, host);
	bx_buf_init(&c.wanted, host);
	st = open_value(&a, value, &arena, err);
	if (st == BX_OK)
		st = open_value(&b, pattern, &arena, err);
	if (st == BX_OK)
		st = run(&c, &a, &b, &arena, contains);
	if (c.cursor.host != NULL)
		bx_cursor_close(&c.cursor);
	bx_tree_free(&c.pattern);
	bx_buf_free(&c.frames);
	bx_buf_free(&c.candidates);
	bx_buf_free(&c.wanted);
	bx_read_all_close(&a.pass);
	if (b.pass.items.img != NULL)
		bx_read_all_close(&b.pass);
	bx_arena_reset(&arena);
	return st;
}
