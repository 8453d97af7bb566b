/*
 * q_import.c -- imports of modules and schemas, and the declaration of a library module (XQuery 3.1, 4.2, 4.11, 4.12).
 */
#include "q_parse_int.h"

/* "at U, U" */
static BxStatus
locations(QParser *p, QImport *import)
{
	uint32_t mark = p->strings.n;
	BxStr uri;
	bool more;

	BX_TRY(q_accept_word(p, QW_AT, &more));
	while (more)
	{
		BX_TRY(q_uri_literal(p, "Expected the URI of a location.", &uri));
		BX_TRY(q_push(p, &p->strings, &uri, sizeof(uri)));
		BX_TRY(q_accept(p, ',', &more));
	}
	return q_take(p, &p->strings, mark, sizeof(BxStr), &import->at, &import->n_at);
}

/* "namespace p =" */
static BxStatus
import_prefix(QParser *p, QImport *import)
{
	BX_TRY(q_advance(p));
	BX_TRY(q_prefix(p, &import->prefix));
	return q_expect(p, '=', "Expected \"=\" after the prefix.");
}

/* No other import of the kind has the namespace. */
static BxStatus
check_new(QParser *p, uint32_t off, const QImport *import)
{
	const QImport *all = p->prolog.imports.items;

	BX_TRY(bx_charge(p->host, 16 * (uint64_t) p->prolog.imports.n));
	for (uint32_t i = 0; i < p->prolog.imports.n; i++)
		if (all[i].schema == import->schema && bx_str_equal(all[i].uri, import->uri))
			return q_fail(p, off, import->schema ? "XQST0058" : "XQST0047", NULL,
						  "a namespace is imported twice");
	return BX_OK;
}

static BxStatus
finish_import(QParser *p, uint32_t off, QImport *import)
{
	BX_TRY(check_new(p, off, import));
	BX_TRY(locations(p, import));
	if (import->prefix.n > 0)
		BX_TRY(q_declare_prefix(p, off, import->prefix, import->uri));
	return q_push(p, &p->prolog.imports, import, sizeof(*import));
}

static BxStatus
import_module(QParser *p, QImport *import)
{
	uint32_t off;

	if (q_is_word(p, QW_NAMESPACE))
		BX_TRY(import_prefix(p, import));
	off = p->tok.off;
	BX_TRY(q_uri_literal(p, "Expected the namespace of a module.", &import->uri));
	if (import->uri.n == 0)
		return q_fail(p, off, "XQST0088", NULL, "the namespace of a module cannot be empty");
	return finish_import(p, off, import);
}

static BxStatus
import_schema(QParser *p, QImport *import)
{
	uint32_t off;

	import->schema = true;
	if (q_is_word(p, QW_NAMESPACE))
		BX_TRY(import_prefix(p, import));
	else if (q_is_word(p, QW_DEFAULT))
	{
		import->is_default = true;
		BX_TRY(q_advance(p));
		BX_TRY(q_expect_word(p, QW_ELEMENT, "Expected \"element\" after \"default\"."));
		BX_TRY(q_expect_word(p, QW_NAMESPACE, "Expected \"namespace\"."));
	}
	off = p->tok.off;
	BX_TRY(q_uri_literal(p, "Expected the namespace of a schema.", &import->uri));
	if (import->uri.n == 0 && import->prefix.n > 0)
		return q_fail(p, off, "XQST0057", NULL, "a prefix cannot stand for an empty namespace");
	if (import->is_default)
	{
		p->module->element_namespace = p->element_uri = import->uri;
		p->module->element_imported = true;
	}
	return finish_import(p, off, import);
}

BxStatus
q_import(QParser *p)
{
	QImport import = {.prefix = {"", 0}, .pos = q_pos(p, p->tok.off)};
	bool schema;

	BX_TRY(q_advance(p));
	schema = q_is_word(p, QW_SCHEMA);
	BX_TRY(q_advance(p));
	return schema ? import_schema(p, &import) : import_module(p, &import);
}

BxStatus
q_library(QParser *p)
{
	QModule *m = p->module;
	uint32_t off;

	BX_TRY(q_advance(p));
	BX_TRY(q_expect_word(p, QW_NAMESPACE, "Expected \"namespace\"."));
	off = p->tok.off;
	BX_TRY(q_prefix(p, &m->library_prefix));
	BX_TRY(q_expect(p, '=', "Expected \"=\" after the prefix."));
	BX_TRY(q_uri_literal(p, "Expected the namespace of the module.", &m->library_uri));
	if (m->library_uri.n == 0)
		return q_fail(p, off, "XQST0088", NULL, "the namespace of a module cannot be empty");
	BX_TRY(q_declare_prefix(p, off, m->library_prefix, m->library_uri));
	return q_expect(p, ';', "Expected \";\".");
}
