/*
 * xp_explain.c -- how a path will be evaluated, in words: for people who wonder why a path is slow or always true.
 *
 * One paragraph per location path, in the order they are written: what runs in one pass over the value, what navigates
 * from node to node and why, and what can be passed over.  Then what an index can be looked up for.  Everything said
 * comes from the plan, so it holds for every value; what a particular value allows beyond that (paths that do not occur
 * in it) is not known here.
 */
#include "../../base/bx_core_int.h"
#include "xp_explain.h"

#include <stdarg.h>
#include <stdio.h>

#include "../eval/xp_seq_int.h"
#include "../scan/xp_predicate_scan_int.h"
#include "../terms/xp_terms.h"

typedef struct Explain
{
	const XpPlan *plan;
	BxBuf *out;
	BxError *err;
	BxStatus status; /* sticky */
} Explain;

static void
put(Explain *e, const char *s, size_t n)
{
	bx_buf_add(e->out, s, n, &e->status, e->err);
}

static void __attribute__((format(printf, 2, 3))) say(Explain *e, const char *fmt, ...)
{
	char buf[256];

	BX_PUT_MESSAGE(buf, fmt);
	put(e, buf, strlen(buf));
}

/* ---- steps ---- */

static BxStatus
put_name(const XpName *name, const char *pool, BxBuf *out, BxError *err)
{
	if (name->prefix_len > 0)
	{
		BX_TRY(bx_buf_append(out, pool + name->prefix, name->prefix_len, err));
		BX_TRY(bx_buf_append(out, ":", 1, err));
	}
	else if (name->uri_len > 0)
	{
		BX_TRY(bx_buf_append(out, "Q{", 2, err));
		BX_TRY(bx_buf_append(out, pool + name->uri, name->uri_len, err));
		BX_TRY(bx_buf_append(out, "}", 1, err));
	}
	else if ((name->flags & XP_NAME_ANY_NS) && !(name->flags & XP_NAME_ANY_LOCAL))
		BX_TRY(bx_buf_append(out, "*:", 2, err));
	if (name->flags & XP_NAME_ANY_LOCAL)
		return bx_buf_append(out, "*", 1, err);
	return bx_buf_append(out, pool + name->local, name->local_len, err);
}

BxStatus
xp_put_step(const XpExpr *step, const XpName *names, const char *pool, BxBuf *out, BxError *err)
{
	const char *axis = xp_axis_name((XpAxis) step->axis);
	const char *kind;

	if (step->axis == XP_AX_ATTRIBUTE)
		BX_TRY(bx_buf_append(out, "@", 1, err));
	else if (step->axis != XP_AX_CHILD)
	{
		BX_TRY(bx_buf_append(out, axis, strlen(axis), err));
		BX_TRY(bx_buf_append(out, "::", 2, err));
	}
	if (step->test == XP_TEST_NAME)
		return put_name(&names[step->name - 1], pool, out, err);
	kind = xp_kind_name(step->test);
	BX_TRY(bx_buf_append(out, kind, strlen(kind), err));
	return bx_buf_append(out, "()", 2, err);
}

/* A step in its short form, with the axis it is taken on. */
static void
put_step(Explain *e, uint32_t step)
{
	const XpExpr *s = &e->plan->nodes[step];
	uint32_t pred;

	if (e->status == BX_OK)
		e->status = xp_put_step(s, e->plan->names, e->plan->pool, e->out, e->err);
	for (pred = s->a; pred != 0; pred = e->plan->nodes[pred].next)
		say(e, "[...]");
}

/* Slashes in front of a step: two when the plan took what "//" means and the step as one. */
static void
put_slashes(Explain *e, const XpPath *path, uint32_t i)
{
	uint8_t axis = e->plan->axis[path->steps[i]];

	if (axis != e->plan->nodes[path->steps[i]].axis)
		say(e, i > 0 || path->absolute || path->start != 0 ? "//" : ".//");
	else if (i > 0 || path->absolute || path->start != 0)
		say(e, "/");
}

