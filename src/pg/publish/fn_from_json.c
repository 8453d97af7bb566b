/*
 * fn_from_json.c -- jsonb to bxml.
 *
 * A walk over the containers calls the builder, which checks names and characters; an error names the JSON path.
 * Depth is bounded by the stack of the server, as for every function on jsonb.
 */
#include "postgres.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"

#include "../value/build.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "json.h"

BXML_FUNCTION(bxml_jsonb_to_bxml);
BXML_FUNCTION(bxml_jsonb_to_bxml_root);

/* The current place; on the stack. */
typedef struct Step
{
	const struct Step *up; /* NULL for the whole */
	const char *key;       /* of a member, or NULL */
	int key_n;
	uint32 index; /* in an array */
} Step;

static const BxStr empty = {"", 0};

/* ---- errors ---- */

static void
append_path(StringInfo s, const Step *at)
{
	check_stack_depth();
	if (at->up == NULL)
	{
		appendStringInfoChar(s, '$');
		return;
	}
	append_path(s, at->up);
	if (at->key != NULL)
		appendStringInfo(s, ".\"%.*s\"", at->key_n, at->key);
	else
		appendStringInfo(s, "[%u]", at->index);
}

/* The end of a long path says more than its start. */
static _Noreturn void fail_at(const Step *at, BxError *err);

static void
fail_at(const Step *at, BxError *err)
{
	const int most = sizeof(err->detail) - 32;
	StringInfoData s;
	const char *path, *cut;
	size_t n;

	initStringInfo(&s);
	append_path(&s, at);
	path = encoding_to_utf8(s.data, s.len, &n);
	cut = n > (size_t) most ? path + n - most : path;
	while (((unsigned char) *cut & 0xC0) == 0x80)
		cut++;
	snprintf(err->detail, sizeof(err->detail), "At JSON path %s%s.", cut > path ? "..." : "", cut);
	error_raise(err);
}

static _Noreturn void refuse(const Step *at, BxStatus status, const char *what);

static void
refuse(const Step *at, BxStatus status, const char *what)
{
	BxError err;

	bx_fail(&err, status, -1, "%s", what);
	fail_at(at, &err);
}

static inline void
check(PgBuild *p, const Step *at, BxStatus status)
{
	if (unlikely(status != BX_OK))
	{
		BxError err = *bx_builder_error(p->b);

		fail_at(at, &err);
	}
}

/* ---- scalars ---- */

/* The text of a scalar; false for null. */
static bool
scalar_text(const Step *at, const JsonbValue *v, BxStr *text)
{
	if (!build_scalar(v, text))
		refuse(at, BX_E_ARGUMENT, "a string, number, boolean or null is expected here");
	return v->type != jbvNull;
}

static void
put_text(PgBuild *p, const Step *at, const JsonbValue *v)
{
	BxStr s;

	if (scalar_text(at, v, &s))
		check(p, at, bx_builder_text(p->b, s));
}

static bool
is_object(const JsonbValue *v)
{
	return v->type == jbvBinary && JsonContainerIsObject(v->val.binary.data);
}

static bool
is_array(const JsonbValue *v)
{
	return v->type == jbvBinary && JsonContainerIsArray(v->val.binary.data);
}

static bool
key_is(const JsonbValue *key, const char *what)
{
	return key->val.string.len == (int) strlen(what) && memcmp(key->val.string.val, what, strlen(what)) == 0;
}

/* ---- names ---- */

/* A name in the encoding of the server: prefix, and start of the local part. */
static int
prefix_length(const char *name, int n)
{
	const char *colon = memchr(name, ':', n);

	return colon ? (int) (colon - name) : 0;
}

/* The member of an object that declares the prefix, by its key in this style. */
static bool
declared_in(const Step *at, JsonbContainer *object, const char *mark, const char *prefix, int prefix_n,
			BxStr *uri)
{
	JsonbValue key = {.type = jbvString}, *found;

	key.val.string.val = psprintf("%s%.*s", mark, prefix_n, prefix);
	key.val.string.len = (int) strlen(key.val.string.val);
	found = findJsonbValueFromContainer(object, JB_FOBJECT, &key);
	return found != NULL && scalar_text(at, found, uri);
}

