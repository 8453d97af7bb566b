/*
 * test_contains.c -- patterns found in values: examples, random trees against the definition done by recursion, work.
 */
#include "../ut_host.h"
#include "../ut_xpath.h"

#include "../../../src/core/compare/bx_contains.h"
#include "../../diff/diff_gen.h"

static const unsigned forms[] = {BX_MODE_SHAPES,
								 BX_MODE_NAMES,
								 BX_MODE_SHAPES | UT_CONSTANTS,
								 BX_MODE_SHAPES | UT_HEAP,
								 BX_MODE_NAMES | UT_AS(AT_BASE64),
								 BX_MODE_SHAPES | UT_AS(AT_HEX)};
#define FORMS (sizeof(forms) / sizeof(forms[0]))

static bool
contains_in(const char *a, unsigned f, const char *b, unsigned g)
{
	size_t n = 0, m = 0;
	uint8_t *v =
		ut_need(xt_parse(a, strlen(a), forms[f % FORMS], f & 1 ? BX_TYPED_OFF : BX_TYPED_LOSSLESS, &n));
	uint8_t *w =
		ut_need(xt_parse(b, strlen(b), forms[g % FORMS], g & 1 ? BX_TYPED_OFF : BX_TYPED_LOSSLESS, &m));
	bool result = false;
	BxStore x, y;
	BxError err;

	bx_store_memory(&x, v, n);
	bx_store_memory(&y, w, m);
	CHECKF(bx_contains(&x, &y, bx_host_libc(), &result, &err) == BX_OK, "%s", err.msg);
	free(v);
	free(w);
	return result;
}

/* ---- examples ---- */

static void
test_examples(void)
{
	static const struct
	{
		const char *value, *pattern;
		bool want;
	} cases[] = {
		{"<a/>", "<a/>", true},
		{"<a/>", "<b/>", false},
		{"<a/>", "", true},
		{"", "", true},
		{"", "<a/>", false},
		{"<a><b/></a>", "<b/>", false}, /* at the top only */
		{"<a x='1' y='2'>t<b/>u</a>", "<a/>", true},
		{"<a x='1' y='2'/>", "<a y='2'/>", true},
		{"<a x='1' y='2'/>", "<a y='1'/>", false},
		{"<a x='1' y='2'/>", "<a z='1'/>", false},
		{"<a><b>1</b><b>2</b></a>", "<a><b>2</b></a>", true},
		{"<a><b>1</b><b>2</b></a>", "<a><b>2</b><b>1</b><b/></a>", true},
		{"<a><b>1</b></a>", "<a><b>1</b><b>1</b></a>", true}, /* both in one */
		{"<a><b>1</b><b>2</b></a>", "<a><b>3</b></a>", false},
		{"<a><b>12</b></a>", "<a><b>1</b></a>", false},
		{"<a><b>1.0</b></a>", "<a><b>1</b></a>", false},
		{"<a><b><c/><d/></b></a>", "<a><b><c/></b><b><d/></b></a>", true},
		{"<a><b><c/></b><b><d/></b></a>", "<a><b><c/><d/></b></a>", false}, /* in one */
		{"<a><b><c/></b></a>", "<a><c/></a>", false},
		{"<a>x<b/>y</a>", "<a>y</a>", true},
		{"<a>x<b/>y</a>", "<a>xy</a>", false},
		{"<a>x<!--c-->y<?p?></a>", "<a><?q?>xy</a>", true},
		{"<a/>", "<!--c--><a> <!--d--><?p?>\n</a>", true}, /* asks for nothing */
		{"<a> </a>", "<a>\t</a>", true},
		{"<a> x</a>", "<a>x</a>", false},
		{"<p:a xmlns:p='u' p:x='1'/>", "<q:a xmlns:q='u' q:x='1'/>", true},
		{"<a xmlns='u'/>", "<a/>", false},
		{"<a/><b/>x", "<b/>", true},
		{"<a/><b/>x", "x<a/>", true},
		{"<a/><b/>x", "<a/><c/>", false},
		{"<b/>", "<a/><b/>", false},
		{"<o><i k='1'><n>x</n></i><i k='2'><n>y</n></i></o>", "<o><i k='2'><n>y</n></i></o>", true},
		{"<o><i k='1'><n>x</n></i><i k='2'><n>y</n></i></o>", "<o><i k='1'><n>y</n></i></o>", false},
	};
	size_t i;
	unsigned f;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (f = 0; f < FORMS * FORMS; f++)
			CHECKF(contains_in(cases[i].value, f / FORMS, cases[i].pattern, f % FORMS) == cases[i].want,
				   "%s in %s, forms %u", cases[i].pattern, cases[i].value, f);
}

