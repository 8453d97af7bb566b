/*
 * xp_node_compare.c -- one node against a number, a string, or a value of another type.
 *
 * A string literal meets stored values without formatting them: its typed form, if it has one, is the only typed
 * payload equal to it, bytes apart.
 */
#include "xp_string_int.h"

bool
xp_declared_equals(const uint8_t *p, uint32_t n, const XpLit *text)
{
	const char *digits = p[0] == BX_TAG_HEX ? "0123456789abcdef" : "0123456789ABCDEF";
	char buf[BX_VALUE_TEXT_MAX];
	const char *s = text->s;
	uint32_t len, i;

	if (p[0] < BX_TAG_HEX)
		return n == text->declared_n && memcmp(p, text->declared, n) == 0;
	/* bytes: two digits each, or four for three */
	if (p[0] < BX_TAG_BASE64 ? text->n != 2 * (n - 1) : text->n != (n + 1) / 3 * 4)
		return false;
	if (p[0] < BX_TAG_BASE64)
	{
		for (i = 1; i < n && s[0] == digits[p[i] >> 4] && s[1] == digits[p[i] & 0x0F]; i++)
			s += 2;
		return i == n;
	}
	s = bx_value_text(p, n, buf, &len);
	return s != NULL && len == text->n && memcmp(s, text->s, len) == 0;
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

bool
xp_order_holds(uint8_t op, int order)
{
	switch (op)
	{
		case XP_EQ:
		case XP_VALUE_EQ: return order == 0;
		case XP_NE:
		case XP_VALUE_NE: return order != 0;
		case XP_LT:
		case XP_VALUE_LT: return order == -1;
		case XP_LE:
		case XP_VALUE_LE: return order == -1 || order == 0;
		case XP_GT:
		case XP_VALUE_GT: return order == 1;
		default: return order == 1 || order == 0;
	}
}

/* The value of a node as a key; with `cast`, a number is read as xs:double does it, not as number(). */
static BxStatus
node_key(XpEval *ev, const XpNode *nd, AtType type, bool cast, BxKey *key, bool *ok)
{
	bool number = type == AT_DOUBLE, typed;
	BxValue v;
	BxStr s;

	BX_TRY(xp_node_value(ev, nd, &s, &typed));
	*ok = true;
	if (typed && number && bx_value_decode((const uint8_t *) s.s, (uint32_t) s.n, &v) &&
		bx_number_of_value(&v, &key->number))
	{
		key->type = AT_DOUBLE;
		return BX_OK;
	}
	if (typed && !number && bx_key_payload(type, (const uint8_t *) s.s, (uint32_t) s.n, key, ok))
		return BX_OK;
	if (typed)
		BX_TRY(xp_payload_text(ev, &s));
	if (s.n >= BX_STEP_UNITS)
		BX_TRY(xp_charge(ev, s.n));
	if (type != AT_BOOLEAN)
		BX_TRY(xp_charge_digits(ev, s.n));
	if (!number || !cast)
		*ok = bx_key_read(type, s, key);
	else
	{
		*key = bx_key_number(0);
		*ok = s.n <= BX_KEY_TEXT_MAX && bx_lex_double(s.s, s.n, &key->number) != BX_LEX_FORM;
	}
	return BX_OK;
}

BxStatus
xp_node_key(XpEval *ev, const XpNode *nd, AtType type, BxKey *key, bool *ok)
{
	return node_key(ev, nd, type, false, key, ok);
}

BxStatus
xp_node_compare_key(XpEval *ev, uint8_t op, const XpNode *nd, const BxKey *key, bool cast, bool *hit,
					bool *ok)
{
	BxArenaMark mark = bx_arena_mark(ev->arena);
	BxKey own;

	BX_TRY(node_key(ev, nd, (AtType) key->type, cast, &own, ok));
	*hit = *ok && xp_order_holds(op, bx_key_order(&own, key));
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}
