/*
 * bx_key.c -- keys of atomic values: their order, their hash, and sets of them.
 */
#include "../base/bx_core_int.h"
#include "bx_key.h"

#include "bx_calendar_int.h"

#include <math.h>

/* ---- values to keys ---- */

BxKey
bx_key_moment(AtType type, const BxMoment *moment)
{
	BxMoment utc = bx_moment_utc(moment);

	return (BxKey){.type = (uint8_t) type, .seconds = utc.seconds, .more = utc.nanos};
}

/* The digits from the first that is not 0 before the point on; none of zero. */
static bool
read_decimal(BxStr s, BxKey *key)
{
	BxLexDecimal d;
	size_t i, at;

	if (bx_lex_decimal(s.s, s.n, &d) != BX_LEX_OK)
		return false;
	for (i = 0; i < d.len && d.digits[i] == '0'; i++)
		continue;
	for (at = i; at < d.len && (d.digits[at] == '0' || d.digits[at] == '.'); at++)
		continue;
	*key = (BxKey){.type = AT_DECIMAL,
				   .str = {d.digits + i, at == d.len ? 0 : d.len - i},
				   .more = (uint32_t) d.whole_n,
				   .negative = d.negative && at < d.len};
	return true;
}

static bool
read_moment(AtType type, BxStr text, BxKey *key)
{
	BxLexResult lex;
	BxMoment m;

	switch (type)
	{
		case AT_DATE: lex = bx_date_read(text.s, text.n, &m); break;
		case AT_DATETIME: lex = bx_datetime_read(text.s, text.n, &m); break;
		case AT_DAY_TIME: lex = bx_span_read(text.s, text.n, &m); break;
		default: lex = bx_months_read(text.s, text.n, &m); break;
	}
	if (lex != BX_LEX_OK)
		return false;
	*key = bx_key_moment(type, &m);
	return true;
}

bool
bx_key_read(AtType type, BxStr text, BxKey *key)
{
	bool b;

	switch (type)
	{
		case AT_STRING: *key = bx_key_string(text); return true;
		case AT_DOUBLE: *key = bx_key_number(bx_number_from_text(text.s, text.n)); return true;
		case AT_BOOLEAN:
			if (bx_lex_boolean(text.s, text.n, &b) != BX_LEX_OK)
				return false;
			*key = bx_key_boolean(b);
			return true;
		case AT_DECIMAL: return text.n <= BX_KEY_TEXT_MAX && read_decimal(text, key);
		default: return text.n <= BX_KEY_TEXT_MAX && read_moment(type, text, key);
	}
}

bool
bx_key_payload(AtType type, const uint8_t *p, uint32_t n, BxKey *key, bool *ok)
{
	bool date = type == AT_DATE;
	BxMoment m;
	BxValue v;

	if ((!date && type != AT_DATETIME && type != AT_BOOLEAN) || !bx_value_decode(p, n, &v))
		return false;
	if (type == AT_BOOLEAN)
	{
		*ok = v.type == AT_BOOLEAN ||
			  (v.type == AT_DECIMAL && v.style == 0 && v.scale == 0 && (v.num == 0 || v.num == 1));
		*key = bx_key_boolean(v.num != 0);
		return true;
	}
	*ok = v.type == (date ? AT_DATE : AT_DATETIME);
	/* a moment of whole seconds in UTC, as most are */
	if (*ok && (date || v.scale == 0))
		*key =
			(BxKey){.type = (uint8_t) type, .seconds = v.num * (date ? BX_DAY_SECONDS : 1) - v.offset * 60};
	else if (*ok)
	{
		m = bx_moment_of_value(&v);
		*key = bx_key_moment(type, &m);
	}
	return true;
}

/* ---- order ---- */

/* The next digit of a decimal, 0 after its end. */
static char
next_digit(const BxKey *k, size_t *at)
{
	if (*at < k->str.n && k->str.s[*at] == '.')
		++*at;
	return *at < k->str.n ? k->str.s[(*at)++] : '0';
}

static int
compare_decimals(const BxKey *a, const BxKey *b)
{
	int sign = a->negative ? -1 : 1;
	size_t i = 0, j = 0;

	if (a->negative != b->negative)
		return sign;
	if (a->more != b->more)
		return a->more < b->more ? -sign : sign;
	while (i < a->str.n || j < b->str.n)
	{
		char x = next_digit(a, &i), y = next_digit(b, &j);

		if (x != y)
			return x < y ? -sign : sign;
	}
	return 0;
}

int
bx_key_order(const BxKey *a, const BxKey *b)
{
	switch (a->type)
	{
		case AT_DOUBLE:
		case AT_BOOLEAN:
		case AT_FLOAT: /* in sets */
			if (isnan(a->number) || isnan(b->number))
				return BX_KEY_UNORDERED;
			return a->number < b->number ? -1 : a->number > b->number;
		case AT_STRING: return bx_str_compare(a->str, b->str);
		case AT_DECIMAL: return compare_decimals(a, b);
		default:
			if (a->seconds != b->seconds)
				return a->seconds < b->seconds ? -1 : 1;
			return a->more < b->more ? -1 : a->more > b->more;
	}
}