static BxStr
prefix_uri(PgBuild *p, const Step *at, BxStr prefix)
{
	bool bound;
	BxStr uri = empty;

	check(p, at, bx_builder_lookup(p->b, prefix, &uri, &bound));
	if (!bound)
		refuse(at, BX_E_SYNTAX_CONTENT, "prefix of the name is not declared");
	return uri;
}

/* The prefix and the local name of a key. */
static BxStr
split_key(const char *name, int n, BxStr *local)
{
	int prefix_n = prefix_length(name, n);
	int skip = prefix_n > 0 ? prefix_n + 1 : 0;

	*local = build_str(name + skip, n - skip);
	return build_str(name, prefix_n);
}

/* Start an element whose declarations are members of the object; NULL: it has none. */
static void
start_element(PgBuild *p, const Step *at, const char *name, int n, JsonbContainer *object, const char *mark,
			  const char *no_prefix)
{
	int prefix_n = prefix_length(name, n);
	BxStr local, prefix = split_key(name, n, &local);
	BxStr uri;
	bool own = object != NULL && (prefix_n > 0 ? declared_in(at, object, mark, name, prefix_n, &uri)
											   : declared_in(at, object, no_prefix, "", 0, &uri));

	if (!own)
		uri = prefix_uri(p, at, prefix);
	check(p, at, bx_builder_start(p->b, prefix, uri, local));
}

/* The attributes of an element whose declarations were added. */
static void
put_attribute(PgBuild *p, const Step *at, const char *name, int n, const JsonbValue *v)
{
	BxStr local, prefix = split_key(name, n, &local);
	BxStr value;

	if (scalar_text(at, v, &value))
		check(p, at,
			  bx_builder_attribute(p->b, prefix, prefix.n > 0 ? prefix_uri(p, at, prefix) : empty, local,
								   value));
}

static void
put_declaration(PgBuild *p, const Step *at, const char *prefix, int n, const JsonbValue *v)
{
	BxStr uri;

	if (scalar_text(at, v, &uri))
		check(p, at, bx_builder_namespace(p->b, build_str(prefix, n), uri));
}

/* The start tag is complete: report what is wrong with it. */
static void
end_tag(PgBuild *p, const Step *at)
{
	check(p, at, bx_builder_text(p->b, empty));
}

/* ---- JsonML ---- */

typedef void (*MemberCall)(PgBuild *p, const Step *at, const JsonbValue *key, const JsonbValue *v);

/* Handle every member of an object. */
static void
each_member(PgBuild *p, const Step *up, JsonbContainer *object, MemberCall call)
{
	JsonbIterator *it = JsonbIteratorInit(object);
	JsonbValue key, v;

	JsonbIteratorNext(&it, &key, true); /* the object begins */
	while (build_next_member(&it, &key, &v))
	{
		Step at = {up, key.val.string.val, key.val.string.len, 0};

		CHECK_FOR_INTERRUPTS();
		call(p, &at, &key, &v);
	}
}

static bool
is_xmlns(const JsonbValue *key)
{
	return key_is(key, "xmlns") || (key->val.string.len > 6 && memcmp(key->val.string.val, "xmlns:", 6) == 0);
}

static void
jsonml_declaration(PgBuild *p, const Step *at, const JsonbValue *key, const JsonbValue *v)
{
	int skip = key_is(key, "xmlns") ? 5 : 6;

	if (!is_xmlns(key))
		return;
	put_declaration(p, at, key->val.string.val + skip, key->val.string.len - skip, v);
}

static void
jsonml_attribute(PgBuild *p, const Step *at, const JsonbValue *key, const JsonbValue *v)
{
	if (is_xmlns(key))
		return;
	put_attribute(p, at, key->val.string.val, key->val.string.len, v);
}

