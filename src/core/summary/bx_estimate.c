/*
 * bx_estimate.c -- shares of documents from the statistics of a column.
 */
#include "../base/bx_core_int.h"
#include "bx_estimate.h"

#include "../index/bx_index_search.h"
#include "bx_estimate_int.h"

/* Paths looked at for one term. */
#define PATHS_MAX 500
/* A share in each kind of documents. */
#define KINDS BX_SUMMARY_KINDS_MAX
/* Documents with so many nodes on a path, on average, have one. */
#define ONE_NODE 1.05f
/* Paths of an AND of which it is known that they are there. */
#define PRESENT_MAX 64

typedef struct Shares
{
	double of[KINDS];
} Shares;

static unsigned
kinds_of(const BxSummary *s)
{
	return s->n_kinds > 0 ? s->n_kinds : 1;
}

static void
fill(const BxSummary *s, double share, Shares *out)
{
	unsigned k;

	for (k = 0; k < kinds_of(s); k++)
		out->of[k] = share;
}

/* The documents of each kind that have a path. */
static void
present_in(const BxSummary *s, const BxSummaryPath *path, Shares *out)
{
	uint32_t i;

	fill(s, s->n_kinds > 0 ? 0 : (double) path->share, out);
	for (i = 0; i < path->n_kinds; i++)
		out->of[path->kinds[i].kind] = (double) path->kinds[i].share;
}

/* ---- paths ---- */

static uint64_t
hash_of(const XpTermPath *path)
{
	BxIndexPath at = bx_index_root;
	uint32_t i = 0;

	while (i < path->n)
	{
		BxIndexName name = bx_index_step_name(path, i++);

		at = bx_index_step(&at, &name);
	}
	return at.hash;
}

static bool
step_passes(const XpTermStep *step, bool attribute, const BxSummaryPath *at)
{
	return attribute == at->attribute && (step->any_local || bx_str_equal(step->local, at->local)) &&
		   (step->any_uri || bx_str_equal(step->uri, at->uri));
}

/* From a set of numbers of steps that were taken so far to the one after another node. */
static uint64_t
take_node(const XpTermPath *path, uint64_t taken, const BxSummaryPath *at)
{
	uint64_t next = 0;
	uint32_t i = 0;

	for (; taken != 0 && i < path->n; i++, taken >>= 1)
	{
		if ((taken & 1) == 0)
			continue;
		if (path->steps[i].gap && !at->attribute)
			next |= UINT64_C(1) << i;
		if (step_passes(&path->steps[i], path->attribute && i + 1 == path->n, at))
			next |= UINT64_C(2) << i;
	}
	return next;
}

/* Does the path of terms lead to this path? */
static bool
leads_to(const BxSummary *s, const XpTermPath *path, uint32_t to)
{
	uint32_t chain[64], n = 0;
	uint64_t taken = 1;

	if (path->n > 63 || !step_passes(&path->steps[path->n - 1], path->attribute, &s->paths[to]))
		return false;
	for (; to != BX_SUMMARY_NONE; to = s->paths[to].parent)
	{
		if (n == 64)
			return false;
		chain[n++] = to;
	}
	while (n > 0 && taken != 0)
		taken = take_node(path, taken, &s->paths[chain[--n]]);
	return (taken >> path->n & 1) != 0;
}

/* The paths that a path of terms may lead to, one after another; BX_SUMMARY_NONE at the end. */
typedef struct Candidates
{
	const XpTermPath *path;
	uint32_t next;
	uint32_t left;
	bool all; /* whatever their last name */
} Candidates;

static Candidates
candidates_of(const BxSummary *s, const XpTermPath *path)
{
	const XpTermStep *last = &path->steps[path->n - 1];
	Candidates c = {.path = path, .left = PATHS_MAX, .all = last->any_local};

	if (path->exact)
		c.next = bx_summary_find(s, hash_of(path));
	else if (c.all)
		c.next = s->n_paths > 0 ? 0 : BX_SUMMARY_NONE;
	else
		c.next = bx_summary_leaf(s, bx_index_name(path->attribute, 0, last->local.s, last->local.n).hash);
	return c;
}

