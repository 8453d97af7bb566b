/*
 * bx_writer.c -- events to the tape.
 *
 * An element is held back ("pending") until something other than text shows that it is not a leaf, so that an
 * element with only text becomes one item.  Text is held back until the next event, so that adjacent pieces merge.
 */
#include "bx_writer_int.h"

#include "../value/bx_value.h"

/* First sizes of the parts of the tape: a small document never outgrows them. */
#define ITEMS_START 1024
#define PAYLOADS_START 2048
/* Bytes that are kept free behind the payloads, for typed forms. */
#define SLACK 16

static BxStatus
fail_state(BxWriter *w, const char *what)
{
	return bx_fail(&w->err, BX_E_STATE, -1, "%s", what);
}

/* ---- its life ---- */

/* What is kept from value to value at most: bytes of a buffer and of names; names, and shapes. */
#define KEEP_BYTES ((size_t) 64 << 10)
#define KEEP_NAMES 1024
/* Beyond this sequence number there may be too few left for the elements of a value. */
#define SEQ_MAX (UINT32_MAX / 2)

static void
forget_value(BxWriter *w)
{
	bx_error_clear(&w->err);
	w->depth = w->max_depth = w->used.n = w->used.n_ids = 0;
	w->tape.items.len = w->tape.payloads.len = w->scratch.table.len = 0;
	w->tape.text_n = w->tape.n_opened = 0;
	w->tape.size = w->large = 0;
	w->used.names = BX_PAIR_FIRST;
	w->used.name_bytes = sizeof("xml" BX_XML_NS) - 1;
	w->top = (BxWTop){0};
	w->content = w->decl.given = w->finished = false;
	w->labels.n = w->marks.n = 0;
	w->doctype = w->decl.version = w->decl.encoding = bx_str(NULL, 0);
}

static BxStatus
grow_frames(BxWriter *w)
{
	BxWFrame *f = bx_array_grow(w->own, w->frames, &w->cap_frames, w->depth + 2, sizeof(BxWFrame));

	if (f == NULL)
		return bx_writer_nomem(w, sizeof(BxWFrame));
	w->frames = f;
	return BX_OK;
}

/* Begin a value; tables are there. */
static BxStatus
begin(BxWriter *w, const BxHost *host, const BxWriterOptions *options)
{
	forget_value(w);
	w->host = host;
	w->opt = *options;
	if (w->opt.limits.max_depth > BX_DEPTH_CEILING)
		w->opt.limits.max_depth = BX_DEPTH_CEILING;
	w->shaped = options->mode != BX_MODE_NAMES;
	w->first_seq = w->next_seq++;
	if (w->frames == NULL)
		BX_TRY(grow_frames(w));
	w->frames[0] = (BxWFrame){.shape = BX_SHAPE_NONE, .seq = w->first_seq};
	BX_TRY(bx_buf_reserve(&w->tape.items, ITEMS_START, &w->err));
	BX_TRY(bx_buf_reserve(&w->tape.payloads, PAYLOADS_START, &w->err));
	if (w->scratch.arena.head == NULL)
	{
		if (bx_arena_alloc(&w->scratch.arena, BX_ARENA_ALIGN) == NULL)
			return bx_writer_nomem(w, BX_ARENA_ALIGN);
		w->scratch.none = bx_arena_mark(&w->scratch.arena);
	}
	return BX_OK;
}

BxWriter *
bx_writer_new(const BxHost *host, const BxWriterOptions *options, BxError *err)
{
	BxWriter *w = host->alloc(host->ctx, sizeof(BxWriter));

	if (w == NULL)
	{
		bx_fail_nomem(err, sizeof(BxWriter));
		return NULL;
	}
	memset(w, 0, sizeof(*w));
	w->host = w->own = host;
	bx_arena_init(&w->scratch.arena, host);
	bx_buf_init(&w->scratch.table, host);
	bx_buf_init(&w->tape.items, host);
	bx_buf_init(&w->tape.payloads, host);
	if (bx_intern_init(w) == BX_OK && begin(w, host, options) == BX_OK)
		return w;
	bx_fail_nomem(err, sizeof(BxWFrame));
	bx_writer_free(w);
	return NULL;
}

static void
trim(BxBuf *b)
{
	if (b->cap > KEEP_BYTES)
		bx_buf_free(b);
}

