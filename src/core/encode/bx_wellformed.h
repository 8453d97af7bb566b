/*
 * bx_wellformed.h -- may these names and strings be in XML?  For callers that make nodes from unchecked strings.
 *
 * Strings are UTF-8 or any bytes; empty prefixes and URIs mean none.  Rules: XML 1.0, sections 2.2 to 2.6; Namespaces
 * in XML 1.0, section 3.
 */
#ifndef BX_WELLFORMED_H
#define BX_WELLFORMED_H

#include "bx_writer.h"

/* Characters: BX_E_SYNTAX_CONTENT. */
extern BxStatus bx_wellformed_text(BxStr s, BxError *err);

/* A local name, a prefix, a target: BX_E_ARGUMENT for an empty one, BX_E_SYNTAX_CONTENT. */
extern BxStatus bx_wellformed_name(BxStr s, BxError *err);

/* What may be bound to each other: BX_E_SYNTAX_CONTENT. */
extern BxStatus bx_wellformed_pair(BxStr prefix, BxStr uri, BxError *err);

/* The name of an attribute is not that of a declaration: BX_E_SYNTAX_CONTENT. */
extern BxStatus bx_wellformed_attribute(BxStr prefix, BxStr local, BxError *err);

/* Of strings whose characters are good: BX_E_COMMENT, BX_E_PI. */
extern BxStatus bx_wellformed_comment(BxStr s, BxError *err);
extern BxStatus bx_wellformed_pi(BxStr data, BxError *err);
/* The name of a processing instruction, which is known to be a name: BX_E_PI. */
extern BxStatus bx_wellformed_target(BxStr s, BxError *err);

/* Bytes of a name that a message shows: whole characters, at most 64 bytes. */
extern int bx_wellformed_shown(BxStr s);

#endif
