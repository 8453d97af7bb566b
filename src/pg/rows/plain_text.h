/*
 * plain_text.h -- the text of parts of a document, as full text search reads it.
 *
 * A part is what one path selects: nodes, each of which is a text of its own.  Texts of an element are joined; where
 * more than one tag is between two of them they are words apart, so a space is put there.  "<p>a</p><p>b</p>" are two
 * words, "H<sub>2</sub>O" is one.  Comments and processing instructions are not read.
 */
#ifndef BXML_PLAIN_TEXT_H
#define BXML_PLAIN_TEXT_H

#include "fmgr.h"

/* Parts of one document; the first numbers are those of weights of text search: D to A. */
#define PLAIN_TEXT_PARTS 4

/* The paths of a call site, and the state of a document. */
typedef struct PlainText PlainText;

/* Take the text of a node of a part: n bytes in the encoding of the server, good during the call. */
typedef void (*PlainTextTake)(void *arg, int part, char *s, int n);

/* Memory for the call site is that of the context, as long as it lives. */
extern PlainText *plain_text_new(MemoryContext cxt);

/* Give the path of a part, or 0 if there is none. */
extern void plain_text_path(PlainText *t, int part, Datum bxpath);

/* The nodes that are left out of all parts, with all below them; 0: none. */
extern void plain_text_exclude(PlainText *t, Datum bxpath);

/*
 * Read a document, in one pass, in memory of the current context.  Without any path the first part is all of it.
 * Raises an error if a path selects values that are not nodes.
 */
extern void plain_text_read(PlainText *t, Datum doc, PlainTextTake take, void *arg);

#endif
