/*
 * xs_compat.c -- two schemas side by side: pairs of what a node is under either of them, from the roots on.
 */
#include "../base/bx_core_int.h"

#include "xs_compat_int.h"

#include <stdarg.h>
#include <stdio.h>

#include "../base/bx_array.h"

#define XS_COMPAT_PAIRS 2000000
#define XS_PATH_STEPS 24 /* shown of a path */

/* ---- reports ---- */

/* "/a/b", or "/a/b/@c". */
static void
put_path(const XsCompat *c, BxStr attribute, char *buf, size_t cap)
{
	uint32_t way[XS_PATH_STEPS], n = 0, at = c->at;
	size_t len = 0;
	int k;

	for (; at != XS_NONE && n < XS_PATH_STEPS; at = c->places[at].outer)
		way[n++] = at;
	k = at != XS_NONE ? snprintf(buf, cap, "...") : 0;
	for (buf[k] = '\0'; n > 0; n--)
	{
		BxStr name = c->places[way[n - 1]].name;

		len += (size_t) k;
		k = snprintf(buf + len, cap - len, "/%.*s", XS_SHOW(name));
	}
	len += (size_t) k;
	if (attribute.s != NULL)
		snprintf(buf + len, cap - len, "/@%.*s", XS_SHOW(attribute));
}

BxStatus
xs_compat_report(XsCompat *c, BxStr attribute, const char *fmt, ...)
{
	char path[(XS_PATH_STEPS + 2) * 84], text[BX_MSG_MAX];
	BxStr name = c->at != XS_NONE ? c->places[c->at].name : bx_str("", 0);
	BxIncompatibility what = {.path = path};
	BxError words;

	if (c->stop)
		return BX_OK;
	BX_PUT_MESSAGE(text, fmt);
	put_path(c, attribute, path, sizeof(path));
	if (path[0] == '\0')
		memcpy(path, "/", 2);
	/* cuts between characters */
	if (c->at == XS_NONE)
		bx_fail(&words, BX_OK, -1, "%s", text);
	else
		bx_fail(&words, BX_OK, -1, "%s \"%.*s\": %s", attribute.s != NULL ? "attribute" : "element",
				XS_SHOW(attribute.s != NULL ? attribute : name), text);
	what.msg = words.msg;
	return c->take(c->ctx, &what, &c->stop);
}

/* ---- pairs ---- */

BxStatus
xs_compat_pair(XsCompat *c, XsPairOf pair, uint32_t *no, bool *added)
{
	uint32_t at, hash = bx_hash_words(&c->host->seed, (uint64_t) (uintptr_t) pair.old,
									  (uint64_t) (uintptr_t) pair.now ^ (uint64_t) pair.kind << 60 ^
										  (uint64_t) pair.blocked << 52);

	BX_TRY(bx_hashmap_reserve(&c->map, c->err));
	*added = false;
	bx_hashmap_foreach (*no, &c->map, hash, &at)
	{
		const XsPairOf *p = &c->pairs[*no];

		if (p->kind == pair.kind && p->old == pair.old && p->now == pair.now && p->blocked == pair.blocked)
			return BX_OK;
	}
	if (c->n_pairs == XS_COMPAT_PAIRS)
		return bx_fail(c->err, BX_E_LIMIT, -1, "the schemas are too large to be compared");
	BX_ROOM(c->host, c->err, c->pairs, c->n_pairs, c->cap_pairs);
	c->pairs[c->n_pairs] = pair;
	*no = c->n_pairs;
	*added = true;
	bx_hashmap_put(&c->map, hash, at, c->n_pairs++);
	return BX_OK;
}

static BxStatus
enter(XsCompat *c, uint32_t outer, BxStr name)
{
	BX_ROOM(c->host, c->err, c->places, c->n_places, c->cap_places);
	c->at = c->n_places;
	c->places[c->n_places++] = (XsMove){outer, name};
	return BX_OK;
}

static BxStatus
add_types(XsCompat *c, unsigned kind, const XsType *old, const XsType *now, unsigned blocked)
{
	XsPairOf pair = {.kind = (uint8_t) kind, .blocked = (uint8_t) blocked, .old = old, .now = now};
	uint32_t no;
	bool added;

	pair.place = c->at;
	return xs_compat_pair(c, pair, &no, &added);
}

