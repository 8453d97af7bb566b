/*
 * test_schema.c -- schemas from documents: what is refused and where, limits, documents that refer to each other.
 */
#include "../ut_host.h"
#include "../ut_schema.h"

#define EL(rest) UT_XS "><xs:element name='v'>" rest "</xs:element></xs:schema>"
#define CT(rest) EL("<xs:complexType>" rest "</xs:complexType>")

typedef struct SchemaCase
{
	const char *text;
	BxStatus status;
	const char *part; /* of message, detail or hint */
} SchemaCase;

static const SchemaCase refused[] = {
	{"<a/>", BX_E_SCHEMA, "is not a schema"},
	{UT_XS "><xs:elemant name='a'/></xs:schema>", BX_E_SCHEMA, "\"elemant\" is not an element of XML Schema"},
	{UT_XS "><xs:element nam='a'/></xs:schema>", BX_E_SCHEMA, "attribute \"nam\" is not allowed here"},
	{UT_XS ">text</xs:schema>", BX_E_SCHEMA, "text \"text\""},
	/* XML Schema 1.1 */
	{CT("<xs:sequence/><xs:assert test='1'/>"), BX_E_SCHEMA, "\"assert\" is of XML Schema 1.1"},
	{CT("<xs:openContent/>"), BX_E_SCHEMA, "\"openContent\" is of XML Schema 1.1"},
	{EL("<xs:alternative/>"), BX_E_SCHEMA, "\"alternative\" is of XML Schema 1.1"},
	{UT_XS "><xs:override schemaLocation='b'/></xs:schema>", BX_E_SCHEMA,
	 "\"override\" is of XML Schema 1.1"},
	{UT_XS "defaultAttributes='a'/>", BX_E_SCHEMA, "\"defaultAttributes\" is of XML Schema 1.1"},
	{CT("<xs:sequence><xs:any notNamespace='u'/></xs:sequence>"), BX_E_SCHEMA,
	 "\"notNamespace\" is of XML Schema 1.1"},
	{CT("<xs:attribute name='a' type='xs:dateTimeStamp'/>"), BX_E_SCHEMA,
	 "\"dateTimeStamp\" is of XML Schema 1.1"},
	{EL("<xs:simpleType><xs:restriction base='xs:time'><xs:explicitTimezone "
		"value='required'/></xs:restriction>"
		"</xs:simpleType>"),
	 BX_E_SCHEMA, "\"explicitTimezone\" is of XML Schema 1.1"},
	{CT("<xs:all><xs:element name='a' maxOccurs='2'/></xs:all>"), BX_E_SCHEMA, "version 1.1 allows more"},
	{CT("<xs:all><xs:any/></xs:all>"), BX_E_SCHEMA, "version 1.1 allows more"},
	/* patterns, and names in another namespace */
	{EL("<xs:simpleType><xs:restriction base='xs:string'><xs:pattern value='[\\w-.]+'/></xs:restriction>"
		"</xs:simpleType>"),
	 BX_E_SCHEMA, "Write \"\\-\" for the character."},
	{EL("<xs:complexType><xs:attribute name='a' type='string'/></xs:complexType>"), BX_E_SCHEMA,
	 "It is declared in namespace \"http://www.w3.org/2001/XMLSchema\""},
	{UT_XS "targetNamespace='u' xmlns:u='u'><xs:element name='v'><xs:complexType><xs:sequence><xs:element "
		   "ref='v'/></xs:sequence></xs:complexType></xs:element></xs:schema>",
	 BX_E_SCHEMA, "It is declared in namespace \"u\""},
	{UT_XS "><xs:element name='a:b'/></xs:schema>", BX_E_SCHEMA, "not a name without a colon"},
	{UT_XS "><xs:element name='a' type='xs:strin'/></xs:schema>", BX_E_SCHEMA, "type \"strin\""},
	{UT_XS "><xs:element name='a' type='x:string'/></xs:schema>", BX_E_SCHEMA,
	 "prefix \"x\" is not declared"},
	{UT_XS "><xs:element name='a'/><xs:element name='a'/></xs:schema>", BX_E_SCHEMA, "declared twice"},
	{UT_XS "><xs:include schemaLocation='c.xsd'/></xs:schema>", BX_E_SCHEMA, "is not among those given"},
	{CT("<xs:sequence><xs:element ref='w'/></xs:sequence>"), BX_E_SCHEMA, "element \"w\" is not declared"},
	{CT("<xs:sequence><xs:element name='a'><xs:complexType><xs:attribute name='b' type='v'/></xs:complexType>"
		"</xs:element></xs:sequence>"),
	 BX_E_SCHEMA, "/element[@name=\"a\"]/complexType/attribute[@name=\"b\"]"},
	{CT("<xs:attribute name='a'/><xs:attribute name='a'/>"), BX_E_SCHEMA,
	 "attribute \"a\" is declared twice"},
	{CT("<xs:attribute name='a' type='xs:ID'/><xs:attribute name='b' type='xs:ID'/>"), BX_E_SCHEMA,
	 "one attribute of type ID"},
	{CT("<xs:attribute name='a' type='xs:int' default='x'/>"), BX_E_SCHEMA, "is not of type \"int\""},
	{CT("<xs:attribute name='a'/><xs:sequence/>"), BX_E_SCHEMA, "must come before others"},
	{CT("<xs:sequence/><xs:choice/>"), BX_E_SCHEMA, "comes too often"},
	{CT("<xs:sequence><xs:element name='a' minOccurs='2' maxOccurs='1'/></xs:sequence>"), BX_E_SCHEMA,
	 "greater than maxOccurs"},
	{CT("<xs:sequence><xs:element name='a' minOccurs='x'/></xs:sequence>"), BX_E_SCHEMA,
	 "not a whole number"},
	/* Unique Particle Attribution */
	{CT("<xs:sequence><xs:element name='a' minOccurs='0'/><xs:element name='a'/></xs:sequence>"), BX_E_SCHEMA,
	 "ambiguous at \"a\""},
	{CT("<xs:choice><xs:element name='a'/><xs:any/></xs:choice>"), BX_E_SCHEMA, "ambiguous at \"a\""},
	{CT("<xs:sequence><xs:element name='a' maxOccurs='1000000'/><xs:element name='a'/></xs:sequence>"),
	 BX_E_SCHEMA, "ambiguous"},
	{CT("<xs:sequence><xs:any minOccurs='0'/><xs:any namespace='##local'/></xs:sequence>"), BX_E_SCHEMA,
	 "ambiguous at \"any\""},
	/* Element Declarations Consistent */
	{CT("<xs:sequence><xs:element name='a' type='xs:int'/><xs:element name='b'/><xs:element name='a' "
		"type='xs:string'/></xs:sequence>"),
	 BX_E_SCHEMA, "have different types"},
	{UT_XS "><xs:complexType name='a'><xs:complexContent><xs:extension "
		   "base='a'/></xs:complexContent></xs:complexType></xs:schema>",
	 BX_E_SCHEMA, "derived from itself"},
	{UT_XS "><xs:simpleType name='a'><xs:list itemType='a'/></xs:simpleType></xs:schema>", BX_E_SCHEMA,
	 "derived from itself"},
	{UT_XS
	 "><xs:group name='g'><xs:sequence><xs:group ref='g'/></xs:sequence></xs:group><xs:complexType name='t'>"
	 "<xs:group ref='g'/></xs:complexType></xs:schema>",
	 BX_E_SCHEMA, "contains itself"},
	{UT_XS
	 "><xs:element name='a' substitutionGroup='b'/><xs:element name='b' substitutionGroup='a'/></xs:schema>",
	 BX_E_SCHEMA, "contains itself"},
	{EL("<xs:simpleType><xs:restriction base='xs:int'><xs:length "
		"value='1'/></xs:restriction></xs:simpleType>"),
	 BX_E_SCHEMA, "no facet \"length\""},
	{EL("<xs:simpleType><xs:restriction base='xs:byte'><xs:maxInclusive "
		"value='200'/></xs:restriction></xs:simpleType>"),
	 BX_E_SCHEMA, "allows what the base type does not"},
	{EL("<xs:simpleType><xs:restriction base='xs:string'><xs:pattern "
		"value='(a'/></xs:restriction></xs:simpleType>"),
	 BX_E_SCHEMA, "\")\" is missing"},
	{EL("<xs:simpleType><xs:restriction base='xs:int'><xs:enumeration "
		"value='x'/></xs:restriction></xs:simpleType>"),
	 BX_E_SCHEMA, "not a value of the base type"},
	{EL("<xs:simpleType><xs:restriction base='xs:string'><xs:minLength value='3'/><xs:maxLength "
		"value='2'/></xs:restriction></xs:simpleType>"),
	 BX_E_SCHEMA, "contradict"},
	{EL("<xs:simpleType><xs:restriction base='xs:int'><xs:minExclusive value='1'/><xs:maxInclusive "
		"value='1'/></xs:restriction></xs:simpleType>"),
	 BX_E_SCHEMA, "the lower bound is greater"},
	{EL("<xs:simpleType><xs:restriction base='xs:int'><xs:minInclusive value='1'/><xs:maxExclusive "
		"value='1'/></xs:restriction></xs:simpleType>"),
	 BX_E_SCHEMA, "the lower bound is greater"},
	{UT_XS
	 "><xs:complexType name='b'><xs:sequence><xs:element name='a'/></xs:sequence></xs:complexType>"
	 "<xs:complexType name='t'><xs:complexContent mixed='true'><xs:extension base='b'/></xs:complexContent>"
	 "</xs:complexType></xs:schema>",
	 BX_E_SCHEMA, "must both be mixed"},
	{UT_XS
	 "><xs:complexType name='b'><xs:simpleContent><xs:extension "
	 "base='xs:int'/></xs:simpleContent></xs:complexType>"
	 "<xs:complexType name='t'><xs:complexContent><xs:extension base='b'><xs:sequence><xs:element name='a'/>"
	 "</xs:sequence></xs:extension></xs:complexContent></xs:complexType></xs:schema>",
	 BX_E_SCHEMA, "has simple content"},
	{EL("<xs:simpleType><xs:list><xs:simpleType><xs:union memberTypes='xs:int "
		"xs:NMTOKENS'/></xs:simpleType></xs:list></xs:simpleType>"),
	 BX_E_SCHEMA, "items of a list cannot be lists"},
	{EL("<xs:key name='k'><xs:selector xpath='a[1]'/><xs:field xpath='@b'/></xs:key>"), BX_E_SCHEMA,
	 "not a path"},
	{EL("<xs:keyref name='k' refer='l'><xs:selector xpath='a'/><xs:field xpath='@b'/></xs:keyref>"),
	 BX_E_SCHEMA, "key \"l\""},
	/* restriction */
	{UT_XS "><xs:complexType name='b'><xs:sequence><xs:element "
		   "name='a'/></xs:sequence></xs:complexType><xs:complexType name='t'>"
		   "<xs:complexContent><xs:restriction base='b'><xs:sequence><xs:element name='a' "
		   "minOccurs='0'/></xs:sequence>"
		   "</xs:restriction></xs:complexContent></xs:complexType></xs:schema>",
	 BX_E_SCHEMA, "the restriction allows"},
	{UT_XS "><xs:complexType name='b'><xs:attribute name='x' type='xs:int'/></xs:complexType><xs:complexType "
		   "name='t'>"
		   "<xs:complexContent><xs:restriction base='b'><xs:attribute name='x' type='xs:string'/>"
		   "</xs:restriction></xs:complexContent></xs:complexType></xs:schema>",
	 BX_E_SCHEMA, "values of attribute \"x\""},
	/* what would be expensive */
	{EL("<xs:simpleType><xs:restriction base='xs:string'><xs:pattern "
		"value='((((a{99}){99}){99}){99})'/></xs:restriction></xs:simpleType>"),
	 BX_E_SCHEMA, "pattern"},
};

