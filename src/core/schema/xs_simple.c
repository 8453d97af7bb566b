/*
 * xs_simple.c -- is a text of a simple type?
 *
 * Lists and unions are followed to their items and members, which nest no deeper than the compiler allows.
 */
#include "../base/bx_core_int.h"

#include "xs_simple_int.h"

#include <stdlib.h>

/* ---- white space ---- */

static bool
needs_white(unsigned white, BxStr s)
{
	size_t i;

	for (i = 0; i < s.n; i++)
	{
		if ((unsigned char) s.s[i] > ' ')
			continue;
		if (s.s[i] != ' ')
			return true;
		if (white == AT_COLLAPSE && (i == 0 || i + 1 == s.n || s.s[i - 1] == ' '))
			return true;
	}
	return false;
}

BxStatus
xs_simple_white(XsText *t, unsigned white, BxStr text, BxStr *out)
{
	size_t i, n = 0;
	char *s;

	*out = text;
	if (white == AT_PRESERVE)
		return BX_OK;
	if (white == AT_COLLAPSE)
		*out = text = bx_str_trim(text);
	if (!needs_white(white, text))
		return BX_OK;
	s = bx_arena_alloc(t->arena, text.n);
	if (s == NULL)
		return bx_fail_nomem(t->err, text.n);
	for (i = 0; i < text.n; i++)
	{
		char c = bx_is_space(text.s[i]) ? ' ' : text.s[i];

		if (white == AT_COLLAPSE && c == ' ' && n > 0 && s[n - 1] == ' ')
			continue;
		s[n++] = c;
	}
	*out = bx_str(s, n);
	return bx_charge(t->arena->host, text.n);
}

bool
xs_simple_word(BxStr *list, BxStr *word)
{
	const char *space;

	if (list->n == 0)
		return false;
	space = memchr(list->s, ' ', list->n);
	*word = bx_str(list->s, space != NULL ? (size_t) (space - list->s) : list->n);
	list->s += word->n + (space != NULL);
	list->n -= word->n + (space != NULL);
	return true;
}

/* ---- facets ---- */

static BxStatus
check_patterns(XsText *t, const XsSimple *type, BxStr text)
{
	BxRegexRun run = {t->arena, t->err, 0};
	const XsPattern *p;
	bool hit;

	for (p = type->patterns; p != NULL; p = p->base)
	{
		BX_TRY(bx_regex_test(p->regex, &run, text.s, text.n, &hit));
		if (!hit)
		{
			t->fault = XS_BAD_PATTERN;
			return BX_OK;
		}
	}
	return BX_OK;
}

static void
check_length(XsText *t, const XsSimple *type, uint64_t n)
{
	if ((type->facets & XS_F_LENGTH) && n != type->length)
		t->fault = XS_BAD_LENGTH;
	else if ((type->facets & XS_F_MIN_LENGTH) && n < type->min_length)
		t->fault = XS_BAD_MIN_LENGTH;
	else if ((type->facets & XS_F_MAX_LENGTH) && n > type->max_length)
		t->fault = XS_BAD_MAX_LENGTH;
}

static void
check_bounds(XsText *t, const XsSimple *type, const XsValue *v)
{
	int order;

	if (type->facets & XS_F_MAX)
	{
		order = xs_value_order(v, &type->max);
		if ((type->facets & XS_F_MAX_INCLUSIVE) && order != -1 && order != 0)
			t->fault = XS_BAD_MAX_INCLUSIVE;
		else if ((type->facets & XS_F_MAX_EXCLUSIVE) && order != -1)
			t->fault = XS_BAD_MAX_EXCLUSIVE;
	}
	if (t->fault == XS_GOOD && (type->facets & XS_F_MIN))
	{
		order = xs_value_order(v, &type->min);
		if ((type->facets & XS_F_MIN_INCLUSIVE) && order != 1 && order != 0)
			t->fault = XS_BAD_MIN_INCLUSIVE;
		else if ((type->facets & XS_F_MIN_EXCLUSIVE) && order != 1)
			t->fault = XS_BAD_MIN_EXCLUSIVE;
	}
}

/* Digits of a decimal that say something: all of them, and those of the fraction. */
static void
check_digits(XsText *t, const XsSimple *type, const BxKey *key)
{
	uint64_t whole = key->more, fraction = 0;
	size_t i, n = xs_significant(key);

	for (i = 0; i < key->str.n && key->str.s[i] != '.'; i++)
		continue;
	if (n > i + 1)
		fraction = n - i - 1;
	if ((type->facets & XS_F_TOTAL_DIGITS) && whole + fraction > type->total_digits)
		t->fault = XS_BAD_TOTAL_DIGITS;
	else if ((type->facets & XS_F_FRACTION_DIGITS) && fraction > type->fraction_digits)
		t->fault = XS_BAD_FRACTION_DIGITS;
}

int
xs_simple_order(const void *a, const void *b)
{
	return bx_str_order(*(const BxStr *) a, *(const BxStr *) b);
}

static void
check_values(XsText *t, const XsSimple *type, BxStr value)
{
	if (bsearch(&value, type->values, type->n_values, sizeof(BxStr), xs_simple_order) == NULL)
		t->fault = XS_BAD_ENUMERATION;
}

