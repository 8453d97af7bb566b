/*
 * bxtool_facts.c -- "bxtool facts": what a schema says of paths.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../codec/bx_lz4.h"
#include "../core/typing/bx_path_facts.h"
#include "bxtool.h"

/* 0 when the schema allows the path to find something, else 1. */
static int
print_facts(BxPlaces *places, const char *path)
{
	const BxHost *host = bx_host_lz4();
	BxPathFacts *facts = NULL;
	XpBlock *block;
	BxArena arena;
	BxStatus st;
	BxError err;
	BxBuf out;
	bool never;

	if (!compile_path(path, &arena, &block))
		return 1;
	bx_error_clear(&err);
	bx_buf_init(&out, host);
	st = bx_path_facts(places, host, block, NULL, &arena, &facts, &err);
	if (st == BX_OK)
		st = bx_path_facts_put(facts, host, &arena, &out, &err);
	never = st == BX_OK && facts->at[block->root].never;
	if (st == BX_OK)
		printf("%s\n%.*s", path, (int) out.len, (const char *) out.data);
	else
		report(path, &err);
	bx_buf_free(&out);
	bx_arena_reset(&arena);
	return never || st != BX_OK;
}

static int
print_all(const struct BxSchema *schema, char **paths, int n)
{
	BxPlaces *places;
	int i, status = 0;
	BxError err;

	bx_error_clear(&err);
	if (bx_places_new(schema, bx_str("", 0), bx_str(NULL, 0), bx_host_lz4(), &places, &err) != BX_OK)
		return report("schema", &err);
	for (i = 0; i < n; i++)
		status |= print_facts(places, paths[i]);
	bx_places_free(places);
	return status;
}

int
facts_command(char **words, int n, const Options *opt)
{
	struct BxSchema *schema;
	int first, status = schema_command(words, n, opt, &schema, &first);

	if (status == 0)
	{
		status = print_all(schema, words + first, n - first);
		bx_schema_free(schema);
	}
	return status;
}
