/*
 * test_xpath_parse.c -- the path compiler: grammar, disambiguation, names, functions, errors and their positions.
 *
 * Expected trees are the lines of xp_dump joined to one: children in parentheses, "step" left out.
 */
#include <stdlib.h>

#include "../../../../src/core/base/bx_buf.h"
#include "../../../../src/core/xpath/syntax/xp_ast.h"
#include "../../ut.h"

/* Dump lines to one line: indentation becomes parentheses. */
static void
join_lines(const BxBuf *dump, char *out, size_t cap)
{
	size_t at = 0, i = 0, len = 0;
	long depth = -1;

	while (at < dump->len)
	{
		const char *line = (const char *) dump->data + at;
		size_t n = (size_t) ((const char *) memchr(line, '\n', dump->len - at) - line);
		size_t indent = strspn(line, " ");
		long level = (long) indent / 2;

		at += n + 1;
		line += indent;
		n -= indent;
		if (n > 5 && memcmp(line, "step ", 5) == 0)
		{
			line += 5;
			n -= 5;
		}
		if (level > depth && depth >= 0)
			len += (size_t) snprintf(out + len, cap - len, "(");
		for (; depth > level; depth--)
			len += (size_t) snprintf(out + len, cap - len, ")");
		if (level == depth && i > 0 && len > 0 && out[len - 1] != '(')
			len += (size_t) snprintf(out + len, cap - len, ", ");
		len += (size_t) snprintf(out + len, cap - len, "%.*s", (int) n, line);
		depth = level;
		i++;
	}
	for (; depth > 0; depth--)
		len += (size_t) snprintf(out + len, cap - len, ")");
}

typedef struct Tree
{
	const char *path;
	const char *dump;
} Tree;

/* Compile, check the block where it lies and as a copy, and compare the dump of the copy. */
static void
expect_tree(const char *path, const char *expected)
{
	BxArena arena;
	BxError err;
	XpBlock *block;
	BxBuf buf;
	char got[8192] = "";
	BxStatus st;

	bx_arena_init(&arena, bx_host_libc());
	bx_buf_init(&buf, bx_host_libc());
	st = xp_compile(path, strlen(path), 4, &arena, &block, &err);
	CHECKF(st == BX_OK, "%s: %s at %d", path, err.msg, (int) err.pos);
	if (st == BX_OK)
	{
		XpBlock *copy = malloc(block->total);

		memcpy(copy, block, block->total);
		memset(block, 0x55, copy->total);
		CHECKF(xp_block_check(copy, copy->total), "%s", path);
		CHECK(copy->source_len == strlen(path) && memcmp(xp_pool(copy), path, copy->source_len) == 0);
		CHECK(xp_dump(copy, &buf, &err) == BX_OK);
		join_lines(&buf, got, sizeof(got));
		CHECKF(strcmp(got, expected) == 0, "%s\n#   got  %s\n#   want %s", path, got, expected);
		free(copy);
	}
	bx_buf_free(&buf);
	bx_arena_reset(&arena);
}

static void
expect_trees(const Tree *trees, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		expect_tree(trees[i].path, trees[i].dump);
}

#define TREES(t) expect_trees(t, sizeof(t) / sizeof((t)[0]))

static void
test_paths(void)
{
	static const Tree trees[] = {
		{"/", "path absolute"},
		{"a", "path(child::a)"},
		{".", "path(self::node())"},
		{"..", "path(parent::node())"},
		{"*", "path(child::*)"},
		{"@a", "path(attribute::a)"},
		{"@*", "path(attribute::*)"},
		{"/a/b", "path absolute(child::a, child::b)"},
		{"//a", "path absolute(descendant-or-self::node() from //, child::a)"},
		{"a//b", "path(child::a, descendant-or-self::node() from //, child::b)"},
		{"a/descendant-or-self::node()/b", "path(child::a, descendant-or-self::node(), child::b)"},
		{".//@x", "path(self::node(), descendant-or-self::node() from //, attribute::x)"},
		{"../..", "path(parent::node(), parent::node())"},
		{"/..", "path absolute(parent::node())"},
		{" \t\r\n/ a [ 1 ] / @ b ", "path absolute(child::a(predicate positional(number 1)), attribute::b)"},
		{"a[b][c]", "path(child::a(predicate(path(child::b)), predicate(path(child::c))))"},
		{"a[b[c]]", "path(child::a(predicate(path(child::b(predicate(path(child::c)))))))"},
		{"/a/b[@c = 3]", "path absolute(child::a, child::b(predicate(=(path(attribute::c), number 3))))"},
		{"self::node()[1]", "path(self::node()(predicate positional(number 1)))"},
		{"node()", "path(child::node())"},
		{"text()", "path(child::text())"},
		{"text ( )", "path(child::text())"},
		{"comment()", "path(child::comment())"},
		{"@comment()", "path(attribute::comment())"},
		{"processing-instruction()", "path(child::processing-instruction())"},
		{"processing-instruction ( \"x y\" )", "path(child::processing-instruction(\"x y\"))"},
		{"processing-instruction('')", "path(child::processing-instruction(\"\"))"},
		{"a | b", "union(path(child::a), path(child::b))"},
		{"a|b|c", "union(union(path(child::a), path(child::b)), path(child::c))"},
		{"/|/*", "union(path absolute, path absolute(child::*))"},
	};

	TREES(trees);
}

