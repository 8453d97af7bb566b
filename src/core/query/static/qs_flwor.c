/*
 * qs_flwor.c -- FLWOR expressions: clauses to a pipeline.
 *
 * "let" clauses at the beginning are evaluated once, by an operator of their own around the pipeline, if there is one.
 */
#include "../../base/bx_core_int.h"

#include "../run/ru_collection.h"
#include "../run/ru_expr.h"
#include "../run/ru_flwor.h"
#include "../run/ru_operators.h"
#include "qs_join.h"
#include "qs_query_int.h"

/* A pipeline in the making. */
typedef struct Flwor
{
	QsBuild *b;
	const QExpr *e;
	RuClause *clauses;
	const QExpr **of; /* where they are in the query; NULL: nowhere */
	uint32_t n_clauses, cap_clauses;
	RuOp **args;
	uint32_t n_args, cap_args;
	uint32_t scope;   /* the variables of the expression are in scope from here on, */
	uint32_t varying; /* and those that tuples differ in from here on */
} Flwor;

/* ---- parts of the pipeline ---- */

static BxStatus
add_arg(Flwor *f, RuOp *op)
{
	if (f->n_args == f->cap_args)
	{
		uint32_t cap = f->cap_args < 8 ? 8 : f->cap_args * 2;
		RuOp **args = bx_arena_grow(f->b->arena, f->args, f->n_args * sizeof(RuOp *), cap * sizeof(RuOp *));

		if (args == NULL)
			return bx_fail_nomem(f->b->err, cap * sizeof(RuOp *));
		f->args = args;
		f->cap_args = cap;
	}
	f->args[f->n_args++] = op;
	return BX_OK;
}

/* A clause whose arguments are those that are added next. */
static BxStatus
add_clause(Flwor *f, const RuClauseClass *class, RuClause **clause)
{
	const QExpr **of;

	if (f->n_clauses == f->cap_clauses)
	{
		uint32_t cap = f->cap_clauses < 8 ? 8 : f->cap_clauses * 2;
		RuClause *clauses =
			bx_arena_grow(f->b->arena, f->clauses, f->n_clauses * sizeof(RuClause), cap * sizeof(RuClause));

		if (clauses == NULL)
			return bx_fail_nomem(f->b->err, cap * sizeof(RuClause));
		of = bx_arena_grow(f->b->arena, f->of, f->n_clauses * sizeof(QExpr *), cap * sizeof(QExpr *));
		if (of == NULL)
			return bx_fail_nomem(f->b->err, cap * sizeof(QExpr *));
		f->clauses = clauses;
		f->of = of;
		f->cap_clauses = cap;
	}
	f->of[f->n_clauses] = NULL;
	*clause = &f->clauses[f->n_clauses++];
	**clause = (RuClause){.class = class, .first = f->n_args, .slot = RU_NO_SLOT, .position = RU_NO_SLOT};
	return BX_OK;
}

static BxStatus
new_slots(Flwor *f, uint32_t n, uint32_t **slots)
{
	*slots = bx_arena_alloc(f->b->arena, (n + 1) * sizeof(uint32_t));
	return *slots == NULL ? bx_fail_nomem(f->b->err, n * sizeof(uint32_t)) : BX_OK;
}

/* ---- for, let, where, count ---- */

/* What one item of an expression is. */
static RuType
item_type(RuType t, unsigned occurrence)
{
	t.occurrence = (uint8_t) occurrence;
	if (t.kind == XD_T_EMPTY)
		t.occurrence = XD_OPTIONAL;
	t.ordered = t.flat = t.kind == XD_T_NODE;
	return t;
}

BxStatus
qs_bound_items(QsBuild *b, const QExpr *e, const QParam *variable, bool allowing_empty, RuOp **op,
			   RuType *type)
{
	BX_TRY(qs_build(b, e, op));
	if (variable->type != NULL)
	{
		XdSeqType each = *variable->type;

		each.occurrence = XD_ANY_NUMBER;
		if (allowing_empty && !(variable->type->occurrence & XD_OPTIONAL))
			each.occurrence = XD_REPEATED;
		BX_TRY(qs_check(b, op, &each, "XPTY0004", "each value of the variable"));
	}
	*type = item_type((*op)->type, allowing_empty ? XD_OPTIONAL : XD_ONE);
	return BX_OK;
}

