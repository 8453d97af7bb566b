/*
 * bx_summary.c -- stored statistics decoded, checked and made ready for look-ups.
 */
#include "../base/bx_core_int.h"
#include "bx_summary.h"

#include "../base/bx_bytes.h"

/* A slot while it is decoded. */
typedef struct SlotBytes
{
	const uint8_t *p;
	const uint8_t *end;
	BxArena *arena;
	BxError *err;
	bool bad;
	bool nomem;
} SlotBytes;

static BxStatus
damaged(const SlotBytes *slot)
{
	if (slot->nomem)
		return bx_fail_nomem(slot->err, (size_t) (slot->end - slot->p));
	return bx_fail(slot->err, BX_E_CORRUPT, -1, "damaged statistics of documents");
}

/* ---- numbers and strings ---- */

static uint32_t
get_u32(SlotBytes *slot)
{
	if (slot->end - slot->p < 4)
	{
		slot->bad = true;
		return 0;
	}
	slot->p += 4;
	return bx_get_u32(slot->p - 4);
}

/* From least to most, which NaN is not. */
static float
get_float(SlotBytes *slot, float least, float most)
{
	uint32_t bits = get_u32(slot);
	float f;

	memcpy(&f, &bits, sizeof(f));
	if (f >= least && f <= most)
		return f;
	slot->bad = true;
	return 0;
}

static uint8_t
get_byte(SlotBytes *slot)
{
	if (slot->p < slot->end)
		return *slot->p++;
	slot->bad = true;
	return 0;
}

/* A number below the limit. */
static uint32_t
get_number(SlotBytes *slot, uint64_t limit)
{
	uint32_t v = 0;
	const uint8_t *next = bx_varint_get(slot->p, slot->end, &v);

	if (next == NULL || v >= limit)
	{
		slot->bad = true;
		return 0;
	}
	slot->p = next;
	return v;
}

static BxStr
get_string(SlotBytes *slot)
{
	uint32_t n = get_number(slot, (uint64_t) (slot->end - slot->p) + 1);
	BxStr s = {(const char *) slot->p, n};

	if (slot->bad || (size_t) (slot->end - slot->p) < n)
	{
		slot->bad = true;
		return (BxStr){NULL, 0};
	}
	slot->p += n;
	return s;
}

/* An array of n entries, each of which has at least `least` bytes in the slot. */
static void *
new_array(SlotBytes *slot, uint32_t n, size_t size, size_t least)
{
	void *p;

	if (slot->bad || n > (size_t) (slot->end - slot->p) / least)
	{
		slot->bad = true;
		return NULL;
	}
	p = bx_arena_zalloc(slot->arena, (n + (size_t) 1) * size);
	slot->bad |= slot->nomem = p == NULL;
	return p;
}

static BxStatus
open_slot(SlotBytes *slot, BxStr bytes, BxArena *arena, BxError *err)
{
	*slot =
		(SlotBytes){(const uint8_t *) bytes.s, (const uint8_t *) bytes.s + bytes.n, arena, err, false, false};
	if (get_byte(slot) != BX_SUMMARY_VERSION && !slot->bad)
		return bx_fail(err, BX_E_VERSION, -1, "unknown version of the statistics of documents");
	return slot->bad ? damaged(slot) : BX_OK;
}

/* ---- paths ---- */

static void
get_path(SlotBytes *slot, BxSummary *s, uint32_t number, BxSummaryPath *path)
{
	uint32_t parent = get_number(slot, (uint64_t) number + 1);
	uint8_t flags = get_byte(slot);
	BxIndexPath above = bx_index_root, own;
	BxIndexName name;

	path->attribute = (flags & 1) != 0;
	path->parent = parent == 0 ? BX_SUMMARY_NONE : parent - 1;
	path->uri = get_string(slot);
	path->local = get_string(slot);
	path->share = get_float(slot, 0, 1);
	path->mean = get_float(slot, 0, 1e30f);
	path->distinct = get_float(slot, -1e30f, 1e30f);
	path->values = get_float(slot, 0, 1e30f);
	path->complex = get_float(slot, 0, 1);
	path->width = get_float(slot, 0, 1e30f);
	path->same_leaf = BX_SUMMARY_NONE;
	if (slot->bad)
		return;
	if (path->parent != BX_SUMMARY_NONE)
		above.hash = s->paths[path->parent].hash;
	name =
		bx_index_name(path->attribute, bx_index_uri(path->uri.s, path->uri.n), path->local.s, path->local.n);
	own = bx_index_step(&above, &name);
	path->hash = own.hash;
	path->leaf = bx_index_name(path->attribute, 0, path->local.s, path->local.n).hash;
}

