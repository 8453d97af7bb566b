/*
 * bx_record_rule.h -- which elements of a text become values of their own, for a parser that splits it.
 *
 * The rule sees names only, at the start tags of elements outside of records, and keeps a state per open element.  It
 * may refuse a record once its value is finished.
 */
#ifndef BX_RECORD_RULE_H
#define BX_RECORD_RULE_H

#include "../base/bx_status.h"

/* State of the document node. */
#define BX_RECORD_START 1

/* Names are terminated; uri is "" for no namespace. */
typedef struct BxRecordRule
{
	void *ctx;
	/* The state of an element from that of its parent; *record: it is a record. */
	uint64_t (*enter)(const void *ctx, uint64_t state, const char *local, const char *uri, bool *record);
	/* Would the element be in enter's way if it were in another namespace?  For hints. */
	bool (*near)(const void *ctx, uint64_t state, const char *local, const char *uri);
	/* Is the value a record?  NULL: all are.  May jump. */
	BxStatus (*pass)(void *ctx, const uint8_t *v, size_t n, bool *pass, BxError *err);
	void (*free)(void *ctx);
} BxRecordRule;

#endif
