/*
 * edit.c -- the frame of functions that change a document.
 *
 * The engine works on the plain value, which is in memory as a whole: a stored value is fetched and unpacked first.
 * The result goes into an expanded object: that of the argument if it may be changed, else a new one.  There the
 * changes wait until bytes are needed; printing does not need them.  Small values, which nobody would compress, are
 * plain datums.  The argument is not changed before the changes have passed all checks.
 */
#include "postgres.h"
#include "utils/memutils.h"

#include "../../core/read/bx_walk.h"
#include "../server/compat.h"
#include "edit.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../value/expanded.h"
#include "../value/pack.h"
#include "../value/print.h"
#include "../server/settings.h"

/* Shorter values become plain datums at once. */
#define EXPAND_FROM 1500

/* The plain bytes of a value, in memory as long as the context. */
static void
plain_of(Edit *e, Datum doc, const uint8_t **v, size_t *n)
{
	DatumStore store;

	datum_store_open(&store, doc);
	if (store.store.bytes == NULL)
	{
		datum_store_close(&store);
		*v = (const uint8_t *) print_native(doc, false, 0, n);
		return;
	}
	*v = store.store.bytes;
	*n = store.store.total;
	error_check(bx_plain(v, n, &e->keep, &e->call->err), &e->call->err);
}

void
edit_begin(Edit *e, PgCall *call, Datum doc)
{
	memset(e, 0, sizeof(*e));
	e->call = call;
	e->doc = doc;
	bx_arena_init(&e->keep, host_here(&e->host));
	settings_writer(&e->options);
	plain_of(e, doc, &e->v, &e->n);
	call->xp.image = NULL;
	call->xp.store = NULL;
	call->xp.cache = call_cache(call);
	call->xp.v = e->v;
	call->xp.n = e->n;
}

BxStatus
edit_labels(Edit *e, EditLabels *l)
{
	BxError *err = &e->call->err;
	BxStatus st;

	bx_store_memory(&l->store, e->v, e->n);
	st = bx_image_open(&l->img, &l->store, &e->keep, err);
	if (st == BX_OK)
		st = bx_table_open(&l->table, &e->keep, e->v, e->n, e->n, err);
	if (st != BX_OK)
		return st;
	bx_image_source(&l->items, &l->img);
	return bx_label_doc(&l->doc, &l->img, &l->table, &l->items.source, &e->keep, &l->exceptions, &l->dirs,
						err);
}

/* The old value goes into the object as well, because a pending edit needs it. */
static void
take_old(Edit *e)
{
	const BxHost *host = &e->result->host.host;
	uint8_t *copy = host->alloc(host->ctx, VARHDRSZ + e->n);

	if (copy == NULL)
		error_check(bx_fail_nomem(&e->call->err, e->n), &e->call->err);
	memcpy(copy + VARHDRSZ, e->v, e->n);
	expanded_set(e->result, copy, e->n);
}

BxEdit *
edit_engine(Edit *e)
{
	if (e->edit != NULL)
		return e->edit;
	e->result = expanded_get_writable(e->doc);
	if (e->result == NULL && e->n >= EXPAND_FROM)
		e->result = expanded_new();
	host_init(&e->out, CurrentMemoryContext);
	if (e->result != NULL && e->result->v == NULL)
		take_old(e);
	if (e->result != NULL && e->result->attempt != NULL)
		bx_edit_free(e->result->attempt); /* the variable outlives an edit that failed */
	e->edit = bx_edit_new(e->result != NULL ? &e->result->host.host : &e->out.host, &e->options,
						  e->result != NULL ? e->result->v : e->v, e->n, &e->call->err);
	if (e->result != NULL)
		e->result->attempt = e->edit;
	if (e->edit == NULL)
		error_raise(&e->call->err);
	if (bxml_setting_relabel == RELABEL_AUTO)
		bx_edit_relabel(e->edit);
	return e->edit;
}

/* ---- errors ---- */

/* Append the label of a node of the value. */
static BxStatus
label_of(Edit *e, EditLabels *l, const BxEditNode *node, BxBuf *out, BxError *err)
{
	BxWalk *walk;
	BxInfo info;
	const uint8_t *label;
	BxStatus st;
	bool found;
	size_t n;

	st = bx_walk_new(&walk, &l->table, &l->items.source, l->doc.exceptions, &e->keep, err);
	if (st == BX_OK)
		st = bx_walk_seek(walk, node->off, &info, &found);
	if (st != BX_OK || !found)
		return st;
	bx_walk_label(walk, &info, &label, &n);
	st = bx_buf_append(out, label, n, err);
	if (st == BX_OK && node->part == BX_EDIT_LEAF_TEXT)
		st = bx_ordpath_append(out, BX_LINE_CHILD, 0, err);
	return st;
}

