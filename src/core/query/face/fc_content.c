/*
 * fc_content.c -- items as values of their own, and all items of a query as one.
 */
#include "fc_query_int.h"

#include "../run/ru_construct.h"

BxStatus
fc_value(FcRun *r, const XdItem *item, const BxWriterOptions *options, uint8_t **data, size_t *len)
{
	RuRun *run = &r->run;
	AtCall at = run->at;
	XdSink *sink;
	BxStatus st;
	bool any;

	at.arena = &r->tuple->arena;
	BX_TRY(ru_sink_take(run, XD_SINK_RESULT, options, &sink));
	st = xd_sink_item(sink, item, &at);
	if (st == BX_OK)
		st = xd_sink_value(sink, &any, data, len);
	ru_sink_give(run, sink);
	return st;
}

BxStatus
fc_content(FcRun *r, const BxWriterOptions *options, bool *any, uint8_t **data, size_t *len)
{
	RuRun *run = &r->run;
	XdSink *sink;
	BxStatus st;

	BX_TRY(ru_sink_take(run, XD_SINK_RESULT, options, &sink));
	st = ru_push(run, run->query->body, &r->cx, sink);
	if (st == BX_OK)
		st = xd_sink_value(sink, any, data, len);
	ru_sink_give(run, sink);
	return st;
}
