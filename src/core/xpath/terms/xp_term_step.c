/*
 * xp_term_step.c -- where steps lead to: from a description of nodes to those of the nodes on an axis.
 *
 * Every node that a step can reach is described by one of the results; nothing is lost but precision.  An axis that
 * leaves the path (ancestors, siblings, what follows) leads to any node that passes the test, on the condition that
 * the node it is taken from exists.  A parent step that only takes back a step gives the path before it.
 */
#include "xp_terms_int.h"

void *
xp_tm_alloc(XpTmBuild *b, size_t n)
{
	void *p = b->status == BX_OK ? bx_arena_zalloc(b->arena, n) : NULL;

	if (p == NULL && b->status == BX_OK)
		b->status = bx_fail_nomem(b->err, n);
	return p;
}

/* ---- lists ---- */

const XpTmValue xp_tm_anything = {.sort = XP_TM_ANY, .cond = &xp_tm_true};

XpTmValue *
xp_tm_add(XpTmBuild *b, XpTmList *list, const XpTmValue *value)
{
	XpTmValue *v = list->n < XP_TM_LIST_MAX ? xp_tm_alloc(b, sizeof(*v)) : NULL;

	if (v == NULL)
	{
		if (list->n == XP_TM_LIST_MAX && list->first != NULL)
		{
			*list->first = xp_tm_anything;
			list->last = list->first;
			list->n = XP_TM_LIST_MAX + 1;
		}
		return NULL;
	}
	*v = *value;
	v->next = NULL;
	if (list->last != NULL)
		list->last->next = v;
	else
		list->first = v;
	list->last = v;
	list->n++;
	return v;
}

static uint32_t
new_node(XpTmBuild *b)
{
	return ++b->n_nodes;
}

XpTmValue
xp_tm_any_node(XpTmBuild *b)
{
	return (XpTmValue){.sort = XP_TM_NODE, .where = XP_TM_UNKNOWN, .cond = &xp_tm_true, .node = new_node(b)};
}

XpTmValue
xp_tm_document(XpTmBuild *b)
{
	return (XpTmValue){.sort = XP_TM_NODE, .where = XP_TM_AT, .cond = &xp_tm_true, .node = new_node(b)};
}

/* ---- steps and tests ---- */

static const XpTermStep any_name = {.any_uri = true, .any_local = true};

static XpTermStep
name_of(const XpTmBuild *b, const XpExpr *step)
{
	const XpName *name;
	bool unbound;

	if (step->test != XP_TEST_NAME)
		return any_name;
	name = &b->names[step->name - 1];
	unbound = (name->flags & XP_NAME_UNBOUND) != 0;
	return (XpTermStep){.uri = {b->pool + name->uri, name->uri_len},
						.local = {b->pool + name->local, name->local_len},
						.any_uri = unbound || (name->flags & XP_NAME_ANY_NS) != 0,
						.any_local = (name->flags & XP_NAME_ANY_LOCAL) != 0};
}

static XpTmStep *
push(XpTmBuild *b, XpTmStep *up, XpTermStep name, bool gap, bool attribute)
{
	XpTmStep *s = xp_tm_alloc(b, sizeof(*s));

	if (s == NULL)
		return NULL;
	s->up = up;
	s->step = name;
	s->step.gap = gap;
	s->attribute = attribute;
	return s;
}

XpTmValue
xp_tm_any_element(XpTmBuild *b)
{
	XpTmValue v = xp_tm_any_node(b);

	v.last = push(b, NULL, any_name, true, false);
	v.where = v.last != NULL ? XP_TM_AT : XP_TM_UNKNOWN;
	return v;
}

/* What a step is taken with. */
typedef struct StepTaken
{
	XpTmBuild *b;
	const XpTmValue *from;
	const XpExpr *step;
	XpTermStep name;
	XpTmList *out;
} StepTaken;

/* A node of the list.  NULL for last is the document: for steps that were pushed it is an error. */
static XpTmValue *
give(const StepTaken *t, XpTmStep *last, uint8_t where)
{
	XpTmValue v = *t->from;

	v.last = last;
	v.where = where;
	v.node = new_node(t->b);
	return xp_tm_add(t->b, t->out, &v);
}

static void
give_named(const StepTaken *t, XpTmStep *up, bool gap)
{
	XpTmStep *s = push(t->b, up, t->name, gap, false);

	if (s != NULL)
		give(t, s, XP_TM_AT);
}

/* The node itself. */
static void
give_same(const StepTaken *t)
{
	xp_tm_add(t->b, t->out, t->from);
}

static bool
is_attribute(const XpTmValue *v)
{
	return v->where == XP_TM_AT && v->last != NULL && v->last->attribute;
}

/* May it have children? */
static bool
is_inner(const XpTmValue *v)
{
	return v->where != XP_TM_TEXT && v->where != XP_TM_LEAF && !is_attribute(v);
}

/* ---- axes that go down ---- */

