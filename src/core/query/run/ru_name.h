/*
 * ru_name.h -- names and texts that are computed, for constructors and updates.
 */
#ifndef RU_NAME_H
#define RU_NAME_H

#include "ru_construct.h"

/* The atomic values of the arguments from a number on, those of an argument joined with spaces; *any: there was one. */
extern BxStatus ru_text_of(RuRun *run, const RuOp *op, uint32_t from, const RuCx *cx, BxStr *s, bool *any);

/* May a comment, a processing instruction hold this?  XQDY0072, XQDY0026. */
extern BxStatus ru_check_comment(RuRun *run, const RuOp *op, BxStr s);
extern BxStatus ru_check_pi(RuRun *run, const RuOp *op, BxStr s);

/*
 * The name of an element or attribute that arg computes, by the prefixes of op->data.  XPTY0004, XQDY0074; XQDY0096 for
 * elements and XQDY0044 for attributes that cannot have it.
 */
extern BxStatus ru_node_name(RuRun *run, const RuOp *op, const RuOp *arg, const RuCx *cx, bool element,
							 AtName *name);
/*
 * The name that arguments from a number on compute in the mode of paths: "x", "p:x", "Q{uri}x" or "{uri}x"; the edit
 * says what no node can be named.  BX_E_XPATH.
 */
extern BxStatus ru_given_name(RuRun *run, const RuOp *op, uint32_t from, const RuCx *cx, bool element,
							  AtName *name);
/* The target of a processing instruction: XPTY0004, XQDY0041, XQDY0064. */
extern BxStatus ru_pi_target(RuRun *run, const RuOp *op, const RuOp *arg, const RuCx *cx, BxStr *target);
/* The prefix of a namespace node, which may be empty: XPTY0004, XQDY0074. */
extern BxStatus ru_namespace_prefix(RuRun *run, const RuOp *op, const RuOp *arg, const RuCx *cx,
									BxStr *prefix);
/* The prefix of a name that has the namespace of "xml", and whether the name may be; and so of a target. */
extern BxStatus ru_finish_name(RuRun *run, const RuOp *op, AtName *name, bool element);
extern BxStatus ru_check_target(RuRun *run, const RuOp *op, BxStr target);

/* Copies in an arena. */
extern BxStatus ru_keep_text(RuRun *run, BxArena *arena, BxStr in, BxStr *out);
extern BxStatus ru_keep_name(RuRun *run, BxArena *arena, const AtName *in, AtName *out);

#endif
