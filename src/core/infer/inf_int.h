/*
 * inf_int.h -- what was seen of elements, attributes and their values.
 */
#ifndef INF_INT_H
#define INF_INT_H

#include "../base/bx_core_int.h"

#include "../atomic/types/at_types.h"
#include "../base/bx_hash.h"
#include "bx_infer.h"

#define INF_NONE UINT32_MAX
#define INF_ORDERED 128 /* children of a name in which an order is looked for */
#define INF_WORDS (INF_ORDERED / 64)
#define INF_VALUE 60 /* longest value of one */

/* Types that a value may have by its text: the first that all values have is taken, and xs:string if there is none. */
#define INF_CANDIDATES 9

typedef struct InfValues
{
	uint32_t types; /* candidates that are left: bit i for candidate i of inf_values.c */
	bool words;     /* "true" or "false" is among them */
	bool many;      /* too many values, or too long ones, for an enumeration */
	uint32_t n;
	uint32_t cap;
	uint64_t count;
	BxStr *list;
} InfValues;

/* An attribute of an element, or one with a namespace of whatever element. */
typedef struct InfAttribute
{
	uint32_t element; /* INF_NONE: of any */
	uint32_t symbol;
	uint32_t next; /* of the element; INF_NONE at the end */
	uint64_t count;
	InfValues values;
} InfAttribute;

/* A child of an element. */
typedef struct InfKid
{
	uint32_t element;
	uint32_t symbol;
	uint32_t index; /* among those of the element */
	uint32_t next;
	uint64_t elements; /* that have it */
	uint64_t least;    /* of those that have it */
	uint64_t most;
} InfKid;

/* For pairs of children: does the one come before the other, are there elements with both? */
typedef struct InfOrder
{
	uint64_t before[INF_ORDERED][INF_WORDS];
	uint64_t together[INF_ORDERED][INF_WORDS];
} InfOrder;

typedef struct InfElement
{
	uint32_t symbol;
	uint64_t count;
	uint64_t filled;  /* not nil */
	uint64_t parents; /* with children */
	bool nillable;
	bool typed;     /* by xsi:type, in some document */
	bool mixed;     /* text among children */
	bool text;      /* text that is not white space, or any without children */
	bool unordered; /* children of a name come at several places */
	uint32_t kids;
	uint32_t last_kid;
	uint32_t n_kids;
	uint32_t attributes;
	uint32_t last_attribute;
	InfOrder *order;
	InfValues values;
} InfElement;

/* A name. */
typedef struct InfSymbol
{
	uint32_t ns;
	BxStr local;
	uint32_t element;   /* INF_NONE */
	uint32_t attribute; /* with a namespace */
	bool type;          /* it is that of a type that xsi:type names */
} InfSymbol;

/* An open element, and the children it has so far. */
typedef struct InfFrame
{
	uint32_t element;
	uint32_t first; /* among seen */
	uint32_t last;  /* child that came last, INF_NONE */
	bool nil;
	bool text;
	bool space;
	size_t content;    /* where its text begins */
	uint32_t bindings; /* declarations in scope around it */
} InfFrame;

typedef struct InfSeen
{
	uint32_t kid;
	uint64_t count;
} InfSeen;

struct BxInfer
{
	BxInferOptions options;
	const BxHost *host;
	BxArena arena;
	BxArena scratch; /* of one document */
	BxStrMap uris;   /* "" is 0 */
	BxStrMap names;  /* number of the URI, then local name: of symbols */
	InfSymbol *symbols;
	uint32_t cap_symbols;
	InfElement *elements;
	uint32_t n_elements;
	uint32_t cap_elements;
	BxHashMap kid_of;
	InfKid *kids;
	uint32_t n_kids;
	uint32_t cap_kids;
	BxHashMap attribute_of;
	InfAttribute *attributes;
	uint32_t n_attributes;
	uint32_t cap_attributes;
	InfFrame *frames;
	uint32_t n_frames;
	uint32_t cap_frames;
	InfSeen *seen;
	uint32_t n_seen;
	uint32_t cap_seen;
	BxBuf content;
	uint32_t xml;
	bool typed; /* there are types that xsi:type names */
	uint64_t documents;
};

/* inf_names.c: the number of a namespace, a name and what there is of it; a new one if it was not met before. */
extern BxStatus bx_infer_uri(BxInfer *infer, BxStr uri, uint32_t *ns, BxError *err);
extern BxStatus bx_infer_symbol(BxInfer *infer, uint32_t ns, BxStr local, uint32_t *symbol, BxError *err);
extern BxStatus bx_infer_element(BxInfer *infer, uint32_t symbol, uint32_t *element, BxError *err);
extern BxStatus bx_infer_kid(BxInfer *infer, uint32_t element, uint32_t symbol, uint32_t *kid, BxError *err);
extern BxStatus bx_infer_attribute(BxInfer *infer, uint32_t element, uint32_t symbol, uint32_t *attribute,
								   BxError *err);
/* A type that xsi:type names; those of XML Schema itself need no declaration. */
extern BxStatus bx_infer_name_type(BxInfer *infer, uint32_t symbol, BxError *err);
/* The order of the children of an element, if it has none yet. */
extern BxStatus bx_infer_order(BxInfer *infer, InfElement *e, BxError *err);

/* inf_values.c: one more value. */
extern void bx_infer_values_begin(InfValues *values);
extern BxStatus bx_infer_value(BxInfer *infer, InfValues *values, BxStr text, BxError *err);
/* The values of other documents, as if they came behind these. */
extern BxStatus bx_infer_values_add(BxInfer *infer, InfValues *values, const InfValues *more, BxError *err);
/* The type of all of them; AT_STRING if no candidate is left. */
extern AtType bx_infer_type(const InfValues *values);
/* Is it an enumeration? */
extern bool bx_infer_enumerated(const BxInfer *infer, const InfValues *values);

static inline bool
inf_bit(const uint64_t *words, uint32_t i)
{
	return words[i / 64] >> i % 64 & 1;
}

static inline void
inf_set(uint64_t *words, uint32_t i)
{
	words[i / 64] |= UINT64_C(1) << i % 64;
}

/* A child x comes before a child y of the same element. */
static inline void
inf_put_before(InfOrder *order, uint32_t x, uint32_t y)
{
	inf_set(order->before[x], y);
	inf_set(order->together[x], y);
	inf_set(order->together[y], x);
}

#endif
