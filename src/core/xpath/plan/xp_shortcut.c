/*
 * xp_shortcut.c -- the first node of a path of names in a small value, without an evaluation.
 *
 * Most calls ask a small document for one value by a path of names.  To bind the path to the table of the document,
 * name by name, then costs more than to look at the few items before the node, and when every document has a table of
 * its own no binding can be kept.  Here a shape is judged when an item of it is met, most often by its head alone.  All
 * of the table is checked nevertheless, and whatever is not as most values have it is left to an evaluation, which
 * reports what is wrong.  So both give the same answers.
 */
#include "xp_shortcut_int.h"
#include "xp_shortcut_path_int.h"

#include "../../format/bx_item.h"
#include "../../format/bx_name_table.h"

#define ITEMS_MAX 4096    /* bytes of items */
#define TABLE_MAX 1024    /* bytes of a table that is kept */
#define SPACES_MAX 256    /* bytes of the namespaces that are kept */
#define PAIRS_MAX 16      /* of them */
#define SHORT_NAME_MAX 16 /* bytes of a name that are compared without a call */
#define DECLINED_MAX 16   /* in succession, after which most calls are not tried ... */
#define DECLINED_TRY 0xf  /* ... but one in this many + 1 */

struct XpShortcut
{
	uint32_t declined; /* calls in succession */
	bool no_memory;    /* was the reason */
	/* the namespaces of the last table */
	uint32_t spaces_len; /* 0: none are kept */
	uint32_t n_pairs;
	/* the last table */
	uint32_t fingerprint;
	uint32_t table_len;
	bool kept;              /* all that follows is about the copy */
	const uint8_t *lasting; /* a value that lasts and was found to have that table, or NULL */
	BxNameTable table;
	uint32_t judged[BX_NAME_TABLE_SHAPES];    /* per shape: bits of the tests that it was judged for */
	uint32_t long_judged[BX_NAME_TABLE_LONG]; /* of shapes with bodies, which later tables have as well */
	uint16_t pair_tests[PAIRS_MAX];           /* tests whose namespace is that of the pair */
	uint8_t spaces[SPACES_MAX];
	const XpShortPath *path;
	uint8_t copy[TABLE_MAX]; /* of header and table, when it came for the second time */
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
	s->path = path;
	*shortcut = s;
	return BX_OK;
}

/* ---- the table ---- */

/* Decode the namespaces of a value, which are unlike those of the value before. */
static bool
read_spaces(XpShortcut *s, const BxHeader *h, const uint8_t *v, BxArena *arena)
{
	const uint8_t *table = v + h->table_off;
	BxTableScan scan;
	uint32_t i, j;
	BxStatus st;

	s->spaces_len = s->table.bodies_len = 0;
	st = bx_table_scan_begin(&scan, h, v, arena, NULL);
	s->no_memory = st == BX_E_NOMEM;
	if (st != BX_OK || scan.n_pairs > PAIRS_MAX || scan.p - table > SPACES_MAX)
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
	s->n_pairs = scan.n_pairs;
	s->spaces_len = (uint32_t) (scan.p - table);
	memcpy(s->spaces, table, s->spaces_len);
	return true;
}

/* Namespaces end where others of the same bytes do. */
static inline bool
same_spaces(const XpShortcut *s, const BxHeader *h, const uint8_t *v)
{
	return s->spaces_len > 0 && s->spaces_len <= h->table_len &&
		   memcmp(s->spaces, v + h->table_off, s->spaces_len) == 0;
}

static bool
read_table(XpShortcut *s, const BxHeader *h, const uint8_t *v, BxArena *arena)
{
	BxTableScan scan;
	uint32_t k;
	bool same;

	if (!same_spaces(s, h, v) && !read_spaces(s, h, v, arena))
		return false;
	bx_table_scan_behind(&scan, h, v, s->spaces_len, s->n_pairs);
	if (!bx_name_table_read(&s->table, &scan, &same))
		return false;
	memset(s->judged, 0, s->table.n_shapes * sizeof(s->judged[0]));
	if (!same)
		memset(s->long_judged, 0, sizeof(s->long_judged));
	for (k = 0; k < s->table.n_long; k++)
		s->judged[s->table.long_shape[k]] = s->long_judged[k];
	return true;
}

/* The same from a copy of the table that stays. */
static bool
keep_table(XpShortcut *s, const BxHeader *h, const uint8_t *v, BxArena *arena)
{
	if (h->items_off > TABLE_MAX)
		return read_table(s, h, v, arena);
	memcpy(s->copy, v, h->items_off);
	s->kept = read_table(s, h, s->copy, arena);
	return s->kept;
}

