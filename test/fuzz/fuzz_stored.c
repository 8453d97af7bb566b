/*
 * fuzz_stored.c -- every question on stored bytes that no validator has seen.
 *
 * Input: a value, plain or in blocks.  Damage must give a status for every reader and every form of storage: in
 * memory or outside, all at once or through windows, with caches that met other values before.
 */
#include "fuzz_damage.h"

#include "../../src/core/build/bx_build.h"
#include "../../src/core/compare/bx_contains.h"
#include "../../src/core/compare/bx_diff.h"
#include "../../src/core/compare/bx_equal.h"
#include "../../src/core/compare/bx_order.h"
#include "../../src/core/index/bx_index_pattern.h"
#include "../../src/core/read/bx_label.h"
#include "../../src/core/read/bx_walk.h"
#include "../../src/core/store/bx_window.h"
#include "../../src/core/print/bx_canonical.h"
#include "../../src/core/print/bx_text.h"
#include "../../src/core/xpath/result/xp_result.h"
#include "../../src/core/xpath/result/xp_rows.h"
#include "../../src/core/xpath/plan/xp_run.h"
#include "../unit/ut_dir.h"
#include "../unit/ut_index.h"

#define POLLS_MAX 20000
#define LABELS 12
#define PARTS 3 /* of a rowset */
#define COLUMNS 4

static const char *const paths[] = {
	"//namespace::*",
	"id('a b 1 2 x y')",
	"id(//@*)/..",
	"//*[ancestor::*[2]]/preceding::node()[1]",
	"//@*[. = //*]",
	"(//*, //@*, //text())[. > 3]",
	"//*/following-sibling::*[last()]/preceding-sibling::node()",
	"string-join(//text(), ',')",
	"distinct-values(//node())",
	"//text()[matches(., '[a-z]+\\d*')]",
	"sum(//*[number(.) = number(.)])",
	"for $x in //* return count($x/ancestor::node())",
	"//*[@*]/namespace-uri()",
	"//comment() | //processing-instruction() | /",
	"//*[. = /*/*[2]]",
	"//*[name() = local-name(..)]/@*[last()]",
	"/*/node()[position() > 2][last()]",
	"//*[a = 'x' and not(b > 2) or @a]/*",
	"/*/*[@id = 1 or a/b = 'y'][not(c)]",
	"//*[. = 'x' or @x != 3]",
	"/*/*/@*",
	"/*/*[a >= 1]/text()",
	"/*/*[@* != 'x']/*:a",
};
#define PATHS (sizeof(paths) / sizeof(paths[0]))

static int polls_left;

static BxStatus
limited_poll(void *ctx)
{
	(void) ctx;
	return polls_left-- > 0 ? BX_OK : BX_E_CANCEL;
}

static BxHost
limited_host(void)
{
	BxHost h = *bx_host_lz4();

	h.poll = limited_poll;
	polls_left = POLLS_MAX;
	return h;
}

/* ---- paths ---- */

static BxStatus
take_string(XpStringSink *sink, const char *s, size_t n, bool *stop)
{
	volatile char sum = 0;
	size_t i;

	(void) sink;
	(void) stop;
	for (i = 0; i < n; i++)
		sum ^= s[i];
	(void) sum;
	return BX_OK;
}

static BxStatus
take_value(XpValueSink *sink, uint8_t *data, size_t len, bool *stop)
{
	(void) sink;
	(void) stop;
	REQUIRE(len > 0);
	free(data);
	return BX_OK;
}

static BxStatus
take_record(XpRecordSink *sink, bool *stop)
{
	(void) sink;
	(void) stop;
	return BX_OK;
}

/* Elements as excerpts: their value and text. */
static void
ask_loose(XpCall *c, const XpBlock *path)
{
	BxWriterOptions opt = {.limits = BX_LIMITS_DEFAULT};
	BxExcerpt loose = {.v = NULL};
	uint8_t *v = NULL;
	BxBuf out;
	size_t n;
	bool b;

	if (xp_query_excerpt(c, path, &opt, &b, &loose, &v, &n) == BX_OK && b && loose.v == NULL)
		free(v);
	if (loose.v == NULL)
		return;
	bx_buf_init(&out, c->host);
	(void) bx_text_excerpt(&loose, c->host, &out, c->err);
	if (bx_excerpt_value(&loose, &opt, c->host, &v, &n, c->err) == BX_OK)
		free(v);
	bx_buf_free(&out);
	free((void *) loose.v);
}

