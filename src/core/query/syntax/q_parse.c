/*
 * q_parse.c -- entry points of the parser: modules, and types and signatures by themselves.
 */
#include "q_parse_int.h"

/*
 * A parser with the static context that every module begins with; the first token is read.  Paths do not have the
 * prefixes in their list.
 */
BxStatus
q_begin(QParser *p, BxStr text, QMode mode, BxArena *arena, const BxHost *host, BxError *err)
{
	QModule *m;

	*p = (QParser){.mode = mode,
				   .arena = arena,
				   .kept = arena,
				   .host = host,
				   .err = err,
				   /* the whole path is the first level, and not nested */
				   .single = q_operators,
				   .element_uri = {"", 0}};
	BX_TRY(q_alloc(p, sizeof(QModule), &m));
	p->module = m;
	m->mode = mode;
	m->source = text;
	m->version = m->base_uri = m->default_collation = m->element_namespace = bx_str("", 0);
	m->library_uri = m->library_prefix = bx_str("", 0);
	m->function_namespace = bx_str(Q_URI_FN, sizeof(Q_URI_FN) - 1);
	BX_TRY(q_bind_predeclared(p));
	return q_lex_init(p, text.s, text.n);
}

static BxStatus
expect_end(QParser *p, const char *detail)
{
	return q_is(p, Q_TOK_END) ? BX_OK : q_unexpected(p, detail);
}

/* Nothing is declared any more: the list is that of the module. */
static void
keep_namespaces(QParser *p)
{
	p->module->namespaces = p->namespaces.items;
	p->module->n_namespaces = p->namespaces.n;
}

BxStatus
q_prolog_of(QParser *p, BxStr text, BxArena *arena, BxError *err)
{
	BX_TRY(q_begin(p, text, Q_MODE_PATH, arena, arena->host, err));
	BX_TRY(q_prolog(p));
	keep_namespaces(p);
	return BX_OK;
}

/* ---- modules ---- */

/* "[A-Za-z] ([A-Za-z0-9._] | '-')*" */
static bool
is_encoding_name(BxStr s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!bx_is_letter(s.s[i]) && (i == 0 || (!bx_is_digit(s.s[i]) && strchr("._-", s.s[i]) == NULL)))
			return false;
	return s.n > 0;
}

/* xquery version "3.1" encoding "UTF-8"; */
static BxStatus
version_declaration(QParser *p)
{
	BxStr *version = &p->module->version, encoding;
	uint32_t off;
	QToken next, second;
	bool taken;

	if (!q_is_word(p, QW_XQUERY))
		return BX_OK;
	BX_TRY(q_peek_two(p, &next, &second));
	if ((next.word != QW_VERSION && next.word != QW_ENCODING) || second.kind != Q_TOK_STRING)
		return BX_OK;
	BX_TRY(q_advance(p));
	BX_TRY(q_accept_word(p, QW_VERSION, &taken));
	off = p->tok.off;
	if (taken)
		BX_TRY(q_string(p, "Expected a version.", version));
	if (taken && !bx_str_is(*version, "1.0") && !bx_str_is(*version, "3.0") && !bx_str_is(*version, "3.1"))
		return q_fail(p, off, "XQST0031", "Versions 1.0, 3.0 and 3.1 are supported.",
					  "a version that is not supported");
	BX_TRY(q_accept_word(p, QW_ENCODING, &taken));
	off = p->tok.off;
	if (taken)
		BX_TRY(q_string(p, "Expected the name of an encoding.", &encoding));
	if (taken && !is_encoding_name(encoding))
		return q_fail(p, off, "XQST0087", NULL, "invalid name of an encoding");
	return q_expect(p, ';', "Expected \"encoding\" or \";\".");
}

BxStatus
q_body(QParser *p)
{
	BX_TRY(q_expr(p, &p->module->body));
	keep_namespaces(p);
	return expect_end(p, "Expected an operator, \",\" or the end.");
}

static BxStatus
module_body(QParser *p)
{
	QToken next, second;

	if (q_is_word(p, QW_MODULE) && !q_in_path(p))
	{
		BX_TRY(q_peek_two(p, &next, &second));
		if (next.word == QW_NAMESPACE && second.kind == Q_TOK_NAME)
			BX_TRY(q_library(p));
	}
	BX_TRY(q_prolog(p));
	if (p->module->library_uri.n > 0)
		return expect_end(p, "Expected a declaration, or the end of the module.");
	if (p->mode == Q_MODE_UPDATE)
	{
		BX_TRY(q_changes(p, &p->module->body));
		return expect_end(p, "Expected an operator, \",\" or the end of the expression.");
	}
	return q_body(p);
}

BxStatus
q_parse(BxStr text, QMode mode, const QNamespace *namespaces, uint32_t n_namespaces, BxArena *arena,
		const BxHost *host, QModule **module, BxError *err)
{
	QParser p;

	BX_TRY(q_begin(&p, text, mode, arena, host, err));
	*module = p.module;
	for (uint32_t i = 0; i < n_namespaces; i++)
	{
		BX_TRY(q_bind(&p, namespaces[i].prefix, namespaces[i].uri));
		if (namespaces[i].prefix.n == 0 && mode == Q_MODE_QUERY)
			p.element_uri = p.module->element_namespace = namespaces[i].uri;
	}
	p.prolog.outer = p.namespaces.n;
	if (mode == Q_MODE_QUERY)
		BX_TRY(version_declaration(&p));
	BX_TRY(module_body(&p));
	keep_namespaces(&p);
	return BX_OK;
}

BxStatus
q_parse_type(BxStr text, BxArena *arena, const BxHost *host, XdSeqType *type, BxError *err)
{
	const XdSeqType *parsed;
	QParser p;

	BX_TRY(q_begin(&p, text, Q_MODE_QUERY, arena, host, err));
	BX_TRY(q_sequence_type(&p, &parsed));
	*type = *parsed;
	return expect_end(&p, "Expected nothing behind the type.");
}

BxStatus
q_parse_signature(BxStr text, BxArena *arena, const BxHost *host, QFunction *function, BxError *err)
{
	QParser p;

	BX_TRY(q_begin(&p, text, Q_MODE_QUERY, arena, host, err));
	*function = (QFunction){.pos = 1};
	BX_TRY(q_name(&p, Q_FUNCTION_DEFAULT, "Expected the name of a function.", &function->name));
	BX_TRY(q_expect(&p, '(', "Expected \"(\"."));
	BX_TRY(q_parameters(&p, &function->params, &function->n_params));
	BX_TRY(q_type_declaration(&p, &function->result));
	return expect_end(&p, "Expected nothing behind the signature.");
}
