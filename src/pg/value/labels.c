/*
 * labels.c -- a value opened for finding nodes by their labels.
 */
#include "postgres.h"
#include "fmgr.h"

#include "../server/compat.h"
#include "../server/errors.h"
#include "labels.h"
#include "value_cache.h"

void
labels_open(ValueLabels *l, Datum doc, BxArena *arena, BxError *err)
{
	l->own = !value_cache_labels(doc, arena, &l->doc, err);
	if (!l->own)
		return;
	datum_image_open(&l->image, doc, arena, &l->table);
	l->image.img.err = err; /* where the caller looks for what reading the labels reports */
	error_check(bx_label_doc(&l->doc, &l->image.img, &l->table, &l->image.items.source, arena, &l->exceptions,
							 &l->dirs, err),
				err);
}

void
labels_close(ValueLabels *l)
{
	if (l->own)
		datum_image_close(&l->image);
}
