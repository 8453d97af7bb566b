/*
 * bx_layout.c -- the tape and the interned tables to a finished value.
 *
 * Decides between path shapes and name shapes, numbers names and shapes, and writes header, table, items and extension
 * sections into one buffer.  Items are written from the last to the first, in one walk over the tape.  Everything is a
 * function of the events alone: equal input gives equal bytes.
 */
#include "bx_writer_int.h"

#include "../format/bx_item.h"

#include "bx_emit_int.h"
#include "bx_table_put.h"

/*
 * Path shapes cost three to four bytes each and pay by resolving a query once per value.  They are chosen unless
 * their cost is more than 1/BX_SHAPE_SHARE of the items, or 1/BX_SHAPE_SHARE_SHORT of those below BX_SHAPE_SHORT bytes,
 * which stay in one block and gain little by it: small documents whose paths hardly repeat use names.  Measured in
 * doc/storage.md.
 */
#define BX_SHAPE_SHARE 12
#define BX_SHAPE_SHARE_SHORT 40
#define BX_SHAPE_SHORT 8192

/* Room behind a value that is given back: more than this part of it. */
#define SLACK_SHARE 16

#define HEAD_MAX (BX_HEAD_MAX + 9 * BX_HEAD_EXT_MAX)

/* Final tables. */
typedef struct Layout
{
	BxWriter *w;
	bool names;         /* name mode */
	uint32_t *shape_of; /* provisional shape -> final shape */
	uint32_t *shapes;   /* final shape -> provisional shape that defines it */
	uint32_t n_shapes;
	uint32_t *name_of;   /* writer's name -> final name (path mode) */
	uint32_t *name_list; /* final name -> writer's name */
	uint32_t n_names;
	uint32_t *pair_of; /* writer's pair -> final pair */
	uint32_t *pair_list;
	uint32_t n_pairs; /* predefined ones included */
	BxConstants constants;
	BxTable decoded; /* what the table section says */
	BxBuf dirs[BX_DIR_SECTIONS];
	uint64_t items_len;
	uint32_t heap_from; /* texts from this length on go to the heap; UINT32_MAX: none */
	uint64_t heap_n;    /* so many, of so many bytes */
	uint64_t heap_len;
} Layout;

static void *
lay_alloc(Layout *l, size_t n)
{
	void *p = bx_arena_alloc(&l->w->scratch.arena, n);

	if (p == NULL)
		bx_writer_nomem(l->w, n);
	return p;
}

/* ---- numbering ---- */

/* The shape that is the i-th in final order. */
static inline const BxWShape *
shape_at(const Layout *l, uint32_t i)
{
	return &l->w->shapes[l->shapes[i]];
}

static inline uint32_t
use_pair(Layout *l, uint32_t pair)
{
	if (l->pair_of[pair] == UINT32_MAX)
	{
		l->pair_list[l->n_pairs] = pair;
		l->pair_of[pair] = l->n_pairs++;
	}
	return l->pair_of[pair];
}

static void
use_name(Layout *l, uint32_t name)
{
	if (l->name_of[name] == UINT32_MAX)
	{
		use_pair(l, l->w->names[name].pair);
		l->name_list[l->n_names] = name;
		l->name_of[name] = l->n_names++;
	}
}

/* Pairs are numbered by first use; those that are always there have their numbers. */
static BxStatus
begin_pairs(Layout *l)
{
	size_t size = (l->w->n_pairs + (size_t) 1) * sizeof(uint32_t);

	l->pair_of = lay_alloc(l, size);
	l->pair_list = lay_alloc(l, size);
	if (l->pair_of == NULL || l->pair_list == NULL)
		return BX_E_NOMEM;
	memset(l->pair_of, 0xff, size);
	l->pair_of[BX_PAIR_NONE] = BX_PAIR_NONE;
	l->pair_of[BX_PAIR_XML] = BX_PAIR_XML;
	l->n_pairs = BX_PAIR_FIRST;
	return BX_OK;
}

