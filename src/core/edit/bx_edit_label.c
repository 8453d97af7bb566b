/*
 * bx_edit_label.c -- labels: those of nodes that stay do not change, new nodes get some between their neighbours that
 * no node had before.
 *
 * While an element is made, each of its lines (children, attributes, declarations) is noted as runs of old items and
 * new ones; nothing is kept of a line that stays as it was.  When the element ends, its label, those of its items,
 * and its marks (bx_edit_mark.c) are computed and added to the writers of exceptions and marks.  Old exceptions and
 * marks of all other elements stay as they are, except below nodes that were deleted.
 */
#include "bx_edit_int.h"

#include "../base/bx_sort.h"

/* Marks may take one part of so many of a value, and so many bytes in any case, before bxml.relabel applies. */
#define MARKS_PART 20
#define MARKS_MIN 256

/* Exceptions and marks below this label are dropped: those of the node alone, or of all its subtree. */
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
	bx_exception_writer_init(&e->new_marks, e->host, e->err);
	e->new_marks.marks = true;
	e->labels_open = true;
	if (body != NULL)
		BX_TRY(bx_exceptions_open_memory(&e->old, body, len, (uint32_t) (body - e->base.v), e->err));
	BX_TRY(bx_header_ext(&e->t->head, e->base.v, BX_EXT_MARKS, &body, &len, e->err));
	if (body != NULL)
		BX_TRY(bx_exceptions_open_memory(&e->old_marks, body, len, (uint32_t) (body - e->base.v), e->err));
	return BX_OK;
}

