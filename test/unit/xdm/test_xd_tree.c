/*
 * test_xd_tree.c -- trees of nodes: axes, tests, order, properties, ways up, of stored and of constructed values.
 */
#include "../ut_xpath.h"

#include "../../../src/core/xdm/xd_tree_int.h"
#include "../../../src/core/xdm/xd_type.h"
#include "../ut_host.h"

typedef struct Run
{
	UtHost host;
	BxArena arena;
	BxError err;
	XdPaths *paths;
	XdForest *forest;
	uint8_t *values[8];
	uint32_t n_values;
	char text[4096];
} Run;

static void
run_begin(Run *r)
{
	memset(r, 0, sizeof(*r));
	ut_host_init_as(&r->host, bx_host_libc());
	bx_arena_init(&r->arena, &r->host.host);
	CHECK(xd_paths_new(&r->arena, &r->err, &r->paths) == BX_OK);
}

static void
run_go(Run *r)
{
	CHECK(xd_paths_finish(r->paths, &r->err) == BX_OK);
	CHECK(xd_forest_new(&r->host.host, &r->arena, r->paths, &r->err, &r->forest) == BX_OK);
}

static void
run_end(Run *r)
{
	uint32_t i;

	xd_forest_close(r->forest);
	bx_arena_reset(&r->arena);
	CHECKF(r->host.live == 0, "%d blocks were not given back", r->host.live);
	for (i = 0; i < r->n_values; i++)
		free(r->values[i]);
}

#define STEP(a, t)                                                                                           \
	{                                                                                                        \
		.axis = (a), .test = (t)                                                                             \
	}

static XdItem
open_as(Run *r, const char *xml, bool document)
{
	size_t n = 0;
	uint8_t *v = xt_parse(xml, strlen(xml), BX_MODE_AUTO, BX_TYPED_LOSSLESS, &n);
	BxStr uri = ut_str("http://example.org/d.xml");
	XdItem root = {{0}, 0, 0, 0, 0};

	r->values[r->n_values++] = v;
	CHECK((document ? xd_tree_open : xd_tree_open_node)(r->forest, v, n, uri, &root) == BX_OK);
	return root;
}

static XdTest
kind_test(XdKind kind)
{
	return (XdTest){.kinds = (uint8_t) (1u << kind), .any_local = true, .any_uri = true};
}

static XdTest
name_test(XdKind kind, const char *uri, const char *local)
{
	return (XdTest){.kinds = (uint8_t) (1u << kind), .uri = ut_str(uri), .local = ut_str(local)};
}

static uint32_t
add(Run *r, XdAxis axis, XdTest test)
{
	XdStep step = STEP(axis, test);
	uint32_t number = 0;

	CHECK(xd_paths_add(r->paths, &step, 1, &r->err, &number) == BX_OK);
	return number;
}

/* A node as text: its name, or what it holds. */
static void
show(Run *r, const XdItem *node, char *to, size_t room)
{
	AtName name;
	BxStr s;
	bool has;

	CHECK(xd_node_name(r->forest, node, &name, &has) == BX_OK);
	CHECK(xd_node_string(r->forest, &r->arena, node, &s) == BX_OK);
	switch (xd_kind(node))
	{
		case XD_DOCUMENT: snprintf(to, room, "/"); break;
		case XD_ELEMENT: snprintf(to, room, "%.*s", (int) name.local.n, name.local.s); break;
		case XD_ATTRIBUTE:
			snprintf(to, room, "@%.*s=%.*s", (int) name.local.n, name.local.s, (int) s.n, s.s);
			break;
		case XD_TEXT: snprintf(to, room, "'%.*s'", (int) s.n, s.s); break;
		case XD_COMMENT: snprintf(to, room, "<!--%.*s-->", (int) s.n, s.s); break;
		case XD_PI: snprintf(to, room, "?%.*s %.*s", (int) name.local.n, name.local.s, (int) s.n, s.s); break;
		default:
			snprintf(to, room, "xmlns:%.*s=%.*s", has ? (int) name.local.n : 0, name.local.s, (int) s.n, s.s);
			break;
	}
}

/* The nodes of a path, with a space between; the last one goes to *last. */
static const char *
walk(Run *r, uint32_t path, const XdItem *from, XdItem *last)
{
	XdCursor *c = NULL;
	bool found = true;
	XdItem node;

	r->text[0] = '\0';
	CHECK(xd_cursor_open(r->forest, &r->arena, path, from, &c) == BX_OK);
	for (;;)
	{
		size_t n = strlen(r->text);

		CHECK(xd_cursor_next(c, &node, &found) == BX_OK);
		if (!found)
			return r->text;
		if (n > 0)
			r->text[n++] = ' ';
		show(r, &node, r->text + n, sizeof(r->text) - n);
		if (last != NULL)
			*last = node;
	}
}

