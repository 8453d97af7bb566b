/*
 * xp_embed.c -- reading a language that has paths in it.
 */
#include "../../base/bx_core_int.h"
#include "xp_parse_int.h"

#include "../../base/bx_utf8.h"
#include "xp_embed.h"
#include "xp_hint.h"

_Static_assert((int) XP_TOK_END == XP_EMBED_END && (int) XP_TOK_NAME == XP_EMBED_NAME &&
				   (int) XP_TOK_NUMBER == XP_EMBED_NUMBER && (int) XP_TOK_LITERAL == XP_EMBED_LITERAL &&
				   (int) XP_TOK_VARIABLE == XP_EMBED_VARIABLE && (int) XP_TOK_ASSIGN == XP_EMBED_ASSIGN,
			   "kinds of token are the lexer's");

struct XpEmbed
{
	XpParser p;
	XpLexer marked;
	XpToken marked_token;
	XpEmbedForm form;
	void *ctx;
	uint32_t first, last; /* parts of the form that is being read */
};

/* xquery: the grammar of the language around; else that of paths, where "&" in a string is a character. */
static BxStatus
open_text(const char *text, size_t n, bool xquery, BxArena *arena, XpEmbed **part, BxError *err)
{
	XpEmbed *x = bx_arena_alloc(arena, sizeof(XpEmbed));

	*part = x;
	if (x == NULL)
		return bx_fail_nomem(err, sizeof(XpEmbed));
	BX_TRY(xp_check_source(text, n, err));
	xp_parse_init(&x->p, text, (uint32_t) n, arena, err);
	x->p.lx.xquery = xquery;
	x->first = x->last = 0;
	if (!xp_build_init(&x->p) || !xp_advance(&x->p) || !xp_parse_prolog(&x->p))
		return x->p.status;
	return BX_OK;
}

BxStatus
xp_embed_open(const char *text, size_t n, BxArena *arena, XpEmbed **part, BxError *err)
{
	return open_text(text, n, true, arena, part, err);
}

/* ---- tokens ---- */

static XpEmbedToken
token_of(const XpToken *t)
{
	return (XpEmbedToken){t->kind, t->off, t->len, t->pos};
}

XpEmbedToken
xp_embed_token(const XpEmbed *x)
{
	return token_of(&x->p.cur);
}

XpEmbedToken
xp_embed_peek(const XpEmbed *x)
{
	XpLexer lexer = x->p.lx;
	XpToken t;

	lexer.err = NULL;
	return xp_lex_next(&lexer, &t) == BX_OK ? token_of(&t) : (XpEmbedToken){0, 0, 0, 0};
}

bool
xp_embed_is(const XpEmbed *x, const XpEmbedToken *t, const char *word)
{
	return t->kind == XP_TOK_NAME && t->len == strlen(word) &&
		   memcmp(xp_source(&x->p, t->off), word, t->len) == 0;
}

uint32_t
xp_embed_behind(const XpEmbed *x)
{
	return x->p.cur.off + x->p.cur.len;
}

const char *
xp_embed_source(const XpEmbed *x, uint32_t *n)
{
	*n = x->p.lx.n;
	return x->p.lx.s;
}

static BxStatus
status_of(const XpEmbed *x, bool ok)
{
	return ok ? BX_OK : x->p.status;
}

BxStatus
xp_embed_next(XpEmbed *x)
{
	return status_of(x, xp_advance(&x->p));
}

BxStatus
xp_embed_seek(XpEmbed *x, uint32_t off)
{
	x->p.lx.at = off;
	return xp_embed_next(x);
}

void
xp_embed_mark(XpEmbed *x)
{
	x->marked = x->p.lx;
	x->marked_token = x->p.cur;
}

void
xp_embed_back(XpEmbed *x)
{
	x->p.lx = x->marked;
	x->p.cur = x->marked_token;
}

uint32_t
xp_embed_pos(const XpEmbed *x, uint32_t off)
{
	return (uint32_t) bx_utf8_length((const uint8_t *) x->p.lx.s, off) + 1;
}

/* ---- expressions and names ---- */

BxStatus
xp_embed_expr(XpEmbed *x, bool many, uint32_t *root)
{
	*root = many ? xp_parse_expr(&x->p) : xp_parse_single(&x->p);
	if (*root == 0)
		return x->p.status;
	if (x->first == 0)
		x->first = *root;
	else
		x->p.nodes[x->last].next = *root;
	x->last = *root;
	return BX_OK;
}

