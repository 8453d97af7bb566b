/*
 * ru_collection.c -- collections of the host: documents one after the other, as a table has them.
 */
#include "../../base/bx_core_int.h"

#include "../../base/bx_buf.h"
#include "../../xdm/xd_function.h"
#include "ru_collection.h"
#include "ru_query.h"

typedef struct Collection
{
	void *cursor;
	RuTableRow row;
	uint64_t at;  /* of a statement with one column: items of the row so far */
	bool begun;   /* there is a row */
	RuArena *own; /* of a row: it holds documents and the map */
} Collection;

static void
finish(RuRun *run, Collection *c)
{
	const RuTables *tables = run->external->tables;

	if (c->own != NULL)
		ru_arena_give(run, c->own);
	c->own = NULL;
	tables->close(tables->ctx, c->cursor);
}

/* The next row; the last one was left. */
static BxStatus
next_row(RuRun *run, Collection *c, const RuOp *op)
{
	const RuTables *tables = run->external->tables;

	BX_TRY(bx_step(run->host));
	c->at = 0;
	ru_arena_clear(c->own);
	BX_TRY(ru_at_op(run, op, tables->next(tables->ctx, c->cursor, &c->own->arena, &c->row, &c->begun)));
	if (!c->begun)
		finish(run, c);
	return BX_OK;
}

static BxStatus
next(RuRun *run, RuIter *it, XdItem *item, bool *found)
{
	Collection *c = it->state;

	BX_TRY(next_row(run, c, it->op));
	*found = c->begun;
	if (c->begun)
		*item = xd_seq_at(&c->row.values[0], 0);
	return BX_OK;
}

static void
leave(RuRun *run, RuIter *it)
{
	finish(run, it->state);
}

/* What the host has, or the error. */
static BxStatus
tables_of(RuRun *run, const RuOp *op, const RuTables **tables)
{
	*tables = run->external != NULL ? run->external->tables : NULL;
	return *tables != NULL ? BX_OK : ru_fail(run, op, "FODC0002", "there are no collections here");
}

/* ---- conditions ---- */

/* The value as a bxpath writes it; *known false: it has no such literal. */
static BxStatus
put_value(RuRun *run, const RuCx *cx, const RuCollectionCondition *condition, const XdItem *value, BxBuf *buf,
		  bool *known)
{
	const AtCall at = ru_at(run, cx);
	AtFamily family = at_family(value);
	const char *quote = "\"";
	BxStr text;

	*known = (family == AT_F_TEXT && value->type != AT_URI && !condition->numbers) ||
			 (family == AT_F_NUMBER && !condition->strings);
	if (!*known)
		return BX_OK;
	BX_TRY(at_text(&at, value, &text));
	if (family == AT_F_NUMBER)
	{
		*known = memchr(text.s, 'E', text.n) == NULL && memchr(text.s, 'N', text.n) == NULL;
		return bx_buf_append(buf, text.s, text.n, run->err);
	}
	if (memchr(text.s, '"', text.n) != NULL)
		quote = "'";
	*known = memchr(text.s, *quote, text.n) == NULL;
	BX_TRY(bx_buf_append(buf, quote, 1, run->err));
	BX_TRY(bx_buf_append(buf, text.s, text.n, run->err));
	return bx_buf_append(buf, quote, 1, run->err);
}

/* A condition as the text of a bxpath; *known false: it is none here. */
static BxStatus
put_condition(RuRun *run, const RuOp *op, const RuCx *cx, const RuCollectionCondition *condition, BxBuf *buf,
			  bool *known)
{
	bool found, more;
	XdItem value;

	*known = true;
	BX_TRY(bx_buf_append(buf, condition->path.s, condition->path.n, run->err));
	if (condition->sign == NULL)
		return BX_OK;
	BX_TRY(ru_two(run, op->args[condition->value], cx, &value, &found, &more));
	*known = found && !more && at_is_atomic(&value);
	if (!*known)
		return BX_OK;
	BX_TRY(bx_buf_append(buf, " ", 1, run->err));
	BX_TRY(bx_buf_append(buf, condition->sign, strlen(condition->sign), run->err));
	BX_TRY(bx_buf_append(buf, " ", 1, run->err));
	return put_value(run, cx, condition, &value, buf, known);
}

static BxStatus
collect_conditions(RuRun *run, const RuOp *op, const RuCx *cx, RuTableConditions *conditions)
{
	const RuCollectionPlan *plan = op->data;
	uint32_t i;

	for (i = 0; i < plan->n_conditions; i++)
	{
		BxStr text;
		BxBuf buf;
		BxStatus st;
		bool known;

		bx_buf_init(&buf, run->host);
		st = put_condition(run, op, cx, &plan->conditions[i], &buf, &known);
		if (st == BX_OK && known)
		{
			text = bx_str(bx_arena_strndup(cx->arena, (const char *) buf.data, buf.len), buf.len);
			if (text.s == NULL)
				st = bx_fail_nomem(run->err, buf.len);
			conditions->list[conditions->n] = (RuTableCondition){text, plan->conditions[i].sign != NULL};
			conditions->n++;
		}
		bx_buf_free(&buf);
		BX_TRY(st);
	}
	return BX_OK;
}

