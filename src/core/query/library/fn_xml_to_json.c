/*
 * fn_xml_to_json.c -- fn:xml-to-json (F&O section 17.5.4).
 */
#include "fn_json_int.h"

#include "../../base/bx_utf8.h"
#include "../syntax/q_ast.h"

typedef struct Writer
{
	RuRun *run;
	const RuOp *op;
	const RuCx *cx;
	FnText out;
	bool indent;
	uint32_t depth;
} Writer;

/* The attributes of an element that count. */
typedef struct JsonAttributes
{
	BxStr key;
	bool has_key;
	bool escaped_key;
	bool escaped;
} JsonAttributes;

static BxStatus put_element(Writer *w, const XdItem *element, const JsonAttributes *attributes);

static BxStatus
bad_xml(const Writer *w, const char *what)
{
	return ru_fail(w->run, w->op, "FOJS0006", "not the XML form of JSON: %s", what);
}

static BxStatus
put(Writer *w, const char *s)
{
	return fn_text_add(&w->out, bx_str(s, strlen(s)));
}

static BxStatus
new_line(Writer *w)
{
	uint32_t i;

	if (!w->indent)
		return BX_OK;
	BX_TRY(fn_text_byte(&w->out, '\n'));
	for (i = 0; i < w->depth && i < 60; i++)
		BX_TRY(put(w, "  "));
	return BX_OK;
}

/* ---- strings ---- */

/* A backslash in a text that is escaped: the whole escape; FOJS0007. */
static BxStatus
copy_escape(Writer *w, BxStr s, size_t *at)
{
	size_t n = s.n - *at < 2 ? 0 : s.s[*at + 1] == 'u' ? 6 : 2, i;
	bool good = n > 0 && s.n - *at >= n && (n == 6 || strchr("bfnrt\\\"/", s.s[*at + 1]) != NULL);

	for (i = 2; good && i < n; i++)
		good = bx_hex_digit(s.s[*at + i]) >= 0;
	if (!good)
		return ru_fail(w->run, w->op, "FOJS0007", "there is no such escape in JSON");
	BX_TRY(fn_text_add(&w->out, bx_str(s.s + *at, n)));
	*at += n;
	return BX_OK;
}

static BxStatus
put_string(Writer *w, BxStr s, bool escaped)
{
	size_t at = 0;

	BX_TRY(fn_text_byte(&w->out, '"'));
	while (at < s.n)
	{
		const uint8_t *p = (const uint8_t *) s.s + at;
		int32_t cp;

		BX_TRY(bx_charge(w->run->host, 1));
		if (escaped && s.s[at] == '\\')
		{
			BX_TRY(copy_escape(w, s, &at));
			continue;
		}
		cp = bx_utf8_next(&p, (const uint8_t *) s.s + s.n);
		if (cp < 0)
			return bx_fail(w->run->err, BX_E_CORRUPT, -1, "a string is not UTF-8");
		BX_TRY(fn_json_put(&w->out, (uint32_t) cp, true));
		at = (size_t) ((const char *) p - s.s);
	}
	return fn_text_byte(&w->out, '"');
}

/* A text without its escapes, for comparing keys. */
static BxStatus
plain_key(Writer *w, const JsonAttributes *a, BxStr *plain)
{
	FnJson j = {.run = w->run, .op = w->op, .cx = w->cx, .string = fn_text(w->run, w->cx->arena)};
	Writer quoted = {.run = w->run, .op = w->op, .cx = w->cx, .out = fn_text(w->run, w->cx->arena)};

	*plain = a->key;
	if (!a->escaped_key)
		return BX_OK;
	BX_TRY(put_string(&quoted, a->key, true));
	j.at = quoted.out.s;
	j.end = j.at + quoted.out.n;
	BX_TRY(fn_json_string(&j));
	*plain = fn_text_str(&j.string);
	return BX_OK;
}

/* ---- nodes ---- */

static BxStatus
truth_of(Writer *w, BxStr s, bool *truth)
{
	s = bx_str_trim(s);
	*truth = bx_str_is(s, "true") || bx_str_is(s, "1");
	return *truth || bx_str_is(s, "false") || bx_str_is(s, "0")
			   ? BX_OK
			   : bad_xml(w, "a truth value is neither true nor false");
}

