/*
 * xp_hint.c -- errors in paths that say what to write instead.
 */
#include "../../base/bx_core_int.h"
#include "xp_hint.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NAME_MAX_BYTES 40
#define SHOWN_BYTES 40

BxStatus
xp_fail(BxError *err, uint32_t pos, const char *detail, const char *fmt, ...)
{
	char what[BX_MSG_MAX];
	va_list ap;

	if (err == NULL)
		return BX_E_XPATH;
	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	bx_fail(err, BX_E_XPATH, pos, XP_INVALID "%s", what);
	if (detail != NULL)
		snprintf(err->detail, sizeof(err->detail), "%s", detail);
	return BX_E_XPATH;
}

const char *
xp_shown(const char *s, size_t n, char *buf)
{
	size_t len = n;

	if (n > SHOWN_BYTES)
	{
		len = SHOWN_BYTES;
		while (len > 0 && ((uint8_t) s[len] & 0xC0) == 0x80)
			len--;
	}
	memcpy(buf, s, len);
	memcpy(buf + len, "...", 4);
	if (len == n)
		buf[len] = '\0';
	return buf;
}

BxStatus
xp_undeclared(BxError *err, int64_t pos, const char *front, const char *prefix, size_t n)
{
	char buf[XP_SHOWN_MAX];

	xp_shown(prefix, n, buf);
	bx_fail(err, BX_E_XPATH, pos, "%snamespace prefix \"%s\" is not declared", front, buf);
	return bx_hint(
		err, BX_E_XPATH,
		"Write declare namespace %s = \"...\"; before the path, or Q{...}name instead of %s:name; *:name is "
		"the name in any namespace.",
		buf, buf);
}

const XpExpr *
xp_first_unbound(const XpExpr *nodes, uint32_t n, const XpName *names)
{
	for (uint32_t i = 1; i < n; i++)
		if (nodes[i].name > 0 && (names[nodes[i].name - 1].flags & XP_NAME_UNBOUND))
			return &nodes[i];
	return NULL;
}

BxStatus
xp_no_value(BxError *err, int64_t pos, const char *pool, const XpName *name)
{
	return xp_variable_no_value(err, pos, bx_str(pool + name->prefix, name->prefix_len),
								bx_str(pool + name->local, name->local_len));
}

BxStatus
xp_variable_no_value(BxError *err, int64_t pos, BxStr of_prefix, BxStr of_local)
{
	char prefix[XP_SHOWN_MAX], local[XP_SHOWN_MAX];
	const char *colon = of_prefix.n > 0 ? ":" : "";

	xp_shown(of_prefix.s, of_prefix.n, prefix);
	xp_shown(of_local.s, of_local.n, local);
	bx_fail(err, BX_E_XPATH, pos, "variable \"$%s%s%s\" has no value", prefix, colon, local);
	return bx_hint(
		err, BX_E_XPATH,
		"Pass it in the argument vars, as in '{\"%s%s%s\": 1}', give it to the path with bxpath_bind, or "
		"write declare variable $%s%s%s := 1; before the path.",
		prefix, colon, local, prefix, colon, local);
}

/* ---- functions ---- */

