/*
 * test_schema_valid.c -- values against schemas: content, attributes, xsi:type, nil, wildcards, substitution, keys,
 * IDs.
 */
#include "../ut_host.h"
#include "../ut_schema_cases.h"

CASES(sequences,
	  VC("<xs:sequence><xs:element name='a'/><xs:element name='b' minOccurs='0' maxOccurs='2'/><xs:choice>"
		 "<xs:element name='c'/><xs:sequence><xs:element name='d'/><xs:element "
		 "name='e'/></xs:sequence></xs:choice></xs:sequence>"),
	  {"<v><a/><c/></v>", ""}, {"<v><a/><b/><b/><d/><e/></v>", ""}, {"<v> <a/>\n<c/><!-- --></v>", ""},
	  {"<v><a/><b/><b/><b/><c/></v>", "cvc-complex-type.2.4.a "}, {"<v><a/></v>", "cvc-complex-type.2.4.b "},
	  {"<v><a/><d/></v>", "cvc-complex-type.2.4.b "}, {"<v/>", "cvc-complex-type.2.4.b "},
	  {"<v><c/></v>", "cvc-complex-type.2.4.a "}, {"<v>x<a/><c/></v>", "cvc-complex-type.2.3 "},
	  {"<v><a/><c/><c/></v>", "cvc-complex-type.2.4.a "}, {"<w/>", "cvc-elt.1 "},
	  {"<v y='1'><a/><c/></v>", "cvc-complex-type.3.2.2 "})

/* attributes are added to simple content by an extension that speaks of complex content */
CASES(simple_base,
	  UT_XS "><xs:complexType name='b'><xs:simpleContent><xs:extension base='xs:int'><xs:attribute name='x'/>"
			"</xs:extension></xs:simpleContent></xs:complexType><xs:element name='v'><xs:complexType>"
			"<xs:complexContent><xs:extension base='b'><xs:attribute name='y' use='required'/></xs:extension>"
			"</xs:complexContent></xs:complexType></xs:element></xs:schema>",
	  {"<v x='1' y='2'>3</v>", ""}, {"<v y='2'>a</v>", "cvc-datatype-valid.1 "},
	  {"<v>3</v>", "cvc-complex-type.4 "}, {"<v y='2'/>", "cvc-datatype-valid.1 "},
	  {"<v y='2'>3<v/></v>", "cvc-complex-type.2.2 "})

CASES(all_groups,
	  VC("<xs:all minOccurs='0'><xs:element name='a'/><xs:element name='b' minOccurs='0'/><xs:element "
		 "name='c'/></xs:all>"),
	  {"<v/>", ""}, {"<v><c/><a/></v>", ""}, {"<v><b/><c/><a/></v>", ""},
	  {"<v><b/></v>", "cvc-complex-type.2.4.b "}, {"<v><a/><c/><a/></v>", "cvc-complex-type.2.4.a "},
	  {"<v><a/><x/><c/></v>", "cvc-complex-type.2.4.a "})

CASES(counting,
	  VC("<xs:sequence><xs:element name='a' minOccurs='3' maxOccurs='1000000000'/><xs:sequence minOccurs='2' "
		 "maxOccurs='500000'>"
		 "<xs:element name='b' minOccurs='0'/><xs:element name='c'/></xs:sequence><xs:element name='d' "
		 "minOccurs='200' maxOccurs='200'/>"
		 "<xs:element name='d' minOccurs='0'/></xs:sequence>"),
	  {"<v><a/><a/><c/><c/></v>", "cvc-complex-type.2.4.a "},
	  {"<v><a/><a/><a/><c/><d/></v>", "cvc-complex-type.2.4.a "},
	  {"<v><a/><a/><a/><b/><c/><c/><d/></v>", "cvc-complex-type.2.4.b "})

