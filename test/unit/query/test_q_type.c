/*
 * test_q_type.c -- sequence types, and signatures of functions in the words of the specification.
 */
#include <stdlib.h>

#include "../../../src/core/base/bx_core_int.h"
#include "../../../src/core/query/syntax/q_parse.h"
#include "../ut.h"

static BxArena arena;
static BxError err;

static XdSeqType
type(const char *text)
{
	XdSeqType t = {0};
	BxStatus st = q_parse_type(bx_str(text, strlen(text)), &arena, bx_host_libc(), &t, &err);

	CHECKF(st == BX_OK, "%s: %s", text, err.msg);
	return t;
}

/* The error code that a type is refused with. */
static const char *
refusal(const char *text)
{
	XdSeqType t;

	bx_error_clear(&err);
	return q_parse_type(bx_str(text, strlen(text)), &arena, bx_host_libc(), &t, &err) == BX_OK ? "none"
																							   : err.code;
}

static void
atomic(void)
{
	XdSeqType t = type("xs:integer");

	CHECK(t.kind == XD_T_ATOMIC && t.atomic == AT_INTEGER && t.occurrence == XD_ONE);
	t = type("xs:anyAtomicType*");
	CHECK(t.kind == XD_T_ATOMIC && t.atomic == AT_ANY_ATOMIC && t.occurrence == XD_ANY_NUMBER);
	t = type("Q{http://www.w3.org/2001/XMLSchema}dayTimeDuration +");
	CHECK(t.kind == XD_T_ATOMIC && t.atomic == AT_DAY_TIME && t.occurrence == XD_REPEATED);
	t = type("xs:numeric?");
	CHECK(t.kind == XD_T_NUMERIC && t.occurrence == XD_OPTIONAL);
	t = type("(xs:untypedAtomic)?");
	CHECK(t.kind == XD_T_ATOMIC && t.atomic == AT_UNTYPED && t.occurrence == XD_OPTIONAL);
	t = type("item()");
	CHECK(t.kind == XD_T_ITEM && t.occurrence == XD_ONE);
	t = type("empty-sequence( (: nothing :) )");
	CHECK(t.kind == XD_T_EMPTY);
}

static void
nodes(void)
{
	XdSeqType t = type("element(a)*");

	CHECK(t.kind == XD_T_NODE && t.occurrence == XD_ANY_NUMBER);
	CHECK(t.test.kinds == 1 << XD_ELEMENT && !t.test.any_local && !t.test.any_uri && t.test.uri.n == 0);
	CHECK(bx_str_is(t.test.local, "a"));
	t = type("element(*, xs:untyped)");
	CHECK(t.test.any_local && !t.test.nillable_only && bx_str_is(t.type_name, "untyped"));
	t = type("attribute(fn:b, xs:integer)");
	CHECK(t.test.kinds == 1 << XD_ATTRIBUTE && bx_str_is(t.test.uri, Q_URI_FN) && t.test.nillable_only);
	t = type("document-node(element(r))");
	CHECK(t.test.kinds == 1 << XD_DOCUMENT && t.test.any_local && t.test.content != NULL &&
		  bx_str_is(t.test.content->local, "r"));
	CHECK(strcmp(refusal("processing-instruction('p:x')"), "XPTY0004") == 0);
	CHECK(strcmp(refusal("processing-instruction('1')"), "XPTY0004") == 0);
	t = type("processing-instruction(' x ')");
	CHECK(bx_str_is(t.test.local, "x"));
	t = type("processing-instruction('x')");
	CHECK(t.test.kinds == 1 << XD_PI && bx_str_is(t.test.local, "x") && !t.test.any_local);
	t = type("node()");
	CHECK(t.test.kinds == XD_ANY_KIND && t.test.any_local && t.test.any_uri);
	CHECK(type("text()").test.kinds == 1 << XD_TEXT && type("comment()").test.kinds == 1 << XD_COMMENT);
	CHECK(type("namespace-node()").test.kinds == 1 << XD_NAMESPACE);
}

