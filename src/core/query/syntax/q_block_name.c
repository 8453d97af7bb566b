/*
 * q_block_name.c -- names of a path in its block: where the pool has them, and what is declared for them.
 */
#include "q_block_int.h"

#include <math.h>

/* The namespace of a prefix that the tree has found; it goes into the pool when it is used first. */
static BxStatus
put_uri(QBlock *b, BxStr prefix, BxStr uri, QSpan *span)
{
	const QKnown *known = b->known.items;
	QKnown one = {.prefix = prefix, .from = uri.s};

	for (uint32_t i = b->known.n; i > 0; i--)
		if (known[i - 1].from == uri.s && bx_str_equal(known[i - 1].prefix, prefix))
		{
			*span = known[i - 1].uri;
			return BX_OK;
		}
	BX_TRY(q_emit_text(b, uri, span));
	one.uri = *span;
	return prefix.n > 0 ? q_array_add(b, &b->known, &one, sizeof(one)) : BX_OK;
}

BxStatus
q_meaning(QBlock *b, const AtName *name, XpName *meaning)
{
	QSpan span = {0, 0};

	memset(meaning, 0, sizeof(*meaning));
	if (name->prefix.n > 0)
	{
		BX_TRY(q_emit_text(b, name->prefix, &span));
		meaning->prefix = span.off;
		meaning->prefix_len = span.len;
		if (name->uri.n == 0)
			meaning->flags |= XP_NAME_UNBOUND;
	}
	if (name->uri.n > 0)
	{
		BX_TRY(put_uri(b, name->prefix, name->uri, &span));
		meaning->uri = span.off;
		meaning->uri_len = span.len;
	}
	BX_TRY(q_emit_text(b, name->local, &span));
	meaning->local = span.off;
	meaning->local_len = span.len;
	return BX_OK;
}

BxStatus
q_emit_step_name(QBlock *b, const QExpr *step, uint32_t *number)
{
	const XdTest *test = &step->tests[0];
	XpName name = {.flags = XP_NAME_ANY_LOCAL | XP_NAME_ANY_NS};

	if (!test->any_local || !test->any_uri)
	{
		BX_TRY(q_meaning(b, &step->name, &name));
		name.flags |= (test->any_local ? XP_NAME_ANY_LOCAL : 0u) | (test->any_uri ? XP_NAME_ANY_NS : 0u);
	}
	return q_emit_name(b, &name, number);
}

/* ---- variables ---- */

static bool
same_name(const QBlock *b, const XpName *x, const XpName *y)
{
	return bx_str_equal(q_span_text(b, x->local, x->local_len), q_span_text(b, y->local, y->local_len)) &&
		   bx_str_equal(q_span_text(b, x->uri, x->uri_len), q_span_text(b, y->uri, y->uri_len));
}

/* A reference to a declared variable with a value. */
static BxStatus
put_value(QBlock *b, const QDeclaredValue *value, uint32_t pos, uint32_t *at)
{
	XpExpr node = value->value;

	node.pos = pos;
	if (node.op == XP_NUMBER)
		BX_TRY(q_emit_number(b, value->number, &node.a));
	return q_emit_node(b, &node, at);
}

BxStatus
q_emit_bound(QBlock *b, const XpName *name, uint32_t pos, uint32_t *at)
{
	XpExpr local = {.op = XP_LOCAL, .pos = pos};

	*at = 0;
	if (name->flags != 0)
		return BX_OK;
	for (uint32_t i = b->n_locals; i > 0; i--)
		if (same_name(b, name, &b->locals[i - 1]))
		{
			local.n_args = (uint16_t) (i - 1);
			BX_TRY(q_emit_name(b, name, &local.name));
			return q_emit_node(b, &local, at);
		}
	/* at most Q_MAX_PATH_BINDINGS are looked at */
	for (uint32_t i = 0; i < b->n_values; i++)
		if (same_name(b, name, &b->values[i].name))
			return b->values[i].value.op == XP_NONE ? BX_OK : put_value(b, &b->values[i], pos, at);
	return BX_OK;
}

/* ---- functions ---- */

BxStatus
q_use_function(QBlock *b, const AtName *name)
{
	XpName meaning;

	if (name->prefix.n == 0 && name->uri.s == b->path->function_namespace.s)
		return BX_OK;
	return q_meaning(b, name, &meaning);
}

/* ---- the prolog ---- */

/* The value of a declared variable, as the parser lets it be. */
static BxStatus
declared_value(QBlock *b, const QExpr *e, QDeclaredValue *v)
{
	QSpan span;
	BxStr text;
	double sign = 1;

	if (e->kind == QK_CALL)
	{
		BX_TRY(q_use_function(b, &e->name));
		if (e->n_args == 0)
		{
			v->value.op = XP_CALL;
			v->value.func = (uint8_t) e->number;
			return BX_OK;
		}
		text = bx_str(e->args[0]->value.u.s, e->args[0]->value.n);
		v->value.op = XP_NUMBER;
		v->number = bx_str_is(text, "NaN") ? (double) NAN : (double) INFINITY;
		if (bx_str_is(text, "-INF"))
			v->number = -v->number;
		return BX_OK;
	}
	if (e->kind == QK_UNARY)
	{
		sign = -1;
		e = e->args[0];
	}
	if (e->value.type == AT_DOUBLE)
	{
		v->value.op = XP_NUMBER;
		v->number = sign * e->value.u.d;
		return BX_OK;
	}
	BX_TRY(q_emit_text(b, bx_str(e->value.u.s, e->value.n), &span));
	v->value.op = XP_STRING;
	v->value.a = span.off;
	v->value.b = span.len;
	return BX_OK;
}

static BxStatus
put_values(QBlock *b)
{
	const QModule *m = b->path;
	size_t size = m->n_variables * sizeof(QDeclaredValue);

	if (m->n_variables == 0)
		return BX_OK;
	b->values = bx_arena_zalloc(b->arena, size);
	if (b->values == NULL)
		return bx_fail_nomem(b->err, size);
	for (uint32_t i = 0; i < m->n_variables; i++)
	{
		BX_TRY(q_meaning(b, &m->variables[i].name, &b->values[i].name));
		if (m->variables[i].value != NULL)
			BX_TRY(declared_value(b, m->variables[i].value, &b->values[i]));
	}
	b->n_values = m->n_variables;
	return BX_OK;
}

BxStatus
q_emit_prolog(QBlock *b, uint32_t n_outer)
{
	for (uint32_t i = n_outer; i < b->path->n_namespaces; i++)
	{
		QKnown one = {.prefix = b->path->namespaces[i].prefix, .from = b->path->namespaces[i].uri.s};

		BX_TRY(q_emit_text(b, b->path->namespaces[i].uri, &one.uri));
		BX_TRY(q_array_add(b, &b->known, &one, sizeof(one)));
	}
	return put_values(b);
}
