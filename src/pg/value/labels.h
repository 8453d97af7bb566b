/*
 * labels.h -- a value opened for finding nodes by their labels.
 */
#ifndef BXML_LABELS_H
#define BXML_LABELS_H

#include "../../core/read/bx_label.h"
#include "datum.h"

/* A value in the cache of values, or opened for this caller alone. */
typedef struct ValueLabels
{
	BxLabelDoc doc;
	bool own;
	DatumImage image;
	BxTable table;
	BxExceptions exceptions;
	BxDirs dirs;
} ValueLabels;

/* Everything is in the arena; errors of l->doc go to *err.  Raises errors.  Good as value_cache_get is. */
extern void labels_open(ValueLabels *l, Datum doc, BxArena *arena, BxError *err);
extern void labels_close(ValueLabels *l);

#endif
