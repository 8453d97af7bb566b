/*
 * test_q_module.c -- versions, prologs and library modules.
 */
#include "ut_q.h"

static void
refused(const char *text, const char *code)
{
	const char *got = utq_refused(text);

	CHECKF(got != NULL && strcmp(got, code) == 0, "%s: %s", text, got != NULL ? utq_error.msg : "accepted");
}

static void
versions(void)
{
	const QModule *m = utq_parse("xquery version '3.1' encoding \"utf-8\"; 1");

	CHECK(m != NULL && bx_str_is(m->version, "3.1") && m->body->kind == QK_LITERAL);
	m = utq_parse("xquery encoding 'x'; 1");
	CHECK(m != NULL && m->version.n == 0);
	refused("xquery version '2.0'; 1", "XQST0031");
	refused("xquery version '1.0' encoding '1'; 1", "XQST0087");
	refused("xquery version '1.0' 1", "XPST0003");
}

static void
setters(void)
{
	const QModule *m =
		utq_parse("declare boundary-space preserve; declare construction strip; "
				  "declare ordering unordered; declare default order empty greatest; "
				  "declare copy-namespaces no-preserve, no-inherit; declare base-uri ' u  v '; "
				  "declare default collation 'c'; declare default element namespace 'e'; "
				  "declare default function namespace 'f'; <a> </a>/b[g()]");

	CHECK(m != NULL && m->flags == (Q_BOUNDARY_PRESERVE | Q_CONSTRUCTION_STRIP | Q_UNORDERED |
									Q_ORDER_EMPTY_GREATEST | Q_COPY_NO_PRESERVE | Q_COPY_NO_INHERIT));
	CHECK(bx_str_is(m->base_uri, "u v") && bx_str_is(m->default_collation, "c"));
	CHECK(bx_str_is(m->element_namespace, "e") && bx_str_is(m->function_namespace, "f"));
	CHECK(m->body->args[0]->n_args == 2 && bx_str_is(m->body->args[0]->name.uri, "e"));
	CHECK(bx_str_is(m->body->args[1]->tests->uri, "e") &&
		  bx_str_is(m->body->args[1]->args[0]->name.uri, "f"));
	m = utq_parse("declare boundary-space strip; 1");
	CHECK(m != NULL && m->flags == 0 && bx_str_is(m->function_namespace, Q_URI_FN));
	refused("declare boundary-space strip; declare boundary-space strip; 1", "XQST0068");
	refused("declare construction strip; declare construction strip; 1", "XQST0067");
	refused("declare ordering ordered; declare ordering ordered; 1", "XQST0065");
	refused("declare default order empty least; declare default order empty least; 1", "XQST0069");
	refused("declare copy-namespaces preserve, inherit; declare copy-namespaces preserve, inherit; 1",
			"XQST0055");
	refused("declare base-uri 'a'; declare base-uri 'b'; 1", "XQST0032");
	refused("declare default collation 'a'; declare default collation 'a'; 1", "XQST0038");
	refused("declare default element namespace 'a'; declare default element namespace 'b'; 1", "XQST0066");
	refused("declare default function namespace 'a'; declare default function namespace 'b'; 1", "XQST0066");
	refused("declare revalidation skip; declare revalidation skip; 1", "XUST0003");
	refused("declare revalidation strict; 1", "XUST0026");
	refused("declare boundary-space keep; 1", "XPST0003");
	refused("declare boundary-space strip 1", "XPST0003");
}

static void
namespaces(void)
{
	const QModule *m = utq_parse("declare namespace p = 'u'; declare namespace fn = 'v'; p:a/fn:b");

	CHECK(m != NULL && bx_str_is(m->body->args[0]->tests->uri, "u") &&
		  bx_str_is(m->body->args[1]->tests->uri, "v"));
	refused("declare namespace p = 'u'; declare namespace p = 'u'; 1", "XQST0033");
	refused("declare namespace xml = 'u'; 1", "XQST0070");
	refused("declare namespace p = 'http://www.w3.org/2000/xmlns/'; 1", "XQST0070");
	refused("declare namespace fn = ''; fn:a", "XPST0081");
	refused("declare default element namespace 'http://www.w3.org/XML/1998/namespace'; 1", "XQST0070");
	refused("declare variable $a := 1; declare namespace p = 'u'; 1", "XPST0003");
}