/* ---- identity constraints ---- */

static bool
same_name(const XsCompat *c, uint32_t old, uint32_t now)
{
	return old == XS_NONE || now == XS_NONE ? old == now : c->names.symbols[old] == now;
}

static bool
same_space(const XsCompat *c, uint32_t old, uint32_t now)
{
	if (old == XS_NONE || now == XS_NONE)
		return old == now;
	return bx_str_equal(c->old->strings.strings[old], c->now->strings.strings[now]);
}

static bool
same_paths(const XsCompat *c, const XsPaths *old, const XsPaths *now)
{
	uint32_t i, k;

	if (old->n != now->n)
		return false;
	for (i = 0; i < old->n; i++)
	{
		const XsPath *p = &old->list[i], *q = &now->list[i];

		if (p->n != q->n || p->deep != q->deep)
			return false;
		for (k = 0; k < p->n; k++)
			if (p->steps[k].attribute != q->steps[k].attribute ||
				!same_name(c, p->steps[k].symbol, q->steps[k].symbol) ||
				!same_space(c, p->steps[k].ns, q->steps[k].ns))
				return false;
	}
	return true;
}

static bool
same_key(const XsCompat *c, const XsKey *old, const XsKey *now)
{
	uint32_t i;

	/* what is a key is unique as well */
	if ((old->kind != now->kind && !(old->kind == XS_KEY_KEY && now->kind == XS_KEY_UNIQUE)) ||
		old->n_fields != now->n_fields || !same_paths(c, &old->selector, &now->selector))
		return false;
	for (i = 0; i < old->n_fields; i++)
		if (!same_paths(c, &old->fields[i], &now->fields[i]))
			return false;
	return now->kind != XS_KEY_REF || same_name(c, old->refer->symbol, now->refer->symbol);
}

static BxStatus
compare_keys(XsCompat *c, const XsElement *old, const XsElement *now)
{
	uint32_t i, k, n_old = old != NULL ? old->n_keys : 0, n_now = now != NULL ? now->n_keys : 0;

	BX_TRY(bx_steps(c->host, (uint64_t) n_old * n_now));
	for (i = 0; i < n_now && !c->stop; i++)
	{
		const XsKey *key = now->keys[i];

		for (k = 0;
			 k < n_old && !(same_key(c, old->keys[k], key) &&
							(key->kind == XS_KEY_REF || same_name(c, old->keys[k]->symbol, key->symbol)));)
			k++;
		c->refs_kept |= key->kind == XS_KEY_REF;
		if (k == n_old)
			BX_TRY(xs_compat_report(c, bx_str(NULL, 0), "identity constraint \"%.*s\" is new or another one",
									XS_SHOW(xs_local(c->now, key->symbol))));
	}
	for (i = 0; i < n_old; i++)
	{
		for (k = 0; k < n_now && !same_name(c, old->keys[i]->symbol, now->keys[k]->symbol);)
			k++;
		if (k < n_now || old->keys[i]->kind == XS_KEY_REF || c->keys_dropped)
			continue;
		c->keys_dropped = true;
		c->drop_place = c->at;
	}
	return BX_OK;
}

/* ---- elements ---- */

/* An element without text has its default, which must be good for the type that xsi:type names as well. */
static BxStatus
compare_given(XsCompat *c, const XsElement *old, const XsElement *now)
{
	const XsGiven *was = &old->given, *is = &now->given;
	bool good = true;

	if (is->how == XS_FIXED && (was->how != XS_FIXED || !bx_str_equal(was->bytes, is->bytes)))
		return xs_compat_report(c, bx_str(NULL, 0), "its value is fixed now, or another one");
	if (was->how != XS_FREE && (is->how == XS_FREE || !bx_str_equal(was->bytes, is->bytes)))
		return xs_compat_report(c, bx_str(NULL, 0), "it has another default now, or none");
	if (was->how != XS_FREE || is->how == XS_FREE)
		return BX_OK;
	if (old->type->content == XS_SIMPLE_CONTENT)
		BX_TRY(xs_compat_text(c, old->type->simple, bx_str("", 0), &good));
	return good ? xs_compat_report(c, bx_str(NULL, 0), "it has a default now, and may have been empty")
				: BX_OK;
}

