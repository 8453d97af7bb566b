/*
 * xp_id.c -- id() (XPath 1.0 section 4.1): elements by their ID.
 *
 * IDs are attributes that the DTD declares as such, and every xml:id.  The first call of an evaluation reads the
 * document once and keeps an index of sixteen bytes for each ID; further calls only look up their arguments.  If the
 * tables of the value have no such attribute, the document is not read.  If two elements have the same ID, the first
 * one counts.
 */
#include "xp_id_int.h"
#include "xp_set_int.h"

/* An element with an ID. */
typedef struct Entry
{
	uint32_t attribute; /* offset of the attribute's item */
	uint32_t key;       /* of the element */
	uint32_t up;
} Entry;

/* What the attributes of a shape may be. */
typedef enum ShapeUse
{
	NOT_ID,
	XML_ID,
	SOME_ID, /* or reference; depends on the element */
} ShapeUse;

typedef struct XpIds
{
	BxHashMap map;
	Entry *entries;
	uint32_t n;
	uint32_t cap;
	XpNodeRef *refs; /* attributes that refer to IDs, in document order */
	uint32_t n_refs;
	uint32_t cap_refs;
	bool has_ids;  /* the IDs were listed; */
	bool has_refs; /* so were these */
} XpIds;

typedef struct Frame
{
	uint32_t end;
	uint32_t off; /* of the element's item */
	uint32_t shape;
	uint32_t anchor; /* XP_NO_UP until a descendant has an ID */
} Frame;

typedef struct Indexer
{
	XpEval *ev;
	XpIds *ids;
	XpIdNames names;
	uint8_t *uses; /* ShapeUse of shapes */
	XpIdType what; /* is listed */
	Frame *frames;
	uint32_t level;
} Indexer;

/* ---- names ---- */

static const BxStr any_element = {NULL, 0};

/* The declaration of an attribute; NULL when there is none, and *hash and *at are where it belongs. */
static XpIdName *
find_name(const XpIdNames *names, BxStr element, BxStr attribute, uint32_t *hash, uint32_t *at)
{
	const BxHashMap *m = &names->map;
	uint32_t i;

	*hash = bx_hashmap_hash(m, element.s, element.n);
	*hash = (uint32_t) bx_hash(&m->host->seed, *hash, attribute.s, attribute.n);
	bx_hashmap_foreach (i, m, *hash, at)
		if (bx_str_equal(names->names[i].attribute, attribute) &&
			bx_str_equal(names->names[i].element, element) &&
			(element.s == NULL) == (names->names[i].element.s == NULL))
			return &names->names[i];
	return NULL;
}

static XpIdType
declared_type(const XpIdNames *names, BxStr element, BxStr attribute)
{
	uint32_t hash, at;
	const XpIdName *name = find_name(names, element, attribute, &hash, &at);

	return name != NULL ? name->type : XP_ID_NONE;
}

/* Note a declaration unless there is one. */
static BxStatus
add_name(XpEval *ev, XpIdNames *names, const XpIdName *name, bool *added)
{
	uint32_t hash, at;

	BX_TRY(bx_hashmap_reserve(&names->map, ev->err));
	BX_TRY(xp_keep_room(ev, (void **) &names->names, sizeof(XpIdName), names->n, &names->cap));
	*added = find_name(names, name->element, name->attribute, &hash, &at) == NULL;
	if (*added)
	{
		names->names[names->n] = *name;
		bx_hashmap_put(&names->map, hash, at, names->n++);
	}
	return BX_OK;
}

BxStatus
xp_id_declare(XpEval *ev, XpIdNames *names, BxStr element, BxStr attribute, XpIdType type)
{
	bool added;

	BX_TRY(add_name(ev, names, &(XpIdName){element, attribute, type}, &added));
	if (!added || type == XP_ID_NONE)
		return BX_OK;
	names->any = true;
	return add_name(ev, names, &(XpIdName){any_element, attribute, type}, &added);
}

