/*
 * fn_format_integer.c -- fn:format-integer (F&O section 4.6.1).
 */
#include "fn_int.h"

#include "fn_numeral.h"

/* The place of a character from the end on; n where there is none. */
static size_t
last_of(BxStr s, char c)
{
	size_t i = s.n;

	while (i > 0 && s.s[i - 1] != c)
		i--;
	return i > 0 ? i - 1 : s.n;
}

/* "c" or "o", with something in parentheses behind it or not, then "a" or "t"; each may be missing. */
static bool
read_modifier(BxStr s, bool *ordinal)
{
	size_t i = 0, end;

	if (s.n > 0 && (s.s[0] == 'c' || s.s[0] == 'o'))
	{
		*ordinal = s.s[0] == 'o';
		i = 1;
		if (s.n > 1 && s.s[1] == '(')
		{
			end = last_of(s, ')');
			if (end == s.n || end < 3)
				return false;
			i = end + 1;
		}
	}
	if (i < s.n && (s.s[i] == 'a' || s.s[i] == 't'))
		i++;
	return i == s.n;
}

static BxStatus
read_picture(RuRun *run, const RuOp *op, const RuCx *cx, BxStr picture, FnNumeral *numeral)
{
	size_t end = last_of(picture, ';');
	BxStr modifier = end < picture.n ? bx_str(picture.s + end + 1, picture.n - end - 1) : bx_str("", 0);
	bool ok, ordinal = false;

	BX_TRY(fn_numeral_read(run, cx->arena, bx_str(picture.s, end), numeral, &ok));
	if (!ok || !read_modifier(modifier, &ordinal))
		return ru_fail(run, op, "FODF1310", "the picture \"%.*s\" is not one of integers", (int) picture.n,
					   picture.s);
	numeral->ordinal = ordinal;
	return BX_OK;
}

BxStatus
fn_format_integer(RU_ONE_ARGS)
{
	AtCall at = ru_at(run, cx);
	FnText t = fn_text(run, cx->arena);
	FnNumeral numeral;
	BxStr picture, digits;

	BX_TRY(ru_arg(run, op, 0, cx, item, found));
	if (!*found)
		return fn_give(bx_str("", 0), item, found);
	BX_TRY(ru_at_op(run, op, at_text(&at, item, &digits)));
	BX_TRY(ru_arg_str(run, op, 1, cx, &picture));
	BX_TRY(read_picture(run, op, cx, picture, &numeral));
	if (digits.s[0] == '-')
	{
		BX_TRY(fn_text_byte(&t, '-'));
		digits = bx_str(digits.s + 1, digits.n - 1);
	}
	BX_TRY(fn_numeral_put(&t, &numeral, digits));
	return fn_give(fn_text_str(&t), item, found);
}
