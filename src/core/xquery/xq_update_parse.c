/*
 * xq_update_parse.c -- primitives: insert, delete, replace, rename (XQuery Update Facility 1.0, section 2.4).  What
 * arranges them is grammar of paths.
 */
#include "xq_update_int.h"

#include <stdarg.h>
#include <stdio.h>

BxStatus
xq_fail(XqParser *p, uint32_t pos, const char *fmt, ...)
{
	char what[BX_MSG_MAX];

	BX_PUT_MESSAGE(what, fmt);
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
skip_node(XqParser *p, XqPrimitive *n, bool many)
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
parse_place(XqParser *p, XqPrimitive *n)
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
parse_insert(XqParser *p, XqPrimitive *n)
{
	BX_TRY(skip_node(p, n, true));
	BX_TRY(xq_parse_expr(p, &n->source));
	BX_TRY(parse_place(p, n));
	return xp_embed_expr(p->part, false, &n->root);
}

static BxStatus
parse_delete(XqParser *p, XqPrimitive *n)
{
	BX_TRY(skip_node(p, n, true));
	return xp_embed_expr(p->part, false, &n->root);
}

/* "node", the target, and the word behind it. */
static BxStatus
parse_target(XqParser *p, XqPrimitive *n, const char *word, const char *expected)
{
	BX_TRY(skip_node(p, n, false));
	BX_TRY(xp_embed_expr(p->part, false, &n->root));
	return expect_word(p, word, expected);
}

/* "replace node T with SOURCE", "replace value of node T with E" */
static BxStatus
parse_replace(XqParser *p, XqPrimitive *n)
{
	XpEmbedToken next = xp_embed_peek(p->part);
	bool value = xq_at_word(p, "value") && xp_embed_is(p->part, &next, "of");

	if (value)
	{
		n->kind = XQ_UPDATE_REPLACE_VALUE;
		BX_TRY(xp_embed_next(p->part));
		BX_TRY(xp_embed_next(p->part));
	}
	BX_TRY(parse_target(p, n, "with", "Expected \"with\"."));
	return value ? xp_embed_expr(p->part, false, &n->value) : xq_parse_expr(p, &n->source);
}

static BxStatus
parse_rename(XqParser *p, XqPrimitive *n)
{
	BX_TRY(parse_target(p, n, "as", "Expected \"as\"."));
	return xp_embed_expr(p->part, false, &n->value);
}

typedef struct Form
{
	const char *word;
	XqUpdateKind kind;
	BxStatus (*parse)(XqParser *p, XqPrimitive *n);
} Form;

static const Form forms[] = {
	{"insert", XQ_UPDATE_INSERT, parse_insert},
	{"delete", XQ_UPDATE_DELETE, parse_delete},
	{"replace", XQ_UPDATE_REPLACE, parse_replace},
	{"rename", XQ_UPDATE_RENAME, parse_rename},
};

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

typedef struct Compilation
{
	XqParser p;
	XqUpdate *u;
	uint32_t room; /* for primitives */
} Compilation;

static BxStatus
add_primitive(Compilation *c, const XqPrimitive *n)
{
	XqUpdate *u = c->u;
	uint32_t room = u->n_primitives == 0 ? 4 : 2 * u->n_primitives;

	if (u->n_primitives == c->room)
	{
		u->primitives =
			bx_arena_grow(c->p.arena, u->primitives, u->n_primitives * sizeof(*n), room * sizeof(*n));
		if (u->primitives == NULL)
			return bx_fail_nomem(c->p.err, room * sizeof(*n));
		c->room = room;
	}
	u->primitives[u->n_primitives++] = *n;
	return BX_OK;
}

static BxStatus
parse_form(void *ctx, uint16_t *number)
{
	Compilation *c = ctx;
	XqParser *p = &c->p;
	XqPrimitive n = {.pos = xp_embed_token(p->part).pos};
	const Form *form = forms;

	while (form < forms + sizeof(forms) / sizeof(forms[0]) && !xq_at_word(p, form->word))
		form++;
	if (form == forms + sizeof(forms) / sizeof(forms[0]))
		return xp_embed_unexpected(
			p->part,
			"Expected \"insert\", \"delete\", \"replace\", \"rename\", \"if\", \"for\", \"let\" or \"(\".");
	n.kind = (uint8_t) form->kind;
	BX_TRY(xp_embed_next(p->part));
	BX_TRY(form->parse(p, &n));
	*number = (uint16_t) c->u->n_primitives;
	return add_primitive(c, &n);
}

static BxStatus
compile(const char *text, size_t n, BxArena *arena, XqUpdate **update, BxError *err)
{
	Compilation c = {.p = {.arena = arena, .err = err}};
	XpBlock *block;

	*update = c.u = bx_arena_zalloc(arena, sizeof(XqUpdate));
	if (c.u == NULL)
		return bx_fail_nomem(err, sizeof(XqUpdate));
	BX_TRY(xp_embed_open(text, n, arena, &c.p.part, err));
	c.p.s = xp_embed_source(c.p.part, &c.p.n);
	BX_TRY(xp_embed_parse(c.p.part, parse_form, &c, &block));
	c.u->block = block;
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
