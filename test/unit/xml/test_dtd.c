/*
 * test_dtd.c -- declarations of the internal subset: polls between them, limits, and what they cost.
 *
 * libxml2 parses an internal subset in one step.  The host's poll looks into the parser and notes how many declarations
 * were read since the poll before; it can ask to stop.
 */
#include <stdlib.h>

#include "../../../src/core/base/bx_core_int.h"
#include "../../../src/xml/bx_parse_int.h"
#include "../ut.h"

#define DECLARATIONS 16000
/* Declarations between two polls. */
#define MOST 64

typedef struct Watch
{
	BxHost host;
	const BxParser *p;
	uint32_t polls;
	uint32_t seen; /* declarations at the last poll */
	uint32_t most; /* between two polls */
	uint32_t cancel_at;
} Watch;

static BxStatus
watch_poll(void *ctx)
{
	Watch *w = ctx;

	w->polls++;
	if (w->p != NULL)
	{
		if (w->p->decls - w->seen > w->most)
			w->most = w->p->decls - w->seen;
		w->seen = w->p->decls;
	}
	return w->polls == w->cancel_at ? BX_E_CANCEL : BX_OK;
}

/* A DOCTYPE of n declarations; each is the format with its number. */
static char *
make(const char *format, uint32_t n, const char *content, size_t *len)
{
	char *text = malloc(n * (strlen(format) + 12) + strlen(content) + 64);
	char *p = text + sprintf(text, "<!DOCTYPE r [");

	for (uint32_t i = 0; i < n; i++)
		p += sprintf(p, format, i);
	p += sprintf(p, "]>%s", content);
	*len = (size_t) (p - text);
	return text;
}

static BxStatus
parse(Watch *w, const BxLimits *limits, const char *text, size_t len, BxError *err)
{
	BxParseOptions o = {.encoding = "UTF-8"};
	uint32_t cancel_at = w->cancel_at;
	uint8_t *v = NULL;
	BxParser *p;
	BxStatus st;
	size_t n;

	memset(w, 0, sizeof(*w));
	w->host = *bx_host_libc();
	w->host.ctx = w;
	w->host.poll = watch_poll;
	w->cancel_at = cancel_at;
	o.writer.limits = *limits;
	p = bx_parser_new(&w->host, &o, err);
	w->p = p;
	st = bx_parser_feed(p, text, len);
	if (st == BX_OK)
		st = bx_parser_finish(p, &v, &n);
	*err = *bx_parser_error(p);
	w->seen = p->decls;
	w->p = NULL;
	bx_parser_free(p);
	free(v);
	return st;
}

static const char *const kinds[] = {
	"<!ENTITY e%u 'x'>",
	"<!ENTITY %% e%u 'x'>",
	"<!ENTITY e%u SYSTEM 'x'>",
	"<!ENTITY e%u SYSTEM 'x' NDATA n>",
	"<!ATTLIST r a%u CDATA #IMPLIED>",
	"<!ATTLIST r a%u NMTOKEN #IMPLIED>",
	"<!ATTLIST e%u a (b|c) 'b'>",
	"<!ELEMENT e%u (a, b?)>",
	"<!NOTATION n%u SYSTEM 'x'>",
	"<!--%u-->",
	"<?p %u?>",
};

#define KINDS (sizeof(kinds) / sizeof(*kinds))

/* Whatever is declared, the host is asked after a few declarations, and its no is heard. */
static void
test_polls(void)
{
	BxLimits limits = BX_LIMITS_DEFAULT;

	limits.max_attributes = DECLARATIONS;
	for (size_t k = 0; k < KINDS; k++)
	{
		Watch w = {.cancel_at = 0};
		BxError err;
		size_t len;
		char *text = make(kinds[k], DECLARATIONS, "<r/>", &len);

		CHECKF(parse(&w, &limits, text, len, &err) == BX_OK, "%s: %s", kinds[k], err.msg);
		CHECKF(w.seen == DECLARATIONS && w.most > 0 && w.most <= MOST,
			   "%s: %u declarations, %u between polls", kinds[k], w.seen, w.most);
		w.cancel_at = w.polls / 2;
		CHECKF(parse(&w, &limits, text, len, &err) == BX_E_CANCEL && err.status == BX_E_CANCEL, "%s",
			   kinds[k]);
		CHECKF(w.polls == w.cancel_at && w.seen < DECLARATIONS, "%s: %u declarations", kinds[k], w.seen);
		free(text);
	}
}

