/*
 * xp_shortcut.c -- the nodes of a path of names in a small value, without an evaluation.
 *
 * Most calls ask a small document for one value by a path of names.  To bind the path to the table of the document,
 * name by name, then costs more than to look at the few items before the node, and when every document has a table of
 * its own no binding can be kept.  Here a shape is judged when an item of it is met, most often by its head alone.  All
 * of the table is checked nevertheless, and whatever is not as most values have it is left to an evaluation, which
 * reports what is wrong.  So both give the same answers.
 */
#include "xp_shortcut_int.h"
#include "xp_shortcut_path_int.h"
#include "xp_shortcut_table_int.h"
#include "xp_table_cache_int.h"

#include "../../format/bx_item.h"

#define ITEMS_MAX 8192    /* bytes of items */
#define DEPTH_MAX 32      /* of elements that are open, where steps go to any depth */
#define TEXT_MAX 64       /* bytes of a text that is read as a date or the like */
#define SHORT_NAME_MAX 16 /* bytes of a name that are compared without a call */
#define DECLINED_MAX 16   /* in succession, after which most calls are not tried ... */
#define DECLINED_TRY 0xf  /* ... but one in this many + 1 */

struct XpShortcut
{
	uint32_t declined;          /* calls in succession */
	BxArena *arena;             /* of this */
	XpShortTables *own;         /* for calls that share no tables; NULL until one comes */
	const XpTableCache *tables; /* of the last call: what follows is about one of their tables, or of `own` */
	XpShortTable *table;        /* or NULL */
	uint64_t generation;        /* of the table that shapes were judged of ... */
	uint64_t spaces;            /* ... of its namespaces ... */
	uint64_t bodies;            /* ... and of its shapes with bodies */
	uint32_t judged[BX_NAME_TABLE_SHAPES];    /* per shape: bits of the tests that it was judged for */
	uint32_t long_judged[BX_NAME_TABLE_LONG]; /* of shapes with bodies, which later tables have as well */
	uint16_t pair_tests[XP_SHORT_PAIRS_MAX];  /* tests whose namespace is that of the pair */
	const XpShortPath *path;
	bool truth; /* of the path */
	bool deep;
};

BxStatus
xp_shortcut_new(const XpPlan *plan, BxArena *arena, XpShortcut **shortcut, BxError *err)
{
	XpShortPath *path;
	XpShortcut *s;

	*shortcut = NULL;
	BX_TRY(xp_short_path(plan, arena, &path, err));
	if (path == NULL)
		return BX_OK;
	s = bx_arena_zalloc(arena, sizeof(XpShortcut));
	if (s == NULL)
		return bx_fail_nomem(err, sizeof(XpShortcut));
	s->arena = arena;
	s->path = path;
	s->truth = path->truth;
	s->deep = path->deep;
	*shortcut = s;
	return BX_OK;
}

/* ---- the table ---- */

/* Which tests have the namespace of which pair? */
static bool
judge_pairs(XpShortcut *s, const BxHeader *h, const uint8_t *v, BxArena *arena)
{
	BxTableScan scan;
	uint32_t i, j;

	if (bx_table_scan_begin(&scan, h, v, arena, NULL) != BX_OK || scan.n_pairs > XP_SHORT_PAIRS_MAX)
		return false;
	for (i = 0; i < scan.n_pairs; i++)
	{
		s->pair_tests[i] = 0;
		for (j = 0; j < s->path->n_tests; j++)
		{
			const XpShortTest *t = &s->path->tests[j];

			if (t->any_uri || bx_same_bytes(scan.pair[i].uri, scan.pair[i].uri_len, t->uri, t->uri_len))
				s->pair_tests[i] |= (uint16_t) t->failed;
		}
	}
	return true;
}

