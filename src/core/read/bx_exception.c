/*
 * bx_exception.c -- looking things up in the label exceptions of a value.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_bytes.h"
#include "../format/bx_table_scan.h"
#include "bx_exception.h"

/* Five varints. */
#define HEAD_MAX (5 * BX_VARINT_MAX)

static BxStatus
damaged(const BxExceptions *x, uint32_t at, const char *what)
{
	return bx_fail(x->err, BX_E_CORRUPT, (int64_t) x->off + at, "bxml label exceptions are damaged: %s",
				   what);
}

/* Bytes of the section, which the caller has bounded; *p stays good. */
static BxStatus
need(const BxExceptions *x, uint32_t at, uint32_t len, const uint8_t **p)
{
	if (x->img == NULL)
	{
		*p = x->mem + at;
		return BX_OK;
	}
	*p = x->img->v + x->off + at;
	return bx_image_need(x->img, x->off + at, len);
}

/* ---- opening ---- */

static uint64_t
place_column(BxExceptionColumn *c, uint64_t at, uint32_t n, uint64_t k)
{
	c->off = (uint32_t) at;
	c->width = bx_column_width(k > UINT32_MAX ? UINT32_MAX : (uint32_t) k);
	return at + (uint64_t) n * c->width;
}

/* The head of the section says where its parts are; together they must fill it. */
static BxStatus
read_head(BxExceptions *x, uint32_t len)
{
	const uint8_t *p, *start, *end;
	uint32_t numbers[5];
	uint64_t at;
	int i;

	BX_TRY(need(x, 0, len < HEAD_MAX ? len : HEAD_MAX, &start));
	p = start;
	end = start + (len < HEAD_MAX ? len : HEAD_MAX);
	for (i = 0; i < 5 && p != NULL; i++)
		p = bx_varint_get(p, end, &numbers[i]);
	if (p == NULL || numbers[0] == 0 || numbers[0] > numbers[1] || numbers[1] > len ||
		numbers[2] > BX_VALUE_MAX)
		return damaged(x, 0, "bad head");
	x->n_parents = numbers[0];
	x->max = numbers[2];
	x->labels_len = numbers[3];
	x->levels_len = numbers[4];
	at = place_column(&x->label_ends, (uint64_t) (p - start), numbers[0], (uint64_t) numbers[3] + 1);
	at = place_column(&x->ends, at, numbers[0], (uint64_t) numbers[1] + 1);
	at = place_column(&x->indexes, at, numbers[1], (uint64_t) numbers[2] + 1);
	at = place_column(&x->level_ends, at, numbers[1], (uint64_t) numbers[4] + 1);
	if (at + numbers[3] + numbers[4] != len)
		return damaged(x, 0, "parts do not fill the section");
	x->labels_off = (uint32_t) at;
	x->levels_off = x->labels_off + x->labels_len;
	x->n = numbers[1];
	return BX_OK;
}

static BxStatus
open_image(BxExceptions *x, uint8_t code, BxImage *img, BxError *err)
{
	uint32_t len;

	memset(x, 0, sizeof(*x));
	x->img = img;
	x->err = err;
	BX_TRY(bx_header_ext_place(&img->head, img->v, code, &x->off, &len, err));
	return x->off > 0 ? read_head(x, len) : BX_OK;
}

BxStatus
bx_exceptions_open(BxExceptions *x, BxImage *img, BxError *err)
{
	return open_image(x, BX_EXT_LABELS, img, err);
}

BxStatus
bx_marks_open(BxExceptions *x, BxImage *img, BxError *err)
{
	return open_image(x, BX_EXT_MARKS, img, err);
}

BxStatus
bx_exceptions_open_memory(BxExceptions *x, const uint8_t *body, uint32_t len, uint32_t off, BxError *err)
{
	memset(x, 0, sizeof(*x));
	x->mem = body;
	x->off = off;
	x->err = err;
	return read_head(x, len);
}

static BxStatus
open_pass(BxExceptions *x, uint8_t code, BxReadAll *pass, BxArena *arena, BxError *err)
{
	const uint8_t *body;
	uint32_t off, len;

	memset(x, 0, sizeof(*x));
	x->err = err;
	BX_TRY(bx_read_all_ext(pass, code, arena, &body, &off, &len));
	return body != NULL ? bx_exceptions_open_memory(x, body, len, off, err) : BX_OK;
}

BxStatus
bx_exceptions_open_pass(BxExceptions *x, BxReadAll *pass, BxArena *arena, BxError *err)
{
	return open_pass(x, BX_EXT_LABELS, pass, arena, err);
}

