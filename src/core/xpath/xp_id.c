/*
 * xp_id.c -- id() (XPath 1.0 section 4.1): elements by their ID.
 *
 * IDs are attributes that the DTD declares so, and xml:id wherever it stands.  The first call of an evaluation walks
 * over the document once and keeps an index, sixteen bytes for each ID; every further call costs its arguments.  When
 * the tables of the value hold no such attribute, not even the walk is made.  Of two elements with one ID the first
 * counts.
 */
#include "xp_id_int.h"
#include "xp_seq_int.h"

/* An element with an ID. */
typedef struct Entry
{
	uint32_t hash;
	uint32_t attribute; /* offset of the attribute's item */
	uint32_t key;       /* of the element; 0: the slot is free */
	uint32_t up;
} Entry;

/* What the attributes of a row may be. */
typedef enum RowUse
{
	NOT_ID,
	XML_ID,
	SOME_ID, /* depends on the element */
} RowUse;

typedef struct XpIds
{
	Entry *slots;
	uint32_t cap;
	uint32_t n;
} XpIds;

typedef struct Frame
{
	uint32_t end;
	uint32_t off; /* of the element's item */
	uint32_t row;
	uint32_t anchor; /* XP_NO_UP until something below has an ID */
} Frame;

typedef struct Indexer
{
	XpEv *ev;
	XpIds *ids;
	XpIdNames names;
	uint8_t *uses; /* RowUse of rows */
	Frame *frames;
	uint32_t level;
} Indexer;

static void *
keep_alloc(XpEv *ev, size_t n)
{
	void *p = bx_arena_alloc(&ev->keep, n);

	if (p == NULL)
		xp_nomem(ev, n);
	else
		memset(p, 0, n);
	return p;
}

/* ---- names ---- */

static uint32_t
hash_more(uint32_t h, const char *s, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		h = (h ^ (uint8_t) s[i]) * 16777619u;
	return h;
}

static uint32_t
hash_end(uint32_t h)
{
	return h ^ (h >> 15);
}

#define HASH_START 2166136261u

static bool
same(XpStr a, XpStr b)
{
	return xp_same_text(a.s, a.n, b.s, b.n);
}

/* The slot of a name: taken by it, or free. */
static XpIdName *
find_name(XpIdName *slots, uint32_t cap, XpStr element, XpStr attribute)
{
	uint32_t h =
		hash_end(hash_more(hash_more(HASH_START, element.s, element.n) + 1, attribute.s, attribute.n));

	for (; slots[h & (cap - 1)].attribute.s != NULL; h++)
		if (same(slots[h & (cap - 1)].attribute, attribute) && same(slots[h & (cap - 1)].element, element))
			break;
	return &slots[h & (cap - 1)];
}

static BxStatus
grow_names(XpEv *ev, XpIdNames *names)
{
	uint32_t cap = names->cap ? names->cap * 2 : 16;
	XpIdName *slots = keep_alloc(ev, cap * sizeof(XpIdName));
	uint32_t i;

	if (slots == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < names->cap; i++)
		if (names->slots[i].attribute.s != NULL)
			*find_name(slots, cap, names->slots[i].element, names->slots[i].attribute) = names->slots[i];
	names->slots = slots;
	names->cap = cap;
	return BX_OK;
}

BxStatus
xp_id_declare(XpEv *ev, XpIdNames *names, XpStr element, XpStr attribute, bool id)
{
	static const XpStr any = {NULL, 0};
	XpIdName *slot;

	if (names->n + 2 >= names->cap / 2)
		BX_TRY(grow_names(ev, names));
	slot = find_name(names->slots, names->cap, element, attribute);
	if (slot->attribute.s != NULL)
		return BX_OK;
	slot->element = element;
	slot->attribute = attribute;
	slot->id = id;
	names->n++;
	if (!id)
		return BX_OK;
	names->any = true;
	slot = find_name(names->slots, names->cap, any, attribute);
	names->n += slot->attribute.s == NULL;
	slot->element = any;
	slot->attribute = attribute;
	slot->id = true;
	return BX_OK;
}

/* The name of a row as it is written. */
static BxStatus
name_of_row(XpEv *ev, uint32_t row, XpStr *s)
{
	const BxNameInfo *name = &ev->table->names[ev->table->rows[row].name];
	const BxPair *pair = &ev->table->pairs[name->pair];
	char *p;

	s->s = name->local;
	s->n = name->len;
	if (pair->prefix_len == 0)
		return BX_OK;
	s->n = pair->prefix_len + 1 + name->len;
	s->s = p = xp_alloc(ev, s->n);
	if (p == NULL)
		return BX_E_NOMEM;
	memcpy(p, pair->prefix, pair->prefix_len);
	p[pair->prefix_len] = ':';
	memcpy(p + pair->prefix_len + 1, name->local, name->len);
	return BX_OK;
}

