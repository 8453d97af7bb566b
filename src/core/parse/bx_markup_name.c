/*
 * bx_markup_name.c -- names, prefixes and namespace names.
 *
 * The characters of a name are checked once, when it is new.  A name remembers what it was to the writer under the
 * binding its prefix had last time, so that it costs a comparison as long as the prefix is not bound to another
 * namespace.
 */
#include "bx_markup_int.h"

#include "../base/bx_utf8.h"

#define XMLNS_NS "http://www.w3.org/2000/xmlns/"

/* Names beyond which the tables are not kept for the next text, and bytes of their strings. */
#define KEEP_NAMES 1024
#define KEEP_BYTES ((size_t) 256 << 10)

#define NAMES_START 64

/* Beyond this serial number there may be too few left for the start tags of a text. */
#define SERIAL_MAX (UINT32_MAX / 2)

/* ---- tables ---- */

/* The number of a string that lasts, BX_HASH_NONE when there is no memory. */
static uint32_t
intern(BxMarkup *m, BxStrMap *map, const uint8_t *s, size_t n)
{
	uint32_t number = bx_strmap_find(map, (const char *) s, n);
	bool added;

	if (number != BX_HASH_NONE)
		return number;
	if (!bx_markup_did(m, bx_strmap_add(map, (const char *) s, n, &number, &added, m->err)))
		return BX_HASH_NONE;
	map->strings[number].s = bx_arena_strndup(&m->arena, (const char *) s, n);
	if (map->strings[number].s != NULL)
		return number;
	map->strings[number] = bx_str("", 0);
	bx_markup_did(m, bx_fail_nomem(m->err, n));
	return BX_HASH_NONE;
}

static uint32_t
intern_prefix(BxMarkup *m, const uint8_t *s, size_t n)
{
	BxTagNamespaces *ns = &m->ns;
	uint32_t before = ns->prefixes.map.n;
	uint32_t number;

	if (!BX_MARKUP_ROOM(m, ns->of_prefix, before, ns->of_prefix_cap))
		return BX_HASH_NONE;
	number = intern(m, &ns->prefixes, s, n);
	if (ns->prefixes.map.n > before)
		ns->of_prefix[before] = (BxTagPrefix){BX_MARKUP_NONE, BX_MARKUP_NONE, 0};
	return number;
}

static bool
add_binding(BxMarkup *m, uint32_t prefix, uint32_t uri, uint32_t *pair)
{
	BxTagNamespaces *ns = &m->ns;
	uint32_t hash = bx_hash_numbers(&m->host->seed, prefix, uri);
	uint32_t at;

	if (!bx_markup_did(m, bx_hashmap_reserve(&ns->map, m->err)) ||
		!BX_MARKUP_ROOM(m, ns->list, ns->n, ns->cap))
		return false;
	bx_hashmap_foreach (*pair, &ns->map, hash, &at)
		if (ns->list[*pair].prefix == prefix && ns->list[*pair].uri == uri)
			return true;
	ns->list[ns->n] = (BxBinding){prefix, uri, BX_MARKUP_NONE};
	bx_hashmap_put(&ns->map, hash, at, ns->n);
	*pair = ns->n++;
	return true;
}

static bool
is_uri(const uint8_t *uri, size_t n, const char *what)
{
	return bx_str_is(bx_str(uri, n), what);
}

/* The bindings in scope at the start of a text. */
static void
bind_fixed(BxMarkup *m)
{
	for (uint32_t i = 0; i < m->ns.prefixes.map.n; i++)
		m->ns.of_prefix[i].pair = BX_MARKUP_NONE;
	m->ns.of_prefix[BX_PREFIX_NONE].pair = BX_BINDING_NONE;
	m->ns.of_prefix[BX_PREFIX_XML].pair = BX_BINDING_XML;
}

