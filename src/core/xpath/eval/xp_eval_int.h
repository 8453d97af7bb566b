/*
 * xp_eval_int.h -- what the files of the evaluator share.
 *
 * Compilation of an expression is split in two.  A plan (xp_plan.c) depends on the expression only: every step gets
 * a bit, paths get masks of axes.  A binding (xp_bind.c) depends on the expression and a value's tables: for every
 * shape, the set of steps whose node test its nodes pass.  Node tests are then one AND on a shape's mask.
 *
 * Paths run in two ways with the same answers.  Forward paths stream (xp_scan.c): one pass, sets of steps as
 * bits, subtrees without a live step skipped, early end.  Everything else navigates (xp_navigate.c) from node to node.
 */
#ifndef XP_EVAL_INT_H
#define XP_EVAL_INT_H

#include "../../base/bx_core_int.h"

#include "../../base/bx_buf.h"
#include "../../base/bx_bytes.h"
#include "../../base/bx_hash.h"
#include "../../format/bx_name_filter.h"
#include "../../format/bx_table.h"
#include "../../base/bx_long.h"
#include "../../value/bx_value.h"
#include "../syntax/xp_ast_int.h"
#include "../result/xp_eval.h"

#define XP_WORD_BITS 64
#define XP_KINDS 8 /* BxKind values; slot 0 stands for the document node */

/* ---- plan ---- */

/* A location path.  Step i is bit first + i of its word; bit first + n_steps means "selected". */
typedef struct XpPath
{
	uint32_t n_steps;
	uint32_t word;
	uint32_t first;
	uint32_t start; /* node of the primary expression the path starts from, 0 for none */
	bool absolute;
	bool itself;    /* "." */
	bool stream;    /* all of it runs in one forward pass */
	uint32_t head;  /* leading steps that do; the masks below are about them alone */
	uint32_t n_pos; /* predicates that count: each needs a counter per context */
	uint64_t child;
	uint64_t down;   /* descendant and descendant-or-self steps */
	uint64_t here;   /* self and descendant-or-self steps */
	uint64_t attr;   /* attribute steps */
	uint64_t single; /* attribute steps with an exact name: at most one match per element */
	uint64_t pred;   /* steps with predicates */
	uint64_t all;    /* every step of the head */
	uint64_t
		need; /* steps, of the whole path, whose test must match some shape if anything is to be selected */
	uint64_t selected;
	const uint32_t *steps; /* AST node of each step */
	const uint32_t *pos0;  /* number of the first counter of each step */
} XpPath;

typedef struct XpLit
{
	const char *s;
	uint32_t n;
	uint32_t enc_n; /* 0: has no typed form */
	uint8_t enc[BX_VALUE_ENC_MAX];
} XpLit;

typedef struct XpWordMasks
{
	uint64_t any[XP_KINDS];   /* steps every node of the kind passes */
	uint64_t named[XP_KINDS]; /* steps that also ask for a name */
} XpWordMasks;

/* At most this many variables of different names in one expression. */
#define XP_MAX_VARS 256

/* A predicate that one pass over content decides: xp_predicate_scan.c. */
typedef struct XpLight XpLight;

typedef struct XpPlan
{
	const XpBlock *block;
	const XpExpr *nodes;
	const XpName *names;
	const char *pool;
	uint32_t n_words;
	bool needs_up;     /* some axis or function goes to a parent */
	bool has_down;     /* some streaming path has a descendant step */
	bool needs_names;  /* some function asks for the name of a node */
	uint32_t *bit;     /* per AST node: word * 64 + bit of a step */
	uint8_t *axis;     /* per AST node: axis of a step, after "//" was merged into the next one */
	XpPath *paths;     /* per path */
	uint16_t *path_no; /* per AST node: path + 1 */
	XpLit *lits;       /* per string literal */
	uint16_t *lit_no;  /* per AST node: literal + 1 */
	uint32_t *vars;    /* per variable: a node that refers to it */
	uint32_t n_vars;
	uint32_t n_locals;           /* places for variables of for, let, some and every */
	struct XpPattern **patterns; /* per AST node: the compiled pattern of a call; NULL when there are none */
	uint32_t *held_no; /* per AST node: number of the held value, from 1; NULL when there are none */
	uint32_t n_held;
	XpLight **light;      /* per AST node: the predicate in its light form; NULL when there are none */
	uint8_t *var_no;      /* per AST node: number of its variable; NULL when there are none */
	XpWordMasks *masks;   /* per word */
	uint64_t *name_steps; /* [word * n_names + name]: steps that test for it */
	BxWanted wanted;      /* names asked for */
	bool named_only;      /* every step asks for a name */
} XpPlan;

