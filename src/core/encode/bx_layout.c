/*
 * bx_layout.c -- the tape and the interned tables to a finished value.
 *
 * Decides between path shapes and name shapes, numbers names and shapes, recomputes lengths where tokens became wider
 * than one byte, and writes header, table, items and extension sections into one buffer.  Everything is a
 * function of the events alone: equal input gives equal bytes.
 */
#include "bx_writer_int.h"

#include "../format/bx_item.h"
#include "bx_constants.h"
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

#define HEAD_MAX (BX_HEAD_MAX + 8 * BX_HEAD_EXT_MAX)

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
	BxArena arena;
	BxBuf table;
	BxBuf numbers; /* per value item: number of its constant or 0, when there are constants */
	BxBuf dirs[BX_DIR_SECTIONS];
	uint64_t items_len;
	uint32_t heap_from; /* texts from this length on go to the heap; UINT32_MAX: none */
	uint64_t heap_len;
} Layout;

static void *
lay_alloc(Layout *l, size_t n)
{
	void *p = bx_arena_alloc(&l->arena, n);

	if (p == NULL)
		bx_writer_nomem(l->w, n);
	return p;
}

/* ---- numbering ---- */

static void
use_pair(Layout *l, uint32_t pair)
{
	if (pair >= BX_PAIR_FIRST && l->pair_of[pair] == UINT32_MAX)
	{
		l->pair_list[l->n_pairs] = pair;
		l->pair_of[pair] = l->n_pairs++;
	}
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

/* The shape that is the i-th in final order. */
static inline const BxWShape *
shape_at(const Layout *l, uint32_t i)
{
	return &l->w->shapes[l->shapes[i]];
}

/* Number pairs and names by first use in final shape order. */
static BxStatus
number_names(Layout *l)
{
	BxWriter *w = l->w;
	uint32_t i;

	l->pair_of = lay_alloc(l, (w->n_pairs + 1) * sizeof(uint32_t));
	l->pair_list = lay_alloc(l, (w->n_pairs + 1) * sizeof(uint32_t));
	l->name_of = lay_alloc(l, (w->n_names + 1) * sizeof(uint32_t));
	l->name_list = lay_alloc(l, (w->n_names + 1) * sizeof(uint32_t));
	if (!l->pair_of || !l->pair_list || !l->name_of || !l->name_list)
		return BX_E_NOMEM;
	memset(l->pair_of, 0xff, w->n_pairs * sizeof(uint32_t));
	memset(l->name_of, 0xff, w->n_names * sizeof(uint32_t));
	l->pair_of[BX_PAIR_NONE] = BX_PAIR_NONE;
	l->pair_of[BX_PAIR_XML] = BX_PAIR_XML;
	l->n_pairs = BX_PAIR_FIRST;
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
 * its code for at most BX_SHAPES_MAX shapes, so this is a heap-free shell sort on (count, index). */
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

				if (shapes[y].count > shapes[x].count || (shapes[y].count == shapes[x].count && y < x))
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
	uint32_t *order = lay_alloc(l, (size_t) (w->n_shapes + 1) * sizeof(uint32_t));
	uint32_t i;

	for (i = 0; order != NULL && i < w->n_shapes; i++)
		order[i] = i;
	if (order != NULL)
		sort_by_count(w->shapes, order, w->n_shapes);
	return order;
}

/* The constants of path shapes; those of frequent shapes leave the shape less frequent. */
static BxStatus
choose_shape_constants(Layout *l)
{
	BxWriter *w = l->w;
	uint32_t *counts = lay_alloc(l, (size_t) (w->n_shapes + 1) * sizeof(uint32_t));
	uint32_t *order = frequent_first(l);
	uint32_t i;

	if (counts == NULL || order == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < w->n_shapes; i++)
		counts[i] = w->shapes[order[i]].count;
	BX_TRY(bx_constants_choose(w, &l->arena, NULL, counts, w->n_shapes, &l->constants));
	for (i = 0; i < l->constants.n; i++)
		w->shapes[l->constants.list[i]->key].count -= l->constants.list[i]->uses;
	return BX_OK;
}

/* Shapes are numbered: they count all of their items again. */
static void
count_constants_again(Layout *l)
{
	uint32_t i;

	for (i = 0; i < l->constants.n && !l->names; i++)
		l->w->shapes[l->constants.list[i]->key].count += l->constants.list[i]->uses;
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
	if (w->n_shapes + l->constants.n <= BX_SHORT_TOKENS)
	{
		for (i = 0; i < w->n_shapes; i++)
			l->shapes[i] = l->shape_of[i] = i;
		l->n_shapes = w->n_shapes;
		return BX_OK;
	}
	order = frequent_first(l);
	if (order == NULL)
		return BX_E_NOMEM;
	memset(l->shape_of, 0xff, w->n_shapes * sizeof(uint32_t));
	for (i = 0; i < w->n_shapes; i++)
		place_shape(l, order[i]);
	return BX_OK;
}

/* Name mode: one shape per (kind, name), by first appearance. */
static BxStatus
number_name_shapes(Layout *l)
{
	BxWriter *w = l->w;
	uint32_t n_keys = (w->n_names > w->n_pairs ? w->n_names : w->n_pairs) + 1;
	uint32_t *by_key = lay_alloc(l, (size_t) n_keys * 8 * sizeof(uint32_t));
	uint32_t i;

	if (by_key == NULL)
		return BX_E_NOMEM;
	memset(by_key, 0xff, (size_t) n_keys * 8 * sizeof(uint32_t));
	for (i = 0; i < w->n_shapes; i++)
	{
		uint32_t *slot = &by_key[(size_t) w->shapes[i].name * 8 + w->shapes[i].kind];

		if (*slot == UINT32_MAX)
		{
			*slot = l->n_shapes;
			l->shapes[l->n_shapes++] = i;
		}
		l->shape_of[i] = *slot;
	}
	if (!bx_constants_may_pay(w))
		return BX_OK;
	return bx_constants_choose(w, &l->arena, l->shape_of, NULL, l->n_shapes, &l->constants);
}

/* ---- table section ---- */

/* Final pairs and names as the table section lists them. */
static void
fill_names(const Layout *l, BxTable *t)
{
	const BxWriter *w = l->w;
	uint32_t i;

	for (i = BX_PAIR_FIRST; i < l->n_pairs; i++)
	{
		const BxWPair *p = &w->pairs[l->pair_list[i]];

		t->pairs[i] = (BxPair){p->prefix.s, p->uri.s, (uint32_t) p->prefix.n, (uint32_t) p->uri.n};
	}
	for (i = 0; i < l->n_names && !l->names; i++)
	{
		const BxWName *n = &w->names[l->name_list[i]];

		t->names[i] = (BxNameInfo){n->local.s, (uint32_t) n->local.n, l->pair_of[n->pair]};
	}
}

static void
fill_shapes(const Layout *l, BxTable *t)
{
	const BxWriter *w = l->w;
	uint32_t i;

	for (i = 0; i < l->n_shapes; i++)
	{
		const BxWShape *r = shape_at(l, i);
		BxShape *shape = &t->shapes[i];

		*shape = (BxShape){r->kind, r->flags,
						   r->parent == BX_SHAPE_NONE ? BX_SHAPE_NONE : l->shape_of[r->parent], 0};
		if (r->kind == BX_KIND_NAMESPACE)
			shape->name = l->pair_of[r->name];
		else if (bx_kind_is_named(r->kind) && !l->names)
			shape->name = l->name_of[r->name];
		if (l->names && bx_kind_is_named(r->kind))
			t->names[i] = (BxNameInfo){w->names[r->name].local.s, (uint32_t) w->names[r->name].local.n,
									   l->pair_of[w->names[r->name].pair]};
	}
}

static BxStatus
put_table(Layout *l)
{
	const BxConstants *k = &l->constants;
	BxTable t;
	uint32_t i;

	memset(&t, 0, sizeof(t));
	t.head.flags = (l->names ? BX_FLAG_NAMES : 0) | (k->n > 0 ? BX_FLAG_CONSTANTS : 0);
	t.n_pairs = l->n_pairs;
	t.n_names = l->names ? l->n_shapes : l->n_names;
	t.n_shapes = l->n_shapes;
	t.n_consts = k->n;
	t.pairs = lay_alloc(l, t.n_pairs * sizeof(BxPair));
	t.names = lay_alloc(l, (t.n_names + (size_t) 1) * sizeof(BxNameInfo));
	t.shapes = lay_alloc(l, (t.n_shapes + (size_t) 1) * sizeof(BxShape));
	t.consts = lay_alloc(l, (k->n + (size_t) 1) * sizeof(BxConstInfo));
	if (t.pairs == NULL || t.names == NULL || t.shapes == NULL || t.consts == NULL)
		return BX_E_NOMEM;
	fill_names(l, &t);
	fill_shapes(l, &t);
	for (i = 0; i < k->n; i++)
		t.consts[i] = (BxConstInfo){(const char *) k->tape + k->list[i]->at, k->list[i]->len,
									l->names ? k->list[i]->key : l->shape_of[k->list[i]->key]};
	return bx_table_put(&t, &l->arena, &l->table, &l->w->err);
}

/* ---- items ---- */

/* Does every provisional and final token fit one byte, so that lengths on the tape are already final? */
static bool
lengths_are_final(const Layout *l)
{
	return l->constants.n == 0 && l->heap_from == UINT32_MAX && l->w->n_shapes <= BX_SHORT_TOKENS &&
		   l->n_shapes <= BX_SHORT_TOKENS;
}

/* Final token of a provisional shape. */
static inline uint32_t
token_of(const Layout *l, uint32_t shape)
{
	return l->constants.n + l->shape_of[shape];
}

/* Write a reference to the n bytes at off of the heap; returns its end. */
static uint8_t *
put_reference(uint8_t *p, uint64_t off, uint32_t n)
{
	*p++ = BX_TAG_HEAP;
	p = bx_varint_put(p, (uint32_t) off);
	return bx_varint_put(p, n);
}

/* Final size of an item other than an element, and which constant it is. */
static BxStatus
settle_item(Layout *l, uint32_t shape, const uint8_t *payload, uint32_t n, uint32_t *size)
{
	BxWShape *r = &l->w->shapes[shape];
	uint32_t number = 0;

	if (l->constants.n > 0 && bx_kind_has_value(r->kind))
	{
		number = bx_constant_of(&l->constants, shape, payload, n);
		BX_TRY(bx_buf_byte(&l->numbers, (uint8_t) number, &l->w->err));
	}
	*size = bx_token_size(number - 1);
	if (number > 0)
		return BX_OK;
	if (bx_goes_to_heap(l->heap_from, r->kind, payload, n))
	{
		r->flags |= BX_SHAPE_TYPED;
		l->heap_len += n;
		n = bx_heap_ref_size(l->heap_len - n, n);
	}
	*size = bx_token_size(token_of(l, shape)) + bx_varint_size(n) + n;
	return BX_OK;
}

/* Recompute the length slots for the final tokens. */
static BxStatus
settle_lengths(Layout *l)
{
	BxWriter *w = l->w;
	const uint8_t *p = w->tape.data;
	const uint8_t *end = p + w->tape.len;
	struct
	{
		size_t slot;
		uint32_t shape;
		uint64_t size;
	} *f = lay_alloc(l, (w->max_depth + 2) * sizeof(*f));
	uint32_t d = 0;
	uint32_t token = 0, n = 0, size;
	uint64_t steps = 0;

	if (f == NULL)
		return BX_E_NOMEM;
	f[0].size = 0;
	while (p < end)
	{
		BX_TRY(bx_tape_next(w, &p, &steps, &token));
		if (token == 0)
		{
			if (f[d].size > BX_VALUE_MAX)
				return bx_fail(&w->err, BX_E_LIMIT, -1, "bxml value would exceed the limit of 1 GB");
			bx_put_u32(w->tape.data + f[d].slot, (uint32_t) f[d].size);
			d--;
			f[d].size +=
				bx_token_size(f[d + 1].shape) + bx_varint_size((uint32_t) f[d + 1].size) + f[d + 1].size;
		}
		else if (w->shapes[token - 1].kind == BX_KIND_ELEMENT)
		{
			f[++d].slot = (size_t) (p - w->tape.data);
			f[d].shape = token_of(l, token - 1);
			f[d].size = 0;
			p += 4;
		}
		else
		{
			p = bx_varint_get(p, end, &n);
			BX_TRY(settle_item(l, token - 1, p, n, &size));
			p += n;
			f[d].size += size;
		}
	}
	l->items_len = f[0].size;
	return BX_OK;
}

/* Copy the tape to its final form at q, which has room for items and heap. */
static BxStatus
emit_items(Layout *l, uint8_t *q)
{
	BxWriter *w = l->w;
	const uint8_t *p = w->tape.data;
	const uint8_t *end = p + w->tape.len;
	uint8_t *heap = q + l->items_len;
	uint8_t *heap_start = heap;
	const uint8_t *number = l->constants.n > 0 ? l->numbers.data : NULL;
	uint32_t token = 0, n = 0;
	uint64_t steps = 0;

	while (p < end)
	{
		BX_TRY(bx_tape_next(w, &p, &steps, &token));
		if (token == 0)
			continue;
		if (w->shapes[token - 1].kind == BX_KIND_ELEMENT)
		{
			q = bx_token_put(q, token_of(l, token - 1));
			q = bx_varint_put(q, bx_get_u32(p));
			p += 4;
			continue;
		}
		p = bx_varint_get(p, end, &n);
		if (number != NULL && bx_kind_has_value(w->shapes[token - 1].kind) && *number++ > 0)
		{
			q = bx_token_put(q, number[-1] - 1u);
			p += n;
			continue;
		}
		q = bx_token_put(q, token_of(l, token - 1));
		if (bx_goes_to_heap(l->heap_from, w->shapes[token - 1].kind, p, n))
		{
			uint8_t reference[BX_HEAP_REF_MAX];
			uint8_t *end_ref = put_reference(reference, (uint64_t) (heap - heap_start), n);

			q = bx_varint_put(q, (uint32_t) (end_ref - reference));
			memcpy(q, reference, (size_t) (end_ref - reference));
			q += end_ref - reference;
			memcpy(heap, p, n);
			heap += n;
			p += n;
			continue;
		}
		q = bx_varint_put(q, n);
		if (n > 0)
			memcpy(q, p, n);
		p += n;
		q += n;
	}
	return BX_OK;
}

/* ---- extensions and header ---- */

static uint32_t
decl_size(const BxWriter *w)
{
	const uint32_t version = (uint32_t) w->decl_version.n, encoding = (uint32_t) w->decl_encoding.n;

	return bx_varint_size(version) + version + bx_varint_size(encoding) + encoding + 1;
}

/* Is the label kept that the top-level node had in another document? */
static bool
has_root(const BxWriter *w)
{
	return w->opt.root_n > 0 && w->top_items == 1;
}

static bool
has_labels(const BxWriter *w)
{
	return w->labels_n > 0 && (w->opt.root_n == 0 || has_root(w));
}

static bool
has_marks(const BxWriter *w)
{
	return w->marks_n > 0 && (w->opt.root_n == 0 || has_root(w));
}

static uint8_t *
put_body(uint8_t *p, const uint8_t *body, uint32_t n)
{
	memcpy(p, body, n);
	return p + n;
}

static bool
decl_matters(const BxWriter *w)
{
	return w->has_decl;
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
		p = put_body(p, w->labels, w->labels_n);
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
		p = put_raw_str(p, w->decl_version);
		p = put_raw_str(p, w->decl_encoding);
		*p++ = (uint8_t) (w->decl_standalone + 1);
	}
	for (i = 0; i < BX_DIR_SECTIONS; p += l->dirs[i++].len)
		if (l->dirs[i].len > 0)
			memcpy(p, l->dirs[i].data, l->dirs[i].len);
	return has_marks(w) ? put_body(p, w->marks, w->marks_n) : p;
}

