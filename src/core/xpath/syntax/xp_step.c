/*
 * xp_step.c -- location paths: steps, axes, node tests, predicates (Recommendation section 2).
 *
 * Abbreviations are expanded here and nowhere else.  Rewriting for speed is the evaluator's: the tree stays
 * what the text says.
 */
#include "../../base/bx_core_int.h"
#include "xp_parse_int.h"

/* A list under construction. */
typedef struct NodeList
{
	uint32_t first;
	uint32_t last;
} NodeList;

static bool
list_append(XpParser *p, NodeList *list, uint32_t node)
{
	if (node == 0)
		return false;
	if (list->first == 0)
		list->first = node;
	else
		p->nodes[list->last].next = node;
	list->last = node;
	return true;
}

/* "[" Expr "]"; what it calls at its own level decides its flags, deeper predicates keep theirs. */
static uint32_t
parse_predicate(XpParser *p)
{
	XpExpr node = {.op = XP_PREDICATE, .pos = p->cur.pos};
	uint8_t outer = p->positional;
	uint8_t type;

	p->positional = 0;
	if (!xp_advance(p))
		return 0;
	node.a = xp_parse_expr(p);
	if (node.a == 0 || !xp_expect(p, ']', "Expected an operator or \"]\"."))
		return 0;
	type = p->nodes[node.a].type;
	node.flags = p->positional;
	if (type == XP_T_NUMBER || type == XP_T_ANY || type == XP_T_SEQUENCE)
		node.flags |= XP_POSITIONAL;
	p->positional = outer;
	return xp_add_node(p, &node);
}

/* The predicates at the cursor, chained; `item` says whether "." may be an atomic value in them. */
static bool
parse_predicates(XpParser *p, bool item, uint32_t *first)
{
	NodeList list = {0, 0};
	bool outer = p->item_context;

	p->item_context = item;
	while (p->cur.kind == '[')
		if (!list_append(p, &list, parse_predicate(p)))
			return false;
	p->item_context = outer;
	*first = list.first;
	return true;
}

/* "." and "..", with predicates as in XPath 2.0. */
static uint32_t
parse_dots(XpParser *p)
{
	bool self = p->cur.kind == '.';
	XpExpr node = {.op = XP_STEP, .test = XP_TEST_NODE, .pos = p->cur.pos};

	node.axis = self ? XP_AX_SELF : XP_AX_PARENT;
	if (!xp_advance(p) || !parse_predicates(p, false, &node.a))
		return 0;
	return xp_add_node(p, &node);
}

uint32_t
xp_add_context(XpParser *p, uint32_t pos)
{
	XpExpr self = {.op = XP_STEP, .test = XP_TEST_NODE, .axis = XP_AX_SELF, .pos = pos};
	XpExpr path = {.op = XP_PATH, .pos = pos};

	if (p->item_context)
		return xp_add_item(p, pos);
	path.a = xp_add_node(p, &self);
	return path.a == 0 ? 0 : xp_add_node(p, &path);
}

/* Axis of a step, with the cursor moved to the node test. */
static bool
parse_axis(XpParser *p, XpExpr *node)
{
	const XpToken *t = &p->cur;
	char buf[XP_SHOWN_MAX];

	node->axis = XP_AX_CHILD;
	if (t->kind == '@')
	{
		node->axis = XP_AX_ATTRIBUTE;
		return xp_advance(p);
	}
	if (t->kind != XP_TOK_NAME || t->follow != ':')
		return true;
	node->axis = 0;
	if (t->form == XP_FORM_PLAIN)
		node->axis = (uint8_t) xp_find_axis(xp_source(p, t->local), t->local_len);
	if (node->axis == 0)
		return xp_error(p, t->pos, "The name before \"::\" must be one of the thirteen axes.",
						"unknown axis \"%s\"", xp_shown(xp_source(p, t->off), t->len, buf));
	return xp_advance(p) && xp_expect(p, XP_TOK_COLONS, "Expected \"::\".");
}

