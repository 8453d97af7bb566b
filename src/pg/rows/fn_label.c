/*
 * fn_label.c -- labels of the nodes of a document: the node with a label, and a path to it.
 *
 * Finding a node reads header, tables and the items on the way to it (core/read/bx_label.h).  Its value is made by a
 * path, so the rules are the same; the path consists of positions, which evaluation finds just as fast.
 */
#include "postgres.h"
#include "fmgr.h"

#include "../../core/read/bx_label.h"
#include "../../core/encode/bx_section.h"
#include "../query/call.h"
#include "../server/compat.h"
#include "../server/counters.h"
#include "../value/datum.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "../value/label.h"
#include "../value/labels.h"
#include "../query/result.h"

BXML_FUNCTION(bxml_node);
BXML_FUNCTION(bxml_path_of);
BXML_FUNCTION(bxml_relabel);

/* A copy in the arena. */
static const uint8_t *
keep_root(const BxRoot *root, BxArena *arena)
{
	uint8_t *copy = bx_arena_alloc(arena, root->n + (size_t) 1);
	BxError err;

	if (copy == NULL)
		error_check(bx_fail_nomem(&err, root->n), &err);
	if (root->n > 0)
		memcpy(copy, root->p, root->n);
	return copy;
}

/*
 * Append the path to a label; false if the document has no such node.  root is that of the document, if it is a part
 * of another, and is in the arena.
 */
static bool
find_path(Datum doc, const LabelArg *label, bool positions, BxArena *arena, BxBuf *out, BxRoot *root)
{
	ValueLabels l;
	BxError err;
	bool found;

	bx_error_clear(&err);
	labels_open(&l, doc, arena, &err);
	l.doc.items = &counters_session.items;
	error_check(bx_label_path(&l.doc, label->p, label->n, positions, out, &found), &err);
	root->n = l.doc.root.n;
	root->p = keep_root(&l.doc.root, arena);
	labels_close(&l);
	return found;
}

/* The path to the label that a caller gives. */
typedef struct LabelPath
{
	LabelArg label;
	BxRoot root; /* of the document */
	BxBuf text;
} LabelPath;

/* Find the node of argument 0 with the label of argument 1; false if there is none. */
static bool
path_open(LabelPath *path, PgCall *call, FunctionCallInfo fcinfo, bool positions)
{
	label_get(&path->label, PG_GETARG_DATUM(1));
	bx_buf_init(&path->text, &call->out.host);
	return find_path(PG_GETARG_DATUM(0), &path->label, positions, call->arena, &path->text, &path->root);
}

static void
path_close(LabelPath *path)
{
	bx_buf_free(&path->text);
	label_release(&path->label);
}

/*
 * The node that a path of this call alone selects, as in do_query of fn_access.c.  labels: the value keeps its
 * labels, with this root.
 */
static Datum
query(PgCall *call, Datum doc, const BxBuf *path, const BxRoot *root, bool labels)
{
	BxWriterOptions options;
	uint8_t *data = NULL;
	size_t len = 0;
	bool found = false;
	XpBlock *block;

	error_check(xp_compile((const char *) path->data, path->len, 0, call->arena, &block, &call->err),
				&call->err);
	call_document(call, doc);
	call->xp.cache = NULL;
	call->xp.labels = labels;
	settings_copy_writer(&options);
	options.root = root->p;
	options.root_n = root->n;
	result_check(call, xp_query(&call->xp, block, &options, &found, &data, &len));
	call_end(call);
	return found ? datum_written(data, len) : (Datum) 0;
}

Datum
bxml_node(PG_FUNCTION_ARGS)
{
	PgCall *call = call_begin(fcinfo);
	Datum result = (Datum) 0;
	LabelPath path;

	if (path_open(&path, call, fcinfo, true))
	{
		const LabelArg *label = &path.label;
		BxRoot root = path.root;

		if (label->n > 0)
			root = (BxRoot){label->p, bx_root_possible(label->p, label->n) ? (uint32_t) label->n : 0};
		result = query(call, PG_GETARG_DATUM(0), &path.text, &root, label->n == 0 || root.n > 0);
	}
	else
		call_end(call);
	path_close(&path);
	if (result == (Datum) 0)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(result);
}

Datum
bxml_path_of(PG_FUNCTION_ARGS)
{
	PgCall *call = call_begin(fcinfo);
	struct varlena *result = NULL;
	LabelPath path;

	if (path_open(&path, call, fcinfo, false))
		result = utf8_text((char *) path.text.data, path.text.len);
	call_end(call);
	path_close(&path);
	if (result == NULL)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(result);
}

/* ---- fresh labels ---- */

/* The labels that a value keeps. */
static const uint8_t label_sections[] = {BX_EXT_LABELS, BX_EXT_ROOT, BX_EXT_MARKS};

/* Does the value keep labels? */
static bool
has_labels(Datum doc)
{
	BxmlArg arg;
	BxHeader head;
	BxError err;
	bool has = false;

	bx_error_clear(&err);
	datum_open_header(&arg, doc, &head);
	for (size_t i = 0; i < lengthof(label_sections); i++)
	{
		uint32 off, len;

		error_check(bx_header_ext_place(&head, arg.v, label_sections[i], &off, &len, &err), &err);
		has |= off > 0;
	}
	datum_release(&arg);
	return has;
}

/* The value of n bytes at v without a section, after room for a datum header. */
static uint8_t *
without(const uint8_t *v, size_t n, uint8_t code, size_t *len)
{
	PgHost host;
	BxError err;
	uint8_t *data;

	bx_error_clear(&err);
	error_check(bx_section_put(v, n, code, NULL, 0, VARHDRSZ, host_here(&host), &data, len, &err), &err);
	return data;
}

Datum
bxml_relabel(PG_FUNCTION_ARGS)
{
	Datum doc = PG_GETARG_DATUM(0);
	uint8_t *data, *before = NULL;
	const uint8_t *v;
	BxmlArg arg;
	size_t len;

	if (!has_labels(doc))
		PG_RETURN_DATUM(doc);
	datum_get_prefix(&arg, doc, SIZE_MAX);
	v = arg.v;
	len = arg.n;
	for (size_t i = 0; i < lengthof(label_sections); i++)
	{
		data = without(v, len, label_sections[i], &len);
		if (before != NULL)
			pfree(before);
		before = data;
		v = data + VARHDRSZ;
	}
	datum_release(&arg);
	PG_RETURN_DATUM(datum_written(before, len));
}
