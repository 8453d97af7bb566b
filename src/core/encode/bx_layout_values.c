/*
 * bx_layout_values.c -- the value lists of a large value: for some shapes, where the nodes are that have a value
 * (FORMAT.md, section 69).
 *
 * A walk over some of the items takes samples of all shapes that may be listed.  From these follows how many nodes a
 * search for a value would find, and that decides which lists are worth their bytes.  A second walk fills these.
 * doc/storage.md has the rule and the measurements.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_arena.h"
#include "../base/bx_bytes.h"
#include "../base/bx_hash.h"
#include "../read/bx_value_list.h"
#include "bx_directory_int.h"

#include <stdlib.h>

/* Bytes of items from which on there are lists. */
#define VALUES_FROM 262144
/* A list has at least that many nodes, and those with one value are that many bytes of items apart, on average. */
#define COUNT_LEAST 64
#define GAP BX_BLOCK_SIZE
#define GAP_ALL 4096
/* Values of a list have that many bytes at most, on average. */
#define LENGTH_MEAN 32
/* ... and of the key of a record. */
#define KEY_MEAN 24
/* So many shapes, the most frequent, are considered, by that many of their values. */
#define SHAPES_MAX BX_VALUES_LISTS_MAX
#define TAKEN (2 * SHAPES_MAX) /* before the less frequent ones are left out */
#define SAMPLES 512
/* Elements of up to RECORD bytes are sampled as a whole, some of them, so that about SAMPLED bytes are looked at. */
#define RECORD 8192
#define SAMPLED (1u << 19)
/*
 * All lists together take at most 8 % of what the items take when they are stored.  Of so many pieces of the items it
 * is found out how far they shrink; blocks, which are longer, take 0.85 of what these promise.
 */
#define SHARE 64 /* in thousandths of the promise */
#define SHARE_ALL 210
#define SHRUNK 55 /* percent, where the host has no codec */
#define PIECES 4
#define PIECE 16384

#define STRIDE 32
/*
 * Entries of two bytes, in values of up to SHORT_UP_TO bytes of items: the fewer nodes a search finds, the more bits
 * depend on the key, and the longer are their places, up to PLACE bytes.  In longer values they take three.
 */
#define SHORT_BITS 16
#define SHORT_UP_TO (1u << 27)
#define PLACE 8192
#define UNIQUE 4       /* fewer nodes are found */
#define UNIQUE_CHECK 5 /* at least */
#define SOME 16
#define SOME_CHECK 4
#define MANY_CHECK 2
#define LONG_BITS 24
#define LONG_CHECK 8

/* A shape that may be listed. */
typedef struct ListedShape
{
	BxListForm form;
	uint32_t count; /* nodes */
	uint32_t step;  /* one of so many that are looked at is sampled */
	uint32_t seen;
	uint32_t n;        /* samples, then entries */
	uint64_t *samples; /* keys */
	uint64_t bytes;    /* of all payloads */
	uint32_t mean;     /* bytes of one */
	uint32_t matches;  /* nodes with the value of one of them, on average */
	bool refused;
	bool wanted;
	bool first;           /* of those that are wanted */
	BxListEntry *entries; /* of a shape that is listed */
} ListedShape;

typedef struct ListBuild
{
	const BxValueListSource *src;
	ListedShape *shapes;
	uint32_t n;
	uint32_t every_record; /* one record of so many is looked at */
	uint16_t *of;          /* shape of the table -> its place in shapes + 1, 0 for none */
	bool *above;           /* shape of the table -> is one of them below it? */
	uint8_t pass[256];     /* first byte of an item -> can it be passed over? */
	uint32_t least;        /* items of a shape that may be listed */
	bool every;            /* tests: list whatever can be listed */
} ListBuild;

static void *
list_alloc(const ListBuild *l, size_t n, size_t size)
{
	void *p = bx_arena_zalloc(l->src->arena, (n ? n : 1) * size);

	if (p == NULL)
		bx_fail_nomem(l->src->err, n * size);
	return p;
}

