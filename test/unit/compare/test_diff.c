/*
 * test_diff.c -- scripts from one value to another: what they say, and that doing what they say makes the other.
 *
 * The rows are done to a small tree of their own, found by label alone, and the result is compared as a model.
 */
#include "../ut_host.h"
#include "../ut_model.h"

#include <stdlib.h>

#include "../../../src/core/compare/bx_diff.h"
#include "../../../src/core/compare/bx_equal.h"
#include "../../../src/core/compare/bx_match_int.h"
#include "../../../src/core/ordpath/bx_ordpath.h"
#include "../../diff/canonical_doc.h"

static const unsigned forms[] = {BX_MODE_SHAPES,
								 BX_MODE_NAMES,
								 BX_MODE_SHAPES | UT_CONSTANTS,
								 BX_MODE_SHAPES | UT_HEAP,
								 BX_MODE_NAMES | UT_AS(AT_BASE64),
								 BX_MODE_SHAPES | UT_AS(AT_HEX)};
#define FORMS (sizeof(forms) / sizeof(forms[0]))

/* ---- a tree that is changed ---- */

typedef struct Part Part;
struct Part
{
	BxEventKind kind; /* ELEMENT, TEXT, COMMENT, PI, ATTRIBUTE; DONE for the document */
	BxBuf name;       /* as the model writes it */
	BxBuf value;
	BxBuf before;   /* models of what was inserted in front of it */
	BxBuf last;     /* ... and as its last children */
	UtTexts *added; /* attributes */
	bool deleted;
	Part *first[2]; /* children, attributes */
	Part **end[2];
	Part *next;
};

static Part *
part_new(BxEventKind kind)
{
	Part *p = ut_need(calloc(1, sizeof(Part)));

	p->kind = kind;
	bx_buf_init(&p->name, bx_host_libc());
	bx_buf_init(&p->value, bx_host_libc());
	bx_buf_init(&p->before, bx_host_libc());
	bx_buf_init(&p->last, bx_host_libc());
	p->end[0] = &p->first[0];
	p->end[1] = &p->first[1];
	return p;
}

static void
part_free(Part *p)
{
	for (; p != NULL;)
	{
		Part *next = p->next;

		part_free(p->first[0]);
		part_free(p->first[1]);
		bx_buf_free(&p->name);
		bx_buf_free(&p->value);
		bx_buf_free(&p->before);
		bx_buf_free(&p->last);
		free(p->added);
		free(p);
		p = next;
	}
}

static Part *
part_add(Part *parent, BxEventKind kind)
{
	int line = kind == BX_EV_ATTRIBUTE;
	Part *p = part_new(kind);

	*parent->end[line] = p;
	parent->end[line] = &p->next;
	return p;
}

static void
read_parts(Part *parent, const BxTable *t, BxReader *rd)
{
	BxEvent ev;

	while (bx_reader_next(rd, &ev) == BX_OK && ev.kind != BX_EV_DONE && ev.kind != BX_EV_END)
	{
		Part *p;

		if (ev.kind == BX_EV_NAMESPACE)
			continue;
		p = part_add(parent, ev.kind == BX_EV_LEAF ? BX_EV_ELEMENT : ev.kind);
		if (ev.kind != BX_EV_TEXT && ev.kind != BX_EV_COMMENT)
			ut_model_name(t, ev.shape, &p->name);
		if (ev.kind == BX_EV_ELEMENT)
			read_parts(p, t, rd);
		else if (ev.kind == BX_EV_LEAF)
		{
			if (ev.len > 0)
				ut_model_value(&ev, &part_add(p, BX_EV_TEXT)->value);
		}
		else
			ut_model_value(&ev, &p->value);
	}
}

