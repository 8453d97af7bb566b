/*
 * text_list.c -- an array of text as a list of words for the core.
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/builtins.h"

#include "../server/compat.h"
#include "../server/encoding.h"
#include "text_list.h"

BxStr *
text_list_get(Datum array, const char *argument, uint32_t *n)
{
	Datum *elements;
	bool *nulls;
	BxStr *words;
	int count, i;

	deconstruct_array(DatumGetArrayTypeP(array), TEXTOID, -1, false, TYPALIGN_INT, &elements, &nulls, &count);
	words = palloc_array(BxStr, count + 1);
	for (i = 0; i < count; i++)
	{
		char *s;

		if (nulls[i])
			ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
							errmsg("array \"%s\" must not contain nulls", argument)));
		s = TextDatumGetCString(elements[i]);
		words[i].s = encoding_to_utf8(s, strlen(s), &words[i].n);
	}
	*n = (uint32_t) count;
	return words;
}
