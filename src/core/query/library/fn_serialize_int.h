/*
 * fn_serialize_int.h -- serialization parameters, from the element that holds them.
 */
#ifndef FN_SERIALIZE_INT_H
#define FN_SERIALIZE_INT_H

#include "fn_int.h"

#include "../../print/bx_serialize.h"

typedef struct FnSerial
{
	BxSerialOptions opt;
	bool has_separator;
	BxStr separator; /* between items */
	BxStr form;      /* of Unicode normalization; empty: none */
} FnSerial;

/*
 * Read an element output:serialization-parameters (Serialization 3.1, section 3.1).  XPTY0004 for other items,
 * SEPM0017 to SEPM0019 for bad, double and unknown parameters, SEPM0009 and SEPM0010 for parameters that contradict each other.
 */
extern BxStatus fn_serial_params(RuRun *run, const RuOp *op, const RuCx *cx, const XdItem *item, FnSerial *p);

#endif
