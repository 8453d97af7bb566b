/*
 * xs_assess.c -- elements and attributes of a value, judged by their types.
 */
#include "../base/bx_core_int.h"

#include "xs_valid_int.h"

/* ---- values ---- */

BxStatus
xs_payload_text(BxValidator *v, const BxEvent *ev, BxStr *text)
{
	const uint8_t *p;
	uint32_t n = ev->len;
	const char *s;

	BX_TRY(bx_reader_payload(v->reader, ev, &p));
	s = ev->heap ? (const char *) p : bx_value_text(p, ev->len, v->digits, &n);
	if (s == NULL)
		return bx_fail(v->err, BX_E_CORRUPT, ev->off, "bxml value is damaged: bad typed value");
	*text = bx_str(s, n);
	return BX_OK;
}

/* The place for what is known of a constant, which is judged once for a type; NULL: every time. */
static XsGood *
good_of(const BxValidator *v, const XsSimple *type, const BxEvent *ev)
{
	uint32_t at;

	if (ev == NULL || !ev->constant || v->bind.good == NULL || type->has_identity || type->has_names)
		return NULL;
	at = bx_hash_numbers(&v->host->seed, (uint64_t) (ev->payload - v->bind.bytes),
						 (uint64_t) (uintptr_t) type);
	return &v->bind.good[at & (XS_GOODS - 1)];
}

/* Is v->value, of this type, the fixed value?  That is of the declared type, which xsi:type may have changed. */
static BxStatus
is_given(BxValidator *v, const XsSimple *type, const XsGiven *given, bool *same)
{
	XsText t = v->text;
	BxBuf other;
	BxStatus st;

	*same = bx_str_equal(bx_str(v->value.data, v->value.len), given->bytes);
	if (*same || type == given->type || type->has_names)
		return BX_OK;
	t.identity = NULL;
	bx_buf_init(&other, v->host);
	st = xs_simple_put(&t, type, given->text, &other);
	*same = st == BX_OK && t.fault == XS_GOOD &&
			bx_str_equal(bx_str(v->value.data, v->value.len), bx_str(other.data, other.len));
	bx_buf_free(&other);
	return st;
}

/* Is the payload, or the text where ev is NULL, a value of the type, and the given one if there must be one? */
static BxStatus
check_value(BxValidator *v, const XsSimple *type, const XsGiven *given, const BxEvent *ev, BxStr text)
{
	bool fixed = given != NULL && given->how == XS_FIXED;
	const uint8_t *p, *payload = ev != NULL ? ev->payload : NULL;
	XsGood *good = fixed ? NULL : good_of(v, type, ev);
	BxArenaMark mark;
	bool same = false;

	v->text.fault = XS_GOOD;
	if (v->retype != NULL && ev != NULL)
		BX_TRY(xs_retype_payload(v, type, ev));
	else if (v->retype != NULL && v->at.kind == BX_EV_ATTRIBUTE && !v->at.typed)
		BX_TRY(xs_retype_text(v, type, v->at.off, text));
	if ((!fixed && type->no_text) || (good != NULL && good->payload == payload && good->type == type))
		return BX_OK;
	if (ev != NULL)
	{
		BX_TRY(bx_reader_payload(v->reader, ev, &p));
		if (!fixed && !ev->heap && xs_simple_sure(type, p, ev->len))
			return BX_OK;
		BX_TRY(xs_payload_text(v, ev, &text));
	}
	mark = bx_arena_mark(&v->arena);
	v->value.len = 0;
	if (fixed)
		BX_TRY(xs_simple_put(&v->text, type, text, &v->value));
	else
		BX_TRY(xs_simple_check(&v->text, type, text));
	if (fixed && v->text.fault == XS_GOOD)
		BX_TRY(is_given(v, type, given, &same));
	if (v->text.fault != XS_GOOD)
		BX_TRY(xs_report_value(v, type, text));
	else if (fixed && !same)
		BX_TRY(xs_report(v, v->at.kind == BX_EV_ATTRIBUTE ? "cvc-attribute.4" : "cvc-elt.5.2.2.2.2", "",
						 "\"%.*s\" is not the fixed value \"%.*s\"", XS_SHOWN(text), XS_SHOWN(given->text)));
	else if (good != NULL)
		*good = (XsGood){payload, type};
	/* IDs stay */
	if (!type->has_identity)
		bx_arena_release(&v->arena, &mark);
	return BX_OK;
}

