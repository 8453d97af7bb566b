/*
 * q_lex.c -- cut the text of a query into tokens (XQuery 3.1, A.2), and word its errors.
 *
 * The lexer knows no context: words are names, and "*", "<" and "(#" are tokens whatever they mean; the parser decides
 * by what it waits for.
 */
#include "q_parse_int.h"

#include <stdarg.h>
#include <stdio.h>

#include "../../base/bx_utf8.h"
#include "../../xpath/syntax/xp_hint.h"

#define SHOWN_BYTES 40

/* ---- errors ---- */

uint32_t
q_count_pos(QParser *p, uint32_t off)
{
	const uint8_t *s = (const uint8_t *) p->s;

	if (off > p->n)
		off = p->n;
	if (p->ascii)
		return off + 1;
	if (off < p->place.off)
	{
		/* operators are behind their first operand: not far, so count back */
		bx_note(p->host, p->place.off - off);
		return p->place.pos - (uint32_t) bx_utf8_length(s + off, p->place.off - off);
	}
	p->place.pos += (uint32_t) bx_utf8_length(s + p->place.off, off - p->place.off);
	p->place.off = off;
	return p->place.pos;
}

BxStatus
q_fail(QParser *p, uint32_t off, const char *code, const char *detail, const char *fmt, ...)
{
	char what[BX_MSG_MAX];

	BX_PUT_MESSAGE(what, fmt);
	if (q_in_path(p))
		bx_fail(p->err, BX_E_XPATH, q_pos(p, off), "%s%s", q_invalid(p), what);
	else
		bx_fail_code(p->err, BX_E_XPATH, q_pos(p, off), code, "%s%s", q_invalid(p), what);
	if (detail != NULL && p->err != NULL)
		snprintf(p->err->detail, sizeof(p->err->detail), "%s", detail);
	return BX_E_XPATH;
}

BxStatus
q_at(QParser *p, uint32_t pos, BxStatus status)
{
	if (p->err != NULL)
		p->err->pos = pos;
	return status;
}

const char *
q_shown(BxStr s, char *buf)
{
	size_t len = s.n;

	if (s.n > SHOWN_BYTES)
	{
		len = SHOWN_BYTES;
		while (len > 0 && ((uint8_t) s.s[len] & 0xC0) == 0x80)
			len--;
	}
	memcpy(buf, s.s, len);
	memcpy(buf + len, "...", 4);
	if (len == s.n)
		buf[len] = '\0';
	return buf;
}

/* Operators of other languages: what to write instead.  They are noticed at their last character but for "&&". */
static const struct
{
	char sign[4];
	uint8_t at; /* the character that is noticed */
	const char *instead;
} foreign[] = {
	{"==", 1, "Write = or eq."},
	{"<>", 1, "Write != or ne."},
	{"&&", 0, "Write and."},
	{"%", 0, "Write mod."},
};

/* A hint about the n bytes that cannot be here. */
static BxStatus
hint_operator(QParser *p, uint32_t off, size_t n)
{
	if (q_in_path(p))
		xp_hint_operator(p->err, bx_str(p->s, p->n), off, n);
	for (size_t i = 0; i < sizeof(foreign) / sizeof(foreign[0]); i++)
		if (off >= foreign[i].at &&
			bx_str_starts(bx_str(p->s + off - foreign[i].at, p->n - off + foreign[i].at), foreign[i].sign))
			return bx_hint(p->err, BX_E_XPATH, "%s", foreign[i].instead);
	return BX_E_XPATH;
}

BxStatus
q_unexpected(QParser *p, const char *detail)
{
	char buf[Q_SHOWN_MAX];

	if (p->tok.kind == Q_TOK_END)
		return q_fail(p, p->tok.off, "XPST0003", detail, "unexpected end of expression");
	q_fail(p, p->tok.off, "XPST0003", detail, "unexpected \"%s\"",
		   q_shown(bx_str(p->s + p->tok.off, p->tok.end - p->tok.off), buf));
	return hint_operator(p, p->tok.off, p->tok.end - p->tok.off);
}

