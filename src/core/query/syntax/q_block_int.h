/*
 * q_block_int.h -- the block of a path in the making.
 *
 * Nodes are made children first, so a child's index is smaller than its parent's, and members of a list are made in
 * order, so next points to a larger index; xpath/syntax/xp_check.c relies on both.
 */
#ifndef Q_BLOCK_INT_H
#define Q_BLOCK_INT_H

#include "../../base/bx_core_int.h"

#include "../../xpath/syntax/xp_shape.h"
#include "q_ast.h"

/* A piece of the pool. */
typedef struct QSpan
{
	uint32_t off;
	uint32_t len;
} QSpan;

/* A prefix, and where the pool has its namespace; the prefix is empty for that of elements without prefix. */
typedef struct QKnown
{
	BxStr prefix;
	const char *from; /* the namespace in the tree */
	QSpan uri;
} QKnown;

/*
 * "declare variable": a value given there takes the place of every reference, so that a bound variable costs no more
 * than a literal; an external one stays an XP_VARIABLE node.
 */
typedef struct QDeclaredValue
{
	XpName name;
	XpExpr value; /* op XP_NONE: external; XP_NUMBER: a is not set */
	double number;
} QDeclaredValue;

/* An array that grows in the arena. */
typedef struct QArray
{
	void *items;
	uint32_t n;
	uint32_t cap;
} QArray;

typedef struct QBlock
{
	const QModule *path;
	BxArena *arena;
	BxError *err;
	QArray nodes;   /* of XpExpr; the first is not used */
	QArray heights; /* of uint16_t: levels of the tree under each node, itself included */
	QArray names;   /* of XpName */
	QArray numbers; /* of double: XP_NUMBER nodes hold indices into it until the block is laid out */
	QArray extra; /* of char: text of the pool behind the source, what is not in the source as it is needed */
	QArray known; /* of QKnown */
	QArray spines;   /* of QExpr *: operators whose first operands are being made */
	QExpr **origins; /* per node what it is made of, where that is wanted; or NULL */
	QDeclaredValue *values;
	uint32_t n_values;
	uint8_t positional; /* XP_POSITIONAL, XP_USES_LAST of calls seen at this predicate level */
	bool item_context;  /* "." may be an atomic value here */
	uint32_t n_locals;  /* variables of for, let, some and every in scope ... */

	/* what follows is not set at the start */
	XpName locals[XP_MAX_LOCALS]; /* ... the last wins */
} QBlock;

static inline XpExpr *
q_nodes(const QBlock *b)
{
	return b->nodes.items;
}

/* Nodes of a list, each of which has the next one; 0: none yet. */
typedef struct QChain
{
	uint32_t first;
	uint32_t last;
} QChain;

/* One node more, behind the last. */
static inline void
q_chain(const QBlock *b, QChain *chain, uint32_t at)
{
	if (chain->last == 0)
		chain->first = at;
	else
		q_nodes(b)[chain->last].next = at;
	chain->last = at;
}

/* ---- q_block_put.c: the growing parts of the block, and its layout ---- */

/* BX_E_XPATH at a character. */
extern BxStatus q_block_fail(QBlock *b, uint32_t pos, const char *detail, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* An empty block, of a module whose prolog was read; nodes for a short path without growing. */
extern BxStatus q_block_begin(QBlock *b, const QModule *path, BxArena *arena, BxError *err);
/* One item more, at the end of an array. */
extern BxStatus q_array_add(QBlock *b, QArray *array, const void *item, size_t size);
/* Add a node whose children are complete; its static type is filled in. */
extern BxStatus q_emit_node(QBlock *b, const XpExpr *node, uint32_t *at);
extern BxStatus q_emit_name(QBlock *b, const XpName *name, uint32_t *number); /* index + 1 */
extern BxStatus q_emit_number(QBlock *b, double number, uint32_t *at);
/* The place of a text in the pool: in the source, or added to it. */
extern BxStatus q_emit_text(QBlock *b, BxStr s, QSpan *span);
/* Text of a piece. */
extern BxStr q_span_text(const QBlock *b, uint32_t off, uint32_t len);
extern BxStatus q_block_finish(QBlock *b, uint32_t root, size_t reserve, XpBlock **block);

/* ---- q_block_name.c: names ---- */

/* The namespaces of the prolog. */
extern BxStatus q_emit_prolog(QBlock *b, uint32_t n_outer);
/* What a name means, without adding it to the block. */
extern BxStatus q_meaning(QBlock *b, const AtName *name, XpName *meaning);
/* The name of a step, added. */
extern BxStatus q_emit_step_name(QBlock *b, const QExpr *step, uint32_t *number);
/* The variable of for, let, some or every that a name means, or the value declared for it; *at is 0: neither. */
extern BxStatus q_emit_bound(QBlock *b, const XpName *name, uint32_t pos, uint32_t *at);
/* The name of a function is used: its namespace goes into the pool. */
extern BxStatus q_use_function(QBlock *b, const AtName *name);

/* ---- q_block_call.c ---- */

/* A call; of a path number is the function, which the parser has found. */
extern BxStatus q_emit_call(QBlock *b, const QExpr *e, uint32_t *at);
/* An error at pos, unless the static type of a node allows a node-set. */
extern BxStatus q_need_nodes(QBlock *b, uint32_t node, uint32_t pos, const char *detail);

/* ---- q_block_path.c ---- */

/* Paths, steps, what is filtered by predicates. */
extern BxStatus q_emit_path(QBlock *b, const QExpr *e, uint32_t *at);
/* "." */
extern BxStatus q_emit_context(QBlock *b, uint32_t pos, uint32_t *at);

/* ---- q_block.c ---- */

/*
 * What each node of the block of a path is made of: an operand, or what ends with a step; origins has an entry for each
 * node.  The block is not laid out.
 */
extern BxStatus q_emit_origins(const QModule *path, QExpr **origins, BxArena *arena, BxError *err);
extern BxStatus q_emit_expr(QBlock *b, const QExpr *e, uint32_t *at);

#endif
