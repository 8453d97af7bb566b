/*
 * q_type.c -- sequence types, and parameters that have them (XQuery 3.1, 2.5.4).
 */
#include "q_parse_int.h"

#include "../../base/bx_utf8.h"

static BxStatus item_type(QParser *p, XdSeqType *t);
static BxStatus sequence_type(QParser *p, XdSeqType *t);

static const XdTest any_name = {.any_local = true, .any_uri = true, .uri = {"", 0}, .local = {"", 0}};

/* There is nothing of this name. */
static BxStatus
unknown(QParser *p, uint32_t off, const char *code, const char *what, const AtName *name)
{
	char buf[2 * Q_SHOWN_MAX];

	return q_fail(p, off, code, NULL, "there is no %s \"%s\"", what, q_shown_name(name, buf, sizeof(buf)));
}

/* ---- kind tests ---- */

static BxStatus
close_test(QParser *p)
{
	return q_expect(p, ')', "Expected \")\" at the end of a test of kinds.");
}

/* The name of a type in a test of elements or attributes, and what it means without a schema. */
static BxStatus
annotation(QParser *p, XdSeqType *t, bool element)
{
	AtName name;
	uint32_t off = p->tok.off;
	bool nillable = false, known;

	BX_TRY(q_advance(p));
	BX_TRY(q_name(p, Q_ELEMENT_DEFAULT, "Expected the name of a type.", &name));
	if (element)
		BX_TRY(q_accept(p, '?', &nillable));
	if (p->skipping > 0)
		return BX_OK;
	known = bx_str_is(name.uri, Q_URI_XS) &&
			(at_type_find(name.local) != AT_TYPES || bx_str_is(name.local, "untyped"));
	if (!known)
		return unknown(p, off, "XPST0008", "type", &name);
	t->type_name = name.local;
	if (bx_str_is(name.local, "anyType"))
		return BX_OK;
	t->test.nillable_only = element ? !bx_str_is(name.local, "untyped")
									: !bx_str_is(name.local, "untypedAtomic") &&
										  !bx_str_is(name.local, "anyAtomicType") &&
										  !bx_str_is(name.local, "anySimpleType");
	return BX_OK;
}

/* element(...) and attribute(...) behind "(" */
static BxStatus
named_test(QParser *p, XdSeqType *t, XdKind kind)
{
	t->test = any_name;
	if (!q_is(p, ')'))
	{
		if (!q_is(p, '*') && (!q_is(p, Q_TOK_NAME) || p->tok.any_local || p->tok.form == Q_FORM_ANY_URI))
			return q_unexpected(p, "Expected a name or \"*\".");
		BX_TRY(q_name_test(p, kind == XD_ELEMENT ? Q_ELEMENT_DEFAULT : Q_NO_DEFAULT, &t->test));
		if (q_is(p, ','))
			BX_TRY(annotation(p, t, kind == XD_ELEMENT));
	}
	t->test.kinds = (uint8_t) (1u << kind);
	return close_test(p);
}

/* There are no declarations: no schema is imported. */
static BxStatus
schema_test(QParser *p)
{
	uint32_t off = p->tok.off;
	AtName name;

	BX_TRY(q_name(p, Q_ELEMENT_DEFAULT, "Expected the name of a declaration.", &name));
	BX_TRY(close_test(p));
	if (p->skipping > 0)
		return BX_OK;
	unknown(p, off, "XPST0008", "declaration of", &name);
	return bx_hint(p->err, BX_E_XPATH, "No schema is imported.");
}

static BxStatus
document_test(QParser *p, XdSeqType *t)
{
	XdSeqType inner = {.kind = XD_T_NODE};
	XdTest *content;

	t->test = any_name;
	t->test.kinds = 1u << XD_DOCUMENT;
	if (q_is(p, ')'))
		return q_advance(p);
	if (p->tok.next != '(' || (!q_is_word(p, QW_ELEMENT) && !q_is_word(p, QW_SCHEMA_ELEMENT)))
		return q_unexpected(p, "Expected element(...) or \")\".");
	BX_TRY(q_kind_test(p, &inner));
	BX_TRY(q_alloc(p, sizeof(XdTest), &content));
	*content = inner.test;
	t->test.content = content;
	t->type_name = inner.type_name;
	return close_test(p);
}

