/*
 * qs_library.h -- how the library modules are found that a query imports.
 */
#ifndef QS_LIBRARY_H
#define QS_LIBRARY_H

#include "../../base/bx_status.h"
#include "../../base/bx_str.h"

/* A library module, as the caller finds it. */
typedef struct QsLibrary
{
	uint64_t id; /* the same for the same module */
	BxStr text;  /* lasts as long as the plan */
} QsLibrary;

/*
 * How library modules are found: the one at a location.  Errors without a position get that of the import.  The main
 * module has number 0 in BxError.module and RuQuery.modules, and those that are found have numbers from 1 in the order
 * in which an id is seen first.
 */
typedef struct QsLibraries
{
	void *ctx;
	uint64_t main_id; /* of the text that is compiled, or 0: it cannot be imported */
	BxStatus (*find)(void *ctx, BxStr location, QsLibrary *found, BxError *err);
} QsLibraries;

#endif
