/*
 * fa_condition.c -- from a query, the condition that every document with a result meets.
 */
#include "fa_condition_int.h"

BxStatus
fa_condition(const QModule *module, bool test, BxArena *arena, BxStr *path, BxError *err)
{
	FaBuild *b;
	const char *text;

	*path = bx_str("", 0);
	if (module->body == NULL || module->context_value != NULL)
		return BX_OK;
	b = bx_arena_zalloc(arena, sizeof(FaBuild));
	if (b == NULL)
		return bx_fail_nomem(err, sizeof(FaBuild));
	b->module = module;
	b->arena = arena;
	b->err = err;
	b->collated = module->default_collation.n > 0;
	text = test ? fa_truth(b, module->body, &fa_document, true) : fa_exists(b, module->body, &fa_document);
	if (b->status == BX_OK && !b->over && !fa_is_true(text))
		*path = bx_str(text, strlen(text));
	return b->status;
}
