/*
 * xp_predicate_scan.c -- predicates that one scan of a node's content decides.
 *
 * "[a = 'x' and b/@c > 5 or not(d)]": operands are paths of child and attribute steps, each compared with a constant or
 * tested for existence; gates are and, or and not.  One scan looks for the nodes of all operands and ends as soon as
 * the answer is known.  An operand is true when one of its nodes compares true, and false when its only node does not.
 */
#include "xp_predicate_scan_int.h"
#include "xp_condition_int.h"
#include "xp_scan_int.h"

#include <math.h>

#include "../nodes/xp_string_int.h"
#include "../plan/xp_cast_int.h"

#define MAX_OPERANDS XP_SEARCHES
#define MAX_LEVELS 8

/* What is known of a constant. */
#define HOLDS 1
#define FAILS 2

/* A path and what its nodes are compared with. */
typedef struct Operand
{
	uint64_t steps;    /* bits of its steps, none for "." */
	uint64_t need;     /* those some shape must pass */
	uint64_t selected; /* the bit after the last one; 0 for "." */
	uint32_t var;      /* node of the variable it is compared with, 0 for none */
	uint8_t op;        /* the path is on the left; XP_NONE: does it select anything? */
	bool as_text;      /* string and (un)equal; else as numbers */
	bool as_key;       /* as values of the type of the key */
	bool cast;         /* the path, of one node at most, is in a constructor of that type */
	double number;
	const XpLit *text;
	BxKey key;
} Operand;

typedef struct Gate
{
	uint8_t op; /* XP_AND, XP_OR, XP_FN_NOT as XP_NEG; XP_PATH: an operand */
	uint8_t a;  /* gates, or the operand */
	uint8_t b;
} Gate;

struct XpPredicateScan
{
	uint32_t apart;   /* the expression, if its paths are scanned one by one; nothing else is set then */
	uint32_t n;       /* operands */
	uint32_t n_gates; /* the last one is the predicate */
	uint32_t word;
	bool all_of; /* all gates are "and" */
	bool flat;   /* no path has a second step */
	bool vars;
	bool casts;
	uint32_t itself; /* operands that are about the node itself */
	uint64_t first;
	uint64_t child;
	uint64_t attr;
	uint64_t single;
	uint64_t selected;
	uint64_t need;
	uint8_t operand_of[XP_WORD_BITS]; /* by selected bit */
	Operand operands[MAX_OPERANDS];
	Gate gates[2 * MAX_OPERANDS];
};

/* ---- plan ---- */

typedef struct Compiler
{
	const XpPlan *p;
	XpPredicateScan *l;
	uint32_t depth;
} Compiler;

/* Is the path one of child and attribute steps, or "."?  Its steps become those of the operand. */
static bool
operand_path(const Compiler *m, uint32_t expr, Operand *operand)
{
	XpPredicateScan *l = m->l;
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
	l->operand_of[__builtin_ctzll(path->selected)] = (uint8_t) l->n;
	l->flat &= path->n_steps == 1;
	operand->steps = path->all;
	operand->need = path->need;
	operand->selected = path->selected;
	return true;
}

/* Is the expression a number, a string, a moment or a variable?  Then the operand is compared with it. */
static bool
operand_constant(const Compiler *m, uint32_t expr, Operand *operand)
{
	const XpExpr *e = &m->p->nodes[expr];
	bool negative = e->op == XP_NEG && m->p->nodes[e->a].op == XP_NUMBER;

	if (negative)
		e = &m->p->nodes[e->a];
	switch (e->op)
	{
		case XP_NUMBER: return xp_number_constant(m->p, &m->p->nodes[expr], &operand->number);
		case XP_STRING:
			operand->text = &m->p->lits[m->p->lit_no[expr] - 1];
			operand->as_text = operand->op == XP_EQ || operand->op == XP_NE;
			return true;
		case XP_VARIABLE:
			operand->var = expr;
			m->l->vars = true;
			return true;
		case XP_CALL: return operand->as_key = xp_cast_literal(m->p, e, &operand->key);
		default: return false;
	}
}

