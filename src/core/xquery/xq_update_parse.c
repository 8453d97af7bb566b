/*
 * xq_update_parse.c -- primitives: insert, delete, replace, rename, and what arranges them (XQuery Update Facility 1.0,
 * section 2.4).
 */
#include "xq_int.h"

#include <stdarg.h>
#include <stdio.h>

static BxStatus parse_single(XqParser *p, XqUpdateNode **node);

BxStatus
xq_fail(XqParser *p, uint32_t pos, const char *fmt, ...)
{
	char what[BX_MSG_MAX];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	return bx_fail(p->err, BX_E_XPATH, pos, XQ_INVALID "%s", what);
}

bool
xq_at(const XqParser *p, unsigned kind)
{
	return xp_embed_token(p->part).kind == kind;
}

bool
xq_at_word(const XqParser *p, const char *word)
{
	XpEmbedToken t = xp_embed_token(p->part);

	return xp_embed_is(p->part, &t, word);
}

BxStatus
xq_expect(XqParser *p, char c, const char *detail)
{
	return xq_at(p, (unsigned char) c) ? xp_embed_next(p->part) : xp_embed_unexpected(p->part, detail);
}

static BxStatus
expect_word(XqParser *p, const char *word, const char *detail)
{
	return xq_at_word(p, word) ? xp_embed_next(p->part) : xp_embed_unexpected(p->part, detail);
}

static BxStatus
new_node(XqParser *p, XqUpdateKind kind, XqUpdateNode **node)
{
	XqUpdateNode *n = bx_arena_zalloc(p->arena, sizeof(XqUpdateNode));

	*node = n;
	if (n == NULL)
		return bx_fail_nomem(p->err, sizeof(XqUpdateNode));
	n->kind = (uint8_t) kind;
	n->pos = xp_embed_token(p->part).pos;
	return BX_OK;
}

/* Does "()" follow the cursor, with further steps or predicates behind it?  Alone it is the empty sequence. */
static BxStatus
is_step(XqParser *p, bool *step)
{
	XpEmbedToken behind;

	*step = false;
	if (xp_embed_peek(p->part).kind != '(')
		return BX_OK;
	xp_embed_mark(p->part);
	BX_TRY(xp_embed_next(p->part));
	if (xp_embed_peek(p->part).kind == ')')
	{
		BX_TRY(xp_embed_next(p->part));
		behind = xp_embed_peek(p->part);
		*step = behind.kind != 0 && behind.off < p->n && (p->s[behind.off] == '/' || p->s[behind.off] == '[');
	}
	xp_embed_back(p->part);
	return BX_OK;
}

/* "node" or "nodes", unless it is the first step of a path as in "node()/x". */
static BxStatus
skip_node(XqParser *p, XqUpdateNode *n, bool many)
{
	bool step = false;

	n->lenient = true;
	if (xq_at_word(p, "node"))
		BX_TRY(is_step(p, &step));
	else if (!many || !xq_at_word(p, "nodes"))
		return BX_OK;
	if (step)
		return BX_OK;
	n->lenient = false;
	return xp_embed_next(p->part);
}

/* ---- primitives ---- */

static BxStatus
parse_place(XqParser *p, XqUpdateNode *n)
{
	static const char *const expected =
		"Expected \"into\", \"as first into\", \"as last into\", \"before\" or \"after\".";

	n->where = BX_EDIT_INSERT_LAST;
	if (xq_at_word(p, "before") || xq_at_word(p, "after"))
	{
		n->where = xq_at_word(p, "before") ? BX_EDIT_INSERT_BEFORE : BX_EDIT_INSERT_AFTER;
		return xp_embed_next(p->part);
	}
	if (xq_at_word(p, "as"))
	{
		BX_TRY(xp_embed_next(p->part));
		if (!xq_at_word(p, "first") && !xq_at_word(p, "last"))
			return xp_embed_unexpected(p->part, "Expected \"first\" or \"last\".");
		if (xq_at_word(p, "first"))
			n->where = BX_EDIT_INSERT_FIRST;
		BX_TRY(xp_embed_next(p->part));
	}
	return expect_word(p, "into", expected);
}

