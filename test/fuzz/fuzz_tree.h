/*
 * fuzz_tree.h -- bytes as steps that write well-formed texts, for fuzz targets that compare values: few texts that are
 * made at random are XML, and fewer are alike.
 */
#ifndef FUZZ_TREE_H
#define FUZZ_TREE_H

#include "fuzz.h"

#include <string.h>

#include "../../src/core/base/bx_buf.h"
#include "../unit/ut_random.h"

#define FUZZ_TREE_DEPTH 12

/* A text while it is written. */
typedef struct FuzzTree
{
	BxBuf *out;
	int names[FUZZ_TREE_DEPTH];
	int depth;
	unsigned attrs; /* set of those that the open start tag has */
	bool tag;       /* a start tag is open */
} FuzzTree;

static inline void
fuzz_put(FuzzTree *t, const char *s)
{
	ut_append(t->out, s, strlen(s));
}

static inline void
fuzz_end_tag(FuzzTree *t)
{
	if (t->tag)
		fuzz_put(t, ">");
	t->tag = false;
}

static inline void
fuzz_close(FuzzTree *t)
{
	static const char *const ends[] = {"</a>", "</b>", "</p:a>", "</c>"};

	if (t->tag)
		fuzz_put(t, "/>");
	else
		fuzz_put(t, ends[t->names[t->depth - 1]]);
	t->tag = false;
	t->depth--;
}

static inline void
fuzz_open(FuzzTree *t, unsigned which)
{
	static const char *const starts[] = {"<a", "<b", "<p:a xmlns:p='urn:p'", "<c"};

	if (t->depth == FUZZ_TREE_DEPTH)
		return;
	fuzz_end_tag(t);
	t->names[t->depth++] = (int) (which % 4);
	fuzz_put(t, starts[which % 4]);
	t->tag = true;
	t->attrs = 0;
}

static inline void
fuzz_attribute(FuzzTree *t, unsigned which)
{
	static const char *const attrs[] = {" x='1'", " x='2'", " y='1'", " y=''", " xml:id='1'", " k='1.0'"};

	which %= 6;
	if (!t->tag || (t->attrs & 1u << which / 2) != 0)
		return;
	t->attrs |= 1u << which / 2;
	fuzz_put(t, attrs[which]);
}

static inline void
fuzz_text(FuzzTree *t, unsigned which)
{
	static const char *const texts[] = {
		"1",  "x", " ",   "1.0", "2020-02-29", "<!--x-->", "<?x?>",       "<![CDATA[1]]>",
		"-1", "é", "1e0", "INF", "true",       "NaN",      "2020-02-29Z", "\n1 "};

	fuzz_end_tag(t);
	fuzz_put(t, texts[which % 16]);
}

/*
 * fuzz_trees: n texts, into buffers that are initialized here; each byte is a step, and a text may begin as a copy of
 * the one before.
 */
static inline void
fuzz_trees(const uint8_t *p, size_t size, BxBuf *out, unsigned n)
{
	FuzzTree t = {.out = out};
	unsigned at;
	size_t i;

	for (at = 0; at < n; at++)
		bx_buf_init(&out[at], bx_host_libc());
	for (at = i = 0; i < size; i++)
	{
		unsigned which = p[i] >> 3, step = p[i] & 7;

		if (step < 2)
			fuzz_open(&t, which);
		else if (step < 4 && t.depth > 0)
			fuzz_close(&t);
		else if (step == 4)
			fuzz_attribute(&t, which);
		else if (step < 7)
			fuzz_text(&t, which);
		else if (step == 7 && at + 1 < n)
		{
			while (t.depth > 0)
				fuzz_close(&t);
			t.out = &out[++at];
			if (which & 1)
				ut_append(t.out, out[at - 1].data, out[at - 1].len);
		}
	}
	while (t.depth > 0)
		fuzz_close(&t);
}

#endif
