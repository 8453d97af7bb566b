/*
 * test_walk.c -- the info items of a value against a walk over libxml2's tree of the same text.
 *
 * One line per item: level, label, kind, prefix, namespace, name, value.  The files of test/corpus, those of the folder
 * BXML_CORPUS names are compared in both table modes, with windows of every
 * size from 1 to 17 bytes for the small ones.
 */
#include <dirent.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdlib.h>

#include "../../../src/core/read/bx_walk.h"
#include "../../../src/core/value/bx_value.h"
#include "../../../src/xml/bx_parse.h"
#include "../ut.h"

/* ---- lines ---- */

static void
put(BxBuf *out, const char *s, size_t n)
{
	BxError err;

	CHECK(bx_buf_append(out, s, n, &err) == BX_OK);
}

static void
put_str(BxBuf *out, const char *s)
{
	put(out, s != NULL ? s : "", s != NULL ? strlen(s) : 0);
	put(out, "|", 1);
}

static void
put_label(BxBuf *out, const char *path, BxOrdpathLine line, uint32_t place)
{
	char buf[32];

	put(out, path, strlen(path));
	snprintf(buf, sizeof(buf), "%s%u", line == BX_LINE_CHILD ? "" : (line == BX_LINE_ATTRIBUTE ? "@" : "#"),
			 2 * place + 1);
	put_str(out, buf);
}

/* ---- our side ---- */

/* The first `size` bytes at a time. */
typedef struct Slices
{
	BxSource source;
	const uint8_t *items; /* and the heap behind them */
	uint32_t total;
	uint32_t size;
	uint8_t *copy; /* of the window: a stale pointer into an older one shows under sanitizers */
} Slices;

static BxStatus
slice_fetch(BxSource *src, uint32_t off, uint32_t need, const uint8_t **win, uint32_t *got, BxError *err)
{
	Slices *s = (Slices *) src;
	uint32_t n = need > s->size ? need : s->size;

	(void) err;
	if (n > s->total - off)
		n = s->total - off;
	free(s->copy);
	s->copy = malloc(n + 1);
	memcpy(s->copy, s->items + off, n);
	*win = s->copy;
	*got = n;
	return BX_OK;
}

static void
put_value(BxBuf *out, BxWalk *walk, const BxInfo *info)
{
	char text[BX_VALUE_TEXT_MAX];
	const uint8_t *p;
	const char *s;
	uint32_t len, n = 0;
	bool found;

	CHECK(bx_walk_value(walk, info, &found, &p, &len) == BX_OK);
	if (!found)
	{
		put(out, "-", 1);
		return;
	}
	put(out, "=", 1);
	s = info->ev.kind == BX_EV_COMMENT || info->ev.kind == BX_EV_PI || len == 0
			? (const char *) p
			: bx_value_text(p, len, text, &n);
	put(out, s, s == (const char *) p ? len : n);
}

static void
put_info(BxBuf *out, BxWalk *walk, const BxTable *t, const BxInfo *info)
{
	static const char *const kinds[] = {"", "element", "element", "attribute", "text", "comment", "pi", "ns"};
	const BxShape *row = &t->shapes[info->ev.shape];
	const BxNameInfo *name =
		row->kind == BX_KIND_NAMESPACE || row->kind == BX_KIND_TEXT || row->kind == BX_KIND_COMMENT
			? NULL
			: &t->names[row->name];
	uint32_t pair = name != NULL ? name->pair : row->kind == BX_KIND_NAMESPACE ? row->name : 0;
	const uint8_t *label;
	size_t label_n;
	BxError err;

	bx_walk_label(walk, info, &label, &label_n);
	CHECK(bx_ordpath_print(label, label_n, out, &err) == BX_OK);
	put(out, "|", 1);
	put_str(out, kinds[info->ev.kind]);
	put(out, t->pairs[pair].prefix, t->pairs[pair].prefix_len);
	put(out, "|", 1);
	put(out, t->pairs[pair].uri, t->pairs[pair].uri_len);
	put(out, "|", 1);
	if (name != NULL)
		put(out, name->local, name->len);
	put(out, "|", 1);
	put_value(out, walk, info);
	put(out, "\n", 1);
}

