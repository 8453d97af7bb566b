/*
 * test_ordered.c -- order and hashes that were promised: the values of test/golden/ORDERED, the example of ORDER.md.
 */
#define _POSIX_C_SOURCE 200809L

#include "../ut_xpath.h"

#include "../../../src/core/compare/bx_order.h"
#include "../../../src/core/print/bx_canonical.h"
#include "../ut_golden.h"

static const unsigned forms[] = {BX_MODE_SHAPES,
								 BX_MODE_NAMES,
								 BX_MODE_SHAPES | UT_CONSTANTS,
								 BX_MODE_SHAPES | UT_HEAP,
								 BX_MODE_NAMES | UT_AS(AT_BASE64),
								 BX_MODE_SHAPES | UT_AS(AT_HEX)};
#define FORMS (sizeof(forms) / sizeof(forms[0]))

typedef struct Value
{
	uint8_t *v;
	BxStore store;
} Value;

static void
parse(Value *value, const char *text, size_t n, unsigned form)
{
	size_t len = 0;

	value->v =
		ut_need(xt_parse(text, n, forms[form % FORMS], form % 3 ? BX_TYPED_OFF : BX_TYPED_LOSSLESS, &len));
	bx_store_memory(&value->store, value->v, len);
}

static uint64_t
hash_of(Value *value, uint64_t seed)
{
	uint64_t hash = 0;
	BxError err;

	CHECK(bx_order_hash(&value->store, seed, bx_host_libc(), &hash, &err) == BX_OK);
	return hash;
}

static int
order_of(Value *a, Value *b)
{
	int order = 0;
	BxError err;

	CHECK(bx_order(&a->store, &b->store, bx_host_libc(), &order, &err) == BX_OK);
	return order;
}

/* ---- the list ---- */

/* Undo the escapes of a line: \n, \r, \t and \\; the length of the text. */
static size_t
unescape(char *s)
{
	char *to = s;

	for (const char *p = s; *p != 0; p++)
	{
		if (*p != '\\')
			*to++ = *p;
		else
			*to++ = *++p == 'n' ? '\n' : *p == 'r' ? '\r' : *p == 't' ? '\t' : *p;
	}
	return (size_t) (to - s);
}

/* A line is the hash, a space and a text that parses to the value. */
static void
golden_order(void)
{
	size_t n;
	char *list = ut_file("test/golden/ORDERED", &n), *line, *rest = NULL;
	Value last = {NULL};
	unsigned count = 0;

	for (line = strtok_r(list, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
	{
		uint64_t want;
		Value value;

		if (line[0] == '#')
			continue;
		want = strtoull(line, NULL, 16);
		parse(&value, line + 17, unescape(line + 17), count++);
		CHECKF(hash_of(&value, 0) == want, "line %u: %016llx", count,
			   (unsigned long long) hash_of(&value, 0));
		if (last.v != NULL)
			CHECKF(order_of(&last, &value) < 0 && order_of(&value, &last) > 0, "line %u: %s", count, line);
		free(last.v);
		last = value;
	}
	free(last.v);
	free(list);
	CHECKF(count == 1000, "%u", count);
}

/* ---- the example ---- */

static void
example(void)
{
	static const BxC14nOptions options = {.comments = true};
	size_t n, a_n = 0, b_n = 0, c_n = 0, text_n = 0, hash_n = 0;
	char *doc = ut_file("src/core/compare/ORDER.md", &n);
	char *a_text = ut_need(ut_fenced(doc, "xml example", &a_n));
	char *b_text = ut_need(ut_fenced(doc, "xml example-same", &b_n));
	char *c_text = ut_need(ut_fenced(doc, "xml example-next", &c_n));
	char *text = ut_need(ut_fenced(doc, "text example-text", &text_n));
	char *hash = ut_need(ut_fenced(doc, "hex example-hash", &hash_n));
	Value a, b, c;
	BxBuf out;
	BxError err;
	unsigned f;

	for (f = 0; f < FORMS * FORMS; f++)
	{
		parse(&a, a_text, a_n, f / FORMS);
		parse(&b, b_text, b_n, f % FORMS);
		parse(&c, c_text, c_n, f % FORMS);
		CHECK(order_of(&a, &b) == 0 && order_of(&a, &c) < 0 && order_of(&c, &b) > 0);
		CHECKF(hash_of(&a, 0) == strtoull(hash, NULL, 16), "%016llx", (unsigned long long) hash_of(&a, 0));
		CHECKF(hash_of(&b, 1) == strtoull(hash + 17, NULL, 16), "%016llx",
			   (unsigned long long) hash_of(&b, 1));
		bx_buf_init(&out, bx_host_libc());
		CHECK(bx_c14n_read(&a.store, &options, bx_host_libc(), &out, &err) == BX_OK);
		CHECK(out.len == text_n && memcmp(out.data, text, text_n) == 0);
		bx_buf_free(&out);
		free(a.v);
		free(b.v);
		free(c.v);
	}
	free(doc);
}

UT_SUITE(test_ordered)
{
	UT_RUN(golden_order);
	UT_RUN(example);
	return ut_done();
}
