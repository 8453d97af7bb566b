/*
 * xs_retype.c -- payloads that the types of a schema make other ones, and the value with them.
 */
#include "../base/bx_core_int.h"

#include "xs_valid_int.h"

#include "../encode/bx_anew.h"
#include "bx_retype.h"

struct XsRetype
{
	BxRetypeOptions options;
	BxAnewPayload *payloads;
	uint32_t n;
	uint32_t cap;
	BxBuf bytes;
};

/* ---- while the value is validated ---- */

/* The member of a union whose value the text is. */
static BxStatus
find_member(BxValidator *v, const XsSimple **type, BxStr text)
{
	const XsSimple *u = *type;
	uint32_t i;

	for (i = 0; i < u->n_members; i++)
	{
		BX_TRY(xs_simple_check(&v->text, u->members[i], text));
		if (v->text.fault == XS_GOOD)
		{
			*type = u->members[i];
			return BX_OK;
		}
	}
	*type = NULL;
	return BX_OK;
}

/* The primitive type that the text is declared as; AT_ANY_SIMPLE for a list, or where there is none. */
static BxStatus
declared_as(BxValidator *v, const XsSimple *type, BxStr text, AtType *declared)
{
	BxArenaMark mark = bx_arena_mark(&v->arena);
	XsFault fault = v->text.fault;

	/* each member is a union of fewer types, as schemas have been found not to be circular */
	while (type != NULL && type->variety == XS_UNION)
		BX_TRY(find_member(v, &type, text));
	*declared = type != NULL && type->variety == XS_ATOMIC ? (AtType) type->primitive : AT_ANY_SIMPLE;
	v->text.fault = fault;
	bx_arena_release(&v->arena, &mark);
	return BX_OK;
}

static BxStatus
add_payload(BxValidator *v, uint32_t off, const void *p, size_t n)
{
	XsRetype *r = v->retype;

	BX_ROOM(v->host, v->err, r->payloads, r->n, r->cap);
	r->payloads[r->n++] = (BxAnewPayload){off, (uint32_t) r->bytes.len, (uint32_t) n};
	return bx_buf_append(&r->bytes, p, n, v->err);
}

BxStatus
xs_retype_text(BxValidator *v, const XsSimple *type, uint32_t off, BxStr text)
{
	uint8_t enc[BX_DECLARED_ENC_MAX];
	AtType declared;
	unsigned k;

	if (text.n == 0 || text.n >= BX_VALUE_TEXT_MAX || type->has_identity)
		return BX_OK;
	BX_TRY(declared_as(v, type, text, &declared));
	if (bx_type_tags[declared] == BX_TAG_NONE)
		return BX_OK;
	k = bx_value_encode_as(declared, text.s, text.n, enc);
	return k > 0 && bx_value_is_declared(enc, k) ? add_payload(v, off, enc, k) : BX_OK;
}

/* Have its values forms that they have not by themselves, or as strings none? */
static bool
has_forms(const XsSimple *type)
{
	return type->variety != XS_ATOMIC || type->primitive == AT_STRING ||
		   bx_type_tags[type->primitive] != BX_TAG_NONE;
}

BxStatus
xs_retype_payload(BxValidator *v, const XsSimple *type, const BxEvent *ev)
{
	const uint8_t *p;
	BxStr text;

	/* most values are found to stay here: their types have no forms but those that texts have by themselves */
	if (ev->heap || ev->len == 0 || !has_forms(type))
		return BX_OK;
	BX_TRY(bx_reader_payload(v->reader, ev, &p));
	if (!bx_value_is_typed(p, ev->len))
		return xs_retype_text(v, type, ev->off, bx_str((const char *) p, ev->len));
	if (!v->retype->options.strings || type->variety != XS_ATOMIC || type->primitive != AT_STRING)
		return BX_OK;
	BX_TRY(xs_payload_text(v, ev, &text));
	return add_payload(v, ev->off, text.s, text.n);
}

