/*
 * bx_learn.c -- vocabularies made from a sample of documents: kinds, names, and what they save.
 *
 * Names are counted by documents, those of enough documents make a table.  With that table alone the documents are
 * shared, and the words are learned from what is left of them.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_array.h"
#include "../base/bx_sort.h"
#include "bx_learn_int.h"
#include "bx_share.h"

typedef struct Document
{
	const uint8_t *v;
	uint32_t n;
	uint32_t kind;
} Document;

struct BxLearn
{
	BxArena *arena;
	const BxHost *host;
	Document *documents;
	uint32_t n_documents;
	uint32_t documents_cap;
	BxLearnKind *kinds;
	uint32_t n_kinds;
	uint32_t kinds_cap;
	uint64_t bytes;
};

/* A name with its kind, as counted. */
typedef struct Name
{
	uint8_t kind;
	BxStr prefix;
	BxStr uri;
	BxStr local;
	uint32_t documents;
	uint32_t last; /* document it was seen in last, + 1 */
	uint32_t first;
} Name;

/* The names of the documents of one kind. */
typedef struct NameCounts
{
	BxLearn *learn;
	BxArena *arena; /* of the call */
	BxHashMap map;
	Name *names;
	uint32_t n;
	uint32_t cap;
	BxError *err;
} NameCounts;

BxStatus
bx_learn_new(BxLearn **learn, BxArena *arena, BxError *err)
{
	*learn = bx_arena_zalloc(arena, sizeof(**learn));
	if (*learn == NULL)
		return bx_fail_nomem(err, sizeof(**learn));
	(*learn)->arena = arena;
	(*learn)->host = arena->host;
	return BX_OK;
}

void
bx_learn_free(BxLearn *learn)
{
	learn->host->release(learn->host->ctx, learn->documents);
	learn->host->release(learn->host->ctx, learn->kinds);
}

uint32_t
bx_learn_kinds(const BxLearn *learn)
{
	return learn->n_kinds;
}

const BxLearnKind *
bx_learn_kind(const BxLearn *learn, uint32_t kind)
{
	return &learn->kinds[kind];
}

/* ---- the sample ---- */

static BxStatus
copy_str(BxLearn *learn, BxStr *s, BxError *err)
{
	s->s = bx_arena_strndup(learn->arena, s->s, s->n);
	return s->s != NULL ? BX_OK : bx_fail_nomem(err, s->n);
}

static BxStatus
find_kind(BxLearn *learn, const BxTable *t, uint32_t root, uint32_t *kind, BxError *err)
{
	const BxNameInfo *name = &t->names[t->shapes[root].name];
	BxStr uri = bx_pair_uri(&t->pairs[name->pair]), local = bx_str(name->local, name->len);
	uint32_t i;

	for (i = 0; i < learn->n_kinds; i++)
		if (bx_str_equal(learn->kinds[i].local, local) && bx_str_equal(learn->kinds[i].uri, uri))
			break;
	*kind = i;
	if (i < learn->n_kinds || i == BX_LEARN_KINDS)
		return BX_OK;
	BX_ROOM(learn->host, err, learn->kinds, learn->n_kinds, learn->kinds_cap);
	BX_TRY(copy_str(learn, &uri, err));
	BX_TRY(copy_str(learn, &local, err));
	learn->kinds[learn->n_kinds++] = (BxLearnKind){.uri = uri, .local = local};
	return BX_OK;
}

