/*
 * test_schema_compat.c -- does a new schema accept what an old one accepts: each kind of change, and random ones with
 * random documents.
 */
#include "../ut_host.h"
#include "../ut_schema_gen.h"

#include "../../../src/core/schema/bx_schema_compat.h"

/* What was reported: "path message", each with a line feed behind. */
typedef struct Said
{
	char text[3000];
	unsigned n;
} Said;

static BxStatus
take(void *ctx, const BxIncompatibility *what, bool *stop)
{
	Said *said = ctx;
	size_t n = strlen(said->text);

	snprintf(said->text + n, sizeof(said->text) - n, "%s %s\n", what->path, what->msg);
	*stop = ++said->n == 20;
	return BX_OK;
}

typedef struct CompatCase
{
	const char *old;
	const char *now;
	const char *said; /* NULL: compatible; else part of what is said */
} CompatCase;

#define S(...) UT_XS ">" __VA_ARGS__ "</xs:schema>"
#define E(type) S("<xs:element name='v' type='" type "'/>")
#define ES(rest) S("<xs:element name='v'><xs:simpleType>" rest "</xs:simpleType></xs:element>")
#define R(base, facets) ES("<xs:restriction base='xs:" base "'>" facets "</xs:restriction>")
#define F(name, value) "<xs:" name " value='" value "'/>"
#define C(rest) S("<xs:element name='v'><xs:complexType>" rest "</xs:complexType></xs:element>")
#define SEQ(rest) C("<xs:sequence>" rest "</xs:sequence>")
#define EL(name, more) "<xs:element name='" name "' " more "/>"
#define KEYS(rest)                                                                                           \
	S("<xs:element name='v'><xs:complexType><xs:sequence><xs:element name='b' "                              \
	  "maxOccurs='9'><xs:complexType><xs:attribute "                                                         \
	  "name='i'/><xs:attribute name='j'/></xs:complexType></xs:element></xs:sequence></xs:complexType>" rest \
	  "</xs:element>")
#define KEY(kind, name, more, field)                                                                         \
	"<xs:" kind " name='" name "' " more "><xs:selector xpath='b'/><xs:field xpath='" field "'/></xs:" kind  \
	">"
#define K1 KEY("key", "k", "", "@i")
#define U1 KEY("unique", "u", "", "@j")
#define R1 KEY("keyref", "r", "refer='k'", "@j")
#define IN "<xs:element name='v'><xs:complexType><xs:sequence>"
#define OUT "</xs:sequence></xs:complexType>"

