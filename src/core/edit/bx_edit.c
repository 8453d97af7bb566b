/*
 * bx_edit.c -- changes of a value: taking them, grouping them by target, applying them.
 */
#include "bx_edit_int.h"

#include "../base/bx_sort.h"

#include "../encode/bx_wellformed.h"

#define BIT(op) (1u << (op))

/* Changes that bring names, so that scopes must be known. */
#define NAMING_OPS                                                                                           \
	(BIT(BX_EDIT_INSERT_FIRST) | BIT(BX_EDIT_INSERT_LAST) | BIT(BX_EDIT_INSERT_BEFORE) |                     \
	 BIT(BX_EDIT_INSERT_AFTER) | BIT(BX_EDIT_ATTRIBUTES) | BIT(BX_EDIT_SET_ATTRIBUTE) |                      \
	 BIT(BX_EDIT_REPLACE) | BIT(BX_EDIT_RENAME))

/* ---- life ---- */

BxEdit *
bx_edit_new(const BxHost *host, const BxWriterOptions *options, const uint8_t *v, size_t n, BxError *err)
{
	BxEdit *e = host->alloc(host->ctx, sizeof(BxEdit));

	if (e == NULL)
	{
		bx_fail_nomem(err, sizeof(BxEdit));
		return NULL;
	}
	memset(e, 0, sizeof(*e));
	e->host = host;
	e->opt = *options;
	e->err = err;
	if (e->opt.limits.max_depth > BX_DEPTH_CEILING)
		e->opt.limits.max_depth = BX_DEPTH_CEILING;
	bx_arena_init(&e->arena, host);
	bx_arena_init_small(&e->content_arena, host);
	bx_buf_init(&e->changes, host);
	bx_buf_init(&e->scope.undo, host);
	bx_buf_init(&e->segs, host);
	bx_buf_init(&e->outs, host);
	bx_buf_init(&e->ins, host);
	bx_buf_init(&e->attrs, host);
	bx_buf_init(&e->text, host);
	bx_buf_init(&e->heap_more, host);
	bx_buf_init(&e->patches.list, host);
	ed_labels_init(e);
	e->segs.max = SIZE_MAX / 2;
	e->base.own = true;
	e->base.v = v;
	e->base.n = n;
	return e;
}

void
bx_edit_free(BxEdit *e)
{
	if (e == NULL)
		return;
	ed_labels_free(e);
	bx_arena_reset(&e->arena);
	bx_arena_reset(&e->content_arena);
	bx_buf_free(&e->changes);
	bx_buf_free(&e->scope.undo);
	bx_buf_free(&e->segs);
	bx_buf_free(&e->outs);
	bx_buf_free(&e->ins);
	bx_buf_free(&e->attrs);
	bx_buf_free(&e->text);
	bx_buf_free(&e->heap_more);
	bx_buf_free(&e->patches.list);
	e->host->release(e->host->ctx, e);
}

void
bx_edit_relabel(BxEdit *e)
{
	e->labels.relabel = true;
}

void
bx_edit_as_content(BxEdit *e)
{
	e->top.as_content = true;
}

bool
bx_edit_error_node(const BxEdit *e, BxEditNode *node)
{
	*node = e->error_node;
	return e->has_error_node;
}

/* ---- names and characters ---- */

static BxStatus
check_name(BxEdit *e, BxStr prefix, BxStr uri, BxStr local)
{
	BX_TRY(bx_wellformed_name(local, e->err));
	return bx_wellformed_pair(prefix, uri, e->err);
}

static BxStatus
check_attributes(BxEdit *e, const BxEditChange *c)
{
	uint32_t i;

	for (i = 0; i < c->n_attrs; i++)
	{
		const BxEditAttribute *a = &c->attrs[i];

		BX_TRY(check_name(e, a->prefix, a->uri, a->local));
		BX_TRY(bx_wellformed_attribute(a->prefix, a->local, e->err));
		BX_TRY(bx_wellformed_text(a->value, e->err));
	}
	return BX_OK;
}

