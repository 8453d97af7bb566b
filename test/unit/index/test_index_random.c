/*
 * test_index_random.c -- what is looked up for terms: a document of which a term is true has a key that a probe finds.
 *
 * Terms are judged on lists of events, as xp_terms.h says what they mean.
 */
#include <math.h>

#include "../ut_model.h"
#include "../ut_probe.h"
#include "../ut_random.h"

static uint64_t rng = 99;

/* ---- nodes ---- */

#define NODES_MAX 600
#define TEXTS_MAX 8

typedef struct Node
{
	const UtEvent *e;
	int parent; /* -1: the document */
	bool attribute;
	BxStr texts[TEXTS_MAX]; /* the texts directly in it */
	unsigned n_texts;
	BxBuf value; /* string value */
} Node;

static Node nodes[NODES_MAX];
static int n_nodes;

static void
add_text(int at, BxStr s)
{
	if (nodes[at].n_texts < TEXTS_MAX)
		nodes[at].texts[nodes[at].n_texts++] = s;
	for (; at >= 0; at = nodes[at].parent)
		xt_put(&nodes[at].value, s.s, s.n);
}

static int
add_node(const UtEvent *e, int parent, bool attribute)
{
	nodes[n_nodes] = (Node){.e = e, .parent = parent, .attribute = attribute};
	bx_buf_init(&nodes[n_nodes].value, bx_host_libc());
	return n_nodes++;
}

static void
list_nodes(const UtEvents *ev)
{
	int open = -1;
	size_t i;

	n_nodes = 0;
	for (i = 0; i < ev->n && n_nodes < NODES_MAX; i++)
	{
		const UtEvent *e = &ev->e[i];

		if (e->kind == UT_START)
			open = add_node(e, open, false);
		else if (e->kind == UT_END)
			open = nodes[open].parent;
		else if (e->kind == UT_ATTRIBUTE)
			xt_put(&nodes[add_node(e, open, true)].value, e->value.s, e->value.n);
		else if (e->kind == UT_TEXT && open >= 0)
			add_text(open, e->value);
	}
}

static void
free_nodes(void)
{
	while (n_nodes > 0)
		bx_buf_free(&nodes[--n_nodes].value);
}

/* ---- what terms mean ---- */

static bool
is_step(const Node *n, const XpTermStep *s, bool attribute)
{
	return n->attribute == attribute && (s->any_local || ut_same(s->local, n->e->local)) &&
		   (s->any_uri || ut_same(s->uri, n->e->uri));
}

/* Do the first k steps of a path lead to the node? */
static bool
leads_to(const XpTermPath *p, uint32_t k, int at)
{
	const XpTermStep *s = &p->steps[k - 1];
	int around;

	if (at < 0 || !is_step(&nodes[at], s, p->attribute && k == p->n))
		return false;
	around = nodes[at].parent;
	if (k == 1)
		return s->gap || around < 0;
	if (!s->gap)
		return leads_to(p, k - 1, around);
	for (; around >= 0; around = nodes[around].parent)
		if (leads_to(p, k - 1, around))
			return true;
	return false;
}

/* The value read as one of a type, in all ways there are. */
static unsigned
read_all(AtType type, BxStr s, BxKey keys[2])
{
	unsigned n = 0;
	double d;

	if (bx_key_read(type, s, &keys[0]) && !(type == AT_DOUBLE && isnan(keys[0].number)))
		n = 1;
	if (type == AT_DOUBLE && bx_lex_double(s.s, s.n, &d) == BX_LEX_OK && !isnan(d))
		keys[n++] = bx_key_number(d);
	return n;
}

static bool
in_bounds(const XpTerm *t, const BxKey *k)
{
	int low = t->low.source ? bx_key_order(k, &t->low.key) : 1;
	int high = t->op == XP_TERM_RANGE && t->high.source ? bx_key_order(k, &t->high.key) : -1;

	if (t->op == XP_TERM_EQ)
		return low == 0;
	return (low == 1 || (low == 0 && !t->low.strict)) && (high == -1 || (high == 0 && !t->high.strict));
}

