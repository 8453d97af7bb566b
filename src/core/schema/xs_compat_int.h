/*
 * xs_compat_int.h -- what the files that compare two schemas share.
 *
 * xs_compat.c goes from the global elements to everything that documents may have, in pairs of what both schemas make
 * of it; xs_compat_uses.c compares attributes, xs_compat_simple.c simple types, xs_include.c contents.
 */
#ifndef XS_COMPAT_INT_H
#define XS_COMPAT_INT_H

#include "../base/bx_arena.h"
#include "../base/bx_hash.h"
#include "bx_schema_compat.h"
#include "xs_include_int.h"

/* A place in documents: an element below another place. */
typedef struct XsMove
{
	uint32_t outer; /* XS_NONE: the root */
	BxStr name;
} XsMove;

typedef enum XsPairKind
{
	XS_PAIR_ELEMENTS,
	XS_PAIR_TYPES,   /* to be looked at */
	XS_PAIR_DERIVED, /* types that xsi:type may name where these are declared */
	XS_PAIR_SIMPLE,
	XS_PAIR_SPACES /* namespaces whose global elements wildcards take, numbers + 1 */
} XsPairKind;

/* Two components that the same node has under either schema. */
typedef struct XsPairOf
{
	uint8_t kind;
	uint8_t blocked; /* ways of derivation: two bits of the old schema, two of the new one */
	const void *old;
	const void *now;
	uint32_t place;
	const char *why; /* simple types: what is wrong, NULL for nothing */
} XsPairOf;

typedef struct XsCompat
{
	const BxSchema *old;
	const BxSchema *now;
	const BxHost *host;
	BxError *err;
	BxIncompatibilityTake take;
	void *ctx;
	BxArena arena;
	XsNames names;
	uint32_t *first_derived; /* per type of the old schema, number + 1 of the last type derived from it */
	uint32_t *next_derived;
	BxHashMap map;
	XsPairOf *pairs;
	uint32_t n_pairs;
	uint32_t cap_pairs;
	XsMove *places;
	uint32_t n_places;
	uint32_t cap_places;
	uint32_t at;      /* place that is looked at */
	bool same_values; /* the new schema compares values: what is equal must stay what it is */
	bool notations_dropped;
	bool keys_dropped;
	bool refs_kept;
	uint32_t drop_place;
	bool stop;
	BxError words; /* that are put together */
} XsCompat;

/* The symbol of the old schema for one of the new schema, XS_NONE when it has none. */
extern uint32_t xs_compat_symbol(const XsCompat *c, uint32_t now);
/* xs_compat.c: an incompatibility at c->at, or of an attribute there. */
extern BxStatus xs_compat_report(XsCompat *c, BxStr attribute, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Add a pair unless it is there; *no is its number. */
extern BxStatus xs_compat_pair(XsCompat *c, XsPairOf pair, uint32_t *no, bool *added);

/* xs_compat_uses.c: attributes of two types of the element at c->at. */
extern BxStatus xs_compat_uses(XsCompat *c, const XsType *old, const XsType *now);

/* xs_compat_simple.c: why texts of the old type may not be of the new one; *why NULL: they all are. */
extern BxStatus xs_compat_simple(XsCompat *c, const XsSimple *old, const XsSimple *now, const char **why);
/* Is a text of the type? */
extern BxStatus xs_compat_text(XsCompat *c, const XsSimple *type, BxStr text, bool *good);

#endif
