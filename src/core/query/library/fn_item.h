/*
 * fn_item.h -- items as text for callers outside of a query.
 */
#ifndef FN_ITEM_H
#define FN_ITEM_H

#include "../run/ru_op.h"

/* An item of any kind, functions, maps and arrays among them, by the serialization method adaptive. */
extern BxStatus fn_item_text(RuRun *run, BxArena *arena, const XdItem *item, BxStr *s);

#endif