static bool
value_is(const XpTerm *t, BxStr s)
{
	AtType type = (AtType) (t->low.source ? t->low.key.type : t->high.key.type);
	BxKey keys[2];
	unsigned n;

	if (t->op == XP_TERM_PREFIX)
		return s.n >= t->low.key.str.n && memcmp(s.s, t->low.key.str.s, t->low.key.str.n) == 0;
	for (n = read_all(type, s, keys); n > 0; n--)
		if (in_bounds(t, &keys[n - 1]))
			return true;
	return false;
}

static bool
term_is_true(const XpTerm *t)
{
	int i;
	unsigned k;

	for (i = 0; i < n_nodes; i++)
	{
		if (!leads_to(&t->path, t->path.n, i))
			continue;
		if (t->op == XP_TERM_EXISTS || value_is(t, bx_str(nodes[i].value.data, nodes[i].value.len)))
			return true;
		for (k = 0; k < nodes[i].n_texts; k++)
			if (value_is(t, nodes[i].texts[k]))
				return true;
	}
	return false;
}

/* ---- random terms ---- */

static BxStr
any_of(const char *const *pool, size_t n)
{
	return ut_str(pool[ut_below(&rng, (uint32_t) n)]);
}

/* The path to a node, made vague here and there. */
static void
any_path(XpTermPath *p, XpTermStep *steps)
{
	int at = (int) ut_below(&rng, (uint32_t) n_nodes), way[80];
	uint32_t depth = 0, first, i, vague = ut_below(&rng, 3) ? 0 : 4;
	bool skipped = false;

	memset(p, 0, sizeof(*p));
	p->attribute = nodes[at].attribute;
	for (; at >= 0 && depth < 80; at = nodes[at].parent)
		way[depth++] = at;
	if (depth > 60)
		depth = 60;
	first = ut_below(&rng, 3) ? 0 : ut_below(&rng, depth);
	p->exact = first == 0;
	for (i = first; i < depth; i++)
	{
		XpTermStep *s = &steps[p->n];
		const UtEvent *e = nodes[way[depth - 1 - i]].e;

		memset(s, 0, sizeof(*s));
		s->gap = p->n == 0 && first > 0;
		s->any_uri = vague && ut_below(&rng, vague) == 0;
		s->any_local = vague && ut_below(&rng, 2 * vague) == 0;
		if (!s->any_uri)
			s->uri = ut_below(&rng, 20) ? e->uri : ut_str("urn:2");
		if (!s->any_local)
			s->local = e->local;
		s->gap |= skipped || (vague && ut_below(&rng, vague) == 0);
		/* some are left out, and the next one is anywhere below */
		skipped = vague && i + 1 < depth && ut_below(&rng, vague) == 0;
		if (skipped)
			continue;
		p->exact &= !s->gap && !s->any_uri && !s->any_local;
		p->n++;
	}
	p->steps = steps;
}

static const char *const literals[] = {
	"5",
	"05",
	" 7 ",
	"42",
	"-1",
	"0",
	"-0",
	"1e3",
	"1.10",
	"1.1",
	"12345678901",
	"INF",
	"-INF",
	"true",
	"x",
	"a",
	"GBP",
	"2005-06-14",
	"2005-06-14Z",
	"2005-06-14T12:30:15.25Z",
	"2005-06-14T12:30:15.25",
	"2005-06-14T14:30:15.25+02:00",
	"P1D",
	"PT24H",
	"P12M",
	"P1Y",
	"word",
	"12",
	"1",
	"2",
	" ",
	"",
	"-",
	"\xc3\xa9",
	"ab",
	"NaN",
	" NaN",
	"NaN ",
	"4.9e-324",
	"1.7976931348623159e308",
	"+.5",
	"-P1D",
	"1.1000000000000000000001",
	"1.09999999999999999999999",
	"0.99999999999999999999",
	"9007199254740993",
	"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"};
