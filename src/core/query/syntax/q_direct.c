/*
 * q_direct.c -- direct constructors: XML with expressions in it (XQuery 3.1, 3.9.1).
 *
 * Read by characters, not by tokens: every function moves an offset.
 */
#include "q_parse_int.h"

static BxStatus direct(QParser *p, uint32_t *at, QExpr **e);

/* ---- pieces ---- */

BxStatus
q_push_enclosed(QParser *p, uint32_t *at)
{
	QExpr *enclosed, *content = NULL;

	BX_TRY(q_new(p, QK_ENCLOSED, *at, &enclosed));
	BX_TRY(q_resume(p, *at + 1));
	if (!q_is(p, '}'))
		BX_TRY(q_expr(p, &content));
	if (!q_is(p, '}'))
		return q_unexpected(p, "Expected an operator, \",\" or \"}\".");
	*at = p->tok.end;
	BX_TRY(q_only_arg(p, enclosed, content));
	return q_push_expr(p, enclosed);
}

static bool
skip_space(const QParser *p, uint32_t *at)
{
	uint32_t from = *at;

	while (bx_is_space(q_byte(p, *at)))
		++*at;
	return *at > from;
}

static BxStatus
expect_char(QParser *p, uint32_t *at, char c, const char *detail)
{
	if (q_byte(p, *at) != (uint8_t) c)
		return q_unexpected_at(p, *at, detail);
	++*at;
	return BX_OK;
}

/* A name with or without prefix, as a token. */
static BxStatus
read_name(QParser *p, uint32_t *at, const char *detail, QToken *t)
{
	uint32_t end = q_ncname_end(p, *at);

	*t = (QToken){.kind = Q_TOK_NAME, .off = *at};
	t->prefix = bx_str("", 0);
	if (end == *at)
		return q_unexpected_at(p, *at, detail);
	t->local = bx_str(p->s + *at, end - *at);
	if (q_byte(p, end) == ':')
	{
		uint32_t from = end + 1;

		t->form = Q_FORM_PREFIXED;
		t->prefix = t->local;
		end = q_ncname_end(p, from);
		if (end == from)
			return q_unexpected_at(p, from, "Expected a name after \":\".");
		t->local = bx_str(p->s + from, end - from);
	}
	t->end = end;
	*at = end;
	return bx_charge(p->host, end - t->off);
}

static bool
declares_namespace(const QToken *t)
{
	return bx_str_is(t->form == Q_FORM_PREFIXED ? t->prefix : t->local, "xmlns");
}

/* Name, "=" and the quote that opens the value. */
static BxStatus
read_attribute_name(QParser *p, uint32_t *at, QToken *t)
{
	BX_TRY(read_name(p, at, "Expected an attribute, \">\" or \"/>\".", t));
	skip_space(p, at);
	BX_TRY(expect_char(p, at, '=', "Expected \"=\" after the name of an attribute."));
	skip_space(p, at);
	if (q_byte(p, *at) != '"' && q_byte(p, *at) != '\'')
		return q_unexpected_at(p, *at, "Expected a value in quotes.");
	++*at;
	return BX_OK;
}

/* ---- values of attributes ---- */

/* Characters up to an enclosed expression or the closing quote, where *at moves. */
static BxStatus
value_text(QParser *p, uint32_t *at, char quote, QText *text)
{
	uint32_t from = *at;

	for (;;)
	{
		uint8_t c = q_byte(p, *at);
		bool twice = q_byte(p, *at + 1) == c;

		if (*at >= p->n)
			return q_fail(p, from, "XPST0003", "Expected a closing quote.",
						  "unterminated value of an attribute");
		if (c == '<' || (c == '}' && !twice))
			return q_unexpected_at(p, *at, "Write &lt; for \"<\", and }} for \"}\".");
		if ((c == '{' || c == (uint8_t) quote) && !twice)
			return bx_charge(p->host, *at - from);
		if (c == '&')
		{
			BX_TRY(q_text_add_reference(p, text, at));
			continue;
		}
		*at +=
			c == '{' || c == '}' || c == (uint8_t) quote || (c == '\r' && q_byte(p, *at + 1) == '\n') ? 2 : 1;
		BX_TRY(q_text_add(p, text, bx_is_space(c) ? " " : (char *) &c, 1));
	}
}

