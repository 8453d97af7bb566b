/*
 * test_edit.c -- changes of values, case by case: what comes out, as text, in every form of storage, and what is
 * refused.
 */
#include <stdlib.h>

#include "../ut.h"
#include "../ut_edit.h"

static const unsigned forms[] = {BX_MODE_NAMES,
								 BX_MODE_SHAPES,
								 BX_MODE_NAMES | UT_CONSTANTS,
								 BX_MODE_SHAPES | UT_CONSTANTS,
								 BX_MODE_NAMES | UT_HEAP,
								 BX_MODE_SHAPES | UT_HEAP,
								 BX_MODE_SHAPES | UT_DIRECTORIES,
								 BX_MODE_SHAPES | UT_DIRECTORIES | UT_VALUES,
								 BX_MODE_NAMES | UT_AS(AT_BASE64),
								 BX_MODE_SHAPES | UT_CONSTANTS | UT_AS(AT_HEX)};
#define FORMS (sizeof(forms) / sizeof(forms[0]))

static const char *const ops[] = {"first", "last",    "before", "after",  "attributes",
								  "set",   "replace", "value",  "rename", "delete"};

/* The next part of a script, up to the separator; NULL at its end. */
static const char *
part(char **script, char until)
{
	char *s = *script, *end;

	if (s == NULL)
		return NULL;
	end = strchr(s, until);
	if (end != NULL)
		*end = '\0';
	*script = end != NULL ? end + 1 : NULL;
	return s;
}

/* "p:name{uri}" */
static void
split_name(char *s, BxStr *prefix, BxStr *uri, BxStr *local)
{
	char *colon, *brace = strchr(s, '{');

	*prefix = *uri = ut_str("");
	if (brace != NULL)
	{
		*brace = '\0';
		*uri = ut_str(brace + 1);
		uri->n--;
	}
	colon = strchr(s, ':');
	if (colon != NULL)
	{
		*colon = '\0';
		*prefix = ut_str(s);
		s = colon + 1;
	}
	*local = ut_str(s);
}

typedef struct Run
{
	uint8_t *v;
	size_t n;
	char script[2000];
	uint8_t *contents[20];
	uint32_t n_contents;
	BxEditAttribute attrs[20];
	uint32_t n_attrs;
	BxError err;
	BxEditNode error_node;
	bool has_error_node;
	uint8_t *result;
	size_t result_n;
} Run;

static void
set_attribute(Run *r, BxEditChange *c, char *arg)
{
	BxEditAttribute *a = &r->attrs[r->n_attrs++];
	char *eq = strchr(arg, '=');

	*eq = '\0';
	split_name(arg, &a->prefix, &a->uri, &a->local);
	a->value = ut_str(eq + 1);
	c->attrs = a;
	c->n_attrs = 1;
}

/* "op label argument"; content is XML, an attribute "name=value" after "@". */
static BxStatus
add_change(Run *r, BxEdit *e, const UtTree *t, char *line)
{
	const char *op = part(&line, ' '), *label = part(&line, ' ');
	const UtNode *n = ut_tree_at(t, strcmp(label, "/") == 0 ? "" : label);
	BxEditChange c;
	size_t i;

	memset(&c, 0, sizeof(c));
	c.text = c.prefix = c.uri = c.local = ut_str("");
	for (i = 0; i < sizeof(ops) / sizeof(ops[0]); i++)
		if (strcmp(ops[i], op) == 0)
			c.op = (BxEditOp) i;
	CHECKF(n != NULL, "%s", label);
	if (n == NULL)
		return BX_E_STATE;
	c.target = n->at;
	if (c.op == BX_EDIT_VALUE)
		c.text = ut_str(line != NULL ? line : "");
	else if (c.op == BX_EDIT_RENAME)
		split_name(line, &c.prefix, &c.uri, &c.local);
	else if (c.op == BX_EDIT_ATTRIBUTES || c.op == BX_EDIT_SET_ATTRIBUTE || (line != NULL && *line == '@'))
		set_attribute(r, &c, line + (*line == '@'));
	else if (line != NULL)
	{
		c.value = r->contents[r->n_contents++] =
			ut_encode(line, strlen(line), BX_MODE_SHAPES, BX_TYPED_LOSSLESS, &c.value_n);
	}
	return bx_edit_add(e, &c);
}