/* A good value may be a field of identity constraints; of an attribute with this shape, or of the element. */
static BxStatus
track(BxValidator *v, const XsSimple *type, uint32_t shape, const BxEvent *ev, BxStr text)
{
	if (v->track == NULL || !xs_track_wants(v, shape != XS_NONE) || v->text.fault != XS_GOOD)
		return BX_OK;
	if (ev != NULL)
		BX_TRY(xs_payload_text(v, ev, &text));
	return xs_track_value(v, type, shape, text);
}

BxStatus
xs_element_value(BxValidator *v, const BxEvent *ev, BxStr text)
{
	XsFrame *frame = xs_top(v);
	const XsGiven *given = frame->element != NULL ? &frame->element->given : NULL;
	const XsType *type = frame->type;
	size_t n = ev != NULL ? ev->len : text.n;

	frame->valued = true;
	xs_at_element(v);
	if (n == 0 && given != NULL && given->how != XS_FREE && !frame->nil)
	{
		text = given->text;
		ev = NULL;
	}
	BX_TRY(check_value(v, type->simple, given, ev, text));
	frame->bad = v->text.fault != XS_GOOD;
	return track(v, type->simple, XS_NONE, ev, text);
}

/* ---- children ---- */

static void
counts_apply(const XsCounts *list, uint64_t *counters)
{
	uint32_t i;

	for (i = 0; i < list->n; i++)
		if (list->list[i].op == XS_COUNT_SET)
			counters[list->list[i].counter] = 1;
		else if (list->list[i].op == XS_COUNT_MORE)
			counters[list->list[i].counter]++;
}

/* The edge that a child takes from the state its parent is in; NULL when it is not allowed. */
static const XsEdge *
find_edge(const BxValidator *v, const XsFrame *frame, uint32_t symbol, uint32_t ns)
{
	const XsModel *m = frame->model;
	const XsState *state = &m->states[frame->state];
	const XsEdge *edges = &m->edges[state->first], *end = edges + state->n_edges, *e;
	const uint64_t *counters = &v->words.list[frame->words];

	if (symbol != XS_NONE)
		for (e = xs_first_edge(m, state, symbol); e != NULL && e < end && e->symbol == symbol; e++)
			if (e->counts == 0 || xs_counts_allow(&m->counts[e->counts], counters))
				return e;
	for (e = end; e < end + state->n_any; e++)
		if (xs_wildcard_takes(e->any, ns) &&
			(e->counts == 0 || xs_counts_allow(&m->counts[e->counts], counters)))
			return e;
	return NULL;
}

/* What a child of this name is anywhere in the content, for children that are out of order. */
static const XsElement *
find_anywhere(BxValidator *v, const XsModel *m, uint32_t symbol)
{
	uint32_t i;

	for (i = 0; m != NULL && symbol != XS_NONE && i < m->n_states; i++)
	{
		const XsEdge *e = xs_first_edge(m, &m->states[i], symbol);

		bx_note(v->host, BX_STEP_UNITS);
		if (e != NULL)
			return e->element;
	}
	return NULL;
}

static bool
take_edge(BxValidator *v, XsFrame *frame, const XsEdge *edge)
{
	uint64_t *words = &v->words.list[frame->words], bit;

	if (!frame->model->all)
	{
		if (edge->counts != 0)
			counts_apply(&frame->model->counts[edge->counts], words);
		frame->state = edge->target;
		return true;
	}
	bit = UINT64_C(1) << edge->target % 64;
	if (words[edge->target / 64] & bit)
		return false;
	words[edge->target / 64] |= bit;
	return true;
}

BxStatus
xs_report_undeclared(BxValidator *v, XsUndeclared what, uint32_t shape)
{
	BxStr name = xs_name_of(v, shape);

	if (what == XS_NO_ROOT)
		return xs_report_root(v, shape);
	return xs_report(v, "cvc-complex-type.2.4.c", "The wildcard here asks for a declaration.",
					 "element \"%.*s\" is not declared", XS_SHOWN(name));
}