/* The name of a shape as it is written. */
static BxStatus
name_of_shape(XpEval *ev, uint32_t shape, BxStr *s)
{
	return xp_name_str(ev, &ev->table->names[ev->table->shapes[shape].name], s);
}

static BxStatus
use_of_shape(Indexer *x, uint32_t shape)
{
	const BxTable *t = x->ev->table;
	const BxNameInfo *name;
	BxArenaMark mark;
	BxStr s;

	if (t->shapes[shape].kind != BX_KIND_ATTRIBUTE)
		return BX_OK;
	name = &t->names[t->shapes[shape].name];
	if (name->pair == BX_PAIR_XML && name->len == 2 && memcmp(name->local, "id", 2) == 0)
		x->uses[shape] = x->what == XP_ID ? XML_ID : NOT_ID;
	else if (x->names.any)
	{
		mark = bx_arena_mark(x->ev->arena);
		BX_TRY(xp_name_str(x->ev, name, &s));
		if (declared_type(&x->names, any_element, s) != XP_ID_NONE)
			x->uses[shape] = SOME_ID;
		bx_arena_release(x->ev->arena, &mark);
	}
	return BX_OK;
}

/* Is an attribute of an element what is listed? */
static BxStatus
is_listed(Indexer *x, uint32_t element, uint32_t attribute, bool *yes)
{
	BxArenaMark mark = bx_arena_mark(x->ev->arena);
	BxStr el, at;

	*yes = x->uses[attribute] == XML_ID;
	if (x->uses[attribute] != SOME_ID)
		return BX_OK;
	BX_TRY(name_of_shape(x->ev, element, &el));
	BX_TRY(name_of_shape(x->ev, attribute, &at));
	*yes = declared_type(&x->names, el, at) == x->what;
	bx_arena_release(x->ev->arena, &mark);
	return BX_OK;
}

/* ---- the index ---- */

/* The ID an attribute holds, without the white space around it. */
static BxStatus
id_text(XpEval *ev, const XpNode *at, BxStr *s)
{
	BX_TRY(xp_node_string(ev, at, s));
	*s = bx_str_trim(*s);
	return BX_OK;
}

/* The entry of an ID; NULL when there is none, and *hash and *at are where it belongs. */
static BxStatus
find_id(XpEval *ev, const XpIds *ids, BxStr id, uint32_t *hash, uint32_t *at, const Entry **entry)
{
	uint32_t i;

	*entry = NULL;
	*hash = bx_hashmap_hash(&ids->map, id.s, id.n);
	for (i = bx_hashmap_first(&ids->map, *hash, at); i != BX_HASH_NONE && *entry == NULL;)
	{
		BxArenaMark mark = bx_arena_mark(ev->arena);
		XpNode nd;
		BxStr s;

		BX_TRY(xp_item_at(ev, ids->entries[i].attribute, ev->items_len, &nd));
		BX_TRY(id_text(ev, &nd, &s));
		if (bx_str_equal(s, id))
			*entry = &ids->entries[i];
		else
			i = bx_hashmap_next(&ids->map, *hash, at);
		bx_arena_release(ev->arena, &mark);
	}
	return BX_OK;
}

/* Anchor for children of the element at a level, made when first needed. */
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

/* Add the innermost open element by an ID that is new. */
static BxStatus
put_id(Indexer *x, const XpNode *at, uint32_t hash, uint32_t place)
{
	Entry entry = {at->key / 2 - 1, (x->frames[x->level].off + 1) * 2, XP_NO_UP};
	XpIds *ids = x->ids;

	if (x->ev->track_ancestors)
		BX_TRY(anchor_at(x, x->level - 1, &entry.up));
	ids->entries[ids->n] = entry;
	bx_hashmap_put(&ids->map, hash, place, ids->n++);
	return BX_OK;
}

