/*
 * bx_markup.h -- XML text to calls of the writer, in one pass over the text where it lies.
 *
 * For UTF-8 without XML declaration and byte order mark, and without an internal subset of the DTD.  Where the text is
 * not well-formed, passes a limit, or has anything this reader does not know (references to entities that are not
 * predefined, an internal subset), the answer is "not mine": another parser reads the text again from its start and
 * says what is wrong.  So this one never words or places an error, and everything it takes the other one takes too,
 * with the same calls of the writer.
 *
 * The reader keeps its tables of names and a writer from text to text, about a megabyte at most: one that knows the
 * names of a short text reads it several times as fast.
 */
#ifndef BX_MARKUP_H
#define BX_MARKUP_H

#include "../encode/bx_writer.h"

typedef struct BxMarkup BxMarkup;

typedef struct BxMarkupOptions
{
	const BxLimits *limits; /* borrowed until bx_markup_read returns */
	bool document;          /* exactly one root element */
	bool content;           /* a parsed entity, whatever is in it: it began with a text declaration */
	bool strip;             /* drop text that is only white space, except under xml:space="preserve" */
	bool reject_dtd;
} BxMarkupOptions;

/* NULL on out of memory.  Borrowed: host, whose poll must return when the caller cannot be jumped over. */
extern BxMarkup *bx_markup_new(const BxHost *host, BxError *err);
extern void bx_markup_free(BxMarkup *m);

/*
 * bx_markup_writer: a writer for a text.  With the reader one is kept, which knows the names of the texts before; while
 * that one is out, others are made.  The value is memory of `host`.  NULL on out of memory.
 * bx_markup_writer_done: give such a writer back; NULL is allowed.
 */
extern BxWriter *bx_markup_writer(BxMarkup *m, const BxHost *host, const BxWriterOptions *o, BxError *err);
extern void bx_markup_writer_done(BxMarkup *m, BxWriter *w);

/*
 * bx_markup_read: the n bytes at s to the writer, which was made for this text and knows its XML declaration; NULL:
 * only look.  With *mine the writer has all of it, and the caller finishes it.  Otherwise what the writer has is of no
 * use.  BX_OK, BX_E_NOMEM or BX_E_CANCEL; *mine is false after a failure.
 */
extern BxStatus bx_markup_read(BxMarkup *m, BxWriter *w, const BxMarkupOptions *o, const char *s, size_t n,
							   bool *mine, BxError *err);

#endif