static size_t
ext_bodies_size(const Layout *l)
{
	const BxWriter *w = l->w;

	return (has_labels(w) ? w->labels_n : 0) + (has_marks(w) ? w->marks_n : 0) +
		   (has_root(w) ? w->opt.root_n : 0) +
		   (w->doctype.n > 0 ? bx_varint_size(w->doctype_at) + w->doctype.n : 0) +
		   (decl_matters(w) ? decl_size(w) : 0) + l->dirs[0].len + l->dirs[1].len + l->dirs[2].len;
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
	BxHeadParts h = {.table = l->table.data,
					 .table_len = (uint32_t) l->table.len,
					 .items_len = (uint32_t) l->items_len,
					 .depth = w->max_depth,
					 .heap_len = (uint32_t) l->heap_len};
	int i;

	if (l->names)
		h.flags |= BX_FLAG_NAMES;
	if (l->constants.n > 0)
		h.flags |= BX_FLAG_CONSTANTS;
	if (w->top_elements == 1 && !w->top_text)
		h.flags |= BX_FLAG_DOCUMENT;
	if (has_labels(w))
		add_ext(&h, BX_EXT_LABELS, w->labels_n);
	if (has_root(w))
		add_ext(&h, BX_EXT_ROOT, w->opt.root_n);
	if (w->doctype.n > 0)
		add_ext(&h, BX_EXT_DOCTYPE, bx_varint_size(w->doctype_at) + w->doctype.n);
	if (decl_matters(w))
		add_ext(&h, BX_EXT_DECL, decl_size(w));
	for (i = 0; i < BX_DIR_SECTIONS; i++)
		if (l->dirs[i].len > 0)
			add_ext(&h, (uint8_t) (BX_EXT_OFFSETS + i), l->dirs[i].len);
	if (has_marks(w))
		add_ext(&h, BX_EXT_MARKS, w->marks_n);
	return bx_head_put(p, &h);
}