static BxStatus
take_attribute(Writer *w, const XdItem *node, bool string, JsonAttributes *a)
{
	AtName name;
	BxStr value;
	bool has;

	BX_TRY(xd_node_name(w->run->forest, node, &name, &has));
	BX_TRY(xd_node_string(w->run->forest, w->cx->arena, node, &value));
	if (name.uri.n > 0)
		return bx_str_is(name.uri, Q_URI_FN) ? bad_xml(w, "an attribute that it does not have") : BX_OK;
	if (bx_str_is(name.local, "key"))
	{
		a->key = value;
		a->has_key = true;
		return BX_OK;
	}
	if (bx_str_is(name.local, "escaped-key"))
		return truth_of(w, value, &a->escaped_key);
	if (bx_str_is(name.local, "escaped") && string)
		return truth_of(w, value, &a->escaped);
	return bad_xml(w, "an attribute that it does not have");
}

static BxStatus
attributes_of(Writer *w, const XdItem *element, JsonAttributes *a)
{
	XdCursor *cursor;
	AtName name;
	bool has;

	memset(a, 0, sizeof(*a));
	BX_TRY(xd_node_name(w->run->forest, element, &name, &has));
	BX_TRY(xd_cursor_open(w->run->forest, w->cx->arena, XD_PATH_ATTRIBUTES, element, &cursor));
	for (;;)
	{
		XdItem node;
		bool found;

		BX_TRY(bx_step(w->run->host));
		BX_TRY(xd_cursor_next(cursor, &node, &found));
		if (!found)
			return BX_OK;
		BX_TRY(take_attribute(w, &node, bx_str_is(name.local, "string"), a));
	}
}

/* The next child element; text but white space is an error. */
static BxStatus
next_element(Writer *w, XdCursor *cursor, XdItem *node, bool *found)
{
	BxStr text;

	for (;;)
	{
		BX_TRY(bx_step(w->run->host));
		BX_TRY(xd_cursor_next(cursor, node, found));
		if (!*found || xd_kind(node) == XD_ELEMENT)
			return BX_OK;
		if (xd_kind(node) != XD_TEXT)
			continue;
		BX_TRY(xd_node_string(w->run->forest, w->cx->arena, node, &text));
		if (!bx_is_all_space(text.s, text.n))
			return bad_xml(w, "text where only elements are");
	}
}

/* The text of an element that has no element in it. */
static BxStatus
text_of(Writer *w, const XdItem *element, BxStr *text)
{
	FnText t = fn_text(w->run, w->cx->arena);
	XdCursor *cursor;

	BX_TRY(xd_cursor_open(w->run->forest, w->cx->arena, XD_PATH_CHILDREN, element, &cursor));
	for (;;)
	{
		XdItem node;
		bool found;
		BxStr part;

		BX_TRY(bx_step(w->run->host));
		BX_TRY(xd_cursor_next(cursor, &node, &found));
		*text = fn_text_str(&t);
		if (!found)
			return BX_OK;
		if (xd_kind(&node) == XD_ELEMENT)
			return bad_xml(w, "an element where only text is");
		if (xd_kind(&node) != XD_TEXT)
			continue;
		BX_TRY(xd_node_string(w->run->forest, w->cx->arena, &node, &part));
		BX_TRY(fn_text_add(&t, part));
	}
}

static BxStatus
put_members(Writer *w, const XdItem *element, bool map)
{
	BxStrMap keys;
	XdCursor *cursor;
	bool first = true, found;
	XdItem node;

	bx_strmap_init(&keys, w->run->host, w->cx->arena);
	BX_TRY(xd_cursor_open(w->run->forest, w->cx->arena, XD_PATH_CHILDREN, element, &cursor));
	w->depth++;
	for (;; first = false)
	{
		JsonAttributes a;
		uint32_t number;
		bool added;
		BxStr key;

		BX_TRY(next_element(w, cursor, &node, &found));
		if (!found)
			break;
		if (!first)
			BX_TRY(fn_text_byte(&w->out, ','));
		BX_TRY(new_line(w));
		BX_TRY(attributes_of(w, &node, &a));
		if (map)
		{
			if (!a.has_key)
				return bad_xml(w, "a member of a map without a key");
			BX_TRY(plain_key(w, &a, &key));
			BX_TRY(bx_strmap_add(&keys, key.s, key.n, &number, &added, w->run->err));
			if (!added)
				return bad_xml(w, "two members of a map with the same key");
			BX_TRY(put_string(w, a.key, a.escaped_key));
			BX_TRY(put(w, w->indent ? " : " : ":"));
		}
		BX_TRY(put_element(w, &node, &a));
	}
	w->depth--;
	return first ? BX_OK : new_line(w);
}

