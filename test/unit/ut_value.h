/*
 * ut_value.h -- values for tests: lists of events, from XML text or from a value, and back to a value.
 *
 * The XML reader here is a toy that takes well-formed text only.  It exists so that tests of the core can say what
 * they mean in XML without the real parser, and so that golden values do not depend on it.
 *
 * Everything lives in the arena of a UtEvents; running out of memory ends the test program.
 */
#ifndef UT_VALUE_H
#define UT_VALUE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/format/bx_table.h"
#include "../../src/core/base/bx_bytes.h"
#include "../../src/core/base/bx_utf8.h"
#include "../../src/core/check/bx_check.h"
#include "../../src/core/read/bx_reader.h"
#include "../../src/core/value/bx_value.h"
#include "../../src/core/print/bx_text.h"
#include "../../src/core/encode/bx_writer.h"

typedef enum UtKind
{
	UT_START,
	UT_END,
	UT_NAMESPACE, /* prefix and uri only */
	UT_ATTRIBUTE,
	UT_TEXT,
	UT_COMMENT,
	UT_PI, /* local: target */
	UT_DOCTYPE,
	UT_DECL /* value: version, local: encoding, standalone */
} UtKind;

typedef struct UtEvent
{
	UtKind kind;
	BxStr prefix, uri, local, value;
	int standalone;
} UtEvent;

typedef struct UtEvents
{
	BxArena arena;
	UtEvent *e;
	size_t n, cap;
} UtEvents;

static inline void *
ut_need(void *p)
{
	if (p == NULL)
		abort();
	return p;
}

static inline void
ut_events_init(UtEvents *ev)
{
	memset(ev, 0, sizeof(*ev));
	bx_arena_init(&ev->arena, bx_host_libc());
}

static inline void
ut_events_free(UtEvents *ev)
{
	bx_arena_reset(&ev->arena);
	free(ev->e);
}

static inline BxStr
ut_str(const char *s)
{
	BxStr r = {s, strlen(s)};

	return r;
}

static inline BxStr
ut_dup(UtEvents *ev, const char *s, size_t n)
{
	BxStr r = {ut_need(bx_arena_strndup(&ev->arena, s, n)), n};

	return r;
}

static inline bool
ut_same(BxStr a, BxStr b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.s, b.s, a.n) == 0);
}

/* A new event, all strings empty; valid until the next one is added. */
static inline UtEvent *
ut_add(UtEvents *ev, UtKind kind)
{
	UtEvent *e;

	if (ev->n == ev->cap)
	{
		ev->cap = ev->cap ? ev->cap * 2 : 64;
		ev->e = ut_need(realloc(ev->e, ev->cap * sizeof(UtEvent)));
	}
	e = &ev->e[ev->n++];
	memset(e, 0, sizeof(*e));
	e->kind = kind;
	e->prefix.s = e->uri.s = e->local.s = e->value.s = "";
	e->standalone = -1;
	return e;
}

/* Index of the first difference, -1 when the lists are equal. */
static inline long
ut_events_differ(const UtEvents *a, const UtEvents *b)
{
	size_t i;

	for (i = 0; i < a->n && i < b->n; i++)
	{
		const UtEvent *x = &a->e[i];
		const UtEvent *y = &b->e[i];

		if (x->kind != y->kind || !ut_same(x->prefix, y->prefix) || !ut_same(x->uri, y->uri) ||
			!ut_same(x->local, y->local) || !ut_same(x->value, y->value) || x->standalone != y->standalone)
			return (long) i;
	}
	return a->n == b->n ? -1 : (long) i;
}

/* ---- events to a value ---- */

/*
 * A form of storage: a BxMode, with UT_CONSTANTS to make constants of all there is room for, with UT_HEAP to put every
 * other text in the heap.  Without, there are none, so that values of tests are what they look like.
 */
#define UT_CONSTANTS 0x10
#define UT_DIRECTORIES                                                                                       \
	0x20              /* of everything, with a stride of two, however short the value; shapes by path only */
#define UT_EVERY 0x40 /* directories with a stride of one */
#define UT_HEAP 0x80
#define UT_ROOT 0x100   /* the top-level node has the label 1.3.4.1, in a document it was taken from */
#define UT_VALUES 0x200 /* with directories: value lists of everything */
#define UT_AS(type) ((unsigned) (type) << 12) /* every value is declared as this AtType */
#define UT_MODE 0x0F

static const uint8_t ut_root[] = {0x39, 0x3b, 0x3c, 0x39};

