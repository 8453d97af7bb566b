/*
 * bx_edit_tag.c -- start tags: declarations and attributes of an element, as changes leave them.
 *
 * Declarations come first, and which are needed depends on the attributes, so attributes are collected before anything
 * is put out.  A tag that nothing changes is one piece.
 */
#include "bx_edit_int.h"

#include <stdlib.h>

#include "../encode/bx_wellformed.h"

/* Changes of an attribute that concern no other. */
#define PLAIN_OPS (1u << BX_EDIT_VALUE | 1u << BX_EDIT_DELETE)

typedef struct Tag
{
	BxEdit *e;
	EdIn *in;
	EdSource *s;
	const EdItem *item;
	EdTarget *target;
	uint32_t seq;
	uint32_t content;  /* where children start */
	uint32_t count;    /* declarations and attributes before */
	bool copy;         /* shapes stay what they are */
	bool added;        /* an attribute may occur twice now */
	bool translate;    /* children must look at their prefixes */
	uint32_t declared; /* old declarations met */
	uint32_t met;      /* old attributes met */
	EdTarget *changed; /* of the current attribute */
} Tag;

static EdAttr *
attrs(BxEdit *e)
{
	return (EdAttr *) (void *) e->attrs.data;
}

static uint32_t
n_attrs(const BxEdit *e)
{
	return (uint32_t) (e->attrs.len / sizeof(EdAttr));
}

static BxStr
uri_of(const BxEdit *e, uint32_t name)
{
	const BxPair *p = &e->t->pairs[ed_pair_of_name(e, name)];

	return (BxStr){p->uri, p->uri_len};
}

static bool
same_expanded(const BxEdit *e, uint32_t a, uint32_t b)
{
	return a == b || (bx_str_order(ed_local(e, a), ed_local(e, b)) == 0 &&
					  bx_str_order(uri_of(e, a), uri_of(e, b)) == 0);
}

/* ---- namespaces ---- */

static BxStatus
declare(Tag *t, uint32_t pair)
{
	BX_TRY(ed_bind(t->e, pair, t->seq));
	BX_TRY(ed_note(t->e, BX_LINE_NAMESPACE, ED_NONE));
	return ed_out_namespace(t->e, pair);
}

static BxStatus
conflict(Tag *t, uint32_t pair)
{
	const BxPair *p = &t->e->t->pairs[pair];

	if (p->prefix_len == 0)
		return ED_FAIL(t->e, BX_E_UPDATE,
					   "XUDY0023: default namespace of the name conflicts with that of the element");
	return ED_FAIL(t->e, BX_E_UPDATE,
				   "XUDY0023: prefix \"%.*s\" of the name stands for another namespace at the element",
				   ed_shown(p->prefix_len), p->prefix);
}

/* See to it that the name of the element means what it should. */
static BxStatus
need_element(Tag *t, bool renamed)
{
	BxEdit *e = t->e;
	const EdOut *o = ed_out(e);
	uint32_t pair;
	EdBound b;

	if (!e->scope.needed)
		return BX_OK;
	pair =
		o->name != ED_NONE ? ed_pair_of_name(e, o->name) : e->t->names[e->t->shapes[o->hint_shape].name].pair;
	BX_TRY(ed_bound(e, pair, &b));
	if (b.pair == pair || pair == BX_PAIR_XML)
		return BX_OK;
	if (b.seq == t->seq || (renamed && b.pair != ED_NONE && e->t->pairs[pair].prefix_len > 0))
		return conflict(t, pair);
	if (renamed)
		t->translate = true;
	return declare(t, pair);
}

static BxStatus
need_attribute(Tag *t, EdAttr *a)
{
	BxEdit *e = t->e;
	uint32_t pair = ed_pair_of_name(e, a->name);
	const BxPair *p = &e->t->pairs[pair];
	EdBound b;

	if (pair == BX_PAIR_XML || p->uri_len == 0)
		return BX_OK;
	if (p->prefix_len > 0)
	{
		BX_TRY(ed_bound(e, pair, &b));
		if (b.pair == pair)
			return BX_OK;
		if (b.pair == ED_NONE)
			return declare(t, pair);
		if (a->renamed)
			return conflict(t, pair);
	}
	BX_TRY(ed_fresh(e, (BxStr){p->uri, p->uri_len}, t->seq, &pair));
	BX_TRY(ed_name(e, pair, ed_local(e, a->name), &a->name));
	a->item = NULL;
	return declare(t, pair);
}

