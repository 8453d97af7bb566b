/*
 * bx_split.c -- values for the records of a text, while it is parsed.
 *
 * Outside of records the parser has no writer, and only the names of open elements and their namespace declarations are
 * followed.  The start tag of a record brings a writer, its end tag takes the value and the writer away.
 */
#include "bx_split_int.h"

#include <libxml/dict.h>

#include "../core/encode/bx_writer.h"

/* Bytes of text times declarations in scope, in one portion: a declaration takes some 30 bytes of a record. */
#define PORTION_DECLARATIONS ((size_t) 512 << 10)
#define PORTION_MIN 64
#define PORTION_MAX 4096
#define DECLARATION_MIN 10 /* bytes of the shortest declaration, ' xmlns=""' and more */

BxSplit *
bx_split_new(const BxHost *host, const BxHost *eval_host, const BxParseOptions *options, const XpBlock *path,
			 BxError *err)
{
	BxSplit *s = host->alloc(host->ctx, sizeof(BxSplit));

	bx_error_clear(err);
	if (s == NULL)
	{
		bx_fail_nomem(err, sizeof(BxSplit));
		return NULL;
	}
	memset(s, 0, sizeof(*s));
	bx_error_clear(&s->err);
	s->eval_host = eval_host;
	bx_arena_init(&s->arena, host);
	bx_buf_init(&s->live, host);
	bx_buf_init(&s->ns, host);
	bx_strmap_init(&s->seen, host, NULL);
	bx_buf_init(&s->inherited, host);
	bx_buf_init(&s->ready, host);
	s->p = bx_parser_bare(host, options, err);
	if (s->p == NULL || bx_record_path(path, &s->arena, &s->path, err) != BX_OK)
	{
		bx_split_free(s);
		return NULL;
	}
	s->p->split = s;
	return s;
}

void
bx_split_free(BxSplit *s)
{
	const BxRecord *r;
	const BxHost *h;

	if (s == NULL)
		return;
	h = s->arena.host;
	r = (const BxRecord *) s->ready.data;
	for (size_t i = s->next; i < s->ready.len / sizeof(BxRecord); i++)
		h->release(h->ctx, r[i].data);
	bx_parser_free(s->p);
	xp_cache_free(s->cache);
	bx_arena_reset(&s->arena);
	bx_buf_free(&s->live);
	bx_buf_free(&s->ns);
	bx_strmap_free(&s->seen);
	bx_buf_free(&s->inherited);
	bx_buf_free(&s->ready);
	h->release(h->ctx, s);
}

const BxError *
bx_split_error(const BxSplit *s)
{
	return s->err.status != BX_OK ? &s->err : bx_parser_error(s->p);
}

/*
 * The shortest record, "<r/>", inherits all that is in scope, and what the start tag declares that the stage may hold the
 * beginning of.
 */
size_t
bx_split_portion(const BxSplit *s)
{
	size_t declarations = s->ns.len / sizeof(BxInScope) + s->p->stage.len / DECLARATION_MIN + 1;
	size_t n = PORTION_DECLARATIONS / declarations;

	return n < PORTION_MIN ? PORTION_MIN : n > PORTION_MAX ? PORTION_MAX : n;
}

const char *
bx_split_skipped(const BxSplit *s, uint32_t *n)
{
	return bx_parser_skipped(s->p, n);
}

BxStatus
bx_split_feed(BxSplit *s, const char *bytes, size_t n)
{
	return bx_parser_feed(s->p, bytes, n);
}

BxStatus
bx_split_end(BxSplit *s)
{
	return bx_parser_end(s->p);
}

/* ---- events ---- */

static BxStatus
append(BxParser *p, BxBuf *b, const void *bytes, size_t n)
{
	BxStatus st = bx_buf_append(b, bytes, n, &p->err);

	return st == BX_OK ? st : bx_fail_here(p, &p->err);
}

/* Names of all kinds stay in libxml2's dictionary for the whole text. */
static BxStatus
check_names(BxParser *p)
{
	uint64_t limit = (uint64_t) p->opt.writer.limits.max_names * BX_SPLIT_NAMES;
	int n = xmlDictSize(p->ctxt->dict);

	if (n > 0 && (uint64_t) n > limit)
		return bx_fail_limit_here(p, BX_E_LIMIT, "bxml.token_limit", limit,
								  "names, prefixes and namespaces of the input");
	return BX_OK;
}

/* A piece may hold thousands of records, each with thousands of declarations that it inherits: polls once a record. */
static BxStatus
begin_record(BxParser *p)
{
	BxSplit *s = p->split;

	if (bx_poll(p->host) != BX_OK)
	{
		BxError err;

		bx_fail(&err, BX_E_CANCEL, -1, "canceled");
		return bx_fail_here(p, &err);
	}
	p->w = bx_writer_new(p->host, &p->opt.writer, &p->err);
	if (p->w == NULL)
		return bx_fail_here(p, &p->err);
	bx_sax_forget_names(p);
	s->matched++;
	s->record_depth = p->depth + 1;
	s->record_off = bx_input_offset(p);
	return BX_OK;
}