static BxStatus
use_of_row(Indexer *x, uint32_t row)
{
	static const XpStr any = {NULL, 0};
	const BxTable *t = x->ev->table;
	const BxNameInfo *name;
	BxArenaMark mark;
	XpStr s;

	if (t->rows[row].kind != BX_KIND_ATTRIBUTE)
		return BX_OK;
	name = &t->names[t->rows[row].name];
	if (name->pair == BX_PAIR_XML && name->len == 2 && memcmp(name->local, "id", 2) == 0)
		x->uses[row] = XML_ID;
	else if (x->names.any)
	{
		mark = bx_arena_mark(x->ev->arena);
		BX_TRY(name_of_row(x->ev, row, &s));
		if (find_name(x->names.slots, x->names.cap, any, s)->id)
			x->uses[row] = SOME_ID;
		bx_arena_release(x->ev->arena, &mark);
	}
	return BX_OK;
}

static BxStatus
is_id(Indexer *x, uint32_t element, uint32_t attribute, bool *yes)
{
	BxArenaMark mark = bx_arena_mark(x->ev->arena);
	XpStr el, at;

	*yes = x->uses[attribute] == XML_ID;
	if (x->uses[attribute] != SOME_ID)
		return BX_OK;
	BX_TRY(name_of_row(x->ev, element, &el));
	BX_TRY(name_of_row(x->ev, attribute, &at));
	*yes = find_name(x->names.slots, x->names.cap, el, at)->id;
	bx_arena_release(x->ev->arena, &mark);
	return BX_OK;
}

/* ---- the index ---- */

static bool
is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The ID an attribute holds, without the white space around it. */
static BxStatus
id_text(XpEv *ev, const XpNd *at, XpStr *s)
{
	BX_TRY(xp_node_string(ev, at, s));
	for (; s->n > 0 && is_space(s->s[0]); s->n--)
		s->s++;
	while (s->n > 0 && is_space(s->s[s->n - 1]))
		s->n--;
	return BX_OK;
}

/* The slot of an ID: taken by it, or free. */
static BxStatus
find_id(XpEv *ev, const XpIds *ids, XpStr id, Entry **slot)
{
	uint32_t hash = hash_end(hash_more(HASH_START, id.s, id.n));
	uint32_t h;

	for (h = hash;; h++)
	{
		BxArenaMark mark = bx_arena_mark(ev->arena);
		XpNd at;
		XpStr s;
		bool equal;

		*slot = &ids->slots[h & (ids->cap - 1)];
		if ((*slot)->key == 0)
			return BX_OK;
		if ((*slot)->hash != hash)
			continue;
		BX_TRY(xp_item_at(ev, (*slot)->attribute, ev->items_len, &at));
		BX_TRY(id_text(ev, &at, &s));
		equal = same(s, id);
		bx_arena_release(ev->arena, &mark);
		if (equal)
			return BX_OK;
	}
}

static BxStatus
grow_ids(XpEv *ev, XpIds *ids)
{
	uint32_t cap = ids->cap ? ids->cap * 2 : 16;
	Entry *slots = keep_alloc(ev, (size_t) cap * sizeof(Entry));
	uint32_t i, h;

	if (slots == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < ids->cap; i++)
	{
		if (ids->slots[i].key == 0)
			continue;
		for (h = ids->slots[i].hash; slots[h & (cap - 1)].key != 0; h++)
			;
		slots[h & (cap - 1)] = ids->slots[i];
	}
	ids->slots = slots;
	ids->cap = cap;
	return BX_OK;
}

/* Anchor for what hangs under the frame at a level, made when first asked for. */
static BxStatus
anchor_at(Indexer *x, uint32_t level, uint32_t *anchor)
{
	uint32_t i = level;

	while (i > 0 && x->frames[i].anchor == XP_NO_UP)
		i--;
	for (; i < level; i++)
		BX_TRY(xp_anchor(x->ev, x->frames[i + 1].off, x->frames[i].anchor, &x->frames[i + 1].anchor));
	*anchor = x->frames[level].anchor;
	return BX_OK;
}

/* An ID attribute of the innermost open element. */
static BxStatus
add_id(Indexer *x, const XpNd *at)
{
	XpEv *ev = x->ev;
	BxArenaMark mark = bx_arena_mark(ev->arena);
	XpStr id = {"", 0};
	Entry *slot;

	if (x->ids->n >= x->ids->cap / 4 * 3)
		BX_TRY(grow_ids(ev, x->ids));
	BX_TRY(id_text(ev, at, &id));
	if (id.n > 0)
	{
		BX_TRY(find_id(ev, x->ids, id, &slot));
		if (slot->key == 0)
		{
			slot->hash = hash_end(hash_more(HASH_START, id.s, id.n));
			slot->attribute = at->key / 2 - 1;
			slot->key = (x->frames[x->level].off + 1) * 2;
			slot->up = XP_NO_UP;
			if (ev->keep_up)
				BX_TRY(anchor_at(x, x->level - 1, &slot->up));
			x->ids->n++;
		}
	}
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}

