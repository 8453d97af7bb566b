/*
 * q_bind_vars.c -- a path with values for its variables: as text of its own, and the names they are given by.
 */
#include "q_parse_int.h"

#include <math.h>
#include <stdlib.h>

#include "../../base/bx_buf.h"
#include "../../base/bx_utf8.h"
#include "../../value/bx_value.h"
#include "../../xpath/syntax/xp_hint.h"
#include "../../xpath/syntax/xp_shape.h"
#include "../../xpath/syntax/xp_value.h"

/* ---- values into the prolog ---- */

/* The new text while it is written; the first failure stays. */
typedef struct Rewrite
{
	BxBuf out;
	BxError *err;
	BxStatus st;
} Rewrite;

static void
put(Rewrite *w, const char *s, size_t n)
{
	if (w->st == BX_OK)
		w->st = bx_buf_append(&w->out, s, n, w->err);
}

static void
put_text(Rewrite *w, const char *s)
{
	put(w, s, strlen(s));
}

static void
put_quoted(Rewrite *w, const char *s, size_t n)
{
	size_t from = 0, i;

	put_text(w, "\"");
	for (i = 0; i < n; i++)
		if (s[i] == '"')
		{
			put(w, s + from, i + 1 - from);
			from = i;
		}
	put(w, s + from, n - from);
	put_text(w, "\"");
}

static void
put_number(Rewrite *w, double d)
{
	char buf[BX_NUMBER_TEXT_MAX];

	if (isnan(d) || isinf(d))
	{
		put_text(w, "Q{" XP_XS_URI "}double(");
		put_text(w, isnan(d) ? "\"NaN\")" : d > 0 ? "\"INF\")" : "\"-INF\")");
	}
	else if (d == 0)
		put_text(w, signbit(d) ? "-0" : "0");
	else
		put(w, buf, bx_number_format(d, buf));
}

static void
put_value(Rewrite *w, const XpVar *var)
{
	const XpItem *v = &var->value;
	char buf[XP_SHOWN_MAX];
	size_t bad;

	put_text(w, " := ");
	switch (v->type)
	{
		case XP_T_NUMBER: put_number(w, v->number); return;
		case XP_T_BOOLEAN: put_text(w, v->boolean ? "true()" : "false()"); return;
		case XP_T_SEQUENCE:
			if (w->st == BX_OK)
				w->st = bx_fail(w->err, BX_E_UNSUPPORTED, -1,
								"a declared variable cannot have a sequence as its value");
			return;
		default: break;
	}
	if (w->st == BX_OK && !bx_utf8_is_xml((const uint8_t *) v->str.s, v->str.n, &bad))
		w->st =
			xp_fail(w->err, 1, NULL, "value of variable \"$%s\" holds a character that XML does not allow",
					xp_shown(var->local, var->local_len, buf));
	put_quoted(w, v->str.s, v->str.n);
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

/* Declarations of the prolog with their values, then those that are missing, then the expression. */
static void
rewrite(Rewrite *w, const QParser *p, const XpBlock *path, const XpVar *vars, uint32_t n_vars)
{
	const QModule *m = p->module;
	const char *source = xp_pool(path);
	uint32_t from = 0, i, k;

	for (i = 0; i < m->n_variables; i++)
	{
		const XpVar *var = value_for(&m->variables[i].name, vars, n_vars);

		if (var == NULL)
			continue;
		put(w, source + from, m->variables[i].from - from);
		put_value(w, var);
		from = m->variables[i].to;
	}
	put(w, source + from, p->tok.off - from);
	for (i = 0; i < n_vars && w->st == BX_OK; i++)
	{
		/* the last of one name counts */
		for (k = i + 1; k < n_vars; k++)
			if (bx_same_bytes(vars[i].local, vars[i].local_len, vars[k].local, vars[k].local_len) &&
				bx_same_bytes(vars[i].uri, vars[i].uri_len, vars[k].uri, vars[k].uri_len))
				break;
		if (k < n_vars || is_declared(m, &vars[i]) || !uses_var(path, &vars[i]))
			continue;
		put_text(w, "declare variable $");
		if (vars[i].uri_len > 0)
		{
			put_text(w, "Q{");
			put(w, vars[i].uri, vars[i].uri_len);
			put_text(w, "}");
		}
		put(w, vars[i].local, vars[i].local_len);
		put_value(w, &vars[i]);
		put_text(w, "; ");
	}
	put(w, source + p->tok.off, path->source_len - p->tok.off);
}

BxStatus
xp_bind_vars(const XpBlock *path, const XpVar *vars, uint32_t n_vars, size_t reserve, BxArena *arena,
			 XpBlock **block, BxError *err)
{
	Rewrite w = {.err = err, .st = BX_OK};
	BxStatus st;
	QParser p;

	*block = NULL;
	if (n_vars > Q_MAX_PATH_BINDINGS)
		return xp_fail(err, 1, NULL, "more than %d variables", Q_MAX_PATH_BINDINGS);
	BX_TRY(q_prolog_of(&p, bx_str(xp_pool(path), path->source_len), arena, err));
	bx_buf_init(&w.out, arena->host);
	rewrite(&w, &p, path, vars, n_vars);
	st = w.st;
	if (st == BX_OK)
		st = xp_compile((const char *) w.out.data, w.out.len, reserve, arena, block, err);
	bx_buf_free(&w.out);
	return st;
}
