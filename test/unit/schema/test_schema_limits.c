/*
 * test_schema_limits.c -- limits of schemas: every one of them names the document and the place, those of paths are
 * per alternative; attribute groups that are reached by several routes.
 */
#include <stdarg.h>

#include "../ut_schema.h"

static char text[400000];
static size_t text_n;

static void put(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void
put(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	text_n += (size_t) vsnprintf(text + text_n, sizeof(text) - text_n, fmt, ap);
	va_end(ap);
}

static void
begin(void)
{
	text_n = 0;
	put(UT_XS ">");
}

/* The text is refused by a limit, for this reason at this place. */
static void
too_much(const BxSchemaLimits *limits, const char *msg, const char *place)
{
	const char *texts[] = {text};
	BxSchema *schema = NULL;
	BxError err;
	BxStatus st = ut_schema_on(bx_host_libc(), texts, 1, limits, &schema, &err);
	char detail[300];

	snprintf(detail, sizeof(detail), "In \"a.xsd\", at %s.", place);
	CHECKF(st == BX_E_LIMIT && strstr(err.msg, msg) != NULL && strcmp(err.detail, detail) == 0,
		   "%s: %s, %s, %s", place, bx_status_name(st), err.msg, err.detail);
	if (st == BX_OK)
		bx_schema_free(schema);
}

#define TYPE "/schema/complexType[@name=\"t\"]"

static void
places_of_small_limits(void)
{
	BxSchemaLimits usual = BX_SCHEMA_LIMITS_DEFAULT, small = usual;

	begin();
	put("<xs:complexType name='t'><xs:sequence><xs:element name='a'/><xs:element name='b'/></xs:sequence>"
		"</xs:complexType></xs:schema>");
	small.max_components = 3;
	too_much(&small, "too many components", TYPE "/sequence");
	small = usual;
	small.max_depth = 3;
	too_much(&small, "elements of the schema are nested too deep", TYPE "/sequence");
	small = usual;
	small.max_states = 2;
	too_much(&small, "too many states", TYPE);
	small = usual;
	small.max_edges = 1;
	too_much(&small, "too large", TYPE);
	small = usual;
	small.max_documents = 0;
	too_much(&small, "too many documents", "/schema");
}

static void
places_of_groups(void)
{
	BxSchemaLimits usual = BX_SCHEMA_LIMITS_DEFAULT, small = usual;

	begin();
	put("<xs:complexType name='t'><xs:sequence><xs:element name='a'/><xs:element name='b'/><xs:element "
		"name='c'/><xs:element name='d'/></xs:sequence></xs:complexType></xs:schema>");
	small.max_states = 1;
	too_much(&small, "the content model of the type is too large", TYPE);
	small = usual;
	begin();
	put("<xs:element name='m0'/>");
	for (unsigned i = 0; i < 30; i++)
		put("<xs:element name='m%u' substitutionGroup='m%u'/>", i + 1, i);
	put("</xs:schema>");
	small.max_components = 100;
	too_much(&small, "substitution groups of the schema are too large", "/schema/element[@name=\"m14\"]");
	small = usual;
	small.max_depth = 5;
	too_much(&small, "substitution groups of the schema are nested too deep",
			 "/schema/element[@name=\"m7\"]");
	begin();
	put("<xs:group name='g0'><xs:choice><xs:element name='a'/></xs:choice></xs:group>");
	for (unsigned i = 0; i < 20; i++)
		put("<xs:group name='g%u'><xs:sequence><xs:group ref='g%u'/><xs:group ref='g%u'/></xs:sequence>"
			"</xs:group>",
			i + 1, i, i);
	put("<xs:complexType name='t'><xs:group ref='g20'/></xs:complexType></xs:schema>");
	too_much(NULL, "the content models of the schema are too large",
			 "/schema/group[@name=\"g1\"]/sequence/group[2]");
	small = usual;
	small.max_depth = 8;
	too_much(&small, "refer to each other too deep", "/schema/group[@name=\"g14\"]/sequence/group");
}

static void
places_of_types(void)
{
	BxSchemaLimits usual = BX_SCHEMA_LIMITS_DEFAULT, small = usual;

	begin();
	put("<xs:complexType name='t'><xs:attribute name='x'/><xs:attribute name='y'/><xs:attribute name='z'/>"
		"</xs:complexType></xs:schema>");
	small.max_states = 1;
	too_much(&small, "the type has too many attributes", TYPE "/attribute[@name=\"z\"]");
	begin();
	put("<xs:complexType name='t0'><xs:attribute name='x'/><xs:attribute name='y'/></xs:complexType>");
	for (unsigned i = 0; i < 30; i++)
		put("<xs:complexType name='t%u'><xs:complexContent><xs:extension base='t%u'/></xs:complexContent>"
			"</xs:complexType>",
			i + 1, i);
	put("</xs:schema>");
	small = usual;
	small.max_depth = 10;
	too_much(&small, "derived from each other too often", "/schema/complexType[@name=\"t10\"]");
	begin();
	put("<xs:simpleType name='u0'><xs:restriction base='xs:int'/></xs:simpleType>");
	for (unsigned i = 0; i < 30; i++)
		put("<xs:simpleType name='u%u'><xs:union memberTypes='u%u u%u'/></xs:simpleType>", i + 1, i, i);
	put("</xs:schema>");
	too_much(NULL, "the union has too many members", "/schema/simpleType[@name=\"u13\"]");
	begin();
	put("<xs:simpleType name='s'><xs:restriction base='xs:token'>");
	for (unsigned i = 0; i < 2000; i++)
		put("<xs:pattern value='[a-z]{1,9}%u.*'/>", i);
	put("</xs:restriction></xs:simpleType></xs:schema>");
	too_much(NULL, "the patterns of the type are too large together",
			 "/schema/simpleType[@name=\"s\"]/restriction");
}

/* ---- identity constraints ---- */

static void
put_selector(unsigned alternatives, unsigned steps)
{
	begin();
	put("<xs:complexType name='t'><xs:attribute name='id'/></xs:complexType><xs:element name='v'>"
		"<xs:complexType><xs:choice maxOccurs='unbounded'><xs:element name='x0' type='t'/><xs:element "
		"name='x29' type='t'/><xs:element name='y' type='t'/></xs:choice></xs:complexType><xs:unique "
		"name='k'><xs:selector xpath='");
	for (unsigned i = 0; i < alternatives; i++)
	{
		put("%s.//", i > 0 ? " | " : "");
		for (unsigned k = 0; k < steps; k++)
			put("%sx%u", k > 0 ? "/" : "", k + 1 < steps ? 0 : i);
	}
	put("'/><xs:field xpath='@id'/></xs:unique></xs:element></xs:schema>");
}

static void
alternatives_of_selectors(void)
{
	static const struct
	{
		unsigned alternatives, steps;
	} good[] = {{30, 1}, {60, 1}, {457, 1}, {3000, 1}, {1, 63}, {40, 63}};

	for (unsigned i = 0; i < sizeof(good) / sizeof(good[0]); i++)
	{
		BxSchema *schema;
		UtReport r;

		put_selector(good[i].alternatives, good[i].steps);
		schema = ut_schema(text);
		if (schema == NULL)
			continue;
		if (good[i].steps == 1)
		{
			r = ut_validate(schema, "<v><x0 id='1'/><x29 id='1'/></v>");
			CHECKF(strcmp(r.codes, good[i].alternatives > 1 ? "cvc-identity-constraint.4.1 " : "") == 0,
				   "%u: %s", good[i].alternatives, r.codes);
			r = ut_validate(schema, "<v><x0 id='1'/><x29 id='2'/><y id='1'/></v>");
			CHECKF(r.valid, "%u: %s", good[i].alternatives, r.msgs);
		}
		bx_schema_free(schema);
	}
	put_selector(2, 64);
	too_much(NULL, "an alternative of the path has more than 63 steps",
			 "/schema/element[@name=\"v\"]/unique[@name=\"k\"]/selector");
	put_selector(10001, 1);
	too_much(NULL, "the path has more than 10000 alternatives",
			 "/schema/element[@name=\"v\"]/unique[@name=\"k\"]/selector");
}

/* ---- attribute groups ---- */

/* A type with these references, by groups A and B that both have group C; NULL when it is refused. */
static BxSchema *
groups(const char *references, const char *more, const char *said)
{
	const char *texts[] = {text};
	BxSchema *schema = NULL;
	BxError err;
	BxStatus st;

	begin();
	put("<xs:attributeGroup name='C'><xs:attribute name='c' use='required'/><xs:anyAttribute "
		"namespace='urn:c' processContents='skip'/></xs:attributeGroup>"
		"<xs:attributeGroup name='A'><xs:attribute name='a'/><xs:attributeGroup ref='C'/></xs:attributeGroup>"
		"<xs:attributeGroup name='B'><xs:attributeGroup ref='C'/><xs:attribute name='b'/></xs:attributeGroup>"
		"<xs:attributeGroup name='D'><xs:attribute name='c'/></xs:attributeGroup>%s"
		"<xs:element name='v'><xs:complexType>%s</xs:complexType></xs:element></xs:schema>",
		more, references);
	st = ut_schema_on(bx_host_libc(), texts, 1, NULL, &schema, &err);
	if (said == NULL)
		CHECKF(st == BX_OK, "%s: %s", references, err.msg);
	else
		CHECKF(st == BX_E_SCHEMA && strstr(err.msg, said) != NULL, "%s: %s", references, err.msg);
	return st == BX_OK ? schema : NULL;
}

#define REF(name) "<xs:attributeGroup ref='" name "'/>"

static void
attribute_groups(void)
{
	static const char *const good[] = {REF("A") REF("B"), REF("C") REF("A") REF("B"),
									   REF("A") REF("B") REF("C"), REF("A") REF("B") REF("A")};
	UtReport r;

	for (unsigned i = 0; i < sizeof(good) / sizeof(good[0]); i++)
	{
		BxSchema *schema = groups(good[i], "", NULL);

		if (schema == NULL)
			continue;
		r = ut_validate(schema, "<v a='1' b='2' c='3' xmlns:c='urn:c' c:d='4'/>");
		CHECKF(r.valid, "%s: %s", good[i], r.msgs);
		r = ut_validate(schema, "<v a='1' b='2'/>");
		CHECKF(strcmp(r.codes, "cvc-complex-type.4 ") == 0, "%s: %s", good[i], r.codes);
		r = ut_validate(schema, "<v c='3' d='4'/>");
		CHECKF(strcmp(r.codes, "cvc-complex-type.3.2.2 ") == 0, "%s: %s", good[i], r.codes);
		bx_schema_free(schema);
	}
	/* other attributes of the same name, and groups in themselves, stay refused */
	(void) groups(REF("A") REF("D"), "", "attribute \"c\" is declared twice");
	(void) groups("<xs:attribute name='c'/>" REF("A"), "", "attribute \"c\" is declared twice");
	(void) groups(REF("E") REF("F"),
				  "<xs:attributeGroup name='E'>" REF(
					  "F") "</xs:attributeGroup><xs:attributeGroup name='F'>" REF("E") "</xs:attributeGroup>",
				  "contains itself");
}

UT_SUITE(test_schema_limits)
{
	UT_RUN(places_of_small_limits);
	UT_RUN(places_of_groups);
	UT_RUN(places_of_types);
	UT_RUN(alternatives_of_selectors);
	UT_RUN(attribute_groups);
	return ut_done();
}