static BxStatus
run(Run *r, const char *xml, const char *script, unsigned form)
{
	BxWriterOptions opt = ut_options(form, BX_TYPED_LOSSLESS);
	char *rest = r->script, *line;
	UtTree tree;
	BxEdit *e;
	BxStatus st;

	memset(r, 0, sizeof(*r));
	snprintf(r->script, sizeof(r->script), "%s", script);
	r->v = ut_encode(xml, strlen(xml), form, BX_TYPED_LOSSLESS, &r->n);
	CHECK(ut_tree_read(&tree, r->v, r->n, &r->err) == BX_OK);
	bx_error_clear(&r->err);
	e = bx_edit_new(bx_host_libc(), &opt, r->v, r->n, &r->err);
	st = e == NULL ? r->err.status : BX_OK;
	while (st == BX_OK && (line = (char *) (uintptr_t) part(&rest, '|')) != NULL)
		st = add_change(r, e, &tree, line);
	if (st == BX_OK)
		st = bx_edit_apply(e, &r->result, &r->result_n);
	r->has_error_node = bx_edit_error_node(e, &r->error_node);
	bx_edit_free(e);
	ut_tree_free(&tree);
	return st;
}

static void
run_free(Run *r)
{
	while (r->n_contents > 0)
		free(r->contents[--r->n_contents]);
	free(r->v);
	free(r->result);
}

typedef struct Case
{
	const char *xml;
	const char *script;
	const char *expected;
} Case;

static void
check_case(const Case *c, unsigned form)
{
	Run r;
	BxBuf out;
	BxStatus st = run(&r, c->xml, c->script, form);

	CHECKF(st == BX_OK, "form %x, %s: %s: %s", form, c->xml, c->script, r.err.msg);
	bx_buf_init(&out, bx_host_libc());
	if (st == BX_OK)
	{
		st = bx_check(r.result, r.result_n, false, NULL, bx_host_libc(), &r.err);
		CHECKF(st == BX_OK, "form %x, %s: %s: %s", form, c->xml, c->script, r.err.msg);
		CHECK(bx_text_write(r.result, r.result_n, NULL, bx_host_libc(), &out, &r.err) == BX_OK);
		CHECKF(out.len == strlen(c->expected) && memcmp(out.data, c->expected, out.len) == 0,
			   "form %x, %s: %s: %.*s", form, c->xml, c->script, (int) out.len, (char *) out.data);
	}
	bx_buf_free(&out);
	run_free(&r);
}

static void
check_cases(const Case *cases, size_t n)
{
	size_t i, f;

	for (i = 0; i < n; i++)
		for (f = 0; f < FORMS; f++)
			check_case(&cases[i], forms[f]);
}

#define CHECK_CASES(cases) check_cases(cases, sizeof(cases) / sizeof(cases[0]))

