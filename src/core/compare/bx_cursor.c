/*
 * bx_cursor.c -- a value as the data model sees it.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_rank.h"
#include "../base/bx_sort.h"
#include "bx_cursor.h"

/* ---- names ---- */

static uint32_t
add_keys(BxRankKey *keys, uint32_t n, const BxTable *t, uint32_t *numbers)
{
	uint32_t i;

	for (i = 0; i < t->n_names; i++)
	{
		const BxNameInfo *name = &t->names[i];
		const BxPair *pair = &t->pairs[name->pair];

		keys[n++] =
			(BxRankKey){bx_str(pair->uri, pair->uri_len), bx_str(name->local, name->len), &numbers[i]};
	}
	return n;
}

BxStatus
bx_numbers_make(BxNumbers *numbers, const BxTable *a, const BxTable *b, BxArena *arena, BxError *err)
{
	size_t total = (size_t) a->n_names + b->n_names, size = (total + 1) * sizeof(BxRankKey);
	BxArenaMark mark;
	BxRankKey *keys;
	uint32_t n;

	numbers->of[0] = bx_arena_zalloc(arena, (total + 1) * sizeof(uint32_t));
	mark = bx_arena_mark(arena);
	keys = bx_arena_alloc(arena, size);
	if (numbers->of[0] == NULL || keys == NULL)
		return bx_fail_nomem(err, size);
	numbers->of[1] = numbers->of[0] + a->n_names;
	n = add_keys(keys, 0, a, numbers->of[0]);
	n = add_keys(keys, n, b, numbers->of[1]);
	BX_TRY(bx_rank(arena->host, keys, n, err));
	bx_arena_release(arena, &mark);
	return BX_OK;
}

/* ---- values ---- */

static BxStatus
value_of(BxCursor *c, const BxEvent *ev, const char **s, uint32_t *n)
{
	*s = (const char *) ev->payload;
	*n = ev->len;
	if (!(c->table->shapes[ev->shape].flags & BX_SHAPE_TYPED) || !bx_value_is_typed(ev->payload, ev->len))
		return BX_OK;
	*s = bx_value_text(ev->payload, ev->len, c->typed, n);
	if (*s == NULL)
		return bx_fail(c->err, BX_E_CORRUPT, (int64_t) c->table->head.items_off + ev->off,
					   "bxml value is damaged: bad typed value");
	return BX_OK;
}

/* ---- items ---- */

BxStatus
bx_cursor_open(BxCursor *c, const BxTable *table, BxSource *src, const uint32_t *numbers,
			   const BxIgnore *ignore, BxArena *arena, BxError *err)
{
	memset(c, 0, offsetof(BxCursor, typed));
	c->table = table;
	c->numbers = numbers;
	c->ignore = ignore;
	c->host = arena->host;
	c->err = err;
	bx_buf_init(&c->text, arena->host);
	bx_buf_init(&c->attrs, arena->host);
	bx_buf_init(&c->values, arena->host);
	BX_TRY(bx_rule_way(&c->way, ignore, table, arena, err));
	return bx_reader_new(&c->rd, table, src, arena, err);
}

void
bx_cursor_close(BxCursor *c)
{
	bx_buf_free(&c->text);
	bx_buf_free(&c->attrs);
	bx_buf_free(&c->values);
}

/* The next event that counts is c->ev. */
static BxStatus
look(BxCursor *c)
{
	while (!c->ahead)
	{
		BX_TRY(bx_reader_next(c->rd, &c->ev));
		BX_TRY(bx_charge(c->host, BX_STEP_UNITS + (c->ev.payload != NULL ? c->ev.len : 0)));
		c->ahead = !(c->ev.kind == BX_EV_COMMENT && c->ignore->comments) &&
				   !(c->ev.kind == BX_EV_PI && c->ignore->pis) && c->ev.kind != BX_EV_NAMESPACE;
	}
	return BX_OK;
}

static int
compare_attrs(const void *a, const void *b)
{
	const BxAttr *x = a, *y = b;

	if (x->name != y->name)
		return x->name < y->name ? -1 : 1;
	return x->off < y->off ? -1 : x->off > y->off;
}

/* All attributes that are next. */
static BxStatus
take_attributes(BxCursor *c, BxNode *node)
{
	bool sorted = true;
	uint32_t last = 0;
	const char *s;
	uint32_t n;

	c->attrs.len = c->values.len = 0;
	for (;;)
	{
		BxAttr attr;

		BX_TRY(look(c));
		if (c->ev.kind != BX_EV_ATTRIBUTE)
			break;
		c->ahead = false;
		BX_TRY(value_of(c, &c->ev, &s, &n));
		attr.source = c->table->shapes[c->ev.shape].name;
		attr.name = c->numbers[attr.source];
		attr.n = n;
		attr.value = c->values.len;
		attr.off = c->ev.off;
		sorted = sorted && attr.name >= last;
		last = attr.name;
		BX_TRY(bx_buf_append(&c->values, s, n, c->err));
		BX_TRY(bx_buf_append(&c->attrs, &attr, sizeof(attr), c->err));
	}
	node->attrs = (const BxAttr *) c->attrs.data;
	node->n_attrs = (uint32_t) (c->attrs.len / sizeof(BxAttr));
	node->values = c->values.data;
	if (!sorted)
		return bx_sort(c->host, c->attrs.data, node->n_attrs, sizeof(BxAttr), compare_attrs, c->err);
	return BX_OK;
}

