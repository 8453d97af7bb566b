/*
 * q_last_step.c -- paths made from a path: where it would have found something, had its last step been there; an
 * attribute of what it finds; all up to a step, and a step alone.
 */
#include "q_block_int.h"

#include "../../xpath/syntax/xp_hint.h"
#include "../../xpath/syntax/xp_last_step.h"
#include "q_edit.h"

static BxStr
source_of(const XpBlock *path)
{
	return bx_str(xp_pool(path), path->source_len);
}

/* ---- without the last step ---- */

static BxStatus
refuse(const QExpr *at, BxError *err)
{
	return bx_fail(err, BX_E_UNSUPPORTED, at->start,
				   "path to be created must end in a child or attribute step with a name and no predicates");
}

static bool
is_slashes(const QExpr *e)
{
	const QExpr *last = e->kind == QK_PATH ? e->args[1] : e;

	return last->kind == QK_STEP && (last->flags & Q_FROM_SLASHES) != 0;
}

/* The last step of the whole expression; NULL when it ends in something else, or in parentheses. */
static QExpr *
last_step(QExpr *body)
{
	QExpr *step = body->kind == QK_PATH ? body->args[1] : body;

	if (((body->flags | step->flags) & Q_PARENTHESIZED) != 0 || step->kind != QK_STEP || step->n_args > 0 ||
		(body->kind == QK_PATH && is_slashes(body->args[0])))
		return NULL;
	if ((step->sub != XD_CHILD && step->sub != XD_ATTRIBUTE_AXIS) || step->tests->any_local ||
		step->tests->any_uri)
		return NULL;
	return step->tests->kinds == 1u << (step->sub == XD_CHILD ? XD_ELEMENT : XD_ATTRIBUTE) ? step : NULL;
}

/* a/b becomes a/self::node()[not(b)]. */
BxStatus
xp_missing(const XpBlock *path, BxArena *arena, XpBlock **parents, XpGivenName *name, bool *attribute,
		   BxError *err)
{
	QExpr *step, *missing, *self, *not ;
	AtName function;
	QEdit d;

	BX_TRY(q_edit_begin(&d, source_of(path), arena, err));
	step = last_step(d.path->body);
	if (step == NULL)
		return refuse(d.path->body, err);
	if (step->name.prefix.n > 0 && step->name.uri.n == 0)
		return xp_undeclared(err, step->pos, "", step->name.prefix.s, step->name.prefix.n);
	*attribute = step->sub == XD_ATTRIBUTE_AXIS;
	*name = (XpGivenName){step->name.prefix, step->name.uri, step->name.local};
	function = q_edit_function(&d, "not");
	BX_TRY(q_edit_copy(&d, step, &missing));
	BX_TRY(q_edit_call(&d, &function, missing, step, &not ));
	BX_TRY(q_edit_step(&d, XD_SELF, &XD_TEST_ANY, not, step, &self));
	*step = *self;
	return q_edit_end(&d, 0, parents);
}

/* ---- an attribute of what is found ---- */

BxStatus
xp_attribute_of(BxStr source, const XpGivenName *name, BxArena *arena, XpBlock **block, BxError *err)
{
	const XdTest test = {.kinds = 1u << XD_ATTRIBUTE, .uri = name->uri, .local = name->local};
	QExpr *step;
	QEdit d;

	BX_TRY(q_edit_begin(&d, source, arena, err));
	BX_TRY(q_edit_step(&d, XD_ATTRIBUTE_AXIS, &test, NULL, d.path->body, &step));
	BX_TRY(q_edit_path(&d, d.path->body, step, &d.path->body));
	return q_edit_end(&d, 0, block);
}

/* ---- parts ---- */

/* The tree of a path, and in it what ends with a step of its block. */
static BxStatus
begin_at(QEdit *d, const XpBlock *path, uint32_t step, BxArena *arena, QExpr **e, BxError *err)
{
	BX_TRY(q_edit_begin(d, source_of(path), arena, err));
	BX_TRY(q_edit_nodes(d, path));
	*e = d->at[step];
	return *e != NULL ? BX_OK : bx_fail(err, BX_E_STATE, -1, "the step is not in the text of its path");
}

BxStatus
xp_up_to(const XpBlock *path, uint32_t step, bool predicates, BxArena *arena, XpBlock **part, BxError *err)
{
	QExpr *e, *last;
	QEdit d;

	BX_TRY(begin_at(&d, path, step, arena, &e, err));
	last = e->kind == QK_PATH ? e->args[1] : e;
	/* "." has its predicates behind itself */
	if (!predicates)
		last->n_args = last->kind == QK_FILTER ? 1 : 0;
	if (!predicates && last->kind == QK_FILTER)
		*last = *last->args[0];
	e->flags &= (uint16_t) ~Q_PARENTHESIZED;
	d.path->body = e;
	return q_edit_end(&d, 0, part);
}

BxStatus
xp_step_alone(const XpBlock *path, uint32_t step, BxArena *arena, XpBlock **part, BxError *err)
{
	QExpr *e, *root;
	QEdit d;

	BX_TRY(begin_at(&d, path, step, arena, &e, err));
	if (e->kind == QK_PATH)
		e = e->args[1];
	if (e->kind == QK_STEP)
		e->sub = XD_CHILD;
	BX_TRY(q_edit_new(&d, QK_ROOT, e, 0, &root));
	BX_TRY(q_edit_path(&d, root, e, &d.path->body));
	return q_edit_end(&d, 0, part);
}
