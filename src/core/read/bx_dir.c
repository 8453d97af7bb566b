/*
 * bx_dir.c -- looking things up in the directories of a value.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_bytes.h"
#include "bx_dir.h"

enum
{
	OFFSETS,
	CHILDREN,
	COUNTS
};

static const uint8_t codes[BX_DIR_KINDS] = {BX_EXT_OFFSETS, BX_EXT_CHILDREN, BX_EXT_COUNTS, BX_EXT_VALUES};

BxStatus
bx_dirs_damaged(const BxDirs *d, uint32_t off, const char *what)
{
	return bx_fail(d->err, BX_E_CORRUPT, off, "bxml directory is damaged: %s", what);
}

uint32_t
bx_dirs_present(const BxHeader *h, const uint8_t *v)
{
	const uint8_t *p = v + h->ext_dir;
	uint32_t i, k, len, bits = 0;

	for (i = 0; i < h->ext_n && p != NULL; i++)
	{
		uint8_t code = *p;

		p = bx_varint_get(p + 1, v + h->table_off, &len);
		for (k = 0; k < BX_DIR_KINDS; k++)
			bits |= code == codes[k] ? 1u << k : 0;
	}
	return p != NULL ? bits : 0;
}

static BxStatus
find_sections(BxDirs *d, const BxHeader *h, const uint8_t *v)
{
	const uint8_t *body;
	int i;

	d->items_len = h->items_len;
	for (i = 0; i < BX_DIR_KINDS; i++)
	{
		BX_TRY(bx_header_ext(h, v, codes[i], &body, &d->len[i], d->err));
		d->off[i] = body != NULL ? (uint32_t) (body - v) : 0;
	}
	return BX_OK;
}

BxStatus
bx_dirs_open(BxDirs *d, BxImage *img, BxError *err)
{
	memset(d, 0, sizeof(*d));
	d->img = img;
	d->err = err;
	return find_sections(d, &img->head, img->v);
}

BxStatus
bx_dirs_open_memory(BxDirs *d, const BxHeader *h, const uint8_t *v, const uint8_t *ext, BxError *err)
{
	memset(d, 0, sizeof(*d));
	d->mem = ext;
	d->mem_off = h->ext_off;
	d->err = err;
	return find_sections(d, h, v);
}

BxStatus
bx_dirs_need(BxDirs *d, uint32_t off, uint32_t len, const uint8_t **p)
{
	if (d->img == NULL)
	{
		*p = d->mem + (off - d->mem_off);
		return BX_OK;
	}
	*p = d->img->v + off;
	return bx_image_need(d->img, off, len);
}

static BxStatus
get_u32(BxDirs *d, uint32_t off, uint32_t *v)
{
	const uint8_t *p;

	BX_TRY(bx_dirs_need(d, off, 4, &p));
	*v = bx_get_u32(p);
	return BX_OK;
}

BxStatus
bx_dir_counts(BxDirs *d, uint32_t n_shapes, uint32_t *counts)
{
	const uint8_t *p, *end;
	uint32_t i;

	BX_TRY(bx_dirs_need(d, d->off[COUNTS], d->len[COUNTS], &p));
	end = p + d->len[COUNTS];
	for (i = 0; i < n_shapes; i++)
	{
		p = bx_varint_get(p, end, &counts[i]);
		if (p == NULL)
			return bx_dirs_damaged(d, d->off[COUNTS], "bad count");
	}
	return p == end ? BX_OK : bx_dirs_damaged(d, d->off[COUNTS], "more counts than rows");
}

/* Stride and number of entries of a section with entries of `size` bytes and `unit` bytes per datum. */
static BxStatus
read_head(BxDirs *d, int s, uint32_t size)
{
	uint32_t stride, n;

	if (d->head_read[s])
		return BX_OK;
	if (d->len[s] < BX_DIR_HEAD)
		return bx_dirs_damaged(d, d->off[s], "section is too short");
	BX_TRY(get_u32(d, d->off[s], &stride));
	BX_TRY(get_u32(d, d->off[s] + 4, &n));
	if (!bx_is_stride(stride))
		return bx_dirs_damaged(d, d->off[s], "bad stride");
	if (n == 0 || (uint64_t) n * size > d->len[s] - BX_DIR_HEAD)
		return bx_dirs_damaged(d, d->off[s] + 4, "bad number of entries");
	d->mask[s] = stride - 1;
	d->entries[s] = n;
	d->data_off[s] = d->off[s] + BX_DIR_HEAD + n * size;
	d->data_n[s] = (d->len[s] - BX_DIR_HEAD - n * size) / 4;
	d->head_read[s] = true;
	return BX_OK;
}

/* ---- children ---- */

static BxStatus
group_key(BxDirs *d, uint32_t i, uint32_t *parent, uint32_t *key)
{
	uint32_t off = d->off[CHILDREN] + BX_DIR_HEAD + i * BX_DIR_CHILDREN_ENTRY;

	BX_TRY(get_u32(d, off, parent));
	return get_u32(d, off + 4, key);
}

