/*
 * fn_json.c -- fn:parse-json and fn:json-to-xml (F&O section 17.5).
 */
#include "fn_json_int.h"

#include "../../xdm/xd_construct.h"
#include "../run/ru_query.h"
#include "../syntax/q_ast.h"
#include "fn_item.h"

/* ---- options ---- */

static BxStatus
bad_option(RuRun *run, const RuOp *op, const char *what)
{
	return ru_fail(run, op, "FOJS0005", "%s", what);
}

static BxStatus
read_duplicates(FnJson *j, const XdMap *options, bool xml)
{
	BxStr s;
	bool set;

	BX_TRY(fn_option_str(j->run, j->op, j->cx, options, "duplicates", &s, &set));
	if (!set)
		return BX_OK;
	if (bx_str_is(s, "reject"))
		j->duplicates = FN_JSON_REJECT;
	else if (bx_str_is(s, "use-first"))
		j->duplicates = FN_JSON_USE_FIRST;
	else if (bx_str_is(s, "use-last") && !xml)
		j->duplicates = FN_JSON_USE_LAST;
	else if (bx_str_is(s, "retain") && xml)
		j->duplicates = FN_JSON_RETAIN;
	else
		return bad_option(j->run, j->op, "option \"duplicates\" has another value than are allowed");
	return BX_OK;
}

/* function(xs:string) as xs:string */
static BxStatus
read_fallback(FnJson *j, const XdMap *options)
{
	static const XdSeqType string = {.kind = XD_T_ATOMIC, .atomic = AT_STRING};
	static const XdSeqType type = {.kind = XD_T_FUNCTION, .n_args = 1, .args = &string, .result = &string};
	const XdSeq *value = NULL;
	XdSeq converted;

	BX_TRY(fn_option(j->run, j->op, j->cx, options, "fallback", &value));
	j->has_fallback = value != NULL;
	if (value == NULL)
		return BX_OK;
	if (j->escape)
		return bad_option(j->run, j->op, "options \"escape\" and \"fallback\" exclude each other");
	BX_TRY(ru_convert_seq(j->run, j->op, &type, "option \"fallback\"", j->cx->arena, value, &converted));
	j->fallback = xd_seq_at(&converted, 0);
	return BX_OK;
}

static BxStatus
read_options(FnJson *j, bool xml)
{
	bool found = false, liberal, validate = false, set;
	const XdMap *options;
	XdItem item;

	if (j->op->n_args < 2)
		return BX_OK;
	BX_TRY(ru_arg(j->run, j->op, 1, j->cx, &item, &found));
	options = xd_map(&item);
	BX_TRY(fn_option_bool(j->run, j->op, j->cx, options, "liberal", &liberal, &set));
	BX_TRY(fn_option_bool(j->run, j->op, j->cx, options, "escape", &j->escape, &set));
	if (xml)
		BX_TRY(fn_option_bool(j->run, j->op, j->cx, options, "validate", &validate, &set));
	if (validate)
		return bad_option(j->run, j->op, "option \"validate\" needs a schema, and there is none");
	BX_TRY(read_duplicates(j, options, xml));
	return read_fallback(j, options);
}

/* Begin with the text that argument 1 is; *found false: it is empty. */
static BxStatus
begin(FnJson *j, RuRun *run, const RuOp *op, const RuCx *cx, bool xml, bool *found)
{
	XdItem text;

	memset(j, 0, sizeof(*j));
	j->run = run;
	j->op = op;
	j->cx = cx;
	j->string = fn_text(run, cx->arena);
	j->duplicates = xml ? FN_JSON_RETAIN : FN_JSON_USE_FIRST;
	RU_TRY_ARG(run, op, 0, cx, &text, found);
	j->at = text.u.s;
	j->end = text.u.s + text.n;
	return read_options(j, xml);
}

/* ---- to items ---- */

static BxStatus read_value(FnJson *j, XdSeq *value);

static BxStatus
add_entry(FnJson *j, XdMap *map, const XdItem *key, const XdSeq *value)
{
	AtCall call = ru_at(j->run, j->cx);
	const XdMapEntry *entry;

	BX_TRY(xd_map_find(&call, map, key, &entry));
	if (entry != NULL && j->duplicates == FN_JSON_REJECT)
		return ru_fail(j->run, j->op, "FOJS0003", "two members of an object have the same name");
	if (entry != NULL && j->duplicates == FN_JSON_USE_FIRST)
		return BX_OK;
	return xd_map_add(&call, map, key, value);
}

