/*
 * test_index_extract.c -- keys of documents against a slow model, the same in every form of storage; damage, memory,
 * cancel.
 */
#include "../ut_index.h"
#include "../ut_pack.h"

static const unsigned forms[] = {BX_MODE_NAMES,
								 BX_MODE_SHAPES,
								 BX_MODE_NAMES | UT_CONSTANTS,
								 BX_MODE_SHAPES | UT_CONSTANTS,
								 BX_MODE_NAMES | UT_HEAP,
								 BX_MODE_SHAPES | UT_HEAP,
								 BX_MODE_SHAPES | UT_DIRECTORIES,
								 BX_MODE_NAMES | UT_AS(AT_BASE64),
								 BX_MODE_SHAPES | UT_CONSTANTS | UT_AS(AT_HEX)};
#define FORMS (sizeof(forms) / sizeof(forms[0]))

static uint64_t rng = 7;

/* ---- the model ---- */

static void
check_packed(const uint8_t *v, size_t n, const BxIndexOptions *o, const char *want)
{
	size_t m = 0;
	uint8_t *packed = ut_pack(v, n, &m);
	UtStore store;
	char *keys;

	if (packed == NULL)
		return;
	ut_store_init(&store, packed, m);
	keys = ut_index_store(&store.store, bx_host_lz4(), o);
	CHECKF(strcmp(keys, want) == 0, "packed:\n%s\n%s", want, keys);
	free(keys);
	free(packed);
}

static void
check_forms(const UtEvents *ev, const BxIndexOptions *o)
{
	char *want = ut_index_model(ev, o);
	size_t f;

	for (f = 0; f < FORMS; f++)
	{
		BxWriterOptions opt = ut_options(forms[f], f & 2 ? BX_TYPED_OFF : BX_TYPED_LOSSLESS);
		uint8_t *v = NULL;
		size_t n = 0;
		char *keys;

		CHECK(ut_write(ev, &opt, bx_host_libc(), &v, &n, NULL) == BX_OK);
		keys = ut_index_value(v, n, o);
		CHECKF(strcmp(keys, want) == 0, "form %u:\n%s\n%s", (unsigned) f, want, keys);
		check_packed(v, n, o, want);
		free(keys);
		free(v);
	}
	free(want);
}

static void
keys_are_those_of_the_model(void)
{
	int i;

	for (i = 0; i < 400 && ut_here == 0; i++)
	{
		BxIndexOptions longs = bx_index_options(false), shorts = bx_index_options(true);
		UtEvents ev;

		ut_events_init(&ev);
		ut_random_events(&ev, &rng, ut_below(&rng, 4) ? ut_below(&rng, 30) : 300);
		longs.max_value = BX_INDEX_VALUE_MIN + ut_below(&rng, 100);
		check_forms(&ev, &longs);
		check_forms(&ev, &shorts);
		longs.kinds = shorts.kinds = (uint32_t) ut_rand(&rng) & BX_INDEX_ALL;
		check_forms(&ev, &longs);
		check_forms(&ev, &shorts);
		ut_events_free(&ev);
	}
}

/* ---- which nodes ---- */

static uint32_t
count(const char *xml, bool is_short)
{
	BxIndexOptions o = bx_index_options(is_short);
	size_t n = 0;
	uint8_t *v = xt_parse(xml, strlen(xml), BX_MODE_AUTO, BX_TYPED_LOSSLESS, &n);
	char *keys = ut_index_value(v, n, &o), *p;
	uint32_t k = 0;

	for (p = keys; *p != '\0'; p++)
		k += *p == ' ';
	free(keys);
	free(v);
	return k;
}

static void
nodes_have_keys(void)
{
	static const struct
	{
		const char *xml;
		uint32_t longs, shorts;
	} cases[] = {
		{"<a/>", 1, 0},
		{"<a>1</a>", 1, 1},
		{"<a x='1'/>", 2, 1},
		{"<a x='1'>1</a>", 2, 2},
		{"<a>1<!--2-->3</a>", 3, 3},
		{"<a><!--2--><?p 3?></a>", 1, 0},
		{"<a>1<!--2--></a>", 1, 1},
		{"<a> </a>", 1, 1},
		{"<a> <b/> </a>", 2, 1},
		{"<a><b/></a>", 2, 0},
		{"<a><b><c>1</c></b></a>", 3, 3},
		{"<a><b>1</b><b>2</b><b> 1 </b><b>01</b></a>", 3, 3},
		{"<a><b>1</b><c>1</c></a>", 3, 3},
		{"text <a/> and <b/>", 2, 0},
		{"", 0, 0},
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		CHECKF(count(cases[i].xml, false) == cases[i].longs, "%s: %u", cases[i].xml,
			   count(cases[i].xml, false));
		CHECKF(count(cases[i].xml, true) == cases[i].shorts, "%s: %u", cases[i].xml,
			   count(cases[i].xml, true));
	}
}

