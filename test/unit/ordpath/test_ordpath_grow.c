/*
 * test_ordpath_grow.c -- many labels made one after the other: their order, and how long they get.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../src/core/ordpath/bx_ordpath.h"
#include "../ut.h"
#include "../ut_value.h"

static uint64_t rng = 9;

static BxBuf
empty_buf(void)
{
	BxBuf b;

	bx_buf_init(&b, bx_host_libc());
	return b;
}

typedef struct Tree
{
	struct TreeNode
	{
		uint8_t *p;
		size_t n;
		uint32_t level;
		int parent, prev, next, first; /* -1: none */
	} * node;
	int n;
} Tree;

#define INSERTIONS 100000

/* Add a node below parent, between prev and next; its label comes from its neighbours. */
static void
tree_insert(Tree *t, int parent, int prev, int next)
{
	struct TreeNode *x = &t->node[t->n], *p = prev < 0 ? NULL : &t->node[prev],
					*q = next < 0 ? NULL : &t->node[next];
	BxBuf out = empty_buf();
	BxError err;

	if (p == NULL && q == NULL)
	{
		CHECK(bx_buf_append(&out, t->node[parent].p, t->node[parent].n, &err) == BX_OK);
		CHECK(bx_ordpath_append(&out, BX_LINE_CHILD, 0, &err) == BX_OK);
	}
	else
		CHECKF(bx_ordpath_between(p ? p->p : NULL, p ? p->n : 0, q ? q->p : NULL, q ? q->n : 0, &out, &err) ==
				   BX_OK,
			   "%s", err.msg);
	*x = (struct TreeNode){out.data, out.len, t->node[parent].level + 1, parent, prev, next, -1};
	if (p != NULL)
		p->next = t->n;
	else
		t->node[parent].first = t->n;
	if (q != NULL)
		q->prev = t->n;
	t->n++;
}

static void
tree_check_node(const Tree *t, int i, const struct TreeNode *before)
{
	const struct TreeNode *x = &t->node[i], *up;
	uint32_t level;
	size_t parent_n;
	bool has;
	BxError err;

	CHECK(bx_ordpath_cmp(before->p, before->n, x->p, x->n) < 0);
	CHECK(bx_ordpath_level(x->p, x->n, &level, &err) == BX_OK && level == x->level);
	if (i == 0)
		return;
	up = &t->node[x->parent];
	CHECK(bx_ordpath_parent(x->p, x->n, &has, &parent_n, &err) == BX_OK && has);
	CHECK(parent_n == up->n && (up->n == 0 || memcmp(up->p, x->p, up->n) == 0));
}

/* Walk in document order. */
static size_t
tree_check(const Tree *t)
{
	const struct TreeNode *before = &t->node[0];
	size_t longest = 0;
	int i = t->node[0].first, seen = 1;

	while (i > 0)
	{
		tree_check_node(t, i, before);
		before = &t->node[i];
		longest = before->n > longest ? before->n : longest;
		seen++;
		if (before->first >= 0)
		{
			i = before->first;
			continue;
		}
		while (i > 0 && t->node[i].next < 0)
			i = t->node[i].parent;
		i = i > 0 ? t->node[i].next : -1;
	}
	CHECK(seen == t->n);
	return longest;
}

static void
random_insertions_keep_order(void)
{
	Tree t = {calloc(INSERTIONS + 1, sizeof(struct TreeNode)), 1};
	size_t longest;

	t.node[0] = (struct TreeNode){NULL, 0, 0, -1, -1, -1, -1};
	tree_insert(&t, 0, -1, -1);
	while (t.n <= INSERTIONS)
	{
		int at = 1 + (int) ut_below(&rng, (uint32_t) t.n - 1);

		switch (ut_below(&rng, 8))
		{
			case 0: tree_insert(&t, at, -1, t.node[at].first); break;
			case 1:
			case 2:
			case 3: tree_insert(&t, t.node[at].parent, t.node[at].prev, at); break;
			default: tree_insert(&t, t.node[at].parent, at, t.node[at].next);
		}
	}
	longest = tree_check(&t);
	CHECKF(longest <= 32, "%zu", longest);
	for (int i = 1; i < t.n; i++)
		free(t.node[i].p);
	free(t.node);
}

/*
 * Siblings inserted in one pattern: place() gives the index among those there are.  Returns the length of the longest
 * label, or 0 when one got too long after *done insertions.
 */
