/*
 * bayardo.h -- the steps of variants.c.
 */
#ifndef BAYARDO_H
#define BAYARDO_H

#include "../micro/bm.h"

extern const BmEngine bayardo_events, bayardo_events_skip, bayardo_names, bayardo_shapes, bayardo_typed,
	bayardo_constants, bayardo_product, bayardo_offsets;

#endif
