/*
 * ut_line.h -- the labels of a line of siblings as edits leave them: a naive model for tests of label exceptions.
 */
#ifndef UT_LINE_H
#define UT_LINE_H

#include "../../src/core/ordpath/bx_ordpath.h"
#include "ut_value.h"

#define UT_LINE_MAX 64
#define UT_LEVEL_MAX 48

typedef struct UtLevel
{
	uint8_t p[UT_LEVEL_MAX];
	size_t n;
} UtLevel;

typedef struct UtLine
{
	UtLevel level[UT_LINE_MAX];
	uint32_t n;
} UtLine;

/* The number of the item at an index of a line of a parsed document. */
static inline UtLevel
ut_implied_level(BxOrdpathLine line, uint32_t index)
{
	UtLevel l;

	l.n = (size_t) (bx_ordpath_part_put(l.p, (BxOrdpathPart){line, 2 * (int64_t) index + 1}) - l.p);
	return l;
}

/* A label for a new item at this index. */
static inline UtLevel
ut_level_between(const UtLine *line, BxOrdpathLine mark, uint32_t at)
{
	const UtLevel *a = at > 0 ? &line->level[at - 1] : NULL;
	const UtLevel *b = at < line->n ? &line->level[at] : NULL;
	UtLevel made = ut_implied_level(mark, 0);
	BxBuf out;

	if (a == NULL && b == NULL)
		return made;
	bx_buf_init(&out, bx_host_libc());
	if (bx_ordpath_between(a ? a->p : NULL, a ? a->n : 0, b ? b->p : NULL, b ? b->n : 0, &out, NULL) !=
			BX_OK ||
		out.len > UT_LEVEL_MAX)
		abort();
	memcpy(made.p, out.data, out.len);
	made.n = out.len;
	bx_buf_free(&out);
	return made;
}

/*
 * The labels of n items of a line after some random edits of a line with more, and fewer, and others: items were
 * deleted and inserted.
 */
static inline void
ut_line_edited(UtLine *line, BxOrdpathLine mark, uint32_t n, uint64_t *rng)
{
	uint32_t edits = ut_below(rng, 12), i, at;

	line->n = ut_below(rng, 3) > 0 ? n : ut_below(rng, UT_LINE_MAX / 2);
	for (i = 0; i < line->n; i++)
		line->level[i] = ut_implied_level(mark, i);
	for (i = 0; i < edits || line->n != n; i++)
	{
		bool more = line->n < n || (line->n == n && ut_below(rng, 2) && n < UT_LINE_MAX);

		if (line->n + more == 0)
			break;
		at = ut_below(rng, line->n + more);
		if (more)
		{
			UtLevel made = ut_level_between(line, mark, at);

			memmove(&line->level[at + 1], &line->level[at], (line->n++ - at) * sizeof(UtLevel));
			line->level[at] = made;
		}
		else
			memmove(&line->level[at], &line->level[at + 1], (--line->n - at) * sizeof(UtLevel));
	}
}

#endif