static void
put_path(Explain *e, const XpPath *path)
{
	uint32_t i;

	if (path->start != 0)
		say(e, "(...)");
	if (path->n_steps == 0)
		say(e, "/");
	for (i = 0; i < path->n_steps; i++)
	{
		put_slashes(e, path, i);
		put_step(e, path->steps[i]);
	}
}

/* ---- why ---- */

static bool
has_predicate(const Explain *e, uint32_t step, uint8_t flag)
{
	uint32_t pred;

	for (pred = e->plan->nodes[step].a; pred != 0; pred = e->plan->nodes[pred].next)
		if (e->plan->nodes[pred].flags & flag)
			return true;
	return false;
}

/* Why a step cannot be part of the pass. */
static void
put_reason(Explain *e, const XpPath *path, uint32_t i)
{
	uint32_t step = path->steps[i];

	if (path->head == 0 && path->n_steps + 1 > XP_WORD_BITS)
		say(e, "the path has more than %d steps", XP_WORD_BITS - 1);
	else if (has_predicate(e, step, XP_USES_LAST))
		say(e, "last() is not known before the end");
	else if (e->plan->nodes[step].axis >= XP_AX_PARENT)
		say(e, "the axis %s leaves the pass", xp_axis_name((XpAxis) e->plan->nodes[step].axis));
	else if (e->plan->nodes[step].axis == XP_AX_NAMESPACE)
		say(e, "namespace nodes are made when asked for");
	else
		say(e, "positions are counted for each context node");
}

/* ---- what is passed over ---- */

static void
put_skips(Explain *e, const XpPath *path)
{
	bool down = false, named = false;
	uint32_t i;

	for (i = 0; i < path->head; i++)
	{
		const XpExpr *s = &e->plan->nodes[path->steps[i]];

		down = down || (path->down >> (path->first + i) & 1);
		named = named || (s->name != 0 && e->plan->names[s->name - 1].local_len > 0);
	}
	if (!down)
		say(e, "  passed over: everything off the path\n");
	else if (named)
		say(e,
			"  passed over: elements below which the names asked for do not occur, where the value lists its "
			"paths\n");
	else
		say(e, "  passed over: nothing\n");
}

/* Predicates that a large value may answer from lists of its values. */
static void
put_searches(Explain *e, const XpPath *path)
{
	uint32_t i, pred;

	for (i = 0; i < path->head && (i == 0 || path->pos0[i] == 0) && e->plan->prepared != NULL; i++)
		for (pred = e->plan->nodes[path->steps[i]].a; pred != 0; pred = e->plan->nodes[pred].next)
		{
			if (e->plan->nodes[pred].flags & (XP_POSITIONAL | XP_USES_LAST))
				break;
			if (e->plan->prepared[pred].scan == NULL ||
				!xp_predicate_scan_may_search(e->plan->prepared[pred].scan))
				continue;
			say(e, "  search by value: ");
			put_step(e, path->steps[i]);
			say(e, ", where a large value lists what is compared\n");
			break;
		}
}

static void
explain_path(Explain *e, uint32_t node)
{
	const XpPath *path = &e->plan->paths[e->plan->path_no[node] - 1];

	say(e, "path at %u: ", e->plan->nodes[node].pos);
	put_path(e, path);
	say(e, "\n");
	if (path->n_steps == 0)
		return;
	if (path->start != 0)
		say(e, "  starts from: each node of an expression\n");
	if (path->head > 0)
	{
		if (path->stream)
			say(e, "  one pass: all steps\n");
		else
			say(e, "  one pass: the first %u of %u steps\n", path->head, path->n_steps);
		put_skips(e, path);
		put_searches(e, path);
	}
	if (!path->stream)
	{
		say(e, "  navigates: from ");
		put_step(e, path->steps[path->head]);
		say(e, " on, as ");
		put_reason(e, path, path->head);
		say(e, "\n");
	}
}

/* ---- the whole ---- */

static const char *
type_name(uint8_t type)
{
	switch (type)
	{
		case XP_T_NODESET: return "nodes";
		case XP_T_BOOLEAN: return "boolean";
		case XP_T_NUMBER: return "number";
		case XP_T_STRING: return "string";
		case XP_T_SEQUENCE: return "sequence";
		default: return "value of a variable";
	}
}

