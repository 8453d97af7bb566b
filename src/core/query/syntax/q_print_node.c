/*
 * q_print_node.c -- constructors of a printed query, and what else has braces.
 */
#include "q_print_int.h"

static void put_content(QPrinter *pr, const QExpr *e);

/* ---- direct constructors ---- */

static void
put_enclosed_part(QPrinter *pr, const QExpr *e)
{
	q_put(pr, "{");
	if (e->args[0] != NULL)
		q_put_expr(pr, e->args[0], Q_LEVEL_EXPR);
	q_put(pr, "}");
}

/* A name as a tag has it. */
static void
put_tag_name(QPrinter *pr, const AtName *name)
{
	q_put_str(pr, name->prefix);
	q_put(pr, name->prefix.n > 0 ? ":" : "");
	q_put_str(pr, name->local);
}

static void
put_attribute(QPrinter *pr, const QExpr *e)
{
	q_put(pr, " ");
	put_tag_name(pr, &e->name);
	q_put(pr, "=\"");
	for (uint32_t i = 1; i < e->n_args; i++)
		if (e->args[i]->kind == QK_ENCLOSED)
			put_enclosed_part(pr, e->args[i]);
		else
			q_put_characters(pr, at_item_str(&e->args[i]->value), true);
	q_put(pr, "\"");
}

static void
put_declaration(QPrinter *pr, const QExpr *e)
{
	q_put(pr, e->name.prefix.n > 0 ? " xmlns:" : " xmlns");
	q_put_str(pr, e->name.prefix);
	q_put(pr, "=\"");
	q_put_characters(pr, e->text, true);
	q_put(pr, "\"");
	if (e->name.prefix.n > 0)
		q_scope_add(pr, e->name.prefix, e->text);
	else
		pr->element_uri = e->text;
}

static bool
is_in_tag(const QExpr *e)
{
	return e->kind == QK_NAMESPACE_DECLARATION || (e->kind == QK_ATTRIBUTE && (e->flags & Q_DIRECT));
}

static void
put_direct(QPrinter *pr, const QExpr *e)
{
	uint32_t scope = pr->n_scope, i = 1;
	BxStr outer = pr->element_uri;

	q_put(pr, "<");
	put_tag_name(pr, &e->name);
	for (; i < e->n_args && is_in_tag(e->args[i]); i++)
		if (e->args[i]->kind == QK_ATTRIBUTE)
			put_attribute(pr, e->args[i]);
		else
			put_declaration(pr, e->args[i]);
	q_put(pr, i == e->n_args ? "/>" : ">");
	if (i < e->n_args)
	{
		for (; i < e->n_args; i++)
			put_content(pr, e->args[i]);
		q_put(pr, "</");
		put_tag_name(pr, &e->name);
		q_put(pr, ">");
	}
	pr->n_scope = scope;
	pr->element_uri = outer;
}

static void
put_direct_pi(QPrinter *pr, const QExpr *e)
{
	BxStr text = at_item_str(&e->args[1]->value);

	q_put(pr, "<?");
	q_put_str(pr, e->name.local);
	q_put(pr, text.n > 0 ? " " : "");
	q_put_str(pr, text);
	q_put(pr, "?>");
}

static void
put_direct_comment(QPrinter *pr, const QExpr *e)
{
	q_put(pr, "<!--");
	q_put_str(pr, e->text);
	q_put(pr, "-->");
}

/* What is between tags. */
static void
put_content(QPrinter *pr, const QExpr *e)
{
	switch (e->kind)
	{
		case QK_LITERAL: q_put_characters(pr, at_item_str(&e->value), false); break;
		case QK_ENCLOSED: put_enclosed_part(pr, e); break;
		default: (void) q_put_constructor(pr, e);
	}
}

/* ---- computed constructors ---- */

