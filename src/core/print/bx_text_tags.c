/*
 * bx_text_tags.c -- the serializer's table: what each shape puts out.
 *
 * A value of a few hundred bytes has about as many shapes as items, so the table is read entry by entry and nothing
 * is kept of it but this: names where they lie, with their prefix in the arena.
 */
#include "bx_text_int.h"

#include "../base/bx_bytes.h"
#include "../base/bx_escape.h"
#include "../format/bx_table_scan.h"

#define ESCAPE_MAX 6 /* bytes of a reference */

const char *
bx_text_reference(uint8_t c, uint32_t *n)
{
	switch (c)
	{
		case '&': *n = 5; return "&amp;\0\0";
		case '<': *n = 4; return "&lt;\0\0\0";
		case '>': *n = 4; return "&gt;\0\0\0";
		case '"': *n = 6; return "&quot;\0";
		case '\t': *n = 4; return "&#9;\0\0\0";
		case '\n': *n = 5; return "&#10;\0\0";
		default: *n = 5; return "&#13;\0\0";
	}
}

/* ---- names ---- */

/* What many shapes or names share. */
typedef struct Names
{
	BxTextOut *o;
	const BxPair *pairs;
	const char *lo;   /* names from here.. */
	uint32_t ahead_n; /* ..over so many bytes can be read BX_TAG_SLACK bytes beyond their end */
	const char *end;  /* of what can be read */
} Names;

/* "xmlns" or "xmlns:p", "=", quote, the escaped URI, quote. */
static BxStatus
make_namespace(const Names *s, uint32_t pair, BxTag *t)
{
	const BxPair *n = &s->pairs[pair];
	size_t room = n->prefix_len + (size_t) n->uri_len * ESCAPE_MAX + 16 + BX_TAG_SLACK;
	BxBuf text = {.data = bx_arena_alloc(s->o->arena, room), .cap = room};
	uint8_t *q = text.data;

	t->name = (const char *) q;
	if (q == NULL)
		return bx_fail_nomem(s->o->err, room);
	q = bx_copy_short(q, " xmlns:", n->prefix_len > 0 ? 7 : 6);
	q = bx_copy_short(q, n->prefix, n->prefix_len);
	q = bx_copy_short(q, "=\"", 2);
	text.len = (size_t) (q - text.data);
	BX_TRY(bx_text_chars(n->uri, n->uri_len, true, &text, s->o->err)); /* there is room for all of it */
	BX_TRY(bx_buf_byte(&text, '"', s->o->err));
	t->len = (uint32_t) text.len;
	memset(text.data + text.len, 0, BX_TAG_SLACK);
	return BX_OK;
}

/* A name with a prefix, or one so near to the end of its bytes that it must be read elsewhere. */
static BxStatus
copy_name(const Names *s, const BxNameInfo *name, BxTag *t)
{
	const BxPair *pair = &s->pairs[name->pair];
	size_t n = name->len + (pair->prefix_len > 0 ? pair->prefix_len + (size_t) 1 : 0);
	uint8_t *q = bx_arena_alloc(s->o->arena, n + BX_TAG_SLACK);

	if (q == NULL)
		return bx_fail_nomem(s->o->err, n + BX_TAG_SLACK);
	t->name = (const char *) q;
	t->len = (uint32_t) n;
	if (pair->prefix_len > 0)
	{
		q = bx_copy_short(q, pair->prefix, pair->prefix_len);
		*q++ = ':';
	}
	q = bx_copy_short(q, name->local, name->len);
	memset(q, 0, BX_TAG_SLACK);
	return BX_OK;
}

static inline BxStatus
make_name(const Names *s, const BxNameInfo *name, BxTag *t)
{
	uintptr_t at = (uintptr_t) name->local - (uintptr_t) s->lo;

	if (BX_UNLIKELY(s->pairs[name->pair].prefix_len > 0 || at >= s->ahead_n || s->ahead_n - at < name->len))
		return copy_name(s, name, t);
	t->name = name->local;
	t->len = name->len;
	return BX_OK;
}

