/*
 * xmlrows.c -- the info items of an XML file as rows, by libxml2's streaming reader: what test/t/corpus_rows compares
 * the rows of bxml_reader with.  Knows nothing of bxml.
 *
 * One line per element, attribute, namespace declaration, text, comment and processing instruction: level, kind,
 * prefix, namespace, name, value, as COPY writes them.  The text of an element that holds nothing else is
 * the element's value; texts that only CDATA sections keep apart are one.
 */
#include <libxml/parserInternals.h>
#include <libxml/xmlreader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A growing string; p is NULL before anything is in it. */
typedef struct Str
{
	char *p;
	size_t n;
} Str;

static void
str_add(Str *s, const char *t)
{
	size_t n = strlen(t);

	s->p = realloc(s->p, s->n + n + 1);
	if (s->p == NULL)
		exit(2);
	memcpy(s->p + s->n, t, n + 1);
	s->n += n;
}

static void
str_clear(Str *s)
{
	free(s->p);
	s->p = NULL;
	s->n = 0;
}

/* What is not known to be complete: a text, and an element whose value may still be a text, with the lines below it. */
static Str text, element, tag;
static int element_open, text_level;

/* As COPY writes it: "\N" for null, escapes where lines and fields would end. */
static void
put_field(Str *out, const char *s, int is_null)
{
	char *copy = malloc(2 * strlen(s) + 1), *p = copy;

	if (copy == NULL)
		exit(2);
	for (; *s != '\0'; s++)
	{
		const char *escape = *s == '\\'   ? "\\"
							 : *s == '\n' ? "n"
							 : *s == '\r' ? "r"
							 : *s == '\t' ? "t"
										  : NULL;

		if (escape != NULL)
			*p++ = '\\';
		*p++ = escape != NULL ? *escape : *s;
	}
	*p = '\0';
	str_add(out, is_null ? "\\N" : copy);
	free(copy);
}

static void
put_head(Str *out, int level, const char *kind, const char *prefix, const char *ns, const char *name)
{
	char number[64];
	const char *fields[3];
	int i;

	snprintf(number, sizeof(number), "%d\t%s", level, kind);
	str_add(out, number);
	fields[0] = prefix;
	fields[1] = ns;
	fields[2] = name;
	for (i = 0; i < 3; i++)
	{
		str_add(out, "\t");
		put_field(out, fields[i] != NULL ? fields[i] : "", fields[i] == NULL || *fields[i] == '\0');
	}
	str_add(out, "\t");
}

static void
put_item(Str *out, int level, const char *kind, const char *prefix, const char *ns, const char *name,
		 const char *value)
{
	put_head(out, level, kind, prefix, ns, name);
	put_field(out, value != NULL ? value : "", 0);
	str_add(out, "\n");
}

/* The element whose tag was read has no value; its lines can go out. */
static void
element_is_mixed(void)
{
	if (!element_open)
		return;
	printf("%s\\N\n%s", element.p, tag.p != NULL ? tag.p : "");
	str_clear(&element);
	str_clear(&tag);
	element_open = 0;
}

/* Something other than text follows, and not the end of the open element. */
static void
text_is_item(void)
{
	Str line = {NULL, 0};

	element_is_mixed();
	if (text.p == NULL)
		return;
	put_item(&line, text_level, "text", NULL, NULL, NULL, text.p);
	fputs(line.p, stdout);
	str_clear(&line);
	str_clear(&text);
}

static void
end_element(void)
{
	if (!element_open)
	{
		text_is_item();
		return;
	}
	put_field(&element, text.p != NULL ? text.p : "", 0);
	printf("%s\n%s", element.p, tag.p != NULL ? tag.p : "");
	str_clear(&element);
	str_clear(&tag);
	str_clear(&text);
	element_open = 0;
}

static void
put_attributes(xmlTextReaderPtr r, int level)
{
	Str attributes = {NULL, 0};

	while (xmlTextReaderMoveToNextAttribute(r) == 1)
	{
		const char *name = (const char *) xmlTextReaderConstLocalName(r);
		const char *prefix = (const char *) xmlTextReaderConstPrefix(r);
		const char *value = (const char *) xmlTextReaderConstValue(r);

		if (xmlTextReaderIsNamespaceDecl(r) == 1)
			put_item(&tag, level, "namespace", NULL, NULL, prefix != NULL ? name : NULL, value);
		else
			put_item(&attributes, level, "attribute", prefix,
					 (const char *) xmlTextReaderConstNamespaceUri(r), name, value);
	}
	/* declarations come first */
	if (attributes.p != NULL)
		str_add(&tag, attributes.p);
	str_clear(&attributes);
	xmlTextReaderMoveToElement(r);
}

static void
start_element(xmlTextReaderPtr r, int level)
{
	int empty = xmlTextReaderIsEmptyElement(r);

	text_is_item();
	put_head(&element, level, "element", (const char *) xmlTextReaderConstPrefix(r),
			 (const char *) xmlTextReaderConstNamespaceUri(r), (const char *) xmlTextReaderConstLocalName(r));
	element_open = 1;
	put_attributes(r, level + 1);
	if (empty)
		end_element();
}

static void
read_node(xmlTextReaderPtr r)
{
	int level = xmlTextReaderDepth(r) + 1;
	const char *value = (const char *) xmlTextReaderConstValue(r);
	int type = xmlTextReaderNodeType(r);
	Str line = {NULL, 0};

	switch (type)
	{
		case XML_READER_TYPE_ELEMENT: start_element(r, level); break;
		case XML_READER_TYPE_END_ELEMENT: end_element(); break;
		case XML_READER_TYPE_TEXT:
		case XML_READER_TYPE_CDATA:
		case XML_READER_TYPE_WHITESPACE:
		case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
			str_add(&text, value != NULL ? value : "");
			text_level = level;
			break;
		case XML_READER_TYPE_COMMENT:
		case XML_READER_TYPE_PROCESSING_INSTRUCTION:
			text_is_item();
			put_item(&line, level, type == XML_READER_TYPE_COMMENT ? "comment" : "processing-instruction",
					 NULL, NULL,
					 type == XML_READER_TYPE_COMMENT ? NULL : (const char *) xmlTextReaderConstLocalName(r),
					 value);
			fputs(line.p, stdout);
			str_clear(&line);
			break;
		default: break; /* DOCTYPE */
	}
}

/* External subsets and entities are empty. */
static xmlParserInputPtr
nothing(const char *url, const char *id, xmlParserCtxtPtr ctxt)
{
	(void) url;
	(void) id;
	return xmlNewStringInputStream(ctxt, BAD_CAST "");
}

int
main(int argc, char **argv)
{
	xmlTextReaderPtr r;
	int st = -1;

	if (argc != 2)
		return 2;
	r = xmlReaderForFile(argv[1], NULL,
						 XML_PARSE_NOENT | XML_PARSE_DTDATTR | XML_PARSE_NONET | XML_PARSE_HUGE);
	if (r == NULL)
		return 1;
	xmlSetExternalEntityLoader(nothing);
	while ((st = xmlTextReaderRead(r)) == 1)
		read_node(r);
	xmlFreeTextReader(r);
	return st == 0 ? 0 : 1;
}
