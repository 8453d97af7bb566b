/*
 * bxtool_split.c -- "bxtool split": one long document to records that COPY takes.
 *
 * Input and output pass through in pieces, so neither size matters; one record and one piece are in memory.  Records
 * of COPY's binary format are in the plain binary form: the server checks them, which is faster than parsing text
 * again, and compresses them as its own settings say.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../codec/bx_lz4.h"
#include "../core/print/bx_text.h"
#include "../core/xpath/result/xp_record_rule.h"
#include "../xml/bx_split.h"
#include "bxtool.h"

#define PIECE 65536

/* Version byte of the plain binary form, as the type's receive function has it. */
#define WIRE_NATIVE 2

typedef struct Splitting Splitting;

/* One way to write records; false when the output cannot be written. */
typedef struct Format
{
	const char *name;
	bool (*begin)(Splitting *s);
	bool (*record)(Splitting *s, const uint8_t *v, size_t n);
	bool (*end)(Splitting *s);
	bool (*spoil)(Splitting *s); /* instead of end: COPY must not take what is there for all */
} Format;

struct Splitting
{
	const char *name;
	const Format *format;
	FILE *in, *out;
	BxSplit *split;
	BxBuf text; /* of one record */
	BxError err;
	uint64_t bytes;
	uint64_t records;
	bool progress;
	double start, shown;
};

/* ---- formats ---- */

static bool
put(Splitting *s, const void *p, size_t n)
{
	return fwrite(p, 1, n, s->out) == n;
}

static bool
put_number(Splitting *s, uint32_t x, int bytes)
{
	uint8_t b[4] = {(uint8_t) (x >> 24), (uint8_t) (x >> 16), (uint8_t) (x >> 8), (uint8_t) x};

	return put(s, b + 4 - bytes, (size_t) bytes);
}

static bool
put_nothing(Splitting *s)
{
	return s->out != NULL;
}

/* Signature, flags and length of the header's extension (COPY, "Binary Format"). */
static bool
binary_begin(Splitting *s)
{
	return put(s, "PGCOPY\n\377\r\n", 11) && put_number(s, 0, 4) && put_number(s, 0, 4);
}

static bool
binary_record(Splitting *s, const uint8_t *v, size_t n)
{
	return put_number(s, 1, 2) && put_number(s, (uint32_t) n + 1, 4) && put_number(s, WIRE_NATIVE, 1) &&
		   put(s, v, n);
}

static bool
binary_end(Splitting *s)
{
	return put_number(s, 0xFFFF, 2);
}

/* Without the trailer COPY would be content; a row of many fields is an error. */
static bool
binary_spoil(Splitting *s)
{
	return put_number(s, 0x7FFF, 2);
}

/* False with s->err set when the record cannot be printed. */
static bool
print_record(Splitting *s, const uint8_t *v, size_t n)
{
	s->text.len = 0;
	return bx_text_write(v, n, NULL, bx_host_lz4(), &s->text, &s->err) == BX_OK;
}

static bool
text_record(Splitting *s, const uint8_t *v, size_t n)
{
	size_t from = 0;

	if (!print_record(s, v, n))
		return false;
	for (size_t i = 0; i < s->text.len; i++)
	{
		uint8_t c = s->text.data[i];
		const char *escape = c == '\\'   ? "\\\\"
							 : c == '\n' ? "\\n"
							 : c == '\r' ? "\\r"
							 : c == '\t' ? "\\t"
										 : NULL;

		if (escape == NULL)
			continue;
		if (!put(s, s->text.data + from, i - from) || !put(s, escape, 2))
			return false;
		from = i + 1;
	}
	return put(s, s->text.data + from, s->text.len - from) && put(s, "\n", 1);
}

/* A field too many. */
static bool
text_spoil(Splitting *s)
{
	static const char line[] = "input failed\there\n";

	return put(s, line, sizeof(line) - 1);
}

static bool
xml_record(Splitting *s, const uint8_t *v, size_t n)
{
	return print_record(s, v, n) && put(s, s->text.data, s->text.len) && put(s, "\n", 1);
}

static const Format formats[] = {
	{"copy-binary", binary_begin, binary_record, binary_end, binary_spoil},
	{"copy-text", put_nothing, text_record, put_nothing, text_spoil},
	{"xml", put_nothing, xml_record, put_nothing, put_nothing},
};

static const Format *
find_format(const char *name)
{
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (name == NULL || strcmp(formats[i].name, name) == 0)
			return &formats[i];
	fprintf(stderr, "bxtool: unknown format \"%s\"\n", name);
	return NULL;
}

/* ---- progress ---- */

/* One line that is written over, at most once a second; `last` ends it. */
static void
show_progress(Splitting *s, bool last)
{
	double t;

	if (!s->progress)
		return;
	t = now();
	if (!last && t - s->shown < 1)
		return;
	s->shown = t;
	t = t > s->start ? t - s->start : 1e-9;
	fprintf(stderr, "\r%.1f MB, %llu records, %.1f MB/s, %.0f records/s  %s", (double) s->bytes / 1e6,
			(unsigned long long) s->records, (double) s->bytes / 1e6 / t, (double) s->records / t,
			last ? "\n" : "");
}

