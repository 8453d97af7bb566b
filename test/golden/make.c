/*
 * make.c -- writes golden values: make_golden DIRECTORY [-f]
 *
 *   make bxtool && gcc -o build/make_golden test/golden/make.c build/obj/libbxml_xml.a build/obj/libbxml_core.a \
 *       -llz4 -lm
 *   build/make_golden test/golden
 *
 * A golden value is a promise: values of a released format version decode forever, so a file that exists is left
 * alone unless -f is given, and -f is for format versions that were never released.  New cases go at the end.
 *
 * Per case: NAME.xml, the text the value must give; NAME-names.hex and NAME-paths.hex, the value in both modes; some
 * also with constants, NAME-cnames.hex and NAME-cpaths.hex, and with a heap, NAME-hnames.hex and NAME-hpaths.hex; one
 * line each in MANIFEST.  Cases are written in the toy XML of ut_value.h, in the form the serializer prints, unless
 * `text` says what it prints.
 *
 * Cases with `dirs` give NAME-dirs.hex and NAME-cdirs.hex as well: shapes by path, and directories of everything with
 * a stride of two, without constants and with.
 *
 * Cases of fragments give NAME-fnames.hex and NAME-fpaths.hex alone.
 *
 * Some have label exceptions and marks as well: NAME-ROWS.labeled.hex; a line of LABELED gives these, "=", and the
 * labels of all info items.
 *
 * Some have annotations as well: NAME-ROWS.annotated.hex; a line of ANNOTATED gives the section.
 *
 * Some of the values are kept in blocks as well: NAME-ROWS.packed.hex, one line each in PACKED.  Packing them again
 * need not give the same bytes, as that depends on the codec's search.
 */
#define _POSIX_C_SOURCE 200809L

#include "../unit/ut_golden.h"
#include "../unit/ut_pack.h"

typedef struct Case
{
	const char *name;
	const char *xml;
	const char *text;        /* what is printed, NULL: xml */
	void (*build)(BxBuf *b); /* instead of xml */
	BxTyped typed;
	bool constants; /* as well, and with a heap */
	bool dirs;      /* as well */
	bool fragment;  /* instead: with the label of its root */
} Case;

static void
put(BxBuf *b, const char *s)
{
	if (bx_buf_append(b, s, strlen(s), NULL) != BX_OK)
		abort();
}

static void
put_many(BxBuf *b, char c, unsigned n)
{
	while (n-- > 0)
		if (bx_buf_byte(b, (uint8_t) c, NULL) != BX_OK)
			abort();
}

/* Names around the lengths where their encoding changes. */
static void
build_names(BxBuf *b)
{
	static const unsigned lens[] = {1, 29, 30, 31, 32, 239, 240, 254, 255, 256, 300};
	unsigned i;

	put(b, "<r>");
	for (i = 0; i < sizeof(lens) / sizeof(lens[0]); i++)
	{
		put(b, "<");
		put_many(b, 'n', lens[i]);
		put(b, " ");
		put_many(b, 'a', lens[i]);
		put(b, "=\"x\"/><");
		put_many(b, 'l', lens[i]);
		put(b, "/>");
	}
	put(b, "</r>");
}

/* Payloads around the lengths where the length varint changes, as text, attribute, comment and PI. */
static void
build_long(BxBuf *b)
{
	static const unsigned lens[] = {239, 240, 4079, 4080};
	unsigned i;

	put(b, "<r>");
	for (i = 0; i < 4; i++)
	{
		put(b, "<l>");
		put_many(b, 'x', lens[i]);
		put(b, "</l><e a=\"");
		put_many(b, 'y', i < 2 ? lens[i] : 5);
		put(b, "\"/><!--");
		put_many(b, 'c', i < 2 ? lens[i] : 5);
		put(b, "--><?p ");
		put_many(b, 'd', i < 2 ? lens[i] : 5);
		put(b, "?>");
	}
	put(b, "</r>");
}

/* n children with names of their own, the later ones more frequent: tokens of two bytes, renumbered rows. */
static void
build_rows(BxBuf *b)
{
	char s[80];
	unsigned i;

	put(b, "<r>");
	for (i = 0; i < 300; i++)
	{
		snprintf(s, sizeof(s), "<n%u a=\"%u\"/>", i, i);
		put(b, s);
	}
	for (i = 150; i < 300; i++)
	{
		snprintf(s, sizeof(s), "<n%u><k>%u</k></n%u>", i, i, i);
		put(b, s);
	}
	put(b, "</r>");
}

