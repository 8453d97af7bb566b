/*
 * bx_edit_mark.c -- labels for new nodes that no node ever had, though nodes went.
 *
 * Plain numbers, those without a caret, are given at the ends of a line only: beyond the greatest and the least that
 * there ever was.  In between, labels have carets.  As long as no node with one went, a label between two siblings is
 * free, unless an odd number there was a node's.  Afterwards every new label with carets ends in a number beyond the
 * greatest or least that stood behind a caret, and so is new wherever it is; and it is as short as the siblings
 * allow, so that labels do not grow with the number of nodes that went.  What the nodes that are there do not say of
 * these numbers, marks do (FORMAT.md, section 68).
 */
#include "bx_edit_int.h"

#define NUMBER_MAX BX_ORDPATH_NUMBER_MAX

/* A level taken apart as far as is needed. */
static bool
first_part(EdLevel l, BxOrdpathPart *part)
{
	return l.n > 0 && bx_ordpath_part_get(l.p, l.p + l.n, part) != NULL;
}

static bool
is_odd(int64_t n)
{
	return (n & 1) != 0;
}

bool
ed_level_has_caret(EdLevel l)
{
	BxOrdpathPart part;

	return first_part(l, &part) && !is_odd(part.number);
}

/* ---- what the nodes of a line say ---- */

void
ed_marks_see(EdMarks *m, EdLevel first, EdLevel last)
{
	BxOrdpathPart part;

	/* a caret is only made between two odd numbers */
	if (first_part(last, &part) && part.number + !is_odd(part.number) > m->high)
		m->high = part.number + !is_odd(part.number);
	if (first_part(first, &part) && part.number - !is_odd(part.number) < m->low)
		m->low = part.number - !is_odd(part.number);
}

void
ed_marks_see_caret(EdMarks *m, EdLevel l)
{
	const uint8_t *p = l.p, *end = l.p + l.n;
	BxOrdpathPart part;

	p = bx_ordpath_part_get(p, end, &part);
	while (p != NULL && p < end && (p = bx_ordpath_part_get(p, end, &part)) != NULL)
	{
		if (part.number > m->caret_high)
			m->caret_high = part.number;
		if (part.number < m->caret_low)
			m->caret_low = part.number;
	}
}

/* ---- marks ---- */

BxStatus
ed_marks_read(BxEdit *e, const BxExceptionParent *parent, BxOrdpathLine line, EdMarks *m)
{
	BxException x;
	uint32_t i;

	*m = ED_MARKS_NONE;
	for (i = parent->first; i < parent->end; i++)
	{
		int64_t number;

		BX_TRY(bx_exceptions_get(&e->labels.marks.old, i, &x));
		if (x.line != line)
			continue;
		if (!bx_mark_get(&x, &number))
			return ED_FAIL(e, BX_E_CORRUPT, "bxml label marks are damaged");
		switch (x.index)
		{
			case BX_MARK_HIGH: m->high = number; break;
			case BX_MARK_LOW: m->low = number; break;
			case BX_MARK_CARET_HIGH: m->caret_high = number; break;
			default: m->caret_low = number; break;
		}
		m->counted = m->counted || x.index >= BX_MARK_CARET_HIGH;
	}
	if (m->counted && (m->caret_high == INT64_MIN || m->caret_low == INT64_MAX))
		return ED_FAIL(e, BX_E_CORRUPT, "bxml label marks are damaged: one of two is missing");
	return BX_OK;
}

static BxStatus
put_mark(BxEdit *e, BxOrdpathLine line, BxMark kind, int64_t number)
{
	uint8_t level[2 * BX_ORDPATH_PART_MAX];
	size_t n = bx_mark_put(line, kind, number, level);

	return bx_exception_add(&e->labels.marks.w, e->labels.label.data, e->labels.label.len, kind, level, n);
}