static uint32_t
next_candidate(const BxSummary *s, Candidates *c)
{
	while (c->next != BX_SUMMARY_NONE && c->left > 0)
	{
		uint32_t at = c->next;

		c->left--;
		if (c->path->exact)
			c->next = BX_SUMMARY_NONE;
		else if (c->all)
			c->next = at + 1 < s->n_paths ? at + 1 : BX_SUMMARY_NONE;
		else
			c->next = s->paths[at].same_leaf;
		if (c->path->exact || leads_to(s, c->path, at))
			return at;
	}
	return BX_SUMMARY_NONE;
}

uint32_t
bx_estimate_path(const BxSummary *s, const XpTermPath *path)
{
	Candidates c = candidates_of(s, path);

	return next_candidate(s, &c);
}

/* The only path that a path of terms may lead to. */
static uint32_t
sole_path(const BxSummary *s, const XpTermPath *path)
{
	Candidates c = candidates_of(s, path);
	uint32_t at = next_candidate(s, &c);

	return c.left > 0 && next_candidate(s, &c) == BX_SUMMARY_NONE ? at : BX_SUMMARY_NONE;
}

double
bx_estimate_nodes(const BxEstimate *e, const XpTermPath *path)
{
	Candidates c = candidates_of(e->summary, path);
	double nodes = 0;
	uint32_t at;

	while ((at = next_candidate(e->summary, &c)) != BX_SUMMARY_NONE)
		nodes += (double) e->summary->paths[at].share * (double) e->summary->paths[at].mean;
	return nodes;
}

/* ---- terms ---- */

/* Of a path that no document of the sample had; or of one that was left out. */
static double
unseen(const BxSummary *s)
{
	double share = 0.5 / (s->documents > 0 ? s->documents : 1);

	return s->cut > 0 && s->cut < 1 && (double) s->cut / 2 > share ? (double) s->cut / 2 : share;
}

static void
term_shares(const BxEstimate *e, const XpTerm *term, Shares *out)
{
	const BxSummary *s = e->summary;
	Candidates c = candidates_of(s, &term->path);
	bool found = false;
	uint32_t at;

	fill(s, 0, out);
	while ((at = next_candidate(s, &c)) != BX_SUMMARY_NONE)
	{
		double value = bx_estimate_value(e, term, &s->paths[at]);
		Shares present;
		unsigned k;

		found = true;
		present_in(s, &s->paths[at], &present);
		for (k = 0; k < kinds_of(s); k++)
			out->of[k] = 1 - (1 - out->of[k]) * (1 - present.of[k] * value);
	}
	if (!found)
		fill(s, unseen(s), out);
}

/* ---- trees ---- */

/* What is known to be there in an AND. */
typedef struct Present
{
	uint32_t paths[PRESENT_MAX];
	uint32_t n;
} Present;

static bool
add_present(Present *p, uint32_t path)
{
	uint32_t i;

	for (i = 0; i < p->n; i++)
		if (p->paths[i] == path)
			return false;
	if (p->n < PRESENT_MAX)
		p->paths[p->n++] = path;
	return true;
}

/* A path is there: so are those above it, each of which counts once. */
static void
and_present(const BxSummary *s, Present *p, uint32_t path, Shares *out)
{
	while (path != BX_SUMMARY_NONE && add_present(p, path))
	{
		Shares own, above;
		unsigned k;

		present_in(s, &s->paths[path], &own);
		path = s->paths[path].parent;
		if (path == BX_SUMMARY_NONE)
			fill(s, 1, &above);
		else
			present_in(s, &s->paths[path], &above);
		for (k = 0; k < kinds_of(s); k++)
			out->of[k] *= above.of[k] <= 0 ? 0 : own.of[k] < above.of[k] ? own.of[k] / above.of[k] : 1;
	}
}