/* ---- which shapes ---- */

static int
by_count(const void *a, const void *b)
{
	const ListedShape *x = a, *y = b;

	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return x->form.shape < y->form.shape ? -1 : 1;
}

/* Bytes of items or sections, or shapes, that are charged at once, and units that one of them costs. */
#define LOT 16384
#define COST 16

/* A loop is at number i of shapes or entries. */
static inline BxStatus
charge(const ListBuild *l, uint32_t i)
{
	return i % LOT == 0 ? bx_charge(l->src->host, LOT * COST) : BX_OK;
}

/* Which shapes of the table are above the listed ones, and where are these? */
static BxStatus
settle_places(ListBuild *l)
{
	const BxTable *t = l->src->t;
	uint32_t i;

	memset(l->of, 0, t->n_shapes * sizeof(uint16_t));
	memset(l->above, 0, t->n_shapes * sizeof(bool));
	for (i = 0; i < l->n; i++)
		l->of[l->shapes[i].form.shape] = (uint16_t) (i + 1);
	/* parents have numbers below their children's */
	for (i = t->n_shapes; i-- > 0;)
	{
		BX_TRY(charge(l, i));
		if (t->shapes[i].parent != BX_SHAPE_NONE && (l->of[i] != 0 || l->above[i]))
			l->above[t->shapes[i].parent] = true;
	}
	for (i = 0; i < 256; i++)
	{
		uint32_t shape = i < t->n_consts ? t->consts[i].shape : i - t->n_consts;

		l->pass[i] = i < BX_SHORT_TOKENS && shape < t->n_shapes && l->of[shape] == 0 && !l->above[shape];
	}
	return BX_OK;
}

/* The first item from off on that is not passed over, or the end; an offset behind it means damage. */
static inline uint32_t
pass_over(const ListBuild *l, uint32_t off, uint32_t end)
{
	const uint8_t *items = l->src->items;
	uint32_t size;

	/* two bytes may follow a token */
	for (; off + 2 < end && l->pass[items[off]]; off += size)
	{
		size = bx_item_size(items + off, l->src->t->n_consts);
		if (BX_UNLIKELY(size == 0))
			break;
	}
	return off;
}

/* Keep those of the shapes that have the most nodes, sorted. */
static void
keep_frequent(ListBuild *l)
{
	qsort(l->shapes, l->n, sizeof(ListedShape), by_count); /* at most TAKEN */
	l->n = l->n < SHAPES_MAX ? l->n : SHAPES_MAX;
}

/* The most frequent shapes that may be listed.  There can be millions, of which no more than TAKEN are held at once. */
static BxStatus
take_frequent(ListBuild *l)
{
	const BxTable *t = l->src->t;
	const uint32_t *counts = l->src->counts;
	uint32_t least = l->least, i;

	l->shapes = list_alloc(l, t->n_shapes < TAKEN ? t->n_shapes : TAKEN, sizeof(ListedShape));
	if (l->shapes == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < t->n_shapes; i++)
	{
		BX_TRY(charge(l, i));
		if (counts[i] < least || !bx_kind_has_value(t->shapes[i].kind))
			continue;
		l->shapes[l->n++] = (ListedShape){.form.shape = i, .count = counts[i]};
		if (l->n < TAKEN)
			continue;
		keep_frequent(l);
		least = l->shapes[l->n - 1].count + 1;
	}
	keep_frequent(l);
	return BX_OK;
}

static BxStatus
find_shapes(ListBuild *l)
{
	const BxTable *t = l->src->t;
	uint32_t i;

	BX_TRY(take_frequent(l));
	l->of = list_alloc(l, t->n_shapes, sizeof(uint16_t));
	l->above = list_alloc(l, t->n_shapes, sizeof(bool));
	if (l->of == NULL || l->above == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < l->n; i++)
	{
		ListedShape *s = &l->shapes[i];

		s->step = (s->count - 1) / l->every_record / SAMPLES + 1;
		s->samples = list_alloc(l, SAMPLES, sizeof(uint64_t));
		if (s->samples == NULL)
			return BX_E_NOMEM;
	}
	return settle_places(l);
}

