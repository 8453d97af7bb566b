/*
 * lazy.h -- values that are not laid out before somebody keeps them: what "->" selects, elements and texts just made.
 *
 * A draft is a read-only expanded object.  Printed, or put into another value, it never becomes a value of its own; whoever
 * keeps it or evaluates it has the value that would have been made at once, byte by byte.  A draft of an element points to
 * its arguments, so it is good as long as they are; that of selected elements holds what it needs.
 */
#ifndef BXML_LAZY_H
#define BXML_LAZY_H

#include "../../core/read/bx_excerpt.h"
#include "build.h"

/* Are drafts made at all?  Not when bxml.copy_threshold asks for copies everywhere. */
extern bool lazy_wanted(void);

/* Is the value a draft? */
extern bool lazy_is(Datum value);

/* The value that a draft stands for, kept with it; NULL when the value is no draft. */
extern struct varlena *lazy_flat(Datum value);

/* Append the text of a draft, in UTF-8, as bx_text_read would write that of the value. */
extern void lazy_print(Datum draft, const BxHost *host, BxBuf *out);

/* Put a draft into a value that is being built. */
extern void lazy_append(PgBuild *p, Datum draft);

/* Elements in one block of memory that was palloc'd: they and that block become the draft's. */
extern Datum lazy_loose(const BxExcerpt *loose);

/* A text; false when it must be built at once, for the error that building will report or for its length. */
extern bool lazy_text(BxStr text, Datum *draft);

typedef struct LazyAttribute
{
	BxStr local; /* in no namespace */
	BxStr value;
} LazyAttribute;

/*
 * An element without a prefix, in a namespace or, with an empty URI, in none, and values that are not null.  All of it is
 * borrowed.  false as above, or when the form is not made for it.
 */
extern bool lazy_element(BxStr uri, BxStr local, const LazyAttribute *attrs, uint32_t n_attrs,
						 const Datum *content, uint32_t n_content, Datum *draft);

#endif
