/*
 * ut_index.h -- index keys made the slow way, from lists of events, as KEYS.md says; and those of values, as text.
 *
 * Paths are kept as lists of names and hashed from the document on for every key.  The hash is written here once more.
 * A long key is its bytes in hexadecimal, a short one eight digits that sort as the number does; a space follows each.
 */
#ifndef UT_INDEX_H
#define UT_INDEX_H

#include "../../src/core/index/bx_index_extract.h"
#include "ut_model.h"

/* ---- hashes ---- */

static inline uint64_t
ut_mix(uint64_t h, uint64_t k)
{
	h ^= k;
	h *= UINT64_C(0xff51afd7ed558ccd);
	return h ^ (h >> 32);
}

static inline uint64_t
ut_hash(uint64_t first, const void *s, size_t n)
{
	const uint8_t *p = s;
	uint64_t h = UINT64_C(0x9E3779B97F4A7C15) ^ first;
	uint64_t k = 0;
	size_t i;

	for (i = 0; i < n; i++)
	{
		k |= (uint64_t) p[i] << (i % 8 * 8);
		if (i % 8 == 7)
		{
			h = ut_mix(h, k);
			k = 0;
		}
	}
	return ut_mix(ut_mix(h, k | (uint64_t) (n % 8 + 1) << 56), 0);
}

/* ---- the model ---- */

/* An open element, or an attribute of the one before. */
typedef struct UtOpen
{
	const UtEvent *e;
	bool attribute;
	bool kids, text, blank;
	unsigned texts;
} UtOpen;

typedef struct UtIndexer
{
	const BxIndexOptions *options;
	UtOpen open[300]; /* from the document on, which has no event */
	uint32_t n;
	UtTexts keys;
} UtIndexer;

typedef struct UtIndexPath
{
	uint64_t path, leaf, parent;
} UtIndexPath;

static inline UtIndexPath
ut_index_path(const UtIndexer *x)
{
	UtIndexPath p = {0, 0, 0};
	uint32_t i;

	for (i = 1; i < x->n; i++)
	{
		const UtEvent *e = x->open[i].e;
		uint64_t t = x->open[i].attribute ? 2 : 1;
		uint64_t uri = e->uri.n ? ut_hash(3, e->uri.s, e->uri.n) : 0;

		p.path = ut_mix(ut_mix(p.path, ut_hash(t ^ uri, e->local.s, e->local.n)), 0);
		p.parent = p.leaf;
		p.leaf = ut_hash(t, e->local.s, e->local.n);
	}
	return p;
}

static inline void
ut_index_hex(BxBuf *b, const void *bytes, size_t n)
{
	const uint8_t *p = bytes;

	while (n-- > 0)
		xt_say(b, "%02x", *p++);
}

static inline void
ut_index_short(BxBuf *b, const UtIndexPath *p, const BxIndexValue *v)
{
	bool string = v->kind == AT_INDEX_STRING;
	uint64_t first = p->path ^ 5 ^ 256u * v->kind;
	uint64_t h = string ? ut_hash(first, v->text.s, v->text.n) : ut_hash(first, v->bytes, v->n);

	xt_say(b, "%08x ", (unsigned) (h >> 32) ^ 0x80000000u);
}

static inline void
ut_index_long(BxBuf *b, const UtIndexPath *p, const BxIndexValue *v, uint32_t max)
{
	BxStr s = v->text;

	xt_say(b, "%05x%x", (unsigned) (p->leaf >> 44), v->kind);
	if (v->kind != AT_INDEX_STRING)
		ut_index_hex(b, v->bytes, v->n);
	else if (s.n <= max)
	{
		ut_index_hex(b, s.s, s.n);
		xt_say(b, "00");
	}
	else
	{
		ut_index_hex(b, s.s, max);
		xt_say(b, "01%08x", (unsigned) (ut_hash(4, s.s, s.n) >> 32));
	}
	xt_say(b, "%02x%04x ", (unsigned) (p->parent >> 36 & 0xff), (unsigned) (p->path >> 48));
}

