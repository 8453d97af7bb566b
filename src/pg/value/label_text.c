/*
 * label_text.c -- the text of values with their labels.
 *
 * A processing instruction with the labels (core/build/bx_label_text.h) is inserted after the XML declaration of the
 * printed text, and cut out of a text before it is parsed.
 */
#include "postgres.h"

#include "../../core/build/bx_label_text.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "label_text.h"
#include "pack.h"
#include "../server/settings.h"

/* ---- output ---- */

typedef char *(*PrintText)(Datum doc, const BxTextOptions *options, size_t front, size_t *len);

/* The instruction for the value, in a buffer of the host. */
static void
print_labels(Datum doc, const BxHost *host, BxBuf *labels)
{
	DatumStore store;
	BxError err;

	bx_error_clear(&err);
	bx_buf_init(labels, host);
	datum_store_open(&store, doc);
	error_check(bx_label_text_print(&store.store, host, labels, &err), &err);
	datum_store_close(&store);
}

static char *
print_outside(Datum doc, PrintText print_as, size_t front, size_t *len)
{
	PgHost host;
	BxBuf labels;
	size_t place;
	char *out, *text;

	if (!bxml_setting_output_labels)
		return print_as(doc, NULL, front, len);
	print_labels(doc, host_here(&host), &labels);
	out = print_as(doc, NULL, front + labels.len, len);
	text = out + front + labels.len;
	place = bx_label_text_place(text, *len);
	memmove(out + front, text, place);
	if (labels.len > 0)
		memcpy(out + front + place, labels.data, labels.len);
	*len += labels.len;
	bx_buf_free(&labels);
	return out;
}

char *
outside_text(Datum doc, size_t *len)
{
	return print_outside(doc, print_text, 0, len);
}

char *
outside_utf8(Datum doc, size_t front, size_t *len)
{
	return print_outside(doc, print_utf8, front, len);
}

/* ---- input ---- */

/* The value of the text without the instruction, relabeled by the instruction. */
static BxStatus
take_labels(const char *labels, size_t labels_n, bool keep_plain, struct varlena **value, BxError *err)
{
	size_t n, len;
	char *plain = print_native(PointerGetDatum(*value), false, 0, &n);
	uint8_t *data;
	PgHost host;
	BxStatus st = bx_label_text_apply(labels, labels_n, (const uint8_t *) plain, n, VARHDRSZ,
									  host_here(&host), &data, &len, err);

	pfree(plain);
	if (st != BX_OK)
		return st;
	pfree(*value);
	SET_VARSIZE(data, len + VARHDRSZ);
	*value = keep_plain ? (struct varlena *) data : pack_new((struct varlena *) data);
	return BX_OK;
}

BxStatus
outside_parse(const char *s, size_t n, const ParseSpec *spec, struct varlena **value, BxError *err)
{
	size_t off, len;
	BxStatus st;
	char *rest;

	if (!bxml_setting_output_labels || !bx_label_text_find(s, n, &off, &len))
		return parse_bytes(s, n, spec, value, err);
	rest = palloc(n - len + 1);
	memcpy(rest, s, off);
	memcpy(rest + off, s + off + len, n - off - len);
	st = parse_bytes(rest, n - len, spec, value, err);
	if (st == BX_OK)
		st = take_labels(s + off, len, spec->plain, value, err);
	pfree(rest);
	return st;
}
