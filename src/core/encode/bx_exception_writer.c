/*
 * bx_exception_writer.c -- label exceptions put in order, reduced to what must be said, and written in columns.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_sort.h"

#include "../base/bx_bytes.h"
#include "../format/bx_table.h"
#include "bx_exception_writer.h"

#define POLL_EVERY 4096

/* Entries that there is room for at first. */
#define ENTRIES_START 4

typedef struct BxExceptionEntry
{
	const uint8_t *parent;
	const uint8_t *level;
	uint32_t parent_n;
	uint32_t level_n;
	uint32_t index;
	BxOrdpathLine line;
	int64_t next; /* number of the item behind it */
} BxExceptionEntry;

typedef BxExceptionEntry Entry;

void
bx_exception_writer_init(BxExceptionWriter *w, const BxHost *host, BxError *err)
{
	memset(w, 0, sizeof(*w));
	bx_arena_init_small(&w->arena, host);
	w->err = err;
}

void
bx_exception_writer_free(BxExceptionWriter *w)
{
	bx_arena_reset(&w->arena);
	w->entries = NULL;
	w->n = w->cap = 0;
}

static bool
same_parent(const Entry *a, const uint8_t *parent, size_t n)
{
	return a->parent_n == n && (n == 0 || a->parent == parent || memcmp(a->parent, parent, n) == 0);
}

static BxStatus
keep(BxExceptionWriter *w, const uint8_t *p, size_t n, const uint8_t **copy)
{
	*copy = (const uint8_t *) bx_arena_strndup(&w->arena, (const char *) p, n);
	return *copy != NULL ? BX_OK : bx_fail_nomem(w->err, n);
}

/* Room for one more entry. */
static BxStatus
reserve(BxExceptionWriter *w)
{
	uint32_t cap = w->cap > 0 ? w->cap * 2 : ENTRIES_START;
	Entry *e;

	if (w->n < w->cap)
		return BX_OK;
	e = cap > w->cap ? bx_arena_grow(&w->arena, w->entries, w->n * sizeof(Entry), cap * sizeof(Entry)) : NULL;
	if (e == NULL)
		return bx_fail_nomem(w->err, cap * sizeof(Entry));
	w->entries = e;
	w->cap = cap;
	return BX_OK;
}

BxStatus
bx_exception_add(BxExceptionWriter *w, const uint8_t *parent, size_t parent_n, uint32_t index,
				 const uint8_t *level, size_t level_n)
{
	const Entry *last = w->n > 0 ? &w->entries[w->n - 1] : NULL;
	Entry e = {.parent_n = (uint32_t) parent_n, .level_n = (uint32_t) level_n, .index = index};

	if (parent_n > BX_ORDPATH_MAX || !bx_level_get(level, level_n, &e.line, &e.next))
		return bx_fail(w->err, BX_E_ARGUMENT, -1, "not one level of a label");
	if (last != NULL && same_parent(last, parent, parent_n))
		e.parent = last->parent;
	else
		BX_TRY(keep(w, parent, parent_n, &e.parent));
	BX_TRY(keep(w, level, level_n, &e.level));
	BX_TRY(reserve(w));
	w->entries[w->n++] = e;
	return BX_OK;
}

void
bx_exception_forget(BxExceptionWriter *w, const uint8_t *label, size_t n)
{
	Entry *e = w->entries;
	uint32_t i, kept = 0;

	for (i = 0; i < w->n; i++)
		if (!bx_ordpath_within(e[i].parent, e[i].parent_n, label, n))
			e[kept++] = e[i];
	w->n = kept;
}

/* ---- in order ---- */

static int
compare_entries(const void *x, const void *y)
{
	const Entry *a = x, *b = y;
	int order = bx_ordpath_cmp(a->parent, a->parent_n, b->parent, b->parent_n);

	return order != 0 ? order : bx_ordpath_cmp(a->level, a->level_n, b->level, b->level_n);
}

