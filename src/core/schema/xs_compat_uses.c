/*
 * xs_compat_uses.c -- does a type take every attribute that another takes, and ask for none that it does not?
 */
#include "../base/bx_core_int.h"

#include "xs_compat_int.h"

/* An attribute under one schema. */
typedef struct XsSide
{
	const XsSimple *type; /* NULL: any text */
	const XsGiven *given; /* NULL: none */
} XsSide;

static BxStr
name_of(const BxSchema *s, uint32_t symbol)
{
	return xs_local(s, symbol);
}

static BxStatus
compare_attribute(XsCompat *c, BxStr name, XsSide old, XsSide now)
{
	bool fixed = now.given != NULL && now.given->how == XS_FIXED;
	const char *why = NULL;

	if (now.type == NULL)
	{
		if (old.type != NULL && (old.type->has_identity || c->same_values))
			return xs_compat_report(c, name, "its value is not looked at any more");
		return BX_OK;
	}
	if (old.type == NULL)
	{
		if (now.type->no_text && !fixed && !c->same_values)
			return BX_OK;
		return xs_compat_report(c, name, "it is declared now, where any value was allowed");
	}
	BX_TRY(xs_compat_simple(c, old.type, now.type, &why));
	if (why != NULL)
		return xs_compat_report(c, name, "%s", why);
	if (fixed && (old.given == NULL || old.given->how != XS_FIXED ||
				  !bx_str_equal(old.given->bytes, now.given->bytes)))
		return xs_compat_report(c, name, "its value is fixed now, or another one");
	if (c->same_values && now.given != NULL && now.given->how == XS_DEFAULT &&
		(old.given == NULL || !bx_str_equal(old.given->bytes, now.given->bytes)))
		return xs_compat_report(c, name, "its default is another one, and identity constraints compare it");
	return BX_OK;
}

/* As what a wildcard of a type judges an attribute; false: it does not allow it. */
static bool
by_wildcard(const BxSchema *s, const XsWildcard *any, uint32_t symbol, uint32_t ns, XsSide *side)
{
	const XsAttribute *attribute = symbol != XS_NONE ? s->symbols[symbol].attribute : NULL;

	*side = (XsSide){NULL, NULL};
	if (any == NULL || !xs_wildcard_takes(any, ns))
		return false;
	if (any->process == XS_SKIP)
		return true;
	if (attribute == NULL)
		return any->process == XS_LAX;
	*side = (XsSide){attribute->type, &attribute->given};
	return true;
}

static XsSide
of_use(const XsUse *use)
{
	return (XsSide){use->type, &use->given};
}

/* What the old type uses by its name. */
static BxStatus
compare_old_use(XsCompat *c, const XsUse *use, const XsType *now)
{
	uint32_t symbol = c->names.symbols[use->symbol], ns;
	const XsUse *is = symbol != XS_NONE ? xs_use_find(now, symbol) : NULL;
	BxStr name = name_of(c->old, use->symbol);
	XsSide side;

	if (is != NULL)
	{
		if (is->required > 0 && use->required == 0)
			BX_TRY(xs_compat_report(c, name, "it is required now"));
		return c->stop ? BX_OK : compare_attribute(c, name, of_use(use), of_use(is));
	}
	ns = xs_string_find(c->now, xs_uri(c->old, use->symbol));
	if (!by_wildcard(c->now, now->any_attribute, symbol, ns, &side))
		return xs_compat_report(c, name, "it is not allowed any more");
	return compare_attribute(c, name, of_use(use), side);
}

/* What only the new type uses by its name. */
static BxStatus
compare_now_use(XsCompat *c, const XsType *old, const XsUse *use)
{
	BxStr name = name_of(c->now, use->symbol);
	uint32_t ns = xs_string_find(c->old, xs_uri(c->now, use->symbol)),
			 symbol = xs_compat_symbol(c, use->symbol);
	XsSide side;

	if (symbol != XS_NONE && xs_use_find(old, symbol) != NULL)
		return BX_OK;
	if (use->required > 0)
		return xs_compat_report(c, name, "it is required now");
	if (c->same_values && use->given.how != XS_FREE)
		return xs_compat_report(c, name, "it has a value by default, and identity constraints compare it");
	if (!by_wildcard(c->old, old->any_attribute, symbol, ns, &side))
		return BX_OK;
	return compare_attribute(c, name, side, of_use(use));
}