static bool
fill(BxMarkup *m)
{
	static const uint8_t empty[] = "", xml[] = "xml", xmlns[] = "xmlns", uri[] = BX_XML_NS;
	uint32_t pair;

	bx_arena_init_small(&m->arena, m->host);
	bx_hashmap_init(&m->names.map, m->host, NULL);
	bx_hashmap_init(&m->ns.map, m->host, NULL);
	bx_hashmap_init(&m->expanded.map, m->host, NULL);
	bx_strmap_init(&m->ns.prefixes, m->host, NULL);
	bx_strmap_init(&m->ns.uris, m->host, NULL);
	m->names.list = bx_array_grow(m->host, NULL, &m->names.cap, NAMES_START, sizeof(BxTagName));
	if (m->names.list == NULL)
		return bx_markup_did(m, bx_fail_nomem(m->err, NAMES_START * sizeof(BxTagName)));
	memset(&m->names.list[0], 0, sizeof(BxTagName));
	m->names.list[0].s = empty;
	m->names.n = 1;
	if (!bx_markup_did(m, bx_hashmap_room(&m->names.map, NAMES_START, m->err)) ||
		intern_prefix(m, empty, 0) == BX_HASH_NONE || intern_prefix(m, xml, 3) == BX_HASH_NONE ||
		intern_prefix(m, xmlns, 5) == BX_HASH_NONE || intern(m, &m->ns.uris, empty, 0) == BX_HASH_NONE ||
		intern(m, &m->ns.uris, uri, sizeof(uri) - 1) == BX_HASH_NONE)
		return false;
	if (!add_binding(m, BX_PREFIX_NONE, 0, &pair) || !add_binding(m, BX_PREFIX_XML, 1, &pair))
		return false;
	m->ns.list[BX_BINDING_NONE].id = BX_PAIR_NONE;
	m->ns.list[BX_BINDING_XML].id = BX_PAIR_XML;
	return true;
}

bool
bx_markup_names_init(BxMarkup *m)
{
	if (fill(m))
		return true;
	bx_markup_names_free(m);
	return false;
}

void
bx_markup_names_free(BxMarkup *m)
{
	const BxHost *h = m->host;

	if (m->names.map.host == NULL)
		return;
	bx_hashmap_free(&m->names.map);
	bx_hashmap_free(&m->ns.map);
	bx_hashmap_free(&m->expanded.map);
	bx_strmap_free(&m->ns.prefixes);
	bx_strmap_free(&m->ns.uris);
	h->release(h->ctx, m->names.list);
	h->release(h->ctx, m->ns.of_prefix);
	h->release(h->ctx, m->ns.list);
	h->release(h->ctx, m->expanded.list);
	memset(&m->names, 0, sizeof(m->names));
	memset(&m->ns, 0, sizeof(m->ns));
	memset(&m->expanded, 0, sizeof(m->expanded));
	bx_arena_reset(&m->arena);
}

void
bx_markup_names_trim(BxMarkup *m)
{
	if (m->names.n > KEEP_NAMES || m->ns.n > KEEP_NAMES || m->expanded.n > KEEP_NAMES ||
		m->arena.total > KEEP_BYTES)
		bx_markup_names_free(m);
}

/* Names and pairs have no numbers of the writer; serial numbers of start tags begin again. */
static void
forget(BxMarkup *m)
{
	for (uint32_t i = 1; i < m->names.n; i++)
	{
		BxTagName *name = &m->names.list[i];

		name->element.pair = name->attribute.pair = BX_MARKUP_UNKNOWN;
		name->serial = 0;
	}
	for (uint32_t i = 0; i < m->expanded.n; i++)
		m->expanded.list[i].serial = 0;
	m->names.serial = 0;
	for (uint32_t i = BX_BINDING_XML + 1; i < m->ns.n; i++)
		m->ns.list[i].id = BX_MARKUP_NONE;
}

bool
bx_markup_names_begin(BxMarkup *m)
{
	uint32_t tables = m->w != NULL && m->w == m->kept.w ? bx_writer_tables(m->w) : 0;

	if (m->names.list == NULL && !bx_markup_names_init(m))
		return false;
	if (tables == 0 || tables != m->kept.tables || m->names.serial > SERIAL_MAX)
		forget(m);
	m->kept.tables = tables;
	bind_fixed(m);
	return true;
}