BxStatus
bx_edit_add(BxEdit *e, const BxEditChange *c)
{
	ed_blame(e, &c->target);
	if (e->state != ED_ADDING)
		return ED_FAIL(e, BX_E_STATE, "changes were applied already");
	BX_TRY(check_attributes(e, c));
	BX_TRY(bx_wellformed_text(c->text, e->err));
	if (c->op == BX_EDIT_RENAME)
		BX_TRY(check_name(e, c->prefix, c->uri, c->local));
	e->scope.needed = e->scope.needed || (BIT(c->op) & NAMING_OPS) != 0;
	return bx_buf_append(&e->changes, c, sizeof(*c), e->err);
}

/* ---- targets ---- */

static const BxEditChange *
change(const BxEdit *e, uint32_t i)
{
	return (const BxEditChange *) (const void *) e->changes.data + i;
}

/* Order of targets: the document, then by place, a leaf before its text. */
static uint64_t
place_of(const BxEditNode *n)
{
	return n->part == BX_EDIT_DOCUMENT ? 0 : ((uint64_t) n->off << 1 | (n->part == BX_EDIT_LEAF_TEXT)) + 1;
}

typedef struct Placed
{
	uint64_t place;
	uint32_t change;
} Placed;

static int
compare_placed(const void *a, const void *b)
{
	const Placed *x = a, *y = b;

	if (x->place != y->place)
		return x->place < y->place ? -1 : 1;
	return (x->change > y->change) - (x->change < y->change);
}

/* Of changes that exclude each other there may be one. */
static BxStatus
take_only(BxEdit *e, const BxEditChange **only, const BxEditChange *c, const char *conflict)
{
	if (*only != NULL)
		return ED_FAIL(e, BX_E_UPDATE, "%s", conflict);
	*only = c;
	return BX_OK;
}

static BxStatus
add_to_target(BxEdit *e, EdTarget *t, const BxEditChange *c)
{
	t->n++;
	t->ops |= BIT(c->op);
	ed_blame(e, &t->node);
	switch (c->op)
	{
		case BX_EDIT_RENAME: return take_only(e, &t->rename, c, "XUDY0015: node would be renamed twice");
		case BX_EDIT_REPLACE: return take_only(e, &t->replace, c, "XUDY0016: node would be replaced twice");
		case BX_EDIT_VALUE: return take_only(e, &t->value, c, "XUDY0017: node would get two values");
		default: return BX_OK;
	}
}

/* Targets in document order, each with its changes in the order they came. */
static BxStatus
group(BxEdit *e)
{
	uint32_t n = (uint32_t) (e->changes.len / sizeof(BxEditChange)), i, sorted = 0;
	Placed *placed = bx_arena_alloc(&e->arena, (n + (size_t) 1) * sizeof(Placed));
	EdTarget *t;

	e->targets.order = bx_arena_alloc(&e->arena, (n + (size_t) 1) * sizeof(uint32_t));
	e->targets.list = bx_arena_zalloc(&e->arena, (n + (size_t) 1) * sizeof(EdTarget));
	if (placed == NULL || e->targets.order == NULL || e->targets.list == NULL)
		return ed_nomem(e, n * sizeof(EdTarget));
	for (i = 0; i < n; i++)
	{
		placed[i] = (Placed){place_of(&change(e, i)->target), i};
		sorted += i == 0 || placed[i - 1].place <= placed[i].place;
	}
	if (sorted < n)
		BX_TRY(bx_sort(e->host, placed, n, sizeof(Placed), compare_placed, e->err));
	for (i = 0; i < n; i++)
	{
		e->targets.order[i] = placed[i].change;
		if (i == 0 || placed[i].place != placed[i - 1].place)
		{
			e->targets.list[e->targets.n].node = change(e, e->targets.order[i])->target;
			e->targets.list[e->targets.n++].first = i;
		}
		t = &e->targets.list[e->targets.n - 1];
		BX_TRY(add_to_target(e, t, change(e, e->targets.order[i])));
	}
	if (n > 0 && e->targets.list[0].node.part == BX_EDIT_DOCUMENT)
		e->targets.document = &e->targets.list[e->targets.next++];
	if (e->targets.document != NULL &&
		e->targets.document->ops & ~(BIT(BX_EDIT_INSERT_FIRST) | BIT(BX_EDIT_INSERT_LAST)))
	{
		ed_blame(e, &e->targets.document->node);
		return ED_FAIL(e, BX_E_ARGUMENT, "this change is not possible for the document node");
	}
	return BX_OK;
}

