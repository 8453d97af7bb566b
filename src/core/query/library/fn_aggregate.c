/*
 * fn_aggregate.c -- fn:sum, fn:avg, fn:max, fn:min in one pass (F&O section 14.4).
 *
 * The result so far is in one of two arenas by turns, so that memory does not grow with the sequence.
 */
#include "fn_int.h"

#include <math.h>

#include "../run/ru_expr.h"
#include "../run/ru_query.h"

typedef struct Aggregate
{
	RuRun *run;
	const RuOp *op;
	AtCall at; /* its arena is that of the next result */
	RuArena *arenas[2];
	unsigned turn;
	XdItem so_far;
	uint64_t n;
} Aggregate;

static BxStatus
begin(RuRun *run, const RuOp *op, const RuCx *cx, Aggregate *a)
{
	memset(a, 0, sizeof(*a));
	a->run = run;
	a->op = op;
	a->at = ru_at(run, cx);
	BX_TRY(ru_arena_take(run, &a->arenas[0]));
	BX_TRY(ru_arena_take(run, &a->arenas[1]));
	a->at.arena = &a->arenas[0]->arena;
	return BX_OK;
}

/* The result so far is another one, in the arena of the call; that of the one before is free. */
static void
replace(Aggregate *a, const XdItem *item)
{
	a->so_far = *item;
	a->turn ^= 1;
	ru_arena_clear(a->arenas[a->turn]);
	a->at.arena = &a->arenas[a->turn]->arena;
}

/* The result, in the arena of the caller. */
static BxStatus
end(Aggregate *a, const RuCx *cx, XdItem *item)
{
	BX_TRY(xd_item_keep(cx->arena, &a->so_far, item, a->run->err));
	ru_arena_give(a->run, a->arenas[0]);
	ru_arena_give(a->run, a->arenas[1]);
	return BX_OK;
}

static BxStatus
bad_type(const Aggregate *a, const XdItem *item)
{
	return ru_fail(a->run, a->op, "FORG0006", "a value of type %s has no place in an aggregate of %s values",
				   xd_item_type_name(item), a->n > 0 ? xd_item_type_name(&a->so_far) : "such");
}

/* Untyped values are taken as xs:double. */
static BxStatus
untyped_to_double(Aggregate *a, XdItem *item)
{
	if (item->type != AT_UNTYPED)
		return BX_OK;
	return ru_at_op(a->run, a->op, at_cast(&a->at, item, AT_DOUBLE, item));
}

/* ---- sum and avg ---- */

/* Numbers, or durations of one of the two types that can be added. */
static bool
can_be_added(const Aggregate *a, const XdItem *item)
{
	if (at_is_numeric(item))
		return a->n == 0 || at_is_numeric(&a->so_far);
	if (!at_type_derives((AtType) item->type, AT_DAY_TIME) &&
		!at_type_derives((AtType) item->type, AT_MONTHS))
		return false;
	return a->n == 0 || a->so_far.form == item->form;
}

/* The sum of two integers or two doubles without asking the table of operators. */
static bool
add_quickly(XdItem *sum, const XdItem *item)
{
	if (sum->type != item->type)
		return false;
	if (item->type == AT_DOUBLE)
	{
		sum->u.d += item->u.d;
		return true;
	}
	return item->type == AT_INTEGER && sum->form == AT_FORM_INT && item->form == AT_FORM_INT &&
		   !__builtin_add_overflow(sum->u.i, item->u.i, &sum->u.i) && sum->u.i != INT64_MIN;
}

static BxStatus
add_item(Aggregate *a, XdItem *item)
{
	XdItem sum = a->so_far;

	BX_TRY(untyped_to_double(a, item));
	if (!can_be_added(a, item))
		return bad_type(a, item);
	if (a->n++ == 0)
	{
		BX_TRY(xd_item_keep(a->at.arena, item, &sum, a->run->err));
		replace(a, &sum);
		return BX_OK;
	}
	if (add_quickly(&sum, item))
	{
		a->so_far = sum;
		return BX_OK;
	}
	BX_TRY(ru_at_op(a->run, a->op, at_arith(&a->at, AT_ADD, &a->so_far, item, &sum)));
	replace(a, &sum);
	return BX_OK;
}

/* That of consecutive integers is known by the first and the last one. */
static BxStatus
add_range(Aggregate *a, const XdSeq *range)
{
	XdItem first = at_integer_item(range->u.first);
	XdItem last = at_integer_item(range->u.first + (int64_t) (range->n - 1));
	const XdItem two = at_integer_item(2), n = at_integer_item((int64_t) range->n);
	XdItem sum;

	a->n = range->n;
	BX_TRY(ru_at_op(a->run, a->op, at_arith(&a->at, AT_ADD, &first, &last, &sum)));
	BX_TRY(ru_at_op(a->run, a->op, at_arith(&a->at, AT_MULTIPLY, &sum, &n, &sum)));
	BX_TRY(ru_at_op(a->run, a->op, at_arith(&a->at, AT_IDIV, &sum, &two, &sum)));
	replace(a, &sum);
	return BX_OK;
}

/* The first argument if it is a range of small integers, which need not be gone through; else *range is empty. */
static BxStatus
small_range(RuRun *run, const RuOp *op, const RuCx *cx, XdSeq *range)
{
	*range = xd_seq_empty();
	if (op->args[0]->class != &ru_range)
		return BX_OK;
	BX_TRY(ru_collect(run, op->args[0], cx, range));
	if (range->kind != XD_SEQ_RANGE || range->n >= INT64_MAX)
		*range = xd_seq_empty();
	return BX_OK;
}

