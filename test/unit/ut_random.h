/*
 * ut_random.h -- random lists of events that any writer must accept, and random damage to values.
 */
#ifndef UT_RANDOM_H
#define UT_RANDOM_H

#include "ut_value.h"

/* ---- random documents ---- */

typedef struct UtGen
{
	UtEvents *ev;
	uint64_t *rng;
	struct
	{
		BxStr prefix, uri;
	} ns[400];
	int n_ns;
	int ns_at[200]; /* per open element */
	int depth;
	bool after_text;
} UtGen;

static inline BxStr
ut_pick(uint64_t *rng, const char *const *pool, uint32_t n)
{
	return ut_str(pool[ut_below(rng, n)]);
}

/* Any XML characters, often something a typed form exists for, sometimes long. */
static inline BxStr
ut_random_value(UtGen *g)
{
	static const char *const lexical[] = {
		"0",
		"7",
		"42",
		"-1",
		"007",
		"1.10",
		"-0",
		"12345678901",
		"1e3",
		"true",
		"false",
		"2005-06-14",
		"2005-06-14T12:30:15.25Z",
		"2005-13-01",
		" 5",
		"x",
		"GBP",
		"\xc3\xa9t\xc3\xa9",
	};
	static const char *const pieces[] = {
		"a",  "b",    " ",  "<",   "&",  ">",        "\"",           "'",
		"\r", "\n",   "\t", "]]>", "12", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80",
		"--", "word "};
	static const uint32_t longs[] = {239, 240, 241, 4079, 4080, 5000};
	char buf[5100];
	uint32_t n = 0, want;
	BxStr s;

	switch (ut_below(g->rng, 16))
	{
		case 0: want = longs[ut_below(g->rng, 6)]; break;
		case 1: return ut_str("");
		case 2:
		case 3:
		case 4:
		case 5: want = ut_below(g->rng, 30); break;
		default: return ut_pick(g->rng, lexical, sizeof(lexical) / sizeof(lexical[0]));
	}
	while (n < want)
	{
		s = want > 100 ? ut_str("x") : ut_pick(g->rng, pieces, sizeof(pieces) / sizeof(pieces[0]));
		memcpy(buf + n, s.s, s.n);
		n += s.n;
	}
	return ut_dup(g->ev, buf, n);
}

static inline BxStr
ut_random_plain(UtGen *g)
{
	static const char *const pool[] = {"", "x", "a - b", "1", "<&>", "\xc3\xa9\n", "?", "data=\"1\""};

	return ut_pick(g->rng, pool, sizeof(pool) / sizeof(pool[0]));
}

static inline BxStr
ut_gen_uri(const UtGen *g, BxStr prefix)
{
	int i;

	for (i = g->n_ns; i-- > 0;)
		if (ut_same(g->ns[i].prefix, prefix))
			return g->ns[i].uri;
	return ut_str("");
}

static inline void
ut_gen_declare(UtGen *g)
{
	static const char *const prefixes[] = {"", "p", "q", "long-prefix"};
	static const char *const uris[] = {"urn:1", "urn:2", "http://example.org/?a=1&b=\"2\"", "urn:3"};
	BxStr prefix = ut_pick(g->rng, prefixes, 4);
	UtEvent *e;
	int i;

	for (i = g->ns_at[g->depth - 1]; i < g->n_ns; i++)
		if (ut_same(g->ns[i].prefix, prefix))
			return;
	e = ut_add(g->ev, UT_NAMESPACE);
	e->prefix = g->ns[g->n_ns].prefix = prefix;
	e->uri = g->ns[g->n_ns].uri =
		prefix.n == 0 && ut_below(g->rng, 3) == 0 ? ut_str("") : ut_pick(g->rng, uris, 4);
	g->n_ns++;
}

/* A prefix that is bound here; "" always does. */
static inline BxStr
ut_gen_prefix(UtGen *g)
{
	BxStr p = ut_str("");

	if (g->n_ns > 0 && ut_below(g->rng, 2) == 0)
		p = g->ns[ut_below(g->rng, (uint32_t) g->n_ns)].prefix;
	return p;
}

static inline void
ut_gen_attribute(UtGen *g, size_t start)
{
	static const char *const names[] = {
		"a", "b", "c", "id", "value", "d\xc3\xa9", "an-attribute-with-a-long-name-of-40-bytes"};
	BxStr prefix = ut_gen_prefix(g);
	BxStr uri = prefix.n ? ut_gen_uri(g, prefix) : ut_str("");
	BxStr local = ut_pick(g->rng, names, 7);
	UtEvent *e;
	size_t i;

	if (ut_below(g->rng, 10) == 0)
	{
		prefix = ut_str("xml");
		uri = ut_str(BX_XML_NS);
	}
	for (i = start; i < g->ev->n; i++)
		if (g->ev->e[i].kind == UT_ATTRIBUTE && ut_same(g->ev->e[i].local, local) &&
			ut_same(g->ev->e[i].uri, uri))
			return;
	e = ut_add(g->ev, UT_ATTRIBUTE);
	e->prefix = prefix;
	e->uri = uri;
	e->local = local;
	e->value = ut_random_value(g);
}