/* A comment or processing instruction: its array has at most one more element. */
static void
jsonml_note(PgBuild *p, const Step *at, const JsonbValue *name, JsonbIterator **it)
{
	JsonbValue v;
	BxStr data = empty;
	bool comment = key_is(name, JSONML_COMMENT);

	if (JsonbIteratorNext(it, &v, true) == WJB_ELEM)
	{
		Step text = {at, NULL, 0, 1};

		if (!scalar_text(&text, &v, &data))
			data = empty;
		if (JsonbIteratorNext(it, &v, true) == WJB_ELEM)
			refuse(at, BX_E_ARGUMENT, "a comment or processing instruction has one text only");
	}
	if (comment)
		check(p, at, bx_builder_comment(p->b, data));
	else
		check(p, at,
			  bx_builder_pi(p->b, build_str(name->val.string.val + 1, name->val.string.len - 1), data));
}

static void jsonml_array(PgBuild *p, const Step *at, JsonbContainer *array);

static void
jsonml_node(PgBuild *p, const Step *at, const JsonbValue *v)
{
	if (is_array(v))
		jsonml_array(p, at, v->val.binary.data);
	else if (is_object(v))
		refuse(at, BX_E_ARGUMENT, "an object stands right behind the name of an element only");
	else
		put_text(p, at, v);
}

/* Take name and attributes; if *more is set, *v is the element after them. */
static void
jsonml_start(PgBuild *p, const Step *at, const JsonbValue *name, JsonbIterator **it, JsonbValue *v,
			 uint32 *index, bool *more)
{
	const Step attributes = {at, NULL, 0, 1};
	bool object = *more && is_object(v);

	start_element(p, at, name->val.string.val, name->val.string.len, object ? v->val.binary.data : NULL,
				  "xmlns:", "xmlns");
	if (object)
	{
		each_member(p, &attributes, v->val.binary.data, jsonml_declaration);
		each_member(p, &attributes, v->val.binary.data, jsonml_attribute);
		*more = JsonbIteratorNext(it, v, true) == WJB_ELEM;
		(*index)++;
	}
	end_tag(p, at);
}

static void
jsonml_array(PgBuild *p, const Step *at, JsonbContainer *array)
{
	JsonbIterator *it = JsonbIteratorInit(array);
	JsonbValue name, v;
	uint32 index = 1;
	bool more, content;

	check_stack_depth();
	JsonbIteratorNext(&it, &name, true); /* the array begins */
	if (JsonbIteratorNext(&it, &name, true) != WJB_ELEM || name.type != jbvString)
		refuse(at, BX_E_ARGUMENT, "the first element of an array must be a name");
	if (key_is(&name, JSONML_COMMENT) || (name.val.string.len > 0 && name.val.string.val[0] == JSONML_PI))
	{
		jsonml_note(p, at, &name, &it);
		return;
	}
	content = key_is(&name, JSONML_CONTENT);
	if (content && at->up != NULL)
		refuse(at, BX_E_ARGUMENT, "an array without a name can only be the whole");
	more = JsonbIteratorNext(&it, &v, true) == WJB_ELEM;
	if (!content)
		jsonml_start(p, at, &name, &it, &v, &index, &more);
	for (; more; more = JsonbIteratorNext(&it, &v, true) == WJB_ELEM)
	{
		const Step child = {at, NULL, 0, index++};

		CHECK_FOR_INTERRUPTS();
		jsonml_node(p, &child, &v);
	}
	if (!content)
		check(p, at, bx_builder_end(p->b));
}

/* ---- BadgerFish ---- */

static void
badgerfish_prefix(PgBuild *p, const Step *at, const JsonbValue *key, const JsonbValue *v)
{
	bool none = key_is(key, BADGERFISH_TEXT);

	put_declaration(p, at, none ? "" : key->val.string.val, none ? 0 : key->val.string.len, v);
}

static void
badgerfish_attribute(PgBuild *p, const Step *at, const JsonbValue *key, const JsonbValue *v)
{
	if (key->val.string.len == 0 || key->val.string.val[0] != BADGERFISH_ATTRIBUTE ||
		key_is(key, BADGERFISH_XMLNS))
		return;
	put_attribute(p, at, key->val.string.val + 1, key->val.string.len - 1, v);
}

static void
badgerfish_text(PgBuild *p, const Step *at, const JsonbValue *key, const JsonbValue *v)
{
	if (!key_is(key, BADGERFISH_TEXT))
		return;
	put_text(p, at, v);
}

