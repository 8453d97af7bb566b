/*
 * xs_walk.c -- one pass over the items of a value, judged as they come.
 *
 * There is a frame for each open element and no recursion.  Content that a wildcard lets pass unseen is skipped by its
 * length.
 */
#include "../base/bx_core_int.h"

#include "xs_valid_int.h"

/* ---- elements ---- */

/* Enter the element of an event. */
static BxStatus
push_frame(BxValidator *v, const BxEvent *ev, const XsJudged *as)
{
	XsFrame *frame;
	uint32_t place = xs_top(v)->seen[BX_LINE_CHILD] - 1;

	frame = &v->frames[++v->level];
	*frame = (XsFrame){.type = as->type,
					   .element = as->element,
					   .shape = ev->shape,
					   .off = ev->off,
					   .place = place,
					   .words = v->words.n,
					   .undeclared = as->undeclared,
					   .declared = v->scope.n_undo};
	v->content.len = 0;
	frame->open = ev->kind == BX_EV_ELEMENT;
	frame->pending = frame->open && v->bind.has_xsi;
	if (frame->pending)
		return BX_OK;
	BX_TRY(xs_begin_type(v, frame, as->type));
	return v->track != NULL ? xs_track_enter(v) : BX_OK;
}

static void
pop_frame(BxValidator *v)
{
	XsFrame *frame = xs_top(v);

	v->words.n = frame->words;
	xs_scope_leave(v, frame->declared);
	v->level--;
}

/* A child that must be declared and is not: an element with attributes may name its type. */
static BxStatus
not_declared(BxValidator *v, const BxEvent *ev, XsJudged *as)
{
	if (v->stop || as->undeclared == XS_DECLARED)
		return BX_OK;
	if (!v->bind.has_xsi || ev->kind != BX_EV_ELEMENT)
		return xs_report_undeclared(v, (XsUndeclared) as->undeclared, ev->shape);
	as->type = v->schema->builtin[AT_ANY_TYPE];
	return BX_OK;
}

static BxStatus
find_type(BxValidator *v, const BxEvent *ev, XsJudged *as)
{
	if (v->level + 1 >= v->n_frames)
		return bx_fail(v->err, BX_E_CORRUPT, ev->off,
					   "bxml value is damaged: nested deeper than its header says");
	v->at = (XsAt){.kind = BX_EV_ELEMENT, .shape = ev->shape, .off = ev->off, .level = v->level + 1};
	v->frames[v->level + 1].place = xs_top(v)->seen[BX_LINE_CHILD]++;
	BX_TRY(xs_child_step(v, ev->shape, as));
	if (!as->known || as->process == XS_SKIP || v->stop)
		return not_declared(v, ev, as);
	as->type = as->element != NULL ? as->element->type : v->schema->builtin[AT_ANY_TYPE];
	if (as->element != NULL && as->element->abstract)
		return xs_report(v, "cvc-elt.2", "Use an element of its substitution group.",
						 "element \"%.*s\" is abstract", (int) xs_name_of(v, ev->shape).n,
						 xs_name_of(v, ev->shape).s);
	return BX_OK;
}

/* No more attributes of the open element come when something else does. */
static BxStatus
before_content(BxValidator *v)
{
	return v->level > 0 && xs_top(v)->open ? xs_close_attributes(v) : BX_OK;
}

static BxStatus
start_element(BxValidator *v, const BxEvent *ev)
{
	XsJudged as = {0};

	BX_TRY(find_type(v, ev, &as));
	if (as.type != NULL)
		return push_frame(v, ev, &as);
	/* what is not judged is passed over, up to its end */
	bx_reader_skip(v->reader);
	v->frames[++v->level] = (XsFrame){.words = v->words.n, .declared = v->scope.n_undo};
	return BX_OK;
}

static BxStatus
end_element(BxValidator *v)
{
	if (xs_top(v)->type == NULL)
	{
		pop_frame(v);
		return BX_OK;
	}
	BX_TRY(xs_end_content(v));
	if (v->track != NULL)
		BX_TRY(xs_track_leave(v));
	pop_frame(v);
	return BX_OK;
}

/* ---- text ---- */

