/*
 * test_check.c -- the validator refuses what it must, and nothing it accepts can hurt a reader.
 *
 * Rejections come in two forms: text the toy parser lets through and the writer does not judge, and values put
 * together by hand from hex.  Then golden values are cut at every byte and damaged at random; BXML_FUZZ_N sets how
 * many damaged values are tried, BXML_FUZZ_SEED where the random numbers start.
 */
#define _POSIX_C_SOURCE 200809L

#include "../ut.h"
#include "../ut_dir.h"
#include "../ut_golden.h"
#include "../ut_random.h"

/* ---- refused: names, characters, namespaces ---- */

typedef struct Refused
{
	const char *what; /* part of the message */
	const char *xml;
} Refused;

static const Refused refused[] = {
	{"not an XML name", "<1a/>"},
	{"not an XML name", "<a -b=\"1\"/>"},
	{"not an XML name", "<a><?1p?></a>"},
	{"impossible target", "<?xml?><a/>"},
	{"impossible target", "<a><?XmL ?></a>"},
	{"a namespace prefix is not a name", "<a xmlns:1=\"u\"/>"},
	{"cannot be bound otherwise", "<a xmlns:xml=\"u\"/>"},
	{"cannot be bound otherwise", "<a xmlns:p=\"http://www.w3.org/XML/1998/namespace\"/>"},
	{"needs no declaration", "<a xmlns:xml=\"http://www.w3.org/XML/1998/namespace\"/>"},
	{"namespace of declarations", "<a xmlns:xmlns=\"u\"/>"},
	{"namespace of declarations", "<a xmlns=\"http://www.w3.org/2000/xmlns/\"/>"},
	{"bound to no namespace", "<a xmlns:p=\"\"/>"},
	{"bound to no namespace", "<p:a/>"},
	{"bound to no namespace", "<a p:b=\"1\"/>"},
	{"characters XML does not allow", "<a xmlns=\"\x01\"/>"},
	{"characters XML does not allow", "<a b=\"\x02\"/>"},
	{"characters XML does not allow", "<a>\xff</a>"},
	{"characters XML does not allow", "<a>x<b/>\xc0\x80</a>"},
	{"characters XML does not allow", "<a><!--\xef\xbf\xbf--></a>"},
	{"characters XML does not allow", "<a><?p \xed\xa0\x80?></a>"},
	{"declares a namespace prefix twice", "<a xmlns:p=\"u\" xmlns:p=\"v\"/>"},
	{"declares a namespace prefix twice", "<a xmlns=\"u\" xmlns=\"u\"/>"},
	{"attribute twice", "<a b=\"1\" b=\"2\"/>"},
	{"attribute twice", "<a xmlns:p=\"u\" xmlns:q=\"u\" p:x=\"1\" q:x=\"2\"/>"},
	{"attribute twice", "<a><b c=\"\"/><b c=\"\" c=\"\"/></a>"},
	{"contains \"--\"", "<!--a--b--><a/>"},
	{"ends in \"-\"", "<a><!--a---></a>"},
	{"comment contains a carriage return", "<a><!--\r--></a>"},
	{"data contains a carriage return", "<a><?p a\rb?></a>"},
	{"DOCTYPE is not well-formed", "<!DOCTYPE><a/>"},
	{"DOCTYPE has characters", "<!DOCTYPE a\x03><a/>"},
};

static void
check_refused(const Refused *r, unsigned mode)
{
	BxError err;
	size_t n;
	uint8_t *v = ut_encode(r->xml, strlen(r->xml), mode, BX_TYPED_LOSSLESS, &n);

	bx_error_clear(&err);
	CHECKF(bx_check(v, n, true, NULL, bx_host_libc(), &err) == BX_E_WIRE, "%s", r->xml);
	CHECKF(err.status == BX_E_WIRE && strstr(err.msg, r->what) != NULL, "%s: %s", r->xml, err.msg);
	CHECKF(err.pos >= 0 && err.pos < (int64_t) n, "%s: %lld", r->xml, (long long) err.pos);
	CHECK(bx_check(v, n, false, NULL, bx_host_libc(), NULL) == BX_E_CORRUPT);
	free(v);
}