static inline void
ut_index_add(UtIndexer *x, const BxIndexValue *v)
{
	UtIndexPath p = ut_index_path(x);
	BxBuf b;

	if ((x->options->kinds >> v->kind & 1) == 0)
		return;
	bx_buf_init(&b, bx_host_libc());
	if (x->options->is_short)
		ut_index_short(&b, &p, v);
	else
		ut_index_long(&b, &p, v, x->options->max_value);
	ut_texts_add(&x->keys, &b);
}

static inline void
ut_index_text(UtIndexer *x, BxStr s)
{
	BxIndexValue v;

	bx_index_value_text(s.s, s.n, &v);
	ut_index_add(x, &v);
}

static inline void
ut_index_end(UtIndexer *x)
{
	const UtOpen *o = &x->open[x->n - 1];

	x->open[x->n - 2].text |= o->text;
	if (o->kids || o->texts > 1 || o->blank)
	{
		if (o->text || !x->options->is_short)
			ut_index_add(x, &bx_index_complex);
	}
	else if (o->texts == 0 && !x->options->is_short)
		ut_index_text(x, ut_str(""));
	x->n--;
}

static inline void
ut_index_event(UtIndexer *x, const UtEvent *e)
{
	UtOpen *o = &x->open[x->n - 1];
	bool blank = bx_is_all_space(e->value.s, e->value.n);

	switch (e->kind)
	{
		case UT_START:
			o->kids = true;
			x->open[x->n++] = (UtOpen){.e = e};
			break;
		case UT_END: ut_index_end(x); break;
		case UT_ATTRIBUTE:
			x->open[x->n++] = (UtOpen){.e = e, .attribute = true};
			ut_index_text(x, e->value);
			x->n--;
			break;
		case UT_TEXT:
			o->texts++;
			o->text = true;
			o->blank |= blank;
			if (x->n > 1 && !blank)
				ut_index_text(x, e->value);
			break;
		default: break;
	}
}

/* The keys of a list of events, sorted, without doubles; free it. */
static inline char *
ut_index_model(const UtEvents *ev, const BxIndexOptions *options)
{
	UtIndexer *x = ut_need(calloc(1, sizeof(UtIndexer)));
	BxBuf out;
	char *text;
	uint32_t n = 0;
	size_t i;

	x->options = options;
	x->n = 1;
	for (i = 0; i < ev->n; i++)
		ut_index_event(x, &ev->e[i]);
	qsort(x->keys.s, x->keys.n, sizeof(char *), ut_compare_texts);
	for (i = 0; i < x->keys.n; i++)
		if (i > 0 && strcmp(x->keys.s[i], x->keys.s[n - 1]) == 0)
			free(x->keys.s[i]);
		else
			x->keys.s[n++] = x->keys.s[i];
	x->keys.n = n;
	bx_buf_init(&out, bx_host_libc());
	ut_texts_flush(&x->keys, false, &out);
	text = ut_text_end(&out);
	free(x);
	return text;
}

/* ---- values ---- */

/* The keys of a list; free it. */
static inline char *
ut_index_list(const BxIndexList *list)
{
	BxBuf out;
	uint32_t i;

	bx_buf_init(&out, bx_host_libc());
	for (i = 0; i < list->n; i++)
		if (list->is_short)
			xt_say(&out, "%08x ", (unsigned) list->shorts[i] ^ 0x80000000u);
		else
		{
			ut_index_hex(&out, list->entries[i].p, list->entries[i].n);
			xt_say(&out, " ");
		}
	return ut_text_end(&out);
}

/* The keys of a stored value, or the name of an error; free it. */
static inline char *
ut_index_store(BxStore *store, const BxHost *host, const BxIndexOptions *options)
{
	BxIndexList list;
	BxArena arena;
	BxError err;
	BxStatus st;
	BxBuf name;
	char *text;

	bx_arena_init(&arena, host);
	bx_buf_init(&name, bx_host_libc());
	st = bx_index_extract(options, store, &arena, &list, &err);
	if (st != BX_OK)
		xt_say(&name, "%s", bx_status_name(st));
	text = st == BX_OK ? ut_index_list(&list) : ut_text_end(&name);
	bx_arena_reset(&arena);
	return text;
}

static inline char *
ut_index_value(const uint8_t *v, size_t n, const BxIndexOptions *options)
{
	BxStore store;

	bx_store_memory(&store, v, n);
	return ut_index_store(&store, bx_host_libc(), options);
}

#endif
