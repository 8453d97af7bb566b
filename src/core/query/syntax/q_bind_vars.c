/*
 * q_bind_vars.c -- a path with values for its variables, in declarations; and the names they are given by.
 */
#include "q_block_int.h"

#include <math.h>
#include <stdlib.h>

#include "../../base/bx_utf8.h"
#include "../../xpath/syntax/xp_hint.h"
#include "../../xpath/syntax/xp_shape.h"
#include "../../xpath/syntax/xp_value.h"
#include "q_edit.h"

/* ---- values into the prolog ---- */

/* A number as a path writes it. */
static BxStatus
number_of(QEdit *d, double number, const QExpr *like, QExpr **value)
{
	const AtName constructor = {{"xs", 2}, {Q_URI_XS, sizeof(Q_URI_XS) - 1}, {"double", 6}};
	QExpr *literal;

	BX_TRY(q_edit_new(d, QK_LITERAL, like, 0, &literal));
	if (isnan(number) || isinf(number))
	{
		literal->value = at_string_item(isnan(number) ? bx_str("NaN", 3)
										: number > 0  ? bx_str("INF", 3)
													  : bx_str("-INF", 4));
		return q_edit_call(d, &constructor, literal, like, value);
	}
	literal->value = at_double_item(fabs(number));
	*value = literal;
	if (!signbit(number))
		return BX_OK;
	BX_TRY(q_edit_new(d, QK_UNARY, like, 1, value));
	(*value)->sub = 1;
	(*value)->args[0] = literal;
	return BX_OK;
}

static BxStatus
string_of(QEdit *d, const XpVar *var, const QExpr *like, QExpr **value)
{
	const XpItem *v = &var->value;
	char buf[XP_SHOWN_MAX];
	size_t bad;

	if (!bx_utf8_is_xml((const uint8_t *) v->str.s, v->str.n, &bad))
		return xp_fail(d->err, 1, NULL, "value of variable \"$%s\" holds a character that XML does not allow",
					   xp_shown(var->local, var->local_len, buf));
	BX_TRY(q_edit_new(d, QK_LITERAL, like, 0, value));
	(*value)->value = at_string_item(v->str);
	return BX_OK;
}

static BxStatus
value_of(QEdit *d, const XpVar *var, QExpr **value)
{
	const QExpr *like = d->path->body;
	AtName function;

	switch (var->value.type)
	{
		case XP_T_NUMBER: return number_of(d, var->value.number, like, value);
		case XP_T_BOOLEAN:
			function = q_edit_function(d, var->value.boolean ? "true" : "false");
			return q_edit_call(d, &function, NULL, like, value);
		case XP_T_SEQUENCE:
			return bx_fail(d->err, BX_E_UNSUPPORTED, -1,
						   "a declared variable cannot have a sequence as its value");
		default: return string_of(d, var, like, value);
	}
}

static AtName
name_of(const XpVar *var)
{
	return (AtName){{"", 0}, {var->uri, var->uri_len}, {var->local, var->local_len}};
}

/* The last value for the name; NULL when there is none. */
static const XpVar *
value_for(const AtName *name, const XpVar *vars, uint32_t n_vars)
{
	while (n_vars-- > 0)
		if (bx_str_equal(bx_str(vars[n_vars].local, vars[n_vars].local_len), name->local) &&
			bx_str_equal(bx_str(vars[n_vars].uri, vars[n_vars].uri_len), name->uri))
			return &vars[n_vars];
	return NULL;
}

/* The name of the first variable from node *i, which moves behind it; NULL when there is none. */
static const XpName *
next_var(const XpBlock *path, uint32_t *i)
{
	while (*i < path->n_nodes)
	{
		const XpExpr *node = &xp_nodes(path)[(*i)++];

		if (node->op == XP_VARIABLE)
			return &xp_names(path)[node->name - 1];
	}
	return NULL;
}

/* Does the expression refer to the variable?  A name whose prefix is to be bound at the call may mean it. */
static bool
uses_var(const XpBlock *path, const XpVar *var)
{
	const char *pool = xp_pool(path);
	const XpName *name;
	uint32_t i = 1;

	while ((name = next_var(path, &i)) != NULL)
		if (bx_same_bytes(pool + name->local, name->local_len, var->local, var->local_len) &&
			((name->flags & XP_NAME_UNBOUND) ||
			 bx_same_bytes(pool + name->uri, name->uri_len, var->uri, var->uri_len)))
			return true;
	return false;
}

/* ---- many names ---- */