/* The literal of processing-instruction('x'): a name without namespace. */
static bool
parse_pi_target(XpParser *p, XpExpr *node)
{
	XpName name = {0};

	if (p->cur.kind != XP_TOK_LITERAL)
		return true;
	name.local = p->cur.local;
	name.local_len = p->cur.local_len;
	node->name = xp_add_name(p, &name);
	return node->name != 0 && xp_advance(p);
}

/* node(), text(), comment(), processing-instruction() with the cursor on the name. */
static bool
parse_kind_test(XpParser *p, XpExpr *node)
{
	const XpToken *t = &p->cur;

	if (t->form == XP_FORM_PLAIN && !t->any_local)
		node->test = (uint8_t) xp_find_kind(xp_source(p, t->local), t->local_len);
	if (node->test == 0)
		return xp_unexpected(p, "Expected a node test; in XPath 1.0 a function call cannot be a step.");
	if (!xp_advance(p) || !xp_expect(p, '(', "Expected \"(\"."))
		return false;
	if (node->test == XP_TEST_PI && !parse_pi_target(p, node))
		return false;
	return xp_expect(p, ')', "Expected \")\".");
}

static bool
parse_node_test(XpParser *p, XpExpr *node)
{
	bool element = node->axis != XP_AX_ATTRIBUTE && node->axis != XP_AX_NAMESPACE;

	if (p->cur.kind == XP_TOK_NAME && p->cur.follow == '(')
		return parse_kind_test(p, node);
	if (p->cur.kind != XP_TOK_NAME && p->cur.kind != '*')
		return xp_unexpected(p, "Expected a node test.");
	node->test = XP_TEST_NAME;
	node->name = xp_resolve(p, &p->cur, element);
	return node->name != 0 && xp_advance(p);
}

static uint32_t
parse_step(XpParser *p)
{
	XpExpr node = {.op = XP_STEP, .pos = p->cur.pos};

	if (p->cur.kind == '.' || p->cur.kind == XP_TOK_PARENT)
		return parse_dots(p);
	if (!parse_axis(p, &node) || !parse_node_test(p, &node) || !parse_predicates(p, false, &node.a))
		return 0;
	return xp_add_node(p, &node);
}

/* What "//" means between two steps; before what is not a step it is written as a step of its own. */
static uint32_t
add_slashes(XpParser *p)
{
	XpExpr node = {.op = XP_STEP,
				   .axis = XP_AX_DESCENDANT_OR_SELF,
				   .test = XP_TEST_NODE,
				   .flags = XP_FROM_SLASHES,
				   .pos = p->cur.pos};

	return xp_add_node(p, &node);
}

/* Does an expression that is not a step come next, where a step might? */
static bool
starts_map(const XpParser *p)
{
	return xp_starts_primary(p) && (p->cur.kind == '(' || p->cur.kind == XP_TOK_NAME);
}

/*
 * Step, then ("/" | "//") step repeated; *more when an expression that is not a step comes next.  The
 * cursor is behind the first slashes.
 */
static bool
parse_steps(XpParser *p, NodeList *steps, bool *more)
{
	*more = false;
	for (;;)
	{
		if (starts_map(p))
		{
			/* the last step may be what "//" means: nothing follows it now */
			if (steps->last != 0)
				p->nodes[steps->last].flags &= (uint8_t) ~XP_FROM_SLASHES;
			*more = true;
			return true;
		}
		if (!list_append(p, steps, parse_step(p)))
			return false;
		if (p->cur.kind != '/' && p->cur.kind != XP_TOK_SLASHES)
			return true;
		if (p->cur.kind == XP_TOK_SLASHES && !list_append(p, steps, add_slashes(p)))
			return false;
		if (!xp_advance(p))
			return false;
	}
}

static bool
starts_step(const XpParser *p)
{
	switch (p->cur.kind)
	{
		case XP_TOK_NAME:
		case '*':
		case '@':
		case '.':
		case XP_TOK_PARENT: return true;
		default: return false;
	}
}

