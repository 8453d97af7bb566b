/*
 * xp_explain.c -- what a path does, for people.
 *
 * Told is what the expression alone decides.  Which names a document has may end an evaluation before it begins.
 */
#include "xp_eval_int.h"

#include <stdarg.h>
#include <stdio.h>

#include "xp_explain.h"

typedef struct Explain
{
	const XpPlan *plan;
	BxBuf *out;
	BxError *err;
	BxStatus status;
} Explain;

static void __attribute__((format(printf, 2, 3))) say(Explain *x, const char *fmt, ...)
{
	char line[256];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	if (x->status == BX_OK)
		x->status =
			bx_buf_append(x->out, line, (size_t) n < sizeof(line) ? (size_t) n : sizeof(line) - 1, x->err);
}

static void
say_pool(Explain *x, uint32_t off, uint32_t n)
{
	if (x->status == BX_OK)
		x->status = bx_buf_append(x->out, x->plan->pool + off, n, x->err);
}

static const char *
type_name(uint8_t type)
{
	switch (type)
	{
		case XP_T_NODESET: return "node-set";
		case XP_T_BOOLEAN: return "boolean";
		case XP_T_NUMBER: return "number";
		case XP_T_STRING: return "string";
		default: return "that of a variable";
	}
}

static void
explain_result(Explain *x)
{
	uint8_t type = x->plan->nodes[x->plan->block->root].type;

	say(x, "result: %s\n", type_name(type));
	if (type == XP_T_BOOLEAN)
		say(x, "note: as a test use @@ or bxml_test; @? and bxml_exists are true for every boolean\n");
	else if (type != XP_T_NODESET && type != XP_T_ANY)
		say(x, "note: @? and bxml_exists are true for every %s\n", type_name(type));
}

/* How a location path with steps runs. */
static void
explain_path(Explain *x, uint32_t node)
{
	const XpPath *path = &x->plan->paths[x->plan->path_no[node] - 1];
	const XpNode *e = &x->plan->nodes[node];

	if (path->n_steps == 0)
		return;
	say(x, "path at position %u: ", e->pos);
	if (path->stream)
		say(x, "one pass, subtrees without a match are skipped\n");
	else if (path->head > 0)
		say(x, "one pass for %u of %u steps, then by navigation\n", path->head, path->n_steps);
	else
		say(x, "by navigation\n");
}

static void
explain_paths(Explain *x)
{
	uint32_t i;

	for (i = 1; i < x->plan->block->n_nodes; i++)
		if (x->plan->nodes[i].op == XP_PATH)
			explain_path(x, i);
	if (x->plan->needs_up)
		say(x, "parents: the way up is kept for every node in hand\n");
}

/* A name with its prefix as written, or its namespace. */
static void
say_name(Explain *x, const XpName *name)
{
	if (name->uri_len > 0)
	{
		say(x, "Q{");
		say_pool(x, name->uri, name->uri_len);
		say(x, "}");
	}
	say_pool(x, name->local, name->local_len);
}

static void
explain_variables(Explain *x)
{
	uint32_t i;

	for (i = 0; i < x->plan->n_vars; i++)
	{
		say(x, "%s", i == 0 ? "variables: $" : ", $");
		say_name(x, &x->plan->names[x->plan->nodes[x->plan->vars[i]].name - 1]);
	}
	if (x->plan->n_vars > 0)
		say(x, "\n");
}

/* Name tests that ask for elements in no namespace, which is often not meant. */
static void
explain_names(Explain *x)
{
	bool none = false;
	uint32_t i;

	for (i = 1; i < x->plan->block->n_nodes; i++)
	{
		const XpNode *e = &x->plan->nodes[i];
		const XpName *name = e->name == 0 ? NULL : &x->plan->names[e->name - 1];

		if (e->op != XP_STEP || e->test != XP_TEST_NAME || name == NULL)
			continue;
		none |= e->axis != XP_AX_ATTRIBUTE && e->axis != XP_AX_NAMESPACE && name->uri_len == 0 &&
				!(name->flags & XP_NAME_ANY_NS);
	}
	if (none)
		say(x, "note: element names without prefix mean no namespace; \"declare default element namespace\" "
			   "gives them one, *:name means any\n");
}

BxStatus
xp_explain(const XpBlock *path, BxArena *arena, BxBuf *out, BxError *err)
{
	Explain x = {NULL, out, err, BX_OK};
	XpPlan *plan;

	BX_TRY(xp_plan_build(path, arena, &plan, err));
	x.plan = plan;
	explain_result(&x);
	explain_paths(&x);
	explain_variables(&x);
	explain_names(&x);
	BX_TRY(x.status);
	return xp_dump(path, out, err);
}