/* word, name or "{ E }", "{ E }" */
static void
put_named(QPrinter *pr, const char *word, const QExpr *e, BxStr by_default)
{
	q_put(pr, word);
	if (e->args[0] != NULL)
		q_put_enclosed(pr, e->args[0]);
	else
	{
		q_put(pr, " ");
		q_put_name(pr, &e->name, by_default);
	}
	q_put_enclosed(pr, e->args[1]);
}

static void
put_only(QPrinter *pr, const char *word, const QExpr *e)
{
	q_put(pr, word);
	q_put_enclosed(pr, e->n_args > 0 ? e->args[0] : NULL);
}

static void
put_map(QPrinter *pr, const QExpr *e)
{
	q_put(pr, "map { ");
	for (uint32_t i = 0; i + 1 < e->n_args; i += 2)
	{
		q_put(pr, i > 0 ? ", " : "");
		q_put_expr(pr, e->args[i], Q_LEVEL_SINGLE);
		q_put(pr, " : ");
		q_put_expr(pr, e->args[i + 1], Q_LEVEL_SINGLE);
	}
	q_put(pr, " }");
}

static void
put_array(QPrinter *pr, const QExpr *e)
{
	if (e->flags & Q_CURLY)
	{
		put_only(pr, "array", e);
		return;
	}
	q_put(pr, "[");
	q_put_list(pr, e, 0);
	q_put(pr, "]");
}

static void
put_string(QPrinter *pr, const QExpr *e)
{
	q_put(pr, "``[");
	for (uint32_t i = 0; i < e->n_args; i++)
		if (e->args[i]->kind == QK_ENCLOSED)
		{
			q_put(pr, "`");
			put_enclosed_part(pr, e->args[i]);
			q_put(pr, "`");
		}
		else
			q_put_str(pr, at_item_str(&e->args[i]->value));
	q_put(pr, "]``");
}

static void
put_extension(QPrinter *pr, const QExpr *e)
{
	q_put(pr, "(# ");
	q_put_name(pr, &e->name, bx_str("", 0));
	q_put(pr, " ");
	q_put_str(pr, e->text);
	q_put(pr, "#)");
	q_put_enclosed(pr, e->n_args > 0 ? e->args[0] : NULL);
}

static void
put_validate(QPrinter *pr, const QExpr *e)
{
	q_put(pr, "validate");
	if (e->name.local.n > 0)
	{
		q_put(pr, " type ");
		q_put_element_name(pr, &e->name);
	}
	else
		q_put(pr, e->sub == 1 ? " lax" : " strict");
	q_put_enclosed(pr, e->args[0]);
}

bool
q_put_constructor(QPrinter *pr, const QExpr *e)
{
	const BxStr none = {"", 0};
	bool direct = e->flags & Q_DIRECT;

	switch (e->kind)
	{
		case QK_ELEMENT:
			if (direct)
				put_direct(pr, e);
			else
				put_named(pr, "element", e, pr->element_uri);
			return true;
		case QK_COMMENT:
			if (direct)
				put_direct_comment(pr, e);
			else
				put_only(pr, "comment", e);
			return true;
		case QK_PI:
			if (direct)
				put_direct_pi(pr, e);
			else
				put_named(pr, "processing-instruction", e, none);
			return true;
		case QK_ATTRIBUTE: put_named(pr, "attribute", e, none); return true;
		case QK_NAMESPACE: put_named(pr, "namespace", e, none); return true;
		case QK_TEXT: put_only(pr, "text", e); return true;
		case QK_DOCUMENT: put_only(pr, "document", e); return true;
		case QK_STRING_CONSTRUCTOR: put_string(pr, e); return true;
		case QK_MAP: put_map(pr, e); return true;
		case QK_ARRAY: put_array(pr, e); return true;
		case QK_ORDERED: put_only(pr, e->sub == 1 ? "unordered" : "ordered", e); return true;
		case QK_EXTENSION: put_extension(pr, e); return true;
		case QK_VALIDATE: put_validate(pr, e); return true;
		default: return false;
	}
}