/* What a child is taken as; *edge is NULL when it is not allowed. */
static BxStatus
take_child(BxValidator *v, XsFrame *frame, uint32_t symbol, uint32_t ns, const XsEdge **edge)
{
	if (frame->model->several)
		return xs_ways_step(v, frame, symbol, ns, edge);
	*edge = find_edge(v, frame, symbol, ns);
	if (*edge != NULL && !take_edge(v, frame, *edge))
		*edge = NULL;
	return BX_OK;
}

/* The root: any element that is declared globally, or the one that is asked for. */
static BxStatus
root_step(BxValidator *v, uint32_t shape, XsJudged *as)
{
	uint32_t symbol = xs_symbol_of(v, shape);
	BxStr name = xs_name_of(v, shape);
	const BxValidateOptions *o = v->options;
	bool other = o != NULL && o->local.s != NULL &&
				 !(bx_str_equal(o->local, name) && bx_str_equal(o->uri, xs_uri_of(v, shape)));

	as->element = symbol != XS_NONE ? v->schema->symbols[symbol].element : NULL;
	as->known = as->element != NULL;
	if (!as->known && other)
		return xs_report_root(v, shape);
	if (!as->known)
		as->undeclared = XS_NO_ROOT;
	if (!other)
		return BX_OK;
	return bx_str_equal(o->local, name)
			   ? xs_report_namespace(v, "cvc-elt.1", shape, o->uri)
			   : xs_report(v, "cvc-elt.1", "", "the root must be element \"%.*s\", not \"%.*s\"",
						   XS_SHOWN(o->local), XS_SHOWN(name));
}

/* A child that a wildcard allows. */
static void
take_any(const BxValidator *v, const XsWildcard *any, uint32_t symbol, XsJudged *as)
{
	as->element = symbol != XS_NONE ? v->schema->symbols[symbol].element : NULL;
	as->process = any->process;
	as->known = as->element != NULL || any->process != XS_STRICT;
	if (!as->known)
		as->undeclared = XS_NOT_BY_WILDCARD;
}

BxStatus
xs_child_step(BxValidator *v, uint32_t shape, XsJudged *as)
{
	XsFrame *frame = xs_top(v);
	uint32_t symbol = xs_symbol_of(v, shape), ns = xs_ns_of(v, shape);
	const XsEdge *edge = NULL;

	if (v->level == 0)
		return root_step(v, shape, as);
	frame->has_kids = true;
	if (frame->model != NULL && !frame->nil && !frame->broken)
		BX_TRY(take_child(v, frame, symbol, ns, &edge));
	if (edge != NULL && edge->any == NULL)
	{
		as->element = edge->element;
		as->known = true;
		return BX_OK;
	}
	if (edge != NULL)
	{
		take_any(v, edge->any, symbol, as);
		return BX_OK;
	}
	as->element = find_anywhere(v, frame->model, symbol);
	as->known = as->element != NULL;
	if (frame->nil || frame->broken)
		return BX_OK;
	frame->broken = true;
	if (frame->type->particle != NULL)
		return xs_report_child(v, frame, shape);
	xs_at_element(v);
	return xs_report(v,
					 frame->type->is_simple                      ? "cvc-type.3.1.2"
					 : frame->type->content == XS_SIMPLE_CONTENT ? "cvc-complex-type.2.2"
																 : "cvc-complex-type.2.1",
					 "", "element \"%.*s\" cannot have child elements",
					 XS_SHOWN(xs_name_of(v, frame->shape)));
}

/* ---- types ---- */

BxStatus
xs_begin_type(BxValidator *v, XsFrame *frame, const XsType *type)
{
	uint32_t i;

	frame->type = type;
	frame->model = type->model;
	frame->state = 0;
	frame->words = v->words.n;
	if (type->abstract)
		BX_TRY(xs_report(v, "cvc-type.2", "Say which derived type it is with xsi:type.",
						 "the type of element \"%.*s\" is abstract", XS_SHOWN(xs_name_of(v, frame->shape))));
	if (type->n_required > 0)
		memset(v->required, 0, (type->n_required + 63) / 64 * sizeof(uint64_t));
	v->n_required = 0;
	if (type->n_given > 0 && v->schema->note_given)
		memset(v->given, 0, (type->n_given + 63) / 64 * sizeof(uint64_t));
	frame->ways = 1;
	if (type->model == NULL)
		return BX_OK;
	if (type->model->several)
		return xs_ways_begin(v, frame);
	for (i = 0; i < type->model->n_counters; i++)
	{
		BX_ROOM(v->host, v->err, v->words.list, v->words.n, v->words.cap);
		v->words.list[v->words.n++] = 0;
	}
	return BX_OK;
}

