/*
 * bx_string.c -- substrings by positions, normalize-space and translate.
 */
#include "bx_core_int.h"

#include "bx_string.h"

#include "bx_long.h"
#include "bx_utf8.h"

/* Characters between two charges, and units of each. */
#define LOT 4096
#define UNITS 8

/* Note a character. */
static inline BxStatus
pass(const BxHost *host, size_t *passed)
{
	return BX_LIKELY(++*passed % LOT != 0) ? BX_OK : bx_charge(host, LOT * UNITS);
}

/* Skip so many characters, at most those there are. */
static BxStatus
skip(const BxHost *host, const char **at, const char *end, uint64_t n)
{
	const char *p = *at;
	size_t passed = 0;

	for (; n > 0 && p < end; n--)
	{
		BX_TRY(pass(host, &passed));
		p += bx_utf8_size(*p);
	}
	*at = p < end ? p : end;
	return bx_charge(host, passed % LOT * UNITS);
}

BxStatus
bx_string_cut(const BxHost *host, BxStr s, double from, double end, BxStr *part)
{
	const char *p = s.s, *stop = s.s + s.n;
	double first = from < 1 ? 1 : from;

	*part = bx_str(s.s, 0);
	/* also false for NaN; positions behind the last byte are those of no character */
	if (!(end > first) || !(first <= (double) s.n))
		return BX_OK;
	BX_TRY(skip(host, &p, stop, (uint64_t) first - 1));
	part->s = p;
	BX_TRY(skip(host, &p, stop, end - first < (double) s.n ? (uint64_t) (end - first) : s.n));
	part->n = (size_t) (p - part->s);
	return BX_OK;
}

/* Append the words of n bytes at p to the output, which ends at q; *gap says whether one ends before p. */
static char *
words(const char *p, size_t n, const char *out, char *q, bool *gap)
{
	const char *end = p + n;

	while (p < end)
	{
		if (bx_is_space(*p))
		{
			*gap = true;
			p++;
			continue;
		}
		if (*gap && q > out)
			*q++ = ' ';
		*gap = false;
		do
			*q++ = *p++;
		while (p < end && !bx_is_space(*p));
	}
	return q;
}

BxStatus
bx_string_normalize_space(BxArena *arena, BxStr s, BxStr *result, BxError *err)
{
	char *out = bx_arena_alloc(arena, s.n + 1), *q = out;
	size_t left, piece;
	bool gap = false; /* white space before the next word */

	if (out == NULL)
		return bx_fail_nomem(err, s.n + 1);
	for (left = s.n; left > 0; left -= piece)
	{
		BX_TRY(bx_long_piece(arena->host, left, &piece));
		q = words(s.s + (s.n - left), piece, out, q, &gap);
	}
	*result = bx_str(out, (size_t) (q - out));
	return BX_OK;
}

/* ---- translate ---- */

typedef struct Mapping
{
	int32_t from;
	int32_t to; /* -1: remove */
	uint32_t order;
} Mapping;

static bool
mapping_less(const Mapping *a, const Mapping *b)
{
	return a->from != b->from ? a->from < b->from : a->order < b->order;
}

/* Shell sort: mappings are short, and long ones stay well below quadratic. */
static BxStatus
sort_mappings(const BxHost *host, Mapping *m, size_t n)
{
	size_t gap, i, j, passed = 0;

	for (gap = 1; gap < n / 3; gap = gap * 3 + 1)
		;
	for (; gap > 0; gap /= 3)
		for (i = gap; i < n; i++)
		{
			Mapping x = m[i];

			for (j = i; j >= gap && mapping_less(&x, &m[j - gap]); j -= gap)
			{
				BX_TRY(pass(host, &passed));
				m[j] = m[j - gap];
			}
			BX_TRY(pass(host, &passed));
			m[j] = x;
		}
	return bx_charge(host, passed % LOT * UNITS);
}

/* The pairs of characters, sorted, the first of equals deciding. */
static BxStatus
make_mappings(BxArena *arena, BxStr from, BxStr to, Mapping **out, size_t *n, BxError *err)
{
	const uint8_t *p = (const uint8_t *) from.s, *pe = p + from.n;
	const uint8_t *q = (const uint8_t *) to.s, *qe = q + to.n;
	Mapping *m = bx_arena_alloc(arena, (from.n + 1) * sizeof(Mapping));
	size_t i, k = 0, passed = 0;

	if (m == NULL)
		return bx_fail_nomem(err, (from.n + 1) * sizeof(Mapping));
	while (p < pe)
	{
		BX_TRY(pass(arena->host, &passed));
		m[k].from = bx_utf8_next(&p, pe);
		m[k].to = q < qe ? bx_utf8_next(&q, qe) : -1;
		m[k].order = (uint32_t) k;
		if (m[k++].from < 0)
			break;
	}
	BX_TRY(sort_mappings(arena->host, m, k));
	for (i = *n = 0; i < k; i++)
		if (*n == 0 || m[*n - 1].from != m[i].from)
			m[(*n)++] = m[i];
	*out = m;
	return BX_OK;
}

static const Mapping *
find_mapping(const Mapping *m, size_t n, int32_t c)
{
	size_t lo = 0, hi = n;

	while (lo < hi)
	{
		size_t mid = (lo + hi) / 2;

		if (m[mid].from < c)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < n && m[lo].from == c ? &m[lo] : NULL;
}

BxStatus
bx_string_translate(BxArena *arena, BxStr s, BxStr from, BxStr to, BxStr *result, BxError *err)
{
	const uint8_t *p = (const uint8_t *) s.s, *end = p + s.n, *start;
	const Mapping *hit;
	Mapping *m = NULL;
	uint8_t *out, *q;
	size_t n = 0, passed = 0;
	int32_t c;

	BX_TRY(make_mappings(arena, from, to, &m, &n, err));
	out = q = bx_arena_alloc(arena, s.n * 4 + 1);
	if (out == NULL)
		return bx_fail_nomem(err, s.n * 4 + 1);
	while (p < end)
	{
		BX_TRY(pass(arena->host, &passed));
		start = p;
		c = bx_utf8_next(&p, end);
		if (c < 0)
			return bx_fail(err, BX_E_CORRUPT, -1, "a string is not UTF-8");
		hit = find_mapping(m, n, c);
		if (hit == NULL)
			while (start < p)
				*q++ = *start++;
		else if (hit->to >= 0)
			q += bx_utf8_put(q, (uint32_t) hit->to);
	}
	*result = bx_str(out, (size_t) (q - out));
	return bx_charge(arena->host, passed % LOT * UNITS);
}
