/*
 * bx_pattern.c -- groups, parts and keys of a pattern.
 */
#include "../base/bx_core_int.h"
#include "bx_pattern_int.h"

#include "../base/bx_long.h"
#include "../base/bx_sort.h"

/* A node of the pattern, while parts are made. */
typedef struct PatternNode
{
	uint32_t up;    /* the parent; the document is the node behind the last */
	uint32_t group; /* of an element; of a text that of its parent */
	uint32_t part;
} PatternNode;

void
bx_pattern_init(BxPattern *t, BxArena *arena, BxError *err)
{
	memset(t, 0, sizeof(*t));
	bx_tree_init(&t->tree, arena->host, err);
	bx_hashmap_init(&t->by_name, arena->host, arena);
	bx_hashmap_init(&t->by_content, arena->host, arena);
	bx_hashmap_init(&t->by_key, arena->host, arena);
	t->arena = arena;
	t->host = arena->host;
	t->err = err;
}

void
bx_pattern_free(BxPattern *t)
{
	bx_tree_free(&t->tree);
}

static inline BxStr
value_of(const BxPattern *t, const BxAttr *attr)
{
	return bx_str(t->tree.values.data + attr->value, attr->n);
}

/* ---- groups ---- */

static uint32_t
find_group_at(const BxPattern *t, uint32_t up, uint32_t name, uint32_t *hash, uint32_t *at)
{
	uint32_t i;

	*hash = bx_hash_numbers(&t->host->seed, up, name);
	bx_hashmap_foreach (i, &t->by_name, *hash, at)
	{
		if (t->groups[i].up == up && t->groups[i].name == name)
			return i;
	}
	return BX_PATTERN_NONE;
}

static BxStatus
add_group(BxPattern *t, uint32_t up, uint32_t name, uint32_t *group)
{
	uint32_t hash, at;

	BX_TRY(bx_hashmap_reserve(&t->by_name, t->err));
	*group = find_group_at(t, up, name, &hash, &at);
	if (*group != BX_PATTERN_NONE)
		return BX_OK;
	*group = t->n_groups;
	t->groups[t->n_groups++] = (PatternGroup){
		.up = up, .name = name, .texts = BX_PATTERN_NONE, .marked = BX_PATTERN_NONE, .leaf = BX_PATTERN_NONE};
	bx_hashmap_put(&t->by_name, hash, at, *group);
	return BX_OK;
}

/* The nodes from `from` to `to`, siblings with their subtrees, are the children of one. */
static BxStatus
set_parent(BxPattern *t, uint32_t from, uint32_t to, uint32_t up)
{
	const BxTreeNode *nodes = bx_tree_nodes(&t->tree);

	for (; from < to; from += nodes[from].size)
	{
		BX_TRY(bx_step(t->host));
		t->nodes[from].up = up;
	}
	return BX_OK;
}

/* The groups of all nodes, from the top. */
static BxStatus
make_groups(BxPattern *t)
{
	uint32_t n = bx_tree_count(&t->tree), i;
	const BxTreeNode *nodes = bx_tree_nodes(&t->tree);

	t->groups[0] = (PatternGroup){
		.up = BX_PATTERN_NONE, .texts = BX_PATTERN_NONE, .marked = BX_PATTERN_NONE, .leaf = BX_PATTERN_NONE};
	t->n_groups = 1;
	BX_TRY(set_parent(t, 0, n, n));
	for (i = 0; i < n; i++)
	{
		PatternNode *node = &t->nodes[i];

		node->group = t->nodes[node->up].group;
		if (nodes[i].kind == BX_NODE_ELEMENT)
			BX_TRY(add_group(t, node->group, nodes[i].name, &node->group));
		BX_TRY(set_parent(t, i + 1, i + nodes[i].size, i));
	}
	return BX_OK;
}

/* ---- parts ---- */

