/*
 * test_schema_rule.c -- schema documents held to the schema for schemas: attributes and their values, children, their
 * order and number.  Each refusal stands beside what is just allowed.
 */
#include "../ut_host.h"
#include "../ut_schema.h"

typedef struct RuleCase
{
	const char *text; /* in schema */
	const char *said; /* of message, detail or hint; NULL: it is good */
} RuleCase;

#define EL(rest) "<xs:element name='v'>" rest "</xs:element>"
#define CT(rest) EL("<xs:complexType>" rest "</xs:complexType>")
#define SQ(rest) CT("<xs:sequence>" rest "</xs:sequence>")
#define ST(rest) EL("<xs:simpleType>" rest "</xs:simpleType>")
#define NOTE "<xs:annotation><xs:documentation>d</xs:documentation></xs:annotation>"
#define SC(rest) CT("<xs:simpleContent>" rest "</xs:simpleContent>")
#define CC(rest) CT("<xs:complexContent>" rest "</xs:complexContent>")
#define KEY(rest) EL("<xs:key name='k'>" rest "</xs:key>")
#define SEL "<xs:selector xpath='a'/>"
#define FLD "<xs:field xpath='@a'/>"
#define GR(rest) "<xs:group name='g'>" rest "</xs:group>"

static const RuleCase cases[] = {
	/* id */
	{"<xs:element name='v' id='a'/><xs:element name='w' id='b'/>", NULL},
	{"<xs:element name='v' id='a'/><xs:element name='w' id='a'/>", "the id \"a\" is not the only one"},
	{"<xs:element name='v' id=''/>", "\"\" is not a name without a colon"},
	{"<xs:element name='v' id='1a'/>", "\"1a\" is not a name"},
	{SQ("<xs:any id='a:b'/>"), "\"a:b\" is not a name"},
	{"<xs:annotation id='a'/><xs:annotation id='a'/>", "the id \"a\""},
	/* annotations */
	{NOTE NOTE "<xs:element name='v'>" NOTE "<xs:complexType>" NOTE "</xs:complexType></xs:element>" NOTE,
	 NULL},
	{EL(NOTE NOTE), "element \"annotation\" comes too often"},
	{EL("<xs:complexType/>" NOTE), "element \"annotation\" must come first here"},
	{SQ("<xs:any>" NOTE NOTE "</xs:any>"), "comes too often"},
	{SQ("<xs:any>" NOTE "</xs:any>"), NULL},
	{EL("<xs:annotation><xs:appinfo source='urn:a'><a b='1'>t<c/></a></xs:appinfo></xs:annotation>"), NULL},
	{EL("<xs:annotation><xs:element name='a'/></xs:annotation>"), "element \"element\" is not allowed here"},
	{EL("<xs:annotation>text</xs:annotation>"), "text \"text\" is not allowed here"},
	{EL("<xs:annotation><xs:documentation kind='a'/></xs:annotation>"),
	 "attribute \"kind\" is not allowed here"},
	{EL("<xs:annotation><xs:documentation id='a'/></xs:annotation>"), "attribute \"id\" is not allowed here"},
	{EL("<xs:annotation><xs:documentation xml:lang='en-GB'/></xs:annotation>"), NULL},
	{EL("<xs:annotation><xs:documentation xml:lang=''/></xs:annotation>"), "\"\" is not a language"},
	{EL("<xs:annotation><xs:annotation id='a'/></xs:annotation>"),
	 "element \"annotation\" is not allowed here"},
	{EL("<xs:annotation><xs:appinfo><xs:annotation id='a'/><xs:appinfo/></xs:appinfo></xs:annotation>"),
	 NULL},
	{"<xs:documentation/>", "element \"documentation\" is not allowed here"},
	/* what only global or only local components have */
	{SQ("<xs:element name='a' minOccurs='0' maxOccurs='unbounded' form='qualified'/>"), NULL},
	{"<xs:element name='v' minOccurs='0'/>", "attribute \"minOccurs\" is not allowed here"},
	{"<xs:element name='v' form='qualified'/>", "attribute \"form\" is not allowed here"},
	{SQ("<xs:element name='a' abstract='true'/>"), "attribute \"abstract\" is not allowed here"},
	{SQ("<xs:element name='a' final='#all'/>"), "attribute \"final\" is not allowed here"},
	{"<xs:element/>", "\"element\" has no \"name\""},
	{SQ("<xs:element ref='v' nillable='true'/>"), "attribute \"nillable\" is not allowed here"},
	{SQ("<xs:element ref='v' name='a'/>"), "attribute \"name\" is not allowed here"},
	{SQ("<xs:element ref='v'><xs:complexType/></xs:element>"), "element \"complexType\" is not allowed here"},
	{"<xs:attribute name='a' use='required'/>", "attribute \"use\" is not allowed here"},
	{CT("<xs:attribute name='a' use='maybe'/>"), "use must be \"optional\", \"required\" or \"prohibited\""},
	{CT("<xs:attribute ref='a' type='xs:string'/>"), "attribute \"type\" is not allowed here"},
	{EL("<xs:complexType name='t'/>"), "attribute \"name\" is not allowed here"},
	{EL("<xs:complexType abstract='true'/>"), "attribute \"abstract\" is not allowed here"},
	{"<xs:complexType/>", "\"complexType\" has no \"name\""},
	{EL("<xs:simpleType name='t'><xs:list itemType='xs:int'/></xs:simpleType>"), "attribute \"name\""},
	{"<xs:attributeGroup ref='g'/>", "attribute \"ref\" is not allowed here"},
	{CT("<xs:attributeGroup name='g'/>"), "attribute \"name\" is not allowed here"},
	{CT("<xs:attributeGroup/>"), "\"attributeGroup\" has no \"ref\""},
	{"<xs:attributeGroup name='g'/>" CT(
		 "<xs:attributeGroup ref='g'><xs:attribute name='a'/></xs:attributeGroup>"),
	 "element \"attribute\" is not allowed here"},
	/* groups */
	{GR("<xs:sequence/>") CT("<xs:group ref='g' minOccurs='0'/>"), NULL},
	{GR("<xs:sequence minOccurs='1'/>"), "attribute \"minOccurs\" is not allowed here"},
	{GR("<xs:all maxOccurs='1'/>"), "attribute \"maxOccurs\" is not allowed here"},
	{GR(""), "\"group\" has no element \"all\", \"choice\" or \"sequence\""},
	{GR("<xs:sequence/><xs:sequence/>"), "comes too often"},
	{"<xs:group name='g' minOccurs='1'><xs:sequence/></xs:group>", "attribute \"minOccurs\""},
	{CT("<xs:all minOccurs='0' maxOccurs='1'><xs:element name='a' minOccurs='0'/></xs:all>"), NULL},
	{CT("<xs:all maxOccurs='2'/>"), "maxOccurs must be 1 here"},
	{CT("<xs:all maxOccurs='0'/>"), "maxOccurs must be 1 here"},
	{CT("<xs:all minOccurs='2'/>"), "minOccurs must be 0 or 1 here"},
	{CT("<xs:all><xs:element name='a' maxOccurs='0' minOccurs='0'/></xs:all>"), NULL},
	{CT("<xs:all><xs:element name='a' maxOccurs='2'/></xs:all>"), "maxOccurs must be 0 or 1 here"},
	{CT("<xs:all><xs:element ref='v' maxOccurs='unbounded'/></xs:all>"),
	 "\"unbounded\" is not a whole number"},
	{CT("<xs:all><xs:any/></xs:all>"), "element \"any\" is not allowed here"},
	{SQ("<xs:element name='a' minOccurs='+0' maxOccurs='007'/>"), NULL},
	{SQ("<xs:element name='a' minOccurs='-0'/>"), NULL},
	{SQ("<xs:element name='a' minOccurs='-1'/>"), "\"-1\" is not a whole number"},
	{SQ("<xs:element name='a' minOccurs='unbounded'/>"), "\"unbounded\" is not a whole number"},
	/* wildcards */
	{SQ("<xs:any namespace='##local urn:a ##targetNamespace' processContents='lax'/>"), NULL},
	{SQ("<xs:any namespace=''/>"), NULL},
	{SQ("<xs:any namespace='##any ##local'/>"), "\"##any\" cannot be in a list of namespaces"},
	{SQ("<xs:any namespace='##other ##local'/>"), "\"##other\" cannot be in a list"},
	{CT("<xs:anyAttribute namespace='##target'/>"), "\"##target\" cannot be in a list"},
	{CT("<xs:anyAttribute processContents='Lax'/>"),
	 "processContents must be \"strict\", \"lax\" or \"skip\""},
	{CT("<xs:anyAttribute minOccurs='0'/>"), "attribute \"minOccurs\" is not allowed here"},
	{CT("<xs:anyAttribute/><xs:anyAttribute/>"), "comes too often"},
	{CT("<xs:anyAttribute/><xs:attribute name='a'/>"), "must come before others"},
	/* derivation */
	{CT("<xs:simpleContent/>"), "\"simpleContent\" has no element \"extension\" or \"restriction\""},
	{SC("<xs:extension base='xs:int'/><xs:extension base='xs:int'/>"), "comes too often"},
	{SC("<xs:extension/>"), "\"extension\" has no \"base\""},
	{SC("<xs:extension base='xs:int'><xs:sequence/></xs:extension>"), "element \"sequence\" is not allowed"},
	{SC("<xs:extension base='xs:int'><xs:maxLength value='1'/></xs:extension>"), "element \"maxLength\""},
	{CC("<xs:extension base='xs:anyType'><xs:sequence/><xs:anyAttribute/></xs:extension>"), NULL},
	{CC("<xs:restriction base='xs:anyType'><xs:maxLength value='1'/></xs:restriction>"),
	 "element \"maxLength\""},
	{CC("<xs:restriction base='xs:anyType'/>") "<xs:attribute name='a' final=''/>", "attribute \"final\""},
	{CT("<xs:complexContent><xs:extension base='xs:anyType'/></xs:complexContent><xs:attribute name='a'/>"),
	 "element \"attribute\" is not allowed here"},
	{ST("<xs:restriction base='xs:int'><xs:attribute name='a'/></xs:restriction>"), "element \"attribute\""},
	{ST("<xs:restriction base='xs:int'/><xs:restriction base='xs:int'/>"), "comes too often"},
	{ST(""), "\"simpleType\" has no element \"list\", \"restriction\" or \"union\""},
	{"<xs:element name='v' block='extension substitution' final='#all'/>", NULL},
	{"<xs:element name='v' block='#all extension'/>", "block cannot list \"#all\""},
	{"<xs:element name='v' final='substitution'/>", "final cannot list \"substitution\""},
	{"<xs:complexType name='t' block='substitution'/>", "block cannot list \"substitution\""},
	{"<xs:simpleType name='t' final='extension'><xs:list itemType='xs:int'/></xs:simpleType>",
	 "final cannot list \"extension\""},
	{"<xs:complexType name='t' mixed='yes'/>", "mixed must be \"true\" or \"false\""},
	/* facets */
	{ST("<xs:restriction base='xs:string'><xs:maxLength value=' 3 ' fixed='1'/></xs:restriction>"), NULL},
	{ST("<xs:restriction base='xs:string'><xs:maxLength/></xs:restriction>"),
	 "\"maxLength\" has no \"value\""},
	{ST("<xs:restriction base='xs:string'><xs:maxLength value='3' fixed='x'/></xs:restriction>"),
	 "fixed must be \"true\" or \"false\""},
	{ST("<xs:restriction base='xs:string'><xs:pattern value='a' fixed='true'/></xs:restriction>"),
	 "attribute \"fixed\" is not allowed here"},
	{ST("<xs:restriction base='xs:string'><xs:whiteSpace value='trim'/></xs:restriction>"),
	 "whiteSpace must be \"preserve\", \"replace\" or \"collapse\""},
	{ST("<xs:restriction base='xs:decimal'><xs:totalDigits value='1'/></xs:restriction>"), NULL},
	{ST("<xs:restriction base='xs:decimal'><xs:totalDigits value='0'/></xs:restriction>"),
	 "totalDigits must be at least 1"},
	{ST("<xs:restriction base='xs:string'><xs:maxLength value='3'/><xs:simpleType/></xs:restriction>"),
	 "must come before others"},
	{ST("<xs:restriction base='xs:string'><xs:length value='2'/><xs:maxLength value='2'/></xs:restriction>"),
	 "\"length\" excludes \"minLength\" and \"maxLength\""},
	{ST("<xs:restriction base='xs:string'><xs:minLength value='1'/><xs:length value='2'/></xs:restriction>"),
	 "\"length\" excludes"},
	{ST("<xs:restriction><xs:simpleType><xs:restriction base='xs:string'><xs:minLength "
		"value='1'/></xs:restriction>"
		"</xs:simpleType><xs:length value='2'/></xs:restriction>"),
	 NULL},
	{ST("<xs:restriction><xs:simpleType><xs:restriction base='xs:string'><xs:minLength "
		"value='1'/></xs:restriction>"
		"</xs:simpleType><xs:minLength value='2'/><xs:length value='2'/></xs:restriction>"),
	 "\"length\" excludes"},
	{ST("<xs:restriction><xs:simpleType><xs:restriction base='xs:string'><xs:length "
		"value='2'/></xs:restriction>"
		"</xs:simpleType><xs:maxLength value='2'/></xs:restriction>"),
	 "\"length\" excludes"},
	{ST("<xs:restriction base='xs:NMTOKENS'><xs:length value='2'/></xs:restriction>"), NULL},
	/* what a restriction may not do */
	{"<xs:complexType name='b'><xs:simpleContent><xs:extension "
	 "base='xs:int'/></xs:simpleContent></xs:complexType>" CC(
		 "<xs:restriction base='b'><xs:sequence/></xs:restriction>"),
	 "the base type has simple content"},
	{"<xs:complexType name='b'><xs:anyAttribute processContents='lax'/></xs:complexType>" CC(
		 "<xs:restriction base='b'><xs:anyAttribute/></xs:restriction>"),
	 NULL},
	{"<xs:complexType name='b'><xs:anyAttribute processContents='lax'/></xs:complexType>" CC(
		 "<xs:restriction base='b'><xs:anyAttribute processContents='skip'/></xs:restriction>"),
	 "attributes that a wildcard does not look at"},
	{"<xs:simpleType name='u'><xs:union memberTypes='xs:int'/></xs:simpleType><xs:complexType "
	 "name='b'><xs:sequence>"
	 "<xs:element name='a' type='xs:anyType'/><xs:element name='c' type='xs:anySimpleType'/></xs:sequence>"
	 "</xs:complexType>" CC(
		 "<xs:restriction base='b'><xs:sequence><xs:element name='a' type='u'/><xs:element name='c' "
		 "type='xs:IDREFS'/></xs:sequence></xs:restriction>"),
	 NULL},
	/* identity constraints */
	{EL("<xs:complexType/><xs:key name='k'><xs:selector xpath='child :: a/. / b|.// c'/><xs:field xpath=' "
		"attribute ::a'/>"
		"</xs:key>"),
	 NULL},
	{EL("<xs:key name='k'>" SEL "<xs:field xpath='xs: *'/></xs:key>"), "not a path"},
	{EL("<xs:key name='k'>" SEL "<xs:field xpath='xs: a'/></xs:key>"), "not a path"},
	{EL("<xs:key name='k'>" SEL "<xs:field xpath='xs:*|attribute'/></xs:key>"), NULL},
	{KEY(SEL FLD FLD), NULL},
	{KEY(SEL), "\"key\" has no element \"field\""},
	{KEY(FLD SEL), "\"key\" has no element \"selector\""},
	{KEY(SEL SEL FLD), "comes too often"},
	{KEY(SEL FLD NOTE), "must come first here"},
	{EL("<xs:keyref name='k'>" SEL FLD "</xs:keyref>"), "\"keyref\" has no \"refer\""},
	{EL("<xs:key name='k'>" SEL FLD "</xs:key><xs:complexType/>"), "must come before others"},
	/* documents and names */
	{"<xs:include/>", "\"include\" has no \"schemaLocation\""},
	{"<xs:import namespace='urn:b' schemaLocation=':b'/>", "\":b\" is not a URI"},
	{"<xs:element name='v'/><xs:import namespace='urn:b'/>", "element \"import\" must come before others"},
	{"<xs:element name='v' type=''/>", "\"\" is not a name"},
	{"<xs:element name='v' type='xs:a:b'/>", "\"xs:a:b\" is not a name"},
	{ST("<xs:union memberTypes='xs:int  xs:string'/>"), NULL},
	{ST("<xs:union memberTypes='xs:int 3'/>"), "\"3\" is not a name"},
	{"<xs:notation name='n' public='p'/>", NULL},
	{"<xs:notation name='n' system='s'/>", NULL},
	{"<xs:notation name='n'/>", "must have a \"public\" or a \"system\" identifier"},
	{"<xs:notation public='p'/>", "\"notation\" has no \"name\""},
};