BxStatus
q_unexpected_at(QParser *p, uint32_t off, const char *detail)
{
	const uint8_t *at = (const uint8_t *) p->s + off;
	char buf[Q_SHOWN_MAX];
	size_t n;

	if (off >= p->n)
		return q_fail(p, p->n, "XPST0003", detail, "unexpected end of expression");
	bx_utf8_next(&at, (const uint8_t *) p->s + p->n);
	n = (size_t) (at - (const uint8_t *) p->s) - off;
	q_fail(p, off, "XPST0003", detail, "unexpected \"%s\"", q_shown(bx_str(p->s + off, n), buf));
	return hint_operator(p, off, n);
}

/* ---- tokens ---- */

/* What an ASCII character is in names. */
enum
{
	BEGINS = 1, /* it begins names */
	INSIDE = 2  /* it may be in them */
};

#define B (BEGINS | INSIDE)
static const uint8_t in_names[256] = {
	['-'] = INSIDE, ['.'] = INSIDE, ['0'] = INSIDE, ['1'] = INSIDE, ['2'] = INSIDE, ['3'] = INSIDE,
	['4'] = INSIDE, ['5'] = INSIDE, ['6'] = INSIDE, ['7'] = INSIDE, ['8'] = INSIDE, ['9'] = INSIDE,
	['A'] = B,      ['B'] = B,      ['C'] = B,      ['D'] = B,      ['E'] = B,      ['F'] = B,
	['G'] = B,      ['H'] = B,      ['I'] = B,      ['J'] = B,      ['K'] = B,      ['L'] = B,
	['M'] = B,      ['N'] = B,      ['O'] = B,      ['P'] = B,      ['Q'] = B,      ['R'] = B,
	['S'] = B,      ['T'] = B,      ['U'] = B,      ['V'] = B,      ['W'] = B,      ['X'] = B,
	['Y'] = B,      ['Z'] = B,      ['_'] = B,      ['a'] = B,      ['b'] = B,      ['c'] = B,
	['d'] = B,      ['e'] = B,      ['f'] = B,      ['g'] = B,      ['h'] = B,      ['i'] = B,
	['j'] = B,      ['k'] = B,      ['l'] = B,      ['m'] = B,      ['n'] = B,      ['o'] = B,
	['p'] = B,      ['q'] = B,      ['r'] = B,      ['s'] = B,      ['t'] = B,      ['u'] = B,
	['v'] = B,      ['w'] = B,      ['x'] = B,      ['y'] = B,      ['z'] = B,
};
#undef B

/* The same where other characters are in the name, from the first of them on. */
static uint32_t
other_name_end(const QParser *p, uint32_t off, bool first)
{
	const uint8_t *at = (const uint8_t *) p->s + off, *end = (const uint8_t *) p->s + p->n;

	while (at < end)
	{
		const uint8_t *next = at + 1;
		int32_t cp = *at;

		if (cp >= 0x80)
		{
			next = at;
			cp = bx_utf8_next(&next, end);
			if (cp < 0 || (first ? !bx_is_name_start((uint32_t) cp) : !bx_is_name_char((uint32_t) cp)))
				break;
		}
		else if ((in_names[cp] & (first ? BEGINS : INSIDE)) == 0)
			break;
		at = next;
		first = false;
	}
	return (uint32_t) (at - (const uint8_t *) p->s);
}

/* End of the NCName at a byte. */
static inline uint32_t
name_end(const QParser *p, uint32_t off)
{
	const uint8_t *s = (const uint8_t *) p->s;
	uint32_t at = off;

	if (at < p->n && (in_names[s[at]] & BEGINS) != 0)
		do
			at++;
		while (at < p->n && (in_names[s[at]] & INSIDE) != 0);
	return BX_LIKELY(at >= p->n || s[at] < 0x80) ? at : other_name_end(p, at, at == off);
}

