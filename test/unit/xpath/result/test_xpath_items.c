/*
 * test_xpath_items.c -- the items of a result one by one: strings, stored values, values of their own, records.
 *
 * Every answer is asked for in each form of storage, streaming and not, and with every allocation failing once.
 */
#include <math.h>

#include "../../../../src/core/xpath/result/xp_result.h"
#include "../../ut_pack.h"
#include "../../ut_xpath.h"

#define DOC                                                                                                  \
	"<r xmlns='d' xmlns:p='u' xmlns:q='v'><p:a n='1' q:m='x'>5</p:a><b>1.50</b><b/><b>t<c>w</c>&lt;</b>"     \
	"<!--k--><?z y?><e xmlns=''><f/></e></r>"

static const BxWriterOptions options = {.limits = BX_LIMITS_DEFAULT};

typedef struct Out
{
	XpStringSink strings;
	XpValueSink values;
	XpRecordSink records;
	BxBuf *buf;
	unsigned n;
	unsigned most; /* stop after so many */
	const BxHost *host;
	XpField *fields;
	uint32_t n_fields;
} Out;

#define OUT_OF(sink, member) ((Out *) (void *) ((char *) (sink) -offsetof(Out, member)))

static BxStatus
take_string(XpStringSink *sink, const char *s, size_t n, bool *stop)
{
	Out *o = OUT_OF(sink, strings);

	xt_say(o->buf, "%s", o->n++ > 0 ? "|" : "");
	xt_put(o->buf, s, n);
	*stop = o->n == o->most;
	return BX_OK;
}

static void
put_value(Out *o, uint8_t *data, size_t len)
{
	BxError err;

	if (bx_text_write(data, len, NULL, bx_host_libc(), o->buf, &err) != BX_OK)
		xt_say(o->buf, "UNPRINTABLE");
	o->host->release(o->host->ctx, data);
}

static BxStatus
take_value(XpValueSink *sink, uint8_t *data, size_t len, bool *stop)
{
	Out *o = OUT_OF(sink, values);

	xt_say(o->buf, "%s", o->n++ > 0 ? "|" : "");
	put_value(o, data, len);
	*stop = o->n == o->most;
	return BX_OK;
}

static BxStatus
take_record(XpRecordSink *sink, bool *stop)
{
	Out *o = OUT_OF(sink, records);
	uint32_t i;

	for (i = 0; i < o->n_fields; i++)
	{
		XpField *f = &o->fields[i];

		xt_say(o->buf, "%s", i > 0 ? "," : o->n++ > 0 ? "|" : "");
		if (!f->found)
			xt_say(o->buf, "-");
		else if (f->subtree)
		{
			put_value(o, f->data, f->len);
			f->data = NULL;
		}
		else
			xt_put(o->buf, f->s, f->n);
	}
	*stop = o->n == o->most;
	return BX_OK;
}

typedef enum Ask
{
	STRINGS,
	VALUES,
	USED,
	RECORDS,
	FIRST,
} Ask;

static BxStatus
put_first(XpCall *c, const XpBlock *path, BxBuf *buf)
{
	char text[BX_VALUE_TEXT_MAX];
	XpItem item;
	unsigned count, any;
	BxStr t;

	BX_TRY(xp_item_value(c, path, true, &item, &count));
	BX_TRY(xp_item_value(c, path, false, &item, &any));
	if (any != (count > 0))
		xt_say(buf, "COUNTS %u %u ", any, count);
	if (item.type == XP_T_ANY)
	{
		xt_say(buf, "none");
		return BX_OK;
	}
	t = xp_item_text(&item, text);
	xt_say(buf, "%d:", item.type == XP_T_STORED ? XP_T_STRING : item.type);
	xt_put(buf, t.s, t.n);
	xt_say(buf, "%s", count > 1 ? "+" : "");
	return BX_OK;
}

