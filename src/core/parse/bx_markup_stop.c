/*
 * bx_markup_stop.c -- where a text in windows is not for this reader: what is open there, as another parser needs it.
 */
#include "bx_markup_int.h"

uint32_t
bx_markup_depth(const BxMarkup *m)
{
	return m->now.depth;
}

uint64_t
bx_markup_open_off(const BxMarkup *m, uint32_t i)
{
	return m->open[i].off;
}

uint32_t
bx_markup_record(const BxMarkup *m, uint64_t *off)
{
	*off = m->pieces.record_off;
	return m->now.record_depth;
}

uint32_t
bx_markup_declared(const BxMarkup *m)
{
	return m->now.shadowed_n;
}

uint64_t
bx_markup_names_n(const BxMarkup *m)
{
	return (uint64_t) m->names.n + m->ns.prefixes.map.n + m->ns.uris.map.n;
}

uint64_t
bx_markup_bindings_n(const BxMarkup *m)
{
	return (uint64_t) m->ns.n + m->expanded.n;
}

/* Declarations say what they bind instead of what they hide. */
static void
unwind(BxMarkup *m)
{
	for (uint32_t i = m->now.shadowed_n; i > 0; i--)
	{
		BxShadowed *s = &m->shadowed[i - 1];
		uint32_t *pair = &m->ns.of_prefix[s->prefix].pair;
		uint32_t bound = *pair;

		*pair = s->pair;
		s->pair = bound;
	}
}

void
bx_markup_stopped(BxMarkup *m, BxMarkupStop *stop)
{
	const BxMarkupState *now = &m->now;

	unwind(m);
	*stop = (BxMarkupStop){
		.depth = now->depth,
		.record_depth = now->record_depth,
		.top_nodes = now->top_nodes,
		.top_elements = now->top_elements,
		/* what proves it may be what has made the reader stop */
		.content = now->content_proven && !now->document && !now->left_white,
		.last = m->here.last,
		.run = bx_str(m->run.data, m->run.len),
		.run_mixed = now->run_mixed,
		.white = bx_str(m->pieces.white.data, m->pieces.white.len),
		.whites = (const BxMarkupWhite *) m->pieces.whites.data,
		.whites_n = m->pieces.whites.len / sizeof(BxMarkupWhite),
	};
}

static BxStatus
put_str(BxBuf *out, BxStr s, BxError *err)
{
	return bx_buf_append(out, s.s, s.n, err);
}

/* A value in quotes; what normalization would change, and markup, as references. */
static BxStatus
put_value(BxBuf *out, BxStr s, BxError *err)
{
	BxStatus st = bx_buf_byte(out, '"', err);

	for (size_t i = 0; i < s.n && st == BX_OK; i++)
	{
		uint8_t c = (uint8_t) s.s[i];
		char digits[3] = {(char) ('0' + c / 10), (char) ('0' + c % 10), ';'};

		if (c >= ' ' && strchr("&<>\"", c) == NULL)
		{
			st = bx_buf_byte(out, c, err);
			continue;
		}
		st = bx_buf_append(out, "&#", 2, err);
		if (st == BX_OK)
			st = bx_buf_append(out, digits, 3, err);
	}
	return st == BX_OK ? bx_buf_byte(out, '"', err) : st;
}

static BxStatus
put_declaration(const BxMarkup *m, const BxShadowed *s, BxBuf *out, BxError *err)
{
	BxStr prefix = m->ns.prefixes.strings[s->prefix];
	BxStatus st = put_str(out, bx_str(" xmlns:", prefix.n > 0 ? 7 : 6), err);

	if (st == BX_OK)
		st = put_str(out, prefix, err);
	if (st == BX_OK)
		st = bx_buf_byte(out, '=', err);
	return st == BX_OK ? put_value(out, m->ns.uris.strings[m->ns.list[s->pair].uri], err) : st;
}

static BxStatus
put_space(BxBuf *out, const char *attribute, BxError *err)
{
	return bx_buf_append(out, attribute, strlen(attribute), err);
}

/* What the scope k declares. */
static BxStatus
put_scope(const BxMarkup *m, uint32_t k, BxBuf *out, BxError *err)
{
	const BxTagScope *scope = &m->scopes[k];
	uint32_t end = k + 1 < m->now.scopes_n ? scope[1].shadowed : m->now.shadowed_n;
	bool outer = k > 0 && scope[-1].preserve;
	BxStatus st = BX_OK;

	for (uint32_t i = scope->shadowed; i < end && st == BX_OK; i++)
		if (m->shadowed[i].prefix != BX_PREFIX_XML)
			st = put_declaration(m, &m->shadowed[i], out, err);
	if (st == BX_OK && scope->preserve != outer)
		st = put_space(out, scope->preserve ? " xml:space=\"preserve\"" : " xml:space=\"default\"", err);
	return st;
}

/* The scope of an element at that depth, or the number of scopes. */
static uint32_t
find_scope(const BxMarkup *m, uint32_t depth)
{
	uint32_t low = 0, high = m->now.scopes_n;

	while (low < high)
	{
		uint32_t mid = low + (high - low) / 2;

		if (m->scopes[mid].depth < depth)
			low = mid + 1;
		else
			high = mid;
	}
	return low < m->now.scopes_n && m->scopes[low].depth == depth ? low : m->now.scopes_n;
}

BxStatus
bx_markup_start_text(const BxMarkup *m, uint32_t i, BxBuf *out, BxError *err)
{
	const BxTagName *name = &m->names.list[m->open[i].name];
	uint32_t k = find_scope(m, i + 1);
	BxStatus st = bx_buf_byte(out, '<', err);

	if (st == BX_OK)
		st = put_str(out, bx_str(name->s, name->len), err);
	if (st == BX_OK && k < m->now.scopes_n)
		st = put_scope(m, k, out, err);
	return st == BX_OK ? bx_buf_byte(out, '>', err) : st;
}
