/*
 * xd_tree.h -- trees of nodes in a run: the documents it is about, and those that it constructs.
 *
 * A forest is all trees of one run.  A tree is a stored value with what was bound to it; its root is a document node,
 * or, for a tree that a constructor made, any node.  A node is an item: (number of the tree, key) is its identity, and
 * the document order of all nodes of the run.
 */
#ifndef XD_TREE_H
#define XD_TREE_H

#include "../value/bx_key.h"
#include "xd_seq.h"

typedef enum XdKind
{
	XD_DOCUMENT,
	XD_ELEMENT,
	XD_ATTRIBUTE,
	XD_TEXT,
	XD_COMMENT,
	XD_PI,
	XD_NAMESPACE,
	XD_KINDS
} XdKind;

typedef enum XdAxis
{
	XD_CHILD,
	XD_DESCENDANT,
	XD_DESCENDANT_OR_SELF,
	XD_SELF,
	XD_ATTRIBUTE_AXIS,
	XD_NAMESPACE_AXIS,
	XD_FOLLOWING_SIBLING,
	XD_FOLLOWING,
	XD_PARENT, /* from here on the axes are reverse ones */
	XD_ANCESTOR,
	XD_ANCESTOR_OR_SELF,
	XD_PRECEDING_SIBLING,
	XD_PRECEDING,
	XD_AXES
} XdAxis;

/* Does the axis give nodes in reverse document order? */
static inline bool
xd_axis_is_reverse(XdAxis axis)
{
	return axis >= XD_PARENT;
}

/* The axis as paths have it in their blocks (XpAxis). */
extern uint8_t xd_axis_in_block(XdAxis axis);

/* Which nodes pass. */
typedef struct XdTest
{
	uint8_t kinds; /* bit 1 << XdKind for each kind that may pass */
	bool any_local;
	bool any_uri;
	bool nillable_only; /* never passes: nothing is nilled without a schema */
	BxStr uri;
	BxStr local;
	const struct XdTest *content; /* document-node(element(x)): its only element passes this; else NULL */
} XdTest;

#define XD_ANY_KIND 0x7F
#define XD_TEST_ANY ((XdTest){.kinds = XD_ANY_KIND, .any_local = true, .any_uri = true})

/*
 * The steps of all paths of a query: made once per query, bound to each tree as it is opened.  A path is a chain of
 * steps without predicates.
 */
typedef struct XdPaths XdPaths;

/* Paths that every query has. */
#define XD_PATH_NAMESPACES 0 /* namespace::node() */
#define XD_PATH_CHILDREN 1   /* child::node() */
#define XD_PATH_ATTRIBUTES 2 /* attribute::node() */

/* A predicate that a path may have: it counts no nodes, and raises no errors. */
typedef struct XdCondition XdCondition;

typedef struct XdStep
{
	XdAxis axis;
	XdTest test;
	const XdCondition *where; /* or NULL; on the axes child, descendant and attribute only */
} XdStep;

typedef enum XdConditionKind
{
	XD_EXISTS,   /* there is a node of the path */
	XD_EQUALS,   /* the string value of one is the text; by code points */
	XD_DIFFERS,  /* that of one is not */
	XD_COMPARES, /* one as a number, NaN where it is none, compares so with the number */
	XD_AND,
	XD_OR,
	XD_NOT
} XdConditionKind;

struct XdCondition
{
	uint8_t kind;
	const XdStep *steps; /* that lead on, from the node, without conditions */
	uint32_t n_steps;
	BxStr text;
	double number;
	uint8_t op;               /* AtComparison, with the number on the right */
	const XdCondition *a, *b; /* of XD_AND, XD_OR; XD_NOT has a */
};

#define XD_CONDITION_DEPTH 16 /* levels of the condition of a predicate, and predicates of a step */

/*
 * May another step follow this one in a path?  Not behind a reverse axis, or a test that needs a second look at a node
 * (self::attribute(), document-node(element(x))).
 */
extern bool xd_step_leads_on(const XdStep *step);

extern BxStatus xd_paths_new(BxArena *arena, BxError *err, XdPaths **paths);
/* Add a path, of which all steps but the last one lead on; *number names it, as it does the same path added before. */
extern BxStatus xd_paths_add(XdPaths *paths, const XdStep *steps, uint32_t n_steps, BxError *err,
							 uint32_t *number);
