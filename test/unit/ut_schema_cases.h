/*
 * ut_schema_cases.h -- tables of documents and of the violations that they have by a schema.
 */
#ifndef UT_SCHEMA_CASES_H
#define UT_SCHEMA_CASES_H

#include "ut_schema.h"

typedef struct ValidCase
{
	const char *doc;
	const char *codes; /* each with a blank behind */
} ValidCase;

static void
check_cases(const char *schema_text, const ValidCase *cases, size_t n)
{
	BxSchema *schema = ut_schema(schema_text);

	for (size_t i = 0; schema != NULL && i < n; i++)
	{
		UtReport r = ut_validate(schema, cases[i].doc);

		CHECKF(strcmp(r.codes, cases[i].codes) == 0, "%s: %s\n# %s", cases[i].doc, r.codes, r.msgs);
	}
	if (schema != NULL)
		bx_schema_free(schema);
}

#define CASES(name, schema, ...)                                                                             \
	static void name(void)                                                                                   \
	{                                                                                                        \
		static const ValidCase cases[] = {__VA_ARGS__};                                                      \
		check_cases(schema, cases, sizeof(cases) / sizeof(cases[0]));                                        \
	}

/* A schema whose element "v" is this, or has this as its type. */
#define V(rest) UT_XS "><xs:element name='v'>" rest "</xs:element></xs:schema>"
#define VC(rest) V("<xs:complexType>" rest "</xs:complexType>")

#endif
