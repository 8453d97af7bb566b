/*
 * test_exception.c -- the section of label exceptions: written, and looked up, against lines of labels that random
 * edits made; damage.
 */
#include "../../../src/core/read/bx_exception.h"
#include "../../../src/core/encode/bx_exception_writer.h"
#include "../ut.h"
#include "../ut_line.h"

/* An exception as text: parent, index, level. */
typedef struct Said
{
	const char *parent;
	uint32_t index;
	const char *level;
} Said;

static void
parse_label(BxBuf *out, const char *s)
{
	bx_buf_init(out, bx_host_libc());
	CHECK(bx_ordpath_parse(s, strlen(s), out, NULL) == BX_OK);
}

static BxStatus
make_section(const Said *said, size_t n, BxBuf *out, BxError *err)
{
	BxExceptionWriter w;
	BxBuf parent, level;
	BxStatus st = BX_OK;

	bx_buf_init(out, bx_host_libc());
	bx_exception_writer_init(&w, bx_host_libc(), err);
	for (size_t i = 0; i < n && st == BX_OK; i++)
	{
		parse_label(&parent, said[i].parent);
		parse_label(&level, said[i].level);
		st = bx_exception_add(&w, parent.data, parent.len, said[i].index, level.data, level.len);
		bx_buf_free(&parent);
		bx_buf_free(&level);
	}
	if (st == BX_OK)
		st = bx_exception_finish(&w, out);
	bx_exception_writer_free(&w);
	return st;
}

/* The bytes of a small section, in and out of order. */
static void
known_bytes(void)
{
	static const Said said[] = {{"1", 2, "4.1"}, {"1", 3, "5"},    {"1", 0, "@5"},
								{"", 0, "3"},    {"1.3", 1, "-1"}, {"1", 1, "3"}};
	static const uint8_t want[] = {
		3,    4,    2,    3,    6,    /* parents, exceptions, greatest index, bytes of labels and levels */
		0,    1,    3,                /* ends of labels */
		1,    3,    4,                /* ends of exceptions */
		0,    0,    2,    1,          /* indexes: 5 is what follows 4.1, and 3 what comes second */
		1,    3,    5,    6,          /* ends of levels */
		0x39, 0x39, 0x3B,             /* 1, 1.3 */
		0x3B, 0x02, 0x3D, 0x3C, 0x39, /* 3; @5, 4.1 */
		0x37                          /* -1 */
	};
	BxBuf body;
	BxError err;

	CHECK(make_section(said, 4, &body, &err) == BX_OK);
	bx_buf_free(&body);
	CHECK(make_section(said, 6, &body, &err) == BX_OK);
	CHECKF(body.len == sizeof(want) && memcmp(body.data, want, body.len) == 0, "%zu bytes", body.len);
	bx_buf_free(&body);
	CHECK(make_section(said + 5, 1, &body, &err) == BX_OK && body.len == 0);
	bx_buf_free(&body);
}

static void
refusals(void)
{
	static const Said bad[][2] = {{{"1", 2, "7"}, {"1", 2, "9"}}, {{"1", 3, "7"}, {"1", 2, "9"}},
								  {{"1", 0, "4"}, {"1", 1, "9"}}, {{"1", 0, "1.5"}, {"1", 1, "9"}},
								  {{"1", 0, ""}, {"1", 1, "9"}},  {{"1", 0, "infinity"}, {"1", 1, "9"}}};
	BxBuf body;
	BxError err;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
	{
		CHECKF(make_section(bad[i], 2, &body, &err) == BX_E_ARGUMENT && body.len == 0, "%zu", i);
		bx_buf_free(&body);
	}
}

/* ---- look-up ---- */

#define PARENTS 40

typedef struct Parent
{
	UtLevel label; /* one level */
	UtLine line[3];
} Parent;

/* Every item of a line: from its label to its index and back; labels between and behind lead nowhere. */
static void
check_line(const BxExceptions *x, const BxExceptionParent *p, const UtLine *line, BxOrdpathLine mark)
{
	uint32_t i, index;
	bool possible;
	BxBuf out;

	bx_buf_init(&out, bx_host_libc());
	for (i = 0; i < line->n; i++)
	{
		const UtLevel *l = &line->level[i];
		UtLevel gap = ut_level_between(line, mark, i);

		CHECK(bx_exceptions_index(x, p, l->p, l->n, &index, &possible) == BX_OK && possible && index == i);
		out.len = 0;
		CHECK(bx_exceptions_level(x, p, mark, i, &out) == BX_OK);
		CHECK(out.len == l->n && memcmp(out.data, l->p, l->n) == 0);
		CHECK(bx_exceptions_index(x, p, gap.p, gap.n, &index, &possible) == BX_OK);
		CHECKF(!possible, "between %u and %u: %u", i, i + 1, index);
	}
	bx_buf_free(&out);
}

/* Parents in random order, all their items or those of the exceptions alone. */
static void
add_all(BxExceptionWriter *w, const Parent *parents, uint64_t *rng)
{
	bool backward = ut_below(rng, 2) == 1;

	for (uint32_t k = 0; k < PARENTS; k++)
	{
		const Parent *p = &parents[backward ? PARENTS - 1 - k : k];

		for (uint32_t line = 0; line < 3; line++)
			for (uint32_t i = 0; i < p->line[line].n; i++)
				CHECK(bx_exception_add(w, p->label.p, p->label.n, i, p->line[line].level[i].p,
									   p->line[line].level[i].n) == BX_OK);
	}
}