static void
deletes(void)
{
	static const Case cases[] = {
		{"<a><b/><c/></a>", "delete 1.1", "<a><c/></a>"},
		{"<a><b/><c/></a>", "delete 1.3", "<a><b/></a>"},
		{"<a><b/><c/></a>", "delete 1.1|delete 1.3", "<a/>"},
		{"<a>x<b/>y</a>", "delete 1.3", "<a>xy</a>"},
		{"<a>1<b/>2</a>", "delete 1.3", "<a>12</a>"},
		{"<a>1<b/>2<!--c-->3<d/></a>", "delete 1.3|delete 1.7", "<a>123<d/></a>"},
		{"<a>x</a>", "delete 1.1", "<a/>"},
		{"<a k=\"1\">x</a>", "delete 1.@1", "<a>x</a>"},
		{"<a k=\"1\">x</a>", "delete 1.1", "<a k=\"1\"/>"},
		{"<a k=\"1\" l=\"2\" m=\"3\"/>", "delete 1.@3", "<a k=\"1\" m=\"3\"/>"},
		{"<a><b><c><d/></c></b></a>", "delete 1.1.1.1", "<a><b><c/></b></a>"},
		{"<a><b><c/></b></a>", "delete 1.1|delete 1.1.1", "<a/>"},
		{"<a/>text<b/>", "delete 1", "text<b/>"},
		{"<a/>text<b/>", "delete 1|delete 3|delete 5", ""},
		{"<!--x--><a/><?p d?>", "delete 1|delete 5", "<a/>"},
		{"<a><b>1</b><b>1</b><b>1</b></a>", "delete 1.3.1", "<a><b>1</b><b/><b>1</b></a>"},
	};

	CHECK_CASES(cases);
}

static void
values(void)
{
	static const Case cases[] = {
		{"<a>x</a>", "value 1.1 y", "<a>y</a>"},
		{"<a>x</a>", "value 1 y", "<a>y</a>"},
		{"<a/>", "value 1 7", "<a>7</a>"},
		{"<a>7</a>", "value 1 7 < 8", "<a>7 &lt; 8</a>"},
		{"<a><b>7</b><b>7</b></a>", "value 1.1 8", "<a><b>8</b><b>7</b></a>"},
		{"<a><b/>t<c/></a>", "value 1 u", "<a>u</a>"},
		{"<a k=\"v\"><b/>t<c/></a>", "value 1 u", "<a k=\"v\">u</a>"},
		{"<a k=\"v\"><b/>t<c/></a>", "value 1 |delete 1.1", "<a k=\"v\"/>"},
		{"<a k=\"v\"/>", "value 1.@1 w&\"", "<a k=\"w&amp;&quot;\"/>"},
		{"<a>t<b/></a>", "value 1.1 ", "<a><b/></a>"},
		{"<a><!--x--><?p d?></a>", "value 1.1 y|value 1.3 e", "<a><!--y--><?p e?></a>"},
		{"<a>x<b/>y</a>", "value 1.1 z|delete 1.3", "<a>zy</a>"},
	};

	CHECK_CASES(cases);
}

static void
inserts(void)
{
	static const Case cases[] = {
		{"<a/>", "first 1 <b/>", "<a><b/></a>"},
		{"<a/>", "last 1 t", "<a>t</a>"},
		{"<a>t</a>", "last 1 u", "<a>tu</a>"},
		{"<a>t</a>", "first 1 <b/>|last 1 <c/>", "<a><b/>t<c/></a>"},
		{"<a>t</a>", "before 1.1 <b/>|after 1.1 u", "<a><b/>tu</a>"},
		{"<a><b/></a>", "before 1.1 <x/>|after 1.1 <y/>|before 1.1 <z/>", "<a><x/><z/><b/><y/></a>"},
		{"<a><b/><c/></a>", "after 1.1 x|before 1.3 y", "<a><b/>xy<c/></a>"},
		{"<a k=\"1\"><b/></a>", "first 1 <x>1</x>2|last 1 <y>3</y>", "<a k=\"1\"><x>1</x>2<b/><y>3</y></a>"},
		{"<a><b/></a>", "delete 1.1|before 1.1 x|after 1.1 y", "<a>xy</a>"},
		{"<a><b>1</b></a>", "last 1 <b>2</b>", "<a><b>1</b><b>2</b></a>"},
		{"<a><b>1</b></a>", "last 1 <b>x&amp;</b>", "<a><b>1</b><b>x&amp;</b></a>"},
		{"<a><b><c/></b></a>", "last 1.1.1 <d><e k=\"1\">t</e></d>",
		 "<a><b><c><d><e k=\"1\">t</e></d></c></b></a>"},
		{"<a/>", "before 1 <!--x-->|after 1 <?p d?>", "<!--x--><a/><?p d?>"},
		{"<a/>", "first / <!--x-->|last / <?p d?>", "<!--x--><a/><?p d?>"},
		{"<a/>t", "first / <b/>|last / u", "<b/><a/>tu"},
		{"", "last / <b/>", "<b/>"},
		{"<!DOCTYPE a><a/>", "first / <b/>|delete 1", "<!DOCTYPE a><b/>"},
		{"<!--1--><!DOCTYPE a><!--2--><a/>", "first / <!--0-->|delete 1|after 3 <!--3-->",
		 "<!--0--><!DOCTYPE a><!--2--><!--3--><a/>"},
	};

	CHECK_CASES(cases);
}

