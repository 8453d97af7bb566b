/*
 * xs_places.c -- the places of a schema, each made once, and their parts.
 *
 * Elements of one name and type are one place, wherever they are declared.  An element may name a type derived from its
 * own (xsi:type), so its parts are those of all of these types as alternatives.
 */
#include "../base/bx_core_int.h"

#include "xs_places_int.h"

#include "../base/bx_array.h"

#define MAX_PLACES 200000

/* ---- what is declared ---- */

static AtType
declared(const XsSimple *simple)
{
	if (simple == NULL || simple->variety != XS_ATOMIC || simple->primitive == AT_ANY_SIMPLE)
		return AT_ANY_TYPE;
	return simple->primitive == AT_FLOAT ? AT_DOUBLE : (AtType) simple->primitive;
}

/* The nearest built-in type that a type is derived from. */
static const char *
builtin_name(const BxSchema *s, const XsSimple *simple)
{
	unsigned i;

	for (; simple != NULL; simple = simple->base)
		for (i = AT_ANY_SIMPLE; i < AT_SCHEMA_TYPES; i++)
			if (s->builtin[i]->simple == simple)
				return at_types[i].name.s;
	return NULL;
}

static const XsSimple *
value_of(const XsType *type)
{
	return type->is_simple || type->content == XS_SIMPLE_CONTENT ? type->simple : NULL;
}

/* ---- the table ---- */

static bool
same_key(const XsPlace *a, const XsPlace *b)
{
	return a->shown.kind == b->shown.kind && a->symbol == b->symbol && a->type == b->type &&
		   a->simple == b->simple && a->any == b->any && a->shown.nillable == b->shown.nillable &&
		   a->shown.unfilled == b->shown.unfilled &&
		   (a->shown.given.s == NULL) == (b->shown.given.s == NULL) &&
		   bx_str_equal(a->shown.given, b->shown.given);
}

static BxStr
given_text(const XsGiven *given)
{
	return given->how != XS_FREE ? given->text : bx_str(NULL, 0);
}

static BxStatus
find(BxPlaces *p, XsPlace *key, uint32_t *place, BxError *err)
{
	uint32_t at,
		hash = bx_hash_numbers(&p->host->seed, key->symbol,
							   (uintptr_t) key->type ^ (uintptr_t) key->simple ^ (uintptr_t) key->any);

	BX_TRY(bx_hashmap_reserve(&p->by_key, err));
	bx_hashmap_foreach (*place, &p->by_key, hash, &at)
		if (same_key(&p->list[*place], key))
			return BX_OK;
	if (p->n == MAX_PLACES)
		return bx_fail(err, BX_E_LIMIT, -1, "the schema has too many places for elements and attributes");
	if (key->symbol != XS_NONE)
	{
		key->shown.uri = xs_uri(p->schema, key->symbol);
		key->shown.local = xs_local(p->schema, key->symbol);
	}
	key->shown.declared = (uint8_t) declared(key->simple);
	key->shown.type = builtin_name(p->schema, key->simple);
	BX_ROOM(p->host, err, p->list, p->n, p->cap);
	p->list[p->n] = *key;
	*place = p->n++;
	bx_hashmap_put(&p->by_key, hash, at, *place);
	return BX_OK;
}

BxStatus
xs_place_element(BxPlaces *p, const XsElement *element, uint32_t *place, BxError *err)
{
	const XsType *type = element->type;
	XsPlace key = {.shown = {.kind = BX_PLACE_ELEMENT,
							 .nillable = element->nillable,
							 .unfilled = element->nillable || element->given.how != XS_FREE,
							 .mixed = !type->is_simple && type->content == XS_MIXED,
							 .given = given_text(&element->given)},
				   .symbol = element->symbol,
				   .type = type,
				   .simple = value_of(type)};

	return find(p, &key, place, err);
}

