/*
 * depends.h -- dependencies between objects of the database, as pg_depend has them.
 */
#ifndef BXML_DEPENDS_H
#define BXML_DEPENDS_H

#include "catalog/pg_depend.h"

typedef void (*DependsTake)(void *ctx, Form_pg_depend depend);

/* What an object depends on. */
extern void depends_on(Oid class, Oid object, DependsTake take, void *ctx);

/* What depends on an object. */
extern void depends_of(Oid class, Oid object, DependsTake take, void *ctx);

#endif
