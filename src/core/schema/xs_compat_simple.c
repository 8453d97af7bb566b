/*
 * xs_compat_simple.c -- is every text of a simple type one of another?
 *
 * Facets are compared one by one; a type with few values is compared by trying them.  Where the new schema compares
 * values (identity constraints), a type must also make the same values of its texts.
 */
#include "../base/bx_core_int.h"

#include "xs_compat_int.h"

#include <stdlib.h>

/* ---- words ---- */

/* Keep the words of an error that is none, as *why. */
static BxStatus
keep_words(XsCompat *c, const BxError *words, const char **why)
{
	*why = bx_arena_strndup(&c->arena, words->msg, strlen(words->msg));
	return *why != NULL ? BX_OK : bx_fail_nomem(c->err, strlen(words->msg));
}

#define because(c, why, ...) (bx_fail(&(c)->words, BX_OK, -1, __VA_ARGS__), keep_words(c, &(c)->words, why))

#define XS_CUT(str) (int) ((str).n < 40 ? (str).n : 40), (str).s

static BxStatus
other_type(XsCompat *c, const XsSimple *old, const XsSimple *now, const char **why)
{
	return because(c, why, "type \"%.*s\" takes less than \"%.*s\"", XS_CUT(now->name), XS_CUT(old->name));
}

/* ---- enumerations ---- */

BxStatus
xs_compat_text(XsCompat *c, const XsSimple *type, BxStr text, bool *good)
{
	XsText t = {.arena = &c->arena, .err = c->err};
	BxArenaMark mark = bx_arena_mark(&c->arena);

	BX_TRY(xs_simple_check(&t, type, text));
	*good = t.fault == XS_GOOD;
	bx_arena_release(&c->arena, &mark);
	return BX_OK;
}

/* Every value that is written in the old enumeration, as a text of the new type. */
static BxStatus
try_values(XsCompat *c, const XsSimple *old, const XsSimple *now, const char **why)
{
	uint32_t i;
	bool good;

	for (i = 0; i < old->n_values && *why == NULL; i++)
	{
		BxStr text = xs_is_plain(old) ? old->values[i] : old->words[i];

		BX_TRY(bx_step(c->host));
		BX_TRY(xs_compat_text(c, now, text, &good));
		if (!good)
			BX_TRY(because(c, why, "value \"%.*s\" is not allowed any more", XS_CUT(text)));
	}
	return BX_OK;
}

/* Values as bytes: is each of the old enumeration one of the new one? */
static BxStatus
compare_values(XsCompat *c, const XsSimple *old, const XsSimple *now, const char **why)
{
	uint32_t i;

	if (!(old->facets & XS_F_ENUMERATION))
		return because(c, why, "only some values of type \"%.*s\" are allowed now", XS_CUT(now->name));
	for (i = 0; i < old->n_values; i++)
	{
		BX_TRY(bx_step(c->host));
		if (bsearch(&old->values[i], now->values, now->n_values, sizeof(BxStr), xs_simple_order) == NULL)
			return because(c, why, "a value of type \"%.*s\" is not allowed any more", XS_CUT(old->name));
	}
	return BX_OK;
}

/* ---- facets ---- */

/* Each pattern of the new type is one of the old type's. */
static BxStatus
compare_patterns(XsCompat *c, const XsSimple *old, const XsSimple *now, const char **why)
{
	const XsPattern *p, *q;

	for (p = now->patterns; p != NULL; p = p->base)
	{
		for (q = old->patterns; q != NULL && !bx_str_equal(p->source, q->source);)
		{
			BX_TRY(bx_step(c->host));
			q = q->base;
		}
		if (q == NULL)
			return because(c, why, "pattern %.*s is new or another one", XS_CUT(p->source));
	}
	return BX_OK;
}