/* A value that was passed over: from behind its opening quote to behind its closing one.  In the order of from. */
typedef struct Skipped
{
	uint32_t from;
	uint32_t to;
} Skipped;

static BxStatus
add_skipped(QParser *p, uint32_t from)
{
	const Skipped value = {from, 0};
	BxArena *arena = p->arena;
	BxStatus st;

	p->arena = p->kept;
	st = q_push(p, &p->skipped, &value, sizeof(value));
	p->arena = arena;
	return st;
}

/* Where a value ends that was passed over before; 0: it was not. */
static uint32_t
find_skipped(const QParser *p, uint32_t from)
{
	const Skipped *all = p->skipped.items;
	uint32_t low = 0, high = p->skipped.n;

	while (low < high)
	{
		uint32_t middle = (low + high) / 2;

		if (all[middle].from == from)
			return all[middle].to;
		if (all[middle].from > from)
			high = middle;
		else
			low = middle + 1;
	}
	return 0;
}

/* Parts on the stack; *at is behind the opening quote, and moves behind the closing one. */
static BxStatus
value_parts(QParser *p, uint32_t *at)
{
	char quote = p->s[*at - 1];
	uint32_t number = p->skipped.n;

	if (p->skipping > 0)
		BX_TRY(add_skipped(p, *at));
	for (;;)
	{
		uint32_t from = *at;
		QText text = {NULL, 0, 0};
		QExpr *literal;

		BX_TRY(value_text(p, at, quote, &text));
		if (text.n > 0)
		{
			BX_TRY(q_new_string(p, from, q_text_str(&text), &literal));
			BX_TRY(q_push_expr(p, literal));
		}
		if (p->s[*at] == quote)
			break;
		BX_TRY(q_push_enclosed(p, at));
	}
	++*at;
	if (p->skipping > 0)
		((Skipped *) p->skipped.items)[number].to = *at;
	return BX_OK;
}

static BxStatus
attribute(QParser *p, uint32_t *at, const QToken *name)
{
	uint32_t mark = p->exprs.n;
	QExpr *e;

	BX_TRY(q_new(p, QK_ATTRIBUTE, name->off, &e));
	e->flags = Q_DIRECT;
	BX_TRY(q_resolve(p, name, Q_NO_DEFAULT, &e->name));
	BX_TRY(q_push_expr(p, NULL));
	BX_TRY(value_parts(p, at));
	BX_TRY(q_take_args(p, mark, e));
	return q_push_expr(p, e);
}

/* ---- what is there twice in a tag ---- */

static const AtName *
attribute_name(const void *attributes, uint32_t i)
{
	return &((QExpr *const *) attributes)[i]->name;
}

/* No two of the attributes or declarations on the stack since mark have the same name. */
static BxStatus
check_distinct(QParser *p, uint32_t mark, const char *code, const char *what)
{
	const AtName *twice;
	char buf[2 * Q_SHOWN_MAX];
	const QExpr *e;

	BX_TRY(q_find_duplicate(p, (QExpr **) p->exprs.items + mark, p->exprs.n - mark, attribute_name, &twice));
	if (twice == NULL)
		return BX_OK;
	e = (const QExpr *) (const void *) ((const char *) twice - offsetof(QExpr, name));
	return q_at(p, e->pos,
				q_fail(p, 0, code, NULL, "an element has %s \"%s\" twice", what,
					   q_shown_name(twice, buf, sizeof(buf))));
}

/* ---- namespace declarations ---- */

/*
 * A value is passed over whose names may have prefixes that are declared behind it.  Values inside of it are
 * remembered, so that each is passed over once, however deep it is nested.
 */
static BxStatus
skip_value(QParser *p, uint32_t *at)
{
	uint32_t end = find_skipped(p, *at);
	BxArena garbage;
	QParser copy = *p;
	BxStatus st;

	if (end > 0)
	{
		*at = end;
		return BX_OK;
	}
	bx_arena_init(&garbage, p->host);
	copy.arena = &garbage;
	copy.skipping = 1;
	st = value_parts(&copy, at);
	p->skipped = copy.skipped;
	bx_arena_reset(&garbage);
	return st;
}

