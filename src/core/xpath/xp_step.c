/*
 * xp_step.c -- location paths: steps, axes, node tests, predicates (Recommendation section 2).
 *
 * Abbreviations are expanded here and nowhere else.  Rewriting for speed is the evaluator's: the tree stays
 * what the text says.
 */
#include "../base/bx_core_int.h"
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
	XpNode node = {.op = XP_PREDICATE, .pos = p->cur.pos};
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
	if (type == XP_T_NUMBER || type == XP_T_ANY)
		node.flags |= XP_POSITIONAL;
	p->positional = outer;
	return xp_add_node(p, &node);
}

static bool
parse_predicates(XpParser *p, uint32_t *first)
{
	NodeList list = {0, 0};

	while (p->cur.kind == '[')
		if (!list_append(p, &list, parse_predicate(p)))
			return false;
	*first = list.first;
	return true;
}

/* "." and "..", which take no predicates. */
static uint32_t
parse_dots(XpParser *p)
{
	bool self = p->cur.kind == '.';
	XpNode node = {.op = XP_STEP, .test = XP_TEST_NODE, .pos = p->cur.pos};

	node.axis = self ? XP_AX_SELF : XP_AX_PARENT;
	if (!xp_advance(p))
		return 0;
	if (p->cur.kind == '[')
		return xp_unexpected(p, self ? "\".\" takes no predicate; write self::node()[...]."
									 : "\"..\" takes no predicate; write parent::node()[...].");
	return xp_add_node(p, &node);
}

/* Axis of a step, with the cursor moved to the node test. */
static bool
parse_axis(XpParser *p, XpNode *node)
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
parse_pi_target(XpParser *p, XpNode *node)
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
parse_kind_test(XpParser *p, XpNode *node)
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
parse_node_test(XpParser *p, XpNode *node)
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
	XpNode node = {.op = XP_STEP, .pos = p->cur.pos};

	if (p->cur.kind == '.' || p->cur.kind == XP_TOK_PARENT)
		return parse_dots(p);
	if (!parse_axis(p, &node) || !parse_node_test(p, &node) || !parse_predicates(p, &node.a))
		return 0;
	return xp_add_node(p, &node);
}

/* What "//" stands for between two steps. */
static uint32_t
add_slashes(XpParser *p)
{
	XpNode node = {.op = XP_STEP,
				   .axis = XP_AX_DESCENDANT_OR_SELF,
				   .test = XP_TEST_NODE,
				   .flags = XP_FROM_SLASHES,
				   .pos = p->cur.pos};

	return xp_add_node(p, &node);
}

/* Step, then ("/" | "//") step as often as it goes on. */
static bool
parse_steps(XpParser *p, NodeList *steps)
{
	for (;;)
	{
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

/* A path from the context node or the root.  "/" may stand alone, "//" may not. */
static uint32_t
parse_location_path(XpParser *p)
{
	XpNode path = {.op = XP_PATH, .pos = p->cur.pos};
	NodeList steps = {0, 0};
	bool alone = false;

	if (p->cur.kind == '/' || p->cur.kind == XP_TOK_SLASHES)
	{
		bool slashes = p->cur.kind == XP_TOK_SLASHES;

		path.flags = XP_ABSOLUTE;
		if ((slashes && !list_append(p, &steps, add_slashes(p))) || !xp_advance(p))
			return 0;
		alone = !slashes && !starts_step(p);
	}
	else if (!starts_step(p))
		return xp_unexpected(p, "Expected an expression.");
	if (!alone && !parse_steps(p, &steps))
		return 0;
	path.a = steps.first;
	return xp_add_node(p, &path);
}

/* Primary expression with its predicates. */
static uint32_t
parse_filter(XpParser *p)
{
	XpNode filter = {.op = XP_FILTER, .pos = p->cur.pos};

	filter.a = xp_parse_primary(p);
	if (filter.a == 0 || p->cur.kind != '[')
		return filter.a;
	if (!xp_need_nodeset(p, filter.a, filter.pos, "Only a node-set can be filtered by a predicate."))
		return 0;
	if (!parse_predicates(p, &filter.b))
		return 0;
	return xp_add_node(p, &filter);
}

/* PathExpr: a location path, or a filter expression with or without steps after it. */
uint32_t
xp_parse_path(XpParser *p)
{
	XpNode path = {.op = XP_PATH, .pos = p->cur.pos};
	NodeList steps = {0, 0};

	if (!xp_starts_primary(p))
		return parse_location_path(p);
	path.b = parse_filter(p);
	if (path.b == 0 || (p->cur.kind != '/' && p->cur.kind != XP_TOK_SLASHES))
		return path.b;
	if (!xp_need_nodeset(p, path.b, path.pos, "Only a node-set can be followed by a step."))
		return 0;
	if (p->cur.kind == XP_TOK_SLASHES && !list_append(p, &steps, add_slashes(p)))
		return 0;
	if (!xp_advance(p) || !parse_steps(p, &steps))
		return 0;
	path.a = steps.first;
	return xp_add_node(p, &path);
}
