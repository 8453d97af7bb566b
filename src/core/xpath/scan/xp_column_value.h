/*
 * xp_column_value.h -- the value of a column as it is stored.
 */
#ifndef XP_COLUMN_VALUE_H
#define XP_COLUMN_VALUE_H

#include "../../base/bx_status.h"

/* The first item of a column as it is stored. */
typedef struct XpColumnValue
{
	const uint8_t
		*p; /* its payload, as bx_value_decode takes it, not yet looked at; good until the next row */
	uint32_t n;
	uint8_t count; /* items found, up to as many as xp_rows_open was told; not 0: the payload is there */
	bool known;    /* false: xp_rows_item must say */
} XpColumnValue;

#endif
