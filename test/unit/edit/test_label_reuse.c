/*
 * test_label_reuse.c -- the label of a node that went is not given to another, however often a value is changed, and
 * values do not grow by it.
 *
 * LABEL_CYCLES sets how many changes there are (a million pairs of insert and delete in "make test-long").
 */
#include <stdlib.h>

#include "../ut_change.h"
#include "../ut_edit_random.h"

/* ---- known changes ---- */

typedef struct Step
{
	BxEditOp op;
	const char *path;
	const char *arg;
	const char *labels; /* afterwards; NULL: not looked at */
} Step;

#define STEPS_MAX 8

typedef struct Known
{
	const char *xml;
	Step steps[STEPS_MAX];
} Known;

static const Known known[] = {
	/* the last child goes, and the next one does not get its label; then all go */
	{"<l><a/><a/><a/></l>",
	 {{BX_EDIT_DELETE, "1.5", "", "1 1.1 1.3"},
	  {BX_EDIT_INSERT_LAST, "1", "<b/>", "1 1.1 1.3 1.7"},
	  {BX_EDIT_DELETE, "1.5", "", "1 1.1 1.3"},
	  {BX_EDIT_DELETE, "1.3", "", "1 1.1"},
	  {BX_EDIT_DELETE, "1.1", "", "1"},
	  {BX_EDIT_INSERT_LAST, "1", "<b/>", "1 1.9"},
	  {BX_EDIT_DELETE, "1.1", "", "1"},
	  {BX_EDIT_INSERT_FIRST, "1", "<b/>", "1 1.11"}}},
	/* between siblings, before the first */
	{"<l><a/><a/><a/></l>",
	 {{BX_EDIT_INSERT_BEFORE, "1.5", "<b/>", "1 1.1 1.3 1.4.1 1.5"},
	  {BX_EDIT_DELETE, "1.5", "", "1 1.1 1.3 1.5"},
	  {BX_EDIT_INSERT_BEFORE, "1.5", "<b/>", "1 1.1 1.3 1.4.3 1.5"},
	  {BX_EDIT_INSERT_FIRST, "1", "<b/>", "1 1.-1 1.1 1.3 1.4.3 1.5"},
	  {BX_EDIT_DELETE, "1.1", "", "1 1.1 1.3 1.4.3 1.5"},
	  {BX_EDIT_INSERT_FIRST, "1", "<b/>", "1 1.-3 1.1 1.3 1.4.3 1.5"},
	  {BX_EDIT_DELETE, "1.5", "", "1 1.-3 1.1 1.4.3 1.5"},
	  {BX_EDIT_INSERT_AFTER, "1.3", "<b/>", NULL}}},
	/* two nodes and what was inserted between them */
	{"<l><a/><a/><a/><a/></l>",
	 {{BX_EDIT_INSERT_AFTER, "1.3", "<b/><b/>", "1 1.1 1.3 1.4.1 1.4.3 1.5 1.7"},
	  {BX_EDIT_DELETE, "1.7", "", "1 1.1 1.3 1.4.1 1.5 1.7"},
	  {BX_EDIT_DELETE, "1.3", "", "1 1.1 1.4.1 1.5 1.7"},
	  {BX_EDIT_DELETE, "1.3", "", "1 1.1 1.5 1.7"},
	  {BX_EDIT_INSERT_AFTER, "1.1", "<b/>", "1 1.1 1.2.5 1.5 1.7"},
	  {BX_EDIT_DELETE, "1.5", "", "1 1.1 1.2.5 1.7"},
	  {BX_EDIT_INSERT_AFTER, "1.3", "<b/>", "1 1.1 1.2.5 1.2.7 1.7"}}},
	/* a replaced node is another one, in the middle, alone, at the top, a text, an attribute */
	{"<l><a/><a/><a/></l>",
	 {{BX_EDIT_REPLACE, "1.3", "<a/>", "1 1.1 1.4.1 1.5"},
	  {BX_EDIT_REPLACE, "1.3", "<a/>", "1 1.1 1.2.3 1.5"},
	  {BX_EDIT_REPLACE, "1.5", "<a/><c/>", "1 1.1 1.2.3 1.7 1.9"},
	  {BX_EDIT_REPLACE, "1", "<l><a/></l>", "3 3.1"},
	  {BX_EDIT_REPLACE, "1.1", "<a/>", "3 3.3"},
	  {BX_EDIT_REPLACE, "1.1", "text", "3 3.5"},
	  {BX_EDIT_REPLACE, "1.1", "other", "3 3.7"}}},
	{"<l x='1' y='2' z='3'/>",
	 {{BX_EDIT_REPLACE, "1.@3", "y=4", "1 1.@1 1.@4.1 1.@5"},
	  {BX_EDIT_DELETE, "1.@5", "", "1 1.@1 1.@4.1"},
	  {BX_EDIT_ATTRIBUTES, "1", "w=1", "1 1.@1 1.@4.1 1.@7"},
	  {BX_EDIT_SET_ATTRIBUTE, "1", "w=2", "1 1.@1 1.@4.1 1.@7"},
	  {BX_EDIT_RENAME, "1.@5", "v", "1 1.@1 1.@4.1 1.@7"},
	  {BX_EDIT_DELETE, "1.@1", "", "1 1.@4.1 1.@7"},
	  {BX_EDIT_DELETE, "1.@3", "", "1 1.@4.1"},
	  {BX_EDIT_SET_ATTRIBUTE, "1", "x=1", "1 1.@4.1 1.@9"}}},
	/* a node with another value or name is the same; so is the only text of an element that gets a value */
	{"<l><a>1</a><a x='1'>2</a><b/><!--c--></l>",
	 {{BX_EDIT_VALUE, "1.1", "3", "1 1.1 1.1.1 1.3 1.3.@1 1.3.1 1.5 1.7"},
	  {BX_EDIT_VALUE, "1.3", "4", "1 1.1 1.1.1 1.3 1.3.@1 1.3.1 1.5 1.7"},
	  {BX_EDIT_VALUE, "1.5", "5", "1 1.1 1.1.1 1.3 1.3.@1 1.3.1 1.5 1.5.1 1.7"},
	  {BX_EDIT_VALUE, "1.7", "d", "1 1.1 1.1.1 1.3 1.3.@1 1.3.1 1.5 1.5.1 1.7"},
	  {BX_EDIT_RENAME, "1.1", "n", "1 1.1 1.1.1 1.3 1.3.@1 1.3.1 1.5 1.5.1 1.7"},
	  {BX_EDIT_VALUE, "1.1.1", "", "1 1.1 1.3 1.3.@1 1.3.1 1.5 1.5.1 1.7"},
	  {BX_EDIT_VALUE, "1.1", "6", "1 1.1 1.1.3 1.3 1.3.@1 1.3.1 1.5 1.5.1 1.7"},
	  {BX_EDIT_VALUE, "1.3.@1", "7", "1 1.1 1.1.3 1.3 1.3.@1 1.3.1 1.5 1.5.1 1.7"}}},
	/* of texts that merge the first one stays; content that becomes a text is gone */
	{"<l>a<b/>c<d/>e</l>",
	 {{BX_EDIT_DELETE, "1.3", "", "1 1.1 1.7 1.9"},
	  {BX_EDIT_INSERT_AFTER, "1.1", "<n/>", "1 1.1 1.6.1 1.7 1.9"},
	  {BX_EDIT_DELETE, "1.5", "", "1 1.1 1.6.1 1.9"},
	  {BX_EDIT_VALUE, "1", "all", "1 1.11"},
	  {BX_EDIT_VALUE, "1", "again", "1 1.11"},
	  {BX_EDIT_VALUE, "1", "", "1"},
	  {BX_EDIT_INSERT_LAST, "1", "<n/>", "1 1.13"}}},
	/* nothing that stays is below a node that went, so its content starts anew */
	{"<l><a><b/><b/></a></l>",
	 {{BX_EDIT_DELETE, "1.1.3", "", "1 1.1 1.1.1"},
	  {BX_EDIT_REPLACE, "1.1", "<a><b/><b/></a>", "1 1.3 1.3.1 1.3.3"}}},
};