static BxStatus
pi_test(QParser *p, XdSeqType *t)
{
	t->test = any_name;
	t->test.kinds = 1u << XD_PI;
	if (q_is(p, ')'))
		return q_advance(p);
	t->test.any_local = false;
	if (q_in_path(p))
	{
		if (q_is(p, Q_TOK_STRING))
			BX_TRY(q_string(p, NULL, &t->test.local));
		return close_test(p);
	}
	if (q_is(p, Q_TOK_STRING))
	{
		uint32_t off = p->tok.off;

		BX_TRY(q_uri_literal(p, NULL, &t->test.local));
		if (!bx_is_ncname(t->test.local.s, t->test.local.n))
			return q_fail(p, off, "XPTY0004", NULL, "a processing instruction cannot have such a target");
		return close_test(p);
	}
	if (!q_is(p, Q_TOK_NAME) || p->tok.form != Q_FORM_PLAIN)
		return q_unexpected(p, "Expected the target of a processing instruction.");
	t->test.local = p->tok.local;
	BX_TRY(q_advance(p));
	return close_test(p);
}

bool
q_is_kind_test(const QParser *p)
{
	if (p->tok.next != '(')
		return false;
	switch (p->tok.word)
	{
		case QW_NODE:
		case QW_TEXT:
		case QW_COMMENT:
		case QW_PROCESSING_INSTRUCTION: return true;
		case QW_NAMESPACE_NODE:
		case QW_ELEMENT:
		case QW_ATTRIBUTE:
		case QW_DOCUMENT_NODE:
		case QW_SCHEMA_ELEMENT:
		case QW_SCHEMA_ATTRIBUTE: return !q_in_path(p);
		default: return false;
	}
}

BxStatus
q_kind_test(QParser *p, XdSeqType *t)
{
	uint8_t word = p->tok.word;

	t->kind = XD_T_NODE;
	t->type_name = bx_str("", 0);
	BX_TRY(q_advance(p));
	BX_TRY(q_advance(p));
	switch (word)
	{
		case QW_ELEMENT: return named_test(p, t, XD_ELEMENT);
		case QW_ATTRIBUTE: return named_test(p, t, XD_ATTRIBUTE);
		case QW_DOCUMENT_NODE: return document_test(p, t);
		case QW_PROCESSING_INSTRUCTION: return pi_test(p, t);
		case QW_SCHEMA_ELEMENT:
		case QW_SCHEMA_ATTRIBUTE: return schema_test(p);
		default: break;
	}
	t->test = any_name;
	t->test.kinds = (uint8_t) (word == QW_TEXT             ? 1u << XD_TEXT
							   : word == QW_COMMENT        ? 1u << XD_COMMENT
							   : word == QW_NAMESPACE_NODE ? 1u << XD_NAMESPACE
														   : XD_ANY_KIND);
	return close_test(p);
}

/* ---- atomic types ---- */

/* An atomic type by its name; list types are allowed in casts only. */
static BxStatus
atomic_type(QParser *p, bool cast, XdSeqType *t)
{
	uint32_t off = p->tok.off;
	char buf[Q_SHOWN_MAX];
	AtName name;
	AtType type;

	BX_TRY(q_name(p, Q_ELEMENT_DEFAULT, "Expected a type.", &name));
	t->kind = XD_T_ATOMIC;
	t->atomic = AT_ANY_ATOMIC;
	if (p->skipping > 0)
		return BX_OK;
	type = bx_str_is(name.uri, Q_URI_XS) ? at_type_find(name.local) : AT_TYPES;
	if (bx_str_is(name.uri, Q_URI_XS) && bx_str_is(name.local, "numeric"))
	{
		t->kind = XD_T_NUMERIC;
		return BX_OK;
	}
	if (cast && (type == AT_ANY_ATOMIC || type == AT_ANY_SIMPLE || type == AT_NOTATION))
		return q_fail(p, off, "XPST0080", NULL, "nothing can be cast to %s", at_types[type].qname);
	if (type == AT_TYPES || type == AT_ANY_TYPE || type == AT_ANY_SIMPLE || (!cast && at_type_is_list(type)))
	{
		unknown(p, off, cast ? "XQST0052" : "XPST0051", "atomic type", &name);
		if (name.prefix.n == 0 && at_type_find(name.local) != AT_TYPES)
			bx_hint(p->err, BX_E_XPATH, "Write xs:%s.", q_shown(name.local, buf));
		return BX_E_XPATH;
	}
	t->atomic = (uint8_t) type;
	return BX_OK;
}

