/*
 * bx_label_text.c -- labels as a processing instruction: printed from the sections of a value, read back to such
 * sections.
 */
#include "../base/bx_core_int.h"

#include <stdio.h>

#include "../check/bx_check.h"
#include "../read/bx_labeler.h"
#include "../encode/bx_exception_writer.h"
#include "bx_label_text.h"
#include "../encode/bx_section.h"

#define TARGET "bxml-labels"
#define START "<?" TARGET
#define START_N (sizeof(START) - 1)
#define POLL_EVERY 4096

static const char *const mark_names[BX_MARKS] = {"max", "min", "caret-max", "caret-min"};

/* ---- printing ---- */

typedef struct Print
{
	BxReadAll pass;
	BxArena arena;
	BxBuf *out;
	BxError *err;
} Print;

static BxStatus
put(Print *p, const char *s)
{
	return bx_buf_append(p->out, s, strlen(s), p->err);
}

static BxStatus
put_entry(Print *p, const BxException *e)
{
	char text[16];

	snprintf(text, sizeof(text), "%u=", e->index);
	BX_TRY(put(p, text));
	return bx_ordpath_print(e->level, e->level_n, p->out, p->err);
}

static BxStatus
put_mark(Print *p, const BxException *e)
{
	static const char *const lines[] = {"#", "@", ""};
	char text[64];
	int64_t number;

	if (!bx_mark_get(e, &number))
		return bx_fail(p->err, BX_E_CORRUPT, -1, "bxml label marks are damaged");
	snprintf(text, sizeof(text), "%s%s:%lld", lines[e->line], mark_names[e->index], (long long) number);
	return put(p, text);
}

static BxStatus
put_section(Print *p, const BxExceptions *x, bool marks)
{
	BxExceptionParent parent;
	BxException e;
	uint32_t i, k;

	for (i = 0; i < x->n_parents; i++)
	{
		BX_TRY(bx_exceptions_parent(x, i, &parent));
		BX_TRY(put(p, " "));
		BX_TRY(bx_ordpath_print(parent.label, parent.label_n, p->out, p->err));
		for (k = parent.first; k < parent.end; k++)
		{
			if (k % POLL_EVERY == 0)
				BX_TRY(bx_poll(p->arena.host));
			BX_TRY(bx_exceptions_get(x, k, &e));
			BX_TRY(put(p, k == parent.first ? "(" : " "));
			BX_TRY(marks ? put_mark(p, &e) : put_entry(p, &e));
		}
		BX_TRY(put(p, ")"));
	}
	return BX_OK;
}

/* Is the first node an instruction that would be taken for this one? */
static BxStatus
is_ambiguous(Print *p, bool *ambiguous)
{
	const BxNameInfo *name;
	BxReader *rd;
	BxTable t;
	BxEvent ev;

	BX_TRY(bx_read_all_table(&p->pass, &t, &p->arena));
	BX_TRY(bx_reader_new(&rd, &t, &p->pass.items.source, &p->arena, p->err));
	bx_reader_pieces(rd);
	BX_TRY(bx_reader_next(rd, &ev));
	*ambiguous = ev.kind == BX_EV_PI;
	if (!*ambiguous)
		return BX_OK;
	name = &t.names[t.shapes[ev.shape].name];
	*ambiguous = name->len == sizeof(TARGET) - 1 && memcmp(name->local, TARGET, name->len) == 0;
	return BX_OK;
}

static BxStatus
print(Print *p, BxStore *store)
{
	BxExceptions x, marks;
	BxRoot root;
	bool ambiguous;

	BX_TRY(bx_read_all_open(&p->pass, store, &p->arena, p->err));
	BX_TRY(bx_exceptions_open_pass(&x, &p->pass, &p->arena, p->err));
	BX_TRY(bx_marks_open_pass(&marks, &p->pass, &p->arena, p->err));
	BX_TRY(bx_root_read(&p->pass.img, &p->arena, &root));
	BX_TRY(is_ambiguous(p, &ambiguous));
	if (x.n + marks.n + root.n == 0 && !ambiguous)
		return BX_OK;
	BX_TRY(put(p, START));
	if (root.n > 0)
	{
		BX_TRY(put(p, " root="));
		BX_TRY(bx_ordpath_print(root.p, root.n, p->out, p->err));
	}
	if (x.n > 0)
		BX_TRY(put_section(p, &x, false));
	if (marks.n > 0)
		BX_TRY(put_section(p, &marks, true));
	return put(p, "?>");
}

BxStatus
bx_label_text_print(BxStore *store, const BxHost *host, BxBuf *out, BxError *err)
{
	Print p = {.out = out, .err = err};
	BxStatus st;

	bx_arena_init(&p.arena, host);
	st = print(&p, store);
	bx_read_all_close(&p.pass);
	bx_arena_reset(&p.arena);
	return st;
}

