/*
 * xs_simple_int.h -- simple types of XML Schema: their lexical forms, values and facets.
 *
 * A type is atomic, a list or a union.  Text is checked in three steps: white space as the type has it, the lexical
 * form of its primitive type (and of built-in types derived from it), the facets.  Values are compared as XML Schema
 * 1.0 has it, by value and not by text; a value as bytes (xs_value_put) is the same for equal values only.
 */
#ifndef XS_SIMPLE_INT_H
#define XS_SIMPLE_INT_H

#include "../atomic/types/at_types.h"
#include "../base/bx_buf.h"
#include "../base/bx_core_int.h"
#include "../regex/bx_regex.h"
#include "../value/bx_key.h"
#include "../value/bx_value.h"

/* For messages: a string, cut. */
#define XS_SHOW(str) (int) ((str).n < 80 ? (str).n : 80), (str).s

typedef struct XsSimple XsSimple;

typedef enum XsVariety
{
	XS_ATOMIC,
	XS_LIST,
	XS_UNION
} XsVariety;

typedef enum XsIdentity
{
	XS_NO_ID,
	XS_ID,
	XS_IDREF
} XsIdentity;

/* Facets, as bits: those that a type has, and those that are fixed. */
typedef enum XsFacet
{
	XS_F_LENGTH = 1,
	XS_F_MIN_LENGTH = 2,
	XS_F_MAX_LENGTH = 4,
	XS_F_PATTERN = 8,
	XS_F_ENUMERATION = 16,
	XS_F_WHITE = 32,
	XS_F_MAX_INCLUSIVE = 64,
	XS_F_MAX_EXCLUSIVE = 128,
	XS_F_MIN_INCLUSIVE = 256,
	XS_F_MIN_EXCLUSIVE = 512,
	XS_F_TOTAL_DIGITS = 1024,
	XS_F_FRACTION_DIGITS = 2048,
} XsFacet;

#define XS_F_LENGTHS (XS_F_LENGTH | XS_F_MIN_LENGTH | XS_F_MAX_LENGTH)
#define XS_F_MAX (XS_F_MAX_INCLUSIVE | XS_F_MAX_EXCLUSIVE)
#define XS_F_MIN (XS_F_MIN_INCLUSIVE | XS_F_MIN_EXCLUSIVE)
#define XS_F_BOUNDS (XS_F_MAX | XS_F_MIN)

/* A value of an atomic type. */
typedef struct XsValue
{
	BxStr text;           /* after white space; borrowed */
	const XsSimple *type; /* the atomic type; of a union the member that took the text */
	BxKey key;            /* number, decimal, moment; of a duration the part in seconds */
	int64_t months;       /* duration */
	bool zoned;           /* moment: with a zone */
	BxStr uri;            /* QName, NOTATION */
	BxStr local;
} XsValue;

/* Patterns of one step of derivation: one of them must match, and one of each earlier step. */
typedef struct XsPattern
{
	BxRegex *regex;
	BxStr source;
	const struct XsPattern *base;
} XsPattern;

/* Integers that are good without a look at their text. */
typedef struct XsRange
{
	bool set;
	int64_t low;
	int64_t high;
} XsRange;

/* Lists and unions in each other. */
typedef struct XsNesting
{
	uint8_t depth;
	uint32_t size; /* types in it that a text may be held to, counted once for each way to them */
} XsNesting;

struct XsSimple
{
	BxStr name; /* for messages; of a type without a name that of the nearest base that has one */
	const XsSimple *base;
	uint8_t variety;
	uint8_t primitive; /* of atomic types */
	uint8_t white;
	uint8_t form;
	uint8_t identity;
	bool has_identity; /* it, its items or members are IDs or references to them */
	bool has_names;    /* it, its items or members are QNames or NOTATIONs */
	bool no_text;      /* any text is good */
	XsNesting nested;
	uint16_t facets;
	uint16_t fixed;
	uint64_t sure; /* bits 1 << AtType: typed values that are always good */
	XsRange range;
	uint64_t length;
	uint64_t min_length;
	uint64_t max_length;
	uint64_t total_digits;
	uint64_t fraction_digits;
	XsValue max;
	XsValue min;
	const XsPattern *patterns;
	BxStr *values; /* enumeration: ascending by bx_str_order; text where plain, else as xs_value_put */
	uint32_t n_values;
	BxStr *words; /* the same as written, for messages */
	const XsSimple *item;
	const XsSimple **members;
	uint32_t n_members;
};

