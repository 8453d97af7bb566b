/*
 * fn_serialize_params.c -- serialization parameters: the element output:serialization-parameters, or a map.
 */
#include "fn_serialize_int.h"

#include "../../base/bx_utf8.h"
#include "../../xdm/xd_function.h"
#include "../run/ru_function.h"
#include "../syntax/q_ast.h"

typedef enum ParamKind
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
	P_NODE_METHOD,
	P_MAPS
} ParamKind;

typedef struct Param
{
	const char *name;
	ParamKind kind;
	size_t at; /* in FnSerial; of names: of the list */
	bool no;   /* of truths: what is kept is the opposite */
} Param;

#define OPT(field) offsetof(FnSerial, opt.field)

static const Param params[] = {
	{"allow-duplicate-names", P_TRUTH, offsetof(FnSerial, allow_duplicates), false},
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
	{"json-node-output-method", P_NODE_METHOD, 0, false},
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

typedef struct ParamReader
{
	RuRun *run;
	const RuOp *op;
	const RuCx *cx;
	FnSerial *p;
	const XdItem *node; /* the parameter */
	AtName name;
	bool seen[N_PARAMS];
	bool omitted; /* omit-xml-declaration was said to be yes */
	bool map;     /* the parameters are in a map */
} ParamReader;

static BxStatus
bad(const ParamReader *r, const char *code)
{
	if (r->map && strcmp(code, "SEPM0017") == 0)
		code = "SEPM0016";
	return ru_fail(r->run, r->op, code, "bad serialization parameter \"%.*s\"",
				   (int) (r->name.local.n < 100 ? r->name.local.n : 100), r->name.local.s);
}

/* ---- values ---- */

/* "yes" and "no", in the words that the specification allows. */
static BxStatus
truth_of(const ParamReader *r, BxStr value, bool *truth)
{
	*truth = bx_str_is(value, "yes") || bx_str_is(value, "true") || bx_str_is(value, "1");
	if (!*truth && !bx_str_is(value, "no") && !bx_str_is(value, "false") && !bx_str_is(value, "0"))
		return bad(r, "SEPM0017");
	return BX_OK;
}

static bool
is_markup(BxStr value, BxMethod *method)
{
	static const char *const methods[] = {"xml", "xhtml", "html", "text"};
	unsigned i;

	for (i = 0; i < sizeof(methods) / sizeof(methods[0]); i++)
		if (bx_str_is(value, methods[i]))
		{
			*method = (BxMethod) i;
			return true;
		}
	return false;
}

static BxStatus
take_method(ParamReader *r, BxStr value)
{
	value = bx_str_trim(value);
	if (bx_str_starts(value, "Q{}"))
		value = bx_str(value.s + 3, value.n - 3);
	if (is_markup(value, &r->p->opt.method))
		return BX_OK;
	r->p->way = bx_str_is(value, "json")       ? FN_SERIAL_JSON
				: bx_str_is(value, "adaptive") ? FN_SERIAL_ADAPTIVE
											   : FN_SERIAL_MARKUP;
	if (r->p->way != FN_SERIAL_MARKUP)
		return BX_OK;
	if (memchr(value.s, ':', value.n) == NULL && !bx_str_starts(value, "Q{"))
		return bad(r, "SEPM0017");
	return bx_fail(r->run->err, BX_E_UNSUPPORTED, r->op->pos,
				   "serialization method \"%.*s\" is not supported", (int) (value.n < 100 ? value.n : 100),
				   value.s);
}

static BxStatus
take_encoding(ParamReader *r, BxStr value)
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
take_form(ParamReader *r, BxStr value)
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
take_standalone(ParamReader *r, BxStr value)
{
	bool truth;

	if (bx_str_is(value, "omit"))
		return BX_OK;
	BX_TRY(truth_of(r, value, &truth));
	r->p->opt.standalone = truth;
	return BX_OK;
}

static BxStatus
take_html_version(ParamReader *r, BxStr value)
{
	AtCall at = ru_at(r->run, r->cx);
	XdItem text = at_string_item(value), number;

	if (at_cast(&at, &text, AT_DECIMAL, &number) != BX_OK)
		return bad(r, "SEPM0017");
	r->p->opt.html5 = at_number_double(&number) >= 5;
	return BX_OK;
}

/* ---- names ---- */

/* "p:local", "local" or "Q{uri}local" by the namespaces in scope of the parameter. */
static BxStatus
name_of(const ParamReader *r, BxStr word, BxSerialName *name)
{
	const char *end;
	BxStr prefix;
	bool found;

	if (word.n > 2 && word.s[0] == 'Q' && word.s[1] == '{')
	{
		end = memchr(word.s, '}', word.n);
		if (end == NULL)
			return bad(r, "SEPM0017");
		name->uri = bx_str(word.s + 2, (size_t) (end - word.s) - 2);
		name->local = bx_str(end + 1, word.n - name->uri.n - 3);
		return bx_is_ncname(name->local.s, name->local.n) ? BX_OK : bad(r, "SEPM0017");
	}
	prefix = bx_str_prefix(word, &name->local);
	BX_TRY(fn_prefix_uri(r->run, r->node, prefix, &name->uri, &found));
	return bx_is_ncname(name->local.s, name->local.n) && (found || prefix.n == 0) ? BX_OK
																				  : bad(r, "SEPM0017");
}

static BxStatus
take_names(ParamReader *r, BxStr value, const BxSerialName **list, uint32_t *n)
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
attributes_of(const ParamReader *r, const XdItem *node, const char *a, BxStr *a_value, const char *b,
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
add_mapping(ParamReader *r, BxStr character, BxStr text, BxCharMap *map)
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
take_maps(ParamReader *r)
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
take_truth(ParamReader *r, const Param *param, BxStr value)
{
	bool truth;

	BX_TRY(truth_of(r, value, &truth));
	*(bool *) ((char *) r->p + param->at) = truth != param->no;
	r->omitted |= truth && param->at == OPT(declaration);
	return BX_OK;
}

static BxStatus
take_param(ParamReader *r, const Param *param)
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
		case P_NODE_METHOD: return is_markup(trimmed, &r->p->nodes) ? BX_OK : bad(r, "SEPM0017");
		case P_VERSION: *(BxStr *) (void *) at = trimmed; return BX_OK;
		case P_TEXT:
			*(BxStr *) (void *) at = value;
			r->p->has_separator |= param->at == offsetof(FnSerial, separator);
			return BX_OK;
		default: return BX_OK;
	}
}

