/*
 * bx_places.h -- where elements and attributes are in the documents that are valid by a schema, and how many of them.
 *
 * A place is the document, a declared element or attribute of one type, or what a wildcard takes.  Its parts are the
 * places of its children and attributes, with the least and the most of them that one node at the place has.  Types
 * that xsi:type may name, substitution groups and nil are counted in: what is said holds for every valid document, but
 * there need not be a document for all that is possible by it.  Places are made when they are asked for; a recursive
 * schema has finitely many.
 */
#ifndef BX_PLACES_H
#define BX_PLACES_H

#include "../atomic/types/at_types.h"
#include "bx_schema.h"

#define BX_MANY UINT32_MAX

/* Sums and products of numbers that may be BX_MANY. */
static inline uint32_t
bx_many_plus(uint32_t a, uint32_t b)
{
	return a > BX_MANY - b ? BX_MANY : a + b;
}

static inline uint32_t
bx_many_times(uint32_t a, uint32_t b)
{
	uint64_t product = (uint64_t) a * b;

	if (a == 0 || b == 0)
		return 0;
	return a == BX_MANY || b == BX_MANY || product > BX_MANY ? BX_MANY : (uint32_t) product;
}

typedef enum BxPlaceKind
{
	BX_PLACE_DOCUMENT,
	BX_PLACE_ELEMENT,
	BX_PLACE_ATTRIBUTE,
	BX_PLACE_ANY_ELEMENT, /* of names that a wildcard takes, with anything in it */
	BX_PLACE_ANY_ATTRIBUTE,
	BX_PLACE_OTHER /* texts, comments, processing instructions: not a part of any place */
} BxPlaceKind;

typedef struct BxSchemaPlace
{
	uint8_t kind; /* BxPlaceKind */
	/* AtType of its value, if that is one atomic type: the primitive one, of xs:float xs:double; AT_ANY_TYPE if not */
	uint8_t declared;
	bool nillable;
	bool
		unfilled; /* element: may be empty although its type has no such value: nil, or a default takes its place */
	bool mixed; /* element: text among its children counts */
	BxStr uri;  /* of the name; borrowed from the schema */
	BxStr local;
	const char
		*type;   /* element, attribute: nearest built-in type of its value, "date"; NULL: no simple value */
	BxStr given; /* element: default or fixed value, borrowed from the schema; .s NULL: none */
} BxSchemaPlace;

/* Part of a place. */
typedef struct BxPart
{
	uint32_t place;
	uint32_t least;
	uint32_t most; /* BX_MANY: no limit */
	bool by_type;  /* an attribute that the element has by xsi:type alone, though its type is not abstract */
	BxStr given;   /* an attribute's default or fixed value in the type of the element; .s NULL: none */
} BxPart;

/* A name that is looked for, all or in part. */
typedef struct BxNameTest
{
	BxStr uri;   /* .s NULL: any namespace */
	BxStr local; /* .s NULL: any name */
} BxNameTest;

typedef struct BxPlaces BxPlaces;

/*
 * bx_places_new: the places of documents with the root element of that name; local.s NULL: with any that is declared
 * globally.  The schema is borrowed.  BX_E_ARGUMENT when there is no such element.  Place 0 is the document, place 1
 * BX_PLACE_OTHER.
 */
extern BxStatus bx_places_new(const BxSchema *schema, BxStr uri, BxStr local, const BxHost *host,
							  BxPlaces **places, BxError *err);
extern void bx_places_free(BxPlaces *places);

extern uint32_t bx_places_count(const BxPlaces *places);
extern const BxSchemaPlace *bx_places_at(const BxPlaces *places, uint32_t place);
/* Children, in the order of their declaration, then attributes.  BX_E_LIMIT when there are too many places. */
extern BxStatus bx_places_parts(BxPlaces *places, uint32_t place, const BxPart **parts, uint32_t *n,
								BxError *err);

/* Do nodes at a place pass a test of names?  A wildcard's, some of them. */
typedef enum BxPasses
{
	BX_PASSES_NO,
	BX_PASSES_SOME,
	BX_PASSES_ALL
} BxPasses;
extern BxPasses bx_places_test(const BxPlaces *places, uint32_t place, const BxNameTest *test);

#endif