static size_t
grow(int n, int (*place)(int have), int *done)
{
	struct
	{
		uint8_t *p;
		size_t n;
	} *list = calloc((size_t) n + 1, sizeof(*list));
	size_t longest = 1;
	BxBuf first = empty_buf();
	BxError err;

	CHECK(bx_ordpath_append(&first, BX_LINE_CHILD, 0, &err) == BX_OK);
	list[0].p = first.data;
	list[0].n = first.len;
	for (*done = 1; *done < n; ++*done)
	{
		int at = place(*done);
		BxBuf out = empty_buf();
		BxStatus st =
			bx_ordpath_between(at > 0 ? list[at - 1].p : NULL, at > 0 ? list[at - 1].n : 0,
							   at < *done ? list[at].p : NULL, at < *done ? list[at].n : 0, &out, &err);

		if (st == BX_E_LIMIT)
		{
			bx_buf_free(&out);
			longest = 0;
			break;
		}
		CHECKF(st == BX_OK, "%s", err.msg);
		CHECK(at == 0 || bx_ordpath_cmp(list[at - 1].p, list[at - 1].n, out.data, out.len) < 0);
		CHECK(at == *done || bx_ordpath_cmp(out.data, out.len, list[at].p, list[at].n) < 0);
		longest = out.len > longest ? out.len : longest;
		memmove(&list[at + 1], &list[at], (size_t) (*done - at) * sizeof(*list));
		list[at].p = out.data;
		list[at].n = out.len;
	}
	for (int i = 0; i < *done; i++)
		free(list[i].p);
	free(list);
	return longest;
}

static int
at_end(int have)
{
	return have;
}

static int
at_start(int have)
{
	(void) have;
	return 0;
}

static int
anywhere(int have)
{
	return (int) ut_below(&rng, (uint32_t) have + 1);
}

static int
in_front_of_the_last(int have)
{
	return have - 1;
}

static int
behind_the_first(int have)
{
	(void) have;
	return 1;
}

/* Each round puts one node into every gap of the round before, from the left. */
static int
halving(int have)
{
	int round = 1;

	while (2 * round <= have)
		round *= 2;
	return 2 * (have - round) + 1;
}

/* Always between the two newest. */
static int
zigzag(int have)
{
	return (have + 1) / 2;
}

static void
labels_grow_slowly(void)
{
	static const struct
	{
		const char *where;
		int (*place)(int have);
		size_t most; /* bytes of the longest label */
	} ways[] = {{"append", at_end, 3},
				{"prepend", at_start, 3},
				{"random", anywhere, 24},
				{"halving", halving, 16},
				{"before the last", in_front_of_the_last, 5},
				{"after the first", behind_the_first, 5}};
	int done;
	size_t i, n;

	for (i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
	{
		n = grow(20000, ways[i].place, &done);
		CHECKF(n <= ways[i].most, "%s: %zu", ways[i].where, n);
	}
}

static void
hostile_growth_ends(void)
{
	int done;

	CHECK(grow(20000, zigzag, &done) == 0);
	CHECKF(done > 1900, "%d", done);
}

static void
a_million_children(void)
{
	BxBuf b = empty_buf(), text = empty_buf();
	BxError err;

	for (uint32_t i = 0; i < 1000000; i++)
	{
		BxOrdpathPart part;

		b.len = 0;
		CHECK(bx_ordpath_append(&b, BX_LINE_CHILD, i, &err) == BX_OK);
		CHECK(bx_ordpath_part_get(b.data, b.data + b.len, &part) == b.data + b.len);
		CHECK(part.number == 2 * (int64_t) i + 1 && b.len <= 3);
	}
	b.len = 0;
	CHECK(bx_ordpath_append(&b, BX_LINE_ATTRIBUTE, UINT32_C(0x3fffffff), &err) == BX_OK && b.len == 6);
	CHECK(bx_ordpath_print(b.data, b.len, &text, &err) == BX_OK);
	CHECK(bx_same_bytes(text.data, text.len, "@2147483647", 11));
	bx_buf_free(&b);
	bx_buf_free(&text);
}

UT_SUITE(test_ordpath_grow)
{
	UT_RUN(random_insertions_keep_order);
	UT_RUN(labels_grow_slowly);
	UT_RUN(hostile_growth_ends);
	UT_RUN(a_million_children);
	return ut_done();
}
