/*
 * test_polls.c -- how much work is done between two polls, for the marked pairs of test/polls/pairs.
 *
 * Every pair is evaluated on a host that cancels after some polls.  Between two polls, and after the last one, no more
 * units may be charged than BX_POLL_UNITS and what one charge is for.  Built with -fsanitize-coverage=trace-pc
 * (test/run work), basic blocks executed and bytes handled by libc are counted as well, so that a loop that charges
 * nothing is found too. Nothing here depends on the machine.  So are the blocks for reading texts that were chosen
 * against the reader of markup, as a whole and in pieces of one byte: four times the text takes at most five times as
 * many.
 */
#define _DEFAULT_SOURCE /* strtok_r */

#include "../ut_query.h"
#include "../ut_xpath.h"

#include <limits.h>
#include <stdlib.h>

#include "../../../src/core/base/bx_long.h"
#include "../../../src/core/parse/bx_markup.h"

/* ---- work that is not charged ---- */

static uint64_t blocks; /* executed, and runs of 64 bytes handled by libc */

#ifdef BX_COUNT_BLOCKS
#define UNCOUNTED __attribute__((no_sanitize_coverage))

extern void __sanitizer_cov_trace_pc(void);
extern void *__real_memcpy(void *to, const void *from, size_t n);
extern void *__real_memmove(void *to, const void *from, size_t n);
extern void *__real_memset(void *p, int c, size_t n);
extern void *__real_memchr(const void *p, int c, size_t n);
extern int __real_memcmp(const void *a, const void *b, size_t n);
extern void *__wrap_memcpy(void *to, const void *from, size_t n);
extern void *__wrap_memmove(void *to, const void *from, size_t n);
extern void *__wrap_memset(void *p, int c, size_t n);
extern void *__wrap_memchr(const void *p, int c, size_t n);
extern int __wrap_memcmp(const void *a, const void *b, size_t n);

UNCOUNTED void
__sanitizer_cov_trace_pc(void)
{
	blocks++;
}

UNCOUNTED void *
__wrap_memcpy(void *to, const void *from, size_t n)
{
	blocks += n / 64;
	return __real_memcpy(to, from, n);
}

UNCOUNTED void *
__wrap_memmove(void *to, const void *from, size_t n)
{
	blocks += n / 64;
	return __real_memmove(to, from, n);
}

UNCOUNTED void *
__wrap_memset(void *p, int c, size_t n)
{
	blocks += n / 64;
	return __real_memset(p, c, n);
}

/* What was passed over before the byte was found. */
UNCOUNTED void *
__wrap_memchr(const void *p, int c, size_t n)
{
	const char *found = __real_memchr(p, c, n);

	blocks += (found != NULL ? (size_t) (found - (const char *) p) : n) / 64;
	return (void *) (uintptr_t) found;
}

UNCOUNTED int
__wrap_memcmp(const void *a, const void *b, size_t n)
{
	int order = __real_memcmp(a, b, n);

	if (order == 0)
		blocks += n / 64;
	return order;
}
#endif

/* Most blocks between two polls: some tens of milliseconds. */
#define MOST_BLOCKS (UINT64_C(32) << 20)
/* Most units: what leads to a poll, and a piece handled in one go. */
#define MOST_UNITS (BX_POLL_UNITS + 2 * (int64_t) BX_LONG_PIECE)

typedef struct Watch
{
	BxHost host;
	BxMeter meter;
	int polls; /* until the cancel */
	uint64_t since;
	uint64_t most;
} Watch;

static void
look(Watch *w)
{
	if (blocks - w->since > w->most)
		w->most = blocks - w->since;
	w->since = blocks;
}

static BxStatus
watch_poll(void *ctx)
{
	Watch *w = ctx;

	look(w);
	return w->polls-- > 0 ? BX_OK : BX_E_CANCEL;
}

