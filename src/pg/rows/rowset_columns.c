/*
 * rowset_columns.c -- the columns of bxml_table and bxml_table_def, from arguments and the column list.
 */
#include "postgres.h"
#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"
#include "utils/memutils.h"

#include "../server/compat.h"
#include "../server/encoding.h"
#include "rowset_columns.h"

/* The path that means the number of the row. */
#define NUMBER_PATH "#"
/* Bytes of a path in messages. */
#define SOURCE_MAX 100

/* Paths of columns, as they are gathered. */
typedef struct Paths
{
	const char **texts;
	size_t *lens;
	uint32 n;
} Paths;

static Paths
begin(Rowset *rs, TupleDesc desc, Oid bxml)
{
	Paths p = {palloc_array(const char *, desc->natts), palloc_array(size_t, desc->natts), 0};

	rs->n_columns = desc->natts;
	rs->columns = MemoryContextAllocZero(rs->cxt, (desc->natts + 1) * sizeof(RowsetColumn));
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		RowsetColumn *c = &rs->columns[i];

		c->name = MemoryContextStrdup(rs->cxt, NameStr(att->attname));
		c->typmod = att->atttypmod;
		c->separator = " ";
		c->source = NUMBER_PATH;
		c->wanted = true;
		to_sql_init(&c->type, att->atttypid, bxml, rs->cxt);
	}
	return p;
}

/* A path for messages: its first bytes. */
static char *
keep_source(Rowset *rs, const char *s, size_t n)
{
	size_t len = n <= SOURCE_MAX ? n : (size_t) pg_mbcliplen(s, (int) n, SOURCE_MAX);
	char *copy = MemoryContextAlloc(rs->cxt, len + sizeof("..."));

	memcpy(copy, s, len);
	strcpy(copy + len, len < n ? "..." : "");
	return copy;
}

/* Set the path of a column, given in the encoding of the server. */
static void
set_path(Rowset *rs, Paths *p, RowsetColumn *c, const char *s, size_t n)
{
	c->source = keep_source(rs, s, n);
	if (n == strlen(NUMBER_PATH) && memcmp(s, NUMBER_PATH, n) == 0)
		return;
	p->texts[p->n] = encoding_to_utf8(s, n, &p->lens[p->n]);
	c->path = ++p->n;
}

static void
check_count(int given, int natts)
{
	if (given != natts)
		ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
						errmsg("number of column paths does not match the column list"),
						errdetail("%d paths are given for %d columns.", given, natts)));
}

void
rowset_columns_of_paths(Rowset *rs, Datum paths, TupleDesc desc, Oid bxml)
{
	Datum *elements;
	bool *nulls;
	int n;
	Paths p;

	deconstruct_array(DatumGetArrayTypeP(paths), TEXTOID, -1, false, TYPALIGN_INT, &elements, &nulls, &n);
	check_count(n, desc->natts);
	p = begin(rs, desc, bxml);
	for (int i = 0; i < n; i++)
	{
		if (nulls[i])
			ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
							errmsg("path of column \"%s\" is null", rs->columns[i].name)));
		set_path(rs, &p, &rs->columns[i], VARDATA_ANY(DatumGetPointer(elements[i])),
				 VARSIZE_ANY_EXHDR(DatumGetPointer(elements[i])));
	}
	rowset_columns(rs, p.texts, p.lens, p.n);
}

/* ---- descriptions of columns ---- */

static void
refuse(const RowsetColumn *c, const char *key, const char *wanted)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid \"%s\" of column \"%s\"", key, c->name), errdetail("Expected %s.", wanted)));
}

/* The member with that name; NULL if there is none or it is null. */
static JsonbValue *
member(JsonbContainer *object, const char *key)
{
	JsonbValue k = {.type = jbvString, .val.string = {(int) strlen(key), unconstify(char *, key)}};
	JsonbValue *v = findJsonbValueFromContainer(object, JB_FOBJECT, &k);

	return v != NULL && v->type != jbvNull ? v : NULL;
}

/* A text member; numbers and booleans are taken as text.  NULL if there is none. */
static char *
text_member(const RowsetColumn *c, JsonbContainer *object, const char *key)
{
	JsonbValue *v = member(object, key);

	if (v == NULL)
		return NULL;
	switch (v->type)
	{
		case jbvString: return pnstrdup(v->val.string.val, v->val.string.len);
		case jbvNumeric:
			return DatumGetCString(DirectFunctionCall1(numeric_out, NumericGetDatum(v->val.numeric)));
		case jbvBool: return pstrdup(v->val.boolean ? "true" : "false");
		default: refuse(c, key, "a string"); return NULL;
	}
}