static BxStatus
ask(const XtDoc *d, const char *expr, Ask what, unsigned most, const XtWay *way, BxBuf *buf, BxError *err)
{
	XpField fields[] = {{.name = "a", .name_len = 1},
						{.name = "b", .name_len = 1, .subtree = true},
						{.name = "n", .name_len = 1},
						{.name = "x", .name_len = 1, .subtree = true}};
	Out o = {{take_string}, {take_value}, {take_record}, buf, 0, most, way->host, fields, 4};
	XpBlock *path;
	BxArena arena;
	XpCall c;
	BxStatus st;

	bx_arena_init(&arena, way->host);
	bx_error_clear(err);
	st = xp_compile(expr, strlen(expr), 0, &arena, &path, err);
	if (st == BX_OK)
	{
		xt_call(&c, &arena, d, way, err);
		switch (what)
		{
			case STRINGS: st = xp_strings(&c, path, &o.strings); break;
			case VALUES: st = xp_values(&c, path, &options, XP_SCOPE_ALL, &o.values); break;
			case USED: st = xp_values(&c, path, &options, XP_SCOPE_USED, &o.values); break;
			case RECORDS: st = xp_records(&c, path, &options, fields, 4, &o.records); break;
			case FIRST: st = put_first(&c, path, buf); break;
		}
	}
	if (what == RECORDS && st != BX_OK)
	{
		way->host->release(way->host->ctx, fields[1].data);
		way->host->release(way->host->ctx, fields[3].data);
	}
	bx_arena_reset(&arena);
	return st;
}

static void
expect(const char *text, const char *expr, Ask what, unsigned most, const char *want)
{
	XtForms f;
	int i;

	CHECK(xt_forms(&f, text));
	for (i = 0; i < 8; i++)
	{
		XtWay way = {.navigate = i & 4, .host = bx_host_libc()};
		BxError err;
		BxBuf buf;
		BxStatus st;

		bx_buf_init(&buf, bx_host_libc());
		st = ask(&f.doc[i & 3], expr, what, most, &way, &buf, &err);
		if (st != BX_OK)
			xt_say(&buf, "!%s", bx_status_name(st));
		CHECKF(bx_same_bytes((char *) buf.data, buf.len, want, strlen(want)),
			   "%s\n#   got  %.*s\n#   want %s (%d)", expr, (int) buf.len, (const char *) buf.data, want, i);
		bx_buf_free(&buf);
	}
	xt_forms_free(&f);
}

static void
strings(void)
{
	expect(DOC, "//*:b", STRINGS, 0, "1.50||tw<");
	expect(DOC, "//*:b", STRINGS, 2, "1.50|");
	expect(DOC, "//*:b[last()]/preceding-sibling::*", STRINGS, 0, "5|1.50|");
	expect(DOC, "//@*", STRINGS, 0, "1|x");
	expect(DOC, "/", STRINGS, 0, "51.50tw<");
	expect(DOC, "//comment()|//processing-instruction()", STRINGS, 0, "k|y");
	expect(DOC, "count(//*:b)", STRINGS, 0, "3");
	expect(DOC, "//none", STRINGS, 0, "");
	expect(DOC, "$v", STRINGS, 0, "!xpath");
}

static void
first_items(void)
{
	char want[16];

	snprintf(want, sizeof(want), "%d:1.50+", XP_T_STRING);
	expect(DOC, "//*:b", FIRST, 0, want);
	snprintf(want, sizeof(want), "%d:5", XP_T_STRING);
	expect(DOC, "//*:a", FIRST, 0, want);
	snprintf(want, sizeof(want), "%d:", XP_T_STRING);
	expect(DOC, "//*:b[2]", FIRST, 0, want);
	snprintf(want, sizeof(want), "%d:tw<", XP_T_STRING);
	expect(DOC, "//*:b[3]", FIRST, 0, want);
	snprintf(want, sizeof(want), "%d:k", XP_T_STRING);
	expect(DOC, "//comment()", FIRST, 0, want);
	snprintf(want, sizeof(want), "%d:1.5", XP_T_NUMBER);
	expect(DOC, "count(//*:b) div 2", FIRST, 0, want);
	snprintf(want, sizeof(want), "%d:true", XP_T_BOOLEAN);
	expect(DOC, "//*:b = 1.5", FIRST, 0, want);
	snprintf(want, sizeof(want), "%d:ab", XP_T_STRING);
	expect(DOC, "concat('a', 'b')", FIRST, 0, want);
	expect(DOC, "//none", FIRST, 0, "none");
}

