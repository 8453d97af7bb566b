/*
 * fuzz_encode.h -- short texts made into values, for fuzz targets that work on values.
 */
#ifndef FUZZ_ENCODE_H
#define FUZZ_ENCODE_H

#include "fuzz.h"

#include "../../src/xml/bx_parse.h"
#include "../unit/ut_pack.h"

#define FUZZ_DOCUMENT_MAX 8192 /* bytes of text that is worth its time */

/* False when the text does not parse; the value is the caller's to free. */
static inline bool
fuzz_encode(const char *s, size_t n, unsigned form, uint8_t **v, size_t *len)
{
	BxParseOptions opt = {.writer = ut_options(form, BX_TYPED_LOSSLESS), .encoding = "UTF-8"};
	BxError err;
	BxParser *p;
	BxStatus st;

	opt.writer.limits.max_entity_expansion = FUZZ_DOCUMENT_MAX * 4;
	p = bx_parser_new(bx_host_libc(), &opt, &err);
	REQUIRE(p != NULL);
	st = bx_parser_feed(p, s, n);
	if (st == BX_OK)
		st = bx_parser_finish(p, v, len);
	bx_parser_free(p);
	return st == BX_OK;
}

#endif
