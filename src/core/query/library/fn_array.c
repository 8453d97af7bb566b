/*
 * fn_array.c -- functions on arrays (F&O section 17.3).
 */
#include "fn_function_int.h"

static BxStatus
arg_array(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, const XdArray **array)
{
	bool found = false;
	XdItem item;

	BX_TRY(ru_arg(run, op, i, cx, &item, &found));
	*array = xd_array(&item);
	return BX_OK;
}

/* Argument 1, and the place, from 0, that argument 2 is; more: how many places behind the last there are, too. */
static BxStatus
array_and_place(RuRun *run, const RuOp *op, const RuCx *cx, uint64_t more, const XdArray **array,
				uint64_t *place)
{
	bool found = false;
	XdItem item;

	BX_TRY(arg_array(run, op, 0, cx, array));
	BX_TRY(ru_arg(run, op, 1, cx, &item, &found));
	return ru_array_place(run, op, &item, (*array)->n + more, place);
}

/* Members as they are, or reversed. */
static BxStatus
share(RuRun *run, XdArray *to, const XdArray *from, uint64_t first, uint64_t n)
{
	uint64_t i;

	for (i = 0; i < n; i++)
	{
		BX_TRY(bx_step(run->host));
		BX_TRY(xd_array_share(to, &from->f, &from->members[first + i], run->err));
	}
	return BX_OK;
}

BxStatus
fn_array_size(RU_ONE_ARGS)
{
	const XdArray *array = NULL;

	BX_TRY(arg_array(run, op, 0, cx, &array));
	return fn_give_integer((int64_t) array->n, item, found);
}

BxStatus
fn_array_get(RU_OPEN_ARGS)
{
	const XdArray *array = NULL;
	uint64_t place = 0;

	BX_TRY(array_and_place(run, op, cx, 0, &array, &place));
	return ru_iter_seq(run, it, &array->members[place]);
}

/* The array with a new member in front of a place, or instead of the one there. */
static BxStatus
change(RuRun *run, const RuOp *op, const RuCx *cx, bool insert, XdItem *item, bool *found)
{
	const XdArray *array = NULL;
	XdArray *changed = NULL;
	uint64_t place = 0, rest;
	XdSeq member;

	BX_TRY(array_and_place(run, op, cx, insert, &array, &place));
	BX_TRY(ru_arg_seq(run, op, 2, cx, &member));
	BX_TRY(xd_array_new(cx->arena, array->n + 1, run->err, &changed));
	BX_TRY(share(run, changed, array, 0, place));
	BX_TRY(xd_array_add(changed, &member, run->err));
	rest = insert ? place : place + 1;
	BX_TRY(share(run, changed, array, rest, array->n - rest));
	return fn_give_function(&changed->f, item, found);
}

FN_WITH(fn_array_put, change, false)
FN_WITH(fn_array_insert_before, change, true)

BxStatus
fn_array_append(RU_ONE_ARGS)
{
	const XdArray *array = NULL;
	XdArray *longer = NULL;
	XdSeq member;

	BX_TRY(arg_array(run, op, 0, cx, &array));
	BX_TRY(ru_arg_seq(run, op, 1, cx, &member));
	BX_TRY(xd_array_append(cx->arena, array, &member, run->err, &longer));
	return fn_give_function(&longer->f, item, found);
}

BxStatus
fn_array_subarray(RU_ONE_ARGS)
{
	const XdArray *array = NULL;
	uint64_t place = 0, n;
	XdArray *part = NULL;
	int64_t length;

	BX_TRY(array_and_place(run, op, cx, 1, &array, &place));
	n = array->n - place;
	if (op->n_args > 2)
	{
		BX_TRY(ru_arg_integer(run, op, 2, cx, &length));
		if (length < 0)
			return ru_fail(run, op, "FOAY0002", "the length of a part of an array is negative");
		if ((uint64_t) length > n)
			return ru_fail(run, op, "FOAY0001", "the array ends before the part does");
		n = (uint64_t) length;
	}
	BX_TRY(xd_array_part(array, place, n, run->err, &part));
	return fn_give_function(&part->f, item, found);
}

