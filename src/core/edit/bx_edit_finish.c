/*
 * bx_edit_finish.c -- header, table and sections around the new items.
 */
#include "bx_edit_int.h"

#include "../encode/bx_directory.h"
#include "../encode/bx_table_put.h"

/* A section that stays. */
typedef struct Section
{
	uint8_t code;
	const uint8_t *body;
	uint32_t len;
} Section;

typedef struct Finish
{
	BxEdit *e;
	BxBuf table;
	Section sections[BX_SECTIONS];
	uint32_t n_sections;
	uint8_t place[BX_VARINT_MAX]; /* of the DOCTYPE */
	uint32_t place_n;
	uint8_t *items; /* written before the rest where directories are, else NULL */
	BxBuf dirs[BX_DIR_SECTIONS];
} Finish;

/* Where the DOCTYPE is among the top-level items. */
static BxStatus
find_doctype(BxEdit *e)
{
	const uint8_t *body;
	uint32_t len;

	e->top.doctype_place = ED_NONE;
	BX_TRY(bx_header_ext(&e->t->head, e->base.v, BX_EXT_DOCTYPE, &body, &len, e->err));
	if (body != NULL && bx_varint_get(body, body + len, &e->top.doctype_place) == NULL)
		return bx_fail(e->err, BX_E_CORRUPT, body - e->base.v, "bxml value is damaged: bad DOCTYPE");
	return BX_OK;
}

static BxStatus
keep_section(Finish *f, BxExt code)
{
	Section *s = &f->sections[f->n_sections];

	s->code = (uint8_t) code;
	BX_TRY(bx_header_ext(&f->e->t->head, f->e->base.v, s->code, &s->body, &s->len, f->e->err));
	f->n_sections += s->body != NULL;
	return BX_OK;
}

/* Top-level items before the DOCTYPE: it stays in front of the root element. */
static uint32_t
doctype_place(const BxEdit *e)
{
	return e->top.elements > 0 && e->top.root_at < e->top.doctype_at ? e->top.root_at : e->top.doctype_at;
}

/* The DOCTYPE has a place of its own: its body here is the text. */
static BxStatus
put_doctype(Finish *f, BxExt code)
{
	uint32_t n = f->n_sections, place;
	Section *s = &f->sections[n];
	const uint8_t *text;

	BX_TRY(keep_section(f, code));
	if (f->n_sections == n)
		return BX_OK;
	text = bx_varint_get(s->body, s->body + s->len, &place);
	s->len -= (uint32_t) (text - s->body);
	s->body = text;
	f->place_n = (uint32_t) (bx_varint_put(f->place, doctype_place(f->e)) - f->place);
	return BX_OK;
}

static BxStatus
make_table(Finish *f)
{
	BxEdit *e = f->e;

	if (e->changed)
		return bx_table_put(e->t, &e->arena, &f->table, e->err);
	return bx_buf_append(&f->table, e->base.v + e->t->head.table_off, e->t->head.table_len, e->err);
}

static uint8_t *
put_sections(const Finish *f, uint8_t *p)
{
	uint32_t i;

	for (i = 0; i < f->n_sections; i++)
	{
		if (f->sections[i].code == BX_EXT_DOCTYPE)
		{
			memcpy(p, f->place, f->place_n);
			p += f->place_n;
		}
		memcpy(p, f->sections[i].body, f->sections[i].len);
		p += f->sections[i].len;
	}
	return p;
}

static uint32_t
items_len(const BxEdit *e)
{
	return (uint32_t) ed_out(e)->size;
}

/* What the header says about the nesting of items. */
static uint32_t
depth_of(const BxEdit *e)
{
	uint32_t depth = e->t->head.depth > e->max_level ? e->t->head.depth : e->max_level;

	return depth < items_len(e) ? depth : items_len(e);
}

/* Directories hold offsets, so a large value gets new ones, from its new items. */
static BxStatus
make_directories(Finish *f)
{
	BxEdit *e = f->e;
	BxTable t = *e->t;

	if (!ed_paths(e) || !bx_directories_wanted(&e->opt, items_len(e)))
		return BX_OK;
	t.head.items_len = items_len(e);
	t.head.depth = depth_of(e);
	f->items = e->host->alloc(e->host->ctx, t.head.items_len);
	if (f->items == NULL)
		return ed_nomem(e, t.head.items_len);
	BX_TRY(ed_emit(e, f->items));
	return bx_directories_make(e->host, &e->opt, &t, f->items, &e->arena, f->dirs, e->err);
}

