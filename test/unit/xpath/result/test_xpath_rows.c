/*
 * test_xpath_rows.c -- pulled rows: their order, labels, values and columns, in each form of storage, streaming and
 * not.
 *
 * Labels of all nodes are compared with those of the walk over info items; rows of many paths with what the same paths
 * give to a sink.
 */
#include "../../../../src/core/read/bx_walk.h"
#include "../../../../src/core/xpath/result/xp_rows.h"
#include "../../ut_pack.h"
#include "../../ut_xpath.h"

#define DOC                                                                                                  \
	"<!--top--><r xmlns='d' xmlns:p='u'><p:a n='1' m='x'>5</p:a><b>1.50</b><b/><b k='1'>t<c>w</c>v</b>"      \
	"<b k='2'>only</b><?z y?><e xmlns=''><f/><f>2</f></e></r>"

static const BxWriterOptions options = {.limits = BX_LIMITS_DEFAULT};

#define MOST_COLUMNS 4

static int n_known; /* cells that were known */

/* ---- rows as text: "label=node(column,column)" ---- */

static BxStatus
put_label(XpRows *rows, BxBuf *out, BxError *err)
{
	const uint8_t *label;
	size_t n;
	bool has;

	BX_TRY(xp_rows_label(rows, &has, &label, &n));
	if (has)
		return bx_ordpath_print(label, n, out, err);
	xt_say(out, "none");
	return BX_OK;
}

static BxStatus
put_node(XpRows *rows, BxBuf *out, const BxHost *host, BxError *err)
{
	uint8_t *data;
	size_t len;
	BxStatus st;

	BX_TRY(xp_rows_node(rows, &options, &data, &len));
	st = bx_text_write(data, len, NULL, bx_host_libc(), out, err);
	host->release(host->ctx, data);
	return st;
}

/* Where a cell is known, it is the item: a text, or a typed form of it. */
static BxStatus
check_cell(XpRows *rows, uint32_t i, const XpItem *item, unsigned count)
{
	char buf[BX_VALUE_TEXT_MAX], own[BX_VALUE_TEXT_MAX];
	const XpColumnValue *cells;
	const char *s;
	uint32_t n;
	BxStr text;

	BX_TRY(xp_rows_cells(rows, 0, &cells));
	n_known += cells[i].known;
	if (!cells[i].known)
		return BX_OK;
	CHECK(cells[i].count == count);
	if (count == 0)
		return BX_OK;
	s = bx_value_text(cells[i].p, cells[i].n, own, &n);
	text = xp_item_text(item, buf);
	CHECK(s != NULL && bx_same_bytes(s, n, text.s, text.n));
	BX_TRY(xp_rows_cells(rows, 1, &cells));
	CHECK(!cells[i].known || cells[i].n < 1);
	return BX_OK;
}

static BxStatus
put_column(XpRows *rows, uint32_t i, BxBuf *out)
{
	char buf[BX_VALUE_TEXT_MAX];
	XpItem item;
	unsigned count;
	BxStr text;

	BX_TRY(xp_rows_item(rows, i, true, &item, &count));
	BX_TRY(check_cell(rows, i, &item, count));
	if (item.type == XP_T_ANY)
		xt_say(out, "-");
	else
	{
		text = xp_item_text(&item, buf);
		xt_put(out, text.s, text.n);
		xt_say(out, "%s", count > 1 ? "+" : "");
	}
	return BX_OK;
}

/* put_column asks for a second one. */
static const uint8_t two_items[MOST_COLUMNS + 1] = {0, 2, 2, 2, 2};

typedef struct Rowset
{
	const char *path;
	const char *columns[MOST_COLUMNS];
	uint32_t n;
	bool nodes;
	uint32_t most; /* rows to pull; 0: all */
} Rowset;

static BxStatus
compile(const Rowset *set, BxArena *arena, XpBlock **joined, uint32_t *roots, BxError *err)
{
	const XpBlock *blocks[MOST_COLUMNS + 1];
	XpBlock *block;
	uint32_t i;

	BX_TRY(xp_compile(set->path, strlen(set->path), 0, arena, &block, err));
	blocks[0] = block;
	for (i = 0; i < set->n; i++)
	{
		BX_TRY(xp_compile_under(blocks[0], set->columns[i], strlen(set->columns[i]), arena, &block, err));
		blocks[i + 1] = block;
	}
	return xp_join(blocks, set->n + 1, arena, joined, roots, err);
}

