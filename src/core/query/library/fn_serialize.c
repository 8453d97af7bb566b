/*
 * fn_serialize.c -- fn:serialize by the methods xml and text (F&O section 14.9.3).
 */
#include "fn_int.h"

#include "../../print/bx_text.h"
#include "../../xdm/xd_construct.h"
#include "../syntax/q_ast.h"

/* Serialization parameters. */
typedef struct Params
{
	bool text; /* method text */
	bool declaration;
	bool indent;
	bool has_separator;
	BxStr separator;
} Params;

/* ---- the element output:serialization-parameters ---- */

static BxStatus
bad_params(RuRun *run, const RuOp *op, const char *code, const AtName *name)
{
	return ru_fail(run, op, code, "bad serialization parameter \"%.*s\"",
				   (int) (name->local.n < 100 ? name->local.n : 100), name->local.s);
}

/* The value of the only attribute of a parameter, "value". */
static BxStatus
value_of(RuRun *run, const RuOp *op, const RuCx *cx, const XdItem *param, const AtName *name, BxStr *value)
{
	XdCursor *cursor;
	XdItem node;
	AtName attribute;
	bool found, has;

	BX_TRY(xd_cursor_open(run->forest, cx->arena, XD_PATH_ATTRIBUTES, param, &cursor));
	BX_TRY(xd_cursor_next(cursor, &node, &found));
	if (!found)
		return bad_params(run, op, "SEPM0017", name);
	BX_TRY(xd_node_name(run->forest, &node, &attribute, &has));
	if (attribute.uri.n > 0 || !bx_str_is(attribute.local, "value"))
		return bad_params(run, op, "SEPM0017", name);
	return xd_node_string(run->forest, cx->arena, &node, value);
}

/* "yes" and "no", in the words that the specification allows. */
static BxStatus
truth_of(RuRun *run, const RuOp *op, const AtName *name, BxStr value, bool *truth)
{
	value = bx_str_trim(value);
	*truth = bx_str_is(value, "yes") || bx_str_is(value, "true") || bx_str_is(value, "1");
	if (!*truth && !bx_str_is(value, "no") && !bx_str_is(value, "false") && !bx_str_is(value, "0"))
		return bad_params(run, op, "SEPM0017", name);
	return BX_OK;
}

static BxStatus
take_param(RuRun *run, const RuOp *op, const AtName *name, BxStr value, Params *p)
{
	bool truth;

	if (bx_str_is(name->local, "method"))
	{
		value = bx_str_trim(value);
		p->text = bx_str_is(value, "text");
		if (p->text || bx_str_is(value, "xml"))
			return BX_OK;
		return bx_fail(run->err, BX_E_UNSUPPORTED, op->pos,
					   "serialization by method \"%.*s\" is not implemented",
					   (int) (value.n < 100 ? value.n : 100), value.s);
	}
	if (bx_str_is(name->local, "omit-xml-declaration"))
	{
		BX_TRY(truth_of(run, op, name, value, &truth));
		p->declaration = !truth;
		return BX_OK;
	}
	if (bx_str_is(name->local, "indent"))
		return truth_of(run, op, name, value, &p->indent);
	if (bx_str_is(name->local, "item-separator"))
	{
		p->separator = value;
		p->has_separator = true;
	}
	return BX_OK;
}

static BxStatus
read_params(RuRun *run, const RuOp *op, const RuCx *cx, const XdItem *element, Params *p)
{
	XdCursor *cursor;
	XdItem node;
	AtName name;
	BxStr value;
	bool found, has;

	BX_TRY(xd_node_name(run->forest, element, &name, &has));
	if (!has || !bx_str_is(name.uri, Q_URI_OUTPUT) || !bx_str_is(name.local, "serialization-parameters"))
		return ru_fail(run, op, "XPTY0004",
					   "serialization parameters are an element "
					   "output:serialization-parameters");
	BX_TRY(xd_cursor_open(run->forest, cx->arena, XD_PATH_CHILDREN, element, &cursor));
	for (;;)
	{
		BX_TRY(xd_cursor_next(cursor, &node, &found));
		if (!found)
			return BX_OK;
		if (xd_kind(&node) != XD_ELEMENT)
			continue;
		BX_TRY(xd_node_name(run->forest, &node, &name, &has));
		if (name.uri.n == 0)
			return bad_params(run, op, "SEPM0017", &name);
		if (!bx_str_is(name.uri, Q_URI_OUTPUT) || bx_str_is(name.local, "use-character-maps"))
			continue;
		BX_TRY(value_of(run, op, cx, &node, &name, &value));
		BX_TRY(take_param(run, op, &name, value, p));
	}
}

/* ---- content ---- */

/* The items as the content of a document (Serialization 3.1, section 2). */
static BxStatus
add_items(RuRun *run, const RuOp *op, const RuCx *cx, const Params *p, XdSink *sink)
{
	AtCall at = ru_at(run, cx);
	bool first = true, found;
	RuIter it;

	BX_TRY(xd_sink_begin(sink, XD_SINK_RESULT, 0, NULL));
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

/* The value as text. */
static BxStatus
print_value(RuRun *run, const RuCx *cx, const Params *p, const uint8_t *value, size_t n, BxStr *s)
{
	const BxTextOptions options = {
		.indent = p->indent ? 2 : 0, .declaration = p->declaration, .encoding = "UTF-8"};
	BxBuf buf;
	BxStatus st;
	XdItem root;
	char *copy;

	if (p->text)
	{
		BX_TRY(xd_tree_open(run->forest, value, n, bx_str("", 0), &root));
		return xd_node_string(run->forest, cx->arena, &root, s);
	}
	bx_buf_init(&buf, run->host);
	st = bx_text_write(value, n, &options, run->host, &buf, run->err);
	copy = st == BX_OK ? bx_arena_strndup(cx->arena, (const char *) buf.data, buf.len) : NULL;
	if (st == BX_OK && copy == NULL)
		st = bx_fail_nomem(run->err, buf.len);
	*s = bx_str(copy, buf.len);
	bx_buf_free(&buf);
	return st;
}

static BxStatus
serialize(RuRun *run, const RuOp *op, const RuCx *cx, const Params *p, XdSink *sink, BxStr *s)
{
	uint8_t *value = NULL, *kept = NULL;
	size_t n = 0;
	bool any;

	BX_TRY(add_items(run, op, cx, p, sink));
	BX_TRY(xd_sink_value(sink, &any, &value, &n));
	/* as the tree of method text may need it for the whole run */
	if (any)
		kept = bx_arena_alloc(run->arena, n);
	if (kept != NULL)
		memcpy(kept, value, n);
	run->host->release(run->host->ctx, value);
	*s = bx_str("", 0);
	if (any && kept == NULL)
		return bx_fail_nomem(run->err, n);
	return any ? print_value(run, cx, p, kept, n, s) : BX_OK;
}

BxStatus
fn_serialize(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	Params params = {.text = false};
	bool has_params = false;
	XdSink *sink;
	BxStatus st;
	BxStr s;

	if (op->n_args > 1)
		BX_TRY(ru_arg(run, op, 1, cx, item, &has_params));
	if (has_params && !(at_is_node(item) && xd_kind(item) == XD_ELEMENT))
		return ru_fail(run, op, "XPTY0004",
					   "serialization parameters are an element "
					   "output:serialization-parameters");
	if (has_params)
		BX_TRY(read_params(run, op, cx, item, &params));
	BX_TRY(xd_sink_new(run->forest, &sink));
	st = serialize(run, op, cx, &params, sink, &s);
	xd_sink_free(sink);
	return st == BX_OK ? fn_give(s, item, found) : st;
}
