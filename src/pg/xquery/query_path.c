/*
 * query_path.c -- queries that are a path to one text, answered as paths are.
 *
 * Whatever an evaluation of the path does not answer, or answers with an error, is left to a run of the query.
 */
#include "postgres.h"
#include "utils/memutils.h"

#include "../../core/xpath/result/xp_result.h"
#include "../query/result.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/settings.h"
#include "query_path.h"

static void
new_cache(QueryPath *p)
{
	MemoryContextReset(p->cxt);
	bx_arena_init(&p->arena, &p->host.host);
	p->cache = xp_cache_of(&p->arena, p->path.block);
}

QueryPath *
query_path_new(const FcQuery *query, BxArena *arena)
{
	QueryPath *p;
	FcShort path;
	BxError err;
	bool is;

	bx_error_clear(&err);
	error_check(fc_short(query, arena, &path, &is, &err), &err);
	if (!is)
		return NULL;
	p = palloc0(sizeof(QueryPath));
	p->path = path;
	p->site.fn_mcxt = CurrentMemoryContext;
	p->cxt = AllocSetContextCreate(CurrentMemoryContext, "bxml query path", ALLOCSET_SMALL_SIZES);
	host_init(&p->host, p->cxt);
	new_cache(p);
	return p;
}

/* Found what a query gives?  *count nodes; the error is not the caller's. */
static bool
find(QueryPath *p, PgCall *call, XpItem *item, unsigned *count)
{
	BxStatus st = xp_item_value(&call->xp, call->path, true, item, count);

	if (st == BX_E_CANCEL)
		error_check(st, &call->err);
	bx_error_clear(&call->err);
	return st == BX_OK && *count < 2;
}

bool
query_path_text(QueryPath *p, Datum doc, Datum *value)
{
	LOCAL_FCINFO(here, 0);
	char buf[BX_VALUE_TEXT_MAX];
	unsigned count = 0;
	XpItem item;
	PgCall *call;
	bool known;

	if (!bxml_setting_path_cache)
		return false;
	here->flinfo = &p->site;
	if (p->busy) /* an error has left it: what is kept may be incomplete */
		new_cache(p);
	p->busy = true;
	call = call_begin(here);
	call->path = p->path.block;
	call_document(call, doc);
	call->xp.cache = p->cache;
	known = find(p, call, &item, &count);
	*value = (Datum) 0;
	if (known && count > 0)
	{
		item.str = xp_item_text(&item, buf);
		*value = result_text_of(&item, doc);
	}
	else if (known && p->path.use == FC_SHORT_STRING)
		*value = PointerGetDatum(utf8_text("", 0));
	call_end(call);
	p->busy = false;
	return known;
}
