/*
 * xp_atomic.c -- atomic values: conversions, and keys to compare them by.
 *
 * Texts are read by bx_lexical.h, as for the typed SQL functions.  Decimals are compared digit by digit, whatever their
 * length; a decimal meets a double as a double.
 */
#include "xp_seq_int.h"

#include <math.h>

#include "../../value/bx_decimal.h"

/* ---- conversions ---- */

static BxStatus
time_str(XpEval *ev, const XpItem *t, BxStr *s)
{
	char *buf = xp_alloc(ev, BX_MOMENT_TEXT_MAX);

	if (buf == NULL)
		return BX_E_NOMEM;
	s->s = buf;
	switch (t->type)
	{
		case XP_T_DATE: s->n = bx_date_format(&t->time, buf); break;
		case XP_T_DATETIME: s->n = bx_datetime_format(&t->time, buf); break;
		case XP_T_SPAN: s->n = bx_span_format(&t->time, buf); break;
		default: s->n = bx_months_format(&t->time, buf); break;
	}
	return BX_OK;
}

BxStatus
xp_item_str(XpEval *ev, const XpItem *t, BxStr *s)
{
	switch (t->type)
	{
		case XP_T_NODESET: return xp_node_string(ev, t->node, s);
		case XP_T_NUMBER: return xp_number_string(ev, t->number, s);
		case XP_T_BOOLEAN:
			s->s = t->boolean ? "true" : "false";
			s->n = t->boolean ? 4 : 5;
			return BX_OK;
		case XP_T_DATE:
		case XP_T_DATETIME:
		case XP_T_SPAN:
		case XP_T_MONTHS: return time_str(ev, t, s);
		default: *s = t->str; return BX_OK;
	}
}

BxStatus
xp_item_num(XpEval *ev, const XpItem *t, double *d)
{
	switch (t->type)
	{
		case XP_T_NODESET: return xp_node_number(ev, t->node, d);
		case XP_T_NUMBER: *d = t->number; return BX_OK;
		case XP_T_BOOLEAN: *d = t->boolean; return BX_OK;
		case XP_T_DATE:
		case XP_T_DATETIME:
		case XP_T_SPAN:
		case XP_T_MONTHS: *d = NAN; return BX_OK;
		default: return xp_str_number(ev, t->str, d);
	}
}

const char *
xp_type_name(uint8_t type)
{
	switch (type)
	{
		case XP_T_BOOLEAN: return "xs:boolean";
		case XP_T_NUMBER: return "xs:double";
		case XP_T_DATE: return "xs:date";
		case XP_T_DATETIME: return "xs:dateTime";
		case XP_T_DECIMAL: return "xs:decimal";
		case XP_T_SPAN: return "xs:dayTimeDuration";
		case XP_T_MONTHS: return "xs:yearMonthDuration";
		default: return "xs:string";
	}
}

BxStatus
xp_item_bool(XpEval *ev, const XpItem *t, int64_t pos, bool *b)
{
	switch (t->type)
	{
		case XP_T_BOOLEAN: *b = t->boolean; return BX_OK;
		case XP_T_NUMBER: *b = t->number != 0 && !isnan(t->number); return BX_OK;
		case XP_T_DECIMAL: *b = t->str.n != 1 || t->str.s[0] != '0'; return BX_OK;
		case XP_T_STRING: *b = t->str.n > 0; return BX_OK;
		default:
			return bx_fail(ev->err, BX_E_XPTYPE, pos, "a value of type %s is neither true nor false",
						   xp_type_name(t->type));
	}
}

bool
xp_item_position(const XpItem *t, uint32_t pos, bool *is)
{
	if (t->type == XP_T_NUMBER)
		*is = t->number == pos;
	else if (t->type == XP_T_DECIMAL)
		/* ten digits at most are a position; what has a point is none */
		*is = t->str.n <= 10 && memchr(t->str.s, '.', t->str.n) == NULL &&
			  bx_number_from_text(t->str.s, t->str.n) == pos;
	else
		return false;
	return true;
}

