/*
 * xs_rule.c -- the schema for schemas (XML Schema Part 1, appendix A) as a table, and what asks it.
 */
#include "../base/bx_core_int.h"

#include "xs_rule_int.h"

#include <stdarg.h>
#include <stdio.h>

#include "../base/bx_utf8.h"
#include "../format/bx_format.h"
#include "xs_simple_int.h"

/* ---- attributes ---- */

typedef enum XsAttrKind
{
	XS_AK_TEXT,
	XS_AK_URI,
	XS_AK_ID,
	XS_AK_NAME,
	XS_AK_QNAME,
	XS_AK_QNAMES,
	XS_AK_FLAG,
	XS_AK_COUNT,
	XS_AK_MOST, /* a count or "unbounded" */
	XS_AK_WORD,
	XS_AK_WORDS, /* "#all" or a list */
	XS_AK_SPACES
} XsAttrKind;

typedef struct XsAttrRule
{
	const char *name;
	uint8_t kind;
	uint8_t least;     /* of counts */
	uint8_t most;      /* of counts; 0: any */
	const char *words; /* each between blanks */
} XsAttrRule;

typedef enum XsAttrNo
{
	XS_A_ABSTRACT,
	XS_A_ATTRIBUTES,
	XS_A_BASE,
	XS_A_BLOCK,
	XS_A_BLOCK_TYPE,
	XS_A_BLOCK_DEFAULT,
	XS_A_DEFAULT,
	XS_A_ELEMENTS,
	XS_A_FINAL,
	XS_A_FINAL_SIMPLE,
	XS_A_FINAL_DEFAULT,
	XS_A_FIXED,
	XS_A_FIXED_FACET,
	XS_A_FORM,
	XS_A_ID,
	XS_A_ITEM_TYPE,
	XS_A_LOCATION,
	XS_A_MAX,
	XS_A_MAX_SMALL,
	XS_A_MAX_ONE,
	XS_A_MEMBER_TYPES,
	XS_A_MIN,
	XS_A_MIN_SMALL,
	XS_A_MIXED,
	XS_A_NAME,
	XS_A_NAMESPACE,
	XS_A_NILLABLE,
	XS_A_PROCESS,
	XS_A_PUBLIC,
	XS_A_REF,
	XS_A_REFER,
	XS_A_SOURCE,
	XS_A_SPACES,
	XS_A_SUBSTITUTION,
	XS_A_SYSTEM,
	XS_A_TARGET,
	XS_A_TYPE,
	XS_A_USE,
	XS_A_VALUE,
	XS_A_VALUE_COUNT,
	XS_A_VALUE_POSITIVE,
	XS_A_VALUE_WHITE,
	XS_A_VERSION,
	XS_A_XPATH,
	XS_ATTRS
} XsAttrNo;

#define FORMS " qualified unqualified "
#define DERIVED " extension restriction "

