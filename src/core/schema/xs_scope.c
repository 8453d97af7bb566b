/*
 * xs_scope.c -- namespace declarations in scope, values that depend on them, IDs and references to them.
 */
#include "../base/bx_core_int.h"

#include "xs_valid_int.h"

/* ---- prefixes ---- */

BxStatus
xs_scope_declare(BxValidator *v, uint32_t shape)
{
	uint32_t pair = v->bind.table.shapes[shape].name, prefix = v->bind.prefix[pair];

	BX_ROOM(v->host, v->err, v->scope.undo, v->scope.n_undo, v->scope.cap_undo);
	v->scope.undo[v->scope.n_undo++] = (XsUndo){prefix, v->scope.bound[prefix]};
	v->scope.bound[prefix] = pair;
	return BX_OK;
}

void
xs_scope_leave(BxValidator *v, uint32_t n)
{
	while (v->scope.n_undo > n)
	{
		v->scope.n_undo--;
		v->scope.bound[v->scope.undo[v->scope.n_undo].prefix] = v->scope.undo[v->scope.n_undo].pair;
	}
}

static BxStatus
resolve(void *ctx, BxStr prefix, BxStr *uri, bool *found)
{
	const BxValidator *v = ctx;
	uint32_t no = bx_strmap_find(&v->bind.prefixes, prefix.s, prefix.n);

	*uri = bx_str("", 0);
	*found = prefix.n == 0;
	if (bx_str_is(prefix, "xml"))
		no = v->bind.prefix[BX_PAIR_XML];
	else if (no == BX_HASH_NONE || v->scope.bound[no] == BX_PAIR_NONE)
		return BX_OK;
	*uri = bx_pair_uri(&v->bind.table.pairs[bx_str_is(prefix, "xml") ? BX_PAIR_XML : v->scope.bound[no]]);
	*found = prefix.n == 0 || uri->n > 0;
	return BX_OK;
}

static uint32_t
find_symbol(const BxSchema *s, BxStr uri, BxStr local)
{
	uint32_t ns = xs_string_find(s, uri), no = xs_string_find(s, local);

	return ns != XS_NONE && no != XS_NONE ? xs_symbol_find(s, ns, no) : XS_NONE;
}

static bool
is_notation(void *ctx, BxStr uri, BxStr local)
{
	const BxSchema *s = ((const BxValidator *) ctx)->schema;
	uint32_t symbol = find_symbol(s, uri, local);

	return symbol != XS_NONE && s->symbols[symbol].notation;
}

BxStatus
xs_scope_type(BxValidator *v, BxStr text, const XsType **type)
{
	const BxSchema *s = v->schema;
	uint32_t symbol;
	XsValue name;

	*type = NULL;
	v->text.fault = XS_GOOD;
	BX_TRY(xs_value_read(&v->text, s->builtin[AT_QNAME]->simple, bx_str_trim(text), &name));
	if (v->text.fault != XS_GOOD)
		return BX_OK;
	symbol = find_symbol(s, name.uri, name.local);
	if (symbol != XS_NONE)
		*type = s->symbols[symbol].type;
	return BX_OK;
}

/* ---- IDs ---- */

static BxStatus
keep(BxValidator *v, BxStr s, BxStr *kept)
{
	*kept = bx_str(bx_arena_strndup(&v->arena, s.n > 0 ? s.s : "", s.n), s.n);
	return kept->s != NULL ? BX_OK : bx_fail_nomem(v->err, s.n);
}

static BxStatus
add_id(BxValidator *v, BxStr id)
{
	uint32_t no;
	bool added;

	BX_TRY(bx_strmap_add(&v->scope.ids, id.s, id.n, &no, &added, v->err));
	if (!added)
		return xs_report(v, "cvc-id.2", "", "the ID \"%.*s\" is not the only one of its name",
						 (int) (id.n < 80 ? id.n : 80), id.s);
	return keep(v, id, &v->scope.ids.strings[no]);
}

static BxStatus
identity(void *ctx, XsIdentity kind, BxStr id)
{
	BxValidator *v = ctx;
	XsIdRef ref = {.kind = v->at.kind, .shape = v->at.shape, .off = v->at.off};

	if (kind == XS_ID)
		return add_id(v, id);
	BX_ROOM(v->host, v->err, v->scope.refs, v->scope.n_refs, v->scope.cap_refs);
	BX_TRY(keep(v, id, &ref.id));
	BX_TRY(xs_label_keep(v, &ref.label));
	v->scope.refs[v->scope.n_refs++] = ref;
	return BX_OK;
}

BxStatus
xs_scope_end(BxValidator *v)
{
	uint32_t i;

	for (i = 0; i < v->scope.n_refs && !v->stop; i++)
	{
		const XsIdRef *ref = &v->scope.refs[i];

		BX_TRY(bx_step(v->host));
		if (bx_strmap_find(&v->scope.ids, ref->id.s, ref->id.n) != BX_HASH_NONE)
			continue;
		BX_TRY(xs_at_kept(v, ref->kind, ref->shape, ref->off, ref->label));
		BX_TRY(xs_report(v, "cvc-id.1", "", "there is no ID \"%.*s\"",
						 (int) (ref->id.n < 80 ? ref->id.n : 80), ref->id.s));
	}
	return BX_OK;
}

BxStatus
xs_scope_begin(BxValidator *v)
{
	uint32_t n = v->bind.prefixes.map.n + 1;

	v->text = (XsText){.arena = &v->arena,
					   .err = v->err,
					   .resolve = resolve,
					   .identity = identity,
					   .notation = is_notation,
					   .ctx = v};
	v->scope.bound = bx_arena_zalloc(&v->arena, n * sizeof(uint32_t));
	v->scope.n_undo = v->scope.n_refs = 0;
	bx_strmap_init(&v->scope.ids, v->host, NULL);
	return v->scope.bound != NULL ? BX_OK : bx_fail_nomem(v->err, n * sizeof(uint32_t));
}
