/*
 * xd_construct.c -- sinks: start tags that are held back, namespaces made to fit, text.
 *
 * A start tag is held back until content comes, since namespaces depend on all of its attributes.  Prefixes are
 * numbered by the writer; what each is bound to is kept in an array, with a list of what to restore when an element
 * ends.  Within a tree, an element that does not inherit namespaces undeclares prefixes; values for the outside
 * never do.
 */
#include "xd_construct_int.h"

#include "xd_function.h"

#include "../base/bx_array.h"

#include <stdio.h>

/* Attributes of one element from which on their names are hashed. */
#define MANY 16

/*
 * Small trees are made as values for the outside are by default, so that an element that was constructed is one.  Large
 * ones do without what is for stored values only.
 */
static const BxWriterOptions tree_options = {
	.limits = BX_LIMITS_DEFAULT, .heap = BX_HEAP_OFF, .directories = BX_DIRECTORIES_OFF};

static BxStatus
fail(XdSink *s, const char *code, const char *what, BxStr name)
{
	return bx_fail_code(s->forest->err, BX_E_XPTYPE, -1, code, what, (int) (name.n < 64 ? name.n : 64),
						name.n > 0 ? name.s : "");
}

static BxStatus
no_memory(XdSink *s, size_t n)
{
	return bx_fail_nomem(s->forest->err, n);
}

/* ---- its life ---- */

BxStatus
xd_sink_new(XdForest *forest, XdSink **sink)
{
	const BxHost *host = forest->host;
	XdSink *s = host->alloc(host->ctx, sizeof(XdSink));

	if (s == NULL)
		return bx_fail_nomem(forest->err, sizeof(XdSink));
	memset(s, 0, sizeof(*s));
	s->forest = forest;
	bx_arena_init_small(&s->tag.arena, host);
	bx_arena_init_small(&s->arena, host);
	*sink = s;
	return BX_OK;
}

void
xd_sink_free(XdSink *s)
{
	const BxHost *host;

	if (s == NULL)
		return;
	host = s->forest->host;
	bx_writer_free(s->w);
	bx_arena_reset(&s->tag.arena);
	bx_arena_reset(&s->arena);
	host->release(host->ctx, s->bound);
	host->release(host->ctx, s->undo);
	host->release(host->ctx, s->undo_from);
	host->release(host->ctx, s->tag.attributes);
	host->release(host->ctx, s->tag.declared);
	host->release(host->ctx, s);
}

static BxStatus
begin_writer(XdSink *s, const BxWriterOptions *options)
{
	if (s->w == NULL)
	{
		s->w = bx_writer_new(s->forest->host, options, s->forest->err);
		return s->w != NULL ? BX_OK : BX_E_NOMEM;
	}
	bx_writer_rest(s->w);
	return bx_writer_again(s->w, s->forest->host, options, s->forest->err);
}

BxStatus
xd_sink_begin(XdSink *s, XdSinkUse use, unsigned copy, const BxWriterOptions *options)
{
	XdBinding *none;
	uint32_t pair;

	if (options == NULL)
		options = &tree_options;
	BX_TRY(begin_writer(s, options));
	s->max_attributes = options->limits.max_attributes;
	s->use = (uint8_t) use;
	s->copy = copy;
	s->any = s->atom = s->tag.held = s->undeclared = false;
	s->document = s->n_open = s->n_undo = 0;
	if (s->tag.arena.head == NULL)
	{
		if (bx_arena_alloc(&s->tag.arena, 1) == NULL)
			return no_memory(s, 1);
		s->tag.start = bx_arena_mark(&s->tag.arena);
	}
	bx_arena_release(&s->tag.arena, &s->tag.start);
	s->tables = bx_writer_tables(s->w);
	s->n_bound = 0;
	BX_TRY(xd_sink_binding(s, bx_str("", 0), bx_str("", 0), &pair, &none));
	s->no_prefix = (uint32_t) (none - s->bound);
	none->pair = BX_PAIR_NONE;
	return BX_OK;
}

/* ---- namespaces in scope ---- */

BxStatus
xd_sink_binding(XdSink *s, BxStr prefix, BxStr uri, uint32_t *pair, XdBinding **binding)
{
	uint32_t number;

	*pair = BX_PAIR_NONE;
	if (prefix.n > 0 || uri.n > 0)
		BX_TRY(xd_written(s, bx_writer_pair(s->w, prefix, uri, pair)));
	BX_TRY(xd_written(s, bx_writer_prefix(s->w, *pair, &number)));
	while (s->n_bound <= number)
	{
		BX_ROOM(s->forest->host, s->forest->err, s->bound, s->n_bound, s->cap_bound);
		s->bound[s->n_bound++] = (XdBinding){XD_UNBOUND, 0};
	}
	*binding = &s->bound[number];
	return BX_OK;
}

