/*
 * fn_collation.c -- collations by their URIs: by code points, without the case of ASCII letters, and those of the host.
 */
#include "fn_int.h"

#include "../run/ru_query.h"
#include "fn_kept.h"
#include "fn_uri.h"

#define NO_CASE "http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive"

static inline uint8_t
fold(char c)
{
	return (uint8_t) (c >= 'A' && c <= 'Z' ? c | 0x20 : c);
}

/* The order of strings once their ASCII letters are small ones. */
static BxStatus
compare_folded(const AtCollation *c, BxStr a, BxStr b, int *order, BxError *err)
{
	size_t n = a.n < b.n ? a.n : b.n, i;

	(void) c, (void) err;
	for (i = 0; i < n; i++)
		if (fold(a.s[i]) != fold(b.s[i]))
		{
			*order = fold(a.s[i]) < fold(b.s[i]) ? -1 : 1;
			return BX_OK;
		}
	*order = (a.n > b.n) - (a.n < b.n);
	return BX_OK;
}

static BxStatus
fold_into(BxArena *arena, BxStr s, BxStr *out, BxError *err)
{
	char *p = bx_arena_alloc(arena, s.n + 1);
	size_t i;

	if (p == NULL)
		return bx_fail_nomem(err, s.n + 1);
	for (i = 0; i < s.n; i++)
	{
		BX_TRY(bx_long_step(arena->host, i, s.n));
		p[i] = (char) fold(s.s[i]);
	}
	*out = bx_str(p, s.n);
	return BX_OK;
}

static BxStatus
key_folded(const AtCollation *c, BxStr s, BxArena *arena, BxStr *key, BxError *err)
{
	(void) c;
	return fold_into(arena, s, key, err);
}

static const AtCollation no_case = {{NO_CASE, sizeof(NO_CASE) - 1}, compare_folded, key_folded, key_folded};

/* In pieces, so that a cancel is heard. */
BxStatus
fn_order_folded(RuRun *run, BxStr a, BxStr b, int *order)
{
	size_t at = 0, x, y;

	do
	{
		BX_TRY(bx_long_piece(run->host, a.n - at, &x));
		BX_TRY(bx_long_piece(run->host, b.n - at, &y));
		BX_TRY(compare_folded(&no_case, bx_str(a.s + at, x), bx_str(b.s + at, y), order, run->err));
		at += x < y ? x : y;
	} while (*order == 0 && at < a.n && at < b.n);
	return BX_OK;
}

BxStatus
fn_fold_ascii(RuRun *run, BxArena *arena, BxStr s, BxStr *out)
{
	return fold_into(arena, s, out, run->err);
}

/* Ask the host, and keep what it has. */
static BxStatus
ask_host(RuRun *run, struct FnKept *kept, BxStr uri, const AtCollation **collation)
{
	FnCollation *known = bx_arena_alloc(run->arena, sizeof(*known));
	const char *copy = bx_arena_strndup(run->arena, uri.s, uri.n);

	if (known == NULL || copy == NULL)
		return bx_fail_nomem(run->err, sizeof(*known) + uri.n);
	uri.s = copy;
	BX_TRY(bx_str_starts(uri, FN_UCA)
			   ? fn_uca(run, uri, collation)
			   : run->external->collation(run->external->ctx, uri, run->arena, collation, run->err));
	if (*collation == NULL)
		return BX_OK;
	*known = (FnCollation){uri, *collation, kept->collations};
	kept->collations = known;
	return BX_OK;
}

/* A collation that the host may have. */
static BxStatus
of_host(RuRun *run, const RuOp *op, BxStr uri, const AtCollation **collation)
{
	struct FnKept *kept;
	const FnCollation *known;

	*collation = NULL;
	BX_TRY(fn_kept(run, &kept));
	for (known = kept->collations; known != NULL && *collation == NULL; known = known->next)
		*collation = bx_str_equal(known->uri, uri) ? known->collation : NULL;
	if (*collation == NULL && run->external != NULL && run->external->collation != NULL)
		BX_TRY(ask_host(run, kept, uri, collation));
	if (*collation != NULL)
		return BX_OK;
	return ru_fail(run, op, "FOCH0002", "collation \"%.*s\" is not known", (int) (uri.n < 100 ? uri.n : 100),
				   uri.s);
}

/* Is it one that needs no host?  *collation is NULL for the one by code points. */
static bool
is_own(BxStr uri, const AtCollation **collation)
{
	bool no_case_wanted = bx_str_is(uri, NO_CASE);

	*collation = no_case_wanted ? &no_case : NULL;
	return no_case_wanted || uri.n == 0 || bx_str_is(uri, FN_CODEPOINT);
}

BxStatus
ru_collation(RuRun *run, const RuOp *op, BxStr uri, const AtCollation **collation)
{
	const RuModule *module = ru_module(run, op);
	BxStr full = uri.n > 0 ? uri : module->default_collation;

	if (is_own(full, collation))
		return BX_OK;
	if (module->base_uri.n > 0 && !fn_uri_is_absolute(full))
	{
		BX_TRY(fn_uri_resolve(run->arena, full, module->base_uri, &full, run->err));
		if (is_own(full, collation))
			return BX_OK;
	}
	return of_host(run, op, full, collation);
}

BxStatus
fn_arg_collation(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, const AtCollation **collation)
{
	BxStr uri = bx_str("", 0);
	bool found = false;
	XdItem item;

	*collation = NULL;
	if (i >= op->n_args)
		return ru_module(run, op)->default_collation.n == 0 ? BX_OK : ru_collation(run, op, uri, collation);
	BX_TRY(ru_arg(run, op, i, cx, &item, &found));
	if (!found)
		return ru_collation(run, op, uri, collation);
	uri = at_item_str(&item);
	return uri.n > 0 ? ru_collation(run, op, uri, collation)
					 : ru_fail(run, op, "FOCH0002", "collation \"\" is not known");
}

bool
fn_folds_ascii(const AtCollation *collation)
{
	return collation == &no_case;
}
