/*
 * bxtool_query.c -- "bxtool query": a query of XQuery on documents, or on none.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

#include "../codec/bx_lz4.h"
#include "../core/print/bx_text.h"
#include "../core/query/face/fc_query.h"
#include "../core/query/face/fc_vars.h"
#include "../core/store/bx_image.h"
#include "bxtool.h"

typedef struct Query
{
	const Options *opt;
	const FcQuery *query;
	BxArena arena;     /* of the query and values of variables */
	BxArena run_arena; /* of the run on one document */
	BxError err;
	const char *text;
	const char **settings; /* NAME=VALUE */
	int n_settings;
	RuVar *vars;
	uint32_t n_vars;
	bool items; /* a line for each item instead of the result as XML */
	QMode mode;
} Query;

/* ---- what a query may ask of its surroundings ---- */

static BxStatus
parse(void *ctx, BxStr text, bool fragment, BxArena *arena, const uint8_t **value, size_t *n, BxError *err)
{
	BxParseOptions options = ((const Query *) ctx)->opt->parse;
	uint8_t *made, *copy;
	BxStatus st;

	options.as = fragment ? BX_PARSE_ANY : BX_PARSE_DOCUMENT;
	options.encoding = "UTF-8";
	st = encode_text((const uint8_t *) text.s, text.n, &options, &made, n, err);
	if (st != BX_OK)
		return st;
	copy = bx_arena_alloc(arena, *n);
	if (copy != NULL)
		memcpy(copy, made, *n);
	bx_host_lz4()->release(bx_host_lz4()->ctx, made);
	*value = copy;
	return copy != NULL ? BX_OK : bx_fail_nomem(err, *n);
}

/* Temporary files of the system. */

static BxStatus
spill_open(void *ctx, void **file, BxError *err)
{
	(void) ctx;
	*file = tmpfile();
	return *file != NULL ? BX_OK : bx_fail(err, BX_E_NOMEM, -1, "could not create a temporary file");
}

static BxStatus
spill_write(void *ctx, void *file, const void *p, size_t n, BxError *err)
{
	(void) ctx;
	if (fseeko(file, 0, SEEK_END) == 0 && fwrite(p, 1, n, file) == n)
		return BX_OK;
	return bx_fail(err, BX_E_NOMEM, -1, "could not write to a temporary file");
}

static BxStatus
spill_read(void *ctx, void *file, uint64_t at, void *p, size_t n, BxError *err)
{
	(void) ctx;
	if (fseeko(file, (off_t) at, SEEK_SET) == 0 && fread(p, 1, n, file) == n)
		return BX_OK;
	return bx_fail(err, BX_E_NOMEM, -1, "could not read from a temporary file");
}

static void
spill_close(void *ctx, void *file)
{
	(void) ctx;
	(void) fclose(file);
}

/* The moment, in UTC. */
static BxMoment
moment(void)
{
	struct timespec t;

	if (timespec_get(&t, TIME_UTC) != TIME_UTC)
		return (BxMoment){0};
	return (BxMoment){.seconds = (int64_t) t.tv_sec, .nanos = (uint32_t) t.tv_nsec};
}

/* ---- variables ---- */

/* NAME=VALUE: the value is a string, or what the declared type makes of it. */
static BxStatus
bind(Query *q, const char *setting)
{
	const char *value = strchr(setting, '=');
	AtCall at = {.host = bx_host_lz4(), .arena = &q->arena, .err = &q->err};
	const RuGlobalPlan *global;
	XdItem item;

	if (value == NULL)
		return bx_fail(&q->err, BX_E_ARGUMENT, -1, "--var needs NAME=VALUE, not \"%s\"", setting);
	global = fc_var_find(fc_plan(q->query), bx_str(setting, (size_t) (value - setting)));
	if (global == NULL)
		return bx_fail(&q->err, BX_E_ARGUMENT, -1, "the query has no variable \"%.*s\" that can be set",
					   (int) (value - setting), setting);
	item = at_string_item(bx_str(value + 1, strlen(value + 1)));
	q->vars[q->n_vars].name = global->name;
	if (fc_var_convert(&at, &global->type, &item) != BX_OK)
		return q->err.status;
	q->vars[q->n_vars++].value = xd_seq_one(&item);
	return BX_OK;
}

static BxStatus
compile(Query *q)
{
	const FcOptions options = {.mode = q->mode};
	BxStr text = bx_str(q->text, strlen(q->text));
	BxStatus st = fc_compile(text, &options, bx_host_lz4(), &q->arena, &q->query, &q->err);

	if (st != BX_OK)
		return st;
	q->vars = bx_arena_zalloc(&q->arena, (size_t) (q->n_settings + 1) * sizeof(RuVar));
	if (q->vars == NULL)
		return bx_fail_nomem(&q->err, (size_t) q->n_settings * sizeof(RuVar));
	for (int i = 0; st == BX_OK && i < q->n_settings; i++)
		st = bind(q, q->settings[i]);
	return st;
}