static BxStatus
build_for(Flwor *f, const QExpr *e)
{
	bool allowing_empty = (e->flags & Q_ALLOWING_EMPTY) != 0;
	RuClause *clause;
	RuType type;
	RuOp *op;

	BX_TRY(add_clause(f, &ru_clause_for, &clause));
	f->of[f->n_clauses - 1] = e;
	clause->allowing_empty = allowing_empty;
	BX_TRY(qs_bound_items(f->b, e->args[0], &e->params[0], allowing_empty, &op, &type));
	BX_TRY(add_arg(f, op));
	BX_TRY(qs_declare(f->b, &e->params[0].name, type, &clause->slot));
	if (e->n_params > 1 && e->params[1].name.local.n > 0)
		BX_TRY(qs_declare(f->b, &e->params[1].name, qs_atomic_type(AT_INTEGER, XD_ONE), &clause->position));
	return BX_OK;
}

/* The value of a "let"; then its variable is in scope. */
static BxStatus
bind_let(QsBuild *b, const QExpr *e, RuOp **op, uint32_t *slot)
{
	BX_TRY(qs_build(b, e->args[0], op));
	if (e->params[0].type != NULL)
		BX_TRY(qs_check(b, op, e->params[0].type, "XPTY0004", "the value of the variable"));
	return qs_declare(b, &e->params[0].name, (*op)->type, slot);
}

static BxStatus
build_let(Flwor *f, const QExpr *e)
{
	RuClause *clause;
	RuOp *op;

	BX_TRY(add_clause(f, &ru_clause_let, &clause));
	f->of[f->n_clauses - 1] = e;
	BX_TRY(bind_let(f->b, e, &op, &clause->slot));
	return add_arg(f, op);
}

/* A condition behind "for" may select its items by look-up. */
static BxStatus
find_join(Flwor *f, RuClause *clause, RuClause *where, const RuOp *condition)
{
	if (clause->class != &ru_clause_for || clause->allowing_empty || clause->join != NULL)
		return BX_OK;
	BX_TRY(
		qs_find_join(f->b, f->args[clause->first], clause->slot, clause->position, condition, &clause->join));
	where->implied = clause->join != NULL && clause->join->whole;
	return BX_OK;
}

/* Does anything behind a "for" ask for the positions of its items? */
static bool
counts_items(const Flwor *f, const QExpr *clause)
{
	uint32_t i;

	if (clause->n_params < 2 || clause->params[1].name.local.n == 0)
		return false;
	for (i = 0; i < f->e->n_args; i++)
		if (qs_mentions(f->e->args[i], &clause->params[1].name))
			return true;
	return false;
}

/* A condition may select documents of collections before it, up to what counts tuples. */
static BxStatus
select_documents(Flwor *f, bool *selected)
{
	uint32_t last = f->n_clauses - 1, i;

	*selected = false;
	for (i = last; i > 0; i--)
	{
		const RuClause *clause = &f->clauses[i - 1];
		const QExpr *const *of = f->of + i - 1;

		if (*of == NULL || ((*of)->kind != QK_FOR && (*of)->kind != QK_LET && (*of)->kind != QK_WHERE) ||
			clause->allowing_empty)
			return BX_OK;
		if ((*of)->kind != QK_FOR || counts_items(f, *of))
			continue;
		BX_TRY(qs_collection_where(f->b, of, last - i + 2, f->args[clause->first], selected));
	}
	return BX_OK;
}

static BxStatus
build_where(Flwor *f, const QExpr *e)
{
	RuClause *clause;
	bool selected;
	RuOp *op;

	BX_TRY(add_clause(f, &ru_clause_where, &clause));
	f->of[f->n_clauses - 1] = e;
	BX_TRY(qs_build(f->b, e->args[0], &op));
	BX_TRY(add_arg(f, op));
	if (f->n_clauses == 1)
		return BX_OK;
	BX_TRY(select_documents(f, &selected));
	return selected && f->n_clauses == 2 ? BX_OK : find_join(f, clause - 1, clause, op);
}

static BxStatus
build_count(Flwor *f, const QExpr *e)
{
	RuClause *clause;

	BX_TRY(add_clause(f, &ru_clause_count, &clause));
	return qs_declare(f->b, &e->params[0].name, qs_atomic_type(AT_INTEGER, XD_ONE), &clause->slot);
}

/* ---- order by ---- */