/* ---- random trees ---- */

#define NODES 800
#define CHILDREN 24

typedef struct T
{
	const char *text; /* NULL: an element */
	int name;
	int attrs[2]; /* -1 for none */
	int children[CHILDREN];
	int n;
} T;

typedef struct Forest
{
	T nodes[NODES];
	int n;
	int depth, width; /* of what is made */
} Forest;

static int
make(Gen *g, Forest *f, int depth, bool after_text)
{
	static const char *const texts[] = {"t", "u",   "1",          "1.5", "v",  "w",
										"2", "xyz", "2020-01-01", "0",   "-1", "y"};
	int at = f->n++, i;
	T *t = &f->nodes[at];

	memset(t, 0, sizeof(*t));
	if (depth > 0 && !after_text && one_in(g, 4))
	{
		t->text = PICK(g, texts);
		return at;
	}
	t->name = (int) pick(g, 2);
	for (i = 0; i < 2; i++)
		t->attrs[i] = (int) pick(g, 3) - 1;
	t->n = depth < f->depth && f->n < NODES - CHILDREN * 5 ? (int) pick(g, (unsigned) f->width + 1) : 0;
	for (i = 0; i < f->nodes[at].n; i++)
	{
		int child = make(g, f, depth + 1, i > 0 && f->nodes[f->nodes[at].children[i - 1]].text != NULL);

		f->nodes[at].children[i] = child;
	}
	return at;
}

/* A part of a tree, with things left out, in another order. */
static int
reduce(Gen *g, const Forest *from, int at, Forest *to)
{
	int mine = to->n++, i, k;
	const T *t = &from->nodes[at];

	to->nodes[mine] = *t;
	for (i = 0; i < 2; i++)
		if (one_in(g, 2))
			to->nodes[mine].attrs[i] = -1;
	to->nodes[mine].n = 0;
	for (i = 0; i < t->n; i++)
	{
		int child;

		if (one_in(g, 3))
			continue;
		child = reduce(g, from, t->children[i], to);
		k = to->nodes[mine].n;
		if (to->nodes[child].text != NULL && k > 0 && to->nodes[to->nodes[mine].children[k - 1]].text != NULL)
			continue;
		to->nodes[mine].children[k] = child;
		to->nodes[mine].n++;
	}
	if (one_in(g, 20) && to->nodes[mine].text == NULL)
		to->nodes[mine].name ^= 1;
	return mine;
}

static bool
model(const Forest *a, int at, const Forest *b, int bt)
{
	const T *x = &a->nodes[at], *y = &b->nodes[bt];
	int i, k;

	if (x->text != NULL || y->text != NULL)
		return x->text != NULL && y->text != NULL && strcmp(x->text, y->text) == 0;
	if (x->name != y->name)
		return false;
	for (i = 0; i < 2; i++)
		if (y->attrs[i] >= 0 && y->attrs[i] != x->attrs[i])
			return false;
	for (k = 0; k < y->n; k++)
	{
		for (i = 0; i < x->n && !model(a, x->children[i], b, y->children[k]); i++)
			;
		if (i == x->n)
			return false;
	}
	return true;
}

static void
noise(Gen *g, BxBuf *out, bool beside_text)
{
	static const char *const pool[] = {"<!--t-->", "<?p t?>", "\n", "<!--c--> "};

	if (one_in(g, 4))
		xt_say(out, "%s", pool[pick(g, beside_text ? 2 : 4)]);
}

static void
say(Gen *g, const Forest *f, int at, BxBuf *out)
{
	static const char *const names[] = {"a", "b"}, *const attrs[] = {"x", "y"};
	const T *t = &f->nodes[at];
	int i, k, first = (int) pick(g, 2);
	bool text = false;

	if (t->text != NULL)
	{
		xt_say(out, "%s", t->text);
		return;
	}
	xt_say(out, "<%s", names[t->name]);
	for (k = 0; k < 2; k++)
	{
		i = k ^ first;
		if (t->attrs[i] >= 0)
			xt_say(out, " %s='%d'", attrs[i], t->attrs[i]);
	}
	xt_say(out, ">");
	for (i = 0; i < t->n; i++)
	{
		bool next = f->nodes[t->children[i]].text != NULL;

		noise(g, out, text || next);
		say(g, f, t->children[i], out);
		text = next;
	}
	noise(g, out, text);
	xt_say(out, "</%s>", names[t->name]);
}

