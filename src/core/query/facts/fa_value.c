/*
 * fa_value.c -- what an expression may give, as a path of which index terms are read.
 */
#include "fa_condition_int.h"

static const FaValue fa_any = {.text = "data(concat('', ''))", .class = FA_OTHER, .always = true};

const FaContext fa_document = {.here = "/",
							   .item = {.text = "/", .class = FA_NODES, .nodes = true, .primary = true}};

FaValue
fa_of_value(const char *name, const FaValue *v)
{
	FaValue item = *v;

	item.text = name;
	item.primary = true;
	return v->class == FA_OTHER ? fa_any : item;
}

void
fa_bind(FaBuild *b, const AtName *name, const FaValue *value)
{
	if (b->n_vars == FA_VARS)
	{
		b->over = true;
		return;
	}
	b->vars[b->n_vars++] = (FaVar){*name, *value};
}

void
fa_bind_unknown(FaBuild *b, const QExpr *clause)
{
	for (uint32_t i = 0; i < clause->n_params; i++)
		if (clause->params[i].name.local.n > 0)
			fa_bind(b, &clause->params[i].name, &fa_any);
}

/* Variables from one on may have other values now. */
static void
forget(FaBuild *b, uint32_t first)
{
	for (uint32_t i = first; i < b->n_vars; i++)
		b->vars[i].value = fa_any;
}

static FaValue
made(const char *text, FaClass class)
{
	return (FaValue){.text = text, .class = (uint8_t) class, .always = class != FA_NODES, .primary = true};
}

/* ---- variables and literals ---- */

static bool
same_name(const AtName *a, const AtName *b)
{
	return bx_str_equal(a->local, b->local) && bx_str_equal(a->uri, b->uri);
}

/* The expression of a global variable is about the document. */
static FaValue
global(FaBuild *b, const QExpr *e)
{
	uint32_t i, n_vars = b->n_vars, before = b->first_var;
	FaValue v = fa_any;

	for (i = 0; i < b->module->n_variables; i++)
	{
		const QVariable *var = &b->module->variables[i];

		if (!same_name(&var->name, &e->name))
			continue;
		if (var->external || var->value == NULL || b->depth == FA_GLOBAL_DEPTH)
			return fa_any;
		b->depth++;
		b->first_var = n_vars;
		v = fa_value(b, var->value, &fa_document);
		b->first_var = before;
		b->n_vars = n_vars;
		b->depth--;
	}
	return v;
}

static FaValue
variable(FaBuild *b, const QExpr *e)
{
	uint32_t i;

	for (i = b->n_vars; i-- > b->first_var;)
		if (same_name(&b->vars[i].name, &e->name))
			return b->vars[i].value;
	return global(b, e);
}

static FaValue
literal(FaBuild *b, const XdItem *item, bool negative)
{
	AtCall call = {.host = b->arena->host, .arena = b->arena, .err = b->err};
	const char *number;
	BxStr text;

	if (item->type == AT_STRING && !negative)
		return made(fa_quote(b, at_item_str(item)), FA_STRING);
	if (item->type != AT_INTEGER && item->type != AT_DECIMAL && item->type != AT_DOUBLE)
		return fa_any;
	text = bx_str("", 0);
	b->over |= at_text(&call, item, &text) != BX_OK;
	number = bx_arena_strndup(b->arena, text.s, text.n);
	b->over |= number == NULL;
	return made(b->over ? "" : fa_join(b, "number('", negative ? "-" : "", number, "')", NULL), FA_NUMBER);
}

/* ---- steps ---- */

static const char *
axis_name(unsigned axis)
{
	static const char *const names[XD_AXES] = {[XD_CHILD] = "child",
											   [XD_DESCENDANT] = "descendant",
											   [XD_DESCENDANT_OR_SELF] = "descendant-or-self",
											   [XD_SELF] = "self",
											   [XD_ATTRIBUTE_AXIS] = "attribute",
											   [XD_NAMESPACE_AXIS] = "namespace",
											   [XD_FOLLOWING_SIBLING] = "following-sibling",
											   [XD_FOLLOWING] = "following",
											   [XD_PARENT] = "parent",
											   [XD_ANCESTOR] = "ancestor",
											   [XD_ANCESTOR_OR_SELF] = "ancestor-or-self",
											   [XD_PRECEDING_SIBLING] = "preceding-sibling",
											   [XD_PRECEDING] = "preceding"};

	return names[axis];
}

