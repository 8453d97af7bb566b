/*
 * kind.h -- the kinds of expanded objects that a bxml value may be.
 *
 * The module registers them when it is loaded.  Code that meets a value asks for its kind and knows none by name.
 */
#ifndef BXML_KIND_H
#define BXML_KIND_H

#include "fmgr.h"
#include "utils/expandeddatum.h"

#include "../../core/print/bx_text.h"

struct PgBuild;

typedef struct ValueKind
{
	const ExpandedObjectMethods *methods; /* identify the objects of this kind */
	/* The value in a stored form; the object keeps the bytes. */
	void (*bytes)(ExpandedObjectHeader *eoh, const uint8_t **v, size_t *n);
	/*
	 * Append the text of the value in UTF-8 as bx_text_read would; false, with out unchanged: print the bytes.  May
	 * be NULL.
	 */
	bool (*print)(ExpandedObjectHeader *eoh, const BxTextOptions *options, size_t front, BxBuf *out);
	/* Append the value to one that is being built; NULL: copy the bytes. */
	void (*append)(ExpandedObjectHeader *eoh, struct PgBuild *p);
} ValueKind;

/* The first member of objects that keep their flat form once it is made. */
typedef struct FlatObject
{
	ExpandedObjectHeader hdr;
	struct varlena *flat; /* NULL until get_flat_size is asked for */
} FlatObject;

/* The method flatten_into of such objects ... */
extern void kind_flatten_into(ExpandedObjectHeader *eoh, void *result, Size allocated);

/* ... and the bytes of their kind. */
extern void kind_flat_bytes(ExpandedObjectHeader *eoh, const uint8_t **v, size_t *n);

/* The object with these methods; NULL for anything else. */
extern ExpandedObjectHeader *kind_object(Datum value, const ExpandedObjectMethods *methods);

/* The same behind a read-write pointer only. */
extern ExpandedObjectHeader *kind_writable(Datum value, const ExpandedObjectMethods *methods);

/*
 * The state of a call of a transition or combine function, to be changed; NULL if there is none, or if it is flat.
 * cxt: the memory of the aggregate.
 */
extern ExpandedObjectHeader *kind_state(FunctionCallInfo fcinfo, const ExpandedObjectMethods *methods,
										MemoryContext *cxt);

/*
 * Is this call of a final function the last use of its state?  A state of a hashed aggregate is asked again when the
 * plan node is rescanned, one of a window function for the next row, and one that aggregates share by the others.
 */
extern bool kind_state_is_last(FunctionCallInfo fcinfo);

/* Before a state that is a FlatObject changes: its flat form is no longer that.  NULL is none. */
extern void kind_changes(ExpandedObjectHeader *state);

extern void kind_register(const ValueKind *kind);

/* The kind of a datum, and its object; NULL if it is not an expanded object of a registered kind. */
extern const ValueKind *kind_of(Datum value, ExpandedObjectHeader **eoh);

#endif
