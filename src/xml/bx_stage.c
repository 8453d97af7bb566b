/*
 * bx_stage.c -- staging of text, and feeding libxml2.
 *
 * Text is collected in the stage and handed to libxml2 in pieces of BX_STAGE_RUN bytes or more, cut where markup ends
 * (bx_lexer.c).  So libxml2 never sees half a tag, how the caller splits the input does not matter, and a text below
 * BX_STAGE_RUN is one piece that only needs its prolog scanned.  Without a DOCTYPE the text is parsed inside a
 * synthetic root; nothing of that root shows.
 */
#include "bx_parse_int.h"

/* HUGE lifts libxml2's limits on depth, names, texts and values; bx_entity.c takes it back. */
static int
xml_options(void)
{
	int options = XML_PARSE_NOENT | XML_PARSE_NONET | XML_PARSE_HUGE;

#if LIBXML_VERSION >= 21300
	options |= XML_PARSE_NO_XXE;
#endif
	return options;
}

/*
 * libxml2 does not always report that it ran out of memory: it calls the text ill-formed, or continues without what
 * it could not keep.  But malloc reports it too, in errno, which nothing changes later on: libxml2 converts no text
 * here and reads no file.
 */
BxStatus
bx_stage_give(BxParser *p, const void *s, size_t n, bool last)
{
	errno = 0;
	xmlParseChunk(p->ctxt, s, (int) n, last);
	if (errno == ENOMEM || p->ctxt->errNo == XML_ERR_NO_MEMORY)
		return bx_fail_unnoticed_memory(p);
	return p->err.status;
}

/* The encoding is taken from the first four bytes, so the prefix has at least as many. */
static BxStatus
feed_prefix(BxParser *p)
{
	BxBuf b;
	BxStatus st;

	bx_buf_init(&b, p->host);
	st = bx_buf_append(&b, p->document ? "    " : "<w  ", 4, &p->err);
	for (uint32_t i = 0; i < p->decl_lines && st == BX_OK; i++)
		st = bx_buf_byte(&b, '\n', &p->err);
	if (!p->document && st == BX_OK)
		st = bx_buf_byte(&b, '>', &p->err);
	if (st == BX_OK)
	{
		st = bx_stage_give(p, b.data, b.len, false);
		p->prefix_len = (uint32_t) b.len;
	}
	bx_buf_free(&b);
	return st;
}

/* Does the literal whose quote is s[i] follow "SYSTEM", or "PUBLIC" and another literal? */
static bool
is_system_literal(const uint8_t *s, size_t i)
{
	uint8_t quote;

	while (i > 0 && memchr(" \t\n", s[i - 1], 3) != NULL)
		i--;
	if (i < 6)
		return false;
	if (memcmp(s + i - 6, "SYSTEM", 6) == 0)
		return true;
	quote = s[--i];
	if (quote != '"' && quote != '\'')
		return false;
	while (i > 0 && s[--i] != quote)
		;
	while (i > 0 && memchr(" \t\n", s[i - 1], 3) != NULL)
		i--;
	return i >= 6 && memcmp(s + i - 6, "PUBLIC", 6) == 0;
}

/*
 * Mask quotes and the like within PIs and comments of the subset in what libxml2 gets, and "#" in system identifiers,
 * where it refuses a fragment: the push parser of 2.9 takes some of them for markup when it looks for the end of the
 * subset, and nobody reads these PIs and comments.
 */
BxStatus
bx_stage_mask(BxParser *p, uint8_t *s, size_t n)
{
	bool system = false;
	BxLexer lex;

	bx_lexer_init(&lex, 0);
	for (size_t i = 0; i < n; i++)
	{
		BxLexerState before = lex.state;

		if (i % 64 == 0 && bx_parser_work(p, 1) != BX_OK)
			return p->err.status;
		bx_lexer_run(&lex, s + i, 1, false);
		if (lex.state == BX_LEXER_DTD_QUOTE && before != BX_LEXER_DTD_QUOTE)
			system = is_system_literal(s, i);
		else if (lex.state == BX_LEXER_DTD_QUOTE && system && s[i] == '#')
			s[i] = BX_MASKED_FRAGMENT;
		if (lex.state == before && (before == BX_LEXER_DTD_PI || before == BX_LEXER_DTD_COMMENT) &&
			memchr("'\"<>]", s[i], 5) != NULL)
			s[i] = ','; /* as impossible in a PI target as what it replaces */
	}
	return BX_OK;
}