/* Number pairs and names by first use in final shape order. */
static BxStatus
number_names(Layout *l)
{
	BxWriter *w = l->w;
	uint32_t i;

	BX_TRY(begin_pairs(l));
	l->name_of = lay_alloc(l, (w->n_names + 1) * sizeof(uint32_t));
	l->name_list = lay_alloc(l, (w->n_names + 1) * sizeof(uint32_t));
	if (!l->name_of || !l->name_list)
		return BX_E_NOMEM;
	for (i = 0; i < l->n_shapes; i++)
		if (bx_kind_is_named(shape_at(l, i)->kind))
			l->name_of[shape_at(l, i)->name] = UINT32_MAX;
	for (i = 0; i < l->n_shapes; i++)
	{
		const BxWShape *r = shape_at(l, i);

		if (bx_kind_is_named(r->kind))
			use_name(l, r->name);
		else if (r->kind == BX_KIND_NAMESPACE)
			use_pair(l, r->name);
	}
	return BX_OK;
}

/* Sort provisional shapes by falling count, first appearance breaking ties; a stable merge by counting is not worth
 * its code for at most BX_SHAPES_MAX shapes, so this is a heap-free shell sort on (count, number). */
static void
sort_by_count(const BxWShape *shapes, uint32_t *order, uint32_t n)
{
	static const uint32_t gaps[] = {1750, 701, 301, 132, 57, 23, 10, 4, 1};
	unsigned g;
	uint32_t i, j;

	for (g = 0; g < sizeof(gaps) / sizeof(gaps[0]); g++)
		for (i = gaps[g]; i < n; i++)
		{
			uint32_t x = order[i];

			for (j = i; j >= gaps[g]; j -= gaps[g])
			{
				uint32_t y = order[j - gaps[g]];

				if (shapes[y].count > shapes[x].count ||
					(shapes[y].count == shapes[x].count && shapes[y].number < shapes[x].number))
					break;
				order[j] = y;
			}
			order[j] = x;
		}
}

/* Give shape its final number after its ancestors', so that parents come before children. */
static void
place_shape(Layout *l, uint32_t shape)
{
	const BxWShape *shapes = l->w->shapes;
	uint32_t r, top;

	while (l->shape_of[shape] == UINT32_MAX)
	{
		top = shape;
		for (r = shapes[shape].parent; r != BX_SHAPE_NONE && l->shape_of[r] == UINT32_MAX;
			 r = shapes[r].parent)
			top = r;
		l->shapes[l->n_shapes] = top;
		l->shape_of[top] = l->n_shapes++;
	}
}

/* The provisional shapes, those with most items first; NULL on out of memory. */
static uint32_t *
frequent_first(Layout *l)
{
	BxWriter *w = l->w;
	uint32_t *order = lay_alloc(l, (size_t) (w->used.n + 1) * sizeof(uint32_t));

	uint32_t i;

	for (i = 0; order != NULL && i < w->used.n; i++)
		order[i] = w->used.list[i];
	if (order != NULL)
		sort_by_count(w->shapes, order, w->used.n);
	return order;
}

/* The path shape of a constant's values. */
static inline BxWShape *
constant_shape(const Layout *l, uint32_t i)
{
	return &l->w->shapes[l->w->used.list[l->constants.list[i]->key]];
}

/* The constants of path shapes; those of frequent shapes leave the shape less frequent. */
static BxStatus
choose_shape_constants(Layout *l)
{
	BxWriter *w = l->w;
	uint32_t *counts = lay_alloc(l, (size_t) (w->used.n + 1) * sizeof(uint32_t));
	uint32_t *number_of = lay_alloc(l, (size_t) (w->n_shapes + 1) * sizeof(uint32_t));
	uint32_t *order = frequent_first(l);
	uint32_t i;

	if (counts == NULL || number_of == NULL || order == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < w->used.n; i++)
	{
		counts[i] = w->shapes[order[i]].count;
		number_of[w->used.list[i]] = i;
	}
	BX_TRY(bx_constants_choose(w, &l->w->scratch.arena, number_of, counts, w->used.n, &l->constants));
	for (i = 0; i < l->constants.n; i++)
		constant_shape(l, i)->count -= l->constants.list[i]->uses;
	return BX_OK;
}