static void
run_known(const Known *k, BxBuf *labels)
{
	UtChanged x;

	ut_changed_make(&x, k->xml);
	for (int i = 0; i < STEPS_MAX && k->steps[i].path != NULL; i++)
	{
		const Step *s = &k->steps[i];

		CHECKF(ut_change_at(&x, s->op, s->path, s->arg) == BX_OK, "%s, step %d: %s", k->xml, i, x.err.msg);
		ut_changed_labels(&x, labels);
		if (s->labels != NULL)
			CHECKF(strcmp((char *) labels->data, s->labels) == 0, "%s, step %d: %s", k->xml, i,
				   (char *) labels->data);
	}
	free(x.v);
}

static void
known_changes(void)
{
	BxBuf labels;

	bx_buf_init(&labels, bx_host_libc());
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		run_known(&known[i], &labels);
	bx_buf_free(&labels);
}

/* ---- random changes ---- */

/* Labels of nodes that went: a hash table of their own, so that thousands of changes stay quick. */
#define GONE_SLOTS (1u << 16)

typedef struct Gone
{
	UtEvents memory;
	BxStr slots[GONE_SLOTS];
	uint32_t n;
} Gone;

static Gone gone;

static bool
find_gone(BxStr label, uint32_t *at)
{
	uint32_t h = 2166136261u;

	for (uint32_t i = 0; i < label.n; i++)
		h = (h ^ (uint8_t) label.s[i]) * 16777619u;
	for (*at = h % GONE_SLOTS; gone.slots[*at].s != NULL; *at = (*at + 1) % GONE_SLOTS)
		if (ut_same(gone.slots[*at], label))
			return true;
	return false;
}

