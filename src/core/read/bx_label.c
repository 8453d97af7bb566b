/*
 * bx_label.c -- labels of nodes while reading, and the way from a label to the node.
 *
 * bx_label_path goes the way twice: only at its end is it known whose siblings of the same name are to be counted.
 */
#include "../base/bx_core_int.h"
#include "bx_label.h"

#include <stdio.h>

#define POLL_EVERY 4096

static BxOrdpathLine
line_of(BxEventKind kind)
{
	if (kind == BX_EV_NAMESPACE)
		return BX_LINE_NAMESPACE;
	return kind == BX_EV_ATTRIBUTE ? BX_LINE_ATTRIBUTE : BX_LINE_CHILD;
}

bool
bx_root_possible(const uint8_t *label, size_t n)
{
	const uint8_t *p = label, *end = label + n;
	BxOrdpathPart part = {BX_LINE_INFINITY, 0};
	bool child = false, start = true;

	while (p < end && (p = bx_ordpath_part_get(p, end, &part)) != NULL)
	{
		if (start)
			child = part.line == BX_LINE_CHILD;
		start = part.number % 2 != 0;
	}
	return child && start;
}

BxStatus
bx_root_read(BxImage *img, BxArena *arena, BxRoot *root)
{
	uint32_t off;

	root->p = NULL;
	root->n = 0;
	if (BX_LIKELY(img->head.ext_n == 0))
		return BX_OK;
	BX_TRY(bx_header_ext_place(&img->head, img->v, BX_EXT_ROOT, &off, &root->n, img->err));
	if (off == 0)
		root->n = 0;
	if (root->n == 0)
		return BX_OK;
	BX_TRY(bx_image_ext(img, off, root->n, arena, &root->p));
	return bx_ordpath_check(root->p, root->n, BX_E_CORRUPT, img->err);
}

/* ---- labels in document order ---- */

BxStatus
bx_labeler_init(BxLabeler *l, const BxTable *table, BxArena *arena, BxError *err)
{
	size_t n = (size_t) table->head.depth + 2;

	memset(l, 0, sizeof(*l));
	bx_buf_init(&l->label, arena->host);
	l->err = err;
	l->level = bx_arena_alloc(arena, n * sizeof(BxLabelLevel));
	if (l->level == NULL)
		return bx_fail_nomem(err, n * sizeof(BxLabelLevel));
	memset(&l->level[0], 0, sizeof(BxLabelLevel));
	l->n_levels = (uint32_t) n;
	return BX_OK;
}

void
bx_labeler_free(BxLabeler *l)
{
	bx_buf_free(&l->label);
}

BxStatus
bx_labeler_next(BxLabeler *l, const BxEvent *ev)
{
	BxLabelLevel *up, *own;
	BxOrdpathLine line;

	if (ev->level >= l->n_levels)
		return bx_fail(l->err, BX_E_CORRUPT, -1, "bxml value is damaged: nested deeper than its header says");
	if (ev->kind == BX_EV_DONE || ev->kind == BX_EV_END)
	{
		l->label.len = l->level[ev->level].end;
		return BX_OK;
	}
	up = &l->level[ev->level - 1];
	own = up + 1;
	line = line_of(ev->kind);
	l->label.len = up->end;
	if (ev->level == 1 && l->root.n > 0)
		BX_TRY(bx_buf_append(&l->label, l->root.p, l->root.n, l->err));
	else
		BX_TRY(bx_ordpath_append(&l->label, line, up->seen[line]++, l->err));
	memset(own, 0, sizeof(*own));
	own->end = (uint32_t) l->label.len;
	return BX_OK;
}

/* ---- the way down ---- */

/* The row of the node on each level of the way, and its position among its like. */
typedef struct Step
{
	uint32_t row;
	BxEventKind kind;
	uint32_t position; /* from 1 */
} Step;

typedef struct Way
{
	const BxLabelDoc *doc;
	const uint8_t *at; /* the rest of the label, behind `part` */
	const uint8_t *end;
	BxOrdpathPart part; /* of the level that is searched */
	uint32_t index;     /* the same as an index among the items of its line */
	uint32_t level;     /* of the siblings that are passed */
	uint32_t seen;      /* items of that line passed on this level */
	Step *steps;        /* or NULL */
	bool count_like;    /* steps hold rows, and positions are being counted */
} Way;

/* The next component of the label; *possible is false when no implied label has it. */
static BxStatus
next_part(Way *w, bool *possible)
{
	const uint8_t *next = bx_ordpath_part_get(w->at, w->end, &w->part);

	if (next == NULL)
		return bx_fail(w->doc->err, BX_E_CORRUPT, -1, "label is damaged");
	w->at = next;
	w->seen = 0;
	*possible = w->part.line != BX_LINE_INFINITY && w->part.number > 0 && w->part.number % 2 != 0 &&
				w->part.number / 2 < UINT32_MAX;
	w->index = *possible ? (uint32_t) (w->part.number / 2) : 0;
	return BX_OK;
}

