/*
 * external.c -- what the server provides to a query.
 *
 * Callbacks are called by the core, which owns nothing but memory of its host, so they may raise errors.
 */
#include "postgres.h"
#include "access/xact.h"
#include "common/unicode_norm.h"
#include "datatype/timestamp.h"
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

/* Zero-terminated, as the server wants it. */
static pg_wchar *
code_points(BxStr s)
{
	pg_wchar *w;
	size_t n = 0;

	if (s.n >= MaxAllocSize / sizeof(pg_wchar))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg("string is too long to be normalized")));
	w = palloc((s.n + 1) * sizeof(pg_wchar));
	for (size_t i = 0; i < s.n; i += pg_utf_mblen((const unsigned char *) s.s + i))
		w[n++] = utf8_to_unicode((const unsigned char *) s.s + i);
	w[n] = 0;
	return w;
}

static BxStatus
normalize(void *ctx, BxStr name, BxStr s, BxArena *arena, BxStr *out, BxError *err)
{
	UnicodeNormalizationForm form;
	pg_wchar *w, *normal;
	char *text;
	size_t n = 0;

	(void) ctx;
	if (!form_of(name, &form))
		return bx_fail_code(err, BX_E_XPTYPE, -1, "FOCH0003", "normalization form \"%.*s\" is not supported",
							(int) name.n, name.s);
	host_charge(s.n * 16);
	w = code_points(s);
	normal = unicode_normalize(form, w);
	while (normal[n] != 0)
		n++;
	text = bx_arena_alloc(arena, n * 4 + 1);
	if (text == NULL)
		return bx_fail_nomem(err, n * 4 + 1);
	out->s = text;
	for (size_t i = 0; i < n; i++)
	{
		unicode_to_utf8(normal[i], (unsigned char *) text);
		text += pg_utf_mblen((unsigned char *) text);
	}
	out->n = text - out->s;
	pfree(normal);
	pfree(w);
	return BX_OK;
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
	return collation_find(&((ServerExternal *) ctx)->collations, uri, arena, collation, err);
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
external_init(ServerExternal *server, bool stable)
{
	server->collations = NULL;
	server->external = (RuExternal){.ctx = server,
									.collation = stable ? find_collation : refuse_collation,
									.normalize = normalize,
									.parse = parse,
									.budget = get_hash_memory_limit(),
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
