/*
 * test_schema_redefine.c -- schemas of several documents: namespaces that a document may refer to, redefinitions of
 * redefinitions, groups whose redefinition must be a restriction; groups that nothing refers to.
 */
#include "../ut_host.h"
#include "../ut_schema.h"

/* Compile these documents; said is part of the message, NULL: it is a schema. */
static BxSchema *
compile(const char *const *texts, uint32_t n, const char *said)
{
	BxSchema *schema = NULL;
	BxError err;
	BxStatus st = ut_schema_on(bx_host_libc(), texts, n, NULL, &schema, &err);

	CHECKF(st == (said == NULL ? BX_OK : BX_E_SCHEMA), "%s: %s %s", texts[0], err.msg, err.detail);
	CHECKF(said == NULL || strstr(err.msg, said) || strstr(err.hint, said), "%s: %s %s", texts[0], err.msg,
		   err.hint);
	return schema;
}

static void
check(const char *const *texts, uint32_t n, const char *said)
{
	BxSchema *schema = compile(texts, n, said);

	if (schema != NULL)
		bx_schema_free(schema);
}

/* Names of other namespaces need an import in the document itself. */
static void
imports(void)
{
	static const struct
	{
		const char *a, *said;
	} cases[] = {
		{"<xs:import namespace='urn:b'/><xs:element name='e' type='b:t'/>", NULL},
		{"<xs:element name='e' type='b:t'/>",
		 "\"b:t\" is of namespace \"urn:b\", which the document does not import"},
		{"<xs:import namespace='urn:c'/><xs:element name='e' type='b:t'/>",
		 "Write <import namespace=\"urn:b\"/>"},
		{"<xs:import namespace='urn:b'/><xs:element name='e'><xs:complexType><xs:sequence><xs:element "
		 "ref='b:e'/>"
		 "</xs:sequence></xs:complexType></xs:element>",
		 NULL},
		{"<xs:element name='e'><xs:complexType><xs:sequence><xs:element "
		 "ref='b:e'/></xs:sequence></xs:complexType>"
		 "</xs:element>",
		 "\"b:e\" is of namespace"},
		{"<xs:import/><xs:element name='e' type='n'/>", NULL},
		{"<xs:element name='e' type='n'/>", "\"n\" is in no namespace, which the document does not import"},
		{"<xs:element name='e' type='xs:int'/><xs:element name='f' substitutionGroup='a:e'/>", NULL},
		{"<xs:element name='e' type='b:none'/>", "type \"none\" of namespace \"urn:b\" is not declared"},
		{"<xs:import namespace='urn:b'/><xs:element name='e'><xs:keyref name='f' refer='b:k'><xs:selector "
		 "xpath='c'/>"
		 "<xs:field xpath='.'/></xs:keyref></xs:element>",
		 NULL},
		{"<xs:element name='e'><xs:keyref name='f' refer='b:k'><xs:selector xpath='c'/><xs:field "
		 "xpath='.'/></xs:keyref>"
		 "</xs:element>",
		 "\"b:k\" is of namespace"},
		{"<xs:import namespace='http://www.w3.org/XML/1998/namespace'/><xs:complexType "
		 "name='t'><xs:attribute "
		 "ref='xml:lang'/></xs:complexType>",
		 NULL},
		{"<xs:complexType name='t'><xs:attribute ref='xml:lang'/></xs:complexType>",
		 "\"xml:lang\" is of namespace"},
	};
	char a[1000];
	const char *texts[] = {
		a,
		UT_XS
		"targetNamespace='urn:b'><xs:simpleType name='t'><xs:restriction base='xs:int'/></xs:simpleType>"
		"<xs:element name='e'><xs:key name='k'><xs:selector xpath='c'/><xs:field "
		"xpath='.'/></xs:key></xs:element></xs:schema>",
		UT_XS "><xs:simpleType name='n'><xs:restriction base='xs:int'/></xs:simpleType></xs:schema>"};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		snprintf(a, sizeof(a), UT_XS "targetNamespace='urn:a' xmlns:a='urn:a' xmlns:b='urn:b'>%s</xs:schema>",
				 cases[i].a);
		check(texts, 3, cases[i].said);
	}
}

