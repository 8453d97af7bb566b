/*
 * bx_value_list.c -- keys of values, and looking them up in value lists.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_bytes.h"
#include "../base/bx_char.h"
#include "../base/bx_long.h"
#include "../base/bx_xxh64.h"
#include "../value/bx_value.h"
#include "bx_value_list.h"

#include <math.h>

#define VALUES 3

/* ---- keys ---- */

#define SIGN ((uint64_t) 1 << 63)
/* Texts follow the key of infinity. */
#define TEXTS ((uint64_t) 0xFFF << 52)

uint64_t
bx_list_key_number(double d)
{
	uint64_t bits;

	d += 0.0; /* no negative zero */
	memcpy(&bits, &d, sizeof(bits));
	return bits & SIGN ? ~bits : bits | SIGN;
}

uint64_t
bx_list_key_text(const char *s, size_t n)
{
	return TEXTS | bx_xxh64(s, n, 0) >> 12 | 1;
}

/* Can the payload be a number?  By its first byte. */
static inline bool
may_be_number(const uint8_t *p, uint32_t n)
{
	return n > 0 &&
		   (p[0] >= 0x80 || bx_is_digit(p[0]) || p[0] == '-' || p[0] == '.' || bx_is_space((char) p[0]));
}

bool
bx_list_key_payload(const uint8_t *p, uint32_t n, uint64_t *key)
{
	double d = may_be_number(p, n) ? bx_number_from_value(p, n) : NAN;
	char buf[BX_VALUE_TEXT_MAX];
	const char *s;
	uint32_t len;

	if (!isnan(d))
	{
		*key = bx_list_key_number(d);
		return true;
	}
	s = bx_value_text(p, n, buf, &len);
	if (s != NULL)
		*key = bx_list_key_text(s, len);
	return s != NULL;
}

/* The bits of an entry that depend on its key. */
static inline uint32_t
check_of(const BxListForm *f, uint64_t key)
{
	return f->check == 0 ? 0 : (uint32_t) ((key * 0x9E3779B97F4A7C15u) >> (64 - f->check));
}

static inline uint32_t
place_bits(const BxListForm *f)
{
	return 8u * f->width - f->check;
}

/* ---- making lists ---- */

/* Bits of a digit, of few entries and of many. */
#define DIGIT_FEW 8
#define DIGIT_MANY 11
#define MANY 1024
/* Entries that move by more places on average are not sorted by moving them. */
#define MOVES 8
/* Entries that are charged at once. */
#define LOT 1024

/* The `bits` bits of a key from bit `low` on; where that is negative, the lowest ones of them are zero. */
static inline uint32_t
digit_of(uint64_t key, int low, int bits)
{
	uint64_t from = low >= 0 ? key >> low : key << -low;

	return (uint32_t) (from & ((UINT64_C(1) << bits) - 1));
}

/* A loop is at entry i. */
static inline BxStatus
charge_entry(const BxHost *host, uint32_t i)
{
	return i % LOT == 0 ? bx_charge(host, LOT * sizeof(BxListEntry)) : BX_OK;
}

/* Entries in the order of one digit of their keys, then of `from`. */
static BxStatus
sort_by_digit(const BxHost *host, const BxListEntry *from, BxListEntry *to, uint32_t n, int low, int bits)
{
	uint32_t starts[1 << DIGIT_MANY];
	uint32_t i, sum = 0;

	memset(starts, 0, sizeof(uint32_t) << bits);
	for (i = 0; i < n; i++)
	{
		BX_TRY(charge_entry(host, i));
		starts[digit_of(from[i].key, low, bits)]++;
	}
	for (i = 0; i < 1u << bits; i++)
	{
		uint32_t count = starts[i];

		starts[i] = sum;
		sum += count;
	}
	for (i = 0; i < n; i++)
	{
		BX_TRY(charge_entry(host, i));
		to[starts[digit_of(from[i].key, low, bits)]++] = from[i];
	}
	return BX_OK;
}

/* By keys, whose bits above `top` are the same, from their last digit to the first. */
static BxStatus
sort_by_digits(const BxHost *host, BxListEntry *entries, uint32_t n, BxListEntry *other, int top)
{
	BxListEntry *from = entries, *to = other, *swap;
	int bits = n < MANY ? DIGIT_FEW : DIGIT_MANY, low;

	for (low = 0; low <= top; low += bits)
	{
		BX_TRY(sort_by_digit(host, from, to, n, low, bits));
		swap = from;
		from = to;
		to = swap;
	}
	return from != entries ? bx_long_copy(host, entries, from, n * sizeof(BxListEntry)) : BX_OK;
}