static void
test_axes(void)
{
	static const Tree trees[] = {
		{"child::a", "path(child::a)"},
		{"descendant::a", "path(descendant::a)"},
		{"descendant-or-self::a", "path(descendant-or-self::a)"},
		{"self::a", "path(self::a)"},
		{"attribute::a", "path(attribute::a)"},
		{"namespace::a", "path(namespace::a)"},
		{"parent::a", "path(parent::a)"},
		{"ancestor::a", "path(ancestor::a)"},
		{"ancestor-or-self::a", "path(ancestor-or-self::a)"},
		{"following-sibling::a", "path(following-sibling::a)"},
		{"preceding-sibling::a", "path(preceding-sibling::a)"},
		{"following::a", "path(following::a)"},
		{"preceding::a", "path(preceding::a)"},
		{"child :: a", "path(child::a)"},
		{"child(: one :)::(: two :)*", "path(child::*)"},
		{"ancestor::node()[2]", "path(ancestor::node()(predicate positional(number 2)))"},
		{"namespace::*", "path(namespace::*)"},
		{"attribute::text()", "path(attribute::text())"},
	};
	unsigned i;

	TREES(trees);
	for (i = 1; i < XP_AX_COUNT; i++)
		CHECK(xp_axis_name((XpAxis) i) != NULL);
}

/* Section 3.7: names and "*" are operators exactly where an operand has just ended. */
static void
test_disambiguation(void)
{
	static const Tree trees[] = {
		{"div div div", "div(path(child::div), path(child::div))"},
		{"* * *", "*(path(child::*), path(child::*))"},
		{"***", "*(path(child::*), path(child::*))"},
		{"mod mod mod mod mod", "mod(mod(path(child::mod), path(child::mod)), path(child::mod))"},
		{"and and and", "and(path(child::and), path(child::and))"},
		{"or or or", "or(path(child::or), path(child::or))"},
		{"/or/and", "path absolute(child::or, child::and)"},
		{"@div", "path(attribute::div)"},
		{"child::div", "path(child::div)"},
		{"div[mod]", "path(child::div(predicate(path(child::mod))))"},
		{"(div)div(mod)", "div(path(child::div), path(child::mod))"},
		{"a-b", "path(child::a-b)"},
		{"a -b", "-(path(child::a), path(child::b))"},
		{"a - b", "-(path(child::a), path(child::b))"},
		{"foo.bar", "path(child::foo.bar)"},
		{"text", "path(child::text)"},
		{"node | comment", "union(path(child::node), path(child::comment))"},
		{"child", "path(child::child)"},
		{"self/parent", "path(child::self, child::parent)"},
		{"declare", "path(child::declare)"},
		{"declare/namespace", "path(child::declare, child::namespace)"},
		{"declare div default", "div(path(child::declare), path(child::default))"},
		{"count(*)*2", "*(count()(path(child::*)), number 2)"},
		{"2*3", "*(number 2, number 3)"},
		{"2 div 3", "div(number 2, number 3)"},
		{"6div 3", "div(number 6, number 3)"},
		{"6mod 3", "mod(number 6, number 3)"},
		{"1.or 0", "or(number 1, number 0)"},
		{".5and 1", "and(number 0.5, number 1)"},
		{"10 idiv 3", "idiv(number 10, number 3)"},
		{"1 and/a", "and(number 1, path absolute(child::a))"},
		{"/ and", "path absolute(child::and)"},
		{". * .", "*(path(self::node()), path(self::node()))"},
		{".. mod ..", "mod(path(parent::node()), path(parent::node()))"},
		{"'a' div 'b'", "div(string \"a\", string \"b\")"},
		{"$a div $b", "div(variable $a, variable $b)"},
		{"a[1] * b", "*(path(child::a(predicate positional(number 1))), path(child::b))"},
		{"a/*", "path(child::a, child::*)"},
		{"a//*", "path(child::a, descendant-or-self::node() from //, child::*)"},
		{"-*", "negate(path(child::*))"},
	};

	TREES(trees);
}

