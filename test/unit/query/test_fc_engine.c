/*
 * test_fc_engine.c -- paths that runs of queries evaluate: values, truth, counts, exact sums, items, rows with columns.
 *
 * Every request for memory is refused once, and the value is the same or there is an error; nothing stays behind.
 */
#include "../../../src/core/xpath/plan/xp_run.h"
#include "../../../src/core/xpath/result/xp_rows.h"
#include "../ut_host.h"
#include "../ut_xpath.h"

#define DOC                                                                                                  \
	"<r xmlns:p='u'><o id='1'><i n='1'>x</i><i n='2'>y</i></o><o id='2'><p:i n='3'>z</p:i></o>"              \
	"<d>0.1</d><d>0.2</d></r>"

static const BxWriterOptions options = {.limits = BX_LIMITS_DEFAULT};

#define QUERY "xquery version '3.1'; "

/* A path that is asked for on the document. */
typedef struct Ask
{
	XtDoc doc;
	UtHost host;
	BxArena arena;
	BxArena call_arena;
	BxError err;
	XpBlock *path;
	XpCall call;
} Ask;

static void
ask_new(Ask *a)
{
	bool read = xt_doc(&a->doc, DOC, 0, BX_TYPED_LOSSLESS);

	CHECK(read);
	ut_host_init_as(&a->host, bx_host_libc());
}

/* The path is compiled; false after an error. */
static BxStatus
ask(Ask *a, const char *path)
{
	bx_arena_init(&a->arena, &a->host.host);
	bx_arena_init(&a->call_arena, &a->host.host);
	bx_error_clear(&a->err);
	memset(&a->call, 0, sizeof(a->call));
	BX_TRY(xp_compile(path, strlen(path), 0, &a->arena, &a->path, &a->err));
	a->call.host = &a->host.host;
	a->call.arena = &a->call_arena;
	a->call.err = &a->err;
	a->call.v = a->doc.v;
	a->call.n = a->doc.n;
	a->call.engine = xp_engine_new(a->path, &a->arena);
	return a->call.engine != NULL ? BX_OK : bx_fail_nomem(&a->err, 0);
}

static void
ask_end(Ask *a)
{
	if (a->call.engine != NULL)
		xp_engine_forget(a->call.engine);
	bx_arena_reset(&a->call_arena);
	bx_arena_reset(&a->arena);
}

/* ---- values ---- */

typedef struct Case
{
	const char *path;
	const char *value; /* NULL: nothing is selected */
	uint64_t count;
	bool truth;
	uint8_t answer; /* XpAnswer */
} Case;

static const Case cases[] = {
	{"/r/o/@id", "1", 2, true, XP_ANSWER_ACCESS},
	{"/r/o[2]/@id", "2", 1, true, XP_ANSWER_ACCESS},
	{"//i[@n = '2']", "y", 1, true, XP_ANSWER_ACCESS},
	{"//i[.//text() = 'y']", "y", 1, true, XP_ANSWER_ACCESS},
	{"//i[string-length(.) = 1]", "x", 2, true, XP_ANSWER_RUN},
	{"count(//i)", "2", 1, true, XP_ANSWER_RUN},
	{"count(//none)", "0", 1, false, XP_ANSWER_RUN},
	{"string(//none)", "", 1, false, XP_ANSWER_RUN},
	{"//none | //Q{u}none", NULL, 0, false, XP_ANSWER_RUN},
	{"//i[@n > 1] | /r/d", "y", 3, true, XP_ANSWER_RUN},
	{"/r/d + 1", "1.1", 1, true, XP_ANSWER_RUN},
	{"1 div 0", "Infinity", 1, true, XP_ANSWER_RUN},
	{"for $x in //@n[. = 3] return $x * 10", "30", 1, true, XP_ANSWER_RUN},
	{"string-join(//@n, '-')", "1-2-3", 1, true, XP_ANSWER_RUN},
	{"name(//*[@n = 3])", "p:i", 1, true, XP_ANSWER_RUN},
	{"//i[. = 'y']/ancestor::o/@id = 1", "true", 1, true, XP_ANSWER_RUN},
	{"()", NULL, 0, false, XP_ANSWER_RUN},
	{QUERY "<a>{count(//i)}</a>", "2", 1, true, XP_ANSWER_RUN},
	{QUERY "reverse(//i)", "y", 2, true, XP_ANSWER_RUN},
	{QUERY "for $i in //i return <b>{$i/@n, $i/text()}</b>", "x", 2, true, XP_ANSWER_RUN},
	{QUERY "declare variable $k := count(//d); $k + 1", "3", 1, true, XP_ANSWER_RUN},
	{QUERY "declare context item := <q><z/><z/></q>; count(z)", "2", 1, true, XP_ANSWER_RUN},
	{QUERY "1e7", "1.0E7", 1, true, XP_ANSWER_RUN},
	{QUERY "//none", NULL, 0, false, XP_ANSWER_RUN},
};