void
bx_writer_rest(BxWriter *w)
{
	if (w->err.status != BX_OK || w->n_names > KEEP_NAMES || w->n_pairs > KEEP_NAMES ||
		w->n_shapes > KEEP_NAMES || w->arena.total > KEEP_BYTES || w->next_seq > SEQ_MAX)
		bx_intern_free(w);
	if (w->scratch.arena.total > KEEP_BYTES)
		bx_arena_reset(&w->scratch.arena);
	else
		bx_arena_release(&w->scratch.arena, &w->scratch.none);
	trim(&w->scratch.table);
	trim(&w->tape.items);
	trim(&w->tape.payloads);
	if (w->cap_frames > KEEP_NAMES)
	{
		w->own->release(w->own->ctx, w->frames);
		w->frames = NULL;
		w->cap_frames = 0;
	}
	w->finished = true;
}

static BxStatus
begin_again(BxWriter *w, const BxHost *host, const BxWriterOptions *options)
{
	if (w->n_pairs < BX_PAIR_FIRST)
	{
		bx_intern_free(w);
		BX_TRY(bx_intern_init(w));
	}
	return begin(w, host, options);
}

BxStatus
bx_writer_again(BxWriter *w, const BxHost *host, const BxWriterOptions *options, BxError *err)
{
	bx_error_clear(&w->err);
	if (begin_again(w, host, options) == BX_OK)
		return BX_OK;
	*err = w->err;
	return err->status;
}

uint32_t
bx_writer_tables(const BxWriter *w)
{
	return w->tables;
}

void
bx_writer_shapes(const BxWriter *w, BxShapeIds *ids)
{
	ids->n = w->used.n_ids <= BX_VARINT_ONE ? w->used.n_ids : 0;
	ids->tables = w->tables;
	if (ids->n > 0)
		memcpy(ids->list, w->used.ids, ids->n * sizeof(uint32_t));
}

void
bx_writer_free(BxWriter *w)
{
	const BxHost *h;

	if (w == NULL)
		return;
	h = w->own;
	bx_intern_free(w);
	bx_arena_reset(&w->scratch.arena);
	bx_buf_free(&w->scratch.table);
	bx_buf_free(&w->tape.items);
	bx_buf_free(&w->tape.payloads);
	h->release(h->ctx, w->frames);
	h->release(h->ctx, w);
}

const BxError *
bx_writer_error(const BxWriter *w)
{
	return &w->err;
}

size_t
bx_writer_size(const BxWriter *w)
{
	return w->tape.size + w->tape.text_n;
}

static inline BxWFrame *
top(BxWriter *w)
{
	return &w->frames[w->depth];
}

/* Count a use of the shape by the element (or document) of frame f. */
static inline BxStatus
shape_use(BxWriter *w, const BxWFrame *f, uint32_t shape)
{
	BxWShape *r = &w->shapes[shape];

	if (BX_UNLIKELY(!bx_shape_is_used(w, r)))
		BX_TRY(bx_shape_first(w, shape));
	r->count++;
	if (r->seen == f->seq + 1)
		r->flags &= (uint8_t) ~BX_SHAPE_ONE;
	r->seen = f->seq + 1;
	if (w->depth == 0)
		w->top.items++;
	return BX_OK;
}

static inline BxStatus
put_record(BxWriter *w, uint32_t shape, uint32_t n)
{
	uint32_t *r;

	BX_TRY(bx_buf_reserve(&w->tape.items, 4 * sizeof(uint32_t), &w->err));
	r = (uint32_t *) (void *) (w->tape.items.data + w->tape.items.len);
	if (BX_LIKELY((shape <= BX_TAPE_SHAPE_MAX || shape == BX_TAPE_END) && n <= UINT16_MAX))
	{
		*r = (shape + 1) | n << 16;
		w->tape.items.len += sizeof(uint32_t);
		return BX_OK;
	}
	r[0] = r[3] = BX_TAPE_LONG;
	r[1] = shape + 1;
	r[2] = n;
	w->tape.items.len += 4 * sizeof(uint32_t);
	return BX_OK;
}

/* The last n bytes of the payloads become an item below frame f. */
static inline BxStatus
put_item(BxWriter *w, BxWFrame *f, uint32_t shape, uint32_t n)
{
	uint32_t size = 1 + bx_varint_size(n) + n;

	f->size += size;
	w->tape.size += size - 1 + bx_token_size(shape + 1);
	return put_record(w, shape, n);
}

/* Can a text of n bytes at s stand in XML as it is? */
static inline bool
is_clean(const uint8_t *s, size_t n, bool attr)
{
	if (n > 16)
		return bx_is_clean((const char *) s, n, attr);
	return n == 0 || !bx_escape_any(s, (unsigned) n, attr);
}

