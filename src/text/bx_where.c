/*
 * bx_where.c -- failures: the place in the input, the wording, and which status they are.
 *
 * libxml2 counts columns in bytes here and in characters there, and its lines and names include the synthetic root.
 * So the place is computed from the byte it stands at: the stage knows line and column of its first byte, and the
 * piece being parsed is at hand.  This is the only file that looks into libxml2's input structures.
 */
#include "bx_parse_int.h"

#include "../core/base/bx_utf8.h"

#include <libxml/parserInternals.h>
#include <stdarg.h>
#include <stdio.h>

#define DETAIL_MESSAGE_MAX 140 /* bytes of libxml2's message */
#define NEAR_BEFORE 20         /* characters shown before the place */
#define NEAR_AFTER 20
#define NEAR_BYTES 88

typedef struct BxPlace
{
	uint64_t off; /* of the text after the XML declaration */
	uint64_t line;
	uint64_t col;
	const uint8_t *from; /* text around the place: from <= at <= end; all NULL when there is none */
	const uint8_t *at;
	const uint8_t *end;
} BxPlace;

static size_t
count_characters(const uint8_t *s, const uint8_t *end)
{
	size_t n = 0;

	for (; s < end; s++)
		n += (*s & 0xC0) != 0x80;
	return n;
}

/* Line and column of the byte at, given those of the byte s. */
static void
walk(const uint8_t *s, const uint8_t *at, uint64_t *line, uint64_t *col)
{
	const uint8_t *nl;

	while ((nl = memchr(s, '\n', (size_t) (at - s))) != NULL)
	{
		++*line;
		*col = 0;
		s = nl + 1;
	}
	*col += count_characters(s, at);
}

void
bx_where_advance(BxParser *p, const uint8_t *s, size_t n)
{
	uint64_t line = p->line;

	walk(s, s + n, &line, &p->col);
	p->line = line > UINT32_MAX ? UINT32_MAX : (uint32_t) line;
}

static void
place_in_stage(const BxParser *p, uint64_t off, BxPlace *at)
{
	size_t i = off > p->fed ? (size_t) (off - p->fed) : 0;

	at->off = off;
	at->line = p->line;
	at->col = p->col;
	if (p->stage.len == 0)
		return;
	at->from = p->stage.data;
	at->end = p->stage.data + p->stage.len;
	at->at = at->from + (i < p->stage.len ? i : p->stage.len);
	walk(at->from, at->at, &at->line, &at->col);
}

/* The place lies back bytes before the stage, in text libxml2 had kept: count backwards. */
static void
place_before_stage(const BxParser *p, const xmlParserInput *in, size_t back, BxPlace *at)
{
	uint64_t lines = 0;
	uint64_t col = 0;
	const uint8_t *s = in->cur;

	walk(in->cur, in->cur + back, &lines, &col);
	if (lines == 0)
	{
		at->line = p->line;
		at->col = p->col > col ? p->col - col : 0;
		return;
	}
	at->line = p->line > lines ? p->line - lines : 1;
	while (s > in->base && s[-1] != '\n')
		s--;
	at->col = s > in->base ? count_characters(s, in->cur) : in->col > 0 ? (uint64_t) in->col - 1 : 0;
}

/* Show text that libxml2 still has, without our prefix and end tag. */
static void
show_libxml_text(const BxParser *p, const xmlParserInput *in, BxPlace *at)
{
	uint64_t skip = p->prefix_len > in->consumed ? p->prefix_len - in->consumed : 0;
	uint64_t have = p->fed + p->prefix_len - in->consumed;
	uint64_t size = (uint64_t) (in->end - in->base);

	if (size < skip)
		return;
	at->from = in->base + skip;
	at->end = in->base + (have < size ? have : size);
	if (at->end < at->from)
		at->end = at->from;
	at->at = in->cur < at->from ? at->from : in->cur > at->end ? at->end : in->cur;
}

