/*
 * external.c -- what the server provides to a query.
 *
 * Callbacks are called by the core, which owns nothing but memory of its host, so they may raise errors.
 */
#include "postgres.h"
#include "access/xact.h"
#include "common/unicode_norm.h"
#include "datatype/timestamp.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"

#include "../../core/base/bx_utf8.h"
#include "../../core/store/bx_image.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "../value/parse.h"
#include "collations.h"
#include "external.h"

/* ---- fn:normalize-unicode ---- */

static bool
form_of(BxStr name, UnicodeNormalizationForm *form)
{
	static const struct
	{
		const char *name;
		UnicodeNormalizationForm form;
	} forms[] = {{"NFC", UNICODE_NFC}, {"NFD", UNICODE_NFD}, {"NFKC", UNICODE_NFKC}, {"NFKD", UNICODE_NFKD}};

	for (size_t i = 0; i < lengthof(forms); i++)
		if (bx_str_is(name, forms[i].name))
		{
			*form = forms[i].form;
			return true;
		}
	return false;
}

/*
 * The server normalizes a text at once, hears no cancel meanwhile, and takes the square of the time for characters that
 * it has to reorder.  So a text is normalized in pieces that do not touch each other.
 */
#define PIECE 16384        /* code points of a piece, and more until the next place where one can end */
#define PIECE_RUN_MAX 8192 /* so many more at most */
#define ABOVE 0x0360       /* of combining class 234; nothing composes with these two */
#define BELOW 0x0316       /* of combining class 220 */

/* Does a piece of text in the form begin with a character that nothing before it is reordered or composed with? */
static bool
begins_piece(UnicodeNormalizationForm form, pg_wchar c)
{
	const pg_wchar between[] = {ABOVE, c, BELOW, 0};
	bool compatible = form == UNICODE_NFKC || form == UNICODE_NFKD;

	return unicode_is_normalized_quickcheck(compatible ? UNICODE_NFKC : UNICODE_NFC, between) ==
		   UNICODE_NORM_QC_YES;
}

/* Code points of the next piece of a text, zero-terminated as the server wants it; the text behind it. */
static BxStr
next_piece(UnicodeNormalizationForm form, BxStr s, pg_wchar *w)
{
	size_t n = 0, i;
	pg_wchar c;

	for (i = 0; i < s.n; i += pg_utf_mblen((const unsigned char *) s.s + i))
	{
		c = utf8_to_unicode((const unsigned char *) s.s + i);
		if (n >= PIECE && begins_piece(form, c))
			break;
		if (n == PIECE + PIECE_RUN_MAX)
			ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
							errmsg("cannot normalize more than %d characters in a row that may combine",
								   PIECE_RUN_MAX)));
		w[n++] = c;
	}
	w[n] = 0;
	return bx_str(s.s + i, s.n - i);
}

static void
add_piece(StringInfo to, const pg_wchar *w)
{
	for (; *w != 0; w++)
	{
		enlargeStringInfo(to, 4);
		unicode_to_utf8(*w, (unsigned char *) to->data + to->len);
		to->len += pg_utf_mblen((unsigned char *) to->data + to->len);
	}
}

static BxStatus
normalize(void *ctx, BxStr name, BxStr s, BxArena *arena, BxStr *out, BxError *err)
{
	UnicodeNormalizationForm form;
	pg_wchar *w, *normal;
	StringInfoData text;

	(void) ctx;
	if (!form_of(name, &form))
		return bx_fail_code(err, BX_E_XPTYPE, -1, "FOCH0003", "normalization form \"%.*s\" is not supported",
							(int) Min(name.n, 100), name.s);
	w = palloc((PIECE + PIECE_RUN_MAX + 1) * sizeof(pg_wchar));
	initStringInfo(&text);
	while (s.n > 0)
	{
		size_t left = s.n;

		s = next_piece(form, s, w);
		host_charge((left - s.n) * 16);
		normal = unicode_normalize(form, w);
		add_piece(&text, normal);
		pfree(normal);
	}
	out->n = text.len;
	out->s = bx_arena_strndup(arena, text.data, text.len);
	pfree(text.data);
	pfree(w);
	return out->s != NULL ? BX_OK : bx_fail_nomem(err, out->n);
}

/* ---- fn:parse-xml ---- */

static BxStatus
parse(void *ctx, BxStr text, bool fragment, BxArena *arena, const uint8_t **value, size_t *n, BxError *err)
{
	ParseSpec spec;
	struct varlena *parsed;
	uint8_t *copy;
	BxStatus st;

	(void) ctx;
	parse_spec_text(&spec);
	spec.as = fragment ? BX_PARSE_ANY : BX_PARSE_DOCUMENT;
	spec.encoding = PG_UTF8;
	spec.quiet = true;
	spec.plain = true;
	st = parse_bytes(text.s, text.n, &spec, &parsed, err);
	if (st != BX_OK)
		return st;
	*n = VARSIZE(parsed) - VARHDRSZ;
	copy = bx_arena_alloc(arena, *n);
	if (copy == NULL)
		return bx_fail_nomem(err, *n);
	memcpy(copy, VARDATA(parsed), *n);
	pfree(parsed);
	*value = copy;
	return bx_plain(value, n, arena, err);
}

static BxStatus
find_collation(void *ctx, BxStr uri, BxArena *arena, const AtCollation **collation, BxError *err)
{
	(void) ctx;
	return collation_find(uri, arena, collation, err);
}

/* For immutable functions: collations change with the libraries of the system. */
static BxStatus
refuse_collation(void *ctx, BxStr uri, BxArena *arena, const AtCollation **collation, BxError *err)
{
	BxStatus st = bx_fail_code(err, BX_E_XPTYPE, -1, "FOCH0002", "collation \"%.*s\" is not immutable",
							   (int) Min(uri.n, 100), uri.s);

	(void) ctx, (void) arena, (void) collation;
	return bx_hint(err, st, "Use a function that is stable, such as bxml_items.");
}

void
external_init(RuExternal *external, bool stable)
{
	*external = (RuExternal){.collation = stable ? find_collation : refuse_collation,
							 .normalize = normalize,
							 .parse = parse,
							 .stable = stable};
}

/* ---- the moment ---- */

/* Seconds from 1970-01-01 to 2000-01-01, where the server begins to count. */
#define EPOCH ((int64) (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * SECS_PER_DAY)

BxMoment
external_now(bool stable)
{
	TimestampTz now;
	struct pg_tm tm;
	fsec_t fraction;
	int west = 0; /* seconds west of UTC */
	int64 seconds, micros;

	if (!stable)
		return (BxMoment){.zone = 0};
	now = GetCurrentTransactionStartTimestamp();
	if (timestamp2tm(now, &west, &tm, &fraction, NULL, NULL) != 0)
		west = 0;
	seconds = now / USECS_PER_SEC;
	micros = now % USECS_PER_SEC;
	if (micros < 0)
	{
		micros += USECS_PER_SEC;
		seconds--;
	}
	west -= west % SECS_PER_MINUTE;
	return (BxMoment){.seconds = seconds + EPOCH - west,
					  .nanos = (uint32_t) (micros * 1000),
					  .zone = (int16_t) (-west / SECS_PER_MINUTE)};
}
