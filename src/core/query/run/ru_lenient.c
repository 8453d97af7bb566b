/*
 * ru_lenient.c -- the conversions of bxpath: number(), string(), the first item, by the rules of XPath 1.0.
 */
#include "../../base/bx_core_int.h"

#include "../../xpath/plan/xp_call.h"
#include "ru_lenient.h"
#include "ru_spill.h"

#include <math.h>

/* ---- of an item ---- */

static BxStatus
no_value(RuRun *run, const char *what)
{
	return ru_fail(run, NULL, "FOTY0013", "a function has no %s", what);
}

BxStatus
ru_lenient_double(RuRun *run, BxArena *arena, const XdItem *item, double *d)
{
	if (at_is_node(item))
		return xd_node_number(run->forest, arena, item, d);
	if (!at_is_atomic(item))
		return no_value(run, "number");
	switch (at_family(item))
	{
		case AT_F_NUMBER: *d = at_number_double(item); return BX_OK;
		case AT_F_BOOLEAN: *d = (double) item->u.i; return BX_OK;
		case AT_F_TEXT:
			BX_TRY(bx_charge(run->host, item->n));
			*d = bx_number_from_text(item->u.s, item->n);
			return BX_OK;
		default: *d = NAN; return BX_OK;
	}
}

BxStatus
ru_lenient_text(RuRun *run, BxArena *arena, const XdItem *item, BxStr *s)
{
	AtCall at;
	char *text;

	if (at_is_node(item))
		return xd_node_string(run->forest, arena, item, s);
	if (!at_is_atomic(item))
		return no_value(run, "string value");
	at = run->at;
	at.arena = arena;
	if (item->form != AT_FORM_DOUBLE)
		return at_text(&at, item, s);
	text = bx_arena_alloc(arena, BX_NUMBER_TEXT_MAX);
	if (text == NULL)
		return bx_fail_nomem(run->err, BX_NUMBER_TEXT_MAX);
	*s = bx_str(text, bx_number_format(item->u.d, text));
	return BX_OK;
}

/* As an operand of arithmetic. */
static BxStatus
to_operand(RuRun *run, BxArena *arena, XdItem *item)
{
	double d;

	if (at_is_atomic(item) && at_family(item) != AT_F_TEXT && at_family(item) != AT_F_BOOLEAN &&
		!at_is_integer(item))
		return BX_OK;
	BX_TRY(ru_lenient_double(run, arena, item, &d));
	*item = at_double_item(d);
	return BX_OK;
}

static BxStatus
to_string(RuRun *run, BxArena *arena, XdItem *item)
{
	BxStr s;

	if (item->type == AT_STRING)
		return BX_OK;
	BX_TRY(at_is_node(item) ? xd_node_string(run->forest, arena, item, &s)
							: ru_lenient_text(run, arena, item, &s));
	*item = at_string_item(s);
	return BX_OK;
}

static void
integer_to_double(XdItem *item)
{
	if (at_is_integer(item))
		*item = at_double_item(at_number_double(item));
}

/* An atomic value: nodes are strings, as is what is untyped. */
static BxStatus
to_value(RuRun *run, BxArena *arena, XdItem *item)
{
	if (at_is_atomic(item) && item->type != AT_UNTYPED)
	{
		integer_to_double(item);
		return BX_OK;
	}
	return to_string(run, arena, item);
}

static BxStatus
to_ordered(RuRun *run, BxArena *arena, XdItem *item)
{
	double d;

	if (!at_is_node(item))
		return to_value(run, arena, item);
	BX_TRY(ru_lenient_double(run, arena, item, &d));
	xd_forest_work(run->forest)->no_numbers += isnan(d);
	*item = at_double_item(d);
	return BX_OK;
}

/* An item of a result. */
static BxStatus
to_item(RuRun *run, BxArena *arena, XdItem *item)
{
	(void) run, (void) arena;
	if (item->type == AT_UNTYPED || item->type == AT_URI)
		item->type = AT_STRING;
	integer_to_double(item);
	return BX_OK;
}

/* ---- decimals ---- */

/* Doubles up to this are integers without an error. */
#define EXACT_DOUBLE 9007199254740992.0

