/*
 * edit_diff.c -- changes of the binary form against the same changes of libxml2's DOM, over random documents and
 * scripts.
 *
 *   edit_diff [-n SCRIPTS] [-s SEED]
 *
 * A document is stored in one form and changed by up to three scripts, one after the other, each of one to eight
 * changes. The same arguments make the same run.
 */
#include "edit_dom.h"

#include "../../src/core/check/bx_check.h"
#include "../../src/core/check/bx_stats.h"
#include "../../src/core/print/bx_canonical.h"
#include "../../src/core/encode/bx_table_put.h"

#include <libxml/c14n.h>

#include "diff_xml.h"

#define MOST_SHOWN 5
#define CHAIN 3
#define DOM_OPTIONS (XML_PARSE_NOENT | XML_PARSE_HUGE | XML_PARSE_NOCDATA | XML_PARSE_NONET)

static const unsigned forms[] = {BX_MODE_SHAPES,
								 BX_MODE_NAMES,
								 BX_MODE_AUTO,
								 BX_MODE_SHAPES | UT_CONSTANTS,
								 BX_MODE_NAMES | UT_CONSTANTS,
								 BX_MODE_SHAPES | UT_HEAP,
								 BX_MODE_NAMES | UT_HEAP,
								 BX_MODE_SHAPES | UT_DIRECTORIES,
								 BX_MODE_SHAPES | UT_DIRECTORIES | UT_EVERY | UT_CONSTANTS,
								 BX_MODE_SHAPES | UT_DIRECTORIES | UT_HEAP | UT_VALUES};

/* What is compared, in the order of the report. */
enum
{
	D_STATUS,
	D_CANONICAL,
	D_CHECK,
	D_LABELS,
	D_FRESH,
	D_PATHS,
	D_ANSWERS,
	D_POINTS
};

static const char *const points[D_POINTS] = {
	"what is refused is what must be",
	"canonical forms are those of the changed DOM",
	"the validator accepts what comes out",
	"order by label is document order",
	"encoding the result anew gives the bytes of its text",
	"paths, counts and statistics are those of its text",
	"paths select the same in it and in its text",
};

typedef struct Count
{
	uint64_t tried[D_POINTS];
	uint64_t bad[D_POINTS];
	uint64_t refused;
} Count;

/* A value that is being changed, and the document it must be. */
typedef struct Case
{
	Count *count;
	Gen *g;
	uint8_t *v;
	size_t n;
	unsigned form;
	BxTyped typed;
	Dom dom;
	uint64_t number;
	bool failed;
} Case;

static void
quiet(void *data, DiffXmlError err)
{
	(void) data;
	(void) err;
}

/* The test itself went wrong. */
static void
need(const Case *c, bool ok, const char *what)
{
	if (ok)
		return;
	printf("# script %llu, form 0x%x: %s\n", (unsigned long long) c->number, c->form, what);
	fflush(stdout);
	abort();
}

static void __attribute__((format(printf, 4, 5))) check(Case *c, int point, bool ok, const char *fmt, ...)
{
	va_list ap;

	c->count->tried[point]++;
	if (ok)
		return;
	c->failed = true;
	if (c->count->bad[point]++ >= MOST_SHOWN)
		return;
	printf("# %s: script %llu, form 0x%x\n#   ", points[point], (unsigned long long) c->number, c->form);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	printf("\n");
}

/* ---- both sides ---- */