static const XsAttrRule attrs[XS_ATTRS] = {
	[XS_A_ABSTRACT] = {"abstract", XS_AK_FLAG, 0, 0, NULL},
	[XS_A_ATTRIBUTES] = {"attributeFormDefault", XS_AK_WORD, 0, 0, FORMS},
	[XS_A_BASE] = {"base", XS_AK_QNAME, 0, 0, NULL},
	[XS_A_BLOCK] = {"block", XS_AK_WORDS, 0, 0, DERIVED "substitution "},
	[XS_A_BLOCK_TYPE] = {"block", XS_AK_WORDS, 0, 0, DERIVED},
	[XS_A_BLOCK_DEFAULT] = {"blockDefault", XS_AK_WORDS, 0, 0, DERIVED "substitution "},
	[XS_A_DEFAULT] = {"default", XS_AK_TEXT, 0, 0, NULL},
	[XS_A_ELEMENTS] = {"elementFormDefault", XS_AK_WORD, 0, 0, FORMS},
	[XS_A_FINAL] = {"final", XS_AK_WORDS, 0, 0, DERIVED},
	[XS_A_FINAL_SIMPLE] = {"final", XS_AK_WORDS, 0, 0, " restriction list union "},
	[XS_A_FINAL_DEFAULT] = {"finalDefault", XS_AK_WORDS, 0, 0, DERIVED "list union "},
	[XS_A_FIXED] = {"fixed", XS_AK_TEXT, 0, 0, NULL},
	[XS_A_FIXED_FACET] = {"fixed", XS_AK_FLAG, 0, 0, NULL},
	[XS_A_FORM] = {"form", XS_AK_WORD, 0, 0, FORMS},
	[XS_A_ID] = {"id", XS_AK_ID, 0, 0, NULL},
	[XS_A_ITEM_TYPE] = {"itemType", XS_AK_QNAME, 0, 0, NULL},
	[XS_A_LOCATION] = {"schemaLocation", XS_AK_URI, 0, 0, NULL},
	[XS_A_MAX] = {"maxOccurs", XS_AK_MOST, 0, 0, NULL},
	[XS_A_MAX_SMALL] = {"maxOccurs", XS_AK_COUNT, 0, 1, NULL},
	[XS_A_MAX_ONE] = {"maxOccurs", XS_AK_COUNT, 1, 1, NULL},
	[XS_A_MEMBER_TYPES] = {"memberTypes", XS_AK_QNAMES, 0, 0, NULL},
	[XS_A_MIN] = {"minOccurs", XS_AK_COUNT, 0, 0, NULL},
	[XS_A_MIN_SMALL] = {"minOccurs", XS_AK_COUNT, 0, 1, NULL},
	[XS_A_MIXED] = {"mixed", XS_AK_FLAG, 0, 0, NULL},
	[XS_A_NAME] = {"name", XS_AK_NAME, 0, 0, NULL},
	[XS_A_NAMESPACE] = {"namespace", XS_AK_URI, 0, 0, NULL},
	[XS_A_NILLABLE] = {"nillable", XS_AK_FLAG, 0, 0, NULL},
	[XS_A_PROCESS] = {"processContents", XS_AK_WORD, 0, 0, " strict lax skip "},
	[XS_A_PUBLIC] = {"public", XS_AK_TEXT, 0, 0, NULL},
	[XS_A_REF] = {"ref", XS_AK_QNAME, 0, 0, NULL},
	[XS_A_REFER] = {"refer", XS_AK_QNAME, 0, 0, NULL},
	[XS_A_SOURCE] = {"source", XS_AK_URI, 0, 0, NULL},
	[XS_A_SPACES] = {"namespace", XS_AK_SPACES, 0, 0, NULL},
	[XS_A_SUBSTITUTION] = {"substitutionGroup", XS_AK_QNAME, 0, 0, NULL},
	[XS_A_SYSTEM] = {"system", XS_AK_URI, 0, 0, NULL},
	[XS_A_TARGET] = {"targetNamespace", XS_AK_URI, 0, 0, NULL},
	[XS_A_TYPE] = {"type", XS_AK_QNAME, 0, 0, NULL},
	[XS_A_USE] = {"use", XS_AK_WORD, 0, 0, " optional required prohibited "},
	[XS_A_VALUE] = {"value", XS_AK_TEXT, 0, 0, NULL},
	[XS_A_VALUE_COUNT] = {"value", XS_AK_COUNT, 0, 0, NULL},
	[XS_A_VALUE_POSITIVE] = {"value", XS_AK_COUNT, 1, 0, NULL},
	[XS_A_VALUE_WHITE] = {"value", XS_AK_WORD, 0, 0, " preserve replace collapse "},
	[XS_A_VERSION] = {"version", XS_AK_TEXT, 0, 0, NULL},
	[XS_A_XPATH] = {"xpath", XS_AK_TEXT, 0, 0, NULL},
};

/* ---- elements ---- */

#define XS_SLOTS 5

/* Children that may come at a place of the content: one, or any number of them. */
typedef struct XsSlot
{
	uint64_t tags;
	bool needed;
	bool many;
} XsSlot;