static void
test_precedence(void)
{
	static const Tree trees[] = {
		{"1 or 2 and 3", "or(number 1, and(number 2, number 3))"},
		{"1 and 2 or 3", "or(and(number 1, number 2), number 3)"},
		{"1 = 2 and 3 != 4", "and(=(number 1, number 2), !=(number 3, number 4))"},
		{"1 = 2 < 3", "=(number 1, <(number 2, number 3))"},
		{"1 < 2 = 3", "=(<(number 1, number 2), number 3)"},
		{"3 > 2 > 1", ">(>(number 3, number 2), number 1)"},
		{"1 <= 2 >= 3", ">=(<=(number 1, number 2), number 3)"},
		{"1 < 2 + 3", "<(number 1, +(number 2, number 3))"},
		{"1 - 2 - 3", "-(-(number 1, number 2), number 3)"},
		{"1 - (2 - 3)", "-(number 1, -(number 2, number 3))"},
		{"1 + 2 * 3", "+(number 1, *(number 2, number 3))"},
		{"(1 + 2) * 3", "*(+(number 1, number 2), number 3)"},
		{"8 div 4 mod 3 * 2", "*(mod(div(number 8, number 4), number 3), number 2)"},
		{"-1", "negate(number 1)"},
		{"--1", "negate(negate(number 1))"},
		{"- - -1", "negate(negate(negate(number 1)))"},
		{"-1 * -2", "*(negate(number 1), negate(number 2))"},
		{"1--1", "-(number 1, negate(number 1))"},
		{"-a|b", "negate(union(path(child::a), path(child::b)))"},
		{"-a + b", "+(negate(path(child::a)), path(child::b))"},
		{"a|b = c|d", "=(union(path(child::a), path(child::b)), union(path(child::c), path(child::d)))"},
		{"1=1=1", "=(=(number 1, number 1), number 1)"},
	};

	TREES(trees);
}

static void
test_primaries(void)
{
	static const Tree trees[] = {
		{"5", "number 5"},
		{"5.", "number 5"},
		{".5", "number 0.5"},
		{"05.250", "number 5.25"},
		{"1.div 2", "div(number 1, number 2)"},
		{"'a'", "string \"a\""},
		{"\"a\"", "string \"a\""},
		{"''", "string \"\""},
		{"'a\"b'", "string \"a\"b\""},
		{"'it''s'", "string \"it's\""},
		{"\"\"\"\"", "string \"\"\""},
		{"''''''", "string \"''\""},
		{"'(: no comment :)'", "string \"(: no comment :)\""},
		{"'&lt;'", "string \"&lt;\""},
		{"'a\nb'", "string \"a&#10;b\""},
		{"$x", "variable $x"},
		{"$p:x", "variable $p:x unbound"},
		{"$x[1]", "filter-sequence(variable $x, predicate positional(number 1))"},
		{"$x[.//b]", "filter-sequence(variable $x, predicate(path(item, descendant-or-self::node() from //, "
					 "child::b)))"},
		{"$x[./b]", "filter-sequence(variable $x, predicate(path(item, child::b)))"},
		{"$x/a", "path(variable $x, child::a)"},
		{"$x//a", "path(variable $x, descendant-or-self::node() from //, child::a)"},
		{"(a)", "path(child::a)"},
		{"((a))", "path(child::a)"},
		{"(a)/b", "path(path(child::a), child::b)"},
		{"(a/b)[1]", "filter(path(child::a, child::b), predicate positional(number 1))"},
		{"(a|b)[1]/c//d",
		 "path(filter(union(path(child::a), path(child::b)), predicate positional(number 1)), "
		 "child::c, descendant-or-self::node() from //, child::d)"},
		{"id('x')/@y", "path(id()(string \"x\"), attribute::y)"},
		{"(a)[1][2]",
		 "filter(path(child::a), predicate positional(number 1), predicate positional(number 2))"},
		{"((a)[1])[2]", "filter(filter(path(child::a), predicate positional(number 1)), predicate "
						"positional(number 2))"},
		{"1(: a (: nested :) comment :)+ 1", "+(number 1, number 1)"},
		{"(::)1", "number 1"},
		{"(:(:):):)1", "number 1"},
	};

	TREES(trees);
}

/* Only what is called at a predicate's own level makes it positional. */
static void
test_positional(void)
{
	static const Tree trees[] = {
		{"a[1]", "path(child::a(predicate positional(number 1)))"},
		{"a[$n]", "path(child::a(predicate positional(variable $n)))"},
		{"a['1']", "path(child::a(predicate(string \"1\")))"},
		{"a[b + 1]", "path(child::a(predicate positional(+(path(child::b), number 1))))"},
		{"a[last()]", "path(child::a(predicate positional last(last())))"},
		{"a[position() = 1]", "path(child::a(predicate positional(=(position(), number 1))))"},
		{"a[not(position() = last())]",
		 "path(child::a(predicate positional last(not()(=(position(), last())))))"},
		{"a[b[last()]]", "path(child::a(predicate(path(child::b(predicate positional last(last()))))))"},
		{"a[b[position() < 3] and last() > 1]",
		 "path(child::a(predicate positional last(and(path(child::b(predicate positional(<(position(), "
		 "number "
		 "3)))), >(last(), number 1)))))"},
		{"a[b][last()]", "path(child::a(predicate(path(child::b)), predicate positional last(last())))"},
		{"a[(b)[last()] = 'x']",
		 "path(child::a(predicate(=(filter(path(child::b), predicate positional last(last())), string "
		 "\"x\"))))"},
		{"a[count(b) > 1]", "path(child::a(predicate(>(count()(path(child::b)), number 1))))"},
		{"position()", "position()"},
	};

	TREES(trees);
}