static void
ask(XpCall *c, const XpBlock *path)
{
	BxWriterOptions opt = {.limits = BX_LIMITS_DEFAULT};
	XpStringSink strings = {take_string};
	XpValueSink values = {take_value};
	XpRecordSink records = {take_record};
	XpField fields[] = {{.name = "a", .name_len = 1}, {.name = "n", .name_len = 1}};
	XpItem item;
	uint64_t count;
	unsigned some;
	uint8_t *v = NULL;
	XpItem text;
	size_t n;
	bool b;

	(void) xp_exists(c, path, &b);
	(void) xp_test(c, path, &b);
	(void) xp_count(c, path, &count);
	if (xp_value(c, path, &text) == BX_OK && text.type != XP_T_ANY)
		(void) take_string(&strings, text.str.s, text.str.n, &b);
	(void) xp_item_value(c, path, true, &item, &some);
	(void) xp_strings(c, path, &strings);
	(void) xp_values(c, path, &opt, XP_SCOPE_USED, &values);
	(void) xp_records(c, path, &opt, fields, 2, &records);
	if (xp_query(c, path, &opt, &b, &v, &n) == BX_OK && b)
		free(v);
	ask_loose(c, path);
}

static void pull_rows(XpCall *c, const XpBlock *path);

/* The node of a row as a part: its value, and paths and rows evaluated where it is. */
static void
ask_part(const XpCall *outer, const XpSubtree *part)
{
	static const char *const asked[] = {"//@* | /*/.. | //text()", "string(/*/*[last()])",
										"/*/node()[2]/following::node() | /*/ancestor::node()"};
	BxWriterOptions opt = {.limits = BX_LIMITS_DEFAULT};
	uint8_t *v = NULL;
	XpCall c = *outer;
	XpBlock *path;
	BxArena arena;
	BxError err;
	size_t i, n;

	bx_arena_init(&arena, outer->host);
	bx_error_clear(&err);
	c.arena = &arena;
	c.err = &err;
	c.cache = NULL;
	c.part = part;
	if (xp_subtree_value(&c, &opt, &v, &n) == BX_OK)
		free(v);
	for (i = 0; i < sizeof(asked) / sizeof(asked[0]); i++)
	{
		if (xp_compile(asked[i], strlen(asked[i]), 0, &arena, &path, &err) != BX_OK || !xp_fits_subtree(path))
			abort();
		ask(&c, path);
	}
	pull_rows(&c, path);
	bx_arena_reset(&arena);
}

/* Everything about the current row; false: it cannot be read.  How many parts may still be asked. */
static bool
ask_row(XpCall *c, XpRows *rows, int *parts)
{
	BxWriterOptions opt = {.limits = BX_LIMITS_DEFAULT};
	XpStringSink strings = {take_string};
	const uint8_t *label;
	const XpColumnValue *cells;
	XpItem item;
	XpSubtree part;
	unsigned count;
	uint8_t *v;
	bool found;
	uint32_t i;
	size_t n;

	if (xp_rows_cells(rows, 2, &cells) != BX_OK)
		return false;
	for (i = 1; i <= COLUMNS; i++)
	{
		if (cells[i].known && cells[i].count > 0)
			(void) take_string(&strings, (const char *) cells[i].p, cells[i].n, &found);
		if (xp_rows_item(rows, i, false, &item, &count) != BX_OK ||
			xp_rows_strings(rows, i, &strings) != BX_OK)
			return false;
	}
	if (xp_rows_label(rows, &found, &label, &n) != BX_OK)
		return false;
	if (xp_rows_node(rows, &opt, &v, &n) == BX_OK)
		free(v);
	if (*parts > 0 && xp_rows_part(rows, 0, &part, &found) == BX_OK && found)
	{
		--*parts;
		ask_part(c, &part);
	}
	return true;
}

