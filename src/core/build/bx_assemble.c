/*
 * bx_assemble.c -- rows back to a value: their places, and the calls they become.
 *
 * The label of the last row is kept; open elements are prefixes of it.  What a new label has in common with it says
 * which elements end, and the rest must be one level.  As declarations and attributes sort before children, order and
 * the mark of that level are all there is to check about the place of a row; the builder checks the rest.
 */
#include "../base/bx_core_int.h"

#include <stdio.h>

#include "../base/bx_array.h"
#include "../ordpath/bx_ordpath.h"
#include "bx_assemble.h"
#include "bx_build.h"

/* Bytes of a label that a message shows. */
#define SHOWN_LABEL 200

typedef struct Open
{
	size_t label_n; /* of the last row's label */
	bool value;     /* nothing else may come */
} Open;

/* The last level of an attribute's label, in levels. */
typedef struct Level
{
	size_t off;
	size_t n;
} Level;

struct BxAssembler
{
	const BxHost *host;
	BxBuilder *b;
	BxError err;

	BxBuf label; /* of the last row */
	size_t base_n;
	bool begun;
	const BxAssembleRow *row; /* errors name its label, unless the builder says which part it is about */

	Open *open;
	uint32_t n_open, cap_open;
	Level *attributes; /* of the start tag that is being built */
	uint32_t n_attributes, cap_attributes;
	BxBuf levels;
};

/* ---- errors ---- */

/* The label errors name. */
static BxStatus
error_label(const BxAssembler *a, BxBuf *label, BxError *err)
{
	uint32_t attribute;
	BxErrorSite error_site = bx_builder_error_site(a->b, &attribute);

	if (error_site == BX_ERROR_AT_CALL)
		return bx_buf_append(label, a->row->label, a->row->label_n, err);
	BX_TRY(bx_buf_append(label, a->label.data, a->open[a->n_open - 1].label_n, err));
	if (error_site == BX_ERROR_AT_TAG)
		return BX_OK;
	return bx_buf_append(label, a->levels.data + a->attributes[attribute].off, a->attributes[attribute].n,
						 err);
}

static BxStatus
name_label(BxAssembler *a, BxStatus st)
{
	BxBuf label, text;
	BxError ignored;

	bx_buf_init(&label, a->host);
	bx_buf_init(&text, a->host);
	if (error_label(a, &label, &ignored) == BX_OK &&
		bx_ordpath_print(label.data, label.len, &text, &ignored) == BX_OK)
		snprintf(a->err.detail, sizeof(a->err.detail), "At label \"%.*s%s\".",
				 text.len > SHOWN_LABEL ? SHOWN_LABEL : (int) text.len,
				 text.len > 0 ? (const char *) text.data : "", text.len > SHOWN_LABEL ? "..." : "");
	bx_buf_free(&label);
	bx_buf_free(&text);
	return st;
}

/* A formatted error that names the label. */
#define FAIL(a, st, ...) name_label(a, bx_fail(&(a)->err, st, -1, __VA_ARGS__))

/* Errors that are about a row name its label. */
static BxStatus
take_error(BxAssembler *a, BxStatus st)
{
	if (st == BX_OK)
		return st;
	a->err = *bx_builder_error(a->b);
	if (st == BX_E_SYNTAX_CONTENT || st == BX_E_COMMENT || st == BX_E_PI || st == BX_E_ARGUMENT)
		name_label(a, st);
	return st;
}

/* Return unless a call of the builder succeeds. */
#define BUILD(a, call) BX_TRY(take_error(a, call))

/* End the innermost element. */
static BxStatus
close_element(BxAssembler *a)
{
	BUILD(a, bx_builder_end(a->b));
	a->n_open--;
	return BX_OK;
}

/* ---- places ---- */

static BxStatus
no_parent(BxAssembler *a)
{
	return FAIL(a, BX_E_SYNTAX_CONTENT, "row has no parent among the rows before it");
}