static int
compare_locals(const void *x, const void *y)
{
	const XpVarLocal *a = x, *b = y;

	if (a->n != b->n)
		return a->n < b->n ? -1 : 1;
	return a->n > 0 ? memcmp(a->s, b->s, a->n) : 0;
}

BxStatus
xp_var_names(const XpBlock *path, BxArena *arena, XpVarNames *names, BxError *err)
{
	size_t size = path->n_nodes * sizeof(XpVarLocal);
	XpVarLocal *locals = bx_arena_alloc(arena, size);
	const XpName *name;
	uint32_t i = 1, n = 0;

	if (locals == NULL)
		return bx_fail_nomem(err, size);
	while ((name = next_var(path, &i)) != NULL)
		locals[n++] = (XpVarLocal){xp_pool(path) + name->local, name->local_len};
	if (n > 1)
		qsort(locals, n, sizeof(XpVarLocal), compare_locals);
	*names = (XpVarNames){path, locals, n};
	return BX_OK;
}

/* Has a variable the local part of this name? */
static bool
may_be_var(const XpVarNames *names, const char *name, size_t n)
{
	XpVarLocal local;
	size_t from = n;

	while (from > 0 && name[from - 1] != ':' && name[from - 1] != '}')
		from--;
	local = (XpVarLocal){name + from, n - from};
	return n <= XP_MAX_SOURCE && names->n > 0 &&
		   bsearch(&local, names->locals, names->n, sizeof(XpVarLocal), compare_locals) != NULL;
}

BxStatus
xp_var_find(const XpVarNames *names, const char *name, size_t n, BxArena *arena, XpVar *var, bool *found,
			BxError *err)
{
	BxArenaMark mark = bx_arena_mark(arena);
	BxStatus st;

	*found = false;
	BX_TRY(bx_poll(arena->host));
	if (!may_be_var(names, name, n))
		return BX_OK;
	st = xp_var_name(names->path, name, n, arena, var, err);
	*found = st == BX_OK && uses_var(names->path, var);
	if (!*found)
		bx_arena_release(arena, &mark);
	return st == BX_E_XPATH ? BX_OK : st;
}

static bool
is_declared(const QModule *m, const XpVar *var)
{
	uint32_t i;

	for (i = 0; i < m->n_variables; i++)
		if (value_for(&m->variables[i].name, var, 1) != NULL)
			return true;
	return false;
}

/* Is there another value for the name behind it?  That one counts. */
static bool
comes_again(const XpVar *vars, uint32_t n_vars, uint32_t i)
{
	AtName name = name_of(&vars[i]);

	return value_for(&name, vars + i + 1, n_vars - i - 1) != NULL;
}

/* Declarations of the prolog with their values, then those that are missing. */
static BxStatus
declare(QEdit *d, const XpBlock *path, const XpVar *vars, uint32_t n_vars)
{
	QModule *m = d->path;
	size_t size = ((size_t) m->n_variables + n_vars) * sizeof(QVariable);
	QVariable *all = bx_arena_zalloc(d->arena, size + 1);
	uint32_t n = m->n_variables;

	if (all == NULL)
		return bx_fail_nomem(d->err, size);
	for (uint32_t i = 0; i < n; i++)
	{
		const XpVar *var = value_for(&m->variables[i].name, vars, n_vars);

		all[i] = m->variables[i];
		if (var != NULL)
			BX_TRY(value_of(d, var, &all[i].value));
		all[i].external = all[i].external && var == NULL;
	}
	for (uint32_t i = 0; i < n_vars; i++)
	{
		if (comes_again(vars, n_vars, i) || is_declared(m, &vars[i]) || !uses_var(path, &vars[i]))
			continue;
		all[n].name = name_of(&vars[i]);
		BX_TRY(value_of(d, &vars[i], &all[n++].value));
	}
	m->variables = all;
	m->n_variables = n;
	return BX_OK;
}

BxStatus
xp_bind_vars(const XpBlock *path, const XpVar *vars, uint32_t n_vars, size_t reserve, BxArena *arena,
			 XpBlock **block, BxError *err)
{
	QEdit d;

	*block = NULL;
	if (n_vars > Q_MAX_PATH_BINDINGS)
		return xp_fail(err, 1, NULL, "more than %d variables", Q_MAX_PATH_BINDINGS);
	BX_TRY(q_edit_begin(&d, bx_str(xp_pool(path), path->source_len), arena, err));
	BX_TRY(declare(&d, path, vars, n_vars));
	return q_edit_end(&d, reserve, block);
}
