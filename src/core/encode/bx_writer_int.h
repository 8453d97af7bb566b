/*
 * bx_writer_int.h -- what the writer's files share: the interning tables and the tape.
 *
 * While events come in, items go to a tape of two parts: the payloads, one behind the other, and a record of 32 bits
 * per item and per end of an element:
 *   low 16 bits   provisional shape + 1; 0 ends the innermost open element
 *   high 16 bits  length of the payload; 0 of an element
 * Where one of them is too large for that, there are four words: BX_TAPE_LONG, shape + 1, length, BX_TAPE_LONG.  So the
 * tape can be read in both directions.
 * Shapes are paths x kinds until BX_SHAPES_MAX of them exist; from then on new shapes are names x kinds, and the
 * value is laid out in name mode.  Final numbering and lengths are settled by bx_layout.c.
 */
#ifndef BX_WRITER_INT_H
#define BX_WRITER_INT_H

#include "../base/bx_core_int.h"

#include "../base/bx_arena.h"
#include "../base/bx_array.h"
#include "../base/bx_bytes.h"
#include "../format/bx_table.h"
#include "../base/bx_escape.h"
#include "../base/bx_hash.h"
#include "bx_directory_int.h"
#include "bx_writer.h"

/* Distinct (path, kind) pairs beyond which path tables stop paying (treebank-like documents). */
#define BX_SHAPES_MAX 4096

typedef struct BxWPair
{
	BxStr prefix;
	BxStr uri;
	uint32_t prefix_no; /* number of the prefix + 1, 0 before bx_writer_prefix needed it */
	uint32_t value;     /* BxWriter.first_seq of the last value that has it */
	uint32_t like;      /* the first shape that declares it + 1, 0 for none */
} BxWPair;

typedef struct BxWName
{
	BxStr local;
	uint32_t pair;
	uint32_t shapes;               /* the last shape with this name + 1, 0 for none ... */
	uint32_t n_shapes;             /* ... of so many */
	uint32_t value;                /* as of a pair */
	uint32_t like[BX_KIND_PI + 1]; /* by kind: the first shape with this name + 1, 0 for none */
} BxWName;

/* A provisional shape: what follows `seen` is about the value being written, if it has an item of the shape. */
typedef struct BxWShape
{
	uint32_t
		parent;    /* provisional shape of the parent element, BX_SHAPE_NONE at top level or without paths */
	uint32_t name; /* name, or pair for BX_KIND_NAMESPACE, or 0 */
	uint32_t follow; /* shape that came after this one last time: the first guess for the next */
	uint32_t other;  /* another shape with the same name + 1, 0 for none */
	uint32_t text;   /* shape of text in this element + 1, 0 before there is one */
	uint32_t like;   /* the first shape with this kind and name, for all of them where there are no paths */
	uint32_t seen;   /* sequence number of the last parent element that had one, + 1 */
	uint32_t number; /* by first appearance */
	uint32_t count;
	uint32_t laid_out; /* BxWriter.first_seq of the last value without paths in which such shapes have ... */
	uint32_t final;    /* ... this number */
	uint8_t flags;     /* BX_SHAPE_* observed so far */
	uint8_t kind;
} BxWShape;

typedef struct BxWFrame
{
	uint32_t shape;  /* provisional shape */
	uint32_t seq;    /* number of this element, for BX_SHAPE_ONE */
	uint64_t size;   /* content bytes so far, if every token stays one byte */
	bool content;    /* an attribute may no longer come */
	bool attributes; /* a namespace declaration may no longer come */
	bool pending;    /* not on the tape yet: may still become a leaf */
	uint32_t name;
} BxWFrame;

typedef struct BxTape
{
	BxBuf items;       /* the records */
	BxBuf payloads;    /* and behind them text that is being merged */
	uint32_t text_n;   /* bytes of that text */
	uint32_t n_opened; /* elements */
	uint64_t size;     /* of the items as tokens, lengths and payloads, with four bytes more per element */
} BxTape;

/* The shapes of the value being written. */
typedef struct BxWUsed
{
	uint32_t *list; /* by number */
	uint32_t n, cap;
	uint32_t *ids; /* those that the table lists, without paths, as BxShapeIds has them */
	uint32_t n_ids, cap_ids;
	uint32_t names; /* names and pairs that the value has ... */
	size_t name_bytes;
} BxWUsed;

/* What the layout of a value needs. */
typedef struct BxWScratch
{
	BxArena arena;
	BxArenaMark none; /* its end while there is no value */
	BxBuf table;      /* section of the value */
} BxWScratch;

/* The XML declaration. */
typedef struct BxWDecl
{
	BxStr version, encoding;
	int standalone;
	bool given;
} BxWDecl;

/* A section that the caller has made. */
typedef struct BxWBody
{
	const uint8_t *body;
	uint32_t n;
} BxWBody;

/* What the value has at top level so far. */
typedef struct BxWTop
{
	uint32_t items;
	uint32_t elements;
	bool text;
} BxWTop;

