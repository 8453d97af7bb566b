/*
 * qs_convert.c -- the conversions and checks that the language does by itself, as operators of their own, where what is
 * known of a type does not make them needless.
 */
#include "../../base/bx_core_int.h"

#include "../run/ru_function.h"
#include "../run/ru_operators.h"
#include "qs_build.h"

/* *op becomes the argument of a new operator, of the class or its twin for at most one item. */
static BxStatus
wrap(QsBuild *b, RuOp **op, const RuClass *any, const RuClass *one, bool single)
{
	RuOp *in = *op;
	RuOp *out;

	BX_TRY(qs_new(b, single ? one : any, in->pos, 1, &out));
	out->args[0] = in;
	qs_done(out);
	*op = out;
	return BX_OK;
}

static bool
is_atomic(const RuOp *op)
{
	return op->type.kind == XD_T_ATOMIC || op->type.kind == XD_T_NUMERIC || op->type.kind == XD_T_EMPTY;
}

BxStatus
qs_atomize(QsBuild *b, RuOp **op)
{
	RuType type = (*op)->type;
	bool single = qs_at_most_one(*op) && type.kind == XD_T_NODE;

	if (is_atomic(*op))
		return BX_OK;
	BX_TRY(wrap(b, op, &ru_atomized, &ru_atomized_one, single));
	/* an array may have any number of members */
	(*op)->type = (RuType){.kind = XD_T_ATOMIC,
						   .atomic = AT_ANY_ATOMIC,
						   .occurrence = type.kind == XD_T_NODE ? type.occurrence : XD_ANY_NUMBER};
	return BX_OK;
}

void
qs_as_number(const QsBuild *b, RuOp *op)
{
	if (b->mode != Q_MODE_QUERY)
		return;
	if (op->class == &ru_atomized || op->class == &ru_atomized_one)
		op->sub = RU_AS_NUMBERS;
}

BxStatus
qs_operand(QsBuild *b, RuOp **op)
{
	return qs_atomize(b, op);
}

/* Do the occurrences of a known type fit, whatever its items are? */
static bool
occurrence_fits(RuType known, uint8_t wanted)
{
	return (known.occurrence & ~wanted) == 0;
}

/* Are all items known to be of the type? */
static bool
fits(RuType known, const XdSeqType *type)
{
	if (type->kind == XD_T_EMPTY || !occurrence_fits(known, type->occurrence))
		return type->kind == XD_T_EMPTY && known.kind == XD_T_EMPTY;
	if (type->kind == XD_T_ITEM || known.kind == XD_T_EMPTY)
		return true;
	if (type->kind == XD_T_ATOMIC)
		return (known.kind == XD_T_ATOMIC &&
				(type->atomic == AT_ANY_ATOMIC ||
				 at_type_derives((AtType) known.atomic, (AtType) type->atomic))) ||
			   (known.kind == XD_T_NUMERIC && type->atomic == AT_ANY_ATOMIC);
	if (type->kind == XD_T_NUMERIC)
		return known.kind == XD_T_NUMERIC ||
			   (known.kind == XD_T_ATOMIC && at_types[known.atomic].family == AT_F_NUMBER);
	return type->kind == XD_T_NODE && known.kind == XD_T_NODE && type->test.kinds == XD_ANY_KIND &&
		   type->test.any_local && type->test.any_uri;
}

static BxStatus
new_role(QsBuild *b, const char *code, const char *name, const RuRole **role)
{
	RuRole *r = bx_arena_alloc(b->arena, sizeof(RuRole));
	char *copy = bx_arena_strndup(b->arena, name, strlen(name));

	if (r == NULL || copy == NULL)
		return bx_fail_nomem(b->err, sizeof(RuRole));
	r->code = code;
	r->name = copy;
	*role = r;
	return BX_OK;
}

static BxStatus
copy_type(QsBuild *b, const XdSeqType *type, const XdSeqType **copy)
{
	XdSeqType *t = bx_arena_alloc(b->arena, sizeof(XdSeqType));

	if (t == NULL)
		return bx_fail_nomem(b->err, sizeof(XdSeqType));
	*t = *type;
	*copy = t;
	return BX_OK;
}

static BxStatus
wrap_typed(QsBuild *b, RuOp **op, const RuClass *any, const RuClass *one, const XdSeqType *type,
		   const RuRole *role)
{
	RuType before = (*op)->type;
	bool single = !(type->occurrence & XD_REPEATED) && type->kind != XD_T_EMPTY;

	BX_TRY(wrap(b, op, any, one, single));
	BX_TRY(copy_type(b, type, &(*op)->check));
	(*op)->data = role;
	(*op)->type = qs_type_of(type);
	if ((*op)->type.kind == XD_T_NODE)
	{
		(*op)->type.ordered |= before.ordered;
		(*op)->type.flat |= before.flat;
	}
	return BX_OK;
}

BxStatus
qs_convert(QsBuild *b, RuOp **op, const XdSeqType *type, const char *name)
{
	const RuRole *role;

	if (type->kind == XD_T_ATOMIC || type->kind == XD_T_NUMERIC)
		BX_TRY(qs_atomize(b, op));
	if (fits((*op)->type, type))
		return BX_OK;
	BX_TRY(new_role(b, "XPTY0004", name, &role));
	if (type->kind == XD_T_ATOMIC || type->kind == XD_T_NUMERIC)
		return wrap_typed(b, op, &ru_converted, &ru_converted_one, type, role);
	if (type->kind == XD_T_FUNCTION && !type->any_arguments)
		return wrap_typed(b, op, &ru_coerced, &ru_coerced, type, role);
	return wrap_typed(b, op, &ru_checked, &ru_checked_one, type, role);
}

BxStatus
qs_check(QsBuild *b, RuOp **op, const XdSeqType *type, const char *code, const char *name)
{
	const RuRole *role;

	if (fits((*op)->type, type))
		return BX_OK;
	BX_TRY(new_role(b, code, name, &role));
	return wrap_typed(b, op, &ru_checked, &ru_checked_one, type, role);
}
