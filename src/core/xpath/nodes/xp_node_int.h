/*
 * xp_node_int.h -- an evaluation, and the nodes of the value it is about.
 */
#ifndef XP_NODE_INT_H
#define XP_NODE_INT_H

#include "../../base/bx_core_int.h"

#include "../../base/bx_hash.h"
#include "../../base/bx_long.h"
#include "../../format/bx_item.h"
#include "../plan/xp_bind_int.h"
#include "../plan/xp_position_int.h"

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
		content; /* offset of the payload, modulo 2^32: that of a constant is in the table, before the items */
	uint32_t len;  /* of the payload */
	uint32_t next; /* offset of the next item */
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

/* An ancestor of a kept node, or a namespace node.  anchors[0] is the document. */
typedef struct XpAnchor
{
	uint32_t off; /* of the element's item; namespace nodes: the pair */
	uint32_t up;
} XpAnchor;

typedef struct XpSet
{
	XpNodeRef *items;
	uint32_t n;
	uint32_t cap;
} XpSet;

typedef struct XpEval XpEval;

/* Does the node pass predicate pred as number pos of size? */
typedef BxStatus (*XpPredicate)(XpEval *ev, uint32_t pred, const XpNode *nd, uint32_t pos, uint32_t size,
								bool *pass);

typedef struct XpDir XpDir; /* xp_dir.c: what was read of the directories */

/* Lists of nodes by their parents, in the memory that stays. */
typedef struct XpSiblingLists
{
	struct XpSiblings *list; /* NULL until needed */
	uint32_t mask;
	uint32_t stamp; /* number of the last step taken by them */
} XpSiblingLists;

struct XpEval
{
	const XpPlan *plan;
	const XpBound *bound;
	const uint8_t *kinds; /* of shapes */
	uint32_t n_shapes;
	uint32_t n_consts;     /* tokens below are constants */
	uint32_t short_shapes; /* bound shapes whose token takes one byte */
	const XpConst *consts;
	const BxTable *table; /* of names: NULL until xp_names_open */
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
	XpPredicate predicate; /* of the evaluator */
	const struct XpEvaluators *evaluators;
	struct XpRun *run; /* evaluates the expressions of the session (plan/xp_run.h), or NULL */
	XpAnchor *anchors;
	uint32_t n_anchors, cap_anchors;
	uint32_t n_fixed;      /* anchors that stay until the evaluation ends */
	BxHashMap *anchor_map; /* all stay, and none is there twice: they are found by this; in keep; else NULL */
	struct XpIds *ids;     /* index of IDs, in keep; NULL until id() is called */
	const XpPosition *positions; /* of the plan, or with values of variables filled in */
	const XpItem *vars;          /* values of variables, those of strings also with their stored form */
	const XpLit *var_texts;
	XpItem *locals;                  /* of for, let, some and every; XP_T_ANY: out of scope */
	struct XpItemsState *free_items; /* states of iterators, in keep, for the next one */
	struct XpPull *free_pulls;       /* likewise */
	struct XpHeld *held;     /* values that do not depend on the context, in keep; NULL when there are none */
	bool track_ancestors;    /* nodes need to know the way up */
	bool navigate;           /* never stream */
	uint32_t ticks;          /* steps until they are charged */
	uint32_t lot;            /* what ticks began with */
	uint32_t settled;        /* times they were charged */
	uint32_t depth;          /* of nested evaluation */
	BxArena keep;            /* what stays until the evaluation ends, predicates or not */
	XpSiblingLists siblings; /* of children */
	struct XpInScope *scope; /* namespaces in scope of the last element asked for; in keep */
	uint32_t dirs;           /* directories of the value, BX_DIR_* bits */
	XpDir *dir;              /* NULL until one is asked; in keep */
	bool use_directories_at_once; /* ask them at once */
	uint32_t by_reference_from;   /* as in XpCall */
	bool labels;                  /* the same */
	bool hot;                     /* enough items were looked at for skip tables to pay off */
	struct XpSkipTable *skip;     /* skip tables, in keep; NULL until they are used */
};

