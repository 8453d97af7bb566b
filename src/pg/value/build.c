/*
 * build.c -- a value built by SQL functions: the builder of the core over server memory.
 */
#include "postgres.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"
#include "utils/memutils.h"

#include "build.h"
#include "../server/compat.h"
#include "datum.h"
#include "kind.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "pack.h"
#include "../server/settings.h"

void
build_open(PgBuild *p, MemoryContext cxt, BuildFrom from)
{
	BxWriterOptions options;
	BxLimits limits;
	BxError err;

	settings_limits(&limits);
	if (from == BUILD_INPUT)
		settings_writer(&options);
	else
		settings_copy_writer(&options);
	options.limits.max_attributes = limits.max_attributes;
	bx_error_clear(&err);
	host_init(&p->host, cxt);
	p->b = bx_builder_new(&p->host.host, &options, &err);
	error_check(err.status, &err);
}

void
build_fail(PgBuild *p)
{
	error_raise(bx_builder_error(p->b));
}

BxStr
build_str(const char *s, size_t n)
{
	size_t len;
	const char *u = encoding_to_utf8(s, n, &len);

	return bx_str(u, len);
}

BxStr
build_text_arg(Datum text)
{
	struct varlena *t = PG_DETOAST_DATUM_PACKED(text);

	return build_str(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t));
}

bool
build_scalar(const JsonbValue *v, BxStr *text)
{
	char *s;

	switch (v->type)
	{
		case jbvNull: *text = (BxStr){"", 0}; return true;
		case jbvString: *text = build_str(v->val.string.val, v->val.string.len); return true;
		case jbvBool: *text = v->val.boolean ? (BxStr){"true", 4} : (BxStr){"false", 5}; return true;
		case jbvNumeric:
			s = DatumGetCString(DirectFunctionCall1(numeric_out, NumericGetDatum(v->val.numeric)));
			*text = bx_str(s, strlen(s));
			return true;
		default: return false;
	}
}

void
build_value(PgBuild *p, Datum value)
{
	ExpandedObjectHeader *eoh;
	const ValueKind *kind = kind_of(value, &eoh);
	DatumStore store;

	CHECK_FOR_INTERRUPTS(); /* callers may have millions of small ones */
	if (kind != NULL && kind->append != NULL)
	{
		kind->append(eoh, p);
		return;
	}
	datum_store_open(&store, value);
	build_check(p, bx_builder_value(p->b, &store.store));
	datum_store_close(&store);
}

void
build_start(PgBuild *p, const char *name, BxStr uri)
{
	build_check(p, bx_builder_start(p->b, (BxStr){"", 0}, uri, build_str(name, strlen(name))));
}

Datum
build_close(PgBuild *p)
{
	uint8_t *data;
	size_t len;

	host_init(&p->host, CurrentMemoryContext); /* for allocations from here on */
	build_check(p, bx_builder_finish(p->b, &data, &len));
	bx_builder_free(p->b);
	p->b = NULL;
	return PointerGetDatum(pack_new((struct varlena *) DatumGetPointer(datum_written(data, len))));
}

bool
build_next_member(JsonbIterator **it, JsonbValue *key, JsonbValue *value)
{
	if (JsonbIteratorNext(it, key, true) != WJB_KEY)
		return false;
	JsonbIteratorNext(it, value, true);
	return true;
}
