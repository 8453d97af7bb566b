/*
 * bx_markup.c -- the reader's life, its loop, and text.
 *
 * White space at top level belongs to content and not to a document; which one it is shows only later.  The first such
 * text that would have had to be kept makes the whole text one for the other parser.
 */
#include "bx_markup_int.h"

#include "../base/bx_utf8.h"

/* What is kept of buffers and lists. */
#define KEEP_BYTES ((size_t) 64 << 10)
#define KEEP_NAMES 4096

BxMarkup *
bx_markup_new(const BxHost *host, BxError *err)
{
	BxMarkup *m = host->alloc(host->ctx, sizeof(BxMarkup));

	if (m == NULL)
	{
		bx_fail_nomem(err, sizeof(BxMarkup));
		return NULL;
	}
	memset(m, 0, sizeof(*m));
	m->host = host;
	m->err = err;
	bx_buf_init(&m->scratch, host);
	bx_buf_init(&m->run, host);
	bx_buf_init(&m->pieces.whites, host);
	bx_buf_init(&m->pieces.white, host);
	bx_buf_init(&m->pieces.used_names, host);
	bx_buf_init(&m->pieces.used_pairs, host);
	if (bx_markup_names_init(m))
		return m;
	bx_markup_free(m);
	return NULL;
}

static void
free_array(BxMarkup *m, void *array, uint32_t *cap)
{
	m->host->release(m->host->ctx, array);
	*cap = 0;
}

/* The stacks and lists of one text. */
static void
free_arrays(BxMarkup *m)
{
	free_array(m, m->open, &m->open_cap);
	free_array(m, m->scopes, &m->scopes_cap);
	free_array(m, m->shadowed, &m->shadowed_cap);
	free_array(m, m->attrs.list, &m->attrs.cap);
	free_array(m, m->decls.list, &m->decls.cap);
	m->open = NULL;
	m->scopes = NULL;
	m->shadowed = NULL;
	m->attrs.list = m->decls.list = NULL;
}

void
bx_markup_free(BxMarkup *m)
{
	const BxHost *h;

	if (m == NULL)
		return;
	h = m->host;
	bx_writer_free(m->kept.w);
	bx_markup_names_free(m);
	free_arrays(m);
	bx_buf_free(&m->scratch);
	bx_buf_free(&m->run);
	bx_buf_free(&m->pieces.whites);
	bx_buf_free(&m->pieces.white);
	bx_buf_free(&m->pieces.used_names);
	bx_buf_free(&m->pieces.used_pairs);
	h->release(h->ctx, m);
}

BxWriter *
bx_markup_writer(BxMarkup *m, const BxHost *host, const BxWriterOptions *o, BxError *err)
{
	if (m->kept.out)
		return bx_writer_new(host, o, err);
	if (m->kept.w == NULL)
		m->kept.w = bx_writer_new(m->host, o, err);
	if (m->kept.w == NULL || bx_writer_again(m->kept.w, host, o, err) != BX_OK)
		return NULL;
	m->kept.out = true;
	return m->kept.w;
}

void
bx_markup_writer_done(BxMarkup *m, BxWriter *w)
{
	if (w == NULL || w != m->kept.w)
	{
		bx_writer_free(w);
		return;
	}
	bx_writer_rest(w);
	m->kept.out = false;
}

void
bx_markup_shapes(const BxMarkup *m, const BxWriter *w, BxShapeIds *ids)
{
	ids->n = 0;
	if (w != NULL && w == m->kept.w)
		bx_writer_shapes(w, ids);
}

bool
bx_markup_failed(BxMarkup *m, BxStatus st, const BxError *why)
{
	if (m->status == BX_OK && (st == BX_E_NOMEM || st == BX_E_CANCEL))
	{
		m->status = st;
		if (m->err != why)
			*m->err = *why;
		if (m->err->status != st)
			bx_fail(m->err, st, -1, "canceled");
	}
	return false;
}

bool
bx_markup_poll(BxMarkup *m, const uint8_t *p)
{
	BxStatus st = bx_charge(m->host, (uint64_t) (p - m->polled) * BX_MARKUP_UNITS);

	m->polled = p;
	m->poll_at = m->end - p > BX_MARKUP_CHARGE ? p + BX_MARKUP_CHARGE : m->end;
	if (st == BX_OK)
		return true;
	m->status = st;
	bx_fail(m->err, st, -1, "canceled");
	return false;
}

