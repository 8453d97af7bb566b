/*
 * bx_validate.h -- validation of values against a compiled schema: one pass over the items, no text, no tree.
 *
 * A validator keeps what it found out about the table of the last value: which names of it the schema knows, and which
 * attribute and type its rows have.  The next value with the same table costs none of that.  Typed values are checked
 * without their text where the facets allow it.
 *
 * Memory follows the depth of a value and its table; IDs, keys and references to them are kept until their scope ends.
 * Values that elements and attributes have by default count as if they were there; nothing is changed.  What is in
 * xsi:schemaLocation is not read.
 */
#ifndef BX_VALIDATE_H
#define BX_VALIDATE_H

#include "../read/bx_reader.h"
#include "../store/bx_image.h"
#include "bx_schema.h"

/* One violation; everything is borrowed and good during the call. */
typedef struct BxViolation
{
	const char *code;   /* rule of XML Schema, "cvc-complex-type.2.4.a" */
	const char *msg;    /* lower case, no final period */
	const char *detail; /* a sentence, or empty: what would be right */
	BxEventKind kind;   /* BX_EV_ELEMENT or BX_EV_ATTRIBUTE; BX_EV_DONE: of the value as a whole */
	BxStr uri;          /* name of the node */
	BxStr local;
	const uint8_t *label; /* of the node; empty for the value as a whole */
	size_t label_n;
	uint32_t off; /* of its item, in the items section */
	BxStr
		first; /* label of the node that has the values of this one already; .s NULL: it is about something else */
} BxViolation;

/* Called for each violation in document order; those of references come when their scope ends.  *stop ends the pass. */
typedef BxStatus (*BxViolationTake)(void *ctx, const BxViolation *violation, bool *stop);

typedef struct BxValidateOptions
{
	BxStr uri; /* the root element must have this name; local.s NULL: any that is declared globally */
	BxStr local;
	BxViolationTake take; /* NULL: only the verdict is asked for, and the first violation ends the pass */
	void *ctx;
} BxValidateOptions;

typedef struct BxValidator BxValidator;

/* A validator for a schema, which is borrowed.  Memory is of the host until bx_validator_free. */
extern BxStatus bx_validator_new(const BxSchema *schema, const BxHost *host, BxValidator **validator,
								 BxError *err);
extern void bx_validator_free(BxValidator *validator);

/*
 * bx_validator_run: is the value in the store valid?  options NULL: only the verdict.  BX_E_CORRUPT for damaged values,
 * BX_E_LIMIT when keys need too much memory, and what the host, the store and options->take say.
 */
extern BxStatus bx_validator_run(BxValidator *validator, BxStore *store, const BxValidateOptions *options,
								 bool *valid, BxError *err);

/* Work of all runs: values whose table was known, and values in all. */
extern void bx_validator_work(const BxValidator *validator, uint64_t *known, uint64_t *values);

#endif
