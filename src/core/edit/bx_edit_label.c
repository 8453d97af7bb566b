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

void
ed_labels_init(BxEdit *e)
{
	EdLabels *l = &e->labels;

	bx_exception_writer_init(&l->exceptions.w, e->host, e->err);
	bx_exception_writer_init(&l->marks.w, e->host, e->err);
	l->marks.w.marks = true;
	bx_buf_init(&l->exceptions.section, e->host);
	bx_buf_init(&l->marks.section, e->host);
	bx_buf_init(&l->dead, e->host);
	bx_buf_init(&l->label, e->host);
	bx_buf_init(&l->level, e->host);
}

static BxStatus
open_old(BxEdit *e, BxExt code, BxExceptions *x)
{
	const uint8_t *body;
	uint32_t len;

	BX_TRY(bx_header_ext(&e->t->head, e->base.v, code, &body, &len, e->err));
	if (body == NULL)
		return BX_OK;
	return bx_exceptions_open_memory(x, body, len, (uint32_t) (body - e->base.v), e->err);
}

BxStatus
ed_labels_open(BxEdit *e)
{
	EdLabels *l = &e->labels;

	if (e->t->head.ext_n == 0)
		return BX_OK;
	BX_TRY(bx_header_ext(&e->t->head, e->base.v, BX_EXT_ROOT, &l->root, &l->root_n, e->err));
	BX_TRY(open_old(e, BX_EXT_LABELS, &l->exceptions.old));
	return open_old(e, BX_EXT_MARKS, &l->marks.old);
}

void
ed_labels_free(BxEdit *e)
{
	EdLabels *l = &e->labels;

	bx_exception_writer_free(&l->exceptions.w);
	bx_exception_writer_free(&l->marks.w);
	bx_buf_free(&l->exceptions.section);
	bx_buf_free(&l->marks.section);
	bx_buf_free(&l->dead);
	bx_buf_free(&l->label);
	bx_buf_free(&l->level);
}

void
ed_labels_tell(BxEdit *e, BxError *err)
{
	EdLabels *l = &e->labels;

	l->exceptions.old.err = l->exceptions.w.err = l->marks.old.err = l->marks.w.err = err;
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
	return e->labels.exceptions.old.n > 0 || e->labels.marks.old.n > 0;
}

/* ---- labels ---- */

/* The last level of the label that an item has without exceptions. */
static BxOrdpathPart
implied(BxOrdpathLine line, uint32_t place)
{
	return (BxOrdpathPart){line, 2 * (int64_t) place + 1};
}

/* Append the last level of the label of an old child of the node whose label was found. */
static BxStatus
add_level(BxEdit *e, uint32_t place)
{
	const BxExceptions *old = &e->labels.exceptions.old;
	BxBuf *label = &e->labels.label;
	BxExceptionParent parent;

	if (old->n == 0)
		return bx_ordpath_append(label, BX_LINE_CHILD, place, e->err);
	BX_TRY(bx_exceptions_of(old, label->data, label->len, &parent));
	return bx_exceptions_level(old, &parent, BX_LINE_CHILD, place, label);
}

/* Find the label of the current element. */
static BxStatus
find_label(BxEdit *e)
{
	const EdOut *outs = (const EdOut *) (const void *) e->outs.data;
	EdLabels *l = &e->labels;
	uint32_t i, depth = ed_depth(e);

	l->label.len = 0;
	BX_TRY(bx_buf_reserve(&l->label, 16, e->err));
	for (i = 1; i <= depth; i++)
	{
		if (i == 1 && l->root_n > 0)
			BX_TRY(bx_buf_append(&l->label, l->root, l->root_n, e->err));
		else
			BX_TRY(add_level(e, outs[i].place));
		if (l->label.len > BX_ORDPATH_MAX)
			return ED_FAIL(e, BX_E_LIMIT, "label of the target is too long");
	}
	return BX_OK;
}

/* Exceptions and marks below the label that was found are dropped. */
static BxStatus
add_dead(BxEdit *e, bool subtree)
{
	const BxBuf *label = &e->labels.label;
	Dead d = {NULL, (uint32_t) label->len, subtree};

	d.label = (const uint8_t *) bx_arena_strndup(&e->arena, (const char *) label->data, label->len);
	if (d.label == NULL)
		return ed_nomem(e, d.n);
	return bx_buf_append(&e->labels.dead, &d, sizeof(d), e->err);
}

BxStatus
ed_child_goes(BxEdit *e, uint32_t place)
{
	ed_gap(e, BX_LINE_CHILD, place);
	if (!has_old(e))
		return BX_OK;
	BX_TRY(find_label(e));
	BX_TRY(add_level(e, place));
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
	EdSaid *to;
	BxExceptionParent parent;
	uint32_t at;
} Said;

