/*
 * vars.c -- values of variables from a jsonb object, as for the functions on jsonpath; bxpath_bind.
 */
#include "postgres.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"

#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../value/build.h"
#include "memo.h"
#include "path.h"
#include "slots.h"
#include "vars.h"

BXML_FUNCTION(bxpath_bind);

static _Noreturn void refuse_value(const JsonbValue *key, const char *what);

static void
refuse_value(const JsonbValue *key, const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("variable \"%s\" cannot be %s", pnstrdup(key->val.string.val, key->val.string.len), what),
			 errdetail("Strings, numbers, booleans, arrays of them, and null can be bound to variables.")));
}

static void
atom_of(const JsonbValue *key, const JsonbValue *value, XpItem *atom)
{
	size_t n;

	switch (value->type)
	{
		case jbvString:
			atom->type = XP_T_STRING;
			atom->str.s = encoding_to_utf8(value->val.string.val, value->val.string.len, &n);
			atom->str.n = (uint32_t) n;
			return;
		case jbvNumeric:
			atom->type = XP_T_NUMBER;
			atom->number = DatumGetFloat8(
				DirectFunctionCall1(numeric_float8_no_overflow, NumericGetDatum(value->val.numeric)));
			return;
		case jbvBool:
			atom->type = XP_T_BOOLEAN;
			atom->boolean = value->val.boolean;
			return;
		default: refuse_value(key, "an object, or hold null, arrays or objects");
	}
}

/* An array is a sequence. */
static void
sequence_of(const JsonbValue *key, const JsonbValue *value, BxArena *arena, XpItem *atom)
{
	JsonbContainer *array = value->val.binary.data;
	JsonbIterator *it = JsonbIteratorInit(array);
	size_t bytes = sizeof(XpSeq) + JsonContainerSize(array) * sizeof(XpItem);
	XpSeq *seq = bx_arena_zalloc(arena, bytes);
	JsonbValue item;
	BxError err;

	if (seq == NULL)
		error_check(bx_fail_nomem(&err, bytes), &err);
	atom->type = XP_T_SEQUENCE;
	atom->seq = seq;
	seq->items = (XpItem *) (seq + 1);
	JsonbIteratorNext(&it, &item, true); /* the array begins */
	while (JsonbIteratorNext(&it, &item, true) == WJB_ELEM)
		atom_of(key, &item, &seq->items[seq->n++]);
	seq->size = seq->n;
}

/* False if the path does not mention the member: a JSON object may have any names and values. */
static bool
var_of(const JsonbValue *key, const JsonbValue *value, const XpVarNames *names, BxArena *arena, XpVar *var)
{
	size_t n;
	const char *name = encoding_to_utf8(key->val.string.val, key->val.string.len, &n);
	BxError err;
	bool found;

	bx_error_clear(&err);
	error_check(xp_var_find(names, name, n, arena, var, &found, &err), &err);
	if (!found)
		return false;
	memset(&var->value, 0, sizeof(var->value));
	if (value->type == jbvNull)
		var->value.type = XP_T_SEQUENCE; /* the empty one */
	else if (value->type == jbvBinary && JsonContainerIsArray(value->val.binary.data))
		sequence_of(key, value, arena, &var->value);
	else
		atom_of(key, value, &var->value);
	return true;
}

XpVar *
vars_from_jsonb(Datum jsonb, const XpBlock *path, BxArena *arena, uint32_t *n_vars)
{
	Jsonb *j = DatumGetJsonbP(jsonb);
	JsonbIterator *it = JsonbIteratorInit(&j->root);
	JsonbValue key, value;
	XpVarNames names;
	XpVar *vars;
	BxError err;

	if (!JB_ROOT_IS_OBJECT(j))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("\"vars\" argument is not an object"),
				 errdetail("Variables should be passed as key-value pairs of a jsonb object.")));
	vars = bx_arena_zalloc(arena, (JB_ROOT_COUNT(j) + 1) * sizeof(XpVar));
	if (vars == NULL)
		error_check(bx_fail_nomem(&err, JB_ROOT_COUNT(j) * sizeof(XpVar)), &err);
	error_check(xp_var_names(path, arena, &names, &err), &err);
	*n_vars = 0;
	JsonbIteratorNext(&it, &key, true); /* the object begins */
	while (build_next_member(&it, &key, &value))
	{
		if (var_of(&key, &value, &names, arena, &vars[*n_vars]))
			(*n_vars)++;
	}
	return vars;
}

void
call_vars(PgCall *call, FunctionCallInfo fcinfo, int argno)
{
	if (PG_NARGS() > argno && !PG_ARGISNULL(argno))
		call->xp.vars = vars_from_jsonb(PG_GETARG_DATUM(argno), call->path, call->arena, &call->xp.n_vars);
}

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

/* A path with the values of a jsonb object; *n_vars of them are of variables that it has. */
static struct varlena *
bind_values(const MemoKey *of, uint32_t *n_vars)
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
	path = path_block(of->a, of->a_n, &arena);
	vars = vars_from_jsonb(PointerGetDatum((const char *) of->b - VARHDRSZ), path, &arena, n_vars);
	error_check(xp_bind_vars(path, vars, *n_vars, 0, &arena, &bound, &err), &err);
	result = path_datum(bound);
	bx_arena_reset(&arena);
	return result;
}

/* The same, where objects that differ in one string only have been bound to the path as a rule. */
static struct varlena *
bind_path(const MemoKey *of, BxStr text)
{
	static Memo known;
	char *without = memcpy(palloc(of->b_n), of->b, of->b_n);
	MemoKey key = {of->a, of->a_n, without, of->b_n};
	struct varlena *result;
	uint32_t n_vars;

	memset(without + (text.n > 0 ? text.s - (const char *) of->b : 0), 0, text.n);
	result = slots_find(&known, &key, text);
	if (result == NULL)
	{
		result = bind_values(of, &n_vars);
		if (n_vars == 1)
			slots_keep(&known, &key, result, text);
	}
	pfree(without);
	return result;
}

/* An index scan evaluates the call again for each row that it compares. */
Datum
bxpath_bind(PG_FUNCTION_ARGS)
{
	static Memo bound;
	struct varlena *p = PG_DETOAST_DATUM(PG_GETARG_DATUM(0));
	Jsonb *values = PG_GETARG_JSONB_P(1);
	MemoKey key = {VARDATA(p), VARSIZE(p) - VARHDRSZ, VARDATA(values), VARSIZE(values) - VARHDRSZ};
	size_t n;
	const char *known = memo_find(&bound, &key, &n);
	struct varlena *result;

	if (known != NULL)
	{
		result = palloc(n);
		memcpy(result, known, n);
	}
	else
	{
		result = bind_path(&key, only_text(values));
		memo_put(&bound, &key, result, VARSIZE(result));
	}
	PG_RETURN_POINTER(result);
}
