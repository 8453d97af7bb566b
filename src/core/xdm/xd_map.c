/*
 * xd_map.c -- maps: tries by the hash of the key, five bits a level, that maps made of each other share.
 *
 * A change copies the nodes on the way to the entry.  While a map is being made its own nodes are changed in place.
 */
#include "../base/bx_core_int.h"

#include "xd_function.h"

#include "../base/bx_sort.h"

#define LEVEL_BITS 5
#define WIDTH (1u << LEVEL_BITS)
/* From here on keys have the same hash: a node is a list. */
#define LAST_SHIFT 60

typedef struct MapSlot
{
	const struct XdMapNode *node; /* else */
	const XdMapEntry *entry;
} MapSlot;

typedef struct XdMapNode
{
	const XdMap *owner; /* that may change it in place */
	uint32_t bits;      /* which places are taken; not of a list */
	uint32_t n;
	uint32_t cap;
	MapSlot slots[];
} XdMapNode;

/* ---- keys ---- */

/* Are the numbers the same in mathematics, the one a double and the other not? */
static BxStatus
same_number(const AtCall *c, const XdItem *a, const XdItem *b, bool *same)
{
	const XdItem *exact = a->form == AT_FORM_DOUBLE ? b : a;
	double d = a->form == AT_FORM_DOUBLE ? a->u.d : b->u.d;
	AtDecimal x = at_item_decimal(exact), y;

	*same = false;
	if (d - d != 0)
		return BX_OK; /* infinite, or no number */
	if (at_decimal_from_double(c->arena, d, &y) != AT_DECIMAL_OK)
		return bx_fail_nomem(c->err, sizeof(y));
	*same = at_decimal_compare(&x, &y) == 0;
	return BX_OK;
}

/* op:same-key: eq without rounding, and of moments both have a zone or none has. */
static BxStatus
same_key(const AtCall *c, const XdItem *a, const XdItem *b, bool *same)
{
	BX_TRY(at_same(c, a, b, NULL, same));
	if (!*same)
		return BX_OK;
	if (a->form == AT_FORM_MOMENT)
		*same = (a->zone == AT_NO_ZONE) == (b->zone == AT_NO_ZONE);
	else if ((a->form == AT_FORM_DOUBLE) != (b->form == AT_FORM_DOUBLE))
		return same_number(c, a, b, same);
	return BX_OK;
}

/* ---- nodes ---- */

static uint32_t
bit_of(uint64_t hash, unsigned shift)
{
	return 1u << ((hash >> shift) & (WIDTH - 1));
}

/* Slots below that of the bit: bits that are set, added up in fields of 2, 4 and 8 of them, and then all of these. */
static uint32_t
place_of(const XdMapNode *node, uint32_t bit)
{
	uint32_t n = node->bits & (bit - 1);

	n -= n >> 1 & 0x55555555;
	n = (n & 0x33333333) + (n >> 2 & 0x33333333);
	n = (n + (n >> 4)) & 0x0f0f0f0f;
	return n * 0x01010101 >> 24;
}

/* A place in the trie: the slot of a key, or the list that it would be in. */
BxStatus
xd_map_find(const AtCall *c, const XdMap *map, const XdItem *key, const XdMapEntry **entry)
{
	const XdMapNode *node = map->root;
	unsigned shift;
	uint64_t hash;
	uint32_t i = 0;
	bool same;

	*entry = NULL;
	if (map->n == 0)
		return BX_OK;
	BX_TRY(at_hash(c, key, NULL, AT_GRAIN_EXACT, &hash));
	for (shift = 0; node != NULL && shift < LAST_SHIFT; shift += LEVEL_BITS)
	{
		uint32_t bit = bit_of(hash, shift);
		const MapSlot *slot = &node->slots[place_of(node, bit)];

		if (!(node->bits & bit))
			return BX_OK;
		if (slot->entry != NULL)
		{
			BX_TRY(same_key(c, key, &slot->entry->key, &same));
			*entry = same ? slot->entry : NULL;
			return BX_OK;
		}
		node = slot->node;
	}
	for (; node != NULL && i < node->n; i++)
	{
		BX_TRY(bx_step(c->host));
		BX_TRY(same_key(c, key, &node->slots[i].entry->key, &same));
		if (same)
			*entry = node->slots[i].entry;
	}
	return BX_OK;
}

/* ---- changes ---- */

typedef struct MapChange
{
	const AtCall *c;
	const XdMap *map; /* that is being changed, which may change its own nodes in place */
	XdMapEntry *entry;
	bool was_there;
	BxError *err;
} MapChange;

/* A node like another one (NULL: empty), with room for one more slot. */
static BxStatus
copy_node(const MapChange *change, const XdMapNode *from, XdMapNode **copy)
{
	uint32_t n = from != NULL ? from->n : 0, cap = 1;
	XdMapNode *node;

	while (cap < n + 1)
		cap *= 2;
	node = bx_arena_alloc(change->map->arena, sizeof(XdMapNode) + cap * sizeof(MapSlot));
	if (node == NULL)
		return bx_fail_nomem(change->err, sizeof(XdMapNode));
	node->owner = change->map;
	node->bits = from != NULL ? from->bits : 0;
	node->n = n;
	node->cap = cap;
	if (n > 0)
		memcpy(node->slots, from->slots, n * sizeof(MapSlot));
	*copy = node;
	return BX_OK;
}

