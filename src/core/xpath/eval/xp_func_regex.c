/*
 * xp_func_regex.c -- matches, replace, tokenize, lower-case and upper-case (F&O 5.4 and 5.6).
 *
 * A pattern that is a literal is compiled with the plan, once for a call site, and has a table to match with; others
 * are compiled by every call.
 */
#include "xp_func_int.h"

#include "../../base/bx_buf.h"
#include "../../regex/bx_replace.h"
#include "../../regex/bx_unicode.h"
#include "xp_evaluators_int.h"
#include "xp_seq_int.h"

#define REGEX_UNITS 64 /* to compile a byte */

/* Argument number `at`, 0 when there is none. */
static uint32_t
argument(const XpPlan *p, const XpExpr *call, unsigned at)
{
	uint32_t arg = call->a;

	while (at-- > 0 && arg != 0)
		arg = p->nodes[arg].next;
	return arg;
}

static BxStatus
compile(BxArena *arena, BxStr text, BxStr flags, XpPattern *pattern, BxError *err)
{
	BxRegexRun run = {arena, err, 0};
	unsigned bits;

	BX_TRY(bx_regex_flags(flags.s, flags.n, &bits, err));
	BX_TRY(bx_regex_compile(text.s, text.n, bits, arena, &pattern->re, err));
	return bx_regex_test(pattern->re, &run, "", 0, &pattern->empty);
}

static BxStr
literal(const XpPlan *p, uint32_t node)
{
	return node == 0 ? (BxStr){"", 0} : (BxStr){p->pool + p->nodes[node].a, p->nodes[node].b};
}

static BxStatus
plan_pattern(XpPlan *p, uint32_t i, uint32_t n_nodes, BxArena *arena, BxError *err)
{
	const XpExpr *call = &p->nodes[i];
	unsigned at = xp_flags_argument(call->func);
	uint32_t text = argument(p, call, 1), flags = argument(p, call, at);
	XpPattern *pattern;

	if (text == 0 || p->nodes[text].op != XP_STRING || (flags != 0 && p->nodes[flags].op != XP_STRING))
		return BX_OK;
	if (p->patterns == NULL)
		p->patterns = bx_arena_zalloc(arena, n_nodes * sizeof(XpPattern *));
	pattern = bx_arena_zalloc(arena, sizeof(XpPattern));
	if (p->patterns == NULL || pattern == NULL)
		return bx_fail_nomem(err, n_nodes * sizeof(XpPattern *));
	BX_TRY(compile(arena, literal(p, text), literal(p, flags), pattern, err));
	p->patterns[i] = pattern;
	return call->func == XP_FN_MATCHES ? bx_regex_warm(pattern->re, arena, err) : BX_OK;
}

BxStatus
xp_plan_patterns(XpPlan *p, uint32_t n_nodes, BxArena *arena, BxError *err)
{
	uint32_t i;

	for (i = 1; i < n_nodes; i++)
		if (p->nodes[i].op == XP_CALL && xp_flags_argument(p->nodes[i].func) > 0)
			BX_TRY(plan_pattern(p, i, n_nodes, arena, err));
	return BX_OK;
}

/* The pattern of a call: planned, or compiled now. */
static BxStatus
pattern_of(XpEval *ev, const XpExpr *call, const XpContext *cx, XpPattern *pattern)
{
	const XpPlan *p = ev->plan;
	uint32_t no = (uint32_t) (call - p->nodes);
	uint32_t flags_arg = argument(p, call, xp_flags_argument(call->func));
	BxStr text, flags = {"", 0};

	if (p->patterns != NULL && p->patterns[no] != NULL)
	{
		*pattern = *p->patterns[no];
		return BX_OK;
	}
	BX_TRY(xp_str(ev, argument(p, call, 1), cx, &text));
	if (flags_arg != 0)
		BX_TRY(xp_str(ev, flags_arg, cx, &flags));
	BX_TRY(xp_charge(ev, (text.n + flags.n) * REGEX_UNITS));
	return compile(ev->arena, text, flags, pattern, ev->err);
}

/* F&O, FORX0003 */
static BxStatus
refuse_empty(XpEval *ev, const XpExpr *call, const XpPattern *pattern)
{
	if (!pattern->empty)
		return BX_OK;
	return bx_fail(ev->err, BX_E_REGEX, -1, "the regular expression of %s() must not match an empty string",
				   xp_func_name((XpFunc) call->func));
}

BxStatus
xp_fn_matches(XpEval *ev, const XpExpr *call, const XpContext *cx, bool *b)
{
	BxRegexRun run = {ev->arena, ev->err, 0};
	BxArenaMark mark = bx_arena_mark(ev->arena);
	XpPattern pattern;
	BxStr s;

	BX_TRY(xp_str(ev, call->a, cx, &s));
	BX_TRY(pattern_of(ev, call, cx, &pattern));
	BX_TRY(bx_regex_test(pattern.re, &run, s.s, s.n, b));
	ev->work->matching += run.steps;
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}

/* ---- replace ---- */

