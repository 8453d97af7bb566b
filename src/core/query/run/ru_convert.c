/*
 * ru_convert.c -- atomization, the function conversion rules, and checks of sequence types.
 */
#include "../../base/bx_core_int.h"

#include "../../base/bx_buf.h"
#include "ru_function.h"
#include "ru_operators.h"

/* ---- atomization ---- */

static BxStatus
atomize(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item)
{
	if (at_is_atomic(item))
		return BX_OK;
	if (!at_is_node(item))
		return ru_fail(run, op, "FOTY0013", "a function has no typed value");
	if (op->sub == RU_AS_NUMBERS)
		return ru_at_op(run, op, xd_node_data_as_number(run->forest, cx->arena, item, item));
	return ru_at_op(run, op, xd_node_data(run->forest, cx->arena, item, item));
}

static BxStatus
atomized_one(RU_ONE_ARGS)
{
	BX_TRY(ru_one(run, op->args[0], cx, item, found));
	return *found ? atomize(run, op, cx, item) : BX_OK;
}

/* An array gives the atoms in it. */
typedef struct Atoms
{
	RuOver over;
	XdSeq list;
	uint64_t at;
} Atoms;

static BxStatus
atomized_next(RU_NEXT_ARGS)
{
	Atoms *s = it->state;

	for (;;)
	{
		XdSeqBuilder b = xd_seq_builder(it->cx->arena);

		*found = s->at < s->list.n;
		if (*found)
		{
			*item = xd_seq_at(&s->list, s->at++);
			return BX_OK;
		}
		BX_TRY(ru_over_next(run, it, item, found));
		if (!*found || !xd_is_array(item))
			return *found ? atomize(run, it->op, it->cx, item) : BX_OK;
		BX_TRY(ru_atomize_into(run, it->op, item, &b));
		s->list = xd_seq_built(&b);
		s->at = 0;
	}
}

static BxStatus
atomized_open(RU_OPEN_ARGS)
{
	return ru_over(run, op, cx, it, sizeof(Atoms), atomized_next);
}

const RuClass ru_atomized = {"atomization", .open = atomized_open};
const RuClass ru_atomized_one = {"atomization", .one = atomized_one};

/* ---- messages ---- */

BxStatus
ru_misfit(RuRun *run, const RuOp *op, const char *what)
{
	const RuRole *role = op->data;
	BxBuf type;
	BxStatus st;

	bx_buf_init(&type, run->host);
	st = xd_type_print(op->check, &type, run->err);
	if (st == BX_OK)
		st = ru_fail(run, op, role->code, "%s must be %.*s, but is %s", role->name, (int) type.len,
					 (const char *) type.data, what);
	bx_buf_free(&type);
	return st;
}

/* Is this number of items too few, or, where another one has come, too many? */
static BxStatus
check_count(RuRun *run, const RuOp *op, uint64_t n, bool at_end)
{
	uint8_t occurrence = op->check->occurrence;

	if (op->check->kind == XD_T_EMPTY)
		return n > 0 ? ru_misfit(run, op, "not empty") : BX_OK;
	if (at_end)
		return n == 0 && !(occurrence & XD_OPTIONAL) ? ru_misfit(run, op, "an empty sequence") : BX_OK;
	return n > 1 && !(occurrence & XD_REPEATED) ? ru_misfit(run, op, "a sequence of several items") : BX_OK;
}

/* ---- conversions ---- */

/* The type that an item is promoted to where one of this type is expected; AT_TYPES: none. */
static AtType
promoted(AtType from, AtType expected)
{
	AtType primitive = (AtType) at_types[from].primitive;

	if (expected == AT_DOUBLE && (primitive == AT_DECIMAL || primitive == AT_FLOAT))
		return AT_DOUBLE;
	if (expected == AT_FLOAT && primitive == AT_DECIMAL)
		return AT_FLOAT;
	if (expected == AT_STRING && primitive == AT_URI)
		return AT_STRING;
	return AT_TYPES;
}