/* The node itself where it may be changed, with room for `more` slots, else a copy. */
static BxStatus
own_node(const MapChange *change, const XdMapNode *node, uint32_t more, XdMapNode **own)
{
	if (node == NULL || node->owner != change->map || node->n + more > node->cap)
		return copy_node(change, node, own);
	*own = (XdMapNode *) (uintptr_t) node;
	return BX_OK;
}

static BxStatus
set_slot(const MapChange *change, const XdMapNode *node, uint32_t place, MapSlot slot, const XdMapNode **out)
{
	XdMapNode *own = NULL;

	BX_TRY(own_node(change, node, 0, &own));
	own->slots[place] = slot;
	*out = own;
	return BX_OK;
}

static BxStatus
insert_slot(const MapChange *change, const XdMapNode *node, uint32_t place, uint32_t bit, MapSlot slot,
			const XdMapNode **out)
{
	XdMapNode *own = NULL;

	BX_TRY(own_node(change, node, 1, &own));
	memmove(own->slots + place + 1, own->slots + place, (own->n - place) * sizeof(MapSlot));
	own->slots[place] = slot;
	own->bits |= bit;
	own->n++;
	*out = own;
	return BX_OK;
}

/* The new entry takes the place of one with the same key: it keeps its order. */
static MapSlot
replacing(MapChange *change, const XdMapEntry *old)
{
	change->was_there = true;
	change->entry->order = old->order;
	return (MapSlot){NULL, change->entry};
}

static BxStatus
add_to_list(MapChange *change, const XdMapNode *node, const XdMapNode **out)
{
	uint32_t i, n = node != NULL ? node->n : 0;
	bool same;

	for (i = 0; i < n; i++)
	{
		BX_TRY(bx_step(change->c->host));
		BX_TRY(same_key(change->c, &change->entry->key, &node->slots[i].entry->key, &same));
		if (same)
			return set_slot(change, node, i, replacing(change, node->slots[i].entry), out);
	}
	return insert_slot(change, node, n, 0, (MapSlot){NULL, change->entry}, out);
}

/* Enter the new entry below a node (NULL: none yet); at most LAST_SHIFT / LEVEL_BITS levels deep. */
static BxStatus
add_below(MapChange *change, const XdMapNode *node, unsigned shift, const XdMapNode **out)
{
	uint32_t bit = bit_of(change->entry->hash, shift), place;
	const XdMapNode *below = NULL;
	const XdMapEntry *old;
	bool same;

	if (shift >= LAST_SHIFT)
		return add_to_list(change, node, out);
	place = node != NULL ? place_of(node, bit) : 0;
	if (node == NULL || !(node->bits & bit))
		return insert_slot(change, node, place, bit, (MapSlot){NULL, change->entry}, out);
	old = node->slots[place].entry;
	if (old != NULL)
	{
		BX_TRY(same_key(change->c, &change->entry->key, &old->key, &same));
		if (same)
			return set_slot(change, node, place, replacing(change, old), out);
		BX_TRY(insert_slot(change, NULL, 0,
						   shift + LEVEL_BITS < LAST_SHIFT ? bit_of(old->hash, shift + LEVEL_BITS) : 0,
						   (MapSlot){NULL, old}, &below));
	}
	else
		below = node->slots[place].node;
	BX_TRY(add_below(change, below, shift + LEVEL_BITS, &below));
	return set_slot(change, node, place, (MapSlot){below, NULL}, out);
}

/* ---- whole maps ---- */

static BxStatus
new_map(XdStorage store, BxError *err, XdMap **map)
{
	*map = bx_arena_zalloc(store.arena, sizeof(XdMap));
	if (*map == NULL)
		return bx_fail_nomem(err, sizeof(XdMap));
	(*map)->f.kind = XD_MAP;
	(*map)->f.arity = 1;
	(*map)->f.held = store.held;
	(*map)->arena = store.arena;
	return BX_OK;
}

BxStatus
xd_map_new(BxArena *arena, BxError *err, XdMap **map)
{
	XdStorage store;

	BX_TRY(xd_store(arena, err, &store));
	return new_map(store, err, map);
}

BxStatus
xd_map_like(const XdFunction *like, BxError *err, XdMap **map)
{
	BxArena *arena = like->kind == XD_MAP ? ((const XdMap *) like)->arena : ((const XdArray *) like)->arena;

	return new_map((XdStorage){arena, like->held}, err, map);
}

/* Another map that is the same. */
static BxStatus
copy_map(const XdMap *map, BxError *err, XdMap **copy)
{
	BX_TRY(xd_map_like(&map->f, err, copy));
	(*copy)->n = map->n;
	(*copy)->next = map->next;
	(*copy)->root = map->root;
	return BX_OK;
}