void *
bx_markup_grow(BxMarkup *m, void *array, uint32_t *cap, size_t elem)
{
	void *grown = bx_array_grow(m->host, array, cap, *cap + 1, elem);

	if (grown == NULL)
		bx_markup_did(m, bx_fail_nomem(m->err, elem));
	return grown != NULL ? grown : array;
}

uint64_t
bx_markup_last_stops(const BxMarkup *m, const uint8_t *p, BxStopSet set)
{
	uint8_t block[BX_BLOCK] = {0};

	memcpy(block, p, (size_t) (m->end - p));
	return bx_stops(block, set);
}

/* ---- characters ---- */

const uint8_t *
bx_markup_wide(const BxMarkup *m, const uint8_t *p)
{
	return bx_utf8_skip(p, p < m->poll_at ? m->poll_at : p + 1, m->end);
}

/* The number of a character reference from p on, behind "&#"; *p goes behind the semicolon.  0 for none. */
static uint32_t
character_number(const BxMarkup *m, const uint8_t **p)
{
	const uint8_t *q = *p;
	uint32_t code = 0;
	uint32_t base = q < m->end && *q == 'x' ? 16 : 10;
	const uint8_t *digits = q + (base == 16);

	for (q = digits; q < m->end && *q != ';'; q++)
	{
		int digit = bx_hex_digit(*q);

		if (digit < 0 || digit >= (int) base || code > 0x10FFFF)
			return 0;
		code = code * base + (uint32_t) digit;
	}
	if (q == digits || q == m->end || !bx_is_xml_char(code))
		return 0;
	*p = q + 1;
	return code;
}

static const uint8_t *
read_reference(const BxMarkup *m, const uint8_t *p, uint8_t out[4], unsigned *n)
{
	static const struct
	{
		char text[8];
		uint8_t n;
		uint8_t c;
	} predefined[] = {
		{"&amp;", 5, '&'}, {"&lt;", 4, '<'}, {"&gt;", 4, '>'}, {"&quot;", 6, '"'}, {"&apos;", 6, '\''}};
	size_t room = (size_t) (m->end - p);
	uint32_t code;

	*n = 1;
	for (size_t i = 0; i < sizeof(predefined) / sizeof(predefined[0]); i++)
		if (room >= predefined[i].n && memcmp(p, predefined[i].text, predefined[i].n) == 0)
		{
			out[0] = predefined[i].c;
			return p + predefined[i].n;
		}
	if (room < 3 || p[1] != '#')
		return NULL;
	p += 2;
	code = character_number(m, &p);
	*n = code > 0 ? bx_utf8_put(out, code) : 0;
	return code > 0 ? p : NULL;
}

const uint8_t *
bx_markup_replaced(const BxMarkup *m, const uint8_t *p, uint8_t out[4], unsigned *n)
{
	if (*p == '&')
		return read_reference(m, p, out, n);
	out[0] = '\n';
	*n = 1;
	return p + 1 < m->end && p[1] == '\n' ? p + 2 : p + 1;
}

bool
bx_markup_copy(BxMarkup *m, const uint8_t *run, const uint8_t *p, const uint8_t *out, unsigned n)
{
	return bx_markup_did(m, bx_buf_append(&m->scratch, run, (size_t) (p - run), m->err)) &&
		   bx_markup_did(m, bx_buf_append(&m->scratch, out, n, m->err));
}

/* ---- text nodes ---- */

static bool
write_text(BxMarkup *m, const uint8_t *s, size_t n)
{
	return m->w == NULL || bx_markup_wrote(m, bx_writer_text(m->w, (const char *) s, n));
}

/* There is something that a document cannot have at top level. */
static bool
prove_content(BxMarkup *m)
{
	if (m->now.content_proven)
		return true;
	m->now.content_proven = true;
	return !m->now.document && !m->now.left_white;
}

static bool
write_run(BxMarkup *m)
{
	size_t n = m->run.len;

	m->run.len = 0;
	return n == 0 || write_text(m, m->run.data, n);
}

/* Text where white space matters: at top level, or where it may have to be dropped. */
static bool
careful_text(BxMarkup *m, const uint8_t *s, size_t n, bool forced)
{
	if (forced && m->now.depth == 0 && !prove_content(m))
		return false;
	if (!m->now.run_mixed && bx_is_all_space((const char *) s, n))
		return bx_markup_did(m, bx_buf_append(&m->run, s, n, m->err));
	if (!m->now.run_mixed)
	{
		if ((m->now.depth == 0 && !prove_content(m)) || !write_run(m))
			return false;
		m->now.run_mixed = true;
	}
	return write_text(m, s, n);
}

