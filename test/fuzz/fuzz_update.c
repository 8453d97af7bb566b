/*
 * fuzz_update.c -- update expressions on documents.
 *
 * Input: update text, a zero byte, XML text.  Compiling ends with a status; what compiles is refused with a message,
 * or makes a value that passes the validator and whose text parses.  Every form of the document gives the same; and
 * nothing stays allocated.
 */
#include "fuzz_encode.h"

#include <string.h>

#include "../../src/core/check/bx_check.h"
#include "../../src/core/query/face/fc_modify.h"
#include "../../src/core/print/bx_text.h"

#define UPDATE_MAX 600
#define POLLS_MAX 2000
#define RESULT_MAX (1 << 20)

/* Loops can be long without being wrong: give up, and compare nothing. */
static BxStatus
limited_poll(void *ctx)
{
	return (*(int *) ctx)-- > 0 ? BX_OK : BX_E_CANCEL;
}

/* What one form of the document comes to: a status, and the text of the new value. */
typedef struct Result
{
	BxStatus st;
	BxBuf text;
} Result;

static BxStatus
change(const FcQuery *update, const FcCall *call, RuChanges *changes, uint8_t **v, size_t *n)
{
	FcRun *run = NULL;
	BxStatus st;

	changes->edit = bx_edit_new(call->host, changes->options, call->value, call->n, call->err);
	if (changes->edit == NULL)
		return call->err->status;
	st = fc_open(update, call, &run);
	if (st == BX_OK)
		st = fc_modify(run, changes);
	fc_close(run);
	if (st == BX_OK)
		st = bx_edit_apply(changes->edit, v, n);
	bx_edit_free(changes->edit);
	return st;
}

/* What was accepted is a sound value whose text can be read again. */
static void
print_sound(const uint8_t *v, size_t n, BxBuf *text)
{
	uint8_t *again = NULL;
	size_t len;
	BxError err;

	if (bx_check(v, n, true, NULL, bx_host_libc(), &err) != BX_OK)
		fprintf(stderr, "%s at %lld\n", err.msg, (long long) err.pos);
	REQUIRE(bx_check(v, n, true, NULL, bx_host_libc(), &err) == BX_OK);
	REQUIRE(bx_text_write(v, n, NULL, bx_host_libc(), text, &err) == BX_OK);
	if (text->len > RESULT_MAX)
		return;
	REQUIRE(fuzz_encode((const char *) text->data, text->len, BX_MODE_SHAPES, &again, &len));
	free(again);
}

static void
apply(const FcQuery *update, const uint8_t *v, size_t n, Result *r)
{
	const XdItem x = at_double_item(2), y = at_string_item(bx_str("<&b", 3));
	const RuVar vars[] = {{.name = {{"", 0}, {"", 0}, {"x", 1}}, .value = xd_seq_one(&x)},
						  {.name = {{"", 0}, {"", 0}, {"y", 1}}, .value = xd_seq_one(&y)}};
	BxWriterOptions options = {.limits = BX_LIMITS_DEFAULT, .reserve = 4};
	int polls = POLLS_MAX;
	BxHost host = *bx_host_libc();
	BxArena arena, keep;
	RuChanges changes = {.options = &options, .keep = &keep};
	uint8_t *data;
	size_t len;
	BxError err;
	FcCall call = {
		.host = &host, .arena = &arena, .err = &err, .value = v, .n = n, .vars = vars, .n_vars = 2};

	host.ctx = &polls;
	host.poll = limited_poll;
	bx_error_clear(&err);
	bx_arena_init(&arena, &host);
	bx_arena_init(&keep, &host);
	bx_buf_init(&r->text, bx_host_libc());
	r->st = change(update, &call, &changes, &data, &len);
	REQUIRE(r->st == BX_OK || (err.status == r->st && err.msg[0] != '\0'));
	REQUIRE(r->st != BX_E_CORRUPT && r->st != BX_E_STATE);
	if (r->st == BX_OK)
	{
		print_sound(data + options.reserve, len, &r->text);
		free(data);
	}
	bx_arena_reset(&keep);
	bx_arena_reset(&arena);
}

static void
agree(const Result *a, const Result *b)
{
	if (a->st == BX_E_CANCEL || b->st == BX_E_CANCEL)
		return;
	REQUIRE(a->st == b->st && a->text.len == b->text.len);
	REQUIRE(a->text.len == 0 || memcmp(a->text.data, b->text.data, a->text.len) == 0);
}

static void
compare_forms(const FcQuery *update, const char *text, size_t n)
{
	static const unsigned forms[] = {BX_MODE_NAMES, BX_MODE_SHAPES, BX_MODE_NAMES | UT_CONSTANTS,
									 BX_MODE_SHAPES | UT_HEAP,
									 BX_MODE_SHAPES | UT_DIRECTORIES | UT_CONSTANTS | UT_EVERY};
	Result first, other;
	uint8_t *v;
	size_t len;
	size_t i;

	for (i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
	{
		if (!fuzz_encode(text, n, forms[i], &v, &len))
			return;
		apply(update, v, len, i == 0 ? &first : &other);
		free(v);
		if (i == 0)
			continue;
		agree(&first, &other);
		bx_buf_free(&other.text);
	}
	bx_buf_free(&first.text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *nul = size > 0 ? memchr(data, 0, size) : NULL;
	size_t n_update = nul ? (size_t) (nul - data) : 0;
	size_t n_doc = nul ? size - n_update - 1 : 0;
	const FcOptions options = {.immutable = true, .mode = Q_MODE_UPDATE};
	const FcQuery *update;
	BxArena arena;
	BxError err;
	BxStatus st;

	if (nul == NULL || n_update > UPDATE_MAX || n_doc > FUZZ_DOCUMENT_MAX)
		return 0;
	bx_error_clear(&err);
	bx_arena_init(&arena, bx_host_libc());
	st = fc_compile(bx_str((const char *) data, n_update), &options, bx_host_libc(), &arena, &update, &err);
	if (st == BX_OK)
		compare_forms(update, (const char *) nul + 1, n_doc);
	else
		REQUIRE(err.status == st && err.msg[0] != '\0');
	bx_arena_reset(&arena);
	return 0;
}