/* The table is not the one that shapes were judged of. */
static bool
begin_judging(XpShortcut *s, const BxHeader *h, const uint8_t *v, BxArena *arena)
{
	const XpShortTable *t = s->table;
	uint32_t k;

	s->generation = 0;
	if (s->spaces != t->spaces_of)
	{
		s->spaces = 0;
		if (!judge_pairs(s, h, v, arena))
			return false;
		s->spaces = t->spaces_of;
	}
	if (s->bodies != t->bodies_of)
		memset(s->long_judged, 0, sizeof(s->long_judged));
	s->bodies = t->bodies_of;
	if (s->deep) /* nearly all shapes are met */
		for (k = 0; k < t->table.n_shapes; k++)
			s->judged[k] = s->path->fails[t->table.heads[k]];
	else
		memset(s->judged, 0, t->table.n_shapes * sizeof(s->judged[0]));
	for (k = 0; k < t->table.n_long; k++)
		s->judged[t->table.long_shape[k]] = s->long_judged[k];
	s->generation = t->generation;
	return true;
}

/* The tables that the call shares with others; NULL when there is no memory for any. */
static XpShortTables *
tables_of(XpShortcut *s, const XpCall *c)
{
	if (c->tables != NULL)
		return &c->tables->small;
	if (s->own == NULL)
		s->own = bx_arena_zalloc(s->arena, sizeof(XpShortTables));
	return s->own;
}

/* Another table than the last one, or one that is not kept. */
static bool
find_other_table(XpShortcut *s, const XpCall *c, const BxHeader *h, const uint8_t *v, uint64_t id)
{
	XpShortTables *all = tables_of(s, c);

	if (all == NULL)
		return false;
	if (s->table == NULL)
		s->tables = c->tables;
	s->table = xp_short_table_place(all, s->table, h);
	if (s->table->key == xp_short_table_key(h) && xp_short_table_is(s->table, h, v, id))
		return true;
	return xp_short_table_take(all, s->table, h, v, c->arena);
}

/* Have s->table be the table of the value v. */
static inline bool
find_table(XpShortcut *s, const XpCall *c, const BxHeader *h, const uint8_t *v, uint64_t id)
{
	XpShortTable *t;

	if (BX_UNLIKELY(s->tables != c->tables))
	{
		s->table = NULL;
		s->generation = s->spaces = s->bodies = 0;
	}
	t = s->table;
	if (BX_UNLIKELY(t == NULL || t->key != xp_short_table_key(h) || !xp_short_table_is(t, h, v, id)) &&
		!find_other_table(s, c, h, v, id))
		return false;
	return BX_LIKELY(s->generation == s->table->generation) || begin_judging(s, h, v, c->arena);
}

/* Does a shape of this kind pass the test?  Texts have no name. */
static bool
shape_passes(const XpShortcut *s, uint32_t shape, uint8_t kind, const XpShortTest *t)
{
	if ((kind == BX_KIND_LEAF ? BX_KIND_ELEMENT : kind) != t->kind)
		return false;
	if (kind == BX_KIND_TEXT)
		return true;
	return (s->pair_tests[bx_name_table_pair(&s->table->table, shape)] & t->failed) &&
		   (t->any_local || bx_name_table_is(&s->table->table, shape, t->local, t->len));
}

static __attribute__((noinline)) uint32_t
judge_any(XpShortcut *s, uint32_t shape, const XpShortTest *t)
{
	uint8_t kind = bx_name_table_kind(&s->table->table, shape);
	uint32_t judged = s->judged[shape] | (shape_passes(s, shape, kind, t) ? t->passed : t->failed);

	s->judged[shape] = judged;
	if (s->table->table.heads[shape] == BX_KIND_EXTENDED)
		s->long_judged[bx_name_table_long(&s->table->table, shape)] = judged;
	return judged;
}

