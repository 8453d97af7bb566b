/*
 * q_expr.c -- operators, by a table of how strongly they bind (XQuery 3.1, A.4).
 */
#include "q_parse_int.h"

#include <stdio.h>

#include "q_level.h"

typedef enum OpForm
{
	FORM_LEFT, /* a op b op c is (a op b) op c */
	FORM_ONCE, /* a op b op c is an error */
	FORM_LIST, /* a op b op c has three operands */
	FORM_TYPE, /* a op of type */
	FORM_CAST,
	FORM_TRANSFORM,
	FORM_ARROW
} OpForm;

typedef struct OpRow
{
	uint8_t level;
	uint8_t form; /* OpForm */
	uint8_t kind; /* QKind */
	uint8_t sub;
	uint8_t second; /* QWord that must follow */
} OpRow;

/* Rows that XQuery and paths share. */
#define VALUE_COMPARISONS(level, form)                                                                       \
	[QW_EQ] = {level, form, QK_VALUE_COMPARISON, AT_EQ, 0},                                                  \
	[QW_NE] = {level, form, QK_VALUE_COMPARISON, AT_NE, 0},                                                  \
	[QW_LT] = {level, form, QK_VALUE_COMPARISON, AT_LT, 0},                                                  \
	[QW_LE] = {level, form, QK_VALUE_COMPARISON, AT_LE, 0},                                                  \
	[QW_GT] = {level, form, QK_VALUE_COMPARISON, AT_GT, 0},                                                  \
	[QW_GE] = {level, form, QK_VALUE_COMPARISON, AT_GE, 0}

#define GENERAL_COMPARISONS(order_level, form)                                                               \
	['='] = {Q_LEVEL_COMPARISON, form, QK_GENERAL_COMPARISON, AT_EQ, 0},                                     \
	[Q_TOK_NE] = {Q_LEVEL_COMPARISON, form, QK_GENERAL_COMPARISON, AT_NE, 0},                                \
	['<'] = {order_level, form, QK_GENERAL_COMPARISON, AT_LT, 0},                                            \
	[Q_TOK_LE] = {order_level, form, QK_GENERAL_COMPARISON, AT_LE, 0},                                       \
	['>'] = {order_level, form, QK_GENERAL_COMPARISON, AT_GT, 0},                                            \
	[Q_TOK_GE] = {order_level, form, QK_GENERAL_COMPARISON, AT_GE, 0}

#define WORDS_FROM_THE_LEFT                                                                                  \
	[QW_DIV] = {Q_LEVEL_MULTIPLICATIVE, FORM_LEFT, QK_ARITHMETIC, AT_DIVIDE, 0},                             \
	[QW_IDIV] = {Q_LEVEL_MULTIPLICATIVE, FORM_LEFT, QK_ARITHMETIC, AT_IDIV, 0},                              \
	[QW_MOD] = {Q_LEVEL_MULTIPLICATIVE, FORM_LEFT, QK_ARITHMETIC, AT_MOD, 0},                                \
	[QW_UNION] = {Q_LEVEL_UNION, FORM_LEFT, QK_UNION, 0, 0},                                                 \
	[QW_INTERSECT] = {Q_LEVEL_INTERSECT, FORM_LEFT, QK_INTERSECT, 0, 0},                                     \
	[QW_EXCEPT] = {Q_LEVEL_INTERSECT, FORM_LEFT, QK_EXCEPT, 0, 0}

#define TOKENS_FROM_THE_LEFT                                                                                 \
	['+'] = {Q_LEVEL_ADDITIVE, FORM_LEFT, QK_ARITHMETIC, AT_ADD, 0},                                         \
	['-'] = {Q_LEVEL_ADDITIVE, FORM_LEFT, QK_ARITHMETIC, AT_SUBTRACT, 0},                                    \
	['*'] = {Q_LEVEL_MULTIPLICATIVE, FORM_LEFT, QK_ARITHMETIC, AT_MULTIPLY, 0},                              \
	['|'] = {Q_LEVEL_UNION, FORM_LEFT, QK_UNION, 0, 0}

static const OpRow by_word[QW_WORDS] = {
	[QW_OR] = {Q_LEVEL_OR, FORM_LIST, QK_OR, 0, 0},
	[QW_AND] = {Q_LEVEL_AND, FORM_LIST, QK_AND, 0, 0},
	VALUE_COMPARISONS(Q_LEVEL_COMPARISON, FORM_ONCE),
	[QW_IS] = {Q_LEVEL_COMPARISON, FORM_ONCE, QK_NODE_COMPARISON, Q_IS, 0},
	[QW_TO] = {Q_LEVEL_RANGE, FORM_ONCE, QK_RANGE, 0, 0},
	WORDS_FROM_THE_LEFT,
	[QW_INSTANCE] = {Q_LEVEL_INSTANCE, FORM_TYPE, QK_INSTANCE_OF, 0, QW_OF},
	[QW_TREAT] = {Q_LEVEL_TREAT, FORM_TYPE, QK_TREAT_AS, 0, QW_AS},
	[QW_CASTABLE] = {Q_LEVEL_CASTABLE, FORM_CAST, QK_CASTABLE_AS, 0, QW_AS},
	[QW_CAST] = {Q_LEVEL_CAST, FORM_CAST, QK_CAST_AS, 0, QW_AS},
	[QW_TRANSFORM] = {Q_LEVEL_TRANSFORM, FORM_TRANSFORM, QK_COPY, 0, QW_WITH},
};

