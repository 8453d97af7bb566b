/*
 * bx_check_int.h -- what the validator's files share.
 *
 * bx_check.c walks the items, bx_check_table.c judges the tables and extension sections, bx_check_scope.c gives
 * equal strings equal numbers and follows namespace declarations, bx_check_dir.c, bx_check_values.c, bx_check_label.c
 * and bx_check_mark.c compare directories, value lists, label exceptions and label marks with the items.
 */
#ifndef BX_CHECK_INT_H
#define BX_CHECK_INT_H

#include "../base/bx_core_int.h"

#include "../base/bx_arena.h"
#include "../base/bx_limits.h"
#include "../format/bx_table.h"
#include "../read/bx_labeler.h"
#include "../read/bx_reader.h"
#include "../store/bx_window.h"

/* Numbers for strings that are equal, so that the walk compares numbers only. */
typedef struct BxCheckIds
{
	uint32_t *prefix;   /* pair -> number of its prefix */
	uint32_t *uri;      /* pair -> number of its namespace URI */
	uint32_t *expanded; /* name -> number of (URI, local name) */
	uint32_t n_prefixes;
	uint32_t n_uris;
	uint32_t n_expanded;
} BxCheckIds;

/* What an inner declaration hides until its element ends. */
typedef struct BxCheckHidden
{
	uint32_t prefix;
	uint32_t uri;
} BxCheckHidden;

typedef struct BxCheckScope
{
	uint32_t *bound;       /* prefix number -> URI number in scope, BX_CHECK_UNBOUND when there is none */
	uint32_t *declared_by; /* prefix number -> number of the last element that declared it */
	uint32_t *used_by;     /* expanded name -> number of the last element that had such an attribute */
	BxCheckHidden *hidden; /* host memory */
	uint32_t hidden_n;
	uint32_t hidden_cap;
} BxCheckScope;

#define BX_CHECK_UNBOUND UINT32_MAX

typedef struct BxCheckDir BxCheckDir;
typedef struct BxCheckValues BxCheckValues;
typedef struct BxCheckLabel BxCheckLabel;
typedef struct BxCheckMark BxCheckMark;

typedef struct BxCheck
{
	BxReadAll pass;
	const uint8_t *v;       /* header and table */
	const uint8_t *ext;     /* extension bodies */
	const BxLimits *limits; /* or NULL */
	const BxHost *host;
	BxError *err;
	BxArena arena;
	BxTable table;
	BxCheckIds ids;
	BxCheckScope scope;
	BxCheckDir *dir;       /* NULL for a value without directories */
	BxCheckValues *values; /* NULL for a value without value lists */
	BxCheckLabel *label;   /* NULL for a value without label exceptions and marks */
	BxCheckMark *mark;     /* NULL for a value without label marks */
} BxCheck;

/* bx_check_fail.c: BX_E_CORRUPT at offset off of the value; bx_check turns it into BX_E_WIRE where asked to. */
extern BxStatus bx_check_fail(BxCheck *c, size_t off, const char *what);
/* Offset in the value of a pointer into its table or its extension bodies. */
extern size_t bx_check_off(const BxCheck *c, const void *p);
/* bx_check_fail at such a place. */
extern BxStatus bx_check_wrong(BxCheck *c, const uint8_t *at, const char *what);
extern void *bx_check_alloc(BxCheck *c, uint32_t n, size_t size, BxStatus *st);

/* bx_check_table.c */
extern BxStatus bx_check_table(BxCheck *c);
/* Bring the extension bodies into memory, before the items are walked. */
extern BxStatus bx_check_ext_load(BxCheck *c);
/* n_top: number of top-level items; root: index of the root element among them, read only with BX_FLAG_DOCUMENT. */
extern BxStatus bx_check_ext(BxCheck *c, uint32_t n_top, uint32_t root);

/*
 * bx_check_scope.c.  bx_check_number fills ids and refuses pairs, names and shapes listed twice.  Elements are
 * numbered from 1 in document order.
 */
extern BxStatus bx_check_number(BxCheck *c);
extern BxStatus bx_scope_init(BxCheck *c);
/* Element number `element` declares the pair. */
extern BxStatus bx_scope_declare(BxCheck *c, uint32_t element, uint32_t pair, size_t off);
/* The prefix of the pair must be bound to its namespace here. */
extern BxStatus bx_scope_use(BxCheck *c, uint32_t pair, size_t off);
extern BxStatus bx_scope_attribute(BxCheck *c, uint32_t element, uint32_t name, size_t off);
/* Back to the state when hidden_n was n. */
extern void bx_scope_leave(BxCheck *c, uint32_t n);

/*
 * bx_check_dir.c.  bx_check_dir_begin takes the sections before the walk; then every element (shape BX_SHAPE_NONE and
 * parent 0: the document) is entered and left, `parent` being its offset + 1, every item is shown, and finish sees
 * that nothing is left over.
 */
extern BxStatus bx_check_dir_begin(BxCheck *c);
extern BxStatus bx_check_dir_enter(BxCheck *c, uint32_t shape, uint32_t parent);
extern BxStatus bx_check_dir_item(BxCheck *c, uint32_t shape, uint32_t parent_shape, uint32_t off);
extern BxStatus bx_check_dir_leave(BxCheck *c, uint32_t shape, uint32_t parent, uint32_t n_children);
extern BxStatus bx_check_dir_finish(BxCheck *c);

/* bx_check_values.c: the section before the walk; then, where c->values is set, every item; then the lists. */
extern BxStatus bx_check_values_begin(BxCheck *c);
extern BxStatus bx_check_values_item(BxCheck *c, const BxEvent *ev);
extern BxStatus bx_check_values_finish(BxCheck *c);

/*
 * bx_check_label.c: the sections before the walk; then, where c->label is set, every event; then that none is left
 * over.
 */
extern BxStatus bx_check_label_begin(BxCheck *c);
extern BxStatus bx_check_label_item(BxCheck *c, const BxEvent *ev);
extern BxStatus bx_check_label_finish(BxCheck *c);

/*
 * An entry of a section of label exceptions or marks, with the one before it below its parent, NULL for the first;
 * after the last one once more without an entry.
 */
typedef BxStatus BxCheckException(BxCheck *c, const BxExceptionParent *p, const BxException *before,
								  const BxException *e);

/* Everything that can be told of such a section without the items; what: "label exceptions" or "label marks". */
extern BxStatus bx_check_exceptions(BxCheck *c, const BxExceptions *x, const char *what,
									BxCheckException *check);

/*
 * bx_check_mark.c, for bx_check_label.c alone: the section; then, where c->mark is set, every item that the labeler was
 * given, and the text of a LEAF with its label; then that no parent is left over.
 */
extern BxStatus bx_check_mark_begin(BxCheck *c, const uint8_t *body, uint32_t len, uint32_t off,
									const BxRoot *root);
extern BxStatus bx_check_mark_item(BxCheck *c, const BxLabeler *l, const BxEvent *ev);
extern BxStatus bx_check_mark_text(BxCheck *c, const BxLabeler *l, const BxEvent *leaf, const uint8_t *label,
								   size_t n);
extern BxStatus bx_check_mark_finish(BxCheck *c);

#endif
