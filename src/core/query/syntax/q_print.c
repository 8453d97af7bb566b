/*
 * q_print.c -- expressions as text: operators, paths, primary expressions.
 */
#include "q_print_int.h"

#include <math.h>
#include <stdio.h>

#include "q_parse_int.h"

/* How operators between two operands are written. */
static const char *const comparisons[] = {
	[AT_EQ] = "eq", [AT_NE] = "ne", [AT_LT] = "lt", [AT_LE] = "le", [AT_GT] = "gt", [AT_GE] = "ge"};
static const char *const general[] = {
	[AT_EQ] = "=", [AT_NE] = "!=", [AT_LT] = "<", [AT_LE] = "<=", [AT_GT] = ">", [AT_GE] = ">="};
static const char *const nodes[] = {[Q_IS] = "is", [Q_BEFORE] = "<<", [Q_AFTER] = ">>"};
static const char *const arithmetic[] = {[AT_ADD] = "+",      [AT_SUBTRACT] = "-", [AT_MULTIPLY] = "*",
										 [AT_DIVIDE] = "div", [AT_IDIV] = "idiv",  [AT_MOD] = "mod"};
static const char *const unions[] = {"|"};
static const char *const intersections[] = {"intersect"};
static const char *const exceptions[] = {"except"};
static const char *const concatenations[] = {"||"};
static const char *const ranges[] = {"to"};
static const char *const maps[] = {"!"};
static const char *const ors[] = {"or"};
static const char *const ands[] = {"and"};
static const char *const instances[] = {"instance of"};
static const char *const treats[] = {"treat as"};
static const char *const castables[] = {"castable as"};
static const char *const casts[] = {"cast as"};

/* How strongly a kind binds; signs: of operators, by sub; left: (a op b) op c needs no parentheses. */
static const struct
{
	uint8_t level;
	bool left;
	const char *const *signs;
} kinds[Q_KINDS] = {
	[QK_SEQUENCE] = {Q_LEVEL_EXPR, false, NULL},
	[QK_IF] = {Q_LEVEL_SINGLE, false, NULL},
	[QK_QUANTIFIED] = {Q_LEVEL_SINGLE, false, NULL},
	[QK_SWITCH] = {Q_LEVEL_SINGLE, false, NULL},
	[QK_TYPESWITCH] = {Q_LEVEL_SINGLE, false, NULL},
	[QK_TRY] = {Q_LEVEL_SINGLE, false, NULL},
	[QK_FLWOR] = {Q_LEVEL_SINGLE, false, NULL},
	[QK_INSERT] = {Q_LEVEL_SINGLE, false, NULL},
	[QK_DELETE] = {Q_LEVEL_SINGLE, false, NULL},
	[QK_REPLACE] = {Q_LEVEL_SINGLE, false, NULL},
	[QK_RENAME] = {Q_LEVEL_SINGLE, false, NULL},
	[QK_COPY] = {Q_LEVEL_SINGLE, false, NULL},
	[QK_OR] = {Q_LEVEL_OR, false, ors},
	[QK_AND] = {Q_LEVEL_AND, false, ands},
	[QK_VALUE_COMPARISON] = {Q_LEVEL_COMPARISON, false, comparisons},
	[QK_GENERAL_COMPARISON] = {Q_LEVEL_COMPARISON, false, general},
	[QK_NODE_COMPARISON] = {Q_LEVEL_COMPARISON, false, nodes},
	[QK_CONCAT] = {Q_LEVEL_CONCAT, true, concatenations},
	[QK_RANGE] = {Q_LEVEL_RANGE, false, ranges},
	[QK_ARITHMETIC] = {Q_LEVEL_ADDITIVE, true, arithmetic},
	[QK_UNION] = {Q_LEVEL_UNION, true, unions},
	[QK_INTERSECT] = {Q_LEVEL_INTERSECT, true, intersections},
	[QK_EXCEPT] = {Q_LEVEL_INTERSECT, true, exceptions},
	[QK_INSTANCE_OF] = {Q_LEVEL_INSTANCE, false, instances},
	[QK_TREAT_AS] = {Q_LEVEL_TREAT, false, treats},
	[QK_CASTABLE_AS] = {Q_LEVEL_CASTABLE, false, castables},
	[QK_CAST_AS] = {Q_LEVEL_CAST, false, casts},
	[QK_UNARY] = {Q_LEVEL_UNARY, false, NULL},
	[QK_EXTENSION] = {Q_LEVEL_VALUE, false, NULL},
	[QK_VALIDATE] = {Q_LEVEL_VALUE, false, NULL},
	[QK_SIMPLE_MAP] = {Q_LEVEL_MAP, true, maps},
	[QK_ROOT] = {Q_LEVEL_PATH, false, NULL},
	[QK_PATH] = {Q_LEVEL_PATH, false, NULL},
	[QK_STEP] = {Q_LEVEL_STEP, false, NULL},
	[QK_FILTER] = {Q_LEVEL_POSTFIX, false, NULL},
	[QK_LOOKUP] = {Q_LEVEL_POSTFIX, false, NULL},
	[QK_DYNAMIC_CALL] = {Q_LEVEL_POSTFIX, false, NULL},
};

