/*
 * q_prolog.c -- what is declared before a query: the order of it, setters, namespaces (XQuery 3.1, 4).
 */
#include "q_parse_int.h"

/* Setters that may be there once: QParser.declared. */
enum
{
	SET_BOUNDARY = 0x001,
	SET_BASE_URI = 0x002,
	SET_CONSTRUCTION = 0x004,
	SET_ORDERING = 0x008,
	SET_EMPTY_ORDER = 0x010,
	SET_COPY = 0x020,
	SET_COLLATION = 0x040,
	SET_ELEMENT = 0x080,
	SET_FUNCTION = 0x100,
	SET_REVALIDATION = 0x200
};

static BxStatus
set_once(QParser *p, uint32_t setter, const char *code, const char *what)
{
	if (p->prolog.setters & setter)
		return q_fail(p, p->tok.off, code, NULL, "%s is declared twice", what);
	p->prolog.setters |= setter;
	return q_advance(p);
}

/* One of two words: *second says which. */
static BxStatus
either(QParser *p, QWord a, QWord b, const char *detail, bool *second)
{
	*second = q_is_word(p, b);
	if (!*second && !q_is_word(p, a))
		return q_unexpected(p, detail);
	return q_advance(p);
}

/* ---- namespaces ---- */

BxStatus
q_prefix(QParser *p, BxStr *prefix)
{
	if (!q_is(p, Q_TOK_NAME) || p->tok.form != Q_FORM_PLAIN)
		return q_unexpected(p, "Expected a prefix.");
	*prefix = p->tok.local;
	return q_advance(p);
}

BxStatus
q_declare_prefix(QParser *p, uint32_t off, BxStr prefix, BxStr uri)
{
	const QNamespace *all = p->namespaces.items;
	char buf[Q_SHOWN_MAX];

	bool harmless = q_in_path(p) && bx_str_is(prefix, "xml") && bx_str_is(uri, Q_URI_XML);

	if (!harmless && (bx_str_is(prefix, "xml") || bx_str_is(prefix, "xmlns") || bx_str_is(uri, Q_URI_XML) ||
					  bx_str_is(uri, Q_URI_XMLNS)))
		return q_fail(p, off, "XQST0070", NULL,
					  "neither \"xml\" nor \"xmlns\" nor their namespaces can be declared");
	BX_TRY(bx_charge(p->host, 16 * (uint64_t) (p->namespaces.n - p->prolog.outer)));
	for (uint32_t i = p->prolog.outer; i < p->namespaces.n; i++)
		if (bx_str_equal(all[i].prefix, prefix))
			return q_fail(p, off, "XQST0033", NULL, "namespace prefix \"%s\" is declared twice",
						  q_shown(prefix, buf));
	return q_bind(p, prefix, uri);
}

static BxStatus
namespace_declaration(QParser *p)
{
	uint32_t off;
	BxStr prefix, uri;

	BX_TRY(q_advance(p));
	off = p->tok.off;
	if (q_in_path(p) &&
		p->namespaces.n - p->prolog.outer == Q_MAX_PATH_BINDINGS + ((p->prolog.setters & SET_ELEMENT) != 0))
		return q_fail(p, off, NULL, NULL, "more than %d namespace declarations", Q_MAX_PATH_BINDINGS);
	BX_TRY(q_prefix(p, &prefix));
	BX_TRY(q_expect(p, '=', "Expected \"=\" after the prefix."));
	BX_TRY(q_uri_literal(p, "Expected the URI of a namespace.", &uri));
	return q_declare_prefix(p, off, prefix, uri);
}

/* The URI of a default namespace, of which an error at the byte says the code. */
static BxStatus
default_uri(QParser *p, uint32_t off, const char *code, BxStr *uri)
{
	BX_TRY(q_uri_literal(p, "Expected the URI of a namespace.", uri));
	if (bx_str_is(*uri, Q_URI_XML) || bx_str_is(*uri, Q_URI_XMLNS))
		return q_fail(p, off, code, NULL, "this namespace cannot be declared");
	return BX_OK;
}

/* "default element namespace U" in a path, at the second word; errors are those of the declaration at a byte. */
static BxStatus
default_in_path(QParser *p, uint32_t off)
{
	BxStr uri;

	if (p->prolog.setters & SET_ELEMENT)
		return q_fail(p, off, NULL, NULL, "default element namespace is declared twice");
	BX_TRY(q_expect_word(p, QW_ELEMENT, "Expected \"element\"."));
	BX_TRY(q_expect_word(p, QW_NAMESPACE, "Expected \"namespace\"."));
	BX_TRY(default_uri(p, off, NULL, &uri));
	p->prolog.setters |= SET_ELEMENT;
	p->module->element_namespace = p->element_uri = uri;
	return q_bind(p, bx_str("", 0), uri);
}