/* An element before the first record, for bx_split_why. */
static void
remember(BxSplit *s, const xmlChar *local, const xmlChar *uri)
{
	const uint64_t *top = (const uint64_t *) (s->live.data + s->live.len);
	uint64_t live = s->live.len > 0 ? top[-1] : 1;

	if (s->root == NULL)
	{
		s->root = local;
		s->root_uri = uri;
	}
	if (s->near == NULL &&
		bx_record_near(&s->path, live, (const char *) local, uri != NULL ? (const char *) uri : ""))
	{
		s->near = local;
		s->near_uri = uri;
	}
}

BxStatus
bx_split_enter(BxParser *p, const xmlChar *local, const xmlChar *uri, int namespaces, const xmlChar **ns)
{
	BxSplit *s = p->split;
	const uint64_t *top = (const uint64_t *) (s->live.data + s->live.len);
	uint64_t live = bx_record_match(&s->path, s->live.len > 0 ? top[-1] : 1, (const char *) local,
									uri != NULL ? (const char *) uri : "");
	BxStatus st = BX_OK;

	if (s->matched == 0)
		remember(s, local, uri);
	if (live >> s->path.n & 1)
		return begin_record(p);
	for (int i = 0; i < namespaces && st == BX_OK; i++)
	{
		BxInScope in = {ns[2 * i], ns[2 * i + 1]};

		st = append(p, &s->ns, &in, sizeof(in));
	}
	return st != BX_OK ? st : append(p, &s->live, &live, sizeof(live));
}

static BxStatus
check_size(BxParser *p, uint64_t size)
{
	if (size <= p->opt.writer.limits.max_size)
		return BX_OK;
	return bx_fail_limit_here(p, BX_E_LIMIT, "bxml.max_size", p->opt.writer.limits.max_size,
							  "size of a record in bytes");
}

static BxStatus
end_record(BxParser *p)
{
	BxSplit *s = p->split;
	BxRecord r = {NULL, 0};
	BxStatus st = check_size(p, bx_input_offset(p) - s->record_off);

	if (st != BX_OK)
		return st;
	st = bx_writer_finish(p->w, &r.data, &r.len);
	if (st != BX_OK)
		return bx_fail_here(p, bx_writer_error(p->w));
	bx_writer_free(p->w);
	p->w = NULL;
	s->record_depth = 0;
	st = append(p, &s->ready, &r, sizeof(r));
	if (st != BX_OK)
		p->host->release(p->host->ctx, r.data);
	return st;
}

BxStatus
bx_split_leave(BxParser *p)
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
bx_split_took(BxParser *p, size_t n)
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
	return append(p, &p->split->inherited, in, sizeof(*in));
}

/* Declarations of an element from first to last, those of inner elements before those of outer ones. */
BxStatus
bx_split_inherit(BxParser *p, int namespaces, const xmlChar **ns, const xmlChar ***more, int *n)
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

/* ---- records ---- */

/* Do the predicates let the record pass? */
static BxStatus
ask_filter(BxSplit *s, const BxRecord *r, bool *pass)
{
	BxArena arena;
	XpCall call = {.host = s->eval_host,
				   .arena = &arena,
				   .v = r->data + s->p->opt.writer.reserve,
				   .n = r->len,
				   .err = &s->err};
	BxStatus st;

	if (s->cache == NULL)
		s->cache = xp_cache_new(&s->arena);
	call.cache = s->cache;
	bx_arena_init(&arena, s->eval_host);
	st = xp_exists(&call, s->path.filter, pass);
	bx_arena_reset(&arena);
	return st;
}

BxStatus
bx_split_next(BxSplit *s, uint8_t **data, size_t *len)
{
	const BxHost *h = s->arena.host;

	*data = NULL;
	while (s->err.status == BX_OK && s->next < s->ready.len / sizeof(BxRecord))
	{
		BxRecord *r = (BxRecord *) s->ready.data + s->next;
		bool pass = true;
		BxStatus st = s->path.filter != NULL ? ask_filter(s, r, &pass) : BX_OK;

		if (st != BX_OK)
			return st;
		s->next++;
		if (pass)
		{
			*data = r->data;
			*len = r->len;
			return BX_OK;
		}
		h->release(h->ctx, r->data);
	}
	if (s->err.status != BX_OK)
		return s->err.status;
	s->ready.len = s->next = 0;
	return BX_OK;
}

/* ---- no record ---- */

static BxStatus
append_texts(BxBuf *out, const char *const *texts, BxError *err)
{
	BxStatus st = BX_OK;

	for (; *texts != NULL && st == BX_OK; texts++)
		st = bx_buf_append(out, *texts, strlen(*texts), err);
	return st;
}

BxStatus
bx_split_why(const BxSplit *s, BxBuf *out, BxError *err)
{
	const char *local = (const char *) (s->near != NULL ? s->near : s->root);
	const char *uri = (const char *) (s->near != NULL ? s->near_uri : s->root_uri);
	const char *const filtered[] = {"Elements that the path selects have not what its predicates ask for.",
									NULL};
	const char *const none[] = {"The text has no element.", NULL};
	const char *const found[] = {
		s->near != NULL ? "The text has \"" : "The root element is \"",
		local,
		uri != NULL ? "\" in namespace \"" : "\" in no namespace",
		uri != NULL ? uri : "",
		uri != NULL ? "\"" : "",
		s->near != NULL ? ": declare that namespace before the path, or write Q{...}name or *:name." : ".",
		NULL,
	};

	return append_texts(out, s->matched > 0 ? filtered : s->root == NULL ? none : found, err);
}