/* Build the plan of a block in the arena.  The block is borrowed. */
extern BxStatus xp_plan_build(const XpBlock *block, BxArena *arena, XpPlan **plan, BxError *err);

/* ---- binding ---- */

/* What a constant token stands for. */
typedef struct XpConst
{
	uint32_t shape;
	uint32_t content; /* as XpNode has it */
	uint32_t len;
} XpConst;

typedef struct XpBound
{
	BxHeader head;
	uint32_t n_shapes;
	uint8_t *kinds;        /* of shapes */
	uint64_t *shape_steps; /* [word * n_shapes + shape] */
	uint64_t *below; /* path shapes only, [word * n_shapes + shape]: union over all shapes below, or NULL */
	uint64_t *all;   /* per word: union over all shapes */
	uint64_t *once;  /* per word: steps passed by exactly one shape, and that at most once per parent */
	uint32_t n_consts;
	XpConst *consts; /* per token below n_consts */
} XpBound;

struct XpCache
{
	BxArena own; /* plan and block copy */
	XpPlan *plan;
	XpBlock *block;     /* own copy of the path; the plan refers to it, or to one compiled with prefixes */
	XpPrefix *prefixes; /* own copies: what the plan was made with, when the path leaves prefixes unbound */
	uint32_t n_prefixes;
	bool unbound;         /* it does */
	BxArena tab;          /* table copy, its arrays and masks: of the last table seen */
	BxArenaMark empty;    /* of tab */
	const uint8_t *bytes; /* the table section the binding was made from, NULL for none */
	XpBound bound;
	uint32_t misses; /* in a shape */
};

#define XP_TABLE_LISTS 64

typedef struct BxScan BxScan;

struct XpTables
{
	BxHeader seen;       /* of the table met last, as far as its head tells */
	uint32_t met;        /* how often in succession */
	uint32_t met_before; /* and the one before it */
	bool valid;          /* all below is about one table */
	BxHeader head;
	const uint8_t *bytes; /* the table section */
	uint32_t n_shapes;
	uint32_t n_consts;
	BxPair *pairs;
	BxNameInfo *names;              /* of shapes */
	uint8_t *kinds;                 /* of shapes */
	XpConst *consts;                /* per constant */
	uint16_t first[XP_TABLE_LISTS]; /* shape + 1 by name */
	uint16_t *next;
	BxArena *tab;
	BxArenaMark empty;
};

/* xp_bind.c: the constants of a table, after its shapes of these kinds. */
extern BxStatus xp_bind_constants(BxScan *scan, uint32_t n_shapes, const uint8_t *kinds, BxArena *arena,
								  uint32_t *n, XpConst **consts);

/* Is the table of the name-mode value v there, or is it now?  NULL is allowed. */
extern bool xp_tables_find(XpTables *s, const BxHeader *h, const uint8_t *v);

/* The next shape with this local name, plus 1, after the one given (0 to begin with); 0 when there are no more. */
extern uint32_t xp_tables_shape(const XpTables *s, const char *local, uint32_t len, uint32_t after);

/* ---- evaluation ---- */

/* "//@x" as one step: the attributes of the context node and of all elements below it. */
#define XP_AX_DEEP_ATTRIBUTE XP_AX_COUNT

#define XP_ITEM_HEADER_MAX 9 /* token and length */
#define XP_DOC 0             /* kind of the document node; others are BxKind */

