/*
 * xp_term_tree.c -- conditions, and their final form.
 *
 * The final form of what means the same is the same: AND and OR alternate, their members are sorted, none occurs twice,
 * and what follows from another member of an AND, or implies another one of an OR, is left out.  Two bounds about
 * one node become one range.
 */
#include "xp_terms_int.h"

#include <stdlib.h>

#include <math.h>

const XpTmCond xp_tm_true = {.kind = XP_TERMS_TRUE};
const XpTmCond xp_tm_false = {.kind = XP_TERMS_FALSE};

/* ---- making ---- */

static const XpTmCell *
cons(XpTmBuild *b, const XpTmCond *c, const XpTmCell *next)
{
	XpTmCell *cell = xp_tm_alloc(b, sizeof(*cell));

	if (cell == NULL)
		return next;
	cell->cond = c;
	cell->next = next;
	return cell;
}

/* The longer list is shared, the other one copied. */
static const XpTmCond *
join(XpTmBuild *b, uint8_t kind, const XpTmCond *x, const XpTmCond *y)
{
	const XpTmCond *more = x->kind == kind && (y->kind != kind || x->n >= y->n) ? x : y;
	const XpTmCond *less = more == x ? y : x;
	XpTmCond *c = xp_tm_alloc(b, sizeof(*c));
	const XpTmCell *cell;

	if (c == NULL)
		return &xp_tm_true;
	c->kind = kind;
	c->n = (more->kind == kind ? more->n : 1) + (less->kind == kind ? less->n : 1);
	c->cells = more->kind == kind ? more->cells : cons(b, more, NULL);
	if (less->kind != kind)
		c->cells = cons(b, less, c->cells);
	else
		for (cell = less->cells; cell != NULL; cell = cell->next)
			c->cells = cons(b, cell->cond, c->cells);
	b->work += less->kind == kind ? less->n : 0;
	return c;
}

const XpTmCond *
xp_tm_and(XpTmBuild *b, const XpTmCond *x, const XpTmCond *y)
{
	if (x->kind == XP_TERMS_FALSE || y->kind == XP_TERMS_TRUE || x == y)
		return x;
	if (y->kind == XP_TERMS_FALSE || x->kind == XP_TERMS_TRUE)
		return y;
	return join(b, XP_TERMS_AND, x, y);
}

const XpTmCond *
xp_tm_or(XpTmBuild *b, const XpTmCond *x, const XpTmCond *y)
{
	if (x->kind == XP_TERMS_TRUE || y->kind == XP_TERMS_FALSE || x == y)
		return x;
	if (y->kind == XP_TERMS_TRUE || x->kind == XP_TERMS_FALSE)
		return y;
	return join(b, XP_TERMS_OR, x, y);
}

const XpTmCond *
xp_tm_term(XpTmBuild *b, const XpTerm *term)
{
	XpTmCond *c = xp_tm_alloc(b, sizeof(*c));

	if (c == NULL)
		return &xp_tm_true;
	c->kind = XP_TERMS_TERM;
	c->term = *term;
	return c;
}

/* ---- order ---- */