/* What a sink needs; unless that is nodes, n can be set instead of delivering them. */
typedef enum XpWant
{
	XP_WANT_NODES,
	XP_WANT_ANY,  /* whether there are any: n > 0 */
	XP_WANT_COUNT /* how many: n */
} XpWant;

/* Receives the nodes of a path in document order; *stop ends the delivery. */
typedef struct XpSink
{
	BxStatus (*take)(struct XpSink *sink, XpEval *ev, const XpNode *node, bool *stop);
	uint32_t max; /* nodes it takes at most; 0: not known */
	XpWant want;
	const struct BxKeyRange
		*only; /* nodes whose values have no key of these may be left out; NULL: none may */
	uint64_t n;
} XpSink;

/* An evaluation charges this many steps at once to the host's meter, so that a step costs a decrement. */
#define XP_TICKS 4096

/* Charge the steps taken; from now on skip tables pay off. */
extern BxStatus xp_settle(XpEval *ev);

/* Make it happen after n steps at the latest. */
static inline void
xp_settle_after(XpEval *ev, uint32_t n)
{
	if (ev->ticks <= n)
		return;
	ev->lot -= ev->ticks - n;
	ev->ticks = n;
}

/* Report BX_E_CANCEL; other statuses stay. */
extern BxStatus xp_canceled(XpEval *ev, BxStatus st);

/* Charge one step: a node is looked at, or an expression evaluated. */
static inline BxStatus
xp_tick(XpEval *ev)
{
	return BX_LIKELY(--ev->ticks > 0) ? BX_OK : xp_settle(ev);
}

/* Charge bytes that are handled. */
static inline BxStatus
xp_charge(XpEval *ev, uint64_t bytes)
{
	BxStatus st = bx_charge(ev->host, bytes);

	return BX_LIKELY(st == BX_OK) ? BX_OK : xp_canceled(ev, st);
}

/* Release scratch memory and the anchors made since; anchor 0 remains the document's. */
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

/*
 * Passing over records is bound by memory latency, so bytes are prefetched this far ahead; of content that is jumped
 * over, only the last lines are.
 */
#define XP_AHEAD 1536
#define XP_AHEAD_LINES 16
#define XP_LINE 64

static inline void
xp_ahead(const XpEval *ev, uint32_t from, uint32_t to)
{
	uint32_t least = to > XP_AHEAD_LINES * XP_LINE ? to - XP_AHEAD_LINES * XP_LINE : 0;

	for (from = from > least ? from : least; from < to; from += XP_LINE)
		__builtin_prefetch(ev->base + from + XP_AHEAD);
}

/* xp_fill when all items are there, as they are in memory; false when they are not. */
static inline bool
xp_all_filled(XpEval *ev)
{
	const BxImage *img = ev->img;
	uint32_t items = img->head.items_off;

	if (BX_UNLIKELY(img->lo > items || img->hi < items + ev->items_len))
		return false;
	ev->lo = 0;
	ev->span = UINT32_MAX;
	return true;
}

/* Fill the payload of a node, unless it is that of a constant: tables are always there. */
extern BxStatus xp_fill_payload(XpEval *ev, const XpNode *nd);

/* Make sure that the header of an item at off can be read. */
static inline BxStatus
xp_need_item(XpEval *ev, uint32_t off)
{
	return BX_LIKELY(off - ev->lo < ev->span) ? BX_OK : xp_fill(ev, off, BX_ITEM_HEADER_MAX);
}

/* Replace a payload that refers to the heap by the value in the heap. */
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

/* xp_node_compare.c: the same where it has a form that only a declared type gives. */
extern bool xp_declared_equals(const uint8_t *p, uint32_t n, const XpLit *text);

/* Does a stored payload, not a reference, equal this text? */
static inline bool
xp_payload_equals(const uint8_t *p, uint32_t n, const XpLit *text)
{
	if (bx_value_is_typed(p, n))
		return BX_UNLIKELY(bx_value_is_declared(p, n)) ? xp_declared_equals(p, n, text)
													   : n == text->enc_n && memcmp(p, text->enc, n) == 0;
	return n == text->n && (n == 0 || memcmp(p, text->s, n) == 0);
}

