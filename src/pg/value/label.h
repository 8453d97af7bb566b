/*
 * label.h -- labels as arguments and results of functions.
 */
#ifndef BXML_LABEL_H
#define BXML_LABEL_H

#include "../../core/ordpath/bx_ordpath.h"
#include "../server/host.h"

/* A label argument, read from the row or detoasted; label_release frees a copy. */
typedef struct LabelArg
{
	const uint8_t *p;
	size_t n;
	struct varlena *v;
	Pointer stored;
} LabelArg;

static inline void
label_get(LabelArg *l, Datum d)
{
	l->stored = DatumGetPointer(d);
	l->v = (struct varlena *) PG_DETOAST_DATUM_PACKED(d);
	l->p = (const uint8_t *) VARDATA_ANY(l->v);
	l->n = VARSIZE_ANY_EXHDR(l->v);
}

static inline void
label_release(LabelArg *l)
{
	if ((Pointer) l->v != l->stored)
		pfree(l->v);
}

/* A datum with a copy of these bytes. */
extern Datum label_datum(const uint8_t *p, size_t n);

/* A label as text, zero-terminated. */
extern char *label_text(Datum label);

/* The end of the subtree of a label (ordpath_upper) as a datum. */
extern Datum label_upper(const LabelArg *l);

#endif
