/*
 * test_xd_construct.c -- sinks: namespaces made to fit, attributes, text between atomic values, copies of nodes.
 *
 * What is to be made is written as a script: "<p:a=uri" starts an element, "@p:a=uri=value" is an attribute, "#p=uri" a
 * namespace node, "+p=uri" a namespace of constructors around, "'text" text, "0string" an atomic value, "!text" a
 * comment, "|" a break, "*n" a copy of the n-th document, "$n" of its document element, "[" and "]" content of a
 * document, ">" an end; words have a semicolon between them.
 */
#include "../ut_xpath.h"

#include "../../../src/core/print/bx_text.h"
#include "../../../src/core/xdm/xd_construct.h"
#include "../ut_host.h"

typedef struct Made
{
	UtHost host;
	BxArena arena;
	BxError err;
	XdForest *forest;
	XdSink *sink;
	AtCall at;
	XdItem documents[4];
	XdItem elements[4];
	uint8_t *values[4];
	uint32_t n;
	char words[2048];
} Made;

static XdPaths *
no_paths(Made *m)
{
	XdPaths *paths;

	CHECK(xd_paths_new(&m->arena, &m->err, &paths) == BX_OK);
	CHECK(xd_paths_finish(paths, &m->err) == BX_OK);
	return paths;
}

static void
made_begin(Made *m)
{
	memset(m, 0, sizeof(*m));
	ut_host_init_as(&m->host, bx_host_libc());
	bx_arena_init(&m->arena, &m->host.host);
	CHECK(xd_forest_new(&m->host.host, &m->arena, no_paths(m), &m->err, &m->forest) == BX_OK);
	CHECK(xd_sink_new(m->forest, &m->sink) == BX_OK);
	m->at = (AtCall){.host = &m->host.host, .arena = &m->arena, .err = &m->err};
}

static void
made_end(Made *m)
{
	uint32_t i;

	xd_sink_free(m->sink);
	xd_forest_close(m->forest);
	bx_arena_reset(&m->arena);
	CHECKF(m->host.live == 0, "%d blocks were not given back", m->host.live);
	for (i = 0; i < m->n; i++)
		free(m->values[i]);
}

static void
add_document(Made *m, const char *xml)
{
	size_t n = 0;
	uint8_t *v = xt_parse(xml, strlen(xml), BX_MODE_AUTO, BX_TYPED_LOSSLESS, &n);

	m->values[m->n] = v;
	CHECK(xd_tree_open(m->forest, v, n, ut_str(""), &m->documents[m->n]) == BX_OK);
	CHECK(xd_tree_open_node(m->forest, v, n, ut_str(""), &m->elements[m->n]) == BX_OK);
	m->n++;
}

/* "p:local=uri" to a name; what is behind another "=" is left in *rest. */
static AtName
name_of(char *word, char **rest)
{
	char *eq = strchr(word, '='), *colon = strchr(word, ':');
	AtName name = {ut_str(""), ut_str(""), ut_str("")};

	*rest = strchr(word, '\0');
	if (eq != NULL)
	{
		*eq = '\0';
		*rest = eq + 1;
		eq = strchr(eq + 1, '=');
		if (eq != NULL)
			*eq = '\0';
		name.uri = ut_str(*rest);
		*rest = eq != NULL ? eq + 1 : strchr(*rest, '\0');
	}
	if (colon != NULL && colon < *rest && name.uri.n > 0)
	{
		*colon = '\0';
		name.prefix = ut_str(word);
		word = colon + 1;
	}
	name.local = ut_str(word);
	return name;
}

