/*
 * fn_bind.c -- bxpath_bind: a path with values for its variables.
 *
 * An index scan evaluates the call once for its keys and again for each row that it compares, another value in each
 * execution, so what was bound is kept.  A call with jsonb_build_object('name', text) becomes one with name and text:
 * the object would be built as often, and take longer than all that is done with it.
 */
#include "postgres.h"
#include "catalog/pg_collation_d.h"
#include "catalog/pg_type_d.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"

#include "../../core/query/face/fc_path.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/own.h"
#include "../value/build.h"
#include "memo.h"
#include "path.h"
#include "query_vars.h"
#include "slots.h"
#include "vars.h"

BXML_FUNCTION(bxpath_bind);
BXML_FUNCTION(bxpath_bind_text);
BXML_FUNCTION(bxpath_bind_support);

/* What a path is given: an object, or the value of one variable. */
typedef struct Given
{
	Datum object;
	BxStr name;
	const BxStr *value; /* NULL: the empty sequence */
} Given;

/* The same of a query, whose memory goes with the caller's. */
static struct varlena *
bind_query(const XpBlock *path, const Given *given, PgHost *host, BxArena *arena)
{
	const FcQuery *query;
	RuVar *vars;
	uint32_t n_vars;
	BxError err;
	BxBuf text;

	bx_error_clear(&err);
	error_check(fc_path_compile(path, &host->host, arena, &query, &err), &err);
	if (given->object != (Datum) 0)
		vars = query_vars(given->object, fc_plan(query), arena, &n_vars);
	else
		vars = query_var(given->name, given->value, fc_plan(query), arena, &n_vars);
	bx_buf_init(&text, &host->host);
	error_check(fc_path_bind(path, vars, n_vars, arena, &text, &err), &err);
	return path_make((const char *) text.data, text.len, NULL);
}

/* The path with what it is given; *n_vars of the variables are its own. */
static struct varlena *
bind_values(const void *path_bytes, size_t n, const Given *given, uint32_t *n_vars)
{
	struct varlena *result;
	const XpBlock *path;
	XpBlock *bound;
	XpVar *vars;
	PgHost host;
	BxArena arena;
	BxError err;

	bx_error_clear(&err);
	bx_arena_init(&arena, host_here(&host));
	path = path_block(path_bytes, n, &arena);
	if (xp_is_query(path))
	{
		*n_vars = 0;
		return bind_query(path, given, &host, &arena);
	}
	if (given->object != (Datum) 0)
		vars = vars_from_jsonb(given->object, path, &arena, n_vars);
	else
		vars = vars_from_text(given->name, given->value, path, &arena, n_vars);
	error_check(xp_bind_vars(path, vars, *n_vars, 0, &arena, &bound, &err), &err);
	result = path_datum(bound);
	bx_arena_reset(&arena);
	return result;
}

/* What is kept of the whole key, as a new datum; NULL if nothing is. */
static struct varlena *
find_bound(const Memo *bound, const MemoKey *key)
{
	size_t n;
	const char *known = memo_find(bound, key, &n);

	return known != NULL ? memcpy(palloc(n), known, n) : NULL;
}

/* ---- an object ---- */

/* The value of an object with one member, if it is a string. */
static BxStr
only_text(Jsonb *values)
{
	JsonbIterator *it;
	JsonbValue key, value;

	if (!JB_ROOT_IS_OBJECT(values) || JB_ROOT_COUNT(values) != 1)
		return bx_str("", 0);
	it = JsonbIteratorInit(&values->root);
	JsonbIteratorNext(&it, &key, true); /* the object begins */
	if (!build_next_member(&it, &key, &value) || value.type != jbvString)
		return bx_str("", 0);
	return bx_str(value.val.string.val, value.val.string.len);
}

/* Objects that differ in one string only have been bound to the path as a rule. */
static struct varlena *
bind_object(const MemoKey *of, Jsonb *object)
{
	static Memo known;
	BxStr text = only_text(object);
	char *without = memcpy(palloc(of->b_n), of->b, of->b_n);
	MemoKey key = {of->a, of->a_n, without, of->b_n};
	Given given = {.object = JsonbPGetDatum(object)};
	struct varlena *result;
	uint32_t n_vars;

	memset(without + (text.n > 0 ? text.s - (const char *) of->b : 0), 0, text.n);
	result = slots_find(&known, &key, text);
	if (result == NULL)
	{
		result = bind_values(of->a, of->a_n, &given, &n_vars);
		if (n_vars == 1)
			slots_keep(&known, &key, result, text);
	}
	pfree(without);
	return result;
}

Datum
bxpath_bind(PG_FUNCTION_ARGS)
{
	static Memo bound;
	struct varlena *p = PG_DETOAST_DATUM(PG_GETARG_DATUM(0));
	Jsonb *values = PG_GETARG_JSONB_P(1);
	MemoKey key = {VARDATA(p), VARSIZE(p) - VARHDRSZ, VARDATA(values), VARSIZE(values) - VARHDRSZ};
	struct varlena *result = find_bound(&bound, &key);

	if (result == NULL)
	{
		result = bind_object(&key, values);
		memo_put(&bound, &key, result, VARSIZE(result));
	}
	PG_RETURN_POINTER(result);
}