BxStatus
fn_array_remove(RU_ONE_ARGS)
{
	const XdArray *array = NULL;
	XdArray *left = NULL;
	bool *gone;
	uint64_t i, place = 0;
	XdSeq places;

	BX_TRY(arg_array(run, op, 0, cx, &array));
	BX_TRY(ru_arg_seq(run, op, 1, cx, &places));
	gone = ru_alloc(run, cx, array->n);
	if (gone == NULL)
		return BX_E_NOMEM;
	memset(gone, 0, array->n);
	for (i = 0; i < places.n; i++)
	{
		XdItem one = xd_seq_at(&places, i);

		BX_TRY(bx_step(run->host));
		BX_TRY(ru_array_place(run, op, &one, array->n, &place));
		gone[place] = true;
	}
	BX_TRY(xd_array_new(cx->arena, array->n, run->err, &left));
	for (i = 0; i < array->n; i++)
		if (!gone[i])
			BX_TRY(share(run, left, array, i, 1));
	return fn_give_function(&left->f, item, found);
}

static BxStatus
arg_filled_array(RuRun *run, const RuOp *op, const RuCx *cx, const XdArray **array)
{
	BX_TRY(arg_array(run, op, 0, cx, array));
	return (*array)->n > 0 ? BX_OK : ru_fail(run, op, "FOAY0001", "an empty array has no first member");
}

BxStatus
fn_array_head(RU_OPEN_ARGS)
{
	const XdArray *array = NULL;

	BX_TRY(arg_filled_array(run, op, cx, &array));
	return ru_iter_seq(run, it, &array->members[0]);
}

BxStatus
fn_array_tail(RU_ONE_ARGS)
{
	const XdArray *array = NULL;
	XdArray *tail = NULL;

	BX_TRY(arg_filled_array(run, op, cx, &array));
	BX_TRY(xd_array_part(array, 1, array->n - 1, run->err, &tail));
	return fn_give_function(&tail->f, item, found);
}

BxStatus
fn_array_reverse(RU_ONE_ARGS)
{
	const XdArray *array = NULL;
	XdArray *reversed = NULL;
	uint64_t i;

	BX_TRY(arg_array(run, op, 0, cx, &array));
	BX_TRY(xd_array_new(cx->arena, array->n, run->err, &reversed));
	for (i = array->n; i > 0; i--)
		BX_TRY(share(run, reversed, array, i - 1, 1));
	return fn_give_function(&reversed->f, item, found);
}

BxStatus
fn_array_join(RU_ONE_ARGS)
{
	XdArray *joined = NULL;
	uint64_t i;
	XdSeq arrays;

	BX_TRY(ru_arg_seq(run, op, 0, cx, &arrays));
	BX_TRY(xd_array_new(cx->arena, 0, run->err, &joined));
	for (i = 0; i < arrays.n; i++)
	{
		XdItem one = xd_seq_at(&arrays, i);

		BX_TRY(share(run, joined, xd_array(&one), 0, xd_array(&one)->n));
	}
	return fn_give_function(&joined->f, item, found);
}

/* ---- flatten ---- */

static BxStatus
flatten_into(RuRun *run, const XdSeq *seq, XdSeqBuilder *b)
{
	uint64_t i, k;

	BX_TRY(ru_check_stack(run));
	for (i = 0; i < seq->n; i++)
	{
		XdItem item = xd_seq_at(seq, i);

		BX_TRY(bx_step(run->host));
		if (!xd_is_array(&item))
			BX_TRY(xd_seq_add(b, &item, run->err));
		else
			for (k = 0; k < xd_array(&item)->n; k++)
				BX_TRY(flatten_into(run, &xd_array(&item)->members[k], b));
	}
	return BX_OK;
}

