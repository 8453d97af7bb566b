/*
 * fn_parse.c -- fn:parse-xml and fn:parse-xml-fragment (F&O section 14.9), by the parser of the host.
 */
#include "fn_int.h"

#include <stdio.h>

#include "../run/ru_query.h"

/* A text declaration has an encoding, and does not say "standalone". */
static bool
has_bad_declaration(BxStr s)
{
	size_t i, n;

	if (!bx_str_starts(s, "<?xml") || s.n < 6 || !bx_is_space(s.s[5]))
		return false;
	for (n = 6; n < s.n && s.s[n] != '>'; n++)
		;
	for (i = 6; i + 8 < n; i++)
		if (memcmp(s.s + i, "encoding", 8) == 0)
			break;
	if (i + 8 >= n)
		return true;
	for (; i + 10 < n; i++)
		if (memcmp(s.s + i, "standalone", 10) == 0)
			return true;
	return false;
}

static BxStatus
parse(RuRun *run, const RuOp *op, const RuCx *cx, bool fragment, XdItem *item, bool *found)
{
	const RuExternal *external = run->external;
	const uint8_t *value;
	char msg[BX_MSG_MAX];
	RuArena *own;
	uint8_t *copy;
	BxStatus st;
	size_t n;

	RU_TRY_ARG(run, op, 0, cx, item, found);
	if (external == NULL || external->parse == NULL)
		return bx_fail(run->err, BX_E_UNSUPPORTED, op->pos, "there is no parser of XML text here");
	if (fragment && has_bad_declaration(at_item_str(item)))
		return ru_fail(run, op, "FODC0006",
					   "a text declaration has an encoding and no standalone declaration");
	BX_TRY(ru_arena_take(run, &own));
	st = external->parse(external->ctx, at_item_str(item), fragment, &own->arena, &value, &n, run->err);
	if (st == BX_E_SYNTAX_DOC || st == BX_E_SYNTAX_CONTENT || st == BX_E_NOT_DOCUMENT || st == BX_E_ENCODING)
	{
		ru_arena_give(run, own);
		snprintf(msg, sizeof(msg), "%s", run->err != NULL ? run->err->msg : "");
		return ru_fail(run, op, "FODC0006", "%s", msg);
	}
	BX_TRY(st);
	copy = run->host->alloc(run->host->ctx, n);
	if (copy == NULL)
		return bx_fail_nomem(run->err, n);
	memcpy(copy, value, n);
	ru_arena_give(run, own);
	return xd_tree_own(run->forest, cx->arena, XD_DOCUMENT, copy, n, ru_module(run, op)->base_uri, item);
}

FN_WITH(fn_parse_xml, parse, false)
FN_WITH(fn_parse_xml_fragment, parse, true)
