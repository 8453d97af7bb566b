/*
 * edit_args.h -- arguments of functions that change a document: nulls, and what is done when a path selects nothing.
 *
 * "UPDATE t SET doc = bxml_set(doc, path, x)" must not make a document null because x is.  So these functions are not
 * strict: a null document gives null, and any other null is an error, unless null_value_treatment says otherwise.
 */
#ifndef BXML_EDIT_ARGS_H
#define BXML_EDIT_ARGS_H

#include "fmgr.h"

/* Where a function has these arguments, -1: nowhere.  Declarations of version 0.1.0 end before the last two. */
typedef struct EditArgs
{
	int8 value;     /* what delete_key is about; -1: delete_key is no choice */
	int8 treatment; /* null_value_treatment */
	int8 on_empty;
	int8 vars; /* null stands for none */
} EditArgs;

typedef enum EditNulls
{
	NULLS_NONE,     /* go on */
	NULLS_NULL,     /* the document is null, and so is the result */
	NULLS_DOCUMENT, /* return the document as it is */
	NULLS_DELETE,   /* delete what would have got the value */
} EditNulls;

typedef enum EditEmpty
{
	EMPTY_DEFAULT, /* null, or not an argument of this declaration */
	EMPTY_IGNORE,
	EMPTY_ERROR,
} EditEmpty;

/* What to do about nulls; raises for one that is not allowed. */
extern EditNulls edit_nulls(FunctionCallInfo fcinfo, const EditArgs *args);

/* on_empty as given. */
extern EditEmpty edit_on_empty(FunctionCallInfo fcinfo, const EditArgs *args);

#endif
