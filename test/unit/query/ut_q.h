/*
 * ut_q.h -- queries parsed and shown, for tests of the grammar.
 */
#ifndef UT_Q_H
#define UT_Q_H

#include <stdlib.h>

#include "../../../src/core/base/bx_core_int.h"
#include "../../../src/core/base/bx_buf.h"
#include "../../../src/core/query/syntax/q_parse_int.h"
#include "../../../src/core/query/syntax/q_print_int.h"
#include "../ut.h"

static BxArena utq_arena;
static BxError utq_error;

static inline void
utq_begin(void)
{
	bx_arena_init(&utq_arena, bx_host_libc());
}

static inline void
utq_end(void)
{
	bx_arena_reset(&utq_arena);
}

/* The module; NULL, and a failed check, when it is refused. */
static inline const QModule *
utq_parse(const char *text)
{
	QModule *m = NULL;
	BxStatus st;

	bx_error_clear(&utq_error);
	st = q_parse(bx_str(text, strlen(text)), Q_MODE_QUERY, NULL, 0, &utq_arena, bx_host_libc(), &m,
				 &utq_error);
	CHECKF(st == BX_OK, "%s: %s at %d", text, utq_error.msg, (int) utq_error.pos);
	return st == BX_OK ? m : NULL;
}

/* The code of the error that a text is refused with; NULL when it is not. */
static inline const char *
utq_refused(const char *text)
{
	QModule *m = NULL;

	bx_error_clear(&utq_error);
	if (q_parse(bx_str(text, strlen(text)), Q_MODE_QUERY, NULL, 0, &utq_arena, bx_host_libc(), &m,
				&utq_error) == BX_OK)
		return NULL;
	return utq_error.code;
}

static const char *const utq_kinds[] = {
#define Q_KIND(id, builder) #id,
#include "../../../src/core/query/syntax/q_kinds.def"
#undef Q_KIND
};

/* Does sub of this kind distinguish operators or forms? */
static inline bool
utq_has_sub(const QExpr *e)
{
	switch (e->kind)
	{
		case QK_ARITHMETIC:
		case QK_VALUE_COMPARISON:
		case QK_GENERAL_COMPARISON:
		case QK_NODE_COMPARISON:
		case QK_UNARY:
		case QK_QUANTIFIED:
		case QK_WINDOW:
		case QK_ORDERED:
		case QK_INSERT: return true;
		default: return e->sub != 0;
	}
}

static inline void
utq_put_head(QPrinter *pr, const QExpr *e)
{
	char word[40];
	size_t n = 0;

	for (const char *s = utq_kinds[e->kind]; *s != '\0'; s++)
		word[n++] = (char) (*s >= 'A' && *s <= 'Z' ? *s | 0x20 : *s);
	snprintf(word + n, sizeof(word) - n, utq_has_sub(e) ? "%u" : "", e->sub);
	q_put(pr, word);
	if (e->name.local.n > 0)
	{
		q_put(pr, " ");
		q_put_name(pr, &e->name,
				   e->kind == QK_CALL || e->kind == QK_FUNCTION_REFERENCE ? pr->function_uri : bx_str("", 0));
	}
	else if (e->kind == QK_NAMESPACE_DECLARATION && e->name.prefix.n > 0)
	{
		q_put(pr, " ");
		q_put_str(pr, e->name.prefix);
		q_put(pr, ":");
	}
	snprintf(word, sizeof(word), e->kind == QK_FUNCTION_REFERENCE ? "#%u" : "", e->number);
	q_put(pr, word);
	for (uint32_t i = 0; i < e->n_params; i++)
		if (e->params[i].name.local.n > 0)
		{
			q_put(pr, " ");
			q_put_param(pr, &e->params[i]);
			n = 0;
		}
	q_put(pr, n == 0 ? " :" : "");
}

static inline void
utq_put_tree(QPrinter *pr, const QExpr *e)
{
	if (e == NULL)
		q_put(pr, "-");
	else if (e->kind == QK_LITERAL || e->kind == QK_VARIABLE)
	{
		QExpr bare = *e;

		bare.flags = 0;
		q_put_expr(pr, &bare, Q_LEVEL_EXPR);
	}
	else if (e->kind == QK_STEP)
	{
		QExpr bare = *e;

		bare.flags = 0;
		bare.n_args = 0;
		q_put_expr(pr, &bare, Q_LEVEL_EXPR);
		for (uint32_t i = 0; i < e->n_args; i++)
		{
			q_put(pr, "[");
			utq_put_tree(pr, e->args[i]);
			q_put(pr, "]");
		}
	}
	else
	{
		q_put(pr, "(");
		utq_put_head(pr, e);
		for (uint32_t i = 0; i < e->n_args; i++)
		{
			q_put(pr, " ");
			utq_put_tree(pr, e->args[i]);
		}
		q_put(pr, ")");
	}
}

/* The tree as (kind operand ...): steps, literals and variables as they are written. */
static inline void
utq_tree(const QExpr *e, char *text, size_t n)
{
	BxBuf buf;
	QPrinter pr = {.out = &buf, .err = &utq_error, .element_uri = {"", 0}};
	const char *prefix, *uri;

	bx_buf_init(&buf, bx_host_libc());
	pr.function_uri = bx_str(Q_URI_FN, sizeof(Q_URI_FN) - 1);
	for (size_t i = 0; q_predeclared(i, &prefix, &uri); i++)
		q_scope_add(&pr, bx_str(prefix, strlen(prefix)), bx_str(uri, strlen(uri)));
	utq_put_tree(&pr, e);
	snprintf(text, n, "%.*s", (int) buf.len, (const char *) buf.data);
	bx_buf_free(&buf);
	bx_host_libc()->release(NULL, pr.scope);
}

#endif
