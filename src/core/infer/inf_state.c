/*
 * inf_state.c -- what was seen of documents as bytes, and what others saw added to it.
 *
 * Bytes hold names, elements, children and attributes in the order in which they were met, and taking them adds each
 * in that order to what is there: so the result is that of the documents behind the bytes, added one after the other.
 * The same functions put and take.  Bytes may come from anywhere: what is taken is checked.
 *
 *   version, greatest number of values of an enumeration, documents
 *   number of URIs, each: text
 *   number of names, each: URI, local name, whether it is that of a type
 *   number of elements, each: name, counts, flags, values
 *   number of children, each: element, name, counts; in an element with an order, which of those with a smaller number
 *     come before and after it
 *   number of attributes, each: element from 1 on or 0 for any, name, count, values
 *
 * Values are a set of types, flags, their number, and the different ones unless there are many.
 */
#include "inf_int.h"

#include "../base/bx_bytes.h"
#include "../base/bx_utf8.h"

#define VERSION 2
#define ANY UINT64_MAX /* a number without a limit */

/* Flags of an element; ORDERED: its children have an order. */
#define NILLABLE 1
#define MIXED 2
#define TEXT 4
#define UNORDERED 8
#define ORDERED 16
#define TYPED 32
#define ELEMENT_FLAGS 64

/* Flags of values. */
#define WORDS 1
#define MANY 2
#define VALUE_FLAGS 4

/* An element of the bytes. */
typedef struct Taken
{
	uint32_t element; /* its number here */
	uint32_t n_kids;  /* so far, if they have an order */
	uint32_t *kids;   /* their numbers here; NULL: no order */
} Taken;

typedef struct InfState
{
	const BxInfer *infer; /* what is put */
	BxInfer *to;          /* NULL: put */
	BxBuf *out;
	const uint8_t *p;
	const uint8_t *end;
	BxError *err;
	BxStatus status; /* sticky */
	/* Numbers of the bytes, and what they are here. */
	uint32_t *uris;
	uint32_t *symbols;
	Taken *elements;
	uint32_t n_uris;
	uint32_t n_symbols;
	uint32_t n_elements;
	BxStr list[BX_INFER_ENUMERATION]; /* of the values that are taken */
} InfState;

/* ---- numbers and texts ---- */

static void
refuse(InfState *s)
{
	if (s->status == BX_OK)
		s->status = bx_fail(s->err, BX_E_WIRE, -1, "invalid state of a schema that is inferred");
}

/* Remember a failure; true if there is none. */
static bool
went(InfState *s, BxStatus status)
{
	if (s->status == BX_OK)
		s->status = status;
	return s->status == BX_OK;
}

static uint64_t
take_number(InfState *s, uint64_t limit)
{
	uint32_t low = 0, high = 0;
	const uint8_t *p = bx_varint_get(s->p, s->end, &low);

	p = p != NULL ? bx_varint_get(p, s->end, &high) : NULL;
	if (p == NULL || ((uint64_t) high << 32 | low) >= limit)
	{
		refuse(s);
		return 0;
	}
	s->p = p;
	return (uint64_t) high << 32 | low;
}

/* The number, once it is put; or one below the limit that is taken. */
static uint64_t
number(InfState *s, uint64_t value, uint64_t limit)
{
	uint8_t bytes[2 * BX_VARINT_MAX], *end;

	if (s->status != BX_OK)
		return 0;
	if (s->to != NULL)
		return take_number(s, limit);
	end = bx_varint_put(bx_varint_put(bytes, (uint32_t) value), (uint32_t) (value >> 32));
	bx_buf_add(s->out, bytes, (size_t) (end - bytes), &s->status, s->err);
	return value;
}

/* A text of XML, which is borrowed. */
static BxStr
text(InfState *s, BxStr value)
{
	size_t n = (size_t) number(s, value.n, s->to != NULL ? (uint64_t) (s->end - s->p) : ANY), bad;

	if (s->status != BX_OK)
		return bx_str("", 0);
	if (s->to == NULL)
	{
		bx_buf_add(s->out, value.s, n, &s->status, s->err);
		return value;
	}
	if ((size_t) (s->end - s->p) < n || !bx_utf8_is_xml(s->p, n, &bad))
	{
		refuse(s);
		return bx_str("", 0);
	}
	s->p += n;
	return bx_str(s->p - n, n);
}