static void
replaces(void)
{
	static const Case cases[] = {
		{"<a><b/></a>", "replace 1.1 <c/>", "<a><c/></a>"},
		{"<a><b/></a>", "replace 1.1 x", "<a>x</a>"},
		{"<a>x<b/>y</a>", "replace 1.3 -", "<a>x-y</a>"},
		{"<a>x</a>", "replace 1.1 <c/>", "<a><c/></a>"},
		{"<a/>", "replace 1 <c/>", "<c/>"},
		{"<a k=\"1\" l=\"2\"/>", "replace 1.@1 @m=3", "<a m=\"3\" l=\"2\"/>"},
		{"<a k=\"1\"/>", "replace 1.@1 @k=3", "<a k=\"3\"/>"},
		{"<a><b/></a>", "replace 1.1 <c/>|delete 1.1|before 1.1 <x/>", "<a><x/><c/></a>"},
		{"<a><b/></a>", "replace 1.1", "<a/>"},
	};

	CHECK_CASES(cases);
}

static void
attributes(void)
{
	static const Case cases[] = {
		{"<a/>", "attributes 1 k=1", "<a k=\"1\"/>"},
		{"<a>t</a>", "attributes 1 k=1", "<a k=\"1\">t</a>"},
		{"<a l=\"0\">t</a>", "attributes 1 k=1|attributes 1 m=2", "<a l=\"0\" k=\"1\" m=\"2\">t</a>"},
		{"<a k=\"0\"/>", "set 1 k=1", "<a k=\"1\"/>"},
		{"<a k=\"0\"/>", "set 1 l=1", "<a k=\"0\" l=\"1\"/>"},
		{"<a k=\"0\"/>", "delete 1.@1|attributes 1 k=1", "<a k=\"1\"/>"},
		{"<a k=\"0\"/>", "rename 1.@1 l|attributes 1 k=1", "<a l=\"0\" k=\"1\"/>"},
		{"<a/>", "attributes 1 p:k{u}=1", "<a xmlns:p=\"u\" p:k=\"1\"/>"},
		{"<a xmlns:p=\"u\"/>", "attributes 1 p:k{u}=1", "<a xmlns:p=\"u\" p:k=\"1\"/>"},
		{"<a xmlns:p=\"v\"/>", "attributes 1 p:k{u}=1", "<a xmlns:p=\"v\" xmlns:ns1=\"u\" ns1:k=\"1\"/>"},
		{"<a xmlns:p=\"v\"><b/></a>", "attributes 1.1 p:k{u}=1|attributes 1.1 p:k{w}=2",
		 "<a xmlns:p=\"v\"><b xmlns:ns1=\"u\" xmlns:ns2=\"w\" ns1:k=\"1\" ns2:k=\"2\"/></a>"},
		{"<a/>", "attributes 1 xml:id{http://www.w3.org/XML/1998/namespace}=1", "<a xml:id=\"1\"/>"},
		{"<p:a xmlns:p=\"u\" p:k=\"1\"/>", "set 1 q:k{u}=2", "<p:a xmlns:p=\"u\" p:k=\"2\"/>"},
	};

	CHECK_CASES(cases);
}

