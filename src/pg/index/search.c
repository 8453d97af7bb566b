/*
 * search.c -- GIN support: the keys of a path or pattern, and what they say about a document.
 *
 * The tree of terms becomes a tree of keys, of which rank.h says which are looked up.  What is found is always compared
 * again.
 */
#include "postgres.h"
#include "access/gin.h"
#include "access/stratnum.h"
#include "fmgr.h"
#include "miscadmin.h"

#include "../../core/index/bx_index_search.h"
#include "../query/path_terms.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "family.h"
#include "options.h"
#include "rank.h"
#include "search.h"
#include "serves.h"

BXML_FUNCTION(bxml_value_ops_partial);
BXML_FUNCTION(bxml_gin_consistent);

/* A term with its keys, any of which will do; or AND or OR of such nodes. */
typedef struct LookupNode
{
	uint8 kind; /* XpTermsKind; never TRUE or FALSE */
	Rank rank;
	uint32 n;
	struct LookupNode **kids;
	BxIndexProbe *probes;
	uint32 first; /* number of the first probe among the keys of the query */
	const XpTerm *term;
} LookupNode;

typedef struct Lookup
{
	const LookupNode *root;
	const BxIndexOptions *options;
	PathTerms path; /* or of a pattern; with the memory of the keys */
	BxError err;
	uint32 n;              /* keys */
	const XpTerm *refused; /* the first term without keys, or NULL */
	uint8 unserved;        /* BxIndexUnserved: why it has none */
} Lookup;

/* What the index hands back with each key. */
typedef struct LookupKey
{
	const Lookup *search;
	const BxIndexProbe *probe;
} LookupKey;

/* ---- from terms to keys ---- */

static LookupNode *
new_node(XpTermsKind kind, Rank rank)
{
	LookupNode *node = palloc0(sizeof(LookupNode));

	node->kind = kind;
	node->rank = rank;
	return node;
}

/* A term that the index has no keys of says nothing. */
static LookupNode *
term_node(Lookup *s, const XpTerm *term)
{
	LookupNode *node = new_node(XP_TERMS_TERM, rank_of_term(term));
	BxIndexProbes found;

	error_check(bx_index_probes(s->options, term, &s->path.arena, &found, &s->err), &s->err);
	node->term = term;
	node->probes = found.probes;
	node->n = found.n;
	if (found.n == 0 && s->refused == NULL)
	{
		s->refused = term;
		s->unserved = found.unserved;
	}
	return found.n > 0 ? node : NULL;
}

static LookupNode *lookup_node(Lookup *s, const XpTermsNode *from);

/* Keep those of the best class. */
static LookupNode *
best_of(LookupNode *node)
{
	uint32 kept = 0;

	for (uint32 i = 0; i < node->n; i++)
		if (node->kids[i]->rank == node->rank)
			node->kids[kept++] = node->kids[i];
	node->n = kept;
	return kept > 1 ? node : kept == 1 ? node->kids[0] : NULL;
}

/* An AND of what is served; an OR only if all of it is. */
static LookupNode *
joint_node(Lookup *s, const XpTermsNode *from)
{
	bool all = from->kind == XP_TERMS_AND;
	LookupNode *node = new_node(from->kind, all ? RANK_NOTHING : RANK_EQUAL);

	node->kids = palloc_array(LookupNode *, from->n);
	for (uint32 i = 0; i < from->n; i++)
	{
		LookupNode *kid = lookup_node(s, from->kids[i]);

		if (kid == NULL && !all)
			return NULL;
		if (kid == NULL)
			continue;
		node->kids[node->n++] = kid;
		node->rank = all ? Min(node->rank, kid->rank) : Max(node->rank, kid->rank);
	}
	return all ? best_of(node) : node;
}

static LookupNode *
lookup_node(Lookup *s, const XpTermsNode *from)
{
	check_stack_depth();
	switch (from->kind)
	{
		case XP_TERMS_TERM: return term_node(s, from->term);
		case XP_TERMS_AND:
		case XP_TERMS_OR: return joint_node(s, from);
		default: return NULL;
	}
}

