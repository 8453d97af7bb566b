/*
 * ready.h -- schemas that are compiled, kept by the backend by the OID of their function.
 */
#ifndef BXML_READY_H
#define BXML_READY_H

#include "../../core/schema/bx_places.h"
#include "../../core/schema/bx_retype.h"
#include "../../core/schema/bx_validate.h"
#include "../value/datum.h"
#include "body.h"

typedef struct ReadySchema ReadySchema;

/* Called once, when the module is loaded. */
extern void ready_init(void);

/* The schema may become part of a plan as a constant: plans are made anew when its function changes. */
extern void ready_note(Oid function);

/*
 * The compiled schema of a function of the language; raises errors if there is no such function or its body is not a
 * schema.  Good until the next call of this function.
 */
extern ReadySchema *ready_get(Oid function);

/* The body of a function of the language, palloc'd; NULL if there is no such function. */
extern char *ready_body(Oid function);

/* Name of the function as it must be written, palloc'd: with its schema if that is not in the search path. */
extern char *ready_name(Oid function);

/* The root element that was asked for last, and which one it is; forgotten with the schema. */
typedef struct RootMemo
{
	char asked[128];
	size_t n; /* bytes of it; 0: none yet */
	BxStr uri;
	BxStr local;
} RootMemo;

extern RootMemo *ready_root_memo(ReadySchema *ready);

extern const BxSchema *ready_schema(const ReadySchema *ready);
extern Oid ready_function(const ReadySchema *ready);
/* SCHEMA_DIGEST bytes. */
extern const uint8 *ready_digest(const ReadySchema *ready);

/* Is it a function of the language? */
extern bool ready_is(Oid function);

/* As ready_validate, but a value whose record names the schema is valid; options without `take`. */
extern bool ready_accepts(ReadySchema *ready, Datum doc, const BxValidateOptions *options);

/*
 * The value to store for the one that the schema accepted just before: with the forms that its declared types give, and
 * a record of the schema.
 */
extern Datum ready_accepted(ReadySchema *ready, Datum doc);

/* Validate; raises errors.  The result is the verdict.  options->take may raise errors. */
extern bool ready_validate(ReadySchema *ready, Datum doc, const BxValidateOptions *options);

/*
 * The places of documents with this root element, .s NULL: with any; kept with the schema for the root asked for last.
 * Raises errors.  The caller says when it is done with them; if it does not, because of an error, they are made anew.
 */
extern BxPlaces *ready_places(ReadySchema *ready, BxStr uri, BxStr local);
extern void ready_places_done(ReadySchema *ready);

#endif
