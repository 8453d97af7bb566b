/*
 * rowset.h -- rows made of the nodes that a path selects, for bxml_nodes, bxml_table and the plan node.
 *
 * A Rowset lives as long as a call site or a scan.  It is given paths, which stay until other ones are given, and
 * then documents, one after another; rows are pulled.
 */
#ifndef BXML_ROWSET_H
#define BXML_ROWSET_H

#include "fmgr.h"

#include "../../core/xpath/result/xp_rows.h"
#include "../value/datum.h"
#include "../server/host.h"
#include "../query/path_cache.h"
#include "../query/to_sql.h"
#include "reader.h"
#include "../value/rowbuf.h"
#include "../value/value_cache.h"

/* Columns of bxml_nodes. */
#define NODES_ID 0
#define NODES_NODE 1
#define NODES_COLUMNS 2

/* What to do if the path of a column finds more than one item. */
typedef enum OnMany
{
	MANY_FIRST,
	MANY_JOIN,
	MANY_ERROR,
} OnMany;

/* A column of bxml_table. */
typedef struct RowsetColumn
{
	char *name; /* for messages, in the encoding of the server */
	ToSql type;
	int32 typmod;
	uint32 path;        /* number of its path, from 1; 0: the number of the row */
	const char *source; /* its text for messages, in the encoding of the server */
	OnMany many;
	const char *separator; /* MANY_JOIN, UTF-8 */
	bool needed;           /* nothing found is an error */
	char *other;           /* text used if nothing is found, or NULL */
	bool wanted;
} RowsetColumn;

typedef struct Rowset
{
	MemoryContext cxt;  /* of the rowset and its columns */
	MemoryContext work; /* a child of it, for one document */
	/* paths */
	struct varlena *bxpath; /* of the rows; NULL before rowset_path */
	ReadyPath *ready;       /* it and the columns', pinned; NULL before rowset_columns */
	uint32 want;            /* columns of bxml_nodes, as bits */
	/* columns of bxml_table */
	RowsetColumn *columns;
	int n_columns;
	/* the current document */
	bool busy;     /* there is one, or an error left it open */
	bool has_vars; /* palloc'd in work, like their object */
	PgHost host;
	BxArena arena;
	DatumStore doc;
	Datum datum;
	bool parts;               /* nodes may be references: rows are returned one by one */
	uint32 part_from;         /* to elements of at least so many bytes */
	bool has_parts;           /* of this document */
	uint32 by_reference_from; /* texts of at least so many bytes are given as references; 0: none */
	BxImage image;            /* its own, or */
	ValueSlot *pin;           /* that of the cache, which other callers read as well: */
	Counters before;          /* what it had read when work resumed, */
	Counters read;            /* and what was read for the rowset */
	XpCall xp;
	XpRows *rows;
	BxError err;
	int64 number;           /* of the row, from 1 */
	const RowsetColumn *at; /* the column being made, for messages; NULL: all */
	RowBuf buf;             /* of values of the row */
	uint8_t **owned;        /* values of the row that are freed one by one */
	int n_owned;
	MemoryContextCallback end; /* of cxt */
} Rowset;

extern Rowset *rowset_new(MemoryContext cxt);

/* Give the path of the rows; true if it differs from the previous one, so that rowset_columns must follow. */
extern bool rowset_path(Rowset *rs, Datum bxpath);

/* Give the n paths of columns, UTF-8, which see the declarations of the path of the rows; n is 0 for bxml_nodes. */
extern void rowset_columns(Rowset *rs, const char *const *texts, const size_t *lens, uint32 n);

/* Open a document; vars is a jsonb object, or 0.  The datum must stay until rowset_close. */
extern void rowset_open(Rowset *rs, Datum doc, Datum vars);

/* The next row; false after the last. */
extern bool rowset_next(Rowset *rs);

/* The values of the row, good until the next call of rowset_next and as long as the current context. */
extern void rowset_put_node(Rowset *rs, Datum *values, bool *nulls);
extern void rowset_put_columns(Rowset *rs, Datum *values, bool *nulls);

struct ReturnSetInfo;
/* Put all rows into the tuplestore of a call, with room for the values of one, and close the document. */
extern void rowset_store(Rowset *rs, struct ReturnSetInfo *rsinfo, void (*put)(Rowset *, Datum *, bool *),
						 Datum *values, bool *nulls);

/* Say if column i of bxml_table is wanted; a column that may raise an error is made in any case. */
extern void rowset_want(Rowset *rs, int i, bool wanted);

/* Add the work on the current document to *work. */
extern void rowset_work(const Rowset *rs, Counters *work);

/* Close the document, even before the last row. */
extern void rowset_close(Rowset *rs);

#endif
