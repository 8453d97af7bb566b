/*
 * test_retype.c -- values retyped by a schema: the text and the labels stay, and the bytes are those that a writer
 * makes who knows the types from the start.
 */
#define _GNU_SOURCE

#include "../../../src/core/schema/bx_retype.h"
#include "../ut_form.h"
#include "../ut_golden.h"
#include "../ut_schema.h"

typedef struct Retyped
{
	bool valid;
	uint8_t *data; /* NULL: nothing changes */
	size_t len;
} Retyped;

static Retyped
retype(BxValidator *validator, const uint8_t *v, size_t n, unsigned form, bool strings)
{
	BxRetypeOptions o = {.writer = ut_options(form, BX_TYPED_LOSSLESS), .strings = strings};
	BxStore store;
	Retyped r;
	BxError err;
	BxStatus st;

	bx_error_clear(&err);
	bx_store_memory(&store, v, n);
	r.data = NULL;
	r.len = 0;
	st = bx_validator_note(validator, &o, &err);
	if (st == BX_OK)
		st = bx_validator_run(validator, &store, NULL, &r.valid, &err);
	if (st == BX_OK && r.valid)
		st = bx_validator_retyped(validator, &store, &r.data, &r.len, &err);
	CHECKF(st == BX_OK, "%s", err.msg);
	return r;
}

static BxValidator *
validator_of(const BxSchema *schema)
{
	BxValidator *validator;
	BxError err;

	if (schema == NULL || bx_validator_new(schema, bx_host_libc(), &validator, &err) != BX_OK)
		abort();
	return validator;
}

/* Text and labels of a value. */
static void
put_all(const uint8_t *v, size_t n, BxBuf *out)
{
	BxError err;

	bx_buf_init(out, bx_host_libc());
	CHECKF(bx_text_write(v, n, NULL, bx_host_libc(), out, &err) == BX_OK, "%s", err.msg);
	ut_item_labels(v, n, out);
}

/* What must hold of a value and what it is retyped to; true when it changed. */
static bool
check_retyped(BxValidator *validator, const uint8_t *v, size_t n, unsigned form, bool strings)
{
	Retyped r = retype(validator, v, n, form, strings), again;
	BxBuf before, after;
	BxError err;

	if (r.data == NULL)
		return false;
	CHECK(r.valid);
	CHECKF(bx_check(r.data, r.len, true, NULL, bx_host_libc(), &err) == BX_OK, "%s", err.msg);
	put_all(v, n, &before);
	put_all(r.data, r.len, &after);
	CHECKF(before.len == after.len && memcmp(before.data, after.data, before.len) == 0, "%.*s\n# %.*s",
		   (int) before.len, (const char *) before.data, (int) after.len, (const char *) after.data);
	CHECKF(strings || r.len <= n + 1, "%zu bytes, but %zu: %.*s", r.len, n, (int) before.len,
		   (const char *) before.data);
	again = retype(validator, r.data, r.len, form, strings);
	CHECK(again.valid && again.data == NULL);
	bx_buf_free(&before);
	bx_buf_free(&after);
	free(r.data);
	return true;
}

#define TYPES                                                                                                \
	UT_XS "><xs:simpleType name='U'><xs:union memberTypes='xs:int xs:double xs:date xs:hexBinary "           \
		  "xs:string'/></xs:simpleType>"                                                                     \
		  "<xs:simpleType name='UU'><xs:union memberTypes='xs:boolean U'/></xs:simpleType>"                  \
		  "<xs:simpleType name='L'><xs:list itemType='xs:double'/></xs:simpleType>"                          \
		  "<xs:simpleType name='P'><xs:restriction base='xs:decimal'><xs:pattern value='\\+.*'/>"            \
		  "</xs:restriction></xs:simpleType>"                                                                \
		  "<xs:complexType name='C'><xs:simpleContent><xs:extension base='xs:double'>"                       \
		  "<xs:attribute name='a' type='xs:double'/><xs:attribute name='s'/><xs:attribute name='h' "         \
		  "type='xs:hexBinary'/></xs:extension></xs:simpleContent></xs:complexType>"                         \
		  "<xs:complexType name='D'><xs:simpleContent><xs:restriction base='C'/></xs:simpleContent>"         \
		  "</xs:complexType>"                                                                                \
		  "<xs:element name='v'><xs:complexType><xs:choice maxOccurs='unbounded'>"                           \
		  "<xs:element name='u' type='U'/><xs:element name='w' type='UU'/><xs:element name='l' "             \
		  "type='L'/><xs:element name='p' type='P'/><xs:element name='c' type='C'/><xs:element "             \
		  "name='any'/><xs:element name='x' type='xs:anySimpleType'/>"                                       \
		  "<xs:element name='n' type='xs:double' nillable='true'/>"                                          \
		  "<xs:any namespace='urn:o' processContents='skip'/>"                                               \
		  "</xs:choice></xs:complexType></xs:element></xs:schema>"

