/*
 * bx_parse_error.c -- failures: the place in the input, the wording, and which status they are.
 *
 * libxml2 counts columns in bytes here and in characters there, and its lines and names include the synthetic root.
 * So the place is computed from the byte it stands at: the stage knows line and column of its first byte, and the
 * piece being parsed is still there.  This is the only file that looks into libxml2's input structures.
 */
#include "bx_parse_int.h"

#include "../core/base/bx_bytes.h"
#include "../core/base/bx_utf8.h"

#include <libxml/parserInternals.h>
#include <stdio.h>

#define DETAIL_MESSAGE_MAX 140 /* bytes of libxml2's message */
#define NEAR_BEFORE 20         /* characters shown before the place */
#define NEAR_AFTER 20
#define NEAR_BYTES 88

/* All bytes but those that continue a character, eight at a time: this is done for every text in pieces. */
static size_t
count_characters(const uint8_t *s, const uint8_t *end)
{
	static const uint64_t ones = UINT64_C(0x0101010101010101);
	size_t n = (size_t) (end - s);

	for (; end - s >= 8; s += 8)
	{
		uint64_t w = bx_get_u64(s);

		n -= (size_t) (((w >> 7 & ~w >> 6 & ones) * ones) >> 56);
	}
	for (; s < end; s++)
		n -= (*s & 0xC0) == 0x80;
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
bx_input_advance(BxParser *p, const uint8_t *s, size_t n)
{
	uint64_t line = p->line;

	walk(s, s + n, &line, &p->col);
	p->line = line > UINT32_MAX ? UINT32_MAX : (uint32_t) line;
}

static void
place_in_stage(const BxParser *p, uint64_t off, BxInputPlace *at)
{
	size_t i = off > p->fed ? (size_t) (off - p->fed) : 0;

	at->off = off;
	at->line = p->line;
	at->col = p->col;
	if (p->stage.len == 0)
		return;
	at->from = p->stage.data;
	at->from_col = p->col;
	at->end = p->stage.data + p->stage.len;
	at->at = at->from + (i < p->stage.len ? i : p->stage.len);
	walk(at->from, at->at, &at->line, &at->col);
}

/* The place lies back bytes before the stage, in text libxml2 had kept: count backwards. */
static void
place_before_stage(const BxParser *p, const xmlParserInput *in, size_t back, BxInputPlace *at)
{
	uint64_t skip = p->prefix_len > in->consumed ? p->prefix_len - in->consumed : 0;
	uint64_t lines = 0;
	uint64_t col = 0;
	const uint8_t *s = in->cur;
	const uint8_t *base;

	walk(in->cur, in->cur + back, &lines, &col);
	if (lines == 0)
	{
		at->line = p->line;
		at->col = p->col > col ? p->col - col : 0;
		return;
	}
	at->line = p->line > lines ? p->line - lines : 1;
	base = skip < (uint64_t) (in->cur - in->base) ? in->base + skip : in->cur;
	while (s > base && s[-1] != '\n')
		s--;
	if (s > base)
		at->col = count_characters(s, in->cur);
	else if (in->consumed <= p->prefix_len)
		at->col = p->start_col + count_characters(s, in->cur);
	else
		at->col = in->col > 0 ? (uint64_t) in->col - 1 : 0;
}

/* What is shown begins where libxml2 has continued the text: put what is before it there. */
static void
show_before(BxParser *p, BxInputPlace *at)
{
	BxBuf *b = &p->route.before;
	size_t n = (size_t) (at->at - at->from);
	BxError err;

	b->len = p->route.before_n;
	if (bx_buf_append(b, at->from, (size_t) (at->end - at->from), &err) != BX_OK)
		return;
	at->from = b->data;
	at->from_col = p->route.before_col;
	at->at = b->data + p->route.before_n + n;
	at->end = b->data + b->len;
}

/* Show text that libxml2 still has, without our prefix and end tag. */
static void
show_libxml_text(BxParser *p, const xmlParserInput *in, BxInputPlace *at)
{
	uint64_t skip = p->prefix_len > in->consumed ? p->prefix_len - in->consumed : 0;
	uint64_t have = p->fed - p->route.from + p->prefix_len - in->consumed;
	uint64_t size = (uint64_t) (in->end - in->base);

	if (size < skip)
		return;
	at->from = in->base + skip;
	at->from_col = in->consumed <= p->prefix_len ? p->start_col : 0;
	at->end = in->base + (have < size ? have : size);
	if (at->end < at->from)
		at->end = at->from;
	at->at = in->cur < at->from ? at->from : in->cur > at->end ? at->end : in->cur;
	if (p->route.before_n > 0 && in->consumed <= p->prefix_len)
		show_before(p, at);
}

void
bx_input_set_line(BxParser *p, uint32_t line)
{
	p->ctxt->input->line = line > INT32_MAX ? INT32_MAX : (int) line;
}

uint64_t
bx_input_offset(const BxParser *p)
{
	const xmlParserInput *in = p->ctxt->inputTab[0];
	uint64_t off = (uint64_t) in->consumed + (uint64_t) (in->cur - in->base);

	return p->route.from + (off > p->prefix_len ? off - p->prefix_len : 0);
}

/* Where libxml2 stands in the main text (an error within an entity is placed at its reference). */
static void
place_of_libxml(BxParser *p, BxInputPlace *at)
{
	const xmlParserInput *in = p->ctxt != NULL && p->ctxt->inputNr > 0 ? p->ctxt->inputTab[0] : NULL;
	uint64_t off;
	uint64_t back;

	if (in == NULL || !p->begun || in->cur == NULL)
	{
		place_in_stage(p, p->fed, at);
		return;
	}
	off = bx_input_offset(p);
	back = p->fed > off ? p->fed - off : 0;
	if (back > 0 && back <= (uint64_t) (in->end - in->cur))
		place_before_stage(p, in, (size_t) back, at);
	else
		place_in_stage(p, off, at);
	if (at->at == NULL)
		show_libxml_text(p, in, at);
	else if (p->route.before_n > 0 && p->fed == p->route.from)
		show_before(p, at);
	at->off = off;
}

/* Append up to room bytes of the text around the place, within its line, to out. */
static void
append_near(char *out, size_t room, const BxInputPlace *at)
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
	for (out += used; (out = strchr(out, BX_MASKED_FRAGMENT)) != NULL;)
		*out = '#';
}

