/*
 * qs_path.c -- paths, steps, predicates, sets and comparisons of nodes.
 *
 * Steps one after the other that have no predicates that count become one path (XdPaths), which is one scan where it
 * goes forward.  A step with predicates that count is taken from each node by itself.  What is known of the order of
 * nodes decides whether a result has to be sorted: nodes are in order where they come from one node by axes that go
 * forward, or from several that are in order, none of them below another.
 */
#include "qs_path_int.h"

#include <math.h>

#include "../run/ru_expr.h"
#include "../run/ru_lenient.h"
#include "../run/ru_path.h"
#include "qs_join.h"
#include "qs_query_int.h"

/* ---- what is known of nodes ---- */

static const RuType one_node = {.kind = XD_T_NODE, .occurrence = XD_ONE, .ordered = true, .flat = true};

static bool
at_most_one(RuType t)
{
	return !(t.occurrence & XD_REPEATED);
}

static bool
is_atomic(RuType t)
{
	return t.kind == XD_T_ATOMIC || t.kind == XD_T_NUMERIC;
}

/* Does the axis give nodes that are the context node or below it? */
static bool
goes_down(XdAxis axis)
{
	return axis <= XD_NAMESPACE_AXIS;
}

/* Has every node one node at most there? */
static bool
is_single(const XdStep *s)
{
	return s->axis == XD_SELF || s->axis == XD_PARENT ||
		   (s->axis == XD_ATTRIBUTE_AXIS && !s->test.any_local && !s->test.any_uri);
}

/* Can the nodes of a step be below one another, if those that it is taken from cannot? */
static bool
stays_flat(const XdStep *s)
{
	const unsigned leaves = 1u << XD_TEXT | 1u << XD_COMMENT | 1u << XD_PI;

	return s->axis == XD_CHILD || s->axis == XD_SELF || (goes_down(s->axis) && !(s->test.kinds & ~leaves));
}

/* What steps give of nodes of which this is known; *sort: what the operator must do about the order. */
static RuType
type_of_steps(RuType from, const XdStep *steps, uint32_t n, uint32_t *sort)
{
	RuType t = {.kind = XD_T_NODE, .occurrence = XD_ANY_NUMBER, .flat = from.flat};
	bool one = at_most_one(from), down = true, single = true, self = true;
	uint32_t i;

	for (i = 0; i < n; i++)
	{
		bool leaf = steps[i].axis == XD_ATTRIBUTE_AXIS || steps[i].axis == XD_NAMESPACE_AXIS;

		down = down && goes_down(steps[i].axis);
		single = single && is_single(&steps[i]);
		self = self && (steps[i].axis == XD_SELF || leaf);
		t.flat = leaf || (t.flat && stays_flat(&steps[i])) ||
				 (one && i == 0 && steps[i].axis == XD_FOLLOWING_SIBLING);
	}
	*sort = 0;
	if (one && single)
		return (RuType){.kind = XD_T_NODE, .occurrence = XD_OPTIONAL, .ordered = true, .flat = true};
	if (n == 1 && xd_axis_is_reverse(steps[0].axis) && steps[0].axis != XD_PARENT)
		*sort = RU_PATH_SORT | RU_PATH_SORT_MANY;
	else if (!one && !(from.ordered && (self || (down && from.flat))))
		*sort = RU_PATH_SORT_MANY;
	t.ordered = true;
	return t;
}

/* ---- steps that are joined ---- */

typedef struct Path
{
	QsBuild *b;
	RuOp *op;      /* what the steps so far give; NULL: nothing yet */
	bool implicit; /* it is the context item, which nobody wrote */
	XdStep *steps; /* that are to be taken from it */
	uint32_t n, cap;
	uint32_t pos;
} Path;

static BxStatus
context_item(QsBuild *b, uint32_t pos, RuOp **op)
{
	BX_TRY(qs_new(b, &ru_context_item, pos, 0, op));
	(*op)->uses = RU_USES_ITEM;
	(*op)->type = (RuType){.kind = XD_T_ITEM};
	return BX_OK;
}