typedef struct RetypeCase
{
	const char *xml;
	const char *hex; /* a payload that the new value has; NULL: nothing changes */
} RetypeCase;

static const RetypeCase cases[] = {
	{"<v><u>12</u></v>", NULL},
	{"<v><u>+12</u></v>", "a3200c"}, /* an xs:int */
	{"<v><u>1.50E0</u></v>", "a2020096"},
	{"<v><u>2024-01-01Z</u></v>", "a4100b4d"},
	{"<v><u>c0ffee</u></v>", "a6c0ffee"},
	{"<v><u>c0ffe</u></v>", NULL},
	{"<v><w>1.50E0</w></v>", "a2020096"},
	{"<v><l>1.50E0</l></v>", NULL},
	{"<v><l>1.50E0 2.5</l></v>", NULL},
	{"<v><p>+17</p></v>", "a32011"},
	{"<v><c>1.50E0</c></v>", "a2020096"},
	{"<v><c a='1.50E0'>1</c></v>", "a2020096"},
	{"<v><c s='1.50E0'>1</c></v>", NULL},
	{"<v><c s='c0ff' h='c0ff'>1</c></v>", "a6c0ff"},
	{"<v><c s='1'>1.50E0</c></v>", "a2020096"},
	{"<v><c> 1.50E0</c></v>", NULL},
	{"<v><c>1.5<!-- -->0E0</c></v>", NULL},
	{"<v><x>1.50E0</x><any>1.50E0</any></v>", NULL},
	{"<v><any" UT_XSI "xsi:type='C' a='1.50E0'>1</any></v>", "a2020096"},
	{"<v><any" UT_XSI "xsi:type='D'>1.50E0</any></v>", "a2020096"},
	{"<v" UT_XSI "><n xsi:nil='true'/><n>1.50E0</n></v>", "a2020096"},
	{"<v><o:u xmlns:o='urn:o'>1.50E0</o:u><u>1</u></v>", NULL},
	{"<?xml version='1.0' standalone='yes'?><!--a--><!DOCTYPE v><v><u>1.50E0</u></v><!--b-->", "a2020096"},
};

static bool
has_bytes(const Retyped *r, const char *hex)
{
	uint8_t want[16];
	size_t n = strlen(hex) / 2, i;
	unsigned byte;

	for (i = 0; i < n; i++)
	{
		sscanf(hex + 2 * i, "%2x", &byte);
		want[i] = (uint8_t) byte;
	}
	return memmem(r->data, r->len, want, n) != NULL;
}

static void
types_decide(void)
{
	static const unsigned forms[] = {BX_MODE_NAMES, BX_MODE_SHAPES, BX_MODE_SHAPES | UT_CONSTANTS,
									 BX_MODE_SHAPES | UT_DIRECTORIES};
	BxSchema *schema = ut_schema(TYPES);
	BxValidator *validator = validator_of(schema);
	size_t i, f;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (f = 0; f < 4; f++)
		{
			BxParseOptions o = any;
			Result value;
			Retyped r;

			o.writer = ut_options(forms[f], BX_TYPED_LOSSLESS);
			value = parse(cases[i].xml, &o);
			CHECKF(value.status == BX_OK, "%s: %s", cases[i].xml, value.err.msg);
			r = retype(validator, value.data, value.len, forms[f], false);
			CHECKF(r.valid && (r.data != NULL) == (cases[i].hex != NULL), "%s", cases[i].xml);
			CHECKF(r.data == NULL || has_bytes(&r, cases[i].hex), "%s", cases[i].xml);
			check_retyped(validator, value.data, value.len, forms[f], false);
			free(r.data);
			free(value.data);
		}
	bx_validator_free(validator);
	bx_schema_free(schema);
}

/* ---- random lexical forms ---- */

static const char *const builtin[] = {"double",
									  "decimal",
									  "date",
									  "time",
									  "hexBinary",
									  "base64Binary",
									  "string",
									  "any",
									  "anySimpleType",
									  "boolean",
									  "float",
									  "duration",
									  "dateTime",
									  "gYearMonth",
									  "gYear",
									  "gMonthDay",
									  "gDay",
									  "gMonth",
									  "anyURI",
									  "token",
									  "language",
									  "NMTOKEN",
									  "Name",
									  "NCName",
									  "integer",
									  "long",
									  "int",
									  "short",
									  "byte",
									  "nonNegativeInteger",
									  "unsignedInt",
									  "positiveInteger",
									  "normalizedString"};

#define N_BUILTIN (sizeof(builtin) / sizeof(builtin[0]))
/* Those that ut_declared knows. */
#define N_KNOWN 8