static BxStatus
check_declaration(QParser *p, const QToken *name, BxStr uri)
{
	bool prefixed = name->form == Q_FORM_PREFIXED;

	if (prefixed && bx_str_is(name->local, "xmlns"))
		return q_fail(p, name->off, "XQST0070", NULL, "the prefix \"xmlns\" cannot be declared");
	if (prefixed && bx_str_is(name->local, "xml") != bx_str_is(uri, Q_URI_XML))
		return q_fail(p, name->off, "XQST0070", NULL, "the prefix \"xml\" and its namespace belong together");
	if (bx_str_is(uri, Q_URI_XMLNS) || (!prefixed && bx_str_is(uri, Q_URI_XML)))
		return q_fail(p, name->off, "XQST0070", NULL, "this namespace cannot be declared");
	if (prefixed && uri.n == 0)
		return q_fail(p, name->off, "XQST0085", NULL, "the namespace of a prefix cannot be empty");
	return BX_OK;
}

/* xmlns="u" or xmlns:p="u", with *at behind the opening quote: in force and on the stack. */
static BxStatus
declaration(QParser *p, uint32_t *at, const QToken *name)
{
	char quote = p->s[*at - 1];
	QText text = {NULL, 0, 0};
	BxStr uri;
	QExpr *e;

	BX_TRY(value_text(p, at, quote, &text));
	if (p->s[*at] != quote)
		return q_fail(p, *at, "XQST0022", NULL, "a namespace cannot be computed here");
	++*at;
	uri = q_text_str(&text);
	BX_TRY(q_collapse(p, &uri));
	BX_TRY(check_declaration(p, name, uri));
	BX_TRY(q_new(p, QK_NAMESPACE_DECLARATION, name->off, &e));
	e->name.prefix = name->form == Q_FORM_PREFIXED ? name->prefix : bx_str("", 0);
	e->name.local = name->local;
	e->text = uri;
	if (e->name.prefix.n == 0)
		p->element_uri = uri;
	else
		BX_TRY(q_bind(p, name->local, uri));
	return q_push_expr(p, e);
}

/* All declarations of a tag, whose attributes begin at a byte. */
static BxStatus
declarations(QParser *p, uint32_t at)
{
	uint32_t mark = p->exprs.n;
	QPlace place = p->place;
	QToken name;

	while (skip_space(p, &at) && q_byte(p, at) != '>' && q_byte(p, at) != '/')
	{
		BX_TRY(read_attribute_name(p, &at, &name));
		if (declares_namespace(&name))
			BX_TRY(declaration(p, &at, &name));
		else
			BX_TRY(skip_value(p, &at));
	}
	BX_TRY(check_distinct(p, mark, "XQST0071", "the declaration"));
	for (uint32_t i = mark; i < p->exprs.n; i++)
	{
		AtName *declared = &((QExpr **) p->exprs.items)[i]->name;

		declared->prefix = declared->prefix.n > 0 ? declared->local : bx_str("", 0);
		declared->local = bx_str("", 0);
	}
	/* positions of attributes are counted from here, not back from the last declaration */
	p->place = place;
	return BX_OK;
}

/* ---- tags ---- */

/* All attributes but declarations, on the stack. */
static BxStatus
attributes(QParser *p, uint32_t *at)
{
	QText ignored;
	QToken name;

	while (skip_space(p, at) && q_byte(p, *at) != '>' && q_byte(p, *at) != '/')
	{
		BX_TRY(read_attribute_name(p, at, &name));
		if (!declares_namespace(&name))
		{
			BX_TRY(attribute(p, at, &name));
			continue;
		}
		ignored = (QText){NULL, 0, 0};
		BX_TRY(value_text(p, at, p->s[*at - 1], &ignored));
		++*at;
	}
	return BX_OK;
}