/* Tokens of four bytes. */
static void
build_rows4k(BxBuf *b)
{
	char s[80];
	unsigned i;

	put(b, "<r>");
	for (i = 0; i < 4090; i++)
	{
		snprintf(s, sizeof(s), "<a%x/>", i);
		put(b, s);
	}
	put(b, "</r>");
}

static void
build_deep(BxBuf *b)
{
	unsigned i;

	for (i = 0; i < 260; i++)
		put(b, "<d><e/>");
	for (i = 0; i < 260; i++)
		put(b, "</d>");
}

/* Indentation, enumerations, default values, empty values, typed and plain; more values than there are constants. */
static void
build_repeats(BxBuf *b)
{
	static const char *const status[] = {"open", "closed", "on hold"};
	char s[200];
	unsigned i;

	put(b, "<r>");
	for (i = 0; i < 300; i++)
	{
		snprintf(s, sizeof(s),
				 "\n  <o id=\"%u\" lang=\"en\" x=\"\">\n    <s>%s</s>\n    <n>%u</n><e/>\n    "
				 "<ok>true</ok>\n  </o>",
				 i, status[i % 3], i % 5);
		put(b, s);
	}
	put(b, "\n</r>");
}

/* Distances and counts of all lengths. */
static void
build_many(BxBuf *b)
{
	static const unsigned lens[] = {1, 238, 300, 5000, 2};
	unsigned i, k;
	char s[40];

	put(b, "<r>");
	for (i = 0; i < 300; i++)
	{
		snprintf(s, sizeof(s), "<n>%u</n>", i);
		put(b, s);
		for (k = 0; k < 5 && i % 60 == 0; k++)
		{
			put(b, "<b>");
			put_many(b, 'x', lens[k]);
			put(b, "</b>");
		}
	}
	put(b, "</r>");
}

