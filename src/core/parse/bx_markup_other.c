/*
 * bx_markup_other.c -- comments, processing instructions, CDATA sections, and a DOCTYPE without declarations.
 */
#include "bx_markup_int.h"

#include "../base/bx_utf8.h"

/* ---- text up to a terminator ---- */

/* Text that ends with a terminator. */
typedef struct TextUntil
{
	uint8_t stop;      /* the first byte of ... */
	const char *end;   /* ... the terminator */
	const char *never; /* what the text must not have, which begins as the terminator does */
	BxStr text;        /* the text, with line ends normalized */
} TextUntil;

static bool
is_at(const BxMarkup *m, const uint8_t *p, const char *what)
{
	size_t n = strlen(what);

	return (size_t) (m->end - p) >= n && memcmp(p, what, n) == 0;
}

/* A stop in the text at p that is not the terminator's; *run is where what was not copied yet begins. */
static const uint8_t *
until_stop(BxMarkup *m, const uint8_t **run, const uint8_t *p, uint8_t stop)
{
	uint8_t out[4];
	unsigned n;

	if (*p >= 0x80)
		return bx_markup_wide(m, p);
	if (*p == stop)
		return p + 1;
	if (*p != '\r')
		return bx_markup_is_plain(m, p) && bx_markup_poll(m, p) ? p : NULL;
	*run = bx_markup_copy(m, *run, p, (const uint8_t *) "\n", 1) ? bx_markup_replaced(m, p, out, &n) : NULL;
	return *run;
}

/* The text from p on; the place behind the terminator. */
static const uint8_t *
read_until(BxMarkup *m, const uint8_t *p, TextUntil *l)
{
	const BxStopSet set = {l->stop, l->stop, l->stop, false};
	const uint8_t *start = p;
	const uint8_t *run = p;
	BxStops stops = {0, 0};

	m->scratch.len = 0;
	for (;;)
	{
		p = bx_next_stop(m, &stops, p, set);
		if (p == m->end)
			return NULL;
		if (*p == l->stop && is_at(m, p, l->end))
			break;
		if (*p == l->stop && l->never != NULL && is_at(m, p, l->never))
			return NULL;
		p = until_stop(m, &run, p, l->stop);
		if (p == NULL)
			return NULL;
	}
	l->text = bx_str(start, (size_t) (p - start));
	if (run != start)
	{
		if (!bx_markup_did(m, bx_buf_append(&m->scratch, run, (size_t) (p - run), m->err)))
			return NULL;
		l->text = bx_str(m->scratch.data, m->scratch.len);
	}
	return p + strlen(l->end);
}

/* ---- comments, sections, instructions ---- */

static const uint8_t *
read_comment(BxMarkup *m, const uint8_t *p)
{
	TextUntil l = {'-', "-->", "--", {NULL, 0}};

	p = read_until(m, p, &l);
	if (p == NULL || !bx_markup_before(m, BX_KIND_COMMENT))
		return NULL;
	return m->w == NULL || bx_markup_wrote(m, bx_writer_comment(m->w, l.text.s, l.text.n)) ? p : NULL;
}

static const uint8_t *
read_section(BxMarkup *m, const uint8_t *p)
{
	TextUntil l = {']', "]]>", NULL, {NULL, 0}};

	p = read_until(m, p, &l);
	return p != NULL && bx_markup_text(m, (const uint8_t *) l.text.s, l.text.n, true) ? p : NULL;
}

/* A target in lower, upper or mixed case that is reserved. */
static bool
is_reserved(const uint8_t *p, size_t n)
{
	return n == 3 && (p[0] | 0x20) == 'x' && (p[1] | 0x20) == 'm' && (p[2] | 0x20) == 'l';
}