static void
add_gone(BxStr label)
{
	uint32_t at;

	if (find_gone(label, &at))
		return;
	if (gone.n++ == GONE_SLOTS / 2)
		abort();
	gone.slots[at] = ut_dup(&gone.memory, label.s, label.n);
}

static int
compare_nodes(const void *a, const void *b)
{
	const UtNode *x = *(UtNode *const *) a, *y = *(UtNode *const *) b;

	return bx_ordpath_cmp((const uint8_t *) x->label.s, x->label.n, (const uint8_t *) y->label.s, y->label.n);
}

/* The only text of an element that gets a value is the same text with another value. */
static bool
is_only_text(const UtScript *s, const UtNode *n)
{
	if (n->kind != UT_TEXT || n->parent == NULL || n->parent->kids.len != 1)
		return false;
	for (uint32_t i = 0; i < s->n; i++)
		if (s->changes[i].node == n)
			return false;
	return true;
}

/* No node of the new value has the label of one that ever went, those of this script included. */
static void
check_new(const UtTree *old, UtScript *s, const uint8_t *v, size_t n, uint64_t seed)
{
	UtTree tree;
	uint32_t i, at;

	CHECK(ut_tree_read(&tree, v, n, NULL) == BX_OK);
	ut_tree_labels(&tree, v, n);
	for (i = 0; i < tree.all.len; i++)
		CHECKF(!find_gone(tree.all.n[i]->label, &at), "seed %llu: label given again",
			   (unsigned long long) seed);
	for (i = 1; i < old->all.len; i++)
	{
		UtNode *o = old->all.n[i];
		bool here = bsearch(&o, tree.all.n, tree.all.len, sizeof(UtNode *), compare_nodes) != NULL;

		if (!ut_model_stays(s, o) && !is_only_text(s, o))
			CHECKF(!here, "seed %llu: label of a node that went", (unsigned long long) seed);
		if (!here)
			add_gone(o->label);
	}
	ut_tree_free(&tree);
}

static int applied;

static void
random_step(UtChanged *x, uint64_t *rng)
{
	uint64_t seed = *rng;
	uint32_t want = 1 + ut_below(rng, 6);
	BxStatus st = BX_OK;
	UtScript s;
	UtTree tree;
	uint8_t *out;
	size_t len;
	BxEdit *e;

	memset(&s, 0, sizeof(s));
	CHECK(ut_tree_read(&tree, x->v, x->n, &x->err) == BX_OK);
	ut_tree_labels(&tree, x->v, x->n);
	while (want-- > 0)
		ut_random_change(&tree, &s, BX_MODE_AUTO, rng);
	e = ut_need(bx_edit_new(bx_host_libc(), &x->opt, x->v, x->n, &x->err));
	for (uint32_t i = 0; i < s.n && st == BX_OK; i++)
		st = bx_edit_add(e, &s.changes[i].c);
	if (st == BX_OK)
		st = bx_edit_apply(e, &out, &len);
	bx_edit_free(e);
	if (st == BX_OK)
	{
		applied++;
		st = bx_check(out, len, false, NULL, bx_host_libc(), &x->err);
		CHECKF(st == BX_OK, "seed %llu: %s", (unsigned long long) seed, x->err.msg);
		check_new(&tree, &s, out, len, seed);
		ut_changed_take(x, out, len);
	}
	ut_script_free(&s);
	ut_tree_free(&tree);
}

