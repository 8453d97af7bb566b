/*
 * bx_serialize_html.c -- what HTML says of elements and attributes (Serialization 3.1, sections 6 and 7, appendix D).
 */
#include "bx_serialize_int.h"

#define URI_SVG "http://www.w3.org/2000/svg"
#define URI_MATHML "http://www.w3.org/1998/Math/MathML"

/* The names of HTML 5, and below them those that only earlier versions have. */
static const char *const html5_names[] = {
	"a",       "abbr",     "address",    "area",       "article",  "aside",    "audio",    "b",
	"base",    "bdi",      "bdo",        "blockquote", "body",     "br",       "button",   "canvas",
	"caption", "cite",     "code",       "col",        "colgroup", "data",     "datalist", "dd",
	"del",     "details",  "dfn",        "dialog",     "div",      "dl",       "dt",       "em",
	"embed",   "fieldset", "figcaption", "figure",     "footer",   "form",     "h1",       "h2",
	"h3",      "h4",       "h5",         "h6",         "head",     "header",   "hr",       "html",
	"i",       "iframe",   "img",        "input",      "ins",      "kbd",      "keygen",   "label",
	"legend",  "li",       "link",       "main",       "map",      "mark",     "menu",     "menuitem",
	"meta",    "meter",    "nav",        "noscript",   "object",   "ol",       "optgroup", "option",
	"output",  "p",        "param",      "picture",    "pre",      "progress", "q",        "rb",
	"rp",      "rt",       "rtc",        "ruby",       "s",        "samp",     "script",   "section",
	"select",  "slot",     "small",      "source",     "span",     "strong",   "style",    "sub",
	"summary", "sup",      "table",      "tbody",      "td",       "template", "textarea", "tfoot",
	"th",      "thead",    "time",       "title",      "tr",       "track",    "u",        "ul",
	"var",     "video",    "wbr",        NULL};
static const char *const old_names[] = {"acronym",  "applet", "basefont", "big",      "center",
										"dir",      "font",   "frame",    "frameset", "isindex",
										"noframes", "strike", "tt",       NULL};
static const char *const html5_void[] = {"area",   "base", "br",   "col",   "embed",  "hr",    "img", "input",
										 "keygen", "link", "meta", "param", "source", "track", "wbr", NULL};
static const char *const html4_void[] = {"area", "base",  "basefont", "br",   "col",  "embed", "frame", "hr",
										 "img",  "input", "isindex",  "link", "meta", "param", NULL};
static const char *const raw_elements[] = {"script", "style", NULL};
static const char *const kept_elements[] = {"pre", "textarea", "script", "style", "title", NULL};
/* Indentation never changes what is beside or in them. */
static const char *const inline_elements[] = {
	"a",     "abbr",  "acronym", "applet", "area",   "audio",  "b",        "basefont", "bdi",      "bdo",
	"big",   "br",    "button",  "canvas", "cite",   "code",   "data",     "datalist", "del",      "dfn",
	"em",    "embed", "font",    "i",      "iframe", "img",    "input",    "ins",      "kbd",      "keygen",
	"label", "map",   "mark",    "meter",  "object", "output", "picture",  "progress", "q",        "ruby",
	"s",     "samp",  "select",  "slot",   "small",  "span",   "strike",   "strong",   "sub",      "sup",
	"time",  "tt",    "u",       "var",    "video",  "wbr",    "textarea", "noscript", "template", NULL};

/* An attribute, and the elements that have it in this meaning; no element: all. */
typedef struct HtmlAttribute
{
	const char *name;
	const char *const *elements;
} HtmlAttribute;

#define OF(...) ((const char *const[]){__VA_ARGS__, NULL})
#define OF_ALL ((const char *const[]){NULL})

static const HtmlAttribute uri_attributes[] = {
	{"action", OF("form")},
	{"archive", OF("object")},
	{"background", OF("body")},
	{"cite", OF("blockquote", "del", "ins", "q")},
	{"classid", OF("object")},
	{"codebase", OF("applet", "object")},
	{"data", OF("object")},
	{"datasrc", OF("button", "div", "input", "object", "select", "span", "table", "textarea")},
	{"for", OF("script")},
	{"formaction", OF("button", "input")},
	{"href", OF("a", "area", "base", "link")},
	{"icon", OF("command")},
	{"longdesc", OF("frame", "iframe", "img")},
	{"manifest", OF("html")},
	{"name", OF("a")},
	{"poster", OF("video")},
	{"profile", OF("head")},
	{"src", OF("audio", "embed", "frame", "iframe", "img", "input", "script", "source", "track", "video")},
	{"usemap", OF("img", "input", "object")},
};

