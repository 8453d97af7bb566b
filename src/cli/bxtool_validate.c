/*
 * bxtool_validate.c -- "bxtool validate": files against a schema.
 *
 * One line per violation: file, path of the node, message, rule of XML Schema.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../codec/bx_lz4.h"
#include "../core/read/bx_label.h"
#include "../core/schema/bx_validate.h"
#include "bxtool.h"

/* Where the paths of violations come from. */
typedef struct Places
{
	const Input *in;
	uint64_t violations;
	BxArena arena;
	BxImage img;
	BxImageSource source;
	BxStore store;
	BxTable table;
	BxLabelDoc doc;
	BxExceptions exceptions;
	BxDirs dirs;
	bool open;
	BxError err;
} Places;

static BxStatus
open_places(Places *p)
{
	BxStatus st;

	if (p->open)
		return BX_OK;
	p->open = true;
	bx_store_memory(&p->store, p->in->value, p->in->value_len);
	st = bx_image_open(&p->img, &p->store, &p->arena, &p->err);
	if (st == BX_OK)
		st = bx_image_all(&p->img);
	if (st == BX_OK)
		st = bx_table_open(&p->table, &p->arena, p->img.v, p->img.n, p->img.n, &p->err);
	if (st != BX_OK)
		return st;
	bx_image_source(&p->source, &p->img);
	return bx_label_doc(&p->doc, &p->img, &p->table, &p->source.source, &p->arena, &p->exceptions, &p->dirs,
						&p->err);
}

/* The path to the node with a label; nothing for an empty one. */
static BxStatus
put_path(const Places *p, const void *label, size_t n, BxBuf *path)
{
	bool found = false;

	return n > 0 ? bx_label_path(&p->doc, label, n, false, path, &found) : BX_OK;
}

static BxStatus
print_violation(void *ctx, const BxViolation *violation, bool *stop)
{
	Places *p = ctx;
	BxBuf path, first;
	BxStatus st = open_places(p);

	(void) stop;
	p->violations++;
	bx_buf_init(&path, bx_host_lz4());
	bx_buf_init(&first, bx_host_lz4());
	if (st == BX_OK)
		st = put_path(p, violation->label, violation->label_n, &path);
	if (st == BX_OK)
		st = put_path(p, violation->first.s, violation->first.n, &first);
	if (st == BX_OK)
		printf("%s: %.*s: %s [%s]%s%s%s%.*s%s\n", p->in->name, (int) path.len, (const char *) path.data,
			   violation->msg, violation->code, violation->detail[0] != '\0' ? " " : "", violation->detail,
			   first.len > 0 ? " The first is at " : "", (int) first.len, (const char *) first.data,
			   first.len > 0 ? "." : "");
	bx_buf_free(&path);
	bx_buf_free(&first);
	return st;
}

/* 0 when the file is valid, else 1. */
static int
validate_file(BxValidator *validator, const Input *in)
{
	Places places = {.in = in};
	BxValidateOptions options = {.take = print_violation, .ctx = &places};
	BxStore store;
	BxError err;
	bool valid = false;
	BxStatus st;

	bx_error_clear(&err);
	bx_error_clear(&places.err);
	bx_arena_init(&places.arena, bx_host_lz4());
	bx_store_memory(&store, in->value, in->value_len);
	st = bx_validator_run(validator, &store, &options, &valid, &err);
	if (places.open)
		bx_image_close(&places.img);
	bx_arena_reset(&places.arena);
	if (st != BX_OK)
		return report(in->name, err.msg[0] != '\0' ? &err : &places.err);
	if (valid)
		printf("%s: valid\n", in->name);
	return valid ? 0 : 1;
}

static bool
load_schema(char **words, int n, const Options *opt, BxSchema **schema)
{
	BxSchemaDoc *docs = calloc((size_t) n, sizeof(BxSchemaDoc));
	BxStatus st;
	BxError err;
	Input in;
	int i;

	bx_error_clear(&err);
	for (i = 0; docs != NULL && i < n; i++)
	{
		if (!input_load(&in, words[i], opt, false))
			return false;
		docs[i] = (BxSchemaDoc){bx_str(words[i], strlen(words[i])), in.value, in.value_len};
	}
	st = docs != NULL ? bx_schema_new(docs, (uint32_t) n, NULL, bx_host_lz4(), schema, &err) : BX_E_NOMEM;
	free(docs);
	if (st == BX_OK)
		return true;
	report("schema", &err);
	if (err.hint[0] != '\0')
		fprintf(stderr, "  %s\n", err.hint);
	return false;
}

int
schema_command(char **words, int n, const Options *opt, struct BxSchema **schema, int *first)
{
	int schemas = 0;

	while (schemas < n && strcmp(words[schemas], "--") != 0)
		schemas++;
	*first = schemas + 1;
	if (schemas == 0 || *first >= n)
		return 2;
	return load_schema(words, schemas, opt, schema) ? 0 : 1;
}

int
validate_command(char **words, int n, const Options *opt)
{
	BxValidator *validator;
	BxSchema *schema;
	BxError err;
	Input in;
	int i, status = schema_command(words, n, opt, &schema, &i);

	if (status != 0)
		return status;
	bx_error_clear(&err);
	if (bx_validator_new(schema, bx_host_lz4(), &validator, &err) != BX_OK)
		return report("schema", &err);
	for (; i < n; i++)
		status |= !input_load(&in, words[i], opt, false) || validate_file(validator, &in) != 0;
	bx_validator_free(validator);
	bx_schema_free(schema);
	return status;
}
