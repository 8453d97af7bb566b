/*
 * xp_record.c -- every item as a value of its own, and nodes as records: fields by the names of children.
 */
#include "xp_query_int.h"
#include "../eval/xp_seq_int.h"

typedef struct Values
{
	XpSink sink;
	XpValueSink *out;
	const BxWriterOptions *options;
	XpScope scope;
	XpCopier *copier;
} Values;

static BxStatus
take_value(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	Values *w = (Values *) sink;
	uint8_t *data;
	size_t len;

	(void) ev;
	BX_TRY(xp_copier_node(w->copier, nd, &data, &len));
	return w->out->take(w->out, data, len, stop);
}

typedef struct ItemValues
{
	XpItemSink sink;
	Values *w;
} ItemValues;

static BxStatus
take_item_value(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	Values *w = ((ItemValues *) sink)->w;
	BxArenaMark mark = bx_arena_mark(ev->arena);
	uint8_t *data;
	size_t len;
	BxStr s;

	if (t->type == XP_T_NODESET)
		return take_value(&w->sink, ev, t->node, stop);
	BX_TRY(xp_item_str(ev, t, &s));
	BX_TRY(xp_copier_text(w->copier, &s, &data, &len));
	bx_arena_release(ev->arena, &mark);
	return w->out->take(w->out, data, len, stop);
}

static BxStatus
run_values(XpEval *ev, uint32_t root, const XpContext *cx, void *arg)
{
	Values *w = arg;
	bool stop = false;
	uint8_t *data;
	size_t len;
	BxStr s;

	BX_TRY(xp_copier_new(ev, w->options, w->scope, &w->copier));
	if (xp_type(ev, root) == XP_T_NODESET)
		return xp_each(ev, root, cx, &w->sink);
	if (xp_type(ev, root) == XP_T_SEQUENCE)
	{
		ItemValues items = {{take_item_value, false, NULL}, w};

		return xp_items(ev, root, cx, &items.sink, &stop);
	}
	BX_TRY(xp_str(ev, root, cx, &s));
	BX_TRY(xp_copier_text(w->copier, &s, &data, &len));
	return w->out->take(w->out, data, len, &stop);
}

BxStatus
xp_values(XpCall *c, const XpBlock *path, const BxWriterOptions *options, XpScope scope, XpValueSink *sink)
{
	Values w = {{.take = take_value}, sink, options, scope, NULL};

	return xp_evaluate(c, path, true, run_values, &w);
}

/* ---- records ---- */

#define FIELD_UNKNOWN UINT32_MAX

typedef struct Records
{
	XpSink sink;
	XpRecordSink *out;
	const BxWriterOptions *options;
	XpField *fields;
	uint32_t n_fields;
	uint32_t *field_of; /* name -> field, n_fields for none, FIELD_UNKNOWN before it was asked for */
	XpCopier *copier;   /* when some field is a subtree */
	uint32_t up;        /* anchor of the record's node */
	uint32_t missing;   /* fields without a child element yet */
} Records;

static uint32_t
field_of_name(Records *r, XpEval *ev, uint32_t name)
{
	const BxNameInfo *info = &ev->table->names[name];
	uint32_t i = r->field_of[name];

	if (i != FIELD_UNKNOWN)
		return i;
	for (i = 0; i < r->n_fields; i++)
		if (bx_same_bytes(r->fields[i].name, r->fields[i].name_len, info->local, info->len))
			break;
	r->field_of[name] = i;
	return i;
}

static BxStatus
fill(Records *r, XpEval *ev, XpField *f, XpNode *nd)
{
	BxStr s;

	f->found = true;
	if (f->subtree)
	{
		ev->host->release(ev->host->ctx, f->data);
		f->data = NULL;
		nd->up = r->up;
		return xp_copier_node(r->copier, nd, &f->data, &f->len);
	}
	BX_TRY(xp_node_string(ev, nd, &s));
	f->s = s.s;
	f->n = s.n;
	return BX_OK;
}