#define IS(path, from, expected)                                                                             \
	CHECKF(strcmp(walk(&r, path, from, NULL), expected) == 0, "%s instead of %s", r.text, expected)

static const char *const doc_xml = "<!--top--><r a='1' b='2'><x>one</x><y c='3'><x/>mid<z><x>two</x></z></y>"
								   "<?p data?><x>three</x></r>";

/* All axes from a node in the middle, in their own order. */
static void
axes(void)
{
	Run r;
	uint32_t path[XD_AXES], i, find;
	XdStep down[2] = {STEP(XD_CHILD, name_test(XD_ELEMENT, "", "r")),
					  STEP(XD_CHILD, name_test(XD_ELEMENT, "", "y"))};
	XdItem doc, y;

	run_begin(&r);
	for (i = 0; i < XD_AXES; i++)
		path[i] = add(&r, (XdAxis) i, XD_TEST_ANY);
	CHECK(xd_paths_add(r.paths, down, 2, &r.err, &find) == BX_OK);
	run_go(&r);
	doc = open_as(&r, doc_xml, true);
	CHECK(strcmp(walk(&r, find, &doc, &y), "y") == 0);
	IS(path[XD_CHILD], &doc, "<!--top--> r");
	IS(path[XD_CHILD], &y, "x 'mid' z");
	IS(path[XD_DESCENDANT], &y, "x 'mid' z x 'two'");
	IS(path[XD_DESCENDANT_OR_SELF], &y, "y x 'mid' z x 'two'");
	IS(path[XD_SELF], &y, "y");
	IS(path[XD_ATTRIBUTE_AXIS], &y, "@c=3");
	IS(path[XD_NAMESPACE_AXIS], &y, "xmlns:xml=http://www.w3.org/XML/1998/namespace");
	IS(path[XD_FOLLOWING_SIBLING], &y, "?p data x");
	IS(path[XD_FOLLOWING], &y, "?p data x 'three'");
	IS(path[XD_PARENT], &y, "r");
	IS(path[XD_ANCESTOR], &y, "r /");
	IS(path[XD_ANCESTOR_OR_SELF], &y, "y r /");
	IS(path[XD_PRECEDING_SIBLING], &y, "x");
	IS(path[XD_PRECEDING], &y, "'one' x <!--top-->");
	IS(path[XD_PARENT], &doc, "");
	IS(path[XD_ANCESTOR_OR_SELF], &doc, "/");
	run_end(&r);
}

/* Tests that XPath 1.0 has, and those that it lacks. */
static void
tests(void)
{
	Run r;
	XdTest content = name_test(XD_ELEMENT, "", "r"), doc_test = kind_test(XD_DOCUMENT);
	XdTest prefixed = name_test(XD_ELEMENT, "urn:p", "a"), any_local = prefixed, any_uri = prefixed;
	XdTest pi = name_test(XD_PI, "", "p"), never = kind_test(XD_ELEMENT);
	uint32_t self_attribute, deep_element, attributes, named, document, document_r, not_document, p1, p2, p3,
		pis, texts, parent_doc, nilled;
	XdItem doc, root, ns, at, pi_doc;

	doc_test.content = &content;
	any_local.any_local = true;
	any_uri.any_uri = true;
	never.nillable_only = true;
	run_begin(&r);
	self_attribute = add(&r, XD_SELF, kind_test(XD_ATTRIBUTE));
	deep_element = add(&r, XD_DESCENDANT_OR_SELF, kind_test(XD_ELEMENT));
	attributes = add(&r, XD_ATTRIBUTE_AXIS, kind_test(XD_ATTRIBUTE));
	named = add(&r, XD_ATTRIBUTE_AXIS, name_test(XD_ATTRIBUTE, "", "b"));
	document = add(&r, XD_SELF, kind_test(XD_DOCUMENT));
	document_r = add(&r, XD_SELF, doc_test);
	not_document = add(&r, XD_CHILD, doc_test);
	parent_doc = add(&r, XD_PARENT, kind_test(XD_DOCUMENT));
	p1 = add(&r, XD_DESCENDANT, prefixed);
	p2 = add(&r, XD_DESCENDANT, any_local);
	p3 = add(&r, XD_DESCENDANT, any_uri);
	pis = add(&r, XD_DESCENDANT, pi);
	texts = add(&r, XD_DESCENDANT, kind_test(XD_TEXT));
	nilled = add(&r, XD_DESCENDANT, never);
	run_go(&r);
	doc = open_as(&r, doc_xml, true);
	CHECK(strcmp(walk(&r, deep_element, &doc, NULL), "r x y x z x x") == 0);
	IS(nilled, &doc, "");
	IS(document, &doc, "/");
	IS(document_r, &doc, "/");
	IS(not_document, &doc, "");
	IS(texts, &doc, "'one' 'mid' 'two' 'three'");
	IS(pis, &doc, "?p data");
	walk(&r, XD_PATH_CHILDREN, &doc, &root);
	IS(attributes, &root, "@a=1 @b=2");
	IS(parent_doc, &root, "/");
	CHECK(strcmp(walk(&r, named, &root, &at), "@b=2") == 0);
	IS(self_attribute, &at, "@b=2");
	IS(self_attribute, &root, "");
	IS(document_r, &root, "");
	ns = open_as(&r, "<e xmlns:p='urn:p'><p:a/><p:b/><a/></e>", true);
	IS(document_r, &ns, "");
	IS(p1, &ns, "a");
	IS(p2, &ns, "a b");
	IS(p3, &ns, "a a");
	pi_doc = open_as(&r, "<r/>", true);
	IS(document_r, &pi_doc, "/");
	run_end(&r);
}

