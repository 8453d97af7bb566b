/*
 * xp_record.c -- every item as a value of its own, and nodes as records: fields by the names of children.
 */
#include "xp_query_int.h"

static BxStatus
give_values(XpSession *s, const BxWriterOptions *options, XpScope scope, XpValueSink *sink)
{
	bool found, stop = false;
	uint8_t *data;
	XpItem item;
	size_t len;

	while (!stop)
	{
		BX_TRY(xp_session_next(s, &item, &found));
		if (!found)
			break;
		BX_TRY(xp_session_value(s, &item, options, scope, &data, &len));
		BX_TRY(sink->take(sink, data, len, &stop));
	}
	return BX_OK;
}

BxStatus
xp_values(XpCall *c, const XpBlock *path, const BxWriterOptions *options, XpScope scope, XpValueSink *sink)
{
	XpSession s;

	BX_TRY(xp_session_begin(&s, c, path, XP_OPEN_NAMES | XP_OPEN_ANCESTORS));
	return xp_session_end(&s, give_values(&s, options, scope, sink));
}

/* ---- records ---- */

#define FIELD_UNKNOWN UINT32_MAX

typedef struct Records
{
	XpSession *session;
	XpRecordSink *out;
	const BxWriterOptions *options;
	XpField *fields;
	uint32_t n_fields;
	uint32_t *field_of; /* name -> field, n_fields for none, FIELD_UNKNOWN before it was asked for */
	bool subtrees;      /* some field is one */
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
		return xp_session_value(r->session, &(XpItem){.type = XP_T_NODESET, .node = nd}, r->options,
								XP_SCOPE_ALL, &f->data, &f->len);
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
		BX_TRY(xp_next_item(ev, off, end, &nd));
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
		BX_TRY(xp_next_item(ev, off, ev->doc_end, &top));
		if (top.kind != BX_KIND_ELEMENT && top.kind != BX_KIND_LEAF)
			continue;
		*nd = top;
		nd->up = 0;
		return BX_OK;
	}
	return BX_OK;
}

static BxStatus
give_record(Records *r, XpEval *ev, const XpNode *node, bool *stop)
{
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
		if (r->subtrees)
			BX_TRY(xp_anchor_of(ev, &nd, &r->up));
		BX_TRY(fill_from(r, ev, &nd));
	}
	return r->out->take(r->out, stop);
}

static BxStatus
give_records(Records *r)
{
	XpSession *s = r->session;
	XpEval *ev = &s->ev;
	bool found, stop = false;
	XpItem item;
	uint32_t i;

	if (!xp_maybe_nodeset(s->type))
		return bx_fail(ev->err, BX_E_XPTYPE, 0, "path does not select nodes, of which records can be made");
	r->field_of = xp_alloc(ev, (ev->table->n_names + 1) * sizeof(uint32_t));
	if (r->field_of == NULL)
		return BX_E_NOMEM;
	memset(r->field_of, 0xff, ev->table->n_names * sizeof(uint32_t));
	for (i = 0; i < r->n_fields; i++)
		r->subtrees = r->subtrees || r->fields[i].subtree;
	while (!stop)
	{
		BX_TRY(xp_session_next(s, &item, &found));
		if (!found)
			break;
		if (!xp_is_node(&item))
			return bx_fail(ev->err, BX_E_XPTYPE, ev->plan->nodes[s->root].pos,
						   "an atomic value stands where a node is expected");
		BX_TRY(give_record(r, ev, item.node, &stop));
	}
	return BX_OK;
}

BxStatus
xp_records(XpCall *c, const XpBlock *path, const BxWriterOptions *options, XpField *fields, uint32_t n_fields,
		   XpRecordSink *sink)
{
	XpSession s;
	Records r = {.session = &s, .out = sink, .options = options, .fields = fields, .n_fields = n_fields};

	BX_TRY(xp_session_begin(&s, c, path, XP_OPEN_NAMES | XP_OPEN_ANCESTORS));
	return xp_session_end(&s, give_records(&r));
}
