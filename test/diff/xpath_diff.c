/*
 * xpath_diff.c -- XPath on the binary form against libxml2's XPath on a DOM, over random documents and expressions.
 *
 *   xpath_diff [-n PAIRS] [-s SEED] [-v]
 *
 * Every pair is evaluated in all of: streaming and navigating, and as a query in the mode of paths, with shapes by path
 * and by name.  Node-sets are compared as
 * lists of places in document order, numbers bit by bit, strings and booleans as they are.  A difference is printed
 * with the document, the expression in both dialects, and both answers; then the program stops looking after the
 * tenth.  The same arguments make the same run.  Where libxml2 departs from the Recommendation: see diff_expr.h.
 */
#include "diff_gen.h"

#include "diff_doc.h"
#include "diff_expr.h"

#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

#include <math.h>

#include "../../src/core/query/face/fc_query.h"
#include "diff_xml.h"

#define DOC_LIFE 25 /* expressions per document */
#define MOST_SHOWN 10
#define FORMS 3
#define DOM_OPTIONS (XML_PARSE_NOCDATA | XML_PARSE_NOENT | XML_PARSE_HUGE)

enum
{
	OF_NODES,
	OF_NUMBERS,
	OF_STRINGS,
	OF_BOOLEANS,
	OF_DOCUMENTS,
	N_KINDS
};

typedef struct Diff
{
	Gen doc;
	Gen expr;
	XtDoc forms[FORMS]; /* shapes by path, typed; by name, plain or typed; by path with directories */
	xmlDocPtr dom;
	xmlXPathContextPtr ctx;
	uint64_t pairs[N_KINDS];
	uint64_t different[N_KINDS];
	uint64_t shown;
	bool verbose;
} Diff;

/* ---- libxml2's side ---- */

static void
quiet(void *data, DiffXmlError err)
{
	(void) data;
	(void) err;
}

static void
number_node(void **slot, uintptr_t *n)
{
	*slot = (void *) (*n)++;
}

/* Give every node its place in document order, as xt_index does.  Documents are shallow, so recursion is. */
static void
number_nodes(xmlNodePtr node, uintptr_t *n)
{
	xmlAttrPtr a;
	xmlNodePtr c;

	number_node(&node->_private, n);
	if (node->type == XML_ELEMENT_NODE)
		for (a = node->properties; a != NULL; a = a->next)
			number_node(&a->_private, n);
	if (node->type == XML_ELEMENT_NODE || node->type == XML_DOCUMENT_NODE)
		for (c = node->children; c != NULL; c = c->next)
			number_nodes(c, n);
}

/*
 * Does libxml2 read the strings of all nodes as the numbers they are?  Departure: it takes "-", "." and "1e" for
 * numbers and reads decimals with an error; section 4.4.  Multiples of 1/64 add up to the same in any order.
 */
static bool
numbers_are_plain(xmlNodePtr node)
{
	xmlChar *s = xmlXPathCastNodeToString(node);
	double theirs = xmlXPathStringEvalNumber(s);
	double ours = bx_number_from_text((const char *) s, strlen((char *) s));
	bool plain =
		isnan(ours) ? isnan(theirs) : ours == theirs && fabs(ours) < 1e9 && ours * 64 == floor(ours * 64);
	xmlAttrPtr a;
	xmlNodePtr c;

	xmlFree(s);
	if (node->type == XML_ELEMENT_NODE)
		for (a = node->properties; a != NULL && plain; a = a->next)
			plain = numbers_are_plain((xmlNodePtr) a);
	if (node->type == XML_ELEMENT_NODE || node->type == XML_DOCUMENT_NODE)
		for (c = node->children; c != NULL && plain; c = c->next)
			plain = c->type == XML_DTD_NODE || numbers_are_plain(c);
	return plain;
}

