/*
 * test_ru_spill.c -- sorts, groups and joins beyond the budget: the same results as without one, within its memory.
 */
#include "../ut_host.h"
#include "../ut_query.h"

/* ---- temporary files in memory, which is not counted ---- */

typedef struct Files
{
	int open, opened;
	uint64_t written, reads;
} Files;

typedef struct File
{
	uint8_t *data;
	size_t n, cap;
} File;

static BxStatus
spill_open(void *ctx, void **file, BxError *err)
{
	Files *files = ctx;

	(void) err;
	*file = calloc(1, sizeof(File));
	files->open++;
	files->opened++;
	return BX_OK;
}

static BxStatus
spill_write(void *ctx, void *file, const void *p, size_t n, BxError *err)
{
	File *f = file;

	(void) err;
	((Files *) ctx)->written += n;
	if (f->cap - f->n < n)
	{
		f->cap = (f->n + n) * 2;
		f->data = realloc(f->data, f->cap);
		if (f->data == NULL)
			abort();
	}
	memcpy(f->data + f->n, p, n);
	f->n += n;
	return BX_OK;
}

static BxStatus
spill_read(void *ctx, void *file, uint64_t at, void *p, size_t n, BxError *err)
{
	const File *f = file;

	((Files *) ctx)->reads++;
	if (at > f->n || n > f->n - at)
		return bx_fail(err, BX_E_CORRUPT, -1, "behind the end");
	memcpy(p, f->data + at, n);
	return BX_OK;
}

static void
spill_close(void *ctx, void *file)
{
	File *f = file;

	((Files *) ctx)->open--;
	free(f->data);
	free(f);
}

/* ---- queries ---- */

typedef struct Spilled
{
	Files files;
	UtHost host;
	char text[200000];
	char code[64];
	char hint[400];
	int cancel_at; /* poll that cancels; 0: none */
	size_t peak;   /* beyond what was there before the first item */
} Spilled;

/* All items as text, one behind the other. */
static BxStatus
evaluate(Spilled *s, const char *query, const char *document, size_t budget)
{
	const RuExternal external = {.ctx = &s->files,
								 .collation = ut_query_collation,
								 .parse = ut_query_parse,
								 .spill_open = spill_open,
								 .spill_write = spill_write,
								 .spill_read = spill_read,
								 .spill_close = spill_close,
								 .budget = budget,
								 .stable = true};
	const FcOptions options = {.immutable = false};
	const FcQuery *compiled;
	FcRun *run = NULL;
	BxArena arena;
	BxError err;
	FcCall call = {.host = &s->host.host, .arena = &arena, .err = &err, .external = &external};
	bool found = true;
	size_t n = 0, before = 0;
	BxStatus st = BX_OK;
	XdItem item;
	BxStr t;

	memset(&s->files, 0, sizeof(s->files));
	ut_host_init_as(&s->host, bx_host_libc());
	bx_error_clear(&err);
	bx_arena_init(&arena, &s->host.host);
	if (document != NULL)
		st = ut_query_parse(NULL, bx_str(document, strlen(document)), false, &arena, &call.value, &call.n,
							&err);
	if (st == BX_OK)
		st = fc_compile(bx_str(query, strlen(query)), &options, call.host, &arena, &compiled, &err);
	if (st == BX_OK)
		st = fc_open(compiled, &call, &run);
	before = s->host.peak = s->host.held;
	s->host.cancel_at = s->cancel_at;
	s->host.polls = 0;
	while (st == BX_OK && found)
	{
		st = fc_next(run, &item, &found);
		if (st == BX_OK && found)
			st = fc_text(run, &item, &t);
		if (st == BX_OK && found && n < sizeof(s->text) - 1)
			n += (size_t) snprintf(s->text + n, sizeof(s->text) - n, "%.*s ", (int) t.n, t.s);
	}
	s->text[n < sizeof(s->text) ? n : sizeof(s->text) - 1] = '\0';
	s->peak = s->host.peak - before;
	snprintf(s->code, sizeof(s->code), "%s",
			 st == BX_OK           ? ""
			 : err.code[0] != '\0' ? err.code
								   : bx_status_name(st));
	snprintf(s->hint, sizeof(s->hint), "%s", err.hint);
	fc_close(run);
	bx_arena_reset(&arena);
	return st;
}

