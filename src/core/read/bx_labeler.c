/*
 * bx_labeler.c -- labels while reading, with exceptions merged in.
 *
 * Parents in the section of exceptions come in the order in which the pass enters them, so one of them at a time is
 * waited for.  How far its label agrees with the present one is kept, so that an element is compared with it by the
 * last level of its label only.
 */
#include "../base/bx_core_int.h"

#include "bx_labeler.h"

#define LABEL_FIRST 64 /* bytes */

/* No further exceptions below an element. */
#define KEY_NONE UINT64_MAX

static BxStatus
damaged(const BxLabeler *l, const char *what)
{
	return bx_fail(l->err, BX_E_CORRUPT, -1, "bxml value is damaged: %s", what);
}

/* ---- fragments ---- */

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

/* ---- the label ---- */

static uint64_t
key_of(BxOrdpathLine line, uint32_t index)
{
	return (uint64_t) line << 32 | index;
}

static BxStatus
reserve(BxLabeler *l, size_t n)
{
	size_t cap = l->label_cap;
	uint8_t *p;

	if (BX_LIKELY(n <= cap - l->label_n))
		return BX_OK;
	while (n > cap - l->label_n)
		cap *= 2;
	p = bx_arena_grow(l->arena, l->label, l->label_n, cap);
	if (p == NULL)
		return bx_fail_nomem(l->err, cap);
	l->label = p;
	l->label_cap = cap;
	return BX_OK;
}

static BxStatus
put_bytes(BxLabeler *l, const uint8_t *p, size_t n)
{
	BX_TRY(reserve(l, n));
	memcpy(l->label + l->label_n, p, n);
	l->label_n += n;
	return BX_OK;
}

static BxStatus
put_number(BxLabeler *l, BxOrdpathLine line, int64_t number)
{
	BxOrdpathPart part = {line, number};

	if (BX_UNLIKELY(number > BX_ORDPATH_NUMBER_MAX))
		return damaged(l, "label exceptions leave the range of numbers");
	BX_TRY(reserve(l, BX_ORDPATH_PART_MAX));
	l->label_n = (size_t) (bx_ordpath_part_put(l->label + l->label_n, part) - l->label);
	return BX_OK;
}

/* ---- exceptions ---- */

/* Bytes that the label begins with as the one waited for does, given that the first `from` are the same. */
static size_t
same_bytes(const BxLabeler *l, size_t from)
{
	size_t n = l->label_n < l->next.label_n ? l->label_n : l->next.label_n;

	while (from < n && l->label[from] == l->next.label[from])
		from++;
	return from;
}

/* From now on wait for parent number i. */
static BxStatus
wait_for(BxLabeler *l, uint32_t i)
{
	l->parent = i;
	if (i == l->x->n_parents)
		return BX_OK;
	BX_TRY(bx_exceptions_parent(l->x, i, &l->next));
	l->same = same_bytes(l, 0);
	return BX_OK;
}

static BxStatus
load_key(const BxLabeler *l, BxLabelLevel *own)
{
	BxException e;

	own->key = KEY_NONE;
	if (own->at == own->at_end)
		return BX_OK;
	BX_TRY(bx_exceptions_get(l->x, own->at, &e));
	own->key = key_of(e.line, e.index);
	return BX_OK;
}

/* Is the node just entered the one waited for?  up_end: length of its parent's label. */
static BxStatus
meet(BxLabeler *l, BxLabelLevel *own, size_t up_end)
{
	const BxExceptionParent *next = &l->next;
	uint32_t i;

	if (l->parent == l->x->n_parents)
		return BX_OK;
	if (l->same > up_end)
		l->same = up_end;
	if (l->same == up_end)
		l->same = same_bytes(l, up_end);
	if (l->same < next->label_n && (l->same == l->label_n || l->label[l->same] < next->label[l->same]))
		return BX_OK;
	if (l->same < next->label_n || l->same < l->label_n)
	{
		/* it was passed over */
		BX_TRY(bx_exceptions_seek(l->x, l->parent + 1, l->label, l->label_n, &i));
		BX_TRY(wait_for(l, i));
		if (i == l->x->n_parents || next->label_n != l->label_n || l->same != l->label_n)
			return BX_OK;
	}
	own->at = next->first;
	own->at_end = next->end;
	l->met_parents++;
	BX_TRY(load_key(l, own));
	return wait_for(l, l->parent + 1);
}

