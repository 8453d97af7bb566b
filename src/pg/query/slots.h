/*
 * slots.h -- compiled paths that the backend keeps, to give them another text for one of their literals.
 *
 * Conditions of an index have a value written into their path, another one in each execution.  Compiling is a good
 * part of what finding one document costs.
 */
#ifndef BXML_SLOTS_H
#define BXML_SLOTS_H

#include "../../core/base/bx_str.h"
#include "memo.h"

/*
 * The path, palloc'd, that would be compiled with this text; NULL if none is kept.  The key has all that the path is
 * made of but the text, and the length of the text.
 */
extern struct varlena *slots_find(const Memo *memo, const MemoKey *key, BxStr text);

/* Keep a path that was compiled so, if it has one literal with this text. */
extern void slots_keep(Memo *memo, const MemoKey *key, const struct varlena *path, BxStr text);

#endif
