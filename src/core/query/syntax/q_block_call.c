/*
 * q_block_call.c -- function calls of a path: which functions there are, and what they take.
 */
#include "q_block_int.h"

#include "../../regex/bx_regex.h"

BxStatus
q_need_nodes(QBlock *b, uint32_t node, uint32_t pos, const char *detail)
{
	if (xp_maybe_nodeset(q_nodes(b)[node].type))
		return BX_OK;
	return q_block_fail(b, pos, detail, "expected a node-set");
}

/* The arguments, chained. */
static BxStatus
put_arguments(QBlock *b, const QExpr *e, const XpFuncInfo *info, XpExpr *call)
{
	QChain args = {0, 0};

	for (uint32_t i = 0; i < e->n_args; i++)
	{
		uint32_t arg;

		BX_TRY(q_emit_expr(b, e->args[i], &arg));
		if (info->needs & XP_NEEDS_NODESETS)
			BX_TRY(q_need_nodes(b, arg, e->args[i]->start, "The function takes a node-set."));
		q_chain(b, &args, arg);
	}
	call->a = args.first;
	call->n_args = (uint16_t) e->n_args;
	return BX_OK;
}

static BxStatus
check_count(QBlock *b, const XpExpr *call, const XpFuncInfo *info)
{
	unsigned low = info->min_args;
	unsigned high = info->max_args;
	const char *s = high == 1 ? "" : "s";

	if (call->n_args >= low && call->n_args <= high)
		return BX_OK;
	if (high == XP_NO_MAX)
		return q_block_fail(b, call->pos, NULL, "function \"%s\" expects at least %u arguments, not %u",
							info->name, low, call->n_args);
	if (high == 0)
		return q_block_fail(b, call->pos, NULL, "function \"%s\" expects no arguments, not %u", info->name,
							call->n_args);
	if (low == high)
		return q_block_fail(b, call->pos, NULL, "function \"%s\" expects %u argument%s, not %u", info->name,
							low, s, call->n_args);
	return q_block_fail(b, call->pos, NULL, "function \"%s\" expects %u to %u arguments, not %u", info->name,
						low, high, call->n_args);
}

/*
 * Without its argument a function is about the context.  Evaluators know the node, not the item; data() is written with
 * its argument everywhere, as XPath 2.0 has it.
 */
static BxStatus
give_context(QBlock *b, const XpFuncInfo *info, XpExpr *call)
{
	bool wanted = b->item_context && info->min_args == 0 && info->max_args == 1;

	if (call->n_args > 0 || (!wanted && call->func != XP_FN_DATA))
		return BX_OK;
	call->n_args = 1;
	return q_emit_context(b, call->pos, &call->a);
}

static BxStr
literal(const QBlock *b, const XpExpr *node)
{
	return q_span_text(b, node->a, node->b);
}

/* A regular expression that is a literal is compiled once, to see whether it can be. */
static BxStatus
check_pattern(QBlock *b, const XpExpr *call)
{
	unsigned at = xp_flags_argument(call->func), bits = 0;
	const XpExpr *pattern, *flags = NULL;
	BxArenaMark mark;
	BxRegex *re;
	BxStatus st = BX_OK;
	BxStr text;

	if (at == 0 || call->n_args < 2)
		return BX_OK;
	pattern = &q_nodes(b)[q_nodes(b)[call->a].next];
	if (call->n_args > at)
	{
		flags = pattern;
		for (unsigned i = 1; i < at; i++)
			flags = &q_nodes(b)[flags->next];
	}
	if (pattern->op != XP_STRING || (flags != NULL && flags->op != XP_STRING))
		return BX_OK;
	if (flags != NULL)
		BX_TRY(bx_regex_flags(literal(b, flags).s, flags->b, &bits, b->err));
	mark = bx_arena_mark(b->arena);
	text = literal(b, pattern);
	st = bx_regex_compile(text.s, text.n, bits, b->arena, &re, b->err);
	bx_arena_release(b->arena, &mark);
	return st;
}

BxStatus
q_emit_call(QBlock *b, const QExpr *e, uint32_t *at)
{
	XpExpr call = {.op = XP_CALL, .pos = e->pos};
	const XpFuncInfo *info = xp_func_info(e->number);

	call.func = (uint8_t) e->number;
	BX_TRY(q_use_function(b, &e->name));
	BX_TRY(put_arguments(b, e, info, &call));
	BX_TRY(give_context(b, info, &call));
	BX_TRY(check_count(b, &call, info));
	b->positional |= info->needs & XP_POSITION_FLAGS;
	BX_TRY(check_pattern(b, &call));
	return q_emit_node(b, &call, at);
}