uint32_t
q_ncname_end(const QParser *p, uint32_t off)
{
	return name_end(p, off);
}

uint32_t
q_find(const QParser *p, uint32_t off, const char *what)
{
	size_t n = strlen(what);

	while (off < p->n)
	{
		const char *hit = memchr(p->s + off, what[0], p->n - off);

		if (hit == NULL)
			break;
		off = (uint32_t) (hit - p->s);
		if (p->n - off >= n && memcmp(hit, what, n) == 0)
			return off;
		off++;
	}
	return p->n;
}

/* End of the comment at off, 0 when it is not closed. */
static uint32_t
comment_end(const QParser *p, uint32_t off)
{
	uint32_t open = 0;

	while (off + 1 < p->n)
	{
		if (p->s[off] == '(' && p->s[off + 1] == ':')
			open++;
		else if (p->s[off] == ':' && p->s[off + 1] == ')')
			open--;
		else
		{
			off++;
			continue;
		}
		off += 2;
		if (open == 0)
			return off;
	}
	return 0;
}

/* *off moves behind the comments there, and white space before, between and behind them. */
static BxStatus
skip_comments(QParser *p, uint32_t *off)
{
	while (q_byte(p, *off) == '(' && q_byte(p, *off + 1) == ':')
	{
		uint32_t end = comment_end(p, *off);

		if (end == 0)
			return q_fail(p, *off, "XPST0003", "Expected \":)\" after \"(:\".", "unterminated comment");
		while (bx_is_space(q_byte(p, end)))
			end++;
		*off = end;
	}
	return BX_OK;
}

/* *off moves behind white space and comments. */
static inline BxStatus
skip_space(QParser *p, uint32_t *off)
{
	uint32_t at = *off;
	uint8_t c;

	while ((c = q_byte(p, at)) <= ' ' && bx_is_space(c))
		at++;
	*off = at;
	return BX_LIKELY(c != '(') ? BX_OK : skip_comments(p, off);
}

/* The local part at off, "*" included; false when neither is there. */
static bool
lex_local(const QParser *p, QToken *t, uint32_t off)
{
	t->end = name_end(p, off);
	t->local = bx_str(p->s + off, t->end - off);
	if (t->end == off && q_byte(p, off) == '*')
	{
		t->any_local = true;
		t->end++;
	}
	return t->end > off;
}

/* "Q{uri}x" */
static BxStatus
lex_braced(QParser *p, QToken *t)
{
	uint32_t end = t->off + 2;

	while (end < p->n && p->s[end] != '}' && p->s[end] != '{')
		end++;
	if (q_byte(p, end) != '}')
		return q_unexpected_at(p, end, "Expected \"}\" after the namespace URI.");
	t->form = Q_FORM_BRACED;
	t->prefix = bx_str(p->s + t->off + 2, end - t->off - 2);
	if (!lex_local(p, t, end + 1))
		return q_unexpected_at(p, end + 1, "Expected a local name or \"*\" after the namespace URI.");
	return BX_OK;
}

/* Any form of name but "*:x"; a ":" that does not continue it is left for the next token. */
static BxStatus
lex_name(QParser *p, QToken *t)
{
	uint32_t end;

	t->kind = Q_TOK_NAME;
	if (p->s[t->off] == 'Q' && q_byte(p, t->off + 1) == '{')
		return lex_braced(p, t);
	end = t->end = name_end(p, t->off);
	if (end == t->off)
		return q_unexpected_at(p, end, NULL);
	t->local = bx_str(p->s + t->off, end - t->off);
	if (q_byte(p, end) == ':')
	{
		BxStr first = t->local;

		if (lex_local(p, t, end + 1))
		{
			t->form = Q_FORM_PREFIXED;
			t->prefix = first;
			return BX_OK;
		}
		t->end = end;
		t->local = first;
	}
	t->word = (uint8_t) q_word_find(t->local);
	return BX_OK;
}

