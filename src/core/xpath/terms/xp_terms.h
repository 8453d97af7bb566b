/*
 * xp_terms.h -- what must be in a document for a path to be true of it: a tree of AND and OR over terms.
 *
 * A term says that a document has a node on a path, or one whose value is equal to a literal, in a range or begins with
 * a string.  The tree is a necessary condition: every document for which the path is true satisfies it.  It is not
 * sufficient, and what it does not understand says nothing (XP_TERMS_TRUE): a document found by its terms must still
 * be tested by the path itself.  Paths that mean the same by different spellings have the same tree, as far as the
 * room knows how (xp_terms_put prints it): terms are sorted, those that occur twice or are implied by others beside
 * them are left out.
 *
 * When is a term true?  When there is an element or attribute that its path matches and
 *   EXISTS      nothing else;
 *   EQ, RANGE   whose value, read as a value of the literal's type, is equal to it or within the bounds;
 *   PREFIX      whose value, as a string, begins with the literal.
 * The value of an element is its string value, or one of the texts directly in it: c, c/text() and c[. = 5]/text()
 * give one term.  To read a value as
 *   a number    is to trim white space and take all that XPath's number(), xs:decimal and xs:double read:
 *               "5", " 05.0", "+5", "5e0", "INF";
 *   a string    is to take all of it, numbers and dates included: a range of strings holds them as well;
 *   a date and so on  is to do as bx_key_read does: without a zone it is in UTC, so values with and without a zone are
 *               compared with each other, but for a range beside which exists(timezone-from-dateTime(.)) is asked.
 * No value is equal to NaN, or before or after it.
 */
#ifndef XP_TERMS_H
#define XP_TERMS_H

#include "../../base/bx_buf.h"
#include "../../value/bx_key.h"
#include "../syntax/xp_ast.h"
#include "../syntax/xp_value.h"

/* ---- paths ---- */

/* One step: the name of an element, or of the attribute that the path ends in. */
typedef struct XpTermStep
{
	BxStr uri;   /* empty: in no namespace; not set where any namespace will do */
	BxStr local; /* not set where any name will do */
	bool any_uri;
	bool any_local;
	bool
		gap; /* any number of elements, or none, may be between the step before (the document) and this one */
} XpTermStep;

/* From the document to an element or attribute. */
typedef struct XpTermPath
{
	const XpTermStep *steps;
	uint32_t n;     /* at least 1 */
	bool attribute; /* the last step is an attribute */
	bool exact;     /* no step has a gap or may have any name or namespace: one path of names */
} XpTermPath;

/* ---- terms ---- */

typedef enum XpTermOp
{
	XP_TERM_EXISTS = 1,
	XP_TERM_EQ,     /* to low */
	XP_TERM_RANGE,  /* from low to high; one of them may be missing */
	XP_TERM_PREFIX, /* low: a string, not empty */
} XpTermOp;

/* Where is the literal? */
typedef enum XpTermSource
{
	XP_TERM_NONE = 0, /* there is none */
	XP_TERM_KEY,      /* in key */
	XP_TERM_VARIABLE, /* a variable of the path */
	XP_TERM_SLOT,     /* what the value of the path is compared with: xp_terms_fill puts it in */
} XpTermSource;

typedef struct XpTermLiteral
{
	BxKey key;      /* string, number, decimal, date, dateTime or duration; not NaN */
	uint32_t var;   /* XP_TERM_VARIABLE: index in XpTerms.vars */
	uint8_t source; /* XpTermSource */
	uint8_t sort;   /* XP_TERM_SLOT, of this room: what the value is compared as */
	bool strict;    /* a bound that is not itself in the range */
} XpTermLiteral;

typedef struct XpTerm
{
	XpTermPath path;
	XpTermLiteral low;
	XpTermLiteral high; /* RANGE only */
	uint32_t node;      /* of this room: terms of one number, other than 0, are about one and the same node */
	uint8_t op;         /* XpTermOp; with XP_TERM_SLOT EQ, whatever it will be */
	bool zoned;         /* RANGE of dates and times: only those with a zone */
} XpTerm;

/* ---- trees ---- */

typedef enum XpTermsKind
{
	XP_TERMS_TRUE = 0, /* says nothing */
	XP_TERMS_FALSE,    /* the path is true of no document; only as the whole tree */
	XP_TERMS_TERM,
	XP_TERMS_AND, /* of at least two; kids are terms or OR */
	XP_TERMS_OR,  /* of at least two; kids are terms or AND */
} XpTermsKind;

typedef struct XpTermsNode
{
	uint8_t kind; /* XpTermsKind */
	uint32_t n;
	const struct XpTermsNode *const *kids;
	const XpTerm *term;
} XpTermsNode;

/* Names of variables that terms refer to. */
typedef struct XpTermVar
{
	BxStr uri;
	BxStr local;
} XpTermVar;

typedef struct XpTerms
{
	const XpTermsNode *root;
	const XpTermVar *vars;
	uint32_t n_vars;
	uint32_t n_terms; /* in the tree */
	bool slots;       /* some term has XP_TERM_SLOT */
} XpTerms;

/* A tree has at most this many terms; conditions beyond say nothing. */
#define XP_TERMS_MAX 2048
/* A path of more steps loses its first ones. */
#define XP_TERMS_STEPS_MAX 64

/* What is asked of the path? */
typedef enum XpTermsAsk
{
	XP_TERMS_EXISTS = 1, /* does it select something: xp_exists, "@?"? */
	XP_TERMS_TEST,       /* is it true: xp_test, "@@"? */
	XP_TERMS_VALUE, /* its value, as xp_value gives it, is there and compared with something: a tree with slots */
} XpTermsAsk;

/*
 * xp_terms_of: the tree of a path, with the values of variables, of two with one name the last.  What is compared with
 * variables that have no value says nothing.  The tree is in the arena and borrows names and literals from the block
 * and the values.  Prefixes that are to be bound at the call match any namespace.  Takes time in proportion to the
 * path's length, as a rule, and never more than a few milliseconds.
 *
 * With NULL for vars the values are not known yet.  Terms refer to the variables then, each of which is taken to be one
 * string or number: such a tree is for estimates and people.  With values of other types it is another one, so one with
 * variables (n_vars > 0) must not be looked up.
 */
extern BxStatus xp_terms_of(const XpBlock *path, XpTermsAsk ask, const XpVar *vars, uint32_t n_vars,
							BxArena *arena, XpTerms *terms, BxError *err);

/* What the value of a path is compared with. */
typedef struct XpTermWant
{
	uint8_t op; /* XP_TERM_EQ and XP_TERM_PREFIX: low; XP_TERM_RANGE: one or both */
	bool has_low;
	bool has_high;
	bool low_strict;
	bool high_strict;
	BxKey low;
	BxKey high;
} XpTermWant;

/* xp_terms_fill: the tree with something in its slots, of the same memory. */
extern BxStatus xp_terms_fill(const XpTerms *terms, const XpTermWant *want, BxArena *arena, XpTerms *filled,
							  BxError *err);

/* Append the tree as text, one line a term, each line after `indent` spaces.  It says all there is in it. */
extern BxStatus xp_terms_put(const XpTerms *terms, unsigned indent, BxBuf *out, BxError *err);

/*
 * xp_terms_put_path: append a part of a tree, neither TRUE nor FALSE, as the text of a path that has this tree when it
 * is asked whether it is true (XP_TERMS_TEST).  BX_E_UNSUPPORTED when some literal or namespace cannot be written.
 */
extern BxStatus xp_terms_put_path(const XpTermsNode *node, BxBuf *out, BxError *err);

#endif
