/*
 * bx_ordpath_between.c -- labels for nodes inserted between others.
 *
 * The labels of two siblings differ first in one component of their last level.  If there is an odd number between
 * these two, it is the answer: the middle one of those that take fewest bytes.  If not, a caret opens a new number line
 * between them, open at both ends: then inserting after or before the newest node costs a byte now and then, as
 * appending does, and splitting gaps in halves costs one for several nodes.  Who always inserts between the two newest
 * nodes pays about half a byte for each; BX_ORDPATH_LEVEL_MAX ends that.
 */
#include "bx_ordpath_int.h"

/* A label under construction in out, from out->data + base on. */
typedef struct Draft
{
	BxBuf *out;
	size_t base;
	size_t level_off; /* of the last level, from base */
	BxError *err;
} Draft;

static BxStatus
draft_bytes(Draft *d, const uint8_t *p, const uint8_t *end)
{
	return bx_buf_append(d->out, p, (size_t) (end - p), d->err);
}

static BxStatus
draft_part(Draft *d, BxOrdpathLine line, int64_t number)
{
	return bx_ordpath_part_append(d->out, (BxOrdpathPart){line, number}, d->err);
}

/* The middle one of the shortest odd numbers between lo and hi, both exclusive; false if there is none. */
static bool
number_between(int64_t lo, int64_t hi, int64_t *number)
{
	const NumberClass *best = NULL;
	int i;

	for (i = 0; i < NUMBER_CLASSES; i++)
	{
		const NumberClass *c = &bx_ordpath_classes[i];
		int64_t from = lo + 1 > c->start ? lo + 1 : c->start;
		int64_t to = hi < class_end(c) ? hi - 1 : class_end(c) - 1;

		from += !is_odd(from);
		to -= !is_odd(to);
		if (from > to || (best != NULL && c->tail >= best->tail))
			continue;
		best = c;
		*number = from + (to - from) / 4 * 2;
	}
	return best != NULL;
}

/*
 * The nearest label beyond the rest [p, end) of a level: after it with way 1, before it with way -1.  Goes two on at an
 * odd number and one at a caret; at the end of the number line it opens another one.
 */
static BxStatus
draft_beyond(Draft *d, const uint8_t *p, const uint8_t *end, int way)
{
	BxOrdpathPart part;
	const uint8_t *next;
	int64_t number;

	for (;; p = next)
	{
		next = bx_ordpath_part_get(p, end, &part);
		if (next == NULL)
			return bx_ordpath_damaged(0, d->err);
		number = part.number + (is_odd(part.number) ? 2 * way : way);
		if (number * way <= BX_ORDPATH_NUMBER_MAX)
			return draft_part(d, part.line, number);
		if (is_odd(part.number))
		{
			BX_TRY(draft_part(d, part.line, part.number + way));
			return draft_part(d, BX_LINE_CHILD, 1);
		}
		BX_TRY(draft_part(d, part.line, part.number));
	}
}

/* Between two levels, both whole, whose first difference is at p and q, the rests of a and b there. */
static BxStatus
draft_gap(Draft *d, const uint8_t *p, const uint8_t *a_end, const uint8_t *q, const uint8_t *b_end)
{
	BxOrdpathPart x, y;
	const uint8_t *p_next = bx_ordpath_part_get(p, a_end, &x);
	const uint8_t *q_next = bx_ordpath_part_get(q, b_end, &y);
	int64_t number;

	if (p_next == NULL || q_next == NULL)
		return bx_ordpath_damaged(0, d->err);
	if (number_between(x.number, y.number, &number))
		return draft_part(d, x.line, number);
	if (!is_odd(x.number))
	{
		BX_TRY(draft_part(d, x.line, x.number));
		return draft_beyond(d, p_next, a_end, 1);
	}
	BX_TRY(draft_part(d, x.line, x.number + 1));
	if (!is_odd(y.number))
		return draft_beyond(d, q_next, b_end, -1);
	return draft_part(d, BX_LINE_CHILD, 1);
}