CASES(attributes,
	  UT_XS
	  "><xs:import namespace='http://www.w3.org/XML/1998/namespace'/><xs:element name='v'><xs:complexType>"
	  "<xs:attribute name='r' use='required' type='xs:int'/><xs:attribute name='f' fixed='1.0' "
	  "type='xs:decimal'/><xs:attribute ref='xml:lang'/><xs:anyAttribute namespace='urn:x' "
	  "processContents='skip'/></xs:complexType></xs:element></xs:schema>",
	  {"<v r='1'/>", ""}, {"<v r='1' f='1.00' xml:lang='de'/>", ""}, {"<v/>", "cvc-complex-type.4 "},
	  {"<v r='x'/>", "cvc-datatype-valid.1 "}, {"<v r='1' f='2'/>", "cvc-attribute.4 "},
	  {"<v r='1' xml:lang='_'/>", "cvc-datatype-valid.1 "}, {"<v r='1' x:y='z' xmlns:x='urn:x'/>", ""},
	  {"<v r='1' x:y='z' xmlns:x='urn:y'/>", "cvc-complex-type.3.2.2 "},
	  {"<v r='1'> </v>", "cvc-complex-type.2.1 "})

CASES(values,
	  V("<xs:complexType><xs:sequence><xs:element name='d' type='xs:int' default='7' "
		"minOccurs='0'/><xs:element name='f' "
		"type='xs:boolean' fixed='true' minOccurs='0'/><xs:element name='m' fixed='x' "
		"minOccurs='0'><xs:complexType mixed='true'>"
		"<xs:sequence><xs:element name='b' "
		"minOccurs='0'/></xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType>"),
	  {"<v><d/><f/><m/></v>", ""}, {"<v><d>1</d><f>1</f><m>x</m></v>", ""},
	  {"<v><d> </d></v>", "cvc-datatype-valid.1 "}, {"<v><f>0</f></v>", "cvc-elt.5.2.2.2.2 "},
	  {"<v><m>y</m></v>", "cvc-elt.5.2.2.2.1 "}, {"<v><m>x<b/></m></v>", "cvc-elt.5.2.2.1 "},
	  {"<v><d>1<!-- -->2</d></v>", ""}, {"<v><d>1<!-- -->x</d></v>", "cvc-datatype-valid.1 "},
	  {"<v><d>1<b/></d></v>", "cvc-type.3.1.2 "}, {"<v><d a='1'>1</d></v>", "cvc-type.3.1.1 "})

#define DERIVED                                                                                              \
	UT_XS "><xs:element name='v' type='B' nillable='true'/><xs:complexType name='B' "                        \
		  "abstract='true'><xs:sequence><xs:element name='a'/>"                                              \
		  "</xs:sequence></xs:complexType><xs:complexType name='E'><xs:complexContent><xs:extension "        \
		  "base='B'><xs:sequence>"                                                                           \
		  "<xs:element name='e' type='xs:decimal' "                                                          \
		  "block='restriction'/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>"          \
		  "<xs:complexType name='O'/></xs:schema>"

CASES(instance_types, DERIVED, {"<v><a/></v>", "cvc-type.2 "},
	  {"<v" UT_XSI "xsi:type='E'><a/><e>1</e></v>", ""},
	  {"<v" UT_XSI "xsi:type='E'><a/></v>", "cvc-complex-type.2.4.b "},
	  {"<v" UT_XSI "xsi:type='O'/>", "cvc-elt.4.3 cvc-type.2 cvc-complex-type.2.4.b "},
	  {"<v" UT_XSI "xsi:type='x:E'><a/></v>", "cvc-elt.4.2 cvc-type.2 "},
	  {"<v" UT_XSI
	   "xmlns:x='http://www.w3.org/2001/XMLSchema' xsi:type='E'><a/><e xsi:type='x:int'>1</e></v>",
	   "cvc-elt.4.3 "},
	  {"<v" UT_XSI "xsi:type='E' xsi:nil='true'/>", ""},
	  {"<v" UT_XSI "xsi:nil='1' xsi:type='E'><a/></v>", "cvc-elt.3.2.1 "},
	  {"<v" UT_XSI "xsi:type='E'><a/><e xsi:nil='true'/></v>", "cvc-elt.3.1 "},
	  {"<v" UT_XSI "xsi:type='E' xsi:schemaLocation='a b'><a/><e>1</e></v>", ""})