/* Old declarations; those of the top of a content are left out where the scope says the same. */
static BxStatus
take_declaration(Tag *t, const EdItem *d)
{
	BxEdit *e = t->e;
	uint32_t pair;
	EdBound b;

	BX_TRY(ed_pair_of(e, t->s, t->s->table.shapes[d->shape].name, &pair));
	if (e->scope.needed)
	{
		BX_TRY(ed_bound(e, pair, &b));
		if (t->in->top && b.pair == pair)
			return BX_OK;
		BX_TRY(ed_bind(e, pair, t->seq));
	}
	BX_TRY(ed_note(e, BX_LINE_NAMESPACE, t->declared++));
	if (t->copy)
		return ed_copy_tags(e, t->s->items + d->off, d->end - d->off, 1);
	return ed_out_namespace(e, pair);
}

/* ---- attributes ---- */

static BxStatus
add(Tag *t, const EdAttr *a)
{
	return bx_buf_append(&t->e->attrs, a, sizeof(*a), t->e->err);
}

static BxStatus
name_of(Tag *t, const BxEditAttribute *a, uint32_t *name)
{
	uint32_t pair;

	BX_TRY(ed_pair(t->e, a->prefix, a->uri, &pair));
	return ed_name(t->e, pair, a->local, name);
}

static BxStatus
add_new(Tag *t, const BxEditChange *c)
{
	EdAttr a;
	uint32_t i;

	t->added = true;
	for (i = 0; i < c->n_attrs; i++)
	{
		memset(&a, 0, sizeof(a));
		a.shape = a.origin = ED_NONE;
		a.payload = (const uint8_t *) c->attrs[i].value.s;
		a.n = (uint32_t) c->attrs[i].value.n;
		BX_TRY(name_of(t, &c->attrs[i], &a.name));
		BX_TRY(add(t, &a));
	}
	return BX_OK;
}

static BxStatus
set_one(Tag *t, const BxEditAttribute *set)
{
	BxEdit *e = t->e;
	EdAttr *a, made;
	uint32_t i, name;

	BX_TRY(name_of(t, set, &name));
	for (i = 0, a = attrs(e); i < n_attrs(e); i++, a++)
	{
		if (!same_expanded(e, a->name, name))
			continue;
		if (a->set)
			return ED_FAIL(e, BX_E_UPDATE, "XUDY0017: two values for one attribute");
		break;
	}
	memset(&made, 0, sizeof(made));
	made.name = i < n_attrs(e) ? a->name : name;
	made.shape = ED_NONE;
	made.origin = i < n_attrs(e) ? a->origin : ED_NONE;
	made.renamed = i < n_attrs(e) && a->renamed;
	made.payload = (const uint8_t *) set->value.s;
	made.n = (uint32_t) set->value.n;
	made.set = true;
	if (i == n_attrs(e))
		return add(t, &made);
	*a = made;
	return BX_OK;
}

static BxStatus
set_all(Tag *t, const BxEditChange *c)
{
	uint32_t i;

	for (i = 0; i < c->n_attrs; i++)
	{
		if ((i & 0xff) == 0xff)
			BX_TRY(bx_poll(t->e->host));
		BX_TRY(set_one(t, &c->attrs[i]));
	}
	return BX_OK;
}

static BxStatus
rename_attribute(Tag *t, EdAttr *a, const BxEditChange *c)
{
	BxEditAttribute name = {c->prefix, c->uri, c->local, {NULL, 0}};

	BX_TRY(bx_wellformed_attribute(c->prefix, c->local, t->e->err));
	t->added = true;
	a->item = NULL;
	a->renamed = c->prefix.n > 0;
	return name_of(t, &name, &a->name);
}

static BxStatus
change_attribute(Tag *t, EdAttr *a, const EdTarget *by)
{
	BxEdit *e = t->e;
	const uint32_t may =
		1u << BX_EDIT_REPLACE | 1u << BX_EDIT_VALUE | 1u << BX_EDIT_RENAME | 1u << BX_EDIT_DELETE;

	if (by->ops & ~may || by->node.part != BX_EDIT_ITEM || (by->replace && by->replace->value_n > 0))
	{
		ed_blame(e, &by->node);
		return ED_FAIL(e, BX_E_ARGUMENT, "this change is not possible for an attribute");
	}
	if (by->replace || (by->ops & 1u << BX_EDIT_DELETE))
		ed_gap(e, BX_LINE_ATTRIBUTE, a->origin);
	if (by->replace)
		return add_new(t, by->replace);
	if (by->ops & 1u << BX_EDIT_DELETE)
		return BX_OK;
	if (by->rename)
		BX_TRY(rename_attribute(t, a, by->rename));
	if (by->value)
	{
		a->shape = ED_NONE;
		a->item = NULL;
		a->payload = (const uint8_t *) by->value->text.s;
		a->n = (uint32_t) by->value->text.n;
		a->ref = false;
		a->set = true;
	}
	return add(t, a);
}

