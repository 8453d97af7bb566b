/*
 * test_fc_modify.c -- changes written as text: what they do to a document, and what is wrong with those that fail.
 */
#include "../../../src/core/query/face/fc_modify.h"
#include "../ut_host.h"
#include "../ut_xpath.h"

/* ---- one update ---- */

static BxStatus
compile(const BxHost *host, const char *text, size_t n, BxArena *arena, const FcQuery **update, BxError *err)
{
	const FcOptions options = {.immutable = true, .mode = Q_MODE_UPDATE};

	return fc_compile(bx_str(text, n), &options, host, arena, update, err);
}

static size_t kept_bytes; /* what the last update kept for its changes */

static BxStatus
change(const FcQuery *update, const FcCall *call, RuChanges *changes)
{
	FcRun *run;
	BxStatus st = fc_open(update, call, &run);

	if (st == BX_OK)
		st = fc_modify(run, changes);
	fc_close(run);
	return st;
}

static BxStatus
apply(const FcQuery *u, const XtDoc *d, XpCache *cache, XpTableCache *tables, BxBuf *out, BxError *err)
{
	BxWriterOptions o = ut_options(BX_MODE_AUTO, BX_TYPED_LOSSLESS);
	UtHost host;
	BxArena arena, keep;
	FcCall call = {.host = &host.host, .arena = &arena, .err = err, .value = d->v, .n = d->n};
	RuChanges changes = {.options = &o, .keep = &keep};
	uint8_t *data;
	size_t len;
	BxStatus st;

	ut_host_init_as(&host, bx_host_libc());
	bx_arena_init(&arena, &host.host);
	bx_arena_init(&keep, &host.host);
	o.reserve = 4;
	call.cache = cache;
	call.tables = tables;
	changes.edit = bx_edit_new(&host.host, &o, d->v, d->n, err);
	st = changes.edit != NULL ? change(u, &call, &changes) : BX_E_NOMEM;
	if (st == BX_OK)
		st = bx_edit_apply(changes.edit, &data, &len);
	if (st == BX_OK)
	{
		CHECK(bx_check(data + 4, len, true, NULL, bx_host_libc(), err) == BX_OK);
		st = bx_text_write(data + 4, len, NULL, bx_host_libc(), out, err);
		host.host.release(host.host.ctx, data);
	}
	bx_edit_free(changes.edit);
	kept_bytes = keep.total;
	bx_arena_reset(&keep);
	bx_arena_reset(&arena);
	CHECKF(host.live == 0, "%d blocks were not given back", host.live);
	return st;
}

/* What an update makes of a document, with what is kept between runs or without. */
static void
check_run(const FcQuery *u, BxStatus st, const XtDoc *d, XpCache *cache, XpTableCache *tables, BxError *err,
		  const char *text, const char *want)
{
	BxBuf got;

	bx_buf_init(&got, bx_host_libc());
	if (st == BX_OK)
		st = apply(u, d, cache, tables, &got, err);
	if (st != BX_OK)
	{
		got.len = 0;
		xt_say(&got, "!%s@%d %s", bx_status_name(st), (int) err->pos, err->msg);
	}
	CHECKF(bx_same_bytes((char *) got.data, got.len, want, strlen(want)), "%s\n#   got  %.*s\n#   want %s",
		   text, (int) got.len, got.len ? (const char *) got.data : "", want);
	bx_buf_free(&got);
}

static void
update_is(const char *doc, const char *text, const char *want)
{
	const FcQuery *u = NULL;
	XpTableCache *tables;
	XpCache *cache;
	BxArena arena;
	BxError err;
	BxStatus st;
	XtDoc d;

	bx_arena_init(&arena, bx_host_libc());
	bx_error_clear(&err);
	cache = xp_cache_new(&arena);
	tables = xp_table_cache_new(&arena);
	CHECK(xt_doc(&d, doc, BX_MODE_AUTO, BX_TYPED_LOSSLESS));
	st = compile(bx_host_libc(), text, strlen(text), &arena, &u, &err);
	for (unsigned i = 0; i < 3; i++)
		check_run(u, st, &d, i > 0 ? cache : NULL, i > 0 ? tables : NULL, &err, text, want);
	xp_cache_free(cache);
	bx_arena_reset(&arena);
	xt_doc_free(&d);
}

#define DOC "<a n=\"1\"><b>x</b><b>y</b><!--k--><?pi d?><c k=\"v\">t<d/>u</c></a>"