BxStatus
xs_place_attribute(BxPlaces *p, uint32_t symbol, const XsSimple *simple, uint32_t *place, BxError *err)
{
	XsPlace key = {.shown = {.kind = BX_PLACE_ATTRIBUTE}, .symbol = symbol, .simple = simple};

	return find(p, &key, place, err);
}

BxStatus
xs_place_any(BxPlaces *p, unsigned kind, const XsWildcard *any, uint32_t *place, BxError *err)
{
	XsPlace key = {.shown = {.kind = (uint8_t) kind}, .symbol = XS_NONE, .any = any};

	return find(p, &key, place, err);
}

/* ---- derived types ---- */

/* For each type, how many are derived from it; afterwards where its list ends, when put is set where it begins. */
static BxStatus
list_derived(BxPlaces *p, bool put)
{
	const BxSchema *s = p->schema;
	const XsType *t, *base;
	uint32_t i;

	for (i = 0; i < s->n_types; i++)
	{
		t = s->types[i];
		if (t->abstract)
			continue;
		for (base = t->base; base != NULL && base != t && base != s->builtin[AT_ANY_TYPE]; base = base->base)
		{
			BX_TRY(bx_step(p->host));
			if (put)
				p->derived[--p->derived_at[base->number]] = t;
			else
				p->derived_at[base->number]++;
			if (base->base == base)
				break;
		}
	}
	return BX_OK;
}

static BxStatus
make_derived(BxPlaces *p, BxError *err)
{
	uint32_t i, n = p->schema->n_types;
	size_t all = 0;

	p->derived_at = bx_arena_zalloc(&p->arena, (n + (size_t) 1) * sizeof(uint32_t));
	if (p->derived_at == NULL)
		return bx_fail_nomem(err, n * sizeof(uint32_t));
	BX_TRY(list_derived(p, false));
	for (i = 0; i < n; i++)
		p->derived_at[i] = (uint32_t) (all += p->derived_at[i]);
	p->derived_at[n] = (uint32_t) all;
	p->derived = bx_arena_alloc(&p->arena, (all + 1) * sizeof(XsType *));
	if (p->derived == NULL)
		return bx_fail_nomem(err, all * sizeof(XsType *));
	return list_derived(p, true);
}

/* ---- parts ---- */

/* Parts of an element by the types that it may have, as alternatives. */
static BxStatus
count_types(BxPlaces *p, const XsPlace *place, uint32_t first,
			BxStatus (*count)(BxPlaces *, const XsType *, uint32_t, BxError *), BxError *err)
{
	const XsType *type = place->type;
	uint32_t k, at = p->derived_at[type->number], end = p->derived_at[type->number + 1], n = 0;
	XsCountedList *c = &p->counted;

	for (; at <= end; at++)
	{
		const XsType *t = at < end ? p->derived[at] : type;
		uint32_t from = c->n;

		if (t->abstract || !xs_derived(t, type, type->block))
			continue;
		BX_TRY(count(p, t, from, err));
		for (k = from; k < c->n; k++)
			c->list[k].kid = n;
		n++;
	}
	return n > 1 ? xs_count_choice(p, first, n, err) : BX_OK;
}

/* What the type itself says of the attributes from entry first on. */
static void
look_at_type(BxPlaces *p, const XsType *type, uint32_t first)
{
	const XsWildcard *any = type->any_attribute;
	uint32_t i;

	for (i = first; i < p->counted.n; i++)
	{
		XsCounted *c = &p->counted.list[i];
		uint32_t symbol = p->list[c->place].symbol;
		const XsUse *use = symbol != XS_NONE ? xs_use_find(type, symbol) : NULL;

		if (use != NULL)
			c->given = given_text(&use->given);
		else if (symbol != XS_NONE)
			c->by_type = any == NULL || any->process == XS_SKIP ||
						 !xs_wildcard_takes(any, p->schema->symbols[symbol].ns);
	}
}

