/*
 * table_options.h -- options of bxml_table_from_schema, from JSON.
 */
#ifndef BXML_TABLE_OPTIONS_H
#define BXML_TABLE_OPTIONS_H

#include "utils/jsonb.h"

#include "../../core/base/bx_str.h"

/* What becomes of a value that the type of its column does not have. */
typedef enum OnRange
{
	RANGE_NULL,
	RANGE_ERROR,
	RANGE_REPORT /* null, and a row in a table of such values */
} OnRange;

typedef struct TableOptions
{
	const char *documents; /* query */
	const BxStr *branches; /* in UTF-8 */
	uint32 n_branches;
	uint32 depth; /* UINT32_MAX: no limit */
	OnRange on_range;
	bool xsi_attributes;
} TableOptions;

/* Those of a call without options. */
extern void table_options_init(TableOptions *options);

/* From an object, in memory of the current context; raises 22023 for other keys and values. */
extern void table_options_get(TableOptions *options, Jsonb *json);

#endif
