/*
 * xd_copy.c -- nodes of trees as content of a sink.
 *
 * As a rule the items below an element are copied as they are, with their names mapped to those of the writer; only
 * what is in scope of the element itself has to be looked at.  Where the copy-namespaces mode or a default namespace
 * around makes that impossible, the items go through the sink one by one.
 */
#include "xd_construct_int.h"

#include "../xpath/nodes/xp_string_int.h"
#include "../xpath/result/xp_query_int.h"

/* ---- trees that are copied from ---- */

static BxStatus
add_source(XdSink *s, XpEval *ev, uint32_t tree, XdSource **source)
{
	XdForest *f = s->forest;
	const BxTable *t;
	XdSource *src;
	uint32_t i;

	BX_TRY(xp_names_open(ev));
	t = ev->table;
	if (s->n_sources == XD_SOURCES)
	{
		s->n_sources = 0;
		bx_arena_reset(&s->arena);
	}
	src = bx_arena_zalloc(&s->arena, sizeof(XdSource));
	if (src == NULL || (src->ends = bx_arena_alloc(&s->arena, xp_copy_ends(ev) * sizeof(uint32_t))) == NULL)
		return bx_fail_nomem(f->err, sizeof(XdSource));
	BX_TRY(bx_copy_init(&src->copy, t, &s->arena, f->err));
	bx_copy_into(&src->copy, s->w);
	src->tree = tree;
	src->tables = bx_writer_tables(s->w);
	src->plain = bx_table_has_plain(t);
	src->spaces = t->n_pairs > BX_PAIR_FIRST;
	for (i = BX_PAIR_FIRST; i < t->n_pairs && !src->cut; i++)
		src->cut = t->pairs[i].uri_len == 0;
	s->sources[s->n_sources++] = src;
	*source = src;
	return BX_OK;
}

static BxStatus
source_of(XdSink *s, XpEval *ev, uint32_t tree, XdSource **source)
{
	uint32_t i, tables = bx_writer_tables(s->w);

	for (i = 0; i < s->n_sources; i++)
		if (s->sources[i]->tree == tree)
		{
			*source = s->sources[i];
			if ((*source)->tables != tables)
				bx_copy_into(&(*source)->copy, s->w);
			(*source)->tables = tables;
			return BX_OK;
		}
	return add_source(s, ev, tree, source);
}

/* ---- item by item ---- */

static BxStr
text_of_pair(const BxPair *p, BxStr *uri)
{
	*uri = bx_pair_uri(p);
	return bx_pair_prefix(p);
}

static void
name_of(const XpEval *ev, const XpNode *nd, AtName *name)
{
	const BxNameInfo *info = &ev->table->names[ev->table->shapes[nd->shape].name];

	name->prefix = text_of_pair(&ev->table->pairs[info->pair], &name->uri);
	name->local = bx_str(info->local, info->len);
}

/* Declare a pair of the source on the element that was started, where it keeps its namespaces. */
static BxStatus
keep_namespace(XdSink *s, const XpEval *ev, uint32_t pair)
{
	BxStr uri, prefix = text_of_pair(&ev->table->pairs[pair], &uri);

	if (s->copy & XD_COPY_NO_PRESERVE)
		return BX_OK;
	return xd_sink_namespace(s, prefix, uri);
}

static BxStatus
text_value(XdSink *s, XpEval *ev, const XpNode *nd, BxStr *text)
{
	ev->arena = &s->forest->scratch;
	return xp_node_string(ev, nd, text);
}

