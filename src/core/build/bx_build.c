/*
 * bx_build.c -- a value from parts that nobody has checked.
 *
 * A start tag is held back until something else comes, since attributes may need declarations, which come first.
 * Prefixes are numbered; what each is bound to is kept in an array, with a list of what to restore when an element
 * ends.
 */
#include "../base/bx_core_int.h"

#include <stdlib.h>

#include "../base/bx_arena.h"
#include "../base/bx_array.h"
#include "../base/bx_buf.h"
#include "../read/bx_prolog.h"
#include "../read/bx_used.h"
#include "../read/bx_reader.h"
#include "bx_build.h"
#include "../encode/bx_copy.h"
#include "../encode/bx_wellformed.h"

#define PAIR_XML 1 /* predefined by the writer, as BX_PAIR_NONE is */
#define UNBOUND UINT32_MAX

typedef struct Held
{
	uint32_t name;
	uint32_t pair;
	size_t off; /* of the value in texts */
	uint32_t n;
} Held;

/* The expanded name of an attribute, for sorting. */
typedef struct Expanded
{
	BxStr uri;
	BxStr local;
	uint32_t held;
} Expanded;

/* What a prefix is bound to, and the element that declares it. */
typedef struct Binding
{
	uint32_t pair;
	uint32_t seq;
} Binding;

typedef struct Undo
{
	uint32_t prefix;
	Binding before;
} Undo;

/* XML declarations of the values at top level, joined. */
typedef struct Facts
{
	bool any;         /* there was a value */
	bool no_version;  /* one without, or two that differ */
	bool has_version; /* there is one in version */
	char version[8];
	uint32_t version_n;
	int standalone;
} Facts;

struct BxBuilder
{
	const BxHost *host;
	BxLimits limits;
	BxWriter *w;
	BxArena arena; /* of the value being copied */
	BxError err;
	BxErrorSite error_site;
	uint32_t error_attribute;

	uint32_t *undo_from; /* per open element */
	uint32_t n_open, cap_open;
	uint32_t seq;   /* of the last element that was started */
	Binding *bound; /* by number of the prefix */
	uint32_t n_bound, cap_bound;
	uint32_t no_prefix; /* number of the empty one */
	Undo *undo;
	uint32_t n_undo, cap_undo;

	/* the start tag that is held back */
	bool in_tag;
	uint32_t pair;
	uint32_t n_declared;
	Held *held;
	uint32_t n_held, cap_held;
	Expanded *sorted;
	uint32_t cap_sorted;
	BxBuf texts; /* the element's text, then values of attributes */
	size_t text_n;

	Facts facts;
};

/* ---- errors ---- */

#define FAIL(b, st, ...) bx_fail(&(b)->err, st, -1, __VA_ARGS__)

static BxStatus
take_writer_error(BxBuilder *b, BxStatus st)
{
	if (st != BX_OK)
		b->err = *bx_writer_error(b->w);
	return st;
}

/* Return unless a call of the writer succeeds. */
#define WRITE(b, call) BX_TRY(take_writer_error(b, call))

static BxStatus
no_memory(BxBuilder *b, size_t n)
{
	return bx_fail_nomem(&b->err, n);
}

/* ---- names ---- */

static BxStatus
intern_pair(BxBuilder *b, BxStr prefix, BxStr uri, uint32_t *pair)
{
	BX_TRY(bx_wellformed_pair(prefix, uri, &b->err));
	WRITE(b, bx_writer_pair(b->w, prefix, uri, pair));
	return BX_OK;
}

static BxStatus
intern(BxBuilder *b, BxStr prefix, BxStr uri, BxStr local, uint32_t *pair, uint32_t *name)
{
	BX_TRY(bx_wellformed_name(local, &b->err));
	BX_TRY(intern_pair(b, prefix, uri, pair));
	WRITE(b, bx_writer_name(b->w, *pair, local, name));
	return BX_OK;
}

/* ---- namespaces in scope ---- */

static BxStatus
binding_of(BxBuilder *b, uint32_t pair, uint32_t *prefix)
{
	WRITE(b, bx_writer_prefix(b->w, pair, prefix));
	while (b->n_bound <= *prefix)
	{
		BX_ROOM(b->host, &b->err, b->bound, b->n_bound, b->cap_bound);
		b->bound[b->n_bound++] = (Binding){UNBOUND, 0};
	}
	return BX_OK;
}

