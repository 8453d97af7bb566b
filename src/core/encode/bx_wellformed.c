/*
 * bx_wellformed.c -- names, characters, comments and processing instructions as XML allows them.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_buf.h"
#include "../base/bx_utf8.h"
#include "../format/bx_table.h"
#include "bx_wellformed.h"

/* The name of declarations, which nothing else may have. */
#define XMLNS_NS "http://www.w3.org/2000/xmlns/"

#define SHOWN_NAME 64

int
bx_wellformed_shown(BxStr s)
{
	size_t n = s.n;

	if (n > SHOWN_NAME)
		for (n = SHOWN_NAME; n > 0 && ((uint8_t) s.s[n] & 0xC0) == 0x80; n--)
			;
	return (int) n;
}

BxStatus
bx_wellformed_text(BxStr s, BxError *err)
{
	size_t bad;

	if (s.n > BX_VALUE_MAX)
		return bx_fail_too_large(BX_VALUE_MAX, err);
	if (s.n > 0 && !bx_utf8_is_xml((const uint8_t *) s.s, s.n, &bad))
		return bx_fail(err, BX_E_SYNTAX_CONTENT, -1, "character not allowed in XML, at byte %zu of the text",
					   bad + 1);
	return BX_OK;
}

BxStatus
bx_wellformed_name(BxStr s, BxError *err)
{
	if (s.n == 0)
		return bx_fail(err, BX_E_ARGUMENT, -1, "name must not be empty");
	if (!bx_is_ncname(s.s, s.n))
		return bx_fail(err, BX_E_SYNTAX_CONTENT, -1, "not a name: \"%.*s\"", bx_wellformed_shown(s), s.s);
	return BX_OK;
}

BxStatus
bx_wellformed_pair(BxStr prefix, BxStr uri, BxError *err)
{
	if (prefix.n > 0)
		BX_TRY(bx_wellformed_name(prefix, err));
	BX_TRY(bx_wellformed_text(uri, err));
	if (bx_str_is(prefix, "xmlns") || bx_str_is(uri, XMLNS_NS))
		return bx_fail(err, BX_E_SYNTAX_CONTENT, -1, "the namespace of declarations cannot be used");
	if (bx_str_is(prefix, "xml") != bx_str_is(uri, BX_XML_NS))
		return bx_fail(err, BX_E_SYNTAX_CONTENT, -1, "the prefix \"xml\" and its namespace belong together");
	if (prefix.n > 0 && uri.n == 0)
		return bx_fail(err, BX_E_SYNTAX_CONTENT, -1, "prefix without namespace: \"%.*s\"",
					   bx_wellformed_shown(prefix), prefix.s);
	return BX_OK;
}

BxStatus
bx_wellformed_attribute(BxStr prefix, BxStr local, BxError *err)
{
	if (prefix.n == 0 && bx_str_is(local, "xmlns"))
		return bx_fail(err, BX_E_SYNTAX_CONTENT, -1, "the namespace of declarations cannot be used");
	return BX_OK;
}

/* Do these two bytes follow each other in s? */
static bool
holds(BxStr s, char first, char second)
{
	const char *p = s.s, *end = s.s + s.n;

	while (p < end && (p = memchr(p, first, (size_t) (end - p))) != NULL)
		if (++p < end && *p == second)
			return true;
	return false;
}

/* A carriage return would not survive being printed and parsed, as there are no references in such places. */
static bool
has_return(BxStr s)
{
	return s.n > 0 && memchr(s.s, '\r', s.n) != NULL;
}

BxStatus
bx_wellformed_comment(BxStr s, BxError *err)
{
	if (holds(s, '-', '-') || (s.n > 0 && s.s[s.n - 1] == '-'))
		return bx_fail(err, BX_E_COMMENT, -1, "comment holds \"--\" or ends in \"-\"");
	if (has_return(s))
		return bx_fail(err, BX_E_COMMENT, -1, "comment holds a carriage return");
	return BX_OK;
}

BxStatus
bx_wellformed_pi(BxStr data, BxError *err)
{
	if (holds(data, '?', '>'))
		return bx_fail(err, BX_E_PI, -1, "processing instruction holds \"?>\"");
	if (data.n > 0 && memchr(" \t\r\n", data.s[0], 4) != NULL)
		return bx_fail(err, BX_E_PI, -1, "data of a processing instruction begins with white space");
	if (has_return(data))
		return bx_fail(err, BX_E_PI, -1, "processing instruction holds a carriage return");
	return BX_OK;
}

BxStatus
bx_wellformed_target(BxStr s, BxError *err)
{
	if (s.n == 3 && (s.s[0] | 32) == 'x' && (s.s[1] | 32) == 'm' && (s.s[2] | 32) == 'l')
		return bx_fail(err, BX_E_PI, -1, "processing instruction cannot be named \"%.3s\"", s.s);
	return BX_OK;
}