static void
walk_lines(const uint8_t *v, size_t n, uint32_t slice, BxBuf *out)
{
	Slices src = {.source = {.fetch = slice_fetch}, .size = slice};
	BxSource memory;
	BxArena arena;
	BxTable t;
	BxError err;
	BxWalk *walk;
	BxInfo info;

	bx_arena_init(&arena, bx_host_libc());
	CHECK(bx_table_open(&t, &arena, v, n, n, &err) == BX_OK);
	bx_source_memory(&memory, v + t.head.items_off, t.head.items_len);
	src.items = memory.base;
	src.source.len = memory.len;
	src.total = memory.len + t.head.heap_len;
	CHECK(bx_walk_new(&walk, &t, slice > 0 ? &src.source : &memory, NULL, &arena, &err) == BX_OK);
	for (;;)
	{
		BxStatus st = bx_walk_next(walk, &info);

		CHECK(st == BX_OK);
		if (st != BX_OK || info.ev.kind == BX_EV_DONE)
			break;
		put_info(out, walk, &t, &info);
	}
	free(src.copy);
	bx_arena_reset(&arena);
}

/* ---- libxml2's side ---- */

static bool
is_text(const xmlNode *n)
{
	return n != NULL && (n->type == XML_TEXT_NODE || n->type == XML_CDATA_SECTION_NODE);
}

static bool
counts(const xmlNode *n)
{
	return n->type == XML_ELEMENT_NODE || is_text(n) || n->type == XML_COMMENT_NODE || n->type == XML_PI_NODE;
}

/* The next node that is not text and not empty-handed; texts from n up to it are one. */
static const xmlNode *
after_text(const xmlNode *n)
{
	while (is_text(n))
		n = n->next;
	return n;
}

static bool
only_text(const xmlNode *el)
{
	return after_text(el->children) == NULL;
}

static void
put_texts(BxBuf *out, const xmlNode *n)
{
	put(out, "=", 1);
	for (; is_text(n); n = n->next)
		put(out, (const char *) n->content, strlen((const char *) n->content));
}

static void
put_ns(BxBuf *out, const xmlNs *ns)
{
	put_str(out, ns != NULL ? (const char *) ns->prefix : NULL);
	put_str(out, ns != NULL ? (const char *) ns->href : NULL);
}

static void
put_attributes(BxBuf *out, const xmlNode *el, const char *path)
{
	uint32_t place = 0;
	const xmlNs *ns;
	const xmlAttr *at;

	for (ns = el->nsDef; ns != NULL; ns = ns->next)
	{
		put_label(out, path, BX_LINE_NAMESPACE, place++);
		put_str(out, "ns");
		put_ns(out, ns);
		put(out, "|-\n", 3);
	}
	for (place = 0, at = el->properties; at != NULL; at = at->next)
	{
		xmlChar *value = xmlNodeListGetString(el->doc, at->children, 1);

		put_label(out, path, BX_LINE_ATTRIBUTE, place++);
		put_str(out, "attribute");
		put_ns(out, at->ns);
		put_str(out, (const char *) at->name);
		put(out, "=", 1);
		put(out, value != NULL ? (char *) value : "", value != NULL ? strlen((char *) value) : 0);
		put(out, "\n", 1);
		xmlFree(value);
	}
}

static void tree_lines(BxBuf *out, const xmlNode *first, const char *path, bool element);

static void
put_element(BxBuf *out, const xmlNode *el, const char *path, uint32_t place)
{
	char below[4096];

	put_label(out, path, BX_LINE_CHILD, place);
	put_str(out, "element");
	put_ns(out, el->ns);
	put_str(out, (const char *) el->name);
	if (only_text(el))
		put_texts(out, el->children);
	else
		put(out, "-", 1);
	put(out, "\n", 1);
	snprintf(below, sizeof(below), "%.4000s%u.", path, 2 * place + 1);
	put_attributes(out, el, below);
	tree_lines(out, el->children, below, true);
}

static void
tree_lines(BxBuf *out, const xmlNode *first, const char *path, bool element)
{
	const xmlNode *n = first;
	uint32_t place = 0;

	if (element && after_text(first) == NULL)
		return;
	while (n != NULL)
	{
		const xmlNode *this = n;

		n = is_text(n) ? after_text(n) : n->next;
		if (!counts(this))
			continue;
		if (this->type == XML_ELEMENT_NODE)
		{
			put_element(out, this, path, place++);
			continue;
		}
		put_label(out, path, BX_LINE_CHILD, place++);
		put_str(out, this->type == XML_PI_NODE ? "pi" : is_text(this) ? "text" : "comment");
		put_ns(out, NULL);
		put_str(out, this->type == XML_PI_NODE ? (const char *) this->name : NULL);
		if (is_text(this))
			put_texts(out, this);
		else
		{
			put(out, "=", 1);
			put(out, (const char *) this->content,
				this->content != NULL ? strlen((const char *) this->content) : 0);
		}
		put(out, "\n", 1);
	}
}

