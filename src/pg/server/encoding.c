/*
 * encoding.c -- between UTF-8, which the core uses, and the encoding of the server.
 *
 * A UTF8 database does not use any of this.  In others, whole pieces go through the conversion of the server; only if
 * it stops at a character that the encoding lacks is the XML text cut into segments, to find out whether a character
 * reference is allowed there.
 */
#include "postgres.h"
#include "catalog/namespace.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"

#include "compat.h"
#include "encoding.h"
#include "errors.h"
#include "host.h"

/* Source bytes converted at once; the target of a piece is at most MAX_CONVERSION_GROWTH times as long. */
#define PIECE (64 * 1024)

bool
encoding_is_utf8(void)
{
	int enc = GetDatabaseEncoding();

	return enc == PG_UTF8 || enc == PG_SQL_ASCII;
}

/* The target of a conversion from UTF-8. */
typedef struct Target
{
	int encoding;
	Oid proc;
} Target;

static Target
target_of(int encoding)
{
	Target to = {encoding, FindDefaultConversionProc(PG_UTF8, encoding)};

	if (!OidIsValid(to.proc))
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_FUNCTION),
						errmsg("default conversion function for encoding \"%s\" to \"%s\" does not exist",
							   pg_encoding_to_char(PG_UTF8), pg_encoding_to_char(encoding))));
	return to;
}

/*
 * Convert up to n bytes into out.  Returns the number of source bytes converted, which is smaller if a character has
 * no equivalent or the piece ends within a character.
 */
static size_t
convert_piece(const Target *to, const char *s, size_t n, BxBuf *out)
{
	int len = (int) Min(n, PIECE);
	int room = len * MAX_CONVERSION_GROWTH + 1;
	BxError err;
	int done;

	error_check(bx_buf_reserve(out, room, &err), &err);
	done = pg_do_encoding_conversion_buf(to->proc, PG_UTF8, to->encoding,
										 (unsigned char *) unconstify(char *, s), len, out->data + out->len,
										 room, true);
	out->len += strlen((char *) out->data + out->len);
	return (size_t) done;
}

/* The number of leading bytes of s that can be converted. */
static size_t
convert_run(const Target *to, const char *s, size_t n, BxBuf *out)
{
	size_t off = 0;

	while (off < n)
	{
		size_t done = convert_piece(to, s + off, n - off, out);

		if (done == 0)
			break;
		off += done;
		CHECK_FOR_INTERRUPTS();
	}
	return off;
}

static void
convert_strict(const Target *to, const char *s, size_t n, BxBuf *out)
{
	size_t off = convert_run(to, s, n, out);

	if (off < n)
		report_untranslatable_char(PG_UTF8, to->encoding, s + off, (int) Min(n - off, PIECE));
}

static void
convert_with_references(const Target *to, const char *s, size_t n, BxBuf *out)
{
	size_t off = 0;

	for (;;)
	{
		char ref[16];
		int len;

		off += convert_run(to, s + off, n - off, out);
		if (off >= n)
			return;
		len = snprintf(ref, sizeof(ref), "&#x%X;", utf8_to_unicode((const unsigned char *) s + off));
		host_append(out, ref, len);
		off += Min(n - off, (size_t) pg_utf_mblen((const unsigned char *) s + off));
	}
}

/* The position after the next occurrence of mark, or end. */
static const char *
after(const char *p, const char *end, const char *mark)
{
	size_t n = strlen(mark);

	for (; (size_t) (end - p) >= n; p++)
		if (memcmp(p, mark, n) == 0)
			return p + n;
	return end;
}

static bool
starts(const char *p, const char *end, const char *mark)
{
	size_t n = strlen(mark);

	return (size_t) (end - p) >= n && memcmp(p, mark, n) == 0;
}

/* The position after a DOCTYPE, whose internal subset may contain quotes, comments and processing instructions. */
static const char *
after_doctype(const char *p, const char *end)
{
	int depth = 0;

	for (p += 2; p < end;)
	{
		if (starts(p, end, "<!--"))
			p = after(p, end, "-->");
		else if (starts(p, end, "<?"))
			p = after(p, end, "?>");
		else if (*p == '"' || *p == '\'')
			p = after(p + 1, end, *p == '"' ? "\"" : "'");
		else
		{
			depth += (*p == '[') - (*p == ']');
			if (*p++ == '>' && depth == 0)
				break;
		}
	}
	return p;
}

/*
 * The end of the segment at p.  *quote is the state between calls: 0 in content, '<' inside a tag, a quote character
 * inside an attribute value.  *refs is set if the segment may contain character references.
 */
