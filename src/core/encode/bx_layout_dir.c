/*
 * bx_layout_dir.c -- the directories of a large value: how many items a shape has, where they are, where the children
 * of elements with many of them are (FORMAT.md, sections 64 to 66).  Value lists, section 69, are made last.
 *
 * One walk over the items gives each its offset.  Which shapes are listed is known before, from counts; which elements
 * have many children, when they end: then these children are looked at again, one by one.  What is listed is the
 * writer's choice alone: readers use what they find (doc/storage.md has the measurements).
 */
#include "bx_writer_int.h"

#include "../base/bx_sort.h"
#include "bx_directory_int.h"

/* An element is listed from this many strides of children on, or from this many bytes of content. */
#define MANY_STRIDES 4
#define LONG_CONTENT 32768
/*
 * Offset lists of "auto": all of them take at most 1/LIST_SHARE of the items; items of a shape are that many bytes
 * apart on average; and a walk to them looks at that many items for each.
 */
#define LIST_SHARE 160
#define LIST_GAP 1024
#define LIST_GAIN 4
/* ... and of "all". */
#define LIST_GAP_ALL 32
#define LIST_GAIN_ALL 2

/* A sampled child; the others of the same entry are found by going back. */
typedef struct Sample
{
	uint32_t off;
	uint32_t before; /* sample + 1, 0 for none */
} Sample;

/* Children counted together: all of one element, or those of one class. */
typedef struct Group
{
	uint32_t count;
	uint32_t last; /* sample + 1 */
} Group;

/* A class is the element shapes with one name below one parent, or one shape of another kind. */
typedef struct Class
{
	Group group;
	uint32_t parent; /* the element the counts are of, as in a CHILDREN entry */
	uint32_t next;   /* class + 1: the next one of the same element */
	bool used;       /* parent is set */
} Class;

/* An element with its children, or the document. */
typedef struct Frame
{
	uint32_t parent;  /* as in a CHILDREN entry: offset + 1, 0 for the document */
	uint32_t shape;   /* BX_SHAPE_NONE for the document */
	uint32_t content; /* begins here ... */
	uint32_t end;     /* ... and ends here */
	uint32_t children;
} Frame;

typedef struct Entry
{
	uint32_t parent;
	uint32_t key;
	uint32_t count; /* with BX_DIR_ONLY */
	uint32_t last;
} Entry;

typedef struct Build
{
	const BxHost *host;
	const BxWriterOptions *opt;
	BxArena *arena;
	BxError *err;
	const BxTable *t;
	const uint32_t *given; /* counts that the caller has, or NULL */
	const BxItemNotes *notes;
	uint32_t n_shapes;
	uint32_t items_len;
	uint32_t depth;
	uint32_t mask; /* stride - 1 */
	uint8_t *kinds;
	uint32_t *parents; /* shapes, BX_SHAPE_NONE for the document */
	uint32_t *counts;
	uint32_t *class_of; /* shape -> the shape that represents its class */
	Class *classes;
	uint32_t **lists; /* shape -> where its next offset goes, NULL when it is not listed */
	bool *above;      /* shape -> is one listed that is below it? */
	uint32_t *offsets;
	const uint8_t *items;
	Frame *frames;
	uint32_t level;
	uint64_t steps; /* items looked at */
	BxBuf samples;
	BxBuf entries;
} Build;

static void *
dir_alloc(Build *b, size_t n, size_t size)
{
	void *p = bx_arena_zalloc(b->arena, (n ? n : 1) * size);

	if (p == NULL)
		bx_fail_nomem(b->err, n * size);
	return p;
}

/* Poll now and then. */
static inline BxStatus
dir_step(Build *b)
{
	return (++b->steps & 0xffff) == 0 ? bx_poll(b->host) : BX_OK;
}

static bool
is_child_kind(uint8_t kind)
{
	return kind != BX_KIND_ATTRIBUTE && kind != BX_KIND_NAMESPACE;
}