/*
 * A node: key orders nodes in document order and is unique.  Key of an item is (offset + 1) * 2, of the text inside a
 * leaf one more, of the document 0.
 */
typedef struct XpNode
{
	uint32_t key;
	uint32_t up;    /* anchor of the parent element, 0 when the parent is the document; XP_NO_UP unknown */
	uint32_t shape; /* of the item; leaf text: of the leaf */
	uint32_t
		content; /* offset of the payload, modulo 2^32: that of a constant lies in the table, before the items */
	uint32_t len;  /* of the payload */
	uint32_t next; /* offset behind the item */
	uint8_t kind;
} XpNode;

#define XP_NO_UP UINT32_MAX

/*
 * A namespace node has no item of its own, and many elements have the same ones in scope.  It is its element and the
 * pair that is in scope: its key is the element's, its shape the pair, its payload empty at the start of the element's,
 * and its way up an anchor { pair, anchor of the element } whose number carries this mark.
 */
#define XP_UP_NAMESPACE 0x80000000u

static inline bool
xp_is_namespace_up(uint32_t up)
{
	return up >= XP_UP_NAMESPACE && up != XP_NO_UP;
}

/* An element some kept node hangs under, or a namespace node.  anchors[0] is the document. */
typedef struct XpAnchor
{
	uint32_t off; /* of the element's item; namespace nodes: the pair */
	uint32_t up;
} XpAnchor;

/* A kept node of a node-set. */
typedef struct XpNodeRef
{
	uint32_t key;
	uint32_t up;
} XpNodeRef;

typedef struct XpSet
{
	XpNodeRef *items;
	uint32_t n;
	uint32_t cap;
} XpSet;

/* A value at run time, of the variables; kinds as in XpAtom. */
typedef struct XpVal
{
	uint8_t type; /* XpType */
	bool boolean;
	double number;
	XpLit text;
	const struct XpSeq *seq; /* XP_T_SEQUENCE: atomic values */
} XpVal;

typedef struct XpDir XpDir; /* xp_dir.c: what was read of the directories */

typedef struct XpEval
{
	const XpPlan *plan;
	const XpBound *bound;
	const uint8_t *kinds; /* of shapes */
	uint32_t n_shapes;
	uint32_t n_consts;     /* tokens below stand for constants */
	uint32_t short_shapes; /* shapes whose token takes one byte */
	const XpConst *consts;
	const BxTable *table; /* opened only when the plan needs names, or the caller does; else NULL */
	BxImage *img;
	const uint8_t *base; /* items section; base[off] may be read when xp_need_item or xp_payload said so */
	uint32_t lo;         /* base[lo .. lo + span) is filled, and an item header starting there */
	uint32_t span;
	uint32_t items_len;
	uint32_t doc_off; /* the document's items are those from here ... */
	uint32_t doc_end; /* ... to here: all but in a part */
	const XpSubtree *part;
	BxArena *arena; /* scratch: marked and released around predicates */
	BxError *err;
	XpWork *work;
	const BxHost *host;
	XpAnchor *anchors;
	uint32_t n_anchors, cap_anchors;
	uint32_t n_fixed;       /* anchors that stay until the evaluation ends */
	struct XpIds *ids;      /* index of IDs, in keep; NULL until id() is called */
	const XpVal *vals;      /* of variables */
	struct XpLocal *locals; /* of for, let, some and every */
	struct XpHeld *held; /* values that depend on nothing of the context, in keep; NULL when there are none */
	bool track_ancestors;        /* nodes need to know the way up */
	bool navigate;               /* never stream */
	uint32_t ticks;              /* steps until they are charged */
	uint32_t depth;              /* of nested evaluation */
	BxArena keep;                /* what stays until the evaluation ends, predicates or not */
	struct XpSiblings *siblings; /* lists of children, in keep; NULL until needed */
	uint32_t siblings_mask;
	uint32_t stamp;             /* number of the last step taken by such lists */
	struct XpInScope *scope;    /* namespaces in scope of the last element asked for; in keep */
	uint32_t dirs;              /* directories of the value, BX_DIR_* bits */
	XpDir *dir;                 /* NULL until one is asked; in keep */
	bool eager;                 /* ask them at once */
	uint32_t by_reference_from; /* as in XpCall */
	bool labels;                /* the same */
	bool hot;                   /* so many items were looked at that tables pay */
	struct XpSkipTable *pass;   /* of what is passed over, in keep; NULL until then */
} XpEval;