void
bx_markup_names_renew(BxMarkup *m)
{
	const uint32_t *names = (const uint32_t *) m->pieces.used_names.data;
	const uint32_t *pairs = (const uint32_t *) m->pieces.used_pairs.data;

	for (size_t i = 0; i < m->pieces.used_names.len / sizeof(uint32_t); i++)
		m->names.list[names[i]].element.pair = m->names.list[names[i]].attribute.pair = BX_MARKUP_UNKNOWN;
	for (size_t i = 0; i < m->pieces.used_pairs.len / sizeof(uint32_t); i++)
		m->ns.list[pairs[i]].id = BX_MARKUP_NONE;
	m->pieces.used_names.len = m->pieces.used_pairs.len = 0;
}

/* Numbers that are noted outside of records, where a text may have none. */
#define USED_MAX ((size_t) 64 << 10)

/* What has been numbered by the writer of a record. */
static bool
note_used(BxMarkup *m, BxBuf *list, uint32_t number)
{
	if (m->w == NULL && list->len > USED_MAX * sizeof(number))
		bx_markup_names_renew(m);
	return m->opt.records == NULL || bx_markup_did(m, bx_buf_append(list, &number, sizeof(number), m->err));
}

/* ---- names as they are written ---- */

/* Is it a QName?  *local is where its local part begins. */
static bool
is_qname(const uint8_t *p, size_t n, uint32_t *local)
{
	const uint8_t *colon = memchr(p, ':', n);

	*local = colon != NULL ? (uint32_t) (colon + 1 - p) : 0;
	if (colon != NULL && !bx_is_ncname((const char *) p, (size_t) (colon - p)))
		return false;
	return bx_is_ncname((const char *) p + *local, n - *local);
}

/* Which bits of the first 16 bytes are those of a name of n bytes. */
static inline void
name_mask(size_t n, uint64_t mask[2])
{
	mask[0] = n >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * n) - 1;
	mask[1] = n >= 16 ? UINT64_MAX : n > 8 ? (UINT64_C(1) << 8 * (n - 8)) - 1 : 0;
}

/* The first bytes of a name, zero behind its end. */
static void
name_head(const uint8_t *p, size_t n, uint64_t head[2])
{
	uint8_t bytes[BX_NAME_BLOCK] = {0};

	memcpy(bytes, p, n < sizeof(bytes) ? n : sizeof(bytes));
	head[0] = bx_get_u64(bytes);
	head[1] = bx_get_u64(bytes + 8);
}

/* What the name means by its prefix: a declaration, xml:space, or nothing. */
static bool
name_kind(BxMarkup *m, BxTagName *name)
{
	BxStr s = bx_str(name->s, name->len);

	name->kind = BX_TAG_NAME_PLAIN;
	if (bx_str_is(s, "xmlns"))
		name->kind = BX_TAG_NAME_XMLNS;
	else if (name->local > 0 && name->prefix == BX_PREFIX_XMLNS)
	{
		name->kind = BX_TAG_NAME_XMLNS;
		name->declares = intern_prefix(m, name->s + name->local, name->len - name->local);
	}
	else if (bx_str_is(s, "xml:space"))
		name->kind = BX_TAG_NAME_SPACE;
	return name->declares != BX_HASH_NONE;
}

static bool
make_name(BxMarkup *m, BxTagName *name, const uint8_t *p, size_t n)
{
	if (!is_qname(p, n, &name->local))
		return false;
	name->s = (const uint8_t *) bx_arena_strndup(&m->arena, (const char *) p, n);
	if (name->s == NULL)
		return bx_markup_did(m, bx_fail_nomem(m->err, n));
	name->len = (uint32_t) n;
	name->prefix = BX_PREFIX_NONE;
	if (name->local > 0)
		name->prefix = intern_prefix(m, p, name->local - 1);
	name->element.pair = name->attribute.pair = name->expanded_pair = BX_MARKUP_UNKNOWN;
	return name->prefix != BX_HASH_NONE && name_kind(m, name);
}