/* Nothing can be added from now on. */
extern BxStatus xd_paths_finish(XdPaths *paths, BxError *err);

/* The steps of a finished path, for explanations.  *scanned: one pass over the items of a value finds its nodes. */
extern const XdStep *xd_path_steps(const XdPaths *paths, uint32_t number, uint32_t *n_steps, bool *scanned);

typedef struct XdForest XdForest;
struct BxImage;

/*
 * The arena lasts as long as the run.  Arenas of the run have the keeper of the forest, so that they hold what is made
 * for them and what is kept in them: a constructed tree lasts as long as one arena holds it.
 */
extern BxStatus xd_forest_new(const BxHost *host, BxArena *arena, const XdPaths *paths, BxError *err,
							  XdForest **forest);
/* The work of looking at the nodes of all trees, added to. */
struct XpWork;
extern struct XpWork *xd_forest_work(XdForest *forest);
/*
 * What the caller keeps between runs of one plan for the table of the first tree, which nothing else uses
 * meanwhile, and the tables of all its runs; NULL: nothing.
 */
struct XpCache;
struct XpTableCache;
extern void xd_forest_cache(XdForest *forest, struct XpCache *cache, struct XpTableCache *tables);
/* Give back what trees took from the host. */
extern void xd_forest_close(XdForest *forest);
extern BxKeeper *xd_keeper(XdForest *forest);
/* The tree of a node lasts as long as the arena from now on: xd_item_keep. */
extern BxStatus xd_node_hold(BxArena *arena, const XdItem *node, BxError *err);
/* Does it last as long as the run, held or not? */
extern bool xd_node_stays(const XdForest *forest, const XdItem *node);

/*
 * A stored value as a tree; it is borrowed.  root: its document node.  base_uri may be empty: unknown.  What is wrong
 * with the value is found when the tree is looked at first.
 */
extern BxStatus xd_tree_open(XdForest *forest, const uint8_t *value, size_t n, BxStr base_uri, XdItem *root);
/*
 * The same of an image, which is filled where nodes are looked at, and must stay as long as the forest; others may use
 * it in between, its errors must be those of the forest.
 */
extern BxStatus xd_tree_open_image(XdForest *forest, struct BxImage *image, BxStr base_uri, XdItem *root);
/* The owner of an image takes it back when nothing holds the tree any more. */
typedef struct XdOwner
{
	void (*left)(struct XdOwner *owner);
} XdOwner;

/* The same of an image that goes with the tree, which lasts as a constructed one does: xd_tree_own. */
extern BxStatus xd_tree_open_owned(XdForest *forest, BxArena *arena, struct BxImage *image, XdOwner *owner,
								   XdItem *root);
/* The owner of the tree that a node is in; NULL: it has none. */
extern XdOwner *xd_tree_owner(const XdForest *forest, const XdItem *node);
/* The same of a value that consists of an element, which is the root: it has no parent. */
extern BxStatus xd_tree_open_node(XdForest *forest, const uint8_t *value, size_t n, BxStr base_uri,
								  XdItem *root);
/*
 * A constructed value, which is host memory and the tree's from now on, also after an error; the root is a document or
 * an element.  It lasts as long as the arena and those that its nodes are kept in; here and below, where the arena is
 * none of the run, as long as the run.
 */
extern BxStatus xd_tree_own(XdForest *forest, BxArena *arena, XdKind kind, uint8_t *value, size_t n,
							BxStr base_uri, XdItem *root);
/*
 * A constructed node by itself: an attribute, text, which may be empty, a comment, a PI (name.local is the target) or a
 * namespace node (name.local is the prefix).  Name (NULL: none) and string are copied.
 */
extern BxStatus xd_tree_open_lone(XdForest *forest, BxArena *arena, XdKind kind, const AtName *name,
								  BxStr string, XdItem *root);

/* ---- properties of nodes (F&O section 2, data model section 6) ---- */

static inline XdKind
xd_kind(const XdItem *node)
{
	return (XdKind) node->form;
}