static inline uint64_t
xp_shape_steps(const XpEval *ev, uint32_t word, uint32_t shape)
{
	return ev->bound->shape_steps[(size_t) word * ev->n_shapes + shape];
}

/*
 * Count a value that is about to be read.  A short one is paid for by the step to its item; a long one is charged by
 * the function that reads it in pieces.
 */
static inline BxStatus
xp_count_value(XpEval *ev, uint32_t n)
{
	ev->work->values++;
	ev->work->bytes += n;
	return BX_LIKELY(n < BX_STEP_UNITS) ? BX_OK : xp_charge(ev, n < BX_LONG_PIECE ? n : BX_LONG_PIECE);
}

/* The payload of a node whose value is about to be read. */
static inline BxStatus
xp_value_payload(XpEval *ev, const XpNode *nd, const uint8_t **p, uint32_t *n)
{
	BX_TRY(xp_payload(ev, nd, p, n));
	return xp_count_value(ev, *n);
}

/* xp_node.c: from offsets to nodes */
extern BxStatus xp_damaged(XpEval *ev, uint32_t off);
/* Set ev->short_shapes from the binding. */
static inline void
xp_short_shapes(XpEval *ev)
{
	ev->short_shapes = bx_short_shapes(ev->n_consts, ev->bound->n_bound);
}

/* The node of an item whose payload starts head bytes after off. */
BX_INLINE void
xp_take_item(XpEval *ev, uint32_t off, uint32_t shape, uint32_t head, uint32_t len, XpNode *nd)
{
	ev->work->items++;
	nd->key = (off + 1) * 2;
	nd->shape = shape;
	nd->content = off + head;
	nd->len = len;
	nd->next = off + head + len;
	nd->kind = ev->kinds[shape];
}

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

/* The text node inside a leaf, whose way up is not set yet. */
static inline void
xp_leaf_text(const XpNode *leaf, XpNode *text)
{
	*text = *leaf;
	text->key++;
	text->kind = BX_KIND_TEXT;
	text->up = XP_NO_UP;
}

static inline void
xp_document(const XpEval *ev, XpNode *nd)
{
	*nd = (XpNode){.up = XP_NO_UP,
				   .shape = BX_SHAPE_NONE,
				   .content = ev->doc_off,
				   .len = ev->doc_end - ev->doc_off,
				   .next = ev->doc_end,
				   .kind = XP_DOC};
}

extern BxStatus xp_load(XpEval *ev, const XpNodeRef *item, XpNode *nd);
/* Room for one more behind n items of this size in an array that lasts as long as the evaluation. */
extern BxStatus xp_keep_room(XpEval *ev, void **array, size_t size, uint32_t n, uint32_t *cap);
/* Make room for more anchors. */
extern BxStatus xp_grow_anchors(XpEval *ev);
/* The anchor that says this, made unless it is there: of an evaluation whose anchors stay. */
extern BxStatus xp_anchor_once(XpEval *ev, uint32_t off, uint32_t up, uint32_t *anchor);

/* A new anchor. */
static inline BxStatus
xp_anchor(XpEval *ev, uint32_t off, uint32_t up, uint32_t *anchor)
{
	if (BX_UNLIKELY(ev->anchor_map != NULL))
		return xp_anchor_once(ev, off, up, anchor);
	if (BX_UNLIKELY(ev->n_anchors == ev->cap_anchors))
		BX_TRY(xp_grow_anchors(ev));
	ev->anchors[ev->n_anchors] = (XpAnchor){off, up};
	*anchor = ev->n_anchors++;
	return BX_OK;
}

/* Anchor for the children of nd. */
extern BxStatus xp_anchor_of(XpEval *ev, const XpNode *nd, uint32_t *anchor);

/* Read the table of names into the arena, which must stay until the evaluation ends. */
extern BxStatus xp_names_read(XpEval *ev, BxArena *arena);

