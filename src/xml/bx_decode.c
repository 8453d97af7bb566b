/*
 * bx_decode.c -- bytes of any encoding to UTF-8 text: detection, the XML declaration, conversion.
 *
 * libxml2 could do all of this, but then error positions, the DOCTYPE text and the count of attributes before the
 * parse would not be ours to have.  Conversion is the C library's iconv.  The XML or text declaration is taken off
 * here; its facts go to the writer.
 */
#include "bx_parse_int.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>

/* A declaration that has not ended by then is refused: nobody writes that much white space. */
#define DECL_MAX 4096
/* Enough to see that there is none, and of which encoding the text is. */
#define HEAD_MIN 16
#define ENCODING_NAME_MAX 64
/* A converter of the C library, which is a shared object, takes less address space. */
#define CONVERTER_BYTES ((size_t) 4 << 20)

BxStatus
bx_decode_init(BxParser *p)
{
	const char *encoding = p->opt.encoding;

	bx_buf_init(&p->raw, p->host);
	bx_buf_init(&p->head, p->host);
	p->standalone = -1;
	p->phase = encoding != NULL ? BX_PHASE_DECL : BX_PHASE_DETECT;
	return BX_OK;
}

void
bx_decode_free(BxParser *p)
{
	if (p->decoding)
		iconv_close(p->cd);
	bx_buf_free(&p->raw);
	bx_buf_free(&p->head);
}

/* The C library does not always distinguish an unknown encoding from one whose tables it cannot load. */
static bool
have_memory(BxParser *p)
{
	void *probe = errno != ENOMEM ? p->host->alloc(p->host->ctx, CONVERTER_BYTES) : NULL;

	p->host->release(p->host->ctx, probe);
	return probe != NULL;
}

