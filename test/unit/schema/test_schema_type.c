/*
 * test_schema_type.c -- simple types: lexical forms, values, facets, lists and unions.
 */
#include "../ut_schema.h"

typedef struct TypeCase
{
	const char *type;
	const char *good; /* texts, each behind "|" */
	const char *bad;
} TypeCase;

static const TypeCase builtin[] = {
	{"string", "|| a  b |<b>", ""},
	{"boolean", "|true|false|1|0| true ", "||TRUE|yes|2"},
	{"decimal", "|1|-1.50|+.5|5.|000", "||1e3|.|INF|1 2"},
	{"float", "|1|1e3|-INF|INF|NaN|-1.5E-3", "||+INF|inf|1e|0x1"},
	{"double", "|1|1e400|-0|.5e0", "||1,5|--1"},
	{"duration", "|P1Y|-P1Y2M3DT4H5M6.7S|PT0S|P1M|PT1M", "||P|PT|P1S|1Y|P1Y1Y|P-1Y|P1.5D|P1M1Y"},
	{"dateTime", "|2004-02-29T00:00:00|2003-12-31T24:00:00Z|-0044-03-15T12:00:00.123+14:00",
	 "||2003-02-29T00:00:00|2003-01-01|0000-01-01T00:00:00|2003-01-01T25:00:00|2003-01-01T00:00:00+15:00"},
	{"time", "|12:00:00|12:00:00.5Z|24:00:00", "||12:00|25:00:00|12:60:00"},
	{"date", "|2004-02-29|12004-01-01|2004-01-01Z|2004-01-01-05:00",
	 "||2003-02-29|04-01-01|2004-1-1|2004-01-01T00:00:00"},
	{"gYearMonth", "|2004-02|2004-02Z|-0001-12+01:00", "||2004-13|2004|2004-02-01"},
	{"gYear", "|2004|12004|2004Z|-0001", "||04|0000|2004-01"},
	{"gMonthDay", "|--02-29|--12-31Z", "||--02-30|-02-01|02-01"},
	{"gDay", "|---31|---01Z", "||---32|--01|31"},
	{"gMonth", "|--12|--01-05:00", "||--13|-12|12"},
	{"hexBinary", "||00fF", "|0|0g"},
	{"base64Binary", "||AQID|AQ==|AQI=|A Q I D", "|A|AQ=|AQJ=|A===|A-ID"},
	{"anyURI", "||http://example.org/a?b#c|a b|a/b:c|../%20", "|1a:b|%2|a#b#c|:a"},
	{"QName", "|a|xs:a", "||x:a|:a|a:|a b"},
	{"normalizedString", "|| a\tb ", ""},
	{"token", "|| a  b ", ""},
	{"language", "|de|de-AT|x-klingon1", "||d_e|toolongtag-a|de-|1a"},
	{"NMTOKEN", "|a|1a|-.:a|2004-02-29|12", "||a b|a+"},
	{"NMTOKENS", "|a b|1", "||a +"},
	{"Name", "|a|a:b|_", "||1a|a b"},
	{"NCName", "|a|_1", "||a:b|1"},
	{"integer", "|1|-0|+1|00|123456789012345678901234567890", "||1.0|1e3|a"},
	{"nonPositiveInteger", "|0|-1", "||1"},
	{"negativeInteger", "|-1", "|0|1"},
	{"long", "|9223372036854775807|-9223372036854775808", "|9223372036854775808|-9223372036854775809"},
	{"int", "|2147483647|-2147483648|+1", "|2147483648|-2147483649|1.0"},
	{"short", "|32767", "|32768"},
	{"byte", "|127|-128", "|128|-129"},
	{"nonNegativeInteger", "|0|1", "|-1"},
	{"unsignedLong", "|18446744073709551615|0", "|18446744073709551616|-1"},
	{"unsignedInt", "|4294967295", "|4294967296"},
	{"unsignedShort", "|65535", "|65536"},
	{"unsignedByte", "|255", "|256"},
	{"positiveInteger", "|1", "|0"},
};