/* ---- functions, maps, arrays ---- */

/* "(" and "*" in the tests of functions, maps and arrays that take any. */
static BxStatus
any_of(QParser *p, XdSeqType *t, bool *any)
{
	BX_TRY(q_advance(p));
	BX_TRY(q_expect(p, '(', "Expected \"(\"."));
	BX_TRY(q_accept(p, '*', any));
	t->any_arguments = *any;
	return *any ? q_expect(p, ')', "Expected \")\" after \"*\".") : BX_OK;
}

static const XdSeqType unset = {.type_name = {"", 0}, .test = {.uri = {"", 0}, .local = {"", 0}}};

static BxStatus
new_type(QParser *p, XdSeqType **t)
{
	BX_TRY(q_alloc(p, sizeof(XdSeqType), t));
	**t = unset;
	return BX_OK;
}

static BxStatus
result_type(QParser *p, XdSeqType *t)
{
	XdSeqType *result;

	BX_TRY(new_type(p, &result));
	t->result = result;
	return sequence_type(p, result);
}

static BxStatus
function_test(QParser *p, XdSeqType *t)
{
	uint32_t mark = p->types.n;
	XdSeqType arg;
	bool more, any;

	t->kind = XD_T_FUNCTION;
	BX_TRY(any_of(p, t, &any));
	if (any)
		return BX_OK;
	for (more = !q_is(p, ')'); more;)
	{
		BX_TRY(sequence_type(p, &arg));
		BX_TRY(q_push(p, &p->types, &arg, sizeof(arg)));
		BX_TRY(q_accept(p, ',', &more));
	}
	BX_TRY(q_take(p, &p->types, mark, sizeof(XdSeqType), &t->args, &t->n_args));
	BX_TRY(q_expect(p, ')', "Expected \",\" or \")\" after the type of an argument."));
	BX_TRY(q_expect_word(p, QW_AS, "Expected \"as\" and the type of the result."));
	return result_type(p, t);
}

static BxStatus
map_test(QParser *p, XdSeqType *t)
{
	XdSeqType *key;
	bool any;

	t->kind = XD_T_MAP;
	BX_TRY(any_of(p, t, &any));
	if (any)
		return BX_OK;
	BX_TRY(new_type(p, &key));
	BX_TRY(atomic_type(p, false, key));
	t->args = key;
	t->n_args = 1;
	BX_TRY(q_expect(p, ',', "Expected \",\" after the type of keys."));
	BX_TRY(result_type(p, t));
	return q_expect(p, ')', "Expected \")\" after the type of values.");
}

static BxStatus
array_test(QParser *p, XdSeqType *t)
{
	bool any;

	t->kind = XD_T_ARRAY;
	BX_TRY(any_of(p, t, &any));
	if (any)
		return BX_OK;
	BX_TRY(result_type(p, t));
	return q_expect(p, ')', "Expected \")\" after the type of members.");
}

/* ---- sequence types ---- */

static BxStatus
item_type_word(QParser *p, XdSeqType *t)
{
	if (p->tok.next != '(')
		return atomic_type(p, false, t);
	if (q_is_kind_test(p))
		return q_kind_test(p, t);
	switch (p->tok.word)
	{
		case QW_FUNCTION: return function_test(p, t);
		case QW_MAP: return map_test(p, t);
		case QW_ARRAY: return array_test(p, t);
		case QW_ITEM:
			t->kind = XD_T_ITEM;
			BX_TRY(q_advance(p));
			BX_TRY(q_advance(p));
			return q_expect(p, ')', "Expected \")\" after \"item(\".");
		default: return q_unexpected(p, "Expected a type.");
	}
}

static BxStatus
item_type(QParser *p, XdSeqType *t)
{
	QAnnotated annotated;

	*t = unset;
	if (q_is(p, '%'))
	{
		BX_TRY(q_annotations(p, &annotated));
		if (!q_is_word(p, QW_FUNCTION) || p->tok.next != '(')
			return q_unexpected(p, "Expected function(...) after annotations.");
	}
	if (!q_is(p, '('))
		return item_type_word(p, t);
	BX_TRY(q_advance(p));
	BX_TRY(q_enter(p));
	BX_TRY(item_type(p, t));
	q_leave(p);
	return q_expect(p, ')', "Expected \")\" after a type in parentheses.");
}