BxStatus
bx_learn_add(BxLearn *learn, const uint8_t *v, size_t n, bool *more, BxError *err)
{
	BxArenaMark mark = bx_arena_mark(learn->arena);
	uint32_t root, kind;
	BxTable t;
	char *copy;

	*more = true;
	if (n > BX_LEARN_DOCUMENT)
		return BX_OK;
	*more = learn->bytes + n <= BX_LEARN_BYTES;
	if (!*more)
		return BX_OK;
	BX_TRY(bx_table_open(&t, learn->arena, v, n, n, err));
	root = bx_share_root(&t, v);
	if (root == BX_SHAPE_NONE)
	{
		bx_arena_release(learn->arena, &mark);
		return BX_OK;
	}
	/* the tables are not needed once the kind is known; its name is kept behind them */
	BX_TRY(find_kind(learn, &t, root, &kind, err));
	if (kind == BX_LEARN_KINDS)
		return BX_OK;
	if (learn->kinds[kind].documents > 0)
		bx_arena_release(learn->arena, &mark);
	copy = bx_arena_strndup(learn->arena, (const char *) v, n);
	if (copy == NULL)
		return bx_fail_nomem(err, n);
	BX_ROOM(learn->host, err, learn->documents, learn->n_documents, learn->documents_cap);
	learn->documents[learn->n_documents++] = (Document){(const uint8_t *) copy, (uint32_t) n, kind};
	learn->bytes += n;
	learn->kinds[kind].documents++;
	learn->kinds[kind].plain_bytes += n;
	return BX_OK;
}

/* ---- names ---- */

static bool
same_name(const Name *a, const Name *b)
{
	return a->kind == b->kind && bx_str_equal(a->local, b->local) && bx_str_equal(a->prefix, b->prefix) &&
		   bx_str_equal(a->uri, b->uri);
}

static Name
name_of(const BxTable *t, const BxShape *shape)
{
	const BxPair *pair = &t->pairs[bx_vocabulary_pair(t, shape)];

	return (Name){.kind = shape->kind,
				  .prefix = bx_pair_prefix(pair),
				  .uri = bx_pair_uri(pair),
				  .local = bx_vocabulary_local(t, shape)};
}

static BxStatus
count_name(NameCounts *k, const Name *name, uint32_t document)
{
	uint64_t p = bx_hash(&k->learn->host->seed, name->kind, name->prefix.s, name->prefix.n);
	uint64_t h = bx_hash(&k->learn->host->seed, p, name->local.s, name->local.n);
	uint32_t hash = (uint32_t) bx_hash(&k->learn->host->seed, h, name->uri.s, name->uri.n);
	uint32_t i, at;

	BX_TRY(bx_hashmap_reserve(&k->map, k->err));
	bx_hashmap_foreach (i, &k->map, hash, &at)
		if (same_name(&k->names[i], name))
			break;
	if (i == BX_HASH_NONE)
	{
		BX_ROOM(k->learn->host, k->err, k->names, k->n, k->cap);
		i = k->n++;
		k->names[i] = *name;
		k->names[i].first = i;
		bx_hashmap_put(&k->map, hash, at, i);
	}
	k->names[i].documents += k->names[i].last != document + 1;
	k->names[i].last = document + 1;
	return BX_OK;
}

/* Tables are decoded into memory that is given back; names point into the documents. */
static BxStatus
count_names(NameCounts *k, uint32_t kind)
{
	uint32_t d, i;

	for (d = 0; d < k->learn->n_documents; d++)
	{
		const Document *doc = &k->learn->documents[d];
		BxArenaMark mark = bx_arena_mark(k->arena);
		BxTable t;

		if (doc->kind != kind)
			continue;
		BX_TRY(bx_charge(k->learn->host, doc->n));
		BX_TRY(bx_table_open(&t, k->arena, doc->v, doc->n, doc->n, k->err));
		for (i = 0; i < t.n_shapes; i++)
		{
			Name name = name_of(&t, &t.shapes[i]);

			BX_TRY(count_name(k, &name, d));
		}
		bx_arena_release(k->arena, &mark);
	}
	return BX_OK;
}

static int
by_documents(const void *x, const void *y)
{
	const Name *a = x, *b = y;

	if (a->documents != b->documents)
		return a->documents > b->documents ? -1 : 1;
	return a->first < b->first ? -1 : a->first > b->first;
}

/* ---- the table ---- */

/* The number of a pair in the table, which has room for it. */
static uint32_t
pair_number(BxTable *t, const Name *name)
{
	BxPair pair = {name->prefix.s, name->uri.s, (uint32_t) name->prefix.n, (uint32_t) name->uri.n};
	uint32_t i = bx_vocabulary_find_pair(t, name->prefix, name->uri);

	if (i < t->n_pairs)
		return i;
	t->pairs[t->n_pairs] = pair;
	return t->n_pairs++;
}

