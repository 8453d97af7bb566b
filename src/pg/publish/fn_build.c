/*
 * fn_build.c -- constructors: elements, texts, comments, processing instructions, concatenation.
 *
 * Names are strings of the user and are checked, not escaped.  A name gives its namespace by URI ("{uri}local"), or
 * by a prefix that the attributes declare.
 */
#include "postgres.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"

#include "../../core/base/bx_hash.h"
#include "../value/build.h"
#include "../server/compat.h"
#include "../value/lazy.h"
#include "../server/errors.h"
#include "../query/result.h"

BXML_FUNCTION(bxml_element);
BXML_FUNCTION(bxml_new_text);
BXML_FUNCTION(bxml_comment);
BXML_FUNCTION(bxml_pi);
BXML_FUNCTION(bxml_concat);
BXML_FUNCTION(bxml_concat_two);
BXML_FUNCTION(bxml_build_support);

static const BxStr empty = {"", 0};

/* ---- names ---- */

/* A name as written. */
typedef struct QName
{
	BxStr prefix;
	BxStr uri;
	BxStr local;
	bool has_uri;
} QName;

/* "{uri}local", "Q{uri}local", "prefix:local", "local"; the builder checks the parts. */
static QName
split_name(BxStr s)
{
	QName name = {empty, empty, s, false};
	uint32_t skip = s.n > 1 && s.s[0] == 'Q' && s.s[1] == '{' ? 2 : s.n > 0 && s.s[0] == '{' ? 1 : 0;
	const char *end = s.n > skip ? memchr(s.s + skip, skip > 0 ? '}' : ':', s.n - skip) : NULL;

	if (end == NULL || (skip == 0 && end == s.s))
		return name;
	name.local = bx_str(end + 1, (size_t) (s.s + s.n - end - 1));
	name.has_uri = skip > 0;
	if (name.has_uri)
		name.uri = bx_str(s.s + skip, (size_t) (end - s.s - skip));
	else
		name.prefix = bx_str(s.s, (size_t) (end - s.s));
	return name;
}

static _Noreturn void refuse_prefix(BxStr prefix);

static void
refuse_prefix(BxStr prefix)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_XML_CONTENT),
					errmsg("undeclared prefix: \"%s\"", utf8_excerpt(prefix.s, prefix.n)),
					errhint("Declare it by an attribute \"xmlns:%s\", or write the name as \"{uri}local\".",
							utf8_excerpt(prefix.s, prefix.n))));
}

/* ---- attributes ---- */

typedef struct Attribute
{
	QName name;
	BxStr value;
} Attribute;

typedef struct Attributes
{
	Attribute *all; /* declarations first */
	uint32_t n;
	uint32_t n_declarations; /* name.local is the prefix */
	BxStrMap uris;           /* with a declared or generated prefix ... */
	BxStr *prefixes;         /* ... and the first such prefix of each */
	uint32_t last_made;      /* number of the last generated prefix */
} Attributes;

/* The text of a scalar; false for null. */
static bool
scalar_text(const JsonbValue *v, BxStr key, BxStr *text)
{
	if (!build_scalar(v, text))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("value of attribute \"%s\" is an array or an object", utf8_excerpt(key.s, key.n)),
				 errdetail("Attributes take strings, numbers and booleans; null leaves them out.")));
	return v->type != jbvNull;
}

/* Is the key a declaration?  Then *prefix is the prefix that it declares. */
static bool
is_declaration(BxStr key, BxStr *prefix)
{
	if (bx_str_is(key, "xmlns"))
		*prefix = empty;
	else if (key.n > 6 && memcmp(key.s, "xmlns:", 6) == 0)
		*prefix = (BxStr){key.s + 6, key.n - 6};
	else
		return false;
	return true;
}

/* Take members of the object: either the declarations or the others. */
static void
collect(Jsonb *object, bool declarations, Attributes *a)
{
	JsonbIterator *it = JsonbIteratorInit(&object->root);
	JsonbValue key, value;
	BxStr prefix, s;
	Attribute at;

	JsonbIteratorNext(&it, &key, true); /* the object begins */
	while (build_next_member(&it, &key, &value))
	{
		s = build_str(key.val.string.val, key.val.string.len);
		if (is_declaration(s, &prefix) != declarations || !scalar_text(&value, s, &at.value))
			continue;
		at.name = split_name(s);
		if (declarations)
			at.name.local = prefix;
		a->all[a->n++] = at;
	}
}

static void
read_attributes(Datum jsonb, Attributes *a)
{
	Jsonb *object = DatumGetJsonbP(jsonb);

	if (!JB_ROOT_IS_OBJECT(object))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("attributes of an element must be a JSON object")));
	a->all = palloc_array(Attribute, (size_t) JB_ROOT_COUNT(object) + 1);
	a->prefixes = palloc_array(BxStr, (size_t) JB_ROOT_COUNT(object) + 1);
	collect(object, true, a);
	a->n_declarations = a->n;
	collect(object, false, a);
}

