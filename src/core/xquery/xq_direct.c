/*
 * xq_direct.c -- direct constructors (XQuery 1.0, section 3.7.1): XML as it is written, with expressions in braces.
 *
 * The characters are read here, from "<" to the end of the constructor; the tokens of expressions within it are not.
 * White space between tags and braces alone is dropped, as boundary-space strip says, the default.
 */
#include "xq_int.h"

#include "../base/bx_utf8.h"

typedef struct Direct
{
	XqParser *p;
	uint32_t at;
	uint32_t pos; /* of the outermost constructor, for messages */
} Direct;

/* Text being read; a literal of its own when it ends. */
typedef struct Literal
{
	char *s;
	uint32_t n;
	uint32_t cap;
	bool solid; /* holds something else than white space as it stands */
} Literal;

/* A name as it is written. */
typedef struct RawName
{
	uint32_t prefix;
	uint32_t prefix_n;
	uint32_t local;
	uint32_t local_n;
} RawName;

static BxStatus parse_element(Direct *d, XqExpr **source);

static char
peek(const Direct *d, uint32_t more)
{
	uint32_t at = d->at + more;

	return at < d->p->n ? d->p->s[at] : '\0';
}

static bool
starts(const Direct *d, const char *what)
{
	return bx_str_starts(bx_str(d->p->s + d->at, d->p->n - d->at), what);
}

static BxStatus
fail(Direct *d, const char *what)
{
	uint32_t at = d->at < d->p->n ? d->at : d->p->n;

	return xq_fail(d->p, xp_embed_pos(d->p->part, at), "%s", what);
}

static void
skip_space(Direct *d)
{
	while (d->at < d->p->n && bx_is_space(d->p->s[d->at]))
		d->at++;
}

/* ---- names ---- */

static uint32_t
ncname_end(const Direct *d, uint32_t at)
{
	const uint8_t *s = (const uint8_t *) d->p->s;
	const uint8_t *p = s + at, *end = s + d->p->n;

	while (p < end)
	{
		const uint8_t *q = p;
		int32_t cp = bx_utf8_next(&q, end);

		if (cp < 0 || !(p == s + at ? bx_is_name_start((uint32_t) cp) : bx_is_name_char((uint32_t) cp)))
			break;
		p = q;
	}
	return (uint32_t) (p - s);
}

static BxStatus
parse_name(Direct *d, RawName *name)
{
	uint32_t end = ncname_end(d, d->at);

	*name = (RawName){0, 0, d->at, end - d->at};
	if (end == d->at)
		return fail(d, "expected a name");
	d->at = end;
	if (peek(d, 0) != ':')
		return BX_OK;
	name->prefix = name->local;
	name->prefix_n = name->local_n;
	name->local = ++d->at;
	d->at = ncname_end(d, d->at);
	name->local_n = d->at - name->local;
	return name->local_n > 0 ? BX_OK : fail(d, "expected a local name behind the prefix");
}

static BxStr
piece(const Direct *d, uint32_t off, uint32_t n)
{
	return (BxStr){d->p->s + off, n};
}

/* Declarations of constructors around, and of the prolog, say what a prefix means. */
static BxStatus
resolve(Direct *d, const RawName *raw, bool element, XpEmbedName *name)
{
	name->prefix = piece(d, raw->prefix, raw->prefix_n);
	name->local = piece(d, raw->local, raw->local_n);
	name->uri = (BxStr){"", 0};
	if (raw->prefix_n == 0 && !element)
		return BX_OK;
	return xp_embed_namespace(d->p->part, raw->prefix, raw->prefix_n, &name->uri);
}

/* ---- text ---- */

static BxStatus
put(Direct *d, Literal *l, const char *s, uint32_t n)
{
	if (n > l->cap - l->n)
	{
		uint32_t cap = (l->n + n) * 2 + 16;
		char *grown = bx_arena_grow(d->p->arena, l->s, l->n, cap);

		if (grown == NULL)
			return bx_fail_nomem(d->p->err, cap);
		l->s = grown;
		l->cap = cap;
	}
	memcpy(l->s + l->n, s, n);
	l->n += n;
	return BX_OK;
}

