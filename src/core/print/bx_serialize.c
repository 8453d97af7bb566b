/*
 * bx_serialize.c -- the walk over a value: declaration, DOCTYPE, tags, indentation, what HTML has of its own.
 */
#include "bx_serialize_int.h"

#include "../read/bx_reader.h"
#include "../store/bx_window.h"
#include "../value/bx_value.h"

#define URI_XHTML "http://www.w3.org/1999/xhtml"

static const char *const void_elements[] = {
	"area",    "base",   "basefont", "br",   "col",   "embed",  "frame", "hr",  "img", "input",
	"isindex", "keygen", "link",     "meta", "param", "source", "track", "wbr", NULL};
static const char *const raw_elements[] = {"script", "style", NULL};
/* Indentation never changes what is beside or in them. */
static const char *const inline_elements[] = {
	"a",      "abbr",   "acronym", "b",        "bdo",  "big",    "br",    "button", "cite",
	"code",   "dfn",    "em",      "font",     "i",    "img",    "input", "kbd",    "label",
	"map",    "object", "q",       "s",        "samp", "select", "small", "span",   "strike",
	"strong", "sub",    "sup",     "textarea", "tt",   "u",      "var",   NULL};
static const char *const kept_elements[] = {"pre", "textarea", "script", "style", "title", NULL};
static const char *const uri_attributes[] = {
	"action", "archive", "background", "cite",     "classid", "codebase", "data", "formaction", "for", "href",
	"icon",   "itemid",  "longdesc",   "manifest", "poster",  "profile",  "src",  "usemap",     NULL};
static const char *const truth_attributes[] = {
	"async",    "autofocus", "autoplay", "checked",  "compact",  "controls", "declare", "default",  "defer",
	"disabled", "hidden",    "ismap",    "loop",     "multiple", "muted",    "nohref",  "noresize", "noshade",
	"nowrap",   "open",      "readonly", "required", "reversed", "selected", NULL};

static bool
is_html(const BxSerial *s)
{
	return s->opt->method == BX_METHOD_HTML || s->opt->method == BX_METHOD_XHTML;
}

static BxSerialName
name_of(const BxSerial *s, uint32_t shape, BxStr *prefix)
{
	const BxNameInfo *name = &s->table->names[s->table->shapes[shape].name];
	const BxPair *pair = &s->table->pairs[name->pair];

	*prefix = bx_pair_prefix(pair);
	return (BxSerialName){bx_pair_uri(pair), bx_str(name->local, name->len)};
}

static BxStatus
put_name(BxSerial *s, uint32_t shape)
{
	BxStr prefix;
	BxSerialName name = name_of(s, shape, &prefix);

	if (prefix.n > 0)
	{
		BX_TRY(bx_serial_put(s, prefix));
		BX_TRY(bx_serial_puts(s, ":"));
	}
	return bx_serial_put(s, name.local);
}

static bool
is_listed(const BxSerialName *list, uint32_t n, BxSerialName name)
{
	uint32_t i;

	for (i = 0; i < n; i++)
		if (bx_str_equal(list[i].local, name.local) && bx_str_equal(list[i].uri, name.uri))
			return true;
	return false;
}

/* ---- before the first element ---- */

static BxStatus
put_quoted(BxSerial *s, BxStr text)
{
	const char *quote = memchr(text.s, '"', text.n) != NULL ? "'" : "\"";

	BX_TRY(bx_serial_puts(s, quote));
	BX_TRY(bx_serial_put(s, text));
	return bx_serial_puts(s, quote);
}

static BxStatus
put_declaration(BxSerial *s)
{
	const BxSerialOptions *opt = s->opt;

	if (opt->byte_order_mark)
		BX_TRY(bx_serial_puts(s, "\xEF\xBB\xBF"));
	if (!opt->declaration || opt->method == BX_METHOD_HTML || opt->method == BX_METHOD_TEXT)
		return BX_OK;
	BX_TRY(bx_serial_puts(s, "<?xml version="));
	BX_TRY(put_quoted(s, opt->version.n > 0 ? opt->version : bx_str("1.0", 3)));
	BX_TRY(bx_serial_puts(s, " encoding="));
	BX_TRY(put_quoted(s, opt->encoding.n > 0 ? opt->encoding : bx_str("UTF-8", 5)));
	if (opt->standalone >= 0)
		BX_TRY(bx_serial_puts(s, opt->standalone ? " standalone=\"yes\"" : " standalone=\"no\""));
	return bx_serial_puts(s, "?>");
}

