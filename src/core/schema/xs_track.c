/*
 * xs_track.c -- identity constraints, followed along the pass over the items.
 *
 * An element with constraints opens a scope for each.  The paths of its selector are followed from there on, as bits:
 * how many steps lead to an open element.  What a selector reaches is a tuple, from which the paths of its fields are
 * followed in the same way.  When the element of a tuple ends, its values are entered into a table; a reference is
 * looked up when its scope ends, in the table of its element: what this element has as its own, and what its children's
 * tables have in one place only.
 */
#include "../base/bx_core_int.h"

#include "xs_valid_int.h"

#include <stdio.h>

#define XS_BITS_MAX (4 << 20) /* words for paths of open elements */
#define XS_TEXT_SHOWN 40      /* bytes of a value in a report */
#define XS_TEXTS_SHOWN 200    /* of all values */

typedef struct XsScopeOpen
{
	const XsKey *key;
	uint32_t level;
	uint32_t first_ref;
	uint64_t id;
} XsScopeOpen;

typedef struct XsTuple
{
	uint32_t scope;
	uint32_t level;
	BxStr *values; /* .s NULL: none yet */
	BxStr *texts;  /* how the document writes them, cut, for reports; NULL if nobody takes any */
} XsTuple;

/* A path that is followed. */
typedef struct XsFollow
{
	const XsPath *path;
	uint32_t scope; /* of a selector */
	uint32_t tuple; /* of a field, whose number follows; XS_NONE: of a selector */
	uint32_t field;
} XsFollow;

/* A reference, until its scope ends. */
typedef struct XsKeyRef
{
	uint64_t scope;
	BxStr bytes;
	BxStr shown; /* its values, for reports */
	BxStr label;
	uint32_t shape;
	uint32_t off;
} XsKeyRef;

/*
 * A node with some values of a key, in the table of an open element: its own, or one that came up from an element that
 * ended.  What came from two of these is in neither's parent, unless the parent has it as its own.
 */
typedef struct XsEntry
{
	uint64_t time;  /* number of the entry */
	uint32_t level; /* of the element whose table it is in */
	uint32_t next;  /* with the same values, number + 1 */
	bool own;
	bool gone; /* there were two */
} XsEntry;

struct XsTrack
{
	XsScopeOpen *scopes;
	uint32_t n_scopes;
	uint32_t cap_scopes;
	XsTuple *tuples;
	uint32_t n_tuples;
	uint32_t cap_tuples;
	XsFollow *follows;
	uint32_t n_follows;
	uint32_t cap_follows;
	uint64_t *bits;
	uint32_t n_bits;
	uint32_t cap_bits;
	XsKeyRef *refs;
	uint32_t n_refs;
	uint32_t cap_refs;
	BxStrMap unique; /* number of a scope and values */
	BxStr *firsts;   /* per entry of unique: label of the node, if reports are taken */
	uint32_t cap_firsts;
	BxStrMap known; /* number of a constraint and values */
	XsEntry *entries;
	uint32_t n_entries;
	uint32_t cap_entries;
	uint32_t free_entry; /* number + 1 of one that is not used, linked by next */
	uint32_t *heads;     /* per entry of known: number + 1 of the first */
	uint32_t cap_heads;
	uint64_t time; /* entries ever */
	uint64_t n_ids;
	bool wants_value; /* the open element is a field of somebody */
	bool wants_attribute;
};

/* ---- begin and end ---- */

BxStatus
xs_track_begin(BxValidator *v)
{
	XsTrack *t;

	v->track = NULL;
	if (v->schema->n_keys == 0)
		return BX_OK;
	t = bx_arena_zalloc(&v->arena, sizeof(XsTrack));
	if (t == NULL)
		return bx_fail_nomem(v->err, sizeof(XsTrack));
	bx_strmap_init(&t->unique, v->host, NULL);
	bx_strmap_init(&t->known, v->host, NULL);
	v->track = t;
	return BX_OK;
}

void
xs_track_end(BxValidator *v)
{
	const BxHost *host = v->host;
	XsTrack *t = v->track;

	v->track = NULL;
	if (t == NULL)
		return;
	bx_strmap_free(&t->unique);
	bx_strmap_free(&t->known);
	host->release(host->ctx, t->scopes);
	host->release(host->ctx, t->tuples);
	host->release(host->ctx, t->follows);
	host->release(host->ctx, t->bits);
	host->release(host->ctx, t->refs);
	host->release(host->ctx, t->entries);
	host->release(host->ctx, t->heads);
	host->release(host->ctx, t->firsts);
}

