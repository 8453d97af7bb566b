/*
 * q_print_type.c -- sequence types, tests and parameters of a printed query.
 *
 * xd_type_print writes types for messages; here names mean what they mean at the place.
 */
#include "q_print_int.h"

/* With a prefix where the name was written with one. */
static void
put_test_name(QPrinter *pr, const XdTest *test, BxStr prefix, BxStr by_default)
{
	AtName name = {prefix, test->uri, test->local};

	if (test->any_local && test->any_uri)
		q_put(pr, "*");
	else if (test->any_uri)
	{
		q_put(pr, "*:");
		q_put_str(pr, test->local);
	}
	else if (test->any_local)
	{
		name.local = bx_str("*", 1);
		q_put_full_name(pr, &name);
	}
	else
		q_put_name(pr, &name, by_default);
}

static void
put_xs(QPrinter *pr, BxStr local)
{
	AtName name = {{"xs", 2}, {Q_URI_XS, sizeof(Q_URI_XS) - 1}, local};

	q_put_element_name(pr, &name);
}

/* element(...) and attribute(...) */
static void
put_named_test(QPrinter *pr, const XdTest *test, BxStr type)
{
	bool element = test->kinds == 1 << XD_ELEMENT;

	q_put(pr, element ? "element(" : "attribute(");
	if (type.n > 0 || !test->any_local || !test->any_uri)
		put_test_name(pr, test, bx_str("", 0), element ? pr->element_uri : bx_str("", 0));
	if (type.n > 0)
	{
		q_put(pr, ", ");
		put_xs(pr, type);
	}
	q_put(pr, ")");
}

static void
put_kind_test(QPrinter *pr, const XdTest *test, BxStr type)
{
	switch (test->kinds)
	{
		case 1 << XD_ELEMENT:
		case 1 << XD_ATTRIBUTE: put_named_test(pr, test, type); break;
		case 1 << XD_DOCUMENT:
			q_put(pr, "document-node(");
			if (test->content != NULL)
				put_named_test(pr, test->content, type);
			q_put(pr, ")");
			break;
		case 1 << XD_PI:
			q_put(pr, "processing-instruction(");
			if (!test->any_local)
				q_put_string(pr, test->local);
			q_put(pr, ")");
			break;
		case 1 << XD_TEXT: q_put(pr, "text()"); break;
		case 1 << XD_COMMENT: q_put(pr, "comment()"); break;
		case 1 << XD_NAMESPACE: q_put(pr, "namespace-node()"); break;
		default: q_put(pr, "node()");
	}
}

void
q_put_step_test(QPrinter *pr, const QExpr *step)
{
	const XdTest *test = step->tests;
	unsigned principal = step->sub == XD_ATTRIBUTE_AXIS   ? XD_ATTRIBUTE
						 : step->sub == XD_NAMESPACE_AXIS ? XD_NAMESPACE
														  : XD_ELEMENT;

	if (step->type == NULL && test->kinds == 1 << principal)
		put_test_name(pr, test, pr->path ? step->name.prefix : bx_str("", 0),
					  step->sub == XD_ATTRIBUTE_AXIS || step->sub == XD_NAMESPACE_AXIS ? bx_str("", 0)
																					   : pr->element_uri);
	else
		put_kind_test(pr, test, step->type != NULL ? step->type->type_name : bx_str("", 0));
}

void
q_put_error_test(QPrinter *pr, const XdTest *test)
{
	put_test_name(pr, test, bx_str("", 0), bx_str("", 0));
}

/* function(...), map(...) and array(...) */
static void
put_function_type(QPrinter *pr, const XdSeqType *t)
{
	q_put(pr, t->kind == XD_T_FUNCTION ? "function(" : t->kind == XD_T_MAP ? "map(" : "array(");
	if (t->any_arguments)
	{
		q_put(pr, "*)");
		return;
	}
	for (uint32_t i = 0; i < t->n_args; i++)
	{
		q_put(pr, i > 0 ? ", " : "");
		q_put_type(pr, &t->args[i]);
	}
	q_put(pr, t->kind == XD_T_FUNCTION ? ") as " : t->kind == XD_T_MAP ? ", " : "");
	q_put_type(pr, t->result);
	if (t->kind != XD_T_FUNCTION)
		q_put(pr, ")");
}

static void
put_item_type(QPrinter *pr, const XdSeqType *t)
{
	switch (t->kind)
	{
		case XD_T_ITEM: q_put(pr, "item()"); break;
		case XD_T_EMPTY: q_put(pr, "empty-sequence()"); break;
		case XD_T_ATOMIC: put_xs(pr, at_types[t->atomic].name); break;
		case XD_T_NUMERIC: put_xs(pr, bx_str("numeric", 7)); break;
		case XD_T_NODE: put_kind_test(pr, &t->test, t->type_name); break;
		default: put_function_type(pr, t);
	}
}

void
q_put_type(QPrinter *pr, const XdSeqType *t)
{
	bool apart = t->kind == XD_T_FUNCTION && !t->any_arguments && t->occurrence != XD_ONE;

	q_put(pr, apart ? "(" : "");
	put_item_type(pr, t);
	q_put(pr, apart ? ")" : "");
	if (t->kind != XD_T_EMPTY)
		q_put(pr, t->occurrence == XD_OPTIONAL     ? "?"
				  : t->occurrence == XD_REPEATED   ? "+"
				  : t->occurrence == XD_ANY_NUMBER ? "*"
												   : "");
}

void
q_put_as(QPrinter *pr, const XdSeqType *type)
{
	if (type == NULL)
		return;
	q_put(pr, " as ");
	q_put_type(pr, type);
}

void
q_put_param(QPrinter *pr, const QParam *param)
{
	q_put_variable(pr, &param->name);
	q_put_as(pr, param->type);
}

void
q_put_params(QPrinter *pr, const QParam *params, uint32_t n)
{
	q_put(pr, "(");
	for (uint32_t i = 0; i < n; i++)
	{
		q_put(pr, i > 0 ? ", " : "");
		q_put_param(pr, &params[i]);
	}
	q_put(pr, ")");
}