/* The directories, unless the value would become too long by them. */
static BxStatus
make_directories(Layout *l)
{
	BxDirectoryInput in = {.w = l->w,
						   .arena = &l->arena,
						   .shape_of = l->shape_of,
						   .numbers = l->constants.n > 0 ? l->numbers.data : NULL,
						   .n_constants = l->constants.n,
						   .n_shapes = l->n_shapes,
						   .items_len = (uint32_t) l->items_len,
						   .heap_from = l->heap_from};
	int i;

	if (l->names || l->items_len > BX_VALUE_MAX)
		return BX_OK;
	BX_TRY(bx_layout_directories(&in, l->dirs));
	if (HEAD_MAX + l->table.len + l->items_len + l->heap_len + ext_bodies_size(l) > BX_VALUE_MAX)
		for (i = 0; i < BX_DIR_SECTIONS; i++)
			l->dirs[i].len = 0;
	return BX_OK;
}

static BxStatus
emit(Layout *l, uint8_t **data, size_t *len)
{
	BxWriter *w = l->w;
	uint8_t head[HEAD_MAX];
	size_t head_len = (size_t) (emit_header(l, head) - head);
	size_t total = head_len + l->table.len + l->items_len + l->heap_len + ext_bodies_size(l);
	uint8_t *p, *base;
	BxStatus st;

	if (total > BX_VALUE_MAX)
		return bx_fail(&w->err, BX_E_LIMIT, -1, "bxml value would exceed the limit of 1 GB");
	base = w->host->alloc(w->host->ctx, w->opt.reserve + total);
	if (base == NULL)
		return bx_writer_nomem(w, w->opt.reserve + total);
	p = base + w->opt.reserve;
	memcpy(p, head, head_len);
	p += head_len;
	if (l->table.len > 0)
		memcpy(p, l->table.data, l->table.len);
	p += l->table.len;
	st = emit_items(l, p);
	if (st != BX_OK)
	{
		w->host->release(w->host->ctx, base);
		return st;
	}
	emit_ext_bodies(l, p + l->items_len + l->heap_len);
	*data = base;
	*len = total;
	return BX_OK;
}

