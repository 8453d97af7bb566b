/*
 * bx_prefix_find.c -- what was counted of texts that begin alike, for estimates of others that do.
 */
#include "../base/bx_core_int.h"
#include "bx_prefix_int.h"

static bool
begins(BxStr text, BxStr prefix)
{
	return text.n >= prefix.n && memcmp(text.s, prefix.s, prefix.n) == 0;
}

/* The first of the prefixes that is not before a text. */
static uint32_t
first_prefix(const BxSummaryValues *known, BxStr text)
{
	uint32_t below = 0, n = known->n_prefixes;

	while (n > 0)
	{
		uint32_t half = n / 2;

		if (bx_str_compare(known->prefixes[below + half].text, text) < 0)
		{
			below += half + 1;
			n -= half + 1;
		}
		else
			n = half;
	}
	return below;
}

/* All prefixes that begin with a text, but for those that begin with `without`; what is within another counts once. */
static double
sum_prefixes(const BxSummaryValues *known, BxStr text, const BxStr *without)
{
	uint32_t i = first_prefix(known, text), last = i;
	double sum = 0;

	while (i < known->n_prefixes && known->prefixes[i].text.n == text.n)
		last = ++i; /* the text itself */
	for (; i < known->n_prefixes && begins(known->prefixes[i].text, text); i++)
	{
		if ((last < i && begins(known->prefixes[i].text, known->prefixes[last].text)) ||
			(without != NULL && begins(known->prefixes[i].text, *without)))
			continue;
		sum += (double) known->prefixes[i].share;
		last = i;
	}
	return sum;
}

/* What is there of a prefix's share for one that begins with it and is not known; negative: no such prefix is known. */
static double
rest_of_shorter(const BxSummaryValues *known, BxStr prefix)
{
	uint32_t n;

	for (n = prefix.n < BX_SUMMARY_PREFIX_MAX ? (uint32_t) prefix.n : BX_SUMMARY_PREFIX_MAX; n > 0; n--)
	{
		BxStr text = bx_str(prefix.s, n);
		uint32_t at = first_prefix(known, text);
		double share;

		if (at == known->n_prefixes || known->prefixes[at].text.n != n ||
			!begins(prefix, known->prefixes[at].text))
			continue;
		share = (double) known->prefixes[at].share - sum_prefixes(known, text, &prefix);
		return share > 0 ? share : 0;
	}
	return -1;
}

double
bx_prefix_share(const BxSummaryValues *known, BxStr prefix, double by_bounds)
{
	uint32_t at = first_prefix(known, prefix);
	double share = by_bounds, least, most;

	if (known->n_prefixes == 0)
		return share;
	if (at < known->n_prefixes && begins(known->prefixes[at].text, prefix) &&
		known->prefixes[at].from <= prefix.n)
		return (double) known->prefixes[at].share;
	least = sum_prefixes(known, prefix, NULL);
	most = rest_of_shorter(known, prefix);
	if (most >= 0 && share > most)
		share = most;
	return share > least ? share : least;
}
