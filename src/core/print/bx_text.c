/*
 * bx_text.c -- streaming serializer: options, prolog, what indentation must know.
 *
 * Indentation asks, when an element opens, whether any of its children is text other than white space, or all of them
 * are text: each child is looked at once more, so the pass stays linear.  Those looks ahead have a window of their own.
 */
#include "bx_text_int.h"

#include "../base/bx_bytes.h"
#include "../base/bx_escape.h"
#include "../read/bx_reader.h"

/* ---- indentation ---- */

/*
 * At least need bytes of the items from offset off on, fewer only at their end.  They are good until the next look.
 * Most looks are at what is being printed.
 */
static inline BxStatus
look_at(BxTextOut *o, uint32_t off, uint32_t need, const uint8_t **p, uint32_t *got)
{
	const uint8_t *base = o->src->base;
	uint32_t left = o->head->items_len - off;

	if (base != NULL)
	{
		*p = base + off;
		*got = left;
		return BX_OK;
	}
	*p = bx_window_peek((const BxWindow *) (const void *) o->src, off, need < left ? need : left, got);
	if (*p != NULL)
		return BX_OK;
	return o->look->source.fetch(&o->look->source, off, need, p, got, o->err);
}

/* Are the n bytes of the items from off on white space? */
static BxStatus
is_white_text(BxTextOut *o, uint32_t off, uint32_t n, bool *white)
{
	const uint8_t *p;
	uint32_t got;

	for (*white = true; n > 0 && *white; off += got, n -= got)
	{
		BX_TRY(look_at(o, off, n < BX_PIECE ? n : BX_PIECE, &p, &got));
		got = got < n ? got : n;
		*white = bx_is_all_space((const char *) p, got);
	}
	return BX_OK;
}

/* Does an item of that kind stand on a line of its own? */
static inline bool
is_line(uint8_t kind)
{
	return kind != BX_KIND_TEXT && kind != BX_KIND_ATTRIBUTE && kind != BX_KIND_NAMESPACE;
}

BxStatus
bx_text_mixed(BxTextOut *o, uint32_t off, uint32_t len, uint8_t *found)
{
	uint32_t end = off + len, win_off = off, got = 0, n;
	BxItemHeader h;
	const uint8_t *win = NULL, *start, *p;
	uint64_t steps = 0;
	bool white = true, text = false, lines = false;

	*found = 0;
	for (; off < end && white; off += n)
	{
		if ((++steps & 0xfff) == 0)
			BX_TRY(bx_poll(o->arena->host));
		if (win == NULL || off - win_off > got || got - (off - win_off) < BX_ITEM_HEADER_MAX)
		{
			BX_TRY(look_at(o, off, BX_ITEM_HEADER_MAX, &win, &got));
			win_off = off;
		}
		start = win + (off - win_off);
		p = bx_item_header(start, win + got, o->n_consts, &h);
		if (p != NULL && h.constant)
		{
			const BxTextConst *k = &o->consts[h.number];

			n = (uint32_t) (p - start);
			lines |= is_line(o->tags[k->shape].kind);
			if (o->tags[k->shape].kind == BX_KIND_TEXT)
				text = true, white = bx_is_all_space(k->payload, k->len);
			continue;
		}
		if (p == NULL || h.number >= o->n_shapes)
			break;
		n = h.len;
		off += (uint32_t) (p - start);
		white = off <= end && n <= end - off;
		lines |= is_line(o->tags[h.number].kind);
		if (!white || o->tags[h.number].kind != BX_KIND_TEXT)
			continue;
		text = true;
		if (n <= got - (off - win_off))
			white = bx_is_all_space((const char *) p, n);
		else
		{
			BX_TRY(is_white_text(o, off, n, &white));
			win = NULL;
		}
	}
	*found = off < end || !white || (text && !lines) ? BX_PLAIN_MIXED : 0;
	return BX_OK;
}

/* ---- prolog ---- */

static BxStatus
put(BxTextOut *o, const char *s, size_t n)
{
	return bx_buf_append(o->buf, s, n, o->err);
}

#define PUT_LIT(o, lit) put(o, lit, sizeof(lit) - 1)

/* As core xml does: a declaration is written when it says more than version 1.0. */
static BxStatus
put_declaration(BxTextOut *o)
{
	const BxProlog *pr = o->prolog;
	bool other = pr->version_len > 0 && !(pr->version_len == 3 && memcmp(pr->version, "1.0", 3) == 0);

	if (!o->opt->declaration && !other && pr->standalone < 0)
		return BX_OK;
	BX_TRY(PUT_LIT(o, "<?xml version=\""));
	if (other)
		BX_TRY(put(o, pr->version, pr->version_len));
	else
		BX_TRY(PUT_LIT(o, "1.0"));
	BX_TRY(PUT_LIT(o, "\""));
	if (o->opt->encoding != NULL)
	{
		BX_TRY(PUT_LIT(o, " encoding=\""));
		BX_TRY(put(o, o->opt->encoding, strlen(o->opt->encoding)));
		BX_TRY(PUT_LIT(o, "\""));
	}
	if (pr->standalone >= 0)
		BX_TRY(
			put(o, pr->standalone ? " standalone=\"yes\"" : " standalone=\"no\"", pr->standalone ? 17 : 16));
	return PUT_LIT(o, "?>");
}

/* ---- all of it ---- */

static BxStatus
prepare_indent(BxTextOut *o)
{
	const BxHeader *h = o->head;

	o->plain = bx_arena_zalloc(o->arena, h->depth + (size_t) 2);
	if (o->plain == NULL)
		return bx_fail_nomem(o->err, h->depth + (size_t) 2);
	return h->flags & BX_FLAG_DOCUMENT ? BX_OK : bx_text_mixed(o, 0, h->items_len, &o->plain[0]);
}

