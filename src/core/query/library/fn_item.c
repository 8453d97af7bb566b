/*
 * fn_item.c -- items as text for callers outside of a query.
 */
#include "fn_serialize_int.h"

#include "../run/ru_operators.h"
#include "fn_item.h"

BxStatus
fn_item_text(RuRun *run, BxArena *arena, const XdItem *item, BxStr *s)
{
	const FnSerial adaptive = {.way = FN_SERIAL_ADAPTIVE, .opt.standalone = -1};
	XdSeq frame[1] = {xd_seq_one(item)};
	RuOp value = {.class = &ru_local};
	RuOp *args[1] = {&value};
	const RuOp op = {.args = args, .n_args = 1};
	const RuCx cx = {.arena = arena, .frame = frame};
	FnText text = fn_text(run, arena);
	BxStatus st;
	BxBuf buf;

	bx_buf_init(&buf, run->host);
	st = fn_serial_adaptive(run, &op, &cx, &adaptive, &buf);
	if (st == BX_OK)
		st = fn_text_add(&text, bx_str(buf.data, buf.len));
	*s = fn_text_str(&text);
	bx_buf_free(&buf);
	return st;
}