static void
is(const char *text, const char *want)
{
	update_is(DOC, text, want);
}

/* ---- primitives ---- */

static void
inserts(void)
{
	is("insert node <x/> into /a",
	   "<a n=\"1\"><b>x</b><b>y</b><!--k--><?pi d?><c k=\"v\">t<d/>u</c><x/></a>");
	is("insert node <x/> as first into /a/c",
	   "<a n=\"1\"><b>x</b><b>y</b><!--k--><?pi d?><c k=\"v\"><x/>t<d/>u</c></a>");
	is("insert nodes (<x/>, 'z', 1 + 1) before /a/c/d",
	   "<a n=\"1\"><b>x</b><b>y</b><!--k--><?pi d?><c k=\"v\">t<x/>z 2<d/>u</c></a>");
	is("insert node attribute m {1 + 1, 'x'} into /a/c/d",
	   "<a n=\"1\"><b>x</b><b>y</b><!--k--><?pi d?><c k=\"v\">t<d m=\"2 x\"/>u</c></a>");
	is("insert nodes (/a/@n, /a/b) after /a/c/d",
	   "<a n=\"1\"><b>x</b><b>y</b><!--k--><?pi d?><c k=\"v\" n=\"1\">t<d/><b>x</b><b>y</b>u</c></a>");
	is("insert nodes if (/a/b) then <x/> else <y/> before /a/c/d",
	   "<a n=\"1\"><b>x</b><b>y</b><!--k--><?pi d?><c k=\"v\">t<x/><d/>u</c></a>");
	is("insert node element {concat('x', 1)} {0.1 + 0.2} into /a/c/d",
	   "<a n=\"1\"><b>x</b><b>y</b><!--k--><?pi d?><c k=\"v\">t<d><x1>0.3</x1></d>u</c></a>");
	is("insert nodes (1000000 * 10, for $i in (1, 2) return <i>{$i div 4}</i>) into /a/c/d",
	   "<a n=\"1\"><b>x</b><b>y</b><!--k--><?pi d?><c "
	   "k=\"v\">t<d>10000000<i>0.25</i><i>0.5</i></d>u</c></a>");
	is("insert node /a/b into /a/c/d, delete node /a/b",
	   "<a n=\"1\"><!--k--><?pi d?><c k=\"v\">t<d><b>x</b><b>y</b></d>u</c></a>");
}

static void
others(void)
{
	is("delete node /a/b[1]", "<a n=\"1\"><b>y</b><!--k--><?pi d?><c k=\"v\">t<d/>u</c></a>");
	is("delete nodes (//@*, //comment(), /)", "<a><b>x</b><b>y</b><?pi d?><c>t<d/>u</c></a>");
	is("replace node /a/c with <e/>", "<a n=\"1\"><b>x</b><b>y</b><!--k--><?pi d?><e/></a>");
	is("replace node /a/c with ()", "<a n=\"1\"><b>x</b><b>y</b><!--k--><?pi d?></a>");
	is("replace node /a/@n with (attribute m {3}, attribute o {4})",
	   "<a m=\"3\" o=\"4\"><b>x</b><b>y</b><!--k--><?pi d?><c k=\"v\">t<d/>u</c></a>");
	is("replace value of node /a/c with concat('p', 'q')",
	   "<a n=\"1\"><b>x</b><b>y</b><!--k--><?pi d?><c k=\"v\">pq</c></a>");
	is("replace value of node /a/@n with (1, 2)",
	   "<a n=\"1 2\"><b>x</b><b>y</b><!--k--><?pi d?><c k=\"v\">t<d/>u</c></a>");
	is("rename node /a/c as 'e', rename node /a/@n as \"m\"",
	   "<a m=\"1\"><b>x</b><b>y</b><!--k--><?pi d?><e k=\"v\">t<d/>u</e></a>");
	is("declare namespace p = 'u'; rename node /a/c/d as 'p:e'",
	   "<a n=\"1\"><b>x</b><b>y</b><!--k--><?pi d?><c k=\"v\">t<p:e xmlns:p=\"u\"/>u</c></a>");
	is("rename node /a/c/d as '{u}e'",
	   "<a n=\"1\"><b>x</b><b>y</b><!--k--><?pi d?><c k=\"v\">t<e xmlns=\"u\"/>u</c></a>");
	is("rename node /a/c/d as ' e'", "!xpath@-1 invalid name: \" e\"");
	is("rename node /a/@n as 'xsi:nil'", "<a xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
										 "xsi:nil=\"1\"><b>x</b><b>y</b><!--k--><?pi d?>"
										 "<c k=\"v\">t<d/>u</c></a>");
	is("replace node /a/@n with string(/a/none)",
	   "<a><b>x</b><b>y</b><!--k--><?pi d?><c k=\"v\">t<d/>u</c></a>");
	is("()", DOC);
	is("delete node //none", DOC);
}