/* As number() reads it: no "+". */
static BxStatus
decimal_of_text(RuRun *run, BxArena *arena, BxStr text, XdItem *item)
{
	XdItem in = at_string_item(bx_str_trim(text));
	AtCall at = run->at;
	bool is = in.n > 0 && in.u.s[0] != '+';

	at.arena = arena;
	if (is)
	{
		BX_TRY(bx_charge(run->host, in.n));
		BX_TRY(at_castable(&at, &in, AT_DECIMAL, &is));
	}
	if (is)
		return at_cast(&at, &in, AT_DECIMAL, item);
	*item = at_double_item(NAN);
	return BX_OK;
}

static BxStatus
to_exact(RuRun *run, BxArena *arena, XdItem *item)
{
	AtCall at = run->at;
	BxStr text;

	if (at_is_node(item))
	{
		BX_TRY(xd_node_string(run->forest, arena, item, &text));
		return decimal_of_text(run, arena, text, item);
	}
	at.arena = arena;
	if (at_is_integer(item) || item->type == AT_DECIMAL ||
		(item->type == AT_DOUBLE && fabs(item->u.d) <= EXACT_DOUBLE && floor(item->u.d) == item->u.d))
		return at_cast(&at, item, AT_DECIMAL, item);
	*item = at_double_item(NAN);
	return BX_OK;
}

/* ---- the first item ---- */

static BxStatus
first(RU_ONE_ARGS)
{
	const RuOp *in = op->args[0];

	return in->class->one != NULL ? in->class->one(run, in, cx, item, found)
								  : ru_first(run, in, cx, item, found);
}

static BxStatus
number_one(RU_ONE_ARGS)
{
	bool any = false;
	double d = NAN;
	XdItem in;

	BX_TRY(first(run, op, cx, &in, &any));
	if (any)
		BX_TRY(ru_lenient_double(run, cx->arena, &in, &d));
	*item = at_double_item(d);
	*found = true;
	return BX_OK;
}

static BxStatus
string_one(RU_ONE_ARGS)
{
	bool any = false;

	BX_TRY(first(run, op, cx, item, &any));
	if (!any)
		*item = at_string_item(bx_str("", 0));
	*found = true;
	return to_string(run, cx->arena, item);
}

static BxStatus
operand_one(RU_ONE_ARGS)
{
	BX_TRY(first(run, op, cx, item, found));
	return *found ? to_operand(run, cx->arena, item) : BX_OK;
}

static BxStatus
whole_one(RU_ONE_ARGS)
{
	double d;

	BX_TRY(first(run, op, cx, item, found));
	if (!*found || at_is_integer(item))
		return BX_OK;
	BX_TRY(to_operand(run, cx->arena, item));
	if (!at_is_numeric(item))
		return ru_fail(run, op, "XPTY0004", "operands of \"to\" must be integers");
	d = at_number_double(item);
	*found = !isnan(d);
	if (*found && d != floor(d))
		return ru_fail(run, op, "XPTY0004", "operands of \"to\" must be integers");
	if (fabs(d) > 9007199254740991.0)
		return ru_fail(run, op, "XPTY0004",
					   "operands of \"to\" must be between -9007199254740991 and 9007199254740991");
	if (*found)
		*item = at_integer_item((int64_t) d);
	return BX_OK;
}

const RuClass ru_lenient_number = {"number()", .one = number_one};
const RuClass ru_lenient_string = {"string()", .one = string_one};
const RuClass ru_lenient_operand = {"operand", .one = operand_one};
const RuClass ru_lenient_whole = {"integer", .one = whole_one};

/* ---- at most one item ---- */

static BxStatus
single_one(RU_ONE_ARGS)
{
	BxStr s;

	BX_TRY(ru_only(run, op, cx, "XPTY0004", "a single item is expected here, not a sequence of several", item,
				   found));
	if (!*found || at_is_atomic(item))
		return BX_OK;
	BX_TRY(ru_lenient_text(run, cx->arena, item, &s));
	*item = at_text_item(AT_UNTYPED, s);
	return BX_OK;
}

