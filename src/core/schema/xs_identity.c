/*
 * xs_identity.c -- identity constraints of elements: their names, and the paths of selectors and fields.
 *
 * The paths are those of XML Schema Part 1, section 3.11.6: alternatives of child steps, behind ".//" or not, and in
 * fields with an attribute at the end.
 */
#include "../base/bx_core_int.h"

#include "xs_compile_int.h"

#include "../base/bx_array.h"
#include "../base/bx_sort.h"
#include "../base/bx_utf8.h"

#define XS_STEPS_MAX 63   /* of an alternative: followed as bits of a word */
#define XS_WAYS_MAX 10000 /* alternatives of a path */

typedef struct XsPathReader
{
	XsCompile *c;
	XsDoc *doc;
	const XsNode *node;
	const char *p;
	const char *end;
	bool field;
} XsPathReader;

static BxStatus
refuse_path(const XsPathReader *r)
{
	BxStr path = xs_attr(r->node, "xpath");

	xs_refuse(r->c, r->doc, r->node, "\"%.*s\" is not a path that identity constraints can have",
			  XS_SHOW(path));
	return bx_hint(
		r->c->err, BX_E_SCHEMA,
		"Write steps such as \"a/b\", \".//a\" or \"*\", and in fields an attribute at the end, \"a/@b\".");
}

static bool
eat(XsPathReader *r, const char *word)
{
	size_t n = strlen(word);

	r->p = bx_skip_space(r->p, r->end);
	if ((size_t) (r->end - r->p) < n || memcmp(r->p, word, n) != 0)
		return false;
	r->p += n;
	return true;
}

/* A name up to ":", "/", "|" or white space. */
static BxStr
eat_name(XsPathReader *r)
{
	const char *start = r->p;

	while (r->p < r->end && strchr(":/|@", *r->p) == NULL && !bx_is_space(*r->p))
		r->p++;
	return bx_str(start, (size_t) (r->p - start));
}

static BxStatus
number_of(const XsPathReader *r, BxStr s, uint32_t *no)
{
	return xs_string_add(r->c->schema, s, no, r->c->err);
}

/* An axis: its name and "::", with white space where it may be. */
static bool
eat_axis(XsPathReader *r, const char *name)
{
	const char *start = r->p;

	if (eat(r, name) && eat(r, "::"))
		return true;
	r->p = start;
	return false;
}

/* "*", "p:*" or a name. */
static BxStatus
read_test(XsPathReader *r, XsStep *step)
{
	BxStr first, uri = bx_str("", 0);
	uint32_t local;

	step->symbol = step->ns = XS_NONE;
	if (eat(r, "*"))
		return BX_OK;
	r->p = bx_skip_space(r->p, r->end);
	first = eat_name(r);
	if (r->p < r->end && *r->p == ':')
	{
		r->p++;
		uri = xs_prefix(r->node, first);
		if (uri.s == NULL)
			return refuse_path(r);
		BX_TRY(number_of(r, uri, &step->ns));
		if (r->p < r->end && *r->p == '*')
		{
			r->p++;
			return BX_OK;
		}
		first = eat_name(r);
	}
	if (!bx_is_ncname(first.s, first.n))
		return refuse_path(r);
	BX_TRY(number_of(r, uri, &step->ns));
	BX_TRY(number_of(r, first, &local));
	return xs_symbol_add(r->c->schema, step->ns, local, &step->symbol, r->c->err);
}

static BxStatus
read_steps(XsPathReader *r, XsPath *path)
{
	XsStep *step;

	do
	{
		if (path->n > 0 && path->steps[path->n - 1].attribute)
			return refuse_path(r);
		if (eat(r, "."))
			continue;
		if (path->n == XS_STEPS_MAX)
			return xs_limit(r->c, r->doc, r->node, "an alternative of the path has more than %d steps",
							XS_STEPS_MAX);
		step = &path->steps[path->n];
		step->attribute = eat(r, "@") || eat_axis(r, "attribute");
		if (!step->attribute)
			(void) eat_axis(r, "child");
		if (step->attribute && !r->field)
			return refuse_path(r);
		BX_TRY(read_test(r, step));
		path->n++;
	} while (eat(r, "/"));
	return BX_OK;
}

static BxStatus
read_paths(XsPathReader *r, XsPaths *paths)
{
	size_t alternatives = 1;
	const char *p;

	for (p = r->p; p < r->end; p++)
		alternatives += *p == '|';
	if (alternatives > XS_WAYS_MAX)
		return xs_limit(r->c, r->doc, r->node, "the path has more than %d alternatives", XS_WAYS_MAX);
	paths->list = xs_make(r->c, alternatives * sizeof(XsPath));
	if (paths->list == NULL)
		return BX_E_NOMEM;
	do
	{
		XsPath *path = &paths->list[paths->n++];
		size_t steps = 1;
		const char *start;

		for (p = r->p; p < r->end && *p != '|' && steps <= XS_STEPS_MAX; p++)
			steps += *p == '/';
		path->steps = xs_make(r->c, steps * sizeof(XsStep));
		if (path->steps == NULL)
			return BX_E_NOMEM;
		start = r->p;
		path->deep = eat(r, ".") && eat(r, "//");
		if (!path->deep)
			r->p = start;
		BX_TRY(read_steps(r, path));
	} while (eat(r, "|"));
	return bx_skip_space(r->p, r->end) == r->end ? BX_OK : refuse_path(r);
}

