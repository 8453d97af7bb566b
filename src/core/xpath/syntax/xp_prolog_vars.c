/*
 * xp_prolog_vars.c -- variables in the prolog of a path.
 *
 *   declare variable $x := "text";      also 5, -1.5, true(), false(), xs:double("INF"), "-INF", "NaN"
 *   declare variable $p:x external;
 *
 * as in XQuery 3.1.  Strings mean what they mean in the expression: no entity references.  A value takes the place of
 * every reference to its variable, so the rest of the library never meets it; an external variable gets its value at
 * the call (xp_vars.c), as one does that is not declared at all.  xp_bind_vars is the way back: it writes values into
 * the prolog.
 */
#include "../../base/bx_core_int.h"
#include "xp_parse_int.h"

#include <math.h>
#include <stdlib.h>

#include "../../base/bx_buf.h"
#include "../../base/bx_utf8.h"
#include "../../value/bx_value.h"
#include "xp_hint_int.h"

/* ---- declarations ---- */

/* At most XP_MAX_BINDINGS are looked at. */
const XpVarDecl *
xp_find_decl(const XpParser *p, XpSpan uri, XpSpan local)
{
	uint32_t i;

	for (i = 0; i < p->n_decls; i++)
		if (xp_span_same(p, p->decls[i].local, local) && xp_span_same(p, p->decls[i].uri, uri))
			return &p->decls[i];
	return NULL;
}

uint32_t
xp_add_declared(XpParser *p, const XpVarDecl *decl, uint32_t pos)
{
	XpExpr node = decl->value;
	uint32_t index;

	node.pos = pos;
	if (node.op == XP_NUMBER)
	{
		index = xp_add_number(p, decl->number);
		if (index == 0)
			return 0;
		node.a = index - 1;
	}
	return xp_add_node(p, &node);
}

static bool
parse_number(XpParser *p, XpVarDecl *decl, double sign)
{
	if (p->cur.kind != XP_TOK_NUMBER)
		return xp_unexpected(p, "Expected a number.");
	decl->value.op = XP_NUMBER;
	decl->number = sign * bx_number_from_text(xp_source(p, p->cur.off), p->cur.len);
	return xp_advance(p);
}

/* Is the token "double" of XML Schema? */
static bool
is_double(XpParser *p, const XpToken *t)
{
	XpName name;

	return t->form != XP_FORM_PLAIN && t->local_len == 6 &&
		   memcmp(xp_source(p, t->local), "double", 6) == 0 && xp_meaning(p, t, false, &name) &&
		   xp_is_schema_name(p, t, &name);
}

/* ("INF"), ("-INF") or ("NaN"): the doubles that no number literal can say */
static bool
parse_double(XpParser *p, XpVarDecl *decl)
{
	static const char *const expected = "Expected \"INF\", \"-INF\" or \"NaN\".";
	XpSpan text;

	if (!xp_advance(p) || !xp_expect(p, '(', "Expected \"(\"."))
		return false;
	if (p->cur.kind != XP_TOK_LITERAL || !xp_literal_text(p, &p->cur, &text))
		return xp_unexpected(p, expected);
	decl->value.op = XP_NUMBER;
	if (xp_span_is(p, text, "INF"))
		decl->number = INFINITY;
	else if (xp_span_is(p, text, "-INF"))
		decl->number = -INFINITY;
	else if (xp_span_is(p, text, "NaN"))
		decl->number = NAN;
	else
		return xp_unexpected(p, expected);
	return xp_advance(p) && xp_expect(p, ')', "Expected \")\".");
}

static bool
parse_value(XpParser *p, XpVarDecl *decl)
{
	static const char *const expected = "Expected a string, a number, true() or false().";
	XpSpan text;

	switch (p->cur.kind)
	{
		case XP_TOK_LITERAL:
			if (!xp_literal_text(p, &p->cur, &text))
				return false;
			decl->value.op = XP_STRING;
			decl->value.a = text.off;
			decl->value.b = text.len;
			return xp_advance(p);
		case XP_TOK_NUMBER: return parse_number(p, decl, 1);
		case '-': return xp_advance(p) && parse_number(p, decl, -1);
		case XP_TOK_NAME: break;
		default: return xp_unexpected(p, expected);
	}
	if (p->cur.follow != '(')
		return xp_unexpected(p, expected);
	if (is_double(p, &p->cur))
		return parse_double(p, decl);
	decl->value.op = XP_CALL;
	decl->value.func = p->status == BX_OK ? (uint8_t) xp_resolve_func(p, &p->cur) : 0;
	if (p->status != BX_OK)
		return false;
	if (decl->value.func != XP_FN_TRUE && decl->value.func != XP_FN_FALSE)
		return xp_unexpected(p, expected);
	return xp_advance(p) && xp_advance(p) && xp_expect(p, ')', "Expected \")\".");
}

