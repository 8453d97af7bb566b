/*
 * bx_index_key.c -- paths and values to keys.
 */
#include "../base/bx_core_int.h"
#include "bx_index_key.h"

#include "../base/bx_bytes.h"

/* What hashes start with. */
#define OF_ELEMENT 1
#define OF_ATTRIBUTE 2
#define OF_URI 3
#define OF_TEXT 4
#define OF_VALUE 5 /* and the kind, in the second byte */

#define HEAD_BITS 20
#define KIND_BITS 4

const BxIndexPath bx_index_root = {0};

uint64_t
bx_index_uri(const char *uri, size_t n)
{
	return n == 0 ? 0 : bx_hash_fixed(OF_URI, uri, n);
}

BxIndexName
bx_index_name(bool attribute, uint64_t uri, const char *local, size_t n)
{
	uint64_t first = attribute ? OF_ATTRIBUTE : OF_ELEMENT;
	uint64_t h = bx_hash_fixed(first, local, n);

	return (BxIndexName){uri == 0 ? h : bx_hash_fixed(first ^ uri, local, n),
						 (uint32_t) (h >> (64 - HEAD_BITS)) << KIND_BITS, (uint8_t) (h >> 36)};
}

unsigned
bx_index_value_put(const BxIndexValue *value, uint32_t max_value, uint8_t *out)
{
	BxStr s = value->text;
	uint32_t h;

	if (value->kind != AT_INDEX_STRING)
	{
		memcpy(out, value->bytes, value->n);
		return value->n;
	}
	if (s.n <= max_value)
	{
		*bx_copy_short(out, s.s, s.n) = BX_INDEX_WHOLE;
		return (unsigned) s.n + 1;
	}
	memcpy(out, s.s, max_value);
	out += max_value;
	h = (uint32_t) (bx_hash_fixed(OF_TEXT, s.s, s.n) >> 32);
	*out++ = BX_INDEX_CUT;
	*out++ = (uint8_t) (h >> 24);
	*out++ = (uint8_t) (h >> 16);
	*out++ = (uint8_t) (h >> 8);
	*out++ = (uint8_t) h;
	return max_value + 1 + BX_INDEX_CUT_HASH;
}

unsigned
bx_index_key_put(const BxIndexPath *path, const BxIndexValue *value, uint32_t max_value, uint8_t *out)
{
	unsigned n = BX_INDEX_HEAD;

	bx_index_head_put(out, path->head, value->kind);
	n += bx_index_value_put(value, max_value, out + n);
	bx_index_tail_put(out + n, path);
	return n + BX_INDEX_TAIL;
}

int32_t
bx_index_key_short(const BxIndexPath *path, const BxIndexValue *value)
{
	uint64_t first = path->hash ^ OF_VALUE ^ (uint64_t) value->kind << 8;
	uint64_t h;

	if (value->kind == AT_INDEX_STRING)
		h = bx_hash_fixed(first, value->text.s, value->text.n);
	else
		h = bx_hash_fixed(first, value->bytes, value->n);
	return (int32_t) (uint32_t) (h >> 32);
}

bool
bx_index_key_parts(const uint8_t *p, size_t n, BxIndexParts *parts)
{
	const uint8_t *tail = p + n - BX_INDEX_TAIL;

	if (n < BX_INDEX_HEAD + BX_INDEX_TAIL)
		return false;
	parts->head = (uint32_t) p[0] << 16 | (uint32_t) p[1] << 8 | (p[2] & 0xf0u);
	parts->kind = p[2] & 0x0f;
	parts->value = p + BX_INDEX_HEAD;
	parts->n = n - BX_INDEX_HEAD - BX_INDEX_TAIL;
	parts->parent = tail[0];
	parts->path = (uint16_t) (tail[1] << 8 | tail[2]);
	return true;
}
