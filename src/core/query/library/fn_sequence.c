/*
 * fn_sequence.c -- functions on sequences, whatever their items are (F&O sections 14.1, 14.2 and 14.4.1).
 *
 * All of them are lazy: what is not asked for is not evaluated.
 */
#include "fn_int.h"

#include "../../value/bx_value.h"

BxStatus
fn_empty(RU_EBV_ARGS)
{
	BX_TRY(ru_any(run, op->args[0], cx, value));
	*value = !*value;
	return BX_OK;
}

BxStatus
fn_exists(RU_EBV_ARGS)
{
	return ru_any(run, op->args[0], cx, value);
}

BxStatus
fn_count(RU_ONE_ARGS)
{
	uint64_t n;

	BX_TRY(ru_count(run, op->args[0], cx, &n));
	return fn_give_integer((int64_t) n, item, found);
}

BxStatus
fn_head(RU_ONE_ARGS)
{
	return ru_first(run, op->args[0], cx, item, found);
}

BxStatus
fn_unordered(RU_OPEN_ARGS)
{
	return ru_open(run, op->args[0], cx, it);
}

BxStatus
fn_unordered_count(RU_COUNT_ARGS)
{
	return ru_count(run, op->args[0], cx, n);
}

/* ---- how many there are ---- */

#define SEVERAL "more than one item where at most one is allowed"

BxStatus
fn_zero_or_one(RU_ONE_ARGS)
{
	return ru_only(run, op, cx, "FORG0003", SEVERAL, item, found);
}

BxStatus
fn_exactly_one(RU_ONE_ARGS)
{
	BX_TRY(ru_only(run, op, cx, "FORG0005", SEVERAL, item, found));
	return *found ? BX_OK : ru_fail(run, op, "FORG0005", "no item where exactly one is required");
}

/* ---- parts ---- */

/* Items at the places first to last, from 1; without the one at `without`. */
typedef struct Slice
{
	RuIter in;
	XdSeq seq;   /* instead of it, */
	bool is_seq; /* where the sequence is there anyway */
	uint64_t at; /* items that were taken */
	uint64_t first;
	uint64_t last;
	uint64_t without;
	bool some;   /* an item is required */
	bool closed; /* `in` was */
} Slice;

static void
close_slice(RuRun *run, RuIter *it)
{
	Slice *s = it->state;

	if (!s->closed && !s->is_seq)
		ru_close(run, &s->in);
	s->closed = true;
}

/* The next item of the whole sequence; of one that is there the first ones are passed over at once. */
static BxStatus
take_item(RuRun *run, Slice *s, XdItem *item, bool *found)
{
	if (!s->is_seq)
		return ru_next(run, &s->in, item, found);
	if (s->at + 1 < s->first)
		s->at = s->first - 1;
	*found = s->at < s->seq.n;
	if (*found)
		*item = xd_seq_at(&s->seq, s->at);
	return BX_OK;
}

static BxStatus
next_of_slice(RU_NEXT_ARGS)
{
	Slice *s = it->state;

	do
	{
		*found = s->at < s->last;
		if (!*found)
		{
			close_slice(run, it);
			return BX_OK;
		}
		BX_TRY(take_item(run, s, item, found));
		it->fleeting = !s->is_seq && s->in.fleeting;
		if (!*found)
		{
			s->closed = true;
			s->last = 0;
			return s->some && s->at == 0
					   ? ru_fail(run, it->op, "FORG0004", "no item where at least one is required")
					   : BX_OK;
		}
		s->at++;
	} while (s->at < s->first || s->at == s->without);
	return BX_OK;
}

static BxStatus
open_slice(RuRun *run, const RuOp *op, const RuCx *cx, RuIter *it, uint64_t first, Slice **slice)
{
	void *state;

	BX_TRY(ru_state(run, it, sizeof(Slice), &state));
	*slice = state;
	(*slice)->first = first;
	(*slice)->last = UINT64_MAX;
	it->next = next_of_slice;
	it->close = close_slice;
	(*slice)->is_seq = op->args[0]->class->seq != NULL && !op->args[0]->class->slow_seq;
	return (*slice)->is_seq ? op->args[0]->class->seq(run, op->args[0], cx, &(*slice)->seq)
							: ru_open(run, op->args[0], cx, &(*slice)->in);
}

BxStatus
fn_one_or_more(RU_OPEN_ARGS)
{
	Slice *s = NULL;

	BX_TRY(open_slice(run, op, cx, it, 1, &s));
	s->some = true;
	return BX_OK;
}

BxStatus
fn_tail(RU_OPEN_ARGS)
{
	Slice *s = NULL;

	return open_slice(run, op, cx, it, 2, &s);
}

