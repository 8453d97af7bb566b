/*
 * q_embed.c -- reading a language that has paths in it (xpath/syntax/xp_embed.h): the forms of changes.
 */
#include "q_parse_int.h"

#include "../../base/bx_utf8.h"
#include "../../xpath/syntax/xp_embed.h"
#include "../../xpath/syntax/xp_hint.h"
#include "q_block_int.h"

struct XpEmbed
{
	QParser p;
	QBlock b;
	QToken marked;
	uint32_t marked_at;
	XpEmbedForm form;
	void *ctx;
	uint32_t first, last; /* parts of the form that is being read */
};

BxStatus
xp_embed_open(const char *text, size_t n, BxArena *arena, XpEmbed **part, BxError *err)
{
	XpEmbed *x = bx_arena_alloc(arena, sizeof(XpEmbed));

	*part = x;
	if (x == NULL)
		return bx_fail_nomem(err, sizeof(XpEmbed));
	x->first = x->last = 0;
	BX_TRY(q_prolog_of(&x->p, bx_str(text, n), Q_MODE_UPDATE, arena, err));
	BX_TRY(q_block_begin(&x->b, x->p.module, arena, err));
	return q_emit_prolog(&x->b, 0);
}

/* ---- tokens ---- */

static XpEmbedToken
token_of(XpEmbed *x, const QToken *t)
{
	uint8_t kind = t->kind;

	switch (t->kind)
	{
		case Q_TOK_END: kind = XP_EMBED_END; break;
		case Q_TOK_NAME: kind = XP_EMBED_NAME; break;
		case Q_TOK_DOUBLE: kind = XP_EMBED_NUMBER; break;
		case Q_TOK_STRING: kind = XP_EMBED_LITERAL; break;
		case Q_TOK_ASSIGN: kind = XP_EMBED_ASSIGN; break;
		case '$': kind = XP_EMBED_VARIABLE; break;
		default: break;
	}
	return (XpEmbedToken){kind, t->off, t->end - t->off, q_pos(&x->p, t->off)};
}

XpEmbedToken
xp_embed_token(XpEmbed *x)
{
	return token_of(x, &x->p.tok);
}

XpEmbedToken
xp_embed_peek(XpEmbed *x)
{
	BxError *err = x->p.err;
	QToken t;
	BxStatus st;

	x->p.err = NULL;
	st = q_peek(&x->p, &t);
	x->p.err = err;
	return st == BX_OK ? token_of(x, &t) : (XpEmbedToken){0, 0, 0, 0};
}

bool
xp_embed_is(const XpEmbed *x, const XpEmbedToken *t, const char *word)
{
	return t->kind == XP_EMBED_NAME && bx_str_is(bx_str(x->p.s + t->off, t->len), word);
}

uint32_t
xp_embed_behind(const XpEmbed *x)
{
	return x->p.tok.end;
}

const char *
xp_embed_source(const XpEmbed *x, uint32_t *n)
{
	*n = x->p.n;
	return x->p.s;
}

BxStatus
xp_embed_next(XpEmbed *x)
{
	return q_advance(&x->p);
}

BxStatus
xp_embed_seek(XpEmbed *x, uint32_t off)
{
	return q_resume(&x->p, off);
}

void
xp_embed_mark(XpEmbed *x)
{
	x->marked = x->p.tok;
	x->marked_at = x->p.at;
}

void
xp_embed_back(XpEmbed *x)
{
	x->p.tok = x->marked;
	x->p.at = x->marked_at;
}

uint32_t
xp_embed_pos(const XpEmbed *x, uint32_t off)
{
	return (uint32_t) bx_utf8_length((const uint8_t *) x->p.s, off) + 1;
}

BxStatus
xp_embed_unexpected(XpEmbed *x, const char *detail)
{
	return q_unexpected(&x->p, detail);
}

BxStatus
xp_embed_deeper(XpEmbed *x)
{
	return q_enter(&x->p);
}

void
xp_embed_higher(XpEmbed *x)
{
	q_leave(&x->p);
}

/* ---- expressions and names ---- */

/* The node of an expression of paths. */
static BxStatus
put_expr(XpEmbed *x, bool many, uint32_t *at)
{
	QExpr *e;

	BX_TRY(many ? q_expr(&x->p, &e) : q_single(&x->p, &e));
	return q_emit_expr(&x->b, e, at);
}

BxStatus
xp_embed_expr(XpEmbed *x, bool many, uint32_t *root)
{
	BX_TRY(put_expr(x, many, root));
	if (x->first == 0)
		x->first = *root;
	else
		q_nodes(&x->b)[x->last].next = *root;
	x->last = *root;
	return BX_OK;
}

static BxStatus
keep(XpEmbed *x, BxStr *s)
{
	char *p = bx_arena_strndup(x->p.arena, s->n > 0 ? s->s : "", s->n);

	if (p == NULL)
		return bx_fail_nomem(x->p.err, s->n + 1);
	s->s = p;
	return BX_OK;
}