#define SUBSTITUTION                                                                                         \
	UT_XS "><xs:element name='v'><xs:complexType><xs:sequence><xs:element ref='h' "                          \
		  "maxOccurs='unbounded'/></xs:sequence></xs:complexType>"                                           \
		  "</xs:element><xs:element name='h' abstract='true' type='xs:decimal' "                             \
		  "block='extension'/><xs:element name='i' substitutionGroup='h' "                                   \
		  "type='xs:int'/><xs:element name='j' substitutionGroup='i'/><xs:element name='k' "                 \
		  "substitutionGroup='h' type='T'/>"                                                                 \
		  "<xs:complexType name='T'><xs:simpleContent><xs:extension base='xs:decimal'><xs:attribute "        \
		  "name='u'/></xs:extension>"                                                                        \
		  "</xs:simpleContent></xs:complexType></xs:schema>"

CASES(substitution, SUBSTITUTION, {"<v><i>1</i><j>2</j></v>", ""}, {"<v><h>1</h></v>", "cvc-elt.2 "},
	  {"<v><j>1.5</j></v>", "cvc-datatype-valid.1 "}, {"<v><k u='1'>1.5</k></v>", "cvc-complex-type.2.4.a "})

#define WILD                                                                                                 \
	UT_XS "targetNamespace='urn:t' xmlns='urn:t'><xs:element name='v'><xs:complexType><xs:sequence><xs:any " \
		  "namespace='##other'/>"                                                                            \
		  "<xs:any namespace='##local' processContents='skip'/><xs:any namespace='##targetNamespace' "       \
		  "processContents='lax' minOccurs='0'/>"                                                            \
		  "</xs:sequence></xs:complexType></xs:element><xs:element name='i' type='xs:int'/></xs:schema>"

CASES(wildcards, WILD, {"<t:v xmlns:t='urn:t'><o:x xmlns:o='urn:o'/><y/></t:v>", "cvc-complex-type.2.4.c "},
	  {"<t:v xmlns:t='urn:t'><y/><y/></t:v>", "cvc-complex-type.2.4.a "},
	  {"<t:v xmlns:t='urn:t'><xml:a/><y><t:i>x</t:i></y><t:i>x</t:i></t:v>",
	   "cvc-complex-type.2.4.c cvc-datatype-valid.1 "},
	  {"<t:v xmlns:t='urn:t'><xml:a/><y/><t:unknown><t:i>x</t:i></t:unknown></t:v>",
	   "cvc-complex-type.2.4.c cvc-datatype-valid.1 "})

#define KEYS                                                                                                 \
	UT_XS "><xs:element name='v'><xs:complexType><xs:choice minOccurs='0' "                                  \
		  "maxOccurs='unbounded'><xs:element name='a' type='A'/>"                                            \
		  "<xs:element name='r' type='R'/><xs:element name='g' "                                             \
		  "type='A'/></xs:choice></xs:complexType><xs:key name='k'><xs:selector xpath='a|g/a'/><xs:field "   \
		  "xpath='@n'/>"                                                                                     \
		  "<xs:field xpath='d'/></xs:key><xs:keyref name='f' refer='k'><xs:selector "                        \
		  "xpath='.//r'/><xs:field xpath='@n'/><xs:field xpath='@d'/>"                                       \
		  "</xs:keyref><xs:unique name='u'><xs:selector xpath='.//a'/><xs:field "                            \
		  "xpath='@u'/></xs:unique></xs:element><xs:complexType name='A'>"                                   \
		  "<xs:sequence><xs:element name='d' type='xs:date' minOccurs='0' nillable='true'/><xs:element "     \
		  "name='a' type='A' minOccurs='0'/></xs:sequence>"                                                  \
		  "<xs:attribute name='n' type='xs:decimal'/><xs:attribute "                                         \
		  "name='u'/></xs:complexType><xs:complexType name='R'>"                                             \
		  "<xs:attribute name='n' type='xs:decimal'/><xs:attribute name='d' "                                \
		  "type='xs:date'/></xs:complexType></xs:schema>"

