/*
 * bx_lexer.c -- where markup begins and ends.
 *
 * Text, values, comments and the like are skipped by memchr; only the inside of tags and of a DOCTYPE is read byte
 * by byte.  Each lex_* function handles one state: it takes the bytes from i on and returns the index of the first
 * byte that belongs to the next state.
 */
#include "../core/base/bx_char.h"
#include "bx_lexer_int.h"

#include <string.h>

/* References are kept whole up to this length; a longer one may be split, which libxml2 can handle. */
#define REFERENCE_LOOKBACK 256

void
bx_lexer_init(BxLexer *lex, uint32_t max_attrs)
{
	memset(lex, 0, sizeof(*lex));
	lex->max_attrs = max_attrs;
}

static size_t
find(const uint8_t *s, size_t i, size_t n, int c)
{
	const uint8_t *hit = memchr(s + i, c, n - i);

	return hit ? (size_t) (hit - s) : n;
}

static size_t
lex_text(BxLexer *lex, const uint8_t *s, size_t i, size_t n)
{
	size_t lt = find(s, i, n, '<');

	for (size_t k = i; k < lt && !lex->decided; k++)
		lex->decided = !bx_is_space(s[k]);
	if (lt == n)
		return n;
	lex->safe = lex->pos + lt;
	lex->state = BX_LEXER_LT;
	return lt + 1;
}

static size_t
lex_lt(BxLexer *lex, const uint8_t *s, size_t i)
{
	switch (s[i])
	{
		case '!':
			lex->state = BX_LEXER_BANG;
			lex->match = 0;
			return i + 1;
		case '?':
			lex->state = BX_LEXER_PI;
			lex->match = 0;
			return i + 1;
		case '/':
			lex->decided = true;
			lex->state = BX_LEXER_END_TAG;
			return i + 1;
		default:
			lex->decided = true;
			lex->attrs = 0;
			lex->state = BX_LEXER_TAG;
			return i; /* "<>" ends here */
	}
}

/* Back to text after markup that ended before index i. */
static size_t
lex_close(BxLexer *lex, size_t i)
{
	lex->state = BX_LEXER_TEXT;
	lex->safe = lex->pos + i;
	return i;
}

/* True while the bytes collected can still become word. */
static bool
bang_is(const BxLexer *lex, const char *word)
{
	return strncmp(lex->bang, word, lex->match) == 0;
}

static size_t
lex_bang(BxLexer *lex, const uint8_t *s, size_t i)
{
	lex->bang[lex->match++] = (char) s[i];
	if (bang_is(lex, "--"))
	{
		if (lex->match == 2)
			lex->state = BX_LEXER_COMMENT;
	}
	else if (lex->match <= 7 && bang_is(lex, "[CDATA["))
	{
		if (lex->match == 7)
			lex->state = BX_LEXER_CDATA;
		lex->decided |= lex->match == 7;
	}
	else if (!lex->decided && !lex->doctype && bang_is(lex, "DOCTYPE"))
	{
		if (lex->match == 7)
			lex->state = BX_LEXER_DTD;
		lex->doctype |= lex->match == 7;
		lex->doctype_off = lex->safe;
	}
	else
	{
		/* Nothing that may stand here; whatever it is, it ends the prolog and libxml2 will refuse it. */
		lex->decided = lex->doomed = true;
		return lex_close(lex, i + 1);
	}
	if (lex->state != BX_LEXER_BANG)
		lex->match = 0;
	return i + 1;
}

/* Up to need times the byte c, then ">": the end of comments ("-->"), CDATA ("]]>") and PIs ("?>"). */
static size_t
lex_until(BxLexer *lex, const uint8_t *s, size_t i, size_t n, uint8_t c, uint8_t need, BxLexerState next)
{
	while (i < n)
	{
		if (lex->match == 0)
		{
			i = find(s, i, n, c);
			if (i == n)
				return n;
			lex->match = 1;
			i++;
			continue;
		}
		if (s[i] == c)
			lex->match = lex->match < need ? lex->match + 1 : need;
		else if (s[i] == '>' && lex->match == need)
		{
			if (next == BX_LEXER_TEXT)
				return lex_close(lex, i + 1);
			lex->state = next;
			return i + 1;
		}
		else
			lex->match = 0;
		i++;
	}
	return n;
}

