/*
 * bx_serialize.c -- the walk over a value: declaration, DOCTYPE, tags, indentation, what HTML has of its own.
 */
#include "bx_serialize_int.h"

#include "../read/bx_reader.h"
#include "../store/bx_window.h"
#include "../value/bx_value.h"

static BxSerialName
name_of(const BxSerial *s, uint32_t shape, BxStr *prefix)
{
	const BxNameInfo *name = &s->table->names[s->table->shapes[shape].name];
	const BxPair *pair = &s->table->pairs[name->pair];

	*prefix = bx_pair_prefix(pair);
	return (BxSerialName){bx_pair_uri(pair), bx_str(name->local, name->len)};
}

static BxStatus
put_prefixed(BxSerial *s, BxStr prefix, BxStr local)
{
	if (prefix.n > 0)
	{
		BX_TRY(bx_serial_plain(s, prefix));
		BX_TRY(bx_serial_puts(s, ":"));
	}
	return bx_serial_plain(s, local);
}

static BxStatus
put_name(BxSerial *s, uint32_t shape)
{
	BxStr prefix;
	BxSerialName name = name_of(s, shape, &prefix);

	return put_prefixed(s, prefix, name.local);
}

/* The prefix that an element is written with. */
static BxStr
shown_prefix(const BxSerial *s, uint32_t shape)
{
	BxStr prefix;
	BxSerialName name = name_of(s, shape, &prefix);

	return bx_serial_normalized(s, name.uri) ? bx_str("", 0) : prefix;
}

