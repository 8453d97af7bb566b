/*
 * test_ordpath.c -- node labels: bytes, text, order, ancestry, one inserted, damage.
 *
 * The judge is a naive model: a label as an array of components, compared one by one.  The examples of ORDPATH.md are
 * read from there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../src/core/ordpath/bx_ordpath.h"
#include "../ut.h"

#define PARTS_MAX 64
#define BYTES_MAX (PARTS_MAX * BX_ORDPATH_PART_MAX)

typedef struct Model
{
	BxOrdpathPart part[PARTS_MAX];
	int n;
} Model;

typedef struct Label
{
	uint8_t p[BYTES_MAX];
	size_t n;
} Label;

static uint64_t state = UINT64_C(0x9E3779B97F4A7C15);

static uint64_t
random_next(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state * UINT64_C(0x2545F4914F6CDD1D);
}

static unsigned
below(unsigned n)
{
	return (unsigned) ((random_next() >> 33) % n);
}

/* ---- the model ---- */

static bool
odd(int64_t v)
{
	return v % 2 != 0;
}

static int64_t
random_number(bool want_odd)
{
	static const int64_t edges[] = {-BX_ORDPATH_NUMBER_MAX,
									-134746129,
									-134746128,
									-528401,
									-528400,
									-4113,
									-4112,
									-17,
									-16,
									0,
									127,
									128,
									8319,
									8320,
									2105471,
									2105472,
									69214335,
									69214336,
									BX_ORDPATH_NUMBER_MAX};
	int64_t v;

	do
	{
		switch (below(4))
		{
			case 0: v = edges[below(sizeof(edges) / sizeof(edges[0]))] + below(3) - 1; break;
			case 1: v = (int64_t) (random_next() >> below(64)) * (below(2) ? 1 : -1); break;
			default: v = (int64_t) below(24) - 8;
		}
	} while (v < -BX_ORDPATH_NUMBER_MAX || v > BX_ORDPATH_NUMBER_MAX || odd(v) != want_odd);
	return v;
}

/* A level of the model: carets, then an odd number, or none for a place. */
static void
add_level(Model *m, BxOrdpathLine line, bool place)
{
	int carets = below(3) == 0 ? 1 + (int) below(3) : place;

	while (carets-- > 0)
	{
		m->part[m->n++] = (BxOrdpathPart){line, random_number(false)};
		line = BX_LINE_CHILD;
	}
	if (!place)
		m->part[m->n++] = (BxOrdpathPart){line, random_number(true)};
}

static void
random_model(Model *m)
{
	unsigned levels = below(7);

	m->n = 0;
	if (below(200) == 0)
		m->part[m->n++] = (BxOrdpathPart){BX_LINE_INFINITY, 0};
	else
		while (levels-- > 0)
			add_level(m, levels == 0 ? (BxOrdpathLine) below(3) : BX_LINE_CHILD,
					  levels == 0 && below(6) == 0);
}

/* A label near another one: cut, with another number, or going on below. */
static void
near_model(Model *m, const Model *other)
{
	*m = *other;
	if (m->n > 0 && m->part[0].line == BX_LINE_INFINITY)
		return;
	if (m->n > 0 && below(2))
		m->n = (int) below((unsigned) m->n + 1);
	if (m->n > 0 && below(2))
		m->part[m->n - 1].number = random_number(odd(m->part[m->n - 1].number));
	for (int i = 0; i < m->n; i++)
		if (m->part[i].line != BX_LINE_CHILD)
			return;
	if (below(2) && m->n < PARTS_MAX - 8)
		add_level(m, m->n > 0 && !odd(m->part[m->n - 1].number) ? BX_LINE_CHILD : (BxOrdpathLine) below(3),
				  false);
}

static int
model_cmp(const Model *a, const Model *b)
{
	int i;

	for (i = 0; i < a->n && i < b->n; i++)
	{
		if (a->part[i].line != b->part[i].line)
			return a->part[i].line < b->part[i].line ? -1 : 1;
		if (a->part[i].number != b->part[i].number)
			return a->part[i].number < b->part[i].number ? -1 : 1;
	}
	return (a->n > b->n) - (a->n < b->n);
}

static Label
label_of(const Model *m)
{
	Label l;
	uint8_t *p = l.p;

	for (int i = 0; i < m->n; i++)
		p = bx_ordpath_part_put(p, m->part[i]);
	l.n = (size_t) (p - l.p);
	return l;
}

