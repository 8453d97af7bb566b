/*
 * inf_names.c -- names, and what there is of them: elements, their children and attributes.
 *
 * Each is found, or begun when it is met for the first time; they keep the order in which they are met.
 */
#include "inf_int.h"

#include "../base/bx_array.h"

#define MAX_NAMES 20000
#define XSD "http://www.w3.org/2001/XMLSchema"

/* ---- names ---- */

static BxStatus
too_many(BxError *err)
{
	return bx_fail(err, BX_E_LIMIT, -1, "the documents have more than %d names of elements and attributes",
				   MAX_NAMES);
}

static BxStatus
keep(BxInfer *infer, BxStr *s, BxError *err)
{
	s->s = bx_arena_strndup(&infer->arena, s->n > 0 ? s->s : "", s->n);
	return s->s != NULL ? BX_OK : bx_fail_nomem(err, s->n);
}

/* White space that a schema cannot have in the name of a namespace, where it is collapsed. */
static bool
has_spaces(BxStr uri)
{
	for (size_t i = 0; i < uri.n; i++)
		if ((uint8_t) uri.s[i] < ' ' ||
			(uri.s[i] == ' ' && (i == 0 || i + 1 == uri.n || uri.s[i + 1] == ' ')))
			return true;
	return false;
}

BxStatus
bx_infer_uri(BxInfer *infer, BxStr uri, uint32_t *ns, BxError *err)
{
	bool added;

	if (has_spaces(uri))
		return bx_fail(err, BX_E_UNSUPPORTED, -1,
					   "no schema can have a namespace with white space as in \"%.*s\"",
					   (int) (uri.n < 80 ? uri.n : 80), uri.s);
	BX_TRY(bx_strmap_add(&infer->uris, uri.n > 0 ? uri.s : "", uri.n, ns, &added, err));
	if (*ns >= MAX_NAMES)
		return too_many(err);
	return added ? keep(infer, &infer->uris.strings[*ns], err) : BX_OK;
}

BxStatus
bx_infer_symbol(BxInfer *infer, uint32_t ns, BxStr local, uint32_t *symbol, BxError *err)
{
	size_t n = sizeof(ns) + local.n;
	char *key = bx_arena_alloc(&infer->scratch, n);
	BxStr kept;
	bool added;

	if (key == NULL)
		return bx_fail_nomem(err, n);
	memcpy(key, &ns, sizeof(ns));
	if (local.n > 0)
		memcpy(key + sizeof(ns), local.s, local.n);
	BX_TRY(bx_strmap_add(&infer->names, key, n, symbol, &added, err));
	if (!added)
		return BX_OK;
	if (*symbol >= MAX_NAMES)
		return too_many(err);
	BX_TRY(keep(infer, &infer->names.strings[*symbol], err));
	BX_ROOM(infer->host, err, infer->symbols, *symbol, infer->cap_symbols);
	kept = bx_str(infer->names.strings[*symbol].s + sizeof(ns), local.n);
	infer->symbols[*symbol] = (InfSymbol){ns, kept, INF_NONE, INF_NONE, false};
	return BX_OK;
}

BxStatus
bx_infer_element(BxInfer *infer, uint32_t symbol, uint32_t *element, BxError *err)
{
	InfElement e = {.symbol = symbol,
					.kids = INF_NONE,
					.last_kid = INF_NONE,
					.attributes = INF_NONE,
					.last_attribute = INF_NONE};

	*element = infer->symbols[symbol].element;
	if (*element != INF_NONE)
		return BX_OK;
	if (bx_str_is(infer->uris.strings[infer->symbols[symbol].ns], XSD))
		return bx_fail(err, BX_E_UNSUPPORTED, -1, "a schema of schema documents cannot be inferred");
	bx_infer_values_begin(&e.values);
	BX_ROOM(infer->host, err, infer->elements, infer->n_elements, infer->cap_elements);
	infer->elements[infer->n_elements] = e;
	infer->symbols[symbol].element = *element = infer->n_elements++;
	return BX_OK;
}

BxStatus
bx_infer_kid(BxInfer *infer, uint32_t element, uint32_t symbol, uint32_t *kid, BxError *err)
{
	InfElement *e = &infer->elements[element];
	uint32_t at, hash = bx_hash_numbers(&infer->host->seed, element, symbol);

	BX_TRY(bx_hashmap_reserve(&infer->kid_of, err));
	bx_hashmap_foreach (*kid, &infer->kid_of, hash, &at)
		if (infer->kids[*kid].element == element && infer->kids[*kid].symbol == symbol)
			return BX_OK;
	if (infer->n_kids == 10 * MAX_NAMES)
		return too_many(err);
	BX_ROOM(infer->host, err, infer->kids, infer->n_kids, infer->cap_kids);
	*kid = infer->n_kids++;
	infer->kids[*kid] =
		(InfKid){.element = element, .symbol = symbol, .index = e->n_kids++, .next = INF_NONE};
	bx_hashmap_put(&infer->kid_of, hash, at, *kid);
	if (e->last_kid == INF_NONE)
		e->kids = *kid;
	else
		infer->kids[e->last_kid].next = *kid;
	e->last_kid = *kid;
	return BX_OK;
}

BxStatus
bx_infer_attribute(BxInfer *infer, uint32_t element, uint32_t symbol, uint32_t *attribute, BxError *err)
{
	uint32_t at, hash = bx_hash_numbers(&infer->host->seed, element, symbol);
	InfAttribute new = {.element = element, .symbol = symbol, .next = INF_NONE};
	InfElement *e = element != INF_NONE ? &infer->elements[element] : NULL;

	BX_TRY(bx_hashmap_reserve(&infer->attribute_of, err));
	bx_hashmap_foreach (*attribute, &infer->attribute_of, hash, &at)
		if (infer->attributes[*attribute].element == element &&
			infer->attributes[*attribute].symbol == symbol)
			return BX_OK;
	if (infer->n_attributes == 10 * MAX_NAMES)
		return too_many(err);
	bx_infer_values_begin(&new.values);
	BX_ROOM(infer->host, err, infer->attributes, infer->n_attributes, infer->cap_attributes);
	*attribute = infer->n_attributes++;
	infer->attributes[*attribute] = new;
	bx_hashmap_put(&infer->attribute_of, hash, at, *attribute);
	if (e == NULL)
		infer->symbols[symbol].attribute = *attribute;
	else if (e->last_attribute == INF_NONE)
		e->attributes = *attribute;
	else
		infer->attributes[e->last_attribute].next = *attribute;
	if (e != NULL)
		e->last_attribute = *attribute;
	return BX_OK;
}

BxStatus
bx_infer_order(BxInfer *infer, InfElement *e, BxError *err)
{
	if (e->order == NULL)
		e->order = bx_arena_zalloc(&infer->arena, sizeof(InfOrder));
	return e->order != NULL ? BX_OK : bx_fail_nomem(err, sizeof(InfOrder));
}

BxStatus
bx_infer_name_type(BxInfer *infer, uint32_t symbol, BxError *err)
{
	InfSymbol *s = &infer->symbols[symbol];

	if (bx_str_is(infer->uris.strings[s->ns], XSD))
		return BX_OK;
	if (s->ns == infer->xml)
		return bx_fail(err, BX_E_UNSUPPORTED, -1, "no schema can declare the type xml:%.*s",
					   (int) (s->local.n < 80 ? s->local.n : 80), s->local.s);
	s->type = infer->typed = true;
	return BX_OK;
}
