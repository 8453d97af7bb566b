/*
 * test_entity.c -- entities and declarations: white space that entities produce, what is not read, what is not
 * well-formed.
 */
#include "../ut_parse.h"

/* The document element of a document with this internal subset must print as expected, for any split of the input. */
static void
expand(const char *subset, const char *element, const char *expected, const BxParseOptions *o)
{
	char s[1000];

	snprintf(s, sizeof(s), "<!DOCTYPE a [%s]>%s", subset, element);
	for (size_t chunk = 0; chunk < 5; chunk++)
	{
		Result r = parse_on(bx_host_libc(), s, strlen(s), o, chunk);
		char *text = text_of(&r);
		const char *root = text != NULL ? strstr(text, "]><a") : NULL;

		CHECKF(r.status == BX_OK && root != NULL && strcmp(root + 2, expected) == 0, "%s: chunk %zu: %s %s",
			   s, chunk, text != NULL ? text : r.err.msg, r.err.detail);
		free(text);
	}
}

/*
 * Only line ends of the input are normalized; in attribute values white space of entities is space, references are not.
 */
static void
test_white_space(void)
{
	static const char *const t[][3] = {
		{"<!ENTITY e 'x&#13;y'>", "<a b='&e;'>&e;</a>", "<a b=\"x y\">x&#13;y</a>"},
		{"<!ENTITY e 'x&#13;&#10;y'>", "<a b='&e;'>&e;</a>", "<a b=\"x  y\">x&#13;\ny</a>"},
		{"<!ENTITY e 'x&#10;&#9;y'>", "<a b='&e;'>&e;</a>", "<a b=\"x  y\">x\n\ty</a>"},
		{"<!ENTITY e 'x\r\ny\rz'>", "<a b='&e;'>&e;</a>", "<a b=\"x y z\">x\ny\nz</a>"},
		{"<!ENTITY e 'x&#38;#13;&#38;#xA;&#38;#9;y'>", "<a b='&e;'>&e;</a>",
		 "<a b=\"x&#13;&#10;&#9;y\">x&#13;\n\ty</a>"},
		{"<!ENTITY e '<b c=\"1&#13;2\" d=\"&#38;#13;\"/><![CDATA[3&#13;4]]><d&#13;/>'>", "<a>&e;</a>",
		 "<a><b c=\"1 2\" d=\"&#13;\"/>3&#13;4<d/></a>"},
		/* A comment cannot hold a carriage return. */
		{"<!ENTITY e '<!--5&#13;6--><?p 7&#13;8?>'>", "<a>&e;</a>", "<a><!--5\n6--><?p 7\n8?></a>"},
		{"<!ENTITY e 'x&#13;y'><!ENTITY f '[&e;]'>", "<a b='&f;'>&f;</a>", "<a b=\"[x y]\">[x&#13;y]</a>"},
		{"<!ENTITY e 'x&#13;y'><!ENTITY f '<b c=\"&e;\"/>'>", "<a>&f;</a>", "<a><b c=\"x y\"/></a>"},
		{"<!ENTITY % p \"<!ENTITY e 'x&#13;y'>\">%p;", "<a b='&e;'>&e;</a>", "<a b=\"x y\">x&#13;y</a>"},
		{"<!ENTITY % p \"<!ENTITY e 'x&#38;#13;y'>\">%p;", "<a b='&e;'>&e;</a>", "<a b=\"x y\">x&#13;y</a>"},
		{"<!ENTITY e 'x&#13;y'><!ATTLIST a b CDATA '&e;' c CDATA '&#13;'>", "<a/>",
		 "<a b=\"x y\" c=\"&#13;\"/>"},
		{"<!ENTITY % p \"<!ATTLIST a b CDATA 'x&#13;y'>\">%p;", "<a/>", "<a b=\"x y\"/>"},
		{"<!ATTLIST a b NMTOKENS #IMPLIED><!ENTITY e ' x&#13;y  z '>", "<a b=' &e; '/>", "<a b=\"x y z\"/>"},
		{"<!ENTITY e '&#13;'>", "<a>&e;\r\n&e;</a>", "<a>&#13;\n&#13;</a>"},
		{"<!ENTITY e '&#13;'>", "<a b='&#13;'>&#13;<c d='&e;'/></a>", "<a b=\"&#13;\">&#13;<c d=\" \"/></a>"},
		/* Noncharacters are characters like others. */
		{"<!ENTITY e '&#13;'><!-- \xF4\x8F\xBF\xBE -->", "<a>&e;\xF4\x8F\xBF\xBE</a>",
		 "<a>&#13;\xF4\x8F\xBF\xBE</a>"},
		{"<!ENTITY e '&#13;'><!ENTITY f '&#38;#38;#x10FFFE;'>", "<a>&e;</a>", "<a>&#13;</a>"},
	};

	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		expand(t[i][0], t[i][1], t[i][2], &any);
	/* One that means white space here is refused after the DOCTYPE, rather than changed. */
	for (int k = 0; k < 2; k++)
	{
		static const char head[] = "<!DOCTYPE a [<!ENTITY e '&#13;'>]><a>&e;";
		char *s = malloc(100000);
		Result r;

		memset(s, ' ', 99000);
		memcpy(s, head, sizeof(head) - 1);
		strcpy(s + 99000, k == 0 ? "\xF4\x8F\xBF\xBE</a>" : "&#x10FFFE;</a>");
		r = parse(s, &any);
		CHECKF(r.status == BX_E_SYNTAX_DOC, "%d: %s", k, bx_status_name(r.status));
		free(r.data);
		free(s);
	}
}

