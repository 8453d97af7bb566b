/*
 * bx_rx_parse.c -- from the text of a pattern to its tree; bx_regex_compile.
 *
 * Recursion is by group only, and bounded.  Nodes that can only match the empty string are dropped from lists and
 * repetitions, so that writing out "(?:){99999}" costs nothing.
 */
#include "bx_rx_int.h"

#include <stdio.h>

#include "../base/bx_utf8.h"

BxStatus
bx_rx_fail(BxRxParser *p, const uint8_t *at, const char *detail, const char *what)
{
	int64_t pos = (int64_t) bx_utf8_length(p->s, (size_t) (at - p->s)) + 1;

	bx_fail(p->err, BX_E_REGEX, pos, "invalid regular expression: %s", what);
	if (p->err != NULL && detail != NULL)
		snprintf(p->err->detail, sizeof(p->err->detail), "%s", detail);
	return BX_E_REGEX;
}

BxStatus
bx_rx_room(BxRxParser *p, void **array, size_t item, uint32_t used, uint32_t *cap)
{
	uint32_t more = *cap == 0 ? 4 : *cap * 2;
	void *bigger;

	if (used < *cap)
		return BX_OK;
	bigger = bx_arena_alloc(p->arena, more * item);
	if (bigger == NULL)
		return bx_fail_nomem(p->err, more * item);
	if (used > 0)
		memcpy(bigger, *array, used * item);
	*array = bigger;
	*cap = more;
	return BX_OK;
}

BxStatus
bx_rx_enter(BxRxParser *p)
{
	const BxHost *host = p->arena->host;

	_Static_assert(BX_REGEX_MAX_DEPTH == 200, "the message says it");
	if (p->depth++ >= BX_REGEX_MAX_DEPTH)
		return bx_rx_fail(p, p->at, "At most 200 groups may be nested.", "too deeply nested");
	if (!bx_stack_ok(host))
		return bx_fail(p->err, BX_E_DEPTH, -1, "regular expression too deeply nested for the stack");
	return BX_OK;
}

BxStatus
bx_rx_next(BxRxParser *p, int32_t *cp)
{
	if ((p->flags & BX_REGEX_NO_SPACE) && !p->in_class)
		while (p->at < p->end && bx_is_space(*p->at))
			p->at++;
	*cp = -1;
	if (p->at == p->end)
		return BX_OK;
	*cp = bx_utf8_next(&p->at, p->end);
	return *cp >= 0 ? BX_OK : bx_rx_fail(p, p->at, NULL, "not valid UTF-8");
}

/* The next character, not read yet. */
static BxStatus
look(BxRxParser *p, int32_t *cp)
{
	const uint8_t *at;
	BxStatus st = bx_rx_next(p, cp);

	/* a character of the grammar is one byte */
	at = p->at;
	if (st == BX_OK && *cp >= 0)
		p->at = at - (*cp < 0x80 ? 1 : *cp < 0x800 ? 2 : *cp < 0x10000 ? 3 : 4);
	return st;
}

/* ---- nodes ---- */

static BxStatus
add_node(BxRxParser *p, BxRxNode node, uint32_t *no)
{
	BX_TRY(bx_rx_room(p, (void **) &p->nodes, sizeof(BxRxNode), p->n_nodes, &p->cap_nodes));
	*no = p->n_nodes;
	p->nodes[p->n_nodes++] = node;
	if ((p->n_nodes & 4095) == 0)
		return bx_poll(p->arena->host);
	return BX_OK;
}

/* A list that grows at its end. */
typedef struct List
{
	uint32_t first;
	uint32_t last;
	uint32_t n;
} List;

static void
append(BxRxParser *p, List *list, uint32_t node)
{
	if (list->n++ == 0)
		list->first = node;
	else
		p->nodes[list->last].next = node;
	list->last = node;
}

/* One node for a list: a member alone needs no list around it. */
static BxStatus
list_node(BxRxParser *p, uint8_t kind, const List *list, uint32_t *no)
{
	if (list->n == 1)
	{
		*no = list->first;
		return BX_OK;
	}
	return add_node(p, (BxRxNode){.kind = list->n == 0 ? BX_RX_EMPTY : kind, .kid = list->first}, no);
}