/* ---- shapes ---- */

/* A shape and what determines its class; counts are not known yet. */
static void
take_shape(Build *b, uint32_t shape, uint8_t kind, uint32_t parent, BxChildKey key, BxChildKey *named,
		   uint32_t *n)
{
	b->kinds[shape] = kind;
	b->parents[shape] = parent;
	b->class_of[shape] = shape;
	key.shape = shape;
	if (kind == BX_KIND_ELEMENT || kind == BX_KIND_LEAF)
		named[(*n)++] = key;
}

BxStatus
bx_dir_damaged(const BxTable *t, const uint8_t *items, const uint8_t *p, BxError *err)
{
	return bx_fail(err, BX_E_CORRUPT, (int64_t) t->head.items_off + (p - items),
				   "bxml value is damaged: item cannot be read");
}

static BxStatus
damaged(const Build *b, const uint8_t *p)
{
	return bx_dir_damaged(b->t, b->items, p, b->err);
}

/* The item at p: its shape and where its content begins; *n is the length of what follows, 0 for a constant. */
static const uint8_t *
read_item(const Build *b, const uint8_t *p, const uint8_t *end, uint32_t *shape, uint32_t *n)
{
	BxDirItem item;

	p = bx_dir_item(b->t, p, end, &item);
	if (p != NULL)
	{
		*shape = item.shape;
		*n = item.len;
	}
	return p;
}

static BxStatus
count_items(Build *b)
{
	const uint8_t *p = b->items, *end = p + b->items_len, *next;
	uint32_t shape, len;

	for (; p < end; p = b->kinds[shape] == BX_KIND_ELEMENT ? next : next + len)
	{
		BX_TRY(dir_step(b));
		next = read_item(b, p, end, &shape, &len);
		if (next == NULL)
			return damaged(b, p);
		b->counts[shape]++;
	}
	return BX_OK;
}

static BxStatus
take_shapes(Build *b)
{
	const BxTable *t = b->t;
	uint32_t n = b->n_shapes, k = 0, i;
	BxChildKey *named = dir_alloc(b, n, sizeof(BxChildKey));

	b->kinds = dir_alloc(b, n, 1);
	b->parents = dir_alloc(b, n, sizeof(uint32_t));
	b->counts = dir_alloc(b, n, sizeof(uint32_t));
	b->class_of = dir_alloc(b, n, sizeof(uint32_t));
	b->classes = dir_alloc(b, n, sizeof(Class));
	if (!named || !b->kinds || !b->parents || !b->counts || !b->class_of || !b->classes)
		return BX_E_NOMEM;
	for (i = 0; i < n; i++)
		take_shape(b, i, t->shapes[i].kind, t->shapes[i].parent,
				   (BxChildKey){.parent = t->shapes[i].parent, .name = t->shapes[i].name}, named, &k);
	if (b->given != NULL)
		memcpy(b->counts, b->given, n * sizeof(uint32_t));
	else
		BX_TRY(count_items(b));
	bx_child_groups(named, k, b->class_of);
	return BX_OK;
}

/* Bytes the offset list of n items takes, about. */
static uint64_t
list_cost(const Build *b, uint32_t n)
{
	uint32_t gap = b->items_len / n;
	uint64_t chunks = ((uint64_t) n + b->mask) / ((uint64_t) b->mask + 1);

	return BX_DIR_LIST_ENTRY + chunks * BX_DIR_CHUNK_ENTRY + (n - chunks) * bx_varint_size(gap);
}

typedef struct CountedShape
{
	uint32_t count;
	uint32_t shape;
} CountedShape;

static int
compare_counted(const void *a, const void *b)
{
	const CountedShape *x = a, *y = b;

	if (x->count != y->count)
		return x->count < y->count ? -1 : 1;
	return x->shape < y->shape ? -1 : x->shape > y->shape;
}

