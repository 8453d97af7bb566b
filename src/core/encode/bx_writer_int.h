/*
 * bx_writer_int.h -- what the writer's files share: the interning tables and the tape.
 *
 * While events come in, items go to a tape in almost their final form:
 *   token     provisional shape + 1 as a token varint; 0 ends the innermost open element
 *   ELEMENT   a 4-byte slot that receives the final length of the content
 *   others    length varint, payload
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
#include "bx_directory.h"
#include "bx_writer.h"

/* Distinct (path, kind) pairs beyond which path tables stop paying (treebank-like documents). */
#define BX_SHAPES_MAX 4096

typedef struct BxWPair
{
	BxStr prefix;
	BxStr uri;
	uint32_t prefix_no; /* number of the prefix + 1, 0 before bx_writer_prefix needed it */
} BxWPair;

typedef struct BxWName
{
	BxStr local;
	uint32_t pair;
} BxWName;

/* A provisional shape. */
typedef struct BxWShape
{
	uint32_t
		parent;    /* provisional shape of the parent element, BX_SHAPE_NONE at top level or without paths */
	uint32_t name; /* name, or pair for BX_KIND_NAMESPACE, or 0 */
	uint32_t seen; /* sequence number of the last parent element that had one */
	uint32_t follow; /* shape that came after this one last time: the first guess for the next */
	uint32_t count;
	uint8_t kind;
	uint8_t flags; /* BX_SHAPE_* observed so far */
} BxWShape;

typedef struct BxWFrame
{
	size_t slot;     /* tape offset of the length slot */
	uint32_t shape;  /* provisional shape */
	uint32_t seq;    /* number of this element, for BX_SHAPE_ONE */
	uint64_t size;   /* content bytes so far, if every token stays one byte */
	bool content;    /* an attribute may no longer come */
	bool attributes; /* a namespace declaration may no longer come */
	bool pending;    /* not on the tape yet: may still become a leaf */
	uint32_t name;
} BxWFrame;

struct BxWriter
{
	const BxHost *host;
	BxWriterOptions opt;
	BxError err;
	BxArena arena; /* strings of names and pairs */
	BxBuf tape;
	BxBuf text; /* text being merged */
	BxWPair *pairs;
	uint32_t n_pairs, cap_pairs;
	BxWName *names;
	uint32_t n_names, cap_names;
	size_t name_bytes;
	BxWShape *shapes;
	uint32_t n_shapes, cap_shapes;
	uint32_t n_path_shapes; /* shapes before names took over; equals n_shapes while shaped */
	bool shaped;
	BxHashMap pair_map, name_map, shape_map;
	BxStrMap prefixes; /* only bx_writer_prefix fills it */
	BxWFrame *frames;
	uint32_t depth, cap_frames; /* frames[0] is the document */
	uint32_t max_depth;
	uint32_t next_seq;
	uint32_t last_shape; /* for BxWShape.follow */
	uint64_t large;      /* bytes of texts from BX_HEAP_VALUE on */
	uint32_t top_items;
	uint32_t top_elements;
	bool top_text;
	bool content;          /* the caller says that this is content, whatever it holds */
	const uint8_t *labels; /* section of label exceptions */
	uint32_t labels_n;
	const uint8_t *marks; /* section of label marks */
	uint32_t marks_n;
	BxStr doctype;
	uint32_t doctype_at; /* number of top-level items before it */
	BxStr decl_version, decl_encoding;
	int decl_standalone;
	bool has_decl;
	bool finished;
};

/* The token at *p of the tape, which goes behind it; polls now and then.  0 is the end of an element. */
static inline BxStatus
bx_tape_next(const BxWriter *w, const uint8_t **p, uint64_t *steps, uint32_t *token)
{
	if ((++*steps & 0xffff) == 0)
		BX_TRY(bx_poll(w->host));
	*p = bx_token_get(*p, w->tape.data + w->tape.len, token);
	return BX_OK;
}

/* bx_intern.c */
extern BxStatus bx_shape_intern(BxWriter *w, uint32_t parent, uint8_t kind, uint32_t name, uint32_t *shape);
extern BxStatus bx_writer_nomem(BxWriter *w, size_t n);
/* A copy that lasts as long as the writer. */
extern BxStatus bx_writer_copy(BxWriter *w, BxStr in, BxStr *out);

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

typedef struct BxDirectoryInput
{
	BxWriter *w; /* lengths on its tape are final */
	BxArena *arena;
	const uint32_t *shape_of; /* provisional shape -> final shape, one to one */
	const uint8_t
		*numbers; /* per value item of the tape the number of its constant or 0; NULL without constants */
	uint32_t n_constants;
	uint32_t n_shapes;
	uint32_t items_len;
	uint32_t heap_from; /* as bx_goes_to_heap takes it */
} BxDirectoryInput;

/* Bodies of the directory sections of a value in path mode; an empty body is not a section. */
extern BxStatus bx_layout_directories(const BxDirectoryInput *in, BxBuf bodies[BX_DIR_SECTIONS]);

/* bx_layout.c */
extern BxStatus bx_layout(BxWriter *w, uint8_t **data, size_t *len);

#endif