/* A chain of steps; the same path has the same number. */
static void
chains(void)
{
	Run r;
	XdStep steps[3] = {STEP(XD_CHILD, kind_test(XD_ELEMENT)), STEP(XD_DESCENDANT_OR_SELF, XD_TEST_ANY),
					   STEP(XD_CHILD, name_test(XD_ELEMENT, "", "x"))};
	XdStep up[2] = {STEP(XD_DESCENDANT, name_test(XD_ELEMENT, "", "x")),
					STEP(XD_ANCESTOR, kind_test(XD_ELEMENT))};
	uint32_t a, b, c, d;
	XdItem doc;

	run_begin(&r);
	CHECK(xd_paths_add(r.paths, steps, 3, &r.err, &a) == BX_OK);
	CHECK(xd_paths_add(r.paths, steps, 3, &r.err, &b) == BX_OK);
	CHECK(xd_paths_add(r.paths, steps, 2, &r.err, &c) == BX_OK);
	CHECK(xd_paths_add(r.paths, up, 2, &r.err, &d) == BX_OK);
	CHECK(a == b && a != c && c != d);
	CHECK(xd_step_leads_on(&steps[0]) && xd_step_leads_on(&steps[1]));
	CHECK(!xd_step_leads_on(&(XdStep) STEP(XD_PARENT, XD_TEST_ANY)));
	CHECK(!xd_step_leads_on(&(XdStep) STEP(XD_SELF, kind_test(XD_ATTRIBUTE))));
	run_go(&r);
	doc = open_as(&r, doc_xml, true);
	IS(a, &doc, "x x x x");
	/* of several contexts: document order, each once */
	IS(d, &doc, "r y z");
	run_end(&r);
}

/* A constructed element has no parent, and nothing around it. */
static void
constructed(void)
{
	Run r;
	uint32_t path[XD_AXES], i;
	XdItem a, b, root, parent;
	bool found = true;

	run_begin(&r);
	for (i = 0; i < XD_AXES; i++)
		path[i] = add(&r, (XdAxis) i, XD_TEST_ANY);
	run_go(&r);
	a = open_as(&r, "<a n='1'>t<b/></a>", false);
	CHECK(xd_kind(&a) == XD_ELEMENT);
	CHECK(xd_node_parent(r.forest, &a, &parent, &found) == BX_OK && !found);
	IS(path[XD_ANCESTOR_OR_SELF], &a, "a");
	IS(path[XD_PARENT], &a, "");
	IS(path[XD_FOLLOWING], &a, "");
	IS(path[XD_PRECEDING], &a, "");
	IS(path[XD_FOLLOWING_SIBLING], &a, "");
	CHECK(strcmp(walk(&r, path[XD_CHILD], &a, &b), "'t' b") == 0);
	IS(path[XD_ANCESTOR], &b, "a");
	IS(path[XD_PRECEDING], &b, "'t'");
	CHECK(xd_node_root(r.forest, &b, &root) == BX_OK && xd_same_node(&root, &a));
	CHECK(xd_node_parent(r.forest, &b, &parent, &found) == BX_OK && found && xd_same_node(&parent, &a));
	run_end(&r);
}