static void
renames(void)
{
	static const Case cases[] = {
		{"<a><b>x</b><b/></a>", "rename 1.1 c", "<a><c>x</c><b/></a>"},
		{"<a><b>x</b><b/></a>", "rename 1 c", "<c><b>x</b><b/></c>"},
		{"<a k=\"1\"><b l=\"2\"><c/>t<!--x--></b></a>", "rename 1 z",
		 "<z k=\"1\"><b l=\"2\"><c/>t<!--x--></b></z>"},
		{"<a k=\"1\"><b l=\"2\"><c/>t</b></a>", "rename 1 z|rename 1.1.@1 m|value 1.1.3 u",
		 "<z k=\"1\"><b m=\"2\"><c/>u</b></z>"},
		{"<a k=\"1\"/>", "rename 1.@1 l", "<a l=\"1\"/>"},
		{"<?p d?><a/>", "rename 1 q", "<?q d?><a/>"},
		{"<a/>", "rename 1 p:a{u}", "<p:a xmlns:p=\"u\"/>"},
		{"<a><b/></a>", "rename 1 a{u}", "<a xmlns=\"u\"><b xmlns=\"\"/></a>"},
		{"<a xmlns=\"u\"><b><c/></b></a>", "rename 1.1 b",
		 "<a xmlns=\"u\"><b xmlns=\"\"><c xmlns=\"u\"/></b></a>"},
		{"<a><b k=\"1\"/></a>", "rename 1.1.@1 p:k{u}", "<a><b xmlns:p=\"u\" p:k=\"1\"/></a>"},
		{"<a><b><b><b>7</b></b></b></a>", "rename 1.1 c|rename 1.1.1.1 d", "<a><c><b><d>7</d></b></c></a>"},
	};

	CHECK_CASES(cases);
}

static void
namespaces(void)
{
	static const Case cases[] = {
		{"<a xmlns=\"u\"/>", "last 1 <b/>", "<a xmlns=\"u\"><b xmlns=\"\"/></a>"},
		{"<a xmlns=\"u\"/>", "last 1 <b xmlns=\"u\"><c/></b>", "<a xmlns=\"u\"><b><c/></b></a>"},
		{"<a xmlns:p=\"u\"/>", "last 1 <p:b xmlns:p=\"u\"/>", "<a xmlns:p=\"u\"><p:b/></a>"},
		{"<a xmlns:p=\"u\"/>", "last 1 <p:b xmlns:p=\"v\"/>", "<a xmlns:p=\"u\"><p:b xmlns:p=\"v\"/></a>"},
		{"<a xmlns=\"u\"/>", "last 1 <p:b xmlns:p=\"v\"><c/></p:b>",
		 "<a xmlns=\"u\"><p:b xmlns:p=\"v\"><c xmlns=\"\"/></p:b></a>"},
		{"<p:a xmlns:p=\"u\"><p:b/></p:a>", "replace 1.1 <q:c xmlns:q=\"w\" q:k=\"1\"/>",
		 "<p:a xmlns:p=\"u\"><q:c xmlns:q=\"w\" q:k=\"1\"/></p:a>"},
	};

	CHECK_CASES(cases);
}

/* ---- what is refused ---- */

typedef struct Refused
{
	const char *xml;
	const char *script;
	BxStatus status;
	const char *says;
} Refused;

