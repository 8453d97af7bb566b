/*
 * bx_prefix.c -- the beginnings of texts of which the bounds would say something wrong.
 *
 * Between two bounds texts are taken for spread evenly, which texts seldom are.  In the sorted texts of a path all
 * those with one beginning stand together, so one pass finds every group of texts that begin alike.  For each of them
 * the estimate by bounds is held against the count, and the worst are kept.
 */
#include "../base/bx_core_int.h"
#include "bx_prefix_int.h"

#include <math.h>

#include "../base/bx_sort.h"
#include "bx_estimate_int.h"

/* Documents of a group in the sample: fewer say little. */
#define GROUP_LEAST 3
/* Estimates that are less wrong are as good ... */
#define WRONG_LEAST 1.6
/* ... and so are those of few documents: so many more are added before they are compared. */
#define WRONG_FEW 2

/* Texts that begin alike: as far as they do, and from how many bytes on no others do. */
typedef struct PrefixGroup
{
	BxStr text;
	uint32_t from;
	uint64_t documents;
	double wrong; /* log of the ratio */
} PrefixGroup;

typedef struct PrefixGroups
{
	const BxPrefixSource *source;
	BxArena *arena;
	BxError *err;
	PrefixGroup *found;
	uint32_t n, cap;
} PrefixGroups;

/* PrefixGroups that are open: those whose texts the last text belongs to, by length. */
typedef struct OpenPrefix
{
	uint32_t len;
	uint64_t documents;
} OpenPrefix;

static int
compare_texts(const void *a, const void *b)
{
	const BxPrefixText *x = a, *y = b;

	return bx_str_compare(x->text, y->text);
}

static int
compare_wrong(const void *a, const void *b)
{
	const PrefixGroup *x = a, *y = b;

	if (x->wrong != y->wrong)
		return x->wrong > y->wrong ? -1 : 1;
	return bx_str_compare(x->text, y->text);
}

static int
compare_groups(const void *a, const void *b)
{
	const PrefixGroup *x = a, *y = b;

	return bx_str_compare(x->text, y->text);
}

/* How wrong is the estimate of the first n bytes? */
static double
wrong_by(const PrefixGroups *g, BxStr text, uint32_t n, uint64_t documents)
{
	double said =
		bx_estimate_prefix(g->source->estimate, g->source->path, bx_str(text.s, n)) * g->source->read;

	return fabs(log((said + WRONG_FEW) / ((double) documents + WRONG_FEW)));
}

static BxStatus
add_group(PrefixGroups *g, BxStr text, uint32_t from, uint32_t len, uint64_t documents)
{
	PrefixGroup group = {.text = text, .from = from, .documents = documents};
	double longest;

	if (len > BX_SUMMARY_PREFIX_MAX)
		len = BX_SUMMARY_PREFIX_MAX;
	if (documents < GROUP_LEAST || from > len || from == 0)
		return BX_OK;
	group.text.n = len;
	group.wrong = wrong_by(g, text, from, documents);
	longest = len > from ? wrong_by(g, text, len, documents) : 0;
	if (longest > group.wrong)
		group.wrong = longest;
	if (group.wrong < log(WRONG_LEAST))
		return BX_OK;
	if (g->n == g->cap)
	{
		size_t room = (g->cap == 0 ? 64 : 2 * (size_t) g->cap) * sizeof(PrefixGroup);
		PrefixGroup *grown = bx_arena_grow(g->arena, g->found, g->n * sizeof(PrefixGroup), room);

		if (grown == NULL)
			return bx_fail_nomem(g->err, room);
		g->found = grown;
		g->cap = (uint32_t) (room / sizeof(PrefixGroup));
	}
	g->found[g->n++] = group;
	return BX_OK;
}

static uint32_t
alike(BxStr a, BxStr b)
{
	uint32_t n = 0;

	while (n < BX_SUMMARY_PREFIX_MAX && n < a.n && n < b.n && a.s[n] == b.s[n])
		n++;
	return n;
}

/*
 * All groups, by one pass over the sorted texts.  The open groups are those of the text before; they end where a text
 * begins like it in fewer bytes than theirs.
 */
static BxStatus
find_groups(PrefixGroups *g, const BxPrefixText *texts, uint32_t n)
{
	OpenPrefix open[BX_SUMMARY_PREFIX_MAX + 2] = {{0, 0}};
	uint32_t depth = 1, before = 0, i;

	for (i = 0; i < n; i++)
	{
		BxStr text = texts[i].text;
		uint32_t next = i + 1 < n ? alike(text, texts[i + 1].text) : 0;
		uint64_t documents = texts[i].documents;

		BX_TRY(bx_step(g->arena->host));
		BX_TRY(add_group(g, text, (before > next ? before : next) + 1, (uint32_t) text.n, documents));
		while (open[depth - 1].len > next)
		{
			OpenPrefix *last = &open[--depth];
			uint32_t above = open[depth - 1].len > next ? open[depth - 1].len : next;

			documents += last->documents;
			BX_TRY(add_group(g, text, above + 1, last->len, documents));
		}
		if (open[depth - 1].len < next)
			open[depth++] = (OpenPrefix){next, 0};
		open[depth - 1].documents += documents;
		before = next;
	}
	return BX_OK;
}

BxStatus
bx_prefix_choose(const BxPrefixSource *source, BxPrefixText *texts, uint32_t n, uint32_t most, BxArena *arena,
				 BxSummaryPrefix **chosen, uint32_t *n_chosen, BxError *err)
{
	PrefixGroups g = {.source = source, .arena = arena, .err = err};
	BxSummaryPrefix *to;
	uint32_t i;

	*n_chosen = 0;
	BX_TRY(bx_sort(arena->host, texts, n, sizeof(BxPrefixText), compare_texts, err));
	BX_TRY(find_groups(&g, texts, n));
	BX_TRY(bx_sort(arena->host, g.found, g.n, sizeof(PrefixGroup), compare_wrong, err));
	if (g.n > most)
		g.n = most;
	BX_TRY(bx_sort(arena->host, g.found, g.n, sizeof(PrefixGroup), compare_groups, err));
	*chosen = to = bx_arena_alloc(arena, (g.n + 1) * sizeof(BxSummaryPrefix));
	if (to == NULL)
		return bx_fail_nomem(err, (g.n + 1) * sizeof(BxSummaryPrefix));
	for (i = 0; i < g.n; i++)
		to[i] = (BxSummaryPrefix){g.found[i].text, (uint8_t) g.found[i].from,
								  (float) ((double) g.found[i].documents / source->read)};
	*n_chosen = g.n;
	return BX_OK;
}
