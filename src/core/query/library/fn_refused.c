/*
 * fn_refused.c -- functions on resources outside of the query, which it never reads: what they give, or why they fail.
 */
#include "fn_int.h"

#include "fn_uri.h"

/*
 * The argument is empty: nothing is asked for, but of collections the default one.  Else the error, with what to write
 * instead.
 */
static BxStatus
not_here(RuRun *run, const RuOp *op, const RuCx *cx, const char *code, const char *bad_uri, const char *hint)
{
	bool found = false, other, collection = strcmp(bad_uri, "FODC0004") == 0;
	BxStr uri = bx_str("", 0);
	XdItem item, encoding;

	if (op->n_args > 0)
		BX_TRY(ru_arg(run, op, 0, cx, &item, &found));
	if (op->n_args > 1)
		BX_TRY(ru_arg(run, op, 1, cx, &encoding, &other));
	if (!found && !collection)
		return BX_OK;
	if (found)
		uri = at_item_str(&item);
	if (!fn_uri_is_valid(uri))
		return ru_fail(run, op, bad_uri, "\"%.*s\" is not a URI", (int) (uri.n < 100 ? uri.n : 100), uri.s);
	return bx_hint(run->err,
				   ru_fail(run, op, code, "there is no resource \"%.*s\" for a query",
						   (int) (uri.n < 100 ? uri.n : 100), uri.s),
				   "%s", hint);
}

BxStatus
fn_doc(RU_ONE_ARGS)
{
	(void) item;
	*found = false;
	return not_here(run, op, cx, "FODC0002", "FODC0005", "Give the document as a variable of the query.");
}

BxStatus
fn_doc_available(RU_EBV_ARGS)
{
	bool found = false;
	XdItem item;
	uint32_t i;

	for (i = 0; i < op->n_args; i++)
		BX_TRY(ru_arg(run, op, i, cx, &item, &found));
	*value = false;
	return BX_OK;
}

BxStatus
fn_collection(RU_OPEN_ARGS)
{
	ru_iter_none(it);
	return not_here(run, op, cx, "FODC0002", "FODC0004",
					"Use bxml_xquery_run or bxml_items_run, or call the query for each row of a table.");
}

/* bxml:sql and bxml:column where the host has no tables, or called by a name that is not in the query. */
BxStatus
fn_elsewhere(RU_OPEN_ARGS)
{
	(void) cx;
	ru_iter_none(it);
	return bx_hint(
		run->err, ru_fail(run, op, "FODC0002", "tables cannot be read here"),
		"Use bxml_xquery_run, bxml_items_run or a function in XQuery that is STABLE, and call it by its "
		"name.");
}

static BxStatus
no_text(RuRun *run, const RuOp *op, const RuCx *cx)
{
	return not_here(run, op, cx, "FOUT1170", "FOUT1170", "Give the text as a variable of the query.");
}

BxStatus
fn_unparsed_text(RU_ONE_ARGS)
{
	(void) item;
	*found = false;
	return no_text(run, op, cx);
}

BxStatus
fn_unparsed_text_lines(RU_OPEN_ARGS)
{
	ru_iter_none(it);
	return no_text(run, op, cx);
}

BxStatus
fn_no_transform(RU_ONE_ARGS)
{
	(void) cx, (void) item;
	*found = false;
	return ru_fail(run, op, "FOXT0004", "transform() is not available: there is no processor of XSLT here");
}

BxStatus
fn_load_no_module(RU_ONE_ARGS)
{
	(void) cx, (void) item;
	*found = false;
	return bx_hint(run->err, ru_fail(run, op, "FOQM0006", "load-xquery-module() is not available"),
				   "Import the module in the prolog of the query.");
}
