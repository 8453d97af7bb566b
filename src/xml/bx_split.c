/*
 * bx_split.c -- values for the records of a text: a parser with a rule, and the records that wait to be taken.
 */
#include "bx_split_int.h"

/* Bytes of text times declarations in scope, in one portion: a declaration takes some 30 bytes of a record. */
#define PORTION_DECLARATIONS ((size_t) 512 << 10)
#define PORTION_MIN 64
#define PORTION_MAX 4096
#define DECLARATION_MIN 10 /* bytes of the shortest declaration, ' xmlns=""' and more */

BxSplit *
bx_split_new(const BxHost *host, const BxParseOptions *options, const BxRecordRule *rule, BxError *err)
{
	BxSplit *s = host->alloc(host->ctx, sizeof(BxSplit));

	bx_error_clear(err);
	if (s == NULL)
	{
		rule->free(rule->ctx);
		bx_fail_nomem(err, sizeof(BxSplit));
		return NULL;
	}
	memset(s, 0, sizeof(*s));
	bx_error_clear(&s->err);
	s->host = host;
	s->rule = *rule;
	bx_buf_init(&s->live, host);
	bx_buf_init(&s->ns, host);
	bx_strmap_init(&s->seen, host, NULL);
	bx_buf_init(&s->inherited, host);
	bx_buf_init(&s->ready, host);
	s->p = bx_parser_bare(host, options, err);
	if (s->p == NULL)
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
	h = s->host;
	r = (const BxRecord *) s->ready.data;
	for (size_t i = s->next; i < s->ready.len / sizeof(BxRecord); i++)
		h->release(h->ctx, r[i].data);
	bx_parser_free(s->p);
	s->rule.free(s->rule.ctx);
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
 * The shortest record, "<r/>", inherits all that is in scope, and what the start tag declares that the stage may hold
 * the beginning of.
 */
size_t
bx_split_portion(const BxSplit *s)
{
	size_t declarations = s->ns.len / sizeof(BxInScope) + s->p->stage.len / DECLARATION_MIN +
						  bx_route_declarations(s->p, DECLARATION_MIN) + 1;
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

/* ---- records ---- */

BxStatus
bx_split_next(BxSplit *s, uint8_t **data, size_t *len)
{
	const BxHost *h = s->host;

	*data = NULL;
	while (s->err.status == BX_OK && s->next < s->ready.len / sizeof(BxRecord))
	{
		BxRecord *r = (BxRecord *) s->ready.data + s->next;
		bool pass = true;
		BxStatus st = BX_OK;

		if (s->rule.pass != NULL)
			st = s->rule.pass(s->rule.ctx, r->data + s->p->opt.writer.reserve, r->len, &pass, &s->err);

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
	const char *local = s->near != NULL ? s->near : s->root;
	const char *uri = s->near != NULL ? s->near_uri : s->root_uri;
	const char *const filtered[] = {"Elements that the path selects have not what its predicates ask for.",
									NULL};
	const char *const none[] = {"The text has no element.", NULL};
	const char *const found[] = {
		s->near != NULL ? "The text has \"" : "The root element is \"",
		local,
		uri != NULL && *uri != '\0' ? "\" in namespace \"" : "\" in no namespace",
		uri != NULL ? uri : "",
		uri != NULL && *uri != '\0' ? "\"" : "",
		s->near != NULL ? ": declare that namespace before the path, or write Q{...}name or *:name." : ".",
		NULL,
	};

	return append_texts(out, s->matched > 0 ? filtered : s->root == NULL ? none : found, err);
}
