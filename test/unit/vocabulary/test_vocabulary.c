/*
 * test_vocabulary.c -- vocabularies: what is learned, and that values that refer to one come back.
 */
#define _POSIX_C_SOURCE 200809L

#include "../../../src/codec/bx_lz4.h"
#include "../../../src/core/check/bx_stats.h"
#include "../../../src/core/encode/bx_table_put.h"
#include "../../../src/core/vocabulary/bx_learn.h"
#include "../../../src/core/vocabulary/bx_share.h"
#include "../../../src/core/vocabulary/bx_trim.h"
#include "../ut.h"
#include "../ut_golden.h"
#include "../ut_random.h"

static const BxPackPolicy never = {SIZE_MAX, 0, 0};
static const BxPackPolicy always = BX_PACK_ALWAYS;

/* A vocabulary with its memory. */
typedef struct Vocabulary
{
	BxArena arena;
	BxBuf content;
	BxVocabulary voc;
	BxLearnKind kind;
	bool found;
} Vocabulary;

/* Learn the vocabulary of the first kind of these values. */
static void
learn(Vocabulary *voc, uint8_t *const *values, const size_t *lens, size_t n, BxLearnLeast least)
{
	BxLearn *learn;
	BxError err;
	bool more;
	size_t i;

	bx_arena_init(&voc->arena, bx_host_lz4());
	bx_buf_init(&voc->content, bx_host_lz4());
	CHECK(bx_learn_new(&learn, &voc->arena, &err) == BX_OK);
	for (i = 0; i < n; i++)
		CHECK(bx_learn_add(learn, values[i], lens[i], &more, &err) == BX_OK);
	voc->found = false;
	if (bx_learn_kinds(learn) > 0)
	{
		CHECKF(bx_learn_finish(learn, 0, &least, &bx_lz4_word_codec, &voc->content, &voc->found, &err) ==
				   BX_OK,
			   "%s", err.msg);
		voc->kind = *bx_learn_kind(learn, 0);
	}
	bx_learn_free(learn);
	if (!voc->found)
		return;
	CHECKF(bx_vocabulary_open(&voc->voc, voc->content.data, voc->content.len, &bx_lz4_word_codec, &voc->arena,
							  &err) == BX_OK,
		   "%s", err.msg);
	CHECK(bx_vocabulary_index(&voc->voc, &voc->arena, &err) == BX_OK);
	voc->voc.number = 300;
}

static void
forget(Vocabulary *voc)
{
	bx_buf_free(&voc->content);
	bx_arena_reset(&voc->arena);
}

/* The plain form of stored bytes. */
static BxStatus
expand(const Vocabulary *voc, const uint8_t *stored, size_t m, uint8_t **plain, size_t *len, BxError *err)
{
	BxSharedHead head;
	BxStatus st = bx_shared_head(stored, m, &head, err);

	return st == BX_OK ? bx_shared_expand(&head, &voc->voc, 0, bx_host_lz4(), plain, len, err) : st;
}

/* The vocabulary of a test, whatever the root. */
typedef struct Choice
{
	BxShareChoice choice;
	const BxVocabulary *voc;
} Choice;

static const BxVocabulary *
choose(BxShareChoice *choice, BxStr uri, BxStr local)
{
	(void) uri;
	(void) local;
	return ((Choice *) choice)->voc;
}

/* The stored form, or NULL. */
static uint8_t *
share(const Vocabulary *voc, const uint8_t *v, size_t n, const BxPackPolicy *policy, size_t *len)
{
	Choice choice = {{.choose = choose, .policy = *policy}, &voc->voc};
	uint8_t *data = NULL;
	BxError err;

	CHECKF(bx_share(v, n, &choice.choice, bx_host_lz4(), &data, len, &err) == BX_OK, "%s", err.msg);
	return data;
}