/* Dynamic context: XPath 1.0 section 1. */
typedef struct XpContext
{
	const XpNode *node; /* the caller's: a copy would wait for the stores that made it */
	uint32_t pos;
	uint32_t size;
	const struct XpItem *item; /* where "." may be an atomic value: the context item; else NULL */
} XpContext;

/* What a sink needs to know; for other things than nodes, n may be set instead of taking them. */
typedef enum XpWant
{
	XP_WANT_NODES,
	XP_WANT_ANY,  /* whether there are any: n > 0 */
	XP_WANT_COUNT /* how many: n */
} XpWant;

/* Receives the nodes of a path in document order; *stop ends the pass. */
typedef struct XpSink
{
	BxStatus (*take)(struct XpSink *sink, XpEval *ev, const XpNode *node, bool *stop);
	uint32_t most; /* nodes it takes before it stops the pass; 0: not known */
	XpWant want;
	uint64_t n;
} XpSink;

/* An evaluation charges its steps to the host's meter in lots of so many, so that a step costs a decrement. */
#define XP_TICKS 4096

/* Charge the steps taken; tables of what is passed over pay from now on. */
extern BxStatus xp_settle(XpEval *ev);
/* Report BX_E_CANCEL; other statuses stay. */
extern BxStatus xp_canceled(XpEval *ev, BxStatus st);

/* One step: a node looked at, an expression evaluated. */
static inline BxStatus
xp_tick(XpEval *ev)
{
	return BX_LIKELY(--ev->ticks > 0) ? BX_OK : xp_settle(ev);
}

/* So many bytes are handled. */
static inline BxStatus
xp_charge(XpEval *ev, uint64_t bytes)
{
	BxStatus st = bx_charge(ev->host, bytes);

	return BX_LIKELY(st == BX_OK) ? BX_OK : xp_canceled(ev, st);
}

/* Give back scratch memory, and anchors that no node kept hangs under; anchor 0 stays the document's. */
static inline void
xp_forget(XpEval *ev, const BxArenaMark *mark, uint32_t anchors)
{
	bx_arena_release(ev->arena, mark);
	ev->n_anchors = anchors == 0 && ev->n_anchors > 0 ? 1 : anchors;
	if (ev->n_anchors < ev->n_fixed)
		ev->n_anchors = ev->n_fixed;
}

/* xp_node.c: fill base[off .. off + len). */
extern BxStatus xp_fill(XpEval *ev, uint32_t off, uint32_t len);
/* Fill the payload of a node, unless it is that of a constant: tables are always there. */
extern BxStatus xp_fill_payload(XpEval *ev, const XpNode *nd);

/* Make sure that the header of an item at off can be read. */
static inline BxStatus
xp_need_item(XpEval *ev, uint32_t off)
{
	return BX_LIKELY(off - ev->lo < ev->span) ? BX_OK : xp_fill(ev, off, XP_ITEM_HEADER_MAX);
}

/* Put what a payload that refers to the heap stands for in its place. */
extern BxStatus xp_heap_payload(XpEval *ev, const XpNode *nd, const uint8_t **p, uint32_t *n);

/* Make sure that the payload of a node can be read where it is. */
static inline BxStatus
xp_need_payload(XpEval *ev, const XpNode *nd)
{
	if (BX_UNLIKELY(nd->content - ev->lo >= ev->span || nd->len > ev->span - (nd->content - ev->lo)))
		return xp_fill_payload(ev, nd);
	return BX_OK;
}

