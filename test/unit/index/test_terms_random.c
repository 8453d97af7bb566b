/*
 * test_terms_random.c -- what is true of a document has its terms in it, and an index of either class finds it: random
 * expressions on random documents.
 *
 * Expressions of two kinds: those of test/diff, of all that XPath 1.0 has, and questions that are often true, since
 * they are made of a value the document has.  Where they are true, two fifths of the former and four fifths of the
 * latter must have terms, so that the test cannot pass by saying nothing.
 */
#include "../../diff/diff_doc.h"
#include "../../diff/diff_expr.h"
#include "../ut_probe.h"
#include "../ut_terms.h"

#define DOCS 150
#define EXPRESSIONS 60

typedef struct Round
{
	Gen doc;
	Gen expr;
	XtDoc d;
	UtPlaces places;
	BxIndexOptions options[2]; /* of an index with long keys, and with short ones */
	BxIndexList keys[2];
	uint64_t asked; /* expressions that are true */
	uint64_t said;  /* of these, those whose tree says something */
	uint64_t wrong;
	bool uncounted; /* what is asked now */
} Round;

static XpItem items[] = {{.type = XP_T_NUMBER, .number = 2},
						 {.type = XP_T_STRING, .str = {"a", 1}},
						 {.type = XP_T_BOOLEAN, .boolean = true}};
static const XpSeq some_items = {.items = items, .n = 3, .size = 3};

/* Values of the variables that expressions of test/diff have, and of those here. */
static const XpVar vars[] = {
	{.local = "a", .local_len = 1, .value = {.type = XP_T_STRING, .str = {"a", 1}}},
	{.local = "ten", .local_len = 3, .value = {.type = XP_T_STRING, .str = {"10", 2}}},
	{.local = "two", .local_len = 3, .value = {.type = XP_T_NUMBER, .number = 2}},
	{.local = "half", .local_len = 4, .value = {.type = XP_T_NUMBER, .number = 0.5}},
	{.local = "t", .local_len = 1, .value = {.type = XP_T_BOOLEAN, .boolean = true}},
	{.local = "f", .local_len = 1, .value = {.type = XP_T_BOOLEAN}},
	{.local = "s", .local_len = 1, .value = {.type = XP_T_SEQUENCE, .seq = &some_items}},
};
#define N_VARS (sizeof(vars) / sizeof(vars[0]))

/* ---- asking ---- */

static void
call_init(const Round *r, XpCall *c, BxArena *arena, BxError *err, const XpVar *v, uint32_t n)
{
	const XtWay way = {.vars = v, .n_vars = n};

	xt_call(c, arena, &r->d, &way, err);
}

static void
report(Round *r, const char *what, const XpTerms *terms)
{
	BxError err;
	BxBuf out;

	if (r->wrong++ > 5)
		return;
	bx_buf_init(&out, bx_host_libc());
	(void) xp_terms_put(terms, 4, &out, &err);
	CHECKF(false, "%s\n# %s\n# %s\n%.*s", what, (const char *) r->doc.ours.data,
		   (const char *) r->expr.ours.data, (int) out.len, (const char *) out.data);
	bx_buf_free(&out);
}

static void
judge(Round *r, const char *what, const XpTerms *terms)
{
	int i;

	r->asked += !r->uncounted;
	r->said += !r->uncounted && terms->root->kind != XP_TERMS_TRUE;
	if (!ut_terms_hold(terms->root, &r->places))
		report(r, what, terms);
	for (i = 0; i < 2; i++)
		if (!ut_ask_terms(&r->options[i], &r->keys[i], terms->root, &r->d.arena))
			report(r, i == 0 ? "long keys" : "short keys", terms);
}

/* @? or @@ */
static void
check_truth(Round *r, const XpBlock *block, XpTermsAsk ask, BxArena *arena, const XpVar *v, uint32_t n)
{
	XpTerms terms;
	bool is = false;
	BxError err;
	BxStatus st;
	XpCall c;

	call_init(r, &c, arena, &err, v, n);
	st = ask == XP_TERMS_TEST ? xp_test(&c, block, &is) : xp_exists(&c, block, &is);
	CHECK(xp_terms_of(block, ask, v, n, arena, &terms, &err) == BX_OK);
	if (st == BX_OK && is)
		judge(r, ask == XP_TERMS_TEST ? "@@" : "@?", &terms);
}

