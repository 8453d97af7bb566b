/*
 * bx_index_extract.c -- one pass over the items of a value, with a frame per open element.
 */
#include "../base/bx_core_int.h"
#include "bx_index_extract.h"

#include "../base/bx_long.h"
#include "../read/bx_reader.h"
#include "../store/bx_window.h"
#include "../value/bx_value.h"

/* What is known about all nodes of a shape. */
typedef struct Shape
{
	BxIndexName name;
	BxIndexPath path; /* where shapes are paths */
	uint64_t steps;   /* of the scope: steps that its nodes take ... */
	uint64_t places;  /* ... and where they are, where shapes are paths */
	uint8_t done;     /* set of Done: keys that were added for it, where shapes are paths */
} Shape;

enum Done
{
	DONE_COMPLEX = 1,
	DONE_EMPTY = 2,
};

/* An open element; frame 0 is the document. */
typedef struct Entered
{
	BxIndexPath path;
	uint64_t places; /* of the scope */
	uint32_t shape;
	bool kids;  /* it has an element below */
	bool text;  /* there is text in it or below */
	bool blank; /* it has a text of white space */
	bool one;   /* it has a text */
	bool two;   /* it has several */
} Entered;

typedef struct Extract
{
	const BxIndexOptions *options;
	const BxTable *table;
	const BxHost *host;
	BxIndexList *list;
	BxError *err;
	Shape *shapes;
	Entered *frames;
	uint32_t n_frames;
	bool paths; /* shapes are paths */
} Extract;

BxIndexOptions
bx_index_options(bool is_short)
{
	return (BxIndexOptions){is_short, BX_INDEX_ALL, BX_INDEX_VALUE_DEFAULT, NULL};
}

/* ---- the scope ---- */

/* The places of the scope at a node of the shape whose parent is at these. */
static uint64_t
places_below(const BxIndexScope *scope, uint64_t places, const Shape *shape, bool attribute)
{
	return attribute ? bx_index_scope_attribute(scope, places, shape->steps)
					 : bx_index_scope_child(scope, places, shape->steps);
}

static inline uint64_t
places_of(const Extract *x, const BxEvent *ev)
{
	if (x->options->scope == NULL)
		return 0;
	if (x->paths)
		return x->shapes[ev->shape].places;
	return places_below(x->options->scope, x->frames[ev->level - 1].places, &x->shapes[ev->shape],
						ev->kind == BX_EV_ATTRIBUTE);
}

/* Do nodes at these places have keys? */
static inline bool
in_scope(const Extract *x, uint64_t places)
{
	return x->options->scope == NULL || (places & x->options->scope->ends) != 0;
}

/* ---- shapes ---- */

static void
scope_shape(const Extract *x, Shape *shape, const BxShape *r, const BxNameInfo *name)
{
	const BxIndexScope *scope = x->options->scope;
	const BxPair *pair = &x->table->pairs[name->pair];
	bool attribute = r->kind == BX_KIND_ATTRIBUTE;

	shape->steps = bx_index_scope_match(scope, bx_str(pair->uri, pair->uri_len),
										bx_str(name->local, name->len), attribute);
	if (x->paths)
		shape->places =
			places_below(scope, r->parent == BX_SHAPE_NONE ? scope->starts : x->shapes[r->parent].places,
						 shape, attribute);
}

static BxStatus
hash_uris(const BxTable *t, BxArena *arena, uint64_t **uris, BxError *err)
{
	uint32_t i;

	*uris = bx_arena_alloc(arena, t->n_pairs * sizeof(**uris));
	if (*uris == NULL)
		return bx_fail_nomem(err, t->n_pairs * sizeof(**uris));
	for (i = 0; i < t->n_pairs; i++)
	{
		(*uris)[i] = bx_index_uri(t->pairs[i].uri, t->pairs[i].uri_len);
		BX_TRY(bx_charge(arena->host, BX_STEP_UNITS + t->pairs[i].uri_len));
	}
	return BX_OK;
}

