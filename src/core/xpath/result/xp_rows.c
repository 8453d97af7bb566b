/*
 * xp_rows.c -- pulling the nodes of a path, and what is asked of each.
 *
 * Rows are the items of a session.  Labels come from a walk of its own over the same image, which follows the rows and
 * looks at each item it passes once.
 */
#include "../scan/xp_column_scan_int.h"
#include "../nodes/xp_dir_int.h"
#include "xp_query_int.h"

#include "xp_rows.h"

/* A column that a run gives. */
typedef struct RunColumn RunColumn;

struct RunColumn
{
	RunColumn *next; /* of all */
	XpSession session;
	XpContext cx;
	XpNode node;      /* of the row, in the session */
	bool carried;     /* it is */
	XpCopier *copier; /* NULL until a node is wanted */
};

struct XpRows
{
	XpSession session;
	XpCall *call;
	XpEval *ev; /* of the session */
	const uint32_t *roots;
	XpItem node;
	XpContext cx; /* of column paths */
	XpColumnScan columns;
	bool looked;      /* they were looked for in this row */
	RunColumn **runs; /* by column, NULL where there is none; NULL: there are none at all */
	RunColumn *first; /* of the same */
	uint32_t n;       /* paths */
	BxArenaMark mark; /* memory of the call before a row, if a run gives the rows */
	XpCopier *copier; /* NULL until a node is wanted */
	BxWalk *walk;     /* NULL until a label is wanted */
	BxImageSource items;
	BxExceptions exceptions;
	BxExceptions marks;
	BxRoot root; /* of the value, if it is a fragment itself */
	BxInfo info; /* the item the walk stands at */
	bool known;  /* there is one */
};

/* ---- runs ---- */

/* Is there a path that a run may have to give? */
static bool
may_run(const XpCall *c)
{
	const XpEngine *e;

	for (e = c->engine; e != NULL; e = e->next)
		if (e->answer != XP_ANSWER_ACCESS)
			return true;
	return false;
}

static BxStatus
begin_column(XpRows *r, XpEngine *engine, uint32_t i)
{
	RunColumn *k = bx_arena_zalloc(r->call->arena, sizeof(RunColumn));

	if (k == NULL)
		return bx_fail_nomem(r->call->err, sizeof(RunColumn));
	BX_TRY(xp_session_begin_run(&k->session, r->call, engine, XP_ROWS_NODES));
	k->cx = (XpContext){.node = &k->node, .pos = 1, .size = 1};
	k->next = r->first;
	r->first = r->runs[i] = k;
	return BX_OK;
}

/* All paths by accesses, at first: what runs have to give is known when there is a plan. */
static BxStatus
begin_joined(XpRows *r, XpCall *c, const XpBlock *joined, unsigned needs)
{
	XpEngine *engine = c->engine;
	BxStatus st;

	if (may_run(c))
		needs |= XP_OPEN_ANCESTORS;
	c->engine = NULL;
	st = xp_session_begin(&r->session, c, joined, needs | XP_OPEN_PATHS);
	c->engine = engine;
	return st;
}

/* If a run gives the rows, runs give all columns: the others are about nodes of another evaluation. */
static BxStatus
begin_runs(XpRows *r)
{
	bool rows = false;
	uint32_t i = 0;
	XpEngine *e;

	for (e = r->call->engine; e != NULL; e = e->next)
		e->answer = (uint8_t) xp_session_answer(r->ev->plan, r->roots[i++]);
	if (!may_run(r->call))
		return BX_OK;
	r->runs = bx_arena_zalloc(r->call->arena, r->n * sizeof(RunColumn *));
	if (r->runs == NULL)
		return bx_fail_nomem(r->call->err, r->n * sizeof(RunColumn *));
	for (e = r->call->engine, i = 0; e != NULL && i < r->n; e = e->next, i++)
	{
		rows |= e->answer == XP_ANSWER_RUN && i == 0;
		if (i > 0 && (rows || e->answer == XP_ANSWER_RUN))
			BX_TRY(begin_column(r, e, i));
	}
	if (!rows)
		return BX_OK;
	(void) xp_session_end(&r->session, BX_OK);
	r->columns.n_found = 0;
	return xp_session_begin_run(&r->session, r->call, r->call->engine, XP_ROWS_NODES);
}

/* The run of a column, at the node of the row; NULL: there is none. */
static BxStatus
run_of(XpRows *r, uint32_t i, RunColumn **run)
{
	RunColumn *k = r->runs != NULL ? r->runs[i] : NULL;
	XpEval *ev;

	*run = k;
	if (k == NULL || k->carried)
		return BX_OK;
	ev = &k->session.ev;
	ev->by_reference_from = r->call->by_reference_from;
	ev->arena = r->call->arena;
	k->node = *r->cx.node;
	k->carried = true;
	return xp_carry(r->ev, r->cx.node->up, ev, &k->node.up);
}

