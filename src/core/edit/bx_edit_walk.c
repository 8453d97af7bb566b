/*
 * bx_edit_walk.c -- the one pass over the old value, and over what is inserted.
 *
 * A stack says what is being read: the children of an element, a leaf taken apart, the changes of a target.  Items
 * with no target in them are passed over by their length and copied as they are, unless their shapes change with the
 * name of an element above them.
 */
#include "bx_edit_int.h"

#include "../encode/bx_wellformed.h"

/* Stages of the current child of ITEMS, and of a LEAF. */
enum
{
	ST_NEXT,
	ST_BEFORE,
	ST_SELF,
	ST_AFTER,
	ST_LAST,
	ST_END
};

/* Entries that the stack has room for at first: few documents are deeper. */
#define STACK_START 8

#define BIT(op) (1u << (op))

#define CHILD_OPS                                                                                            \
	(BIT(BX_EDIT_INSERT_BEFORE) | BIT(BX_EDIT_INSERT_AFTER) | BIT(BX_EDIT_REPLACE) | BIT(BX_EDIT_DELETE))
#define ELEMENT_OPS                                                                                          \
	(CHILD_OPS | BIT(BX_EDIT_INSERT_FIRST) | BIT(BX_EDIT_INSERT_LAST) | BIT(BX_EDIT_ATTRIBUTES) |            \
	 BIT(BX_EDIT_SET_ATTRIBUTE) | BIT(BX_EDIT_VALUE) | BIT(BX_EDIT_RENAME))

static inline EdIn *
top(BxEdit *e)
{
	return (EdIn *) (void *) (e->ins.data + e->ins.len) - 1;
}

static BxStatus
push(BxEdit *e, const EdIn *in)
{
	return bx_buf_append(&e->ins, in, sizeof(*in), e->err);
}

static BxStatus
push_changes(BxEdit *e, EdTarget *target, BxEditOp op)
{
	EdIn in;

	if (target == NULL || !(target->ops & BIT(op)))
		return BX_OK;
	memset(&in, 0, sizeof(in));
	in.kind = ED_IN_CHANGES;
	in.target = target;
	in.op = op;
	return push(e, &in);
}

static inline bool
is_element(uint8_t kind)
{
	return kind == BX_KIND_ELEMENT || kind == BX_KIND_LEAF;
}

/* ---- what is inserted ---- */

static BxStatus
push_content(BxEdit *e, const BxEditChange *c)
{
	EdIn in;

	if (c->value_n == 0)
		return BX_OK;
	if (e->content.v != c->value || e->content.n != c->value_n)
	{
		bx_arena_reset(&e->content_arena);
		BX_TRY(ed_source_open(e, &e->content, &e->content_arena, c->value, c->value_n));
	}
	memset(&in, 0, sizeof(in));
	in.kind = ED_IN_ITEMS;
	in.source = &e->content;
	in.translate = in.top = true;
	in.end = e->content.table.head.items_len;
	return push(e, &in);
}

/* The next change of a target with the operation. */
static BxStatus
step_changes(BxEdit *e)
{
	EdIn *in = top(e);
	const BxEditChange *c;

	ed_blame(e, &in->target->node);
	while (in->next < in->target->n)
	{
		c = ed_change(e, in->target, in->next++);
		if (c->op == in->op)
			return push_content(e, c);
	}
	e->ins.len -= sizeof(EdIn);
	return BX_OK;
}

/* ---- children ---- */

static BxStatus
child_text(BxEdit *e, const EdIn *in, const EdItem *i)
{
	EdText t;

	memset(&t, 0, sizeof(t));
	t.origin = e->origin;
	BX_TRY(ed_payload(e, in->source, i, &t.payload, &t.n, &t.ref));
	if (in->source->own && i->kind == BX_KIND_TEXT)
	{
		t.item_shape = i->shape;
		t.item = in->source->items + i->off;
		t.item_n = i->end - i->off;
	}
	return ed_text(e, &t);
}