static unsigned
blocked_by(const XsElement *element)
{
	return element != NULL ? element->block & (XS_EXTENSION | XS_RESTRICTION) : 0;
}

/* An element that both schemas take at c->at; NULL: it is not declared, and anything may be in it. */
static BxStatus
compare_elements(XsCompat *c, const XsElement *old, const XsElement *now)
{
	const XsType *any_old = c->old->builtin[AT_ANY_TYPE], *any_now = c->now->builtin[AT_ANY_TYPE];
	const XsType *was = old != NULL ? old->type : any_old, *is = now != NULL ? now->type : any_now;

	if (now != NULL && now->abstract)
		return xs_compat_report(c, bx_str(NULL, 0), "it is abstract now");
	if (old == NULL && is != any_now)
		return xs_compat_report(c, bx_str(NULL, 0), "it is declared now, where any content was allowed");
	if (old != NULL && old->nillable && old->given.how != XS_FIXED && (now == NULL || !now->nillable))
		BX_TRY(xs_compat_report(c, bx_str(NULL, 0), "it is not nillable any more"));
	BX_TRY(compare_keys(c, old, now));
	if (old != NULL && now != NULL && !c->stop)
		BX_TRY(compare_given(c, old, now));
	if (old == NULL && now != NULL && now->given.how != XS_FREE)
		BX_TRY(xs_compat_report(c, bx_str(NULL, 0), "it has a default or fixed value now"));
	if (c->stop)
		return BX_OK;
	BX_TRY(add_types(c, XS_PAIR_TYPES, was, is, 0));
	return add_types(c, XS_PAIR_DERIVED, was, is,
					 (blocked_by(old) | (was->block & 3u)) << 2 | blocked_by(now) | (is->block & 3u));
}

/* An element below a place. */
static BxStatus
pair_elements(XsCompat *c, uint32_t outer, BxStr name, const XsElement *old, const XsElement *now)
{
	XsPairOf pair = {.kind = XS_PAIR_ELEMENTS, .old = old, .now = now};
	uint32_t no, at = c->at;
	BxStatus st;
	bool added;

	if (old != NULL && old->abstract)
		return BX_OK;
	BX_TRY(xs_compat_pair(c, pair, &no, &added));
	if (!added)
		return BX_OK;
	BX_TRY(enter(c, outer, name));
	st = compare_elements(c, old, now);
	c->at = at;
	return st;
}

uint32_t
xs_compat_symbol(const XsCompat *c, uint32_t now)
{
	uint32_t ns = xs_string_find(c->old, xs_uri(c->now, now)),
			 local = xs_string_find(c->old, xs_local(c->now, now));

	return ns != XS_NONE && local != XS_NONE ? xs_symbol_find(c->old, ns, local) : XS_NONE;
}

/* ---- contents ---- */

static const XsElement *
global_of(const BxSchema *s, uint32_t symbol)
{
	return symbol != XS_NONE ? s->symbols[symbol].element : NULL;
}

/* Elements declared globally in a namespace, by either schema. */
static BxStatus
pair_globals(XsCompat *c, XsSpacePair space)
{
	XsPairOf pair = {.kind = XS_PAIR_SPACES,
					 .old = (const void *) ((uintptr_t) space.old + 1),
					 .now = (const void *) ((uintptr_t) space.now + 1)};
	uint32_t i, symbol;
	bool added;

	BX_TRY(xs_compat_pair(c, pair, &i, &added));
	if (!added)
		return BX_OK;

	for (i = 0; i < c->old->n_roots && !c->stop; i++)
	{
		const XsElement *root = c->old->roots[i];

		BX_TRY(bx_step(c->host));
		symbol = c->names.symbols[root->symbol];
		if (c->old->symbols[root->symbol].ns == space.old)
			BX_TRY(pair_elements(c, c->at, xs_local(c->old, root->symbol), root, global_of(c->now, symbol)));
	}
	for (i = 0; i < c->now->n_roots && !c->stop; i++)
	{
		const XsElement *root = c->now->roots[i];

		BX_TRY(bx_step(c->host));
		if (c->now->symbols[root->symbol].ns != space.now)
			continue;
		if (global_of(c->old, xs_compat_symbol(c, root->symbol)) == NULL)
			BX_TRY(pair_elements(c, c->at, xs_local(c->now, root->symbol), NULL, root));
	}
	return c->stop ? BX_OK : pair_elements(c, c->at, bx_str("*", 1), NULL, NULL);
}

