/*
 * ru_spill.c -- temporary files: buffers, parts, and items as bytes.
 *
 * An item is its sixteen bytes, and behind them what it borrows.
 */
#include "../../base/bx_core_int.h"

#include "ru_spill.h"

#include "../../xdm/xd_tree.h"

/* ---- budgets ---- */

size_t
ru_budget(const RuRun *run)
{
	return run->external != NULL && run->external->budget > 0 ? run->external->budget : SIZE_MAX;
}

size_t
ru_memory_limit(const RuRun *run)
{
	size_t budget = ru_budget(run);

	return budget < SIZE_MAX / 4 ? ru_memory(run) + budget + RU_BEYOND : SIZE_MAX;
}

bool
ru_can_spill(const RuRun *run)
{
	return run->external != NULL && run->external->budget > 0 && run->external->spill_open != NULL;
}

BxStatus
ru_fail_budget(RuRun *run, const RuOp *op)
{
	BxStatus st = bx_fail(run->err, BX_E_NOMEM, op != NULL ? (int64_t) op->pos : -1,
						  "the query needs more memory than one operation may take");

	return bx_hint(
		run->err, st,
		"Raise \"work_mem\", or sort, group or join atomic values or nodes of documents: constructed "
		"nodes, maps, arrays and functions cannot be written to temporary files.");
}

bool
ru_seq_spills(const RuRun *run, const XdSeq *seq)
{
	uint64_t i;

	if (seq->kind == XD_SEQ_EMPTY || seq->kind == XD_SEQ_RANGE)
		return true;
	for (i = 0; i < seq->n; i++)
	{
		XdItem item = xd_seq_at(seq, i);

		if (at_is_node(&item) ? !xd_node_stays(run->forest, &item) : !at_is_atomic(&item))
			return false;
	}
	return true;
}

/* ---- files ---- */

BxStatus
ru_spill_open(RuRun *run, RuSpill **spill)
{
	const RuExternal *e = run->external;
	RuSpill *s = run->host->alloc(run->host->ctx, sizeof(RuSpill));

	if (s == NULL)
		return bx_fail_nomem(run->err, sizeof(RuSpill));
	s->taken = run->arenas_taken;
	s->file = NULL;
	s->size = 0;
	s->parts = NULL;
	s->n_parts = s->cap_parts = 0;
	s->n = 0;
	s->next = run->spills;
	run->spills = s;
	*spill = s;
	return e->spill_open(e->ctx, &s->file, run->err);
}

void
ru_spill_close(RuRun *run, RuSpill *spill)
{
	RuSpill **link = &run->spills;

	while (*link != spill)
		link = &(*link)->next;
	*link = spill->next;
	if (spill->file != NULL)
		run->external->spill_close(run->external->ctx, spill->file);
	run->host->release(run->host->ctx, spill->parts);
	run->host->release(run->host->ctx, spill);
}

void
ru_spills_close(RuRun *run, uint64_t after)
{
	RuSpill *s, *next;

	for (s = run->spills; s != NULL; s = next)
	{
		next = s->next;
		if (s->taken > after)
			ru_spill_close(run, s);
	}
}

/* ---- writing ---- */

static BxStatus
flush(RuRun *run, RuSpill *spill)
{
	size_t n = spill->n;

	spill->n = 0;
	BX_TRY(bx_charge(run->host, n * 4));
	return n == 0 ? BX_OK
				  : run->external->spill_write(run->external->ctx, spill->file, spill->buffer, n, run->err);
}

BxStatus
ru_spill_write(RuRun *run, RuSpill *spill, const void *p, size_t n)
{
	const uint8_t *from = p;

	spill->size += n;
	while (n > 0)
	{
		size_t room = sizeof(spill->buffer) - spill->n, part = n < room ? n : room;

		memcpy(spill->buffer + spill->n, from, part);
		spill->n += part;
		from += part;
		n -= part;
		if (spill->n == sizeof(spill->buffer))
			BX_TRY(flush(run, spill));
	}
	return BX_OK;
}

