/*
 * qs_construct.c -- builders of constructors of nodes, of enclosed expressions and string constructors.
 */
#include "../../base/bx_core_int.h"

#include "../run/ru_construct.h"
#include "qs_build.h"

/* The namespaces that a direct constructor declares come into scope. */
static BxStatus
enter_namespaces(QsBuild *b, const QExpr *e, RuConstructor *c)
{
	uint32_t i, n = 0;
	AtPrefix *all;

	for (i = 1; i < e->n_args; i++)
		n += e->args[i] != NULL && e->args[i]->kind == QK_NAMESPACE_DECLARATION;
	if (n == 0)
		return BX_OK;
	all = bx_arena_alloc(b->arena, (b->n_prefixes + n) * sizeof(AtPrefix));
	if (all == NULL)
		return bx_fail_nomem(b->err, (b->n_prefixes + n) * sizeof(AtPrefix));
	memcpy(all, b->prefixes, b->n_prefixes * sizeof(AtPrefix));
	c->declared = all + b->n_prefixes;
	for (i = 1; i < e->n_args; i++)
		if (e->args[i] != NULL && e->args[i]->kind == QK_NAMESPACE_DECLARATION)
			all[b->n_prefixes + c->n_declared++] = (AtPrefix){e->args[i]->name.prefix, e->args[i]->text};
	b->prefixes = all;
	b->n_prefixes += n;
	return BX_OK;
}

/* Is the prefix among the last ones of a list? */
static bool
is_among(const AtPrefix *list, uint32_t from, uint32_t n, BxStr prefix)
{
	uint32_t i;

	for (i = from; i < n; i++)
		if (bx_str_equal(list[i].prefix, prefix))
			return true;
	return false;
}

/* What direct constructors around declare, the innermost for each prefix, and this one does not. */
static BxStatus
find_around(QsBuild *b, RuConstructor *c)
{
	uint32_t first = b->current->n_prefixes;
	uint32_t end = b->n_prefixes - c->n_declared;
	AtPrefix *around;
	uint32_t i;

	if (end <= first)
		return BX_OK;
	around = bx_arena_alloc(b->arena, (end - first) * sizeof(AtPrefix));
	if (around == NULL)
		return bx_fail_nomem(b->err, (end - first) * sizeof(AtPrefix));
	for (i = first; i < end; i++)
		if (!is_among(b->prefixes, i + 1, b->n_prefixes, b->prefixes[i].prefix) && b->prefixes[i].uri.n > 0)
			around[c->n_around++] = b->prefixes[i];
	c->around = around;
	return BX_OK;
}

static const RuClass *
class_of(const QExpr *e)
{
	switch (e->kind)
	{
		case QK_ELEMENT: return &ru_element;
		case QK_ATTRIBUTE: return &ru_attribute;
		case QK_DOCUMENT: return &ru_document;
		case QK_TEXT: return &ru_text;
		case QK_COMMENT: return &ru_comment;
		case QK_PI: return &ru_pi;
		default: return &ru_namespace;
	}
}

static bool
has_name(const QExpr *e)
{
	return e->kind == QK_ELEMENT || e->kind == QK_ATTRIBUTE || e->kind == QK_PI || e->kind == QK_NAMESPACE;
}

/* An argument of the content: items of elements and documents, atomic values of other nodes. */
static BxStatus
build_content(QsBuild *b, const QExpr *e, const QExpr *part, RuOp *op)
{
	RuOp *arg;

	if (part == NULL || part->kind == QK_NAMESPACE_DECLARATION)
		return BX_OK;
	BX_TRY(qs_written(b, part, &arg));
	if (e->kind != QK_ELEMENT && e->kind != QK_DOCUMENT)
		BX_TRY(qs_atomize(b, &arg));
	op->args[op->n_args++] = arg;
	return BX_OK;
}

static BxStatus
new_constructor(QsBuild *b, const QExpr *e, RuOp **op, RuConstructor **c)
{
	*c = bx_arena_zalloc(b->arena, sizeof(RuConstructor));
	if (*c == NULL)
		return bx_fail_nomem(b->err, sizeof(RuConstructor));
	(*c)->name = e->name;
	BX_TRY(qs_new(b, class_of(e), e->pos, e->n_args + 1, op));
	(*op)->n_args = 0;
	(*op)->data = *c;
	(*op)->uses = RU_NOT_CONSTANT;
	(*op)->type = (RuType){.kind = XD_T_NODE,
						   .occurrence = e->kind == QK_TEXT ? XD_OPTIONAL : XD_ONE,
						   .ordered = true,
						   .flat = true};
	return BX_OK;
}

static BxStatus
build_parts(QsBuild *b, const QExpr *e, RuOp *op, RuConstructor *c)
{
	uint32_t i;

	if (e->kind == QK_ELEMENT && (e->flags & Q_DIRECT))
		BX_TRY(enter_namespaces(b, e, c));
	if (e->kind == QK_ELEMENT)
		BX_TRY(find_around(b, c));
	c->prefixes = b->prefixes;
	c->n_prefixes = b->n_prefixes;
	if (has_name(e))
	{
		op->n_args = 1;
		if (e->n_args > 0 && e->args[0] != NULL)
		{
			BX_TRY(qs_build(b, e->args[0], &op->args[0]));
			BX_TRY(qs_atomize(b, &op->args[0]));
		}
	}
	if (e->kind == QK_COMMENT && (e->flags & Q_DIRECT))
	{
		const XdItem text = at_string_item(e->text);

		op->n_args = 1;
		BX_TRY(qs_constant(b, e->pos, &text, &op->args[0]));
	}
	for (i = has_name(e); i < e->n_args; i++)
		BX_TRY(build_content(b, e, e->args[i], op));
	qs_done(op);
	return BX_OK;
}

BxStatus
qs_constructor(QsBuild *b, const QExpr *e, RuOp **op)
{
	const AtPrefix *prefixes = b->prefixes;
	uint32_t n_prefixes = b->n_prefixes;
	RuConstructor *c;

	BX_TRY(new_constructor(b, e, op, &c));
	BX_TRY(build_parts(b, e, *op, c));
	b->prefixes = prefixes;
	b->n_prefixes = n_prefixes;
	return BX_OK;
}

BxStatus
qs_enclosed(QsBuild *b, const QExpr *e, RuOp **op)
{
	if (e->n_args == 0 || e->args[0] == NULL)
		return qs_empty(b, e->pos, op);
	return qs_build(b, e->args[0], op);
}

BxStatus
qs_string_constructor(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(qs_operands(b, e, &ru_string_constructor, true, op));
	(*op)->type = (RuType){.kind = XD_T_ATOMIC, .atomic = AT_STRING};
	return BX_OK;
}
