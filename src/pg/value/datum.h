/*
 * datum.h -- the bytes of a bxml datum, in whatever form the server stored it.
 */
#ifndef BXML_DATUM_H
#define BXML_DATUM_H

#include "../../core/format/bx_table.h"
#include "../../core/store/bx_image.h"
#include "../../core/store/bx_source.h"
#include "../server/compat.h"
#include "../server/counters.h"
#include "vocabulary.h"

/* The bytes of a value, or of its beginning: plain or in blocks, for what refers to a vocabulary is made plain. */
typedef struct BxmlArg
{
	const uint8_t *v;
	size_t n;             /* bytes at v */
	size_t total;         /* bytes of the whole value */
	struct varlena *copy; /* detoasted or plain copy to free, or NULL if v points into the datum */
	bool shared;          /* made plain from a value that refers to a vocabulary */
} BxmlArg;

/* At least the first n bytes, or all of a shorter value, without reading the rest. */
extern void datum_get_prefix(BxmlArg *arg, Datum datum, size_t n);

/* Did the server compress the value, in line or out of line? */
extern bool datum_is_compressed(Datum datum);

/*
 * A value as a store for an image.  An out-of-line value that the server did not compress is read in slices, straight
 * into place; any other value is in memory once it is open.
 */
typedef struct DatumStore
{
	BxStore store;
	struct varatt_external pointer;
	struct varlena *copy; /* detoasted or plain copy, or NULL */
	uint64 reads;         /* slices read so far */
	bool shared;          /* made plain from a value that refers to a vocabulary */
} DatumStore;

/* Is the datum in the row and uncompressed by the server?  Then it is used in place. */
static inline bool
datum_is_inline(Datum datum)
{
	const struct varlena *p = (const struct varlena *) DatumGetPointer(datum);

	return !VARATT_IS_EXTERNAL(p) && !VARATT_IS_COMPRESSED(p);
}

/* Does a value in the row refer to a vocabulary? */
static inline bool
datum_is_shared(Datum datum)
{
	return datum_is_inline(datum) && bx_is_shared((const uint8_t *) VARDATA_ANY(DatumGetPointer(datum)),
												  VARSIZE_ANY_EXHDR(DatumGetPointer(datum)));
}

/* The vocabulary that a stored value refers to, 0 for none; reads only its beginning.  Damaged values refer to none. */
extern uint32 datum_vocabulary(Datum datum);

extern void datum_store_fetch(DatumStore *s, Datum datum);

/*
 * datum_store_open with a status instead of an error for what is wrong with a value that refers to a vocabulary:
 * BX_E_CORRUPT, BX_E_VERSION.  It may be closed then all the same.
 */
extern BxStatus datum_store_try(DatumStore *s, Datum datum, BxError *err);

/* Of a value in the row that refers to a vocabulary: its plain form. */
extern void datum_store_expand(DatumStore *s);

/* The bytes of a value in the row. */
static inline void
datum_store_inline(DatumStore *s, const uint8_t *v, size_t n)
{
	counters_session.documents++;
	s->copy = NULL;
	s->reads = 0;
	s->shared = false;
	s->store.read = NULL;
	s->store.bytes = v;
	s->store.total = n;
}

static inline void
datum_store_open(DatumStore *s, Datum datum)
{
	bool in_row = datum_is_inline(datum);

	datum_store_inline(s, (const uint8_t *) VARDATA_ANY(DatumGetPointer(datum)),
					   in_row ? VARSIZE_ANY_EXHDR(DatumGetPointer(datum)) : 0);
	if (unlikely(!in_row))
		datum_store_fetch(s, datum);
	else if (unlikely(bx_is_shared(s->store.bytes, s->store.total)))
		datum_store_expand(s);
}

static inline void
datum_store_close(DatumStore *s)
{
	if (unlikely(s->copy != NULL))
		pfree(s->copy);
	s->copy = NULL;
}

/* A written value of len bytes, after VARHDRSZ bytes reserved for the header, as a datum. */
static inline Datum
datum_written(uint8_t *data, size_t len)
{
	SET_VARSIZE(data, len + VARHDRSZ);
	return PointerGetDatum(data);
}

/* Free what datum_get_prefix copied. */
extern void datum_release(BxmlArg *arg);

/* The header, from a short prefix.  Raises errors. */
extern void datum_open_header(BxmlArg *arg, Datum datum, BxHeader *head);

/* Is it a document?  The header says so, or the XML declaration if there is one. */
extern bool datum_is_document(Datum datum);

/*
 * A value of which only the tables are read, and the items as far as a reader goes.
 */
typedef struct DatumImage
{
	DatumStore store;
	BxImage img;
	BxImageSource items;
	BxError err;
} DatumImage;

/* Open with header and tables in memory; the rest is fetched when it is read.  Raises errors. */
extern void datum_image_open(DatumImage *d, Datum datum, BxArena *arena, BxTable *table);
extern void datum_image_close(DatumImage *d);

#endif
