/*
 * typed_path.c -- paths as the schema of their documents types them.
 *
 * A path that is a constant is typed when the query is planned; for any other, "bxpath_typed(path, schema, root)" takes
 * its place, so that both mean the same.  A typed path has its constructors in it and is not typed again.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "catalog/pg_proc.h"
#include "fmgr.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/catcache.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#include "../../core/typing/bx_path_facts.h"
#include "../../core/xpath/result/xp_explain.h"
#include "../query/path.h"
#include "../schema/choose.h"
#include "../schema/language.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "../server/own.h"
#include "declared.h"
#include "typed_path.h"

BXML_FUNCTION(bxpath_typed);
BXML_FUNCTION(bxpath_explain_schema);

/* ---- facts ---- */

/* The facts of one path; memory is of the arena. */
typedef struct FactsCall
{
	PgHost host;
	BxArena arena;
	ReadySchema *ready;
	BxPathFacts *facts;
} FactsCall;

static void
facts_open(FactsCall *call, const SchemaChoice *choice, Datum path)
{
	BxValidateOptions options = {0};
	BxError err;

	bx_error_clear(&err);
	bx_arena_init(&call->arena, host_here(&call->host));
	call->ready = choice_only(choice, &options);
	error_check(bx_path_facts(ready_places(call->ready, options.uri, options.local), &call->host.host,
							  path_of(path, &call->arena), NULL, &call->arena, &call->facts, &err),
				&err);
}

static void
facts_close(FactsCall *call)
{
	ready_places_done(call->ready);
	bx_arena_reset(&call->arena);
}

/* The path with types; NULL if there are none. */
static struct varlena *
typed(const SchemaChoice *choice, Datum path)
{
	struct varlena *datum = NULL;
	FactsCall call;
	XpBlock *block;
	BxError err;

	bx_error_clear(&err);
	facts_open(&call, choice, path);
	if (call.facts->typed)
	{
		error_check(bx_path_typed(call.facts, 0, &call.arena, &block, &err), &err);
		datum = path_datum(block);
	}
	facts_close(&call);
	return datum;
}

/* ---- functions of SQL ---- */

/* bxpath_typed(path, schema, root) */
Datum
bxpath_typed(PG_FUNCTION_ARGS)
{
	struct varlena *datum;
	SchemaChoice choice;

	if (!choice_get(&choice, fcinfo, false))
		PG_RETURN_NULL();
	datum = typed(&choice, PG_GETARG_DATUM(0));
	if (datum == NULL)
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	PG_RETURN_POINTER(datum);
}

/* bxpath_explain_schema(path, schema, root) */
Datum
bxpath_explain_schema(PG_FUNCTION_ARGS)
{
	SchemaChoice choice;
	FactsCall call;
	XpBlock *block;
	BxBuf lines;
	BxError err;

	if (!choice_get(&choice, fcinfo, false))
		PG_RETURN_NULL();
	bx_error_clear(&err);
	facts_open(&call, &choice, PG_GETARG_DATUM(0));
	bx_buf_init(&lines, &call.host.host);
	error_check(bx_path_typed(call.facts, 0, &call.arena, &block, &err), &err);
	error_check(xp_explain(block, &call.arena, &lines, &err), &err);
	error_check(bx_path_facts_put(call.facts, &call.host.host, &call.arena, &lines, &err), &err);
	ready_places_done(call.ready);
	PG_RETURN_DATUM(path_lines(&lines, &call.host));
}

/* ---- calls ---- */

static Node *
with_path(const FuncExpr *call, Node *path)
{
	FuncExpr *copy = makeNode(FuncExpr);

	*copy = *call;
	copy->args = list_copy(call->args);
	lsecond(copy->args) = path;
	return (Node *) copy;
}

static Oid
typing_function(void)
{
	CatCList *list = SearchSysCacheList1(PROCNAMEARGSNSP, CStringGetDatum("bxpath_typed"));
	Oid found = InvalidOid;

	for (int i = 0; i < list->n_members && !OidIsValid(found); i++)
	{
		Oid oid = ((Form_pg_proc) GETSTRUCT(&list->members[i]->tuple))->oid;

		if (own_address(oid) == bxpath_typed)
			found = oid;
	}
	ReleaseSysCacheList(list);
	return found;
}

/* "bxpath_typed(path, schema, root)", unless the path is one. */
static Node *
typed_later(const FuncExpr *call, const DocSchema *declared)
{
	Node *path = lsecond(call->args);
	Oid function = typing_function();
	Const *schema;

	if (!OidIsValid(function) || (IsA(path, FuncExpr) && ((FuncExpr *) path)->funcid == function))
		return NULL;
	schema = makeConst(get_func_rettype(declared->schema), -1, InvalidOid, sizeof(Oid),
					   SchemaGetDatum(declared->schema), false, true);
	return with_path(call, (Node *) makeFuncExpr(function, exprType(path),
												 list_make3(path, schema, copyObject(declared->root)),
												 InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
}

static void
choice_of_declared(SchemaChoice *choice, const DocSchema *declared)
{
	choice_make(choice, declared->schema,
				declared->root->constisnull ? NULL : DatumGetTextPP(declared->root->constvalue));
}

Node *
typed_path_call(SupportRequestSimplify *request)
{
	const FuncExpr *call = request->fcall;
	const Const *path = list_length(call->args) > 1 ? lsecond(call->args) : NULL;
	struct varlena *datum;
	SchemaChoice choice;
	DocSchema declared;

	if (path == NULL || (IsA(path, Const) && path->constisnull) ||
		!declared_of(request->root, linitial(call->args), &declared))
		return NULL;
	if (!IsA(path, Const))
		return typed_later(call, &declared);
	choice_of_declared(&choice, &declared);
	datum = typed(&choice, path->constvalue);
	if (datum == NULL)
		return NULL;
	return with_path(call, (Node *) makeConst(path->consttype, path->consttypmod, path->constcollid,
											  path->constlen, PointerGetDatum(datum), false, false));
}

/* ---- estimates ---- */

/* The fact of the whole path; false if nothing is known. */
static bool
fact_of(PlannerInfo *root, Node *doc, Node *path, BxPathFact *fact)
{
	const Const *constant = (const Const *) path;
	SchemaChoice choice;
	DocSchema declared;
	FactsCall call;

	if (!IsA(path, Const) || constant->constisnull || !declared_of(root, doc, &declared) ||
		!declared.validated)
		return false;
	choice_of_declared(&choice, &declared);
	facts_open(&call, &choice, constant->constvalue);
	*fact = call.facts->at[call.facts->block->root];
	facts_close(&call);
	return true;
}

double
typed_path_most(PlannerInfo *root, Node *doc, Node *path)
{
	BxPathFact fact;

	if (!fact_of(root, doc, path, &fact) || !fact.nodes || fact.most == BX_MANY)
		return -1;
	return fact.most;
}

bool
typed_path_never(PlannerInfo *root, Node *doc, Node *path)
{
	BxPathFact fact;

	return fact_of(root, doc, path, &fact) && fact.never;
}
