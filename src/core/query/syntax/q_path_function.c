/*
 * q_path_function.c -- which functions paths have.
 */
#include "q_parse_int.h"

#include "../../xpath/syntax/xp_shape.h"
#include "../../xpath/syntax/xp_hint.h"

static unsigned
find_constructor(BxStr local)
{
	char full[32] = "xs:";

	if (local.n > sizeof(full) - 3)
		return 0;
	memcpy(full + 3, local.s, local.n);
	return xp_find_func(full, local.n + 3);
}

BxStatus
q_path_function(QParser *p, AtName *name, uint32_t *number)
{
	const QToken *t = &p->tok;
	BxStr written = bx_str(p->s + t->off, t->end - t->off);
	char buf[Q_SHOWN_MAX];

	*number = 0;
	BX_TRY(q_resolve(p, t, Q_FUNCTION_DEFAULT, name));
	if (t->any_local || t->form == Q_FORM_ANY_URI)
		*number = 0;
	else if (t->form == Q_FORM_PLAIN || bx_str_is(name->uri, Q_URI_FN))
		*number = xp_find_func(t->local.s, t->local.n);
	else if (bx_str_is(name->uri, Q_URI_XS))
		*number = find_constructor(t->local);
	if (*number != 0 || p->skipping > 0)
		return BX_OK;
	q_fail(p, t->off, NULL, NULL, "unknown function \"%s\"", q_shown(written, buf));
	xp_hint_function(p->err, written.s, written.n);
	return BX_E_XPATH;
}