static BxStatus
set_node(BxRxParser *p, BxRxSet *set, uint32_t *no)
{
	uint32_t index;

	BX_TRY(bx_rx_keep(p, set, &index));
	return add_node(p, (BxRxNode){.kind = BX_RX_SET, .x = index}, no);
}

static BxStatus
char_node(BxRxParser *p, uint32_t cp, uint32_t *no)
{
	BxRxSet set = {0};

	if ((p->flags & BX_REGEX_NO_CASE) == 0 || bx_unicode_orbit(cp) == cp)
		return add_node(p, (BxRxNode){.kind = BX_RX_CHAR, .x = cp}, no);
	BX_TRY(bx_rx_cased(p, cp, &set));
	return set_node(p, &set, no);
}

/* ---- quantifiers ---- */

#define COUNT_MAX 1000000 /* above it every program is too large anyway */

/* Digits; *some is false when there are none. */
static BxStatus
parse_count(BxRxParser *p, uint32_t *count, bool *some)
{
	int32_t cp;

	*count = 0;
	for (*some = false;; *some = true)
	{
		BX_TRY(look(p, &cp));
		if (cp < '0' || cp > '9')
			return BX_OK;
		p->at++;
		*count = *count * 10 + (uint32_t) (cp - '0');
		if (*count > COUNT_MAX)
			*count = COUNT_MAX;
	}
}

/* "{n}", "{n,}", "{n,m}", p->at behind the "{". */
static BxStatus
parse_counts(BxRxParser *p, BxRxNode *repeat)
{
	const uint8_t *at = p->at;
	bool some;
	int32_t cp;

	BX_TRY(parse_count(p, &repeat->x, &some));
	BX_TRY(look(p, &cp));
	repeat->y = repeat->x;
	if (some && cp == ',')
	{
		p->at++;
		BX_TRY(parse_count(p, &repeat->y, &some));
		if (!some)
			repeat->y = BX_RX_NO_MAX;
		BX_TRY(look(p, &cp));
		some = true;
	}
	if (!some || cp != '}')
		return bx_rx_fail(p, at, "Write \"\\{\" for the character.",
						  "a number and \"}\" expected after \"{\"");
	p->at++;
	if (repeat->y < repeat->x)
		return bx_rx_fail(p, at, NULL, "a quantifier ends before it starts");
	return BX_OK;
}

/* A "?" behind a quantifier or "(", which only XPath has. */
static bool
takes_question(BxRxParser *p, int32_t cp)
{
	bool taken = cp == '?' && !(p->flags & BX_REGEX_WHOLE);

	p->at += taken;
	return taken;
}

/* A quantifier behind the atom, if there is one. */
static BxStatus
parse_quantifier(BxRxParser *p, uint32_t *atom)
{
	BxRxNode repeat = {.kind = BX_RX_REPEAT, .kid = *atom};
	int32_t cp;

	BX_TRY(look(p, &cp));
	if (cp != '*' && cp != '+' && cp != '?' && cp != '{')
		return BX_OK;
	p->at++;
	repeat.x = cp == '+';
	repeat.y = cp == '?' ? 1 : BX_RX_NO_MAX;
	if (cp == '{')
		BX_TRY(parse_counts(p, &repeat));
	BX_TRY(look(p, &cp));
	repeat.reluctant = takes_question(p, cp);
	if (p->nodes[*atom].kind == BX_RX_EMPTY)
		return BX_OK;
	return add_node(p, repeat.y == 0 ? (BxRxNode){.kind = BX_RX_EMPTY} : repeat, atom);
}

/* ---- atoms ---- */

static BxStatus parse_branches(BxRxParser *p, uint32_t *node);

/* Begin a capturing group. */
static BxStatus
begin_group(BxRxParser *p, uint32_t *number)
{
	*number = ++p->n_groups;
	if (p->group_in == NULL)
		p->group_in = bx_arena_zalloc(p->arena, BX_RX_GROUPS * sizeof(p->group_in[0]));
	if (p->group_in == NULL)
		return bx_fail_nomem(p->err, BX_RX_GROUPS * sizeof(p->group_in[0]));
	if (*number < BX_RX_GROUPS)
		p->group_in[*number] = (uint16_t) p->inside;
	p->inside = *number;
	return BX_OK;
}

