/*
 * bx_edit_label.c -- labels: those of nodes that stay do not change, new nodes get some between their neighbours.
 *
 * While an element is made, each of its lines (children, attributes, declarations) is noted as runs of old items and new
 * ones; nothing is kept of a line that stays as it was.  When the element ends, its label and those of its items are
 * worked out and told to the writer of exceptions.  Old exceptions of all other elements go on as they are, except below
 * nodes that went.
 */
#include "bx_edit_int.h"

#include <stdlib.h>

/* Exceptions below this label do not go on: those of the node alone, or of all its subtree. */
typedef struct Dead
{
	const uint8_t *label;
	uint32_t n;
	bool subtree;
} Dead;

BxStatus
ed_labels_open(BxEdit *e)
{
	const uint8_t *body;
	uint32_t len;

	BX_TRY(bx_header_ext(&e->t->head, e->base.v, BX_EXT_ROOT, &e->root, &e->root_n, e->err));
	BX_TRY(bx_header_ext(&e->t->head, e->base.v, BX_EXT_LABELS, &body, &len, e->err));
	bx_exception_writer_init(&e->exceptions, e->host, e->err);
	e->labels_open = true;
	if (body == NULL)
		return BX_OK;
	return bx_exceptions_open_memory(&e->old, body, len, (uint32_t) (body - e->base.v), e->err);
}

void
ed_labels_free(BxEdit *e)
{
	if (e->labels_open)
		bx_exception_writer_free(&e->exceptions);
	bx_buf_free(&e->dead);
	bx_buf_free(&e->label);
	bx_buf_free(&e->level);
	bx_buf_free(&e->fresh);
}

/* ---- notes ---- */

static BxStatus
add_run(BxEdit *e, EdLine *l, uint32_t first, uint32_t n)
{
	EdRun *r = bx_arena_alloc(&e->arena, sizeof(EdRun));

	if (r == NULL)
		return ed_nomem(e, sizeof(EdRun));
	*r = (EdRun){NULL, first, n};
	if (l->tail != NULL)
		l->tail->next = r;
	else
		l->head = r;
	l->tail = r;
	return BX_OK;
}

BxStatus
ed_note_run(BxEdit *e, BxOrdpathLine line, uint32_t origin, uint32_t n)
{
	EdOut *o = ed_out(e);
	EdLine *l = &o->lines[line];

	if (!o->labelled)
		return BX_OK;
	if (l->tail == NULL && origin == l->kept)
	{
		l->kept += n;
		return BX_OK;
	}
	if (l->tail == NULL && l->kept > 0)
		BX_TRY(add_run(e, l, 0, l->kept));
	if (l->tail != NULL &&
		(origin == ED_NONE ? l->tail->first == ED_NONE
						   : l->tail->first != ED_NONE && origin == l->tail->first + l->tail->n))
	{
		l->tail->n += n;
		return BX_OK;
	}
	return add_run(e, l, origin, n);
}

BxStatus
ed_note(BxEdit *e, BxOrdpathLine line, uint32_t origin)
{
	return ed_note_run(e, line, origin, 1);
}

void
ed_gap(BxEdit *e, BxOrdpathLine line)
{
	ed_out(e)->lines[line].lost = true;
}

/* ---- labels ---- */

/* Append the last level of the label of an old item below the node whose label is in e->label. */
static BxStatus
old_level(BxEdit *e, BxOrdpathLine line, uint32_t place, BxBuf *out)
{
	BxExceptionParent parent;

	if (e->old.n == 0)
		return bx_ordpath_append(out, line, place, e->err);
	BX_TRY(bx_exceptions_of(&e->old, e->label.data, e->label.len, &parent));
	return bx_exceptions_level(&e->old, &parent, line, place, out);
}

/* The label of the element at hand to e->label. */
static BxStatus
find_label(BxEdit *e)
{
	const EdOut *outs = (const EdOut *) (const void *) e->outs.data;
	uint32_t i, depth = ed_depth(e);

	e->label.len = 0;
	BX_TRY(bx_buf_reserve(&e->label, 16, e->err));
	for (i = 1; i <= depth; i++)
	{
		if (i == 1 && e->root_n > 0)
			BX_TRY(bx_buf_append(&e->label, e->root, e->root_n, e->err));
		else
			BX_TRY(old_level(e, BX_LINE_CHILD, outs[i].place, &e->label));
		if (e->label.len > BX_ORDPATH_MAX)
			return ED_FAIL(e, BX_E_LIMIT, "label of the target is too long");
	}
	return BX_OK;
}