struct XsRule
{
	uint8_t tag;
	bool refers;    /* of elements that have "ref" */
	uint64_t where; /* their parents; 0: all others */
	uint64_t attrs; /* "id" besides, unless content is not read */
	uint64_t required;
	XsSlot slots[XS_SLOTS];
};

#define T(tag) (UINT64_C(1) << XS_TAG_##tag)
#define A(attr) (UINT64_C(1) << XS_A_##attr)
#define NOTE                                                                                                 \
	{                                                                                                        \
		T(ANNOTATION), false, false                                                                          \
	}
#define MAYBE(tags)                                                                                          \
	{                                                                                                        \
		tags, false, false                                                                                   \
	}
#define ONE(tags)                                                                                            \
	{                                                                                                        \
		tags, true, false                                                                                    \
	}
#define ANY(tags)                                                                                            \
	{                                                                                                        \
		tags, false, true                                                                                    \
	}
#define SOME(tags)                                                                                           \
	{                                                                                                        \
		tags, true, true                                                                                     \
	}

#define TYPES (T(SIMPLE_TYPE) | T(COMPLEX_TYPE))
#define GROUPS (T(ALL) | T(CHOICE) | T(GROUP) | T(SEQUENCE))
#define PARTICLES ANY(T(ELEMENT) | T(GROUP) | T(CHOICE) | T(SEQUENCE) | T(ANY))
#define USES ANY(T(ATTRIBUTE) | T(ATTRIBUTE_GROUP)), MAYBE(T(ANY_ATTRIBUTE))
#define FACETS                                                                                               \
	(T(ENUMERATION) | T(FRACTION_DIGITS) | T(LENGTH) | T(MAX_EXCLUSIVE) | T(MAX_INCLUSIVE) | T(MAX_LENGTH) | \
	 T(MIN_EXCLUSIVE) | T(MIN_INCLUSIVE) | T(MIN_LENGTH) | T(PATTERN) | T(TOTAL_DIGITS) | T(WHITE_SPACE))
#define DERIVATION ONE(T(RESTRICTION) | T(EXTENSION))
#define CONSTRAINT NOTE, ONE(T(SELECTOR)), SOME(T(FIELD))
#define GLOBALS (T(SCHEMA) | T(REDEFINE))
#define OCCURS (A(MIN) | A(MAX))
#define ATTRIBUTE_OF (A(TYPE) | A(DEFAULT) | A(FIXED))
#define ELEMENT_OF (A(TYPE) | A(DEFAULT) | A(FIXED) | A(NILLABLE) | A(BLOCK))
#define BOUND (A(VALUE) | A(FIXED_FACET))
#define NUMBER (A(VALUE_COUNT) | A(FIXED_FACET))

/* Nothing comes behind these. */
#define ALONE (T(SIMPLE_CONTENT) | T(COMPLEX_CONTENT))
/* Content that several rows have. */
#define TYPED NOTE, MAYBE(TYPES), ANY(T(KEY) | T(KEYREF) | T(UNIQUE))
#define SIMPLE_TYPED NOTE, MAYBE(T(SIMPLE_TYPE))
#define DEFINED NOTE, MAYBE(ALONE | GROUPS), USES
#define DERIVED_SIMPLE NOTE, ONE(T(RESTRICTION) | T(LIST) | T(UNION))

/* Rows: without "ref", with it, and without conditions or children. */
#define ROW(tag, where, attrs, required, ...)                                                                \
	{                                                                                                        \
		XS_TAG_##tag, false, where, attrs, required,                                                         \
		{                                                                                                    \
			__VA_ARGS__                                                                                      \
		}                                                                                                    \
	}
#define REF(tag, where, attrs)                                                                               \
	{                                                                                                        \
		XS_TAG_##tag, true, where, A(REF) | (attrs), A(REF),                                                 \
		{                                                                                                    \
			NOTE                                                                                             \
		}                                                                                                    \
	}
#define LEAF(tag, attrs, required) ROW(tag, 0, attrs, required, NOTE)