static BxStatus
count_attribute(BxBuilder *b)
{
	if (b->n_declared + b->n_held < b->limits.max_attributes)
		return BX_OK;
	return bx_fail_limit(&b->err, BX_E_LIMIT, "bxml.max_attributes", b->limits.max_attributes,
						 "number of attributes and namespace declarations of an element");
}

/* Declare a prefix on the innermost element, which does not declare it yet. */
static BxStatus
declare(BxBuilder *b, uint32_t pair, uint32_t prefix)
{
	Binding *bd = &b->bound[prefix];

	BX_TRY(count_attribute(b));
	BX_ROOM(b->host, &b->err, b->undo, b->n_undo, b->cap_undo);
	b->undo[b->n_undo++] = (Undo){prefix, *bd};
	*bd = (Binding){pair, b->seq};
	b->n_declared++;
	WRITE(b, bx_writer_namespace(b->w, pair));
	return BX_OK;
}

/* Bind the prefix of a name on the innermost element to its namespace. */
static BxStatus
need(BxBuilder *b, uint32_t pair)
{
	uint32_t prefix;
	BxStr name, uri;

	BX_TRY(binding_of(b, pair, &prefix));
	if (b->bound[prefix].pair == pair || pair == PAIR_XML)
		return BX_OK;
	if (b->bound[prefix].seq == b->seq)
	{
		bx_writer_pair_get(b->w, pair, &name, &uri);
		return FAIL(b, BX_E_SYNTAX_CONTENT, "prefix stands for two namespaces: \"%.*s\"",
					bx_wellformed_shown(name), name.s);
	}
	return declare(b, pair, prefix);
}

BxStatus
bx_builder_lookup(BxBuilder *b, BxStr prefix, BxStr *uri, bool *bound)
{
	uint32_t pair = UNBOUND, number;

	BX_TRY(b->err.status);
	*bound = false;
	if (bx_str_is(prefix, "xml"))
		pair = PAIR_XML;
	else if (bx_writer_prefix_find(b->w, prefix, &number) && number < b->n_bound)
		pair = b->bound[number].pair;
	if (pair == UNBOUND)
		return BX_OK;
	bx_writer_pair_get(b->w, pair, &prefix, uri);
	*bound = true;
	return BX_OK;
}

/* ---- start tags ---- */

static int
compare_expanded(const void *a, const void *b)
{
	const Expanded *x = a, *y = b;
	int c = bx_str_order(x->local, y->local);

	if (c == 0)
		c = bx_str_order(x->uri, y->uri);
	return c != 0 ? c : (x->held > y->held) - (x->held < y->held);
}

static void
blame_attribute(BxBuilder *b, uint32_t held)
{
	b->error_site = BX_ERROR_AT_ATTRIBUTE;
	b->error_attribute = held;
}

static BxStatus
refuse_twice(BxBuilder *b)
{
	BxStr prefix;
	uint32_t i;

	if (b->n_held < 2)
		return BX_OK;
	if (b->cap_sorted < b->n_held)
	{
		Expanded *sorted = bx_array_grow(b->host, b->sorted, &b->cap_sorted, b->n_held, sizeof(Expanded));

		if (sorted == NULL)
			return no_memory(b, sizeof(Expanded));
		b->sorted = sorted;
	}
	for (i = 0; i < b->n_held; i++)
	{
		Expanded *x = &b->sorted[i];

		bx_writer_pair_get(b->w, b->held[i].pair, &prefix, &x->uri);
		x->local = bx_writer_name_get(b->w, b->held[i].name);
		x->held = i;
	}
	qsort(b->sorted, b->n_held, sizeof(Expanded), compare_expanded);
	for (i = 1; i < b->n_held; i++)
	{
		const Expanded *x = &b->sorted[i];

		if (bx_str_order(x->local, x[-1].local) != 0 || bx_str_order(x->uri, x[-1].uri) != 0)
			continue;
		blame_attribute(b, x->held);
		return FAIL(b, BX_E_SYNTAX_CONTENT, "attribute occurs twice: \"%.*s\"", bx_wellformed_shown(x->local),
					x->local.s);
	}
	return BX_OK;
}