BxStatus
xp_rows_open(XpCall *c, const XpBlock *joined, const uint32_t *roots, uint32_t n_roots, unsigned needs,
			 const uint8_t *items, XpRows **rows)
{
	XpRows *r = bx_arena_zalloc(c->arena, sizeof(XpRows));
	uint32_t *copy = bx_arena_alloc(c->arena, n_roots * sizeof(uint32_t));
	bool query;

	*rows = r;
	if (r == NULL || copy == NULL)
		return bx_fail_nomem(c->err, sizeof(XpRows));
	memcpy(copy, roots, n_roots * sizeof(uint32_t));
	r->roots = copy;
	r->n = n_roots;
	r->ev = &r->session.ev;
	BX_TRY(begin_joined(r, c, joined, needs));
	r->call = c;
	r->cx.pos = r->cx.size = 1;
	BX_TRY(xp_column_scan_init(&r->columns, r->ev, copy, n_roots, items));
	query = r->ev->plan->nodes[r->session.root].op == XP_QUERY;
	if (BX_UNLIKELY(c->engine != NULL))
		BX_TRY(begin_runs(r));
	if (r->session.type != XP_T_NODESET && !query)
		return bx_fail(c->err, BX_E_XPTYPE, r->ev->run != NULL ? 1 : r->ev->plan->nodes[r->session.root].pos,
					   "path of rows must select nodes");
	r->mark = bx_arena_mark(c->arena);
	return BX_OK;
}

void
xp_rows_close(XpRows *r)
{
	RunColumn *k;

	if (r == NULL || r->call == NULL)
		return;
	for (k = r->first; k != NULL; k = k->next)
		(void) xp_session_end(&k->session, BX_OK);
	(void) xp_session_end(&r->session, BX_OK);
}

/* What columns took for a row is given back, as it is by the items of a path. */
static void
leave_row(XpRows *r)
{
	RunColumn *k;

	r->looked = false;
	for (k = r->first; k != NULL; k = k->next)
		k->carried = false;
	if (r->ev->run != NULL)
		bx_arena_release(r->call->arena, &r->mark);
}

BxStatus
xp_rows_next(XpRows *r, bool *found)
{
	leave_row(r);
	BX_TRY(xp_session_next(&r->session, &r->node, found));
	if (*found && !xp_is_node(&r->node))
		return bx_fail(r->call->err, BX_E_XPTYPE, -1, "query of rows must select nodes of the document");
	r->cx.node = r->node.node;
	return BX_OK;
}

/* ---- labels ---- */

static BxStatus
need_walk(XpRows *r, uint32_t off)
{
	const XpSubtree *part = r->ev->part;

	if (r->walk != NULL && !(r->known && off < r->info.ev.off))
		return BX_OK;
	bx_image_source(&r->items, r->ev->img);
	r->known = false;
	BX_TRY(bx_exceptions_open(&r->exceptions, r->ev->img, r->call->err));
	BX_TRY(bx_marks_open(&r->marks, r->ev->img, r->call->err));
	BX_TRY(bx_walk_new(&r->walk, r->ev->table, &r->items.source, &r->exceptions, &r->ev->keep, r->call->err));
	if (part != NULL)
	{
		BX_TRY(bx_walk_part(r->walk, part->off));
		r->root = part->root;
	}
	else
		BX_TRY(bx_root_read(r->ev->img, &r->ev->keep, &r->root));
	return bx_walk_root(r->walk, &r->root, &r->ev->keep);
}

/* Nodes of paths come in document order: only for those of a query may the walk begin again. */
static BxStatus
walk_to(XpRows *r, uint32_t off)
{
	bool found;

	BX_TRY(need_walk(r, off));
	if (r->known && r->info.ev.off == off)
		return BX_OK;
	BX_TRY(bx_walk_seek(r->walk, off, &r->info, &found));
	r->known = true;
	return found ? BX_OK : xp_damaged(r->ev, off);
}

BxStatus
xp_rows_label(XpRows *r, bool *has, const uint8_t **label, size_t *n)
{
	*has = r->cx.node->kind != BX_KIND_NAMESPACE;
	*label = NULL;
	*n = 0;
	if (!*has || r->cx.node->kind == XP_DOC)
		return BX_OK;
	BX_TRY(walk_to(r, r->cx.node->key / 2 - 1));
	if (r->cx.node->key & 1)
		return bx_walk_text_label(r->walk, &r->info, label, n);
	bx_walk_label(r->walk, &r->info, label, n);
	return BX_OK;
}

void
xp_rows_label_work(const XpRows *r, BxWalkWork *work)
{
	memset(work, 0, sizeof(*work));
	if (r->walk != NULL)
		bx_walk_work(r->walk, work);
}

/* ---- values ---- */