bool
bx_key_same(const BxKey *a, const BxKey *b)
{
	if (a->type != b->type)
		return false;
	if (a->type == AT_STRING)
		return bx_str_equal(a->str, b->str);
	if (a->type == AT_DOUBLE && isnan(a->number))
		return isnan(b->number);
	return bx_key_order(a, b) == 0;
}

/* 0 and -0, 1.0 and 1 are equal. */
uint32_t
bx_key_hash(const BxHashSeed *seed, const BxKey *k)
{
	double number;
	uint64_t bits;
	size_t n = k->str.n;

	switch (k->type)
	{
		case AT_STRING: return (uint32_t) bx_hash(seed, 0, k->str.s, n);
		case AT_DECIMAL:
			while (n > k->more && (k->str.s[n - 1] == '0' || k->str.s[n - 1] == '.'))
				n--;
			return (uint32_t) bx_hash(seed, (uint64_t) k->more * 2u + k->negative + 1, k->str.s, n);
		case AT_DOUBLE:
		case AT_BOOLEAN:
		case AT_FLOAT: /* in sets */
			number = isnan(k->number) ? 0.5 : k->number == 0 ? 0 : k->number;
			memcpy(&bits, &number, sizeof(bits));
			return bx_hash_numbers(seed, bits, k->type);
		default: return bx_hash_numbers(seed, (uint64_t) k->seconds, (uint64_t) k->more << 8 | k->type);
	}
}

/* ---- sets ---- */

/* In sets only: the double of a decimal.  No key is an xs:float. */
#define MIRROR AT_FLOAT

void
bx_key_set_init(BxKeySet *set, const BxHost *host, BxArena *arena)
{
	memset(set, 0, sizeof(*set));
	bx_hashmap_init(&set->map, host, arena);
}

static uint32_t
find(const BxKeySet *set, const BxKey *key, uint32_t *hash, uint32_t *at)
{
	uint32_t i;

	*hash = bx_key_hash(&set->map.host->seed, key);
	bx_hashmap_foreach (i, &set->map, *hash, at)
		if (bx_key_same(&set->keys[i], key))
			break;
	return i;
}

static bool
has(const BxKeySet *set, const BxKey *key)
{
	uint32_t hash, at;

	return set->n > 0 && find(set, key, &hash, &at) != BX_HASH_NONE;
}

static BxStatus
put(BxKeySet *set, const BxKey *key, bool *added, BxError *err)
{
	uint32_t hash, at;

	BX_TRY(bx_hashmap_reserve(&set->map, err));
	*added = find(set, key, &hash, &at) == BX_HASH_NONE;
	if (!*added)
		return BX_OK;
	if (set->n == set->cap)
	{
		uint32_t cap = set->cap ? set->cap * 2 : 16;
		BxKey *keys = bx_arena_grow(set->map.arena, set->keys, set->n * sizeof(BxKey), cap * sizeof(BxKey));

		if (keys == NULL)
			return bx_fail_nomem(err, cap * sizeof(BxKey));
		set->keys = keys;
		set->cap = cap;
	}
	set->keys[set->n] = *key;
	bx_hashmap_put(&set->map, hash, at, set->n++);
	return BX_OK;
}

static BxKey
double_of(const BxKey *decimal)
{
	double d = decimal->str.n == 0 ? 0 : bx_number_from_text(decimal->str.s, decimal->str.n);

	return bx_key_number(decimal->negative ? -d : d);
}

static bool
in_range(const BxKeySet *set, const BxKey *key, const BxKey *number)
{
	if (!set->ranged || !(number->number >= set->low && number->number <= set->high))
		return false;
	if (key->type == AT_DECIMAL)
		return memchr(key->str.s, '.', key->str.n) == NULL;
	return number->number == floor(number->number);
}

/* *mirror is a number as the other type has it. */
static bool
has_number(const BxKeySet *set, const BxKey *key, BxKey *mirror)
{
	BxKey number = key->type == AT_DECIMAL ? double_of(key) : *key;

	*mirror = number;
	if (in_range(set, key, &number))
		return true;
	if (key->type == AT_DOUBLE && !set->decimals)
		return false;
	mirror->type = MIRROR;
	return has(set, key->type == AT_DECIMAL ? &number : mirror);
}

bool
bx_key_set_has(const BxKeySet *set, const BxKey *key)
{
	bool number = key->type == AT_DOUBLE || key->type == AT_DECIMAL;
	BxKey mirror;

	return has(set, key) || (number && has_number(set, key, &mirror));
}

BxStatus
bx_key_set_add(BxKeySet *set, const BxKey *key, bool *added, BxError *err)
{
	bool more;
	BxKey mirror;

	if (key->type != AT_DOUBLE && key->type != AT_DECIMAL)
		return put(set, key, added, err);
	*added = false;
	if (has_number(set, key, &mirror))
		return BX_OK;
	BX_TRY(put(set, key, added, err));
	if (key->type != AT_DECIMAL || !*added)
		return BX_OK;
	set->decimals = true;
	mirror.type = MIRROR;
	return put(set, &mirror, &more, err);
}

bool
bx_key_set_add_range(BxKeySet *set, double low, double high)
{
	if (set->ranged || set->n > 0)
		return false;
	set->ranged = true;
	set->low = low;
	set->high = high;
	return true;
}
