/*
 * fn_uca.c -- collations of the Unicode Collation Algorithm by URI, with parameters (F&O section 5.3.4).
 *
 * The host has collations of languages.  For the other parameters strings are reduced to what counts at a level of
 * strength, and compared by the collation of the language, level by level.
 */
#include "fn_int.h"

#include <stdio.h>

#include "../../base/bx_utf8.h"
#include "../../regex/bx_unicode.h"

/* A level of comparison: strings that are equal at one are compared at the next. */
typedef struct UcaLevel
{
	bool base;    /* without accents */
	bool folded;  /* without case */
	bool blanked; /* without spaces and punctuation */
	bool inverse; /* the order is that of the language turned round */
} UcaLevel;

#define MAX_LEVELS 3

typedef struct Uca
{
	AtCollation c; /* first */
	RuRun *run;
	const AtCollation *language; /* of the host */
	UcaLevel levels[MAX_LEVELS];
	unsigned n_levels;
	bool numeric; /* runs of digits count as numbers */
} Uca;

typedef struct UcaOptions
{
	BxStr language;
	unsigned strength; /* 1 (primary) to 5 (identical) */
	bool case_level;   /* case counts besides, at strength 1 and 2 */
	bool upper_first;
	bool numeric;
	bool blanked;  /* spaces and punctuation do not count, */
	bool shifted;  /* or only at strength 4 and above */
	bool fallback; /* what is not understood is left out */
} UcaOptions;

#define N_OF(array) (sizeof(array) / sizeof((array)[0]))

/* ---- the URI ---- */

static bool
word_of(BxStr value, const char *const *words, unsigned n, unsigned *which)
{
	for (*which = 0; *which < n; ++*which)
		if (bx_str_is(value, words[*which]))
			return true;
	return false;
}

static bool
take_strength(BxStr value, UcaOptions *o)
{
	static const char *const words[] = {"primary", "secondary", "tertiary", "quaternary", "identical"};
	static const char *const digits[] = {"1", "2", "3", "4", "5"};
	unsigned which;

	if (!word_of(value, words, N_OF(words), &which) && !word_of(value, digits, N_OF(digits), &which))
		return false;
	o->strength = (uint8_t) (which + 1);
	return true;
}

static bool
take_flag(BxStr value, bool *flag)
{
	static const char *const words[] = {"no", "yes"};
	unsigned which;

	if (!word_of(value, words, N_OF(words), &which))
		return false;
	*flag = which == 1;
	return true;
}

static bool
take_alternate(BxStr value, UcaOptions *o)
{
	static const char *const words[] = {"non-ignorable", "shifted", "blanked"};
	unsigned which;

	if (!word_of(value, words, N_OF(words), &which))
		return false;
	o->shifted = which == 1;
	o->blanked = which == 2;
	return true;
}

static bool
take_case_first(BxStr value, UcaOptions *o)
{
	static const char *const words[] = {"lower", "upper"};
	unsigned which;

	if (!word_of(value, words, N_OF(words), &which))
		return false;
	o->upper_first = which == 1;
	return true;
}

static bool
take_language(BxStr value, UcaOptions *o)
{
	size_t i;

	for (i = 0; i < value.n; i++)
		if (!bx_is_name_char((uint8_t) value.s[i]))
			return false;
	o->language = value;
	return value.n > 0 && value.n < 64;
}

/* One parameter, "name=value"; false: it asks for what is not there. */
static bool
take_parameter(BxStr p, UcaOptions *o)
{
	const char *equals = memchr(p.s, '=', p.n);
	BxStr name, value;

	if (equals == NULL)
		return false;
	name = bx_str(p.s, (size_t) (equals - p.s));
	value = bx_str(equals + 1, p.n - name.n - 1);
	if (bx_str_is(name, "lang"))
		return take_language(value, o);
	if (bx_str_is(name, "strength"))
		return take_strength(value, o);
	if (bx_str_is(name, "alternate"))
		return take_alternate(value, o);
	if (bx_str_is(name, "caseFirst"))
		return take_case_first(value, o);
	if (bx_str_is(name, "caseLevel"))
		return take_flag(value, &o->case_level);
	if (bx_str_is(name, "numeric"))
		return take_flag(value, &o->numeric);
	if (bx_str_is(name, "fallback"))
		return take_flag(value, &o->fallback);
	return false;
}

/* The value of fallback counts for all parameters, wherever it stands. */
static bool
take_all(BxStr rest, UcaOptions *o)
{
	bool known = true;

	while (rest.n > 0)
	{
		size_t n = 1;

		if (*rest.s != '?' && *rest.s != ';' && *rest.s != '&')
			return false;
		while (n < rest.n && rest.s[n] != ';' && rest.s[n] != '&')
			n++;
		if (n > 1 && !take_parameter(bx_str(rest.s + 1, n - 1), o))
			known = false;
		rest = bx_str(rest.s + n, rest.n - n);
	}
	return known || o->fallback;
}