static BxStatus
put_row(XpRows *rows, const Rowset *set, BxBuf *out, const BxHost *host, BxError *err)
{
	uint32_t i;

	BX_TRY(put_label(rows, out, err));
	if (set->nodes)
	{
		xt_say(out, "=");
		BX_TRY(put_node(rows, out, host, err));
	}
	for (i = 1; i <= set->n; i++)
	{
		xt_say(out, i == 1 ? "(" : ",");
		BX_TRY(put_column(rows, i, out));
	}
	xt_say(out, set->n > 0 ? ") " : " ");
	return BX_OK;
}

static BxStatus
put_rows(XpRows *rows, const Rowset *set, BxBuf *out, const BxHost *host, BxError *err)
{
	uint32_t n = 0;
	bool found;

	for (;;)
	{
		BX_TRY(xp_rows_next(rows, &found));
		if (!found || n++ == (set->most ? set->most : UINT32_MAX))
			return BX_OK;
		BX_TRY(put_row(rows, set, out, host, err));
	}
}

static BxStatus
ask(const XtDoc *d, const Rowset *set, const XtWay *way, BxBuf *out, BxError *err)
{
	uint32_t roots[MOST_COLUMNS + 1];
	XpRows *rows = NULL;
	XpBlock *joined;
	BxArena arena;
	XpCall c;
	BxStatus st;

	bx_arena_init(&arena, way->host);
	bx_error_clear(err);
	st = compile(set, &arena, &joined, roots, err);
	if (st == BX_OK)
	{
		xt_call(&c, &arena, d, way, err);
		st = xp_rows_open(&c, joined, roots, set->n + 1, XP_ROWS_LABELS | (set->nodes ? XP_ROWS_NODES : 0),
						  two_items, &rows);
		if (st == BX_OK)
			st = put_rows(rows, set, out, way->host, err);
		xp_rows_close(rows);
	}
	bx_arena_reset(&arena);
	return st;
}

static void
expect(const char *text, const Rowset *set, const char *want)
{
	XtForms f;
	int i;

	CHECK(xt_forms(&f, text));
	for (i = 0; i < 8; i++)
	{
		XtWay way = {.navigate = i & 4, .host = bx_host_libc()};
		BxError err;
		BxBuf buf;
		BxStatus st;

		bx_buf_init(&buf, bx_host_libc());
		st = ask(&f.doc[i & 3], set, &way, &buf, &err);
		if (st != BX_OK)
			xt_say(&buf, "!%s@%d", bx_status_name(st), (int) err.pos);
		CHECKF(bx_same_bytes((char *) buf.data, buf.len, want, strlen(want)),
			   "%s\n#   got  %.*s\n#   want %s (%d)", set->path, (int) buf.len, (const char *) buf.data, want,
			   i);
		bx_buf_free(&buf);
	}
	xt_forms_free(&f);
}

/* ---- cases ---- */

#define D "declare default element namespace 'd'; declare namespace p = 'u'; "

static void
labels(void)
{
	expect(DOC, &(Rowset){.path = "//*"}, "3 3.1 3.3 3.5 3.7 3.7.3 3.9 3.13 3.13.1 3.13.3 ");
	expect(DOC, &(Rowset){.path = "//@*"}, "3.1.@1 3.1.@3 3.7.@1 3.9.@1 ");
	expect(DOC, &(Rowset){.path = "//text()"}, "3.1.1 3.3.1 3.7.1 3.7.3.1 3.7.5 3.9.1 3.13.3.1 ");
	expect(DOC, &(Rowset){.path = "//comment()|//processing-instruction()"}, "1 3.11 ");
	expect(DOC, &(Rowset){.path = "/"}, " ");
	expect(DOC, &(Rowset){.path = "//*[last()]"}, "3 3.7.3 3.13 3.13.3 ");
	expect(DOC, &(Rowset){.path = "//*:f/namespace::*"}, "none none none none ");
	expect(DOC, &(Rowset){.path = "//none"}, "");
	expect(DOC, &(Rowset){.path = "//*", .most = 3}, "3 3.1 3.3 ");
	expect("t<a/>u", &(Rowset){.path = "node()"}, "1 3 5 ");
}