/* An item other than an element with content. */
static BxStatus
put_item(XdSink *s, XpEval *ev, const XpNode *nd)
{
	BxArenaMark mark = bx_arena_mark(&s->forest->scratch);
	AtName name;
	BxStr text;

	if (nd->kind == BX_KIND_NAMESPACE)
		return keep_namespace(s, ev, ev->table->shapes[nd->shape].name);
	if (nd->kind != BX_KIND_TEXT && nd->kind != BX_KIND_COMMENT)
		name_of(ev, nd, &name);
	BX_TRY(text_value(s, ev, nd, &text));
	switch (nd->kind)
	{
		case BX_KIND_LEAF:
			BX_TRY(xd_sink_open(s, &name, false));
			BX_TRY(xd_sink_text(s, text));
			BX_TRY(xd_sink_end(s));
			break;
		case BX_KIND_ATTRIBUTE: BX_TRY(xd_sink_attribute(s, &name, text)); break;
		case BX_KIND_TEXT: BX_TRY(xd_sink_text(s, text)); break;
		case BX_KIND_COMMENT: BX_TRY(xd_sink_comment(s, text)); break;
		default: BX_TRY(xd_sink_pi(s, name.local, text)); break;
	}
	bx_arena_release(&s->forest->scratch, &mark);
	return BX_OK;
}

static BxStatus
put_items(XdSink *s, XpEval *ev, XdSource *src, uint32_t off, uint32_t end)
{
	uint32_t level = 0;
	AtName name;
	XpNode nd;

	src->ends[0] = end;
	for (;;)
	{
		while (off >= src->ends[level])
		{
			if (level == 0)
				return BX_OK;
			BX_TRY(xd_sink_end(s));
			level--;
		}
		BX_TRY(xp_next_item(ev, off, src->ends[level], &nd));
		off = nd.next;
		if (nd.kind != BX_KIND_ELEMENT)
		{
			BX_TRY(put_item(s, ev, &nd));
			continue;
		}
		if (level > ev->img->head.depth)
			return xp_damaged(ev, nd.content);
		name_of(ev, &nd, &name);
		BX_TRY(xd_sink_open(s, &name, false));
		src->ends[++level] = off;
		off = nd.content;
	}
}

static BxStatus
put_element(XdSink *s, XpEval *ev, XdSource *src, const XpNode *nd, const uint32_t *inherited, uint32_t n)
{
	uint32_t i;
	AtName name;
	BxStr text;

	name_of(ev, nd, &name);
	BX_TRY(xd_sink_start(s, &name));
	for (i = 0; i < n; i++)
		BX_TRY(keep_namespace(s, ev, inherited[i]));
	if (nd->kind == BX_KIND_LEAF)
	{
		BX_TRY(text_value(s, ev, nd, &text));
		BX_TRY(xd_sink_text(s, text));
	}
	else
		BX_TRY(put_items(s, ev, src, nd->content, nd->next));
	return xd_sink_end(s);
}

/* ---- as they are ---- */

/* Must the items of the tree go through the sink? */
static bool
needs_care(const XdSink *s, const XdSource *src)
{
	uint32_t outer = s->bound[s->no_prefix].pair;

	return (src->spaces && (s->copy & XD_COPY_NO_PRESERVE) != 0) ||
		   ((s->copy & XD_COPY_NO_INHERIT) != 0 && s->n_open > 0) || (src->cut && s->use == XD_SINK_RESULT) ||
		   (src->plain && outer != BX_PAIR_NONE && outer != XD_UNBOUND);
}

static BxStatus
copy_element(XdSink *s, XpEval *ev, XdSource *src, const XpNode *nd, const uint32_t *inherited, uint32_t n)
{
	XdBinding *b;
	uint32_t i, pair;
	BxStr prefix, uri, text;

	s->undeclared |= src->cut;
	BX_TRY(bx_copy_start(&src->copy, nd->shape));
	for (i = 0; i < n; i++)
	{
		prefix = text_of_pair(&ev->table->pairs[inherited[i]], &uri);
		BX_TRY(xd_sink_binding(s, prefix, uri, &pair, &b));
		if (b->pair != pair)
			BX_TRY(xd_written(s, bx_writer_namespace(s->w, pair)));
	}
	if (nd->kind == BX_KIND_LEAF)
	{
		BX_TRY(text_value(s, ev, nd, &text));
		BX_TRY(xd_written(s, bx_writer_text(s->w, text.s, text.n)));
	}
	else
		BX_TRY(xp_copy_items(ev, &src->copy, src->ends, nd->content, nd->next));
	return xd_written(s, bx_writer_end_element(s->w));
}