/* The different parts of the children of a node, which are nodes from `from` to `to`, at the end of the lists. */
static BxStatus
list_kids(BxPattern *t, uint32_t from, uint32_t to, uint32_t *n)
{
	const BxTreeNode *nodes = bx_tree_nodes(&t->tree);
	uint32_t *list = t->lists + t->n_lists, i, all = 0;

	for (; from < to; from += nodes[from].size)
	{
		BX_TRY(bx_step(t->host));
		list[all++] = t->nodes[from].part;
	}
	BX_TRY(bx_sort(t->host, list, all, sizeof(*list), bx_compare_u32, t->err));
	for (i = *n = 0; i < all; i++)
		if (i == 0 || list[i] != list[*n - 1])
			list[(*n)++] = list[i];
	return BX_OK;
}

static BxStatus
hash_text(const BxPattern *t, uint32_t group, BxStr text, uint32_t *hash)
{
	*hash = (uint32_t) bx_hash(&t->host->seed, group, text.s, text.n);
	return bx_charge(t->host, BX_PATTERN_UNITS + text.n);
}

static BxStatus
hash_element(const BxPattern *t, const BxTreeNode *node, uint32_t group, const uint32_t *kids, uint32_t n,
			 uint32_t *hash)
{
	const BxAttr *attrs = bx_tree_attrs(&t->tree, node);
	uint64_t h = bx_hash(&t->host->seed, group, kids, n * sizeof(*kids));
	uint32_t i;

	for (i = 0; i < node->n_attrs; i++)
	{
		BX_TRY(bx_charge(t->host, BX_PATTERN_UNITS + attrs[i].n));
		h = bx_hash(&t->host->seed, h ^ attrs[i].name, value_of(t, &attrs[i]).s, attrs[i].n);
	}
	*hash = (uint32_t) h;
	return bx_charge(t->host, BX_PATTERN_UNITS + n * sizeof(*kids));
}

static BxStatus
same_attributes(const BxPattern *t, const BxTreeNode *a, const BxTreeNode *b, bool *same)
{
	const BxAttr *x = bx_tree_attrs(&t->tree, a), *y = bx_tree_attrs(&t->tree, b);
	uint32_t i;

	*same = a->n_attrs == b->n_attrs;
	for (i = 0; i < a->n_attrs && *same; i++)
	{
		*same = x[i].name == y[i].name && x[i].n == y[i].n;
		if (*same)
			BX_TRY(bx_long_equal(t->host, value_of(t, &x[i]).s, value_of(t, &y[i]).s, x[i].n, same));
	}
	return BX_OK;
}

/* Is the part the node with these children? */
static BxStatus
is_part(const BxPattern *t, uint32_t part, uint32_t i, const uint32_t *kids, uint32_t n, bool *is)
{
	const BxTreeNode *mine = bx_pattern_node(t, part), *node = &bx_tree_nodes(&t->tree)[i];
	const PatternPart *p = &t->parts[part];

	*is = mine->kind == node->kind && p->group == t->nodes[i].group && p->n_kids == n && mine->n == node->n;
	if (!*is)
		return BX_OK;
	if (node->kind == BX_NODE_TEXT)
		return bx_long_equal(t->host, bx_pattern_string(t, mine).s, bx_pattern_string(t, node).s, node->n,
							 is);
	BX_TRY(bx_long_equal(t->host, t->lists + p->kids, kids, n * sizeof(*kids), is));
	return *is ? same_attributes(t, mine, node, is) : BX_OK;
}

static uint32_t
new_part(BxPattern *t, uint32_t node, uint32_t group, uint32_t n_kids)
{
	uint32_t i, part = t->n_parts++;

	t->parts[part] = (PatternPart){.node = node,
								   .group = group,
								   .kids = t->n_lists,
								   .n_kids = n_kids,
								   .next = BX_PATTERN_NONE,
								   .waiting = BX_PATTERN_NONE,
								   .next_asked = BX_PATTERN_NONE};
	for (i = 0; i < n_kids; i++)
		t->parts[t->lists[t->n_lists++]].parents++;
	return part;
}