static const Case cases[] = {
	{.name = "empty", .xml = ""},
	{.name = "one", .xml = "<a/>"},
	{.name = "example", .xml = "<b:book xmlns:b=\"urn:b\" id=\"42\"><title>On <i>XML</i></title></b:book>"},
	{.name = "kinds",
	 .xml = "<!--before--><?style a=\"b\"?><r xmlns=\"urn:d\" xmlns:p=\"urn:p\" a=\"1\" p:b=\"two\" "
			"xml:lang=\"en\">text<p:e>leaf</p:e><!--in--><?pi?><f/><g><h/></g></r><!----><?after all?>",
	 .constants = true},
	{.name = "typed",
	 .xml =
		 "<t><v>0</v><v>9</v><v>-1</v><v>10</v><v>127</v><v>128</v><v>-128</v><v>-129</v><v>32768</v>"
		 "<v>8388608</v><v>2147483648</v><v>549755813888</v><v>140737488355328</v><v>36028797018963968</v>"
		 "<v>9223372036854775807</v><v>-9223372036854775808</v><v>0.0</v><v>0.00</v><v>-0.5</v><v>1.10</v>"
		 "<v>3.141</v><v>0.0001</v><v>1.00001</v><v>2.000002</v><v>3.0000003</v><v>4.00000004</v>"
		 "<v>5.000000005</v><v>6.0000000006</v><v>7.00000000007</v><v>8.000000000008</v>"
		 "<v>9.0000000000009</v><v>1.00000000000001</v><v>1.000000000000002</v><v>1.0000000000000003</v>"
		 "<v>1.00000000000000004</v><v>1.000000000000000005</v><b>true</b><b>false</b><d>1970-01-01</d>"
		 "<d>0001-01-01</d><d>9999-12-31</d><d>2024-02-29</d><d>2005-06-14</d><s>1970-01-01T00:00:00</s>"
		 "<s>2005-06-14T12:30:15Z</s><s>2005-06-14T12:30:15.5</s><s>2005-06-14T12:30:15.123456789+02:00</s>"
		 "<s>1969-12-31T23:59:59.999-14:00</s><s a=\"17\" b=\"2.50\" c=\"true\" d=\"2001-09-11\">99</s></t>"},
	{.name = "lexical",
	 .xml = "<t><v>007</v><v>1.0e3</v><v>+5</v><v>-0</v><v> 5</v><v>5 </v><v>.5</v><v>5.</v><v>TRUE</v>"
			"<v>2005-02-30</v><v>2005-06-14Z</v><v>2005-06-14T24:00:00</v><v>9223372036854775808</v>"
			"<v>2005-06-14T12:30:15-00:00</v><v>\xd9\xa1</v></t>"},
	{.name = "untyped",
	 .xml = "<t a=\"1\"><v>0</v><v>12.50</v><v>true</v><v>2005-06-14</v></t>",
	 .typed = BX_TYPED_OFF,
	 .constants = true},
	{.name = "escapes",
	 .xml =
		 "<t a=\"&lt;&amp;>&quot;'&#9;&#10;&#13;\"><v>&lt;&amp;&gt;\"'\t\n&#13;]]&gt;</v><v>clean</v>mixed "
		 "&amp; more<w/></t>",
	 .constants = true},
	{.name = "unicode",
	 .xml = "<\xc3\xa9t\xc3\xa9 \xce\xb1=\"\xe2\x82\xac\"><\xe6\x97\xa5\xe6\x9c\xac>\xf0\x9f\x98\x80</"
			"\xe6\x97\xa5\xe6\x9c\xac></\xc3\xa9t\xc3\xa9>"},
	{.name = "scopes",
	 .xml = "<a xmlns=\"u1\" xmlns:p=\"u2\"><p:b xmlns:p=\"u3\"><p:c/><d xmlns=\"\"><e/></d></p:b><p:c/><f "
			"xmlns=\"u4\" xmlns:q=\"u4\" q:x=\"1\" x=\"2\"/></a>"},
	{.name = "content", .xml = "text<a/>more<!--c--><b>1</b><?p?> ", .constants = true},
	{.name = "text", .xml = "only text"},
	{.name = "doctype",
	 .xml = "<!--c--><!DOCTYPE r [<!-- ' ]> --><!ENTITY e \"]>\"><!ATTLIST r a CDATA '>'>]><r><a/></r>",
	 .text = NULL},
	{.name = "decl",
	 .xml = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\" standalone=\"yes\"?><r/>",
	 .text = "<?xml version=\"1.0\" standalone=\"yes\"?><r/>"},
	{.name = "prolog",
	 .xml = "<?xml version=\"1.1\"?><!DOCTYPE r SYSTEM \"r.dtd\"><?p q?><r>x</r>",
	 .constants = true},
	{.name = "names", .build = build_names},
	{.name = "long", .build = build_long},
	{.name = "rows", .build = build_rows},
	{.name = "rows4k", .build = build_rows4k},
	{.name = "deep", .build = build_deep},
	{.name = "mixed", .xml = "<p>a<b>b</b>c<b>d</b><i k=\"v\">e<b/>f</i><b/>g</p>", .constants = true},
	{.name = "repeats", .build = build_repeats, .constants = true},
	{.name = "list", .xml = "<l><n>1</n><n>2</n><n>3</n><s/><n k=\"4\"/></l>", .dirs = true},
	{.name = "places",
	 .xml = "<!--a--><?b c?><r><g><n>1</n><n>1</n><n>1</n></g>t<g k=\"1\"><n>2</n>u<n>3</n>u<n "
			"k=\"2\">4</n></g><g/>"
			"<h><n/><m/><n/><m/><n/><m/></h><n>1</n></r><!--d-->",
	 .dirs = true},
	{.name = "many", .build = build_many, .dirs = true},
	{.name = "fragment",
	 .xml = "<p:f xmlns:p=\"urn:p\" a=\"1\">text<g/><p:h>2</p:h></p:f>",
	 .fragment = true},
	{.name = "declared",
	 .xml =
		 "<t><double>1.50E0</double><double>0.0e-05</double><double>-1E+100</double><double>1.5E0</double>"
		 "<double>12.345678901234567e+20</double><double>1E-128</double><double>1E128</double>"
		 "<double>9.223372036854775807E-12</double><double>1E5</double><double>1E005</double><double>INF</"
		 "double>"
		 "<decimal>0007</decimal><decimal>+17</decimal><decimal>12.</decimal><decimal>-.25</decimal>"
		 "<decimal>000000000000000000000.5</decimal><decimal>+000000000000000000.1</decimal><decimal>+5</"
		 "decimal>"
		 "<decimal>-0000</decimal><decimal>42</decimal><decimal>-9223372036854775808.</decimal>"
		 "<date>2005-06-14Z</date><date>0001-01-01+14:00</date><date>9999-12-31-13:59</"
		 "date><date>2005-06-14</date>"
		 "<date>2005-06-14-00:00</date><time>00:00:00</time><time>23:59:59.999999999-05:30</time>"
		 "<time>12:30:15Z</time><time>24:00:00</time><hexBinary>00ff7f</hexBinary><hexBinary>ABCDEF</"
		 "hexBinary>"
		 "<hexBinary>0123</hexBinary><hexBinary>1234</hexBinary><hexBinary>aB</hexBinary>"
		 "<base64Binary>AAECAwQFBgcICQ==</base64Binary><base64Binary>AAECAwQFBgcICQo=</base64Binary>"
		 "<base64Binary>AAECAwQFBgcICQoL</base64Binary><base64Binary>AA ==</base64Binary>"
		 "<base64Binary>AB==</base64Binary><string>12</string><string>2005-06-14</string><any>1.50E0</any>"
		 "<e double=\"2.50E0\" date=\"2005-06-14Z\" string=\"1\" hexBinary=\"c0ffee\" any=\"1\">007</e></t>",
	 .typed = BX_TYPED_DECLARED,
	 .constants = true},
};

