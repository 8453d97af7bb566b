/*
 * bx_edit_splice.c -- one text of a value replaced: the new value is the old one with other bytes at that place.
 *
 * Most changes give one attribute or element another text.  Labels, names and shapes stay, and all that the value needs
 * is the new payload and the lengths of the elements around it.  So the table is not decoded, and only the items beside
 * these elements are stepped over.  What would need more than that is left to the walk, errors included: a promise of
 * the shape that the text breaks, a text node that comes or goes, heap, constants as targets, directories, and values
 * that would be encoded anew.  Where both are possible they give the same bytes.
 */
#include "bx_edit_int.h"

#include "../base/bx_escape.h"
#include "../encode/bx_directory.h"
#include "../encode/bx_table_put.h"
#include "../format/bx_item.h"
#include "../format/bx_table_scan.h"
#include "../value/bx_value.h"

/* Elements around the target; documents that are deeper are walked. */
#define LEVELS 32
/* A value that gets shorter by more than this part may have become wasteful: the walk looks. */
#define SHRINK_PART 8

/* An element around the target, or the target. */
typedef struct OldItem
{
	uint32_t off;
	uint32_t content;
	uint32_t end;
	uint32_t token;
} OldItem;

typedef struct Splice
{
	BxEdit *e;
	const BxEditChange *change;
	BxHeader h;
	BxHeadParts parts; /* of the new value */
	BxError err;       /* of the old one: the walk reports it */
	const uint8_t *items;
	const uint8_t *heads; /* of the shapes */
	uint32_t n_shapes;
	uint32_t n_consts;
	OldItem levels[LEVELS];
	uint32_t n_levels;
	OldItem target;
	uint32_t new_len[LEVELS]; /* of the contents of the levels */
	uint8_t typed[BX_VALUE_ENC_MAX];
	const uint8_t *payload;
	uint32_t n;
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

/* ---- the target ---- */

/* Is the item the target, and does it stay the same node with the new text? */
static bool
is_target(const Splice *s, uint8_t kind, const uint8_t *payload, uint32_t len)
{
	const BxEditChange *c = s->change;

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
keeps_promises(const Splice *s, uint8_t head, uint8_t kind)
{
	BxStr text = s->change->text;

	if (s->h.flags & BX_FLAG_NAMES)
		return true;
	if (s->payload == s->typed && !(head & BX_SHAPE_TYPED))
		return false;
	return !(head & BX_SHAPE_CLEAN) || bx_is_clean(text.s, text.n, kind == BX_KIND_ATTRIBUTE);
}

/* Go down to the target; *found is false for all that the walk should see. */
static BxStatus
find_target(Splice *s, bool *found)
{
	uint32_t target = s->change->target.off, pos = 0, end = s->h.items_len, steps = 0;
	BxItemHeader h;
	OldItem at;

	*found = false;
	while (pos <= target && pos < end)
	{
		const uint8_t *p = bx_item_header(s->items + pos, s->items + end, s->n_consts, &h);
		uint8_t head;

		if ((++steps & 0xfff) == 0)
			BX_TRY(bx_poll(s->e->host));
		if (p == NULL)
			return BX_OK;
		at.off = pos;
		at.content = (uint32_t) (p - s->items);
		at.token = h.number + s->n_consts;
		if (h.len > end - at.content)
			return BX_OK;
		at.end = pos = at.content + h.len;
		if (at.end <= target)
			continue;
		if (h.constant || h.number >= s->n_shapes)
			return BX_OK;
		head = s->heads[h.number];
		if (at.off == target)
		{
			s->target = at;
			*found =
				is_target(s, head & BX_KIND_MASK, p, h.len) && keeps_promises(s, head, head & BX_KIND_MASK);
			return BX_OK;
		}
		if ((head & BX_KIND_MASK) != BX_KIND_ELEMENT || s->n_levels == LEVELS || at.content > target)
			return BX_OK;
		s->levels[s->n_levels++] = at;
		pos = at.content;
		end = at.end;
	}
	return BX_OK;
}

/* ---- the new value ---- */

static uint32_t
item_size(uint32_t token, uint32_t len)
{
	return bx_token_size(token) + bx_varint_size(len) + len;
}

/* Lengths of the elements around the target, from inside to outside; returns that of all items. */
static uint32_t
measure(Splice *s)
{
	uint32_t i, now = item_size(s->target.token, s->n), before = s->target.end - s->target.off;

	for (i = s->n_levels; i-- > 0;)
	{
		const OldItem *l = &s->levels[i];

		s->new_len[i] = l->end - l->content - before + now;
		before = l->end - l->off;
		now = item_size(l->token, s->new_len[i]);
	}
	return s->h.items_len - before + now;
}

/* Would the walk do more than replace the text? */
static bool
needs_walk(const Splice *s, uint32_t items_len)
{
	const BxEdit *e = s->e;
	bool shorter = items_len < s->h.items_len;

	if (items_len > BX_VALUE_MAX / 2 || s->n_levels + 1 > s->h.depth || s->h.depth > items_len)
		return true;
	if (shorter && s->h.items_len - items_len > s->h.total / SHRINK_PART)
		return true;
	if (shorter && s->h.heap_len == 0 && e->opt.heap == BX_HEAP_AUTO && items_len >= BX_HEAP_FROM)
		return true;
	return !(s->h.flags & BX_FLAG_NAMES) && bx_directories_wanted(&e->opt, items_len);
}

static uint8_t *
copy(uint8_t *q, const uint8_t *p, size_t n)
{
	memcpy(q, p, n);
	return q + n;
}

static uint8_t *
put_item_head(uint8_t *q, uint32_t token, uint32_t len)
{
	return bx_varint_put(bx_token_put(q, token), len);
}

static uint8_t *
put_items(const Splice *s, uint8_t *q)
{
	uint32_t i, done = 0;

	for (i = 0; i < s->n_levels; i++)
	{
		q = copy(q, s->items + done, s->levels[i].off - done);
		q = put_item_head(q, s->levels[i].token, s->new_len[i]);
		done = s->levels[i].content;
	}
	q = copy(q, s->items + done, s->target.off - done);
	q = put_item_head(q, s->target.token, s->n);
	q = copy(q, s->payload, s->n);
	return copy(q, s->items + s->target.end, s->h.items_len - s->target.end);
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
	if (ed_repack_due(items, items_len, ed_new_item(s->n)))
	{
		e->host->release(e->host->ctx, base);
		return BX_OK;
	}
	*data = base;
	return BX_OK;
}

/* The stored form of the new text. */
static void
encode(Splice *s)
{
	BxStr text = s->change->text;

	s->n = s->e->opt.typed == BX_TYPED_LOSSLESS ? bx_value_encode(text.s, text.n, s->typed) : 0;
	s->payload = s->n > 0 ? s->typed : (const uint8_t *) text.s;
	if (s->n == 0)
		s->n = (uint32_t) text.n;
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
	s->n_levels = s->n_consts = 0;
	return take_sections(s, &s->parts) && find_shapes(s);
}

BxStatus
bx_edit_splice(BxEdit *e, uint8_t **data, size_t *len)
{
	Splice s;
	uint32_t items_len;
	bool found;

	*data = NULL;
	s.e = e;
	s.change = (const BxEditChange *) (const void *) e->changes.data;
	if (e->state != ED_ADDING || e->changes.len != sizeof(BxEditChange) || s.change->op != BX_EDIT_VALUE ||
		s.change->target.part == BX_EDIT_DOCUMENT || s.change->text.n >= BX_HEAP_VALUE || !open_value(&s))
		return BX_OK;
	encode(&s);
	BX_TRY(find_target(&s, &found));
	if (!found)
		return BX_OK;
	items_len = measure(&s);
	return needs_walk(&s, items_len) ? BX_OK : put_value(&s, items_len, data, len);
}