/* Conditions come before rows without them. */
static const XsRule rules[] = {
	ROW(ALL, T(GROUP), 0, 0, NOTE, ANY(T(ELEMENT))),
	ROW(ALL, 0, A(MIN_SMALL) | A(MAX_ONE), 0, NOTE, ANY(T(ELEMENT))),
	ROW(ANNOTATION, 0, 0, 0, ANY(T(APPINFO) | T(DOCUMENTATION))),
	LEAF(ANY, A(SPACES) | A(PROCESS) | OCCURS, 0),
	LEAF(ANY_ATTRIBUTE, A(SPACES) | A(PROCESS), 0),
	ROW(APPINFO, 0, A(SOURCE), 0, {0}),
	ROW(ATTRIBUTE, T(SCHEMA), A(NAME) | ATTRIBUTE_OF, A(NAME), SIMPLE_TYPED),
	REF(ATTRIBUTE, 0, A(USE) | A(DEFAULT) | A(FIXED)),
	ROW(ATTRIBUTE, 0, A(NAME) | A(USE) | A(FORM) | ATTRIBUTE_OF, A(NAME), SIMPLE_TYPED),
	ROW(ATTRIBUTE_GROUP, GLOBALS, A(NAME), A(NAME), NOTE, USES),
	LEAF(ATTRIBUTE_GROUP, A(REF), A(REF)),
	ROW(CHOICE, T(GROUP), 0, 0, NOTE, PARTICLES),
	ROW(CHOICE, 0, OCCURS, 0, NOTE, PARTICLES),
	ROW(COMPLEX_CONTENT, 0, A(MIXED), 0, NOTE, DERIVATION),
	ROW(COMPLEX_TYPE, GLOBALS, A(NAME) | A(ABSTRACT) | A(BLOCK_TYPE) | A(FINAL) | A(MIXED), A(NAME), DEFINED),
	ROW(COMPLEX_TYPE, 0, A(MIXED), 0, DEFINED),
	ROW(DOCUMENTATION, 0, A(SOURCE), 0, {0}),
	ROW(ELEMENT, T(SCHEMA), A(NAME) | A(ABSTRACT) | A(FINAL) | A(SUBSTITUTION) | ELEMENT_OF, A(NAME), TYPED),
	REF(ELEMENT, T(ALL), A(MIN_SMALL) | A(MAX_SMALL)),
	ROW(ELEMENT, T(ALL), A(NAME) | A(FORM) | A(MIN_SMALL) | A(MAX_SMALL) | ELEMENT_OF, A(NAME), TYPED),
	REF(ELEMENT, 0, OCCURS),
	ROW(ELEMENT, 0, A(NAME) | A(FORM) | OCCURS | ELEMENT_OF, A(NAME), TYPED),
	LEAF(ENUMERATION, A(VALUE), A(VALUE)),
	ROW(EXTENSION, T(SIMPLE_CONTENT), A(BASE), A(BASE), NOTE, USES),
	ROW(EXTENSION, 0, A(BASE), A(BASE), NOTE, MAYBE(GROUPS), USES),
	LEAF(FIELD, A(XPATH), A(XPATH)),
	LEAF(FRACTION_DIGITS, NUMBER, A(VALUE_COUNT)),
	ROW(GROUP, GLOBALS, A(NAME), A(NAME), NOTE, ONE(T(ALL) | T(CHOICE) | T(SEQUENCE))),
	LEAF(GROUP, A(REF) | OCCURS, A(REF)),
	LEAF(IMPORT, A(NAMESPACE) | A(LOCATION), 0),
	LEAF(INCLUDE, A(LOCATION), A(LOCATION)),
	ROW(KEY, 0, A(NAME), A(NAME), CONSTRAINT),
	ROW(KEYREF, 0, A(NAME) | A(REFER), A(NAME) | A(REFER), CONSTRAINT),
	LEAF(LENGTH, NUMBER, A(VALUE_COUNT)),
	ROW(LIST, 0, A(ITEM_TYPE), 0, SIMPLE_TYPED),
	LEAF(MAX_EXCLUSIVE, BOUND, A(VALUE)),
	LEAF(MAX_INCLUSIVE, BOUND, A(VALUE)),
	LEAF(MAX_LENGTH, NUMBER, A(VALUE_COUNT)),
	LEAF(MIN_EXCLUSIVE, BOUND, A(VALUE)),
	LEAF(MIN_INCLUSIVE, BOUND, A(VALUE)),
	LEAF(MIN_LENGTH, NUMBER, A(VALUE_COUNT)),
	LEAF(NOTATION, A(NAME) | A(PUBLIC) | A(SYSTEM), A(NAME)),
	LEAF(PATTERN, A(VALUE), A(VALUE)),
	ROW(REDEFINE, 0, A(LOCATION), A(LOCATION), ANY(T(ANNOTATION) | TYPES | T(GROUP) | T(ATTRIBUTE_GROUP))),
	ROW(RESTRICTION, T(SIMPLE_TYPE), A(BASE), 0, SIMPLE_TYPED, ANY(FACETS)),
	ROW(RESTRICTION, T(SIMPLE_CONTENT), A(BASE), A(BASE), SIMPLE_TYPED, ANY(FACETS), USES),
	ROW(RESTRICTION, 0, A(BASE), A(BASE), NOTE, MAYBE(GROUPS), USES),
	ROW(SCHEMA, 0, A(TARGET) | A(VERSION) | A(ELEMENTS) | A(ATTRIBUTES) | A(BLOCK_DEFAULT) | A(FINAL_DEFAULT),
		0, ANY(T(ANNOTATION) | T(INCLUDE) | T(IMPORT) | T(REDEFINE)),
		ANY(T(ANNOTATION) | TYPES | T(GROUP) | T(ATTRIBUTE_GROUP) | T(ELEMENT) | T(ATTRIBUTE) | T(NOTATION))),
	LEAF(SELECTOR, A(XPATH), A(XPATH)),
	ROW(SEQUENCE, T(GROUP), 0, 0, NOTE, PARTICLES),
	ROW(SEQUENCE, 0, OCCURS, 0, NOTE, PARTICLES),
	ROW(SIMPLE_CONTENT, 0, 0, 0, NOTE, DERIVATION),
	ROW(SIMPLE_TYPE, GLOBALS, A(NAME) | A(FINAL_SIMPLE), A(NAME), DERIVED_SIMPLE),
	ROW(SIMPLE_TYPE, 0, A(FINAL_SIMPLE), 0, DERIVED_SIMPLE),
	LEAF(TOTAL_DIGITS, A(VALUE_POSITIVE) | A(FIXED_FACET), A(VALUE_POSITIVE)),
	ROW(UNION, 0, A(MEMBER_TYPES), 0, NOTE, ANY(T(SIMPLE_TYPE))),
	ROW(UNIQUE, 0, A(NAME), A(NAME), CONSTRAINT),
	LEAF(WHITE_SPACE, A(VALUE_WHITE) | A(FIXED_FACET), A(VALUE_WHITE)),
};