static char *
text_of(Gen *g, const Forest *f)
{
	BxBuf b;

	bx_buf_init(&b, bx_host_libc());
	say(g, f, 0, &b);
	xt_put(&b, "", 1);
	return (char *) b.data;
}

/* Trees of four levels, or shallow ones with many siblings. */
static void
random_trees(bool wide, int times)
{
	static Forest a, b;
	unsigned yes = 0, no = 0;
	Gen g;
	int i;

	gen_init(&g, 21);
	a.depth = b.depth = wide ? 2 : 4;
	a.width = b.width = wide ? CHILDREN : 4;
	for (i = 0; i < times && ut_here < 5; i++)
	{
		char *x, *y;
		bool want;

		if (i % 5 == 0)
		{
			a.n = 0;
			make(&g, &a, 0, false);
		}
		b.n = 0;
		if (one_in(&g, 6))
			make(&g, &b, 0, false);
		else
			reduce(&g, &a, 0, &b);
		x = text_of(&g, &a);
		y = text_of(&g, &b);
		want = model(&a, 0, &b, 0);
		CHECKF(contains_in(x, pick(&g, FORMS), y, pick(&g, FORMS)) == want, "want %d: %s\n# in %s", want, y,
			   x);
		yes += want;
		no += !want;
		free(x);
		free(y);
	}
	gen_free(&g);
	printf("# %u contained, %u not\n", yes, no);
	CHECK(yes > (unsigned) times / 8 && no > (unsigned) times / 8);
}

static void
test_random(void)
{
	random_trees(false, 20000);
	random_trees(true, 3000);
}

/* ---- work ---- */

/* n children at each of `depth` levels, of which the last alone has what is below. */
static char *
comb(int n, int depth, const char *end)
{
	BxBuf b;
	int i, k;

	bx_buf_init(&b, bx_host_libc());
	xt_say(&b, "<r>");
	for (k = 0; k < depth; k++)
	{
		for (i = 1; i < n; i++)
			xt_say(&b, "<c/>");
		xt_say(&b, "<c>");
	}
	xt_say(&b, "%s", end);
	for (k = 0; k < depth; k++)
		xt_say(&b, "</c>");
	xt_say(&b, "</r>");
	xt_put(&b, "", 1);
	return (char *) b.data;
}

/* Units of work that it took. */
static uint64_t
work(const char *a, const char *b, bool want, UtHost *host)
{
	BxMeter meter = BX_METER_INIT;
	size_t n = 0, m = 0;
	uint8_t *v = ut_need(xt_parse(a, strlen(a), 0, BX_TYPED_OFF, &n));
	uint8_t *w = ut_need(xt_parse(b, strlen(b), 0, BX_TYPED_OFF, &m));
	bool result = !want;
	BxStore x, y;
	BxError err;

	bx_store_memory(&x, v, n);
	bx_store_memory(&y, w, m);
	host->host.meter = &meter;
	CHECKF(bx_contains(&x, &y, &host->host, &result, &err) == BX_OK && result == want, "%d", result);
	CHECK(host->live == 0);
	free(v);
	free(w);
	return meter.polls * BX_POLL_UNITS + (uint64_t) (BX_POLL_UNITS - meter.left);
}

/* Every level has several children that may contain each of several: the work is a product, not a power. */
static void
test_no_power(void)
{
	char *a = comb(20, 200, "<x/>"), *b = comb(20, 200, "<y/>"), *c = comb(20, 200, "<x/>");
	UtHost host;

	ut_host_init_as(&host, bx_host_libc());
	CHECK(work(a, b, false, &host) < 4000u * 4000 * 64);
	CHECK(work(a, c, true, &host) < 4000u * 4000 * 64);
	free(a);
	free(b);
	free(c);
}

