/*
 * lazy.h -- values that are laid out only when somebody keeps them: what "->" selects, elements and texts just made.
 *
 * A lazy value is a read-only expanded object.  When it is printed or put into another value, it is never laid out.
 * Flattened, it is byte by byte the value that would have been made at once.  A lazy element points to the arguments it
 * was made from, so it is good as long as they are; an excerpt owns what it needs.
 */
#ifndef BXML_LAZY_H
#define BXML_LAZY_H

#include "../../core/read/bx_excerpt.h"
#include "build.h"
#include "kind.h"

extern const ValueKind lazy_kind;

/* Are lazy values made at all?  Not when bxml.copy_threshold asks for copies everywhere. */
extern bool lazy_wanted(void);

/* Elements in one palloc'd block of memory, which the lazy value takes over. */
extern Datum lazy_excerpt(const BxExcerpt *excerpt);

/* A text; false if it must be built at once, because it is long or building it reports an error. */
extern bool lazy_text(BxStr text, Datum *lazy);

typedef struct LazyAttribute
{
	BxStr local; /* in no namespace */
	BxStr value;
} LazyAttribute;

/*
 * An element without a prefix, in a namespace or (with an empty URI) in none, and content that is not null.  All
 * arguments are borrowed.  false as for lazy_text, or if such an element cannot be lazy.
 */
extern bool lazy_element(BxStr uri, BxStr local, const LazyAttribute *attrs, uint32_t n_attrs,
						 const Datum *content, uint32_t n_content, Datum *lazy);

#endif