/* Nodes by themselves. */
static void
lone(void)
{
	Run r;
	AtName name = {ut_str("p"), ut_str("urn:p"), ut_str("n")};
	uint32_t path[XD_AXES], i, attribute;
	XdItem at, text, pi, data;
	BxWriterOptions o = ut_options(BX_MODE_AUTO, BX_TYPED_LOSSLESS);
	uint8_t *v = NULL;
	size_t len = 0;
	AtName got;
	bool has, found = true;

	run_begin(&r);
	for (i = 0; i < XD_AXES; i++)
		path[i] = add(&r, (XdAxis) i, XD_TEST_ANY);
	attribute = add(&r, XD_SELF, name_test(XD_ATTRIBUTE, "urn:p", "n"));
	run_go(&r);
	CHECK(xd_tree_open_lone(r.forest, NULL, XD_ATTRIBUTE, &name, ut_str("v"), &at) == BX_OK);
	CHECK(xd_tree_open_lone(r.forest, NULL, XD_TEXT, NULL, ut_str(""), &text) == BX_OK);
	CHECK(xd_tree_open_lone(r.forest, NULL, XD_PI, &name, ut_str("d"), &pi) == BX_OK);
	for (i = 0; i < XD_AXES; i++)
		if (i == XD_SELF || i == XD_DESCENDANT_OR_SELF || i == XD_ANCESTOR_OR_SELF)
			IS(path[i], &at, "@n=v");
		else
			IS(path[i], &at, "");
	IS(attribute, &at, "@n=v");
	IS(attribute, &text, "");
	IS(path[XD_SELF], &text, "''");
	CHECK(xd_node_name(r.forest, &at, &got, &has) == BX_OK && has && ut_same(got.uri, name.uri));
	CHECK(xd_node_parent(r.forest, &at, &data, &found) == BX_OK && !found);
	CHECK(xd_node_root(r.forest, &at, &data) == BX_OK && xd_same_node(&data, &at));
	CHECK(xd_node_compare(r.forest, &at, &text) < 0);
	CHECK(xd_node_data(r.forest, &r.arena, &at, &data) == BX_OK && data.type == AT_UNTYPED);
	CHECK(xd_node_data(r.forest, &r.arena, &pi, &data) == BX_OK && data.type == AT_STRING);
	CHECK(xd_node_value(r.forest, &pi, &o, &v, &len) == BX_OK);
	xd_tree_open(r.forest, v, len, ut_str(""), &data);
	IS(path[XD_CHILD], &data, "?n d");
	r.host.host.release(r.host.host.ctx, v);
	run_end(&r);
}

/* Identity does not depend on the way a node was reached, nor does memory on how often. */
static void
ways_up(void)
{
	Run r;
	XdStep xs[1] = {STEP(XD_DESCENDANT, name_test(XD_ELEMENT, "", "x"))};
	uint32_t find, parent, anchors = 0, i;
	XdItem doc, x, y, up, first = {{0}, 0, 0, 0, 0};

	run_begin(&r);
	CHECK(xd_paths_add(r.paths, xs, 1, &r.err, &find) == BX_OK);
	parent = add(&r, XD_PARENT, XD_TEST_ANY);
	run_go(&r);
	doc = open_as(&r, "<r><p><q><x/></q></p></r>", true);
	for (i = 0; i < 500; i++)
	{
		BxArenaMark mark = bx_arena_mark(&r.arena);

		walk(&r, find, &doc, &x);
		CHECK(strcmp(walk(&r, parent, &x, &y), "q") == 0);
		CHECK(strcmp(walk(&r, parent, &y, &up), "p") == 0);
		if (i == 0)
		{
			first = up;
			anchors = r.forest->first.trees[0]->session->ev.n_anchors;
			continue;
		}
		CHECK(xd_same_node(&first, &up) && first.u.node.up == up.u.node.up);
		bx_arena_release(&r.arena, &mark);
	}
	CHECK(anchors > 1 && r.forest->first.trees[0]->session->ev.n_anchors == anchors);
	run_end(&r);
}

/* The same in a tree with many elements that have others below them: parents are found again, and are the same. */
static void
many_ways_up(void)
{
	static char xml[8000] = "<r>";
	Run r;
	uint32_t xs, parent, anchors = 0, n, round;
	XdItem doc, x, up, parents[200];
	XdCursor *c;
	bool found = true;

	for (n = 0; n < 200; n++)
		strcat(xml, "<p><x/><x/></p>");
	strcat(xml, "</r>");
	run_begin(&r);
	xs = add(&r, XD_DESCENDANT, name_test(XD_ELEMENT, "", "x"));
	parent = add(&r, XD_PARENT, XD_TEST_ANY);
	run_go(&r);
	doc = open_as(&r, xml, true);
	for (round = 0; round < 3; round++)
	{
		CHECK(xd_cursor_open(r.forest, &r.arena, xs, &doc, &c) == BX_OK);
		for (n = 0; n < 400; n++)
		{
			CHECK(xd_cursor_next(c, &x, &found) == BX_OK && found);
			CHECK(strcmp(walk(&r, parent, &x, &up), "p") == 0);
			if (round == 0 && n % 2 == 0)
				parents[n / 2] = up;
			CHECK(xd_same_node(&parents[n / 2], &up) && parents[n / 2].u.node.up == up.u.node.up);
		}
		CHECK(round == 0 || r.forest->first.trees[0]->session->ev.n_anchors == anchors);
		anchors = r.forest->first.trees[0]->session->ev.n_anchors;
	}
	CHECKF(anchors == 202, "%u anchors", anchors); /* the document, r, 200 p */
	run_end(&r);
}