static BxStatus
load_group(BxDirs *d, uint32_t i, BxDirGroup *g)
{
	uint32_t off = d->off[CHILDREN] + BX_DIR_HEAD + i * BX_DIR_CHILDREN_ENTRY;
	uint32_t first;

	BX_TRY(get_u32(d, off + 8, &g->count));
	BX_TRY(get_u32(d, off + 12, &first));
	g->count &= ~BX_DIR_ONLY;
	g->mask = d->mask[CHILDREN];
	g->n_samples = g->count > 0 ? (g->count - 1) / (g->mask + 1) : 0;
	if (g->n_samples == 0 || first > d->data_n[CHILDREN] || g->n_samples > d->data_n[CHILDREN] - first)
		return bx_dirs_damaged(d, off, "samples outside their section");
	g->samples = d->data_off[CHILDREN] + 4 * first;
	return BX_OK;
}

BxStatus
bx_dir_entries(BxDirs *d, uint32_t *n)
{
	BX_TRY(read_head(d, CHILDREN, BX_DIR_CHILDREN_ENTRY));
	*n = d->entries[CHILDREN];
	return BX_OK;
}

BxStatus
bx_dir_entry(BxDirs *d, uint32_t i, uint32_t *parent, uint32_t *key, BxDirGroup *group)
{
	BX_TRY(group_key(d, i, parent, key));
	return load_group(d, i, group);
}

BxStatus
bx_dir_group(BxDirs *d, uint32_t parent, uint32_t key, BxDirGroup *group, bool *found)
{
	uint32_t lo = 0, hi, p = 0, k = 0, count;

	*found = false;
	BX_TRY(read_head(d, CHILDREN, BX_DIR_CHILDREN_ENTRY));
	/* the first entry not below (parent, key) */
	for (hi = d->entries[CHILDREN]; lo < hi;)
	{
		uint32_t mid = lo + (hi - lo) / 2;

		BX_TRY(group_key(d, mid, &p, &k));
		if (p < parent || (p == parent && k < key))
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == d->entries[CHILDREN])
		return BX_OK;
	BX_TRY(group_key(d, lo, &p, &k));
	if (p != parent)
		return BX_OK;
	if (k != key && key == BX_DIR_KEY_ALL)
	{
		BX_TRY(get_u32(d, d->off[CHILDREN] + BX_DIR_HEAD + lo * BX_DIR_CHILDREN_ENTRY + 8, &count));
		if (!(count & BX_DIR_ONLY))
			return BX_OK;
	}
	else if (k != key)
		return BX_OK;
	*found = true;
	return load_group(d, lo, group);
}

/* Sample number i (from 1) of the group. */
static BxStatus
group_sample(BxDirs *d, const BxDirGroup *g, uint32_t i, uint32_t *off)
{
	BX_TRY(get_u32(d, g->samples + 4 * (i - 1), off));
	return *off < d->items_len ? BX_OK : bx_dirs_damaged(d, g->samples, "sample outside the items");
}

BxStatus
bx_dir_sample(BxDirs *d, const BxDirGroup *group, uint32_t k, uint32_t *i, uint32_t *off)
{
	uint32_t s = k / (group->mask + 1);

	if (s > group->n_samples)
		s = group->n_samples;
	*i = s * (group->mask + 1);
	return s > 0 ? group_sample(d, group, s, off) : BX_OK;
}

BxStatus
bx_dir_sample_before(BxDirs *d, const BxDirGroup *group, uint32_t limit, uint32_t *i, uint32_t *off)
{
	uint32_t lo = 0, hi = group->n_samples, at;

	while (lo < hi)
	{
		uint32_t mid = lo + (hi - lo) / 2 + 1;

		BX_TRY(group_sample(d, group, mid, &at));
		if (at <= limit)
			lo = mid;
		else
			hi = mid - 1;
	}
	*i = lo * (group->mask + 1);
	return lo > 0 ? group_sample(d, group, lo, off) : BX_OK;
}

/* ---- offset lists ---- */

static uint32_t
chunks_of(const BxDirs *d, uint32_t count)
{
	return count > 0 ? (count - 1) / (d->mask[OFFSETS] + 1) + 1 : 0;
}

/* The chunks of all lists together end where those of the last one do; the distances follow. */
static BxStatus
read_lists_head(BxDirs *d)
{
	uint32_t last, count, first;
	uint64_t chunks;

	if (d->head_read[OFFSETS])
		return BX_OK;
	BX_TRY(read_head(d, OFFSETS, BX_DIR_LIST_ENTRY));
	d->head_read[OFFSETS] = false;
	last = d->data_off[OFFSETS] - BX_DIR_LIST_ENTRY;
	BX_TRY(get_u32(d, last + 4, &count));
	BX_TRY(get_u32(d, last + 8, &first));
	chunks = (uint64_t) first + chunks_of(d, count);
	if (chunks * BX_DIR_CHUNK_ENTRY > (uint64_t) d->off[OFFSETS] + d->len[OFFSETS] - d->data_off[OFFSETS])
		return bx_dirs_damaged(d, last, "chunks outside their section");
	d->data_n[OFFSETS] = (uint32_t) chunks;
	d->dist_off = d->data_off[OFFSETS] + (uint32_t) chunks * BX_DIR_CHUNK_ENTRY;
	d->dist_len = d->off[OFFSETS] + d->len[OFFSETS] - d->dist_off;
	d->head_read[OFFSETS] = true;
	return BX_OK;
}