/* What a.xsd redefines, b.xsd redefined before. */
static void
twice_redefined(void)
{
	static const char *const texts[] = {
		UT_XS
		"><xs:redefine schemaLocation='b.xsd'><xs:simpleType name='C'><xs:restriction base='C'><xs:maxLength "
		"value='3'/></xs:restriction></xs:simpleType><xs:group name='G'><xs:sequence><xs:group "
		"ref='G'/><xs:element "
		"name='three' type='C'/></xs:sequence></xs:group><xs:attributeGroup name='A'><xs:attributeGroup "
		"ref='A'/>"
		"<xs:attribute name='z'/></xs:attributeGroup></xs:redefine><xs:element name='r'><xs:complexType>"
		"<xs:group ref='G'/><xs:attributeGroup ref='A'/></xs:complexType></xs:element></xs:schema>",
		UT_XS
		"><xs:redefine schemaLocation='c.xsd'><xs:simpleType name='C'><xs:restriction base='C'><xs:minLength "
		"value='2'/></xs:restriction></xs:simpleType><xs:group name='G'><xs:sequence><xs:group "
		"ref='G'/><xs:element "
		"name='two' type='C'/></xs:sequence></xs:group><xs:attributeGroup name='A'><xs:attributeGroup "
		"ref='A'/>"
		"<xs:attribute name='y'/></xs:attributeGroup></xs:redefine></xs:schema>",
		UT_XS "><xs:simpleType name='C'><xs:restriction base='xs:token'><xs:pattern "
			  "value='[a-z]*'/></xs:restriction>"
			  "</xs:simpleType><xs:group name='G'><xs:sequence><xs:element name='one' "
			  "type='C'/></xs:sequence></xs:group>"
			  "<xs:attributeGroup name='A'><xs:attribute name='x'/></xs:attributeGroup></xs:schema>"};
	BxSchema *schema = compile(texts, 3, NULL);
	UtReport r;

	if (schema == NULL)
		return;
	r = ut_validate(schema, "<r x='' y='' z=''><one>abc</one><two>ab</two><three>abc</three></r>");
	CHECKF(r.valid, "%s", r.msgs);
	r = ut_validate(schema, "<r><one>a</one><two>abcd</two><three>AB</three></r>");
	CHECKF(strcmp(r.codes, "cvc-minLength-valid cvc-maxLength-valid cvc-pattern-valid ") == 0, "%s", r.codes);
	bx_schema_free(schema);
}

#define G(rest) "<xs:group name='g'>" rest "</xs:group>"
#define A(rest) "<xs:attributeGroup name='a'>" rest "</xs:attributeGroup>"
#define E(name, more) "<xs:element name='" name "' " more "/>"

/* The redefinition of a group that does not refer to the group before it is a restriction of that. */
static void
restrictions_of_groups(void)
{
	static const struct
	{
		const char *was, *now, *said;
	} cases[] = {
		{G("<xs:choice>" E("x", "maxOccurs='3'") E("y", "") "</xs:choice>"),
		 G("<xs:choice>" E("x", "maxOccurs='2'") "</xs:choice>"), NULL},
		{G("<xs:choice>" E("x", "maxOccurs='3'") E("y", "") "</xs:choice>"),
		 G("<xs:choice>" E("x", "maxOccurs='4'") "</xs:choice>"),
		 "the redefinition allows element \"x\" where the group before it does not"},
		{G("<xs:all>" E("x", "") E("y", "") "</xs:all>"), G("<xs:all>" E("x", "") "</xs:all>"),
		 "the redefinition allows to end the content early"},
		{G("<xs:sequence>" E("x", "type='xs:int'") "</xs:sequence>"),
		 G("<xs:sequence>" E("x", "type='xs:string'") "</xs:sequence>"), "values of element \"x\""},
		{G("<xs:sequence>" E("x", "") "</xs:sequence>"),
		 G("<xs:sequence>" E("y", "") "<xs:group ref='g'/></xs:sequence>"), NULL},
		{A("<xs:attribute name='x'/><xs:attribute name='y'/>"), A("<xs:attribute name='x' use='required'/>"),
		 NULL},
		{A("<xs:attribute name='x' use='required'/>"), A("<xs:attribute name='x'/>"),
		 "values of attribute \"x\""},
		{A("<xs:attribute name='x' use='required'/>"), A(""), "to leave out attribute \"x\""},
		{A("<xs:attribute name='x'/>"), A("<xs:attribute name='z'/>"), "attribute \"z\""},
		{A("<xs:attribute name='x'/>"), A("<xs:attributeGroup ref='a'/><xs:attribute name='z'/>"), NULL},
		{A("<xs:anyAttribute processContents='lax'/>"), A("<xs:anyAttribute namespace='urn:x'/>"), NULL},
		{A("<xs:anyAttribute processContents='lax'/>"), A("<xs:anyAttribute processContents='skip'/>"),
		 "attributes that a wildcard does not look at"},
	};
	char a[1000], b[1000];
	const char *texts[] = {a, b};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		snprintf(a, sizeof(a), UT_XS "><xs:redefine schemaLocation='b.xsd'>%s</xs:redefine></xs:schema>",
				 cases[i].now);
		snprintf(b, sizeof(b), UT_XS ">%s</xs:schema>", cases[i].was);
		check(texts, 2, cases[i].said);
	}
}

