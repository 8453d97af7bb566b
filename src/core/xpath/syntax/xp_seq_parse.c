/*
 * xp_seq_parse.c -- what XPath 2.0 adds to the grammar: for, let, some, every and if.
 *
 * Their words are names everywhere else.  They are recognized by what follows: "for $", "if (": in XPath 1.0 two
 * operands in a row are an error, and "if" is not a function, so no expression of XPath 1.0 changes its meaning.
 */
#include "../../base/bx_core_int.h"
#include "xp_parse_int.h"

#include "xp_hint_int.h"

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

/* "$x in a, $y in b return c" is "$x in a return for $y in b return c". */
static uint32_t
parse_bindings(XpParser *p, const Binding *b)
{
	XpExpr node = {.op = b->op, .pos = p->cur.pos};
	uint32_t body = 0;

	if (!xp_enter(p) || !parse_range(p, &node))
		return 0;
	if (p->cur.kind == ',')
		body = xp_advance(p) ? parse_bindings(p, b) : 0;
	else if (xp_is_word(p, &p->cur, b->result))
		body = xp_advance(p) ? xp_parse_single(p) : 0;
	else if (b->op <= XP_LET && p->cur.kind == XP_TOK_NAME && p->cur.follow == '$')
		body = xp_parse_single(p);
	else
		return xp_unexpected(p, b->op <= XP_LET ? "Expected \",\", an operator or \"return\"."
												: "Expected \",\", an operator or \"satisfies\".");
	if (body == 0)
		return 0;
	p->n_locals--;
	xp_leave(p);
	p->nodes[node.a].next = body;
	return xp_add_node(p, &node);
}

/* "if" "(" Expr ")" "then" ExprSingle "else" ExprSingle */
static uint32_t
parse_if(XpParser *p)
{
	XpExpr node = {.op = XP_IF, .pos = p->cur.pos};
	uint32_t yes, no;

	if (!xp_enter(p) || !xp_advance(p) || !xp_expect(p, '(', "Expected \"(\"."))
		return 0;
	node.a = xp_parse_expr(p);
	if (node.a == 0 || !xp_expect(p, ')', "Expected an operator or \")\".") ||
		!xp_expect_word(p, "then", "Expected \"then\"."))
		return 0;
	yes = xp_parse_single(p);
	if (yes == 0 || !xp_expect_word(p, "else", "Expected an operator or \"else\"."))
		return 0;
	no = xp_parse_single(p);
	if (no == 0)
		return 0;
	xp_leave(p);
	p->nodes[node.a].next = yes;
	p->nodes[yes].next = no;
	return xp_add_node(p, &node);
}

/* The word at the cursor as the start of an expression; 0 when it is none, also on error. */
static uint32_t
parse_word(XpParser *p, bool *known)
{
	size_t i;

	*known = p->cur.follow == '(' && xp_is_word(p, &p->cur, "if");
	if (*known)
		return parse_if(p);
	for (i = 0; i < sizeof(bindings) / sizeof(bindings[0]); i++)
		if (p->cur.follow == '$' && xp_is_word(p, &p->cur, bindings[i].word))
		{
			*known = true;
			return xp_advance(p) ? parse_bindings(p, &bindings[i]) : 0;
		}
	return 0;
}

uint32_t
xp_parse_single(XpParser *p)
{
	bool known = false;
	uint32_t node = 0;

	if (!xp_enter(p))
		return 0;
	if (p->cur.kind == XP_TOK_NAME && p->cur.follow != 0)
		node = parse_word(p, &known);
	if (!known)
		node = xp_parse_operators(p);
	xp_leave(p);
	return node;
}

/* ---- patterns ---- */