BxStatus
bx_marks_open_pass(BxExceptions *x, BxReadAll *pass, BxArena *arena, BxError *err)
{
	return open_pass(x, BX_EXT_MARKS, pass, arena, err);
}

/* ---- entries ---- */

/* Entry i of a column. */
static BxStatus
column_get(const BxExceptions *x, const BxExceptionColumn *c, uint32_t i, uint32_t *v)
{
	const uint8_t *p;

	BX_TRY(need(x, c->off + i * c->width, c->width, &p));
	*v = bx_column_get(p, c->width, 0);
	return BX_OK;
}

/* Entry i of a column of ends, and the one before it: a range within `max`. */
static BxStatus
column_range(const BxExceptions *x, const BxExceptionColumn *c, uint32_t i, uint32_t max, uint32_t *from,
			 uint32_t *to)
{
	*from = 0;
	if (i > 0)
		BX_TRY(column_get(x, c, i - 1, from));
	BX_TRY(column_get(x, c, i, to));
	return *from <= *to && *to <= max ? BX_OK : damaged(x, c->off + i * c->width, "bad range");
}

BxStatus
bx_exceptions_parent(const BxExceptions *x, uint32_t i, BxExceptionParent *parent)
{
	uint32_t from, to;

	BX_TRY(column_range(x, &x->label_ends, i, x->labels_len, &from, &to));
	BX_TRY(column_range(x, &x->ends, i, x->n, &parent->first, &parent->end));
	parent->label_n = to - from;
	if (parent->label_n > BX_ORDPATH_MAX)
		return damaged(x, x->labels_off + from, "label is too long");
	return need(x, x->labels_off + from, parent->label_n, &parent->label);
}

BxStatus
bx_exceptions_full(const BxExceptions *x, bool *full)
{
	uint32_t labels, levels;

	BX_TRY(column_get(x, &x->label_ends, x->n_parents - 1, &labels));
	BX_TRY(column_get(x, &x->level_ends, x->n - 1, &levels));
	*full = labels == x->labels_len && levels == x->levels_len;
	return BX_OK;
}

static inline bool
is_odd(int64_t number)
{
	return (number & 1) != 0;
}

bool
bx_level_get(const uint8_t *p, size_t n, BxOrdpathLine *line, int64_t *next)
{
	const uint8_t *end = p + n;
	BxOrdpathPart part;

	p = bx_ordpath_part_get(p, end, &part);
	if (p == NULL || part.line == BX_LINE_INFINITY || n > BX_ORDPATH_LEVEL_MAX)
		return false;
	*line = part.line;
	*next = part.number + 1 + is_odd(part.number);
	while (!is_odd(part.number))
	{
		p = bx_ordpath_part_get(p, end, &part);
		if (p == NULL || part.line != BX_LINE_CHILD)
			return false;
	}
	return p == end;
}

bool
bx_mark_get(const BxException *e, int64_t *number)
{
	const uint8_t *p = e->level, *end = p + e->level_n;
	BxOrdpathPart part;

	p = bx_ordpath_part_get(p, end, &part);
	if (p == NULL || e->index >= BX_MARKS || part.number != 2 * (int64_t) e->index)
		return false;
	p = bx_ordpath_part_get(p, end, &part);
	*number = part.number;
	return p == end && is_odd(part.number);
}

size_t
bx_mark_put(BxOrdpathLine line, BxMark mark, int64_t number, uint8_t *level)
{
	uint8_t *p = bx_ordpath_part_put(level, (BxOrdpathPart){line, 2 * (int64_t) mark});

	return (size_t) (bx_ordpath_part_put(p, (BxOrdpathPart){BX_LINE_CHILD, number}) - level);
}

BxStatus
bx_exceptions_get(const BxExceptions *x, uint32_t i, BxException *e)
{
	uint32_t from, to;

	BX_TRY(column_get(x, &x->indexes, i, &e->index));
	BX_TRY(column_range(x, &x->level_ends, i, x->levels_len, &from, &to));
	e->level_n = to - from;
	BX_TRY(need(x, x->levels_off + from, e->level_n, &e->level));
	if (e->index > x->max || !bx_level_get(e->level, e->level_n, &e->line, &e->next))
		return damaged(x, x->levels_off + from, "not one level of a label");
	return BX_OK;
}

/* ---- by halving ---- */