/* ---- the query ---- */

/* Number the keys of the terms that are looked up. */
static void
count_keys(Lookup *s, LookupNode *node)
{
	if (node->kind == XP_TERMS_TERM)
	{
		node->first = s->n;
		s->n += node->n;
		return;
	}
	for (uint32 i = 0; i < node->n; i++)
		count_keys(s, node->kids[i]);
}

/* Where the keys of a query go. */
typedef struct KeyArrays
{
	Datum *keys;
	bool *partial;
	Pointer *extra;
} KeyArrays;

static Datum
probe_datum(const BxIndexOptions *options, const BxIndexProbe *probe)
{
	struct varlena *datum;

	if (options->is_short)
		return Int32GetDatum(probe->number);
	datum = palloc(VARHDRSZ + probe->n);
	SET_VARSIZE(datum, VARHDRSZ + probe->n);
	memcpy(VARDATA(datum), probe->bytes, probe->n);
	return PointerGetDatum(datum);
}

static void
put_keys(const Lookup *s, const LookupNode *node, KeyArrays *to)
{
	if (node->kind != XP_TERMS_TERM)
	{
		for (uint32 i = 0; i < node->n; i++)
			put_keys(s, node->kids[i], to);
		return;
	}
	for (uint32 i = 0; i < node->n; i++)
	{
		LookupKey *key = palloc(sizeof(LookupKey));

		key->search = s;
		key->probe = &node->probes[i];
		to->keys[node->first + i] = probe_datum(s->options, key->probe);
		to->partial[node->first + i] = key->probe->partial;
		to->extra[node->first + i] = (Pointer) key;
	}
}

static Lookup *
new_lookup(const BxIndexOptions *options, Datum query, StrategyNumber strategy)
{
	Lookup *s = palloc0(sizeof(Lookup));

	s->options = options;
	if (strategy == STRATEGY_CONTAINS)
		path_terms_read_pattern(&s->path, query);
	else
		path_terms_read(&s->path, query, strategy == STRATEGY_TEST ? XP_TERMS_TEST : XP_TERMS_EXISTS);
	bx_error_clear(&s->err);
	return s;
}

static Datum
extract_query(FunctionCallInfo fcinfo, bool is_short)
{
	int32 *n = (int32 *) PG_GETARG_POINTER(1);
	Lookup *s = new_lookup(options_of(fcinfo, is_short), PG_GETARG_DATUM(0), PG_GETARG_UINT16(2));
	LookupNode *root;
	KeyArrays to;
	const XpTermsNode *terms = s->path.terms.root;

	*n = 0;
	if (terms->kind == XP_TERMS_FALSE)
		PG_RETURN_POINTER(NULL);
	root = lookup_node(s, terms);
	if (root == NULL)
	{
		*(int32 *) PG_GETARG_POINTER(6) = GIN_SEARCH_MODE_ALL;
		PG_RETURN_POINTER(NULL);
	}
	count_keys(s, root);
	s->root = root;
	to.keys = palloc_array(Datum, s->n);
	to.partial = palloc_array(bool, s->n);
	to.extra = palloc_array(Pointer, s->n);
	put_keys(s, root, &to);
	*n = (int32) s->n;
	*(bool **) PG_GETARG_POINTER(3) = to.partial;
	*(Pointer **) PG_GETARG_POINTER(4) = to.extra;
	PG_RETURN_POINTER(to.keys);
}

BXML_ENTRY(bxml_path_ops_query, extract_query(fcinfo, true));
BXML_ENTRY(bxml_value_ops_query, extract_query(fcinfo, false));

/* ---- comparing ---- */

