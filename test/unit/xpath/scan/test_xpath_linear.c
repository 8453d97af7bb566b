/*
 * test_xpath_linear.c -- work grows with the document, not with contexts times document: every axis, with predicates
 * that count and that do not, over wide, deep and mixed documents of growing size.
 */
#include <stdlib.h>

#include "../../ut_xpath.h"

/* Items looked at for each node, beyond which a step is not linear: a few walks, and a binary search now and then. */
#define PER_NODE 60

typedef enum Shape
{
	WIDE, /* one parent */
	DEEP, /* one chain */
	COMB, /* a chain with leaves on every level */
	TREE, /* eight children each */
	SHAPES
} Shape;

static void
put_tree(BxBuf *b, uint32_t n)
{
	uint32_t i;

	xt_say(b, "<a n='%u'>", n);
	for (i = 0; i < 8 && n >= 8; i++)
		put_tree(b, n / 8);
	xt_say(b, "<b>t</b></a>");
}

/* About n elements. */
static void
make(BxBuf *b, Shape shape, uint32_t n)
{
	uint32_t i;

	b->len = 0;
	xt_say(b, "<r>");
	switch (shape)
	{
		case WIDE:
			for (i = 0; i < n / 2; i++)
				xt_say(b, "<a n='%u'/><b>t</b>", i);
			break;
		case DEEP:
		case COMB:
			n = n > 4000 ? 4000 : n;
			for (i = 0; i < n; i++)
				xt_say(b, shape == DEEP ? "<a>" : "<a><b>t</b>");
			for (i = 0; i < n; i++)
				xt_say(b, shape == DEEP ? "</a>" : "<b/></a>");
			break;
		default: put_tree(b, n); break;
	}
	xt_say(b, "</r>");
	xt_put(b, "", 1);
}

static uint64_t
work_of(const XtDoc *d, const char *expr, bool navigate)
{
	XtWay way = {.navigate = navigate};
	XpBlock *path;
	BxArena arena;
	BxError err;
	uint64_t n;
	XpCall c;
	BxStatus st;

	bx_arena_init(&arena, bx_host_libc());
	bx_error_clear(&err);
	st = xp_compile(expr, strlen(expr), 0, &arena, &path, &err);
	xt_call(&c, &arena, d, &way, &err);
	if (st == BX_OK)
		st = xp_count(&c, path, &n);
	CHECKF(st == BX_OK, "%s: %s", expr, err.msg);
	bx_arena_reset(&arena);
	return c.work.items + c.work.steps;
}

static void
expect_linear(const char *const *exprs, size_t n)
{
	static const char *const names[] = {"wide", "deep", "comb", "tree"};
	BxBuf text;
	XtDoc d;
	uint32_t size;
	int shape;
	size_t i;

	bx_buf_init(&text, bx_host_libc());
	for (shape = 0; shape < SHAPES; shape++)
		for (size = 1000; size <= 8000; size *= 8)
		{
			make(&text, (Shape) shape, size);
			CHECK(xt_doc(&d, (const char *) text.data, BX_MODE_SHAPES, BX_TYPED_LOSSLESS));
			for (i = 0; i < 2 * n; i++)
			{
				uint64_t work = work_of(&d, exprs[i / 2], i & 1);

				CHECKF(work < (uint64_t) PER_NODE * d.n_nodes, "%s, %s with %u nodes: %llu", exprs[i / 2],
					   names[shape], d.n_nodes, (unsigned long long) work);
			}
			xt_doc_free(&d);
		}
	bx_buf_free(&text);
}

#define LINEAR(exprs) expect_linear(exprs, sizeof(exprs) / sizeof((exprs)[0]))

/* Each axis from every element, without predicates and with such that look at the node alone. */
static void
axes(void)
{
	static const char *const exprs[] = {
		"//*/child::*",
		"//*/child::b[. = 't']",
		"//*/descendant::*",
		"//*/descendant::b[. = 't']",
		"//*/descendant-or-self::*[self::b]",
		"//b/self::*[. = 't']",
		"//*/attribute::*",
		"//*//@*",
		"//*/descendant::*/@n[. = 5]",
		"//*/parent::*",
		"//*/parent::*[b]",
		"//b/parent::a[count(b) > 1]",
		"//*/ancestor::*",
		"//*/ancestor::a[b]",
		"//*/ancestor-or-self::*[b]",
		"//*/following-sibling::*",
		"//*/following-sibling::b[. = 't']",
		"//*/preceding-sibling::*",
		"//*/preceding-sibling::b[. = 't']",
		"//*/following::*",
		"//*/following::b[. = 't']",
		"//a/following::b[@n]",
		"//*/preceding::*",
		"//*/preceding::b[. = 't']",
		"//*/namespace::*",
		"//*/namespace::*[. = 't']",
		"//text()/following::text()[. = 't']",
		"//@n/following::b[. = 't']",
		"//@n/preceding::b[. = 't']",
	};

	LINEAR(exprs);
}