/* "default element namespace U" and "default function namespace U", at the second word. */
static BxStatus
default_namespace(QParser *p)
{
	bool function = q_is_word(p, QW_FUNCTION);
	uint32_t off;
	BxStr uri;

	BX_TRY(set_once(p, function ? SET_FUNCTION : SET_ELEMENT, "XQST0066", "a default namespace"));
	BX_TRY(q_expect_word(p, QW_NAMESPACE, "Expected \"namespace\"."));
	off = p->tok.off;
	BX_TRY(default_uri(p, off, "XQST0070", &uri));
	if (function)
		p->module->function_namespace = uri;
	else
		p->module->element_namespace = p->element_uri = uri;
	return BX_OK;
}

/* ---- setters ---- */

/* At "default". */
static BxStatus
default_declaration(QParser *p)
{
	QModule *m = p->module;
	uint32_t off = p->tok.off;
	bool greatest;

	BX_TRY(q_advance(p));
	if (q_in_path(p))
		return default_in_path(p, off);
	switch (p->tok.word)
	{
		case QW_ELEMENT:
		case QW_FUNCTION: return default_namespace(p);
		case QW_DECIMAL_FORMAT: return q_decimal_format(p, true);
		case QW_COLLATION:
			BX_TRY(set_once(p, SET_COLLATION, "XQST0038", "the default collation"));
			return q_uri_literal(p, "Expected the URI of a collation.", &m->default_collation);
		case QW_ORDER:
			BX_TRY(set_once(p, SET_EMPTY_ORDER, "XQST0069", "the order of empty sequences"));
			BX_TRY(q_expect_word(p, QW_EMPTY, "Expected \"empty\" after \"order\"."));
			BX_TRY(either(p, QW_LEAST, QW_GREATEST, "Expected \"greatest\" or \"least\".", &greatest));
			m->flags |= greatest ? Q_ORDER_EMPTY_GREATEST : 0;
			return BX_OK;
		default:
			return q_unexpected(
				p, "Expected \"element\", \"function\", \"collation\", \"order\" or \"decimal-format\".");
	}
}

/* A setter with two words to choose from: the flag is set by the second one. */
static const struct
{
	uint8_t word;
	uint8_t first, second; /* QWord */
	uint8_t flag;
	uint16_t setter;
	const char *code;
	const char *detail;
} choices[] = {
	{QW_BOUNDARY_SPACE, QW_STRIP, QW_PRESERVE, Q_BOUNDARY_PRESERVE, SET_BOUNDARY, "XQST0068",
	 "Expected \"preserve\" or \"strip\"."},
	{QW_CONSTRUCTION, QW_PRESERVE, QW_STRIP, Q_CONSTRUCTION_STRIP, SET_CONSTRUCTION, "XQST0067",
	 "Expected \"preserve\" or \"strip\"."},
	{QW_ORDERING, QW_ORDERED, QW_UNORDERED, Q_UNORDERED, SET_ORDERING, "XQST0065",
	 "Expected \"ordered\" or \"unordered\"."},
};

static BxStatus
choice(QParser *p, size_t i)
{
	bool second;

	BX_TRY(set_once(p, choices[i].setter, choices[i].code, q_word_text((QWord) choices[i].word)));
	BX_TRY(either(p, (QWord) choices[i].first, (QWord) choices[i].second, choices[i].detail, &second));
	p->module->flags |= second ? choices[i].flag : 0;
	return BX_OK;
}

static BxStatus
copy_namespaces(QParser *p)
{
	bool no_preserve, no_inherit;

	BX_TRY(set_once(p, SET_COPY, "XQST0055", "copy-namespaces"));
	BX_TRY(either(p, QW_PRESERVE, QW_NO_PRESERVE, "Expected \"preserve\" or \"no-preserve\".", &no_preserve));
	BX_TRY(q_expect(p, ',', "Expected \",\"."));
	BX_TRY(either(p, QW_INHERIT, QW_NO_INHERIT, "Expected \"inherit\" or \"no-inherit\".", &no_inherit));
	p->module->flags |= (no_preserve ? Q_COPY_NO_PRESERVE : 0u) | (no_inherit ? Q_COPY_NO_INHERIT : 0u);
	return BX_OK;
}

