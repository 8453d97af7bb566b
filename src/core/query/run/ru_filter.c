/*
 * ru_filter.c -- predicates: the items of a sequence that pass one, by position in the order they come.
 *
 * What asks for places stops when they are behind it.  A predicate whose value does not depend on the item is evaluated
 * once, for the first one; one that uses last() lets the items be counted first.
 */
#include "../../base/bx_core_int.h"

#include "ru_expr.h"
#include "ru_join.h"
#include "ru_path.h"

typedef struct Filter
{
	RuIter in;
	RuPredicate predicate; /* as it is known now */
	RuCx cx;               /* of the predicate */
	XdItem item;           /* its context item */
	RuArena *own;          /* memory of one evaluation; of "last" the item so far */
	uint64_t pos;
	bool in_open;
	bool once; /* to be evaluated for the first item */
} Filter;

static void
leave(RuRun *run, RuIter *it)
{
	Filter *f = it->state;

	if (f->in_open)
		ru_close(run, &f->in);
	if (f->own != NULL)
		ru_arena_give(run, f->own);
	f->own = NULL;
	f->in_open = false;
}

/* Is a number this position? */
static BxStatus
is_position(RuRun *run, const RuOp *op, const RuCx *cx, const XdItem *number, uint64_t pos, bool *is)
{
	const XdItem place = at_integer_item((int64_t) pos);
	AtCall at = ru_at(run, cx);

	*is = at_number_double(number) == (double) pos;
	if (!*is || number->form == AT_FORM_DOUBLE || number->form == AT_FORM_INT)
		return BX_OK;
	return ru_at_op(run, op, at_value_compare(&at, AT_EQ, number, &place, NULL, is));
}

/* The predicate for the current item.  *number: it is a number, *first; else *holds says whether it is true. */
static BxStatus
value_of(RuRun *run, const RuOp *predicate, const RuCx *cx, XdItem *first, bool *number, bool *holds)
{
	bool found = false, more = false;
	RuIter it;

	*number = *holds = false;
	BX_TRY(ru_begin(run, predicate, cx, &it, first, &found));
	if (!found)
		return BX_OK;
	if (at_is_node(first))
	{
		ru_close(run, &it);
		*holds = true;
		return BX_OK;
	}
	BX_TRY(ru_end(run, &it, first, &more));
	*number = !more && at_is_numeric(first);
	return *number ? BX_OK : ru_item_ebv(run, predicate, first, more, holds);
}

/* Evaluate a predicate that does not depend on the item. */
static BxStatus
settle(RuRun *run, Filter *f, const RuOp *predicate)
{
	bool number = false, holds;
	XdItem value;
	double d;

	if (f->predicate.kind == RU_TRUTH)
		BX_TRY(ru_ebv(run, predicate, &f->cx, &holds));
	else
		BX_TRY(value_of(run, predicate, &f->cx, &value, &number, &holds));
	f->once = false;
	f->predicate = (RuPredicate){.kind = RU_PLACES, .lo = 1};
	if (!number)
		f->predicate.hi = holds ? UINT64_MAX : 0;
	else
	{
		d = at_number_double(&value);
		number = d >= 1 && d < 9007199254740992.0 && d == (double) (uint64_t) d;
		if (number)
			BX_TRY(is_position(run, predicate, &f->cx, &value, (uint64_t) d, &number));
		if (number)
			f->predicate.lo = f->predicate.hi = (uint64_t) d;
	}
	return BX_OK;
}

static BxStatus
passes(RuRun *run, Filter *f, const RuOp *predicate, bool *yes)
{
	bool number;
	XdItem value;

	if (f->once)
		BX_TRY(settle(run, f, predicate));
	if (f->predicate.kind == RU_PLACES)
	{
		*yes = f->pos >= f->predicate.lo && f->pos <= f->predicate.hi;
		return BX_OK;
	}
	ru_arena_clear(f->own);
	f->cx.pos = f->pos;
	if (f->predicate.kind == RU_TRUTH)
		return ru_ebv(run, predicate, &f->cx, yes);
	BX_TRY(value_of(run, predicate, &f->cx, &value, &number, yes));
	return number ? is_position(run, predicate, &f->cx, &value, f->pos, yes) : BX_OK;
}

static BxStatus
next(RU_NEXT_ARGS)
{
	Filter *f = it->state;
	bool yes = false;

	*found = f->in_open;
	while (*found)
	{
		/* the last place was given, and that item had to be good until now */
		if (f->predicate.kind == RU_PLACES && f->pos >= f->predicate.hi)
			break;
		BX_TRY(ru_next(run, &f->in, &f->item, found));
		if (!*found)
		{
			f->in_open = false;
			break;
		}
		it->fleeting = f->in.fleeting;
		f->pos++;
		BX_TRY(passes(run, f, it->op->args[1], &yes));
		if (yes)
		{
			*item = f->item;
			return BX_OK;
		}
	}
	*found = false;
	leave(run, it);
	return BX_OK;
}

/* The last item, and nothing behind it. */
static BxStatus
next_last(RU_NEXT_ARGS)
{
	Filter *f = it->state;
	bool more = f->in_open;

	*found = false;
	while (more)
	{
		BX_TRY(ru_next(run, &f->in, &f->item, &more));
		if (!more)
			break;
		*item = f->item;
		*found = true;
		if (!f->in.fleeting)
			continue;
		if (f->own == NULL)
			BX_TRY(ru_arena_take(run, &f->own));
		it->fleeting = true;
		ru_arena_clear(f->own);
		BX_TRY(xd_item_keep(&f->own->arena, &f->item, item, run->err));
	}
	f->in_open = false;
	if (!*found)
		leave(run, it);
	return BX_OK;
}

