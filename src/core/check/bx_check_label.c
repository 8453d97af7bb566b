/*
 * bx_check_label.c -- the validator's part for label exceptions: each says something, and about an item that is there.
 * Label marks are judged along the same walk (bx_check_mark.c).
 *
 * The order of the section is judged by itself; along the walk a labeler counts the parents and exceptions that items
 * meet, and at the end none may be left over.
 */
#include "bx_check_int.h"

#include "../read/bx_labeler.h"

#define POLL_EVERY 4096

struct BxCheckLabel
{
	BxExceptions x;
	BxLabeler labeler;
};

static BxStatus
wrong(BxCheck *c, const char *what)
{
	return bx_check_fail(c, c->label->x.off, what);
}

/* The number that follows on a line; before is NULL at its start. */
static int64_t
implied(const BxException *before, uint32_t index)
{
	return before == NULL ? 2 * (int64_t) index + 1
						  : before->next + 2 * (int64_t) (index - before->index - 1);
}

static int
compare_number(BxOrdpathLine line, int64_t number, const BxException *e)
{
	uint8_t level[BX_ORDPATH_PART_MAX];
	BxOrdpathPart part = {line, number};
	size_t n = (size_t) (bx_ordpath_part_put(level, part) - level);

	return bx_ordpath_cmp(level, n, e->level, e->level_n);
}

static BxStatus
check_exception(BxCheck *c, const BxExceptionParent *p, const BxException *before, const BxException *e)
{
	int64_t number;

	(void) p;
	if (e == NULL)
		return BX_OK;
	if (before != NULL && before->line != e->line)
		before = NULL;
	if (before != NULL && before->index >= e->index)
		return wrong(c, "label exceptions of a line are not in ascending order");
	number = implied(before, e->index);
	if (number <= BX_ORDPATH_NUMBER_MAX && compare_number(e->line, number, e) == 0)
		return wrong(c, "a label exception says what is implied");
	/* the item before has the number before, or it is an exception itself */
	if (before == NULL ? e->index > 0 : before->index + 1 < e->index)
	{
		if (number - 2 > BX_ORDPATH_NUMBER_MAX || compare_number(e->line, number - 2, e) >= 0)
			return wrong(c, "labels of siblings are not in ascending order");
	}
	return BX_OK;
}

/* A section that is judged by itself. */
typedef struct Judged
{
	const BxExceptions *x;
	const char *what;
	BxCheckException *check;
	uint32_t max; /* the greatest index so far */
} Judged;

static BxStatus
check_parent(BxCheck *c, Judged *s, const BxExceptionParent *p)
{
	BxException e, before;
	uint32_t i;

	for (i = p->first; i < p->end; i++)
	{
		if (i % POLL_EVERY == 0)
			BX_TRY(bx_poll(c->host));
		BX_TRY(bx_exceptions_get(s->x, i, &e));
		if (i > p->first && bx_ordpath_cmp(before.level, before.level_n, e.level, e.level_n) >= 0)
			return bx_fail(c->err, BX_E_CORRUPT, s->x->off,
						   "invalid bxml value: %s of a parent are not in ascending order", s->what);
		BX_TRY(s->check(c, p, i > p->first ? &before : NULL, &e));
		s->max = e.index > s->max ? e.index : s->max;
		before = e;
	}
	return s->check(c, p, &before, NULL);
}

BxStatus
bx_check_exceptions(BxCheck *c, const BxExceptions *x, const char *what, BxCheckException *check)
{
	Judged s = {x, what, check, 0};
	BxExceptionParent p, before = {NULL, 0, 0, 0};
	uint32_t i;
	bool full;

	for (i = 0; i < x->n_parents; i++)
	{
		if (i % POLL_EVERY == 0)
			BX_TRY(bx_poll(c->host));
		BX_TRY(bx_exceptions_parent(x, i, &p));
		BX_TRY(bx_ordpath_check(p.label, p.label_n, BX_E_CORRUPT, c->err));
		if (i > 0 && bx_ordpath_cmp(before.label, before.label_n, p.label, p.label_n) >= 0)
			return bx_fail(c->err, BX_E_CORRUPT, x->off,
						   "invalid bxml value: parents of %s are not in ascending order", what);
		if (p.first == p.end)
			return bx_fail(c->err, BX_E_CORRUPT, x->off, "invalid bxml value: a parent has no %s", what);
		BX_TRY(check_parent(c, &s, &p));
		before = p;
	}
	BX_TRY(bx_exceptions_full(x, &full));
	if (before.end != x->n || s.max != x->max || !full)
		return bx_fail(c->err, BX_E_CORRUPT, x->off, "invalid bxml value: %s do not fill their section",
					   what);
	return BX_OK;
}

BxStatus
bx_check_label_begin(BxCheck *c)
{
	const BxHeader *h = &c->table.head;
	uint32_t off, len, marks_off, marks_len;
	BxLabeler *l;
	BxStatus st;

	BX_TRY(bx_header_ext_place(h, c->v, BX_EXT_LABELS, &off, &len, c->err));
	BX_TRY(bx_header_ext_place(h, c->v, BX_EXT_MARKS, &marks_off, &marks_len, c->err));
	if (off == 0 && marks_off == 0)
		return BX_OK;
	c->label = bx_check_alloc(c, 1, sizeof(BxCheckLabel), &st);
	BX_TRY(st);
	memset(c->label, 0, sizeof(BxCheckLabel));
	l = &c->label->labeler;
	if (off > 0)
	{
		BX_TRY(bx_exceptions_open_memory(&c->label->x, c->ext + (off - h->ext_off), len, off, c->err));
		BX_TRY(bx_check_exceptions(c, &c->label->x, "label exceptions", check_exception));
	}
	BX_TRY(bx_labeler_init(l, &c->table, &c->label->x, &c->arena, c->err));
	BX_TRY(bx_root_read(&c->pass.img, &c->arena, &l->root));
	if (marks_off == 0)
		return BX_OK;
	return bx_check_mark_begin(c, c->ext + (marks_off - h->ext_off), marks_len, marks_off, &l->root);
}

BxStatus
bx_check_label_item(BxCheck *c, const BxEvent *ev)
{
	BxLabeler *l = &c->label->labeler;
	const uint8_t *label;
	size_t n;

	BX_TRY(bx_labeler_next(l, ev));
	if (c->mark != NULL)
		BX_TRY(bx_check_mark_item(c, l, ev));
	if (ev->kind != BX_EV_LEAF || ev->len == 0)
		return BX_OK;
	BX_TRY(bx_labeler_text(l, ev, &label, &n));
	return c->mark != NULL ? bx_check_mark_text(c, l, ev, label, n) : BX_OK;
}

BxStatus
bx_check_label_finish(BxCheck *c)
{
	const BxCheckLabel *l = c->label;

	if (l == NULL)
		return BX_OK;
	if (l->labeler.met_parents != l->x.n_parents)
		return wrong(c, "a label exception is about no node");
	if (l->labeler.met != l->x.n)
		return wrong(c, "a label exception is about no item");
	return c->mark != NULL ? bx_check_mark_finish(c) : BX_OK;
}
