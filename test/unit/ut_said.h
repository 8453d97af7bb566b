/*
 * ut_said.h -- values with label exceptions and marks that a test gives as text.
 */
#ifndef UT_SAID_H
#define UT_SAID_H

#include "../../src/core/encode/bx_exception_writer.h"
#include "../../src/core/encode/bx_section.h"
#include "ut_value.h"

/* Say to the writer "parent:index:level", labels as text, "-" for the document. */
static inline void
ut_say(BxExceptionWriter *w, const char *said)
{
	char parent[64], level[64];
	unsigned index;
	BxBuf a, b;

	bx_buf_init(&a, bx_host_libc());
	bx_buf_init(&b, bx_host_libc());
	if (sscanf(said, "%63[^:]:%u:%63s", parent, &index, level) != 3 ||
		(strcmp(parent, "-") != 0 && bx_ordpath_parse(parent, strlen(parent), &a, NULL) != BX_OK) ||
		bx_ordpath_parse(level, strlen(level), &b, NULL) != BX_OK ||
		bx_exception_add(w, a.data, a.len, index, b.data, b.len) != BX_OK)
		abort();
	bx_buf_free(&a);
	bx_buf_free(&b);
}

/* The value with what the writer was told, as a section with that code; v is freed. */
static inline uint8_t *
ut_put_said(uint8_t *v, size_t *len, uint8_t code, BxExceptionWriter *w)
{
	uint8_t *data = NULL;
	BxBuf body;
	BxError err;

	bx_buf_init(&body, bx_host_libc());
	if (bx_exception_finish(w, &body) != BX_OK ||
		bx_section_put(v, *len, code, body.len > 0 ? body.data : NULL, (uint32_t) body.len, 0, bx_host_libc(),
					   &data, len, &err) != BX_OK)
		abort();
	bx_exception_writer_free(w);
	bx_buf_free(&body);
	free(v);
	return data;
}

/*
 * The value with exceptions, as texts for ut_say with spaces between, and marks likewise, behind "^"; exactly *len
 * bytes of host memory of libc.
 */
static inline uint8_t *
ut_said(const uint8_t *v, size_t n, const char *said, size_t *len)
{
	uint8_t *copy = ut_need(malloc(n));
	BxExceptionWriter w, marks;
	BxError err;
	size_t end;

	bx_exception_writer_init(&w, bx_host_libc(), &err);
	bx_exception_writer_init(&marks, bx_host_libc(), &err);
	marks.marks = true;
	for (; *said != '\0'; said += end + (said[end] == ' '))
	{
		char one[160];

		end = strcspn(said, " ");
		snprintf(one, sizeof(one), "%.*s", (int) end, said);
		ut_say(one[0] == '^' ? &marks : &w, one + (one[0] == '^'));
	}
	memcpy(copy, v, n);
	*len = n;
	return ut_put_said(ut_put_said(copy, len, BX_EXT_LABELS, &w), len, BX_EXT_MARKS, &marks);
}

#endif
