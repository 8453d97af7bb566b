/*
 * cast.c -- casts between bxml and text, xml, bytea.
 *
 * text and xml carry XML text; bytea carries the plain binary form, checked on the way in.  None is implicit: see the
 * comments on the casts.
 */
#include "postgres.h"
#include "fmgr.h"

#include "../server/compat.h"
#include "../server/native.h"
#include "parse.h"
#include "print.h"

BXML_FUNCTION(bxml_from_bytea);
BXML_FUNCTION(bxml_to_bytea);

static Datum
from_text(FunctionCallInfo fcinfo)
{
	struct varlena *t = PG_GETARG_TEXT_PP(0);
	ParseSpec spec;
	struct varlena *value;

	parse_spec_text(&spec);
	value = parse_or_raise(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t), &spec);
	PG_FREE_IF_COPY(t, 0);
	PG_RETURN_POINTER(value);
}

static Datum
to_text(FunctionCallInfo fcinfo)
{
	PG_RETURN_POINTER(print_datum(PG_GETARG_DATUM(0), NULL));
}

BXML_ENTRY(bxml_from_text, from_text(fcinfo));

/* A value of type xml is text in the server's encoding, whatever its declaration says. */
BXML_ENTRY(bxml_from_xml, from_text(fcinfo));
BXML_ENTRY(bxml_to_text, to_text(fcinfo));

/* Every bxml value is a document or well-formed content, as type xml requires. */
BXML_ENTRY(bxml_to_xml, to_text(fcinfo));

Datum
bxml_from_bytea(PG_FUNCTION_ARGS)
{
	bytea *b = PG_GETARG_BYTEA_PP(0);
	struct varlena *value = native_check(VARDATA_ANY(b), VARSIZE_ANY_EXHDR(b), false);

	PG_FREE_IF_COPY(b, 0);
	PG_RETURN_POINTER(value);
}

Datum
bxml_to_bytea(PG_FUNCTION_ARGS)
{
	size_t len;
	bytea *b = (bytea *) print_native(PG_GETARG_DATUM(0), false, VARHDRSZ, &len);

	SET_VARSIZE(b, VARHDRSZ + len);
	PG_RETURN_BYTEA_P(b);
}
