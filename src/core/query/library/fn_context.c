/*
 * fn_context.c -- fn:position, fn:last, fn:default-collation and fn:default-language.
 */
#include "fn_int.h"

#include "../run/ru_query.h"

BxStatus
fn_position(RU_ONE_ARGS)
{
	if (cx->item == NULL)
		return ru_fail(run, op, "XPDY0002", "position() needs a context item, and there is none");
	*item = at_integer_item((int64_t) cx->pos);
	*found = true;
	return BX_OK;
}

BxStatus
fn_last(RU_ONE_ARGS)
{
	if (cx->item == NULL)
		return ru_fail(run, op, "XPDY0002", "last() needs a context item, and there is none");
	*item = at_integer_item((int64_t) cx->size);
	*found = true;
	return BX_OK;
}

BxStatus
fn_default_collation(RU_ONE_ARGS)
{
	BxStr uri = ru_module(run, op)->default_collation;

	(void) cx;
	return fn_give(uri.n > 0 ? uri : bx_str(FN_CODEPOINT, strlen(FN_CODEPOINT)), item, found);
}

BxStatus
fn_default_language(RU_ONE_ARGS)
{
	(void) run, (void) op, (void) cx;
	*item = at_text_item(AT_LANGUAGE, bx_str("en", 2));
	*found = true;
	return BX_OK;
}
