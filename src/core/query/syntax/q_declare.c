/*
 * q_declare.c -- declarations of variables, functions, the context item and options (XQuery 3.1, 4.15 to 4.19).
 */
#include "q_parse_int.h"

#include <stdio.h>

#include "../../base/bx_sort.h"

/* ---- variables and functions ---- */

/* A declared name of a library module is in the module's namespace. */
static BxStatus
check_library(QParser *p, uint32_t off, const AtName *name)
{
	char buf[2 * Q_SHOWN_MAX];

	if (p->module->library_uri.n == 0 || bx_str_equal(name->uri, p->module->library_uri))
		return BX_OK;
	return q_fail(p, off, "XQST0048", NULL, "\"%s\" is not in the namespace of the module",
				  q_shown_name(name, buf, sizeof(buf)));
}

/* ":= E" */
static BxStatus
assigned(QParser *p, QExpr **value)
{
	BX_TRY(q_advance(p));
	return q_single(p, value);
}

/* ":= E", "external" or "external := E" */
static BxStatus
value_or_external(QParser *p, bool *external, QExpr **value)
{
	*value = NULL;
	*external = false;
	if (q_is(p, Q_TOK_ASSIGN))
		return assigned(p, value);
	BX_TRY(q_expect_word(p, QW_EXTERNAL, "Expected \":=\" or \"external\"."));
	*external = true;
	return q_is(p, Q_TOK_ASSIGN) ? assigned(p, value) : BX_OK;
}

/* ---- values of variables in paths: texts, numbers, booleans ---- */

/* A call in a value, with its text if it has one: true(), xs:double("INF"). */
static BxStatus
path_call(QParser *p, const char *detail, QExpr **value)
{
	bool number = p->tok.form != Q_FORM_PLAIN && bx_str_is(p->tok.local, "double");
	uint32_t off = p->tok.off;
	AtName name;
	BxStr text;

	if (p->tok.next != '(' || p->tok.any_local || p->tok.form == Q_FORM_ANY_URI)
		return q_unexpected(p, detail);
	BX_TRY(q_resolve(p, &p->tok, Q_FUNCTION_DEFAULT, &name));
	number = number && bx_str_is(name.uri, Q_URI_XS);
	if (!number && (!bx_str_is(name.uri, Q_URI_FN) ||
					(!bx_str_is(name.local, "true") && !bx_str_is(name.local, "false"))))
		return q_unexpected(p, detail);
	BX_TRY(q_new(p, QK_CALL, off, value));
	(*value)->name = name;
	if (!number)
		BX_TRY(q_path_function(p, &name, &(*value)->number));
	BX_TRY(q_advance(p));
	BX_TRY(q_advance(p));
	if (number)
	{
		QExpr *literal;

		detail = "Expected \"INF\", \"-INF\" or \"NaN\".";
		if (!q_is(p, Q_TOK_STRING))
			return q_unexpected(p, detail);
		BX_TRY(q_string_value(p, &p->tok, &text));
		if (!bx_str_is(text, "INF") && !bx_str_is(text, "-INF") && !bx_str_is(text, "NaN"))
			return q_unexpected(p, detail);
		BX_TRY(q_new_string(p, p->tok.off, text, &literal));
		BX_TRY(q_only_arg(p, *value, literal));
		BX_TRY(q_advance(p));
	}
	return q_expect(p, ')', "Expected \")\".");
}

static BxStatus
path_number(QParser *p, QExpr **value)
{
	uint32_t off = p->tok.off;
	bool minus;
	QExpr *number;

	BX_TRY(q_accept(p, '-', &minus));
	if (!q_is(p, Q_TOK_DOUBLE))
		return q_unexpected(p, "Expected a number.");
	BX_TRY(q_new(p, QK_LITERAL, p->tok.off, &number));
	BX_TRY(q_number(p, &number->value));
	BX_TRY(q_advance(p));
	*value = number;
	if (!minus)
		return BX_OK;
	BX_TRY(q_new_one(p, QK_UNARY, off, number, value));
	(*value)->sub = 1;
	return BX_OK;
}

/* ":=" and the value of a variable in a path, or "external". */
static BxStatus
path_value(QParser *p, bool *external, QExpr **value)
{
	static const char *const expected = "Expected a string, a number, true() or false().";
	BxStr text;

	*value = NULL;
	*external = !q_is(p, Q_TOK_ASSIGN);
	if (*external)
		return q_expect_word(p, QW_EXTERNAL, "Expected \":=\" or \"external\".");
	BX_TRY(q_advance(p));
	switch (p->tok.kind)
	{
		case Q_TOK_STRING:
			BX_TRY(q_string_value(p, &p->tok, &text));
			BX_TRY(q_new_string(p, p->tok.off, text, value));
			return q_advance(p);
		case '-':
		case Q_TOK_DOUBLE: return path_number(p, value);
		case Q_TOK_NAME: return path_call(p, expected, value);
		default: return q_unexpected(p, expected);
	}
}