static BxStatus
write_str(RuRun *run, RuSpill *spill, BxStr s)
{
	uint64_t n = s.n;

	BX_TRY(ru_spill_write(run, spill, &n, sizeof(n)));
	return ru_spill_write(run, spill, s.s, s.n);
}

static BxStatus
write_item(RuRun *run, RuSpill *spill, const XdItem *item)
{
	AtDecimal d;

	BX_TRY(ru_spill_write(run, spill, item, sizeof(XdItem)));
	if (!at_is_atomic(item))
		return BX_OK;
	switch (item->form)
	{
		case AT_FORM_TEXT:
		case AT_FORM_BYTES: return ru_spill_write(run, spill, item->u.s, item->n);
		case AT_FORM_LONG:
			d = at_item_decimal(item);
			return write_str(run, spill, bx_str((const char *) item->u.big, at_decimal_size(&d)));
		case AT_FORM_DURATION: return ru_spill_write(run, spill, item->u.duration, sizeof(BxDuration));
		case AT_FORM_NAME:
			BX_TRY(write_str(run, spill, item->u.name->prefix));
			BX_TRY(write_str(run, spill, item->u.name->uri));
			return write_str(run, spill, item->u.name->local);
		default: return BX_OK;
	}
}

/* The number of items, and whether it is a range. */
#define RANGE_BIT (UINT64_C(1) << 63)

BxStatus
ru_spill_seq(RuRun *run, RuSpill *spill, const XdSeq *seq)
{
	uint64_t head = seq->n | (seq->kind == XD_SEQ_RANGE ? RANGE_BIT : 0), i;

	BX_TRY(ru_spill_write(run, spill, &head, sizeof(head)));
	if (seq->kind == XD_SEQ_RANGE)
		return ru_spill_write(run, spill, &seq->u.first, sizeof(seq->u.first));
	for (i = 0; i < seq->n; i++)
	{
		XdItem item = xd_seq_at(seq, i);

		BX_TRY(write_item(run, spill, &item));
	}
	return BX_OK;
}

BxStatus
ru_spill_part(RuRun *run, RuSpill *spill)
{
	if (spill->n_parts == spill->cap_parts)
	{
		uint32_t cap = spill->cap_parts < 16 ? 16 : spill->cap_parts * 2;
		uint64_t *parts = run->host->resize(run->host->ctx, spill->parts, cap * sizeof(uint64_t));

		if (parts == NULL)
			return bx_fail_nomem(run->err, cap * sizeof(uint64_t));
		spill->parts = parts;
		spill->cap_parts = cap;
	}
	spill->parts[spill->n_parts++] = spill->size;
	return flush(run, spill);
}

/* ---- reading ---- */

BxStatus
ru_spill_at(RuRun *run, RuSpill *spill, uint64_t at, void *p, size_t n)
{
	BX_TRY(bx_charge(run->host, n * 4));
	return run->external->spill_read(run->external->ctx, spill->file, at, p, n, run->err);
}

void
ru_spill_read_part(RuSpillReader *reader, RuSpill *spill, uint32_t part)
{
	reader->spill = spill;
	reader->at = part > 0 ? spill->parts[part - 1] : 0;
	reader->end = spill->parts[part];
	reader->pos = reader->n = 0;
}

void
ru_spill_read_from(RuSpillReader *reader, RuSpill *spill, uint64_t at)
{
	reader->spill = spill;
	reader->at = at;
	reader->end = spill->size;
	reader->pos = reader->n = 0;
}