/* Typed values come typed, also from an element whose attributes keep it from being a leaf. */
static void
typed_items(void)
{
	static const char *const exprs[] = {"/r/d", "/r/e", "/r/e/@n", "/r/t/text()", "/r/b"};
	static const AtType types[] = {AT_DECIMAL, AT_DECIMAL, AT_DATE, AT_DATETIME, AT_BOOLEAN};
	XtDoc d;
	size_t i;

	CHECK(xt_doc(&d,
				 "<r><d>1.5</d><e n='2024-01-02'>1.5</e><t>2024-01-02T03:04:05.0000000Z</t><b>true</b></r>",
				 BX_MODE_AUTO, BX_TYPED_LOSSLESS));
	for (i = 0; i < 5; i++)
	{
		XtWay way = {.host = NULL};
		XpItem item;
		XpBlock *path;
		BxArena arena;
		BxError err;
		unsigned count;
		XpCall c;

		bx_arena_init(&arena, bx_host_libc());
		CHECK(xp_compile(exprs[i], strlen(exprs[i]), 0, &arena, &path, &err) == BX_OK);
		xt_call(&c, &arena, &d, &way, &err);
		CHECK(xp_item_value(&c, path, false, &item, &count) == BX_OK);
		CHECKF(item.type == XP_T_STORED && xp_item_decode(&item).type == types[i], "%s: %d %d", exprs[i],
			   item.type, xp_item_decode(&item).type);
		bx_arena_reset(&arena);
	}
	xt_doc_free(&d);
}

static void
values(void)
{
	expect(DOC, "//*:b", VALUES, 0,
		   "<b xmlns=\"d\" xmlns:p=\"u\" xmlns:q=\"v\">1.50</b>|<b xmlns=\"d\" xmlns:p=\"u\" xmlns:q=\"v\"/>|"
		   "<b xmlns=\"d\" xmlns:p=\"u\" xmlns:q=\"v\">t<c>w</c>&lt;</b>");
	expect(DOC, "//*:b", VALUES, 1, "<b xmlns=\"d\" xmlns:p=\"u\" xmlns:q=\"v\">1.50</b>");
	expect(DOC, "//@*|//text()|//comment()|//processing-instruction()", VALUES, 0,
		   "1|x|5|1.50|t|w|&lt;|<!--k-->|<?z y?>");
	expect(DOC, "count(//*)", VALUES, 0, "8");
	expect(DOC, "concat('<', '')", VALUES, 0, "&lt;");
	expect(DOC, "//none", VALUES, 0, "");
}

/* Only the namespaces in use, in the order of use. */
static void
used_namespaces(void)
{
	expect(
		DOC, "//*:a|//*:c|//*:b|//*:f|//*:e", USED, 0,
		"<p:a xmlns:p=\"u\" xmlns:q=\"v\" n=\"1\" q:m=\"x\">5</p:a>|<b xmlns=\"d\">1.50</b>|<b xmlns=\"d\"/>|"
		"<b xmlns=\"d\">t<c>w</c>&lt;</b>|<c xmlns=\"d\">w</c>|<e xmlns=\"\"><f/></e>|<f/>");
	expect("<a xmlns:p='u' xmlns:q='v' xmlns:s='w'><b><q:c p:x='1' xml:lang='en'/><p:d xmlns:p='o'><p:e "
		   "xmlns:p='u'/></p:d></b></a>",
		   "/a/b", USED, 0,
		   "<b xmlns:q=\"v\" xmlns:p=\"u\"><q:c p:x=\"1\" xml:lang=\"en\"/><p:d xmlns:p=\"o\"><p:e "
		   "xmlns:p=\"u\"/></p:d></b>");
	expect("<a xmlns:p='u'><b xmlns:q='q'><p:c/><q:d/></b></a>", "/a/b|//*:d", USED, 0,
		   "<b xmlns:q=\"q\" xmlns:p=\"u\"><p:c/><q:d/></b>|<q:d xmlns:q=\"q\"/>");
}

static void
records(void)
{
	static const char *const text =
		"<r xmlns:p='u'><i n='1' b='z'><p:a>x<b/></p:a><a>y</a><b>q<c/></b></i><i "
		"n='2'><n>3</n><n>4</n></i><i>t</i><i x='&lt;'/></r>";

	expect(text, "/r/i", RECORDS, 0, "x,<b xmlns:p=\"u\">q<c/></b>,1,-|-,-,3,-|-,-,-,-|-,-,-,&lt;");
	expect(text, "/r/i", RECORDS, 1, "x,<b xmlns:p=\"u\">q<c/></b>,1,-");
	expect(text, "/r/i[last()]/..", RECORDS, 0, "-,-,-,-");
	expect("<!--c--><r><b/><a>1</a></r>", "/", RECORDS, 0, "1,<b/>,-,-");
	expect("text", "/", RECORDS, 0, "-,-,-,-");
	expect(text, "//@n|//text()", RECORDS, 2, "-,-,-,-|-,-,-,-");
	expect(text, "count(/r/i)", RECORDS, 0, "!xpath_type");
	expect(text, "//none", RECORDS, 0, "");
}