BX_INLINE bool
put_text(BxMarkup *m, const uint8_t *s, size_t n, bool forced)
{
	if (BX_UNLIKELY(m->now.depth == 0 || m->opt.strip))
		return careful_text(m, s, n, forced);
	return n == 0 || write_text(m, s, n);
}

bool
bx_markup_text(BxMarkup *m, const uint8_t *s, size_t n, bool forced)
{
	return put_text(m, s, n, forced);
}

static bool
is_preserved(const BxMarkup *m)
{
	return m->now.scopes_n > 0 && m->scopes[m->now.scopes_n - 1].preserve;
}

/* White space at top level, before a node that begins or at the end. */
static bool
end_top_white(BxMarkup *m)
{
	BxMarkupWhite white = {m->now.top_nodes, m->pieces.white.len + m->run.len};
	bool left = m->run.len > 0 && !m->now.document && m->opt.records == NULL;

	if (m->now.content_proven)
		return write_run(m);
	if (left && !(bx_markup_did(m, bx_buf_append(&m->pieces.white, m->run.data, m->run.len, m->err)) &&
				  bx_markup_did(m, bx_buf_append(&m->pieces.whites, &white, sizeof(white), m->err))))
		return false;
	m->now.left_white |= left;
	m->run.len = 0;
	return true;
}

bool
bx_markup_before(BxMarkup *m, BxKind kind)
{
	m->now.run_mixed = false;
	if (m->opt.strip && !is_preserved(m))
		m->run.len = 0;
	if (m->now.depth > 0)
		return write_run(m);
	if (kind == BX_KIND_ELEMENT && m->now.top_elements == 1 && !prove_content(m))
		return false;
	if (!end_top_white(m))
		return false;
	m->now.top_nodes++;
	m->now.top_elements += kind == BX_KIND_ELEMENT;
	return true;
}

/* A long text has been read up to p. */
static const uint8_t *
long_text(BxMarkup *m, const uint8_t **run, const uint8_t *p)
{
	if (!bx_markup_poll(m, p))
		return NULL;
	if (p - *run < BX_MARKUP_PIECE)
		return p;
	if (!put_text(m, *run, (size_t) (p - *run), false))
		return NULL;
	*run = p;
	return p;
}

/* A stop in text that is not "<"; what is before it, from *run on, is to be written first when *run moves. */
static const uint8_t *
text_stop(BxMarkup *m, const uint8_t **run, const uint8_t *p)
{
	uint8_t out[4];
	unsigned n;
	const uint8_t *q;

	if (*p >= 0x80)
		return bx_markup_wide(m, p);
	if (*p == ']')
		return m->end - p > 2 && p[1] == ']' && p[2] == '>' ? NULL : p + 1;
	if (*p != '&' && *p != '\r')
		return bx_markup_is_plain(m, p) ? long_text(m, run, p) : NULL;
	q = bx_markup_replaced(m, p, out, &n);
	if (q == NULL || !put_text(m, *run, (size_t) (p - *run), false))
		return NULL;
	*run = p;
	if (!put_text(m, out, n, *p == '&'))
		return NULL;
	*run = q;
	return q;
}

static const uint8_t *
read_text(BxMarkup *m, const uint8_t *p)
{
	const uint8_t *run = p;

	for (;;)
	{
		p = bx_next_stop(m, &m->text, p, bx_text_stops);
		if (p == m->end || *p == '<')
			break;
		p = text_stop(m, &run, p);
		if (p == NULL)
			break;
	}
	m->here.at = run;
	return p != NULL && put_text(m, run, (size_t) (p - run), false) ? p : NULL;
}

/* ---- the loop ---- */

static const uint8_t *
read_markup(BxMarkup *m, const uint8_t *p)
{
	m->here.at = p;
	if (p >= m->last_gt || (p >= m->poll_at && !bx_markup_poll(m, p)))
		return NULL;
	switch (p[1])
	{
		case '/': return bx_markup_end_tag(m, p);
		case '!': return bx_markup_bang(m, p);
		case '?': return bx_markup_pi(m, p);
		default: return bx_markup_start_tag(m, p);
	}
}

