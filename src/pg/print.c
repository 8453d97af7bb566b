/*
 * print.c -- a bxml value as XML text in the server's encoding.
 *
 * The serializer writes straight into the result: room for a datum header is left in front of the text.
 */
#include "postgres.h"

#include "compat.h"
#include "encode.h"
#include "errors.h"
#include "host.h"
#include "print.h"

/* Typical growth from the stored form to text, to avoid most resizes. */
#define GUESS_FACTOR 2

static void
buf_start(BxBuf *b, const BxHost *host, size_t front, size_t guess)
{
	BxError err;

	bx_buf_init(b, host);
	error_check(bx_buf_reserve(b, front + guess + 1, &err), &err);
	memset(b->data, 0, front);
	b->len = front;
}

char *
print_utf8(const BxmlArg *doc, const BxTextOptions *options, size_t front, size_t *len)
{
	PgHost host;
	BxBuf out;
	BxError err;

	bx_error_clear(&err);
	buf_start(&out, host_here(&host), front, Min(doc->n * GUESS_FACTOR, BX_VALUE_MAX / 2));
	error_check(bx_text_write(doc->v, doc->n, options, &host.host, &out, &err), &err);
	*len = out.len - front;
	error_check(bx_buf_byte(&out, 0, &err), &err);
	return (char *) out.data;
}

char *
print_text(const BxmlArg *doc, const BxTextOptions *options, size_t front, size_t *len)
{
	PgHost host;
	BxBuf out;
	BxError err;
	char *utf8;
	size_t utf8_len;

	if (encode_is_utf8())
		return print_utf8(doc, options, front, len);
	utf8 = print_utf8(doc, options, 0, &utf8_len);
	buf_start(&out, host_here(&host), front, utf8_len);
	encode_xml(utf8, utf8_len, &out);
	pfree(utf8);
	*len = out.len - front;
	error_check(bx_buf_byte(&out, 0, &err), &err);
	return (char *) out.data;
}

struct varlena *
print_datum(const BxmlArg *doc, const BxTextOptions *options)
{
	size_t len;
	struct varlena *v = (struct varlena *) print_text(doc, options, VARHDRSZ, &len);

	SET_VARSIZE(v, len + VARHDRSZ);
	return v;
}