BxStatus
bx_exceptions_seek(const BxExceptions *x, uint32_t from, const uint8_t *label, size_t n, uint32_t *i)
{
	BxExceptionParent p;
	uint32_t lo = from, hi = x->n_parents;

	while (lo < hi)
	{
		uint32_t mid = lo + (hi - lo) / 2;

		BX_TRY(bx_exceptions_parent(x, mid, &p));
		if (bx_ordpath_cmp(p.label, p.label_n, label, n) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	*i = lo;
	return BX_OK;
}

BxStatus
bx_exceptions_of(const BxExceptions *x, const uint8_t *label, size_t n, BxExceptionParent *parent)
{
	uint32_t i;

	memset(parent, 0, sizeof(*parent));
	if (x == NULL || x->n == 0)
		return BX_OK;
	BX_TRY(bx_exceptions_seek(x, 0, label, n, &i));
	if (i == x->n_parents)
		return BX_OK;
	BX_TRY(bx_exceptions_parent(x, i, parent));
	if (parent->label_n != n || (n > 0 && memcmp(parent->label, label, n) != 0))
		parent->first = parent->end = 0;
	return BX_OK;
}

/* What a search compares exceptions with: a level, or without one an index on a line. */
typedef struct Wanted
{
	const uint8_t *level;
	size_t level_n;
	BxOrdpathLine line;
	uint32_t index;
} Wanted;

static bool
is_up_to(const BxException *e, const Wanted *w)
{
	if (w->level != NULL)
		return bx_ordpath_cmp(e->level, e->level_n, w->level, w->level_n) <= 0;
	return e->line < w->line || (e->line == w->line && e->index <= w->index);
}

/* The last exception of the line up to the wanted one, and the first one after it; `has` says which of them exist. */
typedef struct Around
{
	bool has_before;
	bool has_after;
	BxException before;
	BxException after;
} Around;

static BxStatus
look_around(const BxExceptions *x, const BxExceptionParent *parent, const Wanted *w, Around *a)
{
	uint32_t lo = parent->first, hi = parent->end;
	BxException e;

	while (lo < hi)
	{
		uint32_t mid = lo + (hi - lo) / 2;

		BX_TRY(bx_exceptions_get(x, mid, &e));
		if (is_up_to(&e, w))
			lo = mid + 1;
		else
			hi = mid;
	}
	a->has_before = a->has_after = false;
	if (lo > parent->first)
	{
		BX_TRY(bx_exceptions_get(x, lo - 1, &a->before));
		a->has_before = a->before.line == w->line;
	}
	if (lo < parent->end)
	{
		BX_TRY(bx_exceptions_get(x, lo, &a->after));
		a->has_after = a->after.line == w->line;
	}
	return BX_OK;
}

BxStatus
bx_exceptions_index(const BxExceptions *x, const BxExceptionParent *parent, const uint8_t *level,
					size_t level_n, uint32_t *index, bool *possible)
{
	Wanted w = {.level = level, .level_n = level_n};
	int64_t next, first = 1;
	uint32_t from = 0;
	BxOrdpathPart part;
	uint64_t at;
	Around a;

	*possible = false;
	if (!bx_level_get(level, level_n, &w.line, &next))
		return BX_OK;
	BX_TRY(look_around(x, parent, &w, &a));
	if (a.has_before)
	{
		first = a.before.next;
		from = a.before.index + 1;
	}
	*possible = a.has_before && bx_ordpath_cmp(a.before.level, a.before.level_n, level, level_n) == 0;
	*index = *possible ? a.before.index : 0;
	/* no other item has a label with carets */
	if (*possible || bx_ordpath_part_get(level, level + level_n, &part) != level + level_n ||
		part.number < first)
		return BX_OK;
	at = from + (uint64_t) (part.number - first) / 2;
	*possible = at < (a.has_after ? a.after.index : UINT32_MAX);
	*index = *possible ? (uint32_t) at : 0;
	return BX_OK;
}

BxStatus
bx_exceptions_level(const BxExceptions *x, const BxExceptionParent *parent, BxOrdpathLine line,
					uint32_t index, BxBuf *out)
{
	Wanted w = {.line = line, .index = index};
	BxOrdpathPart part = {line, 2 * (int64_t) index + 1};
	Around a;

	BX_TRY(look_around(x, parent, &w, &a));
	if (a.has_before && a.before.index == index)
		return bx_buf_append(out, a.before.level, a.before.level_n, x->err);
	if (a.has_before)
		part.number = a.before.next + 2 * (int64_t) (index - a.before.index - 1);
	if (part.number > BX_ORDPATH_NUMBER_MAX)
		return damaged(x, x->levels_off, "numbers leave their range");
	return bx_ordpath_part_append(out, part, x->err);
}
