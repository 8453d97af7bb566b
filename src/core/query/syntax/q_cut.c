/*
 * q_cut.c -- paths made of a part of the text of a path: all up to a step, and a step alone.
 */
#include "q_parse_int.h"

#include "../../base/bx_utf8.h"
#include "../../xpath/syntax/xp_last_step.h"

size_t
q_offset_of(const XpBlock *path, uint32_t pos)
{
	const uint8_t *s = (const uint8_t *) xp_pool(path);
	const uint8_t *p = s, *end = s + path->source_len;

	while (--pos > 0 && p < end && bx_utf8_next(&p, end) >= 0)
		;
	return (size_t) (p - s);
}

/* ---- steps in the tree ---- */

/* Does the step begin there? */
static bool
is_at(const QExpr *step, uint32_t pos)
{
	if (step->kind == QK_FILTER)
		return step->args[0]->kind == QK_CONTEXT_ITEM && step->args[0]->pos == pos;
	return (step->kind == QK_STEP || step->kind == QK_CONTEXT_ITEM) && step->pos == pos;
}

/* What ends with the step at a position: a path, or the step itself.  NULL: there is no such step. */
static const QExpr *
find(const QExpr *e, uint32_t pos)
{
	const QExpr *found;
	uint32_t i;

	if (e == NULL || is_at(e, pos) || (e->kind == QK_PATH && is_at(e->args[1], pos)))
		return e;
	for (i = 0; i < e->n_args; i++)
	{
		found = find(e->args[i], pos);
		if (found != NULL)
			return found;
	}
	return NULL;
}

/* The tree of a path is read, and what ends with a step of its block is found; *prolog: its bytes. */
static BxStatus
find_step(QParser *p, const XpBlock *path, uint32_t step, BxArena *arena, const QExpr **e, size_t *prolog,
		  BxError *err)
{
	QExpr *body;

	BX_TRY(q_prolog_of(p, bx_str(xp_pool(path), path->source_len), arena, err));
	*prolog = p->tok.off;
	BX_TRY(q_expr(p, &body));
	*e = find(body, xp_nodes(path)[step].pos);
	return *e != NULL ? BX_OK : bx_fail(err, BX_E_STATE, -1, "the step is not in the text of its path");
}

/* The prolog, something between, and [from, to) of the source as a path. */
static BxStatus
compile(const XpBlock *path, size_t prolog, const char *between, size_t from, size_t to, BxArena *arena,
		XpBlock **part, BxError *err)
{
	size_t k = strlen(between), n = prolog + k + (to - from);
	char *text = bx_arena_alloc(arena, n);

	if (text == NULL)
		return bx_fail_nomem(err, n);
	memcpy(text, xp_pool(path), prolog);
	memcpy(text + prolog, between, k);
	memcpy(text + prolog + k, xp_pool(path) + from, to - from);
	return xp_compile(text, n, 0, arena, part, err);
}

/* Where the text of a path begins, without parentheses around it. */
static uint32_t
start_of(const QExpr *e)
{
	if (!(e->flags & Q_PARENTHESIZED))
		return e->start;
	return e->kind == QK_PATH ? e->args[0]->start : e->pos;
}

BxStatus
xp_up_to(const XpBlock *path, uint32_t step, bool predicates, BxArena *arena, XpBlock **part, BxError *err)
{
	uint32_t first = xp_nodes(path)[step].a;
	const QExpr *e, *last;
	size_t prolog, to;
	QParser p;

	BX_TRY(find_step(&p, path, step, arena, &e, &prolog, err));
	last = e->kind == QK_PATH ? e->args[1] : e;
	to = !predicates && first != 0 ? q_offset_of(path, xp_nodes(path)[first].pos) : last->end;
	if (to == 0) /* "." */
		to = q_offset_of(path, last->pos) + 1;
	return compile(path, prolog, "", q_offset_of(path, start_of(e)), to, arena, part, err);
}

BxStatus
xp_step_alone(const XpBlock *path, uint32_t step, BxArena *arena, XpBlock **part, BxError *err)
{
	size_t prolog, from;
	const QExpr *e;
	QParser p;

	BX_TRY(find_step(&p, path, step, arena, &e, &prolog, err));
	if (e->kind == QK_PATH)
		e = e->args[1];
	from = q_offset_of(path, e->pos);
	if (xp_nodes(path)[step].axis != XP_AX_CHILD)
	{
		BX_TRY(q_resume(&p, (uint32_t) from)); /* the axis */
		BX_TRY(q_advance(&p));                 /* "::" */
		BX_TRY(q_advance(&p));
		from = p.tok.off;
	}
	return compile(path, prolog, "/", from, e->end, arena, part, err);
}
