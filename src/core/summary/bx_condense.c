/*
 * bx_condense.c -- from the counts of a sample to the slots of statistics.
 *
 * What a sample says about numbers of different values is extrapolated as the server does it for its own types (Haas
 * and Stokes, "Duj1").
 */
#include "../base/bx_core_int.h"
#include "bx_gather.h"

#include <math.h>
#include <stdlib.h>

#include "../base/bx_bytes.h"
#include "../base/bx_sort.h"
#include "bx_prefix_int.h"

/* Kinds with one top element, at most; and all kinds but the one for all others. */
#define KINDS_PER_TOP 8
#define KINDS_MAX (BX_SUMMARY_KINDS_MAX - 1)
/* A value is one of the most common ones where it occurs more often than others by so many standard deviations. */
#define COMMON_SURE 2
/* Or, where all documents are in the sample and nothing is left to chance, by this part of it. */
#define COMMON_PART 0.25
#define COMMON_LEAST 2
/* Where there is room, so many times as many most common values as bounds. */
#define COMMON_MORE 4
/* The part of the room for values that beginnings may take, and the bytes of one. */
#define PREFIX_PART 1
#define PREFIX_BYTES 12
/* So many times as many beginnings as bounds. */
#define PREFIX_MORE 8
/* Beyond this share of all rows, the number of different values is taken to grow with the table. */
#define GROWING 0.1
/* The greatest statistics target of which lists get longer. */
#define VALUES_MAX 1000
#define COMMON UINT32_MAX

/* The values of a path. */
typedef struct ValueRun
{
	BxTallyValue *first;
	uint32_t n;
	uint32_t common; /* of them, those whose field `seen` is COMMON */
	uint64_t rest;   /* documents of the others ... */
	uint32_t once;   /* ... and how many of these are in one document only */
	uint32_t path;
} ValueRun;

typedef struct Condense
{
	BxTally *t;
	const BxGatherLimits *limits;
	double rows; /* documents in all */
	BxError *err;
	BxStatus status; /* of output, sticky */
	BxBuf *out;
	uint32_t *chosen; /* paths, by number in the summary */
	uint32_t n_chosen;
	uint32_t *number; /* of each path in the summary, or BX_TALLY_NONE */
	ValueRun *runs;
	uint32_t n_runs;
	uint32_t most;        /* bounds of a path, and beginnings ... */
	uint32_t most_common; /* ... and common values */
	size_t prefix_bytes;  /* left for beginnings ... */
	uint32_t valued;      /* ... of so many paths */
} Condense;

/* ---- output ---- */

static void
put_bytes(Condense *c, const void *p, size_t n)
{
	bx_buf_add(c->out, p, n, &c->status, c->err);
}

static void
put_u8(Condense *c, unsigned v)
{
	uint8_t b = (uint8_t) v;

	put_bytes(c, &b, 1);
}

static void
put_u32(Condense *c, uint32_t v)
{
	uint8_t b[4];

	bx_put_u32(b, v);
	put_bytes(c, b, 4);
}

static void
put_float(Condense *c, double d)
{
	float f = (float) d;
	uint32_t bits;

	memcpy(&bits, &f, sizeof(bits));
	put_u32(c, bits);
}

static void
put_number(Condense *c, uint32_t v)
{
	uint8_t b[BX_VARINT_MAX];

	put_bytes(c, b, (size_t) (bx_varint_put(b, v) - b));
}

static void
put_string(Condense *c, const void *p, size_t n)
{
	put_number(c, (uint32_t) n);
	put_bytes(c, p, n);
}

/* ---- numbers ---- */

static double
ratio(double a, double b)
{
	return b > 0 ? a / b : 0;
}

/* Of `seen` values in a sample, of which `once` occur only once, `different` are different: those of `all`. */
static double
extrapolated(double seen, double different, double once, double all)
{
	double n = seen * different / (seen - once + once * seen / all);

	return n < different ? different : n > all ? all : n;
}

/*
 * The coded number of different values: of `seen` values in the sample, of which `once` occur in one document only,
 * `different` are different; there are `all` in the table.
 */
