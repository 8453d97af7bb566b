/*
 * xp_string.c -- string values and numbers of nodes (XPath 1.0 section 5), and scratch memory.
 *
 * Values that are one payload are borrowed from the value; typed ones are formatted into scratch memory; only the
 * string value of an element with several texts is put together.
 */
#include "xp_string_int.h"

#include <math.h>

#include "../../base/bx_long.h"

BxStatus
xp_nomem(XpEval *ev, size_t n)
{
	return bx_fail_nomem(ev->err, n);
}

void *
xp_alloc(XpEval *ev, size_t n)
{
	void *p = bx_arena_alloc(ev->arena, n);

	if (p == NULL)
		xp_nomem(ev, n);
	return p;
}

void *
xp_grow(XpEval *ev, void *p, size_t used, size_t n)
{
	p = bx_arena_grow(ev->arena, p, used, n);
	if (p == NULL)
		xp_nomem(ev, n);
	return p;
}

BxStatus
xp_keep_room(XpEval *ev, void **array, size_t size, uint32_t n, uint32_t *cap)
{
	uint32_t more = *cap > 0 ? *cap * 2 : 16;
	void *p;

	if (n < *cap)
		return BX_OK;
	p = bx_arena_grow(&ev->keep, *array, n * size, more * size);
	if (p == NULL)
		return xp_nomem(ev, more * size);
	*array = p;
	*cap = more;
	return BX_OK;
}

BxStatus
xp_payload_text(XpEval *ev, BxStr *s)
{
	uint32_t n = (uint32_t) s->n;
	char *buf = xp_alloc(ev, bx_value_room(n));

	if (buf == NULL)
		return BX_E_NOMEM;
	s->s = bx_value_text((const uint8_t *) s->s, n, buf, &n);
	s->n = n;
	return s->s != NULL ? BX_OK : bx_fail(ev->err, BX_E_CORRUPT, 0, "bxml value is damaged: bad typed value");
}

/* *typed: the string is a typed payload; not where typed is NULL. */
static BxStatus
payload_string(XpEval *ev, const XpNode *nd, BxStr *s, bool *typed)
{
	const uint8_t *p;
	uint32_t n;
	BxStatus st;

	BX_TRY(xp_value_payload(ev, nd, &p, &n));
	*s = bx_str((const char *) p, n);
	if (!bx_value_is_typed(p, n))
		return BX_OK;
	if (typed != NULL)
	{
		*typed = true;
		return BX_OK;
	}
	st = xp_payload_text(ev, s);
	return st == BX_E_CORRUPT ? xp_damaged(ev, nd->key / 2 - 1) : st;
}

typedef struct TextRun
{
	uint32_t off;
	uint32_t n;  /* texts found */
	XpNode only; /* the last one */
	/* gets each text; NULL while only these are counted */
	BxStatus (*take)(XpEval *ev, struct TextRun *run, const char *s, uint32_t n);
	BxBuf *buf;
	char *p; /* room of cap bytes, len of them in use */
	uint64_t cap;
	uint64_t len; /* bytes, or characters */
} TextRun;

static BxStatus
take_buf(XpEval *ev, TextRun *run, const char *s, uint32_t n)
{
	return bx_buf_append(run->buf, s, n, ev->err);
}

static BxStatus
take_chars(XpEval *ev, TextRun *run, const char *s, uint32_t n)
{
	uint64_t chars;

	BX_TRY(xp_str_length(ev, (BxStr){s, n}, &chars));
	run->len += chars;
	return BX_OK;
}

