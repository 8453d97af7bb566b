/*
 * bx_text.c -- streaming serializer.
 *
 * One pass over the reader's events.  The tags of a row are rendered on second use and copied from then on: rendering
 * what is used once would only make the processor wait for its own stores.  Rows marked clean are copied without looking for characters to escape.  Indentation asks, when an element opens,
 * whether any of its children is text other than white space: each child is looked at once more, so the pass
 * stays linear.  Those looks ahead have a window of their own.
 */
#include "bx_out_int.h"
#include "../read/bx_prolog.h"
#include "../read/bx_window.h"
#include "bx_text.h"

/* Rendered tags of a row: "<p:name" and "</p:name>" for elements, " p:name=\"" for attributes. */
typedef struct Tag
{
	const char *open;
	const char *close;
	uint32_t open_len;
	uint32_t close_len;
	bool used;
} Tag;

typedef struct Out
{
	BxOut x; /* table, reader and buffer */
	BxPass *pass;
	BxWindow *look; /* for looks ahead */
	const BxTextOptions *opt;
	BxArena *arena;
	Tag *tags;
	size_t begin;   /* length of the buffer when we started */
	bool in_tag;    /* the ">" of a start tag is still to be written */
	uint8_t *plain; /* per level, when indenting: content is copied as it is */
} Out;

/* As people write them. */
static const BxOutRefs refs = {"&#9;", "&#10;", "&#13;"};

static inline BxStatus
put(Out *o, const char *s, size_t n)
{
	return bx_out_put(&o->x, s, n);
}

#define PUT_LIT(o, lit) put(o, lit, sizeof(lit) - 1)

/* ---- tags ---- */

static char *
add(char *p, const char *s, size_t n)
{
	memcpy(p, s, n);
	return p + n;
}

/* "xmlns" or "xmlns:p", "=", quote, the escaped URI, quote: rendered whole. */
static BxStatus
render_namespace(Out *o, const BxPair *pair, Tag *t)
{
	size_t room = pair->prefix_len + (size_t) pair->uri_len * BX_ESCAPE_MAX + sizeof(" xmlns:=\"\"");
	char *p = bx_arena_alloc(o->arena, room);
	uint32_t i;

	if (p == NULL)
		return bx_fail_nomem(o->x.err, room);
	t->open = p;
	p = add(p, " xmlns", 6);
	if (pair->prefix_len > 0)
	{
		*p++ = ':';
		p = add(p, pair->prefix, pair->prefix_len);
	}
	p = add(p, "=\"", 2);
	for (i = 0; i < pair->uri_len; i++)
	{
		char ch = pair->uri[i];

		if (bx_escape_class[(uint8_t) ch] & 2)
			p = add(p, bx_out_escape_of(&o->x, ch), strlen(bx_out_escape_of(&o->x, ch)));
		else
			*p++ = ch;
	}
	*p++ = '"';
	t->open_len = (uint32_t) (p - t->open);
	return BX_OK;
}

static BxStatus
render(Out *o, uint32_t row, Tag *t)
{
	const BxRow *r = &o->x.table->rows[row];
	const BxNameInfo *name;
	const BxPair *pair;
	size_t qlen;
	char *p;

	if (r->kind == BX_KIND_NAMESPACE)
		return render_namespace(o, &o->x.table->pairs[r->name], t);
	name = &o->x.table->names[r->name];
	pair = &o->x.table->pairs[name->pair];
	qlen = name->len + (pair->prefix_len ? pair->prefix_len + 1 : 0);
	p = bx_arena_alloc(o->arena, 2 * qlen + 8);
	if (p == NULL)
		return bx_fail_nomem(o->x.err, 2 * qlen + 8);
	t->open = p;
	*p++ = r->kind == BX_KIND_ATTRIBUTE ? ' ' : '<';
	if (pair->prefix_len > 0)
	{
		p = add(p, pair->prefix, pair->prefix_len);
		*p++ = ':';
	}
	p = add(p, name->local, name->len);
	if (r->kind == BX_KIND_ATTRIBUTE)
		p = add(p, "=\"", 2);
	t->open_len = (uint32_t) (p - t->open);
	t->close = p;
	p = add(p, "</", 2);
	p = add(p, t->open + 1, qlen);
	*p++ = '>';
	t->close_len = (uint32_t) (p - t->close);
	return BX_OK;
}

