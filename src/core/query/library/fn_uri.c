/*
 * fn_uri.c -- resolve-uri, escapes of URIs, static-base-uri (F&O sections 6 and 2.6).
 */
#include "fn_int.h"

#include "../run/ru_query.h"
#include "fn_uri.h"

/* ---- escapes ---- */

static bool
is_unreserved(uint8_t c)
{
	return bx_is_letter(c) || bx_is_digit(c) || c == '-' || c == '_' || c == '.' || c == '~';
}

static bool
is_printable(uint8_t c)
{
	return c >= ' ' && c < 0x7F;
}

static bool
is_in_uri(uint8_t c)
{
	return c > ' ' && c < 0x7F && strchr("<>\"{}|\\^`", c) == NULL;
}

/* The argument with "%XX" for each byte of characters that do not stay. */
static BxStatus
escape(RuRun *run, const RuOp *op, const RuCx *cx, bool (*stays)(uint8_t c), XdItem *item, bool *found)
{
	FnText t = fn_text(run, cx->arena);
	size_t i, from = 0;
	BxStr s;

	BX_TRY(ru_arg_str(run, op, 0, cx, &s));
	for (i = 0; i < s.n; i++)
	{
		uint8_t c = (uint8_t) s.s[i];
		char hex[3] = {'%', "0123456789ABCDEF"[c >> 4], "0123456789ABCDEF"[c & 15]};

		BX_TRY(bx_long_step(run->host, i, s.n));
		if (stays(c))
			continue;
		BX_TRY(fn_text_add(&t, bx_str(s.s + from, i - from)));
		BX_TRY(fn_text_add(&t, bx_str(hex, sizeof(hex))));
		from = i + 1;
	}
	if (from == 0)
		return fn_give(s, item, found);
	BX_TRY(fn_text_add(&t, bx_str(s.s + from, s.n - from)));
	return fn_give(fn_text_str(&t), item, found);
}

FN_WITH(fn_encode_for_uri, escape, is_unreserved)
FN_WITH(fn_iri_to_uri, escape, is_in_uri)
FN_WITH(fn_escape_html_uri, escape, is_printable)

/* ---- resolution ---- */

static BxStatus
no_uri(RuRun *run, const RuOp *op, BxStr s, const char *what)
{
	return ru_fail(run, op, "FORG0002", "\"%.*s\" is not %s", (int) (s.n < 100 ? s.n : 100), s.s, what);
}

/* The base of the call. */
static BxStatus
base_of(RuRun *run, const RuOp *op, const RuCx *cx, BxStr *base)
{
	FnUri u;

	if (op->n_args > 1)
		BX_TRY(ru_arg_str(run, op, 1, cx, base));
	else
		*base = ru_module(run, op)->base_uri;
	if (op->n_args < 2 && base->n == 0)
		return bx_hint(run->err, ru_fail(run, op, "FONS0005", "the query has no base URI"),
					   "Write \"declare base-uri\" in the prolog, or give the base as argument 2.");
	u = fn_uri_split(*base);
	if (!fn_uri_is_valid(*base) || u.scheme.s == NULL || u.fragment.s != NULL ||
		(u.authority.s == NULL && (u.path.n == 0 || u.path.s[0] != '/')))
		return no_uri(run, op, *base, "an absolute URI that others can be resolved against");
	return BX_OK;
}

BxStatus
fn_resolve_uri(RU_ONE_ARGS)
{
	BxStr reference, base;

	RU_TRY_ARG(run, op, 0, cx, item, found);
	reference = at_item_str(item);
	if (!fn_uri_is_valid(reference))
		return no_uri(run, op, reference, "a URI reference");
	if (!fn_uri_is_absolute(reference))
	{
		BX_TRY(base_of(run, op, cx, &base));
		BX_TRY(fn_uri_resolve(cx->arena, reference, base, &reference, run->err));
	}
	*item = at_text_item(AT_URI, reference);
	return BX_OK;
}

BxStatus
fn_static_base_uri(RU_ONE_ARGS)
{
	BxStr uri = ru_module(run, op)->base_uri;

	(void) cx;
	*found = uri.n > 0;
	if (*found)
		*item = at_text_item(AT_URI, uri);
	return BX_OK;
}
