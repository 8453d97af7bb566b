/*
 * xs_facet.c -- facets of a restriction: read, compared with those of the base, and kept in a form to be checked with.
 */
#include "../base/bx_core_int.h"

#include "xs_compile_int.h"

#include <stdio.h>

#include "../base/bx_sort.h"

typedef struct XsFacets
{
	XsCompile *c;
	XsDoc *doc;
	XsSimple *type; /* has the facets of the base at first */
	const XsSimple *base;
	XsText text;
	XsNodeNames names;
	unsigned seen; /* facets of this step */
	uint32_t n_values;
	BxBuf pattern;
} XsFacets;

static unsigned
facet_of(unsigned tag)
{
	switch (tag)
	{
		case XS_TAG_LENGTH: return XS_F_LENGTH;
		case XS_TAG_MIN_LENGTH: return XS_F_MIN_LENGTH;
		case XS_TAG_MAX_LENGTH: return XS_F_MAX_LENGTH;
		case XS_TAG_PATTERN: return XS_F_PATTERN;
		case XS_TAG_ENUMERATION: return XS_F_ENUMERATION;
		case XS_TAG_WHITE_SPACE: return XS_F_WHITE;
		case XS_TAG_MAX_INCLUSIVE: return XS_F_MAX_INCLUSIVE;
		case XS_TAG_MAX_EXCLUSIVE: return XS_F_MAX_EXCLUSIVE;
		case XS_TAG_MIN_INCLUSIVE: return XS_F_MIN_INCLUSIVE;
		case XS_TAG_MIN_EXCLUSIVE: return XS_F_MIN_EXCLUSIVE;
		case XS_TAG_TOTAL_DIGITS: return XS_F_TOTAL_DIGITS;
		case XS_TAG_FRACTION_DIGITS: return XS_F_FRACTION_DIGITS;
		default: return 0;
	}
}

/* Facets that types of this kind can have. */
static unsigned
facets_for(const XsSimple *type)
{
	const unsigned common = XS_F_PATTERN | XS_F_ENUMERATION;

	if (type->variety == XS_UNION)
		return common;
	if (type->variety == XS_LIST)
		return common | XS_F_LENGTHS | XS_F_WHITE;
	switch (type->primitive)
	{
		case AT_ANY_SIMPLE: return 0;
		case AT_BOOLEAN: return XS_F_PATTERN | XS_F_WHITE;
		case AT_STRING:
		case AT_URI:
		case AT_HEX:
		case AT_BASE64:
		case AT_QNAME:
		case AT_NOTATION: return common | XS_F_LENGTHS | XS_F_WHITE;
		case AT_DECIMAL: return common | XS_F_BOUNDS | XS_F_WHITE | XS_F_TOTAL_DIGITS | XS_F_FRACTION_DIGITS;
		default: return common | XS_F_BOUNDS | XS_F_WHITE;
	}
}

static BxStatus
looser(const XsFacets *f, const XsNode *node)
{
	return xs_refuse(f->c, f->doc, node, "facet \"%s\" allows what the base type does not",
					 xs_tag_names[node->tag]);
}

/* ---- numbers ---- */

static BxStatus
set_number(XsFacets *f, const XsNode *node, unsigned facet)
{
	XsSimple *type = f->type;
	bool had = (f->base->facets & facet) != 0;
	uint64_t v = xs_number(node, "value", 0), was = 0;

	switch (facet)
	{
		case XS_F_LENGTH:
			was = type->length;
			type->length = v;
			return had && v != was ? looser(f, node) : BX_OK;
		case XS_F_MIN_LENGTH:
			was = type->min_length;
			type->min_length = v;
			return had && v < was ? looser(f, node) : BX_OK;
		case XS_F_MAX_LENGTH:
			was = type->max_length;
			type->max_length = v;
			return had && v > was ? looser(f, node) : BX_OK;
		case XS_F_TOTAL_DIGITS:
			was = type->total_digits;
			type->total_digits = v;
			return had && v > was ? looser(f, node) : BX_OK;
		default:
			was = type->fraction_digits;
			type->fraction_digits = v;
			if (type->form == AT_L_INTEGER && v != 0)
				return looser(f, node);
			return had && v > was ? looser(f, node) : BX_OK;
	}
}

