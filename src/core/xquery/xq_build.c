/*
 * xq_build.c -- sources evaluated: constructors and copies of nodes to a content value, attributes beside it.
 *
 * New content is handed to the assembler of rows (build/bx_assemble.h), which checks what makes it well-formed and
 * declares prefixes where they are missing.  The labels it wants are counted here.  Copies of nodes are values that are
 * walked, since the constructors around them are still open.
 */
#include "xq_int.h"

#include "../ordpath/bx_ordpath.h"
#include "../read/bx_walk.h"
#include "../value/bx_value.h"
#include "../build/bx_assemble.h"

/* What has come below an open element, or at the top. */
typedef struct Level
{
	size_t label_n;
	uint32_t n[3]; /* by BxOrdpathLine */
	bool content;  /* something other than an attribute */
} Level;

typedef struct Builder
{
	const XqBuild *call;
	BxAssembler *rows;
	BxBuf label;
	Level *levels;
	uint32_t n_levels, cap_levels;
	BxBuf attrs; /* XqAttribute */
	uint32_t pos;
	bool atom; /* the item before was an atomic value */
} Builder;

static BxError *
err_of(const Builder *b)
{
	return b->call->err;
}

static BxStatus
rows(Builder *b, BxStatus st)
{
	if (st != BX_OK)
		*err_of(b) = *bx_assembler_error(b->rows);
	return st;
}

static Level *
top(Builder *b)
{
	return &b->levels[b->n_levels - 1];
}

/* Put one string into memory that lasts. */
static BxStatus
keep(Builder *b, BxStr s, BxStr *kept)
{
	char *p = bx_arena_alloc(b->call->keep, s.n + 1);

	if (p == NULL)
		return bx_fail_nomem(err_of(b), s.n);
	if (s.n > 0)
		memcpy(p, s.s, s.n);
	*kept = (BxStr){p, s.n};
	return BX_OK;
}

/* ---- rows ---- */

/* The next row on a line of the innermost level; its label is that of the level and one part. */
static BxStatus
add_row(Builder *b, BxAssembleRow *row, BxOrdpathLine line)
{
	Level *l = top(b);

	l->content = l->content || line == BX_LINE_CHILD;
	b->label.len = l->label_n;
	BX_TRY(bx_ordpath_append(&b->label, line, l->n[line]++, err_of(b)));
	row->label = b->label.data;
	row->label_n = b->label.len;
	return rows(b, bx_assembler_add(b->rows, row));
}

static BxStatus
open_level(Builder *b)
{
	size_t label_n = b->label.len;

	if (b->n_levels == b->cap_levels)
	{
		const BxHost *h = b->call->host;
		uint32_t cap = b->cap_levels > 0 ? b->cap_levels * 2 : 16;
		Level *grown = h->resize(h->ctx, b->levels, cap * sizeof(Level));

		if (grown == NULL)
			return bx_fail_nomem(err_of(b), cap * sizeof(Level));
		b->levels = grown;
		b->cap_levels = cap;
	}
	b->n_levels++;
	*top(b) = (Level){.label_n = label_n};
	return BX_OK;
}

/* An element, with a text when that is all its content. */
static BxStatus
add_element(Builder *b, const XpEmbedName *name, BxStr text)
{
	BxAssembleRow row = {.kind = BX_KIND_ELEMENT,
						 .prefix = name->prefix,
						 .uri = name->uri,
						 .name = name->local,
						 .value = text,
						 .has_value = text.n > 0};

	BX_TRY(add_row(b, &row, BX_LINE_CHILD));
	return open_level(b);
}

static BxStatus
add_namespace(Builder *b, BxStr prefix, BxStr uri)
{
	BxAssembleRow row = {.kind = BX_KIND_NAMESPACE, .name = prefix, .value = uri};

	return add_row(b, &row, BX_LINE_NAMESPACE);
}

