/*
 * bx_summary.h -- what ANALYZE found out about the documents of a column: paths, their values, kinds of documents.
 *
 * Stored as three strings, one for each slot of the statistics; STATISTICS.md has their form.  Here they are decoded
 * and checked once, into arrays that look-ups need no further decoding for.
 */
#ifndef BX_SUMMARY_H
#define BX_SUMMARY_H

#include "../base/bx_arena.h"
#include "../base/bx_buf.h"
#include "../index/bx_index_key.h"

/* The slots of the statistics. */
typedef enum BxSummarySlot
{
	BX_SUMMARY_PATHS,
	BX_SUMMARY_VALUES,
	BX_SUMMARY_KINDS,
	BX_SUMMARY_SLOTS
} BxSummarySlot;

#define BX_SUMMARY_VERSION 2
/* Bytes of a string in a value, and of the text of another value. */
#define BX_SUMMARY_VALUE_MAX 64
/* Bytes of the beginning of texts. */
#define BX_SUMMARY_PREFIX_MAX 16
/* Kinds of documents. */
#define BX_SUMMARY_KINDS_MAX 33
/* No path. */
#define BX_SUMMARY_NONE UINT32_MAX

/* A value as it is in a long index key. */
typedef struct BxSummaryValue
{
	const uint8_t *bytes;
	uint32_t n;
	uint8_t kind; /* AT_INDEX_NUMBER and so on */
	float share;  /* of the most common values: of the documents with the path */
	BxStr text;   /* as in one of the documents, UTF-8; not set when it is longer than BX_SUMMARY_VALUE_MAX */
} BxSummaryValue;

/*
 * Values that are not among the most common, whose texts begin alike: all of these bytes, and no others begin with the
 * first `from` of them.
 */
typedef struct BxSummaryPrefix
{
	BxStr text;
	uint8_t from;
	float share; /* such values: per document with the path */
} BxSummaryPrefix;

/* The values of a path. */
typedef struct BxSummaryValues
{
	uint32_t n_common;
	uint32_t n_bounds;
	const BxSummaryValue *common; /* ascending */
	const BxSummaryValue *bounds; /* ascending */
	uint32_t n_prefixes;
	const BxSummaryPrefix *prefixes; /* ascending by text: those of which the bounds say something wrong */
	float rest;          /* values that are not among the most common: per document with the path ... */
	float rest_distinct; /* ... and how many there are, coded as BxSummaryPath.distinct */
} BxSummaryValues;

/* The share of a kind's documents that have a path. */
typedef struct BxSummaryShare
{
	uint32_t kind;
	float share;
} BxSummaryShare;

typedef struct BxSummaryPath
{
	uint64_t hash;   /* of the path, KEYS.md */
	uint64_t leaf;   /* of its last name without namespace */
	uint32_t parent; /* number of the path above, or BX_SUMMARY_NONE */
	bool attribute;
	BxStr uri;
	BxStr local;
	float share;                  /* of documents that have it */
	float mean;                   /* nodes in a document that has it */
	float distinct;               /* see bx_summary_distinct */
	float values;                 /* different values in a document that has it */
	float complex;                /* share of documents with the path where a node has no one value */
	float width;                  /* bytes of a value */
	const BxSummaryValues *known; /* NULL: nothing about single values */
	const BxSummaryShare *kinds;  /* ascending by kind */
	uint32_t n_kinds;
	uint32_t same_leaf; /* the next path with this leaf; BX_SUMMARY_NONE */
} BxSummaryPath;

typedef struct BxSummary
{
	uint32_t documents; /* looked at */
	uint32_t read;      /* values were read */
	float cut;          /* every path with a greater share is here; 0: all are */
	uint32_t n_paths;
	uint32_t n_kinds;
	BxSummaryPath *paths;
	float *kinds; /* share of documents of each kind */
	/* private */
	uint32_t *by_hash; /* numbers of paths + 1, in an open table */
	uint32_t *by_leaf; /* first paths of each leaf + 1, likewise */
	uint32_t mask;
} BxSummary;

/*
 * bx_summary_open: decode the slots; arrays are in the arena, strings are borrowed from the slots.  The second and the
 * third slot may be empty.  BX_E_VERSION for a version that is not known, BX_E_CORRUPT for damage.
 */
extern BxStatus bx_summary_open(BxSummary *s, const BxStr slots[BX_SUMMARY_SLOTS], BxArena *arena,
								BxError *err);

/* The number of the path with this hash, or BX_SUMMARY_NONE. */
extern uint32_t bx_summary_find(const BxSummary *s, uint64_t hash);

/* The first path that ends in a name with this hash, or BX_SUMMARY_NONE; same_leaf leads to the others. */
extern uint32_t bx_summary_leaf(const BxSummary *s, uint64_t leaf);

/* A coded number of different values in a table of so many documents, at least 1. */
extern double bx_summary_distinct(const BxSummaryPath *path, double coded, double documents);

/* The order of two values: by kind, then by bytes. */
extern int bx_summary_order(const BxSummaryValue *a, const BxSummaryValue *b);

#endif