static Part *
parts_of(const uint8_t *v, size_t n)
{
	Part *document = part_new(BX_EV_DONE);
	BxArena arena;
	BxTable table;
	BxSource src;
	BxReader *rd;
	BxError err;

	bx_arena_init(&arena, bx_host_libc());
	if (bx_table_open(&table, &arena, v, n, n, &err) != BX_OK)
		abort();
	bx_source_memory(&src, v + table.head.items_off, table.head.items_len);
	if (bx_reader_new(&rd, &table, &src, &arena, &err) != BX_OK)
		abort();
	read_parts(document, &table, rd);
	bx_arena_reset(&arena);
	return document;
}

static void
put_buf(BxBuf *out, const BxBuf *b)
{
	if (b->len > 0)
		xt_put(out, (const char *) b->data, b->len);
}

/* Content of a part as ut_model_content writes it. */
static void
model_parts(const Part *parent, BxBuf *out)
{
	UtTexts *attrs = ut_need(calloc(1, sizeof(UtTexts)));
	const Part *p;
	BxBuf b;

	bx_buf_init(&b, bx_host_libc());
	for (p = parent->first[1]; p != NULL; p = p->next)
		if (!p->deleted)
		{
			put_buf(&b, &p->name);
			xt_say(&b, "=");
			put_buf(&b, &p->value);
			xt_say(&b, "<a>");
			ut_texts_add(attrs, &b);
		}
	for (uint32_t i = 0; parent->added != NULL && i < parent->added->n; i++)
		attrs->s[attrs->n++] = parent->added->s[i];
	ut_texts_flush(attrs, true, out);
	free(attrs);
	for (p = parent->first[0]; p != NULL; p = p->next)
	{
		put_buf(out, &p->before);
		if (p->deleted)
			continue;
		if (p->kind == BX_EV_TEXT)
			xt_say(out, "<t>");
		else
			xt_say(out, "<%d", p->kind);
		put_buf(out, &p->name);
		if (p->kind != BX_EV_TEXT)
			xt_say(out, ">");
		put_buf(out, &p->value);
		model_parts(p, out);
		xt_say(out, p->kind == BX_EV_TEXT ? "</t>" : "</>");
	}
	put_buf(out, &parent->last);
}

/* ---- rows ---- */

typedef struct Script
{
	BxDiffSink sink;
	Part *document;
	uint32_t n;
	bool bad;
	BxBuf text; /* when wanted: what the rows say */
	bool keep;
} Script;

static Part *
find_part(Part *document, const uint8_t *label, size_t n)
{
	const uint8_t *at = label, *end = label + n;
	BxOrdpathPart part;
	Part *p = document;
	int64_t i;

	while (p != NULL && at != NULL && at < end)
	{
		at = bx_ordpath_part_get(at, end, &part);
		if (at == NULL)
			return NULL;
		p = p->first[part.line == BX_LINE_ATTRIBUTE];
		for (i = part.number / 2; p != NULL && i > 0; i--)
			p = p->next;
	}
	return p;
}

static void
set_value(BxBuf *out, BxDiffText text)
{
	BxEvent ev = {.payload = (const uint8_t *) text.s, .len = (uint32_t) text.n};

	out->len = 0;
	ut_model_value(&ev, out);
}

/* The model of one node given as XML. */
static void
put_xml(BxBuf *out, BxDiffText xml)
{
	static const UtModel all;
	size_t n = 0;
	uint8_t *v = xt_parse(xml.s, xml.n, BX_MODE_SHAPES, BX_TYPED_OFF, &n);
	char *model = v ? ut_model(&all, v, n) : NULL;

	CHECKF(model != NULL, "%.*s", (int) xml.n, xml.s);
	if (model != NULL)
		xt_put(out, model, strlen(model));
	free(model);
	free(v);
}

