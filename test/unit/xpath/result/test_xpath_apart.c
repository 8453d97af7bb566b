/*
 * test_xpath_apart.c -- paths on values that borrow the table of a vocabulary give the answers that they give on the
 * plain form, and make that form only where they need it.
 */
#define _GNU_SOURCE /* memmem */

#include "../../ut.h"
#include "../../ut_engine.h"
#include "../../ut_random.h"

#include "../../../../src/codec/bx_lz4.h"
#include "../../../../src/core/vocabulary/bx_learn.h"
#include "../../../../src/core/vocabulary/bx_share.h"
#include "../../../../src/core/xpath/result/xp_result.h"

/* Paths of the shortcut, and others. */
static const char *const paths[] = {
	"/a",
	"/a/b",
	"/item/@id",
	"/order/@a",
	"/*/@*",
	"/*/*/text()",
	"/*[@id = '42']/*",
	"/*/*[. = 'GBP']",
	"/*:item/*:a",
	"declare namespace p='urn:1'; /p:a/p:b",
	"//a",
	"count(//*)",
	"string(/)",
	"/*/*[2]",
};
#define PATHS (sizeof(paths) / sizeof(paths[0]))

typedef struct Site
{
	BxArena arena;
	XpBlock *block;
	XpCache *cache;
} Site;

static Site sites[PATHS];
static uint64_t ids; /* of tables so far */

/* A vocabulary, and a call on a value that refers to it. */
typedef struct Shared
{
	BxShareChoice choice; /* first */
	BxVocabulary voc;
	XpApart apart;
	const uint8_t *plain;
	size_t plain_n;
	unsigned made; /* calls that needed the plain form */
} Shared;

typedef struct Call
{
	XpCall xp; /* first */
	Shared *shared;
} Call;

static const BxVocabulary *
choose(BxShareChoice *choice, BxStr uri, BxStr local)
{
	(void) uri;
	(void) local;
	return &((Shared *) choice)->voc;
}

static void
make_whole(XpCall *c)
{
	Shared *s = ((Call *) c)->shared;

	c->v = s->plain;
	c->n = s->plain_n;
	c->apart = NULL;
	s->made++;
}

/* Value and count by a path as text, of the plain form or of the parts. */
static void
answer(const Site *site, Shared *shared, bool apart, char *out)
{
	BxArena arena;
	BxError err;
	int i;

	bx_arena_init(&arena, bx_host_lz4());
	for (i = 0; i < 3; i++)
	{
		Call c = {{.host = bx_host_lz4(), .arena = &arena, .err = &err, .cache = site->cache}, shared};
		XpItem item = {.type = XP_T_ANY};
		char buf[BX_VALUE_TEXT_MAX];
		BxStr s = {"", 0};
		uint64_t count = 0;
		bool found = false;
		BxStatus st;

		bx_error_clear(&err);
		c.xp.v = apart ? NULL : shared->plain;
		c.xp.n = shared->plain_n;
		c.xp.apart = apart ? &shared->apart : NULL;
		c.xp.whole = make_whole;
		st = i == 0   ? xp_value(&c.xp, site->block, &item)
			 : i == 1 ? xp_count(&c.xp, site->block, &count)
					  : xp_exists(&c.xp, site->block, &found);
		if (st == BX_OK && item.type != XP_T_ANY)
			s = xp_item_text(&item, buf);
		out += sprintf(out, "%d %s %d %d '%.*s';", (int) st, err.msg, (int) count, found,
					   s.n > 500 ? 500 : (int) s.n, s.s);
	}
	bx_arena_reset(&arena);
}

static void
same_answers(Shared *shared)
{
	char plain[4096], apart[4096];
	size_t i;

	for (i = 0; i < PATHS; i++)
	{
		answer(&sites[i], shared, false, plain);
		answer(&sites[i], shared, true, apart);
		CHECKF(strcmp(plain, apart) == 0, "%s: %s, apart %s", paths[i], plain, apart);
	}
}

