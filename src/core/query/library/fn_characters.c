/*
 * fn_characters.c -- code points, comparison by collations, tokens, Unicode normalization (F&O sections 5.2 to 5.4).
 */
#include "fn_int.h"

#include "../../base/bx_utf8.h"
#include "../../regex/bx_unicode.h"

BxStatus
fn_codepoints_to_string(RU_ONE_ARGS)
{
	FnText t = fn_text(run, cx->arena);
	RuIter it;

	BX_TRY(ru_open(run, op->args[0], cx, &it));
	for (;;)
	{
		XdItem cp;
		bool more;

		BX_TRY(ru_next(run, &it, &cp, &more));
		if (!more)
			return fn_give(fn_text_str(&t), item, found);
		if (cp.form != AT_FORM_INT || cp.u.i < 0 || cp.u.i > BX_UNICODE_MAX ||
			!bx_is_xml_char((uint32_t) cp.u.i))
			return ru_fail(run, op, "FOCH0001", "not the code point of a character of XML");
		BX_TRY(fn_text_char(&t, (uint32_t) cp.u.i));
	}
}

typedef struct Characters
{
	const uint8_t *p;
	const uint8_t *end;
} Characters;

static BxStatus
next_codepoint(RU_NEXT_ARGS)
{
	Characters *c = it->state;
	int32_t cp;

	*found = c->p < c->end;
	if (!*found)
		return BX_OK;
	cp = bx_utf8_next(&c->p, c->end);
	if (cp < 0)
		return bx_fail(run->err, BX_E_CORRUPT, -1, "a string is not UTF-8");
	*item = at_integer_item(cp);
	return BX_OK;
}

BxStatus
fn_string_to_codepoints(RU_OPEN_ARGS)
{
	Characters *c;
	void *state;
	BxStr s;

	BX_TRY(ru_arg_str(run, op, 0, cx, &s));
	BX_TRY(ru_state(run, it, sizeof(Characters), &state));
	c = state;
	c->p = (const uint8_t *) s.s;
	c->end = c->p + s.n;
	it->next = next_codepoint;
	return BX_OK;
}

/* ---- comparison ---- */

/* Two strings; *both: neither is absent. */
static BxStatus
two_strings(RuRun *run, const RuOp *op, const RuCx *cx, BxStr *a, BxStr *b, bool *both)
{
	bool first = false, second = false;
	XdItem x, y;

	BX_TRY(ru_arg(run, op, 0, cx, &x, &first));
	BX_TRY(ru_arg(run, op, 1, cx, &y, &second));
	*both = first && second;
	if (!*both)
		return BX_OK;
	*a = at_item_str(&x);
	*b = at_item_str(&y);
	return BX_OK;
}

static BxStatus
order_of(RuRun *run, const AtCollation *collation, BxStr a, BxStr b, int *order)
{
	if (collation == NULL)
		return bx_long_order(run->host, a.s, a.n, b.s, b.n, order);
	if (fn_folds_ascii(collation))
		return fn_order_folded(run, a, b, order);
	BX_TRY(bx_charge(run->host, a.n + b.n));
	return collation->compare(collation, a, b, order, run->err);
}

static BxStatus
order_of_args(RuRun *run, const RuOp *op, const RuCx *cx, const AtCollation *collation, int *order,
			  bool *found)
{
	BxStr a, b;

	BX_TRY(two_strings(run, op, cx, &a, &b, found));
	return *found ? order_of(run, collation, a, b, order) : BX_OK;
}

BxStatus
fn_compare(RU_ONE_ARGS)
{
	const AtCollation *collation;
	int order = 0;

	BX_TRY(fn_arg_collation(run, op, 2, cx, &collation));
	BX_TRY(order_of_args(run, op, cx, collation, &order, found));
	*item = at_integer_item((order > 0) - (order < 0));
	return BX_OK;
}

BxStatus
fn_codepoint_equal(RU_ONE_ARGS)
{
	int order = 0;

	BX_TRY(order_of_args(run, op, cx, NULL, &order, found));
	*item = at_boolean_item(order == 0);
	return BX_OK;
}