/* The place of a hash in an open table of numbers + 1. */
static uint32_t
place_of(const BxSummary *s, const uint32_t *table, uint64_t hash, bool leaf)
{
	uint32_t at = (uint32_t) (hash >> 32) & s->mask;

	while (table[at] != 0)
	{
		const BxSummaryPath *path = &s->paths[table[at] - 1];

		if ((leaf ? path->leaf : path->hash) == hash)
			break;
		at = (at + 1) & s->mask;
	}
	return at;
}

static BxStatus
make_tables(BxSummary *s, BxArena *arena, BxError *err)
{
	uint32_t cap = 16, i;

	while (cap < 2 * (uint64_t) s->n_paths && cap < UINT32_MAX / 2)
		cap *= 2;
	s->mask = cap - 1;
	s->by_hash = bx_arena_zalloc(arena, 2 * (size_t) cap * sizeof(uint32_t));
	if (s->by_hash == NULL)
		return bx_fail_nomem(err, 2 * (size_t) cap * sizeof(uint32_t));
	s->by_leaf = s->by_hash + cap;
	/* the first paths, which most documents have, are found first */
	for (i = s->n_paths; i > 0; i--)
	{
		BxSummaryPath *path = &s->paths[i - 1];
		uint32_t at = place_of(s, s->by_leaf, path->leaf, true);

		s->by_hash[place_of(s, s->by_hash, path->hash, false)] = i;
		path->same_leaf = s->by_leaf[at] - 1;
		s->by_leaf[at] = i;
		BX_TRY(bx_step(arena->host));
	}
	return BX_OK;
}

static BxStatus
get_paths(BxSummary *s, BxStr bytes, BxArena *arena, BxError *err)
{
	SlotBytes slot;
	uint32_t i;

	BX_TRY(open_slot(&slot, bytes, arena, err));
	s->documents = get_u32(&slot);
	s->read = get_u32(&slot);
	s->cut = get_float(&slot, 0, 1);
	s->n_paths = get_u32(&slot);
	s->paths = new_array(&slot, s->n_paths, sizeof(BxSummaryPath), 28);
	for (i = 0; i < s->n_paths && !slot.bad; i++)
	{
		get_path(&slot, s, i, &s->paths[i]);
		BX_TRY(bx_step(arena->host));
	}
	return slot.bad ? damaged(&slot) : make_tables(s, arena, err);
}

/* ---- values ---- */

static void
get_value(SlotBytes *slot, BxSummaryValue *value, bool common)
{
	BxStr s;

	value->kind = get_byte(slot);
	s = get_string(slot);
	value->bytes = (const uint8_t *) s.s;
	value->n = (uint32_t) s.n;
	if (value->kind != AT_INDEX_STRING)
		value->text = get_string(slot);
	else if (s.n > 0 && s.s[s.n - 1] == BX_INDEX_WHOLE)
		value->text = bx_str(s.s, s.n - 1);
	if (value->text.n == 0 && value->kind != AT_INDEX_STRING)
		value->text.s = NULL;
	if (common)
		value->share = get_float(slot, 0, 1);
}

static void
get_prefixes(SlotBytes *slot, BxSummaryValues *values)
{
	BxSummaryPrefix *prefixes;
	uint32_t i;

	values->n_prefixes = get_number(slot, UINT32_MAX);
	values->prefixes = prefixes = new_array(slot, values->n_prefixes, sizeof(BxSummaryPrefix), 6);
	for (i = 0; i < values->n_prefixes && !slot->bad; i++)
	{
		prefixes[i].from = get_byte(slot);
		prefixes[i].text = get_string(slot);
		prefixes[i].share = get_float(slot, 0, 1e30f);
	}
}

static BxStatus
get_values(SlotBytes *slot, BxSummary *s)
{
	BxSummaryPath *path;
	BxSummaryValues *values;
	BxSummaryValue *common, *bounds;
	uint32_t number = get_number(slot, s->n_paths), i;

	values = new_array(slot, 1, sizeof(BxSummaryValues), 1);
	if (slot->bad)
		return damaged(slot);
	path = &s->paths[number];
	path->known = values;
	values->n_common = get_number(slot, UINT32_MAX);
	values->n_bounds = get_number(slot, UINT32_MAX);
	values->rest = get_float(slot, 0, 1e30f);
	values->rest_distinct = get_float(slot, -1e30f, 1e30f);
	values->common = common = new_array(slot, values->n_common, sizeof(BxSummaryValue), 6);
	values->bounds = bounds = new_array(slot, values->n_bounds, sizeof(BxSummaryValue), 2);
	for (i = 0; i < values->n_common && !slot->bad; i++)
		get_value(slot, &common[i], true);
	for (i = 0; i < values->n_bounds && !slot->bad; i++)
		get_value(slot, &bounds[i], false);
	get_prefixes(slot, values);
	BX_TRY(bx_steps(slot->arena->host, values->n_common + (uint64_t) values->n_bounds + values->n_prefixes));
	return slot->bad ? damaged(slot) : BX_OK;
}