/* "<name" of an element. */
static inline BxStatus
put_open(Out *o, uint32_t row)
{
	Tag *t = &o->tags[row];

	if (t->open == NULL)
	{
		if (!t->used)
		{
			t->used = true;
			return bx_out_name(&o->x, "<", 1, row, "", 0);
		}
		BX_TRY(render(o, row, t));
	}
	return put(o, t->open, t->open_len);
}

static inline BxStatus
put_close(Out *o, uint32_t row)
{
	Tag *t = &o->tags[row];

	return t->open ? put(o, t->close, t->close_len) : bx_out_name(&o->x, "</", 2, row, ">", 1);
}

/* A rendered namespace declaration; few per value. */
static BxStatus
put_namespace(Out *o, uint32_t row)
{
	Tag *t = &o->tags[row];

	if (t->open == NULL)
		BX_TRY(render(o, row, t));
	return put(o, t->open, t->open_len);
}

/* ---- indentation ---- */

/*
 * At least need bytes of the items from offset off on, fewer only at their end.  They are good until the next look.
 * Most looks are at what the reader has before it.
 */
static inline BxStatus
look_at(Out *o, uint32_t off, uint32_t need, const uint8_t **p, uint32_t *got)
{
	const uint8_t *base = o->pass->items.source.base;
	uint32_t left = o->x.table->head.items_len - off;

	if (base != NULL)
	{
		*p = base + off;
		*got = left;
		return BX_OK;
	}
	*p = bx_window_peek(&o->pass->items, off, need < left ? need : left, got);
	if (*p != NULL)
		return BX_OK;
	return o->look->source.fetch(&o->look->source, off, need, p, got, o->x.err);
}

static bool
is_white(const uint8_t *p, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++)
		if (p[i] != ' ' && p[i] != '\n' && p[i] != '\t' && p[i] != '\r')
			return false;
	return true;
}

/* Are the n bytes of the items from off on white space? */
static BxStatus
is_white_text(Out *o, uint32_t off, uint32_t n, bool *white)
{
	const uint8_t *p;
	uint32_t got;

	for (*white = true; n > 0 && *white; off += got, n -= got)
	{
		BX_TRY(look_at(o, off, n < BX_PIECE ? n : BX_PIECE, &p, &got));
		got = got < n ? got : n;
		*white = is_white(p, got);
	}
	return BX_OK;
}

/*
 * Does the content [off, off + len) of the items hold, directly, text that is not white space?  Damage counts as such:
 * the reader will report it.
 */
static BxStatus
has_text(Out *o, uint32_t off, uint32_t len, uint8_t *found)
{
	uint32_t end = off + len, win_off = off, got = 0, token, n;
	const uint8_t *win = NULL, *start, *p;
	uint64_t steps = 0;
	bool white = true;

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
		p = bx_token_get(start, win + got, &token);
		if (p != NULL && token < o->x.table->n_consts)
		{
			const BxConstInfo *k = &o->x.table->consts[token];

			n = (uint32_t) (p - start);
			white = o->x.table->rows[k->row].kind != BX_KIND_TEXT ||
					is_white((const uint8_t *) k->payload, k->len);
			continue;
		}
		token -= o->x.table->n_consts;
		if (p != NULL)
			p = bx_varint_get(p, win + got, &n);
		if (p == NULL || token >= o->x.table->n_rows)
			break;
		off += (uint32_t) (p - start);
		white = off <= end && n <= end - off;
		if (!white || o->x.table->rows[token].kind != BX_KIND_TEXT)
			continue;
		if (n <= got - (off - win_off))
			white = is_white(p, n);
		else
		{
			BX_TRY(is_white_text(o, off, n, &white));
			win = NULL;
		}
	}
	*found = off < end || !white;
	return BX_OK;
}

