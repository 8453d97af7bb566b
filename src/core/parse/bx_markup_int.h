/*
 * bx_markup_int.h -- the reader of markup and its parts.
 *
 * Functions that read take a place in the text and return the place behind what they have read, or NULL: then the text
 * is not for this reader, or status says what has failed.  No byte behind the text is looked at: inside of markup there
 * is always a ">" ahead (last_gt), at which loops over single bytes end; blocks are loaded within the text only.
 */
#ifndef BX_MARKUP_INT_H
#define BX_MARKUP_INT_H

#include "../base/bx_core_int.h"

#include "../base/bx_arena.h"
#include "../base/bx_array.h"
#include "../base/bx_hash.h"
#include "bx_classify.h"
#include "../format/bx_format.h"
#include "bx_markup.h"

/* Bytes between two charges, and those of a piece of text. */
#define BX_MARKUP_CHARGE 4096
#define BX_MARKUP_PIECE ((ptrdiff_t) 64 << 10)
/* Units of work in a byte. */
#define BX_MARKUP_UNITS 8

#define BX_MARKUP_NONE UINT32_MAX          /* no pair: the prefix is not declared */
#define BX_MARKUP_UNKNOWN (UINT32_MAX - 1) /* a pair that nothing has */

/* Numbers of prefixes and pairs that are always there. */
#define BX_PREFIX_NONE 0
#define BX_PREFIX_XML 1
#define BX_PREFIX_XMLNS 2
#define BX_BINDING_NONE 0
#define BX_BINDING_XML 1

typedef enum BxTagNameKind
{
	BX_TAG_NAME_PLAIN,
	BX_TAG_NAME_SPACE, /* xml:space */
	BX_TAG_NAME_XMLNS, /* xmlns, or xmlns:p with p in `declares` */
} BxTagNameKind;

/* The writer's name of an element or attribute under a binding. */
typedef struct BxNameUse
{
	uint32_t pair, id;
} BxNameUse;

/* A name as it is written, prefix and all.  Number 0 is none, of no bytes. */
typedef struct BxTagName
{
	uint64_t head[2]; /* its first 16 bytes, zero behind its end ... */
	uint64_t mask[2]; /* ... and which bits of them are the name's */
	const uint8_t *s; /* in the arena */
	uint32_t len;
	uint32_t follow; /* the name that came after this one last time: the first guess for the next */
	uint32_t prefix;
	uint32_t local;               /* offset of the local part */
	BxNameUse element, attribute; /* what it was last time, as the name of each */
	uint32_t serial;              /* of the last start tag that had this attribute */
	uint32_t expanded_pair;       /* the binding it had when ... */
	uint32_t expanded;            /* ... this was its expanded name */
	uint32_t declares;            /* the prefix that an attribute of this name declares */
	uint32_t kind;                /* BxTagNameKind */
} BxTagName;

/* A prefix and a namespace name bound to each other. */
typedef struct BxBinding
{
	uint32_t prefix;
	uint32_t uri;
	uint32_t id; /* pair of the writer, BX_MARKUP_NONE before it was needed */
} BxBinding;

typedef struct BxTagPrefix
{
	uint32_t pair;      /* the binding in scope, or BX_MARKUP_NONE */
	uint32_t last_pair; /* that of the last declaration, or BX_MARKUP_NONE */
	uint32_t seen;      /* the last record whose root has a declaration of it */
} BxTagPrefix;

typedef struct BxTagAttribute
{
	uint32_t name;
	bool copied; /* the value is not in the text: it is in scratch, from off on */
	union
	{
		const uint8_t *s;
		size_t off;
	} value;
	size_t len;
} BxTagAttribute;

/* An expanded name of attributes, and the last start tag that had it. */
typedef struct BxExpandedName
{
	uint32_t uri;
	uint32_t name; /* a name with the same local part */
	uint32_t serial;
} BxExpandedName;

/* An element that is open. */
typedef struct BxOpenElement
{
	uint64_t off; /* of its start tag in the text */
	uint32_t name;
} BxOpenElement;

