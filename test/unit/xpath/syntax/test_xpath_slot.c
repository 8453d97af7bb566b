/*
 * test_xpath_slot.c -- another text in the slot of a block gives the block that the compiler makes of it.
 */
#include "../../../../src/core/xpath/syntax/xp_slot.h"
#include "../../ut.h"

typedef struct Fixture
{
	BxArena arena;
	BxError err;
} Fixture;

static void
begin(Fixture *f)
{
	bx_arena_init(&f->arena, bx_host_libc());
	bx_error_clear(&f->err);
}

/* The block of the form, which has the value where it has "%s". */
static XpBlock *
compiled(Fixture *f, const char *form, const char *value)
{
	char text[256];
	XpBlock *block = NULL;
	int n = snprintf(text, sizeof(text), form, value, value);

	CHECK(xp_compile(text, (size_t) n, 0, &f->arena, &block, &f->err) == BX_OK);
	return block;
}

static bool
has_slot(Fixture *f, const char *form, const char *value, XpSlot *slot)
{
	return xp_slot_find(compiled(f, form, value), bx_str(value, strlen(value)), slot);
}

static void
another_text(void)
{
	static const char *const forms[] = {"/a/@b[. = \"%s\"]",
										"/a[b = \"%s\"]/c",
										"/a[@b = \"x\" and c = \"%s\"]",
										"/a[b lt \"%s\"]",
										"declare namespace p = \"ab\"; /p:a[@b = \"%s\"]",
										"declare variable $v := \"%s\"; /a[b = $v or c = $v]"};
	static const char *const values[] = {"ab", "10", "{&", "  ", "$v", "*/", "a]"};

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
	{
		Fixture f;
		XpBlock *known;
		XpSlot slot;

		begin(&f);
		known = compiled(&f, forms[i], values[0]);
		CHECK(xp_slot_find(known, bx_str(values[0], 2), &slot));
		for (size_t k = 0; k < sizeof(values) / sizeof(values[0]); k++)
		{
			XpBlock *other = compiled(&f, forms[i], values[k]);

			CHECK(xp_slot_same(known, &slot, other, other->total));
			memcpy((char *) known + slot.off, values[k], slot.n);
			CHECK(known->total == other->total);
			CHECK(memcmp(known, other, known->total) == 0);
		}
		CHECK(!xp_slot_same(known, &slot, compiled(&f, "/a/@bc[. = \"%s\"]", "ab"), known->total));
		bx_arena_reset(&f.arena);
	}
}

static void
no_slot(void)
{
	Fixture f;
	XpSlot slot;

	begin(&f);
	CHECK(!has_slot(&f, "/a[b = \"%s\"]", "", &slot));
	CHECK(!has_slot(&f, "/a[b = \"%s\"]", "it's", &slot));
	CHECK(!has_slot(&f, "/a[b = \"%s\"]", "\xC3\xA4", &slot));
	CHECK(!has_slot(&f, "/a[b = '%s']", "x", &slot));                  /* other quotes */
	CHECK(!has_slot(&f, "/a[b = \"%s\" and c = \"%s\"]", "x", &slot)); /* two of them */
	CHECK(!has_slot(&f, "/a[matches(b, \"%s\")]", "x", &slot));        /* not every text is a pattern */
	CHECK(!xp_slot_find(compiled(&f, "/a[b = 5]", ""), bx_str("5", 1), &slot));
	bx_arena_reset(&f.arena);
}

static void
only_literal(void)
{
	Fixture f;
	XpSlot slot;

	begin(&f);
	CHECK(xp_slot_only(compiled(&f, "/a[b = \"%s\"]/c[d > 5]", "xyz"), &slot) && slot.n == 3 && !slot.vars);
	CHECK(xp_slot_only(compiled(&f, "declare variable $v := \"%s\"; /a[b = $v or c = $v]", "xyz"), &slot));
	CHECK(!xp_slot_only(compiled(&f, "/a[b = \"%s\" or c = \"y\"]", "xyz"), &slot));
	CHECK(!xp_slot_only(compiled(&f, "/a[b = 5]", ""), &slot));
	CHECK(!xp_slot_only(compiled(&f, "/a[xs:date(b) > xs:date(\"%s\")]", "2024-02-29"), &slot));
	bx_arena_reset(&f.arena);
}

static void
other_blocks(void)
{
	Fixture f;
	XpBlock *known, *other;
	XpSlot slot;

	begin(&f);
	known = compiled(&f, "/a[b = \"%s\"]", "xyz");
	CHECK(xp_slot_find(known, bx_str("xyz", 3), &slot));
	other = compiled(&f, "/a[b = \"%s\"]", "abc");
	CHECK(xp_slot_same(known, &slot, other, other->total));
	CHECK(!xp_slot_same(known, &slot, other, other->total - 1));
	((char *) other)[slot.off] = '"';
	CHECK(!xp_slot_same(known, &slot, other, other->total));
	((char *) other)[slot.off] = 'a';
	((char *) other)[slot.off - 2] ^= 1;
	CHECK(!xp_slot_same(known, &slot, other, other->total));
	bx_arena_reset(&f.arena);
}

UT_SUITE(test_xpath_slot)
{
	UT_RUN(another_text);
	UT_RUN(no_slot);
	UT_RUN(only_literal);
	UT_RUN(other_blocks);
	return ut_done();
}
