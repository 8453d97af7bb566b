/*
 * test_types.c -- the table of atomic types: names, derivation, and what follows from the order of its rows.
 */
#include "../../../src/core/atomic/types/at_types.h"
#include "../ut.h"

static bool
derives(const char *type, const char *from)
{
	AtType a = at_type_find(bx_str(type, strlen(type))), b = at_type_find(bx_str(from, strlen(from)));

	return a < AT_TYPES && b < AT_TYPES && at_type_derives(a, b);
}

static void
names(void)
{
	unsigned i, k;

	for (i = 0; i < AT_TYPES; i++)
	{
		CHECK(at_type_find(at_types[i].name) == (AtType) i);
		CHECK(strncmp(at_types[i].qname, "xs:", 3) == 0 &&
			  bx_str_is(at_types[i].name, at_types[i].qname + 3));
		for (k = 0; k < i; k++)
			CHECK(!bx_str_equal(at_types[i].name, at_types[k].name));
	}
	CHECK(at_type_find(bx_str("strin", 5)) == AT_TYPES && at_type_find(bx_str("strings", 7)) == AT_TYPES);
	CHECK(at_type_find(bx_str("String", 6)) == AT_TYPES && at_type_find(bx_str("", 0)) == AT_TYPES);
	/* 46 of XML Schema 1.0, and untypedAtomic, anyAtomicType, two durations and dateTimeStamp */
	CHECK(AT_SCHEMA_TYPES == 46 && AT_TYPES == 51);
}

static void
derivation(void)
{
	CHECK(derives("byte", "short") && derives("byte", "integer") && derives("byte", "decimal"));
	CHECK(derives("byte", "byte") && derives("byte", "anySimpleType") && derives("byte", "anyType"));
	CHECK(!derives("short", "byte") && !derives("byte", "unsignedByte") && !derives("integer", "double"));
	CHECK(derives("unsignedByte", "nonNegativeInteger") && derives("positiveInteger", "nonNegativeInteger"));
	CHECK(!derives("positiveInteger", "unsignedLong") && derives("negativeInteger", "nonPositiveInteger"));
	CHECK(derives("ID", "NCName") && derives("ID", "token") && derives("ID", "string") &&
		  !derives("ID", "IDREF"));
	CHECK(derives("dayTimeDuration", "duration") && !derives("dayTimeDuration", "yearMonthDuration"));
	CHECK(derives("untypedAtomic", "anyAtomicType") && !derives("untypedAtomic", "string"));
	CHECK(derives("boolean", "anyAtomicType") && derives("byte", "anyAtomicType"));
	CHECK(!derives("IDREFS", "anyAtomicType") && !derives("NMTOKENS", "anyAtomicType"));
	/* a list is not derived from its items */
	CHECK(!derives("IDREFS", "IDREF") && derives("IDREFS", "anySimpleType"));
	CHECK(!derives("anySimpleType", "anyAtomicType") && !derives("anyType", "anySimpleType"));
}

/* Every base stands before what is derived from it, and what a type has of its primitive type agrees with it. */
static void
rows(void)
{
	unsigned i;

	for (i = AT_STRING; i < AT_TYPES; i++)
	{
		const AtTypeRow *row = &at_types[i], *base = &at_types[row->base];

		CHECKF(row->base < i, "%s", row->qname);
		if (row->family == AT_F_LIST)
			continue;
		CHECKF(base->family == AT_F_NONE || base->family == row->family, "%s", row->qname);
		CHECKF(base->family == AT_F_NONE ? row->primitive == i || row->primitive == AT_ANY_SIMPLE
										 : row->primitive == base->primitive,
			   "%s", row->qname);
		CHECKF((i < AT_FIRST_DERIVED) == (row->base == AT_ANY_SIMPLE && i != AT_ANY_ATOMIC), "%s",
			   row->qname);
		CHECKF((row->low != NULL || row->high != NULL) <= at_type_derives((AtType) i, AT_INTEGER), "%s",
			   row->qname);
		CHECKF((row->lexical == AT_L_INTEGER) == at_type_derives((AtType) i, AT_INTEGER), "%s", row->qname);
		CHECKF((row->lexical == AT_L_NCNAME) == at_type_derives((AtType) i, AT_NCNAME), "%s", row->qname);
	}
}

static void
white_space(void)
{
	CHECK(at_type_white(AT_STRING) == AT_PRESERVE && at_type_white(AT_NORMALIZED) == AT_REPLACE);
	CHECK(at_type_white(AT_TOKEN) == AT_COLLAPSE && at_type_white(AT_BOOLEAN) == AT_COLLAPSE);
	CHECK(at_type_white(AT_IDREFS) == AT_COLLAPSE && at_type_white(AT_UNTYPED) == AT_PRESERVE);
	CHECK(at_type_white(AT_ANY_SIMPLE) == AT_PRESERVE && at_type_white(AT_DAY_TIME) == AT_COLLAPSE);
}

UT_SUITE(test_types)
{
	UT_RUN(names);
	UT_RUN(derivation);
	UT_RUN(rows);
	UT_RUN(white_space);
	return ut_done();
}