/* Most often the head alone decides, or the name is short: then no call is made here. */
BX_INLINE uint32_t
judge(XpShortcut *s, uint32_t shape, const XpShortTest *t)
{
	const BxNameTable *table = &s->table->table;
	uint8_t head = table->heads[shape];
	uint32_t judged;
	bool pass = false;

	if (bx_name_head_fits(head, t->kind, t->len) && t->len <= SHORT_NAME_MAX)
		pass = (s->pair_tests[t->kind == BX_KIND_ATTRIBUTE ? BX_PAIR_NONE : table->dflt] & t->failed) &&
			   bx_equal_short(bx_name_table_short(table, shape), t->local, t->len);
	else if (!(s->path->fails[head] & t->failed))
		return judge_any(s, shape, t);
	judged = s->judged[shape] | (pass ? t->passed : t->failed);
	s->judged[shape] = judged;
	return judged;
}

static inline bool
passes(XpShortcut *s, uint32_t shape, const XpShortTest *t)
{
	uint32_t judged = s->judged[shape];

	if (!(judged & t->failed))
		judged = judge(s, shape, t);
	return (judged & t->passed) == t->passed;
}

/* ---- the items ---- */

/* The items of a value, and where we are. */
typedef struct Look
{
	XpShortcut *s;
	const BxNameTable *table;
	const uint8_t *items;
	const uint8_t *heads; /* of shapes */
	const uint32_t *judged;
	uint32_t n_shapes;
	uint32_t n_items; /* looked at */
	uint32_t skipped; /* bytes passed over */
	uint32_t max;     /* nodes that are wanted, at most */
	XpShortcutItem *item;
} Look;

/* An item, with the places of its payload. */
typedef struct ShortItem
{
	uint32_t shape;
	uint32_t content;
	uint32_t len;
	uint8_t kind;
} ShortItem;

/* The first item from off on to be looked at, or whose header is not short; an offset after the end means damage. */
BX_INLINE uint32_t
pass_over(Look *l, const XpShortTest *t, uint32_t off, uint32_t end)
{
	const uint8_t *stop = t->stop;
	uint32_t shape, len, head, n = 0;

	for (; off + 1 < end; off += BX_ITEM_SHORT_HEAD + len, n++)
	{
		if (!bx_item_short_header(l->items + off, BX_ITEM_SHORT_HEAD, 0, l->n_shapes, &shape, &len))
			break;
		head = l->heads[shape];
		if (stop[head] &&
			(head != 0 || t->kind == BX_KIND_ATTRIBUTE || (l->judged[shape] & t->passed) != t->failed))
			break;
	}
	l->n_items += n;
	return off;
}

/* Decode the item at off.  False if something is wrong with it. */
BX_INLINE bool
item_at(Look *l, uint32_t off, uint32_t end, ShortItem *item)
{
	const uint8_t *p = l->items + off;
	BxItemHeader h;
	uint32_t head;

	l->n_items++;
	if (BX_LIKELY(bx_item_medium(p, end - off, 0, l->n_shapes, &item->shape, &head, &item->len)))
	{
		item->content = off + head;
		return true;
	}
	p = bx_item_header(p, l->items + end, 0, &h);
	if (p == NULL)
		return false;
	item->shape = h.number;
	item->len = h.len;
	item->content = (uint32_t) (p - l->items);
	return item->shape < l->n_shapes && item->len <= end - item->content;
}

static inline bool
in_tag(const BxNameTable *t, uint32_t shape)
{
	uint8_t kind = bx_name_table_kind(t, shape);

	return kind == BX_KIND_ATTRIBUTE || kind == BX_KIND_NAMESPACE;
}

/* The answers about a node. */
typedef enum Answer
{
	NO,
	YES,
	UNKNOWN /* only an evaluation can find out */
} Answer;

/* As values of the type of the constant; a text that is none of it does not compare. */
static Answer
compare_keys(const XpShortCondition *c, const uint8_t *p, uint32_t len)
{
	AtType type = (AtType) c->key->type;
	bool is = true;
	BxKey key;
	int order;

	if (!bx_value_is_typed(p, len))
	{
		if (len > TEXT_MAX)
			return UNKNOWN;
		is = bx_key_read(type, bx_str((const char *) p, len), &key);
	}
	else if (!bx_key_payload(type, p, len, &key, &is))
		return UNKNOWN;
	if (!is)
		return NO;
	order = bx_key_order(&key, c->key);
	return order < -1 || order > 1 ? UNKNOWN : xp_compare_numbers(c->op, order, 0) ? YES : NO;
}

