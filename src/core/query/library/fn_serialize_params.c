/*
 * fn_serialize_params.c -- serialization parameters: the element output:serialization-parameters.
 */
#include "fn_serialize_int.h"

#include "../../base/bx_utf8.h"
#include "../syntax/q_ast.h"

typedef enum Kind
{
	P_TRUTH,
	P_TEXT,
	P_NAMES,
	P_METHOD,
	P_STANDALONE,
	P_VERSION,
	P_ENCODING,
	P_HTML_VERSION,
	P_FORM,
	P_MAPS,
	P_IGNORED
} Kind;

typedef struct Param
{
	const char *name;
	Kind kind;
	size_t at; /* in FnSerial; of names: of the list */
	bool no;   /* of truths: what is kept is the opposite */
} Param;

#define OPT(field) offsetof(FnSerial, opt.field)

static const Param params[] = {
	{"allow-duplicate-names", P_IGNORED, 0, false},
	{"byte-order-mark", P_TRUTH, OPT(byte_order_mark), false},
	{"cdata-section-elements", P_NAMES, OPT(cdata), false},
	{"doctype-public", P_TEXT, OPT(public_id), false},
	{"doctype-system", P_TEXT, OPT(system_id), false},
	{"encoding", P_ENCODING, OPT(encoding), false},
	{"escape-uri-attributes", P_TRUTH, OPT(no_uri_escapes), true},
	{"html-version", P_HTML_VERSION, 0, false},
	{"include-content-type", P_TRUTH, OPT(no_content_type), true},
	{"indent", P_TRUTH, OPT(indent), false},
	{"item-separator", P_TEXT, offsetof(FnSerial, separator), false},
	{"json-node-output-method", P_IGNORED, 0, false},
	{"media-type", P_TEXT, OPT(media_type), false},
	{"method", P_METHOD, 0, false},
	{"normalization-form", P_FORM, 0, false},
	{"omit-xml-declaration", P_TRUTH, OPT(declaration), true},
	{"standalone", P_STANDALONE, 0, false},
	{"suppress-indentation", P_NAMES, OPT(plain), false},
	{"undeclare-prefixes", P_TRUTH, OPT(undeclare_prefixes), false},
	{"use-character-maps", P_MAPS, 0, false},
	{"version", P_VERSION, OPT(version), false},
};

#define N_PARAMS (sizeof(params) / sizeof(params[0]))

typedef struct Reading
{
	RuRun *run;
	const RuOp *op;
	const RuCx *cx;
	FnSerial *p;
	const XdItem *node; /* the parameter */
	AtName name;
	bool seen[N_PARAMS];
	bool omitted; /* omit-xml-declaration was said to be yes */
} Reading;

static BxStatus
bad(const Reading *r, const char *code)
{
	return ru_fail(r->run, r->op, code, "bad serialization parameter \"%.*s\"",
				   (int) (r->name.local.n < 100 ? r->name.local.n : 100), r->name.local.s);
}

/* ---- values ---- */

/* "yes" and "no", in the words that the specification allows. */
static BxStatus
truth_of(const Reading *r, BxStr value, bool *truth)
{
	*truth = bx_str_is(value, "yes") || bx_str_is(value, "true") || bx_str_is(value, "1");
	if (!*truth && !bx_str_is(value, "no") && !bx_str_is(value, "false") && !bx_str_is(value, "0"))
		return bad(r, "SEPM0017");
	return BX_OK;
}

static BxStatus
take_method(Reading *r, BxStr value)
{
	static const char *const methods[] = {"xml", "xhtml", "html", "text"};
	unsigned i;

	for (i = 0; i < sizeof(methods) / sizeof(methods[0]); i++)
		if (bx_str_is(value, methods[i]))
		{
			r->p->opt.method = (BxMethod) i;
			return BX_OK;
		}
	if (!bx_str_is(value, "json") && !bx_str_is(value, "adaptive") && memchr(value.s, ':', value.n) == NULL)
		return bad(r, "SEPM0017");
	return bx_fail(r->run->err, BX_E_UNSUPPORTED, r->op->pos,
				   "serialization by method \"%.*s\" is not implemented",
				   (int) (value.n < 100 ? value.n : 100), value.s);
}

