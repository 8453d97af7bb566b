/*
 * body.c -- the body of a schema function: one schema document, or several that are told apart by instructions.
 *
 * Nothing is read but the body: what a document includes or imports is looked for among the others, and entities that
 * are not declared in the document are errors.  The limits and choices of the session do not count, since a schema is
 * compiled again wherever it is used.
 */
#include "postgres.h"
#include "common/cryptohash.h"
#include "common/sha2.h"
#include "lib/stringinfo.h"

#include "../../core/base/bx_buf.h"
#include "../../core/format/bx_format.h"
#include "../../core/read/bx_reader.h"
#include "../../core/value/bx_value.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../value/inspect.h"
#include "../value/parse.h"
#include "body.h"

#define MARK_LEN (sizeof(BODY_MARK) - 1)

/* A new number makes all records of validation void: when documents are refused that were accepted before. */
#define SCHEMA_RULES 1

/* ---- instructions ---- */

static const char *
skip_space(const char *s)
{
	return s + strspn(s, " \t\r\n");
}

static BxStatus
bad_mark(BxError *err, uint32_t before)
{
	bx_fail(err, BX_E_SCHEMA, -1, "the instruction before document %u of the schema is not right",
			before + 1);
	return bx_hint(err, BX_E_SCHEMA, "Write <?bxml-document name=\"...\"?> before each document.");
}

/* A character reference of a name, by its text without "&"; NULL if it is none of those XML predefines. */
static const char *
predefined(const char *s, char *c)
{
	static const char *const words[] = {"amp;", "lt;", "gt;", "quot;", "apos;"};

	for (int i = 0; i < lengthof(words); i++)
		if (strncmp(s, words[i], strlen(words[i])) == 0)
		{
			*c = "&<>\"'"[i];
			return s + strlen(words[i]);
		}
	return NULL;
}

/* The text between the quotes at s; *s is then behind them.  NULL if it is not right. */
static char *
read_name(const char **s)
{
	const char *end = **s == '"' || **s == '\'' ? strchr(*s + 1, **s) : NULL;
	StringInfoData name;
	const char *at;

	if (end == NULL)
		return NULL;
	initStringInfo(&name);
	for (at = *s + 1; at < end;)
	{
		char c = *at++;

		if (c == '<' || (c == '&' && (at = predefined(at, &c)) == NULL))
			return NULL;
		appendStringInfoChar(&name, c);
	}
	*s = end + 1;
	return name.data;
}

/* The instruction at s; *s is then at what follows it. */
static BxStatus
read_mark(const char **s, uint32_t before, char **name, BxError *err)
{
	const char *at = *s + MARK_LEN;

	*name = NULL;
	if (skip_space(at) == at)
		return bad_mark(err, before);
	at = skip_space(at);
	if (strncmp(at, "name", 4) != 0)
		return bad_mark(err, before);
	at = skip_space(at + 4);
	if (*at++ != '=')
		return bad_mark(err, before);
	at = skip_space(at);
	*name = read_name(&at);
	if (*name == NULL || **name == '\0')
		return bad_mark(err, before);
	at = skip_space(at);
	if (strncmp(at, "?>", 2) != 0)
		return bad_mark(err, before);
	*s = at + 2;
	return BX_OK;
}

static BxStatus
check_names(const BodyDocument *documents, uint32_t n, BxError *err)
{
	for (uint32_t i = 0; i < n; i++)
		if (strcmp(documents[i].name, documents[n].name) == 0)
			return bx_fail(err, BX_E_SCHEMA, -1, "two documents of the schema have the name \"%s\"",
						   documents[n].name);
	return BX_OK;
}

/* The text up to the next instruction. */
static size_t
document_length(const char *s)
{
	const char *end = strstr(s, BODY_MARK);

	return end != NULL ? end - s : strlen(s);
}

static BxStatus
split_marked(const char *at, BodyDocument **documents, uint32_t *n, BxError *err)
{
	uint32_t cap = 8;

	*documents = palloc(cap * sizeof(BodyDocument));
	for (*n = 0; *at != '\0'; ++*n)
	{
		BodyDocument *doc;
		BxStatus st;

		if (*n == cap)
			*documents = repalloc(*documents, (cap *= 2) * sizeof(BodyDocument));
		doc = &(*documents)[*n];
		st = read_mark(&at, *n, &doc->name, err);
		if (st == BX_OK)
			st = check_names(*documents, *n, err);
		if (st != BX_OK)
			return st;
		doc->text = skip_space(at);
		doc->n = document_length(doc->text);
		at = doc->text + doc->n;
	}
	return BX_OK;
}

BxStatus
body_split(const char *body, BodyDocument **documents, uint32_t *n, BxError *err)
{
	const char *at = skip_space(body);

	if (strncmp(at, BODY_MARK, MARK_LEN) == 0)
		return split_marked(at, documents, n, err);
	if (strstr(at, BODY_MARK) != NULL)
	{
		bx_fail(err, BX_E_SCHEMA, -1, "the first document of the schema has no name");
		return bx_hint(err, BX_E_SCHEMA, "Write <?bxml-document name=\"...\"?> before each document.");
	}
	*documents = palloc(sizeof(BodyDocument));
	**documents = (BodyDocument){pstrdup(BODY_NAME), at, strlen(at)};
	*n = 1;
	return BX_OK;
}

