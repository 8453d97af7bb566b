/*
 * xp_thing.c -- atomic values: conversions, and keys to compare them by.
 *
 * Dates and times are read by the code that finds the typed form of stored text (bx_value.h); what has no typed form, as
 * years beyond four digits, is no date here.  Decimals are compared digit by digit, whatever their length.
 */
#include "xp_seq_int.h"

#include <math.h>

/* ---- conversions ---- */

BxStatus
xp_thing_str(XpEv *ev, const XpThing *t, XpStr *s)
{
	switch (t->type)
	{
		case XP_T_NODESET: return xp_node_string(ev, t->nd, s);
		case XP_T_NUMBER: return xp_number_string(ev, t->number, s);
		case XP_T_BOOLEAN:
			s->s = t->boolean ? "true" : "false";
			s->n = t->boolean ? 4 : 5;
			return BX_OK;
		default: *s = t->str; return BX_OK;
	}
}

BxStatus
xp_thing_num(XpEv *ev, const XpThing *t, double *d)
{
	switch (t->type)
	{
		case XP_T_NODESET: return xp_node_number(ev, t->nd, d);
		case XP_T_NUMBER: *d = t->number; return BX_OK;
		case XP_T_BOOLEAN: *d = t->boolean; return BX_OK;
		default: *d = bx_number_from_text(t->str.s, t->str.n); return BX_OK;
	}
}

bool
xp_thing_bool(const XpThing *t)
{
	switch (t->type)
	{
		case XP_T_BOOLEAN: return t->boolean;
		case XP_T_NUMBER: return t->number != 0 && !isnan(t->number);
		default: return t->str.n > 0;
	}
}

/* ---- text to keys ---- */

static bool
is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static XpStr
trim(XpStr s)
{
	while (s.n > 0 && is_space(s.s[s.n - 1]))
		s.n--;
	while (s.n > 0 && is_space(s.s[0]))
	{
		s.s++;
		s.n--;
	}
	return s;
}

/* The typed value of text; false when it has none of this type. */
static bool
typed_value(const char *s, size_t n, BxVType type, BxValue *v)
{
	uint8_t enc[BX_VALUE_ENC_MAX];
	unsigned len = n < 64 ? bx_value_encode(s, n, enc) : 0;

	return len > 0 && bx_value_decode(enc, len, v) && v->type == type;
}

#define DAY 86400

/* "+hh:mm" or "-hh:mm" to seconds east of UTC, at most 14 hours. */
static bool
zone_seconds(const char *s, int64_t *seconds)
{
	int64_t hours, minutes;

	if ((s[0] != '+' && s[0] != '-') || !is_digit(s[1]) || !is_digit(s[2]) || s[3] != ':' ||
		!is_digit(s[4]) || !is_digit(s[5]))
		return false;
	hours = (s[1] - '0') * 10 + (s[2] - '0');
	minutes = (s[4] - '0') * 10 + (s[5] - '0');
	*seconds = (hours * 60 + minutes) * 60 * (s[0] == '-' ? -1 : 1);
	return minutes < 60 && hours * 60 + minutes <= 14 * 60;
}

/* "2020-02-29" with an optional zone; it starts at midnight there. */
static bool
date_key(XpStr s, XpKey *key)
{
	int64_t zone = 0;
	BxValue v;

	if (s.n == 11 && s.s[10] == 'Z')
		s.n = 10;
	else if (s.n == 16 && zone_seconds(s.s + 10, &zone))
		s.n = 10;
	if (s.n != 10 || !typed_value(s.s, s.n, BX_VT_DATE, &v))
		return false;
	key->seconds = v.num * DAY - zone;
	return true;
}

static bool
datetime_key(XpStr s, XpKey *key)
{
	int64_t unit = 1, nanos = 1000000000, ticks;
	BxValue v;
	unsigned i;

	if (!typed_value(s.s, s.n, BX_VT_DATETIME, &v))
		return false;
	for (i = 0; i < v.scale; i++)
	{
		unit *= 10;
		nanos /= 10;
	}
	ticks = v.num % unit;
	key->seconds = v.num / unit;
	if (ticks < 0)
	{
		ticks += unit;
		key->seconds--;
	}
	key->nanos = (uint32_t) (ticks * nanos);
	if (v.zone == BX_DT_OFFSET)
		key->seconds -= (int64_t) v.offset * 60;
	return true;
}

/* Sign, digits, point, digits; at least one digit. */
static bool
decimal_key(XpStr s, XpKey *key)
{
	bool minus = s.n > 0 && s.s[0] == '-';
	size_t i = s.n > 0 && (s.s[0] == '-' || s.s[0] == '+');
	size_t start, digits = 0;
	bool zero = true;

	while (i < s.n && s.s[i] == '0')
	{
		i++;
		digits++;
	}
	start = i;
	key->integer = 0;
	for (; i < s.n && is_digit(s.s[i]); i++, key->integer++)
		zero = false;
	digits += key->integer;
	if (i < s.n && s.s[i] == '.')
		for (i++; i < s.n && is_digit(s.s[i]); i++, digits++)
			zero = zero && s.s[i] == '0';
	if (i < s.n || digits == 0)
		return false;
	key->negative = minus && !zero;
	key->s.s = s.s + start;
	key->s.n = zero ? 0 : s.n - start;
	return true;
}