/* The same of a writer with another option. */
static unsigned
other_form(const BxWriter *w, const char *s, size_t n, uint8_t *out)
{
	if (w->opt.typed == BX_TYPED_DECLARED)
		return bx_value_encode_as(w->opt.declared, s, n, out);
	if (w->opt.typed == BX_TYPED_OFF || !bx_value_is_typed((const uint8_t *) s, (uint32_t) n) ||
		n > BX_DECLARED_ENC_MAX)
		return 0;
	memcpy(out, s, n);
	return (unsigned) n;
}

/* The typed form of a text at `out`, which has room for it and SLACK bytes: its length, 0 when it has none. */
static inline unsigned
typed_form(const BxWriter *w, const char *s, size_t n, uint8_t *out)
{
	if (BX_UNLIKELY(w->opt.typed != BX_TYPED_LOSSLESS))
		return other_form(w, s, n, out);
	return bx_value_may_encode(s, n) ? bx_value_encode(s, n, out) : 0;
}

/* The last k bytes of the payloads are the typed form of a value. */
static inline BxStatus
put_typed(BxWriter *w, BxWFrame *f, uint32_t shape, unsigned k)
{
	w->shapes[shape].flags |= BX_SHAPE_TYPED;
	return put_item(w, f, shape, k);
}

/* The last n bytes of the payloads are a value without a typed form, the text at s. */
static inline BxStatus
put_plain(BxWriter *w, BxWFrame *f, uint32_t shape, const uint8_t *s, uint32_t n)
{
	BxWShape *r = &w->shapes[shape];

	if (n >= BX_HEAP_VALUE)
		w->large += n;
	if ((r->flags & BX_SHAPE_CLEAN) && !is_clean(s, n, r->kind == BX_KIND_ATTRIBUTE))
		r->flags &= (uint8_t) ~BX_SHAPE_CLEAN;
	return put_item(w, f, shape, n);
}

/* Append text to the payloads. */
static inline BxStatus
put_payload(BxWriter *w, const char *s, size_t n)
{
	BX_TRY(bx_buf_reserve(&w->tape.payloads, n + SLACK, &w->err));
	bx_copy_short(w->tape.payloads.data + w->tape.payloads.len, s, n);
	w->tape.payloads.len += n;
	return BX_OK;
}

/* A text as the value of an item: straight from where it is to its typed form, or copied. */
static inline BxStatus
put_value(BxWriter *w, BxWFrame *f, uint32_t shape, const char *s, size_t n)
{
	BxBuf *to = &w->tape.payloads;
	unsigned k;

	BX_TRY(bx_buf_reserve(to, n + SLACK, &w->err));
	k = typed_form(w, s, n, to->data + to->len);
	if (k > 0)
	{
		to->len += k;
		return put_typed(w, f, shape, k);
	}
	bx_copy_short(to->data + to->len, s, n);
	to->len += n;
	return put_plain(w, f, shape, (const uint8_t *) s, (uint32_t) n);
}

/* A named item with a value, below frame f. */
static inline BxStatus
put_named(BxWriter *w, BxWFrame *f, uint8_t kind, uint32_t name, const char *s, size_t n)
{
	uint32_t shape;

	BX_TRY(bx_shape_of(w, f->shape, kind, name, &shape));
	BX_TRY(shape_use(w, f, shape));
	return put_value(w, f, shape, s, n);
}

/* Put the pending element of the top frame on the tape: it is not a leaf. */
static BxStatus
open_new(BxWriter *w)
{
	BxWFrame *f = top(w);
	BxWFrame *up = f - 1;

	BX_TRY(bx_shape_of(w, up->shape, BX_KIND_ELEMENT, f->name, &f->shape));
	w->depth--;
	BX_TRY(shape_use(w, up, f->shape));
	w->depth++;
	w->tape.n_opened++;
	w->tape.size += bx_token_size(f->shape + 1) + 4;
	f->pending = false;
	return put_record(w, f->shape, 0);
}

static inline BxStatus
open_pending(BxWriter *w)
{
	return top(w)->pending ? open_new(w) : BX_OK;
}

/* The merged text as the value of an item. */
static inline BxStatus
put_held(BxWriter *w, BxWFrame *f, uint32_t shape)
{
	BxBuf *to = &w->tape.payloads;
	uint32_t n = w->tape.text_n;
	uint8_t *s = to->data + to->len - n;
	uint8_t typed[BX_DECLARED_ENC_MAX];
	unsigned k = typed_form(w, (const char *) s, n, typed);

	w->tape.text_n = 0;
	if (k == 0)
		return put_plain(w, f, shape, s, n);
	memcpy(s, typed, k);
	to->len -= n - k;
	return put_typed(w, f, shape, k);
}