static BxStatus
take_encoding(Reading *r, BxStr value)
{
	static const struct
	{
		const char *name;
		uint32_t max_char;
	} known[] = {{"UTF-8", 0},    {"UTF-16", 0},        {"UTF8", 0},        {"US-ASCII", 0x7F},
				 {"ASCII", 0x7F}, {"ISO-8859-1", 0xFF}, {"ISO646-US", 0x7F}};
	unsigned i;
	size_t k;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
	{
		for (k = 0; k < value.n && known[i].name[k] != '\0'; k++)
			if ((value.s[k] >= 'a' && value.s[k] <= 'z' ? value.s[k] & ~0x20 : value.s[k]) !=
				known[i].name[k])
				break;
		if (k != value.n || known[i].name[k] != '\0')
			continue;
		r->p->opt.encoding = value;
		r->p->opt.max_char = known[i].max_char;
		return BX_OK;
	}
	return bad(r, "SESU0007");
}

static BxStatus
take_form(Reading *r, BxStr value)
{
	const RuExternal *external = r->run->external;

	if (bx_str_is(value, "none"))
		return BX_OK;
	if (!bx_str_is(value, "NFC") && !bx_str_is(value, "NFD") && !bx_str_is(value, "NFKC") &&
		!bx_str_is(value, "NFKD"))
		return bad(r, bx_str_is(value, "fully-normalized") ? "SESU0011" : "SEPM0017");
	if (external == NULL || external->normalize == NULL)
		return bad(r, "SESU0011");
	r->p->form = value;
	return BX_OK;
}

static BxStatus
take_standalone(Reading *r, BxStr value)
{
	bool truth;

	if (bx_str_is(value, "omit"))
		return BX_OK;
	BX_TRY(truth_of(r, value, &truth));
	r->p->opt.standalone = truth;
	return BX_OK;
}

static BxStatus
take_html_version(Reading *r, BxStr value)
{
	AtCall at = ru_at(r->run, r->cx);
	XdItem text = at_string_item(value), number;

	if (at_cast(&at, &text, AT_DECIMAL, &number) != BX_OK)
		return bad(r, "SEPM0017");
	r->p->opt.html5 = at_number_double(&number) >= 5;
	return BX_OK;
}

/* ---- names ---- */

typedef struct Lookup
{
	BxStr prefix;
	BxStr uri;
	bool found;
} Lookup;

static BxStatus
look_up(void *ctx, BxStr prefix, BxStr uri)
{
	Lookup *l = ctx;

	if (bx_str_equal(prefix, l->prefix))
	{
		l->uri = uri;
		l->found = true;
	}
	return BX_OK;
}

/* "p:local", "local" or "Q{uri}local" by the namespaces in scope of the parameter. */
static BxStatus
name_of(const Reading *r, BxStr word, BxSerialName *name)
{
	Lookup l = {.found = false};
	const char *end;

	if (word.n > 2 && word.s[0] == 'Q' && word.s[1] == '{')
	{
		end = memchr(word.s, '}', word.n);
		if (end == NULL)
			return bad(r, "SEPM0017");
		name->uri = bx_str(word.s + 2, (size_t) (end - word.s) - 2);
		name->local = bx_str(end + 1, word.n - name->uri.n - 3);
		return bx_is_ncname(name->local.s, name->local.n) ? BX_OK : bad(r, "SEPM0017");
	}
	l.prefix = bx_str_prefix(word, &name->local);
	BX_TRY(xd_node_namespaces(r->run->forest, r->node, look_up, &l));
	if (!bx_is_ncname(name->local.s, name->local.n) || (!l.found && l.prefix.n > 0))
		return bad(r, "SEPM0017");
	name->uri = l.uri;
	return BX_OK;
}

static BxStatus
take_names(Reading *r, BxStr value, const BxSerialName **list, uint32_t *n)
{
	BxSerialName *names = ru_alloc(r->run, r->cx, (value.n / 2 + 1) * sizeof(BxSerialName));

	if (names == NULL)
		return BX_E_NOMEM;
	*list = names;
	for (value = bx_str_trim_start(value); value.n > 0; value = bx_str_trim_start(value))
	{
		BxStr word = value;

		while (value.n > 0 && !bx_is_space(value.s[0]))
		{
			value.s++;
			value.n--;
		}
		word.n -= value.n;
		BX_TRY(name_of(r, word, &names[(*n)++]));
	}
	return BX_OK;
}

/* ---- attributes ---- */

