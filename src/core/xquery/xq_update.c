/*
 * xq_update.c -- primitives evaluated: targets checked as XQuery Update Facility 1.0 asks (sections 2.4.1 to 2.4.5),
 * and given to the edit.
 */
#include "xq_update_int.h"

typedef struct Runner
{
	XpForeign foreign;
	XqUpdateCall *call;
	XpSession *session;
	const XqUpdate *update;
	BxStr named; /* the last name that a rename gave, as it was written; s NULL: none yet */
	bool named_element;
	XpEmbedName name; /* what it means */
} Runner;

static BxError *
err_of(const Runner *r)
{
	return r->call->xp->err;
}

/* ---- targets ---- */

static bool
node_of(const XpNodePlace *t, BxEditNode *node)
{
	static const uint8_t parts[] = {
		[XP_PLACE_ITEM] = BX_EDIT_ITEM,
		[XP_PLACE_LEAF_TEXT] = BX_EDIT_LEAF_TEXT,
		[XP_PLACE_DOCUMENT] = BX_EDIT_DOCUMENT,
	};

	if (t->part == XP_PLACE_NAMESPACE)
		return false;
	*node = (BxEditNode){(BxEditPart) parts[t->part], t->off};
	return true;
}

/* An error about a target: its place goes with it. */
static BxStatus
bad_target(Runner *r, const XqPrimitive *n, const XpNodePlace *t, const char *what)
{
	r->call->has_error_node = t != NULL && node_of(t, &r->call->error_node);
	return bx_fail(err_of(r), BX_E_UPDATE, n->pos, "%s", what);
}

static BxStatus
add(Runner *r, const XpNodePlace *t, BxEditChange *change)
{
	BxStatus st;

	if (!node_of(t, &change->target))
		return bx_fail(err_of(r), BX_E_UPDATE, -1, "XUTY0008: namespace nodes cannot be changed");
	st = bx_edit_add(r->call->edit, change);
	if (st != BX_OK)
		r->call->has_error_node = node_of(t, &r->call->error_node);
	r->call->n_changes++;
	return st;
}

/* The single target of a primitive. */
typedef struct One
{
	XpNodePlace target;
	XpNodePlace parent;
	bool has_parent;
} One;

typedef struct Wording
{
	const char *kind; /* the target is a node of another kind */
	const char *many; /* not one node */
	const char *none;
	unsigned kinds; /* allowed: bits of BxKind, bit 0 the document */
} Wording;

#define K(kind) (1u << BX_KIND_##kind)
#define DOCUMENT 1u

static const Wording into = {
	"XUTY0005: target of \"insert into\" must be an element or the document",
	"XUTY0005: target of \"insert into\" must be a single node",
	"XUDY0027: target of \"insert\" selects nothing",
	K(ELEMENT) | DOCUMENT,
};

static const Wording beside = {
	"XUTY0006: target of \"insert before\" or \"after\" must be an element, text, comment or processing "
	"instruction",
	"XUTY0006: target of \"insert before\" or \"after\" must be a single node",
	"XUDY0027: target of \"insert\" selects nothing",
	K(ELEMENT) | K(TEXT) | K(COMMENT) | K(PI),
};

static const Wording replaced = {
	"XUTY0008: target of \"replace\" must be an element, attribute, text, comment or processing instruction",
	"XUTY0008: target of \"replace\" must be a single node",
	"XUDY0027: target of \"replace\" selects nothing",
	K(ELEMENT) | K(ATTRIBUTE) | K(TEXT) | K(COMMENT) | K(PI),
};

static const Wording renamed = {
	"XUTY0012: target of \"rename\" must be an element, attribute or processing instruction",
	"XUTY0012: target of \"rename\" must be a single node",
	"XUDY0027: target of \"rename\" selects nothing",
	K(ELEMENT) | K(ATTRIBUTE) | K(PI),
};

static bool
may_be_empty(const Runner *r, bool lenient)
{
	XqUpdateEmpty e = r->call->on_empty;

	return e == XQ_UPDATE_EMPTY_STANDARD ? lenient : e == XQ_UPDATE_EMPTY_IGNORE;
}

/* A target of several nodes: what changes each of them. */
static BxStatus
too_many(Runner *r, const XqPrimitive *n, const Wording *w)
{
	static const char *const each[][2] = {
		[XQ_UPDATE_INSERT] = {"insert node ... into $x", "bxml_insert"},
		[XQ_UPDATE_REPLACE] = {"replace node $x with ...", "bxml_replace"},
		[XQ_UPDATE_REPLACE_VALUE] = {"replace value of node $x with ...", "bxml_set"},
		[XQ_UPDATE_RENAME] = {"rename node $x as ...", "bxml_rename"},
	};
	BxStatus st = bad_target(r, n, NULL, w->many);

	return bx_hint(
		err_of(r), st,
		"To change each of several nodes write for $x in ... return %s, or call %s, which changes all "
		"nodes of a path.",
		each[n->kind][0], each[n->kind][1]);
}