static BxStatus
open_converter(BxParser *p, const char *name)
{
	errno = 0;
	/* an empty name would be that of the locale */
	if (name[0] != '\0' &&
		strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-:()") == strlen(name))
		p->cd = iconv_open("UTF-8", name);
	else
		p->cd = (iconv_t) -1;
	if (p->cd != (iconv_t) -1)
	{
		p->decoding = true;
		return BX_OK;
	}
	if (!have_memory(p))
		return bx_fail_memory(p);
	bx_fail(&p->err, BX_E_ENCODING, -1, "unsupported encoding \"%.*s\"", ENCODING_NAME_MAX, name);
	return p->err.status;
}

/* "<?xm" in all encodings of the EBCDIC family; which one it is, only the encoding declaration could say. */
#define EBCDIC "EBCDIC"

/* The encoding that byte order mark or first characters give away, or NULL: some superset of ASCII. */
static const char *
detect(const uint8_t *s, size_t n, bool marks_only)
{
	static const struct
	{
		uint8_t bytes[4];
		uint8_t n;
		const char *name;
		bool mark; /* a byte order mark */
	} marks[] = {
		{{0x00, 0x00, 0xFE, 0xFF}, 4, "UTF-32BE", true},
		{{0xFF, 0xFE, 0x00, 0x00}, 4, "UTF-32LE", true},
		{{0xFE, 0xFF}, 2, "UTF-16BE", true},
		{{0xFF, 0xFE}, 2, "UTF-16LE", true},
		{{0xEF, 0xBB, 0xBF}, 3, "UTF-8", true},
		{{0x00, 0x00, 0x00, '<'}, 4, "UTF-32BE", false},
		{{'<', 0x00, 0x00, 0x00}, 4, "UTF-32LE", false},
		{{0x00, '<', 0x00}, 3, "UTF-16BE", false},
		{{'<', 0x00}, 2, "UTF-16LE", false},
		{{0x4C, 0x6F, 0xA7, 0x94}, 4, EBCDIC, false},
	};

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		if (n >= marks[i].n && (marks[i].mark || !marks_only) && memcmp(s, marks[i].bytes, marks[i].n) == 0)
			return marks[i].name;
	return NULL;
}

/* Names of encodings are compared without case and punctuation: "utf8" is "UTF-8". */
static bool
same_name(const char *a, const char *b)
{
	for (;; a++, b++)
	{
		a += strspn(a, "-_");
		b += strspn(b, "-_");
		if (tolower((unsigned char) *a) != tolower((unsigned char) *b))
			return false;
		if (*a == '\0')
			return true;
	}
}

/* Can text that is seen to be in one of the encodings of detect be declared to be in the encoding name? */
static bool
may_be_called(const char *seen, const char *name)
{
	static const char *const wide[][5] = {{"UTF-16", "UCS-2", "ISO-10646-UCS-2", "csUnicode", NULL},
										  {"UTF-32", "UCS-4", "ISO-10646-UCS-4", "csUCS4", NULL}};
	bool is_32 = strncmp(seen, "UTF-32", 6) == 0;
	char ucs[8];

	if (same_name(name, seen))
		return true;
	if (strncmp(seen, "UTF-16", 6) != 0 && !is_32)
		return false;
	for (size_t i = 0; wide[is_32][i] != NULL; i++)
		if (same_name(name, wide[is_32][i]))
			return true;
	snprintf(ucs, sizeof(ucs), "UCS-%c%s", is_32 ? '4' : '2', seen + 6);
	return same_name(name, ucs);
}

bool
bx_encoding_fits(const char *bytes, size_t n, const char *name)
{
	const char *seen = detect((const uint8_t *) bytes, n, true);

	return seen == NULL || may_be_called(seen, name);
}

static BxStatus decode(BxParser *p);
static BxStatus push_head(BxParser *p, const uint8_t *s, size_t n, bool end);

/* Text that comes out of the converter, or that needed none. */
static BxStatus
push_text(BxParser *p, const uint8_t *s, size_t n)
{
	if (p->phase == BX_PHASE_BODY)
		return bx_stage_text(p, s, n);
	return push_head(p, s, n, false);
}

/* Convert what is in raw; an incomplete character at its end stays there. */
static BxStatus
decode(BxParser *p)
{
	char *in = (char *) p->raw.data;
	size_t in_left = p->raw.len;
	BxStatus st = BX_OK;

	while (in_left > 0 && st == BX_OK)
	{
		char out[8192];
		char *to = out;
		size_t room = sizeof(out);
		size_t rc = iconv(p->cd, &in, &in_left, &to, &room);
		int why = errno;

		if (to > out)
			st = push_text(p, (const uint8_t *) out, (size_t) (to - out));
		if (st != BX_OK || rc != (size_t) -1 || why == E2BIG)
			continue;
		if (why == EINVAL)
			break;
		if (why == ENOMEM)
			return bx_fail_memory(p);
		st = bx_stage_drain(p);
		return st != BX_OK ? st : bx_fail_encoding(p, false, "invalid byte sequence");
	}
	if (st == BX_OK && in_left > 0)
		memmove(p->raw.data, in, in_left);
	p->raw.len = in_left;
	return st;
}

/*
 * One pseudo-attribute at *s: name = "value".  False when it is not there; then *s is unchanged.
 */
static bool
pseudo_attribute(const char **s, const char *end, const char *name, BxStr *value)
{
	const char *p = *s;
	const char *close;
	size_t n = strlen(name);

	if (p < end && !bx_is_space(*p))
		return false;
	p = bx_skip_space(p, end);
	if (!bx_str_starts(bx_str(p, (size_t) (end - p)), name))
		return false;
	p += n;
	p = bx_skip_space(p, end);
	if (p == end || *p++ != '=')
		return false;
	p = bx_skip_space(p, end);
	if (p == end || (*p != '"' && *p != '\''))
		return false;
	close = memchr(p + 1, *p, (size_t) (end - p - 1));
	if (close == NULL)
		return false;
	*value = bx_str(p + 1, (size_t) (close - p - 1));
	*s = close + 1;
	return true;
}

static bool
version_ok(BxStr v)
{
	if (v.n < 3 || v.n > 16 || memcmp(v.s, "1.", 2) != 0)
		return false;
	for (size_t i = 2; i < v.n; i++)
		if (!bx_is_digit(v.s[i]))
			return false;
	return true;
}

static bool
encoding_ok(BxStr e)
{
	if (e.n < 1 || e.n > ENCODING_NAME_MAX || !bx_is_letter(e.s[0]))
		return false;
	for (size_t i = 0; i < e.n; i++)
		if (memchr("._-", e.s[i], 3) == NULL && !bx_is_letter(e.s[i]) && !bx_is_digit(e.s[i]))
			return false;
	return true;
}

/* Read the declaration s..end, which is what stands between "<?xml" and "?>". */
static BxStatus
parse_decl(BxParser *p, const char *s, const char *end)
{
	BxStr alone;
	bool version = pseudo_attribute(&s, end, "version", &p->version);
	bool encoding = pseudo_attribute(&s, end, "encoding", &p->encoding);
	bool standalone = pseudo_attribute(&s, end, "standalone", &alone);

	s = bx_skip_space(s, end);
	if (s != end || !(version || encoding) || (!version && p->opt.as == BX_PARSE_DOCUMENT))
		return bx_fail_syntax_start(p, BX_SYN_DECL);
	if (version && !version_ok(p->version))
		return bx_fail_syntax_start(p, BX_SYN_DECL_VERSION);
	if (encoding && !encoding_ok(p->encoding))
		return bx_fail_syntax_start(p, BX_SYN_DECL_ENCODING);
	if (standalone && !bx_str_is(alone, "yes") && !bx_str_is(alone, "no"))
		return bx_fail_syntax_start(p, BX_SYN_DECL_STANDALONE);
	if (standalone)
		p->standalone = bx_str_is(alone, "yes");
	p->has_decl = true;
	p->content_proven = !version; /* a text declaration: only parsed entities have one */
	return BX_OK;
}

/* Line and column of the text that follows the declaration. */
static void
step_over_decl(BxParser *p, const char *s, const char *end)
{
	for (; s < end; s++)
	{
		bool eol = *s == '\n' || (*s == '\r' && (s + 1 == end || s[1] != '\n'));

		p->decl_lines += eol;
		p->col = eol ? 0 : p->col + 1;
	}
	p->line += p->decl_lines;
	p->start_col = p->col;
}

static const char *
find_close(const char *s, size_t n)
{
	for (size_t i = 0; i + 1 < n; i++)
		if (s[i] == '?' && s[i + 1] == '>')
			return s + i;
	return NULL;
}

size_t
bx_decode_head(const char *s, size_t n)
{
	size_t bom = n >= 3 && memcmp(s, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
	const char *close;

	if (n < bom + 6 || memcmp(s + bom, "<?xml", 5) != 0)
		return n < HEAD_MIN ? n : HEAD_MIN;
	close = find_close(s, n < DECL_MAX ? n : DECL_MAX);
	return close != NULL ? (size_t) (close + 2 - s) : n;
}

/* Find the declaration in head: *off is where the text begins; *more when that cannot be told yet. */
static BxStatus
scan_head(BxParser *p, bool end, size_t *off, bool *more)
{
	const char *s = (const char *) p->head.data;
	size_t n = p->head.len;
	size_t bom = n >= 3 && memcmp(s, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
	const char *close;
	BxStatus st;

	*off = bom;
	*more = !end && n < 3 && memcmp(s, "\xEF\xBB\xBF", n) == 0;
	s += bom;
	n -= bom;
	if (n < 6)
	{
		*more |= !end && memcmp(s, "<?xml ", n < 5 ? n : 5) == 0;
		return BX_OK;
	}
	if (memcmp(s, "<?xml", 5) != 0 || !bx_is_space(s[5]))
		return BX_OK;
	close = find_close(s, n);
	*more = close == NULL && !end && n < DECL_MAX;
	if (*more)
		return BX_OK;
	if (close == NULL)
		return bx_fail_syntax_start(p, BX_SYN_DECL_NOT_CLOSED);
	st = parse_decl(p, s + 5, close);
	if (st == BX_OK)
		step_over_decl(p, s, close + 2);
	*off = bom + (size_t) (close + 2 - s);
	return st;
}

static BxStatus
fail_declared(BxParser *p, const char *name)
{
	bx_fail(&p->err, BX_E_ENCODING, -1, "text is not in its declared encoding \"%s\"", name);
	if (p->seen != NULL)
		snprintf(p->err.detail, sizeof(p->err.detail), "Its first bytes are those of a text in %s.", p->seen);
	return p->err.status;
}

/*
 * The declaration has been read as ASCII.  So the declared encoding must make the same of its bytes: wide encodings and
 * those of the EBCDIC family do not.
 */
static BxStatus
check_superset(BxParser *p, const char *name)
{
	static const char probe[] = "<?xml version=\"1.0\" encoding='";
	char out[sizeof(probe) * 4];
	char *in = (char *) (uintptr_t) probe;
	char *to = out;
	size_t in_left = sizeof(probe) - 1;
	size_t room = sizeof(out);
	size_t rc = iconv(p->cd, &in, &in_left, &to, &room);

	iconv(p->cd, NULL, NULL, NULL, NULL);
	if (rc == (size_t) -1 || (size_t) (to - out) != sizeof(probe) - 1 ||
		memcmp(out, probe, sizeof(probe) - 1) != 0)
		return fail_declared(p, name);
	return BX_OK;
}

/* The encoding named in the declaration counts when nothing else has told it, and must not contradict what has. */
static BxStatus
declared_encoding(BxParser *p)
{
	char name[ENCODING_NAME_MAX + 1];
	BxStatus st;

	if (p->opt.encoding != NULL || p->encoding.n == 0)
		return BX_OK;
	memcpy(name, p->encoding.s, p->encoding.n);
	name[p->encoding.n] = '\0';
	if (p->seen != NULL)
		return may_be_called(p->seen, name) ? BX_OK : fail_declared(p, name);
	if (may_be_called("UTF-8", name))
		return BX_OK;
	st = open_converter(p, name);
	return st == BX_OK ? check_superset(p, name) : st;
}

BxStatus
bx_decode_write(BxParser *p)
{
	if (!p->has_decl || p->w == NULL)
		return BX_OK;
	return bx_parser_wrote(p, bx_writer_decl(p->w, p->version, p->encoding, p->standalone));
}

static BxStatus
push_head(BxParser *p, const uint8_t *s, size_t n, bool end)
{
	BxStatus st = bx_buf_append(&p->head, s, n, &p->err);
	bool was_decoding = p->decoding;
	bool more = false;
	size_t off = 0;

	if (st == BX_OK && p->head.len > 0)
		st = scan_head(p, end, &off, &more);
	if (st != BX_OK || more)
		return st;
	p->phase = BX_PHASE_BODY;
	st = declared_encoding(p);
	if (st == BX_OK)
		st = bx_decode_write(p);
	if (st != BX_OK)
		return st;
	if (p->decoding == was_decoding)
		return bx_stage_text(p, p->head.data + off, p->head.len - off);
	st = bx_buf_append(&p->raw, p->head.data + off, p->head.len - off, &p->err);
	return st != BX_OK ? st : decode(p);
}

/* raw has enough bytes to detect the encoding. */
static BxStatus
leave_detect(BxParser *p)
{
	const char *name = p->raw.len > 0 ? detect(p->raw.data, p->raw.len, false) : NULL;
	size_t n = p->raw.len;

	p->phase = BX_PHASE_DECL;
	p->seen = name;
	if (name != NULL && strcmp(name, EBCDIC) == 0)
		return bx_fail(&p->err, BX_E_ENCODING, -1, "text in EBCDIC needs the name of its encoding");
	if (name != NULL && strcmp(name, "UTF-8") != 0)
	{
		BxStatus st = open_converter(p, name);

		return st != BX_OK ? st : decode(p);
	}
	p->raw.len = 0;
	return push_head(p, p->raw.data, n, false);
}

BxStatus
bx_decode_feed(BxParser *p, const uint8_t *s, size_t n)
{
	BxStatus st = BX_OK;

	if (p->opt.encoding != NULL && !p->decoding && strcasecmp(p->opt.encoding, "UTF-8") != 0)
		st = open_converter(p, p->opt.encoding);
	if (st != BX_OK)
		return st;
	if (!p->decoding && p->phase != BX_PHASE_DETECT)
		return push_text(p, s, n);
	st = bx_buf_append(&p->raw, s, n, &p->err);
	if (st != BX_OK)
		return st;
	if (p->phase != BX_PHASE_DETECT)
		return decode(p);
	return p->raw.len < 4 ? BX_OK : leave_detect(p);
}

BxStatus
bx_decode_end(BxParser *p)
{
	BxStatus st = p->phase == BX_PHASE_DETECT ? leave_detect(p) : BX_OK;

	if (st == BX_OK && p->phase == BX_PHASE_DECL)
		st = push_head(p, (const uint8_t *) "", 0, true);
	if (st != BX_OK || p->raw.len == 0)
		return st;
	st = bx_stage_drain(p);
	return st != BX_OK ? st : bx_fail_encoding(p, false, "incomplete character at the end");
}