/* How many follow, each of which has a byte at least. */
static uint32_t
count(InfState *s, uint32_t n)
{
	return (uint32_t) number(s, n, s->to != NULL ? (uint64_t) (s->end - s->p) + 1 : ANY);
}

/* Memory for what is taken, as long as that lasts. */
static void *
room(InfState *s, size_t n)
{
	void *p = NULL;

	if (s->to == NULL || s->status != BX_OK)
		return NULL;
	p = bx_arena_alloc(&s->to->scratch, n + 1);
	if (p == NULL)
		went(s, bx_fail_nomem(s->err, n));
	return p;
}

/* ---- values ---- */

static void
values(InfState *s, const InfValues *given, InfValues *to)
{
	InfValues v = given != NULL ? *given : (InfValues){.list = NULL};
	uint32_t flags, i;

	v.types = (uint32_t) number(s, v.types, 1u << INF_CANDIDATES);
	flags = (uint32_t) number(s, (v.words ? WORDS : 0) | (v.many ? MANY : 0), VALUE_FLAGS);
	v.count = number(s, v.count, ANY);
	v.n = (uint32_t) number(s, v.many ? 0 : v.n, BX_INFER_ENUMERATION + 1);
	for (i = 0; i < v.n && s->status == BX_OK; i++)
	{
		s->list[i] = text(s, given != NULL ? given->list[i] : bx_str("", 0));
		if (s->list[i].n > INF_VALUE)
			refuse(s);
	}
	if (s->to == NULL || s->status != BX_OK)
		return;
	v.words = (flags & WORDS) != 0;
	v.many = (flags & MANY) != 0;
	v.list = s->list;
	went(s, bx_infer_values_add(s->to, to, &v, s->err));
}

/* ---- names ---- */

static void
uris(InfState *s)
{
	uint32_t i;

	s->n_uris = count(s, s->to == NULL ? s->infer->uris.map.n : 0);
	s->uris = room(s, s->n_uris * sizeof(uint32_t));
	for (i = 0; i < s->n_uris && s->status == BX_OK; i++)
	{
		BxStr uri = text(s, s->to == NULL ? s->infer->uris.strings[i] : bx_str("", 0));

		if (s->to != NULL && s->status == BX_OK)
			went(s, bx_infer_uri(s->to, uri, &s->uris[i], s->err));
	}
}

static void
symbols(InfState *s)
{
	uint32_t i;

	s->n_symbols = count(s, s->to == NULL ? s->infer->names.map.n : 0);
	s->symbols = room(s, s->n_symbols * sizeof(uint32_t));
	for (i = 0; i < s->n_symbols && s->status == BX_OK; i++)
	{
		InfSymbol symbol = s->to == NULL ? s->infer->symbols[i] : (InfSymbol){.ns = 0};
		uint32_t ns = (uint32_t) number(s, symbol.ns, s->n_uris);
		BxStr local = text(s, symbol.local);
		bool type = number(s, symbol.type, 2) != 0;

		if (s->to == NULL || s->status != BX_OK)
			continue;
		if (!bx_is_ncname(local.s, local.n))
			refuse(s);
		else if (went(s, bx_infer_symbol(s->to, s->uris[ns], local, &s->symbols[i], s->err)) && type)
			went(s, bx_infer_name_type(s->to, s->symbols[i], s->err));
	}
}

/* ---- elements ---- */

static uint64_t
flags_of(const InfElement *e)
{
	bool ordered = e->order != NULL && !e->unordered && e->n_kids <= INF_ORDERED;

	return (e->nillable ? NILLABLE : 0) | (e->mixed ? MIXED : 0) | (e->text ? TEXT : 0) |
		   (e->unordered ? UNORDERED : 0) | (ordered ? ORDERED : 0) | (e->typed ? TYPED : 0);
}