/* The payload of a node, n bytes: *p is good until the end of the evaluation. */
static inline BxStatus
xp_payload(XpEval *ev, const XpNode *nd, const uint8_t **p, uint32_t *n)
{
	*p = ev->base + (int32_t) nd->content;
	*n = nd->len;
	BX_TRY(xp_need_payload(ev, nd));
	return BX_LIKELY(nd->len == 0 || **p != BX_TAG_HEAP) ? BX_OK : xp_heap_payload(ev, nd, p, n);
}

/* Is a stored payload, which is no reference, this text? */
static inline bool
xp_payload_equals(const uint8_t *p, uint32_t n, const XpLit *text)
{
	if (bx_value_is_typed(p, n))
		return n == text->enc_n && memcmp(p, text->enc, n) == 0;
	return n == text->n && (n == 0 || memcmp(p, text->s, n) == 0);
}

static inline uint64_t
xp_shape_steps(const XpEval *ev, uint32_t word, uint32_t shape)
{
	return ev->bound->shape_steps[(size_t) word * ev->n_shapes + shape];
}

/*
 * The value of an item is read.  What it costs to look at all of it, the step to it pays for when it is short, and the
 * function that does so, in pieces, when it is long.
 */
static inline BxStatus
xp_count_value(XpEval *ev, uint32_t n)
{
	ev->work->values++;
	ev->work->bytes += n;
	return BX_LIKELY(n < BX_STEP_UNITS) ? BX_OK : xp_charge(ev, n < BX_LONG_PIECE ? n : BX_LONG_PIECE);
}

/* xp_node.c: from offsets to nodes */
extern BxStatus xp_damaged(XpEval *ev, uint32_t off);
/* Decode the item at off (< end); p->up is left alone. */
extern BxStatus xp_item_at(XpEval *ev, uint32_t off, uint32_t end, XpNode *nd);
/* The item at off is the constant. */
static inline void
xp_constant_at(XpEval *ev, uint32_t token, uint32_t off, XpNode *nd)
{
	const XpConst *c = &ev->consts[token];

	ev->work->items++;
	nd->key = (off + 1) * 2;
	nd->shape = c->shape;
	nd->content = c->content;
	nd->len = c->len;
	nd->next = off + bx_token_size(token);
	nd->kind = ev->kinds[c->shape];
}

extern void xp_leaf_text(const XpNode *leaf, XpNode *text, uint32_t leaf_anchor);
extern void xp_document(const XpEval *ev, XpNode *nd);
extern BxStatus xp_load(XpEval *ev, const XpNodeRef *item, XpNode *nd);
extern BxStatus xp_anchor(XpEval *ev, uint32_t off, uint32_t up, uint32_t *anchor);
/* Anchor for the children of nd. */
extern BxStatus xp_anchor_of(XpEval *ev, const XpNode *nd, uint32_t *anchor);
extern BxStatus xp_parent(XpEval *ev, const XpNode *nd, XpNode *parent, bool *found);
/* Does the node pass the step's node test? */
extern bool xp_test_node(const XpEval *ev, const XpNode *nd, uint32_t step);

/* xp_namespace.c */
extern BxStatus xp_namespace_load(XpEval *ev, const XpNodeRef *item, XpNode *nd);
extern bool xp_test_namespace(const XpEval *ev, const XpNode *nd, uint32_t step);
/* Enter the prefix of a pair into a set of prefixes: as bx_strmap_add. */
extern BxStatus xp_prefix_add(XpEval *ev, BxStrMap *prefixes, uint32_t pair, uint32_t *number, bool *added);

/* xp_id.c: the nodes of id(), in document order. */
extern BxStatus xp_id_nodes(XpEval *ev, const XpExpr *call, const XpContext *cx, XpSet *set);

/* xp_sibling.c: give back what the lists took from the host */
extern void xp_siblings_free(XpEval *ev);

/* xp_string.c: string values */
typedef struct XpStr
{
	const char *s;
	size_t n;
} XpStr;
/*
 * The string value of a node as a piece of the value that need not be fetched: *apart says whether it is one, of at
 * least ev->by_reference_from bytes; then *n bytes from *at of the plain value.
 */
