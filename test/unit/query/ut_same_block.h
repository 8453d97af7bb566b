/*
 * ut_same_block.h -- do two texts of a path give the same block?  Positions and the place of texts aside.
 */
#ifndef UT_SAME_BLOCK_H
#define UT_SAME_BLOCK_H

#include "../../../src/core/base/bx_core_int.h"
#include "../../../src/core/base/bx_buf.h"
#include "../../../src/core/query/syntax/q_parse.h"
#include "../../../src/core/query/syntax/q_print.h"
#include "../../../src/core/xpath/syntax/xp_ast.h"

static inline BxStr
usb_text(const XpBlock *b, uint32_t off, uint32_t n)
{
	return bx_str(xp_pool(b) + off, n);
}

static inline bool
usb_same_name(const XpBlock *a, const XpBlock *b, uint32_t i)
{
	const XpName *x = &xp_names(a)[i], *y = &xp_names(b)[i];

	return x->flags == y->flags &&
		   bx_str_equal(usb_text(a, x->prefix, x->prefix_len), usb_text(b, y->prefix, y->prefix_len)) &&
		   bx_str_equal(usb_text(a, x->uri, x->uri_len), usb_text(b, y->uri, y->uri_len)) &&
		   bx_str_equal(usb_text(a, x->local, x->local_len), usb_text(b, y->local, y->local_len));
}

static inline bool
usb_same_node(const XpBlock *a, const XpBlock *b, uint32_t i)
{
	XpExpr x = xp_nodes(a)[i], y = xp_nodes(b)[i];

	x.pos = y.pos;
	if (x.op == XP_STRING && y.op == XP_STRING)
	{
		if (!bx_str_equal(usb_text(a, x.a, x.b), usb_text(b, y.a, y.b)))
			return false;
		x.a = y.a;
		x.b = y.b;
	}
	if (x.op == XP_NUMBER && y.op == XP_NUMBER)
	{
		if (memcmp(xp_pool(a) + x.a, xp_pool(b) + y.a, sizeof(double)) != 0)
			return false;
		x.a = y.a;
	}
	return memcmp(&x, &y, sizeof(x)) == 0;
}

static inline bool
usb_same(const XpBlock *a, const XpBlock *b)
{
	bool same =
		a->n_nodes == b->n_nodes && a->n_names == b->n_names && a->root == b->root && a->mode == b->mode;

	for (uint32_t i = 0; same && i < a->n_names; i++)
		same = usb_same_name(a, b, i);
	for (uint32_t i = 1; same && i < a->n_nodes; i++)
		same = usb_same_node(a, b, i);
	return same;
}

/* The printed path, in the buffer, and the block that it compiles to, in the arena; BX_OK when both can be made. */
static inline BxStatus
usb_printed(const XpBlock *block, BxArena *arena, BxBuf *out, XpBlock **again, BxError *err)
{
	QModule *path;

	*again = NULL;
	BX_TRY(
		q_parse(usb_text(block, 0, block->source_len), Q_MODE_PATH, NULL, 0, arena, arena->host, &path, err));
	BX_TRY(q_print_module(path, out, err));
	return xp_compile((const char *) out->data, out->len, 0, arena, again, err);
}

#endif
