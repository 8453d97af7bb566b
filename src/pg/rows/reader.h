/*
 * reader.h -- the info items of a document as rows of bxml_reader, for the function and for the plan node.
 */
#ifndef BXML_READER_H
#define BXML_READER_H

#include "../../core/read/bx_walk.h"
#include "../server/counters.h"
#include "../value/datum.h"
#include "../server/host.h"

/* Columns of bxml_reader. */
typedef enum ReaderColumn
{
	READER_ID,
	READER_LEVEL,
	READER_KIND,
	READER_PREFIX,
	READER_NS,
	READER_NAME,
	READER_TYPE,
	READER_VALUE,
	READER_COLUMNS
} ReaderColumn;

#define READER_ALL ((1u << READER_COLUMNS) - 1)

/* Columns that are the same for all items of one shape. */
#define READER_STATIC (1u << READER_KIND | 1u << READER_PREFIX | 1u << READER_NS | 1u << READER_NAME)
#define READER_STATICS (READER_NAME - READER_KIND + 1) /* how many, consecutive */

/* What to read from a document; zero except for `want`: everything. */
typedef struct ReaderAsk
{
	uint32 want; /* columns, as bits; others become null or are not set */
	/* Are items of this kind and name wanted?  NULL: all are.  Called once per shape. */
	bool (*passes)(void *arg, const Datum *values, const bool *nulls);
	void *arg;
	bool early;      /* passes cannot fail, so it may be called before an item is met */
	int32 level_min; /* 0: any */
	int32 level_max; /* 0: any */
	Datum lo;        /* labels from this one on; 0: from the start */
	Datum hi;        /* up to and without this one; 0: no end */
	bool has_value;  /* only items whose value is `value`, UTF-8 */
	const char *value;
	size_t value_len;
} ReaderAsk;

typedef struct Reader Reader;

/*
 * Open a reader in the current context, which must outlive it and should be a context of its own; `ask` and the
 * document must outlive the reader as well.  Raises errors.
 */
extern Reader *reader_open(Datum doc, const ReaderAsk *ask);

/*
 * The next row, into arrays of READER_COLUMNS; false after the last.  Values are good until the next row, and as long
 * as the current context; columns that are the same for all items of a shape are not set if none of them is wanted.
 */
extern bool reader_next(Reader *r, Datum *values, bool *nulls);

/* The BX_KIND_* of a kind as rows name it; 0 if there is none. */
extern uint8 reader_kind(const char *s, size_t n);

/* The BX_KIND_* of a row; its kind must be among the wanted columns. */
extern uint8 reader_row_kind(const Datum *values);

/* Add the work so far to *work. */
extern void reader_work(const Reader *r, Counters *work);

/* Release what is not in the context. */
extern void reader_close(Reader *r);

#endif
