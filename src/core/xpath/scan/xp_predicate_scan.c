/*
 * xp_predicate_scan.c -- predicates that one pass over a node's content decides.
 *
 * "[a = 'x' and b/@c > 5 or not(d)]": paths of child and attribute steps, each compared with a constant or asked whether
 * it selects anything, joined by and, or and not.  All of them go over the content together, as steps that are live at a
 * level, and the pass ends as soon as the answer is known: when a comparison came out true, and when the one node it can
 * be about came out false.  Memory is a few words per level, and levels are as many as the longest path has steps.
 */
#include "xp_predicate_scan_int.h"
#include "xp_scan_int.h"

#include <math.h>

#include "../nodes/xp_string_int.h"

#define MAX_LEAVES 32
#define MAX_LEVELS 8

/* What is known of a constant. */
#define HOLDS 1
#define FAILS 2

/* A path, and what its nodes are compared with. */
typedef struct Leaf
{
	uint64_t steps;    /* bits of its steps, none for "." */
	uint64_t need;     /* those some shape must pass */
	uint64_t selected; /* bit behind the last one; 0 for "." */
	uint32_t var;      /* node of the variable it is compared with, 0 for none */
	uint8_t op;        /* the path is on the left; XP_NONE: does it select anything? */
	bool as_text;      /* string and (un)equal; else as numbers */
	double number;
	const XpLit *text;
} Leaf;

typedef struct Judge
{
	uint8_t op; /* XP_AND, XP_OR, XP_FN_NOT as XP_NEG; XP_PATH: a leaf */
	uint8_t a;  /* operands, or the leaf */
	uint8_t b;
} Judge;

struct XpLight
{
	uint32_t n;       /* leaves */
	uint32_t n_judge; /* the last one is the whole */
	uint32_t word;
	bool all_of; /* joined by "and" alone */
	bool flat;   /* no path has a second step */
	bool vars;
	uint32_t itself; /* leaves that are about the node itself */
	uint64_t first;
	uint64_t child;
	uint64_t attr;
	uint64_t single;
	uint64_t selected;
	uint64_t need;
	uint8_t leaf_of[XP_WORD_BITS]; /* by selected bit */
	Leaf leaves[MAX_LEAVES];
	Judge judge[2 * MAX_LEAVES];
};

/* ---- plan ---- */

typedef struct Maker
{
	const XpPlan *p;
	XpLight *l;
	uint32_t depth;
} Maker;

/* Is the path one of child and attribute steps, or "."?  Its steps become those of the leaf. */
static bool
leaf_path(const Maker *m, uint32_t expr, Leaf *leaf)
{
	XpLight *l = m->l;
	const XpPath *path;

	if (m->p->nodes[expr].op != XP_PATH)
		return false;
	path = &m->p->paths[m->p->path_no[expr] - 1];
	if (path->itself)
	{
		l->itself |= 1u << l->n;
		return true;
	}
	if (!path->stream || path->start != 0 || path->absolute || path->n_steps == 0 ||
		path->n_steps > MAX_LEVELS || ((path->down | path->here | path->pred) != 0))
		return false;
	if (l->first != 0 && path->word != l->word)
		return false;
	l->word = path->word;
	l->first |= 1ull << path->first;
	l->child |= path->child;
	l->attr |= path->attr;
	l->single |= path->single;
	l->selected |= path->selected;
	l->need |= path->need;
	l->leaf_of[__builtin_ctzll(path->selected)] = (uint8_t) l->n;
	l->flat &= path->n_steps == 1;
	leaf->steps = path->all;
	leaf->need = path->need;
	leaf->selected = path->selected;
	return true;
}

