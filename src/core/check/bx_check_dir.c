/*
 * bx_check_dir.c -- the validator's part for directories: what sections 64 to 66 say must be so, all of it.
 *
 * The entries are put in order before the walk over the items; each item is then compared with what the directories say
 * about its shape and its parent, in constant time.  Elements of one shape never nest, so the state of the open
 * element is kept by shape.
 */
#include "bx_check_int.h"

#include "../base/bx_bytes.h"

enum
{
	OFFSETS,
	CHILDREN,
	COUNTS,
	SECTIONS
};

/* A list of OFFSETS and how far the walk has followed it. */
typedef struct List
{
	uint32_t count;
	uint32_t first; /* chunk */
	uint32_t seen;
	uint32_t at;    /* the last offset */
	uint32_t place; /* of the next distance */
} List;

/* What is said about children of the element of a shape that is open. */
typedef struct Slot
{
	uint32_t entry; /* + 1, 0 for nothing */
	uint32_t seen;  /* children met */
} Slot;

struct BxCheckDir
{
	const uint8_t *body[SECTIONS];
	uint32_t len[SECTIONS];
	uint32_t *counted; /* per shape */
	/* OFFSETS */
	uint32_t list_stride;
	uint32_t n_lists;
	List *lists;
	uint32_t *list_of; /* shape -> list + 1 */
	const uint8_t *chunks;
	uint32_t n_chunks;
	const uint8_t *dist;
	uint32_t dist_len;
	/* CHILDREN */
	uint32_t child_stride;
	uint32_t n_entries;
	uint32_t n_samples;
	const uint8_t *samples;
	uint32_t next;      /* entry whose parent was not met yet */
	uint32_t *class_of; /* shape -> the first shape of its class */
	Slot *of_class;     /* per class */
	Slot *of_all;       /* per shape + 1 of an element (0: the document), about all its children */
	uint32_t *from;     /* shape + 1 of an element -> its first entry + 1 */
};

static uint32_t *
shape_array(BxCheck *c, BxStatus *st)
{
	uint32_t n = c->table.n_shapes + 1;
	uint32_t *a = *st == BX_OK ? bx_check_alloc(c, n, sizeof(uint32_t), st) : NULL;

	if (a != NULL)
		memset(a, 0, n * sizeof(uint32_t));
	return a;
}

/* Stride and number of entries, which must fit the section. */
static BxStatus
take_head(BxCheck *c, int s, uint32_t size, uint32_t *stride, uint32_t *n)
{
	const uint8_t *p = c->dir->body[s];

	if (c->dir->len[s] < BX_DIR_HEAD)
		return bx_check_wrong(c, p, "a directory leaves its section");
	*stride = bx_get_u32(p);
	*n = bx_get_u32(p + 4);
	if (!bx_is_stride(*stride))
		return bx_check_wrong(c, p, "the stride of a directory is not a power of two");
	if (*n == 0 || (uint64_t) *n * size > c->dir->len[s] - BX_DIR_HEAD)
		return bx_check_wrong(c, p + 4, "a directory leaves its section");
	return BX_OK;
}

/* ---- offset lists ---- */

static BxStatus
take_lists(BxCheck *c)
{
	BxCheckDir *d = c->dir;
	const uint8_t *p = d->body[OFFSETS];
	uint64_t chunks = 0;
	uint32_t i, shape, last = 0;
	BxStatus st;

	BX_TRY(take_head(c, OFFSETS, BX_DIR_LIST_ENTRY, &d->list_stride, &d->n_lists));
	d->lists = bx_check_alloc(c, d->n_lists, sizeof(List), &st);
	d->list_of = shape_array(c, &st);
	BX_TRY(st);
	p += BX_DIR_HEAD;
	for (i = 0; i < d->n_lists; i++, p += BX_DIR_LIST_ENTRY)
	{
		List *l = &d->lists[i];

		memset(l, 0, sizeof(*l));
		shape = bx_get_u32(p);
		l->count = bx_get_u32(p + 4);
		l->first = bx_get_u32(p + 8);
		if (shape >= c->table.n_shapes || (i > 0 && shape <= last))
			return bx_check_wrong(c, p, "rows of offset lists are not in ascending order");
		if (l->count == 0 || l->first != chunks)
			return bx_check_wrong(c, p + 4, "an offset list is not where its directory says");
		chunks += (l->count - 1) / d->list_stride + 1;
		d->list_of[shape] = i + 1;
		last = shape;
	}
	d->chunks = p;
	if (chunks * BX_DIR_CHUNK_ENTRY > (uint64_t) (d->body[OFFSETS] + d->len[OFFSETS] - p))
		return bx_check_wrong(c, p, "a directory leaves its section");
	d->n_chunks = (uint32_t) chunks;
	d->dist = p + chunks * BX_DIR_CHUNK_ENTRY;
	d->dist_len = (uint32_t) (d->body[OFFSETS] + d->len[OFFSETS] - d->dist);
	return BX_OK;
}