static void
random_changes(void)
{
	uint64_t rng = 20261122;

	for (int i = 0; i < 80 && !ut_here; i++)
	{
		UtChanged x;

		ut_changed_make(&x, i % 2 == 0 ? "<l x='1'>t<a/>u<b>v</b><!--c--></l>" : "a<l/>b<m x='1'/>");
		ut_events_init(&gone.memory);
		memset(gone.slots, 0, sizeof(gone.slots));
		gone.n = 0;
		for (int k = 0; k < 40 && !ut_here; k++)
			random_step(&x, &rng);
		ut_events_free(&gone.memory);
		free(x.v);
	}
	CHECKF(applied > 2000, "%d", applied);
}

/* ---- a long life ---- */

static uint32_t
cycles(uint32_t n)
{
	const char *s = getenv("LABEL_CYCLES");

	return s != NULL ? (uint32_t) strtoul(s, NULL, 10) : n;
}

/* Length of a value with the same content that was just encoded. */
static size_t
fresh_length(const UtChanged *x)
{
	uint8_t *fresh = NULL;
	UtEvents ev;
	BxError err;
	size_t n;

	ut_events_init(&ev);
	CHECK(ut_read_all(x->v, x->n, &ev, &err) == BX_OK);
	CHECK(ut_write(&ev, &x->opt, bx_host_libc(), &fresh, &n, &err) == BX_OK);
	free(fresh);
	ut_events_free(&ev);
	return n;
}

#define CHILD_MAX 200

/* Children differ, so that no constants take their place. */
static size_t
print_child(char *out, uint32_t i)
{
	uint32_t h = i * 2654435761u;

	return (size_t) snprintf(out, CHILD_MAX,
							 "<r id=\"%u\"><name>person %x of list %u</name><street>%x street</street>"
							 "<value>%u.5</value></r>",
							 i, h, h % 977, ~h, h % 100000);
}

static void
make_list(UtChanged *x, uint32_t n)
{
	char *xml = ut_need(malloc(n * CHILD_MAX + 20));
	size_t at = (size_t) sprintf(xml, "<l>");

	for (uint32_t i = 0; i < n; i++)
		at += print_child(xml + at, i);
	sprintf(xml + at, "</l>");
	ut_changed_make(x, xml);
	free(xml);
}

/* Offsets of the root's children. */
static uint32_t
child_offsets(const UtChanged *x, uint32_t *off, uint32_t most)
{
	uint32_t n = 0;
	BxArena arena;
	BxSource memory;
	BxReader *rd;
	BxTable t;
	BxEvent ev;

	bx_arena_init(&arena, bx_host_libc());
	CHECK(bx_table_open(&t, &arena, x->v, x->n, x->n, NULL) == BX_OK);
	bx_source_memory(&memory, x->v + t.head.items_off, t.head.items_len);
	CHECK(bx_reader_new(&rd, &t, &memory, &arena, NULL) == BX_OK);
	while (bx_reader_next(rd, &ev) == BX_OK && ev.kind != BX_EV_DONE)
		if (ev.kind != BX_EV_END && ev.level == 2)
		{
			if (n < most)
				off[n] = ev.off;
			n++;
			if (ev.kind == BX_EV_ELEMENT)
				bx_reader_skip(rd);
		}
	bx_arena_reset(&arena);
	return n;
}

#define CHILDREN 200

static uint32_t offsets[CHILDREN];

static const char *
next_child(void)
{
	static char xml[CHILD_MAX];
	static uint32_t n = 1000;

	print_child(xml, n++);
	return xml;
}

