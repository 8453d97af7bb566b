/*
 * fuzz_atomic.c -- atomic values: read, written, cast, compared, reckoned with.
 *
 * Input: a byte for a type, a byte for another one, a text.  A text is refused with a code or is a value whose text is
 * read as the same value, with the same text and hash; castable says whether the cast to the other type succeeds, whose
 * result is such a value too; operators end with a value or a code.
 */
#include "fuzz.h"

#include <string.h>

#include "../../src/core/atomic/at_value.h"

static void
check_status(const AtCall *c, BxStatus st)
{
	REQUIRE(st == BX_OK || (st == BX_E_XPTYPE && c->err->status == st && strlen(c->err->code) == 8));
}

/* The text of a value is that of the value that it reads as. */
static void
check_text(const AtCall *c, const XdItem *item)
{
	AtType type = (AtType) item->type;
	uint64_t hash, again_hash;
	BxStr text, again_text;
	XdItem again;
	bool same;

	REQUIRE(at_text(c, item, &text) == BX_OK);
	REQUIRE(at_read(c, type, text, &again) == BX_OK && again.type == type);
	REQUIRE(at_text(c, &again, &again_text) == BX_OK && bx_str_equal(text, again_text));
	REQUIRE(at_same(c, item, &again, NULL, &same) == BX_OK && same);
	REQUIRE(at_hash(c, item, NULL, AT_GRAIN_EXACT, &hash) == BX_OK &&
			at_hash(c, &again, NULL, AT_GRAIN_EXACT, &again_hash) == BX_OK);
	REQUIRE(hash == again_hash);
}

static void
check_pair(const AtCall *c, const XdItem *a, const XdItem *b)
{
	bool holds, back, same, back_same;
	XdItem out;
	int op;

	for (op = AT_EQ; op <= AT_GE; op++)
		check_status(c, at_value_compare(c, (AtComparison) op, a, b, NULL, &holds));
	REQUIRE(at_same(c, a, b, NULL, &same) == BX_OK && at_same(c, b, a, NULL, &back_same) == BX_OK);
	REQUIRE(same == back_same);
	if (at_value_compare(c, AT_EQ, a, b, NULL, &holds) == BX_OK)
		REQUIRE(at_value_compare(c, AT_EQ, b, a, NULL, &back) == BX_OK && holds == back);
	for (op = AT_ADD; op <= AT_MOD; op++)
	{
		BxStatus st = at_arith(c, (AtOperator) op, a, b, &out);

		check_status(c, st);
		if (st == BX_OK)
			check_text(c, &out);
	}
}

static void
check_value(const AtCall *c, const XdItem *item, AtType other)
{
	XdItem out;
	BxStatus st;
	bool ok;

	check_text(c, item);
	st = at_cast(c, item, other, &out);
	check_status(c, st);
	REQUIRE(at_castable(c, item, other, &ok) == BX_OK && ok == (st == BX_OK));
	check_pair(c, item, item);
	if (!ok)
		return;
	check_text(c, &out);
	check_pair(c, item, &out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const AtPrefix prefix = {{"p", 1}, {"urn:p", 5}};
	BxArena arena;
	BxError err;
	AtCall call = {.host = bx_host_libc(), .arena = &arena, .err = &err, .zone = 60, .prefixes = &prefix};
	XdItem item;
	BxStatus st;

	if (size < 2 || size > 2000)
		return 0;
	call.n_prefixes = 1;
	bx_arena_init(&arena, call.host);
	bx_error_clear(&err);
	st = at_read(&call, (AtType) (data[0] % AT_TYPES), bx_str(data + 2, size - 2), &item);
	check_status(&call, st);
	if (st == BX_OK)
		check_value(&call, &item, (AtType) (data[1] % AT_TYPES));
	bx_arena_reset(&arena);
	return 0;
}
