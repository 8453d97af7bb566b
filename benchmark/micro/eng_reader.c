/*
 * eng_reader.c -- the halves of our encoder: the reader of src/core/parse without a writer, and the writer behind
 * libxml2.
 */
#include <stdlib.h>

#include "eng_bxml.h"

#include "../../src/core/parse/bx_markup.h"
#include "../../src/xml/bx_parse.h"

static const BxLimits limits = BX_LIMITS_DEFAULT;

static void
reader_parse(const BmSet *set)
{
	const BxMarkupOptions o = {.limits = &limits};
	BxError err;
	BxMarkup *m = bx_markup_new(bx_host_libc(), &err);
	bool mine;

	if (m == NULL)
		bm_die("bxml: out of memory");
	for (size_t i = 0; i < set->n; i++)
	{
		bm_bxml_must(bx_markup_read(m, NULL, &o, set->docs[i].text, set->docs[i].len, &mine, &err), &err,
					 "read");
		if (!mine)
			bm_die("bxml: a document that is left to libxml2");
	}
	bx_markup_free(m);
}

static void
libxml_parse(const BmSet *set)
{
	const BxParseOptions o = {
		.writer = {.limits = BX_LIMITS_DEFAULT}, .libxml_only = true, .encoding = "UTF-8"};

	for (size_t i = 0; i < set->n; i++)
	{
		BxError err;
		BxParser *p = bx_parser_new(bx_host_libc(), &o, &err);
		uint8_t *value;
		size_t len;

		if (p == NULL)
			bm_die("bxml: out of memory");
		bm_bxml_must(bx_parser_text(p, set->docs[i].text, set->docs[i].len), bx_parser_error(p), "parse");
		bm_bxml_must(bx_parser_finish(p, &value, &len), bx_parser_error(p), "parse");
		bx_parser_free(p);
		free(value);
	}
}

static void *
same_set(BmSet *set)
{
	return set;
}

static void
nothing(void *ctx)
{
	(void) ctx;
}

const BmEngine bm_bxml_reader = {
	.name = "bxml reader", .open = same_set, .close = nothing, .parse = reader_parse};
const BmEngine bm_bxml_libxml = {
	.name = "bxml by libxml2", .open = same_set, .close = nothing, .parse = libxml_parse};