/* A leaf that stays one, unless its prefix must be declared. */
static BxStatus
translate_leaf(BxEdit *e, EdIn *in, const EdItem *i, uint32_t name)
{
	const uint8_t *payload;
	uint32_t n, content;
	EdBound b = {ed_pair_of_name(e, name), 0};
	bool ref, translate = false;

	if (e->scope.needed)
		BX_TRY(ed_bound(e, b.pair, &b));
	if (b.pair == ed_pair_of_name(e, name) || ed_pair_of_name(e, name) == BX_PAIR_XML)
	{
		BX_TRY(ed_payload(e, in->source, i, &payload, &n, &ref));
		if (ed_depth(e) >= e->opt.limits.max_depth && !in->source->own)
			return bx_fail_limit(e->err, BX_E_DEPTH, "bxml.max_depth", e->opt.limits.max_depth,
								 "depth of nested elements");
		return ed_child(e, BX_KIND_LEAF, name, payload, n, ref);
	}
	BX_TRY(ed_start(e, name, ED_NONE, false));
	BX_TRY(ed_tag(e, in, i, NULL, &content, &translate));
	BX_TRY(child_text(e, in, i)); /* a new element: where the text comes from does not matter */
	return ed_end(e);
}

/* Children of an element that was just started and whose tag is made. */
static BxStatus
push_children(BxEdit *e, const EdIn *in, const EdItem *i, EdTarget *target, uint32_t content, bool translate)
{
	EdIn sub;

	memset(&sub, 0, sizeof(sub));
	sub.kind = ED_IN_ITEMS;
	sub.source = in->source;
	sub.closes = true;
	sub.translate = translate;
	sub.pos = content;
	sub.end = i->end;
	sub.target = target;
	BX_TRY(push(e, &sub));
	return push_changes(e, target, BX_EDIT_INSERT_FIRST);
}

/* A child other than text that no change is about, item by item. */
static BxStatus
translate_child(BxEdit *e, EdIn *in, const EdItem *i)
{
	uint32_t name, content;
	bool translate = true;

	BX_TRY(ed_name_of_shape(e, in->source, i->shape, &name));
	if (i->kind == BX_KIND_LEAF)
		return translate_leaf(e, in, i, name);
	if (i->kind != BX_KIND_ELEMENT)
		return ed_child(e, i->kind, name, i->payload, i->len, false);
	BX_TRY(ed_start(e, name, in->source->own ? i->shape : ED_NONE, false));
	BX_TRY(ed_tag(e, in, i, NULL, &content, &translate));
	return push_children(e, in, i, NULL, content, true);
}

static BxStatus
copy_child(BxEdit *e, EdIn *in, const EdItem *i)
{
	if (i->kind == BX_KIND_TEXT)
		return child_text(e, in, i);
	if (i->kind == BX_KIND_ATTRIBUTE || i->kind == BX_KIND_NAMESPACE)
		return ed_damaged(e, in->source, i->off);
	if (in->translate)
		return translate_child(e, in, i);
	return ed_copy(e, in->source->items + i->off, i->end - i->off, i->shape);
}

/* ---- targets ---- */

static BxStatus
impossible(BxEdit *e, const EdTarget *t, const char *kind)
{
	ed_blame(e, &t->node);
	return ED_FAIL(e, BX_E_ARGUMENT, "this change is not possible for %s", kind);
}

/* Can the changes of a target be made to a node of that kind? */
static BxStatus
check_target(BxEdit *e, const EdTarget *t, uint8_t kind)
{
	static const struct
	{
		uint32_t ops;
		const char *what;
	} kinds[] = {
		[BX_KIND_ELEMENT] = {ELEMENT_OPS, "an element"},
		[BX_KIND_LEAF] = {ELEMENT_OPS, "an element"},
		[BX_KIND_ATTRIBUTE] = {0, "an attribute"},
		[BX_KIND_TEXT] = {CHILD_OPS | BIT(BX_EDIT_VALUE), "a text"},
		[BX_KIND_COMMENT] = {CHILD_OPS | BIT(BX_EDIT_VALUE), "a comment"},
		[BX_KIND_PI] = {CHILD_OPS | BIT(BX_EDIT_VALUE) | BIT(BX_EDIT_RENAME), "a processing instruction"},
		[BX_KIND_NAMESPACE] = {0, "a namespace declaration"},
	};

	if ((t->ops & ~kinds[kind].ops) != 0 || (t->replace != NULL && t->replace->n_attrs > 0))
		return impossible(e, t, kinds[kind].what);
	if (kind == BX_KIND_PI && t->rename != NULL && t->rename->prefix.n + t->rename->uri.n > 0)
		return impossible(e, t, kinds[kind].what);
	if (kind == BX_KIND_PI && t->rename != NULL)
		BX_TRY(bx_wellformed_target(t->rename->local, e->err));
	if (t->value == NULL)
		return BX_OK;
	if (kind == BX_KIND_COMMENT)
		return bx_wellformed_comment(t->value->text, e->err);
	return kind == BX_KIND_PI ? bx_wellformed_pi(t->value->text, e->err) : BX_OK;
}

