/*
 * native.h -- bytes from outside that claim to be a stored value.
 */
#ifndef BXML_NATIVE_H
#define BXML_NATIVE_H

/* Check the bytes in full and under the input limits; a datum with a copy of them.  Raises 22P03. */
extern struct varlena *native_check(const char *bytes, size_t n);

#endif
