/*
 * at_compare.c -- comparisons of atomic values: value and general comparisons, the order for sorting, keys.
 */
#include "at_value_int.h"

#include "../base/bx_long.h"

/* The order of NaN and anything. */
#define UNORDERED 2

static int
order_of(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

/* ---- which types have comparisons ---- */

/* Is there an equality of the two types? */
static bool
have_equality(const XdItem *a, const XdItem *b)
{
	if (!at_is_atomic(a) || !at_is_atomic(b) || at_family(a) != at_family(b))
		return false;
	switch (at_family(a))
	{
		case AT_F_TEXT:
		case AT_F_BOOLEAN:
		case AT_F_NUMBER:
		case AT_F_DURATION: return true;
		case AT_F_MOMENT:
		case AT_F_BYTES:
		case AT_F_NAME: return at_primitive(a) == at_primitive(b);
		default: return false;
	}
}

/* Of types that have an equality: do they have an order? */
static bool
have_order(const XdItem *a, const XdItem *b)
{
	switch (at_family(a))
	{
		case AT_F_DURATION: return a->type == b->type && a->type != AT_DURATION;
		case AT_F_MOMENT:
			return at_primitive(a) == AT_DATETIME || at_primitive(a) == AT_DATE || at_primitive(a) == AT_TIME;
		default: return at_family(a) != AT_F_NAME;
	}
}

static BxStatus
fail_types(const AtCall *c, const XdItem *a, const XdItem *b, bool ordered)
{
	BxStatus st =
		bx_fail_code(c->err, BX_E_XPTYPE, -1, "XPTY0004", "%s %s and %s",
					 ordered ? "there is no order of" : "cannot compare", at_type_name(a), at_type_name(b));

	if (a->type == AT_UNTYPED || b->type == AT_UNTYPED)
		return bx_hint(c->err, st,
					   "Untyped values are compared as strings here; convert them first, as in "
					   "xs:decimal(...) or xs:date(...).");
	return st;
}

/* ---- the order of two values of types that have an equality; of those without an order 0 is equal ---- */

static BxStatus
order_texts(const AtCall *c, const XdItem *a, const XdItem *b, const AtCollation *collation, int *order)
{
	if (collation != NULL)
	{
		BX_TRY(bx_charge(c->host, (uint64_t) a->n + b->n));
		return collation->compare(collation, at_item_str(a), at_item_str(b), order, c->err);
	}
	BX_TRY(bx_long_order(c->host, a->u.s, a->n, b->u.s, b->n, order));
	*order = order_of(*order, 0);
	return BX_OK;
}

static int
order_doubles(double x, double y)
{
	return x < y ? -1 : x > y ? 1 : x == y ? 0 : UNORDERED;
}

static BxStatus
order_numbers(const AtCall *c, const XdItem *a, const XdItem *b, int *order)
{
	AtType type = at_common_number(a, b);
	AtDecimal x, y;

	if (a->form == AT_FORM_INT && b->form == AT_FORM_INT)
	{
		*order = order_of(a->u.i, b->u.i);
		return BX_OK;
	}
	if (type == AT_DOUBLE || type == AT_FLOAT)
	{
		*order = order_doubles(at_promoted(type, a), at_promoted(type, b));
		return BX_OK;
	}
	x = at_item_decimal(a);
	y = at_item_decimal(b);
	BX_TRY(bx_charge(c->host, at_decimal_size(&x) + at_decimal_size(&y)));
	*order = at_decimal_compare(&x, &y);
	return BX_OK;
}

/* Where one has months and the other seconds there is an equality only. */
static int
order_durations(const XdItem *a, const XdItem *b)
{
	BxDuration x = at_item_duration(a), y = at_item_duration(b);

	if (x.months != y.months)
		return order_of(x.months, y.months);
	return x.seconds != y.seconds ? order_of(x.seconds, y.seconds) : order_of(x.nanos, y.nanos);
}

static int
order_moments(const AtCall *c, const XdItem *a, const XdItem *b)
{
	int64_t x = at_utc_seconds(c, a), y = at_utc_seconds(c, b);

	return x != y ? order_of(x, y) : order_of(a->n, b->n);
}

static BxStatus
order_names(const AtCall *c, const AtName *a, const AtName *b, int *order)
{
	BX_TRY(bx_charge(c->host, a->uri.n + a->local.n));
	*order = !at_name_equal(a, b);
	return BX_OK;
}

static BxStatus
order_items(const AtCall *c, const XdItem *a, const XdItem *b, const AtCollation *collation, int *order)
{
	switch (at_family(a))
	{
		case AT_F_TEXT: return order_texts(c, a, b, collation, order);
		case AT_F_BYTES: return order_texts(c, a, b, NULL, order);
		case AT_F_NUMBER: return order_numbers(c, a, b, order);
		case AT_F_NAME: return order_names(c, a->u.name, b->u.name, order);
		case AT_F_DURATION: *order = order_durations(a, b); return BX_OK;
		case AT_F_MOMENT: *order = order_moments(c, a, b); return BX_OK;
		default: *order = order_of(a->u.i, b->u.i); return BX_OK;
	}
}

/* ---- value and general comparisons ---- */

bool
at_holds(AtComparison op, int order)
{
	switch (op)
	{
		case AT_EQ: return order == 0;
		case AT_NE: return order != 0;
		case AT_LT: return order == -1;
		case AT_LE: return order == -1 || order == 0;
		case AT_GT: return order == 1;
		default: return order == 1 || order == 0;
	}
}

BxStatus
at_value_compare(const AtCall *c, AtComparison op, const XdItem *a, const XdItem *b,
				 const AtCollation *collation, bool *holds)
{
	bool ordered = op != AT_EQ && op != AT_NE;
	int order;

	if (!have_equality(a, b))
		return fail_types(c, a, b, false);
	if (ordered && !have_order(a, b))
		return fail_types(c, a, b, true);
	BX_TRY(order_items(c, a, b, collation, &order));
	*holds = at_holds(op, order);
	return BX_OK;
}

/* The type that an untyped value takes beside another one (XQuery 3.1, section 3.7.2). */
static AtType
type_beside(const XdItem *other)
{
	if (at_is_numeric(other))
		return AT_DOUBLE;
	return other->type == AT_DAY_TIME || other->type == AT_MONTHS ? (AtType) other->type
																  : at_primitive(other);
}

BxStatus
at_general_compare(const AtCall *c, AtComparison op, const XdItem *a, const XdItem *b,
				   const AtCollation *collation, bool *holds)
{
	bool left = a->type == AT_UNTYPED, right = b->type == AT_UNTYPED;
	XdItem cast;

	if (left == right || !at_is_atomic(a) || !at_is_atomic(b) || at_primitive(left ? b : a) == AT_STRING)
		return at_value_compare(c, op, a, b, collation, holds);
	BX_TRY(at_cast(c, left ? a : b, type_beside(left ? b : a), &cast));
	return at_value_compare(c, op, left ? &cast : a, left ? b : &cast, collation, holds);
}

/* ---- sorting ---- */

static bool
is_nan(const XdItem *item)
{
	return item->form == AT_FORM_DOUBLE && at_is_numeric(item) && item->u.d != item->u.d;
}

BxStatus
at_order(const AtCall *c, const XdItem *a, const XdItem *b, const AtCollation *collation, int *order)
{
	if (!have_equality(a, b) || !have_order(a, b))
		return fail_types(c, a, b, true);
	BX_TRY(order_items(c, a, b, collation, order));
	if (*order == UNORDERED)
		*order = is_nan(b) - is_nan(a);
	return BX_OK;
}

/* ---- keys ---- */

/* By way of xs:double, as at_hash goes; that differs from one rounding for decimals of more than 16 digits only. */
static bool
same_float(const XdItem *a, const XdItem *b)
{
	return (float) at_number_double(a) == (float) at_number_double(b);
}

BxStatus
at_same(const AtCall *c, const XdItem *a, const XdItem *b, const AtCollation *collation, bool *same)
{
	int order;

	*same = false;
	if (!have_equality(a, b))
		return BX_OK;
	if (is_nan(a) || is_nan(b))
		*same = is_nan(a) && is_nan(b);
	else if (at_family(a) == AT_F_NUMBER && at_common_number(a, b) == AT_FLOAT)
		*same = same_float(a, b);
	else
	{
		BX_TRY(order_items(c, a, b, collation, &order));
		*same = order == 0;
	}
	return BX_OK;
}

static uint64_t
hash_double(const AtCall *c, double d)
{
	uint64_t bits = 0;

	if (d != 0 && d == d)
		memcpy(&bits, &d, sizeof(bits));
	return bx_hash(&c->host->seed, AT_F_NUMBER, &bits, sizeof(bits));
}

/* Integers from here on may not be a double. */
#define DOUBLE_EXACT (UINT64_C(1) << 53)

/* Is the decimal a double?  Those with a fraction are if their coefficient has the fives of the power of ten. */
static BxStatus
is_double(const AtCall *c, const AtDecimal *d, double v, bool *yes)
{
	uint64_t m = d->is_big ? 0 : (uint64_t) (d->u.small < 0 ? -d->u.small : d->u.small);
	AtDecimal exact;
	uint32_t i;

	if (d->is_big)
	{
		BxArenaMark mark = bx_arena_mark(c->arena);

		*yes = false;
		if (v - v != 0)
			return BX_OK;
		BX_TRY(bx_steps(c->host, 4));
		BX_TRY(at_decimal_status(c, at_decimal_from_double(c->arena, v, &exact)));
		*yes = at_decimal_compare(d, &exact) == 0;
		bx_arena_release(c->arena, &mark);
		return BX_OK;
	}
	for (i = 0; i < d->scale && m % 5 == 0; i++)
		m /= 5;
	*yes = i == d->scale;
	while (m > DOUBLE_EXACT && m % 2 == 0)
		m /= 2;
	*yes = *yes && m <= DOUBLE_EXACT;
	return BX_OK;
}

/* A decimal that xs:double does not have. */
static uint64_t
hash_digits(const AtCall *c, const AtDecimal *d)
{
	uint64_t first = (uint64_t) d->scale << 8 | AT_F_NUMBER;

	if (d->is_big)
		return bx_hash(&c->host->seed, first, d->u.big->limb, d->u.big->n * sizeof(uint32_t)) + d->negative;
	return bx_hash(&c->host->seed, first, &d->u.small, sizeof(d->u.small));
}

static BxStatus
hash_number(const AtCall *c, const XdItem *item, AtGrain grain, uint64_t *hash)
{
	AtDecimal d;
	double v = at_number_double(item);
	bool yes = true;

	if (grain == AT_GRAIN_EXACT && item->form != AT_FORM_DOUBLE)
	{
		d = at_item_decimal(item);
		BX_TRY(bx_charge(c->host, at_decimal_size(&d)));
		BX_TRY(is_double(c, &d, v, &yes));
	}
	*hash = !yes ? hash_digits(c, &d) : hash_double(c, grain == AT_GRAIN_FLOAT ? (float) v : v);
	return BX_OK;
}

static BxStatus
hash_text(const AtCall *c, uint64_t first, BxStr s, uint64_t *hash)
{
	BX_TRY(bx_charge(c->host, s.n));
	*hash = bx_hash(&c->host->seed, first, s.s, s.n);
	return BX_OK;
}

static uint64_t
hash_words(const AtCall *c, uint64_t first, int64_t a, int64_t b, int64_t d)
{
	int64_t words[3] = {a, b, d};

	return bx_hash(&c->host->seed, first, words, sizeof(words));
}

static uint64_t
hash_duration(const AtCall *c, const XdItem *item)
{
	BxDuration d = at_item_duration(item);

	return hash_words(c, AT_F_DURATION, d.months, d.seconds, d.nanos);
}

BxStatus
at_hash(const AtCall *c, const XdItem *item, const AtCollation *collation, AtGrain grain, uint64_t *hash)
{
	BxStr s;

	*hash = 0;
	if (!at_is_atomic(item))
		return BX_OK;
	switch (at_family(item))
	{
		case AT_F_TEXT:
			s = at_item_str(item);
			if (collation != NULL)
				BX_TRY(collation->key(collation, s, c->arena, &s, c->err));
			return hash_text(c, AT_F_TEXT, s, hash);
		case AT_F_BYTES: return hash_text(c, at_primitive(item), at_item_str(item), hash);
		case AT_F_NAME:
			BX_TRY(hash_text(c, at_primitive(item), item->u.name->uri, hash));
			return hash_text(c, *hash, item->u.name->local, hash);
		case AT_F_NUMBER: return hash_number(c, item, grain, hash);
		case AT_F_DURATION: *hash = hash_duration(c, item); return BX_OK;
		case AT_F_MOMENT:
			*hash = hash_words(c, at_primitive(item), at_utc_seconds(c, item), item->n, 0);
			return BX_OK;
		default: *hash = hash_words(c, at_family(item), item->u.i, 0, 0); return BX_OK;
	}
}