/* The part where two levels on the same line first differ; both are whole and of the same parent. */
static const uint8_t *
first_difference(const uint8_t *a, const uint8_t *a_end, const uint8_t *b, const uint8_t *b_end)
{
	const uint8_t *next;
	BxOrdpathPart part;

	while ((next = bx_ordpath_part_get(a, a_end, &part)) != NULL && next - a <= b_end - b &&
		   memcmp(a, b, (size_t) (next - a)) == 0)
	{
		b += next - a;
		a = next;
	}
	return a;
}

/* The last level of a sibling that is given. */
static BxStatus
sibling_level(const uint8_t *p, size_t n, LastLevel *last, BxOrdpathPart *first, BxError *err)
{
	BX_TRY(bx_ordpath_last(p, n, last, err));
	if (n == 0 || !last->whole || bx_ordpath_part_get(p + last->off, p + n, first) == NULL ||
		first->line == BX_LINE_INFINITY)
		return bx_fail(err, BX_E_ARGUMENT, -1, "label of a node with siblings expected");
	return BX_OK;
}

static BxStatus
draft_pair(Draft *d, const uint8_t *a, size_t an, const uint8_t *b, size_t bn)
{
	LastLevel x, y;
	BxOrdpathPart p, q;
	const uint8_t *differ;

	BX_TRY(sibling_level(a, an, &x, &p, d->err));
	BX_TRY(sibling_level(b, bn, &y, &q, d->err));
	if (x.off != y.off || memcmp(a, b, x.off) != 0 || p.line != q.line)
		return bx_fail(d->err, BX_E_ARGUMENT, -1, "labels are not those of siblings");
	if (bx_ordpath_cmp(a, an, b, bn) >= 0)
		return bx_fail(d->err, BX_E_ARGUMENT, -1, "labels are not in document order");
	d->level_off = x.off;
	differ = first_difference(a + x.off, a + an, b + y.off, b + bn);
	BX_TRY(draft_bytes(d, a, differ));
	return draft_gap(d, differ, a + an, b + (differ - a), b + bn);
}

static BxStatus
draft_end(Draft *d, const uint8_t *p, size_t n, int way)
{
	LastLevel last;
	BxOrdpathPart first;

	BX_TRY(sibling_level(p, n, &last, &first, d->err));
	d->level_off = last.off;
	BX_TRY(draft_bytes(d, p, p + last.off));
	return draft_beyond(d, p + last.off, p + n, way);
}

/* What can be done about it is the setting's to say. */
BxStatus
bx_ordpath_no_room(BxError *err)
{
	BxStatus st = bx_fail(err, BX_E_LIMIT, -1, "label would exceed the limit of %d bytes for one level",
						  BX_ORDPATH_LEVEL_MAX);

	if (err != NULL)
		memcpy(err->setting, "bxml.relabel", sizeof("bxml.relabel"));
	return st;
}

BxStatus
bx_ordpath_between(const uint8_t *a, size_t an, const uint8_t *b, size_t bn, BxBuf *out, BxError *err)
{
	Draft d = {out, out->len, 0, err};
	size_t len;
	BxStatus st;

	if (a != NULL && b != NULL)
		st = draft_pair(&d, a, an, b, bn);
	else if (a != NULL)
		st = draft_end(&d, a, an, 1);
	else if (b != NULL)
		st = draft_end(&d, b, bn, -1);
	else
		return bx_fail(err, BX_E_ARGUMENT, -1, "label of a sibling expected");
	len = out->len - d.base;
	if (st == BX_OK && (len - d.level_off > BX_ORDPATH_LEVEL_MAX || len > BX_ORDPATH_MAX))
		st = bx_ordpath_no_room(err);
	if (st != BX_OK)
		out->len = d.base;
	return st;
}
