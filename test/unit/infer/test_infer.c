/*
 * test_infer.c -- schemas inferred from documents: memory that is refused, limits, what is said of values, and states
 * as bytes: documents seen in several places give the schema of all of them.
 *
 * That documents are valid by what is inferred from them is tested by t/infer.
 */
#include "../ut_host.h"
#include "../ut_parse.h"
#include "../ut_random.h"

#include "../../../src/core/infer/bx_infer.h"

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

/* The schema of one document, to be freed. */
static char *
schema_of(const char *text)
{
	Result doc = parse(text, &any);
	BxError err;
	BxBuf out;

	bx_buf_init(&out, bx_host_libc());
	CHECK(infer(bx_host_libc(), &doc, 1, &out, &err) == BX_OK && bx_buf_byte(&out, 0, &err) == BX_OK);
	free(doc.data);
	return (char *) out.data;
}

/* Values are listed when there are four of each, on average. */
static void
enumerations(void)
{
	char *seven = schema_of("<r><a b='x'/><a b='y'/><a b='x'/><a b='y'/><a b='x'/><a b='y'/><a b='x'/></r>");
	char *eight =
		schema_of("<r><a b='x'/><a b='y'/><a b='x'/><a b='y'/><a b='x'/><a b='y'/><a b='x'/><a b='x'/></r>");

	CHECKF(strstr(seven, "enumeration") == NULL, "%s", seven);
	CHECKF(strstr(eight, "enumeration value=\"y\"") != NULL, "%s", eight);
	free(seven);
	free(eight);
}

