/*
 * agg_build.h -- the states of aggregates as a kind of bxml values.
 */
#ifndef BXML_AGG_BUILD_H
#define BXML_AGG_BUILD_H

#include "../value/kind.h"

extern const ValueKind agg_kind;

#endif