/* ---- texts to values ---- */

static BxStatus
read_decimal(XpEval *ev, BxStr text, XpItem *t, bool *ok)
{
	BxDecimal d;
	BxDecimalResult result = bx_decimal_read(ev->arena, text.s, text.n, &d);
	size_t n = 0;

	*ok = result == BX_DECIMAL_OK;
	if (*ok)
		t->str.s = bx_decimal_format(ev->arena, &d, &n);
	t->str.n = (uint32_t) n;
	return result == BX_DECIMAL_MEMORY || (*ok && t->str.s == NULL) ? xp_nomem(ev, text.n) : BX_OK;
}

BxStatus
xp_item_read(XpEval *ev, BxStr text, uint8_t type, XpItem *t, bool *ok)
{
	memset(t, 0, sizeof(*t));
	t->type = type;
	*ok = false;
	if (text.n > XP_LEXICAL_MAX)
		return BX_OK;
	BX_TRY(xp_charge_digits(ev, text.n));
	switch (type)
	{
		case XP_T_DATE: *ok = bx_date_read(text.s, text.n, &t->time) == BX_LEX_OK; return BX_OK;
		case XP_T_DATETIME: *ok = bx_datetime_read(text.s, text.n, &t->time) == BX_LEX_OK; return BX_OK;
		case XP_T_SPAN: *ok = bx_span_read(text.s, text.n, &t->time) == BX_LEX_OK; return BX_OK;
		case XP_T_MONTHS: *ok = bx_months_read(text.s, text.n, &t->time) == BX_LEX_OK; return BX_OK;
		default: return read_decimal(ev, text, t, ok);
	}
}

/* ---- values to keys ---- */

/* A date starts at midnight where it is. */
static void
time_key(const BxMoment *time, XpKey *key)
{
	BxMoment utc = bx_moment_utc(time);

	key->seconds = utc.seconds;
	key->nanos = utc.nanos;
}

/* The digits from the first that is not 0 before the point on; none of zero. */
static bool
decimal_key(BxStr s, XpKey *key)
{
	BxLexDecimal d;
	size_t i;

	if (s.n > XP_LEXICAL_MAX || bx_lex_decimal(s.s, s.n, &d) != BX_LEX_OK)
		return false;
	key->integer = (uint32_t) d.whole_n;
	for (i = 0; i < d.len && d.digits[i] == '0'; i++)
		continue;
	key->s = (BxStr){d.digits + i, d.len - i};
	for (i = 0; i < key->s.n && (key->s.s[i] == '0' || key->s.s[i] == '.'); i++)
		continue;
	if (i == key->s.n)
		key->s.n = 0;
	key->negative = d.negative && key->s.n > 0;
	return true;
}

static bool
boolean_text(BxStr s, double *d)
{
	bool yes = bx_str_is(s, "true") || bx_str_is(s, "1");

	*d = yes;
	return yes || bx_str_is(s, "false") || bx_str_is(s, "0");
}

static BxStatus
text_key(XpEval *ev, BxStr s, XpKey *key, bool *ok)
{
	XpItem t;

	*ok = true;
	switch (key->type)
	{
		case XP_T_STRING: key->s = s; return BX_OK;
		case XP_T_BOOLEAN: *ok = boolean_text(bx_str_trim(s), &key->number); return BX_OK;
		case XP_T_DECIMAL: *ok = decimal_key(s, key); return xp_charge_digits(ev, s.n);
		default: break;
	}
	BX_TRY(xp_item_read(ev, s, key->type, &t, ok));
	time_key(&t.time, key);
	return BX_OK;
}

static bool
is_time(uint8_t type)
{
	return type == XP_T_DATE || type == XP_T_DATETIME || xp_is_duration(type);
}

