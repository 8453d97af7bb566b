/*
 * collations.h -- collations of the server for queries.
 */
#ifndef BXML_COLLATIONS_H
#define BXML_COLLATIONS_H

#include "../../core/atomic/at_value.h"

/* Those that a run has asked for, in the arena of the run; NULL: none yet. */
typedef struct ServerCollation ServerCollation;

/*
 * The collation with a URI, looked up once for a list: "http://www.w3.org/2013/collation/UCA?lang=" with a language is
 * that of ICU for it, any other text is the name of an SQL collation as the catalog has it.  *collation is NULL if there
 * is none.
 */
extern BxStatus collation_find(ServerCollation **list, BxStr uri, BxArena *arena,
							   const AtCollation **collation, BxError *err);

#endif