BxStatus
ru_spill_read(RuRun *run, RuSpillReader *reader, void *p, size_t n)
{
	uint8_t *to = p;

	while (n > 0)
	{
		uint64_t left = reader->end - reader->at;
		size_t part = reader->n - reader->pos;

		if (part > 0)
		{
			part = part < n ? part : n;
			memcpy(to, reader->buffer + reader->pos, part);
			reader->pos += part;
			to += part;
			n -= part;
			continue;
		}
		reader->pos = 0;
		reader->n = left < sizeof(reader->buffer) ? (size_t) left : sizeof(reader->buffer);
		if (reader->n == 0)
			return bx_fail(run->err, BX_E_CORRUPT, -1, "a temporary file ends too early");
		BX_TRY(ru_spill_at(run, reader->spill, reader->at, reader->buffer, reader->n));
		reader->at += reader->n;
	}
	return BX_OK;
}

static BxStatus
read_bytes(RuRun *run, RuSpillReader *reader, BxArena *arena, size_t n, const void **bytes)
{
	void *p = bx_arena_alloc(arena, n > 0 ? n : 1);

	if (p == NULL)
		return bx_fail_nomem(run->err, n);
	*bytes = p;
	return ru_spill_read(run, reader, p, n);
}

static BxStatus
read_str(RuRun *run, RuSpillReader *reader, BxArena *arena, BxStr *s)
{
	const void *bytes;
	uint64_t n;

	BX_TRY(ru_spill_read(run, reader, &n, sizeof(n)));
	BX_TRY(read_bytes(run, reader, arena, (size_t) n, &bytes));
	*s = bx_str(bytes, (size_t) n);
	return BX_OK;
}

static BxStatus
read_name(RuRun *run, RuSpillReader *reader, BxArena *arena, XdItem *item)
{
	AtName *name = bx_arena_alloc(arena, sizeof(AtName));

	if (name == NULL)
		return bx_fail_nomem(run->err, sizeof(AtName));
	BX_TRY(read_str(run, reader, arena, &name->prefix));
	BX_TRY(read_str(run, reader, arena, &name->uri));
	BX_TRY(read_str(run, reader, arena, &name->local));
	item->u.name = name;
	return BX_OK;
}

static BxStatus
read_item(RuRun *run, RuSpillReader *reader, BxArena *arena, XdItem *item)
{
	const void *bytes;
	BxStr s;

	BX_TRY(ru_spill_read(run, reader, item, sizeof(XdItem)));
	if (!at_is_atomic(item))
		return BX_OK;
	switch (item->form)
	{
		case AT_FORM_TEXT:
		case AT_FORM_BYTES:
			BX_TRY(read_bytes(run, reader, arena, item->n, &bytes));
			item->u.s = bytes;
			return BX_OK;
		case AT_FORM_LONG:
			BX_TRY(read_str(run, reader, arena, &s));
			item->u.big = (const AtLong *) (const void *) s.s;
			return BX_OK;
		case AT_FORM_DURATION:
			BX_TRY(read_bytes(run, reader, arena, sizeof(BxDuration), &bytes));
			item->u.duration = bytes;
			return BX_OK;
		case AT_FORM_NAME: return read_name(run, reader, arena, item);
		default: return BX_OK;
	}
}

BxStatus
ru_spill_read_seq(RuRun *run, RuSpillReader *reader, BxArena *arena, XdSeq *seq)
{
	XdItem *items, one;
	uint64_t head, n, i;

	BX_TRY(ru_spill_read(run, reader, &head, sizeof(head)));
	n = head & ~RANGE_BIT;
	*seq = (XdSeq){.n = n, .kind = XD_SEQ_RANGE};
	if (head & RANGE_BIT)
		return ru_spill_read(run, reader, &seq->u.first, sizeof(seq->u.first));
	items = n > 1 ? bx_arena_alloc(arena, n * sizeof(XdItem)) : &one;
	if (items == NULL)
		return bx_fail_nomem(run->err, n * sizeof(XdItem));
	for (i = 0; i < n; i++)
	{
		BX_TRY(bx_step(run->host));
		BX_TRY(read_item(run, reader, arena, &items[i]));
	}
	*seq = xd_seq_items(items, n);
	return BX_OK;
}