static bool
reports(const BxValidator *v)
{
	return v->options != NULL && v->options->take != NULL;
}

bool
xs_track_wants(const BxValidator *v, bool attribute)
{
	return attribute ? v->track->wants_attribute : v->track->wants_value;
}

/* ---- paths ---- */

static bool
passes(const XsStep *step, uint32_t symbol, uint32_t ns)
{
	return step->symbol != XS_NONE ? step->symbol == symbol : step->ns == XS_NONE || step->ns == ns;
}

/* Steps that end at an element: all, or all but the attribute. */
static uint32_t
element_steps(const XsPath *path)
{
	return path->n > 0 && path->steps[path->n - 1].attribute ? path->n - 1 : path->n;
}

static uint64_t
follow_step(const XsPath *path, uint64_t bits, uint32_t symbol, uint32_t ns)
{
	uint64_t next = path->deep ? 1 : 0;
	uint32_t i, n = element_steps(path);

	if (bits == 0)
		return 0;
	for (i = 0; i < n; i++)
		if ((bits >> i & 1) && passes(&path->steps[i], symbol, ns))
			next |= UINT64_C(1) << (i + 1);
	return next;
}

static BxStatus
push_bits(BxValidator *v, uint32_t scope, uint64_t bits)
{
	XsTrack *t = v->track;

	if (t->n_bits == XS_BITS_MAX)
		return bx_fail(v->err, BX_E_LIMIT, -1,
					   "too many paths of identity constraints are followed at once, the last of \"%.*s\"",
					   XS_SHOWN(xs_local(v->schema, t->scopes[scope].key->symbol)));
	BX_ROOM(v->host, v->err, t->bits, t->n_bits, t->cap_bits);
	t->bits[t->n_bits++] = bits;
	xs_top(v)->n_bits++;
	return BX_OK;
}

static BxStatus
push_follow(BxValidator *v, const XsPaths *paths, uint32_t scope, uint32_t tuple, uint32_t field)
{
	XsTrack *t = v->track;
	uint32_t i;

	for (i = 0; i < paths->n; i++)
	{
		BX_ROOM(v->host, v->err, t->follows, t->n_follows, t->cap_follows);
		t->follows[t->n_follows++] = (XsFollow){&paths->list[i], scope, tuple, field};
		BX_TRY(push_bits(v, scope, 1));
	}
	return BX_OK;
}

/* ---- elements ---- */

static BxStatus
open_scopes(BxValidator *v, const XsElement *element)
{
	XsTrack *t = v->track;
	uint32_t i;

	for (i = 0; i < element->n_keys; i++)
	{
		const XsKey *key = element->keys[i];

		BX_ROOM(v->host, v->err, t->scopes, t->n_scopes, t->cap_scopes);
		t->scopes[t->n_scopes] = (XsScopeOpen){key, v->level, t->n_refs, t->n_ids++};
		t->n_scopes++;
		BX_TRY(push_follow(v, &key->selector, t->n_scopes - 1, XS_NONE, 0));
	}
	return BX_OK;
}

static BxStatus
open_tuple(BxValidator *v, uint32_t scope)
{
	XsTrack *t = v->track;
	const XsKey *key = t->scopes[scope].key;
	XsTuple tuple = {.scope = scope, .level = v->level};
	uint32_t i, n;

	if (t->n_tuples > 0 && t->tuples[t->n_tuples - 1].level == v->level &&
		t->tuples[t->n_tuples - 1].scope == scope)
		return BX_OK; /* by another alternative of the selector */
	n = key->n_fields * (reports(v) ? 2 : 1);
	tuple.values = bx_arena_zalloc(&v->arena, n * sizeof(BxStr));
	if (tuple.values == NULL)
		return bx_fail_nomem(v->err, n * sizeof(BxStr));
	tuple.texts = reports(v) ? tuple.values + key->n_fields : NULL;
	BX_ROOM(v->host, v->err, t->tuples, t->n_tuples, t->cap_tuples);
	t->tuples[t->n_tuples] = tuple;
	for (i = 0; i < key->n_fields; i++)
		BX_TRY(push_follow(v, &key->fields[i], scope, t->n_tuples, i));
	t->n_tuples++;
	return BX_OK;
}

