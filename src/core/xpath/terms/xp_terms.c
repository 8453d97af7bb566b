/*
 * xp_terms.c -- trees of terms: making one of a path, and filling its slots.
 */
#include "xp_terms_int.h"

/* ---- of a path ---- */

/* A result without type is a boolean, number or string, which is always there. */
static const XpTmCond *
whole(XpTmBuild *b, XpTermsAsk ask, const XpTmContext *cx)
{
	uint32_t root = b->block->root;
	XpTmList list = {NULL, NULL, 0};

	if (ask == XP_TERMS_TEST)
		return xp_tm_truth(b, root, cx, true);
	if (ask == XP_TERMS_EXISTS)
		return xp_maybe_nodeset(b->nodes[root].type) ? xp_tm_holds(b, root, cx, XP_TM_IS_THERE) : &xp_tm_true;
	if (b->nodes[root].type == XP_T_BOOLEAN)
		return &xp_tm_true;
	xp_tm_values(b, root, cx, &list);
	return xp_tm_slots(b, &list);
}

static BxStatus
deliver(XpTmBuild *b, const XpTmCond *cond, XpTerms *terms)
{
	b->n_terms = 0;
	b->compared = 0;
	terms->root = xp_tm_finish(b, cond);
	terms->vars = b->vars;
	terms->n_vars = b->n_vars;
	terms->n_terms = b->n_terms;
	terms->slots = b->slots;
	return b->status;
}

BxStatus
xp_terms_of(const XpBlock *path, XpTermsAsk ask, const XpVar *vars, uint32_t n_vars, BxArena *arena,
			XpTerms *terms, BxError *err)
{
	XpTmBuild b = {.block = path,
				   .nodes = xp_nodes(path),
				   .names = xp_names(path),
				   .pool = xp_pool(path),
				   .values = vars,
				   .n_values = n_vars,
				   .arena = arena,
				   .err = err};
	XpTmValue document = xp_tm_document(&b);
	XpTmContext cx = {.node = &document};

	return deliver(&b, whole(&b, ask, &cx), terms);
}

/* ---- slots ---- */

typedef struct Filling
{
	XpTmBuild b;
	const XpTermWant *want;
} Filling;

/* What is wanted of a slot. */
static const XpTmCond *
put_want(Filling *f, const XpTerm *t)
{
	const XpTermWant *w = f->want;
	const XpTmCond *result = &xp_tm_true;
	XpTerm prefix = *t;

	if (w->op == XP_TERM_EQ)
		return xp_tm_put_key(&f->b, t, XP_VALUE_EQ, &w->low);
	if (w->op == XP_TERM_PREFIX)
	{
		prefix.op = XP_TERM_PREFIX;
		prefix.low = (XpTermLiteral){.source = XP_TERM_KEY, .key = w->low};
		return w->low.str.n > 0 ? xp_tm_term(&f->b, &prefix) : &xp_tm_true;
	}
	if (w->has_low)
		result = xp_tm_put_key(&f->b, t, w->low_strict ? XP_VALUE_GT : XP_VALUE_GE, &w->low);
	if (w->has_high)
		result = xp_tm_and(&f->b, result,
						   xp_tm_put_key(&f->b, t, w->high_strict ? XP_VALUE_LT : XP_VALUE_LE, &w->high));
	return result;
}

/* As deep as the tree is. */
static const XpTmCond *
put_wants(Filling *f, const XpTermsNode *x)
{
	const XpTmCond *result;
	uint32_t i;

	switch (x->kind)
	{
		case XP_TERMS_TRUE: return &xp_tm_true;
		case XP_TERMS_FALSE: return &xp_tm_false;
		case XP_TERMS_TERM:
			return x->term->low.source == XP_TERM_SLOT ? put_want(f, x->term) : xp_tm_term(&f->b, x->term);
		default: break;
	}
	result = x->kind == XP_TERMS_AND ? &xp_tm_true : &xp_tm_false;
	for (i = 0; i < x->n; i++)
	{
		const XpTmCond *c = put_wants(f, x->kids[i]);

		result = x->kind == XP_TERMS_AND ? xp_tm_and(&f->b, result, c) : xp_tm_or(&f->b, result, c);
	}
	return result;
}

BxStatus
xp_terms_fill(const XpTerms *terms, const XpTermWant *want, BxArena *arena, XpTerms *filled, BxError *err)
{
	Filling f = {
		.b = {.arena = arena, .err = err, .vars = (XpTermVar *) terms->vars, .n_vars = terms->n_vars},
		.want = want};

	return deliver(&f.b, put_wants(&f, terms->root), filled);
}