/* The items at the places that the predicate asks for, and nothing more is asked of them. */
static void
cut(Filter *f, XdSeq *seq)
{
	uint64_t lo = f->predicate.lo, hi = f->predicate.hi < seq->n ? f->predicate.hi : seq->n;

	if (hi < lo)
		*seq = xd_seq_empty();
	else if (seq->kind == XD_SEQ_RANGE)
		*seq = (XdSeq){.u.first = seq->u.first + (int64_t) (lo - 1), .n = hi - lo + 1, .kind = XD_SEQ_RANGE};
	else if (seq->kind == XD_SEQ_ITEMS)
		*seq = xd_seq_items(seq->u.items + (lo - 1), hi - lo + 1);
	f->predicate = (RuPredicate){.kind = RU_PLACES, .lo = 1, .hi = UINT64_MAX};
}

/* The items come from a list, so that their number is known; what depends on nothing else is known then, too. */
static BxStatus
count_first(RuRun *run, const RuOp *op, const RuCx *cx, Filter *f)
{
	const RuOp *source = op->args[0], *predicate = op->args[1];
	XdSeq seq;

	BX_TRY(ru_collect(run, source, cx, &seq));
	f->cx.size = seq.n;
	f->in.op = source;
	f->in.cx = cx;
	f->in.close = NULL;
	f->in.fleeting = false;
	if (predicate != NULL && seq.n > 0 && !(predicate->uses & (RU_USES_ITEM | RU_USES_POSITION)))
		BX_TRY(settle(run, f, predicate));
	if (f->predicate.kind == RU_PLACES)
		cut(f, &seq);
	return ru_iter_seq(run, &f->in, &seq);
}

/* All items, or those that an index gives for the predicate. */
static BxStatus
open_source(RuRun *run, const RuOp *op, const RuCx *cx, Filter *f)
{
	RuMatches *matches = NULL;

	if (f->predicate.join != NULL)
		BX_TRY(ru_join_open(run, f->predicate.join, cx, &matches));
	if (matches == NULL)
		return ru_open(run, op->args[0], cx, &f->in);
	if (f->predicate.join->whole && ru_matches_exact(matches))
		f->predicate = (RuPredicate){.kind = RU_PLACES, .lo = 1, .hi = UINT64_MAX};
	ru_matches_iter(&f->in, matches);
	return BX_OK;
}

static BxStatus
open(RU_OPEN_ARGS)
{
	const RuOp *predicate = op->args[1];
	void *state;
	Filter *f;

	BX_TRY(ru_check_stack(run));
	BX_TRY(ru_state(run, it, sizeof(Filter), &state));
	f = state;
	f->predicate = *(const RuPredicate *) op->data;
	it->next = f->predicate.kind == RU_LAST ? next_last : next;
	it->close = leave;
	f->cx = *cx;
	f->cx.item = &f->item;
	f->cx.pos = f->cx.size = 0;
	if (predicate != NULL)
	{
		BX_TRY(ru_arena_take(run, &f->own));
		f->cx.arena = &f->own->arena;
		f->once = (predicate->uses & (RU_USES_ITEM | RU_USES_POSITION | RU_USES_LAST)) == 0;
	}
	if (predicate != NULL ? (predicate->uses & RU_USES_LAST) != 0
						  : op->args[0]->class == &ru_range && f->predicate.kind == RU_PLACES)
		BX_TRY(count_first(run, op, cx, f));
	else
		BX_TRY(open_source(run, op, cx, f));
	f->in_open = true;
	it->fleeting = f->in.fleeting;
	return BX_OK;
}

const RuClass ru_filter = {"predicate", .open = open};

/* The first item at these places, or the last one, of a sequence that lies somewhere already. */
static BxStatus
item_of_seq(RuRun *run, const RuOp *op, const RuCx *cx, const RuPredicate *predicate, XdItem *item,
			bool *found)
{
	uint64_t pos = predicate->lo;
	XdSeq seq;

	BX_TRY(ru_collect(run, op->args[0], cx, &seq));
	if (predicate->kind == RU_LAST)
		pos = seq.n;
	*found = pos >= 1 && pos <= seq.n;
	if (*found)
		*item = xd_seq_at(&seq, pos - 1);
	return BX_OK;
}

static BxStatus
one(RU_ONE_ARGS)
{
	const RuPredicate *predicate = op->data;
	RuIter it = {.op = op, .cx = cx};

	if (predicate->kind == RU_LAST && ru_path_knows_last(op->args[0]))
		return ru_path_last(run, op->args[0], cx, item, found);
	if (op->args[0]->class->seq != NULL && !(op->args[0]->class->slow_seq) &&
		(predicate->kind == RU_LAST || (predicate->kind == RU_PLACES && predicate->lo == predicate->hi)))
		return item_of_seq(run, op, cx, predicate, item, found);
	BX_TRY(open(run, op, cx, &it));
	BX_TRY(it.next(run, &it, item, found));
	if (!*found)
		return BX_OK;
	BX_TRY(xd_item_keep(cx->arena, item, item, run->err));
	ru_close(run, &it);
	return BX_OK;
}

const RuClass ru_filter_one = {"predicate", .one = one};