static double
distinct(double seen, double different, double once, double all, double unit)
{
	double n;

	if (seen < 1)
		return 0;
	if (all < seen)
		all = seen;
	n = extrapolated(seen, different, once, all);
	return n > GROWING * all ? -n / (unit > all ? unit : all) : n;
}

/* Values in all documents: different ones in each, summed up. */
static double
all_values(const Condense *c, double seen)
{
	return c->t->read == 0 ? 0 : seen * c->rows / c->t->read;
}

/* ---- paths ---- */

/* A number, and the documents by which it is chosen. */
typedef struct Pick
{
	uint32_t documents;
	uint32_t number;
} Pick;

/* Those of most documents first; a path has a smaller number than those below it. */
static int
compare_picks(const void *a, const void *b)
{
	const Pick *x = a, *y = b;

	if (x->documents != y->documents)
		return x->documents > y->documents ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

static BxStatus
new_memory(Condense *c, size_t n, size_t size, void *p)
{
	void *room = bx_arena_zalloc(c->t->arena, (n + 1) * size);

	memcpy(p, &room, sizeof(room));
	return room == NULL ? bx_fail_nomem(c->err, (n + 1) * size) : BX_OK;
}

static BxStatus
choose_paths(Condense *c)
{
	const BxTally *t = c->t;
	Pick *picks;
	uint32_t i;

	BX_TRY(new_memory(c, t->n_paths, sizeof(Pick), &picks));
	BX_TRY(new_memory(c, t->n_paths, sizeof(uint32_t), &c->number));
	BX_TRY(new_memory(c, t->n_paths, sizeof(uint32_t), &c->chosen));
	for (i = 0; i < t->n_paths; i++)
	{
		picks[i] = (Pick){t->paths[i].documents, i};
		c->number[i] = BX_TALLY_NONE;
	}
	BX_TRY(bx_sort(t->arena->host, picks, t->n_paths, sizeof(Pick), compare_picks, c->err));
	c->n_chosen = t->n_paths < c->limits->paths ? t->n_paths : c->limits->paths;
	for (i = 0; i < c->n_chosen; i++)
	{
		c->chosen[i] = picks[i].number;
		c->number[picks[i].number] = i;
	}
	return bx_steps(t->arena->host, t->n_paths);
}

/* The share above which all paths were chosen. */
static double
cut_of(const Condense *c)
{
	const BxTally *t = c->t;

	if (c->n_chosen == t->n_paths && !t->lost)
		return 0;
	if (c->n_chosen == 0 || t->lost)
		return 1;
	return ratio(t->paths[c->chosen[c->n_chosen - 1]].documents, t->documents);
}

static void
put_path(Condense *c, const BxTallyPath *p, const ValueRun *run)
{
	BxStr uri = c->t->names.strings[p->uri], local = c->t->names.strings[p->local];
	double all = all_values(c, (double) p->values);
	double different = run == NULL ? 0 : run->n, once = run == NULL ? 0 : run->once;

	put_number(c, p->parent == BX_TALLY_NONE ? 0 : c->number[p->parent] + 1);
	put_u8(c, p->attribute);
	put_string(c, uri.s, uri.n);
	put_string(c, local.s, local.n);
	put_float(c, ratio(p->documents, c->t->documents));
	put_float(c, p->walked == 0 ? 1 : ratio((double) p->nodes, p->walked));
	put_float(c, run == NULL ? 0 : distinct((double) p->values, different, once, all, all));
	put_float(c, ratio((double) p->values, p->read));
	put_float(c, ratio(p->complex, p->read));
	put_float(c, ratio((double) p->bytes, (double) p->texts));
}

/* ---- values ---- */

/* By path as chosen, then as bx_summary_order; those of paths that were not chosen last. */
static int
compare_values(const void *a, const void *b)
{
	const BxTallyValue *x = a, *y = b;

	if (x->path != y->path)
		return x->path < y->path ? -1 : 1;
	return bx_summary_order(&(BxSummaryValue){.bytes = x->p, .n = x->n, .kind = x->kind},
							&(BxSummaryValue){.bytes = y->p, .n = y->n, .kind = y->kind});
}

/* The values of each chosen path as a run; paths are numbered as in the summary from now on. */
static BxStatus
make_runs(Condense *c)
{
	BxTally *t = c->t;
	uint32_t i;

	BX_TRY(new_memory(c, c->n_chosen, sizeof(ValueRun), &c->runs));
	for (i = 0; i < t->n_values; i++)
		t->values[i].path = c->number[t->values[i].path];
	BX_TRY(bx_sort(t->arena->host, t->values, t->n_values, sizeof(BxTallyValue), compare_values, c->err));
	for (i = 0; i < t->n_values && t->values[i].path != BX_TALLY_NONE; i++)
	{
		BxTallyValue *v = &t->values[i];
		ValueRun *run = &c->runs[v->path];

		if (run->n++ == 0)
			run->first = v;
		run->once += v->documents == 1;
		BX_TRY(bx_step(t->arena->host));
	}
	return BX_OK;
}

/* Bytes of the values when each path has so many, about. */
static size_t
room_for(const Condense *c, uint32_t most)
{
	size_t need = 0;
	uint32_t i, valued = 0;

	for (i = 0; i < c->n_chosen && valued < c->limits->valued; i++)
	{
		const ValueRun *run = &c->runs[i];
		uint32_t n = run->n < most ? run->n : most;

		if (run->n > 0)
		{
			need += n * (size_t) (8 + run->first->n + run->first->text_n) + 16;
			valued++;
		}
	}
	return need;
}

/* How many values a path may have so that all together have room. */
static void
set_limits(Condense *c)
{
	uint32_t most = c->limits->values, more = COMMON_MORE;

	while (most > 4 && room_for(c, 2 * most) > c->limits->bytes)
		most -= (most + 3) / 4;
	while (more > 1 && room_for(c, (1 + more) * most) > c->limits->bytes)
		more /= 2;
	c->most = most;
	c->most_common = more * most;
	c->prefix_bytes = c->limits->bytes / PREFIX_PART;
}

/*
 * Of n values, the most common first, those to be kept: which occur in more documents of the sample than chance would
 * have one of those that are not kept.  The server asks for more, and so keeps fewer; but what is said of a rare value
 * is then that of one of a kind.
 */
static uint32_t
keep_common(const Condense *c, const ValueRun *run, const Pick *picks, uint32_t n, uint64_t all)
{
	double seen = (double) all, rows = all_values(c, seen), different, rest = seen;
	uint32_t i;

	different = extrapolated(seen, run->n, run->once, rows);
	for (i = 0; i < n; i++)
		rest -= picks[i].documents;
	for (; n > 0; n--)
	{
		double documents = picks[n - 1].documents, others = different - (n - 1), each, more;

		rest += documents;
		each = rest / (others > 1 ? others : 1);
		more = rows > seen ? COMMON_SURE * sqrt(each) : COMMON_PART * each;
		if (documents >= COMMON_LEAST && documents > each + more)
			break;
	}
	return n;
}

/* Mark the values that are most common. */
static BxStatus
choose_common(Condense *c, ValueRun *run)
{
	const BxHost *host = c->t->arena->host;
	bool complete = run->n <= c->most && (run->once == 0 || c->t->read >= c->rows);
	uint32_t most = run->n < c->most_common ? run->n : c->most_common, i;
	uint64_t all = 0;
	Pick *picks;

	BX_TRY(new_memory(c, run->n, sizeof(Pick), &picks));
	for (i = 0; i < run->n; i++)
	{
		picks[i] = (Pick){run->first[i].documents, i};
		all += run->first[i].documents;
	}
	BX_TRY(bx_sort(host, picks, run->n, sizeof(Pick), compare_picks, c->err));
	run->rest = all;
	if (!complete)
		most = keep_common(c, run, picks, most, all);
	for (i = 0; i < most; i++)
	{
		run->first[picks[i].number].seen = COMMON;
		run->common++;
		run->rest -= picks[i].documents;
		run->once -= picks[i].documents == 1;
	}
	return bx_steps(host, run->n);
}

static BxSummaryValue
value_of(const BxTallyValue *v)
{
	BxSummaryValue value = {.bytes = v->p, .n = v->n, .kind = v->kind};
	uint32_t n = v->n;

	if (v->kind != AT_INDEX_STRING)
		value.text = bx_str(v->text_n > 0 ? (const char *) v->p + v->n : NULL, v->text_n);
	else if (n > 0)
		value.text = bx_str((const char *) v->p, v->p[n - 1] == BX_INDEX_WHOLE ? n - 1
												 : n > BX_INDEX_CUT_HASH + 1   ? n - BX_INDEX_CUT_HASH - 1
																			   : 0);
	return value;
}

static void
put_value(Condense *c, const BxSummaryValue *v)
{
	put_u8(c, v->kind);
	put_string(c, v->bytes, v->n);
	if (v->kind != AT_INDEX_STRING)
		put_string(c, v->text.s, v->text.n);
}

/* The first and the last of the other values, and between them one after every n-th part of their documents. */
static BxStatus
list_bounds(const Condense *c, const ValueRun *run, BxSummaryValue *bounds, uint32_t n)
{
	uint64_t before = 0;
	uint32_t put = 0, i;

	for (i = 0; i < run->n; i++)
	{
		const BxTallyValue *v = &run->first[i];

		BX_TRY(bx_step(c->t->arena->host));
		if (v->seen == COMMON)
			continue;
		before += v->documents;
		for (; put < n && before > put * (run->rest - 1) / (n - 1); put++)
			bounds[put] = value_of(v);
	}
	return BX_OK;
}

static BxStatus
list_values(Condense *c, const ValueRun *run, const BxTallyPath *p, BxSummaryValues *known)
{
	uint32_t others = run->n - run->common, i, n = 0;
	BxSummaryValue *common, *bounds;

	memset(known, 0, sizeof(*known));
	known->n_common = run->common;
	known->n_bounds = others == 0 ? 0 : 1 + (others < c->most ? others : c->most);
	known->rest = (float) ratio((double) run->rest, p->read);
	known->rest_distinct =
		(float) distinct((double) run->rest, others, run->once, all_values(c, (double) run->rest),
						 all_values(c, (double) p->values));
	BX_TRY(new_memory(c, known->n_common, sizeof(BxSummaryValue), &common));
	BX_TRY(new_memory(c, known->n_bounds, sizeof(BxSummaryValue), &bounds));
	known->common = common;
	known->bounds = bounds;
	for (i = 0; i < run->n; i++)
	{
		BX_TRY(bx_step(c->t->arena->host));
		if (run->first[i].seen != COMMON)
			continue;
		common[n] = value_of(&run->first[i]);
		common[n++].share = (float) ratio(run->first[i].documents, p->read);
	}
	return known->n_bounds > 0 ? list_bounds(c, run, bounds, known->n_bounds) : BX_OK;
}

/* What estimates by the bounds would say wrong of the other values. */
static BxStatus
list_prefixes(Condense *c, const ValueRun *run, const BxTallyPath *p, BxSummaryValues *known)
{
	BxSummary s = {.documents = c->t->documents, .read = c->t->read};
	BxSummaryPath path = {.share = (float) ratio(p->documents, c->t->documents),
						  .values = (float) ratio((double) p->values, p->read),
						  .known = known};
	BxEstimate estimate = {&s, c->rows};
	BxPrefixSource source = {&estimate, &path, p->read};
	BxSummaryPrefix *prefixes;
	BxPrefixText *texts;
	uint32_t i, n = 0;
	size_t most = c->prefix_bytes / PREFIX_BYTES / (c->valued > 0 ? c->valued : 1);

	if (most > PREFIX_MORE * c->most)
		most = PREFIX_MORE * c->most;
	BX_TRY(new_memory(c, run->n - run->common, sizeof(BxPrefixText), &texts));
	for (i = 0; i < run->n; i++)
	{
		BxSummaryValue value = value_of(&run->first[i]);

		BX_TRY(bx_step(c->t->arena->host));
		if (run->first[i].seen != COMMON && value.text.n > 0)
			texts[n++] = (BxPrefixText){value.text, run->first[i].documents};
	}
	BX_TRY(bx_prefix_choose(&source, texts, n, (uint32_t) most, c->t->arena, &prefixes, &known->n_prefixes,
							c->err));
	known->prefixes = prefixes;
	c->prefix_bytes -= known->n_prefixes * PREFIX_BYTES;
	return BX_OK;
}

static BxStatus
put_run(Condense *c, const ValueRun *run, uint32_t number)
{
	const BxTallyPath *p = &c->t->paths[c->chosen[number]];
	BxArenaMark mark = bx_arena_mark(c->t->arena);
	BxSummaryValues known;
	uint32_t i;

	BX_TRY(list_values(c, run, p, &known));
	BX_TRY(list_prefixes(c, run, p, &known));
	put_number(c, number);
	put_number(c, known.n_common);
	put_number(c, known.n_bounds);
	put_float(c, (double) known.rest);
	put_float(c, (double) known.rest_distinct);
	for (i = 0; i < known.n_common; i++)
	{
		put_value(c, &known.common[i]);
		put_float(c, (double) known.common[i].share);
	}
	for (i = 0; i < known.n_bounds; i++)
		put_value(c, &known.bounds[i]);
	put_number(c, known.n_prefixes);
	for (i = 0; i < known.n_prefixes; i++)
	{
		put_u8(c, known.prefixes[i].from);
		put_string(c, known.prefixes[i].text.s, known.prefixes[i].text.n);
		put_float(c, (double) known.prefixes[i].share);
	}
	bx_arena_release(c->t->arena, &mark);
	return bx_steps(c->t->arena->host, known.n_common + (uint64_t) known.n_bounds);
}

/* ---- kinds of documents ---- */

/* Join kinds whose top has too many: their signs become equal. */
static void
join_kinds(BxTally *t)
{
	uint32_t i, j;

	for (i = 0; i < t->n_kinds; i++)
	{
		uint32_t same = 0;

		for (j = 0; j < t->n_kinds; j++)
			same += t->kinds[j].top == t->kinds[i].top;
		for (j = i; j < t->n_kinds && same > KINDS_PER_TOP; j++)
			if (t->kinds[j].top == t->kinds[i].top)
				t->kinds[j].sign = 0;
	}
}

/* The number of each kind in the summary: to[kind]; documents[number] are summed up.  Returns how many there are. */
static BxStatus
number_kinds(Condense *c, uint32_t *to, uint32_t *documents, uint32_t *n)
{
	const BxTally *t = c->t;
	Pick picks[BX_TALLY_KINDS_MAX];
	uint32_t i, j, joint = 0;

	for (i = 0; i < t->n_kinds; i++)
	{
		for (j = 0; j < i; j++)
			if (t->kinds[j].top == t->kinds[i].top && t->kinds[j].sign == t->kinds[i].sign)
				break;
		to[i] = j < i ? to[j] : joint;
		if (j == i)
			picks[joint++] = (Pick){0, to[i]};
		picks[to[i]].documents += t->kinds[i].documents;
	}
	BX_TRY(bx_sort(t->arena->host, picks, joint, sizeof(Pick), compare_picks, c->err));
	for (i = 0; i < t->n_kinds; i++)
	{
		for (j = 0; picks[j].number != to[i]; j++)
			;
		to[i] = j < KINDS_MAX ? j : KINDS_MAX;
		documents[to[i]] += t->kinds[i].documents;
	}
	*n = joint < BX_SUMMARY_KINDS_MAX ? joint : BX_SUMMARY_KINDS_MAX;
	return BX_OK;
}

static int
compare_uses(const void *a, const void *b)
{
	const BxTallyUse *x = a, *y = b;

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return (x->path > y->path) - (x->path < y->path);
}

/* Uses with the numbers of the summary, those of one path and kind added up; paths that were not chosen come last. */
static BxStatus
join_uses(Condense *c, const uint32_t *to)
{
	BxTally *t = c->t;
	uint32_t i, n = 0;

	for (i = 0; i < t->n_uses; i++)
	{
		BxTallyUse *use = &t->uses[i];

		use->path = c->number[use->path];
		use->kind = use->path == BX_TALLY_NONE ? BX_TALLY_NONE : to[use->kind];
	}
	BX_TRY(bx_sort(t->arena->host, t->uses, t->n_uses, sizeof(BxTallyUse), compare_uses, c->err));
	for (i = 0; i < t->n_uses && t->uses[i].kind != BX_TALLY_NONE; i++)
		if (n > 0 && compare_uses(&t->uses[i], &t->uses[n - 1]) == 0)
			t->uses[n - 1].documents += t->uses[i].documents;
		else
			t->uses[n++] = t->uses[i];
	t->n_uses = n;
	return bx_steps(t->arena->host, i);
}

static BxStatus
put_kinds(Condense *c)
{
	BxTally *t = c->t;
	uint32_t to[BX_TALLY_KINDS_MAX], documents[BX_SUMMARY_KINDS_MAX] = {0}, n, kind, i, at = 0;

	join_kinds(t);
	BX_TRY(number_kinds(c, to, documents, &n));
	BX_TRY(join_uses(c, to));
	put_u8(c, BX_SUMMARY_VERSION);
	put_u32(c, n);
	for (kind = 0; kind < n; kind++)
	{
		uint32_t end = at;

		while (end < t->n_uses && t->uses[end].kind == kind)
			end++;
		put_float(c, ratio(documents[kind], t->documents));
		put_number(c, end - at);
		for (i = at; i < end; i++)
		{
			put_number(c, t->uses[i].path);
			put_float(c, ratio(t->uses[i].documents, documents[kind]));
		}
		BX_TRY(bx_steps(t->arena->host, end - at));
		at = end;
	}
	return BX_OK;
}

/* ---- the slots ---- */

static BxStatus
put_paths(Condense *c)
{
	const BxTally *t = c->t;
	uint32_t i;

	put_u8(c, BX_SUMMARY_VERSION);
	put_u32(c, t->documents);
	put_u32(c, t->read);
	put_float(c, cut_of(c));
	put_u32(c, c->n_chosen);
	for (i = 0; i < c->n_chosen; i++)
	{
		put_path(c, &t->paths[c->chosen[i]], c->runs[i].n > 0 ? &c->runs[i] : NULL);
		BX_TRY(bx_step(t->arena->host));
	}
	return BX_OK;
}

static BxStatus
put_values(Condense *c)
{
	uint32_t i;

	for (i = 0; i < c->n_chosen; i++)
		c->valued += c->runs[i].n > 0;
	if (c->valued > c->limits->valued)
		c->valued = c->limits->valued;
	set_limits(c);
	put_u8(c, BX_SUMMARY_VERSION);
	put_u32(c, c->valued);
	for (i = 0; c->valued > 0; i++)
	{
		if (c->runs[i].n == 0)
			continue;
		BX_TRY(choose_common(c, &c->runs[i]));
		BX_TRY(put_run(c, &c->runs[i], i));
		c->valued--;
	}
	return BX_OK;
}

BxGatherLimits
bx_gather_limits(uint32_t target)
{
	uint32_t values = target < VALUES_MAX ? target : VALUES_MAX;

	return (BxGatherLimits){.paths = 400 + 20 * values,
							.valued = 300 + 5 * values,
							.values = values,
							.bytes = 65536 + 12288 * (size_t) values};
}

BxStatus
bx_gather_finish(BxTally *t, double documents, const BxGatherLimits *limits, BxBuf slots[BX_SUMMARY_SLOTS])
{
	Condense c = {.t = t, .limits = limits, .rows = documents, .err = t->err, .status = BX_OK};

	if (t->documents == 0)
		return bx_fail(t->err, BX_E_STATE, -1, "no document was counted");
	if (c.rows < t->documents)
		c.rows = t->documents;
	BX_TRY(choose_paths(&c));
	BX_TRY(make_runs(&c));
	c.out = &slots[BX_SUMMARY_PATHS];
	BX_TRY(put_paths(&c));
	c.out = &slots[BX_SUMMARY_VALUES];
	BX_TRY(put_values(&c));
	c.out = &slots[BX_SUMMARY_KINDS];
	BX_TRY(put_kinds(&c));
	return c.status;
}
