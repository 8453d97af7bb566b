/*
 * toast_row.h -- which row of a TOAST table a value out of line begins with.
 */
#ifndef BXML_TOAST_ROW_H
#define BXML_TOAST_ROW_H

#include "access/transam.h"
#include "storage/itemptr.h"
#include "utils/snapshot.h"

/* The first chunk of a value. */
typedef struct ToastRow
{
	TransactionId xmin;       /* that wrote it */
	ItemPointerData at;       /* its place */
	FullTransactionId before; /* when it was found, this one had not begun */
	bool own;                 /* this transaction wrote it, in that command */
	CommandId command;
} ToastRow;

/* False when there is no such row, or its table has an access method that is not known. */
extern bool toast_row_find(const struct varatt_external *pointer, ToastRow *row);

/*
 * Is the value of the pointer, found now, the one of the same pointer that was found earlier?  A value id is reused
 * only when no row has it any more, and a transaction that has written a row that was removed does not write others, so
 * the row would be one of another transaction.  That holds until transaction ids themselves are used again.
 */
extern bool toast_row_same(const ToastRow *now, const ToastRow *earlier);

/* The oldest transaction that was running when the snapshot was made. */
extern FullTransactionId toast_row_oldest(Snapshot snapshot);

/*
 * The same where the row was not looked for earlier, in that command of this transaction, under a snapshot with that
 * oldest transaction: is it one that was written before?  While the row was there, no other value had the id.
 */
extern bool toast_row_was_there(const ToastRow *now, FullTransactionId oldest, CommandId command);

#endif