static BxStatus
take_any(XsCompat *c, const XsTaken *taken)
{
	unsigned was = taken->old->any->process,
			 is = taken->now->any != NULL ? taken->now->any->process : XS_STRICT;

	if (was == XS_SKIP && is == XS_SKIP)
		return BX_OK;
	if (is != was)
		return xs_compat_report(c, bx_str(NULL, 0), "what a wildcard takes is looked at in another way");
	return pair_globals(c, taken->space);
}

/* A child that both contents take. */
static BxStatus
take_child(void *ctx, const XsTaken *taken)
{
	XsCompat *c = ctx;
	const XsElement *old = taken->old->element, *now = taken->now->element;
	BxStr name;

	if (taken->symbol == XS_NONE)
		return take_any(c, taken);
	name = xs_local(c->old, taken->symbol);
	if (old == NULL)
		old = global_of(c->old, taken->symbol);
	if (now == NULL)
	{
		now = global_of(c->now, c->names.symbols[taken->symbol]);
		if (taken->now->any->process == XS_SKIP)
			return old->abstract
					   ? BX_OK
					   : xs_compat_report(c, bx_str(NULL, 0), "element \"%.*s\" is only passed over now",
										  XS_SHOW(name));
		if (taken->now->any->process == XS_STRICT && now == NULL)
			return xs_compat_report(c, bx_str(NULL, 0), "element \"%.*s\" is not declared any more",
									XS_SHOW(name));
	}
	return pair_elements(c, c->at, name, old, now);
}

static BxStatus
content_differs(void *ctx, XsMore more, uint32_t symbol, bool sure)
{
	XsCompat *c = ctx;

	(void) sure;

	if (more == XS_MORE_END)
		return xs_compat_report(c, bx_str(NULL, 0), "its content must go on where it might end");
	if (more == XS_MORE_WORK)
		return xs_compat_report(c, bx_str(NULL, 0), "its contents are too large to be compared");
	if (symbol == XS_NONE)
		return xs_compat_report(c, bx_str(NULL, 0), "a wildcard takes less than it did");
	return xs_compat_report(c, bx_str(NULL, 0), "element \"%.*s\" is not allowed any more where it was",
							XS_SHOW(xs_local(c->old, symbol)));
}

static BxStatus
compare_models(XsCompat *c, const XsType *old, const XsType *now)
{
	XsInclusion in = {c->host, c->err, &c->names, take_child, content_differs, c};
	bool included;

	if (old->model == NULL)
		return xs_model_takes_nothing(now->model) ? BX_OK : content_differs(c, XS_MORE_END, XS_NONE, true);
	if (now->model == NULL)
		return xs_compat_report(c, bx_str(NULL, 0), "child elements are not allowed any more");
	return xs_include(&in, old->model, now->model, &included);
}

/* Simple content of the old type where the new one has other content, or the other way round. */
static BxStatus
compare_kinds(XsCompat *c, const XsType *old, const XsType *now)
{
	bool good = false;

	if (old->content == XS_SIMPLE_CONTENT)
	{
		if (now->content == XS_MIXED && xs_model_takes_nothing(now->model) && !old->simple->has_identity &&
			!c->same_values)
			return BX_OK;
		return xs_compat_report(c, bx_str(NULL, 0), "its content is not a simple value any more");
	}
	if (old->content == XS_EMPTY)
		BX_TRY(xs_compat_text(c, now->simple, bx_str("", 0), &good));
	return good ? BX_OK : xs_compat_report(c, bx_str(NULL, 0), "its content is a simple value now");
}

static BxStatus
compare_contents(XsCompat *c, const XsType *old, const XsType *now)
{
	const char *why = NULL;

	if (old->content == XS_SIMPLE_CONTENT && now->content == XS_SIMPLE_CONTENT)
	{
		BX_TRY(xs_compat_simple(c, old->simple, now->simple, &why));
		return why != NULL ? xs_compat_report(c, bx_str(NULL, 0), "%s", why) : BX_OK;
	}
	if (old->content == XS_SIMPLE_CONTENT || now->content == XS_SIMPLE_CONTENT)
		return compare_kinds(c, old, now);
	if (old->content == XS_MIXED && now->content != XS_MIXED)
		return xs_compat_report(c, bx_str(NULL, 0), "text is not allowed any more");
	if (old->content == XS_ELEMENTS && now->content == XS_EMPTY)
		return xs_compat_report(c, bx_str(NULL, 0), "it must be empty now");
	return compare_models(c, old, now);
}