/* What is counted of a value does not depend on the vocabulary. */
static void
counts_are_equal(const char *name, const uint8_t *v, size_t n, const uint8_t *plain, size_t len)
{
	BxStats a, b;
	BxError err;

	CHECKF(bx_stats_collect(v, n, bx_host_lz4(), &a, &err) == BX_OK &&
			   bx_stats_collect(plain, len, bx_host_lz4(), &b, &err) == BX_OK,
		   "%s", name);
	CHECKF(a.names == b.names && a.namespaces == b.namespaces && a.elements == b.elements,
		   "%s: %u and %u names", name, (unsigned) a.names, (unsigned) b.names);
}

/* What leaves the database is a valid value with the same nodes and no name that it does not use. */
static void
leaves_whole(const char *name, const uint8_t *plain, size_t n, const UtEvents *before)
{
	UtEvents after;
	BxArena arena;
	BxStats stats;
	BxTable t;
	BxError err;
	BxBuf out;

	bx_arena_init(&arena, bx_host_lz4());
	bx_buf_init(&out, bx_host_lz4());
	ut_events_init(&after);
	CHECKF(bx_trim(plain, n, &out, &err) == BX_OK, "%s: %s", name, err.msg);
	CHECKF(bx_check(out.data, out.len, true, NULL, bx_host_lz4(), &err) == BX_OK, "%s: %s", name, err.msg);
	CHECKF(ut_read_all(out.data, out.len, &after, &err) == BX_OK && ut_events_differ(before, &after) < 0,
		   "%s", name);
	CHECKF(bx_table_open(&t, &arena, out.data, out.len, out.len, &err) == BX_OK &&
			   bx_stats_collect(out.data, out.len, bx_host_lz4(), &stats, &err) == BX_OK &&
			   stats.namespaces == t.n_pairs - BX_PAIR_FIRST,
		   "%s", name);
	CHECKF(out.len <= n, "%s", name);
	ut_events_free(&after);
	bx_buf_free(&out);
	bx_arena_reset(&arena);
}

/*
 * The plain form is valid and has the nodes of the value; nobody who does not know the vocabulary takes the stored
 * one.
 */
static void
comes_back(const char *name, const Vocabulary *voc, const uint8_t *v, size_t n, const uint8_t *stored,
		   size_t m)
{
	UtEvents before, after;
	BxError err;
	uint8_t *plain;
	BxHeader h;
	size_t len;

	CHECKF(bx_is_shared(stored, m) && m < n, "%s", name);
	CHECKF(bx_header_read(stored, m, m, &h, &err) == BX_E_VERSION, "%s", name);
	CHECKF(bx_check(stored, m, true, NULL, bx_host_lz4(), &err) == BX_E_VERSION, "%s", name);
	if (expand(voc, stored, m, &plain, &len, &err) != BX_OK)
	{
		CHECKF(false, "%s: %s", name, err.msg);
		return;
	}
	CHECKF(bx_check(plain, len, false, NULL, bx_host_lz4(), &err) == BX_OK, "%s: %s", name, err.msg);
	ut_events_init(&before);
	ut_events_init(&after);
	CHECKF(ut_read_all(v, n, &before, &err) == BX_OK && ut_read_all(plain, len, &after, &err) == BX_OK, "%s",
		   name);
	CHECKF(ut_events_differ(&before, &after) < 0, "%s", name);
	leaves_whole(name, plain, len, &before);
	counts_are_equal(name, v, n, plain, len);
	ut_events_free(&before);
	ut_events_free(&after);
	free(plain);
}

/* Share with both policies; returns how many there were. */
static int
both_ways(const char *name, const Vocabulary *voc, const uint8_t *v, size_t n)
{
	const BxPackPolicy *policies[] = {&never, &always};
	int i, shared = 0;

	for (i = 0; i < 2; i++)
	{
		size_t m;
		uint8_t *stored = share(voc, v, n, policies[i], &m);

		if (stored != NULL)
			comes_back(name, voc, v, n, stored, m);
		shared += stored != NULL;
		free(stored);
	}
	return shared;
}