/* An element that declares namespaces or changes xml:space. */
typedef struct BxTagScope
{
	uint32_t depth;
	uint32_t shadowed; /* of BxMarkup.shadowed when it started */
	bool preserve;
} BxTagScope;

/* A prefix and the binding it gets back. */
typedef struct BxShadowed
{
	uint32_t prefix;
	uint32_t pair;
} BxShadowed;

/* The block that was classified last. */
typedef struct BxStops
{
	uintptr_t at;
	uint64_t mask;
} BxStops;

/* What is open at the place that is read. */
typedef struct BxMarkupState
{
	uint32_t depth;
	uint32_t shadowed_n;
	uint32_t scopes_n;
	uint32_t other_prefix; /* of an attribute of the start tag, besides xml, or BX_PREFIX_NONE */
	bool prefixes_differ;  /* of these attributes: two of them may have the same expanded name */
	bool preserve_known;   /* the start tag has xml:space ... */
	bool preserve;         /* ... which says this */
	uint32_t top_nodes;    /* at top level so far, except the DOCTYPE ... */
	uint32_t top_elements; /* ... and how many of them are elements */
	uint32_t record_depth; /* of the record that is open, or 0 */
	bool document;         /* there must be just one root element */
	bool content_proven;   /* there need not be */
	bool doctype;
	bool left_white; /* white space was left out before a node at top level */
	bool run_mixed;  /* the text being read is not only white space */
} BxMarkupState;

/* The names of the texts read so far. */
typedef struct BxTagNames
{
	BxHashMap map;
	BxTagName *list;
	uint32_t n, cap;
	uint32_t last;   /* for BxTagName.follow */
	uint32_t serial; /* of the start tag that is read */
} BxTagNames;

typedef struct BxTagNamespaces
{
	BxStrMap prefixes;
	BxTagPrefix *of_prefix;
	uint32_t of_prefix_cap;
	BxStrMap uris;
	BxHashMap map; /* of the bindings */
	BxBinding *list;
	uint32_t n, cap;
} BxTagNamespaces;

typedef struct BxExpandedNames
{
	BxHashMap map;
	BxExpandedName *list;
	uint32_t n, cap;
} BxExpandedNames;

typedef struct BxTagAttributes
{
	BxTagAttribute *list;
	uint32_t n, cap;
} BxTagAttributes;

/* Where the reader is in a text that comes in windows. */
typedef struct BxMarkupPlace
{
	const uint8_t *at;   /* the token that is read, or what has not been written yet of a text */
	const uint8_t *stop; /* where the loop stops: the end, or the start to stop it after this token */
	uint64_t from;       /* offset of the window in the text */
	BxMarkupLast last;   /* what was read last */
} BxMarkupPlace;

/* A writer for texts one after the other. */
typedef struct BxKeptWriter
{
	BxWriter *w;
	bool out;        /* somebody has it */
	uint32_t tables; /* numbers of names and pairs are of these tables of it; 0: of another writer */
} BxKeptWriter;

/* What is kept about a text that comes in windows. */
typedef struct BxMarkupPieces
{
	BxBuf whites; /* BxMarkupWhite */
	BxBuf white;  /* their texts */
	uint64_t record_off;
	uint32_t records_n;
	BxBuf used_names; /* uint32_t: those that have a number of the writer of a record ... */
	BxBuf used_pairs; /* ... and bindings that have one */
} BxMarkupPieces;

struct BxMarkup
{
	const BxHost *host;
	BxWriter *w;
	BxMarkupOptions opt;
	BxStatus status;
	BxError *err;
	BxArena arena; /* names, prefixes, URIs */

	const uint8_t *s;
	const uint8_t *end;
	const uint8_t *last_gt; /* the last ">" of the text, or its start */
	const uint8_t *polled;
	const uint8_t *poll_at;
	BxMarkupPlace here;
	BxStops text;
	BxStops value[2]; /* in quotes " and ' */
	BxMarkupState now;

	BxKeptWriter kept;

	BxTagNames names;
	BxTagNamespaces ns;
	BxExpandedNames expanded;
	BxTagAttributes attrs; /* of the start tag */
	BxTagAttributes decls; /* its declarations */