BxStatus
xp_key(XpEval *ev, const XpItem *t, uint8_t type, XpKey *key, bool *ok)
{
	BxStr s;

	memset(key, 0, sizeof(*key));
	key->type = type;
	*ok = true;
	if (type == XP_T_NUMBER)
		return xp_item_num(ev, t, &key->number);
	if (type == XP_T_BOOLEAN && t->type == XP_T_BOOLEAN)
	{
		key->number = t->boolean;
		return BX_OK;
	}
	if (t->type == type && is_time(type))
	{
		time_key(&t->time, key);
		return BX_OK;
	}
	BX_TRY(xp_item_str(ev, t, &s));
	BX_TRY(xp_charge(ev, s.n));
	return text_key(ev, s, key, ok);
}

uint8_t
xp_key_type(const XpItem *t)
{
	return t->type == XP_T_NODESET ? XP_T_STRING : t->type;
}

/* ---- keys ---- */

/* The next digit of a decimal, 0 behind its end. */
static char
next_digit(const XpKey *k, size_t *at)
{
	if (*at < k->s.n && k->s.s[*at] == '.')
		++*at;
	return *at < k->s.n ? k->s.s[(*at)++] : '0';
}

static int
compare_decimals(const XpKey *a, const XpKey *b)
{
	int sign = a->negative ? -1 : 1;
	size_t i = 0, j = 0;

	if (a->negative != b->negative)
		return sign;
	if (a->integer != b->integer)
		return a->integer < b->integer ? -sign : sign;
	while (i < a->s.n || j < b->s.n)
	{
		char x = next_digit(a, &i), y = next_digit(b, &j);

		if (x != y)
			return x < y ? -sign : sign;
	}
	return 0;
}

int
xp_key_order(const XpKey *a, const XpKey *b)
{
	switch (a->type)
	{
		case XP_T_NUMBER:
		case XP_T_BOOLEAN:
		case XP_T_RANGE: /* the double of a decimal */
			if (isnan(a->number) || isnan(b->number))
				return XP_UNORDERED;
			return a->number < b->number ? -1 : a->number > b->number;
		case XP_T_STRING: return bx_str_compare(a->s, b->s);
		case XP_T_DECIMAL: return compare_decimals(a, b);
		default:
			if (a->seconds != b->seconds)
				return a->seconds < b->seconds ? -1 : 1;
			return a->nanos < b->nanos ? -1 : a->nanos > b->nanos;
	}
}

bool
xp_order_holds(uint8_t op, int order)
{
	switch (op)
	{
		case XP_EQ:
		case XP_VALUE_EQ: return order == 0;
		case XP_NE:
		case XP_VALUE_NE: return order != 0;
		case XP_LT:
		case XP_VALUE_LT: return order == -1;
		case XP_LE:
		case XP_VALUE_LE: return order == -1 || order == 0;
		case XP_GT:
		case XP_VALUE_GT: return order == 1;
		default: return order == 1 || order == 0;
	}
}

/* Keys that are equal have one hash: 0 and -0, 1.0 and 1, and NaN is equal to itself. */
static uint32_t
hash_key(const BxHashSeed *seed, const XpKey *k)
{
	double number = isnan(k->number) ? 0.5 : k->number == 0 ? 0 : k->number;
	uint64_t bits, sign = 0;
	size_t n = k->s.n;

	if (k->type == XP_T_DECIMAL)
	{
		sign = (uint64_t) k->integer * 2u + k->negative;
		while (n > k->integer && (k->s.s[n - 1] == '0' || k->s.s[n - 1] == '.'))
			n--;
	}
	memcpy(&bits, &number, sizeof(bits));
	bits = bx_hash_numbers(seed, bits, (uint64_t) k->seconds);
	return (uint32_t) bx_hash(seed, bits ^ sign << 32 ^ (uint64_t) k->nanos << 8 ^ (uint64_t) k->type << 56,
							  k->s.s, n);
}

static bool
same_key(const XpKey *a, const XpKey *b)
{
	if (a->type != b->type)
		return false;
	if (a->type == XP_T_NUMBER && isnan(a->number))
		return isnan(b->number);
	return xp_key_order(a, b) == 0;
}

