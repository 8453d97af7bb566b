/*
 * bx_edit_int.h -- what the files of the edit engine share.
 *
 * bx_edit.c takes changes and groups them by target.  bx_edit_source.c reads items.  bx_edit_walk.c goes through the
 * value once, along the ancestors of targets; what it finds goes to bx_edit_out.c, which keeps a list of pieces:
 * ranges of the old items, new items, heads of elements whose length is settled when they end.  bx_edit_tag.c makes
 * start tags, bx_edit_scope.c knows which prefixes are bound, bx_edit_table.c adds names and shapes, bx_edit_label.c
 * and bx_edit_mark.c see to labels.  Then the pieces are written one after another.  Where that is enough for a text,
 * bx_edit_patch.c lets the walk enter at the targets alone.  A few texts are replaced by bx_edit_splice.c, which needs
 * none of this.
 */
#ifndef BX_EDIT_INT_H
#define BX_EDIT_INT_H

#include "../base/bx_core_int.h"

#include "../base/bx_arena.h"
#include "../base/bx_buf.h"
#include "../base/bx_bytes.h"
#include "../base/bx_hash.h"
#include "../format/bx_table.h"
#include "../read/bx_exception.h"
#include "../encode/bx_exception_writer.h"
#include "bx_edit.h"

#define ED_NONE UINT32_MAX

/* Changes of one node.  Of those that exclude each other the one, else NULL; `ops` has a bit per BxEditOp. */
typedef struct EdTarget
{
	BxEditNode node;
	uint32_t first; /* of its changes in EdTargets.order */
	uint32_t n;
	uint32_t ops;
	const BxEditChange *replace;
	const BxEditChange *value;
	const BxEditChange *rename;
} EdTarget;

/* The targets of all changes, in document order. */
typedef struct EdTargets
{
	EdTarget *list;
	uint32_t n;
	uint32_t next;      /* the first that was not met */
	uint32_t *order;    /* places in BxEdit.changes: those of a target follow each other */
	EdTarget *document; /* the target that is the document node */
} EdTargets;

/* A value whose items are copied: the old one, or the content of a change. */
typedef struct EdSource
{
	const uint8_t *v;
	size_t n;
	BxTable table;
	const uint8_t *items;
	uint32_t *name_of; /* shape -> name, ED_NONE before it was asked for */
	uint32_t *pair_of; /* pair -> pair, likewise */
	bool own;          /* the old value: names and pairs are the same */
} EdSource;

/* An item as found in a source. */
typedef struct EdItem
{
	uint32_t off;
	uint32_t end;
	uint32_t shape;
	uint32_t token;
	uint8_t kind;
	uint32_t content; /* offset of the content of an element */
	const uint8_t *payload;
	uint32_t len; /* of payload or content */
} EdItem;

/* How the entries of a table are found: by reading, later by hash. */
typedef struct EdIndex
{
	BxHashMap map;
	uint32_t hashed; /* entries that are in the map, but for those equal to an earlier one */
	uint64_t read;   /* entries that searches read */
} EdIndex;

/* Names, pairs and shapes that were added to the table of the old value, and what finds them. */
typedef struct EdNames
{
	BxNameInfo *list; /* in path mode that of the table */
	uint32_t n, cap;
	uint32_t cap_pairs, cap_shapes, cap_seen;
	uint32_t *of_shape; /* name mode: old shape -> name, ED_NONE before it was asked for */
	bool complete;      /* the names of all old shapes are in the list */
	uint64_t old_read;  /* old shapes that searches for names read */
	EdIndex index, pairs, prefixes, shapes;
	uint32_t *seen; /* shape -> element that had one last */
	size_t new_bytes;
} EdNames;

/* One piece of the new items. */
typedef struct EdSeg
{
	const uint8_t *p; /* NULL: head of an element, whose content follows as further pieces */
	uint32_t n;
	uint32_t token; /* ED_NONE: whole items */
} EdSeg;

/* Consecutive items of a line: old ones from `first` on, or new ones (ED_NONE). */
typedef struct EdRun
{
	struct EdRun *next;
	uint32_t first;
	uint32_t n;
} EdRun;

/* What became of the children, attributes or declarations of an old element. */
typedef struct EdLine
{
	EdRun *head;
	EdRun *tail; /* NULL: the first `kept` old items, no others */
	uint32_t kept;
	uint32_t lost; /* 1 + place of the last old item that went, 0: none did */
} EdLine;

#define ED_LINES 3 /* by BxOrdpathLine */

