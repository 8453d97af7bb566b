/*
 * q_name.c -- what names mean: prefixes that are in scope, and the namespaces of names without one.
 */
#include "q_parse_int.h"

#include <stdio.h>

#include "../../base/bx_sort.h"
#include "../../xpath/syntax/xp_hint.h"

/* ---- prefixes that are declared without a declaration ---- */

static const struct
{
	const char *prefix;
	const char *uri;
} predeclared[] = {
	{"xml", Q_URI_XML},     {"xs", Q_URI_XS},         {"xsi", Q_URI_XSI},   {"fn", Q_URI_FN},
	{"local", Q_URI_LOCAL}, {"math", Q_URI_MATH},     {"map", Q_URI_MAP},   {"array", Q_URI_ARRAY},
	{"err", Q_URI_ERR},     {"output", Q_URI_OUTPUT}, {"bxml", Q_URI_BXML},
};

#define N_OF_CHANGES 4 /* the first of them are declared for changes of documents, too */

bool
q_predeclared(size_t i, const char **prefix, const char **uri)
{
	if (i >= sizeof(predeclared) / sizeof(predeclared[0]))
		return false;
	*prefix = predeclared[i].prefix;
	*uri = predeclared[i].uri;
	return true;
}

BxStatus
q_bind_predeclared(QParser *p)
{
	size_t n = p->mode == Q_MODE_QUERY    ? sizeof(predeclared) / sizeof(predeclared[0])
			   : p->mode == Q_MODE_UPDATE ? N_OF_CHANGES
										  : 0;

	for (size_t i = 0; i < n; i++)
		BX_TRY(q_bind(p, bx_str(predeclared[i].prefix, strlen(predeclared[i].prefix)),
					  bx_str(predeclared[i].uri, strlen(predeclared[i].uri))));
	return BX_OK;
}

/* The last namespace of a prefix in a part of the list; false where there is none. */
static bool
find_between(const QParser *p, uint32_t from, uint32_t to, BxStr prefix, BxStr *uri)
{
	const QNamespace *all = p->namespaces.items;

	while (to-- > from)
		if (bx_str_equal(all[to].prefix, prefix))
		{
			*uri = all[to].uri;
			return true;
		}
	return false;
}

bool
q_path_has_prefix(BxStr prefix)
{
	return bx_str_is(prefix, "xml") || bx_str_is(prefix, "xs") || bx_str_is(prefix, "xsi") ||
		   bx_str_is(prefix, "fn");
}

/* In a path: as its prolog says, else as the caller does, but not of "xml", else one of four. */
static bool
find_path_prefix(const QParser *p, BxStr prefix, BxStr *uri)
{
	const char *known, *its;

	if (find_between(p, p->prolog.outer, p->namespaces.n, prefix, uri))
		return uri->n > 0;
	if (!bx_str_is(prefix, "xml") && find_between(p, 0, p->prolog.outer, prefix, uri) && uri->n > 0)
		return true;
	*uri = bx_str("", 0);
	for (size_t i = 0; q_path_has_prefix(prefix) && q_predeclared(i, &known, &its); i++)
		if (bx_str_is(prefix, known))
			*uri = bx_str(its, strlen(its));
	return uri->n > 0;
}

/* False: the prefix is not declared, or not any more. */
static bool
find_prefix(const QParser *p, BxStr prefix, BxStr *uri)
{
	if (q_in_path(p))
		return find_path_prefix(p, prefix, uri);
	return find_between(p, 0, p->namespaces.n, prefix, uri) && uri->n > 0;
}

BxStatus
q_bind(QParser *p, BxStr prefix, BxStr uri)
{
	QNamespace ns = {prefix, uri};

	return q_push(p, &p->namespaces, &ns, sizeof(ns));
}

BxStatus
q_undeclared(QParser *p, uint32_t off, BxStr prefix)
{
	char buf[Q_SHOWN_MAX];

	if (q_in_path(p))
		return xp_undeclared(p->err, q_pos(p, off), q_invalid(p), prefix.s, prefix.n);
	q_shown(prefix, buf);
	q_fail(p, off, "XPST0081", NULL, "namespace prefix \"%s\" is not declared", buf);
	return bx_hint(
		p->err, BX_E_XPATH,
		"Write declare namespace %s = \"...\"; before the query, or Q{...}name instead of %s:name.", buf,
		buf);
}

/* A path may be stored before its prefixes are known: there the URI is empty. */
static BxStatus
prefix_uri(QParser *p, uint32_t off, BxStr prefix, BxStr *uri)
{
	*uri = bx_str("", 0);
	if (p->skipping > 0)
		return BX_OK;
	bx_note(p->host, 16 * (uint64_t) p->namespaces.n);
	if (find_prefix(p, prefix, uri))
		return BX_OK;
	*uri = bx_str("", 0);
	return p->mode == Q_MODE_PATH ? BX_OK : q_undeclared(p, off, prefix);
}

