/*
 * bx_copy.c -- items of one value into another that is being written.
 */
#include "../base/bx_core_int.h"

#include "../value/bx_value.h"
#include "bx_copy.h"

BxStatus
bx_copy_init(BxCopy *c, const BxTable *table, BxArena *arena, BxError *err)
{
	size_t n = (size_t) table->n_names + table->n_pairs;
	uint32_t *p = bx_arena_alloc(arena, (2 * n + 1) * sizeof(uint32_t));

	if (p == NULL)
		return bx_fail_nomem(err, 2 * n * sizeof(uint32_t));
	memset(c, 0, sizeof(*c));
	memset(p, 0xff, n * sizeof(uint32_t));
	c->table = table;
	c->err = err;
	c->name_of = p;
	c->pair_of = p + table->n_names;
	c->mapped_names = p + n;
	c->mapped_pairs = p + n + table->n_names;
	return BX_OK;
}

void
bx_copy_into(BxCopy *c, BxWriter *w)
{
	while (c->n_mapped_names > 0)
		c->name_of[c->mapped_names[--c->n_mapped_names]] = UINT32_MAX;
	while (c->n_mapped_pairs > 0)
		c->pair_of[c->mapped_pairs[--c->n_mapped_pairs]] = UINT32_MAX;
	c->w = w;
}

static inline BxStatus
wr(BxCopy *c, BxStatus st)
{
	if (BX_UNLIKELY(st != BX_OK) && c->err != NULL)
		*c->err = *bx_writer_error(c->w);
	return st;
}

static BxStatus
map_pair(BxCopy *c, uint32_t pair, uint32_t *out)
{
	if (c->pair_of[pair] == UINT32_MAX)
	{
		const BxPair *p = &c->table->pairs[pair];
		BxStr prefix = {p->prefix, p->prefix_len};
		BxStr uri = {p->uri, p->uri_len};

		BX_TRY(wr(c, bx_writer_pair(c->w, prefix, uri, &c->pair_of[pair])));
		c->mapped_pairs[c->n_mapped_pairs++] = pair;
	}
	*out = c->pair_of[pair];
	return BX_OK;
}

static BxStatus
map_name(BxCopy *c, uint32_t name, uint32_t *out)
{
	if (c->name_of[name] == UINT32_MAX)
	{
		const BxNameInfo *n = &c->table->names[name];
		BxStr local = {n->local, n->len};
		uint32_t pair = 0;

		BX_TRY(map_pair(c, n->pair, &pair));
		BX_TRY(wr(c, bx_writer_name(c->w, pair, local, &c->name_of[name])));
		c->mapped_names[c->n_mapped_names++] = name;
	}
	*out = c->name_of[name];
	return BX_OK;
}

BxStatus
bx_copy_namespace(BxCopy *c, uint32_t pair)
{
	uint32_t p = 0;

	BX_TRY(map_pair(c, pair, &p));
	return wr(c, bx_writer_namespace(c->w, p));
}

BxStatus
bx_copy_start(BxCopy *c, uint32_t shape)
{
	uint32_t name = 0;

	BX_TRY(map_name(c, c->table->shapes[shape].name, &name));
	return wr(c, bx_writer_start_element(c->w, name));
}

static BxStatus
text_of(BxCopy *c, const uint8_t *payload, uint32_t off, char *buf, const char **s, uint32_t *n)
{
	BxValue v;

	if (!c->stored)
		*s = bx_value_text(payload, *n, buf, n);
	else
		*s = bx_value_decode(payload, *n, &v) ? (const char *) payload : NULL;
	if (*s == NULL)
		return bx_fail(c->err, BX_E_CORRUPT, c->table->head.items_off + (int64_t) off,
					   "bxml value is damaged: bad value");
	return BX_OK;
}

BxStatus
bx_copy_text(BxCopy *c, const uint8_t *payload, uint32_t n, uint32_t off)
{
	char buf[BX_VALUE_TEXT_MAX];
	const char *s;

	BX_TRY(text_of(c, payload, off, buf, &s, &n));
	return wr(c, bx_writer_text(c->w, s, n));
}

static BxStatus
copy_attribute(BxCopy *c, uint32_t shape, const uint8_t *payload, uint32_t n, uint32_t off)
{
	char buf[BX_VALUE_TEXT_MAX];
	uint32_t name = 0;
	const char *s;

	BX_TRY(map_name(c, c->table->shapes[shape].name, &name));
	BX_TRY(text_of(c, payload, off, buf, &s, &n));
	return wr(c, bx_writer_attribute(c->w, name, s, n));
}

BxStatus
bx_copy_item(BxCopy *c, uint32_t shape, const uint8_t *payload, uint32_t n, uint32_t off)
{
	const BxShape *r = &c->table->shapes[shape];
	uint32_t target = 0;

	switch (r->kind)
	{
		case BX_KIND_LEAF:
			BX_TRY(bx_copy_start(c, shape));
			BX_TRY(bx_copy_text(c, payload, n, off));
			return wr(c, bx_writer_end_element(c->w));
		case BX_KIND_ATTRIBUTE: return copy_attribute(c, shape, payload, n, off);
		case BX_KIND_TEXT: return bx_copy_text(c, payload, n, off);
		case BX_KIND_COMMENT: return wr(c, bx_writer_comment(c->w, (const char *) payload, n));
		case BX_KIND_PI:
			BX_TRY(map_name(c, r->name, &target));
			return wr(c, bx_writer_pi(c->w, target, (const char *) payload, n));
		default: return bx_copy_namespace(c, r->name);
	}
}

BxStatus
bx_copy_event(BxCopy *c, const BxEvent *ev)
{
	switch (ev->kind)
	{
		case BX_EV_END: return wr(c, bx_writer_end_element(c->w));
		case BX_EV_ELEMENT: return bx_copy_start(c, ev->shape);
		default: return bx_copy_item(c, ev->shape, ev->payload, ev->len, ev->off);
	}
}
