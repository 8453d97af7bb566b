/*
 * pack.h -- the stored form of new values, as the settings ask for.
 */
#ifndef BXML_PACK_H
#define BXML_PACK_H

#include "../../core/encode/bx_writer.h"

/*
 * The value to store for a new plain one: with a vocabulary if bxml.vocabularies says so and one fits, compressed if
 * bxml.compression asks for that and it saves enough, else the value itself.  Frees the value if it is replaced.
 */
extern struct varlena *pack_new(struct varlena *value);

/* The same for a value that the reader of this backend has just made of text. */
extern struct varlena *pack_parsed(struct varlena *value, const BxShapeIds *ids);

/* The same, without freeing the value. */
extern struct varlena *pack_plain(struct varlena *value);

#endif
