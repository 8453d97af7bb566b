/*
 * to_sql.h -- what was found in a document as a value of any SQL type.
 *
 * Texts become values by the input function of the type, as a cast from text does; that may depend on settings.  Types
 * bxml and xml take the node itself.
 */
#ifndef BXML_TO_SQL_H
#define BXML_TO_SQL_H

#include "fmgr.h"

#include "../../core/xpath/result/xp_items.h"
#include "../value/rowbuf.h"

/* How a type takes what was found. */
typedef enum Taking
{
	TAKE_TEXT, /* its input function */
	TAKE_BXML, /* the node */
	TAKE_XML,  /* text of the node */
} Taking;

/* What a type needs, looked up once. */
typedef struct ToSql
{
	Oid type;
	Oid param;
	Taking taking;
	FmgrInfo input;
} ToSql;

/* bxml is the type bxml in this database; what the type needs is kept in cxt. */
extern void to_sql_init(ToSql *t, Oid type, Oid bxml, MemoryContext cxt);

/* n bytes of UTF-8 as a value. */
extern Datum to_sql_text(ToSql *t, const char *s, size_t n, int32 typmod);

/* An item as a value of a row; stored numbers, dates and truth values get there without text where the type has them as well. */
extern Datum to_sql_item(ToSql *t, const XpItemValue *item, int32 typmod, RowBuf *buf);

/* A stored payload (bx_value.h) as a value of a row; false when it is damaged. */
extern bool to_sql_payload(ToSql *t, const uint8_t *p, uint32_t n, int32 typmod, RowBuf *buf, Datum *d);

/* A value just written, as bxml or as xml; raises what a modifier of bxml does not allow. */
extern Datum to_sql_node(const ToSql *t, uint8_t *data, size_t len, int32 typmod);

#endif