/* ---- there and back ---- */

static void
random_values_come_back(void)
{
	static const unsigned forms[] = {BX_MODE_NAMES,
									 BX_MODE_SHAPES,
									 BX_MODE_NAMES | UT_CONSTANTS,
									 BX_MODE_SHAPES | UT_CONSTANTS,
									 BX_MODE_NAMES | UT_HEAP,
									 BX_MODE_SHAPES | UT_HEAP | UT_CONSTANTS};
	const BxLearnLeast given = BX_LEARN_GIVEN;
	uint64_t rng = 5;
	int i, shared = 0;

	for (i = 0; i < 400; i++)
	{
		BxWriterOptions opt = ut_options(forms[i % 6], BX_TYPED_LOSSLESS);
		Vocabulary voc;
		char name[32];
		UtEvents ev;
		uint8_t *v;
		size_t n;

		snprintf(name, sizeof(name), "tree %d", i);
		ut_events_init(&ev);
		ut_random_events(&ev, &rng, 1 + ut_below(&rng, i % 20 == 0 ? 3000 : 200));
		CHECK(ut_write(&ev, &opt, bx_host_lz4(), &v, &n, NULL) == BX_OK);
		learn(&voc, &v, &n, 1, given);
		if (voc.found)
			shared += both_ways(name, &voc, v, n);
		forget(&voc);
		free(v);
		ut_events_free(&ev);
	}
	CHECKF(shared > 200, "only %d were shared", shared);
}

static UtGolden golden[UT_GOLDEN_MAX];

static void
goldens_come_back(void)
{
	const BxLearnLeast given = BX_LEARN_GIVEN;
	int i, n = ut_goldens(golden), shared = 0;

	for (i = 0; i < n; i++)
	{
		Vocabulary voc;

		learn(&voc, &golden[i].v, &golden[i].n, 1, given);
		if (voc.found)
			shared += both_ways(golden[i].name, &voc, golden[i].v, golden[i].n);
		forget(&voc);
	}
	CHECKF(shared > 20, "only %d were shared", shared);
}

static uint8_t *
encode(const char *xml, unsigned form, size_t *n)
{
	return ut_encode(xml, strlen(xml), form, BX_TYPED_LOSSLESS, n);
}

/* A value in path mode with one of its sections only, which its validator accepts. */
static uint8_t *
with_section(const uint8_t *v, size_t n, uint8_t code, size_t *len)
{
	BxHeadParts parts;
	const uint8_t *body;
	uint8_t *p, *out;
	uint32_t body_len;
	BxHeader h;
	BxError err;

	CHECK(bx_header_read(v, n, n, &h, &err) == BX_OK);
	CHECK(bx_header_ext(&h, v, code, &body, &body_len, &err) == BX_OK && body != NULL);
	parts = (BxHeadParts){.flags = h.flags & BX_FLAG_DOCUMENT,
						  .table = v + h.table_off,
						  .table_len = h.table_len,
						  .items_len = h.items_len,
						  .depth = h.depth,
						  .n_ext = 1,
						  .ext = {{code, body_len}}};
	out = ut_need(malloc(n + BX_HEAD_MAX + BX_HEAD_EXT_MAX));
	p = bx_head_put(out, &parts);
	memcpy(p, v + h.table_off, h.table_len + (size_t) h.items_len);
	memcpy(p + h.table_len + h.items_len, body, body_len);
	*len = (size_t) (p - out) + h.table_len + h.items_len + body_len;
	CHECKF(bx_check(out, *len, true, NULL, bx_host_lz4(), &err) == BX_OK, "%s", err.msg);
	return out;
}