static void
refusals(void)
{
	static const Refused cases[] = {
		{"<a/>", "rename 1 b|rename 1 c", BX_E_UPDATE, "XUDY0015"},
		{"<a><b/></a>", "replace 1.1 <b/>|replace 1.1 <c/>", BX_E_UPDATE, "XUDY0016"},
		{"<a>t</a>", "value 1.1 x|value 1.1 y", BX_E_UPDATE, "XUDY0017"},
		{"<a k=\"1\"/>", "set 1 k=2|set 1 k=3", BX_E_UPDATE, "XUDY0017"},
		{"<a k=\"1\"/>", "set 1 k=2|value 1.@1 3", BX_E_UPDATE, "XUDY0017"},
		{"<a k=\"1\"/>", "attributes 1 k=2", BX_E_UPDATE, "XUDY0021"},
		{"<a k=\"1\" l=\"1\"/>", "rename 1.@1 l", BX_E_UPDATE, "XUDY0021"},
		{"<a xmlns:p=\"u\" xmlns:q=\"u\" p:k=\"1\"/>", "attributes 1 q:k{u}=2", BX_E_UPDATE, "XUDY0021"},
		{"<a xmlns:p=\"u\"/>", "rename 1 p:a{v}", BX_E_UPDATE, "XUDY0023"},
		{"<a xmlns=\"u\"/>", "rename 1 a", BX_E_UPDATE, "XUDY0023"},
		{"<a xmlns:p=\"u\" k=\"1\"/>", "rename 1.@1 p:k{v}", BX_E_UPDATE, "XUDY0023"},
		{"<a xmlns:p=\"u\" k=\"1\"/>", "rename 1.@1 p:k{v}|set 1 k{v}=2", BX_E_UPDATE, "XUDY0023"},
		{"<a/>", "delete 1", BX_E_NOT_DOCUMENT, "no root"},
		{"<a/>", "after 1 <b/>", BX_E_NOT_DOCUMENT, "more than one"},
		{"<a/>", "after 1 t", BX_E_NOT_DOCUMENT, "text"},
		{"<a/>", "rename 1 1x", BX_E_SYNTAX_CONTENT, "not a name"},
		{"<a k=\"1\"/>", "rename 1.@1 xmlns", BX_E_SYNTAX_CONTENT, "the namespace of declarations"},
		{"<a/>", "rename 1 p:x", BX_E_SYNTAX_CONTENT, "prefix"},
		{"<a/>", "attributes 1 xmlns=2", BX_E_SYNTAX_CONTENT, "declarations"},
		{"<a k=\"1\"/>", "rename 1.@1 xmlns", BX_E_SYNTAX_CONTENT, "declarations"},
		{"<a/>", "value 1 \x01", BX_E_SYNTAX_CONTENT, "character"},
		{"<a><!--x--></a>", "value 1.1 a--b", BX_E_COMMENT, "comment"},
		{"<a><?p x?></a>", "value 1.1 a?>b", BX_E_PI, "processing"},
		{"<a><?p x?></a>", "rename 1.1 xml", BX_E_PI, "named"},
		{"<a>t</a>", "attributes 1.1 k=1", BX_E_ARGUMENT, "text"},
		{"<a>t</a>", "rename 1.1 k", BX_E_ARGUMENT, "text"},
		{"<a k=\"1\"/>", "after 1.@1 <b/>", BX_E_ARGUMENT, "attribute"},
		{"<a xmlns:p=\"u\"/>", "delete 1.#1", BX_E_ARGUMENT, "declaration"},
		{"<a/>", "delete /", BX_E_ARGUMENT, "document"},
	};
	size_t i, f;
	Run r;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (f = 0; f < FORMS; f++)
		{
			BxStatus st = run(&r, cases[i].xml, cases[i].script, forms[f]);

			CHECKF(st == cases[i].status && strstr(r.err.msg, cases[i].says) != NULL,
				   "form %x, %s: %s: %s %s", forms[f], cases[i].xml, cases[i].script, bx_status_name(st),
				   r.err.msg);
			CHECK(r.has_error_node && r.result == NULL);
			run_free(&r);
		}
}

/* ---- text at once ---- */