/* With flag q, "$" and "\" in the replacement mean themselves. */
static BxStatus
replacement_of(XpEval *ev, const XpExpr *call, const XpContext *cx, const XpPattern *pattern,
			   BxReplacement *r)
{
	uint32_t flags_arg = argument(ev->plan, call, 3);
	BxStr s, flags = {"", 0};

	BX_TRY(xp_str(ev, argument(ev->plan, call, 2), cx, &s));
	if (flags_arg != 0)
		BX_TRY(xp_str(ev, flags_arg, cx, &flags));
	return xp_canceled(ev, bx_replacement_parse(ev->arena, s, bx_regex_groups(pattern->re),
												flags.n > 0 && memchr(flags.s, 'q', flags.n) != NULL, r,
												ev->err));
}

static BxStatus
replace_all(XpEval *ev, const XpPattern *pattern, const BxReplacement *r, BxStr s, BxBuf *buf)
{
	BxRegexRun run = {ev->arena, ev->err, 0};

	BX_TRY(xp_canceled(ev, bx_regex_replace(pattern->re, &run, s, r, buf)));
	ev->work->matching += run.steps;
	return BX_OK;
}

BxStatus
xp_fn_replace(XpEval *ev, const XpExpr *call, const XpContext *cx, BxStr *s)
{
	XpPattern pattern;
	BxReplacement r;
	BxStr text;
	BxBuf buf;

	BX_TRY(xp_str(ev, call->a, cx, &text));
	BX_TRY(pattern_of(ev, call, cx, &pattern));
	BX_TRY(refuse_empty(ev, call, &pattern));
	BX_TRY(replacement_of(ev, call, cx, &pattern, &r));
	bx_buf_init(&buf, ev->host);
	return xp_buf_str(ev, &buf, replace_all(ev, &pattern, &r, text, &buf), s);
}

/* ---- tokenize ---- */

/* Words have no finder; with a pattern it finds what separates the tokens. */
typedef struct TokenState
{
	XpItemsState base;
	BxStr rest; /* the text, or what is left of its words */
	size_t passed;
	BxRegexFinder *finder;
	BxRegexRun run;
	size_t at;
	bool done;
} TokenState;

/* tokenize($s): words between white space */
static BxStatus
pull_word(XpItems *it, XpEval *ev, XpItem *item, bool *found)
{
	TokenState *t = (TokenState *) it->state;
	const char *p = t->rest.s, *end = p + t->rest.n;
	const char *from;

	BX_TRY(xp_tick(ev));
	for (; p < end && bx_is_space(*p); p++)
		BX_TRY(xp_pass(ev, &t->passed));
	if (p == end)
		return xp_charge(ev, t->passed % XP_PASS_LOT);
	for (from = p; p < end && !bx_is_space(*p); p++)
		BX_TRY(xp_pass(ev, &t->passed));
	*item = (XpItem){.type = XP_T_STRING, .str = {from, (size_t) (p - from)}};
	t->rest = (BxStr){p, (size_t) (end - p)};
	*found = true;
	return BX_OK;
}

static BxStatus
pull_token(XpItems *it, XpEval *ev, XpItem *item, bool *found)
{
	TokenState *t = (TokenState *) it->state;
	const BxRegexSpan *spans;
	uint64_t before = t->run.steps;
	size_t end;
	bool more;

	if (t->done)
		return BX_OK;
	BX_TRY(bx_regex_find(t->finder, t->at, &more, &spans));
	ev->work->matching += t->run.steps - before;
	end = more ? spans[0].start : t->rest.n;
	*item = (XpItem){.type = XP_T_STRING, .str = {t->rest.s + t->at, end - t->at}};
	t->at = more ? spans[0].end : t->rest.n;
	t->done = !more;
	*found = true;
	return BX_OK;
}

BxStatus
xp_fn_tokenize(XpEval *ev, const XpExpr *call, const XpContext *cx, XpItems *it)
{
	XpPattern pattern;
	TokenState *t;
	BxStr s;

	BX_TRY(xp_str(ev, call->a, cx, &s));
	if (call->n_args > 1)
	{
		BX_TRY(pattern_of(ev, call, cx, &pattern));
		BX_TRY(refuse_empty(ev, call, &pattern));
		if (s.n == 0)
			return BX_OK;
	}
	t = xp_items_state(ev, it, call->n_args > 1 ? pull_token : pull_word, sizeof(*t));
	if (t == NULL)
		return BX_E_NOMEM;
	t->rest = s;
	if (call->n_args == 1)
		return BX_OK;
	t->run = (BxRegexRun){ev->arena, ev->err, 0};
	return bx_regex_finder_new(pattern.re, &t->run, s.s, s.n, 1, &t->finder);
}

/* ---- case ---- */

BxStatus
xp_fn_case(XpEval *ev, const XpExpr *call, const XpContext *cx, BxStr *s)
{
	const char *out;
	size_t n;

	BX_TRY(xp_str(ev, call->a, cx, s));
	BX_TRY(bx_unicode_to_case(ev->arena, call->func == XP_FN_UPPER_CASE, s->s, s->n, &out, &n, ev->err));
	s->s = out;
	s->n = n;
	return BX_OK;
}
