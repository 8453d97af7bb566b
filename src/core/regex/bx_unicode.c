/*
 * bx_unicode.c -- look-ups in the generated Unicode tables, and case conversion.
 */
#include "bx_unicode_int.h"

#include "../base/bx_buf.h"
#include "../base/bx_long.h"
#include "../base/bx_utf8.h"

/* ---- categories and blocks ---- */

/* Two letters for each BxCategory. */
static const char cat_names[] = "CnLuLlLtLmLoMnMcMeNdNlNoPcPdPsPePiPfPoSmScSkSoZsZlZpCcCfCoCs";

uint32_t
bx_unicode_category_set(const char *name, size_t n)
{
	uint32_t set = 0;
	uint32_t i;

	if (n < 1 || n > 2)
		return 0;
	for (i = 0; i < BX_CAT_CS; i++)
		if (memcmp(cat_names + 2 * i, name, n) == 0)
			set |= 1u << i;
	return set;
}

bool
bx_unicode_run(uint32_t i, uint32_t *first, uint32_t *last, BxCategory *category)
{
	if (i >= bx_unicode_cats_n)
		return false;
	*first = bx_unicode_cats[i] >> 5;
	*last = i + 1 < bx_unicode_cats_n ? (bx_unicode_cats[i + 1] >> 5) - 1 : BX_UNICODE_MAX;
	*category = (BxCategory) (bx_unicode_cats[i] & 31);
	return true;
}