static bool
is_bound(const XdSink *s, const XdBinding *b)
{
	BxStr prefix, uri;

	if (b->pair == XD_UNBOUND || b->pair == BX_PAIR_NONE)
		return false;
	bx_writer_pair_get(s->w, b->pair, &prefix, &uri);
	return uri.n > 0;
}

/* Bind a prefix to a pair on the innermost element, which has not bound it yet; declared where it is not so already. */
static BxStatus
bind(XdSink *s, uint32_t pair, XdBinding *b)
{
	XdBinding before = *b;

	BX_ROOM(s->forest->host, s->forest->err, s->undo, s->n_undo, s->cap_undo);
	s->undo[s->n_undo++] = (XdUndo){(uint32_t) (b - s->bound), before};
	*b = (XdBinding){pair, s->seq};
	if (before.pair == pair || pair == XD_PAIR_XML)
		return BX_OK;
	if (pair != BX_PAIR_NONE && !is_bound(s, b) && (before.pair == XD_UNBOUND || s->use == XD_SINK_RESULT))
		return BX_OK;
	s->undeclared |= pair != BX_PAIR_NONE && !is_bound(s, b);
	return xd_written(s, bx_writer_namespace(s->w, pair));
}

/* The innermost element needs this binding; *fits is false when it has bound the prefix to something else. */
static BxStatus
need(XdSink *s, BxStr prefix, BxStr uri, bool *fits)
{
	XdBinding *b;
	uint32_t pair;

	BX_TRY(xd_sink_binding(s, prefix, uri, &pair, &b));
	*fits = b->seq != s->seq || b->pair == pair;
	return *fits && b->seq != s->seq ? bind(s, pair, b) : BX_OK;
}

/* ---- start tags ---- */

static BxStatus
write_declared(XdSink *s)
{
	const XdTag *t = &s->tag;
	bool fits;
	uint32_t i;

	for (i = 0; i < t->n_declared; i++)
	{
		const AtPrefix *p = &t->declared[i];

		if (p->prefix.n == 0 && p->uri.n > 0 && t->name.prefix.n == 0 && t->name.uri.n == 0)
			return fail(s, "XQDY0102",
						"an element in no namespace cannot have the default namespace \"%.*s\"", p->uri);
		BX_TRY(need(s, p->prefix, p->uri, &fits));
		if (!fits)
			return fail(s, "XQDY0102", "prefix \"%.*s\" stands for two namespaces", p->prefix);
	}
	return BX_OK;
}

/* A prefix, not the empty one, that is bound to the namespace; n = 0: there is none. */
static BxStatus
find_prefix(XdSink *s, BxStr uri, BxStr *prefix)
{
	uint32_t i;
	BxStr u;

	for (i = 0; i < s->n_bound; i++)
	{
		BX_TRY(bx_charge(s->forest->host, 16));
		if (i == s->no_prefix || s->bound[i].pair == XD_UNBOUND)
			continue;
		bx_writer_pair_get(s->w, s->bound[i].pair, prefix, &u);
		if (bx_str_equal(u, uri))
			return BX_OK;
	}
	*prefix = bx_str("", 0);
	return BX_OK;
}

/* A prefix that nothing in scope is bound to, for an attribute. */
static BxStatus
generate_prefix(XdSink *s, AtName *name)
{
	XdTag *t = &s->tag;
	char text[16];
	uint32_t number;

	do
	{
		int n = snprintf(text, sizeof(text), "ns%u", t->n_generated++);

		name->prefix = bx_str(bx_arena_strndup(&t->arena, text, (size_t) n), (size_t) n);
		if (name->prefix.s == NULL)
			return no_memory(s, sizeof(text));
	} while (bx_writer_prefix_find(s->w, name->prefix, &number) && number < s->n_bound &&
			 s->bound[number].pair != XD_UNBOUND);
	return BX_OK;
}

/* Give an attribute in a namespace a prefix that is bound to it. */
static BxStatus
fit_attribute(XdSink *s, AtName *name)
{
	bool fits = false;

	if (name->uri.n == 0)
		return BX_OK;
	if (name->prefix.n == 0)
		BX_TRY(find_prefix(s, name->uri, &name->prefix));
	if (name->prefix.n > 0)
		BX_TRY(need(s, name->prefix, name->uri, &fits));
	if (fits)
		return BX_OK;
	BX_TRY(generate_prefix(s, name));
	return need(s, name->prefix, name->uri, &fits);
}