static void
text_of(const Model *m, char *s)
{
	*s = '\0';
	for (int i = 0; i < m->n; i++)
	{
		s += sprintf(s, "%s", i > 0 ? "." : "");
		if (m->part[i].line == BX_LINE_INFINITY)
			s += sprintf(s, "infinity");
		else
			s += sprintf(s, "%s%lld", &"#\0@\0\0"[2 * m->part[i].line], (long long) m -> part[i].number);
	}
}

/* ---- helpers ---- */

static int
sign(int v)
{
	return (v > 0) - (v < 0);
}

static BxBuf
empty_buf(void)
{
	BxBuf b;

	bx_buf_init(&b, bx_host_libc());
	return b;
}

/* Bytes of a label given as text. */
static Label
label(const char *text)
{
	BxBuf b = empty_buf();
	BxError err;
	Label l = {.n = 0};

	CHECKF(bx_ordpath_parse(text, strlen(text), &b, &err) == BX_OK, "\"%s\": %s", text, err.msg);
	CHECK(b.len <= sizeof(l.p));
	if (b.len > 0)
		memcpy(l.p, b.data, b.len);
	l.n = b.len;
	bx_buf_free(&b);
	return l;
}

/* Text of a label, in one of a few static buffers. */
static const char *
text(const uint8_t *p, size_t n)
{
	static char ring[4][16384];
	static int at;
	char *s = ring[at++ % 4];
	BxBuf b = empty_buf();
	BxError err;

	CHECK(bx_ordpath_print(p, n, &b, &err) == BX_OK);
	CHECK(b.len < sizeof(ring[0]));
	if (b.len > 0)
		memcpy(s, b.data, b.len);
	s[b.len] = '\0';
	bx_buf_free(&b);
	return s;
}

static BxStatus
between(const char *a, const char *b, Label *l, BxError *err)
{
	Label x = label(a ? a : ""), y = label(b ? b : "");
	BxBuf out = empty_buf();
	BxStatus st = bx_ordpath_between(a ? x.p : NULL, x.n, b ? y.p : NULL, y.n, &out, err);

	l->n = out.len;
	if (out.len > 0)
		memcpy(l->p, out.data, out.len);
	bx_buf_free(&out);
	return st;
}

/* ---- golden ---- */

static size_t
hex_bytes(const char *s, uint8_t *p)
{
	size_t n = 0;
	unsigned v;
	int used;

	for (; sscanf(s, " %2x%n", &v, &used) == 1; s += used)
		p[n++] = (uint8_t) v;
	return n;
}

/* The block of labels in ORDPATH.md, both ways. */
static void
examples_of_the_document(void)
{
	const char *root = getenv("BXML_ROOT");
	char path[1024], line[256], name[256];
	bool in = false;
	FILE *f;
	int n = 0;

	snprintf(path, sizeof(path), "%s/src/core/ordpath/ORDPATH.md", root ? root : ".");
	f = fopen(path, "r");
	CHECK(f != NULL);
	while (f != NULL && fgets(line, sizeof(line), f) != NULL)
	{
		char *equals = strchr(line, '=');
		uint8_t bytes[64];
		size_t len;
		Label l;

		if (strncmp(line, "```", 3) == 0)
			in = strncmp(line, "```labels", 9) == 0;
		else if (in && equals != NULL)
		{
			name[0] = '\0';
			*equals = '\0';
			(void) sscanf(line, " %255s", name);
			len = hex_bytes(equals + 1, bytes);
			l = label(name);
			CHECKF(l.n == len && memcmp(l.p, bytes, len) == 0, "%s", name);
			CHECKF(strcmp(text(bytes, len), name) == 0, "%s", name);
			n++;
		}
	}
	if (f != NULL)
		fclose(f);
	CHECKF(n > 20, "%d", n);
}

/* ---- properties against the model ---- */

static void
check_text(const Model *m, const Label *l)
{
	char want[2048];
	Label again;

	text_of(m, want);
	CHECKF(strcmp(text(l->p, l->n), want) == 0, "%s", want);
	again = label(want);
	CHECKF(again.n == l->n && memcmp(again.p, l->p, l->n) == 0, "%s", want);
}

