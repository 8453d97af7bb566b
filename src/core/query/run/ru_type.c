/*
 * ru_type.c -- "instance of", "castable as", "cast as".
 */
#include "../../base/bx_core_int.h"

#include "ru_expr.h"

/* ---- instance of ---- */

/* May so many items be the whole sequence? */
static bool
number_fits(const XdSeqType *type, uint64_t n)
{
	if (type->kind == XD_T_EMPTY)
		return n == 0;
	return n == 0 ? (type->occurrence & XD_OPTIONAL) != 0 : n == 1 || (type->occurrence & XD_REPEATED) != 0;
}

BxStatus
ru_seq_matches(RuRun *run, const XdSeqType *type, const XdSeq *seq, bool *matches)
{
	uint64_t i;

	*matches = number_fits(type, seq->n);
	for (i = 0; *matches && i < seq->n; i++)
	{
		XdItem item = xd_seq_at(seq, i);

		BX_TRY(bx_step(run->host));
		BX_TRY(xd_type_matches(run->forest, type, &item, matches));
	}
	return BX_OK;
}

static BxStatus
instance_ebv(RU_EBV_ARGS)
{
	BxArenaMark mark = bx_arena_mark(cx->arena);
	uint64_t n;
	RuEach each;

	*value = true;
	ru_each(run, op->args[0], cx, &each);
	for (n = 0; *value && ru_more(&each); n++)
	{
		*value = number_fits(op->check, n + 1);
		if (*value)
			BX_TRY(xd_type_matches(run->forest, op->check, &each.item, value));
		if (!*value)
			ru_close(run, &each.it);
	}
	BX_TRY(each.st);
	*value = *value && number_fits(op->check, n);
	bx_arena_release(cx->arena, &mark);
	return BX_OK;
}

const RuClass ru_instance_of = {"instance of", .ebv = instance_ebv};

/* ---- casts ---- */

/* What a cast needs from outside: names take the prefixes in scope. */
static AtCall
cast_call(const RuRun *run, const RuOp *op, const RuCx *cx)
{
	AtCall at = ru_at(run, cx);
	const RuPrefixes *prefixes = op->data;

	if (prefixes != NULL)
	{
		at.prefixes = prefixes->list;
		at.n_prefixes = prefixes->n;
	}
	return at;
}

/* xs:numeric is a union: its values stay what they are, others become xs:double. */
static AtType
target(const XdSeqType *type, const XdItem *item)
{
	if (type->kind != XD_T_NUMERIC)
		return (AtType) type->atomic;
	return at_is_numeric(item) ? (AtType) item->type : AT_DOUBLE;
}

BxStatus
ru_cast_words(RuRun *run, const RuOp *op, const AtCall *at, AtType type, const XdItem *item, XdSeqBuilder *b)
{
	AtType word_type = (AtType) at_types[type].base;
	BxStr text;
	size_t i = 0;

	if (at_family(item) != AT_F_TEXT || item->type == AT_URI)
		return ru_fail(run, op, "XPTY0004", "a value of type %s cannot be cast to %s",
					   xd_item_type_name(item), at_types[type].qname);
	text = at_item_str(item);
	while (i < text.n)
	{
		size_t start;
		XdItem text_word, word;

		while (i < text.n && strchr(" \t\n\r", text.s[i]) != NULL)
			i++;
		for (start = i; i < text.n && strchr(" \t\n\r", text.s[i]) == NULL;)
			i++;
		if (i == start)
			break;
		BX_TRY(bx_charge(run->host, i - start));
		text_word = at_string_item(bx_str(text.s + start, i - start));
		BX_TRY(at_cast(at, &text_word, word_type, &word));
		BX_TRY(xd_seq_add(b, &word, run->err));
	}
	if (b->n == 0)
		return ru_fail(run, op, "FORG0001", "a value of type %s has at least one word", at_types[type].qname);
	return BX_OK;
}

static BxStatus
castable_item(RuRun *run, const RuOp *op, const RuCx *cx, const XdItem *item, bool *value)
{
	AtCall at = cast_call(run, op, cx);
	XdSeqBuilder b = xd_seq_builder(cx->arena);
	BxStatus st;

	if (!at_type_is_list((AtType) op->check->atomic))
		return at_castable(&at, item, target(op->check, item), value);
	st = ru_cast_words(run, op, &at, (AtType) op->check->atomic, item, &b);
	*value = st == BX_OK;
	if (st != BX_E_XPTYPE)
		return st;
	bx_error_clear(run->err);
	return BX_OK;
}

static BxStatus
castable_ebv(RU_EBV_ARGS)
{
	BxArenaMark mark = bx_arena_mark(cx->arena);
	bool found = false, more = false;
	XdItem item;

	BX_TRY(ru_two(run, op->args[0], cx, &item, &found, &more));
	*value = !more && (op->check->occurrence & XD_OPTIONAL) != 0;
	if (found && !more)
		BX_TRY(castable_item(run, op, cx, &item, value));
	bx_arena_release(cx->arena, &mark);
	return BX_OK;
}

const RuClass ru_castable = {"castable", .ebv = castable_ebv};

/* The item to cast; XPTY0004 where there are several, or none though the type has no "?". */
static BxStatus
cast_operand(RU_ONE_ARGS)
{
	BX_TRY(ru_only(run, op, cx, "XPTY0004", "a sequence of several items cannot be cast", item, found));
	if (!*found && !(op->check->occurrence & XD_OPTIONAL))
		return bx_hint(run->err,
					   ru_fail(run, op, "XPTY0004", "an empty sequence cannot be cast to %s",
							   at_types[op->check->atomic].qname),
					   "A question mark behind the type allows it.");
	return BX_OK;
}

static BxStatus
cast_one(RU_ONE_ARGS)
{
	AtCall at = cast_call(run, op, cx);
	XdItem in;

	BX_TRY(cast_operand(run, op, cx, &in, found));
	return *found ? ru_at_op(run, op, at_cast(&at, &in, target(op->check, &in), item)) : BX_OK;
}

const RuClass ru_cast = {"cast", .one = cast_one};

static BxStatus
cast_list_seq(RU_SEQ_ARGS)
{
	XdSeqBuilder b = xd_seq_builder(cx->arena);
	AtCall at = ru_at(run, cx);
	bool found = false;
	XdItem item;

	BX_TRY(cast_operand(run, op, cx, &item, &found));
	if (found)
		BX_TRY(ru_at_op(run, op, ru_cast_words(run, op, &at, (AtType) op->check->atomic, &item, &b)));
	*seq = xd_seq_built(&b);
	return BX_OK;
}

const RuClass ru_cast_list = {"cast", .seq = cast_list_seq};