#define LITERALS (sizeof(literals) / sizeof(literals[0]))

/* Values of a document that are close to each other and to the literals. */
static void
set_values(UtEvents *ev)
{
	size_t i;

	for (i = 0; i < ev->n; i++)
	{
		BxStr s = any_of(literals, LITERALS);

		if ((ev->e[i].kind == UT_TEXT || ev->e[i].kind == UT_ATTRIBUTE) && s.n > 0 && ut_below(&rng, 2))
			ev->e[i].value = s;
	}
}

static BxStr
any_value(void)
{
	const Node *n = &nodes[ut_below(&rng, (uint32_t) n_nodes)];
	BxStr s = bx_str(n->value.data, n->value.len);

	if (n->n_texts > 0 && ut_below(&rng, 2))
		s = n->texts[ut_below(&rng, n->n_texts)];
	return ut_below(&rng, 2) || s.n == 0 ? any_of(literals, LITERALS) : s;
}

static bool
any_literal(XpTermLiteral *l, AtType type)
{
	int i;

	memset(l, 0, sizeof(*l));
	l->strict = ut_below(&rng, 2) != 0;
	for (i = 0; i < 100; i++)
		if (bx_key_read(type, any_value(), &l->key) && !(type == AT_DOUBLE && isnan(l->key.number)))
		{
			l->source = XP_TERM_KEY;
			return true;
		}
	return false;
}

static bool
any_term(XpTerm *t, XpTermStep *steps)
{
	static const AtType types[] = {AT_STRING, AT_STRING,   AT_DOUBLE,   AT_DOUBLE, AT_DECIMAL,
								   AT_DATE,   AT_DATETIME, AT_DAY_TIME, AT_MONTHS};
	AtType type = types[ut_below(&rng, 9)];
	uint32_t which = ut_below(&rng, 3);

	memset(t, 0, sizeof(*t));
	any_path(&t->path, steps);
	t->op = (uint8_t) (XP_TERM_EXISTS + ut_below(&rng, 4));
	if (t->op == XP_TERM_EXISTS)
		return true;
	if (t->op == XP_TERM_PREFIX)
	{
		if (!any_literal(&t->low, AT_STRING) || t->low.key.str.n == 0)
			return false;
		t->low.key.str.n = 1 + ut_below(&rng, (uint32_t) t->low.key.str.n);
		return true;
	}
	if (t->op == XP_TERM_EQ)
		return any_literal(&t->low, type);
	return (which == 0 || any_literal(&t->low, type)) && (which == 1 || any_literal(&t->high, type));
}

/* ---- terms ---- */

typedef struct Tally
{
	unsigned all, any, is_true, found;
} Tally;

static void
check_term(const BxIndexOptions *o, const BxIndexList *list, const XpTerm *t, BxArena *arena, Tally *tally)
{
	UtAnswer answer = ut_ask_term(o, list, t, arena);
	bool is_true = term_is_true(t), is_string = t->low.key.type == AT_STRING;

	tally->all++;
	tally->any += answer == UT_UNSERVED;
	tally->is_true += is_true && answer != UT_UNSERVED;
	tally->found += answer == UT_FOUND;
	CHECKF(!is_true || answer != UT_MISSED,
		   "op %d, type %d, short %d, max %u, kinds %x, exact %d, attribute %d, low '%.*s'", t->op,
		   t->low.key.type, o->is_short, o->max_value, o->kinds, t->path.exact, t->path.attribute,
		   is_string ? (int) t->low.key.str.n : 0, is_string ? t->low.key.str.s : "");
}

