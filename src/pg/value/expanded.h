/*
 * expanded.h -- the result of an edit as a read-write expanded object: a plain value in memory.
 *
 * A further edit finds the body without unpacking; a stored result is packed once, when it is flattened.  A long
 * value may be pending: the object then has the value before the edit, and the edit.  Printing takes the text from
 * these; everything else makes the value first.
 */
#ifndef BXML_EXPANDED_H
#define BXML_EXPANDED_H

#include "utils/expandeddatum.h"

#include "../../core/edit/bx_edit.h"
#include "../server/host.h"
#include "kind.h"

typedef struct ExpandedBxml
{
	FlatObject o; /* first; flat: the value as it will be stored */
	uint8_t *v;   /* plain value; memory of the object, from v - VARHDRSZ on */
	size_t n;
	BxEdit *edit;    /* pending: makes the value from that at v; NULL if v is the value */
	BxEdit *attempt; /* begun, with memory of the object, and perhaps failed; or NULL */
	PgHost host;     /* over the context of the object */
	BxError err;     /* of the edit */
} ExpandedBxml;

extern const ValueKind expanded_kind;

/* The object, if the datum is a read-write pointer to one; else NULL. */
extern ExpandedBxml *expanded_get_writable(Datum datum);

/* An object in a child of CurrentMemoryContext, without a value: call expanded_set next. */
extern ExpandedBxml *expanded_new(void);

/* Let the edit, which was run on the current value, make the new one when it is needed. */
extern void expanded_wait(ExpandedBxml *e, BxEdit *edit);

/* Set the plain value of n bytes at data + VARHDRSZ, allocated in the context of the object; the old one is freed. */
extern void expanded_set(ExpandedBxml *e, uint8_t *data, size_t n);

#endif