static void
add_shape(BxTable *t, const Name *name)
{
	uint32_t pair = pair_number(t, name), i = t->n_shapes++;

	t->shapes[i] = (BxShape){name->kind, 0, BX_SHAPE_NONE, name->kind == BX_KIND_NAMESPACE ? pair : i};
	t->names[i] = (BxNameInfo){name->local.s, (uint32_t) name->local.n, pair};
}

static bool
is_root(const BxLearnKind *kind, const Name *name)
{
	return name->kind <= BX_KIND_LEAF && bx_str_equal(name->local, kind->local) &&
		   bx_str_equal(name->uri, kind->uri);
}

/* The names of enough documents, the most frequent ones; false when the root is not among them. */
static BxStatus
make_table(NameCounts *k, const BxLearnKind *kind, uint32_t least, BxTable *t, uint32_t *root, bool *found)
{
	const BxPair none = {"", "", 0, 0};
	const BxPair xml = {"xml", BX_XML_NS, 3, sizeof(BX_XML_NS) - 1};
	uint32_t i;

	memset(t, 0, sizeof(*t));
	t->head.flags = BX_FLAG_NAMES;
	t->pairs = bx_arena_alloc(k->arena, (BX_LEARN_SHAPES + 2) * sizeof(BxPair));
	t->shapes = bx_arena_alloc(k->arena, BX_LEARN_SHAPES * sizeof(BxShape));
	t->names = bx_arena_alloc(k->arena, BX_LEARN_SHAPES * sizeof(BxNameInfo));
	if (t->pairs == NULL || t->shapes == NULL || t->names == NULL)
		return bx_fail_nomem(k->err, BX_LEARN_SHAPES * sizeof(BxNameInfo));
	t->pairs[t->n_pairs++] = none;
	t->pairs[t->n_pairs++] = xml;
	BX_TRY(bx_sort(k->learn->host, k->names, k->n, sizeof(Name), by_documents, k->err));
	*found = false;
	for (i = 0; i < k->n && k->names[i].documents >= least && t->n_shapes < BX_LEARN_SHAPES; i++)
	{
		if (!*found && is_root(kind, &k->names[i]))
		{
			*found = true;
			*root = t->n_shapes;
		}
		add_shape(t, &k->names[i]);
	}
	t->n_names = t->n_shapes;
	return BX_OK;
}

/* ---- words ---- */

typedef struct Sharing
{
	BxShareChoice choice; /* first: of the vocabulary, whatever the root */
	BxLearn *learn;
	uint32_t kind;
	const BxVocabulary *voc;
	BxLearnBody *bodies; /* room for one per document of the kind, or NULL */
	uint32_t n_bodies;
	uint64_t bytes; /* of all, with the vocabulary where that is shorter */
	BxArena *arena;
	BxError *err;
} Sharing;

static const BxVocabulary *
choose_this(BxShareChoice *choice, BxStr uri, BxStr local)
{
	(void) uri;
	(void) local;
	return ((Sharing *) choice)->voc;
}

static BxStatus
keep_body(Sharing *s, const uint8_t *data, size_t n)
{
	BxSharedHead h;
	const char *copy;

	BX_TRY(bx_shared_head(data, n, &h, s->err));
	copy = bx_arena_strndup(s->arena, (const char *) h.body + h.own_len, h.items_len);
	if (copy == NULL)
		return bx_fail_nomem(s->err, h.items_len);
	s->bodies[s->n_bodies++] = (BxLearnBody){(const uint8_t *) copy, h.items_len};
	return BX_OK;
}

static BxStatus
share_documents(Sharing *s)
{
	const BxHost *host = s->learn->host;
	uint32_t d;

	s->bytes = 0;
	for (d = 0; d < s->learn->n_documents; d++)
	{
		const Document *doc = &s->learn->documents[d];
		BxStatus st = BX_OK;
		uint8_t *data;
		size_t len;

		if (doc->kind != s->kind)
			continue;
		BX_TRY(bx_share(doc->v, doc->n, &s->choice, host, &data, &len, s->err));
		s->bytes += data != NULL ? len : doc->n;
		if (data != NULL && s->bodies != NULL)
			st = keep_body(s, data, len);
		host->release(host->ctx, data);
		BX_TRY(st);
	}
	return BX_OK;
}