/* A name that the path can write: braces end the namespace. */
static const char *
name_test(FaBuild *b, const XdTest *t)
{
	char *local = bx_arena_strndup(b->arena, t->any_local ? "*" : t->local.s, t->any_local ? 1 : t->local.n);
	char *uri = bx_arena_strndup(b->arena, t->uri.s, t->any_uri ? 0 : t->uri.n);

	if (local == NULL || uri == NULL)
	{
		b->status = bx_fail_nomem(b->err, t->local.n + t->uri.n);
		return "*";
	}
	if (t->any_uri)
		return t->any_local ? "*" : fa_join(b, "*:", local, NULL);
	if (strchr(uri, '{') != NULL || strchr(uri, '}') != NULL || strchr(uri, '&') != NULL)
		return "*";
	return fa_join(b, "Q{", uri, "}", local, NULL);
}

/* What passes the test, and perhaps more. */
static const char *
node_test(FaBuild *b, const QExpr *step)
{
	const XdTest *t = step->tests;
	unsigned principal = step->sub == XD_ATTRIBUTE_AXIS ? XD_ATTRIBUTE : XD_ELEMENT;

	if (step->sub == XD_NAMESPACE_AXIS)
		return "node()";
	if (t->kinds == 1u << principal)
		return name_test(b, t);
	if (t->kinds == 1u << XD_TEXT)
		return "text()";
	return "node()";
}

/* Is a predicate surely no number, which would be a position? */
static bool
is_condition(const QExpr *e)
{
	switch (e->kind)
	{
		case QK_OR:
		case QK_AND:
		case QK_GENERAL_COMPARISON:
		case QK_VALUE_COMPARISON:
		case QK_QUANTIFIED:
		case QK_PATH:
		case QK_STEP: return e->kind != QK_PATH || e->args[1]->kind == QK_STEP;
		default:
			return fa_is_call(e, Q_URI_FN, "not") || fa_is_call(e, Q_URI_FN, "exists") ||
				   fa_is_call(e, Q_URI_FN, "empty") || fa_is_call(e, Q_URI_FN, "boolean") ||
				   fa_is_call(e, Q_URI_FN, "starts-with") || fa_is_call(e, Q_URI_FN, "contains") ||
				   fa_is_call(e, Q_URI_FN, "ends-with");
	}
}

static const char *
conditions_of(FaBuild *b, const QExpr *e, uint32_t from, const FaContext *cx)
{
	const char *condition = FA_TRUE;
	uint32_t i;

	for (i = from; i < e->n_args; i++)
		if (is_condition(e->args[i]))
			condition = fa_and(b, condition, fa_truth(b, e->args[i], cx, true));
	return condition;
}

/* A step from the nodes of a value, "" for the context node of a predicate. */
static FaValue
step_from(FaBuild *b, const FaValue *from, const QExpr *step)
{
	const FaContext inside = {.here = "",
							  .item = {.text = ".", .class = FA_NODES, .nodes = true, .primary = true}};
	const char *where, *between = "/";
	FaValue v = made("", FA_NODES);

	if (from->class != FA_NODES || !from->nodes)
		return fa_any;
	if (from->text[0] == '\0' || strcmp(from->text, "/") == 0)
		between = "";
	where = conditions_of(b, step, 0, &inside);
	v.nodes = true;
	v.text = fa_join(b, from->primary ? "" : "(", from->text, from->primary ? "" : ")", between,
					 axis_name(step->sub), "::", node_test(b, step), fa_is_true(where) ? "" : "[",
					 fa_is_true(where) ? "" : where, fa_is_true(where) ? "" : "]", NULL);
	return v;
}

/* ---- values under a variable ---- */

/* "for $v in ... return ...", "let $v := ... return ...", "if ... then ... else ()" */
static FaValue
under(FaBuild *b, const char *front, const char *name, const char *middle, const FaValue *of,
	  const FaValue *v)
{
	FaValue result = *v;

	if (v->class == FA_OTHER)
		return fa_any;
	result.text = fa_join(b, "(", front, name, middle, of->text, " return ", v->text, ")", NULL);
	result.always = false;
	result.primary = true;
	return result;
}

static FaValue
where(FaBuild *b, const char *condition, const FaValue *v)
{
	FaValue result = *v;

	if (v->class == FA_OTHER || fa_is_true(condition))
		return *v;
	result.text = fa_join(b, "(if (", condition, ") then ", v->text, " else ())", NULL);
	result.always = false;
	result.primary = true;
	return result;
}

/* Items of both. */
static FaValue
both(FaBuild *b, const FaValue *x, const FaValue *y)
{
	FaValue v = *x;

	if (x->class == FA_OTHER || x->class != y->class)
		return fa_any;
	v.nodes = x->nodes && y->nodes;
	v.always = x->always || y->always;
	v.text = fa_join(b, "(", x->text, ", ", y->text, ")", NULL);
	v.primary = true;
	return v;
}

