/*
 * modifier.c -- schemas as type modifiers: bxml('public.note') takes documents that are valid by that schema.
 *
 * The number of a modifier is the OID of the function without its highest bit, since modifiers are not negative.  The
 * server records no dependency for it, so a column should have a domain of that type whose CHECK calls the function
 * (bxml_create_typed_domain).
 */
#include "postgres.h"
#include "catalog/namespace.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "parser/parse_func.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/varlena.h"

#include "../server/compat.h"
#include "choose.h"
#include "modifier.h"
#include "violation.h"

#define HIGHEST_BIT ((Oid) 1 << 31)

Oid
modifier_function(int32 typmod)
{
	Oid low = (Oid) typmod;

	if (ready_is(low))
		return low;
	return ready_is(low | HIGHEST_BIT) ? low | HIGHEST_BIT : InvalidOid;
}

static int32
modifier_number(const char *name)
{
	Oid function = LookupFuncName(textToQualifiedNameList(cstring_to_text(name)), 0, NULL, true);

	if (!OidIsValid(function) || !ready_is(function))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid bxml type modifier: \"%s\"", name),
				 errhint("Use bxml(document), bxml(content), or bxml('name') with the name of a schema.")));
	if (function_aclcheck(function) != ACLCHECK_OK)
		aclcheck_error(ACLCHECK_NO_PRIV, OBJECT_FUNCTION, get_func_name(function));
	if (ready_is(function ^ HIGHEST_BIT))
		ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
						errmsg("schema %s cannot be a type modifier", ready_name(function)),
						errdetail("The OID of schema %s differs in the highest bit only.",
								  ready_name(function ^ HIGHEST_BIT)),
						errhint("Create one of them again.")));
	return (int32) (function & ~HIGHEST_BIT);
}

/* Always with the schema of the function: dumps are read with another search path. */
static char *
modifier_name(int32 typmod)
{
	Oid function = modifier_function(typmod);

	if (!OidIsValid(function))
		return NULL;
	return quote_qualified_identifier(get_namespace_name(get_func_namespace(function)),
									  get_func_name(function));
}

static bool
modifier_accepts(int32 typmod, Datum *value, struct Node *context)
{
	SchemaChoice choice = {.n = 1, .one = modifier_function(typmod)};
	ReadySchema *ready;

	if (!OidIsValid(choice.one))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_FUNCTION),
				 errmsg("the schema of type modifier %d does not exist", typmod),
				 errhint("A domain made by bxml_create_typed_domain keeps its schema from being dropped.")));
	choice.functions = &choice.one;
	ready = choice_accepts(&choice, *value);
	if (ready == NULL)
	{
		violation_save(&choice, *value, context);
		return false;
	}
	*value = ready_accepted(ready, *value);
	return true;
}

const TypmodSchemas modifier_schemas = {modifier_number, modifier_name, modifier_accepts};
