/*
 * bx_path_facts_put.c -- facts of a path in words: a paragraph for each location path, in the order of their ends, then
 * the comparisons that have a type.
 */
#include "ty_int.h"

#include <stdio.h>

#define SHOWN_NAMES 12

typedef struct FactsPut
{
	const BxPathFacts *facts;
	const XpExpr *nodes;
	TyFacts marks; /* for lists of places */
	BxBuf *out;
	BxError *err;
	BxStatus status; /* sticky */
} FactsPut;

static void
put_str(FactsPut *p, BxStr s)
{
	bx_buf_add(p->out, s.s, s.n, &p->status, p->err);
}

static void
say(FactsPut *p, const char *s)
{
	put_str(p, bx_str(s, strlen(s)));
}

static void
put_number(FactsPut *p, uint32_t n)
{
	char digits[16];

	snprintf(digits, sizeof(digits), "%u", n);
	say(p, digits);
}

/* ---- steps ---- */

static void
put_test(FactsPut *p, const XpExpr *step)
{
	static const char *const kinds[] = {[XP_TEST_NODE] = "node()",
										[XP_TEST_TEXT] = "text()",
										[XP_TEST_COMMENT] = "comment()",
										[XP_TEST_PI] = "processing-instruction()"};
	const XpName *n = step->name != 0 ? &xp_names(p->facts->block)[step->name - 1] : NULL;
	const char *pool = xp_pool(p->facts->block);

	if (step->axis == XP_AX_ATTRIBUTE)
		say(p, "@");
	else if (step->axis != XP_AX_CHILD)
	{
		say(p, xp_axis_name((XpAxis) step->axis));
		say(p, "::");
	}
	if (step->test != XP_TEST_NAME)
	{
		say(p, kinds[step->test]);
		return;
	}
	if (n->prefix_len > 0)
	{
		put_str(p, bx_str(pool + n->prefix, n->prefix_len));
		say(p, ":");
	}
	else if ((n->flags & XP_NAME_ANY_NS) && !(n->flags & XP_NAME_ANY_LOCAL))
		say(p, "*:");
	put_str(p, n->flags & XP_NAME_ANY_LOCAL ? bx_str("*", 1) : bx_str(pool + n->local, n->local_len));
}

static const char *
number_of(const BxPathFact *fact)
{
	if (fact->never)
		return "none";
	if (fact->most == 1)
		return fact->least > 0 ? "exactly one" : "at most one";
	return fact->least > 0 ? "one or more" : "any number";
}

/* Places that the step could have found by other names. */
static BxStatus
list_others(FactsPut *p, const XpExpr *step, const BxPlaceSet *from, BxPlaceSet *others)
{
	const BxPart *parts;
	uint32_t i, k, n;
	TyList list;

	BX_TRY(bx_place_list_begin(&p->marks, &list));
	for (i = 0; i < from->n; i++)
	{
		BX_TRY(bx_places_parts(p->facts->places, from->list[i], &parts, &n, p->err));
		for (k = 0; k < n; k++)
			if ((bx_places_at(p->facts->places, parts[k].place)->kind == BX_PLACE_ATTRIBUTE) ==
					(step->axis == XP_AX_ATTRIBUTE) &&
				bx_places_at(p->facts->places, parts[k].place)->local.s != NULL)
				BX_TRY(bx_place_list_add(&p->marks, &list, parts[k].place));
	}
	*others = bx_place_list_end(&p->marks, &list);
	return BX_OK;
}