static BxStatus
revalidation(QParser *p)
{
	uint32_t off;

	BX_TRY(set_once(p, SET_REVALIDATION, "XUST0003", "revalidation"));
	off = p->tok.off;
	if (!q_is_word(p, QW_STRICT) && !q_is_word(p, QW_LAX) && !q_is_word(p, QW_SKIP))
		return q_unexpected(p, "Expected \"strict\", \"lax\" or \"skip\".");
	if (!q_is_word(p, QW_SKIP))
		return q_fail(p, off, "XUST0026", NULL, "revalidation is not supported");
	return q_advance(p);
}

/* A declaration of the first part of the prolog, behind "declare". */
static BxStatus
setter(QParser *p)
{
	for (size_t i = 0; i < sizeof(choices) / sizeof(choices[0]); i++)
		if (q_is_word(p, (QWord) choices[i].word))
			return choice(p, i);
	switch (p->tok.word)
	{
		case QW_DEFAULT: return default_declaration(p);
		case QW_COPY_NAMESPACES: return copy_namespaces(p);
		case QW_DECIMAL_FORMAT: return q_decimal_format(p, false);
		case QW_NAMESPACE: return namespace_declaration(p);
		case QW_REVALIDATION: return revalidation(p);
		default:
			BX_TRY(set_once(p, SET_BASE_URI, "XQST0032", "the base URI"));
			return q_uri_literal(p, "Expected a URI.", &p->module->base_uri);
	}
}

/* ---- the prolog ---- */

/* The part of the prolog that the declaration here belongs to; 0: nothing is declared here. */
static BxStatus
part_of(QParser *p, unsigned *part)
{
	QToken next;

	*part = 0;
	if (!q_is_word(p, QW_DECLARE) && !q_is_word(p, QW_IMPORT))
		return BX_OK;
	if (q_in_path(p) && q_is_word(p, QW_IMPORT))
		return BX_OK;
	BX_TRY(q_peek(p, &next));
	if (q_in_path(p))
	{
		*part = next.word == QW_NAMESPACE || next.word == QW_DEFAULT ? 1 : next.word == QW_VARIABLE ? 2 : 0;
		return BX_OK;
	}
	if (q_is_word(p, QW_IMPORT))
	{
		*part = next.word == QW_MODULE || next.word == QW_SCHEMA;
		return BX_OK;
	}
	switch (next.word)
	{
		case QW_BASE_URI:
		case QW_BOUNDARY_SPACE:
		case QW_CONSTRUCTION:
		case QW_COPY_NAMESPACES:
		case QW_DECIMAL_FORMAT:
		case QW_DEFAULT:
		case QW_NAMESPACE:
		case QW_ORDERING:
		case QW_REVALIDATION: *part = 1; break;
		case QW_CONTEXT:
		case QW_FUNCTION:
		case QW_OPTION:
		case QW_UPDATING:
		case QW_VARIABLE: *part = 2; break;
		default: *part = next.kind == '%' ? 2 : 0;
	}
	return BX_OK;
}

/* What was collected goes into the module. */
static BxStatus
finish(QParser *p)
{
	QModule *m = p->module;

	BX_TRY(q_take(p, &p->prolog.variables, 0, sizeof(QVariable), &m->variables, &m->n_variables));
	BX_TRY(q_take(p, &p->prolog.functions, 0, sizeof(QFunction), &m->functions, &m->n_functions));
	BX_TRY(q_take(p, &p->prolog.options, 0, sizeof(QOption), &m->options, &m->n_options));
	BX_TRY(
		q_take(p, &p->prolog.formats, 0, sizeof(QDecimalFormat), &m->decimal_formats, &m->n_decimal_formats));
	BX_TRY(q_take(p, &p->prolog.imports, 0, sizeof(QImport), &m->imports, &m->n_imports));
	return q_check_declarations(p);
}

BxStatus
q_prolog(QParser *p)
{
	unsigned part, before = 0;

	for (;;)
	{
		BX_TRY(part_of(p, &part));
		if (part == 0)
			return before == 0 ? BX_OK : finish(p);
		if (part < before)
		{
			BX_TRY(q_advance(p));
			return q_unexpected(p, q_in_path(p)
									   ? "Namespaces are declared before variables."
									   : "Namespaces, imports and setters stand before variables, functions "
										 "and options.");
		}
		before = part;
		if (q_is_word(p, QW_IMPORT))
			BX_TRY(q_import(p));
		else
		{
			BX_TRY(q_advance(p));
			BX_TRY(part == 1 ? setter(p) : q_declaration(p));
		}
		BX_TRY(q_expect(
			p, ';', q_in_path(p) ? "Expected \";\" after a declaration." : "Expected an operator or \";\"."));
	}
}
