/*
 * bx_parse.c -- the parser object: its life, its input, the end of the text.
 */
#include "bx_parse_int.h"

#include <stdlib.h>

/* Input is taken in portions of this size, with a poll after each. */
#define PORTION ((size_t) 64 << 10)

#define ROOT_END "</w>"

/*
 * Ends a DOCTYPE, whether a comment, an instruction, a literal in either kind of quotes or nothing is open in it, but
 * never without an error.
 */
#define DOCTYPE_END "-->?>\"]>\"]>']>"

bool
bx_libxml_version_usable(const char *version)
{
	return version != NULL && strtol(version, NULL, 10) >= BX_LIBXML_LEAST;
}

bool
bx_libxml_usable(const char **version)
{
	*version = xmlParserVersion;
	return bx_libxml_version_usable(*version);
}

BxParser *
bx_parser_bare(const BxHost *host, const BxParseOptions *options, BxError *err)
{
	BxParser *p = host->alloc(host->ctx, sizeof(BxParser));

	if (p == NULL)
	{
		bx_fail_nomem(err, sizeof(BxParser));
		return NULL;
	}
	memset(p, 0, sizeof(*p));
	p->host = host;
	p->opt = *options;
	bx_error_clear(&p->err);
	bx_arena_init(&p->arena, host);
	bx_buf_init(&p->stage, host);
	bx_buf_init(&p->scopes, host);
	bx_buf_init(&p->unmarked, host);
	bx_buf_init(&p->skipped, host);
	bx_buf_init(&p->run, host);
	bx_buf_init(&p->held, host);
	bx_buf_init(&p->held_text, host);
	bx_lexer_init(&p->lex, options->writer.limits.max_attributes);
	p->line = 1;
	bx_decode_init(p);
	bx_route_init(p);
	bx_sax_init(p);
	return p;
}

BxParser *
bx_parser_new(const BxHost *host, const BxParseOptions *options, BxError *err)
{
	BxParser *p = bx_parser_bare(host, options, err);

	if (p == NULL)
		return NULL;
	p->w = p->opt.reader != NULL ? bx_markup_writer(p->opt.reader, host, &p->opt.writer, err)
								 : bx_writer_new(host, &p->opt.writer, err);
	if (p->w == NULL)
	{
		bx_parser_free(p);
		return NULL;
	}
	return p;
}

void
bx_parser_free(BxParser *p)
{
	const BxHost *h;

	if (p == NULL)
		return;
	h = p->host;
	if (p->ctxt != NULL)
	{
		if (p->ctxt->myDoc != NULL)
			xmlFreeDoc(p->ctxt->myDoc);
		p->ctxt->myDoc = NULL;
		xmlFreeParserCtxt(p->ctxt);
	}
	bx_decode_free(p);
	bx_arena_reset(&p->arena);
	bx_route_free(p);
	bx_buf_free(&p->stage);
	bx_buf_free(&p->scopes);
	bx_buf_free(&p->unmarked);
	bx_buf_free(&p->skipped);
	bx_buf_free(&p->run);
	bx_buf_free(&p->held);
	bx_buf_free(&p->held_text);
	bx_names_free(p);
	bx_free_writer(p);
	h->release(h->ctx, p);
}

const BxError *
bx_parser_error(const BxParser *p)
{
	return &p->err;
}

/* An error in the text before comes first. */
static BxStatus
too_large(BxParser *p)
{
	size_t limit = p->opt.writer.limits.max_size;
	BxStatus st = p->route.own ? bx_route_leave(p) : BX_OK;

	return st != BX_OK ? st
					   : bx_fail_limit(&p->err, BX_E_LIMIT, "bxml.max_size", (int64_t) limit,
									   "size of XML text in bytes");
}

static BxStatus
feed_portion(BxParser *p, const char *s, size_t n)
{
	BxStatus st;

	p->total += n;
	if (p->split == NULL && p->total > p->opt.writer.limits.max_size)
		return too_large(p);
	st = bx_decode_feed(p, (const uint8_t *) s, n);
	if (st == BX_OK && n == PORTION)
	{
		st = bx_poll(p->host);
		if (st != BX_OK)
			bx_fail(&p->err, st, -1, "canceled");
	}
	return st;
}

static BxStatus
not_finished(BxParser *p)
{
	if (p->err.status == BX_OK && p->finished)
		return bx_fail(&p->err, BX_E_STATE, -1, "XML parser is already finished");
	return p->err.status;
}