/* What follows the first `up` bytes of the row's label must be one level. */
static BxStatus
take_level(BxAssembler *a, const BxAssembleRow *row, size_t up, BxOrdpathLine *line)
{
	const uint8_t *at = row->label + up, *end = row->label + row->label_n, *next;
	BxOrdpathPart part = {BX_LINE_INFINITY, 0};
	bool first = true, whole = false;

	for (; at < end; at = next, first = false)
	{
		next = bx_ordpath_part_get(at, end, &part);
		if (next == NULL)
			return bx_fail(&a->err, BX_E_CORRUPT, at - row->label, "label is damaged");
		if (whole)
			return no_parent(a);
		if (part.line == BX_LINE_INFINITY || (!first && part.line != BX_LINE_CHILD))
			break;
		if (first)
			*line = part.line;
		whole = (part.number & 1) != 0;
	}
	if (at < end || !whole)
		return FAIL(a, BX_E_ARGUMENT, "label is not that of a node");
	a->label.len = up;
	return bx_buf_append(&a->label, row->label + up, row->label_n - up, &a->err);
}

static BxStatus
begin(BxAssembler *a, const BxAssembleRow *row, BxOrdpathLine *line)
{
	bool has;

	if (row->label_n == 0)
		return FAIL(a, BX_E_ARGUMENT, "the document node is not a row");
	BX_TRY(bx_ordpath_check(row->label, row->label_n, BX_E_CORRUPT, &a->err));
	BX_TRY(bx_ordpath_parent(row->label, row->label_n, &has, &a->base_n, &a->err));
	BX_TRY(bx_buf_append(&a->label, row->label, a->base_n, &a->err));
	a->begun = true;
	return take_level(a, row, a->base_n, line);
}

/* Go from the last row to this one: end elements it is not in.  On which number line is it? */
static BxStatus
follow(BxAssembler *a, const BxAssembleRow *row, BxOrdpathLine *line)
{
	size_t n = row->label_n < a->label.len ? row->label_n : a->label.len;
	size_t same = 0, up;

	if (!a->begun)
		return begin(a, row, line);
	while (same < n && row->label[same] == a->label.data[same])
		same++;
	if (same == row->label_n && same == a->label.len)
		return FAIL(a, BX_E_SYNTAX_CONTENT, "two rows have the same label");
	if (same == row->label_n || (same < a->label.len && row->label[same] < a->label.data[same]))
		return FAIL(a, BX_E_SYNTAX_CONTENT, "rows are not in the order of their labels");
	while (a->n_open > 0 && a->open[a->n_open - 1].label_n > same)
		BX_TRY(close_element(a));
	up = a->n_open > 0 ? a->open[a->n_open - 1].label_n : a->base_n;
	return same < up ? no_parent(a) : take_level(a, row, up, line);
}

/* ---- rows ---- */

static BxStatus
before_child(BxAssembler *a)
{
	if (a->n_open > 0 && a->open[a->n_open - 1].value)
		return FAIL(a, BX_E_SYNTAX_CONTENT, "parent has a value and can have no other content");
	return BX_OK;
}

static BxStatus
needs_name(BxAssembler *a, const BxAssembleRow *row)
{
	return row->name.n > 0 ? BX_OK : FAIL(a, BX_E_ARGUMENT, "row needs a name");
}

static BxStatus
add_element(BxAssembler *a, const BxAssembleRow *row)
{
	BX_TRY(before_child(a));
	BX_TRY(needs_name(a, row));
	BX_ROOM(a->host, &a->err, a->open, a->n_open, a->cap_open);
	BUILD(a, bx_builder_start(a->b, row->prefix, row->uri, row->name));
	a->open[a->n_open++] = (Open){row->label_n, row->has_value};
	a->n_attributes = 0;
	a->levels.len = 0;
	if (row->has_value)
		BUILD(a, bx_builder_start_text(a->b, row->value));
	return BX_OK;
}

/* Declarations and attributes sort right behind their element, so its start tag is still open. */
static BxStatus
needs_element(BxAssembler *a, const char *what)
{
	return a->n_open > 0 ? BX_OK : FAIL(a, BX_E_SYNTAX_CONTENT, "%s without an element", what);
}

static BxStatus
add_namespace(BxAssembler *a, const BxAssembleRow *row)
{
	BX_TRY(needs_element(a, "namespace declaration"));
	BUILD(a, bx_builder_namespace(a->b, row->name, row->value));
	return BX_OK;
}

static BxStatus
add_attribute(BxAssembler *a, const BxAssembleRow *row)
{
	size_t up;

	BX_TRY(needs_element(a, "attribute"));
	BX_TRY(needs_name(a, row));
	BUILD(a, bx_builder_attribute(a->b, row->prefix, row->uri, row->name, row->value));
	up = a->open[a->n_open - 1].label_n;
	BX_ROOM(a->host, &a->err, a->attributes, a->n_attributes, a->cap_attributes);
	a->attributes[a->n_attributes++] = (Level){a->levels.len, row->label_n - up};
	return bx_buf_append(&a->levels, row->label + up, row->label_n - up, &a->err);
}

