/*
 * sql_type.c -- SQL types that functions in XQuery take and give.
 */
#include "postgres.h"
#include "catalog/pg_type.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

#include "../server/compat.h"
#include "../server/own.h"
#include "sql_type.h"

extern Datum bxml_in(PG_FUNCTION_ARGS);

static const struct
{
	Oid type;
	SqlKind kind;
} kinds[] = {{BOOLOID, SQL_BOOLEAN},  {INT2OID, SQL_INT2},         {INT4OID, SQL_INT4},
			 {INT8OID, SQL_INT8},     {NUMERICOID, SQL_NUMERIC},   {FLOAT4OID, SQL_FLOAT4},
			 {FLOAT8OID, SQL_FLOAT8}, {TEXTOID, SQL_TEXT},         {VARCHAROID, SQL_TEXT},
			 {DATEOID, SQL_DATE},     {TIMEOID, SQL_TIME},         {TIMESTAMPOID, SQL_TIMESTAMP},
			 {TIMETZOID, SQL_TIMETZ}, {INTERVALOID, SQL_INTERVAL}, {TIMESTAMPTZOID, SQL_TIMESTAMPTZ},
			 {BYTEAOID, SQL_BYTEA},   {JSONOID, SQL_JSON},         {JSONBOID, SQL_JSON}};

const char *
sql_type_refusal(Oid type)
{
	Oid base = getBaseType(type), element = get_base_element_type(type);

	if (OidIsValid(element))
		base = getBaseType(element);
	if (get_typtype(base) == TYPTYPE_PSEUDO)
		return "a pseudo-type";
	if (get_typtype(base) == TYPTYPE_COMPOSITE)
		return "a row type";
	return base == XMLOID ? "xml" : NULL;
}

static SqlKind
kind_of(Oid base)
{
	for (size_t i = 0; i < lengthof(kinds); i++)
		if (kinds[i].type == base)
			return kinds[i].kind;
	return own_base_type(base, bxml_in) ? SQL_BXML : SQL_OTHER;
}

void
sql_type_init(SqlType *t, Oid type, int32 typmod, MemoryContext cxt)
{
	Oid element = get_base_element_type(type), input, output;
	bool varlena;

	memset(t, 0, sizeof(*t));
	t->type = type;
	t->typmod = typmod;
	t->base = getBaseTypeAndTypmod(type, &t->typmod);
	get_typlenbyvalalign(t->base, &t->len, &t->byval, &t->align);
	if (OidIsValid(element))
	{
		t->kind = SQL_ARRAY;
		t->element = MemoryContextAlloc(cxt, sizeof(SqlType));
		sql_type_init(t->element, element, t->typmod, cxt);
		return;
	}
	t->kind = kind_of(t->base);
	getTypeInputInfo(t->base, &input, &t->param);
	getTypeOutputInfo(t->base, &output, &varlena);
	fmgr_info_cxt(input, &t->input, cxt);
	fmgr_info_cxt(output, &t->output, cxt);
}

void
sql_type_check(SqlType *t, Datum value, bool null)
{
	if (t->type != t->base)
		domain_check(value, null, t->type, &t->domain, t->output.fn_mcxt);
}