extern BxStatus xp_node_apart(XpEval *ev, const XpNode *nd, bool *apart, uint32_t *at, uint32_t *n);
extern BxStatus xp_node_string(XpEval *ev, const XpNode *nd, XpStr *s);
/* Characters of it, without putting it together. */
extern BxStatus xp_node_length(XpEval *ev, const XpNode *nd, uint64_t *chars);
/* How many texts that are not empty an element or the document holds: 0, 1 (then *text is it), or 2 for more. */
extern BxStatus xp_only_text(XpEval *ev, const XpNode *nd, XpNode *text, uint32_t *n);
extern BxStatus xp_node_number(XpEval *ev, const XpNode *nd, double *d);
/* number() of a string, and characters of it, of any length. */
extern BxStatus xp_str_number(XpEval *ev, XpStr s, double *d);
extern BxStatus xp_str_length(XpEval *ev, XpStr s, uint64_t *chars);
struct BxBuf;
/* bx_buf_append in pieces that are charged. */
extern BxStatus xp_buf_append(XpEval *ev, struct BxBuf *buf, const char *s, size_t n);
extern BxStatus xp_number_string(XpEval *ev, double d, XpStr *s);
extern void *xp_alloc(XpEval *ev, size_t n);
/* Make an array from xp_alloc (or NULL) larger; see bx_arena_grow. */
extern void *xp_grow(XpEval *ev, void *p, size_t used, size_t n);
extern BxStatus xp_nomem(XpEval *ev, size_t n);

/* xp_vars.c: look up the values of all variables of the plan */
extern BxStatus xp_vars_bind(XpEval *ev, const XpCall *c);
extern bool xp_var_bool(const XpVal *val);
extern double xp_var_num(const XpVal *val);
extern BxStatus xp_var_str(XpEval *ev, const XpVal *val, XpStr *s);

/* Value of an XP_VARIABLE node. */
static inline const XpVal *
xp_val(const XpEval *ev, uint32_t expr)
{
	return &ev->vals[ev->plan->var_no[expr]];
}

/* Type of an expression; that of a variable is known only now. */
static inline uint8_t
xp_type(const XpEval *ev, uint32_t expr)
{
	uint8_t type = ev->plan->nodes[expr].type;

	return BX_LIKELY(type != XP_T_ANY) ? type : xp_val(ev, expr)->type;
}

/* Is the expression the same number wherever it is evaluated?  Then *k is it. */
static inline bool
xp_constant(const XpEval *ev, uint32_t expr, double *k)
{
	const XpExpr *e = &ev->plan->nodes[expr];

	if (e->op == XP_NUMBER)
		memcpy(k, ev->plan->pool + e->a, sizeof(double));
	else if (e->op == XP_VARIABLE && xp_val(ev, expr)->type == XP_T_NUMBER)
		*k = xp_val(ev, expr)->number;
	else
		return false;
	return true;
}

/* xp_scan.c */
extern BxStatus xp_stream(XpEval *ev, const XpPath *path, const XpNode *start, XpSink *sink);

/*
 * The same one node at a time, for paths that stream as a whole.  Memory is of the arena, which may be released down to
 * where xp_pull_next left it.
 */
typedef struct XpPull XpPull;
extern BxStatus xp_pull_open(XpEval *ev, const XpPath *path, const XpNode *start, XpPull **pull);
extern BxStatus xp_pull_next(XpPull *pull, XpNode *nd, bool *found);

/* xp_navigate.c */
extern BxStatus xp_set_push(XpEval *ev, XpSet *set, XpNodeRef item);
/* Add all nodes of another set; both are in document order, and so is the result, without duplicates. */
extern BxStatus xp_set_merge(XpEval *ev, XpSet *set, const XpSet *other);
extern BxStatus xp_set_add(XpEval *ev, XpSet *set, const XpNode *nd);
extern BxStatus xp_set_sort(XpEval *ev, XpSet *set);
/* Nodes of a node-set expression, in document order without duplicates. */
extern BxStatus xp_nodes_of(XpEval *ev, uint32_t expr, const XpContext *cx, XpSet *set);
/* Feed the nodes of any node-set expression to the sink in document order, streaming where possible. */
extern BxStatus xp_each(XpEval *ev, uint32_t expr, const XpContext *cx, XpSink *sink);
/* Number of nodes of the expression where it is kept from other contexts; else *known is false. */
extern BxStatus xp_count_kept(XpEval *ev, uint32_t expr, const XpContext *cx, bool *known, uint64_t *n);
/* Does the node pass predicate pred as number pos of size? */
extern BxStatus xp_predicate(XpEval *ev, uint32_t pred, const XpNode *nd, uint32_t pos, uint32_t size,
							 bool *pass);