static BxStatus
prepare(BxTextOut *o)
{
	size_t open = (o->head->depth + (size_t) 1) * sizeof(BxTextOpen);
	size_t tail = (open + BX_ARENA_ALIGN - 1) & ~(size_t) (BX_ARENA_ALIGN - 1);

	o->open = bx_arena_alloc(o->arena, tail + 3 * BX_TEXT_AHEAD);
	if (o->open == NULL)
		return bx_fail_nomem(o->err, tail + 3 * BX_TEXT_AHEAD);
	o->tail = (uint8_t *) o->open + tail;
	o->end = o->src->len;
	o->total = o->src->len + o->head->heap_len;
	o->patches.off = o->total + 1; /* no window reaches from items or heap to there */
	o->patches.limit = o->patches.next != o->patches.last ? o->patches.next->from : UINT32_MAX;
	o->top.doctype = o->prolog->doctype != NULL && !o->opt->no_doctype && !o->opt->inside;
	o->top.content = o->excerpt == NULL && !bx_prolog_is_document(o->prolog, o->head->flags) &&
					 !o->opt->inside && o->opt->indent == 0;
	o->begin = o->buf->len;
	return o->opt->indent > 0 ? prepare_indent(o) : BX_OK;
}

static BxStatus
write_all(BxTextOut *o)
{
	size_t n = o->excerpt != NULL ? o->head->items_len : o->head->plain_total;
	size_t guess = n + n / 2 + BX_TEXT_SPARE;
	BxBuf *b = o->buf;
	size_t max = b->max;
	BxStatus st = prepare(o);

	if (st == BX_OK && !o->opt->inside)
		st = put_declaration(o);
	if (st != BX_OK)
		return st;
	o->max = max > 0 ? max : BX_VALUE_MAX;
	b->max = o->max + BX_TEXT_SPARE;
	st = bx_buf_reserve(b, guess < o->max - b->len ? guess : o->max - b->len, o->err);
	if (st == BX_OK)
		st = bx_text_items(o);
	b->max = max;
	return st;
}

static const BxTextOptions no_options = {0};

BxStatus
bx_text_parts(const BxTextParts *parts, const BxTextOptions *options, BxArena *arena, BxBuf *out,
			  BxError *err)
{
	BxSource source;
	BxTextOut o = {.head = &parts->table->head,
				   .src = &source,
				   .opt = options != NULL ? options : &no_options,
				   .prolog = parts->prolog,
				   .arena = arena,
				   .buf = out,
				   .err = err,
				   .patches = {.next = parts->patches,
							   .last = parts->patches + parts->n_patches,
							   .items = parts->patched,
							   .items_len = parts->patched_n}};

	bx_source_memory(&source, parts->items, parts->table->head.items_len);
	BX_TRY(bx_text_tags(&o, parts->table, parts->v, parts->n));
	return write_all(&o);
}

static BxStatus
write_value(BxReadAll *pass, BxWindow *look, const BxTextOptions *options, const BxExcerpt *excerpt,
			BxArena *arena, BxBuf *out, BxError *err)
{
	BxProlog prolog;
	BxTextOut o = {.head = &pass->img.head,
				   .src = &pass->items.source,
				   .look = look,
				   .opt = options != NULL ? options : &no_options,
				   .excerpt = excerpt,
				   .prolog = &prolog,
				   .arena = arena,
				   .buf = out,
				   .err = err};

	BX_TRY(bx_text_scan(&o, pass->img.v, pass->img.n));
	BX_TRY(bx_prolog_read(pass, arena, &prolog, err));
	return write_all(&o);
}

static BxStatus
read_value(BxStore *store, const BxTextOptions *options, const BxExcerpt *excerpt, const BxHost *host,
		   BxBuf *out, BxError *err)
{
	BxArena arena;
	BxWindow look;
	BxReadAll pass;
	BxStatus st;

	bx_arena_init(&arena, host);
	st = bx_read_all_open(&pass, store, &arena, err);
	if (st == BX_OK)
	{
		bx_window_open(&look, &pass.img, false);
		st = write_value(&pass, &look, options, excerpt, &arena, out, err);
		bx_window_close(&look);
	}
	bx_read_all_close(&pass);
	bx_arena_reset(&arena);
	return st;
}

BxStatus
bx_text_read(BxStore *store, const BxTextOptions *options, const BxHost *host, BxBuf *out, BxError *err)
{
	return read_value(store, options, NULL, host, out, err);
}

BxStatus
bx_text_excerpt(const BxExcerpt *excerpt, const BxHost *host, BxBuf *out, BxError *err)
{
	BxStore store;

	bx_store_memory(&store, excerpt->v, excerpt->n);
	return read_value(&store, NULL, excerpt, host, out, err);
}

BxStatus
bx_text_chars(const char *s, size_t n, bool attr, BxBuf *out, BxError *err)
{
	const char *ref;
	uint32_t ref_n;
	size_t k;

	for (;; s += k + 1, n -= k + 1)
	{
		k = bx_clean_prefix(s, n, attr);
		BX_TRY(bx_buf_append(out, s, k, err));
		if (k == n)
			return BX_OK;
		ref = bx_text_reference((uint8_t) s[k], &ref_n);
		BX_TRY(bx_buf_append(out, ref, ref_n, err));
	}
}

BxStatus
bx_text_write(const uint8_t *v, size_t n, const BxTextOptions *options, const BxHost *host, BxBuf *out,
			  BxError *err)
{
	BxStore store;

	bx_store_memory(&store, v, n);
	return bx_text_read(&store, options, host, out, err);
}