/* xsi:type: a type derived from the declared one. */
static BxStatus
take_type(BxValidator *v, XsFrame *frame, BxStr text, const XsType **type)
{
	const XsElement *e = frame->element;
	unsigned blocked = (e != NULL ? e->block : 0u) | (*type)->block;
	const XsType *given;

	BX_TRY(xs_scope_type(v, text, &given));
	if (given == NULL)
		return xs_report(v, "cvc-elt.4.2", "", "\"%.*s\" is not a type of the schema", XS_SHOWN(text));
	if (!xs_derived(given, *type, blocked & (XS_EXTENSION | XS_RESTRICTION)))
		return xs_report(
			v, "cvc-elt.4.3", "",
			"type \"%.*s\" is not derived from the type of the element, or not in a way that is allowed",
			XS_SHOWN(text));
	*type = given;
	frame->named = true;
	return BX_OK;
}

static BxStatus
take_nil(BxValidator *v, XsFrame *frame, BxStr text)
{
	bool nil = false;

	if (bx_lex_boolean(text.s, text.n, &nil) != BX_LEX_OK)
		return xs_report(v, "cvc-datatype-valid.1", "", "\"%.*s\" is not a value of type \"boolean\"",
						 XS_SHOWN(text));
	/* what is not declared is not nillable or the contrary */
	if (frame->element == NULL)
		return BX_OK;
	frame->nil = nil;
	if (!frame->element->nillable)
		return xs_report(v, "cvc-elt.3.1", "", "element \"%.*s\" is not nillable",
						 XS_SHOWN(xs_name_of(v, frame->shape)));
	if (nil && frame->element->given.how == XS_FIXED)
		return xs_report(v, "cvc-elt.3.2.2", "", "element \"%.*s\" has a fixed value and cannot be nil",
						 XS_SHOWN(xs_name_of(v, frame->shape)));
	return BX_OK;
}

/* ---- attributes ---- */

static bool
is_xsi(const BxValidator *v, uint32_t shape)
{
	BxStr name;

	if (xs_ns_of(v, shape) != v->schema->xsi)
		return false;
	name = xs_name_of(v, shape);
	return bx_str_is(name, "type") || bx_str_is(name, "nil") || bx_str_is(name, "schemaLocation") ||
		   bx_str_is(name, "noNamespaceSchemaLocation");
}

/* An attribute that the type does not use by its name. */
static BxStatus
other_attribute(BxValidator *v, const XsType *type, uint32_t shape, const XsSimple **simple,
				const XsGiven **given)
{
	const XsWildcard *any = type->any_attribute;
	uint32_t symbol = xs_symbol_of(v, shape);
	const XsAttribute *attribute = symbol != XS_NONE ? v->schema->symbols[symbol].attribute : NULL;
	BxStr name = xs_name_of(v, shape);

	*simple = NULL;
	if (any == NULL || !xs_wildcard_takes(any, xs_ns_of(v, shape)))
		return xs_report_attribute(v, type, shape);
	if (any->process == XS_SKIP)
		return BX_OK;
	if (attribute == NULL)
		return any->process == XS_LAX
				   ? BX_OK
				   : xs_report(v, "cvc-complex-type.3.2.2", "The wildcard here asks for a declaration.",
							   "attribute \"%.*s\" is not declared", XS_SHOWN(name));
	*simple = attribute->type;
	*given = &attribute->given;
	return BX_OK;
}

/* Part 1, 3.4.4: one ID that a wildcard allows, and no other beside it. */
static BxStatus
check_wild_id(BxValidator *v, XsFrame *frame, const XsSimple *simple, uint32_t shape)
{
	bool twice = frame->wild_id || frame->type->has_id;

	if (simple == NULL || simple->identity != XS_ID)
		return BX_OK;
	frame->wild_id = true;
	return twice ? xs_report(v, "cvc-complex-type.5", "", "attribute \"%.*s\" is a second ID of its element",
							 XS_SHOWN(xs_name_of(v, shape)))
				 : BX_OK;
}

