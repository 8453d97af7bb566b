/*
 * q_path.c -- paths and steps (XQuery 3.1, 3.3).
 */
#include "q_parse_int.h"

static const struct
{
	uint8_t word;
	uint8_t axis;
} axes[] = {
	{QW_CHILD, XD_CHILD},
	{QW_DESCENDANT, XD_DESCENDANT},
	{QW_ATTRIBUTE, XD_ATTRIBUTE_AXIS},
	{QW_SELF, XD_SELF},
	{QW_DESCENDANT_OR_SELF, XD_DESCENDANT_OR_SELF},
	{QW_FOLLOWING_SIBLING, XD_FOLLOWING_SIBLING},
	{QW_FOLLOWING, XD_FOLLOWING},
	{QW_PARENT, XD_PARENT},
	{QW_ANCESTOR, XD_ANCESTOR},
	{QW_PRECEDING_SIBLING, XD_PRECEDING_SIBLING},
	{QW_PRECEDING, XD_PRECEDING},
	{QW_ANCESTOR_OR_SELF, XD_ANCESTOR_OR_SELF},
	{QW_NAMESPACE, XD_NAMESPACE_AXIS}, /* the last: only in paths */
};

#define N_AXES (sizeof(axes) / sizeof(axes[0]))

/* ---- steps ---- */

/* The kind test that begins here. */
static BxStatus
kind_step(QParser *p, uint32_t off, XdAxis axis, QExpr **e)
{
	XdSeqType type = {.type_name = {"", 0}};
	XdSeqType *kept;

	BX_TRY(q_kind_test(p, &type));
	BX_TRY(q_new_step(p, off, axis, &type.test, e));
	(*e)->name = (AtName){.prefix = {"", 0}, .uri = type.test.uri, .local = type.test.local};
	if (type.type_name.n == 0)
		return BX_OK;
	BX_TRY(q_alloc(p, sizeof(XdSeqType), &kept));
	*kept = type;
	(*e)->type = kept;
	return BX_OK;
}

/* The name, with or without "*", that is here. */
static BxStatus
name_step(QParser *p, uint32_t off, XdAxis axis, QExpr **e)
{
	unsigned kind = axis == XD_ATTRIBUTE_AXIS   ? XD_ATTRIBUTE
					: axis == XD_NAMESPACE_AXIS ? XD_NAMESPACE
												: XD_ELEMENT;
	BxStr prefix = p->tok.form == Q_FORM_PREFIXED ? p->tok.prefix : bx_str("", 0);
	XdTest test;

	if (q_in_path(p) && p->tok.next == '(' && q_is(p, Q_TOK_NAME))
		return q_unexpected(p, "Expected a node test; in XPath 1.0 a function call cannot be a step.");
	BX_TRY(q_name_test(p, kind == XD_ELEMENT ? Q_ELEMENT_DEFAULT : Q_NO_DEFAULT, &test));
	test.kinds = (uint8_t) (1u << kind);
	BX_TRY(q_new_step(p, off, axis, &test, e));
	(*e)->name = (AtName){.prefix = prefix, .uri = test.uri, .local = test.local};
	return BX_OK;
}

/* Predicates of a step, if there are any. */
static inline BxStatus
predicates_of(QParser *p, QExpr *e)
{
	uint32_t mark = p->exprs.n;

	if (BX_LIKELY(!q_is(p, '[')))
		return BX_OK;
	BX_TRY(q_predicates(p));
	return q_take_args(p, mark, e);
}

/* The name or kind test that begins here, and predicates. */
static BxStatus
step_of(QParser *p, uint32_t off, XdAxis axis, QExpr **e)
{
	if (q_in_path(p) && !q_is(p, '*') && !q_is(p, Q_TOK_NAME))
		return q_unexpected(p, "Expected a node test.");
	BX_TRY(q_is_kind_test(p) ? kind_step(p, off, axis, e) : name_step(p, off, axis, e));
	return predicates_of(p, *e);
}

static BxStatus
step_on_axis(QParser *p, QExpr **e)
{
	uint32_t off = p->tok.off;
	char buf[Q_SHOWN_MAX];
	bool path = q_in_path(p);

	for (size_t i = 0; i < (path ? N_AXES : N_AXES - 1); i++)
		if (axes[i].word == p->tok.word)
		{
			BX_TRY(q_advance(p));
			BX_TRY(q_expect(p, Q_TOK_COLONS, NULL));
			if (!path &&
				((!q_is(p, '*') && !q_is(p, Q_TOK_NAME)) || (p->tok.next == '(' && !q_is_kind_test(p))))
				return q_unexpected(p, "Expected a name, \"*\" or a test of kinds after an axis.");
			return step_of(p, off, (XdAxis) axes[i].axis, e);
		}
	if (path)
		return q_fail(p, off, NULL, "The name before \"::\" must be one of the thirteen axes.",
					  "unknown axis \"%s\"", q_shown(bx_str(p->s + off, p->tok.end - off), buf));
	if (q_is_word(p, QW_NAMESPACE))
		return q_fail(p, off, "XPST0003",
					  "in-scope-prefixes() and namespace-uri-for-prefix() take its place.",
					  "there is no namespace axis in XQuery");
	return q_unexpected(p, "Expected an axis before \"::\".");
}