/* What changes an old item of the tag; NULL: nothing. */
static BxStatus
take_target(Tag *t, const EdItem *i, EdTarget **by)
{
	BxEdit *e = t->e;

	*by = NULL;
	if (!t->s->own || e->targets.next == e->targets.n || e->targets.list[e->targets.next].node.off >= i->end)
		return BX_OK;
	*by = &e->targets.list[e->targets.next++];
	if (i->kind == BX_KIND_ATTRIBUTE && (*by)->node.off == i->off)
		return BX_OK;
	ed_blame(e, &(*by)->node);
	return ED_FAIL(e, BX_E_ARGUMENT, "%s",
				   i->kind == BX_KIND_NAMESPACE ? "a namespace declaration cannot be changed"
												: "no node at this place");
}

static BxStatus
take_attribute(Tag *t, const EdItem *i)
{
	BxEdit *e = t->e;
	EdTarget *by;
	EdAttr a;

	memset(&a, 0, sizeof(a));
	a.shape = i->shape;
	a.origin = t->met++;
	BX_TRY(ed_name_of_shape(e, t->s, i->shape, &a.name));
	BX_TRY(ed_payload(e, t->s, i, &a.payload, &a.n, &a.ref));
	if (t->copy)
	{
		a.item = t->s->items + i->off;
		a.item_n = i->end - i->off;
	}
	BX_TRY(take_target(t, i, &by));
	return by == NULL ? add(t, &a) : change_attribute(t, &a, by);
}

typedef struct Sorted
{
	BxStr local;
	BxStr uri;
} Sorted;

static int
compare_sorted(const void *a, const void *b)
{
	const Sorted *x = a, *y = b;
	int c = bx_str_order(x->local, y->local);

	return c != 0 ? c : bx_str_order(x->uri, y->uri);
}

static BxStatus
refuse_twice(Tag *t)
{
	BxEdit *e = t->e;
	uint32_t i, n = n_attrs(e);
	BxArenaMark mark = bx_arena_mark(&e->arena);
	Sorted *sorted;

	if (!t->added || n < 2)
		return BX_OK;
	sorted = bx_arena_alloc(&e->arena, n * sizeof(Sorted));
	if (sorted == NULL)
		return ed_nomem(e, n * sizeof(Sorted));
	for (i = 0; i < n; i++)
		sorted[i] = (Sorted){ed_local(e, attrs(e)[i].name), uri_of(e, attrs(e)[i].name)};
	qsort(sorted, n, sizeof(Sorted), compare_sorted);
	for (i = 1; i < n; i++)
		if (compare_sorted(&sorted[i - 1], &sorted[i]) == 0)
			return ED_FAIL(e, BX_E_UPDATE, "XUDY0021: attribute would occur twice: \"%.*s\"",
						   ed_shown(sorted[i].local.n), sorted[i].local.s);
	bx_arena_release(&e->arena, &mark);
	return BX_OK;
}

/* ---- the tag ---- */

/* Where do the children start? */
static BxStatus
measure(Tag *t)
{
	BxEdit *e = t->e;
	EdItem i;

	t->content = t->item->content;
	if (t->item->kind != BX_KIND_ELEMENT)
	{
		t->content = t->item->end;
		return BX_OK;
	}
	for (; t->content < t->item->end; t->content = i.end, t->count++)
	{
		if ((t->count & 0xfff) == 0xfff)
			BX_TRY(bx_poll(e->host));
		BX_TRY(ed_item(e, t->s, t->content, t->item->end, &i));
		if (i.kind != BX_KIND_NAMESPACE && i.kind != BX_KIND_ATTRIBUTE)
			break;
	}
	return BX_OK;
}

/* Are there no changes but, of attributes that are there, those of the given operations? */
static bool
only(const Tag *t, uint32_t allowed)
{
	const BxEdit *e = t->e;
	const uint32_t ops = 1u << BX_EDIT_ATTRIBUTES | 1u << BX_EDIT_SET_ATTRIBUTE | 1u << BX_EDIT_RENAME;
	uint32_t i;

	if (!t->copy || (t->target != NULL && (t->target->ops & ops)))
		return false;
	for (i = e->targets.next; t->item->kind == BX_KIND_ELEMENT && i < e->targets.n; i++)
	{
		if (e->targets.list[i].node.off >= t->content)
			break;
		if ((e->targets.list[i].ops & ~allowed) || e->targets.list[i].node.part != BX_EDIT_ITEM)
			return false;
	}
	return true;
}