static BxStatus
chunk_start(BxDirs *d, uint32_t chunk, uint32_t *off)
{
	BX_TRY(get_u32(d, d->data_off[OFFSETS] + chunk * BX_DIR_CHUNK_ENTRY, off));
	return *off < d->items_len ? BX_OK : bx_dirs_damaged(d, d->data_off[OFFSETS], "offset outside the items");
}

/* Stand on the first item of chunk number c of the list. */
static BxStatus
load_chunk(BxDirList *l, uint32_t c)
{
	BxDirs *d = l->dirs;
	uint32_t chunk = l->first + c;
	uint32_t place, end = d->dist_len;

	BX_TRY(chunk_start(d, chunk, &l->at));
	BX_TRY(get_u32(d, d->data_off[OFFSETS] + chunk * BX_DIR_CHUNK_ENTRY + 4, &place));
	if (chunk + 1 < d->data_n[OFFSETS])
		BX_TRY(get_u32(d, d->data_off[OFFSETS] + (chunk + 1) * BX_DIR_CHUNK_ENTRY + 4, &end));
	if (place > end || end > d->dist_len)
		return bx_dirs_damaged(d, d->data_off[OFFSETS], "distances outside their section");
	l->i = c * (d->mask[OFFSETS] + 1);
	BX_TRY(bx_dirs_need(d, d->dist_off + place, end - place, &l->place));
	l->place_end = l->place + (end - place);
	return BX_OK;
}

BxStatus
bx_dir_list(BxDirs *d, uint32_t shape, BxDirList *list, bool *found)
{
	uint32_t lo = 0, hi, r = 0, off;

	*found = false;
	BX_TRY(read_lists_head(d));
	for (hi = d->entries[OFFSETS]; lo < hi;)
	{
		uint32_t mid = lo + (hi - lo) / 2;

		BX_TRY(get_u32(d, d->off[OFFSETS] + BX_DIR_HEAD + mid * BX_DIR_LIST_ENTRY, &r));
		if (r < shape)
			lo = mid + 1;
		else
			hi = mid;
	}
	off = d->off[OFFSETS] + BX_DIR_HEAD + lo * BX_DIR_LIST_ENTRY;
	if (lo == d->entries[OFFSETS])
		return BX_OK;
	BX_TRY(get_u32(d, off, &r));
	if (r != shape)
		return BX_OK;
	list->dirs = d;
	list->shape = shape;
	BX_TRY(get_u32(d, off + 4, &list->count));
	BX_TRY(get_u32(d, off + 8, &list->first));
	if (list->count == 0 || list->first > d->data_n[OFFSETS] ||
		chunks_of(d, list->count) > d->data_n[OFFSETS] - list->first)
		return bx_dirs_damaged(d, off, "chunks outside their section");
	*found = true;
	return load_chunk(list, 0);
}

BxStatus
bx_dir_list_next(BxDirList *l)
{
	BxDirs *d = l->dirs;
	uint32_t before = l->at;
	uint32_t dist;
	const uint8_t *p;

	if (l->i + 1 >= l->count)
	{
		l->i = l->count;
		l->at = UINT32_MAX;
		return BX_OK;
	}
	if (((l->i + 1) & d->mask[OFFSETS]) == 0)
	{
		BX_TRY(load_chunk(l, (l->i + 1) / (d->mask[OFFSETS] + 1)));
		return l->at > before ? BX_OK : bx_dirs_damaged(d, d->data_off[OFFSETS], "offsets do not ascend");
	}
	p = bx_varint_get(l->place, l->place_end, &dist);
	if (p == NULL || dist == 0 || dist >= d->items_len - l->at)
		return bx_dirs_damaged(d, d->dist_off, "bad distance");
	l->place = p;
	l->at += dist;
	l->i++;
	return BX_OK;
}

BxStatus
bx_dir_list_seek(BxDirList *l, uint32_t off)
{
	uint32_t now = l->i / (l->dirs->mask[OFFSETS] + 1);
	uint32_t lo = now, hi = chunks_of(l->dirs, l->count) - 1;
	uint32_t at;

	if (l->at >= off)
		return BX_OK;
	/* the last chunk that starts at or before off */
	while (lo < hi)
	{
		uint32_t mid = lo + (hi - lo) / 2 + 1;

		BX_TRY(chunk_start(l->dirs, l->first + mid, &at));
		if (at <= off)
			lo = mid;
		else
			hi = mid - 1;
	}
	if (lo != now)
		BX_TRY(load_chunk(l, lo));
	while (l->at < off)
		BX_TRY(bx_dir_list_next(l));
	return BX_OK;
}