uint64_t
bx_where_offset(const BxParser *p)
{
	const xmlParserInput *in = p->ctxt->inputTab[0];
	uint64_t off = (uint64_t) in->consumed + (uint64_t) (in->cur - in->base);

	return off > p->prefix_len ? off - p->prefix_len : 0;
}

/* Where libxml2 stands in the main text (an error within an entity is placed at its reference). */
static void
place_of_libxml(const BxParser *p, BxPlace *at)
{
	const xmlParserInput *in = p->ctxt != NULL && p->ctxt->inputNr > 0 ? p->ctxt->inputTab[0] : NULL;
	uint64_t off;
	uint64_t back;

	if (in == NULL || !p->begun || in->cur == NULL)
	{
		place_in_stage(p, p->fed, at);
		return;
	}
	off = bx_where_offset(p);
	back = p->fed > off ? p->fed - off : 0;
	if (back > 0 && back <= (uint64_t) (in->end - in->cur))
		place_before_stage(p, in, (size_t) back, at);
	else
		place_in_stage(p, off, at);
	if (at->at == NULL)
		show_libxml_text(p, in, at);
	at->off = off;
}

/* Append up to room bytes of the text around the place, within its line, to out. */
static void
append_near(char *out, size_t room, const BxPlace *at)
{
	const uint8_t *s = at->at;
	const uint8_t *e = at->at;
	size_t used = strlen(out);
	size_t bad;

	if (at->at == NULL || room < used + 12)
		return;
	for (int k = 0; k < NEAR_BEFORE && s > at->from && s[-1] != '\n';)
		k += (*--s & 0xC0) != 0x80;
	for (int k = 0; e < at->end && *e != '\n' && *e != 0; e++)
		if ((*e & 0xC0) != 0x80 && k++ == NEAR_AFTER)
			break;
	while (e > s && (size_t) (e - s) > NEAR_BYTES)
		while (--e > s && (*e & 0xC0) == 0x80)
			;
	while (s < e && (*s & 0xC0) == 0x80)
		s++;
	/* The text before the place has been validated, what follows has not. */
	if (!bx_utf8_is_xml(s, (size_t) (e - s), &bad))
		e = s + bad;
	if (e > s)
		snprintf(out + used, room - used, "; near \"%.*s\"", (int) (e - s), (const char *) s);
}

static void
set_place(BxParser *p, const BxPlace *at)
{
	p->err.line = at->line > INT32_MAX ? INT32_MAX : (int) at->line;
	p->err.col = at->col >= INT32_MAX ? INT32_MAX : (int) at->col + 1;
}

static void
stop(BxParser *p)
{
	if (p->ctxt != NULL)
		xmlStopParser(p->ctxt);
}

static BxStatus
fail_syntax_place(BxParser *p, const BxPlace *at, const char *fmt, va_list ap)
{
	bool doc = p->document || p->opt.as == BX_PARSE_DOCUMENT;

	if (p->err.status != BX_OK)
		return p->err.status;
	bx_fail(&p->err, doc ? BX_E_SYNTAX_DOC : BX_E_SYNTAX_CONTENT, (int64_t) at->off,
			doc ? "invalid XML document" : "invalid XML content");
	vsnprintf(p->err.detail, sizeof(p->err.detail) - 1, fmt, ap);
	append_near(p->err.detail, sizeof(p->err.detail), at);
	set_place(p, at);
	stop(p);
	return p->err.status;
}

BxStatus
bx_fail_syntax(BxParser *p, const char *fmt, ...)
{
	BxPlace at = {0};
	va_list ap;
	BxStatus st;

	place_of_libxml(p, &at);
	va_start(ap, fmt);
	st = fail_syntax_place(p, &at, fmt, ap);
	va_end(ap);
	return st;
}

BxStatus
bx_fail_syntax_at(BxParser *p, uint64_t off, const char *fmt, ...)
{
	BxPlace at = {0};
	va_list ap;
	BxStatus st;

	place_in_stage(p, off, &at);
	va_start(ap, fmt);
	st = fail_syntax_place(p, &at, fmt, ap);
	va_end(ap);
	return st;
}