/* Per shape, the items a walk to all of its items looks at: the siblings on every level, about. */
static uint64_t *
walk_costs(Build *b)
{
	uint64_t *children = dir_alloc(b, b->n_shapes + (size_t) 1, sizeof(uint64_t)); /* per parent + 1 */
	uint64_t *walk = dir_alloc(b, b->n_shapes, sizeof(uint64_t));
	uint32_t i, up;

	if (children == NULL || walk == NULL)
		return NULL;
	for (i = 0; i < b->n_shapes; i++)
		children[b->parents[i] == BX_SHAPE_NONE ? 0 : b->parents[i] + 1] += b->counts[i];
	for (i = 0; i < b->n_shapes; i++)
	{
		/* parents have numbers below their children's */
		up = b->parents[i];
		walk[i] = up == BX_SHAPE_NONE ? children[0] : walk[up] + children[(size_t) up + 1];
	}
	return walk;
}

/* Would a list of the shape be of use, whatever it costs? */
static bool
worth_listing(const Build *b, uint32_t shape, const uint64_t *walk)
{
	bool all = b->opt->directories == BX_DIRECTORIES_ALL;
	uint32_t n = b->counts[shape];

	if (n == 0 || b->kinds[shape] == BX_KIND_NAMESPACE)
		return false;
	return b->opt->dir_from != 0 || /* tests list everything */
		   (b->items_len / n >= (all ? LIST_GAP_ALL : LIST_GAP) &&
			walk[shape] / n >= (all ? LIST_GAIN_ALL : LIST_GAIN));
}

static BxStatus
find_above(Build *b)
{
	uint32_t i;

	b->above = dir_alloc(b, b->n_shapes, sizeof(bool));
	if (b->above == NULL)
		return BX_E_NOMEM;
	/* parents have numbers below their children's */
	for (i = b->n_shapes; i-- > 0;)
		if (b->parents[i] != BX_SHAPE_NONE && (b->lists[i] != NULL || b->above[i]))
			b->above[b->parents[i]] = true;
	return BX_OK;
}

/* Rare shapes first, as many as the share allows; room for the offsets of the shapes chosen. */
static BxStatus
choose_lists(Build *b)
{
	bool all = b->opt->directories == BX_DIRECTORIES_ALL;
	uint64_t budget = all ? UINT64_MAX : b->items_len / LIST_SHARE;
	CountedShape *order = dir_alloc(b, b->n_shapes, sizeof(CountedShape));
	const uint64_t *walk = walk_costs(b);
	uint32_t i, k = 0, n = 0;
	size_t total = 0;

	b->lists = dir_alloc(b, b->n_shapes, sizeof(uint32_t *));
	if (order == NULL || b->lists == NULL || walk == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < b->n_shapes; i++)
		if (worth_listing(b, i, walk))
		{
			order[n].count = b->counts[i];
			order[n++].shape = i;
		}
	BX_TRY(bx_sort(b->host, order, n, sizeof(CountedShape), compare_counted, b->err));
	for (k = 0; k < n && list_cost(b, order[k].count) <= budget; k++)
	{
		budget -= list_cost(b, order[k].count);
		total += order[k].count;
	}
	b->offsets = dir_alloc(b, total, sizeof(uint32_t));
	if (b->offsets == NULL)
		return BX_E_NOMEM;
	for (i = 0, total = 0; i < k; i++)
	{
		b->lists[order[i].shape] = b->offsets + total;
		total += order[i].count;
	}
	return find_above(b);
}

/* ---- children ---- */

/* Are so many children, in so many bytes, listed? */
static inline bool
is_long(const Build *b, uint32_t children, uint32_t content)
{
	uint32_t stride = b->mask + 1;

	return children > stride &&
		   (children >= MANY_STRIDES * stride || content >= LONG_CONTENT || b->opt->dir_from != 0);
}