/* Grows where it is: large memory of an arena is not copied for that.  The limit is that of other buffers. */
static BxStatus
take_long(XpEval *ev, TextRun *run, const char *s, uint32_t n)
{
	if (n > BX_VALUE_MAX - run->len)
		return bx_fail(ev->err, BX_E_LIMIT, -1, "text exceeds the 1 GB limit of a single value");
	if (n > run->cap - run->len)
	{
		uint64_t cap = run->cap * 2 > run->len + n ? run->cap * 2 : run->len + n;
		char *p = xp_grow(ev, run->p, run->len, cap);

		if (p == NULL)
			return BX_E_NOMEM;
		run->p = p;
		run->cap = cap;
	}
	BX_TRY(xp_canceled(ev, bx_long_copy(ev->host, run->p + run->len, s, n)));
	run->len += n;
	return BX_OK;
}

static BxStatus
take_payload(XpEval *ev, const XpNode *nd, TextRun *run)
{
	const uint8_t *p;
	char tmp[BX_VALUE_TEXT_MAX];
	const char *s;
	uint32_t n;

	BX_TRY(xp_value_payload(ev, nd, &p, &n));
	s = (const char *) p;
	if (bx_value_is_typed(p, n))
		s = bx_value_text(p, n, tmp, &n);
	return s == NULL ? xp_damaged(ev, nd->key / 2 - 1) : run->take(ev, run, s, n);
}

/*
 * Visit the texts below [off, end): elements are simply entered, since the string value does not care where they
 * end; attributes are passed over.
 */
static BxStatus
visit_texts(XpEval *ev, uint32_t off, uint32_t end, uint32_t max, TextRun *run)
{
	XpNode nd;

	while (off < end)
	{
		BX_TRY(xp_next_item(ev, off, end, &nd));
		off = nd.kind == BX_KIND_ELEMENT ? nd.content : nd.next;
		if ((nd.kind != BX_KIND_LEAF && nd.kind != BX_KIND_TEXT) || nd.len == 0)
			continue;
		run->n++;
		run->only = nd;
		run->off = off;
		if (run->n > max)
			return BX_OK;
		if (run->take != NULL)
			BX_TRY(take_payload(ev, &nd, run));
	}
	return BX_OK;
}

BxStatus
xp_only_text(XpEval *ev, const XpNode *nd, XpNode *text, uint32_t *n)
{
	TextRun run;

	memset(&run, 0, sizeof(run));
	BX_TRY(visit_texts(ev, nd->content, nd->next, 1, &run));
	*text = run.only;
	*n = run.n;
	return BX_OK;
}

/* From this many bytes of content on a string value is put together where it stays, without a copy of it. */
#define LONG_FROM (1 << 20)

static BxStatus
long_string(XpEval *ev, const XpNode *nd, BxStr *s)
{
	TextRun run;

	memset(&run, 0, sizeof(run));
	run.take = take_long;
	run.cap = LONG_FROM / 4;
	run.p = xp_alloc(ev, run.cap);
	if (run.p == NULL)
		return BX_E_NOMEM;
	BX_TRY(visit_texts(ev, nd->content, nd->next, UINT32_MAX, &run));
	s->s = run.p;
	s->n = run.len;
	return BX_OK;
}

BxStatus
xp_node_length(XpEval *ev, const XpNode *nd, uint64_t *chars)
{
	TextRun run;
	BxStr s;

	if (nd->kind == BX_KIND_ELEMENT || nd->kind == XP_DOC)
	{
		memset(&run, 0, sizeof(run));
		run.take = take_chars;
		BX_TRY(visit_texts(ev, nd->content, nd->next, UINT32_MAX, &run));
		*chars = run.len;
		return BX_OK;
	}
	BX_TRY(xp_node_string(ev, nd, &s));
	return xp_str_length(ev, s, chars);
}