/* Types by restriction, list and union: the definition, then texts. */
static const TypeCase derived[] = {
	{"<xs:restriction base='xs:string'><xs:length value='2'/></xs:restriction>", "|ab|é1|12", "|a|abc|"},
	{"<xs:restriction base='xs:hexBinary'><xs:minLength value='1'/><xs:maxLength "
	 "value='2'/></xs:restriction>",
	 "|00|0011", "||001122"},
	{"<xs:restriction base='xs:string'><xs:minLength value='2'/><xs:maxLength "
	 "value='2'/></xs:restriction>",
	 "|ab", "|a|abc"},
	{"<xs:restriction><xs:simpleType><xs:restriction base='xs:string'><xs:maxLength "
	 "value='2'/></xs:restriction>"
	 "</xs:simpleType><xs:length value='2'/></xs:restriction>",
	 "|ab", "|a|abc"},
	{"<xs:restriction base='xs:token'><xs:pattern value='[a-c]+'/><xs:pattern "
	 "value='\\d{2}'/></xs:restriction>",
	 "|abc|12| abc ", "|abd|123|a1"},
	{"<xs:restriction base='xs:string'><xs:pattern value='^a$|b'/></xs:restriction>", "|^a$|b", "|a|ab"},
	{"<xs:restriction base='xs:decimal'><xs:enumeration value='1.0'/><xs:enumeration "
	 "value='-2'/></xs:restriction>",
	 "|1|1.00|-2.0", "|2|1.1"},
	{"<xs:restriction base='xs:date'><xs:enumeration value='2000-01-01Z'/></xs:restriction>",
	 "|2000-01-01Z|2000-01-01+00:00", "|2000-01-01|2000-01-02Z"},
	{"<xs:restriction base='xs:string'><xs:enumeration value='a b'/><xs:enumeration "
	 "value='7'/></xs:restriction>",
	 "|a b|7", "|a  b|07"},
	{"<xs:restriction base='xs:decimal'><xs:totalDigits value='3'/><xs:fractionDigits "
	 "value='1'/></xs:restriction>",
	 "|12.5|123|012.50", "|1234|1.25|123.4"},
	{"<xs:restriction base='xs:int'><xs:minExclusive value='-5'/><xs:maxInclusive "
	 "value='5'/></xs:restriction>",
	 "|-4|5", "|-5|6"},
	{"<xs:restriction base='xs:duration'><xs:maxInclusive value='P1M'/></xs:restriction>", "|P27D|P1M|PT1S",
	 "|P31D|P28D|P2M"},
	{"<xs:restriction base='xs:dateTime'><xs:minInclusive value='2000-01-01T00:00:00Z'/></xs:restriction>",
	 "|2000-01-01T00:00:00Z|2000-01-02T00:00:00|1999-12-31T23:00:00-01:00",
	 "|1999-12-31T23:59:59Z|2000-01-01T00:00:00"},
	{"<xs:restriction base='xs:time'><xs:enumeration value='00:00:00'/><xs:enumeration "
	 "value='24:00:00Z'/></xs:restriction>",
	 "|24:00:00|00:00:00|00:00:00.0Z|01:00:00+01:00", "|00:00:01|23:59:59Z"},
	{"<xs:restriction base='xs:time'><xs:minInclusive value='12:00:00'/></xs:restriction>",
	 "|12:00:00|23:59:59.5", "|24:00:00|00:00:00|11:59:59"},
	{"<xs:list itemType='xs:int'/>", "||1 2  3", "|1 a"},
	{"<xs:restriction><xs:simpleType><xs:list itemType='xs:int'/></xs:simpleType><xs:enumeration value='1 "
	 "2'/>"
	 "<xs:length value='2'/></xs:restriction>",
	 "|1 2| +1  02", "|2 1|1|1 2 3"},
	{"<xs:union memberTypes='xs:int xs:boolean'/>", "|1|true|-7", "|a||1.5"},
	{"<xs:restriction><xs:simpleType><xs:union memberTypes='xs:int xs:date'/></xs:simpleType>"
	 "<xs:enumeration value='1'/><xs:enumeration value='2000-01-01'/></xs:restriction>",
	 "|1|+1|2000-01-01", "|2|2000-01-02|a"},
};

/* Validate every text between bars as the content of <v>, which is to be good or not. */
static void
check_texts(const BxSchema *schema, const char *what, const char *texts, bool good)
{
	while (*texts == '|')
	{
		const char *end = strchr(texts + 1, '|');
		size_t n = end != NULL ? (size_t) (end - texts - 1) : strlen(texts + 1);
		char doc[300];
		UtReport r;

		snprintf(doc, sizeof(doc), "<v xmlns:xs='http://www.w3.org/2001/XMLSchema'><![CDATA[%.*s]]></v>",
				 (int) n, texts + 1);
		r = ut_validate(schema, doc);
		CHECKF(r.valid == good, "%s: %.*s: %s %s", what, (int) n, texts + 1, r.codes, r.msgs);
		texts += n + 1;
	}
}