/* A variable of a path that is declared at a byte: not twice, and there may not be too many. */
static BxStatus
check_path_variable(QParser *p, uint32_t off, const AtName *name)
{
	const QVariable *all = p->prolog.variables.items;
	char buf[Q_SHOWN_MAX];

	BX_TRY(bx_charge(p->host, 16 * (uint64_t) p->prolog.variables.n));
	for (uint32_t i = 0; i < p->prolog.variables.n; i++)
		if (at_name_equal(&all[i].name, name))
			return q_fail(
				p, off, NULL, NULL, "variable \"%s\" is declared twice",
				q_shown(bx_str(p->s + off, (size_t) (name->local.s + name->local.n - p->s) - off), buf));
	if (p->prolog.variables.n == Q_MAX_PATH_BINDINGS)
		return q_fail(p, off, NULL, NULL, "more than %d variable declarations", Q_MAX_PATH_BINDINGS);
	return BX_OK;
}

/* ---- variables and functions ---- */

static BxStatus
variable(QParser *p, const QAnnotated *annotated)
{
	QVariable v = {.is_private = annotated->is_private};
	uint32_t off;
	QParam named;

	BX_TRY(q_advance(p));
	off = p->tok.off;
	BX_TRY(q_parameter(p, &named));
	v.name = named.name;
	v.type = named.type;
	v.pos = named.pos;
	BX_TRY(check_library(p, off, &v.name));
	if (q_in_path(p))
		BX_TRY(check_path_variable(p, off, &v.name));
	BX_TRY(q_in_path(p) ? path_value(p, &v.external, &v.value) : value_or_external(p, &v.external, &v.value));
	return q_push(p, &p->prolog.variables, &v, sizeof(v));
}

static BxStatus
check_function_name(QParser *p, uint32_t off, const AtName *name)
{
	char buf[2 * Q_SHOWN_MAX];

	if (name->uri.n == 0)
		return q_fail(p, off, "XQST0060", "Write a prefix, as in local:f.",
					  "the name of a function has no namespace");
	if (q_is_reserved_uri(name->uri))
	{
		q_fail(p, off, "XQST0045", NULL, "\"%s\" is in a reserved namespace",
			   q_shown_name(name, buf, sizeof(buf)));
		return bx_hint(p->err, BX_E_XPATH, "Write local:%s.", q_shown(name->local, buf));
	}
	return check_library(p, off, name);
}

static BxStatus
function(QParser *p, const QAnnotated *annotated)
{
	QFunction f = {.is_private = annotated->is_private, .updating = annotated->updating};
	uint32_t off;

	f.annotations = annotated->annotations;
	f.n_annotations = annotated->n_annotations;
	BX_TRY(q_advance(p));
	off = p->tok.off;
	f.pos = q_pos(p, off);
	if (q_is(p, Q_TOK_NAME) && q_is_reserved_word((QWord) p->tok.word))
		return q_unexpected(p, "Expected a name that functions can have.");
	BX_TRY(q_name(p, Q_FUNCTION_DEFAULT, "Expected the name of a function.", &f.name));
	BX_TRY(q_expect(p, '(', "Expected \"(\"."));
	BX_TRY(check_function_name(p, off, &f.name));
	BX_TRY(q_parameters(p, &f.params, &f.n_params));
	BX_TRY(q_type_declaration(p, &f.result));
	if (f.updating && f.result != NULL)
		return q_fail(p, off, "XUST0028", NULL, "an updating function cannot declare the type of its result");
	BX_TRY(q_accept_word(p, QW_EXTERNAL, &f.external));
	if (!f.external)
		BX_TRY(q_enclosed_body(p, &f.body));
	return q_push(p, &p->prolog.functions, &f, sizeof(f));
}

/* At "context". */
static BxStatus
context_item(QParser *p)
{
	QModule *m = p->module;
	uint32_t off = p->tok.off;
	bool typed;

	BX_TRY(q_advance(p));
	BX_TRY(q_expect_word(p, QW_ITEM, "Expected \"item\" after \"context\"."));
	if (m->context_declared)
		return q_fail(p, off, "XQST0099", NULL, "the context item is declared twice");
	m->context_declared = true;
	BX_TRY(q_accept_word(p, QW_AS, &typed));
	if (typed)
		BX_TRY(q_item_type(p, &m->context_type));
	BX_TRY(value_or_external(p, &m->context_external, &m->context_value));
	if (m->library_uri.n > 0 && m->context_value != NULL)
		return q_fail(p, off, "XQST0113", NULL, "a library module cannot give the context item a value");
	return BX_OK;
}

/* ---- options ---- */