/* ---- in a text ---- */

/* Behind the "?>" of an instruction that starts at off; 0 when it does not end. */
static size_t
end_of(const char *s, size_t n, size_t off)
{
	for (; off + 1 < n; off++)
		if (s[off] == '?' && s[off + 1] == '>')
			return off + 2;
	return 0;
}

size_t
bx_label_text_place(const char *s, size_t n)
{
	return n > 5 && bx_str_starts(bx_str(s, n), "<?xml") && bx_is_space(s[5]) ? end_of(s, n, 5) : 0;
}

bool
bx_label_text_find(const char *s, size_t n, size_t *off, size_t *len)
{
	size_t end;

	*off = bx_label_text_place(s, n);
	s += *off;
	n -= *off;
	if (n < START_N + 2 || memcmp(s, START, START_N) != 0 || (!bx_is_space(s[START_N]) && s[START_N] != '?'))
		return false;
	end = end_of(s, n, START_N);
	*len = end;
	return end > 0;
}

/* ---- reading ---- */

typedef struct Read
{
	const char *start;
	const char *at;
	const char *end;
	BxExceptionWriter labels;
	BxExceptionWriter marks;
	BxBuf root;
	BxBuf parent;
	BxBuf level;
	const BxHost *host;
	BxError *err;
	uint32_t entries;
} Read;

static BxStatus
refuse(BxError *err, int64_t pos, const char *what)
{
	char more[200];
	BxStatus st;

	snprintf(more, sizeof(more), "%.150s", what); /* it may be the text of this very error */
	st = bx_fail(err, BX_E_LABEL, pos, "invalid processing instruction %s: %s", TARGET, more);
	if (err != NULL)
		memcpy(err->setting, "bxml.output_labels", sizeof("bxml.output_labels"));
	return st;
}

static BxStatus
bad(Read *r, const char *what)
{
	return refuse(r->err, r->at - r->start + 1, what);
}

/* A label that ends before one of these characters. */
static BxStatus
read_label(Read *r, const char *stop, BxBuf *out)
{
	const char *from = r->at;
	size_t base = out->len;
	BxStatus st;

	while (r->at < r->end && !bx_is_space(*r->at) && strchr(stop, *r->at) == NULL)
		r->at++;
	st = bx_ordpath_parse(from, (size_t) (r->at - from), out, r->err);
	if (st == BX_OK)
		st = bx_ordpath_check(out->data + base, out->len - base, BX_E_LABEL, r->err);
	if (st != BX_E_LABEL && st != BX_E_LIMIT)
		return st;
	r->at = from;
	return bad(r, "not a label");
}

/* "max:13" or "@caret-min:-1"; false when it is not a mark. */
static bool
read_mark(Read *r, BxStatus *st)
{
	const char *p = r->at, *end;
	char text[64];
	uint32_t mark;
	size_t n;

	p += p < r->end && (*p == '@' || *p == '#');
	for (mark = 0; mark < BX_MARKS; mark++)
	{
		n = strlen(mark_names[mark]);
		if ((size_t) (r->end - p) > n && memcmp(p, mark_names[mark], n) == 0 && p[n] == ':')
			break;
	}
	if (mark == BX_MARKS)
		return false;
	p += n + 1;
	for (end = p; end < r->end && (*end == '-' || bx_is_digit(*end)) && end - p < 20; end++)
		;
	snprintf(text, sizeof(text), "%.*s%u.%.*s", *r->at == '@' || *r->at == '#', r->at, 2 * mark,
			 (int) (end - p), p);
	r->level.len = 0;
	*st = bx_ordpath_parse(text, strlen(text), &r->level, r->err);
	if (*st == BX_OK)
		*st = bx_exception_add(&r->marks, r->parent.data, r->parent.len, mark, r->level.data, r->level.len);
	if (*st == BX_E_LABEL || *st == BX_E_ARGUMENT)
		*st = bad(r, "not a mark");
	r->at = end;
	return true;
}

/* "4=9": the item with this index has a label that ends so. */
static BxStatus
read_exception(Read *r)
{
	uint64_t index = 0;
	const char *from = r->at;
	BxStatus st;

	for (; r->at < r->end && bx_is_digit(*r->at) && index <= BX_VALUE_MAX; r->at++)
		index = index * 10 + (uint64_t) (*r->at - '0');
	if (r->at == from || r->at == r->end || *r->at != '=' || index > BX_VALUE_MAX)
		return bad(r, "expected an index and \"=\"");
	r->at++;
	r->level.len = 0;
	from = r->at;
	BX_TRY(read_label(r, ")", &r->level));
	st = bx_exception_add(&r->labels, r->parent.data, r->parent.len, (uint32_t) index, r->level.data,
						  r->level.len);
	if (st != BX_E_ARGUMENT)
		return st;
	r->at = from;
	return bad(r, "not one level of a label");
}