static bool
load_dom(Diff *d, const char *text, uint32_t want)
{
	uintptr_t n = 0;
	xmlDtdPtr dtd;

	d->dom = xmlReadMemory(text, (int) strlen(text), "", NULL, DOM_OPTIONS);
	if (d->dom == NULL)
		return false;
	/* Departure: its tree has the DTD as a node; section 5 has none.  The IDs stay known without it. */
	dtd = xmlGetIntSubset(d->dom);
	if (dtd != NULL)
	{
		xmlUnlinkNode((xmlNodePtr) dtd);
		xmlFreeDtd(dtd);
	}
	number_nodes((xmlNodePtr) d->dom, &n);
	d->ctx = xmlXPathNewContext(d->dom);
	xmlXPathRegisterNs(d->ctx, BAD_CAST "p", BAD_CAST "urn:p");
	xmlXPathRegisterNs(d->ctx, BAD_CAST "q", BAD_CAST "urn:q");
	xmlXPathRegisterVariable(d->ctx, BAD_CAST "a", xmlXPathNewCString("a"));
	xmlXPathRegisterVariable(d->ctx, BAD_CAST "ten", xmlXPathNewCString("10"));
	xmlXPathRegisterVariable(d->ctx, BAD_CAST "two", xmlXPathNewFloat(2));
	xmlXPathRegisterVariable(d->ctx, BAD_CAST "half", xmlXPathNewFloat(0.5));
	xmlXPathRegisterVariable(d->ctx, BAD_CAST "t", xmlXPathNewBoolean(1));
	xmlXPathRegisterVariable(d->ctx, BAD_CAST "f", xmlXPathNewBoolean(0));
	return n == want;
}

static int
compare_places(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;

	return x < y ? -1 : x > y;
}

static void
put_places(BxBuf *out, uint32_t *places, uint32_t n)
{
	uint32_t i;

	xt_say(out, "nodes");
	for (i = 0; i < n; i++)
		xt_say(out, " %u", places[i]);
}

static void
put_dom_nodes(BxBuf *out, const xmlNodeSet *set)
{
	uint32_t n = set != NULL ? (uint32_t) set->nodeNr : 0;
	uint32_t *places = ut_need(malloc((n + 1) * sizeof(uint32_t)));
	xmlNodePtr first = NULL;
	xmlChar *s;
	uint32_t i;

	for (i = 0; i < n; i++)
	{
		places[i] = (uint32_t) (uintptr_t) set->nodeTab[i]->_private;
		if (first == NULL || set->nodeTab[i]->_private < first->_private)
			first = set->nodeTab[i];
	}
	qsort(places, n, sizeof(uint32_t), compare_places);
	put_places(out, places, n);
	if (first != NULL)
	{
		s = xmlXPathCastNodeToString(first);
		xt_say(out, ": ");
		xt_put(out, s, strlen((char *) s));
		xmlFree(s);
	}
	free(places);
}

static void
put_number(BxBuf *out, double x)
{
	xt_say(out, isnan(x) ? "number NaN" : "number %a", x);
}

/* Kind of the result, -1 for an error. */
static int
ask_libxml(Diff *d, BxBuf *out)
{
	xmlXPathObjectPtr r;
	int kind = -1;

	d->ctx->node = (xmlNodePtr) d->dom;
	/* Departure: outside predicates libxml2 fails; section 1 gives every evaluation a position and a size. */
	d->ctx->contextSize = d->ctx->proximityPosition = 1;
	r = xmlXPathEval((const xmlChar *) d->expr.theirs.data, d->ctx);
	if (r == NULL)
	{
		xt_say(out, "error");
		return -1;
	}
	switch (r->type)
	{
		case XPATH_NODESET:
			kind = OF_NODES;
			put_dom_nodes(out, r->nodesetval);
			break;
		case XPATH_NUMBER:
			kind = OF_NUMBERS;
			put_number(out, r->floatval == 0 ? 0 : r->floatval);
			break;
		case XPATH_STRING:
			kind = OF_STRINGS;
			xt_say(out, "string ");
			xt_put(out, r->stringval, strlen((char *) r->stringval));
			break;
		case XPATH_BOOLEAN:
			kind = OF_BOOLEANS;
			xt_say(out, "boolean %d", r->boolval);
			break;
		default: xt_say(out, "another type"); break;
	}
	xmlXPathFreeObject(r);
	return kind;
}

/* ---- our side ---- */

static void
put_our_nodes(BxBuf *out, XpCall *c, const XtDoc *doc, const XpBlock *path)
{
	const uint32_t *keys, *pairs;
	uint32_t *places;
	uint32_t n, i;
	XpItem text;

	if (xp_keys(c, path, &keys, &pairs, &n) != BX_OK || xp_value(c, path, &text) != BX_OK)
	{
		xt_say(out, "error %s", c->err->msg);
		return;
	}
	places = ut_need(malloc((n + 1) * sizeof(uint32_t)));
	for (i = 0; i < n; i++)
		places[i] = xt_find(doc, keys[i]);
	put_places(out, places, n);
	free(places);
	if (n > 0)
	{
		xt_say(out, ": ");
		xt_put(out, text.str.s, text.str.n);
	}
	else if (text.type != XP_T_ANY)
		xt_say(out, ", yet a value");
}