static BxStatus
put_in_order(BxExceptionWriter *w)
{
	const Entry *e = w->entries;
	uint32_t i, n = w->n;

	for (i = 1; i < n; i++)
	{
		if (i % POLL_EVERY == 0)
			BX_TRY(bx_poll(w->arena.host));
		if (compare_entries(&e[i - 1], &e[i]) > 0)
			break;
	}
	return i < n ? bx_sort(w->arena.host, w->entries, n, sizeof(Entry), compare_entries, w->err) : BX_OK;
}

/* The item before e on its line that is said to have a label: NULL when it is on another line. */
static const Entry *
before_on_line(const Entry *before, const Entry *e)
{
	return before != NULL && before->line == e->line && same_parent(before, e->parent, e->parent_n) ? before
																									: NULL;
}

/* Does the item have the number that follows from the one before? */
static bool
is_implied(const Entry *before, const Entry *e)
{
	BxOrdpathPart part = {e->line, 2 * (int64_t) e->index + 1};
	uint8_t level[BX_ORDPATH_PART_MAX];
	size_t n;

	if (before != NULL)
		part.number = before->next + 2 * (int64_t) (e->index - before->index - 1);
	if (part.number > BX_ORDPATH_NUMBER_MAX)
		return false;
	n = (size_t) (bx_ordpath_part_put(level, part) - level);
	return n == e->level_n && memcmp(level, e->level, n) == 0;
}

/* Leave out what need not be said; *n entries stay. */
static BxStatus
reduce(BxExceptionWriter *w, uint32_t *n)
{
	Entry *all = w->entries;
	uint32_t i, kept = 0;

	for (i = 0; i < w->n; i++)
	{
		const Entry *told = i > 0 ? before_on_line(&all[i - 1], &all[i]) : NULL;
		const Entry *before = kept > 0 ? before_on_line(&all[kept - 1], &all[i]) : NULL;
		Entry e = all[i];

		if (i % POLL_EVERY == 0)
			BX_TRY(bx_poll(w->arena.host));
		if ((before != NULL && e.index <= before->index) || (told != NULL && e.index <= told->index))
			return bx_fail(w->err, BX_E_ARGUMENT, -1, "labels of siblings do not ascend");
		if (w->marks || !is_implied(before, &e))
			all[kept++] = e;
	}
	*n = kept;
	return BX_OK;
}

/* ---- the section ---- */

typedef struct Sums
{
	uint32_t parents;
	uint32_t most; /* greatest index */
	uint64_t labels;
	uint64_t levels;
} Sums;

/* Is entry i the first of its parent? */
static bool
is_first(const Entry *e, uint32_t i)
{
	return i == 0 || !same_parent(&e[i - 1], e[i].parent, e[i].parent_n);
}

static void
add_up(const Entry *e, uint32_t n, Sums *s)
{
	uint32_t i;

	memset(s, 0, sizeof(*s));
	for (i = 0; i < n; i++)
	{
		s->levels += e[i].level_n;
		s->most = e[i].index > s->most ? e[i].index : s->most;
		if (!is_first(e, i))
			continue;
		s->parents++;
		s->labels += e[i].parent_n;
	}
}

/* v in a column of k; the room is there. */
static void
put_column(BxBuf *out, uint32_t v, uint64_t k)
{
	uint8_t b[4];
	uint32_t width = bx_column_width((uint32_t) k);

	bx_put_u32(b, v);
	memcpy(out->data + out->len, b, width);
	out->len += width;
}

/* The columns about parents: ends of their labels, then of their exceptions. */
static void
put_parents(BxBuf *out, const Entry *e, uint32_t n, const Sums *s)
{
	uint32_t i, end = 0;

	for (i = 0; i < n; i++)
		if (is_first(e, i))
		{
			end += e[i].parent_n;
			put_column(out, end, s->labels + 1);
		}
	for (i = 1; i <= n; i++)
		if (i == n || is_first(e, i))
			put_column(out, i, (uint64_t) n + 1);
}

static void
put_bytes(BxBuf *out, const uint8_t *p, uint32_t n)
{
	if (n > 0)
		memcpy(out->data + out->len, p, n);
	out->len += n;
}

