/*
 * xp_plan_int.h -- what is known of an expression before a value is seen.
 *
 * Compilation of an expression is split in two.  A plan (xp_plan.c) depends on the expression only: every step gets
 * a bit, paths get masks of axes.  A binding (xp_bind_int.h) depends on the expression and a value's tables: for every
 * shape, the set of steps whose node test its nodes pass.  Node tests are then one AND on a shape's mask.
 */
#ifndef XP_PLAN_INT_H
#define XP_PLAN_INT_H

#include "../../base/bx_core_int.h"

#include "../../base/bx_bytes.h"
#include "../../format/bx_name_filter.h"
#include "../../value/bx_value.h"
#include "../syntax/xp_shape.h"

#define XP_WORD_BITS 64
#define XP_DOC 0   /* kind of the document node; others are BxKind */
#define XP_KINDS 8 /* with the document */

/* "//@x" as one step: the attributes of the context node and of all elements below it. */
#define XP_AX_DEEP_ATTRIBUTE XP_AX_COUNT

#define XP_PLAIN_STEPS 13

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
	bool plain;     /* at most XP_PLAIN_STEPS child and attribute steps, without predicates */
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
	uint32_t enc_n;      /* 0: has no typed form by itself */
	uint32_t declared_n; /* 0: nor one of a declared type, bytes apart */
	double number;       /* of a literal of the plan: the text as a number */
	uint8_t enc[BX_VALUE_ENC_MAX];
	uint8_t declared[BX_VALUE_ENC_MAX];
} XpLit;

static inline void
xp_lit_set(XpLit *l, BxStr s)
{
	l->s = s.s;
	l->n = (uint32_t) s.n;
	l->enc_n = bx_value_encode(s.s, s.n, l->enc);
	l->declared_n = l->enc_n > 0 ? 0 : bx_value_encode_declared(s.s, s.n, l->declared);
}

typedef struct XpWordMasks
{
	uint64_t any[XP_KINDS];   /* steps every node of the kind passes */
	uint64_t named[XP_KINDS]; /* steps that also test a name */
} XpWordMasks;

/* At most this many variables of different names in one expression. */
#define XP_MAX_VARS 256

/* A predicate that one scan of a node decides: xp_predicate_scan.c. */
typedef struct XpPredicateScan XpPredicateScan;
typedef struct XpCastCompare XpCastCompare;

/* What an AST node was prepared as, if it was. */
typedef union XpPrepared
{
	XpPredicateScan *scan; /* predicate: as a scan */
	XpCastCompare *cast;   /* comparison with a number, a date and so on */
} XpPrepared;

#define XP_NAME_LISTS 32

/* The names of an expression in lists, so that a name of a table is compared with one or two, not with all. */
typedef struct XpNameSteps
{
	uint64_t *steps;               /* [word * n_names + name]: steps that test for it */
	uint32_t *next;                /* per name: the next one of its list, from 1; 0: it is the last */
	uint32_t first[XP_NAME_LISTS]; /* exact names, by xp_name_list */
	uint32_t any_local;            /* the others */
} XpNameSteps;

/* The list that an exact name is in. */
static inline uint32_t
xp_name_list(const char *local, uint32_t len)
{
	return len == 0 ? 0 : (len * 4 + (uint8_t) *local) % XP_NAME_LISTS;
}

typedef struct XpPlan
{
	const XpBlock *block;
	const XpExpr *nodes;
	const XpName *names;
	const char *pool;
	uint32_t n_words;
	bool needs_up;     /* some axis or function goes to a parent */
	bool has_down;     /* some streaming path has a descendant step */
	bool needs_names;  /* some function uses the name of a node */
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
	XpPrepared *prepared; /* per AST node; NULL when there are none */
	uint8_t *var_no;      /* per AST node: number of its variable; NULL when there are none */
	XpWordMasks *masks;   /* per word */
	XpNameSteps by_name;
	struct XpPosition *positions; /* that predicates ask for */
	uint16_t *position_no;        /* per AST node: position of a predicate + 1 */
	uint32_t n_positions;
	bool positions_vary; /* with values of variables */
	BxNameFilter wanted; /* names that steps test */
	bool named_only;     /* every step tests a name */
} XpPlan;

static inline bool
xp_same_name(const char *a, uint32_t an, const char *b, uint32_t bn)
{
	return an == bn && bx_equal_short(a, b, an);
}

/* Is the name of an expression in the namespace? */
static inline bool
xp_name_in(const XpPlan *plan, const XpName *x, const BxPair *pair)
{
	return (x->flags & XP_NAME_ANY_NS) ||
		   xp_same_name(plan->pool + x->uri, x->uri_len, pair->uri, pair->uri_len);
}

/* Steps of word w that test for this name: the union over all names of the expression that match it. */
static inline uint64_t
xp_steps_of_name(const XpPlan *plan, uint32_t w, const BxPair *pairs, const BxNameInfo *doc)
{
	const XpNameSteps *n = &plan->by_name;
	const uint64_t *steps = n->steps + (size_t) w * plan->block->n_names;
	const BxPair *pair = &pairs[doc->pair];
	uint64_t mask = 0;
	uint32_t j;

	for (j = n->first[xp_name_list(doc->local, doc->len)]; j != 0; j = n->next[j - 1])
	{
		const XpName *x = &plan->names[j - 1];

		if (xp_same_name(plan->pool + x->local, x->local_len, doc->local, doc->len) &&
			xp_name_in(plan, x, pair))
			mask |= steps[j - 1];
	}
	for (j = n->any_local; j != 0; j = n->next[j - 1])
		if (xp_name_in(plan, &plan->names[j - 1], pair))
			mask |= steps[j - 1];
	return mask;
}

/* The location path that the node of an expression is; NULL if it is something else. */
static inline const XpPath *
xp_plan_path(const XpPlan *plan, uint32_t node)
{
	return plan->nodes[node].op == XP_PATH ? &plan->paths[plan->path_no[node] - 1] : NULL;
}

/* Adds what a higher floor prepares of an expression of n_nodes nodes. */
typedef BxStatus (*XpPrepare)(XpPlan *plan, uint32_t n_nodes, BxArena *arena, BxError *err);

/* Build the plan of a block in the arena, with what the preparers (ended by NULL) add.  The block is borrowed. */
extern BxStatus xp_plan_build(const XpBlock *block, const XpPrepare *prepare, BxArena *arena, XpPlan **plan,
							  BxError *err);

/*
 * Read the literals of the plan's block again, whose text has changed and whose length has not.  Nothing else in the
 * plan of a block without calls depends on them.
 */
extern void xp_plan_read_literals(XpPlan *plan);

/* The comparison with its operands exchanged. */
extern uint8_t xp_flip(uint8_t op);

/* Does the comparison hold? */
extern bool xp_compare_numbers(uint8_t op, double a, double b);

#endif
