/*
 * test_q_mode.c -- the grammar of paths (bxpath): what differs from XQuery, as XPath 1.0 has it.
 */
#include "ut_q.h"

static const QModule *
path(const char *text)
{
	QModule *m = NULL;
	BxStatus st;

	bx_error_clear(&utq_error);
	st =
		q_parse(bx_str(text, strlen(text)), Q_MODE_PATH, NULL, 0, &utq_arena, bx_host_libc(), &m, &utq_error);
	CHECKF(st == BX_OK && m->mode == Q_MODE_PATH, "%s: %s at %d", text, utq_error.msg, (int) utq_error.pos);
	return st == BX_OK ? m : NULL;
}

/* Refused as a path at a character, without a code. */
static void
refused(const char *text, int pos)
{
	QModule *m = NULL;
	BxStatus st;

	bx_error_clear(&utq_error);
	st =
		q_parse(bx_str(text, strlen(text)), Q_MODE_PATH, NULL, 0, &utq_arena, bx_host_libc(), &m, &utq_error);
	CHECKF(st == BX_E_XPATH && utq_error.pos == pos && strstr(utq_error.msg, "[XP") == NULL,
		   "%s: %d %s at %d", text, (int) st, utq_error.msg, (int) utq_error.pos);
}

static bool
is(const QExpr *e, QKind kind, uint8_t sub)
{
	return e->kind == kind && e->sub == sub;
}

/* Sections 3.4 and 3.5 of XPath 1.0: comparisons chain, and "-" binds less than "|". */
static void
test_operators(void)
{
	const QExpr *e;

	utq_begin();
	e = path("1 < 2 < 3")->body;
	CHECK(is(e, QK_GENERAL_COMPARISON, AT_LT) && is(e->args[0], QK_GENERAL_COMPARISON, AT_LT));
	e = path("1 = 2 > 3")->body;
	CHECK(is(e, QK_GENERAL_COMPARISON, AT_EQ) && is(e->args[1], QK_GENERAL_COMPARISON, AT_GT));
	e = path("1 to 2 to 3")->body;
	CHECK(is(e, QK_RANGE, 0) && is(e->args[0], QK_RANGE, 0));
	e = path("-a | b")->body;
	CHECK(is(e, QK_UNARY, 1) && is(e->args[0], QK_UNION, 0));
	e = path("2 * -a")->body;
	CHECK(is(e, QK_ARITHMETIC, AT_MULTIPLY) && is(e->args[1], QK_UNARY, 1));
	e = path("a or b or c")->body;
	CHECK(is(e, QK_OR, 0) && e->n_args == 2 && is(e->args[0], QK_OR, 0));
	refused("a || b", 4);
	refused("a cast as xs:date", 3);
	CHECK(strstr(utq_error.hint, "cast as") != NULL);
	refused("a is b", 3);
	refused("+1", 1);
	utq_end();
}

static void
test_literals(void)
{
	const QExpr *e;

	utq_begin();
	e = path("1")->body;
	CHECK(e->value.type == AT_DOUBLE && e->value.u.d == 1.0);
	e = path("3.")->body;
	CHECK(e->value.type == AT_DOUBLE && e->value.u.d == 3.0);
	e = path("'a&amp;''b'")->body;
	CHECK(e->value.n == 8 && memcmp(e->value.u.s, "a&amp;'b", 8) == 0);
	CHECK(is(path("10div 2")->body, QK_ARITHMETIC, AT_DIVIDE));
	refused("1e5", 2);
	refused("1to 2", 2);
	utq_end();
}

static void
test_names(void)
{
	const QExpr *e;
	const QModule *m;

	utq_begin();
	e = path("nobody:x")->body;
	CHECK(e->kind == QK_STEP && bx_str_is(e->name.prefix, "nobody") && e->name.uri.n == 0);
	e = path("xs:x")->body;
	CHECK(bx_str_is(e->name.uri, Q_URI_XS) && bx_str_is(e->tests[0].uri, Q_URI_XS));
	e = path("map:x")->body;
	CHECK(e->name.uri.n == 0);
	m = path("declare namespace p = 'u'; declare default element namespace ' d&#32;e '; declare variable "
			 "$p:x := -1;"
			 "$p:x/element");
	CHECK(m->n_variables == 1 && bx_str_is(m->variables[0].name.uri, "u") &&
		  bx_str_is(m->element_namespace, "d e"));
	CHECK(bx_str_is(m->body->args[1]->name.uri, "d e"));
	e = path("namespace::a/attribute::b")->body;
	CHECK(e->args[0]->sub == XD_NAMESPACE_AXIS && e->args[0]->tests[0].kinds == 1u << XD_NAMESPACE);
	CHECK(path("text(  )")->body->kind == QK_STEP && path("string(a)")->body->kind == QK_CALL);
	refused("element(a)", 1);
	refused("switch (a)", 1);
	refused("$ x", 2);
	refused("declare variable $x := 1 + 1; $x", 26);
	refused("declare variable $nobody:x := 1; 1", 18);
	refused("declare namespace p = 'u'; declare namespace p = 'v'; 1", 46);
	refused("foo::a", 1);
	utq_end();
}

static void
test_steps(void)
{
	const QExpr *e;

	utq_begin();
	e = path("((a))[ 1 ]/b[c]")->body;
	CHECK(e->kind == QK_PATH && e->start == 1 && e->args[0]->kind == QK_FILTER &&
		  e->args[0]->args[1]->bracket == 6);
	CHECK(e->args[1]->start == 12 && e->args[1]->args[0]->bracket == 13);
	CHECK(path("a/string()")->body->args[1]->kind == QK_CALL);
	refused("a/$x", 3);
	refused("a/'b'", 3);
	refused("child::f()", 8);
	refused("processing-instruction(x)", 24);
	refused("<a/>", 1);
	refused("$f(1)", 3);
	refused("if#", 3);
	refused("for $x at $i in a return $x", 8);
	refused("for $x in a order by $x return $x", 13);
	refused("for $x in a where b for $y in c return d", 21);
	utq_end();
}

UT_SUITE(test_q_mode)
{
	UT_RUN(test_operators);
	UT_RUN(test_literals);
	UT_RUN(test_names);
	UT_RUN(test_steps);
	return ut_done();
}