/* ---- what is not read ---- */

/* s must parse with references left out: printed, and listed. */
static void
skip(const char *s, const char *printed, const char *list, uint32_t n, const BxParseOptions *o)
{
	BxError err;
	BxParser *p = bx_parser_new(bx_host_libc(), o, &err);
	Result r = {0};
	uint32_t got;
	char *text;

	r.status = bx_parser_feed(p, s, strlen(s));
	if (r.status == BX_OK)
		r.status = bx_parser_finish(p, &r.data, &r.len);
	CHECKF(r.status == BX_OK, "%s: %s", s, bx_parser_error(p)->detail);
	CHECKF(strcmp(bx_parser_skipped(p, &got), list) == 0 && got == n, "%s: %s", s,
		   bx_parser_skipped(p, &got));
	text = text_of(&r);
	CHECKF(text != NULL && strcmp(strstr(text, "><a") + 1, printed) == 0, "%s: %s", s,
		   text != NULL ? text : "");
	CHECKF(text != NULL && strncmp(text, s, (size_t) (strstr(text, "><a") - text)) == 0, "%s: %s", s, text);
	bx_parser_free(p);
	free(text);
}

static void
test_skip(void)
{
	static const struct
	{
		const char *s;
		const char *printed;
		const char *list;
		uint32_t n;
		bool refused; /* without the option */
	} t[] = {
		{"<!DOCTYPE a [<!ENTITY e SYSTEM \"c.xml\">]><a>x&e;y&e;<b/></a>", "<a>xy<b/></a>",
		 "\"e\" (system identifier \"c.xml\")", 1, true},
		{"<!DOCTYPE a [<!ENTITY e PUBLIC \"p\" \"c\"><!ENTITY f SYSTEM \"d\">]><a>&e;<b>&f;</b></a>",
		 "<a><b/></a>", "\"e\" (system identifier \"c\"), \"f\" (system identifier \"d\")", 2, true},
		{"<!DOCTYPE a [<!ENTITY e SYSTEM \"s#t\">]><a>&e;</a>", "<a/>", "\"e\" (system identifier \"s#t\")",
		 1, true},
		{"<!DOCTYPE a [<!ENTITY e SYSTEM \"s\"><!ENTITY f \"[&e;]\">]><a>&f;</a>", "<a>[]</a>",
		 "\"e\" (system identifier \"s\")", 1, true},
		{"<?xml version=\"1.0\" standalone=\"yes\"?><!DOCTYPE a [<!ENTITY e SYSTEM \"s\">]><a>&e;</a>",
		 "<a/>", "\"e\" (system identifier \"s\")", 1, true},
		{"<!DOCTYPE a SYSTEM \"x.dtd\"><a>&foo;&bar;&foo;</a>", "<a/>",
		 "\"foo\" (not declared), \"bar\" (not declared)", 2, true},
		{"<!DOCTYPE a SYSTEM \"x.dtd\"><a b=\"1&foo;2\"/>", "<a b=\"12\"/>", "\"foo\" (not declared)", 1,
		 true},
		{"<!DOCTYPE a [<!ENTITY % p SYSTEM \"p\">%p;]><a>&foo;</a>", "<a/>", "\"foo\" (not declared)", 1,
		 true},
		{"<!DOCTYPE a [%p;]><a>&foo;</a>", "<a/>", "\"foo\" (not declared)", 1, true},
		/* All declarations are read: not declared is a question of validity alone. */
		{"<!DOCTYPE a [<!ENTITY % p \"<!ELEMENT a ANY>\">%p;]><a b=\"&foo;\">&foo;</a>", "<a b=\"\"/>",
		 "\"foo\" (not declared)", 1, false},
		{"<!DOCTYPE a SYSTEM \"http://example.com/a.dtd\"><a/>", "<a/>", "", 0, false},
		{"<!DOCTYPE a [%p;]><a/>", "<a/>", "", 0, false},
	};
	BxParseOptions o = any;

	o.skip_external = true;
	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
	{
		skip(t[i].s, t[i].printed, t[i].list, t[i].n, &o);
		if (t[i].refused)
			refuse(t[i].s, &any, BX_E_SYNTAX_DOC, 0, 0, "are not read");
		else
			skip(t[i].s, t[i].printed, t[i].list, t[i].n, &any);
	}
}