/* What says where nodes are does not go into another form, in which they are elsewhere. */
static void
directories_stay_plain(void)
{
	static const uint8_t codes[] = {BX_EXT_OFFSETS, BX_EXT_CHILDREN, BX_EXT_COUNTS, BX_EXT_VALUES};
	const BxLearnLeast given = BX_LEARN_GIVEN;
	const char *xml = "<long-list><number>1</number><number>2</number><number>3</number></long-list>";
	Vocabulary voc;
	size_t n, i;
	uint8_t *v = encode(xml, BX_MODE_SHAPES, &n);

	learn(&voc, &v, &n, 1, given);
	CHECK(voc.found && both_ways("list", &voc, v, n) == 2);
	free(v);
	v = encode(xml, BX_MODE_SHAPES | UT_DIRECTORIES | UT_VALUES, &n);
	for (i = 0; i < sizeof(codes); i++)
	{
		size_t len;
		uint8_t *one = with_section(v, n, codes[i], &len);

		CHECKF(both_ways("list", &voc, one, len) == 0, "section %d", codes[i]);
		free(one);
	}
	free(v);
	forget(&voc);
}

/* ---- bytes that are kept ---- */

/* The bytes of an example of FORMAT.md, or of a file below test/golden. */
static uint8_t *
example(const char *info, size_t *n)
{
	size_t len;
	char *doc = ut_file("src/core/format/FORMAT.md", &len);
	char *p = ut_fenced(doc, info, &len);
	uint8_t *v;

	CHECKF(p != NULL, "%s", info);
	v = p != NULL ? ut_hex(p, len, n) : NULL;
	free(doc);
	return v;
}

static uint8_t *
kept(const char *name, size_t *n)
{
	char path[80];
	size_t len;
	char *hex;
	uint8_t *v;

	snprintf(path, sizeof(path), "test/golden/%s.hex", name);
	hex = ut_file(path, &len);
	v = ut_hex(hex, len, n);
	free(hex);
	return v;
}

/* Open the bytes of a vocabulary. */
static void
open_kept(Vocabulary *voc, const uint8_t *content, size_t n, uint32_t number)
{
	BxError err;

	bx_arena_init(&voc->arena, bx_host_lz4());
	bx_buf_init(&voc->content, bx_host_lz4());
	CHECKF(bx_vocabulary_open(&voc->voc, content, n, &bx_lz4_word_codec, &voc->arena, &err) == BX_OK, "%s",
		   err.msg);
	voc->voc.number = number;
}

static void
check_plain(const char *name, const Vocabulary *voc, const uint8_t *stored, size_t m, const uint8_t *plain,
			size_t n)
{
	BxError err;
	uint8_t *made = NULL;
	size_t len = 0;
	BxStatus st = expand(voc, stored, m, &made, &len, &err);

	CHECKF(st == BX_OK, "%s: %s", name, st == BX_OK ? "" : err.msg);
	CHECKF(st != BX_OK || (len == n && memcmp(made, plain, n) == 0), "%s", name);
	free(made);
}

/* The example of FORMAT.md is what learning and sharing give, and its plain form has the text beside it. */
static void
format_example_holds(void)
{
	const BxLearnLeast given = BX_LEARN_GIVEN;
	const char *text = "<b:book xmlns:b=\"urn:b\" id=\"42\"><title>On <i>XML</i></title></b:book>";
	const char *other =
		"<b:book xmlns:b=\"urn:b\" id=\"7\" lang=\"en\"><title>On <i>SQL</i></title></b:book>";
	size_t content_n, stored_n, n, m, len;
	uint8_t *content = example("hex example-vocabulary", &content_n);
	uint8_t *stored = example("hex example-shared", &stored_n);
	uint8_t *v = encode(text, BX_MODE_NAMES, &n), *made;
	Vocabulary voc;
	char *doc, *p;

	learn(&voc, &v, &n, 1, given);
	free(v);
	CHECK(voc.content.len == content_n && memcmp(voc.content.data, content, content_n) == 0);
	voc.voc.number = 5;
	v = encode(other, BX_MODE_NAMES, &n);
	made = share(&voc, v, n, &never, &m);
	CHECK(made != NULL && m == stored_n && memcmp(made, stored, m) == 0);
	comes_back("example", &voc, v, n, stored, stored_n);
	doc = ut_file("src/core/format/FORMAT.md", &len);
	p = ut_fenced(doc, "xml example-shared", &len);
	CHECK(p != NULL && len == strlen(other) && memcmp(p, other, len) == 0);
	free(doc);
	forget(&voc);
	free(made);
	free(v);
	free(stored);
	free(content);
}

