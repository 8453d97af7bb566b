/*
 * xp_result.h -- the items of a result one by one: as strings, as stored values, as values of their own, as records.
 *
 * Receivers are called in document order and may stop early.  What they are handed is good until they return; nothing
 * is kept per item, except for paths that do not stream, which keep eight bytes per node (xp_eval.h).  A result that is
 * a string, number or boolean is one item.
 */
#ifndef XP_RESULT_H
#define XP_RESULT_H

#include "../../value/bx_value.h"
#include "xp_session.h"

/*
 * xp_item_value: the first item (document order) in the form in which it was found: XP_T_STRING, XP_T_NUMBER,
 * XP_T_BOOLEAN, or XP_T_STORED of any type but text; XP_T_ANY if the expression selected nothing.  *count is 2 when
 * there are more and `more` asked to look; else 0 or 1.  Results are good until the arena of the call is reset.
 */
extern BxStatus xp_item_value(XpCall *c, const XpBlock *path, bool more, XpItem *item, unsigned *count);

/* Such an item decoded; the type is xs:untypedAtomic, and nothing else is set, unless it is stored. */
extern BxValue xp_item_decode(const XpItem *item);

/* Text of an item in memory; typed values and numbers are formatted into buf (BX_VALUE_TEXT_MAX bytes). */
extern BxStr xp_item_text(const XpItem *item, char *buf);

typedef struct XpStringSink
{
	BxStatus (*take)(struct XpStringSink *sink, const char *s, size_t n, bool *stop);
} XpStringSink;

/* String value of every item. */
extern BxStatus xp_strings(XpCall *c, const XpBlock *path, XpStringSink *sink);

/* Receives a value in host memory that is now the receiver's, laid out as by bx_writer_finish. */
typedef struct XpValueSink
{
	BxStatus (*take)(struct XpValueSink *sink, uint8_t *data, size_t len, bool *stop);
} XpValueSink;

/* Every item as a value of its own, as xp_query makes one of all. */
extern BxStatus xp_values(XpCall *c, const XpBlock *path, const BxWriterOptions *options, XpScope scope,
						  XpValueSink *sink);

/* A field asked for by local name; `found` and what follows are filled in. */
typedef struct XpField
{
	const char *name;
	size_t name_len;
	bool subtree; /* asked for as a value instead of its string */
	bool found;
	const char *s; /* its string, from the arena or the value */
	size_t n;
	uint8_t *data; /* the value, in host memory, the caller's; NULL without `subtree` */
	size_t len;
} XpField;

typedef struct XpRecordSink
{
	BxStatus (*take)(struct XpRecordSink *sink, bool *stop);
} XpRecordSink;

/*
 * xp_records: for every node selected, fill the fields from its first child element of that local name, else from its
 * attribute of that local name, in whatever namespace; then call the sink.  For the document node it is its root
 * element.  BX_E_XPTYPE when the result is not a node-set.
 */
extern BxStatus xp_records(XpCall *c, const XpBlock *path, const BxWriterOptions *options, XpField *fields,
						   uint32_t n_fields, XpRecordSink *sink);

#endif