static BxStatus
element(XdSink *s, XpEval *ev, XdSource *src, const XpNode *nd)
{
	BxArenaMark mark = bx_arena_mark(&s->forest->scratch);
	const uint32_t *inherited = NULL;
	uint32_t n = 0;

	ev->arena = &s->forest->scratch;
	BX_TRY(xd_sink_content(s));
	s->any = true;
	if (src->spaces && !(s->copy & XD_COPY_NO_PRESERVE))
		BX_TRY(xp_scope_inherited(ev, nd, &inherited, &n));
	if (needs_care(s, src))
		BX_TRY(put_element(s, ev, src, nd, inherited, n));
	else
		BX_TRY(copy_element(s, ev, src, nd, inherited, n));
	bx_arena_release(&s->forest->scratch, &mark);
	return BX_OK;
}

/* The children of a document. */
static BxStatus
document(XdSink *s, XpEval *ev, XdSource *src, const XpNode *doc)
{
	uint32_t off = doc->content;
	XpNode nd;

	s->atom = false;
	s->any = true;
	s->undeclared |= src->cut;
	if (off < doc->next && !needs_care(s, src))
	{
		BX_TRY(xd_sink_content(s));
		return xp_copy_items(ev, &src->copy, src->ends, off, doc->next);
	}
	for (; off < doc->next; off = nd.next)
	{
		BX_TRY(xp_next_item(ev, off, doc->next, &nd));
		nd.up = 0;
		if (nd.kind == BX_KIND_ELEMENT || nd.kind == BX_KIND_LEAF)
			BX_TRY(element(s, ev, src, &nd));
		else
			BX_TRY(put_item(s, ev, &nd));
	}
	return BX_OK;
}

/* ---- nodes ---- */

/* A node that is neither a document nor an element. */
static BxStatus
simple(XdSink *s, const XdItem *node)
{
	XdForest *f = s->forest;
	BxArenaMark mark = bx_arena_mark(&f->scratch);
	AtName name = {{"", 0}, {"", 0}, {"", 0}};
	BxStr text;
	bool has;

	BX_TRY(xd_node_name(f, node, &name, &has));
	BX_TRY(xd_node_string(f, &f->scratch, node, &text));
	switch (xd_kind(node))
	{
		case XD_ATTRIBUTE: BX_TRY(xd_sink_attribute(s, &name, text)); break;
		case XD_NAMESPACE: BX_TRY(xd_sink_namespace(s, has ? name.local : bx_str("", 0), text)); break;
		case XD_TEXT: BX_TRY(xd_sink_text(s, text)); break;
		case XD_COMMENT: BX_TRY(xd_sink_comment(s, text)); break;
		default: BX_TRY(xd_sink_pi(s, name.local, text)); break;
	}
	bx_arena_release(&f->scratch, &mark);
	return BX_OK;
}

BxStatus
xd_sink_copy(XdSink *s, const XdItem *node)
{
	XdForest *f = s->forest;
	XdSource *src = NULL;
	XpEval *ev;
	XpNode nd;

	if (xd_kind(node) != XD_DOCUMENT && xd_kind(node) != XD_ELEMENT)
		return simple(s, node);
	BX_TRY(xd_eval(f, &f->scratch, node, &ev));
	BX_TRY(source_of(s, ev, node->n, &src));
	BX_TRY(xd_load(xd_tree_of(f, node), node, &nd));
	return xd_kind(node) == XD_DOCUMENT ? document(s, ev, src, &nd) : element(s, ev, src, &nd);
}