static size_t
lex_tag(BxLexer *lex, const uint8_t *s, size_t i, size_t n)
{
	for (; i < n; i++)
	{
		uint8_t c = s[i];

		if (c > '>')
			continue;
		if (c == '>')
			return lex_close(lex, i + 1);
		if (c == '=' && ++lex->attrs > lex->max_attrs)
		{
			lex->over = true;
			return i + 1;
		}
		if (c == '"' || c == '\'')
		{
			lex->quote = c;
			lex->state = BX_LEXER_QUOTE;
			return i + 1;
		}
		if (c == '<')
		{
			lex->doomed = true;
			return lex_close(lex, i + 1);
		}
	}
	return n;
}

static size_t
lex_quote(BxLexer *lex, const uint8_t *s, size_t i, size_t n)
{
	size_t q = find(s, i, n, lex->quote);

	if (find(s, i, q, '<') < q)
	{
		lex->doomed = true;
		return lex_close(lex, q);
	}
	if (q == n)
		return n;
	lex->state = BX_LEXER_TAG;
	return q + 1;
}

static size_t
lex_end_tag(BxLexer *lex, const uint8_t *s, size_t i, size_t n)
{
	size_t gt = find(s, i, n, '>');

	return gt == n ? n : lex_close(lex, gt + 1);
}

/* Alternatives of all enumerations of the DTD: libxml2 compares those of one declaration pairwise. */
static void
count_bars(BxLexer *lex, uint32_t n)
{
	lex->bars += n;
	if (lex->bars / BX_LEXER_BARS > lex->max_attrs)
		lex->over = true;
}

static size_t
lex_dtd(BxLexer *lex, const uint8_t *s, size_t i)
{
	uint8_t c = s[i];

	if (c == '|')
		count_bars(lex, 1);
	else if ((c == '"' || c == '\'') && (lex->decl || !lex->subset))
	{
		lex->quote = c;
		lex->state = BX_LEXER_DTD_QUOTE;
	}
	else if (c == '<' && lex->subset)
		lex->state = BX_LEXER_DTD_LT;
	else if (c == '[' && !lex->decl)
		lex->subset = true;
	else if (c == ']' && !lex->decl)
		lex->subset = false;
	else if (c == '>' && lex->decl)
		lex->decl = false;
	else if (c == '>' && !lex->subset)
	{
		lex->doctype_end = lex->pos + i + 1;
		lex->doctype_ended = lex->decided = true;
		return lex_close(lex, i + 1);
	}
	return i + 1;
}

static size_t
lex_dtd_lt(BxLexer *lex, const uint8_t *s, size_t i)
{
	lex->match = 0;
	lex->state = s[i] == '!' ? BX_LEXER_DTD_BANG : s[i] == '?' ? BX_LEXER_DTD_PI : BX_LEXER_DTD;
	return s[i] == '!' || s[i] == '?' ? i + 1 : i;
}

static size_t
lex_dtd_bang(BxLexer *lex, const uint8_t *s, size_t i)
{
	if (s[i] != '-')
	{
		lex->decl = true;
		lex->state = BX_LEXER_DTD;
		return i;
	}
	if (++lex->match == 2)
	{
		lex->match = 0;
		lex->state = BX_LEXER_DTD_COMMENT;
	}
	return i + 1;
}

static size_t
lex_dtd_quote(BxLexer *lex, const uint8_t *s, size_t i, size_t n)
{
	size_t q = find(s, i, n, lex->quote);
	uint32_t bars = 0;

	/* The literal may be a parameter entity, and become part of a declaration. */
	for (size_t k = i; k < q; k++)
		bars += s[k] == '|';
	count_bars(lex, bars);
	if (q == n)
		return n;
	lex->state = BX_LEXER_DTD;
	return q + 1;
}