/* Attributes at the top are not content: the change takes them apart from it. */
static BxStatus
add_attribute(Builder *b, const XpEmbedName *name, BxStr value)
{
	BxAssembleRow row = {.kind = BX_KIND_ATTRIBUTE,
						 .prefix = name->prefix,
						 .uri = name->uri,
						 .name = name->local,
						 .value = value};
	XqAttribute a;

	if (top(b)->content)
		return bx_fail(err_of(b), BX_E_UPDATE, b->pos, "%s",
					   b->n_levels > 1 ? "XQTY0024: attribute follows content of its element"
									   : "XUTY0004: attribute follows other nodes to be inserted");
	if (b->n_levels > 1)
		return add_row(b, &row, BX_LINE_ATTRIBUTE);
	BX_TRY(keep(b, name->prefix, &a.name.prefix));
	BX_TRY(keep(b, name->uri, &a.name.uri));
	BX_TRY(keep(b, name->local, &a.name.local));
	BX_TRY(keep(b, value, &a.value));
	return bx_buf_append(&b->attrs, &a, sizeof(a), err_of(b));
}

static BxStatus
add_text(Builder *b, BxStr text)
{
	BxAssembleRow row = {.kind = BX_KIND_TEXT, .value = text};

	return text.n > 0 ? add_row(b, &row, BX_LINE_CHILD) : BX_OK;
}

static BxStatus
add_comment(Builder *b, BxStr text)
{
	BxAssembleRow row = {.kind = BX_KIND_COMMENT, .value = text};

	return add_row(b, &row, BX_LINE_CHILD);
}

/* White space in front of the data does not belong to it. */
static BxStatus
add_pi(Builder *b, BxStr target, BxStr data)
{
	BxAssembleRow row = {.kind = BX_KIND_PI, .name = target, .value = bx_str_trim_start(data)};

	return add_row(b, &row, BX_LINE_CHILD);
}

/* ---- copies of nodes ---- */

static void
name_of(const BxTable *t, const BxInfo *info, XpEmbedName *name)
{
	const BxNameInfo *n = &t->names[t->shapes[info->ev.shape].name];
	const BxPair *pair = &t->pairs[n->pair];

	name->prefix = (BxStr){pair->prefix, pair->prefix_len};
	name->uri = (BxStr){pair->uri, pair->uri_len};
	name->local = (BxStr){n->local, n->len};
}

static BxStatus
value_of(Builder *b, BxWalk *walk, const BxInfo *info, char *buf, bool *found, BxStr *value)
{
	const uint8_t *p;
	uint32_t n;

	*value = (BxStr){"", 0};
	BX_TRY(bx_walk_value(walk, info, found, &p, &n));
	if (!*found || n == 0)
		return BX_OK;
	value->s = bx_value_text(p, n, buf, &n);
	value->n = n;
	return value->s != NULL ? BX_OK
							: bx_fail(err_of(b), BX_E_CORRUPT, info->ev.off, "invalid value of a node");
}

/* One item of a copy, `base` levels being open around it. */
static BxStatus
copy_item(Builder *b, const BxTable *t, BxWalk *walk, const BxInfo *info, uint32_t base)
{
	char buf[BX_VALUE_TEXT_MAX];
	XpEmbedName name;
	BxStr value;
	bool found;

	while (b->n_levels > base + info->ev.level - 1)
		b->n_levels--;
	if (info->ev.kind == BX_EV_NAMESPACE)
	{
		const BxPair *pair = &t->pairs[t->shapes[info->ev.shape].name];

		return add_namespace(b, (BxStr){pair->prefix, pair->prefix_len}, (BxStr){pair->uri, pair->uri_len});
	}
	BX_TRY(value_of(b, walk, info, buf, &found, &value));
	switch (info->ev.kind)
	{
		case BX_EV_TEXT: return add_text(b, value);
		case BX_EV_COMMENT: return add_comment(b, value);
		default: name_of(t, info, &name);
	}
	if (info->ev.kind == BX_EV_ATTRIBUTE)
		return add_attribute(b, &name, value);
	if (info->ev.kind == BX_EV_PI)
		return add_pi(b, name.local, value);
	return add_element(b, &name, value);
}

