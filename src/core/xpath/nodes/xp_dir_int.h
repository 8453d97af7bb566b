/*
 * xp_dir_int.h -- how evaluation uses the directories of a value.
 */
#ifndef XP_DIR_INT_H
#define XP_DIR_INT_H

#include "xp_node_int.h"

#include "../../read/bx_value_list.h"

struct XpDir
{
	BxDirs dirs;
	BxTable table;
	uint32_t *counts; /* of shapes, NULL until asked for */
	uint32_t step;    /* the last answer of child_key */
	uint32_t parent;
	uint32_t key;
	bool has_key;
};

/* What was read of the directories; opened when first needed. */
extern BxStatus xp_dir_open(XpEval *ev, XpDir **dir);
/* Fill in its counts.  Needs BX_DIR_COUNTS. */
extern BxStatus xp_dir_counts(XpEval *ev, XpDir *d);

/* Steps that nodes of a shape are contexts of, as in a frame of a scan. */
typedef struct XpShapeState
{
	uint64_t live;
	uint64_t deep;
} XpShapeState;

/* A loop over shapes or the like is at number i; so many are charged at once. */
#define XP_DIR_LOT 16384

static inline BxStatus
xp_dir_charge(XpEval *ev, uint32_t i)
{
	return i % XP_DIR_LOT == 0 ? xp_charge(ev, XP_DIR_LOT * 16) : BX_OK;
}

/* The state of the document; *t are all steps it is a context of, and `selected`. */
extern XpShapeState xp_dir_document(const XpEval *ev, const XpPath *path, uint64_t *t);

/*
 * The state of nodes of shape i, into states[i + 1]; states[0] is that of the document, and those of shapes before i
 * are there.  Likewise *t; returns the steps that they pass by themselves.
 */
extern uint64_t xp_dir_shape(const XpEval *ev, const XpPath *path, uint32_t i, const BxShape *shape,
							 XpShapeState *states, uint64_t *t);

/* Nodes that offset lists have of a path, in document order; in scratch memory. */
typedef struct XpDirRest XpDirRest;

/*
 * xp_dir_rest: the rest of the head of a path from a start node, of which the nodes at offsets below pos were
 * delivered.  The start is the document, or an element that is the only one of its shape: then what is below its shape
 * is below it.  *done is false, and nothing has happened, when directories do not help; otherwise *rest has the nodes,
 * NULL when there are none, or *total says how many nodes the whole path has, when that is all the caller wants.
 */
extern BxStatus xp_dir_rest(XpEval *ev, const XpPath *path, const XpNode *start, uint32_t pos, XpWant want,
							XpDirRest **rest, uint64_t *total, bool *done);
extern BxStatus xp_dir_next(XpDirRest *rest, XpNode *nd, bool *found);

/* The children of `parent` that pass the node test of a child step, when they are listed. */
extern BxStatus xp_dir_children(XpEval *ev, uint32_t step, const XpNode *parent, BxDirGroup *group,
								bool *found);

/*
 * xp_dir_jump: where to begin looking for child number k (from 0) of a group of xp_dir_children: at *off stands its
 * child number *i; when that is 0, *off is the start of the content.
 */
extern BxStatus xp_dir_jump(XpEval *ev, uint32_t step, const XpNode *parent, const BxDirGroup *group,
							uint32_t k, uint32_t *i, uint32_t *off);

/*
 * xp_dir_pick: the one child that passes a child step and its first predicate, when that names a place.  *known is
 * false when directories do not say; otherwise *found says whether there is such a child, and *nd knows the way up.
 */
extern BxStatus xp_dir_pick(XpEval *ev, uint32_t step, const XpNode *parent, XpNode *nd, bool *known,
							bool *found);

/* ---- search by value (xp_dir_values.c) ---- */

/*
 * A comparison of a predicate that a value list can answer: some node of a path from the node that is tested, of child
 * steps and perhaps an attribute step, has a value with a key of the range.
 */
typedef struct XpSearch
{
	uint32_t word;
	uint64_t first; /* bits of the steps of the path, 0: the node itself */
	uint64_t child;
	uint64_t attr;
	uint64_t selected;
	BxKeyRange range;
	bool or_next; /* this comparison or the next one is true */
} XpSearch;

/* The keys of values that are equal to a text; that compare true with a number, op being no XP_NE. */
extern BxKeyRange xp_keys_of_text(const XpLit *text);
extern BxKeyRange xp_keys_of_number(uint8_t op, double d);

/* Can lists answer the comparison? */
static inline bool
xp_can_search(uint8_t op)
{
	return op == XP_EQ || op == XP_LT || op == XP_LE || op == XP_GT || op == XP_GE;
}

/* Where a node must be, in part, that passes some step; in scratch memory. */
typedef struct XpHits
{
	BxHit *hits; /* ascending, apart from each other; NULL: nothing is known */
	uint32_t n;
	uint32_t cap;    /* hits that there is room for, while they are gathered */
	uint32_t i;      /* the scan is not behind this one */
	uint64_t cost;   /* of looking there, in bytes of a scan */
	uint64_t before; /* that step and those before it */
} XpHits;

/*
 * Replace *hits by what a search for the nodes that pass step i of the head of a path finds, if that is less; by one
 * comparison, or several joined by "or".
 */
extern BxStatus xp_dir_search(XpEval *ev, const XpPath *path, uint32_t step, const XpSearch *search,
							  XpHits *hits);

/*
 * xp_dir.c: pass over children of the element at offset parent - 1 (0: the document) that end at `target` or before:
 * *at is the offset of a child, or of the content's end.
 */
extern BxStatus xp_dir_pass(XpEval *ev, uint32_t parent, uint32_t target, uint32_t last, uint32_t end,
							uint32_t *at);

#endif
