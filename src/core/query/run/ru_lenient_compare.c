/*
 * ru_lenient_compare.c -- comparisons of bxpath: those of XPath 1.0, and what follows from them for sequences.
 *
 * A general comparison is true when it is for some pair of items.  How two items are compared depends on both: text
 * against text is compared as text, or as numbers for an order; text against a value of another type is read as one,
 * and text that is none is neither equal to it nor before or after it.
 *
 * Linear in both sequences: the second one is kept; for each kind of pair met, its items are put into a view that knows
 * the least, the greatest and, for "=", has a hash set.
 */
#include "../../base/bx_core_int.h"

#include "ru_expr.h"
#include "ru_lenient.h"

#include <math.h>

/* ---- items as keys ---- */

/* What an item is compared as by itself, text of nodes a string; 0: a type that XPath 1.0 does not know. */
static unsigned
key_type(const XdItem *item)
{
	if (at_is_node(item))
		return AT_STRING;
	if (!at_is_atomic(item))
		return 0;
	switch (at_family(item))
	{
		case AT_F_TEXT: return AT_STRING;
		case AT_F_BOOLEAN: return AT_BOOLEAN;
		case AT_F_NUMBER: return item->form == AT_FORM_DOUBLE || at_is_integer(item) ? AT_DOUBLE : AT_DECIMAL;
		case AT_F_DURATION:
			return item->form == AT_FORM_SPAN ? AT_DAY_TIME : item->form == AT_FORM_MONTHS ? AT_MONTHS : 0;
		case AT_F_MOMENT:
			return at_primitive(item) == AT_DATE       ? AT_DATE
				   : at_primitive(item) == AT_DATETIME ? AT_DATETIME
													   : 0;
		default: return 0;
	}
}

static BxMoment
moment_of(const XdItem *item)
{
	return (BxMoment){.seconds = item->u.i,
					  .nanos = item->n,
					  .zone = item->form == AT_FORM_MOMENT ? item->zone : BX_ZONE_NONE};
}

/* The item as a key of a type; *ok is false when its text is not such a value. */
static BxStatus
key_of(RuRun *run, BxArena *arena, const XdItem *item, AtType type, BxKey *key, bool *ok)
{
	unsigned own = key_type(item);
	BxMoment moment;
	double d;
	BxStr s;

	*ok = true;
	if (type == AT_DOUBLE)
	{
		BX_TRY(ru_lenient_double(run, arena, item, &d));
		*key = bx_key_number(d);
		return BX_OK;
	}
	if (type == AT_BOOLEAN && own == AT_BOOLEAN)
	{
		*key = bx_key_boolean(item->u.i != 0);
		return BX_OK;
	}
	if (bx_key_is_moment(type) && own == type)
	{
		moment = moment_of(item);
		if (item->form == AT_FORM_MONTHS)
			moment.nanos = 0;
		*key = bx_key_moment(type, &moment);
		return BX_OK;
	}
	if (at_is_node(item) && type != AT_STRING && type != AT_DOUBLE)
		return xd_node_key(run->forest, arena, item, type, key, ok);
	BX_TRY(ru_lenient_text(run, arena, item, &s));
	BX_TRY(bx_charge(run->host, s.n));
	*ok = bx_key_read(type, s, key);
	return BX_OK;
}

/* ---- comparisons of keys ---- */

static inline bool
is_equality(AtComparison op)
{
	return op == AT_EQ || op == AT_NE;
}

static inline bool
doubles_hold(AtComparison op, double a, double b)
{
	switch (op)
	{
		case AT_EQ: return a == b;
		case AT_NE: return a != b;
		case AT_LT: return a < b;
		case AT_LE: return a <= b;
		case AT_GT: return a > b;
		default: return a >= b;
	}
}

static AtComparison
flipped(AtComparison op)
{
	switch (op)
	{
		case AT_LT: return AT_GT;
		case AT_LE: return AT_GE;
		case AT_GT: return AT_LT;
		case AT_GE: return AT_LE;
		default: return op;
	}
}

/* What items of two types are compared as; 0 when they cannot be. */
static unsigned
pair_type(unsigned a, unsigned b, bool equality)
{
	if (a == 0 || b == 0)
		return 0;
	if (a == AT_STRING && b == AT_STRING)
		return equality ? AT_STRING : AT_DOUBLE;
	if (a == AT_STRING || b == AT_STRING)
		return a == AT_STRING ? b : a;
	return bx_key_common_type(a, b);
}

/* ---- one pair ---- */