static bool
add_gate(Compiler *m, uint8_t op, uint32_t a, uint32_t b)
{
	m->l->gates[m->l->n_gates++] = (Gate){op, (uint8_t) a, (uint8_t) b};
	return true;
}

/* The path in a constructor, and its type of keys; other expressions stay, with type 0. */
static uint32_t
constructed_path(const Compiler *m, uint32_t expr, uint8_t *type)
{
	const XpExpr *e = &m->p->nodes[expr];

	*type = xp_cast_type(e);
	if (*type != 0 && m->p->nodes[e->a].op == XP_PATH)
		return e->a;
	*type = 0;
	return expr;
}

/*
 * The path is in a constructor.  A value that is none of the type is an error when the predicate is evaluated, for
 * which it must be the only operand; so are two nodes, of which an attribute and the node itself are no more than one.
 */
static bool
add_cast(Compiler *m, uint8_t type, Operand *operand)
{
	bool one = (operand->steps & (operand->steps - 1)) == 0 && (operand->steps & ~m->l->attr) == 0;

	if (type == AT_DOUBLE && !operand->as_key && operand->text == NULL && operand->var == 0)
	{
		operand->key = bx_key_number(operand->number);
		operand->as_key = true;
	}
	operand->cast = m->l->casts = true;
	return one && operand->as_key && operand->key.type == type;
}

static bool
add_comparison(Compiler *m, const XpExpr *e, Operand *operand)
{
	uint8_t type;
	uint32_t path = constructed_path(m, e->a, &type), other = e->b;

	operand->op = e->op;
	if (m->p->nodes[path].op != XP_PATH)
	{
		operand->op = xp_flip(e->op);
		path = constructed_path(m, e->b, &type);
		other = e->a;
	}
	return operand_path(m, path, operand) && operand_constant(m, other, operand) &&
		   (type == 0 || add_cast(m, type, operand));
}

static bool
add_operand(Compiler *m, uint32_t expr)
{
	const XpExpr *e = &m->p->nodes[expr];
	Operand *operand = &m->l->operands[m->l->n];

	if (m->l->n == MAX_OPERANDS)
		return false;
	memset(operand, 0, sizeof(*operand));
	if (e->op >= XP_EQ && e->op <= XP_GE)
	{
		if (!add_comparison(m, e, operand))
			return false;
	}
	else if (!operand_path(m, expr, operand))
		return false;
	return add_gate(m, XP_PATH, m->l->n++, 0);
}

/* The expression and its parts; its own gate is the last one. */
static bool
add_expr(Compiler *m, uint32_t expr)
{
	const XpExpr *e = &m->p->nodes[expr];
	uint32_t a;
	bool ok;

	if (m->l->n_gates + 2 >= 2 * MAX_OPERANDS || m->depth >= MAX_OPERANDS)
		return false;
	m->depth++;
	if (e->op == XP_AND || e->op == XP_OR)
	{
		m->l->all_of &= e->op == XP_AND;
		ok = add_expr(m, e->a);
		a = m->l->n_gates - 1;
		ok = ok && add_expr(m, e->b) && add_gate(m, e->op, a, m->l->n_gates - 1);
	}
	else if (e->op == XP_CALL && e->func == XP_FN_NOT)
	{
		m->l->all_of = false;
		ok = add_expr(m, e->a) && add_gate(m, XP_NEG, m->l->n_gates - 1, 0);
	}
	else
		ok = add_operand(m, expr);
	m->depth--;
	return ok;
}

BxStatus
xp_predicate_scan_plan(XpPlan *p, uint32_t n_nodes, BxArena *arena, BxError *err)
{
	XpPredicateScan trial;
	uint32_t i;

	for (i = 1; i < n_nodes; i++)
	{
		Compiler m = {.p = p, .l = &trial};

		if (p->nodes[i].op != XP_PREDICATE)
			continue;
		memset(&trial, 0, sizeof(trial));
		trial.all_of = trial.flat = true;
		if (!add_expr(&m, p->nodes[i].a) || (trial.casts && trial.n_gates > 1))
		{
			if (!xp_condition_fits(p, p->nodes[i].a))
				continue;
			trial = (XpPredicateScan){.apart = p->nodes[i].a};
		}
		BX_TRY(xp_prepared_make(p, n_nodes, arena, err));
		p->prepared[i].scan = bx_arena_alloc(arena, sizeof(trial));
		if (p->prepared[i].scan == NULL)
			return bx_fail_nomem(err, sizeof(trial));
		*p->prepared[i].scan = trial;
	}
	return BX_OK;
}