static void
judge_filled(Round *r, const XpTerms *terms, const XpTermWant *want, BxArena *arena)
{
	XpTerms filled;
	BxError err;

	CHECK(xp_terms_fill(terms, want, arena, &filled, &err) == BX_OK);
	judge(r, "value", &filled);
}

/* The value of the expression, compared with itself. */
static void
check_value(Round *r, const XpBlock *block, BxArena *arena, const XpVar *v, uint32_t n)
{
	XpTermWant want = {.op = XP_TERM_EQ};
	XpTerms terms;
	XpItem text;
	BxError err;
	double d;
	XpCall c;

	call_init(r, &c, arena, &err, v, n);
	if (xp_value(&c, block, &text) != BX_OK || text.type == XP_T_ANY)
		return;
	CHECK(xp_terms_of(block, XP_TERMS_VALUE, v, n, arena, &terms, &err) == BX_OK);
	want.low = bx_key_string(text.str);
	judge_filled(r, &terms, &want, arena);
	want.op = XP_TERM_PREFIX;
	want.low.str.n = text.str.n / 2;
	judge_filled(r, &terms, &want, arena);
	d = bx_number_from_text(text.str.s, text.str.n);
	if (isnan(d))
		return;
	want = (XpTermWant){.op = XP_TERM_RANGE,
						.has_low = true,
						.has_high = true,
						.high_strict = true,
						.low = bx_key_number(d),
						.high = bx_key_number(d + 1)};
	judge_filled(r, &terms, &want, arena);
}

static void
check_expression(Round *r, const XpVar *v, uint32_t n)
{
	const char *text = (const char *) r->expr.ours.data;
	XpBlock *block;
	BxArena arena;
	BxError err;

	bx_arena_init(&arena, bx_host_libc());
	if (xp_compile(text, strlen(text), 0, &arena, &block, &err) != BX_OK)
		CHECKF(false, "%s: %s", text, err.msg);
	else
	{
		check_truth(r, block, XP_TERMS_TEST, &arena, v, n);
		/* an atomic result is always there */
		r->uncounted = !xp_maybe_nodeset(xp_nodes(block)[block->root].type);
		check_truth(r, block, XP_TERMS_EXISTS, &arena, v, n);
		check_value(r, block, &arena, v, n);
		r->uncounted = false;
	}
	bx_arena_reset(&arena);
}

static void
round_open(Round *r, uint64_t seed)
{
	memset(r, 0, sizeof(*r));
	gen_init(&r->doc, seed);
	gen_init(&r->expr, seed + 1);
}

/* Documents, and content of several elements and texts. */
static bool
round_document(Round *r)
{
	BxStore store;
	BxError err;
	int i;

	gen_document(&r->doc);
	if (!r->doc.dtd && one_in(&r->doc, 4))
	{
		r->doc.ours.len--;
		gen_text(&r->doc);
		r->doc.left = 20;
		gen_element(&r->doc, 0);
		xt_put(&r->doc.ours, "", 1);
	}
	if (!xt_doc(&r->d, (const char *) r->doc.ours.data, 0, BX_TYPED_LOSSLESS))
		return false;
	ut_places_make(&r->places, &r->d);
	for (i = 0; i < 2; i++)
	{
		r->options[i] = bx_index_options(i != 0);
		bx_store_memory(&store, r->d.v, r->d.n);
		CHECK(bx_index_extract(&r->options[i], &store, &r->d.arena, &r->keys[i], &err) == BX_OK);
	}
	return true;
}

static void
round_next(Round *r)
{
	ut_places_free(&r->places);
	xt_doc_free(&r->d);
}

static void
round_close(Round *r, const char *what, unsigned percent)
{
	printf("# %s: %llu true, %llu of them with terms\n", what, (unsigned long long) r->asked,
		   (unsigned long long) r->said);
	CHECK(r->asked > 1000);
	CHECK(r->said * 100 >= r->asked * percent);
	CHECK(r->wrong == 0);
	gen_free(&r->doc);
	gen_free(&r->expr);
}