/* ---- levels ---- */

/* The levels, most important first: strings are equal where they are so at all of them.  Their number. */
static unsigned
levels_of(const UcaOptions *o, UcaLevel *levels)
{
	bool blanked = o->blanked || o->shifted;
	unsigned n = 0;

	if (o->strength <= 2)
	{
		levels[n++] = (UcaLevel){.base = o->strength == 1, .folded = true, .blanked = blanked};
		if (o->case_level)
			levels[n++] = (UcaLevel){.base = o->strength == 1, .blanked = blanked, .inverse = o->upper_first};
		return n;
	}
	if (o->upper_first)
		levels[n++] = (UcaLevel){.folded = true, .blanked = blanked};
	levels[n++] = (UcaLevel){.blanked = blanked, .inverse = o->upper_first};
	if (o->shifted && o->strength >= 4)
		levels[n++] = (UcaLevel){.blanked = false};
	return n;
}

/* ---- the text of a level ---- */

#define CATEGORY(c) ((uint32_t) 1 << (c))

/* Categories of characters that do not count at a level. */
static uint32_t
left_out(const UcaLevel *level)
{
	uint32_t out = 0;

	if (level->base)
		out |= bx_unicode_category_set("M", 1);
	if (level->blanked)
		out |= bx_unicode_category_set("P", 1) | bx_unicode_category_set("Z", 1) |
			   bx_unicode_category_set("Cc", 2);
	return out;
}

/* A run of digits as its length, in four digits, and its digits without leading zeros: longer ones are greater. */
static size_t
put_number(BxStr s, size_t at, char *to, size_t *n)
{
	size_t from, end;
	char length[8];

	while (at + 1 < s.n && s.s[at] == '0' && s.s[at + 1] >= '0' && s.s[at + 1] <= '9')
		at++;
	from = at;
	for (end = at; end < s.n && s.s[end] >= '0' && s.s[end] <= '9' && end - from < 254;)
		end++;
	snprintf(length, sizeof(length), "%04u", (unsigned) (end - from));
	memcpy(to + *n, length, 4);
	memcpy(to + *n + 4, s.s + from, end - from);
	*n += 4 + end - from;
	return end;
}

/* The characters that count. */
static BxStatus
filter(const Uca *c, uint32_t without, BxArena *arena, BxStr *s)
{
	/* a digit may become five */
	char *to = bx_arena_alloc(arena, (c->numeric ? 5 : 1) * s->n + 1);
	const uint8_t *p = (const uint8_t *) s->s, *end = p + s->n;
	size_t n = 0;

	if (to == NULL)
		return bx_fail_nomem(c->run->err, s->n);
	BX_TRY(bx_charge(c->run->host, s->n));
	while (p < end)
	{
		const uint8_t *from = p;

		if (c->numeric && *p >= '0' && *p <= '9')
		{
			p = (const uint8_t *) s->s + put_number(*s, (size_t) (p - (const uint8_t *) s->s), to, &n);
			continue;
		}
		if (CATEGORY(bx_unicode_category((uint32_t) bx_utf8_next(&p, end))) & without)
			continue;
		memcpy(to + n, from, (size_t) (p - from));
		n += (size_t) (p - from);
	}
	*s = bx_str(to, n);
	return BX_OK;
}

/* ASCII is in every normal form; without the tables of a host other texts are taken as they are. */
static BxStatus
normal_form(const Uca *c, const char *form, BxArena *arena, BxStr *s)
{
	const RuExternal *host = c->run->external;
	size_t i;

	for (i = 0; i < s->n && (uint8_t) s->s[i] < 0x80;)
		i++;
	if (i == s->n || host->normalize == NULL)
		return BX_OK;
	return host->normalize(host->ctx, bx_str(form, strlen(form)), *s, arena, s, c->run->err);
}

/* What counts of a string at a level: where that is equal the bytes are. */
static BxStatus
text_of(const Uca *c, const UcaLevel *level, BxArena *arena, BxStr *s)
{
	uint32_t without = left_out(level);
	bool reduced = level->base || level->folded;

	/* what is compatible differs by more than accents and case, so it counts above strength 2 only */
	BX_TRY(normal_form(c, reduced ? "NFKD" : "NFC", arena, s));
	if (level->folded)
	{
		BX_TRY(bx_unicode_to_case(arena, true, s->s, s->n, &s->s, &s->n, c->run->err));
		BX_TRY(bx_unicode_to_case(arena, false, s->s, s->n, &s->s, &s->n, c->run->err));
		BX_TRY(normal_form(c, "NFKD", arena, s));
	}
	return without != 0 || c->numeric ? filter(c, without, arena, s) : BX_OK;
}

/* ---- comparison ---- */