static void
watch_init(Watch *w, int polls)
{
	memset(w, 0, sizeof(*w));
	w->meter = (BxMeter) BX_METER_INIT;
	w->host = *bx_host_libc();
	w->host.ctx = w;
	w->host.poll = watch_poll;
	w->host.meter = &w->meter;
	w->polls = polls;
	w->since = blocks;
}

/* ---- documents ---- */

static void
repeat(BxBuf *b, const char *s, uint32_t n)
{
	while (n-- > 0)
		xt_put(b, s, strlen(s));
}

static void
make_text(const char *name, BxBuf *b)
{
	uint32_t i;

	if (strcmp(name, "texts") == 0)
		for (i = 0; i < 50; i++)
		{
			xt_say(b, "%s<t>", i == 0 ? "<r>" : "");
			repeat(b, "a ac c ", 32000);
			xt_say(b, "</t>%s", i == 49 ? "</r>" : "");
		}
	else if (strcmp(name, "one") == 0)
	{
		xt_say(b, "<r><t>");
		repeat(b, "a ac c ", 1600000);
		xt_say(b, "</t></r>");
	}
	else if (strcmp(name, "tiny") == 0)
	{
		xt_say(b, "<r>");
		for (i = 0; i < 300000; i++)
			xt_say(b, "<i>%u</i>", i % 10);
		xt_say(b, "</r>");
	}
	else if (strcmp(name, "deep") == 0)
	{
		for (i = 0; i < 9000; i++)
			xt_say(b, "<e><i>%u</i>", i % 10);
		repeat(b, "</e>", 9000);
	}
	else if (strcmp(name, "attrs") == 0)
	{
		xt_say(b, "<r><w");
		for (i = 0; i < 9000; i++)
			xt_say(b, " a%u='x%u'", i, i % 100);
		xt_say(b, "/></r>");
	}
	else
	{
		xt_say(b, "<r");
		for (i = 0; i < 1000; i++)
			xt_say(b, " xmlns:p%u='urn:%u'", i, i);
		xt_say(b, ">");
		repeat(b, "<a/>", 2000);
		xt_say(b, "</r>");
	}
	xt_put(b, "", 1);
}

typedef struct Doc
{
	const char *name;
	XtDoc d; /* v is NULL until it is asked for */
} Doc;

static Doc docs[] = {{.name = "texts"}, {.name = "one"},   {.name = "tiny"},
					 {.name = "deep"},  {.name = "attrs"}, {.name = "ns"}};

static const XtDoc *
find_doc(const char *name)
{
	BxBuf b;
	size_t i;

	for (i = 0; i < sizeof(docs) / sizeof(docs[0]) - 1 && strcmp(docs[i].name, name) != 0; i++)
		;
	if (docs[i].d.v == NULL)
	{
		bx_buf_init(&b, bx_host_libc());
		make_text(name, &b);
		docs[i].d.v =
			xt_parse((const char *) b.data, b.len - 1, BX_MODE_AUTO, BX_TYPED_LOSSLESS, &docs[i].d.n);
		bx_buf_free(&b);
	}
	return &docs[i].d;
}

/* ---- pairs ---- */

/* What was done until the evaluation ended with a status. */
static void
judge(Watch *w, const char *doc, const char *expr, BxStatus st, const BxError *err)
{
	look(w);
	CHECKF(st == BX_E_CANCEL || (st == BX_OK && w->polls >= 0), "%s on %s: %s %s", expr, doc,
		   bx_status_name(st), err->msg);
	CHECKF(w->meter.most <= MOST_UNITS, "%s on %s: %lld units between two polls", expr, doc,
		   (long long) w->meter.most);
	CHECKF(w->most <= MOST_BLOCKS, "%s on %s: %llu blocks between two polls", expr, doc,
		   (unsigned long long) w->most);
}

