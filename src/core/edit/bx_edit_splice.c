/*
 * bx_edit_splice.c -- texts of a value replaced: the new value is the old one with other bytes at their places.
 *
 * Most changes give an attribute or element, or a few of them, another text.  Labels, names and shapes stay, and all
 * that the value needs is the new payloads and the lengths of the elements around them.  So the table is not decoded,
 * and only the items beside these elements are passed.  What would need more than that is left to the walk, errors
 * included: a promise of the shape that the text breaks, a text node that comes or goes, heap, constants as targets,
 * directories, and values that would be encoded anew.  Where both are possible they give the same bytes, but for values
 * with names that no node has any more, which the walk encodes anew.
 */
#include "bx_edit_int.h"

#include "../base/bx_escape.h"
#include "../encode/bx_directory.h"
#include "../encode/bx_table_put.h"
#include "../format/bx_item.h"
#include "../format/bx_table_scan.h"
#include "../value/bx_value.h"

/* Texts that are replaced together, and items that are read for them: the elements around them and they themselves. */
#define TARGETS 16
#define PLACES 64
/* A value that gets shorter by more than this part may have become wasteful: the walk looks. */
#define SHRINK_PART 8

/* An element around a target, or a target. */
typedef struct OldItem
{
	uint32_t off; /* of the old item */
	uint32_t content;
	uint32_t end;
	uint32_t token;
	uint32_t parent;        /* place of the element around it, ED_NONE at the top */
	uint32_t n;             /* bytes of the new payload or content */
	int64_t grown;          /* by how much the content of an element is longer */
	const uint8_t *payload; /* of a target, else NULL */
} OldItem;

/* A change, with the new payload. */
typedef struct NewText
{
	const BxEditChange *change;
	const uint8_t *payload;
	uint32_t n;
	uint8_t typed[BX_VALUE_ENC_MAX];
} NewText;

typedef struct Splice
{
	BxEdit *e;
	BxHeader h;
	BxHeadParts parts; /* of the new value */
	BxError err;       /* of the old one: the walk reports it */
	const uint8_t *items;
	const uint8_t *heads; /* of the shapes */
	uint32_t n_shapes;
	uint32_t n_consts;
	NewText targets[TARGETS]; /* in document order */
	uint32_t n_targets;
	OldItem places[PLACES]; /* likewise */
	uint32_t n_places;
	uint32_t open; /* the innermost element around what is read, ED_NONE at the top */
	uint32_t depth;
	uint32_t greatest_depth;
	uint32_t pos; /* what is read next */
	uint32_t steps;
	int64_t grown;  /* of all items */
	uint64_t fresh; /* bytes of items that are new */
} Splice;

/* ---- what the table says ---- */

/* The cursor behind the names of path mode. */
static bool
pass_names(BxTableScan *scan, uint32_t *n)
{
	BxNameInfo name;
	uint32_t i;

	if (bx_table_scan_names(scan, n) != BX_OK)
		return false;
	for (i = 0; i < *n; i++)
		if (bx_table_scan_name(scan, i, &name) != BX_OK)
			return false;
	return true;
}

/* Where the heads of the shapes are, and how many constants there are. */
static bool
find_shapes(Splice *s)
{
	BxEdit *e = s->e;
	BxTableScan scan;
	uint32_t n_names;

	if (bx_table_scan_begin(&scan, &s->h, e->base.v, &e->arena, &s->err) != BX_OK)
		return false;
	if (s->h.flags & BX_FLAG_NAMES)
	{
		/* constants come behind the bodies of long names, which would have to be read */
		if ((s->h.flags & BX_FLAG_CONSTANTS) || bx_table_scan_name_shapes(&scan, &s->n_shapes) != BX_OK)
			return false;
		s->heads = scan.heads;
		return true;
	}
	if (!pass_names(&scan, &n_names) || bx_table_scan_path_shapes(&scan, n_names, &s->n_shapes) != BX_OK)
		return false;
	s->heads = scan.heads;
	return bx_table_scan_constants(&scan, s->n_shapes, &s->n_consts) == BX_OK;
}

/* The extension sections of the value, if all of them stay as they are when a text changes. */
static bool
take_sections(const Splice *s, BxHeadParts *parts)
{
	const uint8_t *p = s->e->base.v + s->h.ext_dir, *end = s->e->base.v + s->h.table_off;

	if (s->h.ext_n > BX_SECTIONS)
		return false;
	for (; parts->n_ext < s->h.ext_n; parts->n_ext++)
	{
		uint8_t code = *p++;

		if (code != BX_EXT_LABELS && code != BX_EXT_ROOT && code != BX_EXT_DOCTYPE && code != BX_EXT_DECL &&
			code != BX_EXT_MARKS)
			return false;
		parts->ext[parts->n_ext].code = code;
		p = bx_varint_get(p, end, &parts->ext[parts->n_ext].len);
		if (p == NULL)
			return false;
	}
	return true;
}

/* ---- the targets ---- */

