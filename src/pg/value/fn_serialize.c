/*
 * fn_serialize.c -- functions that print: indented, with a declaration, or as bytes in an encoding.
 */
#include "postgres.h"
#include "fmgr.h"

#include "mb/pg_wchar.h"
#include "utils/builtins.h"

#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "print.h"

#define PRETTY_INDENT 2
#define MAX_INDENT 64

BXML_FUNCTION(bxml_pretty);
BXML_FUNCTION(bxml_serialize);
BXML_FUNCTION(bxml_serialize_bytea);

static Datum
serialize(FunctionCallInfo fcinfo, const BxTextOptions *options)
{
	PG_RETURN_POINTER(print_datum(PG_GETARG_DATUM(0), options));
}

Datum
bxml_pretty(PG_FUNCTION_ARGS)
{
	BxTextOptions options = {.indent = PRETTY_INDENT};

	return serialize(fcinfo, &options);
}

Datum
bxml_serialize(PG_FUNCTION_ARGS)
{
	BxTextOptions options = {.indent = PG_GETARG_INT32(1), .declaration = PG_GETARG_BOOL(2)};

	if (options.indent < 0 || options.indent > MAX_INDENT)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("indent must be between 0 and %d", MAX_INDENT)));
	return serialize(fcinfo, &options);
}

/* The server does not have this encoding, but XML processors must support it. */
#define UTF16 (-2)

static int
encoding_named(const char *name)
{
	int encoding = pg_char_to_encoding(name);

	if (pg_strcasecmp(name, "UTF-16") == 0)
		return UTF16;
	if (encoding < 0 || encoding == PG_SQL_ASCII || is_mule_internal(encoding) ||
		strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-") != strlen(name))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("unrecognized encoding: \"%s\"", name)));
	return encoding;
}

/* The XML declaration names the encoding as the caller did. */
Datum
bxml_serialize_bytea(PG_FUNCTION_ARGS)
{
	char *name = text_to_cstring(PG_GETARG_TEXT_PP(1));
	BxTextOptions options = {.declaration = true, .encoding = name};
	int encoding = encoding_named(name);
	PgHost host;
	BxBuf out;
	char *utf8;
	size_t len;

	utf8 = print_utf8(PG_GETARG_DATUM(0), &options, VARHDRSZ, &len);
	if (encoding == PG_UTF8)
	{
		SET_VARSIZE(utf8, VARHDRSZ + len);
		PG_RETURN_BYTEA_P((bytea *) utf8);
	}
	bx_buf_init(&out, host_here(&host));
	host_append(&out, "\0\0\0\0", VARHDRSZ);
	if (encoding == UTF16)
		encoding_utf16(utf8 + VARHDRSZ, len, &out);
	else
		encoding_xml_to(encoding, utf8 + VARHDRSZ, len, &out);
	pfree(utf8);
	SET_VARSIZE(out.data, out.len);
	PG_RETURN_BYTEA_P((bytea *) out.data);
}