static BxStatus
copy_value(Builder *b, const uint8_t *v, size_t n, BxArena *arena)
{
	uint32_t base = b->n_levels;
	BxSource src;
	BxTable table;
	BxWalk *walk;
	BxInfo info;

	BX_TRY(bx_table_open(&table, arena, v, n, n, err_of(b)));
	bx_source_memory(&src, v + table.head.items_off, table.head.items_len);
	BX_TRY(bx_walk_new(&walk, &table, &src, NULL, arena, err_of(b)));
	for (;;)
	{
		BX_TRY(bx_walk_next(walk, &info));
		if (info.ev.kind == BX_EV_DONE)
			break;
		BX_TRY(copy_item(b, &table, walk, &info, base));
	}
	b->n_levels = base;
	return BX_OK;
}

static BxStatus
copy_tree(Builder *b, const XpItem *item)
{
	const BxHost *h = b->call->host;
	BxArena arena;
	uint8_t *data = NULL;
	BxStatus st;
	size_t n;

	BX_TRY(xp_session_value(b->call->session, item, b->call->options, XP_SCOPE_ALL, &data, &n));
	bx_arena_init(&arena, h);
	st = copy_value(b, data + b->call->options->reserve, n, &arena);
	bx_arena_reset(&arena);
	h->release(h->ctx, data);
	return st;
}

static BxStatus
copy_attribute(Builder *b, const XpItem *item)
{
	XpEmbedName name;
	BxStr value;

	xp_session_name(b->call->session, item, &name.prefix, &name.uri, &name.local);
	BX_TRY(xp_session_text(b->call->session, item, &value));
	return add_attribute(b, &name, value);
}

/* Nodes are copied, atomic values next to each other become one text with spaces. */
static BxStatus
add_item(Builder *b, const XpItem *item)
{
	bool atom = b->atom;
	XpNodePlace place;
	BxStr text;

	b->atom = !xp_is_node(item);
	if (!b->atom)
	{
		place = xp_session_place(item);
		if (place.part == XP_PLACE_NAMESPACE)
			return bx_fail(err_of(b), BX_E_UNSUPPORTED, b->pos, "namespace nodes cannot be inserted");
		if (place.kind == BX_KIND_ATTRIBUTE)
			return copy_attribute(b, item);
		if (place.kind != BX_KIND_TEXT)
			return copy_tree(b, item);
	}
	BX_TRY(xp_session_text(b->call->session, item, &text));
	if (b->atom && atom)
		BX_TRY(add_text(b, (BxStr){" ", 1}));
	return add_text(b, text);
}

static BxStatus
add_items(Builder *b, uint32_t root)
{
	XpItems items;
	XpItem item;
	bool found;

	BX_TRY(xp_session_exact(b->call->session, root, &item, &found));
	if (found)
		return add_item(b, &item);
	BX_TRY(xp_session_items(b->call->session, root, &items));
	for (;;)
	{
		BX_TRY(xp_session_pull(b->call->session, &items, &item, &found));
		if (!found)
			return BX_OK;
		BX_TRY(add_item(b, &item));
	}
}

/* ---- constructors ---- */

/* Literals and expressions as one string. */
static BxStatus
build_string(Builder *b, const XqExpr *parts, BxBuf *out)
{
	const XqExpr *s;

	for (s = parts; s != NULL; s = s->next)
	{
		b->pos = s->pos;
		if (s->kind == XQ_LITERAL)
			BX_TRY(bx_buf_append(out, s->text.s, s->text.n, err_of(b)));
		else
			BX_TRY(xp_session_join(b->call->session, s->root, out));
	}
	return BX_OK;
}

static BxStatus
add_string(Builder *b, const XqExpr *s, BxStr text)
{
	switch (s->kind)
	{
		case XQ_ATTRIBUTE: return add_attribute(b, &s->name, text);
		case XQ_TEXT: return add_text(b, text);
		case XQ_COMMENT: return add_comment(b, text);
		default: return add_pi(b, s->name.local, text);
	}
}