/* A table that comes twice in succession is kept. */
static bool
find_table(XpShortcut *s, const BxHeader *h, const uint8_t *v, bool lasts, BxArena *arena)
{
	if (s->fingerprint != h->fingerprint || s->table_len != h->table_len)
	{
		s->kept = false;
		s->lasting = NULL;
		s->fingerprint = h->fingerprint;
		s->table_len = h->table_len;
		return read_table(s, h, v, arena);
	}
	if (s->kept && ((lasts && s->lasting == v) ||
					memcmp(s->table.end - h->table_len, v + h->table_off, h->table_len) == 0))
	{
		s->lasting = lasts ? v : NULL;
		return true;
	}
	s->kept = false;
	s->lasting = NULL;
	return keep_table(s, h, v, arena);
}

/* Does a shape of this kind pass the test?  Texts have no name. */
static bool
shape_passes(const XpShortcut *s, uint32_t shape, uint8_t kind, const XpShortTest *t)
{
	if ((kind == BX_KIND_LEAF ? BX_KIND_ELEMENT : kind) != t->kind)
		return false;
	if (kind == BX_KIND_TEXT)
		return true;
	return (s->pair_tests[bx_name_table_pair(&s->table, shape)] & t->failed) &&
		   (t->any_local || bx_name_table_is(&s->table, shape, t->local, t->len));
}

static uint32_t
judge_any(XpShortcut *s, uint32_t shape, const XpShortTest *t)
{
	uint8_t kind = bx_name_table_kind(&s->table, shape);
	uint32_t judged = s->judged[shape] | (shape_passes(s, shape, kind, t) ? t->passed : t->failed);

	s->judged[shape] = judged;
	if (s->table.heads[shape] == BX_KIND_EXTENDED)
		s->long_judged[bx_name_table_long(&s->table, shape)] = judged;
	return judged;
}

/* Most often the head is one of those that the test looks for, and the name is short: then no call is made here. */
static uint32_t
judge(XpShortcut *s, uint32_t shape, const XpShortTest *t)
{
	uint32_t judged;
	bool pass;

	if (BX_UNLIKELY(!bx_name_head_fits(s->table.heads[shape], t->kind, t->len) || t->len > SHORT_NAME_MAX))
		return judge_any(s, shape, t);
	pass = (s->pair_tests[t->kind == BX_KIND_ATTRIBUTE ? BX_PAIR_NONE : s->table.dflt] & t->failed) &&
		   bx_equal_short(bx_name_table_short(&s->table, shape), t->local, t->len);
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

/* Compare the value of an item with the constant of a predicate. */
static Answer
compare(const Look *l, const XpShortTest *t, const ShortItem *item)
{
	const uint8_t *p = l->items + item->content;
	const XpLit *text = t->text;
	bool equal;

	if (t->op == XP_NONE)
		return YES;
	if (!bx_kind_has_value(item->kind) || bx_value_is_declared(p, item->len) ||
		(item->len > 0 && *p == BX_TAG_HEAP))
		return UNKNOWN;
	if (!t->as_text)
		return xp_compare_numbers(t->op, bx_number_from_value(p, item->len),
								  text != NULL ? text->number : t->number)
				   ? YES
				   : NO;
	if (bx_value_is_typed(p, item->len))
		equal = item->len == text->enc_n && memcmp(p, text->enc, item->len) == 0;
	else
		equal = item->len == text->n && bx_equal_short(p, text->s, item->len);
	return equal == (t->op == XP_EQ) ? YES : NO;
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
			item->kind = bx_name_table_kind(&l->s->table, item->shape);
			return true;
		}
		*off = item->content + item->len;
		if (t->kind == BX_KIND_ATTRIBUTE && !in_tag(&l->s->table, item->shape))
			*off = end; /* the tag ends here */
	}
	item->kind = 0;
	return *off == end;
}