/* An element that is being made; the first is the document. */
typedef struct EdOut
{
	uint64_t size; /* of its content so far */
	uint32_t seg;
	uint32_t shape;
	uint32_t name;         /* ED_NONE: that of hint_shape */
	uint32_t element_hint; /* shape it has when it stays an element, a leaf; ED_NONE: to be looked up */
	uint32_t leaf_hint;
	uint32_t hint_shape; /* shape of the old value with its name */
	uint32_t seq;
	uint32_t n_tags; /* declarations and attributes */
	uint32_t undo;   /* of the scope */
	bool pending;    /* nothing is in it: may still become a leaf */
	bool labelled;   /* an old element, whose items have labels */
	uint32_t place;  /* among the old children of its parent */
	EdLine lines[ED_LINES];
} EdOut;

/* What is at the top of the new value. */
typedef struct EdTop
{
	bool as_content; /* of the caller: a document may become any content */
	uint32_t items, elements;
	bool text;
	uint32_t root_at;       /* place of the first element */
	uint32_t index;         /* old items met */
	uint32_t doctype_place; /* of the old value, ED_NONE without one */
	uint32_t doctype_at;    /* of the new value, but in front of its root element at the latest */
} EdTop;

/* Text that waits for what follows: the next piece of text is merged with it. */
typedef struct EdText
{
	bool held;
	bool merged;            /* the text is in BxEdit.text */
	bool ref;               /* payload is a reference to the old heap */
	const uint8_t *payload; /* as stored */
	uint32_t n;
	const uint8_t *item; /* the old item, when it may be copied as it is */
	uint32_t item_n;
	uint32_t item_shape;
	uint32_t origin; /* place of the old text, ED_NONE for a new one */
} EdText;

typedef struct EdBound
{
	uint32_t pair; /* ED_NONE: the prefix is not bound */
	uint32_t seq;  /* of the element that declares it */
} EdBound;

/* The prefix of a pair. */
typedef struct EdPrefix
{
	uint32_t first; /* pair with the prefix, ED_NONE before it was asked for */
	EdBound bound;  /* of first ones */
} EdPrefix;

typedef struct EdUndo
{
	uint32_t prefix;
	EdBound before;
} EdUndo;

/* Which prefixes are bound (bx_edit_scope.c). */
typedef struct EdScope
{
	bool needed;        /* a change brings names */
	EdPrefix *prefixes; /* by pair */
	uint32_t cap;
	uint32_t fresh_seq, fresh_from; /* prefixes made for an element */
	BxBuf undo;
} EdScope;

/* An attribute of a start tag that is being made. */
typedef struct EdAttr
{
	uint32_t name;
	uint32_t shape; /* of the old item, ED_NONE for a new one */
	const uint8_t *item;
	uint32_t item_n;
	const uint8_t *payload; /* as stored; ED_NONE shape: text */
	uint32_t n;
	uint32_t origin; /* place among the old attributes, ED_NONE for a new one */
	bool ref;
	bool set;     /* by SET_ATTRIBUTE or VALUE */
	bool renamed; /* its prefix must be what the change says */
} EdAttr;

/* Exceptions or marks: those of the old value, and those of the new one. */
typedef struct EdSaid
{
	BxExceptions old;
	BxExceptionWriter w;
	BxBuf section;
} EdSaid;

/* Labels of the old value and of the new one (bx_edit_label.c). */
typedef struct EdLabels
{
	const uint8_t *root; /* label of the only top-level node, of a fragment */
	uint32_t root_n;
	bool root_stays; /* the top-level node of a fragment is the one that has the label */
	bool relabel;    /* make room for labels where there is none */
	EdSaid exceptions;
	EdSaid marks;
	BxBuf dead;
	BxBuf label; /* of the current element, when it was asked for */
	BxBuf level; /* the one that was made last */
} EdLabels;

typedef enum EdInKind
{
	ED_IN_ITEMS,
	ED_IN_LEAF,
	ED_IN_CHANGES
} EdInKind;

/* What is being read. */
typedef struct EdIn
{
	EdInKind kind;
	uint8_t stage;
	bool closes;    /* an element of the new value ends with it */
	bool translate; /* items change their shapes, or scopes: they go item by item */
	bool top;       /* top-level items of a content */
	EdSource *source;
	uint32_t pos;
	uint32_t end;
	EdTarget *target; /* of the element, or of CHANGES */
	EdTarget *at;     /* of the current child */
	EdTarget *text;   /* of the text of a leaf */
	EdItem item;      /* the current child, or the leaf */
	uint32_t index;   /* children met */
	BxEditOp op;      /* of CHANGES */
	uint32_t next;
} EdIn;

