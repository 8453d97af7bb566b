/*
 * gen_out.c -- the emitter: the same calls give a document as XML text or as JSON.
 *
 * Running out of memory ends the program: a generator has nothing better to do.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen.h"

static void
reserve(GenOut *o, size_t extra)
{
	size_t cap = o->cap ? o->cap : 8192;

	if (o->cap - o->len >= extra)
		return;
	while (cap - o->len < extra)
		cap *= 2;
	o->data = realloc(o->data, cap);
	if (o->data == NULL)
	{
		fputs("bxgen: out of memory\n", stderr);
		exit(1);
	}
	o->cap = cap;
}

static void
put(GenOut *o, const char *s, size_t n)
{
	reserve(o, n);
	memcpy(o->data + o->len, s, n);
	o->len += n;
}

static void
puts_(GenOut *o, const char *s)
{
	put(o, s, strlen(s));
}

static void
putc_(GenOut *o, char c)
{
	put(o, &c, 1);
}

static void
put_xml_escaped(GenOut *o, const char *s, bool attribute)
{
	for (; *s; s++)
	{
		if (*s == '&')
			puts_(o, "&amp;");
		else if (*s == '<')
			puts_(o, "&lt;");
		else if (*s == '>')
			puts_(o, "&gt;");
		else if (*s == '"' && attribute)
			puts_(o, "&quot;");
		else
			putc_(o, *s);
	}
}

static void
put_json_string(GenOut *o, const char *s)
{
	putc_(o, '"');
	for (; *s; s++)
	{
		if (*s == '"' || *s == '\\')
			putc_(o, '\\');
		if (*s == '\n')
			puts_(o, "\\n");
		else
			putc_(o, *s);
	}
	putc_(o, '"');
}

/* A JSON number that a numeric gives back as it was: no exponent, no leading zero, no "-0". */
static bool
looks_like_number(const char *s)
{
	size_t n = strspn(s, "0123456789"), f = 0;

	if (n == 0 || n > 18 || (n > 1 && s[0] == '0'))
		return false;
	if (s[n] == '.')
		f = strspn(s + n + 1, "0123456789");
	return s[n] == 0 || (f > 0 && s[n + 1 + f] == 0);
}

static void
put_json_value(GenOut *o, const char *s, bool typed)
{
	bool number = o->numbers == GEN_NUMBERS_LOOKS   ? looks_like_number(s)
				  : o->numbers == GEN_NUMBERS_TYPED ? typed
													: false;

	if (number)
		puts_(o, s);
	else
		put_json_string(o, s);
}

static void
json_member(GenOut *o, const char *name)
{
	if (o->depth == 0)
		return;
	if (o->filled[o->depth])
		putc_(o, ',');
	o->filled[o->depth] = true;
	if (!o->in_list[o->depth])
	{
		put_json_string(o, name);
		putc_(o, ':');
	}
}

static void
push(GenOut *o, bool list)
{
	if (++o->depth >= GEN_DEPTH_MAX)
	{
		fputs("bxgen: document too deep\n", stderr);
		exit(1);
	}
	o->filled[o->depth] = false;
	o->in_list[o->depth] = list;
}

static void
end_tag_head(GenOut *o)
{
	if (o->tag_open)
		putc_(o, '>');
	o->tag_open = false;
}

static void
line_break(GenOut *o)
{
	unsigned i;

	if (!o->indent || o->depth == 0 || o->mixed)
		return;
	putc_(o, '\n');
	for (i = 0; i < o->depth; i++)
		putc_(o, ' ');
}

static void
xml_child(GenOut *o)
{
	end_tag_head(o);
	line_break(o);
	o->filled[o->depth] = true;
}

void
gen_out_reset(GenOut *o)
{
	o->len = 0;
	o->depth = 0;
	o->tag_open = false;
	o->indent = false;
	o->mixed = false;
}

void
gen_open(GenOut *o, const char *name)
{
	if (o->format == GEN_JSON)
	{
		json_member(o, name);
		putc_(o, '{');
	}
	else
	{
		xml_child(o);
		putc_(o, '<');
		puts_(o, name);
		o->tag_open = true;
	}
	push(o, false);
}

