/*
 * bx_assemble.c -- rows back to a value: their places, and what the writer must not be given.
 *
 * The label of the last row is kept; open elements are prefixes of it.  What a new label has in common with it says
 * which elements end, and the rest must be one level.  As declarations and attributes sort before children, order and
 * the mark of that level are all there is to check about the place of a row.
 *
 * A start tag is held back until something else comes, since attributes may need declarations, which come first.
 */
#include "bx_writer_int.h"

#include <stdio.h>
#include <stdlib.h>

#include "../base/bx_utf8.h"
#include "../ordpath/bx_ordpath.h"
#include "bx_assemble.h"

#define PAIR_XML 1 /* predefined by the writer, as BX_PAIR_NONE is */
#define UNBOUND UINT32_MAX

/* The name of declarations, which nothing else may have. */
#define XMLNS_NS "http://www.w3.org/2000/xmlns/"

/* Bytes of a name, and of a label, that a message shows. */
#define SHOWN_NAME 64
#define SHOWN_LABEL 200

typedef struct Open
{
	size_t label_n; /* of the last row's label */
	uint32_t n_undo;
	bool value; /* nothing else may come */
} Open;

typedef struct Held
{
	uint32_t name;
	uint32_t pair;
	size_t off; /* in texts: the last level of the label, then the value */
	uint32_t level_n;
	uint32_t value_n;
} Held;

/* The expanded name of an attribute, for sorting. */
typedef struct Expanded
{
	BxStr uri;
	BxStr local;
	uint32_t held;
} Expanded;

/* What a prefix stands for, and the element that says so. */
typedef struct Binding
{
	uint32_t pair;
	uint32_t seq;
} Binding;

typedef struct Undo
{
	uint32_t prefix;
	Binding before;
} Undo;

struct BxAssembler
{
	const BxHost *host;
	BxLimits limits;
	BxWriter *w;
	BxError err;

	BxBuf label; /* of the last row */
	size_t base_n;
	bool begun;
	const BxAssembleRow *row; /* the one errors name, or else ... */
	bool at_tag;              /* ... the innermost element, */
	const Held *at_held;      /* or this attribute of it */

	Open *open;
	uint32_t n_open, cap_open;
	uint32_t seq;   /* of the last element */
	Binding *bound; /* by number of the prefix */
	uint32_t n_bound, cap_bound;
	Undo *undo;
	uint32_t n_undo, cap_undo;

	/* the start tag that is held back */
	bool in_tag;
	uint32_t pair;
	uint32_t n_declared;
	Held *held;
	uint32_t n_held, cap_held;
	Expanded *sorted;
	uint32_t cap_sorted;
	BxBuf texts; /* the element's value, then attributes */
	size_t value_n;
};

/* ---- errors ---- */