static BxStatus
open_base(BxEdit *e)
{
	BX_TRY(ed_source_open(e, &e->base, &e->arena, e->base.v, e->base.n));
	e->t = &e->base.table;
	ed_names_open(e);
	return BX_OK;
}

static BxStatus
begin(BxEdit *e)
{
	if (e->state != ED_ADDING)
		return ED_FAIL(e, BX_E_STATE, "changes were applied already");
	e->state = ED_FAILED;
	BX_TRY(open_base(e));
	return group(e);
}

/* Forget what the walk for patches made; they have the table as it is by now. */
static BxStatus
forget(BxEdit *e)
{
	if (e->changed)
	{
		BX_TRY(open_base(e));
		e->changed = false;
	}
	e->content.v = NULL;
	e->targets.next = e->targets.document != NULL;
	e->scope.prefixes = NULL;
	e->scope.cap = 0;
	e->scope.undo.len = 0;
	e->segs.len = e->outs.len = e->ins.len = e->attrs.len = e->text.len = e->heap_more.len = 0;
	e->held.held = false;
	e->max_level = 0;
	e->top = (EdTop){.as_content = e->top.as_content};
	ed_labels_free(e);
	ed_labels_init(e);
	return BX_OK;
}

/* The pieces of the new value, of which everything can be made. */
static BxStatus
make(BxEdit *e)
{
	if (e->outs.len > 0)
		BX_TRY(forget(e));
	BX_TRY(ed_labels_open(e));
	BX_TRY(ed_make_pieces(e));
	BX_TRY(ed_labels_finish(e));
	e->state = ED_MADE;
	return BX_OK;
}

BxStatus
bx_edit_run(BxEdit *e)
{
	bool done;

	BX_TRY(begin(e));
	BX_TRY(ed_patch(e, &done));
	if (!done)
		return make(e);
	e->state = ED_PATCHED;
	return BX_OK;
}

BxStatus
bx_edit_print(BxEdit *e, const BxTextOptions *options, BxBuf *out)
{
	if (e->state == ED_PATCHED && options != NULL && options->indent > 0)
		BX_TRY(make(e));
	if (e->state == ED_PATCHED)
		return ed_print_patched(e, options, out);
	if (e->state != ED_MADE)
		return ED_FAIL(e, BX_E_STATE, "changes were not applied");
	return ed_print(e, options, out);
}

BxStatus
bx_edit_take(BxEdit *e, uint8_t **data, size_t *len)
{
	if (e->state == ED_PATCHED)
		BX_TRY(make(e));
	if (e->state != ED_MADE)
		return ED_FAIL(e, BX_E_STATE, "changes were not applied");
	BX_TRY(ed_finish(e, data, len));
	e->state = ED_TAKEN;
	return BX_OK;
}

BxStatus
bx_edit_apply(BxEdit *e, uint8_t **data, size_t *len)
{
	BX_TRY(bx_edit_splice(e, data, len));
	if (*data != NULL)
		return BX_OK;
	BX_TRY(begin(e));
	BX_TRY(make(e));
	return bx_edit_take(e, data, len);
}

/* ---- what outlives the changes ---- */