/* A new literal at the end of a list, unless there is nothing in it. */
static BxStatus
flush(Direct *d, Literal *l, XqExpr ***last)
{
	XqExpr *s;

	if (l->n > 0)
	{
		s = xq_expr_new(d->p, XQ_LITERAL, d->pos);
		if (s == NULL)
			return BX_E_NOMEM;
		s->text = (BxStr){l->s, l->n};
		**last = s;
		*last = &s->next;
	}
	memset(l, 0, sizeof(*l));
	return BX_OK;
}

/* "&...;" */
static BxStatus
parse_reference(Direct *d, Literal *l)
{
	const char *s = d->p->s + d->at + 1;
	const char *end = memchr(s, ';', d->p->n - d->at - 1);
	uint32_t cp = end != NULL ? xp_reference(s, (uint32_t) (end - s)) : 0;
	uint8_t buf[4];

	if (cp == 0)
		return fail(d, "invalid character or entity reference");
	d->at += (uint32_t) (end - s) + 2;
	l->solid = true;
	return put(d, l, (const char *) buf, bx_utf8_put(buf, cp));
}

/* One character, or "{{", "}}"; the end of a line is always "\n", in attributes a space. */
static BxStatus
parse_char(Direct *d, Literal *l, bool attribute)
{
	char c = peek(d, 0);

	if (c == '&')
		return parse_reference(d, l);
	if (c == '}' && peek(d, 1) != '}')
		return fail(d, "\"}\" in text is written \"}}\"");
	if (c == '{' || c == '}' || (c == '\r' && peek(d, 1) == '\n'))
		d->at++;
	d->at++;
	if (c == '\r')
		c = '\n';
	if (attribute && bx_is_space(c))
		c = ' ';
	l->solid = l->solid || !bx_is_space(c);
	return put(d, l, &c, 1);
}

/* "{" ... "}" */
static BxStatus
parse_braces(Direct *d, bool content, XqExpr ***last)
{
	XqParser *p = d->p;

	BX_TRY(xp_embed_seek(p->part, d->at + 1));
	BX_TRY(xq_parse_enclosed(p, content, *last));
	if (**last != NULL)
		*last = &(**last)->next;
	d->at = xp_embed_behind(p->part);
	return BX_OK;
}

/* ---- attributes ---- */

/* The value between quotes, as literals and expressions. */
static BxStatus
parse_value(Direct *d, XqExpr **first)
{
	XqExpr **last = first;
	char quote = peek(d, 0);
	Literal l = {NULL, 0, 0, false};

	*first = NULL;
	if (quote != '"' && quote != '\'')
		return fail(d, "expected the value of an attribute in quotes");
	for (d->at++;;)
	{
		char c = peek(d, 0);

		if (d->at >= d->p->n || c == '<')
			return fail(d, "value of an attribute is not closed");
		if (c == quote && peek(d, 1) != quote)
			break;
		if (c == '{' && peek(d, 1) != '{')
		{
			BX_TRY(flush(d, &l, &last));
			BX_TRY(parse_braces(d, false, &last));
			continue;
		}
		d->at += c == quote;
		BX_TRY(parse_char(d, &l, true));
	}
	d->at++;
	return flush(d, &l, &last);
}

/* An attribute as it is written, until the declarations are known. */
typedef struct RawAttribute
{
	RawName name;
	XqExpr *value;
	struct RawAttribute *next;
} RawAttribute;

static bool
is_declaration(const Direct *d, const RawAttribute *a)
{
	BxStr xmlns = {"xmlns", 5};

	if (a->name.prefix_n > 0)
		return bx_str_equal(piece(d, a->name.prefix, a->name.prefix_n), xmlns);
	return bx_str_equal(piece(d, a->name.local, a->name.local_n), xmlns);
}

/* XQuery 1.0, 3.7.1.2: a declaration holds for the names of the constructor, and for expressions in it. */
static BxStatus
declare(Direct *d, const RawAttribute *a)
{
	BxStr uri = {"", 0};

	if (a->value != NULL && (a->value->kind != XQ_LITERAL || a->value->next != NULL))
		return fail(d, "namespace of a declaration cannot be computed");
	if (a->value != NULL)
		uri = a->value->text;
	return xp_embed_declare(d->p->part, a->name.local, a->name.prefix_n > 0 ? a->name.local_n : 0, uri);
}