static BxStatus
take_child(ParamReader *r)
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
check_all(ParamReader *r)
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
	if (o->method == BX_METHOD_TEXT || r->p->way != FN_SERIAL_MARKUP)
		return BX_OK;
	if (!first && !bx_str_is(o->version, "1.1"))
		return bad(r, "SESU0013");
	if (r->omitted && (o->standalone >= 0 || (!first && o->system_id.n > 0)))
		return bad(r, "SEPM0009");
	return o->undeclare_prefixes && first && !html ? bad(r, "SEPM0010") : BX_OK;
}

static BxStatus
read_children(ParamReader *r, const XdItem *element)
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

/* ---- a map ---- */

static BxStatus
wrong_type(const ParamReader *r)
{
	return bad(r, "XPTY0004");
}

/* The one atomic value of an entry, of this type or untyped; *there false: none is given. */
static BxStatus
atom_of(ParamReader *r, const XdSeq *value, AtType type, XdItem *atom, bool *there)
{
	AtCall at = ru_at(r->run, r->cx);
	XdSeqBuilder b = xd_seq_builder(r->cx->arena);
	XdItem item;

	*there = value->n > 0;
	if (!*there)
		return BX_OK;
	item = xd_seq_at(value, 0);
	BX_TRY(ru_atomize_into(r->run, r->op, &item, &b));
	if (value->n > 1 || b.n != 1)
		return wrong_type(r);
	*atom = b.items[0];
	if (atom->type == AT_UNTYPED || (type == AT_STRING && atom->type == AT_URI))
		return at_cast(&at, atom, type, atom) == BX_OK ? BX_OK : wrong_type(r);
	return at_type_derives((AtType) atom->type, type) ? BX_OK : wrong_type(r);
}

static BxStatus
map_truth(ParamReader *r, const Param *param, const XdSeq *value)
{
	XdItem atom;
	bool there;

	BX_TRY(atom_of(r, value, AT_BOOLEAN, &atom, &there));
	if (!there)
		return BX_OK;
	if (param->kind == P_STANDALONE)
		r->p->opt.standalone = atom.u.i != 0;
	else
		*(bool *) ((char *) r->p + param->at) = (atom.u.i != 0) != param->no;
	r->omitted |= atom.u.i != 0 && param->at == OPT(declaration) && param->kind == P_TRUTH;
	return BX_OK;
}

/* QNames, also in arrays. */
static BxStatus
map_names(ParamReader *r, const XdSeq *value, const BxSerialName **list, uint32_t *n)
{
	XdSeqBuilder b = xd_seq_builder(r->cx->arena);
	BxSerialName *names;
	uint64_t i;

	for (i = 0; i < value->n; i++)
	{
		XdItem item = xd_seq_at(value, i);

		BX_TRY(ru_atomize_into(r->run, r->op, &item, &b));
	}
	names = ru_alloc(r->run, r->cx, (b.n + 1) * sizeof(BxSerialName));
	if (names == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < b.n; i++)
	{
		if (b.items[i].type != AT_QNAME)
			return wrong_type(r);
		names[i] = (BxSerialName){b.items[i].u.name->uri, b.items[i].u.name->local};
	}
	*list = names;
	*n = (uint32_t) b.n;
	return BX_OK;
}