/* Compare the value of an item with the constant of a condition. */
static Answer
compare(const Look *l, const XpShortCondition *c, const ShortItem *item)
{
	const uint8_t *p = l->items + item->content;
	const XpLit *text = c->text;
	bool equal;

	if (c->op == XP_NONE)
		return YES;
	if (!bx_kind_has_value(item->kind) || bx_value_is_declared(p, item->len) ||
		(item->len > 0 && *p == BX_TAG_HEAP))
		return UNKNOWN;
	if (c->key != NULL)
		return compare_keys(c, p, item->len);
	if (!c->as_text)
		return xp_compare_numbers(c->op, bx_number_from_value(p, item->len),
								  text != NULL ? text->number : c->number)
				   ? YES
				   : NO;
	if (bx_value_is_typed(p, item->len))
		equal = item->len == text->enc_n && memcmp(p, text->enc, item->len) == 0;
	else
		equal = item->len == text->n && bx_equal_short(p, text->s, item->len);
	return equal == (c->op == XP_EQ) ? YES : NO;
}

/* The next item from *off on that passes the test; its kind is 0 if there is none.  False: something is wrong. */
BX_INLINE bool
next_item(Look *l, const XpShortTest *t, uint32_t *off, uint32_t end, ShortItem *item)
{
	for (;;)
	{
		*off = pass_over(l, t, *off, end);
		if (*off >= end)
			break;
		if (!item_at(l, *off, end, item))
			return false;
		if (passes(l->s, item->shape, t))
		{
			item->kind = bx_name_table_kind(l->table, item->shape);
			return true;
		}
		*off = item->content + item->len;
		if (t->kind == BX_KIND_ATTRIBUTE && !in_tag(l->table, item->shape))
			*off = end; /* the tag ends here */
	}
	item->kind = 0;
	return *off == end;
}

/* Is the text of the leaf selected, by the step behind t? */
static inline bool
selects_text(const XpShortTest *t, const XpShortTest *last, const ShortItem *leaf)
{
	return leaf->kind == BX_KIND_LEAF && last->kind == BX_KIND_TEXT && t + 1 == last && leaf->len > 0;
}

/* Does one of the nodes between off and end that the path of a condition leads to compare so? */
static Answer
some_compares(Look *l, const XpShortCondition *c, uint32_t off, uint32_t end)
{
	uint32_t ends[XP_PLAIN_STEPS], *top = ends;
	const XpShortTest *t = l->s->path->tests + c->test;
	const XpShortTest *last = t + c->n - 1;
	ShortItem item;
	Answer answer;

	for (;;)
	{
		if (!next_item(l, t, &off, end, &item))
			return UNKNOWN;
		if (item.kind == 0)
		{
			if (top == ends)
				return NO;
			end = *--top;
			t--;
			continue;
		}
		if (t == last || selects_text(t, last, &item))
		{
			answer = compare(l, c, &item);
			if (answer != NO)
				return answer;
		}
		else if (item.kind == BX_KIND_ELEMENT)
		{
			*top++ = end;
			end = item.content + item.len;
			off = item.content;
			t++;
			continue;
		}
		off = t->single ? end : item.content + item.len;
	}
}

/* Does the item meet the condition? */
static Answer
meets(Look *l, const XpShortCondition *c, const ShortItem *item)
{
	if (c->n == 0)
		return compare(l, c, item);
	if (item->kind == BX_KIND_ELEMENT)
		return some_compares(l, c, item->content, item->content + item->len);
	/* its text is all that is in a leaf */
	return item->kind == BX_KIND_LEAF && item->len > 0 && c->n == 1 &&
				   l->s->path->tests[c->test].kind == BX_KIND_TEXT
			   ? compare(l, c, item)
			   : NO;
}