/* Namespaces that the caller gives hold unless the prolog declares them anew. */
static void
outer_namespaces(void)
{
	const QNamespace outer[] = {{{"p", 1}, {"u", 1}}, {{"", 0}, {"e", 1}}};
	const char *text = "p:a/b";
	QModule *m;

	CHECK(q_parse(bx_str(text, strlen(text)), Q_MODE_QUERY, outer, 2, &utq_arena, bx_host_libc(), &m,
				  &utq_error) == BX_OK);
	CHECK(bx_str_is(m->body->args[0]->tests->uri, "u") && bx_str_is(m->body->args[1]->tests->uri, "e"));
	text = "declare namespace p = 'v'; declare default element namespace ''; p:a/b";
	CHECK(q_parse(bx_str(text, strlen(text)), Q_MODE_QUERY, outer, 2, &utq_arena, bx_host_libc(), &m,
				  &utq_error) == BX_OK);
	CHECK(bx_str_is(m->body->args[0]->tests->uri, "v") && m->body->args[1]->tests->uri.n == 0);
}

static void
variables(void)
{
	const QModule *m = utq_parse("declare variable $a as xs:int := 1; declare %private variable $b external; "
								 "declare variable $c external := 2; $a");

	CHECK(m != NULL && m->n_variables == 3);
	CHECK(bx_str_is(m->variables[0].name.local, "a") && m->variables[0].type->atomic == AT_INT &&
		  m->variables[0].pos == 18);
	CHECK(!m->variables[0].external && m->variables[0].value != NULL && !m->variables[0].is_private);
	CHECK(m->variables[1].external && m->variables[1].is_private && m->variables[1].value == NULL &&
		  m->variables[1].type == NULL);
	CHECK(m->variables[2].external && m->variables[2].value->value.u.i == 2);
	refused("declare variable $a := 1; declare variable $b := 1; declare variable $a := 1; 1", "XQST0049");
	CHECK(utq_error.pos == 70);
	refused("declare %private %public variable $a := 1; 1", "XQST0116");
	refused("declare variable $a; 1", "XPST0003");
	refused("declare updating variable $a := 1; 1", "XPST0003");
}

static void
functions(void)
{
	const QModule *m =
		utq_parse("declare %private %local:a(1, 'x') function local:f($a as xs:int, $b) as xs:string { $a }; "
				  "declare function local:f() external; declare updating function local:u() { }; 1");

	CHECK(m != NULL && m->n_functions == 3);
	CHECK(bx_str_is(m->functions[0].name.uri, Q_URI_LOCAL) && m->functions[0].n_params == 2 &&
		  m->functions[0].is_private);
	CHECK(m->functions[0].params[0].type->atomic == AT_INT && m->functions[0].params[1].type == NULL);
	CHECK(m->functions[0].result->atomic == AT_STRING && m->functions[0].body->kind == QK_VARIABLE);
	CHECK(m->functions[0].n_annotations == 2 && m->functions[0].annotations[1].n_values == 2);
	CHECK(m->functions[1].external && m->functions[1].body == NULL && !m->functions[1].updating);
	CHECK(m->functions[2].updating && m->functions[2].body->kind == QK_SEQUENCE &&
		  m->functions[2].body->n_args == 0);
	m = utq_parse("declare %updating function local:u() { }; 1");
	CHECK(m != NULL && m->functions[0].updating);
	refused("declare function local:f($a, $a) { 1 }; 1", "XQST0039");
	refused("declare function local:f($a) { 1 }; declare function local:f($b) { 1 }; 1", "XQST0034");
	refused("declare function f() { 1 }; 1", "XQST0045");
	refused("declare function xs:f() { 1 }; 1", "XQST0045");
	refused("declare default function namespace ''; declare function f() { 1 }; 1", "XQST0060");
	refused("declare function if() { 1 }; 1", "XPST0003");
	refused("declare %private %private function local:f() { 1 }; 1", "XQST0106");
	refused("declare %xs:a function local:f() { 1 }; 1", "XQST0045");
	refused("declare updating function local:f() as item() { 1 }; 1", "XUST0028");
	refused("declare function local:f() { 1 } 1", "XPST0003");
}

static void
context_and_options(void)
{
	const QModule *m =
		utq_parse("declare context item as element(a) external := <a/>; declare option output:method 'xml'; "
				  "declare option o 'v'; .");

	CHECK(m != NULL && m->context_declared && m->context_external && m->context_value->kind == QK_ELEMENT);
	CHECK(m->context_type->kind == XD_T_NODE && m->n_options == 2);
	CHECK(bx_str_is(m->options[0].name.uri, Q_URI_OUTPUT) && bx_str_is(m->options[0].value, "xml"));
	refused("declare context item := 1; declare context item := 1; 1", "XQST0099");
	refused("declare context item as item()? := 1; 1", "XPST0003");
	refused("declare option output:method 'xml'; declare option output:method 'xml'; 1", "XQST0110");
	refused("declare option output:foo 'xml'; 1", "XQST0109");
	refused("declare option p:foo 'xml'; 1", "XPST0081");
}

