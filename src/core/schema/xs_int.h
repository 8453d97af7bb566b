/*
 * xs_int.h -- the components of a compiled schema.
 *
 * Names are symbols: numbers of pairs (namespace, local name).  A symbol has the global element, attribute and type of
 * its name, so that a name of a document is looked up once and is a number from then on.
 */
#ifndef XS_INT_H
#define XS_INT_H

#include "../base/bx_hash.h"
#include "bx_schema.h"
#include "xs_simple_int.h"

#define XS_NONE UINT32_MAX
#define XS_UNBOUNDED UINT32_MAX

typedef struct XsType XsType;
typedef struct XsElement XsElement;
typedef struct XsAttribute XsAttribute;
typedef struct XsModel XsModel;
typedef struct XsParticle XsParticle;
typedef struct XsKey XsKey;
typedef struct XsNode XsNode;

/* Numbers of strings: "" is 0. */
typedef struct XsSymbol
{
	uint32_t ns;
	uint32_t local;
	XsElement *element;
	XsAttribute *attribute;
	XsType *type;
	bool notation;
} XsSymbol;

/* Ways of derivation, and what is blocked or final, as bits. */
typedef enum XsWay
{
	XS_EXTENSION = 1,
	XS_RESTRICTION = 2,
	XS_SUBSTITUTION = 4,
	XS_BY_LIST = 8,
	XS_BY_UNION = 16,
} XsWay;

typedef enum XsContent
{
	XS_EMPTY,
	XS_SIMPLE_CONTENT,
	XS_ELEMENTS,
	XS_MIXED
} XsContent;

typedef enum XsConstraint
{
	XS_FREE,
	XS_DEFAULT,
	XS_FIXED
} XsConstraint;

/* A value that is given when there is none, or that must be there. */
typedef struct XsGiven
{
	uint8_t how; /* XsConstraint */
	BxStr text;
	const XsSimple *type; /* that bytes is of */
	BxStr bytes;          /* xs_value_put of it; not for types with names */
} XsGiven;

typedef enum XsProcess
{
	XS_STRICT,
	XS_LAX,
	XS_SKIP
} XsProcess;

typedef enum XsSpace
{
	XS_SPACE_ANY,
	XS_SPACE_NOT, /* no namespace and the one in ns[0] are excluded */
	XS_SPACE_SET
} XsSpace;

typedef struct XsWildcard
{
	uint8_t process;
	uint8_t space;
	uint32_t n;
	uint32_t *ns; /* ascending numbers of strings */
} XsWildcard;

/* An attribute as a type uses it. */
typedef struct XsUse
{
	uint32_t symbol;
	uint32_t required; /* number among the required ones, from 1; 0: optional */
	bool prohibited;   /* while a type is made */
	uint32_t given_no; /* number among those with a given value, from 1; 0: it has none */
	const XsSimple *type;
	XsGiven given;
} XsUse;

struct XsAttribute
{
	uint32_t symbol;
	const XsSimple *type;
	XsGiven given;
};

struct XsElement
{
	uint32_t symbol;
	XsType *type;
	bool nillable;
	bool abstract;
	bool global;
	bool visited; /* while substitution groups are made */
	uint8_t block;
	uint8_t final;
	XsGiven given;
	XsElement *head;     /* of its substitution group */
	XsElement **members; /* those allowed in its place, also indirectly; not itself */
	uint32_t n_members;
	XsKey **keys;
	uint32_t n_keys;
	const XsNode *node; /* while compiling */
};

typedef enum XsParticleKind
{
	XS_PK_ELEMENT,
	XS_PK_ANY,
	XS_PK_SEQUENCE,
	XS_PK_CHOICE,
	XS_PK_ALL
} XsParticleKind;

struct XsParticle
{
	uint8_t kind;
	uint32_t min;
	uint32_t max;
	XsElement *element;
	XsWildcard *any;
	XsParticle **kids;
	uint32_t n_kids;
	uint64_t size; /* elements and wildcards in it */
};

struct XsType
{
	uint32_t number; /* among the types of the schema */
	uint32_t symbol; /* XS_NONE: it has no name */
	bool is_simple;
	bool abstract;
	uint8_t way; /* of derivation from base */
	uint8_t block;
	uint8_t final;
	uint8_t content;
	uint8_t state;  /* while compiling */
	uint32_t depth; /* of derivation */
	const XsType *base;
	XsSimple *simple; /* of a simple type, and of simple content */
	XsUse *uses;      /* ascending by symbol */
	uint32_t n_uses;
	uint32_t n_required;
	uint32_t n_given; /* attributes with a default or fixed value */
	bool has_id;      /* an attribute is an ID */
	const XsWildcard *any_attribute;
	XsParticle *particle; /* NULL: no children */
	const XsModel *model;
	/* while compiling */
	const XsNode *node;
	struct XsDoc *doc;
	XsType *old; /* that it redefines */
};

/* ---- content models ---- */

/* Changes of counters on the way to the next child; guards are held before anything changes. */
typedef enum XsCountOp
{
	XS_COUNT_SET,  /* to 1 */
	XS_COUNT_MORE, /* below the limit, then one more */
	XS_COUNT_LEAVE /* not below the limit */
} XsCountOp;

typedef struct XsCount
{
	uint32_t op;
	uint32_t counter; /* its slot */
	uint32_t limit;
} XsCount;

typedef struct XsCounts
{
	const XsCount *list;
	uint32_t n;
} XsCounts;