static const HtmlAttribute truth_attributes[] = {
	{"allowfullscreen", OF("iframe")},
	{"async", OF("script")},
	{"autofocus", OF("button", "input", "keygen", "select", "textarea")},
	{"autoplay", OF("audio", "video")},
	{"checked", OF("input", "menuitem")},
	{"compact", OF("dir", "dl", "menu", "ol", "ul")},
	{"controls", OF("audio", "video")},
	{"declare", OF("object")},
	{"default", OF("menuitem", "track")},
	{"defer", OF("script")},
	{"disabled",
	 OF("button", "fieldset", "input", "keygen", "menuitem", "optgroup", "option", "select", "textarea")},
	{"formnovalidate", OF("button", "input")},
	{"hidden", OF_ALL},
	{"ismap", OF("img", "input")},
	{"itemscope", OF_ALL},
	{"loop", OF("audio", "video")},
	{"multiple", OF("input", "select")},
	{"muted", OF("audio", "video")},
	{"nohref", OF("area")},
	{"noresize", OF("frame")},
	{"noshade", OF("hr")},
	{"novalidate", OF("form")},
	{"nowrap", OF("td", "th")},
	{"open", OF("details", "dialog")},
	{"readonly", OF("input", "textarea")},
	{"required", OF("input", "select", "textarea")},
	{"reversed", OF("ol")},
	{"scoped", OF("style")},
	{"seamless", OF("iframe")},
	{"selected", OF("option")},
	{"typemustmatch", OF("object")},
};

#define N_OF(array) (sizeof(array) / sizeof((array)[0]))

static bool
has_attribute(const HtmlAttribute *list, size_t n, BxStr element, BxStr name)
{
	for (size_t i = 0; i < n; i++)
		if (bx_serial_same(name, list[i].name))
			return list[i].elements[0] == NULL || bx_serial_among(element, list[i].elements);
	return false;
}

bool
bx_serial_holds_uri(BxStr element, BxStr attribute)
{
	return has_attribute(uri_attributes, N_OF(uri_attributes), element, attribute);
}

bool
bx_serial_is_truth(BxStr element, BxStr attribute, BxStr value)
{
	return bx_serial_equal(attribute, value) &&
		   has_attribute(truth_attributes, N_OF(truth_attributes), element, attribute);
}

bool
bx_serial_normalized(const BxSerial *s, BxStr uri)
{
	return s->normalizes &&
		   (bx_str_is(uri, URI_XHTML) || bx_str_is(uri, URI_SVG) || bx_str_is(uri, URI_MATHML));
}

/* Is it to be written as an element of HTML? */
static bool
is_html_element(const BxSerial *s, BxSerialName name)
{
	if (s->opt->method == BX_METHOD_HTML)
		return name.uri.n == 0 || (s->opt->html5 && bx_str_is(name.uri, URI_XHTML));
	return bx_str_is(name.uri, URI_XHTML) ||
		   (s->opt->html5 && name.uri.n == 0 && bx_serial_among(name.local, html5_names));
}

/* Names in the namespace of XHTML have one case. */
static bool
is_void(const BxSerial *s, BxSerialName name)
{
	const char *const *list = s->opt->html5 ? html5_void : html4_void;

	if (name.uri.n == 0 || s->opt->method == BX_METHOD_HTML)
		return bx_serial_among(name.local, list);
	for (; *list != NULL; list++)
		if (bx_str_is(name.local, *list))
			return true;
	return false;
}

uint32_t
bx_serial_facts(const BxSerial *s, BxSerialName name)
{
	uint32_t facts = BX_SERIAL_KNOWN;

	if (!bx_serial_is_html(s) || !is_html_element(s, name))
		return facts;
	facts |= BX_SERIAL_HTML;
	if (is_void(s, name))
		facts |= BX_SERIAL_VOID;
	if (bx_serial_among(name.local, kept_elements))
		facts |= BX_SERIAL_KEPT;
	if (s->opt->method == BX_METHOD_HTML && bx_serial_among(name.local, raw_elements))
		facts |= BX_SERIAL_RAW;
	/* a name that HTML has not is written as span is */
	if (bx_serial_among(name.local, inline_elements) ||
		(!bx_serial_among(name.local, html5_names) && !bx_serial_among(name.local, old_names)))
		facts |= BX_SERIAL_INLINE;
	return facts;
}
