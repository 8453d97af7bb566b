/*
 * test_infer.c -- schemas inferred from documents: memory that is refused, limits, and what is said of values.
 *
 * That documents are valid by what is inferred from them is tested by t/infer.
 */
#include "ut_host.h"
#include "ut_parse.h"

#include "../../src/core/infer/bx_infer.h"

static const char *const documents[] = {
	"<a xmlns:v='v' v:x='1' y=' 2'><b>1</b><c d='x'>on</c><v:e/></a>",
	"<a xmlns:v='v' v:x='2'><b>2.5</b><c d='y'>off</c>text<f><a/></f><b>3</b></a>",
};

static BxStatus
infer(const BxHost *host, const Result *docs, uint32_t n, BxBuf *out, BxError *err)
{
	BxInferOptions options = BX_INFER_OPTIONS_DEFAULT;
	BxInfer *infer = NULL;
	BxStore store;
	BxStatus st = bx_infer_new(&options, host, &infer, err);

	for (uint32_t i = 0; i < n && st == BX_OK; i++)
	{
		bx_store_memory(&store, docs[i].data, docs[i].len);
		st = bx_infer_add(infer, &store, err);
	}
	if (st == BX_OK)
		st = bx_infer_put(infer, out, err);
	if (infer != NULL)
	{
		CHECK(st != BX_OK || bx_infer_count(infer) == n);
		bx_infer_free(infer);
	}
	return st;
}

static void
short_of_memory(void)
{
	Result docs[2] = {parse(documents[0], &any), parse(documents[1], &any)};
	BxStatus st = BX_E_NOMEM;

	for (int at = 1; st != BX_OK && at < 10000; at++)
	{
		UtHost h;
		BxBuf out;
		BxError err;

		ut_host_init_as(&h, bx_host_libc());
		h.fail_at = at;
		bx_buf_init(&out, &h.host);
		st = infer(&h.host, docs, 2, &out, &err);
		bx_buf_free(&out);
		CHECKF(st == BX_OK || st == BX_E_NOMEM, "request %d: %s", at, err.msg);
		CHECKF(h.live == 0, "request %d: %d blocks left", at, h.live);
	}
	CHECK(st == BX_OK);
	free(docs[0].data);
	free(docs[1].data);
}

/* The type that values get as those of an attribute. */
static void
types(void)
{
	static const struct
	{
		const char *values[3];
		const char *type;
	} cases[] = {
		{{"true", "1", "0"}, "boolean"},
		{{"1", "0", "1"}, "int"},
		{{"1", "-2147483648", "+5"}, "int"},
		{{"1", "2147483648", "0"}, "long"},
		{{"1", "9223372036854775808", "0"}, "integer"},
		{{"1", "9223372036854775808000000000", "0"}, "double"}, /* longer than every validator takes */
		{{"1.5", ".5", "-1."}, "decimal"},
		{{"1", "1e5", "INF"}, "double"},
		{{"1", "1e5", "+INF"}, "string"},
		{{"2020-01-01", "2020-02-29Z", "-0001-01-01"}, "date"},
		{{"2020-01-01", "0000-01-01", "2020-01-01"}, "string"},
		{{"2020-01-01", "2021-02-29", "2020-01-01"}, "string"},
		{{"2020-01-01T00:00:00", "2020-01-01T23:59:59.5-05:00", "2020-01-01T00:00:00Z"}, "dateTime"},
		{{"2020-01-01T00:00:00", "2020-01-01", "2020-01-01"}, "string"},
		{{"00:00:00", "23:59:59.123+13:59", "12:00:00Z"}, "time"},
		{{"00:00:00", "24:00:00", "12:00:00Z"}, "string"},
		{{"12:00:00.", "12:00:00", "12:00:00"}, "string"},
		{{"true", "x", "0"}, "string"},
		{{"1", "", "0"}, "string"},
		{{"1", " 2", "3"}, "string"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		char text[400], want[100];
		BxError err;
		Result doc;
		BxBuf out;

		snprintf(text, sizeof(text), "<r><a b='%s'/><a b='%s'/><a b='%s'/></r>", cases[i].values[0],
				 cases[i].values[1], cases[i].values[2]);
		snprintf(want, sizeof(want), "type=\"xs:%s\"", cases[i].type);
		doc = parse(text, &any);
		bx_buf_init(&out, bx_host_libc());
		CHECK(infer(bx_host_libc(), &doc, 1, &out, &err) == BX_OK && bx_buf_byte(&out, 0, &err) == BX_OK);
		CHECKF(strstr((const char *) out.data, want) != NULL, "%s: %s", text, (const char *) out.data);
		bx_buf_free(&out);
		free(doc.data);
	}
}

static void
limits(void)
{
	char *text = malloc(30000 * 12 + 20), *at = text;
	BxError err;
	Result doc;
	BxBuf out;

	at += sprintf(at, "<r>");
	for (int i = 0; i < 25000; i++)
		at += sprintf(at, "<e%d/>", i);
	sprintf(at, "</r>");
	doc = parse(text, &any);
	bx_buf_init(&out, bx_host_libc());
	CHECK(infer(bx_host_libc(), &doc, 1, &out, &err) == BX_E_LIMIT);
	bx_buf_free(&out);
	free(doc.data);
	free(text);
}

int
main(void)
{
	UT_RUN(short_of_memory);
	UT_RUN(types);
	UT_RUN(limits);
	return ut_done();
}
