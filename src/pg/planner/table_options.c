/*
 * table_options.c -- options of bxml_table_from_schema, from JSON.
 */
#include "postgres.h"
#include "fmgr.h"
#include "utils/builtins.h"
#include "utils/numeric.h"

#include "../server/compat.h"
#include "../server/encoding.h"
#include "table_options.h"

void
table_options_init(TableOptions *options)
{
	*options = (TableOptions){.documents = "SELECT id, doc FROM documents", .depth = UINT32_MAX};
}

static void
refuse(const char *key, const char *must)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("option \"%s\" must be %s", key, must)));
}

static char *
string_of(const char *key, const JsonbValue *v)
{
	if (v->type != jbvString)
		refuse(key, "a string");
	return pnstrdup(v->val.string.val, v->val.string.len);
}

static void
get_documents(TableOptions *o, const char *key, const JsonbValue *v)
{
	o->documents = string_of(key, v);
}

static void
get_depth(TableOptions *o, const char *key, const JsonbValue *v)
{
	char *digits = v->type == jbvNumeric
					   ? DatumGetCString(DirectFunctionCall1(numeric_out, NumericGetDatum(v->val.numeric)))
					   : "";

	if (*digits == '\0' || strlen(digits) > 9 || digits[strspn(digits, "0123456789")] != '\0')
		refuse(key, "a whole number from 0 on");
	o->depth = (uint32) atoi(digits);
}

static void
get_attributes(TableOptions *o, const char *key, const JsonbValue *v)
{
	if (v->type != jbvBool)
		refuse(key, "true or false");
	o->xsi_attributes = v->val.boolean;
}

static void
get_range(TableOptions *o, const char *key, const JsonbValue *v)
{
	static const char *const words[] = {
		[RANGE_NULL] = "null", [RANGE_ERROR] = "error", [RANGE_REPORT] = "report"};
	char *word = v->type == jbvString ? string_of(key, v) : "";

	for (int i = 0; i < lengthof(words); i++)
		if (strcmp(words[i], word) == 0)
		{
			o->on_range = (OnRange) i;
			return;
		}
	refuse(key, "\"null\", \"error\" or \"report\"");
}

static void
get_branches(TableOptions *o, const char *key, const JsonbValue *v)
{
	BxStr *list;
	JsonbValue *member;

	if (v->type != jbvBinary || !JsonContainerIsArray(v->val.binary.data))
		refuse(key, "an array of strings");
	o->n_branches = JsonContainerSize(v->val.binary.data);
	o->branches = list = palloc_array(BxStr, o->n_branches + 1);
	for (uint32 i = 0; i < o->n_branches; i++)
	{
		member = getIthJsonbValueFromContainer(v->val.binary.data, i);
		if (member->type != jbvString || member->val.string.len == 0)
			refuse(key, "an array of strings, none of them empty");
		list[i].s = encoding_to_utf8(member->val.string.val, member->val.string.len, &list[i].n);
	}
}

void
table_options_get(TableOptions *options, Jsonb *json)
{
	static const struct
	{
		const char *key;
		void (*get)(TableOptions *o, const char *key, const JsonbValue *v);
	} known[] = {
		{"documents", get_documents},       {"depth", get_depth},
		{"branches", get_branches},         {"on_range", get_range},
		{"xsi_attributes", get_attributes},
	};
	JsonbIterator *it = JsonbIteratorInit(&json->root);
	JsonbIteratorToken token;
	JsonbValue v;

	table_options_init(options);
	if (!JB_ROOT_IS_OBJECT(json))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("options must be an object of JSON")));
	(void) JsonbIteratorNext(&it, &v, true);
	while ((token = JsonbIteratorNext(&it, &v, true)) == WJB_KEY)
	{
		char *key = pnstrdup(v.val.string.val, v.val.string.len);
		int i = 0;

		while (i < lengthof(known) && strcmp(known[i].key, key) != 0)
			i++;
		if (i == lengthof(known))
			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("unknown option \"%s\"", key),
							errhint("Options are documents, depth, branches, on_range and xsi_attributes.")));
		(void) JsonbIteratorNext(&it, &v, true);
		known[i].get(options, key, &v);
	}
}