static BxStatus
typed_one(RU_ONE_ARGS)
{
	BX_TRY(single_one(run, op, cx, item, found));
	if (*found && item->type == AT_STRING)
		item->type = AT_UNTYPED;
	return BX_OK;
}

const RuClass ru_lenient_single = {"single item", .one = single_one};
const RuClass ru_lenient_typed = {"single item", .one = typed_one};

static BxStatus
not_a_node(RuRun *run, const RuOp *op)
{
	return ru_fail(run, op, "XPTY0004", "an atomic value stands where a node is expected");
}

static BxStatus
node_one(RU_ONE_ARGS)
{
	RuEach each;

	if (op->args[0]->class->one != NULL)
	{
		BX_TRY(ru_one(run, op->args[0], cx, item, found));
		return !*found || at_is_node(item) ? BX_OK : not_a_node(run, op);
	}
	*found = false;
	ru_each(run, op->args[0], cx, &each);
	while (ru_more(&each))
	{
		if (!at_is_node(&each.item))
			return not_a_node(run, op);
		if (!*found || xd_node_compare(run->forest, &each.item, item) < 0)
			*item = each.item;
		*found = true;
		if (op->args[0]->type.ordered)
		{
			ru_close(run, &each.it);
			return BX_OK;
		}
	}
	return each.st;
}

const RuClass ru_lenient_node = {"first node", .one = node_one};

/* ---- every item ---- */

typedef BxStatus (*Conversion)(RuRun *run, BxArena *arena, XdItem *item);

static Conversion
conversion_of(const RuClass *class)
{
	return class == &ru_lenient_operands  ? to_operand
		   : class == &ru_lenient_strings ? to_string
		   : class == &ru_lenient_values  ? to_value
		   : class == &ru_lenient_ordered ? to_ordered
		   : class == &ru_lenient_exacts  ? to_exact
										  : to_item;
}

/* Text that an item becomes lasts until the next one. */
typedef struct EachItem
{
	RuOver over;
	RuArena *own;
	Conversion to;
} EachItem;

static void
leave_each(RuRun *run, RuIter *it)
{
	EachItem *s = it->state;

	ru_close(run, &s->over.in);
	ru_arena_give(run, s->own);
}

static BxStatus
next_each(RU_NEXT_ARGS)
{
	EachItem *s = it->state;

	ru_arena_clear(s->own);
	BX_TRY(ru_over_next(run, it, item, found));
	it->fleeting = true;
	if (*found)
		return s->to(run, &s->own->arena, item);
	ru_arena_give(run, s->own);
	return BX_OK;
}

static BxStatus
open_each(RU_OPEN_ARGS)
{
	EachItem *s;

	BX_TRY(ru_over(run, op, cx, it, sizeof(EachItem), next_each));
	s = it->state;
	s->to = conversion_of(op->class);
	it->close = leave_each;
	it->fleeting = true;
	return ru_arena_take(run, &s->own);
}

static BxStatus
count_each(RU_COUNT_ARGS)
{
	return ru_count(run, op->args[0], cx, n);
}

const RuClass ru_lenient_operands = {"operands", .open = open_each, .count = count_each};
const RuClass ru_lenient_strings = {"strings", .open = open_each, .count = count_each};
const RuClass ru_lenient_values = {"values", .open = open_each, .count = count_each};
const RuClass ru_lenient_ordered = {"ordered values", .open = open_each, .count = count_each};
const RuClass ru_lenient_exacts = {"decimals", .open = open_each, .count = count_each};

/* Items of a result need no memory. */
static BxStatus
next_item(RU_NEXT_ARGS)
{
	BX_TRY(ru_over_next(run, it, item, found));
	return *found ? to_item(run, it->cx->arena, item) : BX_OK;
}

static BxStatus
open_items(RU_OPEN_ARGS)
{
	return ru_over(run, op, cx, it, sizeof(RuOver), next_item);
}

static BxStatus
item_one(RU_ONE_ARGS)
{
	BX_TRY(ru_one(run, op->args[0], cx, item, found));
	return *found ? to_item(run, cx->arena, item) : BX_OK;
}

static BxStatus
same_ebv(RU_EBV_ARGS)
{
	return ru_ebv(run, op->args[0], cx, value);
}