/* A path from what `from` gives; in_order: as a path gives it, not in the order of a reverse axis. */
static BxStatus
path_operator(QsBuild *b, RuOp *from, bool implicit, const XdStep *steps, uint32_t n, bool in_order,
			  uint32_t pos, RuOp **op)
{
	uint32_t sort;
	RuType type = type_of_steps(from->type, steps, n, &sort);

	if (!in_order)
	{
		type.ordered = type.ordered && !(sort & RU_PATH_SORT);
		sort &= ~(uint32_t) RU_PATH_SORT;
	}
	BX_TRY(qs_new(b, at_most_one(type) ? &ru_path_one : &ru_path, pos, 1, op));
	(*op)->args[0] = from;
	BX_TRY(xd_paths_add(b->paths, steps, n, b->err, &(*op)->sub));
	(*op)->value.n = sort | (implicit ? RU_PATH_IMPLICIT : 0);
	(*op)->type = type;
	qs_done(*op);
	return BX_OK;
}

/* Take the steps that wait. */
static BxStatus
flush(Path *p)
{
	if (p->n == 0)
		return BX_OK;
	BX_TRY(path_operator(p->b, p->op, p->implicit, p->steps, p->n, true, p->pos, &p->op));
	p->n = 0;
	p->implicit = false;
	return BX_OK;
}

static BxStatus
add_step(Path *p, const QExpr *e, const XdCondition *where)
{
	const XdStep step = {.axis = (XdAxis) e->sub, .test = e->tests[0], .where = where};

	if (p->n > 0 && !xd_step_leads_on(&p->steps[p->n - 1]))
		BX_TRY(flush(p));
	if (p->n == p->cap)
	{
		uint32_t cap = p->cap ? p->cap * 2 : 8;
		XdStep *steps = bx_arena_grow(p->b->arena, p->steps, p->n * sizeof(XdStep), cap * sizeof(XdStep));

		if (steps == NULL)
			return bx_fail_nomem(p->b->err, cap * sizeof(XdStep));
		p->steps = steps;
		p->cap = cap;
	}
	p->steps[p->n++] = step;
	p->pos = e->pos;
	return BX_OK;
}

/* ---- predicates ---- */

/* A position that is written as a number. */
static bool
is_place(const QExpr *e, int64_t *place)
{
	if (e->kind != QK_LITERAL || !at_is_numeric(&e->value))
		return false;
	if (e->value.type == AT_INTEGER && e->value.form == AT_FORM_INT)
		*place = e->value.u.i;
	else if (e->value.form == AT_FORM_DOUBLE && fabs(e->value.u.d) < 9007199254740992.0 &&
			 e->value.u.d == trunc(e->value.u.d))
		*place = (int64_t) e->value.u.d;
	else
		return false;
	return true;
}

static void
set_places(RuPredicate *p, int64_t lo, int64_t hi)
{
	p->kind = RU_PLACES;
	p->lo = lo < 1 ? 1 : (uint64_t) lo;
	p->hi = hi < 1 ? 0 : (uint64_t) hi;
}

/* position() compared with a number, or with numbers from one to another. */
static bool
places_of_comparison(const QExpr *e, RuPredicate *p)
{
	bool general = e->kind == QK_GENERAL_COMPARISON;
	const QExpr *right = e->n_args == 2 ? e->args[1] : NULL;
	int64_t n, m;

	if ((!general && e->kind != QK_VALUE_COMPARISON) || !qs_is_call(e->args[0], "position", 0))
		return false;
	if (e->sub == AT_EQ && qs_is_call(right, "last", 0))
	{
		p->kind = RU_LAST;
		return true;
	}
	if (general && e->sub == AT_EQ && right->kind == QK_RANGE && is_place(right->args[0], &n) &&
		is_place(right->args[1], &m))
	{
		set_places(p, n, m);
		return true;
	}
	if (!is_place(right, &n) || n > INT64_MAX - 1 || n < -1)
		return false;
	switch ((AtComparison) e->sub)
	{
		case AT_EQ: set_places(p, n, n); break;
		case AT_LT: set_places(p, 1, n - 1); break;
		case AT_LE: set_places(p, 1, n); break;
		case AT_GT: set_places(p, n + 1, INT64_MAX); break;
		case AT_GE: set_places(p, n, INT64_MAX); break;
		default: return false;
	}
	return true;
}

