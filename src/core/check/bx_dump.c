/*
 * bx_dump.c -- a value as lines of text.
 *
 * Lines are made in a fixed buffer and appended to the output; strings of the value go through show_string, which
 * keeps a line a line whatever they hold.
 */
#include "../base/bx_core_int.h"

#include <stdarg.h>
#include <stdio.h>

#include "../ordpath/bx_ordpath.h"
#include "../value/bx_value.h"
#include "../read/bx_value_list.h"
#include "bx_dump.h"
#include "../read/bx_exception.h"
#include "../read/bx_reader.h"
#include "../read/bx_used.h"
#include "../store/bx_window.h"

#define SHOW_MAX 120  /* bytes of a value shown */
#define PLACES_MAX 8  /* offsets shown of a list */
#define INDENT_MAX 20 /* levels of indentation shown */
#define POLL_EVERY 4096
#define TAKE_SIZE 65536 /* bytes of output after which they are handed on */

typedef struct Dump
{
	BxReadAll pass;
	const BxHost *host;
	BxDumpTake take;
	void *ctx;
	BxTable t;
	const BxUsed *used; /* rows and namespaces to show; NULL: all */
	BxBuf *out;
	BxError *err;
	BxStatus status; /* the first failed append; later ones do nothing */
} Dump;

static const char *const kind_names[] = {"extended", "element", "leaf", "attribute",
										 "text",     "comment", "pi",   "namespace"};

