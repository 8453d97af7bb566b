/*
 * why.c -- why a path selects nothing in a document, and what each of its steps finds there.
 */
#include "postgres.h"

#include "../../core/xpath/plan/xp_run.h"
#include "../value/datum.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "why.h"

typedef BxStatus (*Ask)(XpCall *c, const XpBlock *path, const BxTable *table, BxBuf *out);

/* Ask about a document, which is opened for that alone. */
static BxStatus
ask(Datum doc, const XpBlock *path, Ask what, BxBuf *out, BxError *err)
{
	PgHost host;
	BxArena arena;
	DatumImage image;
	BxTable table;
	XpCall xp;
	BxStatus st;

	bx_arena_init(&arena, host_here(&host));
	datum_image_open(&image, doc, &arena, &table);
	image.img.err = err;
	memset(&xp, 0, sizeof(xp));
	xp.host = &host.host;
	xp.arena = &arena;
	xp.err = err;
	xp.image = &image.img;
	xp.once = fc_engine_once;
	st = what(&xp, path, &table, out);
	datum_image_close(&image);
	bx_arena_reset(&arena);
	return st;
}

char *
why_empty(Datum doc, const XpBlock *path)
{
	PgHost host;
	BxBuf out;
	BxError err;

	bx_error_clear(&err);
	bx_buf_init(&out, host_here(&host));
	if (ask(doc, path, xp_match_why, &out, &err) != BX_OK || out.len == 0)
		return NULL;
	return encoding_lossy((const char *) out.data, out.len);
}

void
why_explain(Datum doc, const XpBlock *path, BxBuf *out)
{
	BxError err;

	bx_error_clear(&err);
	error_check(ask(doc, path, xp_match_explain, out, &err), &err);
}