/* Does the text alone say which places a predicate asks for? */
static bool
places_of(const QExpr *e, RuPredicate *p)
{
	int64_t n;

	if (qs_is_call(e, "last", 0))
	{
		p->kind = RU_LAST;
		return true;
	}
	if (!is_place(e, &n))
		return places_of_comparison(e, p);
	set_places(p, n, n);
	return true;
}

/* May a value be a number by itself? */
static bool
may_be_number(RuType t)
{
	return t.kind == XD_T_ITEM || t.kind == XD_T_NUMERIC ||
		   (t.kind == XD_T_ATOMIC &&
			(at_types[t.atomic].family == AT_F_NUMBER || at_types[t.atomic].family == AT_F_NONE));
}

/* The predicate as it is built; *op is its expression, NULL when places say it all. */
static BxStatus
build_predicate(QsBuild *b, const QExpr *e, RuPredicate *p, RuOp **op)
{
	*p = (RuPredicate){.kind = RU_VALUE};
	*op = NULL;
	if (places_of(e, p))
		return BX_OK;
	BX_TRY(qs_build_in_focus(b, e, true, op));
	if (!may_be_number((*op)->type))
		p->kind = RU_TRUTH;
	return BX_OK;
}

/* Does the position of an item matter to it? */
static bool
counts(const RuPredicate *p, const RuOp *op)
{
	return p->kind != RU_TRUTH || (op->uses & (RU_USES_POSITION | RU_USES_LAST)) != 0;
}

/* *op becomes what passes a predicate. */
static BxStatus
put_filter(QsBuild *b, RuOp **op, const RuPredicate *p, RuOp *predicate, uint32_t pos)
{
	RuPredicate *data = bx_arena_alloc(b->arena, sizeof(RuPredicate));
	RuOp *source = *op;
	bool one = p->kind == RU_LAST || (p->kind == RU_PLACES && p->lo >= p->hi) || at_most_one(source->type);

	if (data == NULL)
		return bx_fail_nomem(b->err, sizeof(RuPredicate));
	*data = *p;
	if (predicate != NULL && !counts(p, predicate))
		BX_TRY(qs_find_join(b, source, RU_NO_SLOT, RU_NO_SLOT, predicate, &data->join));
	BX_TRY(qs_new(b, one ? &ru_filter_one : &ru_filter, pos, 2, op));
	(*op)->args[0] = source;
	(*op)->args[1] = predicate;
	(*op)->data = data;
	(*op)->type = source->type;
	(*op)->lenient = source->lenient;
	(*op)->type.occurrence = one ? XD_OPTIONAL : (uint8_t) (source->type.occurrence | XD_OPTIONAL);
	if (one && source->type.kind == XD_T_NODE)
		(*op)->type.ordered = (*op)->type.flat = true;
	qs_done_focus(*op, 1);
	return BX_OK;
}

/* The predicates of a step or a filter. */
typedef struct Predicates
{
	const XdCondition *where; /* those that the path decides; NULL: none */
	uint32_t n_where;
	RuPredicate *list; /* the others */
	RuOp **ops;
	uint32_t n;
	bool count; /* positions matter to one of them */
} Predicates;

/* Can paths decide predicates of the step? */
static bool
takes_conditions(const QExpr *e)
{
	return e->kind == QK_STEP &&
		   (e->sub == XD_CHILD || e->sub == XD_DESCENDANT || e->sub == XD_ATTRIBUTE_AXIS ||
			e->sub == XD_FOLLOWING_SIBLING || e->sub == XD_PRECEDING_SIBLING);
}