static void
add_element(InfState *s, const InfElement *from, uint64_t flags, Taken *taken)
{
	InfElement *e;

	taken->n_kids = 0;
	taken->kids = flags & ORDERED ? room(s, INF_ORDERED * sizeof(uint32_t)) : NULL;
	if (!went(s, bx_infer_element(s->to, s->symbols[from->symbol], &taken->element, s->err)))
		return;
	e = &s->to->elements[taken->element];
	if (flags & ORDERED)
		went(s, bx_infer_order(s->to, e, s->err));
	e->count += from->count;
	e->filled += from->filled;
	e->parents += from->parents;
	e->nillable |= (flags & NILLABLE) != 0;
	e->typed |= (flags & TYPED) != 0;
	e->mixed |= (flags & MIXED) != 0;
	e->text |= (flags & TEXT) != 0;
	e->unordered |= (flags & UNORDERED) != 0;
	values(s, NULL, &e->values);
}

static void
elements(InfState *s)
{
	uint32_t i;

	s->n_elements = count(s, s->to == NULL ? s->infer->n_elements : 0);
	s->elements = room(s, s->n_elements * sizeof(Taken));
	for (i = 0; i < s->n_elements && s->status == BX_OK; i++)
	{
		InfElement e = s->to == NULL ? s->infer->elements[i] : (InfElement){.symbol = 0};
		uint64_t flags;

		went(s, bx_step(s->to == NULL ? s->infer->host : s->to->host));
		e.symbol = (uint32_t) number(s, e.symbol, s->n_symbols);
		e.count = number(s, e.count, ANY);
		e.filled = number(s, e.filled, ANY);
		e.parents = number(s, e.parents, ANY);
		flags = number(s, s->to == NULL ? flags_of(&e) : 0, ELEMENT_FLAGS);
		if (s->to == NULL)
			values(s, &e.values, NULL);
		else if (s->status == BX_OK)
			add_element(s, &e, flags, &s->elements[i]);
	}
}

/* ---- children ---- */

/* Those of the children with a smaller index that come before one (or, with after, behind it), 64 at a time. */
static uint64_t
neighbours(const InfOrder *order, uint32_t index, uint32_t word, bool after)
{
	uint64_t bits = 0;
	uint32_t i;

	for (i = word * 64; i < index && i < (word + 1) * 64; i++)
		if (inf_bit(order->before[after ? index : i], after ? i : index))
			bits |= UINT64_C(1) << i % 64;
	return bits;
}

static void
add_neighbours(InfState *s, const Taken *e, uint64_t bits, uint32_t word, bool after)
{
	const InfKid *kids = s->to->kids;
	uint32_t index = kids[e->kids[e->n_kids - 1]].index, i;
	InfElement *to = &s->to->elements[e->element];

	if (to->n_kids > INF_ORDERED)
		to->unordered = true;
	if (to->unordered)
		return;
	for (i = word * 64; i < e->n_kids - 1 && i < (word + 1) * 64; i++)
		if (bits >> i % 64 & 1)
			inf_put_before(to->order, after ? index : kids[e->kids[i]].index,
						   after ? kids[e->kids[i]].index : index);
}

/* Who comes before the child and who after it, of those with a smaller index. */
static void
order(InfState *s, const InfElement *from, const Taken *to, uint32_t index)
{
	uint32_t word;
	int after;

	for (word = 0; word * 64 < index; word++)
		for (after = 0; after < 2 && s->status == BX_OK; after++)
		{
			uint64_t bits = number(s, from != NULL ? neighbours(from->order, index, word, after) : 0, ANY);

			if (to != NULL && bits != 0)
				add_neighbours(s, to, bits, word, after);
		}
}

static void
add_kid(InfState *s, const InfKid *from)
{
	Taken *e = &s->elements[from->element];
	uint32_t symbol = s->symbols[from->symbol], number_here;
	InfKid *kid;

	if (s->to->symbols[symbol].element == INF_NONE || (e->kids != NULL && e->n_kids == INF_ORDERED))
	{
		refuse(s);
		return;
	}
	if (!went(s, bx_infer_kid(s->to, e->element, symbol, &number_here, s->err)))
		return;
	kid = &s->to->kids[number_here];
	if (from->elements > 0)
		kid->least = kid->elements == 0 || from->least < kid->least ? from->least : kid->least;
	kid->most = from->most > kid->most ? from->most : kid->most;
	kid->elements += from->elements;
	if (e->kids == NULL)
		return;
	e->kids[e->n_kids++] = number_here;
	order(s, NULL, e, e->n_kids - 1);
}

