/*
 * violation.c -- the violations of a document, for people: with label and path, in the encoding of the server.
 */
#include "postgres.h"
#include "fmgr.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

#include "../../core/read/bx_trail.h"
#include "../../core/store/bx_window.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/utf8.h"
#include "../value/label.h"
#include "../value/labels.h"
#include "violation.h"

/* ---- paths ---- */

/* A document opened for paths, when the first violation comes. */
typedef struct Report
{
	Datum doc;
	ViolationSink *sink;
	MemoryContext cxt; /* of the report */
	MemoryContext row; /* reset after each violation */
	PgHost host;
	BxArena arena;
	BxError err;
	BxTrail *trail; /* NULL: not open */
	DatumStore store;
	BxReadAll pass;
	BxTable table;
	bool labeled; /* open for nodes that the trail is behind */
	ValueLabels labels;
	BxArena steps; /* of one such path */
} Report;

static void
open_trail(Report *r)
{
	MemoryContext caller = MemoryContextSwitchTo(r->cxt);
	BxStatus st;

	host_init(&r->host, r->cxt);
	bx_arena_init(&r->arena, &r->host.host);
	datum_store_open(&r->store, r->doc);
	st = bx_read_all_open(&r->pass, &r->store.store, &r->arena, &r->err);
	if (st == BX_OK)
		st = bx_read_all_table(&r->pass, &r->table, &r->arena);
	if (st == BX_OK)
		st = bx_trail_new(&r->trail, &r->table, &r->pass.items.source, &r->arena, &r->err);
	error_check(st, &r->err);
	MemoryContextSwitchTo(caller);
}

static void
open_labels(Report *r)
{
	MemoryContext caller = MemoryContextSwitchTo(r->cxt);

	bx_arena_init(&r->steps, &r->host.host);
	labels_open(&r->labels, r->doc, &r->arena, &r->err);
	r->labels.doc.arena = &r->steps;
	r->labeled = true;
	MemoryContextSwitchTo(caller);
}

static void
close_paths(Report *r)
{
	if (r->labeled)
		labels_close(&r->labels);
	if (r->trail == NULL)
		return;
	bx_trail_free(r->trail);
	bx_read_all_close(&r->pass);
	datum_store_close(&r->store);
	bx_arena_reset(&r->arena);
}

/*
 * The path to a node that the trail is behind: violations of references come when their scope ends, those of keys say
 * where the first node is.
 */
static BxStatus
put_late(Report *r, const void *label, size_t n, BxBuf *text, bool *found)
{
	BxStatus st;

	if (!r->labeled)
		open_labels(r);
	st = bx_label_path(&r->labels.doc, label, n, false, text, found);
	bx_arena_reset(&r->steps);
	return st;
}

/* The path to the node of a violation; NULL if a name has braces in its namespace. */
static struct varlena *
path_of(Report *r, const BxViolation *violation)
{
	struct varlena *path = NULL;
	bool found = false;
	BxBuf text;
	PgHost host;
	BxStatus st;

	if (r->trail == NULL)
		open_trail(r);
	bx_buf_init(&text, host_here(&host));
	st = bx_trail_path(r->trail, violation->off, &text, &found);
	if (st == BX_OK && !found)
		st = put_late(r, violation->label, violation->label_n, &text, &found);
	if (st != BX_E_UNSUPPORTED)
		error_check(st, &r->err);
	if (st == BX_OK && found)
		path = utf8_text((char *) text.data, text.len);
	return path;
}

/* A sentence about the node that has the values of this one already; NULL: there is no such node, or no path to it. */
static struct varlena *
first_of(Report *r, const BxViolation *violation)
{
	static const char before[] = "The first is at ";
	BxBuf text;
	PgHost host;
	bool found = false;
	BxStatus st;

	if (violation->first.s == NULL)
		return NULL;
	bx_buf_init(&text, host_here(&host));
	st = bx_buf_append(&text, before, sizeof(before) - 1, &r->err);
	if (st == BX_OK)
		st = put_late(r, violation->first.s, violation->first.n, &text, &found);
	if (st == BX_OK)
		st = bx_buf_append(&text, ".", 1, &r->err);
	if (st != BX_E_UNSUPPORTED)
		error_check(st, &r->err);
	return st == BX_OK && found ? utf8_text((char *) text.data, text.len) : NULL;
}

/* ---- reports ---- */

static BxStatus
take_violation(void *ctx, const BxViolation *violation, bool *stop)
{
	Report *r = ctx;
	MemoryContext caller = MemoryContextSwitchTo(r->row);
	ViolationText text = {.label = label_datum(violation->label, violation->label_n),
						  .code = violation->code};
	struct varlena *first;

	if (violation->label_n > 0)
		text.path = path_of(r, violation);
	text.message = encoding_lossy(violation->msg, strlen(violation->msg));
	first = first_of(r, violation);
	if (*violation->detail != '\0')
		text.detail = encoding_lossy(violation->detail, strlen(violation->detail));
	else if (first != NULL)
		text.detail = text_to_cstring(first);
	*stop = !r->sink->take(r->sink, &text);
	MemoryContextSwitchTo(caller);
	MemoryContextReset(r->row);
	return BX_OK;
}

void
violation_report(const SchemaChoice *choice, Datum doc, ViolationSink *sink)
{
	Report r = {.doc = doc, .sink = sink, .cxt = CurrentMemoryContext};
	BxValidateOptions options = {.take = take_violation, .ctx = &r};
	ReadySchema *ready = choice_best(choice, doc, &options);

	bx_error_clear(&r.err);
	r.row = AllocSetContextCreate(r.cxt, "bxml violation", ALLOCSET_DEFAULT_SIZES);
	(void) ready_validate(ready, doc, &options);
	close_paths(&r);
	MemoryContextDelete(r.row);
}

/* ---- one error ---- */

typedef struct ErrorSink
{
	ViolationSink sink; /* first, to find the rest from a sink */
	struct Node *context;
} ErrorSink;

static bool
save_first(ViolationSink *sink, const ViolationText *violation)
{
	char *place = "By";

	if (violation->path != NULL)
		place =
			psprintf("At %s, label %s, by", text_to_cstring(violation->path), label_text(violation->label));
	else if (*label_text(violation->label) != '\0')
		place = psprintf("At the node with label %s, by", label_text(violation->label));
	errsave(((ErrorSink *) sink)->context,
			(errcode(ERRCODE_INVALID_XML_DOCUMENT), errmsg("invalid document: %s", violation->message),
			 errdetail(violation->detail != NULL ? "%s rule %s. %s" : "%s rule %s.", place, violation->code,
					   violation->detail),
			 errhint("bxml_validate_report lists all violations.")));
	return false;
}

void
violation_save(const SchemaChoice *choice, Datum doc, struct Node *context)
{
	ErrorSink sink = {{save_first}, context};

	violation_report(choice, doc, &sink.sink);
}