static void
refusals(void)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
	{
		const SchemaCase *c = &refused[i];
		BxSchema *schema = NULL;
		BxError err;
		BxStatus st = ut_schema_on(bx_host_libc(), &c->text, 1, NULL, &schema, &err);

		CHECKF(st == c->status, "%s: %s: %s", c->text, bx_status_name(st), err.msg);
		CHECKF(strstr(err.msg, c->part) || strstr(err.detail, c->part) || strstr(err.hint, c->part),
			   "%s: %s: %s %s", c->text, err.msg, err.detail, err.hint);
		if (st == BX_OK)
			bx_schema_free(schema);
	}
}

typedef struct RestrictCase
{
	const char *base;
	const char *type;
	bool good;
} RestrictCase;

#define SQ(rest) "<xs:sequence>" rest "</xs:sequence>"
#define CH(more, rest) "<xs:choice " more ">" rest "</xs:choice>"
#define AL(rest) "<xs:all>" rest "</xs:all>"
#define A "<xs:element name='a'/>"
#define B "<xs:element name='b'/>"
#define B0 "<xs:element name='b' minOccurs='0'/>"
#define N(min, max) "<xs:element name='a' minOccurs='" #min "' maxOccurs='" #max "'/>"
#define ANY(more) "<xs:any " more "/>"

