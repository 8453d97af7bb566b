/*
 * fuzz_assemble.c -- rows of any kind, in any order, back to a value.
 *
 * Input: one byte of options, then rows (see take_row).  Whatever the rows say, the assembler refuses them with a
 * message or makes a value that passes the validator, whose text is well-formed and parses to the same text.
 */
#include "fuzz.h"

#include <string.h>

#include "../../src/core/check/bx_check.h"
#include "../../src/core/build/bx_assemble.h"
#include "../../src/core/print/bx_text.h"
#include "../../src/xml/bx_parse.h"

/* What is left of the input. */
typedef struct Input
{
	const uint8_t *s;
	size_t n;
} Input;

static uint8_t
take_byte(Input *in)
{
	if (in->n == 0)
		return 0;
	in->n--;
	return *in->s++;
}

/* Names that make well-formed rows likely, or bytes of the input. */
static BxStr
take_string(Input *in, bool name)
{
	static const char *const known[] = {"", "a", "b", "p", "xml", "xmlns", "u", "urn:q"};
	uint8_t c = take_byte(in);
	BxStr s;

	if (name && c >= 0x80)
		return (BxStr){known[c % 8], strlen(known[c % 8])};
	s.n = c % 16;
	if (s.n > in->n)
		s.n = (uint32_t) in->n;
	s.s = (const char *) in->s;
	in->s += s.n;
	in->n -= s.n;
	return s;
}

/*
 * A byte for the kind and whether there is a value, one for the length of the label (up to 15), the label, then prefix,
 * namespace, name and value, each a byte and what it announces.
 */
static void
take_row(Input *in, BxAssembleRow *row)
{
	static const uint8_t kinds[] = {BX_KIND_ELEMENT, BX_KIND_ATTRIBUTE, BX_KIND_TEXT, BX_KIND_NAMESPACE,
									BX_KIND_ELEMENT, BX_KIND_COMMENT,   BX_KIND_PI,   BX_KIND_TEXT};
	uint8_t c = take_byte(in);
	BxStr label;

	row->kind = (c & 0x40) != 0 ? c % 32 : kinds[c % 8];
	row->has_value = (c & 0x80) != 0;
	label = take_string(in, false);
	row->label = (const uint8_t *) label.s;
	row->label_n = label.n;
	row->prefix = take_string(in, true);
	row->uri = take_string(in, true);
	row->name = take_string(in, true);
	row->value = take_string(in, false);
}

static void
check_value(uint8_t *v, size_t n)
{
	BxParseOptions options = {.writer = {.limits = BX_LIMITS_DEFAULT}, .encoding = "UTF-8"};
	BxParser *p;
	BxBuf text, again;
	BxError err;
	uint8_t *parsed;
	size_t len;

	REQUIRE(bx_check(v, n, true, NULL, bx_host_libc(), &err) == BX_OK);
	bx_buf_init(&text, bx_host_libc());
	bx_buf_init(&again, bx_host_libc());
	REQUIRE(bx_text_write(v, n, NULL, bx_host_libc(), &text, &err) == BX_OK);
	p = bx_parser_new(bx_host_libc(), &options, &err);
	REQUIRE(p != NULL && bx_parser_feed(p, (const char *) text.data, text.len) == BX_OK);
	REQUIRE(bx_parser_finish(p, &parsed, &len) == BX_OK);
	bx_parser_free(p);
	REQUIRE(bx_text_write(parsed, len, NULL, bx_host_libc(), &again, &err) == BX_OK);
	/* what is white space at top level is kept beside other text only */
	REQUIRE(again.len <= text.len);
	free(parsed);
	bx_buf_free(&text);
	bx_buf_free(&again);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	BxWriterOptions options = {.limits = BX_LIMITS_DEFAULT};
	Input in = {data, size};
	BxAssembleRow row;
	BxAssembler *a;
	BxStatus st = BX_OK;
	uint8_t *v = NULL;
	BxError err;
	uint8_t c = take_byte(&in);
	size_t n;

	options.typed = c & 1 ? BX_TYPED_OFF : BX_TYPED_LOSSLESS;
	options.mode = c & 2 ? BX_MODE_NAMES : BX_MODE_AUTO;
	if (c & 4)
		options.limits.max_depth = 4;
	if (c & 8)
		options.limits.max_attributes = 2;
	a = bx_assembler_new(bx_host_libc(), &options, &err);
	REQUIRE(a != NULL);
	while (in.n > 0 && st == BX_OK)
	{
		take_row(&in, &row);
		st = bx_assembler_add(a, &row);
	}
	if (st == BX_OK)
		st = bx_assembler_finish(a, &v, &n);
	REQUIRE(st == BX_OK || bx_assembler_error(a)->msg[0] != '\0');
	bx_assembler_free(a);
	if (st == BX_OK)
		check_value(v, n);
	free(v);
	return 0;
}
