/*
 * bx_rx_class.c -- sets of characters: escapes, "[...]", ".", and the flag i.
 *
 * A set grows as a list of ranges in any order and is put in order before it is used.  The flag i widens single
 * characters and ranges where they are written, before a "^" turns the set round, and leaves \p{Lu} and its like alone
 * (F&O 5.6.1.1).
 */
#include "bx_rx_int.h"

#include <stdlib.h>

#include "../base/bx_utf8.h"

/* ---- sets ---- */

static BxStatus
add_range(BxRxParser *p, BxRxSet *set, uint32_t first, uint32_t last)
{
	if (set->n > 0 && set->r[set->n - 1].last + 1 == first)
	{
		set->r[set->n - 1].last = last;
		return BX_OK;
	}
	if (p->n_ranges + set->n >= BX_REGEX_MAX_RANGES)
		return bx_rx_fail(p, p->at, "Its character classes have more than 65536 ranges.",
						  "pattern too large");
	BX_TRY(bx_rx_room(p, (void **) &set->r, sizeof(BxRxRange), set->n, &set->cap));
	set->r[set->n].first = first;
	set->r[set->n++].last = last;
	return BX_OK;
}

static int
compare_ranges(const void *a, const void *b)
{
	const BxRxRange *x = a, *y = b;

	return x->first < y->first ? -1 : x->first > y->first;
}

/* Ascending, without overlaps. */
static void
put_in_order(BxRxSet *set)
{
	uint32_t i, k;

	for (i = 1; i < set->n && set->r[i].first > set->r[i - 1].last + 1; i++)
		;
	if (i >= set->n)
		return;
	qsort(set->r, set->n, sizeof(BxRxRange), compare_ranges);
	for (i = 1, k = 0; i < set->n; i++)
	{
		if (set->r[i].first > set->r[k].last + 1)
			set->r[++k] = set->r[i];
		else if (set->r[i].last > set->r[k].last)
			set->r[k].last = set->r[i].last;
	}
	set->n = k + 1;
}

static BxStatus
add_all(BxRxParser *p, BxRxSet *set, const BxRxSet *more)
{
	uint32_t i;

	for (i = 0; i < more->n; i++)
		BX_TRY(add_range(p, set, more->r[i].first, more->r[i].last));
	return BX_OK;
}

/* All characters that are not in an ordered set. */
static BxStatus
complement(BxRxParser *p, BxRxSet *set)
{
	BxRxSet out = {0};
	uint32_t from = 0;
	uint32_t i;

	for (i = 0; i < set->n; i++)
	{
		if (set->r[i].first > from)
			BX_TRY(add_range(p, &out, from, set->r[i].first - 1));
		from = set->r[i].last + 1;
	}
	if (from <= BX_UNICODE_MAX)
		BX_TRY(add_range(p, &out, from, BX_UNICODE_MAX));
	*set = out;
	return BX_OK;
}

/* What is in set and not in less: the complement of (complement of set, and less). */
static BxStatus
subtract(BxRxParser *p, BxRxSet *set, const BxRxSet *less)
{
	BX_TRY(complement(p, set));
	BX_TRY(add_all(p, set, less));
	put_in_order(set);
	return complement(p, set);
}

