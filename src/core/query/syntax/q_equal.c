/*
 * q_equal.c -- are two trees the same but for positions?
 */
#include "../../base/bx_core_int.h"

#include "q_print.h"

static bool
same_test(const XdTest *a, const XdTest *b)
{
	if (a->kinds != b->kinds || a->any_local != b->any_local || a->any_uri != b->any_uri ||
		a->nillable_only != b->nillable_only || !bx_str_equal(a->uri, b->uri) ||
		!bx_str_equal(a->local, b->local))
		return false;
	if (a->content == NULL || b->content == NULL)
		return a->content == b->content;
	return same_test(a->content, b->content);
}

/* Types; NULL equals NULL only. */
static bool
same_type(const XdSeqType *a, const XdSeqType *b)
{
	if (a == NULL || b == NULL)
		return a == b;
	if (a->kind != b->kind || a->occurrence != b->occurrence || a->atomic != b->atomic ||
		a->any_arguments != b->any_arguments || a->n_args != b->n_args ||
		!bx_str_equal(a->type_name, b->type_name) || !same_test(&a->test, &b->test) ||
		!same_type(a->result, b->result))
		return false;
	for (uint32_t i = 0; i < a->n_args; i++)
		if (!same_type(&a->args[i], &b->args[i]))
			return false;
	return true;
}

static bool
same_value(const XdItem *a, const XdItem *b)
{
	AtDecimal x, y;

	if (a->type != b->type || a->form != b->form)
		return false;
	switch (a->form)
	{
		case AT_FORM_TEXT:
		case AT_FORM_BYTES: return bx_str_equal(at_item_str(a), at_item_str(b));
		case AT_FORM_DECIMAL:
		case AT_FORM_LONG:
			x = at_item_decimal(a);
			y = at_item_decimal(b);
			return at_decimal_compare(&x, &y) == 0;
		case AT_FORM_DOUBLE: return memcmp(&a->u.d, &b->u.d, sizeof(double)) == 0;
		case AT_FORM_NAME: return at_name_equal(a->u.name, b->u.name);
		case AT_FORM_DURATION: return memcmp(a->u.duration, b->u.duration, sizeof(BxDuration)) == 0;
		default: return a->u.i == b->u.i && a->n == b->n && a->zone == b->zone;
	}
}

static bool
same_params(const QExpr *a, const QExpr *b)
{
	if (a->n_params != b->n_params)
		return false;
	for (uint32_t i = 0; i < a->n_params; i++)
	{
		if (!at_name_equal(&a->params[i].name, &b->params[i].name) ||
			!same_type(a->params[i].type, b->params[i].type))
			return false;
		if (a->kind == QK_GROUP_BY && !bx_str_equal(a->texts[i], b->texts[i]))
			return false;
	}
	return true;
}

/* A prefix is part of what is constructed. */
static bool
has_prefix(const QExpr *e)
{
	return e->kind == QK_ELEMENT || e->kind == QK_ATTRIBUTE || e->kind == QK_NAMESPACE_DECLARATION;
}

static bool
same_tests(const QExpr *a, const QExpr *b)
{
	uint32_t n = a->kind == QK_STEP ? 1 : a->kind == QK_CATCH ? a->n_types : 0;

	for (uint32_t i = 0; i < n; i++)
		if (!same_test(&a->tests[i], &b->tests[i]))
			return false;
	for (uint32_t i = 0; a->kind == QK_CASE && i < a->n_types; i++)
		if (!same_type(&a->types[i], &b->types[i]))
			return false;
	return true;
}

/* Parentheses around "/" say nothing. */
static bool
same_flags(const QExpr *a, const QExpr *b)
{
	unsigned matter = a->kind == QK_ROOT ? (unsigned) ~Q_PARENTHESIZED : ~0u;

	return ((a->flags ^ b->flags) & matter) == 0;
}

bool
q_equal(const QExpr *a, const QExpr *b)
{
	if (a == NULL || b == NULL)
		return a == b;
	if (a->kind != b->kind || a->sub != b->sub || !same_flags(a, b) || a->n_args != b->n_args ||
		a->n_types != b->n_types || a->number != b->number || !bx_str_equal(a->text, b->text))
		return false;
	if (!at_name_equal(&a->name, &b->name) ||
		(has_prefix(a) && !bx_str_equal(a->name.prefix, b->name.prefix)))
		return false;
	if (!same_params(a, b) || !same_type(a->type, b->type) || !same_tests(a, b))
		return false;
	if (a->kind == QK_LITERAL && !same_value(&a->value, &b->value))
		return false;
	for (uint32_t i = 0; i < a->n_args; i++)
		if (!q_equal(a->args[i], b->args[i]))
			return false;
	return true;
}