/* The answers to one path; the calls share a plan, and the caches of the engine. */
static void
answer(Ask *a, const Case *c)
{
	bool truth = false, found = false;
	uint64_t count = 99;
	XpItem text = {0};
	BxStatus st;

	a->call.cache = xp_cache_of(&a->arena, a->path);
	st = xp_value(&a->call, a->path, &text);
	CHECKF(st == BX_OK, "%s: %s", c->path, a->err.msg);
	if (c->value == NULL)
		CHECKF(text.type == XP_T_ANY, "%s", c->path);
	else
		CHECKF(text.type == XP_T_STRING && bx_str_is(text.str, c->value), "%s: %.*s", c->path,
			   (int) text.str.n, text.str.s);
	CHECKF(xp_count(&a->call, a->path, &count) == BX_OK && count == c->count, "%s: %d", c->path, (int) count);
	CHECKF(xp_test(&a->call, a->path, &truth) == BX_OK && truth == c->truth, "%s", c->path);
	CHECKF(xp_exists(&a->call, a->path, &found) == BX_OK && found == (c->count > 0), "%s", c->path);
	CHECKF(a->call.engine->answer == c->answer, "%s: %d", c->path, a->call.engine->answer);
	xp_cache_free(a->call.cache);
}

static void
test_values(void)
{
	size_t i;
	Ask a;

	ask_new(&a);
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		BxStatus st = ask(&a, cases[i].path);

		CHECKF(st == BX_OK, "%s: %s", cases[i].path, a.err.msg);
		if (st == BX_OK)
			answer(&a, &cases[i]);
		ask_end(&a);
		CHECKF(a.host.live == 0, "%s: %d blocks", cases[i].path, a.host.live);
	}
	xt_doc_free(&a.doc);
}

static void
test_variables(void)
{
	const XpVar vars[] = {{.local = "k", .local_len = 1, .value = {.type = XP_T_NUMBER, .number = 2}}};
	XpItem text = {0};
	Ask a;

	ask_new(&a);
	CHECK(ask(&a, "concat(//i[@n = $k], $k + 1)") == BX_OK);
	CHECK(xp_value(&a.call, a.path, &text) != BX_OK);
	a.call.vars = vars;
	a.call.n_vars = 1;
	CHECK(xp_value(&a.call, a.path, &text) == BX_OK && bx_str_is(text.str, "y3"));
	ask_end(&a);
	xt_doc_free(&a.doc);
}

/* Nodes that have no minimum as numbers are counted, so that the caller can say it. */
static void
test_no_numbers(void)
{
	XpItem text = {0};
	bool truth;
	Ask a;

	ask_new(&a);
	CHECK(ask(&a, "max((//i, //d))") == BX_OK && xp_value(&a.call, a.path, &text) == BX_OK);
	CHECK(bx_str_is(text.str, "NaN") && a.call.work.no_numbers == 2);
	ask_end(&a);
	CHECK(ask(&a, "min(//i/text()) = 1") == BX_OK && xp_test(&a.call, a.path, &truth) == BX_OK);
	CHECK(!truth && a.call.work.no_numbers == 2);
	ask_end(&a);
	CHECK(ask(&a, "min(//d) = 0.1") == BX_OK && xp_test(&a.call, a.path, &truth) == BX_OK);
	CHECK(truth && a.call.work.no_numbers == 0);
	ask_end(&a);
	xt_doc_free(&a.doc);
}

