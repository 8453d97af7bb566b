/*
 * bx_anew.c -- a plain value encoded anew.
 */
#include "../base/bx_core_int.h"

#include "bx_anew.h"

#include "bx_copy.h"

/* So many items between two polls, a power of two. */
#define POLL_ITEMS 4096

#define NO_PLACE UINT32_MAX

static BxStatus
damaged(const BxAnew *a)
{
	return bx_fail(a->err, BX_E_CORRUPT, 0, "bxml value is damaged: texts in pieces, or a bad prolog");
}

static BxStatus
wrote(const BxAnew *a, BxWriter *w, BxStatus st)
{
	if (st != BX_OK)
		*a->err = *bx_writer_error(w);
	return st;
}

static BxStatus
put_decl(const BxAnew *a, BxWriter *w)
{
	const uint8_t *body, *p;
	uint32_t len, n;
	BxStr version, encoding;

	BX_TRY(bx_header_ext(&a->table->head, a->v, BX_EXT_DECL, &body, &len, a->err));
	if (body == NULL)
		return BX_OK;
	p = bx_varint_get(body, body + len, &n);
	if (p == NULL || n > (size_t) (body + len - p))
		return damaged(a);
	version = (BxStr){(const char *) p, n};
	p = bx_varint_get(p + n, body + len, &n);
	if (p == NULL || n + (size_t) 1 != (size_t) (body + len - p))
		return damaged(a);
	encoding = (BxStr){(const char *) p, n};
	return wrote(a, w, bx_writer_decl(w, version, encoding, p[n] - 1));
}

/* The DOCTYPE, and how many items are before it. */
static BxStatus
find_doctype(const BxAnew *a, BxStr *doctype, uint32_t *place)
{
	const uint8_t *body, *text;
	uint32_t len;

	*place = NO_PLACE;
	BX_TRY(bx_header_ext(&a->table->head, a->v, BX_EXT_DOCTYPE, &body, &len, a->err));
	if (body == NULL)
		return BX_OK;
	text = bx_varint_get(body, body + len, place);
	if (text == NULL)
		return damaged(a);
	*doctype = bx_str((const char *) text, (size_t) (body + len - text));
	return BX_OK;
}

BxStatus
bx_anew_write(const BxAnew *a, BxWriter *w)
{
	const BxAnewPayload *next = a->payloads, *end = next + a->n_payloads;
	const BxHeader *h = &a->table->head;
	BxStr doctype = {NULL, 0};
	uint32_t place, top = 0;
	bool text = false;
	BxSource source;
	BxReader *rd;
	BxCopy copy;
	BxEvent ev;

	BX_TRY(put_decl(a, w));
	BX_TRY(find_doctype(a, &doctype, &place));
	bx_source_memory(&source, a->v + h->items_off, h->items_len);
	BX_TRY(bx_copy_init(&copy, a->table, a->arena, a->err));
	copy.stored = true;
	bx_copy_into(&copy, w);
	BX_TRY(bx_reader_new(&rd, a->table, &source, a->arena, a->err));
	for (;;)
	{
		BX_TRY(bx_reader_next(rd, &ev));
		if (ev.kind == BX_EV_DONE)
			return BX_OK;
		/* the writer would join them, but payloads are not put together */
		if (text && ev.kind == BX_EV_TEXT)
			return damaged(a);
		text = ev.kind == BX_EV_TEXT;
		if (ev.level == 1 && ev.kind != BX_EV_END && top++ == place)
			BX_TRY(wrote(a, w, bx_writer_doctype(w, doctype.s, doctype.n)));
		if (bx_reader_items(rd) % POLL_ITEMS == 0)
			BX_TRY(bx_poll(a->arena->host));
		if (next < end && next->off == ev.off && ev.kind != BX_EV_END)
		{
			ev.payload = a->bytes + next->at;
			ev.len = next->n;
			next++;
		}
		BX_TRY(bx_copy_event(&copy, &ev));
	}
}