static BxStatus
element_string(XpEval *ev, const XpNode *nd, BxStr *s, bool *typed)
{
	uint32_t end = nd->next;
	TextRun run;
	uint32_t n;
	BxBuf buf;
	BxStatus st;
	XpNode only;

	BX_TRY(xp_only_text(ev, nd, &only, &n));
	if (n <= 1)
	{
		s->s = "";
		s->n = 0;
		return n == 0 ? BX_OK : payload_string(ev, &only, s, typed);
	}
	if (end - nd->content >= LONG_FROM)
		return long_string(ev, nd, s);
	bx_buf_init(&buf, ev->host);
	memset(&run, 0, sizeof(run));
	run.take = take_buf;
	run.buf = &buf;
	st = visit_texts(ev, nd->content, end, UINT32_MAX, &run);
	if (st == BX_OK)
	{
		char *p = xp_alloc(ev, buf.len);

		st = p ? BX_OK : BX_E_NOMEM;
		if (p != NULL)
			memcpy(p, buf.data, buf.len);
		s->s = p;
		s->n = buf.len;
	}
	bx_buf_free(&buf);
	return st;
}

static BxStatus
node_string(XpEval *ev, const XpNode *nd, BxStr *s, bool *typed)
{
	const uint8_t *p;
	uint32_t n;

	switch (nd->kind)
	{
		case XP_DOC:
		case BX_KIND_ELEMENT: return element_string(ev, nd, s, typed);
		case BX_KIND_LEAF:
		case BX_KIND_ATTRIBUTE:
		case BX_KIND_TEXT: return payload_string(ev, nd, s, typed);
		case BX_KIND_NAMESPACE:
			BX_TRY(xp_names_open(ev));
			s->s = ev->table->pairs[nd->shape].uri;
			s->n = ev->table->pairs[nd->shape].uri_len;
			return BX_OK;
		default:
			BX_TRY(xp_payload(ev, nd, &p, &n));
			s->s = (const char *) p;
			s->n = n;
			return BX_OK;
	}
}

BxStatus
xp_node_string(XpEval *ev, const XpNode *nd, BxStr *s)
{
	return node_string(ev, nd, s, NULL);
}

BxStatus
xp_node_value(XpEval *ev, const XpNode *nd, BxStr *s, bool *typed)
{
	*typed = false;
	return node_string(ev, nd, s, typed);
}

BxStatus
xp_node_apart(XpEval *ev, const XpNode *nd, bool *apart, uint32_t *at, uint32_t *n)
{
	const BxHeader *h = &ev->img->head;
	uint32_t off, n_texts;
	XpNode only;

	*apart = false;
	if (nd->len < ev->by_reference_from && h->heap_len < ev->by_reference_from)
		return BX_OK;
	if (nd->kind == BX_KIND_ELEMENT || nd->kind == XP_DOC)
	{
		BX_TRY(xp_only_text(ev, nd, &only, &n_texts));
		if (n_texts != 1)
			return BX_OK;
		nd = &only;
	}
	if (!bx_kind_has_value(nd->kind) || nd->content > ev->items_len)
		return BX_OK;
	*apart = nd->len >= ev->by_reference_from;
	*at = h->items_off + nd->content;
	*n = nd->len;
	if (*apart || nd->len == 0 || nd->len > BX_HEAP_REF_MAX)
		return BX_OK;
	BX_TRY(xp_fill_payload(ev, nd));
	*apart = bx_heap_ref(h, ev->base + nd->content, nd->len, &off, n) && *n >= ev->by_reference_from;
	*at = h->items_off + h->items_len + off;
	return BX_OK;
}

BxStatus
xp_buf_str(XpEval *ev, BxBuf *buf, BxStatus st, BxStr *s)
{
	char *p = st == BX_OK ? xp_alloc(ev, buf->len) : NULL;

	if (p != NULL)
		st = xp_canceled(ev, bx_long_copy(ev->host, p, buf->data, buf->len));
	else if (st == BX_OK)
		st = BX_E_NOMEM;
	*s = bx_str(p, buf->len);
	bx_buf_free(buf);
	return st;
}