/* ---- types ---- */

static BxStatus
compare_types(XsCompat *c, const XsType *old, const XsType *now)
{
	if (old->abstract)
		return BX_OK;
	if (now->abstract)
		return xs_compat_report(c, bx_str(NULL, 0), "its type is abstract now");
	BX_TRY(xs_compat_uses(c, old, now));
	return c->stop ? BX_OK : compare_contents(c, old, now);
}

/* A type that xsi:type may name in place of the old one. */
static BxStatus
compare_named(XsCompat *c, const XsPairOf *pair, const XsType *derived)
{
	const XsType *old = pair->old, *now = pair->now, *is;
	uint32_t symbol;

	if (derived->symbol == XS_NONE || derived->abstract || !xs_derived(derived, old, pair->blocked >> 2))
		return BX_OK;
	symbol = c->names.symbols[derived->symbol];
	is = symbol != XS_NONE ? c->now->symbols[symbol].type : NULL;
	if (is == NULL)
		return xs_compat_report(c, bx_str(NULL, 0), "there is no type \"%.*s\" for xsi:type any more",
								XS_SHOW(xs_local(c->old, derived->symbol)));
	if (!xs_derived(is, now, pair->blocked & 3))
		return xs_compat_report(c, bx_str(NULL, 0), "xsi:type cannot name type \"%.*s\" any more",
								XS_SHOW(xs_local(c->old, derived->symbol)));
	return add_types(c, XS_PAIR_TYPES, derived, is, 0);
}

/* All types derived from the old one; the members of a union are not among them, but may be named as well. */
static BxStatus
compare_derived(XsCompat *c, XsPairOf pair)
{
	const XsType *old = pair.old;
	uint32_t top = old->number, at = top, next;
	bool all = old->is_simple && old->simple->variety == XS_UNION;

	for (at = all ? 0 : top; at != XS_NONE && at < c->old->n_types && !c->stop; at = next)
	{
		BX_TRY(bx_steps(c->host, 1 + c->old->types[at]->depth / 8));
		BX_TRY(compare_named(c, &pair, c->old->types[at]));
		next = all ? at + 1 : c->first_derived[at];
		if (next != XS_NONE)
			continue;
		/* up to the next one */
		for (next = at; next != top && c->next_derived[next] == XS_NONE;)
			next = c->old->types[next]->base->number;
		next = next == top ? XS_NONE : c->next_derived[next];
	}
	return BX_OK;
}

/* ---- the whole ---- */

static BxStatus
map_spaces(XsCompat *c)
{
	uint32_t i, n = c->old->strings.map.n + c->now->strings.map.n + 1;
	XsSpacePair *spaces = bx_arena_alloc(&c->arena, n * sizeof(XsSpacePair));
	bool *marks, *old_marks;

	if (spaces == NULL)
		return bx_fail_nomem(c->err, n * sizeof(XsSpacePair));
	c->names.spaces = spaces;
	BX_TRY(xs_spaces_mark(c->old, &c->arena, &old_marks, c->err));
	for (i = 0; i < c->old->strings.map.n; i++)
		if (old_marks[i])
			spaces[c->names.n_spaces++] =
				(XsSpacePair){i, xs_string_find(c->now, c->old->strings.strings[i])};
	BX_TRY(xs_spaces_mark(c->now, &c->arena, &marks, c->err));
	for (i = 0; i < c->now->strings.map.n; i++)
	{
		XsSpacePair space = {xs_string_find(c->old, c->now->strings.strings[i]), i};

		BX_TRY(bx_step(c->host));
		if (marks[i] && (space.old == XS_NONE || !old_marks[space.old]))
			spaces[c->names.n_spaces++] = space;
	}
	spaces[c->names.n_spaces++] = (XsSpacePair){XS_NONE, XS_NONE};
	return BX_OK;
}