/* Changes of nodes that go have no effect. */
static void
pass_targets(BxEdit *e, uint32_t end)
{
	while (e->targets.next < e->targets.n && e->targets.list[e->targets.next].node.off < end)
		e->targets.next++;
}

static bool
goes(const EdTarget *t)
{
	return t != NULL && (t->ops & (BIT(BX_EDIT_REPLACE) | BIT(BX_EDIT_DELETE)));
}

static BxStatus
new_name(BxEdit *e, const BxEditChange *c, uint32_t *name)
{
	uint32_t pair;

	BX_TRY(ed_pair(e, c->prefix, c->uri, &pair));
	return ed_name(e, pair, c->local, name);
}

/* The children of an element whose tag ends at `content`: how many, and is it one text? */
static BxStatus
count_children(BxEdit *e, const EdSource *s, const EdItem *i, uint32_t content, uint32_t *n, bool *text)
{
	EdItem child;

	*n = i->kind == BX_KIND_LEAF && i->len > 0;
	*text = *n > 0;
	for (; i->kind == BX_KIND_ELEMENT && content < i->end; content = child.end)
	{
		if ((*n & 0xfff) == 0xfff)
			BX_TRY(bx_poll(e->host));
		BX_TRY(ed_item(e, s, content, i->end, &child));
		*text = (*n)++ == 0 && child.kind == BX_KIND_TEXT;
	}
	return BX_OK;
}

/*
 * The content of an element becomes a text.  Where it was one text and no change is about that, the text stays the node
 * it is; else the text is a new node.
 */
static BxStatus
value_of_element(BxEdit *e, const EdSource *s, const EdItem *i, uint32_t content, BxStr value)
{
	bool same, changed = e->targets.next < e->targets.n && e->targets.list[e->targets.next].node.off < i->end;
	uint32_t n;

	BX_TRY(count_children(e, s, i, content, &n, &same));
	pass_targets(e, i->end);
	e->origin = same && !changed ? 0 : ED_NONE;
	if (n > 0 && e->origin == ED_NONE)
		BX_TRY(ed_content_goes(e, n));
	return ed_new_text(e, value);
}

/* An element with changes on it or in it. */
static BxStatus
change_element(BxEdit *e, EdIn *in, const EdItem *i, EdTarget *t)
{
	EdIn copy = *in, leaf;
	uint32_t name = ED_NONE, content;
	bool translate = copy.translate;

	if (t != NULL && t->rename != NULL)
		BX_TRY(new_name(e, t->rename, &name));
	translate = translate || (name != ED_NONE && ed_paths(e));
	BX_TRY(ed_start(e, name, i->shape, !copy.translate));
	BX_TRY(ed_tag(e, &copy, i, t, &content, &translate));
	if (t != NULL && t->value != NULL)
	{
		BX_TRY(value_of_element(e, in->source, i, content, t->value->text));
		return ed_end(e);
	}
	if (i->kind == BX_KIND_ELEMENT)
		return push_children(e, &copy, i, t, content, translate);
	memset(&leaf, 0, sizeof(leaf));
	leaf.kind = ED_IN_LEAF;
	leaf.source = copy.source;
	leaf.translate = translate;
	leaf.item = *i;
	leaf.target = t;
	if (e->targets.next < e->targets.n && e->targets.list[e->targets.next].node.off == i->off)
	{
		leaf.text = &e->targets.list[e->targets.next++];
		BX_TRY(i->len > 0 ? check_target(e, leaf.text, BX_KIND_TEXT) : impossible(e, leaf.text, "no text"));
	}
	BX_TRY(push(e, &leaf));
	return push_changes(e, t, BX_EDIT_INSERT_FIRST);
}

