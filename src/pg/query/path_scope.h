/*
 * path_scope.h -- paths that say which part of documents an index has.
 */
#ifndef BXML_PATH_SCOPE_H
#define BXML_PATH_SCOPE_H

#include "../../core/index/bx_index_scope.h"

/* Has the path nothing but steps to elements and attributes, with declared prefixes? */
extern bool path_is_plain(const XpBlock *path);

/*
 * The scope of paths, "/a/b | //c", in memory of the arena; borrows from the block.  BX_E_UNSUPPORTED if one is not
 * plain.
 */
extern BxStatus path_scope_of(const XpBlock *paths, BxArena *arena, BxIndexScope *scope, BxError *err);

#endif
