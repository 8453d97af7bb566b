/*
 * xp_terms_put.c -- a tree of terms as text, for bxpath_explain and tests, and for conditions of an index.
 *
 * One line a term: "/a/b/@c = 5".  Members of "all of" and "any of" stand below these words, further in.  Or as a path
 * that has the same tree: "/a/b/@c[. = 5] and /a/d".
 */
#include "xp_terms_int.h"

#include <stdarg.h>
#include <stdio.h>

#include "../../value/bx_moment.h"
#include "../../value/bx_value.h"

typedef struct TermOut
{
	const XpTerms *terms;
	BxBuf *out;
	BxError *err;
	BxStatus status; /* sticky */
} TermOut;

static void
put(TermOut *p, const char *s, size_t n)
{
	if (p->status == BX_OK)
		p->status = bx_buf_append(p->out, s, n, p->err);
}

static void
say(TermOut *p, const char *s)
{
	put(p, s, strlen(s));
}

static void
put_str(TermOut *p, BxStr s)
{
	put(p, s.s, s.n);
}

static void
put_indent(TermOut *p, unsigned n)
{
	while (n-- > 0)
		say(p, " ");
}

static void
put_qname(TermOut *p, BxStr uri, bool any_uri, BxStr local, bool any_local)
{
	if (any_uri && !any_local)
		say(p, "*:");
	else if (!any_uri && uri.n > 0)
	{
		say(p, "Q{");
		put_str(p, uri);
		say(p, "}");
	}
	else if (!any_uri && any_local)
		say(p, "Q{}");
	if (any_local)
		say(p, "*");
	else
		put_str(p, local);
}

static void
put_path(TermOut *p, const XpTermPath *path)
{
	uint32_t i;

	for (i = 0; i < path->n; i++)
	{
		const XpTermStep *s = &path->steps[i];

		say(p, s->gap ? "//" : "/");
		if (path->attribute && i + 1 == path->n)
			say(p, "@");
		put_qname(p, s->uri, s->any_uri, s->local, s->any_local);
	}
}

/* ---- literals ---- */

static void
put_moment(TermOut *p, const BxKey *key)
{
	BxMoment m = {key->seconds, key->more, 0};
	char buf[BX_MOMENT_TEXT_MAX];
	unsigned n;

	switch (key->type)
	{
		case AT_DATE:
			/* one with another zone does not begin at midnight in UTC */
			n = m.seconds % 86400 == 0 ? bx_date_format(&m, buf) : bx_datetime_format(&m, buf);
			break;
		case AT_DATETIME: n = bx_datetime_format(&m, buf); break;
		case AT_DAY_TIME: n = bx_span_format(&m, buf); break;
		default: n = bx_months_format(&m, buf); break;
	}
	say(p, at_types[key->type].qname);
	say(p, "(\"");
	put(p, buf, n);
	say(p, "\")");
}

/* As XPath has it: quotes are doubled. */
static void
put_string(TermOut *p, BxStr s)
{
	size_t i;

	say(p, "\"");
	for (i = 0; i < s.n; i++)
	{
		put(p, s.s + i, 1);
		if (s.s[i] == '"')
			say(p, "\"");
	}
	say(p, "\"");
}

static void
put_key(TermOut *p, const BxKey *key)
{
	char buf[BX_NUMBER_TEXT_MAX];

	switch (key->type)
	{
		case AT_STRING: put_string(p, key->str); break;
		case AT_DOUBLE: put(p, buf, bx_number_format(key->number, buf)); break;
		case AT_DECIMAL:
			say(p, "xs:decimal(\"");
			say(p, key->negative ? "-" : "");
			say(p, key->str.n == 0 ? "0" : key->str.s[0] == '.' ? "0" : "");
			put_str(p, key->str);
			say(p, "\")");
			break;
		default: put_moment(p, key); break;
	}
}

static const char *
type_name(unsigned type)
{
	return type == AT_DOUBLE ? "number" : at_types[type == 0 ? AT_STRING : type].qname;
}

static void
put_variable(TermOut *p, const XpTermLiteral *l)
{
	const XpTermVar *v = &p->terms->vars[l->var];

	if (l->key.type != 0)
	{
		say(p, type_name(l->key.type));
		say(p, "(");
	}
	say(p, "$");
	put_qname(p, v->uri, false, v->local, false);
	if (l->key.type != 0)
		say(p, ")");
}

static void
put_literal(TermOut *p, const XpTermLiteral *l)
{
	if (l->source == XP_TERM_KEY)
		put_key(p, &l->key);
	else if (l->source == XP_TERM_VARIABLE)
		put_variable(p, l);
	else
		say(p, "?");
}

/* ---- the tree ---- */

