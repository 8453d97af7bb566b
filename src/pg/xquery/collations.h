/*
 * collations.h -- collations of the server for queries.
 */
#ifndef BXML_COLLATIONS_H
#define BXML_COLLATIONS_H

#include "../../core/atomic/at_value.h"

/*
 * The collation with a URI: "http://www.w3.org/2013/collation/UCA?lang=" with a language is that of ICU for it, any
 * other text is the name of an SQL collation as the catalog has it.  It lasts as long as the arena, which has the URI
 * already.  *collation is NULL if there is none.
 */
extern BxStatus collation_find(BxStr uri, BxArena *arena, const AtCollation **collation, BxError *err);

#endif