/* A restriction takes no content that its base does not take, however it is written. */
static const RestrictCase restrictions_of[] = {
	{SQ(A B0), SQ(A), true},
	{SQ(A B0), SQ(A B), true},
	{SQ(A B), SQ(A), false},
	{CH("", A B), SQ(A), true},
	{CH("maxOccurs='unbounded'", A B), SQ(B A B), true},
	{CH("maxOccurs='2'", A B), SQ(B A B), false},
	{AL(A B), SQ(B A), true},
	{AL(A B), SQ(A), false},
	{AL(A B0), AL(A), true},
	{AL(A B0), AL(B A), true},
	{AL(A B), AL(A B0), false},
	{SQ(A B), AL(A B), false},
	{SQ(N(0, 1000)), SQ(N(5, 500)), true},
	{SQ(N(0, 1000)), SQ(N(5, 1001)), false},
	{SQ(N(200, 1000)), SQ(N(200, 200)), true},
	{SQ(N(200, 1000)), SQ(N(199, 200)), false},
	{SQ(N(0, unbounded)), SQ(N(3, 100000)), true},
	{CH("maxOccurs='1000000'", A), SQ(N(500, 1000000)), true},
	{SQ(ANY("")), SQ(A), true},
	{SQ(ANY("namespace='urn:x'")), SQ(A), false},
	{SQ(ANY("namespace='##any' processContents='lax'")), SQ(ANY("namespace='urn:x' processContents='lax'")),
	 true},
	{SQ(ANY("namespace='urn:x' processContents='lax'")), SQ(ANY("namespace='##any' processContents='lax'")),
	 false},
	{SQ(ANY("processContents='lax'")), SQ(ANY("processContents='skip'")), false},
	{SQ(ANY("processContents='skip'")), SQ(ANY("processContents='lax'")), true},
	{SQ(SQ(A) SQ(B0)), SQ(CH("", A)), true},
	/* xsi:type makes up for a declaration */
	{SQ(ANY("namespace='urn:x'")), SQ(ANY("namespace='##local'")), false},
	{SQ(ANY("namespace='urn:x urn:y'")), SQ(ANY("namespace='urn:y'")), true},
	{AL(A B), SQ(ANY("") A), false},
	/* what a child blocks */
	{SQ("<xs:element name='a' block='extension'/>"), SQ("<xs:element name='a' block='#all'/>"), true},
	{SQ("<xs:element name='a' block='#all'/>"), SQ("<xs:element name='a' block='extension substitution'/>"),
	 false},
	{CH("", "<xs:element name='a' block='restriction'/>" B), SQ(A), false},
};