/* "*" or "*:x" */
static void
lex_star(const QParser *p, QToken *t)
{
	uint32_t end = q_byte(p, t->off + 1) == ':' ? q_ncname_end(p, t->off + 2) : 0;

	t->kind = '*';
	t->end = t->off + 1;
	if (end <= t->off + 2)
		return;
	t->kind = Q_TOK_NAME;
	t->form = Q_FORM_ANY_URI;
	t->local = bx_str(p->s + t->off + 2, end - t->off - 2);
	t->end = end;
}

static uint32_t
digits_end(const QParser *p, uint32_t off)
{
	while (bx_is_digit(q_byte(p, off)))
		off++;
	return off;
}

/*
 * In paths: Digits ('.' Digits?)? | '.' Digits.  The operators of XPath 1.0 may touch the number before them; words
 * that it does not have follow the rule of later versions.
 */
static BxStatus
lex_path_number(QParser *p, QToken *t)
{
	static const uint8_t may_touch[] = {QW_OR, QW_AND, QW_DIV, QW_MOD};
	uint32_t at = digits_end(p, t->off), end;
	char buf[Q_SHOWN_MAX];
	QWord word;

	if (q_byte(p, at) == '.')
		at = digits_end(p, at + 1);
	t->kind = Q_TOK_DOUBLE;
	t->end = at;
	end = q_ncname_end(p, at);
	if (end == at)
		return BX_OK;
	word = q_word_find(bx_str(p->s + at, end - at));
	if (memchr(may_touch, (int) word, sizeof(may_touch)) != NULL)
		return BX_OK;
	return q_fail(p, at, NULL, "Expected white space between a number and a name.", "unexpected \"%s\"",
				  q_shown(bx_str(p->s + at, end - at), buf));
}

/* A number is followed by neither a name nor a point (A.2.2). */
static BxStatus
lex_number(QParser *p, QToken *t)
{
	uint32_t end = digits_end(p, t->off);

	t->kind = Q_TOK_INTEGER;
	if (q_byte(p, end) == '.')
	{
		t->kind = Q_TOK_DECIMAL;
		end = digits_end(p, end + 1);
	}
	if ((q_byte(p, end) | 0x20) == 'e')
	{
		uint32_t sign = q_byte(p, end + 1) == '+' || q_byte(p, end + 1) == '-';

		t->kind = Q_TOK_DOUBLE;
		if (!bx_is_digit(q_byte(p, end + 1 + sign)))
			return q_unexpected_at(p, end,
								   "Expected digits in the exponent, or white space behind the number.");
		end = digits_end(p, end + 1 + sign);
	}
	t->end = end;
	if (q_byte(p, end) == '.' || q_ncname_end(p, end) > end)
		return q_unexpected_at(p, end, "Expected white space or an operator behind a number.");
	return BX_OK;
}

static BxStatus
lex_string(QParser *p, QToken *t)
{
	char quote = p->s[t->off];
	uint32_t at = t->off + 1;

	for (;;)
	{
		const char *hit = at < p->n ? memchr(p->s + at, quote, p->n - at) : NULL;

		if (hit == NULL)
			return q_fail(p, t->off, "XPST0003",
						  quote == '"' ? "Expected a closing \"." : "Expected a closing '.",
						  "unterminated string literal");
		at = (uint32_t) (hit - p->s) + 1;
		if (q_byte(p, at) != (uint8_t) quote)
			break;
		at++;
	}
	t->kind = Q_TOK_STRING;
	t->local = bx_str(p->s + t->off + 1, at - t->off - 2);
	t->end = at;
	return BX_OK;
}

