/*
 * qs_lenient.c -- the mode of paths: what XPath 1.0, and bxpath beyond it, converts by itself becomes operators.
 *
 * Behind these conversions operators and functions are those of XQuery.  Where the rule depends on it, the type is the
 * one that XPath 1.0 gives the expression by its form (RuOp.lenient), not what is known of its items.
 */
#include "../../base/bx_core_int.h"

#include "qs_lenient.h"

#include <math.h>

#include "../../value/bx_value.h"
#include "../../xpath/syntax/xp_hint.h"
#include "../run/ru_expr.h"
#include "../run/ru_operators.h"
#include "../run/ru_path.h"

/* ---- conversions ---- */

static bool
is_double(const RuOp *op)
{
	return op->type.kind == XD_T_ATOMIC && op->type.atomic == AT_DOUBLE && op->type.occurrence == XD_ONE;
}

static bool
is_string(const RuOp *op)
{
	return op->type.kind == XD_T_ATOMIC && op->type.atomic == AT_STRING && op->type.occurrence == XD_ONE;
}

/* *op becomes the argument of a conversion, unless it needs none. */
static BxStatus
wrap(QsBuild *b, const RuClass *class, RuType type, RuOp **op)
{
	BX_TRY(qs_wrap(b, class, op));
	(*op)->type = type;
	return BX_OK;
}

/* The type of something by itself that may be absent. */
static RuType
optional(const RuOp *op, AtType type)
{
	return qs_atomic_type(type, op->type.occurrence & XD_OPTIONAL || op->type.kind == XD_T_EMPTY ? XD_OPTIONAL
																								 : XD_ONE);
}

static RuType
any_number(AtType type)
{
	return qs_atomic_type(type, XD_ANY_NUMBER);
}

static BxStatus
put_operand(QsBuild *b, RuOp **op)
{
	return is_double(*op) ? BX_OK : wrap(b, &ru_lenient_operand, optional(*op, AT_ANY_ATOMIC), op);
}

static BxStatus
put_node(QsBuild *b, RuOp **op)
{
	const RuType node = {.kind = XD_T_NODE, .occurrence = XD_OPTIONAL, .ordered = true, .flat = true};

	if ((*op)->type.kind == XD_T_NODE && qs_at_most_one(*op))
		return BX_OK;
	return wrap(b, &ru_lenient_node, node, op);
}

BxStatus
qs_lenient_first(QsBuild *b, RuOp **op)
{
	return (*op)->lenient == RU_L_NODES ? put_node(b, op) : BX_OK;
}

static BxStatus
put_number(QsBuild *b, RuOp **op)
{
	return is_double(*op) ? BX_OK : wrap(b, &ru_lenient_number, qs_atomic_type(AT_DOUBLE, XD_ONE), op);
}

/* *op becomes what a rule makes of it. */
static BxStatus
apply(QsBuild *b, QsRule rule, RuOp **op)
{
	bool sequence = (*op)->lenient == RU_L_SEQUENCE;

	if ((*op)->class == &ru_range && (rule == QS_OPERANDS || rule == QS_VALUES || rule == QS_ORDERED))
		return BX_OK;
	switch (rule)
	{
		case QS_ITEMS: return BX_OK;
		case QS_NUMBER: return put_number(b, op);
		case QS_STRING:
			return is_string(*op) ? BX_OK
								  : wrap(b, &ru_lenient_string, qs_atomic_type(AT_STRING, XD_ONE), op);
		case QS_OPERAND: return put_operand(b, op);
		case QS_OPERANDS: return wrap(b, &ru_lenient_operands, any_number(AT_ANY_ATOMIC), op);
		case QS_STRINGS: return wrap(b, &ru_lenient_strings, any_number(AT_STRING), op);
		case QS_VALUES: return wrap(b, &ru_lenient_values, any_number(AT_ANY_ATOMIC), op);
		case QS_ORDERED: return wrap(b, &ru_lenient_ordered, any_number(AT_ANY_ATOMIC), op);
		case QS_SINGLE: return wrap(b, &ru_lenient_single, optional(*op, AT_ANY_ATOMIC), op);
		case QS_TYPED: return wrap(b, &ru_lenient_typed, optional(*op, AT_ANY_ATOMIC), op);
		case QS_NODE: return put_node(b, op);
		case QS_WHOLE: return wrap(b, &ru_lenient_whole, qs_atomic_type(AT_INTEGER, XD_OPTIONAL), op);
		case QS_LIFTED: return sequence ? put_operand(b, op) : put_number(b, op);
		default: return sequence || (*op)->lenient == RU_L_NODES ? put_operand(b, op) : put_number(b, op);
	}
}