/* Keep the DOCTYPE text for the writer. */
static BxStatus
take_doctype(BxParser *p)
{
	size_t n = (size_t) (p->lex.doctype_end - p->lex.doctype_off);
	uint8_t *s = p->stage.data + (p->lex.doctype_off - p->fed);

	/* libxml2 does without this space */
	if (n < 10 || memchr(" \t\r\n", s[9], 4) == NULL)
		return bx_fail_syntax_at(p, p->lex.doctype_off, BX_SYN_DOCTYPE_SPACE, NULL);
	p->doctype = bx_str(bx_arena_strndup(&p->arena, (const char *) s, n), n);
	return p->doctype.s != NULL ? bx_stage_mask(p, s, n) : bx_fail_memory(p);
}

BxStatus
bx_stage_begin(BxParser *p)
{
	p->begun = true;
	p->document = p->opt.as == BX_PARSE_DOCUMENT || p->lex.doctype;
	p->ctxt = xmlCreatePushParserCtxt(&p->sax, p, NULL, 0, NULL);
	if (p->ctxt == NULL)
		return bx_fail_memory(p);
	xmlCtxtUseOptions(p->ctxt, xml_options());
	return feed_prefix(p);
}

/* The prolog has shown what the text is: set libxml2 up for it. */
static BxStatus
begin(BxParser *p)
{
	BxStatus st = BX_OK;

	/* for messages */
	p->document = p->opt.as == BX_PARSE_DOCUMENT || p->lex.doctype;
	if (p->lex.doctype && p->opt.reject_dtd)
		return bx_fail_syntax_at(p, p->lex.doctype_off, BX_SYN_DOCTYPE_NOT_ALLOWED, NULL);
	if (p->lex.doctype && p->has_decl && p->version.n == 0)
		return bx_fail_syntax_start(p, BX_SYN_DECL);
	if (p->lex.doctype_ended)
		st = take_doctype(p);
	return st == BX_OK ? bx_stage_begin(p) : st;
}

/* libxml2 2.9 takes "[" after the end of a DOCTYPE for the begin of its internal subset: is that what it would get? */
static bool
has_late_subset(const BxParser *p, size_t n)
{
	uint64_t end = p->lex.doctype_end;

	return p->lex.doctype_ended && end >= p->fed && end < p->fed + n && p->stage.data[end - p->fed] == '[';
}

/* Give libxml2 the first n bytes of the stage. */
static BxStatus
feed_piece(BxParser *p, size_t n)
{
	bool late = has_late_subset(p, n);
	BxStatus st;

	if (late)
		n = (size_t) (p->lex.doctype_end - p->fed);
	st = n > 0 && p->marks != 0 ? bx_mark_check(p, p->stage.data, n) : BX_OK;

	if (n > 0 && st == BX_OK)
		st = bx_stage_give(p, p->stage.data, n, false);
	if (late && st == BX_OK)
		return bx_fail_syntax_at(p, p->lex.doctype_end, BX_SYN_NO_ROOT, NULL);
	if (n == 0 || st != BX_OK)
		return st;
	bx_input_advance(p, p->stage.data, n);
	p->fed += n;
	p->stage.len -= n;
	memmove(p->stage.data, p->stage.data + n, p->stage.len);
	return p->split != NULL ? bx_record_took(p, n) : BX_OK;
}

/* Scan what has not been scanned yet; the prolog only, or all. */
static void
scan_stage(BxParser *p, bool prolog_only)
{
	size_t from = (size_t) (p->lex.pos - p->fed);

	bx_lexer_run(&p->lex, p->stage.data + from, p->stage.len - from, prolog_only);
}

/* A start tag or the DTD passes a limit: but an error before it comes first. */
static BxStatus
fail_over(BxParser *p)
{
	uint64_t at = p->lex.safe;
	bool dtd = p->lex.doctype && !p->lex.doctype_ended;
	BxStatus st = feed_piece(p, (size_t) (at - p->fed));

	if (st != BX_OK)
		return st;
	return bx_fail_limit_at(
		p, at, "bxml.max_attributes", (uint64_t) p->lex.max_attrs * (dtd ? BX_LEXER_BARS : 1),
		dtd ? "number of alternatives in the DTD" : "number of attributes of one start tag");
}