	BxOpenElement *open;
	uint32_t open_cap;
	BxTagScope *scopes;
	uint32_t scopes_cap;
	BxShadowed *shadowed;
	uint32_t shadowed_cap;
	BxBuf scratch; /* values of the start tag, text of a comment, PI or section */
	BxBuf run;     /* white space that may turn out to be a whole text node */
	BxMarkupPieces pieces;
};

/* ---- failures ---- */

extern bool bx_markup_failed(BxMarkup *m, BxStatus st, const BxError *why);

/* False when a call of the writer has failed: memory and cancels are reported, the rest is for the other parser. */
static inline bool
bx_markup_wrote(BxMarkup *m, BxStatus st)
{
	return BX_LIKELY(st == BX_OK) || bx_markup_failed(m, st, bx_writer_error(m->w));
}

/* The same of functions that fill m->err. */
static inline bool
bx_markup_did(BxMarkup *m, BxStatus st)
{
	return BX_LIKELY(st == BX_OK) || bx_markup_failed(m, st, m->err);
}

/* Charge the text up to p; false when the host cancels. */
extern bool bx_markup_poll(BxMarkup *m, const uint8_t *p);

/* A larger array; the same when there is no memory, which status says then. */
extern void *bx_markup_grow(BxMarkup *m, void *array, uint32_t *cap, size_t elem);
/* Room for one more entry in an array; false when there is no memory. */
#define BX_MARKUP_ROOM(m, array, n, cap)                                                                     \
	(BX_LIKELY((n) < (cap)) || ((array) = bx_markup_grow(m, array, &(cap), sizeof(*(array))), (n) < (cap)))

/* ---- stops ---- */

/* The stops of the last block, which begins at p and ends with the text; its end and what would follow are stops. */
extern uint64_t bx_markup_last_stops(const BxMarkup *m, const uint8_t *p, BxStopSet set);

/*
 * The first stop from p on; or, when there is none before poll_at, some place from there on, all of whose bytes before
 * are plain.  The end of the text is a stop.
 */
BX_INLINE const uint8_t *
bx_next_stop(const BxMarkup *m, BxStops *b, const uint8_t *p, BxStopSet set)
{
	uintptr_t off = (uintptr_t) p - b->at;

	if (off < BX_BLOCK)
	{
		uint64_t mask = b->mask >> off;

		if (BX_LIKELY(mask != 0))
			return p + __builtin_ctzll(mask);
		p += BX_BLOCK - off;
	}
	do
	{
		b->at = (uintptr_t) p;
		b->mask = BX_LIKELY(m->end - p >= BX_BLOCK) ? bx_stops(p, set) : bx_markup_last_stops(m, p, set);
		if (b->mask != 0)
			return p + __builtin_ctzll(b->mask);
		p += BX_BLOCK;
	} while (p < m->poll_at);
	return p;
}

/* Is the byte at p, where bx_next_stop ended and which is none of the set's, no stop but the place for a poll? */
static inline bool
bx_markup_is_plain(const BxMarkup *m, const uint8_t *p)
{
	return p >= m->poll_at && (*p >= ' ' || *p == '\t' || *p == '\n');
}

static const BxStopSet bx_text_stops = {'<', '&', ']', false};

/* ---- bx_markup.c: characters ---- */

/* The characters from 0x80 on at p, as many as there are up to the next poll. */
extern const uint8_t *bx_markup_wide(const BxMarkup *m, const uint8_t *p);
/* A reference or a carriage return at p: the n bytes in its place. */
extern const uint8_t *bx_markup_replaced(const BxMarkup *m, const uint8_t *p, uint8_t out[4], unsigned *n);
/* Append the bytes from run to p, and n others, to scratch. */
extern bool bx_markup_copy(BxMarkup *m, const uint8_t *run, const uint8_t *p, const uint8_t *out, unsigned n);

/* Text of the text node that is read; with forced it cannot be outside of the root element of a document. */
extern bool bx_markup_text(BxMarkup *m, const uint8_t *s, size_t n, bool forced);

/* A node begins here, or with BX_KIND_EXTENDED an element ends: the text before it is complete. */
extern bool bx_markup_before(BxMarkup *m, BxKind kind);

