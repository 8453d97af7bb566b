/*
 * bx_dictionary.h -- the bytes that blocks of codec 2 may refer to (FORMAT.md, "Dictionary 1").
 */
#ifndef BX_DICTIONARY_H
#define BX_DICTIONARY_H

#define BX_DICTIONARY_1_LEN 16384

/* Fixed forever: a value that was packed with it needs it to be read.  A NUL byte follows. */
extern const char bx_dictionary_1[BX_DICTIONARY_1_LEN + 1];

#endif