static void
explain_warnings(Explain *e, uint8_t type)
{
	if (type != XP_T_BOOLEAN && type != XP_T_NUMBER && type != XP_T_STRING)
		return;
	say(e, "warning: @? is true for every document, since a %s is always there", type_name(type));
	say(e, type == XP_T_BOOLEAN ? "; use @@ to ask for its value\n" : "\n");
}

/* What an index is looked up for, of @?; where that is always true, of @@. */
static BxStatus
explain_keys(Explain *e, uint8_t type, BxArena *arena)
{
	XpTerms terms;

	BX_TRY(xp_terms_of(e->plan->block, xp_maybe_nodeset(type) ? XP_TERMS_EXISTS : XP_TERMS_TEST, NULL, 0,
					   arena, &terms, e->err));
	say(e, "index keys:\n");
	BX_TRY(e->status);
	return xp_terms_put(&terms, 2, e->out, e->err);
}

static void
explain_variables(Explain *e)
{
	uint32_t i;

	for (i = 0; i < e->plan->n_vars; i++)
	{
		say(e, i == 0 ? "variables: $" : ", $");
		if (e->status == BX_OK)
			e->status = put_name(&e->plan->names[e->plan->nodes[e->plan->vars[i]].name - 1], e->plan->pool,
								 e->out, e->err);
	}
	if (i > 0)
		say(e, "\n");
}

/* Does a step ask for elements in no namespace?  Often that is not meant. */
static bool
asks_for_none(const Explain *e, const XpExpr *n)
{
	const XpName *name;

	if (n->op != XP_STEP || n->test != XP_TEST_NAME || n->name == 0 || n->axis == XP_AX_ATTRIBUTE ||
		n->axis == XP_AX_NAMESPACE)
		return false;
	name = &e->plan->names[n->name - 1];
	return name->uri_len == 0 && (name->flags & (XP_NAME_ANY_NS | XP_NAME_UNBOUND)) == 0;
}

static void
explain_names(Explain *e)
{
	uint32_t i;

	for (i = 1; i < e->plan->block->n_nodes; i++)
		if (asks_for_none(e, &e->plan->nodes[i]))
		{
			say(e,
				"note: element names without prefix mean no namespace; \"declare default element namespace\" "
				"gives them one, *:name means any\n");
			return;
		}
}

static void
explain_node(Explain *e, uint32_t i)
{
	const XpExpr *n = &e->plan->nodes[i];

	if (n->op == XP_PATH)
		explain_path(e, i);
	else if (n->op == XP_CALL && xp_flags_argument(n->func) > 0 && n->n_args > 1)
		say(e, "pattern at %u: compiled %s\n", n->pos,
			e->plan->patterns != NULL && e->plan->patterns[i] != NULL ? "once" : "for each string");
	else if (n->op == XP_CALL && n->func == XP_FN_ID)
		say(e, "id() at %u: one pass over the value finds all IDs\n", n->pos);
}

BxStatus
xp_explain(const XpBlock *block, BxArena *arena, BxBuf *out, BxError *err)
{
	Explain e = {.out = out, .err = err};
	XpPlan *plan;
	XpWalk *w = bx_arena_alloc(arena, sizeof(XpWalk));
	uint32_t at;

	if (w == NULL)
		return bx_fail_nomem(err, sizeof(XpWalk));
	BX_TRY(xp_plan_build(block, xp_preparers, arena, &plan, err));
	e.plan = plan;
	say(&e, "result: %s\n", type_name(plan->nodes[block->root].type));
	xp_walk_init(w, block);
	while (e.status == BX_OK && (at = xp_walk_next(w)) != 0)
		explain_node(&e, at);
	explain_variables(&e);
	if (e.status == BX_OK)
		e.status = explain_keys(&e, plan->nodes[block->root].type, arena);
	explain_names(&e);
	explain_warnings(&e, plan->nodes[block->root].type);
	return e.status;
}