/* Is a predicate, in front of which none counts, for the path? */
static BxStatus
take_condition(QsBuild *b, const QExpr *step, const QExpr *e, Predicates *p, bool *taken)
{
	const XdCondition *c = NULL;

	if (takes_conditions(step) && !p->count && p->n_where < XD_CONDITION_DEPTH)
		BX_TRY(qs_condition(b, e, &c));
	*taken = c != NULL;
	p->n_where += *taken;
	return *taken ? qs_both_conditions(b, p->where, c, &p->where) : BX_OK;
}

/* The arguments from number `first` on. */
static BxStatus
build_list(QsBuild *b, const QExpr *e, uint32_t first, Predicates *p)
{
	uint32_t i;

	*p = (Predicates){.n = 0};
	if (e->n_args == first)
		return BX_OK;
	p->list = bx_arena_alloc(b->arena, (e->n_args - first) * sizeof(RuPredicate));
	p->ops = bx_arena_alloc(b->arena, (e->n_args - first) * sizeof(RuOp *));
	if (p->list == NULL || p->ops == NULL)
		return bx_fail_nomem(b->err, e->n_args * sizeof(RuPredicate));
	for (i = first; i < e->n_args; i++)
	{
		bool taken;

		BX_TRY(take_condition(b, e, e->args[i], p, &taken));
		if (taken)
			continue;
		BX_TRY(build_predicate(b, e->args[i], &p->list[p->n], &p->ops[p->n]));
		p->count |= counts(&p->list[p->n], p->ops[p->n]);
		p->n++;
	}
	return BX_OK;
}

/* The same; any_item: of items that may be atomic. */
static BxStatus
build_predicates(QsBuild *b, const QExpr *e, uint32_t first, bool any_item, Predicates *p)
{
	bool before = b->any_item;
	uint32_t slots = qs_enter_loop(b);
	BxStatus st;

	b->any_item = any_item;
	st = build_list(b, e, first, p);
	b->any_item = before;
	qs_leave_loop(b, slots);
	return st;
}

static BxStatus
put_filters(QsBuild *b, RuOp **op, const Predicates *p, const QExpr *e)
{
	uint32_t i;

	for (i = 0; i < p->n; i++)
		BX_TRY(put_filter(b, op, &p->list[i], p->ops[i], p->ops[i] != NULL ? p->ops[i]->pos : e->pos));
	return BX_OK;
}

/* ---- the right side of "/" ---- */

/* Nodes in order without duplicates, or atomic items. */
static BxStatus
put_in_order(QsBuild *b, RuOp **op)
{
	BX_TRY(qs_wrap(b, &ru_in_order, op));
	(*op)->type.ordered = (*op)->type.kind == XD_T_NODE;
	return BX_OK;
}

static BxStatus
put_only_nodes(QsBuild *b, RuOp **op, bool implicit)
{
	RuOp *in = *op;
	XdStep self = {.axis = XD_SELF, .test = XD_TEST_ANY};

	if (in->type.kind == XD_T_NODE)
		return BX_OK;
	if (at_most_one(in->type))
		return path_operator(b, in, implicit, &self, 1, true, in->pos, op);
	BX_TRY(qs_wrap(b, &ru_only_nodes, op));
	(*op)->type.kind = XD_T_NODE;
	return BX_OK;
}

/* The right side is evaluated for each node so far. */
static BxStatus
put_map(Path *p, RuOp *right, uint32_t pos)
{
	bool one = at_most_one(p->op->type) && at_most_one(right->type);
	RuOp *left = p->op;

	BX_TRY(put_only_nodes(p->b, &left, p->implicit));
	BX_TRY(qs_new(p->b, one ? &ru_simple_map_one : &ru_simple_map, pos, 2, &p->op));
	p->op->args[0] = left;
	p->op->args[1] = right;
	qs_done_focus(p->op, 1);
	p->implicit = false;
	p->op->type = right->type;
	p->op->type.occurrence |= left->type.occurrence;
	if (is_atomic(right->type) || right->type.kind == XD_T_EMPTY || one)
		return BX_OK;
	if (right->type.kind == XD_T_NODE && at_most_one(left->type) && right->type.ordered)
		return BX_OK;
	p->op->type.ordered = p->op->type.flat = false;
	return put_in_order(p->b, &p->op);
}