static uint64_t
fill_head(const Finish *f, BxHeadParts *h)
{
	const BxEdit *e = f->e;
	const BxHeader *old = &e->t->head;
	uint64_t total;
	uint32_t i;

	memset(h, 0, sizeof(*h));
	h->flags = old->flags & (BX_FLAG_NAMES | BX_FLAG_CONSTANTS);
	if (e->top.elements == 1 && !e->top.text)
		h->flags |= BX_FLAG_DOCUMENT;
	h->table = f->table.data;
	h->table_len = (uint32_t) f->table.len;
	h->items_len = items_len(e);
	h->depth = depth_of(e);
	h->heap_len = old->heap_len + (uint32_t) e->heap_more.len;
	total = (uint64_t) h->table_len + h->items_len + h->heap_len;
	for (i = 0; i < f->n_sections; i++)
	{
		h->ext[i].code = f->sections[i].code;
		h->ext[i].len = f->sections[i].len + (h->ext[i].code == BX_EXT_DOCTYPE ? f->place_n : 0);
		total += h->ext[i].len;
	}
	h->n_ext = f->n_sections;
	return total;
}

static void
drop_directories(Finish *f)
{
	uint32_t i, kept = 0;

	for (i = 0; i < f->n_sections; i++)
		if ((f->sections[i].code < BX_EXT_OFFSETS || f->sections[i].code > BX_EXT_COUNTS) &&
			f->sections[i].code != BX_EXT_VALUES)
			f->sections[kept++] = f->sections[i];
	f->n_sections = kept;
}

static BxStatus
put_value(Finish *f, uint8_t **data, size_t *len)
{
	BxEdit *e = f->e;
	uint8_t head[BX_HEAD_MAX + BX_SECTIONS * BX_HEAD_EXT_MAX];
	BxHeadParts h;
	uint64_t total = fill_head(f, &h);
	uint8_t *base, *p;
	size_t head_n;

	if (total + sizeof(head) > BX_VALUE_MAX)
	{
		drop_directories(f); /* too long by them */
		total = fill_head(f, &h);
	}
	if (total + sizeof(head) > BX_VALUE_MAX)
		return ED_FAIL(e, BX_E_LIMIT, "bxml value would exceed the limit of 1 GB");
	head_n = (size_t) (bx_head_put(head, &h) - head);
	base = e->host->alloc(e->host->ctx, e->opt.reserve + head_n + (size_t) total);
	if (base == NULL)
		return ed_nomem(e, e->opt.reserve + head_n + (size_t) total);
	p = base + e->opt.reserve;
	memcpy(p, head, head_n);
	p += head_n;
	memcpy(p, f->table.data, f->table.len);
	p += f->table.len;
	if (f->items != NULL)
		memcpy(p, f->items, h.items_len);
	else if (ed_emit(e, p) != BX_OK)
	{
		e->host->release(e->host->ctx, base);
		return e->err->status;
	}
	p += h.items_len;
	if (e->t->head.heap_len > 0)
		memcpy(p, e->base.items + e->t->head.items_len, e->t->head.heap_len);
	p += e->t->head.heap_len;
	if (e->heap_more.len > 0)
		memcpy(p, e->heap_more.data, e->heap_more.len);
	put_sections(f, p + e->heap_more.len);
	*data = base;
	*len = head_n + (size_t) total;
	return BX_OK;
}

static void
put_body(Finish *f, BxExt code, const BxBuf *body)
{
	if (body->len > 0)
		f->sections[f->n_sections++] = (Section){(uint8_t) code, body->data, (uint32_t) body->len};
}

static BxStatus
put_labels(Finish *f, BxExt code)
{
	const EdLabels *l = &f->e->labels;

	put_body(f, code, code == BX_EXT_LABELS ? &l->exceptions.section : &l->marks.section);
	return BX_OK;
}

static BxStatus
put_root(Finish *f, BxExt code)
{
	return f->e->labels.root_stays ? keep_section(f, code) : BX_OK;
}

static BxStatus
put_directory(Finish *f, BxExt code)
{
	put_body(f, code, &f->dirs[code == BX_EXT_VALUES ? BX_DIR_VALUE_LISTS : code - BX_EXT_OFFSETS]);
	return BX_OK;
}

/* By row of bx_sections, those to rebuild. */
static BxStatus (*const makers[BX_SECTIONS])(Finish *f, BxExt code) = {
	[BX_ROW_LABELS] = put_labels,     [BX_ROW_ROOT] = put_root,          [BX_ROW_DOCTYPE] = put_doctype,
	[BX_ROW_OFFSETS] = put_directory, [BX_ROW_CHILDREN] = put_directory, [BX_ROW_COUNTS] = put_directory,
	[BX_ROW_MARKS] = put_labels,      [BX_ROW_VALUES] = put_directory,
};

static BxStatus
make_sections(Finish *f)
{
	int i;

	for (i = 0; i < BX_SECTIONS; i++)
	{
		const BxSection *s = &bx_sections[i];

		if (s->edit == BX_SECTION_KEEP)
			BX_TRY(keep_section(f, s->code));
		else if (s->edit == BX_SECTION_REBUILD)
			BX_TRY(makers[i](f, s->code));
	}
	return BX_OK;
}