/* Order within a tree and between trees, and sorting. */
static void
order(void)
{
	Run r;
	uint32_t all, namespaces, attributes, i;
	XdItem a, b, root, nodes[64];
	uint64_t n = 0, k;
	XdCursor *c;
	bool found = true;

	run_begin(&r);
	all = add(&r, XD_DESCENDANT_OR_SELF, XD_TEST_ANY);
	namespaces = add(&r, XD_NAMESPACE_AXIS, XD_TEST_ANY);
	attributes = add(&r, XD_ATTRIBUTE_AXIS, XD_TEST_ANY);
	run_go(&r);
	a = open_as(&r, "<r xmlns:p='urn:p' xmlns:q='urn:q' a='1'><x/>t</r>", true);
	b = open_as(&r, "<s/>", true);
	walk(&r, XD_PATH_CHILDREN, &a, &root);
	for (i = 0; i < 4; i++)
	{
		const uint32_t paths[] = {all, namespaces, attributes, all};
		const XdItem *from[] = {&a, &root, &root, &b};

		CHECK(xd_cursor_open(r.forest, &r.arena, paths[i], from[i], &c) == BX_OK);
		for (found = true; found;)
		{
			CHECK(xd_cursor_next(c, &nodes[n], &found) == BX_OK);
			n += found;
		}
	}
	/* the document, r, x, the text; xml, p, q; the attribute; the other document and s */
	CHECK(n == 10);
	memcpy(nodes + n, nodes, n * sizeof(XdItem));
	n *= 2;
	for (k = 0; k < n / 2; k++)
	{
		XdItem x = nodes[k];

		nodes[k] = nodes[n - 1 - k];
		nodes[n - 1 - k] = x;
	}
	CHECK(xd_nodes_sort(r.forest, nodes, &n) == BX_OK && n == 10);
	CHECK(xd_kind(&nodes[0]) == XD_DOCUMENT && xd_kind(&nodes[1]) == XD_ELEMENT);
	CHECK(xd_kind(&nodes[2]) == XD_NAMESPACE && xd_kind(&nodes[4]) == XD_NAMESPACE);
	CHECK(xd_kind(&nodes[5]) == XD_ATTRIBUTE && xd_kind(&nodes[6]) == XD_ELEMENT);
	CHECK(xd_kind(&nodes[7]) == XD_TEXT && nodes[8].n == b.n && xd_kind(&nodes[9]) == XD_ELEMENT);
	for (k = 1; k < n; k++)
		CHECK(xd_node_compare(r.forest, &nodes[k - 1], &nodes[k]) < 0);
	run_end(&r);
}

static BxStatus
take_namespace(void *ctx, BxStr prefix, BxStr uri)
{
	char *text = ctx;
	size_t n = strlen(text);

	snprintf(text + n, 200, "%.*s=%.*s;", (int) prefix.n, prefix.s, (int) uri.n, uri.s);
	return BX_OK;
}