static inline BxWriterOptions
ut_options(unsigned form, BxTyped typed)
{
	BxWriterOptions o = {.limits = BX_LIMITS_DEFAULT,
						 .typed = form >> 12 != 0 ? BX_TYPED_DECLARED : typed,
						 .declared = (AtType) (form >> 12),
						 .mode = (BxMode) (form & UT_MODE),
						 .heap = form & UT_HEAP ? BX_HEAP_ALL : BX_HEAP_OFF,
						 .constants = form & UT_CONSTANTS ? BX_CONSTANTS_ALL : BX_CONSTANTS_OFF};

	if (form & UT_ROOT)
	{
		o.root = ut_root;
		o.root_n = sizeof(ut_root);
	}
	if (form & UT_DIRECTORIES)
	{
		o.directories = BX_DIRECTORIES_ALL;
		o.dir_from = 1;
		o.dir_stride = form & UT_EVERY ? 1 : 2;
		o.value_lists = form & UT_VALUES ? BX_VALUE_LISTS_ALL : BX_VALUE_LISTS_AUTO;
	}
	return o;
}

/* In tests an element or attribute may have the name of the type that it is declared as. */
static inline AtType
ut_declared(BxStr name)
{
	AtType type = at_type_find(name);

	return type == AT_TYPES ? AT_ANY_SIMPLE : type;
}

static inline BxStatus
ut_write_event(BxWriter *w, const UtEvent *e)
{
	uint32_t pair = 0, name = 0;
	BxStatus st = BX_OK;

	if (e->kind == UT_START || e->kind == UT_ATTRIBUTE || e->kind == UT_NAMESPACE || e->kind == UT_PI)
		st = bx_writer_pair(w, e->prefix, e->uri, &pair);
	if (st == BX_OK && (e->kind == UT_START || e->kind == UT_ATTRIBUTE || e->kind == UT_PI))
		st = bx_writer_name(w, pair, e->local, &name);
	if (st != BX_OK)
		return st;
	switch (e->kind)
	{
		case UT_START: return bx_writer_start_element(w, name);
		case UT_END: return bx_writer_end_element(w);
		case UT_NAMESPACE: return bx_writer_namespace(w, pair);
		case UT_ATTRIBUTE:
			bx_writer_declare(w, ut_declared(e->local));
			return bx_writer_attribute(w, name, e->value.s, e->value.n);
		case UT_TEXT: return bx_writer_text(w, e->value.s, e->value.n);
		case UT_COMMENT: return bx_writer_comment(w, e->value.s, e->value.n);
		case UT_PI: return bx_writer_pi(w, name, e->value.s, e->value.n);
		case UT_DOCTYPE: return bx_writer_doctype(w, e->value.s, e->value.n);
		case UT_DECL: return bx_writer_decl(w, e->value, e->local, e->standalone);
	}
	return BX_E_STATE;
}

/* *data is memory of the host. */
static inline BxStatus
ut_write(const UtEvents *ev, const BxWriterOptions *opt, const BxHost *host, uint8_t **data, size_t *len,
		 BxError *err)
{
	BxWriter *w = bx_writer_new(host, opt, err);
	BxStatus st = w ? BX_OK : BX_E_NOMEM;
	AtType declared = AT_ANY_SIMPLE;
	size_t i;

	for (i = 0; i < ev->n && st == BX_OK; i++)
	{
		const UtEvent *e = &ev->e[i];

		if (e->kind == UT_START || e->kind == UT_END)
			declared = e->kind == UT_START ? ut_declared(e->local) : AT_ANY_SIMPLE;
		if (e->kind == UT_TEXT)
			bx_writer_declare(w, declared);
		st = ut_write_event(w, e);
	}
	if (st == BX_OK)
		st = bx_writer_finish(w, data, len);
	if (w != NULL && st != BX_OK && err != NULL)
		*err = *bx_writer_error(w);
	bx_writer_free(w);
	return st;
}

/* ---- a value to events ---- */

static inline void
ut_set_name(UtEvent *e, const BxTable *t, uint32_t pair, const char *local, uint32_t n)
{
	e->prefix.s = t->pairs[pair].prefix;
	e->prefix.n = t->pairs[pair].prefix_len;
	e->uri.s = t->pairs[pair].uri;
	e->uri.n = t->pairs[pair].uri_len;
	e->local.s = local;
	e->local.n = n;
}

static inline BxStatus
ut_set_value(UtEvents *ev, UtEvent *e, const BxTable *t, const BxEvent *in)
{
	char buf[BX_VALUE_TEXT_MAX];
	const char *s = (const char *) in->payload;
	uint32_t n = in->len;

	if (!in->heap && (t->shapes[in->shape].flags & BX_SHAPE_TYPED))
		s = bx_value_text(in->payload, in->len, buf, &n);
	if (s == NULL)
		return BX_E_CORRUPT;
	e->value = ut_dup(ev, s, n);
	return BX_OK;
}