BxStatus
xp_name_str(XpEval *ev, const BxNameInfo *name, BxStr *s)
{
	const BxPair *pair = &ev->table->pairs[name->pair];
	char *p;

	s->s = name->local;
	s->n = name->len;
	if (pair->prefix_len == 0)
		return BX_OK;
	s->n = pair->prefix_len + 1 + name->len;
	s->s = p = xp_alloc(ev, s->n);
	if (p == NULL)
		return BX_E_NOMEM;
	memcpy(p, pair->prefix, pair->prefix_len);
	p[pair->prefix_len] = ':';
	memcpy(p + pair->prefix_len + 1, name->local, name->len);
	return BX_OK;
}

BxStatus
xp_buf_append(XpEval *ev, BxBuf *buf, const char *s, size_t n)
{
	size_t piece;

	for (; n > 0; n -= piece, s += piece)
	{
		BX_TRY(xp_canceled(ev, bx_long_piece(ev->host, n, &piece)));
		BX_TRY(bx_buf_append(buf, s, piece, ev->err));
	}
	return BX_OK;
}

BxStatus
xp_str_length(XpEval *ev, BxStr s, uint64_t *chars)
{
	return xp_canceled(ev, bx_long_length(ev->host, s.s, s.n, chars));
}

/* White space around a long text that may be a number, which bx_number_from_text would pass over in one go. */
static BxStatus
trim_long(XpEval *ev, BxStr *s)
{
	size_t n = 0;

	for (; s->n > 0 && bx_is_space(s->s[s->n - 1]); s->n--)
		if (++n % BX_LONG_PIECE == 0)
			BX_TRY(xp_charge(ev, BX_LONG_PIECE));
	for (; s->n > 0 && bx_is_space(s->s[0]); s->s++, s->n--)
		if (++n % BX_LONG_PIECE == 0)
			BX_TRY(xp_charge(ev, BX_LONG_PIECE));
	return BX_OK;
}

/* Is there something in a long text that no number has? */
static BxStatus
is_no_number(XpEval *ev, BxStr s, bool *none)
{
	size_t i;

	for (i = 0, *none = false; i < s.n && !*none; i++)
	{
		if (i % BX_LONG_PIECE == 0)
			BX_TRY(xp_charge(ev, s.n - i < BX_LONG_PIECE ? s.n - i : BX_LONG_PIECE));
		*none = !bx_is_digit(s.s[i]) && s.s[i] != '.' && s.s[i] != '-';
	}
	return BX_OK;
}

BxStatus
xp_str_number(XpEval *ev, BxStr s, double *d)
{
	bool none = false;

	*d = NAN;
	if (BX_UNLIKELY(s.n >= BX_STEP_UNITS))
	{
		BX_TRY(trim_long(ev, &s));
		BX_TRY(is_no_number(ev, s, &none));
		if (none)
			return BX_OK;
		BX_TRY(xp_charge(ev, s.n));
	}
	*d = bx_number_from_text(s.s, s.n);
	return BX_OK;
}

static BxStatus
payload_number(XpEval *ev, const XpNode *nd, double *d)
{
	const uint8_t *p;
	uint32_t n;

	BX_TRY(xp_value_payload(ev, nd, &p, &n));
	if (BX_UNLIKELY(n >= BX_STEP_UNITS) && !bx_value_is_typed(p, n))
		return xp_str_number(ev, (BxStr){(const char *) p, n}, d);
	*d = bx_number_from_value(p, n);
	return BX_OK;
}

BxStatus
xp_node_number(XpEval *ev, const XpNode *nd, double *d)
{
	BxArenaMark mark;
	BxStr s;

	if (bx_kind_has_value(nd->kind))
		return payload_number(ev, nd, d);
	mark = bx_arena_mark(ev->arena);
	BX_TRY(xp_node_string(ev, nd, &s));
	BX_TRY(xp_str_number(ev, s, d));
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}

BxStatus
xp_number_string(XpEval *ev, double d, BxStr *s)
{
	char *p = xp_alloc(ev, BX_NUMBER_TEXT_MAX);

	if (p == NULL)
		return BX_E_NOMEM;
	s->n = bx_number_format(d, p);
	s->s = p;
	return BX_OK;
}
