/*
 * to_sql.h -- results of paths as values of any SQL type.
 *
 * Texts become values by the input function of the type, like a cast from text; that may depend on settings.  Types
 * bxml and xml take the node itself.
 */
#ifndef BXML_TO_SQL_H
#define BXML_TO_SQL_H

#include "fmgr.h"

#include "../../core/xpath/result/xp_result.h"
#include "../value/rowbuf.h"

/* How a type takes a result. */
typedef enum Taking
{
	TAKE_TEXT, /* its input function */
	TAKE_BXML, /* the node */
	TAKE_XML,  /* the text of the node */
} Taking;

/* A type, looked up once. */
typedef struct ToSql
{
	Oid type;
	Oid param;
	Taking taking;
	FmgrInfo input;
} ToSql;

/* Look up a type, in memory of cxt; bxml is the type bxml in this database. */
extern void to_sql_init(ToSql *t, Oid type, Oid bxml, MemoryContext cxt);

/* n bytes of UTF-8 as a value. */
extern Datum to_sql_text(ToSql *t, const char *s, size_t n, int32 typmod);

/*
 * An item as a value of a row; stored numbers, dates and booleans are converted without their text if the type
 * allows.
 */
extern Datum to_sql_item(ToSql *t, const XpItem *item, int32 typmod, RowBuf *buf);

/* A stored payload (bx_value.h) as a value of a row; false if it is damaged. */
extern bool to_sql_payload(ToSql *t, const uint8_t *p, uint32_t n, int32 typmod, RowBuf *buf, Datum *d);

/* A newly written value as bxml or as xml; raises an error if the type modifier does not allow it. */
extern Datum to_sql_node(const ToSql *t, uint8_t *data, size_t len, int32 typmod);

#endif
