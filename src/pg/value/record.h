/*
 * record.h -- which schema a value was found valid by, as the value itself says (FORMAT.md, section 67).
 *
 * Only what this database wrote counts: values from outside lose the record when they come in.
 */
#ifndef BXML_RECORD_H
#define BXML_RECORD_H

#include "../../core/format/bx_format.h"

#define RECORD_ID BX_ANNOTATIONS_ID

/* The schema's RECORD_ID bytes; false if the value has no record. */
extern bool record_get(Datum value, uint8 *id);

/* The value with this record, or with id NULL without one: palloc'd, or the value itself if it has none. */
extern Datum record_put(Datum value, const uint8 *id);

/*
 * The plain value of n bytes at v without a record: v itself, or new bytes after `front` free ones, palloc'd; *len is
 * their number.
 */
extern const uint8 *record_strip(const uint8 *v, size_t n, size_t front, size_t *len);

#endif
