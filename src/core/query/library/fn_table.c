/*
 * fn_table.c -- the table of functions, made of functions.def.
 */
#include "../../base/bx_core_int.h"

#include "fn_table.h"

#include "../syntax/q_ast.h"
#include "fn_evaluators.h"

const FnRow fn_rows[] = {
#define FN_ONE(signature, evaluator, properties) {signature, {#evaluator, .one = evaluator}, properties},
#define FN_ITEMS(signature, evaluator, properties) {signature, {#evaluator, .open = evaluator}, properties},
#define FN_TRUTH(signature, evaluator, properties) {signature, {#evaluator, .ebv = evaluator}, properties},
#define FN_COUNTED(signature, evaluator, counter, properties)                                                \
	{signature, {#evaluator, .open = evaluator, .count = counter}, properties},
#include "functions.def"
};

const uint32_t fn_n_rows = sizeof(fn_rows) / sizeof(fn_rows[0]);

/* Parameters of a signature: "$" starts one. */
static uint32_t
count_params(const char *signature)
{
	const char *p = strchr(signature, '(');
	uint32_t n = 0;
	int depth = 0;

	for (; p != NULL && *p != '\0'; p++)
	{
		depth += (*p == '(') - (*p == ')');
		n += *p == '$';
		if (depth == 0)
			break;
	}
	return n;
}

/* The namespace of the prefix that a signature begins with. */
static const char *
uri_of(const char *signature)
{
	return strncmp(signature, "fn:", 3) == 0      ? Q_URI_FN
		   : strncmp(signature, "math:", 5) == 0  ? Q_URI_MATH
		   : strncmp(signature, "map:", 4) == 0   ? Q_URI_MAP
		   : strncmp(signature, "array:", 6) == 0 ? Q_URI_ARRAY
		   : strncmp(signature, "bxml:", 5) == 0  ? Q_URI_BXML
												  : "";
}

const FnRow *
fn_find(BxStr uri, BxStr local, uint32_t n_args, bool *other)
{
	uint32_t i;

	*other = false;
	for (i = 0; i < fn_n_rows; i++)
	{
		const char *name = strchr(fn_rows[i].signature, ':') + 1;
		uint32_t params;

		if (strncmp(name, local.s, local.n) != 0 || name[local.n] != '(' ||
			!bx_str_is(uri, uri_of(fn_rows[i].signature)))
			continue;
		params = count_params(fn_rows[i].signature);
		if (n_args == params || ((fn_rows[i].properties & FN_VARIADIC) && n_args > params))
			return &fn_rows[i];
		*other = true;
	}
	return NULL;
}