static BxStatus
count_element(BxPlaces *p, uint32_t place, BxError *err)
{
	const XsPlace at = p->list[place];
	uint32_t i, n;

	BX_TRY(count_types(p, &at, 0, xs_count_content, err));
	for (i = 0; i < p->counted.n && at.shown.nillable; i++)
		p->counted.list[i].least = 0;
	n = p->counted.n;
	BX_TRY(count_types(p, &at, n, xs_count_attributes, err));
	if (!at.type->abstract)
		look_at_type(p, at.type, n);
	return BX_OK;
}

/* Anything at all. */
static BxStatus
count_anything(BxPlaces *p, BxError *err)
{
	uint32_t place;

	BX_TRY(xs_place_any(p, BX_PLACE_ANY_ELEMENT, &p->skip, &place, err));
	BX_TRY(xs_count_add(p, place, 0, BX_MANY, err));
	BX_TRY(xs_place_any(p, BX_PLACE_ANY_ATTRIBUTE, &p->skip, &place, err));
	return xs_count_add(p, place, 0, BX_MANY, err);
}

static BxStatus
count_roots(BxPlaces *p, BxError *err)
{
	const BxSchema *s = p->schema;
	uint32_t i, place, n = p->root != NULL ? 1 : s->n_roots;

	for (i = 0; i < n; i++)
	{
		const XsElement *root = p->root != NULL ? p->root : s->roots[i];

		if (root->abstract)
			continue;
		BX_TRY(xs_place_element(p, root, &place, err));
		BX_TRY(xs_count_add(p, place, n == 1, 1, err));
	}
	return BX_OK;
}

static BxStatus
open_place(BxPlaces *p, uint32_t place, BxError *err)
{
	const XsPlace *at = &p->list[place];
	BxPart *parts;
	uint32_t i;

	p->counted.n = p->counted.seen = 0;
	if (at->shown.kind == BX_PLACE_DOCUMENT)
		BX_TRY(count_roots(p, err));
	else if (at->shown.kind == BX_PLACE_ANY_ELEMENT || at->type == p->schema->builtin[AT_ANY_TYPE])
		BX_TRY(count_anything(p, err));
	else if (at->shown.kind == BX_PLACE_ELEMENT)
		BX_TRY(count_element(p, place, err));
	parts = bx_arena_alloc(&p->arena, (p->counted.n + (size_t) 1) * sizeof(BxPart));
	if (parts == NULL)
		return bx_fail_nomem(err, p->counted.n * sizeof(BxPart));
	for (i = 0; i < p->counted.n; i++)
		parts[i] = (BxPart){p->counted.list[i].place, p->counted.list[i].least, p->counted.list[i].most,
							p->counted.list[i].by_type, p->counted.list[i].given};
	p->list[place].parts = parts;
	p->list[place].n_parts = i;
	p->list[place].opened = true;
	return BX_OK;
}

BxStatus
bx_places_parts(BxPlaces *p, uint32_t place, const BxPart **parts, uint32_t *n, BxError *err)
{
	BX_TRY(bx_step(p->host));
	if (!p->list[place].opened)
		BX_TRY(open_place(p, place, err));
	*parts = p->list[place].parts;
	*n = p->list[place].n_parts;
	return BX_OK;
}

/* ---- names ---- */

/* A name against a wildcard: what is declared has a place of its own, unless the wildcard does not look. */
static BxPasses
test_any(const BxPlaces *p, const XsPlace *at, const BxNameTest *test)
{
	const BxSchema *s = p->schema;
	uint32_t ns, local, symbol;

	if (test->uri.s == NULL)
		return BX_PASSES_SOME;
	ns = xs_string_find(s, test->uri);
	if (!xs_wildcard_takes(at->any, ns))
		return BX_PASSES_NO;
	if (test->local.s == NULL || at->any->process == XS_SKIP || ns == XS_NONE)
		return BX_PASSES_SOME;
	local = xs_string_find(s, test->local);
	symbol = local != XS_NONE ? xs_symbol_find(s, ns, local) : XS_NONE;
	if (symbol == XS_NONE)
		return BX_PASSES_SOME;
	return (at->shown.kind == BX_PLACE_ANY_ELEMENT ? s->symbols[symbol].element != NULL
												   : s->symbols[symbol].attribute != NULL)
			   ? BX_PASSES_NO
			   : BX_PASSES_SOME;
}