static bool
boolean_text(XpStr s, double *d)
{
	bool yes = (s.n == 4 && memcmp(s.s, "true", 4) == 0) || (s.n == 1 && s.s[0] == '1');

	*d = yes;
	return yes || (s.n == 5 && memcmp(s.s, "false", 5) == 0) || (s.n == 1 && s.s[0] == '0');
}

static bool
text_key(XpStr s, XpKey *key)
{
	if (key->type == XP_T_STRING)
	{
		key->s = s;
		return true;
	}
	s = trim(s);
	switch (key->type)
	{
		case XP_T_DATE: return date_key(s, key);
		case XP_T_DATETIME: return datetime_key(s, key);
		case XP_T_DECIMAL: return decimal_key(s, key);
		default: return boolean_text(s, &key->number);
	}
}

BxStatus
xp_key(XpEv *ev, const XpThing *t, uint8_t type, XpKey *key, bool *ok)
{
	XpStr s;

	memset(key, 0, sizeof(*key));
	key->type = type;
	*ok = true;
	if (type == XP_T_NUMBER)
		return xp_thing_num(ev, t, &key->number);
	if (type == XP_T_BOOLEAN && t->type == XP_T_BOOLEAN)
	{
		key->number = t->boolean;
		return BX_OK;
	}
	BX_TRY(xp_thing_str(ev, t, &s));
	*ok = text_key(s, key);
	return BX_OK;
}

uint8_t
xp_key_type(const XpThing *t)
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

static int
compare_text(XpStr a, XpStr b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int c = n > 0 ? memcmp(a.s, b.s, n) : 0;

	if (c != 0)
		return c < 0 ? -1 : 1;
	return a.n < b.n ? -1 : a.n > b.n;
}

int
xp_key_order(const XpKey *a, const XpKey *b)
{
	switch (a->type)
	{
		case XP_T_NUMBER:
		case XP_T_BOOLEAN:
			if (isnan(a->number) || isnan(b->number))
				return XP_UNORDERED;
			return a->number < b->number ? -1 : a->number > b->number;
		case XP_T_STRING: return compare_text(a->s, b->s);
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

static uint32_t
mix(uint32_t h, uint64_t x)
{
	x = (x ^ h) * UINT64_C(0x9E3779B97F4A7C15);
	return (uint32_t) (x >> 32) ^ (uint32_t) x;
}

uint32_t
xp_key_hash(const XpKey *k)
{
	double number = isnan(k->number) ? 0.5 : k->number == 0 ? 0 : k->number;
	uint32_t h = k->type;
	size_t i, n = k->s.n;
	uint64_t bits;

	memcpy(&bits, &number, sizeof(bits));
	h = mix(h, bits);
	h = mix(h, (uint64_t) k->seconds + k->nanos);
	if (k->type == XP_T_DECIMAL)
	{
		h = mix(h, k->integer * 2u + k->negative);
		/* 1.0 and 1 have one hash */
		while (n > k->integer && (k->s.s[n - 1] == '0' || k->s.s[n - 1] == '.'))
			n--;
	}
	for (i = 0; i < n; i++)
		h = (h ^ (uint8_t) k->s.s[i]) * 16777619u;
	return h ^ (h >> 15);
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

static XpKey *
find_slot(XpKey *slots, uint32_t cap, const XpKey *key)
{
	uint32_t h = xp_key_hash(key);

	while (slots[h & (cap - 1)].type != 0 && !same_key(&slots[h & (cap - 1)], key))
		h++;
	return &slots[h & (cap - 1)];
}

static BxStatus
grow_keys(XpEv *ev, XpKeySet *set)
{
	uint32_t cap = set->cap ? set->cap * 2 : 16;
	XpKey *slots = xp_alloc(ev, (size_t) cap * sizeof(XpKey));
	uint32_t i;

	if (slots == NULL)
		return BX_E_NOMEM;
	memset(slots, 0, (size_t) cap * sizeof(XpKey));
	for (i = 0; i < set->cap; i++)
		if (set->slots[i].type != 0)
			*find_slot(slots, cap, &set->slots[i]) = set->slots[i];
	set->slots = slots;
	set->cap = cap;
	return BX_OK;
}

BxStatus
xp_key_set_add(XpEv *ev, XpKeySet *set, const XpKey *key, bool *added)
{
	XpKey *slot;

	if (set->n * 4 >= set->cap * 3)
		BX_TRY(grow_keys(ev, set));
	slot = find_slot(set->slots, set->cap, key);
	*added = slot->type == 0;
	if (*added)
	{
		*slot = *key;
		set->n++;
	}
	return BX_OK;
}

bool
xp_key_set_has(const XpKeySet *set, const XpKey *key)
{
	return set->cap > 0 && find_slot(set->slots, set->cap, key)->type != 0;
}