static void
add_attribute(Part *p, const BxDiffRow *row)
{
	const char *path = row->path.s, *end = path + row->path.n, *name = end;
	BxBuf b;

	while (name > path && name[-1] != '@')
		name--;
	bx_buf_init(&b, bx_host_libc());
	xt_say(&b, *name == 'Q' && name + 1 < end && name[1] == '{' ? "" : "{}");
	if (*name == 'Q' && name + 1 < end && name[1] == '{')
		name++;
	xt_say(&b, "%.*s=", (int) (end - name), name);
	{
		BxEvent ev = {.payload = (const uint8_t *) row->new_text.s, .len = (uint32_t) row->new_text.n};

		ut_model_value(&ev, &b);
	}
	xt_say(&b, "<a>");
	if (p->added == NULL)
		p->added = ut_need(calloc(1, sizeof(UtTexts)));
	ut_texts_add(p->added, &b);
}

static BxStatus
do_row(BxDiffSink *sink, const BxDiffRow *row)
{
	Script *s = (Script *) sink;
	Part *p = find_part(s->document, row->label, row->label_n);
	char label[200] = "";

	s->n++;
	if (s->keep)
	{
		BxBuf b;
		BxError err;

		bx_buf_init(&b, bx_host_libc());
		CHECK(bx_ordpath_print(row->label, row->label_n, &b, &err) == BX_OK);
		snprintf(label, sizeof(label), "%.*s", (int) b.len, (char *) b.data);
		bx_buf_free(&b);
		xt_say(&s->text, "%s %s %.*s", row->op, label, (int) row->path.n, row->path.s);
		if (row->old_text.s != NULL)
			xt_say(&s->text, " -%.*s", (int) row->old_text.n, row->old_text.s);
		if (row->new_text.s != NULL)
			xt_say(&s->text, " +%.*s", (int) row->new_text.n, row->new_text.s);
		xt_say(&s->text, "\n");
	}
	s->bad = s->bad || p == NULL;
	if (p == NULL)
		return BX_OK;
	if (strcmp(row->op, "delete") == 0)
		p->deleted = true;
	else if (strcmp(row->op, "update") == 0)
		set_value(&p->value, row->new_text);
	else if (strcmp(row->op, "insert-before") == 0)
		put_xml(&p->before, row->new_text);
	else if (strcmp(row->op, "insert-last") == 0)
		put_xml(&p->last, row->new_text);
	else if (strcmp(row->op, "insert-attribute") == 0)
		add_attribute(p, row);
	else
		s->bad = true;
	return BX_OK;
}

/* ---- checks ---- */

/* Rows from one value to another; *n of them, and what they say to *text when that is not NULL. */
static void
check_values(const uint8_t *v, size_t vn, const uint8_t *w, size_t wn, uint32_t *n, BxBuf *text)
{
	static const UtModel all;
	Script s = {.sink = {do_row}, .keep = text != NULL};
	char *want = ut_model(&all, w, wn), *had = ut_model(&all, v, vn);
	BxStore a, b;
	BxError err;
	BxStatus st;
	BxBuf got;

	bx_buf_init(&got, bx_host_libc());
	bx_buf_init(&s.text, bx_host_libc());
	s.document = parts_of(v, vn);
	bx_store_memory(&a, v, vn);
	bx_store_memory(&b, w, wn);
	st = bx_diff(&a, &b, bx_host_libc(), &s.sink, &err);
	CHECKF(st == BX_OK, "%s", err.msg);
	model_parts(s.document, &got);
	ut_text_end(&got);
	CHECKF(!s.bad && strcmp((char *) got.data, want) == 0, "from %s\n# want %s\n# got  %s", had, want,
		   (char *) got.data);
	CHECKF((s.n == 0) == (strcmp(had, want) == 0), "%u rows, %s and %s", s.n, had, want);
	*n = s.n;
	if (text != NULL)
	{
		put_buf(text, &s.text);
		ut_text_end(text);
	}
	part_free(s.document);
	bx_buf_free(&got);
	bx_buf_free(&s.text);
	free(want);
	free(had);
}