static void
nodes(void)
{
	expect(DOC, &(Rowset){.path = D "//c|//@k", .nodes = true},
		   "3.7.@1=1 3.7.3=<c xmlns=\"d\" xmlns:p=\"u\">w</c> 3.9.@1=2 ");
	expect(DOC, &(Rowset){.path = "//e", .nodes = true},
		   "3.13=<e xmlns:p=\"u\" xmlns=\"\"><f/><f>2</f></e> ");
	expect("<a><b>1</b>x</a>", &(Rowset){.path = "//node()", .nodes = true},
		   "1=<a><b>1</b>x</a> 1.1=<b>1</b> 1.1.1=1 1.3=x ");
}

static void
columns(void)
{
	expect(DOC, &(Rowset){.path = D "/r/b", .columns = {".", "@k", "c", "count(*)"}, .n = 4},
		   "3.3(1.50,-,-,0) 3.5(,-,-,0) 3.7(twv,1,w,1) 3.9(only,2,-,0) ");
	expect(DOC, &(Rowset){.path = D "//c", .columns = {"..", "../@k", "/r/p:a", "//b"}, .n = 4},
		   "3.7.3(twv,1,5,1.50+) ");
	expect(DOC,
		   &(Rowset){.path = D "/r/b[2]/following-sibling::b", .columns = {"position()", "name(..)"}, .n = 2},
		   "3.7(1,r) 3.9(1,r) ");
	expect(DOC, &(Rowset){.path = D "/r", .columns = {"'lit'", "1 + 1.5", "true()", "b[3]"}, .n = 4},
		   "3(lit,2.5,true,twv) ");
	expect(DOC, &(Rowset){.path = D "/r", .columns = {"declare namespace q = 'u'; q:a", "p:a"}, .n = 2},
		   "3(5,5) ");
}

/* Children and attributes some steps away: one pass for all columns, whose answers are those of paths of their own. */
static void
deep_columns(void)
{
	static const char text[] = "<r><i><a x='1'><b>1</b><b>2</b>t</a><a><b y='2'/><c/></a><d>v</d>u</i>"
							   "<i><a><b y='3' x='4'>w<c>5</c></b></a></i><i>s</i><i a='1'/></r>";

	expect(text, &(Rowset){.path = "/r/i", .columns = {"a/b", "a/@x", "a/b/@y", "a/b/text()"}, .n = 4},
		   "1.1(1+,1,2,1+) 1.3(w5,-,3,w) 1.5(-,-,-,-) 1.7(-,-,-,-) ");
	expect(text, &(Rowset){.path = "/r/i", .columns = {"*/*", "*/node()", "d/text()", "text()"}, .n = 4},
		   "1.1(1+,1+,v,u) 1.3(w5,w5,-,-) 1.5(-,-,-,s) 1.7(-,-,-,-) ");
	expect(text, &(Rowset){.path = "/r/i", .columns = {"a/b/c", "a", "*/@*", "a/b/c/text()"}, .n = 4},
		   "1.1(-,12t+,1,-) 1.3(5,w5,-,5) 1.5(-,-,-,-) 1.7(-,-,-,-) ");
	expect(text, &(Rowset){.path = "/", .columns = {"r/i/a/b", "r/i/@a", "r/i/d", "r/none/b"}, .n = 4},
		   "(1+,1,v,-) ");
	expect(text, &(Rowset){.path = "/r", .columns = {"i/a/b/node()", "i/*/*/*", "i/comment()", "@*"}, .n = 4},
		   "1(1+,5,-,-) ");
	n_known = 0;
	expect("a<b>1</b>", &(Rowset){.path = "/", .columns = {"text()", "b/text()", "b", "node()"}, .n = 4},
		   "(a,1,1,a+) ");
	CHECKF(n_known == 4 * 4, "%d", n_known);
}

/* ---- columns as cells against the same columns one by one ---- */

static void
put_value(BxBuf *b, uint64_t *rng)
{
	switch (ut_below(rng, 8))
	{
		case 0: break;
		case 1: xt_say(b, "%u", ut_below(rng, 12)); break;
		case 2: xt_say(b, "2020-01-%02u", 1 + ut_below(rng, 28)); break;
		case 3: xt_say(b, "%u.%u", ut_below(rng, 70000), ut_below(rng, 100)); break;
		case 4: xt_say(b, "same"); break;
		case 5: xt_say(b, "%0*u", (int) ut_below(rng, 20) == 0 ? 400 : 30, ut_below(rng, 100)); break;
		default: xt_say(b, "word %u", ut_below(rng, 1000)); break;
	}
}