/* Many of them: the list ends somewhere. */
static void
test_skip_many(void)
{
	BxParseOptions o = any;
	char s[3000] = "<!DOCTYPE a SYSTEM \"x\"><a>";
	const char *list;
	BxError err;
	BxParser *p;
	uint8_t *data = NULL;
	size_t len;
	uint32_t n;

	for (int i = 0; i < 200; i++)
		sprintf(s + strlen(s), "&e%d;", i);
	strcat(s, "</a>");
	o.skip_external = true;
	p = bx_parser_new(bx_host_libc(), &o, &err);
	CHECK(bx_parser_feed(p, s, strlen(s)) == BX_OK && bx_parser_finish(p, &data, &len) == BX_OK);
	list = bx_parser_skipped(p, &n);
	CHECKF(n == 200 && strstr(list, "\"e9\"") != NULL && strstr(list, "\"e10\"") == NULL, "%u: %s", n, list);
	free(data);
	bx_parser_free(p);
}

/* Not well-formed, whatever is read. */
static void
test_never(void)
{
	static const char *const t[][2] = {
		{"<!DOCTYPE a [<!ENTITY e SYSTEM 's'>]><a b='&e;'/>", "refers to an external entity"},
		{"<!DOCTYPE a [<!ENTITY e SYSTEM 's'>]><a b='x&e;y' c='2'>z</a>", "refers to an external entity"},
		{"<!DOCTYPE a [<!ENTITY e SYSTEM 's'><!ENTITY f '[&e;]'>]><a b='&f;'/>",
		 "refers to an external entity"},
		{"<!DOCTYPE a [<!ENTITY e SYSTEM 's'><!ENTITY f '<b c=\"&e;\"/>'>]><a>&f;</a>",
		 "refers to an external entity"},
		{"<!DOCTYPE a [<!ENTITY e SYSTEM 's'><!ATTLIST a b CDATA '&e;'>]><a/>",
		 "refers to an external entity"},
		{"<!DOCTYPE a [<!ENTITY e SYSTEM 's'><!ATTLIST x b CDATA '&e;'>]><a/>",
		 "refers to an external entity"},
		{"<!DOCTYPE a [<!ENTITY e SYSTEM 's' NDATA n>]><a>&e;</a>", "is unparsed"},
		{"<!DOCTYPE a [<!ENTITY e SYSTEM 's' NDATA n>]><a b='&e;'/>", "is unparsed"},
		{"<?xml version='1.0' standalone='yes'?><!DOCTYPE a SYSTEM 'x.dtd'><a>&foo;</a>", "is not declared"},
		{"<?xml version='1.0' standalone='yes'?><!DOCTYPE a [<!ENTITY % p \"<!ENTITY e "
		 "'y'>\">%p;]><a>&e;</a>",
		 "standalone"},
		{"<!DOCTYPE a [<!ENTITY e 'x'>]><a>&foo;</a>", "is not declared"},
		{"<!DOCTYPE a [<!ENTITY % p '&#37;p;'>%p;]><a/>", "refers to itself"},
		{"<!DOCTYPE a [<!ENTITY % p '&#37;q;'><!ENTITY % q '&#37;p;'>%p;]><a/>", "refers to itself"},
		{"<!DOCTYPE a [<!ENTITY % p \"'x'\"><!ENTITY % q '<!ENTITY e &#37;p;>'>%q;]><a/>",
		 "within a declaration"},
		{"<!DOCTYPE a [<!ENTITY % p 'x'><!ENTITY % q '<!ENTITY e \"&#37;p;\">'>%q;]><a/>",
		 "within a declaration"},
		{"<!DOCTYPE a [<!ENTITY % p 'ANY'><!ENTITY % q '<!-- <x --><!ELEMENT a &#37;p;>'>%q;]><a/>",
		 "within a declaration"},
		{"<!DOCTYPE a [<!ATTLIST a xmlns:p CDATA ''>]><a/>", "empty namespace name"},
		{"<!DOCTYPE a [<!ATTLIST a xmlns:xml CDATA 'u'>]><a/>", "are reserved"},
		{"<!DOCTYPE a>[<!ENTITY e 'x'>]><a>&e;</a>", "root element is missing"},
		{"<!DOCTYPE a [<!NOTATION n >]><a/>", "neither a system nor a public identifier"},
		{"<!DOCTYPE a [<!ENTITY % p '<!NOTATION n >'>%p;]><a/>", "neither a system nor a public identifier"},
	};
	BxParseOptions o = any;

	o.skip_external = true;
	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		refuse(t[i][0], &o, BX_E_SYNTAX_DOC, 0, 0, t[i][1]);
	/* Between declarations, whatever they are nested in, and after what only looks like one. */
	expand("<!ENTITY % p ''><!ENTITY % q ' <!-- x --> &#37;p; <!ELEMENT a ANY> &#37;p; '>%q;%q;", "<a/>",
		   "<a/>", &any);
}

