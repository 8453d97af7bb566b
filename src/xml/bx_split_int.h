/*
 * bx_split_int.h -- what the two halves of the splitter share: bx_record.c makes records, bx_split.c hands them on.
 */
#ifndef BX_SPLIT_INT_H
#define BX_SPLIT_INT_H

#include "bx_parse_int.h"
#include "bx_split.h"

/* A namespace declaration in scope outside of records. */
typedef struct BxInScope
{
	const xmlChar *prefix;
	const xmlChar *uri;
} BxInScope;

typedef struct BxRecord
{
	uint8_t *data;
	size_t len;
} BxRecord;

struct BxSplit
{
	const BxHost *host;
	BxParser *p;
	BxRecordRule rule;
	BxBuf live;    /* uint64_t per open element outside of records: its state under the rule */
	BxBuf ns;      /* BxInScope, of these elements from the outermost on */
	BxStrMap seen; /* prefixes of a record's root */
	BxBuf inherited;
	uint32_t record_depth; /* of the root of the record being built; 0: none is */
	uint64_t record_off;   /* where it starts in the text */
	uint64_t made;         /* records */
	uint64_t again;        /* of them that come again, and are left out */
	BxBuf ready;           /* BxRecord ... */
	size_t next;           /* ... from this index on */
	/* for bx_split_why; strings are the parser's */
	const char *root, *root_uri; /* the first element; NULL: none came */
	const char *near, *near_uri; /* the first with the name of a step, in another namespace */
	uint64_t matched;            /* elements that were records before rule.pass */
	BxError err;                 /* of bx_split_next */
};

#endif