/* The path of a node for messages; empty if it cannot be found. */
static void
node_path(Edit *e, const BxEditNode *node, BxBuf *path)
{
	BxError saved = e->call->err;
	EditLabels l;
	BxBuf label;
	bool found;

	bx_buf_init(&label, &e->host.host);
	if (edit_labels(e, &l) == BX_OK &&
		(node->part == BX_EDIT_DOCUMENT ||
		 (label_of(e, &l, node, &label, &e->call->err) == BX_OK && label.len > 0)))
		(void) bx_label_path(&l.doc, label.data, label.len, false, path, &found);
	bx_buf_free(&label);
	e->call->err = saved;
}

void
edit_raise(Edit *e, const BxEditNode *node)
{
	BxError *err = &e->call->err;
	BxBuf path;

	bx_buf_init(&path, &e->host.host);
	if (node != NULL)
		node_path(e, node, &path);
	if (err->status == BX_E_ARGUMENT)
		err->status = BX_E_UPDATE; /* a change that the node does not allow */
	if (path.len > 0 && err->detail[0] == '\0')
		snprintf(err->detail, sizeof(err->detail), "Node: %.*s", (int) Min(path.len, BX_MSG_MAX - 20),
				 (const char *) path.data);
	bx_buf_free(&path);
	error_raise(err);
}

/* Raise an error of the engine, which may know the node. */
static void
check_engine(Edit *e, BxStatus st)
{
	BxEditNode node;

	if (st != BX_OK)
		edit_raise(e, bx_edit_error_node(e->edit, &node) ? &node : NULL);
}

/* ---- changes ---- */

void
edit_add(Edit *e, const XpNodePlace *target, BxEditChange *change)
{
	BxEditNode node = {BX_EDIT_ITEM, target->off};

	if (target->part == XP_PLACE_NAMESPACE)
		ereport(ERROR, (errcode(ERRCODE_INVALID_ARGUMENT_FOR_XQUERY),
						errmsg("namespaces in scope and their declarations cannot be changed")));
	if (target->part == XP_PLACE_LEAF_TEXT)
		node.part = BX_EDIT_LEAF_TEXT;
	if (target->part == XP_PLACE_DOCUMENT)
		node.part = BX_EDIT_DOCUMENT;
	change->target = node;
	if (bx_edit_add(edit_engine(e), change) != BX_OK)
		edit_raise(e, &node);
}

void
edit_content(Edit *e, Datum content, BxEditChange *change)
{
	BxHeader head;

	plain_of(e, content, &change->value, &change->value_n);
	error_check(bx_header_read(change->value, change->value_n, change->value_n, &head, &e->call->err),
				&e->call->err);
	if (head.items_len == 0)
		change->value_n = 0; /* no content, which may replace an attribute as well */
}

/* ---- the result ---- */

/* The new value goes into the object. */
static Datum
put_result(Edit *e, uint8_t *data, size_t len)
{
	e->result->attempt = NULL;
	bx_edit_free(e->edit);
	expanded_set(e->result, data, len);
	return EOHPGetRWDatum(&e->result->o.hdr);
}

static Datum
apply(Edit *e)
{
	uint8_t *data;
	size_t len;

	if (e->result != NULL)
	{
		check_engine(e, bx_edit_splice(e->edit, &data, &len));
		if (data != NULL)
			return put_result(e, data, len);
		check_engine(e, bx_edit_run(e->edit));
		check_engine(e, bx_edit_keep(e->edit, &e->result->err));
		expanded_wait(e->result, e->edit);
		return EOHPGetRWDatum(&e->result->o.hdr);
	}
	check_engine(e, bx_edit_apply(e->edit, &data, &len));
	bx_edit_free(e->edit);
	SET_VARSIZE(data, len + VARHDRSZ);
	return PointerGetDatum(pack_new((struct varlena *) data));
}

void
edit_cancel(Edit *e)
{
	bx_edit_free(e->edit);
	if (e->result != NULL)
		e->result->attempt = NULL;
	if (e->result != NULL && e->result != expanded_get_writable(e->doc))
		DeleteExpandedObject(EOHPGetRWDatum(&e->result->o.hdr));
	e->result = NULL;
	e->edit = NULL;
}

Datum
edit_finish(Edit *e)
{
	Datum result = e->edit != NULL ? apply(e) : e->doc;

	bx_arena_reset(&e->keep);
	call_end(e->call);
	return result;
}