/* A declaration, comment or PI of the top frame. */
static BxStatus
put_new(BxWriter *w, uint8_t kind, uint32_t name, const char *s, size_t n)
{
	uint32_t shape;

	BX_TRY(bx_shape_of(w, top(w)->shape, kind, name, &shape));
	BX_TRY(shape_use(w, top(w), shape));
	BX_TRY(put_payload(w, s, n));
	return put_item(w, top(w), shape, (uint32_t) n);
}

/* Write out merged text as a text item of the top frame. */
static BxStatus
write_text(BxWriter *w)
{
	BxWFrame *f = top(w);
	uint32_t shape;

	BX_TRY(bx_shape_of(w, f->shape, BX_KIND_TEXT, 0, &shape));
	BX_TRY(shape_use(w, f, shape));
	if (w->depth == 0)
		w->top.text = true;
	else
		w->shapes[f->shape].flags |= BX_SHAPE_MIXED;
	if (w->depth + 1 > w->max_depth)
		w->max_depth = w->depth + 1;
	return put_held(w, f, shape);
}

static inline BxStatus
flush_text(BxWriter *w)
{
	return w->tape.text_n > 0 ? write_text(w) : BX_OK;
}

/* Get ready for a child item of the top frame. */
static inline BxStatus
before_child(BxWriter *w)
{
	if (BX_UNLIKELY(w->err.status != BX_OK))
		return w->err.status;
	if (BX_UNLIKELY(w->finished))
		return fail_state(w, "bxml writer is already finished");
	BX_TRY(open_pending(w));
	BX_TRY(flush_text(w));
	top(w)->content = true;
	if (w->depth + 1 > w->max_depth)
		w->max_depth = w->depth + 1;
	return BX_OK;
}

/* The same for an element. */
static inline BxStatus
before_element(BxWriter *w, uint32_t name)
{
	BX_TRY(before_child(w));
	if (BX_UNLIKELY(name >= w->n_names))
		return fail_state(w, "unknown name");
	if (BX_UNLIKELY(w->depth >= w->opt.limits.max_depth))
		return bx_fail_limit(&w->err, BX_E_DEPTH, "bxml.max_depth", w->opt.limits.max_depth,
							 "depth of nested elements");
	w->top.elements += w->depth == 0;
	return BX_OK;
}

void
bx_writer_declare(BxWriter *w, AtType declared)
{
	w->opt.declared = declared;
}

BxStatus
bx_writer_start_element(BxWriter *w, uint32_t name)
{
	BxWFrame *f;

	BX_TRY(before_element(w, name));
	/* its shape comes with its content: too many names are an error of the start tag */
	if (BX_UNLIKELY(w->names[name].value != w->first_seq))
		BX_TRY(bx_name_first(w, name));
	if (BX_UNLIKELY(w->depth + 2 > w->cap_frames))
		BX_TRY(grow_frames(w));
	w->depth++;
	f = top(w);
	*f = (BxWFrame){.name = name, .shape = BX_SHAPE_NONE, .seq = w->next_seq++, .pending = true};
	return BX_OK;
}

/* Common part of attributes and namespace declarations. */
static inline BxStatus
before_attribute(BxWriter *w)
{
	if (BX_UNLIKELY(w->err.status != BX_OK))
		return w->err.status;
	if (w->depth == 0 || top(w)->content || w->finished)
		return fail_state(w, "an attribute must follow the start of its element");
	if (w->depth + 1 > w->max_depth)
		w->max_depth = w->depth + 1;
	return open_pending(w);
}

BxStatus
bx_writer_namespace(BxWriter *w, uint32_t pair)
{
	BxStatus st = before_attribute(w);

	if (st != BX_OK)
		return st;
	if (pair >= w->n_pairs)
		return fail_state(w, "unknown namespace");
	if (top(w)->attributes)
		return fail_state(w, "a namespace declaration must come before the attributes of its element");
	return put_new(w, BX_KIND_NAMESPACE, pair, NULL, 0);
}

BxStatus
bx_writer_attribute(BxWriter *w, uint32_t name, const char *value, size_t n)
{
	BxWFrame *f;

	BX_TRY(before_attribute(w));
	if (BX_UNLIKELY(name >= w->n_names))
		return fail_state(w, "unknown name");
	f = top(w);
	f->attributes = true;
	return put_named(w, f, BX_KIND_ATTRIBUTE, name, value, n);
}

/* End of an element that stayed pending: one item holds it and its text. */
static inline BxStatus
end_leaf(BxWriter *w)
{
	BxWFrame *up = top(w) - 1;
	uint32_t shape;

	BX_TRY(bx_shape_of(w, up->shape, BX_KIND_LEAF, top(w)->name, &shape));
	w->depth--;
	BX_TRY(shape_use(w, up, shape));
	return put_held(w, up, shape);
}