FaBinding
fa_each(FaBuild *b, const QExpr *e, const FaContext *cx)
{
	FaBinding c = {.of = fa_value(b, e->args[0], cx)};

	c.name = fa_new_name(b);
	c.loose = c.of.class == FA_OTHER;
	c.inside = c.loose ? (FaContext){.item = fa_any}
					   : (FaContext){.here = c.name, .item = fa_of_value(c.name, &c.of)};
	return c;
}

/* A simple map, a path with an expression behind its last slash, a filter with its predicates. */
static FaValue
mapped(FaBuild *b, const QExpr *e, const FaContext *cx)
{
	FaBinding c = fa_each(b, e, cx);
	FaValue to;

	if (e->kind == QK_FILTER)
		to = where(b, conditions_of(b, e, 1, &c.inside), &c.inside.item);
	else
		to = fa_value(b, e->args[1], &c.inside);
	return c.loose ? to : under(b, "for ", c.name, " in ", &c.of, &to);
}

/* ---- FLWOR ---- */

FaBinding
fa_clause(FaBuild *b, const QExpr *clause, const FaContext *cx)
{
	FaBinding c = {.of = fa_value(b, clause->args[0], cx)};
	FaValue item;

	c.name = fa_new_name(b);
	c.loose = c.of.class == FA_OTHER || (clause->flags & Q_ALLOWING_EMPTY);
	item = fa_of_value(c.name, &c.of);
	fa_bind_unknown(b, clause);
	if (!c.loose)
		fa_bind(b, &clause->params[0].name, &item);
	return c;
}

static FaValue flwor(FaBuild *b, const QExpr *e, uint32_t i, uint32_t first, const FaContext *cx);

static FaValue
binding(FaBuild *b, const QExpr *e, uint32_t i, uint32_t first, const FaContext *cx)
{
	bool each = e->args[i]->kind == QK_FOR;
	FaBinding c = fa_clause(b, e->args[i], cx);
	FaValue result = flwor(b, e, i + 1, first, cx);

	return c.loose ? result
				   : under(b, each ? "for " : "let ", c.name, each ? " in " : " := ", &c.of, &result);
}

const char *
fa_tuples(FaBuild *b, const QExpr *clause, uint32_t first, const FaContext *cx)
{
	switch (clause->kind)
	{
		case QK_WHERE: return fa_truth(b, clause->args[0], cx, true);
		case QK_GROUP_BY:
			forget(b, first);
			fa_bind_unknown(b, clause);
			return FA_TRUE;
		case QK_COUNT: fa_bind_unknown(b, clause); return FA_TRUE;
		case QK_ORDER_BY: return FA_TRUE;
		default: return NULL;
	}
}

/* From clause i on; first: the first variable of the FLWOR. */
static FaValue
flwor(FaBuild *b, const QExpr *e, uint32_t i, uint32_t first, const FaContext *cx)
{
	const QExpr *c = e->args[i];
	const char *condition = FA_TRUE;
	FaValue rest;

	if (b->over)
		return fa_any;
	switch (c->kind)
	{
		case QK_FOR:
		case QK_LET: return binding(b, e, i, first, cx);
		case QK_RETURN: return fa_value(b, c->args[0], cx);
		case QK_WINDOW: fa_bind_unknown(b, c); break;
		default: condition = fa_tuples(b, c, first, cx);
	}
	if (condition == NULL)
		return fa_any;
	rest = flwor(b, e, i + 1, first, cx);
	return where(b, condition, &rest);
}

static FaValue
branches(FaBuild *b, const QExpr *e, const FaContext *cx)
{
	FaValue x = fa_value(b, e->args[1], cx), y = fa_value(b, e->args[2], cx);

	x = where(b, fa_truth(b, e->args[0], cx, true), &x);
	y = where(b, fa_truth(b, e->args[0], cx, false), &y);
	return both(b, &x, &y);
}

static FaValue
members(FaBuild *b, const QExpr *e, const FaContext *cx)
{
	FaValue v = {.text = "()", .class = FA_NODES, .nodes = true, .primary = true};
	uint32_t i;

	for (i = 0; i < e->n_args; i++)
	{
		FaValue next = fa_value(b, e->args[i], cx);

		v = i == 0 ? next : both(b, &v, &next);
	}
	return v;
}

/* ---- functions ---- */

