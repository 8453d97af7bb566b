/*
 * q_put.c -- characters, names and literals of a printed query.
 */
#include "q_print_int.h"

#include <float.h>
#include <math.h>

#include "../../base/bx_array.h"
#include "../../base/bx_utf8.h"
#include "../../value/bx_value.h"

/* What behind "/" does not begin a step. */
#define NO_STEP ")]},;=>!|+-"

void
q_put_root(QPrinter *pr)
{
	q_put(pr, "/");
	pr->root = pr->out->len;
}

/* A path "/" is the last that was put, with white space perhaps: parentheses around it if a step could follow. */
static void
settle_root(QPrinter *pr, BxStr next)
{
	size_t behind = pr->out->len - pr->root;
	char *at;

	next = bx_str_trim(next);
	if (next.n == 0)
		return;
	if (strchr(NO_STEP, next.s[0]) == NULL)
	{
		bx_buf_add(pr->out, "  ", 2, &pr->status, pr->err);
		if (pr->status != BX_OK)
			return;
		at = (char *) pr->out->data + pr->root;
		memmove(at + 2, at, behind);
		memcpy(at - 1, "(/)", 3);
	}
	pr->root = 0;
}

void
q_put_str(QPrinter *pr, BxStr s)
{
	if (BX_UNLIKELY(pr->root > 0))
		settle_root(pr, s);
	bx_buf_add(pr->out, s.s, s.n, &pr->status, pr->err);
}

void
q_put(QPrinter *pr, const char *s)
{
	q_put_str(pr, bx_str(s, strlen(s)));
}

/* What is written instead of a character; NULL: the character itself. */
typedef const char *(*Escape)(char c);

static const char *
in_content(char c)
{
	switch (c)
	{
		case '&': return "&amp;";
		case '<': return "&lt;";
		case '{': return "{{";
		case '}': return "}}";
		case '\r': return "&#13;";
		default: return NULL;
	}
}

static const char *
in_attribute(char c)
{
	switch (c)
	{
		case '"': return "&quot;";
		case '\t': return "&#9;";
		case '\n': return "&#10;";
		default: return in_content(c);
	}
}

/* White space that must not be taken for boundary white space. */
static const char *
in_space(char c)
{
	return c == ' ' ? "&#32;" : c == '\r' ? "&#13;" : in_attribute(c);
}

static const char *
in_string(char c)
{
	return c == '"' ? "\"\"" : c == '&' ? "&amp;" : c == '\r' ? "&#13;" : NULL;
}

/* References mean nothing in strings of paths. */
static const char *
in_path_string(char c)
{
	return c == '"' ? "\"\"" : NULL;
}

static const char *
in_braces(char c)
{
	return c == '{' ? "&#123;" : c == '}' ? "&#125;" : c == '&' ? "&amp;" : NULL;
}

static void
put_escaped(QPrinter *pr, BxStr s, Escape escape)
{
	size_t from = 0;

	for (size_t i = 0; i < s.n; i++)
	{
		const char *instead = escape(s.s[i]);

		if (instead == NULL)
			continue;
		q_put_str(pr, bx_str(s.s + from, i - from));
		q_put(pr, instead);
		from = i + 1;
	}
	q_put_str(pr, bx_str(s.s + from, s.n - from));
}

void
q_put_characters(QPrinter *pr, BxStr s, bool attribute)
{
	put_escaped(pr, s, attribute ? in_attribute : bx_is_all_space(s.s, s.n) ? in_space : in_content);
}

void
q_put_string(QPrinter *pr, BxStr s)
{
	q_put(pr, "\"");
	put_escaped(pr, s, pr->path ? in_path_string : in_string);
	q_put(pr, "\"");
}

void
q_put_uri_string(QPrinter *pr, BxStr uri)
{
	q_put(pr, "\"");
	put_escaped(pr, uri, in_string);
	q_put(pr, "\"");
}

/* ---- names ---- */

bool
q_room(QPrinter *pr, void *list, uint32_t n, uint32_t *cap, size_t size)
{
	void *items;

	memcpy(&items, list, sizeof(items));
	if (pr->status == BX_OK && n == *cap)
	{
		items = bx_array_grow(pr->out->host, items, cap, n + 1, size);
		if (items == NULL)
			pr->status = bx_fail_nomem(pr->err, size);
		else
			memcpy(list, &items, sizeof(items));
	}
	return pr->status == BX_OK;
}

void
q_scope_add(QPrinter *pr, BxStr prefix, BxStr uri)
{
	if (q_room(pr, &pr->scope, pr->n_scope, &pr->cap_scope, sizeof(*pr->scope)))
		pr->scope[pr->n_scope++] = (QNamespace){prefix, uri};
}