/* Is the item the target, and does it stay the same node with the new text? */
static bool
is_target(const BxEditChange *c, uint8_t kind, const uint8_t *payload, uint32_t len)
{
	if (len > 0 && payload[0] == BX_TAG_HEAP)
		return false;
	if (kind == BX_KIND_ATTRIBUTE)
		return c->target.part == BX_EDIT_ITEM;
	if (len == 0 || c->text.n == 0)
		return false;
	return kind == BX_KIND_LEAF || (kind == BX_KIND_TEXT && c->target.part == BX_EDIT_ITEM);
}

/* What the shape promises, the new payload holds. */
static bool
keeps_promises(const Splice *s, const NewText *t, uint8_t head)
{
	BxStr text = t->change->text;

	if (s->h.flags & BX_FLAG_NAMES)
		return true;
	if (t->payload == t->typed && !(head & BX_SHAPE_TYPED))
		return false;
	return !(head & BX_SHAPE_CLEAN) ||
		   bx_is_clean(text.s, text.n, (head & BX_KIND_MASK) == BX_KIND_ATTRIBUTE);
}

static uint32_t
item_size(uint32_t token, uint32_t len)
{
	return bx_token_size(token) + bx_varint_size(len) + len;
}

/* The new length of the item is known. */
static void
settle(Splice *s, const OldItem *p)
{
	int64_t grown = (int64_t) item_size(p->token, p->n) - (p->end - p->off);

	*(p->parent != ED_NONE ? &s->places[p->parent].grown : &s->grown) += grown;
}

/* The innermost open element ends. */
static void
leave(Splice *s)
{
	OldItem *p = &s->places[s->open];

	p->n = (uint32_t) (p->end - p->content + p->grown);
	settle(s, p);
	s->pos = p->end;
	s->open = p->parent;
	s->depth--;
}

/* Note a target, or an element with one in it, which is entered; false for what the walk should see. */
static bool
take_item(Splice *s, const NewText *t, OldItem *p, const BxItemHeader *h)
{
	uint8_t head;

	if (h->constant || h->number >= s->n_shapes || s->n_places == PLACES)
		return false;
	head = s->heads[h->number];
	p->parent = s->open;
	if (p->off == t->change->target.off)
	{
		if (!is_target(t->change, head & BX_KIND_MASK, s->items + p->content, h->len) ||
			!keeps_promises(s, t, head))
			return false;
		p->payload = t->payload;
		p->n = t->n;
		s->pos = p->end;
		settle(s, p);
	}
	else
	{
		if ((head & BX_KIND_MASK) != BX_KIND_ELEMENT || p->content > t->change->target.off)
			return false;
		s->pos = p->content;
		s->open = s->n_places;
		s->depth++;
	}
	if (s->depth + (p->payload != NULL) > s->greatest_depth)
		s->greatest_depth = s->depth + (p->payload != NULL);
	s->places[s->n_places++] = *p;
	return true;
}

/* Go to the next target; *found is false for all that the walk should see. */
static BxStatus
find_target(Splice *s, const NewText *t, bool *found)
{
	uint32_t target = t->change->target.off;
	BxItemHeader h;

	*found = false;
	while (s->open != ED_NONE && s->places[s->open].end <= target)
		leave(s);
	for (;;)
	{
		uint32_t end = s->open != ED_NONE ? s->places[s->open].end : s->h.items_len;
		const uint8_t *p;
		OldItem at = {.off = s->pos};

		if ((++s->steps & 0xfff) == 0)
			BX_TRY(bx_poll(s->e->host));
		if (s->pos > target || s->pos >= end)
			return BX_OK;
		p = bx_item_header(s->items + s->pos, s->items + end, s->n_consts, &h);
		if (p == NULL)
			return BX_OK;
		at.content = (uint32_t) (p - s->items);
		at.token = h.number + s->n_consts;
		if (h.len > end - at.content)
			return BX_OK;
		at.end = at.content + h.len;
		if (at.end <= target)
			s->pos = at.end;
		else if (!take_item(s, t, &at, &h))
			return BX_OK;
		else if (at.payload != NULL)
			break;
	}
	s->fresh += ed_new_item(t->n);
	*found = true;
	return BX_OK;
}

static BxStatus
find_targets(Splice *s, bool *found)
{
	uint32_t i;

	s->open = ED_NONE;
	s->n_places = s->depth = s->greatest_depth = s->pos = s->steps = 0;
	s->grown = 0;
	s->fresh = 0;
	*found = true;
	for (i = 0; i < s->n_targets && *found; i++)
		BX_TRY(find_target(s, &s->targets[i], found));
	while (s->open != ED_NONE)
		leave(s);
	return BX_OK;
}

/* The stored form of a new text. */
static void
encode(const BxEdit *e, NewText *t)
{
	BxStr text = t->change->text;

	t->n = e->opt.typed == BX_TYPED_LOSSLESS ? bx_value_encode(text.s, text.n, t->typed) : 0;
	t->payload = t->n > 0 ? t->typed : (const uint8_t *) text.s;
	if (t->n == 0)
		t->n = (uint32_t) text.n;
}