BxStatus
qs_lenient_result(QsBuild *b, RuOp **op)
{
	RuType t = (*op)->type;
	bool one = qs_at_most_one(*op);

	if (t.kind == XD_T_NODE || t.kind == XD_T_EMPTY || is_double(*op) || is_string(*op) ||
		(t.kind == XD_T_ATOMIC && t.atomic == AT_BOOLEAN))
		return BX_OK;
	if (t.kind == XD_T_ATOMIC && (t.atomic == AT_UNTYPED || t.atomic == AT_URI))
		t.atomic = AT_STRING;
	else if (t.kind == XD_T_ATOMIC && at_type_derives((AtType) t.atomic, AT_INTEGER))
		t.atomic = AT_DOUBLE;
	return wrap(b, one ? &ru_lenient_item : &ru_lenient_items, t, op);
}

/* ---- literals and variables ---- */

/* Numbers are doubles. */
static BxStatus
literal(QsBuild *b, const QExpr *e, RuOp **op)
{
	XdItem value = e->value;

	if (at_is_numeric(&value))
		value = at_double_item(at_number_double(&value));
	BX_TRY(qs_constant(b, e->pos, &value, op));
	(*op)->lenient = value.type == AT_DOUBLE ? RU_L_NUMBER : RU_L_STRING;
	return BX_OK;
}

/* A variable with a value in the prolog is as that value; one that is given is of any type. */
static BxStatus
variable(QsBuild *b, const QExpr *e, RuOp **op)
{
	const RuOp *value;

	BX_TRY(qs_variable(b, e, op));
	if ((*op)->uses & RU_USES_FRAME)
		return BX_OK;
	value = b->query->globals[(*op)->sub].value;
	(*op)->lenient = value != NULL ? value->lenient : RU_L_VARIABLE;
	return BX_OK;
}

/* ---- paths ---- */

static BxStatus
root(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(qs_new(b, &ru_lenient_root, e->pos, 0, op));
	(*op)->type = (RuType){.kind = XD_T_NODE, .occurrence = XD_ONE, .ordered = true, .flat = true};
	(*op)->uses = RU_NOT_CONSTANT;
	(*op)->lenient = RU_L_NODES;
	return BX_OK;
}

static BxStatus
context_item(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(qs_context_item(b, e, op));
	(*op)->lenient = b->any_item ? RU_L_SEQUENCE : RU_L_NODES;
	if (!b->any_item)
		(*op)->type = (RuType){.kind = XD_T_NODE, .occurrence = XD_ONE, .ordered = true, .flat = true};
	return BX_OK;
}

/* What ends with a step gives nodes; the steps before it are about nodes. */
static BxStatus
path(QsBuild *b, const QExpr *e, RuOp **op)
{
	const QExpr *last = e->args[1];

	BX_TRY(qs_path(b, e, op));
	(*op)->lenient =
		(last->kind == QK_STEP && !(last->flags & Q_PARENTHESIZED)) || last->kind == QK_CONTEXT_ITEM
			? RU_L_NODES
			: RU_L_SEQUENCE;
	return BX_OK;
}

static BxStatus
filter(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(qs_filter(b, e, op));
	if ((*op)->lenient != RU_L_NODES)
		(*op)->lenient = RU_L_SEQUENCE;
	return BX_OK;
}

/* ---- operators ---- */

static const struct
{
	uint8_t rule, result;
	bool is;
} operators[Q_KINDS] = {
#define RU_L_LIFTED 0xFF
#define QS_OPERATOR(kind, operands, result) [QK_##kind] = {QS_##operands, RU_L_##result, true},
#include "qs_lenient.def"
};

/* The operands as operators, converted. */
static BxStatus
operands(QsBuild *b, const QExpr *e, const RuClass *class, RuOp **op)
{
	QsRule rule = (QsRule) operators[e->kind].rule;
	bool sequence = false;
	uint32_t i;

	BX_TRY(qs_new_all(b, e, class, op));
	for (i = 0; i < e->n_args; i++)
		sequence = sequence || (*op)->args[i]->lenient == RU_L_SEQUENCE;
	/* one operand that is a sequence lifts both */
	if (rule == QS_LIFTED)
		rule = sequence || (e->kind == QK_ARITHMETIC && e->sub == AT_IDIV) ? QS_OPERAND : QS_NUMBER;
	for (i = 0; i < e->n_args; i++)
		BX_TRY(apply(b, rule, &(*op)->args[i]));
	qs_done(*op);
	(*op)->sub = e->sub;
	(*op)->lenient = operators[e->kind].result;
	if ((*op)->lenient == RU_L_LIFTED)
		(*op)->lenient = sequence ? RU_L_SEQUENCE : RU_L_NUMBER;
	return BX_OK;
}