/* The label errors name. */
static BxStatus
error_label(const BxAssembler *a, BxBuf *label, BxError *err)
{
	if (!a->at_tag)
		return bx_buf_append(label, a->row->label, a->row->label_n, err);
	BX_TRY(bx_buf_append(label, a->label.data, a->open[a->n_open - 1].label_n, err));
	if (a->at_held == NULL)
		return BX_OK;
	return bx_buf_append(label, a->texts.data + a->at_held->off, a->at_held->level_n, err);
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

/* Bytes of a name to show: whole characters. */
static int
shown(BxStr s)
{
	uint32_t n = s.n;

	if (n > SHOWN_NAME)
		for (n = SHOWN_NAME; n > 0 && ((uint8_t) s.s[n] & 0xC0) == 0x80; n--)
			;
	return (int) n;
}

static BxStatus
take_writer_error(BxAssembler *a, BxStatus st)
{
	if (st != BX_OK)
		a->err = *bx_writer_error(a->w);
	return st;
}

/* Return unless a call of the writer succeeds. */
#define WRITE(a, call) BX_TRY(take_writer_error(a, call))

static BxStatus
no_memory(BxAssembler *a, size_t n)
{
	return bx_fail_nomem(&a->err, n);
}

/* Room for one more entry of an array. */
#define ROOM(a, array, n, cap)                                                                               \
	do                                                                                                       \
	{                                                                                                        \
		if ((n) == (cap))                                                                                    \
		{                                                                                                    \
			void *grown = bx_grow_array((a)->w, array, &(cap), (n) + 1, sizeof(*(array)));                   \
			if (grown == NULL)                                                                               \
				return no_memory(a, sizeof(*(array)));                                                       \
			(array) = grown;                                                                                 \
		}                                                                                                    \
	} while (0)

/* ---- names ---- */

static bool
is(BxStr s, const char *what)
{
	return s.n == strlen(what) && memcmp(s.s, what, s.n) == 0;
}

static BxStatus
check_text(BxAssembler *a, BxStr s)
{
	size_t bad;

	if (s.n > 0 && !bx_utf8_is_xml((const uint8_t *) s.s, s.n, &bad))
		return FAIL(a, BX_E_SYNTAX_CONTENT, "character not allowed in XML, at byte %zu of the text", bad + 1);
	return BX_OK;
}

static BxStatus
check_name(BxAssembler *a, BxStr s)
{
	if (s.n == 0)
		return FAIL(a, BX_E_ARGUMENT, "row needs a name");
	if (!bx_is_ncname(s.s, s.n))
		return FAIL(a, BX_E_SYNTAX_CONTENT, "not a name: \"%.*s\"", shown(s), s.s);
	return BX_OK;
}

/* What Namespaces in XML 1.0, section 3, allows to be bound to each other; the URI may be empty where the prefix is. */
static BxStatus
check_pair(BxAssembler *a, BxStr prefix, BxStr uri)
{
	if (prefix.n > 0)
		BX_TRY(check_name(a, prefix));
	BX_TRY(check_text(a, uri));
	if (is(prefix, "xmlns") || is(uri, XMLNS_NS))
		return FAIL(a, BX_E_SYNTAX_CONTENT, "the namespace of declarations cannot be used");
	if (is(prefix, "xml") != is(uri, BX_XML_NS))
		return FAIL(a, BX_E_SYNTAX_CONTENT, "the prefix \"xml\" and its namespace belong together");
	if (prefix.n > 0 && uri.n == 0)
		return FAIL(a, BX_E_SYNTAX_CONTENT, "prefix without namespace: \"%.*s\"", shown(prefix), prefix.s);
	return BX_OK;
}

static BxStatus
intern(BxAssembler *a, const BxAssembleRow *row, uint32_t *pair, uint32_t *name)
{
	BX_TRY(check_name(a, row->name));
	BX_TRY(check_pair(a, row->prefix, row->uri));
	WRITE(a, bx_writer_pair(a->w, row->prefix, row->uri, pair));
	WRITE(a, bx_writer_name(a->w, *pair, row->name, name));
	return BX_OK;
}

/* ---- namespaces in scope ---- */

static BxStatus
binding_of(BxAssembler *a, uint32_t pair, uint32_t *prefix)
{
	WRITE(a, bx_prefix_of(a->w, pair, prefix));
	while (a->n_bound <= *prefix)
	{
		ROOM(a, a->bound, a->n_bound, a->cap_bound);
		a->bound[a->n_bound++] = (Binding){UNBOUND, 0};
	}
	return BX_OK;
}

static BxStatus
count_attribute(BxAssembler *a)
{
	if (a->n_declared + a->n_held < a->limits.max_attributes)
		return BX_OK;
	return bx_fail_limit(&a->err, BX_E_LIMIT, "bxml.max_attributes", a->limits.max_attributes,
						 "number of attributes and namespace declarations of an element");
}

/* Declare a prefix on the innermost element, which does not declare it yet. */
static BxStatus
declare(BxAssembler *a, uint32_t pair, uint32_t prefix)
{
	Binding *b = &a->bound[prefix];

	BX_TRY(count_attribute(a));
	ROOM(a, a->undo, a->n_undo, a->cap_undo);
	a->undo[a->n_undo++] = (Undo){prefix, *b};
	*b = (Binding){pair, a->seq};
	a->n_declared++;
	WRITE(a, bx_writer_namespace(a->w, pair));
	return BX_OK;
}

/* See to it that the prefix of a name on the innermost element stands for its namespace. */
static BxStatus
need(BxAssembler *a, uint32_t pair)
{
	uint32_t prefix;

	BX_TRY(binding_of(a, pair, &prefix));
	if (a->bound[prefix].pair == pair || pair == PAIR_XML)
		return BX_OK;
	if (a->bound[prefix].seq == a->seq)
		return FAIL(a, BX_E_SYNTAX_CONTENT, "prefix stands for two namespaces: \"%.*s\"",
					shown(a->w->pairs[pair].prefix), a->w->pairs[pair].prefix.s);
	return declare(a, pair, prefix);
}

/* ---- start tags ---- */

static int
compare_strings(BxStr a, BxStr b)
{
	if (a.n != b.n)
		return a.n < b.n ? -1 : 1;
	return a.n == 0 ? 0 : memcmp(a.s, b.s, a.n);
}

static int
compare_expanded(const void *a, const void *b)
{
	const Expanded *x = a, *y = b;
	int c = compare_strings(x->local, y->local);

	if (c == 0)
		c = compare_strings(x->uri, y->uri);
	return c != 0 ? c : (x->held > y->held) - (x->held < y->held);
}

static BxStatus
refuse_twice(BxAssembler *a)
{
	uint32_t i;

	if (a->n_held < 2)
		return BX_OK;
	if (a->cap_sorted < a->n_held)
	{
		Expanded *sorted = bx_grow_array(a->w, a->sorted, &a->cap_sorted, a->n_held, sizeof(Expanded));

		if (sorted == NULL)
			return no_memory(a, sizeof(Expanded));
		a->sorted = sorted;
	}
	for (i = 0; i < a->n_held; i++)
		a->sorted[i] = (Expanded){a->w->pairs[a->held[i].pair].uri, a->w->names[a->held[i].name].local, i};
	qsort(a->sorted, a->n_held, sizeof(Expanded), compare_expanded);
	for (i = 1; i < a->n_held; i++)
	{
		const Expanded *x = &a->sorted[i];

		if (compare_strings(x->local, x[-1].local) != 0 || compare_strings(x->uri, x[-1].uri) != 0)
			continue;
		a->at_held = &a->held[x->held];
		return FAIL(a, BX_E_SYNTAX_CONTENT, "attribute occurs twice: \"%.*s\"", shown(x->local), x->local.s);
	}
	return BX_OK;
}

/* Write what is held back: declarations that are missing, attributes, the value. */
static BxStatus
finish_tag(BxAssembler *a)
{
	uint32_t i;

	a->in_tag = false;
	a->at_tag = true;
	a->at_held = NULL;
	BX_TRY(need(a, a->pair));
	for (i = 0; i < a->n_held; i++)
		if (a->held[i].pair != BX_PAIR_NONE)
		{
			a->at_held = &a->held[i];
			BX_TRY(need(a, a->held[i].pair));
		}
	BX_TRY(refuse_twice(a));
	a->at_tag = false;
	for (i = 0; i < a->n_held; i++)
	{
		const Held *h = &a->held[i];
		const char *value = (const char *) a->texts.data + h->off + h->level_n;

		WRITE(a, bx_writer_attribute(a->w, h->name, value, h->value_n));
	}
	if (a->value_n > 0)
		WRITE(a, bx_writer_text(a->w, (const char *) a->texts.data, a->value_n));
	return BX_OK;
}

/* End the innermost element. */
static BxStatus
close_element(BxAssembler *a)
{
	Open *o = &a->open[a->n_open - 1];

	if (a->in_tag)
		BX_TRY(finish_tag(a));
	while (a->n_undo > o->n_undo)
	{
		const Undo *u = &a->undo[--a->n_undo];

		a->bound[u->prefix] = u->before;
	}
	a->n_open--;
	WRITE(a, bx_writer_end_element(a->w));
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
	return a->in_tag ? finish_tag(a) : BX_OK;
}

static BxStatus
add_element(BxAssembler *a, const BxAssembleRow *row)
{
	uint32_t name, pair;
	Open *o;

	BX_TRY(before_child(a));
	BX_TRY(intern(a, row, &pair, &name));
	ROOM(a, a->open, a->n_open, a->cap_open);
	WRITE(a, bx_writer_start_element(a->w, name));
	o = &a->open[a->n_open++];
	*o = (Open){row->label_n, a->n_undo, row->has_value};
	a->seq++;
	a->in_tag = true;
	a->pair = pair;
	a->n_declared = a->n_held = 0;
	a->texts.len = 0;
	a->value_n = row->has_value ? row->value.n : 0;
	return bx_buf_append(&a->texts, row->value.s, a->value_n, &a->err);
}

/* Declarations and attributes sort right behind their element, so its start tag is still held back. */
static BxStatus
needs_element(BxAssembler *a, const char *what)
{
	return a->n_open > 0 ? BX_OK : FAIL(a, BX_E_SYNTAX_CONTENT, "%s without an element", what);
}

static BxStatus
add_namespace(BxAssembler *a, const BxAssembleRow *row)
{
	uint32_t pair, prefix;

	BX_TRY(needs_element(a, "namespace declaration"));
	BX_TRY(check_pair(a, row->name, row->value));
	WRITE(a, bx_writer_pair(a->w, row->name, row->value, &pair));
	if (pair == PAIR_XML)
		return BX_OK; /* declared everywhere; values do not keep such declarations */
	BX_TRY(binding_of(a, pair, &prefix));
	if (a->bound[prefix].seq == a->seq)
		return FAIL(a, BX_E_SYNTAX_CONTENT, "prefix is declared twice: \"%.*s\"", shown(row->name),
					row->name.n > 0 ? row->name.s : "");
	return declare(a, pair, prefix);
}

static BxStatus
add_attribute(BxAssembler *a, const BxAssembleRow *row)
{
	size_t up;
	Held h;

	BX_TRY(needs_element(a, "attribute"));
	if (row->prefix.n == 0 && row->uri.n > 0)
		return FAIL(a, BX_E_SYNTAX_CONTENT, "attribute in a namespace needs a prefix: \"%.*s\"",
					shown(row->name), row->name.n > 0 ? row->name.s : "");
	if (row->prefix.n == 0 && is(row->name, "xmlns"))
		return FAIL(a, BX_E_SYNTAX_CONTENT, "the namespace of declarations cannot be used");
	BX_TRY(count_attribute(a));
	BX_TRY(intern(a, row, &h.pair, &h.name));
	up = a->open[a->n_open - 1].label_n;
	h.off = a->texts.len;
	h.level_n = (uint32_t) (row->label_n - up);
	h.value_n = row->value.n;
	BX_TRY(bx_buf_append(&a->texts, row->label + up, h.level_n, &a->err));
	BX_TRY(bx_buf_append(&a->texts, row->value.s, h.value_n, &a->err));
	ROOM(a, a->held, a->n_held, a->cap_held);
	a->held[a->n_held++] = h;
	return BX_OK;
}

static BxStatus
add_text(BxAssembler *a, const BxAssembleRow *row)
{
	BX_TRY(before_child(a));
	WRITE(a, bx_writer_text(a->w, row->value.s, row->value.n));
	return BX_OK;
}

/* Do these two bytes follow each other in s? */
static bool
holds(BxStr s, char first, char second)
{
	const char *p = s.s, *end = s.s + s.n;

	while (p < end && (p = memchr(p, first, (size_t) (end - p))) != NULL)
		if (++p < end && *p == second)
			return true;
	return false;
}

static BxStatus
add_comment(BxAssembler *a, const BxAssembleRow *row)
{
	BxStr s = row->value;

	BX_TRY(before_child(a));
	if (holds(s, '-', '-') || (s.n > 0 && s.s[s.n - 1] == '-'))
		return FAIL(a, BX_E_COMMENT, "comment holds \"--\" or ends in \"-\"");
	WRITE(a, bx_writer_comment(a->w, s.s, s.n));
	return BX_OK;
}

static BxStatus
add_pi(BxAssembler *a, const BxAssembleRow *row)
{
	const BxStr t = row->name, data = row->value;
	uint32_t target;

	BX_TRY(before_child(a));
	BX_TRY(check_name(a, t));
	if (t.n == 3 && (t.s[0] | 32) == 'x' && (t.s[1] | 32) == 'm' && (t.s[2] | 32) == 'l')
		return FAIL(a, BX_E_PI, "processing instruction cannot be named \"%.3s\"", t.s);
	if (holds(data, '?', '>'))
		return FAIL(a, BX_E_PI, "processing instruction holds \"?>\"");
	if (data.n > 0 && memchr(" \t\r\n", data.s[0], 4) != NULL)
		return FAIL(a, BX_E_PI, "data of a processing instruction begins with white space");
	WRITE(a, bx_writer_name(a->w, BX_PAIR_NONE, t, &target));
	WRITE(a, bx_writer_pi(a->w, target, data.s, data.n));
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
	BX_TRY(check_text(a, row->value));
	BX_TRY(k->add(a, row));
	if (bx_writer_size(a->w) > a->limits.max_size)
		return bx_fail_limit(&a->err, BX_E_LIMIT, "bxml.max_size", (int64_t) a->limits.max_size,
							 "size of the rows in bytes");
	return BX_OK;
}

/* ---- the whole ---- */

BxAssembler *
bx_assembler_new(const BxHost *host, const BxWriterOptions *options, BxError *err)
{
	BxAssembler *a = host->alloc(host->ctx, sizeof(BxAssembler));
	uint32_t prefix;

	if (a == NULL)
	{
		bx_fail_nomem(err, sizeof(BxAssembler));
		return NULL;
	}
	memset(a, 0, sizeof(*a));
	a->host = host;
	a->limits = options->limits;
	bx_buf_init(&a->label, host);
	bx_buf_init(&a->texts, host);
	a->w = bx_writer_new(host, options, err);
	if (a->w == NULL || binding_of(a, BX_PAIR_NONE, &prefix) != BX_OK)
	{
		if (a->w != NULL)
			*err = a->err;
		bx_assembler_free(a);
		return NULL;
	}
	a->bound[prefix].pair = BX_PAIR_NONE;
	return a;
}

void
bx_assembler_free(BxAssembler *a)
{
	const BxHost *h;

	if (a == NULL)
		return;
	h = a->host;
	bx_writer_free(a->w);
	bx_buf_free(&a->label);
	bx_buf_free(&a->texts);
	h->release(h->ctx, a->open);
	h->release(h->ctx, a->bound);
	h->release(h->ctx, a->undo);
	h->release(h->ctx, a->held);
	h->release(h->ctx, a->sorted);
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
	WRITE(a, bx_writer_finish(a->w, data, len));
	return BX_OK;
}