/* $x external; or $x := value; with the cursor behind "variable" */
bool
xp_parse_variable_decl(XpParser *p)
{
	XpToken t = p->cur;
	XpVarDecl decl;
	XpVarDecl *decls;
	XpName name;
	char buf[XP_SHOWN_MAX];

	memset(&decl, 0, sizeof(decl));
	if (t.kind != XP_TOK_VARIABLE)
		return xp_unexpected(p, "Expected \"$\" and a name.");
	if (!xp_meaning(p, &t, false, &name))
		return false;
	if (name.flags & XP_NAME_UNBOUND)
	{
		p->status = xp_undeclared(p->err, t.pos, XP_INVALID, xp_source(p, name.prefix), name.prefix_len);
		return false;
	}
	decl.uri = (XpSpan){name.uri, name.uri_len};
	decl.local = (XpSpan){name.local, name.local_len};
	if (xp_find_decl(p, decl.uri, decl.local) != NULL)
		return xp_error(p, t.pos, NULL, "variable \"%s\" is declared twice",
						xp_shown(xp_source(p, t.off), t.len, buf));
	if (p->n_decls == XP_MAX_BINDINGS)
		return xp_error(p, t.pos, NULL, "more than %d variable declarations", XP_MAX_BINDINGS);
	decl.from = t.off + t.len;
	if (!xp_advance(p))
		return false;
	if (p->cur.kind != XP_TOK_ASSIGN)
	{
		if (!xp_expect_word(p, "external", "Expected \":=\" or \"external\"."))
			return false;
	}
	else if (!xp_advance(p) || !parse_value(p, &decl))
		return false;
	decl.to = p->cur.off;
	decls = xp_room(p, p->decls, sizeof(XpVarDecl), p->n_decls, 1, &p->cap_decls);
	if (decls == NULL)
		return false;
	p->decls = decls;
	decls[p->n_decls++] = decl;
	return xp_expect(p, ';', "Expected \";\" after a declaration.");
}

/* ---- names of variables ---- */

/* Parse the prolog of a text that was accepted before; the cursor is then on the expression. */
static BxStatus
parse_prolog(XpParser *p, const char *text, size_t n, BxArena *arena, BxError *err)
{
	xp_parse_init(p, text, (uint32_t) n, arena, err);
	if (!xp_build_init(p) || !xp_advance(p))
		return p->status;
	return xp_parse_prolog(p) ? BX_OK : p->status;
}

static BxStatus
copy_span(XpParser *p, XpSpan span, const char **s, size_t *n)
{
	*s = "";
	*n = span.len;
	if (span.len == 0)
		return BX_OK;
	*s = bx_arena_strndup(p->arena, xp_span_text(p, span), span.len);
	return *s != NULL ? BX_OK : bx_fail_nomem(p->err, span.len);
}

BxStatus
xp_var_name(const XpBlock *path, const char *name, size_t n, BxArena *arena, XpVar *var, BxError *err)
{
	size_t prolog_len, len;
	char buf[XP_SHOWN_MAX];
	XpName meaning;
	char *text;
	XpParser p;

	if (n > XP_MAX_SOURCE || !bx_utf8_is_xml((const uint8_t *) name, n, &len))
		return xp_fail(err, 1, NULL, "invalid name of a variable");
	BX_TRY(parse_prolog(&p, xp_pool(path), path->source_len, arena, err));
	prolog_len = p.cur.off;
	len = prolog_len + 1 + n;
	text = bx_arena_alloc(arena, len);
	if (text == NULL)
		return bx_fail_nomem(err, len);
	memcpy(text, xp_pool(path), prolog_len);
	text[prolog_len] = '$';
	memcpy(text + prolog_len + 1, name, n);
	BX_TRY(parse_prolog(&p, text, len, arena, err));
	if (p.cur.kind != XP_TOK_VARIABLE || p.cur.len != n + 1)
		return xp_fail(err, 1, NULL, "invalid name of a variable: \"%s\"", xp_shown(name, n, buf));
	if (!xp_meaning(&p, &p.cur, false, &meaning))
		return p.status;
	if (meaning.flags & XP_NAME_UNBOUND)
		return xp_fail(err, 1, NULL, "namespace prefix of variable \"%s\" is not declared",
					   xp_shown(name, n, buf));
	BX_TRY(copy_span(&p, (XpSpan){meaning.uri, meaning.uri_len}, &var->uri, &var->uri_len));
	return copy_span(&p, (XpSpan){meaning.local, meaning.local_len}, &var->local, &var->local_len);
}

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
value_for(const XpParser *p, const XpVarDecl *decl, const XpVar *vars, uint32_t n_vars)
{
	const char *uri = decl->uri.len > 0 ? xp_span_text(p, decl->uri) : "";

	while (n_vars-- > 0)
		if (bx_same_bytes(vars[n_vars].local, vars[n_vars].local_len, xp_span_text(p, decl->local),
						  decl->local.len) &&
			bx_same_bytes(vars[n_vars].uri, vars[n_vars].uri_len, uri, decl->uri.len))
			return &vars[n_vars];
	return NULL;
}

