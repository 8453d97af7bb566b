/*
 * print.c -- a bxml value as XML text in the encoding of the server.
 *
 * The serializer writes straight into the result, after room for a datum header.
 */
#include "postgres.h"

#include "../../core/store/bx_window.h"
#include "../../core/vocabulary/bx_trim.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "kind.h"
#include "print.h"
#include "record.h"

/* The typical growth from the stored form to text; avoids most resizes. */
#define GUESS_FACTOR 2

void
print_start(BxBuf *b, const BxHost *host, size_t front, size_t guess)
{
	BxError err;

	bx_buf_init(b, host);
	error_check(bx_buf_reserve(b, front + guess + 1, &err), &err);
	memset(b->data, 0, front);
	b->len = front;
}

size_t
print_guess(size_t n)
{
	return Min(n * GUESS_FACTOR, BX_VALUE_MAX / 2) + BX_TEXT_SPARE;
}

/* Print any value. */
static void
print_stored(Datum doc, const BxTextOptions *options, size_t front, BxBuf *out)
{
	DatumStore store;
	BxError err;

	bx_error_clear(&err);
	datum_store_open(&store, doc);
	print_start(out, out->host, front, print_guess(store.store.total));
	error_check(bx_text_read(&store.store, options, out->host, out, &err), &err);
	datum_store_close(&store);
}

/* What was printed behind the `front` free bytes, with a terminator that *len does not count. */
static char *
print_end(BxBuf *out, size_t front, size_t *len)
{
	BxError err;

	*len = out->len - front;
	error_check(bx_buf_byte(out, 0, &err), &err);
	return (char *) out->data;
}

char *
print_utf8(Datum doc, const BxTextOptions *options, size_t front, size_t *len)
{
	ExpandedObjectHeader *eoh;
	const ValueKind *kind = kind_of(doc, &eoh);
	PgHost host;
	BxBuf out;

	bx_buf_init(&out, host_here(&host));
	if (kind == NULL || kind->print == NULL || !kind->print(eoh, options, front, &out))
		print_stored(doc, options, front, &out);
	return print_end(&out, front, len);
}

/* What goes out says nothing about schemas. */
static char *
without_record(BxBuf *out, size_t front, size_t *len)
{
	const uint8 *v = out->data + front;
	const uint8 *stripped = record_strip(v, out->len - front, front, len);

	if (stripped == v)
		return (char *) out->data;
	bx_buf_free(out);
	return (char *) unconstify(uint8 *, stripped) - front;
}

char *
print_native(Datum doc, bool record, size_t front, size_t *len)
{
	DatumStore store;
	PgHost host;
	BxBuf out;
	BxError err;

	bx_error_clear(&err);
	datum_store_open(&store, doc);
	print_start(&out, host_here(&host), front, store.store.total);
	if (store.shared)
		error_check(bx_trim(store.store.bytes, store.store.total, &out, &err), &err);
	else
		error_check(bx_plain_read(&store.store, &host.host, &out, &err), &err);
	datum_store_close(&store);
	*len = out.len - front;
	return record ? (char *) out.data : without_record(&out, front, len);
}

char *
print_text(Datum doc, const BxTextOptions *options, size_t front, size_t *len)
{
	PgHost host;
	BxBuf out;
	char *utf8;
	size_t utf8_len;

	if (encoding_is_utf8())
		return print_utf8(doc, options, front, len);
	utf8 = print_utf8(doc, options, 0, &utf8_len);
	print_start(&out, host_here(&host), front, utf8_len);
	encoding_xml(utf8, utf8_len, &out);
	pfree(utf8);
	return print_end(&out, front, len);
}

struct varlena *
print_datum(Datum doc, const BxTextOptions *options)
{
	size_t len;
	struct varlena *v = (struct varlena *) print_text(doc, options, VARHDRSZ, &len);

	SET_VARSIZE(v, len + VARHDRSZ);
	return v;
}