static BxStatus
put_word(Made *m, char *word)
{
	static AtPrefix around;
	static AtName element;
	AtName name;
	XdItem item;
	char *rest;

	switch (*word++)
	{
		case '<': element = name_of(word, &rest); return xd_sink_start(m->sink, &element);
		case '>': return xd_sink_end(m->sink);
		case '@': name = name_of(word, &rest); return xd_sink_attribute(m->sink, &name, ut_str(rest));
		case '#': name = name_of(word, &rest); return xd_sink_namespace(m->sink, name.local, name.uri);
		case '+':
			name = name_of(word, &rest);
			around = (AtPrefix){name.local, name.uri};
			return xd_sink_around(m->sink, &around, 1);
		case '\'': return xd_sink_text(m->sink, ut_str(word));
		case '!': return xd_sink_comment(m->sink, ut_str(word));
		case '0': item = at_string_item(ut_str(word)); return xd_sink_item(m->sink, &item, &m->at);
		case '*': return xd_sink_item(m->sink, &m->documents[*word - '0'], &m->at);
		case '$': return xd_sink_item(m->sink, &m->elements[*word - '0'], &m->at);
		case '[': xd_sink_enter(m->sink); return BX_OK;
		case ']': xd_sink_leave(m->sink, 0); return BX_OK;
		default: xd_sink_break(m->sink); return BX_OK;
	}
}

static BxStatus
put_script(Made *m, const char *script)
{
	char *word, *next;

	snprintf(m->words, sizeof(m->words), "%s", script);
	for (word = m->words; word != NULL && *word != '\0'; word = next)
	{
		next = strchr(word, ';');
		if (next != NULL)
			*next++ = '\0';
		BX_TRY(put_word(m, word));
	}
	return BX_OK;
}

static const BxWriterOptions usual = {.limits = BX_LIMITS_DEFAULT};

/* The script makes this text. */
static void
check_made(Made *m, unsigned copy, const char *script, const char *text)
{
	uint8_t *data = NULL;
	size_t n = 0;
	BxBuf out;
	bool any;

	bx_error_clear(&m->err);
	bx_buf_init(&out, &m->host.host);
	CHECK(xd_sink_begin(m->sink, XD_SINK_RESULT, copy, &usual) == BX_OK);
	CHECKF(put_script(m, script) == BX_OK, "%s: %s", script, m->err.msg);
	CHECKF(xd_sink_value(m->sink, &any, &data, &n) == BX_OK, "%s: %s", script, m->err.msg);
	if (data != NULL)
		CHECK(bx_text_write(data, n, NULL, &m->host.host, &out, &m->err) == BX_OK);
	CHECKF(out.len == strlen(text) && memcmp(out.data, text, out.len) == 0, "%s gives %.*s", script,
		   (int) out.len, (const char *) out.data);
	bx_buf_free(&out);
	m->host.host.release(m->host.host.ctx, data);
}

static void
check_refused(Made *m, XdSinkUse use, const char *script, const char *code)
{
	bx_error_clear(&m->err);
	CHECK(xd_sink_begin(m->sink, use, 0, NULL) == BX_OK);
	CHECKF(put_script(m, script) == BX_E_XPTYPE, "%s", script);
	CHECKF(strcmp(m->err.code, code) == 0, "%s: %s", script, m->err.msg);
}

static void
test_text(void)
{
	Made m;

	made_begin(&m);
	check_made(&m, 0, "<a;01;02;>", "<a>1 2</a>");
	check_made(&m, 0, "<a;01;|;02;>", "<a>12</a>");
	check_made(&m, 0, "<a;01;';02;>", "<a>12</a>");
	check_made(&m, 0, "<a;0;0;>", "<a> </a>");
	check_made(&m, 0, "<a;0;@b==1;>", "<a b=\"1\"/>");
	check_made(&m, 0, "<a;01;!c;02;>", "<a>1<!--c-->2</a>");
	check_made(&m, 0, "<a;01;[;02;];03;>", "<a>123</a>");
	check_made(&m, 0, "01;02;<a;>;03", "1 2<a/>3");
	check_made(&m, 0, "@a==v;#p=u", "vu");
	made_end(&m);
}