static const OpRow by_token[256] = {
	GENERAL_COMPARISONS(Q_LEVEL_COMPARISON, FORM_ONCE),
	[Q_TOK_BEFORE] = {Q_LEVEL_COMPARISON, FORM_ONCE, QK_NODE_COMPARISON, Q_BEFORE, 0},
	[Q_TOK_AFTER] = {Q_LEVEL_COMPARISON, FORM_ONCE, QK_NODE_COMPARISON, Q_AFTER, 0},
	[Q_TOK_CONCAT] = {Q_LEVEL_CONCAT, FORM_LEFT, QK_CONCAT, 0, 0},
	TOKENS_FROM_THE_LEFT,
	[Q_TOK_ARROW] = {Q_LEVEL_ARROW, FORM_ARROW, QK_CALL, 0, 0},
};

/* Those of paths: chains of all of them are read from the left. */
static const OpRow path_by_word[QW_WORDS] = {
	[QW_OR] = {Q_LEVEL_OR, FORM_LEFT, QK_OR, 0, 0},
	[QW_AND] = {Q_LEVEL_AND, FORM_LEFT, QK_AND, 0, 0},
	VALUE_COMPARISONS(Q_LEVEL_RELATIONAL, FORM_LEFT),
	[QW_TO] = {Q_LEVEL_RANGE, FORM_LEFT, QK_RANGE, 0, 0},
	WORDS_FROM_THE_LEFT,
};

static const OpRow path_by_token[256] = {
	GENERAL_COMPARISONS(Q_LEVEL_RELATIONAL, FORM_LEFT),
	TOKENS_FROM_THE_LEFT,
};

static BxStatus operators(QParser *p, unsigned least, QExpr **e);

static const OpRow *
operator_here(const QParser *p)
{
	if (q_in_path(p))
		return p->tok.kind == Q_TOK_NAME ? &path_by_word[p->tok.word] : &path_by_token[p->tok.kind];
	return p->tok.kind == Q_TOK_NAME ? &by_word[p->tok.word] : &by_token[p->tok.kind];
}

/* ---- operands ---- */

/* "!" between paths. */
static BxStatus
simple_map(QParser *p, QExpr **e)
{
	BX_TRY(q_path(p, e));
	while (q_is(p, '!'))
	{
		uint32_t off = p->tok.off;
		QExpr *right;

		BX_TRY(q_advance(p));
		BX_TRY(q_path(p, &right));
		BX_TRY(q_new_two(p, QK_SIMPLE_MAP, off, *e, right, e));
	}
	return BX_OK;
}

static BxStatus
value_expr(QParser *p, QExpr **e)
{
	if (q_is(p, Q_TOK_PRAGMA))
		return q_extension(p, e);
	if (q_is_word(p, QW_VALIDATE))
	{
		QToken next, second;

		BX_TRY(q_peek_two(p, &next, &second));
		if (next.kind == '{' || (second.kind == '{' && (next.word == QW_LAX || next.word == QW_STRICT)) ||
			(next.word == QW_TYPE && second.kind == Q_TOK_NAME))
			return q_validate(p, e);
	}
	return simple_map(p, e);
}

static BxStatus
unary(QParser *p, QExpr **e)
{
	uint32_t off = p->tok.off;
	bool minus = q_is(p, '-');
	QExpr *operand;

	if (q_in_path(p) ? !minus : !minus && !q_is(p, '+'))
		return q_in_path(p) ? operators(p, Q_LEVEL_UNION, e) : value_expr(p, e);
	BX_TRY(q_enter(p));
	BX_TRY(q_advance(p));
	BX_TRY(unary(p, &operand));
	q_leave(p);
	BX_TRY(q_new_one(p, QK_UNARY, off, operand, e));
	(*e)->sub = minus;
	return BX_OK;
}

/* ---- operators that are not between two operands ---- */

/* E => f(A): the function is a name, a variable or in parentheses. */
static BxStatus
arrow(QParser *p, uint32_t off, QExpr **e)
{
	uint32_t mark = p->exprs.n;
	QExpr *left = *e, *function;

	if (q_is(p, Q_TOK_NAME))
	{
		if (q_is_reserved_word((QWord) p->tok.word))
			return q_unexpected(p, "Expected the name of a function.");
		BX_TRY(q_new(p, QK_CALL, off, e));
		BX_TRY(q_name(p, Q_FUNCTION_DEFAULT, "Expected a function after \"=>\".", &(*e)->name));
	}
	else
	{
		if (!q_is(p, '$') && !q_is(p, '('))
			return q_unexpected(p, "Expected a function after \"=>\".");
		if (q_is(p, '$'))
			BX_TRY(q_variable(p, &function));
		else
			BX_TRY(q_parenthesized(p, q_single, &function));
		BX_TRY(q_new(p, QK_DYNAMIC_CALL, off, e));
		BX_TRY(q_push_expr(p, function));
	}
	(*e)->flags |= Q_ARROW;
	BX_TRY(q_push_expr(p, left));
	BX_TRY(q_arguments(p));
	return q_take_args(p, mark, *e);
}

