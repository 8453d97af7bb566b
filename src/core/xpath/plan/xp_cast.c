/*
 * xp_cast.c -- comparisons of a path with a constructor, such as a/@b > xs:date("2026-01-01") and xs:double(a/@b) > 5,
 * found before a value is seen: the constant is read once.
 */
#include "xp_cast_int.h"

#include "../../value/bx_lexical.h"

uint8_t
xp_cast_type(const XpExpr *call)
{
	static const uint8_t types[] = {XP_FN_XS_DOUBLE,
									AT_DOUBLE,
									XP_FN_XS_DATE,
									AT_DATE,
									XP_FN_XS_DATETIME,
									AT_DATETIME,
									XP_FN_XS_DAY_TIME_DURATION,
									AT_DAY_TIME,
									XP_FN_XS_YEAR_MONTH_DURATION,
									AT_MONTHS};
	size_t i;

	for (i = 0; i < sizeof(types); i += 2)
		if (call->op == XP_CALL && types[i] == call->func)
			return types[i + 1];
	return 0;
}

bool
xp_cast_literal(const XpPlan *p, const XpExpr *call, BxKey *key)
{
	const XpExpr *text = &p->nodes[call->a];
	uint8_t type = xp_cast_type(call);

	return type > AT_DOUBLE && text->op == XP_STRING &&
		   bx_key_read((AtType) type, bx_str(p->pool + text->a, text->b), key);
}

bool
xp_number_constant(const XpPlan *p, const XpExpr *e, double *number)
{
	bool negative = e->op == XP_NEG;

	if (negative)
		e = &p->nodes[e->a];
	if (e->op != XP_NUMBER)
		return false;
	memcpy(number, p->pool + e->a, sizeof(double));
	*number = negative ? -*number : *number;
	return true;
}

/* xs:double("1E2") */
static bool
double_literal(const XpPlan *p, const XpExpr *call, double *number)
{
	const XpExpr *text = &p->nodes[call->a];

	return xp_cast_type(call) == AT_DOUBLE && text->op == XP_STRING && text->b <= BX_KEY_TEXT_MAX &&
		   bx_lex_double(p->pool + text->a, text->b, number) != BX_LEX_FORM;
}

/* Is the operand a path or a constructor around one, and the other one a constant of its type? */
static bool
read_comparison(const XpPlan *p, uint32_t operand, uint32_t other, XpCastCompare *c)
{
	const XpExpr *constant = &p->nodes[other];
	uint8_t type = xp_cast_type(&p->nodes[operand]);
	double number;

	c->cast = type != 0;
	c->path = c->cast ? p->nodes[operand].a : operand;
	if (p->nodes[c->path].op != XP_PATH || p->nodes[c->path].type != XP_T_NODESET)
		return false;
	if (type != AT_DOUBLE)
		return xp_cast_literal(p, constant, &c->key) && (!c->cast || c->key.type == type);
	if (!xp_number_constant(p, constant, &number) && !double_literal(p, constant, &number))
		return false;
	c->key = bx_key_number(number);
	return true;
}

BxStatus
xp_prepared_make(XpPlan *p, uint32_t n_nodes, BxArena *arena, BxError *err)
{
	size_t size = n_nodes * sizeof(XpPrepared);

	if (p->prepared != NULL)
		return BX_OK;
	p->prepared = bx_arena_zalloc(arena, size);
	return p->prepared != NULL ? BX_OK : bx_fail_nomem(err, size);
}

BxStatus
xp_cast_plan(XpPlan *p, uint32_t n_nodes, BxArena *arena, BxError *err)
{
	for (uint32_t i = 1; i < n_nodes; i++)
	{
		const XpExpr *e = &p->nodes[i];
		XpCastCompare c = {.op = e->op};

		if (e->op < XP_EQ || e->op > XP_GE)
			continue;
		if (!read_comparison(p, e->a, e->b, &c))
		{
			c.op = xp_flip(e->op);
			if (!read_comparison(p, e->b, e->a, &c))
				continue;
		}
		BX_TRY(xp_prepared_make(p, n_nodes, arena, err));
		p->prepared[i].cast = bx_arena_alloc(arena, sizeof(c));
		if (p->prepared[i].cast == NULL)
			return bx_fail_nomem(err, sizeof(c));
		*p->prepared[i].cast = c;
	}
	return BX_OK;
}
