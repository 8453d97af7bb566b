/*
 * path_terms.c -- the terms of a bxpath datum, and those of a pattern.
 */
#include "postgres.h"
#include "fmgr.h"
#include "utils/memutils.h"

#include "../../core/index/bx_index_pattern.h"
#include "../../core/query/face/fc_path.h"
#include "../../core/xpath/syntax/xp_slot.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "../value/datum.h"
#include "path.h"
#include "path_terms.h"

/* ---- paths with one equality ---- */

#define KNOWN_PATHS 8
#define KNOWN_BYTES_MAX 8192

/* A path of which all that is looked up is an equality with the literal in its slot, with its term. */
typedef struct KnownPath
{
	XpTermStep *steps; /* those of the term, with the memory of the block; NULL: not used */
	XpBlock *block;    /* a copy */
	size_t n;          /* its bytes */
	XpTermsAsk ask;
	XpSlot slot;
	XpTerm term;
} KnownPath;

static KnownPath known_paths[KNOWN_PATHS];

/* A string of one block in its copy. */
static bool
move_string(BxStr *s, const XpBlock *from, const XpBlock *to)
{
	size_t off = (size_t) (s->s - (const char *) from);

	if (s->n == 0)
		*s = bx_str("", 0);
	else if (s->s < (const char *) from || s->s > (const char *) from + from->total)
		return false;
	else
		s->s = (const char *) to + off;
	return true;
}

/* Copy the term of one block to those of its copy; false if it has strings from elsewhere. */
static bool
move_term(const XpTerm *term, const XpBlock *from, const XpBlock *to, XpTermStep *steps, XpTerm *moved)
{
	bool all = true;

	*moved = *term;
	moved->path.steps = steps;
	for (uint32 i = 0; i < term->path.n; i++)
	{
		steps[i] = term->path.steps[i];
		all &= move_string(&steps[i].uri, from, to) && move_string(&steps[i].local, from, to);
	}
	return move_string(&moved->low.key.str, from, to) && all;
}

static void
keep_known(const XpBlock *block, XpTermsAsk ask, const XpTerms *terms)
{
	static int next;
	const XpTerm *term = terms->root->term;
	KnownPath *known = &known_paths[next];
	KnownPath made = {.ask = ask, .n = block->total};

	if (terms->root->kind != XP_TERMS_TERM || term->op != XP_TERM_EQ || term->low.source != XP_TERM_KEY ||
		term->low.key.type != AT_STRING || block->total > KNOWN_BYTES_MAX ||
		!xp_slot_find(block, term->low.key.str, &made.slot))
		return;
	made.steps = MemoryContextAlloc(CacheMemoryContext, term->path.n * sizeof(XpTermStep) + block->total);
	made.block = (XpBlock *) (made.steps + term->path.n);
	memcpy(made.block, block, block->total);
	if (!move_term(term, block, made.block, made.steps, &made.term))
	{
		pfree(made.steps);
		return;
	}
	if (known->steps != NULL)
		pfree(known->steps);
	*known = made;
	next = (next + 1) % KNOWN_PATHS;
}

/* For an estimate, variables without a value count as conditions: none may be there. */
static bool
find_known(PathTerms *t, const struct varlena *path, XpTermsAsk ask, bool estimate)
{
	const XpBlock *block = (const XpBlock *) VARDATA(path);
	size_t n = VARSIZE(path) - VARHDRSZ;
	const KnownPath *known = known_paths;
	XpTermsNode *root;
	XpTermStep *steps;
	XpTerm *term;

	while (known < known_paths + KNOWN_PATHS &&
		   (known->steps == NULL || known->ask != ask || known->n != n || (estimate && known->slot.vars) ||
			!xp_slot_same(known->block, &known->slot, block, n)))
		known++;
	if (known == known_paths + KNOWN_PATHS)
		return false;
	root = palloc0(sizeof(XpTermsNode) + sizeof(XpTerm) + known->term.path.n * sizeof(XpTermStep));
	term = (XpTerm *) (root + 1);
	steps = (XpTermStep *) (term + 1);
	move_term(&known->term, known->block, block, steps, term);
	*root = (XpTermsNode){.kind = XP_TERMS_TERM, .term = term};
	t->terms = (XpTerms){.root = root, .n_terms = 1};
	return true;
}

/* ---- all paths ---- */

static const XpBlock *
read_terms(PathTerms *t, Datum path, XpTermsAsk ask, const XpVar *vars)
{
	const XpBlock *block = path_of(path, &t->arena);
	BxError err;

	bx_error_clear(&err);
	error_check(fc_path_terms(block, ask, vars, 0, &t->arena, &t->terms, &err), &err);
	return block;
}

static void
read_or_find(PathTerms *t, Datum path, XpTermsAsk ask, bool estimate)
{
	XpVar none = {0}; /* variables without a value in the path say nothing */
	struct varlena *p = PG_DETOAST_DATUM(path);
	const XpBlock *block;

	bx_arena_init_small(&t->arena, host_here(&t->host));
	if (find_known(t, p, ask, estimate))
		return;
	block = read_terms(t, PointerGetDatum(p), ask, estimate ? NULL : &none);
	if (!estimate && (const char *) block == VARDATA(p))
		keep_known(block, ask, &t->terms);
}

void
path_terms_read(PathTerms *t, Datum path, XpTermsAsk ask)
{
	read_or_find(t, path, ask, false);
}

void
path_terms_estimate(PathTerms *t, Datum path, XpTermsAsk ask)
{
	read_or_find(t, path, ask, true);
}

/* ---- patterns ---- */

void
path_terms_read_pattern(PathTerms *t, Datum pattern)
{
	DatumStore store;
	BxError err;

	bx_error_clear(&err);
	bx_arena_init_small(&t->arena, host_here(&t->host));
	datum_store_open(&store, pattern);
	error_check(bx_index_pattern(&store.store, &t->arena, &t->terms, &err), &err);
	datum_store_close(&store);
}
