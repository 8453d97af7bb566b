/*
 * xp_query.c -- selected nodes to a content value (design section 5).
 *
 * Subtrees are copied item by item into a writer (bx_copy.h).  An element that leaves its
 * document declares on itself every namespace that was in scope, since QNames in content keep their meaning.
 */
#include "xp_query_int.h"

#include "../../encode/bx_copy.h"
#include "../../encode/bx_exception_writer.h"

typedef struct Copier
{
	XpEval *ev;
	BxWriter *w;
	BxCopy copy;
	uint32_t *ends; /* stack of content ends */
	bool any;
	XpScope scope;
	XpScopeScan scan;               /* XP_SCOPE_USED */
	BxRoot root;                    /* label that the value keeps */
	const BxExceptions *exceptions; /* of the document, when labels are kept; else NULL */
	const BxExceptions *marks;      /* the same */
	bool inherited;                 /* the value declares namespaces of its surroundings on its root */
} Copier;

static inline BxStatus
wr(Copier *c, BxStatus st)
{
	if (BX_UNLIKELY(st != BX_OK) && c->ev->err != NULL)
		*c->ev->err = *bx_writer_error(c->w);
	return st;
}

/* ---- namespaces in scope ---- */

typedef struct Scope
{
	uint32_t *pairs;
	uint32_t n;
	uint32_t cap;
	uint32_t own; /* the first ones are declared on the element itself */
} Scope;

static BxStatus
scope_put(XpEval *ev, Scope *s, uint32_t pair)
{
	if (s->n == s->cap)
	{
		uint32_t cap = s->cap ? s->cap * 2 : 16;
		uint32_t *p = xp_grow(ev, s->pairs, s->n * sizeof(uint32_t), cap * sizeof(uint32_t));

		if (p == NULL)
			return BX_E_NOMEM;
		s->pairs = p;
		s->cap = cap;
	}
	s->pairs[s->n++] = pair;
	return BX_OK;
}

/* Declarations on the element whose content is [off, end). */
static BxStatus
scope_add(XpEval *ev, Scope *s, uint32_t off, uint32_t end)
{
	uint32_t pair;

	for (;;)
	{
		BX_TRY(xp_next_declaration(ev, &off, end, &pair));
		if (pair == XP_NO_PAIR)
			return BX_OK;
		BX_TRY(scope_put(ev, s, pair));
	}
}

/*
 * The top of a subtree.  A copy of it declares first what it inherits, then what it declares itself: its descendants
 * rely on that order.  The top itself (`own`) is treated as any element.
 */
static BxStatus
scope_part(XpEval *ev, const XpNode *top, bool own, Scope *s)
{
	const XpSubtree *part = ev->part;
	BxStrMap seen;
	uint32_t i, number;
	Scope top_own;
	bool added = true;

	memset(&top_own, 0, sizeof(top_own));
	if (top->kind == BX_KIND_ELEMENT)
		BX_TRY(scope_add(ev, own ? s : &top_own, top->content, top->next));
	s->own = own ? s->n : s->own;
	bx_strmap_init(&seen, ev->host, ev->arena);
	for (i = 0; i < top_own.n; i++)
		BX_TRY(xp_prefix_add(ev, &seen, top_own.pairs[i], &number, &added));
	for (i = 0; i < part->n_pairs; i++)
	{
		if (part->pairs[i] >= ev->table->n_pairs)
			return xp_damaged(ev, part->off);
		if (!own)
			BX_TRY(xp_prefix_add(ev, &seen, part->pairs[i], &number, &added));
		if (own || added)
			BX_TRY(scope_put(ev, s, part->pairs[i]));
	}
	for (i = 0; i < top_own.n; i++)
		BX_TRY(scope_put(ev, s, top_own.pairs[i]));
	return BX_OK;
}