static inline void
ut_gen_start(UtGen *g)
{
	static const char *const names[] = {
		"a", "b", "item", "order", "n", "name", "very-long-element-name-with-35-bytes"};
	size_t start = g->ev->n;
	uint32_t n;
	BxStr prefix;

	ut_add(g->ev, UT_START);
	g->ns_at[g->depth++] = g->n_ns;
	for (n = ut_below(g->rng, 6) == 0 ? ut_below(g->rng, 4) : 0; n > 0; n--)
		ut_gen_declare(g);
	prefix = ut_gen_prefix(g);
	g->ev->e[start].prefix = prefix;
	g->ev->e[start].uri = ut_gen_uri(g, prefix);
	g->ev->e[start].local = ut_pick(g->rng, names, 7);
	for (n = ut_below(g->rng, 3) == 0 ? ut_below(g->rng, 5) : 0; n > 0; n--)
		ut_gen_attribute(g, start);
}

static inline void
ut_gen_step(UtGen *g)
{
	static const char *const targets[] = {"pi", "xml-stylesheet", "x"};
	uint32_t what = ut_below(g->rng, 20);
	bool text = false;
	BxStr s;
	UtEvent *e;

	if (what < 7 && g->depth < 60)
		ut_gen_start(g);
	else if (what < 14 && g->depth > 0)
	{
		g->n_ns = g->ns_at[--g->depth];
		ut_add(g->ev, UT_END);
	}
	else if (what < 18 && !g->after_text)
	{
		s = ut_random_value(g);
		text = s.n > 0;
		if (text)
			ut_add(g->ev, UT_TEXT)->value = s;
	}
	else if (what == 18)
	{
		s = ut_random_plain(g);
		ut_add(g->ev, UT_COMMENT)->value = s;
	}
	else if (what == 19)
	{
		s = ut_random_plain(g);
		e = ut_add(g->ev, UT_PI);
		e->local = ut_pick(g->rng, targets, 3);
		e->value = s;
	}
	else
		return;
	g->after_text = text;
}

/* About n events of content, elements closed. */
static inline void
ut_random_events(UtEvents *ev, uint64_t *rng, size_t n)
{
	UtGen g;

	memset(&g, 0, sizeof(g));
	g.ev = ev;
	g.rng = rng;
	while (ev->n < n)
		ut_gen_step(&g);
	while (g.depth-- > 0)
		ut_add(ev, UT_END);
}

/* ---- values from parts ---- */

typedef struct UtParts
{
	uint8_t flags;
	uint32_t depth;
	uint32_t ext_n;
	BxBuf dir, table, items, heap, ext;
} UtParts;

static inline void
ut_append(BxBuf *b, const void *p, size_t n)
{
	if (bx_buf_append(b, p, n, NULL) != BX_OK)
		abort();
}

static inline void
ut_parts_init(UtParts *p)
{
	memset(p, 0, sizeof(*p));
	bx_buf_init(&p->dir, bx_host_libc());
	bx_buf_init(&p->table, bx_host_libc());
	bx_buf_init(&p->items, bx_host_libc());
	bx_buf_init(&p->heap, bx_host_libc());
	bx_buf_init(&p->ext, bx_host_libc());
}

static inline void
ut_parts_free(UtParts *p)
{
	bx_buf_free(&p->dir);
	bx_buf_free(&p->table);
	bx_buf_free(&p->items);
	bx_buf_free(&p->heap);
	bx_buf_free(&p->ext);
}

static inline bool
ut_take_apart(UtParts *p, const uint8_t *v, size_t n)
{
	BxHeader h;

	ut_parts_init(p);
	if (bx_header_read(v, n, n, &h, NULL) != BX_OK || h.n_blocks > 0)
		return false;
	p->flags = h.flags;
	p->depth = h.depth;
	p->ext_n = h.ext_n;
	if (h.ext_n > 0)
		ut_append(&p->dir, v + h.ext_dir, h.table_off - h.ext_dir);
	ut_append(&p->table, v + h.table_off, h.table_len);
	ut_append(&p->items, v + h.items_off, h.items_len);
	ut_append(&p->heap, v + h.items_off + h.items_len, h.heap_len);
	ut_append(&p->ext, v + h.ext_off, n - h.ext_off);
	return true;
}

