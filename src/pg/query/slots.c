/*
 * slots.c -- compiled paths kept with the place of a literal.
 */
#include "postgres.h"

#include "../../core/xpath/syntax/xp_slot.h"
#include "../server/compat.h"
#include "slots.h"

/* What a memo keeps: the place, then the path without datum header. */
typedef struct KeptPath
{
	XpSlot slot;
	char block[FLEXIBLE_ARRAY_MEMBER];
} KeptPath;

struct varlena *
slots_find(const Memo *memo, const MemoKey *key, BxStr text)
{
	size_t n;
	const char *kept = xp_slot_fits(text) ? memo_find(memo, key, &n) : NULL;
	struct varlena *path;
	XpSlot slot;

	if (kept == NULL)
		return NULL;
	memcpy(&slot, kept, sizeof(slot));
	n -= offsetof(KeptPath, block);
	path = palloc(VARHDRSZ + n);
	SET_VARSIZE(path, VARHDRSZ + n);
	memcpy(VARDATA(path), kept + offsetof(KeptPath, block), n);
	memcpy(VARDATA(path) + slot.off, text.s, slot.n);
	return path;
}

void
slots_keep(Memo *memo, const MemoKey *key, const struct varlena *path, BxStr text)
{
	const XpBlock *block = (const XpBlock *) VARDATA(path);
	KeptPath *kept;
	XpSlot slot;

	if (!xp_slot_find(block, text, &slot))
		return;
	kept = palloc(offsetof(KeptPath, block) + block->total);
	kept->slot = slot;
	memcpy(kept->block, block, block->total);
	memo_put(memo, key, kept, offsetof(KeptPath, block) + block->total);
	pfree(kept);
}
