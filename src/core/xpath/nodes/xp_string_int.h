/*
 * xp_string_int.h -- string values of nodes, and nodes compared with strings and numbers.
 */
#ifndef XP_STRING_INT_H
#define XP_STRING_INT_H

#include "xp_node_int.h"

typedef BxStr BxStr;

/*
 * The string value of a node as a piece of the value that need not be fetched: *apart says whether it is one, of at
 * least ev->by_reference_from bytes; then *n bytes from *at of the plain value.
 */
extern BxStatus xp_node_apart(XpEval *ev, const XpNode *nd, bool *apart, uint32_t *at, uint32_t *n);
extern BxStatus xp_node_string(XpEval *ev, const XpNode *nd, BxStr *s);
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

/* xp_node_compare.c */
extern bool xp_compare_numbers(uint8_t op, double a, double b);
/* One node against a number; against a string, with XP_EQ or XP_NE. */
extern BxStatus xp_node_compare_number(XpEval *ev, uint8_t op, const XpNode *nd, double number, bool *hit);
extern BxStatus xp_node_compare_text(XpEval *ev, uint8_t op, const XpNode *nd, const XpLit *text, bool *hit);

#endif