static bool
is_word(const char *word, const char *s)
{
	return word != NULL && strcmp(word, s) == 0;
}

static OnMany
many_of(const RowsetColumn *c, const char *word)
{
	if (word != NULL && !is_word(word, "first") && !is_word(word, "join") && !is_word(word, "error"))
		refuse(c, "on_many", "\"first\", \"join\" or \"error\"");
	return is_word(word, "join") ? MANY_JOIN : is_word(word, "error") ? MANY_ERROR : MANY_FIRST;
}

/* Refuse unknown keys. */
static void
check_keys(const RowsetColumn *c, JsonbContainer *object)
{
	static const char *const known[] = {"path", "default", "on_many", "on_empty", "separator", "ordinality"};
	JsonbIterator *it = JsonbIteratorInit(object);
	JsonbIteratorToken token;
	JsonbValue v;

	while ((token = JsonbIteratorNext(&it, &v, true)) != WJB_DONE)
	{
		bool found = token != WJB_KEY;

		for (int i = 0; i < lengthof(known) && !found; i++)
			found = v.val.string.len == (int) strlen(known[i]) &&
					memcmp(v.val.string.val, known[i], v.val.string.len) == 0;
		if (!found)
			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
							errmsg("unrecognized key \"%s\" of column \"%s\"",
								   pnstrdup(v.val.string.val, v.val.string.len), c->name),
							errhint("Keys are path, default, on_many, on_empty, separator and ordinality.")));
	}
}

/* Kept as UTF-8. */
static void
set_separator(Rowset *rs, RowsetColumn *c, const char *s)
{
	size_t n;
	const char *utf8 = encoding_to_utf8(s, strlen(s), &n);
	char *copy = MemoryContextAlloc(rs->cxt, n + 1);

	memcpy(copy, utf8, n);
	copy[n] = '\0';
	c->separator = copy;
}

static void
define_column(Rowset *rs, RowsetColumn *c, JsonbContainer *object, Paths *p)
{
	char *path = text_member(c, object, "path");
	char *empty = text_member(c, object, "on_empty");
	char *other = text_member(c, object, "default");
	char *separator = text_member(c, object, "separator");
	JsonbValue *ordinality = member(object, "ordinality");

	check_keys(c, object);
	if (empty != NULL && !is_word(empty, "null") && !is_word(empty, "error"))
		refuse(c, "on_empty", "\"null\" or \"error\"");
	if (ordinality != NULL && (ordinality->type != jbvBool || path != NULL))
		refuse(c, "ordinality", "true or false, without a path");
	c->many = many_of(c, text_member(c, object, "on_many"));
	c->needed = is_word(empty, "error");
	if (other != NULL)
		c->other = MemoryContextStrdup(rs->cxt, other);
	if (separator != NULL)
		set_separator(rs, c, separator);
	if (ordinality != NULL && ordinality->val.boolean)
		return;
	if (path == NULL)
		path = c->name;
	set_path(rs, p, c, path, strlen(path));
}

void
rowset_columns_of_definition(Rowset *rs, Datum cols, TupleDesc desc, Oid bxml)
{
	Jsonb *jb = DatumGetJsonbP(cols);
	Paths p;

	if (!JB_ROOT_IS_ARRAY(jb) || JB_ROOT_IS_SCALAR(jb))
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("descriptions of columns must be a JSON array of objects"),
			 errhint(
				 "Write an object for each column, as in '[{\"path\": \"@id\"}, {\"ordinality\": true}]'.")));
	check_count((int) JB_ROOT_COUNT(jb), desc->natts);
	p = begin(rs, desc, bxml);
	for (int i = 0; i < desc->natts; i++)
	{
		JsonbValue *v = getIthJsonbValueFromContainer(&jb->root, i);

		if (v->type != jbvBinary || !JsonContainerIsObject(v->val.binary.data))
			refuse(&rs->columns[i], "description", "a JSON object");
		define_column(rs, &rs->columns[i], v->val.binary.data, &p);
	}
	rowset_columns(rs, p.texts, p.lens, p.n);
}
