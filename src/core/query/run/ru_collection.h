/*
 * ru_collection.h -- collections of the host: documents one after the other, as a table has them.
 */
#ifndef RU_COLLECTION_H
#define RU_COLLECTION_H

#include "ru_op.h"

/* A condition that documents must pass which are wanted; others may come, too. */
typedef struct RuCollectionCondition
{
	BxStr path;       /* a bxpath: a node that it selects must be there, */
	const char *sign; /* or one for which this comparison with the value is true, "=", "<"; NULL: none */
	uint32_t value;   /* number of the argument of the operator */
	uint32_t pos;     /* in the text of the query */
	bool strings;     /* only values that are strings count, */
	bool numbers;     /* or only numbers */
} RuCollectionCondition;

#define RU_COLLECTION_CONDITIONS 8

typedef struct RuCollectionPlan
{
	BxStr name; /* or the text of a statement */
	RuCollectionCondition conditions[RU_COLLECTION_CONDITIONS];
	uint32_t n_conditions;
} RuCollectionPlan;

/* Documents of a collection (RuExternal.tables); the arguments are the values of conditions. */
extern const RuClass ru_collection;
/* Rows of a statement (RuCollectionPlan): items of the only column, or maps of columns; args: values of parameters. */
extern const RuClass ru_statement;
/* args[0]: a node; data: BxStr, the name of a column of the row that its document comes from. */
extern const RuClass ru_column;

#endif
