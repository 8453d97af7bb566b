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
 *
 * A text that comes in pieces is read in windows: bx_markup_begin, then bx_markup_window again and again, where a token
 * that is not complete comes again with more behind it, and bx_markup_end.  Where such a text is not for this reader,
 * bx_markup_stopped says what is open at that place, for the parser that continues there.
 */
#ifndef BX_MARKUP_H
#define BX_MARKUP_H

#include "../encode/bx_writer.h"

typedef struct BxMarkup BxMarkup;

/* Who takes some elements as values of their own, for texts in windows: asked about elements outside of them only. */
typedef struct BxMarkupRecords
{
	void *ctx;
	/* An element begins: *w is a writer if it is a record, NULL if not.  Names are terminated and stay. */
	BxStatus (*enter)(void *ctx, const char *local, const char *uri, BxWriter **w, BxError *err);
	/* The element ends that was entered last; if it is a record, the writer has all of it, of size bytes of text. */
	BxStatus (*leave)(void *ctx, bool record, uint64_t size, BxError *err);
} BxMarkupRecords;

typedef struct BxMarkupOptions
{
	const BxLimits *limits;         /* borrowed until the text has been read */
	const BxMarkupRecords *records; /* borrowed; NULL: one value of all */
	bool document;                  /* exactly one root element */
	bool content;                   /* a parsed entity, whatever is in it: it began with a text declaration */
	bool strip; /* drop text that is only white space, except under xml:space="preserve" */
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

/* The shapes of the value that this writer has finished, if it is the one that is kept; none otherwise. */
extern void bx_markup_shapes(const BxMarkup *m, const BxWriter *w, BxShapeIds *ids);

/*
 * bx_markup_read: the n bytes at s to the writer, which was made for this text and knows its XML declaration; NULL:
 * only look.  With *mine the writer has all of it, and the caller finishes it.  Otherwise what the writer has is of no
 * use.  BX_OK, BX_E_NOMEM or BX_E_CANCEL; *mine is false after a failure.
 */
extern BxStatus bx_markup_read(BxMarkup *m, BxWriter *w, const BxMarkupOptions *o, const char *s, size_t n,
							   bool *mine, BxError *err);

/* ---- text in windows ---- */

/* The text begins; what is borrowed is so until the reader is given another text or freed. */
extern BxStatus bx_markup_begin(BxMarkup *m, BxWriter *w, const BxMarkupOptions *o, BxError *err);

/*
 * bx_markup_window: the next n bytes of the text.  Of these, *used have been read, all of them unless the token there
 * is not complete, or not for this reader.  A window that is not the last ends with ">", or within text between
 * characters, line ends and references, and not with "]".
 */
extern BxStatus bx_markup_window(BxMarkup *m, const char *s, size_t n, size_t *used);

/* All of the text has been read: *mine as of bx_markup_read. */
extern BxStatus bx_markup_end(BxMarkup *m, bool *mine);

/* The reader is done with the text, however it ended, and kept for another. */
extern void bx_markup_rest(BxMarkup *m);

/* Open elements: how many, where the start tag of one begins in the text; declarations of namespaces in scope. */
extern uint32_t bx_markup_depth(const BxMarkup *m);
extern uint64_t bx_markup_open_off(const BxMarkup *m, uint32_t i);
/* The depth of the record that is open, and where its start tag ends; 0: none is. */
extern uint32_t bx_markup_record(const BxMarkup *m, uint64_t *off);
extern uint32_t bx_markup_declared(const BxMarkup *m);

/* Names, prefixes and namespace names known so far, and what has been bound to each other. */
extern uint64_t bx_markup_names_n(const BxMarkup *m);
extern uint64_t bx_markup_bindings_n(const BxMarkup *m);

/* White space at top level that a document has not and content has, before one of the nodes there. */
typedef struct BxMarkupWhite
{
	uint32_t before; /* top-level nodes before it */
	size_t end;      /* of its text; it begins where that of the previous one ends */
} BxMarkupWhite;

/* What was read last. */
typedef enum BxMarkupLast
{
	BX_MARKUP_LAST_OTHER,
	BX_MARKUP_LAST_TEXT, /* text that need not have ended */
	BX_MARKUP_LAST_REFERENCE,
} BxMarkupLast;

/* Where reading has stopped.  Strings are the reader's. */
typedef struct BxMarkupStop
{
	uint32_t depth;
	uint32_t record_depth; /* of the record that is open, 0: none is */
	uint32_t top_nodes;    /* begun so far, except the DOCTYPE */
	uint32_t top_elements;
	bool content; /* of them, or of the text between, some cannot be in a document */
	BxMarkupLast last;
	BxStr run;      /* white space that has been read, and may become part of a text node that follows ... */
	bool run_mixed; /* ... or there has been other text, which the writer has */
	BxStr white;
	const BxMarkupWhite *whites;
	size_t whites_n;
} BxMarkupStop;

/* The reader has stopped for good, and has to be begun anew. */
extern void bx_markup_stopped(BxMarkup *m, BxMarkupStop *stop);

/* Then: the start tag of the open element i, with declarations and xml:space, as far as they matter to what follows. */
extern BxStatus bx_markup_start_text(const BxMarkup *m, uint32_t i, BxBuf *out, BxError *err);

#endif