static void
be_quiet(void *ctx, const char *msg, ...)
{
	(void) ctx;
	(void) msg;
}

static bool
libxml_lines(const char *text, size_t n, BxBuf *out)
{
	xmlParserCtxt *ctxt = xmlNewParserCtxt();
	xmlDoc *doc;

	xmlSetGenericErrorFunc(NULL, be_quiet);
	ctxt->sax->externalSubset = NULL; /* defaults come from the internal subset only */
	doc = xmlCtxtReadMemory(ctxt, text, (int) n, "walk.xml", NULL,
							XML_PARSE_NOENT | XML_PARSE_NONET | XML_PARSE_DTDATTR | XML_PARSE_NOERROR |
								XML_PARSE_NOWARNING | XML_PARSE_HUGE);
	xmlFreeParserCtxt(ctxt);
	if (doc == NULL)
		return false;
	tree_lines(out, doc->children, "", false);
	xmlFreeDoc(doc);
	return true;
}

/* ---- comparison ---- */

static uint8_t *
value_of(const char *text, size_t n, BxMode mode, size_t *len)
{
	BxParseOptions options = {.writer = {.limits = BX_LIMITS_DEFAULT, .mode = mode}};
	BxError err;
	uint8_t *value = NULL;
	BxParser *p = bx_parser_new(bx_host_libc(), &options, &err);

	if (bx_parser_feed(p, text, n) != BX_OK || bx_parser_finish(p, &value, len) != BX_OK)
		value = NULL;
	bx_parser_free(p);
	return value;
}

/* The first line that differs, for the message. */
static void
show_difference(const char *name, const BxBuf *got, const BxBuf *want)
{
	size_t i = 0, from = 0;

	while (i < got->len && i < want->len && got->data[i] == want->data[i])
		if (got->data[i++] == '\n')
			from = i;
	CHECKF(false, "%s\n# got  %.*s\n# want %.*s", name, (int) (got->len - from > 200 ? 200 : got->len - from),
		   (const char *) got->data + from, (int) (want->len - from > 200 ? 200 : want->len - from),
		   (const char *) want->data + from);
}

static void
compare_walk(const char *name, const uint8_t *v, size_t n, uint32_t slice, const BxBuf *want)
{
	BxBuf got;

	bx_buf_init(&got, bx_host_libc());
	walk_lines(v, n, slice, &got);
	if (got.len != want->len || memcmp(got.data, want->data, got.len) != 0)
		show_difference(name, &got, want);
	bx_buf_free(&got);
}

/* False when one of the two parsers does not take the text. */
static bool
compare_text(const char *name, const char *text, size_t n)
{
	static const BxMode modes[] = {BX_MODE_NAMES, BX_MODE_SHAPES};
	BxBuf want;
	uint32_t slice;
	size_t i, len;
	bool known;

	bx_buf_init(&want, bx_host_libc());
	known = libxml_lines(text, n, &want);
	for (i = 0; known && i < 2; i++)
	{
		uint8_t *v = value_of(text, n, modes[i], &len);

		known = v != NULL;
		if (!known)
			break;
		compare_walk(name, v, len, 0, &want);
		for (slice = 1; slice <= 17 && n < 20000; slice++)
			compare_walk(name, v, len, slice, &want);
		compare_walk(name, v, len, 1000, &want);
		free(v);
	}
	bx_buf_free(&want);
	return known;
}

static void
small_documents(void)
{
	static const char *const texts[] = {
		"<a/>",
		"<a>x</a>",
		"<a b='1'>x</a>",
		"<a b='1'/>",
		"<a b='1' c=''><!--n--></a>",
		"<!--before--><?go now?><a>x<b/>y</a><!--after-->",
		"<a xmlns='urn:d' xmlns:p='urn:p' p:x='1' y='2'>t<p:b xmlns=''><c>1.50</c></p:b></a>",
		"<a><b>  </b><b>\n<c/>\n</b><![CDATA[x]]>y</a>",
		"<!DOCTYPE a [<!ENTITY e 'ent'><!ATTLIST a d CDATA 'dflt'>]><a>&e;<b>&e;</b></a>",
		"<a>2020-01-02<b c='12'>true</b><b>-1.25</b></a>",
		"<a><?p?><?q d ?><!----></a>",
	};
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		CHECKF(compare_text(texts[i], texts[i], strlen(texts[i])), "%s", texts[i]);
}