/* "(...)" or "(?:...)", p->at behind the "(". */
static BxStatus
parse_group(BxRxParser *p, uint32_t *node)
{
	const uint8_t *at = p->at - 1;
	uint32_t number = 0, around = p->inside;
	int32_t cp;

	BX_TRY(bx_rx_enter(p));
	BX_TRY(look(p, &cp));
	if (takes_question(p, cp))
	{
		BX_TRY(bx_rx_next(p, &cp));
		if (cp != ':')
			return bx_rx_fail(p, at, NULL, "\"(?\" can only begin \"(?:\"");
	}
	else
		BX_TRY(begin_group(p, &number));
	BX_TRY(parse_branches(p, node));
	BX_TRY(bx_rx_next(p, &cp));
	if (cp != ')')
		return bx_rx_fail(p, at, NULL, "\")\" is missing");
	p->depth--;
	p->inside = around;
	if (number == 0)
		return BX_OK;
	return add_node(p, (BxRxNode){.kind = BX_RX_GROUP, .kid = *node, .x = number}, node);
}

/* Is the group, which has begun, not closed yet? */
static bool
is_open(const BxRxParser *p, uint32_t group)
{
	uint32_t g = p->inside;

	while (g > group)
		g = g < BX_RX_GROUPS ? p->group_in[g] : g - 1;
	return g == group;
}

/* "\N": one digit, and those behind it as long as so many groups have begun; p->at is at the first. */
static BxStatus
parse_back(BxRxParser *p, uint32_t *node)
{
	const uint8_t *at = p->at - 1;
	BxRxNode back = {.kind = BX_RX_BACK, .x = (uint32_t) *p->at++ - '0'};

	while (p->at < p->end && *p->at >= '0' && *p->at <= '9' && back.x * 10 + (*p->at - '0') <= p->n_groups)
		back.x = back.x * 10 + (*p->at++ - '0');
	if (back.x == 0 || back.x > p->n_groups || back.x >= BX_RX_GROUPS || is_open(p, back.x))
		return bx_rx_fail(p, at, NULL, "a back-reference must follow the group that it refers to");
	p->backs = true;
	return add_node(p, back, node);
}

static BxStatus
parse_escape(BxRxParser *p, uint32_t *node)
{
	BxRxSet set = {0};
	int32_t cp;

	if ((p->flags & BX_REGEX_BACK) && p->at < p->end && *p->at >= '0' && *p->at <= '9')
		return parse_back(p, node);
	BX_TRY(bx_rx_escape(p, &cp, &set));
	return cp >= 0 ? char_node(p, (uint32_t) cp, node) : set_node(p, &set, node);
}

static BxStatus
parse_atom(BxRxParser *p, uint32_t *node)
{
	bool lines = (p->flags & BX_REGEX_LINES) != 0;
	BxRxNode place = {.kind = BX_RX_ASSERT};
	const uint8_t *at;
	BxRxSet set = {0};
	int32_t cp;

	BX_TRY(look(p, &cp));
	at = p->at;
	BX_TRY(bx_rx_next(p, &cp));
	if ((p->flags & BX_REGEX_WHOLE) && (cp == '^' || cp == '$'))
		return char_node(p, (uint32_t) cp, node);
	switch (cp)
	{
		case '(': return parse_group(p, node);
		case '\\': return parse_escape(p, node);
		case '[': BX_TRY(bx_rx_bracket(p, &set)); return set_node(p, &set, node);
		case '.': BX_TRY(bx_rx_dot(p, &set)); return set_node(p, &set, node);
		case '^':
			place.x = lines ? BX_RX_OP_LINE_START : BX_RX_OP_TEXT_START;
			return add_node(p, place, node);
		case '$': place.x = lines ? BX_RX_OP_LINE_END : BX_RX_OP_TEXT_END; return add_node(p, place, node);
		case '?':
		case '*':
		case '+': return bx_rx_fail(p, at, NULL, "nothing to repeat");
		case '{':
		case '}':
		case ']': return bx_rx_fail(p, at, "Write it after \"\\\" for the character.", "unexpected bracket");
		default: return char_node(p, (uint32_t) cp, node);
	}
}

