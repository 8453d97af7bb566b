/*
 * support_edit.c -- bxml_edit_support: from server 18 on, "d := bxml_set(d, ...)" in PL/pgSQL changes the object of d.
 *
 * The server hands over the object by itself where the variable is not needed after a failure and occurs once.  This
 * covers exception handlers, and statements such as "d := bxml_set(d, '/a', d ->> '/b')".  Both are safe: an edit does
 * not touch the object before it has passed all checks (edit.c), and it takes what other arguments have of the object
 * before that.
 */
#include "postgres.h"
#include "fmgr.h"
#include "nodes/primnodes.h"
#include "nodes/supportnodes.h"

#include "../server/compat.h"

BXML_FUNCTION(bxml_edit_support);

/* The node for the object to change: the document, if it is the variable that is assigned to. */
static Node *
changed_in_place(const Node *request)
{
#ifdef BXML_HAS_MODIFY_IN_PLACE
	const SupportRequestModifyInPlace *r = (const SupportRequestModifyInPlace *) request;
	Param *doc;

	if (!IsA(request, SupportRequestModifyInPlace))
		return NULL;
	doc = linitial(r->args);
	return IsA(doc, Param) && doc->paramkind == PARAM_EXTERN && doc->paramid == r->paramid ? (Node *) doc
																						   : NULL;
#else
	(void) request;
	return NULL;
#endif
}

Datum
bxml_edit_support(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(changed_in_place((const Node *) PG_GETARG_POINTER(0)));
}