/* A step with predicates that count: they count the nodes of one context node. */
static BxStatus
put_counting_step(Path *p, const QExpr *e, const Predicates *predicates)
{
	const XdStep step = {.axis = (XdAxis) e->sub, .test = e->tests[0], .where = predicates->where};
	RuOp *from, *op;

	BX_TRY(flush(p));
	if (at_most_one(p->op->type))
		from = p->op;
	else
	{
		BX_TRY(context_item(p->b, e->pos, &from));
		from->type = one_node;
	}
	BX_TRY(path_operator(p->b, from, p->implicit && from == p->op, &step, 1, false, e->pos, &op));
	BX_TRY(put_filters(p->b, &op, predicates, e));
	if (from != p->op)
		return put_map(p, op, e->pos);
	p->op = op;
	p->implicit = false;
	return op->type.ordered ? BX_OK : put_in_order(p->b, &p->op);
}

static BxStatus
put_step(Path *p, const QExpr *e)
{
	Predicates predicates;

	BX_TRY(build_predicates(p->b, e, 0, false, &predicates));
	if (predicates.count)
		return put_counting_step(p, e, &predicates);
	BX_TRY(add_step(p, e, predicates.where));
	if (predicates.n == 0)
		return BX_OK;
	BX_TRY(flush(p));
	return put_filters(p->b, &p->op, &predicates, e);
}

static BxStatus
put_expression(Path *p, const QExpr *e)
{
	bool before = p->b->any_item;
	uint32_t slots;
	RuOp *right;

	if (e->kind == QK_STEP)
		return put_step(p, e);
	BX_TRY(flush(p));
	slots = qs_enter_loop(p->b);
	p->b->any_item = false;
	BX_TRY(qs_build_in_focus(p->b, e, true, &right));
	p->b->any_item = before;
	qs_leave_loop(p->b, slots);
	return put_map(p, right, e->pos);
}

/* ---- paths ---- */

/* What a path begins with. */
static BxStatus
begin(Path *p, const QExpr *e)
{
	p->pos = e->pos;
	p->implicit = e->kind == QK_STEP;
	if (!p->implicit)
		return qs_build(p->b, e, &p->op);
	BX_TRY(context_item(p->b, e->pos, &p->op));
	return put_step(p, e);
}

BxStatus
qs_step(QsBuild *b, const QExpr *e, RuOp **op)
{
	Path p = {.b = b};

	BX_TRY(begin(&p, e));
	BX_TRY(flush(&p));
	*op = p.op;
	return BX_OK;
}

/* The operands from left to right; those on the left are paths within paths. */
BxStatus
qs_path(QsBuild *b, const QExpr *e, RuOp **op)
{
	const QExpr **right;
	uint32_t n = 0, i = 0;
	const QExpr *left;
	Path p = {.b = b};

	for (left = e; left->kind == QK_PATH; left = left->args[0])
		n++;
	right = bx_arena_alloc(b->arena, n * sizeof(QExpr *));
	if (right == NULL)
		return bx_fail_nomem(b->err, n * sizeof(QExpr *));
	for (left = e; left->kind == QK_PATH; left = left->args[0])
		right[n - ++i] = left->args[1];
	BX_TRY(begin(&p, left));
	for (i = 0; i < n; i++)
		BX_TRY(put_expression(&p, right[i]));
	BX_TRY(flush(&p));
	*op = p.op;
	return qs_collection_predicates(b, e, *op);
}

/* ---- preceding siblings ---- */

static const XdTest any_node = {.kinds = XD_ANY_KIND, .any_local = true, .any_uri = true};

