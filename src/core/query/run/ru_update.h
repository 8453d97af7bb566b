/*
 * ru_update.h -- the XQuery Update Facility: primitives that are pending, and what applies them.
 *
 * An updating expression gives no items; it adds primitives to the list of the run.  Nothing sees their effect until
 * the list is applied: at the end of "copy ... modify", to the copies, or at the end of an updating query, to its
 * document.  edit/ knows what primitives on one value do together.
 */
#ifndef RU_UPDATE_H
#define RU_UPDATE_H

#include "../../edit/bx_edit.h"
#include "ru_construct.h"

/* A primitive.  All that it refers to is in the arena of its list. */
typedef struct RuPrimitive
{
	XdItem target;
	BxEditChange change;
	uint32_t pos; /* of the expression */
} RuPrimitive;

/* What an update means whose target selects nothing. */
typedef enum RuOnEmpty
{
	RU_EMPTY_STANDARD, /* XUDY0027 of those that are written with "node", but for "delete"; else nothing */
	RU_EMPTY_IGNORE,   /* nothing is changed */
	RU_EMPTY_ERROR     /* XUDY0027 of all */
} RuOnEmpty;

/* The primitives of a run in the mode of paths: they go to an edit of the document at once. */
typedef struct RuChanges
{
	BxEdit *edit;
	const BxWriterOptions *options; /* of new content */
	BxArena *keep;                  /* of what changes borrow */
	RuOnEmpty on_empty;
	/* results */
	uint64_t n;
	bool has_error_node; /* after an error: it is about this node */
	BxEditNode error_node;
} RuChanges;

/* The primitives that are pending, about nodes of some trees. */
typedef struct RuPending
{
	RuArena *own;
	BxArena *arena; /* of what primitives refer to */
	RuPrimitive *list;
	uint32_t n, cap;
	const XdItem *roots; /* of the trees */
	uint32_t n_roots;
	RuChanges *changes; /* instead of the list; or NULL */
	struct RuPending *outer;
} RuPending;

/* Primitives are added to this list from now on, until ru_pending_leave. */
extern BxStatus ru_pending_enter(RuRun *run, RuPending *pending, const XdItem *roots, uint32_t n_roots);
extern void ru_pending_leave(RuRun *run, RuPending *pending);

/*
 * The value of a tree whose root is a document or an element, after what is pending about it: host memory of the
 * caller's, with options->reserve free bytes in front.  *data is NULL when nothing is pending.  content: a document may
 * become any content.
 */
extern BxStatus ru_pending_value(RuRun *run, const RuPending *pending, const XdItem *root,
								 const BxWriterOptions *options, bool content, uint8_t **data, size_t *len);

/* The node for an edit of the value of its tree; namespace nodes have no place there. */
extern BxEditNode ru_edit_node(const XdItem *node);

/* Of RuOp.sub: the update is written without "node". */
#define RU_WITHOUT_NODE 0x10

/* sub: Q_INTO ..., for all of them RU_WITHOUT_NODE; args: source, target */
extern const RuClass ru_insert;
extern const RuClass ru_delete; /* args: target */
/* args: target, replacement: items, or atomic values */
extern const RuClass ru_replace;
extern const RuClass ru_replace_value;
/* args: target, the new name, atomized; data: RuConstructor, of which the prefixes */
extern const RuClass ru_rename;
/* args: what is copied, "modify", "return"; data: the slots of the copies, uint32_t each */
extern const RuClass ru_transform;
extern const RuClass
	ru_transform_with; /* args: what is copied, "with", which sees the copy as context item */

#endif