#define SMALL ((size_t) 64 << 10)

/* With so little budget that files are written the result is the same, and files and memory are given back. */
static void
spills(const char *query, const char *document)
{
	static Spilled all, parts;

	all.cancel_at = parts.cancel_at = 0;
	CHECKF(evaluate(&all, query, document, 0) == BX_OK, "%s: %s", query, all.code);
	CHECKF(all.files.opened == 0, "%s: a file without a budget", query);
	CHECKF(evaluate(&parts, query, document, SMALL) == BX_OK, "%s: %s", query, parts.code);
	CHECKF(parts.files.opened > 0 && parts.files.written > 0, "%s: nothing was written", query);
	CHECKF(parts.files.open == 0, "%s: %d files open", query, parts.files.open);
	CHECKF(parts.host.live == 0, "%s: %d blocks", query, parts.host.live);
	CHECKF(strcmp(all.text, parts.text) == 0, "%s: %.300s\nnot %.300s", query, parts.text, all.text);
}

static char document[400000];

static const char *
make_document(void)
{
	size_t n = (size_t) snprintf(document, sizeof(document), "<r>");
	int i;

	for (i = 0; i < 6000; i++)
		n += (size_t) snprintf(document + n, sizeof(document) - n, "<i k='%d' g='g%d'>%d</i>",
							   i * 7919 % 6007, i % 97, i);
	snprintf(document + n, sizeof(document) - n, "</r>");
	return document;
}

static void
orders(void)
{
	spills("for $i in 1 to 20000 order by ($i * 7919) mod 20011 return $i", NULL);
	spills("for $i in 1 to 20000 let $k := $i mod 10 order by $k descending return $i", NULL);
	spills("for $i in 1 to 9000 let $s := concat('value ', $i mod 1000) order by $s, -$i return ($s, $i)",
		   NULL);
	spills("for $i in 1 to 9000 let $k := ($i, $i + 1)[$i mod 3 > 0] order by $k[1] empty greatest return $k",
		   NULL);
	spills("for $i in 1 to 3000 let $a := 1 to $i, $n := xs:QName('xs:a'), "
		   "$d := xs:duration('P1Y1D'), $l := 123456789012345678901234567890 + $i, $h := xs:hexBinary('0a') "
		   "order by $l descending return (count($a), $l, $n, $d, $h)",
		   NULL);
	spills("for $i in //i order by number($i/@k) return string($i)", make_document());
	spills("for $i in //i order by $i/@g return $i/@k/string()", make_document());
	spills("count(for $i in 1 to 20000 order by -$i return $i)", NULL);
	spills("(for $i in 1 to 20000 order by -$i return $i)[3]", NULL);
	spills("for $i in 1 to 20000 order by -$i count $c where $c < 4 return ($i, $c)", NULL);
	spills("for $k in 1 to 3 return (for $i in 1 to 5000 order by -$i return $i)[. mod 1000 = $k]", NULL);
	spills("for $i in (for $k in 1 to 9000 order by -$k return $k) order by $i mod 7 return $i", NULL);
	spills("for $k in 1 to 3 return try { for $i in 1 to 9000 order by -$i return 1 div ($i - $k) } "
		   "catch * { $k }",
		   NULL);
}