void
ed_labels_free(BxEdit *e)
{
	if (e->labels_open)
	{
		bx_exception_writer_free(&e->exceptions);
		bx_exception_writer_free(&e->new_marks);
	}
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
ed_gap(BxEdit *e, BxOrdpathLine line, uint32_t place)
{
	EdLine *l = &ed_out(e)->lines[line];

	if (place >= l->lost)
		l->lost = place + 1;
}

/* Do old exceptions or marks have to be looked at? */
static bool
has_old(const BxEdit *e)
{
	return e->old.n > 0 || e->old_marks.n > 0;
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

/* The label of the current element to e->label. */
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
	ed_gap(e, BX_LINE_CHILD, place);
	if (!has_old(e))
		return BX_OK;
	BX_TRY(find_label(e));
	BX_TRY(old_level(e, BX_LINE_CHILD, place, &e->label));
	return add_dead(e, true);
}

BxStatus
ed_content_goes(BxEdit *e, uint32_t n)
{
	ed_gap(e, BX_LINE_CHILD, n - 1);
	if (!has_old(e))
		return BX_OK;
	BX_TRY(find_label(e));
	return add_dead(e, true);
}

/* ---- an element ends ---- */

/* What was said about the items of the element, by exceptions or marks, and how much of it was copied. */
typedef struct Said
{
	const BxExceptions *x;
	BxExceptionWriter *w;
	BxExceptionParent parent;
	uint32_t at;
} Said;

typedef struct Close
{
	BxEdit *e;
	Said labels;
	Said marks;
	BxOrdpathLine line;
	uint32_t index; /* of the next item of the line */
	EdMarks given;
	EdLevel first; /* of the new line */
	EdLevel last;
} Close;

static BxStatus
say(Close *c, EdLevel level)
{
	BxEdit *e = c->e;

	return bx_exception_add(&e->exceptions, e->label.data, e->label.len, c->index++, level.p, level.n);
}

static BxStatus
keep_level(BxEdit *e, const BxBuf *b, EdLevel *level)
{
	level->n = (uint32_t) b->len;
	level->p = (const uint8_t *) bx_arena_strndup(&e->arena, (const char *) b->data, b->len);
	return level->p != NULL ? BX_OK : ed_nomem(e, b->len);
}

static BxStatus
level_at(Close *c, uint32_t place, EdLevel *level)
{
	BxEdit *e = c->e;

	e->level.len = 0;
	BX_TRY(e->old.n == 0 ? bx_ordpath_append(&e->level, c->line, place, e->err)
						 : bx_exceptions_level(&e->old, &c->labels.parent, c->line, place, &e->level));
	return keep_level(e, &e->level, level);
}

/* A line that nothing happened to. */
static BxStatus
say_line(Close *c, Said *s)
{
	BxEdit *e = c->e;
	BxException x;

	for (; s->at < s->parent.end; s->at++)
	{
		if ((s->at & 0xfff) == 0xfff)
			BX_TRY(bx_poll(e->host));
		BX_TRY(bx_exceptions_get(s->x, s->at, &x));
		if (x.line > c->line)
			return BX_OK;
		if (x.line == c->line)
			BX_TRY(bx_exception_add(s->w, e->label.data, e->label.len, x.index, x.level, x.level_n));
	}
	return BX_OK;
}

/* Consecutive old items, with the exceptions among them. */
static BxStatus
say_old(Close *c, const EdRun *r)
{
	Said *s = &c->labels;
	uint32_t start = c->index;
	EdLevel level;
	BxException x;

	BX_TRY(level_at(c, r->first, &level));
	if (start == 0)
		c->first = level;
	BX_TRY(say(c, level));
	for (; s->at < s->parent.end; s->at++)
	{
		if ((s->at & 0xfff) == 0xfff)
			BX_TRY(bx_poll(c->e->host));
		BX_TRY(bx_exceptions_get(s->x, s->at, &x));
		if (x.line > c->line || (x.line == c->line && x.index >= r->first && x.index - r->first >= r->n))
			break;
		if (x.line < c->line || x.index <= r->first)
			continue;
		c->index = start + (x.index - r->first);
		BX_TRY(say(c, (EdLevel){x.level, x.level_n}));
	}
	c->index = start + r->n;
	return level_at(c, r->first + r->n - 1, &c->last);
}

/* The level that was just made, in a buffer that the next one does not go to. */
static EdLevel
made_level(BxEdit *e)
{
	BxBuf swap = e->fresh;

	e->fresh = e->level;
	e->level = swap;
	return (EdLevel){e->fresh.data, (uint32_t) e->fresh.len};
}

/* Consecutive new items after the last one. */
static BxStatus
say_new(Close *c, const EdRun *r)
{
	BxEdit *e = c->e;
	EdLevel next = {NULL, 0}, a = c->last;
	uint32_t i;

	if (r->next != NULL)
		BX_TRY(level_at(c, r->next->first, &next));
	for (i = 0; i < r->n; i++)
	{
		if ((i & 0xfff) == 0xfff)
			BX_TRY(bx_poll(e->host));
		e->level.len = 0;
		BX_TRY(ed_level_new(e, c->line, &c->given, a, next, &e->level));
		a = made_level(e);
		if (c->index == 0)
			BX_TRY(keep_level(e, &e->fresh, &c->first));
		BX_TRY(say(c, a));
	}
	return keep_level(e, &e->fresh, &c->last);
}

/* How many items the line had, as far as it matters: those behind the last one that stayed or went are new. */
static uint32_t
count_old(const EdLine *l)
{
	const EdRun *r;
	uint32_t n = l->kept > l->lost ? l->kept : l->lost;

	for (r = l->head; r != NULL; r = r->next)
		if (r->first != ED_NONE && r->first + r->n > n)
			n = r->first + r->n;
	return n;
}

/* Does the old item with that place stay?  Calls come in ascending order of places. */
static bool
stays(const EdLine *l, const EdRun **r, uint32_t place)
{
	if (l->tail == NULL)
		return place < l->kept;
	while (*r != NULL && ((*r)->first == ED_NONE || (*r)->first + (*r)->n <= place))
		*r = (*r)->next;
	return *r != NULL && (*r)->first <= place;
}

/* Once a node with a caret was deleted, marks record all numbers after carets. */
static BxStatus
see_carets(Close *c, const EdLine *l)
{
	const Said *s = &c->labels;
	const EdRun *r = l->head;
	BxException x;
	uint32_t i;

	if (c->given.counted || l->lost == 0)
		return BX_OK;
	for (i = s->parent.first; i < s->parent.end; i++)
	{
		EdLevel level;

		if ((i & 0xfff) == 0xfff)
			BX_TRY(bx_poll(c->e->host));
		BX_TRY(bx_exceptions_get(s->x, i, &x));
		level = (EdLevel){x.level, x.level_n};
		if (x.line != c->line || !ed_level_has_caret(level))
			continue;
		ed_marks_see_caret(&c->given, level);
		c->given.counted = c->given.counted || !stays(l, &r, x.index);
	}
	return BX_OK;
}

/* Which numbers were given on the line up to now. */
static BxStatus
see_old(Close *c, const EdLine *l)
{
	uint32_t n = count_old(l);
	EdLevel first, last;

	BX_TRY(ed_marks_read(c->e, &c->marks.parent, c->line, &c->given));
	if (n > 0)
	{
		BX_TRY(level_at(c, 0, &first));
		BX_TRY(level_at(c, n - 1, &last));
		ed_marks_see(&c->given, first, last);
	}
	return see_carets(c, l);
}

/* A line that changed: runs of old items, and of new ones between them. */
static BxStatus
close_changed(Close *c, const EdLine *l)
{
	EdRun all = {NULL, 0, l->kept};
	const EdRun *r = l->tail != NULL ? l->head : l->kept > 0 ? &all : NULL;
	BxArenaMark mark = bx_arena_mark(&c->e->arena);

	c->index = 0;
	c->first = c->last = (EdLevel){NULL, 0};
	BX_TRY(see_old(c, l));
	for (; r != NULL; r = r->next)
		BX_TRY(r->first == ED_NONE ? say_new(c, r) : say_old(c, r));
	BX_TRY(ed_marks_write(c->e, c->line, &c->given, c->first, c->last));
	bx_arena_release(&c->e->arena, &mark);
	return BX_OK;
}

static BxStatus
close_lines(Close *c, const EdOut *o)
{
	int i;

	for (i = 0; i < ED_LINES; i++)
	{
		const EdLine *l = &o->lines[i];

		c->line = (BxOrdpathLine) i;
		if (l->tail != NULL || l->lost > 0)
		{
			BX_TRY(close_changed(c, l));
			continue;
		}
		BX_TRY(say_line(c, &c->labels));
		BX_TRY(say_line(c, &c->marks));
	}
	return BX_OK;
}

/* There is no room: everything below the current element, already written, gets the labels that are implied. */
static BxStatus
relabel(BxEdit *e)
{
	bx_error_clear(e->err);
	bx_exception_forget(&e->exceptions, e->label.data, e->label.len);
	bx_exception_forget(&e->new_marks, e->label.data, e->label.len);
	return has_old(e) ? add_dead(e, true) : BX_OK;
}

/* What was said about the items of the element whose label is in e->label. */
static BxStatus
find_said(BxEdit *e, Said *s)
{
	BX_TRY(bx_exceptions_of(s->x, e->label.data, e->label.len, &s->parent));
	s->at = s->parent.first;
	return BX_OK;
}

BxStatus
ed_labels_close(BxEdit *e)
{
	EdOut *o = ed_out(e);
	bool changed = false;
	Close c = {.e = e};
	BxStatus st;
	int i;

	c.labels.x = &e->old;
	c.labels.w = &e->exceptions;
	c.marks.x = &e->old_marks;
	c.marks.w = &e->new_marks;
	for (i = 0; i < ED_LINES && o->labelled; i++)
		changed = changed || o->lines[i].tail != NULL || o->lines[i].lost > 0;
	if (!changed)
		return BX_OK;
	BX_TRY(find_label(e));
	BX_TRY(find_said(e, &c.labels));
	BX_TRY(find_said(e, &c.marks));
	if (has_old(e))
		BX_TRY(add_dead(e, false));
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
go_on(const BxExceptions *x, const BxExceptionParent *p, BxExceptionWriter *w)
{
	BxException one;
	uint32_t i;

	for (i = p->first; i < p->end; i++)
	{
		BX_TRY(bx_exceptions_get(x, i, &one));
		BX_TRY(bx_exception_add(w, p->label, p->label_n, one.index, one.level, one.level_n));
	}
	return BX_OK;
}

/* Exceptions, or marks, of nodes that nothing happened to. */
static BxStatus
go_on_all(BxEdit *e, const BxExceptions *x, BxExceptionWriter *w)
{
	const Dead *d = (const Dead *) (const void *) e->dead.data, *under = NULL;
	size_t n = e->dead.len / sizeof(Dead), at = 0;
	uint32_t i;

	for (i = 0; x->n > 0 && i < x->n_parents; i++)
	{
		BxExceptionParent p;
		bool same = false;

		if ((i & 0xfff) == 0xfff)
			BX_TRY(bx_poll(e->host));
		BX_TRY(bx_exceptions_parent(x, i, &p));
		for (; at < n && bx_ordpath_cmp(d[at].label, d[at].n, p.label, p.label_n) <= 0; at++)
		{
			same = d[at].n == p.label_n && (p.label_n == 0 || memcmp(d[at].label, p.label, p.label_n) == 0);
			if (d[at].subtree)
				under = &d[at];
		}
		if (!same && (under == NULL || !bx_ordpath_within(p.label, p.label_n, under->label, under->n)))
			BX_TRY(go_on(x, &p, w));
	}
	return BX_OK;
}

/* Marks that take more of the value than they may: all nodes get the labels of a value that was just parsed. */
static void
relabel_all(BxEdit *e)
{
	const BxHeader *h = &e->t->head;
	uint64_t size = ed_out(e)->size + h->table_len + h->heap_len + e->heap_more.len + e->labels.len;

	if (!e->relabel || e->marks.len <= MARKS_MIN || e->marks.len * (uint64_t) MARKS_PART <= size)
		return;
	e->marks.len = 0;
	e->labels.len = 0;
}

BxStatus
ed_labels_finish(BxEdit *e)
{
	const EdLine *top = &ed_out(e)->lines[BX_LINE_CHILD];

	e->root_stays = e->root_n > 0 && e->top_items == 1 && top->tail == NULL;
	if (e->root_n > 0 && !e->root_stays)
		return BX_OK; /* the root's label is gone, and with it those below */
	BX_TRY(bx_sort(e->host, e->dead.data, e->dead.len / sizeof(Dead), sizeof(Dead), compare_dead, e->err));
	BX_TRY(go_on_all(e, &e->old, &e->exceptions));
	BX_TRY(go_on_all(e, &e->old_marks, &e->new_marks));
	BX_TRY(bx_exception_finish(&e->exceptions, &e->labels));
	BX_TRY(bx_exception_finish(&e->new_marks, &e->marks));
	relabel_all(e);
	return BX_OK;
}
