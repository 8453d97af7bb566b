/*
 * toast_row.h -- which row of a TOAST table a value out of line begins with.
 */
#ifndef BXML_TOAST_ROW_H
#define BXML_TOAST_ROW_H

#include "access/transam.h"
#include "storage/itemptr.h"

/* The first chunk of a value. */
typedef struct ToastRow
{
	TransactionId xmin;       /* that wrote it */
	ItemPointerData at;       /* its place */
	FullTransactionId before; /* when it was found, this one had not begun */
} ToastRow;

/* False when there is no such row, or its table has an access method that is not known. */
extern bool toast_row_find(const struct varatt_external *pointer, ToastRow *row);

/*
 * Is the value of the pointer, found now, the one of the same pointer that was found earlier?  A value id is reused
 * only when no row has it any more, and a transaction that has written a row that was removed does not write others, so
 * the row would be one of another transaction.  That holds until transaction ids themselves are used again.
 */
extern bool toast_row_same(const ToastRow *now, const ToastRow *earlier);

#endif
