/*
 * bx_contains.c -- a pattern found in a value, in one pass over the value.
 *
 * An open element of the value is looked at by the group of its names (bx_pattern_int.h).  From below: a text, or an
 * element without children, is found at once; a part with children is found in an open element when its attributes are
 * there and all its children were found there.  At any time one open element can be the place of a part, since both are
 * as deep, so the state is a few numbers per part.
 *
 * A part is asked about where its attributes are, or else where its rarest child is.  So time is linear where an
 * attribute or a child is of one part alone; it is never more than the product of both.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_long.h"
#include "../store/bx_window.h"
#include "bx_contains.h"
#include "bx_pattern_int.h"

/* An open element of the value, or the document. */
typedef struct OpenElement
{
	uint64_t number;
	uint32_t group;
	uint32_t asked; /* list of parts that are asked about */
	uint32_t n_asked;
} OpenElement;

/* A part that is in an open element. */
typedef struct PartFound
{
	uint32_t part;
	uint32_t at;
} PartFound;

typedef struct Contains
{
	BxPattern pattern;
	BxCursor cursor;  /* over the value */
	BxBuf open;       /* OpenElement */
	BxBuf todo;       /* PartFound: what follows from them */
	uint64_t numbers; /* given so far */
	bool contained;
	const BxHost *host;
	BxError *err;
} Contains;

#define OPEN(c) ((OpenElement *) (c)->open.data)
#define DEPTH(c) ((uint32_t) ((c)->open.len / sizeof(OpenElement)))

/* ---- finding ---- */

/* How many elements of the group are still to be found in the open element of that number? */
static uint32_t *
members_left(PatternGroup *g, uint64_t number)
{
	if (g->here != number)
	{
		g->here = number;
		g->left = g->members;
	}
	return &g->left;
}

/* Note that a part is in an open element. */
static BxStatus
find(Contains *c, uint32_t part, uint32_t at)
{
	PartFound found = {part, at};

	return bx_buf_append(&c->todo, &found, sizeof(found), c->err);
}

/* Are all children of a part that is asked about there?  Then it is found in the element around. */
static BxStatus
check(Contains *c, uint32_t part, uint32_t at)
{
	PatternPart *p = &c->pattern.parts[part];
	const uint32_t *kids = c->pattern.lists + p->kids;
	uint64_t number = OPEN(c)[at].number;

	BX_TRY(bx_charge(c->host, BX_PATTERN_UNITS));
	while (p->met < p->n_kids && c->pattern.parts[kids[p->met]].found == number)
	{
		BX_TRY(bx_step(c->host));
		p->met++;
	}
	if (p->met < p->n_kids)
		return BX_OK;
	c->contained |= part == c->pattern.document;
	return part != c->pattern.document && p->found != OPEN(c)[at - 1].number ? find(c, part, at - 1) : BX_OK;
}

/* All parts that the open element is asked about. */
static BxStatus
check_all(Contains *c, uint32_t at)
{
	uint32_t part;

	for (part = OPEN(c)[at].asked; part != BX_PATTERN_NONE && !c->contained;
		 part = c->pattern.parts[part].next_asked)
		BX_TRY(check(c, part, at));
	return BX_OK;
}

/* From now on the open element is asked about a part. */
static BxStatus
ask(Contains *c, uint32_t part, uint32_t at)
{
	OpenElement *open = &OPEN(c)[at];
	PatternPart *p = &c->pattern.parts[part];

	if (p->asked == open->number)
		return BX_OK;
	p->asked = open->number;
	p->met = 0;
	p->next_asked = open->asked;
	open->asked = part;
	open->n_asked++;
	return check(c, part, at);
}

/* A part is in an open element: those that wait for it are asked about, and where few are, they are checked. */
static BxStatus
take(Contains *c, uint32_t part, uint32_t at)
{
	uint64_t number = OPEN(c)[at].number;
	PatternPart *p = &c->pattern.parts[part];
	uint32_t i;

	if (p->found == number)
		return BX_OK;
	p->found = number;
	if (bx_pattern_node(&c->pattern, part)->kind == BX_NODE_ELEMENT)
		--*members_left(&c->pattern.groups[p->group], number);
	for (i = p->waiting; i != BX_PATTERN_NONE; i = c->pattern.parts[i].next)
		BX_TRY(ask(c, i, at));
	return OPEN(c)[at].n_asked <= BX_PATTERN_FEW ? check_all(c, at) : BX_OK;
}