/* The DOCTYPE before the first element. */
static BxStatus
put_doctype(BxSerial *s, uint32_t shape)
{
	const BxSerialOptions *opt = s->opt;
	BxStr prefix;
	BxSerialName name = name_of(s, shape, &prefix);
	bool root = bx_serial_same(name.local, "html") && (name.uri.n == 0 || bx_str_is(name.uri, URI_XHTML));
	bool html5 = is_html(s) && opt->html5 && root && opt->public_id.n + opt->system_id.n == 0;

	s->doctype = true;
	if (opt->method == BX_METHOD_TEXT ||
		(!html5 && opt->system_id.n == 0 && (opt->public_id.n == 0 || opt->method != BX_METHOD_HTML)))
		return BX_OK;
	if (s->any && opt->indent)
		BX_TRY(bx_serial_puts(s, "\n"));
	BX_TRY(bx_serial_puts(s, "<!DOCTYPE "));
	if (opt->method == BX_METHOD_HTML)
		BX_TRY(bx_serial_puts(s, "html"));
	else
		BX_TRY(put_name(s, shape));
	if (opt->public_id.n > 0)
	{
		BX_TRY(bx_serial_puts(s, " PUBLIC "));
		BX_TRY(put_quoted(s, opt->public_id));
	}
	else if (opt->system_id.n > 0)
		BX_TRY(bx_serial_puts(s, " SYSTEM"));
	if (opt->system_id.n > 0)
	{
		BX_TRY(bx_serial_puts(s, " "));
		BX_TRY(put_quoted(s, opt->system_id));
	}
	s->any = true;
	return bx_serial_puts(s, ">");
}

/* ---- tags ---- */

/* A new line at a level. */
static BxStatus
put_break(BxSerial *s, uint32_t level)
{
	uint32_t i;

	BX_TRY(bx_serial_puts(s, "\n"));
	for (i = 0; i < level && i < 30; i++)
		BX_TRY(bx_serial_puts(s, "  "));
	return BX_OK;
}

static BxStatus
put_meta(BxSerial *s)
{
	const BxSerialOptions *opt = s->opt;

	if (opt->indent)
		BX_TRY(put_break(s, s->level));
	BX_TRY(bx_serial_puts(s, "<meta http-equiv=\"Content-Type\" content=\""));
	BX_TRY(bx_serial_put(s, opt->media_type.n > 0 ? opt->media_type : bx_str("text/html", 9)));
	BX_TRY(bx_serial_puts(s, "; charset="));
	BX_TRY(bx_serial_put(s, opt->encoding.n > 0 ? opt->encoding : bx_str("UTF-8", 5)));
	s->open[s->level].children = true;
	return bx_serial_puts(s, opt->method == BX_METHOD_HTML ? "\">" : "\" />");
}

/* The start tag ends, since content follows. */
static BxStatus
close_tag(BxSerial *s)
{
	if (!s->in_tag)
		return BX_OK;
	s->in_tag = false;
	BX_TRY(bx_serial_puts(s, ">"));
	return s->head ? (s->head = false, put_meta(s)) : BX_OK;
}

/* White space before a child other than text, where the parameters and the content around allow it. */
static BxStatus
before_child(BxSerial *s, bool inline_child)
{
	BxSerialOpen *in = &s->open[s->level];

	BX_TRY(close_tag(s));
	if (s->opt->indent && !in->mixed && !inline_child && (s->level > 0 || s->any))
		BX_TRY(put_break(s, s->level));
	in->children = true;
	s->any = true;
	return BX_OK;
}