/* The same, when names are asked for: from now on they are there. */
static inline BxStatus
xp_names_open(XpEval *ev)
{
	return BX_LIKELY(ev->table != NULL) ? BX_OK : xp_names_read(ev, &ev->keep);
}
extern BxStatus xp_parent(XpEval *ev, const XpNode *nd, XpNode *parent, bool *found);
/* The way up of a node of one evaluation as one of another on the same value; scratch memory is that of the latter. */
extern BxStatus xp_carry(const XpEval *from, uint32_t up, XpEval *to, uint32_t *carried);

/* xp_load and xp_item_at for the next node or item of a walk, which is a step of work. */
static inline BxStatus
xp_next_node(XpEval *ev, const XpNodeRef *item, XpNode *nd)
{
	BX_TRY(xp_tick(ev));
	return xp_load(ev, item, nd);
}

static inline BxStatus
xp_next_item(XpEval *ev, uint32_t off, uint32_t end, XpNode *nd)
{
	BX_TRY(xp_tick(ev));
	return xp_item_at(ev, off, end, nd);
}

/* Does the node pass the step's node test? */
extern bool xp_test_node(const XpEval *ev, const XpNode *nd, uint32_t step);

/* xp_namespace.c */
extern BxStatus xp_namespace_load(XpEval *ev, const XpNodeRef *item, XpNode *nd);
/* The pair of the declaration at *off in an element's content, and *off behind it; XP_NO_PAIR: there is none. */
#define XP_NO_PAIR UINT32_MAX
extern BxStatus xp_next_declaration(XpEval *ev, uint32_t *off, uint32_t end, uint32_t *pair);
/* Enter the prefix of a pair into a set of prefixes: as bx_strmap_add. */
extern BxStatus xp_prefix_add(XpEval *ev, BxStrMap *prefixes, uint32_t pair, uint32_t *number, bool *added);

/* xp_sibling.c: give back what the lists took from the host, when there are some */
extern void xp_siblings_free(XpEval *ev);

extern void *xp_alloc(XpEval *ev, size_t n);
/* Make an array from xp_alloc (or NULL) larger; see bx_arena_grow. */
extern void *xp_grow(XpEval *ev, void *p, size_t used, size_t n);
extern BxStatus xp_nomem(XpEval *ev, size_t n);

/* An error when the stack does not allow another nested evaluation. */
extern BxStatus xp_check_stack(XpEval *ev);

/* One expression is evaluated.  A frame is small, so not each of them looks at the stack. */
static inline BxStatus
xp_guard(XpEval *ev)
{
	if (BX_UNLIKELY((++ev->work->steps & 15) == 0))
		BX_TRY(xp_check_stack(ev));
	return xp_tick(ev);
}

extern BxStatus xp_unsupported(XpEval *ev, const XpExpr *node, const char *what);

extern double xp_var_num(const XpItem *value);

/* Value of an XP_VARIABLE node: an atomic value, or XP_T_SEQUENCE of them. */
static inline const XpItem *
xp_var(const XpEval *ev, uint32_t expr)
{
	return &ev->vars[ev->plan->var_no[expr]];
}

/* Of one whose value is a string. */
static inline const XpLit *
xp_var_text(const XpEval *ev, uint32_t expr)
{
	return &ev->var_texts[ev->plan->var_no[expr]];
}

/* Type of an expression; that of a variable is known only now. */
static inline uint8_t
xp_type(const XpEval *ev, uint32_t expr)
{
	uint8_t type = ev->plan->nodes[expr].type;

	return BX_LIKELY(type != XP_T_ANY) ? type : xp_var(ev, expr)->type;
}

/* The positions that a predicate asks for; NULL when it depends on more than positions, and for predicate 0. */
static inline const XpPosition *
xp_position(const XpEval *ev, uint32_t pred)
{
	uint32_t no = ev->plan->position_no[pred];

	return no != 0 && ev->positions[no - 1].known ? &ev->positions[no - 1] : NULL;
}

/* The same, when it is one position. */
static inline const XpPosition *
xp_one_position(const XpEval *ev, uint32_t pred)
{
	const XpPosition *p = xp_position(ev, pred);

	return p != NULL && p->lo == p->hi ? p : NULL;
}

#endif