static BxStatus
put_section(BxExceptionWriter *w, uint32_t n, BxBuf *out)
{
	const Entry *e = w->entries;
	uint32_t numbers[5], i, end = 0;
	uint8_t *p;
	Sums s;

	add_up(e, n, &s);
	if (s.labels > BX_VALUE_MAX || s.levels > BX_VALUE_MAX)
		return bx_fail(w->err, BX_E_LIMIT, -1, "bxml value would exceed the limit of 1 GB");
	BX_TRY(bx_buf_reserve(out, sizeof(numbers) * 2 + 16 * (size_t) n + s.labels + s.levels, w->err));
	numbers[0] = s.parents;
	numbers[1] = n;
	numbers[2] = s.most;
	numbers[3] = (uint32_t) s.labels;
	numbers[4] = (uint32_t) s.levels;
	p = out->data + out->len;
	for (i = 0; i < 5; i++)
		p = bx_varint_put(p, numbers[i]);
	out->len = (size_t) (p - out->data);
	put_parents(out, e, n, &s);
	for (i = 0; i < n; i++)
		put_column(out, e[i].index, (uint64_t) s.most + 1);
	for (i = 0; i < n; i++)
		put_column(out, end += e[i].level_n, s.levels + 1);
	for (i = 0; i < n; i++)
		if (is_first(e, i))
			put_bytes(out, e[i].parent, e[i].parent_n);
	for (i = 0; i < n; i++)
		put_bytes(out, e[i].level, e[i].level_n);
	return BX_OK;
}

BxStatus
bx_exception_finish(BxExceptionWriter *w, BxBuf *out)
{
	uint32_t n = 0;

	if (w->n == 0)
		return BX_OK;
	BX_TRY(put_in_order(w));
	BX_TRY(reduce(w, &n));
	return n > 0 ? put_section(w, n, out) : BX_OK;
}

/* ---- parts of a section ---- */

static BxStatus
add_parent(BxExceptionWriter *w, const BxExceptions *x, const BxExceptionParent *p, bool declarations)
{
	BxException e;
	uint32_t i;

	for (i = p->first; i < p->end; i++)
	{
		if (i % POLL_EVERY == 0)
			BX_TRY(bx_poll(w->arena.host));
		BX_TRY(bx_exceptions_get(x, i, &e));
		if (declarations || e.line != BX_LINE_NAMESPACE)
			BX_TRY(bx_exception_add(w, p->label, p->label_n, e.index, e.level, e.level_n));
	}
	return BX_OK;
}

static BxStatus
add_subtree(BxExceptionWriter *w, const BxExceptions *x, const uint8_t *label, size_t n, bool declarations)
{
	BxExceptionParent p;
	uint32_t i;

	BX_TRY(bx_exceptions_seek(x, 0, label, n, &i));
	for (; i < x->n_parents; i++)
	{
		if (i % POLL_EVERY == 0)
			BX_TRY(bx_poll(w->arena.host));
		BX_TRY(bx_exceptions_parent(x, i, &p));
		if (!bx_ordpath_within(p.label, p.label_n, label, n))
			return BX_OK;
		BX_TRY(add_parent(w, x, &p, declarations || p.label_n > n));
	}
	return BX_OK;
}

BxStatus
bx_exception_subtree(const BxExceptions *x, bool marks, const uint8_t *label, size_t n, bool declarations,
					 const BxHost *host, BxBuf *out)
{
	BxExceptionWriter w;
	BxStatus st;

	bx_exception_writer_init(&w, host, x->err);
	w.marks = marks;
	st = add_subtree(&w, x, label, n, declarations);
	if (st == BX_OK)
		st = bx_exception_finish(&w, out);
	bx_exception_writer_free(&w);
	/* what was read may be in any order */
	return st != BX_E_ARGUMENT
			   ? st
			   : bx_fail(x->err, BX_E_CORRUPT, x->off, "bxml label exceptions are damaged: not in order");
}
