/*
 * ut_xpath.h -- evaluation of paths for tests: documents in every form of storage, answers as text.
 *
 * A primary answer is the result as people would write it: "[a=1 @n=2 'text' <!--c--> ?pi /]" for nodes in the order
 * they were delivered, "=1.5" for a number, "\"s\"" for a string, true, false, and "!status@position" for an error.
 * An element is shown as its name, with "=text" for a leaf and "#v" for a first attribute n="v".  The full answer
 * adds what every public entry point says.
 *
 * Needs libbxml_xml for parsing.  Running out of memory ends the test program.
 */
#ifndef UT_XPATH_H
#define UT_XPATH_H

#include <stdarg.h>
#include <stdlib.h>

#include "../../src/core/base/bx_core_int.h"
#include "../../src/core/xpath/result/xp_query_int.h"
#include "../../src/core/read/bx_reader.h"
#include "../../src/core/print/bx_text.h"
#include "../../src/xml/bx_parse.h"
#include "ut.h"
#include "ut_engine.h"
#include "ut_value.h"

typedef struct XtNode
{
	uint32_t key;
	uint32_t row;
	uint32_t len;
	uint32_t first_attr; /* index of the first attribute of an element, 0 for none */
	const uint8_t *payload;
	uint8_t kind; /* XP_DOC or a BxKind */
} XtNode;

typedef struct XtDoc
{
	BxArena arena;
	BxTable table;
	XtNode *nodes; /* all of the document in document order, without namespace nodes */
	uint32_t n_nodes;
	uint32_t cap;
	uint8_t *v;
	size_t n;
	bool use_directories_at_once; /* ask directories at once */
} XtDoc;

/* ---- documents ---- */

/* Text to a value; NULL when it does not parse. */
static inline uint8_t *
xt_parse_with(const char *text, size_t n, const BxWriterOptions *writer, size_t *len)
{
	BxParseOptions o = {.writer = *writer};
	uint8_t *v = NULL;
	BxParser *p;
	BxError err;

	o.encoding = "UTF-8";
	o.writer.limits.max_attributes = 100000;
	p = ut_need(bx_parser_new(bx_host_libc(), &o, &err));
	if (bx_parser_feed(p, text, n) != BX_OK || bx_parser_finish(p, &v, len) != BX_OK)
	{
		printf("# cannot parse: %s\n# %.300s\n", bx_parser_error(p)->msg, text);
		v = NULL;
	}
	bx_parser_free(p);
	return v;
}

static inline uint8_t *
xt_parse(const char *text, size_t n, unsigned form, BxTyped typed, size_t *len)
{
	BxWriterOptions o = ut_options(form, typed);

	return xt_parse_with(text, n, &o, len);
}

static inline void
xt_push(XtDoc *d, uint32_t key, uint8_t kind, const BxEvent *e)
{
	XtNode *x;

	if (d->n_nodes == d->cap)
	{
		d->cap = d->cap ? d->cap * 2 : 64;
		d->nodes = ut_need(realloc(d->nodes, d->cap * sizeof(XtNode)));
	}
	x = &d->nodes[d->n_nodes++];
	memset(x, 0, sizeof(*x));
	x->key = key;
	x->kind = kind;
	if (e != NULL)
	{
		x->row = e->shape;
		x->payload = e->payload;
		x->len = e->len;
	}
}

/* Number the nodes in document order. */
static inline void
xt_index(XtDoc *d)
{
	uint32_t element = 0;
	BxSource src;
	BxReader *rd;
	BxError err;
	BxEvent e;

	if (bx_table_open(&d->table, &d->arena, d->v, d->n, d->n, &err) != BX_OK)
		abort();
	bx_source_memory(&src, d->v + d->table.head.items_off, d->table.head.items_len);
	if (bx_reader_new(&rd, &d->table, &src, &d->arena, &err) != BX_OK)
		abort();
	xt_push(d, 0, XP_DOC, NULL);
	while (bx_reader_next(rd, &e) == BX_OK && e.kind != BX_EV_DONE)
	{
		if (e.kind == BX_EV_END || e.kind == BX_EV_NAMESPACE)
			continue;
		if (e.kind == BX_EV_ATTRIBUTE && d->nodes[element].first_attr == 0)
			d->nodes[element].first_attr = d->n_nodes;
		if (e.kind == BX_EV_ELEMENT)
			element = d->n_nodes;
		xt_push(d, (e.off + 1) * 2, (uint8_t) e.kind, &e);
		if (e.kind == BX_EV_LEAF && e.len > 0)
			xt_push(d, (e.off + 1) * 2 + 1, BX_KIND_TEXT, &e);
	}
}

