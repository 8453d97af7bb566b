/*
 * bx_check_mark.c -- the validator's part for label marks: each is a number beyond those of the nodes on its line.
 */
#include "bx_check_int.h"

#include "../read/bx_labeler.h"

/* The marks of a line: numbers of nodes lie between. */
typedef struct Range
{
	int64_t low;
	int64_t high;
} Range;

typedef struct Open
{
	bool any;
	Range plain[3]; /* by BxOrdpathLine */
	Range caret[3];
} Open;

struct BxCheckMark
{
	BxExceptions x;
	uint32_t parent; /* number of the next parent with marks */
	Open *open;      /* by level */
};

static BxStatus
wrong(BxCheck *c, const char *what)
{
	return bx_check_fail(c, c->mark->x.off, what);
}

/* ---- the section by itself ---- */

static BxStatus
check_mark(BxCheck *c, const BxExceptionParent *p, const BxException *before, const BxException *e)
{
	bool half = before != NULL && before->index == BX_MARK_CARET_HIGH; /* it belongs to another one */
	int64_t number;

	if (before == NULL && p->end - p->first > 3 * BX_MARKS)
		return wrong(c, "a parent has too many label marks");
	if (e != NULL && !bx_mark_get(e, &number))
		return wrong(c, "a label mark is not one number");
	if (half != (e != NULL && e->index == BX_MARK_CARET_LOW) || (half && before->line != e->line))
		return wrong(c, "a label mark of two is missing");
	return BX_OK;
}

/* ---- along the walk ---- */

static BxStatus
take_marks(BxCheck *c, const BxExceptionParent *p, Open *open)
{
	const Range none = {-BX_ORDPATH_NUMBER_MAX, BX_ORDPATH_NUMBER_MAX};
	int64_t number;
	BxException e;
	uint32_t i;
	int line;

	open->any = true;
	for (line = 0; line < 3; line++)
		open->plain[line] = open->caret[line] = none;
	for (i = p->first; i < p->end; i++)
	{
		Range *r;

		BX_TRY(bx_exceptions_get(&c->mark->x, i, &e));
		(void) bx_mark_get(&e, &number);
		r = e.index < BX_MARK_CARET_HIGH ? &open->plain[e.line] : &open->caret[e.line];
		if (e.index == BX_MARK_HIGH || e.index == BX_MARK_CARET_HIGH)
			r->high = number;
		else
			r->low = number;
	}
	return BX_OK;
}

/* The node with this label is entered on its level. */
static BxStatus
enter(BxCheck *c, uint32_t level, const uint8_t *label, size_t n)
{
	BxCheckMark *m = c->mark;
	BxExceptionParent p;

	m->open[level].any = false;
	if (m->parent == m->x.n_parents)
		return BX_OK;
	BX_TRY(bx_exceptions_parent(&m->x, m->parent, &p));
	if (p.label_n != n || bx_ordpath_cmp(p.label, p.label_n, label, n) != 0)
		return BX_OK;
	m->parent++;
	return take_marks(c, &p, &m->open[level]);
}

/* An item with its level: its first number, and those behind carets. */
static BxStatus
pass_item(BxCheck *c, const Open *open, BxOrdpathLine line, const uint8_t *level, size_t n)
{
	const uint8_t *p = level, *end = level + n;
	const Range *r = open->any ? &open->plain[line] : NULL;
	BxOrdpathPart part = {line, 0};

	for (; r != NULL && p < end; r = &open->caret[line])
	{
		p = bx_ordpath_part_get(p, end, &part);
		if (p == NULL || part.number < r->low || part.number > r->high)
			return wrong(c, "a label mark is not beyond the labels of its line");
	}
	return BX_OK;
}

BxStatus
bx_check_mark_begin(BxCheck *c, const uint8_t *body, uint32_t len, uint32_t off, const BxRoot *root)
{
	uint32_t levels = c->table.head.depth + 2;
	BxStatus st;

	c->mark = bx_check_alloc(c, 1, sizeof(BxCheckMark), &st);
	BX_TRY(st);
	c->mark->parent = 0;
	c->mark->open = bx_check_alloc(c, levels, sizeof(Open), &st);
	BX_TRY(st);
	BX_TRY(bx_exceptions_open_memory(&c->mark->x, body, len, off, c->err));
	BX_TRY(bx_check_exceptions(c, &c->mark->x, "label marks", check_mark));
	BX_TRY(enter(c, 0, NULL, 0));
	if (root->n > 0 && c->mark->parent > 0)
		return wrong(c, "a label mark is beside the root of a fragment");
	return BX_OK;
}

BxStatus
bx_check_mark_item(BxCheck *c, const BxLabeler *l, const BxEvent *ev)
{
	uint32_t up = l->level[ev->level - 1].end;

	BX_TRY(pass_item(c, &c->mark->open[ev->level - 1], bx_line_of(ev->kind), l->label + up, l->label_n - up));
	if (ev->kind != BX_EV_ELEMENT && ev->kind != BX_EV_LEAF)
		return BX_OK;
	return enter(c, ev->level, l->label, l->label_n);
}

BxStatus
bx_check_mark_text(BxCheck *c, const BxLabeler *l, const BxEvent *leaf, const uint8_t *label, size_t n)
{
	uint32_t up = l->level[leaf->level].end;

	return pass_item(c, &c->mark->open[leaf->level], BX_LINE_CHILD, label + up, n - up);
}

BxStatus
bx_check_mark_finish(BxCheck *c)
{
	return c->mark->parent == c->mark->x.n_parents ? BX_OK : wrong(c, "a label mark is about no node");
}