static BxStatus
run_prolog(BxParser *p)
{
	BxStatus st;

	scan_stage(p, true);
	st = bx_dtd_check_size(p);
	if (st == BX_OK)
		st = begin(p);
	return st == BX_OK && p->lex.over ? fail_over(p) : st;
}

static BxStatus
run_stage(BxParser *p)
{
	BxStatus st = BX_OK;

	if (!p->begun)
	{
		scan_stage(p, true);
		if (!p->lex.decided && !p->lex.doomed && !p->lex.over)
			return bx_dtd_check_size(p);
		st = run_prolog(p);
	}
	if (st != BX_OK || (p->split == NULL && p->stage.len < BX_STAGE_RUN))
		return st;
	if (p->lex.doomed)
		return feed_piece(p, p->stage.len);
	scan_stage(p, false);
	if (p->lex.over)
		return fail_over(p);
	return feed_piece(p, p->lex.doomed ? p->stage.len
									   : bx_lexer_cut(&p->lex, p->stage.data, p->fed, p->stage.len));
}

/* What is left is a prolog or markup that is open: where records are split off, nothing else bounds it. */
static BxStatus
run_bounded(BxParser *p)
{
	BxStatus st = run_stage(p);

	if (st == BX_OK && p->split != NULL && p->stage.len > BX_STAGE_RUN &&
		p->stage.len > p->opt.writer.limits.max_size)
		st = bx_fail_limit_at(p, p->fed, "bxml.max_size", p->opt.writer.limits.max_size,
							  "size of markup in bytes");
	return st;
}

/* Without markup behind it, libxml2 does not read a short text, and would not find what is wrong there. */
static BxStatus
give_markup(BxParser *p)
{
	return bx_stage_give(p, "<", 1, false);
}

BxStatus
bx_stage_rest(BxParser *p)
{
	BxStatus st = p->route.own ? bx_route_leave(p) : BX_OK;

	if (st == BX_OK && !p->begun)
		st = run_prolog(p);
	if (st == BX_OK)
		st = feed_piece(p, bx_lexer_whole(p->stage.data, p->stage.len));
	if (st != BX_OK || p->stage.len == 0)
		return st;
	st = give_markup(p);
	return st != BX_OK ? st : bx_fail_encoding(p, false, "incomplete character at the end");
}

BxStatus
bx_stage_drain(BxParser *p)
{
	BxStatus st = bx_stage_rest(p);

	return st == BX_OK ? give_markup(p) : st;
}

/* Append with line ends normalized (XML 1.0, 2.11). */
static BxStatus
stage_lines(BxParser *p, const uint8_t *s, size_t n)
{
	BxStatus st = BX_OK;

	while (n > 0 && st == BX_OK)
	{
		const uint8_t *cr;
		size_t k;

		if (p->skip_lf && *s == '\n')
		{
			s++;
			n--;
		}
		p->skip_lf = false;
		cr = memchr(s, '\r', n);
		k = cr != NULL ? (size_t) (cr - s) : n;
		st = bx_buf_append(&p->stage, s, k, &p->err);
		if (cr == NULL || st != BX_OK)
			break;
		st = bx_buf_byte(&p->stage, '\n', &p->err);
		p->skip_lf = true;
		s += k + 1;
		n -= k + 1;
	}
	return st == BX_OK ? st : bx_fail_here(p, &p->err);
}

BxStatus
bx_stage_text(BxParser *p, const uint8_t *s, size_t n)
{
	/* libxml2 2.9 takes a zero byte for the end of its buffer in places, so it must not get any. */
	const uint8_t *zero = n > 0 && !p->route.own ? memchr(s, 0, n) : NULL;
	BxStatus st;

	if (p->route.own)
		return bx_route_keep(p, s, n);
	st = stage_lines(p, s, zero != NULL ? (size_t) (zero - s) : n);

	if (st != BX_OK)
		return st;
	if (zero == NULL)
		return run_bounded(p);
	st = bx_stage_drain(p);
	return st != BX_OK ? st : bx_fail_syntax_at(p, p->fed, BX_SYN_CHAR, "0");
}
