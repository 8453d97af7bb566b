/*
 * bx_tally.h -- counts over the documents of a sample: paths, their values, kinds of documents.
 *
 * What is counted is documents: each path, and each value of a path, once per document.  Memory is the arena's and
 * bounded: beyond the limits new paths and values are not taken.
 */
#ifndef BX_TALLY_H
#define BX_TALLY_H

#include "../index/bx_index_key.h"

#define BX_TALLY_NONE UINT32_MAX
/* Different paths. */
#define BX_TALLY_PATHS_MAX 50000
/* Kinds of documents that are told apart before they are joined. */
#define BX_TALLY_KINDS_MAX 256

/* What is known of the document that is counted. */
typedef enum BxTallyLevel
{
	BX_TALLY_TABLE, /* the paths that it may have */
	BX_TALLY_NODES, /* its nodes */
	BX_TALLY_ALL,   /* and their values */
} BxTallyLevel;

typedef struct BxTallyPath
{
	BxIndexPath path; /* its hashes */
	uint32_t parent;
	uint32_t depth; /* 1 at the top */
	uint32_t uri;   /* numbers of names */
	uint32_t local;
	bool attribute;
	uint32_t seen;         /* the last document that has it */
	uint32_t complex_seen; /* the last one with a node without one value */
	uint32_t documents;    /* have it */
	uint32_t walked;       /* of them, those whose nodes were counted ... */
	uint32_t read;         /* ... and those whose values were */
	uint32_t complex;      /* of these, those with a node without one value */
	uint64_t nodes;        /* in those walked */
	uint64_t texts;        /* values in those read ... */
	uint64_t bytes;        /* ... and their length */
	uint64_t values;       /* different ones in each document, summed up */
} BxTallyPath;

/* A value of a path. */
typedef struct BxTallyValue
{
	const uint8_t *p; /* its bytes, then its text */
	uint32_t path;
	uint32_t seen;
	uint32_t documents;
	uint16_t n;
	uint8_t kind;
	uint8_t text_n;
} BxTallyValue;

/* Documents that look alike. */
typedef struct BxTallyKind
{
	uint64_t sign; /* of the names at the top and below */
	uint64_t top;  /* of those at the top */
	uint32_t documents;
} BxTallyKind;

/* A path in documents of a kind. */
typedef struct BxTallyUse
{
	uint32_t kind;
	uint32_t path;
	uint32_t documents;
} BxTallyUse;

typedef struct BxTally
{
	BxArena *arena;
	BxError *err;
	BxStrMap names;
	BxHashMap paths_map;
	BxHashMap values_map;
	BxHashMap uses_map;
	BxTallyPath *paths;
	uint32_t n_paths, cap_paths;
	BxTallyValue *values;
	uint32_t n_values, cap_values;
	uint32_t most_values;
	BxTallyKind *kinds;
	uint32_t n_kinds;
	BxTallyUse *uses;
	uint32_t n_uses, cap_uses;
	uint32_t *here; /* paths of the document */
	uint32_t n_here, cap_here;
	uint32_t documents; /* so far, with the one that is counted */
	uint32_t read;      /* of them, those whose values were read */
	BxTallyLevel level; /* of the document that is counted */
	bool lost;          /* there were more paths */
	bool full;          /* there were more values */
} BxTally;

/* An empty tally that takes so many values at most. */
extern BxStatus bx_tally_init(BxTally *t, uint32_t most_values, BxArena *arena, BxError *err);

/* Begin the next document, and end it. */
extern void bx_tally_begin(BxTally *t, BxTallyLevel level);
extern BxStatus bx_tally_end(BxTally *t);

/* The number of a name or namespace, whose bytes are copied. */
extern BxStatus bx_tally_name(BxTally *t, const char *s, size_t n, uint32_t *number);

/*
 * The number of a path: a step from another one, or from the document (BX_TALLY_NONE).  BX_TALLY_NONE where there are
 * too many.
 */
extern BxStatus bx_tally_path(BxTally *t, uint32_t parent, uint32_t uri, uint32_t local, bool attribute,
							  uint32_t *path);

/* Count a node on a path; with BX_TALLY_TABLE, that there may be one. */
extern BxStatus bx_tally_node(BxTally *t, uint32_t path);

/* Count a value on a path; text is what the document has. */
extern BxStatus bx_tally_value(BxTally *t, uint32_t path, const BxIndexValue *value, BxStr text);

/* Count a node without one value. */
extern void bx_tally_complex(BxTally *t, uint32_t path);

#endif