static void
put_term(TermOut *p, const XpTerm *t)
{
	put_path(p, &t->path);
	switch (t->op)
	{
		case XP_TERM_EXISTS: say(p, " exists"); return;
		case XP_TERM_EQ: say(p, " = "); break;
		case XP_TERM_PREFIX: say(p, " starts with "); break;
		default: break;
	}
	if (t->op == XP_TERM_RANGE && t->low.source != XP_TERM_NONE)
		say(p, t->low.strict ? " > " : " >= ");
	if (t->low.source != XP_TERM_NONE)
		put_literal(p, &t->low);
	if (t->high.source != XP_TERM_NONE)
	{
		say(p, t->low.source != XP_TERM_NONE ? " and" : "");
		say(p, t->high.strict ? " < " : " <= ");
		put_literal(p, &t->high);
	}
	say(p, t->zoned ? " with a zone" : "");
}

static void
put_node(TermOut *p, const XpTermsNode *x, unsigned indent)
{
	uint32_t i;

	put_indent(p, indent);
	switch (x->kind)
	{
		case XP_TERMS_TRUE: say(p, "none: any document may match"); break;
		case XP_TERMS_FALSE: say(p, "none: no document matches"); break;
		case XP_TERMS_TERM: put_term(p, x->term); break;
		case XP_TERMS_AND: say(p, "all of"); break;
		default: say(p, "any of"); break;
	}
	say(p, "\n");
	for (i = 0; i < x->n; i++)
		put_node(p, x->kids[i], indent + 2);
}

BxStatus
xp_terms_put(const XpTerms *terms, unsigned indent, BxBuf *out, BxError *err)
{
	TermOut p = {.terms = terms, .out = out, .err = err};

	put_node(&p, terms->root, indent);
	return p.status;
}

/* ---- as a path ---- */

/* Is there no way to write it: a variable, infinity, a date that begins at another time than midnight in UTC? */
static bool
has_no_spelling(const XpTermLiteral *l)
{
	if (l->source == XP_TERM_NONE)
		return false;
	if (l->source != XP_TERM_KEY)
		return true;
	if (l->key.type == AT_DOUBLE)
		return !(l->key.number - l->key.number == 0);
	return l->key.type == AT_DATE && (l->key.seconds % 86400 != 0 || l->key.more != 0);
}

static bool
path_has_no_spelling(const XpTermPath *path)
{
	uint32_t i;

	for (i = 0; i < path->n; i++)
	{
		BxStr uri = path->steps[i].uri;

		if (!path->steps[i].any_uri && uri.n > 0 && (memchr(uri.s, '{', uri.n) || memchr(uri.s, '}', uri.n)))
			return true;
	}
	return false;
}

static void
put_condition(TermOut *p, const char *op, const XpTermLiteral *l)
{
	say(p, op);
	put_literal(p, l);
}

/* One end of a range; "<" and ">" of a node and a string compare numbers (XPath 1.0, 3.4), "lt" and "gt" strings. */
static void
put_end(TermOut *p, bool high, const XpTermLiteral *l)
{
	static const char *const ops[2][2][2] = {{{". >= ", ". > "}, {". ge ", ". gt "}},
											 {{". <= ", ". < "}, {". le ", ". lt "}}};

	put_condition(p, ops[high][l->key.type == AT_STRING][l->strict], l);
}

static unsigned
range_type(const XpTerm *t)
{
	return t->low.source != XP_TERM_NONE ? t->low.key.type : t->high.key.type;
}

static void
put_predicate(TermOut *p, const XpTerm *t)
{
	say(p, "[");
	if (t->op == XP_TERM_EQ)
		put_condition(p, ". = ", &t->low);
	else if (t->op == XP_TERM_PREFIX)
	{
		put_condition(p, "starts-with(., ", &t->low);
		say(p, ")");
	}
	else
	{
		if (t->low.source != XP_TERM_NONE)
			put_end(p, false, &t->low);
		if (t->low.source != XP_TERM_NONE && t->high.source != XP_TERM_NONE)
			say(p, " and ");
		if (t->high.source != XP_TERM_NONE)
			put_end(p, true, &t->high);
		if (t->zoned)
			say(p, range_type(t) == AT_DATE ? " and exists(timezone-from-date(.))"
											: " and exists(timezone-from-dateTime(.))");
	}
	say(p, "]");
}

static void
put_expression(TermOut *p, const XpTermsNode *x)
{
	uint32_t i;

	if (x->kind == XP_TERMS_TERM)
	{
		if (path_has_no_spelling(&x->term->path) || has_no_spelling(&x->term->low) ||
			has_no_spelling(&x->term->high))
			p->status =
				p->status != BX_OK ? p->status : bx_fail(p->err, BX_E_UNSUPPORTED, -1, "no such literal");
		put_path(p, &x->term->path);
		if (x->term->op != XP_TERM_EXISTS)
			put_predicate(p, x->term);
		return;
	}
	for (i = 0; i < x->n; i++)
	{
		bool deeper = x->kids[i]->kind != XP_TERMS_TERM;

		say(p, i == 0 ? "" : x->kind == XP_TERMS_AND ? " and " : " or ");
		say(p, deeper ? "(" : "");
		put_expression(p, x->kids[i]);
		say(p, deeper ? ")" : "");
	}
}

BxStatus
xp_terms_put_path(const XpTermsNode *node, BxBuf *out, BxError *err)
{
	TermOut p = {.out = out, .err = err};

	put_expression(&p, node);
	return p.status;
}