static void
pull_rows(XpCall *c, const XpBlock *path)
{
	static const char *const columns[] = {"string(.)", "../@* | *", "a", "b/@id"};
	const XpBlock *blocks[COLUMNS + 1] = {path};
	uint32_t roots[COLUMNS + 1], i;
	XpBlock *joined, *b;
	XpRows *rows = NULL;
	bool found = true;
	XpEngine *engine, *last = NULL;
	int parts = c->part == NULL ? PARTS : 0;

	for (i = 0; i < COLUMNS; i++)
	{
		if (xp_compile(columns[i], strlen(columns[i]), 0, c->arena, &b, c->err) != BX_OK)
			abort();
		blocks[i + 1] = b;
	}
	if (xp_join(blocks, COLUMNS + 1, c->arena, &joined, roots, c->err) != BX_OK)
		return;
	c->engine = NULL;
	for (i = 0; i <= COLUMNS; i++, last = engine)
	{
		engine = xp_engine_new(blocks[i], c->arena);
		*(last == NULL ? &c->engine : &last->next) = engine;
		if (engine == NULL)
			break;
	}
	if (i > COLUMNS &&
		xp_rows_open(c, joined, roots, COLUMNS + 1, XP_ROWS_LABELS | XP_ROWS_NODES, NULL, &rows) == BX_OK)
		while (xp_rows_next(rows, &found) == BX_OK && found)
			if (!ask_row(c, rows, &parts))
				break;
	xp_rows_close(rows);
	for (engine = c->engine; engine != NULL; engine = engine->next)
		xp_engine_forget(engine);
	c->engine = NULL;
}

/* Shared by all inputs, as by all calls of a server's process. */
static XpTableCache *tables;
static BxArena tables_arena;

static void
evaluate(BxStore *memory, BxStore *outside, size_t q)
{
	const char *s = q < PATHS ? paths[q] : ut_dir_questions[q - PATHS];
	BxHost host = limited_host();
	XpBlock *path;
	BxArena arena;
	BxError err;
	XpCall c = {.host = &host, .arena = &arena, .err = &err, .once = fc_engine_once};
	int i;

	bx_arena_init(&arena, &host);
	bx_error_clear(&err);
	if (xp_compile(s, strlen(s), 0, &arena, &path, &err) != BX_OK)
	{
		fprintf(stderr, "%s: %s\n", s, err.msg);
		abort();
	}
	c.cache = xp_cache_new(&arena);
	c.tables = tables;
	for (i = 0; i < 4; i++)
	{
		polls_left = POLLS_MAX;
		c.v = i < 2 ? memory->bytes : NULL;
		c.n = memory->total;
		c.store = i < 2 ? NULL : outside;
		c.use_directories_at_once = i & 1;
		c.navigate = i == 1;
		ask(&c, path);
	}
	pull_rows(&c, path);
	c.v = memory->bytes;
	c.store = NULL;
	polls_left = POLLS_MAX;
	pull_rows(&c, path);
	xp_cache_free(c.cache);
	bx_arena_reset(&arena);
}

/* ---- passes ---- */

typedef enum Print
{
	PRINT_PLAIN,
	PRINT_INDENTED,
	PRINT_CANONICAL,
	PRINT_EXCLUSIVE,
	PRINTS
} Print;

static void
print(BxStore *store, Print how, BxStatus *st, BxBuf *out)
{
	static const BxStr listed[] = {{"p", 1}, {"", 0}};
	BxTextOptions opt = {.indent = how == PRINT_INDENTED ? 2 : 0, .declaration = true};
	BxC14nOptions canonical = {.exclusive = how == PRINT_EXCLUSIVE,
							   .comments = how == PRINT_CANONICAL,
							   .prefixes = listed,
							   .n_prefixes = how == PRINT_EXCLUSIVE ? 2 : 0};
	BxHost host = limited_host();
	BxError err;

	bx_buf_init(out, bx_host_libc());
	*st = how < PRINT_CANONICAL ? bx_text_read(store, &opt, &host, out, &err)
								: bx_c14n_read(store, &canonical, &host, out, &err);
}

/* Text of a value in memory and outside. */
static void
print_both(BxStore *memory, BxStore *outside, Print how)
{
	BxBuf a, b;
	BxStatus sa, sb;

	print(memory, how, &sa, &a);
	print(outside, how, &sb, &b);
	REQUIRE(sa == sb);
	if (sa == BX_OK)
		REQUIRE(a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0));
	bx_buf_free(&a);
	bx_buf_free(&b);
}

static void
find_label(const BxLabelDoc *doc, const uint8_t *label, size_t n)
{
	BxPlace place;
	BxBuf out;
	bool found;

	bx_buf_init(&out, doc->host);
	(void) bx_label_find(doc, label, n, &place);
	(void) bx_label_path(doc, label, n, n & 1, &out, &found);
	bx_buf_free(&out);
}