const uint8_t *
bx_markup_pi(BxMarkup *m, const uint8_t *p)
{
	TextUntil l = {'?', "?>", NULL, {NULL, 0}};
	const uint8_t *target = p + 2;
	uint32_t name, id;

	for (p = target; *p != '?' && !bx_ends_name(*p);)
		p++;
	if (is_reserved(target, (size_t) (p - target)) || (*p == '?' ? p[1] != '>' : !bx_is_space(*p)))
		return NULL;
	name = bx_markup_name(m, target, (size_t) (p - target));
	if (name == 0 || m->names.list[name].local > 0)
		return NULL;
	while (bx_is_space(*p))
		p++;
	p = read_until(m, p, &l);
	if (p == NULL || !bx_markup_before(m, BX_KIND_PI) ||
		!bx_markup_name_id(m, &m->names.list[name], BX_BINDING_NONE, &id))
		return NULL;
	return m->w == NULL || bx_markup_wrote(m, bx_writer_pi(m->w, id, l.text.s, l.text.n)) ? p : NULL;
}

/* ---- the document type ---- */

static const uint8_t *
skip_space(const BxMarkup *m, const uint8_t *p)
{
	return (const uint8_t *) bx_skip_space((const char *) p, (const char *) m->end);
}

/* White space that must be there. */
static const uint8_t *
need_space(const BxMarkup *m, const uint8_t *p)
{
	return p < m->end && bx_is_space(*p) ? skip_space(m, p) : NULL;
}

static bool
is_public_character(uint8_t c)
{
	return bx_is_letter(c) || bx_is_digit(c) || (c != 0 && strchr(" \n-'()+,./:=?;!*#@$_%", c) != NULL);
}

/* A literal without what might be taken for markup; of a public identifier only some characters. */
static const uint8_t *
read_identifier(const BxMarkup *m, const uint8_t *p, bool is_public)
{
	uint8_t quote = p < m->end ? *p : 0;

	if (quote != '"' && quote != '\'')
		return NULL;
	for (p++; p < m->end && *p != quote; p++)
		if (strchr("<>[]&%", *p) != NULL || (is_public && !is_public_character(*p)))
			return NULL;
	return p < m->end ? p + 1 : NULL;
}

static const uint8_t *
read_external(const BxMarkup *m, const uint8_t *p)
{
	if (is_at(m, p, "PUBLIC"))
	{
		p = need_space(m, p + 6);
		p = p != NULL ? read_identifier(m, p, true) : NULL;
	}
	else
		p = is_at(m, p, "SYSTEM") ? p + 6 : NULL;
	p = p != NULL ? need_space(m, p) : NULL;
	p = p != NULL ? read_identifier(m, p, false) : NULL;
	return p != NULL ? skip_space(m, p) : NULL;
}

/* The DOCTYPE from its name on: the place of its ">". */
static const uint8_t *
scan_doctype(BxMarkup *m, const uint8_t *p)
{
	const uint8_t *name;

	p = need_space(m, p);
	if (p == NULL)
		return NULL;
	name = p;
	while (p < m->end && !bx_ends_name(*p))
		p++;
	if (!bx_is_ncname((const char *) name, (size_t) (p - name)))
		return NULL;
	if (p < m->end && *p != '>')
		p = need_space(m, p);
	if (p != NULL && p < m->end && *p != '>')
		p = read_external(m, p);
	return p != NULL && p < m->end && *p == '>' ? p : NULL;
}

/* A DOCTYPE with carriage returns, or longer than its limit, is left to the other parser. */
static const uint8_t *
read_doctype(BxMarkup *m, const uint8_t *p)
{
	const uint8_t *end;
	size_t n, bad;

	if (m->now.depth > 0 || m->now.top_elements > 0 || m->now.doctype || m->now.content_proven ||
		m->opt.reject_dtd)
		return NULL;
	end = scan_doctype(m, p + 9);
	if (end == NULL)
		return NULL;
	n = (size_t) (end + 1 - p);
	if (n > m->opt.limits->max_dtd_size || memchr(p, '\r', n) != NULL || !bx_utf8_is_xml(p, n, &bad))
		return NULL;
	m->now.doctype = m->now.document = true;
	m->run.len = 0;
	if (m->w != NULL && !bx_markup_wrote(m, bx_writer_doctype(m->w, (const char *) p, n)))
		return NULL;
	return end + 1;
}

const uint8_t *
bx_markup_bang(BxMarkup *m, const uint8_t *p)
{
	if (is_at(m, p, "<!--"))
		return read_comment(m, p + 4);
	if (is_at(m, p, "<![CDATA["))
		return read_section(m, p + 9);
	return is_at(m, p, "<!DOCTYPE") ? read_doctype(m, p) : NULL;
}
