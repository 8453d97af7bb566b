/*
 * bx_retype.h -- a value whose payloads have the forms that a schema's types give them.
 *
 * While a value is validated, the type of each value of an attribute, or of an element with simple content, is known:
 * the declared one, that of xsi:type, of a union the member that takes the text.  Where the type gives a text a form
 * that it has not by itself ("1.50E0", "0007", dates with a zone, times, bytes), the value is encoded anew with these
 * payloads.  Its text does not change, nor do labels; lists stay text, and so do texts in the heap.
 */
#ifndef BX_RETYPE_H
#define BX_RETYPE_H

#include "../encode/bx_writer.h"
#include "bx_validate.h"

typedef struct BxRetypeOptions
{
	BxWriterOptions
		writer;   /* as values are written otherwise; `typed` and the root's label are not looked at */
	bool strings; /* values declared as xs:string become text where they are stored as numbers and so on */
} BxRetypeOptions;

/*
 * bx_validator_note: from now on runs of the validator note the payloads that types change.  Options are copied, but
 * for what they borrow.  BX_E_NOMEM.
 */
extern BxStatus bx_validator_note(BxValidator *validator, const BxRetypeOptions *retype, BxError *err);

/*
 * bx_validator_retyped: after a run of such a validator that found the value in the store valid, *data is its new plain
 * form in memory of the host, which is the caller's: writer.reserve free bytes, then *len bytes.  NULL when nothing
 * changes, which costs nothing.
 */
extern BxStatus bx_validator_retyped(BxValidator *validator, BxStore *store, uint8_t **data, size_t *len,
									 BxError *err);

#endif