/* ---- the walk ---- */

typedef BxStatus TakeValue(ListBuild *l, ListedShape *s, const BxDirItem *item, uint32_t off);

/* Are there nodes to be taken in the element, whose content has `len` bytes? */
static inline bool
is_entered(const ListBuild *l, uint32_t shape, uint32_t len, uint32_t *records)
{
	if (!l->above[shape])
		return false;
	return l->every_record == 1 || len > RECORD || (*records)++ % l->every_record == 0;
}

static BxStatus
damaged_at(const ListBuild *l, uint32_t off)
{
	const BxValueListSource *src = l->src;

	return bx_dir_damaged(src->t, src->items, src->items + off, src->err);
}

/* Take the item at p if it is of a shape that is considered. */
static inline BxStatus
take_listed(ListBuild *l, TakeValue *take, const BxDirItem *item, const uint8_t *p)
{
	uint32_t i = l->of[item->shape];

	return i != 0 ? take(l, &l->shapes[i - 1], item, (uint32_t) (p - l->src->items)) : BX_OK;
}

static BxStatus
walk(ListBuild *l, TakeValue *take)
{
	const BxValueListSource *src = l->src;
	const BxTable *t = src->t;
	const uint8_t *p = src->items, *end = p + t->head.items_len, *next, *charged = p;
	uint32_t records = 0;
	BxDirItem item;

	for (; p < end; p = next)
	{
		if (p - charged >= LOT)
		{
			BX_TRY(bx_charge(src->host, LOT * COST));
			charged = p;
		}
		next = src->items + pass_over(l, (uint32_t) (p - src->items), t->head.items_len);
		if (next > end)
			return damaged_at(l, (uint32_t) (p - src->items));
		if (next != p)
			continue;
		next = bx_dir_item(t, p, end, &item);
		if (next == NULL)
			return damaged_at(l, (uint32_t) (p - src->items));
		if (t->shapes[item.shape].kind == BX_KIND_ELEMENT)
		{
			next += is_entered(l, item.shape, item.len, &records) ? 0 : item.len;
			continue;
		}
		next += item.len;
		BX_TRY(take_listed(l, take, &item, p));
	}
	return BX_OK;
}

static BxStatus
key_of(ListBuild *l, const BxDirItem *item, uint32_t off, uint64_t *key)
{
	if (bx_list_key_payload(item->payload, item->payload_len, key))
		return BX_OK;
	return damaged_at(l, off);
}

/* A shape with values that are long, or in the heap, is refused. */
static inline bool
is_refused(ListedShape *s, const BxDirItem *item)
{
	if (item->payload_len > BX_VALUES_LONG || (item->payload_len > 0 && item->payload[0] == BX_TAG_HEAP))
		s->refused = true;
	return s->refused;
}

static BxStatus
take_sample(ListBuild *l, ListedShape *s, const BxDirItem *item, uint32_t off)
{
	s->bytes += item->payload_len;
	if (is_refused(s, item) || s->seen++ % s->step != 0 || s->n == SAMPLES)
		return BX_OK;
	return key_of(l, item, off, &s->samples[s->n++]);
}

static BxStatus
take_entry(ListBuild *l, ListedShape *s, const BxDirItem *item, uint32_t off)
{
	if (is_refused(s, item))
		return BX_OK;
	if (s->n == s->count)
		return damaged_at(l, off);
	s->entries[s->n].place = off >> s->form.shift;
	return key_of(l, item, off, &s->entries[s->n++].key);
}