/* Follow up on all that was found. */
static BxStatus
follow(Contains *c)
{
	PartFound found;

	while (c->todo.len > 0 && !c->contained)
	{
		c->todo.len -= sizeof(found);
		memcpy(&found, c->todo.data + c->todo.len, sizeof(found));
		BX_TRY(take(c, found.part, found.at));
	}
	return BX_OK;
}

/* ---- texts ---- */

static BxStatus
look_at_text(Contains *c, const BxNode *node)
{
	uint32_t at = DEPTH(c) - 1, group = OPEN(c)[at].group, part;
	const PatternGroup *g = &c->pattern.groups[group];
	BxStr text = bx_str(node->s, node->n);
	bool same;

	if (g->n_texts > BX_PATTERN_FEW)
	{
		BX_TRY(bx_pattern_text(&c->pattern, group, text, &part));
		return part != BX_PATTERN_NONE ? find(c, part, at) : BX_OK;
	}
	for (part = g->texts; part != BX_PATTERN_NONE; part = c->pattern.parts[part].next)
	{
		const BxTreeNode *p = bx_pattern_node(&c->pattern, part);

		BX_TRY(bx_charge(c->host, BX_PATTERN_UNITS));
		if (p->n != text.n)
			continue;
		BX_TRY(bx_long_equal(c->host, bx_pattern_string(&c->pattern, p).s, text.s, text.n, &same));
		if (same)
			return find(c, part, at);
	}
	return BX_OK;
}

/* ---- elements ---- */

/* Are all attributes of a node of the pattern there?  Both lists are sorted by name. */
static BxStatus
has_attributes(Contains *c, const BxTreeNode *p, const BxNode *node, bool *has)
{
	const BxAttr *want = bx_tree_attrs(&c->pattern.tree, p);
	uint32_t i, k = 0;

	for (i = 0, *has = true; i < p->n_attrs && *has; i++)
	{
		while (k < node->n_attrs && node->attrs[k].name < want[i].name)
			k++;
		*has = k < node->n_attrs && node->attrs[k].name == want[i].name && node->attrs[k].n == want[i].n;
		if (*has)
			BX_TRY(bx_long_equal(c->host, node->values + node->attrs[k].value,
								 c->pattern.tree.values.data + want[i].value, want[i].n, has));
	}
	return BX_OK;
}

/* Parts of a list that have attributes, at the innermost open element, whose start this is. */
static BxStatus
look_at_marked(Contains *c, uint32_t part, const BxNode *node)
{
	uint32_t at = DEPTH(c) - 1;
	bool has;

	for (; part != BX_PATTERN_NONE; part = c->pattern.parts[part].next)
	{
		const PatternPart *p = &c->pattern.parts[part];

		BX_TRY(bx_charge(c->host, BX_PATTERN_UNITS));
		if (p->found == OPEN(c)[at - 1].number)
			continue;
		BX_TRY(has_attributes(c, bx_pattern_node(&c->pattern, part), node, &has));
		if (has)
			BX_TRY(p->n_kids == 0 ? find(c, part, at - 1) : ask(c, part, at));
	}
	return BX_OK;
}

static BxStatus
look_at_attributes(Contains *c, const BxNode *node)
{
	uint32_t group = OPEN(c)[DEPTH(c) - 1].group, k, first;

	if (c->pattern.groups[group].n_marked <= BX_PATTERN_FEW)
		return look_at_marked(c, c->pattern.groups[group].marked, node);
	for (k = 0; k < node->n_attrs; k++)
	{
		const BxAttr *attr = &node->attrs[k];

		BX_TRY(bx_pattern_marked(&c->pattern, group, attr->name, bx_str(node->values + attr->value, attr->n),
								 &first));
		BX_TRY(look_at_marked(c, first, node));
	}
	return BX_OK;
}

