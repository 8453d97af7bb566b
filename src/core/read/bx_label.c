/*
 * bx_label.c -- the way from a label to the node.
 *
 * bx_label_path goes the way twice: only at its end is it known whose siblings of the same name are to be counted.
 */
#include "../base/bx_core_int.h"
#include "bx_label.h"
#include "bx_labeler.h"

#include <stdio.h>

#define POLL_EVERY 4096

/* ---- the way down ---- */

/* Content from which on siblings are looked up instead of walked to. */
#define JUMP_FROM 2048

/* The node on each level of the way, and its position among its like. */
typedef struct Step
{
	uint32_t shape;
	uint32_t off;
	uint32_t index;    /* on its line */
	uint32_t position; /* from 1 */
	BxEventKind kind;
} Step;

typedef struct Way
{
	const BxLabelDoc *doc;
	BxReader *rd;
	const uint8_t *label;
	const uint8_t *at; /* the rest of the label, behind the level that is searched */
	const uint8_t *end;
	BxOrdpathLine line; /* of the level that is searched */
	uint32_t index;     /* on that line */
	uint32_t level;     /* of the siblings that are passed */
	uint32_t seen;      /* items of that line passed on this level */
	uint32_t shape;     /* of their parent, BX_SHAPE_NONE for the document */
	uint32_t parent;    /* its offset + 1, 0 for the document */
	uint32_t content;   /* length of its content */
	bool jumped;        /* a directory says that an item is next */
	Step *steps;        /* or NULL */
	bool count_like;    /* steps hold nodes, and positions are being counted */
} Way;

BxStatus
bx_label_doc(BxLabelDoc *doc, BxImage *img, const BxTable *table, BxSource *source, BxArena *arena,
			 BxExceptions *x, BxDirs *dirs, BxError *err)
{
	*doc = (BxLabelDoc){.host = arena->host, .arena = arena, .table = table, .source = source, .err = err};
	if (img->head.ext_n == 0)
		return BX_OK;
	BX_TRY(bx_root_read(img, arena, &doc->root));
	BX_TRY(bx_exceptions_open(x, img, err));
	if (x->n > 0)
		doc->exceptions = x;
	if (!(bx_dirs_present(&img->head, img->v) & BX_DIR_CHILDREN) || (img->head.flags & BX_FLAG_NAMES))
		return BX_OK;
	BX_TRY(bx_dirs_open(dirs, img, err));
	doc->dirs = dirs;
	return BX_OK;
}

/* The next level of the label; *possible is false when no item has it. */
static BxStatus
next_level(Way *w, bool *possible)
{
	const uint8_t *from = w->at;
	BxExceptionParent parent;
	BxOrdpathPart part;

	*possible = false;
	w->seen = 0;
	for (w->line = BX_LINE_INFINITY; w->at < w->end;)
	{
		const uint8_t *next = bx_ordpath_part_get(w->at, w->end, &part);

		if (next == NULL)
			return bx_fail(w->doc->err, BX_E_CORRUPT, -1, "label is damaged");
		if (w->at == from)
			w->line = part.line;
		w->at = next;
		if (part.number % 2 != 0)
			break;
	}
	BX_TRY(bx_exceptions_of(w->doc->exceptions, w->label, (size_t) (from - w->label), &parent));
	return bx_exceptions_index(w->doc->exceptions, &parent, from, (size_t) (w->at - from), &w->index,
							   possible);
}

static bool
is_element(BxEventKind kind)
{
	return kind == BX_EV_ELEMENT || kind == BX_EV_LEAF;
}

/* Do two names mean the same, whatever their prefixes? */
static bool
same_name(const BxTable *t, uint32_t a, uint32_t b)
{
	const BxNameInfo *x = &t->names[a], *y = &t->names[b];
	const BxPair *p = &t->pairs[x->pair], *q = &t->pairs[y->pair];

	return a == b || (bx_same_bytes(x->local, x->len, y->local, y->len) &&
					  (x->pair == y->pair || bx_same_bytes(p->uri, p->uri_len, q->uri, q->uri_len)));
}

/* Does the step for people select an item of this shape, too, but for its position? */
static bool
is_like(const Way *w, uint32_t shape, const Step *s)
{
	const BxShape *shapes = w->doc->table->shapes;
	BxEventKind kind = (BxEventKind) shapes[shape].kind;

	if (is_element(s->kind))
		return is_element(kind) && same_name(w->doc->table, shapes[shape].name, shapes[s->shape].name);
	return kind == s->kind;
}

/* ---- directories ---- */

/*
 * The key of the children that the step for people counts together; *found is false when they are not of one class, as
 * names with several prefixes are not.
 */
