/*
 * ut_schema_gen.h -- random schemas, variants of them, and documents that they mean to allow.
 *
 * Every decision about a schema has a key and is made from a seed, unless the variant has an answer of its own for the
 * key: so a variant differs in one or two decisions and is the same schema otherwise.
 */
#ifndef UT_SCHEMA_GEN_H
#define UT_SCHEMA_GEN_H

#include <stdarg.h>

#include "ut_schema.h"

#define UT_GEN_CHANGES 4
#define UT_GEN_SIMPLE 6
#define UT_GEN_COMPLEX 5

typedef struct UtSchemaGen
{
	uint64_t seed;
	uint32_t keys[UT_GEN_CHANGES]; /* of decisions that are made otherwise */
	uint32_t answers[UT_GEN_CHANGES];
	unsigned n_changes;
	uint32_t used[2000]; /* keys asked for */
	unsigned n_used;
	uint64_t rng; /* of documents */
	char text[40000];
	size_t n;
	unsigned depth;
} UtSchemaGen;

static inline uint64_t
ut_gen_mix(uint64_t z)
{
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return z ^ (z >> 31);
}

/* The decision with a key, among n. */
static inline unsigned
ut_gen(UtSchemaGen *g, uint32_t key, unsigned n)
{
	for (unsigned i = 0; i < g->n_changes; i++)
		if (g->keys[i] == key)
			return g->answers[i] % n;
	if (g->n_used < sizeof(g->used) / sizeof(g->used[0]))
		g->used[g->n_used++] = key;
	return (unsigned) (ut_gen_mix(g->seed + key * 0x9E3779B97F4A7C15u) % n);
}

static inline unsigned
ut_gen_any(UtSchemaGen *g, unsigned n)
{
	return (unsigned) (ut_gen_mix(g->rng += 0x9E3779B97F4A7C15u) % n);
}