BxStatus
ru_convert_atom(RuRun *run, const RuOp *op, const RuCx *cx, const XdSeqType *type, const XdItem *atom,
				XdItem *item)
{
	AtCall at = ru_at(run, cx);
	AtType expected = type->kind == XD_T_NUMERIC ? AT_DOUBLE : (AtType) type->atomic;
	bool any = type->kind != XD_T_ATOMIC || type->atomic == AT_ANY_ATOMIC || type->atomic == AT_ANY_SIMPLE;
	AtType to;
	bool matches;

	*item = *atom;
	if (type->kind == XD_T_ITEM || (any && type->kind == XD_T_ATOMIC))
		return BX_OK;
	if (type->kind == XD_T_ATOMIC && at_type_derives((AtType) atom->type, expected))
		return BX_OK;
	if (atom->type == AT_UNTYPED && (type->kind == XD_T_ATOMIC || type->kind == XD_T_NUMERIC))
	{
		if (expected == AT_QNAME || expected == AT_NOTATION)
			return ru_fail(run, op, "XPTY0117", "an untyped value cannot be converted to %s",
						   at_types[expected].qname);
		return ru_at_op(run, op, at_cast(&at, atom, expected, item));
	}
	if (type->kind == XD_T_ATOMIC)
	{
		to = promoted((AtType) atom->type, expected);
		return to == AT_TYPES ? ru_misfit(run, op, xd_item_type_name(atom))
							  : ru_at_op(run, op, at_cast(&at, atom, to, item));
	}
	BX_TRY(xd_type_matches(run->forest, type, atom, &matches));
	return matches ? BX_OK : ru_misfit(run, op, xd_item_type_name(atom));
}

/* ---- conversions and checks, which differ in what is done with an item ---- */

static BxStatus
check_item(RuRun *run, const RuOp *op, const XdItem *item)
{
	bool matches;

	BX_TRY(xd_type_matches(run->forest, op->check, item, &matches));
	return matches ? BX_OK : ru_misfit(run, op, xd_item_type_name(item));
}

static BxStatus
fit_item(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item)
{
	if (op->class == &ru_checked || op->class == &ru_checked_one)
		return check_item(run, op, item);
	return ru_convert_atom(run, op, cx, op->check, item, item);
}

static BxStatus
fitted_one(RU_ONE_ARGS)
{
	bool more = false;

	BX_TRY(ru_two(run, op->args[0], cx, item, found, &more));
	if (more)
		return ru_misfit(run, op, "a sequence of several items");
	BX_TRY(check_count(run, op, *found, !*found));
	return *found ? fit_item(run, op, cx, item) : BX_OK;
}

static BxStatus
fitted_next(RU_NEXT_ARGS)
{
	RuOver *s = it->state;

	BX_TRY(ru_over_next(run, it, item, found));
	BX_TRY(check_count(run, it->op, s->n, !*found));
	return *found ? fit_item(run, it->op, it->cx, item) : BX_OK;
}

static BxStatus
fitted_open(RU_OPEN_ARGS)
{
	return ru_over(run, op, cx, it, sizeof(RuOver), fitted_next);
}

BxStatus
ru_seq_fits(const XdSeqType *type, const XdSeq *value, bool *fits)
{
	*fits = false;
	if (type->kind != XD_T_ATOMIC || !(type->occurrence & XD_REPEATED) || value->n < 2)
		return BX_OK;
	return xd_room_is(value, (AtType) type->atomic, fits);
}

static BxStatus
fitted_seq(RU_SEQ_ARGS)
{
	XdSeqBuilder b = xd_seq_builder(cx->arena);
	XdSeq value;
	uint64_t i;
	bool fits;

	if (op->args[0]->class->seq == NULL)
		return ru_collect_made(run, op, cx, seq);
	BX_TRY(ru_collect(run, op->args[0], cx, &value));
	BX_TRY(ru_seq_fits(op->check, &value, &fits));
	*seq = value;
	for (i = 0; !fits && i < value.n; i++)
	{
		XdItem item = xd_seq_at(&value, i);

		BX_TRY(bx_step(run->host));
		BX_TRY(check_count(run, op, i + 1, false));
		BX_TRY(fit_item(run, op, cx, &item));
		BX_TRY(xd_seq_add(&b, &item, run->err));
	}
	if (fits)
		return BX_OK;
	*seq = xd_seq_built(&b);
	return check_count(run, op, b.n, true);
}

const RuClass ru_converted = {"conversion", .open = fitted_open, .seq = fitted_seq, .slow_seq = true};
const RuClass ru_converted_one = {"conversion", .one = fitted_one};
const RuClass ru_checked = {"type check", .open = fitted_open, .seq = fitted_seq, .slow_seq = true};
const RuClass ru_checked_one = {"type check", .one = fitted_one};
