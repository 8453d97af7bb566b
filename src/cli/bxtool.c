/*
 * bxtool.c -- the core at the command line: encode, decode, check, dump, stats, xpath, query, split, validate,
 * facts, infer, bench.
 *
 * Every command takes XML text or a binary value, told apart by the first byte (0xB1 cannot start a document), so
 * "bxtool dump some.xml" shows how a document would be stored.  Exit status: 0, 1 for bad input or no result,
 * 2 for wrong usage.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../codec/bx_lz4.h"
#include "../core/check/bx_check.h"
#include "../core/check/bx_dump.h"
#include "../core/check/bx_stats.h"
#include "../core/print/bx_text.h"
#include "../core/xpath/plan/xp_run.h"
#include "bxtool.h"

/* Bytes of a file that are read at once. */
#define PIECE ((size_t) 64 << 10)

static const char help[] =
	"usage: bxtool COMMAND [options] FILE    (FILE is XML or a binary value; - is standard input)\n"
	"\n"
	"  encode FILE [-o OUT]     XML text to a binary value\n"
	"  decode FILE [-o OUT]     binary value to XML text; -i N indents by N\n"
	"  check FILE               full validation\n"
	"  dump FILE                header, tables and items, one per line; -o OUT\n"
	"  stats FILE               counts of nodes and bytes\n"
	"  xpath EXPR FILE          evaluate; -q nodes as XML, -v first value, -c count, -e exists, -t boolean, "
	"-p plan\n"
	"  query [--items] [--mode query|path] [--var NAME=VALUE] [-f QUERY | QUERY] [FILE...]\n"
	"                           evaluate XQuery, -f from a file, on each FILE or on none\n"
	"  split --path P FILE      a value per element the record path selects, whatever the size of the file;\n"
	"                           --format copy-binary (for COPY ... FROM STDIN (FORMAT binary)), copy-text,\n"
	"                           xml; -o OUT, --progress, --no-progress\n"
	"  validate SCHEMA... -- FILE...\n"
	"                           where files are not valid; includes are looked for among the SCHEMAs\n"
	"  facts SCHEMA... -- PATH...\n"
	"                           what the schema says of paths: how many nodes, of which types, or none\n"
	"  infer FILE...            a schema that all the files are valid by\n"
	"  bench FILE [EXPR]        speed of encoding, reading, checking, printing, and of one path; -s SECONDS\n"
	"  --help, --version\n"
	"\n"
	"options of encoding: --document, --strip, --no-dtd, --skip-external, --untyped, --names, --paths,\n"
	"  --encoding NAME\n";

static int
usage(void)
{
	fputs(help, stderr);
	return 2;
}

static int
unknown(const char *command)
{
	fprintf(stderr, "bxtool: unknown command \"%s\"\n", command);
	return usage();
}

/* "--help" and "--version" are answers and not wrong usage. */
static bool
is_question(const char *word)
{
	if (strcmp(word, "--help") == 0)
		fputs(help, stdout);
	else if (strcmp(word, "--version") == 0)
		puts("bxtool (bxml) " BXML_VERSION);
	else
		return false;
	return true;
}

int
report(const char *name, const BxError *err)
{
	fprintf(stderr, "bxtool: %s: ", name);
	if (err->line > 0)
		fprintf(stderr, "line %d, column %d: ", err->line, err->col);
	fprintf(stderr, "%s", err->msg[0] != '\0' ? err->msg : bx_status_name(err->status));
	if (err->line == 0 && err->pos >= 0)
		fprintf(stderr, " (at %lld)", (long long) err->pos);
	fprintf(stderr, "\n");
	if (err->detail[0] != '\0')
		fprintf(stderr, "  %s\n", err->detail);
	if (err->hint[0] != '\0')
		fprintf(stderr, "  %s\n", err->hint);
	if (strcmp(err->setting, "bxml.external_entities") == 0)
		fprintf(stderr, "  --skip-external leaves such references out\n");
	else if (err->setting[0] != '\0')
		fprintf(stderr, "  limit: %s\n", err->setting);
	return 1;
}