static void
check_single(const Model *m, const Label *l)
{
	Model up = *m;
	BxError err;
	uint32_t level, want = 0;
	size_t parent;
	bool has;

	CHECK(bx_ordpath_check(l->p, l->n, BX_E_WIRE, &err) == BX_OK);
	check_text(m, l);
	for (int i = 0; i < m->n; i++)
		want += odd(m->part[i].number);
	CHECK(bx_ordpath_level(l->p, l->n, &level, &err) == BX_OK && level == want);
	CHECK(bx_ordpath_parent(l->p, l->n, &has, &parent, &err) == BX_OK);
	CHECK(has == (m->n > 0 && m->part[0].line != BX_LINE_INFINITY));
	if (!has)
		return;
	/* drop the last component, then carets before it */
	up.n--;
	while (up.n > 0 && !odd(up.part[up.n - 1].number))
		up.n--;
	CHECK(parent == label_of(&up).n);
}

static bool
model_within(const Model *m, const Model *root)
{
	if (root->n > m->n || (m->n > 0 && m->part[0].line == BX_LINE_INFINITY))
		return false;
	for (int i = 0; i < root->n; i++)
		if (m->part[i].line != root->part[i].line || m->part[i].number != root->part[i].number)
			return false;
	return true;
}

static Label
upper_of(const Label *l)
{
	BxBuf b = empty_buf();
	BxError err;
	Label u;

	CHECK(bx_ordpath_upper(l->p, l->n, &b, &err) == BX_OK);
	CHECK(bx_ordpath_check(b.data, b.len, BX_E_WIRE, &err) == BX_OK);
	memcpy(u.p, b.data, b.len);
	u.n = b.len;
	bx_buf_free(&b);
	return u;
}

static void
check_pair(const Model *m, const Model *k)
{
	Label a = label_of(m), b = label_of(k), u = upper_of(&a);
	bool within = model_within(k, m);
	size_t common, want = 0;
	BxError err;

	CHECK(sign(bx_ordpath_cmp(a.p, a.n, b.p, b.n)) == model_cmp(m, k));
	CHECK(bx_ordpath_within(b.p, b.n, a.p, a.n) == within);
	CHECKF((bx_ordpath_cmp(a.p, a.n, b.p, b.n) <= 0 && bx_ordpath_cmp(b.p, b.n, u.p, u.n) < 0) == within,
		   "%s in %s, upper %s", text(b.p, b.n), text(a.p, a.n), text(u.p, u.n));
	CHECK(bx_ordpath_common(a.p, a.n, b.p, b.n, &common, &err) == BX_OK);
	for (Model c = {.n = 0}; c.n <= m->n; c.n++)
	{
		if (c.n > 0)
			c.part[c.n - 1] = m->part[c.n - 1];
		if ((c.n == 0 || odd(c.part[c.n - 1].number)) && model_within(m, &c) && model_within(k, &c))
			want = label_of(&c).n;
	}
	CHECKF(common == want, "%s, %s", text(a.p, a.n), text(b.p, b.n));
}

static void
functions_agree_with_the_model(void)
{
	for (int i = 0; i < 40000; i++)
	{
		Model m, k;
		Label l;

		random_model(&m);
		l = label_of(&m);
		check_single(&m, &l);
		random_model(&k);
		check_pair(&m, &k);
		near_model(&k, &m);
		check_pair(&m, &k);
		check_pair(&k, &m);
	}
}

/* Ends of number lines: there the range ends with what comes next. */
static void
upper_at_the_ends(void)
{
	static const char *const cases[][2] = {{"", "infinity"},
										   {"1.5", "1.6"},
										   {"1.5.@3", "1.5.@4"},
										   {"1.6", "1.7"},
										   {"1.-1", "1.0"},
										   {"1.8589934592", "2"},
										   {"8589934592", "infinity"},
										   {"1.8589934592.8589934592", "2"},
										   {"1.8589934592.3", "1.8589934592.4"},
										   {"1.#8589934592", "1.@-8589934592"},
										   {"1.@8589934592", "1.-8589934592"},
										   {"infinity", "infinity"}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		Label l = label(cases[i][0]), u = upper_of(&l);

		CHECKF(strcmp(text(u.p, u.n), cases[i][1]) == 0, "%s: %s", cases[i][0], text(u.p, u.n));
	}
}

