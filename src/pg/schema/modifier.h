/*
 * modifier.h -- schemas as type modifiers: bxml('public.note') takes documents that are valid by that schema.
 */
#ifndef BXML_MODIFIER_H
#define BXML_MODIFIER_H

#include "../value/typmod.h"

/* The function of a modifier; InvalidOid if there is no such schema. */
extern Oid modifier_function(int32 typmod);

extern const TypmodSchemas modifier_schemas;

#endif