/* Line break and indentation before an item at the given level (1 = top). */
static BxStatus
new_line(Out *o, uint32_t level)
{
	uint32_t n = (level - 1) * (uint32_t) o->opt->indent;
	size_t start = o->x.buf->len;

	if (o->x.buf->len == o->begin)
		return BX_OK;
	BX_TRY(bx_buf_reserve(o->x.buf, n + 1, o->x.err));
	o->x.buf->data[start] = '\n';
	memset(o->x.buf->data + start + 1, ' ', n);
	o->x.buf->len += n + 1;
	return BX_OK;
}

/* Before an item: finish the start tag before it and indent. */
static inline BxStatus
before_item(Out *o, uint32_t level)
{
	if (o->in_tag)
	{
		o->in_tag = false;
		BX_TRY(PUT_LIT(o, ">"));
	}
	if (o->plain != NULL && !o->plain[level - 1])
		return new_line(o, level);
	return BX_OK;
}

/* ---- items ---- */

static BxStatus
put_leaf(Out *o, const BxEvent *ev)
{
	BX_TRY(put_open(o, ev->row));
	if (ev->len == 0)
		return PUT_LIT(o, "/>");
	BX_TRY(PUT_LIT(o, ">"));
	BX_TRY(bx_out_payload(&o->x, ev, false));
	return put_close(o, ev->row);
}

static BxStatus
put_start(Out *o, const BxEvent *ev)
{
	BX_TRY(put_open(o, ev->row));
	o->in_tag = true;
	if (o->plain == NULL)
		return BX_OK;
	o->plain[ev->level] = o->plain[ev->level - 1];
	if (!o->plain[ev->level] && (o->x.table->rows[ev->row].flags & BX_ROW_MIXED))
		return has_text(o, ev->content, ev->len, &o->plain[ev->level]);
	return BX_OK;
}

static BxStatus
put_end(Out *o, const BxEvent *ev)
{
	if (o->in_tag)
	{
		o->in_tag = false;
		return PUT_LIT(o, "/>");
	}
	if (o->plain != NULL && !o->plain[ev->level])
		BX_TRY(new_line(o, ev->level));
	return put_close(o, ev->row);
}

static BxStatus
put_attribute(Out *o, const BxEvent *ev)
{
	Tag *t = &o->tags[ev->row];

	if (t->open == NULL && t->used)
		BX_TRY(render(o, ev->row, t));
	if (t->open != NULL)
		BX_TRY(put(o, t->open, t->open_len));
	else
		BX_TRY(bx_out_name(&o->x, " ", 1, ev->row, "=\"", 2));
	t->used = true;
	BX_TRY(bx_out_payload(&o->x, ev, true));
	return PUT_LIT(o, "\"");
}

/* At the very start of the output U+FEFF would be taken for a byte order mark and dropped. */
#define BOM "\xEF\xBB\xBF"

static BxStatus
put_text(Out *o, const BxEvent *ev)
{
	if (o->plain != NULL && !o->plain[ev->level - 1])
		return BX_OK; /* white space between indented elements */
	BX_TRY(before_item(o, ev->level));
	if (o->x.buf->len == o->begin && ev->len >= sizeof(BOM) - 1 &&
		memcmp(ev->payload, BOM, sizeof(BOM) - 1) == 0)
	{
		BX_TRY(PUT_LIT(o, "&#xFEFF;"));
		return bx_out_pieces(&o->x, ev, sizeof(BOM) - 1, o->x.table->rows[ev->row].flags, false);
	}
	return bx_out_payload(&o->x, ev, false);
}

