/*
 * bx_prolog.h -- what precedes the root element and is not an item: DOCTYPE and XML declaration.
 */
#ifndef BX_PROLOG_H
#define BX_PROLOG_H

#include "../store/bx_window.h"

typedef struct BxProlog
{
	const char *doctype; /* "<!DOCTYPE ...>", or NULL; borrowed from the value or the arena */
	uint32_t doctype_len;
	uint32_t doctype_at; /* top-level items before it */
	bool declared;       /* there is an XML declaration */
	const char *version; /* of it; length 0 for unknown */
	uint32_t version_len;
	int standalone; /* -1 not said, 0 no, 1 yes */
} BxProlog;

/*
 * Is a value with these flags a document?  Its text was content if it has a declaration that says neither version nor
 * standalone.
 */
static inline bool
bx_prolog_is_document(const BxProlog *pr, uint8_t flags)
{
	return (flags & BX_FLAG_DOCUMENT) && !(pr->declared && pr->version_len == 0 && pr->standalone < 0);
}

/* Read both; costs nothing for a value without extension sections.  BX_E_CORRUPT when a section is damaged. */
extern BxStatus bx_prolog_read(BxReadAll *pass, BxArena *arena, BxProlog *pr, BxError *err);

#endif