static inline BxStatus
count_child(Build *b, Group *g, uint32_t off)
{
	if (g->count > 0 && (g->count & b->mask) == 0)
	{
		Sample s = {off, g->last};

		BX_TRY(bx_buf_append(&b->samples, &s, sizeof(s), b->err));
		g->last = (uint32_t) (b->samples.len / sizeof(Sample));
	}
	g->count++;
	return BX_OK;
}

static BxStatus
put_entry(Build *b, const Frame *f, const Group *g, uint32_t key, bool only)
{
	Entry e = {f->parent, key, g->count | (only ? BX_DIR_ONLY : 0), g->last};

	if (!is_long(b, g->count, f->end - f->content))
		return BX_OK;
	return bx_buf_append(&b->entries, &e, sizeof(e), b->err);
}

/* The entries of an element: of all its children, and of their classes, from the class + 1 on. */
static BxStatus
put_classes(Build *b, const Frame *f, const Group *all, uint32_t classes)
{
	bool only = false;
	uint32_t i;

	for (i = classes; i != 0; i = b->classes[i - 1].next)
	{
		const Group *g = &b->classes[i - 1].group;

		only = g->count == all->count;
		BX_TRY(put_entry(b, f, g, i, only));
	}
	return only ? BX_OK : put_entry(b, f, all, BX_DIR_KEY_ALL, false);
}

/* Look at the children of an element that are so many that they are listed. */
static BxStatus
list_children(Build *b, const Frame *f)
{
	const uint8_t *p = b->items + f->content, *end = b->items + f->end, *next;
	uint32_t shape, n, class, classes = 0;
	Group all = {0, 0};

	for (; p < end; p = next + n)
	{
		Class *c;

		BX_TRY(dir_step(b));
		next = read_item(b, p, end, &shape, &n);
		if (next == NULL)
			return damaged(b, p);
		if (!is_child_kind(b->kinds[shape]))
			continue;
		class = b->class_of[shape];
		c = &b->classes[class];
		if (!c->used || c->parent != f->parent)
		{
			*c = (Class){.used = true, .parent = f->parent, .next = classes};
			classes = class + 1;
		}
		BX_TRY(count_child(b, &all, (uint32_t) (p - b->items)));
		BX_TRY(count_child(b, &c->group, (uint32_t) (p - b->items)));
	}
	return put_classes(b, f, &all, classes);
}

/* ---- the walk ---- */

/* Nothing is to be listed in an element of a shape with n bytes of content; the writer's own items are not checked. */
static inline bool
can_skip(const Build *b, uint32_t shape, uint32_t n)
{
	return b->given != NULL && !b->above[shape] && !is_long(b, n, n);
}

/* The innermost element, or the document, ends. */
static inline BxStatus
close_frame(Build *b)
{
	const Frame *f = &b->frames[b->level];

	return is_long(b, f->children, f->end - f->content) ? list_children(b, f) : BX_OK;
}

/* An element of a shape whose n bytes of content begin at p. */
static BxStatus
open_frame(Build *b, uint32_t off, uint32_t shape, const uint8_t *p, uint32_t n)
{
	uint32_t content = (uint32_t) (p - b->items);

	if (b->level == b->depth)
		return damaged(b, p);
	b->frames[++b->level] = (Frame){off + 1, shape, content, content + n, 0};
	return BX_OK;
}

static BxStatus
walk_items(Build *b)
{
	const uint8_t *p = b->items, *end = p + b->items_len, *next;
	uint32_t off, shape, n;
	Frame *f;

	b->frames[0] = (Frame){0, BX_SHAPE_NONE, 0, b->items_len, 0};
	for (; p < end; p = next)
	{
		BX_TRY(dir_step(b));
		off = (uint32_t) (p - b->items);
		for (; b->level > 0 && b->frames[b->level].end == off; b->level--)
			BX_TRY(close_frame(b));
		f = &b->frames[b->level];
		next = read_item(b, p, b->items + f->end, &shape, &n);
		if (next == NULL || b->parents[shape] != f->shape)
			return damaged(b, p);
		f->children += is_child_kind(b->kinds[shape]);
		if (b->lists[shape] != NULL)
			*b->lists[shape]++ = off;
		if (b->kinds[shape] != BX_KIND_ELEMENT || can_skip(b, shape, n))
			next += n;
		else
			BX_TRY(open_frame(b, off, shape, next, n));
	}
	for (; b->level > 0; b->level--)
		BX_TRY(close_frame(b));
	return close_frame(b);
}

