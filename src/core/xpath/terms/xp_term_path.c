/*
 * xp_term_path.c -- paths of terms: how they are made of steps, their order, and which one follows from which.
 */
#include "xp_terms_int.h"

/* ---- order ---- */

static int
step_order(const XpTermStep *x, const XpTermStep *y)
{
	int c;

	if (x->gap != y->gap)
		return x->gap ? 1 : -1;
	if (x->any_local != y->any_local)
		return x->any_local ? 1 : -1;
	if (x->any_uri != y->any_uri)
		return x->any_uri ? 1 : -1;
	c = bx_str_compare(x->local, y->local);
	return c != 0 ? c : bx_str_compare(x->uri, y->uri);
}

int
xp_tm_path_order(const XpTermPath *x, const XpTermPath *y)
{
	uint32_t i;

	if (x == y)
		return 0;
	for (i = 0; i < x->n && i < y->n; i++)
	{
		int c = (i + 1 == x->n && x->attribute) - (i + 1 == y->n && y->attribute);

		if (c == 0)
			c = step_order(&x->steps[i], &y->steps[i]);
		if (c != 0)
			return c;
	}
	return (x->n > y->n) - (x->n < y->n);
}

/* ---- what follows ---- */

/* Does every name that the step y allows pass the step x? */
static bool
name_covers(const XpTermStep *x, const XpTermStep *y)
{
	return (x->any_local || (!y->any_local && bx_str_equal(x->local, y->local))) &&
		   (x->any_uri || (!y->any_uri && bx_str_equal(x->uri, y->uri)));
}

/*
 * Row i of a table of bits: bit j says that the first i steps of p lead to the node that the first j steps of q lead
 * to, whatever is in the gaps of q.  XP_TERMS_STEPS_MAX steps at most, so a row is a word and a bit.
 */
bool
xp_tm_path_covers(const XpTermPath *p, const XpTermPath *q)
{
	uint64_t row = 1; /* bit j: after j steps of q; the last step of q apart, in `end` */
	bool end = false;
	uint32_t i, j;

	if (p->n > q->n || (p->attribute && !q->attribute))
		return false;
	for (i = 0; i < p->n; i++)
	{
		const XpTermStep *s = &p->steps[i];
		bool attribute = p->attribute && i + 1 == p->n;
		bool before = false; /* some bit up to j is set */
		uint64_t next = 0;

		end = false;
		for (j = 0; j < q->n; j++)
		{
			bool here = (row >> j & 1) != 0;
			bool holds;

			before = before || here;
			if (attribute != (q->attribute && j + 1 == q->n) || !name_covers(s, &q->steps[j]))
				continue;
			holds = s->gap ? before : here && !q->steps[j].gap;
			if (j + 1 == XP_TERMS_STEPS_MAX)
				end = holds;
			else if (holds)
				next |= UINT64_C(1) << (j + 1);
		}
		row = next;
	}
	return row != 0 || end;
}

/* ---- from steps ---- */

static bool
is_wild(const XpTermStep *s)
{
	return s->any_local && s->any_uri;
}

/* Put the steps into the end of buf; the first of them is returned. */
static XpTermStep *
collect_steps(XpTermStep *buf, const XpTmStep *last)
{
	XpTermStep *end = buf + XP_TERMS_STEPS_MAX, *at = end;
	const XpTmStep *s;

	for (s = last; s != NULL && at > buf; s = s->up)
	{
		*--at = s->step;
		while (at + 1 < end && is_wild(at) && (at->gap || at[1].gap))
			(++at)->gap = true;
	}
	if (s != NULL)
		at->gap = true;
	return at;
}

static bool
is_exact(const XpTermPath *path)
{
	uint32_t i;

	for (i = 0; i < path->n; i++)
		if (path->steps[i].gap || path->steps[i].any_local || path->steps[i].any_uri)
			return false;
	return true;
}

/*
 * "//" and "*" together say no more than that something is in between, so such steps are merged with the gap: what
 * differs by them has the same leaf, which is all that is looked up of a path with gaps.
 */
const XpTermPath *
xp_tm_path_of(XpTmBuild *b, XpTmStep *last)
{
	XpTermStep buf[XP_TERMS_STEPS_MAX];
	const XpTermStep *first;
	XpTermStep *steps;
	XpTermPath *path;
	uint32_t n;

	if (last->made != NULL)
		return last->made;
	first = collect_steps(buf, last);
	n = (uint32_t) (buf + XP_TERMS_STEPS_MAX - first);
	path = xp_tm_alloc(b, sizeof(XpTermPath) + n * sizeof(XpTermStep));
	if (path == NULL)
		return NULL;
	steps = (XpTermStep *) (path + 1);
	memcpy(steps, first, n * sizeof(XpTermStep));
	*path = (XpTermPath){.steps = steps, .n = n, .attribute = last->attribute};
	path->exact = is_exact(path);
	last->made = path;
	return path;
}