BxStatus
fn_collation_key(RU_ONE_ARGS)
{
	const AtCollation *collation;
	BxStr s;

	BX_TRY(ru_arg_str(run, op, 0, cx, &s));
	BX_TRY(fn_arg_collation(run, op, 1, cx, &collation));
	if (collation != NULL && collation->sort_key == NULL)
		return ru_fail(run, op, "FOCH0004", "this collation has no keys");
	if (collation != NULL)
		BX_TRY(collation->sort_key(collation, s, cx->arena, &s, run->err));
	*item = at_text_item(AT_BASE64, s);
	item->form = AT_FORM_BYTES;
	*found = true;
	return BX_OK;
}

/* ---- contains-token ---- */

/* Is the token among the words of a text? */
static BxStatus
has_word(RuRun *run, const AtCollation *collation, BxStr text, BxStr token, bool *has)
{
	const char *p = text.s, *end = text.s + text.n;

	*has = false;
	while (!*has)
	{
		const char *from = bx_skip_space(p, end);
		int order;

		for (p = from; p < end && !bx_is_space(*p); p++)
			;
		BX_TRY(bx_charge(run->host, (uint64_t) (p - from) + 1));
		if (p == from)
			return BX_OK;
		BX_TRY(order_of(run, collation, bx_str(from, (size_t) (p - from)), token, &order));
		*has = order == 0;
	}
	return BX_OK;
}

BxStatus
fn_contains_token(RU_EBV_ARGS)
{
	const AtCollation *collation;
	XdItem item;
	BxStr token;
	bool found;
	RuIter it;

	*value = false;
	BX_TRY(ru_arg_str(run, op, 1, cx, &token));
	BX_TRY(fn_arg_collation(run, op, 2, cx, &collation));
	token = bx_str_trim(token);
	if (token.n == 0)
		return BX_OK;
	BX_TRY(ru_open(run, op->args[0], cx, &it));
	for (;;)
	{
		BX_TRY(ru_next(run, &it, &item, &found));
		if (!found)
			return BX_OK;
		BX_TRY(has_word(run, collation, at_item_str(&item), token, value));
		if (*value)
		{
			ru_close(run, &it);
			return BX_OK;
		}
	}
}

/* ---- normalize-unicode ---- */

/* Is the text in the form whatever Unicode says of longer compositions? */
static BxStatus
is_plain(RuRun *run, BxStr s, bool nfc, bool *plain)
{
	const uint8_t *p = (const uint8_t *) s.s, *end = p + s.n;
	uint8_t least = nfc ? 0xCC : 0x80; /* U+0300 begins with 0xCC */

	for (; p < end && *p < least; p++)
		BX_TRY(bx_long_step(run->host, (size_t) (p - (const uint8_t *) s.s), s.n));
	*plain = p == end;
	return BX_OK;
}

BxStatus
fn_normalize_unicode(RU_ONE_ARGS)
{
	const RuExternal *external = run->external;
	BxStr s, form = bx_str("NFC", 3);
	const char *upper;
	bool plain;
	size_t n;

	BX_TRY(ru_arg_str(run, op, 0, cx, &s));
	if (op->n_args > 1)
		BX_TRY(ru_arg_str(run, op, 1, cx, &form));
	form = bx_str_trim(form);
	BX_TRY(bx_unicode_to_case(cx->arena, true, form.s, form.n, &upper, &n, run->err));
	form = bx_str(upper, n);
	if (form.n == 0)
		return fn_give(s, item, found);
	if (!bx_str_is(form, "NFC") && !bx_str_is(form, "NFD") && !bx_str_is(form, "NFKC") &&
		!bx_str_is(form, "NFKD"))
		return bx_hint(run->err, ru_fail(run, op, "FOCH0003", "this normalization form is not supported"),
					   "Forms are NFC, NFD, NFKC and NFKD.");
	BX_TRY(is_plain(run, s, bx_str_is(form, "NFC"), &plain));
	if (plain)
		return fn_give(s, item, found);
	if (external == NULL || external->normalize == NULL)
		return ru_fail(run, op, "FOCH0003", "Unicode normalization needs a database in UTF-8");
	BX_TRY(external->normalize(external->ctx, form, s, cx->arena, &s, run->err));
	return fn_give(s, item, found);
}
