/*
 * xp_shortcut_path_int.h -- a path as the shortcut sees it: names, one after another, and conditions on nodes.
 */
#ifndef XP_SHORTCUT_PATH_INT_H
#define XP_SHORTCUT_PATH_INT_H

#include "xp_plan_int.h"

#include "../../value/bx_key.h"

#define XP_SHORT_TESTS 16
#define XP_SHORT_CONDITIONS 8

/* A test of a name, or of a kind: that of a step of the path, or of the path of a condition. */
typedef struct XpShortTest
{
	const char *local;
	uint32_t len;
	const char *uri;
	uint32_t uri_len;
	uint8_t kind; /* BX_KIND_ATTRIBUTE, BX_KIND_TEXT, or BX_KIND_ELEMENT, which is a leaf as well */
	bool any_local;
	bool any_uri;
	bool single;     /* at most one attribute of an element passes */
	bool deep;       /* below the context node, at any depth */
	uint8_t *stop;   /* [256]: is a shape with this head to be looked at?  With a body of its own, always */
	uint32_t failed; /* bits of the test in what is known of a shape: not passed ... */
	uint32_t passed; /* ... and passed, together with that one */
	bool asks;       /* of a step: it has predicates, as follows */
	/* conditions of a step, of which the first `lead` come before a position */
	uint32_t condition;
	uint32_t lead;
	uint32_t n_conditions;
	uint64_t from; /* positions among the nodes of one parent that pass test and lead; 0: all */
	uint64_t to;
} XpShortTest;

#define XP_SHORT_PASS 16 /* XpShortTest.passed and failed: distance of the bits */

/* What is asked of a node: that its path, of children and attributes, leads to a node that compares so. */
typedef struct XpShortCondition
{
	uint32_t test;     /* tests of the path ... */
	uint32_t n;        /* ... so many; 0: the node itself is compared */
	uint8_t op;        /* comparison with what follows, of the path on the left; XP_NONE: none */
	bool as_text;      /* equal to the text or not; else as values of the type of the key, or as numbers */
	const XpLit *text; /* or NULL: the number */
	const BxKey *key;  /* or NULL */
	double number;
} XpShortCondition;

typedef struct XpShortPath
{
	uint32_t n_steps;
	uint32_t n_tests; /* the steps, then those of conditions */
	uint32_t n_conditions;
	bool deep;       /* some step is */
	bool truth;      /* the expression is true if there is a node, false otherwise */
	uint16_t *fails; /* [256]: tests that a shape with this head fails, whatever its name */
	XpShortTest tests[XP_SHORT_TESTS];
	XpShortCondition conditions[XP_SHORT_CONDITIONS];
} XpShortPath;

/* The path that the plan is, in the arena; it points into the plan.  *path is NULL where the plan is something else. */
extern BxStatus xp_short_path(const XpPlan *plan, BxArena *arena, XpShortPath **path, BxError *err);

#endif