static uint8_t
facts_of(BxSerial *s, uint32_t shape)
{
	BxStr prefix;

	if (s->facts[shape] == 0)
		s->facts[shape] = (uint8_t) bx_serial_facts(s, name_of(s, shape, &prefix));
	return s->facts[shape];
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

/* Is the content of an element not indented, by the parameters?  HTML takes names without regard to case. */
static bool
is_plain(const BxSerial *s, BxSerialName name)
{
	const BxSerialOptions *opt = s->opt;
	uint32_t i;

	if (!bx_serial_is_html(s))
		return is_listed(opt->plain, opt->n_plain, name);
	for (i = 0; i < opt->n_plain; i++)
	{
		BxSerialName listed = opt->plain[i];
		bool html5 = opt->html5 && (listed.uri.n == 0 || bx_str_is(listed.uri, URI_XHTML)) &&
					 (name.uri.n == 0 || bx_str_is(name.uri, URI_XHTML));

		if (html5 || (listed.uri.n == 0 && name.uri.n == 0) ? bx_serial_equal(listed.local, name.local)
															: is_listed(&listed, 1, name))
			return true;
	}
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

/* Does HTML 5 have a DOCTYPE without identifiers before this element? */
static bool
is_html5_root(BxSerial *s, uint32_t shape)
{
	const BxSerialOptions *opt = s->opt;
	BxStr prefix;

	return opt->html5 && bx_serial_is_html(s) && !s->text && opt->system_id.n == 0 &&
		   (opt->public_id.n == 0 || opt->method == BX_METHOD_XHTML) &&
		   (facts_of(s, shape) & BX_SERIAL_HTML) && bx_serial_same(name_of(s, shape, &prefix).local, "html");
}

/* The DOCTYPE before the first element. */
static BxStatus
put_doctype(BxSerial *s, uint32_t shape)
{
	const BxSerialOptions *opt = s->opt;
	bool html5 = is_html5_root(s, shape);
	BxStr prefix;

	s->doctype = true;
	if (!html5 && opt->system_id.n == 0 && (opt->public_id.n == 0 || opt->method != BX_METHOD_HTML))
		return BX_OK;
	if (s->any && opt->indent)
		BX_TRY(bx_serial_puts(s, "\n"));
	BX_TRY(bx_serial_puts(s, "<!DOCTYPE "));
	if (opt->method == BX_METHOD_HTML)
		BX_TRY(bx_serial_puts(s, "html"));
	else if (html5)
		BX_TRY(bx_serial_plain(s, name_of(s, shape, &prefix).local));
	else
		BX_TRY(put_prefixed(s, shown_prefix(s, shape), name_of(s, shape, &prefix).local));
	if (opt->public_id.n > 0 && !html5)
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
	BX_TRY(bx_serial_puts(s, "<"));
	BX_TRY(put_prefixed(s, shown_prefix(s, s->open[s->level].shape), bx_str("meta", 4)));
	BX_TRY(bx_serial_puts(s, " http-equiv=\"Content-Type\" content=\""));
	BX_TRY(bx_serial_attribute(s, opt->media_type.n > 0 ? opt->media_type : bx_str("text/html", 9), true,
							   false));
	BX_TRY(bx_serial_attribute(s, bx_str("; charset=", 10), true, false));
	BX_TRY(bx_serial_attribute(s, opt->encoding.n > 0 ? opt->encoding : bx_str("UTF-8", 5), true, false));
	s->open[s->level].children = true;
	return bx_serial_puts(s, opt->method == BX_METHOD_HTML ? "\">" : "\" />");
}

static BxStatus
put_xmlns(BxSerial *s, BxStr prefix, BxStr uri)
{
	BX_TRY(bx_serial_puts(s, prefix.n > 0 ? " xmlns:" : " xmlns"));
	BX_TRY(bx_serial_plain(s, prefix));
	BX_TRY(bx_serial_puts(s, "=\""));
	s->unmapped = true;
	BX_TRY(bx_serial_attribute(s, uri, false, false));
	s->unmapped = false;
	return bx_serial_puts(s, "\"");
}

/*
 * Prefixes are normalized: an element that keeps its prefix may be in another default namespace than the output has
 * around it.
 */
static BxStatus
declare_default(BxSerial *s)
{
	BxSerialOpen *in = &s->open[s->level];

	if (!s->undeclared)
		return BX_OK;
	s->undeclared = false;
	/* in XHTML the namespaces that are normalized are removed from all elements */
	if (s->opt->method == BX_METHOD_XHTML && bx_serial_normalized(s, in->own_uri))
		in->own_uri = bx_str("", 0);
	if (bx_str_equal(in->default_uri, in->own_uri))
		return BX_OK;
	in->default_uri = in->own_uri;
	return put_xmlns(s, bx_str("", 0), in->own_uri);
}

/* The start tag ends, since content follows. */
static BxStatus
close_tag(BxSerial *s)
{
	if (!s->in_tag)
		return BX_OK;
	BX_TRY(declare_default(s));
	s->in_tag = false;
	BX_TRY(bx_serial_puts(s, ">"));
	return s->head ? (s->head = false, put_meta(s)) : BX_OK;
}

/* White space before a child other than text, where the parameters and the content around allow it. */
static BxStatus
before_child(BxSerial *s, bool glued)
{
	BxSerialOpen *in = &s->open[s->level];

	BX_TRY(close_tag(s));
	if (s->opt->indent && !in->mixed && !glued && !in->glued && (s->level > 0 || s->any))
		BX_TRY(put_break(s, s->level));
	in->children = true;
	in->glued = glued;
	s->any = true;
	return BX_OK;
}

/* Is it a meta in <head>, which may say what the one that was put there says? */
static bool
is_meta(const BxSerial *s, const BxSerialOpen *out, BxStr local)
{
	BxStr prefix;

	return s->level > 0 && (out->facts & BX_SERIAL_HTML) && !s->opt->no_content_type &&
		   bx_serial_same(local, "meta") && bx_serial_same(name_of(s, out->shape, &prefix).local, "head");
}

/* Of a new element: what its name says. */
static void
enter(BxSerial *s, uint32_t shape)
{
	const BxSerialOpen *out = &s->open[s->level];
	BxSerialOpen *in = &s->open[s->level + 1];
	BxStr prefix;
	BxSerialName name = name_of(s, shape, &prefix);
	uint8_t facts = facts_of(s, shape);
	bool html = facts & BX_SERIAL_HTML;

	*in = (BxSerialOpen){.shape = shape,
						 .facts = facts,
						 .own_uri = out->own_uri,
						 .default_uri = out->default_uri,
						 .prefixes = out->prefixes};
	in->mixed = (s->mixed != NULL && s->mixed[s->elements++]) || (s->level > 0 && out->mixed) ||
				is_plain(s, name) || (facts & (BX_SERIAL_KEPT | BX_SERIAL_INLINE));
	in->cdata = s->opt->method != BX_METHOD_TEXT && is_listed(s->opt->cdata, s->opt->n_cdata, name) &&
				!(html && s->opt->method == BX_METHOD_HTML);
	in->raw = out->raw || (facts & BX_SERIAL_RAW);
	in->meta = html && is_meta(s, out, name.local);
	s->head = html && !s->opt->no_content_type && bx_serial_same(name.local, "head");
	s->level++;
}

static BxStatus
start_element(BxSerial *s, uint32_t shape)
{
	BxStr prefix, shown;
	BxSerialName name = name_of(s, shape, &prefix);
	BxSerialOpen *in;
	size_t from;

	if (s->opt->method == BX_METHOD_TEXT)
	{
		enter(s, shape);
		return BX_OK;
	}
	if (!s->doctype)
		BX_TRY(put_doctype(s, shape));
	BX_TRY(close_tag(s));
	from = s->out->len;
	BX_TRY(before_child(s, facts_of(s, shape) & BX_SERIAL_INLINE));
	enter(s, shape);
	in = &s->open[s->level];
	in->from = from;
	shown = shown_prefix(s, shape);
	BX_TRY(bx_serial_puts(s, "<"));
	s->in_tag = true;
	BX_TRY(put_prefixed(s, shown, name.local));
	if (prefix.n == 0)
		in->own_uri = name.uri;
	s->undeclared = s->normalizes && shown.n > 0;
	if (!s->normalizes || shown.n > 0 || bx_str_equal(in->default_uri, name.uri))
		return BX_OK;
	in->default_uri = name.uri;
	return put_xmlns(s, shown, name.uri);
}

/* The tag, or the end, of an element without content that has a short form. */
static BxStatus
end_empty(BxSerial *s, const BxSerialOpen *in)
{
	bool html = s->opt->method == BX_METHOD_HTML;

	BX_TRY(declare_default(s));
	s->in_tag = false;
	s->level--;
	if ((in->facts & BX_SERIAL_HTML) == 0)
		return bx_serial_puts(s, "/>");
	return bx_serial_puts(s, html ? ">" : " />");
}

/* Has an element without content a short form?  In XHTML only those have it that must. */
static bool
is_short(const BxSerial *s, const BxSerialOpen *in)
{
	if (in->facts & BX_SERIAL_HTML)
		return in->facts & BX_SERIAL_VOID;
	return s->opt->method != BX_METHOD_XHTML;
}

static BxStatus
end_element(BxSerial *s)
{
	const BxSerialOpen *in = &s->open[s->level--];
	BxStr prefix;
	BxSerialName name = name_of(s, in->shape, &prefix);

	if (s->opt->method == BX_METHOD_TEXT)
		return BX_OK;
	if (in->drop)
	{
		s->in_tag = false;
		s->out->len = in->from;
		return BX_OK;
	}
	s->level++;
	if (s->in_tag && is_short(s, in))
		return end_empty(s, in);
	BX_TRY(close_tag(s));
	s->level--;
	if (s->opt->indent && !in->mixed && in->children && !in->glued)
		BX_TRY(put_break(s, s->level));
	BX_TRY(bx_serial_puts(s, "</"));
	BX_TRY(put_prefixed(s, shown_prefix(s, in->shape), name.local));
	return bx_serial_puts(s, ">");
}

/* Prefixes are normalized: the output declares this one from here on. */
static BxStatus
note_prefix(BxSerial *s, BxStr prefix, BxStr uri)
{
	BxSerialOpen *in = &s->open[s->level];
	BxSerialPrefix *p = bx_arena_alloc(s->arena, sizeof(*p));

	if (p == NULL)
		return bx_fail_nomem(s->err, sizeof(*p));
	*p = (BxSerialPrefix){prefix, uri, in->prefixes};
	in->prefixes = p;
	return BX_OK;
}

/* Is a declaration left out where prefixes are normalized?  An attribute that has the prefix declares it again. */
static bool
is_dropped(const BxSerial *s, BxStr prefix, BxStr uri)
{
	BxStr own;

	name_of(s, s->open[s->level].shape, &own);
	return bx_serial_normalized(s, uri) && (s->opt->method == BX_METHOD_XHTML || bx_str_equal(own, prefix));
}

static BxStatus
put_namespace(BxSerial *s, uint32_t shape)
{
	const BxPair *pair = &s->table->pairs[s->table->shapes[shape].name];
	BxStr prefix = bx_pair_prefix(pair), uri = bx_pair_uri(pair);

	if (s->opt->method == BX_METHOD_TEXT || (prefix.n > 0 && uri.n == 0 && !s->opt->undeclare_prefixes))
		return BX_OK;
	if (s->normalizes && prefix.n == 0)
	{
		s->open[s->level].own_uri = uri;
		return BX_OK;
	}
	if (s->normalizes && is_dropped(s, prefix, uri))
		return BX_OK;
	if (s->normalizes)
		BX_TRY(note_prefix(s, prefix, uri));
	return put_xmlns(s, prefix, uri);
}

/* The declaration of the prefix of an attribute, where one was left out. */
static BxStatus
declare_prefix(BxSerial *s, BxStr prefix, BxStr uri)
{
	const BxSerialPrefix *p = s->open[s->level].prefixes;

	if (!bx_serial_normalized(s, uri) || prefix.n == 0)
		return BX_OK;
	for (; p != NULL && !bx_str_equal(p->prefix, prefix); p = p->outer)
		BX_TRY(bx_step(s->host));
	if (p != NULL && bx_str_equal(p->uri, uri))
		return BX_OK;
	BX_TRY(note_prefix(s, prefix, uri));
	return put_xmlns(s, prefix, uri);
}

static BxStatus
put_attribute(BxSerial *s, uint32_t shape, BxStr value)
{
	BxSerialOpen *in = &s->open[s->level];
	bool html_method = s->opt->method == BX_METHOD_HTML, html;
	BxStr prefix, element = name_of(s, in->shape, &prefix).local;
	BxSerialName name = name_of(s, shape, &prefix);

	if (s->opt->method == BX_METHOD_TEXT)
		return BX_OK;
	html = (in->facts & BX_SERIAL_HTML) && name.uri.n == 0;
	BX_TRY(declare_default(s));
	BX_TRY(declare_prefix(s, prefix, name.uri));
	BX_TRY(bx_serial_puts(s, " "));
	BX_TRY(put_name(s, shape));
	in->drop |= in->meta && html && bx_serial_same(name.local, "http-equiv") &&
				bx_serial_same(bx_str_trim(value), "content-type");
	if (html && html_method && bx_serial_is_truth(element, name.local, value))
		return BX_OK;
	if (bx_str_is(prefix, "xml") && bx_str_is(name.local, "space") && bx_str_is(value, "preserve"))
		in->mixed = true;
	BX_TRY(bx_serial_puts(s, "=\""));
	if (s->open[s->level - 1].raw)
		BX_TRY(bx_serial_plain(s, value));
	else
		BX_TRY(
			bx_serial_attribute(s, value, html_method,
								html && !s->opt->no_uri_escapes && bx_serial_holds_uri(element, name.local)));
	return bx_serial_puts(s, "\"");
}

/* ---- items ---- */

static BxStatus
put_comment(BxSerial *s, BxStr text)
{
	if (s->opt->method == BX_METHOD_TEXT)
		return BX_OK;
	BX_TRY(before_child(s, bx_serial_is_html(s) && s->level > 0));
	BX_TRY(bx_serial_puts(s, "<!--"));
	BX_TRY(bx_serial_plain(s, text));
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
	BX_TRY(before_child(s, bx_serial_is_html(s) && s->level > 0));
	BX_TRY(bx_serial_puts(s, "<?"));
	BX_TRY(put_name(s, shape));
	if (data.n > 0)
		BX_TRY(bx_serial_puts(s, " "));
	BX_TRY(bx_serial_plain(s, data));
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
	{
		s->open[0].mixed = true;
		s->text |= bx_str_trim(text).n > 0;
	}
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
	s->facts = bx_arena_zalloc(arena, s->table->n_shapes + 1);
	if (s->open == NULL || s->facts == NULL)
		return bx_fail_nomem(s->err, (s->table->head.depth + 3) * sizeof(BxSerialOpen) + s->table->n_shapes);
	s->normalizes = s->opt->html5 && bx_serial_is_html(s);
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
	BxSerial s = {.opt = options, .host = arena->host, .arena = arena, .out = out, .err = err};
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