/* Numbers below zero are written with an operator. */
static bool
has_sign(const XdItem *value)
{
	AtDecimal d;

	if (value->type == AT_DOUBLE)
		return signbit(value->u.d);
	if (value->type != AT_INTEGER && value->type != AT_DECIMAL)
		return false;
	d = at_item_decimal(value);
	return at_decimal_sign(&d) < 0;
}

/* In paths, where they differ. */
static unsigned
path_level_of(const QExpr *e)
{
	switch (e->kind)
	{
		case QK_UNARY: return Q_LEVEL_NEGATION;
		case QK_VALUE_COMPARISON: return Q_LEVEL_RELATIONAL;
		case QK_GENERAL_COMPARISON:
			return e->sub == AT_EQ || e->sub == AT_NE ? Q_LEVEL_COMPARISON : Q_LEVEL_RELATIONAL;
		default: return 0;
	}
}

static unsigned
level_of(const QPrinter *pr, const QExpr *e)
{
	unsigned level = pr->path ? path_level_of(e) : 0;

	if (level != 0)
		return level;
	switch (e->kind)
	{
		case QK_LITERAL: return has_sign(&e->value) ? Q_LEVEL_UNARY : Q_LEVEL_PRIMARY;
		case QK_SEQUENCE: return e->n_args == 0 ? Q_LEVEL_PRIMARY : Q_LEVEL_EXPR;
		case QK_ARITHMETIC:
			return e->sub == AT_ADD || e->sub == AT_SUBTRACT ? Q_LEVEL_ADDITIVE : Q_LEVEL_MULTIPLICATIVE;
		case QK_COPY: return e->flags & Q_TRANSFORM_WITH ? Q_LEVEL_TRANSFORM : Q_LEVEL_SINGLE;
		case QK_CALL: return e->flags & Q_ARROW ? Q_LEVEL_ARROW : Q_LEVEL_PRIMARY;
		case QK_DYNAMIC_CALL:
			return e->sub == 1 ? Q_LEVEL_SINGLE : e->flags & Q_ARROW ? Q_LEVEL_ARROW : Q_LEVEL_POSTFIX;
		default: return kinds[e->kind].level != 0 ? kinds[e->kind].level : Q_LEVEL_PRIMARY;
	}
}

/* ---- operators ---- */

/* What is behind the first operand. */
static void
put_operator(QPrinter *pr, const QExpr *e)
{
	unsigned level = level_of(pr, e);

	for (uint32_t i = 1; i < e->n_args; i++)
	{
		q_put(pr, " ");
		q_put(pr, kinds[e->kind].signs[e->sub]);
		q_put(pr, " ");
		q_put_expr(pr, e->args[i], level + 1);
	}
	if (e->type == NULL)
		return;
	q_put(pr, " ");
	q_put(pr, kinds[e->kind].signs[0]);
	q_put(pr, " ");
	q_put_type(pr, e->type);
}

/* ---- paths ---- */

static const char *const axes[] = {
	[XD_CHILD] = "child::",
	[XD_DESCENDANT] = "descendant::",
	[XD_DESCENDANT_OR_SELF] = "descendant-or-self::",
	[XD_SELF] = "self::",
	[XD_ATTRIBUTE_AXIS] = "attribute::",
	[XD_NAMESPACE_AXIS] = "namespace::",
	[XD_FOLLOWING_SIBLING] = "following-sibling::",
	[XD_FOLLOWING] = "following::",
	[XD_PARENT] = "parent::",
	[XD_ANCESTOR] = "ancestor::",
	[XD_ANCESTOR_OR_SELF] = "ancestor-or-self::",
	[XD_PRECEDING_SIBLING] = "preceding-sibling::",
	[XD_PRECEDING] = "preceding::",
};

static void
put_predicates(QPrinter *pr, const QExpr *e, uint32_t from)
{
	for (uint32_t i = from; i < e->n_args; i++)
	{
		q_put(pr, "[");
		q_put_expr(pr, e->args[i], Q_LEVEL_EXPR);
		q_put(pr, "]");
	}
}

