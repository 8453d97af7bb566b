/*
 * ut_terms.h -- are the terms of a path true of a document?  Evaluated the slow and obvious way: every term is held
 * against every element and attribute, its path matched by trying all ways.
 */
#ifndef UT_TERMS_H
#define UT_TERMS_H

#include <math.h>

#include "../../src/core/xpath/terms/xp_terms.h"
#include "ut_xpath.h"

#define UT_PLACE_DEPTH 64

typedef struct UtName
{
	BxStr uri, local;
} UtName;

/* An element or attribute. */
typedef struct UtPlace
{
	UtName names[UT_PLACE_DEPTH]; /* from the root */
	uint32_t n;
	bool attribute;
	BxBuf value; /* its string value */
	BxBuf texts[40];
	uint32_t n_texts;
} UtPlace;

typedef struct UtPlaces
{
	UtPlace *a;
	uint32_t n;
	uint32_t cap;
	uint32_t open[UT_PLACE_DEPTH]; /* while it is made: elements around */
	uint32_t depth;
} UtPlaces;

static inline UtName
ut_name_of(const XtDoc *d, uint32_t shape)
{
	const BxNameInfo *name = &d->table.names[d->table.shapes[shape].name];
	const BxPair *pair = &d->table.pairs[name->pair];

	return (UtName){{pair->uri, pair->uri_len}, {name->local, name->len}};
}

static inline uint32_t
ut_place_add(UtPlaces *p, const XtDoc *d, const BxEvent *e)
{
	UtPlace *x;
	uint32_t i;

	if (p->n == p->cap)
	{
		p->cap = p->cap * 2 + 64;
		p->a = ut_need(realloc(p->a, p->cap * sizeof(UtPlace)));
	}
	x = &p->a[p->n];
	memset(x, 0, sizeof(*x));
	for (i = 0; i < p->depth; i++)
		x->names[i] = p->a[p->open[i]].names[i];
	x->names[i] = ut_name_of(d, e->shape);
	x->n = i + 1;
	x->attribute = e->kind == BX_EV_ATTRIBUTE;
	bx_buf_init(&x->value, bx_host_libc());
	return p->n++;
}

/* A text belongs to the value of all elements around it. */
static inline void
ut_place_text(UtPlaces *p, const BxEvent *e)
{
	char buf[BX_VALUE_TEXT_MAX];
	uint32_t n, i;
	const char *s = bx_value_text(e->payload, e->len, buf, &n);
	UtPlace *x;

	if (n == 0)
		return;
	for (i = 0; i < p->depth; i++)
		xt_put(&p->a[p->open[i]].value, s, n);
	if (p->depth == 0)
		return;
	x = &p->a[p->open[p->depth - 1]];
	if (x->n_texts == sizeof(x->texts) / sizeof(x->texts[0]))
		abort();
	bx_buf_init(&x->texts[x->n_texts], bx_host_libc());
	xt_put(&x->texts[x->n_texts++], s, n);
}

static inline void
ut_places_event(UtPlaces *p, const XtDoc *d, const BxEvent *e)
{
	char buf[BX_VALUE_TEXT_MAX];
	uint32_t at, n;
	const char *s;

	switch (e->kind)
	{
		case BX_EV_ELEMENT:
		case BX_EV_LEAF:
			at = ut_place_add(p, d, e);
			p->open[p->depth++] = at;
			if (e->kind == BX_EV_ELEMENT)
				break;
			ut_place_text(p, e);
			p->depth--;
			break;
		case BX_EV_END: p->depth--; break;
		case BX_EV_ATTRIBUTE:
			at = ut_place_add(p, d, e);
			s = bx_value_text(e->payload, e->len, buf, &n);
			xt_put(&p->a[at].value, s, n);
			break;
		case BX_EV_TEXT: ut_place_text(p, e); break;
		default: break;
	}
}

static inline void
ut_places_make(UtPlaces *p, XtDoc *d)
{
	BxReader *rd;
	BxSource src;
	BxError err;
	BxEvent e;

	memset(p, 0, sizeof(*p));
	bx_source_memory(&src, d->v + d->table.head.items_off, d->table.head.items_len);
	if (bx_reader_new(&rd, &d->table, &src, &d->arena, &err) != BX_OK)
		abort();
	while (bx_reader_next(rd, &e) == BX_OK && e.kind != BX_EV_DONE)
		ut_places_event(p, d, &e);
}