static size_t
lex_step(BxLexer *lex, const uint8_t *s, size_t i, size_t n)
{
	switch (lex->state)
	{
		case BX_LEXER_TEXT: return lex_text(lex, s, i, n);
		case BX_LEXER_LT: return lex_lt(lex, s, i);
		case BX_LEXER_BANG: return lex_bang(lex, s, i);
		case BX_LEXER_COMMENT: return lex_until(lex, s, i, n, '-', 2, BX_LEXER_TEXT);
		case BX_LEXER_PI: return lex_until(lex, s, i, n, '?', 1, BX_LEXER_TEXT);
		case BX_LEXER_CDATA: return lex_until(lex, s, i, n, ']', 2, BX_LEXER_TEXT);
		case BX_LEXER_TAG: return lex_tag(lex, s, i, n);
		case BX_LEXER_QUOTE: return lex_quote(lex, s, i, n);
		case BX_LEXER_END_TAG: return lex_end_tag(lex, s, i, n);
		case BX_LEXER_DTD: return lex_dtd(lex, s, i);
		case BX_LEXER_DTD_LT: return lex_dtd_lt(lex, s, i);
		case BX_LEXER_DTD_BANG: return lex_dtd_bang(lex, s, i);
		case BX_LEXER_DTD_QUOTE: return lex_dtd_quote(lex, s, i, n);
		case BX_LEXER_DTD_COMMENT: return lex_until(lex, s, i, n, '-', 2, BX_LEXER_DTD);
		case BX_LEXER_DTD_PI: return lex_until(lex, s, i, n, '?', 1, BX_LEXER_DTD);
	}
	return n;
}

size_t
bx_lexer_run(BxLexer *lex, const uint8_t *s, size_t n, bool prolog_only)
{
	size_t i = 0;

	while (i < n && !lex->doomed && !lex->over && !(prolog_only && lex->decided))
		i = lex_step(lex, s, i, n);
	lex->pos += i;
	return i;
}

bool
bx_lexer_token(BxLexer *lex, const uint8_t *s, size_t n)
{
	size_t i = 0;
	bool ended;

	while (ended = lex->doomed || lex->over || (lex->state == BX_LEXER_TEXT && lex->safe > 0),
		   !ended && i < n)
		i = lex_step(lex, s, i, n);
	lex->pos += i;
	return ended;
}

size_t
bx_lexer_whole(const uint8_t *s, size_t n)
{
	size_t lead = n;
	size_t need;

	while (lead > 0 && n - lead < 3 && (s[lead - 1] & 0xC0) == 0x80)
		lead--;
	if (lead == 0 || s[lead - 1] < 0xC0)
		return n;
	need = s[lead - 1] >= 0xF0 ? 4 : s[lead - 1] >= 0xE0 ? 3 : 2;
	return n - (lead - 1) < need ? lead - 1 : n;
}

/* Start of a reference that is still open at the end of s[lo..n), or n. */
static size_t
open_reference(const uint8_t *s, size_t lo, size_t n)
{
	size_t stop = n - lo > REFERENCE_LOOKBACK ? n - REFERENCE_LOOKBACK : lo;

	for (size_t i = n; i > stop && s[i - 1] != ';'; i--)
		if (s[i - 1] == '&')
			return i - 1;
	return n;
}

size_t
bx_lexer_cut(const BxLexer *lex, const uint8_t *s, uint64_t off, size_t n)
{
	size_t lo = lex->safe > off ? (size_t) (lex->safe - off) : 0;
	size_t cut;

	/* Not within a CDATA section: libxml2 takes 300 bytes of it a call and searches the rest again for the end. */
	if (lex->state != BX_LEXER_TEXT)
		return lo < n ? lo : n;
	cut = bx_lexer_whole(s, n);
	for (int k = 0; k < 2 && cut > lo && s[cut - 1] == ']'; k++)
		cut--;
	if (cut > lo)
		cut = open_reference(s, lo, cut);
	return cut > lo ? cut : lo;
}
