/*
 * gen_values.c -- the random numbers and the simple values made from them.
 *
 * splitmix64 is enough here: documents must be cheap, varied and reproducible, not unpredictable.
 */
#include <stdio.h>
#include <string.h>

#include "gen.h"

static uint64_t
mix(uint64_t z)
{
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

void
gen_rng_init(GenRng *r, uint64_t seed, const char *set, uint64_t index)
{
	uint64_t h = 1469598103934665603u;

	for (; *set; set++)
		h = (h ^ (unsigned char) *set) * 1099511628211u;
	r->state = mix(mix(seed + 0x9e3779b97f4a7c15u) ^ h) + mix(index + 1);
}

uint64_t
gen_next(GenRng *r)
{
	r->state += 0x9e3779b97f4a7c15u;
	return mix(r->state);
}

uint32_t
gen_below(GenRng *r, uint32_t n)
{
	return (uint32_t) (((gen_next(r) >> 32) * n) >> 32);
}

uint32_t
gen_range(GenRng *r, uint32_t lo, uint32_t hi)
{
	return lo + gen_below(r, hi - lo + 1);
}

bool
gen_chance(GenRng *r, uint32_t percent)
{
	return gen_below(r, 100) < percent;
}

const char *
gen_pick(GenRng *r, const GenList *list)
{
	return list->item[gen_below(r, list->n)];
}

/* printf is half the cost of a document; numbers are written by hand. */
static char *
put_uint(char *p, uint32_t v, unsigned width)
{
	char tmp[10];
	unsigned n = 0;

	do
		tmp[n++] = (char) ('0' + v % 10);
	while ((v /= 10) > 0);
	while (n < width)
		tmp[n++] = '0';
	while (n > 0)
		*p++ = tmp[--n];
	return p;
}

static char *
put_date(GenRng *r, char *p, int year_lo, int year_hi)
{
	p = put_uint(p, gen_range(r, (uint32_t) year_lo, (uint32_t) year_hi), 4);
	*p++ = '-';
	p = put_uint(p, gen_range(r, 1, 12), 2);
	*p++ = '-';
	return put_uint(p, gen_range(r, 1, 28), 2);
}

char *
gen_date(GenRng *r, char *buf, int year_lo, int year_hi)
{
	*put_date(r, buf, year_lo, year_hi) = 0;
	return buf;
}

char *
gen_datetime(GenRng *r, char *buf, int year_lo, int year_hi)
{
	char *p = put_date(r, buf, year_lo, year_hi);

	*p++ = 'T';
	p = put_uint(p, gen_below(r, 24), 2);
	*p++ = ':';
	p = put_uint(p, gen_below(r, 60), 2);
	*p++ = ':';
	p = put_uint(p, gen_below(r, 60), 2);
	*p = 0;
	return buf;
}

char *
gen_money(GenRng *r, char *buf, uint32_t below)
{
	uint32_t v = gen_below(r, below);
	char *p = put_uint(buf, v / 100, 1);

	*p++ = '.';
	*put_uint(p, v % 100, 2) = 0;
	return buf;
}

char *
gen_int(GenRng *r, char *buf, uint32_t lo, uint32_t hi)
{
	*put_uint(buf, gen_range(r, lo, hi), 1) = 0;
	return buf;
}

char *
gen_digits(GenRng *r, char *buf, unsigned n)
{
	unsigned i;

	for (i = 0; i < n; i++)
		buf[i] = (char) ('0' + (i == 0 ? 1 + gen_below(r, 9) : gen_below(r, 10)));
	buf[n] = 0;
	return buf;
}

char *
gen_printable(GenRng *r, char *buf, unsigned n)
{
	unsigned i;

	/* Not the full range: no double quote or backslash, so that the three forms of a document differ only where
	 * their formats make them. */
	static const char set[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'()*+,-./:;<=>?@[]"
		"^_`{|}~";

	for (i = 0; i < n; i++)
		buf[i] = set[gen_below(r, sizeof(set) - 1)];
	buf[n] = 0;
	return buf;
}

char *
gen_base64(GenRng *r, char *buf, unsigned n)
{
	static const char set[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	unsigned i;

	for (i = 0; i < n; i++)
		buf[i] = set[gen_below(r, 64)];
	buf[n] = 0;
	return buf;
}

char *
gen_words(GenRng *r, char *buf, size_t size, size_t chars)
{
	size_t n = 0;

	while (n < chars)
	{
		const char *w = gen_pick(r, &gen_word_list);
		size_t wn = strlen(w);

		if (n + wn + 3 > size)
			break;
		if (n > 0)
			buf[n++] = ' ';
		memcpy(buf + n, w, wn);
		n += wn;
	}
	if (n > 0 && buf[0] >= 'a' && buf[0] <= 'z')
		buf[0] = (char) (buf[0] - 'a' + 'A');
	buf[n++] = '.';
	buf[n] = 0;
	return buf;
}

char *
gen_symbol(uint32_t k, char *buf)
{
	/* 7919 shares no factor with 26^4, so distinct k give distinct letters. */
	uint32_t v = (uint32_t) ((k + 1) * (uint64_t) 7919 % 456976);
	unsigned i;

	for (i = 0; i < 4; i++, v /= 26)
		buf[i] = (char) ('A' + v % 26);
	if (k % 3 == 0)
		buf[i++] = 'X';
	buf[i] = 0;
	return buf;
}
