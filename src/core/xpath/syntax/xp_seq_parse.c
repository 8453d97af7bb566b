/*
 * xp_seq_parse.c -- what XPath 2.0 adds to the grammar: for, let, some, every and if.
 *
 * Their words are names everywhere else.  They are recognized by what follows: "for $", "if (": in XPath 1.0 two
 * operands in a row are an error, and "if" is not a function, so no expression of XPath 1.0 changes its meaning.
 *
 * "where" is a clause as in XQuery: behind an operand it is an error in XPath.
 *
 * A language around paths has the same for, let, if, commas and parentheses with expressions of its own (`form`) where
 * their results are.  No path begins there, so the words are enough.
 */
#include "../../base/bx_core_int.h"
#include "xp_parse_int.h"

#include "xp_hint.h"

/* ---- variables ---- */

/* "$" and a name, which gets the next place. */
static bool
parse_name(XpParser *p, XpExpr *node, XpName *name)
{
	if (!xp_parse_local(p, name))
		return false;
	node->name = xp_add_name(p, name);
	node->n_args = (uint16_t) p->n_locals;
	return node->name != 0 && xp_advance(p);
}

typedef struct Binding
{
	uint8_t op;
	const char *word;   /* it starts with */
	const char *result; /* word before the result */
} Binding;

static const Binding bindings[] = {
	{XP_FOR, "for", "return"},
	{XP_LET, "let", "return"},
	{XP_SOME, "some", "satisfies"},
	{XP_EVERY, "every", "satisfies"},
};

/* "in" or ":=", and the sequence; the variable is in scope behind it only */
static bool
parse_range(XpParser *p, XpExpr *node)
{
	XpName name;

	if (!parse_name(p, node, &name))
		return false;
	if (node->op == XP_LET)
	{
		if (!xp_expect(p, XP_TOK_ASSIGN, "Expected \":=\"."))
			return false;
	}
	else if (!xp_expect_word(p, "in", "Expected \"in\"."))
		return false;
	node->a = xp_parse_single(p);
	if (node->a == 0)
		return false;
	p->locals[p->n_locals++] = name;
	return true;
}

static bool
at_word(const XpParser *p, const char *word)
{
	return xp_is_word(p, &p->cur, word);
}

/* What comes of a condition; 0 in place of a branch is an error. */
static uint32_t
add_if(XpParser *p, XpExpr *node, uint32_t yes, uint32_t no)
{
	if (yes == 0 || no == 0)
		return 0;
	p->nodes[node->a].next = yes;
	p->nodes[yes].next = no;
	return xp_add_node(p, node);
}

/* "where" with its condition, and the result: nothing for values that do not meet it. */
static uint32_t
parse_where(XpParser *p, XpForm form)
{
	XpExpr node = {.op = XP_IF, .pos = p->cur.pos};
	XpExpr empty = {.op = XP_SEQUENCE, .pos = p->cur.pos};
	uint32_t yes;

	if (!xp_advance(p))
		return 0;
	node.a = xp_parse_single(p);
	if (node.a == 0 || !xp_expect_word(p, "return", "Expected an operator or \"return\"."))
		return 0;
	yes = xp_parse_one(p, form);
	return add_if(p, &node, yes, yes != 0 ? xp_add_node(p, &empty) : 0);
}

static uint32_t parse_bindings(XpParser *p, const Binding *b, XpForm form);

/* What follows a binding: another one, a clause, or the result. */
static uint32_t
parse_bound(XpParser *p, const Binding *b, XpForm form)
{
	bool clauses = b->op <= XP_LET;

	if (p->cur.kind == ',')
		return xp_advance(p) ? parse_bindings(p, b, form) : 0;
	if (at_word(p, b->result))
		return xp_advance(p) ? xp_parse_one(p, form) : 0;
	if (clauses && (form || p->cur.follow == '$') && (at_word(p, "for") || at_word(p, "let")))
		return xp_parse_one(p, form);
	if (clauses && at_word(p, "where"))
		return parse_where(p, form);
	if (form && (at_word(p, "order") || at_word(p, "stable")))
	{
		p->status = bx_fail(p->err, BX_E_UNSUPPORTED, p->cur.pos,
							"\"order by\" in update expressions is not supported");
		return 0;
	}
	return xp_unexpected(p, clauses ? "Expected \",\", an operator, \"where\" or \"return\"."
									: "Expected \",\", an operator or \"satisfies\".");
}

/* "$x in a, $y in b return c" is "$x in a return for $y in b return c". */
static uint32_t
parse_bindings(XpParser *p, const Binding *b, XpForm form)
{
	XpExpr node = {.op = b->op, .pos = p->cur.pos};
	uint32_t body;

	if (!xp_enter(p) || !parse_range(p, &node))
		return 0;
	body = parse_bound(p, b, form);
	if (body == 0)
		return 0;
	p->n_locals--;
	xp_leave(p);
	p->nodes[node.a].next = body;
	return xp_add_node(p, &node);
}

/* "if" "(" Expr ")" "then" ExprSingle "else" ExprSingle */
static uint32_t
parse_if(XpParser *p, XpForm form)
{
	XpExpr node = {.op = XP_IF, .pos = p->cur.pos};
	uint32_t yes;

	if (!xp_advance(p) || !xp_expect(p, '(', "Expected \"(\"."))
		return 0;
	node.a = xp_parse_expr(p);
	if (node.a == 0 || !xp_expect(p, ')', "Expected an operator or \")\".") ||
		!xp_expect_word(p, "then", "Expected \"then\"."))
		return 0;
	yes = xp_parse_one(p, form);
	if (yes == 0 ||
		!xp_expect_word(p, "else", form ? "Expected \"else\"." : "Expected an operator or \"else\"."))
		return 0;
	return add_if(p, &node, yes, xp_parse_one(p, form));
}

/* The word at the cursor as the start of an expression; 0 when it is none, also on error. */
static uint32_t
parse_word(XpParser *p, XpForm form, bool *known)
{
	size_t i;

	*known = (form || p->cur.follow == '(') && at_word(p, "if");
	if (*known)
		return parse_if(p, form);
	for (i = 0; i < sizeof(bindings) / sizeof(bindings[0]); i++)
		if ((form ? bindings[i].op <= XP_LET : p->cur.follow == '$') && at_word(p, bindings[i].word))
		{
			*known = true;
			return xp_advance(p) ? parse_bindings(p, &bindings[i], form) : 0;
		}
	return 0;
}

uint32_t
xp_parse_one(XpParser *p, XpForm form)
{
	bool known = false;
	uint32_t node = 0;

	if (!xp_enter(p))
		return 0;
	if (p->cur.kind == XP_TOK_NAME && (form || p->cur.follow != 0))
		node = parse_word(p, form, &known);
	if (!known && form)
		node = p->cur.kind == '(' ? xp_parse_parenthesis(p, form) : form(p);
	else if (!known)
		node = xp_parse_operators(p);
	xp_leave(p);
	return node;
}
