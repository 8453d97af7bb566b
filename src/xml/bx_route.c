/*
 * bx_route.c -- which parser reads a text: src/core/parse, or libxml2.
 *
 * The text is tried with src/core/parse as a whole: where it lies when the caller has all of it, otherwise when its
 * pieces have been collected.  What that reader does not take, libxml2 gets from the start, with a new writer, and says
 * what is wrong with it.  A text that comes in pieces and is longer than KEPT_MAX goes to libxml2 as it comes.
 */
#include "bx_parse_int.h"

/* Bytes of text that are collected. */
#define KEPT_MAX ((size_t) 64 << 20)

/* Bytes of text from which on a DOCTYPE that has not ended does not wait for its end. */
#define DOCTYPE_FROM ((size_t) 16 << 10)

/* Text that libxml2 gets between two polls. */
#define PORTION ((size_t) 64 << 10)

/* A DOCTYPE that has not ended after some text: limits hold while it comes in. */
static bool
is_in_doctype(BxRoute *r)
{
	size_t at = (size_t) r->prolog.pos;

	if (r->kept.len < DOCTYPE_FROM)
		return false;
	bx_lexer_run(&r->prolog, r->kept.data + at, r->kept.len - at, true);
	return r->prolog.doctype && !r->prolog.doctype_ended;
}

BxStatus
bx_route_keep(BxParser *p, const uint8_t *s, size_t n)
{
	BxRoute *r = &p->route;
	BxStatus st = bx_parser_append(p, &r->kept, s, n);

	if (st != BX_OK || (r->kept.len <= KEPT_MAX && !is_in_doctype(r)))
		return st;
	return bx_route_leave(p);
}

/* The text that src/core/parse may take. */
static BxStr
own_text(const BxRoute *r)
{
	if (r->whole.s != NULL)
		return r->whole;
	return bx_str(r->kept.len > 0 ? (const char *) r->kept.data : "", r->kept.len);
}

BxStatus
bx_route_leave(BxParser *p)
{
	BxStr text = own_text(&p->route);
	uint64_t total = p->total;
	BxStatus st = BX_OK;
	size_t k;

	p->route.own = false;
	/* what default attributes may produce depends on how much libxml2 has got */
	p->total = total > text.n ? total - text.n : 0;
	for (; text.n > 0 && st == BX_OK; text = bx_str(text.s + k, text.n - k))
	{
		k = text.n < PORTION ? text.n : PORTION;
		p->total += k;
		st = bx_stage_text(p, (const uint8_t *) text.s, k);
		if (st == BX_OK && k == PORTION)
			st = bx_parser_poll(p);
	}
	p->total = total;
	bx_buf_free(&p->route.kept);
	return st;
}

static BxStatus
read_text(BxParser *p, BxStr text, bool *mine)
{
	const BxMarkupOptions o = {.limits = &p->opt.writer.limits,
							   .document = p->opt.as == BX_PARSE_DOCUMENT,
							   .content = p->content_proven,
							   .strip = p->opt.strip,
							   .reject_dtd = p->opt.reject_dtd};
	BxError err;
	BxMarkup *m = p->opt.reader != NULL ? p->opt.reader : bx_markup_new(p->host, &err);
	BxStatus st;

	*mine = false;
	if (m == NULL)
		return bx_fail_memory(p);
	st = bx_markup_read(m, p->w, &o, text.s, text.n, mine, &err);
	if (m != p->opt.reader)
		bx_markup_free(m);
	return st == BX_OK ? st : st == BX_E_NOMEM ? bx_fail_memory(p) : bx_fail_here(p, &err);
}

/* A writer that has got nothing but the XML declaration. */
static BxStatus
new_writer(BxParser *p)
{
	BxError err;
	BxWriter *w = bx_writer_new(p->host, &p->opt.writer, &err);

	if (w == NULL)
		return bx_fail_memory(p);
	bx_free_writer(p);
	p->w = w;
	return bx_decode_write(p);
}

BxStatus
bx_route_end(BxParser *p, bool *done)
{
	BxStatus st = read_text(p, own_text(&p->route), done);

	if (*done || st != BX_OK)
		return st;
	st = new_writer(p);
	return st != BX_OK ? st : bx_route_leave(p);
}