BxStatus
fn_array_flatten(RU_OPEN_ARGS)
{
	XdSeqBuilder b = xd_seq_builder(cx->arena);
	XdSeq seq;

	BX_TRY(ru_arg_seq(run, op, 0, cx, &seq));
	BX_TRY(flatten_into(run, &seq, &b));
	seq = xd_seq_built(&b);
	return ru_iter_seq(run, it, &seq);
}

/* ---- functions of members ---- */

/* An array of what a function gives for each member of an array, or of two side by side. */
static BxStatus
map_members(RuRun *run, const RuOp *op, const RuCx *cx, bool pairs, XdItem *item, bool *found)
{
	const XdArray *a = NULL, *b = NULL;
	XdArray *made = NULL;
	FnEach each;
	uint64_t i, n;

	BX_TRY(arg_array(run, op, 0, cx, &a));
	BX_TRY(arg_array(run, op, pairs ? 1 : 0, cx, &b));
	n = b->n < a->n ? b->n : a->n;
	BX_TRY(fn_each_begin(run, op, pairs ? 2 : 1, cx, &each));
	BX_TRY(xd_array_new(cx->arena, n, run->err, &made));
	for (i = 0; i < n; i++)
	{
		XdSeq args[2] = {a->members[i], b->members[i]};

		BX_TRY(fn_each_call(run, op, &each, args, pairs ? 2 : 1));
		BX_TRY(xd_array_add(made, &each.result, run->err));
	}
	fn_each_end(run, &each);
	return fn_give_function(&made->f, item, found);
}

FN_WITH(fn_array_for_each, map_members, false)
FN_WITH(fn_array_for_each_pair, map_members, true)

BxStatus
fn_array_filter(RU_ONE_ARGS)
{
	const XdArray *array = NULL;
	XdArray *left = NULL;
	FnEach each;
	uint64_t i;

	BX_TRY(arg_array(run, op, 0, cx, &array));
	BX_TRY(fn_each_begin(run, op, 1, cx, &each));
	BX_TRY(xd_array_new(cx->arena, 0, run->err, &left));
	for (i = 0; i < array->n; i++)
	{
		bool passes;

		BX_TRY(fn_each_test(run, op, &each, &array->members[i], 1, &passes));
		if (passes)
			BX_TRY(share(run, left, array, i, 1));
	}
	fn_each_end(run, &each);
	return fn_give_function(&left->f, item, found);
}

static BxStatus
fold(RuRun *run, const RuOp *op, const RuCx *cx, bool right, RuIter *it)
{
	const XdArray *array = NULL;
	FnFold f;
	uint64_t i;

	BX_TRY(arg_array(run, op, 0, cx, &array));
	BX_TRY(fn_fold_begin(run, op, cx, &f));
	for (i = 0; i < array->n; i++)
		BX_TRY(fn_fold_step(run, op, &f, &array->members[right ? array->n - 1 - i : i], right));
	return fn_fold_end(run, cx, &f, it);
}

BxStatus
fn_array_fold_left(RU_OPEN_ARGS)
{
	return fold(run, op, cx, false, it);
}

BxStatus
fn_array_fold_right(RU_OPEN_ARGS)
{
	return fold(run, op, cx, true, it);
}

BxStatus
fn_array_sort(RU_ONE_ARGS)
{
	const XdArray *array = NULL;
	XdArray *sorted = NULL;
	uint64_t i;
	XdSeq *members;

	BX_TRY(arg_array(run, op, 0, cx, &array));
	members = ru_alloc(run, cx, array->n * sizeof(XdSeq));
	if (members == NULL)
		return BX_E_NOMEM;
	BX_TRY(bx_long_copy(run->host, members, array->members, array->n * sizeof(XdSeq)));
	BX_TRY(fn_sort_values(run, op, cx, 1, op->n_args > 2 ? 2 : FN_NO_KEY, members, array->n));
	BX_TRY(xd_array_new(cx->arena, array->n, run->err, &sorted));
	for (i = 0; i < array->n; i++)
		BX_TRY(xd_array_share(sorted, &array->f, &members[i], run->err));
	return fn_give_function(&sorted->f, item, found);
}
