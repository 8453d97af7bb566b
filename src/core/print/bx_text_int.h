/*
 * bx_text_int.h -- what the two halves of the serializer share.
 *
 * bx_text.c has the prolog and the options, bx_text_tags.c reads the table; bx_text_items.c goes through the items.
 */
#ifndef BX_TEXT_INT_H
#define BX_TEXT_INT_H

#include "../base/bx_core_int.h"

#include "../format/bx_item.h"
#include "../read/bx_prolog.h"
#include "../store/bx_window.h"
#include "bx_text.h"

/* What a shape puts out. */
typedef struct BxTag
{
	const char
		*name; /* qualified name, of a declaration all of it; BX_TAG_SLACK bytes can be read from here on */
	uint32_t len;
	uint8_t kind;
	uint8_t flags;
	uint8_t usual; /* the kind, of a declaration or where the name has at most BX_TAG_SLACK bytes; else 0 */
} BxTag;

#define BX_TAG_SLACK 32

/* Longest value that the spare bytes of the buffer are enough for. */
#define BX_TEXT_SHORT 128
/* So many bytes can be read from the place of an item on: its header, a short value, and a copy beyond its end. */
#define BX_TEXT_AHEAD (BX_ITEM_HEADER_MAX + BX_TEXT_SHORT + 32)

/* A constant, and where its text stands once it has been printed in the content of an element. */
typedef struct BxTextConst
{
	const char *payload;
	uint32_t len;
	uint32_t shape;
	uint32_t at;   /* offset in the buffer */
	uint32_t text; /* length of the text; 0: not printed yet */
} BxTextConst;

/* Why content is not indented: there is text in it, here or further out; xml:space="preserve". */
#define BX_PLAIN_MIXED 1
#define BX_PLAIN_PRESERVE 2

/* An open element. */
typedef struct BxTextOpen
{
	uint32_t end; /* offset where its content ends */
	uint32_t shape;
} BxTextOpen;

/* Items and heap from one offset up to another, in memory. */
typedef struct BxTextWindow
{
	const uint8_t *p;
	uint32_t off;
	uint32_t end;
	uint32_t safe; /* BX_TEXT_AHEAD bytes can be read from all places before this one on */
} BxTextWindow;

/* Items of patches that stand in for those of the value; their offsets begin behind items and heap. */
typedef struct BxTextPatching
{
	const BxTextPatch *next;
	const BxTextPatch *last;
	const uint8_t *items; /* of all patches */
	uint32_t items_len;
	uint32_t off;   /* of the first of them */
	uint32_t limit; /* offset where the next patch begins, UINT32_MAX without one */
	uint32_t level; /* within a patch, elements that are open around it; else 0 */
} BxTextPatching;

/* What to know of the top level, and what was met there. */
typedef struct BxTextTop
{
	bool doctype; /* there is one to be written */
	bool content; /* what is printed must not be read back as a document */
	uint32_t items;
	uint32_t elements;
	bool text; /* something that no document has there */
} BxTextTop;

typedef struct BxTextOut
{
	const BxHeader *head;
	BxSource *src;
	BxWindow *look; /* for looks ahead; NULL where all items are in memory */
	const BxTextOptions *opt;
	const BxProlog *prolog;
	BxArena *arena;
	BxBuf *buf;
	BxError *err;
	BxStatus status;
	/* the table */
	uint32_t n_shapes;
	uint32_t n_consts;
	BxTag *tags;
	BxTextConst *consts;
	const BxExcerpt *excerpt; /* or NULL: a value */
	BxTag *around;            /* its pairs, as declarations, by the number of the pair */
	/* the place among the items */
	uint32_t off;   /* of the next item */
	uint32_t end;   /* of those of the innermost open element */
	uint32_t level; /* elements that are open */
	bool in_tag;    /* the ">" of the last start tag is missing */
	BxTextOpen *open;
	BxTextWindow w;
	uint32_t total; /* length of items and heap */
	BxTextPatching patches;
	uint8_t *tail; /* where the last bytes of all are copied to, 2 BX_TEXT_AHEAD bytes, and then constants */
	/* */
	uint8_t *plain; /* per level, when indenting: why content is copied as it is, or 0 */
	BxTextTop top;
	size_t begin;  /* length of the buffer when we started */
	size_t max;    /* the limit of the buffer as the caller set it */
	uint8_t *full; /* behind this place the buffer must grow before the next item */
} BxTextOut;

/* The table of a value, of which the n bytes at v are there: tags and constants. */
extern BxStatus bx_text_scan(BxTextOut *o, const uint8_t *v, size_t n);

/* The same from a decoded table, whose names may be, and whose constants are, among the n bytes at v. */
extern BxStatus bx_text_tags(BxTextOut *o, const BxTable *table, const uint8_t *v, size_t n);

/* What is written for a character of bx_escape_class; 8 bytes can be read. */
extern const char *bx_text_reference(uint8_t c, uint32_t *n);

/* Where the items of the innermost of `level` open elements end, or those of a patch in it. */
static inline uint32_t
bx_text_end_of(const BxTextOut *o, uint32_t level)
{
	const BxTextPatching *c = &o->patches;

	if (level > c->level)
		return o->open[level - 1].end;
	return level > 0 ? c->off + c->next->off + c->next->n : o->src->len;
}

/* All items, behind what is in the buffer. */
extern BxStatus bx_text_items(BxTextOut *o);

/*
 * Does the content [off, off + len) of the items hold, directly, text that is not white space, or text and nothing
 * else?  *found is BX_PLAIN_MIXED then, else 0.  Damage counts as such: going through the items will report it.
 */
extern BxStatus bx_text_mixed(BxTextOut *o, uint32_t off, uint32_t len, uint8_t *found);

#endif