static bool
is_serialization_parameter(BxStr name)
{
	static const char *const known[] = {
		"allow-duplicate-names",
		"byte-order-mark",
		"cdata-section-elements",
		"doctype-public",
		"doctype-system",
		"encoding",
		"escape-uri-attributes",
		"html-version",
		"include-content-type",
		"indent",
		"item-separator",
		"json-node-output-method",
		"media-type",
		"method",
		"normalization-form",
		"omit-xml-declaration",
		"parameter-document",
		"standalone",
		"suppress-indentation",
		"undeclare-prefixes",
		"version",
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (bx_str_is(name, known[i]))
			return true;
	return false;
}

/* An option in the namespace of serialization. */
static BxStatus
check_output(QParser *p, uint32_t off, const AtName *name)
{
	const QOption *all = p->prolog.options.items;
	char buf[Q_SHOWN_MAX];

	if (p->module->library_uri.n > 0)
		return q_fail(p, off, "XQST0108", NULL, "a library module cannot declare how results are written");
	if (!is_serialization_parameter(name->local))
		return q_fail(p, off, "XQST0109", NULL, "there is no serialization parameter \"%s\"",
					  q_shown(name->local, buf));
	BX_TRY(bx_charge(p->host, 16 * (uint64_t) p->prolog.options.n));
	for (uint32_t i = 0; i < p->prolog.options.n; i++)
		if (bx_str_is(all[i].name.uri, Q_URI_OUTPUT) && bx_str_equal(all[i].name.local, name->local))
			return q_fail(p, off, "XQST0110", NULL, "the serialization parameter \"%s\" is declared twice",
						  q_shown(name->local, buf));
	return BX_OK;
}

static BxStatus
option(QParser *p)
{
	QOption o = {.pos = 0};
	uint32_t off;

	BX_TRY(q_advance(p));
	off = p->tok.off;
	o.pos = q_pos(p, off);
	BX_TRY(q_name(p, Q_ANNOTATION_DEFAULT, "Expected the name of an option.", &o.name));
	BX_TRY(q_string(p, "Expected a string.", &o.value));
	if (bx_str_is(o.name.uri, Q_URI_OUTPUT))
		BX_TRY(check_output(p, off, &o.name));
	return q_push(p, &p->prolog.options, &o, sizeof(o));
}

BxStatus
q_declaration(QParser *p)
{
	QAnnotated annotated;
	uint32_t off = p->tok.off;
	bool updating;

	if (q_is_word(p, QW_CONTEXT))
		return context_item(p);
	if (q_is_word(p, QW_OPTION))
		return option(p);
	BX_TRY(q_accept_word(p, QW_UPDATING, &updating));
	BX_TRY(q_annotations(p, &annotated));
	annotated.updating |= updating;
	if (annotated.twice)
		return q_fail(p, off, q_is_word(p, QW_VARIABLE) ? "XQST0116" : "XQST0106", NULL,
					  "a declaration is public or private once");
	if (q_is_word(p, QW_VARIABLE) && !updating)
		return variable(p, &annotated);
	if (!q_is_word(p, QW_FUNCTION))
		return q_unexpected(p, "Expected \"function\" or \"variable\".");
	return function(p, &annotated);
}

/* ---- what is declared twice ---- */

_Static_assert(offsetof(QVariable, name) == 0, "a variable begins with its name");

static const AtName *
variable_name(const void *variables, uint32_t i)
{
	return &((const QVariable *) variables)[i].name;
}

static BxStatus
check_variables(QParser *p)
{
	const AtName *twice;
	char buf[2 * Q_SHOWN_MAX];

	BX_TRY(q_find_duplicate(p, p->module->variables, p->module->n_variables, variable_name, &twice));
	if (twice == NULL)
		return BX_OK;
	return q_at(p, ((const QVariable *) (const void *) twice)->pos,
				q_fail(p, 0, "XQST0049", NULL, "the variable \"$%s\" is declared twice",
					   q_shown_name(twice, buf, sizeof(buf))));
}

/* Functions of one name and number of parameters are neighbours. */
static int
order_functions(const void *a, const void *b)
{
	const QFunction *x = *(const QFunction *const *) a, *y = *(const QFunction *const *) b;
	int order = bx_str_order(x->name.local, y->name.local);

	if (order == 0)
		order = bx_str_order(x->name.uri, y->name.uri);
	return order != 0 ? order : (x->n_params > y->n_params) - (x->n_params < y->n_params);
}

BxStatus
q_check_declarations(QParser *p)
{
	const QModule *m = p->module;
	const QFunction **all;
	char buf[2 * Q_SHOWN_MAX];

	BX_TRY(check_variables(p));
	if (m->n_functions < 2)
		return BX_OK;
	BX_TRY(q_alloc(p, m->n_functions * sizeof(all[0]), &all));
	for (uint32_t i = 0; i < m->n_functions; i++)
		all[i] = &m->functions[i];
	BX_TRY(bx_sort(p->host, all, m->n_functions, sizeof(all[0]), order_functions, p->err));
	for (uint32_t i = 1; i < m->n_functions; i++)
		if (order_functions(&all[i - 1], &all[i]) == 0)
			return q_at(p, all[i]->pos > all[i - 1]->pos ? all[i]->pos : all[i - 1]->pos,
						q_fail(p, 0, "XQST0034", NULL,
							   "the function \"%s\" is declared twice with %u parameters",
							   q_shown_name(&all[i]->name, buf, sizeof(buf)), all[i]->n_params));
	return BX_OK;
}
