/*
 * bx_check_scope.c -- the validator's view of names and namespaces.
 *
 * Strings that are equal get equal numbers once per value, by a hash under a seed that no sender knows, and no pairwise
 * loop.  The walk then answers each question by one array access: what is this prefix bound to, has this
 * element declared it already, has it had this attribute already.
 */
#include "bx_check_int.h"

#include "../base/bx_bytes.h"
#include "../base/bx_hash.h"

/* Entries between two polls. */
#define POLL_MASK 4095

/* ---- numbering ---- */

/* The entries of one table: when they are equal, and a hash that is the same then. */
typedef struct Identity
{
	bool (*equal)(const BxCheck *c, uint32_t a, uint32_t b);
	uint32_t (*hash)(const BxCheck *c, uint32_t a);
} Identity;

/* Of the number of one table and a string. */
static uint32_t
hash_string(const BxCheck *c, uint32_t first, const void *s, size_t n)
{
	uint64_t word = 0;

	if (n > sizeof(word))
		return (uint32_t) bx_hash(&c->host->seed, first, s, n);
	if (n >= 4)
		word = bx_get_u32(s) | (uint64_t) bx_get_u32((const uint8_t *) s + n - 4) << 32;
	else if (n > 0)
		word = ((const uint8_t *) s)[0] | (uint32_t) ((const uint8_t *) s)[n / 2] << 8 |
			   (uint32_t) ((const uint8_t *) s)[n - 1] << 16;
	return bx_hash_words(&c->host->seed, word, (uint64_t) first << 32 | n);
}

static bool
equal_prefix(const BxCheck *c, uint32_t a, uint32_t b)
{
	const BxPair *p = c->table.pairs;

	return bx_str_equal(bx_pair_prefix(&p[a]), bx_pair_prefix(&p[b]));
}

static uint32_t
hash_prefix(const BxCheck *c, uint32_t a)
{
	return hash_string(c, 0, c->table.pairs[a].prefix, c->table.pairs[a].prefix_len);
}

static bool
equal_uri(const BxCheck *c, uint32_t a, uint32_t b)
{
	const BxPair *p = c->table.pairs;

	return bx_str_equal(bx_pair_uri(&p[a]), bx_pair_uri(&p[b]));
}

static uint32_t
hash_uri(const BxCheck *c, uint32_t a)
{
	return hash_string(c, 0, c->table.pairs[a].uri, c->table.pairs[a].uri_len);
}

static bool
equal_pair(const BxCheck *c, uint32_t a, uint32_t b)
{
	return c->ids.prefix[a] == c->ids.prefix[b] && c->ids.uri[a] == c->ids.uri[b];
}

static uint32_t
hash_pair(const BxCheck *c, uint32_t a)
{
	return bx_hash_numbers(&c->host->seed, c->ids.prefix[a], c->ids.uri[a]);
}

static bool
equal_expanded(const BxCheck *c, uint32_t a, uint32_t b)
{
	const BxNameInfo *n = c->table.names;

	return bx_same_bytes(n[a].local, n[a].len, n[b].local, n[b].len) &&
		   c->ids.uri[n[a].pair] == c->ids.uri[n[b].pair];
}

static uint32_t
hash_expanded(const BxCheck *c, uint32_t a)
{
	const BxNameInfo *n = &c->table.names[a];

	return hash_string(c, c->ids.uri[n->pair], n->local, n->len);
}

/* In name mode a name belongs to one shape, whose kind is part of it. */
static uint32_t
kind_of_name(const BxTable *t, uint32_t name)
{
	return t->head.flags & BX_FLAG_NAMES ? t->shapes[name].kind : 0;
}

/* Full identity of a name. */
static bool
equal_name(const BxCheck *c, uint32_t a, uint32_t b)
{
	const BxTable *t = &c->table;

	return c->ids.expanded[a] == c->ids.expanded[b] && t->names[a].pair == t->names[b].pair &&
		   kind_of_name(t, a) == kind_of_name(t, b);
}

