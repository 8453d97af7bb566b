/*
 * declared.h -- the schema that the documents of an expression are valid by, because its type is a domain that says so.
 */
#ifndef BXML_DECLARED_H
#define BXML_DECLARED_H

#include "nodes/pathnodes.h"

/* What the CHECK constraint of a domain says: bxml_is_valid(VALUE, schema(), root). */
typedef struct DocSchema
{
	Oid domain;
	Oid schema;  /* function */
	Const *root; /* text, may be null */
	bool
		validated; /* every document of the domain passes; else those stored since the constraint was added */
} DocSchema;

/*
 * The first such constraint of the domain of an expression; false if there is none.  The plan depends on domain and
 * schema; root may be NULL when nobody plans.
 */
extern bool declared_of(PlannerInfo *root, const Node *doc, DocSchema *declared);

#endif
