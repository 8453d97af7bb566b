/*
 * ut_probe.h -- what an index says of terms: their probes held against all keys of one document, as GIN does.
 */
#ifndef UT_PROBE_H
#define UT_PROBE_H

#include "../../src/core/index/bx_index_search.h"
#include "ut.h"

typedef enum UtAnswer
{
	UT_UNSERVED, /* the index has no keys for such terms: every document may do */
	UT_FOUND,
	UT_MISSED,
} UtAnswer;

static inline bool
ut_probe_short(const BxIndexProbe *probe, const BxIndexList *list)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->shorts[i] == probe->number)
			return true;
	return false;
}

/* From the first key that is not before the start on, until told to stop. */
static inline bool
ut_probe_long(const BxIndexProbe *probe, const BxIndexList *list)
{
	for (uint32_t i = 0; i < list->n; i++)
	{
		const BxIndexEntry *e = &list->entries[i];
		int order = bx_str_compare(bx_str(e->p, e->n), bx_str(probe->bytes, probe->n));
		int match = probe->partial && order >= 0 ? bx_index_probe_match(probe, e->p, e->n) : -1;

		if (match == 0 || (order == 0 && !probe->partial))
			return true;
		if (match > 0)
			return false;
	}
	return false;
}

static inline UtAnswer
ut_ask_term(const BxIndexOptions *o, const BxIndexList *list, const XpTerm *term, BxArena *arena)
{
	BxIndexProbes found;
	BxError err;

	CHECK(bx_index_probes(o, term, arena, &found, &err) == BX_OK);
	CHECK((found.n == 0) == (found.unserved != BX_INDEX_SERVED));
	if (found.n == 0)
		return UT_UNSERVED;
	for (uint32_t i = 0; i < found.n; i++)
		if (o->is_short ? ut_probe_short(&found.probes[i], list) : ut_probe_long(&found.probes[i], list))
			return UT_FOUND;
	return UT_MISSED;
}

/* Is a tree satisfied by what is found for its terms? */
static inline bool
ut_ask_terms(const BxIndexOptions *o, const BxIndexList *list, const XpTermsNode *x, BxArena *arena)
{
	if (x->kind < XP_TERMS_AND)
		return x->kind == XP_TERMS_TRUE ||
			   (x->kind == XP_TERMS_TERM && ut_ask_term(o, list, x->term, arena) != UT_MISSED);
	for (uint32_t i = 0; i < x->n; i++)
		if (ut_ask_terms(o, list, x->kids[i], arena) != (x->kind == XP_TERMS_AND))
			return x->kind == XP_TERMS_OR;
	return x->kind == XP_TERMS_AND;
}

#endif