/* References to parameter entities are work, too. */
static void
test_references(void)
{
	BxLimits limits = BX_LIMITS_DEFAULT;
	Watch w = {.cancel_at = 0};
	BxError err;
	size_t len;
	char *text = make("%%e;", 200000, "<r/>", &len);

	memcpy(text + 13, "<!ENTITY % e ''  >", 18); /* instead of six */
	CHECKF(parse(&w, &limits, text, len, &err) == BX_OK, "%s: %s", err.msg, err.detail);
	CHECKF(w.polls >= 200000 / 1024, "%u polls", w.polls);
	free(text);
}

/* Many events, each by the text, between two others: libxml2 gets all of them in one step. */
static void
polls_events(const char *before, const char *text, const char *behind)
{
	BxLimits limits = BX_LIMITS_DEFAULT;
	Watch w = {.cancel_at = 0};
	const uint32_t n = 100000;
	BxError err;
	BxBuf b;

	bx_buf_init(&b, bx_host_libc());
	bx_error_clear(&err);
	CHECK(bx_buf_append(&b, before, strlen(before), &err) == BX_OK);
	for (uint32_t i = 0; i < n; i++)
		CHECK(bx_buf_append(&b, text, strlen(text), &err) == BX_OK);
	CHECK(bx_buf_append(&b, behind, strlen(behind), &err) == BX_OK);
	CHECKF(parse(&w, &limits, (char *) b.data, b.len, &err) == BX_OK, "%s: %s %s", text, err.msg, err.detail);
	CHECKF(w.polls > n / 1024, "%s: %u polls", text, w.polls);
	w.cancel_at = w.polls / 2;
	CHECKF(parse(&w, &limits, (char *) b.data, b.len, &err) == BX_E_CANCEL && w.polls == w.cancel_at,
		   "%s: %s, %u polls", text, err.msg, w.polls);
	bx_buf_free(&b);
}

/* A long prolog and the content of an entity are single steps of libxml2. */
static void
test_events(void)
{
	polls_events("", "<?p?>", "<r/>");
	polls_events("", "<!---->", "<r/>");
	polls_events("<!DOCTYPE r [<!ENTITY e '", "<b/>", "'>]><r>&e;</r>");
	polls_events("<!DOCTYPE r [<!ENTITY e '", "<?p?>", "'>]><r>&e;</r>");
	polls_events("<!DOCTYPE r [<!ENTITY e '", "<!---->", "'>]><r>&e;</r>");
}

/* Each limit: as many are taken, one more is not. */
static void
check_limit(const char *format, const char *content, uint32_t n, const BxLimits *limits, const char *setting)
{
	Watch w = {.cancel_at = 0};
	BxError err;
	size_t len;
	char *text = make(format, n, content, &len);

	CHECKF(parse(&w, limits, text, len, &err) == BX_OK, "%s: %s", format, err.msg);
	free(text);
	text = make(format, n + 1, content, &len);
	CHECKF(parse(&w, limits, text, len, &err) == BX_E_LIMIT && strcmp(err.setting, setting) == 0 &&
			   err.line == 1,
		   "%s: %s %s", format, err.setting, err.msg);
	free(text);
}

