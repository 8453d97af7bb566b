/*
 * ut_engine.h -- paths of tests by either evaluator.
 *
 * With UT_ENGINE=new in the environment the calls below bring an engine (xpath/plan/xp_run.h) for their path, if they
 * have none for it, as a session of the server does under bxml.engine = new.  It lasts as long as the call; that
 * of a session or of rows is let go when they are closed.
 */
#ifndef UT_ENGINE_H
#define UT_ENGINE_H

#include <stdlib.h>
#include <string.h>

#include "../../src/core/base/bx_core_int.h"
#include "../../src/core/xpath/plan/xp_run.h"
#include "../../src/core/xpath/result/xp_query_int.h"
#include "../../src/core/xpath/result/xp_rows.h"

/* Does UT_ENGINE ask for it? */
static inline bool
ut_engine_is_new(void)
{
	const char *s = getenv("UT_ENGINE");

	return s != NULL && strcmp(s, "new") == 0;
}

/* An engine for the call, if it has none for the path: it is to be let go.  NULL: there is none, or no memory. */
static inline XpEngine *
ut_engine_begin(XpCall *c, const XpBlock *path)
{
	if (!ut_engine_is_new() || (c->engine != NULL && c->engine->of == path))
		return NULL;
	return c->engine = xp_engine_new(path, c->arena);
}

static inline BxStatus
ut_engine_end(XpCall *c, XpEngine *engine, BxStatus st)
{
	if (engine != NULL)
	{
		xp_engine_forget(engine);
		c->engine = NULL;
	}
	return st;
}

#define UT_ENGINE_CALL(name, params, ...)                                                                    \
	static inline BxStatus ut_##name params                                                                  \
	{                                                                                                        \
		XpEngine *engine = ut_engine_begin(c, path);                                                         \
                                                                                                             \
		return ut_engine_end(c, engine, name(c, path, __VA_ARGS__));                                         \
	}

UT_ENGINE_CALL(xp_keys,
			   (XpCall * c, const XpBlock *path, const uint32_t **keys, const uint32_t **pairs, uint32_t *n),
			   keys, pairs, n)
UT_ENGINE_CALL(xp_exists, (XpCall * c, const XpBlock *path, bool *found), found)
UT_ENGINE_CALL(xp_test, (XpCall * c, const XpBlock *path, bool *value), value)
UT_ENGINE_CALL(xp_value, (XpCall * c, const XpBlock *path, XpItem *text), text)
UT_ENGINE_CALL(xp_count, (XpCall * c, const XpBlock *path, uint64_t *count), count)
UT_ENGINE_CALL(xp_query,
			   (XpCall * c, const XpBlock *path, const BxWriterOptions *options, bool *found, uint8_t **data,
				size_t *len),
			   options, found, data, len)
UT_ENGINE_CALL(xp_query_excerpt,
			   (XpCall * c, const XpBlock *path, const BxWriterOptions *options, bool *found,
				BxExcerpt *loose, uint8_t **data, size_t *len),
			   options, found, loose, data, len)
UT_ENGINE_CALL(xp_targets, (XpCall * c, const XpBlock *path, BxBuf *out), out)
UT_ENGINE_CALL(xp_item_value, (XpCall * c, const XpBlock *path, bool more, XpItem *item, unsigned *count),
			   more, item, count)
UT_ENGINE_CALL(xp_strings, (XpCall * c, const XpBlock *path, XpStringSink *sink), sink)
UT_ENGINE_CALL(xp_values,
			   (XpCall * c, const XpBlock *path, const BxWriterOptions *options, XpScope scope,
				XpValueSink *sink),
			   options, scope, sink)
UT_ENGINE_CALL(xp_records,
			   (XpCall * c, const XpBlock *path, const BxWriterOptions *options, XpField *fields,
				uint32_t n_fields, XpRecordSink *sink),
			   options, fields, n_fields, sink)

static inline BxStatus
ut_xp_session_open(XpCall *c, const XpBlock *path, unsigned needs, XpSession **session)
{
	XpEngine *engine = ut_engine_begin(c, path);
	BxStatus st = xp_session_open(c, path, needs, session);

	return *session == NULL ? ut_engine_end(c, engine, st) : st;
}

static inline void
ut_xp_session_close(XpSession *s)
{
	XpEngine *engine = s != NULL ? s->call->engine : NULL;

	xp_session_close(s);
	if (engine != NULL && ut_engine_is_new())
		xp_engine_forget(engine);
}

#define xp_keys ut_xp_keys
#define xp_exists ut_xp_exists
#define xp_test ut_xp_test
#define xp_value ut_xp_value
#define xp_count ut_xp_count
#define xp_query ut_xp_query
#define xp_query_excerpt ut_xp_query_excerpt
#define xp_targets ut_xp_targets
#define xp_item_value ut_xp_item_value
#define xp_strings ut_xp_strings
#define xp_values ut_xp_values
#define xp_records ut_xp_records
#define xp_session_open ut_xp_session_open
#define xp_session_close ut_xp_session_close

#endif
