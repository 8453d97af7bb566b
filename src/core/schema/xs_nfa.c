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

static BxStatus
add_written_out(XsNfa *nfa, const XsParticle *p, uint32_t next, uint32_t *no)
{
	uint32_t i = p->max, end = next;

	*no = next;
	if (i == XS_UNBOUNDED)
	{
		BX_TRY(add_loop(nfa, p, 1, next, no));
		i = p->min - 1;
	}
	for (; i > 0; i--)
	{
		BX_TRY(add_once(nfa, p, *no, no));
		if (i > p->min)
			BX_TRY(fork(nfa, *no, end, no));
	}
	return BX_OK;
}

static BxStatus
add_counted(XsNfa *nfa, const XsParticle *p, uint32_t next, uint32_t *no)
{
	uint32_t counter = nfa->n_counters++, min = p->min, check, leave, more, entry;
	XsParticle once = *p;

	once.min = 1;
	if (xs_particle_emptiable(&once))
		min = 0;
	BX_TRY(count(nfa, (XsCount){XS_COUNT_LEAVE, counter, min}, next, &leave));
	BX_TRY(fork(nfa, 0, leave, &check));
	BX_TRY(add_once(nfa, p, check, &entry));
	BX_TRY(count(nfa, (XsCount){XS_COUNT_MORE, counter, p->max}, entry, &more));
	nfa->nodes[check].next = more;
	BX_TRY(count(nfa, (XsCount){XS_COUNT_SET, counter, 1}, entry, no));
	return min == 0 ? fork(nfa, *no, next, no) : BX_OK;
}

static BxStatus
add_occurrences(XsNfa *nfa, const XsParticle *p, uint32_t next, uint32_t *no)
{
	uint64_t times = p->max == XS_UNBOUNDED ? p->min : p->max;

	if (p->max == 1)
	{
		BX_TRY(add_once(nfa, p, next, no));
		return p->min == 0 ? fork(nfa, *no, next, no) : BX_OK;
	}
	if (p->max == XS_UNBOUNDED && p->min <= 1)
		return add_loop(nfa, p, p->min, next, no);
	if (times * (p->size + 1) <= nfa->written)
		return add_written_out(nfa, p, next, no);
	return add_counted(nfa, p, next, no);
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

	nfa->n = nfa->n_counters = nfa->depth = 0;
	BX_TRY(add_node(nfa, (XsNfaNode){.kind = XS_NFA_ACCEPT}, &accept));
	return add_particle(nfa, nfa->type->particle, accept, &nfa->start);
}