/* Sums and so on of decimals where the caller asks for exact values: what doubles cannot, and what stays theirs. */
static void
test_exact(void)
{
	static const struct
	{
		const char *path, *exact, *usual;
	} sums[] = {
		{"sum(//d)", "0.3", "0.30000000000000004"},
		{"-(/r/d[1] + /r/d[2]) * 1.1", "-0.33", "-0.33000000000000007"},
		{"/r/d[1] * 3", "0.3", "0.30000000000000004"},
		{"avg(//d)", "0.15", "0.15000000000000002"},
		{"/r/d[1] + count(//d)", "2.1", "2.1"},
		{"sum(//i) + 1", "NaN", "NaN"},
		{"sum(//none)", "0", "0"},
		{"/r/d[1] div 3", "0.03333333333333333", "0.03333333333333333"},
		{"round(sum(//d) * 10)", "3", "3"},
	};
	char buf[BX_VALUE_TEXT_MAX];
	unsigned count;
	XpItem item;
	size_t i;
	BxStr s;
	Ask a;

	ask_new(&a);
	for (i = 0; i < 2 * sizeof(sums) / sizeof(sums[0]); i++)
	{
		const char *wanted = i % 2 ? sums[i / 2].usual : sums[i / 2].exact;

		CHECK(ask(&a, sums[i / 2].path) == BX_OK);
		a.call.exact = i % 2 == 0;
		CHECKF(xp_item_value(&a.call, a.path, false, &item, &count) == BX_OK, "%s", a.err.msg);
		s = xp_item_text(&item, buf);
		CHECKF(bx_str_is(s, wanted), "%s: %.*s", sums[i / 2].path, (int) s.n, s.s);
		ask_end(&a);
	}
	CHECKF(a.host.live == 0, "%d blocks", a.host.live);
	xt_doc_free(&a.doc);
}

static void
content_of(const char *path, const char *wanted)
{
	uint8_t *data = NULL;
	size_t len = 0;
	bool found;
	BxBuf out;
	Ask a;

	ask_new(&a);
	CHECK(ask(&a, path) == BX_OK);
	CHECK(xp_query(&a.call, a.path, &options, &found, &data, &len) == BX_OK && found);
	bx_buf_init(&out, bx_host_libc());
	CHECK(bx_text_write(data, len, NULL, bx_host_libc(), &out, &a.err) == BX_OK);
	CHECKF(bx_str_is(bx_str((char *) out.data, out.len), wanted), "%.*s", (int) out.len, out.data);
	bx_buf_free(&out);
	a.host.host.release(a.host.host.ctx, data);
	ask_end(&a);
	xt_doc_free(&a.doc);
}

/* Nodes with the namespaces in scope, what a query made, a space between atomic values. */
static void
test_content(void)
{
	content_of("(//i[string(@n) = '2'], 1, 'b')", "<i xmlns:p=\"u\" n=\"2\">y</i>1 b");
	content_of(QUERY "//i[@n = 2], <b c='1'>{//d[1]}</b>, comment {'c'}, 1, 'b'",
			   "<i xmlns:p=\"u\" n=\"2\">y</i><b c=\"1\"><d xmlns:p=\"u\">0.1</d></b><!--c-->1 b");
}

/* ---- rows ---- */

#define N_PATHS 4

/* "1:2:x+y;" for each row: an attribute, a count, texts, as columns. */
static BxStatus
put_rows(XpRows *rows, BxBuf *out)
{
	char buf[BX_VALUE_TEXT_MAX];
	unsigned count;
	bool found;
	uint32_t i;
	XpItem item;

	for (;;)
	{
		BX_TRY(xp_rows_next(rows, &found));
		if (!found)
			return BX_OK;
		for (i = 1; i < N_PATHS; i++)
		{
			BxStr s;

			BX_TRY(xp_rows_item(rows, i, false, &item, &count));
			s = xp_item_text(&item, buf);
			xt_say(out, "%.*s%s", (int) s.n, s.s, i < N_PATHS - 1 ? ":" : ";");
		}
	}
}

