/*
 * xd_type.h -- sequence types: what an expression may give, a variable may hold, and a function takes.
 */
#ifndef XD_TYPE_H
#define XD_TYPE_H

#include "xd_tree.h"

typedef enum XdTypeKind
{
	XD_T_ITEM,     /* item() */
	XD_T_EMPTY,    /* empty-sequence() */
	XD_T_ATOMIC,   /* an atomic type, or one derived from it */
	XD_T_NUMERIC,  /* xs:numeric */
	XD_T_NODE,     /* a kind test */
	XD_T_FUNCTION, /* function(*), or with types of arguments and result */
	XD_T_MAP,
	XD_T_ARRAY
} XdTypeKind;

/* How many: the least is 0 or 1, the most 1 or any number. */
#define XD_ONE 0
#define XD_OPTIONAL 0x01                          /* "?" */
#define XD_REPEATED 0x02                          /* "+" */
#define XD_ANY_NUMBER (XD_OPTIONAL | XD_REPEATED) /* "*" */

typedef struct XdSeqType
{
	uint8_t kind;       /* XdTypeKind */
	uint8_t occurrence; /* XD_OPTIONAL, XD_REPEATED */
	uint8_t atomic;     /* AtType */
	bool any_arguments; /* function(*), map(*), array(*) */
	XdTest test;
	uint32_t n_args;
	const struct XdSeqType *args;   /* of a function; of a map the key; */
	const struct XdSeqType *result; /* of a function, members of a map or an array */
	BxStr
		type_name; /* of element(n, T) and attribute(n, T): local name of a type of XML Schema; empty: none */
} XdSeqType;

/* item()* */
#define XD_TYPE_ANY ((XdSeqType){.kind = XD_T_ITEM, .occurrence = XD_ANY_NUMBER})

/* Is the item an instance of the item type, whatever the occurrence says? */
extern BxStatus xd_type_matches(XdForest *forest, const XdSeqType *type, const XdItem *item, bool *matches);

/* The type of an item, as messages and bxml_items name it: "xs:integer", "element()", "function(*)" */
extern const char *xd_item_type_name(const XdItem *item);

/* A sequence type as the language writes it, appended to out. */
struct BxBuf;
extern BxStatus xd_type_print(const XdSeqType *type, struct BxBuf *out, BxError *err);

#endif