/* ---- results ---- */

static BxStatus
print_items(FcRun *run)
{
	XdItem item;
	BxStatus st;
	BxStr text;
	bool found;

	for (;;)
	{
		st = fc_next(run, &item, &found);
		if (st != BX_OK || !found)
			return st;
		st = fc_text(run, &item, &text);
		if (st != BX_OK)
			return st;
		printf("%s\t", fc_type_name(&item));
		fwrite(text.s, 1, text.n, stdout);
		putchar('\n');
	}
}

static BxStatus
print_content(Query *q, FcRun *run)
{
	BxWriterOptions options = {.limits = BX_LIMITS_DEFAULT};
	const BxHost *host = bx_host_lz4();
	uint8_t *data = NULL;
	size_t len = 0;
	bool any = false;
	BxBuf out;
	BxStatus st = fc_content(run, &options, &any, &data, &len);

	if (st != BX_OK || !any)
		return st;
	bx_buf_init(&out, host);
	st = bx_text_write(data, len, NULL, host, &out, &q->err);
	if (st == BX_OK)
		printf("%.*s\n", (int) out.len, (const char *) out.data);
	bx_buf_free(&out);
	host->release(host->ctx, data);
	return st;
}

/* Run on a document, or on none: in->value NULL. */
static BxStatus
run_on(Query *q, const Input *in)
{
	RuExternal external = {.ctx = q,
						   .parse = parse,
						   .spill_open = spill_open,
						   .spill_write = spill_write,
						   .spill_read = spill_read,
						   .spill_close = spill_close,
						   .budget = (size_t) 256 << 20,
						   .stable = true};
	FcCall call = {.host = bx_host_lz4(),
				   .arena = &q->run_arena,
				   .err = &q->err,
				   .value = in->value,
				   .n = in->value_len,
				   .vars = q->vars,
				   .n_vars = q->n_vars,
				   .now = moment(),
				   .external = &external};
	FcRun *run;
	BxStatus st = BX_OK;

	bx_error_clear(&q->err);
	bx_arena_init(&q->run_arena, call.host);
	if (call.value != NULL)
		st = bx_plain(&call.value, &call.n, &q->run_arena, &q->err);
	if (st == BX_OK)
		st = fc_open(q->query, &call, &run);
	if (st == BX_OK)
	{
		st = q->items ? print_items(run) : print_content(q, run);
		fc_close(run);
	}
	bx_arena_reset(&q->run_arena);
	return st;
}

static int
run_all(Query *q, char **files, int n)
{
	Input in = {.name = "query"};
	int status = 0;

	if (compile(q) != BX_OK)
		return report("query", &q->err);
	if (n == 0)
		return run_on(q, &in) == BX_OK ? 0 : report(in.name, &q->err);
	for (int i = 0; i < n; i++)
	{
		if (!input_load(&in, files[i], q->opt, false))
			status = 1;
		else
		{
			if (run_on(q, &in) != BX_OK)
				status = report(in.name, &q->err);
			bx_host_lz4()->release(bx_host_lz4()->ctx, (void *) in.value);
		}
	}
	return status;
}

/* The text of a query in a file; NULL: what went wrong was printed. */
static char *
load_query(const char *name)
{
	BxBuf buf;

	if (!file_load(name, &buf) || bx_buf_byte(&buf, 0, NULL) != BX_OK)
		return NULL;
	return (char *) buf.data;
}

static bool
set_mode(Query *q, const char *word)
{
	q->mode = strcmp(word, "path") == 0 ? Q_MODE_PATH : Q_MODE_QUERY;
	return q->mode == Q_MODE_PATH || strcmp(word, "query") == 0;
}

int
query_command(char **words, int n, const Options *opt)
{
	Query q = {.opt = opt};
	int i, status;

	q.settings = calloc((size_t) n, sizeof(char *));
	for (i = 0; q.settings != NULL && i < n && words[i][0] == '-' && words[i][1] != '\0'; i++)
	{
		if (strcmp(words[i], "--items") == 0)
			q.items = true;
		else if (i + 1 == n)
			return 2;
		else if (strcmp(words[i], "--var") == 0)
			q.settings[q.n_settings++] = words[++i];
		else if (strcmp(words[i], "--mode") == 0)
		{
			if (!set_mode(&q, words[++i]))
				return 2;
		}
		else if (strcmp(words[i], "-f") != 0)
			return 2;
		else if ((q.text = load_query(words[++i])) == NULL)
			return 1;
	}
	if (q.text == NULL && i < n)
		q.text = words[i++];
	if (q.text == NULL)
		return 2;
	bx_arena_init(&q.arena, bx_host_lz4());
	bx_error_clear(&q.err);
	status = run_all(&q, words + i, n - i);
	bx_arena_reset(&q.arena);
	free(q.settings);
	return status;
}