#define DECLARE_P "declare namespace p = \"urn:p\"; "
#define DECLARE_D "declare default element namespace 'urn:d'; "

static void
test_names(void)
{
	static const Tree trees[] = {
		{DECLARE_P "p:a", "path(child::Q{urn:p}a)"},
		{DECLARE_P "p:*", "path(child::Q{urn:p}*)"},
		{DECLARE_P "@p:a", "path(attribute::Q{urn:p}a)"},
		{DECLARE_P "a", "path(child::a)"},
		{DECLARE_P "$p:a", "variable $Q{urn:p}a"},
		{"p:a", "path(child::p:a unbound)"},
		{"p:*", "path(child::p:* unbound)"},
		{"*:a", "path(child::*:a)"},
		{"@*:a", "path(attribute::*:a)"},
		{"Q{urn:p}a", "path(child::Q{urn:p}a)"},
		{"Q{urn:p}*", "path(child::Q{urn:p}*)"},
		{"Q{}a", "path(child::a)"},
		{"Q{}*", "path(child::Q{}*)"},
		{"@Q{ a  b\t}x", "path(attribute::Q{a b}x)"},
		{"Q{a&amp;b&#x41;}x", "path(child::Q{a&bA}x)"},
		{"Q/Q", "path(child::Q, child::Q)"},
		{"xml:lang", "path(child::Q{http://www.w3.org/XML/1998/namespace}lang)"},
		{"@xml:lang | @xml:id", "union(path(attribute::Q{http://www.w3.org/XML/1998/namespace}lang), "
								"path(attribute::Q{http://www.w3.org/XML/1998/namespace}id))"},
		{DECLARE_D "a/@b", "path(child::Q{urn:d}a, attribute::b)"},
		{DECLARE_D "*", "path(child::*)"},
		{DECLARE_D "Q{}a", "path(child::a)"},
		{DECLARE_D "self::a/namespace::n/ancestor::b",
		 "path(self::Q{urn:d}a, namespace::n, ancestor::Q{urn:d}b)"},
		{DECLARE_D "$a", "variable $a"},
		{DECLARE_D "processing-instruction('a')", "path(child::processing-instruction(\"a\"))"},
		{DECLARE_D DECLARE_P "a/p:a/*:a", "path(child::Q{urn:d}a, child::Q{urn:p}a, child::*:a)"},
		{"declare default element namespace ''; a", "path(child::a)"},
		{"declare namespace p = ''; p:a", "path(child::p:a unbound)"},
		{"declare namespace p='a''b';p:x", "path(child::Q{a'b}x)"},
		{"declare namespace p=\"&lt;&gt;&quot;&apos;&amp;&#65;&#x1F600;\";p:x",
		 "path(child::Q{<>\"'&A\xF0\x9F\x98\x80}x)"},
		{"declare(: c :)namespace(: c :)p(: c :)=(: c :)'u'(: c :);(: c :)p:x", "path(child::Q{u}x)"},
		{"declare namespace div = 'u'; div:div div div:mod",
		 "div(path(child::Q{u}div), path(child::Q{u}mod))"},
		{"declare namespace xml = 'http://www.w3.org/XML/1998/namespace'; @xml:id",
		 "path(attribute::Q{http://www.w3.org/XML/1998/namespace}id)"},
		{"declare namespace fn = 'u'; fn:x", "path(child::Q{u}x)"},
		{"fn:count(a)", "count()(path(child::a))"},
		{"fn:x", "path(child::Q{http://www.w3.org/2005/xpath-functions}x)"},
		{"declare namespace f = 'http://www.w3.org/2005/xpath-functions'; f:true()", "true()"},
		{"Q{http://www.w3.org/2005/xpath-functions}true()", "true()"},
		{"\xC3\xA9t\xC3\xA9/@\xE6\x97\xA5\xE6\x9C\xAC", "path(child::\xC3\xA9t\xC3\xA9, "
														"attribute::\xE6\x97\xA5\xE6\x9C\xAC)"},
		{"\xF0\xA0\x80\x80:\xF0\x90\x90\x80x", "path(child::\xF0\xA0\x80\x80:\xF0\x90\x90\x80x unbound)"},
		{"a\xC2\xB7", "path(child::a\xC2\xB7)"},
	};

	TREES(trees);
}