/* Groups are looked at whether a type refers to them or not. */
static void
unused_groups(void)
{
	static const struct
	{
		const char *text, *said;
	} cases[] = {
		{G("<xs:sequence>" E("x", "type='xs:int'") "</xs:sequence>"), NULL},
		{G("<xs:sequence>" E("x", "type='t'") "</xs:sequence>"), "type \"t\" is not declared"},
		{G("<xs:sequence><xs:group ref='g'/></xs:sequence>"), "the group contains itself"},
		{G("<xs:sequence><xs:group ref='h'/></xs:sequence>"), "group \"h\" is not declared"},
		{G("<xs:sequence><xs:element name='x'><xs:complexType><xs:attribute name='y' "
		   "type='t'/></xs:complexType>"
		   "</xs:element></xs:sequence>"),
		 "type \"t\" is not declared"},
		{A("<xs:attribute name='x' type='t'/>"), "type \"t\" is not declared"},
		{A("<xs:attributeGroup ref='a'/>"), "the attribute group contains itself"},
		{A("<xs:attribute name='x'/><xs:attribute name='x'/>"), "attribute \"x\" is declared twice"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		char text[1000];
		const char *s = text;

		snprintf(text, sizeof(text), UT_XS ">%s</xs:schema>", cases[i].text);
		check(&s, 1, cases[i].said);
	}
}

/* Two redefinitions of one component in one place. */
static void
redefined_beside(void)
{
	static const char *const twice[] = {
		"<xs:simpleType name='C'><xs:restriction base='C'/></xs:simpleType>",
		G("<xs:sequence><xs:group ref='g'/></xs:sequence>"),
		A("<xs:attributeGroup ref='a'/>"),
	};
	char a[1000];
	const char *texts[] = {
		a, UT_XS "><xs:simpleType name='C'><xs:restriction base='xs:int'/></xs:simpleType>" G(
			   "<xs:sequence>" E("x", "") "</xs:sequence>") A("<xs:attribute name='x'/>") "</xs:schema>"};

	for (size_t i = 0; i < sizeof(twice) / sizeof(twice[0]); i++)
	{
		snprintf(a, sizeof(a), UT_XS "><xs:redefine schemaLocation='b.xsd'>%s%s</xs:redefine></xs:schema>",
				 twice[i], twice[i]);
		check(texts, 2, "is declared twice");
		snprintf(a, sizeof(a), UT_XS "><xs:redefine schemaLocation='b.xsd'>%s</xs:redefine></xs:schema>",
				 twice[i]);
		check(texts, 2, NULL);
	}
}

UT_SUITE(test_schema_redefine)
{
	UT_RUN(imports);
	UT_RUN(twice_redefined);
	UT_RUN(restrictions_of_groups);
	UT_RUN(unused_groups);
	UT_RUN(redefined_beside);
	return ut_done();
}