/* ---- one text ---- */

/* The second part of a key: the length of the text, the name; and the text itself, where `whole` counts it. */
typedef struct TextKey
{
	uint32 value_n;
	char bytes[FLEXIBLE_ARRAY_MEMBER];
} TextKey;

static TextKey *
text_key(const Given *given, size_t *name_n, size_t *whole_n)
{
	size_t value_n = given->value != NULL ? given->value->n : 0;
	TextKey *key;

	*name_n = offsetof(TextKey, bytes) + given->name.n;
	*whole_n = *name_n + value_n;
	key = palloc(*whole_n);
	key->value_n = given->value != NULL ? (uint32) value_n : PG_UINT32_MAX;
	memcpy(key->bytes, given->name.s, given->name.n);
	if (value_n > 0)
		memcpy(key->bytes + given->name.n, given->value->s, value_n);
	return key;
}

/* Paths that differ in the text only are made of each other; others are found by all of the key. */
static struct varlena *
bind_text(const struct varlena *p, const Given *given)
{
	static Memo known, bound;
	BxStr text = given->value != NULL ? *given->value : bx_str("", 0);
	size_t name_n, whole_n, n = VARSIZE(p) - VARHDRSZ;
	TextKey *bytes = text_key(given, &name_n, &whole_n);
	MemoKey slot = {VARDATA(p), n, bytes, name_n}, whole = {VARDATA(p), n, bytes, whole_n};
	struct varlena *result = slots_find(&known, &slot, text);
	uint32_t n_vars;

	if (result == NULL)
		result = find_bound(&bound, &whole);
	if (result == NULL)
	{
		result = bind_values(VARDATA(p), n, given, &n_vars);
		if (n_vars == 1)
			slots_keep(&known, &slot, result, text);
		memo_put(&bound, &whole, result, VARSIZE(result));
	}
	pfree(bytes);
	return result;
}

static BxStr
text_bytes(const text *t)
{
	return bx_str(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t));
}

/* bxpath_bind(path, name, value); a value that is null is what null is in an object. */
Datum
bxpath_bind_text(PG_FUNCTION_ARGS)
{
	Given given = {.object = (Datum) 0};
	BxStr value;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	given.name = text_bytes(PG_GETARG_TEXT_PP(1));
	if (!PG_ARGISNULL(2))
	{
		value = text_bytes(PG_GETARG_TEXT_PP(2));
		given.value = &value;
	}
	PG_RETURN_POINTER(bind_text(PG_DETOAST_DATUM(PG_GETARG_DATUM(0)), &given));
}

/* ---- from one to the other ---- */

/* An argument of jsonb_build_object as a text; NULL if it is another value. */
static Expr *
as_text(Expr *argument)
{
	const Const *literal = (const Const *) argument;

	if (exprType((Node *) argument) == TEXTOID)
		return argument;
	if (!IsA(argument, Const) || literal->consttype != UNKNOWNOID)
		return NULL;
	return (Expr *) makeConst(
		TEXTOID, -1, DEFAULT_COLLATION_OID, -1,
		literal->constisnull ? (Datum) 0 : CStringGetTextDatum(DatumGetCString(literal->constvalue)),
		literal->constisnull, false);
}

/* Name and text that the only member of an object is made of; NIL for another object. */
static List *
only_member(const FuncExpr *object)
{
	Expr *name, *value;

	if (!IsA(object, FuncExpr) || object->funcid != F_JSONB_BUILD_OBJECT_ANY || object->funcvariadic ||
		list_length(object->args) != 2)
		return NIL;
	name = as_text(linitial(object->args));
	value = as_text(lsecond(object->args));
	if (name == NULL || value == NULL || !IsA(name, Const) || ((Const *) name)->constisnull)
		return NIL;
	return list_make2(name, value);
}

/* The function for a text, of the schema of that for an object; InvalidOid with objects of an older version. */
static Oid
text_function(const FuncExpr *call)
{
	Oid types[] = {exprType(linitial(call->args)), TEXTOID, TEXTOID};

	return own_sibling(call->funcid, "bxpath_bind", bxpath_bind_text, lengthof(types), types);
}

static Node *
simpler_call(SupportRequestSimplify *request)
{
	const FuncExpr *call = request->fcall;
	List *member = list_length(call->args) == 2 ? only_member(lsecond(call->args)) : NIL;
	Oid function = member != NIL ? text_function(call) : InvalidOid;

	if (!OidIsValid(function))
		return NULL;
	return eval_const_expressions(
		request->root,
		(Node *) makeFuncExpr(function, call->funcresulttype, lcons(copyObject(linitial(call->args)), member),
							  InvalidOid, DEFAULT_COLLATION_OID, COERCE_EXPLICIT_CALL));
}

/* bxpath_bind_support(internal) */
Datum
bxpath_bind_support(PG_FUNCTION_ARGS)
{
	Node *request = (Node *) PG_GETARG_POINTER(0);

	if (IsA(request, SupportRequestSimplify))
		PG_RETURN_POINTER(simpler_call((SupportRequestSimplify *) request));
	PG_RETURN_POINTER(NULL);
}