void
gen_close(GenOut *o, const char *name)
{
	bool filled = o->filled[o->depth--];

	if (o->format == GEN_JSON)
	{
		putc_(o, '}');
		return;
	}
	if (o->tag_open)
	{
		puts_(o, "/>");
		o->tag_open = false;
		return;
	}
	if (filled)
		line_break(o);
	if (filled && o->indent && o->depth == 0)
		putc_(o, '\n');
	puts_(o, "</");
	puts_(o, name);
	putc_(o, '>');
}

void
gen_xmlns(GenOut *o, const char *prefix, const char *uri)
{
	if (o->format == GEN_JSON)
		return;
	puts_(o, prefix && strchr(prefix, ':') ? " " : prefix ? " xmlns:" : " xmlns");
	if (prefix)
		puts_(o, prefix);
	puts_(o, "=\"");
	put_xml_escaped(o, uri, true);
	putc_(o, '"');
}

static void
xml_attr(GenOut *o, const char *name, const char *value)
{
	putc_(o, ' ');
	puts_(o, name);
	puts_(o, "=\"");
	put_xml_escaped(o, value, true);
	putc_(o, '"');
}

static void
attribute(GenOut *o, const char *name, const char *value, bool typed)
{
	if (o->format == GEN_XML)
	{
		xml_attr(o, name, value);
		return;
	}
	if (o->at_names)
	{
		char at[GEN_TEXT_MAX] = "@";

		strncat(at, name, sizeof(at) - 2);
		json_member(o, at);
	}
	else
		json_member(o, name);
	put_json_value(o, value, typed);
}

void
gen_attr(GenOut *o, const char *name, const char *value)
{
	attribute(o, name, value, false);
}

void
gen_attr_num(GenOut *o, const char *name, const char *value)
{
	attribute(o, name, value, true);
}

static void
xml_leaf(GenOut *o, const char *name, const char *value)
{
	xml_child(o);
	putc_(o, '<');
	puts_(o, name);
	if (*value == 0)
	{
		puts_(o, "/>");
		return;
	}
	putc_(o, '>');
	put_xml_escaped(o, value, false);
	puts_(o, "</");
	puts_(o, name);
	putc_(o, '>');
}

static void
leaf(GenOut *o, const char *name, const char *value, bool typed)
{
	if (o->format == GEN_XML)
	{
		xml_leaf(o, name, value);
		return;
	}
	json_member(o, name);
	if (o->mixed)
	{
		putc_(o, '{');
		put_json_string(o, name);
		putc_(o, ':');
	}
	put_json_value(o, value, typed);
	if (o->mixed)
		putc_(o, '}');
}

void
gen_leaf(GenOut *o, const char *name, const char *value)
{
	leaf(o, name, value, false);
}

void
gen_leaf_num(GenOut *o, const char *name, const char *value)
{
	leaf(o, name, value, true);
}

void
gen_text(GenOut *o, const char *value)
{
	if (o->format == GEN_XML)
	{
		end_tag_head(o);
		put_xml_escaped(o, value, false);
		return;
	}
	json_member(o, "#text");
	put_json_string(o, value);
}

void
gen_list(GenOut *o, const char *name)
{
	if (o->format == GEN_XML)
		return;
	json_member(o, name);
	putc_(o, '[');
	push(o, true);
}

void
gen_list_end(GenOut *o)
{
	if (o->format == GEN_XML)
		return;
	o->depth--;
	putc_(o, ']');
}

void
gen_mixed(GenOut *o, const char *name)
{
	if (o->format == GEN_XML)
		gen_open(o, name);
	else
		gen_list(o, name);
	o->mixed = true;
}

void
gen_mixed_text(GenOut *o, const char *value)
{
	if (o->format == GEN_XML)
	{
		gen_text(o, value);
		return;
	}
	json_member(o, "#text");
	put_json_string(o, value);
}

void
gen_mixed_end(GenOut *o, const char *name)
{
	if (o->format == GEN_XML)
		gen_close(o, name);
	else
		gen_list_end(o);
	o->mixed = false;
}