static BxStatus
compare_lengths(XsCompat *c, const XsSimple *old, const XsSimple *now, const char **why)
{
	uint64_t low = old->facets & XS_F_LENGTH       ? old->length
				   : old->facets & XS_F_MIN_LENGTH ? old->min_length
												   : 0;
	uint64_t high = old->facets & XS_F_LENGTH       ? old->length
					: old->facets & XS_F_MAX_LENGTH ? old->max_length
													: UINT64_MAX;

	if ((now->facets & XS_F_LENGTH) && (low != now->length || high != now->length))
		return because(c, why, "length must be %llu now", (unsigned long long) now->length);
	if ((now->facets & XS_F_MIN_LENGTH) && low < now->min_length)
		return because(c, why, "minLength %llu is greater than %llu", (unsigned long long) now->min_length,
					   (unsigned long long) low);
	if (!(now->facets & XS_F_MAX_LENGTH) || high <= now->max_length)
		return BX_OK;
	if (high == UINT64_MAX)
		return because(c, why, "maxLength %llu is new", (unsigned long long) now->max_length);
	return because(c, why, "maxLength %llu is less than %llu", (unsigned long long) now->max_length,
				   (unsigned long long) high);
}

/* The greatest or least integer within a bound; false when that is not sure. */
static bool
integer_bound(const XsSimple *type, bool is_max, int64_t *v)
{
	const XsValue *bound = is_max ? &type->max : &type->min;
	bool open = (type->facets & (is_max ? XS_F_MAX_EXCLUSIVE : XS_F_MIN_EXCLUSIVE)) != 0;

	if (type->form != AT_L_INTEGER || bx_lex_integer(bound->text.s, bound->text.n, v) != BX_LEX_OK ||
		*v == INT64_MIN || *v == INT64_MAX)
		return false;
	*v += !open ? 0 : is_max ? -1 : 1;
	return true;
}

static BxStatus
compare_bound(XsCompat *c, const XsSimple *old, const XsSimple *now, bool is_max, const char **why)
{
	unsigned both = is_max ? XS_F_MAX : XS_F_MIN, open = XS_F_MAX_EXCLUSIVE | XS_F_MIN_EXCLUSIVE;
	const XsValue *was = is_max ? &old->max : &old->min, *is = is_max ? &now->max : &now->min;
	const char *name = !(now->facets & both & open) ? (is_max ? "maxInclusive" : "minInclusive")
													: (is_max ? "maxExclusive" : "minExclusive");
	int64_t x, y;
	int order;

	if (!(now->facets & both))
		return BX_OK;
	if (!(old->facets & both))
		return because(c, why, "%s %.*s is new", name, XS_CUT(is->text));
	order = xs_value_order(is, was);
	if (order == (is_max ? 1 : -1) ||
		(order == 0 && (!(now->facets & both & open) || (old->facets & both & open))))
		return BX_OK;
	if (integer_bound(old, is_max, &x) && integer_bound(now, is_max, &y) && (is_max ? x <= y : x >= y))
		return BX_OK;
	return because(c, why, "%s %.*s is %s %.*s", name, XS_CUT(is->text),
				   order == 0 ? "not the inclusive"
				   : is_max   ? "less than"
							  : "greater than",
				   XS_CUT(was->text));
}

static BxStatus
compare_digits(XsCompat *c, const XsSimple *old, const XsSimple *now, const char **why)
{
	if ((now->facets & XS_F_TOTAL_DIGITS) &&
		!((old->facets & XS_F_TOTAL_DIGITS) && old->total_digits <= now->total_digits))
		return because(c, why, "totalDigits %llu is new or less", (unsigned long long) now->total_digits);
	if ((now->facets & XS_F_FRACTION_DIGITS) && old->form != AT_L_INTEGER &&
		!((old->facets & XS_F_FRACTION_DIGITS) && old->fraction_digits <= now->fraction_digits))
		return because(c, why, "fractionDigits %llu is new or less",
					   (unsigned long long) now->fraction_digits);
	return BX_OK;
}

/* ---- atomic types ---- */