/* A comment behind the DOCTYPE goes in front of the root element, or the first comment goes. */
static void
text_with_prolog(void)
{
	static const char xml[] =
		"<?xml version=\"1.0\" standalone=\"yes\"?><!--1--><!DOCTYPE r SYSTEM \"s\"><!--2--><r>x</r>";
	BxWriterOptions opt = ut_options(BX_MODE_AUTO, BX_TYPED_LOSSLESS);
	BxEditChange change = {.op = BX_EDIT_DELETE};
	BxBuf text, want;
	BxError err;
	uint8_t *out;
	size_t n, len;
	uint8_t *v = ut_encode(xml, sizeof(xml) - 1, BX_MODE_AUTO, BX_TYPED_LOSSLESS, &n);
	int both;

	bx_buf_init(&text, bx_host_libc());
	bx_buf_init(&want, bx_host_libc());
	for (both = 0; both < 2; both++)
	{
		BxEdit *e = bx_edit_new(bx_host_libc(), &opt, v, n, &err);

		CHECK(e != NULL && bx_edit_add(e, &change) == BX_OK);
		if (both == 0)
			CHECKF(bx_edit_run(e) == BX_OK && bx_edit_print(e, NULL, &text) == BX_OK, "%s", err.msg);
		else
		{
			CHECKF(bx_edit_apply(e, &out, &len) == BX_OK, "%s", err.msg);
			CHECK(bx_text_write(out, len, NULL, bx_host_libc(), &want, &err) == BX_OK);
			free(out);
		}
		bx_edit_free(e);
	}
	CHECKF(text.len == want.len && memcmp(text.data, want.data, text.len) == 0, "%.*s", (int) text.len,
		   text.data);
	CHECK(text.len == sizeof(xml) - 1 - 8 && memcmp(text.data, xml, 36) == 0);
	bx_buf_free(&text);
	bx_buf_free(&want);
	free(v);
}

/* ---- names ---- */

#define MANY 700

/* n children whose names the format makes of 3 i mod `modulo`, behind a root. */
static BxBuf
children(uint32_t n, const char *format, uint32_t modulo)
{
	char name[64];
	BxError err;
	BxBuf b;
	uint32_t i;

	bx_buf_init(&b, bx_host_libc());
	CHECK(bx_buf_append(&b, "<r>", 3, &err) == BX_OK);
	for (i = 0; i < n; i++)
	{
		uint32_t k = 3 * i % modulo;

		snprintf(name, sizeof(name), format, k, k, k);
		CHECK(bx_buf_append(&b, name, strlen(name), &err) == BX_OK);
	}
	CHECK(bx_buf_append(&b, "</r>", 4, &err) == BX_OK);
	return b;
}

/* Every shape of name mode is there once, however its name was found. */
static void
check_shapes(const uint8_t *v, size_t len, BxArena *arena)
{
	uint32_t i, j, twice = 0;
	BxError err;
	BxTable t;

	CHECK(bx_table_open(&t, arena, v, len, len, &err) == BX_OK);
	for (i = 0; i < t.n_shapes; i++)
		for (j = 0; j < i; j++)
			twice += t.shapes[i].kind == t.shapes[j].kind && t.names[i].pair == t.names[j].pair &&
					 t.names[i].len == t.names[j].len &&
					 memcmp(t.names[i].local, t.names[j].local, t.names[i].len) == 0;
	CHECKF(twice == 0, "%u", twice);
}

