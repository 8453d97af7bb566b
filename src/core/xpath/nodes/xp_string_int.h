/*
 * xp_string_int.h -- string values of nodes, and nodes compared with strings and numbers.
 */
#ifndef XP_STRING_INT_H
#define XP_STRING_INT_H

#include "xp_node_int.h"

#include "../../value/bx_key.h"

typedef BxStr BxStr;

/*
 * The string value of a node as a piece of the value that need not be fetched: *apart says whether it is one, of at
 * least ev->by_reference_from bytes; then *n bytes from *at of the plain value.
 */
extern BxStatus xp_node_apart(XpEval *ev, const XpNode *nd, bool *apart, uint32_t *at, uint32_t *n);
extern BxStatus xp_node_string(XpEval *ev, const XpNode *nd, BxStr *s);
/* The same, but where it is that of one typed payload, *typed is true and s is the payload, which has this text. */
extern BxStatus xp_node_value(XpEval *ev, const XpNode *nd, BxStr *s, bool *typed);
extern BxStatus xp_payload_text(XpEval *ev, BxStr *s);
/* Characters of it, without putting it together. */
extern BxStatus xp_node_length(XpEval *ev, const XpNode *nd, uint64_t *chars);
/* How many texts that are not empty an element or the document holds: 0, 1 (then *text is it), or 2 for more. */
extern BxStatus xp_only_text(XpEval *ev, const XpNode *nd, XpNode *text, uint32_t *n);
extern BxStatus xp_node_number(XpEval *ev, const XpNode *nd, double *d);
/* number() of a string, and characters of it, of any length. */
extern BxStatus xp_str_number(XpEval *ev, BxStr s, double *d);
extern BxStatus xp_str_length(XpEval *ev, BxStr s, uint64_t *chars);
struct BxBuf;
/* bx_buf_append in pieces that are charged. */
extern BxStatus xp_buf_append(XpEval *ev, struct BxBuf *buf, const char *s, size_t n);
/* What a buffer holds as a string of the evaluation, unless there is a failure already; frees the buffer. */
extern BxStatus xp_buf_str(XpEval *ev, struct BxBuf *buf, BxStatus st, BxStr *s);
/* The name of a node as it was written, with its prefix. */
extern BxStatus xp_name_str(XpEval *ev, const BxNameInfo *name, BxStr *s);
extern BxStatus xp_number_string(XpEval *ev, double d, BxStr *s);

extern BxStatus xp_var_str(XpEval *ev, const XpItem *value, BxStr *s);

/* Digits or bytes handled for the price of a step. */
#define XP_DIGIT_UNITS 2

/* So many digits of a number are looked at, each in a few instructions. */
static inline BxStatus
xp_charge_digits(XpEval *ev, uint64_t digits)
{
	return xp_charge(ev, digits * XP_DIGIT_UNITS);
}

/* xp_node_compare.c */
/* The value of a node as a key of a type, not of strings or numbers; *ok is false when it is not such a value. */
extern BxStatus xp_node_key(XpEval *ev, const XpNode *nd, AtType type, BxKey *key, bool *ok);
/* Is the outcome of an order what a comparison asks for? */
extern bool xp_order_holds(uint8_t op, int order);
/*
 * Does a node compare true with a key of such a type?  *ok is false when its value is not of the type.  With `cast` the
 * type may be that of numbers, read as xs:double does it.
 */
extern BxStatus xp_node_compare_key(XpEval *ev, uint8_t op, const XpNode *nd, const BxKey *key, bool cast,
									bool *hit, bool *ok);
/* One node against a number; against a string, with XP_EQ or XP_NE. */
extern BxStatus xp_node_compare_number(XpEval *ev, uint8_t op, const XpNode *nd, double number, bool *hit);
extern BxStatus xp_node_compare_text(XpEval *ev, uint8_t op, const XpNode *nd, const XpLit *text, bool *hit);

#endif