/* Shapes are numbered: they count all of their items again. */
static void
count_constants_again(Layout *l)
{
	uint32_t i;

	for (i = 0; i < l->constants.n && !l->names; i++)
		constant_shape(l, i)->count += l->constants.list[i]->uses;
}

/* Path mode: first appearance while one-byte tokens suffice (documents of one kind then share their tables), else
 * frequent shapes first. */
static BxStatus
number_shapes(Layout *l)
{
	BxWriter *w = l->w;
	uint32_t *order;
	uint32_t i;

	if (bx_constants_may_pay(w))
		BX_TRY(choose_shape_constants(l));
	if (w->used.n + l->constants.n <= BX_SHORT_TOKENS)
	{
		for (i = 0; i < w->used.n; i++)
		{
			l->shapes[i] = w->used.list[i];
			l->shape_of[w->used.list[i]] = i;
		}
		l->n_shapes = w->used.n;
		return BX_OK;
	}
	order = frequent_first(l);
	if (order == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < w->used.n; i++)
		l->shape_of[w->used.list[i]] = UINT32_MAX;
	for (i = 0; i < w->used.n; i++)
		place_shape(l, order[i]);
	return BX_OK;
}

static BxStatus
alloc_table(Layout *l, uint32_t names, uint32_t shapes)
{
	BxTable *t = &l->decoded;

	t->names = lay_alloc(l, (names + (size_t) 1) * sizeof(BxNameInfo));
	t->shapes = lay_alloc(l, (shapes + (size_t) 1) * sizeof(BxShape));
	return t->names != NULL && t->shapes != NULL ? BX_OK : BX_E_NOMEM;
}

/* The next shape without paths: what the table says of it, and the number of its pair. */
static inline void
add_name_shape(Layout *l, const BxWShape *r)
{
	BxTable *t = &l->decoded;
	const BxWName *name = &l->w->names[r->name];
	BxShape *shape = &t->shapes[l->n_shapes];

	*shape = (BxShape){.kind = r->kind, .parent = BX_SHAPE_NONE};
	if (bx_kind_is_named(r->kind))
		t->names[l->n_shapes] =
			(BxNameInfo){name->local.s, (uint32_t) name->local.n, use_pair(l, name->pair)};
	else if (r->kind == BX_KIND_NAMESPACE)
		shape->name = use_pair(l, r->name);
}

static BxStatus
reserve_ids(BxWriter *w)
{
	uint32_t *ids;

	if (w->used.n <= w->used.cap_ids)
		return BX_OK;
	ids = bx_array_grow(w->own, w->used.ids, &w->used.cap_ids, w->used.cap, sizeof(uint32_t));
	if (ids == NULL)
		return bx_writer_nomem(w, sizeof(uint32_t));
	w->used.ids = ids;
	return BX_OK;
}

/* Name mode: one shape per (kind, name), by first appearance. */
static BxStatus
number_name_shapes(Layout *l)
{
	BxWriter *w = l->w;
	uint32_t i;

	BX_TRY(begin_pairs(l));
	BX_TRY(alloc_table(l, w->used.n, w->used.n));
	BX_TRY(reserve_ids(w));
	for (i = 0; i < w->used.n; i++)
	{
		uint32_t shape = w->used.list[i];
		BxWShape *first = &w->shapes[w->shapes[shape].like];

		if (first->laid_out != w->first_seq)
		{
			first->laid_out = w->first_seq;
			first->final = l->n_shapes;
			w->used.ids[l->n_shapes] = w->shapes[shape].like;
			add_name_shape(l, first);
			l->n_shapes++;
		}
		l->shape_of[shape] = first->final;
	}
	w->used.n_ids = l->n_shapes;
	if (!bx_constants_may_pay(w))
		return BX_OK;
	return bx_constants_choose(w, &l->w->scratch.arena, l->shape_of, NULL, l->n_shapes, &l->constants);
}

/* ---- table section ---- */