static void
properties(void)
{
	Run r;
	uint32_t find, words;
	char scope[1000] = "";
	XdItem doc, e, root, item;
	XdSeqBuilder found;
	BxStr ids[2] = {ut_str("b  nothing"), ut_str("a")};
	bool has = false;
	BxStr s;

	run_begin(&r);
	find = add(&r, XD_DESCENDANT, name_test(XD_ELEMENT, "urn:d", "e"));
	words = add(&r, XD_DESCENDANT, kind_test(XD_TEXT));
	run_go(&r);
	doc = open_as(&r,
				  "<r xmlns='urn:d' xmlns:p='urn:p'><e xmlns='urn:d' xmlns:q='urn:q' xml:id='a'>1<b/>2</e>"
				  "<f xml:id='b'/></r>",
				  true);
	CHECK(strcmp(walk(&r, find, &doc, &e), "e") == 0);
	CHECK(xd_node_namespaces(r.forest, &e, take_namespace, scope) == BX_OK);
	CHECK(strstr(scope, "xml=http://www.w3.org/XML/1998/namespace;") != NULL &&
		  strstr(scope, "q=urn:q;") != NULL);
	CHECK(strstr(scope, "p=urn:p;") != NULL && strstr(scope, "=urn:d;") != NULL);
	CHECK(xd_node_string(r.forest, &r.arena, &e, &s) == BX_OK && ut_same(s, ut_str("12")));
	CHECK(xd_node_data(r.forest, &r.arena, &e, &item) == BX_OK && item.type == AT_UNTYPED);
	CHECK(xd_node_has_children(r.forest, &e, &has) == BX_OK && has);
	CHECK(ut_same(xd_tree_base_uri(r.forest, &e), ut_str("http://example.org/d.xml")));
	CHECK(xd_node_root(r.forest, &e, &root) == BX_OK && xd_same_node(&root, &doc));
	found = xd_seq_builder(&r.arena);
	CHECK(xd_nodes_by_id(r.forest, &doc, ids, 2, false, &found) == BX_OK && found.n == 2);
	CHECK(found.n == 2 && xd_same_node(&found.items[0], &e) &&
		  xd_node_compare(r.forest, &found.items[0], &found.items[1]) < 0);
	IS(words, &doc, "'1' '2'");
	CHECK(xd_node_has_children(r.forest, &found.items[1], &has) == BX_OK && !has);
	run_end(&r);
}

/* Attributes that a DTD declares as IDs, and as references to them. */
static void
references(void)
{
	static const char dtd[] = "<!DOCTYPE r [<!ATTLIST e i ID #IMPLIED r IDREF #IMPLIED s IDREFS #IMPLIED>"
							  "<!ATTLIST f r CDATA #IMPLIED>]>"
							  "<r><e i='a' r='b'/><e i='b' s='c  a'/><f r='a'/><e r='c'/></r>";
	BxStr a = ut_str("a"), both = ut_str("b a");
	XdSeqBuilder found;
	XdItem doc;
	char text[100];
	Run r;

	run_begin(&r);
	run_go(&r);
	doc = open_as(&r, dtd, true);
	found = xd_seq_builder(&r.arena);
	CHECK(xd_nodes_by_id(r.forest, &doc, &a, 1, true, &found) == BX_OK && found.n == 1);
	show(&r, &found.items[0], text, sizeof(text));
	CHECK(strcmp(text, "@s=c a") == 0);
	CHECK(xd_nodes_by_id(r.forest, &doc, &both, 1, true, &found) == BX_OK && found.n == 3);
	show(&r, &found.items[1], text, sizeof(text));
	CHECK(strcmp(text, "@r=b") == 0);
	CHECK(xd_nodes_by_id(r.forest, &doc, &both, 1, false, &found) == BX_OK && found.n == 5);
	CHECK(xd_kind(&found.items[3]) == XD_ELEMENT && xd_kind(&found.items[4]) == XD_ELEMENT);
	run_end(&r);
}

/* Below: what is in an element, attributes and namespace nodes of it among that. */
static void
below(void)
{
	Run r;
	uint32_t all;
	XdItem doc, e, nodes[8];
	uint32_t n = 0, i;
	bool yes = false, found = true;
	XdCursor *c;

	run_begin(&r);
	all = add(&r, XD_DESCENDANT, XD_TEST_ANY);
	run_go(&r);
	doc = open_as(&r, "<r><a x='1'>t</a><b/></r>", true);
	CHECK(xd_cursor_open(r.forest, &r.arena, all, &doc, &c) == BX_OK);
	for (; found && n < 8; n += found)
		CHECK(xd_cursor_next(c, &nodes[n], &found) == BX_OK);
	CHECK(n == 4); /* r, a, the text, b */
	for (i = 0; i < n; i++)
	{
		CHECK(xd_node_is_below(r.forest, &nodes[i], &doc, &yes) == BX_OK && yes);
		CHECK(xd_node_is_below(r.forest, &nodes[i], &nodes[1], &yes) == BX_OK && yes == (i == 2));
		CHECK(xd_node_is_below(r.forest, &nodes[i], &nodes[0], &yes) == BX_OK && yes == (i > 0));
	}
	walk(&r, XD_PATH_ATTRIBUTES, &nodes[1], &e);
	CHECK(xd_node_is_below(r.forest, &e, &nodes[1], &yes) == BX_OK && yes);
	CHECK(xd_node_is_below(r.forest, &nodes[2], &e, &yes) == BX_OK && !yes);
	run_end(&r);
}

