/*
 * fn_find_text.c -- contains, starts-with, ends-with, substring-before, substring-after (F&O section 5.5).
 *
 * By code points, and without the case of ASCII letters, bytes are searched.  By other collations parts of the string
 * are compared with what is looked for, where characters begin: the match is the first one, and none is in it.
 */
#include "fn_int.h"

/* How many characters equal ones may be: so many for one, and so many that do not count. */
#define EXPANSION 4
#define IGNORED 16

typedef struct StringSearch
{
	RuRun *run;
	const AtCollation *collation; /* NULL: bytes are compared */
	BxStr text;                   /* as it was given */
	BxStr s;                      /* as it is searched: as many bytes */
	BxStr part;
	uint64_t most; /* characters that equal the part, by a collation */
	size_t start;  /* of the match */
	size_t end;
	bool found;
} StringSearch;

static BxStatus
begin(RuRun *run, const RuOp *op, const RuCx *cx, StringSearch *search)
{
	memset(search, 0, sizeof(*search));
	search->run = run;
	BX_TRY(ru_arg_str(run, op, 0, cx, &search->text));
	BX_TRY(ru_arg_str(run, op, 1, cx, &search->part));
	BX_TRY(fn_arg_collation(run, op, 2, cx, &search->collation));
	search->s = search->text;
	if (search->collation == NULL)
		return BX_OK;
	if (!fn_folds_ascii(search->collation))
	{
		BX_TRY(bx_long_length(run->host, search->part.s, search->part.n, &search->most));
		search->most = search->most * EXPANSION + IGNORED;
		return BX_OK;
	}
	search->collation = NULL;
	BX_TRY(fn_fold_ascii(run, cx->arena, search->text, &search->s));
	return fn_fold_ascii(run, cx->arena, search->part, &search->part);
}

/* ---- by a collation ---- */

/* Does a character begin here that is not combined with the one before (U+0300 to U+036F)? */
static bool
is_boundary(BxStr s, size_t at)
{
	uint8_t a, b;

	if (at == 0 || at >= s.n)
		return true;
	a = (uint8_t) s.s[at];
	b = at + 1 < s.n ? (uint8_t) s.s[at + 1] : 0;
	return (a & 0xC0) != 0x80 && !(a == 0xCC && b >= 0x80) && !(a == 0xCD && b >= 0x80 && b <= 0xAF);
}

static size_t
next_boundary(BxStr s, size_t at)
{
	do
		at++;
	while (!is_boundary(s, at));
	return at;
}

/* Are the bytes from one boundary to another equal to the part? */
static BxStatus
equals(const StringSearch *search, size_t from, size_t to, bool *equal)
{
	int order;

	BX_TRY(bx_charge(search->run->host, to - from + search->part.n + 64));
	BX_TRY(search->collation->compare(search->collation, bx_str(search->s.s + from, to - from), search->part,
									  &order, search->run->err));
	*equal = order == 0;
	return BX_OK;
}

/* The shortest match that begins here. */
static BxStatus
match_at(StringSearch *search, size_t from)
{
	size_t to = from;
	uint64_t n;

	for (n = 0; n <= search->most; n++)
	{
		BX_TRY(equals(search, from, to, &search->found));
		search->start = from;
		search->end = to;
		if (search->found || to >= search->s.n)
			return BX_OK;
		to = next_boundary(search->s, to);
	}
	return BX_OK;
}

/* The first match, without what does not count in front of it. */
static BxStatus
match_first(StringSearch *search)
{
	size_t from = 0;
	bool shorter = true;

	for (;; from = next_boundary(search->s, from))
	{
		BX_TRY(match_at(search, from));
		if (search->found || from >= search->s.n)
			break;
	}
	while (search->found && shorter && search->start < search->end)
	{
		from = next_boundary(search->s, search->start);
		BX_TRY(equals(search, from, search->end, &shorter));
		if (shorter)
			search->start = from;
	}
	return BX_OK;
}

/* A match that ends with the string. */
static BxStatus
match_last(StringSearch *search)
{
	size_t from = search->s.n;
	uint64_t n;

	for (n = 0; n <= search->most; n++)
	{
		BX_TRY(equals(search, from, search->s.n, &search->found));
		if (search->found || from == 0)
			return BX_OK;
		do
			from--;
		while (!is_boundary(search->s, from));
	}
	return BX_OK;
}

/* ---- either way ---- */

static BxStatus
find(RuRun *run, const RuOp *op, const RuCx *cx, StringSearch *search)
{
	const char *p;

	BX_TRY(begin(run, op, cx, search));
	if (search->collation != NULL)
		return match_first(search);
	BX_TRY(bx_long_find(run->host, search->s.s, search->s.n, search->part.s, search->part.n, &p));
	search->found = p != NULL;
	search->start = p != NULL ? (size_t) (p - search->s.s) : 0;
	search->end = search->start + search->part.n;
	return BX_OK;
}

BxStatus
fn_contains(RU_EBV_ARGS)
{
	StringSearch search;

	BX_TRY(find(run, op, cx, &search));
	*value = search.found;
	return BX_OK;
}

static BxStatus
has_at_end(RuRun *run, const RuOp *op, const RuCx *cx, bool last, bool *value)
{
	StringSearch search;

	BX_TRY(begin(run, op, cx, &search));
	if (search.collation != NULL)
	{
		BX_TRY(last ? match_last(&search) : match_at(&search, 0));
		*value = search.found;
		return BX_OK;
	}
	*value = false;
	if (search.part.n > search.s.n)
		return BX_OK;
	if (last)
		search.s.s += search.s.n - search.part.n;
	return bx_long_equal(run->host, search.s.s, search.part.s, search.part.n, value);
}

BxStatus
fn_starts_with(RU_EBV_ARGS)
{
	return has_at_end(run, op, cx, false, value);
}

BxStatus
fn_ends_with(RU_EBV_ARGS)
{
	return has_at_end(run, op, cx, true, value);
}

/* What is in front of the match, or behind it. */
static BxStatus
beside(RuRun *run, const RuOp *op, const RuCx *cx, bool behind, XdItem *item, bool *found)
{
	StringSearch s;

	BX_TRY(find(run, op, cx, &s));
	if (!s.found)
		return fn_give(bx_str("", 0), item, found);
	return fn_give(behind ? bx_str(s.text.s + s.end, s.text.n - s.end) : bx_str(s.text.s, s.start), item,
				   found);
}

FN_WITH(fn_substring_before, beside, false)
FN_WITH(fn_substring_after, beside, true)