static int
three_way(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int
key_order(const BxKey *x, const BxKey *y)
{
	int c = three_way(x->type, y->type);

	if (c != 0)
		return c;
	c = bx_key_order(x, y);
	return c == BX_KEY_UNORDERED ? 0 : c;
}

static int
literal_order(const XpTermLiteral *x, const XpTermLiteral *y)
{
	int c = three_way(x->source == XP_TERM_NONE, y->source == XP_TERM_NONE);

	if (c == 0)
		c = three_way(x->source, y->source);
	if (c == 0)
		c = three_way(x->strict, y->strict);
	if (c == 0)
		c = three_way(x->sort, y->sort);
	if (c != 0 || x->source == XP_TERM_NONE)
		return c;
	if (x->source == XP_TERM_KEY)
		return key_order(&x->key, &y->key);
	c = three_way(x->var, y->var);
	return c != 0 ? c : three_way(x->key.type, y->key.type);
}

static int
term_order(const XpTerm *x, const XpTerm *y)
{
	int c = xp_tm_path_order(&x->path, &y->path);

	if (c == 0)
		c = three_way(x->op, y->op);
	if (c == 0)
		c = three_way(x->zoned, y->zoned);
	if (c == 0)
		c = literal_order(&x->low, &y->low);
	return c != 0 ? c : literal_order(&x->high, &y->high);
}

/* As deep as the tree is. */
static int
node_order(const XpTermsNode *x, const XpTermsNode *y)
{
	int c = three_way(x->kind, y->kind);
	uint32_t i;

	if (c != 0 || x == y)
		return c;
	if (x->kind == XP_TERMS_TERM)
		return term_order(x->term, y->term);
	for (i = 0; i < x->n && i < y->n && c == 0; i++)
		c = node_order(x->kids[i], y->kids[i]);
	return c != 0 ? c : three_way(x->n, y->n);
}

/* ---- what follows ---- */

/* Beyond this many comparisons of steps nothing is said to follow. */
#define COMPARED_MAX 100000

static bool
covers(XpTmBuild *b, const XpTermPath *path, const XpTermPath *below)
{
	b->compared += path->n * below->n;
	return b->compared < COMPARED_MAX && xp_tm_path_covers(path, below);
}

/* Is there a node on the path wherever the tree holds? */
static bool
implies_path(XpTmBuild *b, const XpTermsNode *x, const XpTermPath *path)
{
	const XpTerm *t = x->term;
	uint32_t i;

	switch (x->kind)
	{
		case XP_TERMS_TERM:
			/* what the slot makes of it may be nothing */
			return t->low.source != XP_TERM_SLOT && covers(b, path, &t->path);
		case XP_TERMS_AND:
			for (i = 0; i < x->n; i++)
				if (implies_path(b, x->kids[i], path))
					return true;
			return false;
		case XP_TERMS_OR:
			for (i = 0; i < x->n; i++)
				if (!implies_path(b, x->kids[i], path))
					return false;
			return true;
		default: return false;
	}
}

static bool
is_existence(const XpTermsNode *x)
{
	return x->kind == XP_TERMS_TERM && x->term->op == XP_TERM_EXISTS;
}

/* ---- members ---- */

typedef struct Members
{
	const XpTermsNode **a;
	uint32_t n;
	uint32_t cap;
} Members;

static void
add_member(XpTmBuild *b, Members *m, const XpTermsNode *x)
{
	const XpTermsNode **a;
	uint32_t cap = m->cap ? m->cap * 2 : 8;

	if (m->n == m->cap)
	{
		a = b->status == BX_OK ? bx_arena_grow(b->arena, m->a, m->n * sizeof(*a), cap * sizeof(*a)) : NULL;
		if (a == NULL)
		{
			if (b->status == BX_OK)
				b->status = bx_fail_nomem(b->err, cap * sizeof(*a));
			return;
		}
		m->a = a;
		m->cap = cap;
	}
	m->a[m->n++] = x;
}

static int
member_order(const void *x, const void *y)
{
	return node_order(*(const XpTermsNode *const *) x, *(const XpTermsNode *const *) y);
}

/* XP_TERMS_MAX at most; of equal ones one stays. */
static void
sort_members(Members *m)
{
	uint32_t i, n = 0;

	if (m->n > 1)
		qsort((void *) m->a, m->n, sizeof(*m->a), member_order);
	for (i = 0; i < m->n; i++)
		if (n == 0 || node_order(m->a[n - 1], m->a[i]) != 0)
			m->a[n++] = m->a[i];
	m->n = n;
}

/* Of an AND: what only says that there is a node that another member needs.  Of an OR: what needs such a node. */
static void
drop_implied(XpTmBuild *b, Members *m, bool all)
{
	uint32_t i, k, n = m->n;

	for (i = 0; i < n; i++)
	{
		const XpTermsNode *x = m->a[i];

		if (x == NULL || !is_existence(x))
			continue;
		for (k = 0; k < n; k++)
			if (k != i && m->a[k] != NULL && implies_path(b, m->a[k], &x->term->path))
			{
				m->a[all ? i : k] = NULL;
				if (all)
					break;
			}
	}
	for (i = m->n = 0; i < n; i++)
		if (m->a[i] != NULL)
			m->a[m->n++] = m->a[i];
}

/* ---- ranges ---- */

/* Bounds of longer conjunctions are not joined. */
#define MERGED_MAX 256

static bool
same_kind(const XpTermLiteral *x, const XpTermLiteral *y)
{
	return x->source == y->source && x->sort == y->sort && x->key.type == y->key.type;
}

static bool
are_bounds(const XpTmCond *x, const XpTmCond *y)
{
	return y->kind == XP_TERMS_TERM && y->term.op == XP_TERM_RANGE && x->term.node == y->term.node &&
		   x->term.high.source == XP_TERM_NONE && y->term.low.source == XP_TERM_NONE &&
		   same_kind(&x->term.low, &y->term.high) && xp_tm_path_order(&x->term.path, &y->term.path) == 0;
}

/* A range of the value of one node. */
static bool
is_range(const XpTmCond *x)
{
	return x->kind == XP_TERMS_TERM && x->term.op == XP_TERM_RANGE && x->term.node != 0;
}

/* The upper bound that a lower one takes: the first of its node; further ones say nothing. */
static const XpTmCond *
find_upper(const XpTmCond *x, const XpTmCell *cells)
{
	const XpTmCell *c;

	if (!is_range(x))
		return NULL;
	for (c = cells; c != NULL; c = c->next)
		if (are_bounds(x, c->cond))
			return c->cond;
	return NULL;
}

/* Is there a lower bound that takes it? */
static bool
is_taken(const XpTmCond *y, const XpTmCell *cells)
{
	const XpTmCell *c;

	if (!is_range(y))
		return false;
	for (c = cells; c != NULL; c = c->next)
		if (is_range(c->cond) && are_bounds(c->cond, y))
			return true;
	return false;
}

/* Does a condition say that the node of a range has a zone? */
static bool
asks_zone(const XpTmCond *c, const XpTmCond *range)
{
	return c->kind == XP_TERMS_TERM && c->term.op == XP_TERM_EXISTS && c->term.zoned &&
		   c->term.node == range->term.node && xp_tm_path_order(&c->term.path, &range->term.path) == 0;
}

/* Must the node of a range of moments have a zone, by another member? */
static bool
is_zoned(const XpTmCond *x, const XpTmCell *cells)
{
	unsigned type = x->term.low.source != XP_TERM_NONE ? x->term.low.key.type : x->term.high.key.type;

	if (!is_range(x) || (type != AT_DATE && type != AT_DATETIME))
		return false;
	while (cells != NULL && !asks_zone(cells->cond, x))
		cells = cells->next;
	return cells != NULL;
}

/* ---- the final form ---- */

static const XpTermsNode node_true = {.kind = XP_TERMS_TRUE};
static const XpTermsNode node_false = {.kind = XP_TERMS_FALSE};

static const XpTermsNode *
finish_term(XpTmBuild *b, const XpTmCond *c, const XpTmCond *upper, bool zoned)
{
	XpTermsNode *x;
	XpTerm *term;

	if (b->n_terms == XP_TERMS_MAX)
		return &node_true;
	x = xp_tm_alloc(b, sizeof(*x) + sizeof(*term));
	if (x == NULL)
		return &node_true;
	b->n_terms++;
	term = (XpTerm *) (x + 1);
	*term = c->term;
	term->zoned = zoned;
	if (upper != NULL)
		term->high = upper->term.high;
	x->kind = XP_TERMS_TERM;
	x->term = term;
	return x;
}

/* One member more; false when the others do not matter any more. */
static bool
take_member(XpTmBuild *b, Members *m, uint8_t kind, const XpTermsNode *x)
{
	uint32_t i;

	if (x->kind == (kind == XP_TERMS_AND ? XP_TERMS_FALSE : XP_TERMS_TRUE))
		return false;
	if (x->kind == kind)
		for (i = 0; i < x->n; i++)
			add_member(b, m, x->kids[i]);
	else if (x->kind != XP_TERMS_TRUE && x->kind != XP_TERMS_FALSE)
		add_member(b, m, x);
	return true;
}

static const XpTermsNode *
finish_list(XpTmBuild *b, const XpTmCond *cond)
{
	bool all = cond->kind == XP_TERMS_AND;
	bool merges = all && cond->n <= MERGED_MAX, zoned;
	const XpTmCond *upper;
	const XpTmCell *c;
	XpTermsNode *x;
	Members m = {NULL, 0, 0};

	for (c = cond->cells; c != NULL; c = c->next)
	{
		if (merges && is_taken(c->cond, cond->cells))
			continue;
		upper = merges ? find_upper(c->cond, cond->cells) : NULL;
		zoned = merges && is_zoned(c->cond, cond->cells);
		if (!take_member(b, &m, cond->kind,
						 upper != NULL || zoned ? finish_term(b, c->cond, upper, zoned)
												: xp_tm_finish(b, c->cond)))
			return all ? &node_false : &node_true;
	}
	sort_members(&m);
	drop_implied(b, &m, all);
	if (m.n == 0)
		return all ? &node_true : &node_false;
	if (m.n == 1)
		return m.a[0];
	x = xp_tm_alloc(b, sizeof(*x));
	if (x == NULL)
		return &node_true;
	x->kind = cond->kind;
	x->n = m.n;
	x->kids = m.a;
	return x;
}

const XpTermsNode *
xp_tm_finish(XpTmBuild *b, const XpTmCond *cond)
{
	switch (cond->kind)
	{
		case XP_TERMS_TRUE: return &node_true;
		case XP_TERMS_FALSE: return &node_false;
		case XP_TERMS_TERM: return finish_term(b, cond, NULL, false);
		default: return finish_list(b, cond);
	}
}
