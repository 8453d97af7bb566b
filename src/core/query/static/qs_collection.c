/*
 * qs_collection.c -- conditions on documents of fn:collection that the tables of the caller can answer.
 *
 * A condition stays where it is and is evaluated: the table may give documents that do not pass.
 */
#include "../../base/bx_core_int.h"

#include "../../base/bx_buf.h"
#include "../run/ru_collection.h"
#include "../run/ru_construct.h"
#include "../run/ru_expr.h"
#include "../run/ru_flwor.h"
#include "../run/ru_operators.h"
#include "qs_query_int.h"

#include <stdio.h>

/* ---- paths ---- */

/* The path from a variable as a bxpath, with the namespaces before it. */
typedef struct CollectionPath
{
	QsBuild *b;
	const AtName *variable;
	BxBuf declared;
	BxBuf path;
	uint32_t n_declared;
	bool known;
} CollectionPath;

static BxStatus
put(CollectionPath *t, BxBuf *buf, BxStr s)
{
	return bx_buf_append(buf, s.s, s.n, t->b->err);
}

static BxStatus
put_str(CollectionPath *t, BxBuf *buf, const char *s)
{
	return bx_buf_append(buf, s, strlen(s), t->b->err);
}

static BxStatus
put_name(CollectionPath *t, const XdTest *test)
{
	char prefix[16];

	if (test->any_local)
	{
		t->known = t->known && test->any_uri;
		return put_str(t, &t->path, "*");
	}
	t->known = t->known && !test->any_uri && test->content == NULL && !test->nillable_only &&
			   memchr(test->uri.s, '"', test->uri.n) == NULL && memchr(test->uri.s, '&', test->uri.n) == NULL;
	if (test->uri.n > 0)
	{
		snprintf(prefix, sizeof(prefix), "n%u", ++t->n_declared);
		BX_TRY(put_str(t, &t->declared, "declare namespace "));
		BX_TRY(put_str(t, &t->declared, prefix));
		BX_TRY(put_str(t, &t->declared, " = \""));
		BX_TRY(put(t, &t->declared, test->uri));
		BX_TRY(put_str(t, &t->declared, "\"; "));
		BX_TRY(put_str(t, &t->path, prefix));
		BX_TRY(put_str(t, &t->path, ":"));
	}
	return put(t, &t->path, test->local);
}

/* One step behind the path so far. */
static BxStatus
put_step(CollectionPath *t, const QExpr *e)
{
	const XdTest *test = e->tests;
	bool attribute = e->sub == XD_ATTRIBUTE_AXIS;

	if (e->kind != QK_STEP || e->n_args > 0 || e->type != NULL)
		t->known = false;
	if (!t->known)
		return BX_OK;
	if (e->sub == XD_DESCENDANT_OR_SELF && (e->flags & Q_FROM_SLASHES))
		return put_str(t, &t->path, "/");
	t->known = (e->sub == XD_CHILD && test->kinds == 1 << XD_ELEMENT) ||
			   (attribute && test->kinds == 1 << XD_ATTRIBUTE);
	BX_TRY(put_str(t, &t->path, attribute ? "/@" : "/"));
	return put_name(t, test);
}

static BxStatus
put_path(CollectionPath *t, const QExpr *e)
{
	BX_TRY(qs_check_depth(t->b, e));
	if (e->kind == QK_VARIABLE)
	{
		t->known = t->known && at_name_equal(&e->name, t->variable);
		return BX_OK;
	}
	if (e->kind != QK_PATH || e->n_args != 2)
	{
		t->known = false;
		return BX_OK;
	}
	BX_TRY(put_path(t, e->args[0]));
	return t->known ? put_step(t, e->args[1]) : BX_OK;
}

/* Such a path as text; *text is empty when the expression is another one. */
static BxStatus
path_text(QsBuild *b, const QExpr *e, const AtName *variable, BxStr *text)
{
	CollectionPath t = {.b = b, .variable = variable, .known = e->kind == QK_PATH};
	BxStatus st;

	bx_buf_init(&t.declared, b->host);
	bx_buf_init(&t.path, b->host);
	*text = bx_str("", 0);
	st = put_path(&t, e);
	if (st == BX_OK && t.known)
		st = put(&t, &t.declared, bx_str((const char *) t.path.data, t.path.len));
	if (st == BX_OK && t.known)
	{
		*text = bx_str(bx_arena_strndup(b->arena, (const char *) t.declared.data, t.declared.len),
					   t.declared.len);
		if (text->s == NULL)
			st = bx_fail_nomem(b->err, t.declared.len);
	}
	bx_buf_free(&t.declared);
	bx_buf_free(&t.path);
	return st;
}