/* ---- bodies ---- */

static BxStatus
put_u32(Build *b, BxBuf *out, uint32_t v)
{
	uint8_t bytes[4];

	bx_put_u32(bytes, v);
	return bx_buf_append(out, bytes, 4, b->err);
}

static BxStatus
put_varint(Build *b, BxBuf *out, uint32_t v)
{
	uint8_t bytes[BX_VARINT_MAX];

	return bx_buf_append(out, bytes, (size_t) (bx_varint_put(bytes, v) - bytes), b->err);
}

static BxStatus
put_counts(Build *b, BxBuf *out)
{
	uint32_t i;

	for (i = 0; i < b->n_shapes; i++)
		BX_TRY(put_varint(b, out, b->counts[i]));
	return BX_OK;
}

static int
compare_entries(const void *a, const void *b)
{
	const Entry *x = a, *y = b;

	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	return x->key < y->key ? -1 : x->key > y->key;
}

/* The samples of one entry go to their place backwards. */
static void
place_samples(const Build *b, const Entry *e, uint8_t *to, uint32_t n)
{
	const Sample *samples = (const Sample *) b->samples.data;
	uint32_t i = e->last;

	while (n-- > 0)
	{
		bx_put_u32(to + 4 * (size_t) n, samples[i - 1].off);
		i = samples[i - 1].before;
	}
}

/* What a part begins with: how many places there are to a sample, and the number of entries. */
static BxStatus
put_part_head(Build *b, BxBuf *out, uint32_t n)
{
	BX_TRY(put_u32(b, out, b->mask + 1));
	return put_u32(b, out, n);
}

static BxStatus
put_children(Build *b, BxBuf *out)
{
	Entry *e = (Entry *) b->entries.data;
	uint32_t n = (uint32_t) (b->entries.len / sizeof(Entry));
	uint32_t i, k, first = 0;

	if (n == 0)
		return BX_OK;
	BX_TRY(bx_sort(b->host, e, n, sizeof(Entry), compare_entries, b->err));
	BX_TRY(put_part_head(b, out, n));
	for (i = 0; i < n; i++)
	{
		BX_TRY(put_u32(b, out, e[i].parent));
		BX_TRY(put_u32(b, out, e[i].key));
		BX_TRY(put_u32(b, out, e[i].count));
		BX_TRY(put_u32(b, out, first));
		first += ((e[i].count & ~BX_DIR_ONLY) - 1) / (b->mask + 1);
	}
	for (i = 0; i < n; i++)
	{
		k = ((e[i].count & ~BX_DIR_ONLY) - 1) / (b->mask + 1);
		BX_TRY(bx_buf_reserve(out, 4 * (size_t) k, b->err));
		place_samples(b, &e[i], out->data + out->len, k);
		out->len += 4 * (size_t) k;
	}
	return BX_OK;
}

/* Chunk heads go to `out`, distances within chunks to `dist`. */
static BxStatus
put_list(Build *b, BxBuf *out, BxBuf *dist, const uint32_t *offs, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++)
	{
		if ((i & 0xffff) == 0xffff)
			BX_TRY(bx_poll(b->host));
		if ((i & b->mask) != 0)
		{
			BX_TRY(put_varint(b, dist, offs[i] - offs[i - 1]));
			continue;
		}
		BX_TRY(put_u32(b, out, offs[i]));
		BX_TRY(put_u32(b, out, (uint32_t) dist->len));
	}
	return BX_OK;
}

