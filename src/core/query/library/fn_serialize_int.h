/*
 * fn_serialize_int.h -- serialization parameters, from the element that holds them.
 */
#ifndef FN_SERIALIZE_INT_H
#define FN_SERIALIZE_INT_H

#include "fn_int.h"

#include "../../print/bx_serialize.h"

typedef enum FnSerialWay
{
	FN_SERIAL_MARKUP, /* by opt.method */
	FN_SERIAL_JSON,
	FN_SERIAL_ADAPTIVE
} FnSerialWay;

typedef struct FnSerial
{
	FnSerialWay way;
	bool allow_duplicates; /* JSON: two keys with one text */
	BxSerialOptions opt;
	bool has_separator;
	BxStr separator; /* between items */
	BxStr form;      /* of Unicode normalization; empty: none */
	BxMethod nodes;  /* JSON: how nodes become strings */
} FnSerial;

/*
 * Read a map of parameters (F&O section 14.9.3; XPTY0004, SEPM0016), or an element output:serialization-parameters
 * (Serialization 3.1, section 3.1; XPTY0004 for other items, SEPM0017 to SEPM0019 for bad, double and unknown ones).
 * SEPM0009 and SEPM0010 for parameters that contradict each other.
 */
extern BxStatus fn_serial_params(RuRun *run, const RuOp *op, const RuCx *cx, const XdItem *item, FnSerial *p);

/* fn_serialize.c: a node by opt.method, appended; SENR0001 for attributes. */
extern BxStatus fn_serial_node(RuRun *run, const RuOp *op, const RuCx *cx, const FnSerial *p,
							   const XdItem *node, BxBuf *out);

/* fn_serialize_json.c, fn_serialize_adaptive.c: the items of argument 0, appended. */
extern BxStatus fn_serial_json(RuRun *run, const RuOp *op, const RuCx *cx, const FnSerial *p, BxBuf *out);
extern BxStatus fn_serial_adaptive(RuRun *run, const RuOp *op, const RuCx *cx, const FnSerial *p, BxBuf *out);

#endif
