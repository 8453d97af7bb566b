/*
 * bx_reader.h -- pull reader: the items of a value as events in document order.
 *
 * The reader allocates its stack (one entry per level, the depth is in the header) when it is made and nothing
 * afterwards: memory is O(depth + tables) whatever the document.  It reads through a BxSource in windows and
 * holds at most one window; an in-memory value is one window.
 */
#ifndef BX_READER_H
#define BX_READER_H

#include "../format/bx_item.h"
#include "../format/bx_table.h"
#include "../store/bx_source.h"

typedef enum BxEventKind
{
	BX_EV_END = 0,       /* end of the element opened by the matching BX_EV_ELEMENT */
	BX_EV_ELEMENT = 1,   /* start; NAMESPACE and ATTRIBUTE events follow, then content, then END */
	BX_EV_LEAF = 2,      /* whole element without attributes: at most one text child, the payload */
	BX_EV_ATTRIBUTE = 3, /* values of BxKind, on purpose */
	BX_EV_TEXT = 4,
	BX_EV_COMMENT = 5,
	BX_EV_PI = 6,
	BX_EV_NAMESPACE = 7,
	BX_EV_DONE = 8 /* after the last item */
} BxEventKind;

typedef struct BxEvent
{
	BxEventKind kind;
	uint32_t shape; /* shape of the item (END: of the element that ends) */
	uint32_t level; /* 1 for top-level items; attributes are one below their element */
	uint32_t off;   /* offset of the item in the items section (END: of the element) */
	uint32_t
		content; /* offset of the content of an ELEMENT or of the payload in the items section; not for END */
	const uint8_t *payload; /* value kinds, comment, PI: the payload; NULL for ELEMENT, END */
	uint32_t len;           /* payload length; ELEMENT: length of its content */
	bool constant;          /* value kinds: the payload is a constant's, in the table */
	bool
		heap; /* value kinds: payload, len and content are those of the text in the heap, which is never typed */
} BxEvent;

typedef struct BxReader BxReader;

/*
 * bx_reader_new: a reader at the first item.  Borrows table and source, which must outlive it; memory comes
 * from the arena.
 */
extern BxStatus bx_reader_new(BxReader **rd, const BxTable *table, BxSource *src, BxArena *arena,
							  BxError *err);

/* bx_reader_part: read only the item at offset off of the items, and what is below it.  Before the first event. */
extern BxStatus bx_reader_part(BxReader *rd, uint32_t off);

/*
 * bx_reader_next: the next event.  *ev borrows from the window and is valid until the next call.
 * BX_EV_DONE when there are no more (and again on every further call).  BX_E_CORRUPT when a length leaves its
 * parent, or any status of the source.  A failed reader stays failed.
 */
extern BxStatus bx_reader_next(BxReader *rd, BxEvent *ev);

/* bx_reader_skip: after BX_EV_ELEMENT, pass over its content; the next event is its END.  O(1). */
extern void bx_reader_skip(BxReader *rd);

/*
 * bx_reader_seek: continue at offset off of the items section, forward and within the innermost open element; if it is
 * not there, *ok is false and the reader stays where it is.  The caller must know that an item of that element starts
 * there: the next event is whatever the bytes say.
 */
extern void bx_reader_seek(BxReader *rd, uint32_t off, bool *ok);

/*
 * bx_reader_pieces: from now on at least the first BX_PIECE bytes of a payload longer than that are at ev->payload, and
 * the others come by bx_reader_piece.  So a long text needs no window of its length.
 */
#define BX_PIECE 65536
extern void bx_reader_pieces(BxReader *rd);

/*
 * bx_reader_piece: *n bytes of the payload of the last event from its byte `at` on, BX_PIECE or what is left; 0 at its
 * end.  Good until the next call for this reader.
 */
extern BxStatus bx_reader_piece(BxReader *rd, const BxEvent *ev, uint32_t at, const uint8_t **p, uint32_t *n);

/*
 * bx_reader_headers: from now on payloads are not fetched and ev->payload must not be used; bx_reader_payload gives
 * the payload of the last event, or of one that bx_reader_sole_text found, good until the next call for this reader.
 * So a value that is not asked for costs its header only.
 */
extern void bx_reader_headers(BxReader *rd);
extern BxStatus bx_reader_payload(BxReader *rd, const BxEvent *ev, const uint8_t **p);

/*
 * bx_reader_sole_text: after BX_EV_ELEMENT, is its content behind the attributes one text, or nothing?  *text is then
 * the event of that text, with len 0 for nothing.  The reader stays where it is.  O(attributes).
 */
extern BxStatus bx_reader_sole_text(BxReader *rd, BxEvent *text, bool *found);

/* Has the innermost open element no further items? */
extern bool bx_reader_at_end(const BxReader *rd);

/* Work counters, for tests and EXPLAIN. */
extern uint64_t bx_reader_items(const BxReader *rd);

#endif