/* The item at off is the next one of the list. */
static BxStatus
check_listed(BxCheck *c, List *l, uint32_t off)
{
	BxCheckDir *d = c->dir;
	const uint8_t *chunk;
	const uint8_t *p;
	uint32_t dist;

	if (l->seen == l->count)
		return bx_check_wrong(c, d->body[OFFSETS], "an offset list is not complete");
	if (l->seen % d->list_stride == 0)
	{
		chunk = d->chunks + (size_t) (l->first + l->seen / d->list_stride) * BX_DIR_CHUNK_ENTRY;
		if (bx_get_u32(chunk) != off || (l->seen > 0 && bx_get_u32(chunk + 4) != l->place))
			return bx_check_wrong(c, chunk, "an offset list does not fit the items");
		l->place = bx_get_u32(chunk + 4);
	}
	else
	{
		p = l->place <= d->dist_len ? bx_varint_get(d->dist + l->place, d->dist + d->dist_len, &dist) : NULL;
		if (p == NULL || dist != off - l->at)
			return bx_check_wrong(c, d->dist, "an offset list does not fit the items");
		l->place = (uint32_t) (p - d->dist);
	}
	l->at = off;
	l->seen++;
	return BX_OK;
}

/* Every list was followed to its end, and their distances stand one after another. */
static BxStatus
finish_lists(BxCheck *c)
{
	const BxCheckDir *d = c->dir;
	uint32_t i, place = 0;

	for (i = 0; i < d->n_lists; i++)
	{
		const List *l = &d->lists[i];

		if (l->seen != l->count)
			return bx_check_wrong(c, d->body[OFFSETS], "an offset list has more items than there are");
		if (bx_get_u32(d->chunks + (size_t) l->first * BX_DIR_CHUNK_ENTRY + 4) != place)
			return bx_check_wrong(c, d->chunks,
								  "the distances of an offset list are not where its directory says");
		place = l->place;
	}
	if (d->n_lists > 0 && place != d->dist_len)
		return bx_check_wrong(c, d->dist, "an offset directory has bytes that belong to no list");
	return BX_OK;
}

/* ---- children ---- */

static const uint8_t *
entry_at(const BxCheckDir *d, uint32_t i)
{
	return d->body[CHILDREN] + BX_DIR_HEAD + (size_t) i * BX_DIR_CHILDREN_ENTRY;
}

static uint32_t
entry_count(const BxCheckDir *d, uint32_t i)
{
	return bx_get_u32(entry_at(d, i) + 8) & ~BX_DIR_ONLY;
}

static BxStatus
take_classes(BxCheck *c)
{
	BxCheckDir *d = c->dir;
	const BxTable *t = &c->table;
	BxStatus st = BX_OK;
	BxChildKey *keys = bx_check_alloc(c, t->n_shapes, sizeof(BxChildKey), &st);
	uint32_t i, n = 0;

	d->class_of = shape_array(c, &st);
	d->from = shape_array(c, &st);
	if (st == BX_OK)
		d->of_class = bx_check_alloc(c, t->n_shapes, sizeof(Slot), &st);
	if (st == BX_OK)
		d->of_all = bx_check_alloc(c, t->n_shapes + 1, sizeof(Slot), &st);
	BX_TRY(st);
	memset(d->of_class, 0, t->n_shapes * sizeof(Slot));
	memset(d->of_all, 0, (t->n_shapes + (size_t) 1) * sizeof(Slot));
	for (i = 0; i < t->n_shapes; i++)
	{
		d->class_of[i] = i;
		if (t->shapes[i].kind != BX_KIND_ELEMENT && t->shapes[i].kind != BX_KIND_LEAF)
			continue;
		keys[n].parent = t->shapes[i].parent;
		keys[n].name = t->shapes[i].name;
		keys[n++].shape = i;
	}
	bx_child_groups(keys, n, d->class_of);
	return BX_OK;
}

