/*
 * test_xpath_explain.c -- what bxpath_explain says, against the plan it speaks of.
 */
#include "../../../../src/core/xpath/result/xp_explain.h"
#include "../../ut.h"

/* Said of every path with element names and without a default namespace. */
#define NOTE                                                                                                 \
	"note: element names without prefix mean no namespace; \"declare default element namespace\" gives "     \
	"them "                                                                                                  \
	"one, *:name means any\n"

/* The lines of index keys, which test_terms.c looks at. */
static void
cut_keys(BxBuf *out)
{
	static const char head[] = "index keys:\n";
	char *text, *from, *to;
	BxError err;

	CHECK(bx_buf_append(out, "", 1, &err) == BX_OK);
	text = (char *) out->data;
	from = strstr(text, head);
	CHECK(from != NULL);
	if (from == NULL)
		return;
	for (to = from + sizeof(head) - 1; *to == ' '; to = strchr(to, '\n') + 1)
		;
	CHECK(to > from + sizeof(head) - 1);
	memmove(from, to, strlen(to) + 1);
	out->len = strlen(text);
}

static void
expect(const char *path, const char *want)
{
	BxArena arena;
	XpBlock *block;
	BxError err;
	BxStatus st;
	BxBuf out;

	bx_arena_init(&arena, bx_host_libc());
	bx_buf_init(&out, bx_host_libc());
	st = xp_compile(path, strlen(path), 0, &arena, &block, &err);
	if (st == BX_OK)
		st = xp_explain(block, &arena, &out, &err);
	CHECKF(st == BX_OK, "%s: %s", path, err.msg);
	cut_keys(&out);
	CHECKF(out.len == strlen(want) && memcmp(out.data, want, out.len) == 0, "%s:\n%.*s", path, (int) out.len,
		   (const char *) out.data);
	bx_buf_free(&out);
	bx_arena_reset(&arena);
}

static void
one_pass(void)
{
	expect("/", "result: nodes\npath at 1: /\n");
	expect("/a/b/@c", "result: nodes\npath at 1: /a/b/@c\n  one pass: all steps\n"
					  "  passed over: everything off the path\n" NOTE);
	expect("//a[1]/text()",
		   "result: nodes\npath at 1: /descendant-or-self::node()/a[...]/text()\n  one pass: all steps\n"
		   "  passed over: elements below which the names asked for do not occur, where the value "
		   "lists its paths\n" NOTE);
	expect("declare namespace p='u'; //p:a/@*", "result: nodes\npath at 26: //p:a/@*\n  one pass: all steps\n"
												"  passed over: elements below which the names asked for do "
												"not occur, where the value lists its paths\n");
	expect("//node()", "result: nodes\npath at 1: //node()\n  one pass: all steps\n  passed over: nothing\n");
}

static void
navigation(void)
{
	expect("/a/b[last()]/c", "result: nodes\npath at 1: /a/b[...]/c\n  one pass: the first 1 of 3 steps\n"
							 "  passed over: everything off the path\n"
							 "  navigates: from b[...] on, as last() is not known before the end\n" NOTE);
	expect("../a", "result: nodes\npath at 1: parent::node()/a\n"
				   "  navigates: from parent::node() on, as the axis parent leaves the pass\n" NOTE);
	expect("/descendant::a[2]",
		   "result: nodes\npath at 1: /descendant::a[...]\n"
		   "  navigates: from descendant::a[...] on, as positions are counted for each context node\n" NOTE);
	expect("(a | b)/c", "result: nodes\npath at 1: (...)/c\n  starts from: each node of an expression\n"
						"  one pass: all steps\n  passed over: everything off the path\n"
						"path at 2: a\n  one pass: all steps\n  passed over: everything off the path\n"
						"path at 6: b\n  one pass: all steps\n  passed over: everything off the path\n" NOTE);
}

static void
warnings(void)
{
	expect(
		"a = 5",
		"result: boolean\npath at 1: a\n  one pass: all steps\n  passed over: everything off the path\n" NOTE
		"warning: @? is true for every document, since a boolean is always there; use @@ to ask for its "
		"value\n");
	expect("count(//*)", "result: number\npath at 7: //*\n  one pass: all steps\n"
						 "  passed over: nothing\n"
						 "warning: @? is true for every document, since a number is always there\n");
	expect("(1, 2)", "result: sequence\n");
	expect("$x", "result: value of a variable\nvariables: $x\n");
}

static void
patterns(void)
{
	expect("matches('a', 'b')", "result: boolean\npattern at 1: compiled once\n"
								"warning: @? is true for every document, since a boolean is always there; "
								"use @@ to ask for its value\n");
	expect("tokenize('a', string(1))", "result: sequence\npattern at 1: compiled for each string\n");
	expect("tokenize('a')", "result: sequence\n");
}

UT_SUITE(test_xpath_explain)
{
	UT_RUN(one_pass);
	UT_RUN(navigation);
	UT_RUN(warnings);
	UT_RUN(patterns);
	return ut_done();
}
