/*
 * bx_index_search.c -- the keys in which a term of a path is looked up.
 */
#include "../base/bx_core_int.h"
#include "bx_index_search.h"

/* Probes of one term, at most: every kind, twice. */
#define PROBES_MAX (2 * AT_INDEX_KINDS)

typedef struct Probing
{
	const BxIndexOptions *options;
	const XpTerm *term;
	BxArena *arena;
	BxError *err;
	BxIndexPath path;
	uint8_t tail[BX_INDEX_TAIL];
	uint8_t tail_n;
	BxIndexProbe *probes;
	uint32_t n;
	uint8_t unserved; /* BxIndexUnserved */
} Probing;

/* ---- paths ---- */

BxIndexName
bx_index_step_name(const XpTermPath *path, uint32_t i)
{
	const XpTermStep *step = &path->steps[i];

	return bx_index_name(path->attribute && i + 1 == path->n, bx_index_uri(step->uri.s, step->uri.n),
						 step->local.s, step->local.n);
}

/* The head of the last name, and what is known of the tail; false when the name is not known. */
static bool
find_path(Probing *t)
{
	const XpTermPath *path = &t->term->path;
	const XpTermStep *last = &path->steps[path->n - 1];
	uint32_t i;

	if (last->any_local)
		return false;
	t->path = bx_index_root;
	for (i = 0; i < path->n; i++)
	{
		/* of a step that may be any, nothing but the hash of the path depends on the name */
		BxIndexName name = path->steps[i].any_local ? (BxIndexName){0} : bx_index_step_name(path, i);

		t->path = bx_index_step(&t->path, &name);
	}
	bx_index_tail_put(t->tail, &t->path);
	if (path->exact)
		t->tail_n = BX_INDEX_TAIL;
	else if (!last->gap && (path->n == 1 || !path->steps[path->n - 2].any_local))
		t->tail_n = 1;
	return true;
}

/* ---- probes ---- */

static BxIndexProbe *
add_probe(Probing *t)
{
	BxIndexProbe *probe = &t->probes[t->n++];

	memset(probe, 0, sizeof(*probe));
	memcpy(probe->tail, t->tail, BX_INDEX_TAIL);
	probe->tail_n = t->tail_n;
	return probe;
}

static BxStatus
room_for(Probing *t, size_t n, uint8_t **bytes)
{
	*bytes = bx_arena_alloc(t->arena, n);
	return *bytes == NULL ? bx_fail_nomem(t->err, n) : BX_OK;
}

/* Are there keys of the kind? */
static bool
has_kind(Probing *t, unsigned kind)
{
	bool has = (t->options->kinds & BX_INDEX_BIT(kind)) != 0;

	if (!has)
		t->unserved = BX_INDEX_NO_KIND;
	return has;
}

/* The keys of one value. */
static BxStatus
put_value(Probing *t, const BxIndexValue *value)
{
	BxIndexProbe *probe;

	if (!has_kind(t, value->kind))
		return BX_OK;
	probe = add_probe(t);
	if (t->options->is_short)
	{
		probe->number = bx_index_key_short(&t->path, value);
		return BX_OK;
	}
	BX_TRY(room_for(t, BX_INDEX_KEY_ROOM(t->options->max_value), &probe->bytes));
	probe->n = bx_index_key_put(&t->path, value, t->options->max_value, probe->bytes);
	if (t->term->path.exact)
		return BX_OK;
	probe->n -= BX_INDEX_TAIL;
	probe->same = probe->n;
	probe->partial = true;
	return BX_OK;
}

/* The keys of a kind from one value to another; either may be missing.  Bounds are in the range, strict or not. */
static BxStatus
put_range(Probing *t, unsigned kind, const BxIndexValue *low, const BxIndexValue *high)
{
	size_t room = BX_INDEX_KEY_ROOM(t->options->max_value);
	BxIndexProbe *probe;
	uint8_t *bytes;

	if (!has_kind(t, kind))
		return BX_OK;
	probe = add_probe(t);
	BX_TRY(room_for(t, 2 * room, &probe->bytes));
	bytes = probe->bytes + room;
	bx_index_head_put(probe->bytes, t->path.head, kind);
	probe->n = probe->same = BX_INDEX_HEAD;
	probe->partial = true;
	if (low != NULL)
		probe->n += bx_index_value_put(low, t->options->max_value, probe->bytes + BX_INDEX_HEAD);
	if (high != NULL)
	{
		probe->high = bytes;
		probe->high_n = bx_index_value_put(high, t->options->max_value, bytes);
	}
	return BX_OK;
}

