/*
 * xd_axis.c -- axes as the blocks of paths have them.
 */
#include "../base/bx_core_int.h"

#include "../xpath/syntax/xp_ast.h"
#include "xd_tree.h"

static const uint8_t axes[XD_AXES] = {
	[XD_CHILD] = XP_AX_CHILD,
	[XD_DESCENDANT] = XP_AX_DESCENDANT,
	[XD_DESCENDANT_OR_SELF] = XP_AX_DESCENDANT_OR_SELF,
	[XD_SELF] = XP_AX_SELF,
	[XD_ATTRIBUTE_AXIS] = XP_AX_ATTRIBUTE,
	[XD_NAMESPACE_AXIS] = XP_AX_NAMESPACE,
	[XD_FOLLOWING_SIBLING] = XP_AX_FOLLOWING_SIBLING,
	[XD_FOLLOWING] = XP_AX_FOLLOWING,
	[XD_PARENT] = XP_AX_PARENT,
	[XD_ANCESTOR] = XP_AX_ANCESTOR,
	[XD_ANCESTOR_OR_SELF] = XP_AX_ANCESTOR_OR_SELF,
	[XD_PRECEDING_SIBLING] = XP_AX_PRECEDING_SIBLING,
	[XD_PRECEDING] = XP_AX_PRECEDING,
};

uint8_t
xd_axis_in_block(XdAxis axis)
{
	return axes[axis];
}
