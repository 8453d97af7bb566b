/*
 * bx_used.h -- which shapes and namespaces of its table a value has items of.
 *
 * A value's own table has no others, but the table of a value that referred to a vocabulary has all that the vocabulary
 * has.
 */
#ifndef BX_USED_H
#define BX_USED_H

#include "bx_reader.h"

/* Values with longer items never refer to a vocabulary. */
#define BX_USED_ITEMS_MAX 65536

typedef struct BxUsed BxUsed;
struct BxUsed
{
	void (*each)(BxUsed *used, const BxEvent *ev); /* called for each event, or NULL; set by the caller */
	const BxTable *t;
	bool *shapes; /* one for each shape of the table */
	bool *pairs;  /* one for each namespace, of names and declarations */
};

/* bx_used_read: read all items; memory is the arena's.  BX_E_CORRUPT, BX_E_NOMEM, BX_E_CANCEL, those of the source. */
extern BxStatus bx_used_read(BxUsed *used, const BxTable *t, BxSource *src, BxArena *arena, BxError *err);

/*
 * bx_used_plain: does a value have elements without a namespace?  Of one with longer items the table alone is asked.
 * Errors as before.
 */
extern BxStatus bx_used_plain(const BxTable *t, BxSource *src, BxArena *arena, bool *plain, BxError *err);

#endif