/* xp_ops.c: typed evaluation of expressions */
extern BxStatus xp_bool(XpEval *ev, uint32_t expr, const XpContext *cx, bool *b);
extern BxStatus xp_num(XpEval *ev, uint32_t expr, const XpContext *cx, double *d);
extern BxStatus xp_str(XpEval *ev, uint32_t expr, const XpContext *cx, XpStr *s);
/* First node of a node-set in document order. */
extern BxStatus xp_first(XpEval *ev, uint32_t expr, const XpContext *cx, XpNode *nd, bool *found);
extern BxStatus xp_any(XpEval *ev, uint32_t expr, const XpContext *cx, bool *found);
extern BxStatus xp_count_nodes(XpEval *ev, uint32_t expr, const XpContext *cx, uint64_t *n);

/* "+", "-", "*", "div" and "mod" of doubles */
extern double xp_arithmetic(uint8_t op, double a, double b);

extern BxStatus xp_guard(XpEval *ev);

/* xp_compare.c */
/* The operator with its operands exchanged. */
extern uint8_t xp_flip(uint8_t op);
extern BxStatus xp_compare(XpEval *ev, const XpExpr *op, const XpContext *cx, bool *b);
/* One node against a number; against a string, with XP_EQ or XP_NE. */
extern BxStatus xp_node_compare_number(XpEval *ev, uint8_t op, const XpNode *nd, double number, bool *hit);
extern BxStatus xp_node_compare_text(XpEval *ev, uint8_t op, const XpNode *nd, const XpLit *text, bool *hit);

/* xp_func.c */
extern BxStatus xp_call_bool(XpEval *ev, const XpExpr *call, const XpContext *cx, bool *b);
extern BxStatus xp_call_num(XpEval *ev, const XpExpr *call, const XpContext *cx, double *d);
extern BxStatus xp_call_str(XpEval *ev, const XpExpr *call, const XpContext *cx, XpStr *s);

extern BxStatus xp_unsupported(XpEval *ev, const XpExpr *node, const char *what);

/*
 * xp_eval.c: keys of the selected nodes in the order they are delivered, in the call's arena; for tests.  A namespace
 * node has the key of its element; pairs has its pair, and UINT32_MAX for other nodes.
 */
extern BxStatus xp_keys(XpCall *c, const XpBlock *path, const uint32_t **keys, const uint32_t **pairs,
						uint32_t *n);

/*
 * xp_eval.c: an evaluation of which the caller says what is done with the expression.  With `names` the table is open
 * and nodes know the way up.
 */
typedef BxStatus (*XpRun)(XpEval *ev, uint32_t root, const XpContext *cx, void *arg);
extern BxStatus xp_evaluate(XpCall *c, const XpBlock *path, bool names, XpRun run, void *arg);

/*
 * xp_eval.c: an evaluation that stays open; memory is of the call's arena.  With `names` the table is open, with `up` nodes
 * know the way up.  Close it also after a failure.
 */
typedef struct XpSession XpSession;
extern BxStatus xp_session_open(XpCall *c, const XpBlock *path, bool names, bool up, XpSession **session);
extern XpEval *xp_session_ev(XpSession *session);
extern const XpContext *xp_session_cx(const XpSession *session);
extern void xp_session_close(XpSession *session);

/* xp_bind.c */
extern BxStatus xp_bind(XpCall *c, const XpBlock *block, BxImage *own, BxImage **image, const XpPlan **plan,
						const XpBound **bound);

#endif