static BxStatus
put_number(Writer *w, BxStr text)
{
	AtCall call = ru_at(w->run, w->cx);
	XdItem item = at_text_item(AT_UNTYPED, text), number;

	if (at_cast(&call, &item, AT_DOUBLE, &number) != BX_OK || number.u.d - number.u.d != 0)
		return bad_xml(w, "a number that is none");
	BX_TRY(at_text(&call, &number, &text));
	return fn_text_add(&w->out, text);
}

static BxStatus
put_leaf(Writer *w, const XdItem *element, BxStr name, const JsonAttributes *a)
{
	BxStr text;
	bool truth;

	BX_TRY(text_of(w, element, &text));
	if (bx_str_is(name, "string"))
		return put_string(w, text, a->escaped);
	if (bx_str_is(name, "number"))
		return put_number(w, text);
	if (bx_str_is(name, "boolean"))
	{
		BX_TRY(truth_of(w, text, &truth));
		return put(w, truth ? "true" : "false");
	}
	if (!bx_str_is(name, "null"))
		return bad_xml(w, "an element of another name");
	return text.n == 0 ? put(w, "null") : bad_xml(w, "null has content");
}

static BxStatus
put_element(Writer *w, const XdItem *element, const JsonAttributes *a)
{
	bool has, map;
	AtName name;

	BX_TRY(ru_check_stack(w->run));
	BX_TRY(xd_node_name(w->run->forest, element, &name, &has));
	if (!bx_str_is(name.uri, Q_URI_FN))
		return bad_xml(w, "an element in another namespace");
	map = bx_str_is(name.local, "map");
	if (!map && !bx_str_is(name.local, "array"))
		return put_leaf(w, element, name.local, a);
	BX_TRY(fn_text_byte(&w->out, map ? '{' : '['));
	BX_TRY(put_members(w, element, map));
	return fn_text_byte(&w->out, map ? '}' : ']');
}

/* The only element of a document. */
static BxStatus
element_of(Writer *w, XdItem *node)
{
	XdCursor *cursor;
	XdItem root = *node, other;
	bool found;

	if (xd_kind(node) == XD_ELEMENT)
		return BX_OK;
	if (xd_kind(node) != XD_DOCUMENT)
		return bad_xml(w, "neither a document nor an element");
	BX_TRY(xd_cursor_open(w->run->forest, w->cx->arena, XD_PATH_CHILDREN, &root, &cursor));
	BX_TRY(next_element(w, cursor, node, &found));
	if (!found)
		return bad_xml(w, "a document without an element");
	BX_TRY(next_element(w, cursor, &other, &found));
	return found ? bad_xml(w, "a document with several elements") : BX_OK;
}

BxStatus
fn_xml_to_json(RU_ONE_ARGS)
{
	Writer w = {.run = run, .op = op, .cx = cx, .out = fn_text(run, cx->arena)};
	bool set;
	JsonAttributes a;
	XdItem node, options;

	if (op->n_args > 1)
	{
		BX_TRY(ru_arg(run, op, 1, cx, &options, &set));
		BX_TRY(fn_option_bool(run, op, cx, xd_map(&options), "indent", &w.indent, &set));
	}
	RU_TRY_ARG(run, op, 0, cx, &node, found);
	BX_TRY(element_of(&w, &node));
	BX_TRY(attributes_of(&w, &node, &a));
	BX_TRY(put_element(&w, &node, &a));
	return fn_give(fn_text_str(&w.out), item, found);
}
