/*
 * fuzz_schema.c -- schemas and documents.
 *
 * Input: text of a schema document, a zero byte, XML text.  Compiling ends with a status and a message, validation with
 * a verdict that every form of the document agrees with; and nothing stays allocated.
 */
#include "fuzz_encode.h"

#include <string.h>

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

static void
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
			return;
		bx_store_memory(&store, value, len);
		REQUIRE(bx_validator_new(schema, host, &validator, &err) == BX_OK);
		st = bx_validator_run(validator, &store, &options, &valid, &err);
		REQUIRE(st == BX_OK || st == BX_E_LIMIT || st == BX_E_CANCEL);
		REQUIRE(st != BX_OK || valid == (seen[form].n == 0));
		done[form] = st == BX_OK;
		bx_validator_free(validator);
		free(value);
	}
	if (done[0] && done[1])
		REQUIRE(seen[0].n == seen[1].n && strcmp(seen[0].code, seen[1].code) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *zero = size > 0 ? memchr(data, 0, size) : NULL;
	BxSchemaDoc doc = {.name = {"a.xsd", 5}};
	BxSchema *schema = NULL;
	uint8_t *value;
	UtHost h;
	BxError err;
	BxStatus st;

	if (zero == NULL || size > FUZZ_DOCUMENT_MAX)
		return 0;
	if (!fuzz_encode((const char *) data, (size_t) (zero - data), 0, &value, &doc.n))
		return 0;
	doc.v = value;
	ut_host_init_as(&h, bx_host_libc());
	h.cancel_at = POLLS_MAX;
	bx_error_clear(&err);
	st = bx_schema_new(&doc, 1, NULL, &h.host, &schema, &err);
	REQUIRE(st == BX_OK || err.msg[0] != '\0' || st == BX_E_CANCEL);
	if (st == BX_OK)
	{
		validate(schema, &h.host, (const char *) zero + 1, size - (size_t) (zero + 1 - data));
		bx_schema_free(schema);
	}
	REQUIRE(h.live == 0);
	free(value);
	return 0;
}
