/*
 * typmod.h -- type modifiers: bxml(document), bxml(content).
 */
#ifndef BXML_TYPMOD_H
#define BXML_TYPMOD_H

#include "../../core/base/bx_status.h"

/* Does the type modifier allow the value?  If not, *err is set (BX_E_NOT_DOCUMENT). */
extern bool typmod_allows(int32 typmod, Datum value, BxError *err);

#endif