static void
put_step(QPrinter *pr, const QExpr *e)
{
	bool usual =
		e->sub == XD_CHILD && e->tests->kinds != 1 << XD_ATTRIBUTE && e->tests->kinds != 1 << XD_NAMESPACE;

	if (pr->path && e->sub == XD_PARENT && e->tests->kinds == XD_ANY_KIND)
	{
		q_put(pr, "..");
		put_predicates(pr, e, 0);
		return;
	}
	if (e->sub == XD_ATTRIBUTE_AXIS)
		q_put(pr, "@");
	else if (!usual)
		q_put(pr, axes[e->sub]);
	q_put_step_test(pr, e);
	put_predicates(pr, e, 0);
}

static bool
is_plain(const QExpr *e, QKind kind)
{
	return e->kind == kind && !(e->flags & Q_PARENTHESIZED);
}

/* Is the last step the one that "//" means? */
static bool
ends_in_slashes(const QExpr *e)
{
	return is_plain(e, QK_PATH) && is_plain(e->args[1], QK_STEP) && (e->args[1]->flags & Q_FROM_SLASHES);
}

/* ---- chains, which may be long, of operators and steps ---- */

/* The operand that is written first: "//" is one sign. */
static const QExpr *
first_of(const QExpr *e)
{
	const QExpr *left = e->args[0];

	return e->kind == QK_PATH && ends_in_slashes(left) ? left->args[0] : left;
}

static bool
is_chain(const QExpr *e)
{
	return e->kind == QK_PATH || kinds[e->kind].signs != NULL;
}

static unsigned
least_of_first(const QPrinter *pr, const QExpr *e)
{
	return level_of(pr, e) + (pr->path || kinds[e->kind].left || e->kind == QK_PATH ? 0 : 1);
}

/* What is behind the first operand of a path. */
static void
put_next_step(QPrinter *pr, const QExpr *e)
{
	q_put(pr, ends_in_slashes(e->args[0]) ? "//" : "/");
	q_put_expr(pr, e->args[1], Q_LEVEL_STEP);
}

/* Operands from the left. */
static void
put_chain(QPrinter *pr, const QExpr *e)
{
	uint32_t mark = pr->n_spine;
	const QExpr *first;
	unsigned least;

	for (;; e = first)
	{
		if (q_room(pr, &pr->spine, pr->n_spine, &pr->cap_spine, sizeof(*pr->spine)))
			pr->spine[pr->n_spine++] = e;
		first = first_of(e);
		least = least_of_first(pr, e);
		if (!is_chain(first) || (first->flags & Q_PARENTHESIZED) || level_of(pr, first) < least)
			break;
	}
	if (e->kind != QK_PATH || !is_plain(first, QK_ROOT))
		q_put_expr(pr, first, least);
	while (pr->n_spine > mark)
	{
		e = pr->spine[--pr->n_spine];
		if (e->kind == QK_PATH)
			put_next_step(pr, e);
		else
			put_operator(pr, e);
	}
}

/* ---- calls ---- */

void
q_put_list(QPrinter *pr, const QExpr *e, uint32_t from)
{
	for (uint32_t i = from; i < e->n_args; i++)
	{
		q_put(pr, i > from ? ", " : "");
		q_put_expr(pr, e->args[i], Q_LEVEL_SINGLE);
	}
}

static void
put_arguments(QPrinter *pr, const QExpr *e, uint32_t from)
{
	q_put(pr, "(");
	q_put_list(pr, e, from);
	q_put(pr, ")");
}

/* Words that functions cannot have as names need a namespace. */
static void
put_function_name(QPrinter *pr, const AtName *name)
{
	if (q_is_reserved_word(q_word_find(name->local)))
		q_put_full_name(pr, name);
	else
		q_put_name(pr, name, pr->function_uri);
}

static void
put_call(QPrinter *pr, const QExpr *e)
{
	if (e->flags & Q_ARROW)
	{
		q_put_expr(pr, e->args[0], Q_LEVEL_ARROW);
		q_put(pr, " => ");
	}
	put_function_name(pr, &e->name);
	put_arguments(pr, e, e->flags & Q_ARROW ? 1 : 0);
}