static void
check_section(const BxExceptions *x, const Parent *parents)
{
	BxExceptionParent p, before = {NULL, 0, 0, 0};
	uint32_t i;

	for (i = 0; i < PARENTS; i++)
	{
		CHECK(bx_exceptions_of(x, parents[i].label.p, parents[i].label.n, &p) == BX_OK);
		for (int line = 0; line < 3; line++)
			check_line(x, &p, &parents[i].line[line], (BxOrdpathLine) line);
	}
	for (i = 0; i < x->n_parents; i++)
	{
		CHECK(bx_exceptions_parent(x, i, &p) == BX_OK && p.first < p.end && p.first == before.end);
		CHECK(i == 0 || bx_ordpath_cmp(before.label, before.label_n, p.label, p.label_n) < 0);
		before = p;
	}
	CHECK(before.end == x->n);
}

static void
random_lines(void)
{
	static Parent parents[PARENTS];
	uint64_t rng = 12345;
	uint32_t found = 0;

	for (int round = 0; round < 60; round++)
	{
		BxExceptionWriter w;
		BxExceptions x;
		BxError err;
		BxBuf body;

		for (uint32_t i = 0; i < PARENTS; i++)
		{
			parents[i].label = ut_implied_level(BX_LINE_CHILD, i);
			for (int line = 0; line < 3; line++)
				ut_line_edited(&parents[i].line[line], (BxOrdpathLine) line,
							   ut_below(&rng, 4) ? ut_below(&rng, 3) : ut_below(&rng, UT_LINE_MAX), &rng);
		}
		bx_buf_init(&body, bx_host_libc());
		bx_exception_writer_init(&w, bx_host_libc(), &err);
		add_all(&w, parents, &rng);
		CHECK(bx_exception_finish(&w, &body) == BX_OK && body.len > 0);
		bx_exception_writer_free(&w);
		CHECK(bx_exceptions_open_memory(&x, body.data, (uint32_t) body.len, 0, &err) == BX_OK);
		check_section(&x, parents);
		found += x.n;
		bx_buf_free(&body);
	}
	CHECKF(found > 2000, "%u", found);
}

/* A line of many: look-ups read a logarithm of it, and wide columns do what narrow ones do. */
static void
many(void)
{
	BxExceptionParent p;
	BxExceptionWriter w;
	BxExceptions x;
	BxError err;
	BxBuf body;
	uint32_t index, n = 200000;
	bool possible;

	bx_buf_init(&body, bx_host_libc());
	bx_exception_writer_init(&w, bx_host_libc(), &err);
	for (uint32_t i = 0; i < n; i++)
	{
		UtLevel l = ut_implied_level(BX_LINE_CHILD, 2 * i + 1);

		CHECK(bx_exception_add(&w, NULL, 0, i, l.p, l.n) == BX_OK);
	}
	CHECK(bx_exception_finish(&w, &body) == BX_OK);
	bx_exception_writer_free(&w);
	CHECK(bx_exceptions_open_memory(&x, body.data, (uint32_t) body.len, 0, &err) == BX_OK && x.n == n);
	CHECK(bx_exceptions_of(&x, NULL, 0, &p) == BX_OK && p.end - p.first == n);
	for (uint32_t i = 0; i < n; i += 777)
	{
		UtLevel l = ut_implied_level(BX_LINE_CHILD, 2 * i + 1);

		CHECK(bx_exceptions_index(&x, &p, l.p, l.n, &index, &possible) == BX_OK && possible && index == i);
		l = ut_implied_level(BX_LINE_CHILD, 2 * i);
		CHECK(bx_exceptions_index(&x, &p, l.p, l.n, &index, &possible) == BX_OK && !possible);
	}
	bx_buf_free(&body);
}

/* ---- damage ---- */

static void
ask_all(const uint8_t *body, size_t n)
{
	static const uint8_t label[] = {0x39}, level[] = {0x3C, 0x39};
	BxExceptionParent p;
	BxExceptions x;
	BxException e;
	BxError err;
	BxBuf out;
	uint32_t i, index;
	bool possible;

	if (bx_exceptions_open_memory(&x, body, (uint32_t) n, 0, &err) != BX_OK)
		return;
	bx_buf_init(&out, bx_host_libc());
	for (i = 0; i < x.n_parents; i++)
		(void) bx_exceptions_parent(&x, i, &p);
	for (i = 0; i < x.n; i++)
		(void) bx_exceptions_get(&x, i, &e);
	if (bx_exceptions_of(&x, label, sizeof(label), &p) == BX_OK)
	{
		(void) bx_exceptions_index(&x, &p, level, sizeof(level), &index, &possible);
		for (i = 0; i < 5; i++)
			(void) bx_exceptions_level(&x, &p, BX_LINE_CHILD, i, &out);
	}
	bx_buf_free(&out);
}

static void
damage_is_survived(void)
{
	static const Said said[] = {
		{"1", 2, "4.1"}, {"1", 5, "17"}, {"1", 0, "@5"}, {"", 0, "3"}, {"1.3", 1, "-1"}};
	BxBuf body;
	BxError err;

	CHECK(make_section(said, 5, &body, &err) == BX_OK);
	for (size_t n = 0; n <= body.len; n++)
	{
		uint8_t *copy = malloc(n + 1);

		memcpy(copy, body.data, n);
		for (size_t bit = 0; bit < 8 * n; bit++)
		{
			copy[bit / 8] ^= (uint8_t) (1 << bit % 8);
			ask_all(copy, n);
			copy[bit / 8] ^= (uint8_t) (1 << bit % 8);
		}
		ask_all(copy, n);
		free(copy);
	}
	bx_buf_free(&body);
}

UT_SUITE(test_exception)
{
	UT_RUN(known_bytes);
	UT_RUN(refusals);
	UT_RUN(random_lines);
	UT_RUN(many);
	UT_RUN(damage_is_survived);
	return ut_done();
}
