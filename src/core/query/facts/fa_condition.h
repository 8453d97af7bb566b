/*
 * fa_condition.h -- from a query, the condition that every document with a result meets; it is a path, from which
 * xpath/terms takes index terms.
 */
#ifndef FA_CONDITION_H
#define FA_CONDITION_H

#include "../syntax/q_ast.h"

/*
 * Gives the text of a bxpath.  Its index terms describe every document on which the query has an item, or with
 * `test` is true; the document is the context item.  It may be true of others, and of documents on which the query
 * fails.  Only its terms have a meaning: where both languages differ, they say what the query means.  In the
 * arena; empty when nothing is known, as of a query that is too long or binds the context item itself.
 */
extern BxStatus fa_condition(const QModule *module, bool test, BxArena *arena, BxStr *path, BxError *err);

#endif