/* Types that XPath 1.0 does not know are compared as XQuery does it. */
static BxStatus
other_pair(RuRun *run, const RuOp *op, BxArena *arena, const XdItem *a, const XdItem *b, bool *holds)
{
	XdItem items[2] = {*a, *b};
	AtCall at = run->at;
	int i;

	at.arena = arena;
	for (i = 0; i < 2; i++)
		if (at_is_node(&items[i]))
		{
			BxStr s;

			BX_TRY(ru_lenient_text(run, arena, &items[i], &s));
			items[i] = at_text_item(AT_UNTYPED, s);
		}
	return ru_at_op(run, op,
					at_general_compare(&at, (AtComparison) (op->sub & RU_LENIENT_OPERATOR), &items[0],
									   &items[1], NULL, holds));
}

static BxStatus
compare_pair(RuRun *run, const RuOp *op, BxArena *arena, const XdItem *a, const XdItem *b, bool *holds)
{
	AtComparison how = (AtComparison) (op->sub & RU_LENIENT_OPERATOR);
	unsigned x = key_type(a), y = key_type(b);
	unsigned type = pair_type(x, y, is_equality(how));
	BxKey k, l;
	bool ok_a, ok_b;

	*holds = false;
	if (type == AT_DOUBLE)
	{
		double d, e;

		BX_TRY(ru_lenient_double(run, arena, a, &d));
		BX_TRY(ru_lenient_double(run, arena, b, &e));
		*holds = doubles_hold(how, d, e);
		return BX_OK;
	}
	if (x == 0 || y == 0)
		return other_pair(run, op, arena, a, b, holds);
	if (type == 0)
		return BX_OK;
	BX_TRY(key_of(run, arena, a, type, &k, &ok_a));
	BX_TRY(key_of(run, arena, b, type, &l, &ok_b));
	*holds = ok_a && ok_b && at_holds(how, bx_key_order(&k, &l));
	return BX_OK;
}

/* ---- views of the second sequence ---- */

/* Items of one type, as keys of the same or another one. */
typedef struct KeyView
{
	struct KeyView *next;
	uint8_t item_type; /* AtType, as all types here */
	uint8_t type;
	bool nan;      /* some key is NaN; not counted below */
	bool distinct; /* keys differ */
	uint64_t n;
	BxKey low;
	BxKey high;
	BxKeySet set; /* "=" of several only */
	bool hashed;  /* there is one */
} KeyView;

typedef struct SecondSequence
{
	RuRun *run;
	const RuOp *op;
	BxArena *arena;
	AtComparison how; /* with the first sequence on the left */
	bool hit;
	XdSeq seq;        /* the second sequence */
	uint64_t present; /* types of its items, as bits; bit 0: types that XPath 1.0 does not know */
	KeyView *views;   /* those needed so far: three for a type at most */
} SecondSequence;

static BxStatus
view_add(SecondSequence *g, KeyView *v, const BxKey *key, bool hashed)
{
	bool added;

	if (key->type == AT_DOUBLE && isnan(key->number))
	{
		v->nan = true;
		return BX_OK;
	}
	if (v->n++ == 0)
		v->low = v->high = *key;
	else if (bx_key_order(key, &v->low) < 0)
		v->low = *key;
	else if (bx_key_order(key, &v->high) > 0)
		v->high = *key;
	v->distinct = v->distinct || bx_key_order(key, &v->low) != 0 || bx_key_order(&v->high, &v->low) != 0;
	v->hashed = hashed;
	return hashed ? bx_key_set_add(&v->set, key, &added, g->run->err) : BX_OK;
}

static BxStatus
view_item(SecondSequence *g, KeyView *v, const XdItem *item, bool hashed)
{
	BxKey key;
	bool ok;

	BX_TRY(bx_step(g->run->host));
	BX_TRY(key_of(g->run, g->arena, item, v->type, &key, &ok));
	return ok ? view_add(g, v, &key, hashed) : BX_OK;
}

/* Its ends say all that is asked of a range, but for "=". */
static BxStatus
view_range(SecondSequence *g, KeyView *v, bool hashed)
{
	const XdSeq *r = &g->seq;
	int64_t last = r->u.first + (int64_t) r->n - 1;
	BxKey key = bx_key_number((double) r->u.first);

	if (hashed)
		v->hashed = bx_key_set_add_range(&v->set, (double) r->u.first, (double) last);
	BX_TRY(view_add(g, v, &key, false));
	key.number = (double) last;
	BX_TRY(view_add(g, v, &key, false));
	v->hashed = hashed;
	return BX_OK;
}