#define VAR(name, ...)                                                                                       \
	{                                                                                                        \
		.uri = "", .local = name, .local_len = sizeof(name) - 1, .value = { __VA_ARGS__ }                    \
	}

static const XpVar vars[] = {
	VAR("a", .type = XP_T_STRING, .str = {"a", 1}),  VAR("ten", .type = XP_T_STRING, .str = {"10", 2}),
	VAR("two", .type = XP_T_NUMBER, .number = 2),    VAR("half", .type = XP_T_NUMBER, .number = 0.5),
	VAR("t", .type = XP_T_BOOLEAN, .boolean = true), VAR("f", .type = XP_T_BOOLEAN, .boolean = false),
};

static void
put_our_atom(BxBuf *out, XpCall *c, const XpBlock *path)
{
	const XpExpr *root = &xp_nodes(path)[path->root];
	const char *name = root->op == XP_VARIABLE ? xp_pool(path) + xp_names(path)[root->name - 1].local : "";
	uint8_t type = root->type;
	XpItem text;
	size_t i;
	bool b;

	for (i = 0; i < sizeof(vars) / sizeof(vars[0]) && root->op == XP_VARIABLE; i++)
		if (xp_names(path)[root->name - 1].local_len == vars[i].local_len &&
			memcmp(name, vars[i].local, vars[i].local_len) == 0)
			type = vars[i].value.type;
	if (xp_value(c, path, &text) != BX_OK || xp_test(c, path, &b) != BX_OK)
		xt_say(out, "error %s", c->err->msg);
	else if (type == XP_T_NUMBER)
	{
		char buf[BX_NUMBER_TEXT_MAX + 1];

		memcpy(buf, text.str.s, text.str.n);
		buf[text.str.n] = '\0';
		put_number(out, strtod(buf, NULL));
	}
	else if (type == XP_T_STRING)
	{
		xt_say(out, "string ");
		xt_put(out, text.str.s, text.str.n);
	}
	else
		xt_say(out, "boolean %d", b);
}

static void
ask_ours(Diff *d, BxBuf *out, const XpBlock *path, int way_no)
{
	const XtDoc *doc = &d->forms[way_no % FORMS];
	XtWay way = {.navigate = way_no >= FORMS, .vars = vars, .n_vars = sizeof(vars) / sizeof(vars[0])};
	BxArena arena;
	BxError err;
	XpCall c;

	bx_arena_init(&arena, bx_host_libc());
	bx_error_clear(&err);
	xt_call(&c, &arena, doc, &way, &err);
	if (xp_nodes(path)[path->root].type == XP_T_NODESET)
		put_our_nodes(out, &c, doc, path);
	else
		put_our_atom(out, &c, path);
	bx_arena_reset(&arena);
}

/* ---- the engine of queries, in the mode of paths ---- */

static void
put_query_atom(BxBuf *out, FcRun *run, const XdItem *item)
{
	BxStr s;

	if (item->type == AT_DOUBLE)
		put_number(out, item->u.d == 0 ? 0 : item->u.d);
	else if (item->type == AT_BOOLEAN)
		xt_say(out, "boolean %d", (int) item->u.i);
	else if (item->type != AT_STRING || fc_text(run, item, &s) != BX_OK)
		xt_say(out, "an item of type %s", fc_type_name(item));
	else
	{
		xt_say(out, "string ");
		xt_put(out, s.s, s.n);
	}
}

/* All items: nodes in document order, or one that is none. */
static BxStatus
put_items(BxBuf *out, FcRun *run, const XtDoc *doc)
{
	BxBuf first;
	bool found, any = false;
	XdItem item;
	BxStr s;

	bx_buf_init(&first, bx_host_libc());
	for (;; any = true)
	{
		BX_TRY(fc_next(run, &item, &found));
		if (found && !at_is_node(&item))
		{
			put_query_atom(out, run, &item);
			return BX_OK;
		}
		if (!any)
			xt_say(out, "nodes");
		if (!found)
			break;
		xt_say(out, " %u", xt_find(doc, item.u.node.key));
		if (any)
			continue;
		BX_TRY(fc_text(run, &item, &s));
		xt_put(&first, s.s, s.n);
	}
	if (any)
	{
		xt_say(out, ": ");
		xt_put(out, first.data, first.len);
	}
	bx_buf_free(&first);
	return BX_OK;
}

static RuVar
query_variable(const XpVar *var)
{
	RuVar v = {.name = {.local = bx_str(var->local, var->local_len)}};
	XdItem item = var->value.type == XP_T_STRING   ? at_string_item(var->value.str)
				  : var->value.type == XP_T_NUMBER ? at_double_item(var->value.number)
												   : at_boolean_item(var->value.boolean);

	v.value = xd_seq_one(&item);
	return v;
}