/* ---- expressions of test/diff ---- */

static void
of_everything(void)
{
	Round r;
	int i, k;

	round_open(&r, 11);
	for (i = 0; i < DOCS; i++)
	{
		if (!round_document(&r))
			continue;
		r.expr.epilog = r.doc.epilog;
		for (k = 0; k < EXPRESSIONS; k++)
		{
			gen_expression(&r.expr);
			check_expression(&r, vars, N_VARS);
		}
		round_next(&r);
	}
	round_close(&r, "all of XPath 1.0", 40);
}

/* ---- questions about what is there ---- */

static void
put_str(Gen *g, BxStr s)
{
	xt_put(&g->ours, s.s, s.n);
}

/* As a string literal. */
static void
put_quoted(Gen *g, BxStr s)
{
	size_t i;

	put(g, "\"");
	for (i = 0; i < s.n; i++)
	{
		xt_put(&g->ours, s.s + i, 1);
		if (s.s[i] == '"')
			put(g, "\"");
	}
	put(g, "\"");
}

static void
put_step(Gen *g, const UtName *name, bool attribute, bool plain)
{
	static const char *const predicates[] = {"[1]",           "[last()]", "[position() < 3]",
											 "[. or true()]", "[node()]", "[not(none)]"};

	if (attribute)
		put(g, one_in(g, 4) ? "attribute::" : "@");
	else if (!plain && one_in(g, 10))
		put(g, "child::node()/self::");
	switch (pick(g, 8))
	{
		case 0: put(g, "*"); break;
		case 1:
			put(g, "*:");
			put_str(g, name->local);
			break;
		default:
			put(g, "Q{");
			put_str(g, name->uri);
			put(g, "}");
			put_str(g, name->local);
			break;
	}
	if (one_in(g, 8))
		put(g, PICK(g, predicates));
}

/* A path to the place, by one of many ways. */
static void
put_place(Gen *g, const UtPlace *x)
{
	uint32_t i;

	for (i = 0; i < x->n; i++)
	{
		bool attribute = x->attribute && i + 1 == x->n;

		if (!attribute && i + 1 < x->n && one_in(g, 6))
		{
			put(g, i == 0 || one_in(g, 2) ? "/descendant-or-self::node()" : "/descendant-or-self::*");
			continue;
		}
		put(g, one_in(g, 8) ? "//" : "/");
		put_step(g, &x->names[i], attribute, false);
		if (!attribute && one_in(g, 12))
			put(g, "/self::node()");
		if (i > 0 && !attribute && one_in(g, 15))
		{
			put(g, "/../");
			put_step(g, &x->names[i], false, false);
		}
		if (i > 0 && !attribute && one_in(g, 20))
		{
			put(g, "/ancestor-or-self::");
			put_step(g, &x->names[i], false, true);
		}
	}
	if (!x->attribute && x->n_texts > 0 && one_in(g, 6))
		put(g, "/text()");
}

/* The value of a place as a literal, in one of the forms it has. */
static void
put_literal(Gen *g, BxStr s)
{
	double d = bx_number_from_text(s.s, s.n);
	char buf[BX_NUMBER_TEXT_MAX];
	BxMoment m;

	if (!isnan(d) && fabs(d) < 1e15 && !one_in(g, 4))
	{
		if (one_in(g, 8))
		{
			put(g, "xs:decimal('");
			xt_put(&g->ours, buf, bx_number_format(d, buf));
			put(g, "')");
		}
		else if (one_in(g, 8))
		{
			put(g, "number('");
			xt_put(&g->ours, buf, bx_number_format(d, buf));
			put(g, "')");
		}
		else
			xt_put(&g->ours, buf, bx_number_format(d, buf));
	}
	else if (bx_date_read(s.s, s.n, &m) == BX_LEX_OK && !one_in(g, 3))
	{
		put(g, "xs:date(");
		put_quoted(g, s);
		put(g, ")");
	}
	else if (one_in(g, 12))
		put(g, PICK(g, ((const char *const[]){"$a", "$ten", "$two", "$t", "$f", "true()", "('x', 'a')",
											  "(1, 2, 10)", "1 to 5", "''", "0", "(/a | //b)", "string(//c)",
											  "number(//c)", "data(//@x)"})));
	else
		put_quoted(g, s);
}

