/*
 * q_print_module.c -- a module as text: its prolog, one declaration a line, and its body.
 */
#include "q_print_int.h"

#include "q_parse_int.h"

/* Paths are one line. */
static void
end_line(QPrinter *pr)
{
	q_put(pr, pr->path ? "; " : ";\n");
}

static void
put_line(QPrinter *pr, const char *words)
{
	q_put(pr, words);
	end_line(pr);
}

static void
put_uri_line(QPrinter *pr, const char *words, BxStr uri)
{
	q_put(pr, words);
	q_put_uri_string(pr, uri);
	end_line(pr);
}

/* ---- first part ---- */

static void
put_version(QPrinter *pr, const QModule *m)
{
	if (m->version.n > 0)
		put_uri_line(pr, "xquery version ", m->version);
	if (m->library_uri.n == 0)
		return;
	q_put(pr, "module namespace ");
	q_put_str(pr, m->library_prefix);
	put_uri_line(pr, " = ", m->library_uri);
}

static void
put_setters(QPrinter *pr, const QModule *m)
{
	if (m->element_namespace.n > 0 && !m->element_imported)
		put_uri_line(pr, "declare default element namespace ", m->element_namespace);
	if (!bx_str_is(m->function_namespace, Q_URI_FN))
		put_uri_line(pr, "declare default function namespace ", m->function_namespace);
	if (m->base_uri.n > 0)
		put_uri_line(pr, "declare base-uri ", m->base_uri);
	if (m->default_collation.n > 0)
		put_uri_line(pr, "declare default collation ", m->default_collation);
	if (m->flags & Q_BOUNDARY_PRESERVE)
		put_line(pr, "declare boundary-space preserve");
	if (m->flags & Q_CONSTRUCTION_STRIP)
		put_line(pr, "declare construction strip");
	if (m->flags & Q_UNORDERED)
		put_line(pr, "declare ordering unordered");
	if (m->flags & Q_ORDER_EMPTY_GREATEST)
		put_line(pr, "declare default order empty greatest");
	if (!(m->flags & (Q_COPY_NO_PRESERVE | Q_COPY_NO_INHERIT)))
		return;
	q_put(pr, m->flags & Q_COPY_NO_PRESERVE ? "declare copy-namespaces no-preserve, "
											: "declare copy-namespaces preserve, ");
	put_line(pr, m->flags & Q_COPY_NO_INHERIT ? "no-inherit" : "inherit");
}

/* Is the prefix declared by an import, or by the module itself? */
static bool
is_of_import(const QModule *m, BxStr prefix)
{
	if (bx_str_equal(prefix, m->library_prefix))
		return true;
	for (uint32_t i = 0; i < m->n_imports; i++)
		if (bx_str_equal(prefix, m->imports[i].prefix))
			return true;
	return false;
}

static void
put_namespaces(QPrinter *pr, const QModule *m)
{
	for (uint32_t i = 0; i < m->n_namespaces; i++)
	{
		const QNamespace *ns = &m->namespaces[i];
		bool last = true;

		if (pr->status == BX_OK)
			pr->status = bx_charge(pr->out->host, 16 * (uint64_t) m->n_namespaces);
		if (pr->status != BX_OK)
			return;
		for (uint32_t k = i + 1; k < m->n_namespaces; k++)
			last = last && !bx_str_equal(m->namespaces[k].prefix, ns->prefix);
		if (!last || ns->prefix.n == 0 || is_of_import(m, ns->prefix))
			continue;
		if (!q_scope_has(pr, ns->prefix, ns->uri))
		{
			q_put(pr, "declare namespace ");
			q_put_str(pr, ns->prefix);
			put_uri_line(pr, " = ", ns->uri);
		}
	}
	for (uint32_t i = 0; i < m->n_namespaces; i++)
		q_scope_add(pr, m->namespaces[i].prefix, m->namespaces[i].uri);
}

static void
put_import(QPrinter *pr, const QImport *import)
{
	q_put(pr, import->schema ? "import schema " : "import module ");
	if (import->prefix.n > 0)
	{
		q_put(pr, "namespace ");
		q_put_str(pr, import->prefix);
		q_put(pr, " = ");
	}
	q_put(pr, import->is_default ? "default element namespace " : "");
	q_put_string(pr, import->uri);
	for (uint32_t i = 0; i < import->n_at; i++)
	{
		q_put(pr, i > 0 ? ", " : " at ");
		q_put_string(pr, import->at[i]);
	}
	end_line(pr);
}

static void
put_format(QPrinter *pr, const QDecimalFormat *f)
{
	q_put(pr, f->name.local.n > 0 ? "declare decimal-format " : "declare default decimal-format");
	if (f->name.local.n > 0)
		q_put_name(pr, &f->name, bx_str("", 0));
	for (size_t i = 0; i < q_n_format_properties; i++)
	{
		q_put(pr, " ");
		q_put(pr, q_format_property_name(i));
		q_put(pr, " = ");
		q_put_string(pr, q_format_property(f, i));
	}
	end_line(pr);
}

