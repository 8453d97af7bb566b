/*
 * bx_ignore.h -- what a comparison does not look at.
 *
 * Words: "comments", "pi" and "whitespace" leave out comments, processing instructions, and text that is white space
 * alone (after the text around left out nodes was put together); "prefixes" says what is always so; "order:PATH" makes
 * the children of the elements at that path a multiset.  A path is "/" for the top-level nodes, or steps after "/" or
 * "//": a name without namespace, Q{uri}name, *:name, Q{uri}* or *.
 */
#ifndef BX_IGNORE_H
#define BX_IGNORE_H

#include "../base/bx_arena.h"
#include "../format/bx_table.h"

/* Steps of one path, at most: a set of them is a word of bits. */
#define BX_RULE_STEPS 63
/* Different paths, at most: each is followed at every element, and has a word of bits for every name. */
#define BX_RULES 256

typedef struct BxRuleStep
{
	const char *uri; /* borrowed from the word */
	const char *local;
	uint32_t uri_len;
	uint32_t local_len;
	bool any_uri;
	bool any_local;
} BxRuleStep;

typedef struct BxRule
{
	const char *path; /* borrowed from the word */
	uint32_t n_path;
	BxRuleStep *steps;
	uint32_t n;
	uint64_t below; /* bit i: step i comes after "//" */
} BxRule;

typedef struct BxIgnore
{
	bool comments;
	bool pis;
	bool whitespace;
	BxRule *rules; /* room for BX_RULES, or NULL */
	uint32_t n_rules;
} BxIgnore;

/*
 * bx_ignore_word: add a word.  Memory comes from the arena; the word must outlive *ignore, which starts as zeros.
 * Repeated words cost no memory.  BX_E_ARGUMENT when there is no such word or its path is wrong; BX_E_LIMIT for more
 * than BX_RULES different paths.  Polls.
 */
extern BxStatus bx_ignore_word(BxIgnore *ignore, const char *s, uint32_t n, BxArena *arena, BxError *err);

/* Where a walk down a value is on the way of each rule. */
typedef struct BxRuleWay
{
	const BxIgnore *ignore;
	uint64_t *matches; /* [rule][name]: bit i: step i is this name */
	uint64_t *at;      /* [level][rule]: bit i: the element at that level ends the first i steps */
	uint32_t n_names;
} BxRuleWay;

/* A way from the document node of a value; without rules it needs no memory. */
extern BxStatus bx_rule_way(BxRuleWay *way, const BxIgnore *ignore, const BxTable *table, BxArena *arena,
							BxError *err);

/* To the element with that name at that level (1 for top-level elements): are its children a multiset? */
extern bool bx_rule_enter(BxRuleWay *way, uint32_t level, uint32_t name);

/* Are the top-level nodes? */
extern bool bx_rule_top(const BxRuleWay *way);

#endif