/* A constructor of a type around a value: of a literal, or of what is in the document. */
static FaValue
constructed(FaBuild *b, BxStr type, const FaValue *of)
{
	static const struct
	{
		const char *type, *path;
		uint8_t class;
	} rows[] = {{"date", "xs:date(", FA_TYPED},
				{"dateTime", "xs:dateTime(", FA_TYPED},
				{"dayTimeDuration", "xs:dayTimeDuration(", FA_TYPED},
				{"yearMonthDuration", "xs:yearMonthDuration(", FA_TYPED},
				{"string", "xs:string(", FA_STRING},
				{"double", "xs:double(", FA_NUMBER},
				{"decimal", "xs:double(", FA_NUMBER},
				{"integer", "xs:double(", FA_NUMBER}};
	FaValue v;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (bx_str_equal(type, bx_str(rows[i].type, strlen(rows[i].type))))
			break;
	if (i == sizeof(rows) / sizeof(rows[0]) || (of->class != FA_NODES && of->class != FA_STRING))
		return fa_any;
	v = made(fa_join(b, rows[i].path, of->text, ")", NULL), (FaClass) rows[i].class);
	v.always = of->always;
	return v;
}

static FaValue
call(FaBuild *b, const QExpr *e, const FaContext *cx)
{
	FaValue of = e->n_args == 1 ? fa_value(b, e->args[0], cx) : fa_any;

	if (e->n_args != 1)
		return fa_any;
	if (bx_str_equal(e->name.uri, bx_str(Q_URI_XS, strlen(Q_URI_XS))))
		return constructed(b, e->name.local, &of);
	if (of.class == FA_NODES && fa_is_call(e, Q_URI_FN, "string"))
		return made(fa_join(b, "string(", of.text, ")", NULL), FA_STRING);
	if ((of.class == FA_NODES || of.class == FA_NUMBER) && fa_is_call(e, Q_URI_FN, "number"))
		return made(fa_join(b, "number(", of.text, ")", NULL), FA_NUMBER);
	if (fa_is_call(e, Q_URI_FN, "data") || fa_is_call(e, Q_URI_FN, "distinct-values"))
		of.nodes = false;
	else if (!fa_is_call(e, Q_URI_FN, "reverse") && !fa_is_call(e, Q_URI_FN, "head") &&
			 !fa_is_call(e, Q_URI_FN, "tail") && !fa_is_call(e, Q_URI_FN, "exactly-one") &&
			 !fa_is_call(e, Q_URI_FN, "zero-or-one") && !fa_is_call(e, Q_URI_FN, "one-or-more") &&
			 !fa_is_call(e, Q_URI_FN, "unordered"))
		return fa_any;
	return of;
}

static FaValue
node_set(FaBuild *b, const QExpr *e, const FaContext *cx)
{
	FaValue x = fa_value(b, e->args[0], cx), y;

	if (e->kind == QK_EXCEPT || e->kind == QK_INTERSECT)
		return x;
	y = fa_value(b, e->args[1], cx);
	return both(b, &x, &y);
}

static FaValue
path(FaBuild *b, const QExpr *e, const FaContext *cx)
{
	FaValue from;

	if (e->args[1]->kind != QK_STEP)
		return mapped(b, e, cx);
	from = fa_value(b, e->args[0], cx);
	return step_from(b, &from, e->args[1]);
}

/* A step from the context item. */
static FaValue
first_step(FaBuild *b, const QExpr *e, const FaContext *cx)
{
	FaValue from = cx->item;

	if (cx->here != NULL && cx->here[0] == '\0')
		from.text = "";
	return step_from(b, &from, e);
}

FaValue
fa_value(FaBuild *b, const QExpr *e, const FaContext *cx)
{
	if (b->over || b->status != BX_OK)
		return fa_any;
	switch (e->kind)
	{
		case QK_LITERAL: return literal(b, &e->value, false);
		case QK_UNARY:
			return e->args[0]->kind == QK_LITERAL ? literal(b, &e->args[0]->value, e->sub == 1) : fa_any;
		case QK_VARIABLE: return variable(b, e);
		case QK_SEQUENCE: return members(b, e, cx);
		case QK_CONTEXT_ITEM: return cx->item;
		case QK_ROOT: return cx->item.class == FA_NODES && cx->item.nodes ? fa_document.item : fa_any;
		case QK_PATH: return path(b, e, cx);
		case QK_STEP: return first_step(b, e, cx);
		case QK_FILTER:
		case QK_SIMPLE_MAP: return mapped(b, e, cx);
		case QK_UNION:
		case QK_EXCEPT:
		case QK_INTERSECT: return node_set(b, e, cx);
		case QK_IF: return branches(b, e, cx);
		case QK_FLWOR:
		{
			uint32_t n_vars = b->n_vars;
			FaValue v = flwor(b, e, 0, n_vars, cx);

			b->n_vars = n_vars;
			return v;
		}
		case QK_ORDERED:
		case QK_TREAT_AS: return fa_value(b, e->args[0], cx);
		case QK_CALL: return call(b, e, cx);
		default: return fa_any;
	}
}