/* Of a new element: what its name says. */
static void
enter(BxSerial *s, uint32_t shape)
{
	const BxSerialOpen *out = &s->open[s->level];
	BxSerialOpen *in = &s->open[++s->level];
	BxStr prefix;
	BxSerialName name = name_of(s, shape, &prefix);
	bool html = is_html(s) && (s->opt->method == BX_METHOD_HTML ? name.uri.n == 0 : false);

	html |= is_html(s) && bx_str_is(name.uri, URI_XHTML);
	*in = (BxSerialOpen){.shape = shape, .html = html};
	in->mixed = (s->mixed != NULL && s->mixed[s->elements++]) || (s->level > 1 && out->mixed) ||
				is_listed(s->opt->plain, s->opt->n_plain, name) ||
				(html && bx_serial_among(name.local, kept_elements));
	in->cdata = s->opt->method != BX_METHOD_TEXT && is_listed(s->opt->cdata, s->opt->n_cdata, name) &&
				!(html && s->opt->method == BX_METHOD_HTML);
	in->raw = html && s->opt->method == BX_METHOD_HTML && bx_serial_among(name.local, raw_elements);
	s->head = html && !s->opt->no_content_type && bx_serial_same(name.local, "head");
}

/* HTML: a meta in <head>, which may say what the one that was put there says. */
static bool
is_meta(const BxSerial *s, BxSerialName name)
{
	const BxSerialOpen *in = &s->open[s->level];
	BxStr prefix;

	return s->level > 0 && in->html && !s->opt->no_content_type && bx_serial_same(name.local, "meta") &&
		   bx_serial_same(name_of(s, in->shape, &prefix).local, "head");
}

static BxStatus
start_element(BxSerial *s, uint32_t shape)
{
	BxStr prefix;
	BxSerialName name = name_of(s, shape, &prefix);

	if (s->opt->method == BX_METHOD_TEXT)
	{
		enter(s, shape);
		return BX_OK;
	}
	if (!s->doctype)
		BX_TRY(put_doctype(s, shape));
	if (is_meta(s, name))
	{
		BX_TRY(close_tag(s));
		s->meta = s->out->len;
		s->meta_level = s->level + 1;
	}
	BX_TRY(before_child(s, is_html(s) && bx_serial_among(name.local, inline_elements)));
	enter(s, shape);
	BX_TRY(bx_serial_puts(s, "<"));
	s->in_tag = true;
	return put_name(s, shape);
}

static BxStatus
end_element(BxSerial *s)
{
	const BxSerialOpen *in = &s->open[s->level];
	BxStr prefix;
	BxSerialName name = name_of(s, in->shape, &prefix);
	bool html = s->opt->method == BX_METHOD_HTML && in->html;
	bool void_element = in->html && bx_serial_among(name.local, void_elements);

	if (s->opt->method == BX_METHOD_TEXT)
	{
		s->level--;
		return BX_OK;
	}
	if (s->in_tag && !in->html && s->opt->method != BX_METHOD_HTML)
	{
		s->in_tag = false;
		s->level--;
		return bx_serial_puts(s, "/>");
	}
	if (void_element && s->in_tag)
	{
		s->in_tag = false;
		s->level--;
		if (s->drop)
		{
			s->out->len = s->meta;
			s->drop = false;
			return BX_OK;
		}
		return bx_serial_puts(s, html ? ">" : " />");
	}
	BX_TRY(close_tag(s));
	s->level--;
	if (s->opt->indent && !in->mixed && in->children)
		BX_TRY(put_break(s, s->level));
	BX_TRY(bx_serial_puts(s, "</"));
	BX_TRY(put_name(s, in->shape));
	return bx_serial_puts(s, ">");
}

static BxStatus
put_namespace(BxSerial *s, uint32_t shape)
{
	const BxPair *pair = &s->table->pairs[s->table->shapes[shape].name];

	if (s->opt->method == BX_METHOD_TEXT ||
		(pair->prefix_len > 0 && pair->uri_len == 0 && !s->opt->undeclare_prefixes))
		return BX_OK;
	BX_TRY(bx_serial_puts(s, pair->prefix_len > 0 ? " xmlns:" : " xmlns"));
	BX_TRY(bx_serial_put(s, bx_pair_prefix(pair)));
	BX_TRY(bx_serial_puts(s, "=\""));
	BX_TRY(bx_serial_attribute(s, bx_pair_uri(pair), false, false));
	return bx_serial_puts(s, "\"");
}

