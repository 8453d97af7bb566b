/*
 * bx_infer_put.c -- what was seen of documents, as schema documents.
 *
 * An element whose children have one order is a sequence, with choices of neighbours that exclude each other; any other
 * takes its children as they come.
 */
#include "inf_int.h"

#include <stdio.h>

#include "../format/bx_format.h"

typedef struct InfPut
{
	const BxInfer *infer;
	BxBuf *out;
	BxError *err;
	BxStatus status; /* sticky */
	uint32_t target; /* namespace of the document */
} InfPut;

/* ---- text ---- */

static void
word(InfPut *p, const char *s)
{
	if (p->status == BX_OK)
		p->status = bx_buf_append(p->out, s, strlen(s), p->err);
}

static void
text(InfPut *p, BxStr s)
{
	if (p->status == BX_OK)
		p->status = bx_buf_append(p->out, s.s, s.n, p->err);
}

/* In an attribute in double quotes. */
static void
escaped(InfPut *p, BxStr s)
{
	size_t i;
	char code[8];

	for (i = 0; i < s.n; i++)
		if (s.s[i] == '&' || s.s[i] == '<' || s.s[i] == '"' || (uint8_t) s.s[i] < ' ')
		{
			snprintf(code, sizeof(code), "&#%u;", (uint8_t) s.s[i]);
			word(p, code);
		}
		else
			bx_buf_add(p->out, s.s + i, 1, &p->status, p->err);
}

static void
number(InfPut *p, const char *before, uint64_t n, const char *after)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%llu", (unsigned long long) n);
	word(p, before);
	word(p, digits);
	word(p, after);
}

static void
file_name(InfPut *p, uint32_t ns)
{
	number(p, "\"schema", ns, ".xsd\"");
}

static BxStr
uri(const InfPut *p, uint32_t ns)
{
	return p->infer->uris.strings[ns];
}

/* A reference to what is declared globally. */
static void
reference(InfPut *p, uint32_t symbol)
{
	const InfSymbol *s = &p->infer->symbols[symbol];

	if (s->ns != 0)
		number(p, " ref=\"n", s->ns, ":");
	else
		word(p, " ref=\"");
	text(p, s->local);
	word(p, "\"");
}

/* ---- values ---- */

/* Where xsi:type names types, the values of an element with attributes have no type of their own. */
static bool
has_type(const InfPut *p, const InfElement *e)
{
	return !p->infer->typed && bx_infer_enumerated(p->infer, &e->values);
}

static void
enumeration(InfPut *p, const InfValues *values)
{
	uint32_t i;

	word(p, "<xs:restriction base=\"xs:string\">");
	for (i = 0; i < values->n; i++)
	{
		word(p, "<xs:enumeration value=\"");
		escaped(p, values->list[i]);
		word(p, "\"/>");
	}
	word(p, "</xs:restriction>");
}

/* The rest of a declaration whose value has a simple type: an attribute, or content. */
static void
simple(InfPut *p, const InfValues *values, const char *tag)
{
	if (!bx_infer_enumerated(p->infer, values))
	{
		word(p, " type=\"");
		word(p, at_types[bx_infer_type(values)].qname);
		word(p, "\"/>\n");
		return;
	}
	word(p, "><xs:simpleType>");
	enumeration(p, values);
	word(p, "</xs:simpleType></");
	word(p, tag);
	word(p, ">\n");
}

/* ---- attributes ---- */

static void
attributes(InfPut *p, const InfElement *e)
{
	const BxInfer *infer = p->infer;
	bool xml = false;
	uint32_t i;

	for (i = e->attributes; i != INF_NONE; i = infer->attributes[i].next)
	{
		const InfAttribute *a = &infer->attributes[i];
		const InfSymbol *s = &infer->symbols[a->symbol];

		xml = xml || s->ns == infer->xml;
		if (s->ns == infer->xml)
			continue;
		word(p, "\t\t<xs:attribute");
		if (s->ns != 0)
			reference(p, a->symbol);
		else
		{
			word(p, " name=\"");
			text(p, s->local);
			word(p, "\"");
		}
		word(p, a->count == e->count ? " use=\"required\"" : "");
		if (s->ns != 0)
			word(p, "/>\n");
		else
			simple(p, &a->values, "xs:attribute");
	}
	if (xml)
		word(p, "\t\t<xs:anyAttribute namespace=\"" BX_XML_NS "\" processContents=\"skip\"/>\n");
}

/* ---- content ---- */

