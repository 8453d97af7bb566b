/*
 * fc_content.c -- items as values of their own, all items of a query as one, and the document after an updating query.
 */
#include "fc_query_int.h"

#include "../run/ru_construct.h"
#include "fc_modify.h"

/* The value of a constructed element, as it is. */
static BxStatus
copy_value(RuRun *run, const BxWriterOptions *options, const uint8_t *value, size_t n, uint8_t **data,
		   size_t *len)
{
	uint8_t *p = run->host->alloc(run->host->ctx, options->reserve + n);

	if (p == NULL)
		return bx_fail_nomem(run->err, options->reserve + n);
	memcpy(p + options->reserve, value, n);
	*data = p;
	*len = n;
	return bx_charge(run->host, n);
}

/* May a value be given without looking at it, for being so small that no limit applies? */
static bool
is_small(const BxLimits *limits, size_t n)
{
	return n < 4096 && limits->max_size >= 4096 && limits->max_depth >= 4096 &&
		   limits->max_attributes >= 4096 && limits->max_names >= 4096 && limits->max_name_bytes >= 4096;
}

BxStatus
fc_value(FcRun *r, const XdItem *item, const BxWriterOptions *options, uint8_t **data, size_t *len)
{
	RuRun *run = &r->run;
	AtCall at = run->at;
	const uint8_t *value;
	XdSink *sink;
	BxStatus st;
	bool any;
	size_t n;

	if (at_is_node(item) && xd_tree_made(run->forest, item, &value, &n) && xd_is_usual(options) &&
		is_small(&options->limits, n))
		return copy_value(run, options, value, n, data, len);
	at.arena = &r->tuple->arena;
	BX_TRY(ru_sink_take(run, run->query->body, XD_SINK_RESULT, options, &sink));
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

	BX_TRY(ru_sink_take(run, run->query->body, XD_SINK_RESULT, options, &sink));
	st = ru_push(run, run->query->body, &r->cx, sink);
	if (st == BX_OK)
		st = xd_sink_value(sink, any, data, len);
	ru_sink_give(run, sink);
	if (st == BX_OK && !*any)
	{
		run->host->release(run->host->ctx, *data);
		*data = NULL;
	}
	return st;
}

/* Errors of content have the states that they have where it is parsed. */
static void
name_content_error(BxError *err)
{
	static const struct
	{
		const char *code;
		BxStatus status;
	} states[] = {{"[XQDY0025]", BX_E_SYNTAX_CONTENT},
				  {"[XQDY0041]", BX_E_PI},
				  {"[XQDY0064]", BX_E_PI},
				  {"[XQDY0026]", BX_E_PI},
				  {"[XQDY0072]", BX_E_COMMENT}};

	for (size_t i = 0; err != NULL && i < sizeof(states) / sizeof(states[0]); i++)
		if (err->status == BX_E_XPTYPE && strstr(err->msg, states[i].code) != NULL)
			err->status = states[i].status;
}

static BxStatus
collect_updates(FcRun *r)
{
	RuRun *run = &r->run;
	XdSeq none;

	BX_TRY(ru_collect(run, run->query->body, &r->cx, &none));
	return none.n == 0 ? BX_OK : ru_fail(run, run->query->body, "XUST0002", "an updating query is expected");
}

BxStatus
fc_modify(FcRun *r, RuChanges *changes)
{
	RuRun *run = &r->run;
	RuPending pending;
	BxStatus st;

	changes->n = 0;
	changes->has_error_node = false;
	BX_TRY(ru_pending_enter(run, &pending, &run->context, 1));
	pending.changes = changes;
	pending.arena = changes->keep;
	st = collect_updates(r);
	ru_pending_leave(run, &pending);
	if (st == BX_E_XPTYPE)
		name_content_error(run->err);
	return st == BX_OK || run->err == NULL ? st : run->err->status;
}

BxStatus
fc_update(FcRun *r, const BxWriterOptions *options, uint8_t **data, size_t *len)
{
	RuRun *run = &r->run;
	RuPending pending;
	BxStatus st;

	*data = NULL;
	BX_TRY(ru_pending_enter(run, &pending, &run->context, run->has_context));
	st = collect_updates(r);
	if (st == BX_OK && run->has_context)
		st = ru_pending_value(run, &pending, &run->context, options, false, data, len);
	ru_pending_leave(run, &pending);
	return st;
}