/* A value kept in blocks: of our writer with cut 0, else every `cut` plain bytes. */
typedef struct Packed
{
	const char *name, *rows;
	uint32_t cut;
	bool raw;
} Packed;

static const Packed packed[] =
	{
		{"example", "names", 20, false}, /* too short to shrink: each block is stored as it is */
		{"kinds", "paths", 50, true},
		{"doctype", "paths", 7, false},      /* with extension sections */
		{"doctype", "names", 1 << 20, true}, /* one block */
		{"prolog", "names", 1, false},       /* blocks of one byte */
		{"typed", "paths", 100, false},      /* raw and compressed */
		{"long", "names", 0, false},
		{"long", "paths", 240, false}, /* list entries of one and two bytes */
		{"rows", "paths", 0, false},   /* one block of 9 kB: the slower search */
		{"deep", "names", 0, false},
		{"rows4k", "names", 0, false}, /* blocks of several sizes */
		{"rows4k", "paths", 5000, false},
		{"repeats", "cpaths", 0, false},
		{"repeats", "cnames", 100, false},
		{"kinds", "cpaths", 20, true},
		{"repeats", "hpaths", 0, false},
		{"mixed", "hnames", 10, true},
};

/* In blocks of codec 2, as our writer cuts them. */
static const Packed seeded[] = {
	{"rows", "names", 0, false},    {"typed", "paths", 0, false},    {"long", "names", 0, false},
	{"deep", "names", 0, false},    {"repeats", "cnames", 0, false}, {"kinds", "paths", 0, false},
	{"lexical", "names", 0, false}, {"names", "paths", 0, false},    {"places", "dirs", 0, false},
};

/* A value with label exceptions, and marks. */
typedef struct Labeled
{
	const char *name, *rows;
	const char *said; /* as ut_said takes it */
} Labeled;

#define ALL_LINES "-:0:-3 -:2:5 5:0:#2.1 5:1:@5 5:1:2.1 5:4:140.7 5.2.1:0:-129 5.141:0:8321"

static const Labeled labeled[] = {
	{"list", "paths", "1:1:2.1 1:4:9"}, /* the one of FORMAT.md */
	{"list", "dirs", "1:1:2.1 1:4:9 1.3:0:-4201 1.9:0:@-1"},
	{"list", "names",
	 "1:1:2.1 1:4:9 ^1:0:0.13 ^1:2:4.7 ^1:3:6.1 ^1.9:0:@0.5"}, /* marks, the one of FORMAT.md */
	{"kinds", "names", ALL_LINES},
	{"kinds", "cpaths", ALL_LINES},
};

static const Labeled annotated[] = {
	{"list", "paths", "000102030405060708090a0b0c0d0e0f 00"},
	{"kinds", "names", "ffffffffffffffffffffffffffffffff 02 00 01 03 f000"},
};

static FILE *
open_new(const char *dir, const char *name, const char *ext, bool force)
{
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s.%s", dir, name, ext);
	f = force ? NULL : fopen(path, "r");
	if (f != NULL)
	{
		fclose(f);
		return NULL;
	}
	return ut_need(fopen(path, "w"));
}