static BxStatus
put_event(Out *o, const BxEvent *ev)
{
	switch (ev->kind)
	{
		case BX_EV_LEAF: BX_TRY(before_item(o, ev->level)); return put_leaf(o, ev);
		case BX_EV_ELEMENT: BX_TRY(before_item(o, ev->level)); return put_start(o, ev);
		case BX_EV_END: return put_end(o, ev);
		case BX_EV_ATTRIBUTE: return put_attribute(o, ev);
		case BX_EV_NAMESPACE: return put_namespace(o, ev->row);
		case BX_EV_TEXT: return put_text(o, ev);
		case BX_EV_COMMENT: BX_TRY(before_item(o, ev->level)); return bx_out_comment(&o->x, ev);
		case BX_EV_PI: BX_TRY(before_item(o, ev->level)); return bx_out_pi(&o->x, ev);
		case BX_EV_DONE: return BX_OK;
	}
	return BX_OK;
}

/* ---- prolog ---- */

/* As core xml does: a declaration is written when it says more than version 1.0. */
static BxStatus
put_declaration(Out *o, const BxProlog *pr)
{
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

static BxStatus
put_all(Out *o, const BxProlog *pr)
{
	BxEvent ev;
	uint32_t top = 0;
	uint64_t steps = 0;
	bool doctype = pr->doctype != NULL && !o->opt->no_doctype;

	BX_TRY(put_declaration(o, pr));
	for (;;)
	{
		if ((++steps & 0xfff) == 0)
			BX_TRY(bx_poll(o->arena->host));
		BX_TRY(bx_reader_next(o->x.rd, &ev));
		if (ev.kind == BX_EV_DONE)
			return BX_OK;
		if (ev.level == 1 && ev.kind != BX_EV_END)
		{
			if (doctype && top == pr->doctype_at)
			{
				if (o->plain != NULL)
					BX_TRY(new_line(o, 1));
				BX_TRY(put(o, pr->doctype, pr->doctype_len));
			}
			top++;
		}
		BX_TRY(put_event(o, &ev));
	}
}

static BxStatus
write_value(BxPass *pass, BxWindow *look, const BxTextOptions *opt, BxArena *arena, BxBuf *out, BxError *err)
{
	size_t n = pass->img.head.plain_total;
	BxTable table;
	BxProlog pr;
	Out o = {.x = {&table, NULL, arena->host, out, err, &refs},
			 .pass = pass,
			 .look = look,
			 .opt = opt,
			 .arena = arena};

	BX_TRY(bx_pass_table(pass, &table, arena));
	BX_TRY(bx_prolog_read(pass, arena, &pr, err));
	BX_TRY(bx_reader_new(&o.x.rd, &table, &pass->items.source, arena, err));
	bx_reader_pieces(o.x.rd);
	o.begin = out->len;
	o.tags = bx_arena_zalloc(arena, (table.n_rows + 1) * sizeof(Tag));
	if (o.tags == NULL)
		return bx_fail_nomem(err, table.n_rows * sizeof(Tag));
	if (opt->indent > 0)
	{
		o.plain = bx_arena_zalloc(arena, table.head.depth + 2);
		if (o.plain == NULL)
			return bx_fail_nomem(err, table.head.depth + 2);
		if (!(table.head.flags & BX_FLAG_DOCUMENT))
			BX_TRY(has_text(&o, 0, table.head.items_len, &o.plain[0]));
	}
	BX_TRY(bx_buf_reserve(out, n + n / 2, err));
	return put_all(&o, &pr);
}

BxStatus
bx_text_read(BxStore *store, const BxTextOptions *options, const BxHost *host, BxBuf *out, BxError *err)
{
	static const BxTextOptions plain = {0};
	BxArena arena;
	BxWindow look;
	BxPass pass;
	BxStatus st;

	bx_arena_init(&arena, host);
	st = bx_pass_open(&pass, store, &arena, err);
	if (st == BX_OK)
	{
		bx_window_open(&look, &pass.img, false);
		st = write_value(&pass, &look, options ? options : &plain, &arena, out, err);
		bx_window_close(&look);
	}
	bx_pass_close(&pass);
	bx_arena_reset(&arena);
	return st;
}

BxStatus
bx_text_write(const uint8_t *v, size_t n, const BxTextOptions *options, const BxHost *host, BxBuf *out,
			  BxError *err)
{
	BxStore store;

	bx_store_memory(&store, v, n);
	return bx_text_read(&store, options, host, out, err);
}