static const CompatCase cases[] = {
	/* simple types */
	{E("xs:int"), E("xs:int"), NULL},
	{E("xs:int"), E("xs:integer"), NULL},
	{E("xs:int"), E("xs:decimal"), NULL},
	{E("xs:decimal"), E("xs:int"), "/v element \"v\": "},
	{E("xs:int"), E("xs:string"), "xsi:type cannot name type \"int\""},
	{E("xs:int"), E("xs:anySimpleType"), NULL},
	{R("int", F("maxInclusive", "1000")), R("int", F("maxInclusive", "100")),
	 "/v element \"v\": maxInclusive 100 is less than 1000"},
	{R("int", F("maxInclusive", "100")), R("int", F("maxInclusive", "1000")), NULL},
	{R("int", F("maxInclusive", "100")), R("int", F("maxExclusive", "101")), NULL},
	{R("decimal", F("maxInclusive", "100")), R("decimal", F("maxExclusive", "101")), NULL},
	{R("decimal", F("maxExclusive", "100")), R("decimal", F("maxInclusive", "100")), NULL},
	{R("decimal", F("maxInclusive", "100")), R("decimal", F("maxExclusive", "100")), "maxExclusive 100"},
	{R("int", F("minExclusive", "0")), R("int", F("minInclusive", "1")), NULL},
	{R("int", F("minExclusive", "0")), R("int", F("minInclusive", "2")), "minInclusive 2 is greater than 0"},
	{R("int", F("minInclusive", "1")), R("int", F("minExclusive", "0")), NULL},
	{R("int", F("minInclusive", "1")), R("int", F("minExclusive", "1")),
	 "minExclusive 1 is not the inclusive 1"},
	{R("int", F("maxInclusive", "1")), R("int", F("maxExclusive", "1")),
	 "maxExclusive 1 is not the inclusive 1"},
	{R("int", F("maxInclusive", "9")), R("int", F("maxExclusive", "9")),
	 "maxExclusive 9 is not the inclusive 9"},
	{R("int", F("maxExclusive", "10")), R("int", F("maxInclusive", "9")), NULL},
	{R("int", F("maxExclusive", "10")), R("int", F("maxInclusive", "8")), "maxInclusive 8 is less than 10"},
	{R("decimal", F("minInclusive", "1")), R("decimal", F("minInclusive", "1")), NULL},
	{R("decimal", F("minInclusive", "1")), R("decimal", F("minInclusive", "0.9")), NULL},
	{R("decimal", F("minInclusive", "1")), R("decimal", F("minInclusive", "1.1")),
	 "minInclusive 1.1 is greater than 1"},
	{R("decimal", F("minExclusive", "1")), R("decimal", F("minExclusive", "1")), NULL},
	{R("decimal", F("minExclusive", "1")), R("decimal", F("minInclusive", "1")), NULL},
	{R("decimal", F("maxExclusive", "1")), R("decimal", F("maxExclusive", "1")), NULL},
	{R("decimal", ""), R("decimal", F("minInclusive", "1")), "minInclusive 1 is new"},
	{R("decimal", ""), R("decimal", F("minExclusive", "1")), "minExclusive 1 is new"},
	{R("decimal", ""), R("decimal", F("maxInclusive", "1")), "maxInclusive 1 is new"},
	{R("decimal", ""), R("decimal", F("maxExclusive", "1")), "maxExclusive 1 is new"},
	{R("string", F("maxLength", "4")), R("string", F("maxLength", "4")), NULL},
	{R("string", F("minLength", "4")), R("string", F("minLength", "4")), NULL},
	{R("string", F("minLength", "4")), R("string", F("minLength", "5")), "minLength 5 is greater than 4"},
	{R("string", F("length", "5")), R("string", F("length", "5")), NULL},
	{R("string", F("length", "5")), R("string", F("length", "6")), "length must be 6 now"},
	{R("string", F("length", "5")), R("string", F("length", "4")), "length must be 4 now"},
	{R("string", F("minLength", "5")), R("string", F("length", "5")), "length must be 5 now"},
	{R("string", F("maxLength", "5")), R("string", F("length", "5")), "length must be 5 now"},
	{R("string", F("length", "5")), R("string", F("minLength", "5") F("maxLength", "5")), NULL},
	{R("string", F("length", "5")), R("string", F("minLength", "6")), "minLength 6 is greater than 5"},
	{R("string", F("length", "5")), R("string", F("maxLength", "4")), "maxLength 4 is less than 5"},
	{R("decimal", F("totalDigits", "4")), R("decimal", F("totalDigits", "4")), NULL},
	{R("decimal", F("totalDigits", "5")), R("decimal", F("totalDigits", "4")),
	 "totalDigits 4 is new or less"},
	{R("decimal", ""), R("decimal", F("totalDigits", "4")), "totalDigits 4 is new or less"},
	{R("decimal", F("fractionDigits", "2")), R("decimal", F("fractionDigits", "2")), NULL},
	{R("decimal", ""), R("decimal", F("fractionDigits", "2")), "fractionDigits 2 is new or less"},
	{R("int", ""), R("decimal", F("fractionDigits", "0")), NULL},
	{R("NCName", ""), R("Name", ""), NULL},
	{R("NCName", ""), R("NMTOKEN", ""), NULL},
	{R("Name", ""), R("NMTOKEN", ""), NULL},
	{R("NMTOKEN", ""), R("Name", ""), "takes less than"},
	{R("NMTOKEN", ""), R("NCName", ""), "takes less than"},
	{R("Name", ""), R("NCName", ""), "takes less than"},
	{R("language", ""), R("NCName", ""), NULL},
	{R("NCName", ""), R("language", ""), "takes less than"},
	{R("string", F("maxLength", "5")), R("string", F("maxLength", "4")), "maxLength 4 is less than 5"},
	{R("string", F("length", "5")), R("string", F("minLength", "4") F("maxLength", "7")), NULL},
	{R("string", ""), R("string", F("maxLength", "4")), "maxLength 4 is new"},
	{R("string", F("enumeration", "a") F("enumeration", "b")), R("string", F("enumeration", "a")),
	 "value \"b\" is not allowed any more"},
	{R("string", F("enumeration", "a")), R("string", F("enumeration", "a") F("enumeration", "b")), NULL},
	{R("string", F("enumeration", "a")), R("string", F("maxLength", "1") F("pattern", "[a-z]")), NULL},
	{R("string", F("enumeration", "aa")), R("string", F("pattern", "[a-z]")), "value \"aa\""},
	{R("decimal", F("enumeration", "1.0")), R("decimal", F("fractionDigits", "0")), NULL},
	{R("decimal", F("enumeration", "1.0")), R("decimal", F("pattern", "1.0")), "pattern"},
	{R("string", F("pattern", "[a-z]")), R("string", F("pattern", "[a-z]")), NULL},
	{R("string", F("pattern", "[a-y]")), R("string", F("pattern", "[a-z]")), "pattern ([a-z]) is new"},
	{R("decimal", F("totalDigits", "4")), R("decimal", F("totalDigits", "5")), NULL},
	{R("decimal", F("fractionDigits", "2")), R("decimal", F("fractionDigits", "1")), "fractionDigits 1"},
	{ES("<xs:list itemType='xs:int'/>"), ES("<xs:list itemType='xs:long'/>"), NULL},
	{ES("<xs:list itemType='xs:int'/>"), ES("<xs:list itemType='xs:short'/>"), "Inclusive"},
	{R("int", ""), ES("<xs:list itemType='xs:int'/>"), NULL},
	{R("int", ""), ES("<xs:union memberTypes='xs:boolean xs:int'/>"), NULL},
	{R("date", ""), ES("<xs:union memberTypes='xs:boolean xs:int'/>"), "takes less than"},
	{ES("<xs:union memberTypes='xs:boolean xs:int'/>"), ES("<xs:union memberTypes='xs:long xs:boolean'/>"),
	 NULL},
	{R("NCName", ""), R("NMTOKEN", ""), NULL},
	{R("NMTOKEN", ""), R("NCName", ""), "takes less"},
	{R("token", F("maxLength", "3")), R("string", F("maxLength", "3")), "white space"},
	{E("xs:ID"), R("NCName", ""), "not an ID any more"},
	{C("<xs:attribute name='a' type='xs:NCName'/>"), C("<xs:attribute name='a' type='xs:ID'/>"), "/v/@a"},
	{R("QName", F("enumeration", "xs:a")), R("QName", F("enumeration", "xs:b") F("enumeration", "xs:a")),
	 NULL},
	/* identity constraints */
	{KEYS(K1), KEYS(K1), NULL},
	{KEYS(K1), KEYS(""), NULL},
	{KEYS(""), KEYS(K1), "identity constraint \"k\" is new or another one"},
	{KEYS(U1), KEYS(U1), NULL},
	{KEYS(""), KEYS(U1), "identity constraint \"u\" is new or another one"},
	{KEYS(K1 U1), KEYS(U1 K1), NULL},
	{KEYS(K1), KEYS(K1 U1), "identity constraint \"u\" is new or another one"},
	{KEYS(U1), KEYS(K1 U1), "identity constraint \"k\" is new or another one"},
	{KEYS(K1 R1), KEYS(K1 R1), NULL},
	{KEYS(K1 R1), KEYS(R1 K1), NULL},
	{KEYS(K1 R1), KEYS(K1), NULL},
	{KEYS(K1), KEYS(K1 R1), "identity constraint \"r\" is new or another one"},
	{KEYS(K1 U1 R1), KEYS(K1 R1), "a key is gone that others may refer to"},
	{KEYS(K1), KEYS(KEY("key", "k", "", "@j")), "identity constraint \"k\" is new or another one"},
	{KEYS(K1), KEYS(KEY("unique", "k", "", "@i")), NULL},
	{KEYS(KEY("unique", "k", "", "@i")), KEYS(K1), "identity constraint \"k\" is new or another one"},
	/* attributes */
	{C("<xs:attribute name='a' type='xs:int'/>"), C("<xs:attribute name='a' type='xs:int' use='required'/>"),
	 "/v/@a attribute \"a\": it is required now"},
	{C("<xs:attribute name='a' use='required'/>"), C("<xs:attribute name='a'/>"), NULL},
	{C("<xs:attribute name='a'/>"), C(""), "attribute \"a\": it is not allowed any more"},
	{C(""), C("<xs:attribute name='a'/>"), NULL},
	{C(""), C("<xs:attribute name='a' use='required'/>"), "it is required now"},
	{C("<xs:attribute name='a' fixed='x'/>"), C("<xs:attribute name='a'/>"), NULL},
	{C("<xs:attribute name='a'/>"), C("<xs:attribute name='a' fixed='x'/>"), "its value is fixed now"},
	{C("<xs:attribute name='a'/>"), C("<xs:anyAttribute processContents='lax'/>"), NULL},
	{C("<xs:anyAttribute processContents='skip'/>"),
	 C("<xs:attribute name='a' type='xs:int'/><xs:anyAttribute processContents='skip'/>"),
	 "it is declared now"},
	{C("<xs:anyAttribute namespace='urn:a' processContents='skip'/>"),
	 C("<xs:anyAttribute namespace='urn:a urn:b' processContents='skip'/>"), NULL},
	{C("<xs:anyAttribute namespace='urn:a urn:b' processContents='skip'/>"),
	 C("<xs:anyAttribute namespace='urn:a' processContents='skip'/>"), "wildcard"},
	/* content */
	{SEQ(EL("a", "")), SEQ(EL("a", "minOccurs='0'")), NULL},
	{SEQ(EL("a", "minOccurs='0'")), SEQ(EL("a", "")), "element \"v\": its content must go on"},
	{SEQ(EL("a", "")), SEQ(EL("a", "") EL("b", "minOccurs='0'")), NULL},
	{SEQ(EL("a", "")), SEQ(EL("a", "") EL("b", "")), "must go on"},
	{SEQ(EL("a", "") EL("b", "")), SEQ(EL("b", "") EL("a", "")), "element \"a\" is not allowed any more"},
	{SEQ(EL("a", "") EL("b", "")), C("<xs:all>" EL("b", "") EL("a", "") "</xs:all>"), NULL},
	{C("<xs:all>" EL("b", "") EL("a", "minOccurs='0'") "</xs:all>"),
	 C("<xs:choice maxOccurs='unbounded'>" EL("a", "") EL("b", "") "</xs:choice>"), NULL},
	{C("<xs:all>" EL("b", "") EL("a", "") "</xs:all>"),
	 C("<xs:all>" EL("a", "") EL("c", "minOccurs='0'") EL("b", "") "</xs:all>"), NULL},
	{C("<xs:all>" EL("b", "") EL("a", "minOccurs='0'") "</xs:all>"),
	 C("<xs:all>" EL("a", "") EL("b", "") "</xs:all>"), "must go on"},
	{SEQ(EL("a", "maxOccurs='5'")), SEQ(EL("a", "maxOccurs='1000'")), NULL},
	{SEQ(EL("a", "maxOccurs='200'")), SEQ(EL("a", "maxOccurs='1000'")), NULL},
	{SEQ(EL("a", "maxOccurs='1000000'")), SEQ(EL("a", "maxOccurs='1000001'")), NULL},
	{SEQ(EL("a", "maxOccurs='1000001'")), SEQ(EL("a", "maxOccurs='1000000'")),
	 "element \"a\" is not allowed"},
	{SEQ(EL("a", "minOccurs='500' maxOccurs='1000'")), SEQ(EL("a", "minOccurs='400' maxOccurs='1000'")),
	 NULL},
	{SEQ(EL("a", "minOccurs='400' maxOccurs='1000'")), SEQ(EL("a", "minOccurs='500' maxOccurs='1000'")),
	 "must go on"},
	{SEQ(EL("a", "minOccurs='5' maxOccurs='1000'")), SEQ(EL("a", "minOccurs='3' maxOccurs='unbounded'")),
	 NULL},
	{SEQ(EL("a", "maxOccurs='unbounded'")), SEQ(EL("a", "maxOccurs='1000'")), "element \"a\" is not allowed"},
	{C("<xs:sequence maxOccurs='500'>" EL("a", "maxOccurs='400'") EL("b", "") "</xs:sequence>"),
	 C("<xs:sequence maxOccurs='500'>" EL("a", "maxOccurs='500'") EL("b", "") "</xs:sequence>"), NULL},
	{SEQ(EL("a", "type='xs:int'")), SEQ(EL("a", "type='xs:byte'")), "/v/a element \"a\": "},
	{SEQ(EL("a", "nillable='true'")), SEQ(EL("a", "")), "not nillable any more"},
	{SEQ(EL("a", "type='xs:int' default='1'")), SEQ(EL("a", "type='xs:int'")),
	 "another default now, or none"},
	{SEQ(EL("a", "type='xs:int'")), SEQ(EL("a", "type='xs:int' default='1'")), NULL},
	{SEQ(EL("a", "type='xs:string'")), SEQ(EL("a", "type='xs:string' default='1'")), "may have been empty"},
	{SEQ(EL("a", "")), C("<xs:sequence>" EL("a", "") "</xs:sequence><xs:attribute name='x'/>"), NULL},
	{C("<xs:sequence>" EL("a", "") "</xs:sequence>"),
	 S("<xs:element name='v'><xs:complexType mixed='true'><xs:sequence>" EL("a", "") OUT "</xs:element>"),
	 NULL},
	{S("<xs:element name='v'><xs:complexType mixed='true'><xs:sequence>" EL("a", "") OUT "</xs:element>"),
	 C("<xs:sequence>" EL("a", "") "</xs:sequence>"), "text is not allowed any more"},
	/* wildcards */
	{SEQ("<xs:any namespace='urn:a' processContents='lax'/>"),
	 SEQ("<xs:any namespace='##any' processContents='lax'/>"), NULL},
	{SEQ("<xs:any namespace='##any' processContents='lax'/>"),
	 SEQ("<xs:any namespace='##other' processContents='lax'/>"), "takes less"},
	{SEQ("<xs:any namespace='urn:a' processContents='skip'/>"),
	 SEQ("<xs:any namespace='urn:a' processContents='lax'/>"), "in another way"},
	{SEQ(EL("a", "type='xs:int'")), SEQ("<xs:any processContents='lax'/>"), NULL},
	{SEQ("<xs:any processContents='lax'/>"),
	 S("<xs:element name='w' type='xs:int'/>" IN "<xs:any processContents='lax'/>" OUT "</xs:element>"),
	 "/v/w element \"w\": it is declared now"},
	{S("<xs:element name='w' type='xs:int'/>" IN "<xs:any/>" OUT "</xs:element>"),
	 S("<xs:element name='w' type='xs:long'/>" IN "<xs:any/>" OUT "</xs:element>"), NULL},
	/* the whole */
	{S("<xs:element name='a'/><xs:element name='b'/>"), S("<xs:element name='b'/>"),
	 "/ element \"a\" cannot be the root"},
	{S("<xs:element name='b'/>"), S("<xs:element name='b'/><xs:element name='a' type='xs:anyType'/>"), NULL},
	{S("<xs:element name='a' type='xs:int'/>"), S("<xs:element name='a' type='xs:int' abstract='true'/>"),
	 "it is abstract now"},
	{S("<xs:element name='v' type='T'/><xs:complexType name='T'/><xs:complexType name='U'><xs:complexContent>"
	   "<xs:extension base='T'><xs:attribute name='a'/></xs:extension></xs:complexContent></xs:complexType>"),
	 S("<xs:element name='v' type='T'/><xs:complexType name='T'/>"),
	 "/v element \"v\": there is no type \"U\" for xsi:type any more"},
	{S("<xs:element name='v' type='T'/><xs:complexType name='T'/><xs:complexType name='U'><xs:complexContent>"
	   "<xs:extension base='T'><xs:attribute name='a'/></xs:extension></xs:complexContent></xs:complexType>"),
	 S("<xs:element name='v' type='T'/><xs:complexType name='T'/><xs:complexType name='U'><xs:complexContent>"
	   "<xs:extension base='T'><xs:attribute name='a' "
	   "type='xs:int'/></xs:extension></xs:complexContent></xs:complexType>"),
	 "/v/@a attribute \"a\": type \"int\" takes less than \"anySimpleType\""},
	{S("<xs:element name='v' type='T'/><xs:complexType name='T'/>"),
	 S("<xs:element name='v' type='T'/><xs:complexType name='T'/><xs:complexType name='U'><xs:complexContent>"
	   "<xs:extension base='T'><xs:attribute name='a'/></xs:extension></xs:complexContent></xs:complexType>"),
	 NULL},
	{S(IN "<xs:element ref='g'/>" OUT "</xs:element><xs:element name='g'/><xs:element name='h' "
		  "substitutionGroup='g'/>"),
	 S(IN "<xs:element ref='g'/>" OUT "</xs:element><xs:element name='g'/><xs:element name='h'/>"),
	 "element \"h\" is not allowed any more"},
	{S(IN EL("a", "type='xs:int' maxOccurs='9'") OUT
	   "<xs:unique name='k'><xs:selector xpath='a'/><xs:field xpath='.'/></xs:unique></xs:element>"),
	 SEQ(EL("a", "type='xs:int' maxOccurs='9'")), NULL},
	{SEQ(EL("a", "type='xs:int' maxOccurs='9'")),
	 S(IN EL("a", "type='xs:int' maxOccurs='9'") OUT
	   "<xs:unique name='k'><xs:selector xpath='a'/><xs:field xpath='.'/></xs:unique></xs:element>"),
	 "identity constraint \"k\" is new"},
	{S(IN EL("a", "type='xs:string' maxOccurs='9'") OUT
	   "<xs:unique name='k'><xs:selector xpath='a'/><xs:field xpath='.'/></xs:unique></xs:element>"),
	 S(IN EL("a", "type='xs:token' maxOccurs='9'") OUT
	   "<xs:unique name='k'><xs:selector xpath='a'/><xs:field xpath='.'/></xs:unique></xs:element>"),
	 "are not compared as"},
};