static void
functions(void)
{
	XdSeqType t = type("function(item()*, xs:string) as xs:boolean");

	CHECK(t.kind == XD_T_FUNCTION && t.n_args == 2 && !t.any_arguments);
	CHECK(t.args[0].kind == XD_T_ITEM && t.args[0].occurrence == XD_ANY_NUMBER);
	CHECK(t.args[1].atomic == AT_STRING && t.result->atomic == AT_BOOLEAN && t.result->occurrence == XD_ONE);
	t = type("function() as item()*");
	CHECK(t.kind == XD_T_FUNCTION && t.n_args == 0 && !t.any_arguments && t.occurrence == XD_ONE);
	t = type("(function() as item())*");
	CHECK(t.kind == XD_T_FUNCTION && t.occurrence == XD_ANY_NUMBER && t.result->occurrence == XD_ONE);
	t = type("function(*)?");
	CHECK(t.kind == XD_T_FUNCTION && t.any_arguments && t.occurrence == XD_OPTIONAL);
	t = type("map(xs:string, array(xs:integer*))");
	CHECK(t.kind == XD_T_MAP && t.n_args == 1 && t.args[0].atomic == AT_STRING &&
		  t.result->kind == XD_T_ARRAY);
	CHECK(t.result->result->atomic == AT_INTEGER && t.result->result->occurrence == XD_ANY_NUMBER);
	t = type("map(*)");
	CHECK(t.kind == XD_T_MAP && t.any_arguments);
	t = type("array(*)");
	CHECK(t.kind == XD_T_ARRAY && t.any_arguments);
}

static void
refused(void)
{
	static const char *const cases[][2] = {
		{"xs:string2", "XPST0051"},
		{"integer", "XPST0051"},
		{"xs:anyType", "XPST0051"},
		{"xs:NMTOKENS", "XPST0051"},
		{"p:x", "XPST0081"},
		{"", "XPST0003"},
		{"xs:integer??", "XPST0003"},
		{"element(a, x)", "XPST0008"},
		{"element(a", "XPST0003"},
		{"schema-element(a)", "XPST0008"},
		{"item", "XPST0051"},
		{"function(xs:integer)", "XPST0003"},
		{"map(xs:string)", "XPST0003"},
		{"map(xs:string*, item())", "XPST0003"},
		{"element(p:*)", "XPST0003"},
		{"empty-sequence()?", "XPST0003"},
		{"text(x)", "XPST0003"},
		{"if()", "XPST0003"},
	};
	char deep[4100];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		CHECKF(strcmp(refusal(cases[i][0]), cases[i][1]) == 0, "%s: %s", cases[i][0], err.code);
	memset(deep, '(', sizeof(deep));
	CHECK(q_parse_type(bx_str(deep, sizeof(deep)), &arena, bx_host_libc(), &(XdSeqType){0}, &err) ==
		  BX_E_DEPTH);
}

static void
signatures(void)
{
	QFunction f;
	const char *s = "fn:substring($sourceString as xs:string?, $start as xs:double) as xs:string";

	CHECK(q_parse_signature(bx_str(s, strlen(s)), &arena, bx_host_libc(), &f, &err) == BX_OK);
	CHECK(bx_str_is(f.name.uri, Q_URI_FN) && bx_str_is(f.name.local, "substring") && f.n_params == 2);
	CHECK(bx_str_is(f.params[0].name.local, "sourceString") && f.params[0].type->occurrence == XD_OPTIONAL);
	CHECK(f.params[1].type->atomic == AT_DOUBLE && f.result->atomic == AT_STRING);
	s = "fn:filter($seq as item()*, $f as function(item()) as xs:boolean) as item()*";
	CHECK(q_parse_signature(bx_str(s, strlen(s)), &arena, bx_host_libc(), &f, &err) == BX_OK);
	CHECK(f.n_params == 2 && f.params[1].type->kind == XD_T_FUNCTION && f.result->kind == XD_T_ITEM);
	s = "map:for-each($map as map(*), $action as function(xs:anyAtomicType, item()*) as item()*) as item()*";
	CHECK(q_parse_signature(bx_str(s, strlen(s)), &arena, bx_host_libc(), &f, &err) == BX_OK);
	CHECK(bx_str_is(f.name.uri, Q_URI_MAP) && f.params[0].type->kind == XD_T_MAP);
	s = "math:pi() as xs:double";
	CHECK(q_parse_signature(bx_str(s, strlen(s)), &arena, bx_host_libc(), &f, &err) == BX_OK);
	CHECK(f.n_params == 0 && f.result->atomic == AT_DOUBLE);
	s = "f($a, $b, $a)";
	CHECK(q_parse_signature(bx_str(s, strlen(s)), &arena, bx_host_libc(), &f, &err) == BX_E_XPATH);
	CHECK(strcmp(err.code, "XQST0039") == 0);
	s = "f($a) as";
	CHECK(q_parse_signature(bx_str(s, strlen(s)), &arena, bx_host_libc(), &f, &err) == BX_E_XPATH);
	CHECK(strcmp(err.code, "XPST0003") == 0);
}

UT_SUITE(test_q_type)
{
	bx_arena_init(&arena, bx_host_libc());
	UT_RUN(atomic);
	UT_RUN(nodes);
	UT_RUN(functions);
	UT_RUN(refused);
	UT_RUN(signatures);
	bx_arena_reset(&arena);
	return ut_done();
}