/* Learn from the value, share it and ask; returns whether it borrows all of its table. */
static bool
ask(const uint8_t *v, size_t n, Shared *shared)
{
	const BxLearnLeast given = BX_LEARN_GIVEN;
	BxSharedHead head;
	BxArena arena;
	BxLearn *learn;
	BxBuf content;
	BxError err;
	uint8_t *stored = NULL, *plain;
	size_t m;
	uint32_t number;
	bool more, found = false, borrows = false;

	bx_arena_init(&arena, bx_host_lz4());
	bx_buf_init(&content, bx_host_lz4());
	CHECK(bx_learn_new(&learn, &arena, &err) == BX_OK && bx_learn_add(learn, v, n, &more, &err) == BX_OK);
	if (bx_learn_kinds(learn) > 0)
		CHECK(bx_learn_finish(learn, 0, &given, &bx_lz4_word_codec, &content, &found, &err) == BX_OK);
	bx_learn_free(learn);
	if (found)
	{
		CHECK(bx_vocabulary_open(&shared->voc, content.data, content.len, NULL, &arena, &err) == BX_OK);
		shared->voc.number = 1;
		shared->choice = (BxShareChoice){.choose = choose, .policy = {SIZE_MAX, 0, 0}};
		CHECK(bx_share(v, n, &shared->choice, bx_host_lz4(), &stored, &m, &err) == BX_OK);
	}
	if (stored != NULL &&
		bx_shared_borrows(stored, m, &number, &shared->apart.items, &shared->apart.items_len))
	{
		borrows = true;
		CHECK(bx_shared_head(stored, m, &head, &err) == BX_OK);
		CHECK(bx_shared_expand(&head, &shared->voc, 0, bx_host_lz4(), &plain, &shared->plain_n, &err) ==
			  BX_OK);
		shared->plain = plain;
		shared->apart.table_v = shared->voc.value;
		shared->apart.table_id = ++ids;
		shared->apart.table_head = &shared->voc.table.head;
		same_answers(shared);
		free(plain);
	}
	free(stored);
	bx_buf_free(&content);
	bx_arena_reset(&arena);
	return borrows;
}

static void
answers_are_those_of_the_plain_form(void)
{
	uint64_t rng = 31;
	int i, borrowed = 0;
	Shared shared;

	shared.made = 0;
	for (i = 0; i < 600; i++)
	{
		BxWriterOptions opt = ut_options(i & 1 ? BX_MODE_NAMES : BX_MODE_SHAPES, BX_TYPED_LOSSLESS);
		UtEvents ev;
		uint8_t *v;
		size_t n;

		ut_events_init(&ev);
		ut_random_events(&ev, &rng, 1 + ut_below(&rng, 60));
		CHECK(ut_write(&ev, &opt, bx_host_lz4(), &v, &n, NULL) == BX_OK);
		borrowed += ask(v, n, &shared);
		free(v);
		ut_events_free(&ev);
	}
	CHECKF(borrowed > 100, "only %d borrowed their table", borrowed);
	CHECKF(shared.made > 0 && shared.made < (unsigned) borrowed * PATHS * 3 * 3 / 4,
		   "%u of %u calls made the plain form", shared.made, borrowed * (unsigned) PATHS * 3);
}

/* ---- tables with the same fingerprint ---- */

#define TWIN "<o><aaaaaaaa>7</aaaaaaaa></o>"
#define TWIN_NAME 8 /* letters */
#define TWINS (1u << 18)

/* A value of that document with the name of a number, which 26^8 others differ from. */
static void
name_twin(uint8_t *name, uint32_t i)
{
	uint64_t spread = i * 0x9E3779B97F4A7C15ull;

	for (int k = 0; k < TWIN_NAME; k++, spread /= 26)
		name[k] = (uint8_t) ('a' + spread % 26);
}

typedef struct Twin
{
	uint32_t fingerprint;
	uint32_t i;
} Twin;

static int
by_fingerprint(const void *a, const void *b)
{
	const Twin *x = a, *y = b;

	return x->fingerprint < y->fingerprint ? -1 : x->fingerprint > y->fingerprint;
}

/*
 * Two values of n bytes each, valid ones, whose tables have the same length and fingerprint and another name; and a
 * path that the one has, 32 bytes.
 */