static BxStatus
fill_pairs(Layout *l)
{
	const BxWriter *w = l->w;
	BxTable *t = &l->decoded;
	uint32_t i;

	t->n_pairs = l->n_pairs;
	t->pairs = lay_alloc(l, t->n_pairs * sizeof(BxPair));
	if (t->pairs == NULL)
		return BX_E_NOMEM;
	for (i = BX_PAIR_FIRST; i < l->n_pairs; i++)
	{
		const BxWPair *p = &w->pairs[l->pair_list[i]];

		t->pairs[i] = (BxPair){p->prefix.s, p->uri.s, (uint32_t) p->prefix.n, (uint32_t) p->uri.n};
	}
	return BX_OK;
}

/* Names and shapes of path mode. */
static BxStatus
fill_paths(Layout *l)
{
	const BxWriter *w = l->w;
	BxTable *t = &l->decoded;
	uint32_t i;

	BX_TRY(alloc_table(l, l->n_names, l->n_shapes));
	for (i = 0; i < l->n_names; i++)
	{
		const BxWName *n = &w->names[l->name_list[i]];

		t->names[i] = (BxNameInfo){n->local.s, (uint32_t) n->local.n, l->pair_of[n->pair]};
	}
	for (i = 0; i < l->n_shapes; i++)
	{
		const BxWShape *r = shape_at(l, i);

		t->shapes[i] = (BxShape){r->kind, r->flags,
								 r->parent == BX_SHAPE_NONE ? BX_SHAPE_NONE : l->shape_of[r->parent], 0};
		if (r->kind == BX_KIND_NAMESPACE)
			t->shapes[i].name = l->pair_of[r->name];
		else if (bx_kind_is_named(r->kind))
			t->shapes[i].name = l->name_of[r->name];
	}
	return BX_OK;
}

static BxStatus
fill_constants(Layout *l)
{
	const BxConstants *k = &l->constants;
	BxTable *t = &l->decoded;
	uint32_t i;

	t->n_consts = k->n;
	if (k->n == 0)
		return BX_OK;
	t->consts = lay_alloc(l, k->n * sizeof(BxConstInfo));
	if (t->consts == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < k->n; i++)
		t->consts[i] =
			(BxConstInfo){(const char *) k->payloads + k->list[i]->at, k->list[i]->len,
						  l->names ? k->list[i]->key : l->shape_of[l->w->used.list[k->list[i]->key]]};
	return BX_OK;
}

static BxStatus
put_table(Layout *l)
{
	BxTable *t = &l->decoded;

	t->head.flags = (l->names ? BX_FLAG_NAMES : 0) | (l->constants.n > 0 ? BX_FLAG_CONSTANTS : 0);
	t->n_names = l->names ? l->n_shapes : l->n_names;
	t->n_shapes = l->n_shapes;
	BX_TRY(fill_pairs(l));
	if (!l->names)
		BX_TRY(fill_paths(l));
	BX_TRY(fill_constants(l));
	return bx_table_put(t, &l->w->scratch.arena, &l->w->scratch.table, &l->w->err);
}

/* ---- items ---- */

/* What goes to the heap: the shapes of such texts say so, and the table is made after this. */
static BxStatus
settle_heap(Layout *l)
{
	BxWriter *w = l->w;
	const uint32_t *r = bx_tape_begin(w), *end = bx_tape_end(w);
	const uint16_t *slot = l->constants.slot_of;
	const uint8_t *p = w->tape.payloads.data;
	uint64_t steps = 0;
	bool constant;

	for (; r < end && l->heap_from != UINT32_MAX;)
	{
		BxTapeItem item = bx_tape_next(&r);
		BxWShape *shape = &w->shapes[item.shape];

		BX_TRY(bx_tape_step(w, &steps));
		if (item.shape == BX_TAPE_END)
			continue;
		constant = l->constants.n > 0 && item.len <= BX_CONSTANT_LENGTH && bx_kind_has_value(shape->kind) &&
				   bx_constant_of(&l->constants, *slot++, item.shape, p, item.len) > 0;
		if (!constant && bx_goes_to_heap(l->heap_from, shape->kind, p, item.len))
		{
			shape->flags |= BX_SHAPE_TYPED;
			l->heap_len += item.len;
			l->heap_n++;
		}
		p += item.len;
	}
	return BX_OK;
}

/*
 * Room that the items need at most, without what goes to the heap.  Tokens of one byte are counted; constants only make
 * items shorter.  All that is left over lies before the items, and moving them over it makes it memory that is used.
 */
