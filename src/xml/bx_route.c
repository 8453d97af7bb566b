/*
 * bx_route.c -- which parser reads a text: src/core/parse, or libxml2.
 *
 * A text that the caller has as a whole is read where it lies.  One that comes in pieces is read as it comes, in
 * windows that end with ">", or within a long text; markup that is not complete stays for the next window, and
 * bx_lexer.c says when it is.
 *
 * What the reader does not take is for libxml2, which says what is wrong with it.  As long as all of the text is there,
 * libxml2 gets it from its start, with a new writer; later it continues where the reader stopped (bx_resume.c).
 */
#include "bx_split_int.h"

/* Bytes that are kept of text that has been read; a bit more, so that not every piece moves them. */
#define WINDOW ((size_t) 64 << 10)
#define TAIL 80

/* Bytes of references, one behind the other, among which a text is cut if there are more. */
#define REFERENCES 1024

/* Bytes of text that are not read yet, or of a prolog, beyond which libxml2 takes them. */
#define KEPT_MAX ((size_t) 64 << 20)

/* Bytes of text from which on a DOCTYPE that has not ended does not wait for its end. */
#define DOCTYPE_FROM ((size_t) 16 << 10)

/* Text that libxml2 gets between two polls. */
#define PORTION ((size_t) 64 << 10)

void
bx_route_init(BxParser *p)
{
	BxRoute *r = &p->route;

	r->own = !p->opt.libxml_only;
	bx_error_clear(&r->err);
	bx_buf_init(&r->kept, p->host);
	bx_buf_init(&r->lines, p->host);
	bx_buf_init(&r->before, p->host);
	bx_lexer_init(&r->prolog, UINT32_MAX);
}

/* Has the parser a reader of its own?  That of the caller is for one text at a time. */
static bool
has_own_reader(const BxParser *p)
{
	return p->split != NULL || p->opt.reader == NULL;
}

void
bx_route_free(BxParser *p)
{
	if (has_own_reader(p))
		bx_markup_free(p->route.reader);
	else if (p->route.reader != NULL)
		bx_markup_rest(p->route.reader);
	bx_buf_free(&p->route.kept);
	bx_buf_free(&p->route.lines);
	bx_buf_free(&p->route.before);
}

/* ---- to libxml2 ---- */

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

/* Nothing has been made of the text. */
static BxStatus
start_again(BxParser *p)
{
	if (p->split == NULL)
		return new_writer(p);
	bx_record_again(p, 0);
	bx_record_again_all(p);
	return BX_OK;
}

static BxStatus
give_text(BxParser *p, BxStr text)
{
	uint64_t total = p->total;
	BxStatus st = BX_OK;
	size_t k;

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
	return st;
}

/* The text that is kept from a place on. */
static BxStr
kept_text(const BxRoute *r, size_t from)
{
	return r->kept.len > from ? bx_str(r->kept.data + from, r->kept.len - from) : bx_str("", 0);
}

BxStatus
bx_route_leave(BxParser *p)
{
	BxRoute *r = &p->route;
	BxStr text = r->whole.s != NULL ? r->whole : kept_text(r, r->base > 0 ? r->read : 0);
	BxStatus st = BX_OK;

	r->own = false;
	if (r->base > 0)
		st = bx_resume(p);
	else if (r->reader != NULL)
		st = start_again(p);
	if (st == BX_OK)
		st = give_text(p, text);
	bx_buf_free(&r->kept);
	return st;
}

/* ---- the reader ---- */

static BxStatus
fail_reading(BxParser *p, BxStatus st)
{
	return st == BX_E_NOMEM ? bx_fail_memory(p) : bx_fail_here(p, &p->route.err);
}

static BxMarkupOptions
reader_options(BxParser *p)
{
	BxMarkupOptions o = {.limits = &p->opt.writer.limits,
						 .document = p->opt.as == BX_PARSE_DOCUMENT,
						 .content = p->content_proven,
						 .strip = p->opt.strip,
						 .reject_dtd = p->opt.reject_dtd};

	if (p->split != NULL)
	{
		bx_record_methods(p, &p->route.records);
		o.records = &p->route.records;
	}
	return o;
}