/* A shape that has no name, or is one itself. */
static inline BxStatus
make_other(const Names *s, const BxShape *r, BxTag *t)
{
	static const char nothing[BX_TAG_SLACK];

	if (r->kind == BX_KIND_NAMESPACE)
		return make_namespace(s, r->name, t);
	t->name = nothing;
	t->len = 0;
	return BX_OK;
}

/* A name is known: what kind of shape has it? */
static inline void
set_kind(BxTag *t, uint8_t kind, uint8_t flags)
{
	t->kind = kind;
	t->flags = flags;
	t->usual = kind == BX_KIND_NAMESPACE || (kind <= BX_KIND_TEXT && t->len <= BX_TAG_SLACK) ? kind : 0;
}

/* ---- from bytes ---- */

static void *
tags_alloc(const Names *s, uint32_t n, size_t size)
{
	void *p = bx_arena_alloc(s->o->arena, (n + (size_t) 1) * size);

	if (p == NULL)
		bx_fail_nomem(s->o->err, (n + (size_t) 1) * size);
	return p;
}

/* A shape with its own name, or, of a table with paths, with one of the n_names names. */
BX_INLINE BxStatus
scan_shape(const Names *s, BxTableScan *scan, uint32_t i, const BxTag *names, uint32_t n_names)
{
	BxTag *t = &s->o->tags[i];
	BxNameInfo name;
	BxShape shape;

	BX_TRY(names == NULL ? bx_table_scan_name_shape(scan, i, &shape, &name)
						 : bx_table_scan_path_shape(scan, i, n_names, &shape));
	if (names != NULL && shape.parent != BX_SHAPE_NONE && s->o->tags[shape.parent].kind != BX_KIND_ELEMENT)
		return bx_table_scan_damaged(scan, "row with an impossible parent");
	if (!bx_kind_is_named(shape.kind))
		BX_TRY(make_other(s, &shape, t));
	else if (names == NULL)
		BX_TRY(make_name(s, &name, t));
	else
		*t = names[shape.name];
	set_kind(t, shape.kind, shape.flags);
	return BX_OK;
}

static BxStatus
alloc_tags(const Names *s)
{
	s->o->tags = tags_alloc(s, s->o->n_shapes, sizeof(BxTag));
	return s->o->tags != NULL ? BX_OK : BX_E_NOMEM;
}

/*
 * Shapes from number i on while they are what nearly all are: of an element or attribute, with a short name without a
 * prefix, which is printed from where it lies.  Returns the number of the first other one.
 */
static uint32_t
scan_common_shapes(BxTableScan *scan, BxTag *tags, uint32_t i, uint32_t n)
{
	const BxTableScan at = *scan; /* nothing that is stored can change it */
	const uint8_t *p = at.p;
	BxNameInfo name;
	uint8_t kind;

	for (; i < n && bx_table_scan_common_shape(&at, &p, i, &kind, &name); i++)
		tags[i] = (BxTag){name.local, name.len, kind, BX_SHAPE_TYPED | BX_SHAPE_MIXED, kind};
	scan->p = p;
	return i;
}

static BxStatus
scan_names_and_kinds(const Names *s, BxTableScan *scan)
{
	BxTextOut *o = s->o;
	uint32_t i = 0;
	bool bare;

	BX_TRY(bx_table_scan_name_shapes(scan, &o->n_shapes));
	BX_TRY(alloc_tags(s));
	bare = s->pairs[scan->dflt].prefix_len == 0 && s->end - (const char *) scan->inline_end >= BX_TAG_SLACK;
	while ((i = bare ? scan_common_shapes(scan, o->tags, i, o->n_shapes) : i) < o->n_shapes)
		BX_TRY(scan_shape(s, scan, i++, NULL, 0));
	return BX_OK;
}

static BxStatus
scan_paths(const Names *s, BxTableScan *scan)
{
	uint32_t n_names, i;
	BxNameInfo name;
	BxTag *names;

	BX_TRY(bx_table_scan_names(scan, &n_names));
	names = tags_alloc(s, n_names, sizeof(BxTag));
	if (names == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < n_names; i++)
	{
		BX_TRY(bx_table_scan_name(scan, i, &name));
		BX_TRY(make_name(s, &name, &names[i]));
	}
	BX_TRY(bx_table_scan_path_shapes(scan, n_names, &s->o->n_shapes));
	BX_TRY(alloc_tags(s));
	for (i = 0; i < s->o->n_shapes; i++)
		BX_TRY(scan_shape(s, scan, i, names, n_names));
	return BX_OK;
}

