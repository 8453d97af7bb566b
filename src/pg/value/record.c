/*
 * record.c -- which schema a value was found valid by, as the value itself says.
 */
#include "postgres.h"
#include "fmgr.h"

#include "../../core/encode/bx_section.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "datum.h"
#include "pack.h"
#include "record.h"

/* Bytes of a stored value, without reading others of one that is out of line. */
static void
read_bytes(Datum value, size_t off, uint8 *bytes, uint32 n)
{
	uint8 *room = palloc(VARHDRSZ + n); /* see toast_read in datum.c */
	DatumStore store;
	BxError err;

	bx_error_clear(&err);
	datum_store_open(&store, value);
	if (store.store.read != NULL)
		error_check(store.store.read(&store.store, (uint32_t) off, n, room + VARHDRSZ, &err), &err);
	memcpy(bytes, store.store.read != NULL ? room + VARHDRSZ : store.store.bytes + off, n);
	datum_store_close(&store);
	pfree(room);
}

bool
record_get(Datum value, uint8 *id)
{
	uint32_t off = 0, len = 0;
	BxHeader head;
	BxmlArg arg;
	BxError err;

	bx_error_clear(&err);
	datum_open_header(&arg, value, &head);
	if (head.ext_n > 0)
		error_check(bx_header_ext_place(&head, arg.v, BX_EXT_ANNOTATIONS, &off, &len, &err), &err);
	datum_release(&arg);
	if (off == 0 || len < RECORD_ID)
		return false;
	/* sections are the end of a value, in blocks or not */
	read_bytes(value, head.total - (head.plain_total - off), id, RECORD_ID);
	return true;
}

static bool
has_record(const uint8 *v, size_t n)
{
	uint32_t off = 0, len;
	BxHeader head;
	BxError err;
	BxStatus st;

	bx_error_clear(&err);
	st = bx_header_read(v, n, n, &head, &err);
	if (st == BX_OK && head.ext_n > 0)
		st = bx_header_ext_place(&head, v, BX_EXT_ANNOTATIONS, &off, &len, &err);
	error_check(st, &err);
	return off > 0;
}

/* The value with this section, or without one. */
static uint8 *
put(const uint8 *v, size_t n, const uint8 *body, uint32 body_n, size_t front, size_t *len)
{
	uint8_t *data;
	PgHost host;
	BxError err;

	bx_error_clear(&err);
	error_check(
		bx_section_put(v, n, BX_EXT_ANNOTATIONS, body, body_n, front, host_here(&host), &data, len, &err),
		&err);
	return data;
}

Datum
record_put(Datum value, const uint8 *id)
{
	uint8 body[RECORD_ID + 1] = {0};
	BxmlArg arg;
	size_t len;

	bool shared = datum_is_shared(value);

	datum_get_prefix(&arg, value, SIZE_MAX);
	if (id != NULL)
		memcpy(body, id, RECORD_ID);
	if (id != NULL || has_record(arg.v, arg.n))
	{
		uint8 *data =
			put(arg.v, arg.n, id != NULL ? body : NULL, id != NULL ? sizeof(body) : 0, VARHDRSZ, &len);

		value = datum_written(data, len);
		if (shared)
			value = PointerGetDatum(pack_new((struct varlena *) DatumGetPointer(value)));
	}
	datum_release(&arg);
	return value;
}

const uint8 *
record_strip(const uint8 *v, size_t n, size_t front, size_t *len)
{
	*len = n;
	if (!has_record(v, n))
		return v;
	return put(v, n, NULL, 0, front, len) + front;
}
