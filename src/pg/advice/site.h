/*
 * site.h -- a table of a query that is planned: its expressions as text.
 */
#ifndef BXML_ADVICE_SITE_H
#define BXML_ADVICE_SITE_H

#include "nodes/pathnodes.h"

typedef struct AdviceSite
{
	PlannerInfo *root;
	RelOptInfo *rel;
	Oid table; /* InvalidOid: a subquery or the like */
	const char *alias;
	List *context;    /* of deparse_expression */
	const char *path; /* search_path by which names are written */
	bool prefix;      /* columns are written with the name of their table */
} AdviceSite;

extern AdviceSite site_of(PlannerInfo *root, RelOptInfo *rel, const char *path);

/* An expression of the query as SQL. */
extern char *site_text(const AdviceSite *site, const void *expr);

/* An expression of the table's columns alone as a statement about the table has it. */
extern char *site_column_text(const AdviceSite *site, const void *expr);

/* Has the expression nothing but columns of the table and constants, and one value for a row for all times? */
extern bool site_indexable(const AdviceSite *site, const void *expr);

#endif