static BxStatus
hash_shapes(Extract *x, BxArena *arena)
{
	const BxTable *t = x->table;
	uint64_t *uris;
	uint32_t i;

	BX_TRY(hash_uris(t, arena, &uris, x->err));
	x->shapes = bx_arena_alloc(arena, (t->n_shapes + (size_t) 1) * sizeof(Shape));
	if (x->shapes == NULL)
		return bx_fail_nomem(x->err, (t->n_shapes + (size_t) 1) * sizeof(Shape));
	for (i = 0; i < t->n_shapes; i++)
	{
		const BxShape *r = &t->shapes[i];
		Shape *shape = &x->shapes[i];
		const BxNameInfo *name;

		BX_TRY(bx_step(x->host));
		memset(shape, 0, sizeof(*shape));
		if (r->kind != BX_KIND_ELEMENT && r->kind != BX_KIND_LEAF && r->kind != BX_KIND_ATTRIBUTE)
			continue;
		name = &t->names[r->name];
		BX_TRY(bx_charge(x->host, name->len));
		shape->name = bx_index_name(r->kind == BX_KIND_ATTRIBUTE, uris[name->pair], name->local, name->len);
		if (x->paths)
			shape->path = bx_index_step(
				r->parent == BX_SHAPE_NONE ? &bx_index_root : &x->shapes[r->parent].path, &shape->name);
		if (x->options->scope != NULL)
			scope_shape(x, shape, r, name);
	}
	return BX_OK;
}

/* ---- keys ---- */

static BxStatus
add_key(Extract *x, const BxIndexPath *path, const BxIndexValue *value)
{
	uint8_t *p;

	if ((x->options->kinds & BX_INDEX_BIT(value->kind)) == 0)
		return BX_OK;
	if (x->options->is_short)
		return bx_index_list_short(x->list, bx_index_key_short(path, value));
	BX_TRY(bx_index_list_place(x->list, BX_INDEX_KEY_ROOM(x->options->max_value), &p));
	bx_index_list_long(x->list, bx_index_key_put(path, value, x->options->max_value, p));
	return BX_OK;
}

static BxStatus
add_payload(Extract *x, const BxIndexPath *path, const BxEvent *ev)
{
	char buf[BX_VALUE_TEXT_MAX];
	BxIndexValue value;

	BX_TRY(bx_charge(x->host, ev->len));
	if (ev->heap)
		bx_index_value_text((const char *) ev->payload, ev->len, &value);
	else if (!bx_index_value_payload(ev->payload, ev->len, buf, &value))
		return bx_fail(x->err, BX_E_CORRUPT, ev->content, "damaged typed value");
	return add_key(x, path, &value);
}

/* The key of an element without one value; again for the same shape it would be the same. */
static BxStatus
add_element(Extract *x, const BxIndexPath *path, uint32_t shape, enum Done what)
{
	static const BxIndexValue empty = {.kind = AT_INDEX_STRING, .text = {"", 0}};

	if (x->paths)
	{
		if (x->shapes[shape].done & what)
			return BX_OK;
		x->shapes[shape].done |= what;
	}
	return add_key(x, path, what == DONE_COMPLEX ? &bx_index_complex : &empty);
}

/* ---- nodes ---- */

/* The path of an item; *own is its place where shapes are names. */
static inline const BxIndexPath *
path_of(const Extract *x, const BxEvent *ev, BxIndexPath *own)
{
	const Shape *shape = &x->shapes[ev->shape];

	if (x->paths)
		return &shape->path;
	*own = bx_index_step(&x->frames[ev->level - 1].path, &shape->name);
	return own;
}

static inline bool
is_blank(const BxEvent *ev)
{
	const char *p = (const char *) ev->payload;

	return ev->len > 0 && bx_is_space(*p) && bx_is_all_space(p, ev->len);
}

static void
open_element(Extract *x, const BxEvent *ev)
{
	Entered *frame = &x->frames[ev->level];
	BxIndexPath own;

	x->frames[ev->level - 1].kids = true;
	memset(frame, 0, sizeof(*frame));
	frame->path = *path_of(x, ev, &own);
	frame->places = places_of(x, ev);
	frame->shape = ev->shape;
}

