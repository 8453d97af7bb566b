/*
 * q_parse.c -- entry points of the parser: modules, and types and signatures by themselves.
 */
#include "q_parse_int.h"

static const struct
{
	const char *prefix;
	const char *uri;
} predeclared[] = {
	{"xml", Q_URI_XML},     {"xs", Q_URI_XS},         {"xsi", Q_URI_XSI}, {"fn", Q_URI_FN},
	{"local", Q_URI_LOCAL}, {"math", Q_URI_MATH},     {"map", Q_URI_MAP}, {"array", Q_URI_ARRAY},
	{"err", Q_URI_ERR},     {"output", Q_URI_OUTPUT},
};

/* A parser with the static context that every module begins with; the first token is read. */
static BxStatus
begin(QParser *p, BxStr text, BxArena *arena, const BxHost *host, BxError *err)
{
	QModule *m;

	*p = (QParser){.arena = arena, .host = host, .err = err, .element_uri = {"", 0}};
	BX_TRY(q_alloc(p, sizeof(QModule), &m));
	p->module = m;
	m->source = text;
	m->version = m->base_uri = m->default_collation = m->element_namespace = bx_str("", 0);
	m->library_uri = m->library_prefix = bx_str("", 0);
	m->function_namespace = bx_str(Q_URI_FN, sizeof(Q_URI_FN) - 1);
	for (size_t i = 0; i < sizeof(predeclared) / sizeof(predeclared[0]); i++)
		BX_TRY(q_bind(p, bx_str(predeclared[i].prefix, strlen(predeclared[i].prefix)),
					  bx_str(predeclared[i].uri, strlen(predeclared[i].uri))));
	return q_lex_init(p, text.s, text.n);
}

static BxStatus
expect_end(QParser *p, const char *detail)
{
	return q_is(p, Q_TOK_END) ? BX_OK : q_unexpected(p, detail);
}

BxStatus
q_parse(const char *text, size_t n, const QNamespace *namespaces, uint32_t n_namespaces, BxArena *arena,
		const BxHost *host, QModule **module, BxError *err)
{
	QParser p;

	BX_TRY(begin(&p, bx_str(text, n), arena, host, err));
	*module = p.module;
	for (uint32_t i = 0; i < n_namespaces; i++)
	{
		BX_TRY(q_bind(&p, namespaces[i].prefix, namespaces[i].uri));
		if (namespaces[i].prefix.n == 0)
			p.element_uri = p.module->element_namespace = namespaces[i].uri;
	}
	BX_TRY(q_expr(&p, &p.module->body));
	BX_TRY(expect_end(&p, "Expected an operator, \",\" or the end."));
	return q_take(&p, &p.namespaces, 0, sizeof(QNamespace), &p.module->namespaces, &p.module->n_namespaces);
}

BxStatus
q_parse_type(BxStr text, BxArena *arena, const BxHost *host, XdSeqType *type, BxError *err)
{
	const XdSeqType *parsed;
	QParser p;

	BX_TRY(begin(&p, text, arena, host, err));
	BX_TRY(q_sequence_type(&p, &parsed));
	*type = *parsed;
	return expect_end(&p, "Expected nothing behind the type.");
}

BxStatus
q_parse_signature(BxStr text, BxArena *arena, const BxHost *host, QFunction *function, BxError *err)
{
	QParser p;

	BX_TRY(begin(&p, text, arena, host, err));
	*function = (QFunction){.pos = 1};
	BX_TRY(q_name(&p, Q_FUNCTION_DEFAULT, "Expected the name of a function.", &function->name));
	BX_TRY(q_expect(&p, '(', "Expected \"(\"."));
	BX_TRY(q_parameters(&p, &function->params, &function->n_params));
	BX_TRY(q_type_declaration(&p, &function->result));
	return expect_end(&p, "Expected nothing behind the signature.");
}