CASES(keys, KEYS,
	  {"<v><a n='1'><d>2000-01-01</d></a><a n='1'><d>2000-01-02</d></a><r n='1.0' d='2000-01-02'/></v>", ""},
	  {"<v><a n='1'><d>2000-01-01</d></a><a n='1.0'><d>2000-01-01</d></a></v>",
	   "cvc-identity-constraint.4.2.2 "},
	  {"<v><a n='1'/></v>", "cvc-identity-constraint.4.2.1 "},
	  {"<v><r n='1' d='2000-01-01'/><a n='1'><d>2000-01-01</d></a></v>", ""},
	  {"<v><r n='1' d='2000-01-01'/><r n='1'/><a n='2'><d>2000-01-01</d></a></v>",
	   "cvc-identity-constraint.4.3 "},
	  {"<v><g u='2'><a n='7' u='2'><d>2000-01-01</d></a></g><a n='7' u='3'><d>2000-01-01</d></a></v>",
	   "cvc-identity-constraint.4.2.2 "},
	  {"<v><g><a n='7' u='2'><d>2000-01-01</d><a u='2'/></a></g></v>", "cvc-identity-constraint.4.1 "},
	  {"<v" UT_XSI "><a n='1'><d xsi:nil='true'/></a></v>",
	   "cvc-identity-constraint.4.2.3 cvc-identity-constraint.4.2.1 "})

/* Selectors reach into what a wildcard takes, where it is looked at. */
#define LAX_KEYS(process)                                                                                    \
	UT_XS                                                                                                    \
	"><xs:element name='v'><xs:complexType><xs:sequence><xs:any processContents='" process "' "              \
	"maxOccurs='9'/></xs:sequence></xs:complexType><xs:unique name='u'><xs:selector xpath='.//a'/>"          \
	"<xs:field xpath='@n'/></xs:unique></xs:element><xs:element name='a'><xs:complexType><xs:attribute "     \
	"name='n' type='xs:int'/></xs:complexType></xs:element><xs:element name='b'/></xs:schema>"

CASES(lax_keys, LAX_KEYS("lax"), {"<v><a n='1'/><x><a n='2'/></x></v>", ""},
	  {"<v><a n='1'/><x><y><a n='01'/></y></x></v>", "cvc-identity-constraint.4.1 "},
	  {"<v><b><a n='1'/></b><x><a n='1'/></x></v>", "cvc-identity-constraint.4.1 "},
	  {"<v><x n='1'/><x n='1'/></v>", ""})

CASES(skip_keys, LAX_KEYS("skip"), {"<v><a n='1'/><x><a n='1'/></x></v>", ""},
	  {"<v><a n='x'/><a n='x'/></v>", ""})

/* Names are compared by namespace and local name, with the declarations where they stand. */
#define NAMES                                                                                                \
	UT_XS "xmlns:t='urn:t' targetNamespace='urn:t'><xs:notation name='gif' "                                 \
		  "public='image/gif'/><xs:simpleType "                                                              \
		  "name='N'><xs:restriction base='xs:NOTATION'><xs:enumeration value='t:gif'/></xs:restriction>"     \
		  "</xs:simpleType><xs:simpleType name='Q'><xs:restriction base='xs:QName'><xs:enumeration "         \
		  "value='t:a'/><xs:enumeration value='b'/></xs:restriction></xs:simpleType><xs:element name='v'>"   \
		  "<xs:complexType><xs:sequence><xs:element name='q' type='t:Q' minOccurs='0' maxOccurs='9'/>"       \
		  "</xs:sequence><xs:attribute name='n' type='t:N'/><xs:attribute name='f' type='xs:QName' "         \
		  "fixed='t:f'/></xs:complexType><xs:unique name='u'><xs:selector xpath='q'/><xs:field xpath='.'/>"  \
		  "</xs:unique></xs:element></xs:schema>"
