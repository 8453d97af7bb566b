/*
 * xq_update_int.h -- a compiled update: the primitives of its block, by number.
 */
#ifndef XQ_UPDATE_INT_H
#define XQ_UPDATE_INT_H

#include "xq_int.h"
#include "xq_update.h"

typedef enum XqUpdateKind
{
	XQ_UPDATE_INSERT, /* source; root: target; where */
	XQ_UPDATE_DELETE,
	XQ_UPDATE_REPLACE,
	XQ_UPDATE_REPLACE_VALUE, /* value: an expression */
	XQ_UPDATE_RENAME         /* likewise */
} XqUpdateKind;

typedef struct XqPrimitive
{
	uint8_t kind;
	uint8_t where; /* BxEditOp of an insert of children */
	bool lenient;  /* written without "node": an empty target changes nothing */
	uint32_t pos;
	uint32_t root;
	uint32_t value;
	XqExpr *source;
} XqPrimitive;

struct XqUpdate
{
	const XpBlock *block;
	XqPrimitive *primitives;
	uint32_t n_primitives;
};

#endif