static BxStatus
add_dead(BxEdit *e, bool subtree)
{
	Dead d = {NULL, (uint32_t) e->label.len, subtree};

	d.label = (const uint8_t *) bx_arena_strndup(&e->arena, (const char *) e->label.data, e->label.len);
	if (d.label == NULL)
		return ed_nomem(e, d.n);
	return bx_buf_append(&e->dead, &d, sizeof(d), e->err);
}

BxStatus
ed_child_goes(BxEdit *e, uint32_t place)
{
	ed_gap(e, BX_LINE_CHILD);
	if (e->old.n == 0)
		return BX_OK;
	BX_TRY(find_label(e));
	BX_TRY(old_level(e, BX_LINE_CHILD, place, &e->label));
	return add_dead(e, true);
}

BxStatus
ed_content_goes(BxEdit *e)
{
	ed_gap(e, BX_LINE_CHILD);
	if (e->old.n == 0)
		return BX_OK;
	BX_TRY(find_label(e));
	return add_dead(e, true);
}

/* ---- an element ends ---- */

typedef struct Close
{
	BxEdit *e;
	BxExceptionParent parent; /* what was said about its items */
	BxOrdpathLine line;
	uint32_t index; /* of the next item of the line */
} Close;

static BxStatus
say(Close *c, const uint8_t *level, size_t n)
{
	BxEdit *e = c->e;

	return bx_exception_add(&e->exceptions, e->label.data, e->label.len, c->index++, level, n);
}

/* Old items in a row, with the exceptions among them. */
static BxStatus
say_old(Close *c, const EdRun *r)
{
	BxEdit *e = c->e;
	uint32_t start = c->index, i;
	BxException x;

	e->level.len = 0;
	BX_TRY(old_level(e, c->line, r->first, &e->level));
	BX_TRY(say(c, e->level.data, e->level.len));
	for (i = c->parent.first; i < c->parent.end; i++)
	{
		BX_TRY(bx_exceptions_get(&e->old, i, &x));
		if (x.line != c->line || x.index <= r->first || x.index - r->first >= r->n)
			continue;
		c->index = start + (x.index - r->first);
		BX_TRY(say(c, x.level, x.level_n));
	}
	c->index = start + r->n;
	e->level.len = 0;
	return old_level(e, c->line, r->first + r->n - 1, &e->level);
}

/* A label behind the one in e->level, if any, and before the first of the next run, if any; it takes the place. */
static BxStatus
between(Close *c, const BxBuf *next)
{
	BxEdit *e = c->e;
	BxBuf fresh;
	size_t n = e->level.len;

	if (n == 0 && next->len == 0)
		return bx_ordpath_append(&e->level, c->line, 0, e->err);
	/* not into the buffer that one of the siblings is in, which may move */
	e->fresh.len = 0;
	BX_TRY(bx_ordpath_between(n > 0 ? e->level.data : NULL, n, next->len > 0 ? next->data : NULL, next->len,
							  &e->fresh, e->err));
	fresh = e->fresh;
	e->fresh = e->level;
	e->level = fresh;
	return BX_OK;
}

static BxStatus
say_new(Close *c, const EdRun *r)
{
	BxEdit *e = c->e;
	uint32_t i;
	BxBuf next;
	BxStatus st = BX_OK;

	bx_buf_init(&next, e->host);
	if (r->next != NULL)
		st = old_level(e, c->line, r->next->first, &next);
	for (i = 0; i < r->n && st == BX_OK; i++)
	{
		if ((i & 0xfff) == 0xfff)
			st = bx_poll(e->host);
		if (st == BX_OK)
			st = between(c, &next);
		if (st == BX_OK)
			st = say(c, e->level.data, e->level.len);
	}
	bx_buf_free(&next);
	return st;
}

/* A line that nothing happened to. */
static BxStatus
say_again(Close *c)
{
	BxException x;
	uint32_t i;

	for (i = c->parent.first; i < c->parent.end; i++)
	{
		BX_TRY(bx_exceptions_get(&c->e->old, i, &x));
		c->index = x.index;
		if (x.line == c->line)
			BX_TRY(say(c, x.level, x.level_n));
	}
	return BX_OK;
}

