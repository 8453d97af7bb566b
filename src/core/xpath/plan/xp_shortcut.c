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

#include "../../format/bx_item.h"
#include "../../format/bx_name_table.h"

#define ITEMS_MAX 4096   /* bytes of items */
#define TABLE_MAX 2048   /* bytes of a table that is kept */
#define SPACES_MAX 256   /* bytes of the namespaces that are kept */
#define PAIRS_MAX 16     /* of them */
#define PASS_SHIFT 16    /* in XpShortcut.judged */
#define DECLINED_MAX 16  /* in succession, after which most calls are not tried ... */
#define DECLINED_TRY 0xf /* ... but one in this many + 1 */

_Static_assert(XP_PLAIN_STEPS <= PASS_SHIFT, "two bits for each step");

typedef struct NamedStep
{
	const char *local;
	uint32_t len;
	const char *uri;
	uint32_t uri_len;
	bool any_uri;
	bool attribute;  /* and the last one */
	uint8_t *stop;   /* [256]: is a shape with this head to be looked at?  With a body of its own, always */
	uint32_t failed; /* bits in XpShortcut.judged: not passed ... */
	uint32_t passed; /* ... and passed, together with that one */
} NamedStep;

struct XpShortcut
{
	uint32_t n_steps;
	uint32_t declined; /* calls in succession */
	BxArena *arena;
	/* the namespaces of the last table */
	uint32_t spaces_len; /* 0: none are kept */
	uint32_t n_pairs;
	/* the last table */
	uint32_t fingerprint;
	uint32_t table_len;
	uint8_t *copy; /* [TABLE_MAX]; NULL until a table comes for the second time */
	bool kept;     /* all that follows is about the copy */
	BxNameTable table;
	uint32_t
		judged[BX_NAME_TABLE_SHAPES]; /* per shape: steps it was judged for, those it passes above them */
	uint32_t
		long_judged[BX_NAME_TABLE_LONG]; /* the same of shapes with bodies, which later tables have as well */
	uint16_t pair_steps[PAIRS_MAX];      /* steps whose namespace is that of the pair */
	uint8_t spaces[SPACES_MAX];
	NamedStep steps[XP_PLAIN_STEPS];
};

/* ---- the path ---- */

/* An attribute step stops at everything else in an element but declarations, which have no head like these. */
static bool
mark_heads(NamedStep *step, BxArena *arena)
{
	uint32_t len = step->len < BX_NAME_LEN_ESCAPE ? step->len : BX_NAME_LEN_ESCAPE, head;

	step->stop = bx_arena_zalloc(arena, 256);
	if (step->stop == NULL)
		return false;
	step->stop[BX_KIND_EXTENDED] = 1;
	step->stop[bx_name_head(step->attribute ? BX_KIND_ATTRIBUTE : BX_KIND_ELEMENT, len)] = 1;
	step->stop[bx_name_head(step->attribute ? BX_KIND_ATTRIBUTE : BX_KIND_LEAF, len)] = 1;
	for (head = 0; head < 256 && step->attribute; head++)
		if ((head & BX_KIND_MASK) != BX_KIND_ATTRIBUTE)
			step->stop[head] = 1;
	return true;
}

static bool
take_step(XpShortcut *s, const XpPlan *plan, uint32_t node)
{
	const XpExpr *x = &plan->nodes[node];
	NamedStep *step = &s->steps[s->n_steps];
	const XpName *name;

	if (x->test != XP_TEST_NAME || x->name == 0 || (s->n_steps > 0 && step[-1].attribute))
		return false;
	name = &plan->names[x->name - 1];
	if (name->flags & XP_NAME_ANY_LOCAL)
		return false;
	step->local = plan->pool + name->local;
	step->len = name->local_len;
	step->uri = plan->pool + name->uri;
	step->uri_len = name->uri_len;
	step->any_uri = (name->flags & XP_NAME_ANY_NS) != 0;
	step->attribute = plan->axis[node] == XP_AX_ATTRIBUTE;
	step->failed = 1u << s->n_steps;
	step->passed = step->failed | step->failed << PASS_SHIFT;
	s->n_steps++;
	return mark_heads(step, s->arena);
}

