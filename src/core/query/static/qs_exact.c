/*
 * qs_exact.c -- sums, products, differences, averages and negations of decimals without the error of binary doubles.
 *
 * Numbers of bxpath are doubles, so 0.1 + 0.2 is not 0.3.  Where the result becomes an SQL numeric, or new content,
 * nobody needs the double: the outermost operators are then those of XQuery on decimals, provided that every value they
 * meet is lexically one.  A value that is none (an exponent, no number at all) is NaN, and so is the result, which
 * leaves the answer to the usual operators.
 */
#include "../../base/bx_core_int.h"

#include "qs_lenient.h"

#include "../run/ru_expr.h"

static bool
is_total(const QExpr *e)
{
	return e->kind == QK_CALL && e->n_args == 1 && bx_str_is(e->name.uri, Q_URI_FN) &&
		   (bx_str_is(e->name.local, "sum") || bx_str_is(e->name.local, "avg"));
}

static bool
is_operator(const QExpr *e)
{
	if (e->kind == QK_UNARY)
		return e->sub == 1;
	return e->kind == QK_ARITHMETIC && (e->sub == AT_ADD || e->sub == AT_SUBTRACT || e->sub == AT_MULTIPLY);
}

/* A value that is not a decimal. */
static BxStatus
none(QsBuild *b, const QExpr *e, RuOp **op)
{
	XdItem nan = at_double_item(bx_number_from_text("", 0));

	return qs_constant(b, e->pos, &nan, op);
}

/* A literal as it is written, as far as a double keeps it. */
static BxStatus
literal(QsBuild *b, const QExpr *e, RuOp **op)
{
	const AtCall at = {.host = b->host, .arena = b->arena, .err = b->err};
	char buf[BX_NUMBER_TEXT_MAX];
	XdItem value;
	bool is;

	BX_TRY(qs_build(b, e, op));
	if (!qs_is_constant(*op) || (*op)->value.type != AT_DOUBLE)
		return none(b, e, op);
	value = at_string_item(bx_str(buf, bx_number_format((*op)->value.u.d, buf)));
	BX_TRY(at_castable(&at, &value, AT_DECIMAL, &is));
	if (!is)
		return none(b, e, op);
	BX_TRY(at_cast(&at, &value, AT_DECIMAL, &value));
	return qs_constant(b, e->pos, &value, op);
}

static BxStatus
value(QsBuild *b, const QExpr *e, RuOp **op)
{
	if (e->kind == QK_LITERAL)
		return literal(b, e, op);
	BX_TRY(qs_build(b, e, op));
	if ((*op)->lenient != RU_L_NODES && (*op)->lenient != RU_L_NUMBER)
		return none(b, e, op);
	BX_TRY(qs_lenient_first(b, op));
	BX_TRY(qs_wrap(b, &ru_lenient_exact, op));
	(*op)->type = qs_atomic_type(AT_ANY_ATOMIC, XD_ONE);
	return BX_OK;
}

static BxStatus
exact(QsBuild *b, const QExpr *e, RuOp **op)
{
	uint32_t i;

	BX_TRY(qs_check_depth(b, e));
	if (is_total(e))
	{
		b->exact = e;
		BX_TRY(qs_call(b, e, op));
		if (b->exact == NULL)
			return none(b, e, op);
		b->exact = NULL;
		return BX_OK;
	}
	if (!is_operator(e))
		return value(b, e, op);
	BX_TRY(qs_new(b, e->kind == QK_UNARY ? &ru_unary : &ru_arithmetic, e->pos, e->n_args, op));
	for (i = 0; i < e->n_args; i++)
		BX_TRY(exact(b, e->args[i], &(*op)->args[i]));
	qs_done(*op);
	(*op)->sub = e->sub;
	(*op)->type = qs_atomic_type(AT_ANY_ATOMIC, XD_OPTIONAL);
	return BX_OK;
}

BxStatus
qs_exact(QsBuild *b, const QExpr *e, RuOp **op)
{
	RuOp *usual;

	BX_TRY(qs_build(b, e, &usual));
	*op = usual;
	if (!is_total(e) && !is_operator(e))
		return BX_OK;
	BX_TRY(qs_new(b, &ru_lenient_exactly, e->pos, 2, op));
	BX_TRY(exact(b, e, &(*op)->args[0]));
	(*op)->args[1] = usual;
	qs_done(*op);
	(*op)->type = qs_atomic_type(AT_ANY_ATOMIC, usual->type.occurrence);
	(*op)->lenient = usual->lenient;
	return BX_OK;
}
