/*
 * qs_condition_table.c -- conditions on documents of fn:collection that the tables of the caller can answer.
 *
 * A condition is found where documents that do not meet it have no part in the result: in predicates behind the
 * collection, and in "where" clauses.  It stays where it is and is evaluated: the table may give documents that do not
 * pass.  So predicates on the way of a path may be left out.
 */
#include "../../base/bx_core_int.h"

#include "../../base/bx_buf.h"
#include "../run/ru_collection.h"
#include "qs_query_int.h"

#define BOUND_MAX 16       /* variables whose paths are known */
#define VALUE_HEIGHT_MAX 4 /* of values, whose operators are built once more */
#define PATH_MAX_BYTES 2000

/* What is bound to nodes of one document each: to those that a path from the document selects. */
typedef struct Bound
{
	const AtName *name; /* NULL: it is the context item */
	BxStr path;
	bool known;
} Bound;

typedef struct Finder
{
	QsBuild *b;
	RuOp *op; /* the collection */
	Bound bounds[BOUND_MAX];
	uint32_t n;
} Finder;

/* ---- paths ---- */

/* One step behind a path, as a bxpath has it. */
static BxStatus
add_step(Finder *f, const QExpr *e, BxStr *path, bool *known)
{
	const XdTest *t = e->tests;
	bool attribute = e->sub == XD_ATTRIBUTE_AXIS, slashes, text;
	BxBuf buf;
	BxStatus st = BX_OK;

	if (e->kind != QK_STEP || e->type != NULL)
		*known = false;
	if (!*known)
		return BX_OK;
	slashes = e->sub == XD_DESCENDANT_OR_SELF && (e->flags & Q_FROM_SLASHES);
	text = e->sub == XD_CHILD && t->kinds == 1 << XD_TEXT;
	*known = (slashes || text || (e->sub == XD_CHILD && t->kinds == 1 << XD_ELEMENT) ||
			  (attribute && t->kinds == 1 << XD_ATTRIBUTE)) &&
			 t->content == NULL && !t->nillable_only && (t->any_local ? t->any_uri || text : !t->any_uri) &&
			 path->n + t->uri.n + t->local.n < PATH_MAX_BYTES;
	for (size_t i = 0; *known && i < t->uri.n; i++)
		*known = strchr("{}&\"'", t->uri.s[i]) == NULL;
	if (!*known)
		return BX_OK;
	bx_buf_init(&buf, f->b->host);
	bx_buf_add(&buf, path->s, path->n, &st, f->b->err);
	bx_buf_add(&buf, attribute ? "/@" : "/", attribute ? 2 : 1, &st, f->b->err);
	if (text)
		bx_buf_add(&buf, "text()", 6, &st, f->b->err);
	else if (!slashes && t->any_local)
		bx_buf_add(&buf, "*", 1, &st, f->b->err);
	else if (!slashes)
	{
		if (t->uri.n > 0)
		{
			bx_buf_add(&buf, "Q{", 2, &st, f->b->err);
			bx_buf_add(&buf, t->uri.s, t->uri.n, &st, f->b->err);
			bx_buf_add(&buf, "}", 1, &st, f->b->err);
		}
		bx_buf_add(&buf, t->local.s, t->local.n, &st, f->b->err);
	}
	if (st == BX_OK)
		*path = bx_str(bx_arena_strndup(f->b->arena, (const char *) buf.data, buf.len), buf.len);
	bx_buf_free(&buf);
	return st != BX_OK ? st : path->s == NULL ? bx_fail_nomem(f->b->err, buf.len) : BX_OK;
}

static const Bound *
bound_of(const Finder *f, const AtName *name)
{
	uint32_t i;

	for (i = f->n; i > 0; i--)
	{
		const Bound *bound = &f->bounds[i - 1];

		if (name == NULL ? bound->name == NULL : bound->name != NULL && at_name_equal(bound->name, name))
			return bound;
	}
	return NULL;
}

static void
bind(Finder *f, const AtName *name, BxStr path, bool known)
{
	if (f->n < BOUND_MAX)
		f->bounds[f->n++] = (Bound){name, path, known};
	else
		f->bounds[BOUND_MAX - 1].known = false; /* and what is bound later is not looked for */
}

/* Is position() or last() called anywhere in the expression? */
static bool
asks_place(const QExpr *e)
{
	uint32_t i;

	if (e == NULL)
		return false;
	if ((e->kind == QK_CALL || e->kind == QK_FUNCTION_REFERENCE) &&
		(bx_str_is(e->name.local, "position") || bx_str_is(e->name.local, "last")))
		return true;
	for (i = 0; i < e->n_args; i++)
		if (asks_place(e->args[i]))
			return true;
	return false;
}

