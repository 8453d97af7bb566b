/*
 * xp_expr.c -- operators, primary expressions and function calls (Recommendation section 3).
 */
#include "../../base/bx_core_int.h"
#include "xp_parse_int.h"

#include "../../regex/bx_regex.h"

#include "../../value/bx_value.h"
#include "xp_hint.h"

/* Precedence of the binary operators, all left associative; unary minus and "|" bind tighter. */
enum
{
	PREC_NONE,
	PREC_OR,
	PREC_AND,
	PREC_EQUALITY,
	PREC_RELATIONAL,
	PREC_RANGE,
	PREC_ADDITIVE,
	PREC_MULTIPLICATIVE,
};

typedef struct Operator
{
	uint8_t op;
	uint8_t prec;
} Operator;

/* Operators that are words: only looked for where an operator must come, so they stay names elsewhere. */
static Operator
word_operator(const XpParser *p)
{
	static const struct
	{
		const char *word;
		Operator op;
	} words[] = {
		{"or", {XP_OR, PREC_OR}},
		{"and", {XP_AND, PREC_AND}},
		{"div", {XP_DIV, PREC_MULTIPLICATIVE}},
		{"mod", {XP_MOD, PREC_MULTIPLICATIVE}},
		{"idiv", {XP_IDIV, PREC_MULTIPLICATIVE}},
		{"to", {XP_RANGE, PREC_RANGE}},
		{"eq", {XP_VALUE_EQ, PREC_RELATIONAL}},
		{"ne", {XP_VALUE_NE, PREC_RELATIONAL}},
		{"lt", {XP_VALUE_LT, PREC_RELATIONAL}},
		{"le", {XP_VALUE_LE, PREC_RELATIONAL}},
		{"gt", {XP_VALUE_GT, PREC_RELATIONAL}},
		{"ge", {XP_VALUE_GE, PREC_RELATIONAL}},
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (xp_is_word(p, &p->cur, words[i].word))
			return words[i].op;
	return (Operator){XP_NONE, PREC_NONE};
}

/* The binary operator the current token is where an operator is allowed. */
static Operator
current_operator(const XpParser *p)
{
	switch (p->cur.kind)
	{
		case '=': return (Operator){XP_EQ, PREC_EQUALITY};
		case XP_TOK_NE: return (Operator){XP_NE, PREC_EQUALITY};
		case '<': return (Operator){XP_LT, PREC_RELATIONAL};
		case XP_TOK_LE: return (Operator){XP_LE, PREC_RELATIONAL};
		case '>': return (Operator){XP_GT, PREC_RELATIONAL};
		case XP_TOK_GE: return (Operator){XP_GE, PREC_RELATIONAL};
		case '+': return (Operator){XP_ADD, PREC_ADDITIVE};
		case '-': return (Operator){XP_SUB, PREC_ADDITIVE};
		case '*': return (Operator){XP_MUL, PREC_MULTIPLICATIVE};
		case XP_TOK_NAME: return word_operator(p);
		default: return (Operator){XP_NONE, PREC_NONE};
	}
}

bool
xp_need_nodeset(XpParser *p, uint32_t node, uint32_t pos, const char *what)
{
	if (xp_maybe_nodeset(p->nodes[node].type))
		return true;
	return xp_error(p, pos, what, "expected a node-set");
}

typedef struct SetOperator
{
	uint8_t op;
	const char *detail;
} SetOperator;

/* The set operator at the cursor; "|" and union bind less than the others. */
static SetOperator
set_operator(const XpParser *p, bool unions)
{
	if (unions && (p->cur.kind == '|' || xp_is_word(p, &p->cur, "union")))
		return (SetOperator){XP_UNION, "Both operands of \"|\" must be node-sets."};
	if (!unions && xp_is_word(p, &p->cur, "intersect"))
		return (SetOperator){XP_INTERSECT, "Both operands of \"intersect\" must be node-sets."};
	if (!unions && xp_is_word(p, &p->cur, "except"))
		return (SetOperator){XP_EXCEPT, "Both operands of \"except\" must be node-sets."};
	return (SetOperator){XP_NONE, NULL};
}

/* IntersectExpr (("|" | "union") IntersectExpr)*, or PathExpr (("intersect" | "except") PathExpr)* */
static uint32_t
parse_sets(XpParser *p, bool unions)
{
	uint32_t pos = p->cur.pos;
	uint32_t left = unions ? parse_sets(p, false) : xp_parse_path(p);
	SetOperator o;

	while (left != 0 && (o = set_operator(p, unions)).op != XP_NONE)
	{
		XpExpr node = {.op = o.op, .a = left, .pos = p->cur.pos};

		if (!xp_need_nodeset(p, left, pos, o.detail) || !xp_advance(p))
			return 0;
		pos = p->cur.pos;
		node.b = unions ? parse_sets(p, false) : xp_parse_path(p);
		if (node.b == 0 || !xp_need_nodeset(p, node.b, pos, o.detail))
			return 0;
		left = xp_add_node(p, &node);
	}
	return left;
}

/* "-"* UnionExpr */
static uint32_t
parse_unary(XpParser *p)
{
	XpExpr node = {.op = XP_NEG, .pos = p->cur.pos};

	if (p->cur.kind != '-')
		return parse_sets(p, true);
	if (!xp_enter(p) || !xp_advance(p))
		return 0;
	node.a = parse_unary(p);
	xp_leave(p);
	return node.a == 0 ? 0 : xp_add_node(p, &node);
}

/*
 * Operators of at least this precedence.  Recursion goes up in precedence only, so it is at most six deep; equal
 * operators are taken by the loop, which makes them left associative.
 */
static uint32_t
parse_binary(XpParser *p, unsigned lowest)
{
	uint32_t left = parse_unary(p);

	while (left != 0)
	{
		Operator o = current_operator(p);
		XpExpr node = {.op = o.op, .a = left, .pos = p->cur.pos};

		if (o.op == XP_NONE || o.prec < lowest)
			break;
		if (!xp_advance(p))
			return 0;
		node.b = parse_binary(p, o.prec + 1u);
		left = node.b == 0 ? 0 : xp_add_node(p, &node);
	}
	return left;
}

uint32_t
xp_parse_operators(XpParser *p)
{
	return parse_binary(p, PREC_OR);
}

/* Expressions separated by ",": a sequence, when there are several. */
uint32_t
xp_parse_list(XpParser *p, XpForm form)
{
	XpExpr node = {.op = XP_SEQUENCE, .pos = p->cur.pos};
	uint32_t last;

	node.a = last = xp_parse_one(p, form);
	if (last == 0 || p->cur.kind != ',')
		return last;
	while (p->cur.kind == ',')
	{
		uint32_t member = xp_advance(p) ? xp_parse_one(p, form) : 0;

		if (member == 0)
			return 0;
		p->nodes[last].next = member;
		last = member;
	}
	return xp_add_node(p, &node);
}

/* A name before "(" is a function, unless it is one of the node types. */
bool
xp_starts_primary(const XpParser *p)
{
	const XpToken *t = &p->cur;

	switch (t->kind)
	{
		case XP_TOK_VARIABLE:
		case XP_TOK_LITERAL:
		case XP_TOK_NUMBER:
		case '(': return true;
		case XP_TOK_NAME:
			return t->follow == '(' &&
				   (t->form != XP_FORM_PLAIN || xp_find_kind(xp_source(p, t->local), t->local_len) == 0);
		default: return false;
	}
}

static uint32_t
parse_number(XpParser *p)
{
	XpExpr node = {.op = XP_NUMBER, .pos = p->cur.pos};
	uint32_t index = xp_add_number(p, bx_number_from_text(xp_source(p, p->cur.off), p->cur.len));

	if (index == 0 || !xp_advance(p))
		return 0;
	node.a = index - 1;
	return xp_add_node(p, &node);
}

static uint32_t
parse_string(XpParser *p)
{
	XpExpr node = {.op = XP_STRING, .pos = p->cur.pos};
	XpSpan span;

	if (!xp_literal_text(p, &p->cur, &span))
		return 0;
	node.a = span.off;
	node.b = span.len;
	return xp_advance(p) ? xp_add_node(p, &node) : 0;
}

static uint32_t
parse_variable(XpParser *p)
{
	XpExpr node = {.op = XP_VARIABLE, .pos = p->cur.pos};
	const XpVarDecl *decl;
	XpName name;
	uint32_t local;

	if (!xp_meaning(p, &p->cur, false, &name))
		return 0;
	if (!xp_find_local(p, &name, node.pos, &local))
		return 0;
	if (local != 0)
		return xp_advance(p) ? local : 0;
	decl = name.flags != 0
			   ? NULL
			   : xp_find_decl(p, (XpSpan){name.uri, name.uri_len}, (XpSpan){name.local, name.local_len});
	if (decl != NULL && decl->value.op != XP_NONE)
		return xp_advance(p) ? xp_add_declared(p, decl, node.pos) : 0;
	node.name = xp_add_name(p, &name);
	return node.name != 0 && xp_advance(p) ? xp_add_node(p, &node) : 0;
}

uint32_t
xp_parse_parenthesis(XpParser *p, XpForm form)
{
	XpExpr empty = {.op = XP_SEQUENCE, .pos = p->cur.pos};
	uint32_t node;

	if (!xp_advance(p))
		return 0;
	if (p->cur.kind == ')')
		return xp_advance(p) ? xp_add_node(p, &empty) : 0;
	node = xp_parse_list(p, form);
	return node != 0 &&
				   xp_expect(p, ')', form ? "Expected \",\" or \")\"." : "Expected an operator or \")\".")
			   ? node
			   : 0;
}

/* The arguments up to ")", chained; the number of them is checked by the caller. */
static bool
parse_arguments(XpParser *p, XpExpr *call, const XpFuncInfo *info)
{
	uint32_t last = 0;

	if (p->cur.kind == ')')
		return xp_advance(p);
	for (;;)
	{
		uint32_t pos = p->cur.pos;
		uint32_t arg = xp_parse_single(p);

		if (arg == 0 || ((info->needs & XP_NEEDS_NODESETS) &&
						 !xp_need_nodeset(p, arg, pos, "The function takes a node-set.")))
			return false;
		if (last == 0)
			call->a = arg;
		else
			p->nodes[last].next = arg;
		last = arg;
		call->n_args++;
		if (p->cur.kind != ',')
			return xp_expect(p, ')', "Expected an operator, \",\" or \")\".");
		if (!xp_advance(p))
			return false;
	}
}

static bool
check_count(XpParser *p, const XpExpr *call, const XpFuncInfo *info)
{
	unsigned low = info->min_args;
	unsigned high = info->max_args;
	const char *s = high == 1 ? "" : "s";

	if (call->n_args >= low && call->n_args <= high)
		return true;
	if (high == XP_NO_MAX)
		return xp_error(p, call->pos, NULL, "function \"%s\" expects at least %u arguments, not %u",
						info->name, low, call->n_args);
	if (high == 0)
		return xp_error(p, call->pos, NULL, "function \"%s\" expects no arguments, not %u", info->name,
						call->n_args);
	if (low == high)
		return xp_error(p, call->pos, NULL, "function \"%s\" expects %u argument%s, not %u", info->name, low,
						s, call->n_args);
	return xp_error(p, call->pos, NULL, "function \"%s\" expects %u to %u arguments, not %u", info->name, low,
					high, call->n_args);
}

/* Does the function take the context item when it has no argument? */
static bool
uses_context(uint8_t func)
{
	const XpFuncInfo *info = xp_func_info(func);

	return info->min_args == 0 && info->max_args == 1;
}

/*
 * Without its argument a function is about the context.  Evaluators know the node, not the item; data() is written with
 * its argument everywhere, as XPath 2.0 has it.
 */
static bool
give_context(XpParser *p, XpExpr *call)
{
	bool wanted = call->func == XP_FN_DATA || (p->item_context && uses_context(call->func));

	if (call->n_args > 0 || !wanted)
		return true;
	call->a = xp_add_context(p, call->pos);
	call->n_args = 1;
	return call->a != 0;
}

static const char *
piece(const XpParser *p, const XpExpr *literal)
{
	return literal->b > 0 ? xp_span_text(p, (XpSpan){literal->a, literal->b}) : "";
}

static bool
check_pattern(XpParser *p, const XpExpr *call)
{
	const XpExpr *pattern, *flags = NULL;
	unsigned i, at = xp_flags_argument(call->func), bits = 0;
	BxArenaMark mark;
	BxRegex *re;

	if (at == 0 || call->n_args < 2)
		return true;
	pattern = &p->nodes[p->nodes[call->a].next];
	if (call->n_args > at)
		for (flags = pattern, i = 1; i < at; i++)
			flags = &p->nodes[flags->next];
	if (pattern->op != XP_STRING || (flags != NULL && flags->op != XP_STRING))
		return true;
	if (flags != NULL)
		p->status = bx_regex_flags(piece(p, flags), flags->b, &bits, p->err);
	mark = bx_arena_mark(p->arena);
	if (p->status == BX_OK)
		p->status = bx_regex_compile(piece(p, pattern), pattern->b, bits, p->arena, &re, p->err);
	bx_arena_release(p->arena, &mark);
	return p->status == BX_OK;
}

static uint32_t
parse_call(XpParser *p)
{
	XpExpr call = {.op = XP_CALL, .pos = p->cur.pos};
	const XpFuncInfo *info;
	char buf[XP_SHOWN_MAX];

	call.func = (uint8_t) xp_resolve_func(p, &p->cur);
	info = xp_func_info(call.func);
	if (p->status != BX_OK)
		return 0;
	if (info == NULL)
	{
		(void) xp_error(p, call.pos, NULL, "unknown function \"%s\"",
						xp_shown(xp_source(p, p->cur.off), p->cur.len, buf));
		xp_hint_function(p->err, xp_source(p, p->cur.off), p->cur.len);
		return 0;
	}
	if (!xp_advance(p) || !xp_advance(p) || !parse_arguments(p, &call, info) || !give_context(p, &call) ||
		!check_count(p, &call, info))
		return 0;
	p->positional |= info->needs & XP_POSITION_FLAGS;
	return check_pattern(p, &call) ? xp_add_node(p, &call) : 0;
}

/* Only called where xp_starts_primary holds. */
uint32_t
xp_parse_primary(XpParser *p)
{
	switch (p->cur.kind)
	{
		case XP_TOK_VARIABLE: return parse_variable(p);
		case XP_TOK_LITERAL: return parse_string(p);
		case XP_TOK_NUMBER: return parse_number(p);
		case '(': return xp_parse_parenthesis(p, NULL);
		default: return parse_call(p);
	}
}