/* The node itself, without what comes before and after. */
static BxStatus
change_self(BxEdit *e, EdIn *in, const EdItem *i, EdTarget *t)
{
	uint32_t name;
	BxStr text;

	if (goes(t))
	{
		pass_targets(e, i->end);
		BX_TRY(ed_child_goes(e, e->origin));
		return push_changes(e, t, BX_EDIT_REPLACE);
	}
	if (is_element(i->kind))
		return change_element(e, in, i, t);
	if (t->value == NULL && t->rename == NULL)
		return copy_child(e, in, i);
	text = t->value != NULL ? t->value->text : (BxStr){(const char *) i->payload, i->len};
	if (i->kind == BX_KIND_TEXT)
		return ed_new_text(e, text);
	BX_TRY(ed_name_of_shape(e, in->source, i->shape, &name));
	if (t->rename != NULL)
		BX_TRY(new_name(e, t->rename, &name));
	return ed_child(e, i->kind, name, (const uint8_t *) text.s, (uint32_t) text.n, false);
}

/* ---- steps ---- */

/* The text of a leaf that was taken apart, and what comes before and after it. */
static BxStatus
step_leaf(BxEdit *e)
{
	EdIn *in = top(e), copy;

	switch (++in->stage)
	{
		case ST_BEFORE: return push_changes(e, in->text, BX_EDIT_INSERT_BEFORE);
		case ST_SELF:
			e->origin = in->item.len > 0 ? 0 : ED_NONE;
			if (goes(in->text))
				ed_gap(e, BX_LINE_CHILD, 0);
			if (goes(in->text))
				return push_changes(e, in->text, BX_EDIT_REPLACE);
			if (in->text != NULL && in->text->value != NULL)
				return ed_new_text(e, in->text->value->text);
			copy = *in;
			return child_text(e, &copy, &copy.item);
		case ST_AFTER: return push_changes(e, in->text, BX_EDIT_INSERT_AFTER);
		case ST_LAST: return push_changes(e, in->target, BX_EDIT_INSERT_LAST);
		default: break;
	}
	e->ins.len -= sizeof(EdIn);
	return ed_end(e);
}

static BxStatus
end_items(BxEdit *e)
{
	EdIn *in = top(e);
	bool closes = in->closes;

	if (in->stage == ST_NEXT)
	{
		in->stage = ST_LAST;
		if (in->target != NULL && (in->target->ops & BIT(BX_EDIT_INSERT_LAST)))
			return push_changes(e, in->target, BX_EDIT_INSERT_LAST);
	}
	e->ins.len -= sizeof(EdIn);
	return closes ? ed_end(e) : BX_OK;
}

/* Continue with the target that is the current child: what comes before it, itself, what comes after. */
static BxStatus
step_target(BxEdit *e)
{
	EdIn *in = top(e), copy;
	EdTarget *at = in->at;

	ed_blame(e, &at->node);
	switch (++in->stage)
	{
		case ST_BEFORE: return push_changes(e, at, BX_EDIT_INSERT_BEFORE);
		case ST_SELF:
			copy = *in;
			e->origin = copy.index - 1;
			return change_self(e, &copy, &copy.item, at);
		default: break;
	}
	in->at = NULL;
	in->stage = ST_NEXT;
	return push_changes(e, at, BX_EDIT_INSERT_AFTER);
}

static BxStatus
no_node(BxEdit *e, const EdTarget *t)
{
	ed_blame(e, &t->node);
	return ED_FAIL(e, BX_E_ARGUMENT, "no node at this place");
}

/*
 * The children after one that was copied, up to the next change, in one piece.  A text waits for the child after it,
 * since a text before a change may be merged.
 */
static BxStatus
copy_run(BxEdit *e)
{
	EdIn *in = top(e);
	uint32_t stop = e->targets.next < e->targets.n ? e->targets.list[e->targets.next].node.off : UINT32_MAX;
	uint32_t seq = ed_out(e)->seq, from = in->pos, pos = from, text = ED_NONE, n = 0, met = 0;
	EdItem i;

	for (; pos < in->end; pos = i.end)
	{
		if ((met & 0xfff) == 0xfff)
			BX_TRY(bx_poll(e->host));
		BX_TRY(ed_item(e, in->source, pos, in->end, &i));
		if (i.end > stop || i.kind == BX_KIND_ATTRIBUTE || i.kind == BX_KIND_NAMESPACE)
			break;
		if (i.kind == BX_KIND_TEXT && (text != ED_NONE || i.len == 0 || !ed_text_stays(e, i.shape)))
			break;
		met++;
		if (i.kind == BX_KIND_TEXT)
		{
			text = i.shape;
			continue;
		}
		if (text != ED_NONE)
			BX_TRY(ed_shape_use(e, text, seq));
		BX_TRY(ed_shape_use(e, i.shape, seq));
		text = ED_NONE;
		n = met;
		in->pos = i.end;
	}
	if (n == 0)
		return BX_OK;
	in->index += n;
	return ed_copy_run(e, in->source->items + from, in->pos - from, in->index - n, n);
}