static void
groups(void)
{
	/* many groups, few, and groups that were there before */
	spills("for $i in 1 to 20000 let $k := ($i * 7919) mod 5003 group by $k return ($k, count($i), sum($i))",
		   NULL);
	spills("for $i in 1 to 20000 let $k := $i mod 3 group by $k return ($k, $i)", NULL);
	spills("for $i in 1 to 9000 let $k := concat('key ', $i mod 1000), $l := $i mod 7 group by $k, $l "
		   "return ($k, $l, sum($i))",
		   NULL);
	spills("for $i in 1 to 9000 let $k := $i[. mod 3 = 0] group by $k return (count($k), count($i))", NULL);
	/* numbers that make others round, late */
	spills("for $i in 1 to 9000 let $k := if ($i = 8999) then xs:float(0.1) else if ($i = 9000) then "
		   "xs:double(0.1) "
		   "else if ($i mod 2 = 0) then 0.1 else 16777216 + $i group by $k return count($i)",
		   NULL);
	spills("for $i in 1 to 9000 let $k := ('a', 1, xs:date('2026-01-01'), 1e0, xs:untypedAtomic('1'), "
		   "xs:double('NaN'))[1 + $i mod 6] group by $k return ($k, $i)",
		   NULL);
	spills("for $i in 1 to 9000 let $k := (if ($i mod 2 = 0) then 'A-' else 'a') || ($i mod 800) "
		   "group by $k collation "
		   "'http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive' "
		   "return ($k, count($i))",
		   NULL);
	spills("for $i in //i group by $g := string($i/@g) return ($g, count($i), $i[last()]/@k/string())",
		   make_document());
	spills("count(for $i in //i group by $g := $i/@k return $i)", make_document());
	spills("for $i in 1 to 20000 group by $k := $i mod 5000 order by $k descending return sum($i)", NULL);
}

static void
distinct_values(void)
{
	spills("distinct-values(for $i in 1 to 20000 return $i mod 9000)", NULL);
	spills("distinct-values(for $i in 1 to 20000 return concat('v', $i mod 5000))", NULL);
	spills("distinct-values((for $i in 1 to 9000 return 16777216 + $i, 1.5, 1e0, xs:float(1.5), "
		   "xs:untypedAtomic('1')))",
		   NULL);
	spills("distinct-values(//i/@k)", make_document());
	spills("count(distinct-values(for $i in 1 to 20000 return -$i))", NULL);
	spills("(for $x in distinct-values(for $i in 1 to 20000 return $i * 3) return $x)[19999]", NULL);
}

static void
sort_function(void)
{
	spills("sort(for $i in 1 to 20000 return ($i * 7919) mod 20011)", NULL);
	spills("sort(for $i in 1 to 20000 return $i, (), function($x) { -$x })", NULL);
	spills("sort(for $i in 1 to 20000 return concat('v', $i mod 100))", NULL);
	spills("sort(//i, (), function($x) { $x/@g/string(), -$x/@k }) ! string(.)", make_document());
	spills("(sort((1 to 20000) ! (. mod 100)))[10000]", NULL);
}

/* What joins look up has a budget of its own, which is larger. */
static void
joins(void)
{
	spills("count(for $i in 1 to 100, $k in 1 to 330000 where $k * 2 = $i return $k)", NULL);
	spills("for $i in (1, 5, 6, 6, 659998, 660000, 7), $k at $p in 1 to 330000 where $k * 2 = $i return ($k, "
		   "$p)",
		   NULL);
	/* the same key for many, several keys of one, several values to look up */
	spills("for $i in 1 to 4 return count(for $k in 1 to 330000 where $k mod 1000 eq $i return $k)", NULL);
	spills(
		"for $i in (3, 4, 5) return (for $k in 1 to 330000 where ($k, $k + 1) = ($i, $i + 1, 2) return $k)",
		NULL);
	/* texts; numbers of other types than before; untyped values as text and as numbers */
	spills("let $s := (1 to 330000) ! concat('key ', .) for $i in (3, 30, 300) for $k in $s "
		   "where $k = concat('key ', $i) return ($k, $i)",
		   NULL);
	spills("for $i in (3, 4, 4e0, xs:float(5), 0.5) for $k in 1 to 330000 where $k div 2 = $i return $k",
		   NULL);
	spills("for $i in (3, 4, xs:untypedAtomic('5'), '06', 6) for $k in 1 to 330000 "
		   "where xs:untypedAtomic(string($k)) = $i return concat($k, ' ', $i)",
		   NULL);
	spills("let $s := (1 to 330000) ! QName('u', concat('a', .)) for $i in (5, 6, 7) for $k in $s "
		   "where $k = QName('u', concat('a', $i)) return (local-name-from-QName($k), $i)",
		   NULL);
	/* items without a key */
	spills("for $i in (1, 2, 3) for $k in 1 to 330000 where $k[. mod 2 = 0] = $i return ($k, $i)", NULL);
}

