/*
 * choose.c -- the schemas that a function is called with, and the root element that a document must have.
 *
 * The root is given as a local name, which one global element must have, or as Q{namespace}name.
 */
#include "postgres.h"
#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "nodes/pg_list.h"
#include "utils/array.h"
#include "utils/builtins.h"

#include "../server/compat.h"
#include "../server/encoding.h"
#include "../value/inspect.h"
#include "../value/record.h"
#include "choose.h"
#include "language.h"

/* Names in a hint, at most. */
#define ROOTS_SHOWN 8

/* ---- arguments ---- */

static void
get_array(SchemaChoice *choice, ArrayType *array)
{
	if (array_contains_nulls(array))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("a schema of the array is null")));
	choice->n = ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array));
	choice->functions = (const Oid *) ARR_DATA_PTR(array);
	if (choice->n == 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("the array has no schema")));
}

static void
get_root(SchemaChoice *choice, text *root)
{
	size_t n;
	const char *s = encoding_to_utf8(VARDATA_ANY(root), VARSIZE_ANY_EXHDR(root), &n);
	const char *end = n > 2 && memcmp(s, "Q{", 2) == 0 ? memchr(s, '}', n) : NULL;

	choice->root = bx_str(s, n);
	choice->local = bx_str(s, n);
	if (end == NULL)
		return;
	choice->uri = bx_str(s + 2, end - s - 2);
	choice->local = bx_str(end + 1, s + n - end - 1);
}

void
choice_make(SchemaChoice *choice, Oid schema, text *root)
{
	memset(choice, 0, sizeof(*choice));
	choice->one = schema;
	choice->functions = &choice->one;
	choice->n = 1;
	if (root != NULL)
		get_root(choice, root);
}

void
choice_get_schemas(SchemaChoice *choice, FunctionCallInfo fcinfo, int first, bool array)
{
	memset(choice, 0, sizeof(*choice));
	if (PG_ARGISNULL(first))
		choice->n = 0;
	else if (array)
		get_array(choice, PG_GETARG_ARRAYTYPE_P(first));
	else
		choice_make(choice, PG_GETARG_SCHEMA(first), NULL);
	if (!PG_ARGISNULL(first + 1))
		get_root(choice, PG_GETARG_TEXT_PP(first + 1));
}

bool
choice_get(SchemaChoice *choice, FunctionCallInfo fcinfo, bool array)
{
	if (PG_ARGISNULL(0))
		return false;
	choice_get_schemas(choice, fcinfo, 1, array);
	return choice->n > 0;
}

/* ---- roots ---- */

static char *
root_name(BxStr uri, BxStr local)
{
	char *name = encoding_lossy(local.s, local.n);

	return uri.n > 0 ? psprintf("Q{%s}%s", encoding_lossy(uri.s, uri.n), name) : name;
}

List *
choice_roots(const BxSchema *schema)
{
	List *roots = NIL;
	BxStr uri, local;
	bool abstract;

	for (uint32 i = 0; bx_schema_root(schema, i, &uri, &local, &abstract); i++)
		if (!abstract)
			roots = lappend(roots, root_name(uri, local));
	return roots;
}

/* The first root elements of a schema, separated by commas. */
static char *
some_roots(const BxSchema *schema)
{
	List *roots = choice_roots(schema);
	StringInfoData out;

	initStringInfo(&out);
	for (int i = 0; i < list_length(roots) && i <= ROOTS_SHOWN; i++)
		appendStringInfo(&out, "%s%s", i > 0 ? ", " : "",
						 i < ROOTS_SHOWN ? (char *) list_nth(roots, i) : "...");
	return out.data;
}

static char *
root_text(const SchemaChoice *choice)
{
	char *local = root_name(bx_str("", 0), choice->local);

	return choice->uri.s != NULL ? psprintf("Q{%s}%s", encoding_lossy(choice->uri.s, choice->uri.n), local)
								 : local;
}

static _Noreturn void
several_roots(const SchemaChoice *choice, const ReadySchema *ready)
{
	char *name = root_text(choice);

	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					errmsg("schema %s declares several root elements \"%s\"",
						   ready_name(ready_function(ready)), name),
					errhint("Write the namespace as well: Q{namespace}%s.", name)));
}

static _Noreturn void
no_root(const SchemaChoice *choice)
{
	const ReadySchema *ready = ready_get(choice->functions[0]);
	char *roots = some_roots(ready_schema(ready));

	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					errmsg("schema %s declares no root element \"%s\"", ready_name(ready_function(ready)),
						   root_text(choice)),
					*roots ? errhint("It declares: %s.", roots)
						   : errhint("It declares no element globally, so no document can be valid.")));
}