static bool
declared(const Attributes *a, BxStr prefix, BxStr *uri)
{
	for (uint32_t i = 0; i < a->n_declarations; i++)
		if (bx_str_equal(a->all[i].name.local, prefix))
		{
			*uri = a->all[i].value;
			return true;
		}
	return false;
}

/* Add a prefix for a URI, unless it has one; each attribute adds at most one. */
static void
note_prefix(Attributes *a, BxStr uri, BxStr prefix)
{
	uint32_t number;
	bool added;
	BxError err;

	error_check(bx_strmap_add(&a->uris, uri.s, uri.n, &number, &added, &err), &err);
	if (added)
		a->prefixes[number] = prefix;
}

static void
start(PgBuild *p, QName name, const Attributes *a)
{
	if (!name.has_uri && !declared(a, name.prefix, &name.uri) && name.prefix.n > 0)
	{
		if (!bx_str_is(name.prefix, "xml"))
			refuse_prefix(name.prefix);
		name.uri = (BxStr){BX_XML_NS, sizeof(BX_XML_NS) - 1};
	}
	build_check(p, bx_builder_start(p->b, name.prefix, name.uri, name.local));
}

/* A prefix for the URI of an attribute: a declared one, or a new one. */
static BxStr
prefix_for(PgBuild *p, Attributes *a, BxStr uri)
{
	uint32_t number = bx_strmap_find(&a->uris, uri.s, uri.n);
	BxStr prefix, other;
	bool bound = true;

	if (bx_str_is(uri, BX_XML_NS))
		return (BxStr){"xml", 3};
	if (number != BX_HASH_NONE)
		return a->prefixes[number];
	for (; bound; build_check(p, bx_builder_lookup(p->b, prefix, &other, &bound)))
	{
		prefix.s = psprintf("ns%u", ++a->last_made);
		prefix.n = (uint32_t) strlen(prefix.s);
	}
	build_check(p, bx_builder_namespace(p->b, prefix, uri));
	note_prefix(a, uri, prefix);
	return prefix;
}

/* Resolve names with prefixes, before prefixes are generated, which the user cannot refer to. */
static void
resolve_prefixes(PgBuild *p, Attributes *a)
{
	for (uint32_t i = a->n_declarations; i < a->n; i++)
	{
		QName *name = &a->all[i].name;
		bool bound = true;

		if (!name->has_uri && name->prefix.n > 0)
			build_check(p, bx_builder_lookup(p->b, name->prefix, &name->uri, &bound));
		if (!bound)
			refuse_prefix(name->prefix);
	}
}

static void
put_attributes(PgBuild *p, Attributes *a)
{
	uint32_t i;

	bx_strmap_init(&a->uris, &p->host.host, NULL);
	for (i = 0; i < a->n_declarations; i++)
	{
		build_check(p, bx_builder_namespace(p->b, a->all[i].name.local, a->all[i].value));
		if (a->all[i].name.local.n > 0)
			note_prefix(a, a->all[i].value, a->all[i].name.local);
	}
	resolve_prefixes(p, a);
	for (; i < a->n; i++)
	{
		QName name = a->all[i].name;

		CHECK_FOR_INTERRUPTS();
		if (name.has_uri && name.uri.n > 0)
			name.prefix = prefix_for(p, a, name.uri);
		build_check(p, bx_builder_attribute(p->b, name.prefix, name.uri, name.local, a->all[i].value));
	}
}

/* ---- content ---- */

/* Content that is not null. */
typedef struct Content
{
	Datum *values;
	uint32_t n;
} Content;

static void
content_array(Datum array, Content *c)
{
	ArrayType *values = DatumGetArrayTypeP(array);
	bool *nulls;
	int n;

	deconstruct_array(values, ARR_ELEMTYPE(values), -1, false, TYPALIGN_INT, &c->values, &nulls, &n);
	for (int i = 0; i < n; i++)
		if (!nulls[i])
			c->values[c->n++] = c->values[i];
}

/* The arguments of content: an array, or one by one as bxml_build_support leaves them. */
static void
read_content(FunctionCallInfo fcinfo, int first, Content *c)
{
	FmgrInfo *flinfo = fcinfo->flinfo;

	*c = (Content){NULL, 0};
	if (flinfo == NULL || flinfo->fn_expr == NULL ||
		get_fn_expr_argtype(flinfo, first) != get_fn_expr_rettype(flinfo))
	{
		if (!PG_ARGISNULL(first))
			content_array(PG_GETARG_DATUM(first), c);
		return;
	}
	c->values = palloc_array(Datum, PG_NARGS());
	for (int i = first; i < PG_NARGS(); i++)
		if (!PG_ARGISNULL(i))
			c->values[c->n++] = PG_GETARG_DATUM(i);
}