BxStatus
bx_writer_leaf(BxWriter *w, uint32_t name, const char *s, size_t n)
{
	BX_TRY(before_element(w, name));
	return put_named(w, top(w), BX_KIND_LEAF, name, s, n);
}

BxStatus
bx_writer_end_element(BxWriter *w)
{
	BxWFrame *f = top(w);

	if (BX_UNLIKELY(w->err.status != BX_OK))
		return w->err.status;
	if (BX_UNLIKELY(w->depth == 0 || w->finished))
		return fail_state(w, "no element is open");
	if (f->pending)
		return end_leaf(w);
	BX_TRY(flush_text(w));
	if (f->size > BX_VALUE_MAX)
		return bx_fail(&w->err, BX_E_LIMIT, -1, "bxml value would exceed the limit of 1 GB");
	w->depth--;
	w->tape.size++;
	f[-1].size += f->size + 1 + bx_varint_size((uint32_t) f->size);
	return put_record(w, BX_TAPE_END, 0);
}

BxStatus
bx_writer_text(BxWriter *w, const char *s, size_t n)
{
	if (BX_UNLIKELY(w->err.status != BX_OK) || n == 0)
		return w->err.status;
	if (BX_UNLIKELY(w->finished))
		return fail_state(w, "bxml writer is already finished");
	top(w)->content = true;
	BX_TRY(put_payload(w, s, n));
	w->tape.text_n += (uint32_t) n;
	return BX_OK;
}

BxStatus
bx_writer_comment(BxWriter *w, const char *s, size_t n)
{
	BxStatus st = before_child(w);

	return st != BX_OK ? st : put_new(w, BX_KIND_COMMENT, 0, s, n);
}

BxStatus
bx_writer_pi(BxWriter *w, uint32_t target, const char *data, size_t n)
{
	BxStatus st = before_child(w);

	if (st != BX_OK)
		return st;
	if (target >= w->n_names || w->names[target].pair != BX_PAIR_NONE)
		return fail_state(w, "a processing instruction target has no namespace");
	return put_new(w, BX_KIND_PI, target, data, n);
}

static BxStatus
keep(BxWriter *w, BxStr in, BxStr *out)
{
	if (in.n > BX_VALUE_MAX)
		return bx_fail_too_large(BX_VALUE_MAX, &w->err);
	return bx_writer_copy(w, &w->scratch.arena, in, out);
}

void
bx_writer_labels(BxWriter *w, const uint8_t *body, uint32_t n)
{
	w->labels.body = body;
	w->labels.n = n;
}

void
bx_writer_marks(BxWriter *w, const uint8_t *body, uint32_t n)
{
	w->marks.body = body;
	w->marks.n = n;
}

BxStatus
bx_writer_doctype(BxWriter *w, const char *s, size_t n)
{
	BxStr in = {s, n};

	if (w->err.status != BX_OK)
		return w->err.status;
	if (w->depth != 0 || w->top.elements > 0 || w->doctype.n > 0 || n == 0 || w->tape.text_n > 0)
		return fail_state(w, "a DOCTYPE must come once, before the root element");
	w->doctype_at = w->top.items;
	return keep(w, in, &w->doctype);
}

void
bx_writer_content(BxWriter *w)
{
	w->content = true;
}

BxStatus
bx_writer_decl(BxWriter *w, BxStr version, BxStr encoding, int standalone)
{
	BxStatus st = w->err.status;

	if (st == BX_OK)
		st = keep(w, version, &w->decl.version);
	if (st == BX_OK)
		st = keep(w, encoding, &w->decl.encoding);
	w->decl.standalone = standalone;
	w->decl.given = true;
	return st;
}

BxStatus
bx_writer_finish(BxWriter *w, uint8_t **data, size_t *len)
{
	BxStatus st = w->err.status;

	if (st != BX_OK)
		return st;
	if (w->depth != 0 || w->finished)
		return fail_state(w, "an element is still open");
	st = flush_text(w);
	if (st == BX_OK && w->content && w->top.elements == 1 && !w->top.text)
	{
		/* a declaration without version and standalone: no document has one */
		w->decl.version.n = 0;
		w->decl.standalone = -1;
		w->decl.given = true;
	}
	if (st == BX_OK && w->doctype.n > 0 && (w->top.elements != 1 || w->top.text))
		st = fail_state(w, "only a document with one root element can have a DOCTYPE");
	if (st == BX_OK)
		st = bx_layout(w, data, len);
	w->finished = true;
	if (st != BX_OK && w->err.status == BX_OK)
		w->err.status = st;
	return st;
}