static void
write_hex(FILE *f, const uint8_t *v, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		fprintf(f, "%02x%s", v[i], i % 32 == 31 || i + 1 == n ? "\n" : "");
	fclose(f);
}

static const char *
values_of(BxTyped typed)
{
	return typed == BX_TYPED_OFF ? "text" : typed == BX_TYPED_DECLARED ? "declared" : "typed";
}

/* What is made of a case. */
static const char *const suffix[] = {"names", "paths", "cnames", "cpaths", "hnames", "hpaths",
									 "dirs",  "cdirs", "fnames", "fpaths", "vdirs",  "vcdirs"};
static const unsigned modes[] = {BX_MODE_NAMES,
								 BX_MODE_SHAPES,
								 BX_MODE_NAMES | UT_CONSTANTS,
								 BX_MODE_SHAPES | UT_CONSTANTS,
								 BX_MODE_NAMES | UT_HEAP,
								 BX_MODE_SHAPES | UT_HEAP,

								 BX_MODE_SHAPES | UT_DIRECTORIES,
								 BX_MODE_SHAPES | UT_DIRECTORIES | UT_CONSTANTS,

								 BX_MODE_NAMES | UT_ROOT,
								 BX_MODE_SHAPES | UT_ROOT,

								 BX_MODE_SHAPES | UT_DIRECTORIES | UT_VALUES,
								 BX_MODE_SHAPES | UT_DIRECTORIES | UT_VALUES | UT_CONSTANTS};

static void
make(const char *dir, const Case *c, bool force, FILE *manifest)
{
	BxBuf in, out;
	BxError err;
	FILE *f;
	int i;

	bx_buf_init(&in, bx_host_libc());
	if (c->build)
		c->build(&in);
	else
		put(&in, c->xml);
	for (i = 0; i < (int) (sizeof(modes) / sizeof(modes[0])); i++)
	{
		const char *want = c->text ? c->text : (const char *) in.data;
		size_t want_n = c->text ? strlen(c->text) : in.len;
		char name[64];
		uint8_t *v;
		size_t n;

		if (((i / 2 == 1 || i / 2 == 2) && !c->constants) || ((i / 2 == 3 || i / 2 == 5) && !c->dirs) ||
			(i / 2 == 4) != c->fragment)
			continue;
		v = ut_encode((const char *) in.data, in.len, modes[i], c->typed, &n);

		bx_buf_init(&out, bx_host_libc());
		if (bx_check(v, n, true, NULL, bx_host_libc(), &err) != BX_OK ||
			bx_text_write(v, n, NULL, bx_host_libc(), &out, &err) != BX_OK || out.len != want_n ||
			(want_n > 0 && memcmp(out.data, want, want_n) != 0))
		{
			fprintf(stderr, "%s: %s\n%.*s\n", c->name, err.msg, (int) out.len, (char *) out.data);
			exit(1);
		}
		f = i == (c->fragment ? 8 : 0) ? open_new(dir, c->name, "xml", force) : NULL;
		if (f != NULL)
		{
			fwrite(out.data, 1, out.len, f);
			fclose(f);
		}
		snprintf(name, sizeof(name), "%s-%s", c->name, suffix[i]);
		f = open_new(dir, name, "hex", force);
		if (f != NULL)
			write_hex(f, v, n);
		fprintf(manifest, "%s %s %s\n", c->name, suffix[i], values_of(c->typed));
		bx_buf_free(&out);
		free(v);
	}
	bx_buf_free(&in);
}

/* The golden value NAME-ROWS. */
static uint8_t *
read_hex(const char *dir, const char *name, const char *rows, size_t *n)
{
	char path[512];
	uint8_t *v;
	BxBuf hex;
	FILE *f;
	int ch;

	snprintf(path, sizeof(path), "%s/%s-%s.hex", dir, name, rows);
	f = ut_need(fopen(path, "r"));
	bx_buf_init(&hex, bx_host_libc());
	while ((ch = fgetc(f)) != EOF)
		put_many(&hex, (char) ch, 1);
	fclose(f);
	v = ut_hex((const char *) hex.data, hex.len, n);
	bx_buf_free(&hex);
	return v;
}