static void
name_node(const BxCursor *c, BxNode *node)
{
	node->source = c->table->shapes[c->ev.shape].name;
	node->name = c->numbers[node->source];
	node->off = c->ev.off;
}

static BxStatus
start_element(BxCursor *c, BxNode *node)
{
	node->kind = BX_NODE_ELEMENT;
	name_node(c, node);
	if (c->ignore->n_rules > 0)
		node->unordered = bx_rule_enter(&c->way, c->ev.level, node->source);
	if (c->ev.kind == BX_EV_LEAF)
	{
		c->leaf = 1; /* the event is still needed */
		return BX_OK;
	}
	c->ahead = false;
	return take_attributes(c, node);
}

/* What comes after the start of a leaf: its text, its end. */
static BxStatus
next_of_leaf(BxCursor *c, BxNode *node, bool *skip)
{
	if (c->leaf == 1 && c->ev.len > 0)
	{
		c->leaf = 2;
		node->kind = BX_NODE_TEXT;
		node->off = c->ev.off;
		node->in_leaf = true;
		BX_TRY(value_of(c, &c->ev, &node->s, &node->n));
		*skip = c->ignore->whitespace && bx_is_all_space(node->s, node->n);
		return BX_OK;
	}
	c->leaf = 0;
	c->ahead = false;
	node->kind = BX_NODE_END;
	return BX_OK;
}

/* The text that is the current event, which is passed. */
static BxStatus
take_value(BxCursor *c, BxNode *node)
{
	c->ahead = false;
	return value_of(c, &c->ev, &node->s, &node->n);
}

/* Text, and what follows it when what stood between is left out. */
static BxStatus
take_text(BxCursor *c, BxNode *node, bool *skip)
{
	node->kind = BX_NODE_TEXT;
	node->off = c->ev.off;
	if (!c->ignore->comments && !c->ignore->pis)
		BX_TRY(take_value(c, node));
	else
	{
		c->text.len = 0;
		while (c->ev.kind == BX_EV_TEXT)
		{
			BX_TRY(take_value(c, node));
			BX_TRY(bx_buf_append(&c->text, node->s, node->n, c->err));
			BX_TRY(look(c));
		}
		node->s = (const char *) c->text.data;
		node->n = (uint32_t) c->text.len;
	}
	*skip = c->ignore->whitespace && bx_is_all_space(node->s, node->n);
	return BX_OK;
}

/* A comment or an instruction. */
static void
take_misc(BxCursor *c, BxNode *node)
{
	node->kind = c->ev.kind == BX_EV_PI ? BX_NODE_PI : BX_NODE_COMMENT;
	if (node->kind == BX_NODE_PI)
		name_node(c, node);
	node->off = c->ev.off;
	node->s = (const char *) c->ev.payload;
	node->n = c->ev.len;
	c->ahead = false;
}

BxStatus
bx_cursor_next(BxCursor *c, BxNode *node)
{
	bool skip;

	do
	{
		skip = false;
		memset(node, 0, sizeof(*node));
		if (c->leaf > 0)
		{
			BX_TRY(next_of_leaf(c, node, &skip));
			continue;
		}
		BX_TRY(look(c));
		switch (c->ev.kind)
		{
			case BX_EV_LEAF:
			case BX_EV_ELEMENT: BX_TRY(start_element(c, node)); break;
			case BX_EV_TEXT: BX_TRY(take_text(c, node, &skip)); break;
			case BX_EV_END:
				node->kind = BX_NODE_END;
				c->ahead = false;
				break;
			case BX_EV_DONE: node->kind = BX_NODE_DONE; break;
			/* attributes are taken with their elements; elsewhere only damage has them */
			case BX_EV_ATTRIBUTE:
				return bx_fail(c->err, BX_E_CORRUPT, (int64_t) c->table->head.items_off + c->ev.off,
							   "bxml value is damaged: attribute after content");
			default: take_misc(c, node);
		}
	} while (skip);
	return BX_OK;
}

BxStatus
bx_cursor_element(BxCursor *c, const BxEvent **ev)
{
	*ev = NULL;
	if (c->leaf > 0)
		return BX_OK;
	BX_TRY(look(c));
	if (c->ev.kind == BX_EV_ELEMENT)
		*ev = &c->ev;
	return BX_OK;
}

BxStatus
bx_cursor_pass(BxCursor *c)
{
	bx_reader_skip(c->rd);
	c->ahead = false;
	return bx_reader_next(c->rd, &c->ev); /* its end */
}

BxStatus
bx_cursor_leave(BxCursor *c)
{
	if (c->leaf > 0)
	{
		c->leaf = 0;
		c->ahead = false;
		return BX_OK;
	}
	if (c->ahead && c->ev.kind == BX_EV_ELEMENT)
		BX_TRY(bx_cursor_pass(c)); /* the reader is in this one */
	if (!c->ahead || c->ev.kind != BX_EV_END)
		return bx_cursor_pass(c);
	c->ahead = false;
	return BX_OK;
}