static bool
read_stream(FILE *f, BxBuf *buf)
{
	size_t got;

	do
	{
		if (bx_buf_reserve(buf, 1 << 16, NULL) != BX_OK)
			return false;
		got = fread(buf->data + buf->len, 1, buf->cap - buf->len, f);
		buf->len += got;
	} while (got > 0);
	return !ferror(f);
}

BxStatus
encode_text(const uint8_t *text, size_t n, const BxParseOptions *options, uint8_t **value, size_t *len,
			BxError *err)
{
	BxParser *p = bx_parser_new(bx_host_lz4(), options, err);
	BxStatus st;

	if (p == NULL)
		return BX_E_NOMEM;
	st = bx_parser_text(p, (const char *) text, n);
	if (st == BX_OK)
		st = bx_parser_finish(p, value, len);
	if (st != BX_OK)
		*err = *bx_parser_error(p);
	bx_parser_free(p);
	return st;
}

static bool
fail_reading(const char *name)
{
	fprintf(stderr, "bxtool: ");
	perror(name);
	return false;
}

bool
file_load(const char *name, BxBuf *buf)
{
	bool is_stdin = strcmp(name, "-") == 0;
	FILE *f = is_stdin ? stdin : fopen(name, "rb");
	bool ok;

	bx_buf_init(buf, bx_host_lz4());
	if (f == NULL)
		return fail_reading(name);
	ok = read_stream(f, buf) || fail_reading(name);
	if (!is_stdin)
		fclose(f);
	return ok;
}

/* The rest of a file, which begins with a value or is to be kept as text. */
static bool
load_rest(Input *in, FILE *f, const uint8_t *head, size_t n, const Options *opt)
{
	BxBuf buf;
	BxError err;
	uint8_t *value;

	bx_error_clear(&err);
	bx_buf_init(&buf, bx_host_lz4());
	if (bx_buf_append(&buf, head, n, &err) != BX_OK || !read_stream(f, &buf))
		return fail_reading(in->name);
	in->text = buf.data;
	in->value = buf.data;
	in->text_len = in->value_len = buf.len;
	if (in->is_value)
		return true;
	if (encode_text(in->text, in->text_len, &opt->parse, &value, &in->value_len, &err) != BX_OK)
		return report(in->name, &err) == 0;
	in->value = value;
	return true;
}

/* The text of a file, of which a piece has been read, piece by piece: none of it is kept. */
static bool
encode_pieces(Input *in, FILE *f, char *piece, size_t n, const Options *opt)
{
	BxError err;
	BxParser *p = bx_parser_new(bx_host_lz4(), &opt->parse, &err);
	uint8_t *value;
	BxStatus st = BX_OK;

	if (p == NULL)
		return report(in->name, &err) == 0;
	for (; n > 0 && st == BX_OK; n = st == BX_OK ? fread(piece, 1, PIECE, f) : 0)
	{
		in->text_len += n;
		st = bx_parser_feed(p, piece, n);
	}
	if (st == BX_OK && ferror(f))
	{
		bx_parser_free(p);
		return fail_reading(in->name);
	}
	if (st == BX_OK)
		st = bx_parser_finish(p, &value, &in->value_len);
	if (st == BX_OK)
		in->value = value;
	else
		report(in->name, bx_parser_error(p));
	bx_parser_free(p);
	return st == BX_OK;
}