static bool
is_element_key(const JsonbValue *key)
{
	return !key_is(key, BADGERFISH_TEXT) &&
		   !(key->val.string.len > 0 && key->val.string.val[0] == BADGERFISH_ATTRIBUTE);
}

static void badgerfish_element(PgBuild *p, const Step *at, const JsonbValue *key, const JsonbValue *v);

/* Elements with the name of the member; an array is several elements. */
static void
badgerfish_child(PgBuild *p, const Step *at, const JsonbValue *key, const JsonbValue *v)
{
	JsonbIterator *it;
	JsonbValue item;
	uint32 index = 0;

	if (!is_element_key(key))
		return;
	if (!is_array(v))
	{
		badgerfish_element(p, at, key, v);
		return;
	}
	it = JsonbIteratorInit(v->val.binary.data);
	JsonbIteratorNext(&it, &item, true); /* the array begins */
	while (JsonbIteratorNext(&it, &item, true) == WJB_ELEM)
	{
		const Step element = {at, NULL, 0, index++};

		CHECK_FOR_INTERRUPTS();
		if (is_array(&item))
			refuse(&element, BX_E_ARGUMENT, "an array in an array stands for nothing");
		badgerfish_element(p, &element, key, &item);
	}
}

/* The declarations of an element, or NULL. */
static JsonbContainer *
badgerfish_scope(const Step *at, JsonbContainer *object)
{
	JsonbValue key = {.type = jbvString}, *found;

	key.val.string.val = pstrdup(BADGERFISH_XMLNS);
	key.val.string.len = (int) strlen(BADGERFISH_XMLNS);
	found = findJsonbValueFromContainer(object, JB_FOBJECT, &key);
	if (found == NULL)
		return NULL;
	if (!is_object(found))
		refuse(at, BX_E_ARGUMENT, "an object is expected here");
	return found->val.binary.data;
}

static void
badgerfish_element(PgBuild *p, const Step *at, const JsonbValue *key, const JsonbValue *v)
{
	JsonbContainer *object = is_object(v) ? v->val.binary.data : NULL;
	const Step declarations = {at, BADGERFISH_XMLNS, sizeof(BADGERFISH_XMLNS) - 1, 0};
	JsonbContainer *scope = object ? badgerfish_scope(&declarations, object) : NULL;

	check_stack_depth();
	start_element(p, at, key->val.string.val, key->val.string.len, scope, "", BADGERFISH_TEXT);
	if (scope != NULL)
		each_member(p, &declarations, scope, badgerfish_prefix);
	if (object != NULL)
		each_member(p, at, object, badgerfish_attribute);
	end_tag(p, at);
	if (object != NULL)
	{
		each_member(p, at, object, badgerfish_text);
		each_member(p, at, object, badgerfish_child);
	}
	else
		put_text(p, at, v);
	check(p, at, bx_builder_end(p->b));
}

static void
refuse_attribute(PgBuild *p, const Step *at, const JsonbValue *key, const JsonbValue *v)
{
	(void) p;
	(void) v;
	if (key->val.string.len > 0 && key->val.string.val[0] == BADGERFISH_ATTRIBUTE)
		refuse(at, BX_E_ARGUMENT, "attribute without an element");
}

/* Members of an object outside of elements. */
static void
members_of_whole(PgBuild *p, const Step *at, JsonbContainer *object, MemberCall child)
{
	each_member(p, at, object, refuse_attribute);
	each_member(p, at, object, badgerfish_text);
	each_member(p, at, object, child);
}

/* ---- the simple style ---- */

/* The builder first; the name of the elements that members of an array within an array become. */
typedef struct SimpleBuild
{
	PgBuild p;
	JsonbValue item;
} SimpleBuild;

static void
simple_attribute(PgBuild *p, const Step *at, const JsonbValue *key, const JsonbValue *v)
{
	BxStr value;

	if (key->val.string.len > 0 && key->val.string.val[0] == BADGERFISH_ATTRIBUTE &&
		scalar_text(at, v, &value))
		check(p, at,
			  bx_builder_attribute(p->b, empty, empty,
								   build_str(key->val.string.val + 1, key->val.string.len - 1), value));
}

