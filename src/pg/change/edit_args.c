/*
 * edit_args.c -- arguments of functions that change a document: nulls, and what to do if a path selects nothing.
 *
 * Words and errors are those of core's jsonb_set_lax.  Names of arguments are looked up only for errors.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "catalog/pg_proc.h"
#include "funcapi.h"
#include "utils/builtins.h"
#include "utils/syscache.h"

#include "../server/compat.h"
#include "edit_args.h"

/* The function of a call as it is declared: its name, and that of an argument. */
typedef struct Declared
{
	char *function;
	char *argument;
} Declared;

static Declared
declared(FunctionCallInfo fcinfo, int argno)
{
	Oid oid = fcinfo->flinfo != NULL ? fcinfo->flinfo->fn_oid : InvalidOid;
	HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(oid));
	Declared d = {"function", psprintf("%d", argno + 1)};
	Datum names, modes;
	char **words;
	bool null;
	int n;

	if (!HeapTupleIsValid(tuple))
		return d;
	d.function = pstrdup(NameStr(((Form_pg_proc) GETSTRUCT(tuple))->proname));
	names = SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_proargnames, &null);
	if (!null)
	{
		modes = SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_proargmodes, &null);
		n = get_func_input_arg_names(names, null ? (Datum) 0 : modes, &words);
		if (argno < n && words[argno] != NULL)
			d.argument = words[argno];
	}
	ReleaseSysCache(tuple);
	return d;
}

static bool
has(FunctionCallInfo fcinfo, int argno)
{
	return argno >= 0 && PG_NARGS() > argno;
}

/* The action for null_value_treatment, if it names one. */
static void
refuse_null(FunctionCallInfo fcinfo, const EditArgs *args, int argno, EditNulls todo)
{
	Declared d = declared(fcinfo, argno);

	if (!has(fcinfo, args->treatment))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("argument \"%s\" of %s must not be null", d.argument, d.function),
				 errdetail("Only a null document gives null: otherwise an UPDATE would delete documents."),
				 errhint("Ensure that an SQL NULL is not passed.")));
	ereport(
		ERROR,
		(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
		 errmsg("argument \"%s\" of %s must not be null", d.argument, d.function),
		 todo == NULLS_DELETE
			 ? errdetail("null_value_treatment is \"delete_key\", which is for argument \"%s\".",
						 declared(fcinfo, args->value).argument)
			 : errdetail("Exception was raised because null_value_treatment is \"raise_exception\"."),
		 errhint(
			 "To avoid, either change the null_value_treatment argument or ensure that an SQL NULL is not "
			 "passed.")));
}

static bool
is_word(const text *t, const char *word)
{
	return VARSIZE_ANY_EXHDR(t) == strlen(word) && memcmp(VARDATA_ANY(t), word, strlen(word)) == 0;
}

static EditNulls
treatment(FunctionCallInfo fcinfo, const EditArgs *args)
{
	text *t = PG_GETARG_TEXT_PP(args->treatment);

	if (is_word(t, "raise_exception"))
		return NULLS_NONE;
	if (is_word(t, "return_target"))
		return NULLS_DOCUMENT;
	if (is_word(t, "delete_key") && args->value >= 0)
		return NULLS_DELETE;
	ereport(
		ERROR,
		(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
		 args->value >= 0
			 ? errmsg(
				   "null_value_treatment must be \"raise_exception\", \"return_target\", or \"delete_key\"")
			 : errmsg("null_value_treatment must be \"raise_exception\" or \"return_target\"")));
}

/* An argument other than the document is null. */
static EditNulls
on_null(FunctionCallInfo fcinfo, const EditArgs *args, int argno)
{
	EditNulls todo = NULLS_NONE;

	if (has(fcinfo, args->treatment) && PG_ARGISNULL(args->treatment))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("null_value_treatment must not be null")));
	if (has(fcinfo, args->treatment))
		todo = treatment(fcinfo, args);
	if (todo == NULLS_NONE || (todo == NULLS_DELETE && argno != args->value))
		refuse_null(fcinfo, args, argno, todo);
	return todo;
}

EditNulls
edit_nulls(FunctionCallInfo fcinfo, const EditArgs *args)
{
	EditNulls todo = NULLS_NONE;

	if (PG_ARGISNULL(0))
		return NULLS_NULL;
	for (int i = 1; i < PG_NARGS(); i++)
	{
		EditNulls one;

		if (!PG_ARGISNULL(i) || i == args->vars || i == args->on_empty)
			continue;
		one = on_null(fcinfo, args, i);
		todo = todo == NULLS_DOCUMENT ? todo : one;
	}
	return todo;
}

EditEmpty
edit_on_empty(FunctionCallInfo fcinfo, const EditArgs *args)
{
	text *t;

	if (!has(fcinfo, args->on_empty) || PG_ARGISNULL(args->on_empty))
		return EMPTY_DEFAULT;
	t = PG_GETARG_TEXT_PP(args->on_empty);
	if (is_word(t, "ignore"))
		return EMPTY_IGNORE;
	if (is_word(t, "error"))
		return EMPTY_ERROR;
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					errmsg("unrecognized value for \"%s\": \"%s\"", "on_empty", text_to_cstring(t)),
					errhint("Use \"ignore\" or \"error\".")));
}
