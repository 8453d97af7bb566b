/*
 * at_moment.h -- items that are dates, times, parts of dates, or durations: their parts, and casts among them.
 */
#ifndef AT_MOMENT_H
#define AT_MOMENT_H

#include "at_value.h"

/* The parts (BX_PART_YEAR and so on) of a type whose family is AT_F_MOMENT. */
extern unsigned at_moment_parts(AtType type);

/* A dateTime or date cut to the parts that the type has; of a date, its first moment. */
extern XdItem at_moment_cut(AtType type, const XdItem *item);

/*
 * An item of a duration, whose parts have one sign; those that the type lacks are dropped.  FODT0002 if its months or
 * seconds are beyond BX_SPAN_MAX.
 */
extern BxStatus at_put_duration(const AtCall *c, AtType type, const BxDuration *d, XdItem *out);

#endif