BxPasses
bx_places_test(const BxPlaces *p, uint32_t place, const BxNameTest *test)
{
	const XsPlace *at = &p->list[place];
	const BxSchemaPlace *shown = &at->shown;

	if (at->any != NULL)
		return test->uri.s == NULL && test->local.s == NULL ? BX_PASSES_ALL : test_any(p, at, test);
	if ((test->uri.s != NULL && !bx_str_equal(test->uri, shown->uri)) ||
		(test->local.s != NULL && !bx_str_equal(test->local, shown->local)))
		return BX_PASSES_NO;
	return BX_PASSES_ALL;
}

/* ---- the whole ---- */

uint32_t
bx_places_count(const BxPlaces *p)
{
	return p->n;
}

const BxSchemaPlace *
bx_places_at(const BxPlaces *p, uint32_t place)
{
	return &p->list[place].shown;
}

void
bx_places_free(BxPlaces *p)
{
	const BxHost *host = p->host;

	bx_hashmap_free(&p->by_key);
	host->release(host->ctx, p->list);
	host->release(host->ctx, p->counted.list);
	bx_arena_reset(&p->arena);
	host->release(host->ctx, p);
}

static BxStatus
find_root(BxPlaces *p, BxStr uri, BxStr local, BxError *err)
{
	const BxSchema *s = p->schema;
	uint32_t i;

	for (i = 0; i < s->n_roots; i++)
		if (bx_str_equal(xs_local(s, s->roots[i]->symbol), local) &&
			bx_str_equal(xs_uri(s, s->roots[i]->symbol), uri))
		{
			p->root = s->roots[i];
			return BX_OK;
		}
	return bx_fail(err, BX_E_ARGUMENT, -1, "the schema declares no global element \"%.*s\"",
				   (int) (local.n < 80 ? local.n : 80), local.s);
}

static BxStatus
fill(BxPlaces *p, BxStr uri, BxStr local, BxError *err)
{
	XsPlace document = {.shown = {.kind = BX_PLACE_DOCUMENT}, .symbol = XS_NONE};
	XsPlace other = {.shown = {.kind = BX_PLACE_OTHER}, .symbol = XS_NONE};
	uint32_t place;

	p->skip = (XsWildcard){.process = XS_SKIP, .space = XS_SPACE_ANY};
	p->xsi = (XsWildcard){.process = XS_SKIP, .space = XS_SPACE_SET, .n = 1, .ns = &p->xsi_ns};
	p->xsi_ns = p->schema->xsi;
	if (local.s != NULL)
		BX_TRY(find_root(p, uri, local, err));
	BX_TRY(find(p, &document, &place, err));
	BX_TRY(find(p, &other, &place, err));
	return make_derived(p, err);
}

BxStatus
bx_places_new(const BxSchema *schema, BxStr uri, BxStr local, const BxHost *host, BxPlaces **places,
			  BxError *err)
{
	BxPlaces *p = host->alloc(host->ctx, sizeof(BxPlaces));
	BxStatus st;

	*places = NULL;
	if (p == NULL)
		return bx_fail_nomem(err, sizeof(BxPlaces));
	memset(p, 0, sizeof(*p));
	p->schema = schema;
	p->host = host;
	bx_arena_init(&p->arena, host);
	bx_hashmap_init(&p->by_key, host, NULL);
	st = fill(p, uri, local, err);
	if (st == BX_OK)
		*places = p;
	else
		bx_places_free(p);
	return st;
}