/* The end of the text: is it a whole document, or content? */
static bool
finish(BxMarkup *m)
{
	if (m->now.depth > 0)
		return false;
	if (m->opt.strip)
		m->run.len = 0;
	if (m->now.document)
		return m->now.top_elements == 1;
	if (m->now.top_elements == 0 && !prove_content(m))
		return false;
	if (m->now.content_proven && !write_run(m))
		return false;
	if (m->now.content_proven && m->w != NULL)
		bx_writer_content(m->w);
	return true;
}

/* Memory that a text has made large is not kept for the next. */
void
bx_markup_rest(BxMarkup *m)
{
	bx_markup_names_trim(m);
	if (m->scratch.cap > KEEP_BYTES)
		bx_buf_free(&m->scratch);
	if (m->run.cap > KEEP_BYTES)
		bx_buf_free(&m->run);
	bx_buf_free(&m->pieces.whites);
	bx_buf_free(&m->pieces.white);
	if (m->open_cap > KEEP_NAMES || m->attrs.cap > KEEP_NAMES || m->decls.cap > KEEP_NAMES ||
		m->scopes_cap > KEEP_NAMES || m->shadowed_cap > KEEP_NAMES)
		free_arrays(m);
}

BxStatus
bx_markup_begin(BxMarkup *m, BxWriter *w, const BxMarkupOptions *o, BxError *err)
{
	m->w = w;
	m->opt = *o;
	m->err = err;
	m->status = BX_OK;
	m->here.from = 0;
	m->here.last = BX_MARKUP_LAST_OTHER;
	m->s = m->here.at = m->end = NULL;
	memset(&m->now, 0, sizeof(m->now));
	m->now.document = m->opt.document;
	m->now.content_proven = m->opt.content;
	m->run.len = m->scratch.len = m->pieces.white.len = m->pieces.whites.len = 0;
	m->pieces.used_names.len = m->pieces.used_pairs.len = 0;
	bx_markup_names_begin(m);
	return m->status;
}

static void
begin_window(BxMarkup *m, const uint8_t *s, size_t n)
{
	m->s = m->here.at = m->polled = m->poll_at = s;
	m->end = m->here.stop = m->last_gt = s + n;
	while (m->last_gt > s && *--m->last_gt != '>')
		;
	memset(&m->text, 0, sizeof(m->text));
	memset(m->value, 0, sizeof(m->value));
}

/* What was read last, up to end.  Text that "<" follows has ended. */
static BxMarkupLast
last_read(const BxMarkup *m, const uint8_t *end)
{
	const uint8_t *at = m->here.at;

	if (end == m->s)
		return m->here.last;
	if (at < m->end && *at == '<')
		return BX_MARKUP_LAST_OTHER;
	if (end > at || end[-1] == '\r' || end[-1] == '\n')
		return BX_MARKUP_LAST_TEXT;
	return end[-1] == ';' ? BX_MARKUP_LAST_REFERENCE : BX_MARKUP_LAST_OTHER;
}

BxStatus
bx_markup_window(BxMarkup *m, const char *s, size_t n, size_t *used)
{
	const uint8_t *p = (const uint8_t *) s;

	begin_window(m, p, n);
	if (!bx_markup_poll(m, p))
		p = NULL;
	while (p != NULL && p < m->end)
	{
		while (p != NULL && p < m->here.stop)
			p = *p == '<' ? read_markup(m, p) : read_text(m, p);
		if (p != NULL && m->here.stop != m->end)
			m->pieces.record_off = m->here.from + (uint64_t) (p - 1 - m->s);
		m->here.stop = m->end;
	}
	if (p == NULL)
		bx_markup_undo_start(m);
	else
		bx_markup_poll(m, p);
	p = p != NULL ? p : m->here.at;
	m->here.last = last_read(m, p);
	*used = (size_t) (p - m->s);
	m->here.from += *used;
	return m->status;
}

BxStatus
bx_markup_end(BxMarkup *m, bool *mine)
{
	*mine = finish(m) && m->status == BX_OK;
	return m->status;
}

BxStatus
bx_markup_read(BxMarkup *m, BxWriter *w, const BxMarkupOptions *o, const char *s, size_t n, bool *mine,
			   BxError *err)
{
	size_t used = 0;

	*mine = false;
	if (bx_markup_begin(m, w, o, err) == BX_OK && bx_markup_window(m, s, n, &used) == BX_OK && used == n)
		bx_markup_end(m, mine);
	bx_markup_rest(m);
	return m->status;
}
