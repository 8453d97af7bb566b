/*
 * row_limit.c -- a hint for documents that are too large for a btree index.
 *
 * The server raises these errors without a call of ours, and hints at what helps with texts.  It asks for the options
 * of an operator class whenever it reads what it needs to know of an index, into memory that has the index's name.  The
 * btree class has no options, but so the names of its indexes become known here, and errors that are reported about one
 * of them get a hint that helps with documents.  Errors that are caught, or not logged, keep the hint of the server.
 */
#include "postgres.h"
#include "access/reloptions.h"
#include "fmgr.h"
#include "nodes/memnodes.h"
#include "nodes/pg_list.h"
#include "utils/memutils.h"

#include "../server/compat.h"
#include "row_limit.h"

BXML_FUNCTION(bxml_btree_options);

#define HINT                                                                                                 \
	"For documents use a hash index, which takes them in any size: CREATE INDEX ... USING hash (doc), or "   \
	"EXCLUDE USING hash (doc WITH =) instead of UNIQUE."

static emit_log_hook_type previous_hook;
static List *names; /* of indexes on documents */

static bool
is_remembered(const char *index)
{
	ListCell *cell;

	foreach (cell, names)
		if (strcmp(lfirst(cell), index) == 0)
			return true;
	return false;
}

static void
remember(const char *index)
{
	MemoryContext old = MemoryContextSwitchTo(TopMemoryContext);

	if (!is_remembered(index))
		names = lappend(names, pstrdup(index));
	MemoryContextSwitchTo(old);
}

Datum
bxml_btree_options(PG_FUNCTION_ARGS)
{
	MemoryContext cxt = fcinfo->flinfo->fn_mcxt;

	init_local_reloptions((local_relopts *) PG_GETARG_POINTER(0), sizeof(int32));
	if (cxt->ident != NULL)
		remember(cxt->ident);
	PG_RETURN_VOID();
}

/* A row of more than a page is refused before the index is known. */
static bool
is_about_documents(const ErrorData *error)
{
	if (names == NIL || error->sqlerrcode != ERRCODE_PROGRAM_LIMIT_EXCEEDED)
		return false;
	if (error->constraint_name != NULL)
		return is_remembered(error->constraint_name);
	return error->hint == NULL && error->message_id != NULL &&
		   strncmp(error->message_id, "index row requires ", 19) == 0;
}

static void
improve_hint(ErrorData *error)
{
	if (is_about_documents(error))
		error->hint = MemoryContextStrdup(error->assoc_context, HINT);
	if (previous_hook)
		previous_hook(error);
}

void
row_limit_init(void)
{
	previous_hook = emit_log_hook;
	emit_log_hook = improve_hint;
}