static void
bad_documents_are_refused(void)
{
	size_t i;

	for (i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
	{
		check_refused(&refused[i], BX_MODE_NAMES);
		check_refused(&refused[i], BX_MODE_SHAPES);
		check_refused(&refused[i], BX_MODE_NAMES | UT_CONSTANTS);
		check_refused(&refused[i], BX_MODE_SHAPES | UT_CONSTANTS);
		check_refused(&refused[i], BX_MODE_NAMES | UT_HEAP);
		check_refused(&refused[i], BX_MODE_SHAPES | UT_HEAP);
	}
}

/* A name's namespace must be that of its prefix at that very place. */
static void
scopes_are_followed(void)
{
	static const struct
	{
		const char *xml;
		int event;      /* whose name is moved */
		const char *to; /* to this namespace */
	} cases[] = {
		{"<a xmlns=\"u\"><b/></a>", 2, ""},
		{"<a xmlns=\"u\"><b xmlns=\"v\"/></a>", 2, "u"},
		{"<a xmlns:p=\"u\"><b xmlns:p=\"v\"/><p:c/></a>", 5, "v"},
		{"<a xmlns:p=\"u\"><b xmlns:p=\"v\" p:x=\"1\"/></a>", 4, "u"},
		{"<a><b xmlns=\"u\"/><c/></a>", 4, "u"},
	};
	size_t i;
	int m;

	for (i = 0; i < 2 * sizeof(cases) / sizeof(cases[0]); i++)
	{
		const char *xml = cases[i / 2].xml;
		BxWriterOptions opt = ut_options(i & 1 ? BX_MODE_NAMES : BX_MODE_SHAPES, BX_TYPED_LOSSLESS);
		UtEvents ev;
		BxError err;
		uint8_t *v;
		size_t n;

		ut_events_init(&ev);
		ut_parse(&ev, xml, strlen(xml));
		for (m = 0; m < 2; m++)
		{
			CHECK(ut_write(&ev, &opt, bx_host_libc(), &v, &n, &err) == BX_OK);
			CHECKF(bx_check(v, n, true, NULL, bx_host_libc(), &err) == (m ? BX_E_WIRE : BX_OK), "%s", xml);
			CHECKF(m == 0 || strstr(err.msg, "not declared"), "%s: %s", xml, err.msg);
			ev.e[cases[i / 2].event].uri = ut_str(cases[i / 2].to);
			free(v);
		}
		ut_events_free(&ev);
	}
}

/* ---- refused: values by hand ---- */

typedef struct Hand
{
	const char *what; /* part of the message, NULL: accepted */
	const char *table;
	const char *items; /* then " | " and the heap when there is one */
	uint8_t flags;
	uint32_t depth;
} Hand;

#define DOC BX_FLAG_DOCUMENT
#define DOC_H (BX_FLAG_DOCUMENT | BX_FLAG_HEAP)
#define DOC_K (BX_FLAG_DOCUMENT | BX_FLAG_CONSTANTS)
/* no namespaces; names "a" and "b" */
#define AB "00 00 02 0101 0000 6162 "
/* rows: 0 element a, 1 leaf b below it (typed), 2 text below a */
#define A_B AB "02 09 1a 0001 0001"
#define A_B_TYPED AB "02 01 22 0001 0001"
#define A_B_TEXT AB "03 49 12 14 000101 000100"
/* rows: 0 element a, 1 attribute b, 2 comment */
#define A_AT AB "03 01 03 05 000101 000100"
/* namespace urn "u", pair (p, u); rows: 0 element a, 1 attribute b, 2 declaration of p */
#define A_NS "01 0175 01 0170 02 02 0101 0000 6162 03 01 03 07 000101 000102"

static const Hand hands[] = {
	{NULL, A_B, "00 03 01 01 78", DOC, 2},
	{NULL, A_B, "00 03 01 01 78", DOC, 2},
	{"marked as single", A_B, "00 06 010178 010178", DOC, 2},
	{"marked clean", A_B, "00 03 01 01 3c", DOC, 2},
	{NULL, A_B, "00 03 01 01 22", DOC, 2},
	{"characters XML does not allow", A_B, "00 03 01 01 b1", DOC, 2},
	{NULL, A_B_TYPED, "00 03 01 01 b1", DOC, 2},
	{"only form", A_B_TYPED, "00 04 01 02 8001", DOC, 2},
	{"only form", A_B_TYPED, "00 05 01 03 800a00", DOC, 2},
	{"only form", A_B_TYPED, "00 03 01 01 bf", DOC, 2},
	{NULL, A_B_TEXT, "00 06 010178 020179", DOC, 2},
	{"does not announce", AB "03 09 12 14 000101 000100", "00 06 010178 020179", DOC, 2},
	{"text node is empty", A_B_TEXT, "00 05 010178 0200", DOC, 2},
	{"follow each other", A_B_TEXT, "00 06 020178 020179", DOC, 2},
	{"not below the element", A_B, "01 01 78", DOC, 1},
	{"not below the element", A_B, "00 02 00 00", DOC, 2},
	{"document flag", A_B, "00 03 01 01 78", 0, 2},
	{"document flag", A_B, "", DOC, 0},
	{NULL, A_B, "", 0, 0},
	{"deeper than the header", A_B, "00 03 01 01 78", DOC, 1},
	{"deeper than its header", A_B, "00 03 01 01 78", DOC, 0},
	{NULL, A_B, "00 03 01 01 78", DOC, 5},
	{"does not fit the value's length", A_B, "00 03 01 01 78", DOC, 6},
	{"not stored as a leaf", A_B, "00 00", DOC, 1},
	{"not stored as a leaf", A_B_TEXT, "00 03 020178", DOC, 2},
	{"leaves its parent", A_B, "00 03 01 05 78", DOC, 2},
	{"leaves its parent", A_B, "00 03 01 01", DOC, 2},
	{"no such row", A_B, "00 03 07 01 78", DOC, 2},
	{"leaves its parent", A_B, "00 07 01 ff01000000 78", DOC, 2},
	{"marked as single", A_B, "00 03 010178 00 03 010178", 0, 2},
	{NULL, A_AT, "00 05 010131 0200", DOC, 2},
	{"does not follow the start", A_AT, "00 05 0200 010131", DOC, 2},
	{NULL, A_NS, "00 05 0200 010131", DOC, 2},
	{"follows an attribute", A_NS, "00 05 010131 0200", DOC, 2},
	{"has a payload", A_NS, "00 03 020178", DOC, 2},
	{"flags that do not fit", AB "01 11 0000", "", 0, 0},
	{"flags that do not fit", AB "01 42 0000", "", 0, 0},
	{"flags that do not fit", AB "01 25 00 00", "", 0, 0},
	{"unknown kind of row", AB "01 80 0000", "", 0, 0},
	{"unknown kind of row", AB "01 81 0000", "", 0, 0},
	{"impossible parent", AB "01 01 0100", "", 0, 0},
	{"impossible parent", AB "02 02 02 0001 0000", "", 0, 0},
	{"without an element", AB "01 03 0000", "", 0, 0},
	{"a row is listed twice", AB "02 01 01 0000 0000", "", 0, 0},
	{"a name is listed twice", "00 00 02 0101 0000 6161 00", "", 0, 0},
	{"a namespace pair is listed twice", "01 0175 02 017002 017002 00 00", "", 0, 0},
	{"a namespace pair is listed twice", "00 01 0000 00 00", "", 0, 0},
	{"no such namespace", "00 01 017002 00 00", "", 0, 0},
	{"no such name", AB "01 01 0002", "", 0, 0},
	{"left over", AB "00 00", "", 0, 0},
	{"bad count", "00 00 ef", "", 0, 0},
	{"shortest form", "00 00 01 ff 00 02000000 6162 00", "", 0, 0},
	{"without a prefix", "01 0175 01 0002 02 0101 0002 6162 02 01 03 0001 0001", "", 0, 0},
	{"impossible target", "01 0175 01 017002 01 01 02 61 01 06 0000", "", 0, 0},
	{"stored as an attribute", "00 00 02 0105 0000 61786d6c6e73 02 01 03 0001 0001", "", 0, 0},
	/* name mode: rows, default pair, bytes of short names, heads, short names, long bodies */
	{NULL, "00 00 02 00 02 09 0a 61 62", "00 03 01 01 b1", DOC | BX_FLAG_NAMES, 2},
	{"a name is listed twice", "00 00 02 00 02 09 09 61 61", "", BX_FLAG_NAMES, 0},
	{NULL, "00 00 02 00 02 09 0a 61 61", "", BX_FLAG_NAMES, 0},
	{"a name is listed twice", "00 00 02 00 00 04 04", "", BX_FLAG_NAMES, 0},
	{"shortest form", "00 00 01 00 00 f9 01 61", "", BX_FLAG_NAMES, 0},
	{"shortest form", "00 00 01 00 00 f9 1e 61616161616161616161 61616161616161616161 61616161616161616161",
	 "", BX_FLAG_NAMES, 0},
	{"bad row", "00 00 01 00 01 0c 61", "", BX_FLAG_NAMES, 0},
	{"bad row", "00 00 01 00 00 07", "", BX_FLAG_NAMES, 0},
	{"left over", "00 00 01 00 02 09 61 61", "", BX_FLAG_NAMES, 0},
	{"leaves the table", "00 00 01 00 01 11 61 62", "", BX_FLAG_NAMES, 0},
	{"bad row count", "00 00 01 00 02 09 61", "", BX_FLAG_NAMES, 0},
	{"bad row", AB "01 04 00 01", "", 0, 0},
	{"unknown kind of row", "00 00 01 00 00 00 06 00 01 61", "", BX_FLAG_NAMES, 0},
	/* constants: their number, rows, lengths, payloads; here one, <b>x</b> */
	{NULL, A_B "01 01 01 78", "01 01 00", DOC_K, 2},
	{NULL, A_B "01 01 01 78", "01 03 020179", DOC_K, 2},
	{"left over", A_B "01 01 01 78", "00 03 010179", DOC, 2},
	{"bad count", A_B, "00 03 010179", DOC_K, 2},
	{"bad number of constants", A_B "00", "00 03 010179", DOC_K, 2},
	{"bad count", A_B "03 01 01 78", "", BX_FLAG_CONSTANTS, 0},
	{"bad count", A_B "02 0101 01", "", BX_FLAG_CONSTANTS, 0},
	{"leaves the table", A_B "01 01 02 78", "", BX_FLAG_CONSTANTS, 0},
	{"left over", A_B "01 01 01 7878", "", BX_FLAG_CONSTANTS, 0},
	{"row that does not exist", A_B "01 02 01 78", "", BX_FLAG_CONSTANTS, 0},
	{"row without values", A_B "01 00 01 78", "", BX_FLAG_CONSTANTS, 0},
	{"row without values", A_AT "01 02 01 78", "", BX_FLAG_CONSTANTS, 0},
	{"constant is listed twice", A_B "02 0101 0101 7878", "", BX_FLAG_CONSTANTS, 0},
	{NULL, A_B "02 0101 0100 78", "", BX_FLAG_CONSTANTS, 0},
	{"marked clean", A_B "01 01 01 3c", "01 03 020179", DOC_K, 2},
	{"characters XML does not allow", A_B "01 01 01 b1", "01 03 020179", DOC_K, 2},
	{NULL, A_B_TYPED "01 01 01 b1", "01 01 00", DOC_K, 2},
	{"only form", A_B_TYPED "01 01 02 8001", "", BX_FLAG_CONSTANTS, 0},
	{"text node is empty", A_B_TEXT "01 02 00", "", BX_FLAG_CONSTANTS, 0},
	{"follow each other", A_B_TEXT "01 02 01 78", "01 02 0000", DOC_K, 2},
	{"follow each other", A_B_TEXT "01 02 01 78", "01 04 00 030179", DOC_K, 2},
	{"not stored as a leaf", A_B_TEXT "01 02 01 78", "01 01 00", DOC_K, 2},
	{"marked as single", A_B "01 01 01 78", "01 02 0000", DOC_K, 2},
	{"not below the element", A_B "01 01 01 78", "00", DOC_K, 1},
	{"does not follow the start", A_AT "01 01 01 31", "01 03 0300 00", DOC_K, 2},
	{"attribute twice", "00 00 03 00 03 09 0b 0a 61 62 63 01 01 01 31", "01 02 0000", DOC_K | BX_FLAG_NAMES,
	 2},
	{"no such row", A_B "01 01 01 78", "01 02 0300", DOC_K, 2},
	{"leaves its parent", A_B "01 01 01 78", "01 02 00", DOC_K, 2},
	{"leaves its parent", A_B "01 01 01 78", "01 01 02", DOC_K, 2},
	{NULL, "00 00 02 00 02 09 0a 61 62 01 01 01 b1", "01 02 0000", DOC_K | BX_FLAG_NAMES, 2},
	/* the heap */
	{NULL, A_B_TYPED, "00 05 01 03 bf0002 | 7879", DOC_H, 2},
	{NULL, A_B_TYPED, "00 0a 01 03 bf0001 01 03 bf0101 | 7879", DOC_H, 2},
	{"only form", A_B_TYPED, "00 05 01 03 bf0003 | 7879", DOC_H, 2},
	{"only form", A_B_TYPED, "00 05 01 03 bf0300 | 7879", DOC_H, 2},
	{"only form", A_B_TYPED, "00 05 01 03 bf0201 | 7879", DOC_H, 2},
	{"only form", A_B_TYPED, "00 05 01 03 bf0000 | 7879", DOC_H, 2},
	{"only form", A_B_TYPED, "00 04 01 02 bf00 | 7879", DOC_H, 2},
	{"only form", A_B_TYPED, "00 06 01 04 bf000278 | 7879", DOC_H, 2},
	{"only form", A_B_TYPED, "00 09 01 07 bfff0000000002 | 7879", DOC_H, 2},
	{"only form", A_B_TYPED, "00 05 01 03 bf0002", DOC, 2},
	{"header is damaged", A_B_TYPED, "00 03 01 01 b1 | ", DOC_H, 2},
	{NULL, A_B_TYPED, "00 05 01 03 bf0001 | 78ff", DOC_H, 2},
	{"characters XML does not allow", A_B_TYPED, "00 05 01 03 bf0001 | b1", DOC_H, 2},
	{"characters XML does not allow", A_B_TYPED, "00 05 01 03 bf0001 | c3a9", DOC_H, 2},
	{"characters XML does not allow", A_B, "00 05 01 03 bf0001 | 78", DOC_H, 2},
	{"marked clean", AB "02 01 32 0001 0001", "00 05 01 03 bf0001 | 3c", DOC_H, 2},
	{"more bytes than the heap has", A_B_TYPED, "00 0a 01 03 bf0002 01 03 bf0001 | 7879", DOC_H, 2},
	{"only form", A_B_TYPED "01 01 03 bf0002", "01 01 00 | 7879", DOC_H | BX_FLAG_CONSTANTS, 2},
	{"characters XML does not allow", A_AT, "00 05 02 03 bf0001 | 78", DOC_H, 2},
	{NULL, "00 00 02 00 02 09 0a 61 62", "00 05 01 03 bf0001 | 78", DOC_H | BX_FLAG_NAMES, 2},
	{"left over", "00 00 02 00 03 09 0a 61 62 63 01 01 01 b1", "", BX_FLAG_CONSTANTS | BX_FLAG_NAMES, 0},
};

static void
put_hex(BxBuf *b, const char *hex)
{
	size_t n;
	uint8_t *v = ut_hex(hex, strlen(hex), &n);

	ut_append(b, v, n);
	free(v);
}

/* check of flags, table, items, extension directory (count and entries) and bodies */
static void
check_hand(const Hand *h, uint32_t ext_n, const char *dir, const BxBuf *ext, BxStatus want)
{
	UtParts p;
	BxError err;
	uint8_t *v;
	size_t n;
	BxStatus st;
	const char *bar = strchr(h->items, '|');
	UtEvents texts;
	BxStr items;

	ut_events_init(&texts);
	ut_parts_init(&p);
	p.flags = (uint8_t) (h->flags | (ext_n > 0 ? BX_FLAG_EXT : 0));
	p.depth = h->depth;
	p.ext_n = ext_n;
	put_hex(&p.dir, dir);
	put_hex(&p.table, h->table);
	items = ut_dup(&texts, h->items, (size_t) (bar ? bar - h->items : (long) strlen(h->items)));
	put_hex(&p.items, items.s);
	put_hex(&p.heap, bar ? bar + 1 : "");
	if (ext != NULL && ext->len > 0)
		ut_append(&p.ext, ext->data, ext->len);
	v = ut_assemble(&p, &n);
	bx_error_clear(&err);
	st = bx_check(v, n, false, NULL, bx_host_libc(), &err);
	CHECKF(st == want, "%s | %s: %s, %s", h->table, h->items, bx_status_name(st), err.msg);
	if (h->what != NULL)
		CHECKF(strstr(err.msg, h->what) != NULL, "%s | %s: %s, not %s", h->table, h->items, err.msg, h->what);
	free(v);
	ut_parts_free(&p);
	ut_events_free(&texts);
}

static void
values_by_hand(void)
{
	size_t i;

	for (i = 0; i < sizeof(hands) / sizeof(hands[0]); i++)
		check_hand(&hands[i], 0, "", NULL, hands[i].what ? BX_E_CORRUPT : BX_OK);
}

/* One extension section of the code with place (DOCTYPE) or without, and the text. */
static void
check_section(uint8_t code, const char *place, const char *text, size_t n, const char *what, BxStatus want)
{
	Hand h = {what, A_B, "00 03 01 01 78", DOC, 2};
	char dir[16];
	BxBuf body;

	bx_buf_init(&body, bx_host_libc());
	put_hex(&body, place);
	ut_append(&body, text, n);
	snprintf(dir, sizeof(dir), "%02x %02x", code, (unsigned) body.len);
	check_hand(&h, 1, dir, &body, want);
	bx_buf_free(&body);
}

static void
doctypes_are_scanned(void)
{
	static const char *const good[] = {
		"<!DOCTYPE a>",
		"<!DOCTYPE a SYSTEM \"x>y\">",
		"<!DOCTYPE a [<!ENTITY e ']>'><!-- ]> ' --><?p ]> \" ?>%pe; ] >",
		"<!DOCTYPE\ta\n[\n<!ELEMENT a (#PCDATA)>\n]>",
	};
	static const char *const bad[] = {
		"<!DOCTYPE",
		"<!DOCTYPEa>",
		"<!doctype a>",
		"<!DOCTYPE a",
		"<!DOCTYPE a>x",
		"<!DOCTYPE a><",
		"<!DOCTYPE a SYSTEM \"x>",
		"<!DOCTYPE a [<!-- ]>",
		"<!DOCTYPE a [<b>]>",
		"<!DOCTYPE a [] x>",
		"<!DOCTYPE a ]>",
		"<!DOCTYPE a [<!ENTITY e \"]>]>",
		"<!DOCTYPE a [[]]>",
		"<!DOCTYPE a [<?p ]>",
		"<!DOCTYPE a <b>",
		"<!DOCTYPE a [<!ENTITY e <x> \"\">]>",
		"<!DOCTYPE a []>>",
	};
	size_t i;

	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		check_section(BX_EXT_DOCTYPE, "00", good[i], strlen(good[i]), NULL, BX_OK);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		check_section(BX_EXT_DOCTYPE, "00", bad[i], strlen(bad[i]), "not well-formed", BX_E_CORRUPT);
	check_section(BX_EXT_DOCTYPE, "01", good[0], strlen(good[0]), "not before the root", BX_E_CORRUPT);
	check_section(BX_EXT_DOCTYPE, "", "", 0, "not before the root", BX_E_CORRUPT);
}

static void
declarations_are_checked(void)
{
	check_section(BX_EXT_DECL, "00 00 00", "", 0, NULL, BX_OK);
	check_section(BX_EXT_DECL, "03 312e30 05 5554462d38 02", "", 0, NULL, BX_OK);
	check_section(BX_EXT_DECL, "00 00 03", "", 0, "not well-formed", BX_E_CORRUPT);
	check_section(BX_EXT_DECL, "03 322e30 00 00", "", 0, "not well-formed", BX_E_CORRUPT);
	check_section(BX_EXT_DECL, "02 312e 00 00", "", 0, "not well-formed", BX_E_CORRUPT);
	check_section(BX_EXT_DECL, "00 01 22 00", "", 0, "not well-formed", BX_E_CORRUPT);
	check_section(BX_EXT_DECL, "00 00 00 00", "", 0, "leaves its section", BX_E_CORRUPT);
	check_section(BX_EXT_DECL, "05 312e30", "", 0, "leaves its section", BX_E_CORRUPT);
}

#define SCHEMA_ID "000102030405060708090a0b0c0d0e0f "

static void
annotations_are_checked(void)
{
	check_section(BX_EXT_ANNOTATIONS, SCHEMA_ID "00", "", 0, NULL, BX_OK);
	check_section(BX_EXT_ANNOTATIONS, SCHEMA_ID "01 00 01", "", 0, NULL, BX_OK);
	check_section(BX_EXT_ANNOTATIONS, SCHEMA_ID, "", 0, "leave their section", BX_E_CORRUPT);
	check_section(BX_EXT_ANNOTATIONS, "0001", "", 0, "leave their section", BX_E_CORRUPT);
	check_section(BX_EXT_ANNOTATIONS, SCHEMA_ID "00 00", "", 0, "leave their section", BX_E_CORRUPT);
	check_section(BX_EXT_ANNOTATIONS, SCHEMA_ID "02 00 01", "", 0, "leave their section", BX_E_CORRUPT);
	check_section(BX_EXT_ANNOTATIONS, SCHEMA_ID "ff ffffff7f", "", 0, "leave their section", BX_E_CORRUPT);
	check_section(BX_EXT_ANNOTATIONS, SCHEMA_ID "01 00 00", "", 0, "of no shape", BX_E_CORRUPT);
	check_section(BX_EXT_ANNOTATIONS, SCHEMA_ID "01 ef 01", "", 0, "of no shape", BX_E_CORRUPT);
	check_section(BX_EXT_ANNOTATIONS, SCHEMA_ID "02 00 01 00 01", "", 0, "out of order", BX_E_CORRUPT);
}

static void
sections_of_the_future(void)
{
	static const uint8_t codes[] = {0, 1, 2, 3, 4, 5, 8, 11, 63, 70, 255};
	Hand h = {"ascending", A_B, "00 03 01 01 78", DOC, 2};
	BxBuf bodies;
	size_t i;

	for (i = 0; i < sizeof(codes); i++)
		check_section(codes[i], "", "x", 1, "does not support", BX_E_VERSION);
	bx_buf_init(&bodies, bx_host_libc());
	put_hex(&bodies, "00 00 00 00 00 00");
	check_hand(&h, 2, "0a 03 0a 03", &bodies, BX_E_CORRUPT);
	bx_buf_free(&bodies);
}

static void
fingerprint_is_checked(void)
{
	size_t n;
	uint8_t *v = ut_encode("<a/>", 4, BX_MODE_SHAPES, BX_TYPED_LOSSLESS, &n);
	BxError err;

	v[3] ^= 1;
	CHECK(bx_check(v, n, true, NULL, bx_host_libc(), &err) == BX_E_WIRE &&
		  strstr(err.msg, "fingerprint") != NULL);
	free(v);
}

/* ---- damage ---- */

/* Written again from its events in the other mode, it is valid and gives the same text. */
static void
rewrite_gives(const UtEvents *ev, unsigned mode, const BxBuf *text)
{
	BxWriterOptions opt = ut_options(mode, BX_TYPED_LOSSLESS);
	uint8_t *v = NULL;
	size_t n;
	BxError err;
	BxBuf out;

	bx_error_clear(&err);
	CHECKF(ut_write(ev, &opt, bx_host_libc(), &v, &n, &err) == BX_OK, "%s", err.msg);
	if (v == NULL)
		return;
	bx_buf_init(&out, bx_host_libc());
	CHECKF(bx_check(v, n, true, NULL, bx_host_libc(), &err) == BX_OK, "%s", err.msg);
	CHECK(bx_text_write(v, n, NULL, bx_host_libc(), &out, &err) == BX_OK);
	CHECK(out.len == text->len && (out.len == 0 || memcmp(out.data, text->data, out.len) == 0));
	bx_buf_free(&out);
	free(v);
}

/* What paths select is the same in a value without directories. */
static void
directories_change_nothing(const UtEvents *ev, const uint8_t *v, size_t n)
{
	BxWriterOptions opt = ut_options(BX_MODE_SHAPES, BX_TYPED_LOSSLESS);
	uint8_t *bare = NULL;
	uint64_t a = 0, b = 0;
	size_t bare_n, q;
	BxError err;
	BxStatus st;

	if (!(v[1] & BX_FLAG_EXT))
		return;
	opt.directories = BX_DIRECTORIES_OFF;
	CHECK(ut_write(ev, &opt, bx_host_libc(), &bare, &bare_n, &err) == BX_OK);
	for (q = 0; q < UT_DIR_QUESTIONS && bare != NULL; q++)
	{
		st = ut_dir_ask(v, n, q, bx_host_libc(), &a);
		CHECKF(st == BX_OK && ut_dir_ask(bare, bare_n, q, bx_host_libc(), &b) == BX_OK && a == b,
			   "%s: %s, %llu and %llu", ut_dir_questions[q], bx_status_name(st), (unsigned long long) a,
			   (unsigned long long) b);
	}
	free(bare);
}

/* Directories that may be broken give a status. */
static void
survive_questions(const uint8_t *v, size_t n)
{
	uint64_t count;
	size_t q;

	if (n < 2 || !(v[1] & BX_FLAG_EXT))
		return;
	for (q = 0; q < UT_DIR_QUESTIONS; q++)
	{
		BxStatus st = ut_dir_ask(v, n, q, bx_host_libc(), &count);

		CHECKF(st == BX_OK || st == BX_E_CORRUPT || st == BX_E_VERSION, "%s: %s", ut_dir_questions[q],
			   bx_status_name(st));
	}
}

/* What the validator accepts must be readable, printable, and the same again when written from its events. */
static void
accepted_is_usable(const uint8_t *v, size_t n)
{
	BxTextOptions indent = {.indent = 1};
	BxError err;
	UtEvents ev;
	BxBuf out, pretty;

	ut_events_init(&ev);
	CHECKF(ut_read_all(v, n, &ev, &err) == BX_OK, "%s", err.msg);
	bx_buf_init(&out, bx_host_libc());
	bx_buf_init(&pretty, bx_host_libc());
	CHECKF(bx_text_write(v, n, NULL, bx_host_libc(), &out, &err) == BX_OK, "%s", err.msg);
	CHECKF(bx_text_write(v, n, &indent, bx_host_libc(), &pretty, &err) == BX_OK, "%s", err.msg);
	rewrite_gives(&ev,
				  (v[1] & BX_FLAG_NAMES ? BX_MODE_SHAPES : BX_MODE_NAMES) |
					  (v[1] & BX_FLAG_CONSTANTS ? 0 : UT_CONSTANTS) | (v[1] & BX_FLAG_HEAP ? 0 : UT_HEAP),
				  &out);
	directories_change_nothing(&ev, v, n);
	bx_buf_free(&out);
	bx_buf_free(&pretty);
	ut_events_free(&ev);
}

/* A value that may be broken is refused with a status, or read until an error or the end; never a crash. */
static void
survive(const uint8_t *v, size_t n, long *accepted)
{
	BxError err;
	BxStatus st = bx_check(v, n, true, NULL, bx_host_libc(), &err);
	UtEvents ev;
	BxBuf out;

	CHECKF(st == BX_OK || st == BX_E_WIRE || st == BX_E_VERSION, "%s", bx_status_name(st));
	if (st == BX_OK)
	{
		++*accepted;
		accepted_is_usable(v, n);
		return;
	}
	CHECKF(err.status == st && err.pos >= -1 && err.pos <= (int64_t) n, "%s at %lld", err.msg,
		   (long long) err.pos);
	ut_events_init(&ev);
	st = ut_read(v, n, NULL, &ev, &err);
	CHECKF(st == BX_OK || st == BX_E_CORRUPT || st == BX_E_VERSION, "%s", bx_status_name(st));
	ut_events_free(&ev);
	bx_buf_init(&out, bx_host_libc());
	st = bx_text_write(v, n, NULL, bx_host_libc(), &out, &err);
	CHECKF(st == BX_OK || st == BX_E_CORRUPT || st == BX_E_VERSION, "%s", bx_status_name(st));
	bx_buf_free(&out);
	survive_questions(v, n);
}

static UtGolden golden[UT_GOLDEN_MAX];
static int golden_n;

static void
truncation_at_every_byte(void)
{
	long accepted = 0;
	int i;
	size_t n, step;

	for (i = 0; i < golden_n; i++)
	{
		step = golden[i].n > 4000 ? golden[i].n / 997 : 1;
		for (n = 0; n < golden[i].n; n += step)
		{
			uint8_t *cut = ut_need(malloc(n ? n : 1));

			memcpy(cut, golden[i].v, n);
			survive(cut, n, &accepted);
			free(cut);
		}
	}
	CHECK(accepted == 0);
}

/* As above, but with lengths that fit what is left: the cut is met inside the sections. */
static void
truncated_sections(void)
{
	long accepted = 0;
	int i, which;

	for (i = 0; i < golden_n; i++)
		for (which = 0; which < 2 && golden[i].n < 1000; which++)
		{
			UtParts p;
			BxBuf *part;
			uint8_t *v;
			size_t n;

			CHECK(ut_take_apart(&p, golden[i].v, golden[i].n));
			part = which ? &p.items : &p.table;
			while (part->len-- > 0)
			{
				v = ut_assemble(&p, &n);
				survive(v, n, &accepted);
				free(v);
			}
			part->len = 0;
			ut_parts_free(&p);
		}
}

/*
 * Every number of a directory is compared with the items: whatever bit of it changes, the value is refused.  Only how
 * long the places of a value list are may change where all are the first one; then the value is as good as before.
 */
static void
directories_are_checked_to_the_bit(void)
{
	long values = 0, bits = 0, accepted = 0;
	BxError err;
	BxHeader h;
	size_t i, bit;

	for (i = 0; i < (size_t) golden_n; i++)
	{
		uint8_t *v = golden[i].v;
		size_t n = golden[i].n;

		bool lists = strstr(golden[i].name, "-vdirs") != NULL;

		if (!lists && strstr(golden[i].name, "-dirs") == NULL)
			continue;
		CHECK(bx_header_read(v, n, n, &h, &err) == BX_OK && h.ext_n == (lists ? 4 : 3));
		values++;
		for (bit = (size_t) h.ext_off * 8; bit<n * 8; bit += n> 4000 ? 61 : 1, bits++)
		{
			BxStatus st;

			v[bit / 8] ^= (uint8_t) (1 << bit % 8);
			st = bx_check(v, n, false, NULL, bx_host_libc(), &err);
			CHECKF(st == BX_E_CORRUPT || lists, "%s: bit %zu of byte %zu: %s", golden[i].name, bit % 8,
				   bit / 8, bx_status_name(st));
			if (st == BX_OK)
				survive(v, n, &accepted);
			else if (bit % 5 == 0)
				survive_questions(v, n);
			v[bit / 8] ^= (uint8_t) (1 << bit % 8);
		}
	}
	CHECK(values >= 6 && bits > 10000);
	CHECKF(accepted < bits / 100, "%ld of %ld", accepted, bits);
}

static void
random_damage(void)
{
	const char *env = getenv("BXML_FUZZ_N");
	const char *seed = getenv("BXML_FUZZ_SEED");
	long n = env ? atol(env) : 20000;
	uint64_t rng = seed ? strtoull(seed, NULL, 10) | 1 : 7;
	long i, accepted = 0;

	for (i = 0; i < n && ut_here == 0; i++)
	{
		const UtGolden *g = &golden[ut_below(&rng, (uint32_t) golden_n)];
		uint64_t before = rng;
		size_t m;
		uint8_t *v;

		if (g->n > 2000 && i % 16 != 0)
			continue;
		v = ut_mutate(g->v, g->n, &rng, &m);
		survive(v, m, &accepted);
		free(v);
		if (ut_here != 0)
			printf("# damaged value %ld of %s, seed %llu\n", i, g->name, (unsigned long long) before);
	}
	printf("# %ld of %ld damaged values were still valid\n", accepted, n);
	/* neither all nor none: the damage reaches the rules */
	CHECK(n < 1000 || (accepted > n / 100 && accepted < n / 2));
}

UT_SUITE(test_check)
{
	golden_n = ut_goldens(golden);
	UT_RUN(bad_documents_are_refused);
	UT_RUN(scopes_are_followed);
	UT_RUN(values_by_hand);
	UT_RUN(doctypes_are_scanned);
	UT_RUN(declarations_are_checked);
	UT_RUN(annotations_are_checked);
	UT_RUN(sections_of_the_future);
	UT_RUN(fingerprint_is_checked);
	UT_RUN(truncation_at_every_byte);
	UT_RUN(truncated_sections);
	UT_RUN(directories_are_checked_to_the_bit);
	UT_RUN(random_damage);
	ut_goldens_free(golden, golden_n);
	return ut_done();
}