static void
insert_and_delete(UtChanged *x, BxEditOp op, uint32_t before, uint32_t gone_at)
{
	BxEditNode node = {BX_EDIT_ITEM, 0};

	CHECK(child_offsets(x, offsets, CHILDREN) > before);
	if (op != BX_EDIT_INSERT_LAST && op != BX_EDIT_INSERT_FIRST)
		node.off = offsets[before];
	CHECKF(ut_change_node(x, op, node, next_child()) == BX_OK, "%s", x->err.msg);
	CHECK(child_offsets(x, offsets, CHILDREN) > gone_at);
	node.off = offsets[gone_at];
	CHECKF(ut_change_node(x, BX_EDIT_DELETE, node, "") == BX_OK, "%s", x->err.msg);
}

static uint32_t
section_length(const UtChanged *x, uint8_t code)
{
	const uint8_t *body;
	uint32_t len;
	BxHeader h;

	CHECK(bx_header_read(x->v, x->n, x->n, &h, NULL) == BX_OK);
	CHECK(bx_header_ext(&h, x->v, code, &body, &len, NULL) == BX_OK);
	return body != NULL ? len : 0;
}

/* The value is no more than 1.3 times as long as a fresh one. */
static void
check_length(UtChanged *x, const char *what)
{
	size_t fresh = fresh_length(x);

	CHECKF(x->n * 10 <= fresh * 13, "%s: %zu bytes, fresh %zu", what, x->n, fresh);
	CHECKF(bx_check(x->v, x->n, true, NULL, bx_host_libc(), &x->err) == BX_OK, "%s: %s", what, x->err.msg);
	if (getenv("LABEL_CYCLES") != NULL)
		printf("# %s: %zu bytes, fresh %zu, exceptions %u, marks %u\n", what, x->n, fresh,
			   section_length(x, BX_EXT_LABELS), section_length(x, 68));
	free(x->v);
}

static void
same_place(void)
{
	static const struct
	{
		const char *what;
		BxEditOp op;
		uint32_t before;
		uint32_t gone;
	} ways[] = {
		{"append and delete", BX_EDIT_INSERT_LAST, 0, 10},
		{"prepend and delete", BX_EDIT_INSERT_FIRST, 0, 0},
		{"insert and delete before", BX_EDIT_INSERT_BEFORE, 5, 5},
		{"insert and delete after", BX_EDIT_INSERT_AFTER, 5, 6},
		{"append, delete the first", BX_EDIT_INSERT_LAST, 0, 0},
		{"prepend, delete the last", BX_EDIT_INSERT_FIRST, 0, 10},
	};
	uint32_t n = cycles(2000);

	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
	{
		UtChanged x;
		uint32_t k, d;

		make_list(&x, 10);
		for (k = d = 0; k < n && !ut_here; k++)
			insert_and_delete(&x, ways[i].op, ways[i].before, ways[i].gone);
		check_length(&x, ways[i].what);
	}
}

static void
replaced(void)
{
	BxEditNode node = {BX_EDIT_ITEM, 0};
	uint32_t n = cycles(2000);
	UtChanged x;

	make_list(&x, 10);
	for (uint32_t i = 0; i < n && !ut_here; i++)
	{
		CHECK(child_offsets(&x, offsets, CHILDREN) == 10);
		node.off = offsets[i % 10];
		CHECKF(ut_change_node(&x, BX_EDIT_REPLACE, node, next_child()) == BX_OK, "%s", x.err.msg);
	}
	check_length(&x, "replace");
}

/* Anywhere among a hundred children. */
static void
random_places(void)
{
	const uint32_t n = 2000;
	uint64_t rng = 99;
	UtChanged x;

	make_list(&x, 100);
	for (uint32_t i = 0; i < n && !ut_here; i++)
		insert_and_delete(&x, BX_EDIT_INSERT_BEFORE, ut_below(&rng, 100), ut_below(&rng, 101));
	check_length(&x, "random places");
}

UT_SUITE(test_label_reuse)
{
	UT_RUN(known_changes);
	UT_RUN(random_changes);
	UT_RUN(same_place);
	UT_RUN(replaced);
	UT_RUN(random_places);
	return ut_done();
}