/* A row: most have the same items, some lack one, have it twice, or with others in it. */
static void
put_record(BxBuf *b, uint64_t *rng)
{
	static const char *const names[] = {"n", "q", "d", "e"};
	bool odd = ut_below(rng, 8) == 0;
	size_t i;

	xt_say(b, "<i");
	if (!odd || ut_below(rng, 2) == 0)
		xt_say(b, " k='%u'", ut_below(rng, 300));
	if (!odd || ut_below(rng, 2) == 0)
		xt_say(b, " m='x'");
	xt_say(b, ">");
	for (i = 0; i < 4; i++)
	{
		unsigned times = odd ? ut_below(rng, 3) : 1;

		for (; times > 0; times--)
		{
			xt_say(b, "<%s>", names[i]);
			put_value(b, rng);
			xt_say(b, odd && ut_below(rng, 4) == 0 ? "<u/></%s>" : "</%s>", names[i]);
		}
	}
	xt_say(b, ut_below(rng, 10) == 0 ? "<z/></i>" : "</i>");
}

/* A column of a row: its cell where that is wanted and known, else its item. */
static BxStatus
put_cell(XpRows *rows, uint32_t i, const XpColumnValue *cells, bool more, BxBuf *out)
{
	char buf[BX_VALUE_TEXT_MAX];
	BxStr text = {NULL, 0};
	XpItem item;
	unsigned count;
	uint32_t n = 0;

	if (cells != NULL && cells[i].known)
	{
		count = cells[i].count;
		if (count > 0)
			text.s = bx_value_text(cells[i].p, cells[i].n, buf, &n);
		text.n = n;
	}
	else
	{
		BX_TRY(xp_rows_item(rows, i, more, &item, &count));
		if (count > 0)
			text = xp_item_text(&item, buf);
	}
	xt_say(out, "%u:", count);
	xt_put(out, text.s, text.n);
	xt_say(out, ",");
	return BX_OK;
}

/* All rows, with columns as cells or not, and the work it was. */
static void
put_cells(const XtDoc *d, const Rowset *set, bool as_cells, uint8_t wanted, BxBuf *out, XpWork *work)
{
	const uint8_t items[MOST_COLUMNS + 1] = {0, wanted, wanted, wanted, wanted};
	XtWay way = {.host = bx_host_libc()};
	uint32_t roots[MOST_COLUMNS + 1], i;
	const XpColumnValue *cells = NULL;
	XpRows *rows = NULL;
	XpBlock *joined;
	BxArena arena;
	BxError err;
	XpCall c;
	bool found = true;

	bx_arena_init(&arena, way.host);
	CHECK(compile(set, &arena, &joined, roots, &err) == BX_OK);
	xt_call(&c, &arena, d, &way, &err);
	CHECK(xp_rows_open(&c, joined, roots, set->n + 1, 0, items, &rows) == BX_OK);
	while (xp_rows_next(rows, &found) == BX_OK && found)
	{
		if (as_cells)
			CHECK(xp_rows_cells(rows, out->len % 3 == 0 ? 200 : 0, &cells) == BX_OK);
		for (i = 1; i <= set->n; i++)
			CHECK(put_cell(rows, i, cells, wanted > 1, out) == BX_OK);
		xt_say(out, ";");
	}
	CHECK(!found);
	*work = c.work;
	xp_rows_close(rows);
	bx_arena_reset(&arena);
}

/* Cells and items of all rows, in every form of storage. */
static void
compare_cells(const XtForms *f, const Rowset *set, const char *what)
{
	uint32_t form, i;

	for (form = 0; form < XT_FORMS; form++)
		for (i = 1; i <= 2; i++)
		{
			BxBuf one, other;
			XpWork work[2];

			bx_buf_init(&one, bx_host_libc());
			bx_buf_init(&other, bx_host_libc());
			put_cells(&f->doc[form], set, true, (uint8_t) i, &one, &work[0]);
			put_cells(&f->doc[form], set, false, (uint8_t) i, &other, &work[1]);
			CHECKF(one.len == other.len && memcmp(one.data, other.data, one.len) == 0,
				   "%s: %s, form %u, %u items", what, set->columns[0], form, i);
			bx_buf_free(&one);
			bx_buf_free(&other);
		}
}