XpShortcut *
xp_shortcut_new(const XpPlan *plan, BxArena *arena)
{
	const XpPath *path = xp_plan_path(plan, plan->block->root);
	XpShortcut *s;
	uint32_t i;

	if (path == NULL || !path->plain || path->start != 0 || plan->needs_up || plan->n_held > 0)
		return NULL;
	s = bx_arena_zalloc(arena, sizeof(XpShortcut));
	if (s == NULL)
		return NULL;
	s->arena = arena;
	for (i = 0; i < path->n_steps; i++)
		if (!take_step(s, plan, path->steps[i]))
			return NULL;
	return s;
}

/* ---- the table ---- */

/* Decode the namespaces of a value, which are unlike those of the value before. */
static bool
read_spaces(XpShortcut *s, const BxHeader *h, const uint8_t *v, BxArena *arena)
{
	const uint8_t *table = v + h->table_off;
	BxTableScan scan;
	uint32_t i, j;

	s->spaces_len = s->table.bodies_len = 0;
	if (bx_table_scan_begin(&scan, h, v, arena, NULL) != BX_OK || scan.n_pairs > PAIRS_MAX ||
		scan.p - table > SPACES_MAX)
		return false;
	for (i = 0; i < scan.n_pairs; i++)
	{
		s->pair_steps[i] = 0;
		for (j = 0; j < s->n_steps; j++)
			if (s->steps[j].any_uri ||
				bx_same_bytes(scan.pair[i].uri, scan.pair[i].uri_len, s->steps[j].uri, s->steps[j].uri_len))
				s->pair_steps[i] |= (uint16_t) (1u << j);
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
	if (s->copy == NULL)
		s->copy = bx_arena_alloc(s->arena, TABLE_MAX);
	if (s->copy == NULL || h->items_off > TABLE_MAX)
		return read_table(s, h, v, arena);
	memcpy(s->copy, v, h->items_off);
	s->kept = read_table(s, h, s->copy, arena);
	return s->kept;
}

/* A table that comes twice in succession is kept. */
static bool
find_table(XpShortcut *s, const BxHeader *h, const uint8_t *v, BxArena *arena)
{
	if (s->fingerprint != h->fingerprint || s->table_len != h->table_len)
	{
		s->kept = false;
		s->fingerprint = h->fingerprint;
		s->table_len = h->table_len;
		return read_table(s, h, v, arena);
	}
	if (s->kept && memcmp(s->table.end - h->table_len, v + h->table_off, h->table_len) == 0)
		return true;
	s->kept = false;
	return keep_table(s, h, v, arena);
}

/* Judge whether a shape passes a step. */
static uint32_t
judge(XpShortcut *s, uint32_t shape, const NamedStep *step)
{
	uint8_t kind = bx_name_table_kind(&s->table, shape);
	uint32_t judged = s->judged[shape] | step->failed, pair;

	if ((step->attribute ? kind == BX_KIND_ATTRIBUTE : kind == BX_KIND_ELEMENT || kind == BX_KIND_LEAF) &&
		bx_name_table_is(&s->table, shape, step->local, step->len, &pair) &&
		(s->pair_steps[pair] & step->failed))
		judged |= step->passed;
	s->judged[shape] = judged;
	if (BX_UNLIKELY(s->table.heads[shape] == BX_KIND_EXTENDED))
		s->long_judged[bx_name_table_long(&s->table, shape)] = judged;
	return judged;
}

static inline bool
passes(XpShortcut *s, uint32_t shape, const NamedStep *step)
{
	uint32_t judged = s->judged[shape];

	if (!(judged & step->failed))
		judged = judge(s, shape, step);
	return (judged & step->passed) == step->passed;
}

/* ---- the items ---- */

/* The items of a value with n_shapes shapes, whose heads these are. */
typedef struct Look
{
	const uint8_t *items;
	const uint8_t *heads;
	const uint32_t *judged;
	uint32_t n_shapes;
} Look;

/* The first item from off on to be looked at, or whose header is not short; an offset after the end means damage. */
static inline uint32_t
pass_over(const Look *l, const NamedStep *step, uint32_t off, uint32_t end, uint32_t *items)
{
	const uint8_t *stop = step->stop;
	uint32_t shape, len, head, n = 0;

	for (; off + 1 < end; off += BX_ITEM_SHORT_HEAD + len, n++)
	{
		if (!bx_item_short_header(l->items + off, BX_ITEM_SHORT_HEAD, 0, l->n_shapes, &shape, &len))
			break;
		head = l->heads[shape];
		if (stop[head] && (head != 0 || step->attribute || (l->judged[shape] & step->passed) != step->failed))
			break;
	}
	*items += n;
	return off;
}

/* Decode the item at off: its shape, and place and length of its payload.  False if something is wrong with it. */
static inline bool
item_at(const Look *l, uint32_t off, uint32_t end, uint32_t *shape, uint32_t *content, uint32_t *len)
{
	const uint8_t *p = l->items + off;
	BxItemHeader h;

	uint32_t head;

	if (BX_LIKELY(bx_item_medium(p, end - off, 0, l->n_shapes, shape, &head, len)))
	{
		*content = off + head;
		return true;
	}
	p = bx_item_header(p, l->items + end, 0, &h);
	if (p == NULL)
		return false;
	*shape = h.number;
	*len = h.len;
	*content = (uint32_t) (p - l->items);
	return *shape < l->n_shapes && *len <= end - *content;
}

static inline bool
in_tag(const BxNameTable *t, uint32_t shape)
{
	uint8_t kind = bx_name_table_kind(t, shape);

	return kind == BX_KIND_ATTRIBUTE || kind == BX_KIND_NAMESPACE;
}

/* The first item that the path selects among those before end; the way is that of xp_first_scan. */
static bool
find(XpShortcut *s, XpWork *work, const uint8_t *base, uint32_t end, XpShortcutItem *item)
{
	uint32_t ends[XP_PLAIN_STEPS];
	uint32_t off = 0, from = 0, items = 0, skipped = 0, shape, content, len;
	const NamedStep *step = s->steps, *last = step + s->n_steps - 1;
	Look l = {.items = base, .heads = s->table.heads, .judged = s->judged, .n_shapes = s->table.n_shapes};

	item->found = false;
	for (;;)
	{
		off = pass_over(&l, step, off, end, &items);
		if (off >= end)
		{
			if (off > end)
				return false;
			skipped += off - from;
			from = off;
			if (step == s->steps)
				break;
			step--;
			end = ends[step - s->steps];
			continue;
		}
		if (!item_at(&l, off, end, &shape, &content, &len))
			return false;
		items++;
		if (passes(s, shape, step))
		{
			uint8_t kind = bx_name_table_kind(&s->table, shape);

			if (step == last)
			{
				*item = (XpShortcutItem){true, kind, base + content, len};
				skipped += off - from;
				break;
			}
			if (kind == BX_KIND_ELEMENT)
			{
				skipped += off - from;
				ends[step++ - s->steps] = end;
				end = content + len;
				off = from = content;
				continue;
			}
		}
		off = content + len;
		if (step->attribute && !in_tag(&s->table, shape))
			off = end;
	}
	work->items += items;
	work->skipped += skipped;
	work->steps++;
	return true;
}

static bool
first_of_value(XpShortcut *s, XpCall *c, XpShortcutItem *item)
{
	uint64_t before = c->work.items;
	const XpApart *apart = c->apart;
	BxHeader own;
	const BxHeader *h = apart != NULL ? apart->table_head : &own;
	const uint8_t *items;
	uint32_t items_len;

	if (apart == NULL && bx_header_read(c->v, c->n, c->n, &own, NULL) != BX_OK)
		return false;
	items = apart != NULL ? apart->items : c->v + h->items_off;
	items_len = apart != NULL ? apart->items_len : h->items_len;
	if ((h->flags & (BX_FLAG_NAMES | BX_FLAG_CONSTANTS | BX_FLAG_HEAP | BX_FLAG_BLOCKS)) != BX_FLAG_NAMES ||
		items_len >= ITEMS_MAX || !find_table(s, h, apart != NULL ? apart->table_v : c->v, c->arena))
		return false;
	if (!find(s, &c->work, items, items_len, item))
		return false;
	bx_note(c->host, (c->work.items - before) * BX_STEP_UNITS);
	return true;
}

bool
xp_shortcut_first(XpCall *c, const XpBlock *block, bool value, XpShortcutItem *item)
{
	XpShortcut *s = xp_bind_shortcut(c, block);

	if (s == NULL || (c->v == NULL && c->apart == NULL) || c->image != NULL || c->part != NULL ||
		c->navigate || c->by_reference_from > 0)
		return false;
	if (s->declined >= DECLINED_MAX && (++s->declined & DECLINED_TRY) != 0)
		return false;
	if (first_of_value(s, c, item) && (!value || !item->found || bx_kind_has_value(item->kind)))
	{
		s->declined = 0;
		return true;
	}
	s->declined++;
	return false;
}
