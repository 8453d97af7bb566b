/*
 * ru_choice.c -- operators whose result is that of one of their arguments: if, switch, typeswitch, let.
 *
 * A class says how it chooses an expression.  Every entry point chooses first, and then calls that of the expression.
 */
#include "../../base/bx_core_int.h"

#include "ru_construct.h"
#include "ru_expr.h"

/* ---- if ---- */

static BxStatus
choose_if(RuRun *run, const RuOp *op, const RuCx *cx, const RuOp **chosen)
{
	bool value;

	BX_TRY(ru_ebv(run, op->args[0], cx, &value));
	*chosen = op->args[value ? 1 : 2];
	return BX_OK;
}

/* ---- switch ---- */

/* Does the operand of a case equal that of the switch, as fn:deep-equal would say?  Both may be empty. */
static BxStatus
operand_fits(RuRun *run, const RuOp *op, const RuCx *cx, const XdItem *value, bool has_value, bool *fits)
{
	const AtCollation *collation;
	bool found = false;
	XdItem item;
	AtCall at;

	BX_TRY(ru_one(run, op, cx, &item, &found));
	*fits = !found && !has_value;
	if (!found || !has_value)
		return BX_OK;
	at = ru_at(run, cx);
	BX_TRY(ru_default_collation(run, op, &collation));
	return ru_at_op(run, op, at_same(&at, value, &item, collation, fits));
}

static BxStatus
choose_switch(RuRun *run, const RuOp *op, const RuCx *cx, const RuOp **chosen)
{
	const RuBranches *data = op->data;
	bool has_value = false;
	uint32_t i, k;
	XdItem value;

	BX_TRY(ru_one(run, op->args[0], cx, &value, &has_value));
	for (i = 0; i < data->n; i++)
	{
		const RuBranch *branch = &data->branches[i];
		bool fits = branch->n_operands == 0;

		*chosen = op->args[branch->result];
		for (k = 0; !fits && k < branch->n_operands; k++)
		{
			BX_TRY(bx_step(run->host));
			BX_TRY(operand_fits(run, op->args[branch->first + k], cx, &value, has_value, &fits));
		}
		if (fits)
			break;
	}
	return BX_OK;
}

/* ---- typeswitch ---- */

static BxStatus
choose_typeswitch(RuRun *run, const RuOp *op, const RuCx *cx, const RuOp **chosen)
{
	const RuBranches *data = op->data;
	uint32_t i, k;
	XdSeq value;

	BX_TRY(ru_collect(run, op->args[0], cx, &value));
	for (i = 0; i < data->n; i++)
	{
		const RuBranch *branch = &data->branches[i];
		bool fits = branch->n_types == 0;

		for (k = 0; !fits && k < branch->n_types; k++)
			BX_TRY(ru_seq_matches(run, &branch->types[k], &value, &fits));
		if (!fits)
			continue;
		if (branch->binds)
			cx->frame[branch->slot] = value;
		*chosen = op->args[branch->result];
		break;
	}
	return BX_OK;
}

/* ---- let ---- */

static BxStatus
choose_let(RuRun *run, const RuOp *op, const RuCx *cx, const RuOp **chosen)
{
	const uint32_t *slots = op->data;
	uint32_t i;

	for (i = 0; i + 1 < op->n_args; i++)
	{
		BX_TRY(ru_collect(run, op->args[i], cx, &cx->frame[slots[i]]));
		ru_stamp(run, &cx->frame[slots[i]]);
	}
	*chosen = op->args[i];
	return BX_OK;
}

/* ---- entry points: those of the chosen expression ---- */

static BxStatus
choice_one(RU_ONE_ARGS)
{
	BX_TRY(op->class->choose(run, op, cx, &op));
	return ru_one(run, op, cx, item, found);
}

static BxStatus
choice_open(RU_OPEN_ARGS)
{
	BX_TRY(op->class->choose(run, op, cx, &op));
	return ru_open(run, op, cx, it);
}

static BxStatus
choice_ebv(RU_EBV_ARGS)
{
	BX_TRY(op->class->choose(run, op, cx, &op));
	return ru_ebv(run, op, cx, value);
}

static BxStatus
choice_count(RU_COUNT_ARGS)
{
	BX_TRY(op->class->choose(run, op, cx, &op));
	return ru_count(run, op, cx, n);
}

static BxStatus
choice_seq(RU_SEQ_ARGS)
{
	BX_TRY(op->class->choose(run, op, cx, &op));
	return ru_collect(run, op, cx, seq);
}

static BxStatus
choice_push(RU_PUSH_ARGS)
{
	BX_TRY(op->class->choose(run, op, cx, &op));
	return ru_push(run, op, cx, sink);
}

#define CHOICE(name, title)                                                                                  \
	const RuClass ru_##name = {title,                                                                        \
							   .open = choice_open,                                                          \
							   .ebv = choice_ebv,                                                            \
							   .count = choice_count,                                                        \
							   .seq = choice_seq,                                                            \
							   .choose = choose_##name,                                                      \
							   .push = choice_push};                                                         \
	const RuClass ru_##name##_one = {title,                                                                  \
									 .one = choice_one,                                                      \
									 .open = choice_open,                                                    \
									 .ebv = choice_ebv,                                                      \
									 .seq = choice_seq,                                                      \
									 .choose = choose_##name,                                                \
									 .push = choice_push};

CHOICE(if, "if")
CHOICE(switch, "switch")
CHOICE(typeswitch, "typeswitch")
CHOICE(let, "let")