/* The last level of an item, when an exception says it; those of items that are not there are passed over. */
static BxStatus
put_exception(BxLabeler *l, BxLabelLevel *up, BxOrdpathLine line, uint32_t index, bool *done)
{
	uint64_t key = key_of(line, index);
	BxException e;

	for (*done = false; up->key <= key && !*done;)
	{
		BX_TRY(bx_exceptions_get(l->x, up->at++, &e));
		*done = up->key == key;
		BX_TRY(load_key(l, up));
	}
	if (!*done)
		return BX_OK;
	l->met++;
	up->shift[line] = e.next - 2 * (int64_t) index - 3;
	return put_bytes(l, e.level, e.level_n);
}

/* ---- items ---- */

BxStatus
bx_labeler_init(BxLabeler *l, const BxTable *table, const BxExceptions *x, BxArena *arena, BxError *err)
{
	size_t n = (size_t) table->head.depth + 2;

	memset(l, 0, sizeof(*l));
	l->err = err;
	l->arena = arena;
	l->label = bx_arena_alloc(arena, LABEL_FIRST);
	l->level = bx_arena_alloc(arena, n * sizeof(BxLabelLevel));
	if (l->level == NULL || l->label == NULL)
		return bx_fail_nomem(err, n * sizeof(BxLabelLevel));
	memset(&l->level[0], 0, sizeof(BxLabelLevel));
	l->level[0].key = KEY_NONE;
	l->label_cap = LABEL_FIRST;
	l->n_levels = (uint32_t) n;
	if (x == NULL || x->n == 0)
		return BX_OK;
	l->x = x;
	BX_TRY(wait_for(l, 0));
	return meet(l, &l->level[0], 0);
}

/* The next item of a line below `up`: its label. */
static BxStatus
put_item(BxLabeler *l, BxLabelLevel *up, BxOrdpathLine line)
{
	uint32_t index = up->seen[line]++;
	bool done = up == l->level && l->root.n > 0;

	l->label_n = up->end;
	if (done)
		BX_TRY(put_bytes(l, l->root.p, l->root.n));
	else if (BX_UNLIKELY(up->key <= key_of(line, index)))
		BX_TRY(put_exception(l, up, line, index, &done));
	if (!done)
		BX_TRY(put_number(l, line, 2 * (int64_t) index + 1 + up->shift[line]));
	return BX_LIKELY(l->label_n <= BX_ORDPATH_MAX) ? BX_OK : damaged(l, "label is too long");
}

BxStatus
bx_labeler_next(BxLabeler *l, const BxEvent *ev)
{
	BxLabelLevel *up, *own;

	if (ev->level >= l->n_levels)
		return damaged(l, "nested deeper than its header says");
	if (ev->kind == BX_EV_DONE || ev->kind == BX_EV_END)
	{
		l->label_n = l->level[ev->level].end;
		return BX_OK;
	}
	up = &l->level[ev->level - 1];
	own = up + 1;
	BX_TRY(put_item(l, up, bx_line_of(ev->kind)));
	memset(own, 0, sizeof(*own));
	own->key = KEY_NONE;
	own->end = (uint32_t) l->label_n;
	if (l->x != NULL && (ev->kind == BX_EV_ELEMENT || ev->kind == BX_EV_LEAF))
		return meet(l, own, up->end);
	return BX_OK;
}

BxStatus
bx_labeler_jump(BxLabeler *l, uint32_t level, uint32_t index)
{
	BxLabelLevel *own = &l->level[level];
	uint32_t lo = own->at, hi = own->at_end;
	BxException e;

	own->seen[BX_LINE_CHILD] = index;
	while (lo < hi)
	{
		uint32_t mid = lo + (hi - lo) / 2;

		BX_TRY(bx_exceptions_get(l->x, mid, &e));
		if (key_of(e.line, e.index) < key_of(BX_LINE_CHILD, index))
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == own->at)
		return BX_OK;
	BX_TRY(bx_exceptions_get(l->x, lo - 1, &e));
	if (e.line == BX_LINE_CHILD)
		own->shift[e.line] = e.next - 2 * (int64_t) e.index - 3;
	own->at = lo;
	return load_key(l, own);
}

BxStatus
bx_labeler_text(BxLabeler *l, const BxEvent *leaf, const uint8_t **label, size_t *n)
{
	BxLabelLevel own = l->level[leaf->level];

	BX_TRY(put_item(l, &own, BX_LINE_CHILD));
	*label = l->label;
	*n = l->label_n;
	l->label_n = own.end;
	return BX_OK;
}