/* The same for the items that were noted when they were written. */
static BxStatus
take_noted(ListBuild *l, const BxItemNotes *notes)
{
	const BxValueListSource *src = l->src;
	const uint8_t *end = src->items + src->t->head.items_len, *p;
	BxDirItem item;
	uint32_t i;

	for (i = 0; i < notes->n; i++)
	{
		BX_TRY(charge(l, i));
		p = end - notes->before_end[i];
		if (l->pass[*p])
			continue;
		if (bx_dir_item(src->t, p, end, &item) == NULL)
			return damaged_at(l, (uint32_t) (p - src->items));
		BX_TRY(take_listed(l, take_entry, &item, p));
	}
	return BX_OK;
}

/* ---- which lists ---- */

/* A table of the samples of a shape: places for twice as many. */
#define PLACE_BITS 10
_Static_assert(1 << PLACE_BITS >= 2 * SAMPLES, "a sample finds a place");

/*
 * Pairs of samples that are equal.  Every key has one place of a table, with how many samples had it before.  Chosen
 * numbers can make this SAMPLES * SAMPLES / 2 steps, and no more.
 */
static uint64_t
equal_pairs(const ListedShape *s)
{
	uint64_t keys[1 << PLACE_BITS], equal = 0;
	uint16_t seen[1 << PLACE_BITS] = {0};
	uint32_t i, at;

	for (i = 0; i < s->n; i++)
	{
		at = (uint32_t) (bx_hash_mix(s->samples[i], 0) >> (64 - PLACE_BITS));
		while (seen[at] > 0 && keys[at] != s->samples[i])
			at = (at + 1) % (1 << PLACE_BITS);
		keys[at] = s->samples[i];
		equal += seen[at]++;
	}
	return equal;
}

/* How many nodes have the value of one of them, on average: by the pairs of samples that are equal. */
static uint32_t
mean_matches(const ListedShape *s)
{
	uint64_t pairs = (uint64_t) s->n * (s->n - 1) / 2, equal = equal_pairs(s);

	return 1 + (uint32_t) (equal * (s->count - 1) / (pairs > 0 ? pairs : 1));
}

/* The least shift that makes all places fit into so many bits. */
static uint8_t
shift_for(uint32_t items_len, uint32_t bits)
{
	uint8_t shift = 0;

	while ((uint64_t) (items_len - 1) >> shift >= UINT64_C(1) << bits)
		shift++;
	return shift;
}

/* How long are entries, and how many bits of them depend on the key? */
static void
give_form(const ListBuild *l, ListedShape *s)
{
	uint32_t items_len = l->src->t->head.items_len, bits = LONG_BITS, check = LONG_CHECK, place = 0;

	if (items_len <= SHORT_UP_TO)
	{
		while ((uint64_t) items_len >> place > PLACE)
			place++;
		bits = SHORT_BITS;
		check = s->matches < SOME ? SOME_CHECK : MANY_CHECK;
		if (s->matches < UNIQUE)
			check = bits - place > UNIQUE_CHECK ? bits - place : UNIQUE_CHECK;
	}
	s->form.n = s->count;
	s->form.width = (uint8_t) (bits / 8);
	s->form.check = (uint8_t) check;
	s->form.shift = shift_for(items_len, bits - check);
}

/* Would a list pay? */
static void
judge(const ListBuild *l, ListedShape *s)
{
	bool all = l->src->opt->directories == BX_DIRECTORIES_ALL;
	uint32_t gap = all ? GAP_ALL : GAP;

	if (s->refused || s->n == 0)
		return;
	s->mean = (uint32_t) (s->bytes / s->seen);
	s->matches = mean_matches(s);
	s->wanted = l->src->t->head.items_len / s->matches >= gap && (all || s->mean <= LENGTH_MEAN);
	if (s->wanted)
		give_form(l, s);
}

/* For tests, all forms, and places that are longer than they need to be. */
static void
judge_any(const ListBuild *l, ListedShape *s)
{
	uint32_t shape = s->form.shape;

	s->wanted = !s->refused;
	s->form.n = s->count;
	s->form.width = (uint8_t) (2 + shape % 3);
	s->form.check = (uint8_t) (shape % 4 * 2);
	s->form.shift =
		(uint8_t) (shift_for(l->src->t->head.items_len, 8u * s->form.width - s->form.check) + shape % 5);
}

