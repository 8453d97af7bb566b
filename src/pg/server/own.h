/*
 * own.h -- what in the catalogs belongs to this extension.
 *
 * Names prove nothing: the owner of a database can create objects with the names of ours and add them to the extension.
 * Functions are known by their C functions, which only superusers can bind, types by their input functions, relations
 * by the schema and the owner of the type bxml, and by their columns.
 */
#ifndef BXML_OWN_H
#define BXML_OWN_H

#include "fmgr.h"

/* The C function behind a function of the catalogs. */
extern PGFunction own_address(Oid function);

/*
 * The function with this name, these types of arguments and this C function in the schema that another function of ours
 * is in; InvalidOid if the extension, as it is installed, has none.
 */
extern Oid own_sibling(Oid function, const char *name, PGFunction address, int n, const Oid *types);

/*
 * Is it the type with this input function, or a domain over it?  Types that the server does not have are not.
 */
extern bool own_type(Oid type, PGFunction input);

/* The same without domains. */
extern bool own_base_type(Oid type, PGFunction input);

/* A column as the script of the extension makes it. */
typedef struct OwnColumn
{
	const char *name;
	Oid type;
	bool nullable;
} OwnColumn;

/* A relation of the extension; columns may follow those that are given. */
typedef struct OwnRelation
{
	const char *name;
	char kind; /* RELKIND_ */
	int n_columns;
	const OwnColumn *columns; /* from the first */
} OwnRelation;

/*
 * The relation of the extension with this name; InvalidOid if the installed extension has none.  Raises 55000
 * if the one that has its place was not made by the script: its kind, its owner or a column is another.
 */
extern Oid own_relation(const OwnRelation *own);

#endif