/* ---- the value anew ---- */

typedef struct Anew
{
	BxArena arena;
	BxTable table;
	const uint8_t *v;
	size_t n;
	BxRoot root;
} Anew;

/* The sections that say which labels are not the implied ones. */
static BxStatus
put_labels(const Anew *a, BxWriter *w, BxError *err)
{
	const uint8_t *body;
	uint32_t n;

	BX_TRY(bx_header_ext(&a->table.head, a->v, BX_EXT_LABELS, &body, &n, err));
	if (body != NULL)
		bx_writer_labels(w, body, n);
	BX_TRY(bx_header_ext(&a->table.head, a->v, BX_EXT_MARKS, &body, &n, err));
	if (body != NULL)
		bx_writer_marks(w, body, n);
	return BX_OK;
}

static BxStatus
write_anew(BxValidator *v, Anew *a, uint8_t **data, size_t *len)
{
	const XsRetype *r = v->retype;
	const BxAnew anew = {.v = a->v,
						 .table = &a->table,
						 .payloads = r->payloads,
						 .n_payloads = r->n,
						 .bytes = r->bytes.data,
						 .arena = &a->arena,
						 .err = v->err};
	BxWriterOptions options = r->options.writer;
	BxWriter *w;
	BxStatus st;

	options.typed = BX_TYPED_STORED;
	options.limits.max_depth = BX_DEPTH_CEILING;
	options.root = a->root.p;
	options.root_n = a->root.n;
	w = bx_writer_new(v->host, &options, v->err);
	if (w == NULL)
		return v->err->status;
	st = put_labels(a, w, v->err);
	if (st == BX_OK)
		st = bx_anew_write(&anew, w);
	if (st == BX_OK && (st = bx_writer_finish(w, data, len)) != BX_OK)
		*v->err = *bx_writer_error(w);
	bx_writer_free(w);
	return st;
}

static BxStatus
make_anew(BxValidator *v, BxStore *store, uint8_t **data, size_t *len)
{
	Anew a = {0};
	BxImage img;
	BxStatus st;

	bx_arena_init(&a.arena, v->host);
	st = bx_image_open(&img, store, &a.arena, v->err);
	if (st == BX_OK)
	{
		st = bx_image_all(&img);
		a.v = img.v;
		a.n = img.n;
		if (st == BX_OK)
			st = bx_table_open(&a.table, &a.arena, a.v, a.n, a.n, v->err);
		if (st == BX_OK)
			st = bx_root_read(&img, &a.arena, &a.root);
		if (st == BX_OK)
			st = write_anew(v, &a, data, len);
		bx_image_close(&img);
	}
	bx_arena_reset(&a.arena);
	return st;
}

BxStatus
bx_validator_note(BxValidator *v, const BxRetypeOptions *retype, BxError *err)
{
	XsRetype *r = v->retype;

	if (r == NULL)
	{
		r = v->host->alloc(v->host->ctx, sizeof(XsRetype));
		if (r == NULL)
			return bx_fail_nomem(err, sizeof(XsRetype));
		memset(r, 0, sizeof(*r));
		bx_buf_init(&r->bytes, v->host);
		v->retype = r;
	}
	r->options = *retype;
	return BX_OK;
}

void
xs_retype_begin(BxValidator *v)
{
	v->retype->n = 0;
	v->retype->bytes.len = 0;
}

void
xs_retype_free(BxValidator *v)
{
	if (v->retype == NULL)
		return;
	v->host->release(v->host->ctx, v->retype->payloads);
	bx_buf_free(&v->retype->bytes);
	v->host->release(v->host->ctx, v->retype);
	v->retype = NULL;
}

BxStatus
bx_validator_retyped(BxValidator *v, BxStore *store, uint8_t **data, size_t *len, BxError *err)
{
	*data = NULL;
	*len = 0;
	v->err = err;
	return v->retype != NULL && v->retype->n > 0 ? make_anew(v, store, data, len) : BX_OK;
}