/* ---- text ---- */

static void
mistakes_have_a_position(void)
{
	static const struct
	{
		const char *s;
		int pos;
		const char *what;
	} cases[] = {{".", 1, "expected a number"},       {"1.", 3, "expected a number"},
				 {"1..3", 3, "expected a number"},    {"a", 1, "expected a number"},
				 {"1.-", 4, "expected a number"},     {"1.@", 4, "expected a number"},
				 {"1.#@1", 4, "expected a number"},   {" 1", 1, "expected a number"},
				 {"1 ", 2, "expected a dot"},         {"1.3/5", 4, "expected a dot"},
				 {"1.5.@3.1", 8, "nothing below"},    {"1.#1.1", 6, "nothing below"},
				 {"1.@2.1.1", 8, "nothing below"},    {"1.2.@1", 5, "must not follow an even number"},
				 {"1.8589934593", 3, "out of range"}, {"1.-99999999999999999999999999", 4, "out of range"},
				 {"1.infinity", 3, "stand alone"},    {"infinity.1", 10, "nothing can follow"},
				 {"2.infinity", 3, "stand alone"},    {"1.\xC3\xA9", 3, "expected a number"}};
	BxBuf b = empty_buf();
	BxError err;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		CHECK(bx_ordpath_parse(cases[i].s, strlen(cases[i].s), &b, &err) == BX_E_LABEL);
		CHECKF(err.pos == cases[i].pos && strstr(err.msg, cases[i].what) != NULL, "\"%s\": %s at %d",
			   cases[i].s, err.msg, (int) err.pos);
		CHECK(b.len == 0);
	}
	bx_buf_free(&b);
	CHECK(strcmp(text(label("007.-0.1").p, label("007.-0.1").n), "7.0.1") == 0);
}

/* ---- between ---- */

static void
known_gaps(void)
{
	static const char *const cases[][3] = {{"1", NULL, "3"},
										   {NULL, "1", "-1"},
										   {"1.5", NULL, "1.7"},
										   {"1.5", "1.7", "1.6.1"},
										   {"1.5", "1.6.1", "1.6.-1"},
										   {"1.6.1", "1.7", "1.6.3"},
										   {"1.6.1", "1.6.3", "1.6.2.1"},
										   {"1.-1", "1.1", "1.0.1"},
										   {"1.1", "1.101", "1.51"},
										   {"1.101", "1.10001", "1.115"},
										   {"1.127", "1.4000001", "1.4223"},
										   {"1.5.@1", "1.5.@3", "1.5.@2.1"},
										   {"1.5.@1", NULL, "1.5.@3"},
										   {NULL, "1.#1", "1.#-1"},
										   {"1.2.2.1", "1.2.4.1", "1.2.3"},
										   {"1.2.8589934592.1", "1.3", "1.2.8589934592.3"},
										   {"1.8589934591", NULL, "1.8589934592.1"},
										   {"1.8589934592.8589934591", NULL, "1.8589934592.8589934592.1"},
										   {NULL, "1.-8589934591", "1.-8589934592.1"},
										   {NULL, "1.-8589934592.-1", "1.-8589934592.-3"},
										   {"1.3", "1.4.-8589934592.1", "1.4.-8589934592.-1"}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		BxError err;
		Label l;

		CHECK(between(cases[i][0], cases[i][1], &l, &err) == BX_OK);
		CHECKF(strcmp(text(l.p, l.n), cases[i][2]) == 0, "%s..%s: %s", cases[i][0] ? cases[i][0] : "",
			   cases[i][1] ? cases[i][1] : "", text(l.p, l.n));
	}
}

static void
no_gap(void)
{
	static const char *const cases[][2] = {
		{"1.3", "1.3"},     {"1.5", "1.3"}, {"1.3", "1.3.1"}, {"1.3", "3.5"}, {"1.@1", "1.1"},
		{"1.#1", "1.@1"},   {"1.4", "1.5"}, {"1.3", "1.4"},   {"", "1"},      {"1", "infinity"},
		{"infinity", NULL}, {NULL, ""},     {"1.3.1", "1.5"}, {NULL, NULL}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		BxError err;
		Label l;

		CHECKF(between(cases[i][0], cases[i][1], &l, &err) == BX_E_ARGUMENT && l.n == 0, "%d", (int) i);
	}
}

