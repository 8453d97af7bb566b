/*
 * at_item.h -- an item of the XQuery data model: 16 bytes that hold an atomic value, refer to a node or a function.
 *
 * What does not fit is borrowed: text, limbs of long numbers, parts of durations and of names.  The deliverer of an
 * item says how long that stays; xd_item_keep (xdm/xd_seq.h) copies it into another arena.
 *
 *   form       u         n                   zone              types
 *   INT        i         -                   -                 integers of 64 bits but INT64_MIN, derived ones too;
 *                                                              booleans (0, 1)
 *   DECIMAL    i         -                   scale             xs:decimal whose coefficient fits; never INT64_MIN
 *   LONG       big       negative: 1         scale             integers and decimals beyond
 *   DOUBLE     d         -                   -                 xs:double, xs:float (rounded to one)
 *   TEXT       s         bytes               -                 strings, xs:anyURI, xs:untypedAtomic
 *   BYTES      s         bytes               -                 xs:hexBinary, xs:base64Binary: the bytes themselves
 *   MOMENT     i         nanoseconds         minutes, or none  dates, times and their parts: local seconds since
 *                                                              1970-01-01T00:00:00; parts that the type lacks
 *                                                              are as bx_moment_read (bx_moment.h) has them
 *   SPAN       i         nanoseconds         -                 xs:dayTimeDuration: seconds; the nanoseconds are added
 *   MONTHS     i         -                   -                 xs:yearMonthDuration
 *   DURATION   duration  -                   -                 xs:duration
 *   NAME       name      -                   -                 xs:QName, xs:NOTATION
 *   node kind  node      number of the tree  -                 a node: type is AT_NODE
 *   -          f         -                   -                 a function, map or array: type is AT_FUNCTION
 */
#ifndef AT_ITEM_H
#define AT_ITEM_H

#include "../value/bx_moment.h"
#include "at_decimal.h"
#include "types/at_types.h"

/* Types of items that are not atomic, behind the rows of at_types.def. */
#define AT_NODE AT_TYPES
#define AT_FUNCTION (AT_TYPES + 1)

typedef enum AtForm
{
	AT_FORM_INT,
	AT_FORM_DECIMAL,
	AT_FORM_LONG,
	AT_FORM_DOUBLE,
	AT_FORM_TEXT,
	AT_FORM_BYTES,
	AT_FORM_MOMENT,
	AT_FORM_SPAN,
	AT_FORM_MONTHS,
	AT_FORM_DURATION,
	AT_FORM_NAME
} AtForm;

#define AT_NO_ZONE INT16_MIN /* as BX_ZONE_NONE */

/* An expanded name with the prefix it was written with. */
typedef struct AtName
{
	BxStr prefix;
	BxStr uri;
	BxStr local;
} AtName;

/* Are they the same expanded name? */
static inline bool
at_name_equal(const AtName *a, const AtName *b)
{
	return bx_str_equal(a->local, b->local) && bx_str_equal(a->uri, b->uri);
}

/* An order of expanded names. */
static inline int
at_name_order(const AtName *a, const AtName *b)
{
	int order = bx_str_order(a->local, b->local);

	return order != 0 ? order : bx_str_order(a->uri, b->uri);
}

struct XdFunction;

/* A node within its tree: the key orders the nodes of a tree in document order (nodes/xp_node_int.h). */
typedef struct XdNodeRef
{
	uint32_t key;
	uint32_t up;
} XdNodeRef;

typedef struct XdItem
{
	union
	{
		int64_t i;
		double d;
		const char *s;
		const AtLong *big;
		const BxDuration *duration;
		const AtName *name;
		const struct XdFunction *f;
		XdNodeRef node;
	} u;
	uint32_t n;
	uint8_t type; /* AtType, AT_NODE, AT_FUNCTION */
	uint8_t form; /* AtForm; of a node XdKind (xdm/xd_tree.h) */
	int16_t zone;
} XdItem;

_Static_assert(sizeof(XdItem) == 16, "an item is 16 bytes");

static inline XdItem
at_text_item(AtType type, BxStr s)
{
	return (XdItem){.u.s = s.s, .n = (uint32_t) s.n, .type = (uint8_t) type, .form = AT_FORM_TEXT};
}

static inline XdItem
at_string_item(BxStr s)
{
	return at_text_item(AT_STRING, s);
}

static inline XdItem
at_boolean_item(bool b)
{
	return (XdItem){.u.i = b, .type = AT_BOOLEAN, .form = AT_FORM_INT};
}

static inline XdItem
at_integer_item(int64_t i)
{
	return (XdItem){.u.i = i, .type = AT_INTEGER, .form = AT_FORM_INT};
}

static inline XdItem
at_double_item(double d)
{
	return (XdItem){.u.d = d, .type = AT_DOUBLE, .form = AT_FORM_DOUBLE};
}

static inline XdItem
at_float_item(double d)
{
	return (XdItem){.u.d = (float) d, .type = AT_FLOAT, .form = AT_FORM_DOUBLE};
}

/* The text or the bytes of an item of such a form. */
static inline BxStr
at_item_str(const XdItem *item)
{
	return bx_str(item->u.s, item->n);
}

static inline bool
at_is_node(const XdItem *item)
{
	return item->type == AT_NODE;
}

static inline bool
at_is_atomic(const XdItem *item)
{
	return item->type < AT_TYPES;
}

static inline AtFamily
at_family(const XdItem *item)
{
	return (AtFamily) at_types[item->type].family;
}

/* The primitive type: of integers AT_DECIMAL, of the durations AT_DURATION. */
static inline AtType
at_primitive(const XdItem *item)
{
	return (AtType) at_types[item->type].primitive;
}

static inline bool
at_is_numeric(const XdItem *item)
{
	return at_is_atomic(item) && at_family(item) == AT_F_NUMBER;
}

static inline bool
at_is_integer(const XdItem *item)
{
	return at_is_atomic(item) && at_types[item->type].lexical == AT_L_INTEGER;
}

/* A duration of any of the three types. */
static inline BxDuration
at_item_duration(const XdItem *item)
{
	switch (item->form)
	{
		case AT_FORM_SPAN: return (BxDuration){.seconds = item->u.i, .nanos = item->n};
		case AT_FORM_MONTHS: return (BxDuration){.months = item->u.i};
		default: return *item->u.duration;
	}
}

/* The local seconds of 1972-12-31T00:00:00: times are on that day. */
#define AT_TIME_DAY (INT64_C(1095) * 86400)

/* A date, a time, a part of a date or an xs:dayTimeDuration as bx_moment.h has it, and back. */
static inline BxMoment
at_item_moment(const XdItem *item)
{
	return (BxMoment){item->u.i, item->n, item->zone};
}

static inline XdItem
at_moment_item(AtType type, const BxMoment *m)
{
	return (XdItem){
		.u.i = m->seconds, .n = m->nanos, .type = (uint8_t) type, .form = AT_FORM_MOMENT, .zone = m->zone};
}

static inline XdItem
at_span_item(int64_t seconds, uint32_t nanos)
{
	return (XdItem){.u.i = seconds, .n = nanos, .type = AT_DAY_TIME, .form = AT_FORM_SPAN};
}

/* An xs:decimal, integers among them, for at_decimal.h, and back: integers when `type` is one.  Borrow limbs. */
extern AtDecimal at_item_decimal(const XdItem *item);
extern XdItem at_decimal_item(AtType type, const AtDecimal *d);

#endif