/* ---- mode ---- */

static bool
choose_names(const BxWriter *w)
{
	uint64_t shapes_cost = (uint64_t) w->n_shapes * (w->n_shapes <= BX_SHORT_TOKENS ? 3 : 4);
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
	l->shapes = lay_alloc(l, (w->n_shapes + 1) * sizeof(uint32_t));
	if (l->shape_of == NULL || l->shapes == NULL)
		return BX_E_NOMEM;
	BX_TRY(l->names ? number_name_shapes(l) : number_shapes(l));
	count_constants_again(l);
	BX_TRY(number_names(l));
	l->heap_from = heap_from(w);
	l->items_len = w->frames[0].size;
	if (!lengths_are_final(l))
		BX_TRY(settle_lengths(l));
	BX_TRY(put_table(l));
	BX_TRY(make_directories(l));
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
	bx_arena_init(&l.arena, w->host);
	bx_buf_init(&l.table, w->host);
	bx_buf_init(&l.numbers, w->host);
	for (i = 0; i < BX_DIR_SECTIONS; i++)
		bx_buf_init(&l.dirs[i], w->host);
	st = lay_out(&l, data, len);
	bx_buf_free(&l.table);
	bx_buf_free(&l.numbers);
	for (i = 0; i < BX_DIR_SECTIONS; i++)
		bx_buf_free(&l.dirs[i]);
	bx_arena_reset(&l.arena);
	return st;
}
