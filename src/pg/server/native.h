/*
 * native.h -- bytes from outside that claim to be a stored value.
 */
#ifndef BXML_NATIVE_H
#define BXML_NATIVE_H

/*
 * A datum with a copy of the bytes, which are checked in full and against the input limits, without what they say about
 * schemas; `plain`: not compressed.  Raises 22P03.
 */
extern struct varlena *native_check(const char *bytes, size_t n, bool plain);

#endif