/* Siblings of any shape: what comes between is a sibling on the same line, and between. */
static void
between_random_siblings(void)
{
	for (int i = 0; i < 40000; i++)
	{
		Model m, k;
		Label a, b;
		BxBuf out = empty_buf();
		BxOrdpathLine line = (BxOrdpathLine) below(3);
		uint32_t level, want;
		size_t up;
		bool has;
		BxError err;

		m.n = 0;
		add_level(&m, BX_LINE_CHILD, false);
		k = m;
		add_level(&m, line, false);
		if (below(2))
		{
			k = m;
			k.n--;
			add_level(&k, k.n == 0 || odd(k.part[k.n - 1].number) ? line : BX_LINE_CHILD, false);
		}
		else
			add_level(&k, line, false);
		a = label_of(&m);
		b = label_of(&k);
		if (model_cmp(&m, &k) > 0)
		{
			Label swap = a;

			a = b;
			b = swap;
		}
		else if (model_cmp(&m, &k) == 0)
			continue;
		CHECKF(bx_ordpath_between(a.p, a.n, b.p, b.n, &out, &err) == BX_OK, "%s", err.msg);
		CHECK(bx_ordpath_check(out.data, out.len, BX_E_WIRE, &err) == BX_OK);
		CHECKF(bx_ordpath_cmp(a.p, a.n, out.data, out.len) < 0 &&
				   bx_ordpath_cmp(out.data, out.len, b.p, b.n) < 0,
			   "%s %s %s", text(a.p, a.n), text(out.data, out.len), text(b.p, b.n));
		CHECK(bx_ordpath_level(a.p, a.n, &want, &err) == BX_OK);
		CHECK(bx_ordpath_level(out.data, out.len, &level, &err) == BX_OK && level == want);
		CHECK(bx_ordpath_parent(out.data, out.len, &has, &up, &err) == BX_OK && has);
		CHECK(!bx_ordpath_within(out.data, out.len, a.p, a.n) &&
			  !bx_ordpath_within(b.p, b.n, out.data, out.len));
		CHECK(memcmp(out.data, a.p, up) == 0);
		bx_buf_free(&out);
	}
}

/* ---- limits, damage, memory ---- */

static void
limits_of_length(void)
{
	BxBuf b = empty_buf(), u = empty_buf(), none = empty_buf();
	BxError err;

	for (int i = 0; i < BX_ORDPATH_LEVEL_MAX - 1; i++)
		CHECK(bx_buf_byte(&b, 0x3A, &err) == BX_OK);
	CHECK(bx_buf_byte(&b, 0xB7, &err) == BX_OK);
	CHECK(bx_ordpath_check(b.data, b.len, BX_E_WIRE, &err) == BX_OK);
	CHECK(bx_ordpath_between(b.data, b.len, NULL, 0, &u, &err) == BX_OK);
	u.len = 0;
	/* a range may end one byte later, a node may not */
	CHECK(bx_ordpath_upper(b.data, b.len, &u, &err) == BX_OK && u.len == b.len + 1);
	CHECK(bx_ordpath_check(u.data, u.len, BX_E_WIRE, &err) == BX_OK);
	b.data[b.len - 1] = 0x3A;
	CHECK(bx_buf_byte(&b, 0x39, &err) == BX_OK);
	CHECK(bx_ordpath_check(b.data, b.len, BX_E_WIRE, &err) == BX_E_WIRE && err.pos == BX_ORDPATH_LEVEL_MAX);
	b.len = 0;
	while (b.len < BX_ORDPATH_MAX)
		CHECK(bx_buf_byte(&b, 0x39, &err) == BX_OK);
	CHECK(bx_ordpath_check(b.data, b.len, BX_E_WIRE, &err) == BX_OK);
	u.len = 0;
	/* the next sibling is as long; between the two there is no room */
	CHECK(bx_ordpath_between(b.data, b.len, NULL, 0, &u, &err) == BX_OK && u.len == BX_ORDPATH_MAX);
	CHECK(bx_ordpath_between(b.data, b.len, u.data, u.len, &none, &err) == BX_E_LIMIT && none.len == 0);
	bx_buf_free(&none);
	u.len = 0;
	CHECK(bx_ordpath_print(b.data, b.len, &u, &err) == BX_OK && u.len == 2 * b.len - 1);
	CHECK(bx_buf_append(&u, ".1", 2, &err) == BX_OK);
	b.len = 0;
	CHECK(bx_ordpath_parse((char *) u.data, u.len, &b, &err) == BX_E_LABEL && err.pos == (int64_t) u.len);
	bx_buf_free(&b);
	bx_buf_free(&u);
}

