/*
 * xp_session_int.h -- an evaluation from begin to end, as its owners embed it.
 */
#ifndef XP_SESSION_INT_H
#define XP_SESSION_INT_H

#include "../eval/xp_eval_int.h"

#include "../eval/xp_seq_int.h"
#include "xp_session.h"
#include "xp_source_int.h"

typedef struct XpCopier XpCopier;

/* The anchors are the only memory outside the arenas. */
struct XpSession
{
	XpEval ev;
	XpCall *call;
	BxImage *img;      /* own, or one the caller keeps */
	uint64_t fetched0; /* its counters when the call began */
	uint64_t inflated0;
	uint32_t root; /* node of the block's own expression; of a run 0 */
	uint8_t type;  /* its static type */
	bool started;  /* items were asked for */
	XpNode document;
	XpContext cx;
	BxImage own;
	XpSource items;   /* of the block's own expression */
	XpCopier *copier; /* of xp_session_value; NULL until a node is wanted */
};

/* Begin an evaluation in memory of the caller, and end it with a status.  One that does not begin has ended. */
extern BxStatus xp_session_begin(XpSession *s, XpCall *c, const XpBlock *block, unsigned needs);
extern BxStatus xp_session_end(XpSession *s, BxStatus st);
/* The same as a run of an engine, which may be another one than the call has. */
extern BxStatus xp_session_begin_run(XpSession *s, XpCall *c, XpEngine *engine, unsigned needs);
/* What is known of an expression once there is a plan. */
extern XpAnswer xp_session_answer(const XpPlan *plan, uint32_t expr);

#endif