static void
put_dynamic_call(QPrinter *pr, const QExpr *e)
{
	q_put(pr, e->sub == 1 ? "invoke updating " : "");
	if (!(e->flags & Q_ARROW))
	{
		q_put_expr(pr, e->args[0], Q_LEVEL_POSTFIX);
		put_arguments(pr, e, 1);
		return;
	}
	q_put_expr(pr, e->args[1], Q_LEVEL_ARROW);
	q_put(pr, " => ");
	q_put_expr(pr, e->args[0], e->args[0]->kind == QK_VARIABLE ? Q_LEVEL_PRIMARY : Q_LEVEL_PRIMARY + 1);
	put_arguments(pr, e, 2);
}

static void
put_lookup(QPrinter *pr, const QExpr *e)
{
	const QExpr *key = e->n_args > 1 ? e->args[1] : NULL;

	q_put_expr(pr, e->args[0], Q_LEVEL_POSTFIX);
	q_put(pr, "?");
	if (key == NULL)
		q_put(pr, "*");
	else if (is_plain(key, QK_LITERAL) && key->value.type == AT_STRING)
		q_put_str(pr, at_item_str(&key->value));
	else
		q_put_expr(pr, key, is_plain(key, QK_LITERAL) ? Q_LEVEL_PRIMARY : Q_LEVEL_PRIMARY + 1);
}

static void
put_inline_function(QPrinter *pr, const QExpr *e)
{
	q_put(pr, e->sub == 1 ? "%updating function" : "function");
	q_put_params(pr, e->params, e->n_params);
	q_put_as(pr, e->type);
	q_put_enclosed(pr, e->args[0]);
}

void
q_put_enclosed(QPrinter *pr, const QExpr *e)
{
	q_put(pr, e == NULL ? " { }" : " { ");
	if (e == NULL)
		return;
	q_put_expr(pr, e, Q_LEVEL_EXPR);
	q_put(pr, " }");
}

/* ---- by kind ---- */

static void
put_filter(QPrinter *pr, const QExpr *e)
{
	q_put_expr(pr, e->args[0], is_plain(e->args[0], QK_FILTER) ? Q_LEVEL_PRIMARY : Q_LEVEL_POSTFIX);
	put_predicates(pr, e, 1);
}

static void
put_reference(QPrinter *pr, const QExpr *e)
{
	char buf[16];

	put_function_name(pr, &e->name);
	snprintf(buf, sizeof(buf), "#%u", e->number);
	q_put(pr, buf);
}

static void
put_sequence(QPrinter *pr, const QExpr *e)
{
	if (e->n_args == 0)
		q_put(pr, e->flags & Q_PARENTHESIZED ? "" : "()");
	else
		q_put_list(pr, e, 0);
}

static void
put_transform(QPrinter *pr, const QExpr *e)
{
	q_put_expr(pr, e->args[0], Q_LEVEL_ARROW);
	q_put(pr, " transform with");
	q_put_enclosed(pr, e->args[1]);
}

static void
put_bare(QPrinter *pr, const QExpr *e)
{
	switch (e->kind)
	{
		case QK_LITERAL: q_put_literal(pr, &e->value); break;
		case QK_VARIABLE: q_put_variable(pr, &e->name); break;
		case QK_SEQUENCE: put_sequence(pr, e); break;
		case QK_CONTEXT_ITEM: q_put(pr, "."); break;
		case QK_CALL: put_call(pr, e); break;
		case QK_PLACEHOLDER: q_put(pr, "?"); break;
		case QK_DYNAMIC_CALL: put_dynamic_call(pr, e); break;
		case QK_FUNCTION_REFERENCE: put_reference(pr, e); break;
		case QK_INLINE_FUNCTION: put_inline_function(pr, e); break;
		case QK_UNARY:
			q_put(pr, e->sub == 1 ? "-" : "+");
			q_put_expr(pr, e->args[0], level_of(pr, e));
			break;
		case QK_ROOT: q_put_root(pr); break;
		case QK_STEP: put_step(pr, e); break;
		case QK_FILTER: put_filter(pr, e); break;
		case QK_LOOKUP: put_lookup(pr, e); break;
		default:
			if (is_chain(e))
				put_chain(pr, e);
			else if (e->kind == QK_COPY && (e->flags & Q_TRANSFORM_WITH))
				put_transform(pr, e);
			else if (!q_put_clauses(pr, e))
				(void) q_put_constructor(pr, e);
	}
}

void
q_put_expr(QPrinter *pr, const QExpr *e, unsigned least)
{
	bool parentheses = (e->flags & Q_PARENTHESIZED) || level_of(pr, e) < least;

	if (pr->status != BX_OK)
		return;
	pr->status = bx_step(pr->out->host);
	q_put(pr, parentheses ? "(" : "");
	put_bare(pr, e);
	q_put(pr, parentheses ? ")" : "");
}