/* The changes in document order; false if one is none of a text, or two are of the same node. */
static bool
take_changes(Splice *s)
{
	const BxEditChange *c = (const BxEditChange *) (const void *) s->e->changes.data, *sorted[TARGETS];
	size_t i, j, n = s->e->changes.len / sizeof(*c);

	if (n == 0 || n > TARGETS)
		return false;
	for (i = 0; i < n; i++)
	{
		if (c[i].op != BX_EDIT_VALUE || c[i].target.part == BX_EDIT_DOCUMENT || c[i].text.n >= BX_HEAP_VALUE)
			return false;
		for (j = i; j > 0 && sorted[j - 1]->target.off >= c[i].target.off; j--)
		{
			if (sorted[j - 1]->target.off == c[i].target.off)
				return false;
			sorted[j] = sorted[j - 1];
		}
		sorted[j] = &c[i];
	}
	s->n_targets = (uint32_t) n;
	for (i = 0; i < n; i++)
	{
		s->targets[i].change = sorted[i];
		encode(s->e, &s->targets[i]);
	}
	return true;
}

/* ---- the new value ---- */

/* Would the walk do more than replace the texts? */
static bool
needs_walk(const Splice *s, int64_t items_len)
{
	const BxEdit *e = s->e;
	bool shorter = s->grown < 0;

	if (items_len > (int64_t) (BX_VALUE_MAX / 2) || s->greatest_depth > s->h.depth || s->h.depth > items_len)
		return true;
	if (shorter && -s->grown > (int64_t) (s->h.total / SHRINK_PART))
		return true;
	if (shorter && s->h.heap_len == 0 && e->opt.heap == BX_HEAP_AUTO && items_len >= BX_HEAP_FROM)
		return true;
	return !(s->h.flags & BX_FLAG_NAMES) && bx_directories_wanted(&e->opt, (uint64_t) items_len);
}

static uint8_t *
copy(uint8_t *q, const uint8_t *p, size_t n)
{
	memcpy(q, p, n);
	return q + n;
}

static uint8_t *
put_items(const Splice *s, uint8_t *q)
{
	uint32_t i, done = 0;

	for (i = 0; i < s->n_places; i++)
	{
		const OldItem *p = &s->places[i];

		q = copy(q, s->items + done, p->off - done);
		q = bx_varint_put(bx_token_put(q, p->token), p->n);
		if (p->payload != NULL)
			q = copy(q, p->payload, p->n);
		done = p->payload != NULL ? p->end : p->content;
	}
	return copy(q, s->items + done, s->h.items_len - done);
}

static BxStatus
put_value(Splice *s, uint32_t items_len, uint8_t **data, size_t *len)
{
	BxEdit *e = s->e;
	uint8_t head[BX_HEAD_MAX + BX_SECTIONS * BX_HEAD_EXT_MAX], *base, *items, *q;
	size_t head_n, behind = s->h.total - s->h.items_off - s->h.items_len;

	s->parts.items_len = items_len;
	head_n = (size_t) (bx_head_put(head, &s->parts) - head);
	*len = head_n + s->h.table_len + items_len + behind;
	base = e->host->alloc(e->host->ctx, e->opt.reserve + *len);
	if (base == NULL)
		return ed_nomem(e, e->opt.reserve + *len);
	q = copy(base + e->opt.reserve, head, head_n);
	items = copy(q, e->base.v + s->h.table_off, s->h.table_len);
	q = put_items(s, items);
	copy(q, s->items + s->h.items_len, behind);
	if (ed_repack_due(items, items_len, s->fresh)) /* the walk asks the writer */
	{
		e->host->release(e->host->ctx, base);
		return BX_OK;
	}
	*data = base;
	return BX_OK;
}

/* Read the header and what there is to know of the table; false where the walk is needed. */
static bool
open_value(Splice *s)
{
	const uint8_t *v = s->e->base.v;

	if (bx_header_read(v, s->e->base.n, s->e->base.n, &s->h, &s->err) != BX_OK ||
		(s->h.flags & BX_FLAG_BLOCKS))
		return false;
	memset(&s->parts, 0, sizeof(s->parts));
	s->parts.flags = s->h.flags & (BX_FLAG_NAMES | BX_FLAG_DOCUMENT | BX_FLAG_CONSTANTS);
	s->parts.table = v + s->h.table_off;
	s->parts.table_len = s->h.table_len;
	s->parts.depth = s->h.depth;
	s->parts.heap_len = s->h.heap_len;
	s->items = v + s->h.items_off;
	s->n_consts = 0;
	return take_sections(s, &s->parts) && find_shapes(s);
}

BxStatus
bx_edit_splice(BxEdit *e, uint8_t **data, size_t *len)
{
	Splice s;
	bool found;

	*data = NULL;
	s.e = e;
	if (e->state != ED_ADDING || !take_changes(&s) || !open_value(&s))
		return BX_OK;
	BX_TRY(find_targets(&s, &found));
	if (!found || needs_walk(&s, s.h.items_len + s.grown))
		return BX_OK;
	return put_value(&s, (uint32_t) (s.h.items_len + s.grown), data, len);
}