/* ---- what is in it ---- */

static void
digest_add(pg_cryptohash_ctx *sha, const void *bytes, size_t n)
{
	if (pg_cryptohash_update(sha, bytes, n) < 0)
		elog(ERROR, "could not compute a digest: %s", pg_cryptohash_error(sha));
}

/* The length, least significant byte first, and then the text in UTF-8. */
static void
digest_text(pg_cryptohash_ctx *sha, const char *s, size_t n)
{
	const char *utf8 = encoding_to_utf8(s, n, &n);
	uint8 len[8];

	for (int i = 0; i < 8; i++)
		len[i] = (uint8) ((uint64) n >> 8 * i);
	digest_add(sha, len, sizeof(len));
	digest_add(sha, utf8, n);
	if (utf8 != s)
		pfree(unconstify(char *, utf8));
}

void
body_digest(const BodyDocument *documents, uint32_t n, uint8 *digest)
{
	pg_cryptohash_ctx *sha = pg_cryptohash_create(PG_SHA256);
	uint8 whole[PG_SHA256_DIGEST_LENGTH];
	const uint8 rules = SCHEMA_RULES;

	if (sha == NULL || pg_cryptohash_init(sha) < 0)
		elog(ERROR, "could not compute a digest");
	digest_add(sha, &rules, 1);
	for (uint32_t i = 0; i < n; i++)
	{
		digest_text(sha, documents[i].name, strlen(documents[i].name));
		digest_text(sha, documents[i].text, documents[i].n);
	}
	if (pg_cryptohash_final(sha, whole, sizeof(whole)) < 0)
		elog(ERROR, "could not compute a digest: %s", pg_cryptohash_error(sha));
	pg_cryptohash_free(sha);
	memcpy(digest, whole, SCHEMA_DIGEST);
}

/* ---- compiling ---- */

/* A document that is not well-formed: say which, and where in it. */
static BxStatus
not_well_formed(const BodyDocument *doc, BxError *err)
{
	BxError cause = *err;

	if (!error_is_malformed(err->status))
		return err->status;
	bx_fail(err, BX_E_SCHEMA, -1, "document \"%s\" of the schema is not well-formed", doc->name);
	err->line = cause.line;
	err->col = cause.col;
	memcpy(err->detail, *cause.detail ? cause.detail : cause.msg, sizeof(err->detail));
	return BX_E_SCHEMA;
}

static BxStatus
parse_document(const BodyDocument *doc, BxSchemaDoc *out, BxError *err)
{
	struct varlena *value;
	ParseSpec spec;
	BxStatus st;

	parse_spec_text(&spec);
	spec.plain = true;
	spec.as = BX_PARSE_DOCUMENT;
	spec.quiet = true;
	spec.fixed = true;
	st = parse_bytes(doc->text, doc->n, &spec, &value, err);
	if (st != BX_OK)
		return not_well_formed(doc, err);
	out->v = (const uint8_t *) VARDATA(value);
	out->n = VARSIZE(value) - VARHDRSZ;
	out->name.s = encoding_to_utf8(doc->name, strlen(doc->name), &out->name.n);
	return BX_OK;
}

/* Is the event an attribute "version"? */
static bool
is_version(const Inspected *x, const BxEvent *ev)
{
	const BxNameInfo *name;

	if (ev->kind != BX_EV_ATTRIBUTE)
		return false;
	name = &x->table.names[x->table.shapes[ev->shape].name];
	return name->pair == BX_PAIR_NONE && bx_str_is(bx_str(name->local, name->len), "version");
}

/* That attribute of the root of a value, or NULL. */
static char *
version_of(const BxSchemaDoc *doc)
{
	char buf[BX_VALUE_TEXT_MAX];
	char *version = NULL;
	const char *s;
	BxEvent ev = {0};
	uint32_t n;
	BxReader *rd;
	Inspected x;
	BxError err;

	bx_error_clear(&err);
	inspect_open(&x, PointerGetDatum(doc->v - VARHDRSZ));
	error_check(bx_reader_new(&rd, &x.table, &x.doc.items.source, &x.arena, &err), &err);
	do
		error_check(bx_reader_next(rd, &ev), &err);
	while (ev.kind != BX_EV_DONE && ev.kind != BX_EV_END && !is_version(&x, &ev));
	if (is_version(&x, &ev))
	{
		s = bx_value_text(ev.payload, ev.len, buf, &n);
		version = ev.heap || s == NULL ? NULL : encoding_lossy(s, n);
	}
	inspect_close(&x);
	return version;
}

BxStatus
body_compile(const BodyDocument *documents, uint32_t n, bool outline, const BxHost *host, BxSchema **schema,
			 char **version, BxError *err)
{
	BxSchemaDoc *docs = palloc_array(BxSchemaDoc, n);
	BxStatus st = BX_OK;

	bx_error_clear(err);
	for (uint32_t i = 0; i < n && st == BX_OK; i++)
		st = parse_document(&documents[i], &docs[i], err);
	if (st == BX_OK)
		st = outline ? bx_schema_outline(docs, n, host, schema, err)
					 : bx_schema_new(docs, n, NULL, host, schema, err);
	if (st == BX_OK)
		*version = version_of(&docs[0]);
	return st;
}