/* Is the expression a number, a string or a variable?  Then the leaf is compared with it. */
static bool
leaf_constant(const Maker *m, uint32_t expr, Leaf *leaf)
{
	const XpExpr *e = &m->p->nodes[expr];
	bool negative = e->op == XP_NEG && m->p->nodes[e->a].op == XP_NUMBER;

	if (negative)
		e = &m->p->nodes[e->a];
	switch (e->op)
	{
		case XP_NUMBER:
			memcpy(&leaf->number, m->p->pool + e->a, sizeof(double));
			leaf->number = negative ? -leaf->number : leaf->number;
			return true;
		case XP_STRING:
			leaf->text = &m->p->lits[m->p->lit_no[expr] - 1];
			leaf->as_text = leaf->op == XP_EQ || leaf->op == XP_NE;
			leaf->number = bx_number_from_text(leaf->text->s, leaf->text->n);
			return true;
		case XP_VARIABLE:
			leaf->var = expr;
			m->l->vars = true;
			return true;
		default: return false;
	}
}

static bool
add_judge(Maker *m, uint8_t op, uint32_t a, uint32_t b)
{
	m->l->judge[m->l->n_judge++] = (Judge){op, (uint8_t) a, (uint8_t) b};
	return true;
}

static bool
add_leaf(Maker *m, uint32_t expr)
{
	const XpExpr *e = &m->p->nodes[expr];
	Leaf *leaf = &m->l->leaves[m->l->n];

	if (m->l->n == MAX_LEAVES)
		return false;
	memset(leaf, 0, sizeof(*leaf));
	if (e->op >= XP_EQ && e->op <= XP_GE)
	{
		bool swap = m->p->nodes[e->a].op != XP_PATH;

		leaf->op = swap ? xp_flip(e->op) : e->op;
		if (!leaf_path(m, swap ? e->b : e->a, leaf) || !leaf_constant(m, swap ? e->a : e->b, leaf))
			return false;
	}
	else if (!leaf_path(m, expr, leaf))
		return false;
	return add_judge(m, XP_PATH, m->l->n++, 0);
}

/* The expression and what it is made of; its judge is the last one then. */
static bool
add_expr(Maker *m, uint32_t expr)
{
	const XpExpr *e = &m->p->nodes[expr];
	uint32_t a;
	bool ok;

	if (m->l->n_judge + 2 >= 2 * MAX_LEAVES || m->depth >= MAX_LEAVES)
		return false;
	m->depth++;
	if (e->op == XP_AND || e->op == XP_OR)
	{
		m->l->all_of &= e->op == XP_AND;
		ok = add_expr(m, e->a);
		a = m->l->n_judge - 1;
		ok = ok && add_expr(m, e->b) && add_judge(m, e->op, a, m->l->n_judge - 1);
	}
	else if (e->op == XP_CALL && e->func == XP_FN_NOT)
	{
		m->l->all_of = false;
		ok = add_expr(m, e->a) && add_judge(m, XP_NEG, m->l->n_judge - 1, 0);
	}
	else
		ok = add_leaf(m, expr);
	m->depth--;
	return ok;
}

BxStatus
xp_light_plan(XpPlan *p, uint32_t n_nodes, BxArena *arena, BxError *err)
{
	XpLight trial;
	uint32_t i;

	for (i = 1; i < n_nodes; i++)
	{
		Maker m = {.p = p, .l = &trial};

		if (p->nodes[i].op != XP_PREDICATE)
			continue;
		memset(&trial, 0, sizeof(trial));
		trial.all_of = trial.flat = true;
		if (!add_expr(&m, p->nodes[i].a))
			continue;
		if (p->light == NULL)
			p->light = bx_arena_zalloc(arena, n_nodes * sizeof(XpLight *));
		if (p->light != NULL)
			p->light[i] = bx_arena_alloc(arena, sizeof(XpLight));
		if (p->light == NULL || p->light[i] == NULL)
			return bx_fail_nomem(err, n_nodes * sizeof(XpLight *) + sizeof(XpLight));
		*p->light[i] = trial;
	}
	return BX_OK;
}

/* ---- answers ---- */

typedef struct Run
{
	XpScan scan; /* todo: the steps of operands that are open */
	const XpLight *l;
	uint32_t yes; /* leaves that are decided */
	uint32_t no;
	bool over; /* and so is the whole ... */
	bool pass; /* ... like this */
} Run;

