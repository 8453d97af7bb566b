/*
 * fragment.h -- results as references: parts of a stored document that are fetched when somebody needs their bytes.
 *
 * A large text that a function gives is a read-only expanded object: the TOAST pointer of the document, an offset and a
 * length.  Whoever keeps a value copies it, and so flattens the object; a column nobody looks at costs its header.  A
 * reference is good until its transaction ends, as the value it comes from is.
 */
#ifndef BXML_FRAGMENT_H
#define BXML_FRAGMENT_H

#include "fmgr.h"

#include "compat.h"

/* bxml.copy_threshold: bytes below which results are copied; 0 none, -1 all. */
extern int bxml_setting_copy_threshold;

/* Bytes from which on texts of this document are given as references, for XpCall.apart_from; 0: none are. */
extern uint32 fragment_from_out_of_line(Datum doc);

static inline uint32
fragment_from(Datum doc)
{
	return VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(doc)) ? fragment_from_out_of_line(doc) : 0;
}

/* A text of n bytes from offset `at` of the plain form of the document, for which fragment_from was not 0. */
extern Datum fragment_text(Datum doc, uint32 at, uint32 n);

#endif