static void
take_child_of(const StepTaken *t, XpTmStep *parent)
{
	switch (t->step->test)
	{
		case XP_TEST_NAME: give_named(t, parent, false); break;
		case XP_TEST_NODE: give(t, parent, XP_TM_CHILD); break;
		case XP_TEST_TEXT: give(t, parent, XP_TM_TEXT); break;
		default: give(t, parent, XP_TM_LEAF); break;
	}
}

/* The step whose children, attributes and so on are asked for; false when there are none. */
static bool
go_in(const StepTaken *t, XpTmStep **s)
{
	*s = t->from->last;
	if (t->from->where == XP_TM_CHILD)
		*s = push(t->b, *s, any_name, false, false);
	return is_inner(t->from) && (t->from->where != XP_TM_CHILD || *s != NULL);
}

static void
take_child(const StepTaken *t)
{
	uint8_t where = t->from->where;
	XpTmStep *s;

	if (!go_in(t, &s))
		return;
	if (where == XP_TM_AT || where == XP_TM_CHILD)
		take_child_of(t, s);
	else if (t->step->test == XP_TEST_NAME)
		give_named(t, s, true);
	else
		give(t, s, where);
}

static void
take_descendant(const StepTaken *t)
{
	XpTmStep *s;

	if (!go_in(t, &s))
		return;
	if (t->step->test == XP_TEST_NAME)
		give_named(t, s, true);
	else
		give(t, s, t->from->where == XP_TM_UNKNOWN ? XP_TM_UNKNOWN : XP_TM_BELOW);
}

/* The name that passes both; false when there is none. */
static bool
both_names(const XpTermStep *x, const XpTermStep *y, XpTermStep *name)
{
	*name = *x;
	if (x->any_local)
		name->local = y->local;
	else if (!y->any_local && !bx_str_equal(x->local, y->local))
		return false;
	if (x->any_uri)
		name->uri = y->uri;
	else if (!y->any_uri && !bx_str_equal(x->uri, y->uri))
		return false;
	name->any_local = x->any_local && y->any_local;
	name->any_uri = x->any_uri && y->any_uri;
	return true;
}

/* The element at a step if it has the name. */
static void
take_named(const StepTaken *t, const XpTmStep *s, bool same)
{
	XpTermStep name;
	XpTmStep *as;
	XpTmValue *v;

	if (s == NULL || s->attribute || !both_names(&s->step, &t->name, &name))
		return;
	as = push(t->b, (XpTmStep *) s->up, name, s->step.gap, false);
	v = as != NULL ? give(t, as, XP_TM_AT) : NULL;
	if (v != NULL && same)
		v->node = t->from->node;
}

static void
take_self(const StepTaken *t)
{
	uint8_t where = t->from->where;
	bool many = where == XP_TM_CHILD || where == XP_TM_BELOW || where == XP_TM_UNKNOWN;

	switch (t->step->test)
	{
		case XP_TEST_NODE: give_same(t); break;
		case XP_TEST_NAME:
			if (where == XP_TM_CHILD)
				give_named(t, t->from->last, false);
			if (where == XP_TM_AT || where == XP_TM_BELOW)
				take_named(t, t->from->last, where == XP_TM_AT);
			if (where == XP_TM_BELOW || where == XP_TM_UNKNOWN)
				give_named(t, t->from->last, true);
			break;
		case XP_TEST_TEXT:
			if (where == XP_TM_CHILD)
				give(t, t->from->last, XP_TM_TEXT);
			else if (where == XP_TM_TEXT || many)
				give_same(t);
			break;
		default:
			if (where == XP_TM_CHILD)
				give(t, t->from->last, XP_TM_LEAF);
			else if (where == XP_TM_LEAF || many)
				give_same(t);
			break;
	}
}

static void
take_descendant_or_self(const StepTaken *t)
{
	uint8_t where = t->from->where;

	if (t->step->test == XP_TEST_NODE && is_inner(t->from))
		give(t, t->from->last, where == XP_TM_UNKNOWN ? XP_TM_UNKNOWN : XP_TM_BELOW);
	else if (where == XP_TM_BELOW || where == XP_TM_UNKNOWN)
		take_self(t);
	else
	{
		take_self(t);
		if (t->step->test != XP_TEST_NODE)
			take_descendant(t);
	}
}

/* ---- attributes and namespaces ---- */

static void
take_attribute(const StepTaken *t)
{
	uint8_t where = t->from->where;
	bool below = where == XP_TM_BELOW || where == XP_TM_UNKNOWN;
	XpTmStep *s;
	XpTmValue *v;

	if ((t->step->test != XP_TEST_NAME && t->step->test != XP_TEST_NODE) || !go_in(t, &s) ||
		(s == NULL && !below))
		return;
	s = push(t->b, s, t->name, below, true);
	v = s != NULL ? give(t, s, XP_TM_AT) : NULL;
	/* an element has one attribute of a name: it is known by its element and its path */
	if (v != NULL && where == XP_TM_AT && !t->name.any_local && !t->name.any_uri)
		v->node = t->from->node;
}