static void
check_document(const UtEvents *ev, const BxIndexOptions *o, Tally *tally)
{
	BxWriterOptions opt = ut_options(ut_below(&rng, 2) ? BX_MODE_NAMES : BX_MODE_SHAPES, BX_TYPED_LOSSLESS);
	uint8_t *v = NULL;
	BxIndexList list;
	BxStore store;
	BxArena arena;
	BxError err;
	size_t n;
	int i;

	CHECK(ut_write(ev, &opt, bx_host_libc(), &v, &n, NULL) == BX_OK);
	bx_store_memory(&store, v, n);
	bx_arena_init(&arena, bx_host_libc());
	CHECK(bx_index_extract(o, &store, &arena, &list, &err) == BX_OK);
	for (i = 0; i < 200 && ut_here < 5; i++)
	{
		XpTermStep steps[64];
		XpTerm t;

		if (any_term(&t, steps))
			check_term(o, &list, &t, &arena, tally);
	}
	bx_arena_reset(&arena);
	free(v);
}

/* Up to three paths that an index is restricted to. */
typedef struct Scope
{
	XpTermStep steps[3][64];
	XpTerm terms[3];
	XpTermsNode nodes[3], root;
	const XpTermsNode *kids[3];
	BxIndexScope scope;
} Scope;

static const BxIndexScope *
any_scope(Scope *x)
{
	XpTerms paths = {.root = &x->root};
	uint32_t i, n = 1 + ut_below(&rng, 3);
	BxError err;

	for (i = 0; i < n; i++)
	{
		x->terms[i] = (XpTerm){.op = XP_TERM_EXISTS};
		any_path(&x->terms[i].path, x->steps[i]);
		x->nodes[i] = (XpTermsNode){.kind = XP_TERMS_TERM, .term = &x->terms[i]};
		x->kids[i] = &x->nodes[i];
	}
	x->root = n == 1 ? x->nodes[0] : (XpTermsNode){.kind = XP_TERMS_OR, .n = n, .kids = x->kids};
	CHECK(bx_index_scope_of(&paths, &x->scope, &err) == BX_OK);
	return &x->scope;
}

/* Options of every kind. */
static void
any_options(BxIndexOptions *o, Scope *scope)
{
	*o = bx_index_options(ut_below(&rng, 3) == 0);
	o->max_value = BX_INDEX_VALUE_MIN + ut_below(&rng, 2) * 40;
	if (ut_below(&rng, 3) == 0)
		o->kinds = ((uint32_t) ut_rand(&rng) & BX_INDEX_ALL) | BX_INDEX_BIT(AT_INDEX_COMPLEX);
	if (ut_below(&rng, 3) == 0)
		o->scope = any_scope(scope);
}

static void
say_tally(const char *what, const Tally *t)
{
	printf("# %s: %u terms, %u not served, %u true, %u found\n", what, t->all, t->any, t->is_true, t->found);
}

static void
true_terms_are_found(void)
{
	Tally plain = {0}, some = {0}, scoped = {0};
	int i;

	for (i = 0; i < 1500 && ut_here < 5; i++)
	{
		BxIndexOptions o;
		Scope scope;
		Tally *tally;
		UtEvents ev;

		ut_events_init(&ev);
		ut_random_events(&ev, &rng, 5 + ut_below(&rng, 100));
		set_values(&ev);
		list_nodes(&ev);
		if (n_nodes > 0)
		{
			any_options(&o, &scope);
			tally = o.scope != NULL ? &scoped : o.is_short || o.kinds != BX_INDEX_ALL ? &some : &plain;
			check_document(&ev, &o, tally);
		}
		free_nodes();
		ut_events_free(&ev);
	}
	say_tally("all long keys", &plain);
	say_tally("short keys and some kinds", &some);
	say_tally("paths", &scoped);
	CHECK(plain.is_true > 10000 && scoped.is_true > 1000);
	CHECK(some.is_true + scoped.is_true > 3000);
}

UT_SUITE(test_index_random)
{
	UT_RUN(true_terms_are_found);
	return ut_done();
}