static void
documents(void)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		const RuleCase *c = &cases[i];
		BxSchema *schema = NULL;
		char text[2000];
		const char *s = text;
		BxStatus st;
		BxError err;

		snprintf(text, sizeof(text), UT_XS ">%s</xs:schema>", c->text);
		st = ut_schema_on(bx_host_libc(), &s, 1, NULL, &schema, &err);
		CHECKF(st == (c->said == NULL ? BX_OK : BX_E_SCHEMA), "%s: %s: %s", text, bx_status_name(st),
			   err.msg);
		if (c->said != NULL)
			CHECKF(strstr(err.msg, c->said) || strstr(err.hint, c->said), "%s: %s %s", text, err.msg,
				   err.hint);
		if (st == BX_OK)
			bx_schema_free(schema);
	}
}

/* Attributes of the element "schema". */
static void
root_element(void)
{
	static const RuleCase roots[] = {
		{"version='1' id='a' xml:lang='en' blockDefault='#all' finalDefault='list union'", NULL},
		{"elementFormDefault='yes'", "elementFormDefault must be \"qualified\" or \"unqualified\""},
		{"blockDefault='list'", "blockDefault cannot list \"list\""},
		{"xml:lang=''", "\"\" is not a language"},
		{"targetNamespace=''", "the target namespace is empty"},
		{"name='a'", "attribute \"name\" is not allowed here"},
		{"xmlns:b='urn:b' b:anything=''", NULL},
		{"xs:id='a'", "attribute \"id\" is not allowed here"},
	};

	for (size_t i = 0; i < sizeof(roots) / sizeof(roots[0]); i++)
	{
		BxSchema *schema = NULL;
		char text[500];
		const char *s = text;
		BxStatus st;
		BxError err;

		snprintf(text, sizeof(text), UT_XS "%s><xs:element name='a'/></xs:schema>", roots[i].text);
		st = ut_schema_on(bx_host_libc(), &s, 1, NULL, &schema, &err);
		CHECKF(st == (roots[i].said == NULL ? BX_OK : BX_E_SCHEMA), "%s: %s", text, err.msg);
		CHECKF(roots[i].said == NULL || strstr(err.msg, roots[i].said), "%s: %s", text, err.msg);
		if (st == BX_OK)
			bx_schema_free(schema);
	}
}