BxStatus
fn_tail_count(RU_COUNT_ARGS)
{
	BX_TRY(ru_count(run, op->args[0], cx, n));
	*n -= *n > 0;
	return BX_OK;
}

BxStatus
fn_remove(RU_OPEN_ARGS)
{
	Slice *s = NULL;
	int64_t place;

	BX_TRY(ru_arg_integer(run, op, 1, cx, &place));
	BX_TRY(open_slice(run, op, cx, it, 1, &s));
	s->without = place > 0 ? (uint64_t) place : 0;
	return BX_OK;
}

/* Places of a sequence end well below. */
#define FAR 9e18

/* The first and the last place that a subsequence has; false: none. */
static BxStatus
places_of(RuRun *run, const RuOp *op, const RuCx *cx, uint64_t *first, uint64_t *last, bool *any)
{
	double from, end;

	*last = UINT64_MAX;
	BX_TRY(fn_arg_range(run, op, cx, &from, &end));
	*any = from < FAR && end > from && end > 1;
	if (*any && end < FAR)
		*last = (uint64_t) end - 1;
	*first = *any && from > 1 ? (uint64_t) from : 1;
	return BX_OK;
}

BxStatus
fn_subsequence(RU_OPEN_ARGS)
{
	uint64_t first, last;
	Slice *s = NULL;
	bool any;

	BX_TRY(places_of(run, op, cx, &first, &last, &any));
	if (!any)
	{
		ru_iter_none(it);
		return BX_OK;
	}
	BX_TRY(open_slice(run, op, cx, it, first, &s));
	s->last = last;
	return BX_OK;
}

/* ---- insert-before ---- */

typedef struct InsertedItems
{
	RuIter target;
	RuIter inserts;
	uint64_t left; /* items of the target before them */
	bool in_target;
	bool in_inserts; /* what is still to be had */
} InsertedItems;

static void
close_insertion(RuRun *run, RuIter *it)
{
	InsertedItems *s = it->state;

	if (s->in_target)
		ru_close(run, &s->target);
	if (s->in_inserts)
		ru_close(run, &s->inserts);
	s->in_target = s->in_inserts = false;
}

static BxStatus
next_of_insertion(RU_NEXT_ARGS)
{
	InsertedItems *s = it->state;

	*found = false;
	if (s->in_target && (s->left > 0 || !s->in_inserts))
	{
		BX_TRY(ru_next(run, &s->target, item, found));
		it->fleeting = s->target.fleeting;
		s->in_target = *found;
		s->left -= *found && s->left > 0;
		if (*found)
			return BX_OK;
	}
	if (s->in_inserts)
	{
		BX_TRY(ru_next(run, &s->inserts, item, found));
		it->fleeting = s->inserts.fleeting;
		s->in_inserts = *found;
		if (!*found && s->in_target)
			return next_of_insertion(run, it, item, found);
	}
	return BX_OK;
}

BxStatus
fn_insert_before(RU_OPEN_ARGS)
{
	InsertedItems *s;
	int64_t place;
	void *state;

	BX_TRY(ru_arg_integer(run, op, 1, cx, &place));
	BX_TRY(ru_state(run, it, sizeof(InsertedItems), &state));
	s = state;
	it->next = next_of_insertion;
	it->close = close_insertion;
	s->left = place > 1 ? (uint64_t) place - 1 : 0;
	BX_TRY(ru_open(run, op->args[0], cx, &s->target));
	s->in_target = true;
	BX_TRY(ru_open(run, op->args[2], cx, &s->inserts));
	s->in_inserts = true;
	return BX_OK;
}

BxStatus
fn_insert_before_count(RU_COUNT_ARGS)
{
	uint64_t inserts;

	BX_TRY(ru_count(run, op->args[0], cx, n));
	BX_TRY(ru_count(run, op->args[2], cx, &inserts));
	*n += inserts;
	return BX_OK;
}

/* ---- reverse ---- */

typedef struct Backwards
{
	XdSeq seq;
	uint64_t left;
} Backwards;

static BxStatus
next_backwards(RU_NEXT_ARGS)
{
	Backwards *s = it->state;

	(void) run;
	*found = s->left > 0;
	if (*found)
		*item = xd_seq_at(&s->seq, --s->left);
	return BX_OK;
}

BxStatus
fn_reverse(RU_OPEN_ARGS)
{
	Backwards *s;
	void *state;

	BX_TRY(ru_state(run, it, sizeof(Backwards), &state));
	s = state;
	BX_TRY(ru_arg_seq(run, op, 0, cx, &s->seq));
	s->left = s->seq.n;
	it->next = next_backwards;
	return BX_OK;
}