/* What a token means, in the arena; its prefix must be declared. */
static BxStatus
resolve(XpEmbed *x, const QToken *t, bool element, XpEmbedName *name)
{
	AtName meaning;

	BX_TRY(q_resolve(&x->p, t, element ? Q_ELEMENT_DEFAULT : Q_NO_DEFAULT, &meaning));
	if (meaning.prefix.n > 0 && meaning.uri.n == 0)
		return q_undeclared(&x->p, t->off, meaning.prefix);
	*name = (XpEmbedName){meaning.prefix, meaning.uri, meaning.local};
	BX_TRY(keep(x, &name->prefix));
	BX_TRY(keep(x, &name->uri));
	return keep(x, &name->local);
}

BxStatus
xp_embed_name(XpEmbed *x, bool element, XpEmbedName *name)
{
	const QToken *t = &x->p.tok;

	if (t->kind != Q_TOK_NAME || t->any_local || t->form == Q_FORM_ANY_URI)
		return q_unexpected(&x->p, "Expected a name.");
	BX_TRY(resolve(x, t, element, name));
	return q_advance(&x->p);
}

BxStatus
xp_embed_namespace(XpEmbed *x, uint32_t off, uint32_t len, BxStr *uri)
{
	QToken t = {.kind = Q_TOK_NAME, .form = Q_FORM_PREFIXED, .off = off, .prefix = bx_str(x->p.s + off, len)};
	XpEmbedName name;

	*uri = x->p.element_uri;
	if (len == 0)
		return keep(x, uri);
	BX_TRY(resolve(x, &t, false, &name));
	*uri = name.uri;
	return BX_OK;
}

XpEmbedScope
xp_embed_scope(const XpEmbed *x)
{
	return (XpEmbedScope){x->p.namespaces.n, x->p.element_uri};
}

void
xp_embed_leave(XpEmbed *x, XpEmbedScope before)
{
	x->p.namespaces.n = before.n;
	x->p.element_uri = before.elements;
}

BxStatus
xp_embed_declare(XpEmbed *x, uint32_t off, uint32_t len, BxStr uri)
{
	BX_TRY(keep(x, &uri));
	if (len == 0)
	{
		x->p.element_uri = uri;
		return BX_OK;
	}
	if (x->p.namespaces.n >= Q_MAX_PATH_BINDINGS)
		return q_fail(&x->p, off, NULL, NULL, "more than %d namespace declarations in scope",
					  Q_MAX_PATH_BINDINGS);
	return q_bind(&x->p, bx_str(x->p.s + off, len), uri);
}

/* ---- what has forms as its results ---- */

static BxStatus put_one(XpEmbed *x, uint32_t *at);
static BxStatus put_bindings(XpEmbed *x, bool for_each, uint32_t *at);

/* Forms separated by commas: a sequence, when there are several. */
static BxStatus
put_list(XpEmbed *x, uint32_t *at)
{
	XpExpr node = {.op = XP_SEQUENCE, .pos = q_pos(&x->p, x->p.tok.off)};
	uint32_t last, member;

	BX_TRY(put_one(x, at));
	if (!q_is(&x->p, ','))
		return BX_OK;
	node.a = last = *at;
	while (q_is(&x->p, ','))
	{
		BX_TRY(q_advance(&x->p));
		BX_TRY(put_one(x, &member));
		q_nodes(&x->b)[last].next = member;
		last = member;
	}
	return q_emit_node(&x->b, &node, at);
}

static BxStatus
put_parenthesis(XpEmbed *x, uint32_t *at)
{
	XpExpr empty = {.op = XP_SEQUENCE, .pos = q_pos(&x->p, x->p.tok.off)};

	BX_TRY(q_advance(&x->p));
	if (q_is(&x->p, ')'))
	{
		BX_TRY(q_advance(&x->p));
		return q_emit_node(&x->b, &empty, at);
	}
	BX_TRY(put_list(x, at));
	return q_expect(&x->p, ')', "Expected \",\" or \")\".");
}

/* A condition, whose node is in it, with what comes of it. */
static BxStatus
finish_if(XpEmbed *x, XpExpr *node, uint32_t yes, uint32_t no, uint32_t *at)
{
	q_nodes(&x->b)[node->a].next = yes;
	q_nodes(&x->b)[yes].next = no;
	return q_emit_node(&x->b, node, at);
}

/* "if" "(" Expr ")" "then" Form "else" Form */
static BxStatus
put_if(XpEmbed *x, uint32_t *at)
{
	XpExpr node = {.op = XP_IF, .pos = q_pos(&x->p, x->p.tok.off)};
	uint32_t yes, no;

	BX_TRY(q_advance(&x->p));
	BX_TRY(q_expect(&x->p, '(', "Expected \"(\"."));
	BX_TRY(put_expr(x, true, &node.a));
	BX_TRY(q_expect(&x->p, ')', "Expected an operator, \",\" or \")\"."));
	BX_TRY(q_expect_word(&x->p, QW_THEN, "Expected \"then\"."));
	BX_TRY(put_one(x, &yes));
	BX_TRY(q_expect_word(&x->p, QW_ELSE, "Expected \"else\"."));
	BX_TRY(put_one(x, &no));
	return finish_if(x, &node, yes, no, at);
}