static void
test_namespaces(void)
{
	Made m;

	made_begin(&m);
	check_made(&m, 0, "<p:a=u;>", "<p:a xmlns:p=\"u\"/>");
	check_made(&m, 0, "<p:a=u;<p:b=u;>;<p:b=v;>;>", "<p:a xmlns:p=\"u\"><p:b/><p:b xmlns:p=\"v\"/></p:a>");
	check_made(&m, 0, "<a=u;<b;<c;>;>;>", "<a xmlns=\"u\"><b xmlns=\"\"><c/></b></a>");
	check_made(&m, 0, "<a;@p:x=u=1;@p:y=v=2;>", "<a xmlns:p=\"u\" xmlns:ns0=\"v\" p:x=\"1\" ns0:y=\"2\"/>");
	check_made(&m, 0, "<a;@x=u=1;@y=u=2;>", "<a xmlns:ns0=\"u\" ns0:x=\"1\" ns0:y=\"2\"/>");
	check_made(&m, 0, "<a;#p=u;@x=u=1;>", "<a xmlns:p=\"u\" p:x=\"1\"/>");
	check_made(&m, 0, "<a;#ns0=w;@x=u=1;>", "<a xmlns:ns0=\"w\" xmlns:ns1=\"u\" ns1:x=\"1\"/>");
	check_made(&m, 0, "<a;+p=u;<b;+p=u;>;>", "<a xmlns:p=\"u\"><b/></a>");
	check_made(&m, 0, "<p:a=u;+p=v;>", "<p:a xmlns:p=\"u\"/>");
	check_made(&m, 0, "<a;#p=u;#p=u;>", "<a xmlns:p=\"u\"/>");
	check_made(&m, 0, "<a;@xml:lang=http://www.w3.org/XML/1998/namespace=en;>", "<a xml:lang=\"en\"/>");
	made_end(&m);
}

static void
test_refused(void)
{
	Made m;
	char many[1024] = "<a";
	unsigned i;

	made_begin(&m);
	check_refused(&m, XD_SINK_ELEMENT, "<a;'x;@b==1", "XQTY0024");
	check_refused(&m, XD_SINK_ELEMENT, "<a;<b;>;#p=u", "XQTY0024");
	check_refused(&m, XD_SINK_ELEMENT, "<a;@b==1;@b==2", "XQDY0025");
	check_refused(&m, XD_SINK_ELEMENT, "<a;@p:b=u=1;@q:b=u=2", "XQDY0025");
	check_refused(&m, XD_SINK_ELEMENT, "<a;#p=u;#p=v;>", "XQDY0102");
	check_refused(&m, XD_SINK_ELEMENT, "<a;#=u;>", "XQDY0102");
	check_refused(&m, XD_SINK_ELEMENT, "<p:a=u;#p=v;>", "XQDY0102");
	check_refused(&m, XD_SINK_DOCUMENT, "@a==1", "XPTY0004");
	check_refused(&m, XD_SINK_ELEMENT, "<a;[;@a==1", "XPTY0004");
	for (i = 0; i < 40; i++)
		snprintf(many + strlen(many), sizeof(many) - strlen(many), ";@a%u==1", i);
	check_made(&m, 0, "<a;>", "<a/>");
	strcat(many, ";@a20==1");
	check_refused(&m, XD_SINK_ELEMENT, many, "XQDY0025");
	made_end(&m);
}

static void
test_copies(void)
{
	Made m;

	made_begin(&m);
	add_document(&m, "<r xmlns:p='u'><p:x/><y>1</y></r>");
	add_document(&m, "<r><y/></r>");
	add_document(&m, "<q:r xmlns:q='u' xmlns:z='z' q:a='1'><q:y xmlns:w='w'/></q:r>");
	check_made(&m, 0, "$0;*1;$1", "<r xmlns:p=\"u\"><p:x/><y>1</y></r><r><y/></r><r><y/></r>");
	check_made(&m, 0, "<a;*1;>", "<a><r><y/></r></a>");
	check_made(&m, 0, "<a=d;$1;>", "<a xmlns=\"d\"><r xmlns=\"\"><y/></r></a>");
	check_made(&m, 0, "<a=d;$2;>",
			   "<a xmlns=\"d\"><q:r xmlns:q=\"u\" xmlns:z=\"z\" q:a=\"1\"><q:y xmlns:w=\"w\"/></q:r></a>");
	check_made(&m, XD_COPY_NO_PRESERVE, "<a;$2;>", "<a><q:r xmlns:q=\"u\" q:a=\"1\"><q:y/></q:r></a>");
	check_made(&m, XD_COPY_NO_INHERIT, "<a;#p=u;$1;>", "<a xmlns:p=\"u\"><r><y/></r></a>");
	check_refused(&m, XD_SINK_ELEMENT, "<a;$1;@b==1", "XQTY0024");
	made_end(&m);
}