static uint64_t
items_room(const Layout *l)
{
	const BxWriter *w = l->w;
	uint64_t size = w->frames[0].size - l->heap_len + l->heap_n * BX_HEAP_REF_MAX;
	bool wide = l->constants.n + l->n_shapes > BX_SHORT_TOKENS;

	if (wide)
		size += 3 * (uint64_t) (w->tape.items.len / sizeof(uint32_t));
	if (wide || l->heap_n > 0) /* the lengths of elements */
		size += (BX_VARINT_MAX - 1) * (uint64_t) w->tape.n_opened;
	return size;
}

/* ---- extensions and header ---- */

static uint32_t
decl_size(const BxWriter *w)
{
	const uint32_t version = (uint32_t) w->decl.version.n, encoding = (uint32_t) w->decl.encoding.n;

	return bx_varint_size(version) + version + bx_varint_size(encoding) + encoding + 1;
}

/* Is the label kept that the top-level node had in another document? */
static bool
has_root(const BxWriter *w)
{
	return w->opt.root_n > 0 && w->top.items == 1;
}

static bool
has_labels(const BxWriter *w)
{
	return w->labels.n > 0 && (w->opt.root_n == 0 || has_root(w));
}

static bool
has_marks(const BxWriter *w)
{
	return w->marks.n > 0 && (w->opt.root_n == 0 || has_root(w));
}

static uint8_t *
put_body(uint8_t *p, const uint8_t *body, size_t n)
{
	if (n > 0)
		memcpy(p, body, n);
	return p + n;
}

static bool
decl_matters(const BxWriter *w)
{
	return w->decl.given;
}

static uint8_t *
put_raw_str(uint8_t *p, BxStr s)
{
	p = bx_varint_put(p, (uint32_t) s.n);
	if (s.n > 0)
		memcpy(p, s.s, s.n);
	return p + s.n;
}

static uint8_t *
emit_ext_bodies(const Layout *l, uint8_t *p)
{
	const BxWriter *w = l->w;
	int i;

	if (has_labels(w))
		p = put_body(p, w->labels.body, w->labels.n);
	if (has_root(w))
		p = put_body(p, w->opt.root, w->opt.root_n);
	if (w->doctype.n > 0)
	{
		p = bx_varint_put(p, w->doctype_at);
		memcpy(p, w->doctype.s, w->doctype.n);
		p += w->doctype.n;
	}
	if (decl_matters(w))
	{
		p = put_raw_str(p, w->decl.version);
		p = put_raw_str(p, w->decl.encoding);
		*p++ = (uint8_t) (w->decl.standalone + 1);
	}
	for (i = 0; i < BX_DIR_VALUE_LISTS; i++)
		p = put_body(p, l->dirs[i].data, l->dirs[i].len);
	if (has_marks(w))
		p = put_body(p, w->marks.body, w->marks.n);
	return put_body(p, l->dirs[i].data, l->dirs[i].len);
}

static size_t
ext_bodies_size(const Layout *l)
{
	const BxWriter *w = l->w;

	return (has_labels(w) ? w->labels.n : 0) + (has_marks(w) ? w->marks.n : 0) +
		   (has_root(w) ? w->opt.root_n : 0) +
		   (w->doctype.n > 0 ? bx_varint_size(w->doctype_at) + w->doctype.n : 0) +
		   (decl_matters(w) ? decl_size(w) : 0) + l->dirs[0].len + l->dirs[1].len + l->dirs[2].len +
		   l->dirs[BX_DIR_VALUE_LISTS].len;
}

static void
add_ext(BxHeadParts *h, uint8_t code, size_t len)
{
	h->ext[h->n_ext].code = code;
	h->ext[h->n_ext++].len = (uint32_t) len;
}