static BxStatus
scope_collect(XpEval *ev, const XpNode *el, Scope *s)
{
	XpNode cur = *el;
	XpNode parent;
	bool found = true;

	memset(s, 0, sizeof(*s));
	for (;;)
	{
		if (ev->part != NULL && cur.key / 2 - 1 == ev->part->off)
			return scope_part(ev, &cur, cur.key == el->key, s);
		if (cur.kind == BX_KIND_ELEMENT)
			BX_TRY(scope_add(ev, s, cur.content, cur.next));
		if (cur.key == el->key)
			s->own = s->n;
		BX_TRY(xp_parent(ev, &cur, &parent, &found));
		if (!found)
			return BX_OK;
		cur = parent;
	}
}

BxStatus
xp_scope_around(XpEval *ev, const XpNode *el, const uint32_t **pairs, uint32_t *n)
{
	Scope s;

	BX_TRY(scope_collect(ev, el, &s));
	*pairs = s.pairs + s.own;
	*n = s.n - s.own;
	return BX_OK;
}

BxStatus
xp_scope_inherited(XpEval *ev, const XpNode *el, const uint32_t **inherited, uint32_t *n)
{
	BxStrMap seen;
	uint32_t i, number;
	bool added;
	Scope s;

	*n = 0;
	BX_TRY(scope_collect(ev, el, &s));
	*inherited = s.pairs;
	if (s.n == s.own)
		return BX_OK;
	bx_strmap_init(&seen, ev->host, ev->arena);
	for (i = 0; i < s.n; i++)
	{
		BX_TRY(xp_prefix_add(ev, &seen, s.pairs[i], &number, &added));
		if (added && i >= s.own && ev->table->pairs[s.pairs[i]].uri_len > 0)
			s.pairs[(*n)++] = s.pairs[i];
	}
	return BX_OK;
}

/* Declare on the writer's open element what its ancestors had in scope and it does not declare itself. */
static BxStatus
inherit_scope(Copier *c, const XpNode *el)
{
	BxArenaMark mark = bx_arena_mark(c->ev->arena);
	const uint32_t *pairs;
	uint32_t i, n;

	BX_TRY(xp_scope_inherited(c->ev, el, &pairs, &n));
	c->inherited |= n > 0;
	for (i = 0; i < n; i++)
		BX_TRY(bx_copy_namespace(&c->copy, pairs[i]));
	bx_arena_release(c->ev->arena, &mark);
	return BX_OK;
}

/*
 * Declare on the writer's open element what it declares itself, then what it and those below use and do not declare.
 * *off is moved behind the former.
 */
static BxStatus
used_scope(Copier *c, const XpNode *el, uint32_t *off)
{
	uint32_t end = el->next;
	uint32_t i;
	XpNode nd;

	for (; el->kind == BX_KIND_ELEMENT && *off < end; *off = nd.next)
	{
		BX_TRY(xp_next_item(c->ev, *off, end, &nd));
		if (nd.kind != BX_KIND_NAMESPACE)
			break;
		BX_TRY(bx_copy_namespace(&c->copy, c->ev->table->shapes[nd.shape].name));
	}
	BX_TRY(xp_scope_used(c->ev, &c->scan, el));
	for (i = 0; i < c->scan.n_used; i++)
		BX_TRY(bx_copy_namespace(&c->copy, c->scan.used[i]));
	return BX_OK;
}

/* ---- subtrees ---- */

static BxStatus
copy_string(Copier *c, const XpNode *nd)
{
	BxArenaMark mark = bx_arena_mark(c->ev->arena);
	BxStr s;

	BX_TRY(xp_node_string(c->ev, nd, &s));
	BX_TRY(wr(c, bx_writer_text(c->w, s.s, s.n)));
	bx_arena_release(c->ev->arena, &mark);
	return BX_OK;
}