/* The first of two shapes that are nearly unique is a better key of their parent: short, or else before the other. */
static bool
is_better_key(const ListedShape *x, const ListedShape *y)
{
	bool x_short = x->mean <= KEY_MEAN, y_short = y->mean <= KEY_MEAN;

	return x_short != y_short ? x_short : x->form.shape < y->form.shape;
}

static inline bool
is_key(const ListedShape *s)
{
	return s->wanted && s->matches < UNIQUE;
}

/* What names a record is looked for more often than what it holds: the best key of every parent comes first. */
static bool
is_best_key(const ListBuild *l, const ListedShape *s)
{
	const BxShape *shapes = l->src->t->shapes;
	const ListedShape *other = l->shapes, *end = other + l->n; /* at most SHAPES_MAX */

	for (; other < end && is_key(s); other++)
		if (other != s && is_key(other) && shapes[other->form.shape].parent == shapes[s->form.shape].parent &&
			is_better_key(other, s))
			return false;
	return is_key(s);
}

/* Keys first, then what stands first in a record. */
static int
by_use(const void *a, const void *b)
{
	const ListedShape *x = a, *y = b;

	if (x->wanted != y->wanted)
		return x->wanted ? -1 : 1;
	if (x->first != y->first)
		return x->first ? -1 : 1;
	return x->form.shape < y->form.shape ? -1 : 1;
}

/* Bytes that the items take when they are stored, about: some of them are compressed. */
static BxStatus
stored_bytes(const ListBuild *l, uint64_t *bytes)
{
	const BxValueListSource *src = l->src;
	uint32_t n = src->t->head.items_len, i;
	const BxCodec *codec = bx_codec_for(src->host, n);
	uint64_t sum = 0;
	uint8_t *to;

	*bytes = (uint64_t) n * SHRUNK / 100;
	if (codec == NULL || n < PIECES * PIECE)
		return BX_OK;
	to = list_alloc(l, PIECE, 1);
	if (to == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < PIECES; i++)
	{
		size_t shrunk =
			codec->deflate(src->items + (uint64_t) (n - PIECE) * i / (PIECES - 1), PIECE, to, PIECE - 1);

		sum += shrunk > 0 ? shrunk : PIECE;
	}
	*bytes = sum * n / ((uint64_t) PIECES * PIECE);
	return BX_OK;
}

/* Keep the best ones that fit. */
static BxStatus
choose(ListBuild *l)
{
	bool all = l->src->opt->directories == BX_DIRECTORIES_ALL;
	uint64_t room = UINT64_MAX, memory = UINT64_MAX, size;
	uint32_t i, kept = 0;

	for (i = 0; i < l->n; i++)
	{
		BX_TRY(bx_charge(l->src->host, SAMPLES * SAMPLES / 2));
		(l->every ? judge_any : judge)(l, &l->shapes[i]);
	}
	for (i = 0; i < l->n; i++)
		l->shapes[i].first = is_best_key(l, &l->shapes[i]);
	qsort(l->shapes, l->n, sizeof(ListedShape), by_use); /* at most SHAPES_MAX */
	if (!l->every && l->n > 0 && l->shapes[0].wanted)
	{
		BX_TRY(stored_bytes(l, &room));
		room = room * (all ? SHARE_ALL : SHARE) / 1000;
		/* no more than the items take while they are made */
		memory = (uint64_t) l->src->t->head.items_len / sizeof(BxListEntry);
	}
	for (i = 0; i < l->n && l->shapes[i].wanted; i++)
	{
		size = BX_VALUES_ROW + bx_list_size(&l->shapes[i].form, STRIDE);
		if (size > room || l->shapes[i].count > memory)
			continue;
		room -= size;
		memory -= l->shapes[i].count;
		l->shapes[kept++] = l->shapes[i];
	}
	l->n = kept;
	return settle_places(l);
}

