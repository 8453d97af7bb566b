/*
 * vocabulary_uses.h -- what the database stores that refers to a vocabulary.
 */
#ifndef BXML_VOCABULARY_USES_H
#define BXML_VOCABULARY_USES_H

/*
 * Read everything that the database stores where values of the type bxml can be, and list the first places that refer
 * to the vocabulary, a line for each: rows and versions of them that a transaction can see, indexes that hold values,
 * statistics, and constants of expressions.  NULL if there are none.  SPI must be connected.
 *
 * Not read: temporary tables of others, foreign tables, and what is not stored.
 */
extern char *uses_of_vocabulary(uint32 number, Oid bxml);

#endif