/* Is a key of the index behind the end of a range (1), in it (0), or not of its path (-1)? */
Datum
bxml_value_ops_partial(PG_FUNCTION_ARGS)
{
	const bytea *key = PG_GETARG_BYTEA_PP(1);
	const LookupKey *search = (const LookupKey *) PG_GETARG_POINTER(3);

	PG_RETURN_INT32(
		bx_index_probe_match(search->probe, (const uint8_t *) VARDATA_ANY(key), VARSIZE_ANY_EXHDR(key)));
}

/* FALSE where the document cannot be one that is searched for, else MAYBE. */
static GinTernaryValue
decide(const LookupNode *node, const GinTernaryValue *check)
{
	GinTernaryValue stop = node->kind == XP_TERMS_AND ? GIN_FALSE : GIN_MAYBE;

	if (node->kind == XP_TERMS_TERM)
	{
		for (uint32 i = 0; i < node->n; i++)
			if (check[node->first + i] != GIN_FALSE)
				return GIN_MAYBE;
		return GIN_FALSE;
	}
	for (uint32 i = 0; i < node->n; i++)
		if (decide(node->kids[i], check) == stop)
			return stop;
	return node->kind == XP_TERMS_AND ? GIN_MAYBE : GIN_FALSE;
}

Datum
bxml_gin_consistent(PG_FUNCTION_ARGS)
{
	const GinTernaryValue *check = (const GinTernaryValue *) PG_GETARG_POINTER(0);
	LookupKey **keys = (LookupKey **) PG_GETARG_POINTER(4);

	if (PG_GETARG_INT32(3) == 0)
		PG_RETURN_GIN_TERNARY_VALUE(GIN_MAYBE);
	PG_RETURN_GIN_TERNARY_VALUE(decide(keys[0]->search->root, check));
}

/* ---- as text ---- */

/* What is looked up as a tree of terms. */
static const XpTermsNode *
node_terms(const LookupNode *node)
{
	XpTermsNode *to = palloc0(sizeof(XpTermsNode));
	const XpTermsNode **kids = palloc_array(const XpTermsNode *, node->n);

	to->kind = node->kind;
	to->term = node->term;
	for (uint32 i = 0; node->kind != XP_TERMS_TERM && i < node->n; i++)
		kids[i] = node_terms(node->kids[i]);
	to->kids = kids;
	to->n = node->kind == XP_TERMS_TERM ? 0 : node->n;
	return to;
}

static char *
terms_text(Lookup *s, const XpTermsNode *root)
{
	XpTerms terms = s->path.terms;
	BxBuf out;

	terms.root = root;
	bx_buf_init(&out, &s->path.host.host);
	error_check(xp_terms_put(&terms, 0, &out, &s->err), &s->err);
	return encoding_lossy((const char *) out.data, out.len > 0 ? out.len - 1 : 0);
}

/* The parts of an "and" that there are keys for. */
static uint32_t
served_parts(Lookup *s, const XpTermsNode *node)
{
	uint32_t n = 0;

	for (uint32_t i = 0; node->kind == XP_TERMS_AND && i < node->n; i++)
		n += serves_tree(s->options, node->kids[i], &s->path.arena);
	return node->kind == XP_TERMS_AND ? n : 1;
}

SearchText
search_text(const BxIndexOptions *options, Datum query, int strategy)
{
	Lookup *s = new_lookup(options, query, (StrategyNumber) strategy);
	SearchText text = {.never = s->path.terms.root->kind == XP_TERMS_FALSE};
	const LookupNode *root = text.never ? NULL : lookup_node(s, s->path.terms.root);

	if (root != NULL)
	{
		text.keys = terms_text(s, node_terms(root));
		text.parts = served_parts(s, s->path.terms.root);
		text.looked = root->kind == XP_TERMS_AND ? root->n : 1;
	}
	if (s->refused != NULL)
	{
		XpTermsNode node = {.kind = XP_TERMS_TERM, .term = s->refused};

		text.refused = terms_text(s, &node);
		text.unserved = s->unserved;
	}
	bx_arena_reset(&s->path.arena);
	return text;
}