/* Values that were stored once are read as they were then. */
static void
kept_values_decode(void)
{
	size_t content_n, plain_n, n;
	uint8_t *content = kept("vocabulary", &content_n);
	uint8_t *plain = kept("vocabulary.plain", &plain_n);
	uint8_t *stored;
	Vocabulary voc;

	open_kept(&voc, content, content_n, 300);
	stored = kept("vocabulary.stored", &n);
	check_plain("stored", &voc, stored, n, plain, plain_n);
	free(stored);
	stored = kept("vocabulary.packed", &n);
	check_plain("packed", &voc, stored, n, plain, plain_n);
	free(stored);
	forget(&voc);
	free(plain);
	free(content);
}

/* ---- names that the vocabulary lacks ---- */

static void
own_names_come_back(void)
{
	static const char *const others[] = {
		"<o id='1' x='2'><a>text</a><new>1</new></o>",
		"<o id='1'><a>text</a><a k='v'>2005-06-14</a><!-- c --><?p d?></o>",
		"<o id='1' xmlns:n='urn:n' n:id='3'><n:a/><a/><a>12.50</a></o>",
		"<o xmlns='urn:d' id='1'><a/><a xmlns=''>1</a></o>",
		"<o>mixed <a>text</a> and more</o>",
		"<o xml:lang='en'><a/></o>",
	};
	const BxLearnLeast given = BX_LEARN_GIVEN;
	Vocabulary voc;
	size_t i, n;
	uint8_t *v = encode("<o id='1'><a>a long text, so that the vocabulary saves something</a><a/></o>",
						BX_MODE_NAMES, &n);

	learn(&voc, &v, &n, 1, given);
	CHECK(voc.found && voc.voc.table.n_shapes == 3);
	free(v);
	for (i = 0; i < 2 * sizeof(others) / sizeof(others[0]); i++)
	{
		size_t m;
		uint8_t *stored;

		v = encode(others[i / 2], i & 1 ? BX_MODE_NAMES : BX_MODE_SHAPES, &n);
		stored = share(&voc, v, n, &never, &m);
		if (stored != NULL)
			comes_back(others[i / 2], &voc, v, n, stored, m);
		CHECKF(stored != NULL || i / 2 == 3, "%s", others[i / 2]);
		free(stored);
		free(v);
	}
	forget(&voc);
}

/* 240 tokens of one byte: a value with one name more has a table of its own. */
static void
too_many_names(void)
{
	const BxLearnLeast given = BX_LEARN_GIVEN;
	char xml[8000] = "<o>";
	Vocabulary voc;
	int i, limit = BX_SHARE_TOKENS - 2;
	size_t n, m;
	uint8_t *v = encode("<o><a>1</a></o>", 1, &n), *stored;

	learn(&voc, &v, &n, 1, given);
	free(v);
	for (i = 0; i <= limit; i++)
		snprintf(xml + strlen(xml), 40, "<long-name-number-%03d/>", i);
	for (i = 0; i < 2; i++)
	{
		strcpy(strrchr(xml, '<'), "</o>");
		v = encode(xml, BX_MODE_NAMES, &n);
		stored = share(&voc, v, n, &always, &m);
		CHECKF((stored != NULL) == (i == 0), "%d names too many", i);
		if (stored != NULL)
			comes_back("many names", &voc, v, n, stored, m);
		free(stored);
		free(v);
		snprintf(strrchr(xml, '<'), 40, "<another-name/><and-one-more/><x/>");
	}
	forget(&voc);
}