/* Every allocation refused once: an error, and nothing is lost. */
static void
out_of_memory(void)
{
	static const char *const exprs[] = {"//*:b", "//*:a/..", "//*:b[last()]", "concat('a','b')"};
	XtDoc d;
	int what, i, n;

	CHECK(xt_doc(&d, DOC, BX_MODE_AUTO, BX_TYPED_LOSSLESS));
	for (what = STRINGS; what <= FIRST; what++)
		for (i = 0; i < 4; i++)
			for (n = 1;; n++)
			{
				UtHost host;
				XtWay way = {.host = &host.host};
				BxError err;
				BxBuf buf;
				BxStatus st;

				ut_host_init(&host);
				host.fail_at = n;
				bx_buf_init(&buf, bx_host_libc());
				st = ask(&d, exprs[i], (Ask) what, 0, &way, &buf, &err);
				bx_buf_free(&buf);
				CHECK(st == BX_OK || st == BX_E_NOMEM || st == BX_E_XPTYPE);
				CHECKF(host.live == 0, "%d %s %d: %d blocks left", what, exprs[i], n, host.live);
				if (host.calls < n)
					break;
			}
	xt_doc_free(&d);
}

/* Bytes of a heap that look like a typed value are no longer than the heap, whatever the reference's length. */
static void
typed_bytes_in_heap(void)
{
	XpItem item;
	unsigned count;
	XpBlock *path;
	BxArena arena;
	BxError err;
	XpItem text;
	XpCall c = {.host = bx_host_libc(), .arena = &arena, .err = &err};
	XtDoc d;
	uint8_t *v;

	CHECK(xt_doc(&d, "<a>x</a>", BX_MODE_NAMES | UT_HEAP, BX_TYPED_OFF));
	CHECK((d.v[1] & BX_FLAG_HEAP) && d.v[d.n - 1] == 'x');
	v = ut_need(malloc(d.n));
	memcpy(v, d.v, d.n);
	v[d.n - 1] = BX_TAG_DECIMAL;
	c.v = v;
	c.n = d.n;
	bx_arena_init(&arena, bx_host_libc());
	CHECK(xp_compile("/a", 2, 0, &arena, &path, &err) == BX_OK);
	CHECK(xp_value(&c, path, &text) == BX_OK && text.str.n == 1 && text.str.s[0] == '0');
	CHECK(xp_item_value(&c, path, false, &item, &count) == BX_OK && item.type != XP_T_ANY);
	bx_arena_reset(&arena);
	free(v);
	xt_doc_free(&d);
}

/* XPath 2.0, 3.2: contexts in the order of a sequence, and as often; nodes that are found are a set again. */
static void
contexts_of_sequences(void)
{
	static const XtCase cases[] = {
		{"reverse(//a)/string(@n)", "(2 1)"},
		{"(//b, //a)/string(@n)", "(3 4 1 2)"},
		{"(//a, //r/a)/number(@n)", "(1 2 1 2)"},
		{"(//b, //a)/position()", "(1 2 3 4)"},
		{"(//b, //a)/(if (position() = 1) then @d else @n)", "(122020-05-174)"},
		{"count((//a, //a)/last())", "=4"},
		{"(//b, //a)/@n/string(.)", "(1 2 3 4)"},
		{"(//b union //a)/string(@n)", "(1 2 3 4)"},
		{"(for $x in (2, 1) return //a[$x])/string(@n)", "(2 1)"},
		{"(//b, //a)/(@n, @d)/string(.)", "(1 2 3 2020-05-17 4 2019-01-01)"},
		{"(1, //a)/string(.)", "!xpath_type@2"},
	};

	XT_CASES("<r><a n='1'>x</a><a n='2'>y</a><b n='3' d='2020-05-17'>x</b><b n='4' d='2019-01-01'>z</b></r>",
			 cases);
}

UT_SUITE(test_xpath_items)
{
	UT_RUN(strings);
	UT_RUN(first_items);
	UT_RUN(typed_items);
	UT_RUN(values);
	UT_RUN(used_namespaces);
	UT_RUN(records);
	UT_RUN(out_of_memory);
	UT_RUN(typed_bytes_in_heap);
	UT_RUN(contexts_of_sequences);
	return ut_done();
}