static void
test_limits(void)
{
	BxLimits limits = BX_LIMITS_DEFAULT;

	limits.max_declarations = 100;
	for (size_t k = 0; k < KINDS; k++)
		check_limit(kinds[k], "<r/>", 100, &limits, "bxml.max_declarations");
	/* an attribute is a declaration, and so is what a parameter entity declares */
	check_limit("<!ATTLIST r a%1$u CDATA #IMPLIED b%1$u CDATA #IMPLIED>", "<r/>", 50, &limits,
				"bxml.max_declarations");
	check_limit("<!ENTITY %% p%1$u '<!ELEMENT e%1$u ANY>'>%%p%1$u;", "<r/>", 50, &limits,
				"bxml.max_declarations");
	limits = (BxLimits) BX_LIMITS_DEFAULT;
	limits.max_attributes = 100;
	check_limit("<!ATTLIST r a%u CDATA 'x'>", "<r/>", 100, &limits, "bxml.max_attributes");
	limits = (BxLimits) BX_LIMITS_DEFAULT;
	limits.max_dtd_size = 13 + 10 * 17 + 2;
	check_limit("<!ENTITY e%u 'x'>", "<r/>", 10, &limits, "bxml.max_dtd_size");
}

/* What defaults may produce depends on the text before them, however much comes behind. */
static void
test_defaults_early(void)
{
	BxLimits limits = BX_LIMITS_DEFAULT;
	Watch w = {.cancel_at = 0};
	BxError err;
	const size_t room = 6000000;
	char *text = malloc(room);
	int n;

	limits.max_entity_expansion = 1000;
	n = snprintf(text, room, "<!DOCTYPE r [<!ATTLIST e a CDATA '%*s'>]><r>", 10000, "x");
	for (int i = 0; i < 60; i++)
		n += snprintf(text + n, room - (size_t) n, "<e/>");
	n += snprintf(text + n, room - (size_t) n, "%*s</r>", 5000000, " ");
	CHECK(parse(&w, &limits, text, (size_t) n, &err) == BX_E_LIMIT &&
		  strcmp(err.setting, "bxml.max_entity_expansion") == 0);
	free(text);
}

/* A DTD that never ends is refused when it is too long, not kept. */
static void
test_endless(void)
{
	BxLimits limits = BX_LIMITS_DEFAULT;
	BxParseOptions o = {.encoding = "UTF-8"};
	char piece[4096];
	uint64_t fed = 0;
	BxStatus st;
	BxError err;
	BxParser *p;

	limits.max_dtd_size = 100000;
	o.writer.limits = limits;
	p = bx_parser_new(bx_host_libc(), &o, &err);
	memset(piece, ' ', sizeof(piece));
	st = bx_parser_feed(p, "<!DOCTYPE r [", 13);
	for (; st == BX_OK && fed < 10000000; fed += sizeof(piece))
		st = bx_parser_feed(p, piece, sizeof(piece));
	CHECK(st == BX_E_LIMIT && strcmp(bx_parser_error(p)->setting, "bxml.max_dtd_size") == 0);
	CHECKF(fed < 200000, "%llu bytes", (unsigned long long) fed);
	bx_parser_free(p);
}

/* Default attributes times elements: charged, polled, and refused when they make too much. */
static void
test_defaults(void)
{
	BxLimits limits = BX_LIMITS_DEFAULT;
	Watch w = {.cancel_at = 0};
	char *content = calloc(1, 7 + 300 * 4 + 5);
	BxError err;
	size_t len;
	char *text;

	strcpy(content, "<x>");
	for (int i = 0; i < 300; i++)
		strcat(content, "<r/>");
	strcat(content, "</x>");
	text = make("<!ATTLIST r a%u CDATA 'x'>", 2000, content, &len);
	limits.max_entity_expansion = 1 << 20;
	CHECK(parse(&w, &limits, text, len, &err) == BX_E_LIMIT);
	CHECK(strcmp(err.setting, "bxml.max_entity_expansion") == 0);
	limits.max_entity_expansion = 1 << 30;
	CHECK(parse(&w, &limits, text, len, &err) == BX_OK);
	CHECKF(w.polls > 300, "%u polls", w.polls);
	free(text);
	free(content);
}

UT_SUITE(test_dtd)
{
	UT_RUN(test_polls);
	UT_RUN(test_events);
	UT_RUN(test_references);
	UT_RUN(test_limits);
	UT_RUN(test_defaults_early);
	UT_RUN(test_endless);
	UT_RUN(test_defaults);
	return ut_done();
}
