/*
 * node_plans.h -- the statements that keep a node table, prepared once per backend.
 */
#ifndef BXML_NODE_PLANS_H
#define BXML_NODE_PLANS_H

#include "executor/spi.h"

#include "node_def.h"

/* Parameters are the columns of the key, then what is named here. */
typedef enum NodePlan
{
	NODE_FETCH,      /* the document with the key */
	NODE_PAGE,       /* label: the next NODE_BATCH rows after it, in order */
	NODE_DELETE,     /* array of labels: their rows */
	NODE_DELETE_ALL, /* all rows of the key */
	NODE_INSERT,     /* an array per NodeColumn: new rows */
	NODE_PLANS
} NodePlan;

/* Rows read and written at once. */
#define NODE_BATCH 1000

/* A column of a node table outside the key. */
typedef struct NodeColumnType
{
	Oid type;
	Oid array;
	int16 len;
	bool byval;
	char align;
} NodeColumnType;

typedef struct NodePlans NodePlans;

/* Called once, when the module is loaded. */
extern void node_plans_init(void);

/*
 * The statements for a definition, whose tables are locked; they can be executed until node_plans_leave, which need not
 * be called after an error.  Raises an error where the tables do not have the columns that the definition needs, or
 * key_types are not those of the base table.
 */
extern NodePlans *node_plans(const NodeDef *def);
extern void node_plans_leave(NodePlans *plans);

extern const NodeColumnType *node_plans_types(const NodePlans *plans);

/*
 * Execute one, with values of the types that the definition and the columns have, on a snapshot of what is committed
 * now, which may be more than the transaction sees: the rows of a key that another transaction has deleted are gone for
 * an insert of the key as well.  Rows are in SPI_tuptable.
 */
extern void node_plan_execute(const NodePlans *plans, NodePlan which, Datum *params, int64 limit);

/* The statement that fills the node table from the base table. */
extern char *node_fill_sql(const NodeDef *def);

#endif