static BxStatus
build_order(Flwor *f, const QExpr *e)
{
	uint32_t n_slots = f->b->n_scope - f->varying, i, *slots;
	RuOrder *order = bx_arena_alloc(f->b->arena, sizeof(RuOrder));
	RuOrderKey *keys = bx_arena_zalloc(f->b->arena, (e->n_args + 1) * sizeof(RuOrderKey));
	RuClause *clause;

	if (order == NULL || keys == NULL)
		return bx_fail_nomem(f->b->err, e->n_args * sizeof(RuOrderKey));
	BX_TRY(new_slots(f, n_slots, &slots));
	for (i = 0; i < n_slots; i++)
		slots[i] = f->b->scope[f->varying + i].slot;
	BX_TRY(add_clause(f, &ru_clause_order, &clause));
	for (i = 0; i < e->n_args; i++)
	{
		const QExpr *spec = e->args[i];
		bool empty_greatest = (f->b->module->flags & Q_ORDER_EMPTY_GREATEST) != 0;
		RuOp *op;

		if (spec->flags & (Q_EMPTY_GREATEST | Q_EMPTY_LEAST))
			empty_greatest = (spec->flags & Q_EMPTY_GREATEST) != 0;
		keys[i] = (RuOrderKey){(spec->flags & Q_DESCENDING) != 0, empty_greatest, spec->text};
		BX_TRY(qs_build(f->b, spec->args[0], &op));
		BX_TRY(qs_operand(f->b, &op));
		BX_TRY(add_arg(f, op));
	}
	*order = (RuOrder){keys, e->n_args, slots, n_slots};
	clause->data = order;
	return BX_OK;
}

/* ---- group by ---- */

/* Is the name that of a variable of this expression? */
static bool
is_bound_here(const Flwor *f, const AtName *name)
{
	uint32_t i;

	for (i = f->scope; i < f->b->n_scope; i++)
		if (at_name_equal(&f->b->scope[i].name, name))
			return true;
	return false;
}

/* A grouping variable is bound to its key, at most one atomic item, for each tuple. */
static BxStatus
bind_key(Flwor *f, const QExpr *e, uint32_t i, uint32_t *slot)
{
	const XdSeqType at_most_one = {.kind = XD_T_ATOMIC, .atomic = AT_ANY_ATOMIC, .occurrence = XD_OPTIONAL};
	const QParam *variable = &e->params[i];
	const QExpr reference = {.kind = QK_VARIABLE, .pos = variable->pos, .name = variable->name};
	RuClause *clause;
	RuOp *op;

	if (e->args[i] == NULL && !is_bound_here(f, &variable->name))
		return qs_fail(f->b, variable->pos, "XQST0094", "$%.*s is not a variable of this FLWOR expression",
					   (int) variable->name.local.n, variable->name.local.s);
	BX_TRY(add_clause(f, &ru_clause_let, &clause));
	BX_TRY(qs_build(f->b, e->args[i] != NULL ? e->args[i] : &reference, &op));
	BX_TRY(qs_convert(f->b, &op, &at_most_one, "a grouping key"));
	if (variable->type != NULL)
		BX_TRY(qs_check(f->b, &op, variable->type, "XPTY0004", "a grouping key"));
	BX_TRY(qs_declare(f->b, &variable->name, op->type, slot));
	clause->slot = *slot;
	return add_arg(f, op);
}

/* The variables before the keys become sequences. */
static BxStatus
take_values(Flwor *f, uint32_t n, uint32_t **slots)
{
	uint32_t i;

	BX_TRY(new_slots(f, n, slots));
	for (i = 0; i < n; i++)
	{
		QsVariable *v = &f->b->scope[f->scope + i];

		(*slots)[i] = v->slot;
		v->type.occurrence |= XD_REPEATED;
		v->type.ordered = v->type.flat = false;
	}
	return BX_OK;
}

/* Does a later grouping variable have the same name? */
static bool
is_bound_again(const QExpr *e, uint32_t i)
{
	uint32_t k;

	for (k = i + 1; k < e->n_params; k++)
		if (at_name_equal(&e->params[k].name, &e->params[i].name))
			return true;
	return false;
}

static BxStatus
build_group(Flwor *f, const QExpr *e)
{
	uint32_t n_values = f->b->n_scope - f->scope, n_keys = 0, i, *keys, *slots;
	BxStr *collations = bx_arena_alloc(f->b->arena, e->n_params * sizeof(BxStr));
	RuGroupPlan *plan = bx_arena_alloc(f->b->arena, sizeof(RuGroupPlan));
	RuClause *clause;

	if (plan == NULL || collations == NULL)
		return bx_fail_nomem(f->b->err, sizeof(RuGroupPlan));
	BX_TRY(new_slots(f, e->n_params, &keys));
	for (i = 0; i < e->n_params; i++)
		BX_TRY(bind_key(f, e, i, &keys[i]));
	/* of several variables with one name the last one is the key */
	for (i = 0; i < e->n_params; i++)
	{
		BX_TRY(bx_steps(f->b->host, e->n_params - i));
		if (is_bound_again(e, i))
			continue;
		keys[n_keys] = keys[i];
		collations[n_keys++] = e->texts[i];
	}
	BX_TRY(take_values(f, n_values, &slots));
	BX_TRY(add_clause(f, &ru_clause_group, &clause));
	*plan = (RuGroupPlan){keys, collations, n_keys, slots, n_values};
	clause->data = plan;
	f->varying = f->scope;
	return BX_OK;
}