/* The attributes of a node, which must be these; *b NULL: only a. */
static BxStatus
attributes_of(const Reading *r, const XdItem *node, const char *a, BxStr *a_value, const char *b,
			  BxStr *b_value)
{
	XdCursor *cursor;
	unsigned n = 0;

	BX_TRY(xd_cursor_open(r->run->forest, r->cx->arena, XD_PATH_ATTRIBUTES, node, &cursor));
	for (;; n++)
	{
		XdItem attribute;
		bool found, has;
		AtName name;

		BX_TRY(xd_cursor_next(cursor, &attribute, &found));
		if (!found)
			return n == (a != NULL) + (unsigned) (b != NULL) ? BX_OK : bad(r, "SEPM0017");
		BX_TRY(xd_node_name(r->run->forest, &attribute, &name, &has));
		if (name.uri.n == 0 && a != NULL && bx_str_is(name.local, a))
			BX_TRY(xd_node_string(r->run->forest, r->cx->arena, &attribute, a_value));
		else if (name.uri.n == 0 && b != NULL && bx_str_is(name.local, b))
			BX_TRY(xd_node_string(r->run->forest, r->cx->arena, &attribute, b_value));
		else
			return bad(r, "SEPM0017");
	}
}

/* ---- character maps ---- */

static BxStatus
add_mapping(Reading *r, BxStr character, BxStr text, BxCharMap *map)
{
	BxSerialOptions *opt = &r->p->opt;
	const uint8_t *at = (const uint8_t *) character.s, *end = at + character.n;
	int32_t cp = character.n > 0 ? bx_utf8_next(&at, end) : -1;
	uint32_t i = opt->n_map;

	if (cp < 0 || at != end)
		return bad(r, "SEPM0017");
	while (i > 0 && map[i - 1].cp > (uint32_t) cp)
		i--;
	if (i > 0 && map[i - 1].cp == (uint32_t) cp)
		return bad(r, "SEPM0018");
	memmove(map + i + 1, map + i, (opt->n_map - i) * sizeof(BxCharMap));
	map[i] = (BxCharMap){(uint32_t) cp, text};
	opt->n_map++;
	return bx_steps(r->run->host, opt->n_map / 64 + 1);
}

static BxStatus
take_maps(Reading *r)
{
	XdForest *forest = r->run->forest;
	uint32_t cap = 0;
	XdCursor *cursor;
	BxCharMap *map = NULL;

	BX_TRY(attributes_of(r, r->node, NULL, NULL, NULL, NULL));
	BX_TRY(xd_cursor_open(forest, r->cx->arena, XD_PATH_CHILDREN, r->node, &cursor));
	for (;;)
	{
		BxStr character = bx_str("", 0), text = bx_str("", 0);
		XdItem node;
		AtName name;
		bool found, has;

		BX_TRY(xd_cursor_next(cursor, &node, &found));
		r->p->opt.map = map;
		if (!found)
			return BX_OK;
		if (xd_kind(&node) != XD_ELEMENT)
			continue;
		BX_TRY(xd_node_name(forest, &node, &name, &has));
		if (!bx_str_is(name.uri, Q_URI_OUTPUT) || !bx_str_is(name.local, "character-map"))
			return bad(r, "SEPM0017");
		BX_TRY(attributes_of(r, &node, "character", &character, "map-string", &text));
		if (r->p->opt.n_map == cap)
		{
			map =
				bx_arena_grow(r->cx->arena, map, cap * sizeof(BxCharMap), (cap * 2 + 8) * sizeof(BxCharMap));
			if (map == NULL)
				return bx_fail_nomem(r->run->err, (cap * 2 + 8) * sizeof(BxCharMap));
			cap = cap * 2 + 8;
		}
		BX_TRY(add_mapping(r, character, text, map));
	}
}

/* ---- all of them ---- */

static BxStatus
take_truth(Reading *r, const Param *param, BxStr value)
{
	bool truth;

	BX_TRY(truth_of(r, value, &truth));
	*(bool *) ((char *) r->p + param->at) = truth != param->no;
	r->omitted |= truth && param->at == OPT(declaration);
	return BX_OK;
}