static void
put_others(FactsPut *p, const XpExpr *step, const BxPlaceSet *from)
{
	BxPlaceSet others;
	uint32_t i;

	if (p->status == BX_OK)
		p->status = list_others(p, step, from, &others);
	if (p->status != BX_OK)
		return;
	if (others.n == 0)
		say(p, step->axis == XP_AX_ATTRIBUTE ? "; the schema has no attributes there"
											 : "; the schema has no elements there");
	for (i = 0; i < others.n && i < SHOWN_NAMES; i++)
	{
		const BxSchemaPlace *place = bx_places_at(p->facts->places, others.list[i]);

		say(p, i == 0 ? "; the schema has there: " : ", ");
		say(p, place->kind == BX_PLACE_ATTRIBUTE ? "@" : "");
		if (place->uri.n > 0)
		{
			say(p, "Q{");
			put_str(p, place->uri);
			say(p, "}");
		}
		put_str(p, place->local);
	}
	if (others.n > SHOWN_NAMES)
	{
		say(p, " and ");
		put_number(p, others.n - SHOWN_NAMES);
		say(p, " more");
	}
}

static void
put_fact(FactsPut *p, const BxPathFact *fact)
{
	if (fact->places.anything)
		say(p, "not known");
	else
		say(p, number_of(fact));
	if (fact->declared != AT_ANY_TYPE && !fact->never)
	{
		say(p, ", ");
		say(p, at_types[fact->declared].qname);
	}
}

static void
put_path(FactsPut *p, uint32_t node)
{
	const BxPathFact *fact = &p->facts->at[node];
	uint32_t s;

	say(p, "declared, path at ");
	put_number(p, p->nodes[node].pos);
	say(p, ": ");
	put_fact(p, fact);
	say(p, "\n");
	for (s = p->nodes[node].a; s != 0; s = p->nodes[s].next)
	{
		const BxPathFact *step = &p->facts->at[s];

		if (p->nodes[s].flags & XP_FROM_SLASHES)
			continue;
		say(p, "  ");
		put_test(p, &p->nodes[s]);
		say(p, ": ");
		put_fact(p, step);
		if (step->never && step->from.n > 0 && step->places.n == 0 &&
			(p->nodes[s].axis == XP_AX_CHILD || p->nodes[s].axis == XP_AX_ATTRIBUTE) &&
			p->nodes[s].test == XP_TEST_NAME)
			put_others(p, &p->nodes[s], &step->from);
		say(p, "\n");
	}
}

/* ---- comparisons ---- */

static const char *
operand_type(const FactsPut *p, uint32_t node)
{
	const XpExpr *e = &p->nodes[node];
	uint32_t kid;

	if (p->facts->at[node].type != 0)
		return xp_func_name((XpFunc) p->facts->at[node].type);
	for (kid = e->op == XP_SEQUENCE ? e->a : 0; kid != 0; kid = p->nodes[kid].next)
		if (p->facts->at[kid].type != 0)
			return xp_func_name((XpFunc) p->facts->at[kid].type);
	return NULL;
}

static void
put_comparison(FactsPut *p, const XpExpr *e)
{
	const char *type;

	if (!((e->op >= XP_EQ && e->op <= XP_GE) || (e->op >= XP_VALUE_EQ && e->op <= XP_VALUE_GE)))
		return;
	type = operand_type(p, e->b);
	if (type == NULL)
		type = operand_type(p, e->a);
	if (type == NULL)
		return;
	say(p, "comparison at ");
	put_number(p, e->pos);
	say(p, ": as ");
	say(p, type);
	say(p, "\n");
}

BxStatus
bx_path_facts_put(const BxPathFacts *facts, const BxHost *host, BxArena *arena, BxBuf *out, BxError *err)
{
	FactsPut p = {.facts = facts, .nodes = xp_nodes(facts->block), .out = out, .err = err};
	uint32_t i;

	p.marks = (TyFacts){.places = facts->places, .host = host, .arena = arena, .err = err};
	for (i = 1; i < facts->block->n_nodes && p.status == BX_OK; i++)
		if (p.nodes[i].op == XP_PATH && facts->at[i].nodes)
			put_path(&p, i);
	for (i = 1; i < facts->block->n_nodes; i++)
		put_comparison(&p, &p.nodes[i]);
	return p.status;
}
