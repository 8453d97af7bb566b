/*
 * bound.h -- the schemas that a column is bound to.
 */
#ifndef BXML_BOUND_H
#define BXML_BOUND_H

/*
 * The functions of the language that a type needs: by the type modifier, by constraints of the domain, and of those it
 * is made of.  A list of OIDs.
 */
extern struct List *bound_schemas(Oid type, int32 typmod);

#endif
