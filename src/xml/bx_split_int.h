/*
 * bx_split_int.h -- the splitter and its record path.
 */
#ifndef BX_SPLIT_INT_H
#define BX_SPLIT_INT_H

#include "bx_parse_int.h"
#include "bx_split.h"

/* A bit for each step, and one for a whole path. */
#define BX_RECORD_STEPS 63

/* Which elements are records.  Strings are those of the path. */
typedef struct BxRecordPath
{
	uint32_t n;        /* steps */
	uint64_t anywhere; /* steps that came behind "//": bit i for step i */
	struct
	{
		const char *local; /* NULL: any */
		uint32_t local_len;
		const char *uri; /* NULL: any */
		uint32_t uri_len;
	} tests[BX_RECORD_STEPS];
	const XpBlock
		*filter; /* a path that selects from a record's value what its predicates let pass, or NULL */
} BxRecordPath;

/* bx_split_path.c; the block must outlive the path, memory is from the arena. */
extern BxStatus bx_record_path(const XpBlock *block, BxArena *arena, BxRecordPath *path, BxError *err);

/*
 * The steps that children of an element may match, as bits, from those the element itself might match; all of bit n:
 * the element is a record.  The document's children may match step 0.
 */
extern uint64_t bx_record_match(const BxRecordPath *path, uint64_t live, const char *local, const char *uri);

/* Has the element the name of a step it might match, in another namespace? */
extern bool bx_record_near(const BxRecordPath *path, uint64_t live, const char *local, const char *uri);

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
	BxParser *p;
	const BxHost *eval_host;
	BxArena arena; /* path, cache */
	BxRecordPath path;
	BxBuf live;    /* uint64_t per open element outside of records: see bx_record_match */
	BxBuf ns;      /* BxInScope, of these elements from the outermost on */
	BxStrMap seen; /* prefixes of a record's root */
	BxBuf inherited;
	uint32_t record_depth; /* of the root of the record being built; 0: none is */
	uint64_t record_off;   /* where it starts in the text */
	BxBuf ready;           /* BxRecord ... */
	size_t next;           /* ... from this index on */
	XpCache *cache;
	/* for bx_split_why; strings are the parser's */
	const xmlChar *root, *root_uri; /* the first element; NULL: none came */
	const xmlChar *near, *near_uri; /* the first with the name of a step, in another namespace */
	uint64_t matched;               /* elements that were records before predicates were asked */
	BxError err;                    /* of bx_split_next */
};

#endif