/* The number of the run that a character is in. */
static uint32_t
run_of(uint32_t cp)
{
	uint32_t low = 0, high = bx_unicode_cats_n - 1;

	while (low < high)
	{
		uint32_t middle = low + (high - low + 1) / 2;

		if (bx_unicode_cats[middle] >> 5 <= cp)
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

BxCategory
bx_unicode_category(uint32_t cp)
{
	return (BxCategory) (bx_unicode_cats[run_of(cp)] & 31);
}

int
bx_unicode_digit(uint32_t cp, uint32_t *zero)
{
	uint32_t run = run_of(cp), place;

	if ((bx_unicode_cats[run] & 31) != BX_CAT_ND)
		return -1;
	/* families of ten follow each other where a run has more of them */
	place = cp - (bx_unicode_cats[run] >> 5);
	*zero = cp - place % 10;
	return (int) (place % 10);
}

bool
bx_unicode_block(const char *name, size_t n, uint32_t i, uint32_t *first, uint32_t *last)
{
	uint32_t k;

	for (k = 0; k < bx_unicode_blocks_n; k++)
	{
		const BxBlock *b = &bx_unicode_blocks[k];

		if (strlen(b->name) != n || memcmp(b->name, name, n) != 0 || i-- > 0)
			continue;
		*first = b->first;
		*last = b->last;
		return true;
	}
	return false;
}

/* ---- case ---- */

/* Index of the last run that starts at or before cp, plus 1; 0 for none. */
static uint32_t
runs_until(const BxCaseRun *runs, uint32_t n, uint32_t cp)
{
	uint32_t lo = 0, hi = n;

	while (lo < hi)
	{
		uint32_t mid = (lo + hi) / 2;

		if (runs[mid].first <= cp)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* cp mapped; even and odd are what the table's pairs mean. */
static uint32_t
map_case(const BxCaseRun *runs, uint32_t n, int32_t even, int32_t odd, uint32_t cp)
{
	uint32_t i = runs_until(runs, n, cp);
	uint32_t at;

	if (i == 0)
		return cp;
	at = cp - runs[i - 1].first;
	if (at >= runs[i - 1].n)
		return cp;
	if (runs[i - 1].delta == BX_CASE_PAIR)
		return cp + (uint32_t) (at & 1 ? odd : even);
	return cp + (uint32_t) runs[i - 1].delta;
}

uint32_t
bx_unicode_orbit(uint32_t cp)
{
	return map_case(bx_unicode_orbit_runs, bx_unicode_orbit_runs_n, 1, -1, cp);
}

uint32_t
bx_unicode_next_cased(uint32_t cp)
{
	uint32_t i = runs_until(bx_unicode_orbit_runs, bx_unicode_orbit_runs_n, cp);

	if (i > 0 && cp - bx_unicode_orbit_runs[i - 1].first < bx_unicode_orbit_runs[i - 1].n)
		return cp;
	return i < bx_unicode_orbit_runs_n ? bx_unicode_orbit_runs[i].first : BX_UNICODE_MAX + 1;
}

static const BxCaseFull *
find_full(bool upper, uint32_t cp)
{
	const BxCaseFull *rows = upper ? bx_unicode_upper_full : bx_unicode_lower_full;
	uint32_t lo = 0, hi = upper ? bx_unicode_upper_full_n : bx_unicode_lower_full_n;

	while (lo < hi)
	{
		uint32_t mid = (lo + hi) / 2;

		if (rows[mid].cp == cp)
			return &rows[mid];
		if (rows[mid].cp < cp)
			lo = mid + 1;
		else
			hi = mid;
	}
	return NULL;
}

/* The mapping of one character as UTF-8, at most 12 bytes; its length. */
static unsigned
put_mapped(bool upper, uint32_t cp, uint8_t *p)
{
	const BxCaseFull *full = find_full(upper, cp);
	unsigned n = 0, i;

	if (full != NULL)
	{
		for (i = 0; i < 3 && full->to[i] != 0; i++)
			n += bx_utf8_put(p + n, full->to[i]);
		return n;
	}
	if (upper)
		return bx_utf8_put(p, map_case(bx_unicode_upper, bx_unicode_upper_n, 0, -1, cp));
	return bx_utf8_put(p, map_case(bx_unicode_lower, bx_unicode_lower_n, 1, 0, cp));
}

/* Bytes from the start of s that are ASCII and stay as they are. */
static size_t
same_prefix(bool upper, const uint8_t *s, size_t n)
{
	uint8_t first = upper ? 'a' : 'A';
	size_t i = 0;

	while (i < n && s[i] < 0x80 && (uint8_t) (s[i] - first) >= 26)
		i++;
	return i;
}

#define MAPPED_MAX 12    /* bytes one character may become */
#define PIECE (64 << 10) /* bytes between two charges */

/* Convert [p, end) to out, which has room for it; an invalid byte is copied. */
static uint8_t *
convert(bool upper, const uint8_t *p, const uint8_t *end, uint8_t *out)
{
	uint8_t first = upper ? 'a' : 'A';
	int32_t cp;

	while (p < end)
	{
		if (BX_LIKELY(*p < 0x80))
		{
			*out++ = (uint8_t) (*p - first) < 26 ? *p ^ 0x20 : *p;
			p++;
			continue;
		}
		cp = bx_utf8_next(&p, end);
		if (cp < 0)
			*out++ = *p++;
		else
			out += put_mapped(upper, (uint32_t) cp, out);
	}
	return out;
}

/* The end of a piece that starts at p: between characters. */
static const uint8_t *
piece_end(const uint8_t *p, const uint8_t *end)
{
	const uint8_t *q = p + PIECE;

	if (end - p <= PIECE)
		return end;
	while (q > p + PIECE - 4 && (*q & 0xC0) == 0x80)
		q--;
	return q;
}

/* A character of k bytes becomes at most 3 k bytes; pieces keep the memory near to what is needed. */
static BxStatus
convert_pieces(BxBuf *buf, const BxHost *host, bool upper, const uint8_t *p, const uint8_t *end, BxError *err)
{
	while (p < end)
	{
		const uint8_t *stop = piece_end(p, end);

		BX_TRY(bx_charge(host, (size_t) (stop - p) * 4));
		BX_TRY(bx_buf_reserve(buf, (size_t) (stop - p) * 3 + MAPPED_MAX, err));
		buf->len = (size_t) (convert(upper, p, stop, buf->data + buf->len) - buf->data);
		p = stop;
	}
	return BX_OK;
}

BxStatus
bx_unicode_to_case(BxArena *arena, bool upper, const char *s, size_t n, const char **out, size_t *out_n,
				   BxError *err)
{
	const uint8_t *p = (const uint8_t *) s;
	size_t same, piece;
	bool end = false;
	BxStatus st;
	BxBuf buf;
	char *copy;

	*out = s;
	*out_n = n;
	for (same = 0; same < n && !end; same += piece)
	{
		size_t part = n - same < PIECE ? n - same : PIECE;

		BX_TRY(bx_charge(arena->host, part));
		piece = same_prefix(upper, p + same, part);
		end = piece < part;
	}
	if (same == n)
		return BX_OK;
	bx_buf_init(&buf, arena->host);
	st = bx_buf_reserve(&buf, same, err);
	if (st == BX_OK)
		st = bx_long_copy(arena->host, buf.data, s, same);
	buf.len = same;
	if (st == BX_OK)
		st = convert_pieces(&buf, arena->host, upper, p + same, p + n, err);
	if (st == BX_OK)
	{
		copy = bx_arena_alloc(arena, buf.len);
		st = copy != NULL ? bx_long_copy(arena->host, copy, buf.data, buf.len) : bx_fail_nomem(err, buf.len);
		*out = copy;
		*out_n = buf.len;
	}
	bx_buf_free(&buf);
	return st;
}