/* The text of a span, in the arena: spans of the extra text move. */
static BxStatus
keep(XpEmbed *x, XpSpan span, BxStr *s)
{
	char *p = bx_arena_alloc(x->p.arena, span.len + 1);

	if (p == NULL)
		return bx_fail_nomem(x->p.err, span.len + 1);
	if (span.len > 0)
		memcpy(p, xp_span_text(&x->p, span), span.len);
	*s = (BxStr){p, span.len};
	return BX_OK;
}

static BxStatus
undeclared(XpEmbed *x, uint32_t pos, uint32_t prefix, uint32_t len)
{
	return xp_undeclared(x->p.err, pos, XP_INVALID, xp_source(&x->p, prefix), len);
}

BxStatus
xp_embed_name(XpEmbed *x, bool element, XpEmbedName *name)
{
	XpParser *p = &x->p;
	XpName meaning;

	if (p->cur.kind != XP_TOK_NAME || p->cur.any_local || p->cur.form == XP_FORM_ANY_NS)
		return status_of(x, xp_unexpected(p, "Expected a name."));
	if (!xp_meaning(p, &p->cur, element, &meaning))
		return p->status;
	if (meaning.flags & XP_NAME_UNBOUND)
		return undeclared(x, p->cur.pos, meaning.prefix, meaning.prefix_len);
	BX_TRY(keep(x, (XpSpan){meaning.prefix, meaning.prefix_len}, &name->prefix));
	BX_TRY(keep(x, (XpSpan){meaning.uri, meaning.uri_len}, &name->uri));
	BX_TRY(keep(x, (XpSpan){meaning.local, meaning.local_len}, &name->local));
	return xp_embed_next(x);
}

BxStatus
xp_embed_namespace(XpEmbed *x, uint32_t off, uint32_t len, BxStr *uri)
{
	XpSpan span = x->p.by_default.uri;

	if (len > 0 && !xp_lookup_prefix(&x->p, (XpSpan){off, len}, &span))
		return x->p.status;
	if (len > 0 && span.len == 0)
		return undeclared(x, xp_embed_pos(x, off), off, len);
	return keep(x, span, uri);
}

XpEmbedScope
xp_embed_scope(const XpEmbed *x)
{
	return (XpEmbedScope){x->p.n_bindings, x->p.by_default.uri.off, x->p.by_default.uri.len};
}

void
xp_embed_leave(XpEmbed *x, XpEmbedScope before)
{
	x->p.n_bindings = before.n;
	x->p.by_default.uri = (XpSpan){before.default_off, before.default_len};
}

BxStatus
xp_embed_declare(XpEmbed *x, uint32_t off, uint32_t len, BxStr uri)
{
	XpSpan span;

	if (!xp_add_text(&x->p, uri.s, uri.n, &span))
		return x->p.status;
	if (len == 0)
	{
		x->p.by_default.uri = span;
		return BX_OK;
	}
	if (x->p.n_bindings == XP_MAX_BINDINGS)
		return status_of(x, xp_error(&x->p, xp_embed_pos(x, off), NULL,
									 "more than %d namespace declarations in scope", XP_MAX_BINDINGS));
	return status_of(x, xp_add_binding(&x->p, (XpSpan){off, len}, span));
}

/*
 * The prolog of a path, or of a language around paths, with a name behind it.  It is read as that of a path: the two
 * differ in the values of variables, which no name depends on.
 */
static BxStatus
name_text(const XpBlock *path, const char *s, size_t n, BxArena *arena, char **text, size_t *len,
		  BxError *err)
{
	bool braced = n > 0 && s[0] == '{';
	size_t prolog = 0;
	XpParser p;

	if (path != NULL)
	{
		BX_TRY(xp_prolog_of(&p, path, arena, err));
		prolog = p.cur.off;
	}
	*len = prolog + braced + n;
	*text = bx_arena_alloc(arena, *len + 1);
	if (*text == NULL)
		return bx_fail_nomem(err, *len);
	if (prolog > 0)
		memcpy(*text, xp_pool(path), prolog);
	(*text)[prolog] = 'Q';
	if (n > 0)
		memcpy(*text + prolog + braced, s, n);
	return BX_OK;
}