/* An id is told apart in its document only. */
static void
ids_of_documents(void)
{
	static const char *const texts[] = {
		UT_XS "id='a'><xs:include schemaLocation='b.xsd'/><xs:element name='a' id='b'/></xs:schema>",
		UT_XS "id='a'><xs:element name='b' id='b'/></xs:schema>"};
	BxSchema *schema = NULL;
	BxError err;

	CHECKF(ut_schema_on(bx_host_libc(), texts, 2, NULL, &schema, &err) == BX_OK, "%s", err.msg);
	bx_schema_free(schema);
}

#define VC "xmlns:vc='http://www.w3.org/2007/XMLSchema-versioning' "

/* Elements that are for processors of other versions are as if they were not there. */
static void
conditions(void)
{
	static const RuleCase parts[] = {
		{"<xs:element name='v' type='none'/>", "type \"none\""},
		{"<xs:element name='v' type='none' vc:minVersion='1.1'/>", NULL},
		{"<xs:element name='v' type='none' vc:minVersion='1.0'/>", "type \"none\""},
		{"<xs:element name='v' type='none' vc:minVersion='1.00001'/>", NULL},
		{"<xs:element name='v' type='none' vc:maxVersion='1.0'/>", NULL},
		{"<xs:element name='v' type='none' vc:maxVersion='1.1'/>", "type \"none\""},
		{"<xs:element name='v' type='none' vc:minVersion='1.0' vc:maxVersion='0.9'/>", NULL},
		{"<xs:element name='v' type='none' vc:minVersion='one'/>", "type \"none\""},
		{"<xs:element name='v' type='none' vc:typeAvailable='xs:int xs:error'/>", NULL},
		{"<xs:element name='v' type='none' vc:typeAvailable=' xs:int xs:date '/>", "type \"none\""},
		{"<xs:element name='v' type='none' vc:typeAvailable='int'/>", NULL},
		{"<xs:element name='v' type='none' vc:typeUnavailable='xs:int xs:date'/>", NULL},
		{"<xs:element name='v' type='none' vc:typeUnavailable='xs:int xs:dateTimeStamp'/>", "type \"none\""},
		{"<xs:element name='v' type='none' vc:facetAvailable='xs:assertion'/>", NULL},
		{"<xs:element name='v' type='none' vc:facetAvailable='xs:pattern xs:length'/>", "type \"none\""},
		{"<xs:element name='v' type='none' vc:facetAvailable='xs:element'/>", NULL},
		{"<xs:element name='v' type='none' vc:facetUnavailable='xs:pattern'/>", NULL},
		{"<xs:element name='v' type='none' vc:anything='x'/>", "type \"none\""},
		/* with what is in them, even if a processor of 1.0 does not know it */
		{CT("<xs:sequence/><xs:assert test='@x' vc:minVersion='1.1'><none>text</none></xs:assert><xs:assert "
			"test='@x' "
			"vc:minVersion='1.1'/>"),
		 NULL},
		{CT("<xs:sequence/><xs:assert test='@x'/>"), "\"assert\" is not an element"},
		{"<xs:element name='v' id='a' vc:minVersion='1.1'><xs:complexType/></xs:element><xs:element name='v' "
		 "id='a' "
		 "vc:maxVersion='1.1'/><xs:element name='w'/>",
		 NULL},
	};

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
	{
		BxSchema *schema = NULL;
		char text[1000];
		const char *s = text;
		BxStatus st;
		BxError err;

		snprintf(text, sizeof(text), UT_XS VC ">%s</xs:schema>", parts[i].text);
		st = ut_schema_on(bx_host_libc(), &s, 1, NULL, &schema, &err);
		CHECKF(st == (parts[i].said == NULL ? BX_OK : BX_E_SCHEMA), "%s: %s", text, err.msg);
		CHECKF(parts[i].said == NULL || strstr(err.msg, parts[i].said), "%s: %s", text, err.msg);
		if (st == BX_OK)
			bx_schema_free(schema);
	}
}

/* So may be a whole document. */
static void
no_document(void)
{
	static const char *const texts[] = {
		UT_XS "><xs:include schemaLocation='b.xsd'/><xs:element name='a'/></xs:schema>", UT_XS VC
		"targetNamespace='urn:b' vc:minVersion='1.1'><xs:element name='b' type='none'/></xs:schema>"};
	BxSchema *schema = NULL;
	BxStr uri, local;
	BxError err;
	bool abstract;

	CHECKF(ut_schema_on(bx_host_libc(), texts, 2, NULL, &schema, &err) == BX_OK, "%s", err.msg);
	CHECK(bx_schema_root(schema, 0, &uri, &local, &abstract) && bx_str_is(local, "a"));
	CHECK(!bx_schema_root(schema, 1, &uri, &local, &abstract));
	bx_schema_free(schema);
}

UT_SUITE(test_schema_rule)
{
	UT_RUN(conditions);
	UT_RUN(no_document);
	UT_RUN(documents);
	UT_RUN(root_element);
	UT_RUN(ids_of_documents);
	return ut_done();
}
