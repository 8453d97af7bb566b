/*
 * qs_join.h -- conditions that select items by comparison with something that does not depend on them.
 */
#ifndef QS_JOIN_H
#define QS_JOIN_H

#include "../run/ru_join.h"
#include "qs_build.h"

/*
 * A join for the items of source, of which each is held by a variable in a slot (and its position in another one), or
 * is the context item (RU_NO_SLOT): the condition is a comparison, or an "and" with one, of a key of the item and an
 * expression that does not depend on it.  *join stays as it is when there is none.
 */
extern BxStatus qs_find_join(QsBuild *b, const RuOp *source, uint32_t slot, uint32_t position,
							 const RuOp *condition, const RuJoin **join);

#endif