/* An ID attribute of the innermost open element. */
static BxStatus
add_id(Indexer *x, const XpNode *at)
{
	XpEval *ev = x->ev;
	XpIds *ids = x->ids;
	BxArenaMark mark = bx_arena_mark(ev->arena);
	BxStr id = {"", 0};
	const Entry *entry;
	uint32_t hash, place;

	BX_TRY(bx_hashmap_reserve(&ids->map, ev->err));
	BX_TRY(xp_keep_room(ev, (void **) &ids->entries, sizeof(Entry), ids->n, &ids->cap));
	BX_TRY(id_text(ev, at, &id));
	if (id.n > 0)
	{
		BX_TRY(find_id(ev, ids, id, &hash, &place, &entry));
		if (entry == NULL)
			BX_TRY(put_id(x, at, hash, place));
	}
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}

/* A reference of the innermost open element. */
static BxStatus
add_ref(Indexer *x, const XpNode *at)
{
	XpNodeRef ref = {at->key, XP_NO_UP};
	XpIds *ids = x->ids;

	BX_TRY(xp_keep_room(x->ev, (void **) &ids->refs, sizeof(XpNodeRef), ids->n_refs, &ids->cap_refs));
	if (x->ev->track_ancestors)
		BX_TRY(anchor_at(x, x->level, &ref.up));
	ids->refs[ids->n_refs++] = ref;
	return BX_OK;
}

/* All of the document, element by element; frame 0 is the document. */
static BxStatus
walk(Indexer *x)
{
	XpEval *ev = x->ev;
	uint32_t cap = ev->img->head.depth + 2;
	uint32_t off = ev->doc_off;
	bool id;
	XpNode nd;

	x->frames = xp_alloc(ev, (size_t) cap * sizeof(Frame));
	if (x->frames == NULL)
		return BX_E_NOMEM;
	x->frames[0] = (Frame){ev->doc_end, 0, BX_SHAPE_NONE, 0};
	for (;;)
	{
		while (off >= x->frames[x->level].end)
			if (x->level-- == 0)
				return BX_OK;
		BX_TRY(xp_next_item(ev, off, x->frames[x->level].end, &nd));
		off = nd.next;
		if (nd.kind == BX_KIND_ATTRIBUTE && x->level > 0 && x->uses[nd.shape] != NOT_ID)
		{
			BX_TRY(is_listed(x, x->frames[x->level].shape, nd.shape, &id));
			if (id)
				BX_TRY(x->what == XP_ID ? add_id(x, &nd) : add_ref(x, &nd));
		}
		if (nd.kind != BX_KIND_ELEMENT)
			continue;
		if (x->level + 1 >= cap)
			return xp_damaged(ev, nd.content);
		x->frames[++x->level] = (Frame){off, nd.key / 2 - 1, nd.shape, XP_NO_UP};
		off = nd.content;
	}
}

/* Make the index of IDs, or the list of references; anchors made meanwhile stay until the evaluation ends. */
static BxStatus
build(XpEval *ev, XpIds *ids, XpIdType what)
{
	BxArenaMark mark = bx_arena_mark(ev->arena);
	Indexer x = {.ev = ev, .ids = ids, .what = what};
	bool any = false;
	uint32_t i;

	BX_TRY(xp_names_open(ev));
	if (what == XP_ID)
		bx_hashmap_init(&ids->map, ev->host, &ev->keep);
	bx_hashmap_init(&x.names.map, ev->host, &ev->keep);
	if (ev->part == NULL) /* a part has no document type */
		BX_TRY(xp_dtd_read(ev, &x.names));
	x.uses = xp_alloc(ev, ev->table->n_shapes + 1);
	if (x.uses == NULL)
		return BX_E_NOMEM;
	memset(x.uses, NOT_ID, ev->table->n_shapes + 1);
	for (i = 0; i < ev->table->n_shapes; i++)
	{
		BX_TRY(use_of_shape(&x, i));
		any = any || x.uses[i] != NOT_ID;
	}
	if (any)
		BX_TRY(walk(&x));
	ev->n_fixed = ev->n_anchors;
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}