/* How far an edit has come. */
typedef enum EdState
{
	ED_ADDING,  /* changes are taken */
	ED_FAILED,  /* they were applied, but not to the end */
	ED_PATCHED, /* there are patches, from which the text can be printed */
	ED_MADE,    /* the pieces of the new items are there, of which value and text can be made */
	ED_TAKEN
} EdState;

/* What is printed instead of old items (bx_edit_patch.c). */
typedef struct EdPatches
{
	bool making; /* the walk makes patches: what it starts and ends has no labels */
	BxTable table;
	BxBuf list; /* of BxTextPatch */
	uint8_t *items;
	uint32_t items_len;
} EdPatches;

struct BxEdit
{
	const BxHost *host;
	BxWriterOptions opt;
	BxError *err;
	BxArena arena;
	BxArena content_arena; /* tables of the current content */
	EdSource base;
	BxTable *t;           /* of base: shapes are added here */
	uint32_t base_shapes; /* those it had */
	/* changes */
	BxBuf changes; /* of BxEditChange */
	EdTargets targets;
	BxEditNode error_node;
	bool has_error_node;
	EdState state;
	EdNames names;
	bool changed; /* table bytes must be written anew */
	EdScope scope;
	/* output */
	BxBuf segs;
	BxBuf outs; /* stack of EdOut */
	BxBuf ins;  /* stack of EdIn */
	BxBuf attrs;
	BxBuf text;
	EdText held;
	uint32_t next_seq;
	uint32_t max_level;
	EdTop top;
	BxBuf heap_more; /* appended to the heap */
	EdSource content;
	EdLabels labels;
	uint32_t origin; /* place of the current old node among its like, ED_NONE for a new one */
	EdPatches patches;
};

/* Change i of a target, in the order in which they came. */
static inline const BxEditChange *
ed_change(const BxEdit *e, const EdTarget *t, uint32_t i)
{
	return (const BxEditChange *) (const void *) e->changes.data + e->targets.order[t->first + i];
}

/* The pieces of the new items, and how many there are. */
static inline EdSeg *
ed_segs(const BxEdit *e, size_t *n)
{
	*n = e->segs.len / sizeof(EdSeg);
	return (EdSeg *) (void *) e->segs.data;
}

/* ---- bx_edit_source.c ---- */

/* Record the node an error is about. */
extern void ed_blame(BxEdit *e, const BxEditNode *node);
extern BxStatus ed_nomem(BxEdit *e, size_t n);
extern BxStatus ed_damaged(BxEdit *e, const EdSource *s, uint32_t off);

/* An array of the arena with room for need entries; NULL on out of memory. */
extern void *ed_grow(BxEdit *e, void *p, uint32_t used, uint32_t *cap, uint32_t need, size_t size);

/* Open the old value or the content of a change. */
extern BxStatus ed_source_open(BxEdit *e, EdSource *s, BxArena *arena, const uint8_t *v, size_t n);

extern BxStatus ed_item(BxEdit *e, const EdSource *s, uint32_t off, uint32_t end, EdItem *item);
/* The value of an item: a reference to the old heap stays one, those of a content are followed. */
extern BxStatus ed_payload(BxEdit *e, const EdSource *s, const EdItem *item, const uint8_t **payload,
						   uint32_t *n, bool *ref);

/* ---- bx_edit_table.c ---- */

/* The old value was opened: its names are those that there are. */
extern void ed_names_open(BxEdit *e);
extern BxStatus ed_pair(BxEdit *e, BxStr prefix, BxStr uri, uint32_t *pair);
/* The first pair with the prefix; BX_HASH_NONE: there is none. */
extern BxStatus ed_pair_with(BxEdit *e, BxStr prefix, uint32_t *pair);
extern BxStatus ed_name(BxEdit *e, uint32_t pair, BxStr local, uint32_t *name);
/* name: a pair for NAMESPACE, 0 for TEXT and COMMENT. */
extern BxStatus ed_shape(BxEdit *e, uint32_t parent, uint8_t kind, uint32_t name, uint32_t *shape);
/* The name of a shape of a source, as a name of the new value. */
extern BxStatus ed_name_of_shape(BxEdit *e, EdSource *s, uint32_t shape, uint32_t *name);
extern BxStatus ed_pair_of(BxEdit *e, EdSource *s, uint32_t pair, uint32_t *out);
/* Count a shape in the element with that number. */
extern BxStatus ed_shape_use(BxEdit *e, uint32_t shape, uint32_t seq);
/* Promises of the shape that the payload breaks are taken back. */
extern void ed_shape_holds(BxEdit *e, uint32_t shape, const uint8_t *payload, uint32_t n, bool ref);