/* Where "." may be an atomic value, a relative path starts from it; "." alone, without a step, is it. */
static bool
parse_item_start(XpParser *p, XpExpr *path, bool *alone)
{
	path->b = xp_add_item(p, p->cur.pos);
	if (path->b == 0 || p->cur.kind != '.')
		return path->b != 0;
	if (!xp_advance(p))
		return false;
	*alone = p->cur.kind != '/' && p->cur.kind != XP_TOK_SLASHES;
	return *alone || xp_advance(p);
}

/* A path from the context node or the root.  "/" may stand alone, "//" may not. */
static uint32_t
parse_location_path(XpParser *p, bool *more)
{
	XpExpr path = {.op = XP_PATH, .pos = p->cur.pos};
	NodeList steps = {0, 0};
	bool alone = false;

	if (p->cur.kind == '/' || p->cur.kind == XP_TOK_SLASHES)
	{
		bool slashes = p->cur.kind == XP_TOK_SLASHES;

		path.flags = XP_ABSOLUTE;
		if ((slashes && !list_append(p, &steps, add_slashes(p))) || !xp_advance(p))
			return 0;
		alone = !slashes && !starts_step(p) && !starts_map(p);
	}
	else if (!starts_step(p))
		return xp_unexpected(p, "Expected an expression.");
	else if (p->item_context && !parse_item_start(p, &path, &alone))
		return 0;
	if (alone && path.b != 0)
		return path.b;
	if (!alone && !parse_steps(p, &steps, more))
		return 0;
	path.a = steps.first;
	if (path.a == 0 && path.b != 0)
		return path.b;
	return xp_add_node(p, &path);
}

/* Primary expression with its predicates. */
static uint32_t
parse_filter(XpParser *p)
{
	XpExpr filter = {.op = XP_FILTER, .pos = p->cur.pos};
	uint8_t type;

	filter.a = xp_parse_primary(p);
	if (filter.a == 0 || p->cur.kind != '[')
		return filter.a;
	type = p->nodes[filter.a].type;
	if (type != XP_T_NODESET)
		filter.op = XP_SEQ_FILTER;
	return parse_predicates(p, type != XP_T_NODESET, &filter.b) ? xp_add_node(p, &filter) : 0;
}

/* Steps behind a primary expression or what parse_map made. */
static uint32_t
parse_steps_after(XpParser *p, uint32_t start, uint32_t pos, bool *more)
{
	XpExpr path = {.op = XP_PATH, .b = start, .pos = pos};
	NodeList steps = {0, 0};

	*more = false;
	if (start == 0 || (p->cur.kind != '/' && p->cur.kind != XP_TOK_SLASHES))
		return start;
	if (!xp_need_nodeset(p, start, pos, "Only a node-set can be followed by a step."))
		return 0;
	if (p->cur.kind == XP_TOK_SLASHES && !list_append(p, &steps, add_slashes(p)))
		return 0;
	if (!xp_advance(p) || !parse_steps(p, &steps, more))
		return 0;
	path.a = steps.first;
	return path.a == 0 ? start : xp_add_node(p, &path);
}

/* PathExpr: a location path, or a filter expression with or without steps after it; then any mixture of both. */
uint32_t
xp_parse_path(XpParser *p)
{
	uint32_t pos = p->cur.pos;
	bool outer = p->item_context;
	bool more = false;
	uint32_t path;

	if (xp_starts_primary(p))
		path = parse_steps_after(p, parse_filter(p), pos, &more);
	else
		path = parse_location_path(p, &more);
	while (path != 0 && more)
	{
		XpExpr map = {.op = XP_MAP, .a = path, .pos = p->cur.pos};

		p->item_context = false;
		map.b = parse_filter(p);
		p->item_context = outer;
		path = map.b == 0 ? 0 : parse_steps_after(p, xp_add_node(p, &map), map.pos, &more);
	}
	return path;
}
