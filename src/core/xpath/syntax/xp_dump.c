/*
 * xp_dump.c -- the tree of a compiled path as text, one node per line, children indented by two spaces.
 *
 *   path absolute
 *     step child::a
 *       predicate
 *         =
 *           path
 *             step attribute::b
 *           number 3
 *
 * The primary expression a path starts from comes before its steps.  Names show the namespace they were resolved
 * to, as Q{uri}x.  For tests and bxpath_explain; the form may change between versions.
 */
#include "../../base/bx_core_int.h"
#include "xp_shape.h"

#include "../../base/bx_buf.h"
#include "../../value/bx_value.h"

/* Output with a sticky status. */
typedef struct Dump
{
	const XpBlock *block;
	BxBuf *out;
	BxError *err;
	BxStatus status;
} Dump;

static void
put_bytes(Dump *d, const char *s, size_t n)
{
	bx_buf_add(d->out, s, n, &d->status, d->err);
}

static void
put_string(Dump *d, const char *s)
{
	put_bytes(d, s, strlen(s));
}

/* Text of the pool on one line: line ends as character references. */
static void
put_pool(Dump *d, uint32_t off, uint32_t len)
{
	const char *s = xp_pool(d->block) + off;
	uint32_t from = 0;
	uint32_t i;

	for (i = 0; i < len; i++)
	{
		if (s[i] != '\n' && s[i] != '\r')
			continue;
		put_bytes(d, s + from, i - from);
		put_string(d, s[i] == '\n' ? "&#10;" : "&#13;");
		from = i + 1;
	}
	put_bytes(d, s + from, len - from);
}

static void
put_name(Dump *d, const XpName *name)
{
	bool any = (name->flags & XP_NAME_ANY_LOCAL) != 0;

	if (name->flags & XP_NAME_UNBOUND)
	{
		put_pool(d, name->prefix, name->prefix_len);
		put_string(d, ":");
	}
	else if (name->flags & XP_NAME_ANY_NS)
		put_string(d, any ? "" : "*:");
	else if (name->uri_len > 0 || any)
	{
		put_string(d, "Q{");
		put_pool(d, name->uri, name->uri_len);
		put_string(d, "}");
	}
	if (any)
		put_string(d, "*");
	else
		put_pool(d, name->local, name->local_len);
	if (name->flags & XP_NAME_UNBOUND)
		put_string(d, " unbound");
}

static void
put_step(Dump *d, const XpExpr *node)
{
	const XpName *name = node->name == 0 ? NULL : &xp_names(d->block)[node->name - 1];

	put_string(d, " ");
	put_string(d, xp_axis_name((XpAxis) node->axis));
	put_string(d, "::");
	if (node->test == XP_TEST_NAME)
		put_name(d, name);
	else
	{
		put_string(d, xp_kind_name(node->test));
		put_string(d, "(");
		if (name != NULL)
		{
			put_string(d, "\"");
			put_pool(d, name->local, name->local_len);
			put_string(d, "\"");
		}
		put_string(d, ")");
	}
	if (node->flags & XP_FROM_SLASHES)
		put_string(d, " from //");
}

static void
put_number(Dump *d, const XpExpr *node)
{
	char buf[BX_NUMBER_TEXT_MAX];
	double number;

	memcpy(&number, xp_pool(d->block) + node->a, sizeof(number));
	put_string(d, " ");
	put_bytes(d, buf, bx_number_format(number, buf));
}

static void
put_node(Dump *d, const XpExpr *node)
{
	if (node->op != XP_CALL)
		put_string(d, xp_op_name(node->op));
	switch (node->op)
	{
		case XP_NUMBER: put_number(d, node); break;
		case XP_STRING:
			put_string(d, " \"");
			put_pool(d, node->a, node->b);
			put_string(d, "\"");
			break;
		case XP_VARIABLE:
		case XP_LOCAL:
		case XP_FOR:
		case XP_LET:
		case XP_SOME:
		case XP_EVERY:
			put_string(d, " $");
			put_name(d, &xp_names(d->block)[node->name - 1]);
			break;
		case XP_CALL:
			put_string(d, xp_func_name((XpFunc) node->func));
			put_string(d, "()");
			break;
		case XP_PATH: put_string(d, node->flags & XP_ABSOLUTE ? " absolute" : ""); break;
		case XP_STEP: put_step(d, node); break;
		case XP_PREDICATE:
			put_string(d, node->flags & XP_POSITIONAL ? " positional" : "");
			put_string(d, node->flags & XP_USES_LAST ? " last" : "");
			break;
		default: break;
	}
}

BxStatus
xp_dump(const XpBlock *b, BxBuf *out, BxError *err)
{
	Dump d = {b, out, err, BX_OK};
	XpWalk w;
	uint32_t at;

	xp_walk_init(&w, b);
	while (d.status == BX_OK && (at = xp_walk_next(&w)) != 0)
	{
		uint32_t i;

		for (i = 1; i < w.depth; i++)
			put_string(&d, "  ");
		put_node(&d, &xp_nodes(b)[at]);
		put_string(&d, "\n");
	}
	return d.status;
}