/* Take the declarations and attributes that are there, one after another. */
static BxStatus
each(Tag *t, BxStatus (*take)(Tag *t, const EdItem *i))
{
	uint32_t pos = t->item->kind == BX_KIND_ELEMENT ? t->item->content : t->content;
	EdItem i;

	for (; pos < t->content; pos = i.end)
	{
		BX_TRY(ed_item(t->e, t->s, pos, t->item->end, &i));
		BX_TRY(take(t, &i));
	}
	return BX_OK;
}

static BxStatus
bind_old(Tag *t, const EdItem *i)
{
	return i->kind != BX_KIND_NAMESPACE ? BX_OK : ed_bind(t->e, t->e->t->shapes[i->shape].name, t->seq);
}

/* Nothing changes: only the scope is of interest. */
static BxStatus
plain(Tag *t)
{
	BxEdit *e = t->e;

	if (t->item->kind != BX_KIND_ELEMENT)
		return BX_OK;
	if (e->scope.needed)
		BX_TRY(each(t, bind_old));
	return ed_copy_tags(e, t->s->items + t->item->content, t->content - t->item->content, t->count);
}

/* An attribute gets another value, or goes: no name is asked for. */
static BxStatus
take_value(Tag *t, const EdItem *i)
{
	BxEdit *e = t->e;
	EdTarget *by;

	BX_TRY(take_target(t, i, &by));
	if (i->kind == BX_KIND_NAMESPACE)
		return take_declaration(t, i);
	if (by != NULL && (by->ops & 1u << BX_EDIT_DELETE))
	{
		ed_gap(e, BX_LINE_ATTRIBUTE, t->met++);
		return BX_OK;
	}
	BX_TRY(ed_note(e, BX_LINE_ATTRIBUTE, t->met++));
	if (by == NULL)
		return ed_copy_tags(e, t->s->items + i->off, i->end - i->off, 1);
	return ed_out_value(e, i->shape, by->value->text);
}

BxStatus
ed_attribute(BxEdit *e, const EdItem *item, bool *possible)
{
	const EdTarget *t = &e->targets.list[e->targets.next];
	EdIn in = {.source = &e->base};
	Tag tag = {.e = e, .in = &in, .s = &e->base, .copy = true};

	*possible = (t->ops & ~PLAIN_OPS) == 0 && t->node.part == BX_EDIT_ITEM;
	return *possible ? take_value(&tag, item) : BX_OK;
}

/* A declaration goes out, an attribute is collected. */
static BxStatus
take_old(Tag *t, const EdItem *i)
{
	EdTarget *by;

	if (i->kind == BX_KIND_ATTRIBUTE)
		return take_attribute(t, i);
	BX_TRY(take_declaration(t, i));
	return take_target(t, i, &by);
}

/* The attributes that changes of one operation bring. */
static BxStatus
add_all(Tag *t, BxEditOp op, BxStatus (*bring)(Tag *t, const BxEditChange *c))
{
	uint32_t i;

	for (i = 0; t->target != NULL && i < t->target->n; i++)
	{
		const BxEditChange *c = ed_change(t->e, t->target, i);

		if (c->op == op)
			BX_TRY(bring(t, c));
	}
	return BX_OK;
}

static BxStatus
make(Tag *t)
{
	BxEdit *e = t->e;
	uint32_t i;

	e->attrs.len = 0;
	BX_TRY(each(t, take_old));
	BX_TRY(add_all(t, BX_EDIT_ATTRIBUTES, add_new));
	BX_TRY(add_all(t, BX_EDIT_SET_ATTRIBUTE, set_all));
	BX_TRY(refuse_twice(t));
	BX_TRY(need_element(t, t->target != NULL && t->target->rename != NULL));
	for (i = 0; e->scope.needed && i < n_attrs(e); i++)
		BX_TRY(need_attribute(t, &attrs(e)[i]));
	for (i = 0; i < n_attrs(e); i++)
	{
		BX_TRY(ed_note(e, BX_LINE_ATTRIBUTE, attrs(e)[i].origin));
		BX_TRY(ed_out_attribute(e, &attrs(e)[i]));
	}
	return BX_OK;
}

BxStatus
ed_tag(BxEdit *e, EdIn *in, const EdItem *item, EdTarget *target, uint32_t *content, bool *translate)
{
	Tag t = {.e = e, .in = in, .s = in->source, .item = item, .target = target, .seq = ed_out(e)->seq};

	t.copy = in->source->own && !in->translate && ed_out(e)->name == ED_NONE;
	if (target != NULL)
		ed_blame(e, &target->node);
	BX_TRY(measure(&t));
	if (only(&t, 0))
		BX_TRY(plain(&t));
	else if (only(&t, PLAIN_OPS))
		BX_TRY(each(&t, take_value));
	else
		BX_TRY(make(&t));
	*content = t.content;
	if (t.translate)
		*translate = true;
	return BX_OK;
}