static BxStatus
write_around(XdSink *s)
{
	const XdTag *t = &s->tag;
	bool fits;
	uint32_t i;

	for (i = 0; i < t->n_around; i++)
		if (t->around[i].prefix.n > 0 || t->name.prefix.n > 0)
			BX_TRY(need(s, t->around[i].prefix, t->around[i].uri, &fits));
	return BX_OK;
}

/* What is in scope around and was not said again is not in scope here. */
static BxStatus
write_cut(XdSink *s)
{
	uint32_t i, n = s->n_bound;
	BxStr prefix, uri;
	bool fits;

	for (i = 0; i < n; i++)
	{
		if (s->bound[i].seq == s->seq || s->bound[i].pair == XD_PAIR_XML || !is_bound(s, &s->bound[i]))
			continue;
		bx_writer_pair_get(s->w, s->bound[i].pair, &prefix, &uri);
		BX_TRY(need(s, prefix, bx_str("", 0), &fits));
	}
	return BX_OK;
}

static BxStatus
intern(XdSink *s, const AtName *name, uint32_t *number)
{
	uint32_t pair = BX_PAIR_NONE;

	if (name->uri.n > 0)
		BX_TRY(xd_written(s, bx_writer_pair(s->w, name->prefix, name->uri, &pair)));
	return xd_written(s, bx_writer_name(s->w, pair, name->local, number));
}

static BxStatus
write_attributes(XdSink *s)
{
	XdTag *t = &s->tag;
	uint32_t i, name;

	for (i = 0; i < t->n_attributes; i++)
	{
		const XdHeldAttribute *a = &t->attributes[i];

		BX_TRY(intern(s, &a->name, &name));
		BX_TRY(xd_written(s, bx_writer_attribute(s->w, name, a->value.s, a->value.n)));
	}
	return BX_OK;
}

BxStatus
xd_sink_write_tag(XdSink *s)
{
	XdTag *t = &s->tag;
	uint32_t i, name;
	bool fits;

	t->held = false;
	BX_TRY(intern(s, &t->name, &name));
	BX_TRY(xd_written(s, bx_writer_start_element(s->w, name)));
	BX_TRY(write_declared(s));
	if (t->name.uri.n > 0 || t->name.prefix.n > 0 || s->bound[s->no_prefix].pair != BX_PAIR_NONE)
	{
		BX_TRY(need(s, t->name.prefix, t->name.uri, &fits));
		if (!fits)
			return fail(s, "XQDY0102", "prefix \"%.*s\" of the element stands for two namespaces",
						t->name.prefix);
	}
	for (i = 0; i < t->n_attributes; i++)
		BX_TRY(fit_attribute(s, &t->attributes[i].name));
	if (t->n_around > 0)
		BX_TRY(write_around(s));
	if (t->cut)
		BX_TRY(write_cut(s));
	BX_TRY(write_attributes(s));
	bx_arena_release(&t->arena, &t->start);
	return BX_OK;
}

BxStatus
xd_sink_open(XdSink *s, const AtName *name, bool cut)
{
	XdTag *t = &s->tag;

	BX_TRY(xd_sink_content(s));
	BX_ROOM(s->forest->host, s->forest->err, s->undo_from, s->n_open, s->cap_open);
	s->undo_from[s->n_open++] = s->n_undo;
	s->seq++;
	s->any = true;
	t->held = true;
	t->cut = cut;
	t->name = *name;
	t->n_attributes = t->n_declared = t->n_around = t->n_generated = 0;
	return BX_OK;
}

BxStatus
xd_sink_start(XdSink *s, const AtName *name)
{
	return xd_sink_open(s, name, (s->copy & XD_COPY_NO_INHERIT) != 0 && s->n_open > 0);
}

static BxStatus
keep(XdSink *s, BxStr in, BxStr *out)
{
	char *p = bx_arena_alloc(&s->tag.arena, in.n > 0 ? in.n : 1);

	if (p == NULL)
		return no_memory(s, in.n);
	if (in.n > 0)
		memcpy(p, in.s, in.n);
	*out = bx_str(p, in.n);
	return BX_OK;
}