static void
arranged(void)
{
	is("if (/a/b) then delete node /a/c else delete node /a/b",
	   "<a n=\"1\"><b>x</b><b>y</b><!--k--><?pi d?></a>");
	is("if (/a/z) then delete node /a/c else ()", DOC);
	is("for $x in /a/b return insert node <e>{string($x)}</e> into $x",
	   "<a n=\"1\"><b>x<e>x</e></b><b>y<e>y</e></b><!--k--><?pi d?><c k=\"v\">t<d/>u</c></a>");
	is("for $x in /a/b, $y in (1, 2) where $y = 2 return replace value of node $x with $y",
	   "<a n=\"1\"><b>2</b><b>2</b><!--k--><?pi d?><c k=\"v\">t<d/>u</c></a>");
	is("for $x in /a/b let $n := count($x/preceding-sibling::b) + 1 return insert node attribute i {$n} into "
	   "$x",
	   "<a n=\"1\"><b i=\"1\">x</b><b i=\"2\">y</b><!--k--><?pi d?><c k=\"v\">t<d/>u</c></a>");
	is("(delete node /a/c, (delete node /a/b[1]), ())", "<a n=\"1\"><b>y</b><!--k--><?pi d?></a>");
}

/* 2,000 nodes are renamed under a prolog of 20 kB: a change keeps its name, not what reading the name takes. */
static void
many_renames(void)
{
	BxBuf doc, text, want;
	unsigned i;

	bx_buf_init(&doc, bx_host_libc());
	bx_buf_init(&text, bx_host_libc());
	bx_buf_init(&want, bx_host_libc());
	xt_say(&doc, "<r>");
	xt_say(&want, "<r>");
	for (i = 0; i < 1000; i++)
	{
		xt_say(&doc, "<b/><c/>");
		xt_say(&want, "<bq/><cq/>");
	}
	xt_say(&doc, "</r>%c", 0);
	xt_say(&want, "</r>%c", 0);
	xt_say(&text, "declare namespace p = \"");
	for (i = 0; i < 2000; i++)
		xt_say(&text, "urn:a:b:cd");
	xt_say(&text, "\"; for $x in /r/* return rename node $x as concat(name($x), \"q\")%c", 0);
	update_is((char *) doc.data, (char *) text.data, (char *) want.data);
	CHECKF(kept_bytes > 0 && kept_bytes < 2000 * 256, "%zu bytes are kept", kept_bytes);
	bx_buf_free(&doc);
	bx_buf_free(&text);
	bx_buf_free(&want);
}

static void
like_t_sql(void)
{
	is("insert <x/> into (/a)[1]",
	   "<a n=\"1\"><b>x</b><b>y</b><!--k--><?pi d?><c k=\"v\">t<d/>u</c><x/></a>");
	is("insert attribute m {\"1\"} into (/a/c)[1]",
	   "<a n=\"1\"><b>x</b><b>y</b><!--k--><?pi d?><c k=\"v\" m=\"1\">t<d/>u</c></a>");
	is("replace value of (/a/b/text())[1] with \"z\"",
	   "<a n=\"1\"><b>z</b><b>y</b><!--k--><?pi d?><c k=\"v\">t<d/>u</c></a>");
	is("delete /a/b", "<a n=\"1\"><!--k--><?pi d?><c k=\"v\">t<d/>u</c></a>");
	is("insert <x/> into (/none)[1]", DOC);
	is("replace value of (/none)[1] with 1", DOC);
	is("delete node ()", DOC);
	is("delete node(: :)(: :)( (: :) )", DOC);
	is("insert node () into /a", DOC);
	is("delete node(: :)()[1]", "!not_document@-1 document would have no root element");
	is("delete node()/b", "<a n=\"1\"><!--k--><?pi d?><c k=\"v\">t<d/>u</c></a>");
}