static uint32_t
hash_name(const BxCheck *c, uint32_t a)
{
	const BxTable *t = &c->table;

	return bx_hash_numbers(&c->host->seed, c->ids.expanded[a],
						   (uint64_t) t->names[a].pair << 32 | kind_of_name(t, a));
}

static bool
equal_shape(const BxCheck *c, uint32_t a, uint32_t b)
{
	const BxShape *r = c->table.shapes;

	return r[a].parent == r[b].parent && r[a].kind == r[b].kind && r[a].name == r[b].name;
}

static uint32_t
hash_shape(const BxCheck *c, uint32_t a)
{
	const BxShape *r = &c->table.shapes[a];

	return bx_hash_numbers(&c->host->seed, r->parent, (uint64_t) r->name << 32 | r->kind);
}

static bool
equal_constant(const BxCheck *c, uint32_t a, uint32_t b)
{
	const BxConstInfo *k = c->table.consts;

	return k[a].shape == k[b].shape && bx_same_bytes(k[a].payload, k[a].len, k[b].payload, k[b].len);
}

static uint32_t
hash_constant(const BxCheck *c, uint32_t a)
{
	const BxConstInfo *k = &c->table.consts[a];

	return hash_string(c, k->shape, k->payload, k->len);
}

static const Identity prefixes = {equal_prefix, hash_prefix};
static const Identity uris = {equal_uri, hash_uri};
static const Identity pairs = {equal_pair, hash_pair};
static const Identity expanded_names = {equal_expanded, hash_expanded};
static const Identity names = {equal_name, hash_name};
static const Identity shapes = {equal_shape, hash_shape};
static const Identity constants = {equal_constant, hash_constant};

/* The first entry that is equal to entry i of the table; i itself, which is put into the map, if there is none. */
static inline uint32_t
first_equal(const BxCheck *c, BxHashMap *map, const Identity *id, uint32_t i)
{
	uint32_t hash = id->hash(c, i), at, found;

	bx_hashmap_foreach (found, map, hash, &at)
		if (id->equal(c, found, i))
			return found;
	bx_hashmap_put(map, hash, at, i);
	return i;
}

/* number[i] for 0..n-1, the same for equal entries, from 0 in order of appearance; distinct: how many there are. */
static BxStatus
number_by(BxCheck *c, uint32_t n, const Identity *id, uint32_t **number, uint32_t *distinct)
{
	BxHashMap map;
	BxStatus st;
	uint32_t i, k = 0;

	*number = bx_check_alloc(c, n, sizeof(uint32_t), &st);
	BX_TRY(st);
	bx_hashmap_init(&map, c->host, &c->arena);
	BX_TRY(bx_hashmap_room(&map, n, c->err));
	for (i = 0; i < n; i++)
	{
		uint32_t first;

		if (BX_UNLIKELY((i & POLL_MASK) == POLL_MASK))
			BX_TRY(bx_poll(c->host));
		first = first_equal(c, &map, id, i);
		(*number)[i] = first < i ? (*number)[first] : k++;
	}
	*distinct = k;
	return BX_OK;
}

static BxStatus
refuse_equal(BxCheck *c, uint32_t n, const Identity *id, const char *what)
{
	uint32_t *number;
	uint32_t distinct;

	if (n < 2)
		return BX_OK;
	BX_TRY(number_by(c, n, id, &number, &distinct));
	return distinct == n ? BX_OK : bx_check_fail(c, c->table.head.table_off, what);
}

BxStatus
bx_check_number(BxCheck *c)
{
	const BxTable *t = &c->table;
	BxCheckIds *ids = &c->ids;

	BX_TRY(number_by(c, t->n_pairs, &prefixes, &ids->prefix, &ids->n_prefixes));
	BX_TRY(number_by(c, t->n_pairs, &uris, &ids->uri, &ids->n_uris));
	BX_TRY(refuse_equal(c, t->n_pairs, &pairs, "a namespace pair is listed twice"));
	BX_TRY(number_by(c, t->n_names, &expanded_names, &ids->expanded, &ids->n_expanded));
	/* equal names have equal expanded names */
	if (ids->n_expanded < t->n_names)
		BX_TRY(refuse_equal(c, t->n_names, &names, "a name is listed twice"));
	if (!(t->head.flags & BX_FLAG_NAMES))
		BX_TRY(refuse_equal(c, t->n_shapes, &shapes, "a row is listed twice"));
	return refuse_equal(c, t->n_consts, &constants, "a constant is listed twice");
}

