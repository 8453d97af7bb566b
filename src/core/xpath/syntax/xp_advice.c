/*
 * xp_advice.c -- what is valid in a path and hardly meant.
 */
#include "../../base/bx_core_int.h"
#include "xp_advice.h"

#include <math.h>

#include "../../value/bx_value.h"
#include "xp_ast_int.h"

static bool
is_no_number(const XpBlock *path, const XpExpr *n)
{
	return n->op == XP_STRING && isnan(bx_number_from_text(xp_pool(path) + n->a, n->b));
}

/* May its items be of types that are compared with strings, or cast to them? */
static bool
is_text(const XpExpr *n)
{
	return n->type == XP_T_NODESET || n->type == XP_T_STRING;
}

uint32_t
xp_advice_comparison(const XpBlock *path)
{
	const XpExpr *nodes = xp_nodes(path);

	for (uint32_t i = 1; i < path->n_nodes; i++)
	{
		const XpExpr *n = &nodes[i];

		if (n->op >= XP_LT && n->op <= XP_GE &&
			((is_no_number(path, &nodes[n->b]) && is_text(&nodes[n->a])) ||
			 (is_no_number(path, &nodes[n->a]) && is_text(&nodes[n->b]))))
			return n->pos;
	}
	return 0;
}

bool
xp_advice_always_exists(const XpBlock *path)
{
	const XpExpr *root = &xp_nodes(path)[path->root];

	return root->type == XP_T_BOOLEAN && !(root->op >= XP_VALUE_EQ && root->op <= XP_VALUE_GE);
}