static BxStatus
put_attribute(BxSerial *s, uint32_t shape, BxStr value)
{
	const BxSerialOpen *in = &s->open[s->level];
	BxStr prefix;
	BxSerialName name = name_of(s, shape, &prefix);
	bool html = in->html && name.uri.n == 0;
	bool uri = html && !s->opt->no_uri_escapes && bx_serial_among(name.local, uri_attributes);

	if (s->opt->method == BX_METHOD_TEXT)
		return BX_OK;
	BX_TRY(bx_serial_puts(s, " "));
	BX_TRY(put_name(s, shape));
	s->drop |= s->level == s->meta_level && bx_serial_same(name.local, "http-equiv") &&
			   bx_serial_same(bx_str_trim(value), "content-type");
	if (html && s->opt->method == BX_METHOD_HTML && bx_serial_among(name.local, truth_attributes) &&
		value.n == name.local.n && bx_serial_equal(value, name.local))
		return BX_OK;
	if (bx_str_is(prefix, "xml") && bx_str_is(name.local, "space") && bx_str_is(value, "preserve"))
		s->open[s->level].mixed = true;
	BX_TRY(bx_serial_puts(s, "=\""));
	BX_TRY(bx_serial_attribute(s, value, in->html, uri));
	return bx_serial_puts(s, "\"");
}

/* ---- items ---- */

static BxStatus
put_comment(BxSerial *s, BxStr text)
{
	if (s->opt->method == BX_METHOD_TEXT)
		return BX_OK;
	BX_TRY(before_child(s, false));
	BX_TRY(bx_serial_puts(s, "<!--"));
	BX_TRY(bx_serial_put(s, text));
	return bx_serial_puts(s, "-->");
}

static BxStatus
put_pi(BxSerial *s, uint32_t shape, BxStr data)
{
	bool html = s->opt->method == BX_METHOD_HTML;

	if (s->opt->method == BX_METHOD_TEXT)
		return BX_OK;
	if (html && memchr(data.s, '>', data.n) != NULL)
		return bx_fail_code(s->err, BX_E_XPTYPE, -1, "SERE0015",
							"HTML cannot have a processing instruction with \">\"");
	BX_TRY(before_child(s, false));
	BX_TRY(bx_serial_puts(s, "<?"));
	BX_TRY(put_name(s, shape));
	if (data.n > 0)
		BX_TRY(bx_serial_puts(s, " "));
	BX_TRY(bx_serial_put(s, data));
	return bx_serial_puts(s, html ? ">" : "?>");
}

static BxStatus
put_text(BxSerial *s, BxStr text)
{
	if (text.n == 0)
		return BX_OK;
	if (s->opt->method != BX_METHOD_TEXT)
		BX_TRY(close_tag(s));
	s->open[s->level].children = true;
	if (s->level == 0)
		s->open[0].mixed = true;
	s->any = true;
	return bx_serial_text(s, text);
}

static BxStatus
text_of(BxSerial *s, const BxEvent *ev, char *buf, BxStr *text)
{
	uint32_t n = ev->len;
	const char *p = bx_value_text(ev->payload, ev->len, buf, &n);

	if (p == NULL)
		return bx_fail(s->err, BX_E_CORRUPT, s->table->head.items_off + (int64_t) ev->off,
					   "bxml value is damaged: bad value");
	*text = bx_str(p, n);
	return BX_OK;
}

static BxStatus
put_event(BxSerial *s, const BxEvent *ev)
{
	char buf[BX_VALUE_TEXT_MAX];
	BxStr text;

	switch (ev->kind)
	{
		case BX_EV_ELEMENT: return start_element(s, ev->shape);
		case BX_EV_END: return end_element(s);
		case BX_EV_NAMESPACE: return put_namespace(s, ev->shape);
		case BX_EV_LEAF:
			BX_TRY(text_of(s, ev, buf, &text));
			BX_TRY(start_element(s, ev->shape));
			BX_TRY(put_text(s, text));
			s->open[s->level].mixed = true;
			return end_element(s);
		case BX_EV_ATTRIBUTE: BX_TRY(text_of(s, ev, buf, &text)); return put_attribute(s, ev->shape, text);
		case BX_EV_TEXT: BX_TRY(text_of(s, ev, buf, &text)); return put_text(s, text);
		case BX_EV_COMMENT: return put_comment(s, bx_str(ev->payload, ev->len));
		default: return put_pi(s, ev->shape, bx_str(ev->payload, ev->len));
	}
}