bool
xp_uses_var(const XpBlock *path, const XpVar *var)
{
	const XpName *names = xp_names(path);
	const char *pool = xp_pool(path);
	uint32_t i;

	for (i = 1; i < path->n_nodes; i++)
	{
		const XpExpr *node = &xp_nodes(path)[i];
		const XpName *name = &names[node->op == XP_VARIABLE ? node->name - 1 : 0];

		if (node->op == XP_VARIABLE &&
			bx_same_bytes(pool + name->local, name->local_len, var->local, var->local_len) &&
			((name->flags & XP_NAME_UNBOUND) ||
			 bx_same_bytes(pool + name->uri, name->uri_len, var->uri, var->uri_len)))
			return true;
	}
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
	uint32_t i, n = 0;

	if (locals == NULL)
		return bx_fail_nomem(err, size);
	for (i = 1; i < path->n_nodes; i++)
	{
		const XpExpr *node = &xp_nodes(path)[i];
		const XpName *name;

		if (node->op != XP_VARIABLE)
			continue;
		name = &xp_names(path)[node->name - 1];
		locals[n++] = (XpVarLocal){xp_pool(path) + name->local, name->local_len};
	}
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
	*found = st == BX_OK && xp_uses_var(names->path, var);
	if (!*found)
		bx_arena_release(arena, &mark);
	return st == BX_E_XPATH ? BX_OK : st;
}

static bool
is_declared(const XpParser *p, const XpVar *var)
{
	uint32_t i;

	for (i = 0; i < p->n_decls; i++)
		if (value_for(p, &p->decls[i], var, 1) != NULL)
			return true;
	return false;
}

/* Declarations of the prolog with their values, then those that are missing, then the expression. */
static void
rewrite(Rewrite *w, const XpParser *p, const XpBlock *path, const XpVar *vars, uint32_t n_vars)
{
	const char *source = xp_pool(path);
	uint32_t from = 0, i, k;

	for (i = 0; i < p->n_decls; i++)
	{
		const XpVar *var = value_for(p, &p->decls[i], vars, n_vars);

		if (var == NULL)
			continue;
		put(w, source + from, p->decls[i].from - from);
		put_value(w, var);
		from = p->decls[i].to;
	}
	put(w, source + from, p->cur.off - from);
	for (i = 0; i < n_vars && w->st == BX_OK; i++)
	{
		/* the last of one name counts */
		for (k = i + 1; k < n_vars; k++)
			if (bx_same_bytes(vars[i].local, vars[i].local_len, vars[k].local, vars[k].local_len) &&
				bx_same_bytes(vars[i].uri, vars[i].uri_len, vars[k].uri, vars[k].uri_len))
				break;
		if (k < n_vars || is_declared(p, &vars[i]) || !xp_uses_var(path, &vars[i]))
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
	put(w, source + p->cur.off, path->source_len - p->cur.off);
}

BxStatus
xp_bind_vars(const XpBlock *path, const XpVar *vars, uint32_t n_vars, size_t reserve, BxArena *arena,
			 XpBlock **block, BxError *err)
{
	Rewrite w = {.err = err, .st = BX_OK};
	BxStatus st;
	XpParser p;

	*block = NULL;
	if (n_vars > XP_MAX_BINDINGS)
		return xp_fail(err, 1, NULL, "more than %d variables", XP_MAX_BINDINGS);
	BX_TRY(parse_prolog(&p, xp_pool(path), path->source_len, arena, err));
	bx_buf_init(&w.out, arena->host);
	rewrite(&w, &p, path, vars, n_vars);
	st = w.st;
	if (st == BX_OK)
		st = xp_compile((const char *) w.out.data, w.out.len, reserve, arena, block, err);
	bx_buf_free(&w.out);
	return st;
}
