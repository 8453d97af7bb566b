/*
 * xp_node_compare.c -- one node against a number or a string.
 *
 * A string literal meets stored values without formatting them: its typed form, if it has one, is the only typed
 * payload equal to it, bytes apart.
 */
#include "xp_string_int.h"

bool
xp_declared_equals(const uint8_t *p, uint32_t n, const XpLit *text)
{
	char buf[BX_VALUE_TEXT_MAX];
	const char *s;
	uint32_t len;

	if (p[0] < BX_TAG_HEX)
		return n == text->declared_n && memcmp(p, text->declared, n) == 0;
	/* bytes: two digits each, or four for three */
	if (p[0] < BX_TAG_BASE64 ? text->n != 2 * (n - 1) : text->n != (n + 1) / 3 * 4)
		return false;
	s = bx_value_text(p, n, buf, &len);
	return s != NULL && len == text->n && memcmp(s, text->s, len) == 0;
}

bool
xp_compare_numbers(uint8_t op, double a, double b)
{
	switch (op)
	{
		case XP_EQ: return a == b;
		case XP_NE: return a != b;
		case XP_LT: return a < b;
		case XP_LE: return a <= b;
		case XP_GT: return a > b;
		default: return a >= b;
	}
}

BxStatus
xp_node_compare_number(XpEval *ev, uint8_t op, const XpNode *nd, double number, bool *hit)
{
	double d;

	BX_TRY(xp_node_number(ev, nd, &d));
	*hit = xp_compare_numbers(op, d, number);
	return BX_OK;
}

static BxStatus
node_equals(XpEval *ev, const XpNode *nd, const XpLit *text, bool *equal)
{
	const uint8_t *p;
	uint32_t n;
	BxArenaMark mark;
	BxStr s;

	if (bx_kind_has_value(nd->kind))
	{
		BX_TRY(xp_value_payload(ev, nd, &p, &n));
		if (BX_UNLIKELY(n >= BX_LONG_PIECE && n == text->n))
			return xp_canceled(ev, bx_long_equal(ev->host, p, text->s, n, equal));
		*equal = xp_payload_equals(p, n, text);
		return BX_OK;
	}
	mark = bx_arena_mark(ev->arena);
	BX_TRY(xp_node_string(ev, nd, &s));
	*equal = false;
	if (s.n == text->n)
		BX_TRY(xp_canceled(ev, bx_long_equal(ev->host, s.s, text->s, s.n, equal)));
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}

BxStatus
xp_node_compare_text(XpEval *ev, uint8_t op, const XpNode *nd, const XpLit *text, bool *hit)
{
	bool equal;

	BX_TRY(node_equals(ev, nd, text, &equal));
	*hit = equal == (op == XP_EQ);
	return BX_OK;
}