static void
put_values(PgBuild *p, const Content *c)
{
	for (uint32_t i = 0; i < c->n; i++)
		build_value(p, c->values[i]);
}

/*
 * Make the element lazy if possible: it must have neither declarations nor names with prefixes, so nothing is looked
 * up.
 */
static bool
as_lazy(QName name, const Attributes *a, const Content *c, Datum *lazy)
{
	LazyAttribute *attrs = NULL;

	if (a->n_declarations > 0 || name.prefix.n > 0)
		return false;
	if (a->n > 0)
		attrs = palloc_array(LazyAttribute, a->n);
	for (uint32_t i = 0; i < a->n; i++)
	{
		if (a->all[i].name.has_uri || a->all[i].name.prefix.n > 0)
			return false;
		attrs[i] = (LazyAttribute){a->all[i].name.local, a->all[i].value};
	}
	return lazy_element(name.uri, name.local, attrs, a->n, c->values, c->n, lazy);
}

Datum
bxml_element(PG_FUNCTION_ARGS)
{
	Attributes a = {0};
	Content content;
	Datum lazy;
	QName name;
	PgBuild p;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	if (!PG_ARGISNULL(1))
		read_attributes(PG_GETARG_DATUM(1), &a);
	read_content(fcinfo, 2, &content);
	name = split_name(build_text_arg(PG_GETARG_DATUM(0)));
	if (as_lazy(name, &a, &content, &lazy))
		PG_RETURN_DATUM(lazy);
	build_open(&p, CurrentMemoryContext, BUILD_VALUES);
	start(&p, name, &a);
	put_attributes(&p, &a);
	put_values(&p, &content);
	build_check(&p, bx_builder_end(p.b));
	return build_close(&p);
}

Datum
bxml_new_text(PG_FUNCTION_ARGS)
{
	BxStr text = build_text_arg(PG_GETARG_DATUM(0));
	Datum lazy;
	PgBuild p;

	if (lazy_text(text, &lazy))
		PG_RETURN_DATUM(lazy);
	build_open(&p, CurrentMemoryContext, BUILD_VALUES);
	build_check(&p, bx_builder_text(p.b, text));
	return build_close(&p);
}

Datum
bxml_comment(PG_FUNCTION_ARGS)
{
	PgBuild p;

	build_open(&p, CurrentMemoryContext, BUILD_VALUES);
	build_check(&p, bx_builder_comment(p.b, build_text_arg(PG_GETARG_DATUM(0))));
	return build_close(&p);
}

/* As in core, without leading white space of the data. */
Datum
bxml_pi(PG_FUNCTION_ARGS)
{
	BxStr data = empty;
	PgBuild p;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	if (!PG_ARGISNULL(1))
		data = bx_str_trim_start(build_text_arg(PG_GETARG_DATUM(1)));
	build_open(&p, CurrentMemoryContext, BUILD_VALUES);
	build_check(&p, bx_builder_pi(p.b, build_text_arg(PG_GETARG_DATUM(0)), data));
	return build_close(&p);
}

Datum
bxml_concat(PG_FUNCTION_ARGS)
{
	Content content;
	PgBuild p;

	read_content(fcinfo, 0, &content);
	if (content.n == 0)
		PG_RETURN_NULL();
	build_open(&p, CurrentMemoryContext, BUILD_VALUES);
	put_values(&p, &content);
	return build_close(&p);
}

Datum
bxml_concat_two(PG_FUNCTION_ARGS)
{
	PgBuild p;

	build_open(&p, CurrentMemoryContext, BUILD_VALUES);
	build_value(&p, PG_GETARG_DATUM(0));
	build_value(&p, PG_GETARG_DATUM(1));
	return build_close(&p);
}

/* ---- planning ---- */

/*
 * f(..., VARIADIC ARRAY[a, b]) becomes f(..., a, b): an array would have every value laid out, only to be taken apart
 * again.  The functions distinguish the forms by the type of the argument.
 */
Datum
bxml_build_support(PG_FUNCTION_ARGS)
{
	SupportRequestSimplify *request = (SupportRequestSimplify *) PG_GETARG_POINTER(0);
	const ArrayExpr *array;
	FuncExpr *call;

	if (!IsA(request, SupportRequestSimplify))
		PG_RETURN_POINTER(NULL);
	array = (const ArrayExpr *) llast(request->fcall->args);
	if (!IsA(array, ArrayExpr) || array->multidims || array->elements == NIL ||
		list_length(request->fcall->args) + list_length(array->elements) > FUNC_MAX_ARGS)
		PG_RETURN_POINTER(NULL);
	call = makeNode(FuncExpr);
	*call = *request->fcall;
	call->funcvariadic = false;
	call->args =
		list_concat(list_truncate(list_copy(request->fcall->args), list_length(request->fcall->args) - 1),
					array->elements);
	PG_RETURN_POINTER(call);
}