static BxStatus
parse_insert(XqParser *p, XqUpdateNode *n)
{
	BX_TRY(skip_node(p, n, true));
	BX_TRY(xq_parse_expr(p, &n->source));
	BX_TRY(parse_place(p, n));
	return xp_embed_expr(p->part, false, &n->root);
}

static BxStatus
parse_delete(XqParser *p, XqUpdateNode *n)
{
	BX_TRY(skip_node(p, n, true));
	return xp_embed_expr(p->part, false, &n->root);
}

/* "replace node T with SOURCE", "replace value of node T with E" */
static BxStatus
parse_replace(XqParser *p, XqUpdateNode *n)
{
	XpEmbedToken next = xp_embed_peek(p->part);
	bool value = xq_at_word(p, "value") && xp_embed_is(p->part, &next, "of");

	if (value)
	{
		n->kind = XQ_UPDATE_REPLACE_VALUE;
		BX_TRY(xp_embed_next(p->part));
		BX_TRY(xp_embed_next(p->part));
	}
	BX_TRY(skip_node(p, n, false));
	BX_TRY(xp_embed_expr(p->part, false, &n->root));
	BX_TRY(expect_word(p, "with", "Expected \"with\"."));
	return value ? xp_embed_expr(p->part, false, &n->value) : xq_parse_expr(p, &n->source);
}

static BxStatus
parse_rename(XqParser *p, XqUpdateNode *n)
{
	BX_TRY(skip_node(p, n, false));
	BX_TRY(xp_embed_expr(p->part, false, &n->root));
	BX_TRY(expect_word(p, "as", "Expected \"as\"."));
	return xp_embed_expr(p->part, false, &n->value);
}

/* ---- what arranges them ---- */

/* Members separated by commas; `last` is where the first goes. */
static BxStatus
parse_list(XqParser *p, XqUpdateNode **last)
{
	for (;;)
	{
		BX_TRY(parse_single(p, last));
		last = &(*last)->next;
		if (!xq_at(p, ','))
			return BX_OK;
		BX_TRY(xp_embed_next(p->part));
	}
}

static BxStatus
parse_parenthesis(XqParser *p, XqUpdateNode *n)
{
	if (!xq_at(p, ')'))
		BX_TRY(parse_list(p, &n->kids));
	return xq_expect(p, ')', "Expected \",\" or \")\".");
}

static BxStatus
parse_if(XqParser *p, XqUpdateNode *n)
{
	BX_TRY(xq_expect(p, '(', "Expected \"(\"."));
	BX_TRY(xp_embed_expr(p->part, true, &n->root));
	BX_TRY(xq_expect(p, ')', "Expected an operator or \")\"."));
	BX_TRY(expect_word(p, "then", "Expected \"then\"."));
	BX_TRY(parse_single(p, &n->kids));
	BX_TRY(expect_word(p, "else", "Expected \"else\"."));
	return parse_single(p, &n->kids->next);
}

/* What follows the bindings: further clauses, or what is done. */
static BxStatus
parse_clauses(XqParser *p, XqUpdateNode **node)
{
	BX_TRY(new_node(p, XQ_UPDATE_IF, node));
	if (xq_at_word(p, "where"))
	{
		BX_TRY(xp_embed_next(p->part));
		BX_TRY(xp_embed_expr(p->part, false, &(*node)->root));
		BX_TRY(expect_word(p, "return", "Expected an operator or \"return\"."));
		return parse_single(p, &(*node)->kids);
	}
	if (xq_at_word(p, "for") || xq_at_word(p, "let"))
		return parse_single(p, node);
	if (xq_at_word(p, "order") || xq_at_word(p, "stable"))
		return bx_fail(p->err, BX_E_UNSUPPORTED, xp_embed_token(p->part).pos,
					   "\"order by\" in update expressions is not supported");
	BX_TRY(expect_word(p, "return", "Expected \",\", an operator, \"where\" or \"return\"."));
	return parse_single(p, node);
}