/* DOCTYPE and "standalone" are for documents. */
static BxStatus
check_top(BxSerial *s, uint32_t elements, bool text)
{
	const BxSerialOptions *opt = s->opt;

	if (opt->method == BX_METHOD_TEXT || opt->method == BX_METHOD_HTML ||
		(opt->system_id.n == 0 && opt->standalone < 0) || (elements == 1 && !text))
		return BX_OK;
	return bx_fail_code(s->err, BX_E_XPTYPE, -1, "SEPM0004",
						"content that is not a document cannot have a DOCTYPE or \"standalone\"");
}

static BxStatus
walk(BxSerial *s, BxReader *rd)
{
	uint32_t elements = 0;
	bool text = false;
	BxEvent ev;

	for (;;)
	{
		BX_TRY(bx_step(s->host));
		BX_TRY(bx_reader_next(rd, &ev));
		if (ev.kind == BX_EV_DONE)
			return check_top(s, elements, text);
		if (ev.level == 1)
		{
			elements += ev.kind == BX_EV_ELEMENT || ev.kind == BX_EV_LEAF;
			text |= ev.kind == BX_EV_TEXT;
		}
		BX_TRY(put_event(s, &ev));
	}
}

/* Which elements have text among their children, in document order: what is to be known when they begin. */
static BxStatus
find_mixed(BxSerial *s, BxReader *rd, BxArena *arena)
{
	uint32_t *open = bx_arena_zalloc(arena, (s->table->head.depth + 3) * sizeof(uint32_t));
	uint32_t n = 0, cap = 0;
	uint8_t *mixed = NULL;
	BxEvent ev;

	if (open == NULL)
		return bx_fail_nomem(s->err, s->table->head.depth);
	for (;;)
	{
		BX_TRY(bx_step(s->host));
		BX_TRY(bx_reader_next(rd, &ev));
		s->mixed = mixed;
		if (ev.kind == BX_EV_DONE)
			return BX_OK;
		if (ev.kind == BX_EV_TEXT && ev.level > 1)
			mixed[open[ev.level - 1]] = true;
		if (ev.kind != BX_EV_ELEMENT && ev.kind != BX_EV_LEAF)
			continue;
		if (n == cap)
		{
			mixed = bx_arena_grow(arena, mixed, cap, cap * 2 + 64);
			if (mixed == NULL)
				return bx_fail_nomem(s->err, cap * 2 + 64);
			cap = cap * 2 + 64;
		}
		open[ev.level] = n;
		mixed[n++] = false;
	}
}

static BxStatus
serialize(BxSerial *s, BxReadAll *pass, BxArena *arena)
{
	BxReader *rd = NULL;

	s->open = bx_arena_zalloc(arena, (s->table->head.depth + 3) * sizeof(BxSerialOpen));
	if (s->open == NULL)
		return bx_fail_nomem(s->err, (s->table->head.depth + 3) * sizeof(BxSerialOpen));
	if (s->opt->indent)
	{
		BX_TRY(bx_reader_new(&rd, s->table, &pass->items.source, arena, s->err));
		BX_TRY(find_mixed(s, rd, arena));
	}
	BX_TRY(bx_reader_new(&rd, s->table, &pass->items.source, arena, s->err));
	BX_TRY(put_declaration(s));
	return walk(s, rd);
}

BxStatus
bx_serialize(const uint8_t *v, size_t n, const BxSerialOptions *options, BxArena *arena, BxBuf *out,
			 BxError *err)
{
	BxSerial s = {.opt = options, .host = arena->host, .out = out, .err = err};
	BxReadAll pass;
	BxStore store;
	BxTable table;
	BxStatus st;

	bx_store_memory(&store, v, n);
	s.table = &table;
	st = bx_read_all_open(&pass, &store, arena, err);
	if (st == BX_OK)
		st = bx_read_all_table(&pass, &table, arena);
	if (st == BX_OK)
		st = serialize(&s, &pass, arena);
	bx_read_all_close(&pass);
	return st;
}
