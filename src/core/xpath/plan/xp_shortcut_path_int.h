/*
 * xp_shortcut_path_int.h -- a path as the shortcut sees it: names, one after another.
 */
#ifndef XP_SHORTCUT_PATH_INT_H
#define XP_SHORTCUT_PATH_INT_H

#include "xp_plan_int.h"

#define XP_SHORT_TESTS 16

/*
 * A test of a name, or of a kind: that of a step, or of the path of one step in a predicate, whose nodes are then
 * compared with a constant.
 */
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
	uint8_t *stop;   /* [256]: is a shape with this head to be looked at?  With a body of its own, always */
	uint32_t failed; /* bits of the test in what is known of a shape: not passed ... */
	uint32_t passed; /* ... and passed, together with that one */
	const struct XpShortTest *predicate; /* of a step, or NULL */
	bool itself;                         /* of a predicate: the node is compared, no name is looked for */
	uint8_t op;        /* comparison with what follows, of the path on the left; XP_NONE: none */
	bool as_text;      /* equal or not; else as numbers */
	const XpLit *text; /* or NULL: the number */
	double number;
} XpShortTest;

#define XP_SHORT_PASS 16 /* XpShortTest.passed and failed: distance of the bits */

typedef struct XpShortPath
{
	uint32_t n_steps;
	uint32_t n_tests; /* the steps, then the predicates */
	XpShortTest tests[XP_SHORT_TESTS];
} XpShortPath;

/* The path that the plan is, in the arena; it points into the plan.  *path is NULL where the plan is something else. */
extern BxStatus xp_short_path(const XpPlan *plan, BxArena *arena, XpShortPath **path, BxError *err);

#endif
