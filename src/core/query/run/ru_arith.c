/*
 * ru_arith.c -- arithmetic, concatenation of strings, and ranges of integers.
 */
#include "../../base/bx_core_int.h"

#include "../../base/bx_long.h"

#include "ru_expr.h"

/* ---- arithmetic ---- */

/* Two xs:integer that are small, with a small result. */
static inline bool
integers_quickly(AtOperator op, int64_t a, int64_t b, XdItem *item)
{
	int64_t i;

	switch (op)
	{
		case AT_ADD:
			if (__builtin_add_overflow(a, b, &i))
				return false;
			break;
		case AT_SUBTRACT:
			if (__builtin_sub_overflow(a, b, &i))
				return false;
			break;
		case AT_MULTIPLY:
			if (__builtin_mul_overflow(a, b, &i))
				return false;
			break;
		case AT_IDIV:
			if (b == 0)
				return false;
			i = a / b; /* neither is INT64_MIN */
			break;
		case AT_MOD:
			if (b == 0)
				return false;
			i = a % b;
			break;
		default: return false;
	}
	if (i == INT64_MIN)
		return false;
	*item = at_integer_item(i);
	return true;
}

static inline bool
doubles_quickly(AtOperator op, double a, double b, XdItem *item)
{
	switch (op)
	{
		case AT_ADD: *item = at_double_item(a + b); return true;
		case AT_SUBTRACT: *item = at_double_item(a - b); return true;
		case AT_MULTIPLY: *item = at_double_item(a * b); return true;
		case AT_DIVIDE: *item = at_double_item(a / b); return true;
		default: return false;
	}
}

static inline bool
reckon_quickly(AtOperator op, const XdItem *a, const XdItem *b, XdItem *item)
{
	if (a->form == AT_FORM_INT && b->form == AT_FORM_INT && at_is_integer(a) && at_is_integer(b))
		return integers_quickly(op, a->u.i, b->u.i, item);
	return a->type == AT_DOUBLE && b->type == AT_DOUBLE && doubles_quickly(op, a->u.d, b->u.d, item);
}

static BxStatus
arithmetic_one(RU_ONE_ARGS)
{
	XdItem a, b;
	AtCall at;

	BX_TRY(ru_operands(run, op, cx, &a, &b, found));
	if (!*found || reckon_quickly((AtOperator) op->sub, &a, &b, item))
		return BX_OK;
	at = ru_at(run, cx);
	return ru_at_op(run, op, at_arith(&at, (AtOperator) op->sub, &a, &b, item));
}

const RuClass ru_arithmetic = {"arithmetic", .one = arithmetic_one};

static BxStatus
unary_one(RU_ONE_ARGS)
{
	AtCall at = ru_at(run, cx);
	XdItem a;

	BX_TRY(ru_one(run, op->args[0], cx, &a, found));
	if (!*found)
		return BX_OK;
	if (a.type == AT_UNTYPED)
	{
		const XdItem untyped = a;

		BX_TRY(ru_at_op(run, op, at_cast(&at, &untyped, AT_DOUBLE, &a)));
	}
	if (!at_is_numeric(&a))
		return ru_fail(run, op, "XPTY0004", "the operand of unary %s must be a number, but is %s",
					   op->sub ? "minus" : "plus", xd_item_type_name(&a));
	if (op->sub)
		return ru_at_op(run, op, at_negate(&at, &a, item));
	*item = a;
	return BX_OK;
}

const RuClass ru_unary = {"unary operator", .one = unary_one};

/* ---- concatenation ---- */

static BxStatus
concat_one(RU_ONE_ARGS)
{
	BxStr *parts = ru_alloc(run, cx, op->n_args * sizeof(BxStr));
	AtCall at = ru_at(run, cx);
	size_t n = 0;
	uint32_t i;
	char *text, *to;

	if (parts == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < op->n_args; i++)
	{
		XdItem part;

		BX_TRY(ru_one(run, op->args[i], cx, &part, found));
		parts[i] = bx_str("", 0);
		if (*found)
			BX_TRY(ru_at_op(run, op, at_text(&at, &part, &parts[i])));
		n += parts[i].n;
	}
	if (n > UINT32_MAX)
		return bx_fail(run->err, BX_E_LIMIT, op->pos, "a string is longer than 4 GB");
	to = text = ru_alloc(run, cx, n);
	if (text == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < op->n_args; i++)
	{
		BX_TRY(bx_long_copy(run->host, to, parts[i].s, parts[i].n));
		to += parts[i].n;
	}
	*item = at_string_item(bx_str(text, n));
	*found = true;
	return BX_OK;
}