BxStatus
ed_marks_write(BxEdit *e, BxOrdpathLine line, const EdMarks *m, EdLevel first, EdLevel last)
{
	EdMarks seen = ED_MARKS_NONE;

	ed_marks_see(&seen, first, last);
	if (m->high > seen.high)
		BX_TRY(put_mark(e, line, BX_MARK_HIGH, m->high));
	if (m->low < seen.low)
		BX_TRY(put_mark(e, line, BX_MARK_LOW, m->low));
	if (!m->counted)
		return BX_OK;
	BX_TRY(put_mark(e, line, BX_MARK_CARET_HIGH, m->caret_high));
	return put_mark(e, line, BX_MARK_CARET_LOW, m->caret_low);
}

/* ---- new labels ---- */

static BxStatus
put_part(BxEdit *e, BxBuf *out, BxOrdpathLine line, int64_t number)
{
	if (number > NUMBER_MAX || number < -NUMBER_MAX)
		return bx_ordpath_no_room(e->err);
	BX_TRY(bx_buf_reserve(out, BX_ORDPATH_PART_MAX, e->err));
	out->len =
		(size_t) (bx_ordpath_part_put(out->data + out->len, (BxOrdpathPart){line, number}) - out->data);
	return BX_OK;
}

/* Between two siblings where no node with a caret went: behind the odd number before b, if that is behind a. */
static BxStatus
put_between(BxEdit *e, EdLevel a, EdLevel b, BxBuf *out)
{
	uint8_t used[BX_ORDPATH_PART_MAX];
	BxOrdpathPart x, y;

	if (!first_part(a, &x) || !first_part(b, &y))
		return ED_FAIL(e, BX_E_CORRUPT, "bxml label exceptions are damaged");
	y.number -= 1 + is_odd(y.number);
	if (y.number > x.number)
		a = (EdLevel){used, (uint32_t) (bx_ordpath_part_put(used, y) - used)};
	return bx_ordpath_between(a.p, a.n, b.p, b.n, out, e->err);
}

/* The even number from x to y that takes fewest bytes: that nearest to 0. */
static int64_t
find_caret(int64_t x, int64_t y)
{
	x += is_odd(x);
	y -= is_odd(y);
	if (x <= 0 && y >= 0)
		return 0;
	return x > 0 ? x : y;
}

/* Between two siblings: what they have in common, a caret between what differs, and a number that is new. */
static BxStatus
put_counted(BxEdit *e, EdMarks *m, EdLevel a, EdLevel b, BxBuf *out)
{
	const uint8_t *p = a.p, *q = b.p, *p_next, *q_next;
	BxOrdpathPart x, y;
	int64_t caret;

	for (;; p = p_next, q = q_next)
	{
		p_next = bx_ordpath_part_get(p, a.p + a.n, &x);
		q_next = bx_ordpath_part_get(q, b.p + b.n, &y);
		if (p_next == NULL || q_next == NULL || x.line != y.line || x.number > y.number)
			return ED_FAIL(e, BX_E_CORRUPT, "bxml label exceptions are damaged");
		if (x.number < y.number)
			break;
	}
	BX_TRY(bx_buf_append(out, a.p, (size_t) (p - a.p), e->err));
	caret = find_caret(x.number, y.number);
	BX_TRY(put_part(e, out, x.line, caret));
	/* at y's caret, before it; at x's or one of its own, behind */
	if (caret == y.number)
		return put_part(e, out, BX_LINE_CHILD, m->caret_low -= 2);
	return put_part(e, out, BX_LINE_CHILD, m->caret_high += 2);
}

BxStatus
ed_level_new(BxEdit *e, BxOrdpathLine line, EdMarks *m, EdLevel a, EdLevel b, BxBuf *out)
{
	size_t start = out->len;

	if (b.n == 0)
		return put_part(e, out, line, m->high += 2);
	if (a.n == 0)
		return put_part(e, out, line, m->low -= 2);
	BX_TRY(m->counted ? put_counted(e, m, a, b, out) : put_between(e, a, b, out));
	if (out->len - start > BX_ORDPATH_LEVEL_MAX)
		return bx_ordpath_no_room(e->err);
	if (bx_ordpath_cmp(a.p, a.n, out->data + start, out->len - start) >= 0 ||
		bx_ordpath_cmp(out->data + start, out->len - start, b.p, b.n) >= 0)
		return ED_FAIL(e, BX_E_CORRUPT, "bxml label marks are damaged: they do not fit the labels");
	return BX_OK;
}