static void
evaluate_path(const char *doc, const char *expr, int polls)
{
	const XtDoc *d = find_doc(doc);
	BxStatus st;
	XpBlock *path;
	BxArena arena;
	uint64_t n;
	BxError err;
	XtWay way = {0};
	XpCall c;
	Watch w;

	watch_init(&w, polls);
	way.host = &w.host;
	bx_arena_init(&arena, &w.host);
	bx_error_clear(&err);
	xt_call(&c, &arena, d, &way, &err);
	st = xp_compile(expr, strlen(expr), 0, &arena, &path, &err);
	if (st == BX_OK)
		st = xp_count(&c, path, &n);
	judge(&w, doc, expr, st, &err);
	bx_arena_reset(&arena);
}

static void
evaluate_query(const char *doc, const char *expr, int polls)
{
	const XtDoc *d = find_doc(doc);
	const RuExternal external = {.budget = 64 << 20, .stable = true};
	const FcOptions options = {.immutable = false};
	const FcQuery *query;
	bool found = true;
	FcRun *run = NULL;
	BxArena arena;
	BxError err;
	BxStatus st;
	XdItem item;
	Watch w;
	FcCall call = {
		.host = &w.host, .arena = &arena, .err = &err, .value = d->v, .n = d->n, .external = &external};

	watch_init(&w, polls);
	bx_arena_init(&arena, &w.host);
	bx_error_clear(&err);
	st = fc_compile(bx_str(expr, strlen(expr)), &options, &w.host, &arena, &query, &err);
	if (st == BX_OK)
		st = fc_open(query, &call, &run);
	while (st == BX_OK && found)
		st = fc_next(run, &item, &found);
	judge(&w, doc, expr, st, &err);
	if (run != NULL)
		fc_close(run);
	bx_arena_reset(&arena);
}

/* The documents of a line, in turn. */
static int
evaluate_line(const char *kind, char *names, const char *expr)
{
	static const int polls[] = {0, 25};
	char *name, *rest = NULL;
	int n = 0;
	size_t i;

	for (name = strtok_r(names, ",", &rest); name != NULL; name = strtok_r(NULL, ",", &rest), n++)
		for (i = 0; i < sizeof(polls) / sizeof(polls[0]); i++)
			(strcmp(kind, "path") == 0 ? evaluate_path : evaluate_query)(name, expr, polls[i]);
	return n;
}

static void
work_between_polls(void)
{
	const char *root = getenv("BXML_ROOT");
	char line[1000], path[1000];
	int n = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/test/polls/pairs", root != NULL ? root : ".");
	f = fopen(path, "r");
	CHECKF(f != NULL, "%s", path);
	while (f != NULL && fgets(line, sizeof(line), f) != NULL)
	{
		char *rest = NULL, *mark, *kind, *names, *expr;

		line[strcspn(line, "\n")] = '\0';
		mark = strtok_r(line, "\t", &rest);
		kind = strtok_r(NULL, "\t", &rest);
		names = strtok_r(NULL, "\t", &rest);
		expr = strtok_r(NULL, "\t", &rest);
		if (expr != NULL && strcmp(mark, "*") == 0 && strcmp(kind, "sql") != 0)
			n += evaluate_line(kind, names, expr);
	}
	if (f != NULL)
		fclose(f);
	CHECKF(n >= 120, "%d pairs", n);
}

/* ---- reading text ---- */

