/*
 * bx_text.h -- a value back to XML text.
 */
#ifndef BX_TEXT_H
#define BX_TEXT_H

#include "../base/bx_buf.h"
#include "../read/bx_prolog.h"
#include "../read/bx_excerpt.h"

/* A buffer with so many bytes more than the text takes need not grow. */
#define BX_TEXT_SPARE 1024

typedef struct BxTextOptions
{
	int indent; /* spaces per level (up to 60 in all), 0 for none; never in text or under xml:space="preserve" */
	bool declaration;     /* always write an XML declaration */
	bool no_doctype;      /* leave the DOCTYPE out */
	bool inside;          /* the text stands within that of an element: items alone */
	const char *encoding; /* to be named in the declaration, or NULL; what is written is UTF-8 all the same */
} BxTextOptions;

/* Instead of siblings, the items from one offset up to another: those of n bytes at an offset of other items. */
typedef struct BxTextPatch
{
	uint32_t from;
	uint32_t to;
	uint32_t off;
	uint32_t n;
} BxTextPatch;

/* A value that was never put together. */
typedef struct BxTextParts
{
	const BxTable
		*table; /* with the header: flags, depth, lengths of items and heap, and plain_total, more or less */
	const uint8_t *items;       /* and the heap behind them */
	const BxTextPatch *patches; /* in order, apart from each other */
	uint32_t n_patches;
	const uint8_t
		*patched; /* their items, patched_n bytes; with those at `items` and the heap less than 4 GB */
	uint32_t patched_n;
	const BxProlog *prolog;
	const uint8_t *v; /* bytes in which all constants of the table lie, and perhaps names */
	size_t n;
} BxTextParts;

/*
 * bx_text_read: append the XML text of a stored value to out (UTF-8).  The text parses back to an equal value.
 * Memory is O(depth + table + windows) beyond the output.  options may be NULL.
 */
extern BxStatus bx_text_read(BxStore *store, const BxTextOptions *options, const BxHost *host, BxBuf *out,
							 BxError *err);

/* The same for the n bytes of value v. */
extern BxStatus bx_text_write(const uint8_t *v, size_t n, const BxTextOptions *options, const BxHost *host,
							  BxBuf *out, BxError *err);

/*
 * The same for parts; memory that is needed on the way comes from the arena.  Patches are for texts without
 * indentation; BX_E_ARGUMENT when one does not begin where an item does.
 */
extern BxStatus bx_text_parts(const BxTextParts *parts, const BxTextOptions *options, BxArena *arena,
							  BxBuf *out, BxError *err);

/* The text of the value that an excerpt would be. */
extern BxStatus bx_text_excerpt(const BxExcerpt *excerpt, const BxHost *host, BxBuf *out, BxError *err);

/* A text, or with attr the value of an attribute, as it stands in such texts. */
extern BxStatus bx_text_chars(const char *s, size_t n, bool attr, BxBuf *out, BxError *err);

#endif