/* A position from the near or the far end. */
static void
positions(void)
{
	static const char *const exprs[] = {
		"//*/child::*[1]",
		"//*/child::*[last()]",
		"//*/child::*[position() < 3]",
		"//*/descendant::*[1]",
		"//*/descendant::*[last()]",
		"//*/descendant::*[1000]",
		"//*/descendant::b[. = 't'][2]",
		"//*/descendant::*[position() > 1]",
		"//*/descendant-or-self::*[last() - 1]",
		"//*/ancestor::*[1]",
		"//*/ancestor::*[last()]",
		"//*/ancestor::*[position() < 100]",
		"//*/ancestor::*[position() > 1]",
		"//*/ancestor::a[b][2]",
		"//*/ancestor-or-self::*[position() = last() - 1]",
		"//*/following-sibling::*[1]",
		"//*/following-sibling::*[last()]",
		"//*/following-sibling::*[position() > 1]",
		"//*/following-sibling::*[position() < 1000]",
		"//*/following-sibling::b[. = 't'][1]",
		"//*/preceding-sibling::*[1]",
		"//*/preceding-sibling::*[last()]",
		"//*/preceding-sibling::*[position() > 1]",
		"//*/preceding-sibling::*[position() < 1000]",
		"//*/preceding-sibling::b[. = 't'][1][@n]",
		"//*/following::*[1]",
		"//*/following::*[last()]",
		"//*/following::*[position() > 3]",
		"//*/following::*[position() < 1000]",
		"//*/following::b[. = 't'][1]",
		"//*/preceding::*[1]",
		"//*/preceding::*[last()]",
		"//*/preceding::*[position() > 3]",
		"//*/preceding::b[. = 't'][1]",
		"//*/preceding::*[position() = 2][. = 't']",
		"//*/namespace::*[1]",
		"//*/parent::*[1]",
		"//*/parent::a[count(b) > 1][1]",
	};

	LINEAR(exprs);
}

/* Siblings asked for in a predicate: kept from one child of a parent to the next. */
static void
siblings_in_predicates(void)
{
	static const char *const exprs[] = {
		"//*[following-sibling::*]",
		"//*[not(following-sibling::b)]",
		"//*[preceding-sibling::*]",
		"//*[not(preceding-sibling::b)]",
		"//*[following-sibling::*[1]]",
		"//*[following-sibling::*[1][self::b]]",
		"//*[following-sibling::*[1]/self::b]",
		"//*[preceding-sibling::*[1]]",
		"//*[preceding-sibling::*[1]/@n = 5]",
		"//*[preceding-sibling::a[1]/@n]",
		"//*[preceding-sibling::*[last()] = 't']",
		"//*[following-sibling::*[last()] = 't']",
		"//*[count(preceding-sibling::*) = 5]",
		"//*[count(preceding-sibling::b) mod 2 = 1]",
		"//*[count(following-sibling::*) = 5]",
		"//*[count(following-sibling::b[. = 't']) = 5]",
		"//*/@n[../preceding-sibling::*[1] = 't']",
		"//@n[../following-sibling::*[2][self::a]]",
		"//*[number(preceding-sibling::*[2]/@n) < @n]",
		"//b[string(following-sibling::*[2]) = 't']",
	};

	LINEAR(exprs);
}

/* A path with a name that is not there costs the header, whatever its axes. */
static void
nothing_to_find(void)
{
	static const char *const exprs[] = {
		"//none/following::*",
		"//a/following::none",
		"//a/preceding::none[1]",
		"//a/ancestor::none",
		"//a/preceding-sibling::none",
		"//a/following-sibling::none[b]",
		"//a/descendant::none",
		"//a[last()]/none",
		"(//a/none)[1]",
		"//a/following::none[p]/b",
		"id('x')/none",
		"//none/namespace::*",
	};
	BxBuf text;
	XtDoc d;
	size_t i;

	bx_buf_init(&text, bx_host_libc());
	make(&text, TREE, 4000);
	CHECK(xt_doc(&d, (const char *) text.data, BX_MODE_SHAPES, BX_TYPED_LOSSLESS));
	for (i = 0; i < 2 * sizeof(exprs) / sizeof(exprs[0]); i++)
	{
		uint64_t work = work_of(&d, exprs[i / 2], i & 1);

		CHECKF(work < 10, "%s: %llu", exprs[i / 2], (unsigned long long) work);
	}
	xt_doc_free(&d);
	bx_buf_free(&text);
}

/* The first answer does not cost all of them. */
static void
early_ends(void)
{
	static const char *const exprs[] = {
		"/r/a[following-sibling::b]",           "/r/a[following-sibling::b[1]]",
		"/r/a[following-sibling::b[2] = 't']",  "/r/b[preceding-sibling::a]",
		"/r/b[preceding-sibling::a[1]/@n = 7]", "/r/a[count(preceding-sibling::*) = 6]",
		"/r/a/following::b[1] | /none",
	};
	BxBuf text;
	XtDoc d;
	size_t i;

	bx_buf_init(&text, bx_host_libc());
	make(&text, WIDE, 16000);
	CHECK(xt_doc(&d, (const char *) text.data, BX_MODE_SHAPES, BX_TYPED_LOSSLESS));
	for (i = 0; i < sizeof(exprs) / sizeof(exprs[0]) - 1; i++)
	{
		XtWay way = {0};
		XpBlock *path;
		BxArena arena;
		BxError err;
		bool found = false;
		XpCall c;

		bx_arena_init(&arena, bx_host_libc());
		CHECK(xp_compile(exprs[i], strlen(exprs[i]), 0, &arena, &path, &err) == BX_OK);
		xt_call(&c, &arena, &d, &way, &err);
		CHECK(xp_exists(&c, path, &found) == BX_OK && found);
		CHECKF(c.work.items < 200, "%s: %llu", exprs[i], (unsigned long long) c.work.items);
		bx_arena_reset(&arena);
	}
	xt_doc_free(&d);
	bx_buf_free(&text);
}

UT_SUITE(test_xpath_linear)
{
	UT_RUN(axes);
	UT_RUN(positions);
	UT_RUN(siblings_in_predicates);
	UT_RUN(nothing_to_find);
	UT_RUN(early_ends);
	return ut_done();
}
