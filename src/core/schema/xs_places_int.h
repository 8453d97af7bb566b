/*
 * xs_places_int.h -- what the files of places share: the table of places, and lists of parts while they are counted.
 */
#ifndef XS_PLACES_INT_H
#define XS_PLACES_INT_H

#include "bx_places.h"
#include "xs_int.h"

/* What a place is made of, and what is known of it. */
typedef struct XsPlace
{
	BxSchemaPlace shown;
	uint32_t symbol;
	const XsType *type;     /* element */
	const XsSimple *simple; /* of its value; NULL: none */
	const XsWildcard *any;
	bool opened;
	uint32_t n_parts;
	BxPart *parts;
} XsPlace;

/* A part while it is counted. */
typedef struct XsCounted
{
	uint32_t place;
	uint32_t kid;  /* member of a group that it is in */
	uint32_t seen; /* order in which it came */
	uint32_t least;
	uint32_t most;
	bool by_type; /* as in BxPart */
	BxStr given;
} XsCounted;

typedef struct XsCountedList
{
	XsCounted *list;
	uint32_t n;
	uint32_t cap;
	uint32_t seen;
} XsCountedList;

struct BxPlaces
{
	const BxSchema *schema;
	const BxHost *host;
	BxArena arena;
	BxHashMap by_key;
	XsPlace *list;
	uint32_t n;
	uint32_t cap;
	XsElement *root;        /* NULL: any */
	const XsType **derived; /* of type number i: from derived_at[i] on, up to derived_at[i + 1] */
	uint32_t *derived_at;
	XsCountedList counted;
	XsWildcard skip; /* takes everything and judges nothing */
	XsWildcard xsi;  /* takes the attributes of that namespace */
	uint32_t xsi_ns;
};

/* The place of an element, an attribute (type NULL) or a wildcard; made when it is new. */
extern BxStatus xs_place_element(BxPlaces *places, const XsElement *element, uint32_t *place, BxError *err);
extern BxStatus xs_place_attribute(BxPlaces *places, uint32_t symbol, const XsSimple *simple, uint32_t *place,
								   BxError *err);
extern BxStatus xs_place_any(BxPlaces *places, unsigned kind, const XsWildcard *any, uint32_t *place,
							 BxError *err);

/* xs_counts.c: parts of the content of a type, added to the list from entry first on, each place once. */
extern BxStatus xs_count_content(BxPlaces *places, const XsType *type, uint32_t first, BxError *err);
/* Attributes of a type, in the same way. */
extern BxStatus xs_count_attributes(BxPlaces *places, const XsType *type, uint32_t first, BxError *err);
/* Make one list of entries that came from n alternatives, numbered as their kid: each place once. */
extern BxStatus xs_count_choice(BxPlaces *places, uint32_t first, uint32_t n, BxError *err);
/* One more entry. */
extern BxStatus xs_count_add(BxPlaces *places, uint32_t place, uint32_t least, uint32_t most, BxError *err);

#endif
