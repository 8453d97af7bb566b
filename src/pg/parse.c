/*
 * parse.c -- XML text from SQL to a bxml datum.
 *
 * The text bridge (libxml2) must not be jumped over: it gets the text in pieces and a host that never throws;
 * interrupts are checked here, between pieces, and the parser is freed in a finally block.  The writer leaves room
 * for the datum header, so its result is the datum.
 */
#include "postgres.h"
#include "catalog/namespace.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"

#include "compat.h"
#include "errors.h"
#include "host.h"
#include "pack.h"
#include "parse.h"
#include "settings.h"

#define PIECE (64 * 1024)
/* Source bytes converted at once: the target buffer stays at PIECE and a little. */
#define PIECE_CONVERTED (PIECE / MAX_CONVERSION_GROWTH)

void
parse_spec_text(ParseSpec *spec)
{
	memset(spec, 0, sizeof(*spec));
	spec->as = BX_PARSE_ANY;
	spec->encoding = GetDatabaseEncoding();
	spec->verified = spec->encoding != PG_SQL_ASCII;
}

static BxStatus
feed_plain(BxParser *parser, const char *s, size_t n, BxError *err)
{
	for (size_t off = 0; off < n; off += PIECE)
	{
		BxStatus st;

		CHECK_FOR_INTERRUPTS();
		st = bx_parser_feed(parser, s + off, Min(n - off, PIECE));
		if (st != BX_OK)
		{
			*err = *bx_parser_error(parser);
			return st;
		}
	}
	return BX_OK;
}

/* A piece may end within a character: the conversion then stops before it, and the next piece starts there. */
static BxStatus
feed_converted(BxParser *parser, const char *s, size_t n, int encoding, BxError *err)
{
	Oid proc = FindDefaultConversionProc(encoding, PG_UTF8);
	unsigned char *buf;
	BxStatus st = BX_OK;

	if (!OidIsValid(proc))
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_FUNCTION),
						errmsg("default conversion function for encoding \"%s\" to \"%s\" does not exist",
							   pg_encoding_to_char(encoding), pg_encoding_to_char(PG_UTF8))));
	buf = palloc(PIECE + 1);
	for (size_t off = 0; off < n && st == BX_OK;)
	{
		int len = (int) Min(n - off, PIECE_CONVERTED);
		int done = pg_do_encoding_conversion_buf(proc, encoding, PG_UTF8,
												 (unsigned char *) unconstify(char *, s) + off, len, buf,
												 PIECE + 1, true);

		if (done <= 0)
			return bx_fail(err, BX_E_ENCODING, (int64_t) off, "invalid text for encoding \"%s\"",
						   pg_encoding_to_char(encoding));
		st = feed_plain(parser, (char *) buf, strlen((char *) buf), err);
		off += done;
	}
	pfree(buf);
	return st;
}

static BxStatus
feed(BxParser *parser, const char *s, size_t n, const ParseSpec *spec, BxError *err)
{
	int valid;

	if (spec->encoding == PARSE_DETECT || (spec->encoding == PG_UTF8 && spec->verified))
		return feed_plain(parser, s, n, err);
	if (spec->encoding != PG_UTF8 && spec->encoding != PG_SQL_ASCII)
		return feed_converted(parser, s, n, spec->encoding, err);
	valid = pg_encoding_verifymbstr(PG_UTF8, s, (int) n);
	if ((size_t) valid != n)
		return bx_fail(err, BX_E_ENCODING, valid, "invalid byte sequence for encoding \"UTF8\"");
	return feed_plain(parser, s, n, err);
}

static void
parse_options(BxParseOptions *o, const ParseSpec *spec)
{
	memset(o, 0, sizeof(*o));
	settings_writer(&o->writer);
	o->as = spec->as;
	o->strip = spec->strip;
	o->reject_dtd = bxml_setting_entity_policy == ENTITY_REJECT_DTD;
	o->encoding = spec->encoding == PARSE_DETECT ? spec->name : "UTF-8";
}

BxStatus
parse_bytes(const char *s, size_t n, const ParseSpec *spec, struct varlena **value, BxError *err)
{
	BxParseOptions options;
	PgHost host;
	BxParser *parser;
	uint8_t *data = NULL;
	size_t len = 0;
	volatile BxStatus status = BX_OK;

	bx_error_clear(err);
	parse_options(&options, spec);
	host_init_still(&host, CurrentMemoryContext);
	parser = bx_parser_new(&host.host, &options, err);
	if (parser == NULL)
		return err->status;
	PG_TRY();
	{
		status = feed(parser, s, n, spec, err);
		if (status == BX_OK)
		{
			status = bx_parser_finish(parser, &data, &len);
			if (status != BX_OK)
				*err = *bx_parser_error(parser);
		}
	}
	PG_FINALLY();
	{
		bx_parser_free(parser);
	}
	PG_END_TRY();
	if (status == BX_OK)
	{
		SET_VARSIZE(data, len + VARHDRSZ);
		*value = pack_new((struct varlena *) data);
	}
	return status;
}

struct varlena *
parse_or_raise(const char *s, size_t n, const ParseSpec *spec)
{
	struct varlena *value;
	BxError err;

	error_check(parse_bytes(s, n, spec, &value, &err), &err);
	return value;
}
