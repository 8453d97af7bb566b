/*
 * bx_ignore.c -- the words of a comparison, and paths followed as sets of steps: no path costs more than one step per
 * element, however many ways it matches.
 */
#include "../base/bx_core_int.h"
#include "bx_ignore.h"

#define ORDER "order:"
#define POLL_EVERY 4096

/* ---- words ---- */

static BxStatus
bad_path(const char *s, uint32_t n, BxError *err, const char *why)
{
	return bx_fail(err, BX_E_ARGUMENT, -1, "invalid path in \"order:%.*s\": %s", (int) (n < 100 ? n : 100), s,
				   why);
}

/* "{uri}" at s, behind the Q; NULL when it does not end. */
static const char *
read_uri(const char *s, const char *end, BxRuleStep *step)
{
	const char *close = memchr(s, '}', (size_t) (end - s));

	if (close == NULL)
		return NULL;
	step->uri = s + 1;
	step->uri_len = (uint32_t) (close - s - 1);
	return close + 1;
}

/* The name of a step up to the next "/"; *what says what is wrong when it is NULL. */
static const char *
read_step(const char *s, const char *end, BxRuleStep *step, const char **what)
{
	const char *from, *p;

	memset(step, 0, sizeof(*step));
	*what = "a namespace URI has no end";
	if (end - s >= 2 && s[0] == 'Q' && s[1] == '{')
		s = read_uri(s + 1, end, step);
	else if (end - s >= 2 && s[0] == '*' && s[1] == ':')
	{
		step->any_uri = true;
		s += 2;
	}
	if (s == NULL)
		return NULL;
	from = s;
	for (p = s; p < end && *p != '/'; p++)
		if (strchr(":[]@()|{}'\" \t\r\n", *p) != NULL)
		{
			*what = *p == ':' ? "a prefix has no meaning here, write Q{uri}name" : "a step is a name or *";
			return NULL;
		}
	*what = "a step has no name";
	if (p == from)
		return NULL;
	step->local = from;
	step->local_len = (uint32_t) (p - from);
	step->any_local = step->local_len == 1 && *from == '*';
	if (step->any_local && step->uri == NULL)
		step->any_uri = true;
	return p;
}

static BxStatus
read_path(BxRule *rule, const char *s, uint32_t n, BxArena *arena, BxError *err)
{
	const char *end = s + n, *p = s, *what;
	size_t most = 0;
	uint32_t i;

	if (n == 0 || *s != '/')
		return bad_path(s, n, err, "it does not begin with \"/\"");
	if (n == 1)
		return BX_OK;
	for (i = 0; i < n && most < BX_RULE_STEPS; i++)
		most += s[i] == '/';
	rule->steps = bx_arena_alloc(arena, most * sizeof(BxRuleStep));
	if (rule->steps == NULL)
		return bx_fail_nomem(err, most * sizeof(BxRuleStep));
	while (p < end)
	{
		if (rule->n == BX_RULE_STEPS)
			return bad_path(s, n, err, "it has too many steps");
		p++;
		if (p < end && *p == '/')
		{
			rule->below |= UINT64_C(1) << rule->n;
			p++;
		}
		p = read_step(p, end, &rule->steps[rule->n++], &what);
		if (p == NULL)
			return bad_path(s, n, err, what);
	}
	return BX_OK;
}

/* A path that is there already adds nothing. */
static bool
has_path(const BxIgnore *ignore, const char *s, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < ignore->n_rules; i++)
		if (ignore->rules[i].n_path == n && memcmp(ignore->rules[i].path, s, n) == 0)
			return true;
	return false;
}

static BxStatus
add_path(BxIgnore *ignore, const char *s, uint32_t n, BxArena *arena, BxError *err)
{
	BxRule rule = {.path = s, .n_path = n};

	if (has_path(ignore, s, n))
		return BX_OK;
	BX_TRY(read_path(&rule, s, n, arena, err));
	if (ignore->n_rules == BX_RULES)
		return bx_fail(err, BX_E_LIMIT, -1, "more than %d different \"order:\" paths", BX_RULES);
	if (ignore->rules == NULL)
		ignore->rules = bx_arena_alloc(arena, BX_RULES * sizeof(BxRule));
	if (ignore->rules == NULL)
		return bx_fail_nomem(err, BX_RULES * sizeof(BxRule));
	ignore->rules[ignore->n_rules++] = rule;
	return BX_OK;
}