/* Are all texts of one form of the other? */
static bool
form_within(unsigned form, unsigned of)
{
	if (form == of || of == AT_L_ANY)
		return true;
	switch (form)
	{
		case AT_L_LANGUAGE: return of != AT_L_INTEGER;
		case AT_L_NCNAME: return of == AT_L_NAME || of == AT_L_NMTOKEN;
		case AT_L_NAME: return of == AT_L_NMTOKEN;
		default: return false;
	}
}

/* Is any text good? */
static bool
takes_all(const XsSimple *type)
{
	return type->no_text || (type->variety == XS_ATOMIC && type->primitive == AT_STRING &&
							 type->form == AT_L_ANY && (type->facets & ~XS_F_WHITE) == 0);
}

static BxStatus
compare_facets(XsCompat *c, const XsSimple *old, const XsSimple *now, const char **why)
{
	BX_TRY(compare_lengths(c, old, now, why));
	if (*why == NULL)
		BX_TRY(compare_bound(c, old, now, true, why));
	if (*why == NULL)
		BX_TRY(compare_bound(c, old, now, false, why));
	if (*why == NULL)
		BX_TRY(compare_digits(c, old, now, why));
	if (*why == NULL)
		BX_TRY(compare_patterns(c, old, now, why));
	if (*why == NULL && (now->facets & XS_F_ENUMERATION))
		BX_TRY(compare_values(c, old, now, why));
	return BX_OK;
}

/* A type with an enumeration of values that are written in many ways: the written ones, patterns by their text. */
static BxStatus
compare_written(XsCompat *c, const XsSimple *old, const XsSimple *now, const char **why)
{
	XsSimple loose = *now;

	loose.patterns = NULL;
	BX_TRY(try_values(c, old, &loose, why));
	return *why == NULL ? compare_patterns(c, old, now, why) : BX_OK;
}

static BxStatus
compare_atomic(XsCompat *c, const XsSimple *old, const XsSimple *now, const char **why)
{
	bool same_space = old->white == now->white || !xs_is_plain(now);

	if ((old->identity == XS_ID) != (now->identity == XS_ID))
		return because(c, why, now->identity == XS_ID ? "it is an ID now" : "it is not an ID any more");
	if (now->identity == XS_IDREF && old->identity != XS_IDREF)
		return because(c, why, "it is a reference to an ID now");
	if (c->same_values && (old->primitive != now->primitive || old->white != now->white))
		return because(c, why, "values of type \"%.*s\" are not compared as those of type \"%.*s\"",
					   XS_CUT(now->name), XS_CUT(old->name));
	if (takes_all(now))
		return BX_OK;
	if (xs_is_plain(old) && (old->facets & XS_F_ENUMERATION) && same_space)
		return try_values(c, old, now, why);
	if (old->primitive != now->primitive || !form_within(old->form, now->form) ||
		(now->primitive == AT_NOTATION && c->notations_dropped))
		return other_type(c, old, now, why);
	if (!same_space)
		return because(c, why, "white space is not kept as it was");
	if ((old->facets & XS_F_ENUMERATION) && !old->has_names)
		return compare_written(c, old, now, why);
	return compare_facets(c, old, now, why);
}

/* ---- lists and unions ---- */

/* Do texts have to make the same values, or the same IDs? */
static bool
means_something(const XsCompat *c, const XsSimple *old, const XsSimple *now)
{
	return c->same_values || old->has_identity || now->has_identity;
}

/* Each member of the old type in the new one. */
static BxStatus
compare_each(XsCompat *c, const XsSimple *old, const XsSimple *now, const char **why)
{
	uint32_t i;

	for (i = 0; i < old->n_members && *why == NULL; i++)
		BX_TRY(xs_compat_simple(c, old->members[i], now, why));
	return BX_OK;
}

static bool
is_one_word(const XsSimple *type)
{
	if (type->form != AT_L_ANY)
		return true;
	return type->primitive > AT_STRING && type->primitive != AT_URI && type->primitive != AT_BASE64 &&
		   type->primitive != AT_HEX;
}