static BxStatus
text_not_allowed(BxValidator *v, XsFrame *frame)
{
	BxStr name = xs_name_of(v, frame->shape);

	xs_at_element(v);
	return xs_report(v, frame->type->content == XS_EMPTY ? "cvc-complex-type.2.1" : "cvc-complex-type.2.3",
					 "", "text is not allowed in element \"%.*s\"", (int) (name.n < 80 ? name.n : 80),
					 name.s);
}

/* Text of a payload that may come in parts. */
static BxStatus
add_text(BxValidator *v, const BxEvent *ev)
{
	BxStr text;

	BX_TRY(xs_payload_text(v, ev, &text));
	BX_TRY(bx_charge(v->host, text.n));
	return bx_buf_append(&v->content, text.s, text.n, v->err);
}

static BxStatus
take_text(BxValidator *v, const BxEvent *ev)
{
	XsFrame *frame = xs_top(v);
	BxStr text;

	if (frame->nil)
	{
		frame->has_text = true;
		return BX_OK;
	}
	switch (frame->type->content)
	{
		case XS_SIMPLE_CONTENT:
			if (frame->has_text || !bx_reader_at_end(v->reader))
			{
				frame->has_text = true;
				return add_text(v, ev);
			}
			frame->has_text = true;
			return frame->has_kids ? BX_OK : xs_element_value(v, ev, bx_str("", 0));
		case XS_MIXED:
			frame->has_text = true;
			if (frame->element == NULL || frame->element->given.how != XS_FIXED)
				return BX_OK;
			return add_text(v, ev);
		case XS_EMPTY: return text_not_allowed(v, frame);
		default:
			BX_TRY(xs_payload_text(v, ev, &text));
			BX_TRY(bx_charge(v->host, text.n));
			return bx_is_all_space(text.s, text.n) ? BX_OK : text_not_allowed(v, frame);
	}
}

/* An element without attributes and children: all in one event. */
static BxStatus
take_leaf(BxValidator *v, const BxEvent *ev)
{
	XsJudged as = {0};
	const XsType *type;

	BX_TRY(find_type(v, ev, &as));
	type = as.type;
	if (type == NULL)
		return BX_OK;
	BX_TRY(push_frame(v, ev, &as));
	if (type->n_required > 0 || type->n_given > 0)
		BX_TRY(xs_close_attributes(v));
	if (v->stop)
		return BX_OK;
	if (type->content == XS_SIMPLE_CONTENT)
		BX_TRY(xs_element_value(v, ev, bx_str("", 0)));
	else
	{
		if (ev->len > 0)
			BX_TRY(take_text(v, ev));
		BX_TRY(xs_end_content(v));
	}
	if (v->track != NULL)
		BX_TRY(xs_track_leave(v));
	pop_frame(v);
	return BX_OK;
}

/* ---- all items ---- */

static BxStatus
top_text(BxValidator *v, const BxEvent *ev)
{
	BxStr text;

	BX_TRY(xs_payload_text(v, ev, &text));
	if (bx_is_all_space(text.s, text.n))
		return BX_OK;
	v->at = (XsAt){.kind = BX_EV_DONE};
	return xs_report(v, "cvc-document", "", "the value is not a document: it has text beside its root");
}

static BxStatus
take_event(BxValidator *v, const BxEvent *ev)
{
	switch (ev->kind)
	{
		case BX_EV_ATTRIBUTE: return xs_attribute(v, ev);
		case BX_EV_NAMESPACE: return xs_scope_declare(v, ev->shape);
		case BX_EV_END: BX_TRY(before_content(v)); return v->stop ? BX_OK : end_element(v);
		case BX_EV_LEAF: BX_TRY(before_content(v)); return v->stop ? BX_OK : take_leaf(v, ev);
		case BX_EV_ELEMENT: BX_TRY(before_content(v)); return v->stop ? BX_OK : start_element(v, ev);
		case BX_EV_TEXT:
			BX_TRY(before_content(v));
			xs_top(v)->seen[BX_LINE_CHILD]++;
			if (v->stop)
				return BX_OK;
			return v->level == 0 ? top_text(v, ev) : take_text(v, ev);
		default:
			/* comments and processing instructions count for labels only */
			xs_top(v)->seen[BX_LINE_CHILD]++;
			return BX_OK;
	}
}

