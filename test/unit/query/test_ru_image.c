/*
 * test_ru_image.c -- queries on values outside memory: they read what they look at, answer as on the plain value, and
 * whatever is wrong with the store or the value comes back as a status.
 */
#define _POSIX_C_SOURCE 200809L

#include "../ut_content.h"
#include "../ut_pack.h"

#define ITEMS 6000
#define BLOCK 8192

static const char *const queries[] = {
	"string(/r/i[1]/name)",
	"count(//i)",
	"count(/r/i[@n mod 2 = 0]/name/text())",
	"/r/i[last()]",
	"/r/i[3000]/following-sibling::i[1]/name",
	"for $i in /r/i where $i/@n = ('7', '5990', '3001') return <x>{$i/name, $i/..//z}</x>",
	"for $i in reverse(/r/i)[position() < 4] return name($i/*[1]/parent::i)",
	"for $a in /r/i[@n < 20], $b in /r/i where $a/@n = $b/@of order by $b/@n descending return string($b/@n)",
	"/r/i[@n = 17]/ancestor-or-self::node()/count(*)",
	"sum(/r/i/@n)",
	"(//name)[5000]/string()",
	"let $d := <copy>{/r/i[@n = 4000]}</copy> return $d//name/string()",
	"count(/r/i/name[starts-with(., 'name of 59')])",
	"distinct-values(/r/i/name/string-length())",
	"deep-equal(/r/i[10], /r/i[11]), deep-equal(/r, /r)",
	"string-length(string(/))",
	"count(//text()), count(//@*), in-scope-prefixes(/r/i[9])",
	"(//comment())[3], //processing-instruction()/name()",
};

#define N_QUERIES (sizeof(queries) / sizeof(queries[0]))

static uint8_t *
make_document(size_t *n)
{
	size_t size = ITEMS * 160, k;
	char *text = ut_need(malloc(size));
	uint8_t *v;
	int i;

	k = (size_t) snprintf(text, size, "<r xmlns:p='u'><?go on?>");
	for (i = 0; i < ITEMS; i++)
		k += (size_t) snprintf(
			text + k, size - k, "<i n='%d' of='%d'><name>name of %d</name><p:k>%x</p:k>%s text %d</i>", i,
			i / 7, i, (unsigned) i * 2654435761u, i % 1000 == 0 ? "<!--thousand--><z/>" : "and", i);
	k += (size_t) snprintf(text + k, size - k, "</r>");
	v = xt_parse(text, k, BX_MODE_AUTO, BX_TYPED_LOSSLESS, n);
	free(text);
	return v;
}

typedef enum Form
{
	PLAIN,
	PACKED,
	FORMS
} Form;

/* The value as it is stored; exactly *m bytes on the heap. */
static uint8_t *
stored_as(Form form, const uint8_t *v, size_t n, size_t *m)
{
	UtPacked p;
	uint8_t *stored;

	if (form == PLAIN)
	{
		*m = n;
		return memcpy(ut_need(malloc(n)), v, n);
	}
	ut_packed_cut(&p, v, n, BLOCK, false);
	stored = ut_packed_join(&p, m);
	ut_packed_free(&p);
	return stored;
}

typedef struct Asking
{
	UtHost host;
	BxArena arena;
	BxError err;
	UtStore store;
	BxImage image;
	BxBuf out;
} Asking;

static void
asking_init(Asking *a, const uint8_t *stored, size_t m)
{
	memset(a, 0, sizeof(*a));
	ut_host_init(&a->host);
	bx_arena_init(&a->arena, &a->host.host);
	bx_buf_init(&a->out, &a->host.host);
	ut_store_init(&a->store, stored, m);
}

static void
asking_end(Asking *a)
{
	bx_buf_free(&a->out);
	bx_arena_reset(&a->arena);
	CHECKF(a->host.live == 0, "%d blocks were not given back", a->host.live);
}