/* "for $x in E, $y in F" is "for $x in E for $y in F". */
static BxStatus
parse_binding(XqParser *p, XqUpdateNode *n)
{
	XpEmbedVariable variable;

	BX_TRY(xp_embed_variable(p->part, &variable));
	n->place = variable.place;
	if (n->kind == XQ_UPDATE_FOR)
		BX_TRY(expect_word(p, "in", "Expected \"in\"."));
	else if (xq_at(p, XP_EMBED_ASSIGN))
		BX_TRY(xp_embed_next(p->part));
	else
		return xp_embed_unexpected(p->part, "Expected \":=\".");
	BX_TRY(xp_embed_expr(p->part, false, &n->root));
	xp_embed_enter(p->part, &variable);
	if (xq_at(p, ','))
	{
		BX_TRY(new_node(p, (XqUpdateKind) n->kind, &n->kids));
		BX_TRY(xp_embed_deeper(p->part));
		BX_TRY(xp_embed_next(p->part));
		BX_TRY(parse_binding(p, n->kids));
		xp_embed_higher(p->part);
	}
	else
		BX_TRY(parse_clauses(p, &n->kids));
	xp_embed_leave(p->part);
	return BX_OK;
}

typedef struct Form
{
	const char *word;
	XqUpdateKind kind;
	BxStatus (*parse)(XqParser *p, XqUpdateNode *n);
} Form;

static const Form forms[] = {
	{"insert", XQ_UPDATE_INSERT, parse_insert},
	{"delete", XQ_UPDATE_DELETE, parse_delete},
	{"replace", XQ_UPDATE_REPLACE, parse_replace},
	{"rename", XQ_UPDATE_RENAME, parse_rename},
	{"if", XQ_UPDATE_IF, parse_if},
	{"for", XQ_UPDATE_FOR, parse_binding},
	{"let", XQ_UPDATE_LET, parse_binding},
};

static BxStatus
parse_single(XqParser *p, XqUpdateNode **node)
{
	const Form *form = NULL;
	size_t i;

	for (i = 0; i < sizeof(forms) / sizeof(forms[0]) && form == NULL; i++)
		if (xq_at_word(p, forms[i].word))
			form = &forms[i];
	if (form == NULL && !xq_at(p, '('))
		return xp_embed_unexpected(
			p->part,
			"Expected \"insert\", \"delete\", \"replace\", \"rename\", \"if\", \"for\", \"let\" or \"(\".");
	BX_TRY(xp_embed_deeper(p->part));
	BX_TRY(new_node(p, form != NULL ? form->kind : XQ_UPDATE_LIST, node));
	BX_TRY(xp_embed_next(p->part));
	BX_TRY(form != NULL ? form->parse(p, *node) : parse_parenthesis(p, *node));
	xp_embed_higher(p->part);
	return BX_OK;
}

/* ---- the whole ---- */

/* What the reader of paths says of the syntax is said of this language. */
static void
name_language(BxError *err)
{
	const size_t n = strlen(XP_INVALID);
	char what[BX_MSG_MAX];

	if (err->status != BX_E_XPATH || strncmp(err->msg, XP_INVALID, n) != 0)
		return;
	memcpy(what, err->msg + n, strlen(err->msg) - n + 1);
	snprintf(err->msg, sizeof(err->msg), XQ_INVALID "%.*s", (int) (BX_MSG_MAX - sizeof(XQ_INVALID)), what);
}

static BxStatus
compile(const char *text, size_t n, BxArena *arena, XqUpdate **update, BxError *err)
{
	XqParser p = {.arena = arena, .err = err};
	XqUpdate *u = bx_arena_zalloc(arena, sizeof(XqUpdate));
	XpBlock *block;

	*update = u;
	if (u == NULL)
		return bx_fail_nomem(err, sizeof(XqUpdate));
	BX_TRY(xp_embed_open(text, n, arena, &p.part, err));
	p.s = xp_embed_source(p.part, &p.n);
	BX_TRY(new_node(&p, XQ_UPDATE_LIST, &u->root));
	BX_TRY(parse_list(&p, &u->root->kids));
	if (!xq_at(&p, XP_EMBED_END))
		return xp_embed_unexpected(p.part, "Expected an operator, \",\" or the end of the expression.");
	BX_TRY(xp_embed_finish(p.part, &block));
	u->block = block->root != 0 ? block : NULL;
	return BX_OK;
}

BxStatus
xq_update_compile(const char *text, size_t n, BxArena *arena, XqUpdate **update, BxError *err)
{
	BxStatus st = compile(text, n, arena, update, err);

	if (st != BX_OK)
		name_language(err);
	return st;
}

const XpBlock *
xq_update_block(const XqUpdate *update)
{
	return update->block;
}