/* Move entries to their places one by one.  *sorted is false when they would have to go too far: some did not move. */
static BxStatus
sort_by_moving(const BxHost *host, BxListEntry *entries, uint32_t n, bool *sorted)
{
	uint64_t moves = 0;
	uint32_t i, k;

	for (i = 1; i < n && moves <= (uint64_t) n * MOVES; i++)
	{
		BxListEntry e = entries[i];

		BX_TRY(charge_entry(host, i));
		for (k = i; k > 0 && entries[k - 1].key > e.key; k--)
			entries[k] = entries[k - 1];
		entries[k] = e;
		moves += i - k;
	}
	*sorted = i >= n;
	return BX_OK;
}

/*
 * By keys.  Most keys differ in the two upper ones of the digits that differ at all: what follows these is soon put in
 * order.  Where it is not, all digits are looked at.  Equal keys always stay in their order.
 */
static BxStatus
sort_by_key(const BxHost *host, BxListEntry *entries, uint32_t n, BxListEntry *other)
{
	int bits = n < MANY ? DIGIT_FEW : DIGIT_MANY, top;
	uint64_t differ = 0;
	bool sorted;
	uint32_t i;

	for (i = 0; i < n; i++)
	{
		BX_TRY(charge_entry(host, i));
		differ |= entries[i].key ^ entries[0].key;
	}
	if (differ == 0)
		return BX_OK;
	top = 63 - __builtin_clzll(differ);
	BX_TRY(sort_by_digit(host, entries, other, n, top + 1 - 2 * bits, bits));
	BX_TRY(sort_by_digit(host, other, entries, n, top + 1 - bits, bits));
	BX_TRY(sort_by_moving(host, entries, n, &sorted));
	return sorted ? BX_OK : sort_by_digits(host, entries, n, other, top);
}

/* Leave one of several equal entries. */
static BxStatus
join_equal(const BxHost *host, BxListEntry *entries, uint32_t *n)
{
	uint32_t i, kept = 0;

	for (i = 0; i < *n; i++)
	{
		BX_TRY(charge_entry(host, i));
		if (kept == 0 || entries[i].key != entries[kept - 1].key ||
			entries[i].place != entries[kept - 1].place)
			entries[kept++] = entries[i];
	}
	*n = kept;
	return BX_OK;
}

BxStatus
bx_list_sort(const BxHost *host, BxListEntry *entries, uint32_t *n, BxError *err)
{
	size_t size = (*n + (size_t) 1) * sizeof(BxListEntry);
	BxListEntry *other = host->alloc(host->ctx, size);
	BxStatus st;

	if (other == NULL)
		return bx_fail_nomem(err, size);
	st = sort_by_key(host, entries, *n, other);
	host->release(host->ctx, other);
	if (st == BX_OK)
		st = join_equal(host, entries, n);
	return st == BX_OK ? BX_OK : bx_fail(err, st, -1, "canceled");
}

static inline uint32_t
chunks_of(uint32_t n, uint32_t mask)
{
	return n > 0 ? (n - 1) / (mask + 1) + 1 : 0;
}

uint64_t
bx_list_size(const BxListForm *f, uint32_t stride)
{
	return (uint64_t) chunks_of(f->n, stride - 1) * BX_VALUES_KEY + (uint64_t) f->n * f->width;
}

uint32_t
bx_list_entry(const BxListForm *f, const BxListEntry *entry)
{
	return (uint32_t) ((uint64_t) check_of(f, entry->key) << place_bits(f)) | entry->place;
}

/* ---- reading ---- */

static BxStatus
section_head(BxDirs *d, uint32_t *stride, uint32_t *n)
{
	const uint8_t *p;

	if (d->len[VALUES] < BX_DIR_HEAD)
		return bx_dirs_damaged(d, d->off[VALUES], "section is too short");
	BX_TRY(bx_dirs_need(d, d->off[VALUES], BX_DIR_HEAD, &p));
	*stride = bx_get_u32(p);
	*n = bx_get_u32(p + 4);
	if (!bx_is_stride(*stride) || *n == 0 || *n > BX_VALUES_LISTS_MAX ||
		*n * BX_VALUES_ROW > d->len[VALUES] - BX_DIR_HEAD)
		return bx_dirs_damaged(d, d->off[VALUES], "bad stride or number of lists");
	return BX_OK;
}

BxStatus
bx_value_lists(BxDirs *d, uint32_t *n)
{
	uint32_t stride;

	return section_head(d, &stride, n);
}

static void
row_at(const uint8_t *p, BxListForm *f)
{
	f->shape = bx_get_u32(p);
	f->n = bx_get_u32(p + 4);
	f->shift = p[8];
	f->width = p[9];
	f->check = p[10];
}

/* Can the entries of the list be read? */
static bool
is_possible(const BxListForm *f)
{
	return f->n > 0 && f->width > 0 && f->width <= BX_VALUES_WIDTH_MAX && f->check < 8u * f->width &&
		   f->shift < 32;
}