bool
bx_rx_set_has(const BxRxSet *set, uint32_t cp)
{
	uint32_t lo = 0, hi = set->n;

	if (cp < 128)
		return (set->ascii[cp >> 6] >> (cp & 63)) & 1;
	while (lo < hi)
	{
		uint32_t mid = (lo + hi) / 2;

		if (set->r[mid].last < cp)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < set->n && set->r[lo].first <= cp;
}

BxStatus
bx_rx_keep(BxRxParser *p, BxRxSet *set, uint32_t *no)
{
	uint32_t i, cp;

	put_in_order(set);
	for (i = 0; i < set->n; i++)
		for (cp = set->r[i].first; cp <= set->r[i].last && cp < 128; cp++)
			set->ascii[cp >> 6] |= (uint64_t) 1 << (cp & 63);
	BX_TRY(bx_rx_room(p, (void **) &p->sets, sizeof(BxRxSet), p->n_sets, &p->cap_sets));
	p->n_ranges += set->n;
	*no = p->n_sets;
	p->sets[p->n_sets++] = *set;
	return bx_poll(p->arena->host);
}

/* ---- what may be written ---- */

/* A range, with flag i also what differs from it in case. */
static BxStatus
add_cased(BxRxParser *p, BxRxSet *set, uint32_t first, uint32_t last)
{
	uint32_t cp, other;

	BX_TRY(add_range(p, set, first, last));
	if ((p->flags & BX_REGEX_NO_CASE) == 0)
		return BX_OK;
	for (cp = bx_unicode_next_cased(first); cp <= last; cp = bx_unicode_next_cased(cp + 1))
		for (other = bx_unicode_orbit(cp); other != cp; other = bx_unicode_orbit(other))
			if (other < first || other > last)
				BX_TRY(add_range(p, set, other, other));
	return BX_OK;
}

BxStatus
bx_rx_cased(BxRxParser *p, uint32_t cp, BxRxSet *set)
{
	return add_cased(p, set, cp, cp);
}

/* Surrogates are runs of their own and in no set of categories. */
static BxStatus
add_categories(BxRxParser *p, BxRxSet *set, uint32_t categories)
{
	BxCategory category;
	uint32_t first, last, i;

	for (i = 0; bx_unicode_run(i, &first, &last, &category); i++)
		if (categories >> category & 1)
			BX_TRY(add_range(p, set, first, last));
	return BX_OK;
}

#define BIT(category) (1u << BX_CAT_##category)

/* \w: everything but punctuation, separators and "other". */
static BxStatus
add_word(BxRxParser *p, BxRxSet *set)
{
	uint32_t not_word = bx_unicode_category_set("P", 1) | bx_unicode_category_set("Z", 1) |
						bx_unicode_category_set("C", 1) | BIT(CS);

	return add_categories(p, set, ~not_word);
}

static BxStatus
add_space(BxRxParser *p, BxRxSet *set)
{
	BX_TRY(add_range(p, set, '\t', '\n'));
	BX_TRY(add_range(p, set, '\r', '\r'));
	return add_range(p, set, ' ', ' ');
}

/* \i and \c: name characters of XML, ":" included. */
static BxStatus
add_name_chars(BxRxParser *p, BxRxSet *set, bool start)
{
	uint32_t cp, i, first, last;

	for (cp = 0; cp < 128; cp++)
		if (cp == ':' || (start ? bx_is_name_start(cp) : bx_is_name_char(cp)))
			BX_TRY(add_range(p, set, cp, cp));
	for (i = 0; bx_name_range(start, i, &first, &last); i++)
		BX_TRY(add_range(p, set, first, last));
	put_in_order(set);
	return BX_OK;
}

static BxStatus
add_block(BxRxParser *p, BxRxSet *set, const uint8_t *at, const char *name, size_t n)
{
	uint32_t i, first, last;

	for (i = 0; bx_unicode_block(name, n, i, &first, &last); i++)
		BX_TRY(add_range(p, set, first, last));
	return i > 0 ? BX_OK : bx_rx_fail(p, at, NULL, "unknown block of characters");
}

#define PROPERTY_MAX 64

/* "{L}", "{Lu}", "{IsGreek}" behind \p or \P. */
static BxStatus
add_property(BxRxParser *p, BxRxSet *set)
{
	const uint8_t *at = p->at;
	char name[PROPERTY_MAX];
	uint32_t categories;
	size_t n = 0;
	int32_t cp;

	BX_TRY(bx_rx_next(p, &cp));
	if (cp != '{')
		return bx_rx_fail(p, at, NULL, "\"{\" expected after \"\\p\" or \"\\P\"");
	for (;;)
	{
		BX_TRY(bx_rx_next(p, &cp));
		if (cp == '}')
			break;
		if (cp < 0 || cp >= 128 || n == PROPERTY_MAX)
			return bx_rx_fail(p, at, NULL, "unknown category or block of characters");
		name[n++] = (char) cp;
	}
	if (n > 2 && memcmp(name, "Is", 2) == 0)
		return add_block(p, set, at, name + 2, n - 2);
	categories = bx_unicode_category_set(name, n);
	if (categories == 0)
		return bx_rx_fail(p, at, NULL, "unknown category of characters");
	return add_categories(p, set, categories);
}

/* The set of an escape whose letter, in lower case, is c; false when there is none. */
static BxStatus
add_escape(BxRxParser *p, BxRxSet *set, int32_t c, bool *known)
{
	*known = true;
	switch (c)
	{
		case 's': return add_space(p, set);
		case 'd': return add_categories(p, set, BIT(ND));
		case 'w': return add_word(p, set);
		case 'i': return add_name_chars(p, set, true);
		case 'c': return add_name_chars(p, set, false);
		case 'p': return add_property(p, set);
		default: *known = false; return BX_OK;
	}
}

BxStatus
bx_rx_escape(BxRxParser *p, int32_t *cp, BxRxSet *set)
{
	const uint8_t *at = p->at;
	bool known;
	int32_t c;

	BX_TRY(bx_rx_next(p, &c));
	if (c < 0)
		return bx_rx_fail(p, at, NULL, "nothing follows \"\\\"");
	*cp = c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
	if (*cp != c || (c < 128 && strchr("\\|.?*+(){}-[]^$", c) != NULL && c != 0))
		return BX_OK;
	*cp = -1;
	if (c >= '0' && c <= '9')
		return bx_rx_fail(p, at, "They cannot be matched in time linear in the string.",
						  "back-references are not supported");
	BX_TRY(add_escape(p, set, c >= 'A' && c <= 'Z' ? c + 32 : c, &known));
	if (!known)
		return bx_rx_fail(p, at, NULL, "unknown escape after \"\\\"");
	return c < 'a' ? complement(p, set) : BX_OK;
}

BxStatus
bx_rx_dot(BxRxParser *p, BxRxSet *set)
{
	if ((p->flags & BX_REGEX_DOT_ALL) == 0)
	{
		BX_TRY(add_range(p, set, '\n', '\n'));
		BX_TRY(add_range(p, set, '\r', '\r'));
	}
	return complement(p, set);
}

/* ---- "[...]" ---- */

static int
peek(const BxRxParser *p, size_t k)
{
	return (size_t) (p->end - p->at) > k ? p->at[k] : -1;
}

/* Does a range continue after its first character?  "-]", "-[" and "--" do not make one. */
static bool
is_range(const BxRxParser *p)
{
	return peek(p, 0) == '-' && peek(p, 1) != ']' && peek(p, 1) != '[' && peek(p, 1) != '-';
}

/* The last character of a range whose first is known; p->at is at the "-". */
static BxStatus
range_end(BxRxParser *p, uint32_t first, BxRxSet *set)
{
	const uint8_t *at = ++p->at;
	BxRxSet unused = {0};
	int32_t last;

	BX_TRY(bx_rx_next(p, &last));
	if (last < 0)
		return bx_rx_fail(p, at, NULL, "\"]\" is missing");
	if (last == '\\')
	{
		BX_TRY(bx_rx_escape(p, &last, &unused));
		if (last < 0)
			return bx_rx_fail(p, at, NULL, "a range ends with a character, not a class");
	}
	if ((uint32_t) last < first)
		return bx_rx_fail(p, at, NULL, "a range ends before it starts");
	return add_cased(p, set, first, (uint32_t) last);
}

/* A character, a range or an escape; cp was read already. */
static BxStatus
bracket_item(BxRxParser *p, int32_t cp, BxRxSet *set)
{
	BxRxSet escaped = {0};

	if (cp == '\\')
	{
		BX_TRY(bx_rx_escape(p, &cp, &escaped));
		if (cp < 0)
			return add_all(p, set, &escaped);
	}
	if (is_range(p))
		return range_end(p, (uint32_t) cp, set);
	return add_cased(p, set, (uint32_t) cp, (uint32_t) cp);
}

/* May an unescaped "-", just read, be literal? */
static bool
is_plain_dash(const BxRxParser *p, bool first)
{
	return first || peek(p, 0) == ']' || (peek(p, 0) == '-' && peek(p, 1) == '[');
}

/* Items up to "]", which is read, or "-[", which is not. */
static BxStatus
bracket_items(BxRxParser *p, BxRxSet *set, bool *minus)
{
	bool first = true;
	int32_t cp;

	for (;; first = false)
	{
		const uint8_t *at = p->at;

		*minus = !first && peek(p, 0) == '-' && peek(p, 1) == '[';
		if (*minus)
			return BX_OK;
		BX_TRY(bx_rx_next(p, &cp));
		if (cp < 0)
			return bx_rx_fail(p, at, NULL, "\"]\" is missing");
		if (cp == ']')
			return first ? bx_rx_fail(p, at, NULL, "empty character class") : BX_OK;
		if (cp == '[')
			return bx_rx_fail(p, at, "Write \"\\[\" for the character.", "unexpected \"[\"");
		if (cp == '-' && !is_plain_dash(p, first))
			return bx_rx_fail(p, at, "Write \"\\-\" for the character.", "unexpected \"-\"");
		BX_TRY(bracket_item(p, cp, set));
	}
}

static BxStatus
bracket(BxRxParser *p, BxRxSet *set)
{
	BxRxSet less = {0};
	bool negative = peek(p, 0) == '^';
	bool minus;

	BX_TRY(bx_rx_enter(p));
	p->at += negative;
	BX_TRY(bracket_items(p, set, &minus));
	put_in_order(set);
	if (negative)
		BX_TRY(complement(p, set));
	if (minus)
	{
		p->at += 2;
		BX_TRY(bracket(p, &less));
		BX_TRY(subtract(p, set, &less));
		if (peek(p, 0) != ']')
			return bx_rx_fail(p, p->at, NULL, "\"]\" expected after a class that is subtracted");
		p->at++;
	}
	p->depth--;
	return BX_OK;
}

BxStatus
bx_rx_bracket(BxRxParser *p, BxRxSet *set)
{
	p->in_class = true;
	BX_TRY(bracket(p, set));
	p->in_class = false;
	return BX_OK;
}