static BxStatus
read_xpath(XsCompile *c, XsDoc *doc, const XsNode *node, bool field, XsPaths *paths)
{
	BxStr text = xs_attr(node, "xpath");
	XsPathReader r = {.c = c, .doc = doc, .node = node, .p = text.s, .end = text.s + text.n, .field = field};

	return read_paths(&r, paths);
}

/* ---- constraints ---- */

static BxStatus
read_fields(XsCompile *c, XsDoc *doc, const XsNode *node, XsKey *key)
{
	const XsNode *selector = xs_child(node, XS_TAG_SELECTOR), *kid;
	uint32_t n = xs_count_kids(node, XS_TAG_FIELD);

	BX_TRY(read_xpath(c, doc, selector, false, &key->selector));
	key->fields = xs_make(c, n * sizeof(XsPaths));
	if (key->fields == NULL)
		return BX_E_NOMEM;
	for (kid = node->first; kid != NULL; kid = kid->next)
		if (kid->tag == XS_TAG_FIELD)
			BX_TRY(read_xpath(c, doc, kid, true, &key->fields[key->n_fields++]));
	return BX_OK;
}

static BxStatus
read_key(XsCompile *c, XsDoc *doc, const XsNode *node, XsKey **out)
{
	XsKey *key = xs_make(c, sizeof(XsKey));

	if (key == NULL)
		return BX_E_NOMEM;
	*out = key;
	key->kind = node->tag == XS_TAG_KEY      ? XS_KEY_KEY
				: node->tag == XS_TAG_KEYREF ? XS_KEY_REF
											 : XS_KEY_UNIQUE;
	key->node = node;
	key->doc = doc;
	BX_TRY(xs_declared_name(c, node, doc->target, &key->symbol));
	BX_TRY(read_fields(c, doc, node, key));
	BX_ROOM(c->host, c->err, c->keys, c->n_keys, c->cap_keys);
	key->number = c->n_keys;
	c->keys[c->n_keys++] = key;
	return BX_OK;
}

BxStatus
xs_keys_read(XsCompile *c, XsDoc *doc, const XsNode *node, XsElement *element)
{
	const XsNode *kid;
	uint32_t n = xs_count_kids(node, XS_TAG_KEY) + xs_count_kids(node, XS_TAG_KEYREF) +
				 xs_count_kids(node, XS_TAG_UNIQUE);

	if (n == 0)
		return BX_OK;
	element->keys = xs_make(c, n * sizeof(XsKey *));
	if (element->keys == NULL)
		return BX_E_NOMEM;
	/* they follow the type */
	for (kid = node->first; element->n_keys < n; kid = kid->next)
		if (kid->tag != XS_TAG_SIMPLE_TYPE && kid->tag != XS_TAG_COMPLEX_TYPE)
			BX_TRY(read_key(c, doc, kid, &element->keys[element->n_keys++]));
	return BX_OK;
}

static int
order_keys(const void *a, const void *b)
{
	const XsKey *x = *(XsKey *const *) a, *y = *(XsKey *const *) b;

	return x->symbol < y->symbol ? -1 : x->symbol > y->symbol;
}

/* The constraint with a name, among those sorted by name. */
static XsKey *
find_key(const XsCompile *c, uint32_t symbol)
{
	uint32_t lo = 0, hi = c->n_keys;

	while (lo < hi)
	{
		uint32_t mid = lo + (hi - lo) / 2;

		if (c->keys[mid]->symbol < symbol)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < c->n_keys && c->keys[lo]->symbol == symbol ? c->keys[lo] : NULL;
}

BxStatus
xs_keys_finish(XsCompile *c)
{
	uint32_t i, symbol;
	BxStr refer;

	BX_TRY(bx_sort(c->host, c->keys, c->n_keys, sizeof(XsKey *), order_keys, c->err));
	for (i = 1; i < c->n_keys; i++)
		if (c->keys[i]->symbol == c->keys[i - 1]->symbol)
			return xs_refuse(c, c->keys[i]->doc, c->keys[i]->node,
							 "identity constraint \"%.*s\" is declared twice",
							 XS_SHOW(xs_local(c->schema, c->keys[i]->symbol)));
	for (i = 0; i < c->n_keys; i++)
	{
		XsKey *key = c->keys[i];

		if (key->kind != XS_KEY_REF)
			continue;
		refer = xs_attr(key->node, "refer");
		BX_TRY(xs_reference(c, key->doc, key->node, refer, &symbol));
		key->refer = find_key(c, symbol);
		if (key->refer == NULL || key->refer->kind == XS_KEY_REF)
			return xs_missing(c, key->doc, key->node, "key", symbol);
		BX_TRY(xs_check_import(c, key->doc, key->node, refer, symbol));
		if (key->refer->n_fields != key->n_fields)
			return xs_refuse(c, key->doc, key->node,
							 "\"keyref\" must have as many fields as the key it refers to");
	}
	c->schema->n_keys = c->n_keys;
	c->schema->note_given |= c->n_keys > 0;
	return BX_OK;
}
