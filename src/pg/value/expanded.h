/*
 * expanded.h -- the result of an edit as a read-write expanded object: a plain value in memory.
 *
 * An edit of an edit finds the body as it is, without unpacking, and a stored result is packed once, when it is flattened.
 * A long value may wait, as the value before the edit and the edit that makes it: whoever only prints it gets its text
 * from these, everyone else comes through expanded_settle.
 */
#ifndef BXML_EXPANDED_H
#define BXML_EXPANDED_H

#include "utils/expandeddatum.h"

#include "../../core/edit/bx_edit.h"
#include "../server/host.h"
#include "kind.h"

typedef struct ExpandedBxml
{
	FlatObject o; /* first; flat: as it will be stored */
	uint8_t *v;   /* plain value; memory of the object's context, from v - VARHDRSZ on */
	size_t n;
	BxEdit *edit; /* makes the value of what is at v; NULL when v is the value */
	PgHost host;  /* over the context */
	BxError err;  /* of the edit */
} ExpandedBxml;

extern const ValueKind expanded_kind;

/* The object of a datum through which it may be changed; NULL: the datum is something else. */
extern ExpandedBxml *expanded_get_writable(Datum datum);

/* An object without a value yet, in a context below CurrentMemoryContext; expanded_set comes next. */
extern ExpandedBxml *expanded_new(void);

/* The value is what the edit, which was run, makes of the one that is there. */
extern void expanded_wait(ExpandedBxml *e, BxEdit *edit);

/* Make the value, where there is an edit that has not done so yet. */
extern void expanded_settle(ExpandedBxml *e);

/* Take a new plain value of n bytes at data + VARHDRSZ, allocated in the object's context; the old one is freed. */
extern void expanded_set(ExpandedBxml *e, uint8_t *data, size_t n);

#endif
