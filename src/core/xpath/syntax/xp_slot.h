/*
 * xp_slot.h -- blocks that differ in the text of one string literal only.
 *
 * Many paths in succession differ in a value that was written into them.  Where another text of the same length takes
 * the place of the literal in source and tree, the block is the one that the compiler would have made.
 */
#ifndef XP_SLOT_H
#define XP_SLOT_H

#include "../../base/bx_str.h"
#include "xp_ast.h"

/* Where the text of the literal is: bytes from the start of the block. */
typedef struct XpSlot
{
	uint32_t off;
	uint32_t n;
	bool vars; /* the block has variables */
} XpSlot;

/* Can texts of this kind take each other's place: printable ASCII without quotes?  An empty one cannot. */
extern bool xp_slot_fits(BxStr text);

/*
 * The place of the one literal that has this text; false when there is none or there are several, when the text does
 * not fit, or when the block has calls: of some the compiler checks the arguments.
 */
extern bool xp_slot_find(const XpBlock *block, BxStr text, XpSlot *slot);

/* The same for the text of the only literal. */
extern bool xp_slot_only(const XpBlock *block, XpSlot *slot);

/* Is the other block, of n bytes, this one with another text in the slot?  Then it is intact if this one is. */
extern bool xp_slot_same(const XpBlock *block, const XpSlot *slot, const void *other, size_t n);

#endif