/* ---- bx_markup_other.c: "<!" and "<?" at p ---- */

extern const uint8_t *bx_markup_bang(BxMarkup *m, const uint8_t *p);
extern const uint8_t *bx_markup_pi(BxMarkup *m, const uint8_t *p);

/* ---- bx_markup_tag.c: tags at p ---- */

extern const uint8_t *bx_markup_start_tag(BxMarkup *m, const uint8_t *p);
extern const uint8_t *bx_markup_end_tag(BxMarkup *m, const uint8_t *p);

/* Undo what a start tag has done that was refused: nothing of the element stays open. */
extern void bx_markup_undo_start(BxMarkup *m);

/* ---- bx_markup_name.c ---- */

extern bool bx_markup_names_init(BxMarkup *m);
extern void bx_markup_names_free(BxMarkup *m);
/* Keep nothing if it is much. */
extern void bx_markup_names_trim(BxMarkup *m);
/* Begin a text: forget what names and pairs are to the last writer, unless it is the same.  False: no memory. */
extern bool bx_markup_names_begin(BxMarkup *m);
/* Forget what those used since the last record began are to its writer. */
extern void bx_markup_names_renew(BxMarkup *m);

/* The number of the name of n bytes at p, which is entered if it is new; 0: it is none, or status says why. */
extern uint32_t bx_markup_name(BxMarkup *m, const uint8_t *p, size_t n);

/* The binding of a declaration in the start tag; false when it is none that may be. */
extern bool bx_markup_bind(BxMarkup *m, uint32_t prefix, const uint8_t *uri, size_t n, uint32_t *pair);
/* The writer's number of a binding, and of a name under a binding. */
extern bool bx_markup_pair_id(BxMarkup *m, uint32_t pair, uint32_t *id);
extern bool bx_markup_name_id(BxMarkup *m, const BxTagName *name, uint32_t pair, uint32_t *id);

/* Is there no other attribute in the start tag with the expanded name of this one? */
extern bool bx_markup_is_first(BxMarkup *m, uint32_t name);

/* Does this byte end a name in a tag? */
BX_INLINE bool
bx_ends_name(uint8_t c)
{
	const uint64_t ends =
		UINT64_C(0x1FFFFFFFF) | UINT64_C(1) << '/' | UINT64_C(1) << '=' | UINT64_C(1) << '>';

	return c < 64 && (ends >> c & 1) != 0;
}

/* Are the bytes at p those of a name?  Then there is a byte behind them. */
BX_INLINE bool
bx_is_tag_name(const BxMarkup *m, const BxTagName *name, const uint8_t *p)
{
	uint64_t differ;

	if (BX_UNLIKELY(m->end - p <= BX_NAME_BLOCK))
		return (size_t) (m->end - p) > name->len && memcmp(p, name->s, name->len) == 0;
	differ = ((bx_get_u64(p) ^ name->head[0]) & name->mask[0]) |
			 ((bx_get_u64(p + 8) ^ name->head[1]) & name->mask[1]);
	if (BX_LIKELY(name->len <= BX_NAME_BLOCK) || differ != 0)
		return differ == 0;
	return (size_t) (m->end - p) > name->len &&
		   memcmp(p + BX_NAME_BLOCK, name->s + BX_NAME_BLOCK, name->len - BX_NAME_BLOCK) == 0;
}

/* The name of an element or attribute that begins at p, 0 for none; its length is that of the name. */
extern uint32_t bx_markup_tag_name_slow(BxMarkup *m, const uint8_t *p);
BX_INLINE uint32_t
bx_markup_tag_name(BxMarkup *m, const uint8_t *p)
{
	uint32_t guess = m->names.list[m->names.last].follow;
	const BxTagName *name = &m->names.list[guess];

	/* the guess may be name 0, of no bytes; the byte at its end is that at p then, which ends no name */
	if (BX_LIKELY(bx_is_tag_name(m, name, p) && bx_ends_name(p[name->len]) && guess != 0))
	{
		m->names.last = guess;
		return guess;
	}
	return bx_markup_tag_name_slow(m, p);
}

#endif