/* The value of these parts with the right lengths and fingerprint; exactly *n bytes on the heap. */
static inline uint8_t *
ut_assemble(const UtParts *p, size_t *n)
{
	uint8_t head[64];
	uint8_t *q = head + BX_HEADER_FIXED;
	uint8_t *v;
	size_t at;
	const BxBuf *parts[] = {&p->dir, &p->table, &p->items, &p->heap, &p->ext};
	int i;

	head[0] = BX_VERSION_BYTE;
	head[1] = p->flags;
	bx_put_u32(head + 2, bx_fingerprint(p->flags, p->table.data, p->table.len));
	q = bx_varint_put(q, (uint32_t) p->table.len);
	q = bx_varint_put(q, (uint32_t) p->items.len);
	q = bx_varint_put(q, p->depth);
	if (p->flags & BX_FLAG_HEAP)
		q = bx_varint_put(q, (uint32_t) p->heap.len);
	if (p->flags & BX_FLAG_EXT)
		q = bx_varint_put(q, p->ext_n);
	at = (size_t) (q - head);
	*n = at + p->dir.len + p->table.len + p->items.len + p->heap.len + p->ext.len;
	v = ut_need(malloc(*n));
	memcpy(v, head, at);
	for (i = 0; i < 5; i++)
	{
		if (parts[i]->len > 0)
			memcpy(v + at, parts[i]->data, parts[i]->len);
		at += parts[i]->len;
	}
	return v;
}

/* ---- damage ---- */

static inline uint8_t
ut_random_byte(uint64_t *rng)
{
	static const uint8_t special[] = {0,    1,    2,    7,    8,   0x1f, 0x7f, 0x80, 0x98,
									  0x99, 0xa0, 0xb0, 0xbf, 239, 240,  254,  255};

	return ut_below(rng, 2) ? (uint8_t) ut_rand(rng) : special[ut_below(rng, sizeof(special))];
}

/* Change, insert, delete, swap or copy some bytes of b. */
static inline void
ut_damage(BxBuf *b, uint64_t *rng)
{
	uint32_t at = b->len > 0 ? ut_below(rng, (uint32_t) b->len) : 0;
	uint32_t other = b->len > 0 ? ut_below(rng, (uint32_t) b->len) : 0;
	uint8_t c = ut_random_byte(rng);
	uint32_t what = b->len > 0 ? ut_below(rng, 7) : 3;

	switch (what)
	{
		case 0: b->data[at] ^= (uint8_t) (1u << ut_below(rng, 8)); break;
		case 1: b->data[at] = c; break;
		case 2: b->data[at] = (uint8_t) (b->data[at] + (ut_below(rng, 2) ? 1 : -1)); break;
		case 3:
			ut_append(b, &c, 1);
			memmove(b->data + at + 1, b->data + at, b->len - 1 - at);
			b->data[at] = c;
			break;
		case 4:
			memmove(b->data + at, b->data + at + 1, b->len - 1 - at);
			b->len--;
			break;
		case 5:
			c = b->data[at];
			b->data[at] = b->data[other];
			b->data[other] = c;
			break;
		default: b->data[at] = b->data[other]; break;
	}
}

/* A copy of n bytes with some damage anywhere, exactly *m bytes on the heap. */
static inline uint8_t *
ut_mutate_raw(const uint8_t *v, size_t n, uint64_t *rng, size_t *m)
{
	uint32_t times = 1 + ut_below(rng, 3);
	BxBuf raw;
	uint8_t *out;

	bx_buf_init(&raw, bx_host_libc());
	ut_append(&raw, v, n);
	while (times-- > 0)
		ut_damage(&raw, rng);
	out = ut_need(malloc(raw.len ? raw.len : 1));
	if (raw.len > 0)
		memcpy(out, raw.data, raw.len);
	*m = raw.len;
	bx_buf_free(&raw);
	return out;
}

/*
 * A damaged copy of a plain value, exactly *m bytes on the heap.  Most copies have right lengths and fingerprint again,
 * so that the damage meets the rules behind them.
 */
static inline uint8_t *
ut_mutate(const uint8_t *v, size_t n, uint64_t *rng, size_t *m)
{
	UtParts p;
	uint8_t *out;
	uint32_t times = 1 + ut_below(rng, 3);

	if (ut_below(rng, 8) == 0 || !ut_take_apart(&p, v, n))
		return ut_mutate_raw(v, n, rng, m);
	while (times-- > 0)
	{
		BxBuf *parts[] = {&p.table, &p.items, &p.items, &p.items, &p.ext, &p.dir};

		if (p.heap.len > 0 && ut_below(rng, 4) == 0)
			ut_damage(&p.heap, rng);
		else
			ut_damage(parts[ut_below(rng, p.ext_n > 0 ? 6 : 4)], rng);
	}
	if (ut_below(rng, 16) == 0)
		p.flags ^= (uint8_t) (1u << ut_below(rng, 5));
	out = ut_assemble(&p, m);
	ut_parts_free(&p);
	return out;
}

#endif
