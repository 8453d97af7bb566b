/*
 * pack.h -- compression of new values, as the settings ask for.
 */
#ifndef BXML_PACK_H
#define BXML_PACK_H

/*
 * The value to store in place of a new plain one: compressed when bxml.compression says so and it pays, else the value
 * itself.  Frees value when it is replaced.
 */
extern struct varlena *pack_new(struct varlena *value);

/* The same, and value stays. */
extern struct varlena *pack_plain(struct varlena *value);

#endif