/* ---- ranges ---- */

#define MOST 64

typedef struct Labels
{
	uint8_t bytes[MOST][64];
	size_t len[MOST];
	uint32_t n;
} Labels;

/* The labels of items from lo to before hi; hi_n 0: no end. */
static void
labels_of(const uint8_t *v, size_t n, const uint8_t *lo, size_t lo_n, const uint8_t *hi, size_t hi_n,
		  Labels *out, BxWalkWork *work)
{
	BxSource src;
	BxArena arena;
	BxTable t;
	BxError err;
	BxWalk *walk;
	BxInfo info;
	const uint8_t *label;

	out->n = 0;
	bx_arena_init(&arena, bx_host_libc());
	CHECK(bx_table_open(&t, &arena, v, n, n, &err) == BX_OK);
	bx_source_memory(&src, v + t.head.items_off, t.head.items_len);
	CHECK(bx_walk_new(&walk, &t, &src, NULL, &arena, &err) == BX_OK);
	bx_walk_range(walk, lo, lo_n, hi, hi_n);
	while (bx_walk_next(walk, &info) == BX_OK && info.ev.kind != BX_EV_DONE && out->n < MOST)
	{
		bx_walk_label(walk, &info, &label, &out->len[out->n]);
		memcpy(out->bytes[out->n], label, out->len[out->n]);
		out->n++;
	}
	bx_walk_work(walk, work);
	bx_arena_reset(&arena);
}

/* A range gives those of all items that are in it. */
static void
ranges(void)
{
	static const char *const text = "<!--c--><r x='1'><a/><b y='1' z='2'>t<c/>u</b><d><e><f>1</f>2</e></d>"
									"<g xmlns:p='u' q='1'><h/></g></r><?p?>";
	Labels all, some;
	BxWalkWork work;
	size_t n;
	uint8_t *v = value_of(text, strlen(text), BX_MODE_AUTO, &n);
	uint32_t i, j, k, m;

	labels_of(v, n, NULL, 0, NULL, 0, &all, &work);
	CHECKF(all.n == 19, "%u", all.n);
	for (i = 0; i < all.n; i++)
		for (j = i; j <= all.n; j++)
		{
			labels_of(v, n, all.bytes[i], all.len[i], j < all.n ? all.bytes[j] : NULL,
					  j < all.n ? all.len[j] : 0, &some, &work);
			CHECKF(some.n == j - i, "%u to %u: %u", i, j, some.n);
			for (k = i, m = 0; k < j && m < some.n; k++, m++)
				CHECK(some.len[m] == all.len[k] && memcmp(some.bytes[m], all.bytes[k], all.len[k]) == 0);
		}
	/* <d> as a whole: <b> is passed over, and <g> ends it */
	for (i = 0; i < all.n; i++)
	{
		BxBuf upper;
		BxError err;

		bx_buf_init(&upper, bx_host_libc());
		CHECK(bx_ordpath_upper(all.bytes[i], all.len[i], &upper, &err) == BX_OK);
		labels_of(v, n, all.bytes[i], all.len[i], upper.data, upper.len, &some, &work);
		for (m = 0; m < some.n; m++)
			CHECK(bx_ordpath_within(some.bytes[m], some.len[m], all.bytes[i], all.len[i]));
		for (k = 0, m = 0; k < all.n; k++)
			m += bx_ordpath_within(all.bytes[k], all.len[k], all.bytes[i], all.len[i]);
		CHECKF(m == some.n, "%u: %u of %u", i, some.n, m);
		bx_buf_free(&upper);
	}
	labels_of(v, n, all.bytes[10], all.len[10], all.bytes[14], all.len[14], &some, &work);
	CHECKF(work.skipped == 1 && work.bytes > 0, "%u", (unsigned) work.skipped);
	free(v);
}

/* ---- damaged values ---- */