static const UtPlace *
any_place(Gen *g, const UtPlaces *p)
{
	return &p->a[pick(g, p->n)];
}

/* In the forms below: P a path, L a literal, V a variable of its own, C a condition. */
static const char *const conditions[] = {
	"P = L",
	"P = L",
	"P = L",
	"L = P",
	"P <= L",
	"P >= L",
	"L >= P",
	"L <= P",
	"L - 1 < P",
	"L + 1 > P",
	"P != L",
	"P < L + 1",
	"P > L - 1 and P < L + 1",
	"P[. > L - 1 and . < L + 1]",
	"P[. >= L][. <= L]",
	"some $V in P satisfies $V >= L and $V <= L",
	"some $V in P satisfies $V = L",
	"some $V in P satisfies some $W in . satisfies $V = L",
	"not(every $V in P satisfies not($V = L))",
	"every $V in P satisfies $V = L",
	"data(P) = L",
	"string(P) = L",
	"string(P) = ''",
	"number(P) = L",
	"number(P) >= L",
	"number(P) != L",
	"string-length(P) >= 0",
	"string-length(P) > 0",
	"count(P) >= 1",
	"count(P) = 0",
	"count(P[. = L]) > 0",
	"exists(P[. = L])",
	"empty(P)",
	"not(empty(P))",
	"not(not(P = L))",
	"boolean(P)",
	"not(P)",
	"P = true()",
	"P = false()",
	"P[. = true()]",
	"(P = L) = true()",
	"false() = not(P = L)",
	"not(P != L)",
	"P[L = .]",
	"P[string() = L]",
	"P[string(.) = L]",
	"P[number() = L]",
	"P/self::node()[. = L]",
	"P[.//text() = L]",
	"P[text() = L]",
	"P/..",
	"P/parent::node()[C]",
	"P/../*[. = L]",
	"P/../node()[. = L]",
	"P/../@*[. = L]",
	"P/ancestor::*[C]",
	"P/following-sibling::*[C]",
	"P/preceding::node()[C]",
	"P/parent::node()/child::*[. = L]",
	"(P)[. = L]",
	"(P)[1] = L",
	"(P, P)[. = L]",
	"(P | P)[. = L]",
	"(P)[last()]",
	"P | P",
	"(P intersect P) = L",
	"(P except P) = L",
	"(P, P) = L",
	"P = (L, L)",
	"(L, P) = L",
	"P = P",
	"P != P",
	"P < P",
	"(for $V in P return $V) = L",
	"for $V in P return $V = L",
	"for $V in P return if ($V = L) then $V else ()",
	"let $V := P return $V = L",
	"let $V := P return $V >= L and $V <= L",
	"let $V := P return $V[. = L]/.. = P",
	"if (C) then P = L else C",
	"if (P = L) then C else P",
	"if (P) then P = L else true()",
	"boolean(if (C) then P else ())",
	"starts-with(P, L)",
	"P[starts-with(., L)]",
	"contains(P, L)",
	"ends-with(P, L)",
	"normalize-space(P) = L",
	"lower-case(P) = L",
	"concat(P, '') = L",
	"substring(P, 1, 2) = L",
	"translate(P, 'a', 'b') = L",
	"string-join(P, '') = L",
	"sum(P) >= L",
	"sum(P) = 0",
	"min(P) <= L",
	"max(P[number() = number()]) >= L",
	"avg(P) = L",
	"floor(P) <= L",
	"round(P) = L",
	"abs(P) >= 0",
	"-P = -(L)",
	"P + 0 = L",
	"P * 1 = L",
	"number(P) + 1 > L",
	"(P, 1) = L",
	"head(P) = L",
	"tail(P) = L",
	"reverse(P) = L",
	"subsequence(P, 1, 2) = L",
	"distinct-values(P) = L",
	"index-of(P, L) > 0",
	"P eq L",
	"(P)[1] eq L",
	"(P)[1] lt L",
	"(P)[1] ge L",
	"(P)[1] ne L",
	"xs:string((P)[1]) = L",
	"xs:date((P)[1]) = L",
	"xs:decimal((P)[1]) >= L",
	"xs:double((P)[1]) = L",
	"P = xs:boolean('1')",
	"P != xs:boolean(false())",
	"year-from-date((P)[1]) > 0",
	"P/(. = L)",
	"P/(if (. = L) then . else ())",
	"P/string() = L",
	"P/(., ..) = L",
	"string((P, 'x')[1]) = L",
	"P[position() = 1 and . = L]",
	"P[if (. = L) then true() else false()]",
	"P[let $V := . return $V = L]",
	"P[some $V in (., ..) satisfies $V = L]",
	"P[count(.) = 1 and . >= L and . <= L]",
	"*//P2",
	"name(P) != ''",
	"local-name(P) = 'a'",
	"lang('en') or P = L",
	"P/namespace::*[. = L]",
	"P/namespace::node()/parent::*[. = L]",
	"id('i1') or P = L",
	"(id('i1 i2 i3')/@x | P) = L",
	"$t = (P = L)",
	"$f = P",
	"P = $t",
	"P = $f",
	"P = $two",
	"P >= $half",
	"P = $s",
	"P != $s",
	"string(P) = $s",
	"number(P) = $s",
	"P >= $s",
	"(some $V in $s satisfies P = $V)",
	"(for $V in $s return P = $V)[1]",
	"P[string() != '']",
	"string(P) != ''",
	"P[. >= $half and . <= $ten]",
	"P = $a",
	"string(P) = $a",
	"starts-with(P, $a)",
	"count(P) > $half",
	"number($ten) >= P",
	"P = (1 to 5)",
	"P = 1 to 100",
	"C and C",
	"C and C",
	"C or C",
	"C and (C or C)",
	"not(C)",
	"not(C or C)",
	"not(not(C) and C)",
	"P[C]",
	"P[C]/..",
	"P[C or . = L]",
	"P[C][. = L]",
	"/*[C]",
	"//*[C]",
	"/*[C and C]//P2",
};