static BxStr
default_uri(const QParser *p, QNameUse use)
{
	return use == Q_ELEMENT_DEFAULT      ? p->element_uri
		   : use == Q_FUNCTION_DEFAULT   ? p->module->function_namespace
		   : use == Q_ANNOTATION_DEFAULT ? bx_str(Q_URI_XQUERY, sizeof(Q_URI_XQUERY) - 1)
										 : bx_str("", 0);
}

/* The namespace of a name, whatever its local part is. */
static BxStatus
uri_of(QParser *p, const QToken *t, QNameUse use, BxStr *uri)
{
	*uri = bx_str("", 0);
	if (t->form == Q_FORM_PREFIXED)
		return prefix_uri(p, t->off, t->prefix, uri);
	if (t->form != Q_FORM_BRACED)
	{
		if (!t->any_local && t->form == Q_FORM_PLAIN)
			*uri = default_uri(p, use);
		return BX_OK;
	}
	BX_TRY(q_braced_uri(p, t->prefix, uri));
	if (!q_in_path(p) && bx_str_is(*uri, Q_URI_XMLNS))
		return q_fail(p, t->off, "XQST0070", NULL, "no name is in the namespace \"" Q_URI_XMLNS "\"");
	return BX_OK;
}

BxStatus
q_resolve(QParser *p, const QToken *t, QNameUse use, AtName *name)
{
	name->prefix = t->form == Q_FORM_PREFIXED ? t->prefix : bx_str("", 0);
	name->local = t->local;
	return uri_of(p, t, use, &name->uri);
}

BxStatus
q_name(QParser *p, QNameUse use, const char *detail, AtName *name)
{
	if (p->tok.kind != Q_TOK_NAME || p->tok.any_local || p->tok.form == Q_FORM_ANY_URI)
		return q_unexpected(p, detail);
	BX_TRY(q_resolve(p, &p->tok, use, name));
	return q_advance(p);
}

BxStatus
q_name_test(QParser *p, QNameUse use, XdTest *test)
{
	*test = (XdTest){.uri = {"", 0}, .local = {"", 0}};
	if (p->tok.kind == '*')
	{
		test->any_local = test->any_uri = true;
		return q_advance(p);
	}
	if (p->tok.kind != Q_TOK_NAME)
		return q_unexpected(p, "Expected a name.");
	test->any_uri = p->tok.form == Q_FORM_ANY_URI;
	test->any_local = p->tok.any_local;
	test->local = p->tok.local; /* of "*" the empty text there */
	BX_TRY(uri_of(p, &p->tok, use, &test->uri));
	return q_advance(p);
}

/* Order of names that only makes equal ones neighbours. */
static int
order_names(const void *a, const void *b)
{
	return at_name_order(*(const AtName *const *) a, *(const AtName *const *) b);
}

BxStatus
q_find_duplicate(QParser *p, const void *list, uint32_t n, QNameAt name_at, const AtName **twice)
{
	const AtName **names;

	*twice = NULL;
	if (n < 2 || p->skipping > 0)
		return BX_OK;
	BX_TRY(q_alloc(p, n * sizeof(names[0]), &names));
	for (uint32_t i = 0; i < n; i++)
		names[i] = name_at(list, i);
	BX_TRY(bx_sort(p->host, names, n, sizeof(names[0]), order_names, p->err));
	for (uint32_t i = 1; i < n; i++)
		if (names[i]->local.n > 0 && order_names(&names[i - 1], &names[i]) == 0)
			*twice = names[i];
	return BX_OK;
}

static const AtName *
param_name(const void *params, uint32_t i)
{
	return &((const QParam *) params)[i].name;
}

BxStatus
q_distinct_params(QParser *p, const QParam *params, uint32_t n, const char *code)
{
	const AtName *twice;
	char buf[2 * Q_SHOWN_MAX];

	BX_TRY(q_find_duplicate(p, params, n, param_name, &twice));
	return twice == NULL ? BX_OK
						 : q_fail(p, p->tok.off, code, NULL, "the variable \"$%s\" is declared twice",
								  q_shown_name(twice, buf, sizeof(buf)));
}

const char *
q_shown_name(const AtName *name, char *buf, size_t n)
{
	char prefix[Q_SHOWN_MAX], local[Q_SHOWN_MAX];

	q_shown(name->prefix, prefix);
	q_shown(name->local, local);
	snprintf(buf, n, "%s%s%s", prefix, name->prefix.n > 0 ? ":" : "", local);
	return buf;
}
