/*
 * fn_item.h -- items from and to text, for callers outside of a query.
 */
#ifndef FN_ITEM_H
#define FN_ITEM_H

#include "../run/ru_op.h"

/*
 * JSON text as fn:parse-json reads it, but whole numbers are xs:integer and others xs:decimal, unless they have an
 * exponent.  What it consists of is in the arena of the run or in the arena.  FOJS0001.
 */
extern BxStatus fn_json_value(RuRun *run, BxArena *arena, BxStr text, XdSeq *value);

/* An item of any kind, functions, maps and arrays among them, by the serialization method adaptive. */
extern BxStatus fn_item_text(RuRun *run, BxArena *arena, const XdItem *item, BxStr *s);

#endif