/* ---- bounds ---- */

static BxStatus
set_bound(XsFacets *f, const XsNode *node, BxStr text, unsigned facet)
{
	XsSimple *type = f->type;
	bool is_max = (facet & XS_F_MAX) != 0;
	XsValue *bound = is_max ? &type->max : &type->min;
	unsigned both = is_max ? XS_F_MAX : XS_F_MIN;
	const XsSimple *base = f->base;

	if (f->seen & both & ~facet)
		return xs_refuse(f->c, f->doc, node, "a type has one bound on each side");
	BX_TRY(xs_keep(f->c, text, &text));
	BX_TRY(xs_simple_white(&f->text, AT_COLLAPSE, text, &text));
	BX_TRY(xs_value_read(&f->text, base, text, bound));
	if (f->text.fault != XS_GOOD)
		return xs_refuse(f->c, f->doc, node, "\"%.*s\" is not a value of the base type", XS_SHOW(text));
	bound->type = base;
	if ((base->facets & XS_F_MAX) && xs_value_order(bound, &base->max) == 1)
		return looser(f, node);
	if ((base->facets & XS_F_MIN) && xs_value_order(bound, &base->min) == -1)
		return looser(f, node);
	if (facet & (XS_F_MAX_INCLUSIVE | XS_F_MIN_INCLUSIVE))
	{
		const XsValue *open = is_max ? &base->max : &base->min;

		if ((base->facets & both & (XS_F_MAX_EXCLUSIVE | XS_F_MIN_EXCLUSIVE)) &&
			xs_value_order(bound, open) == 0)
			return looser(f, node);
	}
	type->facets &= (uint16_t) ~both;
	return BX_OK;
}

/* ---- enumeration and patterns ---- */

static BxStatus
add_value(XsFacets *f, const XsNode *node, BxStr text)
{
	const XsSimple *base = f->base;
	BxStr kept, value;
	BxStatus st;
	BxBuf buf;

	BX_TRY(xs_keep(f->c, text, &kept));
	bx_buf_init(&buf, f->c->host);
	st = xs_simple_put(&f->text, base, kept, &buf);
	value = bx_str(buf.data, buf.len);
	if (st == BX_OK && f->text.fault != XS_GOOD)
		st = xs_refuse(f->c, f->doc, node, "\"%.*s\" is not a value of the base type", XS_SHOW(text));
	if (st == BX_OK && xs_is_plain(base))
		st = xs_simple_white(&f->text, base->white, kept, &value);
	if (st == BX_OK)
		st = xs_keep(f->c, value, &value);
	bx_buf_free(&buf);
	BX_TRY(st);
	f->type->values[f->n_values] = value;
	f->type->words[f->n_values++] = kept;
	return BX_OK;
}

/* Patterns of one step are alternatives. */
static BxStatus
add_pattern(XsFacets *f, const XsNode *node, BxStr text)
{
	BxRegex *regex;
	BxStatus st = bx_regex_compile(text.s, text.n, BX_REGEX_WHOLE, &f->c->temp, &regex, f->c->err);

	if (st != BX_OK && f->c->err != NULL)
	{
		char why[BX_MSG_MAX], write[BX_MSG_MAX];

		memcpy(why, f->c->err->msg, sizeof(why));
		snprintf(write, sizeof(write), "%s", f->c->err->detail);
		st = xs_refuse(f->c, f->doc, node, "pattern \"%.*s\": %.120s", XS_SHOW(text), why);
		return write[0] != '\0' ? bx_hint(f->c->err, st, "%s", write) : st;
	}
	BX_TRY(st);
	if (f->pattern.len > 0)
		BX_TRY(bx_buf_byte(&f->pattern, '|', f->c->err));
	BX_TRY(bx_buf_byte(&f->pattern, '(', f->c->err));
	BX_TRY(bx_buf_append(&f->pattern, text.s, text.n, f->c->err));
	return bx_buf_byte(&f->pattern, ')', f->c->err);
}

