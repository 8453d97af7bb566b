/*
 * bxtool.h -- what the files of the command-line tool share.
 */
#ifndef BXTOOL_H
#define BXTOOL_H

#include "../core/base/bx_buf.h"
#include "../core/xpath/result/xp_eval.h"
#include "../xml/bx_parse.h"

/* A file, and the value it is or becomes.  Owned by the command; the process end frees it. */
typedef struct Input
{
	const char *name;
	uint8_t *text; /* the file's bytes, NULL: they have not been kept */
	size_t text_len;
	bool is_value; /* the bytes are a bxml value already */
	const uint8_t *value;
	size_t value_len;
} Input;

typedef struct Options
{
	const char *output; /* -o, NULL for standard output */
	int indent;
	int seconds;        /* bench: about this long per line */
	const char *path;   /* split: the record path */
	const char *format; /* split: of the output, NULL for the first of them */
	char progress;      /* split: '+' show it, '-' do not; 0: on a terminal */
	char result; /* xpath: 'q' query, 'v' value, 'e' exists, 'c' count, 't' test, 'p' plan; 0 by type */
	BxParseOptions parse;
} Options;

/* Encode XML text; *value is host memory of the libc host. */
extern BxStatus encode_text(const uint8_t *text, size_t n, const BxParseOptions *options, uint8_t **value,
							size_t *len, BxError *err);

/*
 * Read a file ("-" is standard input), and encode it when it is XML text, which is kept where that is asked for.
 * False: what went wrong was printed.
 */
extern bool input_load(Input *in, const char *name, const Options *opt, bool keep_text);
/* The bytes of a file, or of standard input ("-"); false: what went wrong was printed. */
extern bool file_load(const char *name, BxBuf *buf);
/* Print a failure with its place; returns the exit status 1. */
extern int report(const char *name, const BxError *err);

/* Compile a path into a new arena; false: a failure has been printed, and the arena is empty. */
extern bool compile_path(const char *expr, BxArena *arena, XpBlock **path);

/* Options, a query, files: its result on each file, or on none.  2: wrong usage. */
extern int query_command(char **words, int n, const Options *opt);

/* The records of one file, read piece by piece, in a form that COPY takes. */
extern int split_command(const char *name, const Options *opt);

/*
 * The words before "--" are files of a schema: compile it; *first is the number of the word behind.  1: a failure has
 * been printed, 2: wrong usage.
 */
struct BxSchema;
extern int schema_command(char **words, int n, const Options *opt, struct BxSchema **schema, int *first);

/* Documents of a schema, "--", paths: what the schema says of each path.  2: wrong usage. */
extern int facts_command(char **words, int n, const Options *opt);

/* Files: a schema that all of them are valid by. */
extern int infer_command(char **words, int n, const Options *opt);

/* Documents of a schema, "--", files: the violations of each file.  2: wrong usage. */
extern int validate_command(char **words, int n, const Options *opt);

/* Speed of encoding, reading, checking and printing one document, and of one path on it when expr is given. */
extern int bench_command(const Input *in, const char *expr, const Options *opt);

/* Seconds on a clock that only goes forward. */
extern double now(void);

#endif
