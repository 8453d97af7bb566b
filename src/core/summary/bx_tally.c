/*
 * bx_tally.c -- counting over the documents of a sample.
 */
#include "../base/bx_core_int.h"
#include "bx_tally.h"

#include "bx_summary.h"

/* Room for one more entry of an array of the arena; returns from the calling function when there is none. */
#define MORE(t, array, n, cap)                                                                               \
	do                                                                                                       \
	{                                                                                                        \
		if ((n) == (cap))                                                                                    \
		{                                                                                                    \
			size_t room = ((cap) == 0 ? 64 : 2 * (size_t) (cap)) * sizeof(*(array));                         \
			void *grown = bx_arena_grow((t)->arena, array, (n) * sizeof(*(array)), room);                    \
			if (grown == NULL)                                                                               \
				return bx_fail_nomem((t)->err, room);                                                        \
			(array) = grown;                                                                                 \
			(cap) = (uint32_t) (room / sizeof(*(array)));                                                    \
		}                                                                                                    \
	} while (0)

BxStatus
bx_tally_init(BxTally *t, uint32_t most_values, BxArena *arena, BxError *err)
{
	memset(t, 0, sizeof(*t));
	t->arena = arena;
	t->err = err;
	t->most_values = most_values;
	bx_strmap_init(&t->names, arena->host, arena);
	bx_hashmap_init(&t->paths_map, arena->host, arena);
	bx_hashmap_init(&t->values_map, arena->host, arena);
	bx_hashmap_init(&t->uses_map, arena->host, arena);
	t->kinds = bx_arena_alloc(arena, BX_TALLY_KINDS_MAX * sizeof(BxTallyKind));
	return t->kinds == NULL ? bx_fail_nomem(err, BX_TALLY_KINDS_MAX * sizeof(BxTallyKind)) : BX_OK;
}

/* ---- paths ---- */

BxStatus
bx_tally_name(BxTally *t, const char *s, size_t n, uint32_t *number)
{
	bool added;
	char *copy;

	BX_TRY(bx_charge(t->arena->host, n));
	BX_TRY(bx_strmap_add(&t->names, s, n, number, &added, t->err));
	if (!added)
		return BX_OK;
	copy = bx_arena_strndup(t->arena, s, n);
	if (copy == NULL)
		return bx_fail_nomem(t->err, n);
	t->names.strings[*number].s = copy;
	return BX_OK;
}

static BxStatus
new_path(BxTally *t, uint32_t parent, uint32_t uri, uint32_t local, bool attribute)
{
	const BxIndexPath *above = parent == BX_TALLY_NONE ? &bx_index_root : &t->paths[parent].path;
	BxStr u = t->names.strings[uri], l = t->names.strings[local];
	BxIndexName name = bx_index_name(attribute, bx_index_uri(u.s, u.n), l.s, l.n);
	BxTallyPath path = {.path = bx_index_step(above, &name),
						.parent = parent,
						.depth = parent == BX_TALLY_NONE ? 1 : t->paths[parent].depth + 1,
						.uri = uri,
						.local = local,
						.attribute = attribute};

	MORE(t, t->paths, t->n_paths, t->cap_paths);
	t->paths[t->n_paths++] = path;
	return BX_OK;
}

BxStatus
bx_tally_path(BxTally *t, uint32_t parent, uint32_t uri, uint32_t local, bool attribute, uint32_t *path)
{
	const BxHost *host = t->arena->host;
	uint32_t hash =
		bx_hash_numbers(&host->seed, (uint64_t) parent << 1 | attribute, (uint64_t) uri << 32 | local);
	uint32_t at;

	BX_TRY(bx_hashmap_reserve(&t->paths_map, t->err));
	bx_hashmap_foreach (*path, &t->paths_map, hash, &at)
	{
		const BxTallyPath *p = &t->paths[*path];

		if (p->parent == parent && p->uri == uri && p->local == local && p->attribute == attribute)
			return BX_OK;
	}
	*path = BX_TALLY_NONE;
	if (t->n_paths == BX_TALLY_PATHS_MAX)
	{
		t->lost = true;
		return BX_OK;
	}
	*path = t->n_paths;
	BX_TRY(new_path(t, parent, uri, local, attribute));
	bx_hashmap_put(&t->paths_map, hash, at, *path);
	return BX_OK;
}

BxStatus
bx_tally_node(BxTally *t, uint32_t path)
{
	BxTallyPath *p = &t->paths[path];

	p->nodes += t->level != BX_TALLY_TABLE;
	if (p->seen == t->documents)
		return BX_OK;
	p->seen = t->documents;
	p->documents++;
	p->walked += t->level != BX_TALLY_TABLE;
	p->read += t->level == BX_TALLY_ALL;
	MORE(t, t->here, t->n_here, t->cap_here);
	t->here[t->n_here++] = path;
	return BX_OK;
}

/* ---- values ---- */