static void
restrictions(void)
{
	for (size_t i = 0; i < sizeof(restrictions_of) / sizeof(restrictions_of[0]); i++)
	{
		const RestrictCase *c = &restrictions_of[i];
		BxSchema *schema = NULL;
		char text[2000];
		const char *s = text;
		BxStatus st;
		BxError err;

		snprintf(
			text, sizeof(text),
			UT_XS
			"><xs:complexType name='b'>%s</xs:complexType><xs:complexType name='t'><xs:complexContent>"
			"<xs:restriction base='b'>%s</xs:restriction></xs:complexContent></xs:complexType></xs:schema>",
			c->base, c->type);
		st = ut_schema_on(bx_host_libc(), &s, 1, NULL, &schema, &err);
		CHECKF(st == (c->good ? BX_OK : BX_E_SCHEMA), "%s: %s", text, err.msg);
		if (st == BX_OK)
			bx_schema_free(schema);
	}
}

/* Groups of groups of groups: twice as large at every level. */
static void
exponential_groups(void)
{
	static char text[20000];
	const char *texts[] = {text};
	size_t n = (size_t) sprintf(
		text, UT_XS "><xs:group name='g0'><xs:choice><xs:element name='a'/></xs:choice></xs:group>");
	BxSchema *schema;
	BxError err;

	for (int i = 1; i < 60; i++)
		n += (size_t) sprintf(text + n,
							  "<xs:group name='g%d'><xs:sequence><xs:group ref='g%d'/><xs:group "
							  "ref='g%d'/></xs:sequence></xs:group>",
							  i, i - 1, i - 1);
	sprintf(text + n, "<xs:complexType name='t'><xs:group ref='g59'/></xs:complexType></xs:schema>");
	CHECK(ut_schema_on(bx_host_libc(), texts, 1, NULL, &schema, &err) == BX_E_LIMIT);
	CHECKF(strstr(err.msg, "too large") != NULL, "%s", err.msg);
}