static BxStatus
compare_at(const Uca *c, const UcaLevel *level, BxArena *arena, BxStr a, BxStr b, int *order)
{
	BX_TRY(text_of(c, level, arena, &a));
	BX_TRY(text_of(c, level, arena, &b));
	BX_TRY(c->language->compare(c->language, a, b, order, c->run->err));
	if (level->inverse)
		*order = -*order;
	return BX_OK;
}

static BxStatus
compare(const AtCollation *collation, BxStr a, BxStr b, int *order, BxError *err)
{
	const Uca *c = (const Uca *) collation;
	BxStatus st = BX_OK;
	RuArena *scratch;
	unsigned i;

	(void) err; /* that of the run */
	*order = 0;
	BX_TRY(ru_arena_take(c->run, &scratch));
	for (i = 0; i < c->n_levels && st == BX_OK && *order == 0; i++)
		st = compare_at(c, &c->levels[i], &scratch->arena, a, b, order);
	ru_arena_give(c->run, scratch);
	return st;
}

/* Strings that are equal at the last level are so at all. */
static BxStatus
key(const AtCollation *collation, BxStr s, BxArena *arena, BxStr *out, BxError *err)
{
	const Uca *c = (const Uca *) collation;

	BX_TRY(text_of(c, &c->levels[c->n_levels - 1], arena, &s));
	return c->language->key(c->language, s, arena, out, err);
}

/*
 * The key of one level, so that no other key begins with it: bytes 0 and 1 become two, and a 0 ends it.  Where the
 * order is turned round so are the bytes.
 */
static void
put_key(const UcaLevel *level, BxStr key, uint8_t *to, size_t *n)
{
	size_t from = *n, i;

	for (i = 0; i < key.n; i++)
	{
		if ((uint8_t) key.s[i] <= 1)
			to[(*n)++] = 1;
		to[(*n)++] = (uint8_t) key.s[i] <= 1 ? (uint8_t) key.s[i] + 1 : (uint8_t) key.s[i];
	}
	to[(*n)++] = 0;
	for (i = from; i < *n && level->inverse; i++)
		to[i] = (uint8_t) ~to[i];
}

/* The keys of the levels, one after the other. */
static BxStatus
sort_key(const AtCollation *collation, BxStr s, BxArena *arena, BxStr *out, BxError *err)
{
	const Uca *c = (const Uca *) collation;
	BxStr keys[MAX_LEVELS];
	size_t room = 0, n = 0;
	uint8_t *to;
	unsigned i;

	for (i = 0; i < c->n_levels; i++)
	{
		BxStr text = s;

		BX_TRY(text_of(c, &c->levels[i], arena, &text));
		BX_TRY(c->language->sort_key(c->language, text, arena, &keys[i], err));
		room += 2 * keys[i].n + 1;
	}
	to = bx_arena_alloc(arena, room);
	if (to == NULL)
		return bx_fail_nomem(err, room);
	for (i = 0; i < c->n_levels; i++)
		put_key(&c->levels[i], keys[i], to, &n);
	*out = bx_str(to, n);
	return BX_OK;
}

/* ---- by URI ---- */

/* The collation of the language, or of what its subtags begin with, or of none. */
static BxStatus
find_language(RuRun *run, const UcaOptions *o, const AtCollation **language)
{
	const RuExternal *host = run->external;
	BxStr tag = o->language;
	size_t room = strlen(FN_UCA "?lang=") + tag.n + 4;

	for (;;)
	{
		char *uri = bx_arena_alloc(run->arena, room);
		int n;

		if (uri == NULL)
			return bx_fail_nomem(run->err, room);
		n = snprintf(uri, room, FN_UCA "?lang=%.*s", (int) tag.n, tag.s);
		BX_TRY(host->collation(host->ctx, bx_str(uri, (size_t) n), run->arena, language, run->err));
		if (*language != NULL || !o->fallback || bx_str_is(tag, "und"))
			return BX_OK;
		while (tag.n > 0 && tag.s[--tag.n] != '-')
			;
		if (tag.n == 0)
			tag = bx_str("und", 3);
	}
}

BxStatus
fn_uca(RuRun *run, BxStr uri, const AtCollation **collation)
{
	UcaOptions o = {.language = bx_str("und", 3), .strength = 3, .fallback = true};
	Uca *c;

	*collation = NULL;
	if (!take_all(bx_str(uri.s + strlen(FN_UCA), uri.n - strlen(FN_UCA)), &o))
		return BX_OK;
	c = bx_arena_zalloc(run->arena, sizeof(*c));
	if (c == NULL)
		return bx_fail_nomem(run->err, sizeof(*c));
	*c = (Uca){.c = {.uri = uri, .compare = compare, .key = key}, .run = run, .numeric = o.numeric};
	c->n_levels = levels_of(&o, c->levels);
	BX_TRY(find_language(run, &o, &c->language));
	if (c->language != NULL && c->language->sort_key != NULL)
		c->c.sort_key = sort_key;
	*collation = c->language != NULL ? &c->c : NULL;
	return BX_OK;
}