static BxStatus
new_value(BxTally *t, uint32_t path, unsigned kind, BxStr bytes, BxStr text)
{
	BxTallyValue value = {.path = path, .n = (uint16_t) bytes.n, .kind = (uint8_t) kind};
	uint8_t *p;

	if (kind != AT_INDEX_STRING && text.n <= BX_SUMMARY_VALUE_MAX)
		value.text_n = (uint8_t) text.n;
	p = bx_arena_alloc(t->arena, bytes.n + value.text_n + 1);
	if (p == NULL)
		return bx_fail_nomem(t->err, bytes.n + value.text_n);
	memcpy(p, bytes.s, bytes.n);
	memcpy(p + bytes.n, text.s, value.text_n);
	value.p = p;
	MORE(t, t->values, t->n_values, t->cap_values);
	t->values[t->n_values++] = value;
	return BX_OK;
}

/* The number of a value, BX_TALLY_NONE when it is new and there are too many. */
static BxStatus
find_value(BxTally *t, uint32_t path, unsigned kind, BxStr bytes, BxStr text, uint32_t *value)
{
	const BxHost *host = t->arena->host;
	uint32_t hash = (uint32_t) bx_hash(&host->seed, (uint64_t) path << 8 | kind, bytes.s, bytes.n);
	uint32_t at;

	BX_TRY(bx_hashmap_reserve(&t->values_map, t->err));
	bx_hashmap_foreach (*value, &t->values_map, hash, &at)
	{
		const BxTallyValue *v = &t->values[*value];

		if (v->path == path && v->kind == kind && bx_same_bytes(v->p, v->n, bytes.s, bytes.n))
			return BX_OK;
	}
	*value = BX_TALLY_NONE;
	t->full |= t->n_values >= t->most_values;
	if (t->full)
		return BX_OK;
	*value = t->n_values;
	BX_TRY(new_value(t, path, kind, bytes, text));
	bx_hashmap_put(&t->values_map, hash, at, *value);
	return BX_OK;
}

BxStatus
bx_tally_value(BxTally *t, uint32_t path, const BxIndexValue *value, BxStr text)
{
	uint8_t bytes[BX_INDEX_KEY_ROOM(BX_SUMMARY_VALUE_MAX)];
	BxTallyPath *p = &t->paths[path];
	uint32_t i;

	if (t->level != BX_TALLY_ALL)
		return BX_OK;
	BX_TRY(bx_charge(t->arena->host, text.n));
	p->texts++;
	p->bytes += text.n;
	BX_TRY(find_value(t, path, value->kind,
					  bx_str(bytes, bx_index_value_put(value, BX_SUMMARY_VALUE_MAX, bytes)), text, &i));
	if (i == BX_TALLY_NONE || t->values[i].seen == t->documents)
		return BX_OK;
	t->values[i].seen = t->documents;
	t->values[i].documents++;
	p->values++;
	return BX_OK;
}

void
bx_tally_complex(BxTally *t, uint32_t path)
{
	BxTallyPath *p = &t->paths[path];

	if (t->level != BX_TALLY_ALL || p->complex_seen == t->documents)
		return;
	p->complex_seen = t->documents;
	p->complex++;
}

/* ---- documents ---- */

void
bx_tally_begin(BxTally *t, BxTallyLevel level)
{
	t->documents++;
	t->level = level == BX_TALLY_ALL && t->full ? BX_TALLY_NODES : level;
	t->read += t->level == BX_TALLY_ALL;
	t->n_here = 0;
}

/* The kind of a document with these signs; where there are too many, one for all with the same top. */
static uint32_t
kind_of(BxTally *t, uint64_t top, uint64_t sign)
{
	uint32_t i;

	if (t->n_kinds >= BX_TALLY_KINDS_MAX / 2)
		sign = 0;
	for (i = 0; i < t->n_kinds; i++)
		if (t->kinds[i].sign == sign && t->kinds[i].top == top)
			return i;
	if (t->n_kinds == BX_TALLY_KINDS_MAX)
		return t->n_kinds - 1;
	t->kinds[t->n_kinds] = (BxTallyKind){sign, top, 0};
	return t->n_kinds++;
}

static BxStatus
count_use(BxTally *t, uint32_t kind, uint32_t path)
{
	uint32_t hash = bx_hash_numbers(&t->arena->host->seed, kind, path), at, i;

	BX_TRY(bx_hashmap_reserve(&t->uses_map, t->err));
	bx_hashmap_foreach (i, &t->uses_map, hash, &at)
		if (t->uses[i].kind == kind && t->uses[i].path == path)
		{
			t->uses[i].documents++;
			return BX_OK;
		}
	MORE(t, t->uses, t->n_uses, t->cap_uses);
	t->uses[t->n_uses] = (BxTallyUse){kind, path, 1};
	bx_hashmap_put(&t->uses_map, hash, at, t->n_uses++);
	return BX_OK;
}

/* A set of paths is signed by the sum of their hashes, whatever their order. */
BxStatus
bx_tally_end(BxTally *t)
{
	uint64_t top = 0, sign = 1;
	uint32_t kind, i;

	for (i = 0; i < t->n_here; i++)
	{
		const BxTallyPath *p = &t->paths[t->here[i]];

		if (!p->attribute && p->depth == 1)
			top += bx_hash_mix(p->path.hash, 0);
		else if (!p->attribute && p->depth == 2)
			sign += bx_hash_mix(p->path.hash, 0);
	}
	BX_TRY(bx_steps(t->arena->host, t->n_here));
	kind = kind_of(t, top, sign);
	t->kinds[kind].documents++;
	for (i = 0; i < t->n_here; i++)
		BX_TRY(count_use(t, kind, t->here[i]));
	return BX_OK;
}
