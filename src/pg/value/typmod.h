/*
 * typmod.h -- type modifiers: bxml(document), bxml(content).
 */
#ifndef BXML_TYPMOD_H
#define BXML_TYPMOD_H

#include "../../core/base/bx_status.h"

/* Is the value what the type modifier asks for?  With *err filled (BX_E_NOT_DOCUMENT) when it is not. */
extern bool typmod_allows(int32 typmod, Datum value, BxError *err);

#endif