/* Does it meet n conditions of a step, from number i on? */
static Answer
meets_all(Look *l, uint32_t i, uint32_t n, const ShortItem *item)
{
	const XpShortCondition *c = l->s->path->conditions + i;
	Answer answer = YES;

	for (; n > 0 && answer == YES; n--)
		answer = meets(l, c++, item);
	return answer;
}

/* The predicates of a step; *count nodes of the same parent passed the conditions before a position. */
static Answer
meets_step(Look *l, const XpShortTest *t, const ShortItem *item, uint32_t *count)
{
	Answer answer = meets_all(l, t->condition, t->lead, item);

	if (answer != YES || t->from == 0)
		return answer;
	if (++*count < t->from || *count > t->to)
		return NO;
	return meets_all(l, t->condition + t->lead, t->n_conditions - t->lead, item);
}

/* Is the step done with this parent, now that `count` of its nodes passed the conditions before a position? */
static inline bool
is_last(const XpShortTest *t, uint32_t count)
{
	return t->single || (BX_UNLIKELY(t->from > 0) && count >= t->to);
}

/* A node was found; true: no more are wanted. */
static inline bool
take(Look *l, const ShortItem *item, uint8_t kind)
{
	if (l->item->n++ == 0)
	{
		l->item->kind = kind;
		l->item->payload = l->items + item->content;
		l->item->len = item->len;
	}
	return l->item->n == l->max;
}

/* Where a step is looked for. */
typedef struct StepLevel
{
	uint32_t end;   /* of the content around it */
	uint32_t count; /* nodes that passed the conditions before a position */
} StepLevel;

/* The nodes that the path selects among the items before end; the way to the first is that of xp_first_scan. */
static bool
find(Look *l, uint32_t end)
{
	StepLevel levels[XP_PLAIN_STEPS], *at = levels;
	uint32_t off = 0, from = 0;
	const XpShortTest *t = l->s->path->tests;
	const XpShortTest *last = t + l->s->path->n_steps - 1;
	ShortItem item;

	at->count = 0;
	for (;;)
	{
		if (!next_item(l, t, &off, end, &item))
			return false;
		if (BX_UNLIKELY(t->asks) && item.kind != 0)
		{
			Answer answer = meets_step(l, t, &item, &at->count);

			if (answer == UNKNOWN)
				return false;
			if (answer == NO)
			{
				off = is_last(t, at->count) ? end : item.content + item.len;
				continue;
			}
		}
		l->skipped += off - from;
		from = off;
		if (item.kind == 0)
		{
			if (at == levels)
				return true;
			end = at->end;
			at--;
			t--;
			continue;
		}
		if (t == last)
		{
			if (take(l, &item, item.kind))
				return true;
		}
		else if (selects_text(t, last, &item))
		{
			Answer answer = last->asks ? meets_step(l, last, &item, &at->count) : YES;

			if (answer == UNKNOWN)
				return false;
			if (answer == YES && take(l, &item, BX_KIND_TEXT))
				return true;
		}
		else if (item.kind == BX_KIND_ELEMENT)
		{
			*++at = (StepLevel){end, 0};
			end = item.content + item.len;
			off = from = item.content;
			t++;
			continue;
		}
		off = is_last(t, at->count) ? end : item.content + item.len;
	}
}

/* ---- at any depth ---- */

/* Bits of steps in the state of a node are those of XpShortTest.failed. */
typedef struct DeepFrame
{
	uint32_t end;
	uint32_t live; /* steps that nodes in the element may be of */
	bool closed;   /* an item was met that is not in the tag; or no step is for attributes */
} DeepFrame;

/* The steps of live that the item is of; false: only an evaluation can find out. */
static bool
deep_steps(Look *l, const ShortItem *item, uint32_t live, uint32_t *steps)
{
	XpShortcut *s = l->s;
	uint32_t missing, judged;

	for (missing = live & ~s->judged[item->shape]; missing != 0; missing &= missing - 1)
		(void) judge(s, item->shape, &s->path->tests[__builtin_ctz(missing)]);
	judged = *steps = (s->judged[item->shape] >> XP_SHORT_PASS) & live;
	for (; judged != 0; judged &= judged - 1)
	{
		const XpShortTest *t = &s->path->tests[__builtin_ctz(judged)];
		Answer answer = meets_all(l, t->condition, t->n_conditions, item);

		if (answer == UNKNOWN)
			return false;
		if (answer == NO)
			*steps &= ~t->failed;
	}
	return true;
}