BxStatus
bx_parser_feed(BxParser *p, const char *bytes, size_t n)
{
	BxStatus st = not_finished(p);

	while (n > 0 && st == BX_OK)
	{
		size_t k = n < PORTION ? n : PORTION;

		st = feed_portion(p, bytes, k);
		bytes += k;
		n -= k;
	}
	return st;
}

BxStatus
bx_parser_text(BxParser *p, const char *bytes, size_t n)
{
	size_t k = bx_decode_head(bytes, n);
	BxStatus st;

	if (!p->route.own || p->total > 0 || n > p->opt.writer.limits.max_size)
		return bx_parser_feed(p, bytes, n);
	p->route.waiting = true;
	st = bx_parser_feed(p, bytes, k);
	p->route.waiting = false;
	if (st != BX_OK || p->phase != BX_PHASE_BODY || p->decoding || !p->route.own)
		return st != BX_OK ? st : bx_parser_feed(p, bytes + k, n - k);
	p->total = n;
	k -= p->route.kept.len;
	p->route.whole = bx_str(bytes + k, n - k);
	return BX_OK;
}

/* Signal the end to libxml2, so that it names what is missing. */
static BxStatus
end_truncated(BxParser *p)
{
	BxStatus st;

	p->ending = true;
	st = bx_stage_give(p, NULL, 0, true);
	return st != BX_OK ? st : bx_fail_syntax(p, BX_SYN_END, NULL);
}

/*
 * Close the synthetic root.  Not while markup is open: our end tag would become part of it, and of the message.
 */
static BxStatus
end_content(BxParser *p)
{
	BxStatus st;

	if (p->depth > 0 || bx_input_is_open(p) || p->ctxt->instate == XML_PARSER_CDATA_SECTION)
		return end_truncated(p);
	p->closing = true;
	st = bx_stage_give(p, ROOT_END, sizeof(ROOT_END) - 1, true);
	return st == BX_OK && p->in_root ? bx_fail_syntax(p, BX_SYN_END, NULL) : st;
}

/*
 * The push parser waits for the end of a DOCTYPE, and reads nothing of a subset whose quotes do not match: give it an
 * end, so that it says what is wrong and where.
 */
static BxStatus
end_doctype(BxParser *p)
{
	if (p->ctxt->instate != XML_PARSER_DTD && (!p->lex.doctype || p->lex.doctype_ended))
		return BX_OK;
	return bx_stage_give(p, DOCTYPE_END, sizeof(DOCTYPE_END) - 1, false);
}

static BxStatus
end_document(BxParser *p)
{
	BxStatus st;

	p->ending = true;
	st = end_doctype(p);
	if (st == BX_OK)
		st = bx_stage_give(p, NULL, 0, true);
	if (st == BX_OK && (p->depth > 0 || p->top_elements != 1))
		st = bx_fail_syntax(p, BX_SYN_END, NULL);
	return st;
}

static BxStatus
end_text(BxParser *p)
{
	BxStatus st = bx_decode_end(p);
	bool done = false;

	if (st == BX_OK && p->route.own)
		st = bx_route_end(p, &done);
	if (done)
		return st;
	if (st == BX_OK)
		st = bx_stage_rest(p);
	if (st == BX_OK)
		st = p->document ? end_document(p) : end_content(p);
	/* libxml2 has refused something that bx_parse_error_handler did not see. */
	if (st == BX_OK && !p->ctxt->wellFormed)
		st = bx_fail_syntax(p, BX_SYN_UNKNOWN, NULL);
	return st != BX_OK ? st : bx_top_level_finish(p);
}

BxStatus
bx_parser_end(BxParser *p)
{
	BxStatus st = not_finished(p);

	p->finished = true;
	return st == BX_OK ? end_text(p) : st;
}

void
bx_parser_shapes(const BxParser *p, BxShapeIds *ids)
{
	ids->n = 0;
	if (p->opt.reader != NULL)
		bx_markup_shapes(p->opt.reader, p->w, ids);
}

BxStatus
bx_parser_finish(BxParser *p, uint8_t **data, size_t *len)
{
	BxStatus st = bx_parser_end(p);

	if (st != BX_OK)
		return st;
	st = bx_writer_finish(p->w, data, len);
	return st == BX_OK ? st : bx_fail_here(p, bx_writer_error(p->w));
}
