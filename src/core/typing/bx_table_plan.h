/*
 * bx_table_plan.h -- tables for the documents of a schema: a row for each element that repeats, columns for what an
 * element has one of at most.
 */
#ifndef BX_TABLE_PLAN_H
#define BX_TABLE_PLAN_H

#include "../base/bx_arena.h"
#include "../schema/bx_places.h"

typedef struct BxPlanColumn
{
	BxStr name;       /* unique in its table but for letters' case, at most BX_PLAN_NAME bytes */
	BxStr path;       /* from the element of the row */
	const char *type; /* built-in type of its values, "date"; NULL: content with elements, or anything */
	bool required;
} BxPlanColumn;

typedef struct BxPlanTable
{
	BxStr name;
	uint32_t parent; /* number of the table whose rows these belong to; of the first table itself */
	BxStr
		path; /* from the element of the parent's row, which is taken as a document; of the first table "/root" */
	BxStr row; /* the element as the root of a document: "/item" */
	BxPlanColumn *columns;
	uint32_t n;
	uint32_t cap;
} BxPlanTable;

typedef struct BxTablePlan
{
	BxPlanTable *tables;
	uint32_t n;
	uint32_t cap;
	uint32_t depth; /* levels below the root that are in columns, deeper ones are XML; UINT32_MAX: all are */
} BxTablePlan;

typedef struct BxTableOptions
{
	const BxStr *taken; /* names that columns avoid */
	uint32_t n_taken;
	const BxStr *branches; /* local names of elements below the root, with "/" between; none: all */
	uint32_t n_branches;
	uint32_t depth; /* as in the plan, at most */
	bool by_type;   /* columns for attributes that only xsi:type brings */
} BxTableOptions;

/* Longest name that is made. */
#define BX_PLAN_NAME 55

/*
 * bx_table_plan: the tables of documents whose places these are, made for one root element, in the arena.  Where they
 * would be too many, or too wide, less levels are in columns.  BX_E_LIMIT if even the root alone has too many
 * attributes, BX_E_ARGUMENT for a branch that the schema does not have.
 */
extern BxStatus bx_table_plan(BxPlaces *places, const BxHost *host, const BxTableOptions *options,
							  BxArena *arena, BxTablePlan **plan, BxError *err);

#endif