/* Steps that may be below their context node at any depth. */
static uint32_t
deep_mask(const XpShortPath *path)
{
	uint32_t i, mask = 0;

	for (i = 0; i < path->n_steps; i++)
		if (path->tests[i].deep)
			mask |= path->tests[i].failed;
	return mask;
}

/* The text of a leaf whose content may have nodes of the steps live; false as above. */
static bool
deep_text(Look *l, const ShortItem *leaf, uint32_t live, bool *enough)
{
	const XpShortTest *last = l->s->path->tests + l->s->path->n_steps - 1;
	Answer answer;

	if (!(live & last->failed) || leaf->len == 0)
		return true;
	answer = meets_all(l, last->condition, last->n_conditions, leaf);
	*enough = answer == YES && take(l, leaf, BX_KIND_TEXT);
	return answer != UNKNOWN;
}

/* Bits of the kinds that stand in a tag, and of all others. */
#define TAG_KINDS (1u << BX_KIND_ATTRIBUTE | 1u << BX_KIND_NAMESPACE)
#define OTHER_KINDS (0xffu & ~TAG_KINDS)

/*
 * The first item from off on that may be of a step of live, is of one of the kinds, or whose header is not short; an
 * offset after the end means damage.
 */
static uint32_t
pass_deep(Look *l, uint32_t off, uint32_t end, uint32_t live, uint32_t kinds)
{
	uint32_t either = live | live << XP_SHORT_PASS, shape, len, n = 0;

	for (; off + 1 < end; off += BX_ITEM_SHORT_HEAD + len, n++)
		if (!bx_item_short_header(l->items + off, BX_ITEM_SHORT_HEAD, 0, l->n_shapes, &shape, &len) ||
			(l->judged[shape] & either) != live || (kinds >> (l->heads[shape] & BX_KIND_MASK) & 1))
			break;
	l->n_items += n;
	l->skipped += BX_ITEM_SHORT_HEAD * n;
	return off;
}

/* The nodes that a path selects whose steps go to any depth: as a scan, a set of steps per element that is open. */
static bool
find_deep(Look *l, uint32_t end)
{
	DeepFrame frames[DEPTH_MAX], *f = frames;
	const XpShortPath *path = l->s->path;
	uint32_t deep = deep_mask(path), last = 1u << (path->n_steps - 1), off = 0, steps, below, looks;
	bool texts = path->tests[path->n_steps - 1].kind == BX_KIND_TEXT, enough = false;
	bool tags = path->tests[path->n_steps - 1].kind == BX_KIND_ATTRIBUTE; /* only the last step can be */
	ShortItem item;

	looks = 1u << BX_KIND_EXTENDED | 1u << BX_KIND_ELEMENT | (uint32_t) texts << BX_KIND_LEAF;
	*f = (DeepFrame){end, 1, !tags};
	for (;;)
	{
		off = pass_deep(l, off, f->end, f->live, f->closed ? looks : OTHER_KINDS);
		if (off >= f->end)
		{
			if (off > f->end)
				return false;
			if (f == frames)
				return true;
			f--;
			continue;
		}
		if (!item_at(l, off, f->end, &item))
			return false;
		item.kind = bx_name_table_kind(l->table, item.shape);
		if (!deep_steps(l, &item, f->live, &steps))
			return false;
		if (!(TAG_KINDS >> item.kind & 1))
			f->closed = true;
		else if (f->closed && steps != 0)
			return false; /* an attribute behind the tag */
		if ((steps & last) && take(l, &item, item.kind))
			return true;
		off = item.content + item.len;
		below = (steps & ~last) << 1 | (f->live & deep);
		if (item.kind == BX_KIND_LEAF && texts && !deep_text(l, &item, below, &enough))
			return false;
		if (enough)
			return true;
		if (item.kind != BX_KIND_ELEMENT || below == 0)
			continue;
		if (++f == frames + DEPTH_MAX)
			return false;
		*f = (DeepFrame){off, below, !tags};
		off = item.content;
	}
}

