/*
 * bx_writer.h -- events in document order to a bxml value.
 *
 * Start here to make a value.  Calls come in document order: for every element start_element, then its
 * namespace declarations, then its attributes, then content, then end_element.  Adjacent text is merged, empty text
 * dropped.  The writer checks its limits and that calls come in a possible order; it does not check names or
 * characters: text comes from a parser that did, and src/pg constructors check before they call.
 *
 * The writer is failed for good after the first error and then returns that status from every call.
 * All memory comes from the host; peak is about the size of the encoded value twice plus O(depth).
 */
#ifndef BX_WRITER_H
#define BX_WRITER_H

#include "../base/bx_buf.h"
#include "../base/bx_bytes.h"
#include "../base/bx_host.h"
#include "../base/bx_limits.h"
#include "../base/bx_str.h"
#include "../value/bx_value.h"

typedef struct BxWriter BxWriter;

typedef enum BxTyped
{
	BX_TYPED_LOSSLESS, /* store typed forms where they reproduce the text */
	BX_TYPED_OFF,
	BX_TYPED_DECLARED, /* the same as types are declared (bx_writer_declare) */
	BX_TYPED_STORED    /* what is given are payloads: of a good value, and not in pieces */
} BxTyped;

typedef enum BxMode
{
	BX_MODE_AUTO,  /* the writer decides (doc/storage.md) */
	BX_MODE_NAMES, /* force name x kind shapes, for tests and measurements */
	BX_MODE_SHAPES /* force path x kind shapes */
} BxMode;

typedef enum BxConstantsUse
{
	BX_CONSTANTS_AUTO, /* where they pay (doc/storage.md) */
	BX_CONSTANTS_OFF,  /* never */
	BX_CONSTANTS_ALL   /* whatever there is room for, for tests */
} BxConstantsUse;

typedef enum BxDirectories
{
	BX_DIRECTORIES_AUTO, /* with large values in path mode; offset lists where they are cheap (doc/storage.md) */
	BX_DIRECTORIES_OFF,
	BX_DIRECTORIES_ALL, /* offset lists of all shapes but the most frequent, value lists of whatever can be searched */
	BX_DIRECTORIES_PLACES /* as AUTO, but without value lists */
} BxDirectories;

typedef enum BxValueListUse
{
	BX_VALUE_LISTS_AUTO, /* as `directories` says */
	BX_VALUE_LISTS_ALL   /* of everything, in all their forms, for tests */
} BxValueListUse;

typedef enum BxHeapUse
{
	BX_HEAP_AUTO, /* where it pays (doc/storage.md) */
	BX_HEAP_OFF,  /* never */
	BX_HEAP_ALL   /* every text, for tests */
} BxHeapUse;

typedef struct BxWriterOptions
{
	BxLimits limits;
	BxTyped typed;
	BxMode mode;
	BxConstantsUse constants;
	BxHeapUse heap;
	AtType declared; /* of the values up to the first bx_writer_declare */
	size_t reserve;  /* bytes left free in front of the result, for a datum header */
	BxDirectories directories;
	BxValueListUse value_lists;
	uint32_t dir_from;   /* bytes of items from which on they are written; 0: BX_DIR_FROM */
	uint32_t dir_stride; /* a power of two, 0: BX_DIR_STRIDE; other values are for tests and measurements */
	/* label of the node in the document it is taken from, kept where the value has just one top-level node; borrowed */
	const uint8_t *root;
	uint32_t root_n; /* 0: none */
} BxWriterOptions;

/*
 * Texts of that length move to the heap, in values whose items have at least that size, when they are at least that
 * part of the items (doc/storage.md).
 */
#define BX_HEAP_VALUE 4096
#define BX_HEAP_FROM 65536
#define BX_HEAP_SHARE 8

/* Does a value have a heap whose items would, without it, have that size, with so many bytes of long texts? */
static inline bool
bx_heap_pays(uint64_t items_len, uint64_t large)
{
	return items_len >= BX_HEAP_FROM && large * BX_HEAP_SHARE >= items_len;
}

#define BX_DIR_FROM 65536
#define BX_DIR_STRIDE 64

/* NULL on out of memory.  Borrowed: host; copied: options. */
extern BxWriter *bx_writer_new(const BxHost *host, const BxWriterOptions *options, BxError *err);
extern void bx_writer_free(BxWriter *w);

/*
 * A writer can write one value after the other, faster than new ones, since it knows names and shapes of those before.
 * bx_writer_rest: the value is finished or given up, and what it has made large is given back.
 * bx_writer_again: begin another one; its result is memory of `host`, all else stays with the host the writer was made
 * with.  BX_E_NOMEM.
 * bx_writer_tables: numbers of names and pairs stay valid from value to value as long as this stays the same.
 */
