/*
 * query_vars.c -- values of the external variables of a query from a jsonb object, and of what a call evaluates.
 */
#include "postgres.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"

#include "../../core/query/face/fc_vars.h"
#include "vars.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../value/build.h"
#include "query_vars.h"

typedef struct VarCall
{
	AtCall at;
	BxError err;
	const JsonbValue *key;
	const XdSeqType *type; /* of the variable */
	bool doubles;          /* numbers are doubles, as in paths */
} VarCall;

static XdItem
item_of(VarCall *c, const JsonbValue *value)
{
	XdItem item;
	BxStr s;

	switch (value->type)
	{
		case jbvString:
			s.s = encoding_to_utf8(value->val.string.val, value->val.string.len, &s.n);
			item = at_string_item(s);
			break;
		case jbvNumeric:
			(void) build_scalar(value, &s);
			item = at_text_item(AT_UNTYPED, s);
			error_check(at_cast(&c->at, &item,
								c->doubles                      ? AT_DOUBLE
								: memchr(s.s, '.', s.n) != NULL ? AT_DECIMAL
																: AT_INTEGER,
								&item),
						&c->err);
			break;
		case jbvBool: item = at_boolean_item(value->val.boolean); break;
		default: vars_refuse(c->key, "an object, or hold null, arrays or objects");
	}
	error_check(fc_var_convert(&c->at, c->type, &item), &c->err);
	return item;
}

static XdSeq
value_of(VarCall *c, const JsonbValue *value)
{
	XdSeqBuilder items = xd_seq_builder(c->at.arena);
	JsonbIterator *it;
	JsonbValue member;
	XdItem item;

	if (value->type == jbvNull)
		return xd_seq_empty();
	if (value->type != jbvBinary || !JsonContainerIsArray(value->val.binary.data))
	{
		item = item_of(c, value);
		return xd_seq_one(&item);
	}
	it = JsonbIteratorInit(value->val.binary.data);
	JsonbIteratorNext(&it, &member, true); /* the array begins */
	while (JsonbIteratorNext(&it, &member, true) == WJB_ELEM)
	{
		item = item_of(c, &member);
		error_check(xd_seq_add(&items, &item, &c->err), &c->err);
	}
	return xd_seq_built(&items);
}

RuVar *
query_vars(Datum jsonb, const RuQuery *plan, BxArena *arena, uint32_t *n_vars)
{
	uint32_t n;
	JsonbIterator *it = vars_begin(jsonb, &n);
	RuVar *vars = bx_arena_zalloc(arena, (n + 1) * sizeof(RuVar));
	JsonbValue key, value;
	VarCall c = {
		.at = {.host = arena->host, .arena = arena, .err = &c.err}, .key = &key, .doubles = plan->lenient};

	bx_error_clear(&c.err);
	if (vars == NULL)
		error_check(bx_fail_nomem(&c.err, n * sizeof(RuVar)), &c.err);
	*n_vars = 0;
	while (build_next_member(&it, &key, &value))
	{
		const RuGlobalPlan *global;
		BxStr name;

		name.s = encoding_to_utf8(key.val.string.val, key.val.string.len, &name.n);
		global = fc_var_find(plan, name);
		if (global == NULL)
			continue; /* a JSON object may have any members */
		c.type = &global->type;
		vars[*n_vars].name = global->name;
		vars[(*n_vars)++].value = value_of(&c, &value);
	}
	return vars;
}

RuVar *
query_var(BxStr name, const BxStr *value, const RuQuery *plan, BxArena *arena, uint32_t *n_vars)
{
	RuVar *var = bx_arena_zalloc(arena, sizeof(RuVar));
	const RuGlobalPlan *global;
	BxStr utf8;
	BxError err;
	AtCall at = {.host = arena->host, .arena = arena, .err = &err};

	bx_error_clear(&err);
	if (var == NULL)
		error_check(bx_fail_nomem(&err, sizeof(RuVar)), &err);
	utf8.s = encoding_to_utf8(name.s, name.n, &utf8.n);
	global = fc_var_find(plan, utf8);
	*n_vars = global != NULL;
	if (global == NULL)
		return var;
	var->name = global->name;
	if (value != NULL)
	{
		XdItem item;

		utf8.s = encoding_to_utf8(value->s, value->n, &utf8.n);
		item = at_string_item(utf8);
		error_check(fc_var_convert(&at, &global->type, &item), &err);
		var->value = xd_seq_one(&item);
	}
	return var;
}

void
call_vars(PgCall *call, FunctionCallInfo fcinfo, int argno)
{
	if (PG_NARGS() <= argno || PG_ARGISNULL(argno))
		return;
	if (xp_is_query(call->path))
	{
		const FcQuery *query;

		error_check(fc_engine_query(call->ready->engine, &call->err, &query), &call->err);
		call->xp.values = query_vars(PG_GETARG_DATUM(argno), fc_plan(query), call->arena, &call->xp.n_values);
	}
	else
		call->xp.vars = vars_from_jsonb(PG_GETARG_DATUM(argno), call->path, call->arena, &call->xp.n_vars);
}