/* Behind the name of the tag: declarations, attributes; *at is then at ">" or "/>". */
static BxStatus
start_tag(QParser *p, uint32_t *at, const QToken *name, QExpr *e)
{
	uint32_t mark;

	if (p->skipping == 0 && p->last_xmlns > name->off)
		BX_TRY(declarations(p, *at));
	BX_TRY(q_resolve(p, name, Q_ELEMENT_DEFAULT, &e->name));
	mark = p->exprs.n;
	BX_TRY(attributes(p, at));
	return check_distinct(p, mark, "XQST0040", "the attribute");
}

static BxStatus
end_tag(QParser *p, uint32_t *at, const QToken *start)
{
	char a[Q_SHOWN_MAX], b[Q_SHOWN_MAX];
	BxStr opened = bx_str(p->s + start->off, start->end - start->off);
	QToken t;

	*at += 2;
	BX_TRY(read_name(p, at, "Expected the name of an element after \"</\".", &t));
	if (!bx_str_equal(opened, bx_str(p->s + t.off, t.end - t.off)))
		return q_fail(p, t.off, "XQST0118", NULL, "the element \"%s\" is ended by \"%s\"", q_shown(opened, a),
					  q_shown(bx_str(p->s + t.off, t.end - t.off), b));
	skip_space(p, at);
	return expect_char(p, at, '>', "Expected \">\" at the end of a tag.");
}

/* ---- content ---- */

/* Characters in the making; solid: never taken for boundary white space. */
typedef struct CharRun
{
	QText text;
	uint32_t from;
	bool solid;
} CharRun;

static BxStatus
finish_run(QParser *p, CharRun *run, uint32_t next)
{
	QText *t = &run->text;
	bool keep =
		t->n > 0 && (run->solid || (p->module->flags & Q_BOUNDARY_PRESERVE) || !bx_is_all_space(t->s, t->n));
	QExpr *literal;

	if (keep)
	{
		BX_TRY(q_new_string(p, run->from, bx_str(t->s, t->n), &literal));
		BX_TRY(q_push_expr(p, literal));
	}
	*run = (CharRun){.from = next};
	return BX_OK;
}

/* "<![CDATA[ ]]>" */
static BxStatus
cdata(QParser *p, uint32_t *at, CharRun *run)
{
	uint32_t from = *at + 9, end = q_find(p, from, "]]>");

	if (end == p->n)
		return q_fail(p, *at, "XPST0003", "Expected \"]]>\".", "unterminated CDATA section");
	*at = end + 3;
	run->solid = true;
	BX_TRY(bx_charge(p->host, end - from));
	return q_text_add_source(p, &run->text, from, end);
}

static bool
is_at(const QParser *p, uint32_t at, const char *what)
{
	return bx_str_starts(bx_str(p->s + at, p->n - at), what);
}

/* "{", "}" and "&" in content. */
static BxStatus
special(QParser *p, uint32_t *at, CharRun *run)
{
	uint8_t c = q_byte(p, *at);

	if (c == '&')
	{
		run->solid = true;
		return q_text_add_reference(p, &run->text, at);
	}
	if (q_byte(p, *at + 1) == c)
	{
		*at += 2;
		return q_text_add(p, &run->text, (char *) &c, 1);
	}
	if (c == '}')
		return q_unexpected_at(p, *at, "Write }} for the character \"}\".");
	BX_TRY(finish_run(p, run, *at));
	BX_TRY(q_push_enclosed(p, at));
	run->from = *at;
	return BX_OK;
}

/* Content up to "</". */
static BxStatus
content(QParser *p, uint32_t *at)
{
	CharRun run = {.from = *at};
	QExpr *child;

	for (;;)
	{
		uint32_t from = *at;

		while (*at < p->n && strchr("<{}&", p->s[*at]) == NULL)
			++*at;
		BX_TRY(bx_charge(p->host, *at - from));
		BX_TRY(q_text_add_source(p, &run.text, from, *at));
		if (*at >= p->n)
			return q_unexpected_at(p, *at, "Expected the end of an element.");
		if (p->s[*at] != '<')
			BX_TRY(special(p, at, &run));
		else if (is_at(p, *at, "<![CDATA["))
			BX_TRY(cdata(p, at, &run));
		else
		{
			BX_TRY(finish_run(p, &run, *at));
			if (is_at(p, *at, "</"))
				return BX_OK;
			BX_TRY(direct(p, at, &child));
			BX_TRY(q_push_expr(p, child));
			run.from = *at;
		}
	}
}