static BxStatus
invalid_name(const char *s, size_t n, BxError *err)
{
	char buf[XP_SHOWN_MAX];

	return bx_fail(err, BX_E_XPATH, -1, "invalid name: \"%s\"", xp_shown(s, n, buf));
}

/* The name is in the arena, along with all that reading it takes. */
static BxStatus
read_name(const XpBlock *path, BxStr s, bool element, BxArena *arena, XpEmbedName *name, BxError *err)
{
	XpEmbed *x = NULL;
	XpName meaning;
	char *text;
	size_t len;
	BxStatus st;

	BX_TRY(name_text(path, s.s, s.n, arena, &text, &len, err));
	st = open_text(text, len, false, arena, &x, err);
	if (st != BX_OK)
		return st == BX_E_XPATH ? invalid_name(s.s, s.n, err) : st;
	if (x->p.cur.kind != XP_TOK_NAME || x->p.cur.off + x->p.cur.len != len)
		return invalid_name(s.s, s.n, err);
	if (x->p.cur.form == XP_FORM_PREFIXED && xp_meaning(&x->p, &x->p.cur, element, &meaning) &&
		(meaning.flags & XP_NAME_UNBOUND))
		return xp_undeclared(err, -1, "", xp_source(&x->p, meaning.prefix), meaning.prefix_len);
	st = xp_embed_name(x, element, name);
	return st == BX_E_XPATH ? invalid_name(s.s, s.n, err) : st;
}

static BxStatus
move(BxArena *arena, BxStr *s, BxError *err)
{
	char *p = bx_arena_strndup(arena, s->s, s->n);

	if (p == NULL)
		return bx_fail_nomem(err, s->n);
	s->s = p;
	return BX_OK;
}

/* The parser has some kB, and the text with the prolog: of many names only the names stay in the arena. */
BxStatus
xp_name(const XpBlock *path, const char *s, size_t n, bool element, BxArena *arena, XpEmbedName *name,
		BxError *err)
{
	BxArena scratch;
	BxStatus st;
	size_t bad;

	if (n > XP_MAX_SOURCE || !bx_utf8_is_xml((const uint8_t *) s, n, &bad))
		return bx_fail(err, BX_E_XPATH, -1, "invalid name");
	bx_arena_init(&scratch, arena->host);
	st = read_name(path, bx_str(s, n), element, &scratch, name, err);
	if (st == BX_OK)
		st = move(arena, &name->prefix, err);
	if (st == BX_OK)
		st = move(arena, &name->uri, err);
	if (st == BX_OK)
		st = move(arena, &name->local, err);
	bx_arena_reset(&scratch);
	return st;
}

/* ---- the whole ---- */

BxStatus
xp_embed_unexpected(XpEmbed *x, const char *detail)
{
	return status_of(x, xp_unexpected(&x->p, detail));
}

BxStatus
xp_embed_deeper(XpEmbed *x)
{
	return status_of(x, xp_enter(&x->p));
}

void
xp_embed_higher(XpEmbed *x)
{
	xp_leave(&x->p);
}

static uint32_t
parse_form(XpParser *p)
{
	XpEmbed *x = (XpEmbed *) p;
	XpExpr node = {.op = XP_FOREIGN, .pos = p->cur.pos};
	uint32_t first = x->first, last = x->last;

	x->first = x->last = 0;
	p->status = x->form(x->ctx, &node.n_args);
	node.a = x->first;
	x->first = first;
	x->last = last;
	return p->status == BX_OK ? xp_add_node(p, &node) : 0;
}

static BxStatus
check_prefixes(XpEmbed *x)
{
	const XpParser *p = &x->p;
	const XpExpr *n = xp_first_unbound(p->nodes, p->n_nodes, p->names);

	return n == NULL ? BX_OK
					 : undeclared(x, n->pos, p->names[n->name - 1].prefix, p->names[n->name - 1].prefix_len);
}

BxStatus
xp_embed_parse(XpEmbed *x, XpEmbedForm form, void *ctx, XpBlock **block)
{
	uint32_t root;

	x->form = form;
	x->ctx = ctx;
	root = xp_parse_list(&x->p, parse_form);
	if (root == 0)
		return x->p.status;
	if (x->p.cur.kind != XP_TOK_END)
		return xp_embed_unexpected(x, "Expected an operator, \",\" or the end of the expression.");
	BX_TRY(check_prefixes(x));
	*block = xp_build_block(&x->p, root, 0);
	return status_of(x, *block != NULL);
}
