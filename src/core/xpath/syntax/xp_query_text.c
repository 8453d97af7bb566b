/*
 * xp_query_text.c -- blocks that hold a query of XQuery instead of a path: their text, as it is.
 *
 * Such a text begins with a version declaration, which no path does.  It is not read here: the functions that accept it
 * compile it (query/face).  Its block is one node with the text, an expression of which readers of paths know nothing.
 */
#include "../../base/bx_core_int.h"
#include "xp_parse_int.h"

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

BxStatus
xp_query_block(const char *text, size_t n, size_t reserve, BxArena *arena, XpBlock **block, BxError *err)
{
	XpExpr string = {.op = XP_STRING, .b = (uint32_t) n, .pos = 1};
	XpExpr query = {.op = XP_QUERY, .pos = 1};
	XpParser p;

	*block = NULL;
	xp_parse_init(&p, text, (uint32_t) n, arena, err);
	if (!xp_build_init(&p))
		return p.status;
	query.a = xp_add_node(&p, &string);
	if (query.a == 0)
		return p.status;
	query.a = xp_add_node(&p, &query);
	if (query.a == 0)
		return p.status;
	*block = xp_build_block(&p, query.a, reserve);
	if (*block != NULL)
		(*block)->mode = XP_MODE_QUERY;
	return p.status;
}