static inline void ut_gen_put(UtSchemaGen *g, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static inline void
ut_gen_put(UtSchemaGen *g, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(g->text + g->n, sizeof(g->text) - g->n, fmt, ap);
	va_end(ap);
	if (n > 0 && g->n + (size_t) n < sizeof(g->text))
		g->n += (size_t) n;
}

#define UT_KEY(kind, no, part) ((uint32_t) (kind) *10000 + (uint32_t) (no) *100 + (uint32_t) (part))

/* ---- simple types ---- */

enum
{
	UT_S_INT,
	UT_S_ENUM,
	UT_S_LENGTH,
	UT_S_DECIMAL,
	UT_S_DATE,
	UT_S_LIST,
	UT_S_UNION,
	UT_S_PATTERN,
	UT_S_PLAIN,
	UT_S_KINDS
};

static const char *const ut_gen_bases[] = {"xs:short",   "xs:int",           "xs:integer", "xs:decimal",
										   "xs:token",   "xs:string",        "xs:NMTOKEN", "xs:NCName",
										   "xs:boolean", "xs:anySimpleType", "xs:dateTime"};
#define UT_GEN_BASES (sizeof(ut_gen_bases) / sizeof(ut_gen_bases[0]))

static inline void
ut_gen_simple(UtSchemaGen *g, unsigned no)
{
	unsigned kind = ut_gen(g, UT_KEY(1, no, 0), UT_S_KINDS), i;
	static const char *const words[] = {"a", "b", "ab c", "7", "2020-01-01"};

	ut_gen_put(g, "<xs:simpleType name='S%u'>", no);
	switch (kind)
	{
		case UT_S_INT:
			ut_gen_put(g, "<xs:restriction base='%s'><xs:min%s value='%d'/><xs:max%s value='%d'/>",
					   ut_gen_bases[ut_gen(g, UT_KEY(1, no, 1), 4)],
					   ut_gen(g, UT_KEY(1, no, 2), 2) ? "Inclusive" : "Exclusive",
					   -(int) ut_gen(g, UT_KEY(1, no, 3), 4),
					   ut_gen(g, UT_KEY(1, no, 4), 2) ? "Inclusive" : "Exclusive",
					   5 + (int) ut_gen(g, UT_KEY(1, no, 5), 8));
			break;
		case UT_S_ENUM:
			ut_gen_put(g, "<xs:restriction base='%s'>",
					   ut_gen(g, UT_KEY(1, no, 6), 2) ? "xs:token" : "xs:string");
			for (i = 0; i < 5; i++)
				if (i == 0 || ut_gen(g, UT_KEY(1, no, 7 + i), 3) > 0)
					ut_gen_put(g, "<xs:enumeration value='%s'/>", words[i]);
			break;
		case UT_S_LENGTH:
			ut_gen_put(g, "<xs:restriction base='%s'><xs:minLength value='%u'/><xs:maxLength value='%u'/>",
					   ut_gen_bases[4 + ut_gen(g, UT_KEY(1, no, 12), 4)], ut_gen(g, UT_KEY(1, no, 13), 3),
					   3 + ut_gen(g, UT_KEY(1, no, 14), 4));
			break;
		case UT_S_DECIMAL:
			ut_gen_put(g,
					   "<xs:restriction base='xs:decimal'><xs:totalDigits value='%u'/>"
					   "<xs:fractionDigits value='%u'/>",
					   3 + ut_gen(g, UT_KEY(1, no, 15), 4), ut_gen(g, UT_KEY(1, no, 16), 4));
			break;
		case UT_S_DATE:
			ut_gen_put(g, "<xs:restriction base='xs:date'><xs:minInclusive value='20%02u-01-01'/>",
					   ut_gen(g, UT_KEY(1, no, 17), 9));
			break;
		case UT_S_LIST:
			ut_gen_put(g,
					   "<xs:restriction><xs:simpleType><xs:list itemType='%s'/></xs:simpleType>"
					   "<xs:maxLength value='%u'/>",
					   ut_gen_bases[ut_gen(g, UT_KEY(1, no, 18), 7)], 2 + ut_gen(g, UT_KEY(1, no, 19), 3));
			break;
		case UT_S_UNION:
			ut_gen_put(g, "<xs:union memberTypes='%s %s'/></xs:simpleType>",
					   ut_gen_bases[ut_gen(g, UT_KEY(1, no, 20), UT_GEN_BASES)],
					   no > 0 ? "S0" : ut_gen_bases[ut_gen(g, UT_KEY(1, no, 21), UT_GEN_BASES)]);
			return;
		case UT_S_PATTERN:
			ut_gen_put(g, "<xs:restriction base='xs:token'><xs:pattern value='[a-c]{1,%u}'/>",
					   2 + ut_gen(g, UT_KEY(1, no, 22), 3));
			break;
		default:
			ut_gen_put(g, "<xs:restriction base='%s'>",
					   ut_gen_bases[ut_gen(g, UT_KEY(1, no, 23), UT_GEN_BASES) % 9]);
			break;
	}
	ut_gen_put(g, "</xs:restriction></xs:simpleType>");
}

/* ---- values ---- */

/* A text of a built-in type. */
static inline void
ut_gen_base_value(UtSchemaGen *g, unsigned base, char *out)
{
	static const char *const numbers[] = {"0", "1", "5", "7", "-3", "123", "+5", "04", "3"};
	static const char *const words[] = {"a", "b", "ab", "abc", "a.b", "x-y", "7", "abca", "abcdef"};
	const char *word = words[ut_gen_any(g, 9)];

	switch (base)
	{
		case 3: strcpy(out, ut_gen_any(g, 2) ? "4.5" : numbers[ut_gen_any(g, 9)]); return;
		case 4: sprintf(out, ut_gen_any(g, 4) ? "%s" : " %s  c ", word); return;
		case 5:
		case 9: sprintf(out, ut_gen_any(g, 4) ? "%s" : "%s  ", ut_gen_any(g, 8) ? word : ""); return;
		case 6: sprintf(out, "%s", word); return;
		case 7: sprintf(out, "%s", words[ut_gen_any(g, 6)]); return;
		case 8: strcpy(out, ut_gen_any(g, 2) ? "true" : "0"); return;
		case 10: strcpy(out, "2020-01-01T00:00:00"); return;
		default: strcpy(out, numbers[ut_gen_any(g, 9)]); return;
	}
}

/* A text of simple type no, most often. */
static inline void
ut_gen_simple_value(UtSchemaGen *g, unsigned no, char *out)
{
	static const char *const words[] = {"a", "b", "ab c", "7", "2020-01-01"};
	unsigned i = ut_gen_any(g, 5), n;

	switch (ut_gen(g, UT_KEY(1, no, 0), UT_S_KINDS))
	{
		case UT_S_INT:
			n = ut_gen(g, UT_KEY(1, no, 3), 4) + 5 + ut_gen(g, UT_KEY(1, no, 5), 8);
			sprintf(out, "%d", (int) ut_gen_any(g, n + 1) - (int) ut_gen(g, UT_KEY(1, no, 3), 4));
			return;
		case UT_S_ENUM:
			while (i > 0 && ut_gen(g, UT_KEY(1, no, 7 + i), 3) == 0)
				i--;
			sprintf(out, ut_gen_any(g, 8) ? "%s" : " %s ", words[i]);
			return;
		case UT_S_LENGTH:
			n = 3 + ut_gen(g, UT_KEY(1, no, 14), 4);
			i = ut_gen(g, UT_KEY(1, no, 13), 3);
			sprintf(out, "%.*s", (int) (i + ut_gen_any(g, n - i + 1)), "abcabcabcabc");
			return;
		case UT_S_DECIMAL:
			sprintf(out, "%.*s%s%.*s", 1 + (int) ut_gen_any(g, 4), "1234567", i > 1 ? "." : "",
					i > 1 ? (int) ut_gen_any(g, 1 + ut_gen(g, UT_KEY(1, no, 16), 4)) : 0, "5555");
			return;
		case UT_S_DATE: sprintf(out, "20%02u-0%u-11", ut_gen_any(g, 12), 1 + i); return;
		case UT_S_LIST:
			/* two empty lists are not equal to libxml2 */
			n = 1 + ut_gen_any(g, 2 + ut_gen(g, UT_KEY(1, no, 19), 3));
			for (*out = '\0'; n > 0; n--)
			{
				ut_gen_base_value(g, ut_gen(g, UT_KEY(1, no, 18), 7), out + strlen(out));
				strcat(out, " ");
			}
			return;
		case UT_S_UNION:
			if (i > 2 && no > 0)
				ut_gen_simple_value(g, 0, out);
			else
				ut_gen_base_value(g, ut_gen(g, UT_KEY(1, no, 20 + (i > 2)), UT_GEN_BASES), out);
			return;
		case UT_S_PATTERN:
			sprintf(out, "%.*s", 1 + (int) ut_gen_any(g, 2 + ut_gen(g, UT_KEY(1, no, 22), 3)), "abcabc");
			return;
		default: ut_gen_base_value(g, ut_gen(g, UT_KEY(1, no, 23), UT_GEN_BASES) % 9, out); return;
	}
}

static inline void
ut_gen_put_simple(UtSchemaGen *g, unsigned no)
{
	char value[200];

	ut_gen_simple_value(g, no, value);
	ut_gen_put(g, "%s", value);
}

/* ---- complex types ---- */

/* A type for an element at a place of complex type no: one of a higher number, or simple. */
static inline void
ut_gen_type_name(UtSchemaGen *g, unsigned no, unsigned key, char *name)
{
	unsigned pick = ut_gen(g, UT_KEY(2, no, key), 4);

	if (pick == 0 && no + 1 < UT_GEN_COMPLEX)
		sprintf(name, "T%u", no + 1 + ut_gen(g, UT_KEY(2, no, key + 1), UT_GEN_COMPLEX - no - 1));
	else if (pick == 1)
		sprintf(name, "%s", ut_gen_bases[ut_gen(g, UT_KEY(2, no, key + 1), UT_GEN_BASES)]);
	else
		sprintf(name, "S%u", ut_gen(g, UT_KEY(2, no, key + 1), UT_GEN_SIMPLE));
}

typedef struct UtOccurs
{
	unsigned min, max; /* 0: unbounded */
} UtOccurs;

static inline UtOccurs
ut_gen_occurs(UtSchemaGen *g, unsigned no, unsigned key)
{
	static const UtOccurs all[] = {{1, 1}, {0, 1}, {1, 0},   {0, 0},   {2, 3},
								   {1, 2}, {0, 3}, {1, 150}, {2, 300}, {3, 0}};

	/* what repeats in what repeats would most often be ambiguous */
	if (key > 4 && (ut_gen_occurs(g, no, 3).max != 1 || (key >= 34 && ut_gen_occurs(g, no, 4).max != 1)))
		return all[ut_gen(g, UT_KEY(2, no, key), 8) == 0];
	if (key == 4 && ut_gen_occurs(g, no, 3).max != 1)
		return all[0];
	if (key == 3)
		return all[ut_gen(g, UT_KEY(2, no, key), 16) * 5 / 16 * 2 % 9];
	return all[ut_gen(g, UT_KEY(2, no, key), sizeof(all) / sizeof(all[0]))];
}

static inline void
ut_gen_put_occurs(UtSchemaGen *g, UtOccurs o)
{
	ut_gen_put(g, " minOccurs='%u'", o.min);
	if (o.max == 0)
		ut_gen_put(g, " maxOccurs='unbounded'");
	else
		ut_gen_put(g, " maxOccurs='%u'", o.max);
}

/* Parts of the content of type no: elements e0 to e4, the last two in a group of their own. */
static inline void
ut_gen_element(UtSchemaGen *g, unsigned no, unsigned i, bool all)
{
	unsigned key = 10 + i * 8;
	char type[40];
	UtOccurs o = ut_gen_occurs(g, no, key);

	ut_gen_type_name(g, no, key + 1, type);
	if (all)
		o = (UtOccurs){o.min > 0, 1};
	if (i == 2 && ut_gen(g, UT_KEY(2, no, key + 3), 3) == 0)
		ut_gen_put(g, "<xs:element ref='g'");
	else
	{
		ut_gen_put(g, "<xs:element name='e%u' type='%s'", i, type);
		if (ut_gen(g, UT_KEY(2, no, key + 4), 4) == 0)
			ut_gen_put(g, " nillable='true'");
	}
	ut_gen_put_occurs(g, o);
	ut_gen_put(g, "/>");
}

static inline void
ut_gen_content(UtSchemaGen *g, unsigned no)
{
	static const char *const groups[] = {"sequence", "choice", "all"};
	unsigned outer = ut_gen(g, UT_KEY(2, no, 1), 5), inner = ut_gen(g, UT_KEY(2, no, 2), 2), i;

	outer = outer < 3 ? 0 : outer - 2;
	ut_gen_put(g, "<xs:%s", groups[outer]);
	if (outer != 2)
		ut_gen_put_occurs(g, ut_gen_occurs(g, no, 3));
	ut_gen_put(g, ">");
	for (i = 0; i < 3; i++)
		if (ut_gen(g, UT_KEY(2, no, 60 + i), 3) > 0)
			ut_gen_element(g, no, i, outer == 2);
	if (outer != 2)
	{
		ut_gen_put(g, "<xs:%s", groups[inner]);
		ut_gen_put_occurs(g, ut_gen_occurs(g, no, 4));
		ut_gen_put(g, ">");
		ut_gen_element(g, no, 3, false);
		if (ut_gen(g, UT_KEY(2, no, 63), 2))
			ut_gen_element(g, no, 4, false);
		ut_gen_put(g, "</xs:%s>", groups[inner]);
		i = ut_gen(g, UT_KEY(2, no, 64), 12);
		if (i < 3)
			ut_gen_put(g, "<xs:any namespace='%s' processContents='%s' minOccurs='0'/>",
					   ut_gen(g, UT_KEY(2, no, 65), 2) ? "urn:w" : "urn:w urn:x",
					   i == 0   ? "lax"
					   : i == 1 ? "skip"
								: "strict");
	}
	ut_gen_put(g, "</xs:%s>", groups[outer]);
}

static inline void
ut_gen_attributes(UtSchemaGen *g, unsigned no)
{
	for (unsigned i = 0; i < 3; i++)
	{
		unsigned how = ut_gen(g, UT_KEY(2, no, 70 + 4 * i), 6);

		if (how < 3)
			continue;
		ut_gen_put(g, "<xs:attribute name='a%u' type='S%u'%s/>", i,
				   ut_gen(g, UT_KEY(2, no, 71 + 4 * i), UT_GEN_SIMPLE), how == 3 ? " use='required'" : "");
	}
	switch (ut_gen(g, UT_KEY(2, no, 90), 9))
	{
		case 0: ut_gen_put(g, "<xs:anyAttribute processContents='lax'/>"); break;
		case 1: ut_gen_put(g, "<xs:anyAttribute namespace='##local' processContents='skip'/>"); break;
		case 2: ut_gen_put(g, "<xs:anyAttribute namespace='urn:w' processContents='strict'/>"); break;
		default: break;
	}
}

static inline void
ut_gen_complex(UtSchemaGen *g, unsigned no)
{
	unsigned kind = ut_gen(g, UT_KEY(2, no, 0), 8);

	ut_gen_put(g, "<xs:complexType name='T%u'%s>", no, kind == 1 ? " mixed='true'" : "");
	if (kind == 0)
		ut_gen_put(g, "<xs:simpleContent><xs:extension base='S%u'>",
				   ut_gen(g, UT_KEY(2, no, 5), UT_GEN_SIMPLE));
	else if (kind == 2 && no + 1 < UT_GEN_COMPLEX && ut_gen(g, UT_KEY(2, no + 1, 0), 8) > 2)
		ut_gen_put(
			g,
			"<xs:complexContent><xs:extension base='T%u'><xs:sequence><xs:element name='x%u' type='S0' "
			"minOccurs='%u'/></xs:sequence>",
			no + 1, no, ut_gen(g, UT_KEY(2, no, 6), 2));
	else if (kind != 3)
		ut_gen_content(g, no);
	if (kind == 2 && no + 1 < UT_GEN_COMPLEX && ut_gen(g, UT_KEY(2, no + 1, 0), 8) > 2)
		ut_gen_put(g, "</xs:extension></xs:complexContent>");
	else
		ut_gen_attributes(g, no);
	if (kind == 0)
		ut_gen_put(g, "</xs:extension></xs:simpleContent>");
	ut_gen_put(g, "</xs:complexType>");
}

/* The text of the schema, in g->text. */
static inline void
ut_gen_schema(UtSchemaGen *g)
{
	bool member;

	g->n = 0;
	g->n_used = 0;
	ut_gen_put(g, UT_XS ">");
	for (unsigned i = 0; i < UT_GEN_SIMPLE; i++)
		ut_gen_simple(g, i);
	for (unsigned i = 0; i < UT_GEN_COMPLEX; i++)
		ut_gen_complex(g, i);
	ut_gen_put(g, "<xs:element name='r' type='T0'>");
	if (ut_gen(g, UT_KEY(3, 0, 0), 6) == 0)
		ut_gen_put(g, "<xs:%s name='k'><xs:selector xpath='.//e%u'/><xs:field xpath='@a0'/></xs:%s>",
				   "unique", ut_gen(g, UT_KEY(3, 0, 1), 2), "unique");
	/* libxml2 takes an abstract element without members for nothing at all */
	member = ut_gen(g, UT_KEY(3, 0, 3), 2);
	ut_gen_put(g, "</xs:element><xs:element name='g' type='S1'%s/>",
			   member && ut_gen(g, UT_KEY(3, 0, 2), 2) ? " abstract='true'" : "");
	if (member)
		ut_gen_put(g, "<xs:element name='h' type='S1' substitutionGroup='g'/>");
	if (ut_gen(g, UT_KEY(3, 0, 4), 3) == 0)
		ut_gen_put(g, "<xs:attribute name='a2' type='S2'/>");
	ut_gen_put(g, "</xs:schema>");
}

/* ---- documents ---- */

static inline void ut_gen_doc_element(UtSchemaGen *g, const char *name, unsigned type, unsigned no,
									  unsigned key);

static inline unsigned
ut_gen_times(UtSchemaGen *g, UtOccurs o)
{
	unsigned more = ut_gen_any(g, 3), n = o.min + (ut_gen_any(g, 30) == 0 ? ut_gen_any(g, 160) : more);

	return o.max > 0 && n > o.max ? o.max : n;
}

static inline void
ut_gen_doc_part(UtSchemaGen *g, unsigned no, unsigned i, bool all)
{
	unsigned key = 10 + i * 8, pick = ut_gen(g, UT_KEY(2, no, key + 1), 4);
	UtOccurs o = ut_gen_occurs(g, no, key);
	char name[8];

	if (all)
		o = (UtOccurs){o.min > 0, 1};
	for (unsigned n = ut_gen_times(g, o); n > 0 && g->n < 8000; n--)
	{
		if (i == 2 && ut_gen(g, UT_KEY(2, no, key + 3), 3) == 0)
		{
			ut_gen_put(g, "<%s>", n & 1 ? "g" : "h");
			ut_gen_put_simple(g, 1);
			ut_gen_put(g, "</%s>", n & 1 ? "g" : "h");
			continue;
		}
		sprintf(name, "e%u", i);
		if (pick == 0 && no + 1 < UT_GEN_COMPLEX)
			ut_gen_doc_element(g, name, no + 1 + ut_gen(g, UT_KEY(2, no, key + 2), UT_GEN_COMPLEX - no - 1),
							   no, key);
		else
			ut_gen_doc_element(g, name, UINT32_MAX, no, key);
	}
}

static inline void
ut_gen_doc_group(UtSchemaGen *g, unsigned no, unsigned kind, unsigned first, unsigned n)
{
	unsigned only = first + ut_gen_any(g, n);

	for (unsigned i = first; i < first + n; i++)
	{
		if (kind == 1 && i != only)
			continue;
		if (i < 3 ? ut_gen(g, UT_KEY(2, no, 60 + i), 3) > 0 : i == 3 || ut_gen(g, UT_KEY(2, no, 63), 2))
			ut_gen_doc_part(g, no, i, kind == 2);
	}
}

static inline void
ut_gen_doc_content(UtSchemaGen *g, unsigned no)
{
	unsigned outer = ut_gen(g, UT_KEY(2, no, 1), 5), inner = ut_gen(g, UT_KEY(2, no, 2), 2);
	unsigned times;

	outer = outer < 3 ? 0 : outer - 2;
	times = outer == 2 ? 1 : ut_gen_times(g, ut_gen_occurs(g, no, 3));
	for (; times > 0 && g->n < 8000; times--)
	{
		bool second = outer == 1 && ut_gen_any(g, 2);

		if (!second)
			ut_gen_doc_group(g, no, outer, 0, 3);
		if (outer == 2 || (outer == 1 && !second))
			continue;
		for (unsigned n = ut_gen_times(g, ut_gen_occurs(g, no, 4)); n > 0 && g->n < 8000; n--)
			ut_gen_doc_group(g, no, inner, 3, 2);
		if (ut_gen(g, UT_KEY(2, no, 64), 12) < 3 && ut_gen_any(g, 2))
			ut_gen_put(g, "<w:x xmlns:w='urn:%s'>any</w:x>", ut_gen_any(g, 2) ? "w" : "x");
	}
}

static inline void
ut_gen_doc_attributes(UtSchemaGen *g, unsigned no)
{
	for (unsigned i = 0; i < 3; i++)
	{
		unsigned how = ut_gen(g, UT_KEY(2, no, 70 + 4 * i), 6);

		if (how == 3 || ut_gen_any(g, how > 3 ? 2 : 40) == 0)
		{
			ut_gen_put(g, " a%u='", i);
			ut_gen_put_simple(g, ut_gen(g, UT_KEY(2, no, 71 + 4 * i), UT_GEN_SIMPLE));
			ut_gen_put(g, "'");
		}
	}
	if (ut_gen(g, UT_KEY(2, no, 90), 9) == 0 && ut_gen_any(g, 2))
		ut_gen_put(g, " b='1'");
}

static inline void
ut_gen_doc_complex(UtSchemaGen *g, unsigned no)
{
	unsigned kind = ut_gen(g, UT_KEY(2, no, 0), 8);
	bool extends = kind == 2 && no + 1 < UT_GEN_COMPLEX && ut_gen(g, UT_KEY(2, no + 1, 0), 8) > 2;

	ut_gen_doc_attributes(g, extends ? no + 1 : no);
	ut_gen_put(g, ">");
	if (kind == 0)
		ut_gen_put_simple(g, ut_gen(g, UT_KEY(2, no, 5), UT_GEN_SIMPLE));
	else if (extends)
	{
		if (ut_gen(g, UT_KEY(2, no + 1, 0), 8) != 3)
			ut_gen_doc_content(g, no + 1);
		ut_gen_put(g, "<x%u>", no);
		ut_gen_put_simple(g, 0);
		ut_gen_put(g, "</x%u>", no);
	}
	else if (kind != 3)
		ut_gen_doc_content(g, no);
	if (kind == 1)
		ut_gen_put(g, "text");
}

static inline void
ut_gen_doc_value(UtSchemaGen *g, unsigned no, unsigned key)
{
	unsigned pick = ut_gen(g, UT_KEY(2, no, key + 1), 4);
	char value[200];

	if (pick == 1)
		ut_gen_base_value(g, ut_gen(g, UT_KEY(2, no, key + 2), UT_GEN_BASES), value);
	else
		ut_gen_simple_value(g, ut_gen(g, UT_KEY(2, no, key + 2), UT_GEN_SIMPLE), value);
	ut_gen_put(g, "%s", value);
}

/* The element at a place of complex type no: complex, of a type, or with a value. */
static inline void
ut_gen_doc_element(UtSchemaGen *g, const char *name, unsigned type, unsigned no, unsigned key)
{
	ut_gen_put(g, "<%s", name);
	if (ut_gen_any(g, 60) == 0)
		ut_gen_put(g, " xsi:nil='true'/>");
	else if (type == UINT32_MAX)
	{
		if (ut_gen_any(g, 30) == 0)
			ut_gen_put(g, " xsi:type='%s'", ut_gen_bases[ut_gen_any(g, UT_GEN_BASES)]);
		ut_gen_put(g, ">");
		ut_gen_doc_value(g, no, key);
		ut_gen_put(g, "</%s>", name);
	}
	else
	{
		if (type > 0 && ut_gen(g, UT_KEY(2, type - 1, 0), 8) == 2 && ut_gen_any(g, 3) == 0)
			ut_gen_put(g, " xsi:type='T%u'", --type);
		ut_gen_doc_complex(g, type);
		ut_gen_put(g, "</%s>", name);
	}
}

/* The text of a document, in g->text; it is not sure to be valid. */
static inline void
ut_gen_doc(UtSchemaGen *g)
{
	g->n = 0;
	if (ut_gen_any(g, 20) == 0)
	{
		ut_gen_put(g, "<g>");
		ut_gen_put_simple(g, 1);
		ut_gen_put(g, "</g>");
	}
	else
	{
		ut_gen_put(g, "<r xmlns:xs='http://www.w3.org/2001/XMLSchema'" UT_XSI);
		ut_gen_doc_complex(g, 0);
		ut_gen_put(g, "</r>");
	}
}

#endif