static BxStatus
open(RU_OPEN_ARGS)
{
	const RuCollectionPlan *plan = op->data;
	RuTableCondition list[RU_COLLECTION_CONDITIONS];
	RuTableConditions conditions = {.list = list,
									.columns = run->query != NULL ? run->query->columns : NULL,
									.n_columns = run->query != NULL ? run->query->n_columns : 0};
	const RuTables *tables;
	void *state;
	Collection *c;

	BX_TRY(tables_of(run, op, &tables));
	BX_TRY(collect_conditions(run, op, cx, &conditions));
	BX_TRY(ru_state(run, it, sizeof(Collection), &state));
	c = state;
	it->next = next;
	it->fleeting = true;
	BX_TRY(ru_arena_take(run, &c->own));
	BX_TRY(ru_at_op(run, op, tables->open(tables->ctx, plan->name, &conditions, &c->cursor)));
	it->close = leave;
	return BX_OK;
}

static BxStatus
count(RU_COUNT_ARGS)
{
	const RuCollectionPlan *plan = op->data;
	const RuTableConditions all = {.n = 0};
	const RuTables *tables;
	Collection c = {.begun = true};

	if (plan->n_conditions > 0)
		return ru_count_made(run, op, cx, n);
	BX_TRY(tables_of(run, op, &tables));
	BX_TRY(ru_arena_take(run, &c.own));
	BX_TRY(ru_at_op(run, op, tables->open(tables->ctx, plan->name, &all, &c.cursor)));
	BX_TRY(next_row(run, &c, op));
	for (*n = 0; c.begun; ++*n)
		BX_TRY(next_row(run, &c, op));
	return BX_OK;
}

const RuClass ru_collection = {"collection", .open = open, .count = count};

/* ---- statements ---- */

/* A row of several columns. */
static BxStatus
make_map(RuRun *run, const RuOp *op, Collection *c, XdItem *item)
{
	AtCall call = run->at;
	XdMap *map = NULL;
	uint32_t i;

	call.arena = &c->own->arena;
	BX_TRY(xd_map_new(call.arena, run->err, &map));
	for (i = 0; i < c->row.n; i++)
	{
		XdItem key = at_string_item(c->row.names[i]);

		BX_TRY(ru_at_op(run, op, xd_map_add(&call, map, &key, &c->row.values[i])));
	}
	*item = xd_function_item(&map->f);
	return BX_OK;
}

static BxStatus
next_of_statement(RuRun *run, RuIter *it, XdItem *item, bool *found)
{
	Collection *c = it->state;

	*found = true;
	if (c->begun && c->row.n == 1 && c->at < c->row.values[0].n)
	{
		*item = xd_seq_at(&c->row.values[0], c->at++);
		return BX_OK;
	}
	do
		BX_TRY(next_row(run, c, it->op));
	while (c->begun && c->row.n == 1 && c->row.values[0].n == 0);
	*found = c->begun;
	if (!c->begun)
		return BX_OK;
	if (c->row.n != 1)
		return make_map(run, it->op, c, item);
	*item = xd_seq_at(&c->row.values[0], c->at++);
	return BX_OK;
}

static BxStatus
open_statement(RU_OPEN_ARGS)
{
	const RuCollectionPlan *plan = op->data;
	XdSeq *values = ru_alloc(run, cx, (op->n_args + 1) * sizeof(XdSeq));
	RuStatement statement = {plan->name, values, op->n_args};
	const RuTables *tables;
	void *state;
	Collection *c;
	uint32_t i;

	if (values == NULL)
		return BX_E_NOMEM;
	BX_TRY(tables_of(run, op, &tables));
	for (i = 0; i < op->n_args; i++)
		BX_TRY(ru_collect(run, op->args[i], cx, &values[i]));
	BX_TRY(ru_state(run, it, sizeof(Collection), &state));
	c = state;
	BX_TRY(ru_arena_take(run, &c->own));
	it->next = next_of_statement;
	it->fleeting = true;
	BX_TRY(ru_at_op(run, op, tables->query(tables->ctx, &statement, &c->cursor)));
	it->close = leave;
	return BX_OK;
}

const RuClass ru_statement = {"statement of SQL", .open = open_statement};

/* ---- columns ---- */

static BxStatus
open_column(RU_OPEN_ARGS)
{
	const BxStr *name = op->data;
	const RuTables *tables;
	XdSeq value;
	XdItem node;
	bool found;

	BX_TRY(tables_of(run, op, &tables));
	BX_TRY(ru_one(run, op->args[0], cx, &node, &found));
	BX_TRY(ru_at_op(run, op, tables->column(tables->ctx, &node, *name, cx->arena, &value)));
	return ru_iter_seq(run, it, &value);
}

const RuClass ru_column = {"column", .open = open_column};