/* ---- long lists ---- */

/* Rows with so many different values, in turn. */
static uint8_t *
rows(uint32_t n, uint32_t different, size_t *len)
{
	BxBuf xml;
	uint8_t *v;
	uint32_t i;

	bx_buf_init(&xml, bx_host_libc());
	xt_say(&xml, "<l>");
	for (i = 0; i < n; i++)
		xt_say(&xml, "<r>v%u</r>", i % different);
	xt_say(&xml, "</l>");
	v = xt_parse((char *) xml.data, xml.len, BX_MODE_SHAPES, BX_TYPED_LOSSLESS, len);
	bx_buf_free(&xml);
	return v;
}

/* Memory follows the number of different keys, and doubles are found whatever the length. */
static void
memory_is_that_of_different_keys(void)
{
	static const struct
	{
		uint32_t n, different;
		size_t most;
	} cases[] = {{1000000, 10, 12 << 20}, {1000000, 40000, 16 << 20}, {400000, 400000, 64 << 20}};
	size_t i, n;

	for (i = 0; i < 6; i++)
	{
		BxIndexOptions o = bx_index_options(i % 2 != 0);
		uint8_t *v = rows(cases[i / 2].n, cases[i / 2].different, &n);
		BxIndexList list;
		BxStore store;
		BxArena arena;
		BxError err;
		UtHost host;

		ut_host_init_as(&host, bx_host_libc());
		bx_arena_init(&arena, &host.host);
		bx_store_memory(&store, v, n);
		CHECK(bx_index_extract(&o, &store, &arena, &list, &err) == BX_OK);
		/* short keys of some may be the same */
		CHECKF(list.n <= cases[i / 2].different + 1 && list.n + 100 * o.is_short > cases[i / 2].different,
			   "%u", list.n);
		CHECKF(host.peak < cases[i / 2].most, "case %u: %zu", (unsigned) i, host.peak);
		CHECK(host.polls > 0);
		bx_arena_reset(&arena);
		CHECK(host.live == 0);
		free(v);
	}
}

/* ---- errors ---- */

static BxStatus
extract_on(const BxHost *host, const uint8_t *v, size_t n, bool is_short)
{
	BxIndexOptions o = bx_index_options(is_short);
	BxIndexList list;
	BxStore store;
	BxArena arena;
	BxError err;
	BxStatus st;

	bx_arena_init(&arena, host);
	bx_store_memory(&store, v, n);
	st = bx_index_extract(&o, &store, &arena, &list, &err);
	bx_arena_reset(&arena);
	return st;
}

static void
cancel_and_no_memory(void)
{
	size_t n;
	uint8_t *v = rows(200000, 100000, &n);
	int i;

	for (i = 1; i < 40; i += 3)
	{
		UtHost host;
		BxStatus st;

		ut_host_init_as(&host, bx_host_libc());
		host.cancel_at = i;
		st = extract_on(&host.host, v, n, i % 2 != 0);
		CHECKF(st == (host.polls < i ? BX_OK : BX_E_CANCEL), "%d: %s", i, bx_status_name(st));
		CHECK(host.live == 0);
		ut_host_init_as(&host, bx_host_libc());
		host.fail_at = i;
		st = extract_on(&host.host, v, n, i % 2 != 0);
		CHECKF(st == (host.calls < i ? BX_OK : BX_E_NOMEM), "%d: %s", i, bx_status_name(st));
		CHECK(host.live == 0);
	}
	free(v);
}

static void
damage_gives_a_status(void)
{
	int i;

	for (i = 0; i < 20000; i++)
	{
		BxWriterOptions opt = ut_options(forms[ut_below(&rng, FORMS)], BX_TYPED_LOSSLESS);
		UtEvents ev;
		uint8_t *v, *w;
		size_t n, m;
		BxStatus st;

		ut_events_init(&ev);
		ut_random_events(&ev, &rng, 20);
		CHECK(ut_write(&ev, &opt, bx_host_libc(), &v, &n, NULL) == BX_OK);
		w = ut_mutate(v, n, &rng, &m);
		st = extract_on(bx_host_libc(), w, m, ut_below(&rng, 2) != 0);
		CHECKF(st == BX_OK || st == BX_E_CORRUPT || st == BX_E_VERSION, "%s", bx_status_name(st));
		free(w);
		free(v);
		ut_events_free(&ev);
	}
}

UT_SUITE(test_index_extract)
{
	UT_RUN(keys_are_those_of_the_model);
	UT_RUN(nodes_have_keys);
	UT_RUN(memory_is_that_of_different_keys);
	UT_RUN(cancel_and_no_memory);
	UT_RUN(damage_gives_a_status);
	return ut_done();
}