static BxStatus
build_view(SecondSequence *g, KeyView *v)
{
	bool hashed = g->how == AT_EQ && g->seq.n > 1;
	uint64_t i;

	if (g->seq.kind == XD_SEQ_RANGE && v->type == AT_DOUBLE)
		return view_range(g, v, hashed);
	for (i = 0; i < g->seq.n; i++)
	{
		XdItem item = xd_seq_at(&g->seq, i);

		if (key_type(&item) == v->item_type)
			BX_TRY(view_item(g, v, &item, hashed));
	}
	return BX_OK;
}

/* Does the comparison hold for the key and some key of the view? */
static bool
view_holds(AtComparison how, const BxKey *key, const KeyView *v)
{
	bool nan = key->type == AT_DOUBLE && isnan(key->number);

	if (how == AT_NE && (nan || v->nan))
		return v->n > 0 || v->nan;
	if (v->n == 0 || nan)
		return false;
	switch (how)
	{
		case AT_EQ: return v->hashed ? bx_key_set_has(&v->set, key) : bx_key_order(key, &v->low) == 0;
		case AT_NE: return v->distinct || bx_key_order(key, &v->low) != 0;
		case AT_LT:
		case AT_LE: return at_holds(how, bx_key_order(key, &v->high));
		default: return at_holds(how, bx_key_order(key, &v->low));
	}
}

/* The view of items of one type as another one, which is made when it is first needed. */
static BxStatus
view_of(SecondSequence *g, unsigned item_type, unsigned type, KeyView **view)
{
	KeyView *v;

	for (v = g->views; v != NULL && (v->item_type != item_type || v->type != type); v = v->next)
		continue;
	*view = v;
	if (v != NULL)
		return BX_OK;
	v = bx_arena_zalloc(g->arena, sizeof(KeyView));
	if (v == NULL)
		return bx_fail_nomem(g->run->err, sizeof(KeyView));
	v->item_type = (uint8_t) item_type;
	v->type = (uint8_t) type;
	bx_key_set_init(&v->set, g->run->host, g->arena);
	v->next = g->views;
	g->views = *view = v;
	return build_view(g, v);
}

/* One item, of the one or the other of which XPath 1.0 knows nothing, against all. */
static BxStatus
meets_one_by_one(SecondSequence *g, BxArena *scratch, const XdItem *item)
{
	bool swapped = g->how != (AtComparison) (g->op->sub & RU_LENIENT_OPERATOR);
	uint64_t i;

	for (i = 0; i < g->seq.n && !g->hit; i++)
	{
		XdItem other = xd_seq_at(&g->seq, i);

		if (key_type(item) != 0 && key_type(&other) != 0)
			continue;
		BX_TRY(bx_step(g->run->host));
		BX_TRY(
			compare_pair(g->run, g->op, scratch, swapped ? &other : item, swapped ? item : &other, &g->hit));
	}
	return BX_OK;
}

static BxStatus
meets_item(SecondSequence *g, BxArena *scratch, const XdItem *item)
{
	unsigned mine = key_type(item);
	uint64_t rest;

	if ((g->present & 1) != 0 || mine == 0)
		BX_TRY(meets_one_by_one(g, scratch, item));
	for (rest = g->present; rest != 0 && !g->hit; rest &= rest - 1)
	{
		unsigned other = (unsigned) __builtin_ctzll(rest), type = pair_type(mine, other, is_equality(g->how));
		KeyView *view;
		BxKey key;
		bool ok;

		if (type == 0)
			continue;
		BX_TRY(view_of(g, other, type, &view));
		BX_TRY(key_of(g->run, scratch, item, type, &key, &ok));
		g->hit = ok && view_holds(g->how, &key, view);
	}
	return BX_OK;
}

/* ---- general comparisons ---- */

/* All items of the first operand, each in memory of its own, until one fits. */
static BxStatus
compare_each(SecondSequence *g, const RuOp *first, const RuCx *cx)
{
	const XdItem one = xd_seq_at(&g->seq, 0), *only = g->seq.n == 1 ? &one : NULL;
	bool swapped = g->how != (AtComparison) (g->op->sub & RU_LENIENT_OPERATOR);
	RuArena *own;
	RuEach each;

	BX_TRY(ru_arena_take(g->run, &own));
	ru_each(g->run, first, cx, &each);
	while (!g->hit && ru_more(&each))
	{
		ru_arena_clear(own);
		if (only == NULL)
			each.st = meets_item(g, &own->arena, &each.item);
		else
			each.st = compare_pair(g->run, g->op, &own->arena, swapped ? only : &each.item,
								   swapped ? &each.item : only, &g->hit);
	}
	ru_arena_give(g->run, own);
	if (g->hit)
		ru_close(g->run, &each.it);
	return each.st;
}