/* A child of the old value, where targets may be. */
static BxStatus
step_old(BxEdit *e, EdIn *in, const EdItem *i)
{
	EdTarget *t = e->targets.next < e->targets.n ? &e->targets.list[e->targets.next] : NULL;
	EdIn copy;

	if (e->ins.len == sizeof(EdIn) && e->top.index++ == e->top.doctype_place)
		e->top.doctype_at = e->top.items;
	if (t == NULL || t->node.off >= i->end)
	{
		copy = *in;
		BX_TRY(copy_child(e, &copy, i));
		return copy.translate || i->kind == BX_KIND_TEXT || e->ins.len == sizeof(EdIn) ? BX_OK : copy_run(e);
	}
	if (t->node.off < i->off)
		return no_node(e, t);
	if (t->node.off == i->off && t->node.part == BX_EDIT_ITEM)
	{
		BX_TRY(check_target(e, t, i->kind));
		e->targets.next++;
		in->at = t;
		in->item = *i;
		return BX_OK;
	}
	if (i->kind != BX_KIND_ELEMENT && (i->kind != BX_KIND_LEAF || t->node.off != i->off))
		return no_node(e, t);
	copy = *in;
	return change_element(e, &copy, i, NULL);
}

static BxStatus
step_items(BxEdit *e)
{
	EdIn *in = top(e), copy;
	EdItem i;

	if (in->at != NULL)
		return step_target(e);
	if (in->pos >= in->end)
		return end_items(e);
	BX_TRY(ed_item(e, in->source, in->pos, in->end, &i));
	in->pos = i.end;
	e->origin = in->source->own ? in->index++ : ED_NONE;
	if (in->source->own)
		return step_old(e, in, &i);
	copy = *in;
	return copy_child(e, &copy, &i);
}

/* Read until the stack is as low as that. */
static BxStatus
read_down_to(BxEdit *e, size_t len)
{
	uint64_t steps = 0;

	while (e->ins.len > len)
	{
		if ((++steps & 0xfff) == 0)
			BX_TRY(bx_poll(e->host));
		switch (top(e)->kind)
		{
			case ED_IN_ITEMS: BX_TRY(step_items(e)); break;
			case ED_IN_LEAF: BX_TRY(step_leaf(e)); break;
			case ED_IN_CHANGES: BX_TRY(step_changes(e)); break;
		}
	}
	return BX_OK;
}

/* The top of the old value is what is read first. */
BxStatus
ed_walk_begin(BxEdit *e)
{
	EdIn in;

	memset(&in, 0, sizeof(in));
	in.kind = ED_IN_ITEMS;
	in.source = &e->base;
	in.end = e->t->head.items_len;
	in.target = e->targets.document;
	BX_TRY(bx_buf_reserve(&e->ins, STACK_START * sizeof(EdIn), e->err));
	if (e->scope.needed)
		BX_TRY(ed_scope_begin(e));
	return push(e, &in);
}

BxStatus
ed_walk_item(BxEdit *e, const EdItem *item)
{
	EdIn in = *top(e);
	size_t below = e->ins.len;

	in.pos = item->off;
	in.end = item->end;
	BX_TRY(push(e, &in));
	BX_TRY(read_down_to(e, below));
	return ed_flush(e);
}

/* Read the old items from the top, with what is inserted in its place. */
BxStatus
ed_walk(BxEdit *e)
{
	BX_TRY(ed_out_begin(e));
	BX_TRY(ed_walk_begin(e));
	BX_TRY(push_changes(e, e->targets.document, BX_EDIT_INSERT_FIRST));
	BX_TRY(read_down_to(e, 0));
	if (e->targets.next < e->targets.n)
		return no_node(e, &e->targets.list[e->targets.next]);
	return ed_out_end(e);
}