static inline bool
ed_paths(const BxEdit *e)
{
	return (e->t->head.flags & BX_FLAG_NAMES) == 0;
}

static inline uint32_t
ed_pair_of_name(const BxEdit *e, uint32_t name)
{
	return e->names.list[name].pair;
}

static inline BxStr
ed_local(const BxEdit *e, uint32_t name)
{
	return (BxStr){e->names.list[name].local, e->names.list[name].len};
}

/* ---- bx_edit_scope.c ---- */

extern BxStatus ed_scope_begin(BxEdit *e);
/* The current element declares a pair. */
extern BxStatus ed_bind(BxEdit *e, uint32_t pair, uint32_t seq);
extern void ed_unbind(BxEdit *e, uint32_t undo);
/* What the prefix of the pair is bound to. */
extern BxStatus ed_bound(BxEdit *e, uint32_t pair, EdBound *bound);
/* A pair with that URI and a prefix that nothing is bound to. */
extern BxStatus ed_fresh(BxEdit *e, BxStr uri, uint32_t seq, uint32_t *pair);

/* ---- bx_edit_out.c ---- */

static inline EdOut *
ed_out(const BxEdit *e)
{
	return (EdOut *) (void *) (e->outs.data + e->outs.len) - 1;
}

/* Open elements of the new value. */
static inline uint32_t
ed_depth(const BxEdit *e)
{
	return (uint32_t) (e->outs.len / sizeof(EdOut)) - 1;
}

extern BxStatus ed_out_begin(BxEdit *e);
/* The last top-level text. */
extern BxStatus ed_out_end(BxEdit *e);
/* An element starts: either with a name, or with the name of an old shape. */
extern BxStatus ed_start(BxEdit *e, uint32_t name, uint32_t old_shape, bool same_parent);
extern BxStatus ed_end(BxEdit *e);
extern BxStatus ed_out_namespace(BxEdit *e, uint32_t pair);
extern BxStatus ed_out_attribute(BxEdit *e, const EdAttr *a);
/* An old attribute, or its shape at least, with a new value. */
extern BxStatus ed_out_value(BxEdit *e, uint32_t shape, BxStr text);
/* Old items as they are; one child of the current element, of that shape. */
extern BxStatus ed_copy(BxEdit *e, const uint8_t *p, uint32_t n, uint32_t shape);
/* Can an old text of that shape, with no text beside it, be copied as it is? */
extern bool ed_text_stays(const BxEdit *e, uint32_t shape);
/* Consecutive old children, from the place `origin` on, whose shapes were counted; only after ed_copy. */
extern BxStatus ed_copy_run(BxEdit *e, const uint8_t *p, uint32_t n, uint32_t origin, uint32_t count);
/* Old declarations and attributes as they are. */
extern BxStatus ed_copy_tags(BxEdit *e, const uint8_t *p, uint32_t n, uint32_t count);
extern BxStatus ed_text(BxEdit *e, const EdText *piece);
extern BxStatus ed_new_text(BxEdit *e, BxStr text);
/* A leaf, comment or PI; leaves may be references to the old heap. */
extern BxStatus ed_child(BxEdit *e, uint8_t kind, uint32_t name, const uint8_t *payload, uint32_t n,
						 bool ref);
/* The text that was held back goes out. */
extern BxStatus ed_flush(BxEdit *e);
/* Size of the new items, and they themselves at q. */
extern BxStatus ed_emit(BxEdit *e, uint8_t *q);

/* ---- bx_edit_tag.c ---- */

/*
 * Declarations and attributes of the current element, which was just started: those of the item, changed as targets
 * say. *content is where its children start; *translate is set when a prefix now means something else to them.
 */
extern BxStatus ed_tag(BxEdit *e, EdIn *in, const EdItem *item, EdTarget *target, uint32_t *content,
					   bool *translate);

/* An attribute or declaration that is a target, without its element; *possible is false when that must be known. */
extern BxStatus ed_attribute(BxEdit *e, const EdItem *item, bool *possible);

/* ---- bx_edit_walk.c ---- */