/* ---- the answer ---- */

/* The only text in the element that was found becomes its value; false if there are several. */
static bool
only_text(Look *l)
{
	XpShortcutItem *found = l->item;
	uint32_t off = (uint32_t) (found->payload - l->items), end = off + found->len;
	uint32_t n = 0;
	ShortItem item;

	found->len = 0;
	for (; off < end; off = item.content + item.len)
	{
		if (!item_at(l, off, end, &item))
			return false;
		item.kind = bx_name_table_kind(l->table, item.shape);
		if (item.kind == BX_KIND_ELEMENT)
			return false;
		if ((item.kind != BX_KIND_TEXT && item.kind != BX_KIND_LEAF) || item.len == 0)
			continue;
		if (n++ > 0)
			return false;
		found->payload = l->items + item.content;
		found->len = item.len;
	}
	return true;
}

/* The payload of the item becomes its value; false: an evaluation has to find it. */
static bool
take_value(Look *l, XpCall *c)
{
	XpShortcutItem *item = l->item;

	if (item->kind == BX_KIND_ELEMENT && !only_text(l))
		return false;
	if (c->by_reference_from > 0 && item->len >= c->by_reference_from)
		return false;
	c->work.values++;
	c->work.bytes += item->len;
	return true;
}

static bool
find_in_value(XpShortcut *s, XpCall *c, uint32_t max, bool value, XpShortcutItem *item)
{
	const XpApart *apart = c->apart;
	BxHeader own;
	const BxHeader *h = apart != NULL ? apart->table_head : &own;
	const uint8_t *items;
	uint32_t len;
	Look l;

	if (apart == NULL && !bx_header_read_small(c->v, c->n, &own) &&
		bx_header_read(c->v, c->n, c->n, &own, NULL) != BX_OK)
		return false;
	items = apart != NULL ? apart->items : c->v + h->items_off;
	len = apart != NULL ? apart->items_len : h->items_len;
	if ((h->flags & (BX_FLAG_NAMES | BX_FLAG_CONSTANTS | BX_FLAG_HEAP | BX_FLAG_BLOCKS)) != BX_FLAG_NAMES ||
		len >= ITEMS_MAX ||
		!find_table(s, c, h, apart != NULL ? apart->table_v : c->v, apart != NULL ? apart->table_id : 0))
		return false;
	item->n = 0;
	l = (Look){.s = s,
			   .items = items,
			   .table = &s->table->table,
			   .heads = s->table->table.heads,
			   .judged = s->judged,
			   .n_shapes = s->table->table.n_shapes,
			   .max = max,
			   .item = item};
	if (!(BX_UNLIKELY(s->deep) ? find_deep(&l, len) : find(&l, len)) ||
		(value && item->n > 0 && !take_value(&l, c)))
		return false;
	c->work.items += l.n_items;
	c->work.skipped += l.skipped;
	c->work.steps++;
	bx_note(c->host, l.n_items * BX_STEP_UNITS);
	return true;
}

bool
xp_shortcut(XpCall *c, const XpBlock *block, XpShortcutUse use, uint32_t max, XpShortcutItem *item)
{
	XpShortcut *s = xp_bind_shortcut(c, block);
	bool done;

	if (s == NULL || (c->v == NULL && c->apart == NULL) || c->image != NULL || c->part != NULL ||
		c->navigate || (s->truth && use != XP_SHORTCUT_TRUTH))
		return false;
	if (s->declined >= DECLINED_MAX && (++s->declined & DECLINED_TRY) != 0)
		return false;
	done = find_in_value(s, c, max, use == XP_SHORTCUT_VALUE, item);
	s->declined = done ? 0 : s->declined + 1;
	return done;
}