/* Names borrow from the tree.  *has is false for nodes without a name, as is a namespace node of the default prefix. */
extern BxStatus xd_node_name(XdForest *forest, const XdItem *node, AtName *name, bool *has);
/* The string value, in the arena or borrowed from the tree. */
extern BxStatus xd_node_string(XdForest *forest, BxArena *arena, const XdItem *node, BxStr *s);
/* The typed value: xs:untypedAtomic, of comments, PIs and namespaces xs:string. */
extern BxStatus xd_node_data(XdForest *forest, BxArena *arena, const XdItem *node, XdItem *atom);
/*
 * The same for an operator that casts untyped values to xs:double: a value that is stored as a number may be given as
 * what the cast makes of it.
 */
extern BxStatus xd_node_data_as_number(XdForest *forest, BxArena *arena, const XdItem *node, XdItem *atom);
/* number() of XPath 1.0: NaN where the string value is none. */
extern BxStatus xd_node_number(XdForest *forest, BxArena *arena, const XdItem *node, double *d);
/* The string value as a key of a type; *ok is false where it is not a value of the type. */
extern BxStatus xd_node_key(XdForest *forest, BxArena *arena, const XdItem *node, AtType type, BxKey *key,
							bool *ok);
extern BxStatus xd_node_parent(XdForest *forest, const XdItem *node, XdItem *parent, bool *found);
extern BxStatus xd_node_root(XdForest *forest, const XdItem *node, XdItem *root);
/* The base URI that the tree of a node was opened with, whatever attributes xml:base say; empty: none. */
extern BxStr xd_tree_base_uri(const XdForest *forest, const XdItem *node);
/* Has it children? */
extern BxStatus xd_node_has_children(XdForest *forest, const XdItem *node, bool *has);

/* Does a node pass a test? */
extern BxStatus xd_node_passes(XdForest *forest, const XdItem *node, const XdTest *test, bool *passes);

static inline bool
xd_same_node(const XdItem *a, const XdItem *b)
{
	return a->n == b->n && a->u.node.key == b->u.node.key && a->form == b->form &&
		   (a->form != XD_NAMESPACE || a->u.node.up == b->u.node.up);
}

/* Is the node below the other one, which may be an attribute or a namespace node of it? */
extern BxStatus xd_node_is_below(XdForest *forest, const XdItem *node, const XdItem *above, bool *below);

/* Document order: -1, 0 or 1. */
extern int xd_node_compare(const XdForest *forest, const XdItem *a, const XdItem *b);
/* In document order, without duplicates, in place. */
extern BxStatus xd_nodes_sort(XdForest *forest, XdItem *nodes, uint64_t *n);

/* The namespaces in scope of an element (not of others), "xml" among them. */
typedef BxStatus (*XdNamespaceTake)(void *ctx, BxStr prefix, BxStr uri);
extern BxStatus xd_node_namespaces(XdForest *forest, const XdItem *element, XdNamespaceTake take, void *ctx);

/*
 * Elements with an ID among the words that the texts given hold; or, references, attributes of type IDREF or IDREFS
 * with such a word.  In document order, added to nodes: fn:id, fn:idref.
 */
extern BxStatus xd_nodes_by_id(XdForest *forest, const XdItem *root, const BxStr *ids, uint32_t n_ids,
							   bool references, XdSeqBuilder *nodes);

/* ---- navigation ---- */

/* The nodes of a path from one node, in document order without duplicates; of one reverse step in its own order. */
typedef struct XdCursor XdCursor;

/* The arena must not be released before the cursor is left; to leave it early costs nothing. */
extern BxStatus xd_cursor_open(XdForest *forest, BxArena *arena, uint32_t path, const XdItem *from,
							   XdCursor **cursor);
extern BxStatus xd_cursor_next(XdCursor *cursor, XdItem *node, bool *found);

/* How many nodes a cursor would give.  The arena is for scratch memory. */
extern BxStatus xd_path_count(XdForest *forest, BxArena *arena, uint32_t path, const XdItem *from,
							  uint64_t *n);

/* The last node that a cursor would give, if there is one.  The arena is for scratch memory. */
extern BxStatus xd_path_last(XdForest *forest, BxArena *arena, uint32_t path, const XdItem *from,
							 XdItem *node, bool *found);

/*
 * A copy of a node with what is below it, as a value of its own with the namespaces in scope, in host memory that is
 * the caller's; attributes and namespace nodes become text.  As bxml functions return it.
 */
struct BxWriterOptions;
extern BxStatus xd_node_value(XdForest *forest, const XdItem *node, const struct BxWriterOptions *options,
							  uint8_t **data, size_t *len);

#endif
