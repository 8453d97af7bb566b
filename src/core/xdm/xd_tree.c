/*
 * xd_tree.c -- trees of nodes: values that are opened once, and what is asked of their nodes.
 *
 * A tree is a session of path evaluation (xpath/result), which begins when the first node is looked at.  Its ways up
 * are kept as long as the tree, each once, so that an item is all that has to be known of a node.
 */
#include "xd_tree_int.h"

#include "../base/bx_sort.h"
#include "../xpath/nodes/xp_id_int.h"
#include "../xpath/result/xp_query_int.h"

/* ---- trees ---- */

BxStatus
xd_tree_begin(XdForest *forest, XdTree *tree)
{
	XpCall *call;

	if (tree == forest->gone)
		return bx_fail(forest->err, BX_E_STATE, -1, "a node was kept longer than its tree");
	call = bx_arena_zalloc(&tree->arena, sizeof(XpCall));
	if (call == NULL)
		return bx_fail_nomem(forest->err, sizeof(XpCall));
	/* nodes may be asked for their parents, but names are read when they are asked for */
	*call = (XpCall){.host = forest->host,
					 .arena = &tree->arena,
					 .v = tree->image == NULL ? tree->value : NULL,
					 .n = tree->n,
					 .image = tree->image,
					 .err = forest->err,
					 .cache = tree->number == 0 ? forest->cache : NULL,
					 .tables = tree->number == 0 ? forest->tables : NULL,
					 .plan = forest->paths->plan};
	BX_TRY(xp_session_open(call, forest->paths->block, XP_OPEN_ANCESTORS | XP_OPEN_STAY | XP_OPEN_PATHS,
						   &tree->session));
	tree->session->ev.work = &forest->work;
	return BX_OK;
}

void
xd_forest_cache(XdForest *forest, XpCache *cache, XpTableCache *tables)
{
	forest->cache = cache;
	forest->tables = tables;
}

XpWork *
xd_forest_work(XdForest *forest)
{
	return &forest->work;
}

BxStr
xd_tree_base_uri(const XdForest *forest, const XdItem *node)
{
	return xd_tree_of(forest, node)->base_uri;
}

/* ---- properties ---- */

static void
name_of_pair(const BxPair *pair, AtName *name)
{
	name->prefix = bx_str(pair->prefix, pair->prefix_len);
	name->uri = bx_str(pair->uri, pair->uri_len);
}

BxStatus
xd_node_name(XdForest *forest, const XdItem *node, AtName *name, bool *has)
{
	const XdTree *tree = xd_tree_of(forest, node);
	XdKind kind = xd_kind(node);
	const BxNameInfo *info;
	XpEval *ev;
	XpNode nd;

	*has = kind == XD_ELEMENT || kind == XD_ATTRIBUTE || kind == XD_PI || kind == XD_NAMESPACE;
	if (!*has)
		return BX_OK;
	if (xd_is_lone(tree))
		*name = tree->name;
	else
	{
		BX_TRY(xd_eval(forest, &forest->scratch, node, &ev));
		BX_TRY(xp_names_open(ev));
		*name = (AtName){{"", 0}, {"", 0}, {"", 0}};
		if (kind == XD_NAMESPACE)
			name->local = bx_str(xd_pair_of(ev, node)->prefix, xd_pair_of(ev, node)->prefix_len);
		else
		{
			BX_TRY(xd_load(tree, node, &nd));
			info = &ev->table->names[ev->table->shapes[nd.shape].name];
			name_of_pair(&ev->table->pairs[info->pair], name);
			name->local = bx_str(info->local, info->len);
		}
	}
	*has = name->local.n > 0;
	return BX_OK;
}

BxStatus
xd_node_string(XdForest *forest, BxArena *arena, const XdItem *node, BxStr *s)
{
	XdTree *tree = xd_tree_of(forest, node);
	XpEval *ev;
	XpNode nd;

	if (xd_is_lone(tree))
	{
		*s = tree->string;
		return BX_OK;
	}
	BX_TRY(xd_eval_of(forest, tree, arena, &ev));
	BX_TRY(xd_load(tree, node, &nd));
	return xp_node_string(ev, &nd, s);
}

BxStatus
xd_node_data(XdForest *forest, BxArena *arena, const XdItem *node, XdItem *atom)
{
	XdKind kind = xd_kind(node);
	bool string = kind == XD_COMMENT || kind == XD_PI || kind == XD_NAMESPACE;
	BxStr s;

	BX_TRY(xd_node_string(forest, arena, node, &s));
	*atom = at_text_item(string ? AT_STRING : AT_UNTYPED, s);
	return BX_OK;
}

BxStatus
xd_node_root(XdForest *forest, const XdItem *node, XdItem *root)
{
	const XdTree *tree = xd_tree_of(forest, node);

	if (xd_is_lone(tree))
		*root = *node;
	else if (tree->root == XD_DOCUMENT)
		*root = (XdItem){.u.node = {0, XP_NO_UP}, .n = node->n, .type = AT_NODE, .form = XD_DOCUMENT};
	else
		*root = xd_first_item(node->n, tree->root);
	return BX_OK;
}

