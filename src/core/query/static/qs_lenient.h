/*
 * qs_lenient.h -- the mode of paths: builders that put the conversions of qs_lenient.def around operands.
 */
#ifndef QS_LENIENT_H
#define QS_LENIENT_H

#include "../run/ru_lenient.h"
#include "qs_build.h"

/* What an operand becomes: qs_lenient.def. */
typedef enum QsRule
{
	QS_ITEMS,
	QS_NUMBER,
	QS_STRING,
	QS_OPERAND,
	QS_OPERANDS,
	QS_STRINGS,
	QS_VALUES,
	QS_SINGLE,
	QS_TYPED,
	QS_ORDERED,
	QS_NODE,
	QS_WHOLE,
	QS_LIFTED,
	QS_LIFTED2
} QsRule;

/* Builds every expression. */
extern const QsRules qs_lenient_rules;

/*
 * qs_hold.c: in a loop, an expression that does not depend on what the loop changes becomes one whose value is kept.
 * slots: those in use before it was built.
 */
extern BxStatus qs_hold(QsBuild *b, const QExpr *e, uint32_t slots, RuOp **op);

/* A path may be stored before its prefixes are known, but not evaluated: BX_E_XPATH for one that is not declared. */
extern BxStatus qs_lenient_prefixes(QsBuild *b, const QExpr *e);

/* The result of a query: numbers are doubles, text is strings. */
extern BxStatus qs_lenient_result(QsBuild *b, RuOp **op);

/* Of nodes, the first one in document order; other things stay as they are. */
extern BxStatus qs_lenient_first(QsBuild *b, RuOp **op);

/*
 * qs_exact.c: an expression whose value is a decimal where it is a sum, an average, a product, a difference or a
 * negation of what is lexically decimals; others, and other values, are as qs_build has them.
 */
extern BxStatus qs_exact(QsBuild *b, const QExpr *e, RuOp **op);

#endif