static BxStatus build_part(Builder *b, const XqExpr *s);

static BxStatus
build_parts(Builder *b, const XqExpr *first)
{
	const XqExpr *s;

	for (s = first; s != NULL; s = s->next)
		BX_TRY(build_part(b, s));
	return BX_OK;
}

static BxStatus
build_element(Builder *b, const XqExpr *s)
{
	BX_TRY(add_element(b, &s->name, (BxStr){"", 0}));
	BX_TRY(build_parts(b, s->parts));
	b->n_levels--;
	return BX_OK;
}

static BxStatus
build_enclosed(Builder *b, const XqExpr *s)
{
	BX_TRY(build_parts(b, s->parts));
	b->atom = false;
	return BX_OK;
}

static BxStatus
build_string_part(Builder *b, const XqExpr *s)
{
	BxBuf text;
	BxStatus st;

	bx_buf_init(&text, b->call->host);
	st = build_string(b, s->parts, &text);
	b->pos = s->pos;
	if (st == BX_OK)
		st = add_string(b, s, (BxStr){text.len > 0 ? (const char *) text.data : "", text.len});
	bx_buf_free(&text);
	return st;
}

/* Recursion is bounded by the nesting the parser allows. */
static BxStatus
build_part(Builder *b, const XqExpr *s)
{
	BX_TRY(bx_poll(b->call->host));
	b->pos = s->pos;
	if (s->kind != XQ_EXPR && s->kind != XQ_PARTS)
		b->atom = false;
	switch (s->kind)
	{
		case XQ_EXPR: return add_items(b, s->root);
		case XQ_LITERAL: return add_text(b, s->text);
		case XQ_ELEMENT: return build_element(b, s);
		case XQ_NAMESPACE: return add_namespace(b, s->name.local, s->name.uri);
		case XQ_PARTS: return build_parts(b, s->parts);
		case XQ_ENCLOSED: return build_enclosed(b, s);
		default: return build_string_part(b, s);
	}
}

/* ---- the whole ---- */

/* What was assembled goes to memory that lasts as long as the edit. */
static BxStatus
finish(Builder *b, XqContent *content)
{
	const BxHost *h = b->call->host;
	uint8_t *data, *kept;
	size_t n;

	content->n_attrs = (uint32_t) (b->attrs.len / sizeof(XqAttribute));
	content->attrs = bx_arena_alloc(b->call->keep, b->attrs.len + 1);
	if (content->attrs == NULL)
		return bx_fail_nomem(err_of(b), b->attrs.len);
	if (b->attrs.len > 0)
		memcpy(content->attrs, b->attrs.data, b->attrs.len);
	content->value = NULL;
	content->value_n = 0;
	if (!top(b)->content)
		return BX_OK;
	BX_TRY(rows(b, bx_assembler_finish(b->rows, &data, &n)));
	kept = bx_arena_alloc(b->call->keep, n);
	if (kept == NULL)
		return bx_fail_nomem(err_of(b), n);
	memcpy(kept, data + b->call->options->reserve, n);
	h->release(h->ctx, data);
	content->value = kept;
	content->value_n = n;
	return BX_OK;
}

static BxStatus
build(Builder *b, const XqExpr *source, XqContent *content)
{
	b->rows = bx_assembler_new(b->call->host, b->call->options, err_of(b));
	if (b->rows == NULL)
		return BX_E_NOMEM;
	BX_TRY(open_level(b));
	BX_TRY(build_part(b, source));
	return finish(b, content);
}

BxStatus
xq_build(const XqBuild *call, const XqExpr *expr, XqContent *content)
{
	Builder b = {.call = call};
	BxStatus st;

	bx_buf_init(&b.label, call->host);
	bx_buf_init(&b.attrs, call->host);
	st = build(&b, expr, content);
	bx_assembler_free(b.rows);
	bx_buf_free(&b.label);
	bx_buf_free(&b.attrs);
	call->host->release(call->host->ctx, b.levels);
	return st;
}