/*
 * Two bounds are about one node where documents have one on the path: then *both is the range between them.  Returns
 * the number of the other kid; 0 when there is none after kid i.
 */
static uint32_t
other_bound(const BxSummary *s, const XpTermsNode *node, uint32_t i, uint32_t path, XpTerm *both)
{
	const XpTerm *one = node->kids[i]->term;
	bool low = one->low.source != XP_TERM_NONE;
	uint32_t j;

	if (one->op != XP_TERM_RANGE || low == (one->high.source != XP_TERM_NONE) ||
		s->paths[path].mean > ONE_NODE)
		return 0;
	for (j = i + 1; j < node->n; j++)
	{
		const XpTerm *other = node->kids[j]->term;

		if (node->kids[j]->kind != XP_TERMS_TERM || other->op != XP_TERM_RANGE ||
			(other->low.source == XP_TERM_NONE) != low || (other->high.source != XP_TERM_NONE) != low ||
			sole_path(s, &other->path) != path)
			continue;
		*both = *one;
		if (low)
			both->high = other->high;
		else
			both->low = other->low;
		return both->low.key.type == both->high.key.type ? j : 0;
	}
	return 0;
}

static void node_shares(const BxEstimate *e, const XpTermsNode *node, Shares *out);

static void
and_shares(const BxEstimate *e, const XpTermsNode *node, Shares *out)
{
	const BxSummary *s = e->summary;
	Present present = {.n = 0};
	uint64_t used = 0; /* kids that are part of a range */
	uint32_t i;

	fill(s, 1, out);
	for (i = 0; i < node->n; i++)
	{
		const XpTermsNode *kid = node->kids[i];
		uint32_t path = kid->kind == XP_TERMS_TERM ? sole_path(s, &kid->term->path) : BX_SUMMARY_NONE;
		Shares own;
		unsigned k;

		if (i < 64 && (used >> i & 1) != 0)
			continue;
		if (path != BX_SUMMARY_NONE)
		{
			XpTerm both;
			uint32_t other = other_bound(s, node, i, path, &both);

			if (other > 0 && other < 64)
				used |= UINT64_C(1) << other;
			and_present(s, &present, path, out);
			fill(s, bx_estimate_value(e, other > 0 && other < 64 ? &both : kid->term, &s->paths[path]), &own);
		}
		else
			node_shares(e, kid, &own);
		for (k = 0; k < kinds_of(s); k++)
			out->of[k] *= own.of[k];
	}
}

static void
or_shares(const BxEstimate *e, const XpTermsNode *node, Shares *out)
{
	uint32_t i;

	fill(e->summary, 0, out);
	for (i = 0; i < node->n; i++)
	{
		Shares own;
		unsigned k;

		node_shares(e, node->kids[i], &own);
		for (k = 0; k < kinds_of(e->summary); k++)
			out->of[k] = 1 - (1 - out->of[k]) * (1 - own.of[k]);
	}
}

/* As deep as a path is nested, which its syntax bounds. */
static void
node_shares(const BxEstimate *e, const XpTermsNode *node, Shares *out)
{
	switch (node->kind)
	{
		case XP_TERMS_TERM: term_shares(e, node->term, out); break;
		case XP_TERMS_AND: and_shares(e, node, out); break;
		case XP_TERMS_OR: or_shares(e, node, out); break;
		default: fill(e->summary, node->kind == XP_TERMS_FALSE ? 0 : BX_ESTIMATE_ANYTHING, out); break;
	}
}

double
bx_estimate_share(const BxEstimate *e, const XpTermsNode *node)
{
	const BxSummary *s = e->summary;
	Shares shares;
	double sum = 0;
	unsigned k;

	node_shares(e, node, &shares);
	for (k = 0; k < kinds_of(s); k++)
		sum += shares.of[k] * (s->n_kinds > 0 ? (double) s->kinds[k] : 1);
	return sum < 0 ? 0 : sum > 1 ? 1 : sum;
}