bool
input_load(Input *in, const char *name, const Options *opt, bool keep_text)
{
	static char piece[PIECE];
	bool is_stdin = strcmp(name, "-") == 0;
	FILE *f = is_stdin ? stdin : fopen(name, "rb");
	size_t n;
	bool ok;

	memset(in, 0, sizeof(*in));
	in->name = name;
	if (f == NULL)
		return fail_reading(name);
	n = fread(piece, 1, PIECE, f);
	in->is_value = n > 0 && (uint8_t) piece[0] == BX_VERSION_BYTE;
	ok = in->is_value || keep_text ? load_rest(in, f, (const uint8_t *) piece, n, opt)
								   : encode_pieces(in, f, piece, n, opt);
	if (!is_stdin)
		fclose(f);
	return ok;
}

static int
write_output(const Options *opt, const void *data, size_t n)
{
	FILE *f = opt->output != NULL ? fopen(opt->output, "wb") : stdout;
	bool ok = f != NULL && fwrite(data, 1, n, f) == n && fflush(f) == 0;

	if (f != NULL && f != stdout)
		ok = fclose(f) == 0 && ok;
	if (!ok)
	{
		fprintf(stderr, "bxtool: ");
		perror(opt->output != NULL ? opt->output : "standard output");
	}
	return ok ? 0 : 1;
}

static int
encode_command(const Input *in, const Options *opt)
{
	return write_output(opt, in->value, in->value_len);
}

static int
decode_command(const Input *in, const Options *opt)
{
	BxTextOptions text = {.indent = opt->indent};
	BxBuf out;
	BxError err;

	bx_error_clear(&err);
	bx_buf_init(&out, bx_host_lz4());
	if (bx_text_write(in->value, in->value_len, &text, bx_host_lz4(), &out, &err) != BX_OK)
		return report(in->name, &err);
	return write_output(opt, out.data, out.len);
}

static int
check_command(const Input *in, const Options *opt)
{
	BxError err;

	bx_error_clear(&err);
	if (bx_check(in->value, in->value_len, false, &opt->parse.writer.limits, bx_host_lz4(), &err) != BX_OK)
		return report(in->name, &err);
	printf("%s: good, %zu bytes\n", in->name, in->value_len);
	return 0;
}

static int
dump_command(const Input *in, const Options *opt)
{
	BxBuf out;
	BxError err;
	BxStatus st;
	int status;

	bx_error_clear(&err);
	bx_buf_init(&out, bx_host_lz4());
	st = bx_dump_write(in->value, in->value_len, bx_host_lz4(), &out, &err);
	status = write_output(opt, out.data, out.len);
	return st != BX_OK ? report(in->name, &err) : status;
}

static int
stats_command(const Input *in, const Options *opt)
{
	BxStats s;
	BxError err;

	(void) opt;
	bx_error_clear(&err);
	if (bx_stats_collect(in->value, in->value_len, bx_host_lz4(), &s, &err) != BX_OK)
		return report(in->name, &err);
	printf("elements     %llu\nattributes   %llu\ntexts        %llu\ncomments     %llu\npis          %llu\n",
		   (unsigned long long) s.elements, (unsigned long long) s.attributes, (unsigned long long) s.texts,
		   (unsigned long long) s.comments, (unsigned long long) s.pis);
	printf("depth        %u\nnames        %u\nnamespaces   %u\n", s.depth, s.names, s.namespaces);
	printf("bytes        %llu\nname_bytes   %llu\nvalue_bytes  %llu\ntyped_values %llu\nlist_bytes   %llu\n",
		   (unsigned long long) s.bytes, (unsigned long long) s.name_bytes,
		   (unsigned long long) s.value_bytes, (unsigned long long) s.typed_values,
		   (unsigned long long) s.list_bytes);
	if (!in->is_value)
		printf("text_bytes   %zu\n", in->text_len);
	return 0;
}

/* ---------------------------------------------------------------- xpath */

static BxStatus
print_query(XpCall *call, const XpBlock *path, const Options *opt, bool *found)
{
	BxBuf out;
	uint8_t *data = NULL;
	size_t len = 0;
	BxStatus st = xp_query(call, path, &opt->parse.writer, found, &data, &len);

	if (st != BX_OK || !*found)
		return st;
	bx_buf_init(&out, call->host);
	st = bx_text_write(data, len, NULL, call->host, &out, call->err);
	if (st == BX_OK)
		printf("%.*s\n", (int) out.len, (const char *) out.data);
	return st;
}