/* The next root element of this name, from number *i on. */
static bool
next_root(const BxSchema *schema, uint32 *i, BxStr name, BxStr *uri)
{
	BxStr local;
	bool abstract;

	while (bx_schema_root(schema, (*i)++, uri, &local, &abstract))
		if (bx_str_equal(local, name))
			return true;
	return false;
}

/* Look for the element that the root must be. */
static bool
look_up_root(const SchemaChoice *choice, const ReadySchema *ready, BxStr *root_uri)
{
	bool found = false;
	uint32 i = 0;
	BxStr uri;

	while (next_root(ready_schema(ready), &i, choice->local, &uri))
	{
		if (choice->uri.s != NULL && !bx_str_equal(uri, choice->uri))
			continue;
		if (found)
			several_roots(choice, ready);
		found = true;
		*root_uri = uri;
	}
	return found;
}

/* The same; calls mostly ask for one root. */
static bool
find_root(const SchemaChoice *choice, ReadySchema *ready, BxValidateOptions *options)
{
	RootMemo *memo = ready_root_memo(ready);

	if (memo->n == 0 || !bx_same_bytes(memo->asked, memo->n, choice->root.s, choice->root.n))
	{
		if (!look_up_root(choice, ready, &options->uri))
			return false;
		options->local = choice->local;
		memo->n = choice->root.n <= sizeof(memo->asked) ? choice->root.n : 0;
		memcpy(memo->asked, choice->root.s, memo->n);
		memo->uri = options->uri;
		memo->local = bx_str(memo->asked + memo->n - choice->local.n, choice->local.n);
		return true;
	}
	options->uri = memo->uri;
	options->local = memo->local;
	return true;
}

/* Schema number i; false if it does not declare the root that is asked for. */
static bool
use_schema(const SchemaChoice *choice, int i, ReadySchema **ready, BxValidateOptions *options)
{
	*ready = ready_get(choice->functions[i]);
	return choice->root.s == NULL || find_root(choice, *ready, options);
}

/* The one of several schemas that the value says it is valid by; NULL if it names none of them. */
static ReadySchema *
recorded(const SchemaChoice *choice, Datum doc)
{
	uint8 id[RECORD_ID];

	if (!record_get(doc, id))
		return NULL;
	for (int i = 0; i < choice->n; i++)
	{
		BxValidateOptions options = {0};
		ReadySchema *ready = ready_get(choice->functions[i]);

		if (memcmp(ready_digest(ready), id, RECORD_ID) == 0 && use_schema(choice, i, &ready, &options) &&
			ready_accepts(ready, doc, &options))
			return ready;
	}
	return NULL;
}

ReadySchema *
choice_accepts(const SchemaChoice *choice, Datum doc)
{
	ReadySchema *named = choice->n > 1 ? recorded(choice, doc) : NULL;
	bool tried = false;

	if (named != NULL)
		return named;
	for (int i = 0; i < choice->n; i++)
	{
		BxValidateOptions options = {0};
		ReadySchema *ready;

		if (!use_schema(choice, i, &ready, &options))
			continue;
		if (ready_accepts(ready, doc, &options))
			return ready;
		tried = true;
	}
	if (!tried)
		no_root(choice);
	return NULL;
}

void
choice_check(const SchemaChoice *choice)
{
	BxValidateOptions options = {0};
	ReadySchema *ready;

	for (int i = 0; i < choice->n; i++)
		if (use_schema(choice, i, &ready, &options))
			return;
	no_root(choice);
}

/* Does the schema declare the element globally? */
static bool
declares(const BxSchema *schema, const BxTable *table, const BxNameInfo *name)
{
	BxStr wanted = bx_pair_uri(&table->pairs[name->pair]), uri;
	uint32 i = 0;

	while (next_root(schema, &i, bx_str(name->local, name->len), &uri))
		if (bx_str_equal(uri, wanted))
			return true;
	return false;
}

static int
best_of(const SchemaChoice *choice, Datum doc)
{
	int best = -1;
	const BxNameInfo *root;
	Inspected x;

	inspect_open(&x, doc);
	root = inspect_root(&x);
	for (int i = 0; i < choice->n && best < 0; i++)
	{
		BxValidateOptions options = {0};
		ReadySchema *ready;

		if (use_schema(choice, i, &ready, &options) &&
			(root == NULL || declares(ready_schema(ready), &x.table, root)))
			best = i;
	}
	inspect_close(&x);
	return best;
}

ReadySchema *
choice_best(const SchemaChoice *choice, Datum doc, BxValidateOptions *options)
{
	int best = choice->n > 1 ? best_of(choice, doc) : 0;
	ReadySchema *ready;

	for (int i = 0; i < choice->n; i++)
		if ((best < 0 || i == best) && use_schema(choice, i, &ready, options))
			return ready;
	no_root(choice);
}

ReadySchema *
choice_only(const SchemaChoice *choice, BxValidateOptions *options)
{
	return choice_best(choice, (Datum) 0, options);
}
