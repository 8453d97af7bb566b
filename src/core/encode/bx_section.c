/*
 * bx_section.c -- a value copied with another directory of extension sections.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_bytes.h"
#include "../base/bx_buf.h"
#include "../format/bx_table.h"
#include "bx_section.h"

#define SECTIONS_MAX 255

typedef struct Section
{
	uint8_t code;
	uint32_t len;
	const uint8_t *body;
} Section;

typedef struct Sections
{
	Section s[SECTIONS_MAX + 1];
	uint32_t n;
	size_t bodies; /* bytes of all */
} Sections;

static void
add(Sections *all, uint8_t code, const uint8_t *body, uint32_t len)
{
	all->s[all->n++] = (Section){code, len, body};
	all->bodies += len;
}

/* Those of the value, by code, with the new one in its place. */
static BxStatus
list_sections(const uint8_t *v, size_t n, const BxHeader *h, uint8_t code, const uint8_t *body,
			  uint32_t body_n, Sections *all, BxError *err)
{
	const uint8_t *p = v + h->ext_dir;
	const uint8_t *at = v + n - (h->plain_total - h->ext_off);
	bool put = body == NULL;
	uint32_t i, len;

	all->n = 0;
	all->bodies = 0;
	for (i = 0; i < h->ext_n; i++)
	{
		uint8_t c = *p;

		p = bx_varint_get(p + 1, v + h->table_off, &len);
		if (p == NULL)
			return bx_fail(err, BX_E_CORRUPT, h->ext_dir, "bxml extension directory is damaged");
		if (!put && c >= code)
		{
			add(all, code, body, body_n);
			put = true;
		}
		if (c != code)
			add(all, c, at, len);
		at += len;
	}
	if (!put)
		add(all, code, body, body_n);
	return all->n <= SECTIONS_MAX
			   ? BX_OK
			   : bx_fail(err, BX_E_LIMIT, -1, "bxml value would have more than %d extension sections",
						 SECTIONS_MAX);
}

static uint8_t *
put_bytes(uint8_t *q, const uint8_t *p, size_t n)
{
	if (n > 0)
		memcpy(q, p, n);
	return q + n;
}

static size_t
directory_size(const Sections *all)
{
	size_t n = all->n > 0 ? bx_varint_size(all->n) : 0;
	uint32_t i;

	for (i = 0; i < all->n; i++)
		n += 1 + bx_varint_size(all->s[i].len);
	return n;
}

static uint8_t *
put_directory(uint8_t *q, const Sections *all)
{
	uint32_t i;

	if (all->n > 0)
		q = bx_varint_put(q, all->n);
	for (i = 0; i < all->n; i++)
	{
		*q++ = all->s[i].code;
		q = bx_varint_put(q, all->s[i].len);
	}
	return q;
}

BxStatus
bx_section_put(const uint8_t *v, size_t n, uint8_t code, const uint8_t *body, uint32_t body_n, size_t reserve,
			   const BxHost *host, uint8_t **data, size_t *len, BxError *err)
{
	Sections all;
	BxHeader h;
	size_t head_n, rest_n, dir_n;
	uint8_t *base, *q;
	uint32_t i;

	BX_TRY(bx_header_read(v, n, n, &h, err));
	BX_TRY(list_sections(v, n, &h, code, body, body_n, &all, err));
	head_n = h.ext_n > 0 ? h.ext_dir - bx_varint_size(h.ext_n) : h.table_off;
	rest_n = n - (h.plain_total - h.ext_off) - h.table_off;
	dir_n = directory_size(&all);
	*len = head_n + dir_n + rest_n + all.bodies;
	if (*len > BX_VALUE_MAX || head_n + dir_n + (h.ext_off - h.table_off) + all.bodies > BX_VALUE_MAX)
		return bx_fail(err, BX_E_LIMIT, -1, "bxml value would exceed the limit of 1 GB");
	base = host->alloc(host->ctx, reserve + *len);
	if (base == NULL)
		return bx_fail_nomem(err, reserve + *len);
	*data = base;
	q = put_bytes(base + reserve, v, head_n);
	base[reserve + 1] = (uint8_t) (all.n > 0 ? v[1] | BX_FLAG_EXT : v[1] & ~BX_FLAG_EXT);
	q = put_directory(q, &all);
	q = put_bytes(q, v + h.table_off, rest_n);
	for (i = 0; i < all.n; i++)
		q = put_bytes(q, all.s[i].body, all.s[i].len);
	return BX_OK;
}