static BxStatus
read_object(FnJson *j, XdSeq *value)
{
	XdMap *map = NULL;
	XdItem item;
	char kind;

	if (j->root != NULL)
		BX_TRY(xd_map_like(j->root, j->run->err, &map));
	else
		BX_TRY(xd_map_new(j->cx->arena, j->run->err, &map));
	j->root = j->root != NULL ? j->root : &map->f;
	j->at++;
	if (!fn_json_accept(j, '}'))
	{
		do
		{
			XdSeq member;
			XdItem key;

			BX_TRY(fn_json_begin(j, &kind));
			if (kind != '"')
				return fn_json_fail(j, "the name of a member is not a string");
			BX_TRY(fn_json_string(j));
			key = at_string_item(fn_text_str(&j->string));
			BX_TRY(xd_item_keep(j->cx->arena, &key, &key, j->run->err));
			BX_TRY(fn_json_expect(j, ':'));
			BX_TRY(read_value(j, &member));
			BX_TRY(add_entry(j, map, &key, &member));
		} while (fn_json_accept(j, ','));
		BX_TRY(fn_json_expect(j, '}'));
	}
	item = xd_function_item(&map->f);
	*value = xd_seq_one(&item);
	return BX_OK;
}

static BxStatus
read_array(FnJson *j, XdSeq *value)
{
	XdArray *array = NULL;
	XdItem item;

	if (j->root != NULL)
		BX_TRY(xd_array_like(j->root, 0, j->run->err, &array));
	else
		BX_TRY(xd_array_new(j->cx->arena, 0, j->run->err, &array));
	j->root = j->root != NULL ? j->root : &array->f;
	j->at++;
	if (!fn_json_accept(j, ']'))
	{
		do
		{
			XdSeq member;

			BX_TRY(read_value(j, &member));
			BX_TRY(xd_array_add(array, &member, j->run->err));
		} while (fn_json_accept(j, ','));
		BX_TRY(fn_json_expect(j, ']'));
	}
	item = xd_function_item(&array->f);
	*value = xd_seq_one(&item);
	return BX_OK;
}

static BxStatus
read_number(FnJson *j, XdItem *item)
{
	AtCall call = ru_at(j->run, j->cx);
	AtType type = AT_DOUBLE;
	BxStr number;

	BX_TRY(fn_json_number(j, &number));
	*item = at_string_item(number);
	if (j->exact && memchr(number.s, 'e', number.n) == NULL && memchr(number.s, 'E', number.n) == NULL)
		type = memchr(number.s, '.', number.n) != NULL ? AT_DECIMAL : AT_INTEGER;
	BX_TRY(ru_at_op(j->run, j->op, at_cast(&call, item, type, item)));
	return xd_item_keep(j->cx->arena, item, item, j->run->err);
}

static BxStatus
read_value(FnJson *j, XdSeq *value)
{
	XdItem item;
	char kind = 0;

	BX_TRY(ru_check_stack(j->run));
	BX_TRY(fn_json_begin(j, &kind));
	*value = xd_seq_empty();
	switch (kind)
	{
		case '{': return read_object(j, value);
		case '[': return read_array(j, value);
		case 'n': return fn_json_word(j, "null");
		case '"':
			BX_TRY(fn_json_string(j));
			item = at_string_item(fn_text_str(&j->string));
			BX_TRY(xd_item_keep(j->cx->arena, &item, &item, j->run->err));
			break;
		case '0': BX_TRY(read_number(j, &item)); break;
		default:
			BX_TRY(fn_json_word(j, kind == 't' ? "true" : "false"));
			item = at_boolean_item(kind == 't');
			break;
	}
	*value = xd_seq_one(&item);
	return BX_OK;
}

BxStatus
fn_parse_json(RU_ONE_ARGS)
{
	XdSeq value;
	FnJson j;

	BX_TRY(begin(&j, run, op, cx, false, found));
	if (!*found)
		return BX_OK;
	BX_TRY(read_value(&j, &value));
	BX_TRY(fn_json_end(&j));
	*found = value.n > 0;
	if (*found)
		*item = xd_seq_at(&value, 0);
	return BX_OK;
}

BxStatus
fn_json_value(RuRun *run, BxArena *arena, BxStr text, XdSeq *value)
{
	static const RuOp nowhere = {.pos = 0};
	const RuCx cx = {.arena = arena};
	FnJson j = {.run = run,
				.op = &nowhere,
				.cx = &cx,
				.at = text.s,
				.end = text.s + text.n,
				.exact = true,
				.string = fn_text(run, arena)};

	BX_TRY(read_value(&j, value));
	return fn_json_end(&j);
}

/* ---- to nodes ---- */

typedef struct JsonBuilder
{
	FnJson j;
	XdSink *sink;
} JsonBuilder;

/* The name of the member that a value is. */
typedef struct Key
{
	BxStr name;
	bool set;
	bool escaped;
} Key;

static BxStatus put_value(JsonBuilder *b, const Key *key);

static BxStatus
put_attribute(JsonBuilder *b, const char *name, BxStr value)
{
	AtName n = {bx_str("", 0), bx_str("", 0), bx_str(name, strlen(name))};

	return xd_sink_attribute(b->sink, &n, value);
}

static BxStatus
start(JsonBuilder *b, const char *local, const Key *key)
{
	AtName name = {bx_str("", 0), bx_str(Q_URI_FN, sizeof(Q_URI_FN) - 1), bx_str(local, strlen(local))};

	BX_TRY(xd_sink_start(b->sink, &name));
	if (!key->set)
		return BX_OK;
	BX_TRY(put_attribute(b, "key", key->name));
	return key->escaped ? put_attribute(b, "escaped-key", bx_str("true", 4)) : BX_OK;
}

