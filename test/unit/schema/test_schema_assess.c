/*
 * test_schema_assess.c -- values against schemas: what xsi:type and xsi:nil change, given values, IDs by defaults and
 * wildcards, identity constraints of nilled elements, attributes that are prohibited.
 */
#include "../ut_host.h"
#include "../ut_schema_cases.h"

#define XSD " xmlns:xs='http://www.w3.org/2001/XMLSchema' "
#define TYPED(local, type, rest) "<" local XSD UT_XSI " xsi:type='" type "'" rest

/* A root that is not declared has the type that it names. */
CASES(named_root,
	  UT_XS
	  "><xs:complexType name='t'><xs:sequence><xs:element name='a' type='xs:int'/></xs:sequence>"
	  "<xs:attribute name='x' use='required'/></xs:complexType><xs:complexType name='u' abstract='true'/>"
	  "<xs:element name='v' type='xs:int'/></xs:schema>",
	  {TYPED("w", "t", " x='1'><a>1</a></w>"), ""},
	  {TYPED("w", "t", " x='1'><a>b</a></w>"), "cvc-datatype-valid.1 "},
	  {TYPED("w", "t", "><a>1</a></w>"), "cvc-complex-type.4 "}, {TYPED("w", "xs:int", ">1</w>"), ""},
	  {TYPED("w", "xs:int", ">a</w>"), "cvc-datatype-valid.1 "}, {TYPED("w", "u", "/>"), "cvc-type.2 "},
	  {TYPED("w", "none", "><a><b/></a>text</w>"), "cvc-elt.4.2 cvc-elt.1 "},
	  {"<w" UT_XSI "xsi:nil='true'><a>1</a></w>", "cvc-elt.1 "}, {"<w><a/></w>", "cvc-elt.1 "},
	  {TYPED("v", "t", "/>"), "cvc-elt.4.3 cvc-datatype-valid.1 "})

/* So has an element where a wildcard asks for a declaration. */
CASES(named_by_wildcard, VC("<xs:sequence><xs:any processContents='strict' maxOccurs='2'/></xs:sequence>"),
	  {"<v" XSD UT_XSI "><b xsi:type='xs:int'>1</b></v>", ""},
	  {"<v" XSD UT_XSI "><b xsi:type='xs:int'>x</b></v>", "cvc-datatype-valid.1 "},
	  {"<v" XSD UT_XSI "><b xsi:nil='true'><c xsi:type='xs:int'>x</c>t</b><b xsi:type='xs:int'>1</b></v>",
	   "cvc-complex-type.2.4.c "},
	  {"<v" XSD UT_XSI "><b xsi:type='xs:none'/></v>", "cvc-elt.4.2 cvc-complex-type.2.4.c "},
	  {"<v" XSD UT_XSI "><b/></v>", "cvc-complex-type.2.4.c "},
	  {"<v><b><c/></b></v>", "cvc-complex-type.2.4.c "})

CASES(nil_values,
	  UT_XS "><xs:element name='v' nillable='true' type='xs:int'/><xs:element name='n' type='xs:string'/>"
			"<xs:element name='f' nillable='true' type='xs:string' fixed='a'/>"
			"<xs:element name='l'><xs:complexType><xs:sequence><xs:any processContents='lax'/></xs:sequence>"
			"</xs:complexType></xs:element></xs:schema>",
	  {"<v" UT_XSI "xsi:nil='true'/>", ""}, {"<v" UT_XSI "xsi:nil='false'>1</v>", ""},
	  {"<v" UT_XSI "xsi:nil='0'/>", "cvc-datatype-valid.1 "},
	  {"<n" UT_XSI "xsi:nil='false'/>", "cvc-elt.3.1 "}, {"<n" UT_XSI "xsi:nil='true'/>", "cvc-elt.3.1 "},
	  {"<f" UT_XSI "xsi:nil='true'/>", "cvc-elt.3.2.2 "}, {"<f" UT_XSI "xsi:nil='false'>a</f>", ""},
	  {"<l><u" UT_XSI "xsi:nil='true'>text</u></l>", ""},
	  {"<l><n" UT_XSI "xsi:nil='true'/></l>", "cvc-elt.3.1 "})