static BxStatus
put_lists(Build *b, BxBuf *out, BxBuf *dist)
{
	uint32_t i, n = 0, first = 0;

	for (i = 0; i < b->n_shapes; i++)
		n += b->lists[i] != NULL;
	if (n == 0)
		return BX_OK;
	BX_TRY(put_part_head(b, out, n));
	for (i = 0; i < b->n_shapes; i++)
	{
		if (b->lists[i] == NULL)
			continue;
		BX_TRY(put_u32(b, out, i));
		BX_TRY(put_u32(b, out, b->counts[i]));
		BX_TRY(put_u32(b, out, first));
		first += (b->counts[i] - 1) / (b->mask + 1) + 1;
	}
	for (i = 0; i < b->n_shapes; i++)
		if (b->lists[i] != NULL)
			BX_TRY(put_list(b, out, dist, b->lists[i] - b->counts[i], b->counts[i]));
	return bx_buf_append(out, dist->data, dist->len, b->err);
}

static BxStatus
build(Build *b, BxBuf bodies[BX_DIR_SECTIONS])
{
	BxBuf dist;
	BxStatus st;

	BX_TRY(take_shapes(b));
	BX_TRY(choose_lists(b));
	b->frames = dir_alloc(b, b->depth + (size_t) 2, sizeof(Frame));
	if (b->frames == NULL)
		return BX_E_NOMEM;
	BX_TRY(walk_items(b));
	bx_buf_init(&dist, b->host);
	st = put_lists(b, &bodies[0], &dist);
	bx_buf_free(&dist);
	BX_TRY(st);
	BX_TRY(put_children(b, &bodies[1]));
	BX_TRY(put_counts(b, &bodies[2]));
	return bx_value_lists_make(&(BxValueListSource){.host = b->host,
													.opt = b->opt,
													.t = b->t,
													.items = b->items,
													.counts = b->counts,
													.notes = b->notes,
													.arena = b->arena,
													.err = b->err},
							   &bodies[BX_DIR_VALUE_LISTS]);
}

/* Fill in what both sides have in common, and build. */
static BxStatus
make(Build *b, BxBuf bodies[BX_DIR_SECTIONS])
{
	BxStatus st;

	b->mask = (b->opt->dir_stride ? b->opt->dir_stride : BX_DIR_STRIDE) - 1;
	bx_buf_init(&b->samples, b->host);
	bx_buf_init(&b->entries, b->host);
	st = build(b, bodies);
	bx_buf_free(&b->samples);
	bx_buf_free(&b->entries);
	return st;
}

BxStatus
bx_layout_directories(BxWriter *w, const BxTable *t, const uint8_t *items, const uint32_t *counts,
					  const BxItemNotes *notes, BxBuf bodies[BX_DIR_SECTIONS])
{
	Build b = {.host = w->host,
			   .opt = &w->opt,
			   .arena = &w->scratch.arena,
			   .err = &w->err,
			   .t = t,
			   .given = counts,
			   .notes = notes,
			   .items = items,
			   .n_shapes = t->n_shapes,
			   .items_len = t->head.items_len,
			   .depth = t->head.depth};

	return make(&b, bodies);
}

BxStatus
bx_directories_make(const BxHost *host, const BxWriterOptions *options, const BxTable *t,
					const uint8_t *items, BxArena *arena, BxBuf bodies[BX_DIR_SECTIONS], BxError *err)
{
	Build b = {.host = host,
			   .opt = options,
			   .arena = arena,
			   .err = err,
			   .t = t,
			   .items = items,
			   .n_shapes = t->n_shapes,
			   .items_len = t->head.items_len,
			   .depth = t->head.depth};

	return bx_directories_wanted(options, b.items_len) ? make(&b, bodies) : BX_OK;
}