/* Is the open element at the end of the path, or of its steps before an attribute? */
static bool
arrives(const BxValidator *v, uint32_t i)
{
	const XsPath *path = v->track->follows[i].path;

	return v->track->bits[xs_top(v)->bits + i] >> element_steps(path) & 1;
}

static void
find_wants(BxValidator *v)
{
	XsTrack *t = v->track;
	uint32_t i;

	t->wants_value = t->wants_attribute = false;
	for (i = 0; i < xs_top(v)->n_bits; i++)
	{
		const XsPath *path = t->follows[i].path;

		if (t->follows[i].tuple == XS_NONE || !arrives(v, i))
			continue;
		if (element_steps(path) < path->n)
			t->wants_attribute = true;
		else
			t->wants_value = true;
	}
}

BxStatus
xs_track_enter(BxValidator *v)
{
	XsTrack *t = v->track;
	XsFrame *frame = xs_top(v);
	uint32_t i, n = t->n_follows, symbol = xs_symbol_of(v, frame->shape), ns = xs_ns_of(v, frame->shape);
	const XsFrame *parent = &v->frames[v->level - 1];

	frame->opened = t->time;
	frame->bits = t->n_bits;
	frame->n_bits = 0;
	frame->scopes = t->n_scopes;
	frame->tuples = t->n_tuples;
	for (i = 0; i < n; i++)
	{
		BX_TRY(bx_charge(v->host, 16));
		BX_TRY(push_bits(v, t->follows[i].scope,
						 follow_step(t->follows[i].path, t->bits[parent->bits + i], symbol, ns)));
	}
	if (frame->element != NULL)
		BX_TRY(open_scopes(v, frame->element));
	for (i = 0; i < t->n_follows; i++)
		if (t->follows[i].tuple == XS_NONE && arrives(v, i))
			BX_TRY(open_tuple(v, t->follows[i].scope));
	find_wants(v);
	return BX_OK;
}

/* ---- values ---- */

static BxStatus
keep(BxValidator *v, const void *s, size_t n, BxStr *kept)
{
	*kept = bx_str(bx_arena_strndup(&v->arena, s, n), n);
	return kept->s != NULL ? BX_OK : bx_fail_nomem(v->err, n);
}

static const char *
kind_of(const XsKey *key)
{
	static const char *const kinds[] = {
		[XS_KEY_UNIQUE] = "unique", [XS_KEY_KEY] = "key", [XS_KEY_REF] = "keyref"};

	return kinds[key->kind];
}

static BxStr
name_of(const BxValidator *v, const XsKey *key)
{
	return xs_local(v->schema, key->symbol);
}

/* A field of a constraint, by its number from 0, is not as it must be. */
static BxStatus
bad_field(BxValidator *v, const char *code, const XsKey *key, uint32_t field, const char *what)
{
	return xs_report(v, code, "", "field %u of %s \"%.*s\" %s", field + 1, kind_of(key),
					 XS_SHOWN(name_of(v, key)), what);
}

/* The beginning of a text, cut between characters. */
static BxStatus
keep_text(BxValidator *v, BxStr text, BxStr *kept)
{
	size_t n = text.n;

	if (n > XS_TEXT_SHOWN)
		for (n = XS_TEXT_SHOWN; n > 0 && ((uint8_t) text.s[n] & 0xC0) == 0x80;)
			n--;
	return keep(v, text.s, n, kept);
}

static BxStatus
set_field(BxValidator *v, const XsFollow *f, const XsSimple *type, BxStr text)
{
	const XsTuple *tuple = &v->track->tuples[f->tuple];
	BxStr *value = &tuple->values[f->field];
	BxStatus (*identity)(void *, XsIdentity, BxStr) = v->text.identity;
	BxStatus st;

	if (value->s != NULL)
		return bad_field(v, "cvc-identity-constraint.3", v->track->scopes[f->scope].key, f->field,
						 "has more than one value");
	if (tuple->texts != NULL)
		BX_TRY(keep_text(v, text, &tuple->texts[f->field]));
	/* IDs were entered before */
	v->text.identity = NULL;
	v->value.len = 0;
	st = xs_simple_put(&v->text, type, text, &v->value);
	v->text.identity = identity;
	BX_TRY(st);
	return keep(v, v->value.data, v->value.len, value);
}