/* The row of a node, the first that fits; every kind of element has one without conditions. */
static const XsRule *
rule_of(const XsNode *node)
{
	bool refers = xs_attr(node, "ref").s != NULL;
	const XsRule *rule;

	for (rule = rules;; rule++)
		if (rule->tag == node->tag && (!rule->refers || refers) &&
			(rule->where == 0 || (node->parent != NULL && rule->where >> node->parent->tag & 1)))
			return rule;
}

BxStatus
xs_rule_refuse(const XsRuler *r, const XsNode *node, const char *fmt, ...)
{
	va_list ap;
	BxStatus st;

	va_start(ap, fmt);
	st = xs_fail_at(r->err, BX_E_SCHEMA, &r->document, node, fmt, ap);
	va_end(ap);
	return st;
}

/* ---- values of attributes ---- */

bool
xs_count_read(BxStr text, uint64_t *count)
{
	BxStr digits = text;
	bool minus = digits.n > 1 && digits.s[0] == '-';
	size_t i;

	if (minus || (digits.n > 1 && digits.s[0] == '+'))
		digits = bx_str(digits.s + 1, digits.n - 1);
	for (*count = 0, i = 0; i < digits.n && bx_is_digit(digits.s[i]); i++)
		if (__builtin_mul_overflow(*count, 10, count) ||
			__builtin_add_overflow(*count, (uint64_t) (digits.s[i] - '0'), count))
			*count = UINT64_MAX / 10;
	return i == digits.n && i > 0 && !(minus && *count > 0);
}