/* Move the place to another byte of the text around it. */
static void
move_place(BxInputPlace *at, const uint8_t *to)
{
	const uint8_t *s;

	if (to < at->at)
	{
		size_t n = count_characters(to, at->at);
		uint64_t lines = 0, col = 0;

		walk(to, at->at, &lines, &col);
		at->line -= lines < at->line ? lines : 0;
		if (lines == 0)
			at->col = at->col > n ? at->col - n : 0;
		else
		{
			for (at->col = 0, s = to; s > at->from && s[-1] != '\n';)
				at->col += (*--s & 0xC0) != 0x80;
			at->col += s == at->from ? at->from_col : 0;
		}
		at->off -= (uint64_t) (at->at - to);
	}
	else
	{
		walk(at->at, to, &at->line, &at->col);
		at->off += (uint64_t) (to - at->at);
	}
	at->at = to;
}

static bool
is_name_byte(uint8_t c)
{
	return c >= 0x80 || c == ':' || c == '-' || c == '.' || c == '_' || (c >= '0' && c <= '9') ||
		   (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* What follows the first colon of a name where no local part follows, or the second colon: the name begins at s. */
static const uint8_t *
bad_colon(const uint8_t *s, const uint8_t *end)
{
	int colons = 0;

	for (; s < end && is_name_byte(*s); s++)
	{
		if (*s != ':')
			continue;
		if (++colons == 2)
			return s;
		if (s + 1 == end || !is_name_byte(s[1]) || strchr(":-.0123456789", s[1]) != NULL)
			return s + 1;
	}
	return s;
}

/* Where a CDATA section that has no end began, after "<![CDATA["; or the end of the text. */
static const uint8_t *
open_section(const BxInputPlace *at)
{
	static const char start[] = "<![CDATA[";
	size_t n = sizeof(start) - 1;

	for (const uint8_t *s = at->end; s >= at->from + n; s--)
	{
		if (s + 3 <= at->end && memcmp(s, "]]>", 3) == 0)
			break;
		if (memcmp(s - n, start, n) == 0)
			return s;
	}
	return at->end;
}

/* The "]]>" that text has: libxml2 stands there, or at the start of the text. */
static const uint8_t *
section_end(const BxInputPlace *at)
{
	const uint8_t *s = at->at > at->from && at->at[-1] == ']' ? at->at - 1 : at->at;

	for (; at->end - s >= 3; s++)
		if (memcmp(s, "]]>", 3) == 0)
			return s;
	return at->at;
}

/* What looks like the start of a section may be within an instruction or a comment. */
static bool
is_in_section(const BxParser *p, int said)
{
	return said == XML_ERR_CDATA_NOT_FINISHED || p->ctxt->instate == XML_PARSER_CDATA_SECTION;
}

/* Where releases of libxml2 stop at different places for the same fault, take one of ours. */
static void
refine_place(const BxParser *p, int said, BxSyntax code, BxInputPlace *at)
{
	const uint8_t *s = at->at;

	if (s == NULL)
		return;
	if (code == BX_SYN_END || code == BX_SYN_END_IN_ELEMENT)
		move_place(at, is_in_section(p, said) ? open_section(at) : at->end);
	else if (code == BX_SYN_CDATA_END)
		move_place(at, section_end(at));
	else if (code == BX_SYN_MARKUP && s > at->from && s[-1] == '<')
		move_place(at, s - 1);
	else if (code == BX_SYN_DTD && s >= at->from + 2 && s[-2] == '<' && s[-1] == '!')
		move_place(at, s - 2);
	else if (code == BX_SYN_QNAME)
	{
		while (s > at->from && is_name_byte(s[-1]))
			s--;
		move_place(at, bad_colon(s, at->end));
	}
	/* from 2.12 on the value of an entity is judged before its closing quote is read */
	else if (p->in_dtd && s < at->end && (*s == '"' || *s == '\'') &&
			 (code == BX_SYN_ENTITY_VALUE || code == BX_SYN_CHAR_REFERENCE ||
			  code == BX_SYN_CHAR_REFERENCE_CODE || code == BX_SYN_DTD_PARAMETER_REFERENCE))
		move_place(at, s + 1);
}

static void
set_place(BxParser *p, const BxInputPlace *at)
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
fail_syntax_place(BxParser *p, const BxInputPlace *at, BxSyntax code, const BxSyntaxWords *words)
{
	bool doc = p->document || p->opt.as == BX_PARSE_DOCUMENT;

	if (p->err.status != BX_OK)
		return p->err.status;
	bx_fail(&p->err, doc ? BX_E_SYNTAX_DOC : BX_E_SYNTAX_CONTENT, (int64_t) at->off,
			doc ? "invalid XML document" : "invalid XML content");
	bx_syntax_message(code, words, p->err.detail, DETAIL_MESSAGE_MAX);
	append_near(p->err.detail, sizeof(p->err.detail), at);
	set_place(p, at);
	stop(p);
	return p->err.status;
}

static BxStatus
fail_word(BxParser *p, const BxInputPlace *at, BxSyntax code, const char *word)
{
	const BxSyntaxWords words = {{word != NULL ? word : "", "", ""}};

	return fail_syntax_place(p, at, code, &words);
}

BxStatus
bx_fail_syntax(BxParser *p, BxSyntax code, const char *word)
{
	BxInputPlace at = {0};

	place_of_libxml(p, &at);
	return fail_word(p, &at, code, word);
}

BxStatus
bx_fail_syntax_at(BxParser *p, uint64_t off, BxSyntax code, const char *word)
{
	BxInputPlace at = {0};

	place_in_stage(p, off, &at);
	return fail_word(p, &at, code, word);
}

BxStatus
bx_fail_syntax_start(BxParser *p, BxSyntax code)
{
	const BxSyntaxWords words = {{"", "", ""}};
	const BxInputPlace at = {.line = 1};

	return fail_syntax_place(p, &at, code, &words);
}

static BxStatus
fail_with_place(BxParser *p, const BxError *err, const BxInputPlace *at)
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
	BxInputPlace at = {0};
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
	BxInputPlace at = {0};

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
	BxInputPlace at = {0};
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

bool
bx_input_is_open(const BxParser *p)
{
	const xmlParserInput *in = p->ctxt->input;

	if (in == NULL || in->cur == NULL || in->end <= in->cur)
		return false;
	return *in->cur == '<' || *in->cur == '&' || in->end[-1] == '&';
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

static void
syntax_error(BxParser *p, BxXmlError e)
{
	BxInputPlace at = {0};
	BxVerdict v;

	place_of_libxml(p, &at);
	if (p->ending && at.off > p->fed)
		at.off = p->fed;
	bx_verdict(p, e, &at, &v);
	refine_place(p, e->code, v.code, &at);
	fail_syntax_place(p, &at, v.code, &v.words);
}

/*
 * The parser an error belongs to.  Some functions of libxml2 hand the context itself to the handler, whatever user
 * data was agreed on; but the context is in the error, and has the user data, also where it is one that libxml2 made
 * for an entity.
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
bx_parse_error_handler(void *user, BxXmlError e)
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
		snprintf(limit.detail, sizeof(limit.detail),
				 "A name or value is too long, or elements are nested too deep.");
		bx_fail_here(p, &limit);
	}
	else if (e->code == XML_ERR_INVALID_ENCODING || strncmp(msg, "Input is not proper UTF-8", 25) == 0)
		bx_fail_encoding(p, true, "invalid UTF-8 byte sequence");
	else
		syntax_error(p, e);
}