/* Write what is held back: declarations that are missing, attributes, the text. */
static BxStatus
finish_tag(BxBuilder *b)
{
	uint32_t i;

	b->in_tag = false;
	b->error_site = BX_ERROR_AT_TAG;
	BX_TRY(need(b, b->pair));
	for (i = 0; i < b->n_held; i++)
		if (b->held[i].pair != BX_PAIR_NONE)
		{
			blame_attribute(b, i);
			BX_TRY(need(b, b->held[i].pair));
		}
	BX_TRY(refuse_twice(b));
	b->error_site = BX_ERROR_AT_CALL;
	for (i = 0; i < b->n_held; i++)
	{
		const Held *h = &b->held[i];

		WRITE(b, bx_writer_attribute(b->w, h->name, (const char *) b->texts.data + h->off, h->n));
	}
	if (b->text_n > 0)
		WRITE(b, bx_writer_text(b->w, (const char *) b->texts.data, b->text_n));
	return BX_OK;
}

static BxStatus
before_child(BxBuilder *b)
{
	BX_TRY(b->err.status);
	return b->in_tag ? finish_tag(b) : BX_OK;
}

/* Of a call that added something: is it still within the limit? */
static BxStatus
added(BxBuilder *b)
{
	if (bx_writer_size(b->w) <= b->limits.max_size)
		return BX_OK;
	return bx_fail_limit(&b->err, BX_E_LIMIT, "bxml.max_size", (int64_t) b->limits.max_size,
						 "size of the value in bytes");
}

/* ---- parts ---- */

BxStatus
bx_builder_start(BxBuilder *b, BxStr prefix, BxStr uri, BxStr local)
{
	uint32_t name, pair;

	BX_TRY(before_child(b));
	BX_TRY(intern(b, prefix, uri, local, &pair, &name));
	BX_ROOM(b->host, &b->err, b->undo_from, b->n_open, b->cap_open);
	WRITE(b, bx_writer_start_element(b->w, name));
	b->undo_from[b->n_open++] = b->n_undo;
	b->seq++;
	b->in_tag = true;
	b->pair = pair;
	b->n_declared = b->n_held = 0;
	b->texts.len = 0;
	b->text_n = 0;
	return added(b);
}

BxStatus
bx_builder_start_text(BxBuilder *b, BxStr s)
{
	BX_TRY(b->err.status);
	BX_TRY(bx_wellformed_text(s, &b->err));
	b->text_n = s.n;
	return bx_buf_append(&b->texts, s.s, s.n, &b->err);
}

/* Declarations and attributes are taken while the start tag is held back. */
static BxStatus
needs_tag(BxBuilder *b, const char *what)
{
	BX_TRY(b->err.status);
	if (!b->in_tag)
		return FAIL(b, BX_E_SYNTAX_CONTENT, "%s without an element", what);
	return BX_OK;
}

BxStatus
bx_builder_namespace(BxBuilder *b, BxStr prefix, BxStr uri)
{
	uint32_t pair, number;

	BX_TRY(needs_tag(b, "namespace declaration"));
	BX_TRY(intern_pair(b, prefix, uri, &pair));
	if (pair == PAIR_XML)
		return BX_OK; /* declared everywhere; values do not keep such declarations */
	BX_TRY(binding_of(b, pair, &number));
	if (b->bound[number].seq == b->seq)
		return FAIL(b, BX_E_SYNTAX_CONTENT, "prefix is declared twice: \"%.*s\"", bx_wellformed_shown(prefix),
					prefix.n > 0 ? prefix.s : "");
	BX_TRY(declare(b, pair, number));
	return added(b);
}

BxStatus
bx_builder_attribute(BxBuilder *b, BxStr prefix, BxStr uri, BxStr local, BxStr value)
{
	Held h;

	BX_TRY(needs_tag(b, "attribute"));
	BX_TRY(bx_wellformed_text(value, &b->err));
	if (prefix.n == 0 && uri.n > 0)
		return FAIL(b, BX_E_SYNTAX_CONTENT, "attribute in a namespace needs a prefix: \"%.*s\"",
					bx_wellformed_shown(local), local.n > 0 ? local.s : "");
	BX_TRY(bx_wellformed_attribute(prefix, local, &b->err));
	BX_TRY(count_attribute(b));
	BX_TRY(intern(b, prefix, uri, local, &h.pair, &h.name));
	h.off = b->texts.len;
	h.n = (uint32_t) value.n;
	BX_TRY(bx_buf_append(&b->texts, value.s, h.n, &b->err));
	BX_ROOM(b->host, &b->err, b->held, b->n_held, b->cap_held);
	b->held[b->n_held++] = h;
	return added(b);
}

