/*
 * bx_edit_repack.c -- is an edited value much longer than it would be if it were encoded anew?  Then it is.
 *
 * One walk over the new items counts what nothing refers to any more: shapes with their names, constants, heap.  Only
 * the writer knows what new values would gain by constants: it is tried now and then, more often the more of the
 * value is new, so that trying costs about as much as writing the new items did.
 */
#include "bx_edit_int.h"

#include "../format/bx_item.h"
#include "../encode/bx_anew.h"
#include "../encode/bx_section.h"
#include "../encode/bx_table_put.h"

/* A value may be wasted to one part in so many, its heap to one in so many. */
#define WASTE_PART 6
#define HEAP_PART 4
/* Shorter values have no constants. */
#define CONSTANTS_FROM 4096
/* The writer is asked when this many times the new bytes make a value. */
#define ASK_SHARE 16

typedef struct Repack
{
	BxEdit *e;
	const uint8_t *v;
	size_t n;
	BxTable table;
	uint8_t *used;       /* per shape */
	uint8_t *used_const; /* per constant */
	uint64_t refs;       /* bytes of the heap that are referred to */
	uint64_t large;      /* bytes of texts among the items that are long enough for a heap */
} Repack;

static BxStatus
count(Repack *r)
{
	BxEdit *e = r->e;
	const BxTable *t = &r->table;
	const uint8_t *p = r->v + t->head.items_off, *end = p + t->head.items_len;
	uint32_t off, len, steps = 0;
	BxItemHeader h;
	uint8_t kind;

	while (p < end)
	{
		if ((++steps & 0xffff) == 0)
			BX_TRY(bx_poll(e->host));
		p = bx_item_header(p, end, t->n_consts, &h);
		if (p == NULL || (!h.constant && (h.number >= t->n_shapes || h.len > (size_t) (end - p))))
			return ed_damaged(e, &e->base, 0);
		if (h.constant)
		{
			r->used_const[h.number] = 1;
			continue;
		}
		kind = t->shapes[h.number].kind;
		r->used[h.number] = 1;
		if (kind == BX_KIND_ELEMENT)
			continue;
		if (bx_kind_has_value(kind) && bx_heap_ref(&t->head, p, h.len, &off, &len))
			r->refs += len;
		else if (h.len >= BX_HEAP_VALUE && bx_kind_has_value(kind) && (p[0] & 0xC0) != 0x80)
			r->large += h.len;
		p += h.len;
	}
	return BX_OK;
}

/* Bytes of shapes, names and constants without items. */
static uint64_t
table_waste(const Repack *r)
{
	const BxTable *t = &r->table;
	uint64_t waste = 0;
	uint32_t i;

	for (i = 0; i < t->n_consts; i++)
		if (r->used_const[i])
			r->used[t->consts[i].shape] = 1;
		else
			waste += t->consts[i].len + 2u;
	for (i = 0; i < t->n_shapes; i++)
		if (!r->used[i])
			waste += 4u + (bx_kind_is_named(t->shapes[i].kind) ? t->names[t->shapes[i].name].len : 0);
	return waste;
}

/* Bytes of items that are new. */
static uint64_t
new_bytes(const BxEdit *e)
{
	size_t i, n;
	const EdSeg *s = ed_segs(e, &n);
	uint64_t bytes = 0;

	for (i = 0; i < n; i++)
		if (s[i].token != ED_NONE && s[i].p != NULL)
			bytes += ed_new_item(s[i].n);
	return bytes;
}

/* Undecided: the fingerprint of the bytes is a deterministic coin toss. */
bool
ed_repack_due(const uint8_t *items, uint32_t items_len, uint64_t new_bytes)
{
	return items_len >= CONSTANTS_FROM && bx_digest(0, items, items_len) % items_len < new_bytes * ASK_SHARE;
}

static bool
ask(const Repack *r)
{
	return ed_repack_due(r->v + r->table.head.items_off, r->table.head.items_len, new_bytes(r->e));
}