/* The next word between blanks; .n is 0 behind the last. */
static BxStr
next_word(const char **words)
{
	const char *start = *words + strspn(*words, " ");
	size_t n = strcspn(start, " ");

	*words = start + n;
	return bx_str(start, n);
}

static bool
has_word(const char *words, BxStr word)
{
	BxStr w;

	while ((w = next_word(&words)).n > 0)
		if (bx_str_equal(w, word))
			return true;
	return false;
}

/* The words of a list as a message has them: "a", "b" or "c". */
static void
name_words(const char *words, char *buf, size_t cap)
{
	BxStr word = next_word(&words), next;
	size_t n = 0;

	for (buf[0] = '\0'; word.n > 0 && n + 1 < cap; word = next)
	{
		const char *before = n == 0 ? "" : ", ";
		int k;

		next = next_word(&words);
		if (n > 0 && next.n == 0)
			before = " or ";
		k = snprintf(buf + n, cap - n, "%s\"%.*s\"", before, (int) word.n, word.s);
		n += k < 0 ? 0 : (size_t) k;
	}
}

static BxStatus
check_word(const XsRuler *r, const XsNode *node, const XsAttrRule *rule, BxStr text)
{
	char names[200];

	if (has_word(rule->words, text))
		return BX_OK;
	name_words(rule->words, names, sizeof(names));
	return xs_rule_refuse(r, node, "%s must be %s",
						  strcmp(rule->name, "value") == 0 ? xs_tag_names[node->tag] : rule->name, names);
}

static BxStatus
check_words(const XsRuler *r, const XsNode *node, const XsAttrRule *rule, BxStr text)
{
	BxStr word;

	if (bx_str_is(text, "#all"))
		return BX_OK;
	while (xs_simple_word(&text, &word))
		if (!has_word(rule->words, word))
			return xs_rule_refuse(r, node, "%s cannot list \"%.*s\"", rule->name, XS_SHOW(word));
	return BX_OK;
}

/* "##any", "##other", or a list of namespaces and of words for two that have no other name here. */
static BxStatus
check_spaces(const XsRuler *r, const XsNode *node, BxStr text)
{
	BxStr word;

	if (bx_str_is(text, "##any") || bx_str_is(text, "##other"))
		return BX_OK;
	while (xs_simple_word(&text, &word))
		if (!at_is_uri(word) && !bx_str_is(word, "##targetNamespace") && !bx_str_is(word, "##local"))
		{
			xs_rule_refuse(r, node, "\"%.*s\" cannot be in a list of namespaces", XS_SHOW(word));
			return bx_hint(r->err, BX_E_SCHEMA,
						   "Write \"##any\" or \"##other\" alone, or a list of namespaces in which "
						   "\"##targetNamespace\" and \"##local\" may be.");
		}
	return BX_OK;
}

static BxStatus
check_name(const XsRuler *r, const XsNode *node, BxStr text)
{
	return bx_is_ncname(text.s, text.n)
			   ? BX_OK
			   : xs_rule_refuse(r, node, "\"%.*s\" is not a name without a colon", XS_SHOW(text));
}

static BxStatus
check_id(XsRuler *r, const XsNode *node, BxStr text)
{
	uint32_t no;
	bool added;

	BX_TRY(check_name(r, node, text));
	BX_TRY(bx_strmap_add(&r->ids, text.s, text.n, &no, &added, r->err));
	return added ? BX_OK
				 : xs_rule_refuse(r, node, "the id \"%.*s\" is not the only one of its name", XS_SHOW(text));
}

