/*
 * bx_record.c -- the records of a text that is split: what the parser's events mean outside of them and at their roots.
 *
 * Outside of records the parser has no writer, and only the names of open elements and their namespace declarations are
 * followed.  The start tag of a record brings a writer, its end tag takes the value and the writer away.
 */
#include "bx_split_int.h"

#include <libxml/dict.h>

/* Names of all kinds stay in libxml2's dictionary for the whole text. */
static BxStatus
check_names(BxParser *p)
{
	uint64_t limit = (uint64_t) p->opt.writer.limits.max_names * BX_SPLIT_NAMES;
	int n = xmlDictSize(p->ctxt->dict);

	if (n > 0 && (uint64_t) n + p->route.names > limit)
		return bx_fail_limit_here(p, BX_E_LIMIT, "bxml.token_limit", limit,
								  "names, prefixes and namespaces of the input");
	return BX_OK;
}

/* A piece may hold thousands of records, each with thousands of declarations that it inherits: polls once a record. */
static BxStatus
new_writer(BxParser *p, BxError *err)
{
	if (bx_poll(p->host) != BX_OK)
		return bx_fail(err, BX_E_CANCEL, -1, "canceled");
	p->w = bx_writer_new(p->host, &p->opt.writer, err);
	if (p->w == NULL)
		return err->status;
	p->split->matched++;
	return BX_OK;
}

static BxStatus
begin_record(BxParser *p)
{
	BxSplit *s = p->split;
	BxError err;

	if (new_writer(p, &err) != BX_OK)
		return bx_fail_here(p, &err);
	bx_names_forget(p, false);
	s->record_depth = p->depth + 1;
	s->record_off = bx_input_offset(p);
	return BX_OK;
}

static uint64_t
state_of_parent(const BxSplit *s)
{
	return s->live.len > 0 ? ((const uint64_t *) (s->live.data + s->live.len))[-1] : BX_RECORD_START;
}

/* An element before the first record, for bx_split_why. */
static void
remember(BxSplit *s, const char *local, const char *uri)
{
	if (s->root == NULL)
	{
		s->root = local;
		s->root_uri = uri;
	}
	if (s->near == NULL && s->rule.near(s->rule.ctx, state_of_parent(s), local, uri))
	{
		s->near = local;
		s->near_uri = uri;
	}
}

/* An element outside of records begins: is it one? */
static BxStatus
judge(BxSplit *s, const char *local, const char *uri, bool *record, BxError *err)
{
	uint64_t live = s->rule.enter(s->rule.ctx, state_of_parent(s), local, uri, record);

	if (s->matched == 0)
		remember(s, local, uri);
	return *record ? BX_OK : bx_buf_append(&s->live, &live, sizeof(live), err);
}

BxStatus
bx_record_enter(BxParser *p, const xmlChar *local, const xmlChar *uri, int namespaces, const xmlChar **ns)
{
	BxSplit *s = p->split;
	bool record;
	BxStatus st = judge(s, (const char *) local, uri != NULL ? (const char *) uri : "", &record, &p->err);

	if (st != BX_OK)
		return bx_fail_here(p, &p->err);
	if (record)
		return begin_record(p);
	for (int i = 0; i < namespaces && st == BX_OK; i++)
	{
		BxInScope in = {ns[2 * i], ns[2 * i + 1]};

		st = bx_parser_append(p, &s->ns, &in, sizeof(in));
	}
	return st;
}

BxStatus
bx_record_replay(BxParser *p, const xmlChar *local, const xmlChar *uri, int namespaces, const xmlChar **ns)
{
	uint32_t record = p->split->record_depth;

	return record == 0 || p->depth + 1 < record ? bx_record_enter(p, local, uri, namespaces, ns) : BX_OK;
}

static BxStatus
check_size(BxParser *p, uint64_t size)
{
	if (size <= p->opt.writer.limits.max_size)
		return BX_OK;
	return bx_fail_limit_here(p, BX_E_LIMIT, "bxml.max_size", p->opt.writer.limits.max_size,
							  "size of a record in bytes");
}

/* The writer's value, for the caller. */
static BxStatus
keep_record(BxSplit *s, BxRecord *r, BxError *err)
{
	BxStatus st = BX_OK;

	if (s->again == 0)
		st = bx_buf_append(&s->ready, r, sizeof(*r), err);
	if (s->again > 0 || st != BX_OK)
		s->host->release(s->host->ctx, r->data);
	if (s->again > 0)
		s->again--;
	else
		s->made++;
	return st;
}

/* The record is complete. */
static BxStatus
finish_record(BxParser *p, BxError *err)
{
	BxRecord r = {NULL, 0};
	BxStatus st = bx_writer_finish(p->w, &r.data, &r.len);

	if (st != BX_OK)
	{
		*err = *bx_writer_error(p->w);
		return st;
	}
	bx_writer_free(p->w);
	p->w = NULL;
	return keep_record(p->split, &r, err);
}