/* Attributes come first, and give way to child elements. */
static BxStatus
fill_from(Records *r, XpEval *ev, const XpNode *el)
{
	uint32_t end = el->next;
	bool *by_child = xp_alloc(ev, r->n_fields + 1);
	uint32_t off, i;
	XpNode nd;

	if (by_child == NULL)
		return BX_E_NOMEM;
	memset(by_child, 0, r->n_fields);
	for (off = el->content; off < end && r->missing > 0; off = nd.next)
	{
		BX_TRY(xp_tick(ev));
		BX_TRY(xp_item_at(ev, off, end, &nd));
		if (nd.kind != BX_KIND_ATTRIBUTE && nd.kind != BX_KIND_ELEMENT && nd.kind != BX_KIND_LEAF)
			continue;
		i = field_of_name(r, ev, ev->table->shapes[nd.shape].name);
		if (i == r->n_fields || by_child[i] || (nd.kind == BX_KIND_ATTRIBUTE && r->fields[i].found))
			continue;
		by_child[i] = nd.kind != BX_KIND_ATTRIBUTE;
		r->missing -= by_child[i];
		BX_TRY(fill(r, ev, &r->fields[i], &nd));
	}
	return BX_OK;
}

/* The root element in place of the document; *nd stays when there is none. */
static BxStatus
root_element(XpEval *ev, XpNode *nd)
{
	uint32_t off;
	XpNode top;

	for (off = ev->doc_off; off < ev->doc_end; off = top.next)
	{
		BX_TRY(xp_tick(ev));
		BX_TRY(xp_item_at(ev, off, ev->doc_end, &top));
		if (top.kind != BX_KIND_ELEMENT && top.kind != BX_KIND_LEAF)
			continue;
		*nd = top;
		nd->up = 0;
		return BX_OK;
	}
	return BX_OK;
}

static BxStatus
take_record(XpSink *sink, XpEval *ev, const XpNode *node, bool *stop)
{
	Records *r = (Records *) sink;
	BxArenaMark mark = bx_arena_mark(ev->arena);
	uint32_t n_anchors = ev->n_anchors;
	XpNode nd = *node;
	uint32_t i;

	if (nd.kind == XP_DOC)
		BX_TRY(root_element(ev, &nd));
	for (i = 0; i < r->n_fields; i++)
	{
		r->fields[i].found = false;
		r->fields[i].data = NULL;
	}
	r->missing = r->n_fields;
	if (nd.kind == BX_KIND_ELEMENT)
	{
		if (r->copier != NULL)
			BX_TRY(xp_anchor_of(ev, &nd, &r->up));
		BX_TRY(fill_from(r, ev, &nd));
	}
	BX_TRY(r->out->take(r->out, stop));
	if (n_anchors > 0)
		ev->n_anchors = n_anchors;
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}

static BxStatus
run_records(XpEval *ev, uint32_t root, const XpContext *cx, void *arg)
{
	Records *r = arg;
	uint32_t i;

	if (!xp_maybe_nodeset(xp_type(ev, root)))
		return bx_fail(ev->err, BX_E_XPTYPE, 0, "path does not select nodes, of which records can be made");
	r->field_of = xp_alloc(ev, (ev->table->n_names + 1) * sizeof(uint32_t));
	if (r->field_of == NULL)
		return BX_E_NOMEM;
	memset(r->field_of, 0xff, ev->table->n_names * sizeof(uint32_t));
	for (i = 0; i < r->n_fields; i++)
		if (r->fields[i].subtree && r->copier == NULL)
			BX_TRY(xp_copier_new(ev, r->options, XP_SCOPE_ALL, &r->copier));
	if (xp_type(ev, root) == XP_T_SEQUENCE)
		return xp_seq_each(ev, root, cx, &r->sink);
	return xp_each(ev, root, cx, &r->sink);
}

BxStatus
xp_records(XpCall *c, const XpBlock *path, const BxWriterOptions *options, XpField *fields, uint32_t n_fields,
		   XpRecordSink *sink)
{
	Records r = {{.take = take_record}, sink, options, fields, n_fields, NULL, NULL, 0, 0};

	return xp_evaluate(c, path, true, run_records, &r);
}
