/*
 * ty_compare.c -- as what the operands of a comparison are compared.
 *
 * Where all nodes of one side are declared with one type, the other side is read as that type: a string literal, a
 * variable, true() and false(), a sequence of them, or nodes of the same type.  A constructor around the other side
 * does it, since text of nodes that meets a typed value is read as its type.  Orders of numbers compare numbers
 * anyway.  A literal that is not a value of the type can be equal to no node: that is an error.
 */
#include "ty_int.h"

#include "../value/bx_key.h"
#include "../xpath/syntax/xp_construct.h"

typedef struct TypedSide
{
	uint8_t declared;
	bool order; /* "<" and so on of XPath 1.0, on numbers where nothing is typed */
} TypedSide;

/* Types that are not here are compared as text. */
static const uint8_t constructors[AT_TYPES] = {
	[AT_BOOLEAN] = XP_FN_XS_BOOLEAN,   [AT_DECIMAL] = XP_FN_XS_DECIMAL,
	[AT_DOUBLE] = XP_FN_XS_DOUBLE,     [AT_DURATION] = XP_FN_XS_DAY_TIME_DURATION,
	[AT_DATETIME] = XP_FN_XS_DATETIME, [AT_DATE] = XP_FN_XS_DATE,
};

static bool
is_number(unsigned declared)
{
	return at_types[declared].family == AT_F_NUMBER;
}

/* ---- the other side ---- */

static BxStatus
refuse(TyFacts *f, const XpExpr *e, BxStr text, unsigned declared)
{
	bx_fail(f->err, BX_E_XPTYPE, e->pos, "\"%.*s\" is not a value of type %s",
			(int) (text.n < 60 ? text.n : 60), text.s, at_types[declared].qname);
	return bx_hint(
		f->err, BX_E_XPTYPE,
		"By the schema the nodes it is compared with have this type; to compare them as text, write "
		"string() around them.");
}

/* Of durations, there are two kinds; what is of neither has no order and stays text. */
static uint8_t
duration_func(BxStr text, BxKey *key)
{
	if (bx_key_read(AT_DAY_TIME, text, key))
		return XP_FN_XS_DAY_TIME_DURATION;
	return bx_key_read(AT_MONTHS, text, key) ? XP_FN_XS_YEAR_MONTH_DURATION : 0;
}

static BxStatus
literal(TyFacts *f, uint32_t node, const TypedSide *t)
{
	const XpExpr *e = &f->nodes[node];
	BxStr text = bx_str(f->pool + e->a, e->b);
	uint8_t func = constructors[t->declared];
	double d;
	BxKey key;

	if (t->declared == AT_DURATION)
		func = duration_func(text, &key);
	else if (t->declared == AT_DOUBLE ? bx_lex_double(text.s, text.n, &d) == BX_LEX_FORM
									  : !bx_key_read((AtType) t->declared, text, &key))
		return refuse(f, e, text, t->declared);
	f->facts->at[node].type = t->order && t->declared == AT_DECIMAL ? 0 : func;
	return BX_OK;
}

/* A variable with a number stays one, so numbers are compared as doubles. */
static uint8_t
variable_func(const TypedSide *t)
{
	if (is_number(t->declared))
		return t->order && t->declared == AT_DECIMAL ? 0 : XP_FN_XS_DOUBLE;
	return t->declared == AT_DURATION ? 0 : constructors[t->declared];
}

/* Can each of the nodes be made a value of their type?  A nil one cannot. */
static bool
all_filled(const TyFacts *f, const BxPathFact *fact)
{
	uint32_t i;

	for (i = 0; i < fact->places.n; i++)
		if (bx_places_at(f->places, fact->places.list[i])->unfilled)
			return false;
	return true;
}

/* Nodes of the type, each as its value. */
static void
type_nodes(const TyFacts *f, uint32_t node, const TypedSide *t)
{
	BxPathFact *fact = &f->facts->at[node];
	const XpExpr *e = &f->nodes[node];

	if (fact->nodes && fact->declared == t->declared && e->type == XP_T_NODESET && !fact->never &&
		xp_constructible(e) && all_filled(f, fact) && !(t->order && t->declared == AT_DECIMAL) &&
		t->declared != AT_DURATION)
		fact->type = constructors[t->declared];
}

static BxStatus
type_operand(TyFacts *f, uint32_t node, const TypedSide *t)
{
	const XpExpr *e = &f->nodes[node];
	BxPathFact *fact = &f->facts->at[node];
	bool constant = e->op == XP_CALL && (e->func == XP_FN_TRUE || e->func == XP_FN_FALSE);
	uint32_t kid;

	switch (e->op)
	{
		case XP_STRING: return literal(f, node, t);
		case XP_VARIABLE: fact->type = variable_func(t); return BX_OK;
		case XP_SEQUENCE:
			for (kid = e->a; kid != 0; kid = f->nodes[kid].next)
				if (f->nodes[kid].op == XP_STRING)
					BX_TRY(literal(f, kid, t));
			return BX_OK;
		default: break;
	}
	if (constant && t->declared == AT_BOOLEAN)
		fact->type = XP_FN_XS_BOOLEAN;
	else
		type_nodes(f, node, t);
	return BX_OK;
}

/* ---- the comparison ---- */

static bool
is_typed(const TyFacts *f, uint32_t node)
{
	const BxPathFact *fact = &f->facts->at[node];

	return fact->nodes && !fact->never && constructors[fact->declared] != 0;
}

static bool
has_type(const TyFacts *f, uint32_t node)
{
	uint32_t kid;
	bool has = f->facts->at[node].type != 0;

	for (kid = f->nodes[node].op == XP_SEQUENCE ? f->nodes[node].a : 0; kid != 0; kid = f->nodes[kid].next)
		has = has || f->facts->at[kid].type != 0;
	return has;
}

BxStatus
bx_facts_compare(TyFacts *f, const XpExpr *e)
{
	bool swap = !is_typed(f, e->a);
	uint32_t nodes = swap ? e->b : e->a, other = swap ? e->a : e->b;
	TypedSide t = {.order = e->op >= XP_LT && e->op <= XP_GE};

	if (f->unbound || !is_typed(f, nodes))
		return BX_OK;
	t.declared = f->facts->at[nodes].declared;
	BX_TRY(type_operand(f, other, &t));
	/* number() does not read exponents */
	if (t.declared == AT_DOUBLE && (has_type(f, other) || f->nodes[other].type == XP_T_NUMBER))
		type_nodes(f, nodes, &t);
	f->facts->typed = f->facts->typed || has_type(f, other) || has_type(f, nodes);
	return BX_OK;
}