static BxStatus
map_names(XsCompat *c)
{
	uint32_t i, ns, local;
	uint32_t *symbols = bx_arena_alloc(&c->arena, (c->old->n_symbols + (size_t) 1) * sizeof(uint32_t));

	if (symbols == NULL)
		return bx_fail_nomem(c->err, c->old->n_symbols * sizeof(uint32_t));
	for (i = 0; i < c->old->n_symbols; i++)
	{
		BX_TRY(bx_step(c->host));
		ns = xs_string_find(c->now, xs_uri(c->old, i));
		local = xs_string_find(c->now, xs_local(c->old, i));
		symbols[i] = ns != XS_NONE && local != XS_NONE ? xs_symbol_find(c->now, ns, local) : XS_NONE;
	}
	c->names = (XsNames){c->old, c->now, symbols, NULL, 0};
	return map_spaces(c);
}

static BxStatus
link_derived(XsCompat *c)
{
	size_t n = (c->old->n_types + (size_t) 1) * sizeof(uint32_t);
	uint32_t i, base;

	c->first_derived = bx_arena_alloc(&c->arena, n);
	c->next_derived = bx_arena_alloc(&c->arena, n);
	if (c->first_derived == NULL || c->next_derived == NULL)
		return bx_fail_nomem(c->err, n);
	memset(c->first_derived, 0xff, n);
	memset(c->next_derived, 0xff, n);
	for (i = c->old->n_types; i > 0; i--)
	{
		if (c->old->types[i - 1]->base == NULL)
			continue;
		base = c->old->types[i - 1]->base->number;
		c->next_derived[i - 1] = c->first_derived[base];
		c->first_derived[base] = i - 1;
	}
	return bx_steps(c->host, c->old->n_types);
}

static BxStatus
compare_roots(XsCompat *c)
{
	uint32_t i;

	for (i = 0; !c->stop && i < c->old->n_roots; i++)
	{
		const XsElement *root = c->old->roots[i];
		const XsElement *now = global_of(c->now, c->names.symbols[root->symbol]);

		BX_TRY(bx_step(c->host));
		if (now != NULL)
			BX_TRY(pair_elements(c, XS_NONE, xs_local(c->old, root->symbol), root, now));
		else if (!root->abstract)
			BX_TRY(xs_compat_report(c, bx_str(NULL, 0), "element \"%.*s\" cannot be the root any more",
									XS_SHOW(xs_local(c->old, root->symbol))));
	}
	return BX_OK;
}

static BxStatus
compare(XsCompat *c)
{
	uint32_t i;

	BX_TRY(map_names(c));
	BX_TRY(link_derived(c));
	for (i = 0; i < c->old->n_symbols; i++)
		c->notations_dropped |=
			c->old->symbols[i].notation &&
			(c->names.symbols[i] == XS_NONE || !c->now->symbols[c->names.symbols[i]].notation);
	c->same_values = c->now->n_keys > 0;
	c->at = XS_NONE;
	BX_TRY(compare_roots(c));
	for (i = 0; i < c->n_pairs && !c->stop; i++)
	{
		XsPairOf pair = c->pairs[i];

		c->at = pair.place;
		if (pair.kind == XS_PAIR_TYPES)
			BX_TRY(compare_types(c, pair.old, pair.now));
		else if (pair.kind == XS_PAIR_DERIVED)
			BX_TRY(compare_derived(c, pair));
	}
	c->at = c->drop_place;
	if (c->keys_dropped && c->refs_kept)
		return xs_compat_report(c, bx_str(NULL, 0), "a key is gone that others may refer to");
	return BX_OK;
}

BxStatus
bx_schema_compatible(const BxSchema *old, const BxSchema *now, BxIncompatibilityTake take, void *ctx,
					 BxError *err)
{
	XsCompat c = {.old = old, .now = now, .host = now->host, .err = err, .take = take, .ctx = ctx};
	BxStatus st;

	bx_arena_init(&c.arena, c.host);
	bx_hashmap_init(&c.map, c.host, NULL);
	st = compare(&c);
	bx_hashmap_free(&c.map);
	bx_arena_reset(&c.arena);
	c.host->release(c.host->ctx, c.pairs);
	c.host->release(c.host->ctx, c.places);
	return st;
}