static BxStatus
compare_on(const BxHost *host, const char *old, const char *now, Said *said)
{
	BxSchema *a = NULL, *b = NULL;
	BxStatus st;
	BxError err;

	memset(said, 0, sizeof(*said));
	st = ut_schema_on(host, &old, 1, NULL, &a, &err);
	if (st == BX_OK)
		st = ut_schema_on(host, &now, 1, NULL, &b, &err);
	CHECKF(st == BX_OK || st == BX_E_NOMEM || st == BX_E_CANCEL, "%s\n# %s: %s", now, err.msg, err.detail);
	if (st == BX_OK)
		st = bx_schema_compatible(a, b, take, said, &err);
	if (a != NULL)
		bx_schema_free(a);
	if (b != NULL)
		bx_schema_free(b);
	return st;
}

static void
changes(void)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		const CompatCase *c = &cases[i];
		Said said;
		BxStatus st = compare_on(bx_host_libc(), c->old, c->now, &said);

		CHECK(st == BX_OK);
		CHECKF((said.n == 0) == (c->said == NULL) && (c->said == NULL || strstr(said.text, c->said) != NULL),
			   "%s\n# %s\n# %s, said: %s", c->old, c->now, c->said != NULL ? c->said : "compatible",
			   said.text);
		/* every schema is compatible with itself */
		st = compare_on(bx_host_libc(), c->old, c->old, &said);
		CHECKF(st == BX_OK && said.n == 0, "%s\n# with itself: %s", c->old, said.text);
	}
}