static BxStatus
sequence_type(QParser *p, XdSeqType *t)
{
	bool optional, any = false, many = false;

	if (q_is_word(p, QW_EMPTY_SEQUENCE) && p->tok.next == '(')
	{
		*t = (XdSeqType){.kind = XD_T_EMPTY, .occurrence = XD_OPTIONAL, .type_name = {"", 0}};
		BX_TRY(q_advance(p));
		BX_TRY(q_advance(p));
		return q_expect(p, ')', "Expected \")\" after \"empty-sequence(\".");
	}
	BX_TRY(q_enter(p));
	BX_TRY(item_type(p, t));
	q_leave(p);
	BX_TRY(q_accept(p, '?', &optional));
	if (!optional)
		BX_TRY(q_accept(p, '*', &any));
	if (!optional && !any)
		BX_TRY(q_accept(p, '+', &many));
	t->occurrence = optional ? XD_OPTIONAL : any ? XD_ANY_NUMBER : many ? XD_REPEATED : XD_ONE;
	return BX_OK;
}

/* A type of its own, read by one of the functions above. */
static BxStatus
kept_type(QParser *p, BxStatus (*read)(QParser *, XdSeqType *), const XdSeqType **type)
{
	XdSeqType *t;

	BX_TRY(new_type(p, &t));
	*type = t;
	return read(p, t);
}

BxStatus
q_sequence_type(QParser *p, const XdSeqType **type)
{
	return kept_type(p, sequence_type, type);
}

BxStatus
q_item_type(QParser *p, const XdSeqType **type)
{
	return kept_type(p, item_type, type);
}

BxStatus
q_push_sequence_type(QParser *p)
{
	XdSeqType t;

	BX_TRY(sequence_type(p, &t));
	return q_push(p, &p->types, &t, sizeof(t));
}

BxStatus
q_type_declaration(QParser *p, const XdSeqType **type)
{
	bool as;

	*type = NULL;
	if (q_in_path(p))
		return BX_OK;
	BX_TRY(q_accept_word(p, QW_AS, &as));
	return as ? q_sequence_type(p, type) : BX_OK;
}

BxStatus
q_single_type(QParser *p, const XdSeqType **type)
{
	XdSeqType *t;
	bool optional;

	BX_TRY(new_type(p, &t));
	BX_TRY(atomic_type(p, true, t));
	BX_TRY(q_accept(p, '?', &optional));
	t->occurrence = optional ? XD_OPTIONAL : XD_ONE;
	*type = t;
	return BX_OK;
}

BxStatus
q_parameters(QParser *p, QParam **params, uint32_t *n)
{
	uint32_t mark = p->params.n;
	bool more = !q_is(p, ')');

	while (more)
	{
		BX_TRY(q_push_parameter(p));
		BX_TRY(q_accept(p, ',', &more));
	}
	BX_TRY(q_expect(p, ')', "Expected \",\" or \")\" after a parameter."));
	*params = NULL;
	BX_TRY(q_take(p, &p->params, mark, sizeof(QParam), params, n));
	return q_distinct_params(p, *params, *n, "XQST0039");
}

BxStatus
q_variable_reference(QParser *p, QParam *param)
{
	*param = q_no_param();
	param->pos = p->skipping > 0 ? 0 : q_pos(p, p->tok.off);
	BX_TRY(q_expect(p, '$', "Expected a variable."));
	return q_name(p, Q_NO_DEFAULT, "Expected a name after \"$\".", &param->name);
}

BxStatus
q_variable_name(QParser *p, QParam *param)
{
	uint32_t off = p->tok.off;

	BX_TRY(q_variable_reference(p, param));
	if (q_in_path(p) && param->name.prefix.n > 0 && param->name.uri.n == 0)
		return q_undeclared(p, off, param->name.prefix);
	return BX_OK;
}

BxStatus
q_parameter(QParser *p, QParam *param)
{
	BX_TRY(q_variable_name(p, param));
	return q_type_declaration(p, &param->type);
}

BxStatus
q_push_parameter(QParser *p)
{
	QParam param;

	BX_TRY(q_parameter(p, &param));
	return q_push(p, &p->params, &param, sizeof(param));
}
