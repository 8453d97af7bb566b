/*
 * ut_pack.h -- values in blocks for tests: packing, taking apart and damaging them; a host for them, and a store
 * outside memory that counts what it is asked for.
 */
#ifndef UT_PACK_H
#define UT_PACK_H

#include "../../src/codec/bx_lz4.h"
#include "../../src/core/store/bx_image.h"
#include "../../src/core/encode/bx_pack.h"
#include "ut_host.h"
#include "ut_random.h"

/* A counting host that can read and write blocks. */
static inline void
ut_host_init(UtHost *h)
{
	ut_host_init_as(h, bx_host_lz4());
}

/* ---- a store outside memory ---- */

typedef struct UtStore
{
	BxStore store;
	const uint8_t *v;
	int reads, fail_at; /* this read fails with fail_with, counted from 1; 0 for none */
	BxStatus fail_with;
	uint64_t bytes;
	uint8_t *seen; /* NULL, or one byte per byte of the value: was it read? */
} UtStore;

static inline BxStatus
ut_store_read(BxStore *store, uint32_t off, uint32_t len, uint8_t *dst, BxError *err)
{
	UtStore *s = (UtStore *) store;

	if (off > store->total || len > store->total - off)
		abort();
	if (++s->reads == s->fail_at)
		return bx_fail(err, s->fail_with, off, "the store failed");
	s->bytes += len;
	memcpy(dst, s->v + off, len);
	if (s->seen != NULL)
		memset(s->seen + off, 1, len);
	return BX_OK;
}

static inline void
ut_store_init(UtStore *s, const uint8_t *v, size_t n)
{
	memset(s, 0, sizeof(*s));
	s->store.read = ut_store_read;
	s->store.total = n;
	s->v = v;
}

/* ---- values ---- */

static inline bool
ut_is_packed(const uint8_t *v, size_t n)
{
	return n > 1 && (v[0] & 0xF0) == BX_VERSION_MARK && (v[1] & BX_FLAG_BLOCKS) != 0;
}

/* The value in blocks as our writer cuts them with the codecs of the list; NULL when that saves nothing. */
static inline uint8_t *
ut_pack_with(const BxCodec *codec, const uint8_t *v, size_t n, size_t *m)
{
	BxPackPolicy always = BX_PACK_ALWAYS;
	BxHost host = *bx_host_libc();
	uint8_t *packed;

	host.codec = codec;
	if (bx_pack(v, n, &always, 0, &host, &packed, m, NULL) != BX_OK)
		abort();
	return packed;
}

static inline uint8_t *
ut_pack(const uint8_t *v, size_t n, size_t *m)
{
	return ut_pack_with(bx_host_lz4()->codec, v, n, m);
}

/* A stored value in parts; the list is free to be a lie. */
typedef struct UtPacked
{
	BxBuf head;          /* with the flag set */
	BxBuf stored, plain; /* uint32_t per block */
	BxBuf blocks, ext;
	uint8_t codec;
} UtPacked;

static inline void
ut_packed_init(UtPacked *p)
{
	BxBuf *all[] = {&p->head, &p->stored, &p->plain, &p->blocks, &p->ext};
	int i;

	memset(p, 0, sizeof(*p));
	for (i = 0; i < 5; i++)
		bx_buf_init(all[i], bx_host_libc());
	p->codec = bx_lz4_codec.code;
}

static inline void
ut_packed_free(UtPacked *p)
{
	bx_buf_free(&p->head);
	bx_buf_free(&p->stored);
	bx_buf_free(&p->plain);
	bx_buf_free(&p->blocks);
	bx_buf_free(&p->ext);
}

static inline uint32_t *
ut_numbers(const BxBuf *b, uint32_t *n)
{
	*n = (uint32_t) (b->len / sizeof(uint32_t));
	return (uint32_t *) (void *) b->data;
}

/* One more block of len plain bytes; raw, or compressed when that saves anything. */
static inline void
ut_packed_block(UtPacked *p, const uint8_t *plain, uint32_t len, bool raw)
{
	const BxCodec *codec = bx_codec_find(bx_host_lz4(), p->codec);
	size_t bound = codec->bound(len);
	uint8_t *out = ut_need(malloc(bound > 0 ? bound : 1));
	size_t n = raw ? 0 : codec->deflate(plain, len, out, bound);
	uint32_t stored = n > 0 && n < len ? (uint32_t) n : len;

	ut_append(&p->blocks, stored < len ? out : plain, stored);
	ut_append(&p->stored, &stored, sizeof(stored));
	ut_append(&p->plain, &len, sizeof(len));
	free(out);
}