/* ---- what is learned ---- */

/* Documents that share names and a long word; some have a secret. */
static uint8_t *
document(int i, bool secret, size_t *n)
{
	char xml[400];

	snprintf(xml, sizeof(xml), "<order id='%d'><status>waiting for confirmation</status><n>%d</n>%s</order>",
			 i, i * 7919, secret ? "<secret>the account of Ms Miller is 99887766</secret>" : "");
	return encode(xml, i & 1 ? BX_MODE_NAMES : BX_MODE_SHAPES, n);
}

static bool
has(const Vocabulary *voc, const char *s)
{
	size_t n = strlen(s), i;

	for (i = 0; i + n <= voc->content.len; i++)
		if (memcmp(voc->content.data + i, s, n) == 0)
			return true;
	return false;
}

/* n documents, of which so many have the secret. */
static void
learn_documents(Vocabulary *voc, int n, int secrets)
{
	const BxLearnLeast table = BX_LEARN_TABLE;
	uint8_t **v = ut_need(calloc((size_t) n, sizeof(*v)));
	size_t *lens = ut_need(calloc((size_t) n, sizeof(*lens)));
	int i;

	for (i = 0; i < n; i++)
		v[i] = document(i, i < secrets, &lens[i]);
	learn(voc, v, lens, (size_t) n, table);
	for (i = 0; i < n; i++)
		free(v[i]);
	free(v);
	free(lens);
}

static void
rare_words_stay_out(void)
{
	static const struct
	{
		int documents, secrets;
		bool enters;
	} cases[] = {{400, 19, false}, {400, 20, true}, {3000, 29, false}, {3000, 30, true}, {19, 19, false}};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		Vocabulary voc;

		learn_documents(&voc, cases[i].documents, cases[i].secrets);
		CHECK(voc.found == (cases[i].documents >= 20));
		CHECKF(has(&voc, "Miller") == cases[i].enters && has(&voc, "99887766") == cases[i].enters, "%d of %d",
			   cases[i].secrets, cases[i].documents);
		CHECKF(has(&voc, "secret") == cases[i].enters, "%d of %d", cases[i].secrets, cases[i].documents);
		CHECK(!voc.found || (has(&voc, "waiting for") && has(&voc, "status")));
		forget(&voc);
	}
}

/* The vocabulary of a kind has the names, the words and the sizes of its documents only, whichever came first. */
static void
kinds_stay_apart(void)
{
	static const char *const texts[] = {
		"<order><status>waiting for customer</status><buyer>n</buyer></order>",
		"<invoice><payment>transfer within thirty days</payment><due>n</due></invoice>",
	};
	static const char *const words[2][3] = {{"waiting for customer", "status", "buyer"},
											{"transfer within thirty days", "payment", "due"}};
	const BxLearnLeast least = BX_LEARN_TABLE;
	BxArena arena;
	BxLearn *learn;
	BxError err;
	bool more;

	bx_arena_init(&arena, bx_host_lz4());
	CHECK(bx_learn_new(&learn, &arena, &err) == BX_OK);
	for (int i = 0; i < 120; i++)
	{
		size_t n;
		uint8_t *v =
			ut_encode(texts[i % 3 == 0], strlen(texts[i % 3 == 0]), BX_MODE_AUTO, BX_TYPED_LOSSLESS, &n);

		CHECK(bx_learn_add(learn, v, n, &more, &err) == BX_OK);
		free(v);
	}
	CHECK(bx_learn_kinds(learn) == 2);
	for (uint32_t kind = 0; kind < bx_learn_kinds(learn); kind++)
	{
		const BxLearnKind *k;
		Vocabulary voc;
		uint32_t which;

		bx_arena_init(&voc.arena, bx_host_lz4());
		bx_buf_init(&voc.content, bx_host_lz4());
		CHECKF(bx_learn_finish(learn, kind, &least, &bx_lz4_word_codec, &voc.content, &voc.found, &err) ==
				   BX_OK,
			   "%s", err.msg);
		k = bx_learn_kind(learn, kind);
		which = k->local.s[0] == 'i';
		CHECKF(k->documents == (which ? 40 : 80), "%u", (unsigned) k->documents);
		CHECK(voc.found && k->shared_bytes < k->plain_bytes);
		for (int w = 0; w < 3 && voc.found; w++)
		{
			CHECKF(has(&voc, words[which][w]), "kind %u has %s", kind, words[which][w]);
			CHECKF(!has(&voc, words[!which][w]), "kind %u lacks %s", kind, words[!which][w]);
		}
		forget(&voc);
	}
	bx_learn_free(learn);
	bx_arena_reset(&arena);
}

