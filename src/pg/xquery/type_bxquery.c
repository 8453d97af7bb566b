/*
 * type_bxquery.c -- the type bxquery: the text of a query of XQuery 3.1.
 *
 * The datum is a version byte, the language and the text.  The input function compiles the text and keeps nothing of
 * that, so constants are equal to the planner whatever compiled them; what is ready to run is kept by the backend
 * (query/path_cache.h).
 */
#include "postgres.h"
#include "fmgr.h"
#include "mb/pg_wchar.h"

#include "../query/path.h"
#include "../query/path_cache.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "../server/utf8.h"
#include "../value/wire.h"
#include "query.h"

BXML_FUNCTION(bxquery_in);
BXML_FUNCTION(bxquery_out);
BXML_FUNCTION(bxquery_recv);
BXML_FUNCTION(bxquery_send);
BXML_FUNCTION(bxquery_from_text);
BXML_FUNCTION(bxquery_from_bxpath);
BXML_FUNCTION(bxpath_from_bxquery);

#define QUERY_VERSION 1
#define QUERY_STRICT 0 /* the language: a main module of XQuery 3.1 */

typedef struct QueryDatum
{
	int32 vl_len_;
	uint8_t version;
	uint8_t language;
	char text[FLEXIBLE_ARRAY_MEMBER]; /* UTF-8 */
} QueryDatum;

#define QUERY_FRONT (offsetof(QueryDatum, text) - VARHDRSZ)

/* ---- text to a datum and back ---- */

/* Is n bytes of UTF-8 a query?  false after a soft error. */
static bool
check(const char *s, size_t n, struct Node *context)
{
	static const FcOptions options;
	const FcQuery *query;
	PgHost host;
	BxArena arena;
	BxError err;
	bool good;

	bx_error_clear(&err);
	bx_arena_init(&arena, host_here(&host));
	good = fc_compile(bx_str(s, n), &options, &host.host, &arena, &query, &err) == BX_OK;
	bx_arena_reset(&arena);
	if (!good)
		error_save(&err, context);
	return good;
}

/* A datum for n bytes of UTF-8; NULL after a soft error. */
static struct varlena *
make(const char *s, size_t n, struct Node *context)
{
	QueryDatum *datum;

	if (!check(s, n, context))
		return NULL;
	datum = palloc(offsetof(QueryDatum, text) + n);
	SET_VARSIZE(datum, offsetof(QueryDatum, text) + n);
	datum->version = QUERY_VERSION;
	datum->language = QUERY_STRICT;
	memcpy(datum->text, s, n);
	return (struct varlena *) datum;
}

/* The same for the encoding of the server. */
static struct varlena *
compile(const char *s, size_t n, struct Node *context)
{
	size_t len;
	const char *utf8 = encoding_to_utf8(s, n, &len);

	return make(utf8, len, context);
}

static _Noreturn void damaged(const char *what);

static void
damaged(const char *what)
{
	BxError err;

	bx_error_clear(&err);
	bx_fail(&err, BX_E_CORRUPT, -1, "bxquery value is damaged: %s", what);
	error_raise(&err);
}

BxStr
query_text(Datum query)
{
	const struct varlena *p = PG_DETOAST_DATUM_PACKED(query);
	const uint8_t *bytes = (const uint8_t *) VARDATA_ANY(p);
	size_t n = VARSIZE_ANY_EXHDR(p);
	BxStr text;

	if (n < QUERY_FRONT)
		damaged("it is too short");
	if (bytes[0] != QUERY_VERSION || bytes[1] != QUERY_STRICT)
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("version %d of bxquery values is not supported", bytes[0])));
	text = bx_str((const char *) bytes + QUERY_FRONT, n - QUERY_FRONT);
	if (pg_encoding_verifymbstr(PG_UTF8, text.s, (int) text.n) != (int) text.n)
		damaged("its text is not valid UTF-8");
	return text;
}

Datum
bxquery_in(PG_FUNCTION_ARGS)
{
	const char *s = PG_GETARG_CSTRING(0);
	struct varlena *query = compile(s, strlen(s), soft_context(fcinfo));

	if (query == NULL)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(query);
}

Datum
bxquery_out(PG_FUNCTION_ARGS)
{
	BxStr text = query_text(PG_GETARG_DATUM(0));

	PG_RETURN_CSTRING(utf8_cstring(text.s, text.n));
}

/* The text in the encoding of the client, with or without the version byte. */
Datum
bxquery_recv(PG_FUNCTION_ARGS)
{
	int len;
	char *s = wire_get_text((StringInfo) PG_GETARG_POINTER(0), "bxquery", &len);

	PG_RETURN_POINTER(compile(s, len, NULL));
}

Datum
bxquery_send(PG_FUNCTION_ARGS)
{
	BxStr text = query_text(PG_GETARG_DATUM(0));
	char *s = utf8_cstring(text.s, text.n);

	PG_RETURN_BYTEA_P(wire_text(s, strlen(s)));
}

Datum
bxquery_from_text(PG_FUNCTION_ARGS)
{
	struct varlena *t = PG_GETARG_TEXT_PP(0);

	PG_RETURN_POINTER(compile(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t), NULL));
}

/* The text of a path, read as XQuery. */
Datum
bxquery_from_bxpath(PG_FUNCTION_ARGS)
{
	PgHost host;
	BxArena arena;
	const XpBlock *path;

	bx_arena_init(&arena, host_here(&host));
	path = path_of(PG_GETARG_DATUM(0), &arena);
	PG_RETURN_POINTER(make(xp_pool(path), path->source_len, NULL));
}

/* A path whose text says that it is XQuery. */
Datum
bxpath_from_bxquery(PG_FUNCTION_ARGS)
{
	static const char version[] = "xquery version \"3.1\"; ";
	BxStr text = query_text(PG_GETARG_DATUM(0));
	size_t front = xp_is_query_text(text.s, text.n) ? 0 : strlen(version);
	char *both = palloc(front + text.n + 1);

	memcpy(both, version, front);
	memcpy(both + front, text.s, text.n);
	PG_RETURN_POINTER(path_make(both, front + text.n, NULL));
}