/* Tokens of two characters and more; the first that fits counts. */
static const struct
{
	char text[4];
	uint8_t kind;
} symbols[] = {
	{"..", Q_TOK_PARENT},     {"::", Q_TOK_COLONS}, {":=", Q_TOK_ASSIGN}, {"//", Q_TOK_SLASHES},
	{"!=", Q_TOK_NE},         {"<=", Q_TOK_LE},     {">=", Q_TOK_GE},     {"<<", Q_TOK_BEFORE},
	{">>", Q_TOK_AFTER},      {"||", Q_TOK_CONCAT}, {"=>", Q_TOK_ARROW},  {"(#", Q_TOK_PRAGMA},
	{"``[", Q_TOK_BACKTICKS},
};

/* The characters that are tokens. */
#define CHARACTERS "!#$%()*+,-./:;<=>?@[]{|}"

/* A variable is one token, as in XPath 1.0: its name touches the "$". */
static BxStatus
check_variable(QParser *p, const QToken *t)
{
	QToken name = {.off = t->off + 1};
	uint32_t end = q_ncname_end(p, name.off);

	if (end == name.off)
		return q_unexpected_at(p, name.off, "Expected a variable name after \"$\".");
	if (q_byte(p, end) != ':' && q_byte(p, end) != '{')
		return BX_OK;
	BX_TRY(lex_name(p, &name));
	return name.any_local ? q_unexpected_at(p, name.end - 1, "Expected the local name of a variable.")
						  : BX_OK;
}

static BxStatus
take(QToken *t, unsigned kind, uint32_t n)
{
	t->kind = (uint8_t) kind;
	t->end = t->off + n;
	return BX_OK;
}

/* Characters that are a token of a path whatever follows them. */
static const bool stands_alone[256] = {
	['('] = true, [')'] = true, ['['] = true, [']'] = true, ['@'] = true,
	[','] = true, ['+'] = true, ['-'] = true, ['='] = true, [';'] = true,
};

/* The symbols of paths. */
static BxStatus
lex_path_symbol(QParser *p, QToken *t, uint8_t c)
{
	uint8_t next = q_byte(p, t->off + 1);

	switch (c)
	{
		case '/': return next == '/' ? take(t, Q_TOK_SLASHES, 2) : take(t, c, 1);
		case '.': return next == '.' ? take(t, Q_TOK_PARENT, 2) : take(t, c, 1);
		case '<': return next == '=' ? take(t, Q_TOK_LE, 2) : take(t, c, 1);
		case '>': return next == '=' ? take(t, Q_TOK_GE, 2) : take(t, c, 1);
		case '$': BX_TRY(check_variable(p, t)); return take(t, c, 1);
		case '|': return next == '|' ? q_unexpected_at(p, t->off + 1, NULL) : take(t, c, 1);
		case '!':
			return next == '=' ? take(t, Q_TOK_NE, 2)
							   : q_unexpected_at(p, t->off, "Expected \"=\" after \"!\".");
		case ':':
			if (next == ':' || next == '=')
				return take(t, next == ':' ? Q_TOK_COLONS : Q_TOK_ASSIGN, 2);
			return q_unexpected_at(p, t->off, "No white space is allowed around the \":\" of a name.");
		case '{':
		case '}': return p->mode == Q_MODE_UPDATE ? take(t, c, 1) : q_unexpected_at(p, t->off, NULL);
		default: return q_unexpected_at(p, t->off, NULL);
	}
}

static BxStatus
lex_symbol(QParser *p, QToken *t, uint8_t c)
{
	uint8_t next = q_byte(p, t->off + 1);

	for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++)
	{
		size_t n = symbols[i].text[2] == '\0' ? 2 : 3;

		if ((uint8_t) symbols[i].text[0] == c && (uint8_t) symbols[i].text[1] == next &&
			(n == 2 || q_byte(p, t->off + 2) == (uint8_t) symbols[i].text[2]))
		{
			t->kind = symbols[i].kind;
			t->end = t->off + (uint32_t) n;
			return BX_OK;
		}
	}
	if (c >= 0x80 || c == '\0' || strchr(CHARACTERS, c) == NULL)
		return q_unexpected_at(p, t->off, NULL);
	t->kind = c;
	t->end = t->off + 1;
	return BX_OK;
}

