/*
 * bx_c14n.h -- the canonical form of a value: Canonical XML 1.0 and 1.1, Exclusive XML Canonicalization 1.0.
 *
 * A value is a document of its own, with its DOCTYPE applied already: attribute defaults and entities are in it.  1.0
 * and 1.1 differ for parts of documents only (attributes of the namespace xml are inherited differently), so they are
 * one method here.  Content that is not a document is the node-set of its top-level nodes with all below them: they are
 * written one after the other, and nothing stands between them.
 */
#ifndef BX_C14N_H
#define BX_C14N_H

#include "../base/bx_buf.h"
#include "../store/bx_image.h"
#include "../read/bx_reader.h"
#include "../base/bx_str.h"

typedef struct BxC14nOptions
{
	bool exclusive; /* else inclusive, 1.0 or 1.1 */
	bool comments;  /* keep them */
	bool relative;  /* let relative namespace URIs pass, which canonical forms do not have */
	/* exclusive: the InclusiveNamespaces PrefixList; the default namespace is "" or "#default".  Borrowed. */
	const BxStr *prefixes;
	uint32_t n_prefixes;
} BxC14nOptions;

/* The canonical form of a value, in pieces (see bx_canonical.h), or those of single nodes, in document order. */
typedef struct BxC14n BxC14n;

/* Borrows everything but the options; memory comes from the arena.  out may be emptied between nodes. */
extern BxStatus bx_c14n_new(BxC14n **c14n, const BxTable *table, BxSource *src, const BxC14nOptions *options,
							BxArena *arena, BxBuf *out, BxError *err);
extern void bx_c14n_free(BxC14n *c);

/* bx_c14n_whole: all of the value is written, so a document has its lines around the document element. */
extern void bx_c14n_whole(BxC14n *c);

/*
 * bx_c14n_more: append until there are `want` bytes in the buffer; *done when there is no more.  What was appended is
 * final.  A piece may be longer by a start tag (by an attribute when the items are in memory) or by a piece of a text,
 * escaped.
 */
extern BxStatus bx_c14n_more(BxC14n *c, size_t want, bool *done);

/*
 * bx_c14n_peek: the child item that is written next, *ev NULL when something else is.  bx_c14n_pass: pass over that
 * item and all below it as if it had been written.
 */
extern BxStatus bx_c14n_peek(BxC14n *c, const BxEvent **ev);
extern BxStatus bx_c14n_pass(BxC14n *c);

/*
 * bx_c14n_node: append the canonical form of the child node whose item is at offset off.  Offsets come in rising
 * order, and none lies within a node that was written.  Costs each item it passes once over all calls.  BX_E_STATE
 * when there is no such item.
 */
extern BxStatus bx_c14n_node(BxC14n *c, uint32_t off);

/* bx_c14n_text: append the canonical form of a text of n bytes. */
extern BxStatus bx_c14n_text(BxC14n *c, const char *s, size_t n);

#endif
