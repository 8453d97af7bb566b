/*
 * bx_top_level.c -- white space: at top level, and under the strip option.
 *
 * A document has no text beside its root, content may: "<a/>\n" is a document and loses the line end, "<a/>\n<b/>"
 * keeps it.  Which one it is shows only at the second element or the first other text, so white space at top level
 * is held until then.  Comments, PIs and the first element are not held; when held white space turns out to belong
 * before one of them, the value written so far is read back into a new writer with the white space in its place.
 * That is rare (content of several elements that begins with white space) and costs one pass over what is there.
 */
#include "bx_parse_int.h"

#include "../core/encode/bx_copy.h"
#include "../core/read/bx_reader.h"

/* What the replay needs; dies with it. */
typedef struct BxReplay
{
	BxParser *p;
	BxWriter *w;
	BxArena arena;
	BxTable table;
	BxReader *reader;
	BxCopy copy;
	BxError err;
} BxReplay;

static bool
all_white(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (s[i] != ' ' && s[i] != '\n' && s[i] != '\t' && s[i] != '\r')
			return false;
	return true;
}

/* Write the held texts that stand before top-level item number before, from the one numbered *next on. */
static BxStatus
write_held(BxParser *p, BxWriter *w, uint32_t before, size_t *next)
{
	const BxHeld *held = (const BxHeld *) p->held.data;
	size_t n = p->held.len / sizeof(BxHeld);
	BxStatus st = BX_OK;

	for (; *next < n && held[*next].before <= before && st == BX_OK; ++*next)
	{
		size_t from = *next > 0 ? held[*next - 1].end : 0;

		st = bx_writer_text(w, (const char *) p->held_text.data + from, held[*next].end - from);
	}
	return st;
}

static BxStatus
replay_events(BxReplay *r)
{
	BxParser *p = r->p;
	uint32_t item = 0;
	size_t next = 0;
	BxEvent ev;
	BxStatus st;

	while ((st = bx_reader_next(r->reader, &ev)) == BX_OK && ev.kind != BX_EV_DONE)
	{
		if (ev.level == 1 && ev.kind != BX_EV_END)
			st = write_held(p, r->w, item++, &next);
		if (st == BX_OK)
			st = bx_copy_event(&r->copy, &ev);
		if (st != BX_OK)
			break;
	}
	if (st == BX_OK)
		st = write_held(p, r->w, UINT32_MAX, &next);
	return st;
}

/* Read the value v into the writer of r. */
static BxStatus
replay_value(BxReplay *r, const uint8_t *v, size_t len)
{
	const BxParser *p = r->p;
	BxSource src;
	BxStatus st = bx_table_open(&r->table, &r->arena, v, len, len, &r->err);

	if (st == BX_OK)
	{
		bx_source_memory(&src, v + r->table.head.items_off, r->table.head.items_len);
		st = bx_reader_new(&r->reader, &r->table, &src, &r->arena, &r->err);
	}
	if (st == BX_OK)
		st = bx_copy_init(&r->copy, &r->table, &r->arena, &r->err);
	if (st == BX_OK)
		bx_copy_into(&r->copy, r->w);
	if (st == BX_OK && p->has_decl)
		st = bx_writer_decl(r->w, p->version, p->encoding, p->standalone);
	return st != BX_OK ? st : replay_events(r);
}

/* Finish the writer and start another with the same items and the held white space between them. */
static BxStatus
replay(BxParser *p)
{
	BxReplay r = {.p = p};
	uint8_t *data;
	size_t len;
	BxStatus st = bx_parser_wrote(p, bx_writer_finish(p->w, &data, &len));

	if (st != BX_OK)
		return st;
	bx_arena_init(&r.arena, p->host);
	r.w = bx_writer_new(p->host, &p->opt.writer, &r.err);
	st = r.w != NULL ? replay_value(&r, data + p->opt.writer.reserve, len) : r.err.status;
	if (st != BX_OK)
		bx_fail_here(p, r.w != NULL && bx_writer_error(r.w)->status != BX_OK ? bx_writer_error(r.w) : &r.err);
	bx_arena_reset(&r.arena);
	p->host->release(p->host->ctx, data);
	if (r.w != NULL)
	{
		bx_free_writer(p);
		p->w = r.w;
	}
	bx_names_forget(p, true);
	return p->err.status;
}

BxStatus
bx_top_level_prove_content(BxParser *p)
{
	const BxHeld *first = (const BxHeld *) p->held.data;
	size_t next = 0;
	BxStatus st;

	if (p->content_proven)
		return BX_OK;
	p->content_proven = true;
	if (p->held.len == 0)
		return BX_OK;
	if (first->before == p->top_items)
		st = bx_parser_wrote(p, write_held(p, p->w, UINT32_MAX, &next));
	else
		st = replay(p);
	p->held.len = p->held_text.len = 0;
	return st;
}

static BxStatus
hold(BxParser *p)
{
	BxHeld h = {p->top_items, p->held_text.len + p->run.len};
	BxStatus st = bx_parser_append(p, &p->held_text, p->run.data, p->run.len);

	return st != BX_OK ? st : bx_parser_append(p, &p->held, &h, sizeof(h));
}

static bool
is_preserved(const BxParser *p)
{
	return p->scopes.len > 0 && ((const BxScope *) (p->scopes.data + p->scopes.len) - 1)->preserve;
}

static BxStatus
write_run(BxParser *p)
{
	return bx_parser_wrote(p, bx_writer_text(p->w, (const char *) p->run.data, p->run.len));
}

/* A text node that is only white space ends. */
static BxStatus
end_white(BxParser *p)
{
	BxStatus st = BX_OK;

	if (p->opt.strip && !is_preserved(p))
		st = BX_OK;
	else if (p->depth > 0 || p->content_proven)
		st = write_run(p);
	else
		st = hold(p);
	p->run.len = 0;
	return st;
}

BxStatus
bx_top_level_text(BxParser *p, const char *s, size_t n)
{
	BxStatus st = BX_OK;

	if (!p->run_mixed && all_white(s, n))
		return bx_parser_append(p, &p->run, s, n);
	if (!p->run_mixed && p->depth == 0)
		st = bx_top_level_prove_content(p);
	if (!p->run_mixed && p->run.len > 0 && st == BX_OK)
		st = write_run(p);
	p->run.len = 0;
	p->run_mixed = true;
	return st != BX_OK ? st : bx_parser_wrote(p, bx_writer_text(p->w, s, n));
}

BxStatus
bx_top_level_before(BxParser *p, BxKind kind)
{
	BxStatus st = BX_OK;

	p->run_mixed = false;
	if (p->run.len > 0)
		st = end_white(p);
	if (p->depth > 0 || st != BX_OK)
		return st;
	if (kind == BX_KIND_ELEMENT && ++p->top_elements == 2)
		st = bx_top_level_prove_content(p);
	p->top_items++;
	return st;
}

BxStatus
bx_top_level_finish(BxParser *p)
{
	BxStatus st = p->run.len > 0 ? end_white(p) : BX_OK;

	if (st == BX_OK && p->top_elements == 0)
		st = bx_top_level_prove_content(p);
	if (p->content_proven && p->w != NULL)
		bx_writer_content(p->w);
	return st;
}