static BxStatus
close_line(Close *c, const EdLine *l)
{
	EdRun all = {NULL, 0, l->kept};
	const EdRun *r = l->tail != NULL ? l->head : l->kept > 0 ? &all : NULL;

	c->index = 0;
	c->e->level.len = 0;
	if (l->tail == NULL && !l->lost)
		return say_again(c);
	for (; r != NULL; r = r->next)
		BX_TRY(r->first == ED_NONE ? say_new(c, r) : say_old(c, r));
	return BX_OK;
}

static BxStatus
close_lines(Close *c, const EdOut *o)
{
	int i;

	for (i = 0; i < ED_LINES; i++)
	{
		c->line = (BxOrdpathLine) i;
		BX_TRY(close_line(c, &o->lines[i]));
	}
	return BX_OK;
}

/* There is no room: everything below the element at hand, which has been told already, gets the labels that are implied. */
static BxStatus
relabel(BxEdit *e)
{
	bx_error_clear(e->err);
	bx_exception_forget(&e->exceptions, e->label.data, e->label.len);
	return e->old.n > 0 ? add_dead(e, true) : BX_OK;
}

BxStatus
ed_labels_close(BxEdit *e)
{
	EdOut *o = ed_out(e);
	bool changed = false, lost = false;
	Close c = {.e = e};
	BxStatus st;
	int i;

	for (i = 0; i < ED_LINES && o->labelled; i++)
	{
		changed = changed || o->lines[i].tail != NULL;
		lost = lost || o->lines[i].lost;
	}
	if (!changed && (!lost || e->old.n == 0))
		return BX_OK;
	BX_TRY(find_label(e));
	if (e->old.n > 0)
	{
		BX_TRY(bx_exceptions_of(&e->old, e->label.data, e->label.len, &c.parent));
		BX_TRY(add_dead(e, false));
	}
	st = close_lines(&c, o);
	return st == BX_E_LIMIT && e->relabel ? relabel(e) : st;
}

/* ---- the rest ---- */

static int
compare_dead(const void *a, const void *b)
{
	const Dead *x = a, *y = b;
	int c = bx_ordpath_cmp(x->label, x->n, y->label, y->n);

	return c != 0 ? c : x->subtree - y->subtree;
}

static BxStatus
go_on(BxEdit *e, const BxExceptionParent *p)
{
	BxException x;
	uint32_t i;

	for (i = p->first; i < p->end; i++)
	{
		BX_TRY(bx_exceptions_get(&e->old, i, &x));
		BX_TRY(bx_exception_add(&e->exceptions, p->label, p->label_n, x.index, x.level, x.level_n));
	}
	return BX_OK;
}

/* Exceptions of nodes that nothing happened to. */
static BxStatus
go_on_all(BxEdit *e)
{
	Dead *d = (Dead *) (void *) e->dead.data;
	size_t n = e->dead.len / sizeof(Dead), at = 0;
	const Dead *under = NULL;
	uint32_t i;

	if (n > 1)
		qsort(d, n, sizeof(Dead), compare_dead);
	for (i = 0; e->old.n > 0 && i < e->old.n_parents; i++)
	{
		BxExceptionParent p;
		bool same = false;

		if ((i & 0xfff) == 0xfff)
			BX_TRY(bx_poll(e->host));
		BX_TRY(bx_exceptions_parent(&e->old, i, &p));
		for (; at < n && bx_ordpath_cmp(d[at].label, d[at].n, p.label, p.label_n) <= 0; at++)
		{
			same = d[at].n == p.label_n && (p.label_n == 0 || memcmp(d[at].label, p.label, p.label_n) == 0);
			if (d[at].subtree)
				under = &d[at];
		}
		if (!same && (under == NULL || !bx_ordpath_within(p.label, p.label_n, under->label, under->n)))
			BX_TRY(go_on(e, &p));
	}
	return BX_OK;
}

BxStatus
ed_labels_finish(BxEdit *e)
{
	const EdLine *top = &ed_out(e)->lines[BX_LINE_CHILD];

	e->root_stays = e->root_n > 0 && e->top_items == 1 && top->tail == NULL;
	if (e->root_n > 0 && !e->root_stays)
		return BX_OK; /* the root's label is gone, and with it those below */
	BX_TRY(go_on_all(e));
	return bx_exception_finish(&e->exceptions, &e->labels);
}
