/*
 * q_level.h -- how strongly expressions bind, from the weakest on (XQuery 3.1, A.4).
 */
#ifndef Q_LEVEL_H
#define Q_LEVEL_H

enum
{
	Q_LEVEL_EXPR,   /* a, b */
	Q_LEVEL_SINGLE, /* FLWOR, conditions, updates */
	Q_LEVEL_OR,
	Q_LEVEL_AND,
	Q_LEVEL_COMPARISON, /* in paths "=" and "!=" */
	Q_LEVEL_RELATIONAL, /* in paths "<" and others; XPath 1.0 compares the results of comparisons */
	Q_LEVEL_CONCAT,
	Q_LEVEL_RANGE,
	Q_LEVEL_ADDITIVE,
	Q_LEVEL_MULTIPLICATIVE,
	Q_LEVEL_NEGATION, /* in paths "-" before an operand */
	Q_LEVEL_UNION,
	Q_LEVEL_INTERSECT,
	Q_LEVEL_INSTANCE,
	Q_LEVEL_TREAT,
	Q_LEVEL_CASTABLE,
	Q_LEVEL_CAST,
	Q_LEVEL_TRANSFORM,
	Q_LEVEL_ARROW,
	Q_LEVEL_UNARY,
	Q_LEVEL_VALUE, /* pragmas, validation */
	Q_LEVEL_MAP,   /* "!" */
	Q_LEVEL_PATH,
	Q_LEVEL_STEP,
	Q_LEVEL_POSTFIX,
	Q_LEVEL_PRIMARY
};

#endif