BxStatus
bx_fail_syntax_start(BxParser *p, const char *fmt, ...)
{
	BxPlace at = {.line = 1};
	va_list ap;
	BxStatus st;

	va_start(ap, fmt);
	st = fail_syntax_place(p, &at, fmt, ap);
	va_end(ap);
	return st;
}

static BxStatus
fail_with_place(BxParser *p, const BxError *err, const BxPlace *at)
{
	if (p->err.status == BX_OK)
	{
		p->err = *err;
		set_place(p, at);
	}
	else if (p->err.line == 0 && &p->err == err)
		set_place(p, at);
	stop(p);
	return p->err.status;
}

BxStatus
bx_fail_encoding(BxParser *p, bool in_libxml, const char *detail)
{
	BxPlace at = {0};
	BxError err;

	if (in_libxml)
		place_of_libxml(p, &at);
	else
		place_in_stage(p, p->fed, &at);
	bx_fail(&err, BX_E_ENCODING, -1, "invalid XML text encoding");
	snprintf(err.detail, sizeof(err.detail), "%s", detail);
	return fail_with_place(p, &err, &at);
}

BxStatus
bx_fail_here(BxParser *p, const BxError *err)
{
	BxPlace at = {0};

	place_of_libxml(p, &at);
	return fail_with_place(p, err, &at);
}

BxStatus
bx_fail_limit_here(BxParser *p, BxStatus status, const char *setting, uint64_t limit, const char *what)
{
	BxError err;

	bx_fail_limit(&err, status, setting, (int64_t) limit, what);
	return bx_fail_here(p, &err);
}

BxStatus
bx_fail_limit_at(BxParser *p, uint64_t off, const char *setting, uint64_t limit, const char *what)
{
	BxPlace at = {0};
	BxError err;

	bx_fail_limit(&err, BX_E_LIMIT, setting, (int64_t) limit, what);
	place_in_stage(p, off, &at);
	return fail_with_place(p, &err, &at);
}

BxStatus
bx_fail_memory(BxParser *p)
{
	BxError err;

	bx_fail(&err, BX_E_NOMEM, -1, "out of memory while parsing XML");
	return bx_fail_here(p, &err);
}

BxStatus
bx_fail_unnoticed_memory(BxParser *p)
{
	if (p->err.status != BX_E_LIMIT && p->err.status != BX_E_DEPTH && p->err.status != BX_E_CANCEL)
		p->err.status = BX_OK;
	return bx_fail_memory(p);
}

size_t
bx_where_left(const BxParser *p, uint8_t *first)
{
	const xmlParserInput *in = p->ctxt->input;

	*first = 0;
	if (in == NULL || in->cur == NULL || in->end <= in->cur)
		return 0;
	*first = *in->cur;
	return (size_t) (in->end - in->cur);
}