static inline void
ut_places_free(UtPlaces *p)
{
	uint32_t i, k;

	for (i = 0; i < p->n; i++)
	{
		bx_buf_free(&p->a[i].value);
		for (k = 0; k < p->a[i].n_texts; k++)
			bx_buf_free(&p->a[i].texts[k]);
	}
	free(p->a);
}

/* ---- terms ---- */

static inline bool
ut_step_matches(const XpTermStep *s, const UtName *name)
{
	return (s->any_local || bx_str_equal(s->local, name->local)) &&
		   (s->any_uri || bx_str_equal(s->uri, name->uri));
}

/* Do the steps from i on match the names from k on? */
static inline bool
ut_path_matches(const XpTermPath *p, uint32_t i, const UtPlace *x, uint32_t k)
{
	uint32_t at;

	if (i == p->n)
		return k == x->n;
	for (at = k; at < x->n && (at == k || p->steps[i].gap); at++)
		if (ut_step_matches(&p->steps[i], &x->names[at]) && ut_path_matches(p, i + 1, x, at + 1))
			return true;
	return false;
}

static inline bool
ut_bound_holds(const XpTermLiteral *low, const XpTermLiteral *high, uint8_t op, const BxKey *key)
{
	int c;

	if (low->source != XP_TERM_NONE)
	{
		c = bx_key_order(key, &low->key);
		if (op == XP_TERM_EQ)
			return c == 0;
		if (c != 1 && (low->strict || c != 0))
			return false;
	}
	if (high->source == XP_TERM_NONE)
		return true;
	c = bx_key_order(key, &high->key);
	return c == -1 || (!high->strict && c == 0);
}

/* A number has three spellings: that of XPath 1.0, xs:decimal and xs:double. */
static inline bool
ut_value_holds(const XpTerm *t, BxStr value)
{
	unsigned type = t->low.source != XP_TERM_NONE ? t->low.key.type : t->high.key.type;
	BxLexDecimal decimal;
	BxKey key;
	double d;

	if (t->op == XP_TERM_PREFIX)
		return value.n >= t->low.key.str.n && memcmp(value.s, t->low.key.str.s, t->low.key.str.n) == 0;
	if (type != AT_DOUBLE)
		return bx_key_read((AtType) type, value, &key) && ut_bound_holds(&t->low, &t->high, t->op, &key);
	key = bx_key_number(bx_number_from_text(value.s, value.n));
	if (ut_bound_holds(&t->low, &t->high, t->op, &key))
		return true;
	value = bx_str_trim(value);
	if (bx_lex_decimal(value.s, value.n, &decimal) == BX_LEX_OK && value.s[0] == '+')
	{
		key = bx_key_number(bx_number_from_text(value.s + 1, value.n - 1));
		if (ut_bound_holds(&t->low, &t->high, t->op, &key))
			return true;
	}
	if (bx_lex_double(value.s, value.n, &d) == BX_LEX_FORM)
		return false;
	key = bx_key_number(d);
	return ut_bound_holds(&t->low, &t->high, t->op, &key);
}

static inline BxStr
ut_buf_str(const BxBuf *b)
{
	return b->len > 0 ? bx_str(b->data, b->len) : bx_str("", 0);
}

static inline bool
ut_term_holds(const XpTerm *t, const UtPlaces *p)
{
	uint32_t i, k;

	for (i = 0; i < p->n; i++)
	{
		const UtPlace *x = &p->a[i];

		if (x->attribute != t->path.attribute || !ut_path_matches(&t->path, 0, x, 0))
			continue;
		if (t->op == XP_TERM_EXISTS || ut_value_holds(t, ut_buf_str(&x->value)))
			return true;
		for (k = 0; k < x->n_texts; k++)
			if (ut_value_holds(t, ut_buf_str(&x->texts[k])))
				return true;
	}
	return false;
}

/* Is the tree true of the document?  Literals that are not known are nothing to go by: bind and fill it first. */
static inline bool
ut_terms_hold(const XpTermsNode *x, const UtPlaces *p)
{
	uint32_t i;

	switch (x->kind)
	{
		case XP_TERMS_TRUE: return true;
		case XP_TERMS_FALSE: return false;
		case XP_TERMS_TERM:
			if (x->term->low.source > XP_TERM_KEY || x->term->high.source > XP_TERM_KEY)
				abort();
			return ut_term_holds(x->term, p);
		default: break;
	}
	for (i = 0; i < x->n; i++)
		if (ut_terms_hold(x->kids[i], p) != (x->kind == XP_TERMS_AND))
			return x->kind == XP_TERMS_OR;
	return x->kind == XP_TERMS_AND;
}

#endif