static void
built_in_types(void)
{
	for (size_t i = 0; i < sizeof(builtin) / sizeof(builtin[0]); i++)
	{
		char text[300];
		BxSchema *schema;

		snprintf(text, sizeof(text), UT_XS "><xs:element name='v' type='xs:%s'/></xs:schema>",
				 builtin[i].type);
		schema = ut_schema(text);
		check_texts(schema, builtin[i].type, builtin[i].good, true);
		check_texts(schema, builtin[i].type, builtin[i].bad, false);
		bx_schema_free(schema);
	}
}

static void
derived_types(void)
{
	for (size_t i = 0; i < sizeof(derived) / sizeof(derived[0]); i++)
	{
		char text[800];
		BxSchema *schema;

		snprintf(text, sizeof(text),
				 UT_XS "><xs:element name='v'><xs:simpleType>%s</xs:simpleType></xs:element></xs:schema>",
				 derived[i].type);
		schema = ut_schema(text);
		if (schema == NULL)
			continue;
		check_texts(schema, derived[i].type, derived[i].good, true);
		check_texts(schema, derived[i].type, derived[i].bad, false);
		bx_schema_free(schema);
	}
}

/* ---- facets beside those of the base: the last value that is taken, and the first that is looser ---- */

static void
looser_facets(void)
{
	static const struct
	{
		const char *type;
		const char *base;
		const char *facet;
		const char *taken;
		const char *looser;
	} cases[] = {
		{"decimal", "minInclusive value='5'", "minInclusive", "5", "4.9"},
		{"decimal", "minInclusive value='5'", "minExclusive", "5", "4.9"},
		{"decimal", "minInclusive value='5'", "maxInclusive", "5", "4.9"},
		{"decimal", "minInclusive value='5'", "maxExclusive", "5.1", "4.9"},
		{"decimal", "minExclusive value='5'", "minInclusive", "5.1", "5"},
		{"decimal", "minExclusive value='5'", "minExclusive", "5", "4.9"},
		{"decimal", "minExclusive value='5'", "maxInclusive", "5.1", "4.9"},
		{"decimal", "maxInclusive value='5'", "maxInclusive", "5", "5.1"},
		{"decimal", "maxInclusive value='5'", "maxExclusive", "5", "5.1"},
		{"decimal", "maxInclusive value='5'", "minInclusive", "5", "5.1"},
		{"decimal", "maxInclusive value='5'", "minExclusive", "4.9", "5.1"},
		{"decimal", "maxExclusive value='5'", "maxInclusive", "4.9", "5"},
		{"decimal", "maxExclusive value='5'", "maxExclusive", "5", "5.1"},
		{"decimal", "maxExclusive value='5'", "minInclusive", "4.9", "5.1"},
		{"int", "minInclusive value='5'", "minExclusive", "5", "4"},
		{"date", "minExclusive value='2024-02-29'", "minInclusive", "2024-03-01", "2024-02-29"},
		{"string", "minLength value='3'", "minLength", "3", "2"},
		{"string", "maxLength value='3'", "maxLength", "3", "4"},
		{"string", "length value='3'", "length", "3", "2"},
		{"string", "length value='3'", "length", "3", "4"},
		{"decimal", "totalDigits value='3'", "totalDigits", "3", "4"},
		{"decimal", "fractionDigits value='3'", "fractionDigits", "3", "4"},
		{"integer", "totalDigits value='3'", "fractionDigits", "0", "1"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (int is_looser = 0; is_looser < 2; is_looser++)
		{
			BxSchema *schema = NULL;
			char buf[1000];
			const char *text = buf;
			BxError err;
			BxStatus st;

			snprintf(buf, sizeof(buf),
					 UT_XS "><xs:simpleType name='b'><xs:restriction "
						   "base='xs:%s'><xs:%s/></xs:restriction></xs:simpleType>"
						   "<xs:element name='v'><xs:simpleType><xs:restriction base='b'><xs:%s "
						   "value='%s'/></xs:restriction>"
						   "</xs:simpleType></xs:element></xs:schema>",
					 cases[i].type, cases[i].base, cases[i].facet,
					 is_looser ? cases[i].looser : cases[i].taken);
			st = ut_schema_on(bx_host_libc(), &text, 1, NULL, &schema, &err);
			if (is_looser)
				CHECKF(st == BX_E_SCHEMA, "%s, then %s %s is taken", cases[i].base, cases[i].facet,
					   cases[i].looser);
			else
				CHECKF(st == BX_OK, "%s, then %s %s: %s", cases[i].base, cases[i].facet, cases[i].taken,
					   err.msg);
			if (st == BX_OK)
				bx_schema_free(schema);
		}
}

UT_SUITE(test_schema_type)
{
	UT_RUN(built_in_types);
	UT_RUN(derived_types);
	UT_RUN(looser_facets);
	return ut_done();
}