static BxStatus
take_children(BxCheck *c)
{
	BxCheckDir *d = c->dir;
	uint64_t samples = 0;
	uint32_t i, n;

	BX_TRY(take_head(c, CHILDREN, BX_DIR_CHILDREN_ENTRY, &d->child_stride, &d->n_entries));
	BX_TRY(take_classes(c));
	for (i = 0; i < d->n_entries; i++)
	{
		const uint8_t *p = entry_at(d, i);
		const uint8_t *before = p - BX_DIR_CHILDREN_ENTRY;

		if (i > 0 && (bx_get_u32(p) < bx_get_u32(before) ||
					  (bx_get_u32(p) == bx_get_u32(before) && bx_get_u32(p + 4) <= bx_get_u32(before + 4))))
			return bx_check_wrong(c, p, "entries of a child directory are not in ascending order");
		n = entry_count(d, i);
		if (n <= d->child_stride || bx_get_u32(p + 12) != samples)
			return bx_check_wrong(c, p + 8, "an entry of a child directory does not fit its samples");
		samples += (n - 1) / d->child_stride;
	}
	d->samples = entry_at(d, d->n_entries);
	if (samples * 4 != (uint64_t) (d->body[CHILDREN] + d->len[CHILDREN] - d->samples))
		return bx_check_wrong(c, d->samples, "a child directory has another length than its entries ask for");
	d->n_samples = (uint32_t) samples;
	return BX_OK;
}

/* One more child of those a slot is about. */
static BxStatus
check_child(BxCheck *c, Slot *slot, uint32_t off)
{
	BxCheckDir *d = c->dir;
	const uint8_t *p;
	uint32_t i;

	if (slot->entry == 0)
		return BX_OK;
	i = slot->seen++;
	p = entry_at(d, slot->entry - 1);
	if (i == entry_count(d, slot->entry - 1))
		return bx_check_wrong(c, p, "an element has more children than its directory says");
	if (i == 0 || i % d->child_stride != 0)
		return BX_OK;
	p = d->samples + 4 * ((size_t) bx_get_u32(p + 12) + i / d->child_stride - 1);
	return bx_get_u32(p) == off ? BX_OK : bx_check_wrong(c, p, "a child is not where its directory says");
}

/* ---- the walk ---- */

/* Is class + 1 a key for children of an element of the shape? */
static bool
key_fits(const BxCheck *c, uint32_t key, uint32_t shape)
{
	uint32_t class = key - 1;
	const BxShape *r;

	if (class >= c->table.n_shapes || c->dir->class_of[class] != class)
		return false;
	r = &c->table.shapes[class];
	return r->parent == shape && r->kind != BX_KIND_ATTRIBUTE && r->kind != BX_KIND_NAMESPACE;
}

BxStatus
bx_check_dir_enter(BxCheck *c, uint32_t shape, uint32_t parent)
{
	BxCheckDir *d = c->dir;
	uint32_t place = shape == BX_SHAPE_NONE ? 0 : shape + 1;
	uint32_t key;

	if (d == NULL || d->n_entries == 0)
		return BX_OK;
	d->from[place] = d->next + 1;
	d->of_all[place] = (Slot){0, 0};
	for (; d->next < d->n_entries && bx_get_u32(entry_at(d, d->next)) <= parent; d->next++)
	{
		const uint8_t *p = entry_at(d, d->next);

		if (bx_get_u32(p) < parent)
			return bx_check_wrong(c, p, "an entry of a child directory is about no element");
		key = bx_get_u32(p + 4);
		if (key == BX_DIR_KEY_ALL)
			d->of_all[place].entry = d->next + 1;
		else if (key_fits(c, key, shape))
			d->of_class[key - 1] = (Slot){d->next + 1, 0};
		else
			return bx_check_wrong(c, p + 4,
								  "an entry of a child directory is about no row below its element");
	}
	return BX_OK;
}

