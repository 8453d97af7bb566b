/*
 * test_ru_host.c -- FLWOR expressions, joins and try/catch when the host refuses memory or asks to stop: the query ends
 * with that status, nothing catches it, and all memory is given back.
 */
#include "../ut_host.h"
#include "../ut_query.h"

static const char document[] =
	"<r><i n='0' k='a'/><i n='1' k='b'/><i n='2' k='a'/><i n='3'/><i n='4' k='c'/><i n='5' k='d'/>"
	"<i n='6' k='c'/><i n='7' k='b'/><i n='8' k='e'/><i n='9' k='f'/></r>";

/* Each with the number of its items. */
static const struct
{
	const char *query;
	uint64_t n;
} queries[] = {
	{"for $x in ('a', 'b', 'c') for $i in /r/i where $i/@k = $x return string($i/@n)", 6},
	{"for $x in (3, 5, 7) for $i in /r/i where $i/@n < $x return string($i/@n)", 15},
	{"for $x in ('a', 'b', 'c') return /r/i[@k = $x and @n != '0']", 5},
	{"/r/i[@k = /r/i/@k]", 9},
	{"for $i in /r/i order by $i/@k descending, xs:integer($i/@n) return concat($i/@n, '')", 10},
	{"for $i in /r/i group by $k := $i/@k/string() order by $k return concat($k, count($i))", 7},
	{"for sliding window $w in /r/i start $s when $s/@k = 'a' end $e when $e/@k = 'b' return count($w)", 2},
	{"for $x in 1 to 4 return try { if ($x = 3) then 1 idiv 0 else string-join((1 to $x) ! string(.)) } "
	 "catch * { $err:description, $err:code }",
	 5},
	{"let $s := /r/i ! concat(@k, '-', @n) return (some $x in $s satisfies $x = 'f-9', every $x in $s "
	 "satisfies "
	 "string-length($x) > 1)",
	 2},
	{"declare function local:f($n) { if ($n = 0) then 'x' else concat(local:f($n - 1), $n) }; local:f(20)",
	 1},
};

#define N_QUERIES (sizeof(queries) / sizeof(queries[0]))

typedef struct Value
{
	BxArena arena;
	const uint8_t *data;
	size_t n;
} Value;

static void
open_value(Value *v)
{
	BxError err;

	bx_arena_init(&v->arena, bx_host_libc());
	CHECK(ut_query_parse(NULL, bx_str(document, strlen(document)), false, &v->arena, &v->data, &v->n, &err) ==
		  BX_OK);
}

/* Evaluate a query to its end; *n: how many items it gave. */
static BxStatus
evaluate(const BxHost *host, const char *query, const Value *v, uint64_t *n)
{
	const FcOptions options = {.immutable = false};
	const FcQuery *compiled;
	FcRun *run = NULL;
	BxArena arena;
	BxError err;
	BxStatus st;
	FcCall call = {.host = host, .arena = &arena, .err = &err, .value = v->data, .n = v->n};
	bool found = true;

	*n = 0;
	bx_error_clear(&err);
	bx_arena_init(&arena, host);
	st = fc_compile(bx_str(query, strlen(query)), &options, host, &arena, &compiled, &err);
	if (st == BX_OK)
		st = fc_open(compiled, &call, &run);
	while (st == BX_OK && found)
	{
		XdItem item;

		st = fc_next(run, &item, &found);
		*n += st == BX_OK && found;
	}
	fc_close(run);
	bx_arena_reset(&arena);
	return st;
}

static void
memory_is_refused(void)
{
	Value v;
	size_t q;

	open_value(&v);
	for (q = 0; q < N_QUERIES; q++)
	{
		int calls, at, wrong = 0;
		uint64_t n;
		UtHost h;

		ut_host_init_as(&h, bx_host_libc());
		CHECK(evaluate(&h.host, queries[q].query, &v, &n) == BX_OK);
		CHECKF(n == queries[q].n, "%s gave %d items", queries[q].query, (int) n);
		CHECK(h.live == 0);
		calls = h.calls;
		for (at = 1; at <= calls; at++)
		{
			ut_host_init_as(&h, bx_host_libc());
			h.fail_at = at;
			wrong += evaluate(&h.host, queries[q].query, &v, &n) != BX_E_NOMEM || h.live != 0;
		}
		CHECKF(wrong == 0, "%s: %d of %d refusals", queries[q].query, wrong, calls);
	}
	bx_arena_reset(&v.arena);
}

static void
host_cancels(void)
{
	Value v;
	size_t q;

	open_value(&v);
	for (q = 0; q < N_QUERIES; q++)
	{
		int polls, at, wrong = 0, step;
		uint64_t n;
		UtHost h;

		ut_host_init_as(&h, bx_host_libc());
		h.host.meter = NULL; /* every charge polls */
		CHECK(evaluate(&h.host, queries[q].query, &v, &n) == BX_OK);
		polls = h.polls;
		CHECK(polls > 20);
		step = polls / 200 + 1;
		for (at = 1; at <= polls; at += step)
		{
			ut_host_init_as(&h, bx_host_libc());
			h.host.meter = NULL;
			h.cancel_at = at;
			wrong += evaluate(&h.host, queries[q].query, &v, &n) != BX_E_CANCEL || h.live != 0;
		}
		CHECKF(wrong == 0, "%s: %d cancels of %d polls", queries[q].query, wrong, polls);
	}
	bx_arena_reset(&v.arena);
}

/* Queries over n items each, whose work must not grow with n * n: charges of the host are counted. */
static void
look_ups_save_work(void)
{
	static const char *const joins[] = {
		"let $s := 1 to 1000 return count(for $x in $s for $y in $s where $x = $y return $y)",
		"let $s := 1 to 1000 return count(for $x in $s for $y in $s where $y eq $x + 1 return $y)",
		"let $s := 1 to 1000 return count(for $x in $s return $s[. = $x])",
		"let $s := 1 to 1000 return count(for $x in $s where some $y in $s satisfies $y + 0 = $x return $x)",
		"let $s := 1 to 1000 return count(for $x in $s where $x = $s ! (. + 1) return $x)",
		"let $s := 1 to 1000 return count(for $x in $s where not($s[. > 5000] = $x) return $x)",
		"let $s := 1 to 1000 return sum(for $x in $s return count(for $y in $s where $y > $x + 990 return "
		"$y))",
		"let $e := <r>{(1 to 1000) ! <i n='{.}'/>}</r> return count($e/i[not(@n = preceding-sibling::i/@n)])",
	};
	Value v;
	size_t q;

	open_value(&v);
	for (q = 0; q < sizeof(joins) / sizeof(joins[0]); q++)
	{
		uint64_t n;
		UtHost h;

		ut_host_init_as(&h, bx_host_libc());
		h.host.meter = NULL;
		CHECK(evaluate(&h.host, joins[q], &v, &n) == BX_OK);
		CHECKF(h.polls > 1000 && h.polls < 100000, "%s: %d charges", joins[q], h.polls);
	}
	bx_arena_reset(&v.arena);
}

UT_SUITE(test_ru_host)
{
	UT_RUN(look_ups_save_work);
	UT_RUN(memory_is_refused);
	UT_RUN(host_cancels);
	return ut_done();
}