static void
check(const char *a, const char *b, const char *want)
{
	size_t f, n = 0, m = 0;
	uint32_t rows;
	BxBuf text;

	for (f = 0; f < FORMS; f++)
	{
		uint8_t *v = xt_parse(a, strlen(a), forms[f], BX_TYPED_LOSSLESS, &n);
		uint8_t *w = xt_parse(b, strlen(b), forms[(f + 1) % FORMS], BX_TYPED_LOSSLESS, &m);

		bx_buf_init(&text, bx_host_libc());
		check_values(v, n, w, m, &rows, &text);
		CHECKF(strcmp((char *) text.data, want) == 0, "%s to %s:\n%s", a, b, (char *) text.data);
		bx_buf_free(&text);
		free(v);
		free(w);
	}
}

static void
test_rows(void)
{
	check("<a/>", "<a></a>", "");
	check("<a>1</a>", "<a>2</a>", "update 1.1 /a[1]/text()[1] -1 +2\n");
	check("<a>1</a>", "<a/>", "delete 1.1 /a[1]/text()[1] -1\n");
	check("<a/>", "<a>&lt;</a>", "insert-last 1 /a[1] +&lt;\n");
	check("<a>t</a>", "<a><b/>t</a>", "insert-before 1.1 /a[1]/text()[1] +<b></b>\n");
	check("<a x='1' y='2' z='3'/>", "<a z='4' w='5' x='1'/>",
		  "delete 1.@3 /a[1]/@y -2\nupdate 1.@5 /a[1]/@z -3 +4\ninsert-attribute 1 /a[1]/@w +5\n");
	check("<a xmlns:p='u' p:x='1'><b/></a>", "<a xmlns:q='u' q:x='1' q:y=''><b/></a>",
		  "insert-attribute 1 /a[1]/@Q{u}y +\n");
	check("<a><b>1</b><b>2</b><b>3</b></a>", "<a><b>1</b><b>3</b></a>", "delete 1.3 /a[1]/b[2] -<b>2</b>\n");
	check("<a><b>1</b><b>3</b></a>", "<a><b>1</b><b>2</b><b>3</b></a>",
		  "insert-before 1.3 /a[1]/b[2] +<b>2</b>\n");
	check("<a><b>1</b></a>", "<a><b>1</b><b>2</b><c/></a>",
		  "insert-last 1 /a[1] +<b>2</b>\ninsert-last 1 /a[1] +<c></c>\n");
	check("<a><b/></a>", "<a><c/></a>", "delete 1.1 /a[1]/b[1] -<b></b>\ninsert-last 1 /a[1] +<c></c>\n");
	check("<a xmlns='u'><b>1</b></a>", "<a xmlns='u'><b>2</b><c/></a>",
		  "update 1.1.1 /Q{u}a[1]/Q{u}b[1]/text()[1] -1 +2\ninsert-last 1 /Q{u}a[1] +<c xmlns=\"u\"></c>\n");
	check("<a><!--1--><?p 1?>t</a>", "<a><!--2--><?p 2?>u</a>",
		  "update 1.1 /a[1]/comment()[1] -1 +2\nupdate 1.3 /a[1]/processing-instruction()[1] -1 +2\n"
		  "update 1.5 /a[1]/text()[1] -t +u\n");
	check("<a><?p 1?></a>", "<a><?q 1?></a>",
		  "delete 1.1 /a[1]/processing-instruction()[1] -<?p 1?>\ninsert-last 1 /a[1] +<?q 1?>\n");
	check("<a/>", "<b/>", "delete 1 /a[1] -<a></a>\ninsert-last  / +<b></b>\n");
	check("", "x<a/>", "insert-last  / +x\ninsert-last  / +<a></a>\n");
	check("t<x/>u", "tu", "update 1 /text()[1] -t +tu\ndelete 3 /x[1] -<x></x>\ndelete 5 /text()[2] -u\n");
}