static BxStatus
arithmetic(QsBuild *b, const QExpr *e, RuOp **op)
{
	bool idiv = e->kind == QK_ARITHMETIC && e->sub == AT_IDIV, number;

	BX_TRY(operands(b, e, e->kind == QK_UNARY ? &ru_unary : idiv ? &ru_lenient_idiv : &ru_arithmetic, op));
	number = (*op)->lenient == RU_L_NUMBER;
	(*op)->type = qs_atomic_type(number && !idiv ? AT_DOUBLE : AT_ANY_ATOMIC, number ? XD_ONE : XD_OPTIONAL);
	if (idiv)
		(*op)->lenient = RU_L_SEQUENCE;
	return BX_OK;
}

static BxStatus
value_comparison(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(operands(b, e, &ru_lenient_value, op));
	(*op)->type = qs_atomic_type(AT_BOOLEAN, XD_ONE);
	return BX_OK;
}

static BxStatus
range(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(operands(b, e, &ru_range, op));
	(*op)->type = any_number(AT_INTEGER);
	return BX_OK;
}

static BxStatus
concat(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(operands(b, e, &ru_concat, op));
	(*op)->type = qs_atomic_type(AT_STRING, XD_ONE);
	return BX_OK;
}

/* ---- general comparisons ---- */

static bool
is_equality(const QExpr *e)
{
	return e->sub == AT_EQ || e->sub == AT_NE;
}

/* The comparison of single values that both operands are, by their static types; false: there is none. */
static BxStatus
compare_values(QsBuild *b, const QExpr *e, RuOp *op, bool *is)
{
	unsigned x = op->args[0]->lenient, y = op->args[1]->lenient;
	bool atoms = x >= RU_L_BOOLEAN && x <= RU_L_STRING && y >= RU_L_BOOLEAN && y <= RU_L_STRING;
	bool boolean = x == RU_L_BOOLEAN || y == RU_L_BOOLEAN;

	*is = true;
	if (boolean && (is_equality(e) || x == RU_L_NODES || y == RU_L_NODES))
	{
		op->class = &ru_lenient_truths;
		return BX_OK;
	}
	*is = atoms || boolean;
	if (!*is)
		return BX_OK;
	op->class = &ru_single_comparison;
	op->sub = e->sub;
	if (is_equality(e) && x == RU_L_STRING && y == RU_L_STRING)
		return BX_OK;
	BX_TRY(put_number(b, &op->args[0]));
	return put_number(b, &op->args[1]);
}

/* An operand that is kept is made ready for comparisons once. */
static BxStatus
keep_side(QsBuild *b, RuOp *op)
{
	RuLenientSide *kept;
	uint32_t side;

	for (side = 0; side < 2 && !ru_is_held(op->args[side]); side++)
		continue;
	if (side == 2)
		return BX_OK;
	kept = bx_arena_alloc(b->arena, sizeof(RuLenientSide));
	if (kept == NULL)
		return bx_fail_nomem(b->err, sizeof(RuLenientSide));
	kept->memo = *(const RuMemoPlan *) op->args[side]->data;
	kept->memo.number = b->query->n_memos++;
	kept->side = side;
	op->data = kept;
	return BX_OK;
}

/* Is it a string that is not a number? */
static bool
is_no_number(const RuOp *op)
{
	return qs_is_constant(op) && op->value.type == AT_STRING &&
		   isnan(bx_number_from_text(op->value.u.s, op->value.n));
}

/* Of a comparison by <, <=, > or >= that is always false: where it is, if it is the first one. */
static void
note_comparison(QsBuild *b, const QExpr *e, const RuOp *left, const RuOp *right)
{
	bool texts = (left->lenient == RU_L_NODES || left->lenient == RU_L_STRING) &&
				 (right->lenient == RU_L_NODES || right->lenient == RU_L_STRING);

	if (!is_equality(e) && texts && (is_no_number(left) || is_no_number(right)) &&
		(b->query->never == 0 || e->pos < b->query->never))
		b->query->never = e->pos;
}