static BxStatus
put_complex(Probing *t)
{
	return t->term->path.attribute ? BX_OK : put_value(t, &bx_index_complex);
}

/* ---- terms ---- */

/* Short keys have nothing of an empty element. */
static BxStatus
probe_equal(Probing *t)
{
	BxIndexValue value;

	bx_index_value_key(&t->term->low.key, &value);
	if (t->options->is_short && value.kind == AT_INDEX_STRING && value.text.n == 0)
	{
		t->unserved = BX_INDEX_NO_EMPTY;
		return BX_OK;
	}
	BX_TRY(put_value(t, &value));
	if (bx_index_value_zoned(&value))
	{
		value.kind++;
		BX_TRY(put_value(t, &value));
	}
	return put_complex(t);
}

/* Values of other kinds are strings as well; those whose text may begin with the prefix. */
static BxStatus
put_all_but_strings(Probing *t, BxStr prefix)
{
	uint8_t *bytes;
	BxIndexPrefix *known;
	unsigned kind;

	BX_TRY(room_for(t, sizeof(*known), &bytes));
	known = (BxIndexPrefix *) (void *) bytes;
	*known = bx_index_prefix(prefix);
	for (kind = AT_INDEX_NUMBER; kind < AT_INDEX_STRING; kind++)
		if (known->kinds & BX_INDEX_BIT(kind))
		{
			BX_TRY(put_range(t, kind, NULL, NULL));
			if (kind == AT_INDEX_NUMBER && !t->unserved)
				t->probes[t->n - 1].prefix = known;
		}
	return BX_OK;
}

/* NaN has lost its white space, which comes before or after it. */
static BxStatus
put_nan(Probing *t)
{
	static const BxIndexValue nan = {.kind = AT_INDEX_STRING, .text = {"NaN", 3}};

	return put_value(t, &nan);
}

static BxStatus
probe_strings(Probing *t, bool has_low, bool has_high)
{
	BxIndexValue low = {.kind = AT_INDEX_STRING, .text = t->term->low.key.str};
	BxIndexValue high = {.kind = AT_INDEX_STRING, .text = t->term->high.key.str};

	/* no text of another value begins with a character above P */
	if (!has_low || low.text.n == 0 || (uint8_t) *low.text.s <= 'P')
	{
		BX_TRY(put_all_but_strings(t, (BxStr){"", 0}));
		BX_TRY(put_nan(t));
	}
	/* a bound that is cut would be in the wrong place */
	has_low &= low.text.n <= t->options->max_value;
	has_high &= high.text.n <= t->options->max_value;
	BX_TRY(put_range(t, AT_INDEX_STRING, has_low ? &low : NULL, has_high ? &high : NULL));
	return put_complex(t);
}

static BxStatus
probe_range(Probing *t)
{
	const XpTerm *term = t->term;
	bool has_low = term->low.source != XP_TERM_NONE, has_high = term->high.source != XP_TERM_NONE;
	unsigned type = has_low ? term->low.key.type : term->high.key.type;
	BxIndexValue low, high;

	if (type == AT_STRING)
		return probe_strings(t, has_low, has_high);
	if (has_low)
		bx_index_value_key(&term->low.key, &low);
	if (has_high)
		bx_index_value_key(&term->high.key, &high);
	if (!term->zoned)
		BX_TRY(put_range(t, has_low ? low.kind : high.kind, has_low ? &low : NULL, has_high ? &high : NULL));
	if (bx_index_value_zoned(has_low ? &low : &high))
		BX_TRY(put_range(t, (has_low ? low.kind : high.kind) + 1u, has_low ? &low : NULL,
						 has_high ? &high : NULL));
	return put_complex(t);
}