/* Nothing is at s but bytes of the old value, or it is copied. */
static BxStatus
keep_bytes(BxEdit *e, const char **s, size_t n)
{
	uintptr_t at = (uintptr_t) *s - (uintptr_t) e->base.v;

	if (n == 0 || at < e->base.n)
		return BX_OK;
	*s = bx_arena_strndup(&e->arena, *s, n);
	return *s != NULL ? BX_OK : ed_nomem(e, n);
}

static BxStatus
keep_names(BxEdit *e)
{
	BxTable *t = e->t;
	uint32_t i;

	for (i = 0; i < t->n_pairs; i++)
	{
		BX_TRY(keep_bytes(e, &t->pairs[i].prefix, t->pairs[i].prefix_len));
		BX_TRY(keep_bytes(e, &t->pairs[i].uri, t->pairs[i].uri_len));
	}
	for (i = 0; i < t->n_names; i++)
		BX_TRY(keep_bytes(e, &t->names[i].local, t->names[i].len));
	return BX_OK;
}

static BxStatus
keep_pieces(BxEdit *e)
{
	size_t i, n;
	EdSeg *s = ed_segs(e, &n);

	for (i = 0; i < n; i++)
	{
		if ((i & 0xfff) == 0xfff)
			BX_TRY(bx_poll(e->host));
		if (s[i].p != NULL)
			BX_TRY(keep_bytes(e, (const char **) &s[i].p, s[i].n));
	}
	return BX_OK;
}

static BxStatus
keep_attributes(BxEdit *e, BxEditChange *c)
{
	BxEditAttribute *a = bx_arena_alloc(&e->arena, c->n_attrs * sizeof(BxEditAttribute));
	uint32_t i;

	if (a == NULL)
		return ed_nomem(e, c->n_attrs * sizeof(BxEditAttribute));
	memcpy(a, c->attrs, c->n_attrs * sizeof(BxEditAttribute));
	for (i = 0; i < c->n_attrs; i++)
	{
		BX_TRY(keep_bytes(e, &a[i].prefix.s, a[i].prefix.n));
		BX_TRY(keep_bytes(e, &a[i].uri.s, a[i].uri.n));
		BX_TRY(keep_bytes(e, &a[i].local.s, a[i].local.n));
		BX_TRY(keep_bytes(e, &a[i].value.s, a[i].value.n));
	}
	c->attrs = a;
	return BX_OK;
}

/* The changes themselves, which are applied once more; many of them may have the same content. */
static BxStatus
keep_changes(BxEdit *e)
{
	BxEditChange *c = (BxEditChange *) (void *) e->changes.data;
	size_t i, n = e->changes.len / sizeof(BxEditChange);
	const uint8_t *value = NULL, *kept = NULL;

	for (i = 0; i < n; i++, c++)
	{
		if ((i & 0xfff) == 0xfff)
			BX_TRY(bx_poll(e->host));
		if (c->value_n > 0 && c->value != value)
		{
			value = kept = c->value;
			BX_TRY(keep_bytes(e, (const char **) &kept, c->value_n));
		}
		c->value = c->value_n > 0 ? kept : NULL;
		if (c->n_attrs > 0)
			BX_TRY(keep_attributes(e, c));
		BX_TRY(keep_bytes(e, &c->text.s, c->text.n));
		BX_TRY(keep_bytes(e, &c->prefix.s, c->prefix.n));
		BX_TRY(keep_bytes(e, &c->uri.s, c->uri.n));
		BX_TRY(keep_bytes(e, &c->local.s, c->local.n));
	}
	return BX_OK;
}

BxStatus
bx_edit_keep(BxEdit *e, BxError *err)
{
	BX_TRY(keep_names(e));
	BX_TRY(e->state == ED_PATCHED ? keep_changes(e) : keep_pieces(e));
	bx_error_clear(err);
	e->err = err;
	ed_labels_tell(e, err);
	return BX_OK;
}
