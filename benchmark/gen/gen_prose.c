/*
 * gen_prose.c -- English-looking sentences.
 *
 * A small grammar over lists of words.  Every text orders each list anew and takes the words at the front most often;
 * that is its subject.  Names, numbers and terms of several syllables occur between them.  Texts of 4 to 40 kB shrink
 * under lz4 about as published articles of that length do.
 */
#include <string.h>

#include "gen.h"

#define LIST(name, ...)                                                                                      \
	static const char *const name##_items[] = {__VA_ARGS__};                                                 \
	static const GenList name = {name##_items, sizeof(name##_items) / sizeof(name##_items[0])}

LIST(nouns, "account", "acid", "agreement", "amount", "analysis", "animal", "answer", "approach", "archive",
	 "area", "argument", "atom", "author", "balance", "barrier", "basin", "battery", "beam", "behavior",
	 "benefit", "bird", "boundary", "branch", "bridge", "bulletin", "cable", "canal", "capacity", "carbon",
	 "carrier", "cell", "century", "chamber", "channel", "chapter", "circuit", "citizen", "claim", "climate",
	 "coast", "colony", "column", "community", "compound", "concern", "conflict", "consequence", "contract",
	 "contrast", "copper", "council", "creature", "crisis", "crop", "crystal", "culture", "current", "curve",
	 "damage", "debate", "decade", "decline", "delay", "demand", "density", "deposit", "desert", "design",
	 "detail", "device", "difference", "dispute", "distance", "district", "doctor", "doubt", "drought",
	 "economy", "edge", "effect", "effort", "election", "electron", "emission", "empire", "engine", "enzyme",
	 "episode", "error", "estate", "estimate", "event", "evidence", "exchange", "exercise", "expert",
	 "export", "fabric", "factor", "failure", "farmer", "fauna", "feature", "fiber", "figure", "flood",
	 "flower", "fluid", "footpath", "forecast", "forest", "fossil", "fragment", "frequency", "friction",
	 "frontier", "fuel", "garden", "gas", "gene", "glacier", "grain", "gravity", "habitat", "harbor",
	 "harvest", "heat", "horizon", "household", "hypothesis", "income", "industry", "infection", "insect",
	 "instrument", "interest", "interval", "invention", "island", "journal", "journey", "judgment",
	 "junction", "kernel", "kingdom", "laboratory", "landscape", "layer", "leaf", "legend", "lens", "letter",
	 "light", "limit", "liquid", "loan", "machine", "magnet", "majority", "manuscript", "margin", "market",
	 "measurement", "membrane", "memory", "merchant", "metal", "method", "mineral", "minister", "mirror",
	 "model", "molecule", "monument", "motion", "mountain", "museum", "muscle", "nation", "nerve", "network",
	 "notion", "novel", "nucleus", "ocean", "office", "opinion", "orbit", "orchard", "organ", "origin",
	 "oxygen", "parish", "particle", "passage", "patient", "pattern", "peninsula", "period", "permit",
	 "philosophy", "pigment", "planet", "plateau", "policy", "pollen", "population", "portrait", "pressure",
	 "price", "principle", "proportion", "protein", "province", "quarry", "question", "radiation", "railway",
	 "rainfall", "ratio", "reaction", "reform", "regiment", "region", "remedy", "report", "reservoir",
	 "residue", "resource", "rhythm", "ridge", "river", "rotation", "route", "salt", "sample", "scholar",
	 "season", "sediment", "seed", "senate", "sequence", "settlement", "shadow", "signal", "silence",
	 "skeleton", "slope", "soil", "soldier", "solution", "species", "spectrum", "statue", "station", "storm",
	 "stratum", "stream", "substance", "surface", "survey", "symptom", "system", "tax", "temper",
	 "temperature", "tendency", "territory", "theory", "tissue", "tower", "trade", "tradition", "transition",
	 "treaty", "trial", "tunnel", "turbine", "uncertainty", "union", "valley", "value", "vapor", "variant",
	 "vessel", "village", "virus", "volcano", "voyage", "warehouse", "water", "wave", "weather", "window",
	 "witness", "workshop", "yield");

/* All take -ed, -s and -ing as they are, or lose an "e" first. */
LIST(verbs, "absorb", "accept", "accumulate", "affect", "alter", "announce", "approach", "assert", "assist",
	 "attract", "avoid", "borrow", "calculate", "capture", "challenge", "change", "collect", "combine",
	 "compare", "conceal", "concern", "confirm", "connect", "consume", "contain", "contradict", "cool",
	 "correct", "cover", "create", "criticize", "damage", "decorate", "defend", "delay", "deliver", "demand",
	 "describe", "design", "destroy", "detect", "determine", "develop", "display", "disturb", "divide",
	 "dominate", "encounter", "encourage", "enter", "establish", "estimate", "examine", "exceed", "expand",
	 "explain", "explore", "express", "extend", "favor", "follow", "generate", "govern", "hamper", "ignore",
	 "illustrate", "improve", "increase", "indicate", "inherit", "insert", "inspect", "interpret",
	 "introduce", "investigate", "involve", "join", "justify", "limit", "locate", "maintain", "mention",
	 "modify", "observe", "obtain", "offer", "oppose", "perform", "permit", "predict", "preserve", "prevent",
	 "produce", "propose", "protect", "provoke", "question", "reach", "receive", "record", "recover",
	 "reduce", "reflect", "regulate", "reject", "remain", "remove", "replace", "report", "represent",
	 "require", "resemble", "resist", "restore", "reveal", "sample", "separate", "settle", "shelter",
	 "support", "surround", "sustain", "transform", "transport", "treat", "trigger", "visit", "weaken",
	 "withstand");

LIST(adjectives, "abrupt", "absolute", "abundant", "active", "additional", "adequate", "agricultural",
	 "ancient", "annual", "apparent", "arbitrary", "arctic", "artificial", "basic", "bitter", "brief",
	 "bright", "broad", "central", "chemical", "civil", "coastal", "cold", "colonial", "common", "complete",
	 "complex", "continuous", "controversial", "correct", "costly", "critical", "crucial", "cultural", "dark",
	 "decisive", "deep", "delicate", "dense", "diverse", "domestic", "dominant", "dry", "dull", "early",
	 "economic", "effective", "elaborate", "electric", "elegant", "eminent", "empirical", "enormous", "equal",
	 "essential", "evident", "exact", "external", "famous", "federal", "fertile", "final", "financial",
	 "flat", "foreign", "formal", "former", "fragile", "frequent", "fundamental", "genetic", "gentle",
	 "global", "gradual", "heavy", "hidden", "hollow", "horizontal", "hostile", "humid", "imperial",
	 "important", "independent", "industrial", "inner", "intense", "internal", "irregular", "isolated",
	 "joint", "large", "late", "lateral", "legal", "linear", "local", "long", "low", "magnetic", "major",
	 "marine", "mature", "medical", "medieval", "mild", "military", "minor", "mobile", "moderate", "modern",
	 "modest", "moist", "molecular", "municipal", "narrow", "native", "natural", "negative", "neutral", "new",
	 "northern", "novel", "numerous", "obvious", "occasional", "old", "optical", "ordinary", "organic",
	 "original", "pale", "parallel", "partial", "particular", "permanent", "physical", "plain", "poor",
	 "popular", "possible", "practical", "precise", "previous", "primary", "private", "prominent", "public",
	 "pure", "radical", "rapid", "rare", "regional", "relevant", "remote", "robust", "rough", "royal",
	 "rural", "scarce", "secondary", "serious", "severe", "shallow", "sharp", "short", "similar", "slight",
	 "slow", "social", "solid", "southern", "stable", "steep", "strong", "subtle", "sudden", "superficial",
	 "tall", "temporary", "thermal", "thick", "thin", "tropical", "typical", "uniform", "unusual", "upper",
	 "urban", "useful", "valuable", "variable", "vast", "vertical", "visible", "volatile", "weak", "wide",
	 "yellow");

LIST(openers, "According to later accounts", "After some time", "As a consequence", "As expected",
	 "At first sight", "Before long", "By contrast", "Even so", "For this reason", "From that point on",
	 "Further inland", "However", "In addition", "In both cases", "In other words", "In practice",
	 "In the long run", "In the same year", "Later", "Meanwhile", "More recently", "Nevertheless",
	 "On the other hand", "Since then", "Taken together", "Therefore", "To this day",
	 "Under these conditions", "Until recently", "What is more");

LIST(adverbs, "again", "almost", "already", "also", "always", "apparently", "barely", "clearly", "often",
	 "constantly", "directly", "easily", "eventually", "finally", "frequently", "generally", "gradually",
	 "hardly", "largely", "mainly", "merely", "mostly", "never", "now", "partly", "perhaps", "presumably",
	 "probably", "quickly", "rarely", "rather", "seldom", "slowly", "sometimes", "still", "strongly", "thus",
	 "usually");

LIST(before, "about", "above", "across", "after", "against", "along", "among", "around", "at", "before",
	 "behind", "below", "between", "beyond", "by", "despite", "during", "for", "from", "in", "inside", "into",
	 "near", "of", "on", "over", "through", "to", "toward", "under", "until", "with", "within", "without");

LIST(joins, ", and", ", but", ", so that", ", although", " because", " while", "; moreover,",
	 ", which meant that", ", whereas", " when", " if", ", since");

LIST(determiners, "the", "the", "the", "the", "the", "a", "a", "this", "that", "its", "their", "each", "no",
	 "every", "some", "another", "one", "the other");

LIST(syllables, "al", "an", "ar", "bel", "bor", "cal", "cor", "dan", "del", "dor", "el", "en", "er", "fal",
	 "fer", "gal", "gor", "hal", "il", "in", "kar", "kel", "lan", "len", "lor", "mar", "mel", "mir", "nan",
	 "nor", "ol", "or", "pal", "per", "ran", "rel", "ros", "sal", "sel", "sor", "tal", "tan", "ter", "ul",
	 "un", "val", "ver", "vin", "wan", "zel");

static void
put_word(char *buf, const char *s)
{
	if (*buf != 0)
		strcat(buf, " ");
	strcat(buf, s);
}

/* A word of a list, by the order of this text. */
static const char *
pick(GenProse *p, const GenList *list, unsigned which)
{
	uint32_t most = p->common;

	while (most < list->n && gen_chance(p->rng, 75))
		most *= 2;
	return list->item[(gen_below(p->rng, most) * p->step[which] + p->from[which]) % list->n];
}

/* A term of two to four syllables. */
static void
put_term(GenProse *p, char *buf, bool name)
{
	static const char *const ends[] = {"ia", "us", "a", "ton", "berg", "ine", "ite", "ova", "ley", "um"};
	uint32_t n = gen_range(p->rng, 1, 3);
	size_t at;

	put_word(buf, "");
	at = strlen(buf);
	while (n-- > 0)
		strcat(buf, gen_pick(p->rng, &syllables));
	strcat(buf, ends[gen_below(p->rng, 10)]);
	if (name)
		buf[at] = (char) (buf[at] - 'a' + 'A');
}

static bool
starts_with_vowel(const char *s)
{
	return strchr("aeiou", *s) != NULL;
}

static bool
ends_in(const char *s, const char *chars)
{
	return strchr(chars, s[strlen(s) - 1]) != NULL;
}

static void
put_plural(char *buf, const char *s)
{
	size_t n = strlen(s);

	put_word(buf, s);
	if (s[n - 1] == 'y' && !strchr("aeo", s[n - 2]))
		strcpy(buf + strlen(buf) - 1, "ies");
	else
		strcat(buf, ends_in(s, "sxh") ? "es" : "s");
}

static void
put_number(GenProse *p, char *buf)
{
	char tmp[GEN_TEXT_MAX];

	put_word(buf, gen_chance(p->rng, 50)   ? gen_int(p->rng, tmp, 1650, 2020)
				  : gen_chance(p->rng, 50) ? gen_money(p->rng, tmp, 9999)
										   : gen_int(p->rng, tmp, 2, 5000));
}

/* The noun that a phrase is about, with or without an adjective. */
static void
put_noun(GenProse *p, char *buf, const char *determiner, bool plural)
{
	const char *adjective = gen_chance(p->rng, 40) ? pick(p, &adjectives, 1) : NULL;
	const char *noun = pick(p, &nouns, 0);

	if (determiner != NULL)
		put_word(buf, strcmp(determiner, "a") == 0 && starts_with_vowel(adjective ? adjective : noun)
						  ? "an"
						  : determiner);
	if (adjective != NULL)
		put_word(buf, adjective);
	if (plural)
		put_plural(buf, noun);
	else
		put_word(buf, noun);
}

/* "the old bridge of Marberg", "birds", "12 stations", "Halorite". */
static void
put_phrase(GenProse *p, char *buf)
{
	uint32_t k = gen_below(p->rng, 100);

	if (k < 6)
	{
		put_term(p, buf, true);
		return;
	}
	if (k < 12)
	{
		put_number(p, buf);
		put_noun(p, buf, NULL, true);
	}
	else
		put_noun(p, buf, k < 30 ? NULL : gen_pick(p->rng, &determiners), k < 30);
	if (gen_chance(p->rng, 30))
	{
		put_word(buf, "of");
		if (gen_chance(p->rng, 12))
			put_term(p, buf, gen_chance(p->rng, 60));
		else
			put_noun(p, buf, gen_chance(p->rng, 60) ? "the" : NULL, gen_chance(p->rng, 40));
	}
}

static void
put_verb(GenProse *p, char *buf)
{
	const char *verb = pick(p, &verbs, 2);
	bool e = ends_in(verb, "e");

	if (gen_chance(p->rng, 25))
		put_word(buf, pick(p, &adverbs, 3));
	if (gen_chance(p->rng, 15))
	{
		static const char *const modals[] = {"may",  "can",     "could",  "would",
											 "must", "did not", "should", "might"};

		put_word(buf, modals[gen_below(p->rng, 8)]);
		put_word(buf, verb);
		return;
	}
	put_word(buf, verb);
	strcat(buf, e ? "d" : "ed");
}

static void
put_clause(GenProse *p, char *buf)
{
	put_phrase(p, buf);
	put_verb(p, buf);
	put_phrase(p, buf);
	if (gen_chance(p->rng, 55))
	{
		put_word(buf, gen_pick(p->rng, &before));
		put_phrase(p, buf);
	}
}

static void
capitalize(char *s)
{
	if (*s >= 'a' && *s <= 'z')
		*s = (char) (*s - 'a' + 'A');
}

void
gen_prose_begin(GenProse *p, GenRng *r)
{
	/* greater than the length of every list, and prime */
	static const uint32_t primes[] = {307, 311, 313, 317, 331, 337, 347, 349,
									  353, 359, 367, 373, 379, 383, 389, 397};
	unsigned i;

	p->rng = r;
	p->common = 24;
	for (i = 0; i < GEN_PROSE_LISTS; i++)
	{
		p->step[i] = primes[gen_below(r, 16)];
		p->from[i] = gen_below(r, 1000);
	}
}

char *
gen_sentence_start(GenProse *p, char *buf)
{
	*buf = 0;
	if (gen_chance(p->rng, 25))
	{
		strcat(buf, pick(p, &openers, 4));
		strcat(buf, ",");
	}
	put_clause(p, buf);
	capitalize(buf);
	return buf;
}

char *
gen_sentence_end(GenProse *p, char *buf)
{
	*buf = 0;
	if (gen_chance(p->rng, 50))
	{
		strcat(buf, gen_pick(p->rng, &joins));
		put_clause(p, buf);
	}
	strcat(buf, gen_chance(p->rng, 97) ? "." : "?");
	return buf;
}

char *
gen_phrase(GenProse *p, char *buf)
{
	*buf = 0;
	put_phrase(p, buf);
	return buf;
}

char *
gen_title(GenProse *p, char *buf)
{
	gen_phrase(p, buf);
	if (gen_chance(p->rng, 50))
	{
		strcat(buf, gen_chance(p->rng, 50) ? " and" : " in");
		put_phrase(p, buf);
	}
	capitalize(buf);
	return buf;
}