extern void bx_writer_rest(BxWriter *w);
extern BxStatus bx_writer_again(BxWriter *w, const BxHost *host, const BxWriterOptions *options,
								BxError *err);
extern uint32_t bx_writer_tables(const BxWriter *w);

/* Numbers of shapes in a writer, which mean the same ones as long as bx_writer_tables stays the same. */
typedef struct BxShapeIds
{
	uint32_t n; /* 0: not known */
	uint32_t tables;
	uint32_t list[BX_VARINT_ONE]; /* by number in a value */
} BxShapeIds;

/* Those of the value that was finished last, unless its shapes are paths or have tokens of more than a byte. */
extern void bx_writer_shapes(const BxWriter *w, BxShapeIds *ids);

/*
 * bx_writer_pair / bx_writer_name: intern a (prefix, namespace URI) pair or a name; ids are dense from 0 and
 * valid for the life of the writer.  An empty prefix or URI is n = 0.  The strings are copied.
 */
extern BxStatus bx_writer_pair(BxWriter *w, BxStr prefix, BxStr uri, uint32_t *pair);
extern BxStatus bx_writer_name(BxWriter *w, uint32_t pair, BxStr local, uint32_t *name);

/*
 * bx_writer_name_new: the same for a name that the caller knows not to have been interned, as one who finds names
 * himself does.  The string is borrowed until the value is finished.
 */
extern BxStatus bx_writer_name_new(BxWriter *w, uint32_t pair, BxStr local, uint32_t *name);

/* The strings of a pair and the local part of a name; valid for the life of the writer. */
extern void bx_writer_pair_get(const BxWriter *w, uint32_t pair, BxStr *prefix, BxStr *uri);
extern BxStr bx_writer_name_get(const BxWriter *w, uint32_t name);

/*
 * bx_writer_prefix: the number of the prefix of a pair, dense from 0: the same for all pairs with this prefix.
 * bx_writer_prefix_find: the number of a prefix that was given one; false if it has none.
 */
extern BxStatus bx_writer_prefix(BxWriter *w, uint32_t pair, uint32_t *number);
extern bool bx_writer_prefix_find(const BxWriter *w, BxStr prefix, uint32_t *number);

/*
 * What the values that follow are declared as, in a writer with BX_TYPED_DECLARED: the attribute that is given next, or
 * the text up to the next tag.  It is said behind the start of the element.
 */
extern void bx_writer_declare(BxWriter *w, AtType declared);
extern BxStatus bx_writer_start_element(BxWriter *w, uint32_t name);
extern BxStatus bx_writer_namespace(BxWriter *w, uint32_t pair);
extern BxStatus bx_writer_attribute(BxWriter *w, uint32_t name, const char *value, size_t n);
extern BxStatus bx_writer_end_element(BxWriter *w);
extern BxStatus bx_writer_text(BxWriter *w, const char *s, size_t n);
/* An element that has no more than this text: start, text and end in one call. */
extern BxStatus bx_writer_leaf(BxWriter *w, uint32_t name, const char *s, size_t n);
extern BxStatus bx_writer_comment(BxWriter *w, const char *s, size_t n);
/* target is the local part of a name interned with BX_PAIR_NONE. */
extern BxStatus bx_writer_pi(BxWriter *w, uint32_t target, const char *data, size_t n);
/* Verbatim "<!DOCTYPE ...>"; its place among the top-level nodes is kept. */
extern BxStatus bx_writer_doctype(BxWriter *w, const char *s, size_t n);
/* The text is content: the value is not a document even if it has one element and no text at top level. */
extern void bx_writer_content(BxWriter *w);
/* Facts of the XML declaration: version and encoding may be empty; standalone -1 absent, 0 no, 1 yes. */
extern BxStatus bx_writer_decl(BxWriter *w, BxStr version, BxStr encoding, int standalone);

/*
 * bx_writer_labels: this is the section of label exceptions (bx_exception_writer.h), about the nodes that are written.
 * Borrowed until the value is finished.  It is left out where the label of the root is, if that was given.
 */
extern void bx_writer_labels(BxWriter *w, const uint8_t *body, uint32_t n);
/* The same with the section of label marks. */
extern void bx_writer_marks(BxWriter *w, const uint8_t *body, uint32_t n);

/*
 * bx_writer_finish: lay the value out.  *data is host memory that now belongs to the caller: reserve free
 * bytes, then the value of *len bytes.  The writer can only be freed afterwards, or put to rest.
 */
extern BxStatus bx_writer_finish(BxWriter *w, uint8_t **data, size_t *len);

/* The error of a failed writer; valid until it is freed. */
extern const BxError *bx_writer_error(const BxWriter *w);
/* Bytes of encoded content so far, for progress and limits. */
extern size_t bx_writer_size(const BxWriter *w);

#endif
