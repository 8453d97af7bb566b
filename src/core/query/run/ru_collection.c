/*
 * ru_collection.c -- collections of the host: documents one after the other, as a table has them.
 */
#include "../../base/bx_core_int.h"

#include "../../base/bx_buf.h"
#include "ru_collection.h"
#include "ru_query.h"

typedef struct Collection
{
	void *cursor;
	bool leaves; /* documents are released one by one; else they stay */
	bool open;   /* there is a document before that was not released yet: */
	XdItem root;
} Collection;

/* Nobody looks at the document before any more. */
static void
release(RuRun *run, Collection *c)
{
	if (c->open)
		xd_tree_leave(run->forest, &c->root);
	c->open = false;
}

static void
finish(RuRun *run, Collection *c)
{
	const RuTables *tables = run->external->tables;

	tables->close(tables->ctx, c->cursor);
}

static BxStatus
next(RuRun *run, RuIter *it, XdItem *item, bool *found)
{
	const RuTables *tables = run->external->tables;
	Collection *c = it->state;
	struct BxImage *image = NULL;

	release(run, c);
	BX_TRY(tables->next(tables->ctx, c->cursor, &image));
	*found = image != NULL;
	if (!*found)
	{
		finish(run, c);
		return BX_OK;
	}
	BX_TRY(xd_tree_open_image(run->forest, image, bx_str("", 0), item));
	c->open = c->leaves;
	c->root = *item;
	return BX_OK;
}

static void
leave(RuRun *run, RuIter *it)
{
	Collection *c = it->state;

	release(run, c);
	finish(run, c);
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
open(RuRun *run, const RuOp *op, const RuCx *cx, RuIter *it)
{
	const RuCollectionPlan *plan = op->data;
	const RuTables *tables = run->external != NULL ? run->external->tables : NULL;
	RuTableCondition list[RU_COLLECTION_CONDITIONS];
	RuTableConditions conditions = {.list = list, .release = plan->release};
	void *state;
	Collection *c;

	if (tables == NULL)
		return ru_fail(run, op, "FODC0002", "there are no collections here");
	BX_TRY(collect_conditions(run, op, cx, &conditions));
	BX_TRY(ru_state(run, it, sizeof(Collection), &state));
	c = state;
	it->next = next;
	it->close = leave;
	it->fleeting = plan->release;
	c->leaves = plan->release;
	return ru_at_op(run, op, tables->open(tables->ctx, plan->name, &conditions, &c->cursor));
}

static BxStatus
count(RuRun *run, const RuOp *op, const RuCx *cx, uint64_t *n)
{
	const RuTables *tables = run->external != NULL ? run->external->tables : NULL;
	const RuCollectionPlan *plan = op->data;
	const RuTableConditions all = {.release = true};
	struct BxImage *image = NULL;
	void *cursor;

	if (tables == NULL || plan->n_conditions > 0)
		return ru_count_made(run, op, cx, n);
	BX_TRY(ru_at_op(run, op, tables->open(tables->ctx, plan->name, &all, &cursor)));
	BX_TRY(tables->next(tables->ctx, cursor, &image));
	for (*n = 0; image != NULL; ++*n)
		BX_TRY(tables->next(tables->ctx, cursor, &image));
	tables->close(tables->ctx, cursor);
	return BX_OK;
}

const RuClass ru_collection = {"collection", .open = open, .count = count};