static BxStatus
map_maps(ParamReader *r, const XdSeq *value)
{
	const XdMapEntry *const *entries;
	const XdMap *map;
	BxCharMap *list;
	XdItem item;
	uint64_t i;

	if (value->n == 0)
		return BX_OK;
	item = xd_seq_at(value, 0);
	if (value->n > 1 || !xd_is_map(&item))
		return wrong_type(r);
	map = xd_map(&item);
	list = ru_alloc(r->run, r->cx, (map->n + 1) * sizeof(BxCharMap));
	if (list == NULL)
		return BX_E_NOMEM;
	BX_TRY(xd_map_list(map, r->run->err, &entries));
	for (i = 0; i < map->n; i++)
	{
		XdItem text;
		bool there;

		if (!at_type_derives((AtType) entries[i]->key.type, AT_STRING) && entries[i]->key.type != AT_UNTYPED)
			return wrong_type(r);
		BX_TRY(atom_of(r, &entries[i]->value, AT_STRING, &text, &there));
		if (!there)
			return wrong_type(r);
		BX_TRY(add_mapping(r, at_item_str(&entries[i]->key), at_item_str(&text), list));
	}
	r->p->opt.map = list;
	return BX_OK;
}

static BxStatus
map_html_version(ParamReader *r, const XdSeq *value)
{
	XdItem atom;
	bool there;

	BX_TRY(atom_of(r, value, AT_DECIMAL, &atom, &there));
	if (there)
		r->p->opt.html5 = at_number_double(&atom) >= 5;
	return BX_OK;
}

static BxStatus
map_text(ParamReader *r, const Param *param, const XdSeq *value)
{
	XdItem atom;
	BxStr s;
	bool there;

	BX_TRY(atom_of(r, value, AT_STRING, &atom, &there));
	if (!there)
		return BX_OK;
	s = at_item_str(&atom);
	switch (param->kind)
	{
		case P_METHOD: return take_method(r, s);
		case P_NODE_METHOD: return is_markup(s, &r->p->nodes) ? BX_OK : bad(r, "SEPM0016");
		case P_ENCODING: return take_encoding(r, s);
		case P_FORM: return take_form(r, s);
		default: break;
	}
	*(BxStr *) (void *) ((char *) r->p + param->at) = s;
	r->p->has_separator |= param->at == offsetof(FnSerial, separator);
	return BX_OK;
}

static BxStatus
map_param(ParamReader *r, const Param *param, const XdSeq *value)
{
	switch (param->kind)
	{
		case P_TRUTH:
		case P_STANDALONE: return map_truth(r, param, value);
		case P_NAMES:
			return param->at == OPT(cdata) ? map_names(r, value, &r->p->opt.cdata, &r->p->opt.n_cdata)
										   : map_names(r, value, &r->p->opt.plain, &r->p->opt.n_plain);
		case P_MAPS: return map_maps(r, value);
		case P_HTML_VERSION: return map_html_version(r, value);
		default: return map_text(r, param, value);
	}
}

static BxStatus
read_map(ParamReader *r, const XdMap *map)
{
	AtCall at = ru_at(r->run, r->cx);
	uint32_t i;

	r->map = true;
	for (i = 0; i < N_PARAMS; i++)
	{
		XdItem key = at_string_item(bx_str(params[i].name, strlen(params[i].name)));
		const XdMapEntry *entry;

		BX_TRY(xd_map_find(&at, map, &key, &entry));
		if (entry == NULL)
			continue;
		r->name.local = at_item_str(&key);
		BX_TRY(map_param(r, &params[i], &entry->value));
	}
	return check_all(r);
}

BxStatus
fn_serial_params(RuRun *run, const RuOp *op, const RuCx *cx, const XdItem *item, FnSerial *p)
{
	ParamReader r = {.run = run, .op = op, .cx = cx, .p = p, .node = item};
	bool is_element = at_is_node(item) && xd_kind(item) == XD_ELEMENT, has;

	if (xd_is_map(item))
		return read_map(&r, xd_map(item));
	if (is_element)
		BX_TRY(xd_node_name(run->forest, item, &r.name, &has));
	if (!is_element || !bx_str_is(r.name.uri, Q_URI_OUTPUT) ||
		!bx_str_is(r.name.local, "serialization-parameters"))
		return ru_fail(run, op, "XPTY0004",
					   "serialization parameters are a map, or an element output:serialization-parameters");
	BX_TRY(attributes_of(&r, item, NULL, NULL, NULL, NULL));
	return read_children(&r, item);
}