static uint32_t
hash_name(const BxMarkup *m, const uint64_t head[2], const uint8_t *p, size_t n)
{
	const BxHashSeed *seed = &m->host->seed;

	return n <= BX_NAME_BLOCK ? bx_hash_words(seed, head[0], head[1]) : (uint32_t) bx_hash(seed, 0, p, n);
}

/* The number of a name with this head and hash, 0 when it is new. */
static inline uint32_t
find_name(const BxMarkup *m, const uint64_t head[2], uint32_t hash, const uint8_t *p, size_t n)
{
	const BxTagNames *names = &m->names;
	uint32_t at, i;

	bx_hashmap_foreach (i, &names->map, hash, &at)
	{
		const BxTagName *name = &names->list[i];

		if (name->head[0] == head[0] && name->head[1] == head[1] && name->len == n &&
			(n <= BX_NAME_BLOCK || memcmp(name->s, p, n) == 0))
			return i;
	}
	return 0;
}

static uint32_t
add_name(BxMarkup *m, const uint64_t head[2], uint32_t hash, const uint8_t *p, size_t n)
{
	BxTagNames *names = &m->names;
	BxTagName key = {.head = {head[0], head[1]}};
	uint32_t at, i;

	if (n == 0)
		return 0;
	name_mask(n, key.mask);
	if (!make_name(m, &key, p, n) || !bx_markup_did(m, bx_hashmap_reserve(&names->map, m->err)) ||
		!BX_MARKUP_ROOM(m, names->list, names->n, names->cap))
		return 0;
	bx_hashmap_foreach (i, &names->map, hash, &at)
		;
	names->list[names->n] = key;
	bx_hashmap_put(&names->map, hash, at, names->n);
	return names->n++;
}

/* The number of the name of n bytes at p with this head; 0: it is none, or status says why. */
static inline uint32_t
name_number(BxMarkup *m, const uint64_t head[2], const uint8_t *p, size_t n)
{
	const BxLimits *limits = m->opt.limits;
	uint32_t hash, i;

	if (BX_UNLIKELY(n > limits->max_name_bytes || m->names.n / 4 > limits->max_names))
		return 0;
	hash = hash_name(m, head, p, n);
	i = find_name(m, head, hash, p, n);
	return BX_LIKELY(i != 0) ? i : add_name(m, head, hash, p, n);
}

uint32_t
bx_markup_name(BxMarkup *m, const uint8_t *p, size_t n)
{
	uint64_t head[2];

	name_head(p, n, head);
	return name_number(m, head, p, n);
}

/* A name of more bytes than a block, or close to the end. */
static uint32_t
long_name(BxMarkup *m, const uint8_t *p)
{
	const uint8_t *q = p;
	uint32_t ends = 0;

	while (m->end - q >= BX_NAME_BLOCK && (ends = bx_name_ends(q)) == 0)
		q += BX_NAME_BLOCK;
	if (ends != 0)
		q += __builtin_ctz(ends);
	else
		while (!bx_ends_name(*q))
			q++;
	return bx_markup_name(m, p, (size_t) (q - p));
}

uint32_t
bx_markup_tag_name_slow(BxMarkup *m, const uint8_t *p)
{
	BxTagNames *names = &m->names;
	uint32_t ends = m->end - p >= BX_NAME_BLOCK ? bx_name_ends(p) : 0;
	uint64_t head[2], mask[2];
	uint32_t i;

	if (BX_LIKELY(ends != 0))
	{
		size_t n = (size_t) __builtin_ctz(ends);

		name_mask(n, mask);
		head[0] = bx_get_u64(p) & mask[0];
		head[1] = bx_get_u64(p + 8) & mask[1];
		i = name_number(m, head, p, n);
	}
	else
		i = long_name(m, p);
	names->list[names->last].follow = i;
	names->last = i;
	return i;
}

/* ---- namespaces ---- */

