/*
 * fuzz_schema.c -- schemas and documents.
 *
 * Input: text of a schema document, a zero byte, XML text, and perhaps a zero byte and the text of another schema
 * document.  Compiling ends with a status and a message, validation with a verdict that every form of the document
 * agrees with; a document that is valid keeps its text when it is retyped, and is valid under a schema that is said to
 * be compatible; its tables have names that are told apart; and nothing stays allocated.
 */
#include "fuzz_encode.h"
#include "fuzz_plan.h"

#include "../../src/core/check/bx_check.h"
#include "../../src/core/print/bx_text.h"
#include "../../src/core/schema/bx_retype.h"
#include "../../src/core/schema/bx_schema_compat.h"
#include "../../src/core/schema/bx_validate.h"
#include "../unit/ut_host.h"

#define POLLS_MAX 2000

/* The number of violations and where the first one is. */
typedef struct Seen
{
	unsigned n;
	char code[64];
} Seen;

static BxStatus
take(void *ctx, const BxViolation *violation, bool *stop)
{
	Seen *seen = ctx;

	REQUIRE(violation->msg[0] != '\0' && (violation->label_n > 0 || violation->kind == BX_EV_DONE));
	if (seen->n++ == 0)
		snprintf(seen->code, sizeof(seen->code), "%s", violation->code);
	*stop = seen->n == 100;
	return BX_OK;
}

/* Is it valid?  UNKNOWN when that was not found out. */
typedef enum Verdict
{
	UNKNOWN,
	GOOD,
	BAD
} Verdict;

static const BxRetypeOptions retyping = {.writer = {.limits = BX_LIMITS_DEFAULT}};

static void
retype(BxValidator *validator, const BxHost *host, BxStore *store, const uint8_t *value, size_t len)
{
	const BxHost *libc = bx_host_libc();
	BxBuf before, after;
	uint8_t *data;
	size_t n;
	BxError err;
	BxStatus st;

	st = bx_validator_retyped(validator, store, &data, &n, &err);
	REQUIRE(st == BX_OK || st == BX_E_LIMIT || st == BX_E_CANCEL);
	if (st != BX_OK || data == NULL)
		return;
	bx_buf_init(&before, libc);
	bx_buf_init(&after, libc);
	REQUIRE(bx_check(data, n, true, NULL, libc, &err) == BX_OK);
	REQUIRE(bx_text_write(value, len, NULL, libc, &before, &err) == BX_OK);
	REQUIRE(bx_text_write(data, n, NULL, libc, &after, &err) == BX_OK);
	REQUIRE(before.len == after.len && memcmp(before.data, after.data, after.len) == 0);
	bx_buf_free(&before);
	bx_buf_free(&after);
	host->release(host->ctx, data);
}

static Verdict
validate(const BxSchema *schema, const BxHost *host, const char *s, size_t n)
{
	Seen seen[2];
	bool done[2] = {false, false};

	for (unsigned form = 0; form < 2; form++)
	{
		BxValidateOptions options = {.take = take, .ctx = &seen[form]};
		BxValidator *validator;
		BxStore store;
		uint8_t *value;
		size_t len;
		BxError err;
		bool valid;
		BxStatus st;

		memset(&seen[form], 0, sizeof(Seen));
		if (!fuzz_encode(s, n, form, &value, &len))
			return UNKNOWN;
		bx_store_memory(&store, value, len);
		REQUIRE(bx_validator_new(schema, host, &validator, &err) == BX_OK);
		REQUIRE(bx_validator_note(validator, &retyping, &err) == BX_OK);
		st = bx_validator_run(validator, &store, &options, &valid, &err);
		REQUIRE(st == BX_OK || st == BX_E_LIMIT || st == BX_E_CANCEL);
		REQUIRE(st != BX_OK || valid == (seen[form].n == 0));
		done[form] = st == BX_OK;
		if (st == BX_OK && valid)
			retype(validator, host, &store, value, len);
		bx_validator_free(validator);
		free(value);
	}
	if (done[0] && done[1])
		REQUIRE(seen[0].n == seen[1].n && strcmp(seen[0].code, seen[1].code) == 0);
	return !done[0] ? UNKNOWN : seen[0].n == 0 ? GOOD : BAD;
}

static BxStatus
compile(const char *s, size_t n, const BxHost *host, BxSchema **schema)
{
	BxSchemaDoc doc = {.name = {"a.xsd", 5}};
	uint8_t *value;
	BxError err;
	BxStatus st;

	if (!fuzz_encode(s, n, 0, &value, &doc.n))
		return BX_E_SYNTAX_DOC;
	doc.v = value;
	bx_error_clear(&err);
	st = bx_schema_new(&doc, 1, NULL, host, schema, &err);
	REQUIRE(st == BX_OK || err.msg[0] != '\0' || st == BX_E_CANCEL);
	free(value);
	return st;
}

static BxStatus
take_difference(void *ctx, const BxIncompatibility *what, bool *stop)
{
	REQUIRE(what->path[0] != '\0' && what->msg[0] != '\0');
	*stop = ++*(unsigned *) ctx == 100;
	return BX_OK;
}

/* Under another schema. */
static void
compare(const BxSchema *schema, const BxHost *host, const char *doc, size_t n, const char *other, size_t m)
{
	Verdict was = validate(schema, host, doc, n);
	BxSchema *now = NULL;
	unsigned differences = 0;
	BxError err;
	BxStatus st;

	if (other == NULL || compile(other, m, host, &now) != BX_OK)
		return;
	bx_error_clear(&err);
	st = bx_schema_compatible(schema, now, take_difference, &differences, &err);
	REQUIRE(st == BX_OK || st == BX_E_LIMIT || st == BX_E_CANCEL);
	if (st == BX_OK && differences == 0 && was == GOOD)
		REQUIRE(validate(now, host, doc, n) != BAD);
	bx_schema_free(now);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *s = (const char *) data, *end = s + size;
	const char *zero = size > 0 ? memchr(s, 0, size) : NULL, *second;
	BxSchema *schema = NULL;
	UtHost h;

	if (zero == NULL || size > FUZZ_DOCUMENT_MAX)
		return 0;
	ut_host_init_as(&h, bx_host_libc());
	h.cancel_at = POLLS_MAX;
	second = memchr(zero + 1, 0, (size_t) (end - zero - 1));
	if (compile(s, (size_t) (zero - s), &h.host, &schema) == BX_OK)
	{
		compare(schema, &h.host, zero + 1, (size_t) ((second != NULL ? second : end) - zero - 1),
				second != NULL ? second + 1 : NULL, second != NULL ? (size_t) (end - second - 1) : 0);
		fuzz_plan(schema, &h.host);
		bx_schema_free(schema);
	}
	REQUIRE(h.live == 0);
	return 0;
}