/* ---- constructors ---- */

static void
built(const char *source, const char *want)
{
	BxBuf text, whole;

	bx_buf_init(&text, bx_host_libc());
	bx_buf_init(&whole, bx_host_libc());
	xt_say(&text, "replace node /a with %s", source);
	xt_put(&text, "", 1);
	xt_put(&whole, want, strlen(want) + 1);
	update_is("<a n=\"1\"><b>x</b></a>", (const char *) text.data, (const char *) whole.data);
	bx_buf_free(&text);
	bx_buf_free(&whole);
}

static void
constructors(void)
{
	built("<x y='1' z=\"a{1+1}b{/a/b}{{}}\"/>", "<x y=\"1\" z=\"a2bx{}\"/>");
	built("<x> <y/> {1} {'s', 2}z </x>", "<x><y/>1s 2z </x>");
	built("<x>&lt;&#65;&#x42;<![CDATA[ <c> ]]></x>", "<x>&lt;AB &lt;c&gt; </x>");
	built("<x>&#32;</x>", "<x> </x>");
	built("<x><!-- c --><?p  d ?></x>", "<x><!-- c --><?p d ?></x>");
	built("<x>{/a/@n, /a/b, /a/b/text()}</x>", "<x n=\"1\"><b>x</b>x</x>");
	built("<x>{<y>{<z/>}</y>, (<w/>, 1)}</x>", "<x><y><z/></y><w/>1</x>");
	built("<p:x xmlns:p='u'><p:y p:z='1'/></p:x>", "<p:x xmlns:p=\"u\"><p:y p:z=\"1\"/></p:x>");
	built("<x xmlns='u'><y/></x>", "<x xmlns=\"u\"><y/></x>");
	built("<x y='a\tb''c' z='\"'/>", "<x y=\"a b'c\" z=\"&quot;\"/>");
	built("element x { attribute y { 1 }, text { 'a', 'b' }, comment { 'c' }, element z {} }",
		  "<x y=\"1\">a b<!--c--><z/></x>");
	built("element x { processing-instruction p { ' d' } }", "<x><?p d?></x>");
	built("element x { (1, 2), 'y', <z/> }", "<x>1 2 y<z/></x>");
	built("<x>(\"it's\")</x>", "<x>(\"it's\")</x>");
	built("element (: a :) x (: b :) { attribute (: { :) y{1} }", "<x y=\"1\"/>");
	built("element x { '&lt;&#66;''&amp;', \"\"\"&quot;'\", 'a\r\nb\rc' }",
		  "<x>&lt;B'&amp; \"\"' a\nb\nc</x>");
	built("<x a=\"{'&#x3c;'}\"><!--a\r\nb--><?p a\rb?><![CDATA[a\r\n\r]]></x>",
		  "<x a=\"&lt;\"><!--a\nb--><?p a\nb?>a\n\n</x>");
	update_is("<a/>", "declare namespace p = 'u'; replace node /a with <p:x><p:y/></p:x>",
			  "<p:x xmlns:p=\"u\"><p:y/></p:x>");
	update_is("<a/>", "declare default element namespace 'u'; replace node /*:a with <x y='1'/>",
			  "<x xmlns=\"u\" y=\"1\"/>");
	update_is("<a xmlns:q='u'><q:b/></a>", "replace node /a with <x>{/a/*}</x>",
			  "<x><q:b xmlns:q=\"u\"/></x>");
}

/* XQuery 1.0, 3.7.1.2: declarations hold for the names of paths and constructors within. */
static void
declarations_hold_within(void)
{
	static const char doc[] = "<a><b>1</b><p:b xmlns:p='u'>2</p:b></a>";

	update_is(doc, "replace node /a with <x xmlns:w='u'>{string(//w:b), //b/text()}</x>",
			  "<x xmlns:w=\"u\">21</x>");
	update_is(doc, "replace node /a with <x xmlns='u'>{count(//a), count(//b), element y {}}<z/></x>",
			  "<x xmlns=\"u\">0 1<y/><z/></x>");
	update_is(doc, "replace node /a with <x xmlns='u'><y xmlns=''>{count(//a)}</y>{count(//a)}</x>",
			  "<x xmlns=\"u\"><y xmlns=\"\">1</y>0</x>");
	update_is(doc, "replace node /a with (<w:x xmlns:w='u'>{element w:y { attribute w:z { 1 } }}</w:x>)",
			  "<w:x xmlns:w=\"u\"><w:y w:z=\"1\"/></w:x>");
	update_is(doc,
			  "declare namespace w = 'v'; replace node /a with <x xmlns:w='u' n='{//w:b}'>{count(//w:b)}</x>",
			  "<x xmlns:w=\"u\" n=\"2\">1</x>");
	update_is("<a/>", "replace node /a with <x d='{xs:date(\"2024-01-02\")}' xmlns:w='u'/>",
			  "<x xmlns:w=\"u\" d=\"2024-01-02\"/>");
	update_is(doc, "insert node <x xmlns:w='u'/> into /a, delete node //w:b",
			  "!xpath@53 invalid XQuery Update expression: namespace prefix \"w\" is not declared");
	update_is(doc, "insert node <x xmlns='u'/> into /a, delete node //b",
			  "<a><p:b xmlns:p=\"u\">2</p:b><x xmlns=\"u\"/></a>");
}