bool
bx_markup_bind(BxMarkup *m, uint32_t prefix, const uint8_t *uri, size_t n, uint32_t *pair)
{
	BxTagNamespaces *ns = &m->ns;
	uint32_t last = ns->of_prefix[prefix].last_pair;
	bool is_xml = is_uri(uri, n, BX_XML_NS);
	uint32_t number;

	if (prefix == BX_PREFIX_XML ? !is_xml : is_xml || is_uri(uri, n, XMLNS_NS))
		return false;
	if (prefix == BX_PREFIX_XMLNS || (prefix != BX_PREFIX_NONE && n == 0))
		return false;
	if (last != BX_MARKUP_NONE && bx_str_equal(ns->uris.strings[ns->list[last].uri], bx_str(uri, n)))
	{
		*pair = last;
		return true;
	}
	number = intern(m, &ns->uris, uri, n);
	if (number == BX_HASH_NONE || !add_binding(m, prefix, number, pair))
		return false;
	ns->of_prefix[prefix].last_pair = *pair;
	return true;
}

bool
bx_markup_pair_id(BxMarkup *m, uint32_t pair, uint32_t *id)
{
	BxBinding *b = &m->ns.list[pair];

	*id = b->id;
	if (b->id != BX_MARKUP_NONE)
		return true;
	if (!bx_markup_wrote(
			m, bx_writer_pair(m->w, m->ns.prefixes.strings[b->prefix], m->ns.uris.strings[b->uri], &b->id)))
		return false;
	*id = b->id;
	return note_used(m, &m->pieces.used_pairs, pair);
}

bool
bx_markup_name_id(BxMarkup *m, const BxTagName *name, uint32_t pair, uint32_t *id)
{
	uint32_t pair_id;

	*id = 0;
	if (pair == BX_MARKUP_NONE || !note_used(m, &m->pieces.used_names, (uint32_t) (name - m->names.list)))
		return false;
	if (m->w == NULL)
		return true;
	return bx_markup_pair_id(m, pair, &pair_id) &&
		   bx_markup_wrote(
			   m, bx_writer_name(m->w, pair_id, bx_str(name->s + name->local, name->len - name->local), id));
}

/* ---- expanded names ---- */

static bool
same_local(const BxTagName *a, const BxTagName *b)
{
	return bx_same_bytes(a->s + a->local, a->len - a->local, b->s + b->local, b->len - b->local);
}

/* The expanded name of an attribute under its present binding. */
static bool
expand(BxMarkup *m, uint32_t name, uint32_t *number)
{
	BxExpandedNames *x = &m->expanded;
	const BxTagName *t = &m->names.list[name];
	uint32_t uri = m->ns.list[m->ns.of_prefix[t->prefix].pair].uri;
	uint32_t hash = (uint32_t) bx_hash(&m->host->seed, uri, t->s + t->local, t->len - t->local);
	uint32_t at;

	if (!bx_markup_did(m, bx_hashmap_reserve(&x->map, m->err)) || !BX_MARKUP_ROOM(m, x->list, x->n, x->cap))
		return false;
	bx_hashmap_foreach (*number, &x->map, hash, &at)
		if (x->list[*number].uri == uri && same_local(&m->names.list[x->list[*number].name], t))
			return true;
	x->list[x->n] = (BxExpandedName){uri, name, 0};
	bx_hashmap_put(&x->map, hash, at, x->n);
	*number = x->n++;
	return true;
}

bool
bx_markup_is_first(BxMarkup *m, uint32_t name)
{
	BxTagName *t = &m->names.list[name];
	uint32_t pair = m->ns.of_prefix[t->prefix].pair;
	BxExpandedName *x;

	if (pair == BX_MARKUP_NONE)
		return false;
	if (t->expanded_pair != pair)
	{
		if (!expand(m, name, &t->expanded))
			return false;
		t->expanded_pair = pair;
	}
	x = &m->expanded.list[t->expanded];
	if (x->serial == m->names.serial)
		return false;
	x->serial = m->names.serial;
	return true;
}