/* ---- the work ---- */

static int
fail_output(Splitting *s, const Options *opt)
{
	if (s->err.status != BX_OK)
		return report(s->name, &s->err);
	fprintf(stderr, "bxtool: ");
	perror(opt->output != NULL ? opt->output : "standard output");
	return 1;
}

/* Write the records that wait. */
static int
drain(Splitting *s, const Options *opt)
{
	uint8_t *v;
	size_t n;

	for (;;)
	{
		bool ok;

		if (bx_split_next(s->split, &v, &n) != BX_OK)
			return report(s->name, bx_split_error(s->split));
		if (v == NULL)
			return 0;
		ok = s->format->record(s, v, n);
		bx_host_lz4()->release(bx_host_lz4()->ctx, v);
		if (!ok)
			return fail_output(s, opt);
		s->records++;
	}
}

static int
fail_input(Splitting *s)
{
	fprintf(stderr, "bxtool: ");
	perror(s->name);
	return 1;
}

/* Feed a piece, and write the records that end in it. */
static int
pass_piece(Splitting *s, const Options *opt, const char *piece, size_t n, BxStatus *st)
{
	int status = 0;
	size_t k;

	for (; n > 0 && *st == BX_OK && status == 0; piece += k, n -= k)
	{
		k = bx_split_portion(s->split);
		k = k < n ? k : n;
		*st = bx_split_feed(s->split, piece, k);
		status = drain(s, opt);
	}
	return status;
}

/* All of the input to all of the output but its end; returns the exit status. */
static int
pass_through(Splitting *s, const Options *opt)
{
	static char piece[PIECE];
	BxStatus st = BX_OK;
	int status = 0;
	size_t n;

	while (st == BX_OK && status == 0 && (n = fread(piece, 1, sizeof(piece), s->in)) > 0)
	{
		s->bytes += n;
		status = pass_piece(s, opt, piece, n, &st);
		show_progress(s, false);
	}
	if (st == BX_OK && status == 0 && ferror(s->in))
		return fail_input(s);
	if (st == BX_OK && status == 0)
	{
		st = bx_split_end(s->split);
		status = drain(s, opt);
	}
	show_progress(s, true);
	return st != BX_OK && status == 0 ? report(s->name, bx_split_error(s->split)) : status;
}

/* Say that the path found nothing, and what there is instead: COPY takes an empty output without a word. */
static void
warn_empty(Splitting *s, const Options *opt)
{
	s->text.len = 0;
	if (bx_split_why(s->split, &s->text, &s->err) == BX_OK)
		fprintf(stderr, "bxtool: %s: record path \"%s\" selects no element\n  %.*s\n", s->name, opt->path,
				(int) s->text.len, (const char *) s->text.data);
}

static int
run(Splitting *s, const Options *opt)
{
	int status;

	if (!s->format->begin(s))
		return fail_output(s, opt);
	status = pass_through(s, opt);
	if (status == 0 && s->records == 0)
		warn_empty(s, opt);
	if (!(status == 0 ? s->format->end(s) : s->format->spoil(s)) || fflush(s->out) != 0)
		return status == 0 ? fail_output(s, opt) : status;
	return status;
}

/* Open input and output; false after a report. */
static bool
open_files(Splitting *s, const Options *opt)
{
	s->in = strcmp(s->name, "-") == 0 ? stdin : fopen(s->name, "rb");
	if (s->in == NULL)
		return fail_input(s) == 0;
	s->out = opt->output != NULL && strcmp(opt->output, "-") != 0 ? fopen(opt->output, "wb") : stdout;
	if (s->out == NULL)
	{
		fail_output(s, opt);
		return false;
	}
	return true;
}

int
split_command(const char *name, const Options *opt)
{
	Splitting s = {.name = name, .format = find_format(opt->format), .start = now()};
	BxRecordRule rule;
	BxArena arena;
	XpBlock *path;
	int status;

	if (s.format == NULL)
		return 2;
	s.shown = s.start;
	s.progress = opt->progress == '+' || (opt->progress == 0 && isatty(STDERR_FILENO));
	bx_error_clear(&s.err);
	bx_buf_init(&s.text, bx_host_lz4());
	bx_arena_init(&arena, bx_host_lz4());
	if (xp_compile(opt->path, strlen(opt->path), 0, &arena, &path, &s.err) != BX_OK ||
		xp_record_rule(path, bx_host_lz4(), bx_host_lz4(), &rule, &s.err) != BX_OK)
		return report(opt->path, &s.err);
	s.split = bx_split_new(bx_host_lz4(), &opt->parse, &rule, &s.err);
	if (s.split == NULL)
		return report(opt->path, &s.err);
	if (!open_files(&s, opt))
		return 1;
	status = run(&s, opt);
	bx_split_free(s.split);
	bx_arena_reset(&arena);
	bx_buf_free(&s.text);
	if (s.in != stdin)
		fclose(s.in);
	if (s.out != stdout && fclose(s.out) != 0 && status == 0)
		return fail_output(&s, opt);
	return status;
}