static BxStatus
print_value(XpCall *call, const XpBlock *path, bool *found)
{
	XpItem text;
	BxStatus st = xp_value(call, path, &text);

	*found = st == BX_OK && text.type != XP_T_ANY;
	if (*found)
		printf("%.*s\n", (int) text.str.n, text.str.s);
	return st;
}

static BxStatus
print_plan(const XpBlock *path, BxError *err)
{
	BxBuf out;
	BxStatus st;

	bx_buf_init(&out, bx_host_lz4());
	st = xp_dump(path, &out, err);
	if (st == BX_OK)
		printf("%.*s", (int) out.len, (const char *) out.data);
	return st;
}

static BxStatus
print_result(XpCall *call, const XpBlock *path, const Options *opt, bool *found)
{
	uint8_t type = xp_nodes(path)[path->root].type;
	uint64_t count;
	BxStatus st;

	*found = true;
	switch (opt->result != 0 ? opt->result : type == XP_T_NODESET ? 'q' : 'v')
	{
		case 'q': return print_query(call, path, opt, found);
		case 'v': return print_value(call, path, found);
		case 'p': return print_plan(path, call->err);
		case 'c':
			st = xp_count(call, path, &count);
			if (st == BX_OK)
				printf("%llu\n", (unsigned long long) count);
			return st;
		default:
			st = opt->result == 'e' ? xp_exists(call, path, found) : xp_test(call, path, found);
			if (st == BX_OK)
				puts(*found ? "true" : "false");
			return st;
	}
}

bool
compile_path(const char *expr, BxArena *arena, XpBlock **path)
{
	BxError err;

	bx_error_clear(&err);
	bx_arena_init(arena, bx_host_lz4());
	if (xp_compile(expr, strlen(expr), 0, arena, path, &err) == BX_OK)
		return true;
	report(expr, &err);
	bx_arena_reset(arena);
	return false;
}

static int
xpath_command(const Input *in, const char *expr, const Options *opt)
{
	BxArena arena;
	BxError err;
	XpBlock *path;
	XpCall call = {.host = bx_host_lz4(),
				   .arena = &arena,
				   .v = in->value,
				   .n = in->value_len,
				   .err = &err,
				   .once = fc_engine_once};
	bool found = false;

	bx_error_clear(&err);
	if (!compile_path(expr, &arena, &path))
		return 1;
	if (print_result(&call, path, opt, &found) != BX_OK)
		return report(in->name, &err);
	bx_arena_reset(&arena);
	return found ? 0 : 1;
}

/* ---------------------------------------------------------------- command line */

/* Options without an argument; false when the word is none of them. */
static bool
plain_option(Options *opt, const char *word)
{
	if (strcmp(word, "--document") == 0)
		opt->parse.as = BX_PARSE_DOCUMENT;
	else if (strcmp(word, "--strip") == 0)
		opt->parse.strip = true;
	else if (strcmp(word, "--skip-external") == 0)
		opt->parse.skip_external = true;
	else if (strcmp(word, "--no-dtd") == 0)
		opt->parse.reject_dtd = true;
	else if (strcmp(word, "--untyped") == 0)
		opt->parse.writer.typed = BX_TYPED_OFF;
	else if (strcmp(word, "--names") == 0)
		opt->parse.writer.mode = BX_MODE_NAMES;
	else if (strcmp(word, "--paths") == 0)
		opt->parse.writer.mode = BX_MODE_SHAPES;
	else if (strcmp(word, "--progress") == 0)
		opt->progress = '+';
	else if (strcmp(word, "--no-progress") == 0)
		opt->progress = '-';
	else if (strlen(word) == 2 && word[0] == '-' && strchr("qvectp", word[1]) != NULL)
		opt->result = word[1];
	else
		return false;
	return true;
}

