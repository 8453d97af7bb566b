/*
 * xd_construct_int.h -- a sink, for the files that write into it.
 */
#ifndef XD_CONSTRUCT_INT_H
#define XD_CONSTRUCT_INT_H

#include "../base/bx_core_int.h"

#include "../base/bx_hash.h"
#include "../encode/bx_copy.h"
#include "xd_construct.h"
#include "xd_tree_int.h"

/* What a prefix is bound to, and the element that said so. */
typedef struct XdBinding
{
	uint32_t pair;
	uint32_t seq;
} XdBinding;

#define XD_UNBOUND UINT32_MAX
#define XD_PAIR_XML 1 /* predefined by the writer, as BX_PAIR_NONE is */

typedef struct XdUndo
{
	uint32_t prefix;
	XdBinding before;
} XdUndo;

typedef struct XdHeldAttribute
{
	AtName name;
	BxStr value;
} XdHeldAttribute;

/* The start tag that is held back until content comes: it may still get attributes, which need declarations. */
typedef struct XdTag
{
	bool held;
	bool cut; /* namespaces of the elements around are not in scope */
	AtName name;
	XdHeldAttribute *attributes;
	uint32_t n_attributes, cap_attributes;
	AtPrefix *declared;
	uint32_t n_declared, cap_declared;
	const AtPrefix *around;
	uint32_t n_around;
	BxArena arena; /* texts of the attributes and declarations */
	BxArenaMark start;
	BxStrMap names; /* of many attributes */
	uint32_t n_generated;
} XdTag;

/* A tree that was copied from: what its names are in the writer. */
typedef struct XdSource
{
	uint32_t tree;
	uint32_t tables; /* of the writer, that the numbers belong to */
	BxCopy copy;
	uint32_t *ends; /* stack of content ends */
	bool plain;     /* there may be elements in no namespace */
	bool spaces;    /* there are namespaces beside xml */
	bool cut;       /* prefixes are undeclared in it */
} XdSource;

#define XD_SOURCES 4

struct XdSink
{
	XdForest *forest;
	BxWriter *w;
	uint32_t max_attributes;
	uint8_t use;       /* XdSinkUse */
	unsigned copy;     /* XD_COPY_* */
	bool undeclared;   /* a prefix was */
	bool any;          /* something has come */
	bool atom;         /* an atomic value has, and no space behind it */
	uint32_t document; /* one more than the depth of the document whose content this is; 0: none */
	/* namespaces in scope */
	uint32_t tables;  /* of the writer, that numbers of prefixes belong to */
	XdBinding *bound; /* by number of the prefix */
	uint32_t n_bound, cap_bound;
	uint32_t no_prefix; /* number of the empty one */
	XdUndo *undo;
	uint32_t n_undo, cap_undo;
	uint32_t *undo_from; /* per open element */
	uint32_t n_open, cap_open;
	uint32_t seq; /* of the last element that was started */
	XdTag tag;
	/* trees that were copied from */
	BxArena arena;
	XdSource *sources[XD_SOURCES];
	uint32_t n_sources;
};

/* An error of the writer becomes one of the forest. */
static inline BxStatus
xd_written(XdSink *s, BxStatus st)
{
	if (BX_UNLIKELY(st != BX_OK) && s->forest->err != NULL)
		*s->forest->err = *bx_writer_error(s->w);
	return st;
}

/* Start an element; cut: only what it declares itself is in scope. */
extern BxStatus xd_sink_open(XdSink *s, const AtName *name, bool cut);
/* Content comes: what is held back is written. */
extern BxStatus xd_sink_write_tag(XdSink *s);

static inline BxStatus
xd_sink_content(XdSink *s)
{
	s->atom = false;
	return s->tag.held ? xd_sink_write_tag(s) : BX_OK;
}

/* The number of a pair of prefix and URI in the writer, and the binding of its prefix, which others may move. */
extern BxStatus xd_sink_binding(XdSink *s, BxStr prefix, BxStr uri, uint32_t *pair, XdBinding **binding);

/* xd_copy.c: a node as content. */
extern BxStatus xd_sink_copy(XdSink *s, const XdItem *node);

#endif
