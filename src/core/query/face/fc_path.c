/*
 * fc_path.c -- queries in the place of paths: compiled, with values of variables, and as terms of indexes.
 */
#include "fc_query_int.h"

#include "../facts/fa_condition.h"
#include "../syntax/q_parse.h"
#include "../syntax/q_print.h"
#include "fc_path.h"

BxStatus
fc_path_compile(const XpBlock *block, const BxHost *host, BxArena *arena, const FcQuery **query, BxError *err)
{
	const FcOptions options = {.immutable = true};

	*query = NULL;
	if (!xp_is_query(block))
		return BX_OK;
	return fc_compile(bx_str(xp_pool(block), block->source_len), &options, host, arena, query, err);
}

/* ---- terms of indexes ---- */

/* A query that is not understood says nothing. */
static BxStatus
condition_of(const XpBlock *path, bool test, BxArena *arena, XpBlock **condition, BxError *err)
{
	QModule *module;
	BxStr text;
	BxStatus st;

	*condition = NULL;
	st = q_parse(bx_str(xp_pool(path), path->source_len), Q_MODE_QUERY, NULL, 0, arena, arena->host, &module,
				 err);
	if (st == BX_OK)
		st = fa_condition(module, test, arena, &text, err);
	if (st == BX_OK && text.n > 0)
		st = xp_compile(text.s, text.n, 0, arena, condition, err);
	return st == BX_E_NOMEM || st == BX_E_CANCEL ? st : BX_OK;
}

BxStatus
fc_path_terms(const XpBlock *path, XpTermsAsk ask, const XpVar *vars, uint32_t n_vars, BxArena *arena,
			  XpTerms *terms, BxError *err)
{
	static const XpTermsNode nothing = {.kind = XP_TERMS_TRUE};
	XpBlock *condition = NULL;

	if (!xp_is_query(path))
		return xp_terms_of(path, ask, vars, n_vars, arena, terms, err);
	if (ask != XP_TERMS_VALUE)
		BX_TRY(condition_of(path, ask == XP_TERMS_TEST, arena, &condition, err));
	if (condition != NULL)
		return xp_terms_of(condition, XP_TERMS_TEST, NULL, 0, arena, terms, err);
	*terms = (XpTerms){.root = &nothing};
	return BX_OK;
}

/* ---- values of variables in the text ---- */

/* An item as an expression: a literal, or the constructor of its type on its text. */
static BxStatus
item_expr(const AtCall *call, const XdItem *item, QExpr **expr)
{
	bool literal = item->type == AT_STRING || item->type == AT_INTEGER || item->type == AT_DECIMAL;
	QExpr *e = bx_arena_zalloc(call->arena, 2 * sizeof(QExpr) + sizeof(QExpr *));
	BxStr text, type;

	*expr = e;
	if (e == NULL)
		return bx_fail_nomem(call->err, 2 * sizeof(QExpr));
	e->kind = QK_LITERAL;
	e->height = 1;
	e->value = *item;
	if (literal)
		return BX_OK;
	BX_TRY(at_text(call, item, &text));
	e->value = at_string_item(text);
	type = at_types[item->type].name;
	e[1] =
		(QExpr){.kind = QK_CALL,
				.height = 2,
				.name = {.prefix = bx_str("xs", 2), .uri = bx_str(Q_URI_XS, strlen(Q_URI_XS)), .local = type},
				.args = (QExpr **) (e + 2),
				.n_args = 1};
	e[1].args[0] = e;
	*expr = &e[1];
	return BX_OK;
}

static BxStatus
value_expr(const AtCall *call, const XdSeq *value, QExpr **expr)
{
	QExpr *e = bx_arena_zalloc(call->arena, sizeof(QExpr) + value->n * sizeof(QExpr *));
	uint64_t i;

	if (e == NULL)
		return bx_fail_nomem(call->err, sizeof(QExpr) + value->n * sizeof(QExpr *));
	*e = (QExpr){.kind = QK_SEQUENCE, .height = 3, .args = (QExpr **) (e + 1), .n_args = (uint32_t) value->n};
	for (i = 0; i < value->n; i++)
	{
		XdItem item = xd_seq_at(value, i);

		BX_TRY(item_expr(call, &item, &e->args[i]));
	}
	*expr = value->n == 1 ? e->args[0] : e;
	return BX_OK;
}

static bool
is_variable(const QVariable *v, const AtName *name)
{
	return bx_str_equal(v->name.local, name->local) && bx_str_equal(v->name.uri, name->uri);
}

/* What the module declares as external, or not at all, has the value; room for one more variable is there. */
static BxStatus
declare(const AtCall *call, QModule *m, const RuVar *var)
{
	QVariable *v = m->variables, *end = v + m->n_variables;

	while (v < end && !is_variable(v, &var->name))
		v++;
	if (v == end)
	{
		*v = (QVariable){.name = var->name};
		m->n_variables++;
	}
	v->external = false;
	return value_expr(call, &var->value, &v->value);
}

BxStatus
fc_path_bind(const XpBlock *path, const RuVar *vars, uint32_t n_vars, BxArena *arena, BxBuf *text,
			 BxError *err)
{
	const AtCall call = {.host = arena->host, .arena = arena, .err = err};
	QVariable *variables;
	QModule *m;
	uint32_t i;

	BX_TRY(
		q_parse(bx_str(xp_pool(path), path->source_len), Q_MODE_QUERY, NULL, 0, arena, arena->host, &m, err));
	variables = bx_arena_alloc(arena, (m->n_variables + n_vars) * sizeof(QVariable) + 1);
	if (variables == NULL)
		return bx_fail_nomem(err, (m->n_variables + n_vars) * sizeof(QVariable));
	if (m->n_variables > 0)
		memcpy(variables, m->variables, m->n_variables * sizeof(QVariable));
	m->variables = variables;
	for (i = 0; i < n_vars; i++)
		BX_TRY(declare(&call, m, &vars[i]));
	return q_print_module(m, text, err);
}
