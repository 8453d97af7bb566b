/*
 * at_value_int.h -- what comparisons and arithmetic of atomic values share.
 */
#ifndef AT_VALUE_INT_H
#define AT_VALUE_INT_H

#include "../base/bx_core_int.h"

#include "at_value.h"

/* The type as messages name it: "xs:integer", "node()", "function(*)". */
static inline const char *
at_type_name(const XdItem *item)
{
	return at_is_atomic(item) ? at_types[item->type].qname : at_is_node(item) ? "node()" : "function(*)";
}

static inline bool
at_is_moment(const XdItem *item)
{
	return at_is_atomic(item) && at_family(item) == AT_F_MOMENT;
}

static inline bool
at_is_duration(const XdItem *item)
{
	return at_is_atomic(item) && at_family(item) == AT_F_DURATION;
}

/* The seconds of a date, a time or a part of a date in UTC; values without a zone are in the implicit one. */
static inline int64_t
at_utc_seconds(const AtCall *c, const XdItem *item)
{
	return item->u.i - (item->zone == AT_NO_ZONE ? c->zone : item->zone) * 60;
}

/* The type that two numbers have in common: AT_DOUBLE, AT_FLOAT, AT_DECIMAL, or AT_INTEGER. */
static inline AtType
at_common_number(const XdItem *a, const XdItem *b)
{
	AtType x = at_primitive(a), y = at_primitive(b);

	if (x == AT_DOUBLE || y == AT_DOUBLE)
		return AT_DOUBLE;
	if (x == AT_FLOAT || y == AT_FLOAT)
		return AT_FLOAT;
	return at_is_integer(a) && at_is_integer(b) ? AT_INTEGER : AT_DECIMAL;
}

/* A number as an xs:double or an xs:float, whichever `type` is. */
static inline double
at_promoted(AtType type, const XdItem *item)
{
	return type == AT_FLOAT ? at_number_float(item) : at_number_double(item);
}

/* at_number.c: an operator on two numbers. */
extern BxStatus at_number_arith(const AtCall *c, AtOperator op, const XdItem *a, const XdItem *b,
								XdItem *out);

#endif