const RuClass ru_concat = {"concatenation", .one = concat_one};

/* ---- ranges ---- */

/* The bounds; *any is false where the range is empty, *small where it has no array because its bounds are not small. */
static BxStatus
range_bounds(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *low, XdItem *high, bool *any)
{
	AtCall at = ru_at(run, cx);

	BX_TRY(ru_operands(run, op, cx, low, high, any));
	if (!*any)
		return BX_OK;
	if (low->form == AT_FORM_INT && high->form == AT_FORM_INT)
		*any = low->u.i <= high->u.i;
	else
		BX_TRY(ru_at_op(run, op, at_value_compare(&at, AT_LE, low, high, NULL, any)));
	return BX_OK;
}

static bool
is_small(const XdItem *low, const XdItem *high)
{
	return low->form == AT_FORM_INT && high->form == AT_FORM_INT;
}

static BxStatus
next_small(RU_NEXT_ARGS)
{
	(void) run;
	*found = it->left > 0;
	if (!*found)
		return BX_OK;
	*item = it->one;
	it->left--;
	it->one.u.i++;
	return BX_OK;
}

typedef struct Long
{
	XdItem next, last;
	bool ended;
} Long;

static BxStatus
next_long(RU_NEXT_ARGS)
{
	const XdItem one = at_integer_item(1);
	AtCall at = ru_at(run, it->cx);
	Long *s = it->state;
	bool more;

	*found = !s->ended;
	if (!*found)
		return BX_OK;
	*item = s->next;
	BX_TRY(ru_at_op(run, it->op, at_value_compare(&at, AT_LT, &s->next, &s->last, NULL, &more)));
	s->ended = !more;
	return more ? ru_at_op(run, it->op, at_arith(&at, AT_ADD, item, &one, &s->next)) : BX_OK;
}

static BxStatus
range_open(RU_OPEN_ARGS)
{
	XdItem low, high;
	void *state;
	bool any = false;

	BX_TRY(range_bounds(run, op, cx, &low, &high, &any));
	if (!any)
	{
		ru_iter_none(it);
		return BX_OK;
	}
	if (is_small(&low, &high))
	{
		it->one = at_integer_item(low.u.i);
		it->left = (uint64_t) high.u.i - (uint64_t) low.u.i + 1;
		it->next = next_small;
		return BX_OK;
	}
	BX_TRY(ru_state(run, it, sizeof(Long), &state));
	low.type = AT_INTEGER;
	*(Long *) state = (Long){low, high, false};
	it->next = next_long;
	return BX_OK;
}

/* Of long integers the number is that of 64 bits at most. */
static BxStatus
range_count(RU_COUNT_ARGS)
{
	AtCall at = ru_at(run, cx);
	XdItem low, high;
	bool any = false;

	*n = 0;
	BX_TRY(range_bounds(run, op, cx, &low, &high, &any));
	if (!any)
		return BX_OK;
	if (!is_small(&low, &high))
	{
		BX_TRY(ru_at_op(run, op, at_arith(&at, AT_SUBTRACT, &high, &low, &high)));
		low = at_integer_item(0);
		if (!is_small(&low, &high))
			return ru_fail(run, op, "FOAR0002", "the range has more items than can be counted");
	}
	*n = (uint64_t) high.u.i - (uint64_t) low.u.i + 1;
	return BX_OK;
}

static BxStatus
range_seq(RU_SEQ_ARGS)
{
	XdItem low, high;
	bool any = false;

	*seq = xd_seq_empty();
	BX_TRY(range_bounds(run, op, cx, &low, &high, &any));
	if (!any)
		return BX_OK;
	if (!is_small(&low, &high))
		return ru_collect_made(run, op, cx, seq);
	*seq =
		(XdSeq){.u.first = low.u.i, .n = (uint64_t) high.u.i - (uint64_t) low.u.i + 1, .kind = XD_SEQ_RANGE};
	return BX_OK;
}

const RuClass ru_range = {"range", .open = range_open, .count = range_count, .seq = range_seq};