BxStatus
bx_builder_end(BxBuilder *b)
{
	BX_TRY(before_child(b));
	if (b->n_open == 0)
		return FAIL(b, BX_E_STATE, "no element is open");
	b->n_open--;
	while (b->n_undo > b->undo_from[b->n_open])
	{
		const Undo *u = &b->undo[--b->n_undo];

		b->bound[u->prefix] = u->before;
	}
	WRITE(b, bx_writer_end_element(b->w));
	return BX_OK;
}

/* Get ready for a text, or the text of a comment. */
static BxStatus
before_text(BxBuilder *b, BxStr s)
{
	BX_TRY(before_child(b));
	return bx_wellformed_text(s, &b->err);
}

BxStatus
bx_builder_text(BxBuilder *b, BxStr s)
{
	BX_TRY(before_text(b, s));
	WRITE(b, bx_writer_text(b->w, s.s, s.n));
	return added(b);
}

BxStatus
bx_builder_comment(BxBuilder *b, BxStr s)
{
	BX_TRY(before_text(b, s));
	BX_TRY(bx_wellformed_comment(s, &b->err));
	WRITE(b, bx_writer_comment(b->w, s.s, s.n));
	return added(b);
}

BxStatus
bx_builder_pi(BxBuilder *b, BxStr target, BxStr data)
{
	const BxStr t = target;
	uint32_t name;

	BX_TRY(before_child(b));
	BX_TRY(bx_wellformed_text(data, &b->err));
	BX_TRY(bx_wellformed_name(t, &b->err));
	BX_TRY(bx_wellformed_target(t, &b->err));
	BX_TRY(bx_wellformed_pi(data, &b->err));
	WRITE(b, bx_writer_name(b->w, BX_PAIR_NONE, t, &name));
	WRITE(b, bx_writer_pi(b->w, name, data.s, data.n));
	return added(b);
}

/* ---- other values ---- */

/* One value being copied. */
typedef struct Guest
{
	BxBuilder *b;
	BxCopy copy;
	const BxTable *table;
	const BxExcerpt *excerpt; /* or NULL: a value */
	uint32_t tops;            /* elements at its top so far */
	bool undeclare;           /* elements at its top must say that they have no default namespace */
	bool at_top;              /* the start tag of such a one is being copied, and has not said so */
} Guest;

/* What an element at the top declares that does not declare it in its own items. */
static BxStatus
declare_around(Guest *g)
{
	const BxExcerpt *l = g->excerpt;
	uint32_t i = g->tops++;
	uint32_t k;

	if (l == NULL)
		return bx_copy_namespace(&g->copy, BX_PAIR_NONE);
	if (i >= l->n_tops)
		return bx_fail(&g->b->err, BX_E_CORRUPT, g->table->head.items_off,
					   "bxml value is damaged: bad length");
	for (k = l->first[i]; k < l->first[i + 1]; k++)
	{
		if (l->pairs[k] >= g->table->n_pairs)
			return bx_fail(&g->b->err, BX_E_CORRUPT, g->table->head.items_off,
						   "bxml value is damaged: no such namespace");
		BX_TRY(bx_copy_namespace(&g->copy, l->pairs[k]));
	}
	return BX_OK;
}

/* A leaf at the top that declares something. */
static BxStatus
copy_declaring_leaf(Guest *g, const BxEvent *ev)
{
	BX_TRY(bx_copy_start(&g->copy, ev->shape));
	BX_TRY(declare_around(g));
	BX_TRY(bx_copy_text(&g->copy, ev->payload, ev->len, ev->content));
	WRITE(g->b, bx_writer_end_element(g->b->w));
	return BX_OK;
}

static BxStatus
copy_event(Guest *g, const BxEvent *ev)
{
	const BxShape *r = &g->table->shapes[ev->shape];

	if (g->at_top)
	{
		bool declares = ev->kind == BX_EV_NAMESPACE;

		if (declares && g->table->pairs[r->name].prefix_len == 0)
			g->at_top = false;
		else if (!declares)
		{
			g->at_top = false;
			BX_TRY(bx_copy_namespace(&g->copy, BX_PAIR_NONE));
		}
	}
	switch (ev->kind)
	{
		case BX_EV_ELEMENT:
			g->at_top = g->undeclare && ev->level == 1;
			BX_TRY(bx_copy_start(&g->copy, ev->shape));
			return g->excerpt != NULL && ev->level == 1 ? declare_around(g) : BX_OK;
		case BX_EV_END: WRITE(g->b, bx_writer_end_element(g->b->w)); return BX_OK;
		case BX_EV_LEAF:
			if ((g->undeclare || g->excerpt != NULL) && ev->level == 1)
				return copy_declaring_leaf(g, ev);
			break;
		default: break;
	}
	return bx_copy_item(&g->copy, ev->shape, ev->payload, ev->len, ev->content);
}

