/*
 * edit_args.h -- arguments of functions that change a document: nulls, and what to do if a path selects nothing.
 *
 * "UPDATE t SET doc = bxml_set(doc, path, x)" must not set a document to null because x is null.  Therefore these
 * functions are not strict: a null document gives null, and any other null is an error, unless null_value_treatment
 * says otherwise.
 */
#ifndef BXML_EDIT_ARGS_H
#define BXML_EDIT_ARGS_H

#include "fmgr.h"

/*
 * The numbers of these arguments, -1 if the function does not have them.  Declarations of version 0.1.0 lack the last
 * two.
 */
typedef struct EditArgs
{
	int8 value;     /* the value that delete_key concerns; -1: delete_key is not allowed */
	int8 treatment; /* null_value_treatment */
	int8 on_empty;
	int8 vars; /* null means none */
} EditArgs;

typedef enum EditNulls
{
	NULLS_NONE,     /* continue */
	NULLS_NULL,     /* the document is null, and so is the result */
	NULLS_DOCUMENT, /* return the document as it is */
	NULLS_DELETE,   /* delete the node that would have got the value */
} EditNulls;

typedef enum EditEmpty
{
	EMPTY_DEFAULT, /* null, or not an argument of this declaration */
	EMPTY_IGNORE,
	EMPTY_ERROR,
} EditEmpty;

/* What to do about nulls; raises an error for one that is not allowed. */
extern EditNulls edit_nulls(FunctionCallInfo fcinfo, const EditArgs *args);

/* The argument on_empty. */
extern EditEmpty edit_on_empty(FunctionCallInfo fcinfo, const EditArgs *args);

#endif