static BxStatus
like_key(const Way *w, const Step *s, uint32_t *key, bool *found)
{
	const BxTable *t = w->doc->table;
	uint32_t r, first = BX_SHAPE_NONE;

	*found = true;
	for (r = 0; r < t->n_shapes && *found; r++)
	{
		if (r % POLL_EVERY == 0)
			BX_TRY(bx_poll(w->doc->host));
		if (t->shapes[r].parent != w->shape || !is_like(w, r, s))
			continue;
		if (first == BX_SHAPE_NONE)
			first = r;
		*found = r == first || (is_element(s->kind) && t->shapes[r].name == t->shapes[first].name);
	}
	*key = first + 1;
	return BX_OK;
}

/* The last sample before the node that is searched: its offset, and what was passed to it. */
static BxStatus
find_sample(const Way *w, const Step *s, uint32_t *passed, uint32_t *off, bool *found)
{
	BxDirs *dirs = w->doc->dirs;
	uint32_t key = BX_DIR_KEY_ALL;
	BxDirGroup g;

	*passed = 0;
	*found = true;
	if (w->count_like)
		BX_TRY(like_key(w, s, &key, found));
	if (*found)
		BX_TRY(bx_dir_group(dirs, w->parent, key, &g, found));
	if (!*found)
		return BX_OK;
	if (w->count_like)
		return bx_dir_sample_before(dirs, &g, s->off, passed, off);
	return bx_dir_sample(dirs, &g, w->index, passed, off);
}

static BxStatus
lies(const Way *w, uint32_t off)
{
	return bx_fail(w->doc->err, BX_E_CORRUPT, off,
				   "bxml value is damaged: a directory does not fit the items");
}

/* At the start of a level: go to a child near the one that is searched. */
static BxStatus
jump(Way *w)
{
	Step *s = w->steps ? &w->steps[w->level - 1] : NULL;
	uint32_t passed, off = 0;
	bool found;

	if (w->doc->dirs == NULL || w->line != BX_LINE_CHILD || w->content < JUMP_FROM)
		return BX_OK;
	BX_TRY(find_sample(w, s, &passed, &off, &found));
	if (!found || passed == 0)
		return BX_OK;
	bx_reader_seek(w->rd, off, &w->jumped);
	if (!w->jumped)
		return lies(w, off);
	w->seen = passed;
	if (w->count_like)
		s->position = passed;
	return BX_OK;
}

/* ---- going down ---- */

/* The top-level node of a fragment is the only one, whatever its label. */
static bool
enter_root(Way *w)
{
	const BxRoot *root = &w->doc->root;

	if (!bx_ordpath_within(w->label, (size_t) (w->end - w->label), root->p, root->n))
		return false;
	w->at = w->label + root->n;
	w->line = BX_LINE_CHILD;
	w->index = 0;
	return true;
}

/* The items of the next level follow. */
static BxStatus
start_level(Way *w, bool *possible)
{
	w->jumped = false;
	if (w->level == 1 && w->doc->root.n > 0)
	{
		*possible = enter_root(w);
		return BX_OK;
	}
	BX_TRY(next_level(w, possible));
	return *possible ? jump(w) : BX_OK;
}

/* An item of the line that is searched, on the level of the way: is it the one? */
static bool
pass_item(Way *w, const BxEvent *ev)
{
	Step *s = w->steps ? &w->steps[ev->level - 1] : NULL;
	bool here = w->seen++ == w->index;

	if (s == NULL)
		return here;
	if (w->count_like)
	{
		s->position += is_like(w, ev->shape, s);
		return ev->off == s->off;
	}
	s->shape = ev->shape;
	s->kind = ev->kind;
	s->off = ev->off;
	s->index = w->index;
	return here;
}

static void
arrive(const BxEvent *ev, BxPlace *place)
{
	place->found = true;
	place->kind = ev->kind;
	place->shape = ev->shape;
	place->off = ev->off;
	place->level = ev->level;
}

/* The label continues below a LEAF: to its text, if it has one. */
static BxStatus
enter_leaf(Way *w, const BxEvent *ev, BxPlace *place)
{
	bool possible;

	BX_TRY(next_level(w, &possible));
	if (!possible || w->at < w->end || w->line != BX_LINE_CHILD || w->index != 0 || ev->len == 0)
		return BX_OK;
	arrive(ev, place);
	place->leaf_text = true;
	return BX_OK;
}

/* What a directory led to must be a child of the element. */
static BxStatus
check_jump(Way *w, const BxEvent *ev)
{
	if (!w->jumped)
		return BX_OK;
	w->jumped = false;
	if (ev->kind == BX_EV_END || bx_line_of(ev->kind) != BX_LINE_CHILD ||
		w->doc->table->shapes[ev->shape].parent != w->shape ||
		(w->count_like && !is_like(w, ev->shape, &w->steps[w->level - 1])))
		return lies(w, ev->off);
	return BX_OK;
}

