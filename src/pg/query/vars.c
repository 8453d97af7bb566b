/*
 * vars.c -- values of variables from a jsonb object, as for the functions on jsonpath, or one of them from a text.
 */
#include "postgres.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"

#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../value/build.h"
#include "vars.h"

void
vars_refuse(const JsonbValue *key, const char *what)
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
		default: vars_refuse(key, "an object, or hold null, arrays or objects");
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

/* The variable of a name, with the empty sequence; false if the path does not mention it. */
static bool
find_var(BxStr key, const XpVarNames *names, BxArena *arena, XpVar *var)
{
	size_t n;
	const char *name = encoding_to_utf8(key.s, key.n, &n);
	BxError err;
	bool found;

	bx_error_clear(&err);
	error_check(xp_var_find(names, name, n, arena, var, &found, &err), &err);
	if (!found)
		return false;
	memset(&var->value, 0, sizeof(var->value));
	var->value.type = XP_T_SEQUENCE;
	return true;
}

/* False if the path does not mention the member: a JSON object may have any names and values. */
static bool
var_of(const JsonbValue *key, const JsonbValue *value, const XpVarNames *names, BxArena *arena, XpVar *var)
{
	if (!find_var(bx_str(key->val.string.val, key->val.string.len), names, arena, var))
		return false;
	if (value->type == jbvNull)
		return true;
	if (value->type == jbvBinary && JsonContainerIsArray(value->val.binary.data))
		sequence_of(key, value, arena, &var->value);
	else
		atom_of(key, value, &var->value);
	return true;
}

/* Room for n variables, and the names that the path has. */
static XpVar *
new_vars(size_t n, const XpBlock *path, BxArena *arena, XpVarNames *names)
{
	XpVar *vars = bx_arena_zalloc(arena, (n + 1) * sizeof(XpVar));
	BxError err;

	if (vars == NULL)
		error_check(bx_fail_nomem(&err, n * sizeof(XpVar)), &err);
	error_check(xp_var_names(path, arena, names, &err), &err);
	return vars;
}

JsonbIterator *
vars_begin(Datum jsonb, uint32_t *n)
{
	Jsonb *j = DatumGetJsonbP(jsonb);
	JsonbIterator *it = JsonbIteratorInit(&j->root);
	JsonbValue object;

	if (!JB_ROOT_IS_OBJECT(j))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("\"vars\" argument is not an object"),
				 errdetail("Variables should be passed as key-value pairs of a jsonb object.")));
	JsonbIteratorNext(&it, &object, true);
	*n = JB_ROOT_COUNT(j);
	return it;
}

XpVar *
vars_from_jsonb(Datum jsonb, const XpBlock *path, BxArena *arena, uint32_t *n_vars)
{
	uint32_t n;
	JsonbIterator *it = vars_begin(jsonb, &n);
	JsonbValue key, value;
	XpVarNames names;
	XpVar *vars = new_vars(n, path, arena, &names);

	*n_vars = 0;
	while (build_next_member(&it, &key, &value))
	{
		if (var_of(&key, &value, &names, arena, &vars[*n_vars]))
			(*n_vars)++;
	}
	return vars;
}

XpVar *
vars_from_text(BxStr name, const BxStr *value, const XpBlock *path, BxArena *arena, uint32_t *n_vars)
{
	XpVarNames names;
	XpVar *var = new_vars(1, path, arena, &names);
	size_t n;

	*n_vars = find_var(name, &names, arena, var);
	if (*n_vars == 1 && value != NULL)
	{
		var->value.type = XP_T_STRING;
		var->value.str.s = encoding_to_utf8(value->s, value->n, &n);
		var->value.str.n = (uint32_t) n;
	}
	return var;
}
