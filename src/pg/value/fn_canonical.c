/*
 * fn_canonical.c -- canonical XML: as text, and as the bytes that are hashed and signed.
 */
#include "postgres.h"
#include "fmgr.h"

#include "utils/builtins.h"

#include "../../core/print/bx_canonical.h"
#include "../server/compat.h"
#include "datum.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "text_list.h"
#include "../server/utf8.h"

BXML_FUNCTION(bxml_canonical);
BXML_FUNCTION(bxml_canonical_bytea);

static void
get_options(FunctionCallInfo fcinfo, BxC14nOptions *options)
{
	char *method = text_to_cstring(PG_GETARG_TEXT_PP(1));

	memset(options, 0, sizeof(*options));
	options->exclusive = strcmp(method, "exclusive") == 0;
	if (!options->exclusive && strcmp(method, "c14n10") != 0 && strcmp(method, "c14n11") != 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("unrecognized canonicalization method: \"%s\"", method),
						errhint("Methods are c14n10, c14n11 and exclusive.")));
	options->comments = PG_GETARG_BOOL(2);
	options->prefixes = text_list_get(PG_GETARG_DATUM(3), "inclusive_prefixes", &options->n_prefixes);
	if (options->n_prefixes > 0 && !options->exclusive)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("inclusive prefixes are for the method \"exclusive\" only")));
}

/* The canonical form in UTF-8, in memory of the call, after room for a datum header. */
static void
canonical(FunctionCallInfo fcinfo, BxBuf *out, PgHost *host)
{
	BxC14nOptions options;
	DatumStore store;
	BxError err;

	bx_error_clear(&err);
	get_options(fcinfo, &options);
	datum_store_open(&store, PG_GETARG_DATUM(0));
	bx_buf_init(out, host_here(host));
	host_append(out, "\0\0\0\0", VARHDRSZ);
	error_check(bx_c14n_read(&store.store, &options, &host->host, out, &err), &err);
	datum_store_close(&store);
	SET_VARSIZE(out->data, out->len);
}

/* A character that the encoding of the server lacks is an error: a reference would be a different text. */
Datum
bxml_canonical(PG_FUNCTION_ARGS)
{
	struct varlena *result;
	PgHost host;
	BxBuf out;

	canonical(fcinfo, &out, &host);
	if (encoding_is_utf8())
		PG_RETURN_POINTER(out.data);
	result = utf8_text((const char *) out.data + VARHDRSZ, out.len - VARHDRSZ);
	bx_buf_free(&out);
	PG_RETURN_POINTER(result);
}

Datum
bxml_canonical_bytea(PG_FUNCTION_ARGS)
{
	PgHost host;
	BxBuf out;

	canonical(fcinfo, &out, &host);
	PG_RETURN_POINTER(out.data);
}