/* 40,000 tuples take what 400,000 do. */
static void
memory_is_bounded(const char *few, const char *many, size_t beyond)
{
	static Spilled s;
	size_t peak;

	s.cancel_at = 0;
	CHECKF(evaluate(&s, few, NULL, SMALL) == BX_OK, "%s", s.code);
	peak = s.peak;
	CHECKF(evaluate(&s, many, NULL, SMALL) == BX_OK, "%s", s.code);
	CHECKF(s.peak <= peak + beyond, "%s: %zu bytes, and %zu for a tenth", many, s.peak, peak);
}

static void
memory(void)
{
	/* many parts are merged in two passes */
	memory_is_bounded("count(for $i in 1 to 40000 order by -$i return $i)",
					  "count(for $i in 1 to 400000 order by -$i return $i)", (size_t) 1700 << 10);
	memory_is_bounded("count(for $i in 1 to 40000 let $k := $i mod 20000 group by $k return count($i))",
					  "count(for $i in 1 to 400000 let $k := $i mod 200000 group by $k return count($i))",
					  (size_t) 3 << 20);
	memory_is_bounded("count(distinct-values((1 to 40000) ! string(.)))",
					  "count(distinct-values((1 to 400000) ! string(.)))", (size_t) 3 << 20);
}

static void
constructed_nodes(void)
{
	static Spilled s;

	s.cancel_at = 0;
	/* within the budget, and within what is allowed beyond */
	CHECK(evaluate(&s, "for $i in 1 to 3000 let $a := <a>{$i}</a> order by -$i return string($a)", NULL,
				   SMALL) == BX_OK);
	CHECK(strncmp(s.text, "3000 2999 2998 ", 15) == 0);
	CHECK(s.files.opened == 0);
	CHECK(evaluate(&s, "for $i in 1 to 300000 let $a := <a>{$i}</a> order by -$i return $a", NULL, SMALL) ==
		  BX_E_NOMEM);
	CHECK(strstr(s.hint, "work_mem") != NULL);
	CHECK(s.host.live == 0);
	CHECKF(s.peak < ((size_t) 34 << 20), "%zu bytes", s.peak);
	CHECK(evaluate(&s, "for $i in 1 to 300000 let $a := map { 'a': $i } order by -$i return $a", NULL,
				   SMALL) == BX_E_NOMEM);
	CHECK(evaluate(&s, "for $i in 1 to 300000 let $a := <a>{$i}</a> group by $k := $i mod 7 return count($a)",
				   NULL, SMALL) == BX_E_NOMEM);
	CHECK(strstr(s.hint, "work_mem") != NULL && s.host.live == 0);
	CHECKF(s.peak < ((size_t) 34 << 20), "%zu bytes", s.peak);
	CHECK(evaluate(&s, "for $i in 1 to 3000 let $a := <a>{$i}</a> group by $k := $i mod 3 return count($a)",
				   NULL, SMALL) == BX_OK);
	CHECK(strcmp(s.text, "1000 1000 1000 ") == 0);
	/* nodes that come when others were written */
	CHECK(evaluate(&s,
				   "for $i in 1 to 20000 let $a := if ($i > 19990) then <a/> else $i order by -$i return $a",
				   NULL, SMALL) == BX_E_NOMEM);
	CHECK(s.files.open == 0 && s.host.live == 0);
}

/* The host may cancel at any time; nothing is left then. */
static void
cancels(void)
{
	static Spilled s;
	int i;

	for (i = 1; i < 100000000; i += 1 + i / 2)
	{
		s.cancel_at = i;
		if (evaluate(&s,
					 "count(for $i in 1 to 30000 let $k := $i mod 9000 group by $k order by $k return $i)",
					 NULL, SMALL) != BX_E_CANCEL)
			break;
		CHECK(s.files.open == 0 && s.host.live == 0);
	}
	CHECKF(i > 100000 && i < 100000000, "%d polls", i);
}

UT_SUITE(test_ru_spill)
{
	UT_RUN(orders);
	UT_RUN(groups);
	UT_RUN(distinct_values);
	UT_RUN(sort_function);
	UT_RUN(joins);
	UT_RUN(memory);
	UT_RUN(constructed_nodes);
	UT_RUN(cancels);
	return ut_done();
}