static BxStatus
make_reader(BxParser *p)
{
	BxRoute *r = &p->route;

	r->reader = has_own_reader(p) ? bx_markup_new(p->host, &r->err) : p->opt.reader;
	return r->reader != NULL ? BX_OK : bx_fail_memory(p);
}

/* The reader knows the text, and has begun. */
static BxStatus
begin_reading(BxParser *p)
{
	BxRoute *r = &p->route;
	BxMarkupOptions o = reader_options(p);
	BxStatus st = r->reader == NULL ? make_reader(p) : BX_OK;

	if (st != BX_OK)
		return st;
	st = bx_markup_begin(r->reader, p->w, &o, &r->err);
	return st == BX_OK ? st : fail_reading(p, st);
}

static BxStatus
read_whole(BxParser *p, bool *mine)
{
	BxRoute *r = &p->route;
	BxMarkupOptions o = reader_options(p);
	BxStatus st = make_reader(p);

	*mine = false;
	if (st != BX_OK)
		return st;
	st = bx_markup_read(r->reader, p->w, &o, r->whole.s, r->whole.n, mine, &r->err);
	return st == BX_OK ? st : fail_reading(p, st);
}

/* ---- text in pieces ---- */

static size_t
window_of(const BxParser *p)
{
	return p->opt.window > 0 ? p->opt.window : WINDOW;
}

/* A DOCTYPE that has not ended after some text: limits hold while it comes in. */
static bool
is_in_doctype(BxRoute *r)
{
	size_t at = (size_t) r->prolog.pos;

	if (r->prolog.decided || r->kept.len < DOCTYPE_FROM)
		return false;
	bx_lexer_run(&r->prolog, r->kept.data + at, r->kept.len - at, true);
	return r->prolog.doctype && !r->prolog.doctype_ended;
}

/* Is there more text than should wait, of markup that is open or of a prolog, or a record that is too large? */
static bool
is_too_much(const BxParser *p)
{
	const BxRoute *r = &p->route;
	size_t limit = p->opt.writer.limits.max_size;
	uint64_t names = (uint64_t) p->opt.writer.limits.max_names * BX_SPLIT_NAMES;
	size_t waiting = r->kept.len - (r->prolog.decided ? r->read : 0);
	uint64_t off;

	if (r->kept.len > KEPT_MAX)
		return true;
	if (p->split == NULL || r->reader == NULL)
		return false;
	if (bx_markup_names_n(r->reader) > names || bx_markup_bindings_n(r->reader) > names)
		return true;
	if (bx_markup_record(r->reader, &off) > 0 && r->base + r->read > off + limit)
		return true;
	return waiting > BX_STAGE_RUN && waiting > limit;
}

/* Forget what has been read, but for a window. */
static BxStatus
drop(BxParser *p)
{
	BxRoute *r = &p->route;
	size_t n = r->read > TAIL ? r->read - TAIL : 0;
	BxStatus st;

	n -= n > 0 && r->kept.data[n - 1] == '\r';
	if (n == 0 || r->read < window_of(p))
		return BX_OK;
	if (!r->prolog.decided)
		bx_lexer_run(&r->prolog, r->kept.data + r->prolog.pos, r->kept.len - r->prolog.pos, true);
	if (!r->prolog.decided || (r->prolog.doctype_ended && r->base + r->read < r->prolog.doctype_end))
		return BX_OK;
	st = bx_resume_step(p, n);
	if (st != BX_OK)
		return st;
	memmove(r->kept.data, r->kept.data + n, r->kept.len - n);
	r->kept.len -= n;
	r->read -= n;
	r->gt -= n;
	return BX_OK;
}

/* Is the markup complete that the reader has not taken, in the text up to end? */
static bool
is_complete(BxRoute *r, size_t end)
{
	size_t at;

	if (!r->open)
		bx_lexer_init(&r->token, UINT32_MAX);
	r->open = true;
	at = r->read + (size_t) r->token.pos;
	return bx_lexer_token(&r->token, r->kept.data + at, end - at);
}