/* ---- random schemas ---- */

typedef struct Tally
{
	unsigned schemas, pairs, compatible, docs, valid, broken;
} Tally;

static bool
is_valid(BxValidator *validator, const char *text)
{
	Result value = parse(text, &any);
	BxStore store;
	BxError err;
	bool valid;

	CHECKF(value.status == BX_OK, "%s: %s", text, value.err.msg);
	bx_store_memory(&store, value.data, value.len);
	CHECK(bx_validator_run(validator, &store, NULL, &valid, &err) == BX_OK);
	free(value.data);
	return valid;
}

/* Documents of the old schema: those that are valid are valid under the new one. */
static void
try_documents(UtSchemaGen *g, const BxSchema *old, const BxSchema *now, const Said *said, Tally *tally)
{
	BxValidator *a, *b;
	unsigned lost = 0;
	BxError err;

	CHECK(bx_validator_new(old, bx_host_libc(), &a, &err) == BX_OK);
	CHECK(bx_validator_new(now, bx_host_libc(), &b, &err) == BX_OK);
	for (int i = 0; i < 40; i++)
	{
		ut_gen_doc(g);
		tally->docs++;
		if (!is_valid(a, g->text))
			continue;
		tally->valid++;
		if (is_valid(b, g->text))
			continue;
		lost++;
		CHECKF(said->n > 0, "seed %llu: compatible, but not valid any more: %s", (unsigned long long) g->seed,
			   g->text);
	}
	tally->broken += lost > 0;
	bx_validator_free(a);
	bx_validator_free(b);
}