/* One event of the reader as one to three of ours: leaves come apart. */
static inline BxStatus
ut_read_event(UtEvents *ev, const BxTable *t, const BxEvent *in)
{
	static const UtKind kinds[] = {UT_END,  UT_START,   UT_START, UT_ATTRIBUTE,
								   UT_TEXT, UT_COMMENT, UT_PI,    UT_NAMESPACE};
	const BxShape *r = &t->shapes[in->shape];
	UtEvent *e = ut_add(ev, kinds[in->kind]);
	BxStatus st = BX_OK;

	if (in->kind == BX_EV_NAMESPACE)
		ut_set_name(e, t, r->name, "", 0);
	else if (in->kind != BX_EV_END && in->kind != BX_EV_TEXT && in->kind != BX_EV_COMMENT)
		ut_set_name(e, t, t->names[r->name].pair, t->names[r->name].local, t->names[r->name].len);
	if (in->kind == BX_EV_LEAF)
	{
		if (in->len > 0)
			st = ut_set_value(ev, ut_add(ev, UT_TEXT), t, in);
		ut_add(ev, UT_END);
	}
	else if (bx_kind_has_value(r->kind) && in->kind != BX_EV_END)
		st = ut_set_value(ev, e, t, in);
	else if (in->kind == BX_EV_COMMENT || in->kind == BX_EV_PI)
		e->value = ut_dup(ev, (const char *) in->payload, in->len);
	return st;
}

/* Items only.  src may be NULL: the items are then read where they lie.  Events borrow names from v. */
static inline BxStatus
ut_read(const uint8_t *v, size_t n, BxSource *src, UtEvents *ev, BxError *err)
{
	BxTable t;
	BxSource memory;
	BxReader *rd;
	BxEvent in;
	BxStatus st = bx_table_open(&t, &ev->arena, v, n, n, err);

	if (st != BX_OK)
		return st;
	bx_source_memory(&memory, v + t.head.items_off, t.head.items_len);
	st = bx_reader_new(&rd, &t, src ? src : &memory, &ev->arena, err);
	while (st == BX_OK && (st = bx_reader_next(rd, &in)) == BX_OK && in.kind != BX_EV_DONE)
		st = ut_read_event(ev, &t, &in);
	return st;
}

/* Items and prolog of a value that passed the validator, so that ut_write gives it again. */
static inline BxStatus
ut_read_all(const uint8_t *v, size_t n, UtEvents *ev, BxError *err)
{
	UtEvents items;
	BxHeader h;
	const uint8_t *body;
	uint32_t len, decl_n = 0, at = UINT32_MAX, top = 0, depth = 0;
	UtEvent *e;
	size_t i;
	BxStatus st = bx_header_read(v, n, n, &h, err);

	if (st == BX_OK)
		st = bx_header_ext(&h, v, BX_EXT_DECL, &body, &len, err);
	if (st == BX_OK && body != NULL)
	{
		const uint8_t *p = bx_varint_get(body, body + len, &decl_n);

		e = ut_add(ev, UT_DECL);
		e->value = bx_str(p, decl_n);
		p = bx_varint_get(p + decl_n, body + len, &decl_n);
		e->local = bx_str(p, decl_n);
		e->standalone = body[len - 1] - 1;
	}
	if (st == BX_OK)
		st = bx_header_ext(&h, v, BX_EXT_DOCTYPE, &body, &len, err);
	ut_events_init(&items);
	if (st == BX_OK)
		st = ut_read(v, n, NULL, &items, err);
	for (i = 0; i < items.n && st == BX_OK; i++)
	{
		if (body != NULL && depth == 0)
		{
			const uint8_t *text = bx_varint_get(body, body + len, &at);

			if (at == top)
			{
				ut_add(ev, UT_DOCTYPE)->value = ut_dup(ev, (const char *) text, (size_t) (body + len - text));
				body = NULL;
			}
		}
		if (items.e[i].kind == UT_END)
			depth--;
		top += depth == 0 && items.e[i].kind != UT_END;
		if (items.e[i].kind == UT_START)
			depth++;
		e = ut_add(ev, items.e[i].kind);
		*e = items.e[i];
		e->value = ut_dup(ev, items.e[i].value.s, items.e[i].value.n);
	}
	ut_events_free(&items);
	return st;
}

/* ---- toy XML ---- */

typedef struct UtXml
{
	UtEvents *ev;
	const char *p, *end;
	struct
	{
		BxStr prefix, uri;
	} ns[64];
	int n_ns;
	int ns_at[12000]; /* per open element: declarations before it */
	int depth;
} UtXml;

