/*
 * query_run.h -- a query that runs on a document: from arguments of a function to items.
 */
#ifndef BXML_QUERY_RUN_H
#define BXML_QUERY_RUN_H

#include "fmgr.h"

#include "../../core/query/face/fc_query.h"
#include "../server/host.h"

typedef struct QueryRun QueryRun;

/* Makes the values of variables that a query has, in the memory context of the run, which is prepared. */
typedef RuVar *(*QueryGive)(QueryRun *run, const RuQuery *plan, void *arg, uint32_t *n_vars);

/* What a call is about; (Datum) 0: there is none. */
typedef struct QueryAsk
{
	Datum doc; /* the context item */
	Datum query;
	Datum vars;     /* jsonb */
	bool stable;    /* the function is not immutable */
	FmgrInfo *site; /* of a function whose fn_extra is free, or NULL */
	/* it reads tables: give the run what it needs for that, or NULL */
	void (*tables)(QueryRun *run);
	QueryGive give; /* instead of vars, or NULL, */
	void *arg;      /* and its argument */
} QueryAsk;

/*
 * Arguments from argno on are (query, vars), and before them the document if argno is 1.  False when one of them but
 * vars is null.
 */
extern bool query_ask(FunctionCallInfo fcinfo, int argno, bool stable, QueryAsk *ask);

/*
 * Begin, in a memory context below the current one, which ends with it at the latest.  The arguments must stay.
 */
extern QueryRun *query_open(const QueryAsk *ask);

/*
 * The same in steps, for a query that the caller has compiled and keeps: a run with a memory context of its own below
 * the current one, documents for it, which must stay and are read where the query looks, the run in the core, for
 * fc_document, and the variables.
 */
extern QueryRun *query_new(bool stable);
/* The run may read tables, as the current user. */
extern void query_take_tables(QueryRun *run, const RuTables *tables);
/* Host, arena and error of the run. */
extern const FcCall *query_call(const QueryRun *run);
/* Is it one of a function that is not immutable? */
extern bool query_is_stable(const QueryRun *run);
/* The run in the core, for callbacks that it calls itself. */
extern FcRun *query_core(const QueryRun *run);
extern MemoryContext query_memory(const QueryRun *run);
extern BxImage *query_document(QueryRun *run, Datum doc);
extern FcRun *query_prepare(QueryRun *run, const FcQuery *query);
extern void query_start(QueryRun *run, const RuVar *vars, uint32_t n_vars);

/* Cast an item to the declared type of a variable, as fc_var_convert does. */
extern void query_convert(QueryRun *run, const XdSeqType *type, XdItem *item);

/* Instead of query_prepare: run a path or query for all items of a document; lines say what its operators did. */
extern void query_trace(QueryRun *run, BxStr text, QMode mode, Datum doc, BxBuf *lines);

/* The error that ends the run, if there is one. */
extern const BxError *query_error(const QueryRun *run);
/* The run in the core, for one fc_*: errors of images that others use as well are its own until others do. */
extern FcRun *query_run(QueryRun *run);
/* Raise the error of a call in the core that failed. */
extern void query_check(QueryRun *run, BxStatus status);
/* Give everything back. */
extern void query_close(QueryRun *run);

#endif
