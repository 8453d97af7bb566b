/*
 * choose.h -- the schemas that a function is called with, and the root element that a document must have.
 */
#ifndef BXML_CHOOSE_H
#define BXML_CHOOSE_H

#include "fmgr.h"

#include "ready.h"

/* One schema or several, any of which may accept a document. */
typedef struct SchemaChoice
{
	const Oid *functions;
	int n;
	Oid one;     /* where functions points to for one schema */
	BxStr root;  /* the name that the root must have, as given; .s NULL: any */
	BxStr uri;   /* .s is NULL: the name alone must say which element */
	BxStr local; /* in UTF-8, palloc'd */
} SchemaChoice;

/*
 * Arguments of a function: a document first, then a schema (or with `array` an array of them), then the name of the
 * root or null.  False when document or schema is null.  Raises errors.
 */
extern bool choice_get(SchemaChoice *choice, FunctionCallInfo fcinfo, bool array);

/* The same with the schema as argument number `first`; n is 0 if that is null. */
extern void choice_get_schemas(SchemaChoice *choice, FunctionCallInfo fcinfo, int first, bool array);

/* The first schema that accepts the document, or NULL.  Raises an error if none declares the root that is asked for. */
extern ReadySchema *choice_accepts(const SchemaChoice *choice, Datum doc);

/* Raise that error if need be. */
extern void choice_check(const SchemaChoice *choice);

/* One schema, and the name of a root or NULL. */
extern void choice_make(SchemaChoice *choice, Oid schema, struct varlena *root);

/* The schema of a choice of one, and in options the root that it says. */
extern ReadySchema *choice_only(const SchemaChoice *choice, BxValidateOptions *options);

/* The schema whose violations are worth telling: the first that declares the document's root element, or the first. */
extern ReadySchema *choice_best(const SchemaChoice *choice, Datum doc, BxValidateOptions *options);

/* The root elements that a schema declares, as they are given: a list of C strings. */
extern struct List *choice_roots(const BxSchema *schema);

#endif
