/*
 * xp_advice.c -- what is valid in a path and hardly meant.
 */
#include "../../base/bx_core_int.h"
#include "xp_advice.h"

#include <math.h>

#include "../../value/bx_value.h"
#include "xp_shape.h"

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

/* The name of a step that is one name; NULL for any other test. */
static const XpName *
plain_name(const XpBlock *path, const XpExpr *step)
{
	const XpName *n;

	if (step->test != XP_TEST_NAME || step->axis == XP_AX_ATTRIBUTE || step->axis == XP_AX_NAMESPACE)
		return NULL;
	n = &xp_names(path)[step->name - 1];
	return n->flags == 0 ? n : NULL;
}

/* The first step of a location path, or the last one; "." at its beginning is none.  NULL for other expressions. */
static const XpExpr *
end_step(const XpBlock *path, bool last)
{
	const XpExpr *nodes = xp_nodes(path);
	const XpExpr *root = &nodes[path->root], *step;

	if (root->op != XP_PATH || root->b != 0 || root->a == 0)
		return NULL;
	for (step = &nodes[root->a]; step->next != 0; step = &nodes[step->next])
		if (!last && (step->axis != XP_AX_SELF || step->test != XP_TEST_NODE || step->a != 0))
			break;
	return step;
}

bool
xp_advice_names_top(const XpBlock *path, const XpBlock *of)
{
	const XpExpr *first = end_step(path, false), *last = end_step(of, true);
	const XpName *top, *name;

	if (first != NULL && first->axis == XP_AX_ATTRIBUTE)
		return true;
	if (first == NULL || last == NULL || first->axis != XP_AX_CHILD)
		return false;
	name = plain_name(path, first);
	top = plain_name(of, last);
	return name != NULL && top != NULL &&
		   !(bx_same_bytes(xp_pool(path) + name->local, name->local_len, xp_pool(of) + top->local,
						   top->local_len) &&
			 bx_same_bytes(xp_pool(path) + name->uri, name->uri_len, xp_pool(of) + top->uri, top->uri_len));
}