/* False when the text does not parse. */
static inline bool
xt_doc(XtDoc *d, const char *text, unsigned form, BxTyped typed)
{
	memset(d, 0, sizeof(*d));
	bx_arena_init(&d->arena, bx_host_libc());
	d->v = xt_parse(text, strlen(text), form, typed, &d->n);
	if (d->v == NULL)
		return false;
	d->use_directories_at_once = (form & UT_DIRECTORIES) != 0;
	xt_index(d);
	return true;
}

static inline void
xt_doc_free(XtDoc *d)
{
	bx_arena_reset(&d->arena);
	free(d->nodes);
	free(d->v);
}

/* Place of a key in document order; UINT32_MAX when no node has it. */
static inline uint32_t
xt_find(const XtDoc *d, uint32_t key)
{
	uint32_t lo = 0, hi = d->n_nodes;

	while (lo < hi)
	{
		uint32_t mid = (lo + hi) / 2;

		if (d->nodes[mid].key < key)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < d->n_nodes && d->nodes[lo].key == key ? lo : UINT32_MAX;
}

/* ---- answers ---- */

static inline void
xt_put(BxBuf *out, const void *s, size_t n)
{
	if (bx_buf_append(out, s, n, NULL) != BX_OK)
		abort();
}

static inline void __attribute__((format(printf, 2, 3))) xt_say(BxBuf *out, const char *fmt, ...)
{
	char buf[512];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(buf, sizeof(buf), fmt, ap);
	va_end(ap);
	xt_put(out, buf, (size_t) n < sizeof(buf) ? (size_t) n : sizeof(buf) - 1);
}

static inline void
xt_put_payload(BxBuf *out, const XtNode *x)
{
	char buf[BX_VALUE_TEXT_MAX];
	uint32_t n;
	const char *s = bx_value_text(x->payload, x->len, buf, &n);

	if (s != NULL)
		xt_put(out, s, n);
}

static inline void
xt_put_name(BxBuf *out, const XtDoc *d, uint32_t row)
{
	const BxNameInfo *name = &d->table.names[d->table.shapes[row].name];
	const BxPair *pair = &d->table.pairs[name->pair];

	if (pair->prefix_len > 0)
		xt_say(out, "%.*s:", (int) pair->prefix_len, pair->prefix);
	xt_put(out, name->local, name->len);
}

static inline void
xt_put_element(BxBuf *out, const XtDoc *d, const XtNode *x)
{
	const BxNameInfo *name;

	xt_put_name(out, d, x->row);
	if (x->kind == BX_KIND_LEAF && x->len > 0)
	{
		xt_say(out, "=");
		xt_put_payload(out, x);
	}
	if (x->first_attr == 0)
		return;
	name = &d->table.names[d->table.shapes[d->nodes[x->first_attr].row].name];
	if (name->len == 1 && name->local[0] == 'n')
	{
		xt_say(out, "#");
		xt_put_payload(out, &d->nodes[x->first_attr]);
	}
}

static inline void
xt_put_node(BxBuf *out, const XtDoc *d, uint32_t key)
{
	uint32_t i = xt_find(d, key);
	const XtNode *x = &d->nodes[i == UINT32_MAX ? 0 : i];

	if (i == UINT32_MAX)
	{
		xt_say(out, "NO-NODE-%u", key);
		return;
	}
	switch (x->kind)
	{
		case XP_DOC: xt_say(out, "/"); break;
		case BX_KIND_ATTRIBUTE:
			xt_say(out, "@");
			xt_put_name(out, d, x->row);
			xt_say(out, "=");
			xt_put_payload(out, x);
			break;
		case BX_KIND_TEXT:
			xt_say(out, "'");
			xt_put_payload(out, x);
			xt_say(out, "'");
			break;
		case BX_KIND_COMMENT: xt_say(out, "<!--%.*s-->", (int) x->len, (const char *) x->payload); break;
		case BX_KIND_PI:
			xt_say(out, "?");
			xt_put_name(out, d, x->row);
			break;
		default: xt_put_element(out, d, x); break;
	}
}

/* The tables of a cache are in an arena of their own, which a host without contexts must give back. */
static inline void
xt_cache_free(XpCache *cache)
{
	if (cache != NULL)
		xp_cache_free(cache);
}

/* One way to evaluate. */
typedef struct XtWay
{
	XpCache *cache;
	bool navigate;
	const BxHost *host; /* NULL: libc */
	const XpVar *vars;
	uint32_t n_vars;
	const XpPrefix *prefixes;
	uint32_t n_prefixes;
} XtWay;

static inline void
xt_call(XpCall *c, BxArena *arena, const XtDoc *d, const XtWay *way, BxError *err)
{
	memset(c, 0, sizeof(*c));
	c->host = way->host ? way->host : bx_host_libc();
	c->arena = arena;
	c->v = d->v;
	c->n = d->n;
	c->cache = way->cache;
	c->err = err;
	c->navigate = way->navigate;
	c->use_directories_at_once = d->use_directories_at_once;
	c->vars = way->vars;
	c->n_vars = way->n_vars;
	c->prefixes = way->prefixes;
	c->n_prefixes = way->n_prefixes;
	c->once = fc_engine_once;
}

static inline void
xt_put_error(BxBuf *out, BxStatus st, const BxError *err)
{
	xt_say(out, "!%s@%lld", bx_status_name(st), (long long) err->pos);
	if (err->status != st || err->msg[0] == '\0')
		xt_say(out, " WITHOUT REPORT");
}

/* A sequence as the text of the content it makes. */
static inline void
xt_put_sequence(BxBuf *out, XpCall *c, const XpBlock *path)
{
	BxWriterOptions o = {.limits = BX_LIMITS_DEFAULT};
	uint8_t *data = NULL;
	bool found;
	size_t len;
	BxStatus st = xp_query(c, path, &o, &found, &data, &len);

	if (st != BX_OK)
		xt_put_error(out, st, c->err);
	else
	{
		xt_say(out, "(");
		if (found && bx_text_write(data, len, NULL, bx_host_libc(), out, c->err) != BX_OK)
			xt_say(out, "UNPRINTABLE %s", c->err->msg);
		xt_say(out, ")");
	}
	free(data);
}

/* The result in short. */
static inline void
xt_put_primary(BxBuf *out, XpCall *c, const XtDoc *d, const XpBlock *path)
{
	uint8_t type = xp_nodes(path)[path->root].type;
	const uint32_t *keys, *pairs;
	BxStatus st;
	XpItem text;
	uint32_t n, i;

	if (type == XP_T_SEQUENCE)
	{
		xt_put_sequence(out, c, path);
		return;
	}
	if (type != XP_T_NODESET)
	{
		st = xp_value(c, path, &text);
		if (st != BX_OK)
		{
			xt_put_error(out, st, c->err);
			return;
		}
		xt_say(out, "%s", type == XP_T_NUMBER ? "=" : type == XP_T_STRING ? "\"" : "");
		xt_put(out, text.str.s, text.str.n);
		xt_say(out, "%s", type == XP_T_STRING ? "\"" : "");
		return;
	}
	st = xp_keys(c, path, &keys, &pairs, &n);
	if (st != BX_OK)
	{
		xt_put_error(out, st, c->err);
		return;
	}
	xt_say(out, "[");
	for (i = 0; i < n; i++)
	{
		xt_say(out, "%s", i > 0 ? " " : "");
		if (pairs[i] == UINT32_MAX)
			xt_put_node(out, d, keys[i]);
		else
			xt_say(out, "{%.*s=%.*s}", (int) d->table.pairs[pairs[i]].prefix_len,
				   d->table.pairs[pairs[i]].prefix, (int) d->table.pairs[pairs[i]].uri_len,
				   d->table.pairs[pairs[i]].uri);
		if (i > 0 && (keys[i] < keys[i - 1] || (keys[i] == keys[i - 1] && pairs[i] + 1 <= pairs[i - 1] + 1)))
			xt_say(out, "(OUT OF ORDER)");
	}
	xt_say(out, "]");
}

static inline void
xt_put_query(BxBuf *out, XpCall *c, const XpBlock *path)
{
	BxWriterOptions o = {.limits = BX_LIMITS_DEFAULT};
	uint8_t *data = NULL;
	bool found;
	size_t len;
	BxStatus st = xp_query(c, path, &o, &found, &data, &len);

	xt_say(out, " query ");
	if (st != BX_OK)
		xt_put_error(out, st, c->err);
	else if (!found)
		xt_say(out, "none");
	else if (bx_text_write(data, len, NULL, bx_host_libc(), out, c->err) != BX_OK)
		xt_say(out, "UNPRINTABLE %s", c->err->msg);
	free(data);
}

/* What every entry point says. */
static inline void
xt_put_rest(BxBuf *out, XpCall *c, const XpBlock *path)
{
	uint64_t count = 0;
	bool b = false;
	XpItem text;
	BxStatus st;

	st = xp_exists(c, path, &b);
	xt_say(out, " exists %d", st == BX_OK ? b : -(int) st);
	st = xp_test(c, path, &b);
	xt_say(out, " test %d", st == BX_OK ? b : -(int) st);
	st = xp_count(c, path, &count);
	xt_say(out, " count %lld", st == BX_OK ? (long long) count : -(long long) st);
	st = xp_value(c, path, &text);
	xt_say(out, " value ");
	if (st != BX_OK)
		xt_put_error(out, st, c->err);
	else if (text.type == XP_T_ANY)
		xt_say(out, "none");
	else
		xt_put(out, text.str.s, text.str.n);
	xt_put_query(out, c, path);
}

/* Evaluate one way; out gets the primary answer, then with `full` the rest. */
static inline void
xt_answer(BxBuf *out, const XtDoc *d, const char *expr, const XtWay *way, bool full)
{
	XpBlock *path;
	BxArena arena;
	BxError err;
	XpCall c;
	BxStatus st;

	bx_arena_init(&arena, bx_host_libc());
	bx_error_clear(&err);
	st = xp_compile(expr, strlen(expr), 0, &arena, &path, &err);
	if (st != BX_OK)
		xt_put_error(out, st, &err);
	else
	{
		xt_call(&c, &arena, d, way, &err);
		xt_put_primary(out, &c, d, path);
		if (full)
			xt_put_rest(out, &c, path);
	}
	bx_arena_reset(&arena);
}

/* ---- expectations ---- */

#define XT_FORMS 22

typedef struct XtForms
{
	XtDoc doc[XT_FORMS]; /* see xt_forms; two typed, two not, and so on */
} XtForms;

static inline bool
xt_forms(XtForms *f, const char *text)
{
	static const unsigned forms[XT_FORMS] = {BX_MODE_SHAPES,
											 BX_MODE_NAMES,
											 BX_MODE_SHAPES,
											 BX_MODE_NAMES,
											 BX_MODE_SHAPES | UT_CONSTANTS,
											 BX_MODE_NAMES | UT_CONSTANTS,
											 BX_MODE_SHAPES | UT_CONSTANTS,
											 BX_MODE_NAMES | UT_CONSTANTS,
											 BX_MODE_SHAPES | UT_DIRECTORIES,
											 BX_MODE_SHAPES | UT_DIRECTORIES | UT_EVERY,
											 BX_MODE_SHAPES | UT_DIRECTORIES | UT_CONSTANTS,
											 BX_MODE_SHAPES | UT_DIRECTORIES | UT_EVERY | UT_CONSTANTS,
											 BX_MODE_SHAPES | UT_HEAP,
											 BX_MODE_NAMES | UT_HEAP,
											 BX_MODE_SHAPES | UT_DIRECTORIES | UT_HEAP,
											 BX_MODE_SHAPES | UT_CONSTANTS | UT_HEAP,
											 BX_MODE_SHAPES | UT_AS(AT_BASE64),
											 BX_MODE_NAMES | UT_CONSTANTS | UT_AS(AT_HEX),
											 BX_MODE_SHAPES | UT_DIRECTORIES | UT_AS(AT_DOUBLE),
											 BX_MODE_NAMES | UT_AS(AT_DATE),
											 BX_MODE_SHAPES | UT_DIRECTORIES | UT_VALUES,
											 BX_MODE_SHAPES | UT_DIRECTORIES | UT_VALUES | UT_CONSTANTS |
												 UT_EVERY | UT_AS(AT_DOUBLE)};
	int i;

	for (i = 0; i < XT_FORMS; i++)
		if (!xt_doc(&f->doc[i], text, forms[i], i & 2 ? BX_TYPED_OFF : BX_TYPED_LOSSLESS))
			return false;
	return true;
}

static inline void
xt_forms_free(XtForms *f)
{
	int i;

	for (i = 0; i < XT_FORMS; i++)
		xt_doc_free(&f->doc[i]);
}

static inline void
xt_compare(const BxBuf *got, const char *want, size_t n, const char *expr, int way)
{
	bool same = got->len >= n && (n == 0 || memcmp(got->data, want, n) == 0);

	CHECKF(same, "%s\n#   got  %.*s\n#   want %.*s (way %d)", expr, (int) got->len, (const char *) got->data,
		   (int) n, want, way);
}

/*
 * The expression must give the primary answer, and one and the same full answer, in all ways: forms of storage,
 * streaming or not, no cache, a new one, a used one.
 */
static inline void
xt_expect_given(const XtForms *f, const char *expr, const char *want, const XtWay *given)
{
	XpCache *caches[4] = {NULL, NULL, NULL, NULL};
	XtWay way = *given;
	BxBuf first, got;
	BxArena arena;
	int i;

	bx_arena_init(&arena, bx_host_libc());
	bx_buf_init(&first, bx_host_libc());
	xt_answer(&first, &f->doc[0], expr, &way, true);
	if (first.len < strlen(want) || memcmp(first.data, want, strlen(want)) != 0 ||
		(first.len > strlen(want) && memcmp(first.data + strlen(want), " exists ", 8) != 0))
		xt_compare(&first, want, strlen(want) + 1, expr, -1);
	for (i = 0; i < 6 * XT_FORMS; i++)
	{
		way.navigate = (i / XT_FORMS) & 1;
		if (i >= 2 * XT_FORMS && i % XT_FORMS == 0)
			way.cache = caches[i / XT_FORMS - 2] = ut_need(xp_cache_new(&arena));
		bx_buf_init(&got, bx_host_libc());
		xt_answer(&got, &f->doc[i % XT_FORMS], expr, &way, true);
		xt_compare(&got, (const char *) first.data, first.len, expr, i);
		CHECK(got.len == first.len);
		bx_buf_free(&got);
	}
	for (i = 0; i < 4; i++)
		xt_cache_free(caches[i]);
	bx_buf_free(&first);
	bx_arena_reset(&arena);
}

static inline void
xt_expect_in(const XtForms *f, const char *expr, const char *want)
{
	static const XtWay nothing;

	xt_expect_given(f, expr, want, &nothing);
}

static inline void
xt_expect(const char *text, const char *expr, const char *want)
{
	XtForms f;

	memset(&f, 0, sizeof(f));
	if (xt_forms(&f, text))
		xt_expect_in(&f, expr, want);
	else
		CHECKF(false, "%s: cannot parse", text);
	xt_forms_free(&f);
}

typedef struct XtCase
{
	const char *expr;
	const char *want;
} XtCase;

static inline void
xt_cases(const char *text, const XtCase *cases, size_t n)
{
	XtForms f;
	size_t i;

	memset(&f, 0, sizeof(f));
	if (!xt_forms(&f, text))
		CHECKF(false, "%s: cannot parse", text);
	else
		for (i = 0; i < n; i++)
			xt_expect_in(&f, cases[i].expr, cases[i].want);
	xt_forms_free(&f);
}

#define XT_CASES(text, table) xt_cases(text, table, sizeof(table) / sizeof((table)[0]))

#endif