/* A value for the fields that the open element, or its attribute of this name, is. */
static BxStatus
offer(BxValidator *v, const XsSimple *type, const XsSymbol *attribute, uint32_t symbol, BxStr text)
{
	XsTrack *t = v->track;
	uint32_t i, n = xs_top(v)->n_bits;
	const XsFollow *last = NULL;

	for (i = 0; i < n && !v->stop; i++)
	{
		const XsFollow *f = &t->follows[i];
		uint32_t steps = element_steps(f->path);

		if (f->tuple == XS_NONE || (attribute != NULL) != (steps < f->path->n) || !arrives(v, i))
			continue;
		if (attribute != NULL && !passes(&f->path->steps[steps], symbol, attribute->ns))
			continue;
		/* the alternatives of a field follow each other; a node is one value, by however many of them */
		if (last == NULL || last->tuple != f->tuple || last->field != f->field)
			BX_TRY(set_field(v, f, type, text));
		last = f;
	}
	return BX_OK;
}

BxStatus
xs_track_value(BxValidator *v, const XsSimple *type, uint32_t shape, BxStr text)
{
	XsSymbol name = {.ns = shape != XS_NONE ? xs_ns_of(v, shape) : 0};

	return offer(v, type, shape != XS_NONE ? &name : NULL,
				 shape != XS_NONE ? xs_symbol_of(v, shape) : XS_NONE, text);
}

BxStatus
xs_track_default(BxValidator *v, const XsUse *use)
{
	return offer(v, use->type, &v->schema->symbols[use->symbol], use->symbol, use->given.text);
}

/* ---- tables ---- */

/* A number and the values of a tuple, in v->value. */
static BxStatus
put_entry(BxValidator *v, uint64_t number, const XsTuple *tuple, uint32_t n)
{
	uint32_t i, len;

	v->value.len = 0;
	BX_TRY(bx_buf_append(&v->value, &number, sizeof(number), v->err));
	for (i = 0; i < n; i++)
	{
		len = (uint32_t) tuple->values[i].n;
		BX_TRY(bx_buf_append(&v->value, &len, sizeof(len), v->err));
		BX_TRY(bx_buf_append(&v->value, tuple->values[i].s, tuple->values[i].n, v->err));
	}
	return BX_OK;
}

/* Add v->value to a table. */
static BxStatus
add_value(BxValidator *v, BxStrMap *map, uint32_t *no, bool *added)
{
	BX_TRY(bx_strmap_add(map, (const char *) v->value.data, v->value.len, no, added, v->err));
	return *added ? keep(v, v->value.data, v->value.len, &map->strings[*no]) : BX_OK;
}

/* The deepest open element that an entry of this time is in, down to a level. */
static uint32_t
holder(const BxValidator *v, uint64_t time, uint32_t level)
{
	uint32_t lo = 1, hi = level < v->level ? level : v->level;

	while (lo < hi)
	{
		uint32_t mid = lo + (hi - lo + 1) / 2;

		if (v->frames[mid].opened <= time)
			lo = mid;
		else
			hi = mid - 1;
	}
	return lo;
}

static void
drop_entry(XsTrack *t, uint32_t *link)
{
	uint32_t no = *link - 1;

	*link = t->entries[no].next;
	t->entries[no].next = t->free_entry;
	t->free_entry = no + 1;
}

/*
 * Bring entries of elements that ended up to those that are open.  The deepest comes first, and its element is in that
 * of the next one, so that it comes up to that table before both go further.
 */
static void
settle(const BxValidator *v, uint32_t *head)
{
	XsTrack *t = v->track;

	while (*head > 0)
	{
		XsEntry *e = &t->entries[*head - 1], *outer = e->next > 0 ? &t->entries[e->next - 1] : NULL;
		uint32_t level = holder(v, e->time, e->level);

		if (outer != NULL && level <= outer->level)
		{
			/* what was there twice below is not there at all */
			outer->gone |= !outer->own && !(e->gone && e->level > outer->level);
			drop_entry(t, head);
			continue;
		}
		if (level == e->level)
			return;
		if (!e->gone)
		{
			e->level = level;
			e->own = false;
			return;
		}
		drop_entry(t, head);
	}
}