/* ---- windows ---- */

static BxStatus
declare_edge(Flwor *f, const QParam *params, RuType item, RuWindowEdge *edge)
{
	RuType other = item_type(item, XD_OPTIONAL);

	*edge = (RuWindowEdge){RU_NO_SLOT, RU_NO_SLOT, RU_NO_SLOT, RU_NO_SLOT};
	if (params[0].name.local.n > 0)
		BX_TRY(qs_declare(f->b, &params[0].name, item, &edge->current));
	if (params[1].name.local.n > 0)
		BX_TRY(qs_declare(f->b, &params[1].name, qs_atomic_type(AT_INTEGER, XD_ONE), &edge->at));
	if (params[2].name.local.n > 0)
		BX_TRY(qs_declare(f->b, &params[2].name, other, &edge->previous));
	if (params[3].name.local.n > 0)
		BX_TRY(qs_declare(f->b, &params[3].name, other, &edge->next));
	return BX_OK;
}

static BxStatus
build_window(Flwor *f, const QExpr *e)
{
	RuWindow *window = bx_arena_zalloc(f->b->arena, sizeof(RuWindow));
	RuClause *clause;
	RuType items;
	RuOp *op;

	if (window == NULL)
		return bx_fail_nomem(f->b->err, sizeof(RuWindow));
	window->sliding = e->sub == 1;
	window->has_end = e->args[2] != NULL;
	window->only_end = (e->flags & Q_ONLY_END) != 0;
	window->type = e->params[0].type;
	BX_TRY(add_clause(f, &ru_clause_window, &clause));
	clause->data = window;
	BX_TRY(qs_build(f->b, e->args[0], &op));
	BX_TRY(add_arg(f, op));
	items = op->type;
	BX_TRY(declare_edge(f, e->params + 1, item_type(items, XD_ONE), &window->start));
	BX_TRY(qs_build(f->b, e->args[1], &op));
	BX_TRY(add_arg(f, op));
	BX_TRY(declare_edge(f, e->params + 5, item_type(items, XD_ONE), &window->end));
	if (window->has_end)
	{
		BX_TRY(qs_build(f->b, e->args[2], &op));
		BX_TRY(add_arg(f, op));
	}
	items.occurrence = XD_REPEATED;
	items.ordered = items.flat = false;
	return qs_declare(f->b, &e->params[0].name, items, &clause->slot);
}

/* ---- the whole ---- */

static BxStatus
build_clause(Flwor *f, const QExpr *e)
{
	switch (e->kind)
	{
		case QK_FOR: return build_for(f, e);
		case QK_LET: return build_let(f, e);
		case QK_WHERE: return build_where(f, e);
		case QK_COUNT: return build_count(f, e);
		case QK_ORDER_BY: return build_order(f, e);
		case QK_GROUP_BY: return build_group(f, e);
		case QK_WINDOW: return build_window(f, e);
		default: return qs_fail(f->b, e->pos, "XPST0003", "misplaced part of an expression");
	}
}

/* ---- conditions that do not need what is before them ---- */

#define LETS_MAX 8 /* that a condition is moved over */

/* Is a variable of one of the "let" clauses named in the expression, or another one of the name? */
static bool
names_variable(const QExpr *e, QExpr *const *lets, uint32_t n)
{
	uint32_t i, k;

	if (e == NULL)
		return false;
	for (k = 0; k < n; k++)
	{
		BxStr name = lets[k]->params[0].name.local;

		if (e->kind == QK_VARIABLE && bx_str_equal(e->name.local, name))
			return true;
		for (i = 0; i < e->n_params; i++)
			if (bx_str_equal(e->params[i].name.local, name))
				return true;
	}
	for (i = 0; i < e->n_args; i++)
		if (names_variable(e->args[i], lets, n))
			return true;
	return false;
}

/*
 * "where" clauses behind "let" clauses, from number i on, whose variables they do not name, come before them: so they
 * are next to the "for" whose items they may select, and tuples that fail have no values.  They are built here.
 */