/* ---- errors ---- */

static void
bad_text(void)
{
	static const char *const texts[] = {"",
										"insert",
										"insert node <x/>",
										"insert node <x/> in /a",
										"delete",
										"delete node /a,",
										"replace node /a",
										"replace value of node /a with",
										"(delete node /a",
										"rename node /a as",
										"insert node <x> into /a",
										"insert node <x></y> into /a",
										"insert node <x a=1/> into /a",
										"insert node <x a='{'/> into /a",
										"insert node <x>}</x> into /a",
										"insert node <x>&nope;</x> into /a",
										"insert node <x>{1 into /a",
										"insert node <p:x/> into /a",
										"insert node <!-- x into /a",
										"insert node <x a='1'b='2'/> into /a",
										"for $x in /a",
										"let $x = 1 return ()",
										"insert node <x xmlns:p='{1}'/> into /a",
										"if (1) then ()",
										"for $x in /a order by $x return ()",
										"delete node /q:a",
										"update /a",
										"insert node (<x/>, into /a",
										"insert node 'a & b' into /a",
										"insert node '&nope;' into /a",
										"insert node '&#0;' into /a"};
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
	{
		const FcQuery *u;
		BxArena arena;
		BxError err;
		BxStatus st;

		bx_arena_init(&arena, bx_host_libc());
		bx_error_clear(&err);
		st = compile(bx_host_libc(), texts[i], strlen(texts[i]), &arena, &u, &err);
		CHECKF((st == BX_E_XPATH || st == BX_E_UNSUPPORTED) && err.status == st && err.pos > 0,
			   "%s: %d at %d %s", texts[i], st, (int) err.pos, err.msg);
		CHECKF(st == BX_E_UNSUPPORTED || strncmp(err.msg, "invalid XQuery Update expression: ", 34) == 0,
			   "%s: %s", texts[i], err.msg);
		bx_arena_reset(&arena);
	}
}

static void
bad_targets(void)
{
	is("insert node <x/> into /a/b", "!update@1 XUTY0005: target of \"insert into\" must be a single node");
	is("insert node <x/> into /a/@n",
	   "!update@1 XUTY0005: target of \"insert into\" must be an element or the document");
	is("insert node <x/> into /none", "!update@1 XUDY0027: target of \"insert\" selects nothing");
	is("insert node <x/> before /a/@n", "!update@1 XUTY0006: target of \"insert before\" or \"after\" must "
										"be an element, text, comment or processing instruction");
	is("insert node <x/> into 'x'", "!update@1 XUTY0005: target of \"insert into\" must be a single node");
	is("insert node attribute x {1} into /", "!update@1 XUTY0022: the document has no attributes");
	is("insert node attribute x {1} before /a", "!update@1 XUDY0030: the document has no attributes");
	is("insert nodes (<x/>, attribute y {1}) into /a",
	   "!update@21 XUTY0004: attribute follows other nodes to be inserted");
	is("insert node <x>a{/a/@n}</x> into /a",
	   "!xpath_type@21 an attribute cannot come behind other content of an element [XQTY0024]");
	is("delete node (1, 2)", "!update@1 XUTY0007: target of \"delete\" must be nodes");
	is("replace node /a/@n with <x/>", "!update@1 XUTY0011: an attribute is replaced by attributes only");
	is("replace node /a/b[1] with /a/@n", "!update@1 XUTY0010: only attributes are replaced by attributes");
	is("delete node /a/c, replace value of node (/) with 1",
	   "!update@19 XUTY0008: target of \"replace\" must be an element, attribute, text, comment or "
	   "processing instruction");
	is("rename node /a/b[1]/text() as 'x'",
	   "!update@1 XUTY0012: target of \"rename\" must be an element, attribute or processing instruction");
	is("rename node /a as 'a b'", "!xpath@-1 invalid name: \"a b\"");
	is("rename node /a as 'q:b'", "!xpath@-1 namespace prefix \"q\" is not declared");
	is("rename node /a/@n as 'xmlns'", "!syntax_content@-1 the namespace of declarations cannot be used");
	is("replace node /a/b[1] with (), replace node /a/b[1] with ()",
	   "!update@-1 XUDY0016: node would be replaced twice");
	is("delete node $x", "!xpath@13 variable \"$x\" has no value");
}

