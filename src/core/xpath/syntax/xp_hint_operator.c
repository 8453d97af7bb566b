/*
 * xp_hint_operator.c -- operators of later versions of XPath: what to write instead.
 */
#include "../../base/bx_core_int.h"
#include "xp_hint.h"

typedef struct OtherOperator
{
	const char *first; /* the word or sign that it is recognized by */
	const char *name;
	const char *instead;
} OtherOperator;

static const OtherOperator operators[] = {
	{"cast", "cast as", "; write a constructor, as in xs:date(@d)"},
	{"castable", "castable as", ""},
	{"treat", "treat as", "; leave it out: values of nodes have no type"},
	{"instance", "instance of", ""},
	{"is", "is", "; count(a | b) = 1 is true if a and b are one node"},
	{"||", "||", "; write concat(a, b)"},
	{"!", "!", "; write a/string(.), or for $x in a return ..."},
	{"=>", "=>", "; write f(a, b) instead of a => f(b)"},
	{"<<", "<<", ""},
	{">>", ">>", ""},
	{"?", "?", ""},
	{"#", "#", ""},
};

/* A sign of two characters is noticed at the second one: the first is a sign of its own. */
static bool
is_at(const OtherOperator *o, BxStr source, size_t off, size_t n)
{
	size_t len = strlen(o->first);
	bool word = bx_is_letter((uint8_t) o->first[0]);

	if (word ? n != len : n != 1 || off + 1 < len)
		return false;
	return memcmp(source.s + off + n - len, o->first, len) == 0;
}

void
xp_hint_operator(BxError *err, BxStr source, size_t off, size_t n)
{
	for (size_t i = 0; err != NULL && i < sizeof(operators) / sizeof(operators[0]); i++)
		if (is_at(&operators[i], source, off, n))
		{
			bx_hint(err, err->status, "%s is an operator of XPath 2.0 or later that is not supported%s.",
					operators[i].name, operators[i].instead);
			return;
		}
}