/* May an attribute or a namespace come here?  *text: it becomes text. */
static BxStatus
check_place(XdSink *s, const char *what, bool *text)
{
	*text = s->n_open == 0 && s->use == XD_SINK_RESULT && s->document == 0;
	if (*text)
		return BX_OK;
	if (s->n_open == 0 || s->document == s->n_open + 1)
		return bx_fail_code(s->forest->err, BX_E_XPTYPE, -1, "XPTY0004",
							"the content of a document node cannot have %s", what);
	if (!s->tag.held)
		return bx_fail_code(s->forest->err, BX_E_XPTYPE, -1, "XQTY0024",
							"%s cannot come behind other content of an element", what);
	if (s->tag.n_attributes + s->tag.n_declared < s->max_attributes)
		return BX_OK;
	return bx_fail_limit(s->forest->err, BX_E_LIMIT, "bxml.max_attributes", s->max_attributes,
						 "number of attributes and namespace declarations of an element");
}

BxStatus
xd_sink_namespace(XdSink *s, BxStr prefix, BxStr uri)
{
	XdTag *t = &s->tag;
	AtPrefix p;
	bool text;

	s->atom = false;
	BX_TRY(check_place(s, "a namespace node", &text));
	if (text)
		return xd_sink_text(s, uri);
	BX_ROOM(s->forest->host, s->forest->err, t->declared, t->n_declared, t->cap_declared);
	BX_TRY(keep(s, prefix, &p.prefix));
	BX_TRY(keep(s, uri, &p.uri));
	t->declared[t->n_declared++] = p;
	return BX_OK;
}

BxStatus
xd_sink_around(XdSink *s, const AtPrefix *namespaces, uint32_t n)
{
	s->tag.around = namespaces;
	s->tag.n_around = n;
	return BX_OK;
}

static BxStatus
add_name(XdSink *s, const AtName *name, bool *added)
{
	XdTag *t = &s->tag;
	char *key = bx_arena_alloc(&t->arena, name->uri.n + name->local.n + 1);
	uint32_t number;

	if (key == NULL)
		return no_memory(s, name->uri.n + name->local.n + 1);
	if (name->uri.n > 0)
		memcpy(key, name->uri.s, name->uri.n);
	key[name->uri.n] = '}';
	memcpy(key + name->uri.n + 1, name->local.s, name->local.n);
	return bx_strmap_add(&t->names, key, name->uri.n + name->local.n + 1, &number, added, s->forest->err);
}

/* Is there no attribute of this name yet? */
static BxStatus
check_name(XdSink *s, const AtName *name, bool *added)
{
	XdTag *t = &s->tag;
	uint32_t i;

	*added = true;
	if (t->n_attributes >= MANY)
		return add_name(s, name, added);
	for (i = 0; i < t->n_attributes && *added; i++)
		*added = !bx_str_equal(t->attributes[i].name.local, name->local) ||
				 !bx_str_equal(t->attributes[i].name.uri, name->uri);
	if (t->n_attributes < MANY - 1 || !*added)
		return BX_OK;
	bx_strmap_init(&t->names, s->forest->host, &t->arena);
	for (i = 0; i < t->n_attributes; i++)
		BX_TRY(add_name(s, &t->attributes[i].name, added));
	return add_name(s, name, added);
}

BxStatus
xd_sink_attribute(XdSink *s, const AtName *name, BxStr value)
{
	XdTag *t = &s->tag;
	XdHeldAttribute a;
	bool text, added;

	s->atom = false;
	BX_TRY(check_place(s, "an attribute", &text));
	if (text)
		return xd_sink_text(s, value);
	BX_TRY(check_name(s, name, &added));
	if (!added)
		return fail(s, "XQDY0025", "the element has two attributes \"%.*s\"", name->local);
	BX_ROOM(s->forest->host, s->forest->err, t->attributes, t->n_attributes, t->cap_attributes);
	BX_TRY(keep(s, name->prefix, &a.name.prefix));
	BX_TRY(keep(s, name->uri, &a.name.uri));
	BX_TRY(keep(s, name->local, &a.name.local));
	BX_TRY(keep(s, value, &a.value));
	t->attributes[t->n_attributes++] = a;
	return BX_OK;
}

BxStatus
xd_sink_end(XdSink *s)
{
	BX_TRY(xd_sink_content(s));
	s->n_open--;
	while (s->n_undo > s->undo_from[s->n_open])
	{
		const XdUndo *u = &s->undo[--s->n_undo];

		s->bound[u->prefix] = u->before;
	}
	return xd_written(s, bx_writer_end_element(s->w));
}

/* ---- other content ---- */