bool
q_scope_has(QPrinter *pr, BxStr prefix, BxStr uri)
{
	if (pr->status == BX_OK)
		pr->status = bx_charge(pr->out->host, 16 * (uint64_t) pr->n_scope);
	for (uint32_t i = pr->n_scope; i > 0; i--)
		if (bx_str_equal(pr->scope[i - 1].prefix, prefix))
			return bx_str_equal(pr->scope[i - 1].uri, uri);
	return false;
}

static void
put_uri(QPrinter *pr, BxStr uri)
{
	q_put(pr, "Q{");
	put_escaped(pr, uri, in_braces);
	q_put(pr, "}");
}

/* Does the prefix mean that at this place?  In a path it may be bound later. */
static bool
has_prefix(QPrinter *pr, const AtName *name)
{
	return name->prefix.n > 0 && ((pr->path && name->uri.n == 0) || q_scope_has(pr, name->prefix, name->uri));
}

static void
put_prefixed(QPrinter *pr, const AtName *name)
{
	q_put_str(pr, name->prefix);
	q_put(pr, ":");
	q_put_str(pr, name->local);
}

void
q_put_full_name(QPrinter *pr, const AtName *name)
{
	if (has_prefix(pr, name))
		put_prefixed(pr, name);
	else
	{
		put_uri(pr, name->uri);
		q_put_str(pr, name->local);
	}
}

void
q_put_name(QPrinter *pr, const AtName *name, BxStr by_default)
{
	if (has_prefix(pr, name))
		put_prefixed(pr, name);
	else if (bx_str_equal(name->uri, by_default))
		q_put_str(pr, name->local);
	else
	{
		put_uri(pr, name->uri);
		q_put_str(pr, name->local);
	}
}

void
q_put_element_name(QPrinter *pr, const AtName *name)
{
	q_put_name(pr, name, pr->element_uri);
}

void
q_put_variable(QPrinter *pr, const AtName *name)
{
	q_put(pr, "$");
	q_put_name(pr, name, bx_str("", 0));
}

/* ---- literals ---- */

/* Paths have no exponents: a number that is too large has many digits. */
static void
put_path_number(QPrinter *pr, double d)
{
	char buf[BX_NUMBER_TEXT_MAX];

	if (!isinf(d))
		q_put_str(pr, bx_str(buf, bx_number_format(d, buf)));
	for (unsigned i = 0; isinf(d) && i < DBL_MAX_10_EXP + 2; i++)
		q_put(pr, "9");
}

static void
put_double(QPrinter *pr, double d)
{
	char buf[BX_NUMBER_TEXT_MAX];

	if (pr->path)
		put_path_number(pr, d);
	else if (isinf(d))
		q_put(pr, d > 0 ? "1e999" : "-1e999");
	else
	{
		q_put_str(pr, bx_str(buf, bx_number_format(d, buf)));
		q_put(pr, "e0");
	}
}

static void
put_decimal(QPrinter *pr, const XdItem *value)
{
	AtDecimal d = at_item_decimal(value);
	BxArena arena;
	size_t n;
	char *text;

	bx_arena_init_small(&arena, pr->out->host);
	text = at_decimal_format(&arena, &d, &n);
	if (text == NULL && pr->status == BX_OK)
		pr->status = bx_fail_nomem(pr->err, 1);
	else if (text != NULL)
	{
		q_put_str(pr, bx_str(text, n));
		if (!at_is_integer(value) && memchr(text, '.', n) == NULL)
			q_put(pr, ".0");
	}
	bx_arena_reset(&arena);
}

/* A value that has no literal: its constructor. */
static void
put_constructed(QPrinter *pr, const XdItem *value)
{
	BxArena arena;
	AtCall call = {.host = pr->out->host, .arena = &arena, .err = pr->err, .zone = 0};
	BxStr text;
	BxStatus st;

	bx_arena_init_small(&arena, pr->out->host);
	st = at_text(&call, value, &text);
	if (pr->status == BX_OK)
		pr->status = st;
	if (pr->status == BX_OK)
	{
		q_put(pr, "Q{" Q_URI_XS "}");
		q_put_str(pr, at_types[value->type].name);
		q_put(pr, "(");
		q_put_string(pr, text);
		q_put(pr, ")");
	}
	bx_arena_reset(&arena);
}

void
q_put_literal(QPrinter *pr, const XdItem *value)
{
	switch (value->type)
	{
		case AT_STRING: q_put_string(pr, at_item_str(value)); break;
		case AT_INTEGER:
		case AT_DECIMAL: put_decimal(pr, value); break;
		case AT_DOUBLE:
			if (!isnan(value->u.d))
				put_double(pr, value->u.d);
			else
				put_constructed(pr, value);
			break;
		default: put_constructed(pr, value);
	}
}