static uint32_t
find_key(const XpKeySet *set, const XpKey *key, uint32_t *hash, uint32_t *at)
{
	uint32_t i;

	*hash = hash_key(&set->map.host->seed, key);
	for (i = bx_hashmap_first(&set->map, *hash, at); i != BX_HASH_NONE;
		 i = bx_hashmap_next(&set->map, *hash, at))
		if (same_key(&set->keys[i], key))
			break;
	return i;
}

BxStatus
xp_key_set_add(XpEval *ev, XpKeySet *set, const XpKey *key, bool *added)
{
	uint32_t hash, at;

	if (set->map.host == NULL)
		bx_hashmap_init(&set->map, ev->host, ev->arena);
	BX_TRY(bx_hashmap_reserve(&set->map, ev->err));
	*added = find_key(set, key, &hash, &at) == BX_HASH_NONE;
	if (!*added)
		return BX_OK;
	if (set->n == set->cap)
	{
		uint32_t cap = set->cap ? set->cap * 2 : 16;
		XpKey *keys = xp_grow(ev, set->keys, set->n * sizeof(XpKey), cap * sizeof(XpKey));

		if (keys == NULL)
			return BX_E_NOMEM;
		set->keys = keys;
		set->cap = cap;
	}
	set->keys[set->n] = *key;
	bx_hashmap_put(&set->map, hash, at, set->n++);
	return BX_OK;
}

bool
xp_key_set_has(const XpKeySet *set, const XpKey *key)
{
	uint32_t hash, at;

	return set->n > 0 && find_key(set, key, &hash, &at) != BX_HASH_NONE;
}

/* ---- values of any type ---- */

/* The double of a decimal, of a type that no value has. */
static XpKey
shadow_of(const XpKey *key)
{
	XpKey shadow = {.type = XP_T_RANGE, .number = key->number};

	return shadow;
}

static bool
in_range(const XpValueSet *set, const XpKey *key)
{
	if (!set->ranged || !(key->number >= set->low && key->number <= set->high))
		return false;
	if (key->type == XP_T_DECIMAL)
		return memchr(key->s.s, '.', key->s.n) == NULL;
	return key->type == XP_T_NUMBER && key->number == floor(key->number);
}

/* A decimal's key has its double as well. */
static XpKey
with_double(const XpKey *key)
{
	XpKey k = *key;

	if (key->type == XP_T_DECIMAL)
	{
		k.number = key->s.n == 0 ? 0 : bx_number_from_text(key->s.s, key->s.n);
		k.number = key->negative ? -k.number : k.number;
	}
	return k;
}

bool
xp_value_set_has(const XpValueSet *set, const XpKey *key)
{
	XpKey k = with_double(key);
	XpKey shadow = shadow_of(&k);
	XpKey number = {.type = XP_T_NUMBER, .number = k.number};

	if (in_range(set, &k) || xp_key_set_has(&set->keys, key))
		return true;
	if (key->type == XP_T_DECIMAL)
		return xp_key_set_has(&set->keys, &number);
	return key->type == XP_T_NUMBER && set->decimals && xp_key_set_has(&set->keys, &shadow);
}

BxStatus
xp_value_set_add(XpEval *ev, XpValueSet *set, const XpKey *key, bool *added)
{
	XpKey shadow = with_double(key);
	bool more;

	*added = !xp_value_set_has(set, key);
	if (!*added)
		return BX_OK;
	BX_TRY(xp_key_set_add(ev, &set->keys, key, added));
	if (key->type != XP_T_DECIMAL)
		return BX_OK;
	set->decimals = true;
	shadow = shadow_of(&shadow);
	return xp_key_set_add(ev, &set->keys, &shadow, &more);
}

void
xp_value_set_range(XpValueSet *set, const XpRange *range, bool *done)
{
	*done = !set->ranged && set->keys.n == 0;
	if (!*done)
		return;
	set->ranged = true;
	set->low = range->first < range->last ? range->first : range->last;
	set->high = range->first < range->last ? range->last : range->first;
}
