/*
 * srf.h -- functions that return rows one per call.
 */
#ifndef BXML_SRF_H
#define BXML_SRF_H

#include "funcapi.h"

/*
 * The state of a call for a row of a composite type: at the first, what open makes of the arguments, in memory of all
 * calls, is put into user_fctx.
 */
extern FuncCallContext *srf_call(FunctionCallInfo fcinfo, void *(*open)(FunctionCallInfo fcinfo));

#endif