/* Texts chosen against a reader: what stands in the root, n times, %1$u being its number; or in its start tag. */
static const struct
{
	const char *format;
	bool in_tag;
} chosen[] = {
	{" a%1$u=''", true},
	{" xmlns:p%1$u='urn:same' p%1$u:a%1$u=''", true},
	{" xmlns:p%1$u='urn:%1$u'", true},
	{" a%1$u='&amp;&#10;\t'", true},
	{"<e%1$u/>", false},
	{"<a-common-start-of-names-%1$u/>", false},
	{"<e xmlns='urn:%1$u'/>", false},
	{"<e xmlns='urn:1'/><e xmlns='urn:2'/>", false},
	{"<e xmlns:p='urn:1' xmlns:q='urn:1' p:a%1$u='' q:b%1$u=''/>", false},
	{"<e a='%1$u' b='>'/>", false},
	{"] ]] ]", false},
	{"&#0000000000000000000000000000000065;", false},
	{"\r", false},
	{"\xc3\xa9 ", false},
	{"<!-- - - - -->", false},
	{"<?p ? ? ?>", false},
	{"<![CDATA[]]]]]>", false},
	{"text ", false},
	{"&amp;", false},
	{"\r\n", false},
};

/* One of them, n times. */
static void
put_chosen(BxBuf *b, size_t k, uint32_t n)
{
	bx_buf_init(b, bx_host_libc());
	xt_say(b, chosen[k].in_tag ? "<r" : "<r>");
	for (uint32_t i = 0; i < n; i++)
		xt_say(b, chosen[k].format, i);
	xt_say(b, chosen[k].in_tag ? "/>" : "</r>");
}

/* Blocks that are executed for n of them; 0 where they are not counted. */
static uint64_t
read_chosen(size_t k, uint32_t n)
{
	BxMarkupOptions o = {.limits = &(BxLimits) BX_LIMITS_DEFAULT};
	Watch w;
	BxBuf b;
	BxMarkup *m;
	BxError err;
	bool mine = false;

	watch_init(&w, INT_MAX);
	put_chosen(&b, k, n);
	w.since = blocks;
	m = bx_markup_new(&w.host, &err);
	CHECK(m != NULL && bx_markup_read(m, NULL, &o, (const char *) b.data, b.len, &mine, &err) == BX_OK);
	CHECKF(mine, "%s", chosen[k].format);
	CHECKF(w.meter.most <= MOST_UNITS && w.most <= MOST_BLOCKS, "%s", chosen[k].format);
	n = (uint32_t) (blocks - w.since);
	bx_markup_free(m);
	bx_buf_free(&b);
	return n;
}

/* The same of the text in pieces of one byte, which are kept for a short while. */
static uint64_t
feed_chosen(size_t k, uint32_t n)
{
	BxParseOptions o = {.writer = {.limits = BX_LIMITS_DEFAULT}, .encoding = "UTF-8", .window = 500};
	uint64_t since = blocks;
	BxParser *p;
	BxBuf b;
	BxError err;
	uint8_t *v = NULL;
	size_t len;

	put_chosen(&b, k, n);
	p = bx_parser_new(bx_host_libc(), &o, &err);
	since = blocks;
	for (size_t i = 0; i < b.len; i++)
		CHECK(bx_parser_feed(p, (const char *) b.data + i, 1) == BX_OK);
	CHECK(bx_parser_finish(p, &v, &len) == BX_OK);
	since = blocks - since;
	bx_parser_free(p);
	bx_buf_free(&b);
	free(v);
	return since;
}

static void
is_linear(uint64_t (*work)(size_t k, uint32_t n))
{
	for (size_t k = 0; k < sizeof(chosen) / sizeof(chosen[0]); k++)
	{
		uint64_t once = work(k, 1000);
		uint64_t four = work(k, 4000);

		CHECKF(four <= once * 5, "%s: %llu and %llu blocks", chosen[k].format, (unsigned long long) once,
			   (unsigned long long) four);
	}
}

static void
reading_is_linear(void)
{
	is_linear(read_chosen);
}

static void
pieces_are_linear(void)
{
	is_linear(feed_chosen);
}

UT_SUITE(test_polls)
{
	size_t i;

	UT_RUN(work_between_polls);
	UT_RUN(reading_is_linear);
	UT_RUN(pieces_are_linear);
	for (i = 0; i < sizeof(docs) / sizeof(docs[0]); i++)
		free(docs[i].d.v);
	return ut_done();
}