typedef struct Bad
{
	const char *path;
	int pos;
	const char *part; /* of the message or the detail */
} Bad;

static void
expect_bad(const Bad *bad)
{
	BxArena arena;
	BxError err;
	XpBlock *block;
	BxStatus st;

	memset(&err, 0x55, sizeof(err));
	bx_arena_init(&arena, bx_host_libc());
	st = xp_compile(bad->path, strlen(bad->path), 0, &arena, &block, &err);
	CHECKF(st == BX_E_XPATH && block == NULL, "%s: status %s", bad->path, bx_status_name(st));
	if (st != BX_OK)
	{
		CHECKF(err.pos == bad->pos, "%s: at %d, not %d: %s", bad->path, (int) err.pos, bad->pos, err.msg);
		CHECKF(strstr(err.msg, bad->part) != NULL || strstr(err.detail, bad->part) != NULL, "%s: %s / %s",
			   bad->path, err.msg, err.detail);
		CHECKF(strncmp(err.msg, "invalid XPath expression: ", 26) == 0, "%s", err.msg);
		CHECK(xp_compile(bad->path, strlen(bad->path), 0, &arena, &block, NULL) == BX_E_XPATH);
	}
	bx_arena_reset(&arena);
}

#define BADS(t)                                                                                              \
	do                                                                                                       \
	{                                                                                                        \
		size_t k_;                                                                                           \
		for (k_ = 0; k_ < sizeof(t) / sizeof((t)[0]); k_++)                                                  \
			expect_bad(&(t)[k_]);                                                                            \
	} while (0)

static void
test_syntax_errors(void)
{
	static const Bad bads[] = {
		{"", 1, "unexpected end of expression"},
		{"  ", 3, "unexpected end of expression"},
		{"//", 3, "unexpected end of expression"},
		{"//", 3, "Expected a node test."},
		{"a/", 3, "Expected a node test."},
		{"a//", 4, "Expected a node test."},
		{"/a/]", 4, "unexpected \"]\""},
		{"a[", 3, "Expected an expression."},
		{"a[]", 3, "unexpected \"]\""},
		{"a[1", 4, "Expected an operator or \"]\"."},
		{"a]", 2, "Expected an operator, \",\" or the end."},
		{"a b", 3, "unexpected \"b\""},
		{"a- b", 4, "unexpected \"b\""},
		{"a div", 6, "unexpected end"},
		{"a div-b", 3, "unexpected \"div-b\""},
		{"/ * 3", 5, "unexpected \"3\""},
		{"* *:a", 3, "unexpected \"*:a\""},
		{".[1", 4, "Expected an operator or \"]\"."},
		{"..[]", 4, "unexpected \"]\""},
		{"(1", 3, "Expected an operator, \",\" or \")\"."},
		{"(,)", 2, "Expected an expression."},
		{"1 2", 3, "unexpected \"2\""},
		{"1..2", 3, "unexpected \".2\""},
		{"1e5", 2, "unexpected \"e5\""},
		{"+1", 1, "unexpected \"+\""},
		{"1 +", 4, "Expected an expression."},
		{"1 == 2", 4, "unexpected \"=\""},
		{"1 ! 2", 3, "unexpected \"!\""},
		{"a, b,", 6, "unexpected end"},
		{"a;", 2, "unexpected \";\""},
		{"a{", 2, "unexpected \"{\""},
		{"#", 1, "unexpected \"#\""},
		{"'abc", 1, "unterminated string literal"},
		{"a = \"x'", 5, "unterminated string literal"},
		{"'a' 'b'", 5, "unexpected \"'b'\""},
		{"$", 2, "Expected a variable name"},
		{"$ x", 2, "unexpected \" \""},
		{"$1", 2, "unexpected \"1\""},
		{"$p:*", 4, "unexpected \"*\""},
		{"$*", 2, "unexpected \"*\""},
		{"foo::a", 1, "unknown axis \"foo\""},
		{"p:child::a", 1, "unknown axis \"p:child\""},
		{"Child::a", 1, "unknown axis \"Child\""},
		{"child::", 8, "Expected a node test."},
		{"child::child::a", 13, "unexpected \"::\""},
		{"@child::a", 7, "unexpected \"::\""},
		{"@@a", 2, "Expected a node test."},
		{"@.", 2, "unexpected \".\""},
		{"child::.", 8, "unexpected \".\""},
		{"::a", 1, "unexpected \"::\""},
		{"p :a", 3, "unexpected \":\""},
		{"p: a", 2, "unexpected \":\""},
		{"a:b:c", 4, "unexpected \":\""},
		{"text('x')", 6, "Expected \")\""},
		{"text(", 6, "Expected \")\""},
		{"processing-instruction(x)", 24, "unexpected \"x\""},
		{"a/b()", 3, "unknown function \"b\""},
		{"a/@b()", 4, "a function call cannot be a step"},
		{"a/(b", 5, "unexpected end"},
		{"a/'b'", 3, "unexpected \"'b'\""},
		{"p:text()", 1, "unknown function \"p:text\""},
		{"Q{urn:x", 8, "Expected \"}\""},
		{"Q{a{b}c", 4, "unexpected \"{\""},
		{"Q{u}", 5, "Expected a local name"},
		{"Q{&x;}a", 3, "invalid reference \"&x;\""},
		{"Q{\xC3\xA9&#0;}a", 4, "\"&#0;\" is no character of XML"},
		{"Q{&#x110000;}a", 3, "is no character of XML"},
		{"Q{&amp}a", 3, "invalid reference \"&amp\""},
		{"1 (: x", 3, "unterminated comment"},
		{"1 (: (: :)", 3, "unterminated comment"},
		{"(:(:):):):)1", 10, "unexpected \":\""},
		{"\xC3\xA9\xE6\x97\xA5 = ]", 6, "unexpected \"]\""},
		{"'\xF0\x9F\x98\x80' ]", 5, "unexpected \"]\""},
		{"\xC3\x97", 1, "unexpected \"\xC3\x97\""},
		{"a\x01", 2, "invalid character"},
		{"0123456789012345678901234567890123456789x ] abcdefghij", 41, "unexpected \"x\""},
		{"a 'a123456789012345678901234567890123456789'", 3,
		 "unexpected \"'a12345678901234567890123456789012345678...\""},
		{"a '12345678901234567890123456789012345678\xE6\x97\xA5'", 3,
		 "unexpected \"'12345678901234567890123456789012345678...\""},
	};

	BADS(bads);
}