/* Items looked at to find one node of an axis. */
static uint64_t
price(Run *r, uint32_t path, const XdItem *from)
{
	XpWork *work = &xd_tree_of(r->forest, from)->session->call->work;
	uint64_t before = work->items;
	XdItem node;
	XdCursor *c;
	bool found = false;

	CHECK(xd_cursor_open(r->forest, &r->arena, path, from, &c) == BX_OK);
	CHECK(xd_cursor_next(c, &node, &found) == BX_OK && found);
	return work->items - before;
}

/* Who asks for one node does not pay for all, nor do all who ask for their neighbour pay for the square. */
static void
early(void)
{
	static char xml[20000] = "<r>";
	Run r;
	uint32_t xs, after, following, before, n = 0;
	XdItem doc, nodes[2000];
	uint64_t total = 0;
	bool found = true;
	XdCursor *c;

	while (n++ < 2000)
		strcat(xml, n % 10 == 0 ? "<y>1</y>" : "<x/>");
	strcat(xml, "</r>");
	run_begin(&r);
	xs = add(&r, XD_DESCENDANT, name_test(XD_ELEMENT, "", "x"));
	after = add(&r, XD_FOLLOWING_SIBLING, kind_test(XD_ELEMENT));
	following = add(&r, XD_FOLLOWING, kind_test(XD_ELEMENT));
	before = add(&r, XD_PRECEDING_SIBLING, name_test(XD_ELEMENT, "", "x"));
	run_go(&r);
	doc = open_as(&r, xml, true);
	CHECK(xd_cursor_open(r.forest, &r.arena, xs, &doc, &c) == BX_OK);
	for (n = 0; found && n < 2000; n += found)
		CHECK(xd_cursor_next(c, &nodes[n], &found) == BX_OK);
	CHECK(n == 1800);
	CHECK(price(&r, following, &nodes[0]) < 50);
	for (n = 0; n < 1799; n++)
		total += price(&r, after, &nodes[n]);
	CHECKF(total < 20000, "%u items", (unsigned) total);
	for (total = 0, n = 1; n < 1800; n++)
		total += price(&r, before, &nodes[n]);
	CHECKF(total < 20000, "%u items", (unsigned) total);
	/* and all of them come, in their order */
	CHECK(xd_cursor_open(r.forest, &r.arena, before, &nodes[1799], &c) == BX_OK);
	for (n = 1799; n-- > 0;)
	{
		XdItem node;

		CHECK(xd_cursor_next(c, &node, &found) == BX_OK && found && xd_same_node(&node, &nodes[n]));
	}
	CHECK(xd_cursor_next(c, &doc, &found) == BX_OK && !found);
	run_end(&r);
}

/* Everything that takes memory or time, on a host that may refuse it. */
static BxStatus
try_all(Run *r, const uint8_t *v, size_t n)
{
	const XdStep self = STEP(XD_SELF, XD_TEST_ANY);
	const XdCondition condition = {.kind = XD_EQUALS, .steps = &self, .n_steps = 1, .text = {"one", 3}};
	const BxWriterOptions o = ut_options(BX_MODE_AUTO, BX_TYPED_LOSSLESS);
	const XdStep xs[2] = {
		{.axis = XD_DESCENDANT, .test = name_test(XD_ELEMENT, "", "x"), .where = &condition},
		STEP(XD_FOLLOWING, XD_TEST_ANY)};
	const AtName name = {{"", 0}, {"", 0}, {"t", 1}};
	XdSeqBuilder b = xd_seq_builder(&r->arena);
	char scope[1000] = "";
	uint32_t path, all;
	XdItem doc, item, pi;
	uint8_t *data;
	uint64_t sorted;
	XdCursor *c;
	bool found = true;
	size_t len;
	BxStr s;

	BX_TRY(xd_paths_new(&r->arena, &r->err, &r->paths));
	BX_TRY(xd_paths_add(r->paths, xs, 2, &r->err, &path));
	BX_TRY(
		xd_paths_add(r->paths, &(const XdStep) STEP(XD_DESCENDANT_OR_SELF, XD_TEST_ANY), 1, &r->err, &all));
	BX_TRY(xd_paths_finish(r->paths, &r->err));
	BX_TRY(xd_forest_new(&r->host.host, &r->arena, r->paths, &r->err, &r->forest));
	BX_TRY(xd_tree_open(r->forest, v, n, ut_str(""), &doc));
	BX_TRY(xd_cursor_open(r->forest, &r->arena, path, &doc, &c));
	for (item = doc; found;)
		BX_TRY(xd_cursor_next(c, &item, &found));
	BX_TRY(xd_cursor_open(r->forest, &r->arena, all, &doc, &c));
	for (found = true; found;)
	{
		BX_TRY(xd_cursor_next(c, &item, &found));
		if (found)
			BX_TRY(xd_seq_add(&b, &item, &r->err));
	}
	sorted = b.n;
	BX_TRY(xd_nodes_sort(r->forest, b.items, &sorted));
	BX_TRY(xd_node_string(r->forest, &r->arena, &doc, &s));
	BX_TRY(xd_node_namespaces(r->forest, &b.items[2], take_namespace, scope));
	BX_TRY(xd_nodes_by_id(r->forest, &doc, &s, 1, false, &b));
	BX_TRY(xd_nodes_by_id(r->forest, &doc, &s, 1, true, &b));
	BX_TRY(xd_tree_open_lone(r->forest, NULL, XD_PI, &name, ut_str("d"), &pi));
	BX_TRY(xd_node_value(r->forest, &pi, &o, &data, &len));
	r->host.host.release(r->host.host.ctx, data);
	BX_TRY(xd_node_value(r->forest, &b.items[2], &o, &data, &len));
	r->host.host.release(r->host.host.ctx, data);
	CHECK(sorted == 14 && strcmp(scope, "xml=http://www.w3.org/XML/1998/namespace;") == 0);
	return BX_OK;
}

