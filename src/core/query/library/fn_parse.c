/*
 * fn_parse.c -- fn:parse-xml and fn:parse-xml-fragment (F&O section 14.9), by the parser of the host.
 */
#include "fn_int.h"

#include <stdio.h>

#include "../run/ru_query.h"

static BxStatus
parse(RuRun *run, const RuOp *op, const RuCx *cx, bool fragment, XdItem *item, bool *found)
{
	const RuExternal *external = run->external;
	const uint8_t *value;
	char msg[BX_MSG_MAX];
	BxStatus st;
	size_t n;

	BX_TRY(ru_arg(run, op, 0, cx, item, found));
	if (!*found)
		return BX_OK;
	if (external == NULL || external->parse == NULL)
		return bx_fail(run->err, BX_E_UNSUPPORTED, op->pos, "there is no parser of XML text here");
	st = external->parse(external->ctx, at_item_str(item), fragment, run->arena, &value, &n, run->err);
	if (st == BX_E_SYNTAX_DOC || st == BX_E_SYNTAX_CONTENT || st == BX_E_NOT_DOCUMENT || st == BX_E_ENCODING)
	{
		snprintf(msg, sizeof(msg), "%s", run->err != NULL ? run->err->msg : "");
		return ru_fail(run, op, "FODC0006", "%s", msg);
	}
	BX_TRY(st);
	return xd_tree_open(run->forest, value, n, run->query != NULL ? run->query->base_uri : bx_str("", 0),
						item);
}

BxStatus
fn_parse_xml(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return parse(run, op, cx, false, item, found);
}

BxStatus
fn_parse_xml_fragment(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return parse(run, op, cx, true, item, found);
}