static void
make_labeled(const char *dir, const Labeled *c, bool force, FILE *manifest)
{
	char name[80];
	uint8_t *v, *data;
	BxBuf labels;
	BxError err;
	size_t n, m;
	FILE *f;

	v = read_hex(dir, c->name, c->rows, &n);
	data = ut_said(v, n, c->said, &m);
	if (bx_check(data, m, true, NULL, bx_host_libc(), &err) != BX_OK)
	{
		fprintf(stderr, "%s: %s\n", c->name, err.msg);
		exit(1);
	}
	snprintf(name, sizeof(name), "%s-%s.labeled", c->name, c->rows);
	f = open_new(dir, name, "hex", force);
	if (f != NULL)
		write_hex(f, data, m);
	bx_buf_init(&labels, bx_host_libc());
	ut_item_labels(data, m, &labels);
	fprintf(manifest, "%s %s %s =%.*s\n", c->name, c->rows, c->said, (int) labels.len, (char *) labels.data);
	bx_buf_free(&labels);
	free(data);
	free(v);
}

static void
make_annotated(const char *dir, const Labeled *c, bool force, FILE *manifest)
{
	char name[80];
	uint8_t *v, *data;
	size_t n, m;
	FILE *f;

	v = read_hex(dir, c->name, c->rows, &n);
	data = ut_annotated(v, n, c->said, &m);
	snprintf(name, sizeof(name), "%s-%s.annotated", c->name, c->rows);
	f = open_new(dir, name, "hex", force);
	if (f != NULL)
		write_hex(f, data, m);
	fprintf(manifest, "%s %s %s\n", c->name, c->rows, c->said);
	free(data);
	free(v);
}

static void
make_packed(const char *dir, const Packed *c, const BxCodec *codec, bool force, FILE *manifest)
{
	char path[512];
	FILE *f;
	UtPacked p;
	uint8_t *v, *stored;
	size_t n, m;

	v = read_hex(dir, c->name, c->rows, &n);
	if (c->cut == 0)
		stored = ut_need(ut_pack_with(codec, v, n, &m));
	else
	{
		ut_packed_cut(&p, v, n, c->cut, c->raw);
		stored = ut_packed_join(&p, &m);
		ut_packed_free(&p);
	}
	snprintf(path, sizeof(path), "%s-%s.%s", c->name, c->rows, codec == &bx_lz4_codec ? "packed" : "seeded");
	f = open_new(dir, path, "hex", force);
	if (f != NULL)
		write_hex(f, stored, m);
	fprintf(manifest, "%s %s\n", c->name, c->rows);
	free(stored);
	free(v);
}

static FILE *
open_manifest(const char *dir, const char *name, const char *head)
{
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = ut_need(fopen(path, "w"));
	fprintf(f, "%s\n", head);
	return f;
}

int
main(int argc, char **argv)
{
	bool force = argc > 2 && strcmp(argv[2], "-f") == 0;
	FILE *manifest;
	size_t i;

	if (argc < 2)
	{
		fprintf(stderr, "usage: make_golden DIRECTORY [-f]\n");
		return 2;
	}
	manifest =
		open_manifest(argv[1], "MANIFEST", "# case, rows, values; NAME.xml is the text of NAME-ROWS.hex");
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		make(argv[1], &cases[i], force, manifest);
	fclose(manifest);
	manifest =
		open_manifest(argv[1], "PACKED", "# case, rows; NAME-ROWS.packed.hex is NAME-ROWS.hex in blocks");
	for (i = 0; i < sizeof(packed) / sizeof(packed[0]); i++)
		make_packed(argv[1], &packed[i], &bx_lz4_codec, force, manifest);
	fclose(manifest);
	manifest = open_manifest(argv[1], "SEEDED",
							 "# case, rows; NAME-ROWS.seeded.hex is NAME-ROWS.hex in blocks of codec 2");
	for (i = 0; i < sizeof(seeded) / sizeof(seeded[0]); i++)
		make_packed(argv[1], &seeded[i], &bx_lz4_dictionary_codec, force, manifest);
	fclose(manifest);
	manifest =
		open_manifest(argv[1], "LABELED",
					  "# case, rows, exceptions (parent:index:level), marks (the same behind ^) = labels");
	for (i = 0; i < sizeof(labeled) / sizeof(labeled[0]); i++)
		make_labeled(argv[1], &labeled[i], force, manifest);
	fclose(manifest);
	manifest = open_manifest(argv[1], "ANNOTATED", "# case, rows, bytes of the section");
	for (i = 0; i < sizeof(annotated) / sizeof(annotated[0]); i++)
		make_annotated(argv[1], &annotated[i], force, manifest);
	fclose(manifest);
	return 0;
}