static void
test_match(void)
{
	static const uint64_t a[] = {5, 1, 2, 3, 5, 9}, b[] = {1, 3, 2, 5, 7};
	static const uint32_t want[] = {1, 1, 1, 1, 2, 1};
	uint32_t match[6], position[6], i, n = 0, last = 0;
	BxArena arena;
	BxError err;

	bx_arena_init(&arena, bx_host_libc());
	CHECK(bx_match(a, 6, b, 5, match, &arena, &err) == BX_OK);
	for (i = 0; i < 6; i++)
		if (match[i] != BX_NO_MATCH)
		{
			CHECK(a[i] == b[match[i]] && (n == 0 || match[i] > last));
			last = match[i];
			n++;
		}
	CHECK(n == 2);
	CHECK(bx_match_positions(a, 6, position, &arena, &err) == BX_OK &&
		  memcmp(position, want, sizeof(want)) == 0);
	CHECK(bx_match(a, 0, b, 0, match, &arena, &err) == BX_OK);
	bx_arena_reset(&arena);
}

/* Some changes of a text that leave it well-formed, as a value. */
static uint8_t *
changed_value(Gen *g, const char *text, uint32_t changes, size_t *n)
{
	uint8_t *v = ns_parse(text, forms[pick(g, FORMS)], n), *w;
	char *now = ut_need(malloc(strlen(text) + 1)), *next;
	uint32_t tries;
	size_t m;

	memcpy(now, text, strlen(text) + 1);
	for (tries = 0; changes > 0 && tries < 400; tries++)
	{
		next = ns_change(g, now);
		w = ns_parse(next, forms[pick(g, FORMS)], &m);
		if (w == NULL)
		{
			free(next);
			continue;
		}
		free(now);
		free(v);
		now = next;
		v = w;
		*n = m;
		changes--;
	}
	free(now);
	return v;
}

/* Between a document and itself with changes, and between documents that have little to do with each other. */
static void
test_random(void)
{
	uint32_t rows, total = 0;
	Gen g;
	int i;

	gen_init(&g, 11);
	for (i = 0; i < 1500 && ut_here < 3; i++)
	{
		const char *text;
		uint8_t *v, *w;
		size_t n = 0, m = 0;

		ns_document(&g);
		text = (const char *) g.ours.data;
		v = ns_parse(text, forms[pick(&g, FORMS)], &n);
		if (i % 8 == 0)
			ns_document(&g);
		w = changed_value(&g, (const char *) g.ours.data, 1 + pick(&g, 12), &m);
		check_values(v, n, w, m, &rows, NULL);
		total += rows;
		check_values(w, m, v, n, &rows, NULL);
		check_values(w, m, w, m, &rows, NULL);
		free(v);
		free(w);
	}
	gen_free(&g);
	printf("# %u rows\n", total);
	CHECK(total > 4000);
}

/* Many siblings, some the same, with some changed: the script has as many rows as there are changes, or few more. */
static void
test_small_changes(void)
{
	uint64_t rng = 5;
	int round;

	for (round = 0; round < 40; round++)
	{
		uint32_t i, rows = 0, changes = 0, count = 2000;
		BxBuf a, b;
		uint8_t *v, *w;
		size_t n = 0, m = 0;

		bx_buf_init(&a, bx_host_libc());
		bx_buf_init(&b, bx_host_libc());
		xt_say(&a, "<r>");
		xt_say(&b, "<r>");
		for (i = 0; i < count; i++)
		{
			uint32_t what = ut_below(&rng, 100), key = round & 1 ? i : i % 7;

			xt_say(&a, "<i k='%u'><v>x</v><!--c--></i>", key);
			changes += what < 3;
			if (what == 0)
				continue;
			xt_say(&b, "<i k='%u'><v>%s</v><!--c--></i>", key, what == 1 ? "y" : "x");
			if (what == 2)
				xt_say(&b, "<new/>");
		}
		xt_say(&a, "</r>");
		xt_say(&b, "</r>");
		v = xt_parse((char *) a.data, a.len, BX_MODE_SHAPES, BX_TYPED_LOSSLESS, &n);
		w = xt_parse((char *) b.data, b.len, BX_MODE_SHAPES, BX_TYPED_LOSSLESS, &m);
		check_values(v, n, w, m, &rows, NULL);
		if (round & 1)
			CHECKF(rows <= changes * 2, "%u rows for %u changes", rows, changes);
		free(v);
		free(w);
		bx_buf_free(&a);
		bx_buf_free(&b);
	}
}