/* ---- second part ---- */

/* ":= E", "external" or both */
static void
put_value(QPrinter *pr, bool external, const QExpr *value)
{
	q_put(pr, external ? " external" : "");
	if (value != NULL)
	{
		q_put(pr, " := ");
		q_put_expr(pr, value, Q_LEVEL_SINGLE);
	}
	end_line(pr);
}

static void
put_annotation(QPrinter *pr, const QAnnotation *a)
{
	q_put(pr, "%");
	q_put_name(pr, &a->name, bx_str(Q_URI_XQUERY, sizeof(Q_URI_XQUERY) - 1));
	for (uint32_t i = 0; i < a->n_values; i++)
	{
		q_put(pr, i > 0 ? ", " : "(");
		q_put_literal(pr, &a->values[i]);
	}
	q_put(pr, a->n_values > 0 ? ") " : " ");
}

static bool
is_updating_annotation(const QAnnotation *a)
{
	return bx_str_is(a->name.uri, Q_URI_XQUERY) && bx_str_is(a->name.local, "updating");
}

static void
put_function(QPrinter *pr, const QFunction *f)
{
	bool annotated = false;

	q_put(pr, "declare ");
	for (uint32_t i = 0; i < f->n_annotations; i++)
	{
		put_annotation(pr, &f->annotations[i]);
		annotated = annotated || is_updating_annotation(&f->annotations[i]);
	}
	q_put(pr, f->updating && !annotated ? "%updating function " : "function ");
	q_put_name(pr, &f->name, pr->function_uri);
	q_put_params(pr, f->params, f->n_params);
	q_put_as(pr, f->result);
	if (f->external)
		q_put(pr, " external");
	else
		q_put_enclosed(pr, f->body);
	end_line(pr);
}

static void
put_declarations(QPrinter *pr, const QModule *m)
{
	if (m->context_declared)
	{
		q_put(pr, "declare context item");
		q_put_as(pr, m->context_type);
		put_value(pr, m->context_external, m->context_value);
	}
	for (uint32_t i = 0; i < m->n_variables; i++)
	{
		const QVariable *v = &m->variables[i];

		q_put(pr, v->is_private ? "declare %private variable " : "declare variable ");
		q_put_variable(pr, &v->name);
		q_put_as(pr, v->type);
		put_value(pr, v->external, v->value);
	}
	for (uint32_t i = 0; i < m->n_functions; i++)
		put_function(pr, &m->functions[i]);
	for (uint32_t i = 0; i < m->n_options; i++)
	{
		q_put(pr, "declare option ");
		q_put_name(pr, &m->options[i].name, bx_str(Q_URI_XQUERY, sizeof(Q_URI_XQUERY) - 1));
		put_uri_line(pr, " ", m->options[i].value);
	}
}

static void
put_module(QPrinter *pr, const QModule *m)
{
	put_version(pr, m);
	put_setters(pr, m);
	pr->element_uri = m->element_namespace;
	pr->function_uri = m->function_namespace;
	put_namespaces(pr, m);
	for (uint32_t i = 0; i < m->n_imports; i++)
		put_import(pr, &m->imports[i]);
	for (uint32_t i = 0; i < m->n_decimal_formats; i++)
		put_format(pr, &m->decimal_formats[i]);
	put_declarations(pr, m);
	if (m->body != NULL)
		q_put_expr(pr, m->body, Q_LEVEL_EXPR);
}

/* ---- entry points ---- */

/* Of the prefixes that queries have, paths have four. */
static void
begin(QPrinter *pr, bool path, BxBuf *out, BxError *err)
{
	const char *prefix, *uri;

	*pr = (QPrinter){.out = out, .err = err, .element_uri = {"", 0}, .path = path};
	pr->function_uri = bx_str(Q_URI_FN, sizeof(Q_URI_FN) - 1);
	for (size_t i = 0; q_predeclared(i, &prefix, &uri); i++)
		if (!path || q_path_has_prefix(bx_str(prefix, strlen(prefix))))
			q_scope_add(pr, bx_str(prefix, strlen(prefix)), bx_str(uri, strlen(uri)));
}

static BxStatus
finish(QPrinter *pr)
{
	pr->out->host->release(pr->out->host->ctx, pr->scope);
	pr->out->host->release(pr->out->host->ctx, pr->spine);
	return pr->status;
}

BxStatus
q_print_module(const QModule *module, BxBuf *out, BxError *err)
{
	QPrinter pr;

	begin(&pr, module->mode != Q_MODE_QUERY, out, err);
	put_module(&pr, module);
	return finish(&pr);
}

BxStatus
q_print(const QExpr *expr, BxBuf *out, BxError *err)
{
	QPrinter pr;

	begin(&pr, false, out, err);
	q_put_expr(&pr, expr, Q_LEVEL_EXPR);
	return finish(&pr);
}