static BxStatus
take_param(Reading *r, const Param *param)
{
	BxStr value = bx_str("", 0), trimmed;
	char *at = (char *) r->p + param->at;

	if (param->kind == P_MAPS)
		return take_maps(r);
	BX_TRY(attributes_of(r, r->node, "value", &value, NULL, NULL));
	trimmed = bx_str_trim(value);
	switch (param->kind)
	{
		case P_TRUTH: return take_truth(r, param, trimmed);
		case P_NAMES:
			return param->at == OPT(cdata) ? take_names(r, trimmed, &r->p->opt.cdata, &r->p->opt.n_cdata)
										   : take_names(r, trimmed, &r->p->opt.plain, &r->p->opt.n_plain);
		case P_METHOD: return take_method(r, trimmed);
		case P_STANDALONE: return take_standalone(r, trimmed);
		case P_ENCODING: return take_encoding(r, trimmed);
		case P_HTML_VERSION: return take_html_version(r, trimmed);
		case P_FORM: return take_form(r, trimmed);
		case P_VERSION: *(BxStr *) (void *) at = trimmed; return BX_OK;
		case P_TEXT:
			*(BxStr *) (void *) at = value;
			r->p->has_separator |= param->at == offsetof(FnSerial, separator);
			return BX_OK;
		default: return BX_OK;
	}
}

static BxStatus
take_child(Reading *r)
{
	uint32_t i;

	if (r->name.uri.n == 0)
		return bad(r, "SEPM0017");
	if (!bx_str_is(r->name.uri, Q_URI_OUTPUT))
		return BX_OK;
	for (i = 0; i < N_PARAMS; i++)
	{
		if (!bx_str_is(r->name.local, params[i].name))
			continue;
		if (r->seen[i])
			return bad(r, "SEPM0019");
		r->seen[i] = true;
		return take_param(r, &params[i]);
	}
	return bad(r, "SEPM0017");
}

/* What does not go together, and versions that nobody knows. */
static BxStatus
check_all(Reading *r)
{
	BxSerialOptions *o = &r->p->opt;
	bool html = o->method == BX_METHOD_HTML || o->method == BX_METHOD_XHTML;
	bool first = o->version.n == 0 || bx_str_is(o->version, "1.0");

	if (o->method == BX_METHOD_HTML)
	{
		if (o->version.n > 0 && !bx_str_is(o->version, "4.0") && !bx_str_is(o->version, "4.01") &&
			!bx_str_is(o->version, "5.0") && !bx_str_is(o->version, "5"))
			return bad(r, "SESU0013");
		o->html5 |= bx_str_starts(o->version, "5");
		return BX_OK;
	}
	if (o->method == BX_METHOD_TEXT)
		return BX_OK;
	if (!first && !bx_str_is(o->version, "1.1"))
		return bad(r, "SESU0013");
	if (r->omitted && (o->standalone >= 0 || (!first && o->system_id.n > 0)))
		return bad(r, "SEPM0009");
	return o->undeclare_prefixes && first && !html ? bad(r, "SEPM0010") : BX_OK;
}

static BxStatus
read_children(Reading *r, const XdItem *element)
{
	XdForest *forest = r->run->forest;
	XdCursor *cursor;
	XdItem node;
	bool found, has;

	BX_TRY(xd_cursor_open(forest, r->cx->arena, XD_PATH_CHILDREN, element, &cursor));
	r->node = &node;
	for (;;)
	{
		BX_TRY(xd_cursor_next(cursor, &node, &found));
		if (!found)
			return check_all(r);
		if (xd_kind(&node) != XD_ELEMENT)
			continue;
		BX_TRY(xd_node_name(forest, &node, &r->name, &has));
		BX_TRY(take_child(r));
	}
}

BxStatus
fn_serial_params(RuRun *run, const RuOp *op, const RuCx *cx, const XdItem *item, FnSerial *p)
{
	Reading r = {.run = run, .op = op, .cx = cx, .p = p, .node = item};
	bool is_element = at_is_node(item) && xd_kind(item) == XD_ELEMENT, has;

	if (is_element)
		BX_TRY(xd_node_name(run->forest, item, &r.name, &has));
	if (!is_element || !bx_str_is(r.name.uri, Q_URI_OUTPUT) ||
		!bx_str_is(r.name.local, "serialization-parameters"))
		return ru_fail(run, op, "XPTY0004",
					   "serialization parameters are an element output:serialization-parameters");
	BX_TRY(attributes_of(&r, item, NULL, NULL, NULL, NULL));
	return read_children(&r, item);
}
