/*
 * xp_query_text.c -- which texts are queries of XQuery: they begin with a version declaration, as no path does.
 */
#include "../../base/bx_core_int.h"
#include "xp_ast.h"

typedef struct QueryText
{
	const char *s;
	size_t n;
	size_t at;
} QueryText;

static bool
is_at(const QueryText *t, const char *word)
{
	size_t len = strlen(word);

	return t->n - t->at >= len && memcmp(t->s + t->at, word, len) == 0;
}

/* White space and comments, which nest; false when there are none. */
static bool
skip_space(QueryText *t)
{
	size_t from = t->at, depth = 0;

	while (t->at < t->n)
	{
		char c = t->s[t->at];

		if (is_at(t, "(:"))
		{
			depth++;
			t->at += 2;
		}
		else if (depth > 0 && is_at(t, ":)"))
		{
			depth--;
			t->at += 2;
		}
		else if (depth > 0 || c == ' ' || c == '\t' || c == '\n' || c == '\r')
			t->at++;
		else
			break;
	}
	return t->at > from;
}

static bool
take_word(QueryText *t, const char *word)
{
	if (!is_at(t, word))
		return false;
	t->at += strlen(word);
	return true;
}

bool
xp_is_query_text(const char *text, size_t n)
{
	QueryText t = {text, n, 0};

	(void) skip_space(&t);
	if (!take_word(&t, "xquery") || !skip_space(&t))
		return false;
	return (take_word(&t, "version") || take_word(&t, "encoding")) && t.at < n &&
		   strchr(" \t\n\r\"'(", t.s[t.at]) != NULL;
}