/* The sum of the first argument; a->n is 0 if there is nothing. */
static BxStatus
add_all(RuRun *run, const RuOp *op, const RuCx *cx, Aggregate *a)
{
	XdSeq range;
	RuEach each;

	BX_TRY(begin(run, op, cx, a));
	BX_TRY(small_range(run, op, cx, &range));
	if (range.n > 0)
		return add_range(a, &range);
	ru_each(run, op->args[0], cx, &each);
	while (ru_more(&each))
		each.st = add_item(a, &each.item);
	return each.st;
}

BxStatus
fn_sum(RU_ONE_ARGS)
{
	Aggregate a;

	BX_TRY(add_all(run, op, cx, &a));
	*found = true;
	if (a.n == 0)
		a.so_far = at_integer_item(0);
	BX_TRY(end(&a, cx, item));
	return a.n == 0 && op->n_args > 1 ? ru_arg(run, op, 1, cx, item, found) : BX_OK;
}

BxStatus
fn_avg(RU_ONE_ARGS)
{
	XdItem n, mean;
	Aggregate a;

	BX_TRY(add_all(run, op, cx, &a));
	*found = a.n > 0;
	/* in paths a mean is an xs:double */
	if (*found && run->query->lenient && at_is_integer(&a.so_far))
		a.so_far = at_double_item(at_number_double(&a.so_far));
	if (*found)
	{
		n = at_integer_item((int64_t) a.n);
		BX_TRY(ru_at_op(run, op, at_arith(&a.at, AT_DIVIDE, &a.so_far, &n, &mean)));
		replace(&a, &mean);
	}
	return end(&a, cx, item);
}

/* ---- max and min ---- */

/* The type that values are compared as; AT_ANY_ATOMIC if they have no order. */
static AtType
order_type(const XdItem *item)
{
	switch (at_family(item))
	{
		case AT_F_TEXT: return AT_STRING;
		case AT_F_BOOLEAN: return AT_BOOLEAN;
		case AT_F_NUMBER: return AT_DOUBLE;
		case AT_F_BYTES: return at_primitive(item);
		case AT_F_DURATION:
			return at_type_derives((AtType) item->type, AT_DAY_TIME) ? AT_DAY_TIME
				   : at_type_derives((AtType) item->type, AT_MONTHS) ? AT_MONTHS
																	 : AT_ANY_ATOMIC;
		case AT_F_MOMENT:
			return at_primitive(item) == AT_DATETIME || at_primitive(item) == AT_DATE ||
						   at_primitive(item) == AT_TIME
					   ? at_primitive(item)
					   : AT_ANY_ATOMIC;
		default: return AT_ANY_ATOMIC;
	}
}

static bool
is_nan(const XdItem *item)
{
	return item->form == AT_FORM_DOUBLE && isnan(item->u.d);
}

/* The greatest or least item of a sequence, and the widest type of its numbers. */
typedef struct ExtremeValue
{
	Aggregate a;
	const AtCollation *collation;
	int sign; /* 1 for the greatest */
	AtType order;
	AtType widest; /* AT_DECIMAL, AT_FLOAT or AT_DOUBLE */
	bool nan;
} ExtremeValue;

/* Take over the item as the best one so far. */
static BxStatus
take(ExtremeValue *e, const XdItem *item)
{
	XdItem kept;

	BX_TRY(xd_item_keep(e->a.at.arena, item, &kept, e->a.run->err));
	replace(&e->a, &kept);
	return BX_OK;
}

static BxStatus
look_at_item(ExtremeValue *e, XdItem *item)
{
	int order = 1;

	BX_TRY(untyped_to_double(&e->a, item));
	if (order_type(item) == AT_ANY_ATOMIC || (e->a.n > 0 && order_type(item) != e->order))
		return bad_type(&e->a, item);
	e->order = order_type(item);
	if (item->type == AT_URI)
		item->type = AT_STRING;
	if (item->form == AT_FORM_DOUBLE && e->widest != AT_DOUBLE)
		e->widest = (AtType) item->type;
	if (e->nan)
		return BX_OK;
	e->nan = is_nan(item);
	if (e->a.n++ > 0 && !e->nan)
		BX_TRY(ru_at_op(e->a.run, e->a.op, at_order(&e->a.at, item, &e->a.so_far, e->collation, &order)));
	else
		order = e->sign;
	return order * e->sign > 0 ? take(e, item) : BX_OK;
}

static BxStatus
extreme(RuRun *run, const RuOp *op, const RuCx *cx, int sign, XdItem *item, bool *found)
{
	ExtremeValue e = {.sign = sign, .widest = AT_DECIMAL};
	XdSeq range;
	RuEach each;

	BX_TRY(fn_arg_collation(run, op, 1, cx, &e.collation));
	BX_TRY(small_range(run, op, cx, &range));
	if (range.n > 0)
	{
		*found = true;
		*item = xd_seq_at(&range, sign < 0 ? 0 : range.n - 1);
		return BX_OK;
	}
	BX_TRY(begin(run, op, cx, &e.a));
	ru_each(run, op->args[0], cx, &each);
	while (ru_more(&each))
		BX_TRY(look_at_item(&e, &each.item));
	BX_TRY(each.st);
	*found = e.a.n > 0;
	if (*found && e.widest != AT_DECIMAL && e.a.so_far.type != e.widest)
	{
		XdItem wide;

		BX_TRY(ru_at_op(run, op, at_cast(&e.a.at, &e.a.so_far, e.widest, &wide)));
		replace(&e.a, &wide);
	}
	return end(&e.a, cx, item);
}

FN_WITH(fn_max, extreme, 1)
FN_WITH(fn_min, extreme, -1)