/* An item that is not an element with content of its own. */
static BxStatus
copy_simple(XpEval *ev, BxCopy *copy, const XpNode *nd)
{
	const uint8_t *payload;
	uint32_t n;

	BX_TRY(xp_payload(ev, nd, &payload, &n));
	return bx_copy_item(copy, nd->shape, payload, n, nd->content);
}

static inline BxStatus
end_element(XpEval *ev, BxCopy *copy)
{
	BxStatus st = bx_writer_end_element(copy->w);

	if (BX_UNLIKELY(st != BX_OK) && ev->err != NULL)
		*ev->err = *bx_writer_error(copy->w);
	return st;
}

BxStatus
xp_copy_items(XpEval *ev, BxCopy *copy, uint32_t *ends, uint32_t off, uint32_t end)
{
	uint32_t level = 0;
	XpNode nd;

	ends[0] = end;
	for (;;)
	{
		while (off >= ends[level])
		{
			if (level == 0)
				return BX_OK;
			BX_TRY(end_element(ev, copy));
			level--;
		}
		BX_TRY(xp_next_item(ev, off, ends[level], &nd));
		off = nd.next;
		if (nd.kind != BX_KIND_ELEMENT)
		{
			BX_TRY(copy_simple(ev, copy, &nd));
			continue;
		}
		if (level > ev->img->head.depth)
			return xp_damaged(ev, nd.content);
		BX_TRY(bx_copy_start(copy, nd.shape));
		ends[++level] = off;
		off = nd.content;
	}
}

/* The items of [off, end) and all below them. */
static BxStatus
copy_range(Copier *c, uint32_t off, uint32_t end)
{
	return xp_copy_items(c->ev, &c->copy, c->ends, off, end);
}

static BxStatus
copy_element(Copier *c, const XpNode *nd)
{
	uint32_t off = nd->content;

	BX_TRY(bx_copy_start(&c->copy, nd->shape));
	if (c->scope == XP_SCOPE_ALL)
		BX_TRY(inherit_scope(c, nd));
	else
		BX_TRY(used_scope(c, nd, &off));
	if (nd->kind == BX_KIND_LEAF)
		BX_TRY(copy_string(c, nd));
	else
		BX_TRY(copy_range(c, off, nd->next));
	return wr(c, bx_writer_end_element(c->w));
}

/* What a part shows of a value declares the namespaces in scope, as a copy of it would. */
static BxStatus
copy_document(Copier *c, const XpNode *nd)
{
	XpNode top;

	if (c->ev->part == NULL)
		return copy_range(c, nd->content, nd->next);
	BX_TRY(xp_item_at(c->ev, nd->content, nd->next, &top));
	top.up = 0;
	return copy_element(c, &top);
}

static BxStatus
copy_node(Copier *c, const XpNode *nd)
{
	c->any = true;
	switch (nd->kind)
	{
		case XP_DOC: return copy_document(c, nd);
		case BX_KIND_ELEMENT:
		case BX_KIND_LEAF: return copy_element(c, nd);
		case BX_KIND_COMMENT:
		case BX_KIND_PI: return copy_simple(c->ev, &c->copy, nd);
		default: return copy_string(c, nd);
	}
}

/* What a query made, item by item; attributes and the like come as text. */
static BxStatus
copy_made(Copier *c, const XpMade *made)
{
	BxArenaMark mark = bx_arena_mark(c->ev->arena);
	BxArena *arena = c->ev->arena;
	BxError *err = c->ev->err;
	BxSource source;
	const uint8_t *v;
	BxTable table;
	BxReader *rd;
	BxCopy copy;
	BxEvent event;
	size_t n;

	BX_TRY(c->ev->run->class->made_value(c->ev->run, made, &v, &n));
	BX_TRY(bx_table_open(&table, arena, v, n, n, err));
	bx_source_memory(&source, v + table.head.items_off, table.head.items_len);
	BX_TRY(bx_copy_init(&copy, &table, arena, err));
	bx_copy_into(&copy, c->w);
	BX_TRY(bx_reader_new(&rd, &table, &source, arena, err));
	for (;;)
	{
		BX_TRY(xp_tick(c->ev));
		BX_TRY(bx_reader_next(rd, &event));
		if (event.kind == BX_EV_DONE)
			break;
		BX_TRY(bx_copy_event(&copy, &event));
	}
	bx_arena_release(arena, &mark);
	return BX_OK;
}

