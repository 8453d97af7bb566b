/*
 * fn_table.h -- the functions of the library: one row each in functions.def.
 *
 * The signature is in the words of the specification; arguments are converted to its types before an evaluator sees
 * them.
 * To add a function: a row, and its evaluator in the file of its family.
 */
#ifndef FN_TABLE_H
#define FN_TABLE_H

#include "../run/ru_op.h"

/* Properties, beside RU_USES_* of the context. */
#define FN_CONTEXT RU_USES_ITEM /* takes the context item, having no argument for it */
#define FN_POSITION RU_USES_POSITION
#define FN_LAST RU_USES_LAST
#define FN_NOT_CONSTANT RU_NOT_CONSTANT
#define FN_STABLE 0x100   /* depends on the moment or on the database: refused in immutable functions */
#define FN_VARIADIC 0x200 /* the last parameter may be repeated: fn:concat */
#define FN_NUMBERS                                                                                           \
	0x800 /* casts untyped values of the first argument to xs:double, and does not ask their type */
#define FN_PARENTS 0x1000 /* goes to the parents of nodes */
#define FN_ORDERED 0x400  /* gives nodes in document order without duplicates */

typedef struct FnRow
{
	const char *signature;
	const RuClass class; /* entry points; its name is that of the function */
	uint16_t properties;
} FnRow;

extern const FnRow fn_rows[];
extern const uint32_t fn_n_rows;

/* The row of a function by its name and number of arguments; NULL: none.  *other: there is one with another number. */
extern const FnRow *fn_find(BxStr uri, BxStr local, uint32_t n_args, bool *other);

#endif