static void put_condition(Gen *g, const UtPlaces *p, unsigned depth);

/* One form, its letters replaced.  All its literals and most of its paths are about one place. */
static void
put_form(Gen *g, const UtPlaces *p, const char *form, unsigned depth)
{
	const UtPlace *x = any_place(g, p);
	BxStr value = ut_buf_str(&x->value);
	char name[2] = {(char) ('g' + depth), 0};

	if (x->n_texts > 0 && one_in(g, 3))
		value = ut_buf_str(&x->texts[pick(g, x->n_texts)]);
	for (; *form != '\0'; form++)
		switch (*form)
		{
			case 'P':
				if (form[1] == '2')
				{
					form++;
					put_step(g, &x->names[x->n - 1], x->attribute, false);
				}
				else
					put_place(g, one_in(g, 6) ? any_place(g, p) : x);
				break;
			case 'L': put_literal(g, value); break;
			case 'V':
				put(g, "v");
				put(g, name);
				break;
			case 'W':
				put(g, "w");
				put(g, name);
				break;
			case 'C':
				put(g, "(");
				put_condition(g, p, depth - 1);
				put(g, ")");
				break;
			default: xt_put(&g->ours, form, 1); break;
		}
}

static void
put_condition(Gen *g, const UtPlaces *p, unsigned depth)
{
	const char *form = PICK(g, conditions);

	while (depth == 0 && strchr(form, 'C') != NULL)
		form = PICK(g, conditions);
	put_form(g, p, form, depth);
}

static void
of_what_is_there(void)
{
	Round r;
	int i, k;

	round_open(&r, 12);
	for (i = 0; i < DOCS; i++)
	{
		if (!round_document(&r))
			continue;
		for (k = 0; k < EXPRESSIONS; k++)
		{
			gen_clear(&r.expr, 14);
			put_condition(&r.expr, &r.places, 2);
			xt_put(&r.expr.ours, "", 1);
			check_expression(&r, vars, N_VARS);
		}
		round_next(&r);
	}
	round_close(&r, "what is there", 80);
}

UT_SUITE(test_terms_random)
{
	UT_RUN(of_everything);
	UT_RUN(of_what_is_there);
	return ut_done();
}
