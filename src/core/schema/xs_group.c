/*
 * xs_group.c -- groups that are declared globally, looked at by themselves: those that no type refers to, and those
 * that are redefined.
 *
 * A group is made as if it were a type that has its particle or its attributes, so that two of them are compared as a
 * type by restriction is with its base.
 */
#include "../base/bx_core_int.h"

#include "xs_compile_int.h"

static BxStatus
make(XsCompile *c, XsGlobal *g)
{
	XsType *type = xs_make(c, sizeof(XsType));

	if (type == NULL)
		return BX_E_NOMEM;
	g->made = type;
	type->doc = g->doc;
	type->node = g->node;
	type->symbol = g->symbol;
	type->base = c->schema->builtin[AT_ANY_TYPE];
	type->way = XS_RESTRICTION;
	type->content = XS_ELEMENTS;
	if (g->kind == XS_ATTRIBUTE_GROUP)
		return xs_uses(c, g->doc, g->node, type);
	type->particle = xs_make(c, sizeof(XsParticle));
	if (type->particle == NULL)
		return BX_E_NOMEM;
	type->particle->min = type->particle->max = 1;
	return xs_group_particle(c, g, type->particle);
}

BxStatus
xs_groups_make(XsCompile *c)
{
	XsGlobal *g;
	uint32_t i;

	for (i = 0; i < c->n_globals; i++)
	{
		g = &c->globals[i];
		BX_TRY(bx_step(c->host));
		if (!g->used || g->old > 0)
			BX_TRY(make(c, g));
		if (g->old > 0 && c->globals[g->old - 1].made == NULL)
			BX_TRY(make(c, &c->globals[g->old - 1]));
	}
	return BX_OK;
}

BxStatus
xs_groups_compare(XsCompile *c)
{
	uint32_t i;

	for (i = 0; i < c->n_globals; i++)
	{
		const XsGlobal *g = &c->globals[i], *old = g->old > 0 ? &c->globals[g->old - 1] : NULL;

		BX_TRY(bx_step(c->host));
		if (old == NULL || old->extended)
			continue;
		if (g->kind == XS_GROUP && g->made->model == NULL)
			BX_TRY(xs_model(c, g->made));
		if (g->kind == XS_GROUP && old->made->model == NULL)
			BX_TRY(xs_model(c, old->made));
		BX_TRY(xs_restricts(c, g->made, old->made));
	}
	return BX_OK;
}