/* Does a predicate ask the same of an item wherever it stands in the sequence? */
static bool
ignores_place(const QExpr *e)
{
	switch (e->kind)
	{
		case QK_GENERAL_COMPARISON:
		case QK_VALUE_COMPARISON:
		case QK_AND:
		case QK_OR:
		case QK_QUANTIFIED: return !asks_place(e);
		case QK_STEP: return !asks_place(e);
		case QK_PATH: return e->args[1]->kind == QK_STEP && !asks_place(e);
		case QK_CALL:
			return bx_str_is(e->name.uri, Q_URI_FN) &&
				   (bx_str_is(e->name.local, "exists") || bx_str_is(e->name.local, "empty") ||
					bx_str_is(e->name.local, "not") || bx_str_is(e->name.local, "contains") ||
					bx_str_is(e->name.local, "starts-with")) &&
				   !asks_place(e);
		default: return false;
	}
}

/* The call at the beginning of a path, or what it begins with. */
static const QExpr *
leftmost(const QExpr *e)
{
	while (e->kind == QK_PATH || e->kind == QK_FILTER)
		e = e->args[0];
	return e;
}

static bool
is_source(const Finder *f, const QExpr *e)
{
	return e->kind == QK_CALL && qs_is_collection(e) && e->pos == f->op->pos;
}

/*
 * The path from a document to what an expression gives of it, or more; *known false: none is known, or what it gives of
 * one document depends on others.
 */
static BxStatus
path_of(Finder *f, const QExpr *e, BxStr *path, bool *known)
{
	const Bound *bound = NULL;
	uint32_t i;

	BX_TRY(qs_check_depth(f->b, e));
	*path = bx_str("", 0);
	*known = false;
	switch (e->kind)
	{
		case QK_CALL: *known = is_source(f, e); return BX_OK;
		case QK_VARIABLE: bound = bound_of(f, &e->name); break;
		case QK_CONTEXT_ITEM:
		case QK_STEP:
		case QK_ROOT: bound = bound_of(f, NULL); break;
		case QK_PATH:
			BX_TRY(path_of(f, e->args[0], path, known));
			return add_step(f, e->args[1], path, known);
		case QK_FILTER:
			BX_TRY(path_of(f, e->args[0], path, known));
			for (i = 1; *known && i < e->n_args && is_source(f, leftmost(e)); i++)
				*known = ignores_place(e->args[i]);
			return BX_OK;
		default: return BX_OK;
	}
	*known = bound != NULL && bound->known;
	if (*known && e->kind != QK_ROOT)
		*path = bound->path;
	return e->kind == QK_STEP ? add_step(f, e, path, known) : BX_OK;
}

/* ---- conditions ---- */

static bool
is_full(const Finder *f)
{
	return ((const RuCollectionPlan *) f->op->data)->n_conditions == RU_COLLECTION_CONDITIONS;
}

/* One more, unless it is there: predicates of a path are found again with a longer one. */
static void
add_condition(Finder *f, const RuCollectionCondition *condition)
{
	RuCollectionPlan *plan = (RuCollectionPlan *) f->op->data;
	uint32_t i;

	for (i = 0; i < plan->n_conditions; i++)
		if (plan->conditions[i].pos == condition->pos &&
			bx_str_equal(plan->conditions[i].path, condition->path))
			return;
	if (!is_full(f))
		plan->conditions[plan->n_conditions++] = *condition;
}

static const char *
sign_of(const QExpr *e, bool exchanged)
{
	static const char *const signs[] = {
		[AT_EQ] = "=", [AT_LT] = "<", [AT_LE] = "<=", [AT_GT] = ">", [AT_GE] = ">="};
	static const char *const opposite[] = {
		[AT_EQ] = "=", [AT_LT] = ">", [AT_LE] = ">=", [AT_GT] = "<", [AT_GE] = "<="};

	return e->sub == AT_NE ? NULL : exchanged ? opposite[e->sub] : signs[e->sub];
}

/* A path on one side, on the other one something that is the same for all documents. */
static BxStatus
add_comparison(Finder *f, const QExpr *e, uint32_t side)
{
	const char *sign = sign_of(e, side == 1);
	bool known;
	RuOp *value;
	BxStr path;

	BX_TRY(path_of(f, e->args[side], &path, &known));
	if (!known || path.n == 0 || sign == NULL || e->args[1 - side]->height > VALUE_HEIGHT_MAX)
		return BX_OK;
	BX_TRY(qs_build(f->b, e->args[1 - side], &value));
	if (value->uses & (RU_USES_FRAME | RU_USES_ITEM | RU_USES_POSITION | RU_USES_LAST))
		return BX_OK; /* it is another one each time: a join is made of it */
	BX_TRY(qs_atomize(f->b, &value));
	if (is_full(f) || f->op->n_args == RU_COLLECTION_CONDITIONS)
		return BX_OK;
	add_condition(f, &(RuCollectionCondition){.path = path,
											  .pos = e->pos,
											  .sign = sign,
											  .value = f->op->n_args,
											  .strings = e->kind == QK_VALUE_COMPARISON,
											  .numbers = e->sub != AT_EQ});
	f->op->args[f->op->n_args++] = value;
	f->op->uses |= value->uses;
	return BX_OK;
}

