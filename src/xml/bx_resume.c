/*
 * bx_resume.c -- libxml2 continues a text that src/core/parse has read up to some place, which is behind a token.
 *
 * libxml2 gets start tags for what is open there, with the declarations in scope, and takes them for those of the text:
 * at their lines, which messages name.  So it is in the state in which it would be had it read all of the text, but for
 * its tables of names.  The handlers follow what is open, and write nothing.
 */
#include "bx_parse_int.h"

/* Step over n bytes of text as it came, to a place that is not within a line end. */
static void
step_lines(BxParser *p, const uint8_t *s, size_t n)
{
	static const uint8_t lf = '\n';

	while (n > 0)
	{
		const uint8_t *cr = memchr(s, '\r', n);
		size_t k = cr != NULL ? (size_t) (cr - s) : n;

		bx_input_advance(p, s, k);
		p->fed += k;
		if (cr == NULL)
			return;
		bx_input_advance(p, &lf, 1);
		p->fed++;
		k += k + 1 < n && s[k + 1] == '\n' ? 2 : 1;
		s += k;
		n -= k;
	}
}

/* A walk over the first n bytes that are kept. */
typedef struct Steps
{
	BxParser *p;
	size_t at, n;
} Steps;

/* Go to an offset of the text, if it is among these bytes. */
static bool
walk_to(Steps *w, uint64_t off)
{
	const BxRoute *r = &w->p->route;

	if (off < r->base || off >= r->base + w->n)
		return false;
	step_lines(w->p, r->kept.data + w->at, (size_t) (off - r->base) - w->at);
	w->at = (size_t) (off - r->base);
	return true;
}

/* The DOCTYPE is among the bytes that are kept first. */
static BxStatus
keep_doctype(BxParser *p)
{
	const BxLexer *l = &p->route.prolog;
	size_t n = (size_t) (l->doctype_end - l->doctype_off);

	if (!l->doctype_ended || p->doctype.s != NULL)
		return BX_OK;
	p->doctype =
		bx_str(bx_arena_strndup(&p->arena, (const char *) p->route.kept.data + l->doctype_off, n), n);
	return p->doctype.s != NULL ? BX_OK : bx_fail_memory(p);
}

BxStatus
bx_resume_step(BxParser *p, size_t n)
{
	BxRoute *r = &p->route;
	uint32_t depth = bx_markup_depth(r->reader);
	Steps w = {p, 0, n};
	uint64_t off;
	BxStatus st = keep_doctype(p);

	if (st == BX_OK && r->prolog.doctype_ended && walk_to(&w, r->prolog.doctype_end))
		p->lex.doctype_end = p->fed;
	for (uint32_t i = 0; i < depth && st == BX_OK; i++)
	{
		if (walk_to(&w, bx_markup_open_off(r->reader, i)))
		{
			r->lines.len = i * sizeof(uint32_t);
			st = bx_parser_append(p, &r->lines, &p->line, sizeof(uint32_t));
		}
		if (bx_markup_record(r->reader, &off) == i + 1 && walk_to(&w, off))
			r->record_off = p->fed;
	}
	if (st != BX_OK)
		return st;
	step_lines(p, r->kept.data + w.at, n - w.at);
	r->base += n;
	return BX_OK;
}

/* Text before the place, for messages, with its line ends normalized. */
static BxStatus
keep_before(BxParser *p)
{
	BxRoute *r = &p->route;
	const uint8_t *s = r->kept.data;
	BxStatus st = BX_OK;

	r->before_col = p->col;
	for (size_t i = 0; i < r->read && st == BX_OK; i++)
		if (s[i] != '\r' || i + 1 == r->read || s[i + 1] != '\n')
			st = bx_buf_byte(&r->before, s[i] == '\r' ? '\n' : s[i], &p->err);
	r->before_n = r->before.len;
	return st == BX_OK ? st : bx_fail_here(p, &p->err);
}

static BxStatus
give(BxParser *p, const void *s, size_t n)
{
	p->prefix_len += (uint32_t) n;
	return bx_stage_give(p, s, n, false);
}

static BxStatus
give_doctype(BxParser *p, BxBuf *b)
{
	BxStatus st = bx_parser_append(p, b, p->doctype.s, p->doctype.n);

	if (st == BX_OK)
		st = bx_stage_mask(p, b->data, b->len);
	return st == BX_OK ? give(p, b->data, b->len) : st;
}