static BxStatus
finish_pattern(XsFacets *f, const XsNode *node)
{
	XsCompile *c = f->c;
	XsPattern *p;
	BxStatus st;

	if (f->pattern.len == 0)
		return BX_OK;
	p = xs_make(c, sizeof(XsPattern));
	if (p == NULL)
		return BX_E_NOMEM;
	BX_TRY(xs_keep(c, bx_str(f->pattern.data, f->pattern.len), &p->source));
	st = bx_regex_compile(p->source.s, p->source.n, BX_REGEX_WHOLE, c->arena, &p->regex, c->err);
	if (st == BX_E_REGEX)
		return xs_limit(c, f->doc, node, "the patterns of the type are too large together");
	BX_TRY(st);
	p->base = f->base->patterns;
	f->type->patterns = p;
	return BX_OK;
}

static BxStatus
make_room(XsFacets *f, const XsNode *node)
{
	const XsNode *kid;
	size_t n = 0;

	for (kid = node->first; kid != NULL; kid = kid->next)
		n += kid->tag == XS_TAG_ENUMERATION;
	if (n == 0)
		return BX_OK;
	f->type->values = xs_make(f->c, n * sizeof(BxStr));
	f->type->words = xs_make(f->c, n * sizeof(BxStr));
	f->type->n_values = (uint32_t) n;
	return f->type->values != NULL && f->type->words != NULL ? BX_OK : BX_E_NOMEM;
}

/* ---- all of them ---- */

static BxStatus
set_white(XsFacets *f, const XsNode *node, BxStr text)
{
	unsigned white = bx_str_is(text, "preserve")  ? AT_PRESERVE
					 : bx_str_is(text, "replace") ? AT_REPLACE
												  : AT_COLLAPSE;

	if (white < f->base->white)
		return looser(f, node);
	f->type->white = (uint8_t) white;
	return BX_OK;
}

static BxStatus
set_facet(XsFacets *f, const XsNode *node, unsigned facet, BxStr text)
{
	switch (facet)
	{
		case XS_F_PATTERN: return add_pattern(f, node, text);
		case XS_F_ENUMERATION: return add_value(f, node, text);
		case XS_F_WHITE: return set_white(f, node, text);
		case XS_F_MAX_INCLUSIVE:
		case XS_F_MAX_EXCLUSIVE:
		case XS_F_MIN_INCLUSIVE:
		case XS_F_MIN_EXCLUSIVE: return set_bound(f, node, text, facet);
		default: return set_number(f, node, facet);
	}
}

static BxStatus
add_facet(XsFacets *f, const XsNode *node, unsigned facet)
{
	BxStr text = xs_attr(node, "value");
	bool many = facet == XS_F_PATTERN || facet == XS_F_ENUMERATION;

	if (!(facets_for(f->base) & facet))
		return xs_refuse(f->c, f->doc, node, "types of this kind have no facet \"%s\"",
						 xs_tag_names[node->tag]);
	if (!many && (f->seen & facet))
		return xs_refuse(f->c, f->doc, node, "facet \"%s\" is given twice", xs_tag_names[node->tag]);
	BX_TRY(set_facet(f, node, facet, text));
	f->seen |= facet;
	if (facet != XS_F_WHITE && facet != XS_F_PATTERN)
		f->type->facets |= (uint16_t) facet;
	if (facet == XS_F_PATTERN)
		f->type->facets |= XS_F_PATTERN;
	if (xs_flag(node, "fixed"))
		f->type->fixed |= (uint16_t) facet;
	return BX_OK;
}

/* Equal bounds are both inclusive or both exclusive (Part 2, 4.3.8.4 to 4.3.10.4). */
static bool
are_bounds_in_order(const XsSimple *t)
{
	bool open_max = (t->facets & XS_F_MAX_EXCLUSIVE) != 0, open_min = (t->facets & XS_F_MIN_EXCLUSIVE) != 0;
	int order;

	if (!(t->facets & XS_F_MAX) || !(t->facets & XS_F_MIN))
		return true;
	order = xs_value_order(&t->min, &t->max);
	return order != 1 && (order != 0 || open_max == open_min);
}