#define NV(attrs, rest) "<p:v xmlns:p='urn:t' " attrs ">" rest "</p:v>"

CASES(names, NAMES, {NV("n='p:gif' f='p:f'", "<q>p:a</q><q>b</q>"), ""},
	  {NV("", "<q>p:a</q><q xmlns:t='urn:t'>t:a</q>"), "cvc-identity-constraint.4.1 "},
	  {NV("", "<q xmlns='urn:t'>a</q>"), "cvc-complex-type.2.4.a "},
	  {NV("", "<q>a</q>"), "cvc-enumeration-valid "}, {NV("", "<q>p:b</q>"), "cvc-enumeration-valid "},
	  {NV("n='gif'", ""), "cvc-datatype-valid.1 "}, {NV("n='x:gif'", ""), "cvc-datatype-valid.1 "},
	  {NV("f='f'", ""), "cvc-attribute.4 "}, {NV("xmlns:x='urn:t' f='x:f'", ""), ""})

/* Keys of scopes in each other: a reference sees its own, and what is in one scope below it only. */
CASES(nested_keys,
	  UT_XS
	  "><xs:element name='v' type='V'><xs:keyref name='f' refer='k'><xs:selector xpath='r'/><xs:field "
	  "xpath='@n'/></xs:keyref></xs:element><xs:complexType name='V'><xs:sequence><xs:element ref='g' "
	  "minOccurs='0' maxOccurs='9'/><xs:element name='r' type='A' minOccurs='0' "
	  "maxOccurs='9'/></xs:sequence></xs:complexType><xs:element name='g'><xs:complexType><xs:sequence>"
	  "<xs:element name='a' type='A' minOccurs='0' maxOccurs='9'/><xs:element ref='g' minOccurs='0' "
	  "maxOccurs='9'/></xs:sequence></xs:complexType><xs:key name='k'><xs:selector xpath='a'/><xs:field "
	  "xpath='@n'/></xs:key></xs:element><xs:complexType name='A'><xs:attribute name='n' "
	  "type='xs:int'/></xs:complexType></xs:schema>",
	  {"<v><g><a n='1'/></g><g><a n='2'/></g><r n='1'/><r n='2'/></v>", ""},
	  {"<v><g><a n='1'/></g><g><a n='1'/></g><r n='1'/></v>", "cvc-identity-constraint.4.3 "},
	  {"<v><g><a n='1'/><g><a n='1'/></g><g><a n='1'/></g></g><r n='1'/></v>", ""},
	  {"<v><g><g><a n='1'/></g><g><a n='1'/></g></g><r n='1'/></v>", "cvc-identity-constraint.4.3 "},
	  {"<v><g><g><a n='1'/></g><g><a n='1'/></g></g><g><a n='1'/></g><r n='1'/></v>", ""},
	  {"<v><g><g><a n='1'/></g><g><a n='1'/></g><g><a n='1'/></g></g><r n='1'/></v>",
	   "cvc-identity-constraint.4.3 "},
	  {"<v><g><a n='1'/></g><g><a n='2'/><a n='1'/></g><r n='2'/></v>", ""})