BxStatus
xd_node_parent(XdForest *forest, const XdItem *node, XdItem *parent, bool *found)
{
	XpNode nd, above;
	XdItem root;
	XpEval *ev;

	BX_TRY(xd_node_root(forest, node, &root));
	*found = !xd_same_node(node, &root);
	if (!*found)
		return BX_OK;
	BX_TRY(xd_open_node(forest, &forest->scratch, node, &ev, &nd));
	BX_TRY(xp_parent(ev, &nd, &above, found));
	*parent = xd_item_of(node->n, &above);
	return BX_OK;
}

BxStatus
xd_node_has_children(XdForest *forest, const XdItem *node, bool *has)
{
	XpEval *ev;
	XpNode nd, in;
	uint32_t off;

	*has = false;
	if (xd_kind(node) != XD_DOCUMENT && xd_kind(node) != XD_ELEMENT)
		return BX_OK;
	BX_TRY(xd_open_node(forest, &forest->scratch, node, &ev, &nd));
	if (nd.kind == BX_KIND_LEAF)
	{
		*has = nd.len > 0;
		return BX_OK;
	}
	for (off = nd.content; off < nd.next && !*has; off = in.next)
	{
		BX_TRY(xp_next_item(ev, off, nd.next, &in));
		*has = xp_is_child_kind(in.kind);
	}
	return BX_OK;
}

BxStatus
xd_node_value(XdForest *forest, const XdItem *node, const BxWriterOptions *options, uint8_t **data,
			  size_t *len)
{
	const XdTree *tree = xd_tree_of(forest, node);
	XpItem item = {.type = XP_T_NODESET};
	BxArenaMark mark;
	XpEval *ev;
	XpNode nd;

	if (xd_is_lone(tree))
		return xd_lone_value(forest, tree, options, data, len);
	mark = bx_arena_mark(&forest->scratch);
	BX_TRY(xd_open_node(forest, &forest->scratch, node, &ev, &nd));
	item.node = &nd;
	BX_TRY(xp_session_value(tree->session, &item, options, XP_SCOPE_ALL, data, len));
	bx_arena_release(&forest->scratch, &mark);
	return BX_OK;
}

BxStatus
xd_node_is_below(XdForest *forest, const XdItem *node, const XdItem *above, bool *below)
{
	uint32_t key = node->u.node.key;
	XpEval *ev;
	XpNode nd;

	*below = node->n == above->n && xd_node_compare(forest, above, node) < 0 &&
			 (xd_kind(above) == XD_DOCUMENT || xd_kind(above) == XD_ELEMENT);
	if (!*below || xd_kind(above) == XD_DOCUMENT)
		return BX_OK;
	BX_TRY(xd_open_node(forest, &forest->scratch, above, &ev, &nd));
	*below = key / 2 - 1 < nd.next;
	return BX_OK;
}

/* ---- tests ---- */

/* Has a document one element, no text, and passes the element the test? */
static BxStatus
content_passes(XdForest *forest, const XdItem *node, const XdTest *test, bool *passes)
{
	BxArenaMark mark = bx_arena_mark(&forest->scratch);
	uint32_t elements = 0;
	XdCursor *cursor;
	bool found = true;
	XdItem child;

	BX_TRY(xd_cursor_open(forest, &forest->scratch, XD_PATH_CHILDREN, node, &cursor));
	for (*passes = true; *passes;)
	{
		BX_TRY(xd_cursor_next(cursor, &child, &found));
		if (!found)
			break;
		if (xd_kind(&child) == XD_TEXT || (xd_kind(&child) == XD_ELEMENT && elements++ > 0))
			*passes = false;
		else if (xd_kind(&child) == XD_ELEMENT)
			BX_TRY(xd_node_passes(forest, &child, test, passes));
	}
	*passes = *passes && elements == 1;
	bx_arena_release(&forest->scratch, &mark);
	return BX_OK;
}

BxStatus
xd_node_passes(XdForest *forest, const XdItem *node, const XdTest *test, bool *passes)
{
	XdKind kind = xd_kind(node);
	AtName name = {{"", 0}, {"", 0}, {"", 0}};
	bool has;

	*passes = (test->kinds & (1u << kind)) != 0 && !test->nillable_only;
	if (!*passes || (test->any_local && test->any_uri && test->content == NULL))
		return BX_OK;
	if (kind == XD_DOCUMENT)
		return test->content != NULL ? content_passes(forest, node, test->content, passes) : BX_OK;
	if (kind == XD_TEXT || kind == XD_COMMENT)
		return BX_OK;
	BX_TRY(xd_node_name(forest, node, &name, &has));
	if (kind == XD_PI)
		*passes = test->any_local || bx_str_equal(test->local, name.local);
	else
		*passes = xd_name_passes(test, name.uri, name.local);
	return BX_OK;
}

/* ---- order ---- */

