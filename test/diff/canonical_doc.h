/*
 * canonical_doc.h -- random documents full of namespaces: prefixes that change their meaning, meanings with many
 * prefixes, declarations that say nothing new, defaults that come and go, attributes in any order.
 */
#ifndef CANONICAL_DOC_H
#define CANONICAL_DOC_H

#include "diff_gen.h"

#define NS_DEPTH 6
#define NS_PREFIXES 6

/* Number 0 means none.  "z" and "a" sort the other way round than their prefixes. */
static const char *const ns_uris[] = {"", "urn:z", "urn:a", "http://x/", "urn:Z", "urn:a:b"};
static const char *const ns_prefixes[NS_PREFIXES] = {"", "p", "q", "aa", "Z", "a"};

typedef struct Scope
{
	uint8_t uri[NS_PREFIXES];
} Scope;

static inline void
ns_value(Gen *g)
{
	static const char *const pool[] = {
		"1",   "a",          "&amp;&lt;&gt;", "&#9;&#10;&#13;", "'&quot;", " a  b ",    "\t\n", "\xc3\xa9",
		"007", "2010-06-14", "true",          "]]&gt;x",        "12.50",   "&#x1F600;", "&e;"};
	uint32_t n = one_in(g, 5) ? 2 : 1;

	while (n-- > 0)
	{
		const char *s = PICK(g, pool);

		put(g, strcmp(s, "&e;") != 0 || g->dtd ? s : "e");
	}
}

static inline void
ns_misc(Gen *g)
{
	static const char *const pool[] = {"<!--a-->",   "<!---->", "<!-- <&> -->",
									   "<?t x  y?>", "<?t?>",   "<?u &<?>"};

	put(g, PICK(g, pool));
}

/* Declarations of an element; s is what is then in scope. */
static inline void
ns_declare(Gen *g, Scope *s)
{
	uint32_t i;

	for (i = 0; i < NS_PREFIXES; i++)
	{
		if (!one_in(g, 4))
			continue;
		/* again what is in scope, or anything */
		if (!one_in(g, 3) || s->uri[i] == 0)
			s->uri[i] = (uint8_t) (i == 0 ? pick(g, 6) : 1 + pick(g, 5));
		put(g, i == 0 ? " xmlns" : " xmlns:");
		put(g, ns_prefixes[i]);
		put(g, "=\"");
		put(g, ns_uris[s->uri[i]]);
		put(g, "\"");
	}
}

/* Attributes in random order of prefixes; no two have the same URI and local name. */
static inline void
ns_attributes(Gen *g, const Scope *s)
{
	static const char *const locals[] = {"b", "a", "c"};
	bool used[6][3] = {{false}};
	uint32_t n = pick(g, 6);

	if (one_in(g, 8))
		put(g, " xml:lang=\"en\"");
	while (n-- > 0)
	{
		uint32_t p = pick(g, NS_PREFIXES), l = pick(g, 3), u = p == 0 ? 0 : s->uri[p];

		if (used[u][l] || (p > 0 && u == 0))
			continue;
		used[u][l] = true;
		put(g, " ");
		put(g, ns_prefixes[p]);
		put(g, p > 0 ? ":" : "");
		put(g, locals[l]);
		put(g, "=\"");
		ns_value(g);
		put(g, "\"");
	}
	if (one_in(g, 8))
		put(g, " xml:space=\"preserve\"");
}

static inline void
ns_element(Gen *g, uint32_t depth, Scope s)
{
	static const char *const locals[] = {"a", "b", "c"};
	const char *local = PICK(g, locals);
	size_t at = g->ours.len;
	uint32_t n = pick(g, 5), p;
	char *tag;

	ns_declare(g, &s);
	p = pick(g, NS_PREFIXES);
	if (s.uri[p] == 0)
		p = 0;
	ns_attributes(g, &s);
	/* the name comes first, but is chosen from what was declared */
	xt_put(&g->ours, "", 1);
	tag = ut_need(malloc(g->ours.len - at));
	memcpy(tag, g->ours.data + at, g->ours.len - at);
	g->ours.len = at;
	put(g, "<");
	put(g, ns_prefixes[p]);
	put(g, p > 0 ? ":" : "");
	put(g, local);
	put(g, tag);
	free(tag);
	put(g, ">");
	while (n-- > 0 && g->left > 0)
	{
		g->left--;
		if (depth < NS_DEPTH && !one_in(g, 3))
			ns_element(g, depth + 1, s);
		else if (one_in(g, 3))
			ns_misc(g);
		else
			ns_value(g);
	}
	put(g, "</");
	put(g, ns_prefixes[p]);
	put(g, p > 0 ? ":" : "");
	put(g, local);
	put(g, ">");
}

/* A whole document in g->ours, with a final zero byte. */
static inline void
ns_document(Gen *g)
{
	static const Scope none;

	gen_clear(g, 3 + pick(g, 40));
	g->dtd = one_in(g, 3);
	if (one_in(g, 3))
		ns_misc(g);
	if (g->dtd)
		put(g,
			"<!DOCTYPE a [<!ENTITY e \"x&#38;amp;&#9;\"><!ATTLIST a d CDATA \"by default\" b CDATA #IMPLIED>"
			"<!ATTLIST b c NMTOKENS #IMPLIED>]>\n");
	if (one_in(g, 4))
		ns_misc(g);
	ns_element(g, 0, none);
	put(g, "\n");
	while (one_in(g, 3))
		ns_misc(g);
	xt_put(&g->ours, "", 1);
}

/* One small change of a text, which need not stay well-formed; to be freed. */
static inline char *
ns_change(Gen *g, const char *text)
{
	size_t n = strlen(text), at = pick(g, (uint32_t) n);
	char *s = ut_need(malloc(n + 40));

	memcpy(s, text, n + 1);
	switch (pick(g, 5))
	{
		case 0: s[at] = "ab1 pqZ"[pick(g, 7)]; break;
		case 1: memmove(s + at, s + at + 1, n - at); break;
		case 2:
			memmove(s + at + 5, s + at, n - at + 1);
			memcpy(s + at, one_in(g, 2) ? "<b/> " : "<a/>x", 5);
			break;
		case 3:
			memmove(s + at + 8, s + at, n - at + 1);
			memcpy(s + at, one_in(g, 2) ? "<!--c-->" : " x='1'  ", 8);
			break;
		default: memmove(s + at + 1, s + at, n - at + 1); s[at] = ' ';
	}
	return s;
}

/* A text that may be broken to a value; NULL when it is. */
static inline uint8_t *
ns_parse(const char *text, unsigned form, size_t *len)
{
	BxParseOptions o = {.writer = ut_options(form, BX_TYPED_LOSSLESS), .encoding = "UTF-8"};
	uint8_t *v = NULL;
	BxParser *p;
	BxError err;

	p = ut_need(bx_parser_new(bx_host_libc(), &o, &err));
	if (bx_parser_feed(p, text, strlen(text)) != BX_OK || bx_parser_finish(p, &v, len) != BX_OK)
		v = NULL;
	bx_parser_free(p);
	return v;
}

#endif