/* A copy of a path with another first step. */
static BxStatus
with_first_step(QsBuild *b, const QExpr *e, QExpr *step, QExpr **copy)
{
	QExpr *path, **args;

	*copy = step;
	if (e->kind != QK_PATH)
		return BX_OK;
	path = bx_arena_alloc(b->arena, sizeof(QExpr));
	args = bx_arena_alloc(b->arena, 2 * sizeof(QExpr *));
	if (path == NULL || args == NULL)
		return bx_fail_nomem(b->err, sizeof(QExpr));
	*path = *e;
	path->args = args;
	args[1] = e->args[1];
	*copy = path;
	return with_first_step(b, e->args[0], step, &args[0]);
}

BxStatus
qs_preceding_siblings(QsBuild *b, const QExpr *e, RuOp **nodes, RuOp **key)
{
	const QExpr *first = e;
	QExpr parent, *children, *self, *rest;
	Path p = {.b = b};

	while (first->kind == QK_PATH)
		first = first->args[0];
	if (first->kind != QK_STEP || first->sub != XD_PRECEDING_SIBLING || first->n_args > 0)
		return BX_OK;
	children = bx_arena_alloc(b->arena, 2 * sizeof(QExpr));
	if (children == NULL)
		return bx_fail_nomem(b->err, 2 * sizeof(QExpr));
	self = children + 1;
	*children = *self = parent = *first;
	parent.sub = XD_PARENT;
	self->sub = XD_SELF;
	parent.tests = self->tests = &any_node;
	children->sub = XD_CHILD;
	BX_TRY(begin(&p, &parent));
	BX_TRY(put_step(&p, children));
	BX_TRY(flush(&p));
	*nodes = p.op;
	BX_TRY(with_first_step(b, e, self, &rest));
	return qs_build_in_focus(b, rest, true, key);
}

BxStatus
qs_root(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(qs_new(b, &ru_root, e->pos, 0, op));
	(*op)->uses = RU_USES_ITEM;
	(*op)->type = one_node;
	return BX_OK;
}

BxStatus
qs_context_item(QsBuild *b, const QExpr *e, RuOp **op)
{
	return context_item(b, e->pos, op);
}

BxStatus
qs_filter(QsBuild *b, const QExpr *e, RuOp **op)
{
	Predicates predicates;

	BX_TRY(qs_build(b, e->args[0], op));
	BX_TRY(build_predicates(b, e, 1, (*op)->lenient != RU_L_NODES, &predicates));
	BX_TRY(put_filters(b, op, &predicates, e));
	return qs_collection_predicates(b, e, *op);
}

/* ---- sets and comparisons ---- */

BxStatus
qs_node_set(QsBuild *b, const QExpr *e, RuOp **op)
{
	uint32_t i;

	BX_TRY(qs_operands(b, e, &ru_node_set, false, op));
	for (i = 0; i < 2; i++)
	{
		RuOp **operand = &(*op)->args[i];

		if (!(*operand)->type.ordered && (*operand)->type.kind != XD_T_EMPTY && !is_atomic((*operand)->type))
		{
			BX_TRY(put_in_order(b, operand));
			(*operand)->sub = 1;
		}
	}
	(*op)->sub = e->kind == QK_UNION ? RU_UNION : e->kind == QK_INTERSECT ? RU_INTERSECT : RU_EXCEPT;
	(*op)->type = (RuType){.kind = XD_T_NODE, .occurrence = XD_ANY_NUMBER, .ordered = true};
	if (e->kind != QK_UNION)
		(*op)->type.flat = (*op)->args[0]->type.flat;
	return BX_OK;
}

BxStatus
qs_node_comparison(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(qs_operands(b, e, &ru_node_comparison, false, op));
	(*op)->sub = e->sub == Q_IS ? RU_IS : e->sub == Q_BEFORE ? RU_BEFORE : RU_AFTER;
	(*op)->type = qs_atomic_type(AT_BOOLEAN, XD_OPTIONAL);
	return BX_OK;
}