static BxStatus
end_record(BxParser *p)
{
	BxSplit *s = p->split;
	BxStatus st = check_size(p, bx_input_offset(p) - s->record_off);
	BxError err;

	if (st != BX_OK)
		return st;
	if (finish_record(p, &err) != BX_OK)
		return bx_fail_here(p, &err);
	s->record_depth = 0;
	return BX_OK;
}

BxStatus
bx_record_leave(BxParser *p)
{
	BxSplit *s = p->split;
	const BxScope *top = (const BxScope *) (p->scopes.data + p->scopes.len);

	if (p->err.status != BX_OK)
		return p->err.status;
	if (p->w != NULL)
		return p->depth == s->record_depth ? end_record(p) : BX_OK;
	s->live.len -= sizeof(uint64_t);
	if (p->scopes.len > 0 && top[-1].depth == p->depth)
		s->ns.len -= top[-1].namespaces * sizeof(BxInScope);
	return BX_OK;
}

BxStatus
bx_record_took(BxParser *p, size_t n)
{
	uint64_t back = (uint64_t) n * 8;
	BxStatus st = check_names(p);

	p->expanded -= p->expanded < back ? p->expanded : back;
	p->default_bytes -= p->default_bytes < back ? p->default_bytes : back;
	if (st == BX_OK && p->w != NULL && p->fed > p->split->record_off)
		st = check_size(p, p->fed - p->split->record_off);
	return st;
}

/* ---- namespaces of a record's root ---- */

/* Enter a prefix; *fresh is false when it is there already. */
static BxStatus
add_prefix(BxParser *p, const xmlChar *prefix, bool *fresh)
{
	const char *s = prefix != NULL ? (const char *) prefix : "";
	uint32_t number;

	if (bx_strmap_add(&p->split->seen, s, strlen(s), &number, fresh, &p->err) != BX_OK)
		return bx_fail_here(p, &p->err);
	return BX_OK;
}

/* A declaration that a record's root inherits, unless an inner one hides it. */
static BxStatus
inherit(BxParser *p, const BxInScope *in)
{
	bool fresh;
	BxStatus st = add_prefix(p, in->prefix, &fresh);

	if (st != BX_OK || !fresh || in->uri == NULL || in->uri[0] == '\0')
		return st;
	return bx_parser_append(p, &p->split->inherited, in, sizeof(*in));
}

/* Declarations of an element from first to last, those of inner elements before those of outer ones. */
BxStatus
bx_record_inherit(BxParser *p, int namespaces, const xmlChar **ns, const xmlChar ***more, int *n)
{
	BxSplit *s = p->split;
	const BxInScope *in = (const BxInScope *) s->ns.data;
	const BxScope *scopes = (const BxScope *) p->scopes.data;
	size_t end = s->ns.len / sizeof(BxInScope);
	BxStatus st = BX_OK;
	bool fresh;

	*n = 0;
	if (end == 0 || p->depth != s->record_depth)
		return BX_OK;
	bx_hashmap_clear(&s->seen.map);
	for (int i = 0; i < namespaces && st == BX_OK; i++)
		st = add_prefix(p, ns[2 * i], &fresh);
	s->inherited.len = 0;
	for (size_t k = p->scopes.len / sizeof(BxScope); k > 0 && st == BX_OK; k--)
	{
		const BxScope *scope = &scopes[k - 1];
		size_t from = end - scope->namespaces;

		if (scope->depth == s->record_depth)
			continue;
		for (size_t i = from; i < end && st == BX_OK; i++)
			st = inherit(p, &in[i]);
		end = from;
	}
	*more = (const xmlChar **) s->inherited.data;
	*n = (int) (s->inherited.len / sizeof(BxInScope));
	return st;
}

/* ---- records of src/core/parse ---- */

static BxStatus
enter(void *ctx, const char *local, const char *uri, BxWriter **w, BxError *err)
{
	BxSplit *s = ctx;
	bool record;
	BxStatus st = judge(s, local, uri, &record, err);

	if (st == BX_OK && record)
		st = new_writer(s->p, err);
	*w = s->p->w;
	return st;
}

/* What is wrong with a record is for libxml2 to say. */
static BxStatus
leave(void *ctx, bool record, uint64_t size, BxError *err)
{
	BxSplit *s = ctx;

	if (record && size > s->p->opt.writer.limits.max_size)
		return BX_E_LIMIT;
	if (record)
		return finish_record(s->p, err);
	s->live.len -= sizeof(uint64_t);
	return BX_OK;
}

void
bx_record_methods(BxParser *p, BxMarkupRecords *r)
{
	*r = (BxMarkupRecords){.ctx = p->split, .enter = enter, .leave = leave};
}

void
bx_record_again(BxParser *p, uint32_t record_depth)
{
	BxSplit *s = p->split;

	s->live.len = 0;
	s->record_depth = record_depth;
	s->record_off = p->route.record_off;
	if (record_depth > 0)
		return;
	bx_writer_free(p->w);
	p->w = NULL;
}

void
bx_record_again_all(BxParser *p)
{
	BxSplit *s = p->split;

	s->again = s->made;
	s->matched = 0;
	s->root = s->near = NULL;
}