/* ---- work ---- */

static int polls;

static BxStatus
counting_poll(void *ctx)
{
	(void) ctx;
	polls++;
	return BX_OK;
}

typedef struct Counter
{
	BxDiffSink sink;
	uint32_t n;
} Counter;

static BxStatus
count_row(BxDiffSink *sink, const BxDiffRow *row)
{
	(void) row;
	((Counter *) sink)->n++;
	return BX_OK;
}

/* 100,000 children, all of them changed, or in another order: no search starts over. */
static void
test_work(void)
{
	BxHost host = *bx_host_libc();
	int what;

	host.poll = counting_poll;
	for (what = 0; what < 3; what++)
	{
		Counter c = {.sink = {count_row}};
		uint32_t i, count = 100000;
		BxStore x, y;
		BxBuf a, b;
		uint8_t *v, *w;
		size_t n = 0, m = 0;
		BxError err;

		bx_buf_init(&a, bx_host_libc());
		bx_buf_init(&b, bx_host_libc());
		xt_say(&a, "<r>");
		xt_say(&b, "<r>");
		for (i = 0; i < count; i++)
		{
			xt_say(&a, "<i>%u</i>", i);
			xt_say(&b, "<%s>%u</%s>", what == 2 ? "j" : "i", what == 1 ? count - 1 - i : i + count,
				   what == 2 ? "j" : "i");
		}
		xt_say(&a, "</r>");
		xt_say(&b, "</r>");
		v = xt_parse((char *) a.data, a.len, BX_MODE_SHAPES, BX_TYPED_LOSSLESS, &n);
		w = xt_parse((char *) b.data, b.len, BX_MODE_SHAPES, BX_TYPED_LOSSLESS, &m);
		bx_store_memory(&x, v, n);
		bx_store_memory(&y, w, m);
		polls = 0;
		CHECK(bx_diff(&x, &y, &host, &c.sink, &err) == BX_OK);
		CHECKF(c.n >= count - 1 && c.n <= 2 * count, "%u rows", c.n);
		CHECKF(polls > 50 && polls < 1000000, "%d polls", polls);
		free(v);
		free(w);
		bx_buf_free(&a);
		bx_buf_free(&b);
	}
}

/* Partners among hundreds of thousands of children are found with polls on the way. */
static void
long_lists(void)
{
	const uint32_t n = 200000;
	uint64_t *keys = ut_need(malloc(2 * n * sizeof(uint64_t))), *other = keys + n;
	uint32_t *match = ut_need(malloc(n * sizeof(uint32_t)));
	BxArena arena;
	BxError err;
	UtHost host;

	for (uint32_t i = 0; i < n; i++)
	{
		keys[i] = (i * 2654435761u) % 1000003;
		other[i] = keys[i];
	}
	ut_host_init_as(&host, bx_host_libc());
	bx_arena_init(&arena, &host.host);
	CHECK(bx_match(keys, n, other, n, match, &arena, &err) == BX_OK);
	CHECK(match[0] != BX_NO_MATCH && match[n - 1] != BX_NO_MATCH);
	CHECKF(host.polls >= 2 * (int) (n / 4096), "%d polls", host.polls);
	host.polls = 0;
	CHECK(bx_match_positions(keys, n, match, &arena, &err) == BX_OK);
	CHECKF(host.polls >= (int) (n / 4096), "%d polls", host.polls);
	bx_arena_reset(&arena);
	free(match);
	free(keys);
}

UT_SUITE(test_diff)
{
	UT_RUN(test_rows);
	UT_RUN(test_match);
	UT_RUN(test_random);
	UT_RUN(test_small_changes);
	UT_RUN(test_work);
	UT_RUN(long_lists);
	return ut_done();
}