/* ---- conditions ---- */

static const char *
sign_of(const QExpr *e, bool exchanged)
{
	static const char *const signs[] = {
		[AT_EQ] = "=", [AT_LT] = "<", [AT_LE] = "<=", [AT_GT] = ">", [AT_GE] = ">="};
	static const char *const opposite[] = {
		[AT_EQ] = "=", [AT_LT] = ">", [AT_LE] = ">=", [AT_GT] = "<", [AT_GE] = "<="};

	return e->sub == AT_NE ? NULL : exchanged ? opposite[e->sub] : signs[e->sub];
}

/* A path on one side, something that does not depend on the variable on the other one. */
static BxStatus
add_comparison(QsBuild *b, const QExpr *e, uint32_t side, const AtName *variable, RuOp *op, bool *added)
{
	RuCollectionPlan *plan = (RuCollectionPlan *) op->data;
	const char *sign = sign_of(e, side == 1);
	RuOp *value;
	BxStr path;

	*added = false;
	if (sign == NULL || qs_mentions(e->args[1 - side], variable))
		return BX_OK;
	BX_TRY(path_text(b, e->args[side], variable, &path));
	if (path.n == 0)
		return BX_OK;
	BX_TRY(qs_build(b, e->args[1 - side], &value));
	if (value->uses & (RU_USES_FRAME | RU_USES_ITEM | RU_USES_POSITION | RU_USES_LAST))
		return BX_OK; /* it is another one each time: a join is made of it */
	BX_TRY(qs_atomize(b, &value));
	op->args[op->n_args] = value;
	plan->conditions[plan->n_conditions++] =
		(RuCollectionCondition){.path = path,
								.sign = sign,
								.value = op->n_args,
								.strings = e->kind == QK_VALUE_COMPARISON,
								.numbers = e->sub != AT_EQ};
	op->n_args++;
	op->uses |= value->uses;
	*added = true;
	return BX_OK;
}

BxStatus
qs_collection_where(QsBuild *b, const QExpr *e, const AtName *variable, RuOp *op)
{
	RuCollectionPlan *plan = (RuCollectionPlan *) op->data;
	BxStr path;
	bool added = false;
	uint32_t i;

	BX_TRY(qs_check_depth(b, e));
	if (plan->n_conditions == RU_COLLECTION_CONDITIONS || b->module->default_collation.n > 0)
		return BX_OK;
	if (e->kind == QK_AND)
	{
		for (i = 0; i < e->n_args; i++)
			BX_TRY(qs_collection_where(b, e->args[i], variable, op));
		return BX_OK;
	}
	if (e->kind == QK_GENERAL_COMPARISON || (e->kind == QK_VALUE_COMPARISON && e->sub == AT_EQ))
	{
		BX_TRY(add_comparison(b, e, 0, variable, op, &added));
		return added ? BX_OK : add_comparison(b, e, 1, variable, op, &added);
	}
	BX_TRY(path_text(b, e, variable, &path));
	if (path.n > 0)
		plan->conditions[plan->n_conditions++] = (RuCollectionCondition){.path = path};
	return BX_OK;
}

/* ---- what stays of documents ---- */

void
qs_collection_release(const RuOp *flwor)
{
	const RuFlworPlan *plan = flwor->data;
	const RuOp *source = flwor->args[0], *result = flwor->args[flwor->n_args - 1];
	bool copies = result->type.kind == XD_T_ATOMIC || result->type.kind == XD_T_NUMERIC ||
				  result->class == &ru_element || result->class == &ru_document;
	uint32_t i;

	for (i = 1; i < plan->n; i++)
		copies = copies &&
				 (plan->clauses[i].class == &ru_clause_for || plan->clauses[i].class == &ru_clause_let ||
				  plan->clauses[i].class == &ru_clause_where || plan->clauses[i].class == &ru_clause_count);
	if (plan->n > 0 && plan->clauses[0].class == &ru_clause_for && plan->clauses[0].first == 0 &&
		plan->clauses[0].join == NULL && source->class == &ru_collection)
		((RuCollectionPlan *) source->data)->release = copies;
}
