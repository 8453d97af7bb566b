/*
 * fn_serialize.c -- fn:serialize by the methods xml, xhtml, html and text (F&O section 14.9.3).
 */
#include "fn_serialize_int.h"

#include "../../print/bx_text.h"
#include "../../xdm/xd_construct.h"

/* ---- content ---- */

/* The items as the content of a document (Serialization 3.1, section 2). */
static BxStatus
add_items(RuRun *run, const RuOp *op, const RuCx *cx, const FnSerial *p, XdSink *sink)
{
	AtCall at = ru_at(run, cx);
	bool first = true, found;
	RuIter it;

	/* unlike the content of a document, a result does not undeclare prefixes */
	BX_TRY(xd_sink_begin(sink, p->opt.undeclare_prefixes ? XD_SINK_DOCUMENT : XD_SINK_RESULT, 0, NULL));
	BX_TRY(ru_open(run, op->args[0], cx, &it));
	for (;; first = false)
	{
		XdItem item;

		BX_TRY(ru_next(run, &it, &item, &found));
		if (!found)
			return BX_OK;
		if (!at_is_atomic(&item) && !at_is_node(&item))
			return ru_fail(run, op, "SENR0001", "a function cannot be serialized");
		if (at_is_node(&item) && (xd_kind(&item) == XD_ATTRIBUTE || xd_kind(&item) == XD_NAMESPACE))
			return ru_fail(run, op, "SENR0001", "an attribute by itself cannot be serialized");
		if (p->has_separator && !first)
		{
			xd_sink_break(sink);
			BX_TRY(xd_sink_text(sink, p->separator));
			xd_sink_break(sink);
		}
		BX_TRY(xd_sink_item(sink, &item, &at));
	}
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

/* The value as text. */
static BxStatus
print_value(RuRun *run, const RuOp *op, const RuCx *cx, const FnSerial *p, const uint8_t *value, size_t n,
			BxStr *s)
{
	BxBuf buf;
	BxStatus st;
	char *copy;

	bx_buf_init(&buf, run->host);
	st = ru_at_op(run, op, print_into(run, cx, p, value, n, &buf));
	copy = st == BX_OK ? bx_arena_strndup(cx->arena, (const char *) buf.data, buf.len) : NULL;
	if (st == BX_OK && copy == NULL)
		st = bx_fail_nomem(run->err, buf.len);
	*s = bx_str(copy, buf.len);
	bx_buf_free(&buf);
	if (st != BX_OK || p->form.n == 0)
		return st;
	return run->external->normalize(run->external->ctx, p->form, *s, cx->arena, s, run->err);
}

static BxStatus
serialize(RuRun *run, const RuOp *op, const RuCx *cx, const FnSerial *p, XdSink *sink, BxStr *s)
{
	uint8_t *value = NULL;
	size_t n = 0;
	BxStatus st;
	bool any;

	*s = bx_str("", 0);
	BX_TRY(add_items(run, op, cx, p, sink));
	BX_TRY(xd_sink_value(sink, &any, &value, &n));
	st = any ? print_value(run, op, cx, p, value, n, s) : BX_OK;
	run->host->release(run->host->ctx, value);
	return st;
}

BxStatus
fn_serialize(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	FnSerial params = {.opt.standalone = -1};
	bool has_params = false;
	XdSink *sink;
	BxStatus st;
	BxStr s;

	if (op->n_args > 1)
		BX_TRY(ru_arg(run, op, 1, cx, item, &has_params));
	if (has_params)
		BX_TRY(fn_serial_params(run, op, cx, item, &params));
	BX_TRY(xd_sink_new(run->forest, &sink));
	st = serialize(run, op, cx, &params, sink, &s);
	xd_sink_free(sink);
	return st == BX_OK ? fn_give(s, item, found) : st;
}