static void
take_namespace(const StepTaken *t)
{
	bool below = t->from->where == XP_TM_BELOW || t->from->where == XP_TM_UNKNOWN;
	XpTmStep *s;

	if (go_in(t, &s))
		give(t, s, below ? XP_TM_UNKNOWN : XP_TM_LEAF);
}

/* ---- axes that go up or aside ---- */

/* The element of a step that is the parent, or any below it. */
static void
take_parent_at(const StepTaken *t, XpTmStep *s, bool below)
{
	if (t->step->test == XP_TEST_NODE)
		give(t, s, below ? XP_TM_BELOW : XP_TM_AT);
	else if (t->step->test == XP_TEST_NAME)
	{
		take_named(t, s, false);
		if (below)
			give_named(t, s, true);
	}
}

/* The same step from a node that need not be on the way of what it leads to, but must be there. */
static StepTaken
leave(const StepTaken *t, XpTmValue *from)
{
	StepTaken away = *t;

	*from = *t->from;
	from->cond = xp_tm_and(t->b, from->cond, xp_tm_exists(t->b, from));
	away.from = from;
	return away;
}

/* Any node that passes the test, wherever it is. */
static void
give_anywhere(const StepTaken *t)
{
	XpTmValue from;
	StepTaken away = leave(t, &from);

	if (t->step->test == XP_TEST_NAME)
		give_named(&away, NULL, true);
	else
		give(&away, NULL, XP_TM_UNKNOWN);
}

static void
take_parent(const StepTaken *t)
{
	const XpTmValue *v = t->from;
	XpTmValue from;
	StepTaken up;

	if (v->where == XP_TM_BELOW || v->where == XP_TM_UNKNOWN)
	{
		give_anywhere(t);
		return;
	}
	if (v->where == XP_TM_AT && v->last == NULL)
		return;
	up = leave(t, &from);
	if (v->where == XP_TM_AT)
		take_parent_at(&up, (XpTmStep *) v->last->up, v->last->step.gap);
	else
		take_parent_at(&up, v->last, false);
}

/* The document has no ancestors, siblings, or nodes around it. */
static bool
is_document(const XpTmValue *v)
{
	return v->where == XP_TM_AT && v->last == NULL;
}

static void
take_ancestor(const StepTaken *t, bool self)
{
	if (self)
		take_self(t);
	if (!is_document(t->from))
		give_anywhere(t);
}

static void
take_sibling(const StepTaken *t)
{
	const XpTmValue *v = t->from;
	XpTmValue from;
	StepTaken aside;

	if (is_document(v) || is_attribute(v))
		return;
	if (v->where == XP_TM_BELOW || v->where == XP_TM_UNKNOWN || (v->where == XP_TM_AT && v->last->step.gap))
	{
		give_anywhere(t);
		return;
	}
	aside = leave(t, &from);
	take_child_of(&aside, v->where == XP_TM_AT ? (XpTmStep *) v->last->up : v->last);
}

void
xp_tm_step(XpTmBuild *b, const XpTmValue *from, const XpExpr *step, XpTmList *out)
{
	StepTaken t = {.b = b, .from = from, .step = step, .out = out};

	b->work++;
	if (from->sort != XP_TM_NODE)
	{
		xp_tm_add(b, out, &xp_tm_anything);
		return;
	}
	t.name = name_of(b, step);
	switch (step->axis)
	{
		case XP_AX_CHILD: take_child(&t); break;
		case XP_AX_DESCENDANT: take_descendant(&t); break;
		case XP_AX_DESCENDANT_OR_SELF: take_descendant_or_self(&t); break;
		case XP_AX_SELF: take_self(&t); break;
		case XP_AX_ATTRIBUTE: take_attribute(&t); break;
		case XP_AX_NAMESPACE: take_namespace(&t); break;
		case XP_AX_PARENT: take_parent(&t); break;
		case XP_AX_ANCESTOR: take_ancestor(&t, false); break;
		case XP_AX_ANCESTOR_OR_SELF: take_ancestor(&t, true); break;
		case XP_AX_FOLLOWING_SIBLING:
		case XP_AX_PRECEDING_SIBLING: take_sibling(&t); break;
		default:
			if (!is_document(from))
				give_anywhere(&t);
			break;
	}
}

/* ---- nodes and terms ---- */

const XpTmCond *
xp_tm_exists(XpTmBuild *b, const XpTmValue *node)
{
	XpTerm term = {.op = XP_TERM_EXISTS};
	const XpTermPath *path;

	if (node->where == XP_TM_UNKNOWN || node->last == NULL)
		return &xp_tm_true;
	path = xp_tm_path_of(b, node->last);
	if (path == NULL)
		return &xp_tm_true;
	term.path = *path;
	return xp_tm_term(b, &term);
}

const XpTermPath *
xp_tm_value_path(XpTmBuild *b, const XpTmValue *node)
{
	bool value = node->where == XP_TM_AT || node->where == XP_TM_TEXT;

	return value && node->last != NULL ? xp_tm_path_of(b, node->last) : NULL;
}
