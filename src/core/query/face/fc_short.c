/*
 * fc_short.c -- queries that are a path and nothing else, as paths of their own.
 */
#include "fc_query_int.h"

#include "../../base/bx_buf.h"
#include "fc_short.h"

#include <stdio.h>

#define STEPS_MAX 32

/* The path as text; what it cannot say makes it unfit. */
typedef struct PathText
{
	BxBuf prolog, steps;
	uint32_t n_spaces;
	BxError *err;
	BxStatus st;
	bool fits;
} PathText;

static void
put(PathText *t, BxBuf *to, const char *s, size_t n)
{
	if (t->st == BX_OK)
		t->st = bx_buf_append(to, s, n, t->err);
}

#define PUT(t, lit) put(t, &(t)->steps, lit, sizeof(lit) - 1)

static void
put_space(PathText *t, BxStr uri)
{
	char text[64];
	int n = snprintf(text, sizeof(text), "declare namespace n%u=\"", t->n_spaces);

	t->fits &= memchr(uri.s, '"', uri.n) == NULL && memchr(uri.s, '&', uri.n) == NULL;
	put(t, &t->prolog, text, (size_t) n);
	put(t, &t->prolog, uri.s, uri.n);
	put(t, &t->prolog, "\";", 2);
	n = snprintf(text, sizeof(text), "n%u:", t->n_spaces++);
	put(t, &t->steps, text, (size_t) n);
}

static void
put_name(PathText *t, const XdTest *test)
{
	if (test->any_local && test->any_uri)
	{
		PUT(t, "*");
		return;
	}
	t->fits &= !test->any_local && !test->any_uri;
	if (!t->fits)
		return;
	if (test->uri.n > 0)
		put_space(t, test->uri);
	put(t, &t->steps, test->local.s, test->local.n);
}

static void
put_test(PathText *t, const QExpr *step)
{
	const XdTest *test = step->tests;
	unsigned attribute = 1u << XD_ATTRIBUTE, element = 1u << XD_ELEMENT, text = 1u << XD_TEXT;

	t->fits &= step->type == NULL && test->content == NULL && !test->nillable_only;
	if (step->sub == XD_ATTRIBUTE_AXIS && test->kinds == attribute)
	{
		PUT(t, "@");
		put_name(t, test);
	}
	else if (step->sub == XD_CHILD && test->kinds == element)
		put_name(t, test);
	else if (step->sub == XD_CHILD && test->kinds == text)
		PUT(t, "text()");
	else
		t->fits = false;
}

/* A number, or a child or an attribute that is equal to a text. */
static void
put_predicate(PathText *t, const QExpr *e)
{
	bool equals = e->kind == QK_GENERAL_COMPARISON && e->sub == AT_EQ && e->args[0]->kind == QK_STEP &&
				  e->args[0]->n_args == 0 && e->args[1]->kind == QK_LITERAL &&
				  e->args[1]->value.type == AT_STRING;
	char number[32];
	BxStr text;

	PUT(t, "[");
	if (e->kind == QK_LITERAL && e->value.type == AT_INTEGER && e->value.form == AT_FORM_INT &&
		e->value.u.i > 0)
		put(t, &t->steps, number,
			(size_t) snprintf(number, sizeof(number), "%lld", (long long) e->value.u.i));
	else if (equals)
	{
		text = at_item_str(&e->args[1]->value);
		t->fits &= memchr(text.s, '"', text.n) == NULL && memchr(text.s, '&', text.n) == NULL;
		put_test(t, e->args[0]);
		PUT(t, "=\"");
		put(t, &t->steps, text.s, text.n);
		PUT(t, "\"");
	}
	else
		t->fits = false;
	PUT(t, "]");
}

static void
put_step(PathText *t, const QExpr *step)
{
	uint32_t i;

	PUT(t, "/");
	if (step->kind != QK_STEP)
		t->fits = false;
	else if (!(step->flags & Q_FROM_SLASHES))
	{
		put_test(t, step);
		for (i = 0; i < step->n_args && t->fits; i++)
			put_predicate(t, step->args[i]);
	}
}

static bool
is_string(const QExpr *e, uint32_t n_args)
{
	return e->kind == QK_CALL && e->n_args == n_args && bx_str_is(e->name.local, "string") &&
		   bx_str_is(e->name.uri, Q_URI_FN);
}

/* The steps of a path, last one first; *at is what is before them.  0: too many. */
static uint32_t
steps_of(const QExpr **at, const QExpr **steps)
{
	uint32_t n = 0;

	for (; (*at)->kind == QK_PATH && !((*at)->flags & Q_PARENTHESIZED); *at = (*at)->args[0])
	{
		if (n == STEPS_MAX)
			return 0;
		steps[n++] = (*at)->args[1];
	}
	return n;
}

static BxStatus
put_path(PathText *t, const QExpr *body, FcShort *path)
{
	const QExpr *steps[STEPS_MAX], *at = body;
	uint32_t n, last = 0;

	path->use = FC_SHORT_NODES;
	if (is_string(body, 1))
	{
		path->use = FC_SHORT_STRING;
		at = body->args[0];
	}
	n = steps_of(&at, steps);
	if (n > 0 && path->use == FC_SHORT_NODES && is_string(steps[0], 0))
	{
		path->use = FC_SHORT_STRINGS;
		last = 1;
	}
	path->variable = at->name;
	t->fits = n > last && (at->kind == QK_ROOT || at->kind == QK_VARIABLE);
	while (n > last && t->fits)
		put_step(t, steps[--n]);
	return t->st;
}

static BxStatus
make(PathText *t, const QExpr *body, BxArena *arena, FcShort *path, bool *is)
{
	XpBlock *block;
	BxStatus st;

	BX_TRY(put_path(t, body, path));
	if (!t->fits)
		return BX_OK;
	put(t, &t->prolog, (const char *) t->steps.data, t->steps.len);
	BX_TRY(t->st);
	st = xp_compile((const char *) t->prolog.data, t->prolog.len, 0, arena, &block, t->err);
	if (st == BX_OK)
	{
		path->block = block;
		*is = true;
	}
	return st == BX_E_NOMEM ? st : BX_OK;
}

/* Does the prolog say nothing that a path could not, or that changes it? */
static bool
is_bare(const QModule *m)
{
	return m->mode == Q_MODE_QUERY && m->body != NULL && m->n_variables == 0 && m->n_functions == 0 &&
		   m->n_options == 0 && m->n_imports == 0 && m->n_decimal_formats == 0 && !m->context_declared &&
		   m->default_collation.n == 0 && m->flags == 0 && m->base_uri.n == 0;
}

BxStatus
fc_short(const FcQuery *query, BxArena *arena, FcShort *path, bool *is, BxError *err)
{
	PathText text = {.err = err, .st = BX_OK};
	BxStatus st = BX_OK;

	*is = false;
	*path = (FcShort){.block = NULL};
	bx_buf_init(&text.prolog, arena->host);
	bx_buf_init(&text.steps, arena->host);
	if (is_bare(query->module))
		st = make(&text, query->module->body, arena, path, is);
	bx_buf_free(&text.prolog);
	bx_buf_free(&text.steps);
	if (st == BX_OK)
		bx_error_clear(err);
	return st;
}