/* Judge an attribute: its payload, or its text where ev is NULL. */
static BxStatus
judge(BxValidator *v, const BxEvent *ev, uint32_t shape, BxStr text)
{
	XsFrame *frame = xs_top(v);
	XsCached *c = &v->bind.cached[shape];
	const XsSimple *simple;
	const XsGiven *given = NULL;

	if (c->type != frame->type)
	{
		uint32_t symbol = xs_symbol_of(v, shape);

		c->use = symbol != XS_NONE ? xs_use_find(frame->type, symbol) : NULL;
		c->type = frame->type;
	}
	if (c->use != NULL)
	{
		simple = c->use->type;
		given = &c->use->given;
		if (c->use->required > 0)
		{
			v->required[(c->use->required - 1) / 64] |= UINT64_C(1) << (c->use->required - 1) % 64;
			v->n_required++;
		}
		if (c->use->given_no > 0 && v->schema->note_given)
			v->given[(c->use->given_no - 1) / 64] |= UINT64_C(1) << (c->use->given_no - 1) % 64;
	}
	else if (is_xsi(v, shape))
		return BX_OK;
	else
	{
		BX_TRY(other_attribute(v, frame->type, shape, &simple, &given));
		BX_TRY(check_wild_id(v, frame, simple, shape));
	}
	if (simple == NULL || v->stop)
		return BX_OK;
	BX_TRY(check_value(v, simple, given, ev, text));
	return track(v, simple, shape, ev, text);
}

BxStatus
xs_attribute(BxValidator *v, const BxEvent *ev)
{
	XsFrame *frame = xs_top(v);
	uint32_t place = frame->seen[BX_LINE_ATTRIBUTE]++;
	bool typed;
	BxStr text;

	if (!frame->pending)
	{
		v->at = (XsAt){
			.kind = BX_EV_ATTRIBUTE, .shape = ev->shape, .off = ev->off, .place = place, .level = v->level};
		return judge(v, ev, ev->shape, bx_str("", 0));
	}
	BX_ROOM(v->host, v->err, v->waits.list, v->waits.n, v->waits.cap);
	BX_TRY(xs_payload_text(v, ev, &text));
	typed = text.s == v->digits;
	text.s = bx_arena_strndup(&v->arena, text.s, text.n);
	if (text.s == NULL)
		return bx_fail_nomem(v->err, text.n);
	v->waits.list[v->waits.n++] = (XsWaiting){ev->shape, ev->off, place, typed, text};
	return bx_charge(v->host, text.n);
}

/* xsi:type and xsi:nil among the attributes that waited. */
static BxStatus
judge_xsi(BxValidator *v, XsFrame *frame, const XsType **type)
{
	const XsWaiting *w = v->waits.list, *end = w + v->waits.n;

	for (; w < end && !v->stop; w++)
	{
		uint32_t symbol = xs_symbol_of(v, w->shape);

		if (symbol != XS_NONE && symbol == v->schema->xsi_type)
			BX_TRY(take_type(v, frame, w->text, type));
		else if (symbol != XS_NONE && symbol == v->schema->xsi_nil)
			BX_TRY(take_nil(v, frame, w->text));
	}
	return BX_OK;
}

static BxStatus
judge_waiting(BxValidator *v, XsFrame *frame)
{
	const XsType *type = frame->type;
	uint32_t i;

	BX_TRY(judge_xsi(v, frame, &type));
	if (frame->undeclared != XS_DECLARED && !frame->named)
	{
		/* its content is passed over, as if it were nil and wrong already */
		frame->type = NULL;
		frame->model = NULL;
		frame->nil = frame->broken = true;
		v->waits.n = 0;
		xs_at_element(v);
		return xs_report_undeclared(v, (XsUndeclared) frame->undeclared, frame->shape);
	}
	BX_TRY(xs_begin_type(v, frame, type));
	if (v->track != NULL)
		BX_TRY(xs_track_enter(v));
	for (i = 0; i < v->waits.n && !v->stop; i++)
	{
		XsWaiting w = v->waits.list[i];

		v->at = (XsAt){.kind = BX_EV_ATTRIBUTE,
					   .shape = w.shape,
					   .off = w.off,
					   .place = w.place,
					   .level = v->level,
					   .typed = w.typed};
		BX_TRY(judge(v, NULL, w.shape, w.text));
	}
	v->waits.n = 0;
	return BX_OK;
}