/* Defaults of attributes are values of fields. */
CASES(
	key_defaults,
	UT_XS
	"><xs:element name='v'><xs:complexType><xs:sequence><xs:element name='a' maxOccurs='9'>"
	"<xs:complexType><xs:attribute name='n' type='xs:int' default='7'/></xs:complexType></xs:element>"
	"</xs:sequence></xs:complexType><xs:key name='k'><xs:selector xpath='a'/><xs:field xpath='@n'/></xs:key>"
	"</xs:element></xs:schema>",
	{"<v><a/><a n='8'/></v>", ""}, {"<v><a/><a n='07'/></v>", "cvc-identity-constraint.4.2.2 "},
	{"<v><a/><a/></v>", "cvc-identity-constraint.4.2.2 "})

CASES(ids,
	  VC("<xs:sequence><xs:element name='a' minOccurs='0' "
		 "maxOccurs='unbounded'><xs:complexType><xs:attribute name='i' type='xs:ID'/>"
		 "<xs:attribute name='r' type='xs:IDREF'/><xs:attribute name='s' "
		 "type='xs:IDREFS'/></xs:complexType></xs:element></xs:sequence>"),
	  {"<v><a i='x'/><a i='y' r='x' s='x y z'/><a i='z'/></v>", ""},
	  {"<v><a i='x'/><a i='x'/></v>", "cvc-id.2 "}, {"<v><a r='x'/><a s='y'/></v>", "cvc-id.1 cvc-id.1 "},
	  {"<v><a i='1'/></v>", "cvc-datatype-valid.1 "})

/* Labels are those of the nodes in question. */
static void
labels(void)
{
	BxSchema *schema =
		ut_schema(VC("<xs:sequence><xs:element name='a' maxOccurs='9'><xs:complexType><xs:attribute name='i' "
					 "type='xs:int'/>"
					 "<xs:attribute name='j' type='xs:int'/></xs:complexType></xs:element></xs:sequence>"));
	UtReport r = ut_validate(schema, "<v><a/><!-- c --><a i='1' j='x'/><b/></v>");

	/* 1.5.@3 and 1.7: children count with comments, attributes on a line of their own */
	CHECKF(strcmp(r.labels, "393d023b 393f ") == 0, "%s: %s", r.labels, r.msgs);
	bx_schema_free(schema);
}

/* A value that is not a document, and a root that is not the one asked for. */
static void
whole_values(void)
{
	BxSchema *schema = ut_schema(UT_XS "><xs:element name='a'/><xs:element name='b'/></xs:schema>");
	BxValidateOptions o = {.local = {"a", 1}, .uri = {"", 0}};
	BxValidator *validator;
	BxStore store;
	BxError err;
	Result b = parse("<b/>", &any);
	uint64_t known, values;
	bool valid = true;

	CHECK(strcmp(ut_validate(schema, "<a/><b/>").codes, "cvc-document ") == 0);
	CHECK(strcmp(ut_validate(schema, "<a/>text").codes, "cvc-document ") == 0);
	CHECK(strcmp(ut_validate(schema, "<!-- -->").codes, "cvc-document ") == 0);
	CHECK(bx_validator_new(schema, bx_host_libc(), &validator, &err) == BX_OK);
	bx_store_memory(&store, b.data, b.len);
	CHECK(bx_validator_run(validator, &store, &o, &valid, &err) == BX_OK && !valid);
	CHECK(bx_validator_run(validator, &store, NULL, &valid, &err) == BX_OK && valid);
	bx_validator_work(validator, &known, &values);
	CHECK(known == 1 && values == 2);
	bx_validator_free(validator);
	bx_schema_free(schema);
	free(b.data);
}