static void
occurs(InfPut *p, uint64_t least, bool many)
{
	if (least != 1)
		number(p, " minOccurs=\"", least, "\"");
	if (many)
		word(p, " maxOccurs=\"unbounded\"");
}

static void
child(InfPut *p, const InfKid *kid, uint64_t least, bool many)
{
	word(p, "\t\t\t<xs:element");
	reference(p, kid->symbol);
	occurs(p, least, many);
	word(p, "/>\n");
}

/* Children as they come. */
static void
any_order(InfPut *p, const InfElement *e, uint64_t least)
{
	uint32_t i;

	word(p, "\t\t<xs:choice");
	occurs(p, least, true);
	word(p, ">\n");
	for (i = e->kids; i != INF_NONE; i = p->infer->kids[i].next)
		child(p, &p->infer->kids[i], 1, false);
	word(p, "\t\t</xs:choice>\n");
}

/* The kids in an order in which none comes before one that is before it; false if there is no such order. */
static bool
sort_kids(const BxInfer *infer, const InfElement *e, uint32_t *sorted)
{
	uint32_t kids[INF_ORDERED], i, k, n;
	bool done[INF_ORDERED] = {false};

	for (n = 0, i = e->kids; i != INF_NONE; i = infer->kids[i].next)
		kids[n++] = i;
	for (i = 0; i < n; i++)
	{
		uint32_t next;

		for (next = 0; next < n; next++)
		{
			for (k = 0; k < n && !done[next]; k++)
				if (!done[k] && k != next && e->order != NULL && inf_bit(e->order->before[k], next))
					break;
			if (!done[next] && k == n)
				break;
		}
		if (next == n)
			return false;
		done[next] = true;
		sorted[i] = kids[next];
	}
	return true;
}

/* How many from there on exclude each other? */
static uint32_t
alternatives(const BxInfer *infer, const InfElement *e, const uint32_t *sorted, uint32_t n)
{
	uint32_t i, k;

	for (i = 1; i < n && e->order != NULL; i++)
		for (k = 0; k < i; k++)
			if (inf_bit(e->order->together[infer->kids[sorted[k]].index], infer->kids[sorted[i]].index))
				return i;
	return n;
}

static void
in_order(InfPut *p, const InfElement *e, const uint32_t *sorted)
{
	uint32_t i, k, n;

	word(p, "\t\t<xs:sequence>\n");
	for (i = 0; i < e->n_kids; i += n)
	{
		uint64_t elements = 0;

		n = alternatives(p->infer, e, sorted + i, e->n_kids - i);
		for (k = i; k < i + n; k++)
			elements += p->infer->kids[sorted[k]].elements;
		if (n > 1)
		{
			word(p, "\t\t\t<xs:choice");
			occurs(p, elements == e->filled, false);
			word(p, ">\n");
		}
		for (k = i; k < i + n; k++)
		{
			const InfKid *kid = &p->infer->kids[sorted[k]];

			child(p, kid, n > 1 || kid->elements == e->filled ? kid->least : 0, kid->most > 1);
		}
		word(p, n > 1 ? "\t\t\t</xs:choice>\n" : "");
	}
	word(p, "\t\t</xs:sequence>\n");
}

static void
children(InfPut *p, const InfElement *e)
{
	uint32_t sorted[INF_ORDERED];

	if (e->n_kids == 0)
		return;
	if (e->mixed)
		any_order(p, e, 0);
	else if (e->unordered || e->n_kids > INF_ORDERED || !sort_kids(p->infer, e, sorted))
		any_order(p, e, e->parents == e->filled);
	else
		in_order(p, e, sorted);
}

/* ---- elements ---- */

/* A type of its own for the values of an element that has attributes. */
static void
value_type(InfPut *p, const InfElement *e, BxStr local)
{
	word(p, "<xs:simpleType name=\"");
	text(p, local);
	word(p, "Value\">");
	enumeration(p, &e->values);
	word(p, "</xs:simpleType>\n");
}

static void
simple_content(InfPut *p, const InfElement *e, BxStr local)
{
	word(p, "\t\t<xs:simpleContent><xs:extension base=\"");
	if (has_type(p, e))
	{
		if (p->target != 0)
			number(p, "n", p->target, ":");
		text(p, local);
		word(p, "Value");
	}
	else
		word(p, at_types[bx_infer_type(&e->values)].qname);
	word(p, "\">\n");
	attributes(p, e);
	word(p, "\t\t</xs:extension></xs:simpleContent>\n");
}

