/*
 * fuzz_plan.h -- tables for the documents of a schema that nobody has looked at, for fuzz targets that compile one.
 */
#ifndef FUZZ_PLAN_H
#define FUZZ_PLAN_H

#include "fuzz.h"

#include <string.h>
#include <strings.h>

#include "../../src/core/typing/bx_table_plan.h"

#define FUZZ_PLAN_ROOTS 4

/* Names fit, are not taken and are told apart without letters' case; parents come before children. */
static inline void
fuzz_plan_check(const BxTablePlan *plan, BxStr taken)
{
	REQUIRE(plan->n > 0);
	for (uint32_t i = 0; i < plan->n; i++)
	{
		const BxPlanTable *t = &plan->tables[i];

		REQUIRE(t->name.n > 0 && t->name.n <= BX_PLAN_NAME && (i == 0 ? t->parent == 0 : t->parent < i));
		for (uint32_t k = 0; k < i && k < 100; k++)
			REQUIRE(plan->tables[k].name.n != t->name.n ||
					strncasecmp(plan->tables[k].name.s, t->name.s, t->name.n) != 0);
		for (uint32_t k = 0; k < t->n; k++)
		{
			BxStr name = t->columns[k].name;

			REQUIRE(name.n > 0 && name.n <= BX_PLAN_NAME && t->columns[k].path.n > 0);
			REQUIRE(name.n != taken.n || strncasecmp(name.s, taken.s, name.n) != 0);
			for (uint32_t j = 0; j < k && j < 100; j++)
				REQUIRE(t->columns[j].name.n != name.n ||
						strncasecmp(t->columns[j].name.s, name.s, name.n) != 0);
		}
	}
}

/* The tables of the first roots; an error says why there are none, and nothing stays allocated. */
static inline void
fuzz_plan(const BxSchema *schema, const BxHost *host)
{
	static const BxStr taken = {"a", 1};
	BxStr uri, local;
	bool abstract;

	for (uint32_t i = 0; i < FUZZ_PLAN_ROOTS && bx_schema_root(schema, i, &uri, &local, &abstract); i++)
	{
		BxTableOptions options = {.taken = &taken, .n_taken = 1, .depth = UINT32_MAX, .by_type = i % 2 == 1};
		BxPlaces *places = NULL;
		BxTablePlan *plan;
		BxArena arena;
		BxError err;
		BxStatus st;

		bx_arena_init(&arena, host);
		bx_error_clear(&err);
		st = bx_places_new(schema, uri, local, host, &places, &err);
		if (st == BX_OK)
			st = bx_table_plan(places, host, &options, &arena, &plan, &err);
		REQUIRE(st == BX_OK || st == BX_E_CANCEL || err.msg[0] != '\0');
		REQUIRE(st == BX_OK || st == BX_E_CANCEL || st == BX_E_LIMIT || (st == BX_E_ARGUMENT && abstract));
		if (st == BX_OK)
			fuzz_plan_check(plan, taken);
		if (places != NULL)
			bx_places_free(places);
		bx_arena_reset(&arena);
	}
}

#endif