/* The part of a node whose children have theirs. */
static BxStatus
add_part(BxPattern *t, uint32_t i)
{
	const BxTreeNode *node = &bx_tree_nodes(&t->tree)[i];
	uint32_t group = t->nodes[i].group, *kids = t->lists + t->n_lists, n, hash, at, part;
	bool is;

	BX_TRY(bx_hashmap_reserve(&t->by_content, t->err));
	BX_TRY(list_kids(t, i + 1, i + node->size, &n));
	BX_TRY(node->kind == BX_NODE_TEXT ? hash_text(t, group, bx_pattern_string(t, node), &hash)
									  : hash_element(t, node, group, kids, n, &hash));
	bx_hashmap_foreach (part, &t->by_content, hash, &at)
	{
		BX_TRY(is_part(t, part, i, kids, n, &is));
		if (is)
			break;
	}
	if (part == BX_HASH_NONE)
	{
		part = new_part(t, i, group, n);
		bx_hashmap_put(&t->by_content, hash, at, part);
	}
	t->nodes[i].part = part;
	return BX_OK;
}

/* All parts, from below. */
static BxStatus
make_parts(BxPattern *t)
{
	uint32_t n = bx_tree_count(&t->tree), i, kids;

	for (i = n; i > 0; i--)
		BX_TRY(add_part(t, i - 1));
	BX_TRY(list_kids(t, 0, n, &kids));
	t->document = new_part(t, n, 0, kids);
	return BX_OK;
}

/* ---- how parts are found ---- */

static void
push(BxPattern *t, uint32_t *list, uint32_t part)
{
	t->parts[part].next = *list;
	*list = part;
}

/* Among the parts that wait for that child which fewest have. */
static BxStatus
wait_for_child(BxPattern *t, uint32_t part)
{
	const uint32_t *kids = t->lists + t->parts[part].kids;
	uint32_t i, best = kids[0];

	for (i = 1; i < t->parts[part].n_kids; i++)
	{
		BX_TRY(bx_step(t->host));
		if (t->parts[kids[i]].parents < t->parts[best].parents)
			best = kids[i];
	}
	push(t, &t->parts[best].waiting, part);
	return BX_OK;
}

static BxStatus
list_part(BxPattern *t, uint32_t part)
{
	const BxTreeNode *node = bx_pattern_node(t, part);
	PatternGroup *g = &t->groups[t->parts[part].group];

	BX_TRY(bx_step(t->host));
	if (node->kind == BX_NODE_TEXT)
	{
		g->n_texts++;
		push(t, &g->texts, part);
		return BX_OK;
	}
	g->members++;
	if (node->n_attrs > 0)
	{
		g->n_marked++;
		push(t, &g->marked, part);
		return BX_OK;
	}
	if (t->parts[part].n_kids == 0)
	{
		g->leaf = part;
		return BX_OK;
	}
	g->plain = true;
	return wait_for_child(t, part);
}

/* ---- keys ---- */

static BxStatus
find_key(const BxPattern *t, uint32_t group, uint32_t name, BxStr value, uint32_t *key, uint32_t *hash,
		 uint32_t *at)
{
	bool same;

	BX_TRY(bx_charge(t->host, BX_PATTERN_UNITS + value.n));
	*hash = (uint32_t) bx_hash(&t->host->seed, (uint64_t) group << 32 | name, value.s, value.n);
	bx_hashmap_foreach (*key, &t->by_key, *hash, at)
	{
		const PatternKey *k = &t->keys[*key];

		if (k->group != group || k->name != name || k->value.n != value.n)
			continue;
		BX_TRY(bx_long_equal(t->host, k->value.s, value.s, value.n, &same));
		if (same)
			return BX_OK;
	}
	return BX_OK;
}

static BxStatus
add_key(BxPattern *t, uint32_t group, const BxAttr *attr)
{
	BxStr value = value_of(t, attr);
	uint32_t key, hash, at;

	BX_TRY(bx_hashmap_reserve(&t->by_key, t->err));
	BX_TRY(find_key(t, group, attr->name, value, &key, &hash, &at));
	if (key == BX_HASH_NONE)
	{
		key = t->n_keys++;
		t->keys[key] =
			(PatternKey){.group = group, .name = attr->name, .first = BX_PATTERN_NONE, .value = value};
		bx_hashmap_put(&t->by_key, hash, at, key);
	}
	t->keys[key].count++;
	return BX_OK;
}

/* Does the group of the part find its elements by keys? */
static bool
has_keys(const BxPattern *t, uint32_t part)
{
	const BxTreeNode *node = bx_pattern_node(t, part);

	return node->kind == BX_NODE_ELEMENT && node->n_attrs > 0 &&
		   t->groups[t->parts[part].group].n_marked > BX_PATTERN_FEW;
}