static BxStatus
general_comparison(QsBuild *b, const QExpr *e, RuOp **op)
{
	const RuOp *left, *right;
	bool is;

	BX_TRY(qs_operands(b, e, &ru_lenient_comparison, false, op));
	(*op)->type = qs_atomic_type(AT_BOOLEAN, XD_ONE);
	(*op)->lenient = RU_L_BOOLEAN;
	note_comparison(b, e, (*op)->args[0], (*op)->args[1]);
	BX_TRY(compare_values(b, e, *op, &is));
	if (is)
		return BX_OK;
	left = (*op)->args[0];
	right = (*op)->args[1];
	if (left->lenient == RU_L_NODES || right->lenient == RU_L_NODES)
		(*op)->sub |= RU_LENIENT_NODES;
	if (left->lenient == RU_L_VARIABLE || right->lenient == RU_L_VARIABLE)
		(*op)->sub |= RU_LENIENT_VARIABLE;
	return keep_side(b, *op);
}

/* ---- calls ---- */

typedef struct Function
{
	const char *name;
	uint8_t rules[3]; /* QsRule of the arguments, the last one of all that follow */
	uint8_t result;   /* RuLenient */
} Function;

static const Function functions[] = {
#define QS_FUNCTION(name, first, second, more, result)                                                       \
	{name, {QS_##first, QS_##second, QS_##more}, RU_L_##result},
#include "qs_lenient.def"
};

static const Function *
find_function(const QExpr *e)
{
	size_t i;

	if (!bx_str_is(e->name.uri, Q_URI_FN))
		return NULL;
	for (i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (bx_str_is(e->name.local, functions[i].name))
			return &functions[i];
	return NULL;
}

/* Nodes as decimals; nothing else is. */
static BxStatus
exact_argument(QsBuild *b, RuOp *op)
{
	if (op->args[0]->lenient != RU_L_NODES)
		b->exact = NULL;
	return wrap(b, &ru_lenient_exacts, any_number(AT_ANY_ATOMIC), &op->args[0]);
}

static BxStatus
convert_arguments(QsBuild *b, const QExpr *e, RuOp *op)
{
	const Function *f = find_function(e);
	uint32_t i;

	if (f == NULL)
		return BX_OK;
	op->lenient = f->result;
	if (f->result == RU_L_LIFTED)
		op->lenient = e->n_args > 0 && (op->args[0]->lenient == RU_L_SEQUENCE ||
										(f->rules[0] == QS_LIFTED2 && op->args[0]->lenient == RU_L_NODES))
						  ? RU_L_SEQUENCE
						  : RU_L_NUMBER;
	if (b->exact == e)
		return exact_argument(b, op);
	for (i = 0; i < e->n_args; i++)
		BX_TRY(apply(b, (QsRule) f->rules[i < 2 ? i : 2], &op->args[i]));
	return BX_OK;
}

/* Functions that are a conversion of their argument. */
static BxStatus
conversion_call(QsBuild *b, const QExpr *e, const Function *f, RuOp **op)
{
	BX_TRY(qs_build(b, e->args[0], op));
	BX_TRY(apply(b, (QsRule) f->rules[0], op));
	(*op)->lenient = f->result;
	return BX_OK;
}

/* xs:date(...) and so on: a cast of at most one item. */
static BxStatus
cast_call(QsBuild *b, const QExpr *e, AtType type, RuOp **op)
{
	XdSeqType *to = bx_arena_alloc(b->arena, sizeof(XdSeqType));

	if (to == NULL)
		return bx_fail_nomem(b->err, sizeof(XdSeqType));
	*to = (XdSeqType){.kind = XD_T_ATOMIC, .occurrence = XD_OPTIONAL, .atomic = (uint8_t) type};
	BX_TRY(qs_build(b, e->args[0], op));
	BX_TRY(apply(b, QS_SINGLE, op));
	BX_TRY(wrap(b, &ru_lenient_cast, optional(*op, type), op));
	(*op)->check = to;
	(*op)->lenient = RU_L_SEQUENCE;
	return BX_OK;
}

/* A call with the context item, or the document, as an argument that was not written. */
static BxStatus
call_with(QsBuild *b, const QExpr *e, QKind kind, RuOp **op)
{
	QExpr call = *e, *more = bx_arena_zalloc(b->arena, sizeof(QExpr));
	QExpr **args = bx_arena_alloc(b->arena, (e->n_args + 1) * sizeof(QExpr *));

	if (more == NULL || args == NULL)
		return bx_fail_nomem(b->err, sizeof(QExpr));
	more->kind = (uint8_t) kind;
	more->pos = e->pos;
	if (e->n_args > 0)
		memcpy(args, e->args, e->n_args * sizeof(QExpr *));
	args[call.n_args++] = more;
	call.args = args;
	return qs_build(b, &call, op);
}

/* Functions that are about the context item where they have no argument. */
static bool
takes_context(const Function *f)
{
	return f->rules[0] == QS_STRING || f->rules[0] == QS_NUMBER || f->rules[0] == QS_NODE ||
		   strcmp(f->name, "data") == 0;
}

static bool
is_castable_type(const QExpr *e, AtType *type)
{
	*type = at_type_find(e->name.local);
	return bx_str_is(e->name.uri, Q_URI_XS) && e->n_args == 1 && *type != AT_TYPES && *type != AT_ANY_TYPE &&
		   *type != AT_ANY_SIMPLE && *type != AT_ANY_ATOMIC && *type != AT_NOTATION && *type != AT_QNAME &&
		   !at_type_is_list(*type);
}

static BxStatus
call(QsBuild *b, const QExpr *e, RuOp **op)
{
	const Function *f = find_function(e);
	AtType type;

	if (is_castable_type(e, &type))
		return cast_call(b, e, type, op);
	if (f == NULL)
		return qs_call(b, e, op);
	if (e->n_args == 0 && takes_context(f))
		return call_with(b, e, QK_CONTEXT_ITEM, op);
	if (e->n_args == 1 && strcmp(f->name, "id") == 0)
		return call_with(b, e, QK_ROOT, op);
	if (e->n_args == 1 &&
		(strcmp(f->name, "string") == 0 || strcmp(f->name, "number") == 0 || strcmp(f->name, "data") == 0))
		return conversion_call(b, e, f, op);
	return qs_call(b, e, op);
}

/* ---- prefixes ---- */

BxStatus
qs_lenient_prefixes(QsBuild *b, const QExpr *e)
{
	uint32_t i;

	BX_TRY(qs_check_depth(b, e));
	if ((e->kind == QK_STEP || e->kind == QK_VARIABLE) && e->name.prefix.n > 0 && e->name.uri.n == 0)
		return xp_undeclared(b->err, e->pos, "", e->name.prefix.s, e->name.prefix.n);
	for (i = 0; i < e->n_args; i++)
		if (e->args[i] != NULL)
			BX_TRY(qs_lenient_prefixes(b, e->args[i]));
	return BX_OK;
}

/* ---- the table ---- */

/* Kinds that are built in another way than by XQuery. */
static const QsBuilder own[Q_KINDS] = {
	[QK_LITERAL] = literal,
	[QK_VARIABLE] = variable,
	[QK_ROOT] = root,
	[QK_CONTEXT_ITEM] = context_item,
	[QK_PATH] = path,
	[QK_FILTER] = filter,
	[QK_ARITHMETIC] = arithmetic,
	[QK_UNARY] = arithmetic,
	[QK_VALUE_COMPARISON] = value_comparison,
	[QK_GENERAL_COMPARISON] = general_comparison,
	[QK_RANGE] = range,
	[QK_CONCAT] = concat,
	[QK_CALL] = call,
};

/* Is a part of it evaluated again and again?  (Predicates and steps say it themselves.) */
static bool
loops(const QExpr *e)
{
	return e->kind == QK_FLWOR || e->kind == QK_QUANTIFIED || e->kind == QK_SIMPLE_MAP;
}

static BxStatus
build(QsBuild *b, const QExpr *e, RuOp **op)
{
	uint32_t slots = b->n_slots, loop;

	loop = loops(e) ? qs_enter_loop(b) : 0;
	BX_TRY((own[e->kind] != NULL ? own : b->builders)[e->kind](b, e, op));
	if (own[e->kind] == NULL && operators[e->kind].is)
		(*op)->lenient = operators[e->kind].result;
	if (loops(e))
		qs_leave_loop(b, loop);
	return b->loops > 0 ? qs_hold(b, e, slots, op) : BX_OK;
}

/* Sums and the like are exact where they are written, each member of a sequence by itself. */
static BxStatus
written(QsBuild *b, const QExpr *e, RuOp **op)
{
	uint32_t i;

	if (e->kind == QK_ENCLOSED && e->n_args > 0 && e->args[0] != NULL)
		return written(b, e->args[0], op);
	if (e->kind != QK_SEQUENCE || e->n_args < 2)
		return qs_exact(b, e, op);
	BX_TRY(qs_new(b, &ru_sequence, e->pos, e->n_args, op));
	for (i = 0; i < e->n_args; i++)
		BX_TRY(written(b, e->args[i], &(*op)->args[i]));
	qs_done(*op);
	(*op)->type = (RuType){.kind = XD_T_ITEM, .occurrence = XD_ANY_NUMBER};
	return BX_OK;
}

const QsRules qs_lenient_rules = {build, convert_arguments, written};
