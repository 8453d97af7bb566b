/*
 * fc_explain.c -- how a query is evaluated: its text, operators, conditions of indexes and notes.
 */
#include "fc_query_int.h"

#include "../../xpath/terms/xp_terms.h"
#include "../facts/fa_condition.h"
#include "../library/fn_table.h"
#include "../run/ru_collection.h"
#include "../run/ru_flwor.h"
#include "../run/ru_path.h"
#include "../run/ru_trace.h"
#include "../syntax/q_parse.h"
#include "../syntax/q_print.h"
#include "fc_explain.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#define DEPTH_MAX 200   /* levels of operators that are shown */
#define LINES_MAX 20000 /* and lines */
#define CONSTANT_MAX 60 /* bytes of a constant that are shown */
#define LINE_MAX_BYTES 512

typedef struct QueryExplain
{
	const RuQuery *plan;
	BxArena *arena;
	BxBuf *out;
	BxError *err;
	BxStatus status;
	uint32_t lines;
} QueryExplain;

static void say(QueryExplain *x, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void
say(QueryExplain *x, const char *format, ...)
{
	char line[LINE_MAX_BYTES];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	if (n > 0)
		bx_buf_add(x->out, line, n < (int) sizeof(line) ? (size_t) n : sizeof(line) - 1, &x->status, x->err);
}

static void
put(QueryExplain *x, BxStr s)
{
	bx_buf_add(x->out, s.s, s.n, &x->status, x->err);
}

static void
indent(QueryExplain *x, uint32_t depth)
{
	say(x, "%*s", (int) (2 * (depth < DEPTH_MAX ? depth : DEPTH_MAX)), "");
}

/* ---- of an operator ---- */

static void
put_type(QueryExplain *x, const RuType *type)
{
	static const char *const occurrences[] = {"", "?", "+", "*"};
	const char *occurrence = occurrences[type->occurrence & XD_ANY_NUMBER];

	switch (type->kind)
	{
		case XD_T_EMPTY: say(x, "empty-sequence()"); return;
		case XD_T_ATOMIC: say(x, "%s%s", at_types[type->atomic].qname, occurrence); break;
		case XD_T_NUMERIC: say(x, "xs:numeric%s", occurrence); break;
		case XD_T_NODE: say(x, "node()%s", occurrence); break;
		case XD_T_FUNCTION:
		case XD_T_MAP:
		case XD_T_ARRAY: say(x, "function(*)%s", occurrence); break;
		default: say(x, "item()%s", occurrence); break;
	}
	if (type->ordered)
		say(x, ", in document order");
}

static void
put_name_test(QueryExplain *x, const XdTest *t)
{
	if (!t->any_uri && t->uri.n > 0)
	{
		say(x, "Q{");
		put(x, t->uri);
		say(x, "}");
	}
	if (t->any_uri && !t->any_local)
		say(x, "*:");
	put(x, t->any_local ? bx_str("*", 1) : t->local);
}

static void
put_step(QueryExplain *x, const XdStep *step)
{
	static const char *const axes[XD_AXES] = {
		"",           "descendant::", "descendant-or-self::", "self::",
		"@",          "namespace::",  "following-sibling::",  "following::",
		"parent::",   "ancestor::",   "ancestor-or-self::",   "preceding-sibling::",
		"preceding::"};
	unsigned principal = step->axis == XD_ATTRIBUTE_AXIS ? XD_ATTRIBUTE : XD_ELEMENT;

	say(x, "%s", axes[step->axis]);
	if (step->test.kinds == 1u << principal)
		put_name_test(x, &step->test);
	else
		say(x, "%s",
			step->test.kinds == 1u << XD_TEXT ? "text()"
			: step->test.kinds == XD_ANY_KIND ? "node()"
											  : "kind test");
	if (step->where != NULL)
		say(x, "[decided by the scan]");
}

/* What an axis makes impossible, where one pass does not find all nodes. */
static void
put_access(QueryExplain *x, const XdStep *steps, uint32_t n, bool scanned)
{
	uint32_t i;

	if (scanned)
	{
		say(x, ": one scan");
		return;
	}
	for (i = 0; i + 1 < n && steps[i].axis != XD_NAMESPACE_AXIS && steps[i].axis < XD_FOLLOWING_SIBLING;)
		i++;
	say(x, ": navigation, as a scan does not follow ");
	put_step(x, &steps[i]);
}

static void
put_path(QueryExplain *x, const RuOp *op)
{
	uint32_t i, n;
	bool scanned;
	const XdStep *steps = xd_path_steps(x->plan->paths, op->sub, &n, &scanned);

	say(x, " ");
	for (i = 0; i < n; i++)
	{
		say(x, i > 0 ? "/" : "");
		put_step(x, &steps[i]);
	}
	put_access(x, steps, n, scanned);
}

static void
put_constant(QueryExplain *x, const RuOp *op)
{
	AtCall call = {.host = x->arena->host, .arena = x->arena, .err = x->err};
	BxError kept = *x->err;
	BxStr text;
	size_t n;

	if (!at_is_atomic(&op->value) || at_text(&call, &op->value, &text) != BX_OK)
	{
		*x->err = kept;
		return;
	}
	say(x, " \"");
	for (n = text.n < CONSTANT_MAX ? text.n : CONSTANT_MAX; n < text.n && (text.s[n] & 0xC0) == 0x80;)
		n--;
	put(x, bx_str(text.s, n));
	say(x, n < text.n ? "...\"" : "\"");
}

/* A function of the library has its evaluator for a name: its signature begins with the one to show. */
static void
put_class(QueryExplain *x, const RuOp *op)
{
	const FnRow *row = op->data;

	if (strncmp(op->class->name, "fn_", 3) == 0 && row != NULL)
		put(x, bx_str(row->signature, strcspn(row->signature, "(")));
	else
		say(x, "%s", op->class->name);
}

/* Which documents the statement for a collection selects; values that are looked up are the arguments. */
static void
put_collection(QueryExplain *x, const RuOp *op)
{
	const RuCollectionPlan *plan = op->data;
	uint32_t i;

	say(x, " \"");
	put(x, plan->name);
	say(x, op->class == &ru_statement ? "\""
		   : plan->n_conditions == 0  ? "\": all documents"
									  : "\": documents with");
	for (i = 0; i < plan->n_conditions; i++)
	{
		const RuCollectionCondition *c = &plan->conditions[i];

		say(x, i > 0 ? " and " : " ");
		put(x, c->path);
		if (c->sign != NULL)
			say(x, " %s argument %u", c->sign, c->value + 1);
	}
}

static void
put_detail(QueryExplain *x, const RuOp *op)
{
	if (op->class == &ru_path || op->class == &ru_path_one)
		put_path(x, op);
	else if (op->n_args == 0 && strcmp(op->class->name, "constant") == 0)
		put_constant(x, op);
	else if (op->class == &ru_collection || op->class == &ru_statement)
		put_collection(x, op);
	else if (strcmp(op->class->name, "variable") == 0)
		say(x, " in slot %u", op->slot);
}

/* What was measured; an operator that is given on by a choice, or in a tail call, gives no items of its own. */
static void
put_trace(QueryExplain *x, const RuTrace *trace)
{
	if (trace == NULL)
		return;
	if (trace->calls == 0)
		say(x, " (never evaluated)");
	else
		say(x, " (calls=%" PRIu64 " items=%" PRIu64 " time=%.3f ms)", trace->calls, trace->items,
			(double) trace->ns / 1e6);
}

static void put_op(QueryExplain *x, const RuOp *op, uint32_t depth);

/* ---- joins and clauses ---- */

static void
put_join(QueryExplain *x, const RuJoin *join, uint32_t depth)
{
	static const char *const names[] = {"=", "!=", "<", "<=", ">", ">="};

	indent(x, depth);
	say(x, "join: %s comparison \"%s\", %s%s\n", join->value ? "value" : "general", names[join->comparison],
		join->comparison == AT_EQ ? "a table of hash values" : "a sorted list",
		join->whole ? "" : "; the rest of the condition is evaluated for what it finds");
	indent(x, depth + 1);
	say(x, "key of each item\n");
	put_op(x, join->key, depth + 2);
	indent(x, depth + 1);
	say(x, "looked up\n");
	put_op(x, join->probe, depth + 2);
}

static uint32_t
args_end(const RuOp *op, const RuFlworPlan *plan, uint32_t i)
{
	return i + 1 < plan->n ? plan->clauses[i + 1].first : op->n_args - 1;
}

/* Why a condition behind a "for" is not answered by a join. */
static void
put_where(QueryExplain *x, const RuFlworPlan *plan, uint32_t i, uint32_t depth)
{
	bool joined = i > 0 && plan->clauses[i - 1].join != NULL;

	if (plan->clauses[i].implied || joined)
		return;
	indent(x, depth);
	say(x, "evaluated for each tuple: no comparison in it is between what depends on the variable of the "
		   "\"for\" in "
		   "front of it and what does not, or the \"for\" is not directly in front\n");
}

static void
put_flwor(QueryExplain *x, const RuOp *op, uint32_t depth)
{
	const RuFlworPlan *plan = op->data;
	uint32_t i, k;

	for (i = 0; i < plan->n; i++)
	{
		const RuClause *c = &plan->clauses[i];

		indent(x, depth);
		say(x, "%s", c->class->name);
		if (c->slot != RU_NO_SLOT)
			say(x, " in slot %u", c->slot);
		say(x, "%s%s\n", c->allowing_empty ? ", allowing empty" : "",
			c->implied ? ": all of it is the join" : "");
		if (c->class == &ru_clause_where)
			put_where(x, plan, i, depth + 1);
		if (c->join != NULL)
			put_join(x, c->join, depth + 1);
		for (k = c->first; k < args_end(op, plan, i) && !c->implied; k++)
			put_op(x, op->args[k], depth + 1);
	}
	indent(x, depth);
	say(x, "return\n");
	put_op(x, op->args[op->n_args - 1], depth + 1);
}

static void
put_op(QueryExplain *x, const RuOp *op, uint32_t depth)
{
	const RuTrace *trace;
	uint32_t i;

	if (x->status != BX_OK || op == NULL || x->lines++ > LINES_MAX || depth > DEPTH_MAX)
		return;
	op = ru_traced(op, &trace);
	indent(x, depth);
	put_class(x, op);
	put_detail(x, op);
	say(x, " (");
	put_type(x, &op->type);
	if (op->pos > 0)
		say(x, ", at %u", op->pos);
	say(x, ")");
	put_trace(x, trace);
	say(x, "\n");
	if (op->class == &ru_flwor || op->class == &ru_flwor_selected)
	{
		put_flwor(x, op, depth + 1);
		return;
	}
	if (op->class == &ru_filter && ((const RuPredicate *) op->data)->join != NULL)
		put_join(x, ((const RuPredicate *) op->data)->join, depth + 1);
	for (i = 0; i < op->n_args; i++)
		put_op(x, op->args[i], depth + 1);
}

/* ---- the parts ---- */

static void
put_text(QueryExplain *x, const QModule *module)
{
	size_t from;

	say(x, "query:\n");
	from = x->out->len;
	if (x->status == BX_OK)
		x->status = q_print_module(module, x->out, x->err);
	if (x->out->len > from && x->out->data[x->out->len - 1] != '\n')
		say(x, "\n");
}

static void
put_operators(QueryExplain *x)
{
	const RuQuery *q = x->plan;
	uint32_t i;

	say(x, "operators:\n");
	put_op(x, q->body, 1);
	for (i = 0; i < q->n_globals; i++)
		if (q->globals[i].value != NULL)
		{
			say(x, "  variable $");
			put(x, q->globals[i].name.local);
			say(x, ", evaluated when it is asked for\n");
			put_op(x, q->globals[i].value, 2);
		}
	for (i = 0; i < q->n_functions; i++)
		if (q->functions[i] != NULL && q->functions[i]->body != NULL)
		{
			say(x, "  function ");
			put(x, q->functions[i]->name.local);
			say(x, "#%u\n", q->functions[i]->n_params);
			put_op(x, q->functions[i]->body, 2);
		}
}

static BxStatus
put_terms(QueryExplain *x, const QModule *module, bool test)
{
	XpBlock *condition;
	XpTerms terms;
	BxStr path;

	say(x, "index conditions of %s:\n", test ? "@@" : "@?");
	BX_TRY(fa_condition(module, test, x->arena, &path, x->err));
	if (path.n == 0 || xp_compile(path.s, path.n, 0, x->arena, &condition, x->err) != BX_OK)
	{
		say(x, "  none: any document may match\n");
		return BX_OK;
	}
	BX_TRY(xp_terms_of(condition, XP_TERMS_TEST, NULL, 0, x->arena, &terms, x->err));
	return xp_terms_put(&terms, 2, x->out, x->err);
}

/* ---- notes ---- */

static bool
is_function(const QExpr *e, const char *local)
{
	return e->kind == QK_CALL && bx_str_equal(e->name.uri, bx_str(Q_URI_FN, strlen(Q_URI_FN))) &&
		   bx_str_equal(e->name.local, bx_str(local, strlen(local)));
}

/* Has it always one item, true or false? */
static bool
is_truth(const QExpr *e)
{
	return e->kind == QK_GENERAL_COMPARISON || e->kind == QK_AND || e->kind == QK_OR ||
		   e->kind == QK_QUANTIFIED || is_function(e, "not") || is_function(e, "exists") ||
		   is_function(e, "empty") || is_function(e, "boolean");
}

static void
note_calls(QueryExplain *x, const QExpr *e)
{
	uint32_t i;

	if (e == NULL || x->status != BX_OK)
		return;
	if ((is_function(e, "exists") || is_function(e, "empty")) && e->n_args == 1 && is_truth(e->args[0]))
		say(x,
			"note: the argument of %.*s() at %u is true or false, which is an item: the call is always %s; "
			"write the condition alone, or in a predicate\n",
			(int) e->name.local.n, e->name.local.s, e->pos, is_function(e, "exists") ? "true" : "false");
	for (i = 0; i < e->n_args; i++)
		note_calls(x, e->args[i]);
}

/* The first predicate on the way of a path, or NULL. */
static const QExpr *
predicate_of(const QExpr *e)
{
	for (; e->kind == QK_PATH; e = e->args[0])
		if (e->args[1]->kind == QK_STEP && e->args[1]->n_args > 0)
			return e->args[1]->args[0];
	return e->kind == QK_STEP && e->n_args > 0 ? e->args[0] : NULL;
}

static void
put_notes(QueryExplain *x, const QModule *module)
{
	const QExpr *body = module->body, *predicate = predicate_of(body);
	uint32_t i;

	note_calls(x, body);
	for (i = 0; i < module->n_variables; i++)
		note_calls(x, module->variables[i].value);
	for (i = 0; i < module->n_functions; i++)
		note_calls(x, module->functions[i].body);
	if (is_truth(body))
		say(x, "note: @? is true for every document, since the result is true or false, which is an item; @@ "
			   "asks for "
			   "its value\n");
	if (predicate != NULL)
		say(x,
			"note: the predicate at %u chooses nodes of each document; it leaves out rows in WHERE, with @?, "
			"but "
			"not in a select list\n",
			predicate->pos);
}

BxStatus
fc_explain(BxStr text, const BxHost *host, BxArena *arena, BxBuf *out, BxError *err)
{
	static const FcOptions options = {.tables = true};
	QueryExplain x = {.arena = arena, .out = out, .err = err};
	const FcQuery *query;
	QModule *module;

	BX_TRY(fc_compile(text, &options, host, arena, &query, err));
	BX_TRY(q_parse(text, Q_MODE_QUERY, NULL, 0, arena, host, &module, err));
	x.plan = fc_plan(query);
	put_text(&x, module);
	put_operators(&x);
	BX_TRY(x.status);
	if (module->body == NULL)
		return BX_OK;
	BX_TRY(put_terms(&x, module, is_truth(module->body)));
	put_notes(&x, module);
	return x.status;
}

/* All items of the run, and nothing else of them. */
static BxStatus
run_through(const FcQuery *query, const FcCall *call)
{
	bool found = true;
	BxStatus st;
	XdItem item;
	FcRun *run;

	BX_TRY(fc_open(query, call, &run));
	for (st = BX_OK; st == BX_OK && found;)
		st = fc_next(run, &item, &found);
	fc_close(run);
	return st;
}

BxStatus
fc_trace(BxStr text, QMode mode, const FcCall *call, RuClock clock, BxBuf *out)
{
	const FcOptions options = {.mode = mode};
	QueryExplain x = {.arena = call->arena, .out = out, .err = call->err};
	const FcQuery *query;

	BX_TRY(fc_compile(text, &options, call->host, call->arena, &query, call->err));
	/* nobody else has the plan */
	BX_TRY(ru_trace_plan(query->plan, clock, call->arena, call->err));
	BX_TRY(run_through(query, call));
	x.plan = query->plan;
	put_operators(&x);
	return x.status;
}