/* As core's xmlconcat: versions that are all the same stay; standalone stays when every value has one. */
static void
join_facts(Facts *f, const BxProlog *pr)
{
	bool known = pr->version_len > 0 && pr->version_len <= sizeof(f->version);

	if (!f->any)
		f->standalone = 1;
	f->any = true;
	if (!known)
		f->no_version = true;
	else if (!f->has_version)
	{
		memcpy(f->version, pr->version, pr->version_len);
		f->version_n = pr->version_len;
		f->has_version = true;
	}
	else if (f->version_n != pr->version_len || memcmp(f->version, pr->version, f->version_n) != 0)
		f->no_version = true;
	if (pr->standalone < 0)
		f->standalone = -1;
	else if (pr->standalone == 0 && f->standalone == 1)
		f->standalone = 0;
}

/* Is there a default namespace around what comes next? */
static bool
in_default_namespace(const BxBuilder *b)
{
	uint32_t outer = b->bound[b->no_prefix].pair;

	return outer != BX_PAIR_NONE && outer != UNBOUND;
}

static BxStatus
copy_items(Guest *g, BxReadAll *pass)
{
	BxBuilder *b = g->b;
	uint64_t steps = 0;
	BxReader *rd;
	BxEvent ev;

	BX_TRY(bx_reader_new(&rd, g->table, &pass->items.source, &b->arena, &b->err));
	BX_TRY(bx_copy_init(&g->copy, g->table, &b->arena, &b->err));
	bx_copy_into(&g->copy, b->w);
	for (;;)
	{
		if ((++steps & 0x3ff) == 0)
			BX_TRY(bx_poll(b->host));
		BX_TRY(bx_reader_next(rd, &ev));
		if (ev.kind == BX_EV_DONE)
			return added(b);
		BX_TRY(copy_event(g, &ev));
	}
}

/* The value that an excerpt would be, laid out: in a default namespace it matters what exactly its table holds. */
static BxStatus
copy_laid_out(BxBuilder *b, const BxExcerpt *excerpt)
{
	BxWriterOptions options = {.limits = b->limits, .constants = BX_CONSTANTS_OFF};
	uint8_t *data = NULL;
	size_t len = 0;
	BxStore store;
	BxStatus st;

	options.limits.max_depth = BX_DEPTH_CEILING;
	options.limits.max_attributes = options.limits.max_names = UINT32_MAX;
	options.limits.max_name_bytes = options.limits.max_size = BX_VALUE_MAX;
	BX_TRY(bx_excerpt_value(excerpt, &options, b->host, &data, &len, &b->err));
	bx_store_memory(&store, data, len);
	st = bx_builder_value(b, &store);
	b->host->release(b->host->ctx, data);
	return st;
}

static BxStatus
copy_pass(BxBuilder *b, BxReadAll *pass, const BxExcerpt *excerpt)
{
	BxTable table;
	BxProlog pr;
	Guest g;

	BX_TRY(bx_read_all_table(pass, &table, &b->arena));
	memset(&g, 0, sizeof(g));
	g.b = b;
	g.table = &table;
	g.excerpt = excerpt;
	if (in_default_namespace(b))
		BX_TRY(bx_used_plain(&table, &pass->items.source, &b->arena, &g.undeclare, &b->err));
	if (g.undeclare && excerpt != NULL)
		return copy_laid_out(b, excerpt);
	if (b->n_open == 0)
	{
		BX_TRY(bx_prolog_read(pass, &b->arena, &pr, &b->err));
		join_facts(&b->facts, &pr);
	}
	return copy_items(&g, pass);
}

void
bx_builder_undeclared(BxBuilder *b)
{
	const BxProlog none = {.standalone = -1};

	if (b->n_open == 0)
		join_facts(&b->facts, &none);
}