static BxSchema *
make(UtSchemaGen *g, char *text)
{
	BxSchemaLimits limits = BX_SCHEMA_LIMITS_DEFAULT;
	const char *s = g->text;
	BxSchema *schema = NULL;
	BxError err;

	/* what is written out at length is not what this is about */
	limits.max_states = 400;
	ut_gen_schema(g);
	strcpy(text, g->text);
	(void) ut_schema_on(bx_host_libc(), &s, 1, &limits, &schema, &err);
	return schema;
}

static void
one_pair(uint64_t seed, Tally *tally)
{
	static UtSchemaGen g, h;
	static char old_text[sizeof(g.text)], now_text[sizeof(g.text)];
	BxSchema *old, *now;
	Said said = {.n = 0};
	BxError err;

	g = (UtSchemaGen){.seed = seed, .rng = seed};
	old = make(&g, old_text);
	if (old == NULL)
		return;
	tally->schemas++;
	h = g;
	h.n_changes = 1 + ut_gen_any(&g, 2);
	for (unsigned i = 0; i < h.n_changes; i++)
	{
		h.keys[i] = g.used[ut_gen_any(&g, g.n_used)];
		h.answers[i] = ut_gen_any(&g, 1000);
	}
	now = make(&h, now_text);
	if (now != NULL)
	{
		int before = ut_here;

		CHECK(bx_schema_compatible(old, now, take, &said, &err) == BX_OK);
		tally->pairs++;
		tally->compatible += said.n == 0;
		try_documents(&g, old, now, &said, tally);
		if (ut_here != before)
			printf("# %s\n# %s\n", old_text, now_text);
		bx_schema_free(now);
	}
	bx_schema_free(old);
}