BxStatus
xd_sink_text(XdSink *s, BxStr text)
{
	s->any = true;
	s->atom = false;
	if (text.n == 0)
		return BX_OK;
	BX_TRY(xd_sink_content(s));
	return xd_written(s, bx_writer_text(s->w, text.s, text.n));
}

BxStatus
xd_sink_comment(XdSink *s, BxStr text)
{
	BX_TRY(xd_sink_content(s));
	s->any = true;
	return xd_written(s, bx_writer_comment(s->w, text.s, text.n));
}

BxStatus
xd_sink_pi(XdSink *s, BxStr target, BxStr data)
{
	uint32_t name;

	BX_TRY(xd_sink_content(s));
	s->any = true;
	BX_TRY(xd_written(s, bx_writer_name(s->w, BX_PAIR_NONE, target, &name)));
	return xd_written(s, bx_writer_pi(s->w, name, data.s, data.n));
}

static BxStatus
put_atom(XdSink *s, const XdItem *item, const AtCall *call)
{
	bool space = s->atom;
	BxStr text;

	BX_TRY(at_text(call, item, &text));
	if (space)
		BX_TRY(xd_sink_text(s, bx_str(" ", 1)));
	BX_TRY(xd_sink_text(s, text));
	s->atom = true;
	return BX_OK;
}

typedef struct PutMembers
{
	XdSink *sink;
	const AtCall *call;
} PutMembers;

static BxStatus
put_member_item(void *ctx, const XdItem *item)
{
	const PutMembers *p = ctx;

	return xd_sink_item(p->sink, item, p->call);
}

BxStatus
xd_sink_item(XdSink *s, const XdItem *item, const AtCall *call)
{
	if (at_is_node(item))
		return xd_sink_copy(s, item);
	if (at_is_atomic(item))
		return put_atom(s, item, call);
	if (xd_is_array(item))
	{
		s->any = true;
		return xd_array_each(xd_array(item), s->forest->host, s->forest->err, put_member_item,
							 &(PutMembers){s, call});
	}
	if (s->use == XD_SINK_RESULT && s->n_open == 0)
		return fail(s, "XPTY0004", "a function cannot be written as XML%.*s", bx_str("", 0));
	return fail(s, "XQTY0105", "the content of a node cannot have a function%.*s", bx_str("", 0));
}

void
xd_sink_break(XdSink *s)
{
	s->atom = false;
}

uint32_t
xd_sink_enter(XdSink *s)
{
	uint32_t before = s->document;

	s->document = s->n_open + 1;
	s->atom = false;
	s->any = true;
	return before;
}

void
xd_sink_leave(XdSink *s, uint32_t before)
{
	s->document = before;
	s->atom = false;
}

/* ---- results ---- */

bool
xd_is_usual(const BxWriterOptions *o)
{
	return o->typed == tree_options.typed && o->mode == tree_options.mode &&
		   o->constants == tree_options.constants && o->heap == BX_HEAP_AUTO &&
		   o->directories == BX_DIRECTORIES_AUTO && o->value_lists == BX_VALUE_LISTS_AUTO &&
		   o->dir_from == 0 && o->dir_stride == 0 && o->root_n == 0;
}

bool
xd_tree_made(const XdForest *forest, const XdItem *node, const uint8_t **value, size_t *n)
{
	xd_tree_value(forest, node, value, n);
	return xd_tree_of(forest, node)->made && xd_kind(node) == XD_ELEMENT && node->u.node.key == 2;
}

void
xd_tree_value(const XdForest *forest, const XdItem *node, const uint8_t **value, size_t *n)
{
	const XdTree *tree = xd_tree_of(forest, node);

	*value = tree->value;
	*n = tree->n;
}

BxStatus
xd_sink_value(XdSink *s, bool *any, uint8_t **data, size_t *len)
{
	*any = s->any;
	return xd_written(s, bx_writer_finish(s->w, data, len));
}

BxStatus
xd_sink_tree(XdSink *s, BxArena *arena, BxStr base_uri, XdItem *root)
{
	bool element = s->use != XD_SINK_DOCUMENT;
	XdForest *f = s->forest;
	uint8_t *data;
	size_t n;

	BX_TRY(xd_written(s, bx_writer_finish(s->w, &data, &n)));
	BX_TRY(xd_tree_own(f, arena, element ? XD_ELEMENT : XD_DOCUMENT, data, n, base_uri, root));
	xd_tree_of(f, root)->made = element && !s->undeclared;
	return BX_OK;
}