/* ".." */
static BxStatus
parent_step(QParser *p, QExpr **e)
{
	uint32_t off = p->tok.off;

	BX_TRY(q_advance(p));
	BX_TRY(q_new_step(p, off, XD_PARENT, &XD_TEST_ANY, e));
	return predicates_of(p, *e);
}

/* "@" */
static BxStatus
attribute_step(QParser *p, QExpr **e)
{
	uint32_t off = p->tok.off;

	BX_TRY(q_advance(p));
	if (!q_in_path(p) && !q_is(p, '*') && !q_is(p, Q_TOK_NAME))
		return q_unexpected(p, "Expected a name, \"*\" or a test of kinds after \"@\".");
	return step_of(p, off, XD_ATTRIBUTE_AXIS, e);
}

static BxStatus
named_step(QParser *p, QExpr **e)
{
	bool computed;

	if (p->tok.next == ':')
		return step_on_axis(p, e);
	if (q_is_kind_test(p))
	{
		if (q_is_word(p, QW_NAMESPACE_NODE))
			return q_fail(p, p->tok.off, "XQST0134", NULL, "there is no namespace axis in XQuery");
		return step_of(p, p->tok.off,
					   q_is_word(p, QW_ATTRIBUTE) || q_is_word(p, QW_SCHEMA_ATTRIBUTE) ? XD_ATTRIBUTE_AXIS
																					   : XD_CHILD,
					   e);
	}
	if (!(q_in_path(p) && p->tok.next == '(') && (p->tok.any_local || p->tok.form == Q_FORM_ANY_URI))
		return step_of(p, p->tok.off, XD_CHILD, e);
	if (p->tok.next == '(' || (p->tok.next == '#' && !q_in_path(p)))
		return q_postfix(p, e);
	if (p->mode == Q_MODE_PATH)
		return step_of(p, p->tok.off, XD_CHILD, e);
	BX_TRY(q_is_computed(p, &computed));
	return computed ? q_postfix(p, e) : step_of(p, p->tok.off, XD_CHILD, e);
}

static BxStatus
step(QParser *p, QExpr **e)
{
	switch (p->tok.kind)
	{
		case Q_TOK_NAME: return named_step(p, e);
		case Q_TOK_PARENT: return parent_step(p, e);
		case '*': return step_of(p, p->tok.off, XD_CHILD, e);
		case '@': return attribute_step(p, e);
		default: return q_postfix(p, e);
	}
}

/* ---- paths ---- */

/*
 * Can a step begin with the token?  "<" can, whatever comes behind it.  In a path what is not a step itself begins with
 * a name or "(".
 */
static bool
starts_step(const QParser *p)
{
	switch (p->tok.kind)
	{
		case Q_TOK_NAME:
		case Q_TOK_PARENT:
		case '*':
		case '@':
		case '.':
		case '(': return true;
		case Q_TOK_INTEGER:
		case Q_TOK_DECIMAL:
		case Q_TOK_DOUBLE:
		case Q_TOK_STRING:
		case Q_TOK_BACKTICKS:
		case '$':
		case '[':
		case '?':
		case '<':
		case '%': return !q_in_path(p);
		default: return false;
	}
}

/* A step behind a slash. */
static BxStatus
next_step(QParser *p, QExpr **e)
{
	if (q_in_path(p) && !starts_step(p))
		return q_unexpected(p, "Expected a node test.");
	return step(p, e);
}

/* left / descendant-or-self::node() */
static BxStatus
add_slashes(QParser *p, uint32_t off, QExpr **e)
{
	QExpr *between;

	BX_TRY(q_new_step(p, off, XD_DESCENDANT_OR_SELF, &XD_TEST_ANY, &between));
	between->flags |= Q_FROM_SLASHES;
	return q_new_two(p, QK_PATH, off, *e, between, e);
}

/* More steps of a path; the first one is the root or a step. */
static BxStatus
more_steps(QParser *p, QExpr **e)
{
	while (q_is(p, '/') || q_is(p, Q_TOK_SLASHES))
	{
		uint32_t off = p->tok.off;
		QExpr *right;

		if (q_is(p, Q_TOK_SLASHES))
			BX_TRY(add_slashes(p, off, e));
		BX_TRY(q_advance(p));
		BX_TRY(next_step(p, &right));
		BX_TRY(q_new_two(p, QK_PATH, off, *e, right, e));
	}
	return BX_OK;
}

BxStatus
q_path(QParser *p, QExpr **e)
{
	uint32_t off = p->tok.off;
	bool slashes = q_is(p, Q_TOK_SLASHES);
	QExpr *first;

	if (!slashes && !q_is(p, '/'))
	{
		BX_TRY(step(p, e));
		return more_steps(p, e);
	}
	BX_TRY(q_new(p, QK_ROOT, off, e));
	if (slashes)
		BX_TRY(add_slashes(p, off, e));
	BX_TRY(q_advance(p));
	if (!slashes && !starts_step(p))
		return BX_OK;
	BX_TRY(next_step(p, &first));
	BX_TRY(q_new_two(p, QK_PATH, off, *e, first, e));
	return more_steps(p, e);
}