BxStatus
ed_make_pieces(BxEdit *e)
{
	BX_TRY(find_doctype(e));
	BX_TRY(ed_walk(e));
	if (!e->top.as_content && (e->t->head.flags & BX_FLAG_DOCUMENT) && (e->top.elements != 1 || e->top.text))
		return ED_FAIL(e, BX_E_NOT_DOCUMENT, "document would have %s",
					   e->top.elements == 0  ? "no root element"
					   : e->top.elements > 1 ? "more than one root element"
											 : "text beside its root element");
	if (ed_out(e)->size > BX_VALUE_MAX)
		return ED_FAIL(e, BX_E_LIMIT, "bxml value would exceed the limit of 1 GB");
	return BX_OK;
}

static BxStatus
finish(Finish *f, uint8_t **data, size_t *len)
{
	BxEdit *e = f->e;

	BX_TRY(make_table(f));
	BX_TRY(make_directories(f));
	BX_TRY(make_sections(f));
	BX_TRY(put_value(f, data, len));
	if (ed_repack(e, data, len) == BX_OK)
		return BX_OK;
	e->host->release(e->host->ctx, *data);
	*data = NULL;
	return e->err->status;
}

BxStatus
ed_finish(BxEdit *e, uint8_t **data, size_t *len)
{
	Finish f;
	BxStatus st;
	int i;

	memset(&f, 0, sizeof(f));
	f.e = e;
	bx_buf_init(&f.table, e->host);
	for (i = 0; i < BX_DIR_SECTIONS; i++)
		bx_buf_init(&f.dirs[i], e->host);
	st = finish(&f, data, len);
	for (i = 0; i < BX_DIR_SECTIONS; i++)
		bx_buf_free(&f.dirs[i]);
	e->host->release(e->host->ctx, f.items);
	bx_buf_free(&f.table);
	return st;
}

/* ---- text instead of a value ---- */

/* What stands before the root element of the old value. */
static BxStatus
read_prolog(BxEdit *e, BxProlog *prolog)
{
	BxStore store;
	BxReadAll pass;
	BxStatus st;

	bx_store_memory(&store, e->base.v, e->base.n);
	st = bx_read_all_open(&pass, &store, &e->arena, e->err);
	if (st == BX_OK)
		st = bx_prolog_read(&pass, &e->arena, prolog, e->err);
	bx_read_all_close(&pass);
	return st;
}

/* The new items, and the heap behind them. */
static BxStatus
print_items(BxEdit *e, const BxTable *t, uint8_t *items, const BxTextOptions *options, BxBuf *out)
{
	const BxHeader *old = &e->t->head;
	uint8_t *heap = items + t->head.items_len;
	BxTextParts parts = {.table = t, .items = items, .v = e->base.v, .n = e->base.n};
	BxProlog prolog;

	BX_TRY(ed_emit(e, items));
	if (old->heap_len > 0)
		memcpy(heap, e->base.items + old->items_len, old->heap_len);
	if (e->heap_more.len > 0)
		memcpy(heap + old->heap_len, e->heap_more.data, e->heap_more.len);
	BX_TRY(read_prolog(e, &prolog));
	prolog.doctype_at = doctype_place(e);
	parts.prolog = &prolog;
	return bx_text_parts(&parts, options, &e->arena, out, e->err);
}

BxStatus
ed_print(BxEdit *e, const BxTextOptions *options, BxBuf *out)
{
	BxTable t = *e->t;
	BxArenaMark mark;
	uint8_t *items;
	BxStatus st;
	size_t n;

	t.head.items_len = items_len(e);
	t.head.depth = depth_of(e);
	t.head.heap_len += (uint32_t) e->heap_more.len;
	t.head.flags &= (uint8_t) ~BX_FLAG_DOCUMENT;
	if (e->top.elements == 1 && !e->top.text)
		t.head.flags |= BX_FLAG_DOCUMENT;
	n = t.head.items_len + (size_t) t.head.heap_len;
	t.head.plain_total = (uint32_t) n;
	items = e->host->alloc(e->host->ctx, n + 1);
	if (items == NULL)
		return ed_nomem(e, n);
	mark = bx_arena_mark(&e->arena);
	st = print_items(e, &t, items, options, out);
	bx_arena_release(&e->arena, &mark);
	e->host->release(e->host->ctx, items);
	return st;
}

BxStatus
ed_print_patched(BxEdit *e, const BxTextOptions *options, BxBuf *out)
{
	const EdPatches *p = &e->patches;
	BxProlog prolog;
	BxTextParts parts = {.table = &p->table,
						 .items = e->base.items,
						 .patches = (const BxTextPatch *) (const void *) p->list.data,
						 .n_patches = (uint32_t) (p->list.len / sizeof(BxTextPatch)),
						 .patched = p->items,
						 .patched_n = p->items_len,
						 .prolog = &prolog,
						 .v = e->base.v,
						 .n = e->base.n};
	BxArenaMark mark = bx_arena_mark(&e->arena);
	BxStatus st = read_prolog(e, &prolog);

	if (st == BX_OK)
		st = bx_text_parts(&parts, options, &e->arena, out, e->err);
	bx_arena_release(&e->arena, &mark);
	return st;
}