/* *found is false for an empty target that is allowed to be. */
static BxStatus
find_one(Runner *r, const XqPrimitive *n, const Wording *w, bool parent, One *o, bool *found)
{
	bool more = false;
	XpItems items;
	XpItem item;

	memset(o, 0, sizeof(*o));
	BX_TRY(xp_session_items(r->session, n->root, &items));
	BX_TRY(xp_session_pull(r->session, &items, &item, found));
	if (!*found)
		return may_be_empty(r, n->lenient) ? BX_OK : bad_target(r, n, NULL, w->none);
	if (!xp_is_node(&item))
		return bad_target(r, n, NULL, w->many);
	o->target = xp_session_place(&item);
	if (parent)
		BX_TRY(xp_session_parent(r->session, &item, &o->parent, &o->has_parent));
	BX_TRY(xp_session_pull(r->session, &items, &item, &more));
	if (more)
		return too_many(r, n, w);
	if (!(w->kinds & (1u << o->target.kind)))
		return bad_target(r, n, &o->target, w->kind);
	return BX_OK;
}

/* The content of a primitive: attributes to one change, the rest to another, or to the same. */
static BxStatus
build(Runner *r, const XqPrimitive *n, BxEditChange *attributes, BxEditChange *nodes)
{
	const XqBuild b = {r->session, r->call->xp->host, err_of(r), r->call->options, r->call->keep};
	XqContent content;
	BxEditAttribute *attrs;
	uint32_t i;

	BX_TRY(xq_build(&b, n->source, &content));
	nodes->value = content.value;
	nodes->value_n = content.value_n;
	attributes->n_attrs = content.n_attrs;
	if (content.n_attrs == 0)
		return BX_OK;
	attributes->attrs = attrs = bx_arena_alloc(r->call->keep, content.n_attrs * sizeof(BxEditAttribute));
	if (attrs == NULL)
		return bx_fail_nomem(err_of(r), content.n_attrs * sizeof(BxEditAttribute));
	for (i = 0; i < content.n_attrs; i++)
	{
		const XqAttribute *a = &content.attrs[i];

		attrs[i] = (BxEditAttribute){a->name.prefix, a->name.uri, a->name.local, a->value};
	}
	return BX_OK;
}

/* ---- primitives ---- */

/* Attributes go to the element that children go into. */
static BxStatus
insert_attributes(Runner *r, const XqPrimitive *n, const One *o, bool inside, BxEditChange *change)
{
	const XpNodePlace *element = inside ? &o->target : &o->parent;

	if (change->n_attrs == 0)
		return BX_OK;
	if (element->part == XP_PLACE_DOCUMENT)
		return bad_target(r, n, element,
						  inside ? "XUTY0022: the document has no attributes"
								 : "XUDY0030: the document has no attributes");
	return add(r, element, change);
}

static BxStatus
run_insert(Runner *r, const XqPrimitive *n)
{
	bool inside = n->where == BX_EDIT_INSERT_FIRST || n->where == BX_EDIT_INSERT_LAST;
	BxEditChange attributes = {.op = BX_EDIT_ATTRIBUTES}, change = {.op = (BxEditOp) n->where};
	bool found;
	One o;

	BX_TRY(find_one(r, n, inside ? &into : &beside, !inside, &o, &found));
	if (!found)
		return BX_OK;
	BX_TRY(build(r, n, &attributes, &change));
	BX_TRY(insert_attributes(r, n, &o, inside, &attributes));
	return change.value_n > 0 ? add(r, &o.target, &change) : BX_OK;
}

/* Deleting a node without parent has no effect. */
static BxStatus
run_delete(Runner *r, const XqPrimitive *n)
{
	bool any = false, found;
	XpItems items;
	XpItem item;

	BX_TRY(xp_session_items(r->session, n->root, &items));
	for (;; any = true)
	{
		BxEditChange change = {.op = BX_EDIT_DELETE};
		XpNodePlace place;

		BX_TRY(xp_session_pull(r->session, &items, &item, &found));
		if (!found)
			break;
		if (!xp_is_node(&item))
			return bad_target(r, n, NULL, "XUTY0007: target of \"delete\" must be nodes");
		place = xp_session_place(&item);
		if (place.part != XP_PLACE_DOCUMENT)
			BX_TRY(add(r, &place, &change));
	}
	if (!any && !may_be_empty(r, true))
		return bad_target(r, n, NULL, "XUDY0027: target of \"delete\" selects nothing");
	return BX_OK;
}

