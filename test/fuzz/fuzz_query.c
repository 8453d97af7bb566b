/*
 * fuzz_query.c -- queries: parse, print, parse again.
 *
 * Input: the text of a main or library module.  It is refused with a message; or its tree is within the bound of depth,
 * and the text printed of it parses to an equal tree, whose text is the same.
 */
#include "fuzz.h"

#include <string.h>

#include "../../src/core/base/bx_buf.h"
#include "../../src/core/query/syntax/q_parse.h"
#include "../../src/core/query/syntax/q_print.h"

static QModule *
parse(const void *text, size_t n, BxArena *arena)
{
	QModule *m = NULL;
	BxError err;
	BxStatus st = q_parse(bx_str(text, n), Q_MODE_QUERY, NULL, 0, arena, bx_host_libc(), &m, &err);

	REQUIRE(st == BX_OK || (err.status == st && err.msg[0] != '\0'));
	REQUIRE(st != BX_OK || m->body == NULL || m->body->height <= Q_MAX_DEPTH);
	return st == BX_OK ? m : NULL;
}

static void
check_equal(const QModule *a, const QModule *b)
{
	uint32_t i;

	REQUIRE(q_equal(a->body, b->body) && q_equal(a->context_value, b->context_value));
	REQUIRE(a->n_variables == b->n_variables && a->n_functions == b->n_functions);
	for (i = 0; i < a->n_variables; i++)
		REQUIRE(q_equal(a->variables[i].value, b->variables[i].value));
	for (i = 0; i < a->n_functions; i++)
		REQUIRE(q_equal(a->functions[i].body, b->functions[i].body));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	BxArena arena;
	BxBuf text, again;
	BxError err;
	QModule *m, *second;

	bx_arena_init(&arena, bx_host_libc());
	bx_buf_init(&text, bx_host_libc());
	bx_buf_init(&again, bx_host_libc());
	m = parse(data, size, &arena);
	if (m != NULL)
	{
		REQUIRE(q_print_module(m, &text, &err) == BX_OK);
		second = parse(text.data, text.len, &arena);
		REQUIRE(second != NULL);
		check_equal(m, second);
		REQUIRE(q_print_module(second, &again, &err) == BX_OK);
		REQUIRE(again.len == text.len && memcmp(again.data, text.data, text.len) == 0);
	}
	bx_buf_free(&again);
	bx_buf_free(&text);
	bx_arena_reset(&arena);
	return 0;
}