static BxStatus
check_qname(const XsRuler *r, const XsNode *node, BxStr text)
{
	const char *colon = text.n > 0 ? memchr(text.s, ':', text.n) : NULL;
	size_t n = colon != NULL ? (size_t) (colon - text.s) : 0;

	if (colon == NULL ? bx_is_ncname(text.s, text.n)
					  : bx_is_ncname(text.s, n) && bx_is_ncname(colon + 1, text.n - n - 1))
		return BX_OK;
	return xs_rule_refuse(r, node, "\"%.*s\" is not a name", XS_SHOW(text));
}

static BxStatus
check_qnames(const XsRuler *r, const XsNode *node, BxStr text)
{
	BxStr word;

	while (xs_simple_word(&text, &word))
		BX_TRY(check_qname(r, node, word));
	return BX_OK;
}

/* XML Schema 1.1 allows more in an "all" group. */
static BxStatus
hint_all(const XsRuler *r, const XsNode *node, BxStatus status)
{
	if (node->tag != XS_TAG_ALL && (node->parent == NULL || node->parent->tag != XS_TAG_ALL))
		return status;
	return bx_hint(
		r->err, status,
		"In an \"all\" group XML Schema 1.0 allows elements alone, each once at most; version 1.1 allows "
		"more, but schemas must be written in version 1.0.");
}

static BxStatus
check_count(const XsRuler *r, const XsNode *node, const XsAttrRule *rule, BxStr text)
{
	uint64_t n;

	if (rule->kind == XS_AK_MOST && bx_str_is(text, "unbounded"))
		return BX_OK;
	if (!xs_count_read(text, &n))
		return xs_rule_refuse(r, node, "\"%.*s\" is not a whole number", XS_SHOW(text));
	if (n < rule->least && rule->most == 0)
		return xs_rule_refuse(r, node, "%s must be at least %u", xs_tag_names[node->tag], rule->least);
	if (n < rule->least || (rule->most > 0 && n > rule->most))
		return hint_all(r, node,
						xs_rule_refuse(r, node,
									   rule->least == 1 ? "%s must be 1 here" : "%s must be 0 or 1 here",
									   rule->name));
	return BX_OK;
}

static BxStatus
check_value(XsRuler *r, const XsNode *node, const XsAttrRule *rule, BxStr text)
{
	bool flag;

	switch (rule->kind)
	{
		case XS_AK_URI:
			return at_is_uri(text) ? BX_OK : xs_rule_refuse(r, node, "\"%.*s\" is not a URI", XS_SHOW(text));
		case XS_AK_ID: return check_id(r, node, text);
		case XS_AK_NAME: return check_name(r, node, text);
		case XS_AK_QNAME: return check_qname(r, node, text);
		case XS_AK_QNAMES: return check_qnames(r, node, text);
		case XS_AK_FLAG:
			if (bx_lex_boolean(text.s, text.n, &flag) == BX_LEX_OK)
				return BX_OK;
			return xs_rule_refuse(r, node, "%s must be \"true\" or \"false\"", rule->name);
		case XS_AK_COUNT:
		case XS_AK_MOST: return check_count(r, node, rule, text);
		case XS_AK_WORD: return check_word(r, node, rule, text);
		case XS_AK_WORDS: return check_words(r, node, rule, text);
		case XS_AK_SPACES: return check_spaces(r, node, text);
		default: return BX_OK;
	}
}

/* The number of an attribute among those of a set; XS_ATTRS: it is not in it. */
static unsigned
find_attr(uint64_t set, BxStr name)
{
	unsigned i;

	for (i = 0; i < XS_ATTRS; i++)
		if ((set >> i & 1) && bx_str_is(name, attrs[i].name))
			break;
	return i;
}