/* n elements of one name, told apart by one of two attributes, by a text, or by what is in what they have. */
static char *
many(int n, int by, bool backwards)
{
	static const char *const formats[] = {"<i c='x' k='%d'/>", "<i c='x' k='%d'><n/></i>", "<i>%d</i>",
										  "<i><k>%d</k><n>x</n></i>"};
	BxBuf b;
	int i;

	bx_buf_init(&b, bx_host_libc());
	xt_say(&b, "<r>");
	for (i = 0; i < n; i++)
		xt_say(&b, formats[by], backwards ? n - i : i + 1);
	xt_say(&b, "</r>");
	xt_put(&b, "", 1);
	return (char *) b.data;
}

/* Siblings that differ by a text or an attribute: time is linear, but for tables that double. */
static void
test_linear(void)
{
	int by;

	for (by = 0; by < 4; by++)
	{
		char *few = many(500, by, false), *few_back = many(500, by, true);
		char *most = many(2000, by, false), *back = many(2000, by, true);
		uint64_t one, four;
		UtHost host;

		ut_host_init_as(&host, bx_host_libc());
		one = work(few, few_back, true, &host);
		four = work(most, back, true, &host);
		CHECKF(four < 6 * one, "by %d: %llu, %llu", by, (unsigned long long) one, (unsigned long long) four);
		CHECK(work(few, most, false, &host) < 6 * one);
		free(few);
		free(few_back);
		free(most);
		free(back);
	}
}

/* What is looked for at the beginning is found there; what nobody looks for is passed over. */
static void
test_early(void)
{
	BxBuf s;
	UtHost host;
	uint64_t units;
	int i;

	bx_buf_init(&s, bx_host_libc());
	xt_say(&s, "<r><k>1</k>");
	for (i = 0; i < 50000; i++)
		xt_say(&s, "<i n='%d'><b><c/><c/></b></i>", i);
	xt_say(&s, "<z/></r>");
	xt_put(&s, "", 1);
	ut_host_init_as(&host, bx_host_libc());
	units = work((char *) s.data, "<r><k>1</k></r>", true, &host);
	CHECKF(units < 100 * BX_STEP_UNITS, "%llu", (unsigned long long) units);
	/* 50,000 elements and a few, with their attribute and end; not what is below */
	units = work((char *) s.data, "<r><z/><i n='x'/></r>", false, &host);
	CHECKF(units < 50100u * 5 * BX_STEP_UNITS, "%llu", (unsigned long long) units);
	bx_buf_free(&s);
}

/* Every request can fail, every poll cancel. */
static void
test_failures(void)
{
	static const char *const a = "<r><a x='1'>t<b/></a><a x='2'>t<!--c-->u</a></r>";
	static const char *const b = "<r><a x='2'>tu</a><a x='1'><b/></a></r>";
	size_t n = 0, m = 0;
	uint8_t *v = ut_need(xt_parse(a, strlen(a), 0, BX_TYPED_OFF, &n));
	uint8_t *w = ut_need(xt_parse(b, strlen(b), 0, BX_TYPED_OFF, &m));
	BxStatus st = BX_E_NOMEM;
	bool result = false;
	BxStore x, y;
	UtHost host;
	BxError err;
	int i;

	bx_store_memory(&x, v, n);
	bx_store_memory(&y, w, m);
	for (i = 1; st != BX_OK && i < 1000; i++)
	{
		ut_host_init_as(&host, bx_host_libc());
		host.fail_at = i;
		st = bx_contains(&x, &y, &host.host, &result, &err);
		CHECK((st == BX_OK && result) || st == BX_E_NOMEM);
		CHECKF(host.live == 0, "request %d: %d blocks", i, host.live);
	}
	CHECK(i > 5);
	for (i = 1, st = BX_E_CANCEL; st != BX_OK && i < 1000; i++)
	{
		ut_host_init_as(&host, bx_host_libc());
		host.host.meter = NULL;
		host.cancel_at = i;
		st = bx_contains(&x, &y, &host.host, &result, &err);
		CHECK(st == BX_OK || st == BX_E_CANCEL);
		CHECK(host.live == 0);
	}
	CHECK(i > 5);
	free(v);
	free(w);
}

UT_SUITE(test_contains)
{
	UT_RUN(test_examples);
	UT_RUN(test_random);
	UT_RUN(test_no_power);
	UT_RUN(test_linear);
	UT_RUN(test_early);
	UT_RUN(test_failures);
	return ut_done();
}