static const char *
next_segment(const char *p, const char *end, char *quote, bool *refs)
{
	const char *q;

	*refs = false;
	if (*quote == '"' || *quote == '\'')
	{
		q = memchr(p, *quote, end - p);
		*refs = true;
		*quote = '<';
		return q ? q : end;
	}
	if (*quote == 0)
	{
		if (*p != '<')
		{
			q = memchr(p, '<', end - p);
			*refs = true;
			return q ? q : end;
		}
		if (starts(p, end, "<!--"))
			return after(p, end, "-->");
		if (starts(p, end, "<?"))
			return after(p, end, "?>");
		if (starts(p, end, "<!"))
			return after_doctype(p, end);
	}
	else
		p++; /* the quote that closes the previous value */
	for (; p < end && *p != '>' && *p != '"' && *p != '\''; p++)
		;
	*quote = p < end && *p != '>' ? *p : 0;
	return p < end ? p + 1 : end;
}

void
encoding_xml_to(int encoding, const char *s, size_t n, BxBuf *out)
{
	Target to = target_of(encoding);
	const char *end = s + n;
	size_t start = out->len;
	char quote = 0;

	if (convert_run(&to, s, n, out) == n)
		return;
	out->len = start;
	while (s < end)
	{
		bool refs;
		const char *q = next_segment(s, end, &quote, &refs);

		if (refs)
			convert_with_references(&to, s, q - s, out);
		else
			convert_strict(&to, s, q - s, out);
		s = q;
	}
}

void
encoding_xml(const char *s, size_t n, BxBuf *out)
{
	if (encoding_is_utf8())
		host_append(out, s, n);
	else
		encoding_xml_to(GetDatabaseEncoding(), s, n, out);
}

void
encoding_strict(const char *s, size_t n, BxBuf *out)
{
	Target to;

	if (encoding_is_utf8())
	{
		host_append(out, s, n);
		return;
	}
	to = target_of(GetDatabaseEncoding());
	convert_strict(&to, s, n, out);
}

/* A character above 0xffff takes two units. */
static void
append_utf16(BxBuf *out, pg_wchar c)
{
	uint32 high = 0xd800 + ((c - 0x10000) >> 10);
	uint32 low = 0xdc00 + ((c - 0x10000) & 0x3ff);
	char units[4] = {(char) high, (char) (high >> 8), (char) low, (char) (low >> 8)};
	char unit[2] = {(char) c, (char) (c >> 8)};

	if (c > 0xffff)
		host_append(out, units, sizeof(units));
	else
		host_append(out, unit, sizeof(unit));
}

void
encoding_utf16(const char *s, size_t n, BxBuf *out)
{
	append_utf16(out, 0xfeff);
	for (size_t off = 0; off < n; off += pg_utf_mblen((const unsigned char *) s + off))
	{
		if ((off & 0xffff) == 0)
			CHECK_FOR_INTERRUPTS();
		append_utf16(out, utf8_to_unicode((const unsigned char *) s + off));
	}
}

/* Message texts are cut at a fixed length, so the last character may be incomplete. */
char *
encoding_lossy(const char *s, size_t n)
{
	size_t valid = pg_encoding_verifymbstr(PG_UTF8, s, (int) n);
	StringInfoData buf;
	Oid proc;

	initStringInfo(&buf);
	if (encoding_is_utf8())
	{
		appendBinaryStringInfo(&buf, s, (int) valid);
		return buf.data;
	}
	proc = FindDefaultConversionProc(PG_UTF8, GetDatabaseEncoding());
	for (size_t off = 0; off < valid;)
	{
		int len = pg_utf_mblen((const unsigned char *) s + off);
		unsigned char one[32];

		if (len == 1)
			appendStringInfoChar(&buf, s[off]);
		else if (OidIsValid(proc) &&
				 pg_do_encoding_conversion_buf(proc, PG_UTF8, GetDatabaseEncoding(),
											   (unsigned char *) unconstify(char *, s) + off, len, one,
											   sizeof(one), true) == len)
			appendStringInfoString(&buf, (char *) one);
		else
			appendStringInfoChar(&buf, '?');
		off += len;
	}
	return buf.data;
}

const char *
encoding_to_utf8(const char *s, size_t n, size_t *len)
{
	const char *u = pg_server_to_any(s, (int) n, PG_UTF8);

	*len = u == s ? n : strlen(u);
	return u;
}

const char *
encoding_to_compare(const char *s, size_t n, size_t *len)
{
	if (!encoding_is_utf8())
		return encoding_to_utf8(s, n, len);
	*len = n;
	return s;
}
