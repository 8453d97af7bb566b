/*
 * result.h -- results of paths as datums.
 */
#ifndef BXML_RESULT_H
#define BXML_RESULT_H

#include "../server/settings.h"
#include "../server/utf8.h"
#include "../value/reference.h"
#include "call.h"

/* The text that a path found in the document, which may be a reference to a part of it. */
static inline Datum
result_text_of(const XpItem *text, Datum doc)
{
	return text->by_reference ? reference_text(doc, text->at, (uint32) text->str.n)
							  : PointerGetDatum(utf8_text(text->str.s, text->str.n));
}

/*
 * As error_check, for calls that write parts of a stored value: the items of a sound value come in an order that the
 * writer accepts, so an error of order means damage.
 */
extern void result_check(PgCall *call, BxStatus status);

/* The first item of the path as a value, palloc'd, for datum_written; false if there is none. */
extern bool result_first(PgCall *call, uint8_t **data, size_t *len);

/* The path of the call for a message: palloc'd, in the encoding of the server, shortened. */
extern char *result_path(const PgCall *call);
/* Raise that the path selects nothing in the document, and why. */
extern _Noreturn void result_refuse_none(const PgCall *call, Datum doc);

/* The same for any path. */
extern char *result_source(const XpBlock *path);

#endif