static BxStatus truth(Finder *f, const QExpr *e);

/* Predicates of a step or filter, whose items a path gives without them. */
static BxStatus
predicates(Finder *f, const QExpr *e, uint32_t from)
{
	QExpr without = *e;
	uint32_t n = f->n, i;
	bool known, all = e->kind == QK_FILTER && is_source(f, leftmost(e));
	BxStr path;

	without.n_args = from;
	BX_TRY(path_of(f, &without, &path, &known));
	bind(f, NULL, path, known && n < BOUND_MAX);
	for (i = from; known && i < e->n_args && (!all || ignores_place(e->args[i])); i++)
		if (ignores_place(e->args[i]))
			BX_TRY(truth(f, e->args[i]));
	f->n = n;
	return BX_OK;
}

/* Predicates of an expression that has an item. */
static BxStatus
parts(Finder *f, const QExpr *e)
{
	uint32_t n = f->n;
	bool known;
	BxStr path;

	BX_TRY(qs_check_depth(f->b, e));
	if (e->kind == QK_STEP)
		return e->n_args > 0 ? predicates(f, e, 0) : BX_OK;
	if (e->kind != QK_PATH && e->kind != QK_FILTER)
		return BX_OK;
	BX_TRY(parts(f, e->args[0]));
	if (e->kind == QK_FILTER)
		return predicates(f, e, 1);
	if (e->args[1]->kind != QK_STEP || e->args[1]->n_args == 0)
		return BX_OK;
	BX_TRY(path_of(f, e->args[0], &path, &known));
	bind(f, NULL, path, known && n < BOUND_MAX);
	BX_TRY(predicates(f, e->args[1], 0));
	f->n = n;
	return BX_OK;
}

/* An expression whose effective boolean value is true. */
static BxStatus
truth(Finder *f, const QExpr *e)
{
	bool known;
	BxStr path;
	uint32_t i;

	BX_TRY(qs_check_depth(f->b, e));
	if (e->kind == QK_AND)
	{
		for (i = 0; i < e->n_args; i++)
			BX_TRY(truth(f, e->args[i]));
		return BX_OK;
	}
	if (e->kind == QK_CALL && e->n_args == 1 && bx_str_is(e->name.uri, Q_URI_FN) &&
		bx_str_is(e->name.local, "exists"))
		e = e->args[0];
	if (e->kind == QK_GENERAL_COMPARISON || (e->kind == QK_VALUE_COMPARISON && e->sub == AT_EQ))
	{
		for (i = 0; i < 2; i++)
		{
			BX_TRY(add_comparison(f, e, i));
			BX_TRY(parts(f, e->args[i]));
		}
		return BX_OK;
	}
	BX_TRY(parts(f, e));
	BX_TRY(path_of(f, e, &path, &known));
	if (known && path.n > 0)
		add_condition(f, &(RuCollectionCondition){.path = path, .pos = e->pos});
	return BX_OK;
}

/* ---- where they are found ---- */

/* The collection that an expression begins with, if its operator can be found in that of the expression. */
static bool
find_collection(Finder *f, const QExpr *e, RuOp *op)
{
	uint32_t i;

	e = leftmost(e);
	if (!f->b->tables || f->b->module->default_collation.n > 0 || e->kind != QK_CALL || !qs_is_collection(e))
		return false;
	for (i = 0; op->class != &ru_collection && op->n_args > 0 && op->args[0] != NULL && i < Q_MAX_DEPTH; i++)
		op = op->args[0];
	f->op = op;
	return op->class == &ru_collection && op->pos == e->pos;
}

BxStatus
qs_collection_predicates(QsBuild *b, const QExpr *e, RuOp *op)
{
	Finder f = {.b = b};

	return find_collection(&f, e, op) ? parts(&f, e) : BX_OK;
}

BxStatus
qs_collection_where(QsBuild *b, const QExpr *const *clauses, uint32_t n, RuOp *op, bool *found)
{
	const QExpr *e = clauses[0];
	Finder f = {.b = b};
	bool known;
	BxStr path;
	uint32_t i;

	if (!find_collection(&f, e->args[0], op))
		return BX_OK;
	for (i = 0; i + 1 < n; i++)
	{
		e = clauses[i];
		BX_TRY(path_of(&f, e->args[0], &path, &known));
		if (i == 0 && !known)
			return BX_OK;
		if (e->kind == QK_WHERE)
			continue;
		if (f.n == BOUND_MAX)
			return BX_OK;
		bind(&f, &e->params[0].name, path, known);
		if (e->kind == QK_FOR && e->n_params > 1 && e->params[1].name.local.n > 0)
			bind(&f, &e->params[1].name, path, false);
	}
	i = ((const RuCollectionPlan *) f.op->data)->n_conditions;
	BX_TRY(truth(&f, clauses[n - 1]->args[0]));
	*found = ((const RuCollectionPlan *) f.op->data)->n_conditions > i;
	return BX_OK;
}