/* A number and a name that touch. */
static void
test_touching(void)
{
	static const Bad bads[] = {
		{"10idiv 3", 3, "unexpected \"idiv\""},
		{"10div3", 3, "unexpected \"div3\""},
		{"1to 3", 2, "unexpected \"to\""},
		{"1eq 1", 2, "unexpected \"eq\""},
		{"if (a) then 1else 2", 14, "unexpected \"else\""},
		{"for $x in 1.5return $x", 14, "unexpected \"return\""},
	};

	BADS(bads);
}

static void
test_static_errors(void)
{
	static const Bad bads[] = {
		{"4/.", 1, "expected a node-set"},
		{" 'a'/b", 2, "expected a node-set"},
		{"(1 + 2)/b", 1, "expected a node-set"},
		{"true()//b", 1, "expected a node-set"},
		{"a | 4", 5, "expected a node-set"},
		{"4 | a", 1, "expected a node-set"},
		{"a | (1 + 1)", 5, "expected a node-set"},
		{"a | b | 'x'", 9, "expected a node-set"},
		{"name(1 + a)", 6, "expected a node-set"},
		{"name('a')", 6, "The function takes a node-set."},
		{"local-name('a')", 12, "expected a node-set"},
		{"name(string(a))", 6, "expected a node-set"},
		{"namespace-uri(-a)", 15, "expected a node-set"},
		{"foo()", 1, "unknown function \"foo\""},
		{"1 + foo(]", 5, "unknown function \"foo\""},
		{"fn:foo()", 1, "unknown function \"fn:foo\""},
		{"p:count(a)", 1, "unknown function \"p:count\""},
		{"*:count(a)", 1, "unknown function \"*:count\""},
		{"declare namespace p = 'u'; p:count(a)", 28, "unknown function \"p:count\""},
		{"declare namespace fn = 'u'; fn:count(a)", 29, "unknown function \"fn:count\""},
		{"Q{}count(a)", 1, "unknown function"},
		{"Count(a)", 1, "unknown function \"Count\""},
		{"exist(a)", 1, "unknown function \"exist\""},
	};
	static const char *const good[] = {"$a | b",  "$a/b",     "$a[1]",      "count($a)",
									   "id(4)/b", "id(4)[1]", "sum($a | b)"};
	size_t i;

	BADS(bads);
	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++)
	{
		BxArena arena;
		BxError err;
		XpBlock *block;

		bx_arena_init(&arena, bx_host_libc());
		CHECKF(xp_compile(good[i], strlen(good[i]), 0, &arena, &block, &err) == BX_OK, "%s", good[i]);
		bx_arena_reset(&arena);
	}
}