int
xd_node_compare(const XdForest *forest, const XdItem *a, const XdItem *b)
{
	const XpAnchor *anchors;

	if (a->n != b->n)
		return a->n < b->n ? -1 : 1;
	if (a->u.node.key != b->u.node.key)
		return a->u.node.key < b->u.node.key ? -1 : 1;
	if (a->form != XD_NAMESPACE || b->form != XD_NAMESPACE)
		return (a->form == XD_NAMESPACE) - (b->form == XD_NAMESPACE);
	if (a->u.node.up == b->u.node.up)
		return 0;
	/* of one element: as its tree has the pairs */
	anchors = xd_tree_of(forest, a)->session->ev.anchors;
	return anchors[a->u.node.up - XP_UP_NAMESPACE].off < anchors[b->u.node.up - XP_UP_NAMESPACE].off ? -1 : 1;
}

/* Of nodes among which no namespace nodes are. */
static int
compare_keys(const void *a, const void *b)
{
	const XdItem *x = a, *y = b;

	if (x->n != y->n)
		return x->n < y->n ? -1 : 1;
	return (x->u.node.key > y->u.node.key) - (x->u.node.key < y->u.node.key);
}

static void
sift(const XdForest *f, XdItem *a, uint64_t i, uint64_t n)
{
	XdItem x = a[i];
	uint64_t c;

	for (; (c = 2 * i + 1) < n; i = c)
	{
		if (c + 1 < n && xd_node_compare(f, &a[c], &a[c + 1]) < 0)
			c++;
		if (xd_node_compare(f, &x, &a[c]) >= 0)
			break;
		a[i] = a[c];
	}
	a[i] = x;
}

/* Of any nodes. */
static BxStatus
heap_sort(const XdForest *f, XdItem *a, uint64_t n)
{
	uint64_t i;

	for (i = n / 2; i-- > 0;)
	{
		BX_TRY(bx_step(f->host));
		sift(f, a, i, n);
	}
	for (i = n; i-- > 1;)
	{
		XdItem x = a[0];

		BX_TRY(bx_step(f->host));
		a[0] = a[i];
		a[i] = x;
		sift(f, a, 0, i);
	}
	return BX_OK;
}

BxStatus
xd_nodes_sort(XdForest *forest, XdItem *nodes, uint64_t *n)
{
	bool ordered = true, namespaces = false;
	uint64_t i, k;

	BX_TRY(bx_charge(forest->host, *n * sizeof(XdItem)));
	for (i = 1; i < *n && ordered; i++)
		ordered = xd_node_compare(forest, &nodes[i - 1], &nodes[i]) < 0;
	if (ordered)
		return BX_OK;
	for (i = 0; i < *n && !namespaces; i++)
		namespaces = nodes[i].form == XD_NAMESPACE;
	if (namespaces)
		BX_TRY(heap_sort(forest, nodes, *n));
	else
		BX_TRY(bx_sort(forest->host, nodes, *n, sizeof(XdItem), compare_keys, forest->err));
	for (i = k = 1; i < *n; i++)
		if (!xd_same_node(&nodes[k - 1], &nodes[i]))
			nodes[k++] = nodes[i];
	*n = k;
	return BX_OK;
}

/* ---- namespaces and IDs ---- */

BxStatus
xd_node_namespaces(XdForest *forest, const XdItem *element, XdNamespaceTake take, void *ctx)
{
	BxArenaMark mark = bx_arena_mark(&forest->scratch);
	const BxPair *pair;
	XdCursor *cursor;
	bool found = true;
	XdItem node;

	BX_TRY(xd_cursor_open(forest, &forest->scratch, XD_PATH_NAMESPACES, element, &cursor));
	for (;;)
	{
		BX_TRY(xd_cursor_next(cursor, &node, &found));
		if (!found)
			break;
		pair = xd_pair_of(&xd_tree_of(forest, element)->session->ev, &node);
		BX_TRY(take(ctx, bx_str(pair->prefix, pair->prefix_len), bx_str(pair->uri, pair->uri_len)));
	}
	bx_arena_release(&forest->scratch, &mark);
	return BX_OK;
}

BxStatus
xd_nodes_by_id(XdForest *forest, const XdItem *root, const BxStr *ids, uint32_t n_ids, bool references,
			   XdSeqBuilder *nodes)
{
	BxArenaMark mark = bx_arena_mark(&forest->scratch);
	XpSet set = {NULL, 0, 0};
	XpEval *ev;
	uint32_t i;
	XpNode nd;

	if (xd_is_lone(xd_tree_of(forest, root)))
		return BX_OK;
	BX_TRY(xd_eval(forest, &forest->scratch, root, &ev));
	if (references)
		BX_TRY(xp_idrefs_add(ev, ids, n_ids, &set));
	else
		BX_TRY(xp_ids_open(ev));
	for (i = 0; i < n_ids && !references; i++)
		BX_TRY(xp_ids_add(ev, ids[i], &set));
	BX_TRY(xp_set_sort(ev, &set));
	for (i = 0; i < set.n; i++)
	{
		XdItem item;

		BX_TRY(xp_next_node(ev, &set.items[i], &nd));
		item = xd_item_of(root->n, &nd);
		BX_TRY(xd_seq_add(nodes, &item, forest->err));
	}
	bx_arena_release(&forest->scratch, &mark);
	return BX_OK;
}