/* Of the namespaces of an element: p. */
static BxStatus
look_for_p(void *ctx, BxStr prefix, BxStr uri)
{
	*(bool *) ctx |= bx_str_is(prefix, "p") && uri.n > 0;
	return BX_OK;
}

/* A tree that is made is a tree: below an element that does not inherit, a prefix is not in scope. */
static void
test_trees(void)
{
	XdItem root, child = {{0}, 0, 0, 0, 0};
	XdCursor *cursor;
	bool found, p = false;
	Made m;
	BxStr s;

	made_begin(&m);
	CHECK(xd_sink_begin(m.sink, XD_SINK_ELEMENT, XD_COPY_NO_INHERIT, NULL) == BX_OK);
	CHECK(put_script(&m, "<a;#p=u;<b;'x;>;>") == BX_OK);
	CHECK(xd_sink_tree(m.sink, NULL, ut_str(""), &root) == BX_OK);
	CHECK(xd_kind(&root) == XD_ELEMENT);
	CHECK(xd_node_namespaces(m.forest, &root, look_for_p, &p) == BX_OK && p);
	CHECK(xd_cursor_open(m.forest, &m.arena, XD_PATH_CHILDREN, &root, &cursor) == BX_OK);
	CHECK(xd_cursor_next(cursor, &child, &found) == BX_OK && found);
	p = false;
	CHECK(xd_node_namespaces(m.forest, &child, look_for_p, &p) == BX_OK && !p);
	CHECK(xd_node_string(m.forest, &m.arena, &root, &s) == BX_OK && bx_str_is(s, "x"));
	m.elements[0] = root;
	check_made(&m, 0, "$0", "<a xmlns:p=\"u\"><b>x</b></a>");
	CHECK(xd_sink_begin(m.sink, XD_SINK_DOCUMENT, 0, NULL) == BX_OK);
	CHECK(put_script(&m, "<a;>;<b;>") == BX_OK);
	CHECK(xd_sink_tree(m.sink, NULL, ut_str(""), &root) == BX_OK && xd_kind(&root) == XD_DOCUMENT);
	made_end(&m);
}

/* How often an owner has got its image back. */
typedef struct Owner
{
	XdOwner owner;
	int left;
} Owner;

static void
count_left(XdOwner *owner)
{
	((Owner *) owner)->left++;
}

/* A tree with an owner goes with the last arena that holds a node of it, or with the forest. */
static void
test_owners(void)
{
	Owner first = {{count_left}, 0}, second = {{count_left}, 0};
	BxArena made, kept;
	BxImage image;
	XdItem root, copy;
	Made m;

	made_begin(&m);
	add_document(&m, "<a>x</a>");
	memset(&image, 0, sizeof(image));
	image.v = m.values[0];
	bx_arena_init_of(&made, &m.host.host, 1024, xd_keeper(m.forest));
	bx_arena_init_of(&kept, &m.host.host, 1024, xd_keeper(m.forest));
	CHECK(xd_tree_open_owned(m.forest, &made, &image, &first.owner, &root) == BX_OK);
	CHECK(xd_tree_owner(m.forest, &root) == &first.owner);
	CHECK(xd_tree_owner(m.forest, &m.documents[0]) == NULL);
	CHECK(xd_item_keep(&kept, &root, &copy, &m.err) == BX_OK);
	bx_arena_reset(&made);
	CHECK(first.left == 0);
	bx_arena_reset(&kept);
	CHECK(first.left == 1);
	CHECK(xd_tree_open_owned(m.forest, &made, &image, &second.owner, &root) == BX_OK);
	CHECK(xd_item_keep(&made, &root, &copy, &m.err) == BX_OK && second.left == 0);
	bx_arena_reset(&made);
	CHECK(second.left == 1 && first.left == 1);
	CHECK(xd_tree_open_owned(m.forest, &kept, &image, &second.owner, &root) == BX_OK);
	bx_arena_reset(&kept);
	CHECK(second.left == 2);
	made_end(&m);
	CHECK(first.left == 1 && second.left == 2);
}

UT_SUITE(test_xd_construct)
{
	UT_RUN(test_text);
	UT_RUN(test_namespaces);
	UT_RUN(test_refused);
	UT_RUN(test_copies);
	UT_RUN(test_trees);
	UT_RUN(test_owners);
	return ut_done();
}