/* The copier lasts for all rows; what it keeps must not be released with the current row. */
static BxStatus
start_copier(XpEval *ev, const BxWriterOptions *options, XpCopier **copier)
{
	BxArena *arena = ev->arena;
	BxStatus st;

	ev->arena = &ev->keep;
	st = xp_copier_new(ev, options, XP_SCOPE_ALL, copier);
	ev->arena = arena;
	return st;
}

BxStatus
xp_rows_node(XpRows *r, const BxWriterOptions *options, uint8_t **data, size_t *len)
{
	bool kept = r->cx.node->kind != BX_KIND_ATTRIBUTE && r->cx.node->kind != BX_KIND_NAMESPACE;
	BxRoot root;
	size_t n;
	bool has;

	if (r->copier == NULL)
		BX_TRY(start_copier(r->ev, options, &r->copier));
	BX_TRY(xp_rows_label(r, &has, &root.p, &n));
	root.n = kept ? (uint32_t) n : 0;
	if (r->cx.node->kind == XP_DOC)
	{
		BX_TRY(need_walk(r, UINT32_MAX));
		root = r->root;
	}
	xp_copier_labels(r->copier, &root, kept ? &r->exceptions : NULL, kept ? &r->marks : NULL);
	return xp_copier_item(r->copier, &r->node, data, len);
}

BxStatus
xp_rows_part(XpRows *r, uint32_t from, XpSubtree *part, bool *found)
{
	const XpNode *nd = r->cx.node;
	size_t n;
	bool has;

	*found = (nd->kind == BX_KIND_ELEMENT || (nd->kind == BX_KIND_LEAF && !(nd->key & 1))) &&
			 (nd->len >= from || r->ev->img->head.heap_len >= from);
	if (!*found)
		return BX_OK;
	part->off = nd->key / 2 - 1;
	part->len = nd->len;
	BX_TRY(xp_rows_label(r, &has, &part->root.p, &n));
	part->root.n = (uint32_t) n;
	return xp_scope_around(r->ev, nd, &part->pairs, &part->n_pairs);
}

/* Look for the columns that one pass finds, once per row. */
static inline BxStatus
look(XpRows *r)
{
	if (!r->looked)
		BX_TRY(xp_column_scan_find(&r->columns, r->ev, r->cx.node));
	r->looked = true;
	return BX_OK;
}

BxStatus
xp_rows_cells(XpRows *r, uint32_t apart, const XpColumnValue **cells)
{
	XpColumnScan *k = &r->columns;
	uint32_t i;

	*cells = k->cells;
	if (k->n_found == 0 || !xp_column_scan_fit(k, r->ev, r->cx.node))
	{
		for (i = 1; i < k->n; i++)
			k->cells[i].known = false;
		return BX_OK;
	}
	if (xp_column_scan_repeat(k, r->ev, r->cx.node, apart))
		return BX_OK;
	BX_TRY(look(r));
	return xp_column_scan_cells(k, r->ev, apart);
}

BxStatus
xp_rows_item(XpRows *r, uint32_t i, bool more, XpItem *item, unsigned *count)
{
	const XpColumn *c = &r->columns.columns[i];
	RunColumn *run;

	BX_TRY(run_of(r, i, &run));
	if (run != NULL)
		return xp_first_item(&run->session.ev, 0, &run->cx, more, item, count);
	r->ev->by_reference_from = r->call->by_reference_from;
	if (c->max < (more ? 2 : 1) || !xp_column_scan_fit(&r->columns, r->ev, r->cx.node))
		return xp_first_item(r->ev, r->roots[i], &r->cx, more, item, count);
	BX_TRY(look(r));
	*count = c->n;
	item->type = XP_T_ANY;
	item->by_reference = false;
	return c->n > 0 ? xp_node_item(r->ev, &c->nd, item) : BX_OK;
}

BxStatus
xp_rows_strings(XpRows *r, uint32_t i, XpStringSink *sink)
{
	RunColumn *run;

	BX_TRY(run_of(r, i, &run));
	return run != NULL ? xp_item_strings(&run->session.ev, 0, &run->cx, sink)
					   : xp_item_strings(r->ev, r->roots[i], &r->cx, sink);
}

BxStatus
xp_rows_value(XpRows *r, uint32_t i, const BxWriterOptions *options, bool *found, uint8_t **data, size_t *len)
{
	const BxRoot none = {NULL, 0};
	XpCopier **copier = &r->copier;
	RunColumn *run;

	BX_TRY(run_of(r, i, &run));
	if (run != NULL)
		copier = &run->copier;
	if (*copier == NULL)
		BX_TRY(start_copier(run != NULL ? &run->session.ev : r->ev, options, copier));
	xp_copier_labels(*copier, &none, NULL, NULL);
	if (run != NULL)
		return xp_copier_query(*copier, 0, &run->cx, found, data, len);
	return xp_copier_query(*copier, r->roots[i], &r->cx, found, data, len);
}