static BxStatus
apply(Case *c, const UtTree *t, const Script *s, uint8_t **out, size_t *len, BxError *err)
{
	BxWriterOptions opt = ut_options(c->form, c->typed);
	BxEdit *e = ut_need(bx_edit_new(bx_host_libc(), &opt, c->v, c->n, err));
	BxEditAttribute attrs[STEPS_MAX];
	BxStatus st = BX_OK;
	uint32_t i;

	for (i = 0; i < s->n && st == BX_OK; i++)
	{
		const Step *x = &s->steps[i];
		const UtNode *n = t->all.n[x->node];
		BxEditChange change = {.op = x->op, .target = n->at, .text = x->text};

		attrs[i] = (BxEditAttribute){x->prefix, x->uri, x->local, x->text};
		if (x->op == BX_EDIT_ATTRIBUTES || x->op == BX_EDIT_SET_ATTRIBUTE ||
			(x->op == BX_EDIT_REPLACE && n->kind == UT_ATTRIBUTE))
		{
			change.attrs = &attrs[i];
			change.n_attrs = 1;
			change.text.n = 0;
		}
		change.prefix = x->prefix;
		change.uri = x->uri;
		change.local = x->local;
		change.value = x->bytes;
		change.value_n = x->bytes_n;
		st = bx_edit_add(e, &change);
	}
	if (st == BX_OK)
		st = bx_edit_apply(e, out, len);
	bx_edit_free(e);
	return st;
}

static xmlChar *
canonical_of(xmlDocPtr doc)
{
	xmlChar *s = NULL;

	if (doc == NULL || xmlC14NDocDumpMemory(doc, NULL, XML_C14N_1_0, NULL, 1, &s) < 0)
		return NULL;
	return s;
}

/* Are two texts the same?  What is shown is where they begin to differ. */
static void
check_same(Case *c, int point, const char *a, const char *b)
{
	size_t i = 0;

	while (a[i] != '\0' && a[i] == b[i])
		i++;
	check(c, point, a[i] == b[i], "edited   ...%.200s\n#   expected ...%.200s", a + (i < 60 ? 0 : i - 60),
		  b + (i < 60 ? 0 : i - 60));
}

static void
check_canonical(Case *c, const BxBuf *text)
{
	static const BxC14nOptions with_comments = {.comments = true};
	xmlDocPtr doc = xmlReadMemory((const char *) text->data, (int) text->len, "", NULL, DOM_OPTIONS);
	xmlChar *expected = canonical_of(c->dom.doc), *printed = canonical_of(doc);
	BxBuf ours;
	BxStore store;
	BxError err;

	bx_buf_init(&ours, bx_host_libc());
	bx_store_memory(&store, c->v, c->n);
	if (bx_c14n_read(&store, &with_comments, bx_host_libc(), &ours, &err) != BX_OK)
		ours.len = 0;
	xt_put(&ours, "", 1);
	need(c, expected != NULL && printed != NULL, "no canonical form");
	check_same(c, D_CANONICAL, (char *) printed, (char *) expected);
	check_same(c, D_CANONICAL, (char *) ours.data, (char *) expected);
	bx_buf_free(&ours);
	xmlFree(expected);
	xmlFree(printed);
	xmlFreeDoc(doc);
}

/* ---- against the value that the text makes ---- */

static void
check_labels(Case *c)
{
	UtTree t;
	BxError err;
	uint32_t i;
	bool ok = true;

	need(c, ut_tree_read(&t, c->v, c->n, &err) == BX_OK, "unreadable");
	ut_tree_labels(&t, c->v, c->n);
	for (i = 1; i < t.all.len; i++)
	{
		BxStr a = t.all.n[i - 1]->label, b = t.all.n[i]->label;

		ok = ok && bx_ordpath_cmp((const uint8_t *) a.s, a.n, (const uint8_t *) b.s, b.n) < 0;
	}
	check(c, D_LABELS, ok, "labels do not ascend");
	ut_tree_free(&t);
}

static void
check_bytes(Case *c, const uint8_t *fresh, size_t fresh_n)
{
	BxWriterOptions opt = ut_options(c->form, c->typed);
	uint8_t *again = NULL;
	size_t again_n = 0;
	UtEvents ev;
	BxError err;

	ut_events_init(&ev);
	check(c, D_FRESH,
		  ut_read_all(c->v, c->n, &ev, &err) == BX_OK &&
			  ut_write(&ev, &opt, bx_host_libc(), &again, &again_n, &err) == BX_OK && again_n == fresh_n &&
			  memcmp(again, fresh, fresh_n) == 0,
		  "%zu bytes instead of %zu", again_n, fresh_n);
	free(again);
	ut_events_free(&ev);
}