/* Would the writer give the value the heap that it does not have? */
static bool
wants_heap(const Repack *r)
{
	const BxHeader *h = &r->table.head;

	return h->heap_len == 0 && r->e->opt.heap == BX_HEAP_AUTO && bx_heap_pays(h->items_len, r->large);
}

/* The labels of the nodes, and where they may not be, stay. */
static BxStatus
put_labels(Repack *r, uint8_t code, const BxBuf *body, uint8_t **data, size_t *len)
{
	BxEdit *e = r->e;
	uint8_t *plain = *data;
	BxStatus st;

	if (body->len == 0)
		return BX_OK;
	st = bx_section_put(plain + e->opt.reserve, *len, code, body->data, (uint32_t) body->len, e->opt.reserve,
						e->host, data, len, e->err);
	e->host->release(e->host->ctx, plain);
	if (st != BX_OK)
		*data = NULL;
	return st;
}

/* Encode the value anew. */
static BxStatus
encode(Repack *r, uint8_t **data, size_t *len)
{
	BxEdit *e = r->e;
	const BxAnew anew = {.v = r->v, .table = &r->table, .arena = &e->arena, .err = e->err};
	BxWriterOptions opt = e->opt;
	BxWriter *w;
	BxStatus st;

	opt.typed = BX_TYPED_STORED;
	opt.limits.max_depth = BX_DEPTH_CEILING;
	if (e->labels.root_stays)
	{
		opt.root = e->labels.root;
		opt.root_n = e->labels.root_n;
	}
	w = bx_writer_new(e->host, &opt, e->err);
	if (w == NULL)
		return e->err->status;
	st = bx_anew_write(&anew, w);
	if (st == BX_OK)
		st = bx_writer_finish(w, data, len);
	if (st != BX_OK && bx_writer_error(w)->status != BX_OK)
		*e->err = *bx_writer_error(w);
	bx_writer_free(w);
	if (st == BX_OK)
		st = put_labels(r, BX_EXT_LABELS, &e->labels.exceptions.section, data, len);
	return st == BX_OK ? put_labels(r, BX_EXT_MARKS, &e->labels.marks.section, data, len) : st;
}

/* The table of the new value; what did not change is not read again. */
static BxStatus
open_table(Repack *r)
{
	BxEdit *e = r->e;

	if (e->changed)
		return bx_table_open(&r->table, &e->arena, r->v, r->n, r->n, e->err);
	r->table = *e->t;
	return bx_header_read(r->v, r->n, r->n, &r->table.head, e->err);
}

BxStatus
ed_repack(BxEdit *e, uint8_t **data, size_t *len)
{
	Repack r = {.e = e, .v = *data + e->opt.reserve, .n = *len};
	uint8_t *fresh = NULL;
	size_t fresh_n = 0;
	uint64_t dead;
	BxError err = *e->err;
	bool heap;
	BxStatus st;

	BX_TRY(open_table(&r));
	r.used = bx_arena_zalloc(&e->arena, (size_t) r.table.n_shapes + r.table.n_consts + 1);
	if (r.used == NULL)
		return ed_nomem(e, r.table.n_shapes);
	r.used_const = r.used + r.table.n_shapes;
	BX_TRY(count(&r));
	dead = r.table.head.heap_len > r.refs ? r.table.head.heap_len - r.refs : 0;
	heap = wants_heap(&r);
	if (table_waste(&r) * WASTE_PART <= r.n && dead * HEAP_PART <= r.table.head.heap_len && !heap && !ask(&r))
		return BX_OK;
	st = encode(&r, &fresh, &fresh_n);
	if (st == BX_E_NOMEM || st == BX_E_CANCEL)
		return st;
	if (st == BX_OK && (heap || fresh_n < r.n))
	{
		e->host->release(e->host->ctx, *data);
		*data = fresh;
		*len = fresh_n;
		return BX_OK;
	}
	*e->err = err; /* a limit of new values: the edited one is good */
	e->host->release(e->host->ctx, fresh);
	return BX_OK;
}