/* All of the document, element by element; frame 0 is the document. */
static BxStatus
walk(Indexer *x)
{
	XpEv *ev = x->ev;
	uint32_t cap = ev->bound->head.depth + 2;
	uint32_t off = ev->doc_off;
	bool id;
	XpNd nd;

	x->frames = xp_alloc(ev, (size_t) cap * sizeof(Frame));
	if (x->frames == NULL)
		return BX_E_NOMEM;
	x->frames[0] = (Frame){ev->doc_end, 0, BX_ROW_NONE, 0};
	for (;;)
	{
		while (off >= x->frames[x->level].end)
			if (x->level-- == 0)
				return BX_OK;
		BX_TRY(xp_tick(ev));
		BX_TRY(xp_item_at(ev, off, x->frames[x->level].end, &nd));
		off = nd.next;
		if (nd.kind == BX_KIND_ATTRIBUTE && x->level > 0 && x->uses[nd.row] != NOT_ID)
		{
			BX_TRY(is_id(x, x->frames[x->level].row, nd.row, &id));
			if (id)
				BX_TRY(add_id(x, &nd));
		}
		if (nd.kind != BX_KIND_ELEMENT)
			continue;
		if (x->level + 1 >= cap)
			return xp_damaged(ev, nd.content);
		x->frames[++x->level] = (Frame){off, nd.key / 2 - 1, nd.row, XP_NO_UP};
		off = nd.content;
	}
}

/* Make the index; anchors made meanwhile stay until the evaluation ends. */
static BxStatus
build(XpEv *ev, XpIds *ids)
{
	BxArenaMark mark = bx_arena_mark(ev->arena);
	Indexer x = {.ev = ev, .ids = ids};
	bool any = false;
	uint32_t i;

	if (ev->part == NULL) /* a part has no document type */
		BX_TRY(xp_dtd_read(ev, &x.names));
	x.uses = xp_alloc(ev, ev->table->n_rows + 1);
	if (x.uses == NULL)
		return BX_E_NOMEM;
	memset(x.uses, NOT_ID, ev->table->n_rows + 1);
	for (i = 0; i < ev->table->n_rows; i++)
	{
		BX_TRY(use_of_row(&x, i));
		any = any || x.uses[i] != NOT_ID;
	}
	if (any)
		BX_TRY(walk(&x));
	ev->n_fixed = ev->n_anchors;
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}

/* ---- the function ---- */

typedef struct IdSink
{
	XpSink sink;
	XpSet *set;
} IdSink;

/* Add the elements whose IDs the string lists. */
static BxStatus
add_tokens(XpEv *ev, XpStr s, XpSet *set)
{
	size_t i = 0;
	Entry *slot;
	XpStr id;
	XpNd nd;

	while (i < s.n)
	{
		BX_TRY(xp_tick(ev));
		while (i < s.n && is_space(s.s[i]))
			i++;
		id.s = s.s + i;
		while (i < s.n && !is_space(s.s[i]))
			i++;
		id.n = (size_t) (s.s + i - id.s);
		if (id.n == 0 || ev->ids->cap == 0)
			continue;
		BX_TRY(find_id(ev, ev->ids, id, &slot));
		if (slot->key == 0)
			continue;
		memset(&nd, 0, sizeof(nd));
		nd.key = slot->key;
		nd.up = slot->up;
		BX_TRY(xp_set_add(ev, set, &nd));
	}
	return BX_OK;
}

static BxStatus
take_ids(XpSink *sink, XpEv *ev, const XpNd *nd, bool *stop)
{
	XpStr s;

	(void) stop;
	BX_TRY(xp_node_string(ev, nd, &s));
	return add_tokens(ev, s, ((IdSink *) sink)->set);
}

typedef struct ItemIds
{
	XpItemSink sink;
	XpSet *set;
} ItemIds;

/* Nodes and anchors of what is found stay, so the sink keeps. */
static BxStatus
take_item_ids(XpItemSink *sink, XpEv *ev, const XpThing *t, bool *stop)
{
	XpStr s;

	(void) stop;
	BX_TRY(xp_thing_str(ev, t, &s));
	return add_tokens(ev, s, ((ItemIds *) sink)->set);
}

static BxStatus
ids_of_items(XpEv *ev, uint32_t expr, const XpCx *cx, XpSet *set)
{
	ItemIds ids = {{take_item_ids, true, NULL}, set};
	bool stop = false;

	return xp_items(ev, expr, cx, &ids.sink, &stop);
}

BxStatus
xp_id_nodes(XpEv *ev, const XpNode *call, const XpCx *cx, XpSet *set)
{
	IdSink ids = {{.take = take_ids}, set};
	XpStr s;

	if (ev->ids == NULL)
	{
		XpIds *made = keep_alloc(ev, sizeof(XpIds));

		if (made == NULL)
			return BX_E_NOMEM;
		BX_TRY(build(ev, made));
		ev->ids = made;
	}
	if (xp_type(ev, call->a) == XP_T_NODESET)
		BX_TRY(xp_each(ev, call->a, cx, &ids.sink));
	else if (xp_type(ev, call->a) == XP_T_SEQUENCE)
		BX_TRY(ids_of_items(ev, call->a, cx, set));
	else
	{
		BX_TRY(xp_str(ev, call->a, cx, &s));
		BX_TRY(add_tokens(ev, s, set));
	}
	xp_set_sort(ev, set);
	return BX_OK;
}