struct BxWriter
{
	const BxHost *host; /* of the value */
	const BxHost *own;  /* of what is kept for the next one */
	BxWriterOptions opt;
	BxError err;
	BxArena arena; /* strings of names and pairs */
	BxWScratch scratch;
	BxTape tape;
	BxWPair *pairs;
	uint32_t n_pairs, cap_pairs;
	BxWName *names;
	uint32_t n_names, cap_names;
	BxWShape *shapes;
	uint32_t n_shapes, cap_shapes;
	BxWUsed used;
	bool shaped;                             /* shapes are still paths */
	BxHashMap pair_map, name_map, shape_map; /* of names and shapes, those that were in a search */
	uint32_t like[BX_KIND_PI + 1];           /* by kind: the first shape without a name + 1, 0 for none */
	BxStrMap prefixes;                       /* only bx_writer_prefix fills it */
	BxWFrame *frames;
	uint32_t depth, cap_frames; /* frames[0] is the document */
	uint32_t max_depth;
	uint32_t next_seq;
	uint32_t first_seq;  /* the first one of this value */
	uint32_t last_shape; /* for BxWShape.follow */
	uint32_t tables;     /* how often tables have been begun */
	uint64_t large;      /* bytes of texts from BX_HEAP_VALUE on */
	BxWTop top;
	bool content;   /* the caller says that this is content, whatever it holds */
	BxWBody labels; /* section of label exceptions */
	BxWBody marks;  /* section of label marks */
	BxStr doctype;
	uint32_t doctype_at; /* number of top-level items before it */
	BxWDecl decl;
	bool finished;
};

/* ---- the tape ---- */

#define BX_TAPE_LONG UINT32_MAX
#define BX_TAPE_SHAPE_MAX                                                                                    \
	0xfffdu /* shapes up to this one, and payloads up to 0xffff bytes, have short records */
#define BX_TAPE_END UINT32_MAX /* the shape of a record that ends an element */

typedef struct BxTapeItem
{
	uint32_t shape; /* provisional, or BX_TAPE_END */
	uint32_t len;   /* of the payload */
} BxTapeItem;

static inline BxTapeItem
bx_tape_short(uint32_t record)
{
	return (BxTapeItem){(record & 0xffff) - 1, record >> 16};
}

/* The item whose record is at *r, which goes behind it. */
static inline BxTapeItem
bx_tape_next(const uint32_t **r)
{
	const uint32_t *p = *r;

	if (BX_LIKELY(*p != BX_TAPE_LONG))
	{
		*r = p + 1;
		return bx_tape_short(*p);
	}
	*r = p + 4;
	return (BxTapeItem){p[1] - 1, p[2]};
}

/* The item whose record ends at *r, which goes before it. */
static inline BxTapeItem
bx_tape_back(const uint32_t **r)
{
	const uint32_t *p = *r;

	if (BX_LIKELY(p[-1] != BX_TAPE_LONG))
	{
		*r = p - 1;
		return bx_tape_short(p[-1]);
	}
	*r = p - 4;
	return (BxTapeItem){p[-3] - 1, p[-2]};
}

static inline const uint32_t *
bx_tape_begin(const BxWriter *w)
{
	return (const uint32_t *) (const void *) w->tape.items.data;
}

static inline const uint32_t *
bx_tape_end(const BxWriter *w)
{
	return (const uint32_t *) (const void *) (w->tape.items.data + w->tape.items.len);
}

/* Poll now and then. */
static inline BxStatus
bx_tape_step(const BxWriter *w, uint64_t *steps)
{
	return (++*steps & 0xffff) == 0 ? bx_poll(w->host) : BX_OK;
}

/* bx_intern.c */

/* Empty tables of names, pairs and shapes, with what is always there. */
extern BxStatus bx_intern_init(BxWriter *w);
extern void bx_intern_free(BxWriter *w);
/* Does the value being written have this shape? */
static inline bool
bx_shape_is_used(const BxWriter *w, const BxWShape *r)
{
	return r->seen > w->first_seq;
}

/* The value has this name, which counts once; nothing happens when it has it already. */
extern BxStatus bx_name_first(BxWriter *w, uint32_t name);

/* The value has its first item of this shape. */
extern BxStatus bx_shape_first(BxWriter *w, uint32_t shape);
extern BxStatus bx_shape_intern(BxWriter *w, uint32_t parent, uint8_t kind, uint32_t name, uint32_t *shape);

/* Shape of (parent, kind, name): most follow the one before as they did last time. */
static inline BxStatus
bx_shape_of(BxWriter *w, uint32_t parent, uint8_t kind, uint32_t name, uint32_t *shape)
{
	const BxWShape *r;
	uint32_t i;

	if (BX_LIKELY(w->last_shape < w->n_shapes))
	{
		i = w->shapes[w->last_shape].follow;
		r = &w->shapes[i];
		if (BX_LIKELY(r->name == name && r->kind == kind && r->parent == parent && w->shaped))
		{
			*shape = w->last_shape = i;
			return BX_OK;
		}
	}
	return bx_shape_intern(w, parent, kind, name, shape);
}

extern BxStatus bx_writer_nomem(BxWriter *w, size_t n);
/* A copy in an arena of the writer. */
extern BxStatus bx_writer_copy(BxWriter *w, BxArena *to, BxStr in, BxStr *out);

/* bx_layout_dir.c */
/* Does a value of the tape move to the heap, which takes texts of `from` bytes and more? */
static inline bool
bx_goes_to_heap(uint32_t from, uint8_t kind, const uint8_t *payload, uint32_t n)
{
	return n >= from && bx_kind_has_value(kind) && (payload[0] & 0xC0) != 0x80;
}

/* Bytes of a reference to n bytes at off of the heap. */
static inline uint32_t
bx_heap_ref_size(uint64_t off, uint32_t n)
{
	return 1 + bx_varint_size((uint32_t) off) + bx_varint_size(n);
}

/*
 * Bodies of the directory sections of a value in path mode with this table and these items, of which the shapes occur
 * so often; an empty body is not a section.  notes: as of BxValueListSource.
 */
extern BxStatus bx_layout_directories(BxWriter *w, const BxTable *t, const uint8_t *items,
									  const uint32_t *counts, const BxItemNotes *notes,
									  BxBuf bodies[BX_DIR_SECTIONS]);

/* bx_layout.c */
extern BxStatus bx_layout(BxWriter *w, uint8_t **data, size_t *len);

#endif
