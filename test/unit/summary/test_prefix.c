/*
 * test_prefix.c -- beginnings of texts that statistics keep: all groups that there are, as counting one by one finds
 * them, and what is said of each.
 */
#include "../../../src/core/base/bx_core_int.h"
#include "../../../src/core/summary/bx_prefix_int.h"
#include "../ut.h"
#include "../ut_value.h"

#define TEXTS 40
#define LENGTH 24
#define READ 1000

/* Documents of a group, at least. */
#define LEAST 3

typedef struct Texts
{
	BxPrefixText list[TEXTS];
	char room[TEXTS][LENGTH];
	uint32_t n;
} Texts;

static bool
begins(BxStr s, BxStr prefix)
{
	return s.n >= prefix.n && memcmp(s.s, prefix.s, prefix.n) == 0;
}

/* Different texts of few letters, many of which begin alike. */
static void
random_texts(Texts *t, uint64_t *rng)
{
	uint32_t most = 1 + ut_below(rng, TEXTS), i;

	for (t->n = 0; t->n < most;)
	{
		uint32_t len = 1 + ut_below(rng, ut_below(rng, 2) ? 4 : LENGTH),
				 same = t->n > 0 ? ut_below(rng, len) : 0;
		char *s = t->room[t->n];

		for (i = 0; i < len; i++)
			s[i] = (char) ('a' + ut_below(rng, 2));
		if (same > 0)
		{
			BxStr other = t->list[ut_below(rng, t->n)].text;

			same = same < 4 ? same : 4;
			memcpy(s, other.s, same < other.n ? same : other.n);
		}
		t->list[t->n] = (BxPrefixText){bx_str(s, len), 1 + ut_below(rng, 3)};
		for (i = 0; i < t->n && !ut_same(t->list[i].text, t->list[t->n].text); i++)
			;
		if (i < t->n)
			most--;
		else
			t->n++;
	}
}

/* Documents with texts that begin so, and how far all of these begin alike. */
static uint32_t
count(const Texts *t, BxStr prefix, uint32_t *alike)
{
	uint32_t sum = 0, i, first = UINT32_MAX;

	for (i = 0; i < t->n; i++)
	{
		BxStr s = t->list[i].text;

		if (!begins(s, prefix))
			continue;
		sum += t->list[i].documents;
		if (first == UINT32_MAX)
		{
			first = i;
			*alike = (uint32_t) s.n;
		}
		while (*alike > s.n || memcmp(s.s, t->list[first].text.s, *alike) != 0)
			--*alike;
	}
	*alike = *alike < BX_SUMMARY_PREFIX_MAX ? *alike : BX_SUMMARY_PREFIX_MAX;
	return sum;
}

/* Is the group of these texts, which is as long as it can be, among those chosen, and is it said what it is? */
static void
check_group(const Texts *t, const BxSummaryPrefix *chosen, uint32_t n, BxStr text, uint32_t documents)
{
	uint32_t from = (uint32_t) text.n, alike, i;

	while (from > 1 && count(t, bx_str(text.s, from - 1), &alike) == documents)
		from--;
	for (i = 0; i < n && !ut_same(chosen[i].text, text); i++)
		;
	CHECKF(i < n, "%.*s with %u documents is not there", (int) text.n, text.s, documents);
	CHECKF(i == n || (chosen[i].from == from && chosen[i].share * READ > documents - 0.01 &&
					  chosen[i].share * READ < documents + 0.01),
		   "%.*s: from %u with %f documents, want %u with %u", (int) text.n, text.s, chosen[i].from,
		   (double) chosen[i].share * READ, from, documents);
}

/* What is kept says of every beginning of a group how many documents it has, whatever the bounds say. */
static void
check_share(const BxSummaryValues *known, BxStr prefix, uint32_t documents)
{
	double share = bx_prefix_share(known, prefix, 0.5) * READ;

	CHECKF(share > documents - 0.01 && share < documents + 0.01, "%.*s: %f documents, want %u",
		   (int) prefix.n, prefix.s, share, documents);
}

static void
check_all(Texts *t, const BxSummaryPrefix *chosen, uint32_t n)
{
	const BxSummaryValues known = {.n_prefixes = n, .prefixes = chosen};
	uint32_t groups = 0, i, len, alike;

	for (i = 0; i < t->n; i++)
		for (len = 1; len <= t->list[i].text.n && len <= BX_SUMMARY_PREFIX_MAX; len++)
		{
			BxStr prefix = bx_str(t->list[i].text.s, len);
			uint32_t documents = count(t, prefix, &alike), k;

			if (documents < LEAST)
				continue;
			check_share(&known, prefix, documents);
			if (alike != len)
				continue;
			for (k = 0; k < i && !begins(t->list[k].text, prefix); k++)
				;
			if (k < i)
				continue; /* has been checked */
			groups++;
			check_group(t, chosen, n, prefix, documents);
		}
	CHECKF(groups == n, "%u groups, want %u", n, groups);
}

/* Where some are kept, what is said is between what is surely there and what may be there. */
static void
check_limits(const Texts *t, const BxSummaryPrefix *chosen, uint32_t n)
{
	const BxSummaryValues known = {.n_prefixes = n, .prefixes = chosen};
	uint32_t i, len, alike;

	for (i = 0; i < t->n; i++)
		for (len = 1; len <= t->list[i].text.n; len++)
		{
			BxStr prefix = bx_str(t->list[i].text.s, len);
			uint32_t documents = count(t, prefix, &alike);
			double least = bx_prefix_share(&known, prefix, 0) * READ;
			double most = bx_prefix_share(&known, prefix, 1e9) * READ;

			CHECKF(least < documents + 0.01 && most > documents - 0.01, "%.*s: %f to %f documents, not %u",
				   (int) len, prefix.s, least, most, documents);
		}
}

static void
groups_are_complete(void)
{
	uint64_t rng = 5;
	uint32_t total = 0;
	int i;

	for (i = 0; i < 3000 && ut_here == 0; i++)
	{
		const BxSummaryValues none = {0};
		const BxSummaryPath path = {.share = 1, .values = 1, .known = &none};
		const BxSummary summary = {.documents = READ, .read = READ};
		const BxEstimate estimate = {&summary, READ};
		const BxPrefixSource source = {&estimate, &path, READ};
		BxSummaryPrefix *chosen;
		BxArena arena;
		uint32_t n, m, k;
		Texts t;
		BxError err;

		bx_arena_init(&arena, bx_host_libc());
		random_texts(&t, &rng);
		CHECK(bx_prefix_choose(&source, t.list, t.n, UINT32_MAX, &arena, &chosen, &n, &err) == BX_OK);
		for (k = 1; k < n; k++)
			CHECK(bx_str_compare(chosen[k - 1].text, chosen[k].text) < 0);
		check_all(&t, chosen, n);
		total += n;
		for (k = 0, m = 0; k < n; k++)
			if (ut_below(&rng, 3) == 0)
				chosen[m++] = chosen[k];
		check_limits(&t, chosen, m);
		bx_arena_reset(&arena);
	}
	CHECKF(total > 10000, "%u groups", total);
}

UT_SUITE(test_prefix)
{
	UT_RUN(groups_are_complete);
	return ut_done();
}
