/*
 * fn_text.c -- texts: growing ones, and arguments as text.
 */
#include "fn_int.h"

#include "../../base/bx_utf8.h"
#include "../run/ru_query.h"

#include <math.h>

BxStatus
fn_text_grow(FnText *t, size_t n)
{
	size_t cap = t->cap < 64 ? 128 : t->cap * 2;
	char *s;

	if (n > BX_VALUE_MAX - t->n)
		return bx_fail_too_large(BX_VALUE_MAX, t->err);
	if (cap < t->n + n)
		cap = t->n + n;
	BX_TRY(bx_charge(t->arena->host, t->n / 16)); /* what is copied in the time of a unit */
	s = bx_arena_grow(t->arena, t->s, t->n, cap);
	if (s == NULL)
		return bx_fail_nomem(t->err, cap);
	t->s = s;
	t->cap = cap;
	return BX_OK;
}

BxStatus
fn_text_add(FnText *t, BxStr s)
{
	if (s.n > t->cap - t->n)
		BX_TRY(fn_text_grow(t, s.n));
	if (s.n == 0)
		return BX_OK;
	BX_TRY(bx_long_copy(t->arena->host, t->s + t->n, s.s, s.n));
	t->n += s.n;
	return BX_OK;
}

BxStatus
fn_text_char(FnText *t, uint32_t cp)
{
	if (t->cap - t->n < 4)
		BX_TRY(fn_text_grow(t, 4));
	t->n += bx_utf8_put((uint8_t *) t->s + t->n, cp);
	return BX_OK;
}

BxStatus
fn_arg_text(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, BxStr *s, bool *found)
{
	AtCall at;
	XdItem item;

	*found = false;
	*s = bx_str("", 0);
	BX_TRY(ru_arg(run, op, i, cx, &item, found));
	if (!*found)
		return BX_OK;
	if (at_family(&item) == AT_F_TEXT)
	{
		*s = at_item_str(&item);
		return BX_OK;
	}
	at = ru_at(run, cx);
	return ru_at_op(run, op, at_text(&at, &item, s));
}

BxStatus
fn_arg_range(RuRun *run, const RuOp *op, const RuCx *cx, double *from, double *end)
{
	double length = INFINITY;

	*end = INFINITY;
	BX_TRY(ru_arg_double(run, op, 1, cx, from));
	*from = bx_number_round(*from);
	if (op->n_args < 3)
		return BX_OK;
	BX_TRY(ru_arg_double(run, op, 2, cx, &length));
	*end = *from + bx_number_round(length);
	return BX_OK;
}

BxStatus
fn_arg_or_context(RuRun *run, const RuOp *op, const RuCx *cx, BxStr *s)
{
	AtCall at;
	XdItem item;

	if (op->n_args > 0)
		return ru_arg_str(run, op, 0, cx, s);
	BX_TRY(ru_context(run, op, cx, &item));
	if (at_is_node(&item))
		return xd_node_string(run->forest, cx->arena, &item, s);
	if (!at_is_atomic(&item))
		return ru_fail(run, op, "FOTY0014", "a function has no string value");
	at = ru_at(run, cx);
	return ru_at_op(run, op, at_text(&at, &item, s));
}

/* ---- names ---- */

/* The namespace of a prefix; false where there is none. */
static bool
find_prefix(const RuModule *module, BxStr prefix, BxStr *uri)
{
	uint32_t i = module->n_prefixes;

	while (i-- > 0)
		if (bx_str_equal(module->prefixes[i].prefix, prefix))
		{
			*uri = module->prefixes[i].uri;
			return true;
		}
	return false;
}

bool
fn_eqname(const RuRun *run, const RuOp *op, BxStr s, AtName *name)
{
	const char *brace;

	s = bx_str_trim(s);
	*name = (AtName){.uri = bx_str("", 0), .local = s};
	if (bx_str_starts(s, "Q{"))
	{
		brace = memchr(s.s, '}', s.n);
		if (brace == NULL)
			return false;
		name->uri = bx_str_trim(bx_str(s.s + 2, (size_t) (brace - s.s) - 2));
		name->local = bx_str(brace + 1, s.n - (size_t) (brace + 1 - s.s));
	}
	else
	{
		name->prefix = bx_str_prefix(s, &name->local);
		if (name->prefix.n > 0 && !find_prefix(ru_module(run, op), name->prefix, &name->uri))
			return false;
	}
	return bx_is_ncname(name->local.s, name->local.n);
}