static void put(Dump *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void
put_bytes(Dump *d, const void *s, size_t n)
{
	bx_buf_add(d->out, s, n, &d->status, d->err);
}

/* Formatted text of at most 200 bytes. */
static void
put(Dump *d, const char *fmt, ...)
{
	char line[200];
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(line, sizeof(line), fmt, args);
	va_end(args);
	put_bytes(d, line, (size_t) n < sizeof(line) ? (size_t) n : sizeof(line) - 1);
}

/* Where to cut s to show at most max bytes: never inside a character. */
static size_t
cut(const uint8_t *s, size_t n, size_t max)
{
	if (n <= max)
		return n;
	while (max > 0 && (s[max] & 0xC0) == 0x80)
		max--;
	return max;
}

/* A quoted string; control characters, quotes and backslashes are escaped, long ones are cut. */
static void
show_string(Dump *d, const void *str, size_t n)
{
	const uint8_t *s = str;
	size_t shown = cut(s, n, SHOW_MAX);
	size_t i, from = 0;

	put_bytes(d, "\"", 1);
	for (i = 0; i < shown; i++)
	{
		if (s[i] >= 0x20 && s[i] != 0x7F && s[i] != '"' && s[i] != '\\')
			continue;
		put_bytes(d, s + from, i - from);
		from = i + 1;
		if (s[i] == '\n')
			put(d, "\\n");
		else if (s[i] == '\t')
			put(d, "\\t");
		else if (s[i] == '"' || s[i] == '\\')
			put(d, "\\%c", s[i]);
		else
			put(d, "\\x%02X", s[i]);
	}
	put_bytes(d, s + from, shown - from);
	put_bytes(d, "\"", 1);
	if (shown < n)
		put(d, "... (%zu bytes)", n);
}

static void
show_name(Dump *d, uint32_t pair, const char *local, uint32_t len)
{
	if (pair < d->t.n_pairs && d->t.pairs[pair].prefix_len > 0)
	{
		put_bytes(d, d->t.pairs[pair].prefix, d->t.pairs[pair].prefix_len);
		put_bytes(d, ":", 1);
	}
	put_bytes(d, local, len);
}

/* Does a shape have a name, or declare a namespace? */
static bool
is_named(uint8_t kind)
{
	return kind != BX_KIND_TEXT && kind != BX_KIND_COMMENT;
}

/* The name of a shape: QName, or the declaration of a namespace; nothing for text and comments. */
static void
show_shape_name(Dump *d, const BxShape *shape)
{
	const BxNameInfo *name;
	const BxPair *pair;

	if (!is_named(shape->kind))
		return;
	put_bytes(d, " ", 1);
	if (shape->kind == BX_KIND_NAMESPACE)
	{
		pair = &d->t.pairs[shape->name];
		put_bytes(d, "xmlns:", pair->prefix_len > 0 ? 6 : 5);
		put_bytes(d, pair->prefix, pair->prefix_len);
		put_bytes(d, " = ", 3);
		show_string(d, pair->uri, pair->uri_len);
		return;
	}
	name = &d->t.names[shape->name];
	show_name(d, name->pair, name->local, name->len);
}

static void
show_flag(Dump *d, uint32_t flags, uint32_t bit, const char *name)
{
	if (flags & bit)
		put(d, " %s", name);
}

static void
dump_header(Dump *d)
{
	const BxHeader *h = &d->t.head;

	put(d, "value: %u bytes, format version %d, flags 0x%02X", h->plain_total, d->pass.img.v[0] & 0x0F,
		h->flags);
	put(d, " %s", h->flags & BX_FLAG_NAMES ? "names" : "paths");
	show_flag(d, h->flags, BX_FLAG_DOCUMENT, "document");
	show_flag(d, h->flags, BX_FLAG_EXT, "extensions");
	show_flag(d, h->flags, BX_FLAG_CONSTANTS, "constants");
	show_flag(d, h->flags, BX_FLAG_HEAP, "heap");
	put(d, ", depth %u, fingerprint %08x\n", h->depth, h->fingerprint);
	put(d, "table: offset %u, %u bytes, %u namespaces, %u names, %u rows\n", h->table_off, h->table_len,
		d->t.n_pairs > BX_PAIR_FIRST ? d->t.n_pairs - BX_PAIR_FIRST : 0, d->t.n_names, d->t.n_shapes);
	if (d->used != NULL)
		put(d, "vocabulary: what only its other documents have is left out\n");
}

static void
dump_pairs(Dump *d)
{
	uint32_t i;

	for (i = BX_PAIR_FIRST; i < d->t.n_pairs; i++)
	{
		if (d->used != NULL && !d->used->pairs[i])
			continue;
		put(d, "  namespace %u: ", i);
		show_string(d, d->t.pairs[i].prefix, d->t.pairs[i].prefix_len);
		put_bytes(d, " = ", 3);
		show_string(d, d->t.pairs[i].uri, d->t.pairs[i].uri_len);
		put_bytes(d, "\n", 1);
	}
}

static void
dump_shapes(Dump *d)
{
	uint32_t i;

	for (i = 0; i < d->t.n_shapes && d->status == BX_OK; i++)
	{
		const BxShape *shape = &d->t.shapes[i];

		if (d->used != NULL && is_named(shape->kind) && !d->used->shapes[i])
			continue;
		put(d, "  row %u: %s", i, kind_names[shape->kind & BX_KIND_MASK]);
		show_shape_name(d, shape);
		if (shape->parent != BX_SHAPE_NONE)
			put(d, " in row %u", shape->parent);
		show_flag(d, shape->flags, BX_SHAPE_ONE, "one");
		show_flag(d, shape->flags, BX_SHAPE_CLEAN, "clean");
		show_flag(d, shape->flags, BX_SHAPE_TYPED, "typed");
		show_flag(d, shape->flags, BX_SHAPE_MIXED, "mixed");
		put_bytes(d, "\n", 1);
	}
}

static void
show_value(Dump *d, uint8_t kind, const void *bytes, uint32_t n)
{
	const uint8_t *payload = bytes;
	char buf[BX_VALUE_TEXT_MAX];
	BxValue value;

	if (!bx_kind_has_value(kind) || !bx_value_is_typed(payload, n))
	{
		show_string(d, payload, n);
		return;
	}
	if (!bx_value_decode(payload, n, &value))
	{
		put(d, "damaged typed value, tag 0x%02X, %u bytes", payload[0], n);
		return;
	}
	put(d, "%s ", at_types[value.type].name.s);
	show_string(d, buf, bx_value_format(&value, buf));
}

static void
dump_constants(Dump *d)
{
	uint32_t i;

	for (i = 0; i < d->t.n_consts && d->status == BX_OK; i++)
	{
		const BxConstInfo *k = &d->t.consts[i];

		put(d, "  constant %u: row %u = ", i, k->shape);
		show_value(d, d->t.shapes[k->shape].kind, k->payload, k->len);
		put_bytes(d, "\n", 1);
	}
}

static void
dump_item(Dump *d, const BxEvent *ev)
{
	int indent = (int) (ev->level - 1 < INDENT_MAX ? ev->level - 1 : INDENT_MAX) * 2;

	put(d, "%8u %3u %*s%s", d->t.head.items_off + ev->off, ev->level, indent, "",
		kind_names[ev->kind & BX_KIND_MASK]);
	show_shape_name(d, &d->t.shapes[ev->shape]);
	if (ev->kind == BX_EV_ELEMENT)
		put(d, " (%u bytes)", ev->len);
	else if (ev->kind != BX_EV_NAMESPACE)
	{
		put_bytes(d, " = ", 3);
		show_value(d, (uint8_t) ev->kind, ev->payload, ev->len);
		if (ev->constant)
			put(d, " (constant)");
		if (ev->heap)
			put(d, " (heap %u)", ev->content - d->t.head.items_len);
	}
	put_bytes(d, "\n", 1);
}

static BxStatus
dump_items(Dump *d, BxArena *arena)
{
	BxReader *rd;
	BxEvent ev;
	BxStatus st;

	put(d, "items: offset %u, %u bytes\n", d->t.head.items_off, d->t.head.items_len);
	if (d->t.head.heap_len > 0)
		put(d, "heap: offset %u, %u bytes\n", d->t.head.items_off + d->t.head.items_len, d->t.head.heap_len);
	st = bx_reader_new(&rd, &d->t, &d->pass.items.source, arena, d->err);
	if (st == BX_OK)
		bx_reader_pieces(rd);
	while (st == BX_OK && d->status == BX_OK)
	{
		st = bx_reader_next(rd, &ev);
		if (st != BX_OK || ev.kind == BX_EV_DONE)
			break;
		if (ev.kind == BX_EV_END)
			continue;
		dump_item(d, &ev);
		if (d->take != NULL && d->out->len > TAKE_SIZE)
			d->take(d->ctx, d->out);
		if (bx_reader_items(rd) % POLL_EVERY == 0)
			st = bx_poll(d->host);
	}
	return st != BX_OK ? st : d->status;
}

/* The body of a section, whose line is begun; NULL: the value has none. */
static BxStatus
begin_section(Dump *d, BxArena *arena, const BxSection *s, const uint8_t **body, uint32_t *len)
{
	uint32_t off;

	BX_TRY(bx_read_all_ext(&d->pass, s->code, arena, body, &off, len));
	if (*body != NULL)
		put(d, "extension %u (%s): offset %u, %u bytes: ", s->code, s->name, off, *len);
	return d->status;
}

static BxStatus
dump_text(Dump *d, BxArena *arena, const BxSection *s)
{
	const uint8_t *body;
	uint32_t len;
	BxBuf label;
	BxStatus st = BX_OK;

	BX_TRY(begin_section(d, arena, s, &body, &len));
	if (body == NULL)
		return BX_OK;
	if (s->code == BX_EXT_ROOT)
	{
		bx_buf_init(&label, d->host);
		st = bx_ordpath_print(body, len, &label, d->err);
		show_string(d, label.data, label.len);
		bx_buf_free(&label);
	}
	else
		show_string(d, body, len);
	put_bytes(d, "\n", 1);
	return st != BX_OK ? st : d->status;
}

/* ---- label exceptions ---- */

static BxStatus
show_label(Dump *d, const uint8_t *p, size_t n)
{
	BX_TRY(d->status);
	d->status = bx_ordpath_print(p, n, d->out, d->err);
	return d->status;
}

/* What an entry is about. */
static void
show_place(Dump *d, const BxException *e, bool marks)
{
	static const char *const lines[] = {"declaration", "attribute", "child"};
	static const char *const kinds[] = {"greatest", "least", "greatest behind a caret",
										"least behind a caret"};

	if (marks)
		put(d, "    %s, %s: ", lines[e->line], e->index < BX_MARKS ? kinds[e->index] : "unknown");
	else
		put(d, "    %s %u: ", lines[e->line], e->index);
}

/* One per line: label of the parent, index, level. */
static BxStatus
dump_entries(Dump *d, const BxExceptions *x, bool marks)
{
	BxExceptionParent parent;
	BxException e;
	uint32_t i, k;

	for (i = 0; i < x->n_parents; i++)
	{
		BX_TRY(bx_poll(d->host));
		BX_TRY(bx_exceptions_parent(x, i, &parent));
		put(d, "  below \"");
		BX_TRY(show_label(d, parent.label, parent.label_n));
		put(d, "\":\n");
		for (k = parent.first; k < parent.end; k++)
		{
			BX_TRY(bx_exceptions_get(x, k, &e));
			show_place(d, &e, marks);
			BX_TRY(show_label(d, e.level, e.level_n));
			put(d, "\n");
		}
	}
	return d->status;
}

static BxStatus
dump_labels(Dump *d, BxArena *arena, const BxSection *s)
{
	bool marks = s->code == BX_EXT_MARKS;
	BxExceptions x;

	BX_TRY((marks ? bx_marks_open_pass : bx_exceptions_open_pass)(&x, &d->pass, arena, d->err));
	if (x.n == 0)
		return d->status;
	put(d, "extension %d (%s): offset %u, %u\n", s->code, s->name, x.off, x.n);
	return dump_entries(d, &x, marks);
}

/* ---- directories ---- */

static BxStatus
dump_counts(Dump *d, BxDirs *dirs, BxArena *arena)
{
	uint32_t *counts = bx_arena_alloc(arena, (d->t.n_shapes + (size_t) 1) * sizeof(uint32_t));
	uint32_t i;

	if (counts == NULL)
		return bx_fail_nomem(d->err, d->t.n_shapes * sizeof(uint32_t));
	BX_TRY(bx_dir_counts(dirs, d->t.n_shapes, counts));
	for (i = 0; i < d->t.n_shapes && d->status == BX_OK; i++)
		put(d, "  row %u: %u\n", i, counts[i]);
	return d->status;
}

/* Offsets are shown as those of items are: from the start of the value. */
static BxStatus
dump_lists(Dump *d, BxDirs *dirs)
{
	BxDirList list;
	uint32_t i, k;
	bool found;

	for (i = 0; i < d->t.n_shapes && d->status == BX_OK; i++)
	{
		BX_TRY(bx_dir_list(dirs, i, &list, &found));
		if (!found)
			continue;
		put(d, "  row %u: %u items at", i, list.count);
		for (k = 0; k < PLACES_MAX && list.at != UINT32_MAX; k++)
		{
			put(d, " %u", d->t.head.items_off + list.at);
			BX_TRY(bx_dir_list_next(&list));
		}
		put(d, list.at != UINT32_MAX ? " ...\n" : "\n");
	}
	return d->status;
}

static BxStatus
dump_children(Dump *d, BxDirs *dirs)
{
	uint32_t i, n, parent, key, number, at = 0, k;
	BxDirGroup g;

	BX_TRY(bx_dir_entries(dirs, &n));
	for (i = 0; i < n && d->status == BX_OK; i++)
	{
		BX_TRY(bx_dir_entry(dirs, i, &parent, &key, &g));
		if (parent == 0)
			put(d, "  document: %u", g.count);
		else
			put(d, "  element at %u: %u", d->t.head.items_off + parent - 1, g.count);
		if (key == BX_DIR_KEY_ALL)
			put(d, " children, every %uth at", g.mask + 1);
		else
			put(d, " children of row %u, every %uth at", key - 1, g.mask + 1);
		for (k = 1; k <= PLACES_MAX && k <= g.n_samples; k++)
		{
			BX_TRY(bx_dir_sample(dirs, &g, k * (g.mask + 1), &number, &at));
			put(d, " %u", d->t.head.items_off + at);
		}
		put(d, k <= g.n_samples ? " ...\n" : "\n");
	}
	return d->status;
}

/* The first entries of a list, by their places. */
static BxStatus
dump_value_list(Dump *d, BxDirs *dirs, const BxValueList *l)
{
	const BxKeyRange all = {0, UINT64_MAX};
	BxHit hits[PLACES_MAX];
	uint32_t n = l->form.n < PLACES_MAX ? l->form.n : PLACES_MAX, i;

	put(d, "  row %u: %u entries of %u bytes, %u bits to check, in places of %lu bytes at", l->form.shape,
		l->form.n, l->form.width, l->form.check, 1ul << l->form.shift);
	BX_TRY(bx_value_list_hits(dirs, l, &all, 0, n, hits, &n));
	for (i = 0; i < n; i++)
		put(d, " %u", d->t.head.items_off + hits[i].low);
	put(d, n < l->form.n ? " ...\n" : "\n");
	return d->status;
}

static BxStatus
dump_value_lists(Dump *d, BxDirs *dirs)
{
	BxValueList l;
	uint32_t n, i;

	BX_TRY(bx_value_lists(dirs, &n));
	for (i = 0; i < n; i++)
	{
		BX_TRY(bx_value_list(dirs, i, &l));
		BX_TRY(dump_value_list(d, dirs, &l));
	}
	return BX_OK;
}

static BxStatus
dump_directory(Dump *d, BxArena *arena, const BxSection *s)
{
	const BxHeader *h = &d->t.head;
	const int i = s->code == BX_EXT_VALUES ? 3 : s->code - BX_EXT_OFFSETS;
	const uint8_t *ext;
	BxDirs dirs;

	if ((bx_dirs_present(h, d->pass.img.v) & 1u << i) == 0)
		return BX_OK;
	BX_TRY(bx_image_ext(&d->pass.img, h->ext_off, h->plain_total - h->ext_off, arena, &ext));
	BX_TRY(bx_dirs_open_memory(&dirs, h, d->pass.img.v, ext, d->err));
	put(d, "extension %d (%s): offset %u, %u bytes\n", s->code, s->name, dirs.off[i], dirs.len[i]);
	switch (s->code)
	{
		case BX_EXT_OFFSETS: return dump_lists(d, &dirs);
		case BX_EXT_CHILDREN: return dump_children(d, &dirs);
		case BX_EXT_COUNTS: return dump_counts(d, &dirs, arena);
		default: return dump_value_lists(d, &dirs);
	}
}

/* ---- annotations ---- */

static BxStatus
dump_annotations(Dump *d, BxArena *arena, const BxSection *s)
{
	uint32_t len, n = 0, shape, type, i;
	const uint8_t *body, *p;

	BX_TRY(begin_section(d, arena, s, &body, &len));
	if (body == NULL)
		return BX_OK;
	put_bytes(d, "schema ", 7);
	for (i = 0; i < BX_ANNOTATIONS_ID && i < len; i++)
		put(d, "%02x", body[i]);
	put_bytes(d, "\n", 1);
	p = len < BX_ANNOTATIONS_ID ? NULL : bx_varint_get(body + BX_ANNOTATIONS_ID, body + len, &n);
	for (i = 0; i < n && p != NULL && d->status == BX_OK; i++)
	{
		p = bx_varint_get(p, body + len, &shape);
		p = p != NULL ? bx_varint_get(p, body + len, &type) : NULL;
		if (p != NULL)
			put(d, "  row %u: type %u\n", shape, type);
	}
	return d->status;
}

/* ---- all ---- */

/* By row of bx_sections. */
static BxStatus (*const dumps[BX_SECTIONS])(Dump *d, BxArena *arena, const BxSection *s) = {
	[BX_ROW_LABELS] = dump_labels,     [BX_ROW_ROOT] = dump_text,
	[BX_ROW_DOCTYPE] = dump_text,      [BX_ROW_DECL] = dump_text,
	[BX_ROW_OFFSETS] = dump_directory, [BX_ROW_CHILDREN] = dump_directory,
	[BX_ROW_COUNTS] = dump_directory,  [BX_ROW_ANNOTATIONS] = dump_annotations,
	[BX_ROW_MARKS] = dump_labels,      [BX_ROW_VALUES] = dump_directory,
};

/* Find the rows that items have; up to the damage of a damaged value, which is reported with the item. */
static BxStatus
find_used(Dump *d, BxUsed *used, BxArena *arena)
{
	BxStatus st = bx_used_read(used, &d->t, &d->pass.items.source, arena, d->err);

	if (st != BX_OK && st != BX_E_CORRUPT)
		return st;
	bx_error_clear(d->err);
	d->used = used;
	return BX_OK;
}

static BxStatus
dump_all(Dump *d, BxStore *store, bool used_only, BxArena *arena)
{
	BxUsed used = {.each = NULL};
	int i;

	BX_TRY(bx_read_all_open(&d->pass, store, arena, d->err));
	BX_TRY(bx_read_all_table(&d->pass, &d->t, arena));
	if (used_only)
		BX_TRY(find_used(d, &used, arena));
	dump_header(d);
	dump_pairs(d);
	dump_shapes(d);
	dump_constants(d);
	BX_TRY(dump_items(d, arena));
	for (i = 0; i < BX_SECTIONS; i++)
		if (dumps[i] != NULL)
			BX_TRY(dumps[i](d, arena, &bx_sections[i]));
	return d->status;
}

BxStatus
bx_dump_read(BxStore *store, bool used_only, const BxHost *host, BxBuf *out, BxDumpTake take, void *ctx,
			 BxError *err)
{
	Dump d = {.host = host, .out = out, .take = take, .ctx = ctx, .err = err};
	BxArena arena;
	BxStatus st;

	bx_arena_init(&arena, host);
	st = dump_all(&d, store, used_only, &arena);
	bx_read_all_close(&d.pass);
	bx_arena_reset(&arena);
	return st;
}

BxStatus
bx_dump_write(const uint8_t *v, size_t n, const BxHost *host, BxBuf *out, BxError *err)
{
	BxStore store;

	bx_store_memory(&store, v, n);
	return bx_dump_read(&store, false, host, out, NULL, NULL, err);
}
