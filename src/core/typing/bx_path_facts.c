/*
 * bx_path_facts.c -- facts of a path: its expressions from the outside in, each with the places it is evaluated at.
 */
#include "ty_int.h"

static BxStatus expression(TyFacts *f, uint32_t node, const BxPlaceSet *at);

static bool
is_comparison(unsigned op)
{
	return (op >= XP_EQ && op <= XP_GE) || (op >= XP_VALUE_EQ && op <= XP_VALUE_GE);
}

static BxPathFact *
fact_of(const TyFacts *f, uint32_t node)
{
	return &f->facts->at[node];
}

/* Nodes of which nothing is known. */
static void
anything(BxPathFact *fact)
{
	*fact = (BxPathFact){.nodes = true, .most = BX_MANY, .places = {.anything = true}};
}

/* An expression that must give nodes. */
static BxStatus
nodes_of(TyFacts *f, uint32_t node, const BxPlaceSet *at, BxPathFact *fact)
{
	BX_TRY(expression(f, node, at));
	if (!fact_of(f, node)->nodes)
		anything(fact_of(f, node));
	*fact = *fact_of(f, node);
	return BX_OK;
}

/* ---- predicates ---- */

/* A predicate that is a number selects one node for each node that the step starts from. */
static void
narrow(const TyFacts *f, const XpExpr *predicate, BxPathFact *fact)
{
	const XpExpr *e = &f->nodes[predicate->a];
	double number;

	if (e->op == XP_NUMBER || (e->op == XP_CALL && e->func == XP_FN_LAST))
		fact->most = fact->most > 1 ? 1 : fact->most;
	if (e->op == XP_NUMBER)
		memcpy(&number, f->pool + e->a, sizeof(number));
	if ((e->op == XP_NUMBER && number == 1) || (e->op == XP_CALL && e->func == XP_FN_LAST))
		fact->least = fact->least > 1 ? 1 : fact->least;
	else
		fact->least = 0;
	if (fact_of(f, predicate->a)->never)
		fact->most = 0;
}

/* Predicates of a step or filter, evaluated at what it found. */
static BxStatus
predicates(TyFacts *f, uint32_t first, BxPathFact *fact)
{
	uint32_t p;

	for (p = first; p != 0; p = f->nodes[p].next)
	{
		BX_TRY(expression(f, f->nodes[p].a, &fact->places));
		narrow(f, &f->nodes[p], fact);
	}
	return BX_OK;
}

/* ---- paths ---- */

static void
finish_nodes(const TyFacts *f, BxPathFact *fact)
{
	fact->nodes = true;
	fact->declared = (uint8_t) bx_places_declared(f, &fact->places);
	fact->never = fact->most == 0 || (!fact->places.anything && fact->places.n == 0);
	if (fact->never)
		fact->least = fact->most = 0;
}

static BxStatus
path(TyFacts *f, uint32_t node, const BxPlaceSet *at)
{
	static const uint32_t document = 0;
	const XpExpr *e = &f->nodes[node];
	BxPathFact all = {.nodes = true, .least = 1, .most = 1, .places = *at};
	uint32_t s;

	if (e->flags & XP_ABSOLUTE)
		all.places = (BxPlaceSet){&document, 1, false};
	if (e->b != 0)
		BX_TRY(nodes_of(f, e->b, at, &all));
	for (s = e->a; s != 0; s = f->nodes[s].next)
	{
		BxPathFact *fact = fact_of(f, s);
		bool counted = f->nodes[s].axis == XP_AX_CHILD || f->nodes[s].axis == XP_AX_ATTRIBUTE ||
					   f->nodes[s].axis == XP_AX_SELF;

		BX_TRY(bx_facts_step(f, &f->nodes[s], &all.places, fact));
		if (fact->places.n == 0 && !fact->places.anything && all.most > 0 && all.places.n > 0 &&
			f->facts->excluded == 0)
			f->facts->excluded = s;
		BX_TRY(predicates(f, f->nodes[s].a, fact));
		finish_nodes(f, fact);
		all.least = counted ? bx_many_times(all.least, fact->least) : all.least > 0 && fact->least > 0;
		all.most = bx_many_times(all.most, fact->most);
		all.places = fact->places;
	}
	finish_nodes(f, &all);
	*fact_of(f, node) = all;
	return BX_OK;
}

/* ---- other nodes ---- */

/* Two sets of nodes as one. */
static BxStatus
both(TyFacts *f, uint32_t a, uint32_t b, BxPathFact *fact)
{
	const BxPathFact *x = fact_of(f, a), *y = fact_of(f, b);

	fact->least = x->least > y->least ? x->least : y->least;
	fact->most = bx_many_plus(x->most, y->most);
	BX_TRY(bx_places_unite(f, &x->places, &y->places, &fact->places));
	finish_nodes(f, fact);
	return BX_OK;
}

static BxStatus
set_operation(TyFacts *f, const XpExpr *e, const BxPlaceSet *at, BxPathFact *fact)
{
	BX_TRY(nodes_of(f, e->b, at, fact));
	BX_TRY(nodes_of(f, e->a, at, fact));
	if (e->op == XP_UNION)
		return both(f, e->a, e->b, fact);
	fact->least = 0;
	finish_nodes(f, fact);
	return BX_OK;
}

static BxStatus
filter(TyFacts *f, const XpExpr *e, const BxPlaceSet *at, BxPathFact *fact)
{
	BX_TRY(nodes_of(f, e->a, at, fact));
	BX_TRY(predicates(f, e->b, fact));
	finish_nodes(f, fact);
	return BX_OK;
}

