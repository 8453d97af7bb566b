/*
 * ru_lenient.h -- classes of the conversions and comparisons of bxpath: what XPath 1.0 does by itself, made explicit.
 *
 * Numbers are doubles.  Integers that operators count with (positions, ranges, lengths) count as doubles, which they
 * become in results.
 */
#ifndef RU_LENIENT_H
#define RU_LENIENT_H

#include "../../value/bx_key.h"
#include "ru_held.h"

/* RuOp.lenient: the type that XPath 1.0 gives an expression; what it does not have are sequences. */
typedef enum RuLenient
{
	RU_L_SEQUENCE,
	RU_L_NODES,
	RU_L_BOOLEAN,
	RU_L_NUMBER,
	RU_L_STRING,
	RU_L_VARIABLE /* a value that is given: one of the last three, or a sequence */
} RuLenient;

/* ---- ru_lenient.c: args[0] ---- */

/* number(), string() of the first item: NaN, and the empty string, where there is none */
extern const RuClass ru_lenient_number;
extern const RuClass ru_lenient_string;
/* The first item as an operand of arithmetic: nodes, strings and booleans are numbers; none gives none. */
extern const RuClass ru_lenient_operand;
/* The first node in document order; other items are XPTY0004. */
extern const RuClass ru_lenient_node;
/* An operand of "to": an integer, or none for NaN. */
extern const RuClass ru_lenient_whole;
/* At most one item, nodes as untyped atoms: an operand of "eq", the argument of xs:date.  XPTY0004. */
extern const RuClass ru_lenient_single;
extern const RuClass ru_lenient_typed; /* the same, strings as untyped atoms, too */
/* Each item as an operand, as a string, as an atomic value (of nodes a string); integers as xs:double. */
extern const RuClass ru_lenient_operands;
extern const RuClass ru_lenient_strings;
extern const RuClass ru_lenient_values;
/* Each item, nodes as numbers: what has a minimum. */
extern const RuClass ru_lenient_ordered;
extern const RuClass ru_lenient_exacts; /* nodes as xs:decimal where they are lexically one, else as NaN */
extern const RuClass ru_lenient_items;
/* The same of an operator that gives one item at most. */
extern const RuClass ru_lenient_item;
/* xs:double, xs:decimal, xs:string and so on of at most one atom: check is the type. */
extern const RuClass ru_lenient_cast;
/* "idiv" of two operands: a decimal of decimals, else an xs:double; sub: AT_IDIV. */
extern const RuClass ru_lenient_idiv;
/* At most one item as an xs:decimal where it is lexically one, or an integer; else NaN, also where there is none. */
extern const RuClass ru_lenient_exact;
/* args[0] where that gives an xs:decimal, else args[1]. */
extern const RuClass ru_lenient_exactly;
/* The document that the query is about, whatever the context item is. */
extern const RuClass ru_lenient_root;

/* ---- ru_lenient_compare.c: args: two; sub: AtComparison, and RU_LENIENT_* ---- */

extern const RuClass ru_lenient_comparison; /* of any two expressions: is there a pair? */
extern const RuClass ru_lenient_truths;     /* of their effective boolean values */
extern const RuClass ru_lenient_value;      /* "eq" and so on, of items as ru_lenient_single gives them */

/* data of a comparison, or NULL: one of its operands stays the same */
typedef struct RuLenientSide
{
	RuMemoPlan memo;
	uint32_t side;
} RuLenientSide;

#define RU_LENIENT_OPERATOR 0x07
#define RU_LENIENT_NODES 0x08    /* one side is nodes by its static type, */
#define RU_LENIENT_VARIABLE 0x10 /* or a variable: a boolean in it counts as a whole */

/* ---- of an item ---- */

/* number() of XPath 1.0 */
extern BxStatus ru_lenient_double(RuRun *run, BxArena *arena, const XdItem *item, double *d);
/* string(): numbers without exponents; in the arena, or borrowed */
extern BxStatus ru_lenient_text(RuRun *run, BxArena *arena, const XdItem *item, BxStr *s);

#endif
