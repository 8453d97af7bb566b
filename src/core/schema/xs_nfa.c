/*
 * xs_nfa.c -- a particle as a graph.
 *
 * The graph is made from its end: a part is given the node that follows it.
 */
#include "../base/bx_core_int.h"

#include "xs_nfa_int.h"

#include "../base/bx_array.h"

static BxStatus
add_node(XsNfa *nfa, XsNfaNode node, uint32_t *no)
{
	XsCompile *c = nfa->c;

	if (nfa->n >= c->limits.max_states * 4)
		return xs_limit(c, nfa->type->doc, nfa->type->node, "the content model of the type is too large");
	BX_ROOM(c->host, c->err, nfa->nodes, nfa->n, nfa->cap);
	*no = nfa->n;
	node.within = nfa->within;
	nfa->nodes[nfa->n++] = node;
	return bx_step(c->host);
}

static BxStatus
fork(XsNfa *nfa, uint32_t next, uint32_t other, uint32_t *no)
{
	return add_node(nfa, (XsNfaNode){.kind = XS_NFA_FORK, .next = next, .other = other}, no);
}

static BxStatus
count(XsNfa *nfa, XsCount op, uint32_t next, uint32_t *no)
{
	return add_node(nfa, (XsNfaNode){.kind = XS_NFA_COUNT, .next = next, .count = op}, no);
}

static BxStatus add_particle(XsNfa *nfa, const XsParticle *p, uint32_t next, uint32_t *no);

/* One occurrence of a particle. */
static BxStatus
add_once(XsNfa *nfa, const XsParticle *p, uint32_t next, uint32_t *no)
{
	uint32_t i, kid;

	switch (p->kind)
	{
		case XS_PK_ELEMENT:
		case XS_PK_ANY:
			return add_node(nfa, (XsNfaNode){.kind = XS_NFA_TAKE, .next = next, .particle = p}, no);
		case XS_PK_SEQUENCE:
			for (*no = next, i = p->n_kids; i > 0; i--)
				BX_TRY(add_particle(nfa, p->kids[i - 1], *no, no));
			return BX_OK;
		default:
			BX_TRY(add_node(nfa, (XsNfaNode){.kind = XS_NFA_NEVER}, no));
			for (i = p->n_kids; i > 0; i--)
			{
				BX_TRY(add_particle(nfa, p->kids[i - 1], next, &kid));
				BX_TRY(fork(nfa, kid, *no, no));
			}
			return BX_OK;
	}
}

/* Any number from `least`, 0 or 1, on. */
static BxStatus
add_loop(XsNfa *nfa, const XsParticle *p, uint32_t least, uint32_t next, uint32_t *no)
{
	uint32_t loop, entry;

	BX_TRY(fork(nfa, 0, next, &loop));
	BX_TRY(add_once(nfa, p, loop, &entry));
	nfa->nodes[loop].next = entry;
	*no = least == 0 ? loop : entry;
	return BX_OK;
}

/* How often a part is repeated. */
typedef struct XsTimes
{
	uint32_t min;
	uint32_t max;
} XsTimes;

static BxStatus
add_written_out(XsNfa *nfa, const XsParticle *p, XsTimes t, uint32_t next, uint32_t *no)
{
	uint32_t i = t.max, end = next;

	*no = next;
	if (i == XS_UNBOUNDED)
	{
		BX_TRY(add_loop(nfa, p, 1, next, no));
		i = t.min - 1;
	}
	for (; i > 0; i--)
	{
		BX_TRY(add_once(nfa, p, *no, no));
		if (i > t.min)
			BX_TRY(fork(nfa, *no, end, no));
	}
	return BX_OK;
}

/* A counted part begins, within the present one. */
static BxStatus
open_repeats(XsNfa *nfa, XsTimes t, XsRepeat *part)
{
	XsCompile *c = nfa->c;

	part->min = t.min;
	part->max = t.max;
	part->outer = nfa->within;
	part->slot = part->outer != XS_NONE ? nfa->repeats[part->outer].slot + 1 : 0;
	if (part->slot >= nfa->n_slots)
		nfa->n_slots = part->slot + 1;
	BX_ROOM(c->host, c->err, nfa->repeats, nfa->n_repeats, nfa->cap_repeats);
	nfa->within = nfa->n_repeats;
	nfa->repeats[nfa->n_repeats++] = *part;
	return BX_OK;
}

