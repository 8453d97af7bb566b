/*
 * bx_ordpath.h -- node labels (ORDPATH): their byte form, order, ancestry, and labels between others.
 *
 * A label names a node by its way from the document node: one level per step, each an odd number after any number of
 * even ones ("carets", which make room between siblings).  The empty label is the document node.  The byte form is
 * described in ORDPATH.md; its order as bytes is document order, and a node's label is a prefix of those below it.
 *
 * Labels are bounded strings of bytes: [p, p + n), n at most BX_ORDPATH_MAX, borrowed from the caller.  No function
 * trusts them: bytes that are not a label give BX_E_CORRUPT, or an answer about the part that can be read.  Loops are
 * bounded by BX_ORDPATH_MAX, about a millisecond, and do not poll.  Results are appended to a BxBuf of the caller's.
 */
#ifndef BX_ORDPATH_H
#define BX_ORDPATH_H

#include "../base/bx_buf.h"

/* Bytes of a label: 100,000 levels of ten bytes each, rounded up. */
#define BX_ORDPATH_MAX ((size_t) 1 << 20)

/* Bytes of one level; only edits that keep inserting between the two newest siblings come near. */
#define BX_ORDPATH_LEVEL_MAX 1024

/* Components are at least -BX_ORDPATH_NUMBER_MAX and at most this: four times the items a value can hold. */
#define BX_ORDPATH_NUMBER_MAX ((int64_t) 1 << 33)

/* Bytes of one component with its mark. */
#define BX_ORDPATH_PART_MAX 6

/* The number line a component is on; the first one of a level decides for the node. */
typedef enum BxOrdpathLine
{
	BX_LINE_NAMESPACE, /* "#": declarations, before attributes */
	BX_LINE_ATTRIBUTE, /* "@": before children */
	BX_LINE_CHILD,     /* children, and every further component of a level */
	BX_LINE_INFINITY   /* not a node: the end of the document's descendants */
} BxOrdpathLine;

typedef struct BxOrdpathPart
{
	BxOrdpathLine line;
	int64_t number; /* 0 with BX_LINE_INFINITY */
} BxOrdpathPart;

/* Order of two labels: negative, 0, positive.  Document order; an ancestor comes before its descendants. */
extern int bx_ordpath_cmp(const uint8_t *a, size_t an, const uint8_t *b, size_t bn);

/* Read the component at p; returns what follows it, or NULL when the bytes before end are none. */
extern const uint8_t *bx_ordpath_part_get(const uint8_t *p, const uint8_t *end, BxOrdpathPart *part);

/* Write a component to at most BX_ORDPATH_PART_MAX bytes and return their end; the number must be in range. */
extern uint8_t *bx_ordpath_part_put(uint8_t *p, BxOrdpathPart part);

/* Append a component. */
extern BxStatus bx_ordpath_part_append(BxBuf *out, BxOrdpathPart part, BxError *err);

/*
 * bx_ordpath_check: are these bytes a label?  If not, the given status (BX_E_WIRE or BX_E_CORRUPT) with the offset of
 * what is wrong.
 */
extern BxStatus bx_ordpath_check(const uint8_t *p, size_t n, BxStatus bad, BxError *err);

/*
 * bx_ordpath_parse: append the byte form of a label given as text ("1.5.@3", "" is the document).  BX_E_LABEL with
 * the position (from 1) of what is wrong, BX_E_LIMIT when the label gets too long; out is then as it was.
 */
extern BxStatus bx_ordpath_parse(const char *s, size_t n, BxBuf *out, BxError *err);

/* Append the text of a label, without terminator. */
extern BxStatus bx_ordpath_print(const uint8_t *p, size_t n, BxBuf *out, BxError *err);

/*
 * bx_ordpath_parent: length of the parent's label, a prefix of p; 0 is the document node.  The document node and
 * "infinity" have none: *has is false.
 */
extern BxStatus bx_ordpath_parent(const uint8_t *p, size_t n, bool *has, size_t *parent_n, BxError *err);

/* Levels below the document node, 0 for itself: odd components. */
extern BxStatus bx_ordpath_level(const uint8_t *p, size_t n, uint32_t *level, BxError *err);

/* Is the first label in the subtree of the second, or the same?  The same as root <= p < bx_ordpath_upper(root). */
extern bool bx_ordpath_within(const uint8_t *p, size_t n, const uint8_t *root, size_t root_n);

/* Length of the prefix of both labels that is their lowest common ancestor, or one of them. */
extern BxStatus bx_ordpath_common(const uint8_t *a, size_t an, const uint8_t *b, size_t bn, size_t *common_n,
								  BxError *err);

/* Append the smallest label that sorts after everything in the subtree of p: the end of its range. */
extern BxStatus bx_ordpath_upper(const uint8_t *p, size_t n, BxBuf *out, BxError *err);

/* Append the component of the item with this index (from 0) on a line, as freshly parsed documents number them. */
extern BxStatus bx_ordpath_append(BxBuf *out, BxOrdpathLine line, uint32_t index, BxError *err);

/*
 * bx_ordpath_between: append a label for a new sibling between two, a before b.  Either may be NULL, for a place
 * before the first or after the last sibling; not both.  BX_E_ARGUMENT when they are not siblings on one line or not
 * in order; BX_E_LIMIT, naming bxml.relabel, when the label would be too long, which relabelling the document
 * repairs.  out is then as it was.
 */
extern BxStatus bx_ordpath_between(const uint8_t *a, size_t an, const uint8_t *b, size_t bn, BxBuf *out,
								   BxError *err);

/* The error of a label that would be too long: BX_E_LIMIT, naming bxml.relabel. */
extern BxStatus bx_ordpath_no_room(BxError *err);

#endif