/* Some labels of a value. */
typedef struct Labels
{
	uint8_t p[LABELS][64];
	size_t n[LABELS];
	uint32_t kept;
} Labels;

/* Back to the nodes, with what directories and label exceptions say. */
static void
find_labels(BxStore *store, const Labels *labels)
{
	BxHost host = limited_host();
	BxExceptions exceptions;
	BxImageSource items;
	BxTable table;
	BxLabelDoc doc;
	BxArena arena;
	BxDirs dirs;
	BxError err;
	BxImage img;
	uint32_t i;

	bx_arena_init(&arena, &host);
	if (bx_image_open(&img, store, &arena, &err) == BX_OK)
	{
		bx_image_source(&items, &img);
		if (bx_image_need(&img, 0, img.head.items_off) == BX_OK &&
			bx_table_open(&table, &arena, img.v, img.head.items_off, img.n, &err) == BX_OK &&
			bx_label_doc(&doc, &img, &table, &items.source, &arena, &exceptions, &dirs, &err) == BX_OK)
			for (i = 0; i < labels->kept && i < LABELS; i++)
				find_label(&doc, labels->p[i], labels->n[i]);
		bx_image_close(&img);
	}
	bx_arena_reset(&arena);
}

/* All info items, their values, and back from some labels. */
static void
walk(BxStore *store)
{
	BxHost host = limited_host();
	BxExceptions exceptions;
	Labels labels = {.kept = 0};
	size_t n;
	const uint8_t *p;
	BxTable table;
	BxArena arena;
	BxError err;
	BxWalk *w;
	BxReadAll pass;
	BxInfo info;
	BxRoot root;
	bool found;
	uint32_t len;

	bx_arena_init(&arena, &host);
	if (bx_read_all_open(&pass, store, &arena, &err) == BX_OK &&
		bx_read_all_table(&pass, &table, &arena) == BX_OK &&
		bx_exceptions_open_pass(&exceptions, &pass, &arena, &err) == BX_OK &&
		bx_walk_new(&w, &table, &pass.items.source, &exceptions, &arena, &err) == BX_OK)
	{
		if (bx_root_read(&pass.img, &arena, &root) == BX_OK)
			(void) bx_walk_root(w, &root, &arena);
		while (bx_walk_next(w, &info) == BX_OK && info.ev.kind != BX_EV_DONE)
		{
			bx_walk_label(w, &info, &p, &n);
			if (n < sizeof(labels.p[0]))
			{
				memcpy(labels.p[labels.kept % LABELS], p, n);
				labels.n[labels.kept++ % LABELS] = n;
			}
			if (bx_walk_value(w, &info, &found, &p, &len) != BX_OK)
				break;
			if (found)
				(void) take_string(NULL, (const char *) p, len, &found);
		}
	}
	bx_read_all_close(&pass);
	bx_arena_reset(&arena);
	find_labels(store, &labels);
}

/* A value that can be read equals itself. */
static void
compare(BxStore *memory, BxStore *outside)
{
	static const char *const words[] = {"comments", "whitespace", "order://*", "order:/"};
	BxHost host = limited_host();
	BxIgnore ignore = {0};
	BxArena arena;
	BxError err;
	bool equal;
	size_t i;

	bx_arena_init(&arena, bx_host_libc());
	for (i = 0; i <= sizeof(words) / sizeof(words[0]); i++)
	{
		if (i > 0)
			REQUIRE(bx_ignore_word(&ignore, words[i - 1], (uint32_t) strlen(words[i - 1]), &arena, &err) ==
					BX_OK);
		polls_left = POLLS_MAX;
		if (bx_deep_equal(memory, outside, &ignore, &host, &equal, &err) == BX_OK)
			REQUIRE(equal);
	}
	bx_arena_reset(&arena);
}

/* Of a value and itself there is none, of a value and an empty one there is one per child. */
static BxStatus
take_difference(BxDiffSink *sink, const BxDiffRow *row)
{
	(void) sink;
	REQUIRE(row->old_text.s != NULL && row->new_text.s == NULL);
	return BX_OK;
}

static BxStatus
take_nothing(BxDiffSink *sink, const BxDiffRow *row)
{
	(void) sink;
	(void) row;
	abort();
}