/* Names wait for all declarations of the tag, expressions have those before them. */
static BxStatus
parse_attributes(Direct *d, RawAttribute **first)
{
	RawAttribute **last = first;

	*first = NULL;
	for (;;)
	{
		uint32_t before = d->at;
		RawAttribute *a;

		skip_space(d);
		if (peek(d, 0) == '>' || peek(d, 0) == '/')
			return BX_OK;
		if (before == d->at)
			return fail(d, "expected white space, \">\" or \"/>\"");
		a = bx_arena_zalloc(d->p->arena, sizeof(RawAttribute));
		if (a == NULL)
			return bx_fail_nomem(d->p->err, sizeof(RawAttribute));
		BX_TRY(parse_name(d, &a->name));
		skip_space(d);
		if (peek(d, 0) != '=')
			return fail(d, "expected \"=\" after the name of an attribute");
		d->at++;
		skip_space(d);
		BX_TRY(parse_value(d, &a->value));
		if (is_declaration(d, a))
			BX_TRY(declare(d, a));
		*last = a;
		last = &a->next;
	}
}

/* A declaration is a part of the element, too. */
static BxStatus
add_declaration(Direct *d, const RawAttribute *a, XqExpr ***last)
{
	XqExpr *s = xq_expr_new(d->p, XQ_NAMESPACE, d->pos);

	if (s == NULL)
		return BX_E_NOMEM;
	if (a->name.prefix_n > 0)
		s->name.local = piece(d, a->name.local, a->name.local_n);
	if (a->value != NULL)
		s->name.uri = a->value->text;
	**last = s;
	*last = &s->next;
	return BX_OK;
}

static BxStatus
add_attributes(Direct *d, const RawAttribute *first, XqExpr ***last)
{
	const RawAttribute *a;

	for (a = first; a != NULL; a = a->next)
		if (is_declaration(d, a))
			BX_TRY(add_declaration(d, a, last));
	for (a = first; a != NULL; a = a->next)
	{
		XqExpr *s;

		if (is_declaration(d, a))
			continue;
		s = xq_expr_new(d->p, XQ_ATTRIBUTE, d->pos);
		if (s == NULL)
			return BX_E_NOMEM;
		BX_TRY(resolve(d, &a->name, false, &s->name));
		s->parts = a->value;
		**last = s;
		*last = &s->next;
	}
	return BX_OK;
}

/* ---- content ---- */

/* A piece of the source whose ends of lines are "\n". */
static BxStatus
plain_lines(Direct *d, BxStr *text)
{
	char *p;
	uint32_t i, n = 0;

	if (text->n == 0 || memchr(text->s, '\r', text->n) == NULL)
		return BX_OK;
	p = bx_arena_alloc(d->p->arena, text->n);
	if (p == NULL)
		return bx_fail_nomem(d->p->err, text->n);
	for (i = 0; i < text->n; i++)
		if (text->s[i] != '\r' || i + 1 == text->n || text->s[i + 1] != '\n')
			p[n++] = text->s[i] == '\r' ? '\n' : text->s[i];
	*text = (BxStr){p, n};
	return BX_OK;
}

/* What stands between two marks, as one literal. */
static BxStatus
parse_until(Direct *d, const char *open, const char *close, BxStr *text)
{
	uint32_t start = d->at + (uint32_t) strlen(open);

	for (d->at = start; d->at < d->p->n && !starts(d, close); d->at++)
		;
	if (d->at >= d->p->n)
		return fail(d, "comment, processing instruction or CDATA section is not closed");
	*text = piece(d, start, d->at - start);
	d->at += (uint32_t) strlen(close);
	return plain_lines(d, text);
}

static BxStatus
parse_comment(Direct *d, XqExpr **source)
{
	XqExpr *s = xq_expr_new(d->p, XQ_COMMENT, d->pos);
	XqExpr *text = xq_expr_new(d->p, XQ_LITERAL, d->pos);

	if (s == NULL || text == NULL)
		return BX_E_NOMEM;
	*source = s;
	s->parts = text;
	return parse_until(d, "<!--", "-->", &text->text);
}