BxStatus
bx_check_dir_leave(BxCheck *c, uint32_t shape, uint32_t parent, uint32_t n_children)
{
	BxCheckDir *d = c->dir;
	uint32_t place = shape == BX_SHAPE_NONE ? 0 : shape + 1;
	uint32_t i, key, seen;

	if (d == NULL || d->n_entries == 0)
		return BX_OK;
	for (i = d->from[place] - 1; i < d->next && bx_get_u32(entry_at(d, i)) == parent; i++)
	{
		const uint8_t *p = entry_at(d, i);
		bool only = (bx_get_u32(p + 8) & BX_DIR_ONLY) != 0;

		key = bx_get_u32(p + 4);
		seen = key == BX_DIR_KEY_ALL ? d->of_all[place].seen : d->of_class[key - 1].seen;
		if (seen != entry_count(d, i))
			return bx_check_wrong(c, p, "an element has fewer children than its directory says");
		if (only != (key != BX_DIR_KEY_ALL && seen == n_children))
			return bx_check_wrong(c, p, "a child directory is wrong about other children");
		if (key != BX_DIR_KEY_ALL)
			d->of_class[key - 1].entry = 0;
	}
	return BX_OK;
}

BxStatus
bx_check_dir_item(BxCheck *c, uint32_t shape, uint32_t parent_shape, uint32_t off)
{
	BxCheckDir *d = c->dir;
	uint8_t kind = c->table.shapes[shape].kind;

	if (d == NULL)
		return BX_OK;
	if (d->counted != NULL)
		d->counted[shape]++;
	if (d->n_lists > 0 && d->list_of[shape] != 0)
		BX_TRY(check_listed(c, &d->lists[d->list_of[shape] - 1], off));
	if (d->n_entries == 0 || kind == BX_KIND_ATTRIBUTE || kind == BX_KIND_NAMESPACE)
		return BX_OK;
	BX_TRY(check_child(c, &d->of_all[parent_shape == BX_SHAPE_NONE ? 0 : parent_shape + 1], off));
	return check_child(c, &d->of_class[d->class_of[shape]], off);
}

static BxStatus
finish_counts(BxCheck *c)
{
	BxCheckDir *d = c->dir;
	const uint8_t *p = d->body[COUNTS];
	const uint8_t *end = p + d->len[COUNTS];
	uint32_t i, n;

	for (i = 0; i < c->table.n_shapes; i++)
	{
		const uint8_t *at = p;

		p = bx_varint_get(p, end, &n);
		if (p == NULL)
			return bx_check_wrong(c, at, "a count leaves its section");
		if (n != d->counted[i])
			return bx_check_wrong(c, at, "a count is not the number of items of its row");
	}
	return p == end ? BX_OK : bx_check_wrong(c, p, "there are more counts than rows");
}

BxStatus
bx_check_dir_finish(BxCheck *c)
{
	BxCheckDir *d = c->dir;

	if (d == NULL)
		return BX_OK;
	if (d->next < d->n_entries)
		return bx_check_wrong(c, entry_at(d, d->next), "an entry of a child directory is about no element");
	BX_TRY(finish_lists(c));
	return d->body[COUNTS] != NULL ? finish_counts(c) : BX_OK;
}

BxStatus
bx_check_dir_begin(BxCheck *c)
{
	const BxHeader *h = &c->table.head;
	const uint8_t *body[SECTIONS];
	uint32_t len[SECTIONS];
	BxStatus st = BX_OK;
	bool any = false;
	int i;

	for (i = 0; i < SECTIONS; i++)
	{
		BX_TRY(bx_header_ext(h, c->v, (uint8_t) (BX_EXT_OFFSETS + i), &body[i], &len[i], c->err));
		if (body[i] == NULL)
			continue;
		body[i] = c->ext + ((size_t) (body[i] - c->v) - h->ext_off);
		any = true;
	}
	if (!any)
		return BX_OK;
	if (h->flags & BX_FLAG_NAMES)
		return bx_check_fail(c, h->ext_dir, "only a value in path mode can have directories");
	c->dir = bx_check_alloc(c, 1, sizeof(BxCheckDir), &st);
	if (st != BX_OK)
		return st;
	memset(c->dir, 0, sizeof(*c->dir));
	memcpy(c->dir->body, body, sizeof(body));
	memcpy(c->dir->len, len, sizeof(len));
	if (body[COUNTS] != NULL)
		c->dir->counted = shape_array(c, &st);
	if (st == BX_OK && body[OFFSETS] != NULL)
		st = take_lists(c);
	if (st == BX_OK && body[CHILDREN] != NULL)
		st = take_children(c);
	return st;
}