static BxStatus
walk(BxValidator *v)
{
	uint32_t roots = 0;
	BxEvent ev;

	while (!v->stop)
	{
		BX_TRY(bx_reader_next(v->reader, &ev));
		if (ev.kind == BX_EV_DONE)
			break;
		BX_TRY(bx_step(v->host));
		roots += v->level == 0 && (ev.kind == BX_EV_ELEMENT || ev.kind == BX_EV_LEAF);
		if (roots > 1)
			break;
		BX_TRY(take_event(v, &ev));
	}
	if (v->stop)
		return BX_OK;
	if (roots == 1)
		return xs_scope_end(v);
	v->at = (XsAt){.kind = BX_EV_DONE};
	return xs_report(v, "cvc-document", "",
					 roots == 0 ? "the value is not a document: it has no root element"
								: "the value is not a document: it has several root elements");
}

/* ---- the validator ---- */

BxStatus
bx_validator_new(const BxSchema *schema, const BxHost *host, BxValidator **validator, BxError *err)
{
	BxValidator *v = host->alloc(host->ctx, sizeof(BxValidator));

	if (v == NULL)
		return bx_fail_nomem(err, sizeof(BxValidator));
	memset(v, 0, sizeof(*v));
	v->schema = schema;
	v->host = host;
	bx_arena_init_small(&v->bind.arena, host);
	bx_strmap_init(&v->bind.prefixes, host, NULL);
	bx_arena_init_small(&v->arena, host);
	bx_buf_init(&v->content, host);
	bx_buf_init(&v->value, host);
	bx_buf_init(&v->labels.label, host);
	*validator = v;
	return BX_OK;
}

void
bx_validator_free(BxValidator *v)
{
	const BxHost *host = v->host;

	bx_strmap_free(&v->bind.prefixes);
	bx_arena_reset(&v->bind.arena);
	bx_arena_reset(&v->arena);
	xs_retype_free(v);
	bx_buf_free(&v->content);
	bx_buf_free(&v->value);
	bx_buf_free(&v->labels.label);
	host->release(host->ctx, v->words.list);
	host->release(host->ctx, v->ways.list);
	host->release(host->ctx, v->waits.list);
	host->release(host->ctx, v->scope.undo);
	host->release(host->ctx, v->scope.refs);
	host->release(host->ctx, v);
}

void
bx_validator_work(const BxValidator *v, uint64_t *known, uint64_t *values)
{
	*known = v->work.known;
	*values = v->work.values;
}

static BxStatus
begin(BxValidator *v)
{
	size_t frames = v->pass.img.head.depth + (size_t) 2;
	size_t words = v->schema->max_required / 64 + (size_t) 1;

	BX_TRY(xs_bind(v));
	v->frames = bx_arena_alloc(&v->arena, frames * sizeof(XsFrame));
	v->required = bx_arena_alloc(&v->arena, words * sizeof(uint64_t));
	v->given = bx_arena_alloc(&v->arena, (v->schema->max_given / 64 + (size_t) 1) * sizeof(uint64_t));
	if (v->frames == NULL || v->required == NULL || v->given == NULL)
		return bx_fail_nomem(v->err, frames * sizeof(XsFrame));
	v->frames[0] = (XsFrame){0};
	v->n_frames = (uint32_t) frames;
	v->level = v->words.n = v->waits.n = v->n_required = 0;
	v->invalid = v->stop = v->labels.known = false;
	v->labels.root = (BxRoot){0};
	v->labels.exceptions = (BxExceptions){0};
	if (v->retype != NULL)
		xs_retype_begin(v);
	BX_TRY(xs_scope_begin(v));
	BX_TRY(bx_reader_new(&v->reader, &v->bind.table, &v->pass.items.source, &v->arena, v->err));
	bx_reader_headers(v->reader);
	return xs_track_begin(v);
}

BxStatus
bx_validator_run(BxValidator *v, BxStore *store, const BxValidateOptions *options, bool *valid, BxError *err)
{
	BxStatus st;

	v->err = err;
	v->options = options;
	bx_strmap_init(&v->scope.ids, v->host, NULL);
	st = bx_read_all_open(&v->pass, store, &v->arena, err);
	if (st == BX_OK)
		st = begin(v);
	if (st == BX_OK)
		st = walk(v);
	*valid = st == BX_OK && !v->invalid;
	xs_track_end(v);
	bx_strmap_free(&v->scope.ids);
	bx_read_all_close(&v->pass);
	bx_arena_reset(&v->arena);
	return st;
}
