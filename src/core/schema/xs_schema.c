/*
 * xs_schema.c -- a compiled schema as its users see it: names, wildcards, derivation.
 */
#include "../base/bx_core_int.h"

#include "xs_int.h"

#include "../base/bx_array.h"

uint32_t
xs_string_find(const BxSchema *s, BxStr text)
{
	return bx_strmap_find(&s->strings, text.s, text.n);
}

/* The number of a symbol, XS_NONE when it is new; *at is then the place for it. */
static uint32_t
symbol_at(const BxSchema *s, uint32_t ns, uint32_t local, uint32_t hash, uint32_t *at)
{
	uint32_t i;

	bx_hashmap_foreach (i, &s->by_name, hash, at)
		if (s->symbols[i].ns == ns && s->symbols[i].local == local)
			break;
	return i;
}

uint32_t
xs_symbol_find(const BxSchema *s, uint32_t ns, uint32_t local)
{
	uint32_t at;

	return symbol_at(s, ns, local, bx_hash_numbers(&s->host->seed, ns, local), &at);
}

BxStatus
xs_string_add(BxSchema *s, BxStr text, uint32_t *no, BxError *err)
{
	bool added;

	BX_TRY(bx_strmap_add(&s->strings, text.s, text.n, no, &added, err));
	if (!added)
		return BX_OK;
	s->strings.strings[*no].s = bx_arena_strndup(&s->arena, text.s, text.n);
	return s->strings.strings[*no].s != NULL ? BX_OK : bx_fail_nomem(err, text.n);
}

BxStatus
xs_symbol_add(BxSchema *s, uint32_t ns, uint32_t local, uint32_t *symbol, BxError *err)
{
	uint32_t at, hash = bx_hash_numbers(&s->host->seed, ns, local);

	BX_TRY(bx_hashmap_reserve(&s->by_name, err));
	*symbol = symbol_at(s, ns, local, hash, &at);
	if (*symbol != XS_NONE)
		return BX_OK;
	BX_ROOM(s->host, err, s->symbols, s->n_symbols, s->cap_symbols);
	s->symbols[s->n_symbols] = (XsSymbol){.ns = ns, .local = local};
	*symbol = s->n_symbols++;
	bx_hashmap_put(&s->by_name, hash, at, *symbol);
	return BX_OK;
}

void
bx_schema_free(BxSchema *s)
{
	const BxHost *host = s->host;

	bx_strmap_free(&s->strings);
	bx_hashmap_free(&s->by_name);
	host->release(host->ctx, s->symbols);
	host->release(host->ctx, s->types);
	host->release(host->ctx, s->roots);
	host->release(host->ctx, s->targets);
	bx_arena_reset(&s->arena);
	host->release(host->ctx, s);
}

size_t
bx_schema_memory(const BxSchema *s)
{
	return sizeof(BxSchema) + s->arena.total + s->cap_symbols * sizeof(XsSymbol) +
		   s->by_name.cap * sizeof(BxHashSlot) + s->strings.cap * sizeof(BxStr) +
		   s->strings.map.cap * sizeof(BxHashSlot) + s->cap_types * sizeof(XsType *);
}

bool
bx_schema_root(const BxSchema *s, uint32_t i, BxStr *uri, BxStr *local, bool *abstract)
{
	if (i >= s->n_roots)
		return false;
	*uri = xs_uri(s, s->roots[i]->symbol);
	*local = xs_local(s, s->roots[i]->symbol);
	*abstract = s->roots[i]->abstract;
	return true;
}

bool
bx_schema_namespace(const BxSchema *s, uint32_t i, BxStr *uri)
{
	if (i >= s->n_targets)
		return false;
	*uri = s->strings.strings[s->targets[i]];
	return true;
}

bool
xs_wildcard_takes(const XsWildcard *w, uint32_t ns)
{
	uint32_t i;

	if (w->space == XS_SPACE_ANY)
		return true;
	if (w->space == XS_SPACE_NOT)
		return ns != 0 && ns != w->ns[0];
	for (i = 0; i < w->n; i++)
		if (w->ns[i] == ns)
			return true;
	return false;
}

const XsUse *
xs_use_find(const XsType *type, uint32_t symbol)
{
	uint32_t lo = 0, hi = type->n_uses;

	while (lo < hi)
	{
		uint32_t mid = lo + (hi - lo) / 2;

		if (type->uses[mid].symbol < symbol)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < type->n_uses && type->uses[lo].symbol == symbol ? &type->uses[lo] : NULL;
}

/* Is the simple type one of the members of a union, or derived from one? */
static bool
is_member(const XsSimple *simple, const XsSimple *of)
{
	const XsSimple *s;
	uint32_t i;

	for (i = 0; of->variety == XS_UNION && i < of->n_members; i++)
	{
		for (s = simple; s != NULL; s = s->base)
			if (s == of->members[i])
				return true;
		if (is_member(simple, of->members[i]))
			return true;
	}
	return false;
}

bool
xs_derived(const XsType *type, const XsType *base, unsigned blocked)
{
	const XsType *t;

	for (t = type; t != NULL; t = t->base)
	{
		if (t == base)
			return true;
		if (t->way & blocked)
			break;
	}
	return type->is_simple && base->is_simple && !(blocked & XS_RESTRICTION) &&
		   is_member(type->simple, base->simple);
}

bool
xs_may_substitute(const XsElement *member, const XsElement *head)
{
	unsigned blocked = head->block | head->type->block;

	if (head->block & XS_SUBSTITUTION)
		return false;
	return xs_derived(member->type, head->type, blocked & (XS_EXTENSION | XS_RESTRICTION));
}

bool
xs_counts_allow(const XsCounts *list, const uint64_t *counters)
{
	uint32_t i;

	for (i = 0; i < list->n; i++)
	{
		const XsCount *c = &list->list[i];

		if (c->op == XS_COUNT_MORE && c->limit != XS_UNBOUNDED && counters[c->counter] >= c->limit)
			return false;
		if (c->op == XS_COUNT_LEAVE && counters[c->counter] < c->limit)
			return false;
	}
	return true;
}

bool
xs_all_complete(const XsModel *m, const uint64_t *bits)
{
	uint32_t i;

	for (i = 0; i < m->n_counters / 2; i++)
		if (m->need[i] & ~(bits != NULL ? bits[i] : 0))
			return false;
	return true;
}

const XsEdge *
xs_first_edge(const XsModel *m, const XsState *state, uint32_t symbol)
{
	const XsEdge *lo = &m->edges[state->first], *end = lo + state->n_edges, *hi = end;

	while (lo < hi)
	{
		const XsEdge *mid = lo + (hi - lo) / 2;

		if (mid->symbol < symbol)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < end && lo->symbol == symbol ? lo : NULL;
}
