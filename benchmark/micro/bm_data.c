/*
 * bm_data.c -- reading the documents, and the receiver that every traversal calls.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bm.h"

void
bm_die(const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s: ", program_invocation_short_name);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

void *
bm_alloc(size_t n)
{
	void *p = malloc(n > 0 ? n : 1);

	if (p == NULL)
		bm_die("out of memory (%zu bytes)", n);
	return p;
}

static char *
read_file(const char *path, size_t *len)
{
	FILE *f = fopen(path, "rb");
	char *data;
	long size;

	if (f == NULL || fseek(f, 0, SEEK_END) != 0 || (size = ftell(f)) < 0)
		bm_die("cannot read %s", path);
	rewind(f);
	data = bm_alloc((size_t) size + 1);
	*len = fread(data, 1, (size_t) size, f);
	data[*len] = 0;
	fclose(f);
	return data;
}

void
bm_load(BmSet *set, const char *path)
{
	size_t len, i, from = 0;
	char *data = read_file(path, &len);

	set->n = 0;
	for (i = 0; i < len; i++)
		set->n += data[i] == 0;
	if (set->n == 0)
		bm_die("%s holds no document that ends in a NUL byte", path);
	set->docs = bm_alloc(set->n * sizeof(BmDoc));
	set->n = 0;
	set->bytes = 0;
	for (i = 0; i < len; i++)
		if (data[i] == 0)
		{
			BmDoc doc = {.text = data + from, .len = i - from};

			set->docs[set->n++] = doc;
			set->bytes += doc.len;
			from = i + 1;
		}
}

void
bm_unload(BmSet *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		free(set->docs[i].value);
	free((char *) set->docs[0].text);
	free(set->docs);
	set->docs = NULL;
}

void
bm_answer_value(BmAnswer *a, const char *s, size_t n)
{
	uint64_t h = 1469598103934665603u;
	size_t i;

	for (i = 0; i < n; i++)
		h = (h ^ (unsigned char) s[i]) * 1099511628211u;
	a->count++;
	a->hash = a->hash * 31 + h;
}

/* ---------------------------------------------------------------- the receiver */

static void
sink_element(BmTally *t, const char *name, size_t n)
{
	(void) name;
	t->elements += n > 0;
}

static void
sink_attribute(BmTally *t, const char *name, size_t n, const char *value, size_t len)
{
	(void) name;
	(void) value;
	t->attributes += n > 0;
	t->attr_bytes += len;
}

static void
sink_text(BmTally *t, const char *s, size_t n)
{
	(void) s;
	t->texts++;
	t->text_bytes += n;
}

static void
sink_end(BmTally *t)
{
	(void) t;
}

/* Lives in a file of its own and behind a function, so that no engine can inline its receiver. */
const BmSink *
bm_sink(void)
{
	static const BmSink sink = {sink_element, sink_attribute, sink_text, sink_end};

	return &sink;
}