static void
kids(InfState *s)
{
	const BxInfer *infer = s->infer;
	uint32_t n = (uint32_t) number(s, s->to == NULL ? infer->n_kids : 0, UINT32_MAX), i;

	for (i = 0; i < n && s->status == BX_OK; i++)
	{
		InfKid kid = s->to == NULL ? infer->kids[i] : (InfKid){.element = 0};

		went(s, bx_step(s->to == NULL ? infer->host : s->to->host));
		kid.element = (uint32_t) number(s, kid.element, s->n_elements);
		kid.symbol = (uint32_t) number(s, kid.symbol, s->n_symbols);
		kid.elements = number(s, kid.elements, ANY);
		kid.least = number(s, kid.least, ANY);
		kid.most = number(s, kid.most, ANY);
		if (s->to != NULL && s->status == BX_OK)
			add_kid(s, &kid);
		else if (s->to == NULL && (flags_of(&infer->elements[kid.element]) & ORDERED))
			order(s, &infer->elements[kid.element], NULL, kid.index);
	}
}

/* ---- attributes ---- */

static void
add_attribute(InfState *s, uint32_t element, const InfAttribute *from)
{
	uint32_t symbol = s->symbols[from->symbol], number_here, global;
	uint32_t here = element > 0 ? s->elements[element - 1].element : INF_NONE;
	uint32_t ns = s->to->symbols[symbol].ns;

	if (!went(s, bx_infer_attribute(s->to, here, symbol, &number_here, s->err)))
		return;
	s->to->attributes[number_here].count += from->count;
	values(s, NULL, &s->to->attributes[number_here].values);
	/* what is referred to is declared */
	if (here != INF_NONE && ns != 0 && ns != s->to->xml)
		went(s, bx_infer_attribute(s->to, INF_NONE, symbol, &global, s->err));
}

static void
attributes(InfState *s)
{
	uint32_t n = (uint32_t) number(s, s->to == NULL ? s->infer->n_attributes : 0, UINT32_MAX), i;

	for (i = 0; i < n && s->status == BX_OK; i++)
	{
		InfAttribute a = s->to == NULL ? s->infer->attributes[i] : (InfAttribute){.symbol = 0};
		uint32_t element = s->to == NULL && a.element != INF_NONE ? a.element + 1 : 0;

		went(s, bx_step(s->to == NULL ? s->infer->host : s->to->host));
		element = (uint32_t) number(s, element, s->n_elements + (uint64_t) 1);
		a.symbol = (uint32_t) number(s, a.symbol, s->n_symbols);
		a.count = number(s, a.count, ANY);
		if (s->to == NULL)
			values(s, &a.values, NULL);
		else if (s->status == BX_OK)
			add_attribute(s, element, &a);
	}
}

/* ---- the whole ---- */

static BxStatus
visit(InfState *s)
{
	uris(s);
	symbols(s);
	elements(s);
	kids(s);
	attributes(s);
	if (s->to != NULL && s->p != s->end)
		refuse(s);
	return s->status;
}

/* Version, options and number of documents. */
static uint64_t
head(InfState *s, BxInferOptions *options)
{
	if (number(s, VERSION, ANY) != VERSION)
		refuse(s);
	options->enumeration = (uint32_t) number(s, options->enumeration, BX_INFER_ENUMERATION + 1);
	return number(s, s->to == NULL ? s->infer->documents : 0, ANY);
}

BxStatus
bx_infer_save(const BxInfer *infer, BxBuf *out, BxError *err)
{
	InfState s = {.infer = infer, .out = out, .err = err};
	BxInferOptions options = infer->options;

	head(&s, &options);
	return visit(&s);
}

BxStatus
bx_infer_take(BxInfer *infer, const void *bytes, size_t n, BxError *err)
{
	InfState s = {.to = infer, .p = bytes, .end = (const uint8_t *) bytes + n, .err = err};
	bool first = infer->documents == 0;
	BxInferOptions options;
	BxStatus st;

	infer->documents += head(&s, &options);
	if (first && s.status == BX_OK)
		infer->options = options;
	st = visit(&s);
	bx_arena_reset(&infer->scratch);
	return st;
}