/* The name at t->off; *after is where the token behind it is, t->next what is there. */
static BxStatus
lex_name_and_next(QParser *p, QToken *t, uint32_t *after)
{
	if (p->s[t->off] != '*')
		BX_TRY(lex_name(p, t));
	*after = t->end;
	BX_TRY(skip_space(p, after));
	t->next = q_byte(p, *after);
	if (t->next == ':' && q_byte(p, *after + 1) != ':')
		t->next = ' ';
	return BX_OK;
}

/* What begins with neither a letter nor a character that stands alone. */
static BxStatus
lex_other(QParser *p, QToken *t, uint32_t *after)
{
	uint8_t c = q_byte(p, t->off);

	if (t->off >= p->n)
		t->kind = Q_TOK_END;
	else if (bx_is_digit(c) || (c == '.' && bx_is_digit(q_byte(p, t->off + 1))))
		BX_TRY(q_in_path(p) ? lex_path_number(p, t) : lex_number(p, t));
	else if (c == '"' || c == '\'')
		BX_TRY(lex_string(p, t));
	else if (c == '*')
		lex_star(p, t);
	else
		BX_TRY(q_in_path(p) ? lex_path_symbol(p, t, c) : lex_symbol(p, t, c));
	*after = t->end;
	return BX_LIKELY(t->kind != Q_TOK_NAME) ? BX_OK : lex_name_and_next(p, t, after);
}

/* The token at or behind a byte, and where the next one is looked for. */
BX_INLINE BxStatus
lex(QParser *p, uint32_t off, QToken *t, uint32_t *after)
{
	uint8_t c;

	memset(t, 0, sizeof(*t));
	BX_TRY(skip_space(p, &off));
	t->off = t->end = *after = off;
	c = q_byte(p, off);
	if (c >= 0x80 || (in_names[c] & BEGINS) != 0)
		return lex_name_and_next(p, t, after);
	if (!stands_alone[c] || !q_in_path(p))
		return lex_other(p, t, after);
	*after = off + 1;
	return take(t, c, 1);
}

/* Length and encoding of a path, whose errors have positions. */
static BxStatus
check_path(QParser *p, const char *text, size_t n)
{
	const uint8_t *s = (const uint8_t *) text, *at;
	size_t bad;

	_Static_assert(Q_MAX_SOURCE == 1048576, "the message says it");
	if (n > Q_MAX_SOURCE)
	{
		p->n = Q_MAX_SOURCE;
		return q_fail(p, p->n, NULL, "At most 1048576 bytes are allowed.", "expression too long");
	}
	if (bx_utf8_is_xml(s, n, &bad))
		return BX_OK;
	p->n = (uint32_t) bad;
	at = s + bad;
	if (bx_utf8_next(&at, s + n) >= 0)
		return q_fail(p, p->n, NULL, "The character is not one that XML allows.", "invalid character");
	return bx_fail(p->err, BX_E_ENCODING, q_pos(p, p->n), "invalid byte 0x%02x in an XPath expression",
				   s[bad]);
}

BxStatus
q_check_path(BxStr text, const BxHost *host, BxError *err)
{
	QParser p = {.s = text.s, .place = {.pos = 1}, .mode = Q_MODE_PATH, .host = host, .err = err};

	return check_path(&p, text.s, text.n);
}

/* Length and characters of a query. */
static BxStatus
check_query(QParser *p, const char *s, size_t n)
{
	size_t bad;

	if (n > Q_MAX_SOURCE)
	{
		bx_fail(p->err, BX_E_LIMIT, -1, "%sexpression too long", q_invalid(p));
		return bx_hint(p->err, BX_E_LIMIT, "At most %d bytes are allowed.", Q_MAX_SOURCE);
	}
	BX_TRY(bx_charge(p->host, n));
	if (!bx_utf8_is_xml((const uint8_t *) s, n, &bad))
	{
		p->n = (uint32_t) bad;
		return q_fail(p, p->n, "XPST0003", NULL, "a character that XML does not allow");
	}
	return BX_OK;
}