/* Does the item pass the predicate?  It does when one of the nodes that are compared does. */
static Answer
pass_predicate(Look *l, const XpShortTest *t, const ShortItem *item)
{
	uint32_t off = item->content, end = off + item->len;
	Answer answer;
	ShortItem operand;

	if (t->itself)
		return compare(l, t, item);
	if (item->kind != BX_KIND_ELEMENT)
		return NO;
	for (;;)
	{
		if (!next_item(l, t, &off, end, &operand))
			return UNKNOWN;
		if (operand.kind == 0)
			return NO;
		answer = compare(l, t, &operand);
		if (answer != NO || t->single)
			return answer;
		off = operand.content + operand.len;
	}
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

/* Is the text of the leaf selected, by the step behind t? */
static inline bool
selects_text(const XpShortTest *t, const XpShortTest *last, const ShortItem *leaf)
{
	return leaf->kind == BX_KIND_LEAF && last->kind == BX_KIND_TEXT && t + 1 == last && leaf->len > 0;
}

/* The nodes that the path selects among the items before end; the way to the first is that of xp_first_scan. */
static bool
find(Look *l, uint32_t end)
{
	uint32_t ends[XP_PLAIN_STEPS], *top = ends, off = 0, from = 0;
	const XpShortTest *t = l->s->path->tests;
	const XpShortTest *last = t + l->s->path->n_steps - 1;
	ShortItem item;

	for (;;)
	{
		if (!next_item(l, t, &off, end, &item))
			return false;
		if (BX_UNLIKELY(t->predicate != NULL) && item.kind != 0)
		{
			Answer answer = pass_predicate(l, t->predicate, &item);

			if (answer == UNKNOWN)
				return false;
			if (answer == NO)
			{
				off = t->single ? end : item.content + item.len;
				continue;
			}
		}
		l->skipped += off - from;
		from = off;
		if (item.kind == 0)
		{
			if (top == ends)
				return true;
			end = *--top;
			t--;
			continue;
		}
		if (t == last || selects_text(t, last, &item))
		{
			if (take(l, &item, t == last ? item.kind : BX_KIND_TEXT))
				return true;
		}
		else if (item.kind == BX_KIND_ELEMENT)
		{
			*top++ = end;
			end = item.content + item.len;
			off = from = item.content;
			t++;
			continue;
		}
		off = t->single ? end : item.content + item.len;
	}
}

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
		item.kind = bx_name_table_kind(&l->s->table, item.shape);
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

static bool
find_in_value(XpShortcut *s, XpCall *c, uint32_t max, bool value, XpShortcutItem *item)
{
	const XpApart *apart = c->apart;
	BxHeader own;
	const BxHeader *h = apart != NULL ? apart->table_head : &own;
	const uint8_t *items;
	uint32_t len;
	Look l;

	if (apart == NULL && bx_header_read(c->v, c->n, c->n, &own, NULL) != BX_OK)
		return false;
	items = apart != NULL ? apart->items : c->v + h->items_off;
	len = apart != NULL ? apart->items_len : h->items_len;
	if ((h->flags & (BX_FLAG_NAMES | BX_FLAG_CONSTANTS | BX_FLAG_HEAP | BX_FLAG_BLOCKS)) != BX_FLAG_NAMES ||
		len >= ITEMS_MAX || !find_table(s, h, apart != NULL ? apart->table_v : c->v, apart != NULL, c->arena))
		return false;
	item->n = 0;
	l = (Look){.s = s,
			   .items = items,
			   .heads = s->table.heads,
			   .judged = s->judged,
			   .n_shapes = s->table.n_shapes,
			   .max = max,
			   .item = item};
	if (!find(&l, len))
		return false;
	if (value && item->n > 0)
	{
		if (item->kind == BX_KIND_ELEMENT && !only_text(&l))
			return false;
		c->work.values++;
		c->work.bytes += item->len;
	}
	c->work.items += l.n_items;
	c->work.skipped += l.skipped;
	c->work.steps++;
	bx_note(c->host, l.n_items * BX_STEP_UNITS);
	return true;
}

BxStatus
xp_shortcut(XpCall *c, const XpBlock *block, uint32_t max, bool value, XpShortcutItem *item, bool *done)
{
	XpShortcut *s = xp_bind_shortcut(c, block);

	*done = false;
	if (s == NULL || (c->v == NULL && c->apart == NULL) || c->image != NULL || c->part != NULL ||
		c->navigate || c->by_reference_from > 0)
		return BX_OK;
	if (s->declined >= DECLINED_MAX && (++s->declined & DECLINED_TRY) != 0)
		return BX_OK;
	*done = find_in_value(s, c, max, value, item);
	if (BX_LIKELY(*done))
	{
		s->declined = 0;
		return BX_OK;
	}
	s->declined++;
	if (!s->no_memory)
		return BX_OK;
	s->no_memory = false;
	return bx_fail_nomem(c->err, sizeof(BxPair));
}