/* ---- constructors ---- */

static BxStatus
element(QParser *p, uint32_t *at, QExpr **e)
{
	uint32_t mark = p->exprs.n, bound = p->namespaces.n;
	BxStr outer = p->element_uri;
	QToken name;

	BX_TRY(q_enter(p));
	BX_TRY(q_new(p, QK_ELEMENT, *at, e));
	(*e)->flags = Q_DIRECT;
	++*at;
	BX_TRY(read_name(p, at, "Expected a name after \"<\".", &name));
	BX_TRY(q_push_expr(p, NULL));
	BX_TRY(start_tag(p, at, &name, *e));
	if (q_byte(p, *at) == '/')
	{
		++*at;
		BX_TRY(expect_char(p, at, '>', "Expected \">\" after \"/\"."));
	}
	else
	{
		BX_TRY(expect_char(p, at, '>', "Expected white space, \">\" or \"/>\"."));
		BX_TRY(content(p, at));
		BX_TRY(end_tag(p, at, &name));
	}
	p->namespaces.n = bound;
	p->element_uri = outer;
	q_leave(p);
	return q_take_args(p, mark, *e);
}

static BxStatus
comment(QParser *p, uint32_t *at, QExpr **e)
{
	uint32_t from = *at + 4, end = q_find(p, from, "--");

	if (end == p->n)
		return q_fail(p, *at, "XPST0003", "Expected \"-->\".", "unterminated comment constructor");
	if (q_byte(p, end + 2) != '>')
		return q_fail(p, end, "XPST0003", NULL, "a comment cannot hold \"--\", nor end with \"-\"");
	BX_TRY(q_new(p, QK_COMMENT, *at, e));
	(*e)->flags = Q_DIRECT;
	BX_TRY(q_source_text(p, from, end, &(*e)->text));
	*at = end + 3;
	return BX_OK;
}

static BxStatus
processing_instruction(QParser *p, uint32_t *at, QExpr **e)
{
	uint32_t mark = p->exprs.n, target = *at + 2, from = q_ncname_end(p, target), end;
	BxStr name = bx_str(p->s + target, from - target), text;
	QExpr *literal;

	if (name.n == 0)
		return q_unexpected_at(p, target, "Expected the target of a processing instruction.");
	if (name.n == 3 && (name.s[0] | 0x20) == 'x' && (name.s[1] | 0x20) == 'm' && (name.s[2] | 0x20) == 'l')
		return q_fail(p, target, "XPST0003", NULL,
					  "the target of a processing instruction cannot be \"xml\"");
	BX_TRY(q_new(p, QK_PI, *at, e));
	(*e)->flags = Q_DIRECT;
	(*e)->name.local = name;
	end = q_find(p, from, "?>");
	if (end == p->n)
		return q_fail(p, *at, "XPST0003", "Expected \"?>\".", "unterminated processing instruction");
	if (end > from && !skip_space(p, &from))
		return q_unexpected_at(p, from, "Expected white space or \"?>\".");
	BX_TRY(q_source_text(p, from, end, &text));
	BX_TRY(q_new_string(p, from, text, &literal));
	BX_TRY(q_push_expr(p, NULL));
	BX_TRY(q_push_expr(p, literal));
	*at = end + 2;
	return q_take_args(p, mark, *e);
}

/* The constructor at "<". */
static BxStatus
direct(QParser *p, uint32_t *at, QExpr **e)
{
	if (is_at(p, *at, "<!--"))
		return comment(p, at, e);
	if (is_at(p, *at, "<?"))
		return processing_instruction(p, at, e);
	return element(p, at, e);
}

BxStatus
q_direct(QParser *p, QExpr **e)
{
	uint32_t at = p->tok.off;

	BX_TRY(direct(p, &at, e));
	return q_resume(p, at);
}
