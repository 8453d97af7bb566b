/*
 * bx_pattern_int.h -- a pattern prepared for being found in values (bx_contains.c).
 *
 * Elements of the pattern with the same names from the top on are a group.  Within a group, equal subtrees are a part.
 * A part is found by its text; by its attributes; or, where it has neither, when that of its children is found which
 * fewest parts have.  Parts of a large group are looked up by their text, or by the attribute that fewest of them have.
 */
#ifndef BX_PATTERN_INT_H
#define BX_PATTERN_INT_H

#include "../base/bx_hash.h"
#include "bx_tree.h"

#define BX_PATTERN_NONE UINT32_MAX
/* Units of a look at a part. */
#define BX_PATTERN_UNITS 16
/* Parts that are looked at one by one. */
#define BX_PATTERN_FEW 8

typedef struct PatternPart
{
	uint32_t node;    /* one of its nodes */
	uint32_t group;   /* as that of the node */
	uint32_t kids;    /* place of its children among the lists of parts */
	uint32_t n_kids;  /* different ones */
	uint32_t parents; /* parts that have it as a child */
	uint32_t next;    /* in the list that it is found by */
	uint32_t waiting; /* list of the parts that are asked about when this one is found */
	uint32_t met;     /* its first children were found in the open element `asked` */
	uint32_t next_asked;
	uint64_t asked; /* number of the open element that it was asked about last */
	uint64_t found; /* number of the open element that it was found in last */
} PatternPart;

typedef struct PatternGroup
{
	uint32_t up; /* the group of the parents; the document is group 0 */
	uint32_t name;
	uint32_t texts; /* list of texts in elements of this group */
	uint32_t n_texts;
	uint32_t marked; /* list of elements with attributes; with more than FEW there are lists by key */
	uint32_t n_marked;
	uint32_t leaf;    /* the element with neither attributes nor children */
	bool plain;       /* there are elements with children only */
	uint32_t members; /* elements */
	uint32_t left;    /* those not found yet in the open element number `here` */
	uint64_t here;
} PatternGroup;

/* Elements of a group that have an attribute in common. */
typedef struct PatternKey
{
	uint32_t group;
	uint32_t name;
	uint32_t first; /* list of those that are found by it */
	uint32_t count; /* all */
	BxStr value;    /* borrowed from the tree */
} PatternKey;

typedef struct BxPattern
{
	BxTree tree;
	struct PatternNode *nodes; /* while parts are made */
	PatternPart *parts;
	PatternGroup *groups;
	PatternKey *keys;
	uint32_t *lists; /* of parts: children */
	uint32_t n_parts, n_groups, n_keys, n_lists;
	uint32_t document;                     /* the part that is the whole pattern */
	BxHashMap by_name, by_content, by_key; /* groups, parts, keys */
	BxArena *arena;
	const BxHost *host;
	BxError *err;
} BxPattern;

/* An empty pattern, with memory from the arena, and from its host until bx_pattern_free; its tree is then read. */
extern void bx_pattern_init(BxPattern *t, BxArena *arena, BxError *err);
extern void bx_pattern_free(BxPattern *t);

/* Prepare a pattern whose tree was read.  O(n log n) in its nodes. */
extern BxStatus bx_pattern_index(BxPattern *t);

/* The group of elements of that name in elements of the group `up`; BX_PATTERN_NONE. */
extern uint32_t bx_pattern_group(const BxPattern *t, uint32_t up, uint32_t name);

/* The part that is this text in elements of the group; BX_PATTERN_NONE. */
extern BxStatus bx_pattern_text(const BxPattern *t, uint32_t group, BxStr text, uint32_t *part);

/* In a group with more than BX_PATTERN_FEW elements that have attributes: those to look at for one; BX_PATTERN_NONE. */
extern BxStatus bx_pattern_marked(const BxPattern *t, uint32_t group, uint32_t name, BxStr value,
								  uint32_t *first);

/* The node of a part; the string of a text. */
static inline const BxTreeNode *
bx_pattern_node(const BxPattern *t, uint32_t part)
{
	return &bx_tree_nodes(&t->tree)[t->parts[part].node];
}

static inline BxStr
bx_pattern_string(const BxPattern *t, const BxTreeNode *node)
{
	return bx_str(t->tree.values.data + node->value, node->n);
}

#endif