static BxStatus
new_entry(BxValidator *v, const XsEntry *entry, uint32_t *no)
{
	XsTrack *t = v->track;

	if (t->free_entry > 0)
	{
		*no = t->free_entry - 1;
		t->free_entry = t->entries[*no].next;
	}
	else
	{
		BX_ROOM(v->host, v->err, t->entries, t->n_entries, t->cap_entries);
		*no = t->n_entries++;
	}
	t->entries[*no] = *entry;
	return BX_OK;
}

static BxStatus
add_known(BxValidator *v, const XsScopeOpen *scope)
{
	XsTrack *t = v->track;
	uint64_t number = scope->key->number;
	XsEntry entry = {.time = t->time++, .level = scope->level, .own = true};
	uint32_t no, made = 0;
	uint32_t *link;
	bool added;

	/* the same values behind another number */
	memcpy(v->value.data, &number, sizeof(number));
	BX_TRY(add_value(v, &t->known, &no, &added));
	if (added)
	{
		BX_ROOM(v->host, v->err, t->heads, no, t->cap_heads);
		t->heads[no] = 0;
	}
	settle(v, &t->heads[no]);
	BX_TRY(new_entry(v, &entry, &made));
	/* the deepest come first */
	for (link = &t->heads[no]; *link > 0 && t->entries[*link - 1].level > scope->level;)
		link = &t->entries[*link - 1].next;
	if (*link > 0 && t->entries[*link - 1].level == scope->level)
		drop_entry(t, link);
	t->entries[made].next = *link;
	*link = made + 1;
	return BX_OK;
}

/* Is what a reference means in the table of the element that ends? */
static bool
has_entry(BxValidator *v, BxStr bytes)
{
	XsTrack *t = v->track;
	uint32_t at, no = bx_strmap_find(&t->known, bytes.s, bytes.n);

	if (no == BX_HASH_NONE)
		return false;
	settle(v, &t->heads[no]);
	at = t->heads[no];
	return at > 0 && t->entries[at - 1].level == v->level && !t->entries[at - 1].gone;
}

/* The values of a tuple, as the document writes them. */
static void
put_texts(const XsTuple *tuple, uint32_t n, char *buf)
{
	size_t len = 0;
	uint32_t i;

	buf[0] = '\0';
	for (i = 0; i < n && len < XS_TEXTS_SHOWN - XS_TEXT_SHOWN - 10; i++)
		len += (size_t) snprintf(buf + len, XS_TEXTS_SHOWN - len, "%s\"%.*s\"", i > 0 ? ", " : "",
								 (int) tuple->texts[i].n, tuple->texts[i].s);
	if (i < n)
		snprintf(buf + len, XS_TEXTS_SHOWN - len, " ...");
}

/* The values are there already, from the node with this label on. */
static BxStatus
report_double(BxValidator *v, const XsKey *key, const XsTuple *tuple, uint32_t no)
{
	char texts[XS_TEXTS_SHOWN] = "";

	if (reports(v))
	{
		put_texts(tuple, key->n_fields, texts);
		v->at.first = v->track->firsts[no];
	}
	BX_TRY(xs_report(
		v, key->kind == XS_KEY_KEY ? "cvc-identity-constraint.4.2.2" : "cvc-identity-constraint.4.1", "",
		"%s \"%.*s\" has %s already", kind_of(key), XS_SHOWN(name_of(v, key)), texts));
	v->at.first = bx_str(NULL, 0);
	return BX_OK;
}

static BxStatus
add_key(BxValidator *v, const XsScopeOpen *scope, const XsTuple *tuple)
{
	XsTrack *t = v->track;
	uint32_t no;
	bool added;

	BX_TRY(put_entry(v, scope->id, tuple, scope->key->n_fields));
	BX_TRY(add_value(v, &t->unique, &no, &added));
	if (!added)
		return report_double(v, scope->key, tuple, no);
	if (reports(v))
	{
		BX_ROOM(v->host, v->err, t->firsts, no, t->cap_firsts);
		BX_TRY(xs_label_keep(v, &t->firsts[no]));
	}
	return add_known(v, scope);
}