/* Header with its varints; at most HEAD_MAX bytes. */
static uint8_t *
emit_header(const Layout *l, uint8_t *p)
{
	const BxWriter *w = l->w;
	BxHeadParts h = {.table = l->w->scratch.table.data,
					 .table_len = (uint32_t) l->w->scratch.table.len,
					 .items_len = (uint32_t) l->items_len,
					 .depth = w->max_depth,
					 .heap_len = (uint32_t) l->heap_len};
	int i;

	if (l->names)
		h.flags |= BX_FLAG_NAMES;
	if (l->constants.n > 0)
		h.flags |= BX_FLAG_CONSTANTS;
	if (w->top.elements == 1 && !w->top.text)
		h.flags |= BX_FLAG_DOCUMENT;
	if (has_labels(w))
		add_ext(&h, BX_EXT_LABELS, w->labels.n);
	if (has_root(w))
		add_ext(&h, BX_EXT_ROOT, w->opt.root_n);
	if (w->doctype.n > 0)
		add_ext(&h, BX_EXT_DOCTYPE, bx_varint_size(w->doctype_at) + w->doctype.n);
	if (decl_matters(w))
		add_ext(&h, BX_EXT_DECL, decl_size(w));
	for (i = 0; i < BX_DIR_SECTIONS; i++)
	{
		if (i == BX_DIR_VALUE_LISTS && has_marks(w))
			add_ext(&h, BX_EXT_MARKS, w->marks.n);
		if (l->dirs[i].len > 0)
			add_ext(&h, bx_dir_code((unsigned) i), l->dirs[i].len);
	}
	return bx_head_put(p, &h);
}

/* How often the shapes occur that the table lists, in path mode. */
static uint32_t *
final_counts(Layout *l)
{
	uint32_t *counts = lay_alloc(l, (l->n_shapes + (size_t) 1) * sizeof(uint32_t));
	uint32_t i;

	for (i = 0; counts != NULL && i < l->n_shapes; i++)
		counts[i] = shape_at(l, i)->count;
	return counts;
}

/* The directories of the items, unless the value would become too long by them. */
static BxStatus
make_directories(Layout *l, const BxEmit *e)
{
	BxItemNotes notes = {e->notes, e->notes != NULL ? (uint32_t) (bx_tape_end(l->w) - e->notes) : 0};
	uint32_t *counts;
	int i;

	if (l->names || !bx_directories_wanted(&l->w->opt, l->items_len))
		return BX_OK;
	counts = final_counts(l);
	if (counts == NULL)
		return BX_E_NOMEM;
	l->decoded.head.items_len = (uint32_t) l->items_len;
	l->decoded.head.depth = l->w->max_depth;
	BX_TRY(bx_layout_directories(l->w, &l->decoded, e->q, counts, e->notes != NULL ? &notes : NULL, l->dirs));
	if (HEAD_MAX + l->w->scratch.table.len + l->items_len + l->heap_len + ext_bodies_size(l) > BX_VALUE_MAX)
		for (i = 0; i < BX_DIR_SECTIONS; i++)
			l->dirs[i].len = 0;
	return BX_OK;
}

/* The value is at base behind the reserve, but items and heap are at e->q: put all in its place. */
static BxStatus
put_together(Layout *l, const BxEmit *e, uint8_t **base, size_t room, size_t *len)
{
	BxWriter *w = l->w;
	uint8_t head[HEAD_MAX];
	size_t head_len = (size_t) (emit_header(l, head) - head);
	size_t before = w->opt.reserve + head_len + l->w->scratch.table.len;
	size_t body = l->items_len + l->heap_len;
	size_t total = before + body + ext_bodies_size(l);
	size_t at = (size_t) (e->q - *base);
	uint8_t *p;

	*len = total - w->opt.reserve;
	if (*len > BX_VALUE_MAX)
		return bx_fail(&w->err, BX_E_LIMIT, -1, "bxml value would exceed the limit of 1 GB");
	if (total > room)
	{
		p = w->host->resize(w->host->ctx, *base, total);
		if (p == NULL)
			return bx_writer_nomem(w, total);
		*base = p;
	}
	p = *base + w->opt.reserve;
	memmove(*base + before, *base + at, body);
	memcpy(p, head, head_len);
	if (l->w->scratch.table.len > 0)
		memcpy(p + head_len, l->w->scratch.table.data, l->w->scratch.table.len);
	emit_ext_bodies(l, *base + before + body);
	if (total + total / SLACK_SHARE + HEAD_MAX >= room)
		return BX_OK;
	p = w->host->resize(w->host->ctx, *base, total);
	*base = p != NULL ? p : *base;
	return BX_OK;
}

