/*
 * xp_seq_int.h -- sequences: ordered lists of items, where an item is a node or an atomic value.
 *
 * A sequence is pulled item by item, and kept only where the operation needs all of it.
 */
#ifndef XP_SEQ_INT_H
#define XP_SEQ_INT_H

#include "xp_eval_int.h"

#include "../../base/bx_hash.h"
#include "../../regex/bx_regex.h"
#include "../../value/bx_key.h"
#include "../nodes/xp_string_int.h"
#include "xp_items.h"

/* ---- xp_items.c: the items of any expression, pulled one by one ---- */

typedef BxStatus (*XpItemsPull)(XpItems *it, XpEval *ev, XpItem *item, bool *found);

/* What an iterator remembers between items; a larger struct begins with it. */
typedef struct XpItemsState
{
	struct XpItemsState *next; /* in the pool */
	XpItems in;                /* what it takes items from, and */
	XpItems out;               /* what it passes on; closed with it */
} XpItemsState;

#define XP_ITEMS_STATE 768

/* The context must outlive the iterator. */
extern BxStatus xp_items_open(XpEval *ev, uint32_t expr, const XpContext *cx, bool keeps, XpItems *it);
/* The same, but consecutive integers come as one item of type XP_T_RANGE. */
extern BxStatus xp_items_run(XpEval *ev, XpItems *it, XpItem *item, bool *found);
extern BxStatus xp_items_next(XpEval *ev, XpItems *it, XpItem *item, bool *found);
/* The integers of a range that xp_items_run gave come one by one from xp_items_next while it->left > 0. */
extern void xp_items_expand(XpItems *it, const XpRange *range);
extern void xp_items_close(XpEval *ev, XpItems *it);

/* Open, and take the first item. */
static inline BxStatus
xp_items_begin(XpEval *ev, uint32_t expr, const XpContext *cx, bool keeps, XpItems *it, XpItem *item,
			   bool *found)
{
	BX_TRY(xp_items_open(ev, expr, cx, keeps, it));
	return xp_items_next(ev, it, item, found);
}

/* To make iterators: a zeroed state from the pool, of at most XP_ITEMS_STATE bytes; NULL when memory is refused. */
extern void *xp_items_state(XpEval *ev, XpItems *it, XpItemsPull pull, size_t size);
/* The items of a sequence, which must outlive the iterator; backwards: the last one first. */
extern BxStatus xp_items_of_seq(XpEval *ev, const XpSeq *seq, bool backwards, XpItems *it);
/* xp_func_seq.c: append the items as strings. */
/* The first item of an expression, with all it refers to in scratch memory; nd is where its node goes. */
extern BxStatus xp_items_first(XpEval *ev, uint32_t expr, const XpContext *cx, XpItem *item, XpNode *nd,
							   bool *found);

/* A variable bound to each item of an expression in turn, or to all of them at once. */
typedef struct XpBinding
{
	XpItems *in;
	uint32_t place;
	bool many;     /* all at once */
	bool given;    /* they were */
	bool entered;  /* the variable has the value now, ... */
	XpItem before; /* ... and its place this one before */
	XpItem value;
	XpSeq seq; /* what value refers to */
} XpBinding;

/* A binding takes items from `in`, which its owner closes.  many: it has one value, the whole sequence. */
extern BxStatus xp_binding_open(XpEval *ev, uint32_t expr, const XpContext *cx, uint32_t place, bool many,
								XpItems *in, XpBinding *b);
/* The next value, of a variable that is not entered. */
extern BxStatus xp_binding_next(XpEval *ev, XpBinding *b, bool *found);

/* The variable has the value from now on, until it is left.  One that nothing refers to has no place in the plan. */
static inline void
xp_binding_enter(XpEval *ev, XpBinding *b)
{
	b->entered = b->place < ev->plan->n_locals;
	if (!b->entered)
		return;
	b->before = ev->locals[b->place];
	ev->locals[b->place] = b->value;
}

static inline void
xp_binding_leave(XpEval *ev, XpBinding *b)
{
	if (b->entered)
		ev->locals[b->place] = b->before;
	b->entered = false;
}

/* ---- xp_seq.c: sequences that are kept ---- */

/* Places for the local variables of the plan, when it has some. */
extern BxStatus xp_locals_init(XpEval *ev);
extern BxStatus xp_seq_plan(XpPlan *plan, uint32_t n_nodes, BxArena *arena, BxError *err);
extern BxStatus xp_seq_add(XpEval *ev, XpSeq *seq, const XpItem *item);
/* Keep the first `max` integers of a range. */
extern BxStatus xp_seq_add_range(XpEval *ev, XpSeq *seq, const XpRange *range, double max);
/* Keep the items at some positions. */
extern BxStatus xp_seq_cut(XpEval *ev, const XpPosition *w, XpSeq *seq);
/* An item to look at again; nd is where its node goes. */
extern BxStatus xp_item_load(XpEval *ev, const XpItem *kept, XpItem *item, XpNode *nd);
/* All items, or the first `max`; runs: ranges of integers are kept as such. */
extern BxStatus xp_seq_collect(XpEval *ev, uint32_t expr, const XpContext *cx, uint64_t max, bool runs,
							   XpSeq *seq);
/* Keep the items of a sequence that pass the predicates of a filter. */
extern BxStatus xp_seq_filter(XpEval *ev, const XpExpr *filter, const XpContext *cx, XpSeq *seq);
/* What the positions from `from` up to the one before `end` hold of a range whose first item is at `at`. */
extern bool xp_range_part(const XpRange *range, double at, double from, double end, XpRange *part);