static void
limits(void)
{
	static const char *const text =
		CT("<xs:sequence><xs:element name='a'/><xs:element name='b'/></xs:sequence>");
	BxSchemaLimits small = BX_SCHEMA_LIMITS_DEFAULT;
	BxSchema *schema;
	BxError err;

	small.max_components = 4;
	CHECK(ut_schema_on(bx_host_libc(), &text, 1, &small, &schema, &err) == BX_E_LIMIT);
	small.max_components = 1000;
	small.max_depth = 4;
	CHECK(ut_schema_on(bx_host_libc(), &text, 1, &small, &schema, &err) == BX_E_LIMIT);
	small.max_depth = 100;
	small.max_states = 2;
	CHECK(ut_schema_on(bx_host_libc(), &text, 1, &small, &schema, &err) == BX_E_LIMIT);
	small.max_states = 100;
	small.max_edges = 1;
	CHECK(ut_schema_on(bx_host_libc(), &text, 1, &small, &schema, &err) == BX_E_LIMIT);
	small.max_edges = 100;
	small.max_documents = 0;
	CHECK(ut_schema_on(bx_host_libc(), &text, 1, &small, &schema, &err) == BX_E_LIMIT);
	small.max_documents = 1;
	CHECK(ut_schema_on(bx_host_libc(), &text, 1, &small, &schema, &err) == BX_OK);
	CHECK(bx_schema_memory(schema) > 1000 && bx_schema_memory(schema) < 200000);
	bx_schema_free(schema);
}

/* Includes, one of them without a namespace of its own, an import, a redefinition. */
static void
documents(void)
{
	static const char *const texts[] = {
		UT_XS
		"xmlns='urn:a' xmlns:b='urn:b' targetNamespace='urn:a' elementFormDefault='qualified'>"
		"<xs:redefine schemaLocation='b.xsd'><xs:simpleType name='Code'><xs:restriction base='Code'>"
		"<xs:maxLength value='3'/></xs:restriction></xs:simpleType><xs:group name='G'><xs:sequence>"
		"<xs:group ref='G'/><xs:element name='more' type='Code'/></xs:sequence></xs:group></xs:redefine>"
		"<xs:import namespace='urn:b'/><xs:element name='r'><xs:complexType><xs:sequence><xs:group ref='G'/>"
		"<xs:element ref='b:x'/></xs:sequence></xs:complexType></xs:element></xs:schema>",
		UT_XS
		"elementFormDefault='qualified'><xs:simpleType name='Code'><xs:restriction "
		"base='xs:token'><xs:minLength value='2'/></xs:restriction>"
		"</xs:simpleType><xs:group name='G'><xs:sequence><xs:element name='one' type='Code'/></xs:sequence>"
		"</xs:group></xs:schema>",
		UT_XS "targetNamespace='urn:b'><xs:element name='x' type='xs:int'/></xs:schema>"};
	BxSchema *schema = NULL;
	BxStr uri, local;
	BxError err;
	bool abstract;
	UtReport r;

	CHECKF(ut_schema_on(bx_host_libc(), texts, 3, NULL, &schema, &err) == BX_OK, "%s: %s", err.msg,
		   err.detail);
	r = ut_validate(schema, "<r xmlns='urn:a' xmlns:b='urn:b'><one>abc</one><more>ab</more><b:x>1</b:x></r>");
	CHECKF(r.valid, "%s", r.msgs);
	r = ut_validate(schema, "<r xmlns='urn:a' xmlns:b='urn:b'><one>abcd</one><more>a</more><b:x>1</b:x></r>");
	CHECKF(strcmp(r.codes, "cvc-maxLength-valid cvc-minLength-valid ") == 0, "%s", r.codes);
	/* what is imported comes first */
	CHECK(bx_schema_root(schema, 0, &uri, &local, &abstract) && bx_str_is(uri, "urn:b") &&
		  bx_str_is(local, "x") && !abstract);
	CHECK(bx_schema_root(schema, 1, &uri, &local, &abstract) && bx_str_is(uri, "urn:a"));
	CHECK(!bx_schema_root(schema, 2, &uri, &local, &abstract));
	CHECK(bx_schema_namespace(schema, 0, &uri) && bx_str_is(uri, "urn:a"));
	CHECK(bx_schema_namespace(schema, 1, &uri) && bx_str_is(uri, "urn:b") &&
		  !bx_schema_namespace(schema, 2, &uri));
	bx_schema_free(schema);
}