/* Rows like the one before are recognized; whatever they are, cells say what items say. */
static void
cells_agree(void)
{
	static const Rowset sets[] = {{.path = "/r/i", .columns = {"@k", "n", "q", "d"}, .n = 4},
								  {.path = "/r/i", .columns = {"d", "@m", "none", "n"}, .n = 4},
								  {.path = "/r/i", .columns = {"n", "n", "@*", "e"}, .n = 4},
								  {.path = "/r/i", .columns = {"n/text()", "*", "z"}, .n = 3},
								  {.path = "/r/i", .columns = {"@none", "@k", "e/u"}, .n = 3},
								  {.path = "/r/i", .columns = {"z", "n"}, .n = 2}};
	uint64_t rng = 20261124;
	uint32_t s, i;
	XtForms f;
	BxBuf text;

	bx_buf_init(&text, bx_host_libc());
	xt_say(&text, "<r>");
	for (i = 0; i < 300; i++)
		put_record(&text, &rng);
	xt_say(&text, "</r>");
	xt_put(&text, "", 1);
	CHECK(xt_forms(&f, (const char *) text.data));
	for (s = 0; s < sizeof(sets) / sizeof(sets[0]); s++)
		compare_cells(&f, &sets[s], "cells");
	xt_forms_free(&f);
	bx_buf_free(&text);
}

/* The same where items of rows have the last tokens of one byte, and the first of two. */
static void
cells_agree_with_long_tokens(void)
{
	static const Rowset set = {.path = "/r/i", .columns = {"n", "@k", "q"}, .n = 3};
	uint32_t first, i;
	char what[32];

	for (first = 220; first < 245; first++)
	{
		XtForms f;
		BxBuf text;

		bx_buf_init(&text, bx_host_libc());
		xt_say(&text, "<r>");
		for (i = 0; i < first; i++)
			xt_say(&text, "<w%u>a%u</w%u>", i, i, i);
		for (i = 0; i < 12; i++)
			xt_say(&text, "<i k='k%u'><p>p%u</p><n>some n %u</n><q>q%u</q></i>", i, i, i, i);
		xt_say(&text, "</r>");
		xt_put(&text, "", 1);
		CHECK(xt_forms(&f, (const char *) text.data));
		snprintf(what, sizeof(what), "%u names before", first);
		compare_cells(&f, &set, what);
		xt_forms_free(&f);
		bx_buf_free(&text);
	}
}

static char *
many_rows(uint32_t n, size_t *len)
{
	char *text = ut_need(malloc(n * (size_t) 40 + 20));
	char *p = text;
	uint32_t i;

	p += sprintf(p, "<r>");
	for (i = 0; i < n; i++)
		p += sprintf(p, "<i k='%u'><n>x%u</n></i>", i, i);
	p += sprintf(p, "</r>");
	*len = (size_t) (p - text);
	return text;
}

/* What is counted does not depend on whether rows were recognized. */
static void
work_agrees(void)
{
	static const Rowset set = {.path = "/r/i", .columns = {"@k", "n"}, .n = 2};
	size_t len;
	char *text = many_rows(1000, &len);
	BxBuf one, other;
	XpWork work[2];
	XtDoc d;

	bx_buf_init(&one, bx_host_libc());
	bx_buf_init(&other, bx_host_libc());
	CHECK(xt_doc(&d, text, BX_MODE_SHAPES, BX_TYPED_LOSSLESS));
	put_cells(&d, &set, true, 1, &one, &work[0]);
	put_cells(&d, &set, false, 1, &other, &work[1]);
	CHECK(one.len == other.len && memcmp(one.data, other.data, one.len) == 0);
	CHECK(memcmp(&work[0], &work[1], sizeof(XpWork)) == 0);
	bx_buf_free(&one);
	bx_buf_free(&other);
	xt_doc_free(&d);
	free(text);
}

static void
errors(void)
{
	expect(DOC, &(Rowset){.path = "1"}, "!xpath_type@1");
	expect(DOC, &(Rowset){.path = D "/r", .columns = {"b["}, .n = 1}, "!xpath@3");
	expect(DOC, &(Rowset){.path = "/r", .columns = {"q:b"}, .n = 1}, "!xpath@-1");
	expect(DOC, &(Rowset){.path = "/*", .columns = {"$v"}, .n = 1}, "!xpath@1");
}

/* ---- labels of all nodes against the walk ---- */