/* Why a text is not of a type: part of the code that the report has. */
typedef enum XsFault
{
	XS_GOOD,
	XS_BAD_FORM,
	XS_BAD_LENGTH,
	XS_BAD_MIN_LENGTH,
	XS_BAD_MAX_LENGTH,
	XS_BAD_PATTERN,
	XS_BAD_ENUMERATION,
	XS_BAD_MAX_INCLUSIVE,
	XS_BAD_MAX_EXCLUSIVE,
	XS_BAD_MIN_INCLUSIVE,
	XS_BAD_MIN_EXCLUSIVE,
	XS_BAD_TOTAL_DIGITS,
	XS_BAD_FRACTION_DIGITS,
	XS_BAD_NAME, /* prefix without a namespace, or no such notation */
} XsFault;

/* Is the value of the type its text? */
static inline bool
xs_is_plain(const XsSimple *type)
{
	return type->variety == XS_ATOMIC && (type->primitive == AT_STRING || type->primitive == AT_URI);
}

/* What checking a text needs from outside. */
typedef struct XsText
{
	BxArena *arena; /* scratch; what was allocated stays until the caller releases it */
	BxError *err;
	/* The namespace of a prefix where the text is, *found false when there is none; NULL: no names are expected. */
	BxStatus (*resolve)(void *ctx, BxStr prefix, BxStr *uri, bool *found);
	/* An ID or a reference to one was read; NULL: nobody asks. */
	BxStatus (*identity)(void *ctx, XsIdentity kind, BxStr id);
	/* Is there such a notation?  NULL: all are taken. */
	bool (*notation)(void *ctx, BxStr uri, BxStr local);
	void *ctx;
	XsFault fault;      /* of the last check */
	const XsSimple *at; /* type whose form or facet it is */
	BxStr part;         /* of the text: item of a list */
	uint32_t depth;
} XsText;

/* xs_simple.c: is the text of the type?  t->fault says.  BX_E_NOMEM, BX_E_CANCEL. */
extern BxStatus xs_simple_check(XsText *t, const XsSimple *type, BxStr text);
/* The same, and when good its value is appended to out as bytes that are the same for equal values only. */
extern BxStatus xs_simple_put(XsText *t, const XsSimple *type, BxStr text, BxBuf *out);
/* Is a typed value good without looking at its text?  False: look. */
extern bool xs_simple_sure(const XsSimple *type, const uint8_t *payload, uint32_t len);
/* White space of the text as the type wants it; the result is the text itself or in the arena. */
extern BxStatus xs_simple_white(XsText *t, unsigned white, BxStr text, BxStr *out);
/* The order of an enumeration, for qsort. */
extern int xs_simple_order(const void *a, const void *b);
/* The next word of a list whose white space is collapsed; false at its end. */
extern bool xs_simple_word(BxStr *list, BxStr *word);

/* xs_lexical.c: text without outer white space to a value of an atomic type; t->fault says whether it is one. */
extern BxStatus xs_value_read(XsText *t, const XsSimple *type, BxStr text, XsValue *v);
/* The value as bytes. */
extern BxStatus xs_value_put(XsText *t, const XsValue *v, BxBuf *out);
/* Order: -1, 0, 1; BX_KEY_UNORDERED where neither is greater. */
extern int xs_value_order(const XsValue *a, const XsValue *b);
/* Length as the facets count it. */
extern uint64_t xs_value_length(const XsValue *v);

/* Bytes of a decimal up to its last digit that is not 0. */
static inline size_t
xs_significant(const BxKey *key)
{
	size_t n = key->str.n;

	while (n > 0 && (key->str.s[n - 1] == '0' || key->str.s[n - 1] == '.'))
		n--;
	return n;
}

/* Fill in built-in simple type number i; all[] are the types, those before it done. */
extern BxStatus xs_builtin_make(XsSimple *const *all, unsigned i, BxArena *arena, BxError *err);
/* What follows from the other fields: sure, ranged, has_*. */
extern void xs_simple_finish(XsSimple *type);

#endif
