/*
 * q_constructors.c -- constructors put around operands of a path.
 *
 * "x" becomes xs:date("x"), nodes a/b become a/b/xs:date(.), and a path @c to one node xs:date(@c).
 */
#include "q_block_int.h"

#include "../../xpath/syntax/xp_construct.h"
#include "q_edit.h"

bool
xp_constructible(const XpExpr *node)
{
	switch (node->op)
	{
		case XP_STRING:
		case XP_VARIABLE: return true;
		case XP_CALL: return node->func == XP_FN_TRUE || node->func == XP_FN_FALSE;
		case XP_PATH: return node->a != 0;
		default: return node->op == XP_FILTER;
	}
}

static AtName
constructor(unsigned func)
{
	const char *name = xp_func_name((XpFunc) func) + strlen("xs:");

	return (AtName){
		.prefix = {"xs", 2}, .uri = {Q_URI_XS, sizeof(Q_URI_XS) - 1}, .local = bx_str(name, strlen(name))};
}

/* The constructor takes the place of an expression, and the expression is what it is of. */
static BxStatus
put_around(QEdit *d, const AtName *name, QExpr *e)
{
	QExpr *inner, *call;

	BX_TRY(q_edit_copy(d, e, &inner));
	BX_TRY(q_edit_call(d, name, inner, e, &call));
	*e = *call;
	return BX_OK;
}

/* Nodes, then the constructor of each. */
static BxStatus
put_behind(QEdit *d, const AtName *name, QExpr *e)
{
	QExpr *nodes, *item, *call, *path;

	BX_TRY(q_edit_copy(d, e, &nodes));
	BX_TRY(q_edit_new(d, QK_CONTEXT_ITEM, e, 0, &item));
	BX_TRY(q_edit_call(d, name, item, e, &call));
	BX_TRY(q_edit_path(d, nodes, call, &path));
	*e = *path;
	return BX_OK;
}

BxStatus
xp_construct(const XpBlock *block, const uint8_t *funcs, size_t reserve, BxArena *arena, XpBlock **made,
			 BxError *err)
{
	QEdit d;

	BX_TRY(q_edit_begin(&d, bx_str(xp_pool(block), block->source_len), arena, err));
	BX_TRY(q_edit_nodes(&d, block));
	for (uint32_t i = 1; i < block->n_nodes; i++)
	{
		const XpExpr *node = &xp_nodes(block)[i];
		bool whole = (funcs[i] & XP_CONSTRUCT_WHOLE) && node->op == XP_PATH && node->b == 0;
		AtName name;

		if (funcs[i] == 0)
			continue;
		name = constructor(funcs[i] & (XP_CONSTRUCT_WHOLE - 1));
		BX_TRY(node->type == XP_T_NODESET && !whole ? put_behind(&d, &name, d.at[i])
													: put_around(&d, &name, d.at[i]));
	}
	return q_edit_end(&d, reserve, made);
}