static void
ask_query(const Diff *d, BxBuf *out, int form)
{
	const FcOptions options = {.mode = Q_MODE_PATH};
	RuVar values[sizeof(vars) / sizeof(vars[0])];
	const XtDoc *doc = &d->forms[form];
	const FcQuery *query;
	BxArena arena;
	BxError err;
	FcRun *run = NULL;
	FcCall call = {
		.host = bx_host_libc(), .arena = &arena, .err = &err, .value = doc->v, .n = doc->n, .vars = values};
	BxStatus st;

	bx_arena_init(&arena, bx_host_libc());
	bx_error_clear(&err);
	for (call.n_vars = 0; call.n_vars < sizeof(vars) / sizeof(vars[0]); call.n_vars++)
		values[call.n_vars] = query_variable(&vars[call.n_vars]);
	st = fc_compile(bx_str((const char *) d->expr.ours.data, d->expr.ours.len - 1), &options, bx_host_libc(),
					&arena, &query, &err);
	if (st == BX_OK)
		st = fc_open(query, &call, &run);
	if (st == BX_OK)
		st = put_items(out, run, doc);
	fc_close(run);
	if (st != BX_OK)
		xt_say(out, "error %s", err.msg);
	bx_arena_reset(&arena);
}

/* ---- comparing ---- */

static void
show(Diff *d, const char *what, const BxBuf *ours, const BxBuf *theirs)
{
	if (d->shown++ >= MOST_SHOWN)
		return;
	printf("# different (%s)\n# document: %s\n# ours:     %s\n# libxml2:  %s\n", what,
		   (const char *) d->doc.ours.data, (const char *) d->expr.ours.data,
		   (const char *) d->expr.theirs.data);
	printf("#   ours    %.*s\n", (int) ours->len, (const char *) ours->data);
	printf("#   libxml2 %.*s\n", (int) theirs->len, (const char *) theirs->data);
}

static void
compare_pair(Diff *d)
{
	static const char *const ways[] = {"stream, by path",   "stream, by name",   "stream, directories",
									   "navigate, by path", "navigate, by name", "navigate, directories",
									   "query, by path",    "query, by name",    "query, directories"};
	BxBuf ours, theirs;
	XpBlock *path;
	BxArena arena;
	BxError err;
	int kind, way;

	bx_buf_init(&ours, bx_host_libc());
	bx_buf_init(&theirs, bx_host_libc());
	bx_arena_init(&arena, bx_host_libc());
	kind = ask_libxml(d, &theirs);
	if (xp_compile((const char *) d->expr.ours.data, d->expr.ours.len - 1, 0, &arena, &path, &err) != BX_OK)
	{
		xt_say(&ours, "does not compile: %s", err.msg);
		show(d, "compile", &ours, &theirs);
		d->different[kind < 0 ? OF_DOCUMENTS : kind]++;
	}
	else
		for (way = 0; way < 3 * FORMS; way++)
		{
			ours.len = 0;
			if (way < 2 * FORMS)
				ask_ours(d, &ours, path, way);
			else
				ask_query(d, &ours, way - 2 * FORMS);
			if (ours.len == theirs.len && memcmp(ours.data, theirs.data, ours.len) == 0)
				continue;
			show(d, ways[way], &ours, &theirs);
			d->different[kind < 0 ? OF_DOCUMENTS : kind]++;
			break;
		}
	if (kind >= 0)
		d->pairs[kind]++;
	if (d->verbose)
		printf("# %.150s -> %.*s\n", (const char *) d->expr.theirs.data,
			   (int) (theirs.len < 60 ? theirs.len : 60), (const char *) theirs.data);
	bx_arena_reset(&arena);
	bx_buf_free(&ours);
	bx_buf_free(&theirs);
}

static void
drop_document(Diff *d)
{
	xmlXPathFreeContext(d->ctx);
	xmlFreeDoc(d->dom);
	xt_doc_free(&d->forms[0]);
	xt_doc_free(&d->forms[1]);
	xt_doc_free(&d->forms[2]);
	d->ctx = NULL;
	d->dom = NULL;
}

static bool
document_is_fit(const Gen *doc)
{
	xmlDocPtr dom =
		xmlReadMemory((const char *) doc->ours.data, (int) doc->ours.len - 1, "", NULL, DOM_OPTIONS);
	bool fit = dom == NULL || numbers_are_plain((xmlNodePtr) dom);

	xmlFreeDoc(dom);
	return fit;
}

