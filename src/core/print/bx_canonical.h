/*
 * bx_canonical.h -- the canonical form of a stored value, as a whole or in pieces that nobody has to keep.
 */
#ifndef BX_CANONICAL_H
#define BX_CANONICAL_H

#include "../store/bx_window.h"
#include "bx_c14n.h"

/*
 * bx_c14n_read: append the canonical form of a stored value to out (UTF-8).  Memory beyond the output is
 * O(depth + table + windows) and the namespaces and attributes of a start tag.  BX_E_ARGUMENT for a declaration of a
 * relative namespace URI (Canonical XML 1.0, section 1.3); BX_E_CORRUPT.
 */
extern BxStatus bx_c14n_read(BxStore *store, const BxC14nOptions *options, const BxHost *host, BxBuf *out,
							 BxError *err);

/* Bytes that pieces grow to. */
#define BX_CANONICAL_PIECE 16384

/*
 * The canonical text by which values are compared, ordered and hashed (../compare/ORDER.md): inclusive, with comments,
 * relative namespace URIs as they are.  Every value has one, however long it is.
 */
typedef struct BxCanonical
{
	BxReadAll pass;
	BxTable table;
	BxC14n *c14n;
	BxBuf out;
	size_t
		want; /* bytes of the next piece: they grow, so that who looks at the first bytes only pays for few */
	bool done;
} BxCanonical;

/*
 * Borrows store and err; memory comes from the arena, and from its host until bx_canonical_close, which is also for
 * one that could not be opened.  Memory as for bx_c14n_read.
 */
extern BxStatus bx_canonical_open(BxCanonical *s, BxStore *store, BxArena *arena, BxError *err);
/* The same for a value beside another one that is open: where their tables are the same bytes, they share it. */
extern BxStatus bx_canonical_open_beside(BxCanonical *s, BxStore *store, const BxCanonical *other,
										 BxArena *arena, BxError *err);
extern void bx_canonical_close(BxCanonical *s);

/* The next piece, good until the next call; *n is 0 at the end. */
extern BxStatus bx_canonical_next(BxCanonical *s, const uint8_t **p, size_t *n);

#endif