/* A level in memory of its own. */
typedef struct HeldLevel
{
	uint32_t n;
	uint8_t p[BX_ORDPATH_LEVEL_MAX];
} HeldLevel;

typedef struct Close
{
	BxEdit *e;
	Said labels;
	Said marks;
	BxOrdpathLine line;
	uint32_t index; /* of the next item of the line */
	EdMarks given;
	HeldLevel first; /* of the new line */
	HeldLevel last;
} Close;

static EdLevel
look(const HeldLevel *l)
{
	return (EdLevel){l->p, l->n};
}

static BxStatus
copy_level(BxEdit *e, HeldLevel *l, const uint8_t *p, size_t n)
{
	if (n > sizeof(l->p))
		return ED_FAIL(e, BX_E_CORRUPT, "bxml label exceptions are damaged");
	l->n = (uint32_t) n;
	memcpy(l->p, p, n);
	return BX_OK;
}

static BxStatus
say(Close *c, EdLevel level)
{
	const BxBuf *label = &c->e->labels.label;

	return bx_exception_add(&c->labels.to->w, label->data, label->len, c->index++, level.p, level.n);
}

static BxStatus
level_at(Close *c, uint32_t place, HeldLevel *level)
{
	BxBuf *made = &c->e->labels.level;
	const EdSaid *s = c->labels.to;

	if (s->old.n == 0)
	{
		level->n = (uint32_t) (bx_ordpath_part_put(level->p, implied(c->line, place)) - level->p);
		return BX_OK;
	}
	made->len = 0;
	BX_TRY(bx_exceptions_level(&s->old, &c->labels.parent, c->line, place, made));
	return copy_level(c->e, level, made->data, made->len);
}

/* The next exception or mark of the element, if its line is not behind the current one; ED_NONE in `index`: it is. */
static BxStatus
next_said(Close *c, Said *s, BxException *x)
{
	x->index = ED_NONE;
	if (s->at == s->parent.end)
		return BX_OK;
	if ((s->at & 0xfff) == 0xfff)
		BX_TRY(bx_poll(c->e->host));
	BX_TRY(bx_exceptions_get(&s->to->old, s->at, x));
	if (x->line > c->line)
		x->index = ED_NONE;
	return BX_OK;
}

/* A line that nothing happened to. */
static BxStatus
say_line(Close *c, Said *s)
{
	const BxBuf *label = &c->e->labels.label;
	BxException x;

	for (;; s->at++)
	{
		BX_TRY(next_said(c, s, &x));
		if (x.index == ED_NONE)
			return BX_OK;
		if (x.line == c->line)
			BX_TRY(bx_exception_add(&s->to->w, label->data, label->len, x.index, x.level, x.level_n));
	}
}

/* Consecutive old items, with the exceptions among them. */
static BxStatus
say_old(Close *c, const EdRun *r)
{
	Said *s = &c->labels;
	uint32_t start = c->index;
	BxException x;

	BX_TRY(level_at(c, r->first, &c->last));
	if (start == 0)
		BX_TRY(copy_level(c->e, &c->first, c->last.p, c->last.n));
	/* the first item of a line has the label that is implied, unless an exception says otherwise */
	if (start > 0 || r->first > 0 || s->to->old.n > 0)
		BX_TRY(say(c, look(&c->last)));
	for (;; s->at++)
	{
		BX_TRY(next_said(c, s, &x));
		if (x.index == ED_NONE || (x.line == c->line && x.index >= r->first && x.index - r->first >= r->n))
			break;
		if (x.line < c->line || x.index <= r->first)
			continue;
		c->index = start + (x.index - r->first);
		BX_TRY(say(c, (EdLevel){x.level, x.level_n}));
	}
	c->index = start + r->n;
	return level_at(c, r->first + r->n - 1, &c->last);
}

/* Consecutive new items after the last one. */
static BxStatus
say_new(Close *c, const EdRun *r)
{
	BxEdit *e = c->e;
	BxBuf *made = &e->labels.level;
	HeldLevel next = {.n = 0};
	uint32_t i;

	if (r->next != NULL)
		BX_TRY(level_at(c, r->next->first, &next));
	for (i = 0; i < r->n; i++)
	{
		if ((i & 0xfff) == 0xfff)
			BX_TRY(bx_poll(e->host));
		made->len = 0;
		BX_TRY(ed_level_new(e, c->line, &c->given, look(&c->last), look(&next), made));
		BX_TRY(copy_level(e, &c->last, made->data, made->len));
		if (c->index == 0)
			BX_TRY(copy_level(e, &c->first, made->data, made->len));
		BX_TRY(say(c, look(&c->last)));
	}
	return BX_OK;
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
		BX_TRY(bx_exceptions_get(&s->to->old, i, &x));
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

	BX_TRY(ed_marks_read(c->e, &c->marks.parent, c->line, &c->given));
	if (n > 0)
	{
		BX_TRY(level_at(c, 0, &c->first));
		BX_TRY(level_at(c, n - 1, &c->last));
		ed_marks_see(&c->given, look(&c->first), look(&c->last));
	}
	return see_carets(c, l);
}