static bool
next_document(Diff *d)
{
	const char *text;

	do
		gen_document(&d->doc);
	while (!document_is_fit(&d->doc));
	text = (const char *) d->doc.ours.data;
	d->expr.epilog = d->doc.epilog;
	d->pairs[OF_DOCUMENTS]++;
	memset(d->forms, 0, sizeof(d->forms));
	if (xt_doc(&d->forms[0], text, BX_MODE_SHAPES | (one_in(&d->doc, 2) ? UT_CONSTANTS : UT_HEAP),
			   BX_TYPED_LOSSLESS) &&
		xt_doc(&d->forms[1], text, BX_MODE_NAMES | (one_in(&d->doc, 2) ? UT_CONSTANTS : 0),
			   one_in(&d->doc, 2) ? BX_TYPED_OFF : BX_TYPED_LOSSLESS) &&
		xt_doc(&d->forms[2], text,
			   BX_MODE_SHAPES | UT_DIRECTORIES | (one_in(&d->doc, 2) ? UT_CONSTANTS : 0) |
				   (one_in(&d->doc, 2) ? UT_VALUES : 0) | (one_in(&d->doc, 2) ? UT_EVERY : 0),
			   BX_TYPED_LOSSLESS) &&
		load_dom(d, text, d->forms[0].n_nodes))
		return true;
	d->different[OF_DOCUMENTS]++;
	printf("# not the same nodes on both sides: %s\n", text);
	return false;
}

/* Most random paths select nothing, or are short when they do: take more of the others. */
static void
next_expression(Diff *d)
{
	xmlXPathObjectPtr r;
	bool empty;
	int i;

	for (i = 0; i < 12; i++)
	{
		gen_expression(&d->expr);
		if (one_in(&d->expr, 4))
			return;
		d->ctx->node = (xmlNodePtr) d->dom;
		d->ctx->contextSize = d->ctx->proximityPosition = 1;
		r = xmlXPathEval((const xmlChar *) d->expr.theirs.data, d->ctx);
		empty = r != NULL && r->type == XPATH_NODESET && xmlXPathNodeSetIsEmpty(r->nodesetval);
		xmlXPathFreeObject(r);
		if (!empty && (d->expr.theirs.len > 30 || one_in(&d->expr, 4)))
			return;
	}
}

static void
run(Diff *d, uint64_t pairs)
{
	uint64_t i;
	bool good = false;

	for (i = 0; i < pairs && d->shown < MOST_SHOWN; i++)
	{
		if (i % DOC_LIFE == 0)
		{
			if (i > 0)
				drop_document(d);
			good = next_document(d);
		}
		if (good)
		{
			next_expression(d);
			compare_pair(d);
		}
	}
	drop_document(d);
}

static int
report(const Diff *d, uint64_t seed)
{
	static const char *const names[] = {"node-sets", "numbers", "strings", "booleans",
										"documents and errors"};
	bool bad = false;
	int i;

	for (i = 0; i < N_KINDS; i++)
	{
		bool ok = d->different[i] == 0 && d->pairs[i] > 0;

		bad = bad || !ok;
		printf("%s %d - %s agree with libxml2: %llu of %llu differ, seed %llu\n", ok ? "ok" : "not ok", i + 1,
			   names[i], (unsigned long long) d->different[i], (unsigned long long) d->pairs[i],
			   (unsigned long long) seed);
	}
	printf("1..%d\n", N_KINDS);
	return bad;
}

int
main(int argc, char **argv)
{
	uint64_t pairs = 5000, seed = 1;
	static Diff d;
	int i;

	for (i = 1; i < argc; i++)
	{
		if (strcmp(argv[i], "-v") == 0)
			d.verbose = true;
		else if (strcmp(argv[i], "-n") == 0 && i + 1 < argc)
			pairs = strtoull(argv[++i], NULL, 10);
		else if (strcmp(argv[i], "-s") == 0 && i + 1 < argc)
			seed = strtoull(argv[++i], NULL, 10);
		else
		{
			fprintf(stderr, "usage: xpath_diff [-n PAIRS] [-s SEED] [-v]\n");
			return 2;
		}
	}
	xmlSetStructuredErrorFunc(NULL, quiet);
	gen_init(&d.doc, seed * 2);
	gen_init(&d.expr, seed * 2 + 1);
	run(&d, pairs);
	gen_free(&d.doc);
	gen_free(&d.expr);
	return report(&d, seed);
}