static BxStatus
get_all_values(BxSummary *s, BxStr bytes, BxArena *arena, BxError *err)
{
	SlotBytes slot;
	uint32_t n;

	BX_TRY(open_slot(&slot, bytes, arena, err));
	for (n = get_u32(&slot); n > 0 && !slot.bad; n--)
		BX_TRY(get_values(&slot, s));
	return slot.bad ? damaged(&slot) : BX_OK;
}

/* ---- kinds ---- */

/* First the shares of each path are counted, then they have a place. */
static void
get_kind(SlotBytes *slot, BxSummary *s, uint32_t kind, BxSummaryShare *shares)
{
	uint32_t n;

	s->kinds[kind] = get_float(slot, 0, 1);
	for (n = get_number(slot, UINT32_MAX); n > 0 && !slot->bad; n--)
	{
		BxSummaryPath *path = &s->paths[get_number(slot, s->n_paths)];
		float share = get_float(slot, 0, 1);

		if (slot->bad)
			return;
		if (shares != NULL)
			shares[path->kinds - shares + path->n_kinds] = (BxSummaryShare){kind, share};
		path->n_kinds++;
	}
}

static void
place_shares(BxSummary *s, BxSummaryShare *shares)
{
	uint32_t i;

	for (i = 0; i < s->n_paths; i++)
	{
		s->paths[i].kinds = shares;
		shares += s->paths[i].n_kinds;
		s->paths[i].n_kinds = 0;
	}
}

static BxStatus
get_kinds(BxSummary *s, BxStr bytes, BxArena *arena, BxError *err)
{
	SlotBytes slot;
	const uint8_t *start;
	BxSummaryShare *shares;
	uint32_t i;

	BX_TRY(open_slot(&slot, bytes, arena, err));
	s->n_kinds = get_u32(&slot);
	s->kinds = new_array(&slot, s->n_kinds, sizeof(float), 5);
	slot.bad |= s->n_kinds > BX_SUMMARY_KINDS_MAX || s->n_paths == 0;
	start = slot.p;
	for (i = 0; i < s->n_kinds && !slot.bad; i++)
		get_kind(&slot, s, i, NULL);
	if (slot.bad)
		return damaged(&slot);
	slot.p = start;
	shares = new_array(&slot, (uint32_t) (slot.end - start), sizeof(BxSummaryShare), 1);
	if (slot.bad)
		return damaged(&slot);
	place_shares(s, shares);
	for (i = 0; i < s->n_kinds; i++)
		get_kind(&slot, s, i, shares);
	return bx_charge(arena->host, bytes.n);
}

BxStatus
bx_summary_open(BxSummary *s, const BxStr slots[BX_SUMMARY_SLOTS], BxArena *arena, BxError *err)
{
	memset(s, 0, sizeof(*s));
	BX_TRY(get_paths(s, slots[BX_SUMMARY_PATHS], arena, err));
	if (slots[BX_SUMMARY_VALUES].n > 0)
		BX_TRY(get_all_values(s, slots[BX_SUMMARY_VALUES], arena, err));
	return slots[BX_SUMMARY_KINDS].n > 0 ? get_kinds(s, slots[BX_SUMMARY_KINDS], arena, err) : BX_OK;
}

/* ---- look-ups ---- */

uint32_t
bx_summary_find(const BxSummary *s, uint64_t hash)
{
	return s->by_hash[place_of(s, s->by_hash, hash, false)] - 1;
}

uint32_t
bx_summary_leaf(const BxSummary *s, uint64_t leaf)
{
	return s->by_leaf[place_of(s, s->by_leaf, leaf, true)] - 1;
}

double
bx_summary_distinct(const BxSummaryPath *path, double coded, double documents)
{
	double n = coded;

	if (coded < 0)
		n = -coded * documents * (double) path->share * (double) path->values;
	return n < 1 ? 1 : n;
}

int
bx_summary_order(const BxSummaryValue *a, const BxSummaryValue *b)
{
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return bx_str_compare(bx_str(a->bytes, a->n), bx_str(b->bytes, b->n));
}