static void simple_element(PgBuild *p, const Step *at, const JsonbValue *name, const JsonbValue *v);

/* An element with the name for each value of an array. */
static void
simple_items(PgBuild *p, const Step *at, const JsonbValue *name, JsonbContainer *array)
{
	JsonbIterator *it = JsonbIteratorInit(array);
	JsonbValue v;
	uint32 index = 0;

	JsonbIteratorNext(&it, &v, true); /* the array begins */
	while (JsonbIteratorNext(&it, &v, true) == WJB_ELEM)
	{
		const Step element = {at, NULL, 0, index++};

		CHECK_FOR_INTERRUPTS();
		simple_element(p, &element, name, &v);
	}
}

static void
simple_child(PgBuild *p, const Step *at, const JsonbValue *key, const JsonbValue *v)
{
	if (!is_element_key(key))
		return;
	if (is_array(v))
		simple_items(p, at, key, v->val.binary.data);
	else
		simple_element(p, at, key, v);
}

static void
simple_element(PgBuild *p, const Step *at, const JsonbValue *name, const JsonbValue *v)
{
	check_stack_depth();
	check(p, at, bx_builder_start(p->b, empty, empty, build_str(name->val.string.val, name->val.string.len)));
	if (is_object(v))
		each_member(p, at, v->val.binary.data, simple_attribute);
	end_tag(p, at);
	if (is_object(v))
	{
		each_member(p, at, v->val.binary.data, badgerfish_text);
		each_member(p, at, v->val.binary.data, simple_child);
	}
	else if (is_array(v))
		simple_items(p, at, &((SimpleBuild *) p)->item, v->val.binary.data);
	else
		put_text(p, at, v);
	check(p, at, bx_builder_end(p->b));
}

static JsonbValue
name_value(char *name)
{
	JsonbValue v = {.type = jbvString};

	v.val.string.val = name;
	v.val.string.len = (int) strlen(name);
	return v;
}

/* ---- the whole ---- */

/* jsonb_to_bxml(value, style, root, item): any JSON in an element. */
Datum
bxml_jsonb_to_bxml_root(PG_FUNCTION_ARGS)
{
	Jsonb *j = PG_GETARG_JSONB_P(0);
	JsonbValue root = name_value(text_to_cstring(PG_GETARG_TEXT_PP(2))), value = {.type = jbvBinary};
	SimpleBuild s = {.item = name_value(text_to_cstring(PG_GETARG_TEXT_PP(3)))};
	const Step whole = {0};

	if (json_style(PG_GETARG_DATUM(1)) != JSON_SIMPLE)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("a root is given in the style \"simple\" only")));
	build_open(&s.p, CurrentMemoryContext, BUILD_INPUT);
	value.val.binary.data = &j->root;
	value.val.binary.len = VARSIZE(j) - VARHDRSZ;
	if (JB_ROOT_IS_SCALAR(j))
		JsonbExtractScalar(&j->root, &value);
	simple_element(&s.p, &whole, &root, &value);
	return build_close(&s.p);
}

Datum
bxml_jsonb_to_bxml(PG_FUNCTION_ARGS)
{
	Jsonb *j = PG_GETARG_JSONB_P(0);
	JsonStyle style = json_style(PG_GETARG_DATUM(1));
	const Step whole = {0};
	SimpleBuild s = {.item = name_value(pstrdup("item"))};
	PgBuild *p = &s.p;

	build_open(p, CurrentMemoryContext, BUILD_INPUT);
	if (style == JSON_JSONML && JB_ROOT_IS_ARRAY(j) && !JB_ROOT_IS_SCALAR(j))
		jsonml_array(p, &whole, &j->root);
	else if (style == JSON_BADGERFISH && JB_ROOT_IS_OBJECT(j))
		members_of_whole(p, &whole, &j->root, badgerfish_child);
	else if (style == JSON_SIMPLE && JB_ROOT_IS_OBJECT(j))
		members_of_whole(p, &whole, &j->root, simple_child);
	else
		refuse(&whole, BX_E_ARGUMENT,
			   style == JSON_JSONML ? "an array is expected here" : "an object is expected here");
	return build_close(p);
}