/*
 * Does a type have the bound of lengths beside length?  Part 2, 4.3.1.4: only if a type that it is derived from has the
 * same one, and no length.
 */
static bool
has_bound_beside_length(const XsSimple *type, unsigned facet)
{
	const XsSimple *s;

	if (!(type->facets & XS_F_LENGTH) || !(type->facets & facet))
		return false;
	for (s = type->base; s != NULL; s = s->base)
		if ((s->facets & facet) && !(s->facets & XS_F_LENGTH) &&
			(facet == XS_F_MIN_LENGTH ? s->min_length == type->min_length
									  : s->max_length == type->max_length))
			return false;
	return true;
}

/* Do the facets go together, and do they leave what is fixed? */
static BxStatus
check_all(const XsFacets *f, const XsNode *node)
{
	const XsSimple *t = f->type, *b = f->base;
	unsigned fixed = b->fixed & f->seen;

	if (((t->facets & XS_F_MIN_LENGTH) && (t->facets & XS_F_MAX_LENGTH) && t->min_length > t->max_length) ||
		((t->facets & XS_F_LENGTH) && (((t->facets & XS_F_MIN_LENGTH) && t->min_length > t->length) ||
									   ((t->facets & XS_F_MAX_LENGTH) && t->max_length < t->length))))
		return xs_refuse(f->c, f->doc, node, "the facets on the length contradict each other");
	if (has_bound_beside_length(t, XS_F_MIN_LENGTH) || has_bound_beside_length(t, XS_F_MAX_LENGTH))
		return xs_refuse(f->c, f->doc, node, "\"length\" excludes \"minLength\" and \"maxLength\"");
	if ((t->facets & XS_F_TOTAL_DIGITS) && (t->facets & XS_F_FRACTION_DIGITS) &&
		t->fraction_digits > t->total_digits)
		return xs_refuse(f->c, f->doc, node, "fractionDigits is greater than totalDigits");
	if (!are_bounds_in_order(t))
		return xs_refuse(f->c, f->doc, node,
						 "the lower bound is greater than the upper bound, or no value is between them");
	if (((fixed & XS_F_MIN_LENGTH) && t->min_length != b->min_length) ||
		((fixed & XS_F_MAX_LENGTH) && t->max_length != b->max_length) ||
		((fixed & XS_F_TOTAL_DIGITS) && t->total_digits != b->total_digits) ||
		((fixed & XS_F_FRACTION_DIGITS) && t->fraction_digits != b->fraction_digits) ||
		((fixed & XS_F_WHITE) && t->white != b->white) ||
		((fixed & XS_F_MAX) && xs_value_order(&t->max, &b->max) != 0) ||
		((fixed & XS_F_MIN) && xs_value_order(&t->min, &b->min) != 0))
		return xs_refuse(f->c, f->doc, node, "a facet that the base type has fixed is changed");
	return BX_OK;
}

BxStatus
xs_facets(XsCompile *c, XsDoc *doc, const XsNode *node, XsSimple *type)
{
	XsFacets f = {.c = c, .doc = doc, .type = type, .base = type->base};
	const XsNode *kid;
	BxStatus st = make_room(&f, node);

	bx_buf_init(&f.pattern, c->host);
	for (kid = node->first; kid != NULL && st == BX_OK; kid = kid->next)
	{
		unsigned facet = facet_of(kid->tag);

		if (facet == 0)
			continue;
		st = bx_step(c->host);
		xs_text_at(c, &f.names, kid, &f.text);
		if (st == BX_OK)
			st = add_facet(&f, kid, facet);
	}
	if (st == BX_OK)
		st = finish_pattern(&f, node);
	bx_buf_free(&f.pattern);
	BX_TRY(st);
	if (f.n_values > 0)
		BX_TRY(bx_sort(c->host, type->values, type->n_values, sizeof(BxStr), xs_simple_order, c->err));
	return check_all(&f, node);
}