/* ---- the elements ---- */

/* What is known of the IDs of the document; nothing at first. */
static BxStatus
ids_of(XpEval *ev, XpIds **ids)
{
	if (ev->ids == NULL)
		ev->ids = bx_arena_zalloc(&ev->keep, sizeof(XpIds));
	*ids = ev->ids;
	return *ids != NULL ? BX_OK : xp_nomem(ev, sizeof(XpIds));
}

BxStatus
xp_ids_open(XpEval *ev)
{
	XpIds *ids;

	BX_TRY(ids_of(ev, &ids));
	if (!ids->has_ids)
		BX_TRY(build(ev, ids, XP_ID));
	ids->has_ids = true;
	return BX_OK;
}

/* The next word of a text, from *i on; empty: there is none. */
static BxStr
next_word(BxStr s, size_t *i)
{
	BxStr word;

	while (*i < s.n && bx_is_space(s.s[*i]))
		++*i;
	word.s = s.s + *i;
	while (*i < s.n && !bx_is_space(s.s[*i]))
		++*i;
	word.n = (size_t) (s.s + *i - word.s);
	return word;
}

/* Is a word of the text in the list? */
static BxStatus
lists_word(XpEval *ev, const BxStrMap *words, BxStr s, bool *yes)
{
	size_t i = 0;
	BxStr word;

	for (*yes = false; !*yes && (word = next_word(s, &i)).n > 0;)
	{
		BX_TRY(xp_tick(ev));
		*yes = bx_strmap_find(words, word.s, word.n) != BX_HASH_NONE;
	}
	return BX_OK;
}

static BxStatus
list_words(XpEval *ev, const BxStr *ids, uint32_t n, BxStrMap *words)
{
	uint32_t i, number;
	bool added;

	for (i = 0; i < n; i++)
	{
		size_t at = 0;
		BxStr word;

		while ((word = next_word(ids[i], &at)).n > 0)
			BX_TRY(bx_strmap_add(words, word.s, word.n, &number, &added, ev->err));
	}
	return BX_OK;
}

BxStatus
xp_idrefs_add(XpEval *ev, const BxStr *ids, uint32_t n, XpSet *set)
{
	BxStrMap words;
	XpIds *all;
	uint32_t i;

	BX_TRY(ids_of(ev, &all));
	if (!all->has_refs)
		BX_TRY(build(ev, all, XP_IDREFS));
	all->has_refs = true;
	bx_strmap_init(&words, ev->host, ev->arena);
	BX_TRY(list_words(ev, ids, n, &words));
	for (i = 0; i < all->n_refs; i++)
	{
		BxArenaMark mark = bx_arena_mark(ev->arena);
		bool yes;
		BxStr s;
		XpNode nd;

		BX_TRY(xp_next_node(ev, &all->refs[i], &nd));
		BX_TRY(xp_node_string(ev, &nd, &s));
		BX_TRY(lists_word(ev, &words, s, &yes));
		bx_arena_release(ev->arena, &mark);
		if (yes)
			BX_TRY(xp_set_push(ev, set, all->refs[i]));
	}
	return BX_OK;
}

BxStatus
xp_ids_add(XpEval *ev, BxStr s, XpSet *set)
{
	size_t i = 0;
	const Entry *entry;
	uint32_t hash, at;
	BxStr id;
	XpNode nd;

	while (i < s.n)
	{
		BX_TRY(xp_tick(ev));
		id = next_word(s, &i);
		if (id.n == 0)
			continue;
		BX_TRY(find_id(ev, ev->ids, id, &hash, &at, &entry));
		if (entry == NULL)
			continue;
		memset(&nd, 0, sizeof(nd));
		nd.key = entry->key;
		nd.up = entry->up;
		BX_TRY(xp_set_add(ev, set, &nd));
	}
	return BX_OK;
}