/* ---- answers ---- */

typedef struct Run
{
	XpScan scan; /* todo: the steps of operands that are open */
	const XpPredicateScan *l;
	uint32_t yes; /* operands that are true */
	uint32_t no;  /* ... and false */
	bool over;    /* the answer is known ... */
	bool pass;    /* ... and is this */
	bool unknown; /* ... but for a value that is an error */
} Run;

/* Evaluate the gates; operands without an answer may leave the predicate open. */
static void
settle_gates(Run *r)
{
	const XpPredicateScan *l = r->l;
	uint64_t yes = 0, no = 0, a, b;
	uint32_t i;

	for (i = 0; i < l->n_gates; i++)
	{
		const Gate *j = &l->gates[i];
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
	r->pass = (yes >> (l->n_gates - 1)) & 1;
	r->over = r->pass || ((no >> (l->n_gates - 1)) & 1);
}

/* The same; most predicates have one operand, or operands joined by "and". */
static inline void
settle(Run *r)
{
	if (!r->l->all_of)
	{
		settle_gates(r);
		return;
	}
	r->pass = r->yes == (uint32_t) ((1ull << r->l->n) - 1);
	r->over = r->pass || r->no != 0;
}

/* The number that nodes are compared with; val is the value of the variable, or NULL. */
static inline double
operand_number(const Operand *operand, const XpItem *val)
{
	if (val != NULL)
		return xp_var_num(val);
	return operand->text != NULL ? operand->text->number : operand->number;
}

static BxStatus
operand_holds(XpEval *ev, const Operand *operand, const XpNode *nd, bool *hit)
{
	bool ok;
	const XpItem *val = operand->var != 0 ? xp_var(ev, operand->var) : NULL;
	const uint8_t *p;
	uint32_t n;

	*hit = true;
	if (operand->op == XP_NONE)
		return BX_OK;
	if (operand->as_text && bx_kind_has_value(nd->kind))
	{
		BX_TRY(xp_value_payload(ev, nd, &p, &n));
		*hit = xp_payload_equals(p, n, operand->text) == (operand->op == XP_EQ);
		return BX_OK;
	}
	if (operand->as_text)
		return xp_node_compare_text(ev, operand->op, nd, operand->text, hit);
	if (val != NULL && val->type == XP_T_STRING && (operand->op == XP_EQ || operand->op == XP_NE))
		return xp_node_compare_text(ev, operand->op, nd, xp_var_text(ev, operand->var), hit);
	if (operand->as_key)
		return xp_node_compare_key(ev, operand->op, nd, &operand->key, operand->cast, hit, &ok);
	return xp_node_compare_number(ev, operand->op, nd, operand_number(operand, val), hit);
}

/* Answers about constants are kept, by token. */
static BxStatus
constant_holds(XpEval *ev, const Operand *operand, const XpNode *nd, uint8_t token, bool *hit)
{
	XpSkipTable *pass = xp_skip_table(ev, operand, 0, 0);
	uint8_t *known = pass == NULL ? NULL : pass->skip;

	if (known != NULL && known[token] != 0)
	{
		*hit = known[token] == HOLDS;
		return BX_OK;
	}
	BX_TRY(operand_holds(ev, operand, nd, hit));
	if (known != NULL)
		known[token] = *hit ? HOLDS : FAILS;
	return BX_OK;
}

/* The answer of operand i about one of its nodes. */
static inline BxStatus
answer(Run *r, uint32_t i, bool hit)
{
	const Operand *operand = &r->l->operands[i];

	if (hit)
		r->yes |= 1u << i;
	else if ((operand->steps & ~r->scan.single) == 0)
		r->no |= 1u << i;
	else
		return BX_OK;
	r->scan.todo &= ~operand->steps;
	settle(r);
	return BX_OK;
}

/* In a constructor: a value that is none of its type is an error that is raised elsewhere. */
static BxStatus
decide_cast(Run *r, uint32_t i, const XpNode *nd)
{
	const Operand *operand = &r->l->operands[i];
	bool hit, ok;

	BX_TRY(xp_node_compare_key(r->scan.ev, operand->op, nd, &operand->key, true, &hit, &ok));
	if (ok)
		return answer(r, i, hit);
	r->over = r->unknown = true;
	return BX_OK;
}

/* The node is one of operand i. */
static inline BxStatus
decide(Run *r, uint32_t i, const XpNode *nd)
{
	const Operand *operand = &r->l->operands[i];
	XpEval *ev = r->scan.ev;
	uint32_t token = ev->base[nd->key / 2 - 1];
	bool hit;

	if (BX_UNLIKELY(operand->cast))
		return decide_cast(r, i, nd);
	if (ev->hot && token < ev->n_consts && token < BX_SHORT_TOKENS)
		BX_TRY(constant_holds(ev, operand, nd, (uint8_t) token, &hit));
	else
		BX_TRY(operand_holds(ev, operand, nd, &hit));
	return answer(r, i, hit);
}

/* The node is one of the operands with these `selected` bits. */
static inline BxStatus
arrive(Run *r, const XpNode *nd, uint64_t selected)
{
	for (; selected != 0 && !r->over; selected &= selected - 1)
	{
		uint32_t i = r->l->operand_of[__builtin_ctzll(selected)];

		if (!((r->yes | r->no) >> i & 1))
			BX_TRY(decide(r, i, nd));
	}
	return BX_OK;
}

/* ---- the scan ---- */

static BxStatus seek(XpScan *s, XpNode *nd, uint64_t *steps, uint64_t *mask);

static const XpScanKind kind = {.narrows = true, .tables_from = 1, .seek = seek};

static BxStatus
seek(XpScan *s, XpNode *nd, uint64_t *steps, uint64_t *mask)
{
	return xp_scan_seek(&kind, s, s->ev->hot, nd, steps, mask);
}

/* Scan the node until the answer is known. */
static BxStatus
run(Run *r, const XpNode *nd)
{
	XpScan *s = &r->scan;
	uint64_t steps, mask;
	XpNode at;

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

/* Can the operands be compared with the values of variables? */
static bool
fits(const XpEval *ev, const XpPredicateScan *l)
{
	uint32_t i;

	for (i = 0; l->vars && i < l->n; i++)
		if (l->operands[i].var != 0 && xp_var(ev, l->operands[i].var)->type != XP_T_STRING &&
			xp_var(ev, l->operands[i].var)->type != XP_T_NUMBER)
			return false;
	return true;
}

/* Decide the operands that need no scan: those about the node itself, and those that no shape can make true. */
static BxStatus
begin(Run *r, const XpNode *nd)
{
	const XpPredicateScan *l = r->l;
	uint64_t missing = l->need & ~r->scan.ev->bound->all[l->word];
	bool hit;
	uint32_t i;

	r->scan.todo = l->child | l->attr;
	if (BX_LIKELY(missing == 0 && l->itself == 0))
		return BX_OK;
	for (i = 0; i < l->n; i++)
	{
		const Operand *operand = &l->operands[i];

		if (operand->selected == 0)
		{
			BX_TRY(operand_holds(r->scan.ev, operand, nd, &hit));
			*(hit ? &r->yes : &r->no) |= 1u << i;
		}
		else if (operand->need & missing)
		{
			r->no |= 1u << i;
			r->scan.todo &= ~operand->steps;
		}
	}
	settle(r);
	return BX_OK;
}

/* The only operand is about the node itself. */
static BxStatus
itself_holds(XpEval *ev, const XpPredicateScan *l, const XpNode *nd, bool *known, bool *pass)
{
	const Operand *operand = &l->operands[0];

	if (!operand->cast)
		return operand_holds(ev, operand, nd, pass);
	return xp_node_compare_key(ev, operand->op, nd, &operand->key, true, pass, known);
}

BxStatus
xp_predicate_scan(XpEval *ev, const XpPredicateScan *l, const XpNode *nd, bool *known, bool *pass)
{
	XpScanFrame frames[MAX_LEVELS + 2];
	Run r;

	*known = fits(ev, l);
	if (!*known)
		return BX_OK;
	if (l->apart != 0)
		return xp_condition(ev, l->apart, nd, pass);
	BX_TRY(xp_guard(ev));
	if (l->n_gates == 1 && l->itself != 0)
		return itself_holds(ev, l, nd, known, pass);
	r.l = l;
	r.yes = r.no = 0;
	r.over = r.unknown = r.pass = false;
	xp_scan_init(&r.scan, ev, l, l->word, frames);
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
	if (BX_UNLIKELY(l->casts))
		*known = !r.unknown;
	*pass = r.pass;
	return BX_OK;
}

/* ---- search by value ---- */

static bool
may_search(const Operand *operand)
{
	return xp_can_search(operand->op) && !operand->as_key;
}

/*
 * The operands, as bits, of which every node that passes makes one true, if lists can answer all of them; by gate.  Of
 * two gates that must both be true one is enough.
 */
static void
find_covers(const XpPredicateScan *l, uint32_t covers[2 * MAX_OPERANDS])
{
	uint32_t i;

	for (i = 0; i < l->n_gates; i++)
	{
		const Gate *g = &l->gates[i];

		covers[i] = 0;
		if (g->op == XP_PATH)
			covers[i] = may_search(&l->operands[g->a]) ? 1u << g->a : 0;
		else if (g->op == XP_AND)
			covers[i] = covers[g->a] != 0 ? covers[g->a] : covers[g->b];
		else if (g->op == XP_OR && covers[g->a] != 0 && covers[g->b] != 0)
			covers[i] = covers[g->a] | covers[g->b];
	}
}

bool
xp_predicate_scan_may_search(const XpPredicateScan *l)
{
	uint32_t covers[2 * MAX_OPERANDS];

	if (l->casts || l->apart != 0) /* these may fail, those have no operands */
		return false;
	find_covers(l, covers);
	return covers[l->n_gates - 1] != 0;
}

/* As operand_holds compares. */
static BxKeyRange
operand_keys(const XpEval *ev, const Operand *operand)
{
	const XpItem *val = operand->var != 0 ? xp_var(ev, operand->var) : NULL;

	if (operand->as_text)
		return xp_keys_of_text(operand->text);
	if (val != NULL && val->type == XP_T_STRING && operand->op == XP_EQ)
		return xp_keys_of_text(xp_var_text(ev, operand->var));
	return xp_keys_of_number(operand->op, operand_number(operand, val));
}

/* One of these operands is true of every node that passes. */
static uint32_t
add_searches(const XpEval *ev, const XpPredicateScan *l, uint32_t cover, XpSearch *searches)
{
	uint32_t n = 0;

	for (; cover != 0; cover &= cover - 1)
	{
		const Operand *operand = &l->operands[__builtin_ctz(cover)];

		searches[n++] = (XpSearch){.word = l->word,
								   .first = operand->steps & (~operand->steps + 1),
								   .child = l->child & operand->steps,
								   .attr = l->attr & operand->steps,
								   .selected = operand->selected,
								   .range = operand_keys(ev, operand),
								   .or_next = (cover & (cover - 1)) != 0};
	}
	return n;
}

uint32_t
xp_predicate_scan_searches(const XpEval *ev, const XpPredicateScan *l, XpSearch searches[XP_SEARCHES])
{
	uint32_t covers[2 * MAX_OPERANDS], i, n = 0;
	uint64_t must; /* gates that are true of every node that passes */

	if (!xp_predicate_scan_may_search(l) || !fits(ev, l))
		return 0;
	must = 1ull << (l->n_gates - 1);
	find_covers(l, covers);
	for (i = l->n_gates; i-- > 0;)
	{
		if (!((must >> i) & 1))
			continue;
		if (l->gates[i].op == XP_AND)
			must |= 1ull << l->gates[i].a | 1ull << l->gates[i].b;
		else
			n += add_searches(ev, l, covers[i], searches + n);
	}
	return n;
}