/* Options with an argument. */
static bool
option_with(Options *opt, const char *word, const char *arg)
{
	if (strcmp(word, "-o") == 0)
		opt->output = arg;
	else if (strcmp(word, "-i") == 0)
		opt->indent = atoi(arg);
	else if (strcmp(word, "-s") == 0)
		opt->seconds = atoi(arg);
	else if (strcmp(word, "--path") == 0)
		opt->path = arg;
	else if (strcmp(word, "--format") == 0)
		opt->format = arg;
	else if (strcmp(word, "--encoding") == 0)
		opt->parse.encoding = arg;
	else
		return false;
	return true;
}

/* Split the words into options and at most two operands; false on wrong usage. */
static bool
read_options(Options *opt, char **words, int n, const char **operands, int *n_operands)
{
	int i;

	*n_operands = 0;
	for (i = 0; i < n; i++)
	{
		const char *arg = i + 1 < n ? words[i + 1] : NULL;

		if (words[i][0] != '-' || words[i][1] == '\0')
		{
			if (*n_operands == 2)
				return false;
			operands[(*n_operands)++] = words[i];
			continue;
		}
		if (plain_option(opt, words[i]))
			continue;
		if (arg == NULL || !option_with(opt, words[i], arg))
			return false;
		i++;
	}
	return true;
}

typedef struct Command
{
	const char *name;
	int (*run)(const Input *in, const Options *opt);
} Command;

static const Command commands[] = {
	{"encode", encode_command}, {"decode", decode_command}, {"check", check_command},
	{"dump", dump_command},     {"stats", stats_command},
};

static bool
check_libxml(void)
{
	const char *version;
	bool usable = bx_libxml_usable(&version);

	if (!usable)
		fprintf(stderr, "bxtool: libxml2 2.9.5 or later is needed, this one is %s\n", version);
	return usable;
}

/* Commands that take words, and read their own options. */
static const struct
{
	const char *name;
	int (*run)(char **words, int n, const Options *opt);
} word_commands[] = {{"query", query_command},
					 {"validate", validate_command},
					 {"facts", facts_command},
					 {"infer", infer_command}};

int
main(int argc, char **argv)
{
	Options opt = {.seconds = 1, .parse = {.writer = {.limits = BX_LIMITS_DEFAULT}}};
	const char *operands[2];
	Input in;
	size_t i;
	int n;

	if (argc == 2 && is_question(argv[1]))
		return 0;
	if (!check_libxml())
		return 1;
	for (i = 0; argc > 2 && i < sizeof(word_commands) / sizeof(word_commands[0]); i++)
		if (strcmp(argv[1], word_commands[i].name) == 0)
			return (n = word_commands[i].run(argv + 2, argc - 2, &opt)) == 2 ? usage() : n;
	if (argc < 3 || !read_options(&opt, argv + 2, argc - 2, operands, &n) || n == 0)
		return usage();
	if (strcmp(argv[1], "xpath") == 0)
		return n != 2                                       ? usage()
			   : !input_load(&in, operands[1], &opt, false) ? 1
															: xpath_command(&in, operands[0], &opt);
	if (strcmp(argv[1], "split") == 0)
		return n != 1 || opt.path == NULL ? usage() : split_command(operands[0], &opt);
	if (strcmp(argv[1], "bench") == 0)
		return !input_load(&in, operands[0], &opt, true)
				   ? 1
				   : bench_command(&in, n > 1 ? operands[1] : NULL, &opt);
	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (strcmp(argv[1], commands[i].name) == 0)
			return n != 1                                       ? usage()
				   : !input_load(&in, operands[0], &opt, false) ? 1
																: commands[i].run(&in, &opt);
	return unknown(argv[1]);
}