/* An atomic value becomes text. */
static BxStatus
copy_item(Copier *c, const XpItem *item)
{
	BxStr s;

	if (xp_is_node(item))
		return copy_node(c, item->node);
	c->any = true;
	if (item->type == XP_T_MADE)
		return copy_made(c, item->made);
	BX_TRY(xp_item_str(c->ev, item, &s));
	return wr(c, bx_writer_text(c->w, s.s, s.n));
}

/* ---- the whole result ---- */

static BxStatus
copier_init(Copier *c, XpEval *ev)
{
	memset(c, 0, sizeof(*c));
	BX_TRY(xp_names_open(ev));
	c->ev = ev;
	c->ends = xp_alloc(ev, xp_copy_ends(ev) * sizeof(uint32_t));
	return c->ends ? bx_copy_init(&c->copy, ev->table, ev->arena, ev->err) : BX_E_NOMEM;
}

/* Start a value; what was mapped for the one before is forgotten. */
static BxStatus
start_value(Copier *c, const BxWriterOptions *options)
{
	c->w = bx_writer_new(c->ev->host, options, c->ev->err);
	if (c->w == NULL)
		return BX_E_NOMEM;
	bx_copy_into(&c->copy, c->w);
	c->inherited = false;
	return BX_OK;
}

/* What exceptions or marks say of what was copied. */
static BxStatus
subtree(const Copier *c, const BxExceptions *x, bool marks, BxBuf *body)
{
	bx_buf_init(body, c->ev->host);
	if (x->n == 0)
		return BX_OK;
	return bx_exception_subtree(x, marks, c->root.p, c->root.n, !c->inherited, c->ev->host, body);
}

/* Finish the value, with the label exceptions and marks of what was copied. */
static BxStatus
finish(Copier *c, uint8_t **data, size_t *len)
{
	BxBuf labels, marks;
	BxStatus st;

	if (BX_LIKELY(c->exceptions == NULL || c->exceptions->n + c->marks->n == 0))
		return wr(c, bx_writer_finish(c->w, data, len));
	bx_buf_init(&marks, c->ev->host);
	st = subtree(c, c->exceptions, false, &labels);
	if (st == BX_OK)
		st = subtree(c, c->marks, true, &marks);
	if (st == BX_OK)
	{
		bx_writer_labels(c->w, labels.data, (uint32_t) labels.len);
		bx_writer_marks(c->w, marks.data, (uint32_t) marks.len);
		st = wr(c, bx_writer_finish(c->w, data, len));
	}
	bx_buf_free(&labels);
	bx_buf_free(&marks);
	return st;
}

static bool
is_atom(const XpItem *item)
{
	return !xp_is_node(item) && item->type != XP_T_MADE;
}

/* Neighbours that are atomic values have a space between them. */
static BxStatus
copy_result(Copier *c, uint32_t root, const XpContext *cx, uint8_t **data, size_t *len)
{
	bool atom = false, found;
	XpItem item;
	XpSource it;

	BX_TRY(xp_source_open(c->ev, root, cx, false, &it));
	for (;; atom = is_atom(&item))
	{
		BX_TRY(xp_source_next(c->ev, &it, &item, &found));
		if (!found)
			return c->any ? finish(c, data, len) : BX_OK;
		if (atom && is_atom(&item))
			BX_TRY(wr(c, bx_writer_text(c->w, " ", 1)));
		BX_TRY(copy_item(c, &item));
	}
}

