/*
 * bx_edit.h -- changes to a value: a pending update list, applied in one pass.
 *
 * A BxEdit borrows one plain value (no blocks), takes changes whose targets are nodes of that value, and applies all of
 * them together by the rules of XQuery Update Facility 1.0, upd:applyUpdates: targets are nodes of the value as it was;
 * nothing sees the effect of another change.  Per target: inserts before, after, first and last (in the order they were
 * added), attributes added, value replaced, renamed, replaced by content, deleted.
 *
 * Conflicts are BX_E_UPDATE with the standard's code in the text: XUDY0015 two renames, XUDY0016 two replaces,
 * XUDY0017 two values, XUDY0021 an attribute that would occur twice, XUDY0023 a name whose prefix is bound to another
 * namespace on its element.  What a target cannot take (text on the document, an attribute of a text) is
 * BX_E_ARGUMENT, bad names and characters are BX_E_SYNTAX_CONTENT, BX_E_COMMENT or BX_E_PI, a document that would
 * lose its only root or get text beside it is BX_E_NOT_DOCUMENT, limits of the options are BX_E_LIMIT and BX_E_DEPTH.
 *
 * Bytes are not trusted.  Memory is that of the new value, the decoded table, and what the changes bring.
 */
#ifndef BX_EDIT_H
#define BX_EDIT_H

#include "../print/bx_text.h"
#include "../encode/bx_writer.h"

typedef enum BxEditOp
{
	BX_EDIT_INSERT_FIRST,  /* content as first children of an element or the document */
	BX_EDIT_INSERT_LAST,   /* likewise last; "into" is this */
	BX_EDIT_INSERT_BEFORE, /* content before a child */
	BX_EDIT_INSERT_AFTER,
	BX_EDIT_ATTRIBUTES,    /* add attributes to an element: XUDY0021 when one is there and stays */
	BX_EDIT_SET_ATTRIBUTE, /* add the attributes or replace the values of those that are there */
	BX_EDIT_REPLACE,       /* a child by content, an attribute by attributes */
	BX_EDIT_VALUE,  /* of attribute, text, comment, PI; of an element: its whole content becomes this text */
	BX_EDIT_RENAME, /* element, attribute, PI (local alone) */
	BX_EDIT_DELETE
} BxEditOp;

typedef enum BxEditPart
{
	BX_EDIT_ITEM,
	BX_EDIT_LEAF_TEXT, /* the text of a LEAF, which has no item of its own */
	BX_EDIT_DOCUMENT   /* the document node; off is not looked at */
} BxEditPart;

typedef struct BxEditNode
{
	BxEditPart part;
	uint32_t off; /* of the item in the items section, as BxEvent.off; LEAF_TEXT: of its LEAF */
} BxEditNode;

typedef struct BxEditAttribute
{
	BxStr prefix;
	BxStr uri;
	BxStr local;
	BxStr value;
} BxEditAttribute;

/* Everything is borrowed until bx_edit_free. */
typedef struct BxEditChange
{
	BxEditOp op;
	BxEditNode target;
	const uint8_t *value;         /* content: a plain bxml value, whose top-level items are taken */
	size_t value_n;               /* 0: nothing */
	const BxEditAttribute *attrs; /* ATTRIBUTES, SET_ATTRIBUTE, REPLACE of an attribute */
	uint32_t n_attrs;
	BxStr text;   /* VALUE; UTF-8, not checked yet */
	BxStr prefix; /* RENAME */
	BxStr uri;
	BxStr local;
} BxEditChange;

typedef struct BxEdit BxEdit;

/*
 * NULL on out of memory, with *err.  Borrowed: host, v, err; copied: options.  The value is read when changes are
 * applied.
 */
extern BxEdit *bx_edit_new(const BxHost *host, const BxWriterOptions *options, const uint8_t *v, size_t n,
						   BxError *err);
/* Give all memory back; e may be NULL. */
extern void bx_edit_free(BxEdit *e);

/*
 * bx_edit_relabel: where there is no room for the label of a new node, give all nodes below its parent the labels of
 * a value that was just parsed, instead of BX_E_LIMIT.
 */
extern void bx_edit_relabel(BxEdit *e);

/* bx_edit_as_content: a document may lose its only root and get text beside it, instead of BX_E_NOT_DOCUMENT. */
extern void bx_edit_as_content(BxEdit *e);

/* bx_edit_add: one more change.  Names and characters are checked here, conflicts and targets in apply. */
extern BxStatus bx_edit_add(BxEdit *e, const BxEditChange *c);

/*
 * bx_edit_apply: the new plain value, in host memory that belongs to the caller: options->reserve free bytes, then *len
 * bytes.  Afterwards e can only be freed.  Labels of nodes that stay do not change, but for
 * bx_edit_relabel.
 */
extern BxStatus bx_edit_apply(BxEdit *e, uint8_t **data, size_t *len);

/*
 * bx_edit_splice: the same in the shortest way, for a few changes that do no more than give nodes another text;
 * *data is NULL for all else, and then nothing has happened: errors are left to the others.
 */
extern BxStatus bx_edit_splice(BxEdit *e, uint8_t **data, size_t *len);

/*
 * The same in steps, for callers that do not know yet whether they need a value.  bx_edit_run finds all conflicts and
 * makes what a text needs: as a rule, no more than new items for the targets, without labels.  Then bx_edit_print
 * appends the text of the new value to out, any number of times, without making the value; options may be NULL.
 * bx_edit_take makes the value, once, and comes last; after a failure or a jump it may be called again.  A target
 * at which there is no node may be reported by these two only.
 */
extern BxStatus bx_edit_run(BxEdit *e);
extern BxStatus bx_edit_keep(BxEdit *e, BxError *err);
extern BxStatus bx_edit_print(BxEdit *e, const BxTextOptions *options, BxBuf *out);
extern BxStatus bx_edit_take(BxEdit *e, uint8_t **data, size_t *len);

/* After an error of add, apply or run: the node it is about, for its path in the message; false: none. */
extern bool bx_edit_error_node(const BxEdit *e, BxEditNode *node);

#endif
