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

/* Begin a value; its memory is taken from cxt. */
extern void build_open(PgBuild *p, MemoryContext cxt, BuildFrom from);

/* Raise what a call of the builder reports. */
extern _Noreturn void build_fail(PgBuild *p);

static inline void
build_check(PgBuild *p, BxStatus status)
{
	if (unlikely(status != BX_OK))
		build_fail(p);
}

/* n bytes in the server's encoding as the builder takes them. */
extern BxStr build_str(const char *s, size_t n);

/* A text datum as the builder takes it; what had to be detoasted stays in memory. */
extern BxStr build_text_arg(Datum text);

/* A string, number or boolean as text, null as the empty one; false for anything else. */
struct JsonbValue;
extern bool build_scalar(const struct JsonbValue *v, BxStr *text);

/* Everything in a bxml datum. */
extern void build_value(PgBuild *p, Datum value);

/* Start an element without namespace, or in the one given; its name is right as it is. */
extern void build_start(PgBuild *p, const char *name, BxStr uri);

/* The value, in CurrentMemoryContext, compressed when that pays; the builder is freed. */
extern Datum build_close(PgBuild *p);

#endif