/* ---- the section ---- */

static BxStatus
fill(ListBuild *l)
{
	uint32_t i, kept = 0;

	for (i = 0; i < l->n; i++)
	{
		l->shapes[i].n = 0;
		l->shapes[i].entries = bx_arena_alloc(l->src->arena, l->shapes[i].count * sizeof(BxListEntry));
		if (l->shapes[i].entries == NULL)
			return bx_fail_nomem(l->src->err, l->shapes[i].count * sizeof(BxListEntry));
	}
	l->every_record = 1;
	if (l->src->notes != NULL)
		BX_TRY(take_noted(l, l->src->notes));
	else
		BX_TRY(walk(l, take_entry));
	for (i = 0; i < l->n; i++)
		if (!l->shapes[i].refused)
			l->shapes[kept++] = l->shapes[i];
	l->n = kept;
	for (i = 0; i < l->n; i++)
	{
		BX_TRY(bx_list_sort(l->src->host, l->shapes[i].entries, &l->shapes[i].n, l->src->err));
		l->shapes[i].form.n = l->shapes[i].n;
	}
	return BX_OK;
}

static BxStatus
put_list(const ListBuild *l, const ListedShape *s, uint32_t stride, uint8_t **at)
{
	uint8_t entry[4], *q = *at;
	uint32_t i;

	for (i = 0; i < s->n; i += stride, q += BX_VALUES_KEY)
		bx_put_u64(q, s->entries[i].key);
	for (i = 0; i < s->n; i++, q += s->form.width)
	{
		BX_TRY(charge(l, i));
		bx_put_u32(entry, bx_list_entry(&s->form, &s->entries[i]));
		memcpy(q, entry, s->form.width);
	}
	*at = q;
	return BX_OK;
}

static BxStatus
put_section(ListBuild *l, BxBuf *body)
{
	uint32_t stride = l->every ? 2 : STRIDE, i;
	uint64_t size = BX_DIR_HEAD;
	uint8_t *q;

	for (i = 0; i < l->n; i++)
		size += BX_VALUES_ROW + bx_list_size(&l->shapes[i].form, stride);
	BX_TRY(bx_buf_reserve(body, size, l->src->err));
	q = body->data + body->len;
	bx_put_u32(q, stride);
	bx_put_u32(q + 4, l->n);
	for (q += BX_DIR_HEAD, i = 0; i < l->n; i++, q += BX_VALUES_ROW)
	{
		const BxListForm *f = &l->shapes[i].form;

		bx_put_u32(q, f->shape);
		bx_put_u32(q + 4, f->n);
		q[8] = f->shift;
		q[9] = f->width;
		q[10] = f->check;
		q[11] = 0;
	}
	for (i = 0; i < l->n; i++)
		BX_TRY(put_list(l, &l->shapes[i], stride, &q));
	body->len += size;
	return BX_OK;
}

uint32_t
bx_value_lists_from(const BxWriterOptions *options, uint64_t items_len)
{
	if (options->value_lists == BX_VALUE_LISTS_ALL)
		return items_len > 0 ? 1 : 0;
	return options->directories == BX_DIRECTORIES_PLACES || items_len < VALUES_FROM ? 0 : COUNT_LEAST;
}

BxStatus
bx_value_lists_make(const BxValueListSource *src, BxBuf *body)
{
	ListBuild l = {.src = src,
				   .every = src->opt->value_lists == BX_VALUE_LISTS_ALL,
				   .least = bx_value_lists_from(src->opt, src->t->head.items_len)};

	if (l.least == 0)
		return BX_OK;
	l.every_record = l.every ? 1 : src->t->head.items_len / SAMPLED + 1;
	BX_TRY(find_shapes(&l));
	if (l.n > 0)
		BX_TRY(walk(&l, take_sample));
	BX_TRY(choose(&l));
	if (l.n == 0)
		return BX_OK;
	BX_TRY(fill(&l));
	return l.n > 0 ? put_section(&l, body) : BX_OK;
}