/* Atoms with their quantifiers up to "|", ")" or the end. */
static BxStatus
parse_branch(BxRxParser *p, uint32_t *node)
{
	List list = {0};
	uint32_t atom;
	int32_t cp;

	for (;;)
	{
		BX_TRY(look(p, &cp));
		if (cp < 0 || cp == '|' || cp == ')')
			return list_node(p, BX_RX_CAT, &list, node);
		BX_TRY(parse_atom(p, &atom));
		BX_TRY(parse_quantifier(p, &atom));
		if (p->nodes[atom].kind != BX_RX_EMPTY)
			append(p, &list, atom);
	}
}

static BxStatus
parse_branches(BxRxParser *p, uint32_t *node)
{
	List list = {0};
	uint32_t branch;
	int32_t cp;

	for (;;)
	{
		BX_TRY(parse_branch(p, &branch));
		append(p, &list, branch);
		BX_TRY(look(p, &cp));
		if (cp != '|')
			return list_node(p, BX_RX_ALT, &list, node);
		p->at++;
	}
}

/* With flag q: one character after the other. */
static BxStatus
parse_verbatim(BxRxParser *p, uint32_t *node)
{
	List list = {0};
	uint32_t one;
	int32_t cp;

	for (;;)
	{
		BX_TRY(bx_rx_next(p, &cp));
		if (cp < 0)
			return list_node(p, BX_RX_CAT, &list, node);
		BX_TRY(char_node(p, (uint32_t) cp, &one));
		append(p, &list, one);
	}
}

/* The start of the string, the tree, the end of the string. */
static BxStatus
hold_whole(BxRxParser *p, uint32_t *root)
{
	List list = {0};
	uint32_t node;

	BX_TRY(add_node(p, (BxRxNode){.kind = BX_RX_ASSERT, .x = BX_RX_OP_TEXT_START}, &node));
	append(p, &list, node);
	append(p, &list, *root);
	BX_TRY(add_node(p, (BxRxNode){.kind = BX_RX_ASSERT, .x = BX_RX_OP_TEXT_END}, &node));
	append(p, &list, node);
	return list_node(p, BX_RX_CAT, &list, root);
}

static BxStatus
parse(BxRxParser *p, uint32_t *root)
{
	if (p->flags & BX_REGEX_VERBATIM)
	{
		p->flags &= BX_REGEX_VERBATIM | BX_REGEX_NO_CASE;
		return parse_verbatim(p, root);
	}
	BX_TRY(parse_branches(p, root));
	if (p->at != p->end)
		return bx_rx_fail(p, p->at, NULL, "unexpected \")\"");
	return p->flags & BX_REGEX_WHOLE ? hold_whole(p, root) : BX_OK;
}

/* ---- the whole ---- */

BxStatus
bx_regex_flags(const char *s, size_t n, unsigned *flags, BxError *err)
{
	static const char letters[] = "smixq"; /* in the order of the bits */
	size_t i;

	for (*flags = 0, i = 0; i < n; i++)
	{
		const char *hit = s[i] != '\0' ? strchr(letters, s[i]) : NULL;

		if (hit != NULL)
		{
			*flags |= 1u << (hit - letters);
			continue;
		}
		bx_fail(err, BX_E_REGEX, -1, "invalid flags of a regular expression");
		if (err != NULL)
			snprintf(err->detail, sizeof(err->detail), "The flags are s, m, i, x and q.");
		return BX_E_REGEX;
	}
	return BX_OK;
}

BxStatus
bx_regex_compile(const char *pattern, size_t n, unsigned flags, BxArena *arena, BxRegex **re, BxError *err)
{
	BxRxParser p;
	uint32_t root;

	memset(&p, 0, sizeof(p));
	p.s = p.at = (const uint8_t *) pattern;
	p.end = p.s + n;
	p.flags = flags;
	p.arena = arena;
	p.err = err;
	p.n_nodes = 1;
	p.nodes = bx_arena_zalloc(arena, 16 * sizeof(BxRxNode));
	*re = bx_arena_zalloc(arena, sizeof(BxRegex));
	if (p.nodes == NULL || *re == NULL)
		return bx_fail_nomem(err, sizeof(BxRegex));
	p.cap_nodes = 16;
	BX_TRY(parse(&p, &root));
	return bx_rx_program(&p, root, *re);
}

uint32_t
bx_regex_groups(const BxRegex *re)
{
	return re->n_groups;
}

uint32_t
bx_regex_group_in(const BxRegex *re, uint32_t group)
{
	return group < BX_RX_GROUPS && re->group_in != NULL ? re->group_in[group] : 0;
}