/* Every node in document order by the walk over info items, texts without an item of their own included. */
static void
walk_labels(const XtDoc *d, BxBuf *out)
{
	BxSource src;
	BxArena arena;
	BxWalk *walk;
	BxInfo info;
	BxError err;
	const uint8_t *label, *p;
	uint32_t len;
	size_t n;
	bool found;

	bx_arena_init(&arena, bx_host_libc());
	bx_source_memory(&src, d->v + d->table.head.items_off, d->table.head.items_len);
	CHECK(bx_walk_new(&walk, &d->table, &src, NULL, &arena, &err) == BX_OK);
	while (bx_walk_next(walk, &info) == BX_OK && info.ev.kind != BX_EV_DONE)
	{
		bool element = info.ev.kind == BX_EV_ELEMENT || info.ev.kind == BX_EV_LEAF;

		if (info.line != BX_LINE_CHILD)
			continue;
		bx_walk_label(walk, &info, &label, &n);
		CHECK(bx_ordpath_print(label, n, out, &err) == BX_OK);
		xt_say(out, " ");
		CHECK(bx_walk_value(walk, &info, &found, &p, &len) == BX_OK);
		if (!element || !found || len == 0)
			continue;
		bx_walk_label(walk, &info, &label, &n);
		CHECK(bx_ordpath_print(label, n, out, &err) == BX_OK);
		xt_say(out, ".1 ");
	}
	bx_arena_reset(&arena);
}

static void
labels_agree(void)
{
	static const char *const texts[] = {DOC, "<a><b><c/></b><b x='1'>t</b>u</a>", "x<a/>y<!--z--><?p?>",
										"<a><a><a>1</a><a/></a><a><a><a>2</a>t</a></a></a>"};
	size_t i;
	int form;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
	{
		XtForms f;

		CHECK(xt_forms(&f, texts[i]));
		for (form = 0; form < 4; form++)
		{
			XtWay way = {.host = bx_host_libc()};
			BxBuf got, want;
			BxError err;

			bx_buf_init(&got, bx_host_libc());
			bx_buf_init(&want, bx_host_libc());
			CHECK(ask(&f.doc[form], &(Rowset){.path = "//node()"}, &way, &got, &err) == BX_OK);
			walk_labels(&f.doc[form], &want);
			CHECKF(bx_same_bytes((char *) got.data, got.len, (char *) want.data, want.len), "%.*s\n# %.*s",
				   (int) got.len, (char *) got.data, (int) want.len, (char *) want.data);
			bx_buf_free(&got);
			bx_buf_free(&want);
		}
		xt_forms_free(&f);
	}
}

/* ---- work and memory ---- */

/* Five rows cost the same however many there are; all of them cost each item a bounded number of looks. */
static void
work_is_bounded(void)
{
	const Rowset few = {.path = "/r/i", .columns = {"@k", "n", "count(*)"}, .n = 3, .most = 5};
	const Rowset all = {.path = "/r/i", .columns = {"@k", "n", "count(*)"}, .n = 3};
	uint64_t five[2], every[2];
	int i;

	for (i = 0; i < 2; i++)
	{
		uint32_t n = i == 0 ? 100 : 10000;
		uint32_t roots[MOST_COLUMNS + 1];
		XpRows *rows = NULL;
		XpBlock *joined;
		BxArena arena;
		BxBuf out;
		BxError err;
		size_t len, vn;
		XpCall c;
		char *text = many_rows(n, &len);
		uint8_t *v = xt_parse(text, len, BX_MODE_AUTO, BX_TYPED_LOSSLESS, &vn);
		const Rowset *sets[] = {&few, &all};
		int k;

		for (k = 0; k < 2; k++)
		{
			bx_arena_init(&arena, bx_host_libc());
			bx_buf_init(&out, bx_host_libc());
			memset(&c, 0, sizeof(c));
			c.host = bx_host_libc();
			c.arena = &arena;
			c.v = v;
			c.n = vn;
			c.err = &err;
			CHECK(compile(sets[k], &arena, &joined, roots, &err) == BX_OK);
			CHECK(xp_rows_open(&c, joined, roots, sets[k]->n + 1, XP_ROWS_LABELS, two_items, &rows) == BX_OK);
			CHECK(put_rows(rows, sets[k], &out, bx_host_libc(), &err) == BX_OK);
			xp_rows_close(rows);
			*(k == 0 ? &five[i] : &every[i]) = c.work.items;
			CHECKF(arena.total < 100000, "%zu", arena.total);
			bx_arena_reset(&arena);
			bx_buf_free(&out);
		}
		free(v);
		free(text);
	}
	CHECKF(five[0] == five[1] && five[0] < 100, "%u, %u", (unsigned) five[0], (unsigned) five[1]);
	CHECKF(every[1] < 15 * 10000 && every[1] > 3 * 10000, "%u", (unsigned) every[1]);
}