static inline bool
may_repeat(const RuOp *op)
{
	return (op->type.occurrence & XD_REPEATED) != 0;
}

/* The second sequence, in memory that lasts as long as it is used. */
static BxStatus
take_second(RuRun *run, const RuOp *op, const RuCx *cx, uint32_t side, SecondSequence *g)
{
	AtComparison how = (AtComparison) (op->sub & RU_LENIENT_OPERATOR);
	uint64_t i;

	*g = (SecondSequence){.run = run, .op = op, .arena = cx->arena, .how = side == 0 ? flipped(how) : how};
	BX_TRY(ru_collect(run, op->args[side], cx, &g->seq));
	if (g->seq.kind == XD_SEQ_RANGE)
		g->present |= UINT64_C(1) << key_type(&(XdItem){.type = AT_INTEGER, .form = AT_FORM_INT});
	else if (g->seq.n > 1)
		for (i = 0; i < g->seq.n; i++)
			g->present |= UINT64_C(1) << key_type(&g->seq.u.items[i]);
	return BX_OK;
}

/* Two ranges: they are equal somewhere where they overlap, and an order holds for two of their ends. */
static bool
ranges_hold(AtComparison how, const XdSeq *a, const XdSeq *b)
{
	int64_t first = a->u.first, last = first + (int64_t) (a->n - 1);
	int64_t low = b->u.first, high = low + (int64_t) (b->n - 1);

	switch (how)
	{
		case AT_EQ: return first <= high && low <= last;
		case AT_NE: return first != last || low != high || first != low;
		case AT_LT: return first < high;
		case AT_LE: return first <= high;
		case AT_GT: return last > low;
		default: return last >= low;
	}
}

/* *done: both operands are ranges. */
static BxStatus
compare_ranges(RuRun *run, const RuOp *op, const RuCx *cx, bool *value, bool *done)
{
	XdSeq a, b;

	BX_TRY(ru_collect(run, op->args[0], cx, &a));
	BX_TRY(ru_collect(run, op->args[1], cx, &b));
	*done = a.kind == XD_SEQ_RANGE && b.kind == XD_SEQ_RANGE;
	*value = *done && ranges_hold((AtComparison) (op->sub & RU_LENIENT_OPERATOR), &a, &b);
	return BX_OK;
}

static BxStatus
compare_all(RU_EBV_ARGS)
{
	/* the one that may have more items streams; ranges have no need to */
	bool swap = op->args[1]->class != &ru_range &&
				(op->args[0]->class == &ru_range || (!may_repeat(op->args[0]) && may_repeat(op->args[1])));
	SecondSequence g;

	*value = false;
	BX_TRY(take_second(run, op, cx, swap ? 0 : 1, &g));
	if (g.seq.n == 0)
		return BX_OK;
	BX_TRY(compare_each(&g, op->args[swap ? 1 : 0], cx));
	*value = g.hit;
	return BX_OK;
}

/* With an operand that stays the same, and was made ready; *done: the value is known. */
static BxStatus
compare_kept(RuRun *run, const RuOp *op, const RuCx *cx, bool *value, bool *done)
{
	const RuLenientSide *kept = op->data;
	RuCx own = *cx;
	SecondSequence *g;
	RuMemo *memo;
	bool make;

	BX_TRY(ru_memo(run, &kept->memo, cx, &memo, &make));
	*done = memo != NULL;
	if (memo == NULL)
		return BX_OK;
	memo->users++;
	if (make)
	{
		own.arena = &memo->own->arena;
		g = bx_arena_alloc(own.arena, sizeof(SecondSequence));
		if (g == NULL)
			return bx_fail_nomem(run->err, sizeof(SecondSequence));
		BX_TRY(take_second(run, op, &own, kept->side, g));
		memo->data = g;
		memo->state = RU_MEMO_MADE;
	}
	g = memo->data;
	g->hit = false;
	if (g->seq.n > 0)
		BX_TRY(compare_each(g, op->args[1 - kept->side], cx));
	*value = g->hit;
	memo->users--;
	return BX_OK;
}

/* ---- booleans ---- */

static BxStatus
truths_ebv(RU_EBV_ARGS)
{
	bool a, b;

	BX_TRY(ru_ebv(run, op->args[0], cx, &a));
	BX_TRY(ru_ebv(run, op->args[1], cx, &b));
	*value = doubles_hold((AtComparison) (op->sub & RU_LENIENT_OPERATOR), a, b);
	return BX_OK;
}