static bool
is_element(BxEventKind kind)
{
	return kind == BX_EV_ELEMENT || kind == BX_EV_LEAF;
}

static bool
same_bytes(const char *a, uint32_t an, const char *b, uint32_t bn)
{
	return an == bn && memcmp(a, b, an) == 0;
}

/* Do two names mean the same, whatever their prefixes? */
static bool
same_name(const BxTable *t, uint32_t a, uint32_t b)
{
	const BxNameInfo *x = &t->names[a], *y = &t->names[b];
	const BxPair *p = &t->pairs[x->pair], *q = &t->pairs[y->pair];

	return a == b || (same_bytes(x->local, x->len, y->local, y->len) &&
					  (x->pair == y->pair || same_bytes(p->uri, p->uri_len, q->uri, q->uri_len)));
}

/* Does the step for people select this item, too, but for its position? */
static bool
is_like(const Way *w, const BxEvent *ev, const Step *s)
{
	const BxRow *rows = w->doc->table->rows;

	if (is_element(s->kind))
		return is_element(ev->kind) && same_name(w->doc->table, rows[ev->row].name, rows[s->row].name);
	return ev->kind == s->kind;
}

/* An item of the line that is searched, on the level of the way. */
static void
pass_item(Way *w, const BxEvent *ev)
{
	Step *s = w->steps ? &w->steps[ev->level - 1] : NULL;

	if (s == NULL)
		return;
	if (!w->count_like)
	{
		s->row = ev->row;
		s->kind = ev->kind;
	}
	else if (is_like(w, ev, s))
		s->position++;
}

static void
arrive(const BxEvent *ev, BxPlace *place)
{
	place->found = true;
	place->kind = ev->kind;
	place->row = ev->row;
	place->off = ev->off;
	place->level = ev->level;
}

/* The first level of the way: in a fragment that of its top-level node, whatever its label is elsewhere. */
static BxStatus
first_part(Way *w, const uint8_t *label, size_t n, bool *possible)
{
	const BxRoot *root = &w->doc->root;

	if (root->n == 0)
		return next_part(w, possible);
	*possible = bx_ordpath_within(label, n, root->p, root->n);
	if (*possible)
		w->at += root->n;
	w->part = (BxOrdpathPart){BX_LINE_CHILD, 1};
	return BX_OK;
}

/* The label goes on below a LEAF: to its text, if it has one. */
static BxStatus
enter_leaf(Way *w, const BxEvent *ev, BxPlace *place)
{
	bool possible;

	BX_TRY(next_part(w, &possible));
	if (!possible || w->at < w->end || w->part.line != BX_LINE_CHILD || w->index != 0 || ev->len == 0)
		return BX_OK;
	arrive(ev, place);
	place->leaf_text = true;
	return BX_OK;
}

/*
 * One event on the way: *done when the node was found, or cannot be found any more.  Items of a line are together, in
 * the order of lines, so one of a later line ends the search.
 */
static BxStatus
step_event(Way *w, BxReader *rd, const BxEvent *ev, BxPlace *place, bool *done)
{
	bool possible;

	if (line_of(ev->kind) < w->part.line)
		return BX_OK;
	*done = line_of(ev->kind) > w->part.line;
	if (*done)
		return BX_OK;
	pass_item(w, ev);
	if (w->seen++ < w->index)
	{
		if (ev->kind == BX_EV_ELEMENT)
			bx_reader_skip(rd);
		return BX_OK;
	}
	if (w->at < w->end && ev->kind == BX_EV_ELEMENT)
	{
		w->level++;
		BX_TRY(next_part(w, &possible));
		*done = !possible;
		return BX_OK;
	}
	*done = true;
	if (w->at == w->end)
		arrive(ev, place);
	else if (ev->kind == BX_EV_LEAF)
		return enter_leaf(w, ev, place);
	return BX_OK;
}

/* Go the way from the document node; with steps, fill them in. */
static BxStatus
go(const BxLabelDoc *doc, const uint8_t *label, size_t n, Step *steps, bool count_like, BxPlace *place)
{
	Way w = {.doc = doc, .at = label, .end = label + n, .level = 1, .steps = steps, .count_like = count_like};
	uint32_t ticks = 0;
	bool possible, done;
	BxReader *rd;
	BxEvent ev;

	memset(place, 0, sizeof(*place));
	place->found = place->document = n == 0;
	if (n == 0)
		return BX_OK;
	BX_TRY(first_part(&w, label, n, &possible));
	BX_TRY(bx_reader_new(&rd, doc->table, doc->source, doc->arena, doc->err));
	bx_reader_pieces(rd);
	for (done = !possible; !done;)
	{
		if (++ticks % POLL_EVERY == 0 && bx_poll(doc->host) != BX_OK)
			return bx_fail(doc->err, BX_E_CANCEL, -1, "finding a label was canceled");
		BX_TRY(bx_reader_next(rd, &ev));
		if (ev.kind == BX_EV_DONE || (ev.kind == BX_EV_END && ev.level < w.level))
			return BX_OK;
		if (ev.kind != BX_EV_END)
			BX_TRY(step_event(&w, rd, &ev, place, &done));
	}
	return BX_OK;
}