static BxSchema *
all_types(void)
{
	char text[8000];
	size_t n = (size_t) sprintf(
			   text, "%s><xs:element name='v'><xs:complexType><xs:choice maxOccurs='unbounded'>", UT_XS),
		   i;
	BxSchema *schema;

	for (i = 0; i < N_BUILTIN; i++)
		n += (size_t) sprintf(text + n, "<xs:element name='%s' type='xs:%s'/>", builtin[i],
							  strcmp(builtin[i], "any") == 0 ? "anySimpleType" : builtin[i]);
	n += (size_t) sprintf(text + n, "<xs:element name='e'><xs:complexType>");
	for (i = 0; i < N_BUILTIN; i++)
		n += (size_t) sprintf(text + n, "<xs:attribute name='%s' type='xs:%s'/>", builtin[i],
							  strcmp(builtin[i], "any") == 0 ? "anySimpleType" : builtin[i]);
	strcpy(text + n, "</xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>");
	schema = ut_schema(text);
	return schema;
}

static bool
is_plain_text(const char *s, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (s[i] < ' ' || s[i] > '~' || strchr("<>&'\"", s[i]) != NULL)
			return false;
	return true;
}

/* A document of elements and attributes of some types; those of the first n_types. */
static size_t
random_doc(char *xml, unsigned n_types)
{
	unsigned k = 1 + random_below(2), i;
	size_t n = (size_t) sprintf(xml, "<v>");

	for (i = 0; i < k; i++)
	{
		const char *type = builtin[random_below(n_types)];
		Form f;

		do
			form_declared(&f);
		while (!is_plain_text(f.s, f.n));
		if (random_below(3))
			n += (size_t) sprintf(xml + n, "<%s>%.*s</%s>", type, (int) f.n, f.s, type);
		else
			n += (size_t) sprintf(xml + n, "<e %s=\"%.*s\"/>", type, (int) f.n, f.s);
	}
	return n + (size_t) sprintf(xml + n, "</v>");
}

static void
random_forms_stay(void)
{
	BxSchema *schema = all_types();
	BxValidator *validator = validator_of(schema);
	const char *times = getenv("BXML_RETYPE");
	unsigned i, changed = 0, same = 0, n = times ? (unsigned) atoi(times) : 3000;

	for (i = 0; i < n; i++)
	{
		unsigned form =
			(random_below(2) ? BX_MODE_NAMES : BX_MODE_SHAPES) | (random_below(2) ? UT_CONSTANTS : 0);
		bool known = random_below(2), strings = random_below(2);
		char xml[1000];
		size_t len, v_n, want_n;
		uint8_t *v, *want;
		Retyped r;

		len = random_doc(xml, known ? N_KNOWN : (unsigned) N_BUILTIN);
		v = ut_encode(xml, len, form, random_below(4) ? BX_TYPED_LOSSLESS : BX_TYPED_OFF, &v_n);
		changed += check_retyped(validator, v, v_n, form, strings);
		free(v);
		if (!known)
			continue;
		v = ut_encode(xml, len, form, BX_TYPED_LOSSLESS, &v_n);
		want = ut_encode(xml, len, form, BX_TYPED_DECLARED, &want_n);
		r = retype(validator, v, v_n, form, true);
		CHECKF(!r.valid || (r.data != NULL ? r.len == want_n && memcmp(r.data, want, want_n) == 0
										   : v_n == want_n && memcmp(v, want, want_n) == 0),
			   "%s", xml);
		same += r.valid && r.data != NULL;
		free(r.data);
		free(want);
		free(v);
	}
	CHECKF(changed > n / 50 && same > n / 60, "%u, %u of %u", changed, same, n);
	bx_validator_free(validator);
	bx_schema_free(schema);
}

/* Labels as changes leave them, and the label of a root, come along. */
static void
labels_stay(void)
{
	static const char xml[] = "<v><double>1.50E0</double><double>2.50E0</double><e double=\"3.50E0\"/></v>";
	BxSchema *schema = all_types();
	BxValidator *validator = validator_of(schema);
	unsigned i;

	for (i = 0; i < 4; i++)
	{
		unsigned form = (i & 1 ? BX_MODE_NAMES : BX_MODE_SHAPES) | (i & 2 ? UT_ROOT : 0);
		size_t n, labeled_n;
		uint8_t *v = ut_encode(xml, strlen(xml), form, BX_TYPED_LOSSLESS, &n);

		CHECK(check_retyped(validator, v, n, form & ~(unsigned) UT_ROOT, false));
		if ((i & 2) == 0)
		{
			uint8_t *labeled = ut_said(v, n, "1:1:2.1 1:2:9 ^1:0:0.13", &labeled_n);

			CHECK(check_retyped(validator, labeled, labeled_n, form, false));
			free(labeled);
		}
		free(v);
	}
	bx_validator_free(validator);
	bx_schema_free(schema);
}

UT_SUITE(test_retype)
{
	UT_RUN(types_decide);
	UT_RUN(random_forms_stay);
	UT_RUN(labels_stay);
	return ut_done();
}
