/*
 * bx_out.c -- XML output: escapes, names, long values.
 */
#include "bx_out_int.h"

/* What is written for a character of bx_escape_class. */
static const char *
escape_of(const BxOut *o, char c)
{
	switch (c)
	{
		case '&': return "&amp;";
		case '<': return "&lt;";
		case '>': return "&gt;";
		case '"': return "&quot;";
		case '\t': return o->refs->tab;
		case '\n': return o->refs->newline;
		default: return o->refs->cr;
	}
}

BxStatus
bx_out_escaped(BxOut *o, const char *s, size_t n, bool attr)
{
	const char *ref;
	size_t k;

	for (;;)
	{
		k = bx_clean_prefix(s, n, attr);
		BX_TRY(bx_out_put(o, s, k));
		if (k == n)
			return BX_OK;
		ref = escape_of(o, s[k]);
		BX_TRY(bx_out_put(o, ref, strlen(ref)));
		s += k + 1;
		n -= k + 1;
	}
}

BxStatus
bx_out_pieces(BxOut *o, const BxEvent *ev, uint32_t at, uint8_t flags, bool attr)
{
	const uint8_t *p;
	uint32_t n;

	for (; at < ev->len; at += n)
	{
		BX_TRY(bx_reader_piece(o->rd, ev, at, &p, &n));
		BX_TRY(bx_charge(o->host, n));
		BX_TRY(bx_out_piece(o, p, n, flags, attr));
	}
	return BX_OK;
}

BxStatus
bx_out_typed(BxOut *o, const BxEvent *ev)
{
	uint32_t n = 0;

	BX_TRY(bx_buf_reserve(o->buf, bx_value_room(ev->len), o->err));
	if (bx_value_text(ev->payload, ev->len, (char *) o->buf->data + o->buf->len, &n) == NULL)
		return bx_fail(o->err, BX_E_CORRUPT, (int64_t) o->table->head.items_off + ev->off,
					   "bxml value is damaged: bad typed value");
	o->buf->len += n;
	return BX_OK;
}

BxStatus
bx_out_name(BxOut *o, const char *before, size_t n_before, uint32_t shape, const char *after, size_t n_after)
{
	const BxNameInfo *name = &o->table->names[o->table->shapes[shape].name];
	const BxPair *pair = &o->table->pairs[name->pair];
	size_t n = n_before + pair->prefix_len + 1 + name->len + n_after;
	uint8_t *p;

	BX_TRY(bx_buf_reserve(o->buf, n, o->err));
	p = bx_copy_short(o->buf->data + o->buf->len, before, n_before);
	if (pair->prefix_len > 0)
	{
		p = bx_copy_short(p, pair->prefix, pair->prefix_len);
		*p++ = ':';
	}
	p = bx_copy_short(p, name->local, name->len);
	p = bx_copy_short(p, after, n_after);
	o->buf->len = (size_t) (p - o->buf->data);
	return BX_OK;
}