static void
element(InfPut *p, const InfElement *e)
{
	BxStr local = p->infer->symbols[e->symbol].local;
	bool value = e->n_kids == 0 && e->text;

	if (value && !e->typed && e->attributes != INF_NONE && has_type(p, e))
		value_type(p, e, local);
	word(p, "<xs:element name=\"");
	text(p, local);
	word(p, e->nillable ? "\" nillable=\"true\"" : "\"");
	if (e->typed)
	{
		word(p, "/>\n");
		return;
	}
	if (value && e->attributes == INF_NONE)
	{
		simple(p, &e->values, "xs:element");
		return;
	}
	word(p, ">\n\t<xs:complexType");
	word(p, e->mixed && !value ? " mixed=\"true\">\n" : ">\n");
	if (value)
		simple_content(p, e, local);
	else
	{
		children(p, e);
		attributes(p, e);
	}
	word(p, "\t</xs:complexType>\n</xs:element>\n");
}

/* A type that xsi:type names, with anything in it. */
static void
type(InfPut *p, BxStr local)
{
	word(p, "<xs:complexType name=\"");
	text(p, local);
	word(p, "\" mixed=\"true\">\n\t<xs:sequence><xs:any minOccurs=\"0\" maxOccurs=\"unbounded\" "
			"processContents=\"lax\"/></xs:sequence>\n\t<xs:anyAttribute "
			"processContents=\"lax\"/>\n</xs:complexType>\n");
}

/* ---- documents ---- */

/* Is anything declared in the namespace? */
static bool
declares(const BxInfer *infer, uint32_t ns)
{
	uint32_t i;

	for (i = 0; i < infer->names.map.n; i++)
		if (infer->symbols[i].ns == ns && (infer->symbols[i].element != INF_NONE ||
										   infer->symbols[i].attribute != INF_NONE || infer->symbols[i].type))
			return true;
	return false;
}

static void
imports(InfPut *p)
{
	uint32_t ns;

	for (ns = 0; ns < p->infer->uris.map.n; ns++)
	{
		if (ns == p->target || !declares(p->infer, ns))
			continue;
		word(p, "<xs:import");
		if (ns != 0)
		{
			word(p, " namespace=\"");
			escaped(p, uri(p, ns));
			word(p, "\"");
		}
		word(p, " schemaLocation=");
		file_name(p, ns);
		word(p, "/>\n");
	}
}

static void
begin_document(InfPut *p)
{
	uint32_t ns;

	word(p, "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"");
	for (ns = 1; ns < p->infer->uris.map.n; ns++)
		if (declares(p->infer, ns))
		{
			number(p, "\n\txmlns:n", ns, "=\"");
			escaped(p, uri(p, ns));
			word(p, "\"");
		}
	if (p->target != 0)
	{
		word(p, "\n\ttargetNamespace=\"");
		escaped(p, uri(p, p->target));
		word(p, "\" elementFormDefault=\"qualified\"");
	}
	word(p, ">\n");
	imports(p);
}

static void
document(InfPut *p)
{
	const BxInfer *infer = p->infer;
	uint32_t i;

	begin_document(p);
	for (i = 0; i < infer->n_elements && p->status == BX_OK; i++)
		if (infer->symbols[infer->elements[i].symbol].ns == p->target)
			element(p, &infer->elements[i]);
	for (i = 0; i < infer->n_attributes && p->status == BX_OK; i++)
	{
		const InfAttribute *a = &infer->attributes[i];

		if (a->element != INF_NONE || infer->symbols[a->symbol].ns != p->target)
			continue;
		word(p, "<xs:attribute name=\"");
		text(p, infer->symbols[a->symbol].local);
		word(p, "\"");
		simple(p, &a->values, "xs:attribute");
	}
	for (i = 0; i < infer->names.map.n && p->status == BX_OK; i++)
		if (infer->symbols[i].type && infer->symbols[i].ns == p->target)
			type(p, infer->symbols[i].local);
	word(p, "</xs:schema>\n");
}

BxStatus
bx_infer_put(const BxInfer *infer, BxBuf *out, BxError *err)
{
	InfPut p = {.infer = infer, .out = out, .err = err};
	uint32_t ns, n = 0;

	for (ns = 0; ns < infer->uris.map.n; ns++)
		n += declares(infer, ns);
	for (ns = 0; ns < infer->uris.map.n && p.status == BX_OK; ns++)
	{
		if (!declares(infer, ns))
			continue;
		if (n > 1)
		{
			word(&p, "<?bxml-document name=");
			file_name(&p, ns);
			word(&p, "?>\n");
		}
		p.target = ns;
		document(&p);
	}
	return p.status;
}