static BxStatus
compare_list(XsCompat *c, const XsSimple *old, const XsSimple *now, const char **why)
{
	XsSimple one = {.facets = XS_F_LENGTH, .length = 1};

	if (old->variety == XS_LIST)
	{
		BX_TRY(xs_compat_simple(c, old->item, now->item, why));
		return *why == NULL ? compare_facets(c, old, now, why) : BX_OK;
	}
	if (means_something(c, old, now) || old->variety != XS_ATOMIC || !is_one_word(old) ||
		(now->facets & (XS_F_PATTERN | XS_F_ENUMERATION)))
		return other_type(c, old, now, why);
	BX_TRY(compare_lengths(c, &one, now, why));
	return *why == NULL ? xs_compat_simple(c, old, now->item, why) : BX_OK;
}

/* Member by member; with mutual also the other way round, so that the same member takes a text. */
static BxStatus
compare_members(XsCompat *c, const XsSimple *old, const XsSimple *now, bool mutual, const char **why)
{
	uint32_t i;

	if (old->variety != XS_UNION || old->n_members != now->n_members)
		return other_type(c, old, now, why);
	for (i = 0; i < old->n_members && *why == NULL; i++)
	{
		BX_TRY(xs_compat_simple(c, old->members[i], now->members[i], why));
		if (mutual && *why == NULL)
			BX_TRY(xs_compat_simple(c, now->members[i], old->members[i], why));
	}
	return BX_OK;
}

/* Does white space around a text make no difference to any member? */
static bool
all_collapse(const XsSimple *type)
{
	uint32_t i;

	for (i = 0; i < type->n_members; i++)
		if (!all_collapse(type->members[i]))
			return false;
	return type->white == AT_COLLAPSE;
}

/* A type that is not a union, or a member, in a union without facets: some member takes it all. */
static BxStatus
find_member(XsCompat *c, const XsSimple *old, const XsSimple *now, const char **why)
{
	const char *no;
	uint32_t i;

	for (i = 0; i < now->n_members; i++)
	{
		BX_TRY(xs_compat_simple(c, old, now->members[i], &no));
		if (no == NULL)
			return BX_OK;
	}
	if (old->variety == XS_ATOMIC && xs_is_plain(old) && (old->facets & XS_F_ENUMERATION) &&
		old->white == AT_COLLAPSE && all_collapse(now))
		return try_values(c, old, now, why);
	return other_type(c, old, now, why);
}

static BxStatus
compare_union(XsCompat *c, const XsSimple *old, const XsSimple *now, const char **why)
{
	bool facets = (now->facets & (XS_F_PATTERN | XS_F_ENUMERATION)) != 0;

	if (means_something(c, old, now) || facets)
	{
		BX_TRY(compare_members(c, old, now, means_something(c, old, now), why));
		return *why == NULL ? compare_facets(c, old, now, why) : BX_OK;
	}
	return old->variety == XS_UNION ? compare_each(c, old, now, why) : find_member(c, old, now, why);
}

static BxStatus
compare_varieties(XsCompat *c, const XsSimple *old, const XsSimple *now, const char **why)
{
	if (now->variety == XS_UNION)
		return compare_union(c, old, now, why);
	if (now->variety == XS_LIST)
		return compare_list(c, old, now, why);
	if (old->variety == XS_ATOMIC)
		return compare_atomic(c, old, now, why);
	if (means_something(c, old, now) || old->variety == XS_LIST)
		return takes_all(now) && !means_something(c, old, now) ? BX_OK : other_type(c, old, now, why);
	return compare_each(c, old, now, why);
}

BxStatus
xs_compat_simple(XsCompat *c, const XsSimple *old, const XsSimple *now, const char **why)
{
	uint32_t no;
	bool added;

	*why = NULL;
	BX_TRY(xs_compat_pair(c, (XsPairOf){.kind = XS_PAIR_SIMPLE, .old = old, .now = now}, &no, &added));
	if (!added)
	{
		*why = c->pairs[no].why;
		return BX_OK;
	}
	BX_TRY(bx_step(c->host));
	BX_TRY(compare_varieties(c, old, now, why));
	c->pairs[no].why = *why;
	return BX_OK;
}