/* All of the old value. */
extern BxStatus ed_walk(BxEdit *e);
/* Or, after ed_walk_begin, single items that are targets or have the next one in them, but are not at the top. */
extern BxStatus ed_walk_begin(BxEdit *e);
extern BxStatus ed_walk_item(BxEdit *e, const EdItem *item);

/* ---- bx_edit_label.c ---- */

extern void ed_labels_init(BxEdit *e);
extern BxStatus ed_labels_open(BxEdit *e);
extern void ed_labels_free(BxEdit *e);
/* Errors go to err from now on. */
extern void ed_labels_tell(BxEdit *e, BxError *err);
/* The next item of a line of the current element: an old one with its place, or a new one. */
extern BxStatus ed_note(BxEdit *e, BxOrdpathLine line, uint32_t origin);
/* n consecutive old items. */
extern BxStatus ed_note_run(BxEdit *e, BxOrdpathLine line, uint32_t origin, uint32_t n);
/* The old item of the current element with that place went. */
extern void ed_gap(BxEdit *e, BxOrdpathLine line, uint32_t place);
/* A child of the current element goes with all below it; all n children go. */
extern BxStatus ed_child_goes(BxEdit *e, uint32_t place);
extern BxStatus ed_content_goes(BxEdit *e, uint32_t n);
/* The current element ends. */
extern BxStatus ed_labels_close(BxEdit *e);
/* Make the sections of exceptions and marks, empty for none; sets root_stays. */
extern BxStatus ed_labels_finish(BxEdit *e);

/* ---- bx_edit_mark.c ---- */

/* One level of a label; n 0: none. */
typedef struct EdLevel
{
	const uint8_t *p;
	uint32_t n;
} EdLevel;

/* Numbers that were given on a line: see BxMark. */
typedef struct EdMarks
{
	int64_t high;
	int64_t low;
	int64_t caret_high;
	int64_t caret_low;
	bool counted; /* a node with a caret went: new ones count on from caret_high and caret_low */
} EdMarks;

/* Of a line that never had a node. */
#define ED_MARKS_NONE ((EdMarks){-1, 1, INT64_MIN, INT64_MAX, false})

extern bool ed_level_has_caret(EdLevel l);
/* Take in the first and the last node of a line, none for an empty one; take in a node with a caret. */
extern void ed_marks_see(EdMarks *m, EdLevel first, EdLevel last);
extern void ed_marks_see_caret(EdMarks *m, EdLevel l);
/* What the old marks say about a line below `parent`. */
extern BxStatus ed_marks_read(BxEdit *e, const BxExceptionParent *parent, BxOrdpathLine line, EdMarks *m);
/* Add to the writer what the nodes from first to last do not show. */
extern BxStatus ed_marks_write(BxEdit *e, BxOrdpathLine line, const EdMarks *m, EdLevel first, EdLevel last);
/* Append to out the level of a new node between a and b, none for an end of the line; m then knows of it. */
extern BxStatus ed_level_new(BxEdit *e, BxOrdpathLine line, EdMarks *m, EdLevel a, EdLevel b, BxBuf *out);

/* ---- bx_edit_patch.c ---- */

/* Make patches; *done is false where the whole walk is needed. */
extern BxStatus ed_patch(BxEdit *e, bool *done);

/* ---- bx_edit_repack.c ---- */

/* Bytes that count as new for an item with a payload of n bytes. */
static inline uint64_t
ed_new_item(uint32_t n)
{
	return n + (uint64_t) 2;
}

/* Is it time to ask the writer whether new constants would make the value shorter?  So many bytes of items are new. */
extern bool ed_repack_due(const uint8_t *items, uint32_t items_len, uint64_t new_bytes);

/* Take the place of the new value by one that is encoded anew, when it has become too long. */
extern BxStatus ed_repack(BxEdit *e, uint8_t **data, size_t *len);

/* ---- bx_edit_finish.c ---- */

/* The pieces of the new items. */
extern BxStatus ed_make_pieces(BxEdit *e);

/* The new value of them. */
extern BxStatus ed_finish(BxEdit *e, uint8_t **data, size_t *len);

/* The text of the new value. */
extern BxStatus ed_print(BxEdit *e, const BxTextOptions *options, BxBuf *out);
extern BxStatus ed_print_patched(BxEdit *e, const BxTextOptions *options, BxBuf *out);

#define ED_FAIL(e, status, ...) bx_fail((e)->err, (status), -1, __VA_ARGS__)

static inline int
ed_shown(size_t n)
{
	return n > 100 ? 100 : (int) n;
}

#endif
