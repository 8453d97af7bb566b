/*
 * language.h -- the language bxml_schema, whose functions are schemas, and the type of their results.
 */
#ifndef BXML_LANGUAGE_H
#define BXML_LANGUAGE_H

#define LANGUAGE_NAME "bxml_schema"

/* A schema as a datum: the OID of its function. */
#define DatumGetSchema(datum) DatumGetObjectId(datum)
#define SchemaGetDatum(schema) ObjectIdGetDatum(schema)
#define PG_GETARG_SCHEMA(n) DatumGetSchema(PG_GETARG_DATUM(n))

#endif