static void
test_prolog_errors(void)
{
	static const Bad bads[] = {
		{"declare namespace", 18, "Expected a prefix."},
		{"declare namespace 'u';", 19, "Expected a prefix."},
		{"declare namespace p:q = 'u'; a", 19, "unexpected \"p:q\""},
		{"declare namespace p 'u'; a", 21, "Expected \"=\""},
		{"declare namespace p = u; a", 23, "Expected the URI of a namespace."},
		{"declare namespace p = 'u' a", 27, "Expected \";\""},
		{"declare namespace p = 'u';", 27, "unexpected end of expression"},
		{"declare namespace p='u'; declare namespace p='v'; a", 44, "prefix \"p\" is declared twice"},
		{"declare namespace xml = 'u'; a", 19, "can be declared"},
		{"declare namespace xml = ''; a", 19, "can be declared"},
		{"declare namespace xmlns = 'u'; a", 19, "can be declared"},
		{"declare namespace p = 'http://www.w3.org/XML/1998/namespace'; a", 19, "can be declared"},
		{"declare namespace p = 'http://www.w3.org/2000/xmlns/'; a", 19, "can be declared"},
		{"declare default element namespace 'http://www.w3.org/2000/xmlns/'; a", 9, "cannot be declared"},
		{"declare default namespace 'u'; a", 17, "Expected \"element\"."},
		{"declare default element 'u'; a", 25, "Expected \"namespace\"."},
		{"declare default element namespace u; a", 35, "Expected the URI"},
		{DECLARE_D DECLARE_D "a", 52, "declared twice"},
		{"declare namespace p = 'a&b'; a", 25, "invalid reference \"&b\""},
		{"declare namespace p = '\xC3\xA9&#xD800;'; a", 25, "\"&#xD800;\" is no character of XML"},
		{"a; declare namespace p = 'u';", 2, "unexpected \";\""},
		{"declare variable $x = 1; a", 21, "Expected \":=\" or \"external\"."},
	};

	BADS(bads);
}

typedef struct Arity
{
	const char *name;
	int low;
	int high; /* -1: any number */
} Arity;

static const Arity arities[] = {
	{"last", 0, 0},
	{"position", 0, 0},
	{"count", 1, 1},
	{"id", 1, 1},
	{"local-name", 0, 1},
	{"namespace-uri", 0, 1},
	{"name", 0, 1},
	{"string", 0, 1},
	{"concat", 2, -1},
	{"starts-with", 2, 2},
	{"contains", 2, 2},
	{"substring-before", 2, 2},
	{"substring-after", 2, 2},
	{"substring", 2, 3},
	{"string-length", 0, 1},
	{"normalize-space", 0, 1},
	{"translate", 3, 3},
	{"boolean", 1, 1},
	{"not", 1, 1},
	{"true", 0, 0},
	{"false", 0, 0},
	{"lang", 1, 1},
	{"number", 0, 1},
	{"sum", 1, 1},
	{"floor", 1, 1},
	{"ceiling", 1, 1},
	{"round", 1, 1},
	{"matches", 2, 3},
	{"replace", 3, 4},
	{"tokenize", 1, 3},
	{"lower-case", 1, 1},
	{"upper-case", 1, 1},
	{"ends-with", 2, 2},
	{"string-join", 1, 2},
	{"exists", 1, 1},
	{"empty", 1, 1},
	{"distinct-values", 1, 1},
	{"data", 0, 1},
	{"reverse", 1, 1},
	{"subsequence", 2, 3},
	{"head", 1, 1},
	{"tail", 1, 1},
	{"index-of", 2, 2},
	{"min", 1, 1},
	{"max", 1, 1},
	{"avg", 1, 1},
	{"abs", 1, 1},
	{"xs:date", 1, 1},
	{"xs:dateTime", 1, 1},
	{"xs:decimal", 1, 1},
	{"xs:double", 1, 1},
	{"xs:string", 1, 1},
	{"xs:dayTimeDuration", 1, 1},
	{"xs:yearMonthDuration", 1, 1},
	{"round-half-to-even", 1, 2},
	{"year-from-date", 1, 1},
	{"month-from-date", 1, 1},
	{"day-from-date", 1, 1},
	{"timezone-from-date", 1, 1},
	{"year-from-dateTime", 1, 1},
	{"month-from-dateTime", 1, 1},
	{"day-from-dateTime", 1, 1},
	{"hours-from-dateTime", 1, 1},
	{"minutes-from-dateTime", 1, 1},
	{"seconds-from-dateTime", 1, 1},
	{"timezone-from-dateTime", 1, 1},
	{"years-from-duration", 1, 1},
	{"months-from-duration", 1, 1},
	{"days-from-duration", 1, 1},
	{"hours-from-duration", 1, 1},
	{"minutes-from-duration", 1, 1},
	{"seconds-from-duration", 1, 1},
	{"xs:boolean", 1, 1},
};

