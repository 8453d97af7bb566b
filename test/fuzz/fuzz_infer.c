/*
 * fuzz_infer.c -- schemas made of documents.
 *
 * Input: one byte of options, then XML texts with a zero byte between them, or with the option 32 the steps that write
 * them (fuzz_tree.h); the low five bits are the most values of an enumeration.  What is inferred does not depend on how
 * the documents are stored, nor on where they are seen: states of single ones are put together.  It compiles, has
 * tables, and all the documents are valid by it; and nothing stays allocated.
 */
#include "fuzz_encode.h"
#include "fuzz_plan.h"
#include "fuzz_tree.h"

#include "../../src/core/infer/bx_infer.h"
#include "../../src/core/schema/bx_validate.h"
#include "../unit/ut_host.h"

#define VALUES 6
#define FORMS 2
#define POLLS_MAX 20000
#define MARK "<?bxml-document name=\""
#define PARTS 64

typedef struct Documents
{
	uint8_t *v[FORMS][VALUES];
	size_t len[FORMS][VALUES];
	uint32_t n;
} Documents;

/* ---- documents ---- */

/* False if the text is none. */
static bool
add(Documents *d, const char *s, size_t n)
{
	if (d->n == VALUES || n > FUZZ_DOCUMENT_MAX / VALUES ||
		!fuzz_encode(s, n, 0, &d->v[0][d->n], &d->len[0][d->n]))
		return false;
	REQUIRE(fuzz_encode(s, n, 1, &d->v[1][d->n], &d->len[1][d->n]));
	d->n++;
	return true;
}

static void
read_texts(Documents *d, const char *s, size_t n)
{
	const char *end = s + n;

	while (s < end)
	{
		const char *zero = memchr(s, 0, (size_t) (end - s));

		zero = zero != NULL ? zero : end;
		(void) add(d, s, (size_t) (zero - s));
		s = zero + 1;
	}
}

static void
read_steps(Documents *d, const uint8_t *p, size_t n)
{
	BxBuf texts[VALUES];

	fuzz_trees(p, n, texts, VALUES);
	for (unsigned i = 0; i < VALUES; i++)
	{
		if (texts[i].len > 0)
			(void) add(d, (const char *) texts[i].data, texts[i].len);
		bx_buf_free(&texts[i]);
	}
}

static void
free_documents(Documents *d)
{
	for (unsigned form = 0; form < FORMS; form++)
		for (uint32_t i = 0; i < d->n; i++)
			free(d->v[form][i]);
}

/* ---- the schema as text ---- */

/* One more document; with `apart` as a state of its own, which is saved and taken. */
static BxStatus
see(BxInfer *infer, BxStore *store, const BxInferOptions *options, const BxHost *host, bool apart,
	BxError *err)
{
	BxInfer *own = NULL;
	BxBuf saved;
	BxStatus st;

	if (!apart)
		return bx_infer_add(infer, store, err);
	bx_buf_init(&saved, bx_host_libc());
	st = bx_infer_new(options, host, &own, err);
	if (st == BX_OK)
		st = bx_infer_add(own, store, err);
	if (st == BX_OK)
		st = bx_infer_save(own, &saved, err);
	if (st == BX_OK)
		st = bx_infer_take(infer, saved.data, saved.len, err);
	REQUIRE(st != BX_E_WIRE);
	bx_infer_free(own);
	bx_buf_free(&saved);
	return st;
}

static BxStatus
infer(const Documents *d, unsigned form, const BxHost *host, uint32_t enumeration, BxBuf *out)
{
	BxInferOptions options = {.enumeration = enumeration};
	BxInfer *infer = NULL;
	BxStore store;
	BxError err;
	BxStatus st = bx_infer_new(&options, host, &infer, &err);

	bx_error_clear(&err);
	for (uint32_t i = 0; i < d->n && st == BX_OK; i++)
	{
		bx_store_memory(&store, d->v[form][i], d->len[form][i]);
		st = see(infer, &store, &options, host, form == 1, &err);
	}
	if (st == BX_OK)
		st = bx_infer_put(infer, out, &err);
	REQUIRE(st == BX_OK || st == BX_E_CANCEL ||
			((st == BX_E_NOT_DOCUMENT || st == BX_E_UNSUPPORTED || st == BX_E_LIMIT) && err.msg[0] != '\0'));
	bx_infer_free(infer);
	return st;
}

