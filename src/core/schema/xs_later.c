/*
 * xs_later.c -- what XML Schema 1.1 adds, so that errors can name it.
 */
#include "../base/bx_core_int.h"

#include "xs_doc_int.h"

static const char *const later[] = {
	/* elements */
	"alternative",
	"assert",
	"assertion",
	"defaultOpenContent",
	"explicitTimezone",
	"openContent",
	"override",
	/* attributes */
	"appliesToEmpty",
	"defaultAttributes",
	"defaultAttributesApply",
	"inheritable",
	"notNamespace",
	"notQName",
	"xpathDefaultNamespace",
	/* types */
	"anyAtomicType",
	"dateTimeStamp",
	"dayTimeDuration",
	"error",
	"yearMonthDuration",
};

bool
xs_is_later(BxStr name)
{
	size_t i;

	for (i = 0; i < sizeof(later) / sizeof(later[0]); i++)
		if (bx_str_is(name, later[i]))
			return true;
	return false;
}

BxStatus
xs_hint_later(BxError *err, BxStatus status, BxStr name)
{
	if (status != BX_E_SCHEMA || !xs_is_later(name))
		return status;
	return bx_hint(err, status, "\"%.*s\" is of XML Schema 1.1; schemas must be written in version 1.0.",
				   (int) name.n, name.s);
}