const RuClass ru_lenient_truths = {"comparison of booleans", .ebv = truths_ebv};

/* Is an operand a variable that is bound to a boolean? */
static BxStatus
is_boolean(RuRun *run, const RuOp *op, const RuCx *cx, bool *is)
{
	XdSeq seq;

	*is = false;
	if (op->lenient != RU_L_VARIABLE)
		return BX_OK;
	BX_TRY(ru_collect(run, op, cx, &seq));
	*is = seq.n == 1 && xd_seq_at(&seq, 0).type == AT_BOOLEAN;
	return BX_OK;
}

static BxStatus
number_of(RuRun *run, const RuOp *op, const RuCx *cx, double *d)
{
	bool found = false;
	XdItem item;

	*d = NAN;
	BX_TRY(ru_first(run, op, cx, &item, &found));
	return found ? ru_lenient_double(run, cx->arena, &item, d) : BX_OK;
}

/* A comparison with a boolean: of booleans, or of numbers, as an order of atomic values. */
static BxStatus
compare_boolean(RU_EBV_ARGS)
{
	AtComparison how = (AtComparison) (op->sub & RU_LENIENT_OPERATOR);
	double a, b;

	if (is_equality(how) || (op->sub & RU_LENIENT_NODES))
		return truths_ebv(run, op, cx, value);
	BX_TRY(number_of(run, op->args[0], cx, &a));
	BX_TRY(number_of(run, op->args[1], cx, &b));
	*value = doubles_hold(how, a, b);
	return BX_OK;
}

/* ---- the operators ---- */

static BxStatus
comparison_ebv(RU_EBV_ARGS)
{
	BxArenaMark mark = bx_arena_mark(cx->arena);
	bool boolean = false;

	if (op->sub & RU_LENIENT_VARIABLE)
	{
		BX_TRY(is_boolean(run, op->args[0], cx, &boolean));
		if (!boolean)
			BX_TRY(is_boolean(run, op->args[1], cx, &boolean));
	}
	if (boolean)
		BX_TRY(compare_boolean(run, op, cx, value));
	else
	{
		bool done = false;

		if (op->data != NULL)
			BX_TRY(compare_kept(run, op, cx, value, &done));
		else if (op->args[0]->class == &ru_range && op->args[1]->class == &ru_range)
			BX_TRY(compare_ranges(run, op, cx, value, &done));
		if (!done)
			BX_TRY(compare_all(run, op, cx, value));
	}
	bx_arena_release(cx->arena, &mark);
	return BX_OK;
}

const RuClass ru_lenient_comparison = {"general comparison", .ebv = comparison_ebv};

/* The text of a node takes the type of the other operand. */
static unsigned
value_type(const XdItem *a, const XdItem *b, unsigned x, unsigned y)
{
	if (a->type == AT_UNTYPED)
		return y;
	return b->type == AT_UNTYPED ? x : bx_key_common_type(x, y);
}

static BxStatus
compare_values(RuRun *run, const RuOp *op, const RuCx *cx, const XdItem *a, const XdItem *b, bool *value)
{
	AtComparison how = (AtComparison) (op->sub & RU_LENIENT_OPERATOR);
	unsigned x = key_type(a), y = key_type(b), type;
	AtCall at = ru_at(run, cx);
	BxKey k, l;
	bool ok_a, ok_b;

	if (x == 0 || y == 0)
		return ru_at_op(run, op, at_value_compare(&at, how, a, b, NULL, value));
	type = value_type(a, b, x, y);
	if (type == 0)
		return ru_fail(run, op, "XPTY0004", "values of different types cannot be compared");
	BX_TRY(key_of(run, cx->arena, a, type, &k, &ok_a));
	BX_TRY(key_of(run, cx->arena, b, type, &l, &ok_b));
	*value = ok_a && ok_b && at_holds(how, bx_key_order(&k, &l));
	return BX_OK;
}

static BxStatus
value_ebv(RU_EBV_ARGS)
{
	BxArenaMark mark = bx_arena_mark(cx->arena);
	bool found = false;
	XdItem a, b;

	*value = false;
	BX_TRY(ru_one(run, op->args[0], cx, &a, &found));
	if (found)
		BX_TRY(ru_one(run, op->args[1], cx, &b, &found));
	if (found)
		BX_TRY(compare_values(run, op, cx, &a, &b, value));
	bx_arena_release(cx->arena, &mark);
	return BX_OK;
}

const RuClass ru_lenient_value = {"value comparison", .ebv = value_ebv};