static BxStatus
emit_at(Layout *l, BxEmit *e, uint8_t **base, size_t at, size_t room, size_t *len)
{
	e->q = e->heap_start = *base + at;
	e->heap = e->heap_start + l->heap_len;
	BX_TRY(bx_emit_items(e, l->w));
	l->items_len = (uint64_t) (e->heap_start - e->q);
	if (l->items_len > BX_VALUE_MAX)
		return bx_fail(&l->w->err, BX_E_LIMIT, -1, "bxml value would exceed the limit of 1 GB");
	BX_TRY(make_directories(l, e));
	return put_together(l, e, base, room, len);
}

static BxStatus
emit(Layout *l, uint8_t **data, size_t *len)
{
	BxWriter *w = l->w;
	size_t before = w->opt.reserve + HEAD_MAX + l->w->scratch.table.len + items_room(l);
	size_t room = before + l->heap_len + ext_bodies_size(l);
	uint8_t *base;
	BxStatus st;
	BxEmit e = {.constants = &l->constants, .heap_from = l->heap_from};

	if (!l->names && bx_directories_wanted(&w->opt, w->frames[0].size))
		e.note_from = bx_value_lists_from(&w->opt, w->frames[0].size);
	BX_TRY(bx_emit_begin(&e, w, &l->w->scratch.arena, l->shape_of));
	base = w->host->alloc(w->host->ctx, room);
	if (base == NULL)
		return bx_writer_nomem(w, room);
	st = emit_at(l, &e, &base, before, room, len);
	if (st == BX_OK)
		*data = base;
	else
		w->host->release(w->host->ctx, base);
	return st;
}

/* ---- mode ---- */

static bool
choose_names(const BxWriter *w)
{
	uint64_t shapes_cost = (uint64_t) w->used.n * (w->used.n <= BX_SHORT_TOKENS ? 3 : 4);
	uint64_t size = w->frames[0].size;

	if (!w->shaped)
		return true;
	if (w->opt.mode != BX_MODE_AUTO)
		return w->opt.mode == BX_MODE_NAMES;
	return shapes_cost * (size < BX_SHAPE_SHORT ? BX_SHAPE_SHARE_SHORT : BX_SHAPE_SHARE) > size;
}

static uint32_t
heap_from(const BxWriter *w)
{
	uint64_t size = w->frames[0].size;

	if (w->opt.heap == BX_HEAP_ALL)
		return 1;
	if (w->opt.heap == BX_HEAP_OFF || !bx_heap_pays(size, w->large))
		return UINT32_MAX;
	return BX_HEAP_VALUE;
}

static BxStatus
lay_out(Layout *l, uint8_t **data, size_t *len)
{
	BxWriter *w = l->w;

	l->names = choose_names(w);
	l->shape_of = lay_alloc(l, (w->n_shapes + 1) * sizeof(uint32_t));
	l->shapes = lay_alloc(l, (w->used.n + 1) * sizeof(uint32_t));
	if (l->shape_of == NULL || l->shapes == NULL)
		return BX_E_NOMEM;
	BX_TRY(l->names ? number_name_shapes(l) : number_shapes(l));
	count_constants_again(l);
	if (!l->names)
		BX_TRY(number_names(l));
	l->heap_from = heap_from(w);
	BX_TRY(settle_heap(l));
	BX_TRY(put_table(l));
	return emit(l, data, len);
}

BxStatus
bx_layout(BxWriter *w, uint8_t **data, size_t *len)
{
	Layout l;
	BxStatus st;
	int i;

	memset(&l, 0, sizeof(l));
	l.w = w;
	for (i = 0; i < BX_DIR_SECTIONS; i++)
		bx_buf_init(&l.dirs[i], w->host);
	st = lay_out(&l, data, len);
	for (i = 0; i < BX_DIR_SECTIONS; i++)
		bx_buf_free(&l.dirs[i]);
	bx_arena_release(&w->scratch.arena, &w->scratch.none);
	return st;
}