BxStatus
bx_builder_is_plain(BxStore *store, BxArena *arena, bool *plain, BxError *err)
{
	BxTable table;
	BxReadAll pass;
	BxStatus st = bx_read_all_open(&pass, store, arena, err);

	*plain = false;
	if (st == BX_OK)
		st = bx_read_all_table(&pass, &table, arena);
	if (st == BX_OK)
		*plain = bx_table_has_plain(&table);
	bx_read_all_close(&pass);
	return st;
}

static BxStatus
copy_value(BxBuilder *b, BxStore *store, const BxExcerpt *excerpt)
{
	BxArenaMark mark = bx_arena_mark(&b->arena);
	BxReadAll pass;
	BxStatus st;

	BX_TRY(before_child(b));
	st = bx_read_all_open(&pass, store, &b->arena, &b->err);
	if (st == BX_OK)
		st = copy_pass(b, &pass, excerpt);
	bx_read_all_close(&pass);
	bx_arena_release(&b->arena, &mark);
	if (st != BX_OK && b->err.status == BX_OK)
		b->err.status = st;
	if (st == BX_E_STATE)
		b->err.status = st = BX_E_CORRUPT; /* items of a sound value come in an order the writer accepts */
	return st;
}

BxStatus
bx_builder_value(BxBuilder *b, BxStore *store)
{
	return copy_value(b, store, NULL);
}

BxStatus
bx_builder_excerpt(BxBuilder *b, const BxExcerpt *excerpt)
{
	BxStore store;

	bx_store_memory(&store, excerpt->v, excerpt->n);
	return copy_value(b, &store, excerpt);
}

BxStatus
bx_excerpt_value(const BxExcerpt *excerpt, const BxWriterOptions *options, const BxHost *host, uint8_t **data,
				 size_t *len, BxError *err)
{
	BxBuilder *b = bx_builder_new(host, options, err);
	BxStatus st;

	if (b == NULL)
		return BX_E_NOMEM;
	st = bx_builder_excerpt(b, excerpt);
	if (st == BX_OK)
		st = bx_builder_finish(b, data, len);
	if (st != BX_OK)
		*err = b->err;
	bx_builder_free(b);
	return st;
}

/* ---- the whole ---- */

BxBuilder *
bx_builder_new(const BxHost *host, const BxWriterOptions *options, BxError *err)
{
	BxBuilder *b = host->alloc(host->ctx, sizeof(BxBuilder));

	if (b == NULL)
	{
		bx_fail_nomem(err, sizeof(BxBuilder));
		return NULL;
	}
	memset(b, 0, sizeof(*b));
	b->host = host;
	b->limits = options->limits;
	bx_buf_init(&b->texts, host);
	bx_arena_init(&b->arena, host);
	b->w = bx_writer_new(host, options, err);
	if (b->w == NULL || binding_of(b, BX_PAIR_NONE, &b->no_prefix) != BX_OK)
	{
		if (b->w != NULL)
			*err = b->err;
		bx_builder_free(b);
		return NULL;
	}
	b->bound[b->no_prefix].pair = BX_PAIR_NONE;
	return b;
}

void
bx_builder_free(BxBuilder *b)
{
	const BxHost *h;

	if (b == NULL)
		return;
	h = b->host;
	bx_writer_free(b->w);
	bx_arena_reset(&b->arena);
	bx_buf_free(&b->texts);
	h->release(h->ctx, b->undo_from);
	h->release(h->ctx, b->bound);
	h->release(h->ctx, b->undo);
	h->release(h->ctx, b->held);
	h->release(h->ctx, b->sorted);
	h->release(h->ctx, b);
}

const BxError *
bx_builder_error(const BxBuilder *b)
{
	return &b->err;
}

BxErrorSite
bx_builder_error_site(const BxBuilder *b, uint32_t *attribute)
{
	*attribute = b->error_attribute;
	return b->err.status == BX_OK ? BX_ERROR_AT_CALL : b->error_site;
}

BxStatus
bx_builder_finish(BxBuilder *b, uint8_t **data, size_t *len)
{
	const Facts *f = &b->facts;
	const BxStr none = {"", 0};

	BX_TRY(b->err.status);
	if (f->any && (!f->no_version || f->standalone >= 0))
	{
		const BxStr version = {f->version, f->no_version ? 0 : f->version_n};

		WRITE(b, bx_writer_decl(b->w, version, none, f->standalone));
	}
	WRITE(b, bx_writer_finish(b->w, data, len));
	return BX_OK;
}