static BxStatus
build_moved(Flwor *f, uint32_t i, uint32_t *n_lets, uint32_t *n_moved)
{
	QExpr *const *clauses = f->e->args;
	uint32_t end = f->e->n_args - 1, first, k;

	for (first = i; first < end && clauses[first]->kind == QK_LET; first++)
		;
	*n_lets = first - i;
	*n_moved = 0;
	for (k = first; k<end && * n_lets> 0 && *n_lets <= LETS_MAX && clauses[k]->kind == QK_WHERE; k++)
	{
		if (clauses[k]->height > Q_MAX_DEPTH || names_variable(clauses[k], clauses + i, *n_lets))
			break;
		BX_TRY(build_clause(f, clauses[k]));
		++*n_moved;
	}
	return BX_OK;
}

/* The clauses from number i on, but for "return". */
static BxStatus
build_clauses(Flwor *f, uint32_t i)
{
	uint32_t n_lets, n_moved;

	while (i + 1 < f->e->n_args)
	{
		BX_TRY(build_moved(f, i, &n_lets, &n_moved));
		for (; n_lets > 0; n_lets--)
			BX_TRY(build_clause(f, f->e->args[i++]));
		if (n_moved == 0 && i + 1 < f->e->n_args)
			BX_TRY(build_clause(f, f->e->args[i++]));
		i += n_moved;
	}
	return BX_OK;
}

/* ---- the whole pipeline ---- */

/* Is the result that part of the items of one "for" that its join selects? */
static bool
is_selection(const Flwor *f, const RuOp *result)
{
	return f->n_clauses == 2 && f->clauses[0].join != NULL && f->clauses[1].implied &&
		   f->clauses[0].join->comparison != AT_EQ && result->class == &ru_local_one &&
		   result->slot == f->clauses[0].slot;
}

/* The clauses from number `from` on. */
static BxStatus
build_pipeline(QsBuild *b, const QExpr *e, uint32_t from, uint32_t scope, RuOp **op)
{
	Flwor f = {.b = b, .e = e, .scope = scope, .varying = b->n_scope};
	RuFlworPlan *plan = bx_arena_alloc(b->arena, sizeof(RuFlworPlan));
	RuOp *result;

	if (plan == NULL)
		return bx_fail_nomem(b->err, sizeof(RuFlworPlan));
	BX_TRY(build_clauses(&f, from));
	BX_TRY(qs_build(b, e->args[e->n_args - 1]->args[0], &result));
	BX_TRY(add_arg(&f, result));
	BX_TRY(qs_new(b, is_selection(&f, result) ? &ru_flwor_selected : &ru_flwor, e->pos, f.n_args, op));
	memcpy((*op)->args, f.args, f.n_args * sizeof(RuOp *));
	qs_done(*op);
	*plan = (RuFlworPlan){f.clauses, f.n_clauses};
	(*op)->data = plan;
	(*op)->type = result->type;
	(*op)->type.occurrence = XD_ANY_NUMBER;
	(*op)->type.ordered = (*op)->type.flat = false;
	(*op)->uses |= RU_USES_FRAME;
	return BX_OK;
}

/* "let" clauses, n of them, around what follows. */
static BxStatus
build_lets(QsBuild *b, const QExpr *e, uint32_t n, uint32_t scope, RuOp **op)
{
	uint32_t *slots = bx_arena_alloc(b->arena, (n + 1) * sizeof(uint32_t)), i;

	if (slots == NULL)
		return bx_fail_nomem(b->err, n * sizeof(uint32_t));
	BX_TRY(qs_new(b, &ru_let, e->pos, n + 1, op));
	for (i = 0; i < n; i++)
		BX_TRY(bind_let(b, e->args[i], &(*op)->args[i], &slots[i]));
	if (n + 1 == e->n_args)
		BX_TRY(qs_build(b, e->args[n]->args[0], &(*op)->args[n]));
	else
		BX_TRY(build_pipeline(b, e, n, scope, &(*op)->args[n]));
	qs_done(*op);
	(*op)->data = slots;
	(*op)->type = (*op)->args[n]->type;
	(*op)->uses |= RU_USES_FRAME;
	if (qs_at_most_one(*op))
		(*op)->class = &ru_let_one;
	return BX_OK;
}

BxStatus
qs_flwor(QsBuild *b, const QExpr *e, RuOp **op)
{
	uint32_t scope = qs_enter(b), n = 0;

	while (n + 1 < e->n_args && e->args[n]->kind == QK_LET)
		n++;
	if (n > 0)
		BX_TRY(build_lets(b, e, n, scope, op));
	else
		BX_TRY(build_pipeline(b, e, 0, scope, op));
	qs_leave(b, scope);
	return BX_OK;
}
