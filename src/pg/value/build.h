/*
 * build.h -- a value built by SQL functions: the builder of the core over server memory.
 */
#ifndef BXML_BUILD_H
#define BXML_BUILD_H

#include "../../core/build/bx_build.h"
#include "../server/host.h"

typedef struct PgBuild
{
	PgHost host;
	BxBuilder *b;
} PgBuild;

/* Where the parts come from. */
typedef enum BuildFrom
{
	BUILD_VALUES, /* values of this database: of the limits on input only bxml.max_attributes acts */
	BUILD_INPUT,  /* elsewhere: all limits act */
} BuildFrom;

/* Begin a value in memory of cxt. */
extern void build_open(PgBuild *p, MemoryContext cxt, BuildFrom from);

/* Raise the error of the builder. */
extern _Noreturn void build_fail(PgBuild *p);

static inline void
build_check(PgBuild *p, BxStatus status)
{
	if (unlikely(status != BX_OK))
		build_fail(p);
}

/* n bytes in the encoding of the server, for the builder. */
extern BxStr build_str(const char *s, size_t n);

/* A text datum for the builder; a detoasted copy stays in memory. */
extern BxStr build_text_arg(Datum text);

/* A string, number or boolean as text, null as the empty string; false for anything else. */
struct JsonbValue;
extern bool build_scalar(const struct JsonbValue *v, BxStr *text);

/* Append all nodes of a bxml datum. */
extern void build_value(PgBuild *p, Datum value);

/* Start an element in the given namespace, or in none; the name is known to be valid. */
extern void build_start(PgBuild *p, const char *name, BxStr uri);

/* The value, in CurrentMemoryContext, compressed if that saves enough; the builder is freed. */
extern Datum build_close(PgBuild *p);

/* The next member of an object whose beginning the iterator has passed; false after the last. */
struct JsonbIterator;
extern bool build_next_member(struct JsonbIterator **it, struct JsonbValue *key, struct JsonbValue *value);

#endif