/* libxml2's message in our style: first line, no function name in front, lower case, no period. */
static void
reword(const char *msg, char *out, size_t room)
{
	const char *colon = strncmp(msg, "xml", 3) == 0 ? strstr(msg, ": ") : NULL;
	size_t n;

	if (colon != NULL && strcspn(msg, " ") == (size_t) (colon - msg) + 1)
		msg = colon + 2;
	n = strcspn(msg, "\n");
	while (n > 0 && (msg[n - 1] == '.' || msg[n - 1] == ' ' || msg[n - 1] == '!'))
		n--;
	if (n >= room)
	{
		n = room - 1;
		while (n > 0 && ((uint8_t) msg[n] & 0xC0) == 0x80)
			n--;
	}
	memcpy(out, msg, n);
	out[n] = '\0';
	if (n > 1 && out[0] >= 'A' && out[0] <= 'Z' &&
		strcspn(out + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") >= strcspn(out, " "))
		out[0] = (char) (out[0] | 0x20);
}

/* Limits built into libxml2, which it keeps where entities are declared. */
static bool
is_libxml_limit(const char *msg)
{
	static const char *const words[] = {"too long", "too big", "Huge input", "Excessive depth"};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strstr(msg, words[i]) != NULL)
			return true;
	return false;
}

/* libxml2's own guard against entity growth, which compares with the size of the input, came before ours. */
static void
fail_entity_guard(BxParser *p)
{
	BxError err;

	bx_fail(&err, BX_E_LIMIT, -1, "entity references produce too much text");
	memcpy(err.setting, "bxml.max_entity_expansion", sizeof("bxml.max_entity_expansion"));
	bx_fail_here(p, &err);
}

/* Errors that only say that there is no more; what they say differs between releases, and names the root of ours. */
static bool
is_end_of_input(const BxParser *p, int code)
{
	if (!p->ending || (p->document && p->top_elements > 0 && p->depth == 0))
		return false;
	return code == XML_ERR_DOCUMENT_END || code == XML_ERR_DOCUMENT_EMPTY ||
		   code == XML_ERR_TAG_NOT_FINISHED || code == XML_ERR_CDATA_NOT_FINISHED;
}

static void
syntax_error(BxParser *p, int code, const char *msg)
{
	char text[DETAIL_MESSAGE_MAX];

	if (code == XML_ERR_TAG_NAME_MISMATCH && !p->document && p->depth == 0)
		bx_fail_syntax(p, "unexpected end tag");
	else if (strstr(msg, "pseudoroot") != NULL)
		bx_fail_syntax(p, "an element begins and ends in different entities");
	else if (is_end_of_input(p, code) && p->depth > 0 && p->ctxt->name != NULL)
		bx_fail_syntax(p, "unexpected end of input in element \"%.80s\"", (const char *) p->ctxt->name);
	else if (is_end_of_input(p, code))
		bx_fail_syntax(p, "unexpected end of input");
	else if (strstr(msg, "EntityRef: no name") != NULL)
		bx_fail_syntax(p, "\"&\" that does not begin a reference");
	else if (code == XML_ERR_INTERNAL_ERROR)
		bx_fail_syntax(p, "markup that is not allowed here");
	else
	{
		reword(msg, text, sizeof(text));
		bx_fail_syntax(p, "%s", text);
	}
}

/*
 * The parser an error belongs to.  Some functions of libxml2 hand the context itself to the handler, whatever user data was
 * agreed on; but the context is in the error, and has the user data, also where it is one that libxml2 made for an entity.
 */
static BxParser *
parser_of(void *user, BxXmlError e)
{
	return e->ctxt != NULL ? ((xmlParserCtxtPtr) e->ctxt)->userData : user;
}

/*
 * Warnings and validity messages do not matter.  Namespace errors are "recoverable" for libxml2 and errors for us,
 * but a namespace name is any string: that libxml2 would rather see a URI does not matter either.
 */
void
bx_where_xml_error(void *user, BxXmlError e)
{
	BxParser *p = parser_of(user, e);
	const char *msg = e->message != NULL ? e->message : "";
	BxError limit;

	if (p->err.status != BX_OK || e->level < XML_ERR_ERROR || e->domain == XML_FROM_VALID ||
		e->domain == XML_FROM_DTD || e->code == XML_WAR_NS_URI || e->code == XML_WAR_NS_URI_RELATIVE ||
		e->code == XML_ERR_INVALID_URI || e->code == XML_WAR_UNDECLARED_ENTITY)
		return;
	if (e->code == XML_ERR_NO_MEMORY)
		bx_fail_memory(p);
	else if (e->code == XML_ERR_ENTITY_LOOP || strstr(msg, "aximum entity") != NULL)
		fail_entity_guard(p);
	else if (is_libxml_limit(msg))
	{
		bx_fail(&limit, BX_E_LIMIT, -1, "XML text exceeds a limit of libxml2");
		reword(msg, limit.detail, DETAIL_MESSAGE_MAX);
		bx_fail_here(p, &limit);
	}
	else if (e->code == XML_ERR_INVALID_ENCODING || strncmp(msg, "Input is not proper UTF-8", 25) == 0)
		bx_fail_encoding(p, true, "invalid UTF-8 byte sequence");
	else
		syntax_error(p, e->code, msg);
}