/* ---- the schema ---- */

static const char *
next_mark(const char *s, const char *end)
{
	while (end - s >= (ptrdiff_t) strlen(MARK) && memcmp(s, MARK, strlen(MARK)) != 0)
		s++;
	return end - s >= (ptrdiff_t) strlen(MARK) ? s : end;
}

/* One schema document. */
static void
encode_part(BxSchemaDoc *doc, const char *s, size_t n)
{
	uint8_t *v;

	REQUIRE(fuzz_encode(s, n, 0, &v, &doc->n));
	doc->v = v;
}

/* The documents of the text: one, or one behind each instruction. */
static uint32_t
cut(const BxBuf *text, BxSchemaDoc *docs)
{
	const char *s = (const char *) text->data, *end = s + text->len;
	uint32_t n = 0;

	if (next_mark(s, end) != s)
	{
		docs[0].name = bx_str("a.xsd", 5);
		encode_part(&docs[0], s, text->len);
		return 1;
	}
	while (s < end)
	{
		const char *name = s + strlen(MARK), *quote = memchr(name, '"', (size_t) (end - name));
		const char *body, *next;

		REQUIRE(n < PARTS && memcmp(s, MARK, strlen(MARK)) == 0 && quote != NULL);
		body = quote + strlen("\"?>");
		next = next_mark(body, end);
		docs[n].name = bx_str(name, (size_t) (quote - name));
		encode_part(&docs[n++], body, (size_t) (next - body));
		s = next;
	}
	return n;
}

static void
judge(const Documents *d, const BxSchema *schema, const BxHost *host)
{
	for (unsigned form = 0; form < FORMS; form++)
		for (uint32_t i = 0; i < d->n; i++)
		{
			BxValidator *validator;
			BxStore store;
			BxError err;
			bool valid;
			BxStatus st;

			bx_store_memory(&store, d->v[form][i], d->len[form][i]);
			REQUIRE(bx_validator_new(schema, host, &validator, &err) == BX_OK);
			st = bx_validator_run(validator, &store, NULL, &valid, &err);
			REQUIRE(st == BX_E_CANCEL || (st == BX_OK && valid));
			bx_validator_free(validator);
		}
}

static void
compile(const Documents *d, const BxBuf *text, const BxHost *host)
{
	BxSchemaDoc docs[PARTS];
	uint32_t n = cut(text, docs);
	BxSchema *schema = NULL;
	BxError err;
	BxStatus st;

	bx_error_clear(&err);
	st = bx_schema_new(docs, n, NULL, host, &schema, &err);
	if (st != BX_OK && st != BX_E_CANCEL)
		fprintf(stderr, "%s\n%.*s\n", err.msg, (int) text->len, (const char *) text->data);
	REQUIRE(st == BX_OK || st == BX_E_CANCEL);
	for (uint32_t i = 0; i < n; i++)
		free((void *) docs[i].v);
	if (st != BX_OK)
		return;
	judge(d, schema, host);
	fuzz_plan(schema, host);
	bx_schema_free(schema);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	Documents d = {.n = 0};
	BxStatus st[FORMS];
	BxBuf text[FORMS];
	UtHost h;

	if (size == 0)
		return 0;
	ut_host_init_as(&h, bx_host_libc());
	h.cancel_at = POLLS_MAX;
	if (data[0] & 32)
		read_steps(&d, data + 1, size - 1);
	else
		read_texts(&d, (const char *) data + 1, size - 1);
	for (unsigned form = 0; form < FORMS; form++)
	{
		bx_buf_init(&text[form], bx_host_libc());
		st[form] = infer(&d, form, &h.host, data[0] & 31, &text[form]);
	}
	if (st[0] != BX_E_CANCEL && st[1] != BX_E_CANCEL)
		REQUIRE(st[0] == st[1] && text[0].len == text[1].len &&
				(text[0].len == 0 || memcmp(text[0].data, text[1].data, text[0].len) == 0));
	if (st[0] == BX_OK && d.n > 0)
		compile(&d, &text[0], &h.host);
	for (unsigned form = 0; form < FORMS; form++)
		bx_buf_free(&text[form]);
	free_documents(&d);
	REQUIRE(h.live == 0);
	return 0;
}