static BxStatus
add_ref(BxValidator *v, const XsScopeOpen *scope, const XsTuple *tuple)
{
	XsTrack *t = v->track;
	XsKeyRef ref = {.scope = scope->id, .shape = v->at.shape, .off = v->at.off};
	char texts[XS_TEXTS_SHOWN];

	BX_TRY(put_entry(v, scope->key->refer->number, tuple, scope->key->n_fields));
	BX_TRY(keep(v, v->value.data, v->value.len, &ref.bytes));
	BX_TRY(xs_label_keep(v, &ref.label));
	if (reports(v))
	{
		put_texts(tuple, scope->key->n_fields, texts);
		BX_TRY(keep(v, texts, strlen(texts), &ref.shown));
	}
	BX_ROOM(v->host, v->err, t->refs, t->n_refs, t->cap_refs);
	t->refs[t->n_refs++] = ref;
	return BX_OK;
}

static BxStatus
close_tuple(BxValidator *v, const XsTuple *tuple)
{
	const XsScopeOpen *scope = &v->track->scopes[tuple->scope];
	const XsKey *key = scope->key;
	uint32_t i;

	for (i = 0; i < key->n_fields && tuple->values[i].s != NULL;)
		i++;
	if (i < key->n_fields && key->kind == XS_KEY_KEY)
		return bad_field(v, "cvc-identity-constraint.4.2.1", key, i, "has no value");
	if (i < key->n_fields)
		return BX_OK;
	return key->kind == XS_KEY_REF ? add_ref(v, scope, tuple) : add_key(v, scope, tuple);
}

/* References of a scope that ends; others stay. */
static BxStatus
close_scope(BxValidator *v, const XsScopeOpen *scope)
{
	XsTrack *t = v->track;
	uint32_t i, kept = scope->first_ref;
	const XsKey *refer = scope->key->refer;
	XsAt at = v->at;

	for (i = scope->first_ref; i < t->n_refs; i++)
	{
		const XsKeyRef ref = t->refs[i];

		BX_TRY(bx_step(v->host));
		if (ref.scope != scope->id)
		{
			t->refs[kept++] = ref;
			continue;
		}
		if (v->stop || has_entry(v, ref.bytes))
			continue;
		BX_TRY(xs_at_kept(v, BX_EV_ELEMENT, ref.shape, ref.off, ref.label));
		BX_TRY(xs_report(v, "cvc-identity-constraint.4.3", "",
						 "keyref \"%.*s\" refers to %.*s, which %s \"%.*s\" does not have",
						 XS_SHOWN(name_of(v, scope->key)), (int) ref.shown.n,
						 ref.shown.n > 0 ? ref.shown.s : "", kind_of(refer), XS_SHOWN(name_of(v, refer))));
	}
	t->n_refs = kept;
	v->at = at;
	return BX_OK;
}

/* Fields must have simple content. */
static BxStatus
check_field(BxValidator *v, const XsFrame *frame)
{
	XsTrack *t = v->track;
	bool simple = frame->type->content == XS_SIMPLE_CONTENT, nil = simple && frame->nil;
	uint32_t i;

	if (simple && !nil)
		return BX_OK;
	for (i = 0; i < frame->n_bits && !v->stop; i++)
	{
		const XsFollow *f = &t->follows[i];

		if (f->tuple == XS_NONE || element_steps(f->path) < f->path->n || !arrives(v, i))
			continue;
		if (nil && t->scopes[f->scope].key->kind != XS_KEY_KEY)
			continue;
		BX_TRY(bad_field(v, nil ? "cvc-identity-constraint.4.2.3" : "cvc-identity-constraint.3",
						 t->scopes[f->scope].key, f->field, "must be an element with a simple value"));
	}
	return BX_OK;
}

BxStatus
xs_track_leave(BxValidator *v)
{
	XsTrack *t = v->track;
	XsFrame *frame = xs_top(v);
	uint32_t i, below = v->level > 1 ? v->frames[v->level - 1].n_bits : 0;

	xs_at_element(v);
	BX_TRY(check_field(v, frame));
	for (i = frame->tuples; i < t->n_tuples && !v->stop; i++)
		BX_TRY(close_tuple(v, &t->tuples[i]));
	for (i = frame->scopes; i < t->n_scopes && !v->stop; i++)
		BX_TRY(close_scope(v, &t->scopes[i]));
	t->n_tuples = frame->tuples;
	t->n_scopes = frame->scopes;
	t->n_follows = below;
	t->n_bits = frame->bits;
	t->wants_value = t->wants_attribute = false;
	if (v->level > 1)
	{
		v->level--;
		find_wants(v);
		v->level++;
	}
	return BX_OK;
}