static BxStatus
close_element(Extract *x, uint32_t level)
{
	Entered *frame = &x->frames[level];

	x->frames[level - 1].text |= frame->text;
	if (!in_scope(x, frame->places))
		return BX_OK;
	if (frame->kids || frame->two || frame->blank)
	{
		/* short keys leave out elements whose string value is empty */
		if (frame->text || !x->options->is_short)
			return add_element(x, &frame->path, frame->shape, DONE_COMPLEX);
	}
	else if (!frame->one && !x->options->is_short)
		return add_element(x, &frame->path, frame->shape, DONE_EMPTY);
	return BX_OK;
}

static BxStatus
take_leaf(Extract *x, const BxEvent *ev)
{
	Entered *parent = &x->frames[ev->level - 1];
	BxIndexPath own;
	const BxIndexPath *path = path_of(x, ev, &own);

	parent->kids = true;
	parent->text |= ev->len > 0;
	if (!in_scope(x, places_of(x, ev)))
		return BX_OK;
	if (ev->len == 0)
		return x->options->is_short ? BX_OK : add_element(x, path, ev->shape, DONE_EMPTY);
	if (is_blank(ev))
		return add_element(x, path, ev->shape, DONE_COMPLEX);
	return add_payload(x, path, ev);
}

static BxStatus
take_text(Extract *x, const BxEvent *ev)
{
	Entered *frame = &x->frames[ev->level - 1];

	frame->two |= frame->one;
	frame->one = frame->text = true;
	if (ev->level == 1 || !in_scope(x, frame->places))
		return BX_OK;
	frame->blank |= is_blank(ev);
	return is_blank(ev) ? BX_OK : add_payload(x, &frame->path, ev);
}

static BxStatus
take(Extract *x, const BxEvent *ev)
{
	BxIndexPath own;

	switch (ev->kind)
	{
		case BX_EV_ELEMENT: open_element(x, ev); return BX_OK;
		case BX_EV_END: return close_element(x, ev->level);
		case BX_EV_LEAF: return take_leaf(x, ev);
		case BX_EV_ATTRIBUTE:
			return in_scope(x, places_of(x, ev)) ? add_payload(x, path_of(x, ev, &own), ev) : BX_OK;
		case BX_EV_TEXT: return take_text(x, ev);
		default: return BX_OK;
	}
}

static BxStatus
extract_items(Extract *x, BxSource *items, BxArena *arena)
{
	uint32_t depth = x->table->head.depth;
	BxReader *rd;
	BxEvent ev;

	x->frames = bx_arena_alloc(arena, (depth + (size_t) 2) * sizeof(Entered));
	if (x->frames == NULL)
		return bx_fail_nomem(x->err, (depth + (size_t) 2) * sizeof(Entered));
	memset(&x->frames[0], 0, sizeof(Entered));
	if (x->options->scope != NULL)
		x->frames[0].places = x->options->scope->starts;
	BX_TRY(hash_shapes(x, arena));
	BX_TRY(bx_reader_new(&rd, x->table, items, arena, x->err));
	for (;;)
	{
		BX_TRY(bx_reader_next(rd, &ev));
		if (ev.kind == BX_EV_DONE)
			return bx_index_list_finish(x->list);
		BX_TRY(bx_step(x->host));
		BX_TRY(take(x, &ev));
	}
}

BxStatus
bx_index_extract(const BxIndexOptions *options, BxStore *store, BxArena *arena, BxIndexList *list,
				 BxError *err)
{
	Extract x = {.options = options, .host = arena->host, .list = list, .err = err};
	BxReadAll pass;
	BxTable table;
	BxStatus st;

	bx_index_list_init(list, options->is_short, arena, err);
	st = bx_read_all_open(&pass, store, arena, err);
	if (st == BX_OK)
		st = bx_read_all_table(&pass, &table, arena);
	if (st == BX_OK)
	{
		x.table = &table;
		x.paths = (table.head.flags & BX_FLAG_NAMES) == 0;
		st = extract_items(&x, &pass.items.source, arena);
	}
	bx_read_all_close(&pass);
	return st;
}