static void
rows_of(Ask *a, const char *const paths[N_PATHS], const char *wanted)
{
	const XpBlock *blocks[N_PATHS];
	XpEngine *engines[N_PATHS];
	uint32_t roots[N_PATHS], i;
	XpBlock *block, *joined;
	XpRows *rows;
	BxBuf out;

	CHECK(ask(a, paths[0]) == BX_OK);
	for (i = 0; i < N_PATHS; i++)
	{
		CHECK(xp_compile(paths[i], strlen(paths[i]), 0, &a->arena, &block, &a->err) == BX_OK);
		blocks[i] = block;
		engines[i] = ut_need(xp_engine_new(block, &a->arena));
		if (i > 0)
			engines[i - 1]->next = engines[i];
	}
	CHECK(xp_join(blocks, N_PATHS, &a->arena, &joined, roots, &a->err) == BX_OK);
	a->call.engine = engines[0];
	bx_buf_init(&out, bx_host_libc());
	CHECK(xp_rows_open(&a->call, joined, roots, N_PATHS, XP_ROWS_NODES, NULL, &rows) == BX_OK);
	CHECKF(put_rows(rows, &out) == BX_OK, "%s", a->err.msg);
	CHECKF(bx_str_is(bx_str((char *) out.data, out.len), wanted), "%.*s", (int) out.len, out.data);
	xp_rows_close(rows);
	bx_buf_free(&out);
	for (i = 0; i < N_PATHS; i++)
		xp_engine_forget(engines[i]);
	ask_end(a);
	CHECKF(a->host.live == 0, "%d blocks", a->host.live);
}

static void
test_rows(void)
{
	static const char *const access[] = {"/r/o", "@id", "count(*)", "string-join(*, '+')"};
	static const char *const run[] = {"//*[string(@n) != '']", "@n", "count(preceding::*[@n])", "../@id"};
	/* variables and the context are those of each row */
	static const char *const queries[] = {
		QUERY "reverse(//o)", QUERY "declare variable $k := string(@id); <v>{$k}</v>",
		QUERY "declare context item as element() external; declare variable $n := count(*); $n",
		"string(@id)"};
	Ask a;

	ask_new(&a);
	rows_of(&a, queries, "2:1:2;1:2:1;");
	rows_of(&a, access, "1:2:x+y;2:1:z;");
	rows_of(&a, run, "1:0:1;2:1:1;3:2:2;");
	xt_doc_free(&a.doc);
}

/* ---- memory ---- */

static void
test_refused(void)
{
	static const char *const path =
		"string-join(for $x in //i[string(@n) != '9'] return concat($x, $x/ancestor::o/@id), ' ')";
	XpItem text;
	BxStatus st;
	int n, done;
	Ask a;

	ask_new(&a);
	for (n = 1, done = 0; n < 5000 && !done; n++)
	{
		a.host.calls = 0;
		a.host.fail_at = n;
		st = ask(&a, path);
		if (st == BX_OK)
			st = xp_value(&a.call, a.path, &text);
		done = a.host.calls < n;
		CHECKF(done ? st == BX_OK : st == BX_E_NOMEM || st == BX_OK, "%d: %d", n, (int) st);
		if (st == BX_OK)
			CHECKF(bx_str_is(text.str, "x1 y1"), "%d: %.*s", n, (int) text.str.n, text.str.s);
		a.host.fail_at = 0;
		ask_end(&a);
		CHECKF(a.host.live == 0, "%d: %d blocks", n, a.host.live);
	}
	CHECK(done && n > 10);
	xt_doc_free(&a.doc);
}

UT_SUITE(test_fc_engine)
{
	UT_RUN(test_values);
	UT_RUN(test_variables);
	UT_RUN(test_no_numbers);
	UT_RUN(test_exact);
	UT_RUN(test_content);
	UT_RUN(test_rows);
	UT_RUN(test_refused);
	return ut_done();
}
