/*
 * fn_serialize.c -- fn:serialize (F&O section 14.9.3) by the methods xml, xhtml, html and text.
 */
#include "fn_serialize_int.h"

#include "../../print/bx_text.h"
#include "../../xdm/xd_function.h"
#include "../run/ru_construct.h"

/* ---- content ---- */

typedef struct Adding
{
	RuRun *run;
	const RuOp *op;
	const FnSerial *p;
	XdSink *sink;
	AtCall at;
	bool any;
} Adding;

static BxStatus
add_item(void *ctx, const XdItem *item)
{
	Adding *a = ctx;

	if (xd_is_array(item))
		return xd_array_each(xd_array(item), a->run->host, a->run->err, add_item, a);
	if (!at_is_atomic(item) && !at_is_node(item))
		return ru_fail(a->run, a->op, "SENR0001", "a function cannot be serialized");
	if (at_is_node(item) && (xd_kind(item) == XD_ATTRIBUTE || xd_kind(item) == XD_NAMESPACE))
		return ru_fail(a->run, a->op, "SENR0001", "an attribute by itself cannot be serialized");
	if (a->p->has_separator && a->any)
	{
		xd_sink_break(a->sink);
		BX_TRY(xd_sink_text(a->sink, a->p->separator));
		xd_sink_break(a->sink);
	}
	a->any = true;
	return xd_sink_item(a->sink, item, &a->at);
}

/* The items as the content of a document (Serialization 3.1, section 2). */
static BxStatus
add_items(RuRun *run, const RuOp *op, const RuCx *cx, const FnSerial *p, XdSink *sink)
{
	Adding a = {.run = run, .op = op, .p = p, .sink = sink, .at = ru_at(run, cx)};
	RuEach each;

	/* unlike the content of a document, a result does not undeclare prefixes */
	BX_TRY(xd_sink_begin(sink, p->opt.undeclare_prefixes ? XD_SINK_DOCUMENT : XD_SINK_RESULT, 0, NULL));
	ru_each(run, op->args[0], cx, &each);
	while (ru_more(&each))
		each.st = add_item(&a, &each.item);
	return each.st;
}

/* Does it take more than the usual way to XML? */
static bool
is_special(const BxSerialOptions *o)
{
	return o->method != BX_METHOD_XML || o->standalone >= 0 || o->version.n > 0 || o->encoding.n > 0 ||
		   o->system_id.n > 0 || o->n_cdata > 0 || o->n_plain > 0 || o->n_map > 0 || o->undeclare_prefixes ||
		   o->byte_order_mark;
}

static BxStatus
print_into(RuRun *run, const RuCx *cx, const FnSerial *p, const uint8_t *value, size_t n, BxBuf *buf)
{
	const BxTextOptions options = {
		.indent = p->opt.indent ? 2 : 0, .declaration = p->opt.declaration, .encoding = "UTF-8"};

	if (is_special(&p->opt))
		return bx_serialize(value, n, &p->opt, cx->arena, buf, run->err);
	return bx_text_write(value, n, &options, run->host, buf, run->err);
}

static BxStatus
print_sink(RuRun *run, const RuOp *op, const RuCx *cx, const FnSerial *p, XdSink *sink, BxBuf *out)
{
	uint8_t *value = NULL;
	BxStatus st;
	size_t n = 0;
	bool any;

	BX_TRY(xd_sink_value(sink, &any, &value, &n));
	st = any ? ru_at_op(run, op, print_into(run, cx, p, value, n, out)) : BX_OK;
	run->host->release(run->host->ctx, value);
	return st;
}

BxStatus
fn_serial_node(RuRun *run, const RuOp *op, const RuCx *cx, const FnSerial *p, const XdItem *node, BxBuf *out)
{
	Adding a = {.run = run, .op = op, .p = p, .at = ru_at(run, cx)};
	BxStatus st;

	BX_TRY(ru_sink_take(run, op, XD_SINK_RESULT, NULL, &a.sink));
	st = add_item(&a, node);
	if (st == BX_OK)
		st = print_sink(run, op, cx, p, a.sink, out);
	ru_sink_give(run, a.sink);
	return st;
}

static BxStatus
serialize(RuRun *run, const RuOp *op, const RuCx *cx, const FnSerial *p, BxBuf *out)
{
	XdSink *sink;
	BxStatus st;

	if (p->way == FN_SERIAL_JSON)
		return fn_serial_json(run, op, cx, p, out);
	if (p->way == FN_SERIAL_ADAPTIVE)
		return fn_serial_adaptive(run, op, cx, p, out);
	BX_TRY(ru_sink_take(run, op, XD_SINK_RESULT, NULL, &sink));
	st = add_items(run, op, cx, p, sink);
	if (st == BX_OK)
		st = print_sink(run, op, cx, p, sink, out);
	ru_sink_give(run, sink);
	return st;
}

/* The text, normalized, in the arena of the context. */
static BxStatus
finish(RuRun *run, const RuCx *cx, const FnSerial *p, const BxBuf *buf, BxStr *s)
{
	char *copy = bx_arena_strndup(cx->arena, (const char *) buf->data, buf->len);

	if (copy == NULL)
		return bx_fail_nomem(run->err, buf->len);
	*s = bx_str(copy, buf->len);
	if (p->form.n == 0)
		return BX_OK;
	return run->external->normalize(run->external->ctx, p->form, *s, cx->arena, s, run->err);
}

BxStatus
fn_serialize(RU_ONE_ARGS)
{
	FnSerial params = {.opt.standalone = -1};
	bool has_params = false;
	BxStatus st;
	BxBuf buf;
	BxStr s;

	if (op->n_args > 1)
		BX_TRY(ru_arg(run, op, 1, cx, item, &has_params));
	if (has_params)
		BX_TRY(fn_serial_params(run, op, cx, item, &params));
	bx_buf_init(&buf, run->host);
	st = serialize(run, op, cx, &params, &buf);
	if (st == BX_OK)
		st = finish(run, cx, &params, &buf, &s);
	bx_buf_free(&buf);
	return st == BX_OK ? fn_give(s, item, found) : st;
}