/* A system identifier is any text; what is predefined may be declared again. */
static void
test_declarations(void)
{
	static const char *const t[] = {
		"<!DOCTYPE a [<!ENTITY u SYSTEM \"d:\\x\\y.gif\" NDATA n>]><a/>",
		"<!DOCTYPE a [<!ENTITY u SYSTEM \"d:\\x\\y.xml\">]><a/>",
		"<!DOCTYPE a [<!ENTITY % u SYSTEM \"d:\\x y\">%u;]><a/>",
		"<!DOCTYPE a [<!NOTATION n SYSTEM \"d:\\x#y\">]><a/>",
		"<!DOCTYPE a [<!ENTITY u SYSTEM \"x#y\" NDATA n><!ENTITY v PUBLIC '#' 'x#'><!ENTITY % p "
		"SYSTEM\n'#'>%p;]><a/>",
		"<!DOCTYPE a [<!ENTITY e \"SYSTEM '#'\"><!ATTLIST a b CDATA \"#\">]><a b=\"#\">#</a>",
		"<!DOCTYPE a SYSTEM \"d:\\x#y\"><a/>",
		"<!DOCTYPE a [<!NOTATION n PUBLIC \"p\"><!NOTATION m SYSTEM \"\"><!NOTATION o PUBLIC \"\" "
		"\"\">]><a/>",
		"<!DOCTYPE a [<!ENTITY lt \"&#38;#60;\"><!ENTITY amp \"&#38;#38;\"><!ENTITY gt "
		"\">\">]><a>&lt;&amp;&gt;</a>",
	};

	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		accept(t[i], t[i], &any);
}

UT_SUITE(test_entity)
{
	UT_RUN(test_white_space);
	UT_RUN(test_skip);
	UT_RUN(test_skip_many);
	UT_RUN(test_never);
	UT_RUN(test_declarations);
	return ut_done();
}
