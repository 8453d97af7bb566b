/*
 * path.h -- a stored bxpath as a block that the evaluator can trust.
 */
#ifndef BXML_PATH_H
#define BXML_PATH_H

#include "../../core/base/bx_str.h"
#include "../../core/xpath/syntax/xp_ast.h"
#include "../server/host.h"

/*
 * Check the n bytes of a bxpath datum (4-byte aligned, without datum header).  Returns the block in them, or a new
 * one in the arena if another version compiled it.  Raises XX001 for damaged bytes.
 */
extern const XpBlock *path_block(const uint8_t *bytes, size_t n, BxArena *arena);

/* The same for a datum, which may be compressed. */
extern const XpBlock *path_of(Datum path, BxArena *arena);

/* A block as a bxpath datum, palloc'd. */
extern struct varlena *path_datum(const XpBlock *block);

/* A new one of n bytes of UTF-8, a path or a query; NULL after a soft error. */
struct Node;
extern struct varlena *path_make(const char *utf8, size_t n, struct Node *context);

/* What fc_explain says of a query, as a text. */
extern Datum path_explain_query(BxStr text);

/* Lines of UTF-8 as a text, without the last line end. */
extern Datum path_lines(const BxBuf *lines, PgHost *host);

#endif