static void
make_twins(uint8_t **one, uint8_t **other, size_t *n, char *path)
{
	uint8_t *v = ut_encode(TWIN, strlen(TWIN), BX_MODE_NAMES, BX_TYPED_LOSSLESS, n), *name;
	Twin *twins = ut_need(malloc(TWINS * sizeof(Twin)));
	uint32_t i;
	BxHeader h;
	BxError err;

	CHECK(bx_header_read(v, *n, *n, &h, &err) == BX_OK);
	name = ut_need(memmem(v, *n, "aaaaaaaa", TWIN_NAME));
	for (i = 0; i < TWINS; i++)
	{
		name_twin(name, i);
		twins[i] = (Twin){bx_fingerprint(h.flags, v + h.table_off, h.table_len), i};
	}
	qsort(twins, TWINS, sizeof(Twin), by_fingerprint);
	for (i = 1; i < TWINS && twins[i - 1].fingerprint != twins[i].fingerprint; i++)
		continue;
	CHECK(i < TWINS);
	bx_put_u32(v + 2, twins[i].fingerprint);
	*other = ut_need(malloc(*n));
	name_twin(name, twins[i - 1].i);
	memcpy(*other, v, *n);
	name_twin(name, twins[i].i);
	snprintf(path, 32, "/o/%.8s", (const char *) name);
	*one = v;
	CHECK(memcmp(*one, *other, *n) != 0 && bx_check(*one, *n, true, NULL, bx_host_libc(), &err) == BX_OK &&
		  bx_check(*other, *n, true, NULL, bx_host_libc(), &err) == BX_OK);
	free(twins);
}

/* How many nodes the path has in the value at v, by its parts or as it is; some calls, so that the table is kept. */
static uint64_t
count_twin(const Site *site, XpTableCache *tables, const uint8_t *v, size_t n, uint64_t id, bool first)
{
	BxHeader h;
	BxError err;
	uint64_t count = 0;
	int i;

	CHECK(bx_header_read(v, n, n, &h, &err) == BX_OK);
	for (i = 0; i < 8; i++)
	{
		BxArena arena;
		XpApart apart = {v, &h, id, v + h.items_off, h.items_len};
		XpCall c = {
			.host = bx_host_libc(), .arena = &arena, .err = &err, .cache = site->cache, .tables = tables};

		c.v = id == 0 ? v : NULL;
		c.n = n;
		c.apart = id != 0 ? &apart : NULL;
		bx_arena_init(&arena, bx_host_libc());
		if (first && i == 0) /* a call that makes its plan needs all of a value */
		{
			c.apart = NULL;
			c.v = v;
		}
		CHECK(xp_count(&c, site->block, &count) == BX_OK);
		bx_arena_reset(&arena);
	}
	return count;
}

/* Another table in the place of one that is known, with its length and fingerprint, is not taken for it. */
static void
fingerprints_may_be_equal(void)
{
	uint8_t *one, *other, *place;
	BxArena shared;
	char path[32];
	BxError err;
	size_t n;

	make_twins(&one, &other, &n, path);
	place = ut_need(malloc(n));
	bx_arena_init(&shared, bx_host_libc());
	for (int how = 0; how < 4; how++) /* parts or a value, with tables that paths share or alone */
	{
		XpTableCache *tables = how & 1 ? ut_need(xp_table_cache_new(&shared)) : NULL;
		Site site;

		bx_arena_init(&site.arena, bx_host_libc());
		CHECKF(xp_compile(path, strlen(path), 0, &site.arena, &site.block, &err) == BX_OK, "%s", err.msg);
		site.cache = ut_need(xp_cache_of(&site.arena, site.block));
		for (int i = 0; i < 4; i++)
		{
			memcpy(place, i & 1 ? other : one, n);
			CHECKF(count_twin(&site, tables, place, n, how & 2 ? ++ids : 0, i == 0) == (i & 1 ? 0 : 1),
				   "%s, %d", path, how);
		}
		xp_cache_free(site.cache);
		bx_arena_reset(&site.arena);
	}
	bx_arena_reset(&shared);
	free(one);
	free(other);
	free(place);
}

UT_SUITE(test_xpath_apart)
{
	BxError err;
	size_t i;

	for (i = 0; i < PATHS; i++)
	{
		bx_arena_init(&sites[i].arena, bx_host_lz4());
		CHECKF(xp_compile(paths[i], strlen(paths[i]), 0, &sites[i].arena, &sites[i].block, &err) == BX_OK,
			   "%s: %s", paths[i], err.msg);
		sites[i].cache = ut_need(xp_cache_of(&sites[i].arena, sites[i].block));
	}
	UT_RUN(answers_are_those_of_the_plain_form);
	UT_RUN(fingerprints_may_be_equal);
	for (i = 0; i < PATHS; i++)
	{
		xp_cache_free(sites[i].cache);
		bx_arena_reset(&sites[i].arena);
	}
	return ut_done();
}