static BxStatus
probe_prefix(Probing *t)
{
	BxStr prefix = t->term->low.key.str;
	BxIndexProbe *probe;

	BX_TRY(put_all_but_strings(t, prefix));
	if (bx_is_space(*prefix.s) || *prefix.s == 'N')
		BX_TRY(put_nan(t));
	if (prefix.n > t->options->max_value)
		prefix.n = t->options->max_value;
	if (has_kind(t, AT_INDEX_STRING))
	{
		probe = add_probe(t);
		BX_TRY(room_for(t, BX_INDEX_HEAD + prefix.n, &probe->bytes));
		bx_index_head_put(probe->bytes, t->path.head, AT_INDEX_STRING);
		memcpy(probe->bytes + BX_INDEX_HEAD, prefix.s, prefix.n);
		probe->n = probe->same = BX_INDEX_HEAD + (uint32_t) prefix.n;
		probe->partial = true;
	}
	return put_complex(t);
}

static BxStatus
probe_exists(Probing *t)
{
	BxIndexProbe *probe;

	if (t->options->kinds != BX_INDEX_ALL)
		t->unserved = BX_INDEX_NO_KIND;
	probe = add_probe(t);
	BX_TRY(room_for(t, BX_INDEX_HEAD, &probe->bytes));
	bx_index_head_put(probe->bytes, t->path.head, 0);
	probe->n = probe->same = BX_INDEX_HEAD;
	probe->partial = probe->kinds = true;
	return BX_OK;
}

/* Does the index have keys for terms of this form? */
static BxIndexUnserved
term_unserved(const Probing *t)
{
	const XpTerm *term = t->term;
	const BxIndexOptions *options = t->options;

	if (options->scope != NULL && !bx_index_scope_covers(options->scope, &term->path))
		return BX_INDEX_NO_PATH;
	if (options->is_short && term->op != XP_TERM_EQ)
		return BX_INDEX_NO_RANGE;
	if (term->low.source > XP_TERM_KEY || term->high.source > XP_TERM_KEY)
		return BX_INDEX_NO_VALUE;
	return options->is_short && !term->path.exact ? BX_INDEX_NO_STEP : BX_INDEX_SERVED;
}

static BxStatus
probe_term(Probing *t)
{
	t->unserved = find_path(t) ? term_unserved(t) : BX_INDEX_NO_NAME;
	if (t->unserved != BX_INDEX_SERVED)
		return BX_OK;
	switch (t->term->op)
	{
		case XP_TERM_EQ: return probe_equal(t);
		case XP_TERM_RANGE: return probe_range(t);
		case XP_TERM_PREFIX: return probe_prefix(t);
		default: return probe_exists(t);
	}
}

BxStatus
bx_index_probes(const BxIndexOptions *options, const XpTerm *term, BxArena *arena, BxIndexProbes *found,
				BxError *err)
{
	Probing t = {.options = options, .term = term, .arena = arena, .err = err};

	t.probes = bx_arena_alloc(arena, PROBES_MAX * sizeof(BxIndexProbe));
	if (t.probes == NULL)
		return bx_fail_nomem(err, PROBES_MAX * sizeof(BxIndexProbe));
	BX_TRY(probe_term(&t));
	found->probes = t.probes;
	found->n = t.unserved == BX_INDEX_SERVED ? t.n : 0;
	found->unserved = t.unserved;
	return BX_OK;
}

/* ---- ranges ---- */

static bool
begins_alike(const BxIndexProbe *probe, const uint8_t *p, size_t n)
{
	if (n < probe->same)
		return false;
	if (!probe->kinds)
		return memcmp(p, probe->bytes, probe->same) == 0;
	return p[0] == probe->bytes[0] && p[1] == probe->bytes[1] && (p[2] & 0xF0) == probe->bytes[2];
}

int
bx_index_probe_match(const BxIndexProbe *probe, const uint8_t *p, size_t n)
{
	size_t len = n - BX_INDEX_HEAD - BX_INDEX_TAIL;

	if (n < BX_INDEX_HEAD + BX_INDEX_TAIL || !begins_alike(probe, p, n))
		return 1;
	if (probe->high != NULL)
	{
		int order = memcmp(p + BX_INDEX_HEAD, probe->high, len < probe->high_n ? len : probe->high_n);

		if (order > 0 || (order == 0 && len > probe->high_n))
			return 1;
	}
	if (memcmp(p + n - BX_INDEX_TAIL, probe->tail, probe->tail_n) != 0)
		return -1;
	return probe->prefix == NULL || bx_index_prefix_number(probe->prefix, p + BX_INDEX_HEAD, len) ? 0 : -1;
}