/* Every poll canceled in turn: nothing is left behind. */
static void
cancels(void)
{
	static const char *const text =
		VC("<xs:sequence><xs:element name='a' type='xs:int' maxOccurs='unbounded'/></xs:sequence>");
	static char doc[200000] = "<v>";
	size_t n = 3;
	BxSchema *schema = NULL;
	Result value;
	BxStatus st = BX_E_CANCEL;

	while (n < 100000)
		n += (size_t) sprintf(doc + n, "<a>%zu</a>", n);
	strcpy(doc + n, "</v>");
	value = parse(doc, &any);
	for (int at = 1; st == BX_E_CANCEL && at < 100; at++)
	{
		BxValidator *validator;
		BxStore store;
		BxError err;
		UtHost h;
		bool valid;

		ut_host_init_as(&h, bx_host_libc());
		h.host.meter = NULL;
		h.cancel_at = at * 500;
		st = ut_schema_on(&h.host, &text, 1, NULL, &schema, &err);
		if (st == BX_OK)
		{
			CHECK(bx_validator_new(schema, &h.host, &validator, &err) == BX_OK);
			bx_store_memory(&store, value.data, value.len);
			st = bx_validator_run(validator, &store, NULL, &valid, &err);
			bx_validator_free(validator);
			bx_schema_free(schema);
		}
		CHECK(h.live == 0);
		CHECK(st == BX_OK || at > 1 || h.polls >= 500);
	}
	CHECK(st == BX_OK);
	free(value.data);
}

/* ---- messages ---- */

typedef struct Said
{
	const char *doc;
	const char *msgs;   /* a line each */
	const char *firsts; /* labels of UtReport */
} Said;

static void
check_said(const char *schema_text, const Said *cases, size_t n)
{
	BxSchema *schema = ut_schema(schema_text);

	for (size_t i = 0; schema != NULL && i < n; i++)
	{
		UtReport r = ut_validate(schema, cases[i].doc);

		CHECKF(strcmp(r.msgs, cases[i].msgs) == 0, "%s: %s", cases[i].doc, r.msgs);
		CHECKF(strcmp(r.firsts, cases[i].firsts) == 0, "%s: %s", cases[i].doc, r.firsts);
	}
	if (schema != NULL)
		bx_schema_free(schema);
}

/* Names that differ from those of the schema by their namespace. */
static void
namespaces_said(void)
{
	static const char schema[] = UT_XS
		"targetNamespace='urn:v2' xmlns:t='urn:v2' elementFormDefault='qualified'><xs:attribute name='g'/>"
		"<xs:element name='v'><xs:complexType><xs:sequence><xs:element name='id'/><xs:element name='n' "
		"minOccurs='0' form='unqualified'/><xs:element name='o' minOccurs='0'/></xs:sequence><xs:attribute "
		"name='a'/><xs:attribute ref='t:g'/></xs:complexType></xs:element></xs:schema>";
	static const Said cases[] = {
		{"<v xmlns='urn:v2'><id xmlns=''/></v>",
		 "element \"id\" is in no namespace; the schema has it in namespace \"urn:v2\"\n", ""},
		{"<v xmlns='urn:v2'><id xmlns='urn:v1'/></v>",
		 "element \"id\" is in namespace \"urn:v1\"; the schema has it in namespace \"urn:v2\"\n", ""},
		{"<v xmlns='urn:v2'><id/><n/></v>",
		 "element \"n\" is in namespace \"urn:v2\"; the schema has it in no namespace\n", ""},
		/* it comes later */
		{"<v xmlns='urn:v2'><o xmlns=''/></v>",
		 "element \"o\" is in no namespace; the schema has it in namespace \"urn:v2\"\n", ""},
		/* its own name is there, but not here */
		{"<v xmlns='urn:v2'><id/><id/></v>", "element \"id\" is not allowed here\n", ""},
		{"<v xmlns='urn:v2'><x/></v>", "element \"x\" is not allowed here\n", ""},
		{"<v/>", "element \"v\" is in no namespace; the schema has it in namespace \"urn:v2\"\n", ""},
		{"<v xmlns='urn:v1'/>",
		 "element \"v\" is in namespace \"urn:v1\"; the schema has it in namespace \"urn:v2\"\n", ""},
		{"<id xmlns='urn:v2'/>", "element \"id\" cannot be the root\n", ""},
		{"<t:v xmlns:t='urn:v2' t:a='1'><t:id/></t:v>",
		 "attribute \"a\" is in namespace \"urn:v2\"; the schema has it in no namespace\n", ""},
		{"<t:v xmlns:t='urn:v2' g='1'><t:id/></t:v>",
		 "attribute \"g\" is in no namespace; the schema has it in namespace \"urn:v2\"\n", ""},
		{"<t:v xmlns:t='urn:v2' b='1'><t:id/></t:v>", "attribute \"b\" is not allowed\n", ""},
	};

	check_said(schema, cases, sizeof(cases) / sizeof(cases[0]));
}

