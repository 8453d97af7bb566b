/*
 * q_edit.c -- changes of the tree of a path: nodes for them, and the block of what comes of it.
 */
#include "q_block_int.h"

#include "../../base/bx_buf.h"
#include "q_edit.h"
#include "q_parse.h"
#include "q_print.h"

BxStatus
q_edit_begin(QEdit *d, BxStr source, BxArena *arena, BxError *err)
{
	*d = (QEdit){.arena = arena, .err = err};
	return q_parse(source, Q_MODE_PATH, NULL, 0, arena, arena->host, &d->path, err);
}

BxStatus
q_edit_nodes(QEdit *d, const XpBlock *block)
{
	size_t size = block->n_nodes * sizeof(QExpr *);

	d->at = bx_arena_zalloc(d->arena, size);
	if (d->at == NULL)
		return bx_fail_nomem(d->err, size);
	return q_emit_origins(d->path, d->at, d->arena, d->err);
}

BxStatus
q_edit_end(QEdit *d, size_t reserve, XpBlock **block)
{
	BxStatus st;
	BxBuf text;

	bx_buf_init(&text, d->arena->host);
	st = q_print_module(d->path, &text, d->err);
	if (st == BX_OK)
		st = xp_compile((const char *) text.data, text.len, reserve, d->arena, block, d->err);
	bx_buf_free(&text);
	return st;
}

BxStatus
q_edit_new(QEdit *d, QKind kind, const QExpr *like, uint32_t n_args, QExpr **e)
{
	size_t size = sizeof(QExpr) + n_args * sizeof(QExpr *);
	QExpr *node = bx_arena_zalloc(d->arena, size);

	if (node == NULL)
		return bx_fail_nomem(d->err, size);
	node->kind = (uint8_t) kind;
	node->pos = like->pos;
	node->start = like->start;
	node->bracket = like->bracket;
	node->height = like->height + 1;
	node->args = (QExpr **) (node + 1);
	node->n_args = n_args;
	*e = node;
	return BX_OK;
}

/* A node with one argument, or none if it is NULL. */
static BxStatus
new_with(QEdit *d, QKind kind, QExpr *argument, const QExpr *like, QExpr **e)
{
	BX_TRY(q_edit_new(d, kind, like, argument != NULL ? 1 : 0, e));
	if (argument != NULL)
		(*e)->args[0] = argument;
	return BX_OK;
}

BxStatus
q_edit_copy(QEdit *d, const QExpr *from, QExpr **e)
{
	BX_TRY(q_edit_new(d, (QKind) from->kind, from, 0, e));
	**e = *from;
	return BX_OK;
}

BxStatus
q_edit_step(QEdit *d, XdAxis axis, const XdTest *test, QExpr *predicate, const QExpr *like, QExpr **e)
{
	XdTest *copy = bx_arena_alloc(d->arena, sizeof(XdTest));

	if (copy == NULL)
		return bx_fail_nomem(d->err, sizeof(XdTest));
	*copy = *test;
	BX_TRY(new_with(d, QK_STEP, predicate, like, e));
	(*e)->sub = (uint8_t) axis;
	(*e)->tests = copy;
	(*e)->name = (AtName){.prefix = {"", 0}, .uri = test->uri, .local = test->local};
	return BX_OK;
}

BxStatus
q_edit_path(QEdit *d, QExpr *first, QExpr *next, QExpr **e)
{
	BX_TRY(q_edit_new(d, QK_PATH, first, 2, e));
	(*e)->args[0] = first;
	(*e)->args[1] = next;
	return BX_OK;
}

BxStatus
q_edit_call(QEdit *d, const AtName *name, QExpr *argument, const QExpr *like, QExpr **e)
{
	BX_TRY(new_with(d, QK_CALL, argument, like, e));
	(*e)->name = *name;
	return BX_OK;
}

AtName
q_edit_function(const QEdit *d, const char *name)
{
	return (AtName){
		.prefix = {"", 0}, .uri = d->path->function_namespace, .local = bx_str(name, strlen(name))};
}