static bool
is_ascii(const char *s, size_t n)
{
	uint64_t bits = 0;
	size_t i;

	for (i = 0; n - i >= sizeof(bits); i += sizeof(bits))
		bits |= bx_get_u64((const uint8_t *) s + i);
	for (; i < n; i++)
		bits |= (uint8_t) s[i];
	return (bits & UINT64_C(0x8080808080808080)) == 0;
}

BxStatus
q_lex_init(QParser *p, const char *s, size_t n)
{
	p->s = s;
	p->n = 0;
	p->place.pos = 1;
	BX_TRY(q_in_path(p) ? check_path(p, s, n) : check_query(p, s, n));
	p->n = (uint32_t) n;
	p->ascii = is_ascii(s, n);
	if (p->mode != Q_MODE_PATH)
		for (uint32_t at = q_find(p, 0, "xmlns"); at < p->n; at = q_find(p, at + 1, "xmlns"))
			p->last_xmlns = at;
	return q_resume(p, 0);
}

/* A path is short, mostly: it asks the host after so many tokens. */
#define TOKENS_PER_POLL 4096

/* The token was taken from a byte on. */
static inline BxStatus
charge_token(QParser *p, uint32_t off)
{
	if (!q_in_path(p))
		return bx_charge(p->host, BX_STEP_UNITS + (p->at - off));
	bx_note(p->host, BX_STEP_UNITS + (p->at - off));
	if (BX_LIKELY(++p->ticks % TOKENS_PER_POLL != 0))
		return BX_OK;
	return bx_poll(p->host) == BX_OK ? BX_OK : bx_fail(p->err, BX_E_CANCEL, -1, "canceled");
}

BxStatus
q_resume(QParser *p, uint32_t off)
{
	BX_TRY(lex(p, off, &p->tok, &p->at));
	return charge_token(p, off);
}

/* The token at p->at, and where the next one is looked for. */
static BxStatus
look_ahead(QParser *p)
{
	if (p->ahead.from == p->at && p->ahead.after > 0)
		return BX_OK;
	p->ahead.after = 0;
	p->ahead.from = p->at;
	return lex(p, p->at, &p->ahead.tok, &p->ahead.after);
}

BxStatus
q_advance(QParser *p)
{
	uint32_t off = p->at;

	if (BX_LIKELY(p->ahead.from != off || p->ahead.after == 0))
		return q_resume(p, off);
	p->tok = p->ahead.tok;
	p->at = p->ahead.after;
	return charge_token(p, off);
}

BxStatus
q_peek(QParser *p, QToken *next)
{
	BX_TRY(look_ahead(p));
	*next = p->ahead.tok;
	return BX_OK;
}

BxStatus
q_peek_two(QParser *p, QToken *next, QToken *second)
{
	uint32_t after;

	BX_TRY(q_peek(p, next));
	return lex(p, p->ahead.after, second, &after);
}

BxStatus
q_expect(QParser *p, unsigned kind, const char *detail)
{
	return p->tok.kind == kind ? q_advance(p) : q_unexpected(p, detail);
}

BxStatus
q_expect_word(QParser *p, QWord word, const char *detail)
{
	return p->tok.word == word ? q_advance(p) : q_unexpected(p, detail);
}

BxStatus
q_accept(QParser *p, unsigned kind, bool *taken)
{
	*taken = p->tok.kind == kind;
	return *taken ? q_advance(p) : BX_OK;
}

BxStatus
q_accept_word(QParser *p, QWord word, bool *taken)
{
	*taken = p->tok.word == word;
	return *taken ? q_advance(p) : BX_OK;
}