/* Every allocation refused once: an error, and nothing is lost. */
static void
out_of_memory(void)
{
	char text[40001] = "'";
	const Rowset sets[] = {
		{.path = D "//b", .columns = {".", "@k"}, .n = 2, .nodes = true},
		{.path = D "//b[last()]", .columns = {"..", "c"}, .n = 2, .nodes = true},
		{.path = D "//b[last()]", .columns = {text}, .n = 1},
	};
	XtDoc d;
	int i, n;

	memset(text + 1, 'x', sizeof(text) - 3);
	text[sizeof(text) - 2] = '\'';
	CHECK(xt_doc(&d, DOC, BX_MODE_AUTO, BX_TYPED_LOSSLESS));
	for (i = 0; i < 3; i++)
		for (n = 1;; n++)
		{
			UtHost host;
			XtWay way = {.host = &host.host};
			BxError err;
			BxBuf buf;
			BxStatus st;

			ut_host_init(&host);
			host.fail_at = n;
			bx_buf_init(&buf, bx_host_libc());
			st = ask(&d, &sets[i], &way, &buf, &err);
			bx_buf_free(&buf);
			CHECK(st == BX_OK || st == BX_E_NOMEM);
			if (st == BX_E_NOMEM)
				CHECKF(err.pos <= 0, "%d %d: at %d", i, n, (int) err.pos);
			CHECKF(host.live == 0, "%d %d: %d blocks left", i, n, host.live);
			if (host.calls < n)
				break;
		}
	xt_doc_free(&d);
}

/* Whatever a byte is changed to: rows or an error. */
static void
damaged_values(void)
{
	static const Rowset sets[] = {{.path = D "//b", .columns = {".", "@k", ".."}, .n = 3, .nodes = true},
								  {.path = "//node()", .nodes = true},
								  {.path = "//*[last()]", .columns = {"namespace::*"}, .n = 1}};
	static const uint8_t bytes[] = {0, 1, 0x7f, 0x80, 0xbf, 0xf0, 0xff};
	size_t at, b;
	int form;

	for (form = 0; form < 2; form++)
	{
		size_t n;
		uint8_t *v = xt_parse(DOC, strlen(DOC), form ? BX_MODE_SHAPES : BX_MODE_NAMES, BX_TYPED_LOSSLESS, &n);

		for (at = 0; at < n; at++)
			for (b = 0; b < sizeof(bytes); b++)
			{
				const Rowset *set = &sets[(at + b) % 3];
				uint32_t roots[MOST_COLUMNS + 1];
				uint8_t old = v[at];
				XpRows *rows = NULL;
				XpBlock *joined;
				BxArena arena;
				BxBuf out;
				BxError err;
				BxStatus st;
				XpCall c = {.host = bx_host_libc(), .arena = &arena, .v = v, .n = n, .err = &err};

				v[at] = bytes[b];
				bx_arena_init(&arena, bx_host_libc());
				bx_buf_init(&out, bx_host_libc());
				CHECK(compile(set, &arena, &joined, roots, &err) == BX_OK);
				st = xp_rows_open(&c, joined, roots, set->n + 1, XP_ROWS_LABELS | XP_ROWS_NODES, two_items,
								  &rows);
				if (st == BX_OK)
					st = put_rows(rows, set, &out, bx_host_libc(), &err);
				CHECKF(st == BX_OK || st == BX_E_CORRUPT || st == BX_E_VERSION || st == BX_E_STATE,
					   "byte %zu: %d", at, (int) st);
				xp_rows_close(rows);
				bx_buf_free(&out);
				bx_arena_reset(&arena);
				v[at] = old;
			}
		free(v);
	}
}

UT_SUITE(test_xpath_rows)
{
	UT_RUN(labels);
	UT_RUN(nodes);
	UT_RUN(columns);
	UT_RUN(deep_columns);
	UT_RUN(cells_agree);
	UT_RUN(cells_agree_with_long_tokens);
	UT_RUN(work_agrees);
	UT_RUN(errors);
	UT_RUN(labels_agree);
	UT_RUN(work_is_bounded);
	UT_RUN(out_of_memory);
	UT_RUN(damaged_values);
	return ut_done();
}