BxStatus
bx_label_find(const BxLabelDoc *doc, const uint8_t *label, size_t n, BxPlace *place)
{
	return go(doc, label, n, NULL, false, place);
}

/* ---- paths ---- */

static BxStatus
put(const BxLabelDoc *doc, BxBuf *out, const char *s)
{
	return bx_buf_append(out, s, strlen(s), doc->err);
}

static BxStatus
put_position(const BxLabelDoc *doc, BxBuf *out, const char *test, uint32_t position)
{
	char number[16];

	BX_TRY(put(doc, out, test));
	snprintf(number, sizeof(number), "[%u]", position);
	return put(doc, out, number);
}

static BxStatus
put_name(const BxLabelDoc *doc, BxBuf *out, uint32_t name)
{
	const BxNameInfo *n = &doc->table->names[name];
	const BxPair *p = &doc->table->pairs[n->pair];

	if (p->uri_len > 0)
	{
		if (memchr(p->uri, '{', p->uri_len) != NULL || memchr(p->uri, '}', p->uri_len) != NULL)
			return bx_fail(doc->err, BX_E_UNSUPPORTED, -1,
						   "a namespace URI with braces cannot be written in a path");
		BX_TRY(put(doc, out, "Q{"));
		BX_TRY(bx_buf_append(out, p->uri, p->uri_len, doc->err));
		BX_TRY(put(doc, out, "}"));
	}
	return bx_buf_append(out, n->local, n->len, doc->err);
}

static BxStatus
put_declaration(const BxLabelDoc *doc, BxBuf *out, uint32_t pair)
{
	const BxPair *p = &doc->table->pairs[pair];

	if (p->prefix_len == 0)
		return put(doc, out, "namespace::*[name() = \"\"]");
	BX_TRY(put(doc, out, "namespace::"));
	return bx_buf_append(out, p->prefix, p->prefix_len, doc->err);
}

/* The step for people. */
static BxStatus
put_step(const BxLabelDoc *doc, BxBuf *out, const Step *s)
{
	uint32_t name = doc->table->rows[s->row].name;

	switch (s->kind)
	{
		case BX_EV_ATTRIBUTE: BX_TRY(put(doc, out, "@")); return put_name(doc, out, name);
		case BX_EV_NAMESPACE: return put_declaration(doc, out, name);
		case BX_EV_TEXT: return put_position(doc, out, "text()", s->position);
		case BX_EV_COMMENT: return put_position(doc, out, "comment()", s->position);
		case BX_EV_PI: return put_position(doc, out, "processing-instruction()", s->position);
		default: BX_TRY(put_name(doc, out, name)); return put_position(doc, out, "", s->position);
	}
}

/* The step by position among all; namespace nodes have no order of their own, so declarations go by name. */
static BxStatus
put_index(const BxLabelDoc *doc, BxBuf *out, const Step *s, BxOrdpathPart part)
{
	uint32_t position = (uint32_t) (part.number / 2) + 1;

	if (s->kind == BX_EV_NAMESPACE)
		return put_declaration(doc, out, doc->table->rows[s->row].name);
	return put_position(doc, out, s->kind == BX_EV_ATTRIBUTE ? "@*" : "node()", position);
}

/* All steps of a way that was gone. */
static BxStatus
put_steps(const BxLabelDoc *doc, const uint8_t *label, size_t n, const Step *steps, const BxPlace *place,
		  bool positions, BxBuf *out)
{
	const uint8_t *at = label + doc->root.n;
	BxOrdpathPart part = {BX_LINE_CHILD, 1};
	uint32_t i;

	for (i = 0; i < place->level; i++)
	{
		if (i > 0 || doc->root.n == 0)
			at = bx_ordpath_part_get(at, label + n, &part);
		BX_TRY(put(doc, out, "/"));
		BX_TRY(positions ? put_index(doc, out, &steps[i], part) : put_step(doc, out, &steps[i]));
	}
	if (place->document)
		return put(doc, out, "/");
	return place->leaf_text ? put(doc, out, positions ? "/node()[1]" : "/text()[1]") : BX_OK;
}

BxStatus
bx_label_path(const BxLabelDoc *doc, const uint8_t *label, size_t n, bool positions, BxBuf *out, bool *found)
{
	size_t base = out->len, size = ((size_t) doc->table->head.depth + 2) * sizeof(Step);
	Step *steps = bx_arena_zalloc(doc->arena, size);
	BxPlace place;
	BxStatus st;

	*found = false;
	if (steps == NULL)
		return bx_fail_nomem(doc->err, size);
	BX_TRY(go(doc, label, n, steps, false, &place));
	if (!place.found)
		return BX_OK;
	if (!positions)
		BX_TRY(go(doc, label, n, steps, true, &place));
	st = put_steps(doc, label, n, steps, &place, positions, out);
	*found = st == BX_OK;
	if (st != BX_OK)
		out->len = base;
	return st;
}