static BxStatus
add_text(BxAssembler *a, const BxAssembleRow *row)
{
	BX_TRY(before_child(a));
	BUILD(a, bx_builder_text(a->b, row->value));
	return BX_OK;
}

static BxStatus
add_comment(BxAssembler *a, const BxAssembleRow *row)
{
	BX_TRY(before_child(a));
	BUILD(a, bx_builder_comment(a->b, row->value));
	return BX_OK;
}

static BxStatus
add_pi(BxAssembler *a, const BxAssembleRow *row)
{
	BX_TRY(before_child(a));
	BX_TRY(needs_name(a, row));
	BUILD(a, bx_builder_pi(a->b, row->name, row->value));
	return BX_OK;
}

typedef struct Kind
{
	BxStatus (*add)(BxAssembler *a, const BxAssembleRow *row);
	const char *what;
	BxOrdpathLine line;
	bool named;
	bool qualified; /* may have prefix and namespace */
} Kind;

static const Kind kinds[] = {
	[BX_KIND_ELEMENT] = {add_element, "element", BX_LINE_CHILD, true, true},
	[BX_KIND_ATTRIBUTE] = {add_attribute, "attribute", BX_LINE_ATTRIBUTE, true, true},
	[BX_KIND_TEXT] = {add_text, "text", BX_LINE_CHILD, false, false},
	[BX_KIND_COMMENT] = {add_comment, "comment", BX_LINE_CHILD, false, false},
	[BX_KIND_PI] = {add_pi, "processing instruction", BX_LINE_CHILD, true, false},
	[BX_KIND_NAMESPACE] = {add_namespace, "namespace declaration", BX_LINE_NAMESPACE, true, false},
};

static BxStatus
add(BxAssembler *a, const BxAssembleRow *row)
{
	const Kind *k = row->kind < sizeof(kinds) / sizeof(kinds[0]) ? &kinds[row->kind] : &kinds[0];
	BxOrdpathLine line = BX_LINE_CHILD;

	if (k->add == NULL)
		return FAIL(a, BX_E_ARGUMENT, "unknown kind of row");
	if ((!k->named && row->name.n > 0) || (!k->qualified && row->prefix.n + row->uri.n > 0))
		return FAIL(a, BX_E_ARGUMENT, "%s has a name, prefix or namespace that it cannot have", k->what);
	BX_TRY(follow(a, row, &line));
	if (line != k->line)
		return FAIL(a, BX_E_ARGUMENT, "label is not that of a node of kind \"%s\"", k->what);
	return k->add(a, row);
}

/* ---- the whole ---- */

BxAssembler *
bx_assembler_new(const BxHost *host, const BxWriterOptions *options, BxError *err)
{
	BxAssembler *a = host->alloc(host->ctx, sizeof(BxAssembler));

	if (a == NULL)
	{
		bx_fail_nomem(err, sizeof(BxAssembler));
		return NULL;
	}
	memset(a, 0, sizeof(*a));
	a->host = host;
	bx_buf_init(&a->label, host);
	bx_buf_init(&a->levels, host);
	a->b = bx_builder_new(host, options, err);
	if (a->b == NULL)
	{
		bx_assembler_free(a);
		return NULL;
	}
	return a;
}

void
bx_assembler_free(BxAssembler *a)
{
	const BxHost *h;

	if (a == NULL)
		return;
	h = a->host;
	bx_builder_free(a->b);
	bx_buf_free(&a->label);
	bx_buf_free(&a->levels);
	h->release(h->ctx, a->open);
	h->release(h->ctx, a->attributes);
	h->release(h->ctx, a);
}

const BxError *
bx_assembler_error(const BxAssembler *a)
{
	return &a->err;
}

BxStatus
bx_assembler_add(BxAssembler *a, const BxAssembleRow *row)
{
	if (a->err.status != BX_OK)
		return a->err.status;
	a->row = row;
	return add(a, row);
}

BxStatus
bx_assembler_finish(BxAssembler *a, uint8_t **data, size_t *len)
{
	if (a->err.status != BX_OK)
		return a->err.status;
	while (a->n_open > 0)
		BX_TRY(close_element(a));
	BUILD(a, bx_builder_finish(a->b, data, len));
	return BX_OK;
}
