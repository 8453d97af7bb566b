/*
 * fc_vars.c -- external variables of a query by the names that callers write.
 */
#include "../../base/bx_core_int.h"

#include "../../atomic/at_value.h"
#include "fc_vars.h"

static bool
is_named(const AtName *name, BxStr key)
{
	const char *brace = bx_str_starts(key, "Q{") ? memchr(key.s, '}', key.n) : NULL;
	BxStr local, prefix;

	if (brace != NULL)
		return bx_str_equal(name->uri, bx_str_trim(bx_str(key.s + 2, (size_t) (brace - key.s) - 2))) &&
			   bx_same_bytes(name->local.s, name->local.n, brace + 1, (size_t) (key.s + key.n - brace) - 1);
	prefix = bx_str_prefix(key, &local);
	return bx_str_equal(name->local, local) &&
		   (prefix.n > 0 ? bx_str_equal(name->prefix, prefix) : name->uri.n == 0);
}

const RuGlobalPlan *
fc_var_find(const RuQuery *plan, BxStr name)
{
	for (uint32_t i = 0; i < plan->n_globals; i++)
		if (plan->globals[i].external && is_named(&plan->globals[i].name, name))
			return &plan->globals[i];
	return NULL;
}

BxStatus
fc_var_convert(const AtCall *call, const XdSeqType *type, XdItem *item)
{
	bool fits =
		item->type == AT_STRING || (at_is_numeric(item) && at_types[type->atomic].family == AT_F_NUMBER);
	XdItem made;

	if (type->kind != XD_T_ATOMIC || type->atomic == item->type || !fits)
		return BX_OK;
	BX_TRY(at_cast(call, item, (AtType) type->atomic, &made));
	*item = made;
	return BX_OK;
}