/* Up to 128 children of different names are in an order, more are not. */
static void
orders(void)
{
	for (int n = 128; n <= 129; n++)
	{
		char text[2000] = "<r>", *at = text + 3, *schema;

		for (int i = 0; i < n; i++)
			at += sprintf(at, "<e%d/>", i);
		sprintf(at, "</r>");
		schema = schema_of(text);
		CHECKF((strstr(schema, "<xs:sequence>") != NULL) == (n == 128), "%d children: %.400s", n, schema);
		free(schema);
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

/* ---- states ---- */

#define DOCUMENTS 12

/* The schema of <r> with n children <a b="...">, whose values a printf pattern makes of i % of. */
static void
infer_values(const char *pattern, int n, int of, uint32_t enumeration, BxBuf *out)
{
	BxInferOptions options = {.enumeration = enumeration};
	BxInfer *infer = NULL;
	BxStore store;
	BxError err;
	BxBuf text;
	Result doc;

	bx_buf_init(&text, bx_host_libc());
	bx_buf_append(&text, "<r>", 3, &err);
	for (int i = 0; i < n; i++)
	{
		char value[200], element[240];

		snprintf(value, sizeof(value), pattern, i % of);
		snprintf(element, sizeof(element), "<a b='%s'/>", value);
		bx_buf_append(&text, element, strlen(element), &err);
	}
	bx_buf_append(&text, "</r>\0", 5, &err);
	doc = parse((const char *) text.data, &any);
	bx_buf_init(out, bx_host_libc());
	bx_store_memory(&store, doc.data, doc.len);
	CHECK(bx_infer_new(&options, bx_host_libc(), &infer, &err) == BX_OK &&
		  bx_infer_add(infer, &store, &err) == BX_OK && bx_infer_put(infer, out, &err) == BX_OK &&
		  bx_buf_byte(out, 0, &err) == BX_OK);
	bx_infer_free(infer);
	bx_buf_free(&text);
	free(doc.data);
}

/* How many values an enumeration has, how often each comes, how long it is: the last and the first beyond. */
static void
limits_of_enumerations(void)
{
	static const struct
	{
		const char *pattern;
		int n, of;
		uint32_t enumeration;
		bool listed;
	} cases[] = {
		{"v%d", 32, 8, 8, true},
		{"v%d", 31, 8, 8, false},
		{"v%d", 36, 9, 8, false},
		{"v%d", 36, 9, 9, true},
		{"v%d", 128, 32, 32, true},
		{"v%d", 132, 33, 32, false},
		{"v%d", 4, 1, 1, true},
		{"v%d", 4, 1, 0, false},
		{"v%d", 3, 1, 1, false},
		{"%d", 32, 8, 8, false},
		/* 59 and one digit, 60 and one */
		{"aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeefffffffff%d", 8, 2, 8, true},
		{"aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffff%d", 8, 2, 8, false},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		BxBuf out;
		int found = 0;

		infer_values(cases[i].pattern, cases[i].n, cases[i].of, cases[i].enumeration, &out);
		for (const char *at = (const char *) out.data; (at = strstr(at, "<xs:enumeration ")) != NULL; at++)
			found++;
		CHECKF(found == (cases[i].listed ? cases[i].of : 0),
			   "%d times %s, %d different, at most %u: %d listed", cases[i].n, cases[i].pattern, cases[i].of,
			   cases[i].enumeration, found);
		bx_buf_free(&out);
	}
}

/* What values are like, as a number; types and enumerations come and go. */
static uint32_t theme;

static const char *
random_value(uint64_t *rng)
{
	static const char *const values[] = {
		"",
		"1",
		"2",
		"300",
		"2147483648",
		"9223372036854775808",
		"1.5",
		"1e3",
		"true",
		"1",
		"0",
		"red",
		"green",
		"blue",
		" x",
		"2026-11-24",
		"2026-11-24T10:00:00Z",
		"10:00:00",
		"a text of more than sixty bytes, which is too long to be one of an enumeration"};
	static char word[16];
	uint32_t n = sizeof(values) / sizeof(values[0]);

	if (theme % (n + 1) < n)
		return values[(theme + ut_below(rng, ut_below(rng, 40) == 0 ? n : 3)) % n];
	snprintf(word, sizeof(word), "w%u", (unsigned) ut_below(rng, 60));
	return word;
}

static void
put(BxBuf *out, const char *s)
{
	ut_append(out, s, strlen(s));
}

static void
random_element(BxBuf *out, uint64_t *rng, uint32_t depth)
{
	static const char *const names[] = {"a", "b", "c", "d", "p:a", "p:e", "q:f", "g"};
	static const char *const attributes[] = {" x='", " y='", " p:x='", " q:z='", " xml:lang='"};
	const char *name = names[ut_below(rng, 8)];
	uint32_t kids = depth < 4 ? ut_below(rng, 5) : 0, i;
	bool ordered = ut_below(rng, 3) > 0, nil = ut_below(rng, 20) == 0;

	put(out, "<");
	put(out, name);
	for (i = 0; i < 5; i++)
		if (ut_below(rng, 4) == 0)
		{
			put(out, attributes[i]);
			put(out, random_value(rng));
			put(out, "'");
		}
	if (!nil && ut_below(rng, 25) == 0)
		put(out, ut_below(rng, 2) == 0 ? " xsi:type='p:T'" : " xsi:type=' a '");
	put(out, nil ? " xsi:nil='true'>" : ">");
	if (ut_below(rng, 4) == 0 || kids == 0)
		put(out, random_value(rng));
	for (i = 0; i < kids; i++)
	{
		if (ordered && depth == 3)
		{
			put(out, "<");
			put(out, names[i]);
			put(out, "/>");
		}
		else
			random_element(out, rng, depth + 1);
	}
	put(out, "</");
	put(out, name);
	put(out, ">");
}

static Result
random_document(uint64_t *rng)
{
	static const char root[] =
		"<r xmlns:p='urn:p' xmlns:q='urn:q' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>";
	BxBuf out;
	Result doc;

	bx_buf_init(&out, bx_host_libc());
	put(&out, root);
	for (uint32_t n = ut_below(rng, 4); n > 0; n--)
		random_element(&out, rng, 0);
	put(&out, "</r>");
	ut_append(&out, "", 1);
	doc = parse((const char *) out.data, &any);
	bx_buf_free(&out);
	return doc;
}

/* Some documents; with `saved` as if the state had been sent: saved, and taken by another one. */
static BxStatus
seen(const BxHost *host, const Result *docs, uint32_t n, BxBuf *saved, BxError *err)
{
	BxInferOptions options = {.enumeration = 5};
	BxInfer *infer = NULL;
	BxStatus st = bx_infer_new(&options, host, &infer, err);

	for (uint32_t i = 0; i < n && st == BX_OK; i++)
	{
		BxStore store;

		bx_store_memory(&store, docs[i].data, docs[i].len);
		st = bx_infer_add(infer, &store, err);
	}
	if (st == BX_OK)
		st = bx_infer_save(infer, saved, err);
	if (infer != NULL)
		bx_infer_free(infer);
	return st;
}

/* The state of the given parts put together, as bytes, and its schema. */
static BxStatus
joined(const BxHost *host, const BxBuf *parts, uint32_t n, BxBuf *saved, BxBuf *text, BxError *err)
{
	BxInferOptions options = BX_INFER_OPTIONS_DEFAULT;
	BxInfer *infer = NULL;
	BxStatus st = bx_infer_new(&options, host, &infer, err);

	for (uint32_t i = 0; i < n && st == BX_OK; i++)
		st = bx_infer_take(infer, parts[i].data, parts[i].len, err);
	if (st == BX_OK)
		st = bx_infer_save(infer, saved, err);
	if (st == BX_OK)
		st = bx_infer_put(infer, text, err);
	if (infer != NULL)
		bx_infer_free(infer);
	return st;
}

static void
check_split(const Result *docs, const BxBuf *whole, uint32_t first, uint32_t second)
{
	uint32_t from[4] = {0, first, second, DOCUMENTS};
	BxBuf parts[3], saved, text[2];
	BxError err;
	int i;

	bx_buf_init(&saved, bx_host_libc());
	for (i = 0; i < 2; i++)
		bx_buf_init(&text[i], bx_host_libc());
	for (i = 0; i < 3; i++)
	{
		bx_buf_init(&parts[i], bx_host_libc());
		CHECK(seen(bx_host_libc(), docs + from[i], from[i + 1] - from[i], &parts[i], &err) == BX_OK);
	}
	CHECKF(joined(bx_host_libc(), parts, 3, &saved, &text[0], &err) == BX_OK, "%s", err.msg);
	saved.len = 0;
	CHECK(joined(bx_host_libc(), whole, 1, &saved, &text[1], &err) == BX_OK);
	CHECK(bx_same_bytes(saved.data, saved.len, whole->data, whole->len));
	CHECKF(bx_same_bytes(text[0].data, text[0].len, text[1].data, text[1].len),
		   "split at %u and %u:\n%.*s\n%.*s", first, second, (int) text[0].len, (const char *) text[0].data,
		   (int) text[1].len, (const char *) text[1].data);
	for (i = 0; i < 3; i++)
		bx_buf_free(&parts[i]);
	bx_buf_free(&saved);
	bx_buf_free(&text[0]);
	bx_buf_free(&text[1]);
}

/* Documents in parts, however they are split, give the schema of all of them in turn. */
static void
splits(void)
{
	uint64_t rng = 19;

	for (int round = 0; round < 40; round++)
	{
		Result docs[DOCUMENTS];
		BxBuf whole, text;
		BxError err;

		bx_buf_init(&whole, bx_host_libc());
		bx_buf_init(&text, bx_host_libc());
		theme = (uint32_t) round;
		for (int i = 0; i < DOCUMENTS; i++)
			docs[i] = random_document(&rng);
		CHECK(seen(bx_host_libc(), docs, DOCUMENTS, &whole, &err) == BX_OK);
		for (uint32_t first = 0; first <= DOCUMENTS; first += 1 + ut_below(&rng, 3))
			for (uint32_t second = first; second <= DOCUMENTS; second += 1 + ut_below(&rng, 4))
				check_split(docs, &whole, first, second);
		for (int i = 0; i < DOCUMENTS; i++)
			free(docs[i].data);
		bx_buf_free(&whole);
		bx_buf_free(&text);
	}
}

/* Children that are never in one element make a choice, also where each was seen by another state. */
static void
apart(void)
{
	Result docs[2] = {parse("<c><a/></c>", &any), parse("<c><b/></c>", &any)};
	BxBuf parts[2], whole, saved, text[2];
	BxError err;

	bx_buf_init(&whole, bx_host_libc());
	bx_buf_init(&saved, bx_host_libc());
	for (int i = 0; i < 2; i++)
	{
		bx_buf_init(&parts[i], bx_host_libc());
		bx_buf_init(&text[i], bx_host_libc());
		CHECK(seen(bx_host_libc(), &docs[i], 1, &parts[i], &err) == BX_OK);
	}
	CHECK(seen(bx_host_libc(), docs, 2, &whole, &err) == BX_OK);
	CHECK(joined(bx_host_libc(), parts, 2, &saved, &text[0], &err) == BX_OK);
	CHECK(joined(bx_host_libc(), &whole, 1, &saved, &text[1], &err) == BX_OK);
	CHECK(bx_same_bytes(text[0].data, text[0].len, text[1].data, text[1].len));
	CHECK(bx_buf_byte(&text[0], 0, &err) == BX_OK &&
		  strstr((const char *) text[0].data, "<xs:choice>") != NULL);
	for (int i = 0; i < 2; i++)
	{
		bx_buf_free(&parts[i]);
		bx_buf_free(&text[i]);
		free(docs[i].data);
	}
	bx_buf_free(&whole);
	bx_buf_free(&saved);
}

/* Any bytes are refused or taken; what is taken gives a schema. */
static void
damaged_states(void)
{
	uint64_t rng = 91;
	uint32_t taken = 0, refused = 0;
	Result docs[3];
	BxBuf whole;
	BxError err;

	bx_buf_init(&whole, bx_host_libc());
	for (int i = 0; i < 3; i++)
		docs[i] = random_document(&rng);
	CHECK(seen(bx_host_libc(), docs, 3, &whole, &err) == BX_OK);
	for (size_t n = 0; n < whole.len; n++)
	{
		BxBuf part = whole, saved, text;

		part.len = n;
		bx_buf_init(&saved, bx_host_libc());
		bx_buf_init(&text, bx_host_libc());
		CHECK(joined(bx_host_libc(), &part, 1, &saved, &text, &err) == BX_E_WIRE);
	}
	for (int round = 0; round < 20000; round++)
	{
		BxBuf bad, saved, text;
		BxStatus st;

		bx_buf_init(&bad, bx_host_libc());
		bx_buf_init(&saved, bx_host_libc());
		bx_buf_init(&text, bx_host_libc());
		ut_append(&bad, whole.data, whole.len);
		for (uint32_t i = ut_below(&rng, 3); i < 3; i++)
			ut_damage(&bad, &rng);
		st = joined(bx_host_libc(), &bad, 1, &saved, &text, &err);
		CHECKF(st == BX_OK || st == BX_E_WIRE || st == BX_E_UNSUPPORTED || st == BX_E_LIMIT, "%d: %s", st,
			   err.msg);
		*(st == BX_OK ? &taken : &refused) += 1;
		bx_buf_free(&bad);
		bx_buf_free(&saved);
		bx_buf_free(&text);
	}
	CHECKF(taken > 100 && refused > 1000, "%u taken, %u refused", taken, refused);
	bx_buf_free(&whole);
	for (int i = 0; i < 3; i++)
		free(docs[i].data);
}

static void
states_short_of_memory(void)
{
	uint64_t rng = 3;
	Result docs[2] = {random_document(&rng), random_document(&rng)};
	BxStatus st = BX_E_NOMEM;

	for (int at = 1; st != BX_OK && at < 10000; at++)
	{
		UtHost h;
		BxBuf part, saved, text;
		BxError err;

		ut_host_init_as(&h, bx_host_libc());
		h.fail_at = at;
		bx_buf_init(&part, &h.host);
		bx_buf_init(&saved, &h.host);
		bx_buf_init(&text, &h.host);
		st = seen(&h.host, docs, 2, &part, &err);
		if (st == BX_OK)
			st = joined(&h.host, &part, 1, &saved, &text, &err);
		bx_buf_free(&part);
		bx_buf_free(&saved);
		bx_buf_free(&text);
		CHECKF(st == BX_OK || st == BX_E_NOMEM, "request %d: %s", at, err.msg);
		CHECKF(h.live == 0, "request %d: %d blocks left", at, h.live);
	}
	CHECK(st == BX_OK);
	free(docs[0].data);
	free(docs[1].data);
}

UT_SUITE(test_infer)
{
	UT_RUN(short_of_memory);
	UT_RUN(types);
	UT_RUN(limits_of_enumerations);
	UT_RUN(enumerations);
	UT_RUN(orders);
	UT_RUN(limits);
	UT_RUN(splits);
	UT_RUN(apart);
	UT_RUN(damaged_states);
	UT_RUN(states_short_of_memory);
	return ut_done();
}
