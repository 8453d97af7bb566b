/*
 * xd_tree_int.h -- what the files of the data model share: trees as sessions of path evaluation, and paths as its plan.
 */
#ifndef XD_TREE_INT_H
#define XD_TREE_INT_H

#include "../base/bx_core_int.h"

#include "../xpath/result/xp_session_int.h"
#include "xd_tree.h"

/* Paths that every query has, and that are not in its plan: the first numbers. */
#define XD_PATHS_ALWAYS 3

/* A path of a query. */
typedef struct XdPath
{
	XdStep *steps;
	uint32_t n_steps;
	uint32_t node; /* of the block */
	bool checked;  /* the last step's test is only a part of what XdTest asks for: xd_node_passes decides */
} XdPath;

struct XdPaths
{
	BxArena *arena;
	XdPath *list; /* by number */
	uint32_t n, cap;
	BxStrMap keys; /* of the paths, with the same numbers; those that are always there have keys of no path */
	XpBlock *block; /* NULL until xd_paths_finish */
	XpPlan *plan;
};

/* A path as it is evaluated. */
static inline const XpPath *
xd_path(const XdPaths *paths, uint32_t number)
{
	return xp_plan_path(paths->plan, paths->list[number].node);
}

typedef struct XdTree
{
	BxShared held; /* by the arenas that nodes of it were made for or kept in */
	XdForest *forest;
	uint32_t number;
	bool stays;           /* as long as the run */
	bool adopted;         /* the session is the caller's */
	uint8_t root;         /* XdKind */
	bool made;            /* by a constructor, and a result as it is: xd_tree_made */
	const uint8_t *value; /* NULL: a lone node */
	size_t n;
	BxImage *image; /* of the value, of which only what is filled may be read; NULL: all of it is there */
	uint8_t *own;   /* host memory that the value is; NULL: it is borrowed */
	XdOwner *owner; /* of the image; NULL: it has none */
	BxStr base_uri;
	XpSession *session; /* NULL until a node is looked at */
	XpNode last;        /* the last node that a cursor gave, no namespace node; key 0: none */
	BxArena arena;      /* of the session */
	AtName name;        /* of a lone node; its text and the string are behind this */
	BxStr string;
} XdTree;

#define XD_PAGE 64

/* Trees with consecutive numbers; NULL: it is not there any more. */
typedef struct XdPage
{
	uint32_t n; /* that are there */
	XdTree *trees[XD_PAGE];
} XdPage;

struct XdForest
{
	BxKeeper keeper; /* of the arenas of the run: xd_keeper */
	const BxHost *host;
	BxArena *arena;
	BxArena scratch;
	const XdPaths *paths;
	BxError *err;
	XpWork work;
	XpCache *cache; /* of the first tree; or NULL */
	XpTableCache *tables;
	XdPage **pages; /* by numbers of trees; NULL: nothing is there any more */
	uint32_t n, cap_pages;
	XdPage first;
	XdTree *gone; /* in the place of a tree that was given back */
	XdTree gone_tree;
	struct XdStore *stores; /* all of them: xd_store.c */
};

/* The tree of a node. */
static inline XdTree *
xd_tree_of(const XdForest *forest, const XdItem *node)
{
	const XdPage *page = forest->pages[node->n / XD_PAGE];
	XdTree *tree = BX_LIKELY(page != NULL) ? page->trees[node->n % XD_PAGE] : NULL;

	return BX_LIKELY(tree != NULL) ? tree : forest->gone;
}

static inline bool
xd_is_lone(const XdTree *tree)
{
	return tree->value == NULL && !tree->adopted;
}

/* The first item of a value: offset 0, below the document. */
static inline XdItem
xd_first_item(uint32_t tree, uint8_t kind)
{
	return (XdItem){.u.node = {2, 0}, .n = tree, .type = AT_NODE, .form = kind};
}

/* xd_tree.c: open the evaluation of a tree that is not a lone node. */
extern BxStatus xd_tree_begin(XdForest *forest, XdTree *tree);

/* The evaluation of a tree, whose scratch memory is the arena from now on. */
static inline BxStatus
xd_eval_of(XdForest *forest, XdTree *tree, BxArena *arena, XpEval **ev)
{
	if (BX_UNLIKELY(tree->session == NULL))
		BX_TRY(xd_tree_begin(forest, tree));
	*ev = &tree->session->ev;
	(*ev)->arena = arena;
	return BX_OK;
}

/* The same of the tree of a node. */
static inline BxStatus
xd_eval(XdForest *forest, BxArena *arena, const XdItem *node, XpEval **ev)
{
	return xd_eval_of(forest, xd_tree_of(forest, node), arena, ev);
}

/* From items to nodes of the evaluation, and back. */
static inline BxStatus
xd_load(const XdTree *tree, const XdItem *node, XpNode *nd)
{
	if (node->u.node.key != tree->last.key || node->u.node.key == 0 || node->form == XD_NAMESPACE)
		return xp_load(&tree->session->ev, &(XpNodeRef){node->u.node.key, node->u.node.up}, nd);
	*nd = tree->last;
	nd->up = node->u.node.up;
	return BX_OK;
}

/* The same of a node that is not a lone one, with the evaluation of paths in the tree. */
static inline BxStatus
xd_open_node(XdForest *forest, BxArena *arena, const XdItem *node, XpEval **ev, XpNode *nd)
{
	XdTree *tree = xd_tree_of(forest, node);

	BX_TRY(xd_eval_of(forest, tree, arena, ev));
	return xd_load(tree, node, nd);
}

static inline XdItem
xd_item_of(uint32_t tree, const XpNode *nd)
{
	static const uint8_t kinds[] = {[XP_DOC] = XD_DOCUMENT,      [BX_KIND_ELEMENT] = XD_ELEMENT,
									[BX_KIND_LEAF] = XD_ELEMENT, [BX_KIND_ATTRIBUTE] = XD_ATTRIBUTE,
									[BX_KIND_TEXT] = XD_TEXT,    [BX_KIND_COMMENT] = XD_COMMENT,
									[BX_KIND_PI] = XD_PI,        [BX_KIND_NAMESPACE] = XD_NAMESPACE};

	return (XdItem){.u.node = {nd->key, nd->up}, .n = tree, .type = AT_NODE, .form = kinds[nd->kind & 7]};
}

/* The pair of names that a namespace node is. */
static inline const BxPair *
xd_pair_of(const XpEval *ev, const XdItem *node)
{
	return &ev->table->pairs[ev->anchors[node->u.node.up - XP_UP_NAMESPACE].off];
}

/* xd_store.c: at the end of a run, what is left. */
extern void xd_stores_free(XdForest *forest);

/* xd_lone.c: xd_node_value of a lone node. */
extern BxStatus xd_lone_value(XdForest *forest, const XdTree *tree, const BxWriterOptions *options,
							  uint8_t **data, size_t *len);

/* Does a name pass the name part of a test? */
static inline bool
xd_name_passes(const XdTest *test, BxStr uri, BxStr local)
{
	return (test->any_uri || bx_str_equal(test->uri, uri)) &&
		   (test->any_local || bx_str_equal(test->local, local));
}

#endif