BxStatus
bx_ignore_word(BxIgnore *ignore, const char *s, uint32_t n, BxArena *arena, BxError *err)
{
	const uint32_t order = sizeof(ORDER) - 1;

	BX_TRY(bx_poll(arena->host));
	if (bx_str_is(bx_str(s, n), "comments"))
		ignore->comments = true;
	else if (bx_str_is(bx_str(s, n), "pi"))
		ignore->pis = true;
	else if (bx_str_is(bx_str(s, n), "whitespace"))
		ignore->whitespace = true;
	else if (n > order && memcmp(s, ORDER, order) == 0)
		return add_path(ignore, s + order, n - order, arena, err);
	else if (!bx_str_is(bx_str(s, n), "prefixes"))
		return bx_fail(err, BX_E_ARGUMENT, -1, "unrecognized word \"%.*s\"", (int) (n < 100 ? n : 100), s);
	return BX_OK;
}

/* ---- ways ---- */

static bool
step_matches(const BxRuleStep *step, const BxTable *t, uint32_t name)
{
	const BxNameInfo *n = &t->names[name];
	const BxPair *p = &t->pairs[n->pair];

	if (!step->any_local && (n->len != step->local_len || memcmp(n->local, step->local, n->len) != 0))
		return false;
	return step->any_uri ||
		   (p->uri_len == step->uri_len && (p->uri_len == 0 || memcmp(p->uri, step->uri, p->uri_len) == 0));
}

/* Per name of a table, the steps of a rule that it matches. */
static BxStatus
match_names(const BxRule *rule, const BxTable *table, uint64_t *matches, const BxHost *host)
{
	uint32_t i, k;

	for (k = 0; k < table->n_names; k++)
	{
		if (k % POLL_EVERY == 0)
			BX_TRY(bx_poll(host));
		for (i = 0; i < rule->n; i++)
			if (step_matches(&rule->steps[i], table, k))
				matches[k] |= UINT64_C(1) << i;
	}
	return BX_OK;
}

BxStatus
bx_rule_way(BxRuleWay *way, const BxIgnore *ignore, const BxTable *table, BxArena *arena, BxError *err)
{
	size_t levels = (size_t) table->head.depth + 2, n = ignore->n_rules;
	uint32_t r;

	memset(way, 0, sizeof(*way));
	way->ignore = ignore;
	way->n_names = table->n_names;
	if (n == 0)
		return BX_OK;
	way->matches = bx_arena_zalloc(arena, n * (table->n_names + (size_t) 1) * sizeof(uint64_t));
	way->at = bx_arena_zalloc(arena, n * levels * sizeof(uint64_t));
	if (way->matches == NULL || way->at == NULL)
		return bx_fail_nomem(err, n * (levels + table->n_names) * sizeof(uint64_t));
	for (r = 0; r < n; r++)
	{
		way->at[r] = 1;
		BX_TRY(
			match_names(&ignore->rules[r], table, &way->matches[(size_t) r * table->n_names], arena->host));
	}
	return BX_OK;
}

bool
bx_rule_enter(BxRuleWay *way, uint32_t level, uint32_t name)
{
	uint32_t r, n = way->ignore->n_rules;
	bool found = false;

	for (r = 0; r < n; r++)
	{
		const BxRule *rule = &way->ignore->rules[r];
		uint64_t up = way->at[(size_t) (level - 1) * n + r];
		uint64_t here = (up & way->matches[(size_t) r * way->n_names + name]) << 1 | (up & rule->below);

		way->at[(size_t) level * n + r] = here;
		found = found || (rule->n > 0 && (here >> rule->n & 1));
	}
	return found;
}

bool
bx_rule_top(const BxRuleWay *way)
{
	uint32_t r;

	for (r = 0; r < way->ignore->n_rules; r++)
		if (way->ignore->rules[r].n == 0)
			return true;
	return false;
}