/* So many renames that names, pairs and shapes are found by hash in the end: to new names and to those there are. */
static void
many_names(void)
{
	static const unsigned modes[] = {BX_MODE_NAMES, BX_MODE_SHAPES};
	BxBuf from = children(MANY, "<n%u k=\"%u\"/>", MANY + 1);
	BxBuf to = children(MANY, "<p%u:n%u xmlns:p%u=\"u\" k=\"\"/>", MANY / 2 + 1), text;
	static char strings[MANY][2][16];
	BxEditChange c;
	BxError err;
	uint32_t i, f;

	for (f = 0; f < 2; f++)
	{
		BxWriterOptions opt = ut_options(modes[f], BX_TYPED_LOSSLESS);
		size_t n, len;
		uint8_t *v = ut_encode((const char *) from.data, from.len, modes[f], BX_TYPED_LOSSLESS, &n), *out;
		BxEdit *e = bx_edit_new(bx_host_libc(), &opt, v, n, &err);
		UtTree t;

		CHECK(ut_tree_read(&t, v, n, &err) == BX_OK);
		for (i = 0; i < MANY; i++)
		{
			const UtNode *node = t.root->kids.n[0]->kids.n[i];

			snprintf(strings[i][0], sizeof(strings[i][0]), "p%u", 3 * i % (MANY / 2 + 1));
			snprintf(strings[i][1], sizeof(strings[i][1]), "n%u", 3 * i % (MANY / 2 + 1));
			c = (BxEditChange){.op = BX_EDIT_RENAME, .target = node->at, .uri = ut_str("u")};
			c.prefix = ut_str(strings[i][0]);
			c.local = ut_str(strings[i][1]);
			CHECK(bx_edit_add(e, &c) == BX_OK);
			c = (BxEditChange){.op = BX_EDIT_VALUE, .target = node->attrs.n[0]->at};
			CHECK(bx_edit_add(e, &c) == BX_OK);
		}
		CHECKF(bx_edit_apply(e, &out, &len) == BX_OK, "%s", err.msg);
		bx_buf_init(&text, bx_host_libc());
		CHECKF(bx_check(out, len, false, NULL, bx_host_libc(), &err) == BX_OK, "%s", err.msg);
		CHECK(bx_text_write(out, len, NULL, bx_host_libc(), &text, &err) == BX_OK);
		CHECKF(text.len == to.len && memcmp(text.data, to.data, to.len) == 0, "%.200s", (char *) text.data);
		if (modes[f] == BX_MODE_NAMES)
			check_shapes(out, len, &t.memory.arena);
		bx_edit_free(e);
		ut_tree_free(&t);
		bx_buf_free(&text);
		free(out);
		free(v);
	}
	bx_buf_free(&from);
	bx_buf_free(&to);
}

/* The limit counts names, not shapes: an element and a leaf may share one. */
static void
limit_of_names(void)
{
	static const char xml[] = "<a><a>t</a></a>";
	static const unsigned modes[] = {BX_MODE_NAMES, BX_MODE_SHAPES};
	uint32_t f, renames;
	BxError err;

	for (f = 0; f < 4; f++)
	{
		BxWriterOptions opt = ut_options(modes[f / 2], BX_TYPED_LOSSLESS);
		size_t n, len;
		uint8_t *v = ut_encode(xml, sizeof(xml) - 1, modes[f / 2], BX_TYPED_LOSSLESS, &n), *out = NULL;
		UtTree t;
		BxEdit *e;
		BxStatus st;

		opt.limits.max_names = 4; /* a, and the two pairs that every value has */
		e = bx_edit_new(bx_host_libc(), &opt, v, n, &err);
		CHECK(ut_tree_read(&t, v, n, &err) == BX_OK);
		for (renames = 0; renames <= f % 2; renames++)
		{
			BxEditChange c = {.op = BX_EDIT_RENAME, .local = ut_str(renames == 0 ? "b" : "c")};

			c.target = ut_tree_at(&t, renames == 0 ? "1.1" : "1")->at;
			CHECK(bx_edit_add(e, &c) == BX_OK);
		}
		st = bx_edit_apply(e, &out, &len);
		CHECKF(st == (f % 2 == 0 ? BX_OK : BX_E_LIMIT), "%u: %s", f, err.msg);
		bx_edit_free(e);
		ut_tree_free(&t);
		free(out);
		free(v);
	}
}

UT_SUITE(test_edit)
{
	UT_RUN(deletes);
	UT_RUN(values);
	UT_RUN(inserts);
	UT_RUN(replaces);
	UT_RUN(attributes);
	UT_RUN(renames);
	UT_RUN(namespaces);
	UT_RUN(refusals);
	UT_RUN(text_with_prolog);
	UT_RUN(many_names);
	UT_RUN(limit_of_names);
	return ut_done();
}