BxStatus
xd_map_add(const AtCall *c, XdMap *map, const XdItem *key, const XdSeq *value)
{
	MapChange change = {.c = c, .map = map, .err = c->err};
	XdMapEntry *entry = bx_arena_alloc(map->arena, sizeof(XdMapEntry));

	if (entry == NULL)
		return bx_fail_nomem(c->err, sizeof(XdMapEntry));
	BX_TRY(bx_step(c->host));
	BX_TRY(at_hash(c, key, NULL, AT_GRAIN_EXACT, &entry->hash));
	BX_TRY(xd_item_keep(map->arena, key, &entry->key, c->err));
	BX_TRY(xd_seq_keep(map->arena, value, &entry->value, c->err));
	entry->order = map->next;
	change.entry = entry;
	BX_TRY(add_below(&change, map->root, 0, &map->root));
	map->n += !change.was_there;
	map->next += !change.was_there;
	map->list = NULL;
	return BX_OK;
}

/* All entries in memory of their own. */
static BxStatus
renew(const AtCall *c, const XdMap *map, XdMap **copy)
{
	const XdMapEntry *const *list;
	uint64_t i;

	BX_TRY(xd_map_list(map, c->err, &list));
	BX_TRY(xd_map_new(c->arena, c->err, copy));
	for (i = 0; i < map->n; i++)
		BX_TRY(xd_map_add(c, *copy, &list[i]->key, &list[i]->value));
	return BX_OK;
}

static BxStatus
copy_to_change(const AtCall *c, const XdMap *map, XdMap **copy)
{
	return xd_store_is_worn(&map->f, map->n) ? renew(c, map, copy) : copy_map(map, c->err, copy);
}

BxStatus
xd_map_put(const AtCall *c, const XdMap *map, const XdItem *key, const XdSeq *value, XdMap **out)
{
	XdMap *copy = NULL;

	BX_TRY(copy_to_change(c, map, &copy));
	BX_TRY(xd_map_add(c, copy, key, value));
	*out = copy;
	return BX_OK;
}

/* The node without the entry, which is below it. */
static BxStatus
remove_below(const MapChange *change, const XdMapNode *node, unsigned shift, const XdMapEntry *entry,
			 const XdMapNode **out)
{
	uint32_t bit = shift < LAST_SHIFT ? bit_of(entry->hash, shift) : 0, place = 0;
	XdMapNode *copy = NULL;

	if (bit != 0)
		place = place_of(node, bit);
	else
		while (node->slots[place].entry != entry)
			place++;
	BX_TRY(copy_node(change, node, &copy));
	*out = copy;
	if (copy->slots[place].entry == NULL)
		return remove_below(change, node->slots[place].node, shift + LEVEL_BITS, entry,
							&copy->slots[place].node);
	memmove(copy->slots + place, copy->slots + place + 1, (copy->n - place - 1) * sizeof(MapSlot));
	copy->bits &= ~bit;
	copy->n--;
	return BX_OK;
}

BxStatus
xd_map_remove(const AtCall *c, const XdMap *map, const XdItem *key, XdMap **out)
{
	MapChange change = {.c = c, .err = c->err};
	const XdMapEntry *entry;
	XdMap *copy = NULL;

	BX_TRY(copy_to_change(c, map, &copy));
	*out = copy;
	BX_TRY(xd_map_find(c, copy, key, &entry));
	if (entry == NULL)
		return BX_OK;
	change.map = copy;
	copy->n--;
	return remove_below(&change, copy->root, 0, entry, &copy->root);
}

/* ---- lists ---- */

static const XdMapEntry **
list_below(const XdMapNode *node, const XdMapEntry **at)
{
	uint32_t i;

	for (i = 0; node != NULL && i < node->n; i++)
		if (node->slots[i].entry != NULL)
			*at++ = node->slots[i].entry;
		else
			at = list_below(node->slots[i].node, at);
	return at;
}

static int
by_order(const void *a, const void *b)
{
	uint64_t x = (*(const XdMapEntry *const *) a)->order, y = (*(const XdMapEntry *const *) b)->order;

	return (x > y) - (x < y);
}

BxStatus
xd_map_list(const XdMap *map, BxError *err, const XdMapEntry *const **list)
{
	const XdMapEntry **made;

	*list = map->list;
	if (map->n == 0 || map->list != NULL)
		return BX_OK;
	made = bx_arena_alloc(map->arena, map->n * sizeof(*made));
	if (made == NULL)
		return bx_fail_nomem(err, map->n * sizeof(*made));
	BX_TRY(bx_steps(map->arena->host, map->n));
	(void) list_below(map->root, made);
	BX_TRY(bx_sort(map->arena->host, made, map->n, sizeof(*made), by_order, err));
	((XdMap *) (uintptr_t) map)->list = made;
	*list = made;
	return BX_OK;
}