/* The list of a row, whose bytes begin at `at` of the section. */
static BxStatus
take_list(BxDirs *d, const BxListForm *f, uint32_t stride, uint64_t at, BxValueList *list)
{
	if (!is_possible(f) || at + bx_list_size(f, stride) > d->len[VALUES])
		return bx_dirs_damaged(d, d->off[VALUES], "value list outside its section");
	list->form = *f;
	list->mask = stride - 1;
	list->keys = d->off[VALUES] + (uint32_t) at;
	list->entries = list->keys + chunks_of(f->n, list->mask) * BX_VALUES_KEY;
	return BX_OK;
}

/* The first list that is number i or of the shape. */
static BxStatus
seek_list(BxDirs *d, uint32_t i, uint32_t shape, BxValueList *list, bool *found)
{
	uint32_t stride, n, k;
	BxListForm f;
	const uint8_t *p;
	uint64_t at;

	*found = false;
	BX_TRY(section_head(d, &stride, &n));
	BX_TRY(bx_dirs_need(d, d->off[VALUES] + BX_DIR_HEAD, n * BX_VALUES_ROW, &p));
	at = BX_DIR_HEAD + (uint64_t) n * BX_VALUES_ROW;
	for (k = 0; k < n; k++, p += BX_VALUES_ROW)
	{
		row_at(p, &f);
		*found = k == i || f.shape == shape;
		if (*found)
			return take_list(d, &f, stride, at, list);
		at += bx_list_size(&f, stride);
	}
	return BX_OK;
}

BxStatus
bx_value_list(BxDirs *d, uint32_t i, BxValueList *list)
{
	bool found;

	BX_TRY(seek_list(d, i, BX_SHAPE_NONE, list, &found));
	return found ? BX_OK : bx_dirs_damaged(d, d->off[VALUES], "value list outside its section");
}

BxStatus
bx_value_list_find(BxDirs *d, uint32_t shape, BxValueList *list, bool *found)
{
	return seek_list(d, UINT32_MAX, shape, list, found);
}

/* The key of chunk number c. */
static BxStatus
chunk_key(BxDirs *d, const BxValueList *list, uint32_t c, uint64_t *key)
{
	const uint8_t *p;

	BX_TRY(bx_dirs_need(d, list->keys + c * BX_VALUES_KEY, BX_VALUES_KEY, &p));
	*key = bx_get_u64(p);
	return BX_OK;
}

/* How many chunks begin with a key below `key`, or, with `equal`, with that one. */
static BxStatus
chunks_before(BxDirs *d, const BxValueList *list, uint64_t key, bool equal, uint32_t *n)
{
	uint32_t lo = 0, hi = chunks_of(list->form.n, list->mask);
	uint64_t k;

	while (lo < hi)
	{
		uint32_t mid = lo + (hi - lo) / 2;

		BX_TRY(chunk_key(d, list, mid, &k));
		if (k < key || (equal && k == key))
			lo = mid + 1;
		else
			hi = mid;
	}
	*n = lo;
	return BX_OK;
}

BxStatus
bx_value_list_range(BxDirs *d, const BxValueList *list, const BxKeyRange *range, uint32_t *from, uint32_t *to)
{
	uint32_t first, end;
	uint64_t last;

	*from = *to = 0;
	if (range->low > range->high)
		return BX_OK;
	BX_TRY(chunks_before(d, list, range->low, false, &first));
	BX_TRY(chunks_before(d, list, range->high, true, &end));
	/* the last entries of the chunk before may have the key */
	first -= first > 0;
	last = (uint64_t) end * (list->mask + 1);
	*from = first * (list->mask + 1);
	*to = last < list->form.n ? (uint32_t) last : list->form.n;
	*to = *to > *from ? *to : *from;
	return BX_OK;
}

static inline uint32_t
get_entry(const uint8_t *p, uint32_t width)
{
	uint32_t v = 0, i;

	for (i = 0; i < width; i++)
		v |= (uint32_t) p[i] << (8 * i);
	return v;
}

BxStatus
bx_value_list_hits(BxDirs *d, const BxValueList *list, const BxKeyRange *range, uint32_t from, uint32_t to,
				   BxHit *hits, uint32_t *n)
{
	const BxListForm *f = &list->form;
	uint32_t bits = place_bits(f), i;
	uint32_t check = check_of(f, range->low);
	bool one = f->check > 0 && range->low == range->high;
	const uint8_t *p;

	*n = 0;
	BX_TRY(bx_dirs_need(d, list->entries + from * f->width, (to - from) * f->width, &p));
	for (i = from; i < to; i++, p += f->width)
	{
		uint32_t v = get_entry(p, f->width);
		uint64_t low = ((uint64_t) v & ((UINT64_C(1) << bits) - 1)) << f->shift;
		uint64_t high = low + (UINT64_C(1) << f->shift);

		if (one && (uint64_t) v >> bits != check)
			continue;
		if (low >= d->items_len)
			return bx_dirs_damaged(d, list->entries, "place outside the items");
		hits[*n].low = (uint32_t) low;
		hits[(*n)++].high = high < d->items_len ? (uint32_t) high : d->items_len;
	}
	return BX_OK;
}
