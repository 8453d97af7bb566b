/*
 * parse.c -- XML text from SQL to a bxml datum.
 *
 * The parser (libxml2) must not be jumped over: it gets a host that never throws, but ends the parse when a statement
 * is canceled.  Text in UTF-8 is read where it lies; text that has to be converted comes in pieces, with interrupts
 * processed between them.  The parser is freed in a finally block.  The writer leaves room for the header, so its
 * result is the datum.
 */
#include "postgres.h"
#include "catalog/namespace.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/memutils.h"

#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "pack.h"
#include "parse.h"
#include "../server/settings.h"

#define PIECE (64 * 1024)
/* Source bytes converted at once, so that the result fits into a buffer of PIECE bytes. */
#define PIECE_CONVERTED (PIECE / MAX_CONVERSION_GROWTH)

void
parse_spec_text(ParseSpec *spec)
{
	memset(spec, 0, sizeof(*spec));
	spec->as = BX_PARSE_ANY;
	spec->encoding = GetDatabaseEncoding();
	spec->verified = spec->encoding != PG_SQL_ASCII;
}

void
parse_spec_input(ParseSpec *spec)
{
	parse_spec_text(spec);
	spec->skip = bxml_setting_external_entities == EXTERNAL_SKIP;
}

static void
find_conversion(TextPieces *t, int encoding)
{
	t->encoding = encoding;
	t->proc = FindDefaultConversionProc(encoding, PG_UTF8);
	if (!OidIsValid(t->proc))
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_FUNCTION),
						errmsg("default conversion function for encoding \"%s\" to \"%s\" does not exist",
							   pg_encoding_to_char(encoding), pg_encoding_to_char(PG_UTF8))));
	t->buf = palloc(PIECE + 1);
}

BxStatus
pieces_begin(TextPieces *t, const char *s, size_t n, const ParseSpec *spec, BxError *err)
{
	int valid;

	*t = (TextPieces){.s = s, .n = n, .encoding = -1};
	if (spec->encoding == PARSE_DETECT || (spec->encoding == PG_UTF8 && spec->verified))
		return BX_OK;
	if (spec->encoding != PG_UTF8 && spec->encoding != PG_SQL_ASCII)
	{
		find_conversion(t, spec->encoding);
		return BX_OK;
	}
	valid = pg_encoding_verifymbstr(PG_UTF8, s, (int) n);
	if ((size_t) valid != n)
		return bx_fail(err, BX_E_ENCODING, valid, "invalid byte sequence for encoding \"UTF8\"");
	return BX_OK;
}

/* If a piece ends within a character, the conversion stops before it, and the next piece starts there. */
static BxStatus
convert_next(TextPieces *t, const char **piece, size_t *n, BxError *err)
{
	int len = (int) Min(t->n - t->off, PIECE_CONVERTED);
	int done = pg_do_encoding_conversion_buf(t->proc, t->encoding, PG_UTF8,
											 (unsigned char *) unconstify(char *, t->s) + t->off, len,
											 (unsigned char *) t->buf, PIECE + 1, true);

	if (done <= 0)
		return bx_fail(err, BX_E_ENCODING, (int64_t) t->off, "invalid text for encoding \"%s\"",
					   pg_encoding_to_char(t->encoding));
	t->off += done;
	*piece = t->buf;
	*n = strlen(t->buf);
	return BX_OK;
}

BxStatus
pieces_next(TextPieces *t, const char **piece, size_t *n, BxError *err)
{
	*n = 0;
	if (t->off >= t->n)
		return BX_OK;
	if (t->encoding >= 0)
		return convert_next(t, piece, n, err);
	*piece = t->s + t->off;
	*n = Min(t->n - t->off, PIECE);
	t->off += *n;
	return BX_OK;
}

static BxStatus
feed(BxParser *parser, const char *s, size_t n, const ParseSpec *spec, BxError *err)
{
	TextPieces pieces;
	const char *piece;
	size_t len = 0;
	BxStatus st = pieces_begin(&pieces, s, n, spec, err);

	CHECK_FOR_INTERRUPTS();
	if (st == BX_OK && pieces.encoding < 0)
	{
		st = bx_parser_text(parser, s, n);
		if (st != BX_OK)
			*err = *bx_parser_error(parser);
		return st;
	}
	while (st == BX_OK)
	{
		CHECK_FOR_INTERRUPTS();
		st = pieces_next(&pieces, &piece, &len, err);
		if (st != BX_OK || len == 0)
			break;
		st = bx_parser_feed(parser, piece, len);
		if (st != BX_OK)
			*err = *bx_parser_error(parser);
	}
	if (pieces.buf != NULL)
		pfree(pieces.buf);
	return st;
}

/*
 * The reader of this backend, so that the names of a table's documents are checked once; NULL when there is no memory
 * for it.
 */
static BxMarkup *
backend_reader(void)
{
	static PgHost host;
	static BxMarkup *reader;
	BxError err;

	if (reader == NULL)
	{
		host_init_still(&host, TopMemoryContext);
		reader = bx_markup_new(&host.host, &err);
	}
	return reader;
}

void
parse_options(BxParseOptions *o, const ParseSpec *spec)
{
	memset(o, 0, sizeof(*o));
	settings_writer(&o->writer);
	o->as = spec->as;
	o->strip = spec->strip;
	if (spec->fixed)
		o->writer.limits = (BxLimits) BX_LIMITS_DEFAULT;
	o->reject_dtd = !spec->fixed && bxml_setting_entity_policy == ENTITY_REJECT_DTD;
	o->skip_external = spec->skip;
	o->encoding = spec->encoding == PARSE_DETECT ? spec->name : "UTF-8";
}

void
parse_notice(const char *skipped, uint32_t n)
{
	if (n > 0)
		ereport(NOTICE, (errmsg_plural("left out references to %u entity that is not read: %s",
									   "left out references to %u entities that are not read: %s", n, n,
									   encoding_lossy(skipped, strlen(skipped)))));
}

BxStatus
parse_bytes(const char *s, size_t n, const ParseSpec *spec, struct varlena **value, BxError *err)
{
	BxParseOptions options;
	PgHost host;
	BxParser *parser;
	uint8_t *data = NULL;
	size_t len = 0;
	char *volatile skipped = NULL;
	uint32_t skipped_n = 0;
	volatile BxStatus status = BX_OK;
	BxShapeIds ids;

	ids.n = 0;
	bx_error_clear(err);
	parse_options(&options, spec);
	options.reader = backend_reader();
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
			else
			{
				bx_parser_shapes(parser, &ids);
				skipped = pstrdup(bx_parser_skipped(parser, &skipped_n));
			}
		}
	}
	PG_FINALLY();
	{
		bx_parser_free(parser);
	}
	PG_END_TRY();
	if (status == BX_OK)
	{
		if (!spec->quiet)
			parse_notice(skipped, skipped_n);
		pfree(skipped);
		SET_VARSIZE(data, len + VARHDRSZ);
		*value = spec->plain ? (struct varlena *) data : pack_parsed((struct varlena *) data, &ids);
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