/* The bit of a number from 1 on. */
static bool
has_bit(const uint64_t *bits, uint32_t no)
{
	return bits[(no - 1) / 64] >> (no - 1) % 64 & 1;
}

static BxStatus
report_required(BxValidator *v, const XsType *type)
{
	uint32_t i;

	for (i = 0; i < type->n_uses && !v->stop; i++)
	{
		uint32_t no = type->uses[i].required;

		if (no == 0 || has_bit(v->required, no))
			continue;
		BX_TRY(xs_report(v, "cvc-complex-type.4", "", "attribute \"%.*s\" is missing",
						 XS_SHOWN(xs_local(v->schema, type->uses[i].symbol))));
	}
	return BX_OK;
}

/* Attributes that are not there have their default, a reference to an ID or a field of an identity constraint. */
static BxStatus
take_defaults(BxValidator *v, const XsType *type)
{
	uint32_t i;

	for (i = type->n_uses; i > 0 && !v->stop; i--)
	{
		const XsUse *use = &type->uses[i - 1];

		if (use->given_no == 0 || has_bit(v->given, use->given_no))
			continue;
		if (use->type->has_identity)
			BX_TRY(xs_simple_check(&v->text, use->type, use->given.text));
		if (v->track != NULL && xs_track_wants(v, true))
			BX_TRY(xs_track_default(v, use));
	}
	return BX_OK;
}

BxStatus
xs_close_attributes(BxValidator *v)
{
	XsFrame *frame = xs_top(v);

	frame->open = false;
	xs_at_element(v);
	if (frame->pending)
	{
		frame->pending = false;
		BX_TRY(judge_waiting(v, frame));
		if (frame->type == NULL)
			return BX_OK;
		xs_at_element(v);
	}
	if (frame->type->n_given > 0 && v->schema->note_given)
		BX_TRY(take_defaults(v, frame->type));
	if (v->n_required == frame->type->n_required || v->stop)
		return BX_OK;
	return report_required(v, frame->type);
}

/* ---- the end of an element ---- */

/* Mixed content with a fixed value: just its text. */
static BxStatus
end_mixed(BxValidator *v, const XsFrame *frame)
{
	const XsGiven *given = frame->element != NULL ? &frame->element->given : NULL;

	if (given == NULL || given->how != XS_FIXED || frame->nil)
		return BX_OK;
	if (frame->has_kids)
		return xs_report(v, "cvc-elt.5.2.2.1", "",
						 "an element with a fixed value cannot have child elements");
	if (!frame->has_text || bx_str_equal(bx_str(v->content.data, v->content.len), given->text))
		return BX_OK;
	return xs_report(v, "cvc-elt.5.2.2.2.1", "", "the content is not the fixed value \"%.*s\"",
					 XS_SHOWN(given->text));
}

static bool
is_complete(const BxValidator *v, const XsFrame *frame)
{
	const XsModel *m = frame->model;
	const uint64_t *words = &v->words.list[frame->words];

	if (!m->all)
		return xs_ways_complete(v, frame);
	return (!frame->has_kids && m->may_be_empty) || xs_all_complete(m, words);
}

BxStatus
xs_end_content(BxValidator *v)
{
	XsFrame *frame = xs_top(v);

	xs_at_element(v);
	if (frame->nil)
	{
		if (frame->has_kids || frame->has_text)
			return xs_report(v, "cvc-elt.3.2.1", "", "an element that is nil must be empty");
		return BX_OK;
	}
	if (frame->type->content == XS_SIMPLE_CONTENT)
	{
		if (frame->has_kids || frame->valued)
			return BX_OK;
		return xs_element_value(v, NULL, bx_str(v->content.data, v->content.len));
	}
	if (frame->model != NULL && !frame->broken && !is_complete(v, frame))
		return xs_report_child(v, frame, XS_NONE);
	return frame->type->content == XS_MIXED ? end_mixed(v, frame) : BX_OK;
}
