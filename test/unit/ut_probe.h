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
	BxIndexProbe *probes;
	uint32_t n;
	BxError err;

	CHECK(bx_index_probes(o, term, arena, &probes, &n, &err) == BX_OK);
	if (n == 0 || (o->scope != NULL && !bx_index_scope_covers(o->scope, &term->path)))
		return UT_UNSERVED;
	for (uint32_t i = 0; i < n; i++)
		if (o->is_short ? ut_probe_short(&probes[i], list) : ut_probe_long(&probes[i], list))
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