static BxStatus
open_element(Contains *c, uint32_t group)
{
	OpenElement open = {++c->numbers, group, BX_PATTERN_NONE, 0};

	return bx_buf_append(&c->open, &open, sizeof(open), c->err);
}

/* The element begins; where nothing is looked for in it, it is passed over. */
static BxStatus
look_at_element(Contains *c, const BxNode *node)
{
	const OpenElement around = OPEN(c)[DEPTH(c) - 1];
	uint32_t group = bx_pattern_group(&c->pattern, around.group, node->name);
	const PatternGroup *g = &c->pattern.groups[group];

	BX_TRY(bx_charge(c->host, BX_PATTERN_UNITS));
	if (group == BX_PATTERN_NONE || *members_left(&c->pattern.groups[group], around.number) == 0)
		return bx_cursor_leave(&c->cursor);
	BX_TRY(open_element(c, group));
	BX_TRY(look_at_attributes(c, node));
	if (g->leaf != BX_PATTERN_NONE)
		BX_TRY(find(c, g->leaf, DEPTH(c) - 2));
	BX_TRY(follow(c));
	if (c->contained || OPEN(c)[DEPTH(c) - 1].n_asked > 0 || (g->plain && g->left > 0))
		return BX_OK;
	c->open.len -= sizeof(OpenElement);
	return bx_cursor_leave(&c->cursor);
}

static BxStatus
end_element(Contains *c)
{
	if (OPEN(c)[DEPTH(c) - 1].n_asked > BX_PATTERN_FEW)
	{
		BX_TRY(check_all(c, DEPTH(c) - 1));
		BX_TRY(follow(c));
	}
	c->open.len -= sizeof(OpenElement);
	return BX_OK;
}

/* ---- the value ---- */

static BxStatus
search(Contains *c)
{
	BxNode node;

	BX_TRY(open_element(c, 0));
	BX_TRY(ask(c, c->pattern.document, 0));
	while (!c->contained)
	{
		BX_TRY(bx_cursor_next(&c->cursor, &node));
		switch (node.kind)
		{
			case BX_NODE_DONE: return BX_OK;
			case BX_NODE_ELEMENT: BX_TRY(look_at_element(c, &node)); break;
			case BX_NODE_TEXT:
				BX_TRY(look_at_text(c, &node));
				BX_TRY(follow(c));
				break;
			default: BX_TRY(end_element(c)); break;
		}
	}
	return BX_OK;
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
		st = bx_tree_read(&c->pattern.tree, &cursor, false);
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
	BX_TRY(bx_pattern_index(&c->pattern));
	BX_TRY(bx_cursor_open(&c->cursor, &value->table, &value->pass.items.source, numbers.of[0], &ignore, arena,
						  c->err));
	BX_TRY(search(c));
	*contains = c->contained;
	return BX_OK;
}

BxStatus
bx_contains(BxStore *value, BxStore *pattern, const BxHost *host, bool *contains, BxError *err)
{
	Contains c = {.host = host, .err = err};
	Opened a = {.pass = {.items = {.img = NULL}}}, b = a;
	BxArena arena;
	BxStatus st;

	bx_arena_init(&arena, host);
	bx_pattern_init(&c.pattern, &arena, err);
	bx_buf_init(&c.open, host);
	bx_buf_init(&c.todo, host);
	st = open_value(&a, value, &arena, err);
	if (st == BX_OK)
		st = open_value(&b, pattern, &arena, err);
	if (st == BX_OK)
		st = run(&c, &a, &b, &arena, contains);
	if (c.cursor.host != NULL)
		bx_cursor_close(&c.cursor);
	bx_pattern_free(&c.pattern);
	bx_buf_free(&c.open);
	bx_buf_free(&c.todo);
	bx_read_all_close(&a.pass);
	if (b.pass.items.img != NULL)
		bx_read_all_close(&b.pass);
	bx_arena_reset(&arena);
	return st;
}
