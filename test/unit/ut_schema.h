/*
 * ut_schema.h -- schemas and values from texts, for tests of src/core/schema.
 */
#ifndef UT_SCHEMA_H
#define UT_SCHEMA_H

#include "../../src/core/schema/bx_validate.h"
#include "ut_parse.h"

#define UT_XS "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" "
#define UT_XSI " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "

/* A schema of documents called a.xsd, b.xsd and so on. */
static inline BxStatus
ut_schema_on(const BxHost *host, const char *const *texts, uint32_t n, const BxSchemaLimits *limits,
			 BxSchema **schema, BxError *err)
{
	static const char *const names[] = {"a.xsd", "b.xsd", "c.xsd", "d.xsd"};
	BxSchemaDoc docs[4];
	Result r[4];
	BxStatus st;

	bx_error_clear(err);
	for (uint32_t i = 0; i < n; i++)
	{
		r[i] = parse(texts[i], &any);
		CHECKF(r[i].status == BX_OK, "%s: %s", texts[i], r[i].err.msg);
		docs[i] = (BxSchemaDoc){bx_str(names[i], 5), r[i].data, r[i].len};
	}
	st = bx_schema_new(docs, n, limits, host, schema, err);
	for (uint32_t i = 0; i < n; i++)
		free(r[i].data);
	return st;
}

static inline BxSchema *
ut_schema(const char *text)
{
	BxSchema *schema = NULL;
	BxError err;
	BxStatus st = ut_schema_on(bx_host_libc(), &text, 1, NULL, &schema, &err);

	CHECKF(st == BX_OK, "%s: %s: %s", text, err.msg, err.detail);
	return st == BX_OK ? schema : NULL;
}

/* Codes of all violations, with a blank behind each, and the labels of their nodes as text. */
typedef struct UtReport
{
	BxStatus status;
	bool valid;
	char codes[1000];
	char msgs[4000];
	char labels[1000];
	char firsts[1000]; /* labels of the first nodes with the same values */
	unsigned n;
} UtReport;

static inline void
ut_label_add(char *to, size_t cap, const void *label, size_t n)
{
	size_t len = strlen(to);

	for (size_t i = 0; i < n && len + 4 < cap; i++)
		len += (size_t) snprintf(to + len, 3, "%02x", ((const uint8_t *) label)[i]);
	strcat(to, " ");
}

static inline BxStatus
ut_report_take(void *ctx, const BxViolation *violation, bool *stop)
{
	UtReport *r = ctx;

	(void) stop;
	r->n++;
	strncat(r->codes, violation->code, sizeof(r->codes) - strlen(r->codes) - 2);
	strcat(r->codes, " ");
	strncat(r->msgs, violation->msg, sizeof(r->msgs) - strlen(r->msgs) - 2);
	strcat(r->msgs, "\n");
	ut_label_add(r->labels, sizeof(r->labels), violation->label, violation->label_n);
	if (violation->first.s != NULL)
		ut_label_add(r->firsts, sizeof(r->firsts), violation->first.s, violation->first.n);
	return BX_OK;
}

static inline UtReport
ut_validate_with(BxValidator *validator, const char *s, const BxParseOptions *options)
{
	UtReport r = {.status = BX_OK};
	BxValidateOptions o = {.take = ut_report_take, .ctx = &r};
	Result value = parse(s, options);
	BxStore store;
	BxError err;

	bx_error_clear(&err);
	CHECKF(value.status == BX_OK, "%s: %s", s, value.err.msg);
	bx_store_memory(&store, value.data, value.len);
	r.status = bx_validator_run(validator, &store, &o, &r.valid, &err);
	CHECKF(r.status == BX_OK, "%s: %s", s, err.msg);
	CHECK(r.valid == (r.n == 0));
	free(value.data);
	return r;
}

/* Validate one text in both modes of a value, typed and not, which must say the same. */
static inline UtReport
ut_validate(const BxSchema *schema, const char *s)
{
	BxParseOptions o = any;
	BxValidator *validator;
	UtReport r, other;
	BxError err;

	if (bx_validator_new(schema, bx_host_libc(), &validator, &err) != BX_OK)
		abort();
	r = ut_validate_with(validator, s, &o);
	for (unsigned i = 0; i < 4; i++)
	{
		o.writer.mode = i & 1 ? BX_MODE_NAMES : BX_MODE_SHAPES;
		o.writer.typed = i & 2 ? BX_TYPED_OFF : any.writer.typed;
		other = ut_validate_with(validator, s, &o);
		CHECKF(strcmp(r.codes, other.codes) == 0 && strcmp(r.labels, other.labels) == 0 &&
				   strcmp(r.msgs, other.msgs) == 0 && strcmp(r.firsts, other.firsts) == 0,
			   "%s: %s, but %s", s, r.codes, other.codes);
	}
	bx_validator_free(validator);
	return r;
}

#endif
