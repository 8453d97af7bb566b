/*
 * q_under.c -- names and paths that are given apart from a path, and mean what they mean under its prolog.
 */
#include "q_parse_int.h"

#include "../../base/bx_utf8.h"
#include "../../xpath/syntax/xp_name.h"
#include "../../xpath/syntax/xp_hint.h"
#include "../../xpath/syntax/xp_join.h"
#include "../../xpath/syntax/xp_value.h"
#include "q_edit.h"

static BxStr
source(const XpBlock *path)
{
	return bx_str(xp_pool(path), path->source_len);
}

/* A parser of a text under the declarations of a path, which may be NULL. */
static BxStatus
begin_under(QParser *p, const XpBlock *path, BxStr text, BxArena *arena, BxError *err)
{
	QParser outer;

	if (path == NULL)
		return q_begin(p, text, Q_MODE_PATH, arena, arena->host, err);
	BX_TRY(q_prolog_of(&outer, source(path), arena, err));
	BX_TRY(q_begin(p, text, Q_MODE_PATH, arena, arena->host, err));
	p->namespaces = outer.namespaces;
	p->element_uri = outer.element_uri;
	return BX_OK;
}

/* ---- names ---- */

static BxStatus
invalid_name(BxStr s, BxError *err)
{
	char buf[XP_SHOWN_MAX];

	return bx_fail(err, BX_E_XPATH, -1, "invalid name: \"%s\"", xp_shown(s.s, s.n, buf));
}

/* "Q" in front of a braced name. */
static BxStatus
name_text(BxStr *s, BxArena *arena, BxError *err)
{
	char *text;

	if (s->n == 0 || s->s[0] != '{')
		return BX_OK;
	text = bx_arena_alloc(arena, s->n + 1);
	if (text == NULL)
		return bx_fail_nomem(err, s->n + 1);
	text[0] = 'Q';
	memcpy(text + 1, s->s, s->n);
	*s = bx_str(text, s->n + 1);
	return BX_OK;
}

/* Is the token, all n bytes of a text, the name of something? */
static bool
is_name(const QToken *t, size_t n)
{
	return t->kind == Q_TOK_NAME && !t->any_local && t->form != Q_FORM_ANY_URI && t->off == 0 && t->end == n;
}

/* All that reading takes is in the arena. */
static BxStatus
read_name(const XpBlock *path, BxStr s, QNameUse use, BxArena *arena, AtName *name, BxError *err)
{
	BxStr text = s;
	QParser p;
	BxStatus st;

	BX_TRY(name_text(&text, arena, err));
	st = begin_under(&p, path, text, arena, err);
	if (st != BX_OK)
		return st == BX_E_XPATH ? invalid_name(s, err) : st;
	if (!is_name(&p.tok, text.n))
		return invalid_name(s, err);
	st = q_resolve(&p, &p.tok, use, name);
	if (st == BX_OK && name->prefix.n > 0 && name->uri.n == 0)
		return xp_undeclared(err, -1, "", name->prefix.s, name->prefix.n);
	return st == BX_E_XPATH ? invalid_name(s, err) : st;
}

static BxStatus
move(BxArena *arena, BxStr from, BxStr *to, BxError *err)
{
	char *p = bx_arena_strndup(arena, from.n > 0 ? from.s : "", from.n);

	if (p == NULL)
		return bx_fail_nomem(err, from.n);
	*to = bx_str(p, from.n);
	return BX_OK;
}

/* Of many names only the names stay in the arena. */
BxStatus
xp_name(const XpBlock *path, const char *s, size_t n, bool element, BxArena *arena, XpGivenName *name,
		BxError *err)
{
	AtName meaning;
	BxArena scratch;
	BxStatus st;
	size_t bad;

	if (n > XP_MAX_SOURCE || !bx_utf8_is_xml((const uint8_t *) s, n, &bad))
		return bx_fail(err, BX_E_XPATH, -1, "invalid name");
	bx_arena_init(&scratch, arena->host);
	st = read_name(path, bx_str(s, n), element ? Q_ELEMENT_DEFAULT : Q_NO_DEFAULT, &scratch, &meaning, err);
	if (st == BX_OK)
		st = move(arena, meaning.prefix, &name->prefix, err);
	if (st == BX_OK)
		st = move(arena, meaning.uri, &name->uri, err);
	if (st == BX_OK)
		st = move(arena, meaning.local, &name->local, err);
	bx_arena_reset(&scratch);
	return st;
}

BxStatus
xp_var_name(const XpBlock *path, const char *name, size_t n, BxArena *arena, XpVar *var, BxError *err)
{
	char buf[XP_SHOWN_MAX];
	BxStr uri = {"", 0}, local = bx_str(name, n);
	AtName meaning;
	BxStatus st;
	QParser p;
	size_t bad;

	if (n > XP_MAX_SOURCE || !bx_utf8_is_xml((const uint8_t *) name, n, &bad))
		return xp_fail(err, 1, NULL, "invalid name of a variable");
	/* a name without prefix is in no namespace, whatever the prolog says */
	if (!bx_is_ncname(name, n))
	{
		st = begin_under(&p, path, local, arena, err);
		if (st != BX_OK && st != BX_E_XPATH)
			return st;
		if (st != BX_OK || !is_name(&p.tok, n))
			return xp_fail(err, 1, NULL, "invalid name of a variable: \"%s\"", xp_shown(name, n, buf));
		BX_TRY(q_resolve(&p, &p.tok, Q_NO_DEFAULT, &meaning));
		if (meaning.prefix.n > 0 && meaning.uri.n == 0)
			return xp_fail(err, 1, NULL, "namespace prefix of variable \"%s\" is not declared",
						   xp_shown(name, n, buf));
		uri = meaning.uri;
		local = meaning.local;
	}
	BX_TRY(move(arena, uri, &uri, err));
	BX_TRY(move(arena, local, &local, err));
	var->uri = uri.s;
	var->uri_len = uri.n;
	var->local = local.s;
	var->local_len = local.n;
	return BX_OK;
}

/* ---- paths ---- */

BxStatus
xp_prolog(const XpBlock *path, BxArena *arena, uint32_t *n, BxError *err)
{
	QParser p;

	BX_TRY(q_prolog_of(&p, source(path), arena, err));
	*n = p.tok.off;
	return BX_OK;
}

/* The path has the declarations of the outer one, and is printed with them. */
BxStatus
xp_compile_under(const XpBlock *outer, const char *text, size_t n, BxArena *arena, XpBlock **block,
				 BxError *err)
{
	QEdit d = {.arena = arena, .err = err};
	QParser p, prolog;

	if (xp_is_query_text(text, n))
		return xp_compile(text, n, 0, arena, block, err);
	BX_TRY(q_prolog_of(&prolog, source(outer), arena, err));
	BX_TRY(q_begin(&p, bx_str(text, n), Q_MODE_PATH, arena, arena->host, err));
	p.module = d.path = prolog.module;
	p.namespaces = prolog.namespaces;
	p.element_uri = prolog.element_uri;
	p.prolog = prolog.prolog;
	p.prolog.variables.n = p.module->n_variables;
	BX_TRY(q_prolog(&p));
	BX_TRY(q_body(&p));
	return q_edit_end(&d, 0, block);
}