static BxStatus
map(TyFacts *f, const XpExpr *e, const BxPlaceSet *at, BxPathFact *fact)
{
	BxPathFact outer;

	BX_TRY(nodes_of(f, e->a, at, &outer));
	BX_TRY(nodes_of(f, e->b, &outer.places, fact));
	fact->least = bx_many_times(fact->least, outer.least > 0);
	fact->most = bx_many_times(fact->most, outer.most);
	fact->type = 0;
	finish_nodes(f, fact);
	return BX_OK;
}

/* ---- everything else ---- */

/* All operands or arguments. */
static BxStatus
operands(TyFacts *f, const XpExpr *e, const BxPlaceSet *at)
{
	uint32_t kid;

	for (kid = e->a; kid != 0; kid = f->nodes[kid].next)
		BX_TRY(expression(f, kid, at));
	for (kid = e->b; kid != 0; kid = f->nodes[kid].next)
		BX_TRY(expression(f, kid, at));
	return BX_OK;
}

/* Functions that return items of their first argument, and those that ask whether it has any. */
static void
call(const TyFacts *f, const XpExpr *e, BxPathFact *fact)
{
	switch (e->func)
	{
		case XP_FN_DATA:
		case XP_FN_DISTINCT_VALUES:
		case XP_FN_REVERSE:
		case XP_FN_SUBSEQUENCE:
		case XP_FN_HEAD:
		case XP_FN_TAIL:
			if (!fact_of(f, e->a)->nodes)
				break;
			*fact = *fact_of(f, e->a);
			fact->least = 0;
			fact->type = 0;
			return;
		case XP_FN_EXISTS:
		case XP_FN_BOOLEAN: fact->never = fact_of(f, e->a)->never; return;
		case XP_FN_ID: break;
		default: return;
	}
	anything(fact);
}

/* A comparison with nothing is never true, but a boolean asks whether there is something. */
static bool
compares_nothing(const TyFacts *f, const XpExpr *e)
{
	const BxPathFact *a = fact_of(f, e->a), *b = fact_of(f, e->b);

	if (f->nodes[e->a].type == XP_T_BOOLEAN || f->nodes[e->b].type == XP_T_BOOLEAN ||
		f->nodes[e->a].type == XP_T_ANY || f->nodes[e->b].type == XP_T_ANY)
		return false;
	return (a->nodes && a->never) || (b->nodes && b->never);
}

static BxStatus
other(TyFacts *f, const XpExpr *e, const BxPlaceSet *at, BxPathFact *fact)
{
	BX_TRY(operands(f, e, at));
	if (is_comparison(e->op))
	{
		fact->never = compares_nothing(f, e);
		return bx_facts_compare(f, e);
	}
	switch (e->op)
	{
		case XP_AND: fact->never = fact_of(f, e->a)->never || fact_of(f, e->b)->never; break;
		case XP_OR: fact->never = fact_of(f, e->a)->never && fact_of(f, e->b)->never; break;
		case XP_CALL: call(f, e, fact); break;
		case XP_SEQUENCE:
		case XP_IF:
		case XP_FOR:
		case XP_LET:
		case XP_LOCAL:
		case XP_ITEM: anything(fact); break;
		default: break;
	}
	return BX_OK;
}

static BxStatus
evaluate(TyFacts *f, uint32_t node, const BxPlaceSet *at)
{
	const XpExpr *e = &f->nodes[node];
	BxPathFact *fact = fact_of(f, node);

	switch (e->op)
	{
		case XP_NUMBER:
		case XP_STRING:
		case XP_VARIABLE: return BX_OK;
		case XP_PATH: return path(f, node, at);
		case XP_FILTER:
		case XP_SEQ_FILTER: return filter(f, e, at, fact);
		case XP_UNION:
		case XP_EXCEPT:
		case XP_INTERSECT: return set_operation(f, e, at, fact);
		case XP_MAP: return map(f, e, at, fact);
		default: return other(f, e, at, fact);
	}
}

static BxStatus
expression(TyFacts *f, uint32_t node, const BxPlaceSet *at)
{
	BX_TRY(bx_step(f->host));
	if (!f->host->stack_ok(f->host->ctx))
		return bx_fail(f->err, BX_E_LIMIT, f->nodes[node].pos, "expression too deeply nested");
	return evaluate(f, node, at);
}

/* ---- the whole ---- */

static void
find_unbound(TyFacts *f, const XpBlock *block)
{
	uint32_t i;

	for (i = 0; i < block->n_names; i++)
		f->unbound = f->unbound || (f->names[i].flags & XP_NAME_UNBOUND) != 0;
}

BxStatus
bx_path_facts(BxPlaces *places, const BxHost *host, const XpBlock *block, const BxPlaceSet *from,
			  BxArena *arena, BxPathFacts **facts, BxError *err)
{
	static const uint32_t document = 0;
	BxPlaceSet start = {&document, 1, false};
	TyFacts f = {.places = places,
				 .host = host,
				 .arena = arena,
				 .err = err,
				 .nodes = xp_nodes(block),
				 .names = xp_names(block),
				 .pool = xp_pool(block)};

	f.facts = bx_arena_zalloc(arena, sizeof(BxPathFacts));
	if (f.facts == NULL)
		return bx_fail_nomem(err, sizeof(BxPathFacts));
	f.facts->places = places;
	f.facts->block = block;
	f.facts->at = bx_arena_zalloc(arena, block->n_nodes * sizeof(BxPathFact));
	if (f.facts->at == NULL)
		return bx_fail_nomem(err, block->n_nodes * sizeof(BxPathFact));
	find_unbound(&f, block);
	BX_TRY(expression(&f, block->root, from != NULL ? from : &start));
	*facts = f.facts;
	return BX_OK;
}