typedef struct XsEdge
{
	uint32_t symbol; /* XS_NONE: of a wildcard */
	uint32_t target;
	uint32_t counts; /* number of a list of the model; 0: none */
	XsElement *element;
	const XsWildcard *any;
} XsEdge;

typedef struct XsState
{
	uint32_t first; /* edges, ascending by symbol; those of wildcards at the end */
	uint32_t n_edges;
	uint32_t n_any;
	bool accepts;
	uint32_t counts; /* on acceptance */
	uint32_t within; /* number of the innermost counted part that is open; XS_NONE: none is */
} XsState;

/*
 * A counted part of a content model.  Its counter is in a slot: parts in each other have slots of their own, others may
 * have the same one, since only one of them is open.
 */
typedef struct XsRepeat
{
	uint32_t min; /* 0 when one occurrence may be empty */
	uint32_t max;
	uint32_t outer; /* the counted part around it; XS_NONE: none */
	uint32_t slot;
} XsRepeat;

struct XsModel
{
	bool
		all; /* an all group: states[0] has an edge per element, whose target is a bit; need are the required ones */
	bool may_be_empty;
	bool several; /* a child may be counted in several ways, which are followed side by side (xs_ways.c) */
	uint32_t n_states;
	uint32_t n_edges;
	uint32_t n_counters; /* slots of counters; of an all group: words that an open element needs */
	XsState *states;
	XsEdge *edges;
	XsCounts *counts;
	XsRepeat *repeats;
	uint64_t *need;
};

/* ---- identity constraints ---- */

/* A step of a path: a name, a namespace, or anything. */
typedef struct XsStep
{
	uint32_t symbol; /* XS_NONE: any name of the namespace */
	uint32_t ns;     /* XS_NONE: any */
	bool attribute;
} XsStep;

typedef struct XsPath
{
	bool deep; /* begins with ".//" */
	uint32_t n;
	XsStep *steps;
} XsPath;

typedef struct XsPaths
{
	uint32_t n;
	XsPath *list;
} XsPaths;

typedef enum XsKeyKind
{
	XS_KEY_UNIQUE,
	XS_KEY_KEY,
	XS_KEY_REF
} XsKeyKind;

struct XsKey
{
	uint8_t kind;
	uint32_t symbol;
	uint32_t number; /* among those of the schema */
	XsKey *refer;
	XsPaths selector;
	uint32_t n_fields;
	XsPaths *fields;
	const XsNode *node; /* while compiling */
	struct XsDoc *doc;
};

/* ---- the whole ---- */

struct BxSchema
{
	const BxHost *host;
	BxArena arena;
	BxStrMap strings;
	BxHashMap by_name;
	XsSymbol *symbols;
	uint32_t n_symbols;
	uint32_t cap_symbols;
	XsType **types;
	uint32_t n_types;
	uint32_t cap_types;
	XsElement **roots; /* elements declared globally */
	uint32_t n_roots;
	uint32_t cap_roots;
	uint32_t *targets; /* target namespaces, numbers of strings */
	uint32_t n_targets;
	uint32_t cap_targets;
	uint32_t n_keys;
	uint32_t max_required; /* of any type */
	uint32_t max_given;
	bool note_given;   /* attributes by default count: for identity constraints, or as references to IDs */
	uint32_t xsi;      /* number of that namespace */
	uint32_t xsi_type; /* symbols */
	uint32_t xsi_nil;
	XsType *builtin[AT_SCHEMA_TYPES];
	XsWildcard *lax; /* any, lax */
};

/* xs_schema.c */
/* The number of a string or symbol, XS_NONE when the schema does not have it. */
extern uint32_t xs_string_find(const BxSchema *s, BxStr text);
extern uint32_t xs_symbol_find(const BxSchema *s, uint32_t ns, uint32_t local);
/* The same, made when it is new. */
extern BxStatus xs_string_add(BxSchema *s, BxStr text, uint32_t *no, BxError *err);
extern BxStatus xs_symbol_add(BxSchema *s, uint32_t ns, uint32_t local, uint32_t *symbol, BxError *err);

static inline BxStr
xs_local(const BxSchema *s, uint32_t symbol)
{
	return s->strings.strings[s->symbols[symbol].local];
}

static inline BxStr
xs_uri(const BxSchema *s, uint32_t symbol)
{
	return s->strings.strings[s->symbols[symbol].ns];
}

/* Does the wildcard take names of this namespace?  XS_NONE is one that the schema does not know. */
extern bool xs_wildcard_takes(const XsWildcard *w, uint32_t ns);
/* The use of an attribute, NULL when the type has none. */
extern const XsUse *xs_use_find(const XsType *type, uint32_t symbol);
/* Is a type derived from another, by no way that is blocked? */
extern bool xs_derived(const XsType *type, const XsType *base, unsigned blocked);
/* Do the counters of an open element allow what a list of counts asks for? */
extern bool xs_counts_allow(const XsCounts *list, const uint64_t *counters);
/* The first edge of a state for a symbol; there may be several, apart by their counters.  NULL: there is none. */
extern const XsEdge *xs_first_edge(const XsModel *m, const XsState *state, uint32_t symbol);
/* Is all there that an all group needs?  NULL: nothing is there. */
extern bool xs_all_complete(const XsModel *m, const uint64_t *bits);
/* Is the member allowed in place of the head, whose type is known? */
extern bool xs_may_substitute(const XsElement *member, const XsElement *head);

#endif