static BxStatus
give_root(BxParser *p)
{
	BxStatus st;

	p->route.ignoring = true;
	st = give(p, "<x/>", 4);
	p->route.ignoring = false;
	return st;
}

/* The start tags of what is open. */
static BxStatus
give_open(BxParser *p, const BxMarkupStop *stop, BxBuf *b)
{
	const BxRoute *r = &p->route;
	BxStatus st = BX_OK;

	for (uint32_t i = 0; i < stop->depth && st == BX_OK; i++)
	{
		b->len = 0;
		st = bx_markup_start_text(r->reader, i, b, &p->err);
		if (st != BX_OK)
			return bx_fail_here(p, &p->err);
		bx_input_set_line(p, ((const uint32_t *) r->lines.data)[i]);
		st = give(p, b->data, b->len);
	}
	return st;
}

/*
 * Within a text node libxml2 judges a byte by what is before it: it reads no character that is all it has got, and does
 * not say that it is invalid.  So it gets a character in place of that text, which the handler drops.  A reference is
 * such text only for one that follows: that one is not read either then before there is markup.
 */
static bool
has_before(const BxParser *p, const BxMarkupStop *stop)
{
	const BxRoute *r = &p->route;

	if (stop->depth == 0 && p->document)
		return false;
	return stop->last == BX_MARKUP_LAST_TEXT ||
		   (stop->last == BX_MARKUP_LAST_REFERENCE && r->read < r->kept.len && r->kept.data[r->read] == '&');
}

static BxStatus
give_before(BxParser *p)
{
	p->route.in_text = true;
	return give(p, "x", 1);
}

/* Bring libxml2 and the handlers to the place. */
static BxStatus
replay(BxParser *p, const BxMarkupStop *stop)
{
	BxWriter *w = p->w;
	BxBuf b;
	BxStatus st;

	bx_buf_init(&b, p->host);
	p->w = NULL;
	p->route.replaying = true;
	st = bx_stage_begin(p);
	if (st == BX_OK && p->doctype.s != NULL)
		st = give_doctype(p, &b);
	if (st == BX_OK && p->document && stop->depth == 0 && stop->top_elements > 0)
		st = give_root(p);
	if (st == BX_OK)
		st = give_open(p, stop, &b);
	if (st == BX_OK && has_before(p, stop))
		st = give_before(p);
	p->route.replaying = false;
	p->w = w;
	bx_buf_free(&b);
	return st;
}

/* What has been met at top level, and white space that has not been written; outside of records nobody writes it. */
static BxStatus
take_top_level(BxParser *p, const BxMarkupStop *stop)
{
	BxStatus st;

	p->top_elements = stop->top_elements;
	p->top_items = stop->top_nodes;
	p->content_proven |= stop->content;
	if (p->w == NULL)
		return BX_OK;
	p->run_mixed = stop->run_mixed;
	st = bx_parser_append(p, &p->run, stop->run.s, stop->run.n);
	if (st == BX_OK)
		st = bx_parser_append(p, &p->held_text, stop->white.s, stop->white.n);
	return st == BX_OK ? bx_parser_append(p, &p->held, stop->whites, stop->whites_n * sizeof(*stop->whites))
					   : st;
}

BxStatus
bx_resume(BxParser *p)
{
	BxRoute *r = &p->route;
	BxMarkupStop stop;
	BxStatus st = keep_before(p);

	if (st == BX_OK)
		st = bx_resume_step(p, r->read);
	if (st != BX_OK)
		return st;
	bx_markup_stopped(r->reader, &stop);
	p->lex.doctype = p->lex.doctype_ended = r->prolog.doctype_ended;
	p->lex.decided = true;
	p->lex.pos = p->lex.safe = p->fed;
	if (p->split != NULL)
		bx_record_again(p, stop.record_depth);
	st = replay(p, &stop);
	if (st != BX_OK)
		return st;
	bx_input_set_line(p, p->line);
	r->from = p->fed;
	r->names = bx_markup_names_n(r->reader);
	p->start_col = p->col;
	bx_names_forget(p, true);
	return take_top_level(p, &stop);
}
