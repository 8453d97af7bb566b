/*
 * type_bxml.c -- the type bxml: text and binary input and output.
 *
 * Text input takes documents and content alike, whatever the settings of the session.  The binary form starts with a
 * version byte: 1, then UTF-8 text; or 2, then the plain binary form, which is checked in full.  XML text without a
 * version byte is accepted as well, because drivers send strings like that in binary mode; wire.h distinguishes them.
 */
#include "postgres.h"
#include "fmgr.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"

#include "../../core/base/bx_bytes.h"
#include "../../core/check/bx_check.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "../server/native.h"
#include "label_text.h"
#include "pack.h"
#include "record.h"
#include "../server/settings.h"
#include "typmod.h"
#include "wire.h"

BXML_FUNCTION(bxml_in);
BXML_FUNCTION(bxml_out);
BXML_FUNCTION(bxml_recv);
BXML_FUNCTION(bxml_send);

Datum
bxml_in(PG_FUNCTION_ARGS)
{
	const char *s = PG_GETARG_CSTRING(0);
	ParseSpec spec;
	struct varlena *value;
	BxError err;

	parse_spec_input(&spec);
	spec.plain = typmod_is_schema(PG_GETARG_INT32(2));
	if (outside_parse(s, strlen(s), &spec, &value, &err) != BX_OK)
	{
		error_save(&err, soft_context(fcinfo));
		PG_RETURN_NULL();
	}
	if (!typmod_apply_new(PG_GETARG_INT32(2), &value, soft_context(fcinfo)))
		PG_RETURN_NULL();
	PG_RETURN_POINTER(value);
}

Datum
bxml_out(PG_FUNCTION_ARGS)
{
	size_t len;

	PG_RETURN_CSTRING(outside_text(PG_GETARG_DATUM(0), &len));
}

/*
 * bx_check finds the end of a DOCTYPE, but only a parser can check its declarations, so it is parsed with an empty
 * root after it.
 */
static void
check_doctype(const uint8_t *v, size_t n)
{
	static const char root[] = "<x/>";
	const uint8_t *body, *text;
	uint32_t len, place;
	struct varlena *parsed;
	ParseSpec spec;
	BxHeader head;
	BxError err;
	char *doc;

	bx_error_clear(&err);
	error_check(bx_header_read(v, n, n, &head, &err), &err);
	error_check(bx_header_ext(&head, v, BX_EXT_DOCTYPE, &body, &len, &err), &err);
	if (body == NULL)
		return;
	text = bx_varint_get(body, body + len, &place);
	len -= (uint32_t) (text - body);
	doc = palloc(len + sizeof(root));
	memcpy(doc, text, len);
	memcpy(doc + len, root, sizeof(root));
	parse_spec_text(&spec);
	spec.encoding = PG_UTF8;
	spec.verified = true;
	spec.quiet = true;
	spec.skip = true; /* as when the value was made, maybe */
	if (parse_bytes(doc, len + sizeof(root) - 1, &spec, &parsed, &err) != BX_OK)
	{
		if (err.status == BX_E_CANCEL)
			error_raise(&err);
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("invalid binary form of bxml: bad DOCTYPE"), errdetail_internal("%s", err.detail)));
	}
	pfree(parsed);
	pfree(doc);
}

struct varlena *
native_check(const char *bytes, size_t n, bool plain)
{
	struct varlena *value;
	BxLimits limits;
	PgHost host;
	BxError err;

	bx_error_clear(&err);
	settings_limits(&limits);
	error_check(bx_check((const uint8_t *) bytes, n, true, &limits, host_here(&host), &err), &err);
	check_doctype((const uint8_t *) bytes, n);
	value = (struct varlena *) palloc(n + VARHDRSZ);
	memcpy(VARDATA(value), bytes, n);
	SET_VARSIZE(value, n + VARHDRSZ);
	value = (struct varlena *) DatumGetPointer(record_put(PointerGetDatum(value), NULL));
	return plain ? value : pack_new(value);
}

/* XML text without a version byte is in the encoding that it declares, or else in UTF-8, as for xml_recv. */
static struct varlena *
receive(StringInfo buf, bool plain)
{
	int version = wire_version(buf, "bxml", WIRE_NATIVE);
	int n = buf->len - buf->cursor;
	const char *bytes = pq_getmsgbytes(buf, n);
	struct varlena *value;
	ParseSpec spec;
	BxError err;

	if (version == WIRE_NATIVE)
		return native_check(bytes, n, plain);
	parse_spec_input(&spec);
	spec.encoding = version == WIRE_TEXT ? PG_UTF8 : PARSE_DETECT;
	spec.verified = false;
	spec.plain = plain;
	error_check(outside_parse(bytes, n, &spec, &value, &err), &err);
	return value;
}

Datum
bxml_recv(PG_FUNCTION_ARGS)
{
	int32 typmod = PG_GETARG_INT32(2);
	struct varlena *value = receive((StringInfo) PG_GETARG_POINTER(0), typmod_is_schema(typmod));

	(void) typmod_apply_new(typmod, &value, NULL);
	PG_RETURN_POINTER(value);
}

/* The result is made in place: datum header, version byte, bytes. */
Datum
bxml_send(PG_FUNCTION_ARGS)
{
	const size_t front = VARHDRSZ + 1;
	bool text = bxml_setting_binary_output == BINARY_TEXT;
	Datum doc = PG_GETARG_DATUM(0);
	size_t len;
	char *out = text ? outside_utf8(doc, front, &len) : print_native(doc, false, front, &len);

	out[VARHDRSZ] = text ? WIRE_TEXT : WIRE_NATIVE;
	SET_VARSIZE(out, front + len);
	PG_RETURN_BYTEA_P(out);
}
