/*
 * bx_edit_patch.c -- what a text needs of the new value: items that stand in for those that changes are about.
 *
 * The walk enters at the targets, not at the top, and what it makes is kept as patches of the old items.  So printing
 * costs the changes and the text; labels, and elements above targets, are left to the walk that makes a value.  That
 * walk must not find what this one cannot see: changes at the top, names where prefixes are declared, depth and size
 * near their limits, and labels that need room are left to it from the start.
 */
#include "bx_edit_int.h"

#define BIT(op) (1u << (op))

/* What changes bring. */
typedef struct Brought
{
	uint64_t size;
	uint64_t depth;
	const uint8_t *value; /* the last one that was looked at */
} Brought;

static void
look_at(const BxEditChange *c, Brought *b)
{
	BxHeader h;
	BxError err;
	uint32_t i;

	b->size += c->text.n + c->value_n;
	for (i = 0; i < c->n_attrs; i++)
		b->size += c->attrs[i].value.n + c->attrs[i].local.n;
	if (c->value_n == 0 || c->value == b->value)
		return;
	b->value = c->value;
	if (bx_header_read(c->value, c->value_n, c->value_n, &h, &err) != BX_OK)
		b->size = UINT32_MAX; /* the other walk says so, if it gets there */
	else if (h.depth > b->depth)
		b->depth = h.depth;
}

/* Can labels need room, or be without any? */
static BxStatus
has_labels(BxEdit *e, bool *found)
{
	static const uint8_t codes[] = {BX_EXT_ROOT, BX_EXT_LABELS, BX_EXT_MARKS};
	const uint8_t *body = NULL;
	uint32_t len;
	size_t i;

	for (i = 0; e->t->head.ext_n > 0 && i < sizeof(codes) && body == NULL; i++)
		BX_TRY(bx_header_ext(&e->t->head, e->base.v, codes[i], &body, &len, e->err));
	*found = body != NULL;
	return BX_OK;
}

/* Is a target at the top? */
static BxStatus
is_top(BxEdit *e, bool *found)
{
	const EdTargets *t = &e->targets;
	uint32_t pos, next = 0, steps = 0;
	EdItem i;

	*found = t->document != NULL;
	for (pos = 0; pos < e->t->head.items_len && next < t->n && !*found; pos = i.end)
	{
		if ((++steps & 0xfff) == 0)
			BX_TRY(bx_poll(e->host));
		BX_TRY(ed_item(e, &e->base, pos, e->t->head.items_len, &i));
		*found = t->list[next].node.off <= i.off;
		while (next < t->n && t->list[next].node.off < i.end)
			next++;
	}
	return BX_OK;
}

/* Do patches say all that there is to say? */
static BxStatus
suffice(BxEdit *e, bool *yes)
{
	const BxEditChange *c = (const BxEditChange *) (const void *) e->changes.data;
	size_t i, n = e->changes.len / sizeof(BxEditChange);
	Brought b = {.size = e->base.n};
	bool other;

	*yes = false;
	if (n == 0 || (e->scope.needed && e->t->n_pairs > BX_PAIR_FIRST))
		return BX_OK;
	for (i = 0; i < n; i++)
		look_at(&c[i], &b);
	if (b.size > BX_VALUE_MAX / 2 || (b.depth > 0 && e->t->head.depth + b.depth > e->opt.limits.max_depth))
		return BX_OK;
	BX_TRY(has_labels(e, &other));
	if (!other)
		BX_TRY(is_top(e, &other));
	*yes = !other;
	return BX_OK;
}

/* The parent of all new items: an element without labels that does not end. */
static BxStatus
begin(BxEdit *e)
{
	EdOut o = *ed_out(e);

	o.labelled = false;
	BX_TRY(bx_buf_append(&e->outs, &o, sizeof(o), e->err));
	return ed_walk_begin(e);
}

static BxStatus
patch_next(BxEdit *e, bool *possible)
{
	const EdTarget *t = &e->targets.list[e->targets.next];
	EdOut *o = ed_out(e);
	BxTextPatch p = {.off = (uint32_t) o->size};
	EdItem i;

	*possible = ed_item(e, &e->base, t->node.off, e->t->head.items_len, &i) == BX_OK;
	if (!*possible)
	{
		bx_error_clear(e->err); /* no node: the other walk says so */
		return BX_OK;
	}
	o->shape = e->t->shapes[i.shape].parent;
	*possible = (o->shape != BX_SHAPE_NONE || !ed_paths(e)) &&
				(t->node.part == BX_EDIT_ITEM || i.kind == BX_KIND_LEAF);
	if (!*possible)
		return BX_OK;
	o->seq = ++e->next_seq;
	o->n_tags = 0;
	if (i.kind == BX_KIND_ATTRIBUTE || i.kind == BX_KIND_NAMESPACE)
		BX_TRY(ed_attribute(e, &i, possible));
	else
		BX_TRY(ed_walk_item(e, &i));
	p.from = i.off;
	p.to = i.end;
	p.n = (uint32_t) ed_out(e)->size - p.off;
	return bx_buf_append(&e->patches.list, &p, sizeof(p), e->err);
}

/* The items of all patches in one piece, which needs nothing of the changes any more. */
static BxStatus
join(BxEdit *e)
{
	EdPatches *p = &e->patches;

	p->items_len = (uint32_t) ed_out(e)->size;
	p->items = bx_arena_alloc(&e->arena, p->items_len + (size_t) 1);
	if (p->items == NULL)
		return ed_nomem(e, p->items_len);
	p->table = *e->t;
	p->table.head.depth += e->max_level;
	p->table.head.plain_total += p->items_len;
	return ed_emit(e, p->items);
}

BxStatus
ed_patch(BxEdit *e, bool *done)
{
	BX_TRY(suffice(e, done));
	if (!*done)
		return BX_OK;
	e->patches.making = true;
	BX_TRY(ed_out_begin(e));
	BX_TRY(begin(e));
	while (*done && e->targets.next < e->targets.n)
	{
		if ((e->targets.next & 0xfff) == 0xfff)
			BX_TRY(bx_poll(e->host));
		BX_TRY(patch_next(e, done));
	}
	if (*done)
		BX_TRY(join(e));
	e->patches.making = false;
	return BX_OK;
}
