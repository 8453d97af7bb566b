/*
 * replace.h -- may a schema that is in use be replaced?
 */
#ifndef BXML_REPLACE_H
#define BXML_REPLACE_H

/*
 * Raise an error if the function replaces a schema that is in use, and the new one does not accept all documents that
 * were valid before.  For validators: the row of before is the one that the active snapshot sees.
 */
extern void replace_check(Oid function);

#endif