static void
sizes_fall(void)
{
	Vocabulary voc;

	learn_documents(&voc, 400, 0);
	CHECK(voc.kind.documents == 400);
	CHECKF(voc.kind.shared_bytes * 10 < voc.kind.plain_bytes * 7, "%u of %u",
		   (unsigned) voc.kind.shared_bytes, (unsigned) voc.kind.plain_bytes);
	CHECKF(voc.kind.packed_bytes * 10 < voc.kind.shared_bytes * 8, "%u of %u",
		   (unsigned) voc.kind.packed_bytes, (unsigned) voc.kind.shared_bytes);
	CHECK(bx_vocabulary_is_root(&voc.voc, bx_str("", 0), bx_str("order", 5)));
	CHECK(!bx_vocabulary_is_root(&voc.voc, bx_str("urn:x", 5), bx_str("order", 5)));
	CHECK(!bx_vocabulary_is_root(&voc.voc, bx_str("", 0), bx_str("status", 6)));
	forget(&voc);
}

/* ---- damage ---- */

/* Whatever the bytes are, they are refused or make a value that the validator can judge. */
static void
is_safe(const Vocabulary *voc, const uint8_t *stored, size_t m)
{
	uint8_t *exact = ut_need(malloc(m + 1)), *plain;
	BxError err;
	size_t len;

	memcpy(exact, stored, m);
	exact = ut_need(realloc(exact, m > 0 ? m : 1));
	if (expand(voc, exact, m, &plain, &len, &err) == BX_OK)
	{
		bx_check(plain, len, false, NULL, bx_host_lz4(), &err);
		free(plain);
	}
	free(exact);
}

static void
damage_is_safe(void)
{
	const BxPackPolicy *policies[] = {&never, &always};
	uint64_t rng = 77;
	Vocabulary voc;
	size_t n, m, i;
	int p, round;
	uint8_t *v =
		encode("<order id='1' more='x' xmlns:q='urn:q'><q:status>waiting for confirmation</q:status><n>12</n>"
			   "<status>waiting for confirmation, waiting for confirmation</status></order>",
			   1, &n);

	learn_documents(&voc, 60, 0);
	for (p = 0; p < 2; p++)
	{
		uint8_t *stored = share(&voc, v, n, policies[p], &m);

		CHECK(stored != NULL);
		if (stored == NULL)
			continue;
		for (i = 0; i < m; i++)
			is_safe(&voc, stored, i);
		for (round = 0; round < 20000; round++)
		{
			uint8_t copy[1024];
			uint32_t k;

			memcpy(copy, stored, m);
			for (k = ut_below(&rng, 3) + 1; k > 0; k--)
				copy[ut_below(&rng, (uint32_t) m)] = (uint8_t) (ut_rand(&rng) >> 33);
			is_safe(&voc, copy, m);
		}
		free(stored);
	}
	free(v);
	forget(&voc);
}