static void
decimal_formats(void)
{
	const QModule *m =
		utq_parse("declare default decimal-format grouping-separator = '.' decimal-separator = ','; "
				  "declare decimal-format local:d zero-digit = '\xD9\xA0' NaN = ''; 1");

	CHECK(m != NULL && m->n_decimal_formats == 2);
	CHECK(m->decimal_formats[0].name.local.n == 0 && bx_str_is(m->decimal_formats[0].decimal_separator, ","));
	CHECK(bx_str_is(m->decimal_formats[0].infinity, "Infinity") &&
		  bx_str_is(m->decimal_formats[0].per_mille, "\xE2\x80\xB0"));
	CHECK(bx_str_is(m->decimal_formats[1].name.uri, Q_URI_LOCAL) && m->decimal_formats[1].nan.n == 0);
	refused("declare decimal-format a; declare decimal-format a; 1", "XQST0111");
	refused("declare decimal-format a digit = '!' digit = '!'; 1", "XQST0114");
	refused("declare decimal-format a digit = '!!'; 1", "XQST0097");
	refused("declare decimal-format a zero-digit = '1'; 1", "XQST0097");
	refused("declare decimal-format a percent = '#'; 1", "XQST0098");
	refused("declare decimal-format a digit = '5'; 1", "XQST0098");
	refused("declare decimal-format a foo = '5'; 1", "XPST0003");
}

static void
modules(void)
{
	const QModule *m = utq_parse("module namespace m = 'u'; import module namespace n = 'v' at 'w', 'x'; "
								 "declare variable $m:a := 1; declare function m:f() { n:g() };");

	CHECK(m != NULL && m->body == NULL && bx_str_is(m->library_uri, "u") &&
		  bx_str_is(m->library_prefix, "m"));
	CHECK(m->n_imports == 1 && bx_str_is(m->imports[0].uri, "v") && m->imports[0].n_at == 2 &&
		  !m->imports[0].schema);
	CHECK(bx_str_is(m->imports[0].at[1], "x") && bx_str_is(m->functions[0].body->name.uri, "v"));
	m = utq_parse("import schema default element namespace 's'; import schema namespace t = 't'; import "
				  "module 'm'; t:a/b");
	CHECK(m != NULL && m->n_imports == 3 && m->imports[0].is_default && m->imports[0].schema &&
		  !m->imports[2].schema);
	CHECK(bx_str_is(m->element_namespace, "s") && bx_str_is(m->body->args[0]->tests->uri, "t"));
	refused("module namespace m = ''; declare variable $m:a := 1;", "XQST0088");
	refused("module namespace m = 'u'; declare variable $a := 1;", "XQST0048");
	refused("module namespace m = 'u'; declare function local:a() { 1 };", "XQST0048");
	refused("module namespace m = 'u'; 1", "XPST0003");
	refused("module namespace m = 'u'; declare context item := 1;", "XQST0113");
	refused("module namespace m = 'u'; declare option output:method 'xml';", "XQST0108");
	refused("module namespace m = 'u'; declare namespace m = 'v';", "XQST0033");
	refused("import module ''; 1", "XQST0088");
	refused("import module 'a'; import module 'a'; 1", "XQST0047");
	refused("import schema 'a'; import schema 'a'; 1", "XQST0058");
	refused("import schema namespace p = ''; 1", "XQST0057");
	refused("import module namespace p = 'a'; import module namespace p = 'b'; 1", "XQST0033");
	refused("import module namespace xml = 'a'; 1", "XQST0070");
}

/* The table of words is in order: it is searched by halves. */
static void
word_table(void)
{
	for (unsigned i = 1; i < QW_WORDS; i++)
	{
		const char *word = q_word_text((QWord) i);

		CHECKF(q_word_find(bx_str(word, strlen(word))) == (QWord) i, "%s", word);
		CHECKF(i < 2 || strcmp(q_word_text((QWord) (i - 1)), word) < 0, "%s", word);
	}
	CHECK(q_word_find(bx_str("iff", 3)) == QW_NONE && q_word_find(bx_str("", 0)) == QW_NONE);
}

UT_SUITE(test_q_module)
{
	utq_begin();
	UT_RUN(versions);
	UT_RUN(setters);
	UT_RUN(namespaces);
	UT_RUN(outer_namespaces);
	UT_RUN(variables);
	UT_RUN(functions);
	UT_RUN(context_and_options);
	UT_RUN(decimal_formats);
	UT_RUN(modules);
	UT_RUN(word_table);
	utq_end();
	return ut_done();
}