static BxStatus
query(XpSession *s, const BxWriterOptions *options, bool *found, uint8_t **data, size_t *len)
{
	XpEval *ev = &s->ev;
	BxExceptions x, marks;
	Copier c;
	BxStatus st;

	BX_TRY(copier_init(&c, ev));
	if (BX_UNLIKELY(ev->labels))
	{
		BX_TRY(bx_exceptions_open(&x, ev->img, ev->err));
		BX_TRY(bx_marks_open(&marks, ev->img, ev->err));
		c.exceptions = &x;
		c.marks = &marks;
		c.root = (BxRoot){options->root, options->root_n};
	}
	BX_TRY(start_value(&c, options));
	st = copy_result(&c, s->root, &s->cx, data, len);
	*found = c.any;
	bx_writer_free(c.w);
	return st;
}

BxStatus
xp_query(XpCall *c, const XpBlock *path, const BxWriterOptions *options, bool *found, uint8_t **data,
		 size_t *len)
{
	XpSession s;

	*found = true;
	BX_TRY(xp_session_begin(&s, c, path, XP_OPEN_NAMES | XP_OPEN_ANCESTORS));
	return xp_session_end(&s, query(&s, options, found, data, len));
}

BxStatus
xp_query_excerpt(XpCall *c, const XpBlock *path, const BxWriterOptions *options, bool *found,
				 BxExcerpt *loose, uint8_t **data, size_t *len)
{
	BxStatus st;
	XpSession s;

	*found = true;
	loose->v = NULL;
	BX_TRY(xp_session_begin(&s, c, path, XP_OPEN_NAMES | XP_OPEN_ANCESTORS));
	st = xp_excerpt_run(&s, loose);
	if (st == BX_OK && loose->v == NULL)
		st = query(&s, options, found, data, len);
	return xp_session_end(&s, st);
}

BxStatus
xp_subtree_value(XpCall *c, const BxWriterOptions *options, uint8_t **data, size_t *len)
{
	BxWriterOptions own = *options;
	XpBlock *all;
	bool found;

	own.root = c->part->root.p;
	own.root_n = c->part->root.n;
	c->labels = true;
	BX_TRY(xp_compile("/", 1, 0, c->arena, &all, c->err));
	return xp_query(c, all, &own, &found, data, len);
}

/* ---- every node as a value ---- */

struct XpCopier
{
	Copier c;
	BxWriterOptions options;
};

BxStatus
xp_copier_new(XpEval *ev, const BxWriterOptions *options, XpScope scope, XpCopier **copier)
{
	XpCopier *k = xp_alloc(ev, sizeof(XpCopier));

	if (k == NULL)
		return BX_E_NOMEM;
	BX_TRY(copier_init(&k->c, ev));
	k->options = *options;
	k->c.scope = scope;
	*copier = k;
	return scope == XP_SCOPE_USED ? xp_scope_init(ev, &k->c.scan) : BX_OK;
}

void
xp_copier_labels(XpCopier *k, const BxRoot *root, const BxExceptions *x, const BxExceptions *marks)
{
	k->options.root = root->p;
	k->options.root_n = root->n;
	k->c.root = *root;
	k->c.exceptions = x;
	k->c.marks = marks;
}

BxStatus
xp_copier_item(XpCopier *k, const XpItem *item, uint8_t **data, size_t *len)
{
	BxStatus st;

	BX_TRY(start_value(&k->c, &k->options));
	st = copy_item(&k->c, item);
	if (st == BX_OK)
		st = finish(&k->c, data, len);
	bx_writer_free(k->c.w);
	return st;
}

BxStatus
xp_copier_query(XpCopier *k, uint32_t root, const XpContext *cx, bool *found, uint8_t **data, size_t *len)
{
	BxStatus st;

	BX_TRY(start_value(&k->c, &k->options));
	k->c.any = false;
	st = copy_result(&k->c, root, cx, data, len);
	*found = k->c.any;
	bx_writer_free(k->c.w);
	return st;
}