/* Does the value behind the name count? */
static BxStatus
is_wanted(JsonBuilder *b, BxStrMap *names, const Key *key, bool *wanted)
{
	uint32_t number;

	*wanted = true;
	if (b->j.duplicates == FN_JSON_RETAIN)
		return BX_OK;
	BX_TRY(bx_strmap_add(names, key->name.s, key->name.n, &number, wanted, b->j.run->err));
	if (*wanted || b->j.duplicates != FN_JSON_REJECT)
		return BX_OK;
	return ru_fail(b->j.run, b->j.op, "FOJS0003", "two members of an object have the same name");
}

static BxStatus
put_member(JsonBuilder *b, BxStrMap *names)
{
	Key key = {.set = true};
	bool wanted;
	XdSeq skipped;
	char kind;
	char *copy;

	BX_TRY(fn_json_begin(&b->j, &kind));
	if (kind != '"')
		return fn_json_fail(&b->j, "the name of a member is not a string");
	BX_TRY(fn_json_string(&b->j));
	copy = bx_arena_strndup(b->j.cx->arena, b->j.string.n > 0 ? b->j.string.s : "", b->j.string.n);
	if (copy == NULL)
		return bx_fail_nomem(b->j.run->err, b->j.string.n);
	key.name = bx_str(copy, b->j.string.n);
	key.escaped = b->j.escaped;
	BX_TRY(fn_json_expect(&b->j, ':'));
	BX_TRY(is_wanted(b, names, &key, &wanted));
	return wanted ? put_value(b, &key) : read_value(&b->j, &skipped);
}

static BxStatus
put_object(JsonBuilder *b, const Key *key)
{
	BxStrMap names;

	bx_strmap_init(&names, b->j.run->host, b->j.cx->arena);
	BX_TRY(start(b, "map", key));
	b->j.at++;
	if (!fn_json_accept(&b->j, '}'))
	{
		do
			BX_TRY(put_member(b, &names));
		while (fn_json_accept(&b->j, ','));
		BX_TRY(fn_json_expect(&b->j, '}'));
	}
	return xd_sink_end(b->sink);
}

static BxStatus
put_array(JsonBuilder *b, const Key *key)
{
	const Key none = {.set = false};

	BX_TRY(start(b, "array", key));
	b->j.at++;
	if (!fn_json_accept(&b->j, ']'))
	{
		do
			BX_TRY(put_value(b, &none));
		while (fn_json_accept(&b->j, ','));
		BX_TRY(fn_json_expect(&b->j, ']'));
	}
	return xd_sink_end(b->sink);
}

/* An element with a text. */
static BxStatus
put_leaf(JsonBuilder *b, const char *name, const Key *key, BxStr text, bool escaped)
{
	BX_TRY(start(b, name, key));
	if (escaped)
		BX_TRY(put_attribute(b, "escaped", bx_str("true", 4)));
	if (text.n > 0)
		BX_TRY(xd_sink_text(b->sink, text));
	return xd_sink_end(b->sink);
}

static BxStatus
put_value(JsonBuilder *b, const Key *key)
{
	BxStr number;
	char kind = 0;

	BX_TRY(ru_check_stack(b->j.run));
	BX_TRY(fn_json_begin(&b->j, &kind));
	switch (kind)
	{
		case '{': return put_object(b, key);
		case '[': return put_array(b, key);
		case 'n': BX_TRY(fn_json_word(&b->j, "null")); return put_leaf(b, "null", key, bx_str("", 0), false);
		case '"':
			BX_TRY(fn_json_string(&b->j));
			return put_leaf(b, "string", key, fn_text_str(&b->j.string), b->j.escaped);
		case '0': BX_TRY(fn_json_number(&b->j, &number)); return put_leaf(b, "number", key, number, false);
		default:
			BX_TRY(fn_json_word(&b->j, kind == 't' ? "true" : "false"));
			return put_leaf(b, "boolean", key, kind == 't' ? bx_str("true", 4) : bx_str("false", 5), false);
	}
}

static BxStatus
build(JsonBuilder *b, XdItem *item)
{
	const Key none = {.set = false};

	BX_TRY(xd_sink_begin(b->sink, XD_SINK_DOCUMENT, 0, NULL));
	BX_TRY(put_value(b, &none));
	BX_TRY(fn_json_end(&b->j));
	return xd_sink_tree(b->sink, b->j.cx->arena, ru_module(b->j.run, b->j.op)->base_uri, item);
}

BxStatus
fn_json_to_xml(RU_ONE_ARGS)
{
	JsonBuilder b;
	BxStatus st;

	BX_TRY(begin(&b.j, run, op, cx, true, found));
	if (!*found)
		return BX_OK;
	BX_TRY(xd_sink_new(run->forest, &b.sink));
	st = build(&b, item);
	xd_sink_free(b.sink);
	return st;
}