/* Work out the whole from the leaves; what is not decided on them may leave it open. */
static void
settle(Run *r)
{
	const XpLight *l = r->l;
	uint64_t yes = 0, no = 0, a, b;
	uint32_t i;

	if (l->all_of)
	{
		r->pass = r->yes == (uint32_t) ((1ull << l->n) - 1);
		r->over = r->pass || r->no != 0;
		return;
	}
	for (i = 0; i < l->n_judge; i++)
	{
		const Judge *j = &l->judge[i];
		bool known_yes, known_no;

		a = 1ull << j->a;
		b = 1ull << j->b;
		switch (j->op)
		{
			case XP_AND:
				known_yes = (yes & a) && (yes & b);
				known_no = (no & a) || (no & b);
				break;
			case XP_OR:
				known_yes = (yes & a) || (yes & b);
				known_no = (no & a) && (no & b);
				break;
			case XP_NEG:
				known_yes = (no & a) != 0;
				known_no = (yes & a) != 0;
				break;
			default:
				known_yes = (r->yes & a) != 0;
				known_no = (r->no & a) != 0;
				break;
		}
		yes |= (uint64_t) known_yes << i;
		no |= (uint64_t) known_no << i;
	}
	r->pass = (yes >> (l->n_judge - 1)) & 1;
	r->over = r->pass || ((no >> (l->n_judge - 1)) & 1);
}

static BxStatus
leaf_holds(XpEval *ev, const Leaf *leaf, const XpNode *nd, bool *hit)
{
	const XpItem *val = leaf->var != 0 ? xp_var(ev, leaf->var) : NULL;
	const uint8_t *p;
	double number;
	uint32_t n;

	*hit = true;
	if (leaf->op == XP_NONE)
		return BX_OK;
	if (leaf->as_text && bx_kind_has_value(nd->kind))
	{
		BX_TRY(xp_payload(ev, nd, &p, &n));
		BX_TRY(xp_count_value(ev, n));
		*hit = xp_payload_equals(p, n, leaf->text) == (leaf->op == XP_EQ);
		return BX_OK;
	}
	if (leaf->as_text)
		return xp_node_compare_text(ev, leaf->op, nd, leaf->text, hit);
	if (val != NULL && val->type == XP_T_STRING && (leaf->op == XP_EQ || leaf->op == XP_NE))
		return xp_node_compare_text(ev, leaf->op, nd, xp_var_text(ev, leaf->var), hit);
	number = val != NULL ? xp_var_num(val) : leaf->number;
	return xp_node_compare_number(ev, leaf->op, nd, number, hit);
}

/* What is found out about a constant is kept. */
static BxStatus
constant_holds(XpEval *ev, const Leaf *leaf, const XpNode *nd, uint8_t token, bool *hit)
{
	XpSkipTable *pass = xp_pass_table(ev, leaf, 0, 0);
	uint8_t *known = pass == NULL ? NULL : pass->skip;

	if (known != NULL && known[token] != 0)
	{
		*hit = known[token] == HOLDS;
		return BX_OK;
	}
	BX_TRY(leaf_holds(ev, leaf, nd, hit));
	if (known != NULL)
		known[token] = *hit ? HOLDS : FAILS;
	return BX_OK;
}

/* The node is one of the leaf's. */
static inline BxStatus
decide(Run *r, uint32_t i, const XpNode *nd)
{
	const Leaf *leaf = &r->l->leaves[i];
	XpEval *ev = r->scan.ev;
	uint32_t token = ev->base[nd->key / 2 - 1];
	bool hit;

	if (ev->hot && token < ev->n_consts && token < XP_PASS_TOKENS)
		BX_TRY(constant_holds(ev, leaf, nd, (uint8_t) token, &hit));
	else
		BX_TRY(leaf_holds(ev, leaf, nd, &hit));
	if (hit)
		r->yes |= 1u << i;
	else if ((leaf->steps & ~r->scan.single) == 0)
		r->no |= 1u << i;
	else
		return BX_OK;
	r->scan.todo &= ~leaf->steps;
	settle(r);
	return BX_OK;
}

