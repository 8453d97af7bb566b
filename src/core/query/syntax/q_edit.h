/*
 * q_edit.h -- changes of the tree of a path.
 *
 * The path is parsed, its tree changed, and printed: what comes of it is a path as a user could have written it.
 */
#ifndef Q_EDIT_H
#define Q_EDIT_H

#include "q_block_int.h"

typedef struct QEdit
{
	QModule *path;
	QExpr **at; /* q_edit_nodes: by node of the block what it was made of; of a step, what ends with it */
	BxArena *arena;
	BxError *err;
} QEdit;

/* The tree of a path, in the arena. */
extern BxStatus q_edit_begin(QEdit *d, BxStr source, BxArena *arena, BxError *err);
/* Which node of the block, which was made of the same source, is which expression. */
extern BxStatus q_edit_nodes(QEdit *d, const XpBlock *block);
/* The block of the changed tree, and `reserve` bytes in front of it; its source is what is printed. */
extern BxStatus q_edit_end(QEdit *d, size_t reserve, XpBlock **block);

/* A node with room for arguments, which are not set, where another one is. */
extern BxStatus q_edit_new(QEdit *d, QKind kind, const QExpr *like, uint32_t n_args, QExpr **e);
extern BxStatus q_edit_copy(QEdit *d, const QExpr *from, QExpr **e);
/* A step with one predicate, or with NULL without. */
extern BxStatus q_edit_step(QEdit *d, XdAxis axis, const XdTest *test, QExpr *predicate, const QExpr *like,
							QExpr **e);
/* first/next */
extern BxStatus q_edit_path(QEdit *d, QExpr *first, QExpr *next, QExpr **e);
/* name(argument) or, with NULL, name() */
extern BxStatus q_edit_call(QEdit *d, const AtName *name, QExpr *argument, const QExpr *like, QExpr **e);
/* The name of a function that has no prefix. */
extern AtName q_edit_function(const QEdit *d, const char *name);

#endif
