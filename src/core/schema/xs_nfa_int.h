/*
 * xs_nfa_int.h -- a content model as a graph: what may come next, what was counted.
 *
 * A node takes a child, branches, or changes a counter.  Small numbers of occurrences are written out, large ones are
 * counted.  A group of one member, repeated, is its member repeated, where no number between is left out.
 */
#ifndef XS_NFA_INT_H
#define XS_NFA_INT_H

#include "xs_compile_int.h"

typedef enum XsNfaKind
{
	XS_NFA_TAKE, /* a child that the particle allows, then next */
	XS_NFA_FORK, /* next or other */
	XS_NFA_COUNT,
	XS_NFA_ACCEPT,
	XS_NFA_NEVER /* nothing comes from here */
} XsNfaKind;

typedef struct XsNfaNode
{
	uint8_t kind;
	uint32_t next;
	uint32_t other;
	uint32_t within; /* the counted part that it is in; XS_NONE: none */
	const XsParticle *particle;
	XsCount count;
} XsNfaNode;

typedef struct XsNfa
{
	XsCompile *c;
	const XsType *type;
	XsNfaNode *nodes; /* host memory */
	uint32_t n;
	uint32_t cap;
	uint32_t start;
	uint32_t n_slots;
	XsRepeat *repeats; /* host memory */
	uint32_t n_repeats;
	uint32_t cap_repeats;
	uint32_t within;  /* the counted part that is being made */
	uint64_t written; /* places that a repeated part may be written out to */
	uint32_t depth;
} XsNfa;

/* xs_nfa.c: the graph of the content of nfa->type.  BX_E_LIMIT when it is too large. */
extern BxStatus xs_nfa_make(XsNfa *nfa);

#endif
