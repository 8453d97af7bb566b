/*
 * ru_expr.h -- classes of the operators that expressions are made of: logic, comparisons, arithmetic, types, control.
 */
#ifndef RU_EXPR_H
#define RU_EXPR_H

#include "ru_memo.h"

/* The prefixes in scope where a cast makes names, if they are not those of the prolog. */
typedef struct RuPrefixes
{
	const AtPrefix *list;
	uint32_t n;
} RuPrefixes;

/* The two operands of an operator that gives nothing where one of them is empty. */
static inline BxStatus
ru_operands(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *a, XdItem *b, bool *found)
{
	BX_TRY(ru_one(run, op->args[0], cx, a, found));
	return *found ? ru_one(run, op->args[1], cx, b, found) : BX_OK;
}

/* ---- ru_logic.c: args: two operands or more ---- */

extern const RuClass ru_or;
extern const RuClass ru_and;

/* ---- ru_compare.c: args: two, atomized; sub: AtComparison ---- */

extern const RuClass ru_value_comparison;
extern const RuClass ru_general_comparison; /* data: RuMembers, or NULL */
/* Of operands that have at most one item each. */
extern const RuClass ru_single_comparison;

/* An equality of which one operand may stay the same while it is evaluated again and again. */
typedef struct RuMembers
{
	RuMemoPlan memo; /* of this operand: an index of its items */
	uint32_t side;   /* 0 left, 1 right */
	/*
	 * Of preceding siblings: these nodes and all other children of the parent, and the operand from one of them as the
	 * context item; members are those before the context item.  Else NULL.
	 */
	const RuOp *nodes, *key;
} RuMembers;

/* The collation that comparisons use where none is named; NULL: by code points. */
extern BxStatus ru_default_collation(RuRun *run, const RuOp *op, const AtCollation **collation);

/* ---- ru_arith.c: args: atomized; sub: AtOperator, of the unary operators 1 for minus ---- */

extern const RuClass ru_arithmetic;
extern const RuClass ru_unary;
extern const RuClass ru_concat; /* any number of operands */
extern const RuClass ru_range;  /* args: two that are converted to xs:integer? */

/* ---- ru_map.c: args: two, the second one evaluated for each item of the first ---- */

extern const RuClass ru_simple_map;
extern const RuClass ru_simple_map_one; /* where both have at most one item */

/* ---- ru_type.c ---- */

extern const RuClass ru_instance_of; /* args[0]; check */
extern const RuClass ru_castable;    /* args[0] atomized; check: an atomic type; data: RuPrefixes, or NULL */
extern const RuClass ru_cast;
extern const RuClass ru_cast_list; /* xs:NMTOKENS and so on, whose result is any number of items */

/* The words of a text, each of the item type of a list type, behind what b has; XPTY0004, FORG0001 for none. */
extern BxStatus ru_cast_words(RuRun *run, const RuOp *op, const AtCall *at, AtType type, const XdItem *item,
							  XdSeqBuilder *b);

/* Is a sequence an instance of a type? */
extern BxStatus ru_seq_matches(RuRun *run, const XdSeqType *type, const XdSeq *seq, bool *matches);

/* ---- ru_choice.c: one of several expressions is the result; each has a twin for at most one item ---- */

extern const RuClass ru_if; /* args: condition, then, else */
extern const RuClass ru_if_one;
/* args: operand, then by turns operands of the cases and results, as data says */
extern const RuClass ru_switch;
extern const RuClass ru_switch_one;
extern const RuClass ru_typeswitch;
extern const RuClass ru_typeswitch_one;
/* args: values, then the result, which sees them in the slots that data (uint32_t each) names */
extern const RuClass ru_let;
extern const RuClass ru_let_one;

/* A branch of switch and of typeswitch. */
typedef struct RuBranch
{
	uint32_t first;         /* of switch: number of its first operand among the arguments, */
	uint32_t n_operands;    /* and how many; 0: the default */
	const XdSeqType *types; /* of typeswitch: alternatives, */
	uint32_t n_types;       /* and how many; 0: the default */
	bool binds;             /* of typeswitch: the operand is bound to a variable, */
	uint32_t slot;          /* in this slot */
	uint32_t result;        /* number of the result among the arguments */
} RuBranch;

typedef struct RuBranches
{
	const RuBranch *branches; /* the default is the last one */
	uint32_t n;
} RuBranches;

/* ---- ru_quantified.c: args: values of the variable, condition; slot: the variable; data of "some": RuJoin ---- */

extern const RuClass ru_some;
extern const RuClass ru_every;

/* ---- ru_try.c: args: the guarded expression, then results of the catch clauses; data: RuTry ---- */

extern const RuClass ru_try;

/* The variables of catch clauses. */
typedef enum RuCaught
{
	RU_ERR_CODE,
	RU_ERR_DESCRIPTION,
	RU_ERR_VALUE,
	RU_ERR_MODULE,
	RU_ERR_LINE,
	RU_ERR_COLUMN,
	RU_ERR_ADDITIONAL,
	RU_ERR_VARIABLES
} RuCaught;

typedef struct RuCatch
{
	const XdTest *tests; /* names of errors */
	uint32_t n_tests;
} RuCatch;

typedef struct RuTry
{
	const RuCatch *catches; /* one for each argument behind the first */
	uint32_t slots[RU_ERR_VARIABLES];
} RuTry;

#endif