/*
 * One event on the way: *done when the node was found, or cannot be found any more.  Items of a line are together, in
 * the order of lines, so one of a later line ends the search.
 */
static BxStatus
step_event(Way *w, const BxEvent *ev, BxPlace *place, bool *done)
{
	bool possible;

	if (bx_line_of(ev->kind) < w->line)
		return BX_OK;
	*done = bx_line_of(ev->kind) > w->line;
	if (*done)
		return BX_OK;
	if (!pass_item(w, ev))
	{
		if (ev->kind == BX_EV_ELEMENT)
			bx_reader_skip(w->rd);
		return BX_OK;
	}
	if (w->at < w->end && ev->kind == BX_EV_ELEMENT)
	{
		w->level++;
		w->shape = ev->shape;
		w->parent = ev->off + 1;
		w->content = ev->len;
		BX_TRY(start_level(w, &possible));
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

static BxStatus
go_down(Way *w, BxPlace *place)
{
	uint32_t ticks = 0;
	bool possible, done;
	BxEvent ev;

	BX_TRY(start_level(w, &possible));
	for (done = !possible; !done;)
	{
		if (++ticks % POLL_EVERY == 0 && bx_poll(w->doc->host) != BX_OK)
			return bx_fail(w->doc->err, BX_E_CANCEL, -1, "finding a label was canceled");
		BX_TRY(bx_reader_next(w->rd, &ev));
		if (ev.kind == BX_EV_DONE || (ev.kind == BX_EV_END && ev.level < w->level))
			return w->jumped ? lies(w, ev.off) : BX_OK;
		BX_TRY(check_jump(w, &ev));
		if (ev.kind != BX_EV_END)
			BX_TRY(step_event(w, &ev, place, &done));
	}
	return BX_OK;
}

/* Go the way from the document node; with steps, fill them in. */
static BxStatus
go(const BxLabelDoc *doc, const uint8_t *label, size_t n, Step *steps, bool count_like, BxPlace *place)
{
	Way w = {.doc = doc,
			 .label = label,
			 .at = label,
			 .end = label + n,
			 .level = 1,
			 .shape = BX_SHAPE_NONE,
			 .content = doc->source->len,
			 .steps = steps,
			 .count_like = count_like};
	BxStatus st;

	memset(place, 0, sizeof(*place));
	place->found = place->document = n == 0;
	if (n == 0)
		return BX_OK;
	BX_TRY(bx_reader_new(&w.rd, doc->table, doc->source, doc->arena, doc->err));
	bx_reader_pieces(w.rd);
	st = go_down(&w, place);
	place->items = bx_reader_items(w.rd);
	if (doc->items != NULL)
		*doc->items += place->items;
	return st;
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

BxStatus
bx_label_step(const BxLabelDoc *doc, BxEventKind kind, uint32_t name, uint32_t position, BxBuf *out)
{
	switch (kind)
	{
		case BX_EV_ATTRIBUTE: BX_TRY(put(doc, out, "@")); return put_name(doc, out, name);
		case BX_EV_NAMESPACE: return put_declaration(doc, out, name);
		case BX_EV_TEXT: return put_position(doc, out, "text()", position);
		case BX_EV_COMMENT: return put_position(doc, out, "comment()", position);
		case BX_EV_PI: return put_position(doc, out, "processing-instruction()", position);
		default: BX_TRY(put_name(doc, out, name)); return put_position(doc, out, "", position);
	}
}

/* The step for people. */
static BxStatus
put_step(const BxLabelDoc *doc, BxBuf *out, const Step *s)
{
	return bx_label_step(doc, s->kind, doc->table->shapes[s->shape].name, s->position, out);
}

/* The step by position among all; namespace nodes have no order of their own, so declarations go by name. */
static BxStatus
put_index(const BxLabelDoc *doc, BxBuf *out, const Step *s)
{
	if (s->kind == BX_EV_NAMESPACE)
		return put_declaration(doc, out, doc->table->shapes[s->shape].name);
	return put_position(doc, out, s->kind == BX_EV_ATTRIBUTE ? "@*" : "node()", s->index + 1);
}

/* All steps of a way that was gone. */
static BxStatus
put_steps(const BxLabelDoc *doc, const Step *steps, const BxPlace *place, bool positions, BxBuf *out)
{
	uint32_t i;

	for (i = 0; i < place->level; i++)
	{
		BX_TRY(put(doc, out, "/"));
		BX_TRY(positions ? put_index(doc, out, &steps[i]) : put_step(doc, out, &steps[i]));
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
	st = put_steps(doc, steps, &place, positions, out);
	*found = st == BX_OK;
	if (st != BX_OK)
		out->len = base;
	return st;
}