static BxStatus
put_where(XpEmbed *x, uint32_t *at)
{
	XpExpr node = {.op = XP_IF, .pos = q_pos(&x->p, x->p.tok.off)};
	XpExpr empty = {.op = XP_SEQUENCE, .pos = node.pos};
	uint32_t yes, no;

	BX_TRY(q_advance(&x->p));
	BX_TRY(put_expr(x, false, &node.a));
	BX_TRY(q_expect_word(&x->p, QW_RETURN, "Expected an operator or \"return\"."));
	BX_TRY(put_one(x, &yes));
	BX_TRY(q_emit_node(&x->b, &empty, &no));
	return finish_if(x, &node, yes, no, at);
}

/* What follows a binding: another one, a clause, or the result. */
static BxStatus
put_bound(XpEmbed *x, bool for_each, uint32_t *at)
{
	if (q_is(&x->p, ','))
	{
		BX_TRY(q_advance(&x->p));
		return put_bindings(x, for_each, at);
	}
	switch (x->p.tok.word)
	{
		case QW_RETURN: BX_TRY(q_advance(&x->p)); return put_one(x, at);
		case QW_FOR:
		case QW_LET: return put_one(x, at);
		case QW_WHERE: return put_where(x, at);
		case QW_ORDER:
		case QW_STABLE:
			return bx_fail(x->p.err, BX_E_UNSUPPORTED, q_pos(&x->p, x->p.tok.off),
						   "\"order by\" in update expressions is not supported");
		default: return q_unexpected(&x->p, "Expected \",\", an operator, \"where\" or \"return\".");
	}
}

/* "$x in a, $y in b return c" is "$x in a return for $y in b return c". */
static BxStatus
put_bindings(XpEmbed *x, bool for_each, uint32_t *at)
{
	XpExpr node = {.op = for_each ? XP_FOR : XP_LET};
	QParam variable;
	uint32_t body;
	XpName name;

	BX_TRY(q_enter(&x->p));
	BX_TRY(q_variable_name(&x->p, &variable));
	BX_TRY(q_emit_binder(&x->b, &variable, &node, &name));
	if (for_each)
		BX_TRY(q_expect_word(&x->p, QW_IN, "Expected \"in\"."));
	else
		BX_TRY(q_expect(&x->p, Q_TOK_ASSIGN, "Expected \":=\"."));
	BX_TRY(put_expr(x, false, &node.a));
	x->b.locals[x->b.n_locals++] = name;
	BX_TRY(put_bound(x, for_each, &body));
	x->b.n_locals--;
	q_leave(&x->p);
	q_nodes(&x->b)[node.a].next = body;
	return q_emit_node(&x->b, &node, at);
}

static BxStatus
put_form(XpEmbed *x, uint32_t *at)
{
	XpExpr node = {.op = XP_FOREIGN, .pos = q_pos(&x->p, x->p.tok.off)};
	uint32_t first = x->first, last = x->last;

	x->first = x->last = 0;
	BX_TRY(x->form(x->ctx, &node.n_args));
	node.a = x->first;
	x->first = first;
	x->last = last;
	return q_emit_node(&x->b, &node, at);
}

/* A form, or what arranges forms.  No path begins there, so the words are enough. */
static BxStatus
put_one(XpEmbed *x, uint32_t *at)
{
	bool for_each = q_is_word(&x->p, QW_FOR);

	BX_TRY(q_enter(&x->p));
	if (q_is_word(&x->p, QW_IF))
		BX_TRY(put_if(x, at));
	else if (for_each || q_is_word(&x->p, QW_LET))
	{
		BX_TRY(q_advance(&x->p));
		BX_TRY(put_bindings(x, for_each, at));
	}
	else
		BX_TRY(q_is(&x->p, '(') ? put_parenthesis(x, at) : put_form(x, at));
	q_leave(&x->p);
	return BX_OK;
}

/* ---- the whole ---- */

static BxStatus
check_prefixes(XpEmbed *x)
{
	const XpName *names = x->b.names.items;
	const XpExpr *n = xp_first_unbound(q_nodes(&x->b), x->b.nodes.n, names);

	return n == NULL ? BX_OK
					 : xp_undeclared(x->p.err, n->pos, XP_INVALID, x->p.s + names[n->name - 1].prefix,
									 names[n->name - 1].prefix_len);
}

BxStatus
xp_embed_parse(XpEmbed *x, XpEmbedForm form, void *ctx, XpBlock **block)
{
	uint32_t root;

	x->form = form;
	x->ctx = ctx;
	BX_TRY(put_list(x, &root));
	if (!q_is(&x->p, Q_TOK_END))
		return q_unexpected(&x->p, "Expected an operator, \",\" or the end of the expression.");
	BX_TRY(check_prefixes(x));
	return q_block_finish(&x->b, root, 0, block);
}
