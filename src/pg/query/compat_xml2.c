/*
 * compat_xml2.c -- the functions of contrib/xml2 on bxml, for the extension bxml_compat.
 *
 * As there, a path that selects nothing gives an empty text, and a text that is not a number gives null.
 */
#include "postgres.h"
#include <math.h>

#include "lib/stringinfo.h"
#include "utils/builtins.h"
#include "utils/float.h"

#include "../../core/xpath/result/xp_result.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../value/print.h"
#include "result.h"

BXML_FUNCTION(bxml_compat_xpath_string);
BXML_FUNCTION(bxml_compat_xpath_number);
BXML_FUNCTION(bxml_compat_xpath_list);
BXML_FUNCTION(bxml_compat_xpath_nodeset);

Datum
bxml_compat_xpath_string(PG_FUNCTION_ARGS)
{
	PgCall *call = call_begin(fcinfo);
	XpCall *xp = call_xpath(call, fcinfo);
	XpItem text = {0};
	struct varlena *t;

	error_check(xp_value(xp, call->path, &text), &call->err);
	t = text.type != XP_T_ANY ? utf8_text(text.str.s, text.str.n) : (struct varlena *) cstring_to_text("");
	call_end(call);
	PG_RETURN_POINTER(t);
}

Datum
bxml_compat_xpath_number(PG_FUNCTION_ARGS)
{
	PgCall *call = call_begin(fcinfo);
	XpCall *xp = call_xpath(call, fcinfo);
	double d = get_float8_nan();
	XpItem item;
	unsigned count;

	error_check(xp_item_value(xp, call->path, false, &item, &count), &call->err);
	if (item.type == XP_T_ANY)
		d = get_float8_nan();
	else if (item.type == XP_T_NUMBER)
		d = item.number;
	else if (item.type == XP_T_BOOLEAN)
		d = item.boolean;
	else if (item.type == XP_T_STORED)
		d = bx_number_from_value((const uint8_t *) item.str.s, (uint32_t) item.str.n);
	else
		d = bx_number_from_text(item.str.s, item.str.n);
	call_end(call);
	if (isnan(d))
		PG_RETURN_NULL();
	PG_RETURN_FLOAT8(d);
}

/* Text argument argno as a C string. */
static char *
word(FunctionCallInfo fcinfo, int argno)
{
	return text_to_cstring(PG_GETARG_TEXT_PP(argno));
}

typedef struct ListSink
{
	XpStringSink sink;
	StringInfoData out;
	char *separator;
	uint64 n;
} ListSink;

static BxStatus
take_plain(XpStringSink *sink, const char *s, size_t n, bool *stop)
{
	ListSink *list = (ListSink *) sink;
	struct varlena *t = utf8_text(s, n);

	if (list->n++ > 0)
		appendStringInfoString(&list->out, list->separator);
	appendBinaryStringInfo(&list->out, VARDATA(t), (int) (VARSIZE(t) - VARHDRSZ));
	pfree(t);
	return BX_OK;
}

Datum
bxml_compat_xpath_list(PG_FUNCTION_ARGS)
{
	PgCall *call = call_begin(fcinfo);
	XpCall *xp = call_xpath(call, fcinfo);
	ListSink list = {{take_plain}};

	list.separator = word(fcinfo, 2);
	initStringInfo(&list.out);
	error_check(xp_strings(xp, call->path, &list.sink), &call->err);
	call_end(call);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(list.out.data, list.out.len));
}

typedef struct TagSink
{
	XpValueSink sink;
	StringInfoData out;
	char *tag;
} TagSink;

static void
put_tag(StringInfo out, const char *mark, const char *tag)
{
	if (*tag != '\0')
		appendStringInfo(out, "%s%s>", mark, tag);
}

static BxStatus
take_tagged(XpValueSink *sink, uint8_t *data, size_t len, bool *stop)
{
	TagSink *t = (TagSink *) sink;
	struct varlena *text = print_datum(datum_written(data, len), NULL);

	put_tag(&t->out, "<", t->tag);
	appendBinaryStringInfo(&t->out, VARDATA(text), (int) (VARSIZE(text) - VARHDRSZ));
	put_tag(&t->out, "</", t->tag);
	pfree(text);
	pfree(data);
	return BX_OK;
}

/* (document, path, tag around all, tag around each). */
Datum
bxml_compat_xpath_nodeset(PG_FUNCTION_ARGS)
{
	PgCall *call = call_begin(fcinfo);
	XpCall *xp = call_xpath(call, fcinfo);
	TagSink set = {{take_tagged}};
	char *top = word(fcinfo, 2);
	BxWriterOptions options;

	set.tag = word(fcinfo, 3);
	initStringInfo(&set.out);
	settings_copy_writer(&options);
	put_tag(&set.out, "<", top);
	result_check(call, xp_values(xp, call->path, &options, XP_SCOPE_USED, &set.sink));
	put_tag(&set.out, "</", top);
	call_end(call);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(set.out.data, set.out.len));
}