/* The digest in a row proves nothing: vocabularies that open must be safe for stored values and for new ones. */
static void
hostile_vocabularies_are_safe(void)
{
	uint64_t rng = 79;
	size_t n, m, made_n;
	uint8_t *v = encode("<order id='1'><status>waiting for confirmation</status></order>", 1, &n), *stored,
			*made;
	Vocabulary voc, other;
	int round, opened = 0;
	uint32_t k;

	learn_documents(&voc, 60, 0);
	stored = share(&voc, v, n, &always, &m);
	for (round = 0; round < 5000 && voc.content.len <= 4096; round++)
	{
		uint8_t content[4096];

		memcpy(content, voc.content.data, voc.content.len);
		for (k = ut_below(&rng, 3) + 1; k > 0; k--)
			content[4 + ut_below(&rng, (uint32_t) voc.content.len - 4)] = (uint8_t) (ut_rand(&rng) >> 33);
		bx_arena_init(&other.arena, bx_host_lz4());
		if (bx_vocabulary_open(&other.voc, content, voc.content.len, &bx_lz4_word_codec, &other.arena,
							   NULL) == BX_OK &&
			bx_vocabulary_index(&other.voc, &other.arena, NULL) == BX_OK)
		{
			other.voc.number = 300;
			is_safe(&other, stored, m);
			made = share(&other, v, n, &always, &made_n);
			if (made != NULL)
				comes_back("hostile", &other, v, n, made, made_n);
			free(made);
			opened++;
		}
		bx_arena_reset(&other.arena);
	}
	CHECK(opened > 100);
	free(stored);
	free(v);
	forget(&voc);
}

/* The bytes of a vocabulary itself, cut and changed. */
static void
damaged_vocabulary_is_refused(void)
{
	uint64_t rng = 78;
	Vocabulary voc;
	BxVocabulary other;
	BxError err;
	size_t i;
	int round, opened = 0;

	learn_documents(&voc, 60, 0);
	for (i = 0; i < voc.content.len; i++)
		CHECK(bx_vocabulary_length(voc.content.data, i) == 0 &&
			  bx_vocabulary_open(&other, voc.content.data, i, &bx_lz4_word_codec, &voc.arena, &err) ==
				  BX_E_CORRUPT);
	/* what is behind it does not belong to it */
	CHECK(bx_buf_append(&voc.content, "behind", 6, &err) == BX_OK);
	voc.content.len -= 6;
	CHECK(bx_vocabulary_length(voc.content.data, i) == i &&
		  bx_vocabulary_length(voc.content.data, i + 6) == i);
	for (round = 0; round < 2000; round++)
	{
		BxArenaMark mark = bx_arena_mark(&voc.arena);
		uint32_t at = ut_below(&rng, 60);
		uint8_t old = voc.content.data[at];

		voc.content.data[at] = (uint8_t) (ut_rand(&rng) >> 33);
		opened += bx_vocabulary_open(&other, voc.content.data, voc.content.len, &bx_lz4_word_codec,
									 &voc.arena, &err) == BX_OK;
		voc.content.data[at] = old;
		bx_arena_release(&voc.arena, &mark);
	}
	CHECK(opened < 1500);
	voc.content.data[3]++;
	CHECK(bx_vocabulary_open(&other, voc.content.data, voc.content.len, NULL, &voc.arena, &err) ==
		  BX_E_VERSION);
	forget(&voc);
}

UT_SUITE(test_vocabulary)
{
	UT_RUN(random_values_come_back);
	UT_RUN(goldens_come_back);
	UT_RUN(directories_stay_plain);
	UT_RUN(format_example_holds);
	UT_RUN(kept_values_decode);
	UT_RUN(own_names_come_back);
	UT_RUN(too_many_names);
	UT_RUN(rare_words_stay_out);
	UT_RUN(kinds_stay_apart);
	UT_RUN(sizes_fall);
	UT_RUN(damage_is_safe);
	UT_RUN(damaged_vocabulary_is_refused);
	UT_RUN(hostile_vocabularies_are_safe);
	return ut_done();
}