/* Facets of an atomic value that do not need it as bytes. */
static BxStatus
check_atomic(XsText *t, const XsSimple *type, const XsValue *v)
{
	bool named = type->primitive == AT_QNAME || type->primitive == AT_NOTATION;

	if ((type->facets & XS_F_LENGTHS) && !named)
		check_length(t, type, xs_value_length(v));
	if (t->fault == XS_GOOD && (type->facets & XS_F_BOUNDS))
		check_bounds(t, type, v);
	if (t->fault == XS_GOOD && (type->facets & (XS_F_TOTAL_DIGITS | XS_F_FRACTION_DIGITS)))
		check_digits(t, type, &v->key);
	if (t->fault == XS_GOOD && type->patterns != NULL)
		return check_patterns(t, type, v->text);
	return BX_OK;
}

/* ---- varieties ---- */

static size_t
end_of(const BxBuf *out)
{
	return out != NULL ? out->len : 0;
}

/* Are the bytes of a value, those from start on, in the enumeration? */
static void
check_bytes(XsText *t, const XsSimple *type, const BxBuf *out, size_t start)
{
	if (type->facets & XS_F_ENUMERATION)
		check_values(t, type, bx_str(out->data + start, out->len - start));
}

static BxStatus simple_read(XsText *t, const XsSimple *type, BxStr text, BxBuf *out);

static BxStatus
read_atomic(XsText *t, const XsSimple *type, BxStr text, BxBuf *out)
{
	size_t start = end_of(out);
	XsValue v;

	BX_TRY(xs_value_read(t, type, text, &v));
	if (t->fault == XS_GOOD)
		BX_TRY(check_atomic(t, type, &v));
	if (t->fault == XS_GOOD && xs_is_plain(type) && (type->facets & XS_F_ENUMERATION))
		check_values(t, type, text);
	if (t->fault == XS_GOOD && type->identity != XS_NO_ID && t->identity != NULL)
		BX_TRY(t->identity(t->ctx, (XsIdentity) type->identity, text));
	if (t->fault != XS_GOOD || out == NULL)
		return BX_OK;
	BX_TRY(xs_value_put(t, &v, out));
	if (!xs_is_plain(type))
		check_bytes(t, type, out, start);
	return BX_OK;
}

/* Facets of a list or union as a whole, whose bytes are in out from start on. */
static BxStatus
check_whole(XsText *t, const XsSimple *type, BxStr text, const BxBuf *out, size_t start)
{
	if (t->fault == XS_GOOD)
		check_bytes(t, type, out, start);
	return t->fault == XS_GOOD ? check_patterns(t, type, text) : BX_OK;
}

static BxStatus
read_list(XsText *t, const XsSimple *type, BxStr text, BxBuf *out)
{
	size_t start = end_of(out), at;
	BxStr rest = text, word;
	uint64_t n = 0;
	uint32_t len;

	for (; xs_simple_word(&rest, &word); n++)
	{
		BX_TRY(bx_step(t->arena->host));
		at = end_of(out);
		if (out != NULL)
			BX_TRY(bx_buf_append(out, "\0\0\0", 4, t->err));
		BX_TRY(simple_read(t, type->item, word, out));
		t->part = t->fault != XS_GOOD ? word : t->part;
		if (t->fault != XS_GOOD)
			return BX_OK;
		len = out != NULL ? (uint32_t) (out->len - at) : 0;
		if (out != NULL)
			memcpy(out->data + at, &len, 4);
	}
	t->fault = XS_GOOD;
	t->at = type;
	check_length(t, type, n);
	return check_whole(t, type, text, out, start);
}

static BxStatus
read_union(XsText *t, const XsSimple *type, BxStr text, BxBuf *out)
{
	size_t start = end_of(out);
	uint32_t i;

	t->fault = XS_BAD_FORM;
	for (i = 0; i < type->n_members && t->fault != XS_GOOD; i++)
	{
		BX_TRY(bx_step(t->arena->host));
		BX_TRY(simple_read(t, type->members[i], text, out));
		if (t->fault != XS_GOOD && out != NULL)
			out->len = start;
	}
	t->part = bx_str(NULL, 0);
	t->at = type;
	if (t->fault != XS_GOOD)
	{
		t->fault = XS_BAD_FORM;
		return BX_OK;
	}
	BX_TRY(xs_simple_white(t, AT_COLLAPSE, text, &text));
	return check_whole(t, type, text, out, start);
}

/* Is the enumeration looked up by the bytes of the value? */
static bool
wants_bytes(const XsSimple *type)
{
	return (type->facets & XS_F_ENUMERATION) && !xs_is_plain(type);
}

static BxStatus
read_variety(XsText *t, const XsSimple *type, BxStr text, BxBuf *out)
{
	switch (type->variety)
	{
		case XS_LIST: return read_list(t, type, text, out);
		case XS_UNION: return read_union(t, type, text, out);
		default: return read_atomic(t, type, text, out);
	}
}

static BxStatus
simple_read(XsText *t, const XsSimple *type, BxStr text, BxBuf *out)
{
	BxBuf own;
	BxStatus st;

	if (type->variety != XS_UNION)
		BX_TRY(xs_simple_white(t, type->white, text, &text));
	BX_TRY(bx_charge(t->arena->host, text.n));
	if (out != NULL || !wants_bytes(type))
		return read_variety(t, type, text, out);
	bx_buf_init(&own, t->arena->host);
	st = read_variety(t, type, text, &own);
	bx_buf_free(&own);
	return st;
}

BxStatus
xs_simple_check(XsText *t, const XsSimple *type, BxStr text)
{
	t->part = bx_str(NULL, 0);
	t->fault = XS_GOOD;
	t->at = type;
	if (type->no_text)
		return BX_OK;
	return simple_read(t, type, text, NULL);
}

BxStatus
xs_simple_put(XsText *t, const XsSimple *type, BxStr text, BxBuf *out)
{
	t->part = bx_str(NULL, 0);
	return simple_read(t, type, text, out);
}