/* The result of a query as text, in out; v NULL: on the store. */
static BxStatus
ask(Asking *a, const char *text, const uint8_t *v, size_t n)
{
	const FcOptions options = {.namespaces = NULL};
	FcCall call = {.host = &a->host.host, .arena = &a->arena, .err = &a->err, .value = v, .n = n};
	const FcQuery *query;
	FcRun *run = NULL;
	BxStatus st = BX_OK;
	uint8_t *data = NULL;
	size_t len = 0;
	bool any = false;

	BX_TRY(fc_compile(ut_str(text), &options, call.host, &a->arena, &query, &a->err));
	if (v == NULL)
	{
		BX_TRY(bx_image_open(&a->image, &a->store.store, &a->arena, &a->err));
		call.image = &a->image;
	}
	st = fc_open(query, &call, &run);
	if (st == BX_OK)
		st = fc_content(run, &usual, &any, &data, &len);
	if (st == BX_OK && any)
		st = bx_text_write(data, len, NULL, &a->host.host, &a->out, &a->err);
	if (any)
		a->host.host.release(a->host.host.ctx, data);
	fc_close(run);
	if (v == NULL)
		bx_image_close(&a->image);
	return st;
}

static void
same_answers(void)
{
	size_t n, m, i;
	uint8_t *v = make_document(&n);
	Form form;

	for (form = PLAIN; form < FORMS; form++)
	{
		uint8_t *stored = stored_as(form, v, n, &m);

		for (i = 0; i < N_QUERIES; i++)
		{
			Asking want, got;
			BxStatus st;

			asking_init(&want, NULL, 0);
			st = ask(&want, queries[i], v, n);
			CHECKF(st == BX_OK && want.out.len > 0, "%s: %s", queries[i], want.err.msg);
			asking_init(&got, stored, m);
			st = ask(&got, queries[i], NULL, 0);
			CHECKF(st == BX_OK, "%s: %s", queries[i], got.err.msg);
			CHECKF(want.out.len == got.out.len && memcmp(want.out.data, got.out.data, got.out.len) == 0,
				   "%s gives %.*s", queries[i], (int) got.out.len, (const char *) got.out.data);
			asking_end(&want);
			asking_end(&got);
		}
		free(stored);
	}
	free(v);
}

/* What is found at the beginning is all that is read. */
static void
reads_little(void)
{
	static const char *const few[] = {"string(/r/i[1]/name)", "exists(//i)", "(//name)[20]", "name(/*)"};
	size_t n, m, i;
	uint8_t *v = make_document(&n);
	Form form;

	for (form = PLAIN; form < FORMS; form++)
	{
		uint8_t *stored = stored_as(form, v, n, &m);

		for (i = 0; i < sizeof(few) / sizeof(few[0]); i++)
		{
			Asking a;

			asking_init(&a, stored, m);
			CHECKF(ask(&a, few[i], NULL, 0) == BX_OK, "%s: %s", few[i], a.err.msg);
			CHECKF(a.store.bytes < m / 4, "%s reads %d of %d bytes", few[i], (int) a.store.bytes, (int) m);
			asking_end(&a);
		}
		free(stored);
	}
	free(v);
}

/* Each read fails in turn, once of each query. */
static void
store_fails(void)
{
	size_t n, m, i;
	uint8_t *v = make_document(&n);
	uint8_t *stored = stored_as(PACKED, v, n, &m);
	int at;

	for (i = 0; i < N_QUERIES; i++)
	{
		bool failed = true;

		for (at = 1; failed; at++)
		{
			Asking a;
			BxStatus st;

			asking_init(&a, stored, m);
			a.store.fail_at = at;
			a.store.fail_with = BX_E_LIMIT;
			st = ask(&a, queries[i], NULL, 0);
			failed = a.store.reads >= at;
			CHECKF(st == (failed ? BX_E_LIMIT : BX_OK), "%s, read %d: %s", queries[i], at, a.err.msg);
			asking_end(&a);
		}
	}
	free(stored);
	free(v);
}

static void
hostile(void)
{
	size_t n, m, h;
	uint8_t *v = make_document(&n);
	uint64_t rng = 20261128;
	int i;

	for (i = 0; i < 300; i++)
	{
		uint8_t *stored = stored_as(i % 2 == 0 ? PLAIN : PACKED, v, n, &m);
		uint8_t *damaged = ut_mutate_packed(stored, m, &rng, &h);
		Asking a;
		BxStatus st;

		asking_init(&a, damaged, h);
		st = ask(&a, queries[i % (int) N_QUERIES], NULL, 0);
		CHECKF(st == BX_OK || a.err.msg[0] != '\0', "%s", bx_status_name(st));
		asking_end(&a);
		free(damaged);
		free(stored);
	}
	free(v);
}

UT_SUITE(test_ru_image)
{
	UT_RUN(same_answers);
	UT_RUN(reads_little);
	UT_RUN(store_fails);
	UT_RUN(hostile);
	return ut_done();
}