/* Cases of the long run come from COMPAT_CASES. */
static void
random_pairs(void)
{
	const char *cases_s = getenv("COMPAT_CASES"), *seed_s = getenv("COMPAT_SEED");
	uint64_t n = cases_s != NULL ? strtoull(cases_s, NULL, 10) : 600;
	uint64_t seed = seed_s != NULL ? strtoull(seed_s, NULL, 10) : 1;
	Tally t = {0};

	for (uint64_t i = 0; i < n && ut_here == 0; i++)
		one_pair(seed + i, &t);
	printf("# %u schemas, %u pairs, %u compatible; %u documents, %u valid; %u pairs with documents lost\n",
		   t.schemas, t.pairs, t.compatible, t.docs, t.valid, t.broken);
	/* both answers, and documents that show the difference, are there */
	CHECK(t.compatible > n / 50 && t.broken > n / 100 && t.valid > n);
}

/* Every request for memory refused in turn, and every poll canceled. */
static void
short_of_memory(void)
{
	static const char *const old =
		SEQ(EL("a", "type='xs:int' maxOccurs='300'") "<xs:any namespace='urn:a' processContents='lax'/>");
	static const char *const now =
		SEQ(EL("a", "type='xs:int' maxOccurs='200'") "<xs:any namespace='urn:a' processContents='lax'/>");

	for (int way = 0; way < 2; way++)
	{
		BxStatus st = BX_E_NOMEM;

		for (int at = 1; st != BX_OK && at < 20000; at += way == 0 ? 1 : 97)
		{
			UtHost h;
			Said said;

			ut_host_init_as(&h, bx_host_libc());
			h.host.meter = NULL;
			if (way == 0)
				h.fail_at = at;
			else
				h.cancel_at = at;
			st = compare_on(&h.host, old, now, &said);
			CHECK(st == BX_OK || st == (way == 0 ? BX_E_NOMEM : BX_E_CANCEL));
			CHECKF(h.live == 0, "at %d: %d blocks left", at, h.live);
		}
		CHECK(st == BX_OK);
	}
}

UT_SUITE(test_schema_compat)
{
	UT_RUN(changes);
	UT_RUN(random_pairs);
	UT_RUN(short_of_memory);
	return ut_done();
}