/* One vocabulary in the making. */
typedef struct Making
{
	BxLearn *learn;
	uint32_t kind;
	const BxLearnLeast *least;
	const BxWordCodec *codec;
	BxArena *arena; /* of the call */
	BxError *err;
} Making;

/* The documents of the kind with the vocabulary of these bytes; *bytes is what they take. */
static BxStatus
share_all(Making *f, const uint8_t *content, size_t n, BxPackPolicy policy, Sharing *s, uint64_t *bytes)
{
	BxVocabulary voc;

	BX_TRY(bx_vocabulary_open(&voc, content, n, f->codec, f->arena, f->err));
	BX_TRY(bx_vocabulary_index(&voc, f->arena, f->err));
	voc.number = 1;
	s->choice = (BxShareChoice){.choose = choose_this, .policy = policy};
	s->learn = f->learn;
	s->kind = f->kind;
	s->voc = &voc;
	s->arena = f->arena;
	s->err = f->err;
	BX_TRY(share_documents(s));
	*bytes = s->bytes;
	return BX_OK;
}

/* Words for a vocabulary that has none yet, and what the documents take without. */
static BxStatus
find_words(Making *f, const BxBuf *content, uint8_t *words, uint32_t *n_words)
{
	const BxPackPolicy never = {SIZE_MAX, 0, 0};
	BxLearnKind *k = &f->learn->kinds[f->kind];
	Sharing s = {.bodies = bx_arena_alloc(f->arena, k->documents * sizeof(*s.bodies) + 1)};

	if (s.bodies == NULL)
		return bx_fail_nomem(f->err, k->documents * sizeof(*s.bodies));
	BX_TRY(share_all(f, content->data, content->len, never, &s, &k->shared_bytes));
	return bx_learn_words(s.bodies, s.n_bodies, f->least, f->arena, words, n_words, f->err);
}

/* ---- all of it ---- */

static BxStatus
finish(Making *f, NameCounts *names, BxBuf *without, BxBuf *out, bool *found)
{
	const BxPackPolicy always = BX_PACK_ALWAYS;
	BxLearnKind *k = &f->learn->kinds[f->kind];
	uint8_t *words = bx_arena_alloc(f->arena, BX_WORDS_MAX);
	uint32_t root = 0, n_words = 0;
	size_t from = out->len;
	Sharing packed = {.bodies = NULL};
	BxTable t;

	if (words == NULL)
		return bx_fail_nomem(f->err, BX_WORDS_MAX);
	BX_TRY(count_names(names, f->kind));
	BX_TRY(make_table(names, k,
					  bx_learn_least(f->least->name_documents, f->least->name_percent, k->documents), &t,
					  &root, found));
	if (!*found)
		return BX_OK;
	BX_TRY(bx_vocabulary_put(&t, root, NULL, 0, f->arena, without, f->err));
	BX_TRY(find_words(f, without, words, &n_words));
	BX_TRY(bx_vocabulary_put(&t, root, words, n_words, f->arena, out, f->err));
	return share_all(f, out->data + from, out->len - from, always, &packed, &k->packed_bytes);
}

BxStatus
bx_learn_finish(BxLearn *learn, uint32_t kind, const BxLearnLeast *least, const BxWordCodec *codec,
				BxBuf *out, bool *found, BxError *err)
{
	NameCounts names = {.learn = learn, .err = err};
	Making f = {learn, kind, least, codec, NULL, err};
	BxArena arena;
	BxBuf without;
	BxStatus st;

	*found = false;
	bx_arena_init(&arena, learn->host);
	bx_buf_init(&without, learn->host);
	names.arena = f.arena = &arena;
	bx_hashmap_init(&names.map, learn->host, NULL);
	st = finish(&f, &names, &without, out, found);
	bx_hashmap_free(&names.map);
	learn->host->release(learn->host->ctx, names.names);
	bx_buf_free(&without);
	bx_arena_reset(&arena);
	return st;
}