/* Let every function loose on bytes of any kind; what passes the check prints and parses to the same bytes. */
static void
use_bytes(const uint8_t *p, size_t n, const uint8_t *q, size_t k)
{
	BxBuf out = empty_buf(), again = empty_buf();
	BxError err;
	uint32_t level;
	size_t len;
	bool has, good = bx_ordpath_check(p, n, BX_E_WIRE, &err) == BX_OK;

	if (bx_ordpath_print(p, n, &out, &err) == BX_OK && good)
	{
		CHECK(bx_ordpath_parse((char *) out.data, out.len, &again, &err) == BX_OK);
		CHECK(again.len == n && (n == 0 || memcmp(again.data, p, n) == 0));
	}
	CHECK(bx_ordpath_level(p, n, &level, &err) == BX_OK || !good);
	CHECK((bx_ordpath_parent(p, n, &has, &len, &err) == BX_OK && len <= n) || !good);
	CHECK((bx_ordpath_common(p, n, q, k, &len, &err) == BX_OK && len <= n) || !good);
	out.len = 0;
	CHECK(bx_ordpath_upper(p, n, &out, &err) == BX_OK || !good);
	(void) bx_ordpath_within(p, n, q, k);
	out.len = 0;
	(void) bx_ordpath_between(p, n, q, k, &out, &err);
	(void) bx_ordpath_between(p, n, NULL, 0, &out, &err);
	(void) bx_ordpath_between(NULL, 0, p, n, &out, &err);
	bx_buf_free(&out);
	bx_buf_free(&again);
}

static void
damage_is_survived(void)
{
	for (int i = 0; i < 100000; i++)
	{
		size_t n = below(12), k = below(12), same = below(2) ? 0 : below(6);
		uint8_t *p = malloc(n + 1), *q = malloc(k + 1);
		Model m;
		Label l;

		random_model(&m);
		l = label_of(&m);
		for (size_t j = 0; j < n; j++)
			p[j] = j < l.n && below(4) ? l.p[j] : (uint8_t) random_next();
		for (size_t j = 0; j < k; j++)
			q[j] = j < n && j < same ? p[j] : j < l.n ? l.p[j] : (uint8_t) random_next();
		use_bytes(p, n, q, k);
		free(p);
		free(q);
	}
}

static void *
resize_refused(void *ctx, void *p, size_t n)
{
	(void) ctx;
	(void) p;
	(void) n;
	return NULL;
}

static void
every_allocation_may_fail(void)
{
	Label a = label("1.5"), b = label("1.7");
	BxHost host = *bx_host_libc();
	BxBuf out;
	BxError err;

	host.resize = resize_refused;
	bx_buf_init(&out, &host);
	CHECK(bx_ordpath_parse("1.5", 3, &out, &err) == BX_E_NOMEM);
	CHECK(bx_ordpath_print(a.p, a.n, &out, &err) == BX_E_NOMEM);
	CHECK(bx_ordpath_upper(a.p, a.n, &out, &err) == BX_E_NOMEM);
	CHECK(bx_ordpath_append(&out, BX_LINE_CHILD, 1, &err) == BX_E_NOMEM);
	CHECK(bx_ordpath_between(a.p, a.n, b.p, b.n, &out, &err) == BX_E_NOMEM);
	CHECK(bx_ordpath_between(a.p, a.n, NULL, 0, &out, &err) == BX_E_NOMEM);
	CHECK(out.len == 0 && out.data == NULL);
}

UT_SUITE(test_ordpath)
{
	UT_RUN(examples_of_the_document);
	UT_RUN(functions_agree_with_the_model);
	UT_RUN(upper_at_the_ends);
	UT_RUN(mistakes_have_a_position);
	UT_RUN(known_gaps);
	UT_RUN(no_gap);
	UT_RUN(between_random_siblings);
	UT_RUN(limits_of_length);
	UT_RUN(damage_is_survived);
	UT_RUN(every_allocation_may_fail);
	return ut_done();
}