/* Occurrences that take nothing are not counted, so that any number will do where there may be such. */
static BxStatus
add_counted(XsNfa *nfa, const XsParticle *p, XsTimes t, uint32_t next, uint32_t *no)
{
	uint32_t check, leave, more, entry;
	XsParticle once = *p;
	XsRepeat part;

	once.min = 1;
	if (xs_particle_emptiable(&once))
		t.min = 0;
	BX_TRY(open_repeats(nfa, t, &part));
	BX_TRY(count(nfa, (XsCount){XS_COUNT_LEAVE, part.slot, t.min}, next, &leave));
	BX_TRY(fork(nfa, 0, leave, &check));
	BX_TRY(add_once(nfa, p, check, &entry));
	BX_TRY(count(nfa, (XsCount){XS_COUNT_MORE, part.slot, t.max}, entry, &more));
	nfa->nodes[check].next = more;
	nfa->within = part.outer;
	BX_TRY(count(nfa, (XsCount){XS_COUNT_SET, part.slot, 1}, entry, no));
	return t.min == 0 ? fork(nfa, *no, next, no) : BX_OK;
}

static uint32_t
times(uint32_t a, uint32_t b)
{
	uint64_t n = (uint64_t) a * b;

	if (a == XS_UNBOUNDED || b == XS_UNBOUNDED)
		return XS_UNBOUNDED;
	return n < XS_UNBOUNDED ? (uint32_t) n : XS_UNBOUNDED - 1;
}

/*
 * Is outer times inner any number from the product of the least to that of the most?  k times inner is any number from
 * k * min to k * max, and that reaches up to (k + 1) * min for all k when it does so for the least one.
 */
static bool
no_gaps(XsTimes outer, XsTimes inner)
{
	if (outer.min == outer.max)
		return true;
	if (inner.max == XS_UNBOUNDED)
		return outer.min > 0 || inner.min <= 1;
	return (uint64_t) outer.min * (inner.max - inner.min) + 1 >= inner.min;
}

static BxStatus
add_occurrences(XsNfa *nfa, const XsParticle *p, uint32_t next, uint32_t *no)
{
	XsTimes t = {p->min, p->max};

	while ((p->kind == XS_PK_SEQUENCE || p->kind == XS_PK_CHOICE) && p->n_kids == 1 &&
		   no_gaps(t, (XsTimes){p->kids[0]->min, p->kids[0]->max}))
	{
		p = p->kids[0];
		t = (XsTimes){times(t.min, p->min), times(t.max, p->max)};
	}
	if (t.max == 1)
	{
		BX_TRY(add_once(nfa, p, next, no));
		return t.min == 0 ? fork(nfa, *no, next, no) : BX_OK;
	}
	if (t.max == XS_UNBOUNDED && t.min <= 1)
		return add_loop(nfa, p, t.min, next, no);
	if ((t.max == XS_UNBOUNDED ? t.min : t.max) * (p->size + 1) <= nfa->written)
		return add_written_out(nfa, p, t, next, no);
	return add_counted(nfa, p, t, next, no);
}

static BxStatus
add_particle(XsNfa *nfa, const XsParticle *p, uint32_t next, uint32_t *no)
{
	XsCompile *c = nfa->c;

	if (++nfa->depth > 4 * c->limits.max_depth || !c->host->stack_ok(c->host->ctx))
		return xs_limit(c, nfa->type->doc, nfa->type->node,
						"the content model of the type is nested too deep");
	BX_TRY(add_occurrences(nfa, p, next, no));
	nfa->depth--;
	return BX_OK;
}

BxStatus
xs_nfa_make(XsNfa *nfa)
{
	uint32_t accept;

	nfa->n = nfa->n_slots = nfa->n_repeats = nfa->depth = 0;
	nfa->within = XS_NONE;
	BX_TRY(add_node(nfa, (XsNfaNode){.kind = XS_NFA_ACCEPT}, &accept));
	return add_particle(nfa, nfa->type->particle, accept, &nfa->start);
}