static void
try_arity(const Arity *f, int n)
{
	bool valid = n >= f->low && (f->high < 0 || n <= f->high);
	char path[256];
	BxArena arena;
	BxError err;
	XpBlock *block;
	BxStatus st;
	int i, len;

	len = snprintf(path, sizeof(path), " %s(", f->name);
	for (i = 0; i < n; i++)
		len += snprintf(path + len, sizeof(path) - (size_t) len, "%s$x", i == 0 ? "" : ", ");
	len += snprintf(path + len, sizeof(path) - (size_t) len, ")");
	bx_arena_init(&arena, bx_host_libc());
	st = xp_compile(path, (size_t) len, 0, &arena, &block, &err);
	CHECKF(st == (valid ? BX_OK : BX_E_XPATH), "%s: %s", path, bx_status_name(st));
	if (st != BX_OK)
		CHECKF(err.pos == 2 && strstr(err.msg, "expects") != NULL && strstr(err.msg, f->name) != NULL,
			   "%s: %s", path, err.msg);
	else
	{
		const XpExpr *root = &xp_nodes(block)[block->root];

		/* data() gets its argument when it is compiled */
		CHECK(root->op == XP_CALL && root->n_args == (n == 0 && strcmp(f->name, "data") == 0 ? 1 : n) &&
			  strcmp(xp_func_name((XpFunc) root->func), f->name) == 0);
		CHECK(root->pos == 2 && xp_block_check(block, block->total));
	}
	bx_arena_reset(&arena);
}

static void
test_functions(void)
{
	static const Bad bads[] = {
		{"count()", 1, "function \"count\" expects 1 argument, not 0"},
		{"true(1)", 1, "function \"true\" expects no arguments, not 1"},
		{"concat('a')", 1, "function \"concat\" expects at least 2 arguments, not 1"},
		{"substring('a')", 1, "function \"substring\" expects 2 to 3 arguments, not 1"},
		{"data(1, 2)", 1, "function \"data\" expects 1 argument, not 2"},
		{"string(1, 2)", 1, "function \"string\" expects 0 to 1 arguments, not 2"},
		{"translate('a','b')", 1, "function \"translate\" expects 3 arguments, not 2"},
		{"concat(1,)", 10, "unexpected \")\""},
		{"concat(,1)", 8, "unexpected \",\""},
		{"concat(1 2)", 10, "Expected an operator, \",\" or \")\"."},
		{"not(", 5, "Expected an expression."},
	};
	size_t i;
	int n;

	CHECK(sizeof(arities) / sizeof(arities[0]) == XP_FN_MAX_ID - 1);
	for (i = 0; i < sizeof(arities) / sizeof(arities[0]); i++)
	{
		CHECK(strcmp(xp_func_name((XpFunc) (i + 1)), arities[i].name) == 0);
		for (n = 0; n < 6; n++)
			try_arity(&arities[i], n);
	}
	expect_tree("concat('a', 1, b)", "concat()(string \"a\", number 1, path(child::b))");
	expect_tree("not ( true ( ) )", "not()(true())");
	BADS(bads);
}

/* Positions count characters, types are filled in everywhere. */
static void
test_positions_and_types(void)
{
	static const char path[] = "\xC3\xA9[$v]/@b = -count(c) or 'x'";
	static const struct
	{
		unsigned op, type, pos;
	} want[] = {
		{XP_VARIABLE, XP_T_ANY, 3},  {XP_PREDICATE, XP_T_BOOLEAN, 2}, {XP_STEP, XP_T_NODESET, 1},
		{XP_STEP, XP_T_NODESET, 7},  {XP_PATH, XP_T_NODESET, 1},      {XP_STEP, XP_T_NODESET, 19},
		{XP_PATH, XP_T_NODESET, 19}, {XP_CALL, XP_T_NUMBER, 13},      {XP_NEG, XP_T_NUMBER, 12},
		{XP_EQ, XP_T_BOOLEAN, 10},   {XP_STRING, XP_T_STRING, 25},    {XP_OR, XP_T_BOOLEAN, 22},
	};
	BxArena arena;
	BxError err;
	XpBlock *block;
	unsigned i;

	bx_arena_init(&arena, bx_host_libc());
	CHECK(xp_compile(path, strlen(path), 0, &arena, &block, &err) == BX_OK);
	CHECK(block->n_nodes == sizeof(want) / sizeof(want[0]) + 1 && block->root == block->n_nodes - 1);
	for (i = 0; i < sizeof(want) / sizeof(want[0]); i++)
	{
		const XpExpr *node = &xp_nodes(block)[i + 1];

		CHECKF(node->op == want[i].op && node->type == want[i].type && node->pos == want[i].pos,
			   "node %u: op %u type %u pos %u", i + 1, node->op, node->type, node->pos);
	}
	bx_arena_reset(&arena);
}

UT_SUITE(test_xpath_parse)
{
	UT_RUN(test_paths);
	UT_RUN(test_axes);
	UT_RUN(test_disambiguation);
	UT_RUN(test_precedence);
	UT_RUN(test_primaries);
	UT_RUN(test_positional);
	UT_RUN(test_names);
	UT_RUN(test_syntax_errors);
	UT_RUN(test_touching);
	UT_RUN(test_static_errors);
	UT_RUN(test_prolog_errors);
	UT_RUN(test_functions);
	UT_RUN(test_positions_and_types);
	return ut_done();
}