/* Go over all items, with values and labels, as far as it goes. */
static BxStatus
walk_all(const uint8_t *v, size_t n, uint32_t slice, const uint8_t *lo, size_t lo_n)
{
	Slices src = {.source = {.fetch = slice_fetch}, .size = slice};
	BxArena arena;
	BxTable t;
	BxError err;
	BxWalk *walk;
	BxInfo info;
	const uint8_t *p;
	uint32_t len;
	size_t label_n;
	bool found;
	BxStatus st;

	bx_arena_init(&arena, bx_host_libc());
	st = bx_table_open(&t, &arena, v, n, n, &err);
	if (st == BX_OK)
	{
		src.items = v + t.head.items_off;
		src.source.len = t.head.items_len;
		src.total = t.head.ext_off - t.head.items_off;
		st = bx_walk_new(&walk, &t, &src.source, NULL, &arena, &err);
		if (lo_n > 0)
			bx_walk_range(walk, lo, lo_n, NULL, 0);
	}
	while (st == BX_OK && (st = bx_walk_next(walk, &info)) == BX_OK && info.ev.kind != BX_EV_DONE)
	{
		bx_walk_label(walk, &info, &p, &label_n);
		st = bx_walk_value(walk, &info, &found, &p, &len);
		if (st == BX_OK && info.ev.level == 2)
			bx_walk_skip(walk, &info);
	}
	free(src.copy);
	bx_arena_reset(&arena);
	return st;
}

/* Whatever a byte is changed to: an answer or an error, never a read outside (sanitizers watch). */
static void
damaged_values(void)
{
	static const char *const text =
		"<!--c--><r x='1'><a/><b y='1.5' z='2'>t<c/>u</b><d><e><f>1</f>2</e></d><g q='1'>x</g></r>";
	static const uint8_t bytes[] = {0, 1, 2, 0x7f, 0x80, 0xb5, 0xbf, 0xf0, 0xff};
	static const BxMode modes[] = {BX_MODE_NAMES, BX_MODE_SHAPES};
	static const uint8_t lo[] = {0x2b, 0x2b}; /* 3.3 */
	size_t m, n, at, b;

	for (m = 0; m < 2; m++)
	{
		uint8_t *v = value_of(text, strlen(text), modes[m], &n);

		CHECK(walk_all(v, n, 3, NULL, 0) == BX_OK && walk_all(v, n, 3, lo, 2) == BX_OK);
		for (at = 0; at < n; at++)
			for (b = 0; b < sizeof(bytes); b++)
			{
				uint8_t old = v[at];
				BxStatus st;

				v[at] = bytes[b];
				st = walk_all(v, n, (uint32_t) b + 1, b & 1 ? lo : NULL, b & 1 ? 2 : 0);
				CHECKF(st == BX_OK || st == BX_E_CORRUPT || st == BX_E_VERSION, "byte %zu: %d", at, (int) st);
				v[at] = old;
			}
		free(v);
	}
}

static char *
file_text(const char *path, size_t *n)
{
	FILE *f = fopen(path, "rb");
	char *text;

	if (f == NULL)
		return NULL;
	fseek(f, 0, SEEK_END);
	*n = (size_t) ftell(f);
	rewind(f);
	text = malloc(*n + 1);
	*n = fread(text, 1, *n, f);
	fclose(f);
	return text;
}

/* Compares all files; the number of those that one of the parsers did not take goes to *refused. */
static uint32_t
compare_folder(const char *folder, uint32_t *refused)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	uint32_t compared = 0;

	while (dir != NULL && (entry = readdir(dir)) != NULL)
	{
		char path[1024];
		size_t n;
		char *text;

		snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
		text = strstr(entry->d_name, ".md") == NULL && entry->d_name[0] != '.' &&
					   strcmp(entry->d_name, "notwf") != 0
				   ? file_text(path, &n)
				   : NULL;
		if (text != NULL && compare_text(entry->d_name, text, n))
			compared++;
		else if (text != NULL)
			++*refused;
		free(text);
	}
	if (dir != NULL)
		closedir(dir);
	return compared;
}

/* The documents of this project. */
static void
own_documents(void)
{
	const char *root = getenv("BXML_ROOT");
	char folder[1024];
	uint32_t n, refused = 0;

	snprintf(folder, sizeof(folder), "%s/test/corpus", root != NULL ? root : ".");
	n = compare_folder(folder, &refused);
	CHECKF(n >= 6, "%u", n);
}

static void
corpus_documents(void)
{
	const char *folder = getenv("BXML_CORPUS");
	uint32_t n, refused = 0;

	if (folder == NULL)
	{
		ut_skip("BXML_CORPUS is not set");
		return;
	}
	n = compare_folder(folder, &refused);
	CHECKF(n >= 20 && refused == 0, "%u, %u refused", n, refused);
}

UT_SUITE(test_walk)
{
	UT_RUN(small_documents);
	UT_RUN(own_documents);
	UT_RUN(corpus_documents);
	UT_RUN(ranges);
	UT_RUN(damaged_values);
	return ut_done();
}
