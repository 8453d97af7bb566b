/*
 * at_types.h -- the atomic types: their numbers, names, and what is derived from what.
 *
 * at_types.def has a row for each.  A type that a schema derives has no row: the schema knows the built-in type that it
 * comes from.
 */
#ifndef AT_TYPES_H
#define AT_TYPES_H

#include "../../base/bx_str.h"

typedef enum AtType
{
#define AT_TYPE(id, ...) AT_##id,
#include "at_types.def"
#undef AT_TYPE
	AT_TYPES,
	AT_SCHEMA_TYPES = AT_ANY_ATOMIC, /* those of XML Schema 1.0 are below */
	AT_FIRST_DERIVED = AT_NORMALIZED /* below are the primitive types and the two that all come from */
} AtType;

/* Which values are comparable with each other, or at least of one kind. */
typedef enum AtFamily
{
	AT_F_NONE,     /* the types that have values of all kinds */
	AT_F_TEXT,     /* strings, URIs, untyped values: by code point */
	AT_F_BOOLEAN,  /* false before true */
	AT_F_NUMBER,   /* by value */
	AT_F_DURATION, /* months and seconds */
	AT_F_MOMENT,   /* dates, times and parts of dates, with or without a zone; each type by itself */
	AT_F_BYTES,    /* equal where their bytes are */
	AT_F_NAME,     /* namespace and local name: no order */
	AT_F_LIST      /* not atomic: its items are */
} AtFamily;

/* What the text of a derived type must be. */
typedef enum AtLexical
{
	AT_L_ANY, /* what its primitive type asks for */
	AT_L_LANGUAGE,
	AT_L_NMTOKEN,
	AT_L_NAME,
	AT_L_NCNAME,
	AT_L_INTEGER,
	AT_L_ZONED,    /* a zone is required */
	AT_L_DAY_TIME, /* no years and months */
	AT_L_MONTHS    /* years and months only */
} AtLexical;

typedef enum AtWhite
{
	AT_PRESERVE,
	AT_REPLACE,
	AT_COLLAPSE
} AtWhite;

/*
 * Kinds of the keys of indexes, as stored (index/KEYS.md); a moment is of one kind without a zone and of the next with
 * one.
 */
enum
{
	AT_INDEX_COMPLEX = 1, /* no value: the element has children, or several texts, or white space only */
	AT_INDEX_NUMBER = 2,
	AT_INDEX_DATE = 3,
	AT_INDEX_DATE_ZONE = 4,
	AT_INDEX_DATETIME = 5,
	AT_INDEX_DATETIME_ZONE = 6,
	AT_INDEX_SPAN = 7,
	AT_INDEX_MONTHS = 8,
	AT_INDEX_STRING = 9,
	AT_INDEX_KINDS = 10
};

typedef struct AtTypeRow
{
	BxStr name;        /* local name */
	const char *qname; /* with "xs:" in front of it */
	const char *low;   /* bounds that its base does not have; NULL for none */
	const char *high;
	uint8_t base;      /* AtType */
	uint8_t primitive; /* AtType */
	uint8_t family;    /* AtFamily */
	uint8_t lexical;   /* AtLexical */
	uint8_t index; /* kind of the keys of its values without a zone; AT_INDEX_STRING: as their texts are */
} AtTypeRow;

extern const AtTypeRow at_types[AT_TYPES];

/* The type with a local name of XML Schema's namespace; AT_TYPES if there is none. */
extern AtType at_type_find(BxStr local);

/* Is the type the other one, or derived from it?  Atomic types are derived from xs:anyAtomicType. */
extern bool at_type_derives(AtType type, AtType from);

/*
 * Is the text, without outer white space, of the form that derived types ask for?  What values there are is not looked
 * at: true of AT_L_ZONED and those behind it.
 */
extern bool at_has_form(AtLexical form, BxStr s);

/*
 * Is the text, without outer white space, an xs:anyURI?  What is before a colon in front of the first "/", "?" or "#"
 * is a scheme, a "%" is part of an escape, and there is one "#" at most.  Other characters may be escaped and are not
 * looked at.
 */
extern bool at_is_uri(BxStr s);

/* What its text must be, by itself or because its base says so. */
static inline AtWhite
at_type_white(AtType type)
{
	return type <= AT_STRING || type == AT_ANY_ATOMIC || type == AT_UNTYPED ? AT_PRESERVE
		   : type == AT_NORMALIZED                                          ? AT_REPLACE
																			: AT_COLLAPSE;
}

static inline bool
at_type_is_list(AtType type)
{
	return at_types[type].family == AT_F_LIST;
}

#endif