static inline bool
ut_at(const UtXml *x, const char *lit)
{
	size_t n = strlen(lit);

	return (size_t) (x->end - x->p) >= n && memcmp(x->p, lit, n) == 0;
}

static inline const char *
ut_until(const UtXml *x, const char *from, const char *lit)
{
	while (from < x->end && ((size_t) (x->end - from) < strlen(lit) || memcmp(from, lit, strlen(lit)) != 0))
		from++;
	return from;
}

/* s..e with references replaced. */
static inline BxStr
ut_unescape(UtXml *x, const char *s, const char *e)
{
	static const char *const names[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&apos;"};
	char *out = ut_need(bx_arena_alloc(&x->ev->arena, (size_t) (e - s) + 1));
	char *q = out;
	BxStr r;
	size_t i;

	while (s < e)
	{
		if (*s != '&')
		{
			*q++ = *s++;
			continue;
		}
		if (s[1] == '#')
			q += bx_utf8_put((uint8_t *) q,
							 (uint32_t) (s[2] == 'x' ? strtoul(s + 3, NULL, 16) : strtoul(s + 2, NULL, 10)));
		for (i = 0; s[1] != '#' && i < 5; i++)
			if (memcmp(s, names[i], strlen(names[i])) == 0)
				*q++ = "<>&\"'"[i];
		while (*s++ != ';')
			;
	}
	r.s = out;
	r.n = (uint32_t) (q - out);
	return r;
}

static inline BxStr
ut_uri_of(const UtXml *x, BxStr prefix)
{
	int i;

	if (prefix.n == 3 && memcmp(prefix.s, "xml", 3) == 0)
		return ut_str(BX_XML_NS);
	for (i = x->n_ns; i-- > 0;)
		if (ut_same(x->ns[i].prefix, prefix))
			return x->ns[i].uri;
	return ut_str("");
}

/* A qualified name at x->p. */
static inline void
ut_qname(UtXml *x, BxStr *prefix, BxStr *local)
{
	const char *s = x->p;
	const char *colon = NULL;

	while (x->p < x->end && strchr(" \t\n=/>?", *x->p) == NULL)
	{
		if (*x->p == ':')
			colon = x->p;
		x->p++;
	}
	*prefix = ut_dup(x->ev, s, colon ? (size_t) (colon - s) : 0);
	*local = ut_dup(x->ev, colon ? colon + 1 : s, (size_t) (x->p - (colon ? colon + 1 : s)));
}

static inline void
ut_white(UtXml *x)
{
	while (x->p < x->end && strchr(" \t\n\r", *x->p) != NULL)
		x->p++;
}

/* name="value" at x->p; false at the end of the tag. */
static inline bool
ut_attr(UtXml *x, BxStr *prefix, BxStr *local, BxStr *value)
{
	const char *q;

	ut_white(x);
	if (*x->p == '>' || *x->p == '/' || *x->p == '?')
		return false;
	ut_qname(x, prefix, local);
	ut_white(x);
	x->p++;
	ut_white(x);
	q = ut_until(x, x->p + 1, *x->p == '"' ? "\"" : "'");
	*value = ut_unescape(x, x->p + 1, q);
	x->p = q + 1;
	return true;
}

static inline void
ut_end_tag(UtXml *x)
{
	x->n_ns = x->ns_at[--x->depth];
	ut_add(x->ev, UT_END);
}

/* A start tag, x->p behind "<": declarations first, then attributes, whatever their order in the text. */
static inline void
ut_start_tag(UtXml *x)
{
	BxStr prefix, local, ap, al, av;
	size_t start = x->ev->n;
	const char *attrs;
	UtEvent *e;

	ut_qname(x, &prefix, &local);
	attrs = x->p;
	ut_add(x->ev, UT_START);
	x->ns_at[x->depth++] = x->n_ns;
	while (ut_attr(x, &ap, &al, &av))
	{
		bool dflt = ap.n == 0 && ut_same(al, ut_str("xmlns"));

		if (!dflt && !ut_same(ap, ut_str("xmlns")))
			continue;
		e = ut_add(x->ev, UT_NAMESPACE);
		e->prefix = x->ns[x->n_ns].prefix = dflt ? ut_str("") : al;
		e->uri = x->ns[x->n_ns++].uri = av;
	}
	x->p = attrs;
	while (ut_attr(x, &ap, &al, &av))
	{
		if (ut_same(ap, ut_str("xmlns")) || (ap.n == 0 && ut_same(al, ut_str("xmlns"))))
			continue;
		e = ut_add(x->ev, UT_ATTRIBUTE);
		e->prefix = ap;
		e->uri = ap.n ? ut_uri_of(x, ap) : ut_str("");
		e->local = al;
		e->value = av;
	}
	x->ev->e[start].prefix = prefix;
	x->ev->e[start].uri = ut_uri_of(x, prefix);
	x->ev->e[start].local = local;
	if (*x->p == '/')
	{
		x->p++;
		ut_end_tag(x);
	}
	x->p++;
}

static inline void
ut_xml_decl(UtXml *x)
{
	BxStr ap, al, av, encoding = {"", 0}, version = {"", 0};
	int standalone = -1;
	UtEvent *e;

	x->p += 5;
	while (ut_attr(x, &ap, &al, &av))
	{
		if (ut_same(al, ut_str("version")))
			version = av;
		else if (ut_same(al, ut_str("encoding")))
			encoding = av;
		else
			standalone = ut_same(av, ut_str("yes"));
	}
	x->p += 2;
	e = ut_add(x->ev, UT_DECL);
	e->value = version;
	e->local = encoding;
	e->standalone = standalone;
}

static inline void
ut_pi(UtXml *x)
{
	const char *q = ut_until(x, x->p, "?>");
	UtEvent *e;
	BxStr prefix, target;

	x->p += 2;
	ut_qname(x, &prefix, &target);
	ut_white(x);
	e = ut_add(x->ev, UT_PI);
	e->local = target;
	e->value = ut_dup(x->ev, x->p, (size_t) (q - x->p));
	x->p = q + 2;
}

/* <!DOCTYPE up to "]>" and markup when there is an internal subset: all the toy can see. */
static inline void
ut_doctype(UtXml *x)
{
	const char *gt = ut_until(x, x->p, ">");
	const char *open = ut_until(x, x->p, "[");
	const char *q = open < gt ? ut_until(x, x->p, "]><") + 2 : gt + 1;

	ut_add(x->ev, UT_DOCTYPE)->value = ut_dup(x->ev, x->p, (size_t) (q - x->p));
	x->p = q;
}

static inline void
ut_markup(UtXml *x)
{
	const char *q;

	if (ut_at(x, "<?xml "))
		ut_xml_decl(x);
	else if (ut_at(x, "<?"))
		ut_pi(x);
	else if (ut_at(x, "<!--"))
	{
		q = ut_until(x, x->p, "-->");
		ut_add(x->ev, UT_COMMENT)->value = ut_dup(x->ev, x->p + 4, (size_t) (q - x->p - 4));
		x->p = q + 3;
	}
	else if (ut_at(x, "<!DOCTYPE"))
		ut_doctype(x);
	else if (ut_at(x, "</"))
	{
		x->p = ut_until(x, x->p, ">") + 1;
		ut_end_tag(x);
	}
	else
	{
		x->p++;
		ut_start_tag(x);
	}
}

static inline void
ut_parse(UtEvents *ev, const char *text, size_t n)
{
	UtXml *x = ut_need(calloc(1, sizeof(UtXml)));
	const char *q;

	x->ev = ev;
	x->p = text;
	x->end = text + n;
	while (x->p < x->end)
	{
		if (*x->p == '<')
		{
			ut_markup(x);
			continue;
		}
		q = ut_until(x, x->p, "<");
		ut_add(ev, UT_TEXT)->value = ut_unescape(x, x->p, q);
		x->p = q;
	}
	free(x);
}

/* XML text to a value on the libc heap; ends the program when that fails. */
static inline uint8_t *
ut_encode(const char *xml, size_t n, unsigned form, BxTyped typed, size_t *len)
{
	BxWriterOptions opt = ut_options(form, typed);
	UtEvents ev;
	uint8_t *v = NULL;
	BxError err;

	ut_events_init(&ev);
	ut_parse(&ev, xml, n);
	if (ut_write(&ev, &opt, bx_host_libc(), &v, len, &err) != BX_OK)
	{
		printf("# cannot encode: %s\n", err.msg);
		abort();
	}
	ut_events_free(&ev);
	return v;
}

/* ---- random numbers ---- */

/* xorshift64*: the same sequence everywhere. */
static inline uint64_t
ut_rand(uint64_t *s)
{
	*s ^= *s >> 12;
	*s ^= *s << 25;
	*s ^= *s >> 27;
	return *s * 0x2545F4914F6CDD1Dull;
}

/* 0 .. n-1 */
static inline uint32_t
ut_below(uint64_t *s, uint32_t n)
{
	return (uint32_t) ((ut_rand(s) >> 33) % n);
}

#endif