/* A given value is one of the type that xsi:type names. */
CASES(
	given_values,
	UT_XS
	"><xs:element name='v' type='xs:anySimpleType' fixed='1.0'/><xs:element name='d' type='xs:anySimpleType' "
	"default='a b'/></xs:schema>",
	{"<v>1.0</v>", ""}, {"<v>1.00</v>", "cvc-elt.5.2.2.2.2 "}, {TYPED("v", "xs:decimal", ">1.00</v>"), ""},
	{TYPED("v", "xs:decimal", ">1.01</v>"), "cvc-elt.5.2.2.2.2 "}, {TYPED("v", "xs:string", ">1.0</v>"), ""},
	{TYPED("v", "xs:string", ">1.00</v>"), "cvc-elt.5.2.2.2.2 "}, {TYPED("v", "xs:decimal", "/>"), ""},
	{TYPED("v", "xs:boolean", ">true</v>"), "cvc-elt.5.2.2.2.2 "}, {TYPED("d", "xs:NMTOKENS", "/>"), ""},
	{TYPED("d", "xs:NMTOKEN", "/>"), "cvc-datatype-valid.1 "})

CASES(ids,
	  UT_XS
	  "><xs:attribute name='i' type='xs:ID'/><xs:attribute name='j'><xs:simpleType><xs:restriction "
	  "base='xs:ID'/>"
	  "</xs:simpleType></xs:attribute><xs:attribute name='k' type='xs:int'/><xs:element "
	  "name='w'><xs:complexType>"
	  "<xs:sequence><xs:element ref='w' minOccurs='0' maxOccurs='9'/></xs:sequence><xs:anyAttribute/>"
	  "</xs:complexType></xs:element><xs:element name='o'><xs:complexType><xs:attribute name='own' "
	  "type='xs:ID'/>"
	  "<xs:anyAttribute/></xs:complexType></xs:element><xs:element name='r'><xs:complexType><xs:sequence>"
	  "<xs:element ref='w' minOccurs='0'/></xs:sequence><xs:attribute name='refs' type='xs:IDREFS' "
	  "default='a b'/>"
	  "<xs:attribute name='n' type='xs:int' default='3'/></xs:complexType></xs:element></xs:schema>",
	  {"<w i='a' k='1'/>", ""}, {"<w i='a'><w i='b'/><w j='c'/></w>", ""},
	  {"<w i='a' j='b'/>", "cvc-complex-type.5 "}, {"<o i='a'/>", "cvc-complex-type.5 "},
	  {"<o own='a' k='1'/>", ""}, {"<r refs=''/>", "cvc-minLength-valid "}, {"<r/>", "cvc-id.1 cvc-id.1 "},
	  {"<r><w i='a'><w i='b'/></w></r>", ""}, {"<r><w i='a'/></r>", "cvc-id.1 "},
	  {"<r refs='c'><w i='c'/></r>", ""})

/* Fields: of nilled elements, of elements that are not simple, and of a node by two ways. */
CASES(
	fields,
	UT_XS
	"><xs:element name='v'><xs:complexType><xs:sequence><xs:element name='a' nillable='true' maxOccurs='9'/>"
	"<xs:element name='b' nillable='true' type='xs:int' minOccurs='0' "
	"maxOccurs='9'/></xs:sequence></xs:complexType>"
	"<xs:unique name='u'><xs:selector xpath='a'/><xs:field xpath='.'/></xs:unique>"
	"<xs:unique name='w'><xs:selector xpath='b'/><xs:field xpath='.'/></xs:unique></xs:element>"
	"<xs:element name='k'><xs:complexType><xs:sequence><xs:element name='b' nillable='true' type='xs:int'/>"
	"</xs:sequence></xs:complexType><xs:key name='k'><xs:selector xpath='b'/><xs:field xpath='.'/></xs:key>"
	"</xs:element></xs:schema>",
	{"<v" UT_XSI XSD "><a xsi:nil='true' xsi:type='xs:string'/></v>", ""},
	{"<v" UT_XSI XSD "><a xsi:nil='true'/></v>", "cvc-identity-constraint.3 "},
	{"<v" UT_XSI XSD "><a xsi:type='xs:int'>1</a><a xsi:type='xs:int'>1</a></v>",
	 "cvc-identity-constraint.4.1 "},
	{"<v" UT_XSI XSD "><a xsi:type='xs:int'>1</a><b xsi:nil='true'/><b xsi:nil='true'/></v>", ""},
	{"<k" UT_XSI "><b xsi:nil='true'/></k>", "cvc-identity-constraint.4.2.3 cvc-identity-constraint.4.2.1 "})