/* Parentheses, constructors and primitives may nest, but not without end. */
static void
nesting(void)
{
	static const struct
	{
		const char *open, *mid, *close;
	} shapes[] = {{"(", "()", ")"},
				  {"if (1) then ", "()", " else ()"},
				  {"for $x in /a return ", "delete node $x", ""},
				  {"insert node <x/> into /a, (", "()", ")"}};
	size_t i, k;

	for (i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
	{
		const FcQuery *u;
		BxArena arena;
		BxError err;
		BxBuf text;

		bx_arena_init(&arena, bx_host_libc());
		bx_buf_init(&text, bx_host_libc());
		for (k = 0; k < 5000; k++)
			xt_put(&text, shapes[i].open, strlen(shapes[i].open));
		xt_put(&text, shapes[i].mid, strlen(shapes[i].mid));
		for (k = 0; k < 5000; k++)
			xt_put(&text, shapes[i].close, strlen(shapes[i].close));
		CHECK(compile(bx_host_libc(), (const char *) text.data, text.len, &arena, &u, &err) == BX_E_XPATH);
		bx_buf_free(&text);
		bx_arena_reset(&arena);
	}
	update_is("<a/>",
			  "if (1) then (if (0) then () else for $x in 1 to 2 return insert node <b/> into /a) else ()",
			  "<a><b/><b/></a>");
	update_is("<a/>", "for $x in 1 to 3 return insert node <b/> into /a[count(//a) = 1]",
			  "<a><b/><b/><b/></a>");
}

/*
 * Every allocation of compiling refused once.  They share chunks of memory, so the first chunk is filled further and
 * further, until each of them in turn is the first one that needs another chunk.
 */
static void
out_of_memory(void)
{
	static const char text[] = "for $x in /a let $y := 1 return (insert nodes (<b "
							   "c=\"{1}\">t{2}<d/><!--e--></b>, attribute f {3}, 'g') "
							   "into $x, if ($x) then replace value of node $x with 'h' else (rename node "
							   "$x as 'i', delete node $x))";
	size_t filled;
	unsigned refused = 0;

	for (filled = 0; filled < 16384; filled += 16)
	{
		UtHost host;
		const FcQuery *u;
		BxArena arena;
		BxError err;
		BxStatus st;

		ut_host_init_as(&host, bx_host_libc());
		bx_arena_init(&arena, &host.host);
		bx_error_clear(&err);
		CHECK(bx_arena_alloc(&arena, 16) != NULL);
		for (size_t n = 16; n < filled; n += 16)
			CHECK(bx_arena_alloc(&arena, 16) != NULL);
		host.fail_from = host.calls + 1;
		st = compile(&host.host, text, sizeof(text) - 1, &arena, &u, &err);
		bx_arena_reset(&arena);
		CHECKF(st == (host.refused > 0 ? BX_E_NOMEM : BX_OK) && err.status == st, "%zu: %s", filled, err.msg);
		CHECK(host.live == 0);
		refused += host.refused > 0;
	}
	CHECKF(refused > 100, "%u", refused);
}

UT_SUITE(test_fc_modify)
{
	UT_RUN(inserts);
	UT_RUN(others);
	UT_RUN(arranged);
	UT_RUN(many_renames);
	UT_RUN(like_t_sql);
	UT_RUN(constructors);
	UT_RUN(declarations_hold_within);
	UT_RUN(bad_text);
	UT_RUN(bad_targets);
	UT_RUN(nesting);
	UT_RUN(out_of_memory);
	return ut_done();
}