static int
compare_lines(const void *a, const void *b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

/* The path of a row, from the top. */
static void
put_path(BxBuf *out, const BxTable *t, uint32_t row)
{
	uint32_t rows[NS_DEPTH * 8 + 8], n = 0;

	for (; row != BX_SHAPE_NONE && n < sizeof(rows) / sizeof(rows[0]); row = t->shapes[row].parent)
		rows[n++] = row;
	while (n-- > 0)
	{
		const BxShape *r = &t->shapes[rows[n]];
		uint32_t pair = r->kind == BX_KIND_NAMESPACE ? r->name : BX_PAIR_NONE;

		xt_say(out, "/%d", r->kind);
		if (bx_kind_is_named(r->kind))
		{
			pair = t->names[r->name].pair;
			xt_say(out, "%.*s", (int) t->names[r->name].len, t->names[r->name].local);
		}
		xt_say(out, "{%.*s:%.*s}", (int) t->pairs[pair].prefix_len, t->pairs[pair].prefix,
			   (int) t->pairs[pair].uri_len, t->pairs[pair].uri);
	}
}

/* Every path with the number of its items, and what the statistics say about nodes. */
static void
put_summary(BxBuf *out, const uint8_t *v, size_t n)
{
	XtDoc d;
	BxStats s;
	BxError err;
	uint32_t *counts, i, k = 0;
	char **lines;
	BxBuf line;

	memset(&d, 0, sizeof(d));
	bx_arena_init(&d.arena, bx_host_libc());
	d.v = (uint8_t *) (uintptr_t) v;
	d.n = n;
	xt_index(&d);
	counts = ut_need(calloc(d.table.n_shapes + 1, sizeof(uint32_t)));
	lines = ut_need(calloc(d.table.n_shapes + 1, sizeof(char *)));
	for (i = 0; i < d.n_nodes; i++)
		if (d.nodes[i].kind != XP_DOC && d.nodes[i].key % 2 == 0)
			counts[d.nodes[i].row]++;
	bx_buf_init(&line, bx_host_libc());
	for (i = 0; i < d.table.n_shapes; i++)
	{
		if (counts[i] == 0)
			continue;
		line.len = 0;
		put_path(&line, &d.table, i);
		xt_say(&line, " %u", counts[i]);
		xt_put(&line, "", 1);
		lines[k] = ut_need(malloc(line.len));
		memcpy(lines[k++], line.data, line.len);
	}
	qsort(lines, k, sizeof(*lines), compare_lines);
	for (i = 0; i < k; i++)
	{
		xt_say(out, "%s\n", lines[i]);
		free(lines[i]);
	}
	if (bx_stats_collect(v, n, bx_host_libc(), &s, &err) != BX_OK)
		abort();
	xt_say(out, "%llu %llu %llu %llu %llu %u", (unsigned long long) s.elements,
		   (unsigned long long) s.attributes, (unsigned long long) s.texts, (unsigned long long) s.comments,
		   (unsigned long long) s.pis, s.depth);
	xt_put(out, "", 1);
	bx_buf_free(&line);
	free(lines);
	free(counts);
	d.v = NULL;
	xt_doc_free(&d);
}

static void
check_summary(Case *c, const uint8_t *fresh, size_t fresh_n)
{
	BxBuf ours, theirs;

	bx_buf_init(&ours, bx_host_libc());
	bx_buf_init(&theirs, bx_host_libc());
	put_summary(&ours, c->v, c->n);
	put_summary(&theirs, fresh, fresh_n);
	check_same(c, D_PATHS, (char *) ours.data, (char *) theirs.data);
	bx_buf_free(&ours);
	bx_buf_free(&theirs);
}

/* Paths that promises of rows, directories and the heap have to do with. */
static void
put_expression(Gen *g)
{
	static const char *const whole[] = {"string(/)",      "count(//node())", "//a",          "//@*",
										"//*[@a][1]",     "//b/text()",      "//a[b]/c",     "sum(//@a)",
										"//*[last()]/@*", "/*/*[2]/*",       "//c/..//@b",   "//*[.='1']",
										"//comment()",    "//*/*/*[a]",      "//text()[.>5]"};
	uint32_t n = pick(g, 4);

	gen_clear(g, 0);
	if (one_in(g, 2))
		put(g, PICK(g, whole));
	else
		put(g, one_in(g, 2) ? "/*" : "/a");
	while (n-- > 0 && g->ours.data[g->ours.len - 1] == '*')
		put(g, one_in(g, 2) ? "/b" : "/*");
	xt_put(&g->ours, "", 1);
}

static void
check_answers(Case *c, const uint8_t *fresh, size_t fresh_n)
{
	XtDoc docs[2];
	BxBuf out[2];
	int i, k;

	for (i = 0; i < 2; i++)
	{
		memset(&docs[i], 0, sizeof(docs[i]));
		bx_arena_init(&docs[i].arena, bx_host_libc());
		docs[i].v = (uint8_t *) (uintptr_t) (i == 0 ? c->v : fresh);
		docs[i].n = i == 0 ? c->n : fresh_n;
		docs[i].use_directories_at_once = (c->form & UT_DIRECTORIES) != 0;
		xt_index(&docs[i]);
		bx_buf_init(&out[i], bx_host_libc());
	}
	for (k = 0; k < 4; k++)
	{
		XtWay way = {.navigate = k % 2 != 0};

		put_expression(c->g);
		for (i = 0; i < 2; i++)
		{
			out[i].len = 0;
			xt_answer(&out[i], &docs[i], (const char *) c->g->ours.data, &way, true);
			xt_put(&out[i], "", 1);
		}
		check(c, D_ANSWERS, strcmp((char *) out[0].data, (char *) out[1].data) == 0,
			  "%s\n#   edited %s\n#   parsed %s", (const char *) c->g->ours.data, (char *) out[0].data,
			  (char *) out[1].data);
	}
	for (i = 0; i < 2; i++)
	{
		docs[i].v = NULL;
		xt_doc_free(&docs[i]);
		bx_buf_free(&out[i]);
	}
}

/* The DOM of a text, which must be well-formed. */
static void
read_dom(Case *c, const char *text, size_t n)
{
	dom_free(&c->dom);
	c->dom.doc = ut_need(xmlReadMemory(text, (int) n, "", NULL, DOM_OPTIONS));
	dom_fix_all_texts(&c->dom, (xmlNodePtr) c->dom.doc);
}

static void
check_result(Case *c)
{
	uint8_t *fresh;
	size_t fresh_n;
	BxBuf text;
	BxError err;
	BxStatus st = bx_check(c->v, c->n, true, NULL, bx_host_libc(), &err);

	check(c, D_CHECK, st == BX_OK, "%s", err.msg);
	if (st != BX_OK)
		return;
	bx_buf_init(&text, bx_host_libc());
	need(c, bx_text_write(c->v, c->n, NULL, bx_host_libc(), &text, &err) == BX_OK, "unprintable");
	check_canonical(c, &text);
	check_labels(c);
	fresh = xt_parse((const char *) text.data, text.len, c->form, c->typed, &fresh_n);
	check(c, D_FRESH, fresh != NULL, "%.*s", (int) text.len, (const char *) text.data);
	if (fresh != NULL)
	{
		check_bytes(c, fresh, fresh_n);
		check_summary(c, fresh, fresh_n);
		check_answers(c, fresh, fresh_n);
	}
	free(fresh);
	/*
	 * for the next script: declarations that say nothing new, which canonical forms do not show, are what they are here
	 */
	if (!c->failed)
		read_dom(c, (const char *) text.data, text.len);
	bx_buf_free(&text);
}

/* ---- scripts ---- */

/* For a report: the document and what was to be done to it. */
static void
show(const uint8_t *v, size_t n, const UtTree *t, const Script *s)
{
	static const char *const ops[] = {"first", "last",    "before", "after",  "attributes",
									  "set",   "replace", "value",  "rename", "delete"};
	BxBuf text;
	BxError err;
	uint32_t i;

	bx_buf_init(&text, bx_host_libc());
	if (bx_text_write(v, n, NULL, bx_host_libc(), &text, &err) == BX_OK)
		printf("#   %.*s\n", (int) text.len, (const char *) text.data);
	for (i = 0; i < s->n; i++)
	{
		const Step *x = &s->steps[i];
		const UtNode *node = t->all.n[x->node];

		printf("#   %s node %u (%.*s of %.*s) %s:%s{%s} %s %s\n", ops[x->op], x->node, (int) node->local.n,
			   node->local.s, node->parent ? (int) node->parent->local.n : 0,
			   node->parent ? node->parent->local.s : "", x->prefix.s, x->local.s, x->uri.s, x->text.s,
			   x->content ? x->content : "");
	}
	bx_buf_free(&text);
}

/* One script on the value and its DOM.  False when it was refused, or went wrong. */
static bool
step(Case *c)
{
	uint32_t want = 1 + pick(c->g, STEPS_MAX);
	Script s = {.n = 0};
	BxError err;
	uint8_t *out = NULL;
	size_t len;
	UtTree t;
	BxStatus st;
	bool document;

	need(c, ut_tree_read(&t, c->v, c->n, &err) == BX_OK, "unreadable");
	dom_list(&c->dom, (xmlNodePtr) c->dom.doc);
	need(c, t.all.len == c->dom.all.len, "the DOM has not the same nodes");
	while (want-- > 0)
		script_step(c->g, &t, &s);
	bx_error_clear(&err);
	st = apply(c, &t, &s, &out, &len, &err);
	dom_apply(&c->dom, &s);
	document = dom_is_document(&c->dom);
	check(c, D_STATUS,
		  st == BX_OK ? !c->dom.conflict && document
					  : (st == BX_E_UPDATE && c->dom.conflict) || (st == BX_E_NOT_DOCUMENT && !document),
		  "conflict %d, document %d: %s", c->dom.conflict, document, st == BX_OK ? "accepted" : err.msg);
	if (c->failed)
		show(c->v, c->n, &t, &s);
	c->count->refused += st != BX_OK;
	script_free(&s);
	ut_tree_free(&t);
	if (st != BX_OK || c->dom.conflict || !document)
	{
		free(out);
		return false;
	}
	free(c->v);
	c->v = out;
	c->n = len;
	check_result(c);
	return !c->failed;
}

static uint64_t
document(Count *count, Gen *g, uint64_t number, uint64_t last)
{
	Case c = {.count = count, .g = g, .number = number};
	const char *text;
	int i;

	c.form = PICK(g, forms);
	c.typed = one_in(g, 4) ? BX_TYPED_OFF : BX_TYPED_LOSSLESS;
	edit_document(g);
	text = (const char *) g->ours.data;
	read_dom(&c, text, strlen(text));
	c.v = ut_need(xt_parse(text, strlen(text), c.form, c.typed, &c.n));
	for (i = 0; i < CHAIN && c.number < last; i++)
	{
		c.number++;
		if (!step(&c))
			break;
	}
	free(c.v);
	dom_free(&c.dom);
	return c.number;
}

int
main(int argc, char **argv)
{
	uint64_t n = 500, seed = 1, done = 0;
	Count count;
	int i, bad = 0;
	Gen g;

	for (i = 1; i + 1 < argc; i += 2)
	{
		if (strcmp(argv[i], "-n") == 0)
			n = strtoull(argv[i + 1], NULL, 10);
		else if (strcmp(argv[i], "-s") == 0)
			seed = strtoull(argv[i + 1], NULL, 10);
	}
	xmlSetStructuredErrorFunc(NULL, quiet);
	memset(&count, 0, sizeof(count));
	gen_init(&g, seed);
	while (done < n)
		done = document(&count, &g, done, n);
	gen_free(&g);
	for (i = 0; i < D_POINTS; i++)
	{
		bool ok = count.bad[i] == 0 && count.tried[i] > 0;

		printf("%s %d - %s: %llu of %llu differ\n", ok ? "ok" : "not ok", i + 1, points[i],
			   (unsigned long long) count.bad[i], (unsigned long long) count.tried[i]);
		bad += !ok;
	}
	printf("# %llu scripts, of which %llu were refused\n1..%d\n", (unsigned long long) done,
		   (unsigned long long) count.refused, D_POINTS);
	return bad != 0;
}