BxStatus
xs_rule_attributes(XsRuler *r, XsNode *node)
{
	const XsRule *rule = node->rule = rule_of(node);
	uint64_t missing = rule->required;
	const XsAttr *a;
	unsigned i;

	for (a = node->attrs; a != NULL; a = a->next)
	{
		i = find_attr(rule->attrs | (xs_rule_is_open(node->tag) ? 0 : A(ID)), a->name);
		if (i == XS_ATTRS)
			return xs_hint_later(
				r->err, xs_rule_refuse(r, node, "attribute \"%.*s\" is not allowed here", XS_SHOW(a->name)),
				a->name);
		missing &= ~(UINT64_C(1) << i);
		BX_TRY(check_value(r, node, &attrs[i], a->value));
	}
	if (missing == 0)
		return BX_OK;
	for (i = 0; !(missing >> i & 1);)
		i++;
	return xs_rule_refuse(r, node, "\"%s\" has no \"%s\"", xs_tag_names[node->tag], attrs[i].name);
}

/* ---- children ---- */

/* May the tag come at a place before the one that was reached? */
static bool
is_late(const XsNode *parent, unsigned tag)
{
	unsigned i;

	for (i = 0; i < parent->slot; i++)
		if (parent->rule->slots[i].tags >> tag & 1)
			return true;
	return false;
}

/* Names of elements as a message has them. */
static void
name_tags(uint64_t tags, char *buf, size_t cap)
{
	unsigned i, more = 0;
	size_t n = 0;

	for (buf[0] = '\0', i = 0; i < XS_TAGS && n + 1 < cap; i++)
	{
		int k;

		if (!(tags >> i & 1))
			continue;
		k = snprintf(buf + n, cap - n, "%s\"%s\"",
					 more++ == 0        ? ""
					 : (tags >> i) == 1 ? " or "
										: ", ",
					 xs_tag_names[i]);
		n += k < 0 ? 0 : (size_t) k;
	}
}

static BxStatus
missing_child(const XsRuler *r, const XsNode *node, uint64_t tags)
{
	char names[200];

	name_tags(tags, names, sizeof(names));
	return xs_rule_refuse(r, node, "\"%s\" has no element %s", xs_tag_names[node->tag], names);
}

BxStatus
xs_rule_child(XsRuler *r, XsNode *parent, unsigned tag)
{
	const XsRule *rule = parent->rule;
	uint64_t bit = UINT64_C(1) << tag;

	while (parent->slot < XS_SLOTS &&
		   (!(rule->slots[parent->slot].tags & bit) || (parent->filled && !rule->slots[parent->slot].many)))
	{
		const XsSlot *slot = &rule->slots[parent->slot];

		if (slot->tags & bit)
			return xs_rule_refuse(r, parent, "element \"%s\" comes too often or beside what excludes it",
								  xs_tag_names[tag]);
		if (is_late(parent, tag))
			return xs_rule_refuse(r, parent,
								  tag == XS_TAG_ANNOTATION ? "element \"%s\" must come first here"
														   : "element \"%s\" must come before others here",
								  xs_tag_names[tag]);
		if (slot->needed && !parent->filled)
			return missing_child(r, parent, slot->tags);
		parent->slot++;
		parent->filled = false;
	}
	if (parent->slot == XS_SLOTS)
		return hint_all(r, parent,
						xs_rule_refuse(r, parent, "element \"%s\" is not allowed here", xs_tag_names[tag]));
	parent->filled = true;
	if (bit & ALONE)
		parent->slot = XS_SLOTS;
	return BX_OK;
}

BxStatus
xs_rule_end(XsRuler *r, const XsNode *node)
{
	const XsSlot *slots = node->rule->slots;
	unsigned i;

	for (i = node->slot; i < XS_SLOTS; i++)
		if (slots[i].needed && !(i == node->slot && node->filled))
			return missing_child(r, node, slots[i].tags);
	return BX_OK;
}

bool
xs_rule_is_open(unsigned tag)
{
	return tag == XS_TAG_APPINFO || tag == XS_TAG_DOCUMENTATION;
}

bool
xs_rule_is_facet(unsigned tag)
{
	return FACETS >> tag & 1;
}