/* The node is one of the leaves with these bits. */
static inline BxStatus
arrive(Run *r, const XpNode *nd, uint64_t selected)
{
	for (; selected != 0 && !r->over; selected &= selected - 1)
	{
		uint32_t i = r->l->leaf_of[__builtin_ctzll(selected)];

		if (!((r->yes | r->no) >> i & 1))
			BX_TRY(decide(r, i, nd));
	}
	return BX_OK;
}

/* ---- the scan ---- */

static BxStatus seek(XpScan *s, XpNode *nd, uint64_t *steps, uint64_t *mask);

static const XpScanKind kind = {.narrows = true, .seek = seek};

static BxStatus
seek(XpScan *s, XpNode *nd, uint64_t *steps, uint64_t *mask)
{
	return xp_scan_seek(&kind, s, s->ev->hot, nd, steps, mask);
}

/* All that lies in the node, until the answer is known. */
static BxStatus
run(Run *r, const XpNode *nd)
{
	XpScanFrame frames[MAX_LEVELS + 1];
	XpScan *s = &r->scan;
	uint64_t steps, mask;
	XpNode at;

	s->frames = frames;
	if (nd->kind == BX_KIND_LEAF)
		xp_scan_text(s, nd, r->l->first & s->todo);
	else if (nd->kind == BX_KIND_ELEMENT || nd->kind == XP_DOC)
		BX_TRY(xp_scan_enter(&kind, s, nd, r->l->first, 0));
	for (;;)
	{
		BX_TRY(xp_scan_next(&kind, s, &at, &steps, &mask));
		if (steps == 0)
			return BX_OK;
		if ((steps << 1) & r->l->selected)
			BX_TRY(arrive(r, &at, (steps << 1) & r->l->selected));
		if (r->over)
			return BX_OK;
		if (!r->l->flat)
			BX_TRY(xp_scan_follow(&kind, s, &at, steps << 1));
	}
}

/* Values of variables may be of other types than a leaf can be compared with. */
static bool
fits(const XpEval *ev, const XpLight *l)
{
	uint32_t i;

	for (i = 0; l->vars && i < l->n; i++)
		if (l->leaves[i].var != 0 && xp_var(ev, l->leaves[i].var)->type != XP_T_STRING &&
			xp_var(ev, l->leaves[i].var)->type != XP_T_NUMBER)
			return false;
	return true;
}

/* Leaves that are decided before the pass: those about the node itself, and those no shape can make true. */
static BxStatus
begin(Run *r, const XpNode *nd)
{
	const XpLight *l = r->l;
	uint64_t missing = l->need & ~r->scan.ev->bound->all[l->word];
	bool hit;
	uint32_t i;

	r->scan.todo = l->child | l->attr;
	if (BX_LIKELY(missing == 0 && l->itself == 0))
		return BX_OK;
	for (i = 0; i < l->n; i++)
	{
		const Leaf *leaf = &l->leaves[i];

		if (leaf->selected == 0)
		{
			BX_TRY(leaf_holds(r->scan.ev, leaf, nd, &hit));
			*(hit ? &r->yes : &r->no) |= 1u << i;
		}
		else if (leaf->need & missing)
		{
			r->no |= 1u << i;
			r->scan.todo &= ~leaf->steps;
		}
	}
	settle(r);
	return BX_OK;
}

BxStatus
xp_light(XpEval *ev, const XpLight *l, const XpNode *nd, bool *known, bool *pass)
{
	Run r;

	*known = fits(ev, l);
	if (!*known)
		return BX_OK;
	BX_TRY(xp_guard(ev));
	if (l->n_judge == 1 && l->itself != 0)
		return leaf_holds(ev, &l->leaves[0], nd, pass);
	r.l = l;
	r.yes = r.no = 0;
	r.over = false;
	xp_scan_init(&r.scan, ev, l, l->word);
	r.scan.single |= l->single;
	r.scan.into = l->child | l->attr;
	r.scan.attr = l->attr;
	BX_TRY(begin(&r, nd));
	if (!r.over)
		BX_TRY(run(&r, nd));
	if (!r.over)
	{
		r.no |= ~r.yes;
		settle(&r);
	}
	*pass = r.pass;
	return BX_OK;
}