/* Attributes declared globally that both wildcards take. */
static BxStatus
compare_global(XsCompat *c, const XsType *old, const XsType *now, uint32_t old_symbol, uint32_t symbol)
{
	XsSide was, is;
	uint32_t ns;

	if ((old_symbol != XS_NONE && xs_use_find(old, old_symbol) != NULL) ||
		(symbol != XS_NONE && xs_use_find(now, symbol) != NULL))
		return BX_OK;
	ns = old_symbol != XS_NONE ? c->old->symbols[old_symbol].ns
							   : xs_string_find(c->old, xs_uri(c->now, symbol));
	if (!by_wildcard(c->old, old->any_attribute, old_symbol, ns, &was))
		return BX_OK;
	ns = symbol != XS_NONE ? c->now->symbols[symbol].ns : xs_string_find(c->now, xs_uri(c->old, old_symbol));
	if (!by_wildcard(c->now, now->any_attribute, symbol, ns, &is))
		return xs_compat_report(c,
								old_symbol != XS_NONE ? name_of(c->old, old_symbol) : name_of(c->now, symbol),
								"it is not allowed any more");
	return compare_attribute(c, symbol != XS_NONE ? name_of(c->now, symbol) : name_of(c->old, old_symbol),
							 was, is);
}

static BxStatus
compare_globals(XsCompat *c, const XsType *old, const XsType *now)
{
	uint32_t i, symbol;

	for (i = 0; i < c->old->n_symbols && !c->stop; i++)
	{
		BX_TRY(bx_step(c->host));
		if (c->old->symbols[i].attribute != NULL)
			BX_TRY(compare_global(c, old, now, i, c->names.symbols[i]));
	}
	for (i = 0; i < c->now->n_symbols && !c->stop; i++)
	{
		BX_TRY(bx_step(c->host));
		if (c->now->symbols[i].attribute == NULL)
			continue;
		symbol = xs_compat_symbol(c, i);
		if (symbol == XS_NONE || c->old->symbols[symbol].attribute == NULL)
			BX_TRY(compare_global(c, old, now, symbol, i));
	}
	return BX_OK;
}

static BxStatus
compare_wildcards(XsCompat *c, const XsType *old, const XsType *now)
{
	const XsWildcard *was = old->any_attribute, *is = now->any_attribute;
	uint32_t i;

	if (was == NULL)
		return BX_OK;
	for (i = 0; i < c->names.n_spaces && was->process != XS_STRICT; i++)
	{
		const XsSpacePair *space = &c->names.spaces[i];

		BX_TRY(bx_step(c->host));
		if (xs_wildcard_takes(was, space->old) &&
			(is == NULL || !xs_wildcard_takes(is, space->now) || is->process == XS_STRICT))
			return xs_compat_report(c, bx_str(NULL, 0),
									"attributes that a wildcard took are not allowed any more");
	}
	if (is == NULL && was->process != XS_STRICT)
		return BX_OK; /* it took none */
	if (was->process == XS_SKIP && is->process != XS_SKIP)
		return xs_compat_report(c, bx_str(NULL, 0), "attributes that were skipped are looked at now");
	return was->process == XS_SKIP ? BX_OK : compare_globals(c, old, now);
}

BxStatus
xs_compat_uses(XsCompat *c, const XsType *old, const XsType *now)
{
	uint32_t i;

	for (i = 0; i < old->n_uses && !c->stop; i++)
	{
		BX_TRY(bx_step(c->host));
		BX_TRY(compare_old_use(c, &old->uses[i], now));
	}
	for (i = 0; i < now->n_uses && !c->stop; i++)
	{
		BX_TRY(bx_step(c->host));
		BX_TRY(compare_now_use(c, old, &now->uses[i]));
	}
	return c->stop ? BX_OK : compare_wildcards(c, old, now);
}