/* Functions of XPath 2.0 to 3.1, constructors and functions of XSLT that are not supported, in no order. */
static const char *const others[] = {
	"adjust-date-to-timezone",
	"adjust-dateTime-to-timezone",
	"adjust-time-to-timezone",
	"analyze-string",
	"apply",
	"available-environment-variables",
	"base-uri",
	"codepoint-equal",
	"codepoints-to-string",
	"collation-key",
	"collection",
	"compare",
	"contains-token",
	"current-date",
	"current-dateTime",
	"current-time",
	"dateTime",
	"deep-equal",
	"default-collation",
	"default-language",
	"doc",
	"doc-available",
	"document-uri",
	"element-with-id",
	"encode-for-uri",
	"environment-variable",
	"error",
	"escape-html-uri",
	"exactly-one",
	"filter",
	"fold-left",
	"fold-right",
	"for-each",
	"for-each-pair",
	"format-date",
	"format-dateTime",
	"format-integer",
	"format-number",
	"format-time",
	"function-arity",
	"function-lookup",
	"function-name",
	"generate-id",
	"has-children",
	"hours-from-time",
	"idref",
	"implicit-timezone",
	"in-scope-prefixes",
	"innermost",
	"insert-before",
	"iri-to-uri",
	"json-doc",
	"json-to-xml",
	"load-xquery-module",
	"local-name-from-QName",
	"minutes-from-time",
	"namespace-uri-for-prefix",
	"namespace-uri-from-QName",
	"nilled",
	"node-name",
	"normalize-unicode",
	"one-or-more",
	"outermost",
	"parse-ietf-date",
	"parse-json",
	"parse-xml",
	"parse-xml-fragment",
	"path",
	"prefix-from-QName",
	"QName",
	"random-number-generator",
	"remove",
	"resolve-QName",
	"resolve-uri",
	"root",
	"seconds-from-time",
	"serialize",
	"sort",
	"static-base-uri",
	"string-to-codepoints",
	"timezone-from-time",
	"trace",
	"transform",
	"unordered",
	"unparsed-text",
	"unparsed-text-available",
	"unparsed-text-lines",
	"uri-collection",
	"xml-to-json",
	"zero-or-one",
	"current",
	"document",
	"element-available",
	"function-available",
	"key",
	"system-property",
	"unparsed-entity-uri",
	"xs:anyURI",
	"xs:base64Binary",
	"xs:boolean",
	"xs:byte",
	"xs:dateTimeStamp",
	"xs:duration",
	"xs:float",
	"xs:gDay",
	"xs:gMonth",
	"xs:gMonthDay",
	"xs:gYear",
	"xs:gYearMonth",
	"xs:hexBinary",
	"xs:int",
	"xs:integer",
	"xs:language",
	"xs:long",
	"xs:Name",
	"xs:NCName",
	"xs:negativeInteger",
	"xs:NMTOKEN",
	"xs:nonNegativeInteger",
	"xs:nonPositiveInteger",
	"xs:normalizedString",
	"xs:positiveInteger",
	"xs:QName",
	"xs:short",
	"xs:time",
	"xs:token",
	"xs:unsignedByte",
	"xs:unsignedInt",
	"xs:unsignedLong",
	"xs:unsignedShort",
};

static char
lower(char c)
{
	return (char) (c >= 'A' && c <= 'Z' ? c + 32 : c == '_' ? '-' : c);
}

/* Insertions, deletions and substitutions between two names of at most NAME_MAX_BYTES bytes; "_" is "-". */
static unsigned
distance(const char *a, size_t an, const char *b, size_t bn)
{
	unsigned shape[NAME_MAX_BYTES + 1];

	for (size_t j = 0; j <= bn; j++)
		shape[j] = (unsigned) j;
	for (size_t i = 1; i <= an; i++)
	{
		unsigned corner = shape[0];

		shape[0] = (unsigned) i;
		for (size_t j = 1; j <= bn; j++)
		{
			unsigned same = corner + (lower(a[i - 1]) != lower(b[j - 1]));
			unsigned gap = (shape[j] < shape[j - 1] ? shape[j] : shape[j - 1]) + 1;

			corner = shape[j];
			shape[j] = same < gap ? same : gap;
		}
	}
	return shape[bn];
}

/* The supported function whose name is next to this one, or NULL when none is near. */
static const char *
nearest(const char *name, size_t n)
{
	const char *best = NULL;
	unsigned least = (unsigned) (n <= 3 ? 1 : n / 3);

	for (unsigned f = 1; f < XP_FN_MAX_ID; f++)
	{
		const char *s = xp_func_name((XpFunc) f);
		unsigned d = distance(name, n, s, strlen(s));

		if (d < least || (best == NULL && d == least))
		{
			best = s;
			least = d;
		}
	}
	return best;
}

static bool
is_other(const char *name, size_t n)
{
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (strlen(others[i]) == n && memcmp(others[i], name, n) == 0)
			return true;
	return false;
}

/* Functions of other databases by which their paths refer to the row of a query. */
static bool
is_of_query(const char *name, size_t n)
{
	BxStr s = bx_str(name, n);

	return bx_str_is(s, "sql:column") || bx_str_is(s, "sql:variable");
}

void
xp_hint_function(BxError *err, const char *name, size_t n)
{
	const char *known;

	if (err == NULL)
		return;
	if (is_of_query(name, n))
	{
		bx_hint(err, err->status,
				"Write a variable, as in $x, and give its value in the argument vars, as in "
				"jsonb_build_object('x', id), or with bxpath_bind.");
		return;
	}
	if (n > 3 && memcmp(name, "fn:", 3) == 0)
	{
		name += 3;
		n -= 3;
	}
	if (n == 0 || n > NAME_MAX_BYTES)
		return;
	known = nearest(name, n);
	if (is_other(name, n))
		bx_hint(err, err->status,
				"%.*s is a function of XPath 2.0 or later, or of XSLT, that is not supported.", (int) n,
				name);
	else if (known != NULL && strlen(known) == n && memcmp(known, name, n) == 0)
		bx_hint(err, err->status, "The prefix is declared here, to be another namespace than that of %s.",
				known);
	else if (known != NULL)
		bx_hint(err, err->status, "Perhaps you meant the function \"%s\".", known);
}