static BxStatus
scan_constants(const Names *s, BxTableScan *scan)
{
	BxTextOut *o = s->o;
	BxTextConst *c;
	uint32_t i;

	BX_TRY(bx_table_scan_constants(scan, o->n_shapes, &o->n_consts));
	if (o->n_consts == 0)
		return BX_OK;
	o->consts = c = tags_alloc(s, o->n_consts, sizeof(BxTextConst));
	if (c == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < o->n_consts; i++, c++)
	{
		BX_TRY(bx_table_scan_constant(scan, i, o->n_shapes, &c->shape, &c->payload, &c->len));
		if (!bx_kind_has_value(o->tags[c->shape].kind))
			return bx_table_scan_damaged(scan, "constant of a row without values");
		c->text = 0;
	}
	return BX_OK;
}

/* The declarations that elements of an excerpt inherit. */
static BxStatus
make_around(const Names *s, BxTableScan *scan)
{
	const BxExcerpt *l = s->o->excerpt;
	uint32_t n_pairs = scan->n_pairs;
	uint32_t i;

	s->o->around = tags_alloc(s, n_pairs, sizeof(BxTag));
	if (s->o->around == NULL)
		return BX_E_NOMEM;
	memset(s->o->around, 0, n_pairs * sizeof(BxTag));
	for (i = 0; i < l->first[l->n_tops]; i++)
	{
		if (l->pairs[i] >= n_pairs)
			return bx_table_scan_damaged(scan, "no such namespace");
		if (s->o->around[l->pairs[i]].name == NULL)
			BX_TRY(make_namespace(s, l->pairs[i], &s->o->around[l->pairs[i]]));
	}
	return BX_OK;
}

static Names
names_in(BxTextOut *o, const uint8_t *v, size_t n)
{
	return (Names){.o = o,
				   .lo = (const char *) v,
				   .ahead_n = n > BX_TAG_SLACK ? (uint32_t) (n - BX_TAG_SLACK) : 0,
				   .end = (const char *) v + n};
}

BxStatus
bx_text_scan(BxTextOut *o, const uint8_t *v, size_t n)
{
	Names s = names_in(o, v, n);
	BxTableScan scan;

	BX_TRY(bx_table_scan_begin(&scan, o->head, v, o->arena, o->err));
	s.pairs = scan.pair;
	BX_TRY(o->head->flags & BX_FLAG_NAMES ? scan_names_and_kinds(&s, &scan) : scan_paths(&s, &scan));
	BX_TRY(scan_constants(&s, &scan));
	if (o->excerpt != NULL)
		BX_TRY(make_around(&s, &scan));
	return bx_table_scan_end(&scan);
}

/* ---- from a table that was decoded ---- */

BxStatus
bx_text_tags(BxTextOut *o, const BxTable *table, const uint8_t *v, size_t n)
{
	Names s = names_in(o, v, n);
	bool own = (table->head.flags & BX_FLAG_NAMES) != 0; /* every shape has a name of its own */
	BxTextConst *c;
	uint32_t i;

	s.pairs = table->pairs;
	o->n_shapes = table->n_shapes;
	o->n_consts = table->n_consts;
	o->tags = tags_alloc(&s, o->n_shapes, sizeof(BxTag));
	o->consts = c = tags_alloc(&s, o->n_consts, sizeof(BxTextConst));
	if (o->tags == NULL || c == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < o->n_shapes; i++)
	{
		const BxShape *r = &table->shapes[i];
		BxTag *t = &o->tags[i];

		BX_TRY(bx_kind_is_named(r->kind) ? make_name(&s, &table->names[own ? i : r->name], t)
										 : make_other(&s, r, t));
		set_kind(t, r->kind, r->flags);
	}
	for (i = 0; i < o->n_consts; i++)
	{
		const BxConstInfo *k = &table->consts[i];

		c[i] = (BxTextConst){.payload = k->payload, .len = k->len, .shape = k->shape};
	}
	return BX_OK;
}