/* The nodes that replace the target. */
static BxStatus
build_replacement(Runner *r, const XqPrimitive *n, const XpNodePlace *target, BxEditChange *change)
{
	bool attribute = target->kind == BX_KIND_ATTRIBUTE;

	BX_TRY(build(r, n, change, change));
	if (attribute && change->value_n > 0)
		return bad_target(r, n, target, "XUTY0011: an attribute is replaced by attributes only");
	if (!attribute && change->n_attrs > 0)
		return bad_target(r, n, target, "XUTY0010: only attributes are replaced by attributes");
	return BX_OK;
}

/* The value of a primitive as a string that lasts. */
static BxStatus
string_of(Runner *r, const XqPrimitive *n, BxStr *text)
{
	BxBuf buf;
	BxStatus st;
	char *p;

	bx_buf_init(&buf, r->call->xp->host);
	st = xp_session_join(r->session, n->value, &buf);
	p = st == BX_OK ? bx_arena_alloc(r->call->keep, buf.len + 1) : NULL;
	if (st == BX_OK && p == NULL)
		st = bx_fail_nomem(err_of(r), buf.len);
	if (st == BX_OK && buf.len > 0)
		memcpy(p, buf.data, buf.len);
	*text = (BxStr){p, buf.len};
	bx_buf_free(&buf);
	return st;
}

/* Replace the target, or its value. */
static BxStatus
run_replace(Runner *r, const XqPrimitive *n)
{
	bool value = n->kind == XQ_UPDATE_REPLACE_VALUE;
	BxEditChange change = {.op = value ? BX_EDIT_VALUE : BX_EDIT_REPLACE};
	bool found;
	One o;

	BX_TRY(find_one(r, n, &replaced, false, &o, &found));
	if (!found)
		return BX_OK;
	BX_TRY(value ? string_of(r, n, &change.text) : build_replacement(r, n, &o.target, &change));
	return add(r, &o.target, &change);
}

/* Most renames of one expression give the same name: it is read, and kept, once. */
static BxStatus
meaning_of(Runner *r, const BxBuf *text, bool element)
{
	const char *s = text->len > 0 ? (const char *) text->data : "";

	if (r->named.s != NULL && r->named.n == text->len && r->named_element == element &&
		memcmp(r->named.s, s, text->len) == 0)
		return BX_OK;
	r->named.s = NULL;
	BX_TRY(xp_name(r->update->block, s, text->len, element, r->call->keep, &r->name, err_of(r)));
	r->named = (BxStr){bx_arena_strndup(r->call->keep, s, text->len), text->len};
	r->named_element = element;
	return r->named.s != NULL ? BX_OK : bx_fail_nomem(err_of(r), text->len);
}

static BxStatus
run_rename(Runner *r, const XqPrimitive *n)
{
	BxEditChange change = {.op = BX_EDIT_RENAME};
	BxStatus st;
	BxBuf text;
	bool found;
	One o;

	BX_TRY(find_one(r, n, &renamed, false, &o, &found));
	if (!found)
		return BX_OK;
	bx_buf_init(&text, r->call->xp->host);
	st = xp_session_join(r->session, n->value, &text);
	if (st == BX_OK)
	{
		st = meaning_of(r, &text, o.target.kind == BX_KIND_ELEMENT);
		if (st != BX_OK)
			r->call->has_error_node = node_of(&o.target, &r->call->error_node);
	}
	bx_buf_free(&text);
	BX_TRY(st);
	change.prefix = r->name.prefix;
	change.uri = r->name.uri;
	change.local = r->name.local;
	return add(r, &o.target, &change);
}

/* ---- the whole ---- */

static BxStatus
run_primitive(XpForeign *foreign, uint32_t number)
{
	Runner *r = (Runner *) foreign;
	const XqPrimitive *n = &r->update->primitives[number];

	BX_TRY(bx_poll(r->call->xp->host));
	switch (n->kind)
	{
		case XQ_UPDATE_INSERT: return run_insert(r, n);
		case XQ_UPDATE_DELETE: return run_delete(r, n);
		case XQ_UPDATE_REPLACE:
		case XQ_UPDATE_REPLACE_VALUE: return run_replace(r, n);
		default: return run_rename(r, n);
	}
}

/* Primitives run as the expression around them is evaluated; there are no items. */
static BxStatus
run_all(Runner *r)
{
	bool found = true;
	XpItem item;

	while (found)
		BX_TRY(xp_session_next(r->session, &item, &found));
	return BX_OK;
}

BxStatus
xq_update_run(const XqUpdate *update, XqUpdateCall *call)
{
	Runner r = {.foreign = {run_primitive}, .call = call, .update = update};
	BxStatus st;

	call->n_changes = 0;
	call->has_error_node = false;
	st = xp_session_open(call->xp, update->block, XP_OPEN_NAMES | XP_OPEN_ANCESTORS, &r.foreign, &r.session);
	if (st == BX_OK)
		st = run_all(&r);
	xp_session_close(r.session);
	return st;
}