/* A text that is shorter than a window goes to libxml2 as a whole, so that messages show all they can. */
static bool
may_not_wait(BxParser *p)
{
	p->route.waiting = p->split == NULL && p->route.base == 0;
	return !p->route.waiting || p->route.kept.len > WINDOW;
}

/* Read up to end, which is the end of the text or behind a ">", as far as markup is complete. */
static BxStatus
read_up_to(BxParser *p, size_t end, bool last)
{
	BxRoute *r = &p->route;
	BxStatus st = r->reader == NULL ? begin_reading(p) : BX_OK;
	size_t used;

	if (st != BX_OK || r->read == end || (r->open && !is_complete(r, end) && !last))
		return st;
	st = bx_markup_window(r->reader, (const char *) r->kept.data + r->read, end - r->read, &used);
	if (st != BX_OK)
		return fail_reading(p, st);
	r->read += used;
	r->open = r->open && used == 0;
	if (r->read < end && (last || r->kept.data[r->read] != '<' || is_complete(r, end)))
		return last || may_not_wait(p) ? bx_route_leave(p) : BX_OK;
	return BX_OK;
}

/*
 * How far the n bytes of a text node may be read that has not ended: not within a character, a line end or a reference,
 * and not up to a reference or close to the end, since libxml2 judges what is there by what is before it.
 */
static size_t
cut_text(const uint8_t *s, size_t n)
{
	static const BxLexer in_text = {.state = BX_LEXER_TEXT};
	size_t most = n > TAIL ? bx_lexer_cut(&in_text, s, 0, n - TAIL) : 0;
	size_t least = most > REFERENCES ? most - REFERENCES : 0;
	size_t end;

	most -= most > 0 && s[most - 1] == '\r';
	end = most;
	while (end > least && (s[end - 1] == '\r' || s[end] == '&'))
		end = bx_lexer_cut(&in_text, s, 0, end - 1);
	return end > least ? end : most;
}

/* How far the text may be read that begins where the reader is and need not have ended. */
static size_t
text_end(const BxRoute *r)
{
	const uint8_t *s = r->kept.data + r->read;
	size_t n = r->kept.len - r->read;
	const uint8_t *lt = memchr(s, '<', n);

	return r->read + (lt != NULL ? (size_t) (lt - s) : cut_text(s, n));
}

size_t
bx_route_declarations(const BxParser *p, size_t bytes)
{
	const BxRoute *r = &p->route;

	if (!r->own)
		return 0;
	return (r->reader != NULL ? bx_markup_declared(r->reader) : 0) + (r->kept.len - r->read) / bytes;
}

BxStatus
bx_route_keep(BxParser *p, const uint8_t *s, size_t n)
{
	BxRoute *r = &p->route;
	BxStatus st = bx_parser_append(p, &r->kept, s, n);
	size_t end = r->kept.len;

	if (st != BX_OK || (r->waiting && r->kept.len <= WINDOW))
		return st;
	if (r->waiting || is_in_doctype(r))
		return bx_route_leave(p);
	while (end > r->gt && r->kept.data[end - 1] != '>')
		end--;
	if (end > r->gt)
		st = read_up_to(p, end, false);
	if (r->own && !r->waiting && st == BX_OK && r->kept.len - r->read >= window_of(p))
		st = read_up_to(p, text_end(r), false);
	if (!r->own || st != BX_OK)
		return st;
	r->gt = r->kept.len;
	return is_too_much(p) ? bx_route_leave(p) : drop(p);
}

BxStatus
bx_route_end(BxParser *p, bool *done)
{
	BxRoute *r = &p->route;
	BxStatus st;

	*done = false;
	if (r->whole.s != NULL)
		st = read_whole(p, done);
	else if (r->waiting)
		st = bx_route_leave(p);
	else
	{
		st = read_up_to(p, r->kept.len, true);
		if (st == BX_OK && r->own && bx_markup_end(r->reader, done) != BX_OK)
			st = fail_reading(p, r->err.status);
	}
	return *done || st != BX_OK || !r->own ? st : bx_route_leave(p);
}