/* A plain value as parts, cut every `size` plain bytes, which the codec takes. */
static inline void
ut_packed_cut_with(UtPacked *p, uint8_t codec, const uint8_t *v, size_t n, uint32_t size, bool raw)
{
	BxHeader h;
	uint32_t at;

	if (bx_header_read(v, n, n, &h, NULL) != BX_OK)
		abort();
	ut_packed_init(p);
	p->codec = codec;
	ut_append(&p->head, v, h.table_off);
	p->head.data[1] |= BX_FLAG_BLOCKS;
	for (at = h.table_off; at < h.ext_off; at += size)
		ut_packed_block(p, v + at, h.ext_off - at < size ? h.ext_off - at : size, raw);
	ut_append(&p->ext, v + h.ext_off, n - h.ext_off);
}

static inline void
ut_packed_cut(UtPacked *p, const uint8_t *v, size_t n, uint32_t size, bool raw)
{
	ut_packed_cut_with(p, bx_lz4_codec.code, v, n, size, raw);
}

/* A stored value as parts; false when its header is damaged. */
static inline bool
ut_packed_read(UtPacked *p, const uint8_t *v, size_t n)
{
	BxHeader h;
	const uint8_t *q;
	uint32_t i, s = 0, l = 0, all = 0;

	ut_packed_init(p);
	if (bx_header_read(v, n, n, &h, NULL) != BX_OK || h.n_blocks == 0)
		return false;
	ut_append(&p->head, v, h.table_off);
	p->codec = h.codec;
	for (i = 0, q = v + h.blocks_off; i < h.n_blocks; i++)
	{
		q = ut_need((void *) bx_varint_get(q, v + n, &s));
		q = ut_need((void *) bx_varint_get(q, v + n, &l));
		ut_append(&p->stored, &s, sizeof(s));
		ut_append(&p->plain, &l, sizeof(l));
		all += s;
	}
	ut_append(&p->blocks, v + h.body_off, all);
	ut_append(&p->ext, v + h.body_off + all, n - h.body_off - all);
	return true;
}

static inline void
ut_put_number(BxBuf *b, uint32_t v)
{
	uint8_t buf[BX_VARINT_MAX];

	ut_append(b, buf, (size_t) (bx_varint_put(buf, v) - buf));
}

/* The stored value of these parts; exactly *n bytes on the heap. */
static inline uint8_t *
ut_packed_join(const UtPacked *p, size_t *n)
{
	uint32_t i, count;
	const uint32_t *s = ut_numbers(&p->stored, &count);
	const uint32_t *l = ut_numbers(&p->plain, &count);
	BxBuf out;
	uint8_t *v;

	bx_buf_init(&out, bx_host_libc());
	ut_append(&out, p->head.data, p->head.len);
	ut_append(&out, &p->codec, 1);
	ut_put_number(&out, count);
	for (i = 0; i < count; i++)
	{
		ut_put_number(&out, s[i]);
		ut_put_number(&out, l[i]);
	}
	ut_append(&out, p->blocks.data, p->blocks.len);
	ut_append(&out, p->ext.data, p->ext.len);
	*n = out.len;
	v = ut_need(malloc(out.len));
	memcpy(v, out.data, out.len);
	bx_buf_free(&out);
	return v;
}

/* ---- damage ---- */

/* Move some of one entry of a list to another, or just change one. */
static inline void
ut_damage_list(BxBuf *list, uint64_t *rng)
{
	uint32_t n;
	uint32_t *e = ut_numbers(list, &n);
	uint32_t a, b, d;

	if (n == 0)
		return;
	a = ut_below(rng, n);
	b = ut_below(rng, n);
	d = ut_below(rng, 3) ? 1 + ut_below(rng, 4) : ut_below(rng, e[a] ? e[a] : 1);
	switch (ut_below(rng, 4))
	{
		case 0: e[a] += d; break;
		case 1: e[a] = ut_below(rng, 8) ? e[a] - d : (uint32_t) ut_rand(rng); break;
		default:
			e[a] -= d;
			e[b] += d;
			break;
	}
}

/* A damaged copy of a stored value, exactly *m bytes on the heap; most with a list that still adds up. */
static inline uint8_t *
ut_mutate_packed(const uint8_t *v, size_t n, uint64_t *rng, size_t *m)
{
	uint32_t times = 1 + ut_below(rng, 3);
	UtPacked p;
	uint8_t *out;

	if (ut_below(rng, 6) == 0 || !ut_packed_read(&p, v, n))
		return ut_mutate_raw(v, n, rng, m);
	while (times-- > 0)
		switch (ut_below(rng, 12))
		{
			case 0:
			case 1: ut_damage_list(&p.stored, rng); break;
			case 2:
			case 3: ut_damage_list(&p.plain, rng); break;
			case 4: ut_damage(&p.head, rng); break;
			case 5: ut_damage(&p.ext, rng); break;
			case 6: p.codec = ut_below(rng, 8) ? p.codec : ut_random_byte(rng); break;
			default: p.blocks.data[ut_below(rng, (uint32_t) p.blocks.len)] ^= ut_random_byte(rng); break;
		}
	out = ut_packed_join(&p, m);
	ut_packed_free(&p);
	return out;
}

#endif