const RuClass ru_lenient_items = {"items", .open = open_items, .count = count_each, .ebv = same_ebv};
const RuClass ru_lenient_item = {"item", .one = item_one, .ebv = same_ebv};

/* ---- casts ---- */

/* A text is a value of the type as at_cast reads it; numbers become text and decimals by the text of XPath 1.0. */
static BxStatus
cast_one(RU_ONE_ARGS)
{
	AtType type = (AtType) op->check->atomic;
	AtCall at = ru_at(run, cx);
	XdItem in;
	BxStr s;

	BX_TRY(ru_one(run, op->args[0], cx, &in, found));
	if (!*found)
		return BX_OK;
	integer_to_double(&in);
	if (in.form == AT_FORM_DOUBLE && (type == AT_STRING || type == AT_DECIMAL))
	{
		BX_TRY(ru_lenient_text(run, cx->arena, &in, &s));
		in = at_string_item(s);
	}
	return ru_at_op(run, op, at_cast(&at, &in, type, item));
}

const RuClass ru_lenient_cast = {"cast", .one = cast_one};

/* ---- arithmetic ---- */

static BxStatus
idiv_one(RU_ONE_ARGS)
{
	AtCall at = ru_at(run, cx);
	bool decimals;
	XdItem a, b, whole;

	BX_TRY(ru_one(run, op->args[0], cx, &a, found));
	if (*found)
		BX_TRY(ru_one(run, op->args[1], cx, &b, found));
	if (!*found)
		return BX_OK;
	decimals = a.form != AT_FORM_DOUBLE && b.form != AT_FORM_DOUBLE;
	BX_TRY(ru_at_op(run, op, at_arith(&at, AT_IDIV, &a, &b, &whole)));
	return ru_at_op(run, op, at_cast(&at, &whole, decimals ? AT_DECIMAL : AT_DOUBLE, item));
}

const RuClass ru_lenient_idiv = {"idiv", .one = idiv_one};

/* ---- exact results ---- */

static BxStatus
exact_one(RU_ONE_ARGS)
{
	BX_TRY(ru_one(run, op->args[0], cx, item, found));
	if (*found)
		return to_exact(run, cx->arena, item);
	*item = at_double_item(NAN);
	*found = true;
	return BX_OK;
}

const RuClass ru_lenient_exact = {"decimal", .one = exact_one};

/* Errors, as of too many digits, leave it to the usual operators, whose errors count. */
static BxStatus
try_exactly(RU_ONE_ARGS)
{
	uint64_t taken = run->arenas_taken;
	uint32_t depth = run->depth;
	BxStatus st = ru_one(run, op->args[0], cx, item, found);

	if (st == BX_OK)
		*found = *found && item->type == AT_DECIMAL;
	if (st != BX_E_XPTYPE)
		return st;
	ru_spills_close(run, taken);
	ru_arenas_give(run, taken, NULL);
	bx_error_clear(run->err);
	run->error.set = false;
	run->depth = depth;
	*found = false;
	return BX_OK;
}

static BxStatus
open_exactly(RU_OPEN_ARGS)
{
	bool found = false;
	XdItem item;

	BX_TRY(try_exactly(run, op, cx, &item, &found));
	if (!found)
		return ru_open(run, op->args[1], cx, it);
	ru_iter_one(it, &item);
	return BX_OK;
}

static BxStatus
usual_ebv(RU_EBV_ARGS)
{
	return ru_ebv(run, op->args[1], cx, value);
}

static BxStatus
usual_count(RU_COUNT_ARGS)
{
	return ru_count(run, op->args[1], cx, n);
}

const RuClass ru_lenient_exactly = {"exact result", .open = open_exactly, .ebv = usual_ebv,
									.count = usual_count};

/* ---- the document ---- */

static BxStatus
root_one(RU_ONE_ARGS)
{
	(void) cx;
	if (!run->has_context || !at_is_node(&run->context))
		return ru_fail(run, op, "XPDY0002", "the document is needed here, and there is none");
	*found = true;
	return xd_node_root(run->forest, &run->context, item);
}

const RuClass ru_lenient_root = {"document", .one = root_one};