/* Whatever request is refused, or poll answered with "stop": that is what is said, and all is given back. */
static void
refusals(void)
{
	size_t n;
	uint8_t *v = xt_parse(doc_xml, strlen(doc_xml), BX_MODE_AUTO, BX_TYPED_LOSSLESS, &n);
	BxStatus st = BX_E_NOMEM;
	int at, cancel;

	for (cancel = 0; cancel < 2; cancel++)
	{
		for (at = 1, st = BX_E_NOMEM; st != BX_OK && at < 1000; at++)
		{
			Run r;

			memset(&r, 0, sizeof(r));
			ut_host_init_as(&r.host, bx_host_libc());
			*(cancel ? &r.host.cancel_at : &r.host.fail_at) = at;
			bx_arena_init_small(&r.arena, &r.host.host);
			st = try_all(&r, v, n);
			CHECKF(st == BX_OK || st == (cancel ? BX_E_CANCEL : BX_E_NOMEM), "%d: %s", at, r.err.msg);
			if (r.forest != NULL)
				xd_forest_close(r.forest);
			bx_arena_reset(&r.arena);
			CHECKF(r.host.live == 0, "%d: %d blocks were not given back", at, r.host.live);
		}
		CHECK(st == BX_OK && (cancel || at > 10));
	}
	free(v);
}

/* More different steps than a plan holds are refused, the same ones are not. */
static void
limits(void)
{
	Run r;
	char names[5000][8];
	uint32_t i, number = 0;

	run_begin(&r);
	for (i = 0; i < 5000; i++)
	{
		snprintf(names[i], sizeof(names[i]), "n%u", i);
		number = add(&r, XD_CHILD, name_test(XD_ELEMENT, "", i < 4000 ? "same" : names[i]));
	}
	CHECK(number == XD_PATH_ATTRIBUTES + 1 + 1000);
	run_go(&r);
	run_end(&r);
	run_begin(&r);
	for (i = 0; i < 5000; i++)
		add(&r, XD_CHILD, name_test(XD_ELEMENT, "", names[i]));
	CHECK(xd_paths_finish(r.paths, &r.err) == BX_E_LIMIT);
	bx_arena_reset(&r.arena);
	CHECK(r.host.live == 0);
}

/* What is wrong with a value is said. */
static void
damage(void)
{
	Run r;
	XdItem root;
	XdCursor *c;

	run_begin(&r);
	run_go(&r);
	CHECK(xd_tree_open(r.forest, (const uint8_t *) "no value at all, is it?", 23, ut_str(""), &root) ==
		  BX_OK);
	CHECK(xd_cursor_open(r.forest, &r.arena, XD_PATH_CHILDREN, &root, &c) != BX_OK);
	CHECK(r.err.msg[0] != '\0');
	run_end(&r);
}

UT_SUITE(test_xd_tree)
{
	UT_RUN(axes);
	UT_RUN(tests);
	UT_RUN(chains);
	UT_RUN(constructed);
	UT_RUN(lone);
	UT_RUN(ways_up);
	UT_RUN(many_ways_up);
	UT_RUN(order);
	UT_RUN(properties);
	UT_RUN(references);
	UT_RUN(below);
	UT_RUN(early);
	UT_RUN(refusals);
	UT_RUN(limits);
	UT_RUN(damage);
	return ut_done();
}