/* A line that changed: runs of old items, and of new ones between them. */
static BxStatus
close_changed(Close *c, const EdLine *l)
{
	EdRun all = {NULL, 0, l->kept};
	const EdRun *r = l->tail != NULL ? l->head : l->kept > 0 ? &all : NULL;

	c->index = 0;
	BX_TRY(see_old(c, l));
	c->first.n = c->last.n = 0;
	for (; r != NULL; r = r->next)
		BX_TRY(r->first == ED_NONE ? say_new(c, r) : say_old(c, r));
	return ed_marks_write(c->e, c->line, &c->given, look(&c->first), look(&c->last));
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
	EdLabels *l = &e->labels;

	bx_error_clear(e->err);
	bx_exception_forget(&l->exceptions.w, l->label.data, l->label.len);
	bx_exception_forget(&l->marks.w, l->label.data, l->label.len);
	return has_old(e) ? add_dead(e, true) : BX_OK;
}

/* What was said about the items of the element whose label was found. */
static BxStatus
find_said(BxEdit *e, EdSaid *to, Said *s)
{
	s->to = to;
	BX_TRY(bx_exceptions_of(&to->old, e->labels.label.data, e->labels.label.len, &s->parent));
	s->at = s->parent.first;
	return BX_OK;
}

BxStatus
ed_labels_close(BxEdit *e)
{
	EdOut *o = ed_out(e);
	bool changed = false;
	Close c;
	BxStatus st;
	int i;

	for (i = 0; i < ED_LINES && o->labelled; i++)
		changed = changed || o->lines[i].tail != NULL || o->lines[i].lost > 0;
	if (!changed)
		return BX_OK;
	c.e = e;
	BX_TRY(find_label(e));
	BX_TRY(find_said(e, &e->labels.exceptions, &c.labels));
	BX_TRY(find_said(e, &e->labels.marks, &c.marks));
	if (has_old(e))
		BX_TRY(add_dead(e, false));
	st = close_lines(&c, o);
	return st == BX_E_LIMIT && e->labels.relabel ? relabel(e) : st;
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
go_on_all(BxEdit *e, EdSaid *s)
{
	const BxBuf *dead = &e->labels.dead;
	const Dead *d = (const Dead *) (const void *) dead->data, *under = NULL;
	const BxExceptions *x = &s->old;
	size_t n = dead->len / sizeof(Dead), at = 0;
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
			BX_TRY(go_on(x, &p, &s->w));
	}
	return BX_OK;
}

/* Marks that take more of the value than they may: all nodes get the labels of a value that was just parsed. */
static void
relabel_all(BxEdit *e)
{
	EdLabels *l = &e->labels;
	const BxHeader *h = &e->t->head;
	uint64_t size =
		ed_out(e)->size + h->table_len + h->heap_len + e->heap_more.len + l->exceptions.section.len;

	if (!l->relabel || l->marks.section.len <= MARKS_MIN ||
		l->marks.section.len * (uint64_t) MARKS_PART <= size)
		return;
	l->marks.section.len = 0;
	l->exceptions.section.len = 0;
}

BxStatus
ed_labels_finish(BxEdit *e)
{
	const EdLine *top = &ed_out(e)->lines[BX_LINE_CHILD];
	EdLabels *l = &e->labels;

	l->root_stays = l->root_n > 0 && e->top.items == 1 && top->tail == NULL;
	if (l->root_n > 0 && !l->root_stays)
		return BX_OK; /* the root's label is gone, and with it those below */
	if (has_old(e))
	{
		BX_TRY(
			bx_sort(e->host, l->dead.data, l->dead.len / sizeof(Dead), sizeof(Dead), compare_dead, e->err));
		BX_TRY(go_on_all(e, &l->exceptions));
		BX_TRY(go_on_all(e, &l->marks));
	}
	BX_TRY(bx_exception_finish(&l->exceptions.w, &l->exceptions.section));
	BX_TRY(bx_exception_finish(&l->marks.w, &l->marks.section));
	relabel_all(e);
	return BX_OK;
}