/* ---- scope ---- */

BxStatus
bx_scope_init(BxCheck *c)
{
	BxCheckScope *s = &c->scope;
	const BxCheckIds *ids = &c->ids;
	BxStatus st;

	s->bound = bx_check_alloc(c, ids->n_prefixes, sizeof(uint32_t), &st);
	if (st == BX_OK)
		s->declared_by = bx_check_alloc(c, ids->n_prefixes, sizeof(uint32_t), &st);
	if (st == BX_OK)
		s->used_by = bx_check_alloc(c, ids->n_expanded, sizeof(uint32_t), &st);
	if (st != BX_OK)
		return st;
	memset(s->bound, 0xff, ids->n_prefixes * sizeof(uint32_t));
	memset(s->declared_by, 0, ids->n_prefixes * sizeof(uint32_t));
	memset(s->used_by, 0, ids->n_expanded * sizeof(uint32_t));
	s->bound[ids->prefix[BX_PAIR_NONE]] = ids->uri[BX_PAIR_NONE];
	s->bound[ids->prefix[BX_PAIR_XML]] = ids->uri[BX_PAIR_XML];
	return BX_OK;
}

static BxStatus
hide(BxCheck *c, uint32_t prefix, uint32_t uri)
{
	BxCheckScope *s = &c->scope;
	uint32_t cap = s->hidden_cap + s->hidden_cap / 2 + 64;
	BxCheckHidden *p;

	if (s->hidden_n == s->hidden_cap)
	{
		p = c->host->resize(c->host->ctx, s->hidden, cap * sizeof(BxCheckHidden));
		if (p == NULL)
			return bx_fail_nomem(c->err, cap * sizeof(BxCheckHidden));
		s->hidden = p;
		s->hidden_cap = cap;
	}
	s->hidden[s->hidden_n].prefix = prefix;
	s->hidden[s->hidden_n++].uri = uri;
	return BX_OK;
}

BxStatus
bx_scope_declare(BxCheck *c, uint32_t element, uint32_t pair, size_t off)
{
	BxCheckScope *s = &c->scope;
	uint32_t prefix = c->ids.prefix[pair];
	uint32_t uri = c->ids.uri[pair];
	BxStatus st = BX_OK;

	if (s->declared_by[prefix] == element)
		return bx_check_fail(c, off, "an element declares a namespace prefix twice");
	s->declared_by[prefix] = element;
	if (s->bound[prefix] != uri)
		st = hide(c, prefix, s->bound[prefix]);
	s->bound[prefix] = uri;
	return st;
}

BxStatus
bx_scope_use(BxCheck *c, uint32_t pair, size_t off)
{
	if (BX_UNLIKELY(c->scope.bound[c->ids.prefix[pair]] != c->ids.uri[pair]))
		return bx_check_fail(c, off, "the namespace of a name is not declared there");
	return BX_OK;
}

BxStatus
bx_scope_attribute(BxCheck *c, uint32_t element, uint32_t name, size_t off)
{
	uint32_t id = c->ids.expanded[name];

	if (c->scope.used_by[id] == element)
		return bx_check_fail(c, off, "an element has an attribute twice");
	c->scope.used_by[id] = element;
	return BX_OK;
}

void
bx_scope_leave(BxCheck *c, uint32_t n)
{
	BxCheckScope *s = &c->scope;

	while (s->hidden_n > n)
	{
		s->hidden_n--;
		s->bound[s->hidden[s->hidden_n].prefix] = s->hidden[s->hidden_n].uri;
	}
}