static BxStatus
count_keys(BxPattern *t, uint32_t part)
{
	const BxTreeNode *node = bx_pattern_node(t, part);
	uint32_t i;

	for (i = 0; has_keys(t, part) && i < node->n_attrs; i++)
		BX_TRY(add_key(t, t->parts[part].group, bx_tree_attrs(&t->tree, node) + i));
	return BX_OK;
}

/* Into the list of its attribute that fewest have. */
static BxStatus
choose_key(BxPattern *t, uint32_t part)
{
	const BxTreeNode *node = bx_pattern_node(t, part);
	const BxAttr *attrs = bx_tree_attrs(&t->tree, node);
	uint32_t i, key, hash, at, best = BX_PATTERN_NONE;

	if (!has_keys(t, part))
		return BX_OK;
	for (i = 0; i < node->n_attrs; i++)
	{
		BX_TRY(find_key(t, t->parts[part].group, attrs[i].name, value_of(t, &attrs[i]), &key, &hash, &at));
		if (best == BX_PATTERN_NONE || t->keys[key].count < t->keys[best].count)
			best = key;
	}
	push(t, &t->keys[best].first, part);
	return BX_OK;
}

/* ---- the pattern ---- */

static BxStatus
make_room(BxPattern *t, uint32_t n)
{
	size_t all = (size_t) n + 1, keys = all + t->tree.attrs.len / sizeof(BxAttr);

	t->nodes = bx_arena_zalloc(t->arena, all * sizeof(PatternNode));
	t->groups = bx_arena_alloc(t->arena, all * sizeof(PatternGroup));
	t->parts = bx_arena_alloc(t->arena, all * sizeof(PatternPart));
	t->lists = bx_arena_alloc(t->arena, all * sizeof(uint32_t));
	t->keys = bx_arena_alloc(t->arena, keys * sizeof(PatternKey));
	if (t->nodes == NULL || t->groups == NULL || t->parts == NULL || t->lists == NULL || t->keys == NULL)
		return bx_fail_nomem(t->err, keys * sizeof(PatternKey));
	return bx_steps(t->host, n);
}

BxStatus
bx_pattern_index(BxPattern *t)
{
	uint32_t i;

	BX_TRY(make_room(t, bx_tree_count(&t->tree)));
	BX_TRY(make_groups(t));
	BX_TRY(make_parts(t));
	for (i = 0; i < t->document; i++)
		BX_TRY(list_part(t, i));
	for (i = 0; i < t->document; i++)
		BX_TRY(count_keys(t, i));
	for (i = 0; i < t->document; i++)
		BX_TRY(choose_key(t, i));
	return BX_OK;
}

/* ---- looking up ---- */

uint32_t
bx_pattern_group(const BxPattern *t, uint32_t up, uint32_t name)
{
	uint32_t hash, at;

	return find_group_at(t, up, name, &hash, &at);
}

/* The text among the parts of a large group. */
BxStatus
bx_pattern_text(const BxPattern *t, uint32_t group, BxStr text, uint32_t *part)
{
	uint32_t hash, at;
	bool same;

	BX_TRY(hash_text(t, group, text, &hash));
	bx_hashmap_foreach (*part, &t->by_content, hash, &at)
	{
		const BxTreeNode *p = bx_pattern_node(t, *part);

		if (p->kind != BX_NODE_TEXT || p->n != text.n || t->parts[*part].group != group)
			continue;
		BX_TRY(bx_long_equal(t->host, bx_pattern_string(t, p).s, text.s, text.n, &same));
		if (same)
			return BX_OK;
	}
	*part = BX_PATTERN_NONE;
	return BX_OK;
}

BxStatus
bx_pattern_marked(const BxPattern *t, uint32_t group, uint32_t name, BxStr value, uint32_t *first)
{
	uint32_t key, hash, at;

	BX_TRY(find_key(t, group, name, value, &key, &hash, &at));
	*first = key == BX_HASH_NONE ? BX_PATTERN_NONE : t->keys[key].first;
	return BX_OK;
}