static void
skip_white(Read *r)
{
	while (r->at < r->end && bx_is_space(*r->at))
		r->at++;
}

/* "1.5(1=2.1 max:13)" */
static BxStatus
read_group(Read *r)
{
	BxStatus st;

	r->parent.len = 0;
	BX_TRY(read_label(r, "(", &r->parent));
	if (r->at == r->end || *r->at != '(')
		return bad(r, "expected \"(\"");
	r->at++;
	for (skip_white(r); r->at < r->end && *r->at != ')'; skip_white(r))
	{
		if (++r->entries % POLL_EVERY == 0)
			BX_TRY(bx_poll(r->host));
		if (!read_mark(r, &st))
			st = read_exception(r);
		BX_TRY(st);
	}
	if (r->at == r->end)
		return bad(r, "expected \")\"");
	r->at++;
	return BX_OK;
}

static BxStatus
read_all(Read *r)
{
	for (skip_white(r); r->at < r->end; skip_white(r))
	{
		if (r->root.len > 0 || r->end - r->at < 5 || memcmp(r->at, "root=", 5) != 0)
		{
			BX_TRY(read_group(r));
			continue;
		}
		r->at += 5;
		BX_TRY(read_label(r, "", &r->root));
		if (!bx_root_possible(r->root.data, r->root.len))
			return bad(r, "not the label of a root");
	}
	return BX_OK;
}

/* A section put into the value at *data, which is taken in its place. */
static BxStatus
put_body(Read *r, uint8_t code, const BxBuf *body, size_t reserve, uint8_t **data, size_t *n)
{
	uint8_t *before = *data;
	BxStatus st;

	if (body->len == 0)
		return BX_OK;
	st = bx_section_put(before + reserve, *n, code, body->data, (uint32_t) body->len, reserve, r->host, data,
						n, r->err);
	if (st == BX_OK)
		r->host->release(r->host->ctx, before);
	else
		*data = before;
	return st;
}

static BxStatus
put_bodies(Read *r, size_t reserve, uint8_t **data, size_t *n)
{
	BxBuf labels, marks;
	BxStatus st;

	bx_buf_init(&labels, r->host);
	bx_buf_init(&marks, r->host);
	st = bx_exception_finish(&r->labels, &labels);
	if (st == BX_OK)
		st = bx_exception_finish(&r->marks, &marks);
	if (st == BX_OK)
		st = put_body(r, BX_EXT_LABELS, &labels, reserve, data, n);
	if (st == BX_OK)
		st = put_body(r, BX_EXT_ROOT, &r->root, reserve, data, n);
	if (st == BX_OK)
		st = put_body(r, BX_EXT_MARKS, &marks, reserve, data, n);
	if (st == BX_OK)
		st = bx_check(*data + reserve, *n, false, NULL, r->host, r->err);
	bx_buf_free(&labels);
	bx_buf_free(&marks);
	return st;
}

static BxStatus
apply(Read *r, const uint8_t *v, size_t n, size_t reserve, uint8_t **data, size_t *data_n)
{
	BxStatus st;

	BX_TRY(read_all(r));
	*data = r->host->alloc(r->host->ctx, reserve + n);
	if (*data == NULL)
		return bx_fail_nomem(r->err, reserve + n);
	memcpy(*data + reserve, v, n);
	*data_n = n;
	st = put_bodies(r, reserve, data, data_n);
	if (st == BX_OK)
		return BX_OK;
	r->host->release(r->host->ctx, *data);
	*data = NULL;
	if (st != BX_E_CORRUPT && st != BX_E_ARGUMENT)
		return st;
	return refuse(r->err, -1, r->err->msg);
}

BxStatus
bx_label_text_apply(const char *s, size_t len, const uint8_t *v, size_t n, size_t reserve, const BxHost *host,
					uint8_t **data, size_t *data_n, BxError *err)
{
	Read r = {.start = s, .at = s + START_N, .end = s + len - 2, .host = host, .err = err};
	BxStatus st;

	*data = NULL;
	bx_exception_writer_init(&r.labels, host, err);
	bx_exception_writer_init(&r.marks, host, err);
	r.marks.marks = true;
	bx_buf_init(&r.root, host);
	bx_buf_init(&r.parent, host);
	bx_buf_init(&r.level, host);
	st = apply(&r, v, n, reserve, data, data_n);
	bx_exception_writer_free(&r.labels);
	bx_exception_writer_free(&r.marks);
	bx_buf_free(&r.root);
	bx_buf_free(&r.parent);
	bx_buf_free(&r.level);
	return st;
}