/* Identity constraints name the field, the values, the constraint and the node that has them first. */
static void
identity_said(void)
{
	static const char schema[] = UT_XS
		"><xs:element name='v'><xs:complexType><xs:sequence><xs:element name='k' maxOccurs='unbounded'>"
		"<xs:complexType><xs:sequence><xs:element name='y' maxOccurs='2' minOccurs='0' "
		"type='xs:decimal'/></xs:sequence><xs:attribute name='x'/></xs:complexType></xs:element><xs:element "
		"name='r' minOccurs='0' maxOccurs='unbounded'><xs:complexType><xs:attribute name='x'/><xs:attribute "
		"name='y' type='xs:decimal'/></xs:complexType></xs:element></xs:sequence></xs:complexType>"
		"<xs:key name='pk'><xs:selector xpath='k'/><xs:field xpath='@x'/><xs:field xpath='y'/></xs:key>"
		"<xs:keyref name='fk' refer='pk'><xs:selector xpath='r'/><xs:field xpath='@x'/><xs:field "
		"xpath='@y'/></xs:keyref><xs:unique name='u'><xs:selector xpath='r'/><xs:field "
		"xpath='@x'/></xs:unique></xs:element></xs:schema>";
	static const Said cases[] = {
		{"<v><k x='a'><y>1</y></k><k x='b'><y>1</y></k><k x='a'><y>1.0</y></k></v>",
		 "key \"pk\" has \"a\", \"1.0\" already\n", "3939 "},
		{"<v><k x='a'/></v>", "field 2 of key \"pk\" has no value\n", ""},
		{"<v><k><y>1</y></k></v>", "field 1 of key \"pk\" has no value\n", ""},
		{"<v><k x='a'><y>1</y><y>2</y></k></v>", "field 2 of key \"pk\" has more than one value\n", ""},
		{"<v><k x='a'><y>1</y></k><r x='a' y='2'/></v>",
		 "keyref \"fk\" refers to \"a\", \"2\", which key \"pk\" does not have\n", ""},
		{"<v><k x='a'><y>1</y></k><r x='a'/><r x='a'/></v>", "unique \"u\" has \"a\" already\n", "393b "},
		{"<v><k x='a'><y>1</y></k><r x='0123456789012345678901234567890123456789\xC3\xA4'/><r "
		 "x='0123456789012345678901234567890123456789\xC3\xA4'/></v>",
		 "unique \"u\" has \"0123456789012345678901234567890123456789\" already\n", "393b "},
	};

	check_said(schema, cases, sizeof(cases) / sizeof(cases[0]));
}

UT_SUITE(test_schema_valid)
{
	UT_RUN(sequences);
	UT_RUN(simple_base);
	UT_RUN(all_groups);
	UT_RUN(counting);
	UT_RUN(attributes);
	UT_RUN(values);
	UT_RUN(instance_types);
	UT_RUN(substitution);
	UT_RUN(wildcards);
	UT_RUN(keys);
	UT_RUN(lax_keys);
	UT_RUN(skip_keys);
	UT_RUN(names);
	UT_RUN(nested_keys);
	UT_RUN(key_defaults);
	UT_RUN(ids);
	UT_RUN(labels);
	UT_RUN(whole_values);
	UT_RUN(cancels);
	UT_RUN(namespaces_said);
	UT_RUN(identity_said);
	return ut_done();
}
