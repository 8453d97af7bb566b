/*
 * diff_doc.h -- random documents: namespaces and their shadowing, attributes, mixed content, comments, processing
 * instructions, CDATA, numbers and dates.
 *
 * Departure: libxml2 gives an instruction without data no string at all instead of an empty one (section 5.5); there
 * are none here.
 */
#ifndef DIFF_DOC_H
#define DIFF_DOC_H

#include "diff_gen.h"

#define DOC_DEPTH 7

static inline void
gen_value(Gen *g)
{
	static const char *const pool[] = {
		"1",           "2",
		"10",          "0.5",
		"1.50",        "-3",
		"007",         "0",
		"true",        "false",
		"2010-06-14",  "a",
		"b",           "ab",
		" ",           "\n\t",
		"x y",         "&lt;",
		"&amp;a",      "12.25",
		"caf\xc3\xa9", "\xf0\x9f\x98\x80",
		" 4 ",         "-0",
		"100",         "1.25",
		"a&#13;b",     ".5",
		"5.",
	};

	put(g, PICK(g, pool));
	if (one_in(g, 6))
		put(g, PICK(g, pool));
}

static inline void
gen_text(Gen *g)
{
	gen_value(g);
	if (one_in(g, 12))
		put(g, "<![CDATA[<c>]]>");
}

static inline void
gen_attributes(Gen *g)
{
	static const char *const names[] = {"x", "y", "p:x", "n", "q:y"};
	static const char *const langs[] = {"en", "en-GB", "de", ""};
	uint32_t i;

	for (i = 0; i < 5; i++)
	{
		if (!one_in(g, 4))
			continue;
		put(g, " ");
		put(g, names[i]);
		put(g, "=\"");
		if (!one_in(g, 6))
			gen_value(g);
		put(g, "\"");
	}
	if (g->dtd && one_in(g, 2))
	{
		static const char *const ids[] = {" k=\"i1\"", " k=\"i2\"", " k=\"i3\"",     " k=\"i4\"",
										  " k=\"i5\"", " k=\"i6\"", " xml:id=\"i7\""};

		put(g, PICK(g, ids));
	}
	if (one_in(g, 10))
	{
		put(g, " xml:lang=\"");
		put(g, PICK(g, langs));
		put(g, "\"");
	}
}

static inline void
gen_misc(Gen *g)
{
	static const char *const pool[] = {"<!--a-->", "<!---->", "<!--10-->", "<?t x?>", "<?t 1?>", "<?u a b?>"};

	put(g, PICK(g, pool));
}

static inline void
gen_declarations(Gen *g, bool root)
{
	static const char *const pool[] = {" xmlns=\"urn:p\"", " xmlns=\"\"", " xmlns=\"urn:d\"",
									   " xmlns:r=\"urn:p\""};

	if (root)
		put(g, " xmlns:p=\"urn:p\" xmlns:q=\"urn:q\"");
	if (one_in(g, 12))
		put(g, PICK(g, pool));
}

static inline void
gen_element(Gen *g, uint32_t depth)
{
	static const char *const names[] = {"a", "b", "c", "d", "a", "b", "p:a", "p:b", "q:a", "e"};
	const char *name = PICK(g, names);
	uint32_t n = pick(g, 6);

	put(g, "<");
	put(g, name);
	gen_declarations(g, depth == 0);
	if (!one_in(g, 3))
		gen_attributes(g);
	put(g, ">");
	if (depth == 0)
		n += 2;
	while (n-- > 0 && g->left > 0)
	{
		g->left--;
		if (depth < DOC_DEPTH && !one_in(g, 3))
			gen_element(g, depth + 1);
		else if (one_in(g, 5))
			gen_misc(g);
		else
			gen_text(g);
	}
	put(g, "</");
	put(g, name);
	put(g, ">");
}

/* A whole document in g->ours, with a final zero byte. */
static inline void
gen_document(Gen *g)
{
	gen_clear(g, 3 + pick(g, 60));
	if (one_in(g, 4))
		gen_misc(g);
	g->dtd = one_in(g, 3);
	if (g->dtd)
		put(g, "<!DOCTYPE a [<!--<!ATTLIST b k ID #IMPLIED>--><!ATTLIST a k ID #IMPLIED>"
			   "<!ATTLIST p:a k ID #IMPLIED><!ATTLIST c k CDATA #IMPLIED k ID #IMPLIED>]>");
	gen_element(g, 0);
	g->epilog = one_in(g, 4);
	if (g->epilog)
		gen_misc(g);
	xt_put(&g->ours, "", 1);
}

#endif