/* The item of a variable that is bound to one, or of "."; NULL for other expressions. */
static inline const XpItem *
xp_bound_item(const XpEval *ev, const XpExpr *e, const XpContext *cx)
{
	const XpItem *item = e->op == XP_LOCAL ? &ev->locals[e->n_args] : e->op == XP_ITEM ? cx->item : NULL;

	return item != NULL && item->type != XP_T_ANY && item->type != XP_T_SEQUENCE ? item : NULL;
}

/*
 * The node that a path begins at, when that is known at once: the document, which goes into *doc, the context, or what
 * a variable is bound to.  Else NULL.
 */
static inline const XpNode *
xp_path_start(const XpEval *ev, const XpPath *path, const XpContext *cx, XpNode *doc)
{
	const XpItem *item;

	if (BX_UNLIKELY(path->start != 0))
	{
		item = xp_bound_item(ev, &ev->plan->nodes[path->start], cx);
		return item != NULL && item->type == XP_T_NODESET ? item->node : NULL;
	}
	if (!path->absolute)
		return cx->node;
	xp_document(ev, doc);
	return doc;
}

/* xp_seq_use.c: sequences where other types are wanted */
extern BxStatus xp_seq_bool(XpEval *ev, uint32_t expr, const XpContext *cx, bool *b);
extern BxStatus xp_seq_num(XpEval *ev, uint32_t expr, const XpContext *cx, double *d);
/* The first item of an expression as an operand; what it refers to is in scratch memory. */
extern BxStatus xp_first_operand(XpEval *ev, uint32_t expr, const XpContext *cx, XpItem *value, bool *found);
extern BxStatus xp_seq_str(XpEval *ev, uint32_t expr, const XpContext *cx, BxStr *s);
extern BxStatus xp_seq_first_str(XpEval *ev, uint32_t expr, const XpContext *cx, BxStr *s, bool *found);
extern BxStatus xp_seq_count(XpEval *ev, uint32_t expr, const XpContext *cx, uint64_t *n);
extern BxStatus xp_seq_any(XpEval *ev, uint32_t expr, const XpContext *cx, bool *found);
/* Nodes as they come, where their order or number matters; then those that the set of them has. */
extern BxStatus xp_seq_contexts(XpEval *ev, uint32_t expr, const XpContext *cx, XpSet *set);
extern BxStatus xp_seq_nodes(XpEval *ev, uint32_t expr, const XpContext *cx, XpSet *set);
/* A predicate whose value is a sequence: one number is a position, anything else true or false. */
extern BxStatus xp_seq_predicate(XpEval *ev, uint32_t expr, const XpContext *cx, bool *pass);

/* xp_atomic.c: atomic values */
extern BxStatus xp_item_str(XpEval *ev, const XpItem *item, BxStr *s);

/* The next item as a string. */
static inline BxStatus
xp_items_str(XpEval *ev, XpItems *it, BxStr *s, bool *found)
{
	XpItem item;

	BX_TRY(xp_items_next(ev, it, &item, found));
	return *found ? xp_item_str(ev, &item, s) : BX_OK;
}

extern BxStatus xp_item_num(XpEval *ev, const XpItem *item, double *d);
/* Effective boolean value of an atomic value, which dates and durations do not have; pos is for messages. */
extern BxStatus xp_item_bool(XpEval *ev, const XpItem *item, int64_t pos, bool *b);
/* "xs:date" and so on */
extern const char *xp_type_name(uint8_t type);
/* Is it a number, of any type?  Then *is says whether it is this position. */
extern bool xp_item_position(const XpItem *item, uint32_t pos, bool *is);
/* The item without its node, which is its string value. */
extern BxStatus xp_atomize(XpEval *ev, const XpItem *item, XpItem *value);
/* The item as an operand: a node, a string and a boolean are numbers as number() makes them. */
extern BxStatus xp_operand(XpEval *ev, const XpItem *item, XpItem *value);

static inline bool
xp_is_number(uint8_t type)
{
	return type == XP_T_NUMBER || type == XP_T_DECIMAL;
}

static inline bool
xp_is_duration(uint8_t type)
{
	return type == XP_T_SPAN || type == XP_T_MONTHS;
}

/*
 * Text as a value of a type of date or duration or as a decimal; *ok is false when it is none.  A decimal becomes
 * canonical, in scratch memory.
 */
extern BxStatus xp_item_read(XpEval *ev, BxStr text, uint8_t type, XpItem *item, bool *ok);

/* xp_arith.c: operators on items that are not nodes */
extern BxStatus xp_arith(XpEval *ev, uint8_t op, int64_t pos, const XpItem *a, const XpItem *b,
						 XpItem *result);

/*
 * xp_exact.c: the value of a sum, product, difference, average or negation of what is lexically decimals, as one; *is
 * is false where it is something else, and the expression has to be evaluated.
 */
extern BxStatus xp_exact(XpEval *ev, uint32_t expr, const XpContext *cx, XpItem *item, bool *is);

/* The type of key of an atomic value by itself; text of nodes is a string. */
extern AtType xp_key_type(uint8_t type);
/* The item as a key of a type; *ok is false when its text is not such a value. */
extern BxStatus xp_key(XpEval *ev, const XpItem *item, AtType type, BxKey *key, bool *ok);

/* xp_seq_compare.c */
extern BxStatus xp_seq_compare(XpEval *ev, const XpExpr *op, const XpContext *cx, bool *b);

/* xp_func_regex.c */
typedef struct XpPattern
{
	BxRegex *re;
	bool empty; /* it matches the empty string */
} XpPattern;

extern BxStatus xp_plan_patterns(XpPlan *plan, uint32_t n_nodes, BxArena *arena, BxError *err);

#endif
