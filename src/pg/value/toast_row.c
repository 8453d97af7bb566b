/*
 * toast_row.c -- which row of a TOAST table a value out of line begins with.
 */
#include "postgres.h"
#include "access/genam.h"
#include "access/heapam.h"
#include "access/table.h"
#include "access/toast_internals.h"
#include "access/xact.h"
#include "utils/fmgroids.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include "../server/compat.h"
#include "toast_row.h"

/* Transactions after which an id may be that of another one; half of all ids. */
#define HORIZON ((uint64) 1 << 31)

/* Whatever its state: while there is a row with the value id, no other value gets it. */
static bool
read_row(Relation toast, Relation index, Oid value, ToastRow *row)
{
	ScanKeyData keys[2];
	SysScanDesc scan;
	HeapTuple tuple;
	bool found;

	ScanKeyInit(&keys[0], 1, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(value));
	ScanKeyInit(&keys[1], 2, BTEqualStrategyNumber, F_INT4EQ, Int32GetDatum(0));
	scan = systable_beginscan_ordered(toast, index, SnapshotAny, 2, keys);
	tuple = systable_getnext_ordered(scan, ForwardScanDirection);
	found = HeapTupleIsValid(tuple);
	if (found)
	{
		row->xmin = HeapTupleHeaderGetRawXmin(tuple->t_data);
		row->at = tuple->t_self;
		row->own =
			TransactionIdIsCurrentTransactionId(row->xmin) && !(tuple->t_data->t_infomask & HEAP_COMBOCID);
		row->command = HeapTupleHeaderGetRawCommandId(tuple->t_data);
		found = !HeapTupleIsValid(systable_getnext_ordered(scan, ForwardScanDirection));
	}
	systable_endscan_ordered(scan);
	return found;
}

bool
toast_row_find(const struct varatt_external *pointer, ToastRow *row)
{
	Relation toast = table_open(pointer->va_toastrelid, AccessShareLock);
	bool found = toast->rd_tableam == GetHeapamTableAmRoutine();
	Relation *indexes;
	int n, valid;

	if (found)
	{
		row->before = ReadNextFullTransactionId();
		valid = toast_open_indexes(toast, AccessShareLock, &indexes, &n);
		found = read_row(toast, indexes[valid], pointer->va_valueid, row);
		toast_close_indexes(indexes, n, AccessShareLock);
	}
	table_close(toast, AccessShareLock);
	return found;
}

/* Are ids of transactions since then in order? */
static bool
is_near(const ToastRow *now, FullTransactionId earlier)
{
	return U64FromFullTransactionId(now->before) - U64FromFullTransactionId(earlier) < HORIZON;
}

bool
toast_row_same(const ToastRow *now, const ToastRow *earlier)
{
	return now->xmin == earlier->xmin &&
		   ItemPointerEquals((ItemPointer) &now->at, (ItemPointer) &earlier->at) &&
		   is_near(now, earlier->before);
}

FullTransactionId
toast_row_oldest(Snapshot snapshot)
{
	FullTransactionId next = ReadNextFullTransactionId();
	TransactionId ago = XidFromFullTransactionId(next) - snapshot->xmin;

	return FullTransactionIdFromU64(U64FromFullTransactionId(next) - ago);
}

bool
toast_row_was_there(const ToastRow *now, FullTransactionId oldest, CommandId command)
{
	if (now->own)
		return now->command < command;
	return TransactionIdIsNormal(now->xmin) &&
		   TransactionIdPrecedes(now->xmin, XidFromFullTransactionId(oldest)) && is_near(now, oldest);
}