static BxStatus
parse_pi(Direct *d, XqExpr **source)
{
	XqExpr *s = xq_expr_new(d->p, XQ_PI, d->pos);
	XqExpr *text = xq_expr_new(d->p, XQ_LITERAL, d->pos);
	RawName name;

	if (s == NULL || text == NULL)
		return BX_E_NOMEM;
	*source = s;
	s->parts = text;
	d->at += 2;
	BX_TRY(parse_name(d, &name));
	if (name.prefix_n > 0)
		return fail(d, "name of a processing instruction has no prefix");
	s->name.local = piece(d, name.local, name.local_n);
	if (!bx_is_space(peek(d, 0)) && !starts(d, "?>"))
		return fail(d, "expected white space or \"?>\"");
	skip_space(d);
	return parse_until(d, "", "?>", &text->text);
}

static BxStatus
parse_markup(Direct *d, XqExpr **source)
{
	if (starts(d, "<!--"))
		return parse_comment(d, source);
	if (starts(d, "<?"))
		return parse_pi(d, source);
	return parse_element(d, source);
}

static BxStatus
parse_cdata(Direct *d, Literal *l)
{
	BxStr text;

	BX_TRY(parse_until(d, "<![CDATA[", "]]>", &text));
	l->solid = true;
	return put(d, l, text.s, (uint32_t) text.n);
}

/* Content up to the end tag, which is not read. */
static BxStatus
parse_content(Direct *d, XqExpr **last)
{
	Literal l = {NULL, 0, 0, false};

	while (!starts(d, "</"))
	{
		if (d->at >= d->p->n)
			return fail(d, "end tag is missing");
		if (starts(d, "<![CDATA["))
			BX_TRY(parse_cdata(d, &l));
		else if (peek(d, 0) == '<' || (peek(d, 0) == '{' && peek(d, 1) != '{'))
		{
			l.n = l.solid ? l.n : 0;
			BX_TRY(flush(d, &l, &last));
			if (peek(d, 0) == '{')
				BX_TRY(parse_braces(d, true, &last));
			else
			{
				BX_TRY(parse_markup(d, last));
				last = &(*last)->next;
			}
		}
		else
			BX_TRY(parse_char(d, &l, false));
	}
	l.n = l.solid ? l.n : 0;
	return flush(d, &l, &last);
}

static BxStatus
parse_end_tag(Direct *d, const RawName *start)
{
	RawName end;

	d->at += 2;
	BX_TRY(parse_name(d, &end));
	if (!bx_str_equal(piece(d, end.prefix, end.prefix_n), piece(d, start->prefix, start->prefix_n)) ||
		!bx_str_equal(piece(d, end.local, end.local_n), piece(d, start->local, start->local_n)))
		return fail(d, "end tag does not match the start tag");
	skip_space(d);
	if (peek(d, 0) != '>')
		return fail(d, "expected \">\"");
	d->at++;
	return BX_OK;
}

static BxStatus
parse_element(Direct *d, XqExpr **source)
{
	XqExpr *s = xq_expr_new(d->p, XQ_ELEMENT, d->pos);
	XpEmbedScope outer = xp_embed_scope(d->p->part);
	RawAttribute *attributes;
	XqExpr **last;
	RawName name;

	if (s == NULL)
		return BX_E_NOMEM;
	*source = s;
	last = &s->parts;
	BX_TRY(xp_embed_deeper(d->p->part));
	d->at++;
	BX_TRY(parse_name(d, &name));
	BX_TRY(parse_attributes(d, &attributes));
	BX_TRY(add_attributes(d, attributes, &last));
	BX_TRY(resolve(d, &name, true, &s->name));
	if (starts(d, "/>"))
		d->at += 2;
	else if (peek(d, 0) == '>')
	{
		d->at++;
		BX_TRY(parse_content(d, last));
		BX_TRY(parse_end_tag(d, &name));
	}
	else
		return fail(d, "expected \">\" or \"/>\"");
	xp_embed_leave(d->p->part, outer);
	xp_embed_higher(d->p->part);
	return BX_OK;
}

BxStatus
xq_parse_direct(XqParser *p, XqExpr **source)
{
	XpEmbedToken t = xp_embed_token(p->part);
	Direct d = {p, t.off, t.pos};

	BX_TRY(parse_markup(&d, source));
	return xp_embed_seek(p->part, d.at);
}