CASES(one_node_two_ways,
	  UT_XS
	  "><xs:element name='v'><xs:complexType><xs:sequence><xs:element name='a' maxOccurs='9'><xs:complexType>"
	  "<xs:sequence><xs:element name='b' type='xs:int' maxOccurs='2'/></xs:sequence><xs:attribute name='x' "
	  "default='0'/>"
	  "</xs:complexType></xs:element></xs:sequence></xs:complexType>"
	  "<xs:unique name='u'><xs:selector xpath='a | .//a | child :: a'/><xs:field xpath='b|./b|*'/><xs:field "
	  "xpath='@x | attribute :: x'/></xs:unique></xs:element></xs:schema>",
	  {"<v><a><b>1</b></a><a><b>2</b></a></v>", ""},
	  {"<v><a><b>1</b></a><a><b>1</b></a></v>", "cvc-identity-constraint.4.1 "},
	  {"<v><a x='1'><b>1</b></a><a x='2'><b>1</b></a></v>", ""},
	  {"<v><a><b>1</b><b>1</b></a></v>", "cvc-identity-constraint.3 "})

/* Prohibited in an attribute group means nothing; in a restriction it takes the attribute away. */
CASES(
	prohibited,
	UT_XS
	"><xs:attributeGroup name='g'><xs:attribute name='a' use='prohibited'/><xs:attribute name='c'/>"
	"</xs:attributeGroup><xs:complexType name='b'><xs:attribute name='a'/><xs:attribute "
	"name='c'/></xs:complexType>"
	"<xs:element name='v'><xs:complexType><xs:complexContent><xs:restriction base='b'><xs:attributeGroup "
	"ref='g'/>"
	"</xs:restriction></xs:complexContent></xs:complexType></xs:element><xs:element name='w'><xs:complexType>"
	"<xs:complexContent><xs:restriction base='b'><xs:attribute name='a' use='prohibited'/></xs:restriction>"
	"</xs:complexContent></xs:complexType></xs:element><xs:element name='x'><xs:complexType><xs:attribute "
	"name='a'/>"
	"<xs:attributeGroup ref='g'/></xs:complexType></xs:element></xs:schema>",
	{"<v a='1' c='2'/>", ""}, {"<w a='1'/>", "cvc-complex-type.3.2.2 "}, {"<w c='1'/>", ""},
	{"<x a='1' c='2'/>", ""})

/* Surrogates are in no text; the blocks of their code points are there. */
CASES(surrogates,
	  V("<xs:simpleType><xs:restriction base='xs:string'><xs:pattern "
		"value='[\\p{IsHighSurrogates}\\p{IsHighPrivateUseSurrogates}a]?\\P{IsLowSurrogates}'/></"
		"xs:restriction>"
		"</xs:simpleType>"),
	  {"<v>a&#x10000;</v>", ""}, {"<v>&#x10FFFF;</v>", ""}, {"<v>&#x10000;a</v>", "cvc-pattern-valid "})

UT_SUITE(test_schema_assess)
{
	UT_RUN(named_root);
	UT_RUN(named_by_wildcard);
	UT_RUN(nil_values);
	UT_RUN(given_values);
	UT_RUN(ids);
	UT_RUN(fields);
	UT_RUN(one_node_two_ways);
	UT_RUN(prohibited);
	UT_RUN(surrogates);
	return ut_done();
}