static void
differ(BxStore *memory, BxStore *outside)
{
	static const uint8_t other[] = {0xB1, 0, 0x7E, 0xF0, 0xF5, 0x1F, 4, 0, 0, 0, 0, 0, 0}; /* no nodes */
	BxDiffSink sink = {take_difference}, never = {take_nothing};
	BxHost host = limited_host();
	BxStore empty;
	BxError err;

	bx_store_memory(&empty, other, sizeof(other));
	(void) bx_diff(memory, outside, &host, &never, &err);
	(void) bx_diff(outside, &empty, &host, &sink, &err);
}

/* ---- order, containment and keys ---- */

/* What can be read is equal to itself, and has one hash and one sort key, wherever it is read from. */
static void
order(BxStore *memory, BxStore *outside)
{
	BxHost host = limited_host();
	uint64_t a = 0, b = 0;
	int order = 0;
	BxBuf pivot;
	BxError err;

	bx_buf_init(&pivot, bx_host_libc());
	if (bx_order(memory, outside, &host, &order, &err) == BX_OK)
		REQUIRE(order == 0);
	if (bx_order_hash(memory, 1, &host, &a, &err) == BX_OK)
		REQUIRE(bx_order_hash(outside, 1, &host, &b, &err) == BX_OK && a == b);
	if (bx_order_pivot(memory, &host, &pivot, &err) == BX_OK &&
		bx_order_key(memory, pivot.data, pivot.len, &host, &a, &err) == BX_OK)
		REQUIRE(bx_order_key(outside, pivot.data, pivot.len, &host, &b, &err) == BX_OK && a == b);
	bx_buf_free(&pivot);
}

/*
 * A sound value contains itself; one whose names were damaged may have an attribute twice.  Any is compared with a
 * sound one from either side.
 */
static void
contain(BxStore *memory, BxStore *outside)
{
	static const char text[] = "<a x='1'><b>1</b>x</a>";
	BxHost host = limited_host();
	bool result = false;
	BxStore sound;
	BxError err;
	size_t n = 0;
	uint8_t *v = ut_encode(text, sizeof(text) - 1, BX_MODE_SHAPES, BX_TYPED_LOSSLESS, &n);

	if (bx_contains(outside, memory, &host, &result, &err) == BX_OK && !result)
		REQUIRE(bx_check(memory->bytes, memory->total, true, NULL, bx_host_lz4(), &err) != BX_OK);
	bx_store_memory(&sound, v, n);
	(void) bx_contains(&sound, memory, &host, &result, &err);
	(void) bx_contains(outside, &sound, &host, &result, &err);
	(void) bx_order(&sound, outside, &host, &(int){0}, &err);
	free(v);
}

/* What a pattern is looked up by. */
static void
look_up(BxStore *store)
{
	BxHost host = limited_host();
	XpTerms terms;
	BxArena arena;
	BxError err;

	bx_arena_init(&arena, &host);
	(void) bx_index_pattern(store, &arena, &terms, &err);
	bx_arena_reset(&arena);
}

/* The keys of an index, or the name of an error. */
static void
extract(BxStore *memory, BxStore *outside)
{
	unsigned i;

	look_up(memory);
	look_up(outside);

	for (i = 0; i < 2; i++)
	{
		BxIndexOptions options = bx_index_options(i == 1);
		BxHost host = limited_host();
		char *a = ut_index_store(memory, &host, &options), *b;

		polls_left = POLLS_MAX;
		b = ut_index_store(outside, &host, &options);
		REQUIRE(strcmp(a, b) == 0);
		free(a);
		free(b);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	BxStore memory;
	UtStore outside;
	size_t q;
	int how;

	if (tables == NULL)
	{
		bx_arena_init(&tables_arena, bx_host_libc());
		tables = xp_table_cache_new(&tables_arena);
	}
	bx_store_memory(&memory, data, size);
	ut_store_init(&outside, data, size);
	for (q = 0; q < PATHS + UT_DIR_QUESTIONS; q++)
		if (size > 0 && (q + size) % 5 == data[size - 1] % 5)
			evaluate(&memory, &outside.store, q);
	for (how = 0; how < PRINTS; how++)
		print_both(&memory, &outside.store, (Print) how);
	compare(&memory, &outside.store);
	differ(&memory, &outside.store);
	order(&memory, &outside.store);
	contain(&memory, &outside.store);
	extract(&memory, &outside.store);
	walk(&memory);
	walk(&outside.store);
	return 0;
}