static BxStatus
transform(QParser *p, uint32_t off, QExpr **e)
{
	QExpr *left = *e, *change;

	BX_TRY(q_enclosed_body(p, &change));
	BX_TRY(q_new_two(p, QK_COPY, off, left, change, e));
	(*e)->flags |= Q_TRANSFORM_WITH;
	return BX_OK;
}

static BxStatus
with_type(QParser *p, const OpRow *op, uint32_t off, QExpr **e)
{
	BX_TRY(q_new_one(p, (QKind) op->kind, off, *e, e));
	return op->form == FORM_CAST ? q_single_type(p, &(*e)->type) : q_sequence_type(p, &(*e)->type);
}

/* ---- between operands ---- */

static BxStatus
list(QParser *p, const OpRow *op, uint32_t off, QExpr **e)
{
	uint32_t mark = p->exprs.n;
	QExpr *operand;

	BX_TRY(q_push_expr(p, *e));
	BX_TRY(q_new(p, (QKind) op->kind, off, e));
	for (;;)
	{
		BX_TRY(operators(p, op->level + 1u, &operand));
		BX_TRY(q_push_expr(p, operand));
		if (operator_here(p) != op)
			break;
		BX_TRY(q_advance(p));
	}
	return q_take_args(p, mark, *e);
}

static BxStatus
binary(QParser *p, const OpRow *op, uint32_t off, QExpr **e)
{
	QExpr *right;

	BX_TRY(operators(p, op->level + 1u, &right));
	BX_TRY(q_new_two(p, (QKind) op->kind, off, *e, right, e));
	(*e)->sub = op->sub;
	return BX_OK;
}

static BxStatus
apply(QParser *p, const OpRow *op, QExpr **e)
{
	uint32_t off = p->tok.off;
	char detail[48];

	BX_TRY(q_advance(p));
	if (op->second != QW_NONE)
	{
		snprintf(detail, sizeof(detail), "Expected \"%s\".", q_word_text((QWord) op->second));
		BX_TRY(q_expect_word(p, (QWord) op->second, detail));
	}
	switch (op->form)
	{
		case FORM_LIST: return list(p, op, off, e);
		case FORM_TYPE:
		case FORM_CAST: return with_type(p, op, off, e);
		case FORM_TRANSFORM: return transform(p, off, e);
		case FORM_ARROW: return arrow(p, off, e);
		default: return binary(p, op, off, e);
	}
}

/* Operators that bind at least so strongly.  In paths "-" binds less than "|". */
static BxStatus
operators(QParser *p, unsigned least, QExpr **e)
{
	unsigned most = Q_LEVEL_UNARY;

	BX_TRY(q_in_path(p) && least > Q_LEVEL_NEGATION ? q_path(p, e) : unary(p, e));
	for (;;)
	{
		const OpRow *op = operator_here(p);

		if (op->level == 0 || op->level < least || op->level > most)
			return BX_OK;
		BX_TRY(apply(p, op, e));
		most = op->form == FORM_LEFT || op->form == FORM_ARROW ? op->level : op->level - 1u;
	}
}

/* ---- expressions ---- */

/* What paths do not have. */
static BxStatus
query_worded(QParser *p, QExpr **e)
{
	bool update;

	switch (p->tok.word)
	{
		case QW_SWITCH: return p->tok.next == '(' ? q_switch(p, e) : BX_OK;
		case QW_TYPESWITCH: return p->tok.next == '(' ? q_typeswitch(p, e) : BX_OK;
		case QW_TRY: return p->tok.next == '{' ? q_try(p, e) : BX_OK;
		default: BX_TRY(q_is_update(p, &update)); return update ? q_update(p, e) : BX_OK;
	}
}

/* An expression that a word begins; *e is NULL if there is none. */
static BxStatus
worded(QParser *p, QExpr **e)
{
	*e = NULL;
	switch (p->tok.word)
	{
		case QW_FOR:
		case QW_LET: return q_flwor(p, q_single, e);
		case QW_SOME:
		case QW_EVERY: return p->tok.next == '$' ? q_quantified(p, e) : BX_OK;
		case QW_IF: return p->tok.next == '(' ? q_if(p, q_single, e) : BX_OK;
		default: return q_in_path(p) ? BX_OK : query_worded(p, e);
	}
}

BxStatus
q_operators(QParser *p, QExpr **e)
{
	*e = NULL;
	if (p->tok.word != QW_NONE)
		BX_TRY(worded(p, e));
	return *e == NULL ? operators(p, Q_LEVEL_OR, e) : BX_OK;
}