/* What a redefinition must not be. */
static void
redefinitions(void)
{
	static const struct
	{
		const char *inside, *said;
	} bad[] = {
		{"<xs:simpleType name='Code'><xs:restriction base='xs:token'/></xs:simpleType>",
		 "not derived from the type"},
		{"<xs:complexType name='T'><xs:sequence/></xs:complexType>", "not derived from the type"},
		{"<xs:complexType name='U'><xs:complexContent><xs:extension "
		 "base='U'/></xs:complexContent></xs:complexType>",
		 "type \"U\" is not declared"},
		{"<xs:group name='G'><xs:sequence><xs:group ref='G' minOccurs='0'/></xs:sequence></xs:group>",
		 "occurs once"},
		{"<xs:simpleType name='Code'><xs:restriction base='Code'/></xs:simpleType><xs:simpleType "
		 "name='Code'><xs:restriction base='Code'/></xs:simpleType>",
		 "declared twice"},
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
	{
		char text[1000];
		const char *texts[] = {
			text, UT_XS
			"><xs:simpleType name='Code'><xs:restriction base='xs:token'/></xs:simpleType><xs:complexType "
			"name='T'/><xs:group name='G'><xs:sequence><xs:element name='a'/></xs:sequence></xs:group>"
			"</xs:schema>"};
		BxSchema *schema;
		BxError err;

		snprintf(text, sizeof(text),
				 UT_XS
				 "><xs:redefine schemaLocation='b.xsd'>%s</xs:redefine><xs:complexType name='C'><xs:group "
				 "ref='G'/></xs:complexType></xs:schema>",
				 bad[i].inside);
		CHECK(ut_schema_on(bx_host_libc(), texts, 2, NULL, &schema, &err) == BX_E_SCHEMA);
		CHECKF(strstr(err.msg, bad[i].said) != NULL, "%s: %s", bad[i].inside, err.msg);
	}
}

/* Every request for memory refused in turn, and every poll canceled: nothing is left behind. */
static void
short_of_memory(void)
{
	static const char *const text = UT_XS
		"><xs:element name='v'><xs:complexType><xs:choice maxOccurs='9'><xs:element name='a' "
		"type='t'/><xs:element name='b'/>"
		"</xs:choice><xs:attribute name='x' use='required'/></xs:complexType><xs:key name='k'><xs:selector "
		"xpath='a'/>"
		"<xs:field xpath='.'/></xs:key></xs:element><xs:simpleType name='t'><xs:restriction base='xs:int'>"
		"<xs:enumeration value='1'/><xs:enumeration value='2'/><xs:pattern "
		"value='\\d'/></xs:restriction></xs:simpleType></xs:schema>";
	Result doc = parse("<v x='1'><a>1</a><b/><a>2</a></v>", &any);
	BxStatus st = BX_E_NOMEM;

	for (int at = 1; st != BX_OK && at < 10000; at++)
	{
		UtHost h;
		BxSchema *schema = NULL;
		BxValidator *validator = NULL;
		BxStore store;
		BxError err;
		bool valid = true;

		ut_host_init_as(&h, bx_host_libc());
		h.fail_at = at;
		st = ut_schema_on(&h.host, &text, 1, NULL, &schema, &err);
		if (st == BX_OK)
		{
			st = bx_validator_new(schema, &h.host, &validator, &err);
			bx_store_memory(&store, doc.data, doc.len);
			if (st == BX_OK)
			{
				st = bx_validator_run(validator, &store, NULL, &valid, &err);
				CHECK(valid == (st == BX_OK));
				bx_validator_free(validator);
			}
			bx_schema_free(schema);
		}
		CHECKF(st == BX_OK || st == BX_E_NOMEM, "request %d: %s", at, err.msg);
		CHECKF(h.live == 0, "request %d: %d blocks left", at, h.live);
	}
	CHECK(st == BX_OK);
	free(doc.data);
}

UT_SUITE(test_schema)
{
	UT_RUN(refusals);
	UT_RUN(restrictions);
	UT_RUN(exponential_groups);
	UT_RUN(limits);
	UT_RUN(documents);
	UT_RUN(redefinitions);
	UT_RUN(short_of_memory);
	return ut_done();
}
